use crate::{Message, Version};
use wire::{Payload, Severity, Validate};

fn findings(text: &str) -> Vec<(&'static str, String)> {
    let message = Message::read_as(text, Version::V1_0).unwrap();
    assert_eq!(
        Payload::encode(&message).unwrap(),
        Payload::parse(text).unwrap()
    );
    let errors = message
        .validate()
        .into_iter()
        .filter(|finding| finding.severity == Severity::Error);
    errors
        .map(|finding| (finding.rule, finding.pointer.as_str().to_owned()))
        .collect()
}

fn refusal(text: &str) -> (String, &'static str) {
    let error = Message::read_as(text, Version::V1_0).unwrap_err();
    (error.pointer.as_str().to_owned(), error.rule.as_str())
}

#[test]
fn messages_allowed_by_the_schema_have_no_errors() {
    for text in [
        r#"{"version":"v1.0","createSurface":{"surfaceId":"s"}}"#,
        r#"{"version":"v1.0","createSurface":{"surfaceId":"s","catalogId":"c","sendDataModel":false,"components":[{"id":"root","component":"Text","text":{"@path":"/n"}}],"dataModel":{"n":1.0},"metadata":{"extensions":{"com_x":{}}}}}"#,
        r#"{"version":"v1.0","updateDataModel":{"surfaceId":"s","value":null}}"#,
        r#"{"version":"v1.0","callRendererFunction":{"functionCallId":"1","callFunction":{"call":"f","catalogId":"c","args":{}}}}"#,
        r#"{"version":"v1.0","callRendererFunction":{"surfaceId":"s","functionCallId":"1","callFunction":{"@call":"f","catalogId":"c"}}}"#,
        r#"{"version":"v1.0","agentFunctionResponse":{"functionCallId":"1","value":null}}"#,
        r#"{"version":"v1.0","callAgentFunction":{"surfaceId":"s","functionCallId":"1","callFunction":{"call":"f"}}}"#,
        r#"{"version":"v1.0","rendererFunctionResponse":{"functionCallId":"1","error":{"code":"c","message":"m"}}}"#,
        r#"{"version":"v1.0","error":{"code":"UNALLOWED_PARENT","surfaceId":"s","path":"/a","message":"m"}}"#,
        r#"{"version":"v1.0","error":{"code":"INVALID_FUNCTION_CALL","message":"m","functionCallId":"1","more":1}}"#,
    ] {
        assert_eq!(findings(text), [], "{text}");
    }
}

#[test]
fn violations_of_closed_schemas_are_errors_at_their_place() {
    for (text, rule, pointer) in [
        (
            r#"{"version":"v1.0","createSurface":{"surfaceId":"s","theme":{}}}"#,
            "unknown-member",
            "/createSurface/theme",
        ),
        (
            r#"{"version":"v1.0","createSurface":{"surfaceId":"s","components":[]}}"#,
            "min-items",
            "/createSurface/components",
        ),
        (
            r#"{"version":"v1.0","createSurface":{"surfaceId":"s","dataModel":[]}}"#,
            "not-an-object",
            "/createSurface/dataModel",
        ),
        (
            r#"{"version":"v1.0","createSurface":{"surfaceId":"s","metadata":{"extensions":{"a.b":1}}}}"#,
            "extension-name",
            "/createSurface/metadata/extensions/a.b",
        ),
        (
            r#"{"version":"v1.0","updateComponents":{"surfaceId":"s","components":[{"id":"a","component":"Surface"}]}}"#,
            "reserved-type",
            "/updateComponents/components/0/component",
        ),
        (
            r#"{"version":"v1.0","callRendererFunction":{"functionCallId":"1","callFunction":{"call":"f"}}}"#,
            "missing-member",
            "/callRendererFunction/callFunction/catalogId",
        ),
        (
            r#"{"version":"v1.0","callAgentFunction":{"surfaceId":"s","functionCallId":"1","callFunction":{"call":"f","returnType":"string"}}}"#,
            "unknown-member",
            "/callAgentFunction/callFunction/returnType",
        ),
        (
            r#"{"version":"v1.0","agentFunctionResponse":{"functionCallId":"1"}}"#,
            "exactly-one",
            "/agentFunctionResponse",
        ),
        (
            r#"{"version":"v1.0","rendererFunctionResponse":{"functionCallId":"1","value":1,"error":{"code":"c","message":"m"}}}"#,
            "exactly-one",
            "/rendererFunctionResponse",
        ),
        (
            r#"{"version":"v1.0","error":{"code":"X","message":"m","functionCallId":"1","surfaceId":"s"}}"#,
            "exactly-one",
            "/error",
        ),
        (
            r#"{"version":"v1.0","error":{"code":"X","message":"m"}}"#,
            "exactly-one",
            "/error",
        ),
    ] {
        assert_eq!(findings(text), [(rule, pointer.to_owned())], "{text}");
    }
}

#[test]
fn invalid_messages_of_1_0_are_refused_at_the_fault() {
    for (text, pointer, rule) in [
        (
            r#"{"version":"v1.0","updateDataModel":{"surfaceId":"s","path":"/a"}}"#,
            "/updateDataModel/value",
            "missing",
        ),
        (
            r#"{"version":"v1.0","error":{"code":"VALIDATION_FAILED","surfaceId":"s","message":"m"}}"#,
            "/error/path",
            "missing",
        ),
        (
            r#"{"version":"v1.0","error":{"code":7,"surfaceId":"s","message":"m"}}"#,
            "/error/code",
            "type",
        ),
        (
            r#"{"version":"v1.0","callAgentFunction":{"surfaceId":"s","functionCallId":"1","callFunction":{"call":"f","@call":"g"}}}"#,
            "/callAgentFunction/callFunction/@call",
            "key",
        ),
        (
            r#"{"version":"v1.0","callAgentFunction":{"surfaceId":"s","functionCallId":"1","callFunction":{}}}"#,
            "/callAgentFunction/callFunction/call",
            "missing",
        ),
        (
            r#"{"version":"v1.0","callFunction":{"call":"f"},"functionCallId":"1"}"#,
            "/callFunction",
            "key",
        ),
    ] {
        assert_eq!(refusal(text), (pointer.to_owned(), rule), "{text}");
    }
}
