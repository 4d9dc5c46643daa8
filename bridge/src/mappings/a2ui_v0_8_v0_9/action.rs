//! Actions of clicks: `{"name", "context": [{"key", "value"}]}` in 0.8; `{"event": {"name", "context": {…}}}` or a
//! function call in 0.9.

use super::{
    data,
    dynamic::{self, TranslatedValue, Write},
    literal::Literal,
    paths::Paths,
    results::ValuePlace,
};
use std::{borrow::Cow, collections::BTreeMap};
use wire::{Extra, Payload, PayloadKind, Writer, token};

/// Translates an action to 0.9. Other values are unchanged.
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

/// Translates the context of an action to 0.9: a list of entries becomes an object.
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
        // If a key occurs several times, the last entry counts, and only that entry writes its literal.
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

/// An action without an event. A button of 0.8 requires an action, and an action requires a name.
pub(super) const NAMELESS: &str = r#"{"name":""}"#;

/// Translates an action to 0.8. An action that calls a function gets an empty name: no agent declared an event for it.
pub(super) fn backward<'a>(action: &'a Payload, place: &ValuePlace<'_>) -> TranslatedValue<'a> {
    let [call, event, direct_name, direct_context] =
        last_members(action.text(), ["functionCall", "event", "name", "context"]);
    let [name, context] = match (call, event) {
        (_, Some(event)) => last_members(event, ["name", "context"]),
        (Some(_), None) => [None, None],
        // Early drafts of 0.9 had no `event` wrapper, and clients still read that form.
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

/// Returns the remark for an action without an event name.
pub(super) fn missing_name(action: &Payload) -> &'static str {
    match last_members(action.text(), ["functionCall", "event"]) {
        [Some(_), _] => "0.8 has no function calls, so a click names no event",
        [None, Some(_)] => "the event has no `name`, so a click names no event",
        [None, None] => {
            "the action has neither an event nor a function call, so a click names no event"
        }
    }
}

/// Returns `true` if an action has the form of early 0.9 drafts, without the `event` wrapper.
pub(super) fn is_direct(action: &Payload) -> bool {
    matches!(
        last_members(action.text(), ["functionCall", "event", "name"]),
        [None, None, Some(_)]
    )
}

/// Writes an entry of the context. Returns `false` if 0.8 cannot express it.
fn write_entry(
    child: token::Child<'_>,
    place: &ValuePlace<'_>,
    shown: &BTreeMap<String, Payload>,
    writer: &mut Writer,
) -> bool {
    let Some(name) = child.name else {
        return false;
    };
    // A value of the context can be any other literal in 0.8.
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

/// Returns these members of an object. The last one counts if a name occurs several times.
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
