//! The lens around the two functions of a mapping. It is the same for all mappings.
//!
//! A mapping consists of two plain functions, forward and backward, that do not deal with carries. The lens adds the
//! rest:
//!
//! - The message is translated, and the target is translated back. Differences to the source are carried, each with what is
//!   visible of it: the notes of the mapping name the places of the target that show a field.
//! - A carried field is restored if its visible places are as they were. A field that the target does not show is restored as
//!   well. An edit of the message wins over the carry.
//! - The result is translated back once. If that does not give the visible message, the fields of the elements at fault give
//!   way, and then all fields. Derived fields do not give way, because their translation needs a clock or an old state of a
//!   surface, see [`DerivedField`].
//! - Unsafe values are not restored. They stay in the carry and are reported in a note.

use super::{
    carry::{CarriedField, Carry, Layer},
    depth,
    derived::{DerivedField, ValueAt, VisibleMessage},
    difference::{self, Change},
    field_map::{FieldMap, FieldOutcomes},
    inverse::{Inverse, JsonInverse, TypedInverse, whole},
    keyed_list::KeyedList,
    message_types::Translatable,
    places::{has_parts, is_above, is_in, parts_outside},
    rules::OtherRules,
    translation::{Translated, TranslationCx},
};
use crate::{Dialect, Refusal};
use std::collections::BTreeSet;
use wire::{Payload, Pointer};

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
    /// The fields of source and target that are restored only together, because each of them decides what the others mean.
    pub(crate) coupled: &'static [(&'static str, &'static str)],
    /// The derived fields of the source, and those of the target.
    pub(crate) source_derived: &'static [DerivedField],
    pub(crate) target_derived: &'static [DerivedField],
    /// The fields of the source whose absence means the value that they get in the back-translation. The carry restores the
    /// absence, but without it nothing is lost.
    pub(crate) optional: &'static [&'static str],
    /// Returns the reason why a value is unsafe at a place of the source, or of the target.
    pub(crate) source_is_unsafe: Judge,
    pub(crate) target_is_unsafe: Judge,
    /// Merges an edited value of the target with its carried form.
    pub(crate) merge: Merge,
    pub(crate) others: &'static OtherRules,
}

/// Returns the reason why a value is unsafe at a place, if it is.
pub(crate) type Judge = fn(&str, &Payload) -> Option<&'static str>;

/// Merges the value at a place of the target, which someone edited, with its carried value. Returns `None` if only the
/// edited value counts.
pub(crate) type Merge = fn(&Pointer, &Payload, &Payload) -> Option<Payload>;

impl Direction {
    /// Creates a direction without lists, coupled fields, derived fields and unsafe values.
    pub(crate) const fn new(
        from: Dialect,
        to: Dialect,
        levels: usize,
        others: &'static OtherRules,
    ) -> Self {
        Self {
            from,
            to,
            levels,
            list: None,
            coupled: &[],
            source_derived: &[],
            target_derived: &[],
            optional: &[],
            source_is_unsafe: |_, _| None,
            target_is_unsafe: |_, _| None,
            merge: |_, _, _| None,
            others,
        }
    }
}

/// A target after its carry was applied.
struct ReconciledTarget {
    made: Made,
    /// The back-translation of the target, if it is known already.
    back: Option<Payload>,
    fields: FieldOutcomes,
}

/// The form of a target after its carry was applied.
enum Made {
    /// Nothing was restored.
    Plain,
    /// Every field was restored in the type itself.
    Typed,
    /// The restored target.
    Json(Payload),
}

/// Carried fields that give way together.
#[derive(Clone, PartialEq, Eq)]
enum Part {
    /// The fields at, above or inside a place of the target.
    Place(Pointer),
    /// An element of the keyed list.
    Element(usize),
    /// The coupled fields.
    Coupled,
    /// All other places.
    Rest,
}

/// The carried fields of a target, sorted by how they can be restored.
struct SortedCarry<'a> {
    /// Derived fields whose visible values are unchanged; restored without translating back, which may give other values.
    derived: Vec<&'a CarriedField>,
    /// Other fields whose visible values are unchanged.
    unedited: Vec<&'a CarriedField>,
    /// Fields whose visible values were edited.
    edited: Vec<&'a CarriedField>,
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
        fields: FieldMap,
        back: impl Fn(&Image) -> Result<Message, Refusal>,
        tcx: &mut TranslationCx<'_>,
    ) -> Result<Translated<Image>, Refusal> {
        self.reconcile_with(
            message,
            plain_target,
            fields,
            Inverse {
                back: &back,
                back_in_session: None,
            },
            tcx,
        )
    }

    /// Reconciles with several inverse functions. Restoring may use the session-aware one. Differences to the stateless
    /// inverse are carried.
    pub(crate) fn reconcile_with<Message: Translatable, Image: Translatable>(
        &self,
        message: &Message,
        plain_target: Image,
        fields: FieldMap,
        inverse: Inverse<'_, Message, Image>,
        tcx: &mut TranslationCx<'_>,
    ) -> Result<Translated<Image>, Refusal> {
        let typed = TypedInverse::new(message, &plain_target, inverse, self.to);
        let (made, carry) = self.reconcile_json(&typed, fields, tcx)?;
        let (last, restored) = (typed.last.into_inner(), typed.typed.into_inner());
        let target = match made {
            Made::Plain => plain_target,
            Made::Typed => restored.unwrap_or(plain_target),
            Made::Json(made) => match last.filter(|(read, _)| read.text() == made.text()) {
                Some((_, target)) => target,
                None => Image::read_as(&made, self.to)?,
            },
        };
        Ok(Translated {
            message: target,
            carry,
        })
    }

    /// Reconciles on JSON values instead of types.
    fn reconcile_json(
        &self,
        inverse: &dyn JsonInverse,
        fields: FieldMap,
        tcx: &mut TranslationCx<'_>,
    ) -> Result<(Made, Carry), Refusal> {
        let fits = |target: &dyn Fn() -> Payload| {
            depth::fits(
                &|| inverse.source().clone(),
                &target(),
                inverse.max_depth(),
                self.others.depth,
            )
        };
        let plain_fits = || match inverse.is_plain_target_shallow() {
            true => Ok(()),
            false => fits(&|| inverse.plain_target().clone()),
        };
        if tcx.is_plain() {
            plain_fits()?;
            return Ok((Made::Plain, Carry::default()));
        }
        let (nothing, mut rest) = (Layer::of(self.to), tcx.carry.without(self.to));
        let kept = tcx.carry.fields_of(self.to).unwrap_or(&nothing);
        let own = rest.take(self.from);
        if kept.fields.is_empty() && own.fields.is_empty() {
            // Nothing is restored, so the target need not be read again.
            let (carried, back) = inverse.changes_from_plain_target(self.levels);
            let outcomes = FieldOutcomes {
                carried,
                ..FieldOutcomes::default()
            };
            let mut settled = ReconciledTarget {
                made: Made::Plain,
                back,
                fields: outcomes,
            };
            let layer = self.finish(inverse, &mut settled, &own, fields, tcx);
            plain_fits()?;
            return Ok((Made::Plain, rest.with(layer)));
        }
        let (mut settled, quarantine) = self.restore(inverse, kept, &fields);
        let layer = self.finish(inverse, &mut settled, &own, fields, tcx);
        // A target that was restored in its type is known to be shallow.
        if let Made::Json(made) = &settled.made {
            fits(&|| made.clone())?;
        }
        Ok((settled.made, rest.with(quarantine).with(layer)))
    }

    /// Restores the carried fields whose visible values are unchanged. Returns the reconciled target and the layer with
    /// the unsafe fields.
    fn restore(
        &self,
        inverse: &dyn JsonInverse,
        kept: &Layer,
        fields: &FieldMap,
    ) -> (ReconciledTarget, Layer) {
        let placed;
        let (kept, gone) = match &self.list {
            Some(list) => {
                let (layer, gone) = list.place(
                    inverse.plain_target(),
                    &fields.source_elements(list.from, list.to),
                    kept,
                );
                placed = layer;
                (&placed, gone)
            }
            None => (kept, Vec::new()),
        };
        let at = |pointer: &str| inverse.source_at(pointer);
        let SortedCarry {
            derived,
            unedited,
            edited: mut edited_fields,
            quarantined,
            quarantine,
        } = self.sort_carry(kept, &VisibleMessage::new(&at, &|| inverse.source()));
        let mut edited: Vec<Pointer> = edited_fields
            .iter()
            .map(|field| field.pointer.clone())
            .collect();
        edited.extend(gone);
        let mut fields = FieldOutcomes {
            quarantined,
            ..FieldOutcomes::default()
        };
        let all: Vec<&CarriedField> = derived.iter().chain(&unedited).copied().collect();
        if edited.is_empty() && !all.is_empty() {
            let made = match inverse.restore_typed(&all) {
                true => Some(Made::Typed),
                false => self.restore_all(inverse, &all).map(Made::Json),
            };
            if let Some(made) = made {
                fields.restored = all.iter().map(|field| field.pointer.clone()).collect();
                let mut settled = ReconciledTarget {
                    made,
                    back: None,
                    fields,
                };
                if inverse.has_session_inverse() {
                    settled.back = inverse.back(settled.target(inverse));
                    settled.fields.carried =
                        self.diff_to_source(settled.back.as_ref(), inverse.source());
                }
                return (settled, quarantine);
            }
        }
        let mut made = inverse.plain_target().clone();
        let with_derived = difference::apply(&made, &changes(&derived));
        match derived.is_empty() || is_readable(inverse, &with_derived) {
            true => {
                made = with_derived;
                fields
                    .restored
                    .extend(derived.iter().map(|field| field.pointer.clone()));
            }
            false => edited.extend(derived.iter().map(|field| field.pointer.clone())),
        }
        // A field without a visible value may have been edited as well.
        let is_edited = |field: &&CarriedField| {
            self.merged(inverse, field)
                .is_some_and(|merged| Some(merged) != field.value)
        };
        let (merged, unedited): (Vec<_>, Vec<_>) = unedited.into_iter().partition(is_edited);
        edited.extend(merged.iter().map(|field| field.pointer.clone()));
        edited_fields.extend(merged);
        self.merge_edited(inverse, &edited_fields, &mut made);
        let mut back = inverse.back_in_session(&made).ok();
        let (restored, given_way) = self.restore_unedited(inverse, &mut made, &mut back, unedited);
        let has_merged = self.merge_edited(inverse, &given_way, &mut made);
        fields.restored.extend(restored);
        fields.edited.extend(
            given_way
                .into_iter()
                .map(|field| field.pointer.clone())
                .chain(edited),
        );
        if has_merged || inverse.has_session_inverse() {
            back = inverse.back(&made);
        }
        fields.carried = self.diff_to_source(back.as_ref(), inverse.source());
        (
            ReconciledTarget {
                made: Made::Json(made),
                back,
                fields,
            },
            quarantine,
        )
    }

    /// Merges the value of the plain target with the carried one.
    fn merged(&self, inverse: &dyn JsonInverse, field: &CarriedField) -> Option<Payload> {
        let (kept, now) = (
            field.value.as_ref()?,
            inverse.plain_target().get(&field.pointer)?,
        );
        (self.merge)(&field.pointer, kept, &now)
    }

    /// Merges edited values of the plain target with their carried form. Returns `true` if there are any.
    fn merge_edited(
        &self,
        inverse: &dyn JsonInverse,
        edited: &[&CarriedField],
        made: &mut Payload,
    ) -> bool {
        let merged = |field: &&CarriedField| {
            Some((field.pointer.clone(), Some(self.merged(inverse, field)?)))
        };
        let merged: Vec<Change> = edited.iter().filter_map(merged).collect();
        if !merged.is_empty() {
            *made = difference::apply(made, &merged);
        }
        !merged.is_empty()
    }

    /// Restores all fields if the result translates back to exactly the source.
    fn restore_all(&self, inverse: &dyn JsonInverse, all: &[&CarriedField]) -> Option<Payload> {
        let made = difference::apply(inverse.plain_target(), &changes(all));
        let is_source = made.text() != inverse.plain_target().text()
            && inverse
                .back_in_session(&made)
                .is_ok_and(|back| back == *inverse.source());
        is_source.then_some(made)
    }

    /// Restores fields in `made`, whose back-translation is `back`. If the result does not translate to the visible message,
    /// the fields of the list elements at fault give way, and then all fields. Returns the restored fields and the others.
    fn restore_unedited<'k>(
        &self,
        inverse: &dyn JsonInverse,
        made: &mut Payload,
        back: &mut Option<Payload>,
        mut left: Vec<&'k CarriedField>,
    ) -> (Vec<Pointer>, Vec<&'k CarriedField>) {
        let mut given_way = Vec::new();
        let before = back.clone();
        for is_last in [false, true] {
            let all = difference::apply(made, &changes(&left));
            let has_coupled = left
                .iter()
                .any(|field| self.part_of_target(&field.pointer) == Part::Coupled);
            if all == *made {
                // The carried fields do not affect this message.
                break;
            }
            let faults = self.faults(inverse, (&all, has_coupled), &before, back);
            if faults.is_empty() {
                *made = all;
                return (
                    left.iter().map(|field| field.pointer.clone()).collect(),
                    given_way,
                );
            }
            left.retain(|field| {
                let is_at = |fault: &Part| match fault {
                    Part::Place(place) => {
                        is_in(field.pointer.as_str(), place.as_str())
                            || is_in(place.as_str(), field.pointer.as_str())
                    }
                    part => *part == self.part_of_target(&field.pointer),
                };
                let stays = !is_last && !faults.iter().any(is_at);
                if !stays {
                    given_way.push(*field);
                }
                stays
            });
        }
        *back = before;
        (Vec::new(), given_way)
    }

    fn part_of_target(&self, at: &Pointer) -> Part {
        match self.list.and_then(|list| list.index(at)) {
            Some(index) => Part::Element(index),
            None if self
                .coupled
                .iter()
                .any(|(_, field)| is_in(at.as_str(), field)) =>
            {
                Part::Coupled
            }
            None => Part::Rest,
        }
    }

    fn part_of_source(&self, at: &Pointer) -> Part {
        match self.list.and_then(|list| list.source_index(at)) {
            Some(index) => Part::Element(index),
            None if self
                .coupled
                .iter()
                .any(|(field, _)| is_in(at.as_str(), field)) =>
            {
                Part::Coupled
            }
            None => Part::Rest,
        }
    }

    /// Returns the parts of a restored target that do not translate to the visible message. A place is at fault if it changed
    /// by restoring and still differs from the source. Coupled fields are at fault if they differ at all. Sets `back` to the
    /// back-translation.
    fn faults(
        &self,
        inverse: &dyn JsonInverse,
        (restored, restored_coupled): (&Payload, bool),
        before: &Option<Payload>,
        back: &mut Option<Payload>,
    ) -> Vec<Part> {
        // A target that nests too deeply is refused later, with its place in the message.
        let translated = match inverse
            .fault(restored)
            .filter(|_| restored.depth() <= inverse.max_depth())
        {
            Some(fault) => Err(fault),
            None => inverse.back_in_session(restored),
        };
        let after = match &translated {
            Ok(after) => after,
            // A reader reports the first fault only, and the other fields of the element may be at fault as well.
            Err(fault) => match self.part_of_target(fault) {
                Part::Rest => return vec![Part::Place(fault.clone())],
                part => return vec![part],
            },
        };
        let is_same = Some(after) == before.as_ref() && !restored_coupled;
        if after == inverse.source() || is_same {
            *back = translated.ok();
            return Vec::new();
        }
        let wrong: BTreeSet<Pointer> = wire::collect_set(places_between(after, inverse.source()));
        let changed: Vec<Pointer> = match before {
            Some(before) => places_between(before, after).collect(),
            None => wrong.iter().cloned().collect(),
        };
        let mut faults: Vec<Part> = changed
            .iter()
            .filter(|at| has_overlap(&wrong, at))
            .map(|at| self.part_of_source(at))
            .collect();
        if restored_coupled
            && wrong
                .iter()
                .any(|at| self.part_of_source(at) == Part::Coupled)
        {
            faults.push(Part::Coupled);
        }
        *back = translated.ok();
        faults
    }

    /// Diffs the back-translation against the source.
    fn diff_to_source(&self, target: Option<&Payload>, source: &Payload) -> Vec<Change> {
        target.map_or_else(
            || whole(source),
            |target| difference::changes_between(target, source, self.levels),
        )
    }

    /// Sorts the carried fields by how they can be restored.
    fn sort_carry<'k>(&self, kept: &'k Layer, shown: &VisibleMessage<'_>) -> SortedCarry<'k> {
        let (derived, unedited, edited, quarantined) = Default::default();
        let quarantine = Layer::of(self.to);
        let mut sorted = SortedCarry {
            derived,
            unedited,
            edited,
            quarantined,
            quarantine,
        };
        let visible_values = kept.visible_values();
        // A foreign carry may repeat a field.
        let mut seen: Vec<(&str, Option<bool>)> = Vec::new();
        // The fields that are not derived, with what was visible of them.
        let (mut others, mut places) = (Vec::new(), Vec::new());
        for field in &kept.fields {
            let pointer = field.pointer.as_str();
            let reason = field
                .value
                .as_ref()
                .and_then(|value| (self.target_is_unsafe)(pointer, value));
            if let Some(reason) = reason {
                sorted
                    .quarantine
                    .keep(field.pointer.clone(), field.value.clone());
                sorted.quarantined.push((field.pointer.clone(), reason));
                continue;
            }
            let visible = visible_values.get(pointer);
            let Some(derived) = self
                .target_derived
                .iter()
                .find(|derived| derived.field == pointer)
            else {
                let visible = visible.filter(|visible| !visible.places.is_empty());
                places.extend(visible.map(|visible| visible.places.as_slice()));
                others.push((field, visible.map(|visible| &visible.value)));
                continue;
            };
            let is_same = match seen.iter().find(|(known, _)| *known == pointer) {
                Some((_, is_same)) => *is_same,
                None => {
                    let is_same = visible.map(|visible| {
                        shown.fingerprint(derived.from.iter().copied()) == visible.value
                    });
                    seen.push((pointer, is_same));
                    is_same
                }
            };
            match is_same {
                Some(true) => sorted.derived.push(field),
                Some(false) => sorted.edited.push(field),
                None => others.push((field, None)),
            }
        }
        let mut now = if places.is_empty() {
            Vec::new()
        } else {
            shown.visible_at(&places)
        }
        .into_iter();
        for (field, before) in others {
            match before.is_none_or(|before| now.next().as_ref() == Some(before)) {
                true => sorted.unedited.push(field),
                false => sorted.edited.push(field),
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
        fields: &FieldMap,
    ) -> Vec<Pointer> {
        if settled.fields.carried.is_empty() {
            return Vec::new();
        }
        let lost = self.lost_parts(inverse, settled, fields);
        let said = fields.losses();
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
        fields: &FieldMap,
    ) -> Vec<Pointer> {
        let carried = &settled.fields.carried;
        let has_part = carried
            .iter()
            .any(|(_, value)| value.as_ref().is_some_and(has_parts));
        let sources = if has_part {
            fields.sources()
        } else {
            Vec::new()
        };
        let is_part_lost = |(pointer, value): &&Change| {
            let Some(value) = value.as_ref().filter(|value| has_parts(value)) else {
                return false;
            };
            let is_compared = value.is_object() && pointer.segments().count() < self.levels;
            let place = pointer.as_str();
            !is_compared && (sources.binary_search(&place).is_err() || is_above(place, &sources))
        };
        let places = || carried.iter().map(|(pointer, _)| pointer.clone());
        if !carried.iter().any(|change| is_part_lost(&change)) {
            return places().collect();
        }
        if settled.back.is_none() {
            settled.back = inverse.back(settled.target(inverse));
        }
        let Some(back) = &settled.back else {
            return places().collect();
        };
        let elements = fields.elements_in_target();
        let kept = |list: &Pointer| {
            elements
                .get(list.as_str())
                .into_iter()
                .flatten()
                .copied()
                .collect::<Vec<_>>()
        };
        let parts = difference::places(back, inverse.source(), &kept);
        let mut lost = Vec::new();
        for change in carried {
            let first = change.0.member("");
            let below = parts
                .range(&first..)
                .take_while(|part| part.as_str().starts_with(first.as_str()));
            let below: Vec<&Pointer> = if is_part_lost(&change) {
                below.collect()
            } else {
                Vec::new()
            };
            if below.is_empty() {
                lost.push(change.0.clone());
            }
            lost.extend(below.into_iter().cloned());
        }
        lost
    }

    /// Returns `true` if the field is absent in the source, and its absence means the value of the back-translation.
    fn is_equal_if_absent(&self, place: &Pointer, carried: &[Change]) -> bool {
        self.optional.contains(&place.as_str())
            && carried
                .iter()
                .any(|(pointer, value)| pointer == place && value.is_none())
    }

    /// Completes the notes, and returns the layer with the source fields that must be carried.
    fn finish(
        &self,
        inverse: &dyn JsonInverse,
        settled: &mut ReconciledTarget,
        own: &Layer,
        mut fields: FieldMap,
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
                && !settled
                    .fields
                    .carried
                    .iter()
                    .any(|(pointer, _)| *pointer == field.pointer);
            if is_free {
                settled
                    .fields
                    .carried
                    .push((field.pointer.clone(), Some(value.clone())));
            }
        }
        let is_unsafe = |(pointer, value): &&Change| {
            let value = value.as_ref();
            value.is_some_and(|value| (self.source_is_unsafe)(pointer.as_str(), value).is_some())
        };
        settled.fields.set_aside = settled
            .fields
            .carried
            .iter()
            .filter(is_unsafe)
            .map(|(pointer, _)| pointer.clone())
            .collect();
        let mut lost = if tcx.requested.notes {
            self.lost_places(inverse, settled, &fields)
        } else {
            Vec::new()
        };
        lost.retain(|place| !self.is_equal_if_absent(place, &settled.fields.carried));
        let restored = &settled.fields.restored;
        if fields.is_wanted() && !restored.is_empty() {
            let is_whole = |list: &KeyedList| {
                restored
                    .iter()
                    .any(|at| at.is_root() || at.as_str() == list.to)
            };
            if let Some(list) = self.list.filter(is_whole) {
                let made = settled.target(inverse);
                fields.move_elements(list.to, &list.new_places(inverse.plain_target(), made));
            }
            fields.replace(restored, &|| inverse.source().clone(), &|| {
                settled.target(inverse).clone()
            });
        }
        let has_removed = match &settled.made {
            Made::Plain => false,
            Made::Typed => inverse.has_removed(),
            Made::Json(_) => true,
        };
        fields.record_outcomes(&mut settled.fields, &lost, self.others);
        if fields.is_wanted() && has_removed {
            fields.adjust_to_target(settled.target(inverse));
        }
        let carried = std::mem::take(&mut settled.fields.carried);
        let places = if tcx.requested.carry {
            self.visible_places(&carried, &fields)
        } else {
            Vec::new()
        };
        tcx.add_notes(fields);
        if !tcx.requested.carry {
            return Layer::of(self.from);
        }
        let carried_places: Vec<Pointer> =
            carried.iter().map(|(pointer, _)| pointer.clone()).collect();
        let mut layer = Layer::of_changes(self.from, carried);
        let back = settled.back.take();
        let made = || settled.target(inverse);
        let at = |pointer: &str| match settled.made {
            Made::Plain => inverse.plain_target_at(pointer),
            Made::Typed | Made::Json(_) => ValueAt::Unknown,
        };
        let shown = VisibleMessage::new(&at, &made);
        for derived in self.source_derived {
            if layer.kept_value(derived.field).is_some() {
                let value = shown.fingerprint(derived.from.iter().copied());
                layer.keep_visible(Pointer::from_static(derived.field), value, Vec::new());
            }
        }
        if let Some(list) = self.list.filter(|list| list.is_in(&carried_places)) {
            // The keys as they are after the first back-translation.
            if let Some(target) = back.or_else(|| inverse.back(made())) {
                list.keys_of_carried(&carried_places, &target)
                    .into_iter()
                    .for_each(|(at, key)| layer.keep_visible(at, key, Vec::new()));
            }
        }
        let lists: Vec<&[Pointer]> = places.iter().map(|(_, places)| places.as_slice()).collect();
        let values = if lists.is_empty() {
            Vec::new()
        } else {
            shown.visible_at(&lists)
        };
        for ((at, places), value) in places.into_iter().zip(values) {
            layer.keep_visible(at, value, places);
        }
        layer
    }

    /// Returns the carried fields that the target shows, with the places that show them. Derived fields have places of
    /// their own, and the whole message is compared by translating back.
    fn visible_places(
        &self,
        carried: &[Change],
        fields: &FieldMap,
    ) -> Vec<(Pointer, Vec<Pointer>)> {
        let is_derived = |at: &str| {
            self.source_derived
                .iter()
                .any(|derived| derived.field == at)
        };
        let mut shown: Vec<&Pointer> = carried.iter().map(|(pointer, _)| pointer).collect();
        shown
            .retain(|at| !at.is_root() && !is_derived(at.as_str()) && fields.is_shown(at.as_str()));
        if shown.is_empty() {
            return Vec::new();
        }
        let edges = fields.edges(self.others);
        let of = |at: &Pointer| {
            let mut places = edges.targets(at.as_str());
            places.sort_unstable();
            places.dedup();
            (!places.is_empty()).then(|| (at.clone(), places))
        };
        shown.into_iter().filter_map(of).collect()
    }
}

impl ReconciledTarget {
    /// Returns the reconciled target as JSON.
    fn target<'a>(&'a self, inverse: &'a dyn JsonInverse) -> &'a Payload {
        match &self.made {
            Made::Plain => inverse.plain_target(),
            Made::Typed => inverse.typed_target(),
            Made::Json(made) => made,
        }
    }
}

fn changes(fields: &[&CarriedField]) -> Vec<Change> {
    fields
        .iter()
        .map(|field| (field.pointer.clone(), field.value.clone()))
        .collect()
}

/// Returns `true` if a target is valid. A target that nests too deeply is refused later, with its place in the message.
fn is_readable(inverse: &dyn JsonInverse, target: &Payload) -> bool {
    target.depth() > inverse.max_depth() || inverse.fault(target).is_none()
}

/// Returns the places at which two messages differ.
fn places_between(message: &Payload, other: &Payload) -> impl Iterator<Item = Pointer> {
    difference::changes_between(message, other, difference::LEVELS)
        .into_iter()
        .map(|(pointer, _)| pointer)
}

/// Returns `true` if one of these places equals, contains or is inside a place.
fn has_overlap(places: &BTreeSet<Pointer>, at: &Pointer) -> bool {
    let above = std::iter::successors(Some(at.as_str()), |at| {
        at.rsplit_once('/').map(|(above, _)| above)
    });
    let mut above = above.filter_map(|at| Pointer::parse(at).ok());
    let below = at.member("");
    let next = places.range(&below..).next();
    above.any(|at| places.contains(&at))
        || next.is_some_and(|pointer| pointer.as_str().starts_with(below.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Context, RequestedOutputs, Rule,
        lens::Step,
        mcp::{ListToolsResult, Tool},
    };

    const RULE: Rule = Rule {
        id: "a-b/field",
        from: "",
        to: "",
    };
    static OTHERS: OtherRules = OtherRules {
        carried: &RULE,
        restored: &RULE,
        depth: &RULE,
    };

    fn list(names: &[&str]) -> ListToolsResult {
        let tools = names
            .iter()
            .map(|name| Tool::new(*name, Payload::parse(r#"{"type":"object"}"#).unwrap()));
        ListToolsResult::new(tools.collect::<Vec<_>>())
    }

    fn reconciled_carry(
        back: impl Fn(&ListToolsResult) -> Result<ListToolsResult, Refusal>,
    ) -> Carry {
        let direction = Direction::new(Dialect::Mcp2025_06, Dialect::ActionsJson, 4, &OTHERS);
        let (carry, cx) = (Carry::default(), Context::default());
        let mut tcx = TranslationCx::new(
            Step::new(Dialect::Mcp2025_06, Dialect::ActionsJson),
            0,
            &carry,
            &cx,
            RequestedOutputs {
                carry: true,
                notes: true,
            },
        );
        let fields = tcx.notes();
        direction
            .reconcile(&list(&["a"]), list(&["a"]), fields, back, &mut tcx)
            .unwrap()
            .carry
    }

    #[test]
    fn a_source_without_an_inverse_is_carried_whole() {
        assert!(reconciled_carry(|target| Ok(target.clone())).is_empty());
        let carry =
            reconciled_carry(|_| Err(Refusal::rule_broken(RULE.id, Pointer::root(), "no inverse")));
        let [field] = &carry.layers[0].fields[..] else {
            panic!("{carry:?}")
        };
        assert_eq!(
            (field.pointer.as_str(), field.value.clone()),
            ("", Payload::encode(&list(&["a"])).ok())
        );
    }
}
