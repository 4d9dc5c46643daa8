//! What functions return.

use std::fmt;

/// What a function of a catalog returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Returns {
    /// A text.
    String,
    /// A number.
    Number,
    /// `true` or `false`.
    Boolean,
    /// A list.
    Array,
    /// An object.
    Object,
    /// Whether something is valid, and if not, why. From 1.0 on; it may stand where a boolean may.
    ValidationResult,
    /// Anything.
    Any,
    /// Nothing.
    Void,
}

impl Returns {
    /// The word for it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::String => "string",
            Self::Number => "number",
            Self::Boolean => "boolean",
            Self::Array => "array",
            Self::Object => "object",
            Self::ValidationResult => "validationResult",
            Self::Any => "any",
            Self::Void => "void",
        }
    }

    /// Whether it may stand where `expected` does.
    pub fn fits(self, expected: Self) -> bool {
        let is_boolean = |returns| matches!(returns, Self::Boolean | Self::ValidationResult);
        self == expected
            || self == Self::Any
            || expected == Self::Any && self != Self::Void
            || is_boolean(self) && is_boolean(expected)
    }
}

impl fmt::Display for Returns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
