//! The ids of blocks and actions, and the text that names the surface.

use crate::{ids, surface_writer::object};
use a2ui::{
    resolved::{NodeKey, ResolvedNode, ResolvedSurface},
    surface::Surfaces,
};
use std::collections::BTreeMap;
use wire::Payload;

/// The `action_id` of every input.
pub(super) const INPUT_ACTION: &str = "v";
/// The greatest number of characters of an id.
pub(super) const MAX_ID: usize = 255;
/// The prefix of the actions that open a tab.
const TAB: &str = "tab:";
/// The prefix of the actions that open a view.
const MODAL: &str = "modal:";
/// The greatest number of characters of a reference, which is the `value` of buttons.
pub(super) const MAX_REFERENCE: usize = 2000;

/// The target of an `action_id`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ActionTarget {
    /// A button of the surface.
    Button(NodeKey),
    /// A tab, by the key of the Tabs and the index.
    Tab(NodeKey, usize),
    /// A Modal that opens.
    Modal(NodeKey),
}

/// The ids of a resolved surface. The ids are computed from the surface alone, so an event needs no saved table.
#[derive(Debug, Default)]
pub(super) struct BlockIds {
    inputs: BTreeMap<String, NodeKey>,
    actions: BTreeMap<String, ActionTarget>,
}

impl BlockIds {
    pub(super) fn of(surface: &ResolvedSurface) -> Self {
        let mut ids = Self::default();
        for input in &surface.inputs {
            ids.inputs.insert(input_id(&input.key), input.key.clone());
        }
        for action in &surface.actions {
            let target = ActionTarget::Button(action.key.clone());
            ids.actions.insert(button_id(&action.key), target);
        }
        for node in &surface.nodes {
            match node.component.as_deref() {
                Some("Tabs") => {
                    for (index, _) in tab_titles(node).into_iter().enumerate() {
                        let target = ActionTarget::Tab(node.key.clone(), index);
                        ids.actions.insert(tab_id(&node.key, index), target);
                    }
                }
                Some("Modal") => {
                    let target = ActionTarget::Modal(node.key.clone());
                    ids.actions.insert(modal_id(&node.key), target);
                }
                _ => {}
            }
        }
        ids
    }

    /// Returns the input with this `block_id`.
    pub(super) fn input(&self, block_id: &str) -> Option<&NodeKey> {
        self.inputs.get(block_id)
    }

    /// Returns the target of this `action_id`.
    pub(super) fn action(&self, action_id: &str) -> Option<&ActionTarget> {
        self.actions.get(action_id)
    }
}

/// Returns the `block_id` of an input.
pub(super) fn input_id(key: &NodeKey) -> String {
    match own_id(key) {
        Some(id) => id.to_owned(),
        None => substitute(key),
    }
}

/// Returns the `action_id` of a button.
pub(super) fn button_id(key: &NodeKey) -> String {
    match own_id(key) {
        Some(id) if !id.starts_with(TAB) && !id.starts_with(MODAL) => id.to_owned(),
        _ => substitute(key),
    }
}

/// Returns the `action_id` of the button that opens a tab.
pub(super) fn tab_id(key: &NodeKey, index: usize) -> String {
    let own = own_id(key).and_then(|id| within_limit(format!("{TAB}{id}:{index}")));
    own.unwrap_or_else(|| format!("{TAB}{}:{index}", substitute(key)))
}

/// Returns the `action_id` of the button that opens a Modal.
pub(super) fn modal_id(key: &NodeKey) -> String {
    let own = own_id(key).and_then(|id| within_limit(format!("{MODAL}{id}")));
    own.unwrap_or_else(|| format!("{MODAL}{}", substitute(key)))
}

/// Returns the key as an id, if Slack accepts it. Keys that look like substitutes are replaced, too.
pub(super) fn own_id(key: &NodeKey) -> Option<&str> {
    let text = key.as_str();
    let is_fit = !text.is_empty() && text.chars().nth(MAX_ID).is_none();
    (is_fit && !text.starts_with(SUBSTITUTE)).then_some(text)
}

fn within_limit(id: String) -> Option<String> {
    id.chars().nth(MAX_ID).is_none().then_some(id)
}

/// The prefix of the ids that replace keys.
const SUBSTITUTE: &str = "key-";

fn substitute(key: &NodeKey) -> String {
    format!(
        "{SUBSTITUTE}{}",
        ids::derive(&["slack-blocks", key.as_str()])
    )
}

/// Returns the titles of the tabs.
pub(super) fn tab_titles(node: &ResolvedNode) -> Vec<String> {
    let tabs = ["tabs", "tabItems"]
        .iter()
        .find_map(|name| node.properties.member(name));
    let mut titles = Vec::new();
    for tab in tabs.iter().flat_map(Payload::elements) {
        let title = tab.member("title");
        let title = title.and_then(|title| Some(title.as_str()?.into_owned()));
        titles.push(title.unwrap_or_default());
    }
    titles
}

/// Returns the text that names a surface: `{"a2ui":{"surfaceId":"trip"}}`. If the id is too long for Slack, a digest of it
/// replaces it.
pub(super) fn reference_to(surface_id: &str) -> String {
    let text = reference("surfaceId", surface_id);
    match text.chars().nth(MAX_REFERENCE) {
        None => text,
        Some(_) => reference("surfaceDigest", &digest(surface_id)),
    }
}

fn reference(name: &str, value: &str) -> String {
    let inner = object(&[(name, Payload::string(value))]);
    object(&[("a2ui", inner)]).text().to_owned()
}

fn digest(surface_id: &str) -> String {
    ids::derive(&["slack-surface", surface_id])
}

/// Returns the id of the surface that a reference names. Returns `None` for other texts and for unknown digests.
pub(super) fn surface_in(text: &str, surfaces: &Surfaces) -> Option<String> {
    let reference = Payload::parse(text).ok()?.member("a2ui")?;
    if let Some(id) = reference.member("surfaceId") {
        return Some(id.as_str()?.into_owned());
    }
    let expected = reference.member("surfaceDigest")?.as_str()?.into_owned();
    let mut ids = surfaces.iter().map(|surface| surface.surface_id().as_str());
    let found = ids.find(|id| digest(id) == expected);
    found.map(str::to_owned)
}
