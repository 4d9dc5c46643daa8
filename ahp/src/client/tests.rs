//! Tests of the client alone, with frames as text. `tests/simulation` tests the client with a host.

use super::*;
use crate::{canvas::host::FrameKind, error_code};
use wire::Payload;

const CHAT: &str = "ahp-chat:/1";
const EAST: &str = "ahp-canvas:/east";

fn client() -> Client<Ahp1_0> {
    let mut client = Client::new("kiosk", ["1.0.0"]);
    assert!(client.subscribe(&CHAT.into()).is_empty());
    client
}

/// Summarizes outputs: method, channel and id of each sent message, and the `Debug` text of all others.
fn sent_messages(out: &[ClientOutput]) -> Vec<String> {
    out.iter()
        .map(|output| match output {
            ClientOutput::Send(message) => match message {
                JsonRpcMessage::Request(request) => {
                    let channel = request.params.as_ref().unwrap().member("channel");
                    format!("{} {}", request.method, channel.unwrap().as_str().unwrap())
                }
                JsonRpcMessage::Notification(told) => told.method.clone(),
                _ => format!("{:?}", FrameKind(message)),
            },
            other => format!("{other:?}"),
        })
        .collect()
}

fn chat(canvases: &[&str], seq: u64) -> String {
    let listed: Vec<_> = canvases
        .iter()
        .map(|canvas| format!(r#"{{"resource":"{canvas}"}}"#))
        .collect();
    format!(
        r#"{{"resource":"{CHAT}","state":{{"title":"Visit","canvases":[{}]}},"fromSeq":{seq}}}"#,
        listed.join(",")
    )
}

fn canvas(title: &str) -> String {
    format!(r#"{{"instanceId":"east","extensionId":"museum","canvasId":"plan","title":"{title}"}}"#)
}

fn result(client: &mut Client<Ahp1_0>, id: u64, result: &str) -> Vec<String> {
    sent_messages(&client.receive_text(&format!(
        r#"{{"jsonrpc":"2.0","id":{id},"result":{result}}}"#
    )))
}

fn action(client: &mut Client<Ahp1_0>, channel: &str, seq: u64, action: &str) -> Vec<String> {
    sent_messages(&client.receive_text(&format!(
        r#"{{"jsonrpc":"2.0","method":"action","params":{{"channel":"{channel}","action":{action},"serverSeq":{seq}}}}}"#
    )))
}

/// Returns a client that follows the chat and one canvas, up to action 5.
fn connected_client() -> Client<Ahp1_0> {
    let mut client = client();
    assert_eq!(sent_messages(&client.connect()), ["initialize ahp-root://"]);
    let hello = format!(
        r#"{{"protocolVersion":"1.0.0","serverSeq":4,"snapshots":[{}]}}"#,
        chat(&[EAST], 4)
    );
    assert_eq!(
        result(&mut client, 1, &hello),
        [
            "Connected".to_owned(),
            format!("ChatChanged(ChannelUri({CHAT:?}))"),
            format!("subscribe {EAST}")
        ]
    );
    let snapshot = format!(
        r#"{{"snapshot":{{"resource":"{EAST}","state":{},"fromSeq":5}}}}"#,
        canvas("East")
    );
    assert_eq!(
        result(&mut client, 2, &snapshot),
        [format!("CanvasChanged(ChannelUri({EAST:?}))")]
    );
    client
}

fn title(client: &Client<Ahp1_0>) -> Option<String> {
    client.canvas_state(&EAST.into())?.title.get().cloned()
}

#[test]
fn exactly_the_listed_canvases_are_followed() {
    let mut client = connected_client();
    let changed = format!(
        r#"{{"type":"canvas/stateChanged","canvas":{}}}"#,
        canvas("West")
    );
    assert_eq!(action(&mut client, EAST, 6, &changed).len(), 1);
    assert_eq!(title(&client).as_deref(), Some("West"));
    // An action that was already received, and an action for another channel.
    let old = changed.replace("West", "Old");
    assert_eq!(action(&mut client, EAST, 6, &old), [""; 0]);
    assert!(action(&mut client, CHAT, 7, &old)[0].starts_with("Action"));
    assert!(
        action(
            &mut client,
            CHAT,
            8,
            r#"{"type":"chat/titleChanged","title":"x"}"#
        )[0]
        .starts_with("Action")
    );
    assert!(
        action(
            &mut client,
            EAST,
            9,
            r#"{"type":"canvas/stateChanged","canvas":{}}"#
        )[0]
        .starts_with("ReadError")
    );
    assert_eq!(title(&client).as_deref(), Some("West"));
    // The chat lists another canvas instead.
    let listed = r#"{"type":"chat/canvasesChanged","canvases":[{"resource":"ahp-canvas:/west"}]}"#;
    assert_eq!(
        action(&mut client, CHAT, 10, listed),
        [
            format!("ChatChanged(ChannelUri({CHAT:?}))"),
            "unsubscribe".into(),
            format!("Removed(ChannelUri({EAST:?}))"),
            "subscribe ahp-canvas:/west".into()
        ]
    );
    assert_eq!(client.canvases().count(), 0);
    // The canvas is closed before the host answers.
    assert_eq!(
        action(&mut client, CHAT, 11, r#"{"type":"chat/canvasesChanged"}"#).len(),
        1
    );
    let refused = r#"{"jsonrpc":"2.0","id":3,"error":{"code":-32008,"message":""}}"#;
    assert!(client.receive_text(refused).is_empty());
    assert_eq!(client.link.last_seen, 11);
}

#[test]
fn a_returning_client_gets_a_replay_or_snapshots() {
    let envelope = |seq: u64, title: &str| {
        format!(
            r#"{{"channel":"{EAST}","action":{{"type":"canvas/stateChanged","canvas":{}}},"serverSeq":{seq}}}"#,
            canvas(title)
        )
    };
    let replay = format!(
        r#"{{"type":"replay","actions":[{},{}],"missing":[]}}"#,
        envelope(5, "Old"),
        envelope(6, "New")
    );
    let snapshot = format!(
        r#"{{"type":"snapshot","snapshots":[{},{{"resource":"{EAST}","state":{},"fromSeq":9}}]}}"#,
        chat(&[EAST], 9),
        canvas("New")
    );
    for answer in [&replay, &snapshot] {
        let mut client = connected_client();
        client.disconnect();
        assert!(!client.is_connected() && title(&client).is_some());
        assert_eq!(sent_messages(&client.connect()), ["reconnect ahp-root://"]);
        result(&mut client, 3, answer);
        assert_eq!(title(&client).as_deref(), Some("New"), "{answer}");
    }
    // The canvas no longer exists. After a restart of the host, everything is requested again.
    let mut client = connected_client();
    client.connect();
    let gone = format!(r#"{{"type":"snapshot","snapshots":[{}]}}"#, chat(&[], 9));
    assert!(result(&mut client, 3, &gone).contains(&format!("Removed(ChannelUri({EAST:?}))")));
    client.connect();
    let stranger = r#"{"jsonrpc":"2.0","id":4,"error":{"code":-32008,"message":""}}"#;
    assert_eq!(
        sent_messages(&client.receive_text(stranger)),
        ["initialize ahp-root://"]
    );
}

#[test]
fn dispatches_are_accepted_or_rejected() {
    let mut client = client();
    let say = Payload::parse(r#"{"type":"chat/titleChanged","title":"x"}"#).unwrap();
    assert!(
        client.dispatch(&CHAT.into(), say.clone()).is_err(),
        "the client is not connected"
    );
    let mut client = connected_client();
    assert!(
        client
            .dispatch(&CHAT.into(), Payload::parse("1e400").unwrap())
            .is_err()
    );
    assert_eq!(client.dispatch(&CHAT.into(), say.clone()).unwrap().0, 1);
    assert_eq!(client.dispatch(&CHAT.into(), say).unwrap().0, 2);
    let echo = |seq: u64, own: u64, reason: &str| {
        format!(
            r#"{{"jsonrpc":"2.0","method":"action","params":{{"channel":"{CHAT}","action":{{"type":"chat/x"}},"serverSeq":{seq},"origin":{{"clientId":"kiosk","clientSeq":{own}}}{reason}}}}}"#
        )
    };
    let out = client.receive_text(&echo(8, 1, ""));
    assert!(
        matches!(
            &out[..],
            [
                ClientOutput::Accepted { client_seq: 1, .. },
                ClientOutput::Action(_)
            ]
        ),
        "{out:?}"
    );
    let out = client.receive_text(&echo(9, 2, r#","rejectionReason":"no""#));
    assert!(
        matches!(&out[..], [ClientOutput::Rejected { client_seq: 2, reason, .. }] if reason == "no"),
        "{out:?}"
    );
}

#[test]
fn requests_of_the_host_are_refused_and_invalid_frames_reported() {
    let mut client = connected_client();
    let asked =
        client.receive_text(r#"{"jsonrpc":"2.0","id":9,"method":"resourceRead","params":{}}"#);
    let [ClientOutput::Send(JsonRpcMessage::ErrorResponse(answer))] = &asked[..] else {
        panic!("{asked:?}")
    };
    assert_eq!(answer.error.code, error_code::METHOD_NOT_FOUND);
    let out = client.receive_text("{");
    assert!(
        matches!(
            &out[..],
            [ClientOutput::Send(_), ClientOutput::ReadError { .. }]
        ),
        "{out:?}"
    );
    // States of other channels are passed to the program.
    client.subscribe(&"ahp-session:/1".into());
    let out = client.receive_text(
        r#"{"jsonrpc":"2.0","id":3,"result":{"snapshot":{"resource":"ahp-session:/1","state":{"title":"T"},"fromSeq":7}}}"#,
    );
    assert!(matches!(&out[..], [ClientOutput::Snapshot(_)]), "{out:?}");
    assert_eq!(
        sent_messages(&client.unsubscribe(&"ahp-session:/1".into())),
        ["unsubscribe"]
    );
    assert_eq!(
        sent_messages(&client.unsubscribe(&CHAT.into())).len(),
        3,
        "the chat, its canvas, and that it is gone"
    );
    assert_eq!(client.canvases().count(), 0);
}

#[test]
fn a_channel_that_was_left_during_the_handshake_is_not_followed() {
    let mut client = client();
    client.connect();
    assert!(client.unsubscribe(&CHAT.into()).is_empty());
    let hello = format!(
        r#"{{"protocolVersion":"1.0.0","serverSeq":4,"snapshots":[{}]}}"#,
        chat(&[EAST], 4)
    );
    assert_eq!(
        result(&mut client, 1, &hello),
        ["Connected".to_owned(), "unsubscribe".into()]
    );
    assert!(client.chat_state(&CHAT.into()).is_none());
}
