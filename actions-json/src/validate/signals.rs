//! Signals: rules V6 and V8.

use super::{
    checker::{Checker, OBJECT},
    rules, sources, targets,
};
use crate::manifest::{Direction, Ingestion, Signal};
use wire::Pointer;

pub(super) fn check_signal(signal: &Signal, at: &Pointer, checker: &mut Checker<'_>) {
    checker.check_text(at, "description", &signal.description);
    checker.check_word(at, "direction", &signal.direction, Direction::WORDS);
    checker.check_text(at, "event", &signal.event);
    if signal.is_enabled() && (signal.event.is_absent() || signal.event.is_null()) {
        let message = "the signal is enabled but does not name an event";
        checker.report(
            &rules::V8,
            at.member("event"),
            message,
            "add the name of the DOM event",
        );
    }
    checker.check_word(at, "ingestion", &signal.ingestion, Ingestion::WORDS);
    targets::check_target(&signal.target, at, checker);
    checker.check_schema(&rules::V6, at, "payload", &signal.payload);
    if let Some(protocol) = signal
        .protocol
        .as_ref()
        .filter(|protocol| !protocol.is_object())
    {
        checker.report_wrong_type(
            &rules::SHAPE,
            at.member("protocol"),
            protocol.kind(),
            OBJECT,
        );
    }
    sources::check_source(&signal.source, at, checker);
}
