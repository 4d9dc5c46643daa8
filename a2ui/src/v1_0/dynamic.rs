//! Values that may be bound to the data model or computed, in either notation.

use super::{DataBinding, FunctionCall};
use crate::{
    Notation,
    dynamic::{dynamic, dynamic_value, literals},
};
use std::fmt;
use wire::{Number, Payload};

/// What only calls have.
const CALL: &[&str] = &["call", "@call"];

dynamic! {
    /// A text: a string, a [`DataBinding`] or a [`FunctionCall`]. A2UI 1.0, `DynamicString`.
    ///
    /// ```
    /// use agent_ui_a2ui::{Notation, v1_0::{DynamicString, Meaning}, wire};
    ///
    /// let text: DynamicString = wire::decode(r#"{"@path":"/n"}"#)?;
    /// assert_eq!(text.interpret(Notation::At)?, Meaning::Binding("/n"));
    /// assert!(text.interpret(Notation::Plain).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub enum DynamicString of String, returns String;
    /// A number: a literal, a [`DataBinding`] or a [`FunctionCall`]. A2UI 1.0, `DynamicNumber`.
    pub enum DynamicNumber of Number, returns Number;
    /// `true` or `false`: a literal, a [`DataBinding`] or a [`FunctionCall`]. A2UI 1.0, `DynamicBoolean`.
    pub enum DynamicBoolean of bool, returns Boolean;
    /// A list of strings: a literal, a [`DataBinding`] or a [`FunctionCall`]. A2UI 1.0, `DynamicStringList`.
    pub enum DynamicStringList of Vec<String>, returns Array;
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
    payload.is_object().then(|| payload.decode().ok())?
}

fn as_binding(payload: &Payload) -> Option<DataBinding> {
    let binding: DataBinding = payload.is_object().then(|| payload.decode().ok())??;
    binding.extra().is_empty().then_some(binding)
}

dynamic_value! {
    /// A value of any type: a literal, and what looks like a [`DataBinding`] or a [`FunctionCall`] in either notation. Whether
    /// it is one, the notation says under which it is [read](Self::under). A2UI 1.0, `DynamicValue`.
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
    pub enum DynamicValue in Value;
    /// An argument of a function that may be anything. A2UI 1.0, `required`.
    pub enum Argument in Argument;
}

/// What a value means under a notation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Meaning<'a, L> {
    /// This value.
    Literal(L),
    /// What stands at this path of the data model.
    Binding(&'a str),
    /// What this call returns.
    Call(&'a FunctionCall),
}

/// Why a value means nothing under a notation.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NotationError {
    /// It is written in the other notation.
    Other,
    /// An object that is marked as a binding or call and is none.
    Malformed {
        /// The member that marks it.
        name: String,
    },
    /// A name with one `@` in front is reserved; a literal one is written with two.
    Reserved {
        /// The name.
        name: String,
    },
}

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Other => f.write_str("the value is written in the other notation of A2UI 1.0"),
            Self::Malformed { name } => {
                write!(f, "an object with a member `{name}` that is no binding and no call")
            }
            Self::Reserved { name } => {
                write!(f, "the member `{name}` is reserved; a literal one is written `@{name}`")
            }
        }
    }
}

impl std::error::Error for NotationError {}

macro_rules! under {
    ($($Type:ident of $Literal:ty;)*) => { $(
        impl $Type {
            /// What stands at a path of the data model, in a notation.
            pub fn binding(notation: Notation, path: impl Into<String>) -> Self {
                Self::Binding(DataBinding::in_notation(notation, path))
            }

            /// What it means under a notation.
            ///
            /// # Errors
            /// If it is written in the other one.
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

macro_rules! value_under {
    ($($Type:ident)*) => { $(
        impl $Type {
            /// What stands at a path of the data model, in a notation.
            pub fn binding(notation: Notation, path: impl Into<String>) -> Self {
                Self::Binding(DataBinding::in_notation(notation, path))
            }

            /// What it means under a notation. What is written in the other one is a literal object. What stands in a
            /// literal is a value in turn, whose names are not looked at yet.
            ///
            /// # Errors
            /// If it is marked as a binding or call and is none, or holds a reserved name.
            pub fn interpret(&self, notation: Notation) -> Result<Meaning<'_, Payload>, NotationError> {
                let written = match self {
                    Self::Literal(literal) => Some(literal.clone()),
                    Self::Binding(binding) if binding.notation().has_marked_values() == notation.has_marked_values() => {
                        return Ok(Meaning::Binding(binding.as_path()));
                    }
                    Self::Call(call) if call.notation().has_marked_values() == notation.has_marked_values() => return Ok(Meaning::Call(call)),
                    Self::Binding(binding) => Payload::of(binding).ok(),
                    Self::Call(call) => Payload::of(call).ok(),
                };
                // Only an `extra` made by hand, which repeats a member, does not serialize.
                let written = written.ok_or(NotationError::Other)?;
                literal(written, notation).map(Meaning::Literal)
            }
        }
    )* };
}

value_under!(DynamicValue Argument);

/// The literal that a value is which is no binding and no call under this notation.
fn literal(written: Payload, notation: Notation) -> Result<Payload, NotationError> {
    if !notation.has_marked_values() {
        let marker = written
            .members()
            .map(|(name, _)| name.into_owned())
            .find(|name| name == "path" || name == "call");
        return marker.map_or(Ok(written), |name| Err(NotationError::Malformed { name }));
    }
    if !written.members().any(|(name, _)| name.starts_with('@')) {
        return Ok(written);
    }
    let members = written.members().map(|(name, value)| match name.strip_prefix('@') {
        Some(rest) if rest.starts_with('@') => Ok((rest.to_owned(), value)),
        Some("path" | "call") => Err(NotationError::Malformed { name: name.into_owned() }),
        Some(_) => Err(NotationError::Reserved { name: name.into_owned() }),
        None => Ok((name.into_owned(), value)),
    });
    let members = members.collect::<Result<Vec<_>, _>>()?;
    Ok(Payload::object(members.iter().map(|(name, value)| (name.as_str(), value))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_means_what_its_notation_says() {
        let payload = |text: &str| Payload::parse(text).unwrap();
        let interpret = |text: &str, notation| {
            let value: DynamicValue = wire::decode(text).unwrap();
            assert_eq!(wire::encode(&value).unwrap(), text);
            match value.interpret(notation) {
                Ok(Meaning::Literal(literal)) => format!("literal {literal}"),
                Ok(Meaning::Binding(path)) => format!("binding {path}"),
                Ok(Meaning::Call(call)) => format!("call {}", call.name()),
                Err(error) => format!("{error:?}").chars().take_while(|c| c.is_alphabetic()).collect(),
            }
        };
        let (plain, at) = (Notation::Plain, Notation::At);
        for (text, in_plain, in_at) in [
            ("1.0", "literal 1.0", "literal 1.0"),
            (r#"{"a":1}"#, r#"literal {"a":1}"#, r#"literal {"a":1}"#),
            (r#"{"path":"/n"}"#, "binding /n", r#"literal {"path":"/n"}"#),
            (r#"{"@path":"/n"}"#, r#"literal {"@path":"/n"}"#, "binding /n"),
            (r#"{"call":"f","args":{}}"#, "call f", r#"literal {"call":"f","args":{}}"#),
            (r#"{"@call":"f"}"#, r#"literal {"@call":"f"}"#, "call f"),
            (r#"{"path":"/n","x":1}"#, "Malformed", r#"literal {"path":"/n","x":1}"#),
            (r#"{"call":5}"#, "Malformed", r#"literal {"call":5}"#),
            (r#"{"path":"/n","@@path":1}"#, "Malformed", r#"literal {"path":"/n","@path":1}"#),
            (r#"{"@path":"/n","x":1}"#, r#"literal {"@path":"/n","x":1}"#, "Malformed"),
            (r#"{"@if":true}"#, r#"literal {"@if":true}"#, "Reserved"),
            (r#"{"@":true}"#, r#"literal {"@":true}"#, "Reserved"),
            (r#"{"@@@a":1,"@@":2}"#, r#"literal {"@@@a":1,"@@":2}"#, r#"literal {"@@a":1,"@":2}"#),
        ] {
            assert_eq!(
                (interpret(text, plain), interpret(text, at)),
                (in_plain.into(), in_at.into()),
                "{text}"
            );
        }
        let both: DynamicValue = wire::decode(r#"{"call":"f","@call":"g"}"#).unwrap();
        assert_eq!(both, DynamicValue::Literal(payload(r#"{"call":"f","@call":"g"}"#)));
    }
}
