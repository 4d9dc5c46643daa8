//! Literals and bindings: `{"literalString": …}`, `{"path": …}` or both in 0.8; bare JSON, `{"path": …}` or a function call in 0.9.

use super::{data::path_backward, paths::Paths};
use a2ui::data_model;
use std::borrow::Cow;
use wire::{Payload, Writer, token};

const LITERALS: [&str; 4] = ["literalString", "literalNumber", "literalBoolean", "literalArray"];

/// The type of a literal.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Literal {
    String,
    Number,
    Boolean,
    Strings,
}

/// What a component writes into the data model where it is shown for the first time: the path of 0.8 and the value.
pub(super) type Write = (String, Payload);

/// What became of a value.
pub(super) enum TranslatedValue<'a> {
    /// This.
    Value(Cow<'a, Payload>),
    /// The version has no words for it; this stands in its place where something has to.
    Unsaid(&'static str),
}

/// The value in 0.9. A binding with a literal beside it wants the literal written first. What is no bound value stays as it
/// is.
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
    let given = given.into_iter().flatten().next().filter(|given| !given.is_object());
    match (path, given) {
        (Some(path), given) => {
            let Some(text) = path.as_str() else { return Payload::object([("path", &path)]) };
            // Within a template a path has another meaning for every item, unless it counts from the top.
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

/// How a value is said in 0.8.
enum Spelling {
    /// As it is.
    Same,
    /// As the literal of this name.
    Literal(&'static str),
    /// As a binding to this path.
    Path(String),
}

/// `None` if 0.8 has no words for it: a function call, an object, null.
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

/// The value in 0.8; `None` if 0.8 has no words for it.
pub(super) fn backward(value: &Payload, in_item: bool) -> Option<Cow<'_, Payload>> {
    Some(match spelling(value.text(), in_item)? {
        Spelling::Same => Cow::Borrowed(value),
        Spelling::Literal(name) => Cow::Owned(Payload::object([(name, value)])),
        Spelling::Path(path) => Cow::Owned(Payload::object([("path", &Payload::string(&path))])),
    })
}

/// Writes the value in 0.8; `false` if 0.8 has no words for it.
pub(super) fn can_write_backward(text: &str, in_item: bool, writer: &mut Writer) -> bool {
    let Some(said) = spelling(text, in_item) else { return false };
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

/// Whether a literal, or a binding, is seen at once to come back from 0.8 as it is. `is_bound` says that of the path of a binding.
pub(super) fn is_lossless(text: &str, is_bound: &dyn Fn(&str) -> bool) -> bool {
    if !text.starts_with('{') {
        return text != "null";
    }
    let mut members = token::children(text);
    let (Some(path), None) = (members.next(), members.next()) else { return false };
    path.name == Some("\"path\"")
        && path.text.strip_prefix('"').and_then(|text| text.strip_suffix('"')).is_some_and(is_bound)
}

/// A binding in 0.8, if it is one.
pub(super) fn binding_backward(value: &Payload, in_item: bool) -> Option<Cow<'_, Payload>> {
    if value.is_object() { backward(value, in_item) } else { None }
}

/// In an item of a template a path from the top has two slashes.
fn binding_spelling(text: &str, in_item: bool) -> Option<Spelling> {
    let path = binding(text)?;
    let old = path_backward(&path);
    let counts_from_item = || old.starts_with('/') && data_model::item_path(&old).is_some();
    let old = if in_item && counts_from_item() { Cow::Owned(format!("/{old}")) } else { old };
    Some(if old == path { Spelling::Same } else { Spelling::Path(old.into_owned()) })
}

/// The path, if it is an object with that one member.
fn binding(text: &str) -> Option<Cow<'_, str>> {
    let mut members = token::children(text);
    let (member, None) = (members.next()?, members.next()) else { return None };
    (token::name(member.name?) == "path" && member.text.starts_with('"')).then(|| token::string(member.text))
}

/// What 0.8 shows where it has no words for the value.
pub(super) fn nothing(literal: Literal) -> &'static str {
    match literal {
        Literal::String => r#"{"literalString":""}"#,
        Literal::Number => r#"{"literalNumber":0}"#,
        Literal::Boolean => r#"{"literalBoolean":false}"#,
        Literal::Strings => r#"{"literalArray":[]}"#,
    }
}

/// A constant, or another text that is JSON.
pub(super) fn json(text: &str) -> Payload {
    Payload::parse(text).unwrap_or_else(|_| Payload::null())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_binding_is_the_nothing_of_its_type() {
        for (literal, expected) in [
            (Literal::String, r#""""#),
            (Literal::Number, "0"),
            (Literal::Boolean, "false"),
            (Literal::Strings, "[]"),
        ] {
            let mut writes = Vec::new();
            let made = forward(&Payload::empty_object(), literal, Paths::default(), &mut writes);
            assert_eq!((made.text(), writes), (expected, vec![]));
        }
    }
}
