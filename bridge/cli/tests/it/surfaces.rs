//! `check a2ui`: messages, catalogs, and the surfaces that messages build.

use crate::program::{at, run, text};

const BASIC: &str = "https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json";

fn create(catalog: &str) -> String {
    format!(r#"{{"version":"v0.9","createSurface":{{"surfaceId":"s","catalogId":"{catalog}"}}}}"#)
}

fn update(components: &str) -> String {
    format!(
        r#"{{"version":"v0.9","updateComponents":{{"surfaceId":"s","components":[{components}]}}}}"#
    )
}

/// Returns the findings: line, rule, pointer, severity.
fn findings(protocol: &str, lines: &[String]) -> (i32, Vec<(u64, String, String, String)>) {
    let ran = run(&["check", protocol], lines.join("\n"));
    let text = |value: &serde_json::Value| value.as_str().unwrap().to_owned();
    let line = |line: &str| {
        let line: serde_json::Value = serde_json::from_str(line).unwrap();
        (
            line["line"].as_u64().unwrap(),
            text(&line["rule"]),
            text(&line["pointer"]),
            text(&line["severity"]),
        )
    };
    (ran.status, ran.out.lines().map(line).collect())
}

fn error(line: u64, rule: &str, pointer: &str) -> (u64, String, String, String) {
    (
        line,
        rule.to_owned(),
        pointer.to_owned(),
        "error".to_owned(),
    )
}

/// Returns the notice about an unavailable catalog, at its first component.
fn unjudged_catalog(line: u64) -> (u64, String, String, String) {
    let pointer = "/updateComponents/components/0".to_owned();
    (
        line,
        "unjudged-catalog".to_owned(),
        pointer,
        "info".to_owned(),
    )
}

#[test]
fn a_valid_surface_has_no_findings() {
    let root = update(
        r#"{"id":"root","component":"Column","children":["t"]},{"id":"t","component":"Text","text":"a"}"#,
    );
    assert_eq!(findings("a2ui", &[create(BASIC), root]), (0, vec![]));
}

#[test]
fn components_are_validated_against_the_catalog_of_their_surface() {
    let root = update(r#"{"id":"root","component":"Text","txet":"a"}"#);
    let at = "/updateComponents/components/0";
    let expected = vec![
        error(2, "missing-member", &format!("{at}/text")),
        error(2, "unknown-member", &format!("{at}/txet")),
    ];
    assert_eq!(
        findings("a2ui", &[create(BASIC), root.clone()]),
        (65, expected)
    );
    assert_eq!(
        findings("a2ui", &[create("mine"), root.clone()]),
        (0, vec![unjudged_catalog(2)]),
        "another catalog has types of its own"
    );
    let unmade = (
        1,
        "unknown-surface".into(),
        "/updateComponents/surfaceId".into(),
        "warning".into(),
    );
    assert_eq!(
        findings("a2ui", &[root]),
        (0, vec![unmade]),
        "the catalog is not stated"
    );
    let old =
        r#"{"surfaceUpdate":{"surfaceId":"s","components":[{"id":"r","component":{"Text":{}}}]}}"#
            .to_owned();
    let begin = r#"{"beginRendering":{"surfaceId":"s","root":"r"}}"#.to_owned();
    let expected = error(
        1,
        "missing-member",
        "/surfaceUpdate/components/0/component/Text/text",
    );
    assert_eq!(
        findings("a2ui@0.8", &[old, begin]),
        (65, vec![expected]),
        "the catalog is stated afterwards"
    );
}

#[test]
fn faults_of_a_surface_are_found_where_they_were_sent() {
    let lines = [
        create("mine"),
        update(r#"{"id":"root","component":"Card","child":"gone"}"#),
        update(r#"{"id":"x","component":"Box"},{"id":"y","component":"Box","child":"x"}"#),
    ];
    let expected = vec![
        unjudged_catalog(2),
        error(
            2,
            "dangling-reference",
            "/updateComponents/components/0/child",
        ),
        error(3, "orphan", "/updateComponents/components/0"),
        error(3, "orphan", "/updateComponents/components/1"),
    ];
    assert_eq!(findings("a2ui", &lines), (65, expected));
    let lines = [
        create("mine"),
        update(r#"{"id":"a","component":"Box","child":"a"}"#),
        update(r#"{"id":"b","component":"Box"}"#),
    ];
    let expected = vec![
        error(2, "self-reference", "/updateComponents/components/0/child"),
        unjudged_catalog(2),
        error(3, "missing-root", "/updateComponents/components/0/id"),
    ];
    assert_eq!(
        findings("a2ui", &lines),
        (65, expected),
        "one bad message does not lose the others"
    );
}

#[test]
fn the_notation_of_1_0_is_requested_or_detected() {
    let create = |word: &str, text: &str| {
        let catalog = "https://a2ui.org/specification/v1_0/catalogs/basic/catalog.json";
        vec![format!(
            r#"{{"version":"{word}","createSurface":{{"surfaceId":"s","catalogId":"{catalog}","dataModel":{{"a":1}},"components":[{{"id":"root","component":"Text","text":{text}}}]}}}}"#
        )]
    };
    let (plain, at) = (
        create("v1.0", r#"{"path":"/a"}"#),
        create("v1.0", r#"{"@path":"/a"}"#),
    );
    let (today, mistake) = (
        create("1.0", r#"{"@path":"/a"}"#),
        create("1.0", r#"{"path":"/a"}"#),
    );
    assert_eq!(
        (findings("a2ui", &today).0, findings("a2ui", &mistake).0),
        (0, 65)
    );
    assert_eq!(
        (
            findings("a2ui@1.0", &today).0,
            findings("a2ui@1.0", &mistake).0
        ),
        (0, 65)
    );
    assert_eq!(
        (findings("a2ui", &plain), findings("a2ui", &at)),
        ((0, vec![]), (0, vec![]))
    );
    assert_eq!(
        (
            findings("a2ui@1.0-aug", &plain).0,
            findings("a2ui@1.0-sep", &at).0
        ),
        (0, 0)
    );
    assert_eq!(
        (
            findings("a2ui@1.0-aug", &at).0,
            findings("a2ui@1.0-sep", &plain).0
        ),
        (65, 65)
    );
}

#[test]
fn findings_about_surfaces_have_the_place_of_the_member() {
    let components = "\n {\"id\":\"root\",\"component\":\"Column\",\"children\":[\"t\"]},\n {\"id\":\"t\",\"component\":\"Card\",\n  \"child\":\"no\"}";
    let ran = run(
        &["check", "a2ui"],
        [create(BASIC), update(components)].join("\n"),
    );
    let line: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    let place = (&line["line"], &line["column"], &line["pointer"]);
    assert_eq!(
        place,
        (
            &5.into(),
            &11.into(),
            &"/updateComponents/components/1/child".into()
        )
    );
}

#[test]
fn a_surface_without_a_creation_is_reported_once() {
    let update = |surface: &str| {
        format!(
            r#"{{"version":"v0.9","updateDataModel":{{"surfaceId":"{surface}","path":"/a","value":1}}}}"#
        )
    };
    let gone = r#"{"version":"v0.9","deleteSurface":{"surfaceId":"x"}}"#;
    let found = run(
        &["check", "a2ui"],
        [&update("x"), &update("x"), gone, &update("y")].join("\n"),
    );
    let told: Vec<_> = found
        .values()
        .iter()
        .map(|finding| (text(finding, "/severity"), text(finding, "/message")))
        .collect();
    let expected = |surface: &str| ("warning".into(), format!("{UNMADE}`{surface}`{REFUSED}"));
    assert_eq!(
        (found.status, told),
        (0, vec![expected("x"), expected("y")])
    );
}

const UNMADE: &str = "no message before this one creates the surface ";
const REFUSED: &str = ", so this one shows nothing";
const DELETED: &str = "the surface `s` was deleted by an earlier message";

#[test]
fn future_and_deleted_surfaces_are_reported_as_such() {
    let update = r#"{"version":"v0.9","updateDataModel":{"surfaceId":"s","path":"/a","value":1}}"#;
    let (create, gone) = (
        &*create(BASIC),
        r#"{"version":"v0.9","deleteSurface":{"surfaceId":"s"}}"#,
    );
    for (messages, expected) in [
        (vec![update, create, update], vec![(1, false)]),
        (vec![create, update, gone, update, update], vec![(4, true)]),
        (
            vec![update, create, gone, update],
            vec![(1, false), (4, true)],
        ),
        (vec![gone, update], vec![(2, false)]),
    ] {
        let found = run(&["check", "a2ui"], messages.join("\n")).values();
        let told: Vec<_> = found
            .iter()
            .filter(|finding| text(finding, "/rule") == "unknown-surface")
            .map(|finding| {
                (
                    at(finding, "/line").text().to_owned(),
                    text(finding, "/message"),
                )
            })
            .collect();
        let expected: Vec<_> = expected
            .into_iter()
            .map(|(line, is_deleted): (u64, bool)| {
                let message = if is_deleted {
                    DELETED.to_owned()
                } else {
                    format!("{UNMADE}`s`{REFUSED}")
                };
                (line.to_string(), message)
            })
            .collect();
        assert_eq!(told, expected, "{messages:?}");
    }
}

/// Builds messages with two components of the same id, in every version and kind, each with the place of the second
/// one.
pub(crate) fn repeated_ids() -> Vec<(&'static str, String, &'static str)> {
    let update = r#""updateComponents":{"surfaceId":"s","components":[{"id":"root","component":"Text","text":"a"},{"id":"b","component":"Text","text":"a"},{"id":"b","component":"Text","text":"b"}]}"#;
    let of = |version: &str, catalog: &str| {
        format!(
            "{{\"version\":\"{version}\",\"createSurface\":{{\"surfaceId\":\"s\",\"catalogId\":\"{catalog}\"}}}}\n{{\"version\":\"{version}\",{update}}}\n"
        )
    };
    let old = r#"{"surfaceUpdate":{"surfaceId":"s","components":[{"id":"root","component":{"Text":{"text":{"literalString":"a"}}}},{"id":"root","component":{"Text":{"text":{"literalString":"b"}}}}]}}"#;
    let whole = r#"{"version":"1.0","createSurface":{"surfaceId":"s","catalogId":"c","components":[{"id":"root","component":"Text","text":"a"},{"id":"root","component":"Text","text":"b"}]}}"#;
    let second = "/updateComponents/components/2/id";
    vec![
        (
            "a2ui@0.8",
            format!("{old}\n"),
            "/surfaceUpdate/components/1/id",
        ),
        ("a2ui@0.9", of("v0.9", "c"), second),
        ("a2ui@0.9.1", of("v0.9.1", "c"), second),
        ("a2ui@0.10", of("v0.10", "c"), second),
        ("a2ui@1.0-june", of("v1.0", "c"), second),
        ("a2ui@1.0-aug", of("v1.0", "c"), second),
        ("a2ui@1.0-sep", of("v1.0", "c"), second),
        ("a2ui@1.0", of("1.0", "c"), second),
        (
            "a2ui@1.0",
            format!("{whole}\n"),
            "/createSurface/components/1/id",
        ),
    ]
}

#[test]
fn duplicate_component_ids_are_refused_by_every_command_and_route() {
    let goals = [
        "a2ui@0.8",
        "a2ui@0.9",
        "a2ui@0.9.1",
        "a2ui@0.10",
        "a2ui@1.0-june",
        "a2ui@1.0-aug",
        "a2ui@1.0-sep",
        "a2ui@1.0",
        "ahp@canvas",
        "ahp@1.0",
    ];
    for (from, input, place) in repeated_ids() {
        let checked = run(&["check", from], &input);
        let finding = checked
            .values()
            .into_iter()
            .find(|found| text(found, "/rule") == "duplicate-id")
            .unwrap();
        assert_eq!(
            (checked.status, text(&finding, "/pointer")),
            (65, place.to_owned()),
            "{from}"
        );
        let mut commands = vec![vec!["fold", from]];
        for to in goals.into_iter().filter(|to| *to != from) {
            let context = if to == "ahp@1.0" {
                &["--base-url", "https://h/", "--ahp-chat", "ahp-chat:/1"][..]
            } else {
                &[]
            };
            commands.push([&["convert", "--from", from, "--to", to], context].concat());
        }
        for arguments in commands {
            let ran = run(&arguments, &input);
            let reports = ran
                .reports()
                .into_iter()
                .filter(|report| at(report, "/rule").text() == "\"duplicate-id\"");
            let places: Vec<_> = reports.map(|report| text(&report, "/pointer")).collect();
            assert_eq!(
                (ran.status, places),
                (65, vec![place.to_owned()]),
                "{arguments:?}: {}",
                ran.err
            );
            assert!(
                !ran.out.contains("\"b\"}") && !ran.out.contains("\"literalString\":\"b\""),
                "{}",
                ran.out
            );
        }
    }
}

fn warning(line: u64, rule: &str, pointer: &str) -> (u64, String, String, String) {
    (
        line,
        rule.to_owned(),
        pointer.to_owned(),
        "warning".to_owned(),
    )
}

fn data(path: &str, value: &str) -> String {
    format!(
        r#"{{"version":"v0.9","updateDataModel":{{"surfaceId":"s","path":"{path}","value":{value}}}}}"#
    )
}

#[test]
fn a_path_that_is_never_written_is_reported_after_the_last_message() {
    let lines = |path: &str| {
        [
            create(BASIC),
            update(&format!(
                r#"{{"id":"root","component":"Text","text":{{"path":"{path}"}}}}"#
            )),
            data("/user", r#"{"name":"Ada"}"#),
        ]
    };
    assert_eq!(findings("a2ui", &lines("/user/name")), (0, vec![]));
    let at = "/updateComponents/components/0/text/path";
    assert_eq!(
        findings("a2ui", &lines("/user/nmae")),
        (0, vec![warning(2, "unwritten-path", at)])
    );
    let ran = run(&["check", "a2ui"], lines("/user/nmae").join("\n"));
    assert!(
        ran.out.contains(
            r#""message":"component `root` reads `/user/nmae`, but no message writes it""#
        ),
        "{}",
        ran.out
    );
    assert!(
        ran.out.contains(r#""hint":"did you mean `/user/name`?""#),
        "{}",
        ran.out
    );
}

#[test]
fn an_object_in_place_of_a_list_is_reported_at_the_template() {
    let lines = [
        create(BASIC),
        data("/people", r#"{"a":{"name":"Ada"}}"#),
        update(
            r#"{"id":"root","component":"List","children":{"componentId":"t","path":"/people"}},
            {"id":"t","component":"Text","text":{"path":"name"}}"#,
        )
        .replace('\n', ""),
    ];
    let expected = vec![error(
        3,
        "not-a-list",
        "/updateComponents/components/0/children/path",
    )];
    assert_eq!(findings("a2ui", &lines), (65, expected));
}

#[test]
fn a_surface_is_validated_before_its_deletion() {
    let delete = r#"{"version":"v0.9","deleteSurface":{"surfaceId":"s"}}"#.to_owned();
    let lines = [
        create(BASIC),
        update(r#"{"id":"Root","component":"Text","text":"a"}"#),
        delete,
        data("/n", "1"),
    ];
    let expected = vec![
        error(2, "missing-root", "/updateComponents/components/0/id"),
        error(4, "unknown-surface", "/updateDataModel/surfaceId"),
    ];
    assert_eq!(findings("a2ui", &lines), (65, expected));
}

#[test]
fn a_misspelled_surface_is_a_warning() {
    let lines = [
        create(BASIC),
        data("/n", "1").replace(r#""surfaceId":"s""#, r#""surfaceId":"S""#),
    ];
    let expected = vec![warning(2, "unknown-surface", "/updateDataModel/surfaceId")];
    assert_eq!(findings("a2ui", &lines), (0, expected));
}

#[test]
fn a_surface_of_0_8_that_never_begins_is_a_warning() {
    let lines = [
        r#"{"surfaceUpdate":{"surfaceId":"s","components":[{"id":"r","component":{"Card":{"child":"gone"}}}]}}"#
            .to_owned(),
    ];
    let expected = vec![
        warning(1, "missing-root", "/surfaceUpdate"),
        warning(
            1,
            "dangling-reference",
            "/surfaceUpdate/components/0/component/Card/child",
        ),
    ];
    assert_eq!(findings("a2ui", &lines), (0, expected));
    let begun = [
        lines[0].clone(),
        r#"{"beginRendering":{"surfaceId":"s","root":"R"}}"#.to_owned(),
    ];
    let expected = vec![
        error(
            1,
            "dangling-reference",
            "/surfaceUpdate/components/0/component/Card/child",
        ),
        error(2, "missing-root", "/beginRendering/root"),
    ];
    assert_eq!(findings("a2ui", &begun).1[..2], expected);
}

#[test]
fn repetitions_hide_no_other_findings() {
    let components =
        r#"{"id":"root","component":"Card","child":"t"},{"id":"t","component":"Text","text":7},
        {"id":"t","component":"Text","text":"a","variant":"tiny"}"#
            .replace('\n', "");
    let repeated = error(2, "duplicate-id", "/updateComponents/components/2/id");
    let at = "/updateComponents/components";
    let expected = vec![
        error(2, "wrong-type", &format!("{at}/1/text")),
        repeated,
        error(2, "unknown-word", &format!("{at}/2/variant")),
    ];
    assert_eq!(
        findings("a2ui", &[create(BASIC), update(&components)]),
        (65, expected),
        "the surface is whole"
    );
    let twice = update(r#"{"id":"root","component":"Text","text":"a","variant":"tiny"}"#)
        .replace(r#""surfaceId":"s""#, r#""surfaceId":"x","surfaceId":"s""#);
    let expected = vec![
        error(2, "duplicate", "/updateComponents/surfaceId"),
        error(2, "unknown-word", &format!("{at}/0/variant")),
    ];
    assert_eq!(findings("a2ui", &[create(BASIC), twice]), (65, expected));
    let current = |text: &str| {
        let catalog = "https://a2ui.org/specification/v1_0/catalogs/basic/catalog.json";
        format!(
            r#"{{"version":"1.0","createSurface":{{"surfaceId":"s","catalogId":"{catalog}","components":[{{"id":"root","component":"Text","text":{text}}}]}}}}"#
        )
    };
    let again = [current("\"a\""), current(r#"{"@path":"/n"}"#)];
    let expected = vec![
        error(2, "surface-exists", "/createSurface/surfaceId"),
        warning(
            2,
            "unwritten-path",
            "/createSurface/components/0/text/@path",
        ),
    ];
    assert_eq!(
        findings("a2ui", &again),
        (65, expected),
        "the components of a surface that exists replace others"
    );
}

#[test]
fn faults_of_repaired_messages_are_found_in_their_source() {
    let line = format!(
        r#"{{"version":"v0.9","createSurface":{{"surfaceId":"s","catalogId":"{BASIC}","dataModel":{{"name":"Ada"}},"components":[{{"id":"root","component":"Row","children":["t","x"]}},{{"id":"t","component":"Text","text":{{"path":"/nmae"}},"variant":"tiny"}}]}}}}"#
    );
    let at = "/createSurface/components";
    let expected = [
        error(1, "repair/inline-data-model", "/createSurface/dataModel"),
        error(1, "repair/inline-components", at),
        error(1, "unknown-word", &format!("{at}/1/variant")),
        error(1, "dangling-reference", &format!("{at}/0/children/1")),
        warning(1, "unwritten-path", &format!("{at}/1/text/path")),
    ];
    assert_eq!(findings("a2ui", &[line]), (65, expected.to_vec()));
}

#[test]
fn misspellings_with_one_candidate_are_fixed() {
    let fixed = |lines: &[String]| run(&["check", "a2ui", "--fix"], lines.join("\n")).out;
    let lines = [
        create(BASIC),
        update(
            r#"{"id":"Root","component":"Row","children":["titel"]},{"id":"title","component":"text","text":{"path":"/nmae"},"variant":"boddy"}"#,
        ),
        data("/name", "1"),
    ];
    let right = [
        create(BASIC),
        update(
            r#"{"id":"root","component":"Row","children":["title"]},{"id":"title","component":"Text","text":{"path":"/name"},"variant":"body"}"#,
        ),
        data("/name", "1"),
    ];
    assert_eq!(fixed(&lines).trim_end(), right.join("\n"));
}
