//! The command `agent-ui explain`: shows the origin of every member of a translation.

use crate::{
    args::{Explain, ScoreFormat},
    conversion::{Conversion, Layout, check, translator},
    envelope::OutputLine,
    input::{Inputs, Place},
    report::{Exit, PlaceFields, Report},
};
use bridge::{Note, Refusal, Verdict};
use serde::Serialize;
use std::collections::BTreeMap;
use wire::{Payload, Pointer, token};

/// The maximum number of characters of a value in a table.
const SHOWN: usize = 40;

pub(crate) fn run(arguments: &Explain, report: &mut Report) -> Result<(), Exit> {
    let Explain { translation, format, session, source, .. } = arguments;
    check(translation)?;
    if translation.quiet {
        report.quiet();
    }
    let mut translation = translation.clone();
    // Only the message is explained; its notes explain the rest of the envelope.
    translation.envelope = true;
    let mut translator = translator(&translation, report)?;
    translation.envelope = arguments.translation.envelope;
    let mut conversion = Conversion::new(&translation);
    conversion.layout = Layout::Explained(*format);
    let mut inputs = Inputs::of(source)?.in_sessions(*session);
    if !translation.envelope {
        inputs = inputs.find_messages(translation.from);
    }
    conversion.watch_for_split_sessions(&inputs);
    while inputs.next_session(report)? {
        conversion.begin_session(&mut translator);
        while inputs.next(report)? {
            let unreadable = conversion.take(&mut translator, &inputs.last(), report)?;
            if let Some(error) = unreadable {
                conversion.take_parts(&mut translator, &inputs.last(), error, report)?;
            }
        }
        conversion.finish(&mut translator, report)?;
    }
    conversion.totals.report(&translation, translator.context(), report)
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
    verdict: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    remark: &'a str,
}

/// A field that the output does not contain.
#[derive(Serialize)]
struct LostLine<'a> {
    source: &'a Pointer,
    rule: &'a str,
    verdict: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    remark: &'a str,
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

/// Formats the members of an output message and the missing fields. `place` and `pointer` locate its source.
pub(crate) fn message_text(
    line: &OutputLine,
    (place, pointer): &(Place, Pointer),
    format: ScoreFormat,
) -> String {
    let text = line.text.as_ref().map_or("null", String::as_str);
    let mut members = Vec::new();
    leaves(text, Pointer::root(), &mut members);
    let notes = NotesByPlace::of(&line.notes);
    let members = members.into_iter().flat_map(|(at, value)| sources(&at, &value, &notes)).collect();
    let explained = ExplainedLine { at: place.into(), pointer, members, lost: losses(&line.notes) };
    render(&explained, place, format)
}

/// Formats the fields of a source that has no output message.
pub(crate) fn lost_text(notes: &[Note], (place, pointer): &(Place, Pointer), format: ScoreFormat) -> String {
    let explained = ExplainedLine { at: place.into(), pointer, members: Vec::new(), lost: losses(notes) };
    render(&explained, place, format)
}

/// Formats a refusal, with the value that caused it.
pub(crate) fn refusal_text(
    there: &Place,
    refusal: &Refusal,
    value: Option<&str>,
    format: ScoreFormat,
) -> String {
    let at = refusal.pointer();
    let refused = RefusedLine {
        at: there.into(),
        refused: at,
        value: value.and_then(|value| Payload::parse(value).ok()),
        rule: refusal.rule(),
        message: refusal.message(),
        hint: refusal.hint_text(),
    };
    match format {
        ScoreFormat::Json => serde_json::to_string(&refused).unwrap_or_default(),
        ScoreFormat::Text => {
            let value = refused.value.as_ref().map_or(String::new(), |value| truncate(value.text()));
            let mut text = format!(
                "{there}\nrefused  {}  {value}  {}\n         {}",
                place(at),
                refused.rule,
                refused.message
            );
            if !refused.hint.is_empty() {
                text = text + "\n         " + refused.hint;
            }
            text + "\n"
        }
    }
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
fn sources<'n>(at: &Pointer, value: &Payload, notes: &NotesByPlace<'n>) -> Vec<MemberLine<'n>> {
    let (below, nearest) = notes.nearest(at).unwrap_or_default();
    let members = nearest.iter().map(|note| {
        let is_same = matches!(note.verdict, Verdict::Copied | Verdict::Renamed);
        let below = Pointer::parse(below).unwrap_or_default();
        let source = if is_same { note.from.join(&below) } else { note.from.clone() };
        let is_made = note.verdict == Verdict::Defaulted;
        MemberLine {
            member: at.clone(),
            value: value.clone(),
            source: (!is_made).then_some(source),
            rule: note.rule.as_str(),
            verdict: note.verdict.as_str(),
            remark: note.remark.get().map_or("", |remark| remark.as_str()),
        }
    });
    let members: Vec<_> = members.collect();
    if !members.is_empty() {
        return members;
    }
    // Every source field has a note, so a member without a note has no source.
    let verdict = Verdict::Defaulted.as_str();
    let (member, value) = (at.clone(), value.clone());
    vec![MemberLine { member, value, source: None, rule: "the target's own", verdict, remark: "" }]
}

fn losses(notes: &[Note]) -> Vec<LostLine<'_>> {
    let lost = notes.iter().filter(|note| note.to.is_absent());
    let lost = lost.map(|note| LostLine {
        source: &note.from,
        rule: note.rule.as_str(),
        verdict: note.verdict.as_str(),
        remark: note.remark.get().map_or("", |remark| remark.as_str()),
    });
    lost.collect()
}

fn render(explained: &ExplainedLine<'_>, there: &Place, format: ScoreFormat) -> String {
    if let ScoreFormat::Json = format {
        return serde_json::to_string(explained).unwrap_or_default();
    }
    let mut rows = Vec::new();
    for MemberLine { member, value, source, rule, verdict, remark } in &explained.members {
        let source = source.as_ref().map_or("-", place);
        rows.push([place(member), &truncate(value.text()), source, verdict, rule, remark].map(str::to_owned));
    }
    for LostLine { source, rule, verdict, remark } in &explained.lost {
        rows.push(["-", "", place(source), verdict, rule, remark].map(str::to_owned));
    }
    let head = if explained.pointer.is_root() { "" } else { " " };
    let head = format!("{there}{head}{}\n", explained.pointer);
    let mut text = head + &table(["MEMBER", "VALUE", "SOURCE", "VERDICT", "RULE", ""], &rows);
    text.push('\n');
    text
}

fn table<const N: usize>(head: [&str; N], rows: &[[String; N]]) -> String {
    let head = head.map(str::to_owned);
    let width = |column: usize| {
        let cells = std::iter::once(&head).chain(rows).filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or_default()
    };
    let widths: Vec<usize> = (0..N).map(width).collect();
    let mut text = String::new();
    for row in std::iter::once(&head).chain(rows) {
        let cells: Vec<String> =
            row.iter().zip(&widths).map(|(cell, width)| format!("{cell:<width$}")).collect();
        text = text + cells.join("  ").trim_end() + "\n";
    }
    text.truncate(text.trim_end().len());
    text
}

fn place(pointer: &Pointer) -> &str {
    if pointer.is_root() { "(message)" } else { pointer.as_str() }
}

/// Formats a value on one line and truncates it.
fn truncate(text: &str) -> String {
    let text = wire::one_line(text);
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.into_owned(),
    }
}
