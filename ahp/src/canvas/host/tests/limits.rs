//! Tests of the limits: no client can exhaust the host, and a request above a limit fails.

use super::*;
use crate::{
    canvas::{
        CanvasResourceContent, CanvasUpdated,
        host::{HostError, Limits, StateAfter},
    },
    error_code,
    ids::ClientId,
};

fn host_with(limits: Limits) -> Host {
    host_with_canvas().limits(limits)
}

fn text(len: usize) -> String {
    "x".repeat(len)
}

fn rejection(out: &[HostOutput], connection: u64) -> String {
    at(&sent_to(out, connection)[0], "/params/rejectionReason")
}

#[test]
fn stored_rejections_are_limited_and_private() {
    let mut host = host_with_canvas();
    follow(&mut host, 1, "a", &[SESSION]);
    follow(&mut host, 2, "b", &[SESSION]);
    let seen = host.server_seq();
    host.disconnect(ConnectionId(2));
    host.update(&channel(CANVAS), CanvasUpdated::new().title("West"))
        .unwrap();
    // The log can store exactly this many frames of maximum length.
    let payload = text(1 << 19);
    for _ in 0..1100 {
        let out = dispatch(
            &mut host,
            1,
            CANVAS,
            &format!(r#"{{"type":"canvas/message","payload":"{payload}"}}"#),
        );
        assert_eq!(
            at(&sent_to(&out, 1)[0], "/params/action"),
            r#"{"type":"canvas/message"}"#
        );
    }
    let kept = &host.clients[&ClientId::from("a")].rejections.entries;
    assert!(
        kept.len() > 100
            && kept
                .iter()
                .map(|kept| kept.action.text().len())
                .sum::<usize>()
                < 64 << 10
    );
    assert!(host.log.entries.len() < 20);
    // The other client receives the missed actions.
    let back = format!(
        r#"{{"channel":"ahp-root://","clientId":"b","lastSeenServerSeq":{seen},"subscriptions":["{SESSION}"]}}"#
    );
    let back = request(&mut host, 2, "reconnect", &back).remove(0);
    assert_eq!(
        (at(&back, "/result/type"), at(&back, "/result/actions/1")),
        ("replay".into(), "-".into())
    );
    // A client that missed discarded rejections starts from snapshots.
    host.disconnect(ConnectionId(1));
    let mine = |seen: u64| {
        format!(
            r#"{{"channel":"ahp-root://","clientId":"a","lastSeenServerSeq":{seen},"subscriptions":[]}}"#
        )
    };
    let last = host.server_seq();
    assert_eq!(
        at(
            &request(&mut host, 3, "reconnect", &mine(seen))[0],
            "/result/type"
        ),
        "snapshot"
    );
    let few = request(&mut host, 4, "reconnect", &mine(last - 3)).remove(0);
    assert_eq!(
        (
            at(&few, "/result/actions/2/serverSeq"),
            at(&few, "/result/actions/3")
        ),
        (last.to_string(), "-".into())
    );
}

#[test]
fn the_log_is_bounded_in_bytes() {
    let mut host = host_with(Limits {
        log: 10_000,
        ..Limits::default()
    });
    follow(&mut host, 1, "a", &[SESSION, CANVAS]);
    let message = format!(r#"{{"type":"canvas/message","payload":"{}"}}"#, text(3000));
    for _ in 0..10 {
        assert_eq!(
            actions(&dispatch(&mut host, 1, CANVAS, &message), 1).len(),
            1
        );
    }
    assert_eq!(host.log.entries.len(), 3);
    assert_eq!(host.log.forgotten, host.server_seq() - 3);
    dispatch(
        &mut host,
        1,
        CANVAS,
        &message.replace("xxx", "xxxxxxxxxxxxxxxxx"),
    );
    assert_eq!(
        host.log.entries.len(),
        0,
        "one that is longer than all may be is not kept"
    );
    assert_eq!(host.log.forgotten, host.server_seq());
}

#[test]
fn a_frame_that_is_too_long_is_not_read() {
    let mut host = host_with(Limits {
        message: 1000,
        ..Limits::default()
    });
    follow(&mut host, 1, "a", &[CANVAS]);
    for len in [700, 1000] {
        let out = dispatch(
            &mut host,
            1,
            CANVAS,
            &format!(r#"{{"type":"canvas/message","payload":"{}"}}"#, text(len)),
        );
        let answer = &sent_to(&out, 1)[0];
        let expected = if len == 1000 {
            ("null".into(), error_code::LIMIT.to_string())
        } else {
            ("-".into(), "-".into())
        };
        assert_eq!((at(answer, "/id"), at(answer, "/error/code")), expected);
    }
    let too_long = || Payload::string(&text(1000));
    let limit = HostError::TooLong { limit: 1000 };
    assert_eq!(
        host.message(&channel(CANVAS), too_long()).unwrap_err(),
        limit
    );
    assert_eq!(
        host.update(&channel(CANVAS), CanvasUpdated::new().title(text(1000)))
            .unwrap_err(),
        limit
    );
    let action = Payload::object([("type", &Payload::string("session/x")), ("x", &too_long())]);
    assert_eq!(
        host.publish(&channel(SESSION), action, StateAfter::Unchanged, None)
            .unwrap_err(),
        limit
    );
    let (call, _) = host.invoke(&channel(CANVAS), "go", None).unwrap();
    let value = crate::canvas::CanvasInvokeActionResult::new().value(too_long());
    assert_eq!(
        host.answer(call, Ok(ProviderAnswer::InvokeAction(value)))
            .unwrap_err(),
        limit
    );
}

#[test]
fn known_clients_are_limited() {
    let mut host = host_with(Limits {
        clients: 3,
        ..Limits::default()
    });
    for n in 0..10 {
        follow(&mut host, n, &format!("c{n}"), &[SESSION]);
        host.disconnect(ConnectionId(n));
    }
    assert_eq!(host.clients.len(), 3);
    let back = |host: &mut Host, connection: u64, client: &str| {
        let params = format!(
            r#"{{"channel":"ahp-root://","clientId":"{client}","lastSeenServerSeq":{},"subscriptions":[]}}"#,
            host.server_seq()
        );
        at(
            &request(host, connection, "reconnect", &params)[0],
            "/error/code",
        )
    };
    assert_eq!(
        back(&mut host, 20, "c0"),
        error_code::NOT_FOUND.to_string(),
        "the client is unknown"
    );
    assert_eq!(back(&mut host, 21, "c9"), "-");
    // Connected clients stay, and a further one is refused.
    follow(&mut host, 22, "d", &[]);
    follow(&mut host, 23, "e", &[]);
    let many = follow(&mut host, 24, "f", &[]);
    assert_eq!(at(&many[0], "/error/code"), error_code::LIMIT.to_string());
    assert_eq!(host.clients().count(), 3);
    let again = follow(&mut host, 25, "d", &[]);
    assert_eq!(
        at(&again[0], "/error/code"),
        "-",
        "but who is known may come again"
    );
    let long = follow(&mut host, 26, &text(20_000), &[]);
    assert_eq!(at(&long[0], "/error/code"), error_code::LIMIT.to_string());
}

#[test]
fn subscriptions_are_limited() {
    let mut host = host_with(Limits {
        subscriptions: 3,
        ..Limits::default()
    });
    for n in 2..9 {
        host.add_session(format!("ahp-session:/{n}"), SessionState::new())
            .unwrap();
    }
    follow(&mut host, 1, "a", &[SESSION]);
    let subscribe = |host: &mut Host, uri: &str| {
        at(
            &request(host, 1, "subscribe", &format!(r#"{{"channel":"{uri}"}}"#))[0],
            "/error/code",
        )
    };
    for n in 0..100 {
        assert_eq!(
            subscribe(&mut host, &format!("ahp-root://{n}")),
            error_code::NOT_FOUND.to_string()
        );
    }
    assert_eq!(host.connections[&ConnectionId(1)].subscriptions.len(), 1);
    for (n, expected) in [(2, "-"), (3, "-"), (4, "-32000"), (3, "-")] {
        assert_eq!(
            subscribe(&mut host, &format!("ahp-session:/{n}")),
            expected,
            "{n}"
        );
    }
    let many = follow(&mut host, 2, "b", &[SESSION; 4]);
    assert_eq!(at(&many[0], "/error/code"), error_code::LIMIT.to_string());
    let twice = follow(&mut host, 2, "b", &[SESSION, SESSION]);
    assert_eq!(
        at(&twice[0], "/result/snapshots/1"),
        "-",
        "one snapshot of each"
    );
}

#[test]
fn pending_requests_are_limited() {
    let mut host = host_with(Limits {
        requests: 5,
        client: 4000,
        ..Limits::default()
    });
    follow(&mut host, 1, "a", &[CANVAS]);
    follow(&mut host, 2, "b", &[CANVAS]);
    let read = |host: &mut Host, connection: u64, path: &str| {
        let params = format!(r#"{{"channel":"{CANVAS}","uri":"ahp-canvas-content:/east/{path}"}}"#);
        request(host, connection, "canvasReadResource", &params)
            .first()
            .map(|answer| at(answer, "/error/code"))
    };
    for _ in 0..5 {
        assert_eq!(read(&mut host, 1, "a"), None);
    }
    assert_eq!(read(&mut host, 1, "a"), Some(error_code::LIMIT.to_string()));
    assert_eq!(
        read(&mut host, 2, "a"),
        None,
        "other clients are not affected"
    );
    assert_eq!(
        read(&mut host, 2, &text(5000)),
        Some(error_code::LIMIT.to_string())
    );
    assert_eq!(host.calls.len(), 6);
    host.disconnect(ConnectionId(1));
    assert_eq!(host.calls.len(), 1);
}

#[test]
fn the_entries_of_a_client_are_limited() {
    let mut host = host_with(Limits {
        client: 4000,
        session: 12_000,
        ..Limits::default()
    });
    for (connection, client) in [(1, "a"), (2, "b"), (3, "c")] {
        follow(&mut host, connection, client, &[SESSION]);
    }
    let long = |client: &str, len: usize| active(client, &["plan"]).replace('…', &text(len));
    assert_ne!(
        rejection(&dispatch(&mut host, 1, SESSION, &long("a", 4000)), 1),
        "-"
    );
    assert_eq!(
        rejection(&dispatch(&mut host, 1, SESSION, &long("a", 3000)), 1),
        "-"
    );
    assert_eq!(
        rejection(&dispatch(&mut host, 1, SESSION, &long("a", 3100)), 1),
        "-",
        "instead of what it said before"
    );
    // This client reaches its limit with the canvas, and the other one does not.
    let call = open(&mut host, "a", "west");
    let result = format!(
        r#"{{"jsonrpc":"2.0","id":{call},"result":{{"title":"{}"}}}}"#,
        text(500)
    );
    assert_eq!(
        outcome(&host.receive_text(ConnectionId(1), &result)),
        Some(Err(error_code::LIMIT))
    );
    assert_eq!(
        rejection(&dispatch(&mut host, 2, SESSION, &long("b", 100)), 2),
        "-"
    );
    // Then the session is full.
    let full = rejection(&dispatch(&mut host, 3, SESSION, &long("c", 3500)), 3);
    assert_eq!(full, "the session has reached its size limit");
    let size = host.session_size(&channel(SESSION));
    host.disconnect(ConnectionId(1));
    assert!(
        host.session_size(&channel(SESSION)) + 6000 < size,
        "who leaves takes it along"
    );
    assert_eq!(
        rejection(&dispatch(&mut host, 3, SESSION, &long("c", 3500)), 3),
        "-"
    );
}

#[test]
fn the_size_of_a_session_is_limited_for_the_program() {
    let limits = Limits {
        session: 5000,
        contents: 3000,
        ..Limits::default()
    };
    let mut host = host_with(limits);
    let limit = HostError::TooLong { limit: 5000 };
    let action = || Payload::parse(r#"{"type":"session/x"}"#).unwrap();
    let mut say = |len: usize| {
        host.publish(
            &channel(SESSION),
            action(),
            StateAfter::member("x", Payload::string(&text(len))),
            None,
        )
        .map(|_| ())
    };
    assert_eq!(say(3500), Ok(()));
    assert_eq!(say(6000), Err(limit.clone()));
    assert_eq!(say(3600), Ok(()), "instead of the one before");
    let call = open(&mut host, "museum", "west");
    let west = CanvasOpenResult::new().title(text(1000));
    let out = host.answer(call, Ok(ProviderAnswer::Open(west))).unwrap();
    assert_eq!(outcome(&out), Some(Err(error_code::LIMIT)));
    assert_eq!(
        host.update(&channel(CANVAS), CanvasUpdated::new().title(text(1000)))
            .unwrap_err(),
        limit
    );
    let content =
        |len: usize| CanvasResourceContent::new("ahp-canvas-content:/east/a").text(text(len));
    assert!(
        host.store_contents(&channel(CANVAS), vec![content(2000)])
            .is_ok()
    );
    assert!(
        host.store_contents(&channel(CANVAS), vec![content(2500)])
            .is_ok(),
        "instead of the one before"
    );
    assert_eq!(
        host.store_contents(&channel(CANVAS), vec![content(1500), content(1500)])
            .unwrap_err(),
        HostError::TooLong { limit: 3000 }
    );
    let big: SessionState = wire::decode(&format!(r#"{{"x":"{}"}}"#, text(5000))).unwrap();
    assert_eq!(host.add_session("ahp-session:/2", big).unwrap_err(), limit);
}

#[test]
fn followers_share_one_frame() {
    let mut host = host_with_canvas();
    for n in 0..50 {
        follow(&mut host, n, &format!("c{n}"), &[CANVAS]);
    }
    let out = host
        .message(&channel(CANVAS), Payload::string(&text(1000)))
        .unwrap();
    let frames: Vec<_> = out
        .iter()
        .map(|output| match output {
            HostOutput::Send { message, .. } => std::sync::Arc::as_ptr(message),
            other => panic!("{other:?}"),
        })
        .collect();
    assert!(frames.len() == 50 && frames.iter().all(|frame| *frame == frames[0]));
}

/// Counts the bytes that the host stores, independently of the host's own counters.
fn kept_bytes(host: &Host) -> usize {
    let envelope =
        |envelope: &crate::envelope::ActionEnvelope| wire::encode(envelope).unwrap().len();
    let log = host.log.entries.iter().map(|entry| {
        let forms = [&entry.proposal, &entry.release, &entry.others];
        let mut forms: Vec<_> = forms.into_iter().flatten().collect();
        forms.dedup_by(|a, b| std::sync::Arc::ptr_eq(a, b));
        forms.into_iter().map(|form| envelope(form)).sum::<usize>()
    });
    let clients = host.clients.iter().map(|(id, known)| {
        let capabilities = host
            .capabilities(id)
            .map_or(0, |said| wire::encode(said).unwrap().len());
        id.as_str().len()
            + capabilities
            + known.rejections.entries.iter().map(envelope).sum::<usize>()
    });
    let sessions = host
        .sessions
        .values()
        .map(|session| wire::encode(&session.state).unwrap().len());
    let canvases = host
        .canvases
        .values()
        .map(|canvas| wire::encode(&canvas.state).unwrap().len());
    let calls = host.calls.values().map(|call| call.size());
    let followed = host
        .connections
        .values()
        .flat_map(|there| &there.subscriptions)
        .map(|uri| uri.as_str().len());
    log.sum::<usize>()
        + clients.sum::<usize>()
        + sessions.sum::<usize>()
        + canvases.sum::<usize>()
        + calls.sum::<usize>()
        + followed.sum::<usize>()
}

#[test]
fn hostile_clients_cannot_exceed_the_limits() {
    let limits = Limits {
        message: 20_000,
        actions: 50,
        log: 40_000,
        clients: 6,
        handshake: 2000,
        client: 10_000,
        rejections: 3000,
        echo: 500,
        subscriptions: 4,
        requests: 4,
        session: 50_000,
        contents: 1000,
        ..Limits::default()
    };
    let bound = limits.log
        + limits.clients
            * (limits.client + limits.handshake + limits.rejections + limits.subscriptions * 100)
        + limits.session;
    let mut host = host_with(limits);
    let mut most = 0;
    let mut seed = 7u64;
    for round in 0..4000u64 {
        seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(round | 1);
        let (what, connection, len) =
            (seed >> 60, (seed >> 40) % 5, (seed >> 20) as usize % 12_000);
        let client = format!("c{connection}-{}", (seed >> 32) % 1000);
        let long = text(len);
        match what {
            0 => drop(follow(
                &mut host,
                connection,
                &client,
                &[SESSION, CANVAS, "ahp-root://"],
            )),
            1 => drop(host.disconnect(ConnectionId(connection))),
            2 => drop(follow(&mut host, connection, &long, &[])),
            3 => drop(present(
                &mut host,
                connection,
                &client,
                "0.6.0",
                &format!(r#"{{"canvas":{{"x":"{long}"}}}}"#),
                &[],
            )),
            4..=6 => {
                // The client of this connection sends the frame.
                let sender = host
                    .connections
                    .get(&ConnectionId(connection))
                    .map(|known| known.client.to_string());
                let action = active(&sender.unwrap_or_default(), &["plan"]).replace('…', &long);
                drop(dispatch(&mut host, connection, SESSION, &action));
            }
            7 => drop(dispatch(
                &mut host,
                connection,
                CANVAS,
                &format!(r#"{{"type":"canvas/message","payload":"{long}"}}"#),
            )),
            8 => drop(dispatch(
                &mut host,
                connection,
                CANVAS,
                &format!(r#"{{"type":"canvas/updated","title":"{long}"}}"#),
            )),
            9 => drop(dispatch(&mut host, connection, &long, r#"{"type":"x"}"#)),
            10 => drop(request(
                &mut host,
                connection,
                "subscribe",
                &format!(r#"{{"channel":"ahp-root://{long}"}}"#),
            )),
            11 => drop(request(
                &mut host,
                connection,
                "canvasReadResource",
                &format!(r#"{{"channel":"{CANVAS}","uri":"ahp-canvas-content:/east/{long}"}}"#),
            )),
            12 | 13 => {
                // The provider returns a long answer.
                let provider = host.clients().next().cloned();
                let Some(provider) = provider else { continue };
                let provider_connection = host.connection_of(&provider).unwrap();
                let instance = format!("i{}", seed % 30);
                let Ok((call, _)) = host.open(CanvasOpenParams::new(
                    SESSION,
                    "plan",
                    provider.as_str(),
                    instance,
                )) else {
                    continue;
                };
                host.receive_text(
                    provider_connection,
                    &format!(r#"{{"jsonrpc":"2.0","id":{call},"result":{{"title":"{long}"}}}}"#),
                );
            }
            14 => drop(host.receive_text(ConnectionId(connection), &long)),
            _ => drop(host.advance(std::time::Duration::from_secs(round))),
        }
        most = most.max(kept_bytes(&host));
    }
    assert!(most <= bound, "{most} of {bound}");
    assert!(most > bound / 4, "they tried: {most} of {bound}");
}
