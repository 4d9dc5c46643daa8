//! Bindings and function calls, wherever they stand in a value.

use wire::{MAX_DEPTH, Payload};

/// The members of a call in 0.9.
const CALL: [&str; 5] = ["call", "args", "returnType", "callableFrom", "catalogId"];

/// A value of 0.9 in 1.0; `at`, where bindings and calls are marked. A call no longer says what it returns.
pub(super) fn forward(value: &Payload, at: bool) -> Payload {
    if value.depth() > MAX_DEPTH {
        return value.clone();
    }
    if value.text().starts_with('[') {
        return each(value, |value| forward(value, at));
    }
    if !value.is_object() {
        return value.clone();
    }
    let (path, call) = if at { ("@path", "@call") } else { ("path", "call") };
    if let Some(bound) = only(value, "path") {
        return Payload::object([(path, &bound)]);
    }
    if is_call(value, "call") {
        return members(value, |name, value| match name {
            "call" => Some((call.to_owned(), value.clone())),
            "returnType" | "callableFrom" => None,
            "args" => Some((
                name.to_owned(),
                members(value, |name, value| Some((name.to_owned(), forward(value, at)))),
            )),
            _ => Some((name.to_owned(), value.clone())),
        });
    }
    members(value, |name, value| {
        let name = if at && name.starts_with('@') { format!("@{name}") } else { name.to_owned() };
        Some((name, forward(value, at)))
    })
}

/// A value of 1.0 in 0.9.
pub(super) fn backward(value: &Payload, at: bool) -> Payload {
    if !at || value.depth() > MAX_DEPTH {
        return value.clone();
    }
    if value.text().starts_with('[') {
        return each(value, |value| backward(value, at));
    }
    if !value.is_object() {
        return value.clone();
    }
    if let Some(bound) = only(value, "@path") {
        return Payload::object([("path", &bound)]);
    }
    if is_call(value, "@call") {
        return members(value, |name, value| match name {
            "@call" => Some(("call".to_owned(), value.clone())),
            "args" => Some((
                name.to_owned(),
                members(value, |name, value| Some((name.to_owned(), backward(value, at)))),
            )),
            _ => Some((name.to_owned(), value.clone())),
        });
    }
    members(value, |name, value| {
        let name = name.strip_prefix('@').filter(|rest| rest.starts_with('@')).unwrap_or(name);
        Some((name.to_owned(), backward(value, at)))
    })
}

/// The string that stands under the one member of this name.
fn only(value: &Payload, name: &str) -> Option<Payload> {
    let mut members = value.members();
    match (members.next(), members.next()) {
        (Some((member, path)), None) if member == name && path.as_str().is_some() => Some(path),
        _ => None,
    }
}

fn is_call(value: &Payload, name: &str) -> bool {
    value.members().any(|(member, call)| member == name && call.as_str().is_some())
        && value.members().all(|(member, _)| member == name || (member != "call" && CALL.contains(&&*member)))
}

fn each(list: &Payload, change: impl Fn(&Payload) -> Payload) -> Payload {
    let changed: Vec<_> = list.elements().map(|element| change(&element)).collect();
    Payload::array(&changed)
}

/// The members of an object, each changed or left out; what is none stays as it is.
pub(super) fn members(
    object: &Payload,
    change: impl Fn(&str, &Payload) -> Option<(String, Payload)>,
) -> Payload {
    if !object.is_object() {
        return object.clone();
    }
    let changed: Vec<_> = object.members().filter_map(|(name, value)| change(&name, &value)).collect();
    Payload::object(changed.iter().map(|(name, value)| (name.as_str(), value)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bindings_and_calls_are_marked_and_literals_keep_their_names() {
        for (plain, marked) in [
            (r#"{"path":"/n"}"#, r#"{"@path":"/n"}"#),
            (r#"{"path":"/n","componentId":"x"}"#, r#"{"path":"/n","componentId":"x"}"#),
            (
                r#"[{"call":"f","args":{"value":{"path":"n"},"path":1}}]"#,
                r#"[{"@call":"f","args":{"value":{"@path":"n"},"path":1}}]"#,
            ),
            (r#"{"a":{"@k":1.0,"@@k":2}}"#, r#"{"a":{"@@k":1.0,"@@@k":2}}"#),
            (r#"{"call":7}"#, r#"{"call":7}"#),
            (r#""text""#, r#""text""#),
        ] {
            let (plain, marked) = (Payload::parse(plain).unwrap(), Payload::parse(marked).unwrap());
            assert_eq!(forward(&plain, true), marked);
            assert_eq!(backward(&marked, true), plain);
            assert_eq!(forward(&plain, false), plain);
            assert_eq!(backward(&plain, false), plain);
        }
    }

    #[test]
    fn a_call_does_not_say_what_it_returns() {
        let call =
            Payload::parse(r#"{"call":"f","returnType":"string","callableFrom":"clientOnly"}"#).unwrap();
        assert_eq!(forward(&call, false).text(), r#"{"call":"f"}"#);
    }
}
