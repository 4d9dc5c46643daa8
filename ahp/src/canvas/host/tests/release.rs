//! Tests of the form of canvases for clients of AHP 1.0.

use super::*;
use crate::{canvas::CanvasUpdated, canvas::host::ClientView, v1_0::ChatState};

const CHAT: &str = "ahp-chat:/1";

fn update(host: &mut Host, text: &str) -> Vec<HostOutput> {
    let update: CanvasUpdated = wire::decode(text).unwrap();
    host.update(&channel(CANVAS), update).unwrap()
}

#[test]
fn a_release_client_finds_canvases_in_the_chat_with_whole_states() {
    let mut host = host_with_canvas();
    let chat: ChatState = wire::decode(r#"{"resource":"ahp-chat:/1","title":"Visit"}"#).unwrap();
    host.add_chat(&channel(SESSION), CHAT, chat).unwrap();
    let hello = present(&mut host, 1, "a", "1.0.0", "{}", &[SESSION, CHAT, CANVAS]);
    assert_eq!(host.client_view(&"a".into()), Some(ClientView::Release));
    let states = [0, 1, 2].map(|n| at(&hello[0], &format!("/result/snapshots/{n}/state")));
    assert_eq!(states[0], "{}", "sessions have no canvases in the release");
    assert_eq!(
        states[1],
        r#"{"canvases":[{"resource":"ahp-canvas:/east"}],"resource":"ahp-chat:/1","title":"Visit"}"#
    );
    assert_eq!(
        states[2],
        r#"{"instanceId":"east","extensionId":"museum","canvasId":"plan","title":"East","url":"https://plans.test/?key=s3cret"}"#
    );
    let told = |out: &[HostOutput]| {
        sent_to(out, 1)
            .iter()
            .map(|frame| at(frame, "/params/action"))
            .collect::<Vec<_>>()
    };
    // The cases: a change, a cleared member, a URL that AHP 1.0 does not allow, and a disconnected provider.
    let changed = |rest: &str| {
        format!(
            r#"{{"type":"canvas/stateChanged","canvas":{{"instanceId":"east","extensionId":"museum","canvasId":"plan"{rest}}}}}"#
        )
    };
    let url = r#","url":"https://plans.test/?key=s3cret""#;
    assert_eq!(
        told(&update(&mut host, r#"{"title":"West"}"#)),
        [changed(&format!(r#","title":"West"{url}"#))]
    );
    assert_eq!(
        told(&update(&mut host, r#"{"title":null}"#)),
        [changed(url)]
    );
    assert_eq!(
        told(&update(&mut host, r#"{"availability":"stale"}"#)),
        [changed("")]
    );
    assert!(
        told(&update(
            &mut host,
            r#"{"url":"ahp-canvas-content:/east/a"}"#
        ))
        .is_empty(),
        "which changes nothing here"
    );
    assert!(told(&update(&mut host, r#"{"availability":"ready"}"#)).is_empty());
    assert!(told(&host.message(&channel(CANVAS), Payload::null()).unwrap()).is_empty());
    assert_eq!(
        told(&update(&mut host, r#"{"url":"http://plans.test"}"#)),
        [changed(r#","url":"http://plans.test""#)]
    );
    // The canvas is closed.
    let (close, _) = host.close(&channel(CANVAS)).unwrap();
    let out = host.answer(close, Ok(ProviderAnswer::Close)).unwrap();
    assert_eq!(
        told(&out),
        [r#"{"type":"chat/canvasesChanged","canvases":[]}"#]
    );
    assert_eq!(at(&sent_to(&out, 1)[0], "/params/channel"), CHAT);
    // Actions that AHP 1.0 does not have are refused.
    let out = dispatch(
        &mut host,
        1,
        CANVAS,
        r#"{"type":"canvas/message","payload":1}"#,
    );
    assert_ne!(at(&sent_to(&out, 1)[0], "/params/rejectionReason"), "-");
}

#[test]
fn a_release_client_can_reconnect() {
    let mut host = host_with_canvas();
    host.add_chat(&channel(SESSION), CHAT, ChatState::new())
        .unwrap();
    present(&mut host, 1, "a", "1.2.0", "{}", &[CHAT, CANVAS]);
    let seen = host.server_seq();
    host.disconnect(ConnectionId(1));
    update(&mut host, r#"{"title":"West"}"#);
    let back = format!(
        r#"{{"channel":"ahp-root://","clientId":"a","lastSeenServerSeq":{seen},"subscriptions":["{CHAT}","{CANVAS}"]}}"#
    );
    let back = request(&mut host, 2, "reconnect", &back).remove(0);
    assert_eq!(at(&back, "/result/actions/0/action/canvas/title"), "West");
    assert_eq!(at(&back, "/result/actions/1"), "-");
}

#[test]
fn a_canvas_without_a_chat_is_hidden_from_the_release() {
    let mut host = host_with_canvas();
    let hello = present(&mut host, 1, "a", "1.0.0", "{}", &[CANVAS]);
    assert_eq!(at(&hello[0], "/result/snapshots"), "[]");
    assert!(
        host.add_chat(&channel("ahp-session:/2"), CHAT, ChatState::new())
            .is_err()
    );
    host.add_chat(&channel(SESSION), CHAT, ChatState::new())
        .unwrap();
    assert!(
        host.add_chat(&channel(SESSION), "ahp-chat:/2", ChatState::new())
            .is_err(),
        "one is enough"
    );
    assert_eq!(
        host.chat_state(&channel(CHAT))
            .unwrap()
            .canvases
            .get()
            .unwrap()
            .len(),
        1
    );
}
