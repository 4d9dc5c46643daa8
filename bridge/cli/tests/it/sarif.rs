//! `check --format sarif`: one SARIF log for all findings.

use crate::program::{Ran, at, file, find, run, text};
use wire::Payload;

/// Returns the results of the only run of a log.
fn results(ran: &Ran) -> Vec<Payload> {
    assert_eq!(ran.err, "");
    let log = ran.value();
    assert_eq!(
        (text(&log, "/version"), text(&log, "/runs/0/columnKind")),
        ("2.1.0".into(), "utf16CodeUnits".into())
    );
    at(&log, "/runs/0/results").elements().collect()
}

/// Returns the line of a result, its first column, and the column after its value.
fn region(result: &Payload) -> [usize; 3] {
    let region = at(result, "/locations/0/physicalLocation/region");
    ["/startLine", "/startColumn", "/endColumn"]
        .map(|name| at(&region, name).text().parse().unwrap())
}

const MISSPELT: &str = r#"{"version":"v0.9","größe😀":1,"deleteSurface":{"surfaceId":"s","x":22}}"#;

#[test]
fn a_result_contains_the_rule_the_sentences_and_the_place() {
    let path = file(&format!("\u{FEFF}\n{MISSPELT}\n"));
    let ran = run(&["check", "a2ui", "--format", "sarif", &path], "");
    assert_eq!(ran.status, 65);
    let results = results(&ran);
    let result = results
        .iter()
        .find(|result| result.text().contains("/deleteSurface/x"))
        .unwrap();
    assert_eq!(text(result, "/ruleId"), "unknown-member");
    assert_eq!(text(result, "/level"), "error");
    let message = text(result, "/message/text");
    assert!(
        message.starts_with("`deleteSurface` has no member `x`. Help: remove it"),
        "{message}"
    );
    assert!(message.ends_with('.'), "{message}");
    assert_eq!(
        text(result, "/locations/0/logicalLocations/0/fullyQualifiedName"),
        "/deleteSurface/x"
    );
    let uri = text(result, "/locations/0/physicalLocation/artifactLocation/uri");
    assert_eq!(uri, format!("file://{path}"));
    // The emoji is two UTF-16 code units; the umlaut and the sharp s are one each.
    let column =
        MISSPELT.find("22").unwrap() + 1 - "ößé😀".len() + "ößé😀".encode_utf16().count() + 2 - 1;
    assert_eq!(region(result), [2, column, column + 2]);
}

#[test]
fn results_about_standard_input_contain_its_name_and_columns() {
    let ran = run(&["check", "a2ui", "--format", "sarif"], MISSPELT);
    assert_eq!(ran.status, 65);
    for result in results(&ran) {
        let artifact = at(&result, "/locations/0/physicalLocation/artifactLocation");
        assert_eq!(text(&artifact, "/description/text"), "standard input");
        assert!(
            find(&result, "/locations/0/physicalLocation/region/startColumn").is_some(),
            "{result}"
        );
    }
}

#[test]
fn each_rule_is_listed_once_with_its_description() {
    let inputs = [
        "{",
        "[",
        "{\"protocol\":\"actions.json\",\"version\":2,\"tools\":7}",
    ]
    .map(file);
    let inputs: Vec<&str> = inputs.iter().map(String::as_str).collect();
    let ran = run(
        &[&["check", "actions-json", "--format", "sarif"], &inputs[..]].concat(),
        "",
    );
    let rules: Vec<Payload> = at(&ran.value(), "/runs/0/tool/driver/rules")
        .elements()
        .collect();
    let described: Vec<_> = rules
        .iter()
        .map(|rule| (text(rule, "/id"), text(rule, "/shortDescription/text")))
        .collect();
    let expected = [
        ("syntax", "The text must be valid JSON."),
        ("V2", "`version` must be 1."),
        ("V3", "`tools` must be an array."),
    ];
    assert_eq!(
        described,
        expected.map(|(id, sentence)| (id.to_owned(), sentence.to_owned()))
    );
    for result in results(&ran) {
        let index: usize = at(&result, "/ruleIndex").text().parse().unwrap();
        assert_eq!(text(&rules[index], "/id"), text(&result, "/ruleId"));
    }
}

#[test]
fn a_log_is_written_even_without_results() {
    let record = r#"{"id":"f6554697-47fd-4d67-8db9-291b9f7f3476","timestamp":"2026-05-18T15:30:00.000Z","canvasFile":"p.html","action":"click","summary":"User click on p.html"}"#;
    let ran = run(&["check", "aap", "--format", "sarif"], record);
    assert_eq!((ran.status, results(&ran)), (0, vec![]));
}

#[test]
fn notices_about_an_input_are_sarif_results() {
    let path = file("");
    let ran = run(&["check", "a2ui", "--format", "sarif", &path], "");
    let results = results(&ran);
    assert_eq!(results.len(), 1, "{}", ran.out);
    assert_eq!(text(&results[0], "/level"), "warning");
}

#[test]
fn a_log_after_fixes_contains_the_remaining_findings() {
    let path = file(
        "{\"version\":\"v0.9\",\"deletesurface\":{\"surfaceId\":\"s\"}}\n{\"version\":\"v0.9\",\"deleteSurface\":{\"surfaceId\":7}}\n",
    );
    let ran = run(&["check", "a2ui", "--fix", "--format", "sarif", &path], "");
    assert_eq!(ran.status, 65);
    assert!(
        ran.err.contains("\"fixed\":\"repair/name-spelling\""),
        "{}",
        ran.err
    );
    let log = ran.value();
    let results: Vec<Payload> = at(&log, "/runs/0/results").elements().collect();
    assert!(
        results
            .iter()
            .all(|result| !text(result, "/ruleId").starts_with("repair/")),
        "{log}"
    );
    assert!(!results.is_empty());
}
