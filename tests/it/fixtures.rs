//! The messages in `fixtures/`, checked as their index states.

use crate::inventory::{VERSIONS, findings, row};
use serde::Deserialize;
use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};
use wire::{DecodeError, Finding, Payload, Severity, TypeInfo};

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    /// The path below `fixtures/`: protocol, version, name.
    file: String,
    /// The name of the wire type.
    r#type: String,
    /// The part of the specification that the fixture illustrates.
    from: String,
    expect: Expect,
    rule: Option<String>,
    pointer: Option<String>,
    /// `true` if the type does not exist yet.
    #[serde(default)]
    later: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Expect {
    /// The fixture is read and written unchanged, and has no finding.
    Valid,
    /// The reader refuses the fixture.
    Decode,
    /// The fixture is read, and breaks the rule at the pointer.
    Findings,
    /// The fixture is read without an error, and the rule reports a warning at the pointer.
    Warnings,
}

/// The result of a fixture whose type exists.
struct Outcome {
    /// The text that is written after reading, or the error of reading.
    read: Result<String, DecodeError>,
    /// The findings, or `None` if the type has no rules.
    findings: Option<Vec<Finding>>,
}

/// Reads a fixture as its type.
fn outcome(row: &TypeInfo, line: &Line, text: &str) -> Outcome {
    let read = (row.samples.decode)(text);
    let findings = read
        .as_ref()
        .ok()
        .and_then(|value| findings(value.as_any()));
    let read = read.map(|value| {
        value
            .encode()
            .unwrap_or_else(|error| panic!("{}: {error}", line.file))
    });
    Outcome { read, findings }
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures")
}

fn index() -> Vec<Line> {
    let text = fs::read_to_string(folder().join("index.jsonl")).expect("the index");
    let line =
        |text: &str| serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"));
    text.lines().map(line).collect()
}

/// Reads a fixture. Returns `None` if its type is unknown.
fn read(line: &Line) -> Option<Outcome> {
    let text = fs::read_to_string(folder().join(&line.file))
        .unwrap_or_else(|error| panic!("{}: {error}", line.file));
    let (version, _) = line.file.rsplit_once('/').expect("protocol/version/name");
    row(version, &line.r#type).map(|row| outcome(row, line, &text))
}

/// Describes the deviation of a fixture from its line in the index. Returns `None` if there is none.
fn failure(line: &Line) -> Option<String> {
    let Some(Outcome { read, findings }) = read(line) else {
        return Some(format!("there is no wire type {}", line.r#type));
    };
    let written = match (line.expect, read) {
        (Expect::Decode, Ok(written)) => return Some(format!("read as {written}")),
        (Expect::Decode, Err(_)) => return None,
        (_, Err(error)) => return Some(format!("not read: {error}")),
        (_, Ok(written)) => written,
    };
    let text = fs::read_to_string(folder().join(&line.file)).expect("it was read before");
    if Payload::parse(written.as_str()) != Payload::parse(text) {
        return Some(format!("written as something else: {written}"));
    }
    let wanted = if line.expect == Expect::Warnings {
        Severity::Warning
    } else {
        Severity::Error
    };
    let errors = findings
        .as_ref()
        .map(|findings| of_severity(findings, Severity::Error));
    if matches!(line.expect, Expect::Valid | Expect::Warnings) {
        if let Some(errors) = errors.filter(|errors| !errors.is_empty()) {
            return Some(format!("found {}", list(&errors)));
        }
        if line.expect == Expect::Valid {
            return None;
        }
    }
    let Some(found) = findings.map(|findings| of_severity(&findings, wanted)) else {
        return Some(format!("{} is not among the types with rules", line.r#type));
    };
    let is_it = |finding: &Finding| {
        Some(finding.rule) == line.rule.as_deref()
            && Some(finding.pointer.as_str()) == line.pointer.as_deref()
    };
    (!found.iter().any(is_it)).then(|| {
        format!(
            "not {:?} at {:?}, but {}",
            line.rule,
            line.pointer,
            list(&found)
        )
    })
}

fn of_severity(findings: &[Finding], severity: Severity) -> Vec<Finding> {
    findings
        .iter()
        .filter(|finding| finding.severity == severity)
        .cloned()
        .collect()
}

fn list(findings: &[Finding]) -> String {
    let findings: Vec<_> = findings.iter().map(ToString::to_string).collect();
    if findings.is_empty() {
        "there are no findings".to_owned()
    } else {
        findings.join("; ")
    }
}

/// Returns all files below `fixtures/`, with the names that the index uses.
fn files() -> BTreeSet<String> {
    let mut files = BTreeSet::new();
    let mut folders = vec![folder()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let path = path.strip_prefix(self::folder()).expect("below the folder");
                let parts: Vec<_> = path.iter().map(|part| part.to_string_lossy()).collect();
                files.insert(parts.join("/"));
            }
        }
    }
    files.remove("index.jsonl");
    // These files are cases in AHP's formats; `ahp_cases` reads all of them.
    files.retain(|file| !file.contains("/reducers/") && !file.contains("/round-trips/"));
    files
}

fn report(what: &str, failures: &[String]) {
    assert!(
        failures.is_empty(),
        "{} {what}:\n{}",
        failures.len(),
        failures.join("\n")
    );
}

#[test]
fn every_fixture_behaves_as_the_index_states() {
    let index = index();
    let now: Vec<_> = index.iter().filter(|line| !line.later).collect();
    let failures: Vec<_> = now
        .iter()
        .filter_map(|line| Some(format!("{}: {}", line.file, failure(line)?)))
        .collect();
    report("fixtures do not behave as the index states", &failures);
    assert!(now.len() > 400, "only {} fixtures", now.len());
    for version in VERSIONS {
        for expect in [Expect::Valid, Expect::Decode, Expect::Findings] {
            let is_it = |line: &&&Line| {
                line.expect == expect && line.file.starts_with(&format!("{version}/"))
            };
            assert!(
                now.iter().find(is_it).is_some(),
                "no fixture of {version} says {expect:?}"
            );
        }
    }
}

#[test]
fn fixtures_marked_for_later_do_not_pass_yet() {
    let index = index();
    let later = index
        .iter()
        .filter(|line| line.later && failure(line).is_none());
    report(
        "fixtures no longer need the mark",
        &later.map(|line| line.file.clone()).collect::<Vec<_>>(),
    );
}

#[test]
fn the_index_lists_every_fixture_once_in_order_and_completely() {
    let index = index();
    let unsorted = index.windows(2).filter(|pair| pair[0].file >= pair[1].file);
    report(
        "lines out of order",
        &unsorted
            .map(|pair| pair[1].file.clone())
            .collect::<Vec<_>>(),
    );
    let listed: BTreeSet<_> = index.iter().map(|line| line.file.clone()).collect();
    let files = files();
    report(
        "files are not in the index",
        &files.difference(&listed).cloned().collect::<Vec<_>>(),
    );
    report(
        "lines have no file",
        &listed.difference(&files).cloned().collect::<Vec<_>>(),
    );
    let incomplete = index.iter().filter(|line| {
        let names_a_rule = line.rule.is_some() && line.pointer.is_some();
        line.from.is_empty()
            || matches!(line.expect, Expect::Findings | Expect::Warnings) != names_a_rule
    });
    report(
        "lines are not complete",
        &incomplete.map(|line| line.file.clone()).collect::<Vec<_>>(),
    );
}
