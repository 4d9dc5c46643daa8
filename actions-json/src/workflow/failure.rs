//! Classification of failed workflows, based on error codes, messages and the failed step.

use super::{WorkflowError, result};
use wire::Payload;

wire::word! {
    /// The class of a failure. The list is open.
    ///
    /// Specification: [Workflow](https://github.com/yaniv256/actions.json/blob/150b683dbdc37f1d43557d3d44cb62b9afcfebe3/docs/schema-v1-proposal.md#workflow-implemented-execution).
    pub open enum FailureClass {
        /// Another element covered the target.
        OverlayInterference = "overlay_interference",
        /// The action did not have the expected effect.
        PostconditionFailed = "postcondition_failed",
        /// The element was missing or not ready.
        ControlNotReady = "control_not_ready",
        /// No element matches the target.
        TargetNotFound = "target_not_found",
    }
}

wire::word! {
    /// The phase in which a workflow failed. The list is open.
    ///
    /// Specification: [Workflow](https://github.com/yaniv256/actions.json/blob/150b683dbdc37f1d43557d3d44cb62b9afcfebe3/docs/schema-v1-proposal.md#workflow-implemented-execution).
    pub open enum FailedState {
        /// During the change of the page.
        Mutation = "mutation",
        /// After the change of the page.
        Postcondition = "postcondition",
        /// While waiting for an element.
        Readiness = "readiness",
        /// Before the change of the page.
        Precondition = "precondition",
    }
}

/// Words in messages about covered elements.
const COVERED: [&str; 3] = ["overlay", "occlud", "intercept"];

/// Words in the ids of steps that only read.
const LOOKS: [&str; 6] = ["find", "verify", "ready", "badge", "button", "control"];

/// Adds the class and phase of the failure, and the chances of a retry.
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
