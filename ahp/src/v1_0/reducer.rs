//! Applying actions to a chat and a canvas of AHP 1.0.

use super::{CanvasAction, CanvasState, ChatAction, ChatState};
use crate::{
    ReduceOutcome,
    reduce_outcome::replace_list,
    reducer_case::{self, FoldedCase, ReducerCase},
};
use wire::DecodeError;

/// Applies an action on a chat's channel to the list of canvases in its state.
///
/// The list is replaced as a whole. If the list is absent or null, the list in the state becomes absent. No action of
/// AHP 1.0 is invalid.
///
/// ```
/// use agent_ui_ahp::{v1_0::{ChatAction, ChatState, ReduceOutcome, reduce_chat}, wire};
///
/// let mut state: ChatState = wire::decode(r#"{"title":"Tour","canvases":[{"resource":"ahp-canvas:/east"}]}"#)?;
/// let action: ChatAction = wire::decode(r#"{"type":"chat/canvasesChanged"}"#)?;
/// assert_eq!(reduce_chat(&mut state, &action), ReduceOutcome::Applied);
/// assert_eq!(wire::encode(&state).unwrap(), r#"{"title":"Tour"}"#);
/// # Ok::<(), wire::DecodeError>(())
/// ```
///
/// Specification:
/// [AHP 1.0, `ChatCanvasesChangedAction`](https://docs.rs/ahp-types/1.0.0/ahp_types/actions/struct.ChatCanvasesChangedAction.html).
pub fn reduce_chat(state: &mut ChatState, action: &ChatAction) -> ReduceOutcome {
    match action {
        ChatAction::CanvasesChanged(changed) => {
            replace_list(&mut state.canvases, &changed.canvases)
        }
        ChatAction::Unknown(_) => ReduceOutcome::OutOfScope,
    }
}

/// Applies an action on a canvas channel to the state of the canvas.
///
/// The whole state is replaced, including its ids and unknown members.
///
/// Specification:
/// [AHP 1.0, `CanvasStateChangedAction`](https://docs.rs/ahp-types/1.0.0/ahp_types/actions/struct.CanvasStateChangedAction.html).
pub fn reduce_canvas(state: &mut CanvasState, action: &CanvasAction) -> ReduceOutcome {
    match action {
        CanvasAction::StateChanged(changed) if changed.canvas == *state => ReduceOutcome::NoOp,
        CanvasAction::StateChanged(changed) => {
            state.clone_from(&changed.canvas);
            ReduceOutcome::Applied
        }
        CanvasAction::Unknown(_) => ReduceOutcome::OutOfScope,
    }
}

/// The reducers that [`fold_case`] supports. Cases for other reducers are out of scope.
pub const REDUCERS: &[&str] = &["canvas", "chat"];

/// Folds a test case of the reducers `canvas` and `chat`.
///
/// # Errors
/// Returns an error if the initial state does not match the reducer. Pointers are relative to the case.
pub fn fold_case(case: &ReducerCase) -> Result<FoldedCase, DecodeError> {
    match &*case.reducer {
        "canvas" => reducer_case::fold(case, reduce_canvas),
        "chat" => reducer_case::fold(case, reduce_chat),
        _ => Ok(reducer_case::out_of_scope(case)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use wire::generate::any;

    proptest! {
        #[test]
        fn a_chat_action_replaces_the_list_and_nothing_else(state in any::<ChatState>(), action in any::<ChatAction>()) {
            let mut after = state.clone();
            let outcome = reduce_chat(&mut after, &action);
            prop_assert_eq!(outcome == ReduceOutcome::Applied, after != state);
            if let ChatAction::CanvasesChanged(changed) = &action {
                prop_assert_eq!(after.canvases.get(), changed.canvases.get());
                prop_assert!(!after.canvases.is_null());
                prop_assert_eq!(ChatState { canvases: state.canvases.clone(), ..after }, state);
            } else {
                prop_assert_eq!(outcome, ReduceOutcome::OutOfScope);
            }
        }

        #[test]
        fn a_canvas_action_replaces_the_whole_state(state in any::<CanvasState>(), action in any::<CanvasAction>()) {
            let mut after = state.clone();
            let outcome = reduce_canvas(&mut after, &action);
            prop_assert_eq!(outcome == ReduceOutcome::Applied, after != state);
            match &action {
                CanvasAction::StateChanged(changed) => prop_assert_eq!(&after, &changed.canvas),
                _ => prop_assert_eq!((outcome, &after), (ReduceOutcome::OutOfScope, &state)),
            }
            prop_assert_ne!(reduce_canvas(&mut after, &action), ReduceOutcome::Applied);
        }
    }
}
