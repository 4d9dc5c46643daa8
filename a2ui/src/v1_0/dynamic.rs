//! Values that can be bound to the data model or computed, in either notation.

use super::{DataBinding, FunctionCall};
use crate::{
    Notation,
    dynamic::{dynamic, dynamic_value, literals},
};
use wire::{Number, Payload};

/// The members that distinguish calls.
const CALL: &[&str] = &["call", "@call"];

dynamic! {
    /// A text: a literal string, a [`DataBinding`] or a [`FunctionCall`].
    ///
    /// ```
    /// use agent_ui_a2ui::{Notation, v1_0::{DynamicString, Meaning}, wire};
    ///
    /// let text: DynamicString = wire::decode(r#"{"@path":"/n"}"#)?;
    /// assert_eq!(text.interpret(Notation::At)?, Meaning::Binding("/n"));
    /// assert!(text.interpret(Notation::Plain).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Specification: [A2UI 1.0, Common types](https://github.com/a2ui-project/a2ui/blob/05eabdaeffd6dfce2e2fc226d6b8acadf53545e4/specification/v1_0/docs/a2ui_protocol.md#common-types).
    pub enum DynamicString of String;
    /// A number: a literal, a [`DataBinding`] or a [`FunctionCall`].
    ///
    /// Specification: [A2UI 1.0, Common types](https://github.com/a2ui-project/a2ui/blob/05eabdaeffd6dfce2e2fc226d6b8acadf53545e4/specification/v1_0/docs/a2ui_protocol.md#common-types).
    pub enum DynamicNumber of Number;
    /// A boolean: a literal, a [`DataBinding`] or a [`FunctionCall`].
    ///
    /// Specification: [A2UI 1.0, Common types](https://github.com/a2ui-project/a2ui/blob/05eabdaeffd6dfce2e2fc226d6b8acadf53545e4/specification/v1_0/docs/a2ui_protocol.md#common-types).
    pub enum DynamicBoolean of bool;
    /// A list of strings: a literal, a [`DataBinding`] or a [`FunctionCall`].
    ///
    /// Specification: [A2UI 1.0, Common types](https://github.com/a2ui-project/a2ui/blob/05eabdaeffd6dfce2e2fc226d6b8acadf53545e4/specification/v1_0/docs/a2ui_protocol.md#common-types).
    pub enum DynamicStringList of Vec<String>;
}

literals! {
    DynamicString of &str, String;
    DynamicNumber of Number, i32, i64, u32, u64;
    DynamicBoolean of bool;
    DynamicStringList of Vec<String>;
}

impl From<DynamicValue> for Argument {
    fn from(value: DynamicValue) -> Self {
        match value {
            DynamicValue::Literal(literal) => Self::Literal(literal),
            DynamicValue::Binding(binding) => Self::Binding(binding),
            DynamicValue::Call(call) => Self::Call(call),
        }
    }
}

fn as_call(payload: &Payload) -> Option<FunctionCall> {
    if !payload.is_object() {
        return None;
    }
    payload.decode().ok()
}

fn as_binding(payload: &Payload) -> Option<DataBinding> {
    if !payload.is_object() {
        return None;
    }
    let binding: DataBinding = payload.decode().ok()?;
    // An object with other members is a literal that happens to have this member.
    if binding.extra().is_empty() {
        Some(binding)
    } else {
        None
    }
}

dynamic_value! {
    /// A value of any type: a literal, or an object with the shape of a [`DataBinding`] or a [`FunctionCall`] in either
    /// notation. [`interpret`](Self::interpret) applies the notation of the message.
    ///
    /// ```
    /// use agent_ui_a2ui::{Notation, v1_0::{DynamicValue, Meaning}, wire::{self, Payload}};
    ///
    /// let value: DynamicValue = wire::decode(r#"{"path":"/n"}"#)?;
    /// assert_eq!(value.interpret(Notation::Plain)?, Meaning::Binding("/n"));
    /// assert_eq!(value.interpret(Notation::At)?, Meaning::Literal(Payload::parse(r#"{"path":"/n"}"#)?));
    /// let value: DynamicValue = wire::decode(r#"{"@@path":"/n"}"#)?;
    /// assert_eq!(value.interpret(Notation::At)?, Meaning::Literal(Payload::parse(r#"{"@path":"/n"}"#)?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Specification: [A2UI 1.0, `DynamicValue` in the common types](https://github.com/a2ui-project/a2ui/blob/98606fe1a75f1a4f81afc07d43e482451eace295/specification/v1_0/json/common_types.json).
    pub enum DynamicValue;
    /// An argument of a function that accepts any value.
    ///
    /// Specification: [A2UI 1.0, `FunctionCall` in the common types](https://github.com/a2ui-project/a2ui/blob/98606fe1a75f1a4f81afc07d43e482451eace295/specification/v1_0/json/common_types.json).
    pub enum Argument;
}

/// The meaning of a value in a notation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Meaning<'a, L> {
    /// A literal value.
    Literal(L),
    /// A binding to this path of the data model.
    Binding(&'a str),
    /// A function call that returns the value.
    Call(&'a FunctionCall),
}

/// An error in interpreting a value under a notation.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NotationError {
    /// The value is written in another notation.
    #[error("the value is written in the other notation of A2UI 1.0")]
    Other,
    /// The object has the member of a binding or call, but not its shape.
    #[error("the object has a member `{name}`, but is neither a binding nor a call")]
    Malformed {
        /// The member that marks the object.
        name: String,
    },
    /// The object has a name with a single leading `@`, which is reserved. A literal name is written with `@@`.
    #[error("the member name `{name}` is reserved; write a literal name as `@{name}`")]
    Reserved {
        /// The reserved name.
        name: String,
    },
}

impl NotationError {
    /// Returns the name of the rule that was broken. Rule names are stable, so programs can compare them.
    pub fn rule(&self) -> &'static str {
        match self {
            Self::Other => "other-notation",
            Self::Malformed { .. } => "malformed-value",
            Self::Reserved { .. } => "reserved-key",
        }
    }
}

/// Implements the methods that depend on the notation. `under! { DynamicString of String; }` expands to:
///
/// ```text
/// impl DynamicString {
///     pub fn binding(notation: Notation, path: impl Into<String>) -> Self { … }
///     pub fn interpret(&self, notation: Notation) -> Result<Meaning<'_, &String>, NotationError> { … }
/// }
/// ```
macro_rules! under {
    ($($Type:ident of $Literal:ty;)*) => { $(
        impl $Type {
            /// Creates a binding to a path of the data model in a notation.
            pub fn binding(notation: Notation, path: impl Into<String>) -> Self {
                Self::Binding(DataBinding::in_notation(notation, path))
            }

            /// Returns the meaning of the value in a notation.
            ///
            /// # Errors
            /// Returns an error if the value is written in another notation.
            pub fn interpret(&self, notation: Notation) -> Result<Meaning<'_, &$Literal>, NotationError> {
                match self {
                    Self::Literal(literal) => Ok(Meaning::Literal(literal)),
                    Self::Binding(binding) if binding.notation().has_marked_values() == notation.has_marked_values() => Ok(Meaning::Binding(binding.as_path())),
                    Self::Call(call) if call.notation().has_marked_values() == notation.has_marked_values() => Ok(Meaning::Call(call)),
                    Self::Binding(_) | Self::Call(_) => Err(NotationError::Other),
                }
            }
        }
    )* };
}

under! {
    DynamicString of String;
    DynamicNumber of Number;
    DynamicBoolean of bool;
    DynamicStringList of Vec<String>;
}

/// Implements the same methods for values of any type. `value_under!(DynamicValue);` expands to:
///
/// ```text
/// impl DynamicValue {
///     pub fn binding(notation: Notation, path: impl Into<String>) -> Self { … }
///     pub fn interpret(&self, notation: Notation) -> Result<Meaning<'_, Payload>, NotationError> { … }
/// }
/// ```
macro_rules! value_under {
    ($($Type:ident)*) => { $(
        impl $Type {
            /// Creates a binding to a path of the data model in a notation.
            pub fn binding(notation: Notation, path: impl Into<String>) -> Self {
                Self::Binding(DataBinding::in_notation(notation, path))
            }

            /// Returns the meaning of the value in a notation. A binding or call in another notation is a literal
            /// object. Values inside a literal are not interpreted, and their names are not checked.
            ///
            /// # Errors
            /// Returns an error if the object has the member of a binding or call but not its shape, or if it
            /// contains a reserved name.
            pub fn interpret(&self, notation: Notation) -> Result<Meaning<'_, Payload>, NotationError> {
                let written = match self {
                    Self::Literal(literal) => Some(literal.clone()),
                    Self::Binding(binding) if binding.notation().has_marked_values() == notation.has_marked_values() => {
                        return Ok(Meaning::Binding(binding.as_path()));
                    }
                    Self::Call(call) if call.notation().has_marked_values() == notation.has_marked_values() => return Ok(Meaning::Call(call)),
                    Self::Binding(binding) => Payload::encode(binding).ok(),
                    Self::Call(call) => Payload::encode(call).ok(),
                };
                // Serializing fails only if a hand-made `extra` repeats a member.
                let written = written.ok_or(NotationError::Other)?;
                to_literal(written, notation).map(Meaning::Literal)
            }
        }
    )* };
}

value_under!(DynamicValue Argument);

/// Returns the literal meaning of a value that is neither a binding nor a call in this notation.
fn to_literal(written: Payload, notation: Notation) -> Result<Payload, NotationError> {
    if !notation.has_marked_values() {
        for (name, _) in written.members() {
            if name == "path" || name == "call" {
                let name = name.into_owned();
                return Err(NotationError::Malformed { name });
            }
        }
        return Ok(written);
    }
    if !written.members().any(|(name, _)| name.starts_with('@')) {
        return Ok(written);
    }
    let members = written
        .members()
        .map(|(name, value)| match name.strip_prefix('@') {
            Some(rest) if rest.starts_with('@') => Ok((rest.to_owned(), value)),
            Some("path" | "call") => Err(NotationError::Malformed {
                name: name.into_owned(),
            }),
            Some(_) => Err(NotationError::Reserved {
                name: name.into_owned(),
            }),
            None => Ok((name.into_owned(), value)),
        });
    let members = members.collect::<Result<Vec<_>, _>>()?;
    Ok(Payload::object(
        members.iter().map(|(name, value)| (name.as_str(), value)),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_notation_decides_the_meaning_of_a_value() {
        let payload = |text: &str| Payload::parse(text).unwrap();
        let interpret = |text: &str, notation| {
            let value: DynamicValue = wire::decode(text).unwrap();
            assert_eq!(wire::encode(&value).unwrap(), text);
            match value.interpret(notation) {
                Ok(Meaning::Literal(literal)) => format!("literal {literal}"),
                Ok(Meaning::Binding(path)) => format!("binding {path}"),
                Ok(Meaning::Call(call)) => format!("call {}", call.name()),
                Err(error) => format!("{error:?}")
                    .chars()
                    .take_while(|c| c.is_alphabetic())
                    .collect(),
            }
        };
        let (plain, at) = (Notation::Plain, Notation::At);
        for (text, in_plain, in_at) in [
            ("1.0", "literal 1.0", "literal 1.0"),
            (r#"{"a":1}"#, r#"literal {"a":1}"#, r#"literal {"a":1}"#),
            (r#"{"path":"/n"}"#, "binding /n", r#"literal {"path":"/n"}"#),
            (
                r#"{"@path":"/n"}"#,
                r#"literal {"@path":"/n"}"#,
                "binding /n",
            ),
            (
                r#"{"call":"f","args":{}}"#,
                "call f",
                r#"literal {"call":"f","args":{}}"#,
            ),
            (r#"{"@call":"f"}"#, r#"literal {"@call":"f"}"#, "call f"),
            (
                r#"{"path":"/n","x":1}"#,
                "Malformed",
                r#"literal {"path":"/n","x":1}"#,
            ),
            (r#"{"call":5}"#, "Malformed", r#"literal {"call":5}"#),
            (
                r#"{"path":"/n","@@path":1}"#,
                "Malformed",
                r#"literal {"path":"/n","@path":1}"#,
            ),
            (
                r#"{"@path":"/n","x":1}"#,
                r#"literal {"@path":"/n","x":1}"#,
                "Malformed",
            ),
            (r#"{"@if":true}"#, r#"literal {"@if":true}"#, "Reserved"),
            (r#"{"@":true}"#, r#"literal {"@":true}"#, "Reserved"),
            (
                r#"{"@@@a":1,"@@":2}"#,
                r#"literal {"@@@a":1,"@@":2}"#,
                r#"literal {"@@a":1,"@":2}"#,
            ),
        ] {
            assert_eq!(
                (interpret(text, plain), interpret(text, at)),
                (in_plain.into(), in_at.into()),
                "{text}"
            );
        }
        let both: DynamicValue = wire::decode(r#"{"call":"f","@call":"g"}"#).unwrap();
        assert_eq!(
            both,
            DynamicValue::Literal(payload(r#"{"call":"f","@call":"g"}"#))
        );
    }
}
