//! The table of actions.

use super::{NodeKey, ResolvedNode, ResolvedSurface};
use crate::{
    expression::{Evaluation, FunctionCall},
    surface::{ActionError, Surface, SurfaceComponent, WrittenAction},
};
use wire::Payload;

/// An action of a resolved surface.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ResolvedAction {
    /// The key of the node that the user clicks.
    pub key: NodeKey,
    /// The text that the node shows: all texts below the node, separated by spaces. If the node shows no text, its label for
    /// assistive technology. `None` if it has neither.
    pub label: Option<String>,
    /// `true` if the button is the primary one.
    pub is_primary: bool,
    /// `true` if [checks](ResolvedNode::failed_checks) of the node fail, so that a click has no effect.
    pub is_disabled: bool,
    /// The effect of a click.
    pub action: DeclaredAction,
    /// The arguments of a called function with all values read, such as the URL that a click opens now. `None` for an
    /// event, and if an argument cannot be evaluated.
    pub arguments: Option<Payload>,
}

/// The effect of a click as the component declares it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DeclaredAction {
    /// The client sends an event to the agent.
    Event {
        /// The name of the event.
        name: String,
        /// The context as an object, whose values are the expressions of the component. The context of 0.8 is turned into
        /// an object, too.
        context: Payload,
    },
    /// The client calls a function. The arguments are the expressions of the component.
    Call(FunctionCall),
}

/// Reads the action of a component. Returns `None` if the component has no action.
pub(super) fn read(
    surface: &Surface,
    component: &SurfaceComponent,
    node: &ResolvedNode,
    evaluation: &mut Evaluation<'_>,
) -> Option<Result<ResolvedAction, ActionError>> {
    component.property("action")?;
    let written = match surface.written_action(component, evaluation) {
        Ok(written) => written,
        Err(error) => return Some(Err(error)),
    };
    let arguments = match &written {
        WrittenAction::Call { call, at } => evaluation.arguments(call, at).ok(),
        WrittenAction::Event { .. } => None,
    };
    let action = declared(&written, component);
    Some(action.map(|action| ResolvedAction {
        key: node.key.clone(),
        label: None,
        is_primary: node.has_word("variant", "primary") || node.has_flag("primary"),
        is_disabled: !node.failed_checks.is_empty(),
        action,
        arguments: arguments.and_then(|call| call.arguments),
    }))
}

fn declared(
    written: &WrittenAction,
    component: &SurfaceComponent,
) -> Result<DeclaredAction, ActionError> {
    if let WrittenAction::Call { call, .. } = written {
        return Ok(DeclaredAction::Call(call.clone()));
    }
    let Some((name, entries)) = written.event_parts(component)? else {
        return Err(ActionError::Undeclared);
    };
    let members = entries
        .iter()
        .map(|entry| (entry.name.as_str(), &entry.value));
    Ok(DeclaredAction::Event {
        name,
        context: Payload::object(members),
    })
}

/// Returns the text that the node of an action shows.
pub(super) fn label(surface: &ResolvedSurface, key: &NodeKey) -> Option<String> {
    let top = surface.node(key)?;
    let mut texts = Vec::new();
    let mut open = vec![top];
    while let Some(node) = open.pop() {
        if node.component.as_deref() == Some("Text") {
            texts.extend(node.text("text"));
        }
        let children: Vec<&ResolvedNode> = surface.children(node).collect();
        open.extend(children.into_iter().rev());
    }
    texts.retain(|text| !text.is_empty());
    if texts.is_empty() {
        return accessible_label(top);
    }
    Some(texts.join(" "))
}

/// Returns the label for assistive technology.
pub(super) fn accessible_label(node: &ResolvedNode) -> Option<String> {
    for name in ["accessibility", "@accessibility"] {
        let texts = node.properties.member(name);
        if let Some(label) = texts.and_then(|texts| texts.member("label")) {
            return label.as_str().map(|label| label.into_owned());
        }
    }
    None
}
