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
    Unsaid(&'static str),
}

/// Returns `true` if a value of 0.8 is an object of literals and a path, so that it stands for a literal or a binding.
pub(super) fn is_bound_value(value: &Payload) -> bool {
    let is_part = |name: &str| name == "path" || LITERALS.contains(&name);
    let mut members = value.members().peekable();
    value.is_object() && members.peek().is_some() && members.all(|(name, _)| is_part(&name))
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
    let (mut path, mut given) = (None, [const { None }; LITERALS.len()]);
    for (name, part) in value.members() {
        let slot = match LITERALS.iter().position(|literal| *literal == name) {
            Some(index) => given.get_mut(index),
            None => Some(&mut path).filter(|_| name == "path"),
        };
        match slot {
            Some(slot) => *slot = Some(part),
            None => return value.clone(),
        }
    }
    let given = given
        .into_iter()
        .flatten()
        .next()
        .filter(|given| !given.is_object());
    match (path, given) {
        (Some(path), given) => {
            let Some(text) = path.as_str() else {
                return Payload::object([("path", &path)]);
            };
            // A relative path in a template has another meaning for every item.
            let is_one = !paths.in_item || data_model::item_path(&text).is_none();
            let writes_it = text.starts_with('/') && is_one && data_model::names(&text).is_ok();
            if let (Some(given), true) = (given, writes_it) {
                writes.push((text.to_string(), given));
            }
            match paths.value(&text) {
                changed if changed == text => Payload::object([("path", &path)]),
                changed => Payload::object([("path", &Payload::string(&changed))]),
            }
        }
        (None, Some(given)) => given,
        (None, None) => json(match literal {
            Literal::String => "\"\"",
            Literal::Number => "0",
            Literal::Boolean => "false",
            Literal::Strings => "[]",
        }),
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
fn spelling(text: &str, in_item: bool) -> Option<Spelling> {
    Some(Spelling::Literal(match text.as_bytes().first()? {
        b'"' => "literalString",
        b't' | b'f' => "literalBoolean",
        b'[' => "literalArray",
        b'{' => return binding_spelling(text, in_item),
        b'n' => return None,
        _ => "literalNumber",
    }))
}

/// Translates a value to 0.8; `None` if 0.8 cannot express it.
pub(super) fn backward(value: &Payload, in_item: bool) -> Option<Cow<'_, Payload>> {
    Some(match spelling(value.text(), in_item)? {
        Spelling::Same => Cow::Borrowed(value),
        Spelling::Literal(name) => Cow::Owned(Payload::object([(name, value)])),
        Spelling::Path(path) => Cow::Owned(Payload::object([("path", &Payload::string(&path))])),
    })
}

/// Writes a value in its 0.8 form, or the present result of a function call. Returns `false` if 0.8 cannot express it.
pub(super) fn can_write_backward(text: &str, place: &ValuePlace<'_>, writer: &mut Writer) -> bool {
    let Some(said) = spelling(text, place.in_item) else {
        let value = Payload::parse(text).ok();
        let result = value.and_then(|value| place.result(&value, None));
        if let Some(result) = &result {
            writer.raw(result.text());
        }
        return result.is_some();
    };
    let name = match said {
        Spelling::Same => {
            writer.raw(text);
            return true;
        }
        Spelling::Literal(name) => name,
        Spelling::Path(_) => "path",
    };
    writer.open_object();
    writer.name(name);
    match said {
        Spelling::Path(path) => writer.string(&path),
        _ => writer.raw(text),
    }
    writer.close_object();
    true
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
fn binding_spelling(text: &str, in_item: bool) -> Option<Spelling> {
    let path = binding(text)?;
    let old = path_backward(&path);
    let counts_from_item = || old.starts_with('/') && data_model::item_path(&old).is_some();
    let old = if in_item && counts_from_item() {
        Cow::Owned(format!("/{old}"))
    } else {
        old
    };
    Some(if old == path {
        Spelling::Same
    } else {
        Spelling::Path(old.into_owned())
    })
}

/// Returns the path of an object that has no other member.
fn binding(text: &str) -> Option<Cow<'_, str>> {
    let mut members = token::children(text);
    let (member, None) = (members.next()?, members.next()) else {
        return None;
    };
    (token::name(member.name?) == "path" && member.text.starts_with('"'))
        .then(|| token::string(member.text))
}

/// Parses a constant or another text that is valid JSON.
pub(super) fn json(text: &str) -> Payload {
    Payload::parse(text).unwrap_or_else(|_| Payload::null())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_binding_is_the_empty_value_of_its_type() {
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
