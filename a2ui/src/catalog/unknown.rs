//! Components of types that a catalog does not have.

use wire::{Extra, Payload};

/// A component of a type that the catalog does not have, with its properties verbatim. Only reading builds it, so it never
/// holds a type that is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownComponent {
    name: Box<str>,
    properties: Payload,
}

impl UnknownComponent {
    pub(crate) fn new(name: &str, properties: Payload) -> Self {
        Self { name: name.into(), properties }
    }

    /// The name of the type.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its properties.
    pub fn properties(&self) -> Extra {
        self.properties.members().map(|(name, value)| (name.into_owned(), value)).collect()
    }
}
