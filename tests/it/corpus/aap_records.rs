//! The stored records of AAP.

use super::{again, folder, payload, texts};
use aap::{Interaction, lenient};
use std::{fs, path::Path};
use wire::{Payload, Pointer};

/// One line of the vectors: a request, the provider's answer, and the stored record.
pub(super) struct Vector {
    pub(super) name: String,
    pub(super) request: String,
    pub(super) response: Option<String>,
    pub(super) file: Option<String>,
    pub(super) stored: Option<String>,
}

pub(super) fn vectors(folder: &Path) -> Vec<Vector> {
    let text = fs::read_to_string(folder.join("provider-vectors.jsonl")).unwrap();
    let lines: Vec<_> = text.lines().map(payload).collect();
    assert!(!lines.is_empty());
    let member = |line: &Payload, name: &str| {
        line.member(name)
            .unwrap()
            .as_str()
            .map(|text| text.into_owned())
    };
    lines
        .iter()
        .map(|line| Vector {
            name: member(line, "name").unwrap(),
            request: member(line, "request").unwrap(),
            response: member(line, "response"),
            file: member(line, "file"),
            stored: member(line, "stored"),
        })
        .collect()
}

/// Returns every stored record of a provider, with its name.
fn read_stored_records() -> Vec<(String, String)> {
    let folder = folder("aap");
    let vectors = vectors(&folder).into_iter();
    let mut stored: Vec<_> = vectors
        .filter_map(|vector| Some((vector.name, vector.stored?)))
        .collect();
    stored.extend(texts(&folder.join("stored")));
    stored
}

/// Returns the stored records. Without a corpus there are none.
pub(super) fn records() -> Vec<(String, Interaction)> {
    let records: Vec<_> = read_stored_records()
        .into_iter()
        .map(|(name, text)| {
            let read = lenient::decode::<Interaction>(&text);
            let read = read.unwrap_or_else(|error| panic!("{name}: {error}"));
            (name, read.value)
        })
        .collect();
    assert!(
        records.is_empty() || records.len() == 173,
        "{}",
        records.len()
    );
    records
}

#[test]
#[ignore = "needs AGENT_UI_CORPUS"]
fn every_stored_record_comes_back_equal_except_for_reported_repairs() {
    let (mut halves, mut no_strings) = (0, 0);
    let stored = read_stored_records();
    for (name, text) in &stored {
        let original = payload(text);
        let read =
            lenient::decode::<Interaction>(text).unwrap_or_else(|error| panic!("{name}: {error}"));
        let again = again(&read.value);
        if read.repairs.is_empty() {
            assert_eq!(again, original, "{name}");
            assert_eq!(
                again,
                super::again(&wire::decode::<Interaction>(text).expect(name)),
                "{name}"
            );
            continue;
        }
        let names = |payload: &Payload| -> Vec<String> {
            payload
                .members()
                .map(|(name, _)| name.into_owned())
                .collect()
        };
        assert_eq!(names(&again), names(&original), "{name}");
        for (member, value) in original.members() {
            let at = Pointer::root().member(&member);
            let now = again.get(&at).unwrap();
            if read.repairs.iter().any(|repair| repair.pointer == at) {
                assert_ne!(member, "data", "{name}");
                assert_ne!(now, value, "{name}");
                if value.as_str().is_some() {
                    // A lone surrogate reads as U+FFFD wherever a Rust string is required.
                    assert_eq!(now.as_str(), value.as_str(), "{name}");
                    halves += 1;
                } else {
                    assert_eq!(
                        Payload::parse(now.as_str().unwrap()).unwrap(),
                        value,
                        "{name}"
                    );
                    no_strings += 1;
                }
            } else {
                assert_eq!(now, value, "{name}: {at}");
            }
        }
    }
    if !stored.is_empty() {
        assert_eq!(stored.len(), 173);
        assert!(halves > 0 && no_strings > 6, "{halves} {no_strings}");
    }
}
