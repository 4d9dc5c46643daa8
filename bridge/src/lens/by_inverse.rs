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
    derived::{ValueAt, VisibleMessage},
    difference::{self, Change},
    field_map::{FieldMap, FieldOutcomes, RequestedNotes},
    inverse::{Inverse, JsonInverse, TypedInverse, whole},
    keyed_list::KeyedList,
    losses::Losses,
    message_types::Translatable,
    places::{has_parts, is_above, is_in, parts_outside},
    reconcile::{Direction, SortedCarry, changes},
    translation::{Translated, TranslationCx},
};
use crate::Refusal;
use std::collections::BTreeSet;
use wire::{Payload, Pointer};

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

impl Direction {
    /// Applies the incoming carry to a plain target, and returns the target with the carry for its way back. `back`
    /// translates a target back.
    ///
    /// # Errors
    /// Refuses a target that would nest too deeply.
    pub(crate) fn reconcile_by_inverse<Message: Translatable, Image: Translatable>(
        &self,
        message: &Message,
        plain_target: Image,
        fields: FieldMap,
        back: impl Fn(&Image) -> Result<Message, Refusal>,
        tcx: &mut TranslationCx<'_>,
    ) -> Result<Translated<Image>, Refusal> {
        self.reconcile_by_inverses(
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
    pub(crate) fn reconcile_by_inverses<Message: Translatable, Image: Translatable>(
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
        let (mut settled, quarantine) = self.restore_by_inverse(inverse, kept, &fields);
        let layer = self.finish(inverse, &mut settled, &own, fields, tcx);
        // A target that was restored in its type is known to be shallow.
        if let Made::Json(made) = &settled.made {
            fits(&|| made.clone())?;
        }
        Ok((settled.made, rest.with(quarantine).with(layer)))
    }

    /// Restores the carried fields whose visible values are unchanged. Returns the reconciled target and the layer with
    /// the unsafe fields.
    fn restore_by_inverse(
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
        } = self.sort_carry(
            kept,
            &VisibleMessage::new(&at, &|| inverse.source()),
            &|_| false,
        );
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
            self.merged_by_inverse(inverse, field)
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
    fn merged_by_inverse(
        &self,
        inverse: &dyn JsonInverse,
        field: &CarriedField,
    ) -> Option<Payload> {
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
            Some((
                field.pointer.clone(),
                Some(self.merged_by_inverse(inverse, field)?),
            ))
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

    /// Returns the places of lost values, as notes name them.
    ///
    /// The carry keeps some values whole although only a part is lost. In that case the places of the lost parts are
    /// returned, unless a note is about the whole value. Places that notes already call lost are excluded from the values
    /// that contain them.
    fn lost_places_by_inverse(
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
        let parts = difference::places(back, inverse.source(), difference::LEVELS, &kept);
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
            let is_safe = value.as_str().is_none_or(|text| {
                (self.source_is_unsafe)(field.pointer.as_str(), &text).is_none()
            });
            if is_safe || !seen.insert(&field.pointer) {
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
            let text = value.as_ref().and_then(Payload::as_str);
            text.is_some_and(|text| (self.source_is_unsafe)(pointer.as_str(), &text).is_some())
        };
        settled.fields.set_aside = settled
            .fields
            .carried
            .iter()
            .filter(is_unsafe)
            .map(|(pointer, _)| pointer.clone())
            .collect();
        let mut lost = if tcx.requested.notes != RequestedNotes::None {
            self.lost_places_by_inverse(inverse, settled, &fields)
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
        fields.record_outcomes(&mut settled.fields, (&lost, &|_| None), self.others);
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
                list.keys_of_carried(&carried_places, &target, &Losses::default())
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
        Context, Dialect, RequestedOutputs, Rule,
        lens::{OtherRules, Step},
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
                notes: RequestedNotes::All,
            },
        );
        let fields = tcx.notes();
        direction
            .reconcile_by_inverse(&list(&["a"]), list(&["a"]), fields, back, &mut tcx)
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
