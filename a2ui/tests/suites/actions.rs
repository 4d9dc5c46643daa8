//! The suites for messages from clients to agents: actions, calls and responses.
//!
//! | suite | cases | here |
//! |---|---|---|
//! | `conformance/core/actions.yaml` | 9 | all |
//! | `surface-model.test.ts` of the web core | 7 | 3; 4 are about the objects of that core |
//! | `conformance/core/rpc_functions.yaml` | 11 | all messages; calling a function, and the permission to do so, is up to the host |
//!
//! The suites name error codes, where this crate has rules. A host writes the code that its agent knows.

use crate::{apply, read};
use a2ui::{
    Message,
    capabilities::v1_0::Functions,
    expression::{Host, Scope},
    report::Report,
    surface::{ActionError, ClientAction, Surfaces},
    v0_9,
};
use wire::{Payload, Validate};

const MODEL: &str = r#"{"guest":{"name":"Kim","seat":"4A"},"legs":[{"to":"Oslo","km":310},{"to":"Bergen","km":495}]}"#;
const TIME: &str = "2027-03-01T08:00:00Z";

/// Builds a surface of a version with a component `go` that has this action.
fn surfaces(word: &str, action: &str) -> Surfaces {
    let mut surfaces = Surfaces::new();
    for body in [
        r#""createSurface":{"surfaceId":"desk","catalogId":"c"}"#.to_owned(),
        format!(r#""updateDataModel":{{"surfaceId":"desk","value":{MODEL}}}"#),
        format!(
            r#""updateComponents":{{"surfaceId":"desk","components":[{{"id":"go","component":"Button","child":"t","action":{action}}}]}}"#
        ),
    ] {
        apply(&mut surfaces, &format!(r#"{{"version":"{word}",{body}}}"#));
    }
    surfaces
}

/// Returns the text of the client message starting at `name`, and the rules of its errors.
fn client_message(
    word: &str,
    scope: &str,
    action: &str,
) -> Result<(String, Vec<&'static str>), ActionError> {
    let surfaces = surfaces(word, action);
    let scope = if scope.is_empty() {
        Scope::top()
    } else {
        Scope::item(scope).unwrap()
    };
    let event = match surfaces
        .get("desk")
        .unwrap()
        .action_of("go", &scope, &Host::new())?
    {
        ClientAction::Event(event) => event,
        ClientAction::Call(call) => return Ok((format!("call {}", call.name), Vec::new())),
        _ => unreachable!(),
    };
    let message = event.message(TIME);
    assert_eq!(message.validate(), []);
    let text = wire::encode(&message).unwrap();
    assert_eq!(read(&text), message);
    // Every action contains its source and its time.
    let head = format!(r#"{{"version":"{word}","action":{{"#);
    let rest = text.strip_prefix(&head).unwrap();
    let rest = rest.replace(
        r#","surfaceId":"desk","sourceComponentId":"go","timestamp":"2027-03-01T08:00:00Z""#,
        "",
    );
    let failures = event.failures.iter().map(|failure| failure.rule).collect();
    Ok((rest.strip_suffix("}}").unwrap().to_owned(), failures))
}

#[test]
fn an_action_is_sent_with_a_resolved_context() {
    for (name, word, scope, action, expected, failures) in [
        (
            "a name alone",
            "v0.9",
            "",
            r#"{"event":{"name":"book"}}"#,
            r#""name":"book","context":{}"#,
            &[][..],
        ),
        (
            "a context of literals",
            "v0.9",
            "",
            r#"{"event":{"name":"search","context":{"for":"trains","most":25,"night":false}}}"#,
            r#""name":"search","context":{"for":"trains","most":25,"night":false}"#,
            &[],
        ),
        (
            "names that look like bindings and calls",
            "v0.9",
            "",
            r#"{"event":{"name":"keep","context":{"path":"/etc/motd","call":"me","also":1}}}"#,
            r#""name":"keep","context":{"path":"/etc/motd","call":"me","also":1}"#,
            &[],
        ),
        (
            "the same in 1.0",
            "1.0",
            "",
            r#"{"event":{"name":"keep","context":{"path":"/etc/motd","call":"me","in":{"path":"p","call":7}}}}"#,
            r#""name":"keep","context":{"path":"/etc/motd","call":"me","in":{"path":"p","call":7}}"#,
            &[],
        ),
        (
            "bindings",
            "v0.9",
            "",
            r#"{"event":{"name":"check-in","context":{"who":{"path":"/guest/name"},"where":{"path":"/guest/seat"},"as":"guest"}}}"#,
            r#""name":"check-in","context":{"who":"Kim","where":"4A","as":"guest"}"#,
            &[],
        ),
        (
            "bindings of 1.0",
            "1.0",
            "",
            r#"{"event":{"name":"check-in","context":{"who":{"@path":"/guest/name"},"all":{"@path":"/guest"}}}}"#,
            r#""name":"check-in","context":{"who":"Kim","all":{"name":"Kim","seat":"4A"}}"#,
            &[],
        ),
        (
            "paths that count from the item",
            "v0.9.1",
            "/legs/1",
            r#"{"event":{"name":"pick","context":{"to":{"path":"to"},"km":{"path":"km"},"first":{"path":"/legs/0/to"}}}}"#,
            r#""name":"pick","context":{"to":"Bergen","km":495,"first":"Oslo"}"#,
            &[],
        ),
        (
            "words for people",
            "1.0",
            "",
            r#"{"event":{"name":"rate","userMessage":"The guest gave four stars","context":{"stars":4}}}"#,
            r#""name":"rate","context":{"stars":4},"userMessage":"The guest gave four stars""#,
            &[],
        ),
        (
            "an event without `event` around it",
            "v0.9",
            "",
            r#"{"name":"tap","context":{"what":"go"}}"#,
            r#""name":"tap","context":{"what":"go"}"#,
            &[],
        ),
        (
            "an unknown call in the context: the action is sent anyway",
            "v0.9",
            "",
            r#"{"event":{"name":"book","context":{"price":{"call":"haggle"},"seat":"4A"}}}"#,
            r#""name":"book","context":{"price":null,"seat":"4A"}"#,
            &["unknown-function"],
        ),
        (
            "the same in 1.0",
            "1.0",
            "",
            r#"{"event":{"name":"book","context":{"price":{"@call":"haggle"},"seat":"4A"}}}"#,
            r#""name":"book","context":{"price":null,"seat":"4A"}"#,
            &["unknown-function"],
        ),
        // Nothing is sent. In the suite, the agent is informed immediately if the client does not know the function. Here, the
        // host decides.
        (
            "an unknown call",
            "v0.9",
            "",
            r#"{"functionCall":{"call":"haggle"}}"#,
            "call haggle",
            &[],
        ),
    ] {
        let (text, failed) =
            client_message(word, scope, action).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(
            (text.as_str(), failed.as_slice()),
            (expected, failures),
            "{name}"
        );
    }
}

#[test]
fn an_error_names_its_surface() {
    let report = Report::new("HOUSE_FULL", "no seat is left").on_surface("desk");
    for (version, message) in [
        (
            "v0.9",
            Message::from(report.v0_9(v0_9::Version::V0_9).unwrap()),
        ),
        ("1.0", Message::from(report.v1_0().unwrap())),
    ] {
        let text = format!(
            r#"{{"version":"{version}","error":{{"code":"HOUSE_FULL","surfaceId":"desk","message":"no seat is left"}}}}"#
        );
        assert_eq!(
            Payload::parse(wire::encode(&message).unwrap()).unwrap(),
            Payload::parse(text).unwrap()
        );
    }
}

/// Checks that calls of the agent and their responses, as in the suite, are read without findings and written unchanged.
#[test]
fn agent_calls_and_responses_are_read_and_written_unchanged() {
    let call = |rest: &str| {
        format!(
            r#"{{"version":"1.0","callRendererFunction":{{"functionCallId":"q1","callFunction":{{"@call":"chime","catalogId":"mine"{rest}}}}}}}"#
        )
    };
    for (name, request, answer) in [
        (
            "a value",
            call(r#","args":{"times":2}"#),
            r#""value":{"rang":2,"at":0}"#,
        ),
        (
            "none of the agent's business",
            call(""),
            r#""error":{"code":"INVALID_FUNCTION_CALL","message":"only the renderer calls `chime`"}"#,
        ),
        (
            "with the user's hand on it",
            call(r#","args":{"url":"https://example.org"}"#),
            r#""value":{"opened":true}"#,
        ),
        (
            "without",
            call(r#","args":{"url":"https://example.org"}"#),
            r#""error":{"code":"INVALID_FUNCTION_CALL","message":"`chime` waits for the user"}"#,
        ),
        (
            "it failed",
            call(""),
            r#""error":{"code":"EXECUTION_ERROR","message":"no bell"}"#,
        ),
        ("it gives nothing", call(""), r#""value":null"#),
        (
            "no such function",
            call(""),
            r#""error":{"code":"INVALID_FUNCTION_CALL","message":"no `chime`"}"#,
        ),
        (
            "no such catalog",
            call(""),
            r#""error":{"code":"INVALID_FUNCTION_CALL","message":"no catalog `mine`"}"#,
        ),
    ] {
        let answer = format!(
            r#"{{"version":"1.0","rendererFunctionResponse":{{"functionCallId":"q1",{answer}}}}}"#
        );
        for text in [request, answer] {
            let message = read(&text);
            assert_eq!(message.validate(), [], "{name}");
            assert_eq!(wire::encode(&message).unwrap(), text, "{name}");
        }
    }
    let nothing = r#"{"version":"1.0","callRendererFunction":{"functionCallId":"q1"}}"#;
    let error = Message::read(nothing).unwrap_err();
    assert_eq!(
        (error.rule.as_str(), error.pointer.as_str()),
        ("missing", "/callRendererFunction/callFunction")
    );
    // A response of the agent does not change surfaces and needs no response itself.
    let mut surfaces = surfaces(
        "1.0",
        r#"{"functionCall":{"@call":"seatFree","catalogId":"mine","args":{"seat":{"@path":"/guest/seat"}}}}"#,
    );
    let answer = r#"{"version":"1.0","agentFunctionResponse":{"functionCallId":"q2","value":{"free":true}}}"#;
    assert_eq!(surfaces.apply(&read(answer)), Ok(Vec::new()));
    // This is the call to which the agent responds.
    let surface = surfaces.get("desk").unwrap();
    let Ok(ClientAction::Call(call)) = surface.action_of("go", &Scope::top(), &Host::new()) else {
        panic!()
    };
    let asked = surface.agent_call(&call, "q2").unwrap();
    assert_eq!(
        wire::encode(&asked).unwrap(),
        r#"{"version":"1.0","callAgentFunction":{"surfaceId":"desk","functionCallId":"q2","callFunction":{"@call":"seatFree","catalogId":"mine","args":{"seat":"4A"}}}}"#
    );
}

/// Checks the permission to call a function, which the definition of the function contains. The host enforces the
/// permission. As in 1.0, only the renderer may perform an action of the user. In the suite, the agent may call such a
/// function during an action of the user.
#[test]
fn allowed_callers_are_checked() {
    for (stated, found) in [
        ("", &[][..]),
        (r#","allowedCallers":"rendererOnly""#, &[]),
        (r#","allowedCallers":"agentOnly""#, &[]),
        (
            r#","allowedCallers":"rendererOrAgent","requiresUserActivation":false"#,
            &[],
        ),
        (r#","requiresUserActivation":true"#, &[]),
        (
            r#","allowedCallers":"rendererOrAgent","requiresUserActivation":true"#,
            &[("allowed-callers", "/chime/allowedCallers")],
        ),
    ] {
        let text = format!(
            r#"{{"chime":{{"returnType":"void","properties":{{"@call":{{"const":"chime"}}}}{stated}}}}}"#
        );
        let findings = wire::decode::<Functions>(&text).unwrap().validate();
        let findings: Vec<_> = findings
            .iter()
            .map(|one| (one.rule, one.pointer.as_str()))
            .collect();
        assert_eq!(findings, found, "{stated}");
    }
}
