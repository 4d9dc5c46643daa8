//! Translation of literals and bindings.
//!
//! In A2UI 0.8 a value is `{"literalString": …}`, `{"path": …}` or both. In 0.9 it is plain JSON, `{"path": …}` or a function
//! call.
//!
//! Specification: [A2UI 0.8, § 4.2 Data binding](https://github.com/a2ui-project/a2ui/blob/72ddee7b69c228aa70320e3bd5a18abd14f47d80/specification/v0_8/docs/a2ui_protocol.md#42-data-binding-the-boundvalue-object), [A2UI 0.9, Common
//! types](https://github.com/a2ui-project/a2ui/blob/4e6e1fdc4947c23a7f5d798edd70fe36c78cc4ba/specification/v0_9/docs/a2ui_protocol.md#common-types).

use super::{
    data::path_backward,
    literal::{LITERALS, Literal},
    paths::Paths,
    results::ValuePlace,
};
use a2ui::data_model;
use std::borrow::Cow;
use wire::{Payload, Writer, token};

/// A write that a component of 0.8 performs when it is first shown: the path in 0.8 and the value.
pub(super) type Write = (String, Payload);

/// The result of translating a value.
pub(super) enum TranslatedValue<'a> {
    /// The translated value.
    Value(Cow<'a, Payload>),
    /// The present result of a function call, because 0.8 has no calls.
    CallResult(Payload),
    /// A value that 0.8 cannot express. The text is the replacement if the property is required.
    Inexpressible(&'static str),
}

/// Returns `true` if a value of 0.8 is a literal or a binding: an object with only literals and a path.
pub(super) fn is_bound_value(value: &Payload) -> bool {
    let mut members = value.members().peekable();
    value.is_object() && members.peek().is_some() && members.all(|(name, _)| is_part(&name))
}

/// Returns `true` if a literal or a binding of 0.8 can have a member of this name.
fn is_part(name: &str) -> bool {
    name == "path" || LITERALS.contains(&name)
}

/// The parts of a literal or a binding of 0.8.
struct BoundValue {
    path: Option<Payload>,
    literal: Option<Payload>,
}

impl BoundValue {
    /// Reads a literal or a binding. Returns `None` for an object with other members.
    fn read(value: &Payload) -> Option<Self> {
        let (mut path, mut literals) = (None, [const { None }; LITERALS.len()]);
        for (name, part) in value.members() {
            let slot = match LITERALS.iter().position(|literal| *literal == name) {
                Some(index) => literals.get_mut(index)?,
                None if name == "path" => &mut path,
                None => return None,
            };
            *slot = Some(part);
        }
        // If an object has several literals, clients of 0.8 read the first type in this order.
        let literal = literals.into_iter().flatten().next();
        Some(Self {
            path,
            // No type of literal is an object.
            literal: literal.filter(|literal| !literal.is_object()),
        })
    }
}

/// Translates a literal or a binding to 0.9. For a binding with a literal, adds a write of the literal to `writes`. Other
/// values are unchanged. `kind` is the expected type of literal.
pub(super) fn forward(
    value: &Payload,
    kind: Literal,
    paths: Paths<'_>,
    writes: &mut Vec<Write>,
) -> Payload {
    if !value.is_object() {
        return value.clone();
    }
    let Some(parts) = BoundValue::read(value) else {
        return value.clone();
    };
    match (parts.path, parts.literal) {
        (Some(path), literal) => binding_forward(&path, literal, paths, writes),
        (None, Some(literal)) => literal,
        // Clients of 0.8 show an object without a literal and a path as empty, and 0.9 requires a value.
        (None, None) => json(match kind {
            Literal::String => "\"\"",
            Literal::Number => "0",
            Literal::Boolean => "false",
            Literal::Strings => "[]",
        }),
    }
}

/// Translates a binding to 0.9. If the binding has a literal, adds a write of the literal at its path.
fn binding_forward(
    path: &Payload,
    literal: Option<Payload>,
    paths: Paths<'_>,
    writes: &mut Vec<Write>,
) -> Payload {
    let Some(text) = path.as_str() else {
        return Payload::object([("path", path)]);
    };
    if let Some(literal) = literal {
        // A relative path in a template names a different place for every item, so the literal cannot be written.
        let is_single_place = !paths.in_item || data_model::item_path(&text).is_none();
        if text.starts_with('/') && is_single_place && data_model::names(&text).is_ok() {
            writes.push((text.to_string(), literal));
        }
    }
    let changed = paths.convert_binding(&text);
    if changed == text {
        Payload::object([("path", path)])
    } else {
        Payload::object([("path", &Payload::string(&changed))])
    }
}

/// The form of a value in 0.8.
enum Spelling {
    /// The value as A2UI 0.9 writes it.
    Same,
    /// A literal under this member name.
    Literal(&'static str),
    /// A binding to this path.
    Path(String),
}

/// Returns the form of a value in 0.8. Returns `None` for function calls, objects and null, which 0.8 cannot express.
fn spell_in_0_8(text: &str, in_item: bool) -> Option<Spelling> {
    Some(Spelling::Literal(match text.as_bytes().first()? {
        b'"' => "literalString",
        b't' | b'f' => "literalBoolean",
        b'[' => "literalArray",
        b'{' => return spell_binding(text, in_item),
        b'n' => return None,
        _ => "literalNumber",
    }))
}

/// Translates a value to 0.8. Returns `None` if 0.8 cannot express the value.
pub(super) fn backward(value: &Payload, in_item: bool) -> Option<Cow<'_, Payload>> {
    Some(match spell_in_0_8(value.text(), in_item)? {
        Spelling::Same => Cow::Borrowed(value),
        Spelling::Literal(name) => Cow::Owned(Payload::object([(name, value)])),
        Spelling::Path(path) => Cow::Owned(Payload::object([("path", &Payload::string(&path))])),
    })
}

/// Writes a value in its 0.8 form, or the present result of a function call. Returns `false` if 0.8 cannot express the value.
pub(super) fn write_backward(text: &str, place: &ValuePlace<'_>, writer: &mut Writer) -> bool {
    let Some(spelling) = spell_in_0_8(text, place.in_item) else {
        return write_result(text, place, writer);
    };
    match spelling {
        Spelling::Same => writer.raw(text),
        Spelling::Literal(name) => {
            writer.open_object();
            writer.name(name);
            writer.raw(text);
            writer.close_object();
        }
        Spelling::Path(path) => {
            writer.open_object();
            writer.name("path");
            writer.string(&path);
            writer.close_object();
        }
    }
    true
}

/// Writes the present result of a function call. Returns `false` if there is none.
fn write_result(text: &str, place: &ValuePlace<'_>, writer: &mut Writer) -> bool {
    let Ok(value) = Payload::parse(text) else {
        return false;
    };
    match place.result_of_call(&value, None) {
        Some(result) => {
            writer.raw(result.text());
            true
        }
        None => false,
    }
}

/// Translates a binding to 0.8. Returns `None` for other values.
pub(super) fn binding_backward(value: &Payload, in_item: bool) -> Option<Cow<'_, Payload>> {
    if value.is_object() {
        backward(value, in_item)
    } else {
        None
    }
}

/// Returns the form of a binding in 0.8. Returns `None` for other objects. Inside a template, an absolute path of 0.8 begins
/// with two slashes.
fn spell_binding(text: &str, in_item: bool) -> Option<Spelling> {
    let path = lone_path(text)?;
    let mut old = path_backward(&path);
    // With one slash, clients of 0.8 resolve the path from the item.
    if in_item && old.starts_with('/') && data_model::item_path(&old).is_some() {
        old = Cow::Owned(format!("/{old}"));
    }
    if old == path {
        Some(Spelling::Same)
    } else {
        Some(Spelling::Path(old.into_owned()))
    }
}

/// Returns the path in an object whose only member is a path.
fn lone_path(text: &str) -> Option<Cow<'_, str>> {
    let mut members = token::children(text);
    let (member, None) = (members.next()?, members.next()) else {
        return None;
    };
    if token::name(member.name?) == "path" && member.text.starts_with('"') {
        Some(token::string(member.text))
    } else {
        None
    }
}

/// Parses a text that is known to be valid JSON, such as a constant.
pub(super) fn json(text: &str) -> Payload {
    Payload::parse(text).unwrap_or_else(|_| Payload::null())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_object_becomes_the_default_of_its_type() {
        for (literal, expected) in [
            (Literal::String, r#""""#),
            (Literal::Number, "0"),
            (Literal::Boolean, "false"),
            (Literal::Strings, "[]"),
        ] {
            let mut writes = Vec::new();
            let translated = forward(
                &Payload::empty_object(),
                literal,
                Paths::default(),
                &mut writes,
            );
            assert_eq!((translated.text(), writes), (expected, vec![]));
        }
    }
}
