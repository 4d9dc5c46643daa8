//! What kind of failure ended a workflow, told by what is known of it: codes, messages, and how the step is called.

use super::{WorkflowError, result};
use wire::Payload;

wire::word! {
    /// What kind of failure it is. The list is open. actions.json, workflow failure classification.
    pub open enum FailureClass {
        /// Something lay over the element.
        OverlayInterference = "overlay_interference",
        /// What was done did not have the effect that it should have.
        PostconditionFailed = "postcondition_failed",
        /// The element was not there, or not ready.
        ControlNotReady = "control_not_ready",
        /// There is no such element.
        TargetNotFound = "target_not_found",
    }
}

wire::word! {
    /// Where in its course a workflow failed. The list is open. actions.json, workflow failure classification.
    pub open enum FailedState {
        /// As it changed something.
        Mutation = "mutation",
        /// After that.
        Postcondition = "postcondition",
        /// As it waited for something to be ready.
        Readiness = "readiness",
        /// Before that.
        Precondition = "precondition",
    }
}

/// The words by which a message tells that something lay over the element.
const COVERED: [&str; 3] = ["overlay", "occlud", "intercept"];

/// The words in the ids of steps that only look.
const LOOKS: [&str; 6] = ["find", "verify", "ready", "badge", "button", "control"];

/// The error with its kind, and whether it can help to do the workflow again.
pub(super) fn classify(error: WorkflowError) -> WorkflowError {
    let cause = error.cause.clone().unwrap_or_else(Payload::null);
    let code = result::text(&cause, "code");
    let told = format!("{code} {}", result::text(&cause, "message")).to_lowercase();
    let step = error.step_id.get().map(|id| id.as_str().to_lowercase()).unwrap_or_default();
    let primitive = error.primitive.get().map_or("", |primitive| primitive.as_str());
    let is_recoverable = cause.member("recoverable").is_some_and(|is| result::is_truthy(Some(&is)));
    let any = |words: &[&str], text: &str| words.iter().any(|word| text.contains(word));
    let (class, state, is_retryable, is_recoverable) = if any(&COVERED, &told) {
        (FailureClass::OverlayInterference, FailedState::Mutation, true, true)
    } else if code == "postcondition_failed" || step.contains("postcondition") {
        (FailureClass::PostconditionFailed, FailedState::Postcondition, false, true)
    } else if code.starts_with("workflow_retry_") || primitive.starts_with("locator.") || any(&LOOKS, &step) {
        (FailureClass::ControlNotReady, FailedState::Readiness, true, true)
    } else {
        (FailureClass::TargetNotFound, FailedState::Precondition, is_recoverable, is_recoverable)
    };
    error.failure_class(class).failed_state(state).retryable(is_retryable).recoverable(is_recoverable)
}
