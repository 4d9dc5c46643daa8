//! Cases for reducers and round trips of AHP, in the formats of AHP's shared test cases: `reducers/` and
//! `round-trips/` below `fixtures/ahp/`.

use crate::inventory::row;
use ahp::{
    ReduceOutcome,
    reducer_case::{FoldedCase, ReducerCase},
};
use std::{fs, path::Path};
use wire::{DecodeError, Payload};

/// Reads the cases of a folder, with their names.
fn cases(version: &str, format: &str) -> Vec<(String, Payload)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("fixtures/ahp")
        .join(version)
        .join(format);
    let entries =
        fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut cases: Vec<_> = entries
        .map(|entry| {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            (
                format!("{version} {name}"),
                Payload::parse(fs::read_to_string(path).unwrap()).unwrap(),
            )
        })
        .collect();
    cases.sort_by(|a, b| a.0.cmp(&b.0));
    cases
}

/// Formats the outcome of an action as the cases state it.
fn outcome(outcome: &Result<ReduceOutcome, DecodeError>) -> String {
    outcome
        .as_ref()
        .map_or_else(|error| format!("{error}"), |outcome| format!("{outcome:?}"))
}

#[test]
fn reducers_match_their_cases() {
    type Fold = fn(&ReducerCase) -> Result<FoldedCase, DecodeError>;
    for (version, fold, least) in [
        ("canvas", ahp::canvas::fold_case as Fold, 26),
        ("1.0", ahp::v1_0::fold_case, 12),
    ] {
        let cases = cases(version, "reducers");
        assert!(
            cases.len() >= least,
            "{version}: only {} cases",
            cases.len()
        );
        for (name, text) in cases {
            let case: ReducerCase = text
                .decode()
                .unwrap_or_else(|error| panic!("{name}: {error}"));
            let folded = fold(&case).unwrap_or_else(|error| panic!("{name}: {error}"));
            let outcomes: Vec<_> = folded.outcomes.iter().map(outcome).collect();
            assert_eq!(
                Some(&folded.state),
                case.expected.as_ref(),
                "{name}: {outcomes:?}"
            );
            let applied = folded.outcomes.contains(&Ok(ReduceOutcome::Applied));
            assert_eq!(
                applied,
                folded.state != case.initial || is_round(&folded),
                "{name}: {outcomes:?}"
            );
            assert_eq!(
                name.contains("noop"),
                !applied && !name.contains("invalid") && !is_idle(&name),
                "{name}"
            );
            let invalid = folded.outcomes.contains(&Ok(ReduceOutcome::Invalid));
            assert_eq!(invalid, name.contains("invalid"), "{name}: {outcomes:?}");
        }
    }
}

/// Returns `true` if several actions were applied, because together they may restore the initial state.
fn is_round(folded: &FoldedCase) -> bool {
    folded
        .outcomes
        .iter()
        .filter(|outcome| **outcome == Ok(ReduceOutcome::Applied))
        .count()
        > 1
}

/// Returns `true` if the case is an update that changes nothing, although its name does not contain `noop`.
fn is_idle(name: &str) -> bool {
    [
        "updated-empty",
        "clears-what-is-absent",
        "leaves-identity-alone",
    ]
    .iter()
    .any(|idle| name.contains(idle))
}

#[test]
fn round_trips_match_their_cases() {
    for (version, least) in [("canvas", 22), ("1.0", 8)] {
        let cases = cases(version, "round-trips");
        assert!(
            cases.len() >= least,
            "{version}: only {} cases",
            cases.len()
        );
        for (name, case) in cases {
            let member = |member: &str| {
                case.member(member)
                    .unwrap_or_else(|| panic!("{name}: no {member}"))
            };
            let (type_name, input) = (member("type"), member("input"));
            let row = row(&format!("ahp/{version}"), &type_name.as_str().unwrap());
            let row = row.unwrap_or_else(|| panic!("{name}: no such type"));
            let output = row
                .rewrite(input.text())
                .unwrap_or_else(|error| panic!("{name}: {error}"));
            let output = Payload::parse(output.unwrap()).unwrap();
            let outputs: Vec<_> = member("acceptableOutputs").elements().collect();
            assert_eq!(outputs, [output], "{name}");
        }
    }
}
