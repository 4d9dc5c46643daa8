//! Tests that `Debug`, errors and findings do not reveal keys in URLs.

use crate::{
    canvas::*, connection::*, draft, envelope::*, inventory, json_rpc::*, policy::UrlPolicy,
    subscription::*, v1_0,
};
use wire::{Payload, Validate, WireType};

/// A URL whose user, password, query and fragment contain the secret.
const URL: &str = "https://s3cret:s3cret@plans.test/east?key=s3cret#s3cret";

fn assert_hidden(shown: &str, of: &str) {
    assert!(!shown.contains("s3cret"), "{of} shows {shown}");
}

/// Reads a message that contains the URL, and checks all displayed forms of the message.
fn check_redacted<T: WireType + Validate>(template: &str) {
    let text = template.replace("URL", URL);
    let value: T = wire::decode(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_hidden(&format!("{value:?} {value:#?}"), T::NAME);
    assert_hidden(&format!("{:?}", value.validate()), T::NAME);
    assert!(
        wire::encode(&value).unwrap().contains("s3cret"),
        "{}: it is written all the same",
        T::NAME
    );
}

const STATE: &str = r#"{"instanceId":"a","canvasId":"b","extensionId":"c","url":"URL","input":{"from":"URL","https://s3cret@x/?s3cret":1},
    "availability":"ready","provider":{"kind":"server"},"x":["see URL"]}"#;
const RELEASED: &str = r#"{"instanceId":"a","canvasId":"b","extensionId":"c","url":"URL","x":"https:\/\/s3cret@a\u003fs3cret"}"#;

#[test]
fn no_message_shows_the_secrets_of_a_url() {
    check_redacted::<CanvasState>(STATE);
    check_redacted::<CanvasUpdated>(r#"{"url":"URL"}"#);
    check_redacted::<CanvasAction>(r#"{"type":"canvas/updated","url":"URL"}"#);
    check_redacted::<CanvasAction>(r#"{"type":"canvas/rotated","url":"URL"}"#);
    check_redacted::<CanvasMessage>(r#"{"payload":["URL"]}"#);
    check_redacted::<StateAction>(r#"{"type":"canvas/updated","url":"URL","contentUri":"URL"}"#);
    check_redacted::<CanvasOpenResult>(r#"{"url":"URL"}"#);
    check_redacted::<CanvasOpenParams>(
        r#"{"channel":"ahp-session:/1","canvasId":"b","extensionId":"c","instanceId":"a","input":{"url":"URL"}}"#,
    );
    check_redacted::<CanvasInvokeActionResult>(r#"{"value":"URL"}"#);
    let snapshot = format!(r#"{{"resource":"ahp-canvas:/a","state":{STATE},"fromSeq":1}}"#);
    check_redacted::<Snapshot>(&snapshot);
    check_redacted::<SubscribeResult>(&format!(r#"{{"snapshot":{snapshot}}}"#));
    check_redacted::<ReconnectResult>(&format!(
        r#"{{"type":"snapshot","snapshots":[{snapshot}]}}"#
    ));
    check_redacted::<InitializeResult>(&format!(
        r#"{{"protocolVersion":"0.6.0","serverSeq":1,"snapshots":[{snapshot}]}}"#
    ));
    let update = r#"{"type":"canvas/updated","url":"URL","title":7}"#;
    check_redacted::<ActionEnvelope>(&format!(
        r#"{{"channel":"ahp-canvas:/a","action":{update},"serverSeq":1}}"#
    ));
    check_redacted::<DispatchActionParams>(&format!(
        r#"{{"channel":"ahp-canvas:/a","clientSeq":1,"action":{update}}}"#
    ));
    check_redacted::<JsonRpcMessage>(&format!(
        r#"{{"jsonrpc":"2.0","id":1,"result":{{"snapshot":{snapshot}}}}}"#
    ));
    check_redacted::<JsonRpcMessage>(
        r#"{"jsonrpc":"2.0","id":1,"method":"m","params":{"url":"URL"}}"#,
    );
    check_redacted::<JsonRpcMessage>(r#"{"jsonrpc":"2.0","method":"m","params":["URL"]}"#);
    check_redacted::<JsonRpcMessage>(
        r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32012,"message":"m","data":{"code":"x","message":7,"url":"URL"}}}"#,
    );
    check_redacted::<v1_0::CanvasState>(RELEASED);
    check_redacted::<v1_0::CanvasAction>(&format!(
        r#"{{"type":"canvas/stateChanged","canvas":{RELEASED}}}"#
    ));
    check_redacted::<v1_0::StateAction>(&format!(
        r#"{{"type":"canvas/stateChanged","canvas":{RELEASED}}}"#
    ));
    check_redacted::<v1_0::ChatState>(r#"{"canvases":[{"resource":"ahp-canvas:/a","url":"URL"}]}"#);
}

#[test]
fn no_error_shows_the_secrets_of_a_misplaced_url() {
    let url = Payload::string(URL);
    for row in [inventory::SHARED, inventory::CANVAS, inventory::V1_0]
        .into_iter()
        .flatten()
    {
        // The URL replaces each member of each type, and the whole value.
        let mut texts = vec![
            url.text().to_owned(),
            Payload::array([&url]).text().to_owned(),
        ];
        if let wire::Shape::Object(table) = row.shape {
            let members = table.members;
            texts.extend(
                members
                    .iter()
                    .map(|member| Payload::object([(member.name, &url)]).text().to_owned()),
            );
            texts.push(format!(
                "{{{}}}",
                members
                    .iter()
                    .map(|m| format!("{:?}:{url}", m.name))
                    .collect::<Vec<_>>()
                    .join(",")
            ));
        }
        for text in texts {
            if let Err(error) = row.rewrite(&text) {
                assert_hidden(&format!("{error} {error:?}"), row.name);
                let error = draft::explain(&text, error);
                assert_hidden(&format!("{error} {error:?}"), row.name);
            }
        }
    }
}

#[test]
fn no_refusal_shows_the_secrets_of_a_url() {
    let policy = UrlPolicy::default();
    let urls = [
        URL.to_owned(),
        URL.replace("https", "ftp"),
        URL.replace("https", "http"),
        format!("{URL} "),
        "ahp-canvas-content:/a/../s3cret?s3cret".to_owned(),
        "s3cret".to_owned(),
    ];
    for url in urls {
        let refusal = policy.check(&url).unwrap_err();
        assert_hidden(
            &format!(
                "{refusal} {refusal:?} {} {}",
                refusal.rule(),
                refusal.hint()
            ),
            "a refusal",
        );
        let state = STATE.replace("URL", &url);
        let found = wire::decode::<CanvasState>(&state).unwrap().validate();
        assert!(!found.is_empty());
        assert_hidden(&format!("{found:?}"), "a finding");
    }
}
