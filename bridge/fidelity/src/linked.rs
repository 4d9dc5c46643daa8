//! Names that messages of a session share: varied in one message alone, the others would be about something else.

use std::borrow::Cow;
use wire::{Payload, PayloadKind, Pointer};

/// Members that hold the same name, wherever in a session they stand.
const LINKS: &[&[&str]] = &[&["surfaceId", "instanceId"], &["channel", "resource"], &["call_id"]];

/// The messages with another value at a place of one of them, or without one. A name that other messages hold as well is changed
/// in all of them, also in texts that hold messages.
pub(super) fn with(
    messages: &[Payload],
    varied: usize,
    at: &Pointer,
    value: Option<&Payload>,
) -> Option<Vec<Payload>> {
    let message = messages.get(varied)?;
    let old = message.get(at);
    let is_name = |value: Option<&Payload>| value.is_some_and(|value| value.kind() == PayloadKind::String);
    let links = at.segments().last().and_then(|name| links(&name));
    let mut messages = messages.to_vec();
    if let (Some(links), Some(old), Some(new)) =
        (links, old.filter(|old| is_name(Some(old))), value.filter(|value| is_name(Some(value))))
    {
        let link = Link { names: links, old: &old, new };
        messages.iter_mut().for_each(|message| *message = link.replaced(message, 0));
    }
    let message = messages.get_mut(varied)?;
    *message = super::variant::with(message, at, value)?;
    Some(messages)
}

fn links(name: &str) -> Option<&'static [&'static str]> {
    LINKS.iter().copied().find(|links| links.contains(&name))
}

struct Link<'a> {
    names: &'a [&'a str],
    old: &'a Payload,
    new: &'a Payload,
}

impl Link<'_> {
    fn replaced(&self, value: &Payload, depth: usize) -> Payload {
        if depth > wire::MAX_DEPTH {
            return value.clone();
        }
        match value.kind() {
            PayloadKind::Object => {
                let member = |(name, value): (Cow<'_, str>, Payload)| {
                    let is_link = self.names.contains(&&*name) && value == *self.old;
                    let value = if is_link { self.new.clone() } else { self.replaced(&value, depth + 1) };
                    (name.into_owned(), value)
                };
                let members: Vec<(String, Payload)> = value.members().map(member).collect();
                Payload::object(members.iter().map(|(name, value)| (name.as_str(), value)))
            }
            PayloadKind::Array => {
                let elements: Vec<Payload> =
                    value.elements().map(|element| self.replaced(&element, depth + 1)).collect();
                Payload::array(&elements)
            }
            PayloadKind::String => {
                let text = value.as_str().unwrap_or_default();
                let inner = Payload::parse(&*text)
                    .ok()
                    .filter(|inner| matches!(inner.kind(), PayloadKind::Object | PayloadKind::Array));
                match inner {
                    Some(inner) => Payload::string(self.replaced(&inner, depth + 1).text()),
                    None => value.clone(),
                }
            }
            _ => value.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_changed_wherever_it_stands_and_nothing_else() {
        let messages: Vec<Payload> = [
            r#"{"createSurface":{"surfaceId":"a"}}"#,
            r#"{"update":{"surfaceId":"a","title":"a"},"other":{"surfaceId":"b"}}"#,
            r#"{"state":{"instanceId":"a"},"text":"[{\"surfaceId\":\"a\"}]"}"#,
        ]
        .iter()
        .map(|text| Payload::parse(*text).unwrap())
        .collect();
        let at = Pointer::parse("/createSurface/surfaceId").unwrap();
        let texts = |value: Option<&str>| -> Vec<String> {
            let value = value.map(|value| Payload::parse(value).unwrap());
            let with = with(&messages, 0, &at, value.as_ref()).unwrap();
            with.iter().map(|message| message.text().to_owned()).collect()
        };
        assert_eq!(
            texts(Some(r#""c""#)),
            [
                r#"{"createSurface":{"surfaceId":"c"}}"#,
                r#"{"update":{"surfaceId":"c","title":"a"},"other":{"surfaceId":"b"}}"#,
                r#"{"state":{"instanceId":"c"},"text":"[{\"surfaceId\":\"c\"}]"}"#,
            ]
        );
        // What is no name is said by one message alone.
        for value in [None, Some("null"), Some("7")] {
            assert_eq!(texts(value)[1..], messages[1..].iter().map(|m| m.text()).collect::<Vec<_>>());
        }
    }
}
