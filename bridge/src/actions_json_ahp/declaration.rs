//! Manifests and declarations.

use super::rules::{BACKWARD, FORWARD};
use crate::{
    Carry, Context, Dialect, Ledger, Refusal, Rule,
    Verdict::{Copied, Defaulted, Encoded, Renamed},
    complement::List,
    fields::Fields,
    lens::{Lists, Way, refuse_errors},
    tool_names::{any_name, safe_name},
    tools::{self, called},
};
use actions_json::{
    manifest::{Manifest, Surface, Tool, XActions},
    validate::{self, Profile},
};
use ahp::canvas::{ClientCanvasDeclaration, SessionCanvasAction};
use wire::{Field, Payload, Pointer, Validate};

/// The kind of canvas of a manifest that has no name of its own.
pub(super) const CANVAS_ID: &str = "actions-json";

static THERE: Way = Way {
    from: Dialect::ActionsJson,
    to: Dialect::AhpCanvas,
    lists: Some(Lists {
        from: "/tools",
        to: "/actions",
        elements: List { made: &["actions"], visible: &["tools"] },
    }),
    others: &FORWARD.others,
};

static BACK: Way = Way {
    from: Dialect::AhpCanvas,
    to: Dialect::ActionsJson,
    lists: Some(Lists {
        from: "/actions",
        to: "/tools",
        elements: List { made: &["tools"], visible: &["actions"] },
    }),
    others: &BACKWARD.others,
};

/// Translates a manifest into a kind of canvas that a client provides.
///
/// # Errors
/// If the manifest has errors (profile `published`).
///
/// ```
/// # use agent_ui_bridge as bridge;
/// use bridge::{Carry, Context, actions_json_ahp};
///
/// let manifest = wire::decode(
///     r#"{"protocol":"actions.json","version":1,"surface":{"name":"Shop"},"tools":[
///         {"name":"cart.add","description":"Adds.","input_schema":{"type":"object"},"x_actions":{"handler":"cart.add"}}]}"#,
/// )?;
/// let (declaration, carry) = actions_json_ahp::forward(manifest, &Carry::default(), &Context::default(), &mut ())?;
/// assert_eq!(
///     wire::encode(&declaration)?,
///     r#"{"canvasId":"actions-json","displayName":"Shop","description":"","actions":[{"name":"cart.add","description":"Adds.","inputSchema":{"type":"object"}}]}"#,
/// );
/// assert!(carry.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn forward<L: Ledger>(
    manifest: Manifest,
    home: &Carry,
    _cx: &Context,
    ledger: &mut L,
) -> Result<(ClientCanvasDeclaration, Carry), Refusal> {
    refuse_errors("actions-json-ahp/valid", &validate::check(&manifest, &Profile::PUBLISHED, None))?;
    let bare = declaration(&manifest);
    let mut fields = Fields::of(ledger);
    note_forward(&manifest, &bare, &mut fields);
    let back = |image: &_| Some(self::manifest(image));
    THERE.settle(&manifest, &bare, fields, back, home, ledger)
}

/// Translates a kind of canvas into a manifest. A tool has the handler of its own name, unless the carry says otherwise.
///
/// # Errors
/// If the declaration has errors.
pub fn backward<L: Ledger>(
    declaration: ClientCanvasDeclaration,
    home: &Carry,
    _cx: &Context,
    ledger: &mut L,
) -> Result<(Manifest, Carry), Refusal> {
    refuse_errors("ahp-actions-json/valid", &declaration.validate())?;
    let bare = manifest(&declaration);
    let mut fields = Fields::of(ledger);
    note_backward(&declaration, &bare, &mut fields);
    let back = |image: &_| Some(self::declaration(image));
    BACK.settle(&declaration, &bare, fields, back, home, ledger)
}

/// The kind of canvas that a manifest is.
pub(super) fn canvas_id(manifest: &Manifest) -> &str {
    let stated = manifest.surface.get().and_then(|surface| surface.surface_id.get());
    stated.map_or(CANVAS_ID, String::as_str)
}

fn declaration(manifest: &Manifest) -> ClientCanvasDeclaration {
    let canvas_id = canvas_id(manifest);
    let display_name = manifest.surface_name().unwrap_or(canvas_id.into());
    let description = manifest.surface.get().and_then(|surface| surface.description.get());
    let action = |(_, tool, name): (usize, &Tool, &str)| {
        let mut action = SessionCanvasAction::new(any_name(name));
        action.description = tool.description.get().map_or(Field::Absent, |text| Field::Value(text.clone()));
        action.input_schema = tool.input_schema.clone();
        action
    };
    ClientCanvasDeclaration::new(canvas_id, display_name.as_ref(), description.map_or("", String::as_str))
        .actions(called(manifest).map(action).collect::<Vec<_>>())
}

fn manifest(declaration: &ClientCanvasDeclaration) -> Manifest {
    let tool = |action: &SessionCanvasAction| {
        let name = safe_name(&action.name);
        let description = action.description.get().cloned().unwrap_or_default();
        let any_object = || Payload::object([("type", &Payload::string("object"))]);
        let input_schema = action.input_schema.clone().unwrap_or_else(any_object);
        Tool::new(name.as_str(), description, input_schema).x_actions(XActions::new().handler(name.as_str()))
    };
    let tools: Vec<Tool> = declaration.actions.get().into_iter().flatten().map(tool).collect();
    let manifest = Manifest::v1(tools);
    let mut surface = Surface::new();
    let canvas_id = declaration.canvas_id.as_str();
    if declaration.display_name != canvas_id {
        surface = surface.name(declaration.display_name.as_str());
    }
    if !declaration.description.is_empty() {
        surface = surface.description(declaration.description.as_str());
    }
    if canvas_id != CANVAS_ID {
        surface = surface.surface_id(canvas_id);
    }
    if surface == Surface::new() { manifest } else { manifest.surface(surface) }
}

fn note_forward(manifest: &Manifest, bare: &ClientCanvasDeclaration, fields: &mut Fields) {
    let (root, rules) = (Pointer::root(), &FORWARD);
    fields.add(Encoded, &rules.version, (&root, "version"), None);
    let at = root.member("surface");
    let surface = manifest.surface.get();
    let mut stated = |is_stated: bool, rule: &'static Rule, (from, to): (&str, &str)| {
        let verdict = if is_stated { Renamed } else { Defaulted };
        fields.add(verdict, rule, (&at, from), Some((&root, to)));
    };
    let id = surface.and_then(|surface| surface.surface_id.get());
    stated(id.is_some(), &rules.canvas_id, ("surface_id", "canvasId"));
    stated(manifest.surface_name().is_some(), &rules.display_name, ("name", "displayName"));
    let text = surface.and_then(|surface| surface.description.get());
    stated(text.is_some(), &rules.description, ("description", "description"));
    fields.add(Renamed, &rules.actions, (&root, "tools"), Some((&root, "actions")));
    let actions = bare.actions.get().into_iter().flatten().enumerate();
    for ((index, tool, name), (place, action)) in called(manifest).zip(actions) {
        let (from, to) = (root.member("tools").element(index), root.member("actions").element(place));
        tools::note_name(&rules.action_name, (&from, name), (&to, &action.name), fields);
        if action.description.get().is_some() {
            let to = Some((&to, "description"));
            fields.add(Copied, &rules.action_description, (&from, "description"), to);
        }
        if action.input_schema.is_some() {
            let to = Some((&to, "inputSchema"));
            fields.add(Renamed, &rules.input_schema, (&from, "input_schema"), to);
        }
        tools::note_handler(&rules.handler, (&from, tool, name), fields);
    }
}

fn note_backward(declaration: &ClientCanvasDeclaration, bare: &Manifest, fields: &mut Fields) {
    let (root, rules) = (Pointer::root(), &BACKWARD);
    fields.add(Defaulted, &rules.version, (&root, "version"), Some((&root, "version")));
    let at = root.member("surface");
    for (rule, from, to) in [
        (&rules.canvas_id, "canvasId", "surface_id"),
        (&rules.display_name, "displayName", "name"),
        (&rules.description, "description", "description"),
    ] {
        fields.add(Renamed, rule, (&root, from), Some((&at, to)));
    }
    fields.add(Renamed, &rules.actions, (&root, "actions"), Some((&root, "tools")));
    let actions = declaration.actions.get().into_iter().flatten().enumerate();
    for ((place, action), (index, _, name)) in actions.zip(called(bare)) {
        let (from, to) = (root.member("actions").element(place), root.member("tools").element(index));
        tools::note_name(&rules.action_name, (&from, &action.name), (&to, name), fields);
        tools::note_description(&rules.action_description, (&from, &action.description), &to, fields);
        let verdict = if action.input_schema.is_some() { Renamed } else { Defaulted };
        fields.add(verdict, &rules.input_schema, (&from, "inputSchema"), Some((&to, "input_schema")));
        tools::note_default_handler(&rules.handler, &to, fields);
    }
}
