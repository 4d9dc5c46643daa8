//! The classification of failed workflows by error codes, messages and the failed step.

use super::{FailedState, FailureClass, WorkflowError, result};
use wire::Payload;

/// The words that occur in messages about covered elements.
const COVERED: [&str; 3] = ["overlay", "occlud", "intercept"];

/// The words that occur in the ids of steps that only read.
const LOOKS: [&str; 6] = ["find", "verify", "ready", "badge", "button", "control"];

/// Adds the class and phase of the failure, and the chances of a retry.
pub(super) fn classify(error: WorkflowError) -> WorkflowError {
    let cause = error.cause.clone().unwrap_or_else(Payload::null);
    let code = result::text(&cause, "code");
    let reported = format!("{code} {}", result::text(&cause, "message")).to_lowercase();
    let step = error
        .step_id
        .get()
        .map(|id| id.as_str().to_lowercase())
        .unwrap_or_default();
    let primitive = error
        .primitive
        .get()
        .map_or("", |primitive| primitive.as_str());
    let is_recoverable = cause
        .member("recoverable")
        .is_some_and(|is| result::is_truthy(Some(&is)));
    let (class, state, is_retryable, is_recoverable) = if has_word(&COVERED, &reported) {
        (
            FailureClass::OverlayInterference,
            FailedState::Mutation,
            true,
            true,
        )
    } else if code == "postcondition_failed" || step.contains("postcondition") {
        (
            FailureClass::PostconditionFailed,
            FailedState::Postcondition,
            false,
            true,
        )
    } else if code.starts_with("workflow_retry_")
        || primitive.starts_with("locator.")
        || has_word(&LOOKS, &step)
    {
        (
            FailureClass::ControlNotReady,
            FailedState::Readiness,
            true,
            true,
        )
    } else {
        (
            FailureClass::TargetNotFound,
            FailedState::Precondition,
            is_recoverable,
            is_recoverable,
        )
    };
    error
        .failure_class(class)
        .failed_state(state)
        .retryable(is_retryable)
        .recoverable(is_recoverable)
}

fn has_word(words: &[&str], text: &str) -> bool {
    words.iter().any(|word| text.contains(word))
}
