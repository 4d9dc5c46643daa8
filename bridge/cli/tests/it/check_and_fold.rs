//! `check`, `fold`, and `decode --type`.

use crate::program::{at, run, run_ok, text};

#[test]
fn a_repeated_component_is_refused_alike_by_every_command() {
    let input = r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}
{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[{"id":"root","component":"Text","text":"a"},{"id":"root","component":"Text","text":"b"}]}}"#;
    let routes = ["ahp", "a2ui@0.8", "a2ui@1.0"]
        .map(|to| ["convert", "--quiet", "--from", "a2ui", "--to", to]);
    let mut answers = Vec::new();
    for command in [&["check", "a2ui"], &["fold", "a2ui"]]
        .map(|command| &command[..])
        .into_iter()
        .chain(routes.each_ref().map(|route| &route[..]))
    {
        let ran = run(command, input);
        let lines = if command[0] == "check" {
            ran.values()
        } else {
            ran.reports()
        };
        let answer = lines
            .iter()
            .find(|line| text(line, "/rule") == "duplicate-id")
            .unwrap();
        let place = ["/line", "/column"].map(|part| at(answer, part).text().to_owned());
        answers.push((
            ran.status,
            place,
            ["/pointer", "/message", "/hint"].map(|part| text(answer, part)),
        ));
    }
    assert_eq!(answers[0].0, 65);
    assert!(!answers[0].2[2].is_empty());
    answers.dedup();
    assert_eq!(answers.len(), 1, "{answers:?}");
}

#[test]
fn unreadable_text_is_a_finding() {
    let mut input = b"{]\n7\n".to_vec();
    input.extend(b"\"\xff\"\n");
    let ran = run(&["check", "aap"], input);
    assert_eq!((ran.status, ran.err.as_str()), (65, ""));
    let found: Vec<_> = ran
        .values()
        .iter()
        .map(|f| {
            (
                at(f, "/line").text().to_owned(),
                text(f, "/rule"),
                text(f, "/severity"),
            )
        })
        .collect();
    let expected = [("1", "syntax"), ("2", "type"), ("3", "encoding")];
    let expected =
        expected.map(|(line, rule)| (line.to_owned(), rule.to_owned(), "error".to_owned()));
    assert_eq!(found, expected);
}

#[test]
fn primitives_come_from_the_dictionary_and_rules_can_be_listed() {
    let manifest = r#"{"protocol":"actions.json","version":1,"tools":[{"name":"a","description":"b","input_schema":{},
        "workflow":{"version":1,"expression_language":"jsonata","steps":[{"id":"a","primitive":"pointer.clik"}]}}]}"#;
    assert_eq!(run_ok(&["check", "actions-json"], manifest).out, "");
    let dictionary =
        crate::program::file(r#"{"version":1,"stage":1,"primitives":[{"name":"pointer.click"}]}"#);
    let ran = run(
        &["check", "actions-json", "--dictionary", &dictionary],
        manifest,
    );
    assert_eq!(
        (ran.status, text(&ran.values()[0], "/hint")),
        (65, "did you mean `pointer.click`?".into())
    );
    assert_eq!(
        run(
            &["check", "actions-json", "--dictionary", "nowhere.json"],
            manifest
        )
        .status,
        2
    );
    let rules = run_ok(&["check", "actions-json", "--rules"], "").values();
    assert!(
        rules
            .iter()
            .any(|rule| (text(rule, "/rule"), text(rule, "/profile"))
                == ("V13".into(), "published".into()))
    );
    assert_eq!(run(&["check", "aap", "--rules"], "").status, 2);
}
