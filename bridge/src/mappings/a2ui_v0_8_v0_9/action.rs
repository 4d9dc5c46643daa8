//! Translation of click actions.
//!
//! In A2UI 0.8 an action is `{"name", "context": [{"key", "value"}]}`. In 0.9 it is `{"event": {"name", "context": {…}}}` or
//! a function call.
//!
//! Specification: [A2UI 0.8, § 5.2 The `userAction` message](https://github.com/a2ui-project/a2ui/blob/72ddee7b69c228aa70320e3bd5a18abd14f47d80/specification/v0_8/docs/a2ui_protocol.md#52-the-useraction-message), [A2UI 0.9, Common
//! types](https://github.com/a2ui-project/a2ui/blob/4e6e1fdc4947c23a7f5d798edd70fe36c78cc4ba/specification/v0_9/docs/a2ui_protocol.md#common-types).

use super::{
    data,
    dynamic::{self, TranslatedValue, Write},
    literal::Literal,
    paths::Paths,
    results::ValuePlace,
};
use std::{borrow::Cow, collections::BTreeMap};
use wire::{Extra, Payload, PayloadKind, Writer, token};

/// Translates an action to 0.9. A value without a name is not an action, and is unchanged.
pub(super) fn forward(action: &Payload, paths: Paths<'_>, writes: &mut Vec<Write>) -> Payload {
    let Some(name) = action.member("name") else {
        return action.clone();
    };
    let context = action.member("context");
    let context = context.map(|context| context_forward(context, paths, writes));
    let mut event = vec![("name", &name)];
    if let Some(context) = &context {
        event.push(("context", context));
    }
    Payload::object([("event", &Payload::object(event))])
}

/// Translates the context of an action to 0.9, where an object replaces the list of entries.
fn context_forward(context: Payload, paths: Paths<'_>, writes: &mut Vec<Write>) -> Payload {
    if context.kind() != PayloadKind::Array {
        return context;
    }
    let mut entries: Vec<(String, Payload)> = Vec::new();
    for entry in context.elements() {
        let (Some(key), Some(value)) = (entry.member("key"), entry.member("value")) else {
            continue;
        };
        if key.text().starts_with('"') {
            entries.push((token::name(key.text()).into_owned(), value));
        }
    }
    let last: BTreeMap<&str, usize> = wire::collect_map(
        entries
            .iter()
            .enumerate()
            .map(|(index, (key, _))| (key.as_str(), index)),
    );
    let mut members = Vec::with_capacity(entries.len());
    for (index, (key, value)) in entries.iter().enumerate() {
        // If a key occurs several times, the last entry wins, so the literals of earlier entries are not written.
        let mut unused = Vec::new();
        let writes = if last.get(key.as_str()) == Some(&index) {
            &mut *writes
        } else {
            &mut unused
        };
        let value = dynamic::forward(value, Literal::String, paths, writes);
        members.push((key.as_str(), value));
    }
    let members: Extra = members.into_iter().collect();
    Payload::object(members.iter())
}

/// The replacement for an action without an event. In 0.8 a button requires an action, and an action requires a name.
pub(super) const NAMELESS: &str = r#"{"name":""}"#;

/// Translates an action to 0.8. An action that calls a function gets an empty name, because the agent declared no event for
/// the click.
pub(super) fn backward<'a>(action: &'a Payload, place: &ValuePlace<'_>) -> TranslatedValue<'a> {
    let [call, event, direct_name, direct_context] =
        last_members(action.text(), ["functionCall", "event", "name", "context"]);
    let [name, context] = match (call, event) {
        (_, Some(event)) => last_members(event, ["name", "context"]),
        (Some(_), None) => [None, None],
        // Early drafts of 0.9 had no `event` wrapper, and clients still accept actions without it.
        (None, None) => [direct_name, direct_context],
    };
    let name = match name {
        Some(name) if name.starts_with('"') && name != "\"\"" => name,
        _ => return TranslatedValue::Inexpressible(NAMELESS),
    };
    TranslatedValue::Value(Cow::Owned(Payload::build(|writer| {
        writer.open_object();
        writer.raw_name("\"name\":");
        writer.raw(name);
        if let Some(context) = context {
            let shown = place.member("context").shown_entries(context);
            writer.raw_name("\"context\":");
            writer.open_array();
            for child in token::children(context) {
                writer.attempt(|writer| write_entry(child, place, &shown, writer));
            }
            writer.close_array();
        }
        writer.close_object();
    })))
}

/// Returns the remark about an action without an event name.
pub(super) fn missing_name(action: &Payload) -> &'static str {
    match last_members(action.text(), ["functionCall", "event"]) {
        [Some(_), _] => "0.8 has no function calls, so a click names no event",
        [None, Some(_)] => "the event has no `name`, so a click names no event",
        [None, None] => {
            "the action has neither an event nor a function call, so a click names no event"
        }
    }
}

/// Returns `true` if an action lacks the `event` wrapper, as in early drafts of 0.9.
pub(super) fn is_direct(action: &Payload) -> bool {
    matches!(
        last_members(action.text(), ["functionCall", "event", "name"]),
        [None, None, Some(_)]
    )
}

/// Writes a member of an event context as an entry. Returns `false` if 0.8 cannot express the member.
fn write_entry(
    child: token::Child<'_>,
    place: &ValuePlace<'_>,
    shown: &BTreeMap<String, Payload>,
    writer: &mut Writer,
) -> bool {
    let Some(name) = child.name else {
        return false;
    };
    // In 0.8 a context value is a string, a number, a boolean or a binding, but not a list.
    if child.text.starts_with('[') {
        return false;
    }
    let Some(key) = data::to_key(&token::name(name)) else {
        return false;
    };
    writer.element();
    writer.open_object();
    writer.raw_name("\"key\":");
    writer.string(&key);
    writer.raw_name("\"value\":");
    let is_expressible = dynamic::write_backward(child.text, &place.part(shown.get(&*key)), writer);
    writer.close_object();
    is_expressible
}

/// Returns the members of an object with these names. If a name occurs several times, the last member wins.
fn last_members<'t, const N: usize>(object: &'t str, names: [&str; N]) -> [Option<&'t str>; N] {
    let mut found = [None; N];
    for child in token::children(object) {
        let Some(name) = child.name.map(token::name) else {
            continue;
        };
        for (known, slot) in names.iter().zip(&mut found) {
            if *known == name {
                *slot = Some(child.text);
            }
        }
    }
    found
}
