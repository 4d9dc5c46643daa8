//! Values that can be bound to the data model.

use crate::catalog::Checker;
use wire::{Field, Finding, Number, Payload, Pointer};

wire::object! {
    /// A text: a literal, or the value at a path of the data model. If both are present, the literal initializes the
    /// value at the path.
    ///
    /// ```
    /// use agent_ui_a2ui::{v0_8::BoundString, wire};
    ///
    /// let text = BoundString::from("Guest").path("/name");
    /// assert_eq!(wire::encode(&text)?, r#"{"literalString":"Guest","path":"/name"}"#);
    /// # Ok::<(), wire::EncodeError>(())
    /// ```
    ///
    /// Specification: [A2UI 0.8, § 4.2 Data binding](https://github.com/a2ui-project/a2ui/blob/72ddee7b69c228aa70320e3bd5a18abd14f47d80/specification/v0_8/docs/a2ui_protocol.md#42-data-binding-the-boundvalue-object).
    pub struct BoundString {
        /// The literal text.
        literal_string as "literalString"?: Field<String>,
        /// The path of the value in the data model.
        path?: Field<String>,
    }

    /// A number: a literal, or the value at a path of the data model.
    ///
    /// Specification: [A2UI 0.8, § 4.2 Data binding](https://github.com/a2ui-project/a2ui/blob/72ddee7b69c228aa70320e3bd5a18abd14f47d80/specification/v0_8/docs/a2ui_protocol.md#42-data-binding-the-boundvalue-object).
    pub struct BoundNumber {
        /// The literal number.
        literal_number as "literalNumber"?: Field<Number>,
        /// The path of the value in the data model.
        path?: Field<String>,
    }

    /// A boolean: a literal, or the value at a path of the data model.
    ///
    /// Specification: [A2UI 0.8, § 4.2 Data binding](https://github.com/a2ui-project/a2ui/blob/72ddee7b69c228aa70320e3bd5a18abd14f47d80/specification/v0_8/docs/a2ui_protocol.md#42-data-binding-the-boundvalue-object).
    pub struct BoundBoolean {
        /// The literal boolean.
        literal_boolean as "literalBoolean"?: Field<bool>,
        /// The path of the value in the data model.
        path?: Field<String>,
    }

    /// A list of strings: a literal, or the value at a path of the data model.
    ///
    /// Specification: [A2UI 0.8, § 4.2 Data binding](https://github.com/a2ui-project/a2ui/blob/72ddee7b69c228aa70320e3bd5a18abd14f47d80/specification/v0_8/docs/a2ui_protocol.md#42-data-binding-the-boundvalue-object).
    pub struct BoundStringList {
        /// The literal list.
        literal_array as "literalArray"?: Field<Vec<String>>,
        /// The path of the value in the data model.
        path?: Field<String>,
    }

    /// A value in the context of an action: a single literal, or the value at a path of the data model.
    ///
    /// Specification: [A2UI 0.8, § 4.2 Data binding](https://github.com/a2ui-project/a2ui/blob/72ddee7b69c228aa70320e3bd5a18abd14f47d80/specification/v0_8/docs/a2ui_protocol.md#42-data-binding-the-boundvalue-object).
    pub struct BoundValue {
        /// The path of the value in the data model.
        path?: Field<String>,
        /// The literal, if it is a text.
        literal_string as "literalString"?: Field<String>,
        /// The literal, if it is a number.
        literal_number as "literalNumber"?: Field<Number>,
        /// The literal, if it is a boolean.
        literal_boolean as "literalBoolean"?: Field<bool>,
    }
}

/// Implements conversions from literals to bound values. `literals! { BoundString literal_string of &str; }` expands to:
///
/// ```text
/// impl From<&str> for BoundString {
///     fn from(literal: &str) -> Self { Self::new().literal_string(literal) }
/// }
/// ```
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

/// Reports a bound value with several literals, or with neither a literal nor a path. The schema allows the latter,
/// although it has no meaning.
pub(crate) fn check_bound_value(value: &Payload, at: &Pointer, checker: &mut Checker<'_>) {
    let literals = value
        .members()
        .filter(|(name, _)| name.starts_with("literal"))
        .count();
    let has_path = value.members().any(|(name, _)| name == "path");
    let message = match (literals, has_path) {
        (0, false) => "the bound value has neither a literal nor a path",
        (2.., _) => "the bound value has several literals",
        _ => return,
    };
    checker.report(
        Finding::warning("bound-value", at.clone(), message)
            .hint("write one literal, a path, or both"),
    );
}
