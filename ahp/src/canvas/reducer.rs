//! Applying actions to the state of a canvas.

use super::{CanvasAction, CanvasState, CanvasUpdated, reduce_session};
use crate::{
    ReduceOutcome,
    reducer_case::{self, FoldedCase, ReducerCase},
};
use wire::{DecodeError, Field};

/// Applies an action on a canvas channel to the state of the canvas.
///
/// - An update overwrites the members that have a value, and removes the members that are null. The ids, the input and
///   the provider never change.
/// - An update that clears the availability is invalid and changes nothing.
/// - Close requests and messages do not change the state.
///
/// ```
/// use agent_ui_ahp::{canvas::*, wire};
///
/// let mut state = CanvasState::new("a", "plan", "x", CanvasAvailability::Ready, ServerSource::new()).title("Plan");
/// let clear: CanvasAction = wire::decode(r#"{"type":"canvas/updated","title":null}"#)?;
/// assert_eq!(reduce(&mut state, &clear), ReduceOutcome::Applied);
/// assert!(state.title.is_absent());
/// assert_eq!(reduce(&mut state, &clear), ReduceOutcome::NoOp);
/// # Ok::<(), wire::DecodeError>(())
/// ```
///
/// Specification:
/// [AHP canvas proposal, § Actions](https://github.com/microsoft/agent-host-protocol/blob/c5ff126eab491d3c93f52683516dd3e1744370fe/docs/specification/canvas-channel.md#actions).
pub fn reduce(state: &mut CanvasState, action: &CanvasAction) -> ReduceOutcome {
    match action {
        CanvasAction::Updated(updated) => update(state, updated),
        CanvasAction::CloseRequested(_) | CanvasAction::Message(_) => ReduceOutcome::NoOp,
        CanvasAction::Unknown(_) => ReduceOutcome::OutOfScope,
    }
}

/// The reducers that [`fold_case`] supports. Cases for other reducers are out of scope.
pub const REDUCERS: &[&str] = &["canvas", "session"];

/// Folds a test case of the reducers `canvas` and `session`.
///
/// # Errors
/// Returns an error if the initial state does not match the reducer. Pointers are relative to the case.
///
/// ```
/// use agent_ui_ahp::{canvas::{ReduceOutcome, fold_case}, reducer_case::ReducerCase, wire};
///
/// let case: ReducerCase = wire::decode(
///     r#"{"reducer":"session","initial":{"title":"Museum"},"actions":[{"type":"session/canvasesChanged","canvases":[]}]}"#,
/// )?;
/// let folded = fold_case(&case)?;
/// assert_eq!(folded.state.text(), r#"{"canvases":[],"title":"Museum"}"#);
/// assert_eq!(folded.outcomes, [Ok(ReduceOutcome::Applied)]);
/// # Ok::<(), wire::DecodeError>(())
/// ```
pub fn fold_case(case: &ReducerCase) -> Result<FoldedCase, DecodeError> {
    match &*case.reducer {
        "canvas" => reducer_case::fold(case, reduce),
        "session" => reducer_case::fold(case, reduce_session),
        _ => Ok(reducer_case::out_of_scope(case)),
    }
}

fn update(state: &mut CanvasState, updated: &CanvasUpdated) -> ReduceOutcome {
    if updated.availability.is_null() {
        return ReduceOutcome::Invalid;
    }
    let mut changed = merge(&mut state.title, &updated.title);
    changed |= merge(&mut state.status, &updated.status);
    changed |= merge(&mut state.url, &updated.url);
    if let Some(availability) = updated.availability.get() {
        changed |= *availability != state.availability;
        state.availability = availability.clone();
    }
    if changed {
        ReduceOutcome::Applied
    } else {
        ReduceOutcome::NoOp
    }
}

fn merge<T: Clone + PartialEq>(member: &mut Field<T>, update: &Field<T>) -> bool {
    let merged = match update {
        Field::Absent => return false,
        Field::Null => Field::Absent,
        Field::Value(value) => Field::Value(value.clone()),
    };
    let changed = *member != merged;
    *member = merged;
    changed
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use wire::generate::any;

    /// Merges two updates into one with the same effect as `first` followed by `second`.
    fn merge_updates(first: &CanvasUpdated, second: &CanvasUpdated) -> CanvasUpdated {
        fn right<T: Clone>(first: &Field<T>, second: &Field<T>) -> Field<T> {
            if second.is_absent() {
                first.clone()
            } else {
                second.clone()
            }
        }
        let mut both = CanvasUpdated::new();
        both.title = right(&first.title, &second.title);
        both.status = right(&first.status, &second.status);
        both.url = right(&first.url, &second.url);
        both.availability = right(&first.availability, &second.availability);
        both
    }

    fn valid_update() -> impl Strategy<Value = CanvasUpdated> {
        any::<CanvasUpdated>().prop_map(|mut update| {
            if update.availability.is_null() {
                update.availability = Field::Absent;
            }
            update
        })
    }

    proptest! {
        #[test]
        fn ahp_36_an_update_applied_twice_is_applied_once(state in any::<CanvasState>(), update in valid_update()) {
            let action = CanvasAction::from(update);
            let mut once = state.clone();
            let outcome = reduce(&mut once, &action);
            prop_assert_eq!(outcome == ReduceOutcome::Applied, once != state);
            let mut twice = once.clone();
            prop_assert_eq!(reduce(&mut twice, &action), ReduceOutcome::NoOp);
            prop_assert_eq!(once, twice);
        }

        #[test]
        fn ahp_36_two_updates_equal_their_merged_update(state in any::<CanvasState>(), first in valid_update(), second in valid_update()) {
            let (mut stepwise, mut at_once) = (state.clone(), state);
            let both = merge_updates(&first, &second);
            reduce(&mut stepwise, &first.into());
            reduce(&mut stepwise, &second.into());
            reduce(&mut at_once, &both.into());
            prop_assert_eq!(stepwise, at_once);
        }

        #[test]
        fn ahp_30_34_and_37_an_update_leaves_identity_and_provenance_alone(state in any::<CanvasState>(), update in any::<CanvasUpdated>()) {
            let mut after = state.clone();
            let invalid = update.availability.is_null();
            let outcome = reduce(&mut after, &update.into());
            prop_assert_eq!(outcome == ReduceOutcome::Invalid, invalid);
            if invalid {
                prop_assert_eq!(&after, &state);
            }
            let CanvasState { title, status, url, availability, .. } = state.clone();
            prop_assert_eq!(CanvasState { title, status, url, availability, ..after }, state);
        }

        #[test]
        fn ahp_38_39_41_and_42_only_updates_change_the_state(state in any::<CanvasState>(), action in any::<CanvasAction>()) {
            prop_assume!(!matches!(action, CanvasAction::Updated(_)));
            let mut after = state.clone();
            let expected = match action {
                CanvasAction::Unknown(_) => ReduceOutcome::OutOfScope,
                _ => ReduceOutcome::NoOp,
            };
            prop_assert_eq!(reduce(&mut after, &action), expected);
            prop_assert_eq!(after, state);
        }
    }

    #[test]
    fn ahp_36_an_empty_update_changes_nothing() {
        let mut state: CanvasState = wire::decode(
            r#"{"instanceId":"a","canvasId":"b","extensionId":"c","title":null,"availability":"ready","provider":{"kind":"server"}}"#,
        )
        .unwrap();
        let before = state.clone();
        assert_eq!(
            reduce(&mut state, &CanvasUpdated::new().into()),
            ReduceOutcome::NoOp
        );
        assert_eq!(state, before, "and a null that was there stays");
    }

    #[test]
    fn ahp_33_null_clears_absence_preserves_and_a_value_overwrites() {
        let mut state: CanvasState = wire::decode(
            r#"{"instanceId":"a","canvasId":"b","extensionId":"c","title":"T","status":"S","url":"https://a.test/","availability":"ready","provider":{"kind":"server"}}"#,
        )
        .unwrap();
        let update: CanvasAction = wire::decode(
            r#"{"type":"canvas/updated","title":null,"url":"https://b.test/","availability":"stale"}"#,
        )
        .unwrap();
        assert_eq!(reduce(&mut state, &update), ReduceOutcome::Applied);
        assert_eq!(
            wire::encode(&state).unwrap(),
            r#"{"instanceId":"a","canvasId":"b","extensionId":"c","status":"S","url":"https://b.test/","availability":"stale","provider":{"kind":"server"}}"#
        );
    }

    #[test]
    fn ahp_34_an_update_that_clears_the_availability_has_no_effect() {
        let mut state = CanvasState::new(
            "a",
            "b",
            "c",
            crate::canvas::CanvasAvailability::Ready,
            crate::canvas::ServerSource::new(),
        );
        let before = state.clone();
        let update: CanvasAction =
            wire::decode(r#"{"type":"canvas/updated","title":"T","availability":null}"#).unwrap();
        assert_eq!(reduce(&mut state, &update), ReduceOutcome::Invalid);
        assert_eq!(state, before);
    }
}
