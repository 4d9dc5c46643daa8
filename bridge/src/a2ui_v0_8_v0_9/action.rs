//! What a click does: `{"name", "context": [{"key", "value"}]}` in 0.8; `{"event": {"name", "context": {…}}}` or a function call in
//! 0.9.

use super::{
    dynamic::{self, Image, Literal, Write},
    paths::Paths,
};
use std::{borrow::Cow, collections::BTreeMap};
use wire::{Extra, Payload, PayloadKind, token};

/// The action in 0.9. What is none stays as it is.
pub(super) fn forward(action: &Payload, paths: Paths<'_>, writes: &mut Vec<Write>) -> Payload {
    let Some(name) = action.member("name") else { return action.clone() };
    let context = action.member("context").map(|context| {
        if context.kind() != PayloadKind::Array {
            return context;
        }
        let entries: Vec<(String, Payload)> = context
            .elements()
            .filter_map(|entry| {
                let (key, value) = (entry.member("key")?, entry.member("value")?);
                Some((key.as_str().unwrap_or_default().into_owned(), value))
            })
            .collect();
        let last: BTreeMap<&str, usize> =
            entries.iter().enumerate().map(|(index, (key, _))| (key.as_str(), index)).collect();
        let mut members = Extra::new();
        for (index, (key, value)) in entries.iter().enumerate() {
            // Of several entries of one key the last counts, and only that one writes.
            let mut unsaid = Vec::new();
            let writes = if last.get(key.as_str()) == Some(&index) { &mut *writes } else { &mut unsaid };
            members.insert(key.clone(), dynamic::forward(value, Literal::String, paths, writes));
        }
        Payload::object(members.iter())
    });
    let mut event = vec![("name", &name)];
    event.extend(context.as_ref().map(|context| ("context", context)));
    Payload::object([("event", &Payload::object(event))])
}

/// The action in 0.8. A function call becomes an event of its name, as a button of 0.8 cannot be without one.
pub(super) fn backward(action: &Payload, in_item: bool) -> Image<'_> {
    let [call, event] = last_of(action, ["functionCall", "event"]);
    if let Some(name) = call.and_then(|call| call.member("call")) {
        return Image::Value(Cow::Owned(Payload::object([("name", &name)])));
    }
    let [name, context] = event.map_or([None, None], |event| last_of(&event, ["name", "context"]));
    let Some(name) = name else { return Image::Unsaid(r#"{"name":""}"#) };
    let context = context.map(|context| {
        let entries: Vec<_> = context
            .members()
            .filter(|(_, value)| value.kind() != PayloadKind::Array)
            .filter_map(|(key, value)| {
                let (key, value) = (Payload::string(&key), dynamic::backward(&value, in_item)?);
                Some(Payload::object([("key", &key), ("value", &value)]))
            })
            .collect();
        Payload::array(&entries)
    });
    let mut action = vec![("name", &name)];
    action.extend(context.as_ref().map(|context| ("context", context)));
    Image::Value(Cow::Owned(Payload::object(action)))
}

/// These members of an object, of duplicates the last.
fn last_of<const N: usize>(object: &Payload, names: [&str; N]) -> [Option<Payload>; N] {
    let mut found = [const { None }; N];
    for (name, value) in object.members() {
        let slot = names.iter().position(|known| *known == name).and_then(|at| found.get_mut(at));
        if let Some(slot) = slot {
            *slot = Some(value);
        }
    }
    found
}

/// Whether an action is seen at once to come back from 0.8 as it is. `is_bound` says that of the path of a binding.
pub(super) fn is_lossless(action: &str, is_bound: &dyn Fn(&str) -> bool) -> bool {
    let [Some(event)] = members(action, ["event"]) else { return false };
    let [Some(_), Some(context)] = members(event, ["name", "context"]) else { return false };
    let mut keys: Vec<&str> = Vec::new();
    context.starts_with('{')
        && token::children(context).all(|child| {
            let key = child.name.unwrap_or_default();
            let is_new = !keys.contains(&key) && keys.len() < FEW && !key.contains('\\');
            keys.push(key);
            is_new && !child.text.starts_with('[') && dynamic::is_lossless(child.text, is_bound)
        })
}

/// How many keys are compared one with the other.
const FEW: usize = 8;

/// The members of an object that has these alone, each once.
fn members<'t, const N: usize>(object: &'t str, names: [&str; N]) -> [Option<&'t str>; N] {
    let mut found = [None; N];
    for child in token::children(object) {
        let name = child.name.and_then(|name| name.strip_prefix('"')?.strip_suffix('"'));
        let slot = names.iter().position(|known| Some(*known) == name).and_then(|at| found.get_mut(at));
        match slot {
            Some(slot @ None) => *slot = Some(child.text),
            _ => return [None; N],
        }
    }
    found
}
