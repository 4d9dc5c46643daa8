//! The safe repairs of a document that `check --fix` does not apply, and the reasons.

use super::document::{RemainingRepair, remaining_repairs};
use crate::{
    input::{Input, SourceForm},
    json,
    repair::Obstacle,
};
use bridge::{
    DialectOrProtocol,
    a2ui::{
        Element,
        repair::{Checkpoint, Repairer},
    },
};
use std::collections::BTreeSet;
use wire::Pointer;

/// The repairs of a document that `check --fix` does not apply.
#[derive(Debug, Default)]
pub(crate) struct Obstacles {
    /// The obstacle to all repairs.
    whole: Option<Obstacle>,
    /// The number of repairs of the first message that were needed to find the message in its container.
    of_carrier: usize,
    /// The repairs that the repaired document would still need.
    left: BTreeSet<RemainingRepair>,
    /// The rules of the repairs in `left`.
    left_rules: BTreeSet<&'static str>,
    /// The places of messages with a repair that is a guess.
    guessed: BTreeSet<Pointer>,
    /// The places of messages that cannot be read.
    unreadable: BTreeSet<Pointer>,
    /// `true` if the JSON of the document needs a repair that is a guess.
    has_guessed_syntax: bool,
}

impl Obstacles {
    /// Determines the obstacles to the repairs in the elements of a document. `before` is the state of the reader
    /// before the document. Afterwards, the reader has the state after the document.
    pub(crate) fn of(
        named: DialectOrProtocol,
        input: &Input<'_>,
        elements: &[Element],
        repairer: &mut Repairer,
        before: &Checkpoint,
    ) -> Self {
        let Ok(text) = input.text else {
            return Self::default();
        };
        let mut repairs = elements.iter().flat_map(|element| &element.repairs);
        if !repairs.any(|repair| repair.kind.is_safe() && repair.kind.is_fault()) {
            return Self::default();
        }
        let whole = match input.source() {
            SourceForm::Literal => None,
            SourceForm::Carried => Some(Obstacle::Container),
            SourceForm::Recovered => Some(Obstacle::FaultyList),
            SourceForm::Utf16 => Some(Obstacle::Utf16),
        };
        if whole.is_some() {
            return Self {
                whole,
                ..Self::default()
            };
        }
        let (mut guessed, mut unreadable) = (BTreeSet::new(), BTreeSet::new());
        let mut has_guessed_syntax = false;
        for element in elements {
            for repair in element
                .repairs
                .iter()
                .filter(|repair| !repair.kind.is_safe())
            {
                guessed.insert(element.pointer.clone());
                has_guessed_syntax |= repair.offset.is_some();
            }
            if element.result.is_err() {
                unreadable.insert(element.pointer.clone());
            }
        }
        let left = remaining_repairs(named, text, repairer, before);
        Self {
            whole: None,
            left_rules: left.iter().map(|(rule, _)| *rule).collect(),
            guessed,
            unreadable,
            of_carrier: input.repairs().len(),
            left,
            has_guessed_syntax: has_guessed_syntax && json::syntax_error(text).is_some(),
        }
    }

    /// Returns the obstacle to the repair of an element with this index. `is_first` is `true` for the first element.
    pub(crate) fn obstacle(
        &self,
        element: &Element,
        index: usize,
        is_first: bool,
    ) -> Option<Obstacle> {
        if self.whole.is_some() {
            return self.whole;
        }
        if is_first && index < self.of_carrier {
            return Some(Obstacle::Container);
        }
        let repair = element.repairs.get(index)?;
        let rule = repair.kind.rule();
        let obstacle = if self.has_guessed_syntax || self.guessed.contains(&element.pointer) {
            Obstacle::Guess
        } else if self.unreadable.contains(&element.pointer) {
            Obstacle::Unreadable
        } else {
            Obstacle::Remaining
        };
        // A repair can move the messages after it, so their places differ in the repaired document.
        let may_be_moved = obstacle != Obstacle::Remaining && self.left_rules.contains(rule);
        if may_be_moved || self.left.contains(&(rule, repair.pointer.clone())) {
            return Some(obstacle);
        }
        None
    }
}
