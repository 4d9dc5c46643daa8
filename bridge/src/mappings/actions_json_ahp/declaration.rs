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
    let tools: Vec<usize> = callable_tools(offered.manifest())
        .map(|(index, ..)| index)
        .collect();
    let returns = Returns {
        losses: &|target, losses| {
            returning::add_losses_of_manifest(&manifest, target, &tools, losses);
        },
        back: &|target| Ok(self::manifest(target)),
    };
    TO_AHP.reconcile(&manifest, plain_target, fields, returns, tcx)
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
    TO_ACTIONS_JSON.reconcile_checked(
        &declaration,
        plain_target,
        fields,
        returns,
        &|target| check(target).map(drop),
        tcx,
    )
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
        canvas_id(manifest),
        display_name(manifest).as_ref(),
        description(manifest),
    )
    .actions(callable_tools(manifest).map(action).collect::<Vec<_>>())
}

/// Returns the schema of a tool whose action has none.
fn any_object() -> Payload {
    Payload::object([("type", &Payload::string("object"))])
}

fn manifest(declaration: &ClientCanvasDeclaration) -> Manifest {
    let tool = |action: &SessionCanvasAction| {
        let name = safe_name(&action.name);
        let description = action.description.get().cloned().unwrap_or_default();
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
    let (manifest, surface) = (Manifest::v1(tools), surface(declaration));
    if surface == Surface::new() {
        manifest
    } else {
        manifest.surface(surface)
    }
}

/// Returns the surface of a declaration. Default values are implied.
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

/// The members of a surface, and those of a declaration that show them.
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
        // The whole surface is carried if it comes back as none, or as an object.
        fields.show(at.clone(), root.member(to));
    }
    for (name, to) in SURFACE {
        fields.show(at.member(name), root.member(to));
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
        // An absent schema comes back only while the action has none of its own.
        fields.show(from.member("input_schema"), to.member("inputSchema"));
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
    if fields.is_wanted() {
        for (name, from) in SURFACE {
            fields.show(root.member(from), at.member(name));
        }
        // An absent list comes back only while the manifest has no tools.
        fields.show(there.clone(), tools.clone());
    }
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
        if fields.is_wanted() {
            // An absent schema comes back only while the tool has no other one.
            fields.show(from.member("inputSchema"), to.member("input_schema"));
        }
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
    fn a_surface_of_another_form_gives_way_to_an_edit() {
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
    fn a_carried_version_gives_way_where_the_profile_refuses_it() {
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
    fn a_tool_that_was_left_out_comes_back_after_the_others() {
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
    fn a_carry_hides_no_action() {
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
