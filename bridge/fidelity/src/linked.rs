//! Names that several messages of a session share. They are varied in all messages, because references to them would
//! otherwise break.

use wire::{Payload, PayloadKind, Pointer};

/// Groups of members that contain the same name, anywhere in a session.
const LINKS: &[&[&str]] = &[
    &["surfaceId", "instanceId"],
    &["channel", "resource"],
    &["call_id"],
];

/// Replaces or removes a value in one message. If the value is a shared name, it is changed in all messages, including
/// messages inside strings.
pub(super) fn replace_linked(
    messages: &[Payload],
    varied: usize,
    at: &Pointer,
    value: Option<&Payload>,
) -> Option<Vec<Payload>> {
    let old = messages.get(varied)?.get(at);
    let names = at.segments().last().and_then(|name| linked_names(&name));
    let mut messages = messages.to_vec();
    if let (Some(names), Some(old), Some(new)) =
        (names, old.filter(is_text), value.filter(|new| is_text(new)))
    {
        let link = Link {
            names,
            old: &old,
            new,
        };
        for message in &mut messages {
            let mut places = Vec::new();
            link.collect_places(message, &Pointer::root(), &mut places);
            for (place, value) in places {
                *message = super::variant::replace_value(message, &place, Some(&value))?;
            }
        }
    }
    let message = messages.get_mut(varied)?;
    *message = super::variant::replace_value(message, at, value)?;
    Some(messages)
}

fn is_text(value: &Payload) -> bool {
    value.kind() == PayloadKind::String
}

fn linked_names(name: &str) -> Option<&'static [&'static str]> {
    LINKS.iter().copied().find(|links| links.contains(&name))
}

struct Link<'a> {
    names: &'a [&'a str],
    old: &'a Payload,
    new: &'a Payload,
}

impl Link<'_> {
    /// Collects the places that contain the name, or a string with the name in it, and their new values.
    fn collect_places(&self, value: &Payload, at: &Pointer, places: &mut Vec<(Pointer, Payload)>) {
        for (name, member) in value.members() {
            let at = at.member(&name);
            if self.names.contains(&&*name) && member == *self.old {
                places.push((at, self.new.clone()));
            } else {
                self.collect_places(&member, &at, places);
            }
        }
        for (index, element) in value.elements().enumerate() {
            self.collect_places(&element, &at.element(index), places);
        }
        if let Some(text) = value.as_str() {
            if let Some(changed) = self.change_text(&text) {
                places.push((at.clone(), changed));
            }
        }
    }

    /// Returns a string whose JSON contains the new name, if it contained the old one.
    fn change_text(&self, text: &str) -> Option<Payload> {
        let mut text = Payload::parse(text).ok()?;
        let mut places = Vec::new();
        self.collect_places(&text, &Pointer::root(), &mut places);
        if places.is_empty() {
            return None;
        }
        for (place, value) in &places {
            if let Some(changed) = super::variant::replace_value(&text, place, Some(value)) {
                text = changed;
            }
        }
        Some(Payload::string(text.text()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_renaming_changes_only_references_to_the_name() {
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
            let changed = replace_linked(&messages, 0, &at, value.as_ref()).unwrap();
            changed
                .iter()
                .map(|message| message.text().to_owned())
                .collect()
        };
        assert_eq!(
            texts(Some(r#""c""#)),
            [
                r#"{"createSurface":{"surfaceId":"c"}}"#,
                r#"{"update":{"surfaceId":"c","title":"a"},"other":{"surfaceId":"b"}}"#,
                r#"{"state":{"instanceId":"c"},"text":"[{\"surfaceId\":\"c\"}]"}"#,
            ]
        );
        // A value that is not a name occurs in one message only.
        for value in [None, Some("null"), Some("7")] {
            assert_eq!(
                texts(value)[1..],
                messages[1..].iter().map(|m| m.text()).collect::<Vec<_>>()
            );
        }
    }
}
