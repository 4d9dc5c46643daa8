//! Tool calls whose arguments contain messages.
//!
//! | API | call |
//! |---|---|
//! | OpenAI chat completions, AG-UI messages | `{"id","function":{"name","arguments"}}`, the arguments in a string |
//! | OpenAI Responses | `{"type":"function_call","call_id","name","arguments"}`, the arguments in a string |
//! | Anthropic | `{"type":"tool_use","id","name","input"}` |
//! | Gemini, ADK | `{"functionCall":{"name","args"}}` |
//! | MCP | `{"method":"tools/call","params":{"name","arguments"}}` |
//! | Vercel AI SDK | `{"type":"tool-call","toolCallId","toolName","input"}` |
//!
//! The arguments can take four forms: a message; an object with messages in a member such as `a2ui_json`; the form
//! `{"surfaceId","catalogId","components","data"}` of `render_a2ui`, which is converted to three messages; or the
//! action of a user.

use super::{members::Members, recognise::is_like_a_message};
use std::borrow::Cow;
use wire::{
    Payload,
    token::{self, Child},
};

/// The members for messages in the arguments and results of A2UI's own tools: a list, one message, or either in a
/// string.
pub(super) const A2UI_LISTS: [&str; 4] = [
    "a2ui_operations",
    "a2ui_json",
    "validated_a2ui_json",
    "a2ui_messages",
];

/// The members for messages in other arguments and activities.
pub(super) const LISTS: [&str; 3] = ["operations", "messages", "a2ui"];

/// A call, and the path to its arguments.
pub(super) struct Call<'a> {
    pub(super) id: Option<Cow<'a, str>>,
    pub(super) name: Cow<'a, str>,
    pub(super) path: Vec<Cow<'a, str>>,
    /// The arguments: an object, or a string that contains one.
    pub(super) arguments: Child<'a>,
    /// The offset of the object that contains the arguments.
    pub(super) offset: usize,
}

impl<'a> Call<'a> {
    /// Returns the call that an object represents, if any.
    pub(super) fn of(members: &Members<'a>) -> Option<Self> {
        let id = members.any_word(&["call_id", "toolCallId", "tool_call_id", "id", "item_id"]);
        if let Some((function, inner)) = members.object("function") {
            let (member, arguments) = find_arguments(&inner)?;
            let path = vec![Cow::Borrowed("function"), member];
            return Some(Self {
                id,
                name: inner.word("name")?,
                path,
                arguments,
                offset: function.at,
            });
        }
        let name = members.any_word(&["name", "toolName", "tool_name"])?;
        let (member, arguments) = find_arguments(members)?;
        Some(Self {
            id,
            name,
            path: vec![member],
            arguments,
            offset: 0,
        })
    }
}

/// Returns the arguments of a call.
fn find_arguments<'a>(members: &Members<'a>) -> Option<(Cow<'a, str>, Child<'a>)> {
    let found = members.find_any(&["arguments", "args", "input"])?;
    found.1.text.starts_with(['{', '"']).then_some(found)
}

/// Returns `true` if the name belongs to a tool of A2UI.
pub(super) fn is_a2ui(name: &str) -> bool {
    name.to_ascii_lowercase().contains("a2ui")
}

/// Converts the arguments of `render_a2ui` to messages. Returns `None` for other arguments.
///
/// Components and data can be JSON in a string. Unknown members become members of `createSurface`, so that no member
/// is lost. A `data` that is `null` is treated as absent.
pub(super) fn convert_surface(arguments: &Members<'_>) -> Option<Vec<String>> {
    let mut surface = None;
    let mut components = None;
    let mut data = None;
    let mut root = String::new();
    let mut others = String::new();
    for (name, member) in &arguments.0 {
        let text = member.text;
        match &**name {
            "surfaceId" | "surface_id" if text.starts_with('"') => surface = Some(text),
            "components" => {
                let list = find_json(text)?;
                if !is_list_of_components(&list) {
                    return None;
                }
                components = Some(list);
            }
            "data" | "dataModel" | "data_model" if text == "null" => {}
            "data" | "dataModel" | "data_model" if is_object(text) => data = find_json(text),
            "root" => root = format!(r#","root":{text}"#),
            "catalog_id" => others.extend([r#","catalogId":"#, text]),
            name => others.extend([",", Payload::string(name).text(), ":", text]),
        }
    }
    let (surface, components) = (surface?, components?);
    // AG-UI's middleware and the Kotlin renderer convert the arguments to the same messages.
    let mut messages = vec![
        format!(r#"{{"version":"v0.9","createSurface":{{"surfaceId":{surface}{others}}}}}"#),
        format!(
            r#"{{"version":"v0.9","updateComponents":{{"surfaceId":{surface},"components":{components}{root}}}}}"#
        ),
    ];
    if let Some(data) = data {
        messages.push(format!(
            r#"{{"version":"v0.9","updateDataModel":{{"surfaceId":{surface},"path":"/","value":{data}}}}}"#
        ));
    }
    Some(
        messages
            .iter()
            .map(|message| wire::without_layout(message).into_owned())
            .collect(),
    )
}

/// Returns the text of a value, or the JSON that a string contains. Returns `None` for a string without JSON.
fn find_json(text: &str) -> Option<Cow<'_, str>> {
    if !text.starts_with('"') {
        return Some(text.into());
    }
    let inner = token::string(text);
    Payload::is_json(&inner).then_some(inner)
}

fn is_object(text: &str) -> bool {
    find_json(text).is_some_and(|text| text.trim_start().starts_with('{'))
}

/// Returns `true` if a value is a list of 0.9 components: it is empty, or its first element has a string as its type.
fn is_list_of_components(text: &str) -> bool {
    if !text.trim_start().starts_with('[') {
        return false;
    }
    let Some(first) = token::children(text).next() else {
        return true;
    };
    for member in token::children(first.text) {
        let is_type = member
            .name
            .is_some_and(|name| token::name(name) == "component");
        if is_type && member.text.starts_with('"') {
            return true;
        }
    }
    false
}

/// Converts the arguments of a call that sends an action to an agent. Returns `None` for other arguments.
///
/// MCP servers provide a tool through which pages send actions. The arguments of the tool are the action, or an
/// envelope around it that has no `version`.
pub(super) fn convert_action(name: &str, text: &str, arguments: &Members<'_>) -> Option<String> {
    // AG-UI repeats each user action in a separate call.
    let is_tool_for_actions = name.to_ascii_lowercase().contains("action");
    if !is_tool_for_actions {
        return None;
    }
    let message = match arguments.object("action") {
        Some((action, inner)) if is_action(&inner) => {
            format!(r#"{{"version":"v0.9","action":{}}}"#, action.text)
        }
        None if is_action(arguments) => format!(r#"{{"version":"v0.9","action":{text}}}"#),
        _ => return None,
    };
    Some(wire::without_layout(&message).into_owned())
}

/// Returns `true` if an object has the required strings of an action.
fn is_action(members: &Members<'_>) -> bool {
    ["name", "surfaceId", "sourceComponentId"]
        .iter()
        .all(|name| members.word(name).is_some())
}

/// Returns the list of messages under the first of the [names of lists](LISTS) that is present. Returns `None` if the
/// list contains no message.
pub(super) fn find_message_list<'a>(members: &Members<'a>) -> Option<(Cow<'a, str>, Child<'a>)> {
    let found = members.find_any(&LISTS)?;
    has_messages(found.1.text).then_some(found)
}

/// Returns `true` if a list contains a message.
pub(super) fn has_messages(list: &str) -> bool {
    list.starts_with('[') && token::children(list).any(|element| is_like_a_message(element.text))
}
