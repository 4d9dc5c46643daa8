//! Tests of declarations, and of requests to providers.

use super::*;
use crate::canvas::{CanvasAvailability, CanvasUpdated, host::HostError};

fn declared_kinds(host: &Host) -> Vec<String> {
    let state = host.session_state(&channel(SESSION)).unwrap();
    let declared = state.canvases.get().unwrap().iter();
    declared
        .map(|kind| {
            format!(
                "{} {} {}",
                kind.extension_id,
                kind.canvas_id,
                wire::encode(&kind.source).unwrap()
            )
        })
        .collect()
}

fn answer(host: &mut Host, connection: u64, id: &str, rest: &str) -> Vec<HostOutput> {
    host.receive_text(
        ConnectionId(connection),
        &format!(r#"{{"jsonrpc":"2.0","id":{id},{rest}}}"#),
    )
}

#[test]
fn ahp_4_and_14_declarations_of_clients_and_host_are_merged() {
    let mut host = host();
    follow(&mut host, 1, "a", &[SESSION]);
    follow(&mut host, 2, "b", &[]);
    let out = dispatch(
        &mut host,
        1,
        SESSION,
        &active("a", &["plan", "tour", "tour"]),
    );
    assert_eq!(
        actions(&out, 1),
        ["session/activeClientSet", "session/canvasesChanged"]
    );
    dispatch(&mut host, 2, SESSION, &active("b", &["plan"]));
    let of = |client: &str| format!(r#"{{"kind":"client","clientId":"{client}"}}"#);
    assert_eq!(
        declared_kinds(&host),
        [
            r#"museum plan {"kind":"server"}"#.to_owned(),
            format!("a plan {}", of("a")),
            format!("a tour {}", of("a")),
            format!("b plan {}", of("b")),
        ]
    );
    let state = host.session_state(&channel(SESSION)).unwrap();
    let tour = &state.canvases.get().unwrap()[2];
    assert_eq!(
        tour.extra.get("x").unwrap().text(),
        "1.0",
        "what the proposal does not name comes along"
    );
    // The declaration ends with the connection of its client.
    let out = host.disconnect(ConnectionId(2));
    assert_eq!(
        actions(&out, 1),
        ["session/activeClientRemoved", "session/canvasesChanged"]
    );
    assert_eq!(declared_kinds(&host).len(), 3);
}

#[test]
fn a_client_can_only_change_its_own_entry() {
    let mut host = host();
    follow(&mut host, 1, "a", &[SESSION]);
    follow(&mut host, 2, "b", &[SESSION]);
    dispatch(&mut host, 2, SESSION, &active("b", &["tour"]));
    for action in [
        active("b", &[]),
        r#"{"type":"session/activeClientRemoved","clientId":"b"}"#.to_owned(),
    ] {
        let out = dispatch(&mut host, 1, SESSION, &action);
        assert_eq!(
            at(&sent_to(&out, 1)[0], "/params/rejectionReason"),
            "a client can only change its own entry"
        );
        assert_eq!(sent_to(&out, 2), []);
    }
    assert_eq!(declared_kinds(&host).len(), 2);
    let leave = r#"{"type":"session/activeClientChanged","activeClient":null}"#;
    let out = dispatch(&mut host, 2, SESSION, leave);
    assert_eq!(
        actions(&out, 1),
        ["session/activeClientRemoved", "session/canvasesChanged"]
    );
    assert_eq!(declared_kinds(&host).len(), 1);
}

#[test]
fn ahp_5_and_53_only_the_client_that_declares_a_kind_is_asked_for_it() {
    let mut host = host();
    follow(&mut host, 1, "a", &[]);
    follow(&mut host, 2, "b", &[SESSION]);
    present(&mut host, 3, "c", "0.6.0", "{}", &[]);
    for (connection, client) in [(1, "a"), (3, "c")] {
        dispatch(&mut host, connection, SESSION, &active(client, &["plan"]));
    }
    // The host itself provides this kind, so no frame is sent.
    let (_, out) = host
        .open(CanvasOpenParams::new(SESSION, "plan", "museum", "1"))
        .unwrap();
    assert!(matches!(&out[..], [HostOutput::Provide { .. }]));
    // A client provides this kind, so only this client receives a frame.
    let (_, out) = host
        .open(CanvasOpenParams::new(SESSION, "plan", "a", "2"))
        .unwrap();
    assert_eq!((out.len(), sent_to(&out, 1).len()), (1, 1));
    let frame = &sent_to(&out, 1)[0];
    let ask = [
        "/method",
        "/params/channel",
        "/params/canvasId",
        "/params/extensionId",
        "/params/instanceId",
    ];
    assert_eq!(
        ask.map(|member| at(frame, member)),
        ["canvasOpen", SESSION, "plan", "a", "2"]
    );
    // A client without the capability provides nothing.
    let error = host
        .open(CanvasOpenParams::new(SESSION, "plan", "c", "3"))
        .unwrap_err();
    assert!(matches!(error, HostError::UnknownKind { .. }));
    // A client that withdraws its declaration is no longer asked.
    dispatch(&mut host, 1, SESSION, &active("a", &[]));
    assert!(
        host.open(CanvasOpenParams::new(SESSION, "plan", "a", "4"))
            .is_err()
    );
}

#[test]
fn ahp_55_the_agent_gets_the_providers_error() {
    let mut host = host();
    follow(&mut host, 1, "a", &[]);
    dispatch(&mut host, 1, SESSION, &active("a", &["plan"]));
    let call = open(&mut host, "a", "east");
    let error =
        r#""error":{"code":-32012,"message":"no","data":{"code":"out_of_paper","message":"no"}}"#;
    let out = answer(&mut host, 1, &call.to_string(), error);
    let [
        HostOutput::Done {
            call: done,
            outcome: Err(error),
        },
    ] = &out[..]
    else {
        panic!("{out:?}")
    };
    assert_eq!((*done, error.code), (call, crate::canvas::PROVIDER_ERROR));
    assert_eq!(
        error.data.as_ref().unwrap().text(),
        r#"{"code":"out_of_paper","message":"no"}"#
    );
    assert_eq!(host.canvases().count(), 0, "and nothing is open");
    // The answer is not valid.
    for (bad, code) in [
        (r#""result":{"url":7}"#, crate::error_code::INTERNAL_ERROR),
        (
            r#""result":{},"error":{}"#,
            crate::error_code::INTERNAL_ERROR,
        ),
    ] {
        let call = open(&mut host, "a", "east");
        assert_eq!(
            outcome(&answer(&mut host, 1, &call.to_string(), bad)),
            Some(Err(code))
        );
    }
}

#[test]
fn ahp_56_calls_to_a_disconnected_provider_fail() {
    let mut host = host();
    follow(&mut host, 1, "a", &[]);
    follow(&mut host, 2, "b", &[]);
    dispatch(&mut host, 1, SESSION, &active("a", &["plan"]));
    let call = open(&mut host, "a", "east");
    let id = call.to_string();
    assert!(
        answer(&mut host, 2, &id, r#""result":{}"#).is_empty(),
        "another client was asked"
    );
    assert!(
        answer(&mut host, 1, &format!("\"{id}\""), r#""result":{}"#).is_empty(),
        "under another id"
    );
    let out = host.disconnect(ConnectionId(1));
    assert_eq!(outcome(&out), Some(Err(crate::canvas::PROVIDER_ERROR)));
    follow(&mut host, 1, "a", &[]);
    assert!(answer(&mut host, 1, &id, r#""result":{}"#).is_empty());
    assert_eq!(host.canvases().count(), 0);
}

#[test]
fn ahp_81_and_82_a_canvas_is_stale_while_its_provider_is_away() {
    let mut host = host();
    follow(&mut host, 1, "a", &[]);
    follow(&mut host, 2, "b", &[SESSION]);
    dispatch(&mut host, 1, SESSION, &active("a", &["plan"]));
    let input = Payload::parse(r#"{"wing":1.0}"#).unwrap();
    let params = CanvasOpenParams::new(SESSION, "plan", "a", "east").input(input);
    let (call, _) = host.open(params).unwrap();
    answer(
        &mut host,
        1,
        &call.to_string(),
        r#""result":{"url":"https://a.test","title":"East"}"#,
    );
    request(
        &mut host,
        2,
        "subscribe",
        &format!(r#"{{"channel":"{CANVAS}"}}"#),
    );
    let (invoked, _) = host.invoke(&channel(CANVAS), "zoom", None).unwrap();

    let out = host.disconnect(ConnectionId(1));
    assert!(out.iter().any(
        |output| matches!(output, HostOutput::Done { call, outcome: Err(_) } if *call == invoked)
    ));
    assert_eq!(
        actions(&out, 2),
        [
            "session/activeClientRemoved",
            "session/canvasesChanged",
            "canvas/updated",
            "session/openCanvasesChanged"
        ]
    );
    assert_eq!(
        host.canvas_state(&channel(CANVAS)).unwrap().availability,
        CanvasAvailability::Stale
    );
    assert_eq!(
        host.invoke(&channel(CANVAS), "zoom", None).unwrap_err(),
        HostError::Unavailable
    );
    assert_eq!(
        host.reopen(&channel(CANVAS)).unwrap_err(),
        HostError::Unavailable
    );

    // The provider returns. It is asked after it repeats its declaration.
    let back =
        r#"{"channel":"ahp-root://","clientId":"a","lastSeenServerSeq":0,"subscriptions":[]}"#;
    assert_eq!(request(&mut host, 3, "reconnect", back).len(), 1);
    let out = dispatch(&mut host, 3, SESSION, &active("a", &["plan"]));
    let asked = sent_to(&out, 3);
    let again = asked
        .iter()
        .find(|frame| at(frame, "/method") == "canvasOpen")
        .unwrap();
    assert_eq!(
        (at(again, "/params/instanceId"), at(again, "/params/input")),
        ("east".into(), r#"{"wing":1.0}"#.into())
    );
    assert_eq!(host.close(&channel(CANVAS)).unwrap_err(), HostError::Busy);
    let out = answer(
        &mut host,
        3,
        &at(again, "/id"),
        r#""result":{"status":"here"}"#,
    );
    assert_eq!(
        actions(&out, 2),
        ["canvas/updated", "session/openCanvasesChanged"]
    );
    assert_eq!(
        wire::encode(host.canvas_state(&channel(CANVAS)).unwrap()).unwrap(),
        r#"{"instanceId":"east","canvasId":"plan","extensionId":"a","displayName":"Of a","input":{"wing":1.0},"title":"East","status":"here","availability":"ready","provider":{"kind":"client","clientId":"a"}}"#,
    );
}

#[test]
fn a_canvas_that_cannot_be_reopened_stays_stale() {
    let mut host = host();
    follow(&mut host, 1, "a", &[]);
    dispatch(&mut host, 1, SESSION, &active("a", &["plan"]));
    let call = open(&mut host, "a", "east");
    answer(&mut host, 1, &call.to_string(), r#""result":{}"#);
    dispatch(&mut host, 1, SESSION, &active("a", &[]));
    let stale = |host: &Host| {
        host.canvas_state(&channel(CANVAS)).unwrap().availability == CanvasAvailability::Stale
    };
    assert!(stale(&host), "it took its declaration back");
    let out = dispatch(&mut host, 1, SESSION, &active("a", &["plan"]));
    let id = at(sent_to(&out, 1).last().unwrap(), "/id");
    let out = answer(
        &mut host,
        1,
        &id,
        r#""error":{"code":-32012,"message":"no"}"#,
    );
    assert_eq!(outcome(&out), Some(Err(-32012)));
    assert!(stale(&host));
    let (call, _) = host.reopen(&channel(CANVAS)).unwrap();
    answer(&mut host, 1, &call.to_string(), r#""result":{}"#);
    assert!(!stale(&host));
}

#[test]
fn ahp_84_the_list_matches_the_canvas_states() {
    let mut host = host_with_canvas();
    follow(&mut host, 1, "a", &[SESSION, CANVAS]);
    let east = channel(CANVAS);
    let title = host
        .update(&east, CanvasUpdated::new().title("West"))
        .unwrap();
    assert_eq!(
        actions(&title, 1),
        ["canvas/updated", "session/openCanvasesChanged"]
    );
    let status = host
        .update(&east, CanvasUpdated::new().status("drawing"))
        .unwrap();
    assert_eq!(
        actions(&status, 1),
        ["canvas/updated"],
        "which the list does not say"
    );
    assert!(
        host.update(&east, CanvasUpdated::new().title("West"))
            .unwrap()
            .is_empty()
    );
    let mut clear = CanvasUpdated::new();
    clear.availability = wire::Field::Null;
    assert_eq!(
        host.update(&east, clear).unwrap_err(),
        HostError::ClearedAvailability
    );
    let listed = host
        .session_state(&channel(SESSION))
        .unwrap()
        .open_canvases
        .get()
        .unwrap();
    assert_eq!(
        wire::encode(listed).unwrap(),
        r#"[{"instanceId":"east","channel":"ahp-canvas:/east","canvasId":"plan","extensionId":"museum","title":"West","availability":"ready"}]"#,
    );
}

#[test]
fn ahp_83_a_restored_canvas_is_stale_until_it_is_reopened() {
    let mut host = host();
    follow(&mut host, 1, "a", &[SESSION]);
    let saved = |provider: &str, instance: &str| {
        let text = format!(
            r#"{{"instanceId":"{instance}","canvasId":"plan","extensionId":"x","url":"http://localhost:9/?s3cret","availability":"ready","provider":{provider}}}"#
        );
        wire::decode::<crate::canvas::CanvasState>(&text).unwrap()
    };
    let own = saved(r#"{"kind":"server"}"#, "east");
    let out = host
        .restore(&channel(SESSION), CANVAS, own.clone())
        .unwrap();
    assert_eq!(actions(&out, 1), ["session/openCanvasesChanged"]);
    let state = host.canvas_state(&channel(CANVAS)).unwrap();
    assert!(state.availability == CanvasAvailability::Stale && state.url.is_absent());
    assert_eq!(
        host.restore(&channel(SESSION), "ahp-canvas:/x", own)
            .unwrap_err(),
        HostError::InstanceTaken("east".into())
    );
    let theirs = saved(r#"{"kind":"client","clientId":"a"}"#, "west");
    assert!(
        host.restore(&channel(SESSION), CANVAS, theirs.clone())
            .is_err(),
        "the channel is taken"
    );
    host.restore(&channel(SESSION), "ahp-canvas:/west", theirs)
        .unwrap();
    // The program reopens its canvas itself, and the client is asked when it returns.
    let (call, _) = host.reopen(&channel(CANVAS)).unwrap();
    host.answer(call, Ok(ProviderAnswer::Open(CanvasOpenResult::new())))
        .unwrap();
    assert_eq!(
        host.canvas_state(&channel(CANVAS)).unwrap().availability,
        CanvasAvailability::Ready
    );
    let out = dispatch(&mut host, 1, SESSION, &active("a", &["plan"]));
    let asked = sent_to(&out, 1);
    assert_eq!(at(asked.last().unwrap(), "/params/instanceId"), "west");
}
