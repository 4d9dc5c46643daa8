//! The fields of manifests and declarations that do not come back.

use super::{LEVELS, any_object, canvas_id, description, display_name, surface};
use crate::{
    lens::Losses,
    mappings::tools::callable_tools,
    tool_names::{any_name, safe_name},
};
use actions_json::manifest::{Manifest, Surface, Tool, Version, XActions};
use ahp::canvas::{ClientCanvasDeclaration, SessionCanvasAction};
use wire::{Field, List, Pointer, Tolerant};

/// Adds the fields of a manifest that do not come back from its declaration. `offered` contains the indices of the
/// tools that became actions.
pub(super) fn add_losses_of_manifest(
    own: &Manifest,
    target: &ClientCanvasDeclaration,
    offered: &[usize],
    losses: &mut Losses,
) {
    let root = Pointer::root();
    let protocol = own.protocol.get();
    let members = [
        (
            "protocol",
            protocol.is_some_and(|own| own == Manifest::PROTOCOL),
        ),
        ("version", own.version.get().is_some_and(Version::is_v1)),
        // A declaration has no room for the other sections.
        ("imports", own.imports.is_absent()),
        ("composition", own.composition.is_absent()),
        ("context", own.context.is_absent()),
        ("states", own.states.is_absent()),
        ("transitions", own.transitions.is_absent()),
        ("signals", own.signals.is_absent()),
        ("attachments", own.attachments.is_absent()),
        ("checks", own.checks.is_absent()),
        ("state_projections", own.state_projections.is_absent()),
        ("provenance", own.provenance.is_absent()),
    ];
    losses.add_members(&root, &members);
    add_losses_of_surface(&own.surface, &surface(target), losses);
    let actions = target.actions.get().map_or(&[][..], Vec::as_slice);
    let tools = Pointer::from_static("/tools");
    match own.tools.get() {
        Some(own) => add_losses_of_tools(&tools, own, (actions, offered), losses),
        None => losses.add(tools),
    }
    losses.add_unknown_members(&root, &own.extra);
}

/// Adds the members of a surface that do not come back.
fn add_losses_of_surface(own: &Tolerant<Surface>, returned: &Surface, losses: &mut Losses) {
    let at = Pointer::from_static("/surface");
    let is_returned = *returned != Surface::new();
    let Some(own) = own.get().filter(|_| is_returned) else {
        // A text instead of an object comes back as an object, and a surface without these members does not come back.
        if is_returned || !own.is_absent() {
            losses.add(at);
        }
        return;
    };
    let members = [
        ("origin", own.origin.is_absent()),
        ("name", own.name == returned.name),
        ("kind", own.kind.is_absent()),
        ("description", own.description == returned.description),
        ("surface_id", own.surface_id == returned.surface_id),
    ];
    losses.add_members(&at, &members);
    losses.add_unknown_members(&at, &own.extra);
}

/// Adds the tools that do not come back, and the lost members of the tools that do.
fn add_losses_of_tools(
    list: &Pointer,
    own: &List<Tool>,
    (actions, offered): (&[SessionCanvasAction], &[usize]),
    losses: &mut Losses,
) {
    if own.len() == actions.len() {
        for (index, action) in actions.iter().enumerate() {
            let name = safe_name(&action.name);
            let own_name = own.get(index).and_then(|tool| tool.name.get());
            if own_name.is_some_and(|own| own.as_str() != name) {
                losses.return_key(index, name);
            }
            add_losses_of_tool(own.get(index), action, &list.element(index), losses);
        }
        return;
    }
    // Tools were left out. The carry keeps those after the others, or else the whole list.
    if !actions.is_empty() && actions.len() < own.len() && are_first(own, actions) {
        return (actions.len()..own.len()).for_each(|index| losses.add_element(list, index));
    }
    // A carry may have made it another list.
    if offered.len() != actions.len() {
        return losses.add(list.clone());
    }
    let mut parts = Losses::default();
    for (index, action) in offered.iter().zip(actions) {
        add_losses_of_tool(own.get(*index), action, &list.element(*index), &mut parts);
    }
    for index in (0..own.len()).filter(|index| offered.binary_search(index).is_err()) {
        parts.add(list.element(index));
    }
    losses.add_parts(list.clone(), parts.into_places());
}

/// Returns `true` if these actions give back the first tools of the list unchanged.
fn are_first(own: &List<Tool>, actions: &[SessionCanvasAction]) -> bool {
    actions.iter().enumerate().all(|(index, action)| {
        let mut lost = Losses::default();
        add_losses_of_tool(own.get(index), action, &Pointer::root(), &mut lost);
        lost.into_places().is_empty()
    })
}

/// Adds the members of a tool that do not come back from its action. `None` is an element of another kind.
fn add_losses_of_tool(
    own: Option<&Tool>,
    target: &SessionCanvasAction,
    at: &Pointer,
    losses: &mut Losses,
) {
    let Some(own) = own else {
        return losses.add(at.clone());
    };
    let name = safe_name(&target.name);
    let description = target.description.get().map_or("", String::as_str);
    let members = [
        (
            "name",
            own.name.get().is_some_and(|own| own.as_str() == name),
        ),
        (
            "description",
            own.description.get().is_some_and(|own| own == description),
        ),
        // An action has no room for the other members.
        ("target", own.target.is_absent()),
        ("requires", own.requires.is_absent()),
        ("workflow", own.workflow.is_absent()),
        ("result_schema", own.result_schema.is_none()),
        ("source", own.source.is_absent()),
    ];
    losses.add_members(at, &members);
    let any_object = any_object();
    let schema = target.input_schema.as_ref().unwrap_or(&any_object);
    let schema = (own.input_schema.as_ref(), Some(schema));
    losses.add_changes(&at.member("input_schema"), schema, LEVELS);
    let at_x_actions = at.member("x_actions");
    match own.x_actions.get() {
        Some(own) => add_losses_of_x_actions(own, &name, &at_x_actions, losses),
        None => losses.add(at_x_actions),
    }
    losses.add_unknown_members(at, &own.extra);
}

/// Adds the members of `x_actions` that do not come back. The handler comes back if it equals the name of the tool.
fn add_losses_of_x_actions(own: &XActions, name: &str, at: &Pointer, losses: &mut Losses) {
    let members = [
        ("direction", own.direction.is_absent()),
        (
            "handler",
            own.handler.get().is_some_and(|own| own.as_str() == name),
        ),
        ("scope", own.scope.is_absent()),
        ("source", own.source.is_absent()),
        ("execution", own.execution.is_absent()),
        ("result_schema", own.result_schema.is_none()),
        ("static_output", own.static_output.is_none()),
        ("binding", own.binding.is_none()),
    ];
    losses.add_members(at, &members);
    losses.add_unknown_members(at, &own.extra);
}

/// Adds the fields of a declaration that do not come back from its manifest. `offered` is the manifest as agents see
/// it. A manifest that hides actions gives nothing back.
pub(super) fn add_losses_of_declaration(
    own: &ClientCanvasDeclaration,
    offered: Option<&Manifest>,
    losses: &mut Losses,
) {
    let root = Pointer::root();
    let Some(offered) = offered else {
        return losses.add(root);
    };
    let members = [
        ("canvasId", own.canvas_id.as_str() == canvas_id(offered)),
        ("displayName", own.display_name == display_name(offered)),
        ("description", own.description == description(offered)),
        // A manifest has no room for the input of a canvas.
        ("inputSchema", own.input_schema.is_none()),
    ];
    losses.add_members(&root, &members);
    losses.add_unknown_members(&root, &own.extra);
    let list = root.member("actions");
    let tools: Vec<(usize, &Tool, &str)> = callable_tools(offered).collect();
    let Some(actions) = own.actions.get().filter(|own| own.len() == tools.len()) else {
        // A list that was absent, or that became longer by a carry.
        return losses.add(list);
    };
    for (index, (own, (_, target, name))) in actions.iter().zip(tools).enumerate() {
        let at = list.element(index);
        let returned = any_name(name);
        if own.name != returned {
            losses.return_key(index, returned.as_str());
        }
        let description = match (&own.description, target.description.get()) {
            (Field::Value(own), Some(returned)) => own == returned,
            (own, returned) => own.is_absent() && returned.is_none(),
        };
        let members = [("name", own.name == returned), ("description", description)];
        losses.add_members(&at, &members);
        let schema = (own.input_schema.as_ref(), target.input_schema.as_ref());
        losses.add_changes(&at.member("inputSchema"), schema, LEVELS);
        losses.add_unknown_members(&at, &own.extra);
    }
}
