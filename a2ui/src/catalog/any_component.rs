//! The view that catalogs have of components, and components of unknown types.

use super::{CatalogComponent, CatalogFunction};
use crate::{CatalogId, Notation};
use wire::{DecodeError, EncodeError, Extra, Payload, Pointer, decode::ReadError};

/// A component of any version as its type and properties.
pub trait AnyComponent {
    /// Returns the name of the component type, if the component states it.
    fn type_name(&self) -> Option<&str>;

    /// Returns the catalog that the component names. Only 1.0 components can name a catalog, and the key depends on the
    /// notation.
    fn catalog_id(&self, _notation: Notation) -> Option<CatalogId> {
        None
    }

    /// Returns the properties, an object without the members that every component has. In 1.0, these members depend on
    /// the notation.
    fn properties(&self, _notation: Notation) -> Payload;

    /// Returns the pointer to the properties of a component at `at`.
    fn properties_at(&self, at: &Pointer) -> Pointer {
        at.clone()
    }
}

/// Reads the properties of a component as a type. Pointers in errors are relative to the component.
pub(crate) fn view<T: CatalogComponent>(component: &impl AnyComponent) -> Result<T, DecodeError> {
    let expected = format!("the component type `{}`", T::COMPONENT);
    match component.type_name() {
        Some(name) if name == T::COMPONENT => {}
        Some(name) => {
            return Err(ReadError::value(format_args!("`{name}`"), expected)
                .at("component")
                .into());
        }
        None => return Err(ReadError::missing("component").into()),
    }
    component
        .properties(Notation::At)
        .decode()
        .map_err(|mut error| {
            error.pointer = component
                .properties_at(&Pointer::root())
                .join(&error.pointer);
            // Line and column refer to the text of the properties, which the caller does not have.
            (error.line, error.column) = (0, 0);
            error
        })
}

/// Returns the properties as the members of a component.
pub(crate) fn properties_of<T: CatalogComponent>(properties: &T) -> Result<Extra, EncodeError> {
    members_of(Payload::encode(properties))
}

fn members_of(object: Result<Payload, EncodeError>) -> Result<Extra, EncodeError> {
    let object = object.map_err(|error| EncodeError::Value(error.to_string()))?;
    Ok(object
        .members()
        .map(|(name, value)| (name.into_owned(), value))
        .collect())
}

/// Reads the arguments of a call as the type of one function. `name` is the member that contains the function name.
pub(crate) fn arguments<T: CatalogFunction>(
    function: &str,
    name: &str,
    args: Option<&Payload>,
) -> Result<T, DecodeError> {
    if function != T::FUNCTION {
        let refusal = ReadError::value(
            format_args!("`{function}`"),
            format_args!("`{}`", T::FUNCTION),
        );
        return Err(refusal.at(name).into());
    }
    let args = args.ok_or_else(|| DecodeError::from(ReadError::missing("args")))?;
    args.decode().map_err(|mut error| {
        error.pointer = Pointer::root().member("args").join(&error.pointer);
        (error.line, error.column) = (0, 0);
        error
    })
}

/// A component of a type that the catalog does not define, with its properties verbatim. Only reading creates this value,
/// so the type is never a known one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownComponent {
    name: Box<str>,
    properties: Payload,
}

impl UnknownComponent {
    pub(crate) fn new(name: &str, properties: Payload) -> Self {
        Self {
            name: name.into(),
            properties,
        }
    }

    /// Returns the name of the component type.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the properties of the component.
    pub fn properties(&self) -> Extra {
        self.properties
            .members()
            .map(|(name, value)| (name.into_owned(), value))
            .collect()
    }
}
