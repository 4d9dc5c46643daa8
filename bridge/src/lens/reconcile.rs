//! The lens around the two functions of a mapping. All mappings share this code.
//!
//! A mapping consists of two plain functions, forward and backward, that do not deal with carries. In addition, it
//! states which fields of a source do not come back from a target. The lens adds the rest:
//!
//! - There: the fields that do not come back are carried, each with what is visible of it. The notes of the mapping name the
//!   places of the target that show a field.
//! - Back: a carried field is restored if its visible places are as they were, or if the target does not show it. An edit of
//!   the message wins over the carry.
//! - Unsafe values are not restored. They stay in the carry and are reported in a note.
//!
//! Nothing is translated back. That the stated fields are exactly those that do not come back is a law of the tests, and
//! [`Translator::paranoid`](crate::Translator::paranoid) checks it for each message.

use super::{
    carry::{CarriedField, Carry, Layer, VisibleValue},
    depth,
    derived::{DerivedField, ValueAt, VisibleMessage},
    difference::{self, Change},
    field_map::{FieldMap, FieldOutcomes, RequestedNotes, Verdict},
    keyed_list::KeyedList,
    losses::{Losses, LostField, value_at},
    message_pair::{Check, MessagePair, TypedPair},
    message_types::{Translatable, payload},
    places::{self, is_above, is_in, parts_outside},
    rules::OtherRules,
    translation::{Translated, TranslationCx},
};
use crate::{Dialect, Refusal};
use std::{borrow::Cow, cell::OnceCell};
use wire::{Payload, Pointer};

/// The properties of one direction of a mapping that the lens needs.
pub(crate) struct Direction {
    /// The dialect of the source.
    pub(crate) from: Dialect,
    /// The dialect of the target.
    pub(crate) to: Dialect,
    /// The depth down to which differences are carried field by field.
    pub(crate) levels: usize,
    /// The depth of the fields that a carry has for the dialect of the target. A deeper field is foreign, and is not restored.
    pub(crate) target_levels: usize,
    /// The list whose elements are identified by a key.
    pub(crate) list: Option<KeyedList>,
    /// The fields of source and target that are restored only together, because each of them decides what the others mean.
    pub(crate) coupled: &'static [(&'static str, &'static str)],
    /// The derived fields of the source, and those of the target.
    pub(crate) source_derived: &'static [DerivedField],
    pub(crate) target_derived: &'static [DerivedField],
    /// Returns the reason why a value is unsafe at a place of the source or of the target.
    pub(crate) source_is_unsafe: Judge,
    pub(crate) target_is_unsafe: Judge,
    /// Merges an edited value of the target with its carried form.
    pub(crate) merge: Merge,
    pub(crate) others: &'static OtherRules,
}

/// Returns the reason why a text is unsafe at a place. Returns `None` for a safe text.
pub(crate) type Judge = fn(&str, &str) -> Option<&'static str>;

/// Merges the edited value at a place of the target with its carried value. Returns `None` if only the edited value
/// counts.
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
            target_levels: usize::MAX,
            list: None,
            coupled: &[],
            source_derived: &[],
            target_derived: &[],
            source_is_unsafe: |_, _| None,
            target_is_unsafe: |_, _| None,
            merge: |_, _, _| None,
            others,
        }
    }
}

/// The way back from a target to its source.
pub(crate) struct Returns<'a, Message, Image> {
    /// Adds the fields of the source that do not come back from a target without a carry.
    pub(crate) losses: &'a dyn Fn(&Image, &mut Losses),
    /// Translates a target back. Only a translator that [checks itself](crate::Translator::paranoid) calls this
    /// function.
    pub(crate) back: &'a dyn Fn(&Image) -> Result<Message, Refusal>,
}

impl<'a, Message, Image> Returns<'a, Message, Image> {
    /// Adds a check of the target with its restored fields.
    pub(crate) fn with_check(
        self,
        check: &'a Check<'a, Image>,
    ) -> CheckedReturns<'a, Message, Image> {
        CheckedReturns {
            returns: self,
            check,
        }
    }
}

/// The way back from a target, with a check of the target. If the check refuses a place, the restored fields at that
/// place give way.
pub(crate) struct CheckedReturns<'a, Message, Image> {
    returns: Returns<'a, Message, Image>,
    check: &'a Check<'a, Image>,
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

impl<'a> SortedCarry<'a> {
    /// Creates an empty carry of fields for this dialect.
    fn of(to: Dialect) -> Self {
        Self {
            derived: Vec::new(),
            unedited: Vec::new(),
            edited: Vec::new(),
            quarantined: Vec::new(),
            quarantine: Layer::of(to),
        }
    }

    /// Sorts in the fields that are not derived. `compared` contains each field with its visible value, if the carry
    /// states one. `places` contains the visible places of the fields with a visible value.
    fn add_compared(
        &mut self,
        compared: Vec<(&'a CarriedField, Option<&Payload>)>,
        places: &[&[Pointer]],
        shown: &VisibleMessage<'_>,
    ) {
        let visible_now = match places {
            [] => Vec::new(),
            places => shown.visible_at(places),
        };
        let mut visible_now = visible_now.into_iter();
        for (field, before) in compared {
            let is_unedited = match before {
                Some(before) => visible_now.next().as_ref() == Some(before),
                None => true,
            };
            if is_unedited {
                self.unedited.push(field);
            } else {
                self.edited.push(field);
            }
        }
    }
}

/// The carried fields that can still be restored, and those that gave way to an edit or to a refusal of the target.
struct Candidates<'a> {
    restorable: Vec<&'a CarriedField>,
    edited: Vec<&'a CarriedField>,
}

impl Candidates<'_> {
    /// Moves the candidates for which `gives_way` returns `true` to the edited fields.
    fn give_way(&mut self, gives_way: impl Fn(&CarriedField) -> bool) {
        let Self { restorable, edited } = self;
        restorable.retain(|field| {
            let gives_way = gives_way(field);
            if gives_way {
                edited.push(*field);
            }
            !gives_way
        });
    }
}

/// The state of a carried derived field.
#[derive(Clone, Copy)]
enum DerivedState {
    Unedited,
    Edited,
    /// The carry does not state the visible value of the field.
    Unstated,
}

/// The places of a target that show its source. They are collected and sorted when first needed.
struct ShownPlaces<'f> {
    fields: &'f FieldMap,
    targets: OnceCell<Vec<&'f str>>,
}

impl<'f> ShownPlaces<'f> {
    fn of(fields: &'f FieldMap) -> Self {
        let targets = OnceCell::new();
        Self { fields, targets }
    }

    /// Returns `true` if the source is visible at this place or below it.
    fn contains(&self, place: &str) -> bool {
        let targets = self.targets.get_or_init(|| self.fields.shown_targets());
        targets.binary_search(&place).is_ok() || is_above(place, targets)
    }
}

/// The fields that do not come back, with their values if these are needed.
struct LostValues<'a> {
    losses: &'a Losses,
    /// The values in the order of the losses. Empty if no carry is requested and the types know all values.
    values: Vec<Option<Payload>>,
    /// The unsafe values of the incoming carry that remain in the new carry.
    unsafe_in_carry: Vec<Change>,
}

impl Direction {
    /// Applies the incoming carry to a plain target, and returns the target with the carry for its way back.
    ///
    /// # Errors
    /// Refuses a target that would nest too deeply.
    pub(crate) fn reconcile<Message: Translatable, Image: Translatable>(
        &self,
        message: &Message,
        plain_target: Image,
        fields: FieldMap,
        returns: Returns<'_, Message, Image>,
        tcx: &mut TranslationCx<'_>,
    ) -> Result<Translated<Image>, Refusal> {
        let returns = returns.with_check(&|_| Ok(()));
        self.reconcile_checked(message, plain_target, fields, returns, tcx)
    }

    /// Applies the incoming carry like [`reconcile`](Self::reconcile), and checks the target. If the check refuses a
    /// place, the restored fields at that place give way.
    ///
    /// # Errors
    /// Refuses a target that would nest too deeply.
    pub(crate) fn reconcile_checked<Message: Translatable, Image: Translatable>(
        &self,
        message: &Message,
        plain_target: Image,
        fields: FieldMap,
        checked: CheckedReturns<'_, Message, Image>,
        tcx: &mut TranslationCx<'_>,
    ) -> Result<Translated<Image>, Refusal> {
        let CheckedReturns { returns, check } = checked;
        let pair = TypedPair::new(message, plain_target, returns.losses, check, self.to);
        if tcx.is_plain() {
            self.check_plain_depth(&pair)?;
            return Ok(Translated::plain(pair.into_target()));
        }
        let carry = self.reconcile_pair(&pair, fields, tcx)?;
        if tcx.is_paranoid {
            let back = (returns.back)(pair.typed_target());
            self.check_losses(&pair, back.ok().map(|back| payload(&back)))?;
        }
        Ok(Translated {
            message: pair.into_target(),
            carry,
        })
    }

    fn reconcile_pair(
        &self,
        pair: &dyn MessagePair,
        mut fields: FieldMap,
        tcx: &mut TranslationCx<'_>,
    ) -> Result<Carry, Refusal> {
        let (nothing, mut rest) = (Layer::of(self.to), tcx.carry.without(self.to));
        let incoming = tcx.carry.fields_of(self.to).unwrap_or(&nothing);
        let own = rest.take(self.from);
        let (mut outcomes, quarantine) = match incoming.fields.as_slice() {
            // Most messages came without a carry.
            [] => (FieldOutcomes::default(), None),
            _ => {
                let (outcomes, quarantine) = self.restore(pair, incoming, &fields)?;
                (outcomes, Some(quarantine))
            }
        };
        let mut losses = pair.losses();
        if tcx.is_embedding {
            losses.remove_forms();
        }
        let unsafe_in_carry = self.find_unsafe_fields(pair, &losses, &own);
        let values = if tcx.requested.carry || has_unknown_value(pair, &losses) {
            lost_values(pair, &losses)
        } else {
            Vec::new()
        };
        let lost = LostValues {
            losses: &losses,
            values,
            unsafe_in_carry,
        };
        outcomes.set_aside = self.find_unsafe_places(pair, &lost);
        self.complete_notes(pair, &lost, &mut outcomes, &mut fields, tcx);
        if !pair.is_restored() {
            self.check_plain_depth(pair)?;
        }
        let layer = if tcx.requested.carry {
            self.carry_layer(pair, lost, &fields)
        } else {
            Layer::of(self.from)
        };
        tcx.add_notes(fields);
        match quarantine {
            Some(quarantine) => Ok(rest.with(quarantine).with(layer)),
            None => Ok(rest.with(layer)),
        }
    }

    /// Refuses a plain target that nests too deeply.
    fn check_plain_depth(&self, pair: &dyn MessagePair) -> Result<(), Refusal> {
        match pair.is_plain_target_shallow() {
            true => Ok(()),
            false => self.check_depth(pair, pair.plain_target()),
        }
    }

    fn check_depth(&self, pair: &dyn MessagePair, target: &Payload) -> Result<(), Refusal> {
        depth::refuse_too_deep(
            &|| pair.source().clone(),
            target,
            pair.max_depth(),
            self.others.depth,
        )
    }

    /// Restores the carried fields whose visible values are unchanged. Returns the outcome of each field, and the layer
    /// with the unsafe fields.
    fn restore(
        &self,
        pair: &dyn MessagePair,
        incoming: &Layer,
        fields: &FieldMap,
    ) -> Result<(FieldOutcomes, Layer), Refusal> {
        let (moved, unplaced) = match &self.list {
            Some(list) => {
                let elements = fields.source_elements(list.from, list.to);
                let (layer, unplaced) = list.place(pair.plain_target(), &elements, incoming);
                (Some(layer), unplaced)
            }
            None => (None, Vec::new()),
        };
        let incoming = moved.as_ref().unwrap_or(incoming);
        let value_at = |pointer: &str| pair.source_at(pointer);
        let serialised = || pair.source();
        let visible = VisibleMessage::new(&value_at, &serialised);
        let sorted = self.sort_carry(incoming, &visible, &ShownPlaces::of(fields));
        let mut restorable = sorted.derived;
        restorable.extend(sorted.unedited);
        let mut candidates = Candidates {
            restorable,
            edited: sorted.edited,
        };
        self.keep_coupled_together(&mut candidates);
        let Candidates { restorable, edited } = &candidates;
        // An edited value may be merged with its carried form, which only the text of the target allows.
        let may_restore_typed = edited.is_empty() && !restorable.is_empty();
        if !(may_restore_typed && pair.restore_typed(restorable)) {
            self.restore_in_rounds(pair, &mut candidates)?;
        }
        let mut edited = places_of(&candidates.edited);
        edited.extend(unplaced);
        let outcomes = FieldOutcomes {
            restored: places_of(&candidates.restorable),
            quarantined: sorted.quarantined,
            edited,
            ..FieldOutcomes::default()
        };
        Ok((outcomes, sorted.quarantine))
    }

    /// Restores fields in the text of the target. A restored value may make the target unreadable, although the places
    /// that show it are unedited. In that case, the fields that cause the fault are not restored; the others are.
    fn restore_in_rounds(
        &self,
        pair: &dyn MessagePair,
        candidates: &mut Candidates<'_>,
    ) -> Result<(), Refusal> {
        let merged = self.merge_edited(pair, &candidates.edited);
        for round in 0.. {
            let mut all = changes_of(&candidates.restorable);
            all.extend_from_slice(&merged);
            let target = difference::apply(pair.plain_target(), &all);
            if target == *pair.plain_target() {
                // The carried fields do not affect this message.
                candidates.restorable.clear();
                break;
            }
            self.check_depth(pair, &target)?;
            let Err(faults) = pair.restore(target) else {
                break;
            };
            if candidates.restorable.is_empty() {
                break;
            }
            let faults = faults.get(..MAX_FAULTS).unwrap_or(&faults);
            if !self.give_way_to_faults(faults, candidates) || round == MAX_ROUNDS {
                candidates.give_way(|_| true);
            }
        }
        Ok(())
    }

    /// Moves the fields at the places at fault to the edited ones. If there are none, moves the fields of the list
    /// elements at fault. Returns `false` if there are none either.
    fn give_way_to_faults(&self, faults: &[Pointer], candidates: &mut Candidates<'_>) -> bool {
        let before = candidates.edited.len();
        candidates.give_way(|field| {
            let mut faults = faults.iter();
            faults.any(|fault| is_overlapping(&field.pointer, fault))
        });
        if candidates.edited.len() == before {
            candidates.give_way(|field| {
                let mut faults = faults.iter();
                faults.any(|fault| self.are_in_one_part(&field.pointer, fault))
            });
        }
        candidates.edited.len() > before
    }

    /// Returns the edited values of the plain target, merged with their carried form.
    fn merge_edited(&self, pair: &dyn MessagePair, edited: &[&CarriedField]) -> Vec<Change> {
        let mut changes = Vec::new();
        for CarriedField { pointer, value } in edited.iter().copied() {
            let Some(carried) = value else { continue };
            let Some(now) = pair.plain_target().get(pointer) else {
                continue;
            };
            if let Some(merged) = (self.merge)(pointer, carried, &now) {
                changes.push((pointer.clone(), Some(merged)));
            }
        }
        changes
    }

    /// Moves coupled fields to the edited ones if one field of the pair was edited.
    fn keep_coupled_together(&self, candidates: &mut Candidates<'_>) {
        if candidates.edited.iter().any(|field| self.is_coupled(field)) {
            candidates.give_way(|field| self.is_coupled(field));
        }
    }

    /// Returns `true` for a field of the target that is restored only together with others.
    fn is_coupled(&self, field: &CarriedField) -> bool {
        let mut coupled = self.coupled.iter();
        coupled.any(|(_, place)| is_in(field.pointer.as_str(), place))
    }

    /// Returns `true` if two places of the target are in the same element of the keyed list, or both outside the list.
    fn are_in_one_part(&self, one: &Pointer, other: &Pointer) -> bool {
        match &self.list {
            Some(list) => list.index_of(one) == list.index_of(other),
            None => true,
        }
    }

    /// Returns the unsafe values of an incoming carry that no new value replaces. They remain in the carry.
    fn find_unsafe_fields(
        &self,
        pair: &dyn MessagePair,
        losses: &Losses,
        own: &Layer,
    ) -> Vec<Change> {
        let mut fields: Vec<Change> = Vec::new();
        for field in &own.fields {
            if unsafe_reason(field, self.source_is_unsafe).is_none() {
                continue;
            }
            let CarriedField { pointer, value } = field;
            let is_taken = fields.iter().any(|(place, _)| place == pointer)
                || losses.fields().iter().any(|lost| lost.place == *pointer);
            if !is_taken && source_value(pair, pointer).is_none() {
                fields.push((pointer.clone(), value.clone()));
            }
        }
        fields
    }

    /// Returns the places of the lost fields whose values are unsafe, which are never restored.
    fn find_unsafe_places(&self, pair: &dyn MessagePair, lost: &LostValues<'_>) -> Vec<Pointer> {
        let mut places = Vec::new();
        for (index, LostField { place, .. }) in lost.losses.fields().iter().enumerate() {
            let value = lost.values.get(index).and_then(Option::as_ref);
            let text = match pair.source_at(place.as_str()) {
                ValueAt::Text(text) => Some(Cow::Borrowed(text)),
                ValueAt::Nothing => None,
                ValueAt::Json(_) | ValueAt::Unknown => value.and_then(Payload::as_str),
            };
            let Some(text) = text else { continue };
            if (self.source_is_unsafe)(place.as_str(), &text).is_some() {
                places.push(place.clone());
            }
        }
        places.extend(lost.unsafe_in_carry.iter().map(|(place, _)| place.clone()));
        places
    }

    /// Corrects the notes by the lost and the restored fields.
    fn complete_notes(
        &self,
        pair: &dyn MessagePair,
        lost: &LostValues<'_>,
        outcomes: &mut FieldOutcomes,
        fields: &mut FieldMap,
        tcx: &TranslationCx<'_>,
    ) {
        let losses = lost.losses;
        let is_simple =
            outcomes.is_empty() && lost.unsafe_in_carry.is_empty() && !losses.has_parts();
        if fields.list.is_empty() && is_simple {
            return self.add_notes_of_losses(losses, &outcomes.set_aside, fields);
        }
        let lost_places = match tcx.requested.notes {
            RequestedNotes::None => Vec::new(),
            _ => self.lost_places(pair, lost, fields),
        };
        if !outcomes.restored.is_empty() {
            self.move_notes_of_restored(pair, &outcomes.restored, fields);
        }
        let notes = losses.notes();
        let note = |place: &Pointer| notes.get(place.as_str()).map(|note| (*note).clone());
        let has_edited = !outcomes.edited.is_empty();
        fields.record_outcomes(outcomes, (&lost_places, &note), self.others);
        if pair.has_removed() || has_edited {
            fields.adjust_to_target(pair.target());
        }
    }

    /// Moves the notes to the places that the restored fields have in the target.
    fn move_notes_of_restored(
        &self,
        pair: &dyn MessagePair,
        restored: &[Pointer],
        fields: &mut FieldMap,
    ) {
        if let Some(list) = &self.list {
            let mut places = restored.iter();
            // A restored list may have its elements in another order.
            if places.any(|at| at.is_root() || at.as_str() == list.to) {
                let moved = list.new_places(pair.plain_target(), pair.target());
                fields.move_elements(list.to, &moved);
            }
        }
        fields.replace(restored, &|| pair.source().clone(), &|| {
            pair.target().clone()
        });
    }

    /// Adds the notes about losses if the mapping added no notes that could be completed.
    fn add_notes_of_losses(&self, losses: &Losses, set_aside: &[Pointer], fields: &mut FieldMap) {
        for LostField {
            place,
            note,
            is_form,
        } in losses.fields()
        {
            if *is_form {
                continue;
            }
            let verdict = if set_aside.contains(place) {
                Verdict::Quarantined
            } else {
                Verdict::Carried
            };
            let (rule, to) = note.clone().unwrap_or((self.others.carried, None));
            fields.enter(verdict, rule, place.clone(), to, "");
        }
    }

    /// Returns the places of lost values for the notes. For a value that is carried whole, these are its lost parts.
    /// Places that a note already calls lost are excluded.
    fn lost_places(
        &self,
        pair: &dyn MessagePair,
        lost: &LostValues<'_>,
        fields: &FieldMap,
    ) -> Vec<Pointer> {
        let losses = lost.losses;
        let sources = if losses.has_parts() {
            fields.sources()
        } else {
            Vec::new()
        };
        let mut places = Vec::new();
        for LostField { place, is_form, .. } in losses.fields() {
            if !is_form {
                add_lost_parts(place, losses, &sources, &mut places);
            }
        }
        for (place, _) in &lost.unsafe_in_carry {
            add_lost_parts(place, losses, &sources, &mut places);
        }
        let noted = fields.losses();
        if noted.is_empty() || !places.iter().any(|place| is_above(place.as_str(), &noted)) {
            return places;
        }
        let values = difference::values(pair.source().text(), &places);
        let mut left = Vec::new();
        for (place, value) in places.iter().zip(values) {
            match value {
                Some(value) if !place.is_root() && is_above(place.as_str(), &noted) => {
                    parts_outside(value, place, &noted, &mut left);
                }
                _ => left.push(place.clone()),
            }
        }
        left
    }

    /// Creates the layer with the carried fields and their visible values.
    fn carry_layer(
        &self,
        pair: &dyn MessagePair,
        lost: LostValues<'_>,
        fields: &FieldMap,
    ) -> Layer {
        let losses = lost.losses;
        let places = losses.fields().iter().map(|lost| lost.place.clone());
        let mut carried: Vec<Change> = places.zip(lost.values).collect();
        carried.extend(lost.unsafe_in_carry);
        let mut visible = self.visible_places(&carried, fields);
        if carried.iter().any(|(place, _)| place.is_root()) {
            visible.push((Pointer::root(), vec![Pointer::root()]));
        }
        let mut layer = Layer::of_changes(self.from, carried);
        let (at, written) = (|pointer: &str| pair.target_at(pointer), || pair.target());
        let shown = VisibleMessage::new(&at, &written);
        for derived in self.source_derived {
            if layer.kept_value(derived.field).is_some() {
                let value = shown.fingerprint(derived.from.iter().copied());
                layer.keep_visible(Pointer::from_static(derived.field), value, Vec::new());
            }
        }
        self.keep_keys(pair, losses, &mut layer);
        let lists: Vec<&[Pointer]> = visible
            .iter()
            .map(|(_, places)| places.as_slice())
            .collect();
        let values = match lists.as_slice() {
            [] => Vec::new(),
            lists => shown.visible_at(lists),
        };
        for ((place, places), value) in visible.into_iter().zip(values) {
            layer.keep_visible(place, value, places);
        }
        layer
    }

    /// Adds the keys of the list elements whose fields the layer contains.
    fn keep_keys(&self, pair: &dyn MessagePair, losses: &Losses, layer: &mut Layer) {
        let Some(list) = self.list else { return };
        let fields = layer.fields.iter();
        let carried: Vec<Pointer> = fields.map(|field| field.pointer.clone()).collect();
        // The source is serialised only for fields of the list.
        if !list.is_in(&carried) {
            return;
        }
        for (place, key) in list.keys_of_carried(&carried, pair.source(), losses) {
            layer.keep_visible(place, key, Vec::new());
        }
    }

    /// Refuses a translation if its stated losses differ from those of the translation back. `back` is the target
    /// translated back.
    fn check_losses(&self, pair: &dyn MessagePair, back: Option<Payload>) -> Result<(), Refusal> {
        let source = pair.source();
        let mut shown: Vec<Change> = match back {
            Some(back) => difference::changes_between(&back, source, self.levels),
            None => vec![(Pointer::root(), Some(source.clone()))],
        };
        let losses = pair.losses();
        let places = losses.fields().iter().map(|lost| lost.place.clone());
        let mut stated: Vec<Change> = places.zip(lost_values(pair, &losses)).collect();
        shown.sort_by(|(one, _), (other, _)| one.cmp(other));
        stated.sort_by(|(one, _), (other, _)| one.cmp(other));
        if shown == stated {
            return Ok(());
        }
        let (place, message) = if let Some((place, _)) = first_missing(&shown, &stated) {
            (
                place,
                "the target does not give back this field, but the mapping does not state its loss",
            )
        } else if let Some((place, _)) = first_missing(&stated, &shown) {
            (
                place,
                "the mapping states the loss of this field, but the target gives it back",
            )
        } else {
            (&Pointer::root(), "the mapping states a loss more than once")
        };
        Err(Refusal::rule_broken(PARANOID, place.clone(), message)
            .hint("report this fault of the bridge with the message, or translate without `Translator::paranoid`"))
    }

    /// Sorts the carried fields by how they can be restored. A field at a visible place counts as edited if the carry
    /// states no visible value for it, because such a carry is foreign.
    fn sort_carry<'k>(
        &self,
        incoming: &'k Layer,
        shown: &VisibleMessage<'_>,
        shown_places: &ShownPlaces<'_>,
    ) -> SortedCarry<'k> {
        let mut sorted = SortedCarry::of(self.to);
        let visible_values = incoming.visible_values();
        // A foreign carry may repeat a field.
        let mut known_states: Vec<(&str, DerivedState)> = Vec::new();
        // The fields that are not derived, with what was visible of them.
        let (mut compared, mut places) = (Vec::new(), Vec::new());
        for field in &incoming.fields {
            let pointer = field.pointer.as_str();
            if let Some(reason) = unsafe_reason(field, self.target_is_unsafe) {
                let value = field.value.clone();
                sorted.quarantine.keep(field.pointer.clone(), value);
                sorted.quarantined.push((field.pointer.clone(), reason));
                continue;
            }
            if field.pointer.segments().count() > self.target_levels {
                sorted.edited.push(field);
                continue;
            }
            let visible = visible_values.get(pointer).copied();
            let mut derived = self.target_derived.iter();
            let Some(derived) = derived.find(|derived| derived.field == pointer) else {
                match visible {
                    Some(visible) if !visible.places.is_empty() => {
                        places.push(visible.places.as_slice());
                        compared.push((field, Some(&visible.value)));
                    }
                    _ if shown_places.contains(pointer) => sorted.edited.push(field),
                    _ => compared.push((field, None)),
                }
                continue;
            };
            let known = known_states.iter().find(|(known, _)| *known == pointer);
            let state = match known {
                Some((_, state)) => *state,
                None => {
                    let state = derived_state(derived, visible, shown);
                    known_states.push((pointer, state));
                    state
                }
            };
            match state {
                DerivedState::Unedited => sorted.derived.push(field),
                DerivedState::Edited => sorted.edited.push(field),
                DerivedState::Unstated if shown_places.contains(pointer) => {
                    sorted.edited.push(field);
                }
                DerivedState::Unstated => compared.push((field, None)),
            }
        }
        sorted.add_compared(compared, &places, shown);
        sorted
    }

    /// Returns the carried fields that the target shows, with the places that show them. Derived fields have places of
    /// their own. A carried whole message is shown by the whole target.
    fn visible_places(
        &self,
        carried: &[Change],
        fields: &FieldMap,
    ) -> Vec<(Pointer, Vec<Pointer>)> {
        let mut shown: Vec<&Pointer> = carried.iter().map(|(pointer, _)| pointer).collect();
        shown.retain(|at| !at.is_root() && !self.is_derived_in_source(at.as_str()));
        // To look through the notes for a few fields is faster than to sort them.
        if shown.len() <= places::FEW {
            shown.retain(|at| fields.is_shown(at.as_str()));
        }
        if shown.is_empty() {
            return Vec::new();
        }
        let edges = fields.edges(self.others);
        let mut visible = Vec::new();
        for at in shown {
            let mut places = edges.targets(at.as_str());
            places.sort_unstable();
            places.dedup();
            if !places.is_empty() {
                visible.push((at.clone(), places));
            }
        }
        visible
    }

    fn is_derived_in_source(&self, place: &str) -> bool {
        let mut derived = self.source_derived.iter();
        derived.any(|derived| derived.field == place)
    }
}

/// Returns the whole target that the incoming carry contains, if the message is as it was when the carry was made. Mappings
/// use it for messages that they cannot translate without their carry.
#[cfg(all(feature = "a2ui", feature = "renditions"))]
pub(crate) fn whole_target<Message: Translatable, Image: Translatable>(
    message: &Message,
    to: Dialect,
    tcx: &TranslationCx<'_>,
) -> Option<Image> {
    let layer = tcx.carry.fields_of(to)?;
    let mut fields = layer.fields.iter();
    let carried = fields.find(|field| field.pointer.is_root())?;
    let before = layer.visible_values().get("").copied()?;
    let source = payload(message);
    let (at, written) = (|pointer: &str| message.at(pointer), || &source);
    let shown = VisibleMessage::new(&at, &written);
    let now = shown.visible_at(&[&[Pointer::root()]]);
    if now.first() != Some(&before.value) {
        return None;
    }
    Image::read_as(carried.value.as_ref()?, to).ok()
}

/// The maximum number of attempts to restore fields. After the last one, all remaining fields give way. Each attempt
/// reads the target.
const MAX_ROUNDS: usize = 8;

/// The maximum number of places at fault in one attempt. Each place is compared with each carried field.
const MAX_FAULTS: usize = 64;

/// The rule that refuses a translation whose stated losses differ from those of the translation back.
const PARANOID: &str = "translator/paranoid";

/// Returns the value at a place of the source. Returns `None` if the source lacks the field.
fn source_value(pair: &dyn MessagePair, place: &Pointer) -> Option<Payload> {
    value_at(pair.source_at(place.as_str()), place, || pair.source())
}

/// Returns `true` if the type of the source does not know the value of a lost field.
fn has_unknown_value(pair: &dyn MessagePair, losses: &Losses) -> bool {
    losses
        .fields()
        .iter()
        .any(|lost| matches!(pair.source_at(lost.place.as_str()), ValueAt::Unknown))
}

/// Returns the values of the lost fields. An absent field has the value `None`.
fn lost_values(pair: &dyn MessagePair, losses: &Losses) -> Vec<Option<Payload>> {
    let mut values = Vec::with_capacity(losses.fields().len());
    for LostField { place, .. } in losses.fields() {
        match pair.source_at(place.as_str()) {
            ValueAt::Unknown => return written_values(pair, losses),
            known => values.push(value_at(known, place, || pair.source())),
        }
    }
    values
}

/// Returns the values of the lost fields from the text of the source. Reads the text once for all fields.
fn written_values(pair: &dyn MessagePair, losses: &Losses) -> Vec<Option<Payload>> {
    let places = losses.fields().iter().map(|lost| lost.place.clone());
    let places: Vec<Pointer> = places.collect();
    let mut values = Vec::with_capacity(places.len());
    for text in difference::values(pair.source().text(), &places) {
        values.push(match text {
            Some(text) => Payload::parse(text).ok(),
            None => None,
        });
    }
    values
}

/// Returns the reason why the value of a carried field is unsafe. Returns `None` for a safe value.
fn unsafe_reason(field: &CarriedField, judge: Judge) -> Option<&'static str> {
    let text = field.value.as_ref()?.as_str()?;
    judge(field.pointer.as_str(), &text)
}

/// Compares a derived field with its visible value in the carry.
fn derived_state(
    derived: &DerivedField,
    visible: Option<&VisibleValue>,
    shown: &VisibleMessage<'_>,
) -> DerivedState {
    match visible {
        None => DerivedState::Unstated,
        Some(visible) if shown.fingerprint(derived.from.iter().copied()) == visible.value => {
            DerivedState::Unedited
        }
        Some(_) => DerivedState::Edited,
    }
}

/// Adds a lost place, or the lost parts of its value if notes must name them. `sources` are the places of the notes.
fn add_lost_parts(place: &Pointer, losses: &Losses, sources: &[&str], places: &mut Vec<Pointer>) {
    let parts = losses.parts_of(place);
    // A note about the whole value says enough, unless other notes are about its parts.
    let name = place.as_str();
    if parts.is_empty() || sources.binary_search(&name).is_ok() && !is_above(name, sources) {
        places.push(place.clone());
    } else {
        places.extend_from_slice(parts);
    }
}

/// Returns the first of these changes that is not among the others.
fn first_missing<'c>(changes: &'c [Change], others: &[Change]) -> Option<&'c Change> {
    changes.iter().find(|change| !others.contains(change))
}

fn is_overlapping(one: &Pointer, other: &Pointer) -> bool {
    is_in(one.as_str(), other.as_str()) || is_in(other.as_str(), one.as_str())
}

fn places_of(fields: &[&CarriedField]) -> Vec<Pointer> {
    fields.iter().map(|field| field.pointer.clone()).collect()
}

fn changes_of(fields: &[&CarriedField]) -> Vec<Change> {
    fields
        .iter()
        .map(|field| (field.pointer.clone(), field.value.clone()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Context, Rule,
        lens::{Step, translation::RequestedOutputs},
    };
    use aap::{Interaction, Verb};

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

    /// Reconciles a record with itself as its target, in a mapping that states the loss of `lost`.
    fn reconciled(
        lost: &[&'static str],
        back: &dyn Fn(&Interaction) -> Result<Interaction, Refusal>,
        is_paranoid: bool,
        carry: &Carry,
    ) -> Result<Carry, Refusal> {
        let (from, to) = (Dialect::Aap, Dialect::ActionsJson);
        let record = Interaction::new("1", "2026-05-18T15:30:00Z", "a.html", Verb::Click, "s");
        let cx = Context::default();
        let requested = RequestedOutputs::default();
        let mut tcx = TranslationCx {
            is_paranoid,
            ..TranslationCx::new(Step::new(from, to), 0, carry, &cx, requested)
        };
        let returns = Returns {
            losses: &|_, losses| lost.iter().for_each(|place| losses.add_static(place)),
            back,
        };
        let direction = Direction::new(from, to, 1, &OTHERS);
        let fields = tcx.fields();
        let target = record.clone();
        let translated = direction.reconcile(&record, target, fields, returns, &mut tcx)?;
        Ok(translated.carry)
    }

    #[test]
    fn a_message_is_translated_back_only_if_the_translator_is_paranoid() {
        let count = std::cell::Cell::new(0);
        let back = |record: &Interaction| {
            count.set(count.get() + 1);
            Ok(record.clone())
        };
        let mut incoming = Layer::of(Dialect::ActionsJson);
        incoming.keep(Pointer::from_static("/x"), Some(Payload::null()));
        for carry in [Carry::default(), Carry::default().with(incoming)] {
            reconciled(&["/id"], &back, false, &carry).unwrap();
            reconciled(&[], &back, false, &carry).unwrap();
        }
        assert_eq!(count.get(), 0);
        reconciled(&[], &back, true, &Carry::default()).unwrap();
        assert_eq!(count.get(), 1);
    }

    #[test]
    fn a_paranoid_translator_refuses_losses_that_the_reverse_translation_does_not_show() {
        let nothing = Carry::default();
        let same = |record: &Interaction| Ok(record.clone());
        let without_id = |record: &Interaction| {
            let mut record = record.clone();
            record.id = "2".into();
            Ok(record)
        };
        for (lost, back, place) in [
            (&["/id"][..], &same as &dyn Fn(&Interaction) -> _, "/id"),
            (&[], &without_id, "/id"),
            (&["/summary"], &without_id, "/id"),
        ] {
            let refusal = reconciled(lost, back, true, &nothing).unwrap_err();
            assert_eq!(
                (refusal.rule(), refusal.pointer().as_str()),
                (PARANOID, place)
            );
        }
        let carry = reconciled(&["/id"], &without_id, true, &nothing).unwrap();
        let fields = &carry.layers[0].fields;
        assert_eq!(fields[0].value, Some(Payload::string("1")));
    }

    #[test]
    fn a_source_that_does_not_round_trip_is_carried_completely() {
        let refused = |_: &Interaction| Err(Refusal::rule_broken(RULE.id, Pointer::root(), "none"));
        let carry = reconciled(&[""], &refused, true, &Carry::default()).unwrap();
        let layer = &carry.layers[0];
        assert!(layer.fields[0].pointer.is_root() && !layer.is_of_whole_message());
    }
}
