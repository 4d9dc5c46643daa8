//! Short texts, such as the names of rules.

use std::{borrow::Cow, fmt};
use wire::{Reader, Wire, Writer, decode::ReadResult};

/// A short text, either a constant of a mapping or a text that was read.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Label(Cow<'static, str>);

impl Label {
    /// Returns the text of the label.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<&'static str> for Label {
    fn from(text: &'static str) -> Self {
        Self(Cow::Borrowed(text))
    }
}

impl From<String> for Label {
    fn from(text: String) -> Self {
        Self(Cow::Owned(text))
    }
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Wire for Label {
    fn read(reader: &mut Reader<'_>) -> ReadResult<Self> {
        Ok(Self(Cow::Owned(reader.string()?.into())))
    }

    fn write(&self, writer: &mut Writer) {
        writer.string(&self.0);
    }
}

wire::hand_written! {
    Label,
    schema: |_schemas| wire::schema::json!({"type": "string"}),
    generate: |_level| {
        use wire::{generate, proptest::prelude::*};
        generate::text().prop_map(|text| Self(Cow::Owned(text))).boxed()
    },
}
