//! What became of every field.

use super::{
    OtherRules, Refusal, Rule, difference,
    lens::FieldOutcomes,
    places::{is_above, is_in_one_of},
};
use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet},
    fmt,
};
use wire::{Field, Payload, Pointer, Reader, Wire, Writer, decode::ReadResult};

wire::word! {
    /// What became of a field. A later one is the greater change.
    ///
    /// Of an object or a list it is what became of it without those parts that have notes of their own: a list is encoded, and an
    /// element of it carried.
    pub closed enum Verdict {
        /// The same value under the same name: that of the member, wherever it stands.
        Copied = "copied",
        /// The same value under another name.
        Renamed = "renamed",
        /// Another value, from which the old one can be computed.
        Encoded = "encoded",
        /// Computed from other fields.
        Derived = "derived",
        /// A constant of the mapping, because the source has nothing for it.
        Defaulted = "defaulted",
        /// It has no place in the target, or only in part, and travels in the [`Carry`](crate::Carry).
        Carried = "carried",
        /// It has no place in the target and is gone.
        Dropped = "dropped",
        /// It is unsafe, and travels in the [`Carry`](crate::Carry): no way leads it back into a message.
        Quarantined = "quarantined",
    }
}

impl Verdict {
    /// Whether the target lacks something if nobody takes the carry along.
    pub fn needs_carry(self) -> bool {
        matches!(self, Self::Carried | Self::Quarantined)
    }
}

/// A short text: a constant of a mapping, or one that was read.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Label(Cow<'static, str>);

impl Label {
    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<&'static str> for Label {
    fn from(text: &'static str) -> Self {
        Self(Cow::Borrowed(text))
    }
}

impl From<String> for Label {
    fn from(text: String) -> Self {
        Self(Cow::Owned(text))
    }
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Wire for Label {
    fn read(reader: &mut Reader<'_>) -> ReadResult<Self> {
        Ok(Self(Cow::Owned(reader.string()?.into())))
    }

    fn write(&self, writer: &mut Writer) {
        writer.string(&self.0);
    }
}

wire::hand_written! {
    Label,
    schema: |_schemas| wire::schema::json!({"type": "string"}),
    generate: |_level| {
        use wire::{generate, proptest::prelude::*};
        generate::text().prop_map(|text| Self(Cow::Owned(text))).boxed()
    },
}

wire::object! {
    /// What became of one field.
    ///
    /// ```
    /// # use agent_ui_bridge as bridge;
    /// use bridge::{Note, Verdict, wire};
    ///
    /// let note: Note = wire::decode(r#"{"input":0,"verdict":"renamed","rule":"aap-a2ui/action","from":"/action","to":"/action/name"}"#)?;
    /// assert_eq!(note.verdict, Verdict::Renamed);
    /// # Ok::<(), wire::DecodeError>(())
    /// ```
    pub struct Note {
        /// The number of the message that the field comes from; the first one is 0, and those that are refused do not count.
        input: u64,
        /// What became of it.
        verdict: Verdict,
        /// The rule that was applied, by its id.
        rule: Label,
        /// Where the field stands in the source; of one that comes from no field, the whole message.
        from: Pointer,
        /// Where it went in the target; absent if nowhere.
        to?: Field<Pointer>,
        /// A sentence, where the verdict does not say everything.
        remark?: Field<Label>,
    }
}

impl Note {
    /// Whether the target alone is not enough to go back: the field is gone, or in a carry that nobody keeps.
    pub fn is_loss(&self, carry_is_kept: bool) -> bool {
        self.verdict == Verdict::Dropped || (!carry_is_kept && self.verdict.needs_carry())
    }

    /// Whether this note says of a whole tool that it was left out of its list.
    pub fn is_left_out(&self) -> bool {
        self.rule.as_str().ends_with(LEFT_OUT_RULE)
    }

    /// Whether it is about a field of the message, and not about one that comes from no field or out of the carry.
    pub(crate) fn is_about_source_field(&self) -> bool {
        let is_made = matches!(self.verdict, Verdict::Derived | Verdict::Defaulted);
        !self.from.is_root() || !(is_made || self.is_of_carry())
    }

    /// Whether it is about what came, or did not come, out of the carry.
    pub(crate) fn is_of_carry(&self) -> bool {
        self.rule.as_str().ends_with(RESTORED_RULE)
    }

    /// Whether it is about a field that came out of the carry.
    pub(crate) fn is_restored(&self) -> bool {
        self.has_remark(RESTORED)
    }

    /// Whether it is about a field that is not there, as the carry says.
    pub(crate) fn is_absent_by_carry(&self) -> bool {
        self.has_remark(LEFT_OUT)
    }

    fn has_remark(&self, remark: &str) -> bool {
        self.is_of_carry() && self.remark.get().is_some_and(|own| own.as_str() == remark)
    }

    /// Whether another note says the same, of whatever message.
    pub fn is_alike(&self, other: &Self) -> bool {
        self.verdict == other.verdict
            && is_same(self.rule.as_str(), other.rule.as_str())
            && is_same(self.from.as_str(), other.from.as_str())
            && is_same_field(&self.to, &other.to, Pointer::as_str)
            && is_same_field(&self.remark, &other.remark, Label::as_str)
            && self.extra == other.extra
    }

    /// The refusal of this loss.
    pub fn to_refusal(&self) -> Refusal {
        let is_kept = self.verdict.needs_carry();
        let lost =
            if self.is_left_out() { "this tool would be left out" } else { "this field would be lost" };
        let why = self.remark.get().filter(|_| self.is_left_out()).map_or("", Label::as_str);
        let mut message = if is_kept { format!("without a carry {lost}") } else { lost.to_owned() };
        if !why.is_empty() {
            message = format!("{message}: {why}");
        }
        let refusal = Refusal::loss(self.rule.as_str(), self.from.clone(), message);
        if is_kept {
            refusal.hint("keep the carry: --envelope, or --embed where there is room")
        } else {
            refusal.hint("the target has no place for it")
        }
    }
}

/// Whether two texts are the same. Most are constants of a mapping, and so one text at one address.
fn is_same(one: &str, other: &str) -> bool {
    // An empty text may stand at no address at all, and comparing with that takes processors long.
    one.len() == other.len() && (one.is_empty() || std::ptr::eq(one, other) || one == other)
}

fn is_same_field<T>(one: &Field<T>, other: &Field<T>, text: fn(&T) -> &str) -> bool {
    match (one, other) {
        (Field::Value(one), Field::Value(other)) => is_same(text(one), text(other)),
        (Field::Null, Field::Null) | (Field::Absent, Field::Absent) => true,
        _ => false,
    }
}

/// The remark of a field that came out of the carry.
pub(crate) const RESTORED: &str = "restored from the carry";
/// The remark of one that the carry says was not there.
const LEFT_OUT: &str = "left out, as the carry says";
/// The end of the name of its rule, see `rules!`.
const RESTORED_RULE: &str = "/restored";
/// The end of the names of the rules for tools that are left out.
const LEFT_OUT_RULE: &str = "/left-out";
/// The remark of a field that did not, because the message shows something else.
pub(crate) const EDITED: &str = "edited: the visible value wins over the carried one";
/// The remark of one that did not, where the message shows nothing.
const CUT_OFF: &str = "not restored: what it belongs to was edited";

/// Most messages have no more notes, and allocators are quick with less than a kilobyte.
const MOST: usize = 8;

/// Collects notes about one message on its way, where they are wanted.
#[derive(Clone, Debug, Default)]
pub(crate) struct Notes {
    pub(crate) list: Vec<Note>,
    input: u64,
    wanted: bool,
}

impl Notes {
    /// About the message of that number.
    pub(crate) fn about(input: u64, wanted: bool) -> Self {
        Self { list: Vec::new(), input, wanted }
    }

    /// Discards every note.
    pub(crate) fn none() -> Self {
        Self::default()
    }

    /// Whether anybody reads them.
    pub(crate) fn is_wanted(&self) -> bool {
        self.wanted
    }

    /// A place below another one, which only notes name.
    pub(crate) fn member(&self, at: &Pointer, name: &str) -> Pointer {
        if self.wanted { at.member(name) } else { Pointer::root() }
    }

    /// The same for an element of a list.
    pub(crate) fn element(&self, at: &Pointer, index: usize) -> Pointer {
        if self.wanted { at.element(index) } else { Pointer::root() }
    }

    /// Whether a value stays what it is, for a verdict: where nobody reads it, they are not members.
    pub(crate) fn are_same(&self, one: &Payload, other: &Payload) -> bool {
        !self.wanted || one == other
    }

    /// Says what became of a field: `name` below `from`, `other` below `to`, if it went anywhere.
    pub(crate) fn add(
        &mut self,
        verdict: Verdict,
        rule: &'static Rule,
        from: (&Pointer, &str),
        to: Option<(&Pointer, &str)>,
    ) {
        self.remark(verdict, rule, from, to, "");
    }

    /// Says of the members of an object that they stay where they are, but for some.
    pub(crate) fn copy_members(&mut self, rule: &'static Rule, at: &Pointer, object: &Payload, but: &[&str]) {
        if self.wanted {
            for (name, _) in object.members().filter(|(name, _)| !but.contains(&&**name)) {
                let place = at.member(&name);
                self.enter(Verdict::Copied, rule, place.clone(), Some(place), "");
            }
        }
    }

    /// Says that, and a sentence more.
    pub(crate) fn remark(
        &mut self,
        verdict: Verdict,
        rule: &'static Rule,
        from: (&Pointer, &str),
        to: Option<(&Pointer, &str)>,
        remark: &'static str,
    ) {
        if self.wanted {
            self.enter(verdict, rule, place(rule.from, from), to.map(|to| place(rule.to, to)), remark);
        }
    }

    /// Says what became of the field of a rule that has one place in each message.
    pub(crate) fn add_rule(&mut self, verdict: Verdict, rule: &'static Rule) {
        if self.wanted {
            let to = (!rule.to.is_empty()).then(|| Pointer::from_static(rule.to));
            self.enter(verdict, rule, Pointer::from_static(rule.from), to, "");
        }
    }

    pub(crate) fn enter(
        &mut self,
        verdict: Verdict,
        rule: &'static Rule,
        from: Pointer,
        to: Option<Pointer>,
        remark: impl Into<Label>,
    ) {
        if self.wanted {
            let remark: Label = remark.into();
            if self.list.is_empty() {
                self.list.reserve(MOST);
            }
            let mut note = Note::new(self.input, verdict, rule.id, from);
            note.to = to.map_or(Field::Absent, Field::Value);
            note.remark = if remark.as_str().is_empty() { Field::Absent } else { Field::Value(remark) };
            self.list.push(note);
        }
    }

    /// Takes in the notes about a part of the message, which stands at another place in it. Those about what only the part has
    /// are left out.
    pub(crate) fn add_moved(&mut self, part: Self, from: &Pointer, to: &Pointer) {
        for mut note in part.list {
            let below = note.from.as_str().strip_prefix(from.as_str());
            if let Some(below) = below.and_then(|below| Pointer::parse(below).ok()) {
                note.from = to.join(&below);
                self.list.push(note);
            }
        }
    }

    /// Corrects the notes by what was measured: whatever does not come back without the carry has a note that says so.
    /// What is said of the fields of the image is taken out of the outcome.
    pub(crate) fn record_outcomes(
        &mut self,
        fields: &mut FieldOutcomes,
        lost: &[Pointer],
        rules: &OtherRules,
    ) {
        if !self.wanted {
            return;
        }
        if !lost.is_empty() {
            self.mark_carried(lost, &fields.set_aside, rules);
        }
        let outcomes = [
            (&mut fields.restored, Verdict::Copied, RESTORED),
            (&mut fields.edited, Verdict::Derived, EDITED),
        ];
        for (pointers, verdict, remark) in outcomes {
            for pointer in pointers.drain(..) {
                self.enter(verdict, rules.restored, Pointer::root(), Some(pointer), remark);
            }
        }
        for (pointer, reason) in fields.quarantined.drain(..) {
            self.enter(Verdict::Quarantined, rules.restored, Pointer::root(), Some(pointer), reason);
        }
    }

    /// The places of the message that are called lost, in order.
    pub(super) fn losses(&self) -> Vec<&str> {
        let lost = self.list.iter().filter(|note| note.is_loss(false));
        let mut places: Vec<&str> = lost.map(|note| note.from.as_str()).collect();
        places.sort_unstable();
        places
    }

    /// The places of the message that have notes, in order.
    pub(super) fn sources(&self) -> Vec<&str> {
        let mut sources: Vec<&str> = self.list.iter().map(|note| note.from.as_str()).collect();
        sources.sort_unstable();
        sources
    }

    /// Of each list in the message, by its place, the elements of which something is in the image.
    pub(super) fn elements_in_target(&self) -> BTreeMap<&str, BTreeSet<usize>> {
        let mut elements: BTreeMap<&str, BTreeSet<usize>> = BTreeMap::new();
        for note in self.list.iter().filter(|note| !note.to.is_absent()) {
            let from = note.from.as_str();
            let starts: Vec<usize> = from.match_indices('/').map(|(at, _)| at).collect();
            let ends = starts.iter().copied().skip(1).chain([from.len()]);
            for (start, end) in starts.iter().copied().zip(ends) {
                let index = from.get(start + 1..end).and_then(|segment| segment.parse().ok());
                if let (Some(list), Some(index)) = (from.get(..start), index) {
                    elements.entry(list).or_default().insert(index);
                }
            }
        }
        elements
    }

    /// Corrects the notes by what came out, where the carry put or left out something: what it left out went nowhere.
    pub(crate) fn adjust_to_target(&mut self, target: &Payload) {
        let stands = self.exist_in(target);
        for (note, _) in self.list.iter_mut().zip(stands).filter(|(_, stands)| *stands == Some(false)) {
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

    /// Takes out the notes about what stands in an image.
    pub(crate) fn take_those_of(&mut self, target: &Payload) -> Vec<Note> {
        let stands = self.exist_in(target);
        let all = std::mem::take(&mut self.list).into_iter().zip(stands);
        let (taken, left): (Vec<_>, Vec<_>) = all.partition(|(_, stands)| *stands == Some(true));
        self.list = left.into_iter().map(|(note, _)| note).collect();
        taken.into_iter().map(|(note, _)| note).collect()
    }

    /// Of each note, whether something stands in an image where it says; `None` if it says of nothing there.
    fn exist_in(&self, target: &Payload) -> Vec<Option<bool>> {
        let places: Vec<Pointer> = self.list.iter().filter_map(|note| note.to.get().cloned()).collect();
        // The notes about a list of messages are about the first one.
        let first = target.elements().next();
        let mut stand = difference::exist_at(first.as_ref().unwrap_or(target).text(), &places).into_iter();
        self.list.iter().map(|note| note.to.get().and_then(|_| stand.next())).collect()
    }

    /// Says of each of these places that it does not come back without the carry: in its own note, or in a new one.
    fn mark_carried(&mut self, lost: &[Pointer], set_aside: &[Pointer], rules: &OtherRules) {
        let mut sorted: Vec<&str> = lost.iter().map(Pointer::as_str).collect();
        sorted.sort_unstable();
        sorted.dedup();
        let verdict = |place: &str| {
            let is_unsafe = set_aside.iter().any(|aside| aside.as_str() == place);
            if is_unsafe { Verdict::Quarantined } else { Verdict::Carried }
        };
        let mut is_said = vec![false; sorted.len()];
        for note in &mut self.list {
            // A constant is about the image.
            if note.verdict == Verdict::Defaulted {
                continue;
            }
            match sorted.binary_search(&note.from.as_str()) {
                Ok(index) => match is_said.get_mut(index) {
                    Some(is_said) if !*is_said => {
                        *is_said = true;
                        note.verdict = note.verdict.max(verdict(note.from.as_str()));
                    }
                    // One place is lost once, wherever it went.
                    _ => note.verdict = Verdict::Derived,
                },
                // What is lost of it has notes of its own, and the rest is another value without it.
                Err(next) if matches!(note.verdict, Verdict::Copied | Verdict::Renamed) => {
                    if is_above(note.from.as_str(), sorted.get(next..).unwrap_or_default()) {
                        note.verdict = Verdict::Encoded;
                    }
                }
                Err(_) => {}
            }
        }
        for place in lost {
            let said = sorted.binary_search(&place.as_str()).ok().and_then(|index| is_said.get_mut(index));
            if let Some(is_said) = said.filter(|is_said| !**is_said) {
                *is_said = true;
                self.enter(verdict(place.as_str()), rules.carried, place.clone(), None, "");
            }
        }
    }

    /// Corrects what was said of values in the image that others from the carry stand for, or stand in.
    pub(super) fn replace(
        &mut self,
        restored: &[Pointer],
        source: &dyn Fn() -> Payload,
        target: &dyn Fn() -> Payload,
    ) {
        let mut sorted: Vec<&str> = restored.iter().map(Pointer::as_str).collect();
        sorted.sort_unstable();
        let is_made = |note: &Note| matches!(note.verdict, Verdict::Defaulted | Verdict::Derived);
        self.list.retain(|note| {
            !(is_made(note) && note.to.get().is_some_and(|to| is_in_one_of(to.as_str(), &sorted)))
        });
        let overlaps = |to: &str| is_in_one_of(to, &sorted) || is_above(to, &sorted);
        let is_same = |note: &&mut Note| matches!(note.verdict, Verdict::Copied | Verdict::Renamed);
        let all = self.list.iter_mut().filter(is_same);
        let mut same: Vec<&mut Note> =
            all.filter(|note| note.to.get().is_some_and(|to| overlaps(to.as_str()))).collect();
        if same.is_empty() {
            return;
        }
        let places = same.iter().map(|note| (note.from.clone(), note.to.get().cloned().unwrap_or_default()));
        let are_equal = difference::are_equal((&source(), &target()), &places.collect::<Vec<_>>());
        for (note, _) in same.iter_mut().zip(are_equal).filter(|(_, is_equal)| !is_equal) {
            note.verdict = Verdict::Encoded;
        }
    }

    /// Corrects what was said of the elements of a list in the image, where they are elsewhere now, or nowhere.
    pub(super) fn move_elements(&mut self, list: &str, moved: &[Option<usize>]) {
        self.list.retain_mut(|note| {
            let Field::Value(to) = &note.to else { return true };
            let below = to.as_str().strip_prefix(list).and_then(|below| below.strip_prefix('/'));
            let Some(below) = below else { return true };
            let (index, rest) = below.split_at(below.find('/').unwrap_or(below.len()));
            let place = index.parse().ok().and_then(|index: usize| *moved.get(index)?);
            let place = place.and_then(|place| Pointer::parse(&format!("{list}/{place}{rest}")).ok());
            let is_there = place.is_some();
            note.to = place.map_or(Field::Absent, Field::Value);
            is_there
        });
    }
}

/// The pointer of a member; mostly the one that the line of the table has already.
fn place(row: &'static str, (pointer, name): (&Pointer, &str)) -> Pointer {
    if name.is_empty() {
        return pointer.clone();
    }
    let at = pointer.as_str().len();
    let is_row = row.len() == at + 1 + name.len()
        && row.as_bytes().get(at) == Some(&b'/')
        && row.ends_with(name)
        // Comparing with an empty text takes long, see `is_same`.
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

    /// The verdicts after these places are lost.
    fn verdicts_after(notes: &[(Verdict, &'static str, Option<&'static str>)], lost: &[&str]) -> Vec<String> {
        const RULE: Rule = Rule { id: "a-b/field", from: "", to: "" };
        let mut all = Notes::about(0, true);
        for (verdict, from, to) in notes {
            let place = |text: &str| Pointer::parse(text).unwrap();
            all.enter(*verdict, &RULE, place(from), to.map(place), "");
        }
        let lost: Vec<Pointer> = lost.iter().map(|lost| Pointer::parse(lost).unwrap()).collect();
        all.mark_carried(&lost, &[], &OtherRules { carried: &RULE, restored: &RULE, depth: &RULE });
        all.list.iter().map(|note| format!("{} {}", note.verdict, note.from)).collect()
    }

    #[test]
    fn every_lost_place_has_one_note_of_its_own() {
        let tools = [
            (Verdict::Copied, "/tools", Some("/tools")),
            (Verdict::Copied, "/tools/1/name", Some("/tools/0/name")),
            (Verdict::Renamed, "/tools/1/schema", Some("/tools/0/inputSchema")),
            (Verdict::Derived, "/tools/1/schema", Some("/tools/0/hint")),
            (Verdict::Defaulted, "/tools/1/description", Some("/tools/0/description")),
        ];
        let lost = ["/tools/0", "/tools/1/description", "/tools/1/schema", "/tools/1/title"];
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
    fn a_place_that_went_to_several_is_lost_once() {
        let notes = [(Verdict::Encoded, "/a", Some("/b")), (Verdict::Encoded, "/a", Some("/b/c"))];
        assert_eq!(verdicts_after(&notes, &["/a"]), ["carried /a", "derived /a"]);
    }

    #[test]
    fn notes_are_alike_that_say_the_same_of_whatever_message() {
        let note = |input: u64, verdict, rule: &'static str, from: &str, to: &str| {
            let mut note = Note::new(input, verdict, rule, Pointer::parse(from).unwrap());
            note.to = Field::Value(Pointer::parse(to).unwrap());
            note
        };
        let one = note(0, Verdict::Copied, "a-b/x", "/x", "/y");
        assert!(one.is_alike(&note(7, Verdict::Copied, "a-b/x", "/x", "/y")));
        for other in [
            note(0, Verdict::Renamed, "a-b/x", "/x", "/y"),
            note(0, Verdict::Copied, "a-b/y", "/x", "/y"),
            note(0, Verdict::Copied, "a-b/x", "", "/y"),
            note(0, Verdict::Copied, "a-b/x", "/z", "/y"),
            note(0, Verdict::Copied, "a-b/x", "/x", ""),
        ] {
            assert!(!one.is_alike(&other) && !other.is_alike(&one), "{other:?}");
            assert!(other.is_alike(&other.clone()));
        }
    }

    #[test]
    fn a_drop_is_always_a_loss_and_a_carried_field_without_its_carry() {
        for (verdict, kept, is_loss) in [
            (Verdict::Copied, false, false),
            (Verdict::Carried, true, false),
            (Verdict::Carried, false, true),
            (Verdict::Quarantined, false, true),
            (Verdict::Dropped, true, true),
        ] {
            assert_eq!(Note::new(0u64, verdict, "a-b/gone", Pointer::root()).is_loss(kept), is_loss);
        }
    }
}
