//! A run, written down: what it was told.

use super::{InvalidWorkflow, Next, Runner};
use crate::{
    manifest::{PrimitiveName, Workflow},
    validate::Limits,
};
use std::fmt;
use wire::{Field, Payload};

wire::object! {
    /// How a run of a workflow goes, written down, so that it can go on after a restart. The workflow is not in it.
    pub struct SavedRun {
        /// 1.
        version: u64,
        /// The arguments of the call.
        input: Payload,
        /// Whether it is a rehearsal.
        rehearsal: bool,
        /// What it was told, in order.
        answers: Vec<SavedAnswer>,
    }

    /// An answer in a [`SavedRun`].
    pub struct SavedAnswer {
        /// What was called; absent for a time that was waited.
        primitive?: Field<PrimitiveName>,
        /// What came of it.
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

/// Why a run cannot go on as it was written down.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ResumeError {
    /// It was written by another version of this crate.
    Version(u64),
    /// The workflow asks for something else than was answered: it is another one, or has changed.
    OtherWorkflow(usize),
    /// The workflow cannot be done.
    InvalidWorkflow(InvalidWorkflow),
}

impl fmt::Display for ResumeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Version(it) => write!(f, "this run is of the version {it}, and 1 is known"),
            Self::OtherWorkflow(it) => {
                write!(f, "the answer {it} is to something that this workflow does not ask there")
            }
            Self::InvalidWorkflow(inner) => inner.fmt(f),
        }
    }
}

impl std::error::Error for ResumeError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::InvalidWorkflow(inner) => inner.source(),
            _ => None,
        }
    }
}

impl From<InvalidWorkflow> for ResumeError {
    fn from(inner: InvalidWorkflow) -> Self {
        Self::InvalidWorkflow(inner)
    }
}

impl Runner {
    /// How the run goes, to be written down.
    pub fn save(&self) -> SavedRun {
        SavedRun::new(1u64, self.known.input().clone(), !self.known.has_results(), self.answers.clone())
    }

    /// Goes on with a run that was saved, with its workflow and the limits of then.
    ///
    /// # Errors
    /// If the workflow cannot be done, or asks for something else than was answered.
    pub fn resume(workflow: &Workflow, saved: SavedRun, limits: Limits) -> Result<Self, ResumeError> {
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
