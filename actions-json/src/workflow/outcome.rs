//! What came of a workflow.

use super::{FailedState, FailureClass};
use crate::manifest::{PrimitiveName, StepId};
use wire::{Field, Payload};

wire::object! {
    /// What came of a workflow.
    pub struct Outcome {
        /// Whether it came to its end.
        ok: bool,
        /// What it gives; absent if that is nothing, or if it failed.
        output?: Option<Payload>,
        /// Why it ended before.
        error?: Field<WorkflowError>,
        /// What was done, in order.
        steps: Vec<StepReport>,
    }

    /// Why a workflow ended before its end.
    pub struct WorkflowError {
        /// `workflow_step_failed`, `workflow_retry_exhausted`, `workflow_loop_input_invalid`, `workflow_output_too_large`, or the
        /// code of an expression in the output.
        code: String,
        /// The step that failed.
        step_id?: Field<StepId>,
        /// What it does.
        primitive?: Field<PrimitiveName>,
        /// The slot in which an expression failed, as a JSON Pointer into the workflow.
        pointer?: Field<String>,
        /// What went wrong.
        message: String,
        /// The error of its result: `{"code","message"}` and more.
        cause?: Option<Payload>,
        /// If a step failed, what kind of failure that is.
        failure_class?: Field<FailureClass>,
        /// Where in its course the workflow was.
        failed_state?: Field<FailedState>,
        /// Whether it can help to do it again as it is.
        retryable?: Field<bool>,
        /// Whether it can help to do something else before.
        recoverable?: Field<bool>,
    }

    /// What became of a step.
    pub struct StepReport {
        /// Which step.
        id: StepId,
        /// What it does.
        primitive: PrimitiveName,
        /// Whether it did it.
        ok: bool,
        /// Whether it was skipped.
        skipped: bool,
        /// If something was waited for, whether it came.
        settled?: Field<bool>,
    }
}

impl Outcome {
    /// Of a workflow that has not begun.
    pub(super) fn empty() -> Self {
        Self::new(true, Vec::new())
    }
}
