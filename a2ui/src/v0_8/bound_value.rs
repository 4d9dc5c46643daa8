//! Values that may be bound to the data model.

use crate::catalog::{Checker, data_path, tables::checked_objects};
use wire::{Field, Finding, Number, Payload, Pointer};

checked_objects! {
    /// A text: a literal, or what the data model holds at a path. With both, the literal is first written to the model at
    /// that path. A2UI 0.8, `BoundValue`.
    ///
    /// ```
    /// use agent_ui_a2ui::{v0_8::BoundString, wire};
    ///
    /// let text = BoundString::from("Guest").path("/name");
    /// assert_eq!(wire::encode(&text)?, r#"{"literalString":"Guest","path":"/name"}"#);
    /// # Ok::<(), wire::EncodeError>(())
    /// ```
    pub struct BoundString {
        /// The text.
        literal_string as "literalString"?: Field<String>,
        /// Where it stands in the data model.
        path?: Field<String> where data_path,
    } where bound;

    /// A number: a literal, or what the data model holds at a path. A2UI 0.8, `BoundValue`.
    pub struct BoundNumber {
        /// The number.
        literal_number as "literalNumber"?: Field<Number>,
        /// Where it stands in the data model.
        path?: Field<String> where data_path,
    } where bound;

    /// `true` or `false`: a literal, or what the data model holds at a path. A2UI 0.8, `BoundValue`.
    pub struct BoundBoolean {
        /// The value.
        literal_boolean as "literalBoolean"?: Field<bool>,
        /// Where it stands in the data model.
        path?: Field<String> where data_path,
    } where bound;

    /// A list of strings: a literal, or what the data model holds at a path. A2UI 0.8, `BoundValue`.
    pub struct BoundStringList {
        /// The list.
        literal_array as "literalArray"?: Field<Vec<String>>,
        /// Where it stands in the data model.
        path?: Field<String> where data_path,
    } where bound;

    /// A value of the context of an action: one literal, or what the data model holds at a path. A2UI 0.8, `BoundValue`.
    pub struct BoundValue {
        /// Where it stands in the data model.
        path?: Field<String> where data_path,
        /// A text.
        literal_string as "literalString"?: Field<String>,
        /// A number.
        literal_number as "literalNumber"?: Field<Number>,
        /// `true` or `false`.
        literal_boolean as "literalBoolean"?: Field<bool>,
    } where bound;
}

macro_rules! literals {
    ($($Type:ident $literal:ident of $($From:ty),+;)*) => { $( $(
        impl From<$From> for $Type {
            fn from(literal: $From) -> Self {
                Self::new().$literal(literal)
            }
        }
    )+ )* };
}

literals! {
    BoundString literal_string of &str, String;
    BoundNumber literal_number of Number, i32, i64, u32, u64;
    BoundBoolean literal_boolean of bool;
    BoundStringList literal_array of Vec<String>;
    BoundValue literal_string of &str, String;
    BoundValue literal_number of Number, i32, i64, u32, u64;
    BoundValue literal_boolean of bool;
}

/// The schema allows a bound value with nothing in it, and nobody can say what it would mean.
pub(crate) fn bound(value: &Payload, at: &Pointer, checker: &mut Checker<'_>) {
    let literals = value.members().filter(|(name, _)| name.starts_with("literal")).count();
    let has_path = value.members().any(|(name, _)| name == "path");
    let message = match (literals, has_path) {
        (0, false) => "neither a literal nor a path",
        (2.., _) => "several literals",
        _ => return,
    };
    checker.report(
        Finding::warning("bound-value", at.clone(), message).hint("give one literal, or a path, or both"),
    );
}
