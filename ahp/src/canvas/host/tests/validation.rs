//! Tests of client actions that the host must reject.
//!
//! Specification: [AHP canvas proposal, § 8 Validation](https://github.com/microsoft/agent-host-protocol/issues/297).

use super::*;
use crate::{canvas::host::StateAfter, error_code};

const CLOSE: &str = r#"{"type":"canvas/closeRequested"}"#;
const MESSAGE: &str = r#"{"type":"canvas/message","payload":{"n":1.0}}"#;

/// Checks that only the origin is notified, with a rejection.
fn assert_rejected(host: &mut Host, connection: u64, uri: &str, action: &str) {
    let before = host.server_seq();
    let out = dispatch(host, connection, uri, action);
    let frames = sent_to(&out, connection);
    assert_eq!((out.len(), frames.len()), (1, 1), "{action}");
    let frame = &frames[0];
    assert_eq!(
        (at(frame, "/method"), at(frame, "/params/channel")),
        ("action".into(), uri.into())
    );
    assert_ne!(at(frame, "/params/rejectionReason"), "-", "{action}");
    assert_eq!(at(frame, "/params/origin/clientSeq"), "5");
    assert_eq!(
        frame
            .get(&Pointer::parse("/params/action").unwrap())
            .unwrap(),
        Payload::parse(action).unwrap()
    );
    assert!(host.server_seq() > before);
}

#[test]
fn ahp_61_a_close_request_without_an_open_canvas_is_ignored() {
    let mut host = host_with_canvas();
    follow(&mut host, 1, "a", &[SESSION]);
    for uri in [
        "ahp-canvas:/none",
        SESSION,
        "ahp-canvas-content:/east/a",
        "x",
    ] {
        assert!(dispatch(&mut host, 1, uri, CLOSE).is_empty(), "{uri}");
    }
    present(&mut host, 2, "b", "0.6.0", "{}", &[]);
    assert!(
        dispatch(&mut host, 2, CANVAS, CLOSE).is_empty(),
        "for them none is open"
    );
}

#[test]
fn ahp_62_a_close_request_from_a_nonfollower_is_rejected() {
    let mut host = host_with_canvas();
    follow(&mut host, 1, "a", &[SESSION, CANVAS]);
    follow(&mut host, 2, "b", &[SESSION]);
    assert_rejected(&mut host, 2, CANVAS, CLOSE);
    assert!(host.canvas_state(&channel(CANVAS)).is_some());
    let out = dispatch(&mut host, 1, CANVAS, CLOSE);
    assert!(
        matches!(
            &out[..],
            [HostOutput::Send { .. }, HostOutput::Provide { .. }]
        ),
        "{out:?}"
    );
    assert_eq!(actions(&out, 1), ["canvas/closeRequested"]);
    let out = dispatch(&mut host, 1, CANVAS, CLOSE);
    assert_eq!(
        (out.len(), actions(&out, 1).len()),
        (1, 1),
        "its provider is asked once"
    );
}

#[test]
fn ahp_54_and_63_a_client_cannot_call_providers() {
    let mut host = host_with_canvas();
    follow(&mut host, 1, "a", &[SESSION, CANVAS]);
    dispatch(&mut host, 1, SESSION, &active("a", &["tour"]));
    for (extension, kind) in [("museum", "plan"), ("a", "tour"), ("b", "c")] {
        let target = format!(
            r#""channel":"{SESSION}","canvasId":"{kind}","extensionId":"{extension}","instanceId":"east""#
        );
        for (method, more) in [
            ("canvasOpen", ""),
            ("canvasInvokeAction", r#","actionName":"zoom""#),
            ("canvasClose", ""),
        ] {
            let answer = request(&mut host, 1, method, &format!("{{{target}{more}}}"));
            assert_eq!(answer.len(), 1);
            assert_eq!(
                at(&answer[0], "/error/code"),
                error_code::PERMISSION_DENIED.to_string()
            );
        }
    }
}

#[test]
fn ahp_65_messages_from_nonfollowers_and_to_closed_canvases_are_rejected() {
    let mut host = host_with_canvas();
    follow(&mut host, 1, "a", &[SESSION, CANVAS]);
    follow(&mut host, 2, "b", &[SESSION]);
    present(&mut host, 3, "c", "1.0.0", "{}", &[]);
    assert_rejected(&mut host, 2, CANVAS, MESSAGE);
    assert_rejected(&mut host, 3, CANVAS, MESSAGE);
    for uri in ["ahp-canvas:/none", SESSION, "x"] {
        assert_rejected(&mut host, 1, uri, MESSAGE);
    }
    let out = dispatch(&mut host, 1, CANVAS, MESSAGE);
    let [
        HostOutput::Send { .. },
        HostOutput::Message { from, message, .. },
    ] = &out[..]
    else {
        panic!("{out:?}")
    };
    assert_eq!(
        (from.as_str(), message.payload.as_ref().unwrap().text()),
        ("a", r#"{"n":1.0}"#)
    );
    // The provider is disconnected, so the message cannot be delivered.
    let stale = wire::decode(r#"{"availability":"stale"}"#).unwrap();
    host.update(&channel(CANVAS), stale).unwrap();
    assert_rejected(&mut host, 1, CANVAS, MESSAGE);
}

#[test]
fn ahp_65_the_provider_exchanges_messages_without_following() {
    let mut host = host();
    follow(&mut host, 1, "a", &[]);
    follow(&mut host, 2, "b", &[]);
    dispatch(&mut host, 1, SESSION, &active("a", &["plan"]));
    let call = open(&mut host, "a", "east");
    host.receive_text(
        ConnectionId(1),
        &format!(r#"{{"jsonrpc":"2.0","id":{call},"result":{{}}}}"#),
    );
    request(
        &mut host,
        2,
        "subscribe",
        &format!(r#"{{"channel":"{CANVAS}"}}"#),
    );
    for (from, to) in [(1, 2), (2, 1)] {
        let out = dispatch(&mut host, from, CANVAS, MESSAGE);
        assert_eq!(
            (actions(&out, from), actions(&out, to), out.len()),
            (
                vec!["canvas/message".into()],
                vec!["canvas/message".into()],
                2
            )
        );
    }
}

#[test]
fn ahp_66_and_67_the_hosts_own_actions_and_unreadable_ones_are_rejected() {
    let mut host = host_with_canvas();
    follow(&mut host, 1, "a", &[SESSION, CANVAS]);
    let before = host.canvas_state(&channel(CANVAS)).unwrap().clone();
    for (uri, action) in [
        (CANVAS, r#"{"type":"canvas/updated","title":"Mine"}"#),
        (
            SESSION,
            r#"{"type":"session/canvasesChanged","canvases":[]}"#,
        ),
        (
            SESSION,
            r#"{"type":"session/openCanvasesChanged","openCanvases":[]}"#,
        ),
        (
            CANVAS,
            r#"{"type":"canvas/stateChanged","canvas":{"instanceId":"a","extensionId":"b","canvasId":"c"}}"#,
        ),
        (
            "ahp-chat:/1",
            r#"{"type":"chat/canvasesChanged","canvases":[]}"#,
        ),
        (CANVAS, r#"{"type":"canvas/updated","title":7}"#),
        (CANVAS, r#"{"type":"canvas/ofALaterKind"}"#),
        (
            SESSION,
            r#"{"type":"session/activeClientSet","activeClient":{}}"#,
        ),
        (
            "ahp-chat:/none",
            r#"{"type":"chat/titleChanged","title":"x"}"#,
        ),
        (CANVAS, r#"{"nottype":1}"#),
        (CANVAS, "5"),
    ] {
        assert_rejected(&mut host, 1, uri, action);
    }
    assert_eq!(host.canvas_state(&channel(CANVAS)), Some(&before));
    // The session may have been removed while the action was in transit.
    for action in [
        r#"{"type":"session/titleChanged","title":"x"}"#,
        &active("a", &["tour"]),
    ] {
        assert!(
            dispatch(&mut host, 1, "ahp-session:/none", action).is_empty(),
            "{action}"
        );
    }
    // The program decides on actions that are unrelated to canvases.
    let title = r#"{"type":"session/titleChanged","title":"x"}"#;
    let out = dispatch(&mut host, 1, SESSION, title);
    let [HostOutput::Dispatched { from, params }] = &out[..] else {
        panic!("{out:?}")
    };
    assert_eq!(
        (from.as_str(), params.client_seq, params.action.text()),
        ("a", 5, title)
    );
    let out = host
        .publish(
            &channel(SESSION),
            Payload::parse(title).unwrap(),
            StateAfter::Unchanged,
            None,
        )
        .unwrap();
    assert_eq!(actions(&out, 1), ["session/titleChanged"]);
    assert!(
        host.publish(
            &channel(SESSION),
            Payload::parse(MESSAGE).unwrap(),
            StateAfter::Unchanged,
            None
        )
        .is_err()
    );
}

#[test]
fn actions_that_nest_too_deeply_are_rejected_with_their_type_only() {
    let mut host = host_with_canvas();
    follow(&mut host, 1, "a", &[CANVAS]);
    let deep = format!("{}{}", "[".repeat(120), "]".repeat(120));
    let out = dispatch(
        &mut host,
        1,
        CANVAS,
        &format!(r#"{{"type":"canvas/message","payload":{deep}}}"#),
    );
    let frame = &sent_to(&out, 1)[0];
    assert_eq!(at(frame, "/params/action"), r#"{"type":"canvas/message"}"#);
    assert_eq!(at(frame, "/params/rejectionReason"), "it nests too deeply");
}

#[test]
fn an_invalid_frame_is_answered_and_the_next_is_handled() {
    let mut host = host_with_canvas();
    follow(&mut host, 1, "a", &[SESSION]);
    let deep = "[".repeat(200);
    for (text, id, code) in [
        ("", "null", error_code::PARSE_ERROR),
        ("{", "null", error_code::PARSE_ERROR),
        (&*deep, "null", error_code::PARSE_ERROR),
        ("[]", "null", error_code::INVALID_REQUEST),
        ("{}", "null", error_code::INVALID_REQUEST),
        (
            r#"{"jsonrpc":"1.0","id":"x","method":"subscribe"}"#,
            "x",
            error_code::INVALID_REQUEST,
        ),
        (
            r#"{"jsonrpc":"2.0","id":3,"method":7}"#,
            "3",
            error_code::INVALID_REQUEST,
        ),
        (
            r#"{"jsonrpc":"2.0","id":[3],"method":"subscribe"}"#,
            "null",
            error_code::INVALID_REQUEST,
        ),
        (
            r#"{"jsonrpc":"2.0","id":"\ud83d","method":"subscribe"}"#,
            "null",
            error_code::INVALID_REQUEST,
        ),
        (
            r#"{"jsonrpc":"2.0","id":true,"method":7}"#,
            "null",
            error_code::INVALID_REQUEST,
        ),
        (
            r#"{"jsonrpc":"2.0","id":3,"method":"subscribe"}"#,
            "3",
            error_code::INVALID_PARAMS,
        ),
        (
            r#"{"jsonrpc":"2.0","id":null,"method":"subscribe","params":[]}"#,
            "null",
            error_code::INVALID_PARAMS,
        ),
        (
            r#"{"jsonrpc":"2.0","id":3,"method":"createSession"}"#,
            "3",
            error_code::METHOD_NOT_FOUND,
        ),
    ] {
        let answer = sent_to(&host.receive_text(ConnectionId(1), text), 1);
        assert_eq!(answer.len(), 1, "{text}");
        assert_eq!(
            (at(&answer[0], "/id"), at(&answer[0], "/error/code")),
            (id.into(), code.to_string()),
            "{text}"
        );
    }
    for silent in [
        r#"{"jsonrpc":"2.0","method":7}"#,
        r#"{"jsonrpc":"2.0","method":"dispatchAction"}"#,
        r#"{"jsonrpc":"2.0","method":"unsubscribe","params":{}}"#,
        r#"{"jsonrpc":"2.0","method":"root/sessionAdded","params":{}}"#,
        r#"{"jsonrpc":"2.0","id":77,"result":null}"#,
        r#"{"jsonrpc":"2.0","id":null,"error":{"code":1,"message":""}}"#,
        r#"{"jsonrpc":"2.0","id":1,"error":5}"#,
    ] {
        assert!(
            host.receive_text(ConnectionId(1), silent).is_empty(),
            "{silent}"
        );
    }
    let frames = request(&mut host, 1, "ping", "{}");
    assert_eq!(at(&frames[0], "/result"), "null");
}
