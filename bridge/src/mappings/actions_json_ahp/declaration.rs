//! Manifests as canvas declarations.

mod returning;

use super::{BACKWARD, FORWARD};
use crate::{
    Context, Dialect, Refusal, Verdict,
    Verdict::{Copied, Defaulted, Derived, Encoded, Renamed},
    lens::{Direction, FieldMap, KeyedList, Returns, Translated, TranslationCx},
    mappings::tools::{self, callable_tools},
    refusal::refuse_errors,
    tool_names::{any_name, safe_name},
};
use actions_json::{
    checked_manifest::CheckedManifest,
    manifest::{Manifest, Surface, Tool, XActions},
};
use ahp::canvas::{ClientCanvasDeclaration, SessionCanvasAction};
use std::borrow::Cow;
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
    let tools: Vec<usize> = callable_indices(offered.manifest()).collect();
    let returns = Returns {
        losses: &|target, losses| {
            returning::add_losses_of_manifest(&manifest, target, &tools, losses);
        },
        back: &|target| Ok(self::manifest(target)),
    };
    TO_AHP.reconcile(&manifest, plain_target, fields, returns, tcx)
}

/// Translates a canvas declaration into a manifest. The handler of a tool is its name unless the carry has another
/// handler.
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
    let check = |target: &Manifest| {
        let offered = check_manifest(target, cx)?;
        // A carry must not hide visible actions.
        let count = declaration.actions.get().map_or(0, Vec::len);
        if callable_tools(offered.manifest()).count() < count {
            return Err(Refusal::no_inverse().at(Pointer::from_static("/tools")));
        }
        Ok(offered)
    };
    let returns = Returns {
        losses: &|target, losses| {
            let offered = check(target).ok();
            let offered = offered.as_ref().map(CheckedManifest::manifest);
            returning::add_losses_of_declaration(&declaration, offered, losses);
        },
        back: &|target| Ok(self::declaration(check(target)?.manifest())),
    };
    let ensure_offered = |target: &Manifest| check(target).map(drop);
    let returns = returns.with_check(&ensure_offered);
    TO_ACTIONS_JSON.reconcile_checked(&declaration, plain_target, fields, returns, tcx)
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

/// Returns the display name of a manifest.
fn display_name(manifest: &Manifest) -> Cow<'_, str> {
    manifest
        .surface_name()
        .unwrap_or_else(|| canvas_id(manifest).into())
}

/// Returns the description of a manifest.
fn description(manifest: &Manifest) -> &str {
    let surface = manifest.surface.get();
    let stated = surface.and_then(|surface| surface.description.get());
    stated.map_or("", String::as_str)
}

fn declaration(manifest: &Manifest) -> ClientCanvasDeclaration {
    let mut actions = Vec::new();
    for (_, tool, name) in callable_tools(manifest) {
        let mut action = SessionCanvasAction::new(any_name(name));
        if let Some(description) = tool.description.get() {
            action.description = Field::Value(description.clone());
        }
        action.input_schema = tool.input_schema.clone();
        actions.push(action);
    }
    ClientCanvasDeclaration::new(
        canvas_id(manifest),
        display_name(manifest).as_ref(),
        description(manifest),
    )
    .actions(actions)
}

/// Returns the input schema of a tool whose action has no schema.
fn any_object() -> Payload {
    Payload::object([("type", &Payload::string("object"))])
}

fn manifest(declaration: &ClientCanvasDeclaration) -> Manifest {
    let mut tools: Vec<Tool> = Vec::new();
    for action in declaration.actions.get().into_iter().flatten() {
        let name = safe_name(&action.name);
        let description = action.description.get().cloned().unwrap_or_default();
        let input_schema = action.input_schema.clone().unwrap_or_else(any_object);
        let tool = Tool::new(name.as_str(), description, input_schema);
        tools.push(tool.x_actions(XActions::new().handler(name.as_str())));
    }
    let (manifest, surface) = (Manifest::v1(tools), surface(declaration));
    if surface == Surface::new() {
        manifest
    } else {
        manifest.surface(surface)
    }
}

/// Returns the surface of a declaration. Default values are omitted.
fn surface(declaration: &ClientCanvasDeclaration) -> Surface {
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
    surface
}

/// The members of a surface, with the members of a declaration that show them.
const SURFACE: [(&str, &str); 3] = [
    ("surface_id", "canvasId"),
    ("name", "displayName"),
    ("description", "description"),
];

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
    note_surface_forward(manifest, fields);
    let places = callable_indices(manifest).zip(0..);
    let (tools, actions) = (root.member("tools"), root.member("actions"));
    tools::note_tools(&rules.actions, (&tools, &actions), places, fields);
    let targets = plain_target.actions.get().into_iter().flatten().enumerate();
    for ((index, tool, name), (place, action)) in callable_tools(manifest).zip(targets) {
        let (from, to) = (tools.element(index), actions.element(place));
        note_tool(((&from, tool, name), (&to, action)), fields);
    }
    let targets = wire::collect_set(callable_indices(manifest));
    tools::note_left_out(&rules.left_out, checked, &targets, "it has no name", fields);
}

/// Returns the indices of the tools that become actions.
fn callable_indices(manifest: &Manifest) -> impl Iterator<Item = usize> {
    callable_tools(manifest).map(|(index, ..)| index)
}

/// Adds the notes about the surface of a manifest.
fn note_surface_forward(manifest: &Manifest, fields: &mut FieldMap) {
    let (root, at, rules) = (Pointer::root(), Pointer::from_static("/surface"), &FORWARD);
    let surface = manifest.surface.get();
    let has_id = surface.is_some_and(|surface| surface.surface_id.get().is_some());
    let has_text = surface.is_some_and(|surface| surface.description.get().is_some());
    let has_name = manifest.surface_name().is_some();
    let default = (Defaulted, &root, "");
    let id = if has_id {
        (Renamed, &at, "surface_id")
    } else {
        default
    };
    // A `surface` that is a text is its name. Without a name, the id serves as one.
    let name = match surface {
        None if has_name => (Renamed, &root, "surface"),
        Some(_) if has_name => (Renamed, &at, "name"),
        _ if has_id => (Derived, &at, "surface_id"),
        _ => default,
    };
    let text = if has_text {
        (Copied, &at, "description")
    } else {
        default
    };
    for (rule, (verdict, from, name), to) in [
        (&rules.canvas_id, id, "canvasId"),
        (&rules.display_name, name, "displayName"),
        (&rules.description, text, "description"),
    ] {
        fields.add(verdict, rule, (from, name), Some((&root, to)));
        // The whole surface is carried if it comes back as none, or as an object.
        fields.show(at.clone(), root.member(to));
    }
    for (name, to) in SURFACE {
        fields.show(at.member(name), root.member(to));
    }
}

/// Adds the notes about a tool that becomes an action.
fn note_tool(
    ((from, tool, name), (to, action)): ((&Pointer, &Tool, &str), (&Pointer, &SessionCanvasAction)),
    fields: &mut FieldMap,
) {
    let rules = &FORWARD;
    tools::note_name(&rules.action_name, (from, name), (to, &action.name), fields);
    if action.description.get().is_some() {
        let to = Some((to, "description"));
        fields.add(Copied, &rules.action_description, (from, "description"), to);
    }
    if action.input_schema.is_some() {
        let to = Some((to, "inputSchema"));
        fields.add(Renamed, &rules.input_schema, (from, "input_schema"), to);
    }
    // An absent schema comes back only while the action has none of its own.
    fields.show(from.member("input_schema"), to.member("inputSchema"));
    tools::note_handler(&rules.handler, (from, tool, name), fields);
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
    let version = Some((&root, "version"));
    fields.add(Defaulted, &rules.version, (&root, ""), version);
    note_surface_backward(plain_target, fields);
    let (actions, tools) = (root.member("actions"), root.member("tools"));
    if fields.is_wanted() {
        let at = Pointer::from_static("/surface");
        for (name, from) in SURFACE {
            fields.show(root.member(from), at.member(name));
        }
        // An absent list comes back only while the manifest has no tools.
        fields.show(actions.clone(), tools.clone());
    }
    let count = declaration.actions.get().map_or(0, Vec::len);
    if declaration.actions.is_absent() {
        fields.add(Defaulted, &rules.actions, (&root, ""), Some((&tools, "")));
    } else {
        let places = (0..count).map(|index| (index, index));
        tools::note_tools(&rules.actions, (&actions, &tools), places, fields);
    }
    let sources = declaration.actions.get().into_iter().flatten().enumerate();
    for ((place, action), (index, _, name)) in sources.zip(callable_tools(plain_target)) {
        let (from, to) = (actions.element(place), tools.element(index));
        note_action(((&from, action), (&to, name)), fields);
    }
}

/// Adds the notes about the members of a declaration that become the surface of a manifest.
fn note_surface_backward(plain_target: &Manifest, fields: &mut FieldMap) {
    let (root, at, rules) = (Pointer::root(), Pointer::from_static("/surface"), &BACKWARD);
    let surface = plain_target.surface.get();
    let has_id = surface.is_some_and(|surface| !surface.surface_id.is_absent());
    let has_name = surface.is_some_and(|surface| !surface.name.is_absent());
    let has_text = surface.is_some_and(|surface| !surface.description.is_absent());
    for (rule, from, to, is_in_surface) in [
        (&rules.canvas_id, "canvasId", "surface_id", has_id),
        (&rules.display_name, "displayName", "name", has_name),
        (&rules.description, "description", "description", has_text),
    ] {
        let (verdict, to) = match from {
            _ if is_in_surface => (moved_verdict(from, to), Some((&at, to))),
            // A display name that equals the id is represented by the id.
            "displayName" if has_id => (Encoded, Some((&at, "surface_id"))),
            // A default value is implied.
            _ => (Encoded, None),
        };
        fields.add(verdict, rule, (&root, from), to);
    }
}

/// Adds the notes about an action that becomes a tool with this name.
fn note_action(
    ((from, action), (to, name)): ((&Pointer, &SessionCanvasAction), (&Pointer, &str)),
    fields: &mut FieldMap,
) {
    let (root, rules) = (Pointer::root(), &BACKWARD);
    tools::note_name(&rules.action_name, (from, &action.name), (to, name), fields);
    let description = (from, &action.description);
    tools::note_description(&rules.action_description, description, to, fields);
    if fields.is_wanted() {
        // An absent schema comes back only while the tool has no other one.
        fields.show(from.member("inputSchema"), to.member("input_schema"));
    }
    let input_schema = Some((to, "input_schema"));
    let (verdict, from) = match &action.input_schema {
        Some(_) => (Renamed, (from, "inputSchema")),
        None => (Defaulted, (&root, "")),
    };
    fields.add(verdict, &rules.input_schema, from, input_schema);
    tools::note_default_handler(&rules.handler, to, fields);
}

#[cfg(test)]
mod tests {
    use crate::{AnyMessage, Carry, Context, Dialect, Translator};
    use Dialect::{ActionsJson, AhpCanvas};
    use actions_json::validate::Profile;
    use wire::Payload;

    /// Translates a message with its carry.
    fn translated(
        text: &str,
        carry: Carry,
        (from, to): (Dialect, Dialect),
        profile: Profile,
    ) -> (String, Carry) {
        let cx = Context {
            profile,
            ..Context::default()
        };
        let message =
            AnyMessage::read(&Payload::parse(text).unwrap(), from, to.protocol()).unwrap();
        let mut translator = Translator::new(from, to, cx).unwrap();
        let output = translator.push(message, carry).unwrap().outputs.remove(0);
        (output.message.encode().unwrap(), output.carry)
    }

    #[test]
    fn a_surface_without_a_name_member_gives_way_to_an_edit() {
        let way = (ActionsJson, AhpCanvas);
        for surface in ["{}", r#""Shop""#] {
            let manifest = format!(
                r#"{{"protocol":"actions.json","version":1,"surface":{surface},"tools":[]}}"#
            );
            let (there, carry) = translated(&manifest, Carry::default(), way, Profile::PUBLISHED);
            let back = |text: &str| {
                translated(
                    text,
                    carry.clone(),
                    (AhpCanvas, ActionsJson),
                    Profile::PUBLISHED,
                )
                .0
            };
            assert_eq!(back(&there), manifest);
            let name = Payload::parse(&*there)
                .unwrap()
                .member("displayName")
                .unwrap();
            let edited = there.replace(
                &format!(r#""displayName":{}"#, name.text()),
                r#""displayName":"Other""#,
            );
            assert!(
                back(&edited).contains(r#""surface":{"name":"Other"}"#),
                "{edited}"
            );
        }
    }

    #[test]
    fn a_carried_version_gives_way_if_the_profile_refuses_it() {
        let manifest = r#"{"protocol":"actions.json","version":"0.1","context":[],"tools":[{"name":"a","description":"","input_schema":{},"x_actions":{"handler":"b"}}]}"#;
        let (there, carry) = translated(
            manifest,
            Carry::default(),
            (ActionsJson, AhpCanvas),
            Profile::PUBLISHED,
        );
        for (profile, expected) in [
            (Profile::PUBLISHED, manifest.to_owned()),
            (Profile::STRICT, manifest.replace(r#""0.1""#, "1")),
        ] {
            let back = translated(&there, carry.clone(), (AhpCanvas, ActionsJson), profile).0;
            assert_eq!(
                Payload::parse(back).unwrap(),
                Payload::parse(expected).unwrap()
            );
        }
    }

    #[test]
    fn an_omitted_tool_comes_back_after_the_others() {
        let tool = |name: &str, x_actions: &str| {
            format!(
                r#"{{"name":"{name}","description":"","input_schema":{{}},"x_actions":{{{x_actions}}}}}"#
            )
        };
        let own = tool("a", r#""handler":"a""#);
        let signal = tool("b", r#""direction":"html_to_agent","handler":"b""#);
        let manifest =
            format!(r#"{{"protocol":"actions.json","version":1,"tools":[{own},{signal}]}}"#);
        let way = (ActionsJson, AhpCanvas);
        let (there, carry) = translated(&manifest, Carry::default(), way, Profile::STRICT);
        assert!(!there.contains(r#""b""#), "{there}");
        assert!(
            carry.layers[0].kept_value("/tools/1").is_some(),
            "{carry:?}"
        );
        let back = translated(&there, carry, (AhpCanvas, ActionsJson), Profile::STRICT);
        assert_eq!(back.0, manifest);
    }

    #[test]
    fn a_carry_cannot_hide_an_action() {
        let declaration = r#"{"canvasId":"c","displayName":"c","description":"","actions":[{"name":"a"},{"name":"b"}]}"#;
        let carry = r#"{"v":1,"layers":[{"from":"actions-json@1","fields":[["/tools/0/x_actions/direction","html_to_agent"],["/x",1]],"images":[["/tools/0","a"]]}]}"#;
        let (manifest, _) = translated(
            declaration,
            wire::decode(carry).unwrap(),
            (AhpCanvas, ActionsJson),
            Profile::STRICT,
        );
        assert!(!manifest.contains("html_to_agent"), "{manifest}");
        assert!(manifest.contains(r#""x":1"#), "{manifest}");
    }
}
