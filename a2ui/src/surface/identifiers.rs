//! Conversion of component ids to identifiers, which strict clients of A2UI 1.0 require.

use super::ReferenceFields;
use crate::{ComponentId, Message, v1_0};
use std::{collections::BTreeSet, fmt::Write as _};
use wire::{Field, Payload, PayloadKind, Pointer, token};

/// The identifier for the empty id.
const EMPTY: &str = "_x_";
/// The maximum number of hexadecimal digits of a character code.
const MAX_DIGITS: usize = 6;

impl ComponentId {
    /// Returns `true` if the id is an identifier by the default Unicode rules ([UAX #31]), with `_` as a letter. See A2UI
    /// 1.0, "Identifiers".
    ///
    /// [UAX #31]: https://www.unicode.org/reports/tr31/
    pub(crate) fn is_identifier(&self) -> bool {
        let mut chars = self.as_str().chars();
        chars.next().is_some_and(starts) && chars.all(unicode_ident::is_xid_continue)
    }

    /// Converts the id to an identifier. Each character that is invalid at its position becomes `_x…_` with its code in
    /// hexadecimal digits. A `_` before an `x` is escaped too, because it would look like the start of an escape.
    ///
    /// ```
    /// use agent_ui_a2ui::ComponentId;
    ///
    /// for (id, identifier) in [("main-column", "main_x2D_column"), ("1", "_x31_"), ("_x2D_", "_x5F_x2D_"), ("a_b", "a_b")] {
    ///     assert_eq!(ComponentId::from(id).to_identifier().as_str(), identifier);
    ///     assert_eq!(ComponentId::from(identifier).from_identifier().unwrap().as_str(), id);
    /// }
    /// assert!(ComponentId::from("main-column").from_identifier().is_none());
    /// ```
    #[must_use]
    pub fn to_identifier(&self) -> Self {
        let id = self.as_str();
        if id.is_empty() {
            return Self::from(EMPTY);
        }
        let mut identifier = String::with_capacity(id.len());
        for (at, c) in id.char_indices() {
            let may_stand = if at == 0 {
                starts(c)
            } else {
                unicode_ident::is_xid_continue(c)
            };
            if may_stand && !id.get(at..).unwrap_or_default().starts_with("_x") {
                identifier.push(c);
            } else {
                // Writing to a `String` cannot fail.
                let _ = write!(identifier, "_x{:X}_", u32::from(c));
            }
        }
        Self::from(identifier)
    }

    /// Reverts [`to_identifier`](Self::to_identifier). Returns `None` if no id is converted to this identifier.
    pub fn from_identifier(&self) -> Option<Self> {
        let mut id = String::with_capacity(self.as_str().len());
        let mut rest = self.as_str();
        while let Some(c) = rest.chars().next() {
            let (digits, length) = match escape(rest) {
                Some(digits) => (digits, digits.len() + 3),
                None => ("", c.len_utf8()),
            };
            match u32::from_str_radix(digits, 16)
                .ok()
                .and_then(char::from_u32)
            {
                Some(escaped) => id.push(escaped),
                None if length == EMPTY.len() && self.as_str() == EMPTY => {}
                None => id.push(c),
            }
            rest = rest.get(length..)?;
        }
        let id = Self::from(id);
        if id.to_identifier() == *self {
            Some(id)
        } else {
            None
        }
    }
}

/// Returns the digits of the `_x…_` escape at the start of a text.
fn escape(text: &str) -> Option<&str> {
    let (digits, _) = text.strip_prefix("_x")?.split_once('_')?;
    let mut bytes = digits.bytes();
    let are_digits = bytes.all(|byte| matches!(byte, b'0'..=b'9' | b'A'..=b'F'));
    if are_digits && digits.len() <= MAX_DIGITS {
        return Some(digits);
    }
    None
}

fn starts(c: char) -> bool {
    c == '_' || unicode_ident::is_xid_start(c)
}

/// A callback that receives a component id with its pointer, and returns the new id.
pub type RenameComponent<'a> = dyn FnMut(&ComponentId, &Pointer) -> ComponentId + 'a;

impl Message {
    /// Returns the message with renamed component ids. In 1.0 messages, this affects components, the references in the
    /// given fields and the source component of actions. Other messages are returned unchanged.
    ///
    /// An update may omit the type of a component. The fields of all types are then treated as references.
    ///
    /// ```
    /// use agent_ui_a2ui::{ComponentId, Message, surface::ReferenceFields, wire};
    ///
    /// let message = Message::read(r#"{"version":"1.0","updateComponents":{"surfaceId":"s","components":[
    ///     {"id":"a-b","component":"Card","child":"c"},{"id":"c","component":"Text","text":"a-b"}]}}"#)?;
    /// let mut places = Vec::new();
    /// let renamed = message.rename_components(&ReferenceFields::default(), &mut |id, at| {
    ///     places.push(at.to_string());
    ///     id.to_identifier()
    /// });
    /// let at = |path: &str| format!("/updateComponents/components/{path}");
    /// assert_eq!(places, [at("0/id"), at("0/child"), at("1/id")]);
    /// assert!(wire::encode(&renamed)?.contains(r#"{"id":"a_x2D_b","component":"Card","child":"c"}"#));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn rename_components(
        mut self,
        fields: &ReferenceFields,
        rename: &mut RenameComponent<'_>,
    ) -> Self {
        let root = Pointer::root();
        match &mut self {
            Self::V1_0Agent(message) => match &mut message.body {
                v1_0::AgentBody::CreateSurface(body) => {
                    let at = root.member("createSurface").member("components");
                    if let Field::Value(components) = &mut body.components {
                        rename_all(components, &at, fields, rename);
                    }
                }
                v1_0::AgentBody::UpdateComponents(body) => {
                    let at = root.member("updateComponents").member("components");
                    rename_all(&mut body.components, &at, fields, rename);
                }
                _ => {}
            },
            Self::V1_0Renderer(message) => {
                if let v1_0::RendererBody::Action(action) = &mut message.body {
                    let at = root.member("action").member("sourceComponentId");
                    action.source_component_id = rename(&action.source_component_id, &at);
                }
            }
            _ => {}
        }
        self
    }
}

fn rename_all(
    components: &mut [v1_0::Component],
    at: &Pointer,
    fields: &ReferenceFields,
    rename: &mut RenameComponent<'_>,
) {
    for (index, component) in components.iter_mut().enumerate() {
        let at = at.element(index);
        let paths: BTreeSet<String> = match component.component.get() {
            Some(name) => wire::collect_set(fields.of(name).map(String::from)),
            None => wire::collect_set(fields.all().map(String::from)),
        };
        component.id = rename(&component.id, &at.member("id"));
        for path in paths {
            let mut segments = path.split('/');
            let Some(first) = segments.next() else {
                continue;
            };
            let Some(value) = component.extra.get(first) else {
                continue;
            };
            let value = rename_at(
                value,
                &segments.collect::<Vec<_>>(),
                &at.member(first),
                rename,
            );
            component.extra.insert(first, value);
        }
    }
}

/// Renames the ids at a path of [`ReferenceFields`].
fn rename_at(
    value: &Payload,
    path: &[&str],
    at: &Pointer,
    rename: &mut RenameComponent<'_>,
) -> Payload {
    match (path, value.kind()) {
        ([], _) => rename_ids(value, at, rename),
        (["*", below @ ..], PayloadKind::Array) => {
            let mut renamed = Vec::new();
            for (index, element) in value.elements().enumerate() {
                renamed.push(rename_at(&element, below, &at.element(index), rename));
            }
            Payload::array(&renamed)
        }
        ([name, below @ ..], PayloadKind::Object) => {
            change_members(value, at, name, &mut |value, at| {
                rename_at(value, below, at, rename)
            })
        }
        _ => value.clone(),
    }
}

/// Renames the ids in a value, in every form of a 1.0 reference: an id, a list or a template.
fn rename_ids(value: &Payload, at: &Pointer, rename: &mut RenameComponent<'_>) -> Payload {
    match value.kind() {
        PayloadKind::String => rename_id(value, at, rename),
        PayloadKind::Array => {
            let mut renamed = Vec::new();
            for (index, element) in value.elements().enumerate() {
                renamed.push(rename_id(&element, &at.element(index), rename));
            }
            Payload::array(&renamed)
        }
        PayloadKind::Object => change_members(value, at, "componentId", &mut |value, at| {
            rename_id(value, at, rename)
        }),
        PayloadKind::Null | PayloadKind::Boolean | PayloadKind::Number => value.clone(),
    }
}

fn rename_id(value: &Payload, at: &Pointer, rename: &mut RenameComponent<'_>) -> Payload {
    match value.as_str() {
        // Component ids contain no lone surrogates.
        Some(id) if !token::has_lone_surrogate(value.text()) => {
            Payload::string(rename(&ComponentId::from(&*id), at).as_str())
        }
        _ => value.clone(),
    }
}

/// Returns the object with changed values for one member name, which may be repeated.
fn change_members(
    object: &Payload,
    at: &Pointer,
    wanted: &str,
    change: &mut dyn FnMut(&Payload, &Pointer) -> Payload,
) -> Payload {
    let mut changed = Vec::new();
    for (name, value) in object.members() {
        let value = match &*name == wanted {
            true => change(&value, &at.member(&name)),
            false => value,
        };
        changed.push((name, value));
    }
    Payload::object(changed.iter().map(|(name, value)| (&**name, value)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use wire::proptest::prelude::*;

    proptest! {
        #[test]
        fn every_id_round_trips_through_an_identifier(id in "\\PC{0,3}|[_xA-F0-9a-]{0,9}|\\PC*") {
            let id = ComponentId::from(id);
            let identifier = id.to_identifier();
            prop_assert!(identifier.is_identifier(), "{identifier}");
            prop_assert_eq!(identifier.from_identifier(), Some(id));
        }

        #[test]
        fn every_decoded_identifier_round_trips_through_its_id(identifier in "[_x2DFa]{0,9}") {
            let identifier = ComponentId::from(identifier);
            if let Some(id) = identifier.from_identifier() {
                prop_assert_eq!(id.to_identifier(), identifier);
            }
        }
    }

    #[test]
    fn ids_are_renamed_only_in_component_references() {
        let message = |id: &str, text: &str| {
            format!(
                r#"{{"version":"1.0","createSurface":{{"surfaceId":"a-b","components":[
                    {{"id":"{id}","component":"Tabs","tabs":[{{"title":"{text}","child":"{id}"}}]}},
                    {{"id":"b","component":"Modal","trigger":"{id}","content":"c","label":"{text}"}},
                    {{"id":"c","component":"List","children":{{"path":"/{text}","componentId":"{id}"}}}},
                    {{"id":"d","component":"Row","children":["{id}","b",7],"@metadata":{{"extensions":{{"id":"{text}"}}}}}},
                    {{"id":"e","tabs":[{{"child":"{id}"}}],"trigger":"{id}"}},
                    {{"id":"g","component":"Card","child":"\ud83d-"}},
                    {{"id":"f","component":"Text","text":"{text}","trigger":"{text}"}}]}}}}"#
            )
        };
        let read = |text: String| Message::read(&text).unwrap();
        let fields = ReferenceFields::default();
        let renamed =
            read(message("a-b", "a-b")).rename_components(&fields, &mut |id, _| id.to_identifier());
        assert_eq!(renamed, read(message("a_x2D_b", "a-b")));
        let click = |id: &str| {
            read(format!(
                r#"{{"version":"1.0","action":{{"name":"a-b","surfaceId":"a-b","sourceComponentId":"{id}",
                    "timestamp":"2026-05-18T15:30:00.000Z","context":{{"a-b":"a-b"}}}}}}"#
            ))
        };
        assert_eq!(
            click("a-b").rename_components(&fields, &mut |id, _| id.to_identifier()),
            click("a_x2D_b")
        );
    }
}
