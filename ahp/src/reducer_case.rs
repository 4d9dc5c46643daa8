//! The format of AHP's shared test cases for reducers, and the result of running a case.
//!
//! | reducer | function | state |
//! |---|---|---|
//! | `canvas` | [`canvas::fold_case`](crate::canvas::fold_case) | an open canvas of the proposal |
//! | `session` | [`canvas::fold_case`](crate::canvas::fold_case) | the canvas-related part of a session |
//! | `canvas` | [`v1_0::fold_case`](crate::v1_0::fold_case) | an open canvas of the release |
//! | `chat` | [`v1_0::fold_case`](crate::v1_0::fold_case) | the canvas-related part of a chat |
//!
//! For other reducers, the state is unchanged and every action is out of scope. If the state is null, no action has an
//! effect.

use crate::ReduceOutcome;
use wire::{DecodeError, Field, Payload, Pointer, WireType};

wire::object! {
    /// A test case for a reducer: an initial state, actions, and the expected state.
    ///
    /// Specification:
    /// [AHP 1.0, reducer test cases](https://github.com/microsoft/agent-host-protocol/blob/68b82e7e0c0ae4477f382cf51cc571ba2a577139/types/test-cases/reducers/003-session-ready.json).
    pub struct ReducerCase {
        /// A description of the case.
        description?: Field<String>,
        /// The name of the reducer that applies the actions.
        reducer: String,
        /// The initial state, or null if the peer has no state.
        initial: Payload,
        /// The actions, in order.
        actions: Vec<Payload>,
        /// The expected state after all actions.
        expected?: Option<Payload>,
    }
}

/// The result of running a [`ReducerCase`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FoldedCase {
    /// The state after all actions. If no action was applied, this is the unchanged text of the initial state.
    pub state: Payload,
    /// The effect of each action, in order. An unreadable action has no effect, and the pointer of its error is
    /// relative to the case.
    pub outcomes: Vec<Result<ReduceOutcome, DecodeError>>,
}

/// Applies the actions of a case to a state of type `S`.
pub(crate) fn fold<S: WireType, A: WireType>(
    case: &ReducerCase,
    reduce: fn(&mut S, &A) -> ReduceOutcome,
) -> Result<FoldedCase, DecodeError> {
    let root = Pointer::root();
    // A null state means that the case begins without a state.
    let mut state = if case.initial.is_null() {
        None
    } else {
        Some(read::<S>(&case.initial, &root.member("initial"))?)
    };
    let at = root.member("actions");
    let mut outcomes = Vec::with_capacity(case.actions.len());
    for (index, action) in case.actions.iter().enumerate() {
        let outcome = match read::<A>(action, &at.element(index)) {
            Ok(action) => Ok(match &mut state {
                Some(state) => reduce(state, &action),
                None => ReduceOutcome::NoOp,
            }),
            Err(error) => Err(error),
        };
        outcomes.push(outcome);
    }
    let state = state.filter(|_| outcomes.contains(&Ok(ReduceOutcome::Applied)));
    let state = state
        .and_then(|state| Payload::encode(&state).ok())
        .unwrap_or_else(|| case.initial.clone());
    Ok(FoldedCase { state, outcomes })
}

/// Returns the result for a reducer that is unrelated to canvases.
pub(crate) fn out_of_scope(case: &ReducerCase) -> FoldedCase {
    let outcomes = case
        .actions
        .iter()
        .map(|_| Ok(ReduceOutcome::OutOfScope))
        .collect();
    FoldedCase {
        state: case.initial.clone(),
        outcomes,
    }
}

fn read<T: WireType>(payload: &Payload, at: &Pointer) -> Result<T, DecodeError> {
    crate::draft::decode(payload.text()).map_err(|mut error: DecodeError| {
        error.pointer = at.join(&error.pointer);
        // Line and column would be relative to the payload, which the caller does not see.
        (error.line, error.column) = (0, 0);
        error
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{canvas, v1_0};

    fn case(reducer: &str, initial: &str, actions: &str) -> ReducerCase {
        wire::decode(&format!(
            r#"{{"reducer":"{reducer}","initial":{initial},"actions":{actions}}}"#
        ))
        .unwrap()
    }

    #[test]
    fn foreign_and_null_states_stay_unchanged() {
        let initial = r#"{ "title": "bash", "n": 1.0 }"#;
        let folded = canvas::fold_case(&case(
            "terminal",
            initial,
            r#"[{"type":"terminal/input"},7]"#,
        ))
        .unwrap();
        assert_eq!(folded.state.text(), initial);
        assert_eq!(
            folded.outcomes,
            [Ok(ReduceOutcome::OutOfScope), Ok(ReduceOutcome::OutOfScope)]
        );
        for fold in [canvas::fold_case, v1_0::fold_case] {
            let folded = fold(&case("canvas", "null", r#"[{"type":"canvas/updated"}]"#)).unwrap();
            assert_eq!(
                (folded.state, folded.outcomes),
                (Payload::null(), vec![Ok(ReduceOutcome::NoOp)])
            );
        }
    }

    #[test]
    fn the_named_reducers_apply_actions() {
        type Fold = fn(&ReducerCase) -> Result<FoldedCase, DecodeError>;
        for (reducers, fold) in [
            (canvas::REDUCERS, canvas::fold_case as Fold),
            (v1_0::REDUCERS, v1_0::fold_case),
        ] {
            for reducer in ["canvas", "session", "chat", "terminal"] {
                // Without a state, every reducer reports that the action has no effect.
                let folded = fold(&case(reducer, "null", r#"[{"type":"a"}]"#)).unwrap();
                assert_eq!(
                    folded.outcomes == [Ok(ReduceOutcome::NoOp)],
                    reducers.contains(&reducer),
                    "{reducer}"
                );
            }
        }
    }

    #[test]
    fn an_unreadable_action_has_no_effect_on_the_next_one() {
        let actions = r#"[{"type":"chat/canvasesChanged","canvases":[7]},{"type":"chat/canvasesChanged","canvases":[]}]"#;
        let folded = v1_0::fold_case(&case("chat", r#"{"title":"a"}"#, actions)).unwrap();
        assert_eq!(folded.state.text(), r#"{"canvases":[],"title":"a"}"#);
        let pointers: Vec<_> = folded
            .outcomes
            .iter()
            .map(|outcome| outcome.as_ref().map_err(|error| error.pointer.as_str()))
            .collect();
        assert_eq!(
            pointers,
            [Err("/actions/0/canvases/0"), Ok(&ReduceOutcome::Applied)]
        );
        let error = v1_0::fold_case(&case("chat", "[]", "[]")).unwrap_err();
        assert_eq!(error.pointer.as_str(), "/initial");
    }
}
