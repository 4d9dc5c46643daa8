use crate::{Activity, CardHost, CardMessage, ValidateFor, ValidationTarget};
use wire::{Finding, Severity, Validate};

fn found_for(target: ValidationTarget, text: &str) -> Vec<Finding> {
    let message: CardMessage = wire::decode(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    message.validate_for(target)
}

/// Returns the severity, the rule without its first part, and the pointer of each finding.
fn short(found: &[Finding]) -> Vec<(Severity, &str, &str)> {
    let rule = |finding: &Finding| {
        let name = finding.rule.strip_prefix("adaptive-cards/");
        name.unwrap_or(finding.rule)
    };
    let rows = found.iter();
    rows.map(|finding| (finding.severity, rule(finding), finding.pointer.as_str()))
        .collect()
}

/// Requires the findings of a card of version 1.5 with this body.
fn check_body(body: &str, expected: &[(Severity, &str, &str)]) {
    let text = format!(r#"{{"type":"AdaptiveCard","version":"1.5","body":[{body}]}}"#);
    let found = found_for(ValidationTarget::Any, &text);
    assert_eq!(short(&found), expected, "{text}: {found:#?}");
    for finding in found {
        assert!(!finding.hint.is_empty(), "{finding}");
    }
}

/// Requires the findings of a card with these members for a target.
fn check_card(target: ValidationTarget, members: &str, expected: &[(Severity, &str, &str)]) {
    let text = format!(r#"{{"type":"AdaptiveCard",{members}}}"#);
    let found = found_for(target, &text);
    assert_eq!(short(&found), expected, "{text}: {found:#?}");
}

use Severity::{Error, Info, Warning};

#[test]
fn values_of_wrong_types_are_reported() {
    for (body, expected) in [
        (
            r#"{"type":"TextBlock","text":5}"#,
            (Error, "type", "/body/0/text"),
        ),
        (
            r#"{"type":"TextBlock","text":"a","wrap":"true"}"#,
            (Warning, "type", "/body/0/wrap"),
        ),
        (
            r#"{"type":"TextBlock","text":"a","wrap":"yes"}"#,
            (Error, "type", "/body/0/wrap"),
        ),
        (
            r#"{"type":"Container","items":{}}"#,
            (Error, "type", "/body/0/items"),
        ),
        (
            r#"{"type":"Input.Toggle","id":"a","title":"A","value":true}"#,
            (Error, "type", "/body/0/value"),
        ),
        (
            r#"{"type":"Input.Number","id":"a","value":"3"}"#,
            (Error, "type", "/body/0/value"),
        ),
        (
            r#"{"type":"ColumnSet","columns":[{"type":"Column","width":"weird"}]}"#,
            (Warning, "word", "/body/0/columns/0/width"),
        ),
        (
            r#"{"type":"ColumnSet","columns":[{"type":"Container"}]}"#,
            (Error, "type", "/body/0/columns/0/type"),
        ),
        (r#""a""#, (Error, "type", "/body/0")),
        (r#"{"text":"a"}"#, (Error, "missing", "/body/0/type")),
        (
            r#"{"type":"TextBlock"}"#,
            (Warning, "missing", "/body/0/text"),
        ),
        (r#"{"type":"Image"}"#, (Error, "missing", "/body/0/url")),
        (
            r#"{"type":"Container"}"#,
            (Info, "missing", "/body/0/items"),
        ),
        (
            r#"{"type":"TextBlock","text":"a","wrap":null}"#,
            (Warning, "null", "/body/0/wrap"),
        ),
        (
            r#"{"type":"TextBlock","text":"a","size":"huge"}"#,
            (Warning, "word", "/body/0/size"),
        ),
        (
            r#"{"type":"TextBlock","text":"a","fallback":"hide"}"#,
            (Warning, "word", "/body/0/fallback"),
        ),
        (
            r#"{"type":"TextBlocks","text":"a"}"#,
            (Warning, "unknown-type", "/body/0/type"),
        ),
    ] {
        check_body(body, &[expected]);
    }
    for sound in [
        r#"{"type":"TextBlock","text":"a","size":"ExtraLarge","weight":"bolder"}"#,
        r#"{"type":"Image","url":"https://example.com/a.png","height":"80px"}"#,
        r#"{"type":"ColumnSet","columns":[{"type":"Column","width":"2"},{"type":"Column","width":2}]}"#,
        r#"{"type":"ColumnSet","columns":[{"items":[]}]}"#,
        r#"{"type":"Star","fallback":"drop"}"#,
        r#"{"type":"Container","fallback":"drop","items":[{"type":"Star"}]}"#,
        r#"{"type":"RichTextBlock","inlines":["a",{"type":"IconRun","name":"Star"}]}"#,
    ] {
        check_body(sound, &[]);
    }
    let refresh = r#""version":"1.5","refresh":{"action":{"type":"Action.Submit"}}"#;
    check_card(
        ValidationTarget::Any,
        refresh,
        &[(Error, "type", "/refresh/action/type")],
    );
}

#[test]
fn fallbacks_of_unknown_elements_are_checked() {
    check_body(
        r#"{"type":"Star","fallback":{"type":"TextBlock","text":5}}"#,
        &[(Error, "type", "/body/0/fallback/text")],
    );
}

#[test]
fn newer_members_are_reported_once_for_the_stated_version() {
    let members = r#""version":"1.2","body":[{"type":"Input.Text","id":"a","label":"A"},{"type":"Input.Text","id":"b","label":"B"}]"#;
    let expected = [(Warning, "version", "/body/0/label")];
    check_card(ValidationTarget::Any, members, &expected);
    let text = format!(r#"{{"type":"AdaptiveCard",{members}}}"#);
    assert_eq!(found_for(ValidationTarget::Any, &text)[0].count, 2);
    check_card(ValidationTarget::Version(3), members, &[]);
    check_card(ValidationTarget::Host(CardHost::Teams), members, &[]);
}

#[test]
fn versions_that_readers_do_not_know_are_reported() {
    let version = [(Warning, "version", "/version")];
    check_card(ValidationTarget::Any, r#""version":"2.0""#, &version);
    check_card(ValidationTarget::Any, r#""version":"1.6""#, &[]);
    check_card(ValidationTarget::Version(5), r#""version":"1.6""#, &version);
    check_card(
        ValidationTarget::Any,
        r#""body":[]"#,
        &[(Warning, "version", "")],
    );
    let table = r#""version":"1.4","body":[{"type":"Table"}]"#;
    check_card(
        ValidationTarget::Any,
        table,
        &[(Warning, "version", "/body/0/type")],
    );
    let table = r#""version":"1.4","body":[{"type":"Table","fallback":"drop"}]"#;
    check_card(ValidationTarget::Any, table, &[]);
}

#[test]
fn hosts_differ_in_actions_and_elements() {
    let submit = r#""version":"1.4","originator":"o","actions":[{"type":"Action.Submit"}]"#;
    let execute = r#""version":"1.4","originator":"o","actions":[{"type":"Action.Execute"}]"#;
    let both = r#""version":"1.4","originator":"o","actions":[{"type":"Action.Execute","fallback":{"type":"Action.Submit"}}]"#;
    let refused = [(Error, "host", "/actions/0/type")];
    for (host, runs_submit, runs_execute) in [
        (CardHost::Teams, true, true),
        (CardHost::TeamsWebhook, false, true),
        (CardHost::Outlook, false, true),
        (CardHost::WebChat, true, false),
    ] {
        let target = ValidationTarget::Host(host);
        let expected = |is_run: bool| if is_run { &[][..] } else { &refused[..] };
        check_card(target, submit, expected(runs_submit));
        check_card(target, execute, expected(runs_execute));
        check_card(target, both, &[]);
    }
    let icon = r#""version":"1.5","body":[{"type":"Icon","name":"Star","fallback":{"type":"TextBlock","text":"*"}},{"type":"Icon","name":"Star","targetWidth":"narrow"}]"#;
    check_card(ValidationTarget::Host(CardHost::Teams), icon, &[]);
    check_card(ValidationTarget::Any, icon, &[]);
    let unknown = [(Warning, "host", "/body/1/type")];
    check_card(ValidationTarget::Host(CardHost::WebChat), icon, &unknown);
    check_card(ValidationTarget::Version(5), icon, &unknown);
    let narrow =
        r#""version":"1.5","body":[{"type":"TextBlock","text":"a","targetWidth":"narrow"}]"#;
    check_card(
        ValidationTarget::Host(CardHost::WebChat),
        narrow,
        &[(Info, "host", "/body/0/targetWidth")],
    );
    check_card(
        ValidationTarget::Host(CardHost::Outlook),
        r#""version":"1.0""#,
        &[(Error, "host", "")],
    );
}

#[test]
fn rows_of_buttons_and_messages_have_limits() {
    let target = ValidationTarget::Host(CardHost::TeamsWebhook);
    let button = r#"{"type":"Action.OpenUrl","url":"https://example.com/"}"#;
    let hidden = r#"{"type":"Action.OpenUrl","url":"https://example.com/","mode":"secondary"}"#;
    let row = |buttons: &[&str]| format!(r#""version":"1.5","actions":[{}]"#, buttons.join(","));
    check_card(target, &row(&[button; 6]), &[]);
    check_card(
        target,
        &row(&[button; 7]),
        &[(Warning, "max-actions", "/actions")],
    );
    check_card(target, &row(&[&[button; 6][..], &[hidden]].concat()), &[]);
    let text = |length: usize| {
        format!(
            r#""version":"1.5","body":[{{"type":"TextBlock","text":"{}"}}]"#,
            "a".repeat(length)
        )
    };
    check_card(target, &text(27_000), &[]);
    check_card(target, &text(28_000), &[(Error, "size", "")]);
    check_card(ValidationTarget::Any, &text(200_000), &[]);
    let image = format!(
        r#""version":"1.5","body":[{{"type":"Image","url":"data:image/png;base64,{}"}}]"#,
        "A".repeat(200_000)
    );
    check_card(ValidationTarget::Host(CardHost::Teams), &image, &[]);
}

#[test]
fn inputs_of_one_click_have_distinct_ids() {
    let input = r#"{"type":"Input.Text","id":"a"}"#;
    let show = format!(
        r#"{{"type":"Action.ShowCard","card":{{"type":"AdaptiveCard","body":[{input}]}}}}"#
    );
    check_body(
        &format!("{input},{input}"),
        &[(Error, "duplicate-id", "/body/1/id")],
    );
    check_body(
        &format!(r#"{{"type":"ActionSet","actions":[{show},{show}]}}"#),
        &[],
    );
    check_body(
        &format!(r#"{input},{{"type":"ActionSet","actions":[{show}]}}"#),
        &[(Error, "duplicate-id", "/body/1/actions/0/card/body/0/id")],
    );
    check_body(
        &format!(r#"{{"type":"ActionSet","actions":[{show}]}},{input}"#),
        &[(Error, "duplicate-id", "/body/1/id")],
    );
    check_body(
        r#"{"type":"Input.Text","id":"a","fallback":{"type":"Input.Text","id":"a"}}"#,
        &[],
    );
    check_body(
        r#"{"type":"Input.Text","id":"name"},{"type":"Input.Text","id":"Name"}"#,
        &[(Warning, "input-id", "/body/1/id")],
    );
    check_body(
        r#"{"type":"Input.Text"}"#,
        &[(Warning, "input-id", "/body/0")],
    );
    check_body(
        r#"{"type":"Input.Text","id":"msteams"}"#,
        &[(Warning, "input-id", "/body/0/id")],
    );
}

#[test]
fn targets_of_actions_must_exist() {
    let toggle = |targets: &str| {
        format!(
            r#"{{"type":"TextBlock","id":"more","text":"a"}},{{"type":"ActionSet","actions":[{{"type":"Action.ToggleVisibility","targetElements":[{targets}]}}]}}"#
        )
    };
    check_body(&toggle(r#""more",{"elementId":"more"}"#), &[]);
    let unknown = (Warning, "target", "/body/1/actions/0/targetElements/0");
    check_body(&toggle(r#""less""#), &[unknown]);
    let unknown = (
        Warning,
        "target",
        "/body/1/actions/0/targetElements/0/elementId",
    );
    check_body(&toggle(r#"{"elementId":"less"}"#), &[unknown]);
    check_body(
        r#"{"type":"TextBlock","id":"more","text":"a"},{"type":"ActionSet","actions":[{"type":"Action.ResetInputs","targetInputIds":["more"]}]}"#,
        &[(Warning, "target", "/body/1/actions/0/targetInputIds/0")],
    );
}

#[test]
fn values_of_inputs_must_be_admitted() {
    for (members, pointer) in [
        (
            r#""type":"Input.Text","value":"abc","maxLength":2"#,
            Some("value"),
        ),
        (r#""type":"Input.Text","value":"ab","maxLength":2"#, None),
        (
            r#""type":"Input.Number","value":5,"min":1,"max":4"#,
            Some("value"),
        ),
        (r#""type":"Input.Number","min":5,"max":4"#, Some("min")),
        (r#""type":"Input.Number","value":4,"min":1,"max":4"#, None),
        (r#""type":"Input.Date","value":"2026-02-30""#, Some("value")),
        (r#""type":"Input.Date","value":"24.12.2026""#, Some("value")),
        (
            r#""type":"Input.Date","value":"2026-12-24","max":"2026-12-23""#,
            Some("value"),
        ),
        (
            r#""type":"Input.Date","value":"2026-12-24","min":"2026-12-24""#,
            None,
        ),
        (r#""type":"Input.Time","min":"9:30""#, Some("min")),
        (r#""type":"Input.Time","value":"09:30""#, None),
        (r#""type":"Input.Toggle","value":"yes""#, Some("value")),
        (
            r#""type":"Input.Toggle","value":"yes","valueOn":"yes""#,
            None,
        ),
        (
            r#""type":"Input.ChoiceSet","value":"b","choices":[{"title":"A","value":"a"}]"#,
            Some("value"),
        ),
        (
            r#""type":"Input.ChoiceSet","value":"a,b","isMultiSelect":true,"choices":[{"title":"A","value":"a"},{"title":"B","value":"b"}]"#,
            None,
        ),
        (
            r#""type":"Input.ChoiceSet","value":"b","choices":[],"choices.data":{"type":"Data.Query","dataset":"d"},"fallback":"drop""#,
            None,
        ),
    ] {
        let pointer = pointer.map(|name| format!("/body/0/{name}"));
        let expected: Vec<_> = pointer
            .iter()
            .map(|pointer| (Warning, "value", &**pointer))
            .collect();
        check_body(&format!(r#"{{{members},"id":"a","label":"A"}}"#), &expected);
    }
    check_body(
        r##"{"type":"Image","url":"https://example.com/a.png","backgroundColor":"red"},{"type":"Image","url":"https://example.com/a.png","backgroundColor":"#0A84FF"}"##,
        &[(Warning, "value", "/body/0/backgroundColor")],
    );
    check_body(
        r#"{"type":"Input.ChoiceSet","id":"a","isMultiSelect":true,"choices":[{"title":"A","value":"a,b"}]}"#,
        &[(Warning, "comma", "/body/0/choices/0/value")],
    );
}

#[test]
fn inputs_with_checks_need_labels() {
    let label = [(Warning, "label", "/body/0")];
    check_body(
        r#"{"type":"Input.Text","id":"a","isRequired":true}"#,
        &label,
    );
    check_body(r#"{"type":"Input.Number","id":"a","min":1}"#, &label);
    check_body(
        r#"{"type":"Input.Toggle","id":"a","title":"A","isRequired":true}"#,
        &[],
    );
    let old = r#""version":"1.2","body":[{"type":"Input.Number","id":"a","min":1}]"#;
    check_card(ValidationTarget::Any, old, &[]);
}

#[test]
fn actions_have_places_and_data() {
    for (action, expected) in [
        (
            r#""type":"Action.ShowCard","card":{"type":"AdaptiveCard"}"#,
            Some((Error, "select-action", "type")),
        ),
        (
            r#""type":"Action.Submit","data":"book""#,
            Some((Warning, "data", "data")),
        ),
        (
            r#""type":"Action.Execute","data":["book"]"#,
            Some((Warning, "data", "data")),
        ),
        (r#""type":"Action.Submit","data":{"event":"book"}"#, None),
        (
            r#""type":"Action.OpenUrl","url":"mailto:a@example.com""#,
            None,
        ),
        (
            r#""type":"Action.OpenUrl","url":" java\nscript:alert(1)""#,
            Some((Error, "url", "url")),
        ),
        (
            r#""type":"Action.OpenUrl","url":"data:text/html,a""#,
            Some((Error, "url", "url")),
        ),
        (
            r#""type":"Action.OpenUrl","url":"ftp://example.com/""#,
            Some((Warning, "url", "url")),
        ),
        (
            r#""type":"Action.OpenUrl","url":"/a.png""#,
            Some((Warning, "url", "url")),
        ),
    ] {
        let body = format!(r#"{{"type":"Container","items":[],"selectAction":{{{action}}}}}"#);
        let pointer = expected.map(|(.., name)| format!("/body/0/selectAction/{name}"));
        let expected: Vec<_> = expected
            .iter()
            .zip(&pointer)
            .map(|((severity, rule, _), pointer)| (*severity, *rule, &**pointer))
            .collect();
        check_body(&body, &expected);
    }
    check_body(
        r#"{"type":"Image","url":"data:image/png;base64,AA=="}"#,
        &[],
    );
}

#[test]
fn dates_that_hosts_cannot_read_are_reported() {
    for (text, is_read) in [
        ("{{DATE(2017-02-14T06:00:00Z, SHORT)}}", true),
        (
            "{{DATE(2017-02-14T06:00:00+01:00,COMPACT)}} {{TIME(2017-02-14T06:00:00Z)}}",
            true,
        ),
        ("{{DATE(2017-02-14)}}", false),
        ("{{DATE(2017-02-14T06:00:00Z, short)}}", false),
        ("{{TIME(2017-02-14T06:00:00Z, SHORT)}}", false),
        ("{{DATE(2017-02-14T06:00:00Z", false),
        ("{{NOW()}}", true),
    ] {
        let expected = [(Warning, "date", "/body/0/text")];
        let expected = if is_read { &[][..] } else { &expected[..] };
        check_body(
            &format!(r#"{{"type":"TextBlock","text":"{text}"}}"#),
            expected,
        );
    }
}

#[test]
fn templates_are_reported_once() {
    check_body(
        r#"{"type":"TextBlock","text":"${name}","wrap":"${wrap}"},{"type":"TextBlock","$when":"${a}","text":"a"}"#,
        &[(Warning, "template", "/body/0/text")],
    );
    check_body(
        r#"{"type":"TextBlock","$data":"${a}","text":"a"}"#,
        &[(Warning, "template", "/body/0/$data")],
    );
    check_body(r#"{"type":"CodeBlock","codeSnippet":"`${a}`"}"#, &[]);
}

#[test]
fn cards_in_messages_are_checked_at_their_places() {
    let found = found_for(
        ValidationTarget::Any,
        r#"{"type":"message","attachments":[{"contentType":"application/vnd.microsoft.card.adaptive","content":{"type":"AdaptiveCard","version":"1.5","body":[{"type":"TextBlock","text":5}]}},{"contentType":"application/vnd.microsoft.card.hero","content":{"title":5}}]}"#,
    );
    assert_eq!(
        short(&found),
        [(Error, "type", "/attachments/0/content/body/0/text")]
    );
    let found = found_for(
        ValidationTarget::Any,
        r#"{"statusCode":200,"type":"application/vnd.microsoft.card.adaptive","value":{"type":"AdaptiveCard","version":"1.5","body":[{"type":"TextBlock","text":5}]}}"#,
    );
    assert_eq!(short(&found), [(Error, "type", "/value/body/0/text")]);
    let missing = r#"{"type":"message","attachments":[{"contentType":"application/vnd.microsoft.card.adaptive"}]}"#;
    assert_eq!(
        short(&found_for(ValidationTarget::Any, missing)),
        [(Error, "missing", "/attachments/0/content")]
    );
}

#[test]
fn activities_and_answers_have_their_members() {
    for (text, expected) in [
        (r#"{"type":"invoke"}"#, (Error, "activity", "")),
        (
            r#"{"type":"invoke","name":"adaptiveCard/action","value":{"verb":"book"}}"#,
            (Error, "activity", "/value"),
        ),
        (r#"{"statusCode":0}"#, (Error, "response", "/statusCode")),
        (
            r#"{"statusCode":200,"type":"application/vnd.microsoft.activity.message","value":{}}"#,
            (Error, "response", "/value"),
        ),
    ] {
        assert_eq!(
            short(&found_for(ValidationTarget::Any, text)),
            [expected],
            "{text}"
        );
    }
    let typing = Activity::new("typing").validate();
    assert_eq!(short(&typing), [(Warning, "activity", "/type")]);
}

#[test]
fn nested_cards_cost_no_recursion() {
    let mut card = r#"{"type":"AdaptiveCard","version":"1.5"}"#.to_owned();
    for _ in 0..30 {
        card = format!(
            r#"{{"type":"AdaptiveCard","version":"1.5","actions":[{{"type":"Action.ShowCard","card":{card}}}]}}"#
        );
    }
    assert_eq!(short(&found_for(ValidationTarget::Any, &card)), []);
}
