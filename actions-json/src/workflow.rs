//! A step-by-step interpreter of workflows (feature `workflows`).
//!
//! A [`Runner`] performs no I/O and has no clock. It returns the next action, and the caller passes back the result.
//! The same answers always produce the same steps, so a [saved](Runner::save) run consists of its answers.
//!
//! | [`Next`] | action of the caller |
//! |---|---|
//! | [`Call`](Next::Call) | call the primitive and answer with its result or an error |
//! | [`Wait`](Next::Wait) | wait, and answer with any value |
//! | [`Over`](Next::Over) | read the output or the error |
//!
//! # Execution of a step
//!
//! | member | effect |
//! |---|---|
//! | `when` | the step is skipped if this is falsy as in JavaScript (no value, null, false, 0, an empty string); its result is then `{"ok":true,"skipped":true}` |
//! | `for_each` | the primitive is called for each element of a list, at most `max_items` times, with `item` and `index`. The result is `{"ok","items"}`. If the value is not a list, the workflow ends with `workflow_loop_input_invalid` |
//! | `retry_until` | the primitive is called until this is truthy, at most `max_attempts` times; `index` counts the attempts. The result is the last one with all `attempts` |
//! | `after_each` | the primitive is called between attempts |
//! | `settle_after` | the workflow waits or calls `locator.wait_for`, except after a loop. If the element does not appear, the step fails; after attempts this is ignored |
//! | `on_error` | with `continue`, execution continues after a failed step, attempt or element. Otherwise, or if all attempts fail, the workflow ends |
//!
//! A result has failed if it is an object with `"ok":false`. A result that is not an object is treated as an
//! `output`, and a `value` is also available as `output`. A failed expression is a failed step with a code of
//! [`ExpressionErrorKind`](crate::expression::ExpressionErrorKind). Expressions read `input`, `steps.<id>`, `item`
//! and `index`. If an expression has no value, its member is omitted and its element is null. A workflow without
//! `output` returns `{"steps"}`.
//!
//! A workflow with an error, or with an expression that does not compile, does not start. [`Limits`] bound its size:
//! with [`Limits::UPSTREAM`], a workflow makes at most 2,500 calls and as many waits.
//!
//! ```
//! use agent_ui_actions_json::{
//!     manifest::Workflow, validate::Limits, wire::{self, Payload}, workflow::{Next, Runner},
//! };
//!
//! let workflow: Workflow = wire::decode(
//!     r#"{"version":1,"expression_language":"jsonata","steps":[
//!         {"id":"find","primitive":"locator.element_info","args":{"locator":{"text":"{% input.name %}"}}},
//!         {"id":"click","primitive":"pointer.click","args":{"x":"{% steps.find.output.center.x %}"}}],
//!         "output":{"clicked":"{% input.name %}"}}"#,
//! )?;
//! let mut run = Runner::new(&workflow, &Payload::parse(r#"{"name":"Berths"}"#)?, Limits::UPSTREAM)?;
//! let Next::Call(call) = run.next() else { panic!() };
//! assert_eq!(call.arguments.text(), r#"{"locator":{"text":"Berths"}}"#);
//! run.answer(Ok(Payload::parse(r#"{"ok":true,"output":{"center":{"x":40}}}"#)?));
//! let Next::Call(call) = run.next() else { panic!() };
//! assert_eq!((call.primitive.as_str(), call.arguments.text()), ("pointer.click", r#"{"x":40}"#));
//! run.answer(Ok(Payload::null()));
//! let Next::Over(outcome) = run.next() else { panic!() };
//! assert_eq!(outcome.output.as_ref().unwrap().text(), r#"{"clicked":"Berths"}"#);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod failure;
mod outcome;
mod program;
mod result;
mod saved;
mod scope;
mod steps;
mod template;

#[cfg(test)]
mod tests;

pub use outcome::{FailedState, FailureClass, Outcome, StepReport, WorkflowError};
pub use saved::{ResumeError, SavedAnswer, SavedRun};

use crate::{
    item::ErrorDetails,
    manifest::{PrimitiveName, StepId, Workflow},
    validate::Limits,
};
use program::Program;
use scope::RunState;
use std::{fmt, sync::Arc};
use steps::Then;
use wire::{Finding, Payload};

/// The run of a workflow.
#[derive(Clone, Debug)]
pub struct Runner {
    program: Arc<Program>,
    limits: Limits,
    /// The values that expressions read.
    known: RunState,
    answers: Vec<SavedAnswer>,
    reports: Vec<StepReport>,
    /// The index of the current step.
    at: usize,
    next: Next,
    then: Then,
}

/// The next action of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// Call this primitive and answer.
    Call(PrimitiveCall),
    /// Wait for this time and answer.
    Wait(Wait),
    /// The workflow is over; read its outcome.
    Over(Box<Outcome>),
}

/// A call of a primitive.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PrimitiveCall {
    /// The id of the step.
    pub step: StepId,
    /// The purpose of the call.
    pub role: Role,
    /// The primitive to call.
    pub primitive: PrimitiveName,
    /// The arguments, an object.
    pub arguments: Payload,
}

/// The purpose of a primitive call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Role {
    /// The action of the step.
    Step,
    /// The action of the step for the element with this index.
    Item(usize),
    /// The attempt with this index.
    Attempt(usize),
    /// The call between two attempts (`after_each`).
    Between,
    /// The wait for the step to settle (`settle_after`).
    Settle,
}

/// A fixed time to wait.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Wait {
    /// The step that settles.
    pub step: StepId,
    /// The time in milliseconds.
    pub ms: u64,
}

/// An error for a workflow that cannot be run.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub struct InvalidWorkflow {
    /// All findings, errors and warnings.
    pub findings: Vec<Finding>,
}

impl fmt::Display for InvalidWorkflow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let first = self
            .findings
            .iter()
            .find(|finding| finding.severity == wire::Severity::Error);
        first.map_or(Ok(()), |first| write!(f, "{first}"))
    }
}

impl Runner {
    /// Starts a workflow with the arguments of a call. If the arguments are not an object, `input` is an empty
    /// object.
    ///
    /// # Errors
    /// Fails if the workflow has errors by [`Profile::PUBLISHED`](crate::validate::Profile::PUBLISHED), or
    /// expressions that do not compile.
    pub fn new(
        workflow: &Workflow,
        input: &Payload,
        limits: Limits,
    ) -> Result<Self, InvalidWorkflow> {
        Self::begin_with(workflow, RunState::new(input), limits)
    }

    /// Starts a rehearsal, which shows the steps of a workflow without a page. Each primitive is called once, and
    /// values that depend on results are not evaluated.
    ///
    /// Expressions that read `steps` are not evaluated, and their slots remain in the arguments. A step is executed
    /// if its `when` is such an expression. A `retry_until` of this kind counts as reached, and a `for_each` has one
    /// element with unknown `item` and `index`. Everything else is as in a [real](Self::new) run.
    ///
    /// ```
    /// use agent_ui_actions_json::{
    ///     manifest::Workflow, validate::Limits, wire::{self, Payload}, workflow::{Next, Runner},
    /// };
    ///
    /// let workflow: Workflow = wire::decode(
    ///     r#"{"version":1,"expression_language":"jsonata","steps":[{"id":"click","primitive":"pointer.click",
    ///         "args":{"text":"{% input.name %}","x":"{% steps.find.output.x %}"}}]}"#,
    /// )?;
    /// let run = Runner::rehearsal(&workflow, &Payload::parse(r#"{"name":"Berths"}"#)?, Limits::UPSTREAM)?;
    /// let Next::Call(call) = run.next() else { panic!() };
    /// assert_eq!(call.arguments.text(), r#"{"text":"Berths","x":"{% steps.find.output.x %}"}"#);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// See [`Runner::new`].
    pub fn rehearsal(
        workflow: &Workflow,
        input: &Payload,
        limits: Limits,
    ) -> Result<Self, InvalidWorkflow> {
        Self::begin_with(workflow, RunState::without_results(input), limits)
    }

    fn begin_with(
        workflow: &Workflow,
        known: RunState,
        limits: Limits,
    ) -> Result<Self, InvalidWorkflow> {
        let program = Arc::new(
            Program::of(workflow, limits).map_err(|findings| InvalidWorkflow { findings })?,
        );
        let mut runner = Self {
            program,
            limits,
            known,
            answers: Vec::new(),
            reports: Vec::new(),
            at: 0,
            next: Next::Over(Box::new(Outcome::empty())),
            then: Then::Nothing,
        };
        runner.go_on();
        Ok(runner)
    }

    /// Returns the next action. The action stays the same until it is answered.
    pub fn next(&self) -> &Next {
        &self.next
    }

    /// Continues with the result of a primitive or an error. The answer to a [`Next::Wait`] is ignored, and so are
    /// answers after the end of the workflow.
    pub fn answer(&mut self, answer: Result<Payload, ErrorDetails>) {
        let result = match answer {
            Ok(result) => result,
            Err(error) => result::of_error(&error),
        };
        let asked = match &self.next {
            Next::Call(call) => Some(call.primitive.clone()),
            Next::Wait(_) => None,
            Next::Over(_) => return,
        };
        // The answer to a wait is ignored.
        let result = if asked.is_some() {
            result
        } else {
            Payload::null()
        };
        self.answers.push(SavedAnswer::of(asked, result.clone()));
        self.take(result);
    }
}
