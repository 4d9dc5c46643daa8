//! Messages of AHP: `fold`, `decode`, `check` and `schema` of the proposal and of the release.

use crate::program::{run, run_ok};
use bridge::ahp;
use std::{fs, path::Path};
use wire::Payload;

const DIALECTS: [&str; 2] = ["ahp@canvas", "ahp@1.0"];

/// Returns the messages of a folder of AHP fixtures.
fn fixtures(folder: &str) -> Vec<Payload> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../tests/fixtures/ahp")
        .join(folder);
    let mut files: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();
    files
        .into_iter()
        .map(|file| Payload::parse(fs::read_to_string(file).unwrap()).unwrap())
        .collect()
}

fn member(payload: &Payload, name: &str) -> Payload {
    payload.member(name).unwrap()
}

#[test]
fn a_case_is_folded_into_the_resulting_state() {
    for (dialect, folder, least) in [
        ("ahp@canvas", "canvas/reducers", 26),
        ("ahp@1.0", "1.0/reducers", 12),
    ] {
        let cases = fixtures(folder);
        assert!(cases.len() >= least, "{folder}");
        let lines: String = cases
            .iter()
            .map(|case| wire::one_line(case.text()).into_owned() + "\n")
            .collect();
        let expected: Vec<_> = cases.iter().map(|case| member(case, "expected")).collect();
        assert_eq!(
            run(&["fold", dialect], lines).values(),
            expected,
            "{dialect}"
        );
        // A document on several lines is one case.
        assert_eq!(
            run(&["fold", dialect], cases[0].text()).values(),
            expected[..1]
        );
    }
}

#[test]
fn decode_keeps_every_member_null_and_number() {
    for (dialect, folder) in [
        ("ahp@canvas", "canvas/round-trips"),
        ("ahp@1.0", "1.0/round-trips"),
    ] {
        for case in fixtures(folder) {
            let type_name = member(&case, "type");
            let input = member(&case, "input");
            let ran = run_ok(
                &["decode", dialect, "--type", &type_name.as_str().unwrap()],
                input.text(),
            );
            assert_eq!(ran.value(), input, "{dialect} {type_name}");
        }
    }
    let frames = [
        r#"{"jsonrpc":"2.0","id":0,"method":"canvasOpen","params":{"channel":"ahp-session:/1","input":{"a":null,"b":1.0,"c":-0,"d":123456789012345678901}},"x":null}"#,
        r#"{"jsonrpc":"2.0","id":"0","result":null,"x":[]}"#,
        r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"m","data":null}}"#,
        r#"{"jsonrpc":"2.0","method":"action","params":{"channel":"ahp-canvas:/a","action":{"type":"canvas/updated","title":null},"serverSeq":1,"y":1e2}}"#,
    ];
    for dialect in DIALECTS {
        for frame in frames {
            assert_eq!(
                run_ok(&["decode", dialect], frame).out,
                format!("{frame}\n"),
                "{dialect}"
            );
        }
    }
}

#[test]
fn every_type_has_a_schema() {
    for (dialect, own) in [
        ("ahp@canvas", ahp::inventory::CANVAS),
        ("ahp@1.0", ahp::inventory::V1_0),
    ] {
        for name in own.iter().chain(ahp::inventory::SHARED).map(|row| row.name) {
            let ran = run_ok(&["schema", dialect, "--type", name], "");
            assert!(
                ran.out
                    .contains("https://json-schema.org/draft/2020-12/schema"),
                "{dialect} {name}"
            );
        }
    }
}
