//! `agent-ui explain`: where every member of a translation comes from.

use crate::{
    args::{Explain, ScoreFormat},
    conversion::{Conversion, Layout, check, translator},
    envelope::Line,
    input::Inputs,
    report::{Exit, Report},
};
use bridge::{Note, Refusal, Verdict};
use serde::Serialize;
use wire::{Payload, Pointer, token};

/// How much of a value is shown in a table.
const SHOWN: usize = 40;

pub(crate) fn run(arguments: &Explain, report: &mut Report) -> Result<(), Exit> {
    let Explain { translation, format, source } = arguments;
    check(translation)?;
    let mut translation = translation.clone();
    // What is explained is the message; what goes beside it is explained by its notes.
    translation.envelope = true;
    let mut translator = translator(&translation, report)?;
    translation.envelope = arguments.translation.envelope;
    let mut conversion = Conversion::new(&translation);
    conversion.layout = Layout::Explained(*format);
    let mut inputs = Inputs::of(source)?;
    while inputs.next(report)? {
        let unreadable = conversion.take(&mut translator, &inputs.last(), report)?;
        if let Some(error) = unreadable {
            let input = inputs.last();
            report.text(&refusal(&error.clone().into(), None, *format))?;
            report.unreadable(&input, error)?;
        }
    }
    conversion.finish(&mut translator, report)
}

/// A member of what comes out.
#[derive(Serialize)]
struct Member<'a> {
    member: Pointer,
    value: Payload,
    /// Where it stands in what came in; of what comes from no one place, nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<Pointer>,
    rule: &'a str,
    verdict: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    remark: &'a str,
}

/// A field that is nowhere in what comes out.
#[derive(Serialize)]
struct Lost<'a> {
    source: &'a Pointer,
    rule: &'a str,
    verdict: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    remark: &'a str,
}

#[derive(Serialize)]
struct Explained<'a> {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    members: Vec<Member<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    lost: Vec<Lost<'a>>,
}

#[derive(Serialize)]
struct Refused<'a> {
    refused: &'a Pointer,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<Payload>,
    rule: &'a str,
    message: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    hint: &'a str,
}

/// The members of a message that comes out, and the fields that do not.
pub(crate) fn line(line: &Line, format: ScoreFormat) -> String {
    let text = line.text.as_ref().map_or("null", String::as_str);
    let mut members = Vec::new();
    leaves(text, Pointer::root(), &mut members);
    let members = members.into_iter().map(|(at, value)| member(at, value, &line.notes)).collect();
    written(&Explained { members, lost: losses(&line.notes) }, format)
}

/// The fields from which no message comes.
pub(crate) fn lost(notes: &[Note], format: ScoreFormat) -> String {
    written(&Explained { members: Vec::new(), lost: losses(notes) }, format)
}

/// Why nothing comes out, and what stands there in what came in.
pub(crate) fn refusal(refusal: &Refusal, text: Option<&str>, format: ScoreFormat) -> String {
    let at = refusal.pointer();
    let whole = text.and_then(|text| Payload::parse(text).ok());
    let refused = Refused {
        refused: at,
        value: whole.and_then(|whole| whole.get(at)),
        rule: refusal.rule(),
        message: refusal.message(),
        hint: refusal.hint_text(),
    };
    match format {
        ScoreFormat::Json => serde_json::to_string(&refused).unwrap_or_default(),
        ScoreFormat::Text => {
            let value = refused.value.as_ref().map_or(String::new(), |value| shown(value.text()));
            let mut text =
                format!("refused  {}  {value}  {}\n         {}", place(at), refused.rule, refused.message);
            if !refused.hint.is_empty() {
                text = text + "\n         " + refused.hint;
            }
            text + "\n"
        }
    }
}

/// The values of a message that hold no others, each with its place.
fn leaves(text: &str, at: Pointer, found: &mut Vec<(Pointer, Payload)>) {
    // A message nests no deeper than its reader allows, so that this is bounded.
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

/// What the notes say of a member: the one about it, or about the nearest of those in which it stands.
fn member(at: Pointer, value: Payload, notes: &[Note]) -> Member<'_> {
    let above = notes.iter().filter_map(|note| {
        let to = note.to.get()?;
        let below = at.as_str().strip_prefix(to.as_str())?;
        (below.is_empty() || below.starts_with('/')).then_some((to.as_str().len(), below.to_owned(), note))
    });
    match above.max_by_key(|(length, ..)| *length) {
        Some((_, below, note)) => {
            let is_same = matches!(note.verdict, Verdict::Copied | Verdict::Renamed);
            let below = Pointer::parse(&below).unwrap_or_default();
            let source = if is_same { note.from.join(&below) } else { note.from.clone() };
            let is_made = note.verdict == Verdict::Defaulted;
            Member {
                member: at,
                value,
                source: (!is_made).then_some(source),
                rule: note.rule.as_str(),
                verdict: note.verdict.as_str(),
                remark: note.remark.get().map_or("", |remark| remark.as_str()),
            }
        }
        // Every field of what came in has a note, so that this comes from none.
        None => {
            let verdict = Verdict::Defaulted.as_str();
            Member { member: at, value, source: None, rule: "the target's own", verdict, remark: "" }
        }
    }
}

fn losses(notes: &[Note]) -> Vec<Lost<'_>> {
    let lost = notes.iter().filter(|note| note.to.is_absent());
    let lost = lost.map(|note| Lost {
        source: &note.from,
        rule: note.rule.as_str(),
        verdict: note.verdict.as_str(),
        remark: note.remark.get().map_or("", |remark| remark.as_str()),
    });
    lost.collect()
}

fn written(explained: &Explained<'_>, format: ScoreFormat) -> String {
    if let ScoreFormat::Json = format {
        return serde_json::to_string(explained).unwrap_or_default();
    }
    let mut rows = Vec::new();
    for Member { member, value, source, rule, verdict, remark } in &explained.members {
        let source = source.as_ref().map_or("-", place);
        rows.push([place(member), &shown(value.text()), source, verdict, rule, remark].map(str::to_owned));
    }
    for Lost { source, rule, verdict, remark } in &explained.lost {
        rows.push(["-", "", place(source), verdict, rule, remark].map(str::to_owned));
    }
    let mut text = table(["MEMBER", "VALUE", "SOURCE", "VERDICT", "RULE", ""], &rows);
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

/// A value on one line, as far as there is room.
fn shown(text: &str) -> String {
    let text = wire::one_line(text);
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.into_owned(),
    }
}
