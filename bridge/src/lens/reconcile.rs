//! The lens around the two functions of a mapping. It is the same for all mappings.
//!
//! A mapping consists of two plain functions, forward and backward, that do not deal with carries. The lens adds the
//! rest:
//!
//! - The message is translated, and the target is translated back. Differences to the source are carried.
//! - A carried field is restored if the result still maps to the visible message. An edit of the message wins over the
//!   carry.
//! - Fields that the message does not show are restored as well. Derived fields, such as a summary, are restored only
//!   while the values that they derive from are unchanged, see [`DerivedField`].
//! - Unsafe values are not restored. They stay in the carry and are reported in a note.
//! - Nothing is restored that would make a message that its readers refuse.

use super::{
    carry::{CarriedField, Carry, Layer},
    depth,
    derived::{DerivedField, ValueAt, VisibleMessage},
    difference::{self, Change},
    inverse::{Inverse, JsonInverse, TypedInverse, whole},
    keyed_list::{CoupledFields, KeyedList, SplitMessage},
    message_types::{Translatable, payload},
    notes::{FieldOutcomes, Notes},
    places::{has_parts, is_above, parts_outside},
    rules::OtherRules,
    translation::TranslationCx,
};
use crate::{Dialect, Refusal};
use std::{
    cell::OnceCell,
    collections::{BTreeMap, BTreeSet},
};
use wire::{Payload, Pointer};

/// An upper bound for the attempts to restore the fields of an edited message.
const ATTEMPTS: usize = 64;

/// A placeholder in a target for a value that neither the message nor the context supplies. A carry may replace it.
pub(crate) const UNKNOWN: &str = "\0unknown";

/// The properties of one direction of a mapping that the lens needs.
pub(crate) struct Direction {
    /// The dialect of the source.
    pub(crate) from: Dialect,
    /// The dialect of the target.
    pub(crate) to: Dialect,
    /// The depth down to which differences are carried field by field.
    pub(crate) levels: usize,
    /// The list whose elements are identified by a key.
    pub(crate) list: Option<KeyedList>,
    /// The fields that are restored only together.
    pub(crate) coupled: CoupledFields,
    /// The derived fields of the source, and those of the target.
    pub(crate) source_derived: &'static [DerivedField],
    pub(crate) target_derived: &'static [DerivedField],
    /// Returns the reason why a value is unsafe at a place of the source, or of the target.
    pub(crate) source_is_unsafe: Judge,
    pub(crate) target_is_unsafe: Judge,
    pub(crate) others: &'static OtherRules,
}

/// Returns the reason why a value is unsafe at a place, if it is.
pub(crate) type Judge = fn(&str, &Payload) -> Option<&'static str>;

impl Direction {
    /// Creates a direction without lists, coupled fields, derived fields and unsafe values.
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

/// A target after its carry was applied.
struct ReconciledTarget {
    /// The restored target as JSON; `None` if nothing was restored.
    made: Option<Payload>,
    /// The back-translation of the target, if it is known already.
    back: Option<Payload>,
    fields: FieldOutcomes,
}

/// The carried fields of a target, sorted by how they can be restored.
struct SortedCarry<'a> {
    /// Derived fields whose visible values are unchanged since they were carried; restored without checking.
    known: Vec<&'a CarriedField>,
    /// Fields that must be checked by translating back.
    changes: Vec<&'a CarriedField>,
    /// Derived fields whose visible values were edited.
    edited: Vec<Pointer>,
    /// Unsafe fields, with the reasons.
    quarantined: Vec<(Pointer, &'static str)>,
    /// The layer that keeps the unsafe fields.
    quarantine: Layer,
}

impl Direction {
    /// Applies the incoming carry to a plain target, and returns the target with the carry for its way back. `back`
    /// translates a target back.
    ///
    /// # Errors
    /// Refuses a target that would nest too deeply.
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

    /// Reconciles with several inverse functions. Restoring may use the session-aware one. Differences to the stateless
    /// inverse are carried.
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

    /// Restores every carried field of an unedited message without writing JSON. Returns `None` and changes nothing if
    /// that is not possible.
    ///
    /// The fields that the carry restores may have any value in `plain_target`, so the caller need not compute them.
    /// `is_counterpart` returns `true` if a target translates back to the message.
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

    /// Reconciles on JSON values instead of types. The returned target is `None` if it equals the plain target.
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
            // Nothing is restored, so the target need not be read again.
            let (carried, back) = inverse.changes_from_plain_target(self.levels);
            let fields = FieldOutcomes { carried, ..FieldOutcomes::default() };
            let mut settled = ReconciledTarget { made: None, back, fields };
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

    /// Restores the carried fields that fit. Returns the reconciled target and the layer with the unsafe fields.
    fn restore(&self, inverse: &dyn JsonInverse, kept: Layer) -> (ReconciledTarget, Layer) {
        let source = inverse.source();
        // A target that nests too deeply is refused later, with its place in the message.
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
        // The message is unedited and every field fits.
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
            return (ReconciledTarget { made: Some(all), back: target, fields }, quarantine);
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
            // If the whole list was carried, its elements cannot be identified.
            let is_whole = |pointer: &str| pointer.is_empty() || pointer == list.to;
            !changes.iter().any(|(pointer, _)| is_whole(pointer.as_str()))
        });
        let mut target = back(&made);
        if !changes.is_empty() {
            let all = difference::apply(&made, &changes);
            let back_of_all = if is_readable(&all) { back(&all) } else { None };
            if all == made {
                // The carried fields do not affect this message.
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
        (ReconciledTarget { made: Some(made), back: target, fields }, quarantine)
    }

    /// Diffs the back-translation against the source.
    fn diff_to_source(&self, target: Option<&Payload>, source: &Payload) -> Vec<Change> {
        target
            .map_or_else(|| whole(source), |target| difference::changes_between(target, source, self.levels))
    }

    /// Sorts the carried fields by how they can be restored.
    fn sort_carry<'k>(&self, kept: &'k Layer, shown: &VisibleMessage<'_>) -> SortedCarry<'k> {
        let (known, changes, edited, quarantined) = Default::default();
        let mut sorted = SortedCarry { known, changes, edited, quarantined, quarantine: Layer::of(self.to) };
        // A foreign carry may repeat a field.
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

    /// Returns the places of lost values, as notes name them.
    ///
    /// The carry keeps some values whole although only a part is lost. In that case the places of the lost parts are
    /// returned, unless a note is about the whole value. Places that notes already call lost are excluded from the values
    /// that contain them.
    fn lost_places(
        &self,
        inverse: &dyn JsonInverse,
        settled: &mut ReconciledTarget,
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

    fn lost_parts(
        &self,
        inverse: &dyn JsonInverse,
        settled: &mut ReconciledTarget,
        notes: &Notes,
    ) -> Vec<Pointer> {
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

    /// Completes the notes, and returns the layer with the source fields that must be carried.
    fn finish(
        &self,
        inverse: &dyn JsonInverse,
        settled: &mut ReconciledTarget,
        own: &Layer,
        mut notes: Notes,
        tcx: &mut TranslationCx<'_>,
    ) -> Layer {
        // An unsafe value stays in the carry until another value takes its place.
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
            // The keys as they are after the first back-translation.
            if let Some(target) = back.or_else(|| inverse.back(made())) {
                list.keys_of_carried(&carried, made(), &target)
                    .into_iter()
                    .for_each(|(at, key)| layer.keep_visible(at, key));
            }
        }
        layer
    }
}

impl ReconciledTarget {
    /// Returns the reconciled target as JSON.
    fn target<'a>(&'a self, inverse: &'a dyn JsonInverse) -> &'a Payload {
        self.made.as_ref().unwrap_or_else(|| inverse.plain_target())
    }
}

/// Tries to restore all fields of each element, and then one field of each element at a time. A field is restored if it
/// does not move the back-translation away from the source.
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
            // A failed back-translation of several fields does not tell which field is at fault.
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
        Context, RequestedOutputs, Rule,
        lens::Step,
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
        let mut tcx = TranslationCx::new(
            Step::new(Dialect::Mcp2025_06, Dialect::ActionsJson),
            0,
            &carry,
            &cx,
            RequestedOutputs { carry: true, notes: true },
        );
        let notes = tcx.notes();
        direction.reconcile(&list(&["a"]), list(&["a"]), notes, back, &mut tcx).unwrap().1
    }

    #[test]
    fn a_source_without_an_inverse_is_carried_whole() {
        assert!(reconciled_carry(|target| Some(target.clone())).is_empty());
        let carry = reconciled_carry(|_| None);
        let [field] = &carry.layers[0].fields[..] else { panic!("{carry:?}") };
        assert_eq!((field.pointer.as_str(), field.value.clone()), ("", Some(payload(&list(&["a"])))));
    }
}
