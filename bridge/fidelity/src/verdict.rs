//! The outcome for a field, determined from the observations and compared with the notes.

use super::{matrix::Outcome, run::OutputNote, variant::Variant};
use bridge::{Note, Verdict};
use std::borrow::Cow;
use wire::{Payload, Pointer};

/// The observations after a field is varied.
pub(super) struct Observation<'a> {
    pub(super) variant: Variant,
    /// The index of the varied message, and the place of the varied field.
    pub(super) varied: (usize, &'a Pointer),
    /// The varied messages.
    pub(super) inputs: &'a Payload,
    /// The places at which the messages differ from the sample: below [`Self::varied`], and wherever a name is
    /// repeated.
    pub(super) leaves: Vec<Pointer>,
    /// The outputs of the translation.
    pub(super) outputs: Payload,
    /// The number of the source message for each output.
    pub(super) origins: &'a [u64],
    /// The places at which the outputs differ from those of the sample.
    pub(super) targets: Vec<Pointer>,
    pub(super) carry_moved: bool,
    pub(super) comes_back_alone: bool,
    /// `true` if the field comes back with the carry, and this carry differs from that of the sample.
    pub(super) comes_back_by_carry: bool,
    /// `true` if the route has more than one step. The second step may undo an encoding of the first.
    pub(super) is_composed: bool,
}

impl Observation<'_> {
    /// Returns the outcome for the field.
    pub(super) fn outcome(&self) -> Outcome {
        if self.carry_moved {
            return Outcome::Carried;
        }
        if self.targets.is_empty() {
            return Outcome::Dropped;
        }
        let (message, at) = self.varied;
        let value = self.inputs.get(&place(message, at));
        let has_own = self.origins.iter().any(|input| is_number(*input, message));
        let mut is_renamed = false;
        for target in &self.targets {
            if has_own && !self.is_output_of(target, message) {
                continue;
            }
            for place in around(target) {
                if self.outputs.get(&place) != value {
                    continue;
                }
                if has_same_name(at, &below_output(&place)) {
                    return Outcome::Copied;
                }
                is_renamed = true;
            }
        }
        if is_renamed {
            Outcome::Renamed
        } else if self.comes_back_alone {
            Outcome::Encoded
        } else if self.comes_back_by_carry {
            Outcome::Carried
        } else {
            Outcome::Derived
        }
    }

    /// Returns `true` if a place is in an output of a message.
    fn is_output_of(&self, target: &Pointer, message: usize) -> bool {
        let Some(output) = output_of(target) else {
            return false;
        };
        let origin = self.origins.get(output);
        origin.is_some_and(|input| is_number(*input, message))
    }

    /// Returns the outcome that a note states for the observation, or a more exact outcome; `None` if no note states
    /// the observed outcome.
    pub(super) fn stated_outcome(
        &self,
        observed: Outcome,
        notes: &[OutputNote],
    ) -> Option<Outcome> {
        let mut all = notes
            .iter()
            .filter_map(|noted| self.outcome_of_note(observed, &noted.note));
        let first = all.next()?;
        // If two mappings carry the field, one of them may never restore it.
        if all.any(|stated| stated == Outcome::Quarantined) {
            return Some(Outcome::Quarantined);
        }
        Some(first)
    }

    /// Returns the outcome that one note states for the observation, or a more exact outcome.
    fn outcome_of_note(&self, observed: Outcome, note: &Note) -> Option<Outcome> {
        use Outcome::{
            Carried, Copied, Defaulted, Derived, Dropped, Encoded, Quarantined, Renamed, Same,
        };
        let (_, at) = self.varied;
        let stated = Outcome::from_word(note.verdict.as_str())?;
        // A note about a value around or inside the field may have another verdict than the field. A note about a
        // removed value names its previous place.
        let is_loose = note.from != *at || self.variant == Variant::Absent;
        let is_around = note.from != *at && is_below(at, &note.from);
        match (observed, stated) {
            (Same, _) => None,
            // The absence means the default, which comes back. The carry restores only the absence.
            (Carried, Defaulted) if self.variant == Variant::Absent && self.comes_back_alone => {
                Some(stated)
            }
            (Carried, Carried | Quarantined) | (Dropped, Dropped | Defaulted) => Some(stated),
            // The carry keeps the value together with the value around it, where it has no effect.
            (Carried, Encoded) if is_around && self.comes_back_alone => Some(observed),
            // The carry keeps only the form of the value, such as that of a map in a map.
            (Carried, Encoded) if note.from == *at && self.comes_back_alone => Some(stated),
            (Encoded | Derived, Encoded | Derived) => Some(stated),
            (Copied | Renamed | Encoded, Copied | Renamed | Encoded | Derived) if is_loose => {
                Some(observed)
            }
            // Another part of the surrounding value may be carried.
            (Copied | Renamed | Encoded, Carried) if is_around => Some(observed),
            _ if stated == observed => Some(stated),
            _ => None,
        }
    }

    /// Returns the contradiction between a note and the observations.
    ///
    /// A note about an object or a list does not apply to parts that have notes of their own.
    pub(super) fn contradiction(&self, noted: &OutputNote, notes: &[OutputNote]) -> Option<String> {
        let Note {
            rule,
            verdict,
            from,
            input,
            ..
        } = &noted.note;
        if *verdict == Verdict::Encoded {
            for OutputNote { note: part, .. } in notes {
                let is_part = part.from != *from && is_below(&part.from, from);
                if is_part && part.input == *input && part.is_loss(false) {
                    return None;
                }
            }
        }
        if self.is_idle(noted) {
            return Some(format!("{rule} says {verdict}, and nothing moved there"));
        }
        let seen = self
            .observed_verdict(noted)
            .filter(|seen| seen != verdict)?;
        Some(format!("{rule} says {verdict} of {from}, and it is {seen}"))
    }

    /// Returns `true` if a note names a target of a field, and the value there did not change.
    fn is_idle(&self, OutputNote { note, output }: &OutputNote) -> bool {
        if self.variant != Variant::Value || !self.is_varied(note) {
            return false;
        }
        let is_idle =
            |to: &Pointer| output.is_none_or(|output| !has_moved(&self.targets, output, to));
        match note.verdict {
            // A note without a target place is about the whole message.
            Verdict::Copied | Verdict::Renamed => {
                is_idle(note.to.get().unwrap_or(&Pointer::root()))
            }
            Verdict::Encoded | Verdict::Derived => note.to.get().is_some_and(is_idle),
            Verdict::Carried | Verdict::Quarantined => {
                note.from == *self.varied.1 && !self.carry_moved
            }
            _ => false,
        }
    }

    /// Returns the observed verdict for a field with exactly one target in a note.
    fn observed_verdict(&self, OutputNote { note, output }: &OutputNote) -> Option<Verdict> {
        if !matches!(
            note.verdict,
            Verdict::Copied | Verdict::Renamed | Verdict::Encoded
        ) {
            return None;
        }
        let (to, output) = (note.to.get()?, (*output)?);
        let value = self
            .inputs
            .get(&place(usize::try_from(note.input).ok()?, &note.from));
        if value != self.outputs.get(&place(output, to)) {
            let is_one_way =
                self.variant == Variant::Value && self.is_varied(note) && !self.comes_back_alone;
            return Some(if is_one_way {
                Verdict::Derived
            } else {
                Verdict::Encoded
            });
        }
        match note.verdict {
            Verdict::Encoded if self.is_composed => None,
            _ if has_same_name(&note.from, to) => Some(Verdict::Copied),
            _ => Some(Verdict::Renamed),
        }
    }

    /// Returns `true` if a note is about the varied field, or about another place of the same name.
    fn is_varied(&self, note: &Note) -> bool {
        let (message, at) = self.varied;
        let field = place(message, at);
        let Ok(input) = usize::try_from(note.input) else {
            return false;
        };
        let from = place(input, &note.from);
        from == field || (self.leaves.contains(&from) && !is_below(&from, &field))
    }
}

/// Returns the pointer of a place in one of several messages.
fn place(message: usize, at: &Pointer) -> Pointer {
    Pointer::root().element(message).join(at)
}

fn is_number(number: u64, index: usize) -> bool {
    u64::try_from(index).is_ok_and(|index| index == number)
}

/// Returns the number of the message that contains a place.
fn output_of(place: &Pointer) -> Option<usize> {
    place.segments().next()?.parse().ok()
}

/// Removes the message number from a place.
fn below_output(place: &Pointer) -> Pointer {
    place
        .segments()
        .skip(1)
        .fold(Pointer::root(), |below, segment| below.member(&segment))
}

/// Iterates over a place and the places around it.
fn around(place: &Pointer) -> impl Iterator<Item = Pointer> {
    let text = place.as_str();
    let ends = text
        .match_indices('/')
        .map(|(end, _)| end)
        .filter(|end| *end > 0)
        .chain([text.len()]);
    ends.filter_map(|end| Pointer::parse(text.get(..end)?).ok())
}

/// Returns `true` if two places have the same name: their last segment that is not a number. A whole message has every
/// name.
fn has_same_name(a: &Pointer, b: &Pointer) -> bool {
    match (last_name(a), last_name(b)) {
        (Some(a), Some(b)) => a == b,
        _ => true,
    }
}

/// Returns the last segment of a place that is not a number.
fn last_name(place: &Pointer) -> Option<Cow<'_, str>> {
    let names = place.segments();
    names
        .filter(|segment| segment.parse::<usize>().is_err())
        .last()
}

/// Returns `true` if a value changed at a place of an output, inside it or around it.
pub(super) fn has_moved(targets: &[Pointer], output: usize, to: &Pointer) -> bool {
    let to = place(output, to);
    targets
        .iter()
        .any(|target| is_below(target, &to) || is_below(&to, target))
}

/// Returns `true` if a place is equal to another one or inside it.
pub(super) fn is_below(a: &Pointer, b: &Pointer) -> bool {
    a.as_str()
        .strip_prefix(b.as_str())
        .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}
