//! `--strict`: lossy messages and their dependents are refused.

use crate::program::{at, convert, run, text};

const LOSSY: &str =
    r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c","x-pen":1}}"#;

fn update(surface: &str, more: &str) -> String {
    format!(
        r#"{{"version":"v0.9","updateComponents":{{"surfaceId":"{surface}","components":[{{"id":"root","component":"Text","text":"a"}}]{more}}}}}"#
    )
}

fn create(surface: &str) -> String {
    format!(r#"{{"version":"v0.9","createSurface":{{"surfaceId":"{surface}","catalogId":"c"}}}}"#)
}

fn delete(surface: &str) -> String {
    format!(r#"{{"version":"v0.9","deleteSurface":{{"surfaceId":"{surface}"}}}}"#)
}

/// Returns the refused lines with their rules, and the output.
fn strictly(from: &str, to: &str, lines: &[String]) -> (Vec<(usize, String)>, String) {
    let ran = run(&convert(from, to, &["--strict"]), lines.join("\n"));
    (
        ran.errors()
            .into_iter()
            .map(|(line, _, rule, _)| (line, rule))
            .collect(),
        ran.out,
    )
}

fn expected_refusals(lines: &[(usize, &str)]) -> Vec<(usize, String)> {
    lines
        .iter()
        .map(|(line, rule)| (*line, (*rule).to_owned()))
        .collect()
}

#[test]
fn a_surface_without_the_name_of_the_standard_catalog_loses_nothing() {
    let begin = r#"{"beginRendering":{"surfaceId":"s","root":"root"}}"#;
    for to in ["a2ui@0.9", "a2ui@1.0"] {
        let ran = run(&convert("a2ui@0.8", to, &["--strict"]), begin);
        assert_eq!((ran.status, &*ran.err), (0, ""), "{to}");
        let back = run(&convert(to, "a2ui@0.8", &["--strict"]), ran.out);
        assert_eq!(back.status, 0, "{to}: {}", back.err);
        let carried = run(&convert("a2ui@0.8", to, &["--envelope"]), begin);
        let back = run(&convert(to, "a2ui@0.8", &["--envelope"]), carried.out);
        assert!(
            back.out.starts_with(&format!("{{\"value\":{begin},")),
            "{to}: {}",
            back.out
        );
    }
}

#[test]
fn every_loss_of_a_message_is_listed() {
    let message = LOSSY.replace(r#""x-pen":1"#, r#""x-pen":1,"x-ink":2"#);
    let ran = run(&convert("a2ui@0.9", "a2ui@0.8", &["--strict"]), message);
    let lost: Vec<String> = ran
        .reports()
        .iter()
        .map(|loss| text(loss, "/pointer"))
        .collect();
    assert_eq!(
        (ran.status, lost),
        (
            1,
            ["x-pen", "x-ink"]
                .map(|name| format!("/createSurface/{name}"))
                .to_vec()
        )
    );
    let tool = |name: &str| format!(r#"{{"name":"{name}","description":"d","input_schema":{{}}}}"#);
    let manifest = format!(
        r#"{{"protocol":"actions.json","version":1,"tools":[{},{}]}}"#,
        tool("a"),
        tool("b")
    );
    let ran = run(&convert("actions-json", "mcp", &["--strict"]), manifest);
    for (index, loss) in ran.reports().iter().enumerate() {
        assert_eq!(text(loss, "/pointer"), format!("/tools/{index}"));
        assert!(
            text(loss, "/message").ends_with("V7: This tool does not define its execution."),
            "{loss}"
        );
    }
    assert_eq!((ran.status, ran.reports().len()), (1, 2), "{ran:?}");
}

#[test]
fn a_surface_with_a_refused_creation_is_not_written() {
    let lines = [
        LOSSY.to_owned(),
        update("s", ""),
        create("t"),
        update("t", ""),
    ];
    let (errors, out) = strictly("a2ui@0.9", "a2ui@0.8", &lines);
    assert_eq!(
        errors,
        expected_refusals(&[(1, "a2ui-0.9-0.8/unknown-member"), (2, "strict/depends")])
    );
    assert_eq!(out.lines().count(), 2);
    assert!(
        out.lines().all(|line| line.contains(r#""surfaceId":"t""#)),
        "{out}"
    );

    let old = [
        r#"{"surfaceUpdate":{"surfaceId":"s","components":[{"id":"r","component":{"Text":{"text":{"literalString":"a","path":"/a"}}}}]}}"#,
        r#"{"beginRendering":{"surfaceId":"s","root":"r"}}"#,
    ];
    let (errors, out) = strictly("a2ui@0.8", "a2ui@0.9", &old.map(str::to_owned));
    assert!(!errors.is_empty());
    assert_eq!(out, "");
}

#[test]
fn unreadable_text_affects_nothing_around_it() {
    let broken = "{\"version\":\"v0.9\" 7}".to_owned();
    let lines = [
        create("s"),
        broken,
        update("s", ""),
        LOSSY.replace("\"s\"", "\"t\""),
        update("t", ""),
        create("u"),
    ];
    let expected = expected_refusals(&[
        (2, "syntax"),
        (4, "a2ui-0.9-0.8/unknown-member"),
        (5, "strict/depends"),
    ]);
    let (errors, out) = strictly("a2ui@0.9", "a2ui@0.8", &lines);
    assert_eq!((errors, out.lines().count()), (expected.clone(), 3));
    let list = [format!("[{}", lines.join(",\n")), "]".to_owned()];
    assert_eq!(strictly("a2ui@0.9", "a2ui@0.8", &list), (expected, out));
    for strict in [&[][..], &["--strict"]] {
        assert_eq!(
            run(&convert("a2ui@0.9", "a2ui@0.8", strict), list.join("\n")).status,
            65
        );
    }
}

#[test]
fn a_canvas_with_a_refused_part_is_not_written() {
    let lines = [
        create("s"),
        update("s", r#","x-pen":1"#),
        create("t"),
        update("t", ""),
    ];
    let (errors, out) = strictly("a2ui@0.9", "ahp", &lines);
    assert_eq!(errors, expected_refusals(&[(2, "a2ui-ahp/unknown-member")]));
    assert_eq!(out.lines().count(), 1);
    assert!(out.contains(r#""instanceId":"t""#), "{out}");
}

#[test]
fn a_recreated_surface_is_written() {
    let lines = [
        LOSSY.to_owned(),
        update("s", ""),
        delete("s"),
        create("s"),
        update("s", ""),
    ];
    let (errors, out) = strictly("a2ui@0.9", "a2ui@0.8", &lines);
    assert_eq!(
        errors,
        expected_refusals(&[(1, "a2ui-0.9-0.8/unknown-member"), (2, "strict/depends")])
    );
    assert_eq!(out.lines().count(), 3, "{out}");
}

#[test]
fn a_click_depends_on_no_other_click() {
    let action = |more: &str| {
        format!(
            r#"{{"version":"v0.9","action":{{"name":"go","surfaceId":"p.html","sourceComponentId":"b","timestamp":"t","context":{{}}{more}}}}}"#
        )
    };
    let lines = [action(r#","x":1"#), action("")];
    let (errors, out) = strictly("a2ui@0.9", "aap", &lines);
    assert_eq!(errors, expected_refusals(&[(1, "a2ui-aap/field")]));
    assert_eq!(text(&crate::program::json(out.trim()), "/action"), "go");
}

#[test]
fn losses_have_the_place_of_their_member_even_if_the_message_waited() {
    let message = "{\"version\":\"v0.9\",\n \"createSurface\":{\"surfaceId\":\"s\",\"catalogId\":\"c\",\n  \"x-pen\":1}}";
    let waits = [message, &update("s", "")].join("\n");
    let record = r#"{"summary":"s","timestamp":"t","canvasFile":"p.html","action":"click","element":"e","data":{},"id":"a"}"#;
    for (from, to, input, place) in [
        ("a2ui@0.9", "a2ui@0.8", &*waits, ("3", "11")),
        ("aap", "a2ui", record, ("1", "100")),
    ] {
        for command in ["convert", "explain"] {
            let ran = run(&[command, "--from", from, "--to", to, "--strict"], input);
            let report = ran.reports().remove(0);
            assert_eq!(
                (at(&report, "/line").text(), at(&report, "/column").text()),
                place,
                "{}",
                ran.err
            );
        }
    }
}

#[test]
fn the_loss_of_an_absent_member_is_its_absence() {
    let record =
        r#"{"id":"a","timestamp":"t","canvasFile":"p.html","action":"click","summary":"s"}"#;
    let message = |record: &str| {
        text(
            &run(&convert("aap", "a2ui", &["--strict"]), record).reports()[0],
            "/message",
        )
    };
    assert_eq!(
        message(record),
        "`element` is absent from the message, and the target cannot express its absence"
    );
    let null = record.replace("\"summary\"", "\"element\":null,\"summary\"");
    assert_eq!(message(&null), "without a carry this field would be lost");
}

#[test]
fn a_carried_member_whose_component_has_another_name_is_lost_by_name() {
    let field = r#"{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[{"id":"root","component":"TextField","label":"L","checks":[]},{"id":"f","component":"TextField","label":"L","checks":[]}]}}"#;
    let lines = [create("s"), field.to_owned()];
    let there = run(
        &convert("a2ui@0.9", "a2ui@0.8", &["--envelope"]),
        lines.join("\n"),
    );
    let renamed = there.out.replace(r#""id":"f""#, r#""id":"g""#);
    assert_ne!(renamed, there.out);
    let noted = run(
        &convert("a2ui@0.8", "a2ui@0.9", &["--envelope", "--notes"]),
        &renamed,
    );
    let lost: Vec<_> = noted
        .reports()
        .into_iter()
        .filter(|note| text(note, "/verdict") == "lost")
        .collect();
    let [lost] = &lost[..] else {
        panic!("{noted:?}")
    };
    assert_eq!(text(lost, "/to"), "/updateComponents/components/1/checks");
    assert_eq!(
        text(lost, "/remark"),
        "not restored: its parent value was edited"
    );
    let refused = run(
        &convert("a2ui@0.8", "a2ui@0.9", &["--envelope", "--strict"]),
        &renamed,
    );
    assert_eq!((refused.status, refused.out.as_str()), (1, ""));
    let whole = run(
        &convert("a2ui@0.8", "a2ui@0.9", &["--envelope", "--strict"]),
        &there.out,
    );
    assert_eq!((whole.status, whole.values().len()), (0, 2));
}

#[test]
fn messages_that_waited_for_a_refused_one_depend_on_it() {
    let input = r#"{"surfaceUpdate":{"surfaceId":"d","components":[{"id":"root","component":{"Text":{"text":{"literalString":"a"}}}}]}}
{"beginRendering":{"surfaceId":"d","root":"root","x":1}}"#;
    let ran = run(
        &[
            "convert", "--strict", "--from", "a2ui@0.8", "--to", "a2ui@0.9",
        ],
        input,
    );
    assert_eq!((ran.status, ran.out.as_str()), (1, ""), "{}", ran.err);
    let [refused, waited] = ran.err.lines().collect::<Vec<_>>()[..] else {
        panic!("{}", ran.err)
    };
    assert!(
        refused.contains(r#"{"line":2,"column":54,"error":"loss","rule":"a2ui-0.8-0.9/unknown-member","pointer":"/beginRendering/x""#),
        "{refused}"
    );
    let depends = r#"{"line":1,"column":1,"error":"loss","rule":"strict/depends","pointer":"","severity":"error","message":"another message about `d` was refused by a2ui-0.8-0.9/unknown-member""#;
    assert!(waited.starts_with(depends), "{waited}");
}
