use super::ValidateIn;
use crate::{
    ElicitParams, ElicitRequest, ElicitResult, FormSchema, PropertySchema, Revision,
    acp::{AcpMessage, RequestPermission},
    mcp::McpMessage,
};
use wire::{Finding, Pointer, Severity, Wire};

/// Returns the findings as `rule severity pointer`.
fn found<T: Wire + ValidateIn>(text: &str, revision: Option<Revision>) -> Vec<String> {
    let value: T = wire::decode(text).unwrap();
    let mut found = Vec::new();
    value.findings_in(revision, &Pointer::root(), &mut found);
    assert!(
        found
            .iter()
            .all(|finding: &Finding| !finding.hint.is_empty()),
        "{found:?}"
    );
    let line = |finding: &Finding| {
        let mark = if finding.severity == Severity::Error {
            "!"
        } else {
            "?"
        };
        format!("{}{mark} {}", finding.rule, finding.pointer)
    };
    found.iter().map(line).collect()
}

#[test]
fn faults_of_forms_have_their_place() {
    for (text, expected) in [
        (r#"{"type":"object","properties":{}}"#, vec![]),
        (
            r#"{"type":"array","properties":{}}"#,
            vec!["elicit-schema! /type"],
        ),
        (
            r#"{"type":"object","properties":{"a":{"type":"object"}}}"#,
            vec!["elicit-schema! /properties/a"],
        ),
        (
            r#"{"type":"object","properties":{"a":{}}}"#,
            vec!["elicit-schema! /properties/a"],
        ),
        (
            r#"{"type":"object","properties":{"a":{"type":"string"}},"required":["a","b"]}"#,
            vec!["elicit-required! /required/1"],
        ),
        (
            r#"{"type":"object","properties":{"apiKey":{"type":"string"}}}"#,
            vec!["elicit-secret? /properties/apiKey"],
        ),
        (
            r#"{"type":"object","properties":{"a":{"type":"string","title":"Your password"}}}"#,
            vec!["elicit-secret? /properties/a"],
        ),
        (
            r#"{"type":"object","properties":{"secret":{"type":"boolean"},"token":{"type":"string","enum":["a"]}}}"#,
            vec![],
        ),
    ] {
        assert_eq!(found::<FormSchema>(text, None), expected, "{text}");
    }
}

#[test]
fn faults_of_properties_have_their_place() {
    for (text, expected) in [
        (
            r#"{"type":"string","enum":["a","b"],"enumNames":["A"]}"#,
            vec!["elicit-choices! /enumNames"],
        ),
        (
            r#"{"type":"string","enum":["a","a",1]}"#,
            vec!["elicit-choices! /enum/1", "elicit-choices! /enum/2"],
        ),
        (
            r#"{"type":"string","enum":[]}"#,
            vec!["elicit-choices! /enum"],
        ),
        (
            r#"{"type":"string","oneOf":[{"const":"a"},{"const":"a","title":"A"},{}]}"#,
            vec![
                "elicit-choices! /oneOf/0",
                "elicit-choices! /oneOf/1/const",
                "elicit-choices! /oneOf/2",
            ],
        ),
        (
            r#"{"type":"string","enum":["a"],"default":"b"}"#,
            vec!["elicit-default! /default"],
        ),
        (
            r#"{"type":"string","default":1}"#,
            vec!["elicit-default! /default"],
        ),
        (r#"{"type":"string","default":null}"#, vec![]),
        (
            r#"{"type":"string","minLength":3,"maxLength":2}"#,
            vec!["elicit-bounds! /maxLength"],
        ),
        (
            r#"{"type":"string","minLength":-1,"maxLength":1.5}"#,
            vec!["elicit-bounds! /minLength", "elicit-bounds! /maxLength"],
        ),
        (r#"{"type":"string","minLength":1.0}"#, vec![]),
        (
            r#"{"type":"string","format":"time"}"#,
            vec!["elicit-schema? /format"],
        ),
        (
            r#"{"type":"integer","minimum":2,"maximum":1}"#,
            vec!["elicit-bounds! /maximum"],
        ),
        (
            r#"{"type":"integer","default":1.5}"#,
            vec!["elicit-default! /default"],
        ),
        (
            r#"{"type":"number","maximum":1,"default":1.5}"#,
            vec!["elicit-default! /default"],
        ),
        (
            r#"{"type":"boolean","default":"true"}"#,
            vec!["elicit-default! /default"],
        ),
        (r#"{"type":"array"}"#, vec!["elicit-choices! "]),
        (
            r#"{"type":"array","items":{"type":"number","enum":["a"]}}"#,
            vec!["elicit-choices! /items/type"],
        ),
        (
            r#"{"type":"array","items":{"enum":["a"]},"minItems":2,"default":["a","b"]}"#,
            vec!["elicit-default! /default/1"],
        ),
        (
            r#"{"type":"array","items":{"enum":["a"]},"minItems":2,"maxItems":1}"#,
            vec!["elicit-bounds! /maxItems"],
        ),
    ] {
        assert_eq!(found::<PropertySchema>(text, None), expected, "{text}");
    }
}

#[test]
fn each_revision_reports_the_members_that_it_lacks() {
    use Revision::{Acp1, Acp2, Mcp2025_06, Mcp2025_11, Mcp2026_07};
    for (text, expected) in [
        (
            r#"{"type":"string","pattern":"a"}"#,
            vec![Mcp2025_06, Mcp2025_11, Mcp2026_07],
        ),
        (r#"{"type":"string","default":"a"}"#, vec![Mcp2025_06]),
        (
            r#"{"type":"string","oneOf":[{"const":"a","title":"A"}]}"#,
            vec![Mcp2025_06],
        ),
        (
            r#"{"type":"string","enum":["a"],"enumNames":["A"]}"#,
            vec![Acp1, Acp2],
        ),
        (
            r#"{"type":"string","format":"time"}"#,
            vec![Mcp2025_06, Mcp2025_11, Mcp2026_07, Acp1, Acp2],
        ),
        (
            r#"{"type":"string","format":"regex"}"#,
            vec![Mcp2025_06, Mcp2025_11, Mcp2026_07, Acp1],
        ),
        (
            r#"{"type":"array","items":{"type":"string","enum":["a"]}}"#,
            vec![Mcp2025_06],
        ),
        (r#"{"type":"number","default":1}"#, vec![Mcp2025_06]),
        (r#"{"type":"boolean","default":true}"#, vec![]),
        (
            r#"{"type":"boolean","_meta":{}}"#,
            vec![Mcp2025_06, Mcp2025_11, Mcp2026_07],
        ),
    ] {
        let mut reported = Revision::ALL.to_vec();
        reported.retain(|revision| !found::<PropertySchema>(text, Some(*revision)).is_empty());
        assert_eq!(reported, expected, "{text}");
    }
}

#[test]
fn modes_and_addresses_follow_the_revision() {
    use Revision::{Acp1, Mcp2025_06, Mcp2025_11, Mcp2026_07};
    let form = r#""message":"m","requestedSchema":{"type":"object","properties":{}}"#;
    let url = r#""message":"m","url":"https://a.b/c""#;
    for (text, revision, expected) in [
        (format!("{{{form}}}"), Mcp2025_06, vec![]),
        (
            format!(r#"{{"mode":"form",{form}}}"#),
            Mcp2025_06,
            vec!["elicit-revision? /mode"],
        ),
        (
            format!("{{{form}}}"),
            Acp1,
            vec!["elicit-mode! ", "elicit-scope! "],
        ),
        (
            format!(r#"{{"mode":"form","sessionId":"s",{form}}}"#),
            Acp1,
            vec![],
        ),
        (
            format!(r#"{{"mode":"form","sessionId":"s","requestId":1,{form}}}"#),
            Acp1,
            vec!["elicit-scope! "],
        ),
        (
            format!(r#"{{"sessionId":"s",{form}}}"#),
            Mcp2025_11,
            vec!["elicit-revision? /sessionId"],
        ),
        (format!(r#"{{"task":{{}},{form}}}"#), Mcp2025_11, vec![]),
        (
            format!(r#"{{"task":{{}},{form}}}"#),
            Mcp2026_07,
            vec!["elicit-revision? /task"],
        ),
        (
            format!(r#"{{"mode":"url",{url}}}"#),
            Mcp2025_06,
            vec!["elicit-mode! /mode"],
        ),
        (
            format!(r#"{{"mode":"url",{url}}}"#),
            Mcp2025_11,
            vec!["elicit-url! /elicitationId"],
        ),
        (format!(r#"{{"mode":"url",{url}}}"#), Mcp2026_07, vec![]),
        (
            format!(r#"{{"mode":"url","elicitationId":"e",{url}}}"#),
            Mcp2025_11,
            vec![],
        ),
        (
            format!(r#"{{"mode":"url","elicitationId":"e",{url}}}"#),
            Mcp2026_07,
            vec!["elicit-revision? /elicitationId"],
        ),
        (
            r#"{"mode":"url","message":"m","url":"sign in"}"#.to_owned(),
            Mcp2026_07,
            vec!["elicit-url! /url"],
        ),
        (
            r#"{"mode":"url","message":"m","url":"javascript:alert()"}"#.to_owned(),
            Mcp2026_07,
            vec!["elicit-url? /url"],
        ),
        (
            r#"{"mode":"voice"}"#.to_owned(),
            Mcp2026_07,
            vec!["elicit-mode! /mode"],
        ),
        (
            r#"{"mode":"voice"}"#.to_owned(),
            Acp1,
            vec!["elicit-mode? /mode"],
        ),
    ] {
        assert_eq!(
            found::<ElicitParams>(&text, Some(revision)),
            expected,
            "{revision} {text}"
        );
    }
}

#[test]
fn answers_have_an_action_and_flat_content() {
    use Revision::{Acp1, Acp2, Mcp2025_06, Mcp2025_11, Mcp2026_07};
    for (text, revision, expected) in [
        (
            r#"{"action":"accept","content":{"a":"b","c":1.5,"d":true}}"#,
            Mcp2025_06,
            vec![],
        ),
        (
            r#"{"action":"accept","content":{"a":["b"]}}"#,
            Mcp2025_06,
            vec!["elicit-revision! /content/a"],
        ),
        (
            r#"{"action":"accept","content":{"a":["b"]}}"#,
            Mcp2025_11,
            vec![],
        ),
        (
            r#"{"action":"accept","content":{"a":[1],"b":null,"c":{}}}"#,
            Mcp2025_11,
            vec![
                "elicit-content! /content/a",
                "elicit-content! /content/b",
                "elicit-content! /content/c",
            ],
        ),
        (r#"{"action":"accept","content":{"a":[1]}}"#, Acp2, vec![]),
        (
            r#"{"action":"accept","content":[]}"#,
            Acp1,
            vec!["elicit-content! /content"],
        ),
        (r#"{"action":"accept","content":null}"#, Mcp2025_11, vec![]),
        (
            r#"{"action":"decline","content":{}}"#,
            Mcp2025_11,
            vec!["elicit-content? /content"],
        ),
        (
            r#"{"action":"ok"}"#,
            Mcp2025_11,
            vec!["elicit-action! /action"],
        ),
        (r#"{"action":"ok"}"#, Acp1, vec!["elicit-action? /action"]),
        (r#"{"action":"cancel","_meta":{}}"#, Mcp2025_11, vec![]),
        (
            r#"{"action":"cancel","_meta":{}}"#,
            Mcp2026_07,
            vec!["elicit-revision? /_meta"],
        ),
    ] {
        assert_eq!(
            found::<ElicitResult>(text, Some(revision)),
            expected,
            "{revision} {text}"
        );
    }
}

#[test]
fn messages_of_mcp_belong_to_their_revision() {
    use Revision::{Mcp2025_06, Mcp2025_11, Mcp2026_07};
    let request = r#"{"jsonrpc":"2.0","id":1,"method":"elicitation/create","params":{"message":"m","requestedSchema":{"type":"object","properties":{}}}}"#;
    let complete = r#"{"jsonrpc":"2.0","method":"notifications/elicitation/complete","params":{"elicitationId":"e"}}"#;
    let asking = r#"{"resultType":"input_required","inputRequests":{"q":{"method":"elicitation/create","params":{"mode":"url","message":"m","url":"x"}}}}"#;
    for (text, revision, expected) in [
        (request, Mcp2025_06, vec![]),
        (request, Mcp2026_07, vec!["elicit-revision! /method"]),
        (complete, Mcp2025_06, vec!["elicit-revision! /method"]),
        (complete, Mcp2025_11, vec![]),
        (complete, Mcp2026_07, vec!["elicit-revision! /method"]),
        (
            asking,
            Mcp2026_07,
            vec!["elicit-url! /inputRequests/q/params/url"],
        ),
        (
            asking,
            Mcp2025_11,
            vec![
                "elicit-revision! ",
                "elicit-url! /inputRequests/q/params/url",
            ],
        ),
        (
            r#"{"resultType":"input_required"}"#,
            Mcp2026_07,
            vec!["input-required! "],
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"result":{"action":"cancel"}}"#,
            Mcp2026_07,
            vec!["elicit-revision! /result"],
        ),
        (
            r#"{"inputResponses":{"q":{"action":"ok"},"r":{"role":"x"}}}"#,
            Mcp2026_07,
            vec!["elicit-action! /inputResponses/q/action"],
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32042,"message":"m"}}"#,
            Mcp2025_11,
            vec!["elicit-error! /error/data/elicitations"],
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32042,"message":"m","data":{"elicitations":[{"mode":"url"}]}}}"#,
            Mcp2025_11,
            vec!["elicit-error! /error/data/elicitations/0/message"],
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32021,"message":"m","data":7}}"#,
            Mcp2026_07,
            vec!["elicit-error! /error/data/requiredCapabilities"],
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"error":{"code":-1,"message":"m","data":7}}"#,
            Mcp2026_07,
            vec![],
        ),
    ] {
        assert_eq!(
            found::<McpMessage>(text, Some(revision)),
            expected,
            "{revision} {text}"
        );
    }
}

#[test]
fn permission_requests_have_options_and_the_members_of_their_version() {
    use Revision::{Acp1, Acp2};
    let option = r#""options":[{"optionId":"a","name":"A","kind":"allow_once"}]"#;
    for (text, revision, expected) in [
        (format!(r#"{{"sessionId":"s","toolCall":{{"toolCallId":"c"}},{option}}}"#), Acp1, vec![]),
        (format!(r#"{{"sessionId":"s",{option}}}"#), Acp1, vec!["permission-request! "]),
        (format!(r#"{{"title":"t",{option}}}"#), Acp2, vec!["permission-request! "]),
        (format!(r#"{{"sessionId":7,"title":"t",{option}}}"#), Acp2, vec!["permission-request! /sessionId"]),
        (format!(r#"{{"sessionId":"s","title":"t","toolCall":{{"toolCallId":"c"}},{option}}}"#), Acp2, vec!["elicit-revision? /toolCall"]),
        (r#"{"sessionId":"s","title":"t","options":[]}"#.to_owned(), Acp2, vec!["permission-options! /options"]),
        (r#"{"sessionId":"s","title":"t","options":[{"optionId":"a","name":"A","kind":"_x"},{"optionId":"a","name":"B","kind":"x"}]}"#.to_owned(), Acp2, vec!["permission-options! /options/1/optionId", "permission-options? /options/1/kind"]),
    ] {
        assert_eq!(found::<RequestPermission>(&text, Some(revision)), expected, "{revision} {text}");
    }
    let outcome = r#"{"jsonrpc":"2.0","id":1,"result":{"outcome":{"outcome":"maybe"}}}"#;
    for (revision, mark) in [(Acp1, '!'), (Acp2, '?')] {
        assert_eq!(
            found::<AcpMessage>(outcome, Some(revision)),
            [format!("permission-outcome{mark} /result/outcome/outcome")]
        );
    }
    let kinds = r#"{"sessionId":"s","toolCall":{"toolCallId":"c"},"options":[{"optionId":"a","name":"A","kind":"_x"}]}"#;
    assert_eq!(
        found::<RequestPermission>(kinds, Some(Acp1)),
        ["permission-options! /options/0/kind"]
    );
}

#[test]
fn answers_are_checked_against_their_form() {
    let schema: FormSchema = wire::decode(
        r#"{"type":"object","properties":{"name":{"type":"string","minLength":2,"maxLength":3},"mail":{"type":"string","format":"email"},"age":{"type":"integer","minimum":18,"maximum":99},"ok":{"type":"boolean"},"color":{"type":"string","enum":["r","g"]},"many":{"type":"array","minItems":1,"maxItems":2,"items":{"anyOf":[{"const":"a","title":"A"},{"const":"b","title":"B"}]}}},"required":["name"]}"#,
    )
    .unwrap();
    let places = |content: &str| {
        let content = wire::Payload::parse(content).unwrap();
        let found = schema.check_content(&content);
        assert!(found.iter().all(|finding| finding.rule == "elicit-content"));
        found
            .into_iter()
            .map(|finding| finding.pointer.to_string())
            .collect::<Vec<_>>()
    };
    let none: [&str; 0] = [];
    assert_eq!(
        places(
            r#"{"name":"Zoé","mail":"a@b.c","age":18.0,"ok":false,"color":"g","many":["a","b"]}"#
        ),
        none
    );
    assert_eq!(places("{}"), ["/name"]);
    assert_eq!(places("[]"), [""]);
    assert_eq!(
        places(r#"{"name":"Z","mail":"a","age":17,"ok":"no","color":"b","many":[],"other":1}"#),
        ["/name", "/mail", "/age", "/ok", "/color", "/many", "/other"]
    );
    assert_eq!(
        places(r#"{"name":null,"age":18.5,"many":["a","c",1]}"#),
        ["/name", "/age", "/many/1", "/many/2", "/many"]
    );
}

#[test]
fn members_and_bounds_of_one_protocol_are_reported_in_the_other() {
    use Revision::{Acp1, Mcp2025_11};
    for (text, revision, expected) in [
        (
            r#"{"type":"string","oneOf":[{"const":"a","title":"A","description":"d"}]}"#,
            Mcp2025_11,
            vec!["elicit-revision? /oneOf/0/description"],
        ),
        (
            r#"{"type":"string","enum":["a"],"enumNames":[7]}"#,
            Mcp2025_11,
            vec!["elicit-choices! /enumNames/0"],
        ),
        (
            r#"{"type":"integer","minimum":0.5,"maximum":1e3}"#,
            Acp1,
            vec!["elicit-bounds! /minimum", "elicit-bounds! /maximum"],
        ),
        (
            r#"{"type":"number","minimum":0.5,"title":null}"#,
            Acp1,
            vec![],
        ),
        (
            r#"{"type":"number","title":null}"#,
            Mcp2025_11,
            vec!["elicit-revision! /title"],
        ),
        (
            r#"{"type":"string","format":"time"}"#,
            Acp1,
            vec!["elicit-schema! /format"],
        ),
    ] {
        assert_eq!(
            found::<PropertySchema>(text, Some(revision)),
            expected,
            "{text}"
        );
    }
}

#[test]
fn questions_need_a_frame_that_clients_read() {
    use Revision::{Acp1, Mcp2025_11};
    let params = r#""method":"elicitation/create","params":{"mode":"url","message":"m","url":"https://a.test","elicitationId":"e","sessionId":"s"}"#;
    for (frame, expected) in [
        (r#""jsonrpc":"2.0","id":1"#, vec![]),
        (r#""jsonrpc":"2.0","id":"a""#, vec![]),
        (r#""jsonrpc":"2.0","id":1.5"#, vec!["elicit-frame! /id"]),
        (r#""id":1"#, vec!["elicit-frame! "]),
        (r#""jsonrpc":"2.0""#, vec!["elicit-frame! "]),
    ] {
        for revision in [Acp1, Mcp2025_11] {
            let text = format!("{{{frame},{params}}}");
            let mut reported = found::<ElicitRequest>(&text, Some(revision));
            reported.retain(|line| line.starts_with("elicit-frame"));
            assert_eq!(reported, expected, "{revision} {frame}");
        }
    }
}
