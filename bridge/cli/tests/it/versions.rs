//! Translations between versions of A2UI.

use crate::program::{at, convert, json, run, run_ok, text};
use wire::Payload;

const OLD: &str = concat!(
    r#"{"surfaceUpdate":{"surfaceId":"s","components":[{"id":"top","component":{"Card":{"child":"t"}}},{"id":"t","weight":1.0,"component":{"Text":{"text":{"path":"/n","literalString":"Ann"},"usageHint":"h1","x-ink":1}}}]}}"#,
    "\n",
    r#"{"dataModelUpdate":{"surfaceId":"s","contents":[{"key":"n","valueString":"Bo"},{"key":"m","valueMap":[{"key":"k","valueNumber":1.50}]}]}}"#,
    "\n",
    r#"{"beginRendering":{"surfaceId":"s","root":"top","styles":{"font":"Inter"}}}"#,
    "\n",
);

const NEW: &str = concat!(
    r#"{"version":"v0.9.1","createSurface":{"surfaceId":"s","catalogId":"https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json","sendDataModel":true}}"#,
    "\n",
    r#"{"version":"v0.9.1","updateDataModel":{"surfaceId":"s","value":{"list":[1,null,{"deep":{"er":{}}}]}}}"#,
    "\n",
    r#"{"version":"v0.9.1","updateComponents":{"surfaceId":"s","components":[{"id":"root","component":"Text","text":{"call":"formatString","args":{"value":"${/n}"}},"accessibility":{"label":"a"}}]}}"#,
    "\n",
    r#"{"version":"v0.9.1","updateDataModel":{"surfaceId":"s","path":"/list"}}"#,
    "\n",
);

fn fold(messages: &str) -> Payload {
    run_ok(&["fold", "a2ui"], messages).value()
}

/// Returns the messages of envelopes.
fn values(envelopes: &str) -> String {
    let value = |line: &str| Payload::parse(line).unwrap().member("value").unwrap();
    envelopes
        .lines()
        .map(|line| format!("{}\n", value(line)))
        .collect()
}

#[test]
fn a_surface_of_0_8_returns_unchanged_from_0_9() {
    let there = run_ok(
        &[
            "convert", "--quiet", "--from", "a2ui@0.8", "--to", "a2ui@0.9",
        ],
        OLD,
    );
    let keys = [
        "createSurface",
        "updateDataModel",
        "updateComponents",
        "updateDataModel",
    ];
    for (line, key) in there.out.lines().zip(keys) {
        assert!(
            line.starts_with(&format!(r#"{{"version":"v0.9","{key}""#)),
            "{line}"
        );
    }
    assert_eq!(there.out.lines().count(), keys.len());
    fold(&there.out);
    let there = run_ok(
        &[
            "convert",
            "--quiet",
            "--from",
            "a2ui@0.8",
            "--to",
            "a2ui@0.9",
            "--envelope",
        ],
        OLD,
    );
    let back = run_ok(
        &[
            "convert",
            "--quiet",
            "--from",
            "a2ui@0.9",
            "--to",
            "a2ui@0.8",
            "--envelope",
        ],
        &there.out,
    );
    assert_eq!(fold(&values(&back.out)), fold(OLD));
}

#[test]
fn a_surface_of_0_9_1_returns_unchanged_from_0_8() {
    let there = run_ok(
        &[
            "convert",
            "--quiet",
            "--from",
            "a2ui@0.9.1",
            "--to",
            "a2ui@0.8",
            "--envelope",
        ],
        NEW,
    );
    let back = run_ok(
        &[
            "convert",
            "--quiet",
            "--from",
            "a2ui@0.8",
            "--to",
            "a2ui@0.9.1",
            "--envelope",
        ],
        &there.out,
    );
    assert_eq!(fold(&values(&back.out)), fold(NEW));
}

#[test]
fn incomplete_messages_are_named_with_their_line() {
    let lines: Vec<_> = OLD.lines().take(2).collect();
    let ran = run(
        &[
            "convert", "--quiet", "--from", "a2ui@0.8", "--to", "a2ui@0.9",
        ],
        lines.join("\n"),
    );
    assert_eq!((ran.status, ran.out.as_str()), (65, ""));
    let errors: Vec<_> = ran.err.lines().collect();
    assert_eq!(errors.len(), 2);
    assert!(errors[0].contains(
        r#""line":1,"column":18,"error":"context","rule":"a2ui-0.8-0.9/held","pointer":"/surfaceUpdate""#
    ));
    assert!(errors[1].contains(r#""line":2,"#));
}

#[test]
fn notes_and_losses_are_those_of_their_line() {
    let arguments = [
        "convert", "--quiet", "--from", "a2ui@0.8", "--to", "a2ui@0.9",
    ];
    let noted = run(&[&arguments[..], &["--notes"]].concat(), OLD);
    assert_eq!(noted.status, 0);
    let hint = r#"{"line":1,"column":1,"verdict":"renamed","rule":"a2ui-0.8-0.9/Text.usageHint","from":"/surfaceUpdate/components/1/component/Text/usageHint","to":"/updateComponents/components/1/variant"}"#;
    assert!(noted.err.lines().any(|line| line == hint), "{}", noted.err);
    let strict = run(&[&arguments[..], &["--strict"]].concat(), OLD);
    // The literal next to the path, the root and the catalog have no counterpart in 0.9; the data does.
    assert_eq!(strict.status, 1);
    assert_eq!(strict.out, "", "the data is about the same surface");
    let refused: Vec<_> = strict.err.lines().map(|line| &line[..9]).collect();
    assert_eq!(refused, [r#"{"line":1"#, r#"{"line":2"#, r#"{"line":3"#]);
    assert_eq!(
        run_ok(&[&arguments[..], &["--strict", "--envelope"]].concat(), OLD)
            .out
            .lines()
            .count(),
        4
    );
}

#[test]
fn agent_messages_have_no_room_for_a_carry() {
    let ran = run(
        &[
            "convert", "--quiet", "--from", "a2ui@0.8", "--to", "a2ui@0.9", "--embed",
        ],
        OLD,
    );
    assert_eq!(ran.status, 65);
    assert!(ran.err.contains("carry/no-room"));
    assert_eq!(ran.out, "", "what is due together comes out together");
}

#[test]
fn a2ui_without_a_version_accepts_all_versions_and_keeps_valid_messages() {
    let ran = run_ok(
        &["convert", "--quiet", "--from", "a2ui", "--to", "a2ui@0.9"],
        format!("{NEW}{}", OLD.replace("\"s\"", "\"t\"")),
    );
    assert!(ran.out.starts_with(NEW));
    assert_eq!(ran.out.lines().count(), 8);
}

#[test]
fn an_action_is_the_same_in_both_versions() {
    let old = r#"{"userAction":{"name":"go","surfaceId":"s","sourceComponentId":"b","timestamp":"2026-05-18T15:30:00Z","context":{"n":1.0}}}"#;
    let new = r#"{"version":"v0.9","action":{"name":"go","surfaceId":"s","sourceComponentId":"b","timestamp":"2026-05-18T15:30:00Z","context":{"n":1.0}}}"#;
    assert_eq!(
        run_ok(
            &[
                "convert", "--quiet", "--from", "a2ui@0.8", "--to", "a2ui@0.9"
            ],
            old
        )
        .out
        .trim(),
        new
    );
    assert_eq!(
        run_ok(
            &[
                "convert", "--quiet", "--from", "a2ui@0.9", "--to", "a2ui@0.8"
            ],
            new
        )
        .out
        .trim(),
        old
    );
    // The live surface determines the name of its root.
    let stream = format!("{OLD}{}", old.replace("\"b\"", "\"top\""));
    let ran = run_ok(
        &[
            "convert", "--quiet", "--from", "a2ui@0.8", "--to", "a2ui@0.9",
        ],
        stream,
    );
    assert!(ran.out.trim().ends_with(&new.replace("\"b\"", "\"root\"")));
}

#[test]
fn component_ids_are_escaped_and_restored_on_request() {
    let surface = concat!(
        r#"{"version":"v0.9","createSurface":{"surfaceId":"s-1","catalogId":"https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json"}}"#,
        "\n",
        r#"{"version":"v0.9","updateComponents":{"surfaceId":"s-1","components":[{"id":"root","component":"Column","children":["top-row","2"]},{"id":"top-row","component":"Row","children":[]},{"id":"2","component":"Text","text":"top-row"}]}}"#,
        "\n",
    );
    let warns = |surface: &str| {
        run(&["check", "a2ui"], surface)
            .out
            .contains("component-id")
    };
    let way = [
        "convert", "--quiet", "--from", "a2ui@0.9", "--to", "a2ui@1.0",
    ];
    assert!(warns(&run_ok(&way, surface).out));

    let there = run_ok(
        &[&way[..], &["--escape-ids", "--envelope"]].concat(),
        surface,
    );
    assert!(!warns(&values(&there.out)), "{}", there.out);
    assert!(
        there.out.contains(r#"["top_x2D_row","_x32_"]"#),
        "{}",
        there.out
    );
    assert!(there.out.contains(r#""text":"top-row""#), "{}", there.out);
    let back = [
        "convert",
        "--quiet",
        "--from",
        "a2ui@1.0",
        "--to",
        "a2ui@0.9",
        "--escape-ids",
    ];
    let again = run_ok(&[&back[..], &["--envelope"]].concat(), &there.out);
    assert_eq!(values(&again.out), surface);

    let click = |version: &str, id: &str| {
        format!(
            "{{\"version\":\"{version}\",\"action\":{{\"name\":\"go\",\"surfaceId\":\"s-1\",\"sourceComponentId\":\"{id}\",\"timestamp\":\"2026-05-18T15:30:00.000Z\",\"context\":{{}}}}}}\n"
        )
    };
    assert_eq!(
        run_ok(&back, click("1.0", "top_x2D_row")).out,
        click("v0.9", "top-row")
    );
    let strange = run(&back, click("1.0", "top-row"));
    assert_eq!(strange.status, 65);
    assert!(
        strange.err.contains("a2ui-1.0/component-id") && strange.err.contains("top_x2D_row"),
        "{}",
        strange.err
    );
}

/// A surface of the August draft with a value that looks like a September binding, and the reverse.
const LITERALS: [(&str, &str); 2] = [
    (
        "a2ui@1.0-aug",
        r#"{"version":"v1.0","createSurface":{"surfaceId":"s","catalogId":"c","components":[{"id":"root","component":"Own","a":{"path":"/n"},"b":{"@path":"/m"}}]}}"#,
    ),
    (
        "a2ui@1.0-sep",
        r#"{"version":"v1.0","createSurface":{"surfaceId":"s","catalogId":"c","components":[{"id":"root","component":"Own","a":{"@path":"/n"},"b":{"path":"/m"}}]}}"#,
    ),
];

#[test]
fn a_named_dialect_determines_how_a_surface_is_read() {
    for (named, create) in LITERALS {
        let fold = run(&["fold", named], create);
        assert_eq!((fold.status, fold.err.as_str()), (0, ""), "{named}");
        assert!(fold.out.contains(r#""@path""#) && fold.out.contains(r#""path""#));
        let canvas = run(
            &["convert", "--from", named, "--to", "ahp", "--envelope"],
            create,
        );
        assert_eq!((canvas.status, canvas.err.as_str()), (0, ""), "{named}");
        let back = run(
            &["convert", "--from", "ahp", "--to", named, "--envelope"],
            &canvas.out,
        );
        assert_eq!((back.status, back.err.as_str()), (0, ""), "{named}");
        assert_eq!(at(&json(&back.out), "/value"), json(create), "{named}");
        let checked = run(&["check", named], create);
        let said = checked.out + &checked.err;
        assert!(!said.contains("mixed-notations"), "{named}: {said}");
        // Without the name, the intended dialect is unknown.
        for arguments in [
            &["fold", "a2ui"][..],
            &["check", "a2ui"],
            &["convert", "--from", "a2ui", "--to", "ahp"],
        ] {
            let ran = run(arguments, create);
            assert!(
                (ran.out + &ran.err).contains("mixed-notations"),
                "{arguments:?}"
            );
        }
    }
}

#[test]
fn the_catalog_of_the_components_becomes_that_of_the_surface_in_the_version_of_the_output() {
    let basic = "https://a2ui.org/specification/v1_0/catalogs/basic/catalog.json";
    for (catalog, in_0_9) in [
        (
            basic,
            "https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json",
        ),
        ("urn:maps", "urn:maps"),
    ] {
        let surface = format!(
            r#"{{"version":"1.0","createSurface":{{"surfaceId":"s","components":[{{"id":"root","component":"Text","@catalogId":"{catalog}","text":"a"}}]}}}}"#
        );
        let ran = run_ok(&convert("a2ui", "a2ui@0.9", &[]), &surface);
        assert_eq!(text(&ran.values()[0], "/createSurface/catalogId"), in_0_9);
    }
}
