//! The saved form of a run: its answers.

use super::{InvalidWorkflow, Next, Runner};
use crate::{
    manifest::{PrimitiveName, Workflow},
    validate::Limits,
};
use wire::{Field, Payload};

wire::object! {
    /// The saved run of a workflow, which can be resumed after a restart. The saved form does not contain the
    /// workflow.
    pub struct SavedRun {
        /// The version of the form, 1.
        version: u64,
        /// The arguments of the call.
        input: Payload,
        /// `true` for a rehearsal.
        rehearsal: bool,
        /// The answers in order.
        answers: Vec<SavedAnswer>,
    }

    /// An answer in a [`SavedRun`].
    pub struct SavedAnswer {
        /// The primitive that was called; absent for a wait.
        primitive?: Field<PrimitiveName>,
        /// The result of the call.
        result: Payload,
    }
}

impl SavedAnswer {
    pub(super) fn of(primitive: Option<PrimitiveName>, result: Payload) -> Self {
        let mut answer = Self::new(result);
        answer.primitive = primitive.map_or(Field::Absent, Field::Value);
        answer
    }
}

/// The reason for which a run cannot be resumed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ResumeError {
    /// The run was saved by another version of this crate.
    #[error("this run was saved in version {0}, but only version 1 is supported")]
    Version(u64),
    /// The workflow has changed, and no longer makes the call that was answered.
    #[error("the answer {0} does not belong to a call that this workflow makes")]
    OtherWorkflow(usize),
    /// The workflow cannot be run.
    #[error(transparent)]
    InvalidWorkflow(InvalidWorkflow),
}

impl From<InvalidWorkflow> for ResumeError {
    fn from(inner: InvalidWorkflow) -> Self {
        Self::InvalidWorkflow(inner)
    }
}

impl Runner {
    /// Saves the run.
    pub fn save(&self) -> SavedRun {
        SavedRun::new(
            1u64,
            self.known.input().clone(),
            !self.known.has_results(),
            self.answers.clone(),
        )
    }

    /// Resumes a saved run with its workflow and its limits.
    ///
    /// # Errors
    /// Fails if the workflow cannot be run, or does not make the answered calls.
    pub fn resume(
        workflow: &Workflow,
        saved: SavedRun,
        limits: Limits,
    ) -> Result<Self, ResumeError> {
        if saved.version != 1 {
            return Err(ResumeError::Version(saved.version));
        }
        let mut runner = match saved.rehearsal {
            true => Self::rehearsal(workflow, &saved.input, limits)?,
            false => Self::new(workflow, &saved.input, limits)?,
        };
        for (index, answer) in saved.answers.into_iter().enumerate() {
            let is_asked = match runner.next() {
                Next::Call(call) => answer.primitive.get() == Some(&call.primitive),
                Next::Wait(_) => answer.primitive.is_absent(),
                Next::Over(_) => false,
            };
            if !is_asked {
                return Err(ResumeError::OtherWorkflow(index));
            }
            runner.answer(Ok(answer.result));
        }
        Ok(runner)
    }
}
