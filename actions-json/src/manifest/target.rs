//! Where on a page something is, and where in its source something comes from.

use wire::{
    Payload, PayloadKind, Reader, Tolerant, Wire, Writer,
    decode::{ReadError, ReadResult},
    token,
};

/// A selector or a list of selectors.
///
/// ```
/// # use agent_ui_actions_json as actions_json;
/// use actions_json::manifest::Selectors;
///
/// let one: Selectors = wire::decode(r##""#cart""##)?;
/// assert_eq!(one.texts(), ["#cart"]);
/// let several: Selectors = wire::decode(r##"["#cart",".cart"]"##)?;
/// assert_eq!(several.texts(), ["#cart", ".cart"]);
/// assert!(wire::decode::<Selectors>("7").is_err());
/// # Ok::<(), wire::DecodeError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selectors(Payload);

impl Selectors {
    /// The selectors, in order.
    pub fn texts(&self) -> Vec<String> {
        match self.0.as_str() {
            Some(text) => vec![text.into_owned()],
            None => self.0.elements().filter_map(|item| Some(item.as_str()?.into_owned())).collect(),
        }
    }

    /// What stands there.
    pub fn payload(&self) -> &Payload {
        &self.0
    }
}

impl From<&str> for Selectors {
    fn from(selector: &str) -> Self {
        Self(Payload::string(selector))
    }
}

impl From<Vec<String>> for Selectors {
    fn from(selectors: Vec<String>) -> Self {
        let selectors: Vec<Payload> = selectors.iter().map(|selector| Payload::string(selector)).collect();
        Self(Payload::array(&selectors))
    }
}

impl Wire for Selectors {
    fn read(reader: &mut Reader<'_>) -> ReadResult<Self> {
        let expected = "a string or strings";
        if reader.kind()? == PayloadKind::Array {
            if let Some(other) =
                token::children(reader.peek_span()?).find(|child| !child.text.starts_with('"'))
            {
                return Err(ReadError::wrong_type(format_args!("an array with `{}`", other.text), expected));
            }
        } else if reader.kind()? != PayloadKind::String {
            return Err(reader.mismatch(expected));
        }
        Payload::read(reader).map(Self)
    }

    fn write(&self, writer: &mut Writer) {
        self.0.write(writer);
    }
}

wire::hand_written! {
    Selectors,
    schema: |_schemas| {
        wire::schema::json!({"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]})
    },
    generate: |level| {
        use wire::proptest::prelude::*;
        prop_oneof![
            String::strategy(level).prop_map(|selector| Selectors::from(selector.as_str())),
            Vec::strategy(level).prop_map(Selectors::from),
        ]
        .boxed()
    },
}

wire::word! {
    /// How sure the author of a target is. The list is closed; other words are kept and are findings.
    /// actions.json v1, target descriptors.
    pub open enum Confidence {
        /// Seen on the page.
        Observed = "observed",
        /// Concluded from what was seen.
        Inferred = "inferred",
        /// Made by a program.
        Generated = "generated",
        /// Nobody knows.
        Unknown = "unknown",
    }
}

wire::object! {
    /// Where on a page something is. Every member narrows it down. actions.json v1, target descriptors.
    pub struct Target {
        /// A CSS selector.
        selector?: Tolerant<Selectors>,
        /// Several, the best one first.
        selectors?: Tolerant<Selectors>,
        /// The accessible role.
        role?: Tolerant<String>,
        /// The accessible name.
        name?: Tolerant<String>,
        /// The whole text.
        text_equals?: Tolerant<String>,
        /// A part of the text.
        text_contains?: Tolerant<String>,
        /// A part of the page's address.
        url_contains?: Tolerant<String>,
        /// A pattern of the page's address.
        url_matches?: Tolerant<String>,
        /// The name of a state in which the page has to be.
        state?: Tolerant<String>,
        /// What to try when the selectors find nothing.
        fallback_selectors?: Tolerant<Selectors>,
        /// How sure its author is.
        confidence?: Tolerant<Confidence>,
        /// For people.
        notes?: Tolerant<String>,
    }

    /// Where something comes from. It is read by people and never run. actions.json v1, source hints.
    pub struct Source {
        /// Files, relative to the manifest and below it.
        files?: Tolerant<Vec<String>>,
        /// Names in them.
        symbols?: Tolerant<Vec<String>>,
        /// CSS selectors.
        selectors?: Tolerant<Selectors>,
        /// The component.
        component?: Tolerant<String>,
    }
}
