//! Composition of the notes of two consecutive mappings.
//!
//! The notes of the second mapping refer to the intermediate message, which callers never see. Composition rewrites
//! these notes in terms of the source of the first mapping. It also gives the notes of the first mapping the target
//! places of the second mapping.

use crate::{Dialect, Note, Protocol, Verdict, lens::Output};
use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Bound,
};
use wire::{Field, Pointer};

mod between;

use between::{PassedFields, Siblings, find_passed};

/// Rewrites the notes about outputs and about fields without an output in terms of the input messages. Returns the
/// notes about fields without an output.
///
/// `before` contains the notes of the earlier mappings about this message. A delayed output has its own earlier notes.
/// Losses of earlier mappings are reported with the last output of a message. If there is no output, they are returned.
pub(super) fn compose_outputs<T>(
    before: &[Note],
    outputs: &mut [Output<T>],
    mut rest: Vec<Note>,
    through: &[Dialect],
    last: &mut CompositionCache,
) -> Vec<Note> {
    // On the first step, the notes already refer to the input.
    if through.len() < 2 {
        return rest;
    }
    // Both shapes of a canvas have the same places.
    let same_places = through
        .iter()
        .all(|dialect| dialect.protocol() == Protocol::Ahp);
    let mut waited: BTreeMap<u64, Waited<'_>> = BTreeMap::new();
    let mut due = Vec::new();
    for output in outputs {
        match output.before.take() {
            Some(before) => {
                let waited = waited.entry(output.input).or_insert_with(|| Waited {
                    before,
                    notes: Vec::new(),
                });
                waited.notes.push(&mut output.notes);
            }
            None => due.push(&mut output.notes),
        }
    }
    for Waited { before, notes } in waited.into_values() {
        if !before.is_empty() {
            compose_parts(&before, notes, same_places, last);
        }
    }
    let has_no_output = due.is_empty();
    let has_no_notes = has_no_output && rest.is_empty();
    if has_no_output || !rest.is_empty() {
        due.insert(0, &mut rest);
    }
    compose_parts(before, due, same_places, last);
    if has_no_notes {
        // The notes are reported with another message or later, but earlier losses are final.
        rest.retain(|note| note.is_loss(false));
    }
    rest
}

/// The outputs of a message that waited in a mapping.
struct Waited<'o> {
    /// The notes of the earlier mappings about the message.
    before: Vec<Note>,
    /// The notes of each output.
    notes: Vec<&'o mut Vec<Note>>,
}

/// Composes the notes about the outputs of one message.
fn compose_parts(
    first: &[Note],
    mut parts: Vec<&mut Vec<Note>>,
    same_places: bool,
    last: &mut CompositionCache,
) {
    if let [second] = parts.as_mut_slice() {
        **second = last.compose(first, std::mem::take(second), same_places);
        return;
    }
    let all: Vec<Vec<Note>> = parts.iter().map(|notes| notes.to_vec()).collect();
    for (at, notes) in parts.into_iter().enumerate() {
        *notes = compose(first, notes, &Others { all: &all, at }, same_places);
    }
}

/// A cache of the last composition. The next message of the same kind usually has the same notes.
#[derive(Debug, Default)]
pub(super) struct CompositionCache {
    first: Vec<Note>,
    second: Vec<Note>,
    same_places: bool,
    composed: Vec<Note>,
}

/// The number of notes above which messages rarely repeat them.
const FEW: usize = 32;

impl CompositionCache {
    /// Composes the notes of two mappings about one message.
    fn compose(&mut self, first: &[Note], second: Vec<Note>, same_places: bool) -> Vec<Note> {
        let number = first.first().map(|note| note.input);
        if let Some(number) = number {
            let is_known = self.same_places == same_places
                && are_equivalent(&self.first, first, number)
                && are_equivalent(&self.second, &second, number);
            if is_known {
                return with_number(&self.composed, number);
            }
        }
        let composed = compose(first, &second, &Others::none(), same_places);
        let mut notes = first.iter().chain(&second);
        if first.len() + second.len() <= FEW && notes.all(|note| Some(note.input) == number) {
            *self = Self {
                first: first.to_vec(),
                second,
                same_places,
                composed: composed.clone(),
            };
        }
        composed
    }
}

/// Composes the notes `first` and `second` of two mappings, from the sources of `first` to the targets of `second`.
///
/// A field without a note in `first` has the same place in both messages if `same_places` is `true`. Otherwise the note
/// about that field is about the whole message.
///
/// `others` are the notes about other outputs of the same message. Fields that other outputs use do not end here. A
/// loss is reported unless a note of the second mapping uses the whole field.
pub(super) fn compose(
    first: &[Note],
    second: &[Note],
    others: &Others<'_>,
    same_places: bool,
) -> Vec<Note> {
    let mut composition = Composition::new(first, second, same_places);
    for (number, note) in first.iter().enumerate() {
        composition.follow(number, note);
    }
    for (index, note) in second.iter().enumerate() {
        composition.trace_back(index, note);
    }
    if others.is_last() {
        composition.end(others);
    }
    merge_repeated_losses(composition.composed)
}

/// Returns `true` if notes have the number of this message and otherwise equal the known notes.
fn are_equivalent(known: &[Note], notes: &[Note], number: u64) -> bool {
    if known.len() != notes.len() {
        return false;
    }
    let mut pairs = known.iter().zip(notes);
    pairs.all(|(known, note)| known.is_equivalent_to(note) && note.input == number)
}

/// Returns notes with the number of another message.
fn with_number(notes: &[Note], number: u64) -> Vec<Note> {
    let mut numbered = Vec::with_capacity(notes.len());
    for note in notes {
        numbered.push(Note {
            input: number,
            ..note.clone()
        });
    }
    numbered
}

/// The notes of two mappings, and the notes composed so far.
struct Composition<'n> {
    first: &'n [Note],
    second: &'n [Note],
    same_places: bool,
    /// The notes of the first mapping, by their places in the intermediate message.
    made: BTreeMap<&'n str, Vec<usize>>,
    /// The notes of the second mapping, by their places in the intermediate message.
    taken: BTreeMap<&'n str, Vec<usize>>,
    passed: PassedFields<'n>,
    beside: Siblings<'n>,
    composed: Vec<Note>,
    /// The indices of the notes of the second mapping whose source is known.
    placed: BTreeSet<usize>,
    /// The indices of the notes of the first mapping whose fields the second mapping uses.
    used: BTreeSet<usize>,
}

impl<'n> Composition<'n> {
    fn new(first: &'n [Note], second: &'n [Note], same_places: bool) -> Self {
        let sources = second
            .iter()
            .map(|note| note.is_about_source_field().then_some(&note.from));
        Self {
            first,
            second,
            same_places,
            made: group_by_place(first.iter().map(|note| note.to.get())),
            taken: group_by_place(sources),
            passed: find_passed(first, second),
            beside: Siblings::of(first),
            composed: Vec::new(),
            placed: BTreeSet::new(),
            used: BTreeSet::new(),
        }
    }

    /// Composes a note of the first mapping with the notes of the second mapping about the field. If there are none,
    /// uses the notes about the value that contains the field.
    fn follow(&mut self, number: usize, note: &Note) {
        let Field::Value(to) = &note.to else { return };
        let (is_passed, is_between) = (self.passed.is_in(note), is_between(note));
        for index in find_takers(&self.taken, self.second, to) {
            let Some(taker) = self.second.get(index) else {
                continue;
            };
            self.placed.insert(index);
            self.used.insert(number);
            if is_passed || is_between && taker.is_loss(false) {
                continue;
            }
            let below = match taker.verdict {
                // A moved value still contains its parts at the same relative places.
                Verdict::Copied | Verdict::Renamed => relative_to(to, &taker.from),
                _ => Pointer::root(),
            };
            let target = taker.to.get().map(|at| at.join(&below));
            self.composed
                .push(combine(note, taker, note.from.clone(), target));
        }
    }

    /// Composes a note of the second mapping with the notes of the first mapping about parts of its field.
    fn trace_back(&mut self, index: usize, note: &Note) {
        if let Some((rule, input)) = self.passed.by_place.get(&index) {
            if let (Field::Value(place), true) = (&note.to, note.is_restored()) {
                let mut copied = Note::new(*input, Verdict::Copied, (*rule).clone(), place.clone());
                copied.to = Field::Value(place.clone());
                self.composed.push(copied);
            }
            return;
        }
        // A note about a waiting message does not refer to this output.
        let mut known = self.first.iter();
        if !self.first.is_empty() && !known.any(|known| known.input == note.input) {
            self.composed.push(note.clone());
            return;
        }
        // A value made from the whole message derives from the source of the message.
        let is_made = !note.is_about_source_field() && !note.is_of_carry();
        for number in find_nearest(&self.made, &note.from) {
            let Some(maker) = self.first.get(*number) else {
                continue;
            };
            // Notes that use the whole field were composed before.
            if !is_made && maker.to.get() == Some(&note.from) {
                continue;
            }
            self.placed.insert(index);
            if is_between(maker) && note.is_loss(false) {
                continue;
            }
            // The loss of a whole value covers more than the loss of a part.
            if !maker.is_loss(false) {
                self.used.insert(*number);
            }
            let from = map_into_source(maker, &note.from);
            let to = note.to.get().cloned();
            self.composed.push(combine(maker, note, from, to));
        }
        if !self.placed.contains(&index) {
            self.composed.push(self.without_source(note));
        }
    }

    /// Returns a note of the second mapping about a field that has no note in the first mapping.
    fn without_source(&self, note: &Note) -> Note {
        let mut note = note.clone();
        if self.same_places {
            return note;
        }
        let place = if note.is_loss(false) {
            self.beside.place(&note.from)
        } else {
            None
        };
        note.from = place.unwrap_or_default();
        // The exact place of the value is unknown.
        if matches!(note.verdict, Verdict::Copied | Verdict::Renamed) && !note.is_of_carry() {
            note.verdict = Verdict::Derived;
        }
        note
    }

    /// Adds the notes of the first mapping about fields that no output of the second mapping uses.
    fn end(&mut self, others: &Others<'_>) {
        let of_others = group_by_place(others.notes().map(|note| Some(&note.from)));
        for (number, note) in self.first.iter().enumerate() {
            if self.used.contains(&number) || is_between(note) || self.passed.is_in(note) {
                continue;
            }
            if let Some(to) = note.to.get() {
                let is_elsewhere = !find_nearest(&of_others, to).is_empty();
                // The parts of the value have notes of their own.
                let is_in_parts = !note.is_loss(false) && has_below(&self.taken, to);
                if is_elsewhere || is_in_parts {
                    continue;
                }
            }
            self.composed.push(Note {
                to: Field::Absent,
                ..note.clone()
            });
        }
    }
}

/// Removes repeated losses. Each lost place is reported once, with its worst verdict. Places inside an entirely lost
/// value are not repeated.
fn merge_repeated_losses(notes: Vec<Note>) -> Vec<Note> {
    let is_repeated = are_in_lost_values(&notes);
    let mut first: BTreeMap<(u64, Pointer), usize> = BTreeMap::new();
    let mut once: Vec<Note> = Vec::with_capacity(notes.len());
    for (mut note, is_repeated) in notes.into_iter().zip(is_repeated) {
        if is_repeated {
            continue;
        }
        if note.is_loss(false) && note.is_about_source_field() {
            let known = *first
                .entry((note.input, note.from.clone()))
                .or_insert(once.len());
            if let Some(known) = once.get_mut(known) {
                known.verdict = known.verdict.max(note.verdict);
                if note.to.is_absent() {
                    continue;
                }
                note.verdict = Verdict::Derived;
            }
        }
        once.push(note);
    }
    once
}

/// Checks for each note whether its place is inside a value that another note reports as entirely lost, with at least
/// the same verdict.
fn are_in_lost_values(notes: &[Note]) -> Vec<bool> {
    let lost = lost_values(notes);
    let mut are_in = Vec::with_capacity(notes.len());
    for note in notes {
        are_in.push(is_gone(note) && is_below_loss(note, &lost));
    }
    are_in
}

/// Returns the places of entirely lost values, with the verdicts of their first notes.
fn lost_values(notes: &[Note]) -> BTreeMap<&str, Verdict> {
    let with_rest = group_by_place(notes.iter().map(|note| match note.is_loss(false) {
        true => None,
        false => Some(&note.from),
    }));
    let mut lost = BTreeMap::new();
    for note in notes {
        if !is_gone(note) || note.from.is_root() || has_below(&with_rest, &note.from) {
            continue;
        }
        lost.entry(note.from.as_str()).or_insert(note.verdict);
    }
    lost
}

/// Returns `true` if a place above the place of a note is lost with at least the same verdict.
fn is_below_loss(note: &Note, lost: &BTreeMap<&str, Verdict>) -> bool {
    let place = note.from.as_str();
    for (end, _) in place.match_indices('/') {
        let above = place.get(..end).unwrap_or_default();
        if matches!(lost.get(above), Some(verdict) if *verdict >= note.verdict) {
            return true;
        }
    }
    false
}

/// Returns `true` if the target contains nothing of the field without the carry.
fn is_gone(note: &Note) -> bool {
    note.is_loss(false) && note.to.is_absent()
}

/// Returns `true` if a note is about a value that exists only in the intermediate message.
fn is_between(note: &Note) -> bool {
    !note.is_about_source_field() && !note.is_of_carry()
}

/// The notes about all outputs of one message, seen from one of the outputs.
pub(super) struct Others<'a> {
    pub(super) all: &'a [Vec<Note>],
    /// The index of the current output.
    pub(super) at: usize,
}

impl Others<'_> {
    /// Creates a view without other outputs.
    pub(super) fn none() -> Self {
        Others { all: &[], at: 0 }
    }

    fn notes(&self) -> impl Iterator<Item = &Note> {
        let all = self.all.iter().enumerate();
        let others = all.filter(|(at, _)| *at != self.at);
        others.flat_map(|(_, notes)| notes)
    }

    fn is_last(&self) -> bool {
        self.at + 1 >= self.all.len()
    }
}

/// Maps a place of the current message to a place of the input.
pub(super) fn source_of(notes: &[Note], place: &Pointer) -> Pointer {
    let made = group_by_place(notes.iter().map(|note| note.to.get()));
    for index in find_nearest(&made, place) {
        if let Some(maker) = notes.get(*index) {
            return map_into_source(maker, place);
        }
    }
    Pointer::root()
}

/// Maps a place inside the target of a note to the source of that note. A place in a computed value maps to the whole
/// source field.
fn map_into_source(maker: &Note, place: &Pointer) -> Pointer {
    let is_computed = matches!(maker.verdict, Verdict::Derived | Verdict::Defaulted);
    match &maker.to {
        Field::Value(to) if !is_computed => maker.from.join(&relative_to(place, to)),
        _ => maker.from.clone(),
    }
}

/// Groups the indices of notes by place.
fn group_by_place<'a>(
    places: impl Iterator<Item = Option<&'a Pointer>>,
) -> BTreeMap<&'a str, Vec<usize>> {
    let mut found: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (index, place) in places.enumerate() {
        if let Some(place) = place {
            found.entry(place.as_str()).or_default().push(index);
        }
    }
    found
}

/// Returns the entries for a place, or for the nearest place that contains it.
fn find_nearest<'a>(places: &'a BTreeMap<&str, Vec<usize>>, place: &Pointer) -> &'a [usize] {
    let mut at = place.as_str();
    loop {
        if let Some(found) = places.get(at) {
            return found;
        }
        match at.rfind('/') {
            Some(end) => at = at.get(..end).unwrap_or_default(),
            None => return &[],
        }
    }
}

/// Returns `true` if an entry is inside a place.
fn has_below(places: &BTreeMap<&str, Vec<usize>>, place: &Pointer) -> bool {
    find_first_below(places, place).is_some()
}

/// Returns the first entry inside a place.
fn find_first_below<'a>(
    places: &'a BTreeMap<&str, Vec<usize>>,
    place: &Pointer,
) -> Option<&'a Vec<usize>> {
    let start = format!("{place}/");
    let mut after = places.range::<str, _>((Bound::Included(&*start), Bound::Unbounded));
    let (at, found) = after.next()?;
    if at.starts_with(&start) {
        Some(found)
    } else {
        None
    }
}

/// Returns the notes that use the value at a place. If these notes only derive values, adds the notes about containing
/// places.
fn find_takers(taken: &BTreeMap<&str, Vec<usize>>, second: &[Note], place: &Pointer) -> Vec<usize> {
    let mut found = Vec::new();
    let mut at = place.clone();
    loop {
        let here = find_nearest(taken, &at);
        found.extend(here);
        if !here.iter().all(|index| is_computed(second.get(*index))) {
            return found;
        }
        // The next search starts around the place of the notes found.
        match here.first().and_then(|index| second.get(*index)) {
            Some(note) => match parent_of(&note.from) {
                Some(above) => at = above,
                None => return found,
            },
            None => return found,
        }
    }
}

/// Returns `true` for a note about a computed value.
fn is_computed(note: Option<&Note>) -> bool {
    match note {
        Some(note) => matches!(note.verdict, Verdict::Derived | Verdict::Defaulted),
        None => false,
    }
}

/// Returns the place that contains a place. Returns `None` for the root.
fn parent_of(place: &Pointer) -> Option<Pointer> {
    let (above, _) = place.as_str().rsplit_once('/')?;
    Pointer::parse(above).ok()
}

/// Returns the pointer of a place relative to a place that contains it.
fn relative_to(place: &Pointer, around: &Pointer) -> Pointer {
    let rest = place
        .as_str()
        .strip_prefix(around.as_str())
        .unwrap_or_default();
    Pointer::parse(rest).unwrap_or_default()
}

/// Combines two consecutive notes about one field.
fn combine(first: &Note, second: &Note, from: Pointer, to: Option<Pointer>) -> Note {
    // Constants have no source, and losses stay losses. Otherwise the greater change decides.
    let (note, verdict) = match (first.verdict, second.verdict) {
        // A dropped value is in no carry, whatever takes its place.
        (Verdict::Dropped, _) => (first, Verdict::Dropped),
        // A value that was restored from the carry has no source field.
        (before, after)
            if first.is_of_carry() && !after.needs_carry() && after != Verdict::Dropped =>
        {
            (first, before)
        }
        (Verdict::Quarantined, Verdict::Carried) => (first, Verdict::Quarantined),
        (_, lost @ (Verdict::Carried | Verdict::Dropped | Verdict::Quarantined)) => (second, lost),
        (
            before @ (Verdict::Copied | Verdict::Renamed),
            after @ (Verdict::Copied | Verdict::Renamed),
        ) => {
            let note = if after > before { second } else { first };
            let verdict = match &to {
                // A name may change and change back.
                Some(to) => Verdict::of_move(&from, to),
                None => before.max(after),
            };
            (note, verdict)
        }
        (made @ (Verdict::Derived | Verdict::Defaulted), _) => (first, made),
        (before, after) if after > before => (second, after),
        (before, _) => (first, before),
    };
    let to = to.map_or(Field::Absent, Field::Value);
    Note {
        input: first.input,
        verdict,
        from,
        to,
        ..note.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Carry, Context, LossPolicy, Translator, lens::RESTORED};
    use Verdict::{Carried, Copied, Defaulted, Encoded, Renamed};

    /// Creates a note from one place to another; `-` stands for no target.
    fn note(verdict: Verdict, rule: &'static str, from: &str, to: &str) -> Note {
        let mut note = Note::new(0u64, verdict, rule, Pointer::parse(from).unwrap());
        if to != "-" {
            note.to = Field::Value(Pointer::parse(to).unwrap());
        }
        note
    }

    fn lines(notes: &[Note]) -> Vec<String> {
        let to = |note: &Note| {
            note.to
                .get()
                .map_or_else(|| "-".to_owned(), Pointer::to_string)
        };
        notes
            .iter()
            .map(|note| format!("{} {} {} {}", note.rule, note.verdict, note.from, to(note)))
            .collect()
    }

    #[test]
    fn notes_about_the_intermediate_message_point_into_the_input() {
        let first = [
            note(Renamed, "a-b/name", "/name", "/label/text"),
            note(Renamed, "a-b/items", "/items", "/list"),
            note(Defaulted, "a-b/kind", "", "/kind"),
            note(Carried, "a-b/other", "/other", "-"),
        ];
        let second = [
            note(Carried, "b-c/label", "/label", "-"),
            note(Copied, "b-c/list", "/list", "/all"),
            note(Encoded, "b-c/first", "/list/0/id", "/first"),
            note(Renamed, "b-c/type", "/kind", "/type"),
        ];
        assert_eq!(
            lines(&compose(&first, &second, &Others::none(), false)),
            [
                "b-c/label carried /name -",
                "a-b/items renamed /items /all",
                "a-b/kind defaulted  /type",
                "b-c/first encoded /items/0/id /first",
                "a-b/other carried /other -",
            ]
        );
    }

    #[test]
    fn notes_name_only_places_that_the_second_mapping_wrote() {
        let first = [
            note(Encoded, "a-b/output", "/output", "/error/code"),
            note(Copied, "a-b/type", "/type", "/type"),
            note(Renamed, "a-b/data", "/payload", "/data"),
        ];
        let second = [
            note(Verdict::Derived, "b-c/error", "/error", "/result"),
            note(Encoded, "b-c/data", "/data", "/text"),
            note(Verdict::Derived, "b-c/summary", "", "/summary"),
            note(Copied, "b-c/restored", "", "/result/code"),
        ];
        assert_eq!(
            lines(&compose(&first, &second, &Others::none(), false)),
            [
                "b-c/error derived /output /result",
                "b-c/data encoded /payload /text",
                "b-c/summary derived  /summary",
                "b-c/restored copied  /result/code",
                "a-b/type copied /type -",
            ]
        );
    }

    #[test]
    fn a_carried_field_that_the_second_mapping_restores_is_not_a_loss() {
        let first = [
            note(Copied, "a-b/list", "/list", "/list"),
            note(Carried, "a-b/field", "/list/0/title", "-"),
            note(Carried, "a-b/field", "/list/0/hints/x", "-"),
            note(Carried, "a-b/field", "/meta", "-"),
        ];
        let mut second = [
            note(Copied, "b-a/list", "/list", "/list"),
            note(Copied, "b-a/restored", "", "/list/0/title"),
            note(Copied, "b-a/restored", "", "/list/0/hints"),
        ];
        for note in &mut second[1..] {
            note.remark = Field::Value(RESTORED.into());
        }
        assert_eq!(
            lines(&compose(&first, &second, &Others::none(), false)),
            [
                "a-b/list copied /list /list",
                "a-b/field copied /list/0/title /list/0/title",
                "a-b/field copied /list/0/hints /list/0/hints",
                "a-b/field carried /meta -",
            ]
        );
    }

    #[test]
    fn a_field_renamed_twice_to_its_first_name_is_copied() {
        let first = [
            note(Renamed, "a-b/surface", "/action/surfaceId", "/canvasFile"),
            note(Renamed, "a-b/name", "/action/name", "/action"),
            note(Copied, "a-b/time", "/action/timestamp", "/timestamp"),
        ];
        let second = [
            note(
                Renamed,
                "b-c/surface",
                "/canvasFile",
                "/userAction/surfaceId",
            ),
            note(Renamed, "b-c/verb", "/action", "/userAction/verb"),
            note(Copied, "b-c/time", "/timestamp", "/userAction/timestamp"),
        ];
        assert_eq!(
            lines(&compose(&first, &second, &Others::none(), false)),
            [
                "a-b/surface copied /action/surfaceId /userAction/surfaceId",
                "a-b/name renamed /action/name /userAction/verb",
                "a-b/time copied /action/timestamp /userAction/timestamp",
            ]
        );
    }

    #[test]
    fn notes_about_members_of_a_copied_payload_keep_its_pointer() {
        let first = [note(Copied, "a-b/message", "/action/payload", "")];
        let second = [
            note(Encoded, "b-c/name", "/name", "/label"),
            note(Carried, "b-c/x", "/x", "-"),
        ];
        assert_eq!(
            lines(&compose(&first, &second, &Others::none(), false)),
            [
                "b-c/name encoded /action/payload/name /label",
                "b-c/x carried /action/payload/x -"
            ]
        );
        let place = Pointer::parse("/x/0").unwrap();
        assert_eq!(source_of(&first, &place).as_str(), "/action/payload/x/0");
    }

    /// Returns the losses, with message numbers, that a translator reports for messages.
    fn losses(from: Dialect, to: Dialect, texts: &[&str]) -> Vec<String> {
        let mut translator = Translator::new(from, to, Context::default()).unwrap();
        let mut notes = Vec::new();
        for text in texts {
            let made = translator
                .push(a2ui::Message::read(text).unwrap(), Carry::default())
                .unwrap();
            notes.extend(made.all_notes().cloned().collect::<Vec<_>>());
        }
        notes.extend(translator.finish().all_notes().cloned());
        // A carry layer is not a field of the message.
        let is_field = |note: &&Note| !note.from.as_str().starts_with("/agent_ui_carry");
        let lost = notes
            .iter()
            .filter(|note| note.is_loss(false))
            .filter(is_field);
        lost.map(|note| format!("{} {} {}", note.input, note.verdict, note.from))
            .collect()
    }

    const CREATE: &str = r#"{"version":"v1.0","createSurface":{"surfaceId":"s","catalogId":"c","metadata":{"extensions":{"a":1}}}}"#;
    const UPDATE: &str = r#"{"version":"v1.0","updateComponents":{"surfaceId":"s","components":[{"id":"root","component":"Card","child":"b","catalogId":"d","metadata":{"extensions":{"b":2}}}]}}"#;
    const WHOLE: &str = r#"{"version":"v1.0","createSurface":{"surfaceId":"s","catalogId":"c","metadata":{"extensions":{"a":1}},"components":[{"id":"root","component":"Card","child":"b","catalogId":"d"}]}}"#;
    const DELETE: &str = r#"{"version":"v1.0","deleteSurface":{"surfaceId":"s","x-pen":1}}"#;

    #[test]
    fn losses_of_the_first_mapping_are_noted_for_waiting_and_deleted_messages() {
        let own = "0 carried /createSurface/metadata/extensions/a";
        let of_update = |number: usize, at: &str| {
            let place = |name: &str| format!("{number} carried {at}/components/0/{name}");
            vec![place("catalogId"), place("metadata")]
        };
        let with = |lists: &[Vec<String>]| lists.concat();
        let own = vec![own.to_owned()];
        for (texts, expected) in [
            (vec![CREATE], own.clone()),
            (
                vec![CREATE, UPDATE],
                with(&[of_update(1, "/updateComponents"), own.clone()]),
            ),
            (
                vec![WHOLE],
                with(&[of_update(0, "/createSurface")[..1].to_vec(), own.clone()]),
            ),
            // A message that waits and is then deleted is lost.
            (
                vec![CREATE, DELETE],
                vec![
                    "0 dropped /createSurface".to_owned(),
                    "1 carried /deleteSurface/x-pen".to_owned(),
                ],
            ),
        ] {
            assert_eq!(
                losses(Dialect::A2ui1_0Aug, Dialect::A2ui0_8, &texts),
                expected,
                "{texts:?}"
            );
        }
    }

    #[test]
    fn a_loss_is_refused_before_waiting_messages_depend_on_it() {
        let mut translator =
            Translator::new(Dialect::A2ui1_0Aug, Dialect::A2ui0_8, Context::default())
                .unwrap()
                .loss_policy(LossPolicy::Refuse);
        let refused = translator
            .push(a2ui::Message::read(CREATE).unwrap(), Carry::default())
            .unwrap_err();
        assert_eq!(
            refused.pointer().as_str(),
            "/createSurface/metadata/extensions/a"
        );
    }

    #[test]
    fn a_partly_forwarded_field_is_still_a_loss() {
        let first = [
            note(Carried, "a-b/all", "/all", "/list"),
            note(Verdict::Dropped, "a-b/x", "/x", "/y"),
        ];
        let second = [
            note(Copied, "b-c/item", "/list/0", "/list/0"),
            note(Carried, "b-c/y", "/y", "-"),
        ];
        assert_eq!(
            lines(&compose(&first, &second, &Others::none(), false)),
            [
                "a-b/x dropped /x -",
                "a-b/all carried /all/0 /list/0",
                "a-b/all carried /all -"
            ]
        );
    }

    #[test]
    fn a_note_about_an_unknown_place_refers_to_the_whole_message() {
        for (same_places, at) in [(false, ""), (true, "/kind")] {
            let first = [note(Copied, "a-b/name", "/name", "/label")];
            let second = [note(Verdict::Dropped, "b-c/type", "/kind", "-")];
            let expected = [
                format!("b-c/type dropped {at} -"),
                "a-b/name copied /name -".to_owned(),
            ];
            assert_eq!(
                lines(&compose(&first, &second, &Others::none(), same_places)),
                expected
            );
        }
    }
}
