//! Signals: V6, V8.

use super::{
    judge::{Judge, OBJECT, sentence},
    rules, sources, targets,
};
use crate::manifest::{Direction, Ingestion, Signal};
use wire::Pointer;

pub(super) fn signal(signal: &Signal, at: &Pointer, judge: &mut Judge<'_>) {
    judge.text(at, "description", &signal.description);
    judge.word(at, "direction", &signal.direction, Direction::WORDS);
    judge.text(at, "event", &signal.event);
    if signal.is_enabled() && (signal.event.is_absent() || signal.event.is_null()) {
        let message = "This signal is enabled and names no event.";
        judge.find(&rules::V8, at.member("event"), message, "the event of the page");
    }
    judge.word(at, "ingestion", &signal.ingestion, Ingestion::WORDS);
    targets::target(&signal.target, at, judge);
    judge.schema(&rules::V6, at, "payload", &signal.payload);
    if let Some(protocol) = signal.protocol.as_ref().filter(|protocol| !protocol.is_object()) {
        judge.find(&rules::SHAPE, at.member("protocol"), sentence(protocol.kind()), OBJECT);
    }
    sources::source(&signal.source, at, judge);
}
