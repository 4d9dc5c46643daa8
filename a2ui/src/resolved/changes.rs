//! The differences between two states of a surface.

use super::{NodeKey, ResolvedAction, ResolvedInput, ResolvedNode, ResolvedSurface};
use std::collections::BTreeMap;

/// A node that differs between two states of a surface.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NodeChange {
    /// The key of the node.
    pub key: NodeKey,
    /// The kind of the difference.
    pub kind: ChangeKind,
}

/// The kind of a difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum ChangeKind {
    /// The node is new.
    Added,
    /// The node shows something else: its properties, failing checks, input or action differ. Properties contain the keys
    /// of the children, so a node is changed if its children or their order differ.
    Changed,
    /// The node is gone.
    Removed,
}

/// The parts of a node that are shown. The position follows from the properties of the parents.
#[derive(PartialEq)]
struct Shown<'a> {
    node: (
        &'a Option<String>,
        &'a wire::Payload,
        &'a [crate::surface::FailedCheck],
    ),
    input: Option<&'a ResolvedInput>,
    action: Option<&'a ResolvedAction>,
}

impl ResolvedSurface {
    /// Returns the nodes that differ from an earlier state of the same surface. A node is listed only if it is new, gone or
    /// shows something else. New and changed nodes come first, in display order, and then the nodes that are gone. Applying
    /// the changes to the earlier nodes gives the nodes of this state.
    ///
    /// ```
    /// use agent_ui_a2ui::{Message, expression::Host, resolved::ChangeKind, surface::Surfaces, wire::Payload};
    ///
    /// let mut surfaces = Surfaces::new();
    /// surfaces.apply(&Message::read(r#"{"version":"v1.0","createSurface":{"surfaceId":"s","dataModel":{"l":[1,2]},"components":[
    ///     {"id":"root","component":"List","children":{"componentId":"t","path":"/l"}},
    ///     {"id":"t","component":"Text","text":{"@path":"."}}]}}"#)?)?;
    /// let earlier = surfaces.get("s").unwrap().resolve(&Host::new())?;
    /// surfaces.write("s", "/l/1", Payload::parse("3")?)?;
    /// let changes = surfaces.get("s").unwrap().resolve(&Host::new())?.changes_since(&earlier);
    /// assert_eq!(changes.len(), 1);
    /// assert_eq!((changes[0].key.as_str(), changes[0].kind), ("t@/l/1", ChangeKind::Changed));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn changes_since(&self, earlier: &Self) -> Vec<NodeChange> {
        let mut before = earlier.shown();
        let mut after = self.shown();
        let mut changes = Vec::new();
        for node in &self.nodes {
            let kind = match (before.remove(&node.key), after.remove(&node.key)) {
                (None, _) => ChangeKind::Added,
                (before, after) if before != after => ChangeKind::Changed,
                _ => continue,
            };
            changes.push(NodeChange {
                key: node.key.clone(),
                kind,
            });
        }
        for node in &earlier.nodes {
            if before.contains_key(&node.key) {
                changes.push(NodeChange {
                    key: node.key.clone(),
                    kind: ChangeKind::Removed,
                });
            }
        }
        changes
    }

    /// Returns the shown parts of all nodes by key.
    fn shown(&self) -> BTreeMap<&NodeKey, Shown<'_>> {
        let mut shown = BTreeMap::new();
        for node in &self.nodes {
            shown.insert(&node.key, Shown::of(node));
        }
        for input in &self.inputs {
            if let Some(shown) = shown.get_mut(&input.key) {
                shown.input = Some(input);
            }
        }
        for action in &self.actions {
            if let Some(shown) = shown.get_mut(&action.key) {
                shown.action = Some(action);
            }
        }
        shown
    }
}

impl<'a> Shown<'a> {
    fn of(node: &'a ResolvedNode) -> Self {
        Self {
            node: (&node.component, &node.properties, &node.failed_checks),
            input: None,
            action: None,
        }
    }
}
