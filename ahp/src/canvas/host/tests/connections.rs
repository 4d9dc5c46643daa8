//! Tests of the handshake, of subscriptions, and of reconnection.

use super::*;
use crate::{canvas::CanvasUpdated, canvas::host::ClientView, error_code};

fn reconnect(host: &mut Host, connection: u64, client: &str, seen: u64, channels: &str) -> Payload {
    let params = format!(
        r#"{{"channel":"ahp-root://","clientId":"{client}","lastSeenServerSeq":{seen},"subscriptions":{channels}}}"#
    );
    request(host, connection, "reconnect", &params).remove(0)
}

fn title(host: &mut Host, title: &str) -> Vec<HostOutput> {
    host.update(&channel(CANVAS), CanvasUpdated::new().title(title))
        .unwrap()
}

#[test]
fn ahp_9_and_87_clients_without_the_capability_see_no_canvases() {
    let mut host = host_with_canvas();
    follow(&mut host, 1, "a", &[SESSION, CANVAS]);
    dispatch(&mut host, 1, SESSION, &active("a", &["tour"]));
    // The first client lacks the capability, and the second one has a version without canvases.
    let none = present(
        &mut host,
        2,
        "b",
        "0.6.0",
        r#"{"mcpApps":{}}"#,
        &[SESSION, CANVAS],
    );
    let old = present(
        &mut host,
        3,
        "c",
        "0.5.1",
        r#"{"canvas":{}}"#,
        &[SESSION, CANVAS],
    );
    for hello in [&none[0], &old[0]] {
        assert_eq!(
            at(hello, "/result/snapshots"),
            r#"[{"resource":"ahp-session:/1","state":{"activeClients":[{"clientId":"a","tools":[]}]},"fromSeq":4}]"#
        );
    }
    assert_eq!(
        ["a", "b", "c"].map(|client| host.client_view(&client.into()).unwrap()),
        [
            ClientView::Proposal,
            ClientView::Nothing,
            ClientView::Nothing
        ]
    );
    let answer = request(
        &mut host,
        2,
        "subscribe",
        &format!(r#"{{"channel":"{CANVAS}"}}"#),
    );
    assert_eq!(
        at(&answer[0], "/error/code"),
        error_code::NOT_FOUND.to_string()
    );
    let mut out = title(&mut host, "West");
    out.extend(host.message(&channel(CANVAS), Payload::null()).unwrap());
    out.extend(dispatch(
        &mut host,
        1,
        SESSION,
        &active("a", &["tour", "game"]),
    ));
    assert_eq!(actions(&out, 1).len(), 5);
    for connection in [2, 3] {
        let told = sent_to(&out, connection);
        assert_eq!(told.len(), 1);
        assert_eq!(
            at(&told[0], "/params/action"),
            r#"{"type":"session/activeClientSet","activeClient":{"clientId":"a","tools":[]}}"#
        );
    }
}

#[test]
fn a_client_must_initialize_first_and_once() {
    let mut host = host_with_canvas();
    let answer = request(
        &mut host,
        1,
        "subscribe",
        &format!(r#"{{"channel":"{SESSION}"}}"#),
    );
    assert_eq!(
        at(&answer[0], "/error/code"),
        error_code::INVALID_REQUEST.to_string()
    );
    assert!(dispatch(&mut host, 1, CANVAS, r#"{"type":"canvas/closeRequested"}"#).is_empty());
    let answer = present(&mut host, 1, "a", "0.7.0", "{}", &[]);
    assert_eq!(
        at(&answer[0], "/error/code"),
        error_code::UNSUPPORTED_PROTOCOL_VERSION.to_string()
    );
    assert_eq!(
        at(&answer[0], "/error/data"),
        r#"{"supportedVersions":["1.0.0","0.6.0","0.5.1"]}"#
    );
    // One malformed version invalidates the whole offer.
    for (offer, index) in [(r#"1.0"#, 0), (r#"0.6.0","v1.0.0"#, 1), (r#"","0.6.0"#, 0)] {
        let answer = present(&mut host, 1, "a", offer, "{}", &[]);
        assert_eq!(
            at(&answer[0], "/error/code"),
            error_code::INVALID_PARAMS.to_string(),
            "{offer}"
        );
        let message = at(&answer[0], "/error/message");
        assert!(
            message.contains(&format!(
                "\"/params/protocolVersions/{index}\" is malformed"
            )),
            "{message}"
        );
    }
    let answer = follow(&mut host, 1, "a", &[SESSION, SESSION, "ahp-session:/none"]);
    assert_eq!(at(&answer[0], "/result/protocolVersion"), "0.6.0");
    let answer = follow(&mut host, 1, "a", &[]);
    assert_eq!(
        at(&answer[0], "/error/code"),
        error_code::INVALID_REQUEST.to_string()
    );
    let answer = request(
        &mut host,
        1,
        "subscribe",
        r#"{"channel":"ahp-session:/none"}"#,
    );
    assert_eq!(
        at(&answer[0], "/error/code"),
        error_code::SESSION_NOT_FOUND.to_string()
    );
    let answer = request(&mut host, 1, "subscribe", r#"{"channel":"ahp-root://"}"#);
    assert_eq!(at(&answer[0], "/result"), "{}");
}

#[test]
fn a_client_without_a_supported_version_is_refused() {
    let mut host = host();
    let frame = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"channel":"ahp-root://","protocolVersions":["2.0.0"],"clientId":"a"}}"#;
    let out = host.receive_text(ConnectionId(7), frame);
    assert!(
        matches!(
            &out[..],
            [
                HostOutput::Send { .. },
                HostOutput::Unsupported {
                    connection: ConnectionId(7)
                }
            ]
        ),
        "{out:?}"
    );
    // The client may try again after an error.
    let out = host.receive_text(ConnectionId(7), &frame.replace("2.0.0", "2.0"));
    assert!(matches!(&out[..], [HostOutput::Send { .. }]), "{out:?}");
}

#[test]
fn a_client_that_connects_again_loses_its_previous_connection() {
    let mut host = host_with_canvas();
    follow(&mut host, 1, "a", &[SESSION, CANVAS]);
    follow(&mut host, 2, "a", &[CANVAS]);
    let out = title(&mut host, "West");
    assert_eq!((actions(&out, 1).len(), actions(&out, 2).len()), (0, 1));
    assert!(host.disconnect(ConnectionId(1)).is_empty());
    assert_eq!(actions(&title(&mut host, "East"), 2).len(), 1);
}

#[test]
fn ahp_83_a_returning_client_gets_the_missed_actions() {
    let mut host = host_with_canvas();
    follow(&mut host, 1, "a", &[SESSION, CANVAS]);
    let seen = host.server_seq();
    host.disconnect(ConnectionId(1));
    title(&mut host, "West");
    let both = format!(r#"["{SESSION}","{CANVAS}","ahp-canvas:/closed","{CANVAS}"]"#);
    let back = reconnect(&mut host, 2, "a", seen, &both);
    assert_eq!(
        (at(&back, "/result/type"), at(&back, "/result/missing")),
        ("replay".into(), r#"["ahp-canvas:/closed"]"#.into())
    );
    assert_eq!(
        at(&back, "/result/actions/0/action"),
        r#"{"type":"canvas/updated","title":"West"}"#
    );
    assert_eq!(
        at(&back, "/result/actions/1/action/type"),
        "session/openCanvasesChanged"
    );
    assert_eq!(at(&back, "/result/actions/2"), "-");
    assert_eq!(
        actions(&title(&mut host, "East"), 2).len(),
        2,
        "and follows what it followed"
    );
}

#[test]
fn ahp_83_a_client_that_missed_too_much_starts_from_snapshots() {
    let mut host = host_with_canvas().keep_actions(3);
    follow(&mut host, 1, "a", &[SESSION, CANVAS]);
    let seen = host.server_seq();
    host.disconnect(ConnectionId(1));
    title(&mut host, "West");
    title(&mut host, "North");
    let both = format!(r#"["{SESSION}","{CANVAS}","ahp-canvas:/closed"]"#);
    for (connection, seen, kind) in [
        (2, seen, "snapshot"),
        (3, seen + 1, "replay"),
        (4, host.server_seq() + 1, "snapshot"),
    ] {
        let back = reconnect(&mut host, connection, "a", seen, &both);
        assert_eq!(at(&back, "/result/type"), kind, "{seen}");
        if kind == "snapshot" {
            assert_eq!(at(&back, "/result/snapshots/1/state/title"), "North");
            assert_eq!(at(&back, "/result/snapshots/2"), "-");
        }
    }
    let stranger = reconnect(&mut host, 5, "b", 0, "[]");
    assert_eq!(
        at(&stranger, "/error/code"),
        error_code::NOT_FOUND.to_string()
    );
}

#[test]
fn a_reopened_canvas_is_a_different_one() {
    let mut host = host_with_canvas();
    follow(&mut host, 1, "a", &[SESSION, CANVAS]);
    let seen = host.server_seq();
    host.disconnect(ConnectionId(1));
    let (close, _) = host.close(&channel(CANVAS)).unwrap();
    host.answer(close, Ok(ProviderAnswer::Close)).unwrap();
    let call = open(&mut host, "museum", "east");
    let out = host
        .answer(call, Ok(ProviderAnswer::Open(CanvasOpenResult::new())))
        .unwrap();
    assert_eq!(outcome(&out), Some(Ok(&Outcome::Opened(channel(CANVAS)))));
    let back = reconnect(
        &mut host,
        2,
        "a",
        seen,
        &format!(r#"["{SESSION}","{CANVAS}"]"#),
    );
    assert_eq!(at(&back, "/result/missing"), format!(r#"["{CANVAS}"]"#));
    assert!(
        sent_to(&title(&mut host, "West"), 2)
            .iter()
            .all(|frame| at(frame, "/params/channel") == SESSION)
    );
}

/// Reconnects a client of AHP 1.1, and returns for each channel its kind of recovery and its part of the answer.
fn recover(host: &mut Host, connection: u64, cursors: &[(&str, u64)]) -> Vec<(String, Payload)> {
    let cursor = |(channel, seen): &(&str, u64)| {
        format!(r#"{{"channel":"{channel}","lastSeenServerSeq":{seen}}}"#)
    };
    let cursors: Vec<_> = cursors.iter().map(cursor).collect();
    let params = format!(
        r#"{{"channel":"ahp-root://","clientId":"a","subscriptions":[{}]}}"#,
        cursors.join(",")
    );
    let answer = request(host, connection, "reconnect", &params).remove(0);
    let channels = answer
        .get(&Pointer::parse("/result/channels").unwrap())
        .expect("a result");
    channels
        .elements()
        .map(|recovery| (at(&recovery, "/kind"), recovery))
        .collect()
}

#[test]
fn each_channel_of_a_1_1_client_is_recovered_separately() {
    for kept in [100, 2] {
        let mut host = host_with_canvas().keep_actions(kept);
        follow(&mut host, 1, "a", &[SESSION, CANVAS]);
        let first = host.server_seq();
        for step in ["1", "2", "3"] {
            title(&mut host, step);
        }
        let seen = host.server_seq();
        host.disconnect(ConnectionId(1));
        title(&mut host, "4");
        let back = recover(
            &mut host,
            2,
            &[
                (CANVAS, first),
                (SESSION, seen),
                ("ahp-canvas:/gone", seen),
                (CANVAS, seen),
            ],
        );
        let kinds: Vec<_> = back.iter().map(|(kind, _)| kind.as_str()).collect();
        let channel: Vec<_> = back
            .iter()
            .map(|(_, recovery)| at(recovery, "/channel"))
            .collect();
        assert_eq!(channel, [CANVAS, SESSION, "ahp-canvas:/gone"]);
        if kept == 100 {
            assert_eq!(kinds, ["replay", "replay", "missing"]);
            let titles = back[0].1.member("actions").unwrap();
            let titles: Vec<_> = titles
                .elements()
                .map(|told| at(&told, "/action/title"))
                .collect();
            assert_eq!(titles, ["1", "2", "3", "4"]);
        } else {
            assert_eq!(
                kinds,
                ["snapshot", "replay", "missing"],
                "each by its own cursor"
            );
            assert_eq!(at(&back[0].1, "/snapshot/state/title"), "4");
        }
        // The session replays only the actions after its own cursor: the canvas in its list has a new title.
        assert_eq!(back[1].1.member("actions").unwrap().elements().count(), 1);
        assert_eq!(
            actions(&title(&mut host, "5"), 2).len(),
            2,
            "it follows both again"
        );
    }
    let mut host = host();
    let unknown = r#"{"channel":"ahp-root://","clientId":"unknown","subscriptions":[]}"#;
    assert_eq!(
        at(
            &request(&mut host, 1, "reconnect", unknown)[0],
            "/error/code"
        ),
        error_code::NOT_FOUND.to_string()
    );
    let mixed = r#"{"channel":"ahp-root://","clientId":"a","subscriptions":[{"channel":"ahp-session:/1"}]}"#;
    assert_eq!(
        at(&request(&mut host, 1, "reconnect", mixed)[0], "/error/code"),
        error_code::INVALID_PARAMS.to_string()
    );
    let old = r#"{"channel":"ahp-root://","clientId":"a","subscriptions":["ahp-session:/1"]}"#;
    assert!(
        at(
            &request(&mut host, 1, "reconnect", old)[0],
            "/error/message"
        )
        .contains("lastSeenServerSeq")
    );
}

#[test]
fn followers_do_not_follow_a_later_canvas_on_the_same_channel() {
    let mut host = host_with_canvas();
    follow(&mut host, 1, "a", &[CANVAS]);
    let (close, _) = host.close(&channel(CANVAS)).unwrap();
    host.answer(close, Ok(ProviderAnswer::Close)).unwrap();
    let call = open(&mut host, "museum", "east");
    host.answer(call, Ok(ProviderAnswer::Open(CanvasOpenResult::new())))
        .unwrap();
    assert_eq!(sent_to(&title(&mut host, "West"), 1), []);
}

#[test]
fn a_rejection_reaches_its_origin_after_a_reconnection() {
    let mut host = host_with_canvas();
    follow(&mut host, 1, "a", &[SESSION]);
    let seen = host.server_seq();
    dispatch(&mut host, 1, CANVAS, r#"{"type":"canvas/closeRequested"}"#);
    host.disconnect(ConnectionId(1));
    let back = reconnect(&mut host, 2, "a", seen, "[]");
    assert_ne!(at(&back, "/result/actions/0/rejectionReason"), "-");
}

#[test]
fn ahp_24_and_26_a_channel_is_derived_from_the_instance_or_chosen() {
    let mut host = host_with_canvas();
    host.add_session("ahp-session:/2", SessionState::new())
        .unwrap();
    let plan = SessionCanvasDeclaration::new("museum", "plan", "Plan", "", ServerSource::new());
    host.declare(&channel("ahp-session:/2"), vec![plan])
        .unwrap();
    let mut opened = |params: CanvasOpenParams, on: Option<&str>| {
        let (call, _) = match on {
            Some(on) => host.open_on(on, params)?,
            None => host.open(params)?,
        };
        let out = host.answer(call, Ok(ProviderAnswer::Open(CanvasOpenResult::new())))?;
        let Some(Ok(Outcome::Opened(channel))) = outcome(&out) else {
            panic!("{out:?}")
        };
        Ok::<_, crate::canvas::host::HostError>(channel.to_string())
    };
    let of =
        |session: &str, instance: &str| CanvasOpenParams::new(session, "plan", "museum", instance);
    assert_eq!(
        opened(of("ahp-session:/2", "east"), None).unwrap(),
        "ahp-canvas:/east~2"
    );
    assert_eq!(
        opened(of(SESSION, "a/ü?"), None).unwrap(),
        "ahp-canvas:/a%2F%C3%BC%3F"
    );
    assert_eq!(
        opened(of(SESSION, ""), Some("ahp-canvas:/k7")).unwrap(),
        "ahp-canvas:/k7"
    );
    assert!(opened(of(SESSION, ".."), None).is_err());
    assert!(
        opened(of(SESSION, "east"), None).is_err(),
        "open in this session"
    );
    assert!(
        opened(of(SESSION, "x"), Some("ahp-canvas:/k7")).is_err(),
        "taken"
    );
    assert!(
        opened(of(SESSION, "x"), Some("ahp-session:/k7")).is_err(),
        "no channel of a canvas"
    );
}

#[test]
fn debug_output_hides_keys_in_addresses() {
    let mut host = host_with_canvas();
    let hello = follow(&mut host, 1, "a", &[SESSION, CANVAS]);
    assert!(hello[0].text().contains("s3cret"), "it is sent");
    let out = title(&mut host, "West");
    let url = CanvasUpdated::new().url("https://plans.test/?key=s3cret2");
    let updated = host.update(&channel(CANVAS), url).unwrap();
    assert!(sent_to(&updated, 1)[0].text().contains("s3cret2"));
    assert!(!format!("{host:?}{out:?}{updated:?}").contains("s3cret"));
}
