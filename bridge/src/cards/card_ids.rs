//! The ids of a card's elements, and the values of its choices, as far as they differ from those of the surface.
//!
//! Both follow from the resolved surface alone, so a submit is read without a table.

use crate::limits::MAX_CARD_LEVELS;
use a2ui::resolved::{InputKind, NodeKey, ResolvedInput, ResolvedNode, ResolvedSurface};
use std::collections::{BTreeMap, BTreeSet};

/// The member of an action's data that names the surface and the button.
pub(super) const ENVELOPE: &str = "a2ui";

/// The names that have a meaning in the data of an action, in lower case.
const RESERVED: [&str; 4] = [ENVELOPE, "msteams", "__proto__", "constructor"];

/// The ids of the elements of a card.
///
/// An element has the key of its node. The key gets a substitute if it is reserved, empty, or differs from an earlier one
/// only by case. The two inputs for a date with a time have the key with `#d` and `#t`.
#[derive(Debug, Default)]
pub(super) struct CardIds {
    ids: BTreeMap<NodeKey, String>,
    moments: BTreeMap<NodeKey, [String; 2]>,
    /// The ids in use, in lower case.
    taken: BTreeSet<String>,
}

/// The ids of the inputs that show one input of the surface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum InputIds<'i> {
    One(&'i str),
    /// The ids of the date and of the time.
    Moment(&'i str, &'i str),
}

impl CardIds {
    pub(super) fn of(surface: &ResolvedSurface) -> Self {
        let mut ids = Self::default();
        // A substitute must not be the key of a later node.
        let keys: BTreeSet<String> = wire::collect_set(
            surface
                .nodes
                .iter()
                .map(|node| node.key.as_str().to_lowercase()),
        );
        for (index, node) in surface.nodes.iter().enumerate() {
            let id = ids.take(node.key.as_str(), index, &keys);
            ids.ids.insert(node.key.clone(), id);
        }
        for (index, input) in surface.inputs.iter().enumerate() {
            if input.kind != InputKind::DateTime {
                continue;
            }
            let key = input.key.as_str();
            let date = ids.take(&format!("{key}#d"), index, &keys);
            let time = ids.take(&format!("{key}#t"), index, &keys);
            ids.moments.insert(input.key.clone(), [date, time]);
        }
        ids
    }

    /// Takes an id, or a substitute if the id cannot be used.
    fn take(&mut self, id: &str, index: usize, keys: &BTreeSet<String>) -> String {
        let lower = id.to_lowercase();
        let is_free = !id.is_empty() && !RESERVED.contains(&lower.as_str());
        if is_free && self.taken.insert(lower) {
            return id.to_owned();
        }
        let mut substitute = format!("element{index}");
        while keys.contains(&substitute) || !self.taken.insert(substitute.clone()) {
            substitute.push('_');
        }
        substitute
    }

    /// Takes an id for an element without a node, such as a tab.
    pub(super) fn add(&mut self, id: &str) -> String {
        self.take(id, self.taken.len(), &BTreeSet::new())
    }

    /// Returns the id of the element of a node.
    pub(super) fn get(&self, key: &NodeKey) -> &str {
        self.ids.get(key).map_or("", String::as_str)
    }

    /// Returns the ids of the inputs that show an input.
    pub(super) fn of_input(&self, key: &NodeKey) -> InputIds<'_> {
        match self.moments.get(key) {
            Some([date, time]) => InputIds::Moment(date, time),
            None => InputIds::One(self.get(key)),
        }
    }
}

/// Returns `true` if the choices of an input have their index as value. A card joins several values with commas, and it
/// does not tell an empty value from no value.
pub(super) fn has_index_values(input: &ResolvedInput) -> bool {
    let is_multiple = input.kind == InputKind::MultipleChoice;
    input.kind.is_choice()
        && input
            .options
            .iter()
            .any(|option| option.value.is_empty() || is_multiple && option.value.contains(','))
}

/// Returns `true` for a node that is too deep for a container of its own.
pub(super) fn is_flattened(node: &ResolvedNode) -> bool {
    node.depth >= MAX_CARD_LEVELS
}

/// Returns, for each node, the innermost Modal whose content contains it. Such a node is in a card of its own.
pub(super) fn inner_cards(surface: &ResolvedSurface) -> Vec<Option<usize>> {
    let mut cards: Vec<Option<usize>> = Vec::with_capacity(surface.nodes.len());
    for node in &surface.nodes {
        let card = node.parent.and_then(|parent| {
            let above = surface.nodes.get(parent)?;
            match is_content(above, node) {
                true => Some(parent),
                false => cards.get(parent).copied().flatten(),
            }
        });
        cards.push(card);
    }
    cards
}

/// Returns `true` for the content of a Modal that becomes a card.
pub(super) fn is_content(above: &ResolvedNode, node: &ResolvedNode) -> bool {
    above.component.as_deref() == Some("Modal") && !is_flattened(above) && !is_trigger(node)
}

/// Returns `true` for the trigger of a Modal.
pub(super) fn is_trigger(node: &ResolvedNode) -> bool {
    matches!(node.pointer.as_str(), "/trigger" | "/entryPointChild")
}
