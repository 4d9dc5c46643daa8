//! A workflow, run step by step by its caller. actions.json v1, workflow. Feature `workflows`.
//!
//! A [`Runner`] does nothing itself: it says what to do next, and is told what came of it. It looks at no clock, and the same
//! answers always give the same steps, so that what is [saved](Runner::save) are the answers.
//!
//! | [`Next`] | its caller |
//! |---|---|
//! | [`Call`](Next::Call) | calls the primitive and answers with its result, or with what went wrong |
//! | [`Wait`](Next::Wait) | waits, and answers with anything |
//! | [`Over`](Next::Over) | has the output, or the error |
//!
//! # What a step does
//!
//! | member | what happens |
//! |---|---|
//! | `when` | if it is falsy as in JavaScript (nothing, null, false, 0, an empty text), the step is skipped: its result is `{"ok":true,"skipped":true}` |
//! | `for_each` | the primitive is called for each element, `item`, of a list, `index`; not for more than `max_items`. Its result is `{"ok","items"}`. What is no list ends the workflow with `workflow_loop_input_invalid` |
//! | `retry_until` | the primitive is called until this is truthy, `max_attempts` times at most; `index` counts the attempts. Its result is the last one with all `attempts` |
//! | `after_each` | is called between attempts |
//! | `settle_after` | waits, or calls `locator.wait_for`; not after a loop. If the element does not come, the step has failed; after attempts that does not matter |
//! | `on_error` | with `continue` the next step comes after a failed one, attempt or element; else the workflow ends. It ends also if all attempts were in vain |
//!
//! A result has failed if it is an object with `"ok":false`. A result that is no object is an `output`; and a `value` is also an
//! `output`. An expression that fails is a failed step, with one of the codes of
//! [`ExpressionErrorKind`](crate::expression::ExpressionErrorKind). Expressions read `input`, `steps.<id>`, `item` and `index`.
//! Where one gives nothing, the member is left out, and an element is null. Without `output` the workflow gives
//! `{"steps"}`.
//!
//! Nothing of a workflow is done that has an error, or whose expressions do not all compile. How much it may be is
//! [`Limits`]: at most [`Limits::UPSTREAM`] lets a workflow call 2,500 primitives, and wait for as many.
//!
//! ```
//! # use agent_ui_actions_json as actions_json;
//! use actions_json::{manifest::Workflow, validate::Limits, workflow::{Next, Runner}};
//! use wire::Payload;
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

pub use failure::{FailedState, FailureClass};
pub use outcome::{Outcome, StepReport, WorkflowError};
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

/// A workflow that is being done.
#[derive(Clone, Debug)]
pub struct Runner {
    program: Arc<Program>,
    limits: Limits,
    /// What expressions may read.
    known: RunState,
    answers: Vec<SavedAnswer>,
    reports: Vec<StepReport>,
    /// The step that is being done.
    at: usize,
    next: Next,
    then: Then,
}

/// What comes next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// This is to be called.
    Call(PrimitiveCall),
    /// So long has to be waited.
    Wait(Wait),
    /// The workflow is over.
    Over(Box<Outcome>),
}

/// A primitive that is to be called.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PrimitiveCall {
    /// For which step.
    pub step: StepId,
    /// Why.
    pub role: Role,
    /// What is called.
    pub primitive: PrimitiveName,
    /// With what: an object.
    pub arguments: Payload,
}

/// Why a primitive is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Role {
    /// It is what the step does.
    Step,
    /// It is what the step does for this element of its list.
    Item(usize),
    /// It is this attempt of what the step does.
    Attempt(usize),
    /// It stands between two attempts: `after_each`.
    Between,
    /// The step has to settle: `settle_after`.
    Settle,
}

/// A time to wait.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Wait {
    /// After which step.
    pub step: StepId,
    /// How long, in milliseconds.
    pub ms: u64,
}

/// Why nothing of a workflow is done.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct InvalidWorkflow {
    /// Everything that is wrong with it, errors and warnings, at its places.
    pub findings: Vec<Finding>,
}

impl fmt::Display for InvalidWorkflow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let first = self.findings.iter().find(|finding| finding.severity == wire::Severity::Error);
        first.map_or(Ok(()), |first| write!(f, "{first}"))
    }
}

impl std::error::Error for InvalidWorkflow {}

impl Runner {
    /// Begins a workflow with the arguments of a call. Without an object, `input` is an empty one.
    ///
    /// # Errors
    /// If the workflow has errors by [`Profile::PUBLISHED`](crate::validate::Profile::PUBLISHED), or expressions that do not
    /// compile.
    pub fn new(workflow: &Workflow, input: &Payload, limits: Limits) -> Result<Self, InvalidWorkflow> {
        Self::begin_with(workflow, RunState::new(input), limits)
    }

    /// Begins it to see what it would do, without a page: it calls each primitive once, whatever that gives, and what depends
    /// on results stays as it stands.
    ///
    /// An expression that reads `steps` is not evaluated: its slot stays in the arguments as a text. Where it is a `when`, the
    /// step is done; a `retry_until` counts as reached; and a `for_each` has one element, whose `item` and `index` are not
    /// known either. Everything else is as in a [real](Self::new) run.
    ///
    /// ```
    /// # use agent_ui_actions_json as actions_json;
    /// use actions_json::{manifest::Workflow, validate::Limits, workflow::{Next, Runner}};
    /// use wire::Payload;
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
    /// As [`Runner::new`].
    pub fn rehearsal(workflow: &Workflow, input: &Payload, limits: Limits) -> Result<Self, InvalidWorkflow> {
        Self::begin_with(workflow, RunState::without_results(input), limits)
    }

    fn begin_with(workflow: &Workflow, known: RunState, limits: Limits) -> Result<Self, InvalidWorkflow> {
        let program =
            Arc::new(Program::of(workflow, limits).map_err(|findings| InvalidWorkflow { findings })?);
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

    /// What comes next; the same until it is answered.
    pub fn next(&self) -> &Next {
        &self.next
    }

    /// Goes on with what the primitive gave, or with what went wrong. The answer to a [`Next::Wait`] may be anything, and there
    /// is none when the workflow is over.
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
        // What a wait was answered with does not matter.
        let result = if asked.is_some() { result } else { Payload::null() };
        self.answers.push(SavedAnswer::of(asked, result.clone()));
        self.take(result);
    }
}
