//! Manifests as canvas declarations.

use super::{BACKWARD, FORWARD};
use crate::{
    Context, Dialect, Refusal, Verdict,
    Verdict::{Copied, Defaulted, Derived, Encoded, Renamed},
    lens::{Direction, FieldMap, KeyedList, Translated, TranslationCx},
    mappings::tools::{self, callable_tools},
    refusal::refuse_errors,
    tool_names::{any_name, safe_name},
};
use actions_json::{
    checked_manifest::CheckedManifest,
    manifest::{Manifest, Surface, Tool, XActions},
};
use ahp::canvas::{ClientCanvasDeclaration, SessionCanvasAction};
use wire::{Field, Payload, Pointer, Validate};

/// The canvas id of a manifest that has no surface id.
pub(super) const CANVAS_ID: &str = "actions-json";

/// The depth of the fields of a tool, such as `/tools/0/x_actions/handler`.
const LEVELS: usize = 4;

static TO_AHP: Direction = Direction {
    list: Some(KeyedList::new("/tools", "/actions", "name")),
    ..Direction::new(
        Dialect::ActionsJson,
        Dialect::AhpCanvas,
        LEVELS,
        &FORWARD.others,
    )
};

static TO_ACTIONS_JSON: Direction = Direction {
    list: Some(KeyedList::new("/actions", "/tools", "name")),
    ..Direction::new(
        Dialect::AhpCanvas,
        Dialect::ActionsJson,
        LEVELS,
        &BACKWARD.others,
    )
};

/// Translates a manifest into a canvas declaration of a client.
///
/// # Errors
/// Refuses a manifest with errors that its profile does not allow to omit.
pub(crate) fn forward(
    manifest: Manifest,
    tcx: &mut TranslationCx<'_>,
) -> Result<Translated<ClientCanvasDeclaration>, Refusal> {
    let cx = tcx.cx;
    let offered = check_manifest(&manifest, cx)?;
    let plain_target = declaration(offered.manifest());
    let mut fields = tcx.fields();
    note_forward(&offered, &plain_target, &mut fields);
    let back = |target: &_| Ok(self::manifest(target));
    TO_AHP.reconcile_by_inverse(&manifest, plain_target, fields, back, tcx)
}

/// Translates a canvas declaration into a manifest. The handler of a tool is its name unless the carry has another.
///
/// # Errors
/// Refuses a declaration with errors.
pub(crate) fn backward(
    declaration: ClientCanvasDeclaration,
    tcx: &mut TranslationCx<'_>,
) -> Result<Translated<Manifest>, Refusal> {
    refuse_errors("ahp-actions-json/valid", &declaration.validate())?;
    let plain_target = manifest(&declaration);
    let mut fields = tcx.fields();
    note_backward(&declaration, &plain_target, &mut fields);
    let cx = tcx.cx;
    // A carry must not hide visible actions.
    let count =
        |declaration: &ClientCanvasDeclaration| declaration.actions.get().map_or(0, Vec::len);
    let back = |target: &_| {
        let target = self::declaration(check_manifest(target, cx)?.manifest());
        if count(&target) >= count(&declaration) {
            Ok(target)
        } else {
            Err(Refusal::no_inverse())
        }
    };
    TO_ACTIONS_JSON.reconcile_by_inverse(&declaration, plain_target, fields, back, tcx)
}

fn check_manifest(manifest: &Manifest, cx: &Context) -> Result<CheckedManifest, Refusal> {
    tools::check_manifest(manifest, "actions-json-ahp/valid", cx)
}

/// Returns the canvas id of a manifest.
pub(super) fn canvas_id(manifest: &Manifest) -> &str {
    let stated = manifest
        .surface
        .get()
        .and_then(|surface| surface.surface_id.get());
    stated.map_or(CANVAS_ID, String::as_str)
}

fn declaration(manifest: &Manifest) -> ClientCanvasDeclaration {
    let canvas_id = canvas_id(manifest);
    let display_name = manifest.surface_name().unwrap_or(canvas_id.into());
    let description = manifest
        .surface
        .get()
        .and_then(|surface| surface.description.get());
    let action = |(_, tool, name): (usize, &Tool, &str)| {
        let mut action = SessionCanvasAction::new(any_name(name));
        action.description = tool
            .description
            .get()
            .map_or(Field::Absent, |text| Field::Value(text.clone()));
        action.input_schema = tool.input_schema.clone();
        action
    };
    ClientCanvasDeclaration::new(
        canvas_id,
        display_name.as_ref(),
        description.map_or("", String::as_str),
    )
    .actions(callable_tools(manifest).map(action).collect::<Vec<_>>())
}

fn manifest(declaration: &ClientCanvasDeclaration) -> Manifest {
    let tool = |action: &SessionCanvasAction| {
        let name = safe_name(&action.name);
        let description = action.description.get().cloned().unwrap_or_default();
        let any_object = || Payload::object([("type", &Payload::string("object"))]);
        let input_schema = action.input_schema.clone().unwrap_or_else(any_object);
        Tool::new(name.as_str(), description, input_schema)
            .x_actions(XActions::new().handler(name.as_str()))
    };
    let tools: Vec<Tool> = declaration
        .actions
        .get()
        .into_iter()
        .flatten()
        .map(tool)
        .collect();
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
    if surface == Surface::new() {
        manifest
    } else {
        manifest.surface(surface)
    }
}

fn note_forward(
    checked: &CheckedManifest,
    plain_target: &ClientCanvasDeclaration,
    fields: &mut FieldMap,
) {
    if !fields.is_wanted() {
        return;
    }
    let (root, rules, manifest) = (Pointer::root(), &FORWARD, checked.manifest());
    fields.add(Encoded, &rules.version, (&root, "version"), None);
    let at = root.member("surface");
    let surface = manifest.surface.get();
    let id = surface.and_then(|surface| surface.surface_id.get());
    let text = surface.and_then(|surface| surface.description.get());
    // A `surface` that is a text is its name. Without a name, the id serves as one.
    let name = match manifest.surface_name() {
        Some(_) if surface.is_none() => Some((Renamed, &root, "surface")),
        Some(_) => Some((Renamed, &at, "name")),
        None => id.map(|_| (Derived, &at, "surface_id")),
    };
    for (rule, from, to) in [
        (
            &rules.canvas_id,
            id.map(|_| (Renamed, &at, "surface_id")),
            "canvasId",
        ),
        (&rules.display_name, name, "displayName"),
        (
            &rules.description,
            text.map(|_| (Copied, &at, "description")),
            "description",
        ),
    ] {
        let (verdict, from, name) = from.unwrap_or((Defaulted, &root, ""));
        fields.add(verdict, rule, (from, name), Some((&root, to)));
    }
    let places = || {
        callable_tools(manifest)
            .zip(0..)
            .map(|((index, ..), place)| (index, place))
    };
    let (tools, there) = (root.member("tools"), root.member("actions"));
    tools::note_tools(&rules.actions, (&tools, &there), places(), fields);
    let actions = plain_target.actions.get().into_iter().flatten().enumerate();
    for ((index, tool, name), (place, action)) in callable_tools(manifest).zip(actions) {
        let (from, to) = (tools.element(index), there.element(place));
        tools::note_name(
            &rules.action_name,
            (&from, name),
            (&to, &action.name),
            fields,
        );
        if action.description.get().is_some() {
            let to = Some((&to, "description"));
            fields.add(
                Copied,
                &rules.action_description,
                (&from, "description"),
                to,
            );
        }
        if action.input_schema.is_some() {
            let to = Some((&to, "inputSchema"));
            fields.add(Renamed, &rules.input_schema, (&from, "input_schema"), to);
        }
        tools::note_handler(&rules.handler, (&from, tool, name), fields);
    }
    let targets = wire::collect_set(places().map(|(index, _)| index));
    tools::note_left_out(&rules.left_out, checked, &targets, "it has no name", fields);
}

/// Returns the verdict for a value that moved unchanged.
fn moved_verdict(from: &str, to: &str) -> Verdict {
    if from == to { Copied } else { Renamed }
}

fn note_backward(
    declaration: &ClientCanvasDeclaration,
    plain_target: &Manifest,
    fields: &mut FieldMap,
) {
    let (root, rules) = (Pointer::root(), &BACKWARD);
    fields.add(
        Defaulted,
        &rules.version,
        (&root, ""),
        Some((&root, "version")),
    );
    let at = root.member("surface");
    let surface = plain_target.surface.get();
    let has_id = surface.is_some_and(|surface| !surface.surface_id.is_absent());
    for (rule, from, to, is_said) in [
        (&rules.canvas_id, "canvasId", "surface_id", has_id),
        (
            &rules.display_name,
            "displayName",
            "name",
            surface.is_some_and(|surface| !surface.name.is_absent()),
        ),
        (
            &rules.description,
            "description",
            "description",
            surface.is_some_and(|surface| !surface.description.is_absent()),
        ),
    ] {
        let (verdict, to) = match from {
            _ if is_said => (moved_verdict(from, to), Some(to)),
            // A display name that equals the id is represented by the id.
            "displayName" if has_id => (Encoded, Some("surface_id")),
            // A default value is implied.
            _ => (Encoded, None),
        };
        fields.add(verdict, rule, (&root, from), to.map(|to| (&at, to)));
    }
    let (there, tools) = (root.member("actions"), root.member("tools"));
    let count = declaration.actions.get().map_or(0, Vec::len);
    if declaration.actions.is_absent() {
        fields.add(Defaulted, &rules.actions, (&root, ""), Some((&tools, "")));
    } else {
        tools::note_tools(
            &rules.actions,
            (&there, &tools),
            (0..count).map(|index| (index, index)),
            fields,
        );
    }
    let actions = declaration.actions.get().into_iter().flatten().enumerate();
    for ((place, action), (index, _, name)) in actions.zip(callable_tools(plain_target)) {
        let (from, to) = (there.element(place), tools.element(index));
        tools::note_name(
            &rules.action_name,
            (&from, &action.name),
            (&to, name),
            fields,
        );
        tools::note_description(
            &rules.action_description,
            (&from, &action.description),
            &to,
            fields,
        );
        let input_schema = Some((&to, "input_schema"));
        match &action.input_schema {
            Some(_) => fields.add(
                Renamed,
                &rules.input_schema,
                (&from, "inputSchema"),
                input_schema,
            ),
            None => fields.add(Defaulted, &rules.input_schema, (&root, ""), input_schema),
        }
        tools::note_default_handler(&rules.handler, &to, fields);
    }
}
