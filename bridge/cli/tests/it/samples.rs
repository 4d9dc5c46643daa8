//! The samples in `bridge/cli/samples`, each run with its command.

use crate::program::{Ran, at, find, json, run, run_ok, text};

/// Returns the path of a sample.
fn sample(name: &str) -> String {
    format!("{}/samples/{name}", env!("CARGO_MANIFEST_DIR"))
}

/// Runs a command on a sample.
fn run_on(arguments: &[&str], name: &str) -> Ran {
    run(&[arguments, &[&sample(name)]].concat(), "")
}

/// Returns the rule and the source of the reports with this verdict.
fn notes(ran: &Ran, verdict: &str) -> Vec<(String, String)> {
    let is_it = |note: &&wire::Payload| {
        find(note, "/verdict").is_some_and(|own| own.as_str().as_deref() == Some(verdict))
    };
    ran.reports()
        .iter()
        .filter(is_it)
        .map(|note| (text(note, "/rule"), text(note, "/from")))
        .collect()
}

#[test]
fn all_samples_but_two_are_valid() {
    for (protocol, name) in [
        ("actions-json", "actions.json"),
        ("actions-json", "event.json"),
        ("actions-json", "manifest.json"),
        ("a2ui", "surface.json"),
        ("a2ui", "lossy.jsonl"),
    ] {
        let ran = run_on(&["check", protocol], name);
        assert_eq!((ran.status, &*ran.out, &*ran.err), (0, "", ""), "{name}");
    }
    assert_eq!(
        run_on(
            &["check", "actions-json", "--profile", "strict"],
            "manifest.json"
        )
        .status,
        0
    );
}

#[test]
fn the_manifest_becomes_mcp_tools_and_declares_the_event() {
    let ran = run_on(
        &[
            "convert",
            "--quiet",
            "--from",
            "actions-json",
            "--to",
            "mcp",
        ],
        "manifest.json",
    );
    let tools = at(&ran.value(), "/tools");
    let names: Vec<String> = tools.elements().map(|tool| text(&tool, "/name")).collect();
    assert_eq!(names, ["loan.renew", "catalogue.search", "hold.place"]);
    // The workflow of the first tool stays in the carry.
    let with_carry = [
        "convert",
        "--from",
        "actions-json",
        "--to",
        "mcp",
        "--envelope",
    ];
    let there = run_on(&with_carry, "manifest.json");
    let back = run_ok(
        &[
            "convert",
            "--from",
            "mcp",
            "--to",
            "actions-json",
            "--envelope",
        ],
        &there.out,
    );
    assert_eq!(
        at(&back.value(), "/value"),
        json(&std::fs::read_to_string(sample("manifest.json")).unwrap())
    );

    let manifest = sample("manifest.json");
    let event = [
        "convert",
        "--quiet",
        "--from",
        "actions-json",
        "--to",
        "aap",
        "--manifest",
        &manifest,
    ];
    assert_eq!(
        text(&run_on(&event, "event.json").value(), "/action"),
        "loan.renewed"
    );
}

#[test]
#[cfg(feature = "workflows")]
fn the_workflow_of_the_manifest_can_be_rehearsed() {
    let ran = run_on(&["check", "actions-json", "--dry-run"], "manifest.json");
    assert_eq!(ran.status, 0, "{}", ran.out);
    let lines = ran.values();
    let primitives: Vec<_> = lines
        .iter()
        .filter_map(|line| find(line, "/primitive"))
        .collect();
    assert_eq!(primitives.len(), 2, "{}", ran.out);
    // The arguments of the dry run do not meet the condition of the step in between.
    let skipped = lines
        .iter()
        .find_map(|line| find(line, "/output/steps/closeNotice/skipped"));
    assert_eq!(
        skipped.map(|skipped| skipped.text().to_owned()).as_deref(),
        Some("true"),
        "{}",
        ran.out
    );
}

#[test]
fn the_lossy_surface_loses_fields_unless_the_carry_is_kept() {
    let down = ["convert", "--from", "a2ui", "--to", "a2ui@0.9"];
    let ran = run_on(&down, "lossy.jsonl");
    assert_eq!((ran.status, ran.values().len()), (0, 3), "{}", ran.err);
    assert!(
        ran.err.contains("the output cannot hold 3 fields"),
        "{}",
        ran.err
    );
    let ran = run_on(&[&down[..], &["--notes"]].concat(), "lossy.jsonl");
    let expected = [
        (
            "a2ui-1.0-0.9/metadata",
            "/createSurface/metadata/extensions/org_library_branch",
        ),
        (
            "a2ui-1.0-0.9/metadata",
            "/updateComponents/components/3/@metadata",
        ),
        (
            "a2ui-1.0-0.9/property",
            "/updateComponents/components/5/action/event/userMessage",
        ),
    ];
    assert_eq!(
        notes(&ran, "lost"),
        expected.map(|(rule, from)| (rule.to_owned(), from.to_owned()))
    );
    let strict = run_on(&[&down[..], &["--strict"]].concat(), "lossy.jsonl");
    assert_eq!((strict.status, &*strict.out), (1, ""));

    let there = run_on(&[&down[..], &["--envelope"]].concat(), "lossy.jsonl");
    let back = run_ok(
        &[
            "convert",
            "--from",
            "a2ui@0.9",
            "--to",
            "a2ui@1.0",
            "--envelope",
        ],
        &there.out,
    );
    let lines = std::fs::read_to_string(sample("lossy.jsonl")).unwrap();
    assert_eq!(
        back.opened_values(),
        lines.lines().map(json).collect::<Vec<_>>()
    );
}

#[test]
fn the_broken_surface_is_corrected_by_check() {
    let ran = run_on(&["check", "a2ui"], "broken.jsonl");
    let rules: Vec<String> = ran
        .values()
        .iter()
        .map(|finding| text(finding, "/rule"))
        .collect();
    let expected = [
        "repair/missing-version",
        "repair/name-spelling",
        "unknown-member",
        "repair/trailing-comma",
        "orphan",
        "dangling-reference",
    ];
    assert_eq!(
        (ran.status, rules),
        (65, expected.map(str::to_owned).to_vec())
    );
    assert_eq!(
        run_on(&["check", "a2ui", "--diff"], "broken.jsonl").status,
        0
    );
    let broken = std::fs::read_to_string(sample("broken.jsonl")).unwrap();
    let fixed = run(&["check", "a2ui", "--fix"], &broken);
    assert_eq!(
        (fixed.status, fixed.reports().len()),
        (0, 5),
        "{}",
        fixed.err
    );
    run_ok(&["check", "a2ui"], &fixed.out);
}

#[test]
fn the_request_becomes_a_record() {
    let stored = run_on(&["record"], "request.json").value();
    assert_eq!(
        text(&stored, "/file"),
        "2026-05-18T15-32-40-120Z-0b6e1f7a-6d3c-4b8e-9a57-2f1c8d4e7b90.json"
    );
    let record = at(&stored, "/record");
    assert_eq!(text(&record, "/action"), "click");
    run_ok(&["check", "aap"], record.text());
}
