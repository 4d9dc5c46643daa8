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

/// The numbers of fields with each verdict, and of refused messages.
#[derive(Default)]
pub(crate) struct VerdictCounts {
    /// The numbers of fields, in the order of [`WORDS`].
    fields: [usize; WORDS.len()],
    pub(crate) refused: usize,
}

impl VerdictCounts {
    fn add(&mut self, word: &str) {
        for (known, count) in WORDS.iter().zip(&mut self.fields) {
            if *known == word {
                *count += 1;
            }
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
            for (word, count) in counts {
                let style = match count {
                    // The number of lost fields is shown even if there are none.
                    0 if word == LOST => verdict_style("copied"),
                    0 => continue,
                    _ => verdict_style(word),
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
        // The first count is the number of lost fields.
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
    /// The place of the source; `None` if the member has no single source.
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

/// The explanation of an output message, or of a source without an output message.
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
        collect_leaves(&line.text, Pointer::root(), &mut members);
        let notes = NotesByPlace::of(&line.notes);
        for note in &line.notes {
            counts.add(form.word(note));
        }
        let mut shown = Vec::new();
        for (at, value) in members {
            let members = find_origins(&at, &value, &notes, form);
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
            for member in members {
                if member.is_loss || !form.has_only_losses {
                    shown.push(member);
                }
            }
        }
        self.render(shown, &line.notes)
    }

    /// Formats the fields of a source that has no output message. Returns `None` if nothing is to be shown.
    pub(crate) fn lost_text(&self, notes: &[Note], counts: &mut VerdictCounts) -> Option<String> {
        for note in notes {
            counts.add(self.form.word(note));
        }
        self.render(Vec::new(), notes)
    }

    fn lost_lines<'n>(&self, notes: &'n [Note]) -> Vec<LostLine<'n>> {
        let mut lost = Vec::new();
        for note in notes {
            if note.to.is_absent() && self.form.is_shown(note) {
                lost.push(LostLine {
                    source: &note.from,
                    value: self.sources.value(note.input, &note.from),
                    rule: note.rule.as_str(),
                    verdict: self.form.word(note),
                    remark: note.remark.get().map_or("", |remark| remark.as_str()),
                    is_loss: self.form.is_loss(note),
                });
            }
        }
        lost
    }

    fn render(&self, members: Vec<MemberLine<'_>>, notes: &[Note]) -> Option<String> {
        let (form, (place, pointer)) = (self.form, &self.source);
        let lost = self.lost_lines(notes);
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
            // All members are texts and JSON values, so this does not fail.
            return Some(serde_json::to_string(&explained).unwrap_or_default());
        }
        let mut text = format_head(place, pointer, form.terminal)
            + &field_table(&explained.rows(), form.terminal);
        // The caller adds one line break, and messages are separated by an empty line.
        text.truncate(text.trim_end().len());
        Some(text + "\n")
    }
}

impl ExplainedLine<'_> {
    /// Returns the rows of the table: lost fields without a member, members with losses, the other members, then the other fields.
    fn rows(&self) -> Vec<FieldRow<'_>> {
        let Self { members, lost, .. } = self;
        let mut rows = Vec::with_capacity(members.len() + lost.len());
        let (lost, other_fields): (Vec<_>, Vec<_>) = lost.iter().partition(|line| line.is_loss);
        let (lossy, other_members): (Vec<_>, Vec<_>) =
            members.iter().partition(|line| line.is_loss);
        rows.extend(lost.into_iter().map(LostLine::row));
        rows.extend(lossy.into_iter().map(MemberLine::row));
        rows.extend(other_members.into_iter().map(MemberLine::row));
        rows.extend(other_fields.into_iter().map(LostLine::row));
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

/// Formats the first line of an explanation: the place of the source in the file, and its pointer in the document.
fn format_head(place: &Place, pointer: &Pointer, terminal: Terminal) -> String {
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
    place: &Place,
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
        at: place.into(),
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
    let value = match &refused.value {
        Some(value) => shown_value(value.text()),
        None => String::new(),
    };
    let word = terminal.paint(verdict_style(LOST), "refused");
    let mut text = format_head(place, &Pointer::root(), terminal)
        + format!(
            "{word}  {}  {value}  {}",
            shown_place(at),
            printable(refused.rule)
        )
        .trim_end();
    for sentence in [refused.message, refused.hint] {
        if !sentence.is_empty() {
            text = text + "\n         " + &wrap(&printable(sentence), terminal.columns, 9);
        }
    }
    Some(text + "\n")
}

/// Collects the scalar values and empty containers of a message, with their places.
fn collect_leaves(text: &str, at: Pointer, found: &mut Vec<(Pointer, Payload)>) {
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
        collect_leaves(child.text, at, found);
    }
}

/// The rule of members that have no note.
const TARGET_ITSELF: &str = "the target's own";

/// Notes by their place in the target.
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
    fn find_nearest<'p>(&self, at: &'p Pointer) -> Option<(&'p str, &[&'n Note])> {
        let whole = at.as_str();
        if let Some(notes) = self.0.get(whole) {
            return Some(("", notes));
        }
        for (end, _) in whole.rmatch_indices('/') {
            let (to, below) = whole.split_at(end);
            if let Some(notes) = self.0.get(to) {
                return Some((below, notes));
            }
        }
        None
    }
}

/// Returns the origins of a member, from the notes about the member or its nearest ancestor. A member has several
/// origins if several fields contribute to it.
fn find_origins<'n>(
    at: &Pointer,
    value: &Payload,
    notes: &NotesByPlace<'n>,
    form: ExplainForm,
) -> Vec<MemberLine<'n>> {
    let (below, nearest) = notes.find_nearest(at).unwrap_or_default();
    let mut members = Vec::with_capacity(nearest.len());
    for note in nearest {
        let source = match note.verdict {
            Verdict::Defaulted => None,
            // Only an unchanged value has the same members as its source.
            Verdict::Copied | Verdict::Renamed => {
                Some(note.from.join(&Pointer::parse(below).unwrap_or_default()))
            }
            _ => Some(note.from.clone()),
        };
        members.push(MemberLine {
            member: at.clone(),
            value: value.clone(),
            source,
            rule: note.rule.as_str(),
            verdict: form.word(note),
            remark: note.remark.get().map_or("", |remark| remark.as_str()),
            is_loss: form.is_loss(note),
        });
    }
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
