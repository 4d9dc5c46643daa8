//! `check` of messages, components, data and catalogs in a form of another version, and findings after another error.

use crate::program::{Ran, run, run_ok, text};

const CREATE: &str = r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json"}}"#;

fn update(components: &str) -> String {
    format!(
        r#"{{"version":"v0.9","updateComponents":{{"surfaceId":"s","components":{components}}}}}"#
    )
}

fn check(messages: &[&str]) -> Ran {
    run(&["check", "a2ui"], messages.join("\n") + "\n")
}

/// Returns severity, rule, pointer and hint of each finding.
fn findings(ran: &Ran) -> Vec<[String; 4]> {
    let of_one = |found: &wire::Payload| {
        ["/severity", "/rule", "/pointer", "/hint"].map(|name| text(found, name))
    };
    ran.values().iter().map(of_one).collect()
}

/// Returns the rules of the findings.
fn rules(messages: &[&str]) -> Vec<String> {
    findings(&check(messages))
        .into_iter()
        .map(|[_, rule, ..]| rule)
        .collect()
}

#[test]
fn a_new_component_without_a_type_is_an_error_and_type_is_renamed() {
    let typed = update(
        r#"[{"id":"root","type":"Column","children":["t"]},{"id":"t","component":"Text","text":"a"}]"#,
    );
    let found = findings(&check(&[CREATE, &typed]));
    let at = "/updateComponents/components/0/type";
    assert_eq!(
        found,
        [[
            "error",
            "missing-component-type",
            at,
            "did you mean `component`?"
        ]]
    );
    let fixed = run(&["check", "a2ui", "--fix"], format!("{CREATE}\n{typed}\n"));
    assert!(
        fixed
            .out
            .contains(r#"{"id":"root","component":"Column","children":["t"]}"#),
        "{}",
        fixed.out
    );
    // `email` is not a type of component.
    let email = update(r#"[{"id":"root","type":"email"}]"#);
    let found = findings(&check(&[CREATE, &email]));
    assert_eq!(
        found[0][..3],
        [
            "error",
            "missing-component-type",
            "/updateComponents/components/0/component"
        ]
    );
    // The component may exist already, or the surface may be that of another input.
    let root = update(r#"[{"id":"root","component":"Text","text":"a"}]"#);
    let again = update(r#"[{"id":"root","text":"b"}]"#);
    assert_eq!(findings(&check(&[CREATE, &root, &again]))[0][0], "warning");
    let found = findings(&check(&[&typed]));
    assert!(
        found.iter().all(|[severity, ..]| severity == "warning"),
        "{found:?}"
    );
}

#[test]
fn a_hidden_message_causes_no_further_findings() {
    let cycle = update(
        r#"[{"id":"root","component":"Column","children":["a"]},{"id":"a","component":"Column","children":["b"]},{"id":"b","component":"Column","children":["a"]}]"#,
    );
    assert_eq!(rules(&[CREATE, &cycle]), ["cycle"]);
    let deep: Vec<String> = (0..60)
        .map(|level| {
            format!(
                r#"{{"id":"n{level}","component":"Card","child":"n{}"}}"#,
                level + 1
            )
        })
        .collect();
    let deep = format!(
        r#"[{{"id":"root","component":"Column","children":["n0"]}},{},{{"id":"n60","component":"Text","text":"a"}}]"#,
        deep.join(",")
    );
    assert_eq!(rules(&[CREATE, &update(&deep)]), ["component-depth"]);
    // A reference to a component that no message contains is still an error.
    let typo = cycle.replace(r#"["b"]"#, r#"["b","c"]"#);
    assert_eq!(rules(&[CREATE, &typo]), ["cycle", "dangling-reference"]);

    let bound = update(
        r#"[{"id":"root","component":"Column","children":["t","u"]},{"id":"t","component":"Text","text":{"path":"/a"}}]"#,
    );
    for (unreadable, rule) in [
        (
            r#"{"version":"v0.9","updateDataModel":{"surfaceId":"s","value":{"a":"\q"}}}"#,
            "syntax",
        ),
        (
            r#"{"version":"v0.9","updateComponents":{"surfaceId":"s","components":7}}"#,
            "type",
        ),
        (
            r#"{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[{"id":"u""#,
            "syntax",
        ),
    ] {
        assert_eq!(rules(&[CREATE, &bound, unreadable]), [rule], "{unreadable}");
    }
    assert_eq!(
        rules(&[CREATE, &bound]),
        ["dangling-reference", "unwritten-path"]
    );
    // An unreadable message of another surface hides nothing.
    let other = r#"{"version":"v0.9","updateComponents":{"surfaceId":"t","components":7}}"#;
    assert_eq!(
        rules(&[CREATE, &bound, other]),
        ["type", "dangling-reference", "unwritten-path"]
    );
    // The unreadable message may create the surface.
    let create = CREATE.replace(r#""createSurface":{"#, r#""createSurface":{"theme":{,"#);
    let text = update(r#"[{"id":"root","component":"Text","text":"a"}]"#);
    assert_eq!(rules(&[&create, &text]), ["syntax"]);
}

#[test]
fn other_names_of_the_basic_catalog_are_warnings_and_are_corrected() {
    let first = "https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json";
    let root = update(r#"[{"id":"root","component":"Text","txt":"a"}]"#);
    for alias in [
        "https://a2ui.org/specification/v0_9/basic_catalog.json",
        "https://a2ui.org/specification/v0_9/standard_catalog.json",
        "https://a2ui.org/specification/v0_9/standard_catalog_definition.json",
        "https://a2ui.dev/specification/v0_9/catalogs/basic/catalog.json",
        "basic",
        "standard",
    ] {
        let create = CREATE.replace(first, alias);
        let found = findings(&check(&[&create, &root]));
        let hint = format!("write `{first}`");
        assert_eq!(
            found[0],
            [
                "warning",
                "catalog-alias",
                "/createSurface/catalogId",
                &hint
            ],
            "{alias}"
        );
        // The components are those of the basic catalog.
        assert!(
            found.iter().any(|[_, rule, ..]| rule == "missing-member"),
            "{alias}: {found:?}"
        );
        let fixed = run(&["check", "a2ui", "--fix"], format!("{create}\n"));
        assert_eq!(fixed.out, format!("{CREATE}\n"), "{alias}");
        for (to, own) in [
            (
                "a2ui@0.8",
                "https://a2ui.org/specification/v0_8/standard_catalog_definition.json",
            ),
            (
                "a2ui@1.0",
                "https://a2ui.org/specification/v1_0/catalogs/basic/catalog.json",
            ),
        ] {
            let messages = format!("{create}\n{}\n", root.replace("txt", "text"));
            let ran = run_ok(
                &["convert", "--quiet", "--from", "a2ui", "--to", to],
                &messages,
            );
            assert!(ran.out.contains(own), "{alias} to {to}: {}", ran.out);
        }
    }
    let of_0_10 = CREATE.replace(
        first,
        "https://a2ui.org/specification/v0_10/standard_catalog.json",
    );
    assert_eq!(rules(&[&of_0_10]), ["catalog-version"]);
}

#[test]
fn a_history_of_a_chat_is_read() {
    let escaped = |text: &str| wire::Payload::string(text).text().to_owned();
    let root = update(r#"[{"id":"root","component":"Text","text":"a"}]"#);
    let answer = escaped(&format!("---a2ui_JSON---\n{CREATE}\n{root}"));
    let arguments = escaped(&format!(r#"{{"a2ui_json":[{CREATE},{root}]}}"#));
    for chat in [
        format!(
            r#"{{"messages":[{{"type":"human","content":"form"}},{{"type":"ai","content":{answer}}}]}}"#
        ),
        format!(
            r#"{{"messages":[{{"role":"user","content":"form"}},{{"role":"assistant","content":{answer}}}]}}"#
        ),
        format!(r#"{{"messages":[{{"name":"bot","role":"assistant","content":{answer}}}]}}"#),
        format!(r#"{{"messages":[{{"value":1,"role":"assistant","content":{answer}}}]}}"#),
        format!(
            r#"{{"messages":[{{"version":"v1","meta":{{}},"role":"assistant","content":{answer}}}]}}"#
        ),
        format!(
            r#"{{"messages":[{{"role":"assistant","content":null,"tool_calls":[{{"id":"c","type":"function","function":{{"name":"send_a2ui_json_to_client","arguments":{arguments}}}}}]}}]}}"#
        ),
    ] {
        let ran = run_ok(&["decode", "a2ui"], &chat);
        assert_eq!(ran.out, format!("{CREATE}\n{root}\n"), "{chat}");
    }
    let messages = format!(r#"{{"messages":[{CREATE},{root}]}}"#);
    assert_eq!(
        run_ok(&["decode", "a2ui"], &messages).out,
        format!("{CREATE}\n{root}\n")
    );
}

#[test]
fn events_without_messages_are_not_text() {
    let event = r#"{"type":"RUN_STARTED","threadId":"t","runId":"r"}"#;
    let activity = format!(
        r#"{{"type":"ACTIVITY_SNAPSHOT","messageId":"m","activityType":"a2ui-surface","content":{{"a2ui_operations":[{CREATE}]}}}}"#
    );
    for run in [
        format!("data: {event}\n\ndata: {activity}\n\n"),
        format!("event: start\nid: 1\ndata: {event}\n\ndata: {activity}\n\ndata: [DONE]\n\n"),
        format!("{event}\n{activity}\n"),
    ] {
        let ran = crate::program::run(&["decode", "a2ui"], &run);
        assert_eq!(
            (ran.out, ran.err.as_str()),
            (format!("{CREATE}\n"), ""),
            "{run}"
        );
    }
}

#[test]
fn a_form_of_another_version_is_named() {
    let checks = r#"[{"call":"required","args":{"value":{"path":"/m"}},"message":"needed"}]"#;
    let field = update(&format!(
        r#"[{{"id":"root","component":"TextField","label":"Mail","value":{{"path":"/m"}},"checks":{checks}}}]"#
    ));
    let format = update(
        r#"[{"id":"root","component":"Text","text":{"call":"string_format","args":{"value":"x"}}}]"#,
    );
    for (message, at, hint) in [
        (
            &*update(r#"[{"id":"root","component":{"type":"Column"}}]"#),
            "/updateComponents/components/0/component",
            r#"write `"component":"Column"`, with the properties next to it"#,
        ),
        (
            &update(r#"[{"Text":{"id":"root","text":"a"}}]"#),
            "/updateComponents/components/0/id",
            r#"write `{"id":"root","component":"Text",…}`"#,
        ),
        (
            r#"{"surfaceUpdate":{"surfaceId":"t","updates":[]}}"#,
            "/surfaceUpdate/components",
            "rename `updates` to `components`",
        ),
        (
            r#"{"dataModelUpdate":{"surfaceId":"t","values":[]}}"#,
            "/dataModelUpdate/contents",
            "rename `values` to `contents`",
        ),
        (
            r#"{"dataModelUpdate":{"surfaceId":"t","contents":{"a":["x"]}}}"#,
            "/dataModelUpdate/contents",
            r#"write a list of entries, as in `[{"key":"name","valueString":"Ann"}]`, and a list within them as a `valueMap` with the keys `0`, `1` and so on"#,
        ),
        (
            r#"{"surfaceUpdate":{"surfaceId":"t","components":[{"id":"root","component":"Column","children":[]}]}}"#,
            "/surfaceUpdate/components/0/component",
            r#"write `"component":{"Column":{…}}` with the properties inside, or send the components in `updateComponents` of A2UI 0.9"#,
        ),
        (
            r#"{"surfaceUpdate":{"surfaceId":"t","components":[{"id":"root","component":{"type":"Column","children":[]}}]}}"#,
            "/surfaceUpdate/components/0/component/children",
            r#"write `"component":{"Column":{…}}` with the properties inside"#,
        ),
        (
            r#"{"surfaceUpdate":{"surfaceId":"t","components":[{"id":"root","type":"Column"}]}}"#,
            "/surfaceUpdate/components/0/component",
            r#"write `"component":{"Column":{…}}` with the properties inside"#,
        ),
        (
            r#"{"version":"v0.9","beginRendering":{"surfaceId":"t","root":"r"}}"#,
            "/beginRendering",
            "remove `version`, because messages of 0.8 have none, or write exactly one of `createSurface`, `updateComponents`, `updateDataModel`, `deleteSurface`, `action`, `error`",
        ),
        (
            r#"{"surfaceDeletion":{"surfaceId":"s"}}"#,
            "",
            "did you mean `deleteSurface`?",
        ),
        (
            &field,
            "/updateComponents/components/0/checks/0/condition",
            r#"write `{"condition":{"call":"required","args":…},"message":…}`"#,
        ),
        (
            &format,
            "/updateComponents/components/0/text/call",
            "did you mean `formatString`?",
        ),
    ] {
        let found = findings(&check(&[CREATE, message]));
        let errors: Vec<_> = found.iter().filter(|found| found[0] == "error").collect();
        assert_eq!(errors.len(), 1, "{message}: {found:?}");
        assert_eq!(
            (errors[0][2].as_str(), errors[0][3].as_str()),
            (at, hint),
            "{message}"
        );
    }
}

#[test]
fn a_pattern_that_can_take_exponential_time_is_a_warning() {
    let field = |pattern: &str| {
        update(&format!(
            r#"[{{"id":"root","component":"TextField","label":"a","value":{{"path":"/m"}},"checks":[{{"condition":{{"call":"regex","args":{{"value":{{"path":"/m"}},"pattern":"{pattern}"}}}},"message":"b"}}]}}]"#
        ))
    };
    assert_eq!(rules(&[CREATE, &field("^(a+)+$")]), ["slow-pattern"]);
    assert_eq!(
        rules(&[CREATE, &field("^[a-z]+(-[a-z]+)*$")]),
        Vec::<String>::new()
    );
    let of_0_8 = r#"{"surfaceUpdate":{"surfaceId":"t","components":[{"id":"root","component":{"TextField":{"label":{"literalString":"a"},"validationRegexp":"(a|aa)+$"}}}]}}"#;
    let begin = r#"{"beginRendering":{"surfaceId":"t","root":"root"}}"#;
    assert_eq!(rules(&[of_0_8, begin]), ["slow-pattern"]);
    // Clients match the patterns of surfaces of any catalog.
    let create = CREATE.replace(
        "https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json",
        "urn:own",
    );
    assert_ne!(create, CREATE);
    assert_eq!(
        rules(&[&create, &field("^(a+)+$")]),
        ["slow-pattern", "unjudged-catalog"]
    );
    assert_eq!(
        rules(&[&create, &field("^[a-z]+(-[a-z]+)*$")]),
        ["unjudged-catalog"]
    );
    let begin = r#"{"beginRendering":{"surfaceId":"t","root":"root","catalogId":"urn:own"}}"#;
    assert_eq!(
        rules(&[of_0_8, begin]),
        ["slow-pattern", "unjudged-catalog"]
    );
}

#[test]
fn a_note_says_that_the_time_of_a_click_is_invalid() {
    let click = r#"{"version":"v0.9","action":{"name":"click","surfaceId":"s","sourceComponentId":"b","timestamp":"2026-05-18 15:30","context":{}}}"#;
    let ran = run(
        &["convert", "--from", "a2ui", "--to", "aap", "--notes"],
        click,
    );
    let reports = ran.reports();
    let note = reports
        .iter()
        .find(|note| text(note, "/rule") == "a2ui-aap/timestamp")
        .unwrap();
    assert_eq!(
        text(note, "/remark"),
        "this is not a date and time, so readers may refuse the message"
    );
}
