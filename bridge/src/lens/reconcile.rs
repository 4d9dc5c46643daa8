//! The lens around the two functions of a mapping. It is the same for all mappings.
//!
//! A mapping consists of two plain functions, forward and backward, that do not deal with carries. Beside them, it states
//! which fields of a source do not come back from a target. The lens adds the rest:
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
    carry::{CarriedField, Carry, Layer},
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
    /// The depth of the fields that a carry has for the dialect of the target. A deeper field is foreign, and is not restored.
    pub(crate) target_levels: usize,
    /// The list whose elements are identified by a key.
    pub(crate) list: Option<KeyedList>,
    /// The fields of source and target that are restored only together, because each of them decides what the others mean.
    pub(crate) coupled: &'static [(&'static str, &'static str)],
    /// The derived fields of the source, and those of the target.
    pub(crate) source_derived: &'static [DerivedField],
    pub(crate) target_derived: &'static [DerivedField],
    /// Returns the reason why a value is unsafe at a place of the source, or of the target.
    pub(crate) source_is_unsafe: Judge,
    pub(crate) target_is_unsafe: Judge,
    /// Merges an edited value of the target with its carried form.
    pub(crate) merge: Merge,
    pub(crate) others: &'static OtherRules,
}

/// Returns the reason why a text is unsafe at a place, if it is.
pub(crate) type Judge = fn(&str, &str) -> Option<&'static str>;

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
    /// Translates a target back. Only a translator that checks itself calls it.
    pub(crate) back: &'a dyn Fn(&Image) -> Result<Message, Refusal>,
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
        self.reconcile_checked(message, plain_target, fields, returns, &|_| Ok(()), tcx)
    }

    /// Reconciles with a check of the target. Restored fields at the place of its refusal give way.
    ///
    /// # Errors
    /// Refuses a target that would nest too deeply.
    pub(crate) fn reconcile_checked<Message: Translatable, Image: Translatable>(
        &self,
        message: &Message,
        plain_target: Image,
        fields: FieldMap,
        returns: Returns<'_, Message, Image>,
        check: &Check<'_, Image>,
        tcx: &mut TranslationCx<'_>,
    ) -> Result<Translated<Image>, Refusal> {
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
        let kept = tcx.carry.fields_of(self.to).unwrap_or(&nothing);
        let own = rest.take(self.from);
        let (mut outcomes, quarantine) = match kept.fields.as_slice() {
            [] => Default::default(),
            _ => self.restore(pair, kept, &fields)?,
        };
        let mut losses = pair.losses();
        if tcx.is_embedding {
            losses.remove_forms();
        }
        let kept_unsafe = self.unsafe_fields(pair, &losses, &own);
        let values = match tcx.requested.carry || has_unknown_value(pair, &losses) {
            true => lost_values(pair, &losses),
            false => Vec::new(),
        };
        self.set_aside_unsafe(pair, (&losses, &values), &kept_unsafe, &mut outcomes);
        self.complete_notes(
            pair,
            (&losses, &kept_unsafe),
            &mut outcomes,
            &mut fields,
            tcx,
        );
        if !pair.is_restored() {
            self.check_plain_depth(pair)?;
        }
        let layer = match tcx.requested.carry {
            true => self.carry_layer(pair, (&losses, values), kept_unsafe, &fields),
            false => Layer::of(self.from),
        };
        tcx.add_notes(fields);
        // Most messages came without a carry.
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
        depth::fits(
            &|| pair.source().clone(),
            target,
            pair.max_depth(),
            self.others.depth,
        )
    }

    /// Restores the carried fields whose visible values are unchanged. Returns what became of them, and the layer with the
    /// unsafe fields.
    fn restore(
        &self,
        pair: &dyn MessagePair,
        kept: &Layer,
        fields: &FieldMap,
    ) -> Result<(FieldOutcomes, Option<Layer>), Refusal> {
        let placed;
        let (kept, gone) = match &self.list {
            Some(list) => {
                let (layer, gone) = list.place(
                    pair.plain_target(),
                    &fields.source_elements(list.from, list.to),
                    kept,
                );
                placed = layer;
                (&placed, gone)
            }
            None => (kept, Vec::new()),
        };
        let at = |pointer: &str| pair.source_at(pointer);
        let targets = OnceCell::new();
        let is_shown = |place: &str| {
            let targets = targets.get_or_init(|| fields.shown_targets());
            targets.binary_search(&place).is_ok() || is_above(place, targets)
        };
        let SortedCarry {
            mut derived,
            unedited,
            mut edited,
            quarantined,
            quarantine,
        } = self.sort_carry(
            kept,
            &VisibleMessage::new(&at, &|| pair.source()),
            &is_shown,
        );
        let mut outcomes = FieldOutcomes {
            quarantined,
            edited: gone,
            ..FieldOutcomes::default()
        };
        derived.extend(unedited);
        let mut restorable = derived;
        self.keep_coupled_together(&mut restorable, &mut edited);
        if edited.is_empty() && !restorable.is_empty() && pair.restore_typed(&restorable) {
            outcomes.restored = places_of(&restorable);
            return Ok((outcomes, Some(quarantine)));
        }
        // A restored value may make the target unreadable, although what shows it is unedited. Then the fields at the places
        // at fault give way, or else those of their list elements, or else all.
        let merged = self.merged(pair, &edited);
        for round in 0.. {
            let mut all = changes(&restorable);
            all.extend_from_slice(&merged);
            let target = difference::apply(pair.plain_target(), &all);
            if target == *pair.plain_target() {
                // The carried fields do not affect this message.
                restorable.clear();
                break;
            }
            self.check_depth(pair, &target)?;
            let Err(faults) = pair.restore(target) else {
                break;
            };
            if restorable.is_empty() {
                break;
            }
            let before = edited.len();
            let faults = faults.iter().take(MAX_FAULTS);
            give_way(&mut restorable, &mut edited, &|field| {
                faults
                    .clone()
                    .any(|fault| is_overlapping(&field.pointer, fault))
            });
            if edited.len() == before {
                give_way(&mut restorable, &mut edited, &|field| {
                    faults
                        .clone()
                        .any(|fault| self.are_in_one_part(&field.pointer, fault))
                });
            }
            if edited.len() == before || round == MAX_ROUNDS {
                give_way(&mut restorable, &mut edited, &|_| true);
            }
        }
        outcomes.restored = places_of(&restorable);
        outcomes.edited.splice(0..0, places_of(&edited));
        Ok((outcomes, Some(quarantine)))
    }

    /// Returns the edited values of the plain target, merged with their carried form.
    fn merged(&self, pair: &dyn MessagePair, edited: &[&CarriedField]) -> Vec<Change> {
        let merge = |field: &&CarriedField| {
            let (kept, now) = (
                field.value.as_ref()?,
                pair.plain_target().get(&field.pointer)?,
            );
            let merged = (self.merge)(&field.pointer, kept, &now)?;
            Some((field.pointer.clone(), Some(merged)))
        };
        edited.iter().filter_map(merge).collect()
    }

    /// Moves coupled fields to the edited ones if one of them was edited.
    fn keep_coupled_together<'k>(
        &self,
        restorable: &mut Vec<&'k CarriedField>,
        edited: &mut Vec<&'k CarriedField>,
    ) {
        let is_coupled = |field: &CarriedField| {
            let mut coupled = self.coupled.iter();
            coupled.any(|(_, place)| is_in(field.pointer.as_str(), place))
        };
        if !edited.iter().any(|field| is_coupled(field)) {
            return;
        }
        give_way(restorable, edited, &is_coupled);
    }

    /// Returns `true` if two places of the target are in the same element of the keyed list, or both outside of it.
    fn are_in_one_part(&self, one: &Pointer, other: &Pointer) -> bool {
        let part = |place| self.list.and_then(|list| list.index(place));
        part(one) == part(other)
    }

    /// Returns the unsafe values of an incoming carry. Each stays in the carry until another value takes its place.
    fn unsafe_fields(&self, pair: &dyn MessagePair, losses: &Losses, own: &Layer) -> Vec<Change> {
        let mut fields: Vec<Change> = Vec::new();
        for CarriedField { pointer, value } in &own.fields {
            let text = value.as_ref().and_then(Payload::as_str);
            let is_unsafe =
                text.is_some_and(|text| (self.source_is_unsafe)(pointer.as_str(), &text).is_some());
            if !is_unsafe {
                continue;
            }
            let is_taken = fields.iter().any(|(place, _)| place == pointer)
                || losses.fields().iter().any(|lost| lost.place == *pointer);
            if !is_taken && source_value(pair, pointer).is_none() {
                fields.push((pointer.clone(), value.clone()));
            }
        }
        fields
    }

    /// Sets aside the lost fields whose values are unsafe. They are never restored.
    fn set_aside_unsafe(
        &self,
        pair: &dyn MessagePair,
        (losses, values): (&Losses, &[Option<Payload>]),
        kept_unsafe: &[Change],
        outcomes: &mut FieldOutcomes,
    ) {
        let is_unsafe = |(index, place): &(usize, &Pointer)| {
            let place = place.as_str();
            let text = match pair.source_at(place) {
                ValueAt::Text(text) => Some(Cow::Borrowed(text)),
                ValueAt::Nothing => None,
                _ => values
                    .get(*index)
                    .and_then(Option::as_ref)
                    .and_then(Payload::as_str),
            };
            text.is_some_and(|text| (self.source_is_unsafe)(place, &text).is_some())
        };
        let lost = losses.fields().iter().map(|lost| &lost.place).enumerate();
        let lost = lost.filter(is_unsafe).map(|(_, place)| place);
        let kept = kept_unsafe.iter().map(|(place, _)| place);
        outcomes.set_aside = lost.chain(kept).cloned().collect();
    }

    /// Corrects the notes by what is lost and what was restored.
    fn complete_notes(
        &self,
        pair: &dyn MessagePair,
        (losses, kept_unsafe): (&Losses, &[Change]),
        outcomes: &mut FieldOutcomes,
        fields: &mut FieldMap,
        tcx: &TranslationCx<'_>,
    ) {
        let is_simple = outcomes.is_empty() && kept_unsafe.is_empty() && !losses.has_parts();
        if fields.list.is_empty() && is_simple {
            return self.add_notes_of_losses(losses, &outcomes.set_aside, fields);
        }
        let lost = match tcx.requested.notes {
            RequestedNotes::None => Vec::new(),
            _ => self.lost_places(pair, losses, kept_unsafe, fields),
        };
        let restored = &outcomes.restored;
        if !restored.is_empty() {
            let is_whole = |list: &KeyedList| {
                restored
                    .iter()
                    .any(|at| at.is_root() || at.as_str() == list.to)
            };
            if let Some(list) = self.list.filter(is_whole) {
                let moved = list.new_places(pair.plain_target(), pair.target());
                fields.move_elements(list.to, &moved);
            }
            fields.replace(restored, &|| pair.source().clone(), &|| {
                pair.target().clone()
            });
        }
        let notes = losses.notes();
        let note = |place: &Pointer| notes.get(place.as_str()).map(|note| (*note).clone());
        let has_edited = !outcomes.edited.is_empty();
        fields.record_outcomes(outcomes, (&lost, &note), self.others);
        if pair.has_removed() || has_edited {
            fields.adjust_to_target(pair.target());
        }
    }

    /// Adds the notes about losses if the mapping added none that these could complete.
    fn add_notes_of_losses(&self, losses: &Losses, set_aside: &[Pointer], fields: &mut FieldMap) {
        for LostField { place, note, .. } in losses.fields().iter().filter(|lost| !lost.is_form) {
            let verdict = match set_aside.contains(place) {
                true => Verdict::Quarantined,
                false => Verdict::Carried,
            };
            let (rule, to) = note.clone().unwrap_or((self.others.carried, None));
            fields.enter(verdict, rule, place.clone(), to, "");
        }
    }

    /// Returns the places of lost values, as notes name them: the lost parts of a value that is carried whole, without the
    /// places that notes already call lost.
    fn lost_places(
        &self,
        pair: &dyn MessagePair,
        losses: &Losses,
        kept_unsafe: &[Change],
        fields: &FieldMap,
    ) -> Vec<Pointer> {
        let lost = losses.fields().iter().filter(|lost| !lost.is_form);
        let lost = lost.map(|lost| &lost.place);
        let lost = lost.chain(kept_unsafe.iter().map(|(place, _)| place));
        let sources = match losses.has_parts() {
            true => fields.sources(),
            false => Vec::new(),
        };
        // A note about the whole value says enough, unless other notes are about its parts.
        let is_noted_whole =
            |place: &str| sources.binary_search(&place).is_ok() && !is_above(place, &sources);
        let mut places = Vec::new();
        for place in lost {
            match losses.parts_of(place) {
                parts if parts.is_empty() || is_noted_whole(place.as_str()) => {
                    places.push(place.clone());
                }
                parts => places.extend_from_slice(parts),
            }
        }
        let said = fields.losses();
        if said.is_empty() || !places.iter().any(|place| is_above(place.as_str(), &said)) {
            return places;
        }
        let values = difference::values(pair.source().text(), &places);
        let mut left = Vec::new();
        for (place, value) in places.iter().zip(values) {
            match value.filter(|_| !place.is_root() && is_above(place.as_str(), &said)) {
                Some(value) => parts_outside(value, place, &said, &mut left),
                None => left.push(place.clone()),
            }
        }
        left
    }

    /// Creates the layer with the fields that are carried, each with what is visible of it.
    fn carry_layer(
        &self,
        pair: &dyn MessagePair,
        (losses, values): (&Losses, Vec<Option<Payload>>),
        kept_unsafe: Vec<Change>,
        fields: &FieldMap,
    ) -> Layer {
        let places = losses.fields().iter().map(|lost| lost.place.clone());
        let mut carried: Vec<Change> = places.zip(values).collect();
        carried.extend(kept_unsafe);
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
        if let Some(list) = self.list {
            let fields = layer.fields.iter();
            let carried: Vec<Pointer> = fields.map(|field| field.pointer.clone()).collect();
            let keys = match list.is_in(&carried) {
                true => list.keys_of_carried(&carried, pair.source(), losses),
                false => Vec::new(),
            };
            for (place, key) in keys {
                layer.keep_visible(place, key, Vec::new());
            }
        }
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

    /// Refuses a translation whose losses are not those that a translation back shows. `back` is the back-translation of the
    /// target.
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
        let is_new = |(change, others): (&Change, &[Change])| !others.contains(change);
        let missing = shown.iter().find(|change| is_new((change, &stated)));
        let wrong = stated.iter().find(|change| is_new((change, &shown)));
        let (place, message) = match (missing, wrong) {
            (Some((place, _)), _) => (
                place,
                "the target does not give back this field, but the mapping does not state its loss",
            ),
            (None, Some((place, _))) => (
                place,
                "the mapping states the loss of this field, but the target gives it back",
            ),
            (None, None) => (&Pointer::root(), "the mapping states a loss more than once"),
        };
        Err(Refusal::rule_broken(PARANOID, place.clone(), message)
            .hint("report this fault of the bridge with the message, or translate without `Translator::paranoid`"))
    }

    /// Sorts the carried fields by how they can be restored. `is_shown` returns `true` for a place of the target that shows the
    /// source. A field there counts as edited if the carry does not tell what was visible of it: such a carry is foreign.
    fn sort_carry<'k>(
        &self,
        kept: &'k Layer,
        shown: &VisibleMessage<'_>,
        is_shown: &dyn Fn(&str) -> bool,
    ) -> SortedCarry<'k> {
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
            let text = field.value.as_ref().and_then(Payload::as_str);
            let reason = text.and_then(|text| (self.target_is_unsafe)(pointer, &text));
            if let Some(reason) = reason {
                sorted
                    .quarantine
                    .keep(field.pointer.clone(), field.value.clone());
                sorted.quarantined.push((field.pointer.clone(), reason));
                continue;
            }
            if field.pointer.segments().count() > self.target_levels {
                sorted.edited.push(field);
                continue;
            }
            let visible = visible_values.get(pointer);
            let Some(derived) = self
                .target_derived
                .iter()
                .find(|derived| derived.field == pointer)
            else {
                let visible = visible.filter(|visible| !visible.places.is_empty());
                if visible.is_none() && is_shown(pointer) {
                    sorted.edited.push(field);
                    continue;
                }
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
                None if is_shown(pointer) => sorted.edited.push(field),
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

    /// Returns the carried fields that the target shows, with the places that show them. Derived fields have places of
    /// their own, and the whole message belongs to the whole target.
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
        shown.retain(|at| !at.is_root() && !is_derived(at.as_str()));
        // To look through the notes for a few fields is faster than to sort them.
        if shown.len() <= places::FEW {
            shown.retain(|at| fields.is_shown(at.as_str()));
        }
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

/// The number of attempts to restore the fields that are not at fault, before all give way. Each attempt reads the target.
const MAX_ROUNDS: usize = 8;

/// The number of places at fault in one attempt. Each is compared with each carried field.
const MAX_FAULTS: usize = 64;

/// The rule of a translation whose losses are not those that a translation back shows.
const PARANOID: &str = "translator/paranoid";

/// Returns the value at a place of the source; `None` if the source lacks the field.
fn source_value(pair: &dyn MessagePair, place: &Pointer) -> Option<Payload> {
    value_at(pair.source_at(place.as_str()), place, || pair.source())
}

/// Returns `true` if the type of the source does not know the value of a lost field.
fn has_unknown_value(pair: &dyn MessagePair, losses: &Losses) -> bool {
    let is_unknown =
        |lost: &LostField| matches!(pair.source_at(lost.place.as_str()), ValueAt::Unknown);
    losses.fields().iter().any(is_unknown)
}

/// Returns the values of the lost fields; `None` for an absent one.
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

/// Returns the values of the lost fields from the text of the source, which is read once for all of them.
fn written_values(pair: &dyn MessagePair, losses: &Losses) -> Vec<Option<Payload>> {
    let places = losses.fields().iter().map(|lost| lost.place.clone());
    let values = difference::values(pair.source().text(), &places.collect::<Vec<_>>());
    let value = |text: Option<&str>| text.and_then(|text| Payload::parse(text).ok());
    values.into_iter().map(value).collect()
}

/// Moves fields to the edited ones.
fn give_way<'k>(
    restorable: &mut Vec<&'k CarriedField>,
    edited: &mut Vec<&'k CarriedField>,
    gives_way: &dyn Fn(&CarriedField) -> bool,
) {
    restorable.retain(|field| {
        let gives_way = gives_way(field);
        if gives_way {
            edited.push(*field);
        }
        !gives_way
    });
}

fn is_overlapping(one: &Pointer, other: &Pointer) -> bool {
    is_in(one.as_str(), other.as_str()) || is_in(other.as_str(), one.as_str())
}

fn places_of(fields: &[&CarriedField]) -> Vec<Pointer> {
    fields.iter().map(|field| field.pointer.clone()).collect()
}

fn changes(fields: &[&CarriedField]) -> Vec<Change> {
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
