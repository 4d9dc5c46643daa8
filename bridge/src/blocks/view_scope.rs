//! The parts of a surface that one message or view shows, and the buttons of a view.

use crate::{button_roles::SortedButtons, ids};
use a2ui::resolved::{DeclaredAction, NodeKey, ResolvedAction, ResolvedNode, ResolvedSurface};

/// The nodes that one message or view shows: those of a surface, or the content of a Modal. The content of a Modal within
/// is a view of its own.
pub(super) struct ViewScope<'s> {
    surface: &'s ResolvedSurface,
    /// The Modal whose content is shown. `None` for the surface.
    pub(super) modal: Option<&'s ResolvedNode>,
    /// The indices of the topmost nodes.
    pub(super) roots: Vec<usize>,
}

/// The buttons that Slack shows in the frame of a view.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct ViewButtons {
    pub(super) submit: Option<NodeKey>,
    pub(super) close: Option<NodeKey>,
}

/// The parts of a Modal.
pub(super) struct ModalParts {
    pub(super) trigger: Vec<usize>,
    pub(super) content: Vec<usize>,
}

impl<'s> ViewScope<'s> {
    pub(super) fn of_surface(surface: &'s ResolvedSurface) -> Self {
        let is_root = |index: &usize| {
            surface
                .nodes
                .get(*index)
                .is_some_and(|node| node.parent.is_none())
        };
        Self {
            surface,
            modal: None,
            roots: (0..surface.nodes.len()).filter(is_root).collect(),
        }
    }

    /// Returns the content of a Modal. Returns `None` for another component.
    pub(super) fn of_modal(surface: &'s ResolvedSurface, key: &NodeKey) -> Option<Self> {
        let node = surface.node(key)?;
        if node.component.as_deref() != Some("Modal") {
            return None;
        }
        Some(Self {
            surface,
            modal: Some(node),
            roots: modal_parts(surface, node).content,
        })
    }

    /// Returns all nodes in display order, also those in closed tabs.
    pub(super) fn nodes(&self) -> Vec<&'s ResolvedNode> {
        let mut nodes = Vec::new();
        let mut open: Vec<usize> = self.roots.iter().rev().copied().collect();
        while let Some(index) = open.pop() {
            let Some(node) = self.surface.nodes.get(index) else {
                continue;
            };
            nodes.push(node);
            // Components in a button only label it, and the parts of a Modal belong to its own view.
            if !matches!(node.component.as_deref(), Some("Button" | "Modal")) {
                open.extend(node.children.iter().rev());
            }
        }
        nodes
    }

    /// Finds the buttons of the frame. The primary button submits the view. A view with inputs needs such a button, so the
    /// first button that does not dismiss it takes this place. The button that dismisses the view closes it.
    pub(super) fn buttons(&self) -> ViewButtons {
        let nodes = self.nodes();
        let actions = nodes
            .iter()
            .filter_map(|node| self.surface.action(&node.key));
        let events: Vec<&ResolvedAction> = actions.filter(|action| is_sent(action)).collect();
        let has_inputs = nodes
            .iter()
            .filter_map(|node| self.surface.input(&node.key))
            .any(|input| input.path.is_some());
        let sorted = SortedButtons::of(&events);
        let primary = events.iter().find(|action| action.is_primary).copied();
        let submit = match primary {
            None if has_inputs => sorted.positive.first().copied(),
            primary => primary,
        };
        let submit = submit.map(|action| action.key.clone());
        let close = sorted.cancel.map(|action| action.key.clone());
        ViewButtons {
            close: close.filter(|key| Some(key) != submit.as_ref()),
            submit,
        }
    }

    /// Returns the `callback_id` of the view. It changes with the buttons of the frame, so that a view of an earlier state
    /// is recognized.
    pub(super) fn callback_id(&self, buttons: &ViewButtons) -> String {
        let text = |key: Option<&NodeKey>| key.map_or("", NodeKey::as_str).to_owned();
        let modal = self.modal.map(|node| &node.key);
        let parts = [
            text(modal),
            text(buttons.submit.as_ref()),
            text(buttons.close.as_ref()),
        ];
        let digest = ids::derive(&[
            "slack-view",
            self.surface.surface_id.as_str(),
            &parts.join("\u{1f}"),
        ]);
        format!("a2ui:{digest}")
    }

    /// Returns the view with this `callback_id`, and its buttons.
    pub(super) fn find(
        surface: &'s ResolvedSurface,
        callback_id: &str,
    ) -> Option<(Self, ViewButtons)> {
        let modals = surface
            .nodes
            .iter()
            .filter_map(|node| Self::of_modal(surface, &node.key));
        for scope in std::iter::once(Self::of_surface(surface)).chain(modals) {
            let buttons = scope.buttons();
            if scope.callback_id(&buttons) == callback_id {
                return Some((scope, buttons));
            }
        }
        None
    }
}

/// Returns `true` for an action that the agent receives: an event, or a call of a function of the agent.
pub(super) fn is_sent(action: &ResolvedAction) -> bool {
    match &action.action {
        DeclaredAction::Event { .. } => true,
        DeclaredAction::Call(call) => call.name == AGENT_CALL,
        _ => false,
    }
}

/// The function that calls a function of the agent.
const AGENT_CALL: &str = "callAgentFunction";

/// Returns the parts of a Modal. Children elsewhere belong to the content.
pub(super) fn modal_parts(surface: &ResolvedSurface, node: &ResolvedNode) -> ModalParts {
    let mut parts = ModalParts {
        trigger: Vec::new(),
        content: Vec::new(),
    };
    for index in &node.children {
        let Some(child) = surface.nodes.get(*index) else {
            continue;
        };
        let name = child.pointer.segments().next();
        match name.as_deref() {
            Some("trigger" | "entryPointChild") => parts.trigger.push(*index),
            _ => parts.content.push(*index),
        }
    }
    parts
}
