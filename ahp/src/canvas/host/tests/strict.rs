//! Tests that values which strict readers refuse are rejected, and do not reach other clients.

use super::*;
use crate::{canvas::CanvasUpdated, error_code, json_rpc::JsonRpcError};

/// The values that strict readers refuse.
const BAD: [&str; 4] = [
    "1e400",
    r#"["half \ud83d"]"#,
    r#"{"\ude00":1}"#,
    r#"{"a":1,"a":2}"#,
];

/// Checks that strict readers accept every sent frame.
fn assert_readable(out: &[HostOutput]) {
    for output in out {
        if let HostOutput::Send { message, .. } = output {
            let text = wire::encode(&**message).unwrap();
            assert!(
                serde_json::from_str::<serde_json::Value>(&text).is_ok(),
                "{text}"
            );
        }
    }
}

#[test]
fn an_action_that_strict_readers_refuse_is_not_forwarded() {
    let mut host = host_with_canvas();
    follow(&mut host, 1, "a", &[SESSION, CANVAS]);
    follow(&mut host, 2, "b", &[SESSION, CANVAS]);
    let before = host.session_state(&channel(SESSION)).unwrap().clone();
    for bad in BAD {
        let declare =
            active("a", &["tour"]).replace(r#""x":1.0"#, &format!(r#""inputSchema":{bad}"#));
        assert!(declare.contains(bad));
        for (on, action) in [
            (SESSION, declare),
            (
                CANVAS,
                format!(r#"{{"type":"canvas/message","payload":{bad}}}"#),
            ),
            (
                CANVAS,
                format!(r#"{{"type":"canvas/closeRequested","why":{bad}}}"#),
            ),
            (
                SESSION,
                format!(r#"{{"type":"session/titleChanged","title":{bad}}}"#),
            ),
        ] {
            let out = dispatch(&mut host, 1, on, &action);
            assert_eq!((out.len(), sent_to(&out, 1).len()), (1, 1), "{action}");
            assert_ne!(
                at(&sent_to(&out, 1)[0], "/params/rejectionReason"),
                "-",
                "{action}"
            );
            assert_readable(&out);
        }
    }
    assert_eq!(host.session_state(&channel(SESSION)), Some(&before));
    // This also applies to members next to the action, which are passed to the program.
    let frame = format!(
        r#"{{"jsonrpc":"2.0","method":"dispatchAction","params":{{"channel":"{SESSION}","clientSeq":5,"_meta":{{"n":1e999}},"action":{{"type":"session/x"}}}}}}"#
    );
    assert_ne!(
        at(
            &sent_to(&host.receive_text(ConnectionId(1), &frame), 1)[0],
            "/params/rejectionReason"
        ),
        "-"
    );
    let frame = frame
        .replace(r#""_meta":{"n":1e999},"#, "")
        .replace(":5,", ":18446744073709551615,");
    let out = host.receive_text(ConnectionId(1), &frame);
    assert_eq!(
        (out.len(), sent_to(&out, 1).len()),
        (1, 1),
        "published clients hold 63 bits of it"
    );
}

#[test]
fn answers_of_providers_must_be_strict() {
    let mut host = host();
    follow(&mut host, 1, "a", &[SESSION]);
    follow(&mut host, 2, "b", &[SESSION]);
    dispatch(&mut host, 1, SESSION, &active("a", &["plan"]));
    for bad in BAD {
        let call = open(&mut host, "a", "east");
        let answer =
            format!(r#"{{"jsonrpc":"2.0","id":{call},"result":{{"title":"T","x":{bad}}}}}"#);
        let out = host.receive_text(ConnectionId(1), &answer);
        assert_eq!(
            outcome(&out),
            Some(Err(error_code::INTERNAL_ERROR)),
            "{bad}"
        );
        assert_eq!(out.len(), 1);
        let call = open(&mut host, "a", "east");
        let answer = format!(
            r#"{{"jsonrpc":"2.0","id":{call},"error":{{"code":-32012,"message":"m","data":{{"x":{bad}}}}}}}"#
        );
        let out = host.receive_text(ConnectionId(1), &answer);
        assert_eq!(
            outcome(&out),
            Some(Err(error_code::INTERNAL_ERROR)),
            "{bad}"
        );
    }
    let call = open(&mut host, "a", "east");
    host.receive_text(
        ConnectionId(1),
        &format!(r#"{{"jsonrpc":"2.0","id":{call},"result":{{}}}}"#),
    );
    let (call, _) = host.invoke(&channel(CANVAS), "go", None).unwrap();
    let answer = format!(r#"{{"jsonrpc":"2.0","id":{call},"result":{{"value":-1e999}}}}"#);
    let out = host.receive_text(ConnectionId(1), &answer);
    assert_eq!(outcome(&out), Some(Err(error_code::INTERNAL_ERROR)));
}

#[test]
fn an_active_client_is_readable_for_others() {
    let mut host = host();
    for bad in BAD {
        let hello = present(
            &mut host,
            1,
            "a",
            "0.6.0",
            &format!(r#"{{"canvas":{{"x":{bad}}}}}"#),
            &[],
        );
        assert_eq!(
            at(&hello[0], "/error/code"),
            error_code::INVALID_PARAMS.to_string(),
            "{bad}"
        );
    }
    let hello = present(&mut host, 1, r"a\ud83d", "0.6.0", "{}", &[]);
    assert_eq!(
        at(&hello[0], "/error/code"),
        error_code::INVALID_PARAMS.to_string()
    );
    assert_eq!(host.clients().count(), 0);
}

#[test]
fn values_of_the_program_must_be_strict() {
    let mut host = host_with_canvas();
    let canvas = channel(CANVAS);
    for bad in BAD {
        let bad = Payload::parse(bad).unwrap();
        let mut state = SessionState::new();
        state.extra.insert("x", bad.clone());
        assert!(host.add_session("ahp-session:/2", state).is_err());
        let params = CanvasOpenParams::new(SESSION, "plan", "museum", "west").input(bad.clone());
        assert!(host.open(params).is_err());
        assert!(host.message(&canvas, bad.clone()).is_err());
        assert!(host.invoke(&canvas, "go", Some(bad.clone())).is_err());
        let mut update = CanvasUpdated::new();
        update.extra.insert("x", bad.clone());
        assert!(host.update(&canvas, update).is_err());
        let (call, _) = host.invoke(&canvas, "go", None).unwrap();
        assert!(
            host.answer(call, Err(JsonRpcError::new(1, "m").data(bad)))
                .is_err()
        );
        assert!(host.cancel(call).is_ok(), "the question stood");
    }
}

#[test]
fn a_client_with_invalid_tools_does_not_block_the_session() {
    let mut host = host();
    follow(&mut host, 1, "a", &[SESSION]);
    let set = |members: &str| {
        format!(
            r#"{{"type":"session/activeClientSet","activeClient":{{"clientId":"a","canvasProviders":[]{members}}}}}"#
        )
    };
    for bad in [
        r#","displayName":7"#,
        r#","tools":null"#,
        r#","tools":{}"#,
        r#","tools":[7]"#,
        r#","tools":[{"title":"T"}]"#,
        r#","tools":[{"name":"T","annotations":{"readOnlyHint":"yes"}}]"#,
        r#","customizations":[{"id":"i","uri":"u","name":"n"}]"#,
        r#","customizations":[{"id":"i","uri":"u","name":"n","type":"plugin","load":{"kind":"error"}}]"#,
        r#","customizations":[{"id":"i","uri":"u","name":"n","type":"plugin","load":{"kind":"later"}}]"#,
        r#","customizations":[{"id":"i","uri":"u","name":"n","type":"plugin","range":{"start":{"line":0.5,"character":0},"end":{"line":0,"character":0}}}]"#,
        r#","customizations":[{"id":"i","uri":"u","name":"n","type":"plugin","childEnablement":{"a":7}}]"#,
    ] {
        let out = dispatch(&mut host, 1, SESSION, &set(bad));
        assert_eq!((out.len(), actions(&out, 1).len()), (1, 1), "{bad}");
        assert_ne!(
            at(&sent_to(&out, 1)[0], "/params/rejectionReason"),
            "-",
            "{bad}"
        );
    }
    for good in [
        "",
        r#","displayName":"A","tools":[{"name":"T","inputSchema":7,"annotations":{"readOnlyHint":true}}]"#,
        r#","customizations":[{"id":"i","uri":"u","name":"n","type":"plugin","icons":[{"src":"s","sizes":["1x1"]}],"load":{"kind":"degraded","message":"m"},"childEnablement":{"a":[]}}]"#,
    ] {
        let out = dispatch(&mut host, 1, SESSION, &set(good));
        assert_eq!(
            at(&sent_to(&out, 1)[0], "/params/rejectionReason"),
            "-",
            "{good}"
        );
        assert_ne!(
            at(&sent_to(&out, 1)[0], "/params/action/activeClient/tools"),
            "-",
            "the release has it always"
        );
    }
}
