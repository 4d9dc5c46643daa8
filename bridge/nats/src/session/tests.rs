//! Tests of panics in the translation, for programs in which a panic does not end the process.

#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use super::*;
use crate::interruption::PanicPoint;

const SURFACE: &str = r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}"#;

fn input(sequence: u64, text: &str, is_end: bool) -> Input {
    Input {
        is_end,
        ..Input::of_text(sequence, text)
    }
}

/// Applies an input while one call panics. As in a worker, an input whose translation has panicked is refused in the next attempt.
fn apply(session: &mut OpenSession, input: Input, point: Option<PanicPoint>) -> Applied {
    let settings = WorkerSettings::new(
        "ui".parse().unwrap(),
        "a2ui@0.9".parse().unwrap(),
        "ahp".parse().unwrap(),
    );
    let (window, sequence, inputs) = (Duration::from_secs(120), input.sequence, [input]);
    PanicPoint::set(point);
    let applied = session
        .apply(&inputs, &RefusedInputs::new(), &settings, window)
        .unwrap_or_else(|_| {
            let refused = RefusedInputs::from([(sequence, panic_finding("the translation"))]);
            session.apply(&inputs, &refused, &settings, window).unwrap()
        });
    PanicPoint::set(None);
    applied
}

fn rule(applied: &Applied) -> &str {
    &applied.first_refusal.as_ref().unwrap().rule
}

#[test]
fn a_session_ends_even_if_its_last_messages_panic() {
    for point in [PanicPoint::Finish, PanicPoint::Resume] {
        let mut session = OpenSession::default();
        apply(&mut session, input(1, SURFACE, false), None);
        session.bridge = None;
        let applied = apply(&mut session, input(2, "", true), Some(point));
        assert_eq!(
            (applied.panics, applied.refused, rule(&applied)),
            (1, 1, "worker/panic"),
            "{point:?}"
        );
        let record = &session.record;
        assert!(
            record.last == 2 && record.route.is_none() && record.bridge.is_none(),
            "{point:?}"
        );
    }
}

#[test]
fn a_panic_while_a_state_is_read_refuses_only_the_message() {
    let mut session = OpenSession::default();
    apply(&mut session, input(1, SURFACE, false), None);
    session.bridge = None;
    let before = session.record.bridge.clone().unwrap();
    let applied = apply(
        &mut session,
        input(2, SURFACE, false),
        Some(PanicPoint::Resume),
    );
    assert_eq!((applied.refused, rule(&applied)), (1, "worker/panic"));
    assert_eq!(session.record.bridge.unwrap().get(), before.get());
}

#[test]
fn a_panic_while_a_state_is_written_breaks_the_session() {
    let mut session = OpenSession::default();
    let applied = apply(
        &mut session,
        input(1, SURFACE, false),
        Some(PanicPoint::Save),
    );
    assert_eq!(applied.panics, 1);
    let applied = apply(&mut session, input(2, SURFACE, false), None);
    assert_eq!(rule(&applied), "worker/broken-session");
    apply(&mut session, input(3, "", true), None);
    let applied = apply(&mut session, input(4, SURFACE, false), None);
    assert_eq!((applied.refused, session.record.broken.as_ref()), (0, None));
}
