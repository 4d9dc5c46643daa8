//! Tests of providers that do not answer in time.

use super::*;
use crate::{
    canvas::{CanvasAvailability, PROVIDER_ERROR, host::HostError},
    error_code,
};
use std::time::Duration;

const LATE: Duration = Duration::from_secs(30);

/// Returns a host whose client `a` provides plans on connection 1.
fn host_with_provider() -> Host {
    let mut host = host();
    follow(&mut host, 1, "a", &[SESSION]);
    dispatch(&mut host, 1, SESSION, &active("a", &["plan"]));
    host
}

fn result(host: &mut Host, call: CallId, result: &str) -> Vec<HostOutput> {
    host.receive_text(
        ConnectionId(1),
        &format!(r#"{{"jsonrpc":"2.0","id":{call},"result":{result}}}"#),
    )
}

fn methods(out: &[HostOutput], connection: u64) -> Vec<String> {
    sent_to(out, connection)
        .iter()
        .map(|frame| at(frame, "/method"))
        .collect()
}

#[test]
fn a_silent_provider_does_not_block_an_instance_id() {
    for (extension, asked) in [("museum", 0), ("a", 1)] {
        let mut host = host_with_provider();
        let call = open(&mut host, extension, "east");
        let taken = host.open(CanvasOpenParams::new(SESSION, "plan", extension, "east"));
        assert_eq!(taken.unwrap_err(), HostError::InstanceTaken("east".into()));
        assert!(host.advance(LATE - Duration::from_millis(1)).is_empty());
        let out = host.advance(LATE);
        assert_eq!(outcome(&out), Some(Err(PROVIDER_ERROR)));
        // The client may have opened the canvas, so the host asks the client to close it.
        assert_eq!(methods(&out, 1), vec!["canvasClose"; asked]);
        assert_eq!(
            at(
                &sent_to(&out, 1).pop().unwrap_or(Payload::empty_object()),
                "/params/instanceId"
            ),
            ["-", "east"][asked]
        );
        let again = open(&mut host, extension, "east");
        // The late answer does not open the canvas.
        assert!(result(&mut host, call, "{}").is_empty());
        assert!(
            host.answer(call, Ok(ProviderAnswer::Open(CanvasOpenResult::new())))
                .is_err()
        );
        let out = match asked {
            0 => host
                .answer(again, Ok(ProviderAnswer::Open(CanvasOpenResult::new())))
                .unwrap(),
            _ => result(&mut host, again, "{}"),
        };
        assert_eq!(outcome(&out), Some(Ok(&Outcome::Opened(channel(CANVAS)))));
        assert!(
            host.advance(2 * LATE).is_empty() && host.next_timeout().is_none(),
            "nothing is waited for"
        );
    }
}

#[test]
fn a_canvas_closes_even_if_its_provider_does_not_answer() {
    let mut host = host_with_provider();
    let call = open(&mut host, "a", "east");
    result(&mut host, call, "{}");
    host.advance(Duration::from_secs(100));
    let (call, _) = host.close(&channel(CANVAS)).unwrap();
    assert_eq!(host.next_timeout(), Some(Duration::from_secs(130)));
    let out = host.advance(Duration::from_secs(130));
    assert_eq!(outcome(&out), Some(Ok(&Outcome::Closed(channel(CANVAS)))));
    assert_eq!(actions(&out, 1), ["session/openCanvasesChanged"]);
    assert!(result(&mut host, call, "null").is_empty());
    assert_eq!(host.canvases().count(), 0);
}

#[test]
fn only_overdue_calls_fail() {
    let mut host = host_with_provider();
    let call = open(&mut host, "a", "east");
    result(&mut host, call, "{}");
    let (invoked, _) = host.invoke(&channel(CANVAS), "go", None).unwrap();
    host.advance(Duration::from_secs(10));
    let (later, _) = host.invoke(&channel(CANVAS), "go", None).unwrap();
    let out = host.advance(LATE);
    assert!(
        matches!(&out[..], [HostOutput::Done { call, outcome: Err(_) }] if *call == invoked),
        "{out:?}"
    );
    assert!(
        host.advance(Duration::ZERO).is_empty(),
        "time does not run backwards"
    );
    assert_eq!(host.next_timeout(), Some(Duration::from_secs(40)));
    let out = result(&mut host, later, r#"{"value":1}"#);
    assert!(matches!(outcome(&out), Some(Ok(Outcome::Invoked(_)))));
    // The canvas could not be reopened. It stays stale, but is not busy.
    host.disconnect(ConnectionId(1));
    follow(&mut host, 1, "a", &[SESSION]);
    dispatch(&mut host, 1, SESSION, &active("a", &["plan"]));
    assert_eq!(host.reopen(&channel(CANVAS)).unwrap_err(), HostError::Busy);
    assert_eq!(
        outcome(&host.advance(Duration::from_secs(90))),
        Some(Err(PROVIDER_ERROR))
    );
    assert_eq!(
        host.canvas_state(&channel(CANVAS)).unwrap().availability,
        CanvasAvailability::Stale
    );
    assert!(host.reopen(&channel(CANVAS)).is_ok());
}

#[test]
fn calls_can_be_cancelled() {
    let mut host = host_with_provider();
    let call = open(&mut host, "a", "east");
    let out = host.cancel(call).unwrap();
    assert_eq!(
        (outcome(&out), methods(&out, 1)),
        (Some(Err(PROVIDER_ERROR)), vec!["canvasClose".to_owned()])
    );
    assert_eq!(host.cancel(call).unwrap_err(), HostError::UnknownCall(call));
    let call = open(&mut host, "a", "east");
    result(&mut host, call, "{}");
    let (close, _) = host.close(&channel(CANVAS)).unwrap();
    assert_eq!(
        outcome(&host.cancel(close).unwrap()),
        Some(Err(PROVIDER_ERROR))
    );
    assert!(
        host.canvas_state(&channel(CANVAS)).is_some(),
        "it stays open"
    );
    // A read ends by the program's cancellation, or by timeout.
    request(
        &mut host,
        1,
        "subscribe",
        &format!(r#"{{"channel":"{CANVAS}"}}"#),
    );
    let read = format!(
        r#"{{"jsonrpc":"2.0","id":"r","method":"canvasReadResource","params":{{"channel":"{CANVAS}","uri":"ahp-canvas-content:/east/a"}}}}"#
    );
    for by_time in [false, true] {
        let out = host.receive_text(ConnectionId(1), &read);
        let [HostOutput::Read { call, .. }] = &out[..] else {
            panic!("{out:?}")
        };
        let out = if by_time {
            host.advance(LATE)
        } else {
            host.cancel(*call).unwrap()
        };
        assert_eq!(
            at(sent_to(&out, 1).last().unwrap(), "/error/code"),
            error_code::NOT_FOUND.to_string()
        );
        assert_eq!(at(sent_to(&out, 1).last().unwrap(), "/id"), "r");
    }
}
