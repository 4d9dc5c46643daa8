//! Hostile input: 108 inputs of an attacker or a faulty peer, each with its required outcome.
//!
//! | module | rows |
//! |---|---|
//! | `json_text` | 1 to 16: text that is not JSON, is hardly JSON, or is JSON that parsers read differently |
//! | `numbers` | 17 to 26 |
//! | `names` | 27 to 34: names of members, ids and signals |
//! | `addresses` | 35 to 56: paths of pages and addresses |
//! | `injection` | 57 to 65: text with a meaning in its context |
//! | `size` | 66 to 83: large, deep and growing inputs |
//! | `state` | 84 to 108: identity, order, ownership, versions |
//! | `fuzz_findings` | no rows: faults that the fuzz targets found |
//!
//! Each row runs its input and returns the observed outcome. The rows that a user of the program can send are in
//! `bridge/cli/tests/it/hostile.rs` as well, under the same numbers.

mod addresses;
mod fuzz_findings;
mod injection;
mod json_text;
mod names;
mod numbers;
mod size;
mod state;

use a2ui::surface::{SurfaceError, Surfaces};
use bridge::{AnyMessage, Bridge, Carry, Context, Dialect, Output, Refusal, Translator, Verdict};
use std::panic::{AssertUnwindSafe, catch_unwind};
use wire::{DecodeError, Finding, Payload, Pointer, Validate, Wire};

/// The outcome of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    /// Refused with a typed error that names the place. The caller still has the input.
    Refused,
    /// Accepted and preserved exactly. If it matters, a finding reports that the input is odd.
    Kept,
    /// Translated, with the value in the carry and a note about the value.
    Quarantined,
    /// No code here performs the attack at which the input aims.
    OutOfScope,
}
use Outcome::{Kept, OutOfScope, Quarantined, Refused};

impl Outcome {
    /// Returns the letter that reports use for an outcome.
    fn letter(self) -> char {
        match self {
            Refused => 'E',
            Kept => 'K',
            Quarantined => 'Q',
            OutOfScope => '-',
        }
    }
}

/// One hostile input.
struct Row {
    number: usize,
    name: &'static str,
    outcome: Outcome,
    /// Runs the named input, and returns the observed outcome.
    seen: fn() -> Outcome,
}

const fn row(number: usize, name: &'static str, outcome: Outcome, seen: fn() -> Outcome) -> Row {
    Row {
        number,
        name,
        outcome,
        seen,
    }
}

const GROUPS: [&[Row]; 7] = [
    json_text::ROWS,
    numbers::ROWS,
    names::ROWS,
    addresses::ROWS,
    injection::ROWS,
    size::ROWS,
    state::ROWS,
];

#[test]
fn the_table_has_all_108_rows() {
    let numbers: Vec<usize> = GROUPS
        .iter()
        .flat_map(|rows| rows.iter())
        .map(|row| row.number)
        .collect();
    assert_eq!(numbers, (1..=108).collect::<Vec<_>>());
    let count = |outcome| {
        GROUPS
            .iter()
            .flat_map(|rows| rows.iter())
            .filter(|row| row.outcome == outcome)
            .count()
    };
    assert_eq!(
        [
            count(Refused),
            count(Kept),
            count(Quarantined),
            count(OutOfScope)
        ]
        .iter()
        .sum::<usize>(),
        108
    );
}

/// The maximum number of bytes that a row may allocate, including its input. The longest inputs have ten million bytes.
const MEMORY: u64 = 1 << 27;

/// Runs all rows of a group, and fails for each row with another outcome or too much memory.
fn hold(rows: &[Row]) {
    let mut failed = Vec::new();
    for row in rows {
        let mut result = Ok(row.outcome);
        let memory =
            allocation_counter::measure(|| result = catch_unwind(AssertUnwindSafe(row.seen)))
                .bytes_max;
        println!(
            "hostile\tlibrary\trows\t{}\t{}\t{}\t\t{memory}\t{MEMORY}",
            row.number,
            row.name,
            row.outcome.letter()
        );
        if memory > MEMORY {
            failed.push(format!("{} {}: {memory} bytes", row.number, row.name));
        }
        match result {
            Ok(seen) if seen == row.outcome => {}
            Ok(seen) => failed.push(format!(
                "{} {}: {seen:?}, not {:?}",
                row.number, row.name, row.outcome
            )),
            Err(panic) => {
                let reason = panic.downcast_ref::<String>().map(String::as_str);
                let reason = reason
                    .or_else(|| panic.downcast_ref::<&str>().copied())
                    .unwrap_or_default();
                failed.push(format!("{} {}: {reason}", row.number, row.name));
            }
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

/// An error that names the broken rule and the place.
trait Refusing {
    fn parts(&self) -> (String, String);
}

impl Refusing for DecodeError {
    fn parts(&self) -> (String, String) {
        (
            self.rule.as_str().to_owned(),
            self.pointer.as_str().to_owned(),
        )
    }
}

impl Refusing for Refusal {
    fn parts(&self) -> (String, String) {
        (self.rule().to_owned(), self.pointer().as_str().to_owned())
    }
}

impl Refusing for SurfaceError {
    fn parts(&self) -> (String, String) {
        (self.rule.to_owned(), self.pointer.as_str().to_owned())
    }
}

/// Requires a refusal by this rule at this place.
#[track_caller]
fn refused<T, E: Refusing>(result: Result<T, E>, rule: &str, pointer: &str) -> Outcome {
    let parts = result.err().expect("a refusal").parts();
    assert_eq!((&*parts.0, &*parts.1), (rule, pointer));
    Refused
}

/// Requires that a message is written exactly as it was read.
#[track_caller]
fn kept<T: Wire>(text: &str) -> Outcome {
    let read = wire::decode::<T>(text).unwrap_or_else(|error| panic!("{error} in {text}"));
    assert_eq!(wire::encode(&read).unwrap(), text);
    Kept
}

/// Validates a message and returns the rule and pointer of each finding.
fn found<T: Wire + Validate>(text: &str) -> Vec<(&'static str, String)> {
    rules(wire::decode::<T>(text).unwrap().validate())
}

fn rules(findings: Vec<Finding>) -> Vec<(&'static str, String)> {
    findings
        .into_iter()
        .map(|finding| (finding.rule, finding.pointer.as_str().to_owned()))
        .collect()
}

#[track_caller]
fn says(findings: &[(&'static str, String)], rule: &str, pointer: &str) {
    assert!(
        findings
            .iter()
            .any(|found| found == &(rule, pointer.to_owned())),
        "{rule} {pointer} in {findings:?}"
    );
}

fn json(text: &str) -> Payload {
    Payload::parse(text).unwrap_or_else(|error| panic!("{error} in {text}"))
}

fn at(payload: &Payload, pointer: &str) -> Option<Payload> {
    payload.get(&Pointer::parse(pointer).unwrap())
}

/// Builds an AAP record with `value` at `member` and ordinary values elsewhere.
fn record(member: &str, value: &str) -> String {
    let members = [
        ("id", r#""f6554697-47fd-4d67-8db9-291b9f7f3476""#),
        ("timestamp", r#""2026-05-18T15:30:00.000Z""#),
        ("canvasFile", r#""p.html""#),
        ("action", r#""click""#),
        ("element", r#""e""#),
        ("data", "{}"),
        ("summary", r#""User click 'e' on p.html""#),
    ];
    let members = members
        .map(|(name, usual)| format!("\"{name}\":{}", if name == member { value } else { usual }));
    format!("{{{}}}", members.join(","))
}

/// Builds an action of A2UI 0.9.
fn action(surface: &str) -> String {
    format!(
        r#"{{"version":"v0.9","action":{{"name":"n","surfaceId":"{surface}","sourceComponentId":"c","timestamp":"2026-05-18T15:30:00.000Z","context":{{}}}}}}"#
    )
}

/// Translates one message from one dialect to another.
fn convert(
    from: Dialect,
    to: Dialect,
    text: &str,
    cx: Context,
    carry: Carry,
) -> Result<Output, Refusal> {
    let message = AnyMessage::read(&json(text), from, to.protocol())?;
    let mut outputs = crate::translation::paranoid(from, to, cx)?
        .push(message, carry)?
        .outputs;
    assert_eq!(outputs.len(), 1);
    Ok(outputs.remove(0))
}

fn converted(from: Dialect, to: Dialect, text: &str) -> Output {
    convert(from, to, text, Context::default(), Carry::default())
        .unwrap_or_else(|error| panic!("{error:?} of {text}"))
}

/// Requires that a message comes back equal with its carry, and returns its target.
#[track_caller]
fn comes_back(from: Dialect, to: Dialect, text: &str) -> Output {
    let there = converted(from, to, text);
    let back = convert(
        to,
        from,
        &there.message.encode().unwrap(),
        Context::default(),
        there.carry.clone(),
    )
    .unwrap();
    assert_eq!(json(&back.message.encode().unwrap()), json(text));
    there
}

/// Requires a note that the value at `from` is quarantined, so that not even the carry restores it.
#[track_caller]
fn quarantined(output: &Output, from: &str) -> Outcome {
    let note =
        |note: &&bridge::Note| note.verdict == Verdict::Quarantined && note.from.as_str() == from;
    assert!(
        output.notes.iter().any(|found| note(&found)),
        "{from} in {:?}",
        output.notes
    );
    Quarantined
}

const CREATE: &str = r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json"}}"#;

fn components(components: &str) -> String {
    format!(
        r#"{{"version":"v0.9","updateComponents":{{"surfaceId":"s","components":[{components}]}}}}"#
    )
}

fn update(path: &str, value: &str) -> String {
    format!(
        r#"{{"version":"v0.9","updateDataModel":{{"surfaceId":"s","path":"{path}","value":{value}}}}}"#
    )
}

/// Returns the surfaces that the messages build, or the error of the first refused message.
fn fold<'a>(messages: impl IntoIterator<Item = &'a str>) -> Result<Surfaces, SurfaceError> {
    fold_into(Surfaces::new(), messages)
}

fn fold_into<'a>(
    mut surfaces: Surfaces,
    messages: impl IntoIterator<Item = &'a str>,
) -> Result<Surfaces, SurfaceError> {
    for message in messages {
        surfaces.apply(
            &a2ui::Message::read(message).unwrap_or_else(|error| panic!("{error} in {message}")),
        )?;
    }
    Ok(surfaces)
}

/// Builds a list that nests this many levels.
fn nested(levels: usize) -> String {
    format!("{}{}", "[".repeat(levels), "]".repeat(levels))
}

/// Builds the state of an AHP proposal canvas with this address.
fn canvas_state(url: &str) -> String {
    format!(
        r#"{{"instanceId":"s","canvasId":"c","extensionId":"e","url":"{url}","availability":"ready","provider":{{"kind":"server"}}}}"#
    )
}
