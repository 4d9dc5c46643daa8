//! What became of a field, by what is seen of it, and whether the notes say so.

use super::{matrix::Outcome, run::Noted, variant::Variant};
use bridge::{Note, Verdict};
use wire::{Payload, Pointer};

/// What is seen when a field is varied.
pub(super) struct Seen<'a> {
    pub(super) variant: Variant,
    /// The number of the message, and the field.
    pub(super) varied: (usize, &'a Pointer),
    /// The varied messages.
    pub(super) inputs: &'a Payload,
    /// Where they are other than those of the sample: below [`Self::varied`], and wherever else a name stands.
    pub(super) leaves: Vec<Pointer>,
    /// What came out.
    pub(super) outputs: Payload,
    /// Of each output the number of the message from which it comes.
    pub(super) origins: &'a [u64],
    /// Where the outputs are other than what comes of the sample.
    pub(super) targets: Vec<Pointer>,
    pub(super) carry_moved: bool,
    pub(super) comes_back_alone: bool,
    /// Whether it comes back with the carry, which is another one than that of the sample.
    pub(super) comes_back_by_carry: bool,
    /// Whether it takes more than one mapping. The second may undo what the first one encodes.
    pub(super) is_composed: bool,
}

impl Seen<'_> {
    /// What became of the field.
    pub(super) fn outcome(&self) -> Outcome {
        if self.carry_moved {
            return Outcome::Carried;
        }
        if self.targets.is_empty() {
            return Outcome::Dropped;
        }
        let (message, at) = self.varied;
        let value = self.inputs.get(&place(message, at));
        let own = |target: &Pointer| output_of(target).and_then(|output| self.origins.get(output));
        let is_own = |target: &Pointer| own(target).is_some_and(|input| is_number(*input, message));
        let has_own = self.origins.iter().any(|input| is_number(*input, message));
        let targets = self.targets.iter().filter(|target| !has_own || is_own(target));
        let places = targets.flat_map(around).filter(|place| self.outputs.get(place) == value);
        let names: Vec<bool> = places.map(|place| has_same_name(at, &below_output(&place))).collect();
        match names.iter().max() {
            Some(true) => Outcome::Copied,
            Some(false) => Outcome::Renamed,
            None if self.comes_back_alone => Outcome::Encoded,
            None if self.comes_back_by_carry => Outcome::Carried,
            None => Outcome::Derived,
        }
    }

    /// What the notes say of what is seen, in the more exact word; `None` if none of them says it.
    pub(super) fn said(&self, observed: Outcome, notes: &[Noted]) -> Option<Outcome> {
        use Outcome::{Carried, Copied, Defaulted, Derived, Dropped, Encoded, Quarantined, Renamed, Same};
        let (_, at) = self.varied;
        let said = |Noted { note, .. }: &Noted| {
            let said = Outcome::from_word(note.verdict.as_str())?;
            // What is said of something around the field or in it may be another word than its own; and of what is taken away
            // it is said where it went before.
            let is_loose = note.from != *at || self.variant == Variant::Absent;
            let is_around = note.from != *at && is_below(at, &note.from);
            match (observed, said) {
                (Same, _) => None,
                (Carried, Carried | Quarantined) | (Dropped, Dropped | Defaulted) => Some(said),
                // The carry keeps it with what is around it, and nobody needs it there.
                (Carried, Encoded) if is_around && self.comes_back_alone => Some(observed),
                (Encoded | Derived, Encoded | Derived) => Some(said),
                (Copied | Renamed | Encoded, Copied | Renamed | Encoded | Derived) if is_loose => {
                    Some(observed)
                }
                // Of what is around it, another part may be carried.
                (Copied | Renamed | Encoded, Carried) if is_around => Some(observed),
                _ => (said == observed).then_some(said),
            }
        };
        let mut all = notes.iter().filter_map(said);
        let first = all.next()?;
        // Where two mappings carry the field, one of them may never give it back.
        Some(if all.any(|said| said == Quarantined) { Quarantined } else { first })
    }

    /// What a note says that is not so.
    ///
    /// What a note says of an object or a list it does not say of the parts that have notes of their own.
    pub(super) fn contradiction(&self, noted: &Noted, notes: &[Noted]) -> Option<String> {
        let Note { rule, verdict, from, input, .. } = &noted.note;
        let is_lost_part = |Noted { note, .. }: &Noted| {
            note.input == *input && note.is_loss(false) && note.from != *from && is_below(&note.from, from)
        };
        if *verdict == Verdict::Encoded && notes.iter().any(is_lost_part) {
            return None;
        }
        if self.is_idle(noted) {
            return Some(format!("{rule} says {verdict}, and nothing moved there"));
        }
        let seen = self.seen_of(noted).filter(|seen| seen != verdict)?;
        Some(format!("{rule} says {verdict} of {from}, and it is {seen}"))
    }

    /// Whether a note on a field says that it went somewhere, and nothing moved there.
    fn is_idle(&self, Noted { note, output }: &Noted) -> bool {
        if self.variant != Variant::Value || !self.is_varied(note) {
            return false;
        }
        let is_idle = |to: &Pointer| output.is_none_or(|output| !has_moved(&self.targets, output, to));
        match note.verdict {
            // Without a place it is the whole message.
            Verdict::Copied | Verdict::Renamed => is_idle(note.to.get().unwrap_or(&Pointer::root())),
            Verdict::Encoded | Verdict::Derived => note.to.get().is_some_and(is_idle),
            Verdict::Carried | Verdict::Quarantined => note.from == *self.varied.1 && !self.carry_moved,
            _ => false,
        }
    }

    /// What is seen of a field of which a note says that it went to one place.
    fn seen_of(&self, Noted { note, output }: &Noted) -> Option<Verdict> {
        if !matches!(note.verdict, Verdict::Copied | Verdict::Renamed | Verdict::Encoded) {
            return None;
        }
        let (to, output) = (note.to.get()?, (*output)?);
        let value = self.inputs.get(&place(usize::try_from(note.input).ok()?, &note.from));
        if value != self.outputs.get(&place(output, to)) {
            let is_one_way = self.variant == Variant::Value && self.is_varied(note) && !self.comes_back_alone;
            return Some(if is_one_way { Verdict::Derived } else { Verdict::Encoded });
        }
        match note.verdict {
            Verdict::Encoded if self.is_composed => None,
            _ if has_same_name(&note.from, to) => Some(Verdict::Copied),
            _ => Some(Verdict::Renamed),
        }
    }

    /// Whether a note is on the field that was varied, or on another place of the same name.
    fn is_varied(&self, note: &Note) -> bool {
        let (message, at) = self.varied;
        let field = place(message, at);
        let from = usize::try_from(note.input).ok().map(|input| place(input, &note.from));
        from.is_some_and(|from| {
            from == field || self.leaves.iter().any(|leaf| *leaf == from && !is_below(leaf, &field))
        })
    }
}

/// A place in one of several messages.
fn place(message: usize, at: &Pointer) -> Pointer {
    Pointer::root().element(message).join(at)
}

fn is_number(number: u64, index: usize) -> bool {
    u64::try_from(index).is_ok_and(|index| index == number)
}

/// In which message a place is.
fn output_of(place: &Pointer) -> Option<usize> {
    place.segments().next()?.parse().ok()
}

/// A place in a message, without the number of that.
fn below_output(place: &Pointer) -> Pointer {
    place.segments().skip(1).fold(Pointer::root(), |below, segment| below.member(&segment))
}

/// A place and those in which it is.
fn around(place: &Pointer) -> impl Iterator<Item = Pointer> {
    let text = place.as_str();
    let ends = text.match_indices('/').map(|(end, _)| end).filter(|end| *end > 0).chain([text.len()]);
    ends.filter_map(|end| Pointer::parse(text.get(..end)?).ok())
}

/// Whether two places have the same name: their last segment that is no number. A whole message has any.
fn has_same_name(a: &Pointer, b: &Pointer) -> bool {
    let name = |place: &Pointer| {
        let is_name = |segment: &String| segment.parse::<usize>().is_err();
        place.segments().map(|segment| segment.into_owned()).filter(is_name).last()
    };
    match (name(a), name(b)) {
        (Some(a), Some(b)) => a == b,
        _ => true,
    }
}

/// Whether something moved at a place of that output, in it or around it.
pub(super) fn has_moved(targets: &[Pointer], output: usize, to: &Pointer) -> bool {
    let to = place(output, to);
    targets.iter().any(|target| is_below(target, &to) || is_below(&to, target))
}

/// Whether a place is in another one, or the same.
pub(super) fn is_below(a: &Pointer, b: &Pointer) -> bool {
    a.as_str().strip_prefix(b.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}
