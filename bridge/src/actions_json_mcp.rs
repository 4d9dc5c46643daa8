//! actions.json manifests and lists of MCP tools.
//!
//! | actions.json | MCP | how |
//! |---|---|---|
//! | `tools[].name` | `tools[].name` | as it is; without dots where the caller wants that (see [`tool_names`](crate::tool_names)) |
//! | `description` | `description` | as it is |
//! | `input_schema` | `inputSchema` | as it is; MCP wants the type `object`, which is added where no type is stated |
//! | `result_schema` | `outputSchema` | where it is of the type `object`, as it is; else carried |
//! | everything else of a tool, every other section, tools that agents do not call | – | carried |
//! | – | `title`, `annotations`, `_meta`, `nextCursor` | carried |
//!
//! `_meta` stays the peers' own: how a tool is executed is no business of whoever reads the list, and travels in the carry.
//! On the way back a tool has the handler of its own name. Only a manifest without errors (profile `published`) is
//! translated, and only a list without.

use crate::{
    Carry, Context, Dialect, Refusal,
    Verdict::{Copied, Defaulted, Encoded, Renamed},
    engine::{Direction, Job, List, Notes, refuse_errors, rules},
    mcp::{self, ListToolsResult, is_of_objects},
    tool_names::{any_name, dotted_name, flat_name, is_flat, safe_name},
    tools::{self, called},
};
use actions_json::{
    manifest::{Manifest, Tool, XActions},
    validate::{self, Profile},
};
use wire::{Field, Payload, PayloadKind, Pointer, Validate};

rules! { "actions-json-mcp", "mcp-actions-json";
    tools "tools": "/tools" => "/tools";
    name "name": "/tools" => "/tools";
    description "description": "/tools" => "/tools";
    input_schema "input-schema": "/tools" => "/tools";
    output_schema "output-schema": "/tools" => "/tools";
    handler "handler": "/tools" => "";
    version "version": "/version" => "";
}

const TOOLS: List = List { from: "/tools", to: "/tools", key: "name" };
/// How deep the fields of a tool lie: `/tools/0/x_actions/handler`.
const LEVELS: usize = 4;

static THERE: Direction = Direction {
    list: Some(TOOLS),
    ..Direction::new(Dialect::ActionsJson, Dialect::Mcp, LEVELS, &FORWARD.others)
};

static BACK: Direction = Direction {
    list: Some(TOOLS),
    ..Direction::new(Dialect::Mcp, Dialect::ActionsJson, LEVELS, &BACKWARD.others)
};

/// Translates the tools of a manifest into a list of MCP tools.
///
/// # Errors
/// If the manifest has errors (profile `published`), or a tool takes no objects as arguments.
pub(crate) fn forward(manifest: Manifest, job: &mut Job<'_>) -> Result<(ListToolsResult, Carry), Refusal> {
    let cx = job.cx;
    refuse_errors("actions-json-mcp/valid", &validate::check(&manifest, &Profile::PUBLISHED, None))?;
    let bare = list(&manifest, cx)?;
    let mut notes = job.notes();
    note_forward(&manifest, &bare, &mut notes);
    let back = |image: &_| Some(self::manifest(image, cx));
    THERE.settle(&manifest, bare, notes, back, job)
}

/// Translates a list of MCP tools into a manifest. A tool has the handler of its own name, unless the carry says otherwise.
///
/// # Errors
/// If the list has errors, or names with dots where the context wants none.
pub(crate) fn backward(list: ListToolsResult, job: &mut Job<'_>) -> Result<(Manifest, Carry), Refusal> {
    let cx = job.cx;
    refuse_errors("mcp-actions-json/valid", &list.validate())?;
    if let Some(index) = list.tools.iter().position(|tool| cx.flat_names && !is_flat(&tool.name)) {
        let at = Pointer::root().member("tools").element(index).member("name");
        let message = "the names here are to be without dots, and this is none of them";
        return Err(Refusal::rule_broken(BACKWARD.name.id, at, message).hint("letters, digits, _ and -"));
    }
    let bare = manifest(&list, cx);
    let mut notes = job.notes();
    note_backward(&list, &bare, &mut notes);
    let back = |image: &_| self::list(image, cx).ok();
    BACK.settle(&list, bare, notes, back, job)
}

fn list(manifest: &Manifest, cx: &Context) -> Result<ListToolsResult, Refusal> {
    let mut tools = Vec::new();
    for (index, tool, name) in called(manifest) {
        let input_schema = of_objects(tool.input_schema.as_ref()).ok_or_else(|| {
            let at = Pointer::root().member("tools").element(index).member("input_schema");
            let message = "MCP tools take objects, and this schema forbids them";
            Refusal::rule_broken(FORWARD.input_schema.id, at, message).hint("\"type\": \"object\"")
        })?;
        let mut image = mcp::Tool::new(name_there(name, cx), input_schema);
        image.description = tool.description.get().map_or(Field::Absent, |text| Field::Value(text.clone()));
        image.output_schema = tool.result_schema_stated().filter(|schema| is_of_objects(schema)).cloned();
        tools.push(image);
    }
    Ok(ListToolsResult::new(tools))
}

fn manifest(list: &ListToolsResult, cx: &Context) -> Manifest {
    let tool = |tool: &mcp::Tool| {
        let name = name_back(&tool.name, cx);
        let description = tool.description.get().cloned().unwrap_or_default();
        let mut x_actions = XActions::new().handler(name.as_str());
        x_actions.result_schema = tool.output_schema.clone();
        Tool::new(name.as_str(), description, tool.input_schema.clone()).x_actions(x_actions)
    };
    Manifest::v1(list.tools.iter().map(tool).collect::<Vec<_>>())
}

fn name_there(name: &str, cx: &Context) -> String {
    let name = any_name(name);
    if cx.flat_names { flat_name(&name) } else { name }
}

fn name_back(name: &str, cx: &Context) -> String {
    safe_name(&if cx.flat_names { dotted_name(name) } else { name.to_owned() })
}

/// The schema, with the type that MCP asks for; `None` if it is one of something else.
fn of_objects(schema: Option<&Payload>) -> Option<Payload> {
    let object = Payload::string("object");
    let Some(schema) = schema else {
        return Some(Payload::object([("type", &object)]));
    };
    if is_of_objects(schema) {
        return Some(schema.clone());
    }
    let mut members: Vec<_> = schema.members().map(|(name, value)| (name.into_owned(), value)).collect();
    let stated: Vec<&mut Payload> =
        members.iter_mut().filter(|(name, _)| name == "type").map(|(_, value)| value).collect();
    if stated.is_empty() {
        members.insert(0, ("type".to_owned(), object));
    } else {
        for value in stated {
            let has_objects = value.kind() == PayloadKind::Array
                && value.elements().any(|element| element.as_str().as_deref() == Some("object"));
            if !has_objects {
                return None;
            }
            *value = object.clone();
        }
    }
    Some(Payload::object(members.iter().map(|(name, value)| (name.as_str(), value))))
}

fn note_forward(manifest: &Manifest, bare: &ListToolsResult, notes: &mut Notes) {
    let (root, there) = (Pointer::root(), Pointer::root().member("tools"));
    notes.add(Encoded, &FORWARD.version, (&root, "version"), None);
    notes.add(Copied, &FORWARD.tools, (&root, "tools"), Some((&root, "tools")));
    for ((index, tool, name), (place, image)) in called(manifest).zip(bare.tools.iter().enumerate()) {
        let (from, to) = (there.element(index), there.element(place));
        tools::note_name(&FORWARD.name, (&from, name), (&to, &image.name), notes);
        if image.description.get().is_some() {
            notes.add(Copied, &FORWARD.description, (&from, "description"), Some((&to, "description")));
        }
        let verdict = match &tool.input_schema {
            None => Defaulted,
            Some(schema) if *schema == image.input_schema => Renamed,
            Some(_) => Encoded,
        };
        notes.add(verdict, &FORWARD.input_schema, (&from, "input_schema"), Some((&to, "inputSchema")));
        if image.output_schema.is_some() {
            let in_x_actions =
                tool.x_actions.get().is_some_and(|x_actions| x_actions.result_schema.is_some());
            let holder = if in_x_actions { from.member("x_actions") } else { from.clone() };
            let to = Some((&to, "outputSchema"));
            notes.add(Renamed, &FORWARD.output_schema, (&holder, "result_schema"), to);
        }
        tools::note_handler(&FORWARD.handler, (&from, tool, name), notes);
    }
}

fn note_backward(list: &ListToolsResult, bare: &Manifest, notes: &mut Notes) {
    let (root, there) = (Pointer::root(), Pointer::root().member("tools"));
    notes.add(Defaulted, &BACKWARD.version, (&root, "version"), Some((&root, "version")));
    notes.add(Copied, &BACKWARD.tools, (&root, "tools"), Some((&root, "tools")));
    for ((index, tool), (_, _, name)) in list.tools.iter().enumerate().zip(called(bare)) {
        let at = there.element(index);
        tools::note_name(&BACKWARD.name, (&at, &tool.name), (&at, name), notes);
        tools::note_description(&BACKWARD.description, (&at, &tool.description), &at, notes);
        notes.add(Renamed, &BACKWARD.input_schema, (&at, "inputSchema"), Some((&at, "input_schema")));
        if tool.output_schema.is_some() {
            let x_actions = at.member("x_actions");
            let to = Some((&x_actions, "result_schema"));
            notes.add(Renamed, &BACKWARD.output_schema, (&at, "outputSchema"), to);
        }
        tools::note_default_handler(&BACKWARD.handler, &at, notes);
    }
}
