//! How a message gets from one dialect to another, the same for all mappings.
//!
//! A mapping has two plain functions, there and back, that know nothing of carries. From these derived everything else:
//!
//! - Going, the message is translated, and its image is translated back. Where that differs from the message, the difference is
//!   carried.
//! - Coming back, a carried field is restored if the result still has the visible message as its image. So an edit of what is
//!   visible wins over what was carried.
//! - Fields of which nothing is visible are restored as well. Those that follow from visible ones (a summary, for example)
//!   give way when these have changed: the carry says what was visible, see [`DerivedField`].
//! - Unsafe values are not restored. They stay in the carry, and a note says so.
//! - Nothing is restored that would make a message which its readers refuse.

use super::{
    Dialect, Notes, OtherRules, Refusal, TranslationCx,
    carry::{CarriedField, Carry, Layer},
    depth,
    derived::{DerivedField, ValueAt, VisibleMessage},
    difference::{self, Change},
    inverse::{Inverse, JsonInverse, TypedInverse, whole},
    keyed_list::{CoupledFields, KeyedList, SplitMessage},
    message_types::{Translatable, payload},
    places::{has_parts, is_above, parts_outside},
};
use std::{
    cell::OnceCell,
    collections::{BTreeMap, BTreeSet},
};
use wire::{Finding, Payload, Pointer, Severity};

/// Upper bound on attempts to restore fields of an edited message, one at a time.
const ATTEMPTS: usize = 64;

/// Stands in an image for what neither the message nor the context tells, until a carry does.
pub(crate) const UNKNOWN: &str = "\0unknown";

/// One direction of a mapping, as far as the engine has to know it.
pub(crate) struct Direction {
    /// The dialect of the messages.
    pub(crate) from: Dialect,
    /// The dialect of the images.
    pub(crate) to: Dialect,
    /// How deep the fields lie that are carried one by one.
    pub(crate) levels: usize,
    /// The list whose elements are known by a key.
    pub(crate) list: Option<KeyedList>,
    /// The fields that mean something only together.
    pub(crate) coupled: CoupledFields,
    /// Fields of the message that follow from visible ones; and the same of the image, for the way back.
    pub(crate) source_derived: &'static [DerivedField],
    pub(crate) target_derived: &'static [DerivedField],
    /// Why a value must not stand at a place of the message; and of the image.
    pub(crate) source_is_unsafe: Judge,
    pub(crate) target_is_unsafe: Judge,
    pub(crate) others: &'static OtherRules,
}

/// Says what is wrong with a value at a place, if something is.
pub(crate) type Judge = fn(&str, &Payload) -> Option<&'static str>;

impl Direction {
    /// Between messages that have nothing special.
    pub(crate) const fn new(from: Dialect, to: Dialect, levels: usize, others: &'static OtherRules) -> Self {
        Self {
            from,
            to,
            levels,
            list: None,
            coupled: CoupledFields::NONE,
            source_derived: &[],
            target_derived: &[],
            source_is_unsafe: |_, _| None,
            target_is_unsafe: |_, _| None,
            others,
        }
    }
}

/// What became of the fields of a message and of its carry.
#[derive(Clone, Debug, Default)]
pub(crate) struct FieldOutcomes {
    /// The fields of the image that came out of the carry.
    pub(crate) restored: Vec<Pointer>,
    /// The fields that did not, because the message shows something else.
    pub(crate) edited: Vec<Pointer>,
    /// The fields that did not, because they are unsafe, and why.
    pub(crate) quarantined: Vec<(Pointer, &'static str)>,
    /// The fields of the message that have to be carried for the way back.
    pub(crate) carried: Vec<Change>,
    /// Those of them that are unsafe, so that they will not be restored.
    pub(crate) set_aside: Vec<Pointer>,
}

/// A message after the carry was asked.
struct Reconciled {
    /// The image, where it was written; else it is the bare one.
    made: Option<Payload>,
    /// Of which message it is the image, where that is known already.
    back: Option<Payload>,
    fields: FieldOutcomes,
}

/// What was kept of the fields of an image.
struct SortedCarry<'a> {
    /// Fields of which the carry knows that nothing has changed. They need not be computed back.
    known: Vec<&'a CarriedField>,
    /// Fields that have to be tried.
    changes: Vec<&'a CarriedField>,
    /// Fields that have changed.
    edited: Vec<Pointer>,
    /// Fields that are unsafe, and why.
    quarantined: Vec<(Pointer, &'static str)>,
    /// The layer of these.
    quarantine: Layer,
}

/// The first error among findings, as a refusal.
pub(crate) fn refuse_errors(rule: &str, findings: &[Finding]) -> Result<(), Refusal> {
    let mut errors = findings.iter().filter(|finding| finding.severity == Severity::Error);
    let Some(first) = errors.next() else { return Ok(()) };
    let rule = format!("{rule}/{}", first.rule);
    let mut message = first.message.to_string();
    let others: Vec<_> = errors.map(|error| format!("{} at {}", error.rule, error.pointer)).collect();
    if let Some(named) = others.get(..others.len().min(MAX_NAMED)).filter(|named| !named.is_empty()) {
        let more = others.len() - named.len();
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        message = format!("{message} Also: {}{more}.", named.join(", "));
    }
    Err(Refusal::rule_broken(&rule, first.pointer.clone(), message).hint(&first.hint))
}

/// How many errors a refusal names beside the first.
const MAX_NAMED: usize = 20;

impl Direction {
    /// The image of a message, after the carry was asked, and the carry of its way back. Without any carry the image is `bare`,
    /// and `back` says of which message one is.
    ///
    /// # Errors
    /// If the image would nest too deep.
    pub(crate) fn reconcile<Message: Translatable, Image: Translatable>(
        &self,
        message: &Message,
        plain_target: Image,
        notes: Notes,
        back: impl Fn(&Image) -> Option<Message>,
        tcx: &mut TranslationCx<'_>,
    ) -> Result<(Image, Carry), Refusal> {
        self.reconcile_with(
            message,
            plain_target,
            notes,
            Inverse { known_losses: None, back: &back, back_in_session: None },
            tcx,
        )
    }

    /// The same where there are several inverse to tell of which message an image is. Whoever restores fields may be named more of one than
    /// it says; what `back` cannot say is carried on.
    pub(crate) fn reconcile_with<Message: Translatable, Image: Translatable>(
        &self,
        message: &Message,
        plain_target: Image,
        notes: Notes,
        inverse: Inverse<'_, Message, Image>,
        tcx: &mut TranslationCx<'_>,
    ) -> Result<(Image, Carry), Refusal> {
        let typed = TypedInverse::new(message, &plain_target, inverse, self.to);
        let (made, carry) = self.reconcile_json(&typed, notes, tcx)?;
        let last = typed.last.into_inner();
        let target = match made {
            None => plain_target,
            Some(made) => match last.filter(|(read, _)| read.text() == made.text()) {
                Some((_, target)) => target,
                None => Image::read_as(&made, self.to)?,
            },
        };
        Ok((target, carry))
    }

    /// The image of a message that nobody edited, if everything that was kept of it can be restored without writing it as JSON;
    /// else nothing was done. What was kept may be anything else in `bare`, which then need not be computed. `is_image` says
    /// whether an image is one of the message.
    pub(crate) fn restore_unedited<Message: Translatable, Image: Translatable>(
        &self,
        message: &Message,
        plain_target: Image,
        notes: &mut Notes,
        is_image: &dyn Fn(&Image) -> bool,
        tcx: &mut TranslationCx<'_>,
    ) -> Option<(Image, Carry)> {
        let kept = tcx.carry.layer_of(self.to)?;
        let is_own = |layer: &Layer| layer.is_from(self.from) && !layer.fields.is_empty();
        if self.list.is_some() || tcx.carry.layers.iter().any(is_own) {
            return None;
        }
        let written = OnceCell::new();
        let source = || written.get_or_init(|| payload(message));
        let at = |pointer: &str| message.at(pointer);
        let SortedCarry { mut known, mut changes, edited, quarantined, .. } =
            self.sort_carry(kept, &VisibleMessage::new(&at, &source));
        known.append(&mut changes);
        let is_shallow = |field: &&CarriedField| depth::is_shallow(field.value.as_ref());
        if !edited.is_empty()
            || !quarantined.is_empty()
            || !(message.is_shallow() || depth::is_shallow(Some(source())))
            || !known.iter().all(is_shallow)
        {
            return None;
        }
        let target = plain_target.with_restored(&known)?;
        if !is_image(&target) {
            return None;
        }
        let has_absent = known.iter().any(|field| field.value.is_none());
        if notes.is_wanted() {
            let restored: Vec<Pointer> = known.into_iter().map(|field| field.pointer.clone()).collect();
            notes.replace(&restored, &|| source().clone(), &|| payload(&target));
            notes.record_outcomes(
                &mut FieldOutcomes { restored, ..FieldOutcomes::default() },
                &[],
                self.others,
            );
        }
        if has_absent && notes.is_wanted() {
            notes.adjust_to_target(&payload(&target));
        }
        tcx.add_notes(std::mem::take(notes));
        let rest = tcx.carry.without(self.to);
        Some((target, rest.with(Layer::of(self.to)).with(Layer::of(self.from))))
    }

    /// The same with JSON in the place of types. No image if it is the bare one.
    fn reconcile_json(
        &self,
        inverse: &dyn JsonInverse,
        notes: Notes,
        tcx: &mut TranslationCx<'_>,
    ) -> Result<(Option<Payload>, Carry), Refusal> {
        let message = || inverse.source().clone();
        if tcx.is_plain() {
            if !inverse.is_plain_target_shallow() {
                depth::fits(&message, inverse.plain_target(), inverse.max_depth(), self.others.depth)?;
            }
            return Ok((None, Carry::default()));
        }
        let (kept, mut rest) = (tcx.carry.layer_or_empty(self.to), tcx.carry.without(self.to));
        let own = rest.take(self.from);
        if kept.fields.is_empty() && own.fields.is_empty() {
            // Nothing to restore, and so nothing to read again.
            let (carried, back) = inverse.changes_from_plain_target(self.levels);
            let fields = FieldOutcomes { carried, ..FieldOutcomes::default() };
            let mut settled = Reconciled { made: None, back, fields };
            let layer = self.finish(inverse, &mut settled, &own, notes, tcx);
            if !inverse.is_plain_target_shallow() {
                depth::fits(&message, inverse.plain_target(), inverse.max_depth(), self.others.depth)?;
            }
            return Ok((None, rest.with(layer)));
        }
        let (mut settled, quarantine) = self.restore(inverse, kept);
        let layer = self.finish(inverse, &mut settled, &own, notes, tcx);
        depth::fits(&message, settled.target(inverse), inverse.max_depth(), self.others.depth)?;
        Ok((settled.made, rest.with(quarantine).with(layer)))
    }

    /// Restores what was kept, as far as it fits, and says what the way back has to know; and what has to travel on, as it is
    /// unsafe.
    fn restore(&self, inverse: &dyn JsonInverse, kept: Layer) -> (Reconciled, Layer) {
        let source = inverse.source();
        // What is too deep is refused later, by its place in the message.
        let is_readable =
            |target: &Payload| target.depth() > inverse.max_depth() || inverse.is_readable(target);
        let back = |target: &Payload| inverse.back_in_session(target);
        let (kept, gone) = match &self.list {
            Some(list) => list.place(inverse.plain_target(), source, kept),
            None => (kept, Vec::new()),
        };
        let at = |pointer: &str| inverse.source_at(pointer);
        let SortedCarry { known, changes, mut edited, quarantined, quarantine } =
            self.sort_carry(&kept, &VisibleMessage::new(&at, &|| source));
        edited.extend(gone);
        let mut fields = FieldOutcomes { quarantined, ..FieldOutcomes::default() };
        // Nobody edited the message, and everything fits.
        let changed = |field: &&CarriedField| (field.pointer.clone(), field.value.clone());
        let known: Vec<Change> = known.iter().map(changed).collect();
        let changes: Vec<Change> = changes.iter().map(changed).collect();
        let kept: Vec<Change> = known.iter().chain(&changes).cloned().collect();
        let mut made = inverse.plain_target().clone();
        let all = difference::apply(&made, &kept);
        if edited.is_empty() && all.text() != made.text() && back(&all).as_ref() == Some(source) {
            fields.restored = kept.into_iter().map(|(pointer, _)| pointer).collect();
            let mut target = None;
            if inverse.has_session_inverse() {
                target = inverse.back(&all);
                fields.carried = self.diff_to_source(target.as_ref(), source);
            }
            return (Reconciled { made: Some(all), back: target, fields }, quarantine);
        }
        if !known.is_empty() {
            let with_known = difference::apply(&made, &known);
            if is_readable(&with_known) {
                made = with_known;
                fields.restored = known.into_iter().map(|(pointer, _)| pointer).collect();
            } else {
                edited.extend(known.into_iter().map(|(pointer, _)| pointer));
            }
        }
        let list = self.list.filter(|list| {
            // Where the whole list was kept, its elements cannot be named apart.
            let is_whole = |pointer: &str| pointer.is_empty() || pointer == list.to;
            !changes.iter().any(|(pointer, _)| is_whole(pointer.as_str()))
        });
        let mut target = back(&made);
        if !changes.is_empty() {
            let all = difference::apply(&made, &changes);
            let back_of_all = if is_readable(&all) { back(&all) } else { None };
            if all == made {
                // Nothing of it is about this message.
            } else if back_of_all.is_some()
                && (back_of_all.as_ref() == Some(source)
                    || (back_of_all == target && !self.coupled.is_in(&changes)))
            {
                made = all;
                fields.restored.extend(changes.into_iter().map(|(pointer, _)| pointer));
                target = back_of_all;
            } else {
                let back = |made: &Payload| if is_readable(made) { back(made) } else { None };
                made =
                    restore_field_by_field(made, &mut fields, changes, source, (list, self.coupled), &back);
                target = back(&made);
            }
        }
        fields.edited.extend(edited);
        if inverse.has_session_inverse() {
            target = inverse.back(&made);
        }
        fields.carried = self.diff_to_source(target.as_ref(), source);
        (Reconciled { made: Some(made), back: target, fields }, quarantine)
    }

    /// What has to change in the message of which an image is.
    fn diff_to_source(&self, target: Option<&Payload>, source: &Payload) -> Vec<Change> {
        target.map_or_else(|| whole(source), |target| difference::between(target, source, self.levels))
    }

    /// What was kept, by what may be done with it.
    fn sort_carry<'k>(&self, kept: &'k Layer, shown: &VisibleMessage<'_>) -> SortedCarry<'k> {
        let (known, changes, edited, quarantined) = Default::default();
        let mut sorted = SortedCarry { known, changes, edited, quarantined, quarantine: Layer::of(self.to) };
        // A foreign carry may have one field many times.
        let mut seen: Vec<(&str, Option<bool>)> = Vec::new();
        for field in &kept.fields {
            let pointer = field.pointer.as_str();
            let reason = field.value.as_ref().and_then(|value| (self.target_is_unsafe)(pointer, value));
            if let Some(reason) = reason {
                sorted.quarantine.keep(field.pointer.clone(), field.value.clone());
                sorted.quarantined.push((field.pointer.clone(), reason));
                continue;
            }
            let Some(derived) = self.target_derived.iter().find(|derived| derived.field == pointer) else {
                sorted.changes.push(field);
                continue;
            };
            let is_known = match seen.iter().find(|(known, _)| *known == pointer) {
                Some((_, is_known)) => *is_known,
                None => {
                    let is_known =
                        kept.visible_value(pointer).map(|target| (derived.basis)(shown) == *target);
                    seen.push((pointer, is_known));
                    is_known
                }
            };
            match is_known {
                Some(true) => sorted.known.push(field),
                Some(false) => sorted.edited.push(field.pointer.clone()),
                None => sorted.changes.push(field),
            }
        }
        sorted
    }

    /// The places of what has to be carried, as notes name them. The carry keeps some values whole of which only a part does not come
    /// back: then it is that part, if the notes do not speak of the value as of one. What the notes call lost already is left out of
    /// the values in which it lies.
    fn lost_places(
        &self,
        inverse: &dyn JsonInverse,
        settled: &mut Reconciled,
        notes: &Notes,
    ) -> Vec<Pointer> {
        if settled.fields.carried.is_empty() {
            return Vec::new();
        }
        let lost = self.lost_parts(inverse, settled, notes);
        let said = notes.losses();
        if !lost.iter().any(|place| is_above(place.as_str(), &said)) {
            return lost;
        }
        let values = difference::values(inverse.source().text(), &lost);
        let mut left = Vec::new();
        for (place, value) in lost.iter().zip(values) {
            match value.filter(|_| !place.is_root() && is_above(place.as_str(), &said)) {
                Some(value) => parts_outside(value, place, &said, &mut left),
                None => left.push(place.clone()),
            }
        }
        left
    }

    fn lost_parts(&self, inverse: &dyn JsonInverse, settled: &mut Reconciled, notes: &Notes) -> Vec<Pointer> {
        let carried = &settled.fields.carried;
        let sources = notes.sources();
        let is_part_lost = |(pointer, value): &&Change| {
            let Some(value) = value.as_ref().filter(|value| has_parts(value)) else { return false };
            let is_compared = value.is_object() && pointer.segments().count() < self.levels;
            let place = pointer.as_str();
            !is_compared && (sources.binary_search(&place).is_err() || is_above(place, &sources))
        };
        let places = || carried.iter().map(|(pointer, _)| pointer.clone());
        if !carried.iter().any(|change| is_part_lost(&change)) {
            return places().collect();
        }
        if settled.back.is_none() {
            settled.back = inverse.back(settled.made.as_ref().unwrap_or_else(|| inverse.plain_target()));
        }
        let Some(back) = &settled.back else { return places().collect() };
        let elements = notes.elements_in_target();
        let kept =
            |list: &Pointer| elements.get(list.as_str()).into_iter().flatten().copied().collect::<Vec<_>>();
        let parts = difference::places(back, inverse.source(), &kept);
        let mut lost = Vec::new();
        for change in carried {
            let first = change.0.member("");
            let below = parts.range(&first..).take_while(|part| part.as_str().starts_with(first.as_str()));
            let below: Vec<&Pointer> = if is_part_lost(&change) { below.collect() } else { Vec::new() };
            if below.is_empty() {
                lost.push(change.0.clone());
            }
            lost.extend(below.into_iter().cloned());
        }
        lost
    }

    /// Enters the notes, and gives the layer of the carry for what has to be carried.
    fn finish(
        &self,
        inverse: &dyn JsonInverse,
        settled: &mut Reconciled,
        own: &Layer,
        mut notes: Notes,
        tcx: &mut TranslationCx<'_>,
    ) -> Layer {
        // What was not let back into a message is not forgotten while nothing takes its place.
        let mut seen = BTreeSet::new();
        for field in &own.fields {
            let Some(value) = &field.value else { continue };
            if (self.source_is_unsafe)(field.pointer.as_str(), value).is_none()
                || !seen.insert(&field.pointer)
            {
                continue;
            }
            let is_free = inverse.source().get(&field.pointer).is_none()
                && !settled.fields.carried.iter().any(|(pointer, _)| *pointer == field.pointer);
            if is_free {
                settled.fields.carried.push((field.pointer.clone(), Some(value.clone())));
            }
        }
        let is_unsafe = |(pointer, value): &&Change| {
            let value = value.as_ref();
            value.is_some_and(|value| (self.source_is_unsafe)(pointer.as_str(), value).is_some())
        };
        settled.fields.set_aside =
            settled.fields.carried.iter().filter(is_unsafe).map(|(pointer, _)| pointer.clone()).collect();
        let lost = if notes.is_wanted() { self.lost_places(inverse, settled, &notes) } else { Vec::new() };
        let restored = &settled.fields.restored;
        if let Some(made) = settled.made.as_ref().filter(|_| notes.is_wanted() && !restored.is_empty()) {
            let is_whole =
                |list: &KeyedList| restored.iter().any(|at| at.is_root() || at.as_str() == list.to);
            if let Some(list) = self.list.filter(is_whole) {
                notes.move_elements(list.to, &list.new_places(inverse.plain_target(), made));
            }
            notes.replace(restored, &|| inverse.source().clone(), &|| made.clone());
        }
        notes.record_outcomes(&mut settled.fields, &lost, self.others);
        if let Some(made) = settled.made.as_ref().filter(|_| notes.is_wanted()) {
            notes.adjust_to_target(made);
        }
        tcx.add_notes(notes);
        if !tcx.requested.carry {
            return Layer::of(self.from);
        }
        let carried = std::mem::take(&mut settled.fields.carried);
        let list = self.list.filter(|list| list.is_in(&carried)).map(|list| (list, carried.clone()));
        let mut layer = Layer::of_changes(self.from, carried);
        let back = settled.back.take();
        let made = || settled.target(inverse);
        let at = |pointer: &str| {
            settled.made.as_ref().map_or_else(|| inverse.plain_target_at(pointer), |_| ValueAt::Unknown)
        };
        let shown = VisibleMessage::new(&at, &made);
        for derived in self.source_derived {
            if layer.kept_value(derived.field).is_some() {
                layer.keep_visible(Pointer::from_static(derived.field), (derived.basis)(&shown));
            }
        }
        if let Some((list, carried)) = list {
            // The keys as the way back will first have them.
            if let Some(target) = back.or_else(|| inverse.back(made())) {
                list.keys_of_carried(&carried, made(), &target)
                    .into_iter()
                    .for_each(|(at, key)| layer.keep_visible(at, key));
            }
        }
        layer
    }
}

impl Reconciled {
    /// The image.
    fn target<'a>(&'a self, inverse: &'a dyn JsonInverse) -> &'a Payload {
        self.made.as_ref().unwrap_or_else(|| inverse.plain_target())
    }
}

/// Tries all fields of every element, and then one of each at a time. A field is restored if that brings the image no further away
/// from what is visible.
fn restore_field_by_field(
    mut made: Payload,
    fields: &mut FieldOutcomes,
    kept: Vec<Change>,
    source: &Payload,
    (list, coupled): (Option<KeyedList>, CoupledFields),
    back: &dyn Fn(&Payload) -> Option<Payload>,
) -> Payload {
    let mut units: BTreeMap<Option<usize>, Vec<Change>> = BTreeMap::new();
    for change in kept.into_iter().rev() {
        units.entry(list.and_then(|list| list.index(&change.0))).or_default().push(change);
    }
    let source = SplitMessage::of(source, list);
    let (mut attempts, mut is_first) = (ATTEMPTS, true);
    while attempts > 0 {
        let steps = units.iter_mut().filter(|(_, changes)| !changes.is_empty());
        let tried: Vec<(Option<usize>, Vec<Change>)> = if is_first {
            steps.map(|(unit, changes)| (*unit, std::mem::take(changes))).collect()
        } else {
            steps.filter_map(|(unit, changes)| Some((*unit, vec![changes.pop()?]))).collect()
        };
        if tried.is_empty() {
            return made;
        }
        let mut open = vec![tried];
        while let Some(mut tried) = open.pop() {
            if attempts == 0 {
                fields
                    .edited
                    .extend(tried.into_iter().flat_map(|(_, changes)| changes).map(|(pointer, _)| pointer));
                continue;
            }
            attempts -= 1;
            let changes: Vec<Change> =
                tried.iter().flat_map(|(_, changes)| changes.iter().rev()).cloned().collect();
            let after =
                back(&difference::apply(&made, &changes)).map(|target| SplitMessage::of(&target, list));
            // One of which nothing can be made says nothing about the others.
            if after.is_none() && tried.len() > 1 {
                let others = tried.split_off(tried.len() / 2);
                open.extend([others, tried]);
                continue;
            }
            let before = SplitMessage::of(&back(&made).unwrap_or_else(Payload::null), list);
            let mut accepted = Vec::new();
            for (unit, changes) in tried {
                let is_no_further =
                    |after: &SplitMessage| after.is_no_further((unit, &changes), coupled, &before, &source);
                let fits = after.as_ref().is_some_and(is_no_further);
                if fits {
                    fields.restored.extend(changes.iter().map(|(pointer, _)| pointer.clone()));
                    accepted.extend(changes.into_iter().rev());
                } else if is_first {
                    units.insert(unit, changes);
                } else {
                    fields.edited.extend(changes.into_iter().map(|(pointer, _)| pointer));
                }
            }
            made = difference::apply(&made, &accepted);
        }
        is_first = false;
    }
    fields.edited.extend(units.into_values().flatten().map(|(pointer, _)| pointer));
    made
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Context, Requested,
        engine::Rule,
        mcp::{ListToolsResult, Tool},
    };

    const RULE: Rule = Rule { id: "a-b/field", from: "", to: "" };
    static OTHERS: OtherRules = OtherRules { carried: &RULE, restored: &RULE, depth: &RULE };

    fn list(names: &[&str]) -> ListToolsResult {
        let tools =
            names.iter().map(|name| Tool::new(*name, Payload::parse(r#"{"type":"object"}"#).unwrap()));
        ListToolsResult::new(tools.collect::<Vec<_>>())
    }

    fn reconciled_carry(back: impl Fn(&ListToolsResult) -> Option<ListToolsResult>) -> Carry {
        let direction = Direction::new(Dialect::Mcp2025_06, Dialect::ActionsJson, 4, &OTHERS);
        let (carry, cx) = (Carry::default(), Context::default());
        let mut tcx = TranslationCx::new(0, &carry, &cx, Requested { carry: true, notes: true });
        let notes = tcx.notes();
        direction.reconcile(&list(&["a"]), list(&["a"]), notes, back, &mut tcx).unwrap().1
    }

    #[test]
    fn what_cannot_come_back_at_all_is_carried_whole() {
        assert!(reconciled_carry(|target| Some(target.clone())).is_empty());
        let carry = reconciled_carry(|_| None);
        let [field] = &carry.layers[0].fields[..] else { panic!("{carry:?}") };
        assert_eq!((field.pointer.as_str(), field.value.clone()), ("", Some(payload(&list(&["a"])))));
    }
}
