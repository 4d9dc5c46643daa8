//! The outcome of a workflow.

use crate::manifest::{PrimitiveName, StepId};
use wire::{Field, Payload};

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
        /// The phase in which the page is changed.
        Mutation = "mutation",
        /// The phase after the page was changed.
        Postcondition = "postcondition",
        /// The phase in which the workflow waits for an element.
        Readiness = "readiness",
        /// The phase before the page is changed.
        Precondition = "precondition",
    }
}

wire::object! {
    /// The outcome of a workflow.
    ///
    /// Specification: [Workflow](https://github.com/yaniv256/actions.json/blob/150b683dbdc37f1d43557d3d44cb62b9afcfebe3/docs/schema-v1-proposal.md#workflow-implemented-execution).
    pub struct Outcome {
        /// `true` if the workflow ran to its end.
        ok: bool,
        /// The output; absent if it has no value or the workflow failed.
        output?: Option<Payload>,
        /// The error that ended the workflow.
        error?: Field<WorkflowError>,
        /// The reports of the executed steps, in order.
        steps: Vec<StepReport>,
    }

    /// The error that ended a workflow.
    ///
    /// Specification: [Workflow](https://github.com/yaniv256/actions.json/blob/150b683dbdc37f1d43557d3d44cb62b9afcfebe3/docs/schema-v1-proposal.md#workflow-implemented-execution).
    pub struct WorkflowError {
        /// The code: `workflow_step_failed`, `workflow_retry_exhausted`, `workflow_loop_input_invalid`,
        /// `workflow_output_too_large`, or the code of an expression error in the output.
        code: String,
        /// The step that failed.
        step_id?: Field<StepId>,
        /// The primitive of the step.
        primitive?: Field<PrimitiveName>,
        /// The place of a failed expression, as a JSON Pointer into the workflow.
        pointer?: Field<String>,
        /// A description of the error.
        message: String,
        /// The error in the result of the step: `{"code","message"}` with further members.
        cause?: Option<Payload>,
        /// The class of a step failure.
        failure_class?: Field<FailureClass>,
        /// The phase in which the workflow failed.
        failed_state?: Field<FailedState>,
        /// `true` if a retry can succeed without other actions.
        retryable?: Field<bool>,
        /// `true` if a retry can succeed after other actions.
        recoverable?: Field<bool>,
    }

    /// The report about one step.
    ///
    /// Specification: [Workflow](https://github.com/yaniv256/actions.json/blob/150b683dbdc37f1d43557d3d44cb62b9afcfebe3/docs/schema-v1-proposal.md#workflow-implemented-execution).
    pub struct StepReport {
        /// The id of the step.
        id: StepId,
        /// The primitive of the step.
        primitive: PrimitiveName,
        /// `true` if the step succeeded.
        ok: bool,
        /// `true` if the step was skipped.
        skipped: bool,
        /// `true` if the step waited for an element that appeared; absent if the step did not wait.
        settled?: Field<bool>,
    }
}

impl Outcome {
    /// Creates the outcome of a workflow that has not started.
    pub(super) fn empty() -> Self {
        Self::new(true, Vec::new())
    }
}
