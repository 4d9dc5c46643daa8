//! The field map, which records where each source field goes in the target, and its notes.

use super::{
    difference,
    edges::{Edge, Edges},
    label::Label,
    places::{self, is_above, is_in, is_in_one_of, is_same, position_of},
    rules::{OtherRules, Rule},
};
use crate::Refusal;
use std::{borrow::Cow, collections::BTreeMap, fmt};
use wire::{Field, Payload, Pointer};

wire::word! {
    /// The outcome for one field. Later variants are greater changes.
    ///
    /// The verdict on an object or list excludes the parts that have notes of their own. A list may be encoded while
    /// one of its elements is carried.
    pub closed enum Verdict {
        /// An equal value under an equal member name, in any place.
        Copied = "copied",
        /// An equal value under another name.
        Renamed = "renamed",
        /// Another value, from which the old one can be computed.
        Encoded = "encoded",
        /// A value that is computed from other fields.
        Derived = "derived",
        /// A constant of the mapping, because the source has no such field.
        Defaulted = "defaulted",
        /// The target cannot hold the value, or only a part of it. It is kept in the [`Carry`](crate::Carry).
        Carried = "carried",
        /// The target cannot hold the value, and it is lost.
        Dropped = "dropped",
        /// The value is unsafe. It stays in the [`Carry`](crate::Carry) and is never restored.
        Quarantined = "quarantined",
    }
}

impl Verdict {
    /// Returns the verdict for a value that moved unchanged.
    pub(crate) fn of_move(from: &Pointer, to: &Pointer) -> Self {
        match (last_name(from), last_name(to)) {
            (Some(from), Some(to)) if from != to => Self::Renamed,
            _ => Self::Copied,
        }
    }

    /// Returns `true` if the value is lost when the carry is discarded, or in any case.
    pub(crate) fn is_loss(self) -> bool {
        self.needs_carry() || self == Self::Dropped
    }

    /// Returns `true` if the value is lost when the carry is discarded.
    pub(crate) fn needs_carry(self) -> bool {
        matches!(self, Self::Carried | Self::Quarantined)
    }
}

/// Returns the last segment of a place that is a name and not an index.
fn last_name(place: &Pointer) -> Option<Cow<'_, str>> {
    let names = place.segments();
    names
        .filter(|segment| segment.parse::<usize>().is_err())
        .last()
}

wire::object! {
    /// A report about one field: its verdict, the rule of the mapping, and its places in source and target.
    ///
    /// `Display` formats a note as one line.
    ///
    /// ```
    /// use agent_ui_bridge::{Note, Verdict, wire};
    ///
    /// let note: Note = wire::decode(r#"{"input":0,"verdict":"renamed","rule":"aap-a2ui/action","from":"/action","to":"/action/name"}"#)?;
    /// assert_eq!(note.verdict, Verdict::Renamed);
    /// assert_eq!(note.to_string(), "message 0: renamed /action -> /action/name (aap-a2ui/action)");
    /// # Ok::<(), wire::DecodeError>(())
    /// ```
    pub struct Note {
        /// The number of the message with the field, starting at 0. Refused messages are not counted.
        input: u64,
        /// The outcome for the field.
        verdict: Verdict,
        /// The id of the applied rule.
        rule: Label,
        /// The pointer in the source; the root if the target field derives from no source field.
        from: Pointer,
        /// The pointer in the target; absent if the value is not in the target.
        to?: Field<Pointer>,
        /// A sentence that explains the verdict.
        remark?: Field<Label>,
    }
}

/// The notes that a caller requests with each message.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum RequestedNotes {
    /// No notes at all.
    #[default]
    None,
    /// A note for every field that the target lacks or contains with another value. These notes cost less than all
    /// notes.
    Losses,
    /// A note for every field.
    All,
}

impl RequestedNotes {
    /// Returns [`All`](Self::All) if any notes are requested.
    pub(crate) fn all_if_any(self) -> Self {
        match self {
            Self::None => Self::None,
            _ => Self::All,
        }
    }
}

impl Refusal {
    /// Collects every loss in these notes into one refusal. Returns `None` if there is no loss. A carried field is a
    /// loss unless `carry_is_kept`.
    pub fn losses<'a>(
        notes: impl IntoIterator<Item = &'a Note>,
        carry_is_kept: bool,
    ) -> Option<Self> {
        let notes = notes.into_iter();
        let lost = notes.filter(|note| note.is_loss(carry_is_kept));
        Self::of_each(lost.map(Note::to_refusal))
    }
}

impl Note {
    /// Returns `true` if the field cannot be restored. A carried field is a loss unless `carry_is_kept`. An unsafe
    /// value is always a loss, because the carry does not restore it either.
    pub fn is_loss(&self, carry_is_kept: bool) -> bool {
        match self.verdict {
            Verdict::Dropped | Verdict::Quarantined => true,
            Verdict::Carried => !carry_is_kept,
            _ => false,
        }
    }

    /// Returns `true` if the note reports a tool that was omitted from its list.
    pub fn is_left_out(&self) -> bool {
        self.rule.as_str().ends_with(LEFT_OUT_RULE)
    }

    /// Returns `true` if the note is about a field of the source message.
    pub(crate) fn is_about_source_field(&self) -> bool {
        let is_made = matches!(self.verdict, Verdict::Derived | Verdict::Defaulted);
        !self.from.is_root() || !(is_made || self.is_of_carry())
    }

    /// Returns `true` if the note is about a field of the carry.
    pub(crate) fn is_of_carry(&self) -> bool {
        self.rule.as_str().ends_with(RESTORED_RULE)
    }

    /// Returns `true` if the note is about a field that was restored from the carry.
    pub(crate) fn is_restored(&self) -> bool {
        self.has_remark(RESTORED)
    }

    /// Returns `true` if the note is about a member that was removed because the carry recorded it as absent.
    pub(crate) fn is_absent_by_carry(&self) -> bool {
        self.has_remark(LEFT_OUT)
    }

    fn has_remark(&self, remark: &str) -> bool {
        match self.remark.get() {
            Some(own) => self.is_of_carry() && own.as_str() == remark,
            None => false,
        }
    }

    /// Returns `true` if the notes are equal except for the message number.
    pub fn is_equivalent_to(&self, other: &Self) -> bool {
        self.verdict == other.verdict
            && is_same(self.rule.as_str(), other.rule.as_str())
            && is_same(self.from.as_str(), other.from.as_str())
            && is_same_field(&self.to, &other.to, Pointer::as_str)
            && is_same_field(&self.remark, &other.remark, Label::as_str)
            && self.extra == other.extra
    }

    /// Converts the note into a refusal of its loss.
    pub(crate) fn to_refusal(&self) -> Refusal {
        let is_left_out = self.is_left_out();
        let lost = if is_left_out {
            "this tool would be omitted"
        } else {
            "this field would be lost"
        };
        let mut message = match self.verdict {
            Verdict::Carried => format!("without a carry {lost}"),
            Verdict::Quarantined => "this unsafe value would be lost".to_owned(),
            _ => lost.to_owned(),
        };
        // Other remarks explain the translation, not the loss.
        if is_left_out || self.verdict == Verdict::Quarantined {
            let why = self.remark.get().map_or("", Label::as_str);
            if !why.is_empty() {
                message = format!("{message}: {why}");
            }
        }
        let hint = match self.verdict {
            Verdict::Carried if is_left_out => {
                "correct the tool, or keep the carry (`Message.carry`)"
            }
            Verdict::Carried => {
                "keep the carry (`Message.carry`), or use `options.embed` if the message has room for it"
            }
            Verdict::Quarantined => {
                "correct the value, or allow losses: a carry does not restore unsafe values"
            }
            _ => "remove the field, or allow losses",
        };
        Refusal::loss(self.rule.as_str(), self.from.clone(), message).hint(hint)
    }
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "message {}: {}", self.input, self.verdict.as_str())?;
        if !self.from.is_root() {
            write!(f, " {}", self.from)?;
        }
        if let Some(to) = self.to.get().filter(|to| !to.is_root()) {
            write!(f, " -> {to}")?;
        }
        write!(f, " ({})", self.rule)?;
        match self.remark.get() {
            Some(remark) => write!(f, ": {remark}"),
            None => Ok(()),
        }
    }
}

fn is_same_field<T>(one: &Field<T>, other: &Field<T>, text: fn(&T) -> &str) -> bool {
    match (one, other) {
        (Field::Value(one), Field::Value(other)) => is_same(text(one), text(other)),
        (Field::Null, Field::Null) | (Field::Absent, Field::Absent) => true,
        _ => false,
    }
}

/// The remark for a field that was restored from the carry.
pub(crate) const RESTORED: &str = "restored from the carry";
/// The remark for a member that was removed because the carry recorded it as absent.
const LEFT_OUT: &str = "removed, because the carry records it as absent";
/// The end of the rule id for carry fields, see `rules!`.
const RESTORED_RULE: &str = "/restored";
/// The end of the rule ids for omitted tools.
const LEFT_OUT_RULE: &str = "/left-out";
/// The remark for a field that was not restored because the visible value was edited.
pub(crate) const EDITED: &str = "not restored: the visible value was edited";
/// The remark for a field that was not restored because its parent was edited.
const CUT_OFF: &str = "not restored: its parent value was edited";

/// The outcome of reconciling a message with its carry, field by field.
#[derive(Clone, Debug, Default)]
pub(crate) struct FieldOutcomes {
    /// The target fields that were restored from the carry.
    pub(crate) restored: Vec<Pointer>,
    /// The target fields that were not restored because the message was edited.
    pub(crate) edited: Vec<Pointer>,
    /// The target fields that were not restored because they are unsafe, with the reasons.
    pub(crate) quarantined: Vec<(Pointer, &'static str)>,
    /// The unsafe carried fields, which are never restored.
    pub(crate) set_aside: Vec<Pointer>,
}

impl FieldOutcomes {
    /// Returns `true` if the incoming carry changed nothing in the message.
    pub(super) fn is_empty(&self) -> bool {
        self.restored.is_empty() && self.edited.is_empty() && self.quarantined.is_empty()
    }
}

/// Returns the rule and the target place for the note about a lost field, if the mapping states them.
pub(super) type NoteOfLoss<'a> = dyn Fn(&Pointer) -> Option<(&'static Rule, Option<Pointer>)> + 'a;

/// The capacity for the notes of most messages. The notes then fit into one kilobyte.
const MOST: usize = 8;

/// Records where the fields of one message go, with one note for each field, if notes or a carry are requested.
#[derive(Clone, Debug, Default)]
pub(crate) struct FieldMap {
    pub(crate) list: Vec<Note>,
    /// The places of the target that show fields, unless notes name the exact places.
    shown: Vec<ShownField>,
    input: u64,
    wanted: RequestedNotes,
}

/// A field of the source and a place of the target that shows it.
#[derive(Clone, Debug)]
struct ShownField {
    from: Pointer,
    to: Pointer,
    /// `true` if the whole place shows each part of the field.
    is_whole: bool,
}

impl FieldMap {
    /// Creates a collector for the message with this number.
    pub(crate) fn about(input: u64, wanted: RequestedNotes) -> Self {
        Self {
            list: Vec::new(),
            shown: Vec::new(),
            input,
            wanted,
        }
    }

    /// Creates a collector that discards every note.
    pub(crate) fn none() -> Self {
        Self::default()
    }

    /// Returns `true` if notes are requested, all of them or those about losses.
    pub(crate) fn is_wanted(&self) -> bool {
        self.wanted != RequestedNotes::None
    }

    /// Returns `true` if notes with this verdict are requested.
    pub(crate) fn is_verdict_wanted(&self, verdict: Verdict) -> bool {
        match self.wanted {
            RequestedNotes::None => false,
            RequestedNotes::Losses => verdict.is_loss(),
            RequestedNotes::All => true,
        }
    }

    /// Returns the pointer of a member, or the root if notes are not requested.
    pub(crate) fn member(&self, at: &Pointer, name: &str) -> Pointer {
        if self.is_wanted() {
            at.member(name)
        } else {
            Pointer::root()
        }
    }

    /// Returns the pointer of an element, or the root if notes are not requested.
    pub(crate) fn element(&self, at: &Pointer, index: usize) -> Pointer {
        if self.is_wanted() {
            at.element(index)
        } else {
            Pointer::root()
        }
    }

    /// Returns `true` if two values are equal. Skips the comparison if notes are not requested.
    pub(crate) fn are_same(&self, one: &Payload, other: &Payload) -> bool {
        !self.is_wanted() || one == other
    }

    /// Adds a note that the member `from.1` of `from.0` became the member `to.1` of `to.0`.
    pub(crate) fn add(
        &mut self,
        verdict: Verdict,
        rule: &'static Rule,
        from: (&Pointer, &str),
        to: Option<(&Pointer, &str)>,
    ) {
        self.remark(verdict, rule, from, to, "");
    }

    /// Adds notes that the members of an object are copied, except the members in `but`.
    pub(crate) fn copy_members(
        &mut self,
        rule: &'static Rule,
        at: &Pointer,
        object: &Payload,
        but: &[&str],
    ) {
        if !self.is_wanted() {
            return;
        }
        for (name, _) in object.members() {
            if !but.contains(&&*name) {
                let place = at.member(&name);
                self.enter(Verdict::Copied, rule, place.clone(), Some(place), "");
            }
        }
    }

    /// Adds a note with a remark.
    pub(crate) fn remark(
        &mut self,
        verdict: Verdict,
        rule: &'static Rule,
        from: (&Pointer, &str),
        to: Option<(&Pointer, &str)>,
        remark: &'static str,
    ) {
        if !self.is_wanted() {
            return;
        }
        let to = to.map(|to| place(rule.to, to));
        self.enter(verdict, rule, place(rule.from, from), to, remark);
    }

    /// Adds a note about the field of a rule that has fixed places in both messages.
    pub(crate) fn add_rule(&mut self, verdict: Verdict, rule: &'static Rule) {
        if !self.is_wanted() {
            return;
        }
        let to = match rule.to {
            "" => None,
            to => Some(Pointer::from_static(to)),
        };
        self.enter(verdict, rule, Pointer::from_static(rule.from), to, "");
    }

    /// Adds a note about the field at a place, if notes with this verdict are requested.
    pub(crate) fn enter(
        &mut self,
        verdict: Verdict,
        rule: &'static Rule,
        from: Pointer,
        to: Option<Pointer>,
        remark: impl Into<Label>,
    ) {
        if !self.is_verdict_wanted(verdict) {
            return;
        }
        let remark: Label = remark.into();
        if self.list.is_empty() {
            self.list.reserve(MOST);
        }
        let mut note = Note::new(self.input, verdict, rule.id, from);
        note.to = to.map_or(Field::Absent, Field::Value);
        note.remark = if remark.as_str().is_empty() {
            Field::Absent
        } else {
            Field::Value(remark)
        };
        self.list.push(note);
    }

    /// Appends the notes about a part of the message, with the place of the part replaced. Notes about other places are
    /// omitted.
    pub(crate) fn add_moved(&mut self, part: Self, from: &Pointer, to: &Pointer) {
        for mut note in part.list {
            let Some(below) = note.from.as_str().strip_prefix(from.as_str()) else {
                continue;
            };
            if let Ok(below) = Pointer::parse(below) {
                note.from = to.join(&below);
                self.list.push(note);
            }
        }
    }

    /// Corrects the notes by the measured losses, so that every field that the target loses has a note. Empties the
    /// list of outcomes.
    pub(crate) fn record_outcomes(
        &mut self,
        fields: &mut FieldOutcomes,
        (lost, note): (&[Pointer], &NoteOfLoss<'_>),
        rules: &OtherRules,
    ) {
        if !self.is_wanted() {
            return;
        }
        if !lost.is_empty() {
            self.mark_carried((lost, note), &fields.set_aside, rules);
        }
        let outcomes = [
            (&mut fields.restored, Verdict::Copied, RESTORED),
            (&mut fields.edited, Verdict::Derived, EDITED),
        ];
        for (pointers, verdict, remark) in outcomes {
            for pointer in pointers.drain(..) {
                self.enter(
                    verdict,
                    rules.restored,
                    Pointer::root(),
                    Some(pointer),
                    remark,
                );
            }
        }
        for (pointer, reason) in fields.quarantined.drain(..) {
            self.enter(
                Verdict::Quarantined,
                rules.restored,
                Pointer::root(),
                Some(pointer),
                reason,
            );
        }
    }

    /// Returns the source places that notes call lost, sorted.
    pub(super) fn losses(&self) -> Vec<&str> {
        let lost = self.list.iter().filter(|note| note.is_loss(false));
        let mut places: Vec<&str> = lost.map(|note| note.from.as_str()).collect();
        places.sort_unstable();
        places
    }

    /// Returns the source places that have notes, sorted.
    pub(super) fn sources(&self) -> Vec<&str> {
        let mut sources: Vec<&str> = self.list.iter().map(|note| note.from.as_str()).collect();
        sources.sort_unstable();
        sources
    }

    /// Returns the index in the source list of each element of a target list, as far as notes state it.
    pub(super) fn source_elements(&self, from: &str, to: &str) -> BTreeMap<usize, usize> {
        let mut elements = BTreeMap::new();
        for note in &self.list {
            let Some(target) = note.to.get() else {
                continue;
            };
            if let (Some(target), Some(source)) =
                (element_index(target, to), element_index(&note.from, from))
            {
                elements.insert(target, source);
            }
        }
        elements
    }

    /// Records the place of the target that shows a field, where notes name a less exact place. The segment `*` matches
    /// every member or element.
    pub(crate) fn show(&mut self, from: Pointer, to: Pointer) {
        if self.is_wanted() {
            let is_whole = false;
            self.shown.push(ShownField { from, to, is_whole });
        }
    }

    /// Records the place of the target that shows a field, if other parts of the field are at the same place. The whole
    /// place then shows each part of the field.
    pub(crate) fn show_whole(&mut self, from: Pointer, to: Pointer) {
        if self.is_wanted() {
            let is_whole = true;
            self.shown.push(ShownField { from, to, is_whole });
        }
    }

    /// Returns `true` if the target may show a field of the source. In that case, a note names the field, a part of it,
    /// or a value that contains it. This check is cheaper than a search for the places.
    pub(super) fn is_shown(&self, field: &str) -> bool {
        for note in &self.list {
            if !note.to.is_absent() && are_nested(field, note.from.as_str()) {
                return true;
            }
        }
        self.shown
            .iter()
            .any(|shown| are_nested(field, shown.from.as_str()))
    }

    /// Returns the places of the target that show the value of a field of the source, sorted.
    pub(super) fn shown_targets(&self) -> Vec<&str> {
        let mut places = Vec::new();
        for note in &self.list {
            // The value of any other field is not that of the source.
            let is_value = matches!(
                note.verdict,
                Verdict::Copied | Verdict::Renamed | Verdict::Encoded
            );
            if let Field::Value(to) = &note.to {
                if is_value {
                    places.push(to.as_str());
                }
            }
        }
        places.extend(self.shown.iter().map(|shown| shown.to.as_str()));
        places.sort_unstable();
        places
    }

    /// Returns the places of the target that show fields of the source, according to the notes of the mapping.
    pub(super) fn edges(&self, rules: &OtherRules) -> Edges<'_> {
        let mut edges = Vec::with_capacity(self.list.len() + self.shown.len());
        for note in &self.list {
            let is_constant = note.verdict == Verdict::Defaulted;
            let is_stated_by_lens = note.rule.as_str() == rules.carried.id;
            if note.is_about_source_field() && !is_constant && !is_stated_by_lens {
                edges.push(Edge {
                    from: note.from.as_str(),
                    is_of_note: true,
                    is_whole: false,
                    to: note.to.get().map(Pointer::as_str),
                });
            }
        }
        for shown in &self.shown {
            edges.push(Edge {
                from: shown.from.as_str(),
                is_of_note: false,
                is_whole: shown.is_whole,
                to: Some(shown.to.as_str()),
            });
        }
        Edges::new(edges)
    }

    /// Corrects the notes by the final target. A place that the carry removed is removed from the notes.
    pub(crate) fn adjust_to_target(&mut self, target: &Payload) {
        let exists = self.exist_in(target);
        for (note, exists) in self.list.iter_mut().zip(exists) {
            if exists != Some(false) {
                continue;
            }
            if !note.is_of_carry() {
                note.to = Field::Absent;
                continue;
            }
            match note.remark.get().map(Label::as_str) {
                Some(RESTORED) => note.remark = Field::Value(LEFT_OUT.into()),
                Some(EDITED) => {
                    note.verdict = Verdict::Dropped;
                    note.remark = Field::Value(CUT_OFF.into());
                }
                _ => {}
            }
        }
    }

    /// Removes and returns the notes about places that exist in a target.
    pub(crate) fn take_those_of(&mut self, target: &Payload) -> Vec<Note> {
        let exists = self.exist_in(target);
        let (mut taken, mut left) = (Vec::new(), Vec::new());
        for (note, exists) in std::mem::take(&mut self.list).into_iter().zip(exists) {
            if exists == Some(true) {
                taken.push(note);
            } else {
                left.push(note);
            }
        }
        self.list = left;
        taken
    }

    /// Checks for each note whether its target place exists. The result is `None` for a note without a target place.
    fn exist_in(&self, target: &Payload) -> Vec<Option<bool>> {
        let targets = self.list.iter().filter_map(|note| note.to.get());
        let places: Vec<Pointer> = targets.cloned().collect();
        // Notes about a list of messages are about its first message.
        let first = target.elements().next();
        let message = first.as_ref().unwrap_or(target);
        let mut exist = difference::exist_at(message.text(), &places).into_iter();
        let mut of_notes = Vec::with_capacity(self.list.len());
        for note in &self.list {
            of_notes.push(match note.to {
                Field::Value(_) => exist.next(),
                _ => None,
            });
        }
        of_notes
    }

    /// Marks these places as lost without the carry, in the existing notes or in new ones.
    fn mark_carried(
        &mut self,
        (lost, note): (&[Pointer], &NoteOfLoss<'_>),
        set_aside: &[Pointer],
        rules: &OtherRules,
    ) {
        let mut sorted: Vec<&str> = lost.iter().map(Pointer::as_str).collect();
        // Few places are found in any order.
        if sorted.len() > places::FEW {
            sorted.sort_unstable();
            sorted.dedup();
        }
        let mut is_noted = vec![false; sorted.len()];
        for note in &mut self.list {
            // A constant belongs to the target, not to the source.
            if note.verdict == Verdict::Defaulted {
                continue;
            }
            let place = note.from.as_str();
            let Some(index) = position_of(place, &sorted) else {
                // The lost parts have notes of their own, and the remaining value is a different one.
                let is_same = matches!(note.verdict, Verdict::Copied | Verdict::Renamed);
                if is_same && is_above(place, &sorted) {
                    note.verdict = Verdict::Encoded;
                }
                continue;
            };
            match is_noted.get_mut(index) {
                Some(is_noted) if !*is_noted => {
                    *is_noted = true;
                    note.verdict = note.verdict.max(verdict_of_loss(place, set_aside));
                }
                // A place with several notes is reported as lost once.
                _ => note.verdict = Verdict::Derived,
            }
        }
        for place in lost {
            let Some(index) = position_of(place.as_str(), &sorted) else {
                continue;
            };
            let Some(is_noted @ false) = is_noted.get_mut(index) else {
                continue;
            };
            *is_noted = true;
            let (rule, to) = note(place).unwrap_or((rules.carried, None));
            let verdict = verdict_of_loss(place.as_str(), set_aside);
            self.enter(verdict, rule, place.clone(), to, "");
        }
    }

    /// Corrects notes about target values that restored values replace or overlap.
    pub(super) fn replace(
        &mut self,
        restored: &[Pointer],
        source: &dyn Fn() -> Payload,
        target: &dyn Fn() -> Payload,
    ) {
        let mut sorted: Vec<&str> = restored.iter().map(Pointer::as_str).collect();
        sorted.sort_unstable();
        // A restored value takes the place of a computed one.
        self.list.retain(|note| match (note.verdict, &note.to) {
            (Verdict::Defaulted | Verdict::Derived, Field::Value(to)) => {
                !is_in_one_of(to.as_str(), &sorted)
            }
            _ => true,
        });
        let mut moved: Vec<&mut Note> = Vec::new();
        let mut places: Vec<(Pointer, Pointer)> = Vec::new();
        for note in &mut self.list {
            let (Verdict::Copied | Verdict::Renamed, Field::Value(to)) = (note.verdict, &note.to)
            else {
                continue;
            };
            if is_in_one_of(to.as_str(), &sorted) || is_above(to.as_str(), &sorted) {
                places.push((note.from.clone(), to.clone()));
                moved.push(note);
            }
        }
        if moved.is_empty() {
            return;
        }
        let are_equal = difference::are_equal((&source(), &target()), &places);
        for (note, is_equal) in moved.into_iter().zip(are_equal) {
            if !is_equal {
                note.verdict = Verdict::Encoded;
            }
        }
    }

    /// Corrects notes about the elements of a target list that moved or vanished.
    pub(super) fn move_elements(&mut self, list: &str, moved: &[Option<usize>]) {
        self.list.retain_mut(|note| {
            let Field::Value(to) = &note.to else {
                return true;
            };
            let Some((index, below)) = split_element(to, list) else {
                return true;
            };
            match move_place(list, (index, below), moved) {
                Some(place) => {
                    note.to = Field::Value(place);
                    true
                }
                None => false,
            }
        });
    }
}

/// Returns `true` if two places are equal or one contains the other.
fn are_nested(one: &str, other: &str) -> bool {
    is_in(one, other) || is_in(other, one)
}

/// Returns the verdict for a lost field: quarantined if the field was set aside as unsafe, otherwise carried.
fn verdict_of_loss(place: &str, set_aside: &[Pointer]) -> Verdict {
    if set_aside.iter().any(|aside| aside.as_str() == place) {
        Verdict::Quarantined
    } else {
        Verdict::Carried
    }
}

/// Splits a place in a list into the index of the element and the rest.
fn split_element<'p>(place: &'p Pointer, list: &str) -> Option<(&'p str, &'p str)> {
    let below = place.as_str().strip_prefix(list)?.strip_prefix('/')?;
    Some(below.split_at(below.find('/').unwrap_or(below.len())))
}

/// Returns the index of the list element that contains a place.
fn element_index(place: &Pointer, list: &str) -> Option<usize> {
    split_element(place, list)?.0.parse().ok()
}

/// Returns the new place of a value in an element; `None` if the element vanished.
fn move_place(
    list: &str,
    (index, below): (&str, &str),
    moved: &[Option<usize>],
) -> Option<Pointer> {
    let index: usize = index.parse().ok()?;
    let index = (*moved.get(index)?)?;
    Pointer::parse(&format!("{list}/{index}{below}")).ok()
}

/// Returns the pointer of a member. A pointer that equals the one in the table row needs no allocation.
fn place(row: &'static str, (pointer, name): (&Pointer, &str)) -> Pointer {
    if name.is_empty() {
        return pointer.clone();
    }
    let at = pointer.as_str().len();
    let is_row = row.len() == at + 1 + name.len()
        && row.as_bytes().get(at) == Some(&b'/')
        && row.ends_with(name)
        // Comparing with an empty text is slow, see `is_same`.
        && (at == 0 || row.starts_with(pointer.as_str()));
    if is_row && !name.bytes().any(|byte| matches!(byte, b'/' | b'~')) {
        Pointer::from_static(row)
    } else {
        pointer.member(name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the verdicts that notes have after these places are lost.
    fn verdicts_after(
        notes: &[(Verdict, &'static str, Option<&'static str>)],
        lost: &[&str],
    ) -> Vec<String> {
        const RULE: Rule = Rule {
            id: "a-b/field",
            from: "",
            to: "",
        };
        let mut all = FieldMap::about(0, RequestedNotes::All);
        for (verdict, from, to) in notes {
            let place = |text: &str| Pointer::parse(text).unwrap();
            all.enter(*verdict, &RULE, place(from), to.map(place), "");
        }
        let lost: Vec<Pointer> = lost
            .iter()
            .map(|lost| Pointer::parse(lost).unwrap())
            .collect();
        all.mark_carried(
            (&lost, &|_| None),
            &[],
            &OtherRules {
                carried: &RULE,
                restored: &RULE,
                depth: &RULE,
            },
        );
        all.list
            .iter()
            .map(|note| format!("{} {}", note.verdict, note.from))
            .collect()
    }

    #[test]
    fn every_lost_place_has_exactly_one_note() {
        let tools = [
            (Verdict::Copied, "/tools", Some("/tools")),
            (Verdict::Copied, "/tools/1/name", Some("/tools/0/name")),
            (
                Verdict::Renamed,
                "/tools/1/schema",
                Some("/tools/0/inputSchema"),
            ),
            (Verdict::Derived, "/tools/1/schema", Some("/tools/0/hint")),
            (
                Verdict::Defaulted,
                "/tools/1/description",
                Some("/tools/0/description"),
            ),
        ];
        let lost = [
            "/tools/0",
            "/tools/1/description",
            "/tools/1/schema",
            "/tools/1/title",
        ];
        assert_eq!(
            verdicts_after(&tools, &lost),
            [
                "encoded /tools",
                "copied /tools/1/name",
                "carried /tools/1/schema",
                "derived /tools/1/schema",
                "defaulted /tools/1/description",
                "carried /tools/0",
                "carried /tools/1/description",
                "carried /tools/1/title",
            ]
        );
    }

    #[test]
    fn a_place_with_several_targets_is_lost_once() {
        let notes = [
            (Verdict::Encoded, "/a", Some("/b")),
            (Verdict::Encoded, "/a", Some("/b/c")),
        ];
        assert_eq!(
            verdicts_after(&notes, &["/a"]),
            ["carried /a", "derived /a"]
        );
    }

    #[test]
    fn equivalent_notes_may_differ_in_their_message_number() {
        let note = |input: u64, verdict, rule: &'static str, from: &str, to: &str| {
            let mut note = Note::new(input, verdict, rule, Pointer::parse(from).unwrap());
            note.to = Field::Value(Pointer::parse(to).unwrap());
            note
        };
        let one = note(0, Verdict::Copied, "a-b/x", "/x", "/y");
        assert!(one.is_equivalent_to(&note(7, Verdict::Copied, "a-b/x", "/x", "/y")));
        for other in [
            note(0, Verdict::Renamed, "a-b/x", "/x", "/y"),
            note(0, Verdict::Copied, "a-b/y", "/x", "/y"),
            note(0, Verdict::Copied, "a-b/x", "", "/y"),
            note(0, Verdict::Copied, "a-b/x", "/z", "/y"),
            note(0, Verdict::Copied, "a-b/x", "/x", ""),
        ] {
            assert!(
                !one.is_equivalent_to(&other) && !other.is_equivalent_to(&one),
                "{other:?}"
            );
            assert!(other.is_equivalent_to(&other.clone()));
        }
    }

    #[test]
    fn a_dropped_field_is_always_a_loss_and_a_carried_one_only_without_its_carry() {
        for (verdict, kept, is_loss) in [
            (Verdict::Copied, false, false),
            (Verdict::Carried, true, false),
            (Verdict::Carried, false, true),
            (Verdict::Quarantined, false, true),
            (Verdict::Quarantined, true, true),
            (Verdict::Dropped, true, true),
        ] {
            assert_eq!(
                Note::new(0u64, verdict, "a-b/gone", Pointer::root()).is_loss(kept),
                is_loss
            );
        }
    }
}
