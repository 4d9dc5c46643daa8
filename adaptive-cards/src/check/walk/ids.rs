//! The ids of a card: those of elements, those of inputs, and the targets of actions.

use super::Surroundings;
use std::collections::{BTreeMap, BTreeSet};
use wire::{Finding, Pointer};

/// The names that hosts or programs interpret in submitted values.
const INTERPRETED: [&str; 3] = ["msteams", "__proto__", "constructor"];

/// The ids of a card and the cards in it.
#[derive(Debug, Default)]
pub(super) struct Ids {
    /// The card around each card. The outermost card is its own.
    cards: Vec<usize>,
    elements: BTreeSet<String>,
    inputs: BTreeMap<String, Places>,
    /// The first spelling of each input id, by its lowercase letters.
    spellings: BTreeMap<String, String>,
    targets: Vec<Target>,
}

/// The cards with an input of one id.
#[derive(Debug, Default)]
struct Places {
    cards: BTreeSet<usize>,
    /// The cards around these.
    around: BTreeSet<usize>,
}

/// The target of an action.
#[derive(Debug)]
struct Target {
    id: String,
    at: Pointer,
    is_input: bool,
}

impl Ids {
    pub(super) fn has_no_cards(&self) -> bool {
        self.cards.is_empty()
    }

    /// Adds a card inside another one, and returns its number.
    pub(super) fn enter_card(&mut self, around: usize) -> usize {
        self.cards.push(around);
        self.cards.len() - 1
    }

    pub(super) fn note_element(&mut self, id: &str) {
        self.elements.insert(id.to_owned());
    }

    pub(super) fn note_target(&mut self, id: String, at: Pointer, is_input: bool) {
        self.targets.push(Target { id, at, is_input });
    }

    /// Records the id of an input, and reports an id that the submitted values cannot have.
    pub(super) fn note_input(
        &mut self,
        id: &str,
        at: &Pointer,
        surroundings: Surroundings,
        found: &mut Vec<Finding>,
    ) {
        if INTERPRETED.contains(&id) {
            let message =
                format!("hosts or programs interpret the member `{id}` of submitted values");
            let finding = Finding::warning("adaptive-cards/input-id", at.clone(), message);
            found.push(finding.hint("choose another id"));
        }
        let is_repeated = self.is_repeated(id, surroundings.scope);
        // Only one of an element and its fallback is shown.
        if is_repeated && !surroundings.is_alternative {
            let message = format!(
                "several inputs have the id `{}`, and only one value is submitted",
                id.escape_debug()
            );
            let finding = Finding::error("adaptive-cards/duplicate-id", at.clone(), message);
            found.push(finding.hint("give each input its own id"));
        }
        let first = self
            .spellings
            .entry(id.to_lowercase())
            .or_insert_with(|| id.to_owned());
        if first != id {
            let message = format!(
                "the id differs from `{}` only in the case of letters",
                first.escape_debug()
            );
            let finding = Finding::warning("adaptive-cards/input-id", at.clone(), message);
            found.push(finding.hint("choose ids that differ in their letters"));
        }
        self.place_input(id, surroundings.scope);
    }

    /// Returns `true` if one click submits another input with this id: one of the same card, of a card around it, or of a
    /// card in it.
    fn is_repeated(&self, id: &str, card: usize) -> bool {
        let Some(places) = self.inputs.get(id) else {
            return false;
        };
        let mut own_and_around = self.own_and_around(card).into_iter();
        places.around.contains(&card) || own_and_around.any(|card| places.cards.contains(&card))
    }

    fn place_input(&mut self, id: &str, card: usize) {
        let around = self.own_and_around(card);
        let places = self.inputs.entry(id.to_owned()).or_default();
        places.cards.insert(card);
        places.around.extend(around.into_iter().skip(1));
    }

    /// Returns a card and the cards around it, from the inside out.
    fn own_and_around(&self, card: usize) -> Vec<usize> {
        let mut cards = vec![card];
        let mut inner = card;
        while let Some(outer) = self
            .cards
            .get(inner)
            .copied()
            .filter(|outer| *outer < inner)
        {
            cards.push(outer);
            inner = outer;
        }
        cards
    }

    /// Reports the targets that the card does not have. An expression of a template can become any id.
    pub(super) fn report_unknown_targets(&self, is_template: bool, found: &mut Vec<Finding>) {
        if is_template {
            return;
        }
        for Target { id, at, is_input } in &self.targets {
            let (is_known, kind) = match is_input {
                true => (self.inputs.contains_key(id), "input"),
                false => (self.elements.contains(id), "element"),
            };
            if is_known {
                continue;
            }
            let message = format!("the card has no {kind} with the id `{}`", id.escape_debug());
            let finding = Finding::warning("adaptive-cards/target", at.clone(), message);
            found.push(finding.hint(format_args!("name the id of an {kind}")));
        }
    }
}
