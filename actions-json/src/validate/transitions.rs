//! Transitions: rule V11.

use super::{
    checker::{Checker, OBJECT, TEXT},
    rules, sources,
};
use crate::manifest::Transition;
use wire::Pointer;

pub(super) fn check_transition(transition: &Transition, at: &Pointer, checker: &mut Checker<'_>) {
    for (name, member) in [("from", &transition.from), ("to", &transition.to)] {
        if let Some(state) = checker.read(at, name, member, TEXT) {
            checker.check_reference(
                &rules::V11,
                at.member(name),
                state.as_str(),
                "state",
                |declared| &declared.states,
            );
        }
    }
    if let Some(tool) = checker.read(at, "tool", &transition.tool, TEXT) {
        checker.check_reference(
            &rules::UNKNOWN_TOOL,
            at.member("tool"),
            tool.as_str(),
            "tool",
            |declared| &declared.tools,
        );
    }
    if let Some(signal) = checker.read(at, "signal", &transition.signal, TEXT) {
        let at = at.member("signal");
        checker.check_reference(
            &rules::UNKNOWN_SIGNAL,
            at,
            signal.as_str(),
            "signal",
            |declared| &declared.signals,
        );
    }
    checker.check_text(at, "method", &transition.method);
    checker.check_limit(at, "rate_limit_ms", &transition.rate_limit_ms);
    if let Some(convergence) = checker.read(at, "convergence", &transition.convergence, OBJECT) {
        let at = at.member("convergence");
        checker.check_text(&at, "complete_when", &convergence.complete_when);
        checker.check_limit(&at, "max_attempts", &convergence.max_attempts);
    }
    sources::check_source(&transition.source, at, checker);
}
