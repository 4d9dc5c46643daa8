//! Explanations of translated messages: the origin of every member.

use crate::{
    field_table::{FieldRow, field_table, shown_place, shown_value, verdict_style},
    flag_names::name_flags,
    report::PlaceFields,
    streams::Terminal,
    terminal_text::{printable, wrap},
};
use agent_ui_text::{
    conversation::Sources,
    envelope::OutputLine,
    place::Place,
    verdict_word::{LOST, verdict_word},
};
use bridge::{Note, Refusal, Verdict};
use serde::Serialize;
use std::collections::BTreeMap;
use wire::{Payload, Pointer, token};

/// The form of explanations.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ExplainForm {
    pub(crate) is_json: bool,
    /// The layout of text.
    pub(crate) terminal: Terminal,
    /// `true` if the terminal also shows a diagnostic for each refusal.
    pub(crate) has_diagnostics: bool,
    /// `true` if only lost fields are shown.
    pub(crate) has_only_losses: bool,
    /// `true` if the translation writes the carry.
    pub(crate) carry_is_kept: bool,
}

impl ExplainForm {
    /// Returns `true` if the note is about a lost field.
    fn is_loss(self, note: &Note) -> bool {
        note.is_loss(self.carry_is_kept)
    }

    fn is_shown(self, note: &Note) -> bool {
        !self.has_only_losses || self.is_loss(note)
    }

    fn word(self, note: &Note) -> &'static str {
        verdict_word(note.verdict, self.carry_is_kept)
    }
}

/// The words for verdicts in the order of the totals.
const WORDS: [&str; 8] = [
    LOST,
    "quarantined",
    "carried",
    "copied",
    "renamed",
    "encoded",
    "derived",
    "defaulted",
];

/// The number of fields with each verdict, and of refused messages.
#[derive(Default)]
pub(crate) struct VerdictCounts {
    /// The numbers in the order of [`WORDS`].
    fields: [usize; WORDS.len()],
    pub(crate) refused: usize,
}

impl VerdictCounts {
    fn add(&mut self, word: &str) {
        if let Some((_, count)) = WORDS
            .iter()
            .zip(&mut self.fields)
            .find(|(own, _)| **own == word)
        {
            *count += 1;
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.refused == 0 && self.fields.iter().all(|count| *count == 0)
    }

    /// Formats the counts as the end of an explanation.
    pub(crate) fn text(&self, form: ExplainForm) -> String {
        let counts = WORDS.into_iter().zip(self.fields);
        if form.is_json {
            let mut text = "{\"totals\":{".to_owned();
            for (word, count) in counts {
                text = text + "\"" + word + "\":" + &count.to_string() + ",";
            }
            return text + "\"refused\":" + &self.refused.to_string() + "}}";
        }
        let terminal = form.terminal;
        let mut shown = Vec::new();
        if self.fields.iter().any(|count| *count > 0) {
            for (word, count) in counts.filter(|(word, count)| *count > 0 || *word == LOST) {
                let style = if count == 0 {
                    verdict_style("copied")
                } else {
                    verdict_style(word)
                };
                shown.push(terminal.paint(style, format!("{count} {word}")));
            }
        }
        let mut text = if shown.is_empty() {
            String::new()
        } else {
            format!("Fields: {}\n", shown.join(", "))
        };
        if self.refused > 0 {
            let messages = if self.refused == 1 {
                "message"
            } else {
                "messages"
            };
            let refused = format!("{} {messages} refused", self.refused);
            text = text + &terminal.paint(verdict_style(LOST), refused) + "\n";
        }
        if self.fields.first() != Some(&0) {
            let meaning = "lost: the target cannot hold the field, or only part of it; `convert --envelope` or `--embed` keeps such fields in a carry";
            text += &wrap(meaning, terminal.columns, 0);
        }
        text.truncate(text.trim_end().len());
        text
    }
}

/// A member of the output.
#[derive(Serialize)]
struct MemberLine<'a> {
    member: Pointer,
    value: Payload,
    /// The place of its source; `None` if it has no single source.
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<Pointer>,
    rule: &'a str,
    verdict: &'static str,
    #[serde(skip_serializing_if = "str::is_empty")]
    remark: &'a str,
    #[serde(skip)]
    is_loss: bool,
}

/// A field that the output does not contain.
#[derive(Serialize)]
struct LostLine<'a> {
    source: &'a Pointer,
    /// The value in the source, if the source has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<Payload>,
    rule: &'a str,
    verdict: &'static str,
    #[serde(skip_serializing_if = "str::is_empty")]
    remark: &'a str,
    #[serde(skip)]
    is_loss: bool,
}

#[derive(Serialize)]
struct ExplainedLine<'a> {
    #[serde(flatten)]
    at: PlaceFields<'a>,
    /// The place of the message in its document.
    #[serde(skip_serializing_if = "Pointer::is_root")]
    pointer: &'a Pointer,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    members: Vec<MemberLine<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    lost: Vec<LostLine<'a>>,
}

#[derive(Serialize)]
struct RefusedLine<'a> {
    #[serde(flatten)]
    at: PlaceFields<'a>,
    refused: &'a Pointer,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<Payload>,
    rule: &'a str,
    message: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    hint: &'a str,
}

/// A message or a source without one, to be explained.
pub(crate) struct Explanation<'a, 'i> {
    pub(crate) form: ExplainForm,
    /// The place of the source, in its file and in its document.
    pub(crate) source: (Place, Pointer),
    /// The messages that the notes refer to.
    pub(crate) sources: &'a Sources<'a, 'i>,
}

impl Explanation<'_, '_> {
    /// Formats the members of an output message and the missing fields. Returns `None` if nothing is to be shown.
    pub(crate) fn message_text(
        &self,
        line: &OutputLine,
        counts: &mut VerdictCounts,
    ) -> Option<String> {
        let form = self.form;
        let mut members = Vec::new();
        leaves(&line.text, Pointer::root(), &mut members);
        let notes = NotesByPlace::of(&line.notes);
        line.notes
            .iter()
            .for_each(|note| counts.add(form.word(note)));
        let mut shown = Vec::new();
        for (at, value) in members {
            let members = sources(&at, &value, &notes, form);
            if let [
                MemberLine {
                    rule: TARGET_ITSELF,
                    verdict,
                    ..
                },
            ] = &*members
            {
                counts.add(verdict);
            }
            shown.extend(
                members
                    .into_iter()
                    .filter(|member| member.is_loss || !form.has_only_losses),
            );
        }
        self.render(shown, &line.notes)
    }

    /// Formats the fields of a source that has no output message. Returns `None` if nothing is to be shown.
    pub(crate) fn lost_text(&self, notes: &[Note], counts: &mut VerdictCounts) -> Option<String> {
        notes
            .iter()
            .for_each(|note| counts.add(self.form.word(note)));
        self.render(Vec::new(), notes)
    }

    fn losses<'n>(&self, notes: &'n [Note]) -> Vec<LostLine<'n>> {
        let lost = notes
            .iter()
            .filter(|note| note.to.is_absent() && self.form.is_shown(note));
        let lost = lost.map(|note| LostLine {
            source: &note.from,
            value: self.sources.value(note.input, &note.from),
            rule: note.rule.as_str(),
            verdict: self.form.word(note),
            remark: note.remark.get().map_or("", |remark| remark.as_str()),
            is_loss: self.form.is_loss(note),
        });
        lost.collect()
    }

    fn render(&self, members: Vec<MemberLine<'_>>, notes: &[Note]) -> Option<String> {
        let (form, (place, pointer)) = (self.form, &self.source);
        let lost = self.losses(notes);
        if form.has_only_losses && members.is_empty() && lost.is_empty() {
            return None;
        }
        let explained = ExplainedLine {
            at: place.into(),
            pointer,
            members,
            lost,
        };
        if form.is_json {
            return Some(serde_json::to_string(&explained).unwrap_or_default());
        }
        let mut text =
            head(place, pointer, form.terminal) + &field_table(&explained.rows(), form.terminal);
        // The caller adds one line break, and messages are separated by an empty line.
        text.truncate(text.trim_end().len());
        Some(text + "\n")
    }
}

impl ExplainedLine<'_> {
    /// Returns the rows of the table: lost fields, then the members in order, then other fields without a member.
    fn rows(&self) -> Vec<FieldRow<'_>> {
        let Self { members, lost, .. } = self;
        let mut rows = Vec::with_capacity(members.len() + lost.len());
        for is_loss in [true, false] {
            let lost = lost
                .iter()
                .filter(|line| line.is_loss == is_loss)
                .map(LostLine::row);
            let members = members
                .iter()
                .filter(|line| line.is_loss == is_loss)
                .map(MemberLine::row);
            if is_loss {
                rows.extend(lost);
                rows.extend(members);
            } else {
                rows.extend(members);
                rows.extend(lost);
            }
        }
        rows
    }
}

impl MemberLine<'_> {
    fn row(&self) -> FieldRow<'_> {
        let Self {
            member,
            value,
            source,
            rule,
            verdict,
            remark,
            ..
        } = self;
        FieldRow::new(verdict, source.as_ref(), Some(member), rule, remark).value(value.text())
    }
}

impl LostLine<'_> {
    fn row(&self) -> FieldRow<'_> {
        let Self {
            source,
            value,
            rule,
            verdict,
            remark,
            ..
        } = self;
        let row = FieldRow::new(verdict, Some(source), None, rule, remark);
        row.value(value.as_ref().map_or("-", Payload::text))
    }
}

/// Formats the first line of an explanation: the place of the source, and its place in the document.
fn head(place: &Place, pointer: &Pointer, terminal: Terminal) -> String {
    let place = format!(
        "{place}{}{pointer}",
        if pointer.is_root() { "" } else { " " }
    );
    terminal
        .paint(anstyle::Style::new().bold(), printable(&place))
        .into_owned()
        + "\n"
}

/// Formats a refusal, with the value that caused it. Returns `None` if the terminal also shows a diagnostic.
pub(crate) fn refusal_text(
    there: &Place,
    refusal: &Refusal,
    value: Option<&str>,
    form: ExplainForm,
) -> Option<String> {
    if form.has_diagnostics {
        return None;
    }
    let at = refusal.pointer();
    let hint = name_flags(refusal.hint_text());
    let refused = RefusedLine {
        at: there.into(),
        refused: at,
        value: value.and_then(|value| Payload::parse(value).ok()),
        rule: refusal.rule(),
        message: refusal.message(),
        hint: &hint,
    };
    if form.is_json {
        return serde_json::to_string(&refused).ok();
    }
    let terminal = form.terminal;
    let value = refused
        .value
        .as_ref()
        .map_or(String::new(), |value| shown_value(value.text()));
    let word = terminal.paint(verdict_style(LOST), "refused");
    let mut text = head(there, &Pointer::root(), terminal)
        + format!(
            "{word}  {}  {value}  {}",
            shown_place(at),
            printable(refused.rule)
        )
        .trim_end();
    for sentence in [refused.message, refused.hint]
        .into_iter()
        .filter(|sentence| !sentence.is_empty())
    {
        text = text + "\n         " + &wrap(&printable(sentence), terminal.columns, 9);
    }
    Some(text + "\n")
}

/// Collects the scalar values and empty containers of a message, with their places.
fn leaves(text: &str, at: Pointer, found: &mut Vec<(Pointer, Payload)>) {
    // The reader limits the nesting of messages, so the recursion is bounded.
    let is_object = text.starts_with('{');
    let children: Vec<_> = token::children(text).collect();
    if children.is_empty() {
        found.extend(Payload::parse(text).ok().map(|value| (at, value)));
        return;
    }
    for (index, child) in children.into_iter().enumerate() {
        let at = match child.name {
            Some(name) if is_object => at.member(&token::name(name)),
            _ => at.element(index),
        };
        leaves(child.text, at, found);
    }
}

/// The rule of members that have no note.
const TARGET_ITSELF: &str = "the target's own";

/// Notes by the place they refer to.
struct NotesByPlace<'n>(BTreeMap<&'n str, Vec<&'n Note>>);

impl<'n> NotesByPlace<'n> {
    fn of(notes: &'n [Note]) -> Self {
        let mut placed: BTreeMap<&str, Vec<&Note>> = BTreeMap::new();
        for note in notes {
            if let Some(to) = note.to.get() {
                placed.entry(to.as_str()).or_default().push(note);
            }
        }
        Self(placed)
    }

    /// Returns the notes about a place or its nearest ancestor, and the remaining path below that ancestor.
    fn nearest<'p>(&self, at: &'p Pointer) -> Option<(&'p str, &[&'n Note])> {
        let ends = at.as_str().rmatch_indices('/').map(|(end, _)| end);
        let ends = std::iter::once(at.as_str().len()).chain(ends);
        ends.map(|end| at.as_str().split_at(end))
            .find_map(|(to, below)| Some((below, self.0.get(to)?.as_slice())))
    }
}

/// Returns the origins of a member, from the notes about it or its nearest ancestor. Several fields may contribute to
/// it.
fn sources<'n>(
    at: &Pointer,
    value: &Payload,
    notes: &NotesByPlace<'n>,
    form: ExplainForm,
) -> Vec<MemberLine<'n>> {
    let (below, nearest) = notes.nearest(at).unwrap_or_default();
    let members = nearest.iter().map(|note| {
        let is_same = matches!(note.verdict, Verdict::Copied | Verdict::Renamed);
        let below = Pointer::parse(below).unwrap_or_default();
        let source = if is_same {
            note.from.join(&below)
        } else {
            note.from.clone()
        };
        let is_made = note.verdict == Verdict::Defaulted;
        MemberLine {
            member: at.clone(),
            value: value.clone(),
            source: (!is_made).then_some(source),
            rule: note.rule.as_str(),
            verdict: form.word(note),
            remark: note.remark.get().map_or("", |remark| remark.as_str()),
            is_loss: form.is_loss(note),
        }
    });
    let members: Vec<_> = members.collect();
    if !members.is_empty() {
        return members;
    }
    // Every source field has a note, so a member without a note has no source.
    let verdict = Verdict::Defaulted.as_str();
    let (member, value) = (at.clone(), value.clone());
    vec![MemberLine {
        member,
        value,
        source: None,
        rule: TARGET_ITSELF,
        verdict,
        remark: "",
        is_loss: false,
    }]
}
