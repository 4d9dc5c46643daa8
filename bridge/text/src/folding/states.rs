//! Folding of AHP: the states that cases and logs build.

use super::transcript::{Log, refuse_invalid_action};
use crate::{
    diagnostic::{Diagnostic, about_call},
    documents::TextDocuments,
    input::Input,
    reports::Reports,
};
use bridge::{
    Dialect, DialectOrProtocol, Refusal,
    ahp::{
        self, ReduceOutcome,
        reducer_case::{FoldedCase, ReducerCase},
    },
};
use wire::{DecodeError, Finding, Pointer};

/// Folds the cases and logs of a text.
pub(super) fn fold_states(
    documents: &TextDocuments,
    protocol: DialectOrProtocol,
    reports: &mut Reports,
) -> Result<(), Box<Diagnostic>> {
    let cases = StateFolder::of(protocol).map_err(|message| {
        about_call(
            &Refusal::rule_broken("fold/protocol", Pointer::root(), message)
                .hint("use a2ui or ahp"),
        )
    })?;
    let mut log = Log::new(protocol.dialect);
    for document in &documents.documents {
        let input = document.input();
        if !log.take(&input, reports) {
            cases.fold_case(&input, reports);
        }
    }
    log.end_session(false, reports)
        .map_err(|error| about_call(&error.into()))?;
    log.finish(reports);
    Ok(())
}

/// The reducers of a dialect of AHP.
#[derive(Clone, Copy, Debug)]
pub struct StateFolder {
    reducers: &'static [&'static str],
    fold: fn(&ReducerCase) -> Result<FoldedCase, DecodeError>,
}

impl StateFolder {
    /// Returns the reducers of a dialect.
    ///
    /// # Errors
    /// Returns a sentence if the messages of the dialect build no states.
    pub fn of(protocol: DialectOrProtocol) -> Result<Self, String> {
        match protocol.dialect {
            Dialect::AhpCanvas => Ok(Self {
                reducers: ahp::canvas::REDUCERS,
                fold: ahp::canvas::fold_case,
            }),
            Dialect::Ahp1_0 => Ok(Self {
                reducers: ahp::v1_0::REDUCERS,
                fold: ahp::v1_0::fold_case,
            }),
            dialect => Err(format!("{dialect} cannot be folded")),
        }
    }

    /// Folds a document with one case.
    pub fn fold_case(self, input: &Input<'_>, reports: &mut Reports) {
        fold_case(input, self.reducers, self.fold, reports);
    }
}

/// Folds one case and writes the resulting state. Refuses actions that violate the protocol, and skips actions of other
/// reducers.
fn fold_case(
    input: &Input<'_>,
    reducers: &[&str],
    fold: fn(&ReducerCase) -> Result<FoldedCase, DecodeError>,
    reports: &mut Reports,
) {
    let case = match input.text.clone().and_then(wire::decode::<ReducerCase>) {
        Ok(case) => case,
        Err(mut error) => {
            if error.pointer.as_str() == "/reducer" {
                error.hint = "write a case with `reducer`, `initial` and `actions`, or a frame, a snapshot or an action of a host".to_owned();
            }
            reports.unreadable(input, error);
            return;
        }
    };
    if !reducers.contains(&&*case.reducer)
        && !accept_unknown_reducer(&case.reducer, reducers, input, reports)
    {
        return;
    }
    let folded = match fold(&case) {
        Ok(folded) => folded,
        Err(error) => return reports.unreadable(input, error),
    };
    for (index, outcome) in folded.outcomes.into_iter().enumerate() {
        let at = Pointer::root().member("actions").element(index);
        match outcome {
            Err(error) => reports.unreadable(input, error),
            Ok(ReduceOutcome::Invalid) => refuse_invalid_action(at, input, reports),
            Ok(ReduceOutcome::OutOfScope) => {
                let message = "the action belongs to another reducer and is skipped";
                reports.finding(
                    input.at(&at),
                    Finding::info("ahp/out-of-scope", at, message),
                );
            }
            Ok(_) => {}
        }
    }
    if let Err(error) = reports.value(&folded.state) {
        reports.refusal(input.start.clone(), error.into());
    }
}

/// Reports a case with an unknown reducer. Returns `true` if the case is folded nevertheless. AHP has reducers
/// unrelated to canvases, so only a name similar to a known reducer is an error.
fn accept_unknown_reducer(
    reducer: &str,
    known: &[&str],
    input: &Input<'_>,
    reports: &mut Reports,
) -> bool {
    let (rule, at) = ("ahp/unknown-reducer", Pointer::root().member("reducer"));
    let place = input.at(&at);
    let hint = format!("expected `{}`", known.join("` or `"));
    if known
        .iter()
        .any(|known| wire::spelling::is_like(reducer, known))
    {
        let refusal =
            Refusal::rule_broken(rule, at, format_args!("the reducer `{reducer}` is unknown"));
        reports.refusal(place, refusal.hint(hint));
        return false;
    }
    let message = format!("reducer `{reducer}` does not concern canvases; the state is unchanged");
    reports.finding(place, Finding::info(rule, at, message).hint(hint));
    true
}
