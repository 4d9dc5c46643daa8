use crate::{Message, Version};
use wire::{Payload, Severity, Validate};

fn findings(text: &str) -> Vec<(&'static str, String)> {
    let message = Message::read(text).unwrap();
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

#[test]
fn ids_are_siblings_of_their_message_key() {
    for (text, errors) in [
        (
            r#"{"version":"v0.10","functionCallId":"1","callFunction":{"call":"f","returnType":"void","callableFrom":"remoteOnly"}}"#,
            vec![],
        ),
        (
            r#"{"version":"v0.10","functionCallId":"1","wantResponse":true,"callFunction":{"call":"f","returnType":"void","callableFrom":"clientOrRemote"}}"#,
            vec![],
        ),
        (
            r#"{"version":"v1.0","functionCallId":"1","callFunction":{"call":"f"}}"#,
            vec![],
        ),
        (
            r#"{"version":"v0.10","actionId":"1","actionResponse":{"value":null}}"#,
            vec![],
        ),
        (
            r#"{"version":"v0.10","deleteSurface":{"surfaceId":"s"}}"#,
            vec![],
        ),
        (
            r#"{"version":"v0.10","callFunction":{"call":"f","returnType":"void","callableFrom":"clientOnly"}}"#,
            vec![
                ("missing-member", "/functionCallId"),
                ("callable-from", "/callFunction/callableFrom"),
            ],
        ),
        (
            r#"{"version":"v0.10","functionCallId":"1","callFunction":{"call":"f"}}"#,
            vec![
                ("missing-member", "/callFunction/returnType"),
                ("missing-member", "/callFunction/callableFrom"),
            ],
        ),
        (
            r#"{"version":"v0.10","actionResponse":{"value":1,"error":{"code":"c","message":"m"}}}"#,
            vec![
                ("missing-member", "/actionId"),
                ("exactly-one", "/actionResponse"),
            ],
        ),
        (
            r#"{"version":"v0.10","actionId":"1","wantResponse":false,"deleteSurface":{"surfaceId":"s"}}"#,
            vec![
                ("unknown-member", "/actionId"),
                ("unknown-member", "/wantResponse"),
            ],
        ),
    ] {
        let errors: Vec<_> = errors
            .into_iter()
            .map(|(rule, pointer)| (rule, pointer.to_owned()))
            .collect();
        assert_eq!(findings(text), errors, "{text}");
    }
}

#[test]
fn june_actions_awaiting_a_response_state_their_id() {
    let action = |version: &str, more: &str| {
        format!(
            r#"{{"version":"{version}","action":{{"name":"n","surfaceId":"s","sourceComponentId":"b","timestamp":"2026-05-18T15:30:00Z","context":{{}},{more}}}}}"#
        )
    };
    let waits = r#""wantResponse":true"#;
    let missing = [("missing-member", "/action/actionId".to_owned())];
    assert_eq!(findings(&action("v1.0", waits)), missing);
    assert_eq!(findings(&action("v0.10", waits)), []);
    assert_eq!(
        findings(&action("v1.0", r#""wantResponse":true,"actionId":"a""#)),
        []
    );
    assert_eq!(
        Message::read(&action("v1.0", waits)).unwrap().version(),
        Version::V1_0June
    );
}

#[test]
fn an_error_names_a_surface_or_a_call() {
    let error =
        |more: &str| format!(r#"{{"version":"v0.10","error":{{"code":"X","message":"m"{more}}}}}"#);
    assert_eq!(findings(&error(r#","surfaceId":"s""#)), []);
    assert_eq!(findings(&error(r#","functionCallId":"1""#)), []);
    let exactly_one = [("exactly-one", "/error".to_owned())];
    assert_eq!(findings(&error("")), exactly_one);
    assert_eq!(
        findings(&error(r#","surfaceId":"s","functionCallId":"1""#)),
        exactly_one
    );
}
