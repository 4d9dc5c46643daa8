//! Literals and bindings: `{"literalString": …}`, `{"path": …}` or both in 0.8; plain JSON, `{"path": …}` or a function
//! call in 0.9.

use super::{
    data::path_backward,
    literal::{LITERALS, Literal},
    paths::Paths,
    results::ValuePlace,
};
use a2ui::data_model;
use std::borrow::Cow;
use wire::{Payload, Writer, token};

/// A write of a component into the data model when it is first shown: the path of 0.8 and the value.
pub(super) type Write = (String, Payload);

/// The result of translating a value.
pub(super) enum TranslatedValue<'a> {
    /// The translated value.
    Value(Cow<'a, Payload>),
    /// The present result of a function call, which 0.8 cannot express.
    CallResult(Payload),
    /// The target version cannot express the value. The text is the replacement for required properties.
    Inexpressible(&'static str),
}

/// Returns `true` if a value of 0.8 is an object of literals and a path, so that it stands for a literal or a binding.
pub(super) fn is_bound_value(value: &Payload) -> bool {
    let mut members = value.members().peekable();
    value.is_object() && members.peek().is_some() && members.all(|(name, _)| is_part(&name))
}

/// Returns `true` if a literal or a binding of 0.8 may have a member of this name.
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
        // Of several literals, the first type counts.
        let literal = literals.into_iter().flatten().next();
        Some(Self {
            path,
            literal: literal.filter(|literal| !literal.is_object()),
        })
    }
}

/// Translates a value to 0.9. A binding with a literal adds a write of the literal. Other values are unchanged.
pub(super) fn forward(
    value: &Payload,
    literal: Literal,
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
        (Some(path), given) => binding_forward(&path, given, paths, writes),
        (None, Some(given)) => given,
        (None, None) => json(match literal {
            Literal::String => "\"\"",
            Literal::Number => "0",
            Literal::Boolean => "false",
            Literal::Strings => "[]",
        }),
    }
}

/// Translates a binding to 0.9, and adds the write of the literal next to it.
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
        // A relative path in a template has another meaning for every item.
        let is_one = !paths.in_item || data_model::item_path(&text).is_none();
        if text.starts_with('/') && is_one && data_model::names(&text).is_ok() {
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
    /// The value is unchanged.
    Same,
    /// The value is a literal under this name.
    Literal(&'static str),
    /// The value is a binding to this path.
    Path(String),
}

/// Returns the form of a value in 0.8; `None` for function calls, objects and null, which 0.8 cannot express.
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

/// Translates a value to 0.8; `None` if 0.8 cannot express it.
pub(super) fn backward(value: &Payload, in_item: bool) -> Option<Cow<'_, Payload>> {
    Some(match spell_in_0_8(value.text(), in_item)? {
        Spelling::Same => Cow::Borrowed(value),
        Spelling::Literal(name) => Cow::Owned(Payload::object([(name, value)])),
        Spelling::Path(path) => Cow::Owned(Payload::object([("path", &Payload::string(&path))])),
    })
}

/// Writes a value in its 0.8 form, or the present result of a function call. Returns `false` if 0.8 cannot express it.
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

/// Translates a binding to 0.8; `None` for other values.
pub(super) fn binding_backward(value: &Payload, in_item: bool) -> Option<Cow<'_, Payload>> {
    if value.is_object() {
        backward(value, in_item)
    } else {
        None
    }
}

/// Returns the form of a binding. Inside a template, an absolute path of 0.8 begins with two slashes.
fn spell_binding(text: &str, in_item: bool) -> Option<Spelling> {
    let path = lone_path(text)?;
    let mut old = path_backward(&path);
    // Clients of 0.8 count such a path from the item.
    if in_item && old.starts_with('/') && data_model::item_path(&old).is_some() {
        old = Cow::Owned(format!("/{old}"));
    }
    if old == path {
        Some(Spelling::Same)
    } else {
        Some(Spelling::Path(old.into_owned()))
    }
}

/// Returns the path of an object that has no other member.
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

/// Parses a constant or another text that is valid JSON.
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
            let made = forward(
                &Payload::empty_object(),
                literal,
                Paths::default(),
                &mut writes,
            );
            assert_eq!((made.text(), writes), (expected, vec![]));
        }
    }
}
