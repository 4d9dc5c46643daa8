//! Transitions: V11.

use super::{
    judge::{Judge, OBJECT, TEXT},
    rules, sources,
};
use crate::manifest::Transition;
use wire::Pointer;

pub(super) fn transition(transition: &Transition, at: &Pointer, judge: &mut Judge<'_>) {
    for (name, member) in [("from", &transition.from), ("to", &transition.to)] {
        if let Some(state) = judge.read(at, name, member, TEXT) {
            judge.reference(&rules::V11, at.member(name), state.as_str(), "state", |declared| {
                &declared.states
            });
        }
    }
    if let Some(tool) = judge.read(at, "tool", &transition.tool, TEXT) {
        judge.reference(&rules::UNKNOWN_TOOL, at.member("tool"), tool.as_str(), "tool", |declared| {
            &declared.tools
        });
    }
    if let Some(signal) = judge.read(at, "signal", &transition.signal, TEXT) {
        let at = at.member("signal");
        judge.reference(&rules::UNKNOWN_SIGNAL, at, signal.as_str(), "signal", |declared| &declared.signals);
    }
    judge.text(at, "method", &transition.method);
    judge.limit(at, "rate_limit_ms", &transition.rate_limit_ms);
    if let Some(convergence) = judge.read(at, "convergence", &transition.convergence, OBJECT) {
        let at = at.member("convergence");
        judge.text(&at, "complete_when", &convergence.complete_when);
        judge.limit(&at, "max_attempts", &convergence.max_attempts);
    }
    sources::source(&transition.source, at, judge);
}
