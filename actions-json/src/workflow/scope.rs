//! The values that expressions of a workflow read: `input`, `steps`, `item` and `index`.

use crate::{
    expression::{ExpressionError, Scope},
    manifest::StepId,
};
use std::cell::OnceCell;
use wire::Payload;

/// The state of a run.
#[derive(Clone, Debug)]
pub(super) struct RunState {
    input: Payload,
    /// The results of the steps, in order of their first result.
    results: Vec<(StepId, Payload)>,
    /// `false` in a rehearsal, where results are unknown.
    has_results: bool,
}

impl RunState {
    pub(super) fn new(input: &Payload) -> Self {
        let input = if input.is_object() {
            input.clone()
        } else {
            Payload::empty_object()
        };
        Self {
            input,
            results: Vec::new(),
            has_results: true,
        }
    }

    pub(super) fn without_results(input: &Payload) -> Self {
        Self {
            has_results: false,
            ..Self::new(input)
        }
    }

    pub(super) fn input(&self) -> &Payload {
        &self.input
    }

    pub(super) fn has_results(&self) -> bool {
        self.has_results
    }

    pub(super) fn set(&mut self, step: &StepId, result: Payload) {
        match self.results.iter_mut().find(|(id, _)| id == step) {
            Some((_, known)) => *known = result,
            None => self.results.push((step.clone(), result)),
        }
    }

    pub(super) fn steps(&self) -> Payload {
        Payload::object(
            self.results
                .iter()
                .map(|(id, result)| (id.as_str(), result)),
        )
    }

    /// Returns the values in scope outside of a loop.
    pub(super) fn here(&self) -> Scopes<'_> {
        self.scopes(Some(Payload::null()), None)
    }

    /// Returns the values in scope for the attempt with this index.
    pub(super) fn attempt(&self, index: usize) -> Scopes<'_> {
        self.scopes(Some(Payload::null()), Some(index))
    }

    /// Returns the values in scope for one list element. `None` means that the element is unknown.
    pub(super) fn item(&self, item: Option<Payload>, index: usize) -> Scopes<'_> {
        self.scopes(item, Some(index))
    }

    fn scopes(&self, item: Option<Payload>, index: Option<usize>) -> Scopes<'_> {
        Scopes {
            known: self,
            item,
            index,
            scope: OnceCell::new(),
        }
    }
}

/// The values in scope at a place of the workflow, assembled on first use.
pub(super) struct Scopes<'k> {
    known: &'k RunState,
    item: Option<Payload>,
    index: Option<usize>,
    scope: OnceCell<Scope>,
}

impl Scopes<'_> {
    /// Returns `true` if a slot with these dependencies cannot be evaluated.
    pub(super) fn has_unknown(&self, reads_steps: bool, reads_item: bool) -> bool {
        (reads_steps && !self.known.has_results) || (reads_item && self.item.is_none())
    }

    pub(super) fn scope(&self) -> Result<&Scope, ExpressionError> {
        if let Some(scope) = self.scope.get() {
            return Ok(scope);
        }
        let null = Payload::null();
        let index = self
            .index
            .and_then(|index| Payload::parse(index.to_string()).ok());
        let scope = Scope::of(&Payload::object([
            ("input", &self.known.input),
            ("steps", &self.known.steps()),
            ("item", self.item.as_ref().unwrap_or(&null)),
            ("index", index.as_ref().unwrap_or(&null)),
        ]))?;
        Ok(self.scope.get_or_init(|| scope))
    }
}
