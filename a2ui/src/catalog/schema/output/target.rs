//! The readers of schemas, the keywords that they support and the limits that they document.

use std::{fmt, str::FromStr};

/// A reader of message schemas.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum SchemaTarget {
    /// A validator of JSON Schema 2020-12.
    #[default]
    JsonSchema,
    /// Structured Outputs of OpenAI with `strict`.
    OpenAi,
    /// Structured outputs of Anthropic.
    Anthropic,
}

impl SchemaTarget {
    /// All targets, the default first.
    pub const ALL: [Self; 3] = [Self::JsonSchema, Self::OpenAi, Self::Anthropic];

    /// Returns the name of the target, as in `openai`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::JsonSchema => "json-schema",
            Self::OpenAi => "openai",
            Self::Anthropic => "anthropic",
        }
    }

    /// Returns `true` if the target supports only a subset of JSON Schema.
    pub(super) fn is_vendor(self) -> bool {
        self != Self::JsonSchema
    }

    /// Returns `true` if the target requires every property of an object. Absent members are then null.
    pub(super) fn requires_all(self) -> bool {
        self == Self::OpenAi
    }

    /// Returns `true` if a definition may contain itself.
    pub(super) fn allows_recursion(self) -> bool {
        self != Self::Anthropic
    }

    /// Returns `true` if the target supports a keyword that limits a number, a text or an array.
    pub(super) fn supports_limit(self, keyword: &str, limit: Option<u64>) -> bool {
        match self {
            Self::JsonSchema => true,
            Self::OpenAi => !matches!(keyword, "minLength" | "maxLength"),
            // Of all limits, only `minItems` with 0 or 1 is supported.
            Self::Anthropic => keyword == "minItems" && limit.is_some_and(|limit| limit <= 1),
        }
    }

    /// Returns the documented limits of the target.
    pub(super) fn limits(self) -> &'static [SizeLimit] {
        match self {
            Self::JsonSchema => &[],
            Self::OpenAi => OPEN_AI,
            Self::Anthropic => ANTHROPIC,
        }
    }
}

impl fmt::Display for SchemaTarget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for SchemaTarget {
    type Err = UnknownSchemaTarget;

    fn from_str(name: &str) -> Result<Self, UnknownSchemaTarget> {
        let mut targets = Self::ALL.into_iter();
        targets
            .find(|target| target.as_str() == name)
            .ok_or(UnknownSchemaTarget)
    }
}

/// The error for a name that is not the name of a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("write `json-schema`, `openai` or `anthropic`")]
#[non_exhaustive]
pub struct UnknownSchemaTarget;

/// A size that a vendor limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Size {
    Properties,
    Depth,
    EnumValues,
    NameCharacters,
    Optional,
    Unions,
    RecursiveDefinitions,
}

/// A limit that a vendor documents.
#[derive(Clone, Copy, Debug)]
pub(super) struct SizeLimit {
    pub(super) of: Size,
    pub(super) most: usize,
}

/// OpenAI, Structured Outputs, section "Supported schemas", read in a copy of February 2026.
const OPEN_AI: &[SizeLimit] = &[
    // Object properties in total.
    SizeLimit {
        of: Size::Properties,
        most: 5_000,
    },
    // Levels of nesting. The section supports recursive schemas, so references do not count as levels.
    SizeLimit {
        of: Size::Depth,
        most: 10,
    },
    // Enum values across all properties.
    SizeLimit {
        of: Size::EnumValues,
        most: 1_000,
    },
    // Characters of all property names, definition names, enum values and constants.
    SizeLimit {
        of: Size::NameCharacters,
        most: 120_000,
    },
];

/// Anthropic, Structured outputs, section "JSON Schema limitations", and the limits that its API states in refusals, as
/// reported in May and July 2026.
const ANTHROPIC: &[SizeLimit] = &[
    // Members that are not in `required`, in all strict schemas of a request.
    SizeLimit {
        of: Size::Optional,
        most: 24,
    },
    // Schemas with `anyOf` or a list of types, in all strict schemas of a request.
    SizeLimit {
        of: Size::Unions,
        most: 16,
    },
    // Recursive schemas are not supported.
    SizeLimit {
        of: Size::RecursiveDefinitions,
        most: 0,
    },
];
