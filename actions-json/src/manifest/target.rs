//! Target descriptors, and hints on the source of a declaration.

use wire::{
    Payload, PayloadKind, Reader, Tolerant, Wire, Writer,
    decode::{ReadError, ReadResult},
    token,
};

/// A selector or a list of selectors.
///
/// Specification: [`target`](https://github.com/yaniv256/actions.json/blob/150b683dbdc37f1d43557d3d44cb62b9afcfebe3/docs/schema-v1-proposal.md#target).
///
/// ```
/// use agent_ui_actions_json::{manifest::Selectors, wire};
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
    /// Returns the selectors in order.
    pub fn texts(&self) -> Vec<String> {
        match self.0.as_str() {
            Some(text) => vec![text.into_owned()],
            None => self
                .0
                .elements()
                .filter_map(|item| Some(item.as_str()?.into_owned()))
                .collect(),
        }
    }

    /// Returns the raw value.
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
        let selectors: Vec<Payload> = selectors
            .iter()
            .map(|selector| Payload::string(selector))
            .collect();
        Self(Payload::array(&selectors))
    }
}

impl Wire for Selectors {
    fn read(reader: &mut Reader<'_>) -> ReadResult<Self> {
        let expected = "a string or an array of strings";
        if reader.kind()? == PayloadKind::Array {
            if let Some(other) =
                token::children(reader.peek_span()?).find(|child| !child.text.starts_with('"'))
            {
                return Err(ReadError::wrong_type(
                    format_args!("an array with `{}`", other.text),
                    expected,
                ));
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
    /// The certainty of a target. The list is closed; other words are preserved and reported as findings.
    ///
    /// Specification: [`target`](https://github.com/yaniv256/actions.json/blob/150b683dbdc37f1d43557d3d44cb62b9afcfebe3/docs/schema-v1-proposal.md#target).
    pub open enum Confidence {
        /// The element was seen on the page.
        Observed = "observed",
        /// The target was inferred from observations.
        Inferred = "inferred",
        /// A program generated the target.
        Generated = "generated",
        /// The certainty is unknown.
        Unknown = "unknown",
    }
}

wire::object! {
    /// A description of an element of the page. Every member narrows the description down.
    ///
    /// Specification: [`target`](https://github.com/yaniv256/actions.json/blob/150b683dbdc37f1d43557d3d44cb62b9afcfebe3/docs/schema-v1-proposal.md#target).
    pub struct Target {
        /// The preferred CSS selector.
        selector?: Tolerant<Selectors>,
        /// Several CSS selectors, the best one first.
        selectors?: Tolerant<Selectors>,
        /// The accessible role of the element.
        role?: Tolerant<String>,
        /// The accessible name of the element.
        name?: Tolerant<String>,
        /// The complete visible text.
        text_equals?: Tolerant<String>,
        /// A part of the visible text.
        text_contains?: Tolerant<String>,
        /// A part of the page's address.
        url_contains?: Tolerant<String>,
        /// A pattern for the page's address.
        url_matches?: Tolerant<String>,
        /// The name of the state that the page must be in.
        state?: Tolerant<String>,
        /// The selectors to try if the others match nothing.
        fallback_selectors?: Tolerant<Selectors>,
        /// The certainty of the target.
        confidence?: Tolerant<Confidence>,
        /// Notes for reviewers.
        notes?: Tolerant<String>,
    }

    /// Hints on the source of a declaration, for people. Hints are never executed.
    ///
    /// Specification: [`x_actions`](https://github.com/yaniv256/actions.json/blob/150b683dbdc37f1d43557d3d44cb62b9afcfebe3/docs/schema-v1-proposal.md#x_actions).
    pub struct Source {
        /// The source files, relative to the manifest and below it.
        files?: Tolerant<Vec<String>>,
        /// The symbol names in the files.
        symbols?: Tolerant<Vec<String>>,
        /// CSS selectors of related elements.
        selectors?: Tolerant<Selectors>,
        /// The name of the component.
        component?: Tolerant<String>,
    }
}
