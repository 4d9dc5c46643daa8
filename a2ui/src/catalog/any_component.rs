//! A component as catalogs see it, and one of a type that a catalog does not have.

use super::{CatalogComponent, CatalogFunction};
use crate::{CatalogId, Notation};
use wire::{DecodeError, EncodeError, Extra, Payload, Pointer, decode::ReadError};

/// A component of any version, as catalogs see it: a type and its properties.
pub trait AnyComponent {
    /// The name of its type, if it says it.
    fn type_name(&self) -> Option<&str>;

    /// The catalog of its type, if it says it. Only components of 1.0 can, under a name that depends on the notation.
    fn catalog_id(&self, _notation: Notation) -> Option<CatalogId> {
        None
    }

    /// Its properties: an object without the members that every component has. Which these are in 1.0 depends on the notation.
    fn properties(&self, _notation: Notation) -> Payload;

    /// Where its properties stand, if the component stands at `at`.
    fn properties_at(&self, at: &Pointer) -> Pointer {
        at.clone()
    }
}

/// The properties of a component as those of one type. Pointers are those of the component.
pub(crate) fn view<T: CatalogComponent>(component: &impl AnyComponent) -> Result<T, DecodeError> {
    let expected = format!("the component type `{}`", T::COMPONENT);
    match component.type_name() {
        Some(name) if name == T::COMPONENT => {}
        Some(name) => {
            return Err(ReadError::value(format_args!("`{name}`"), expected).at("component").into());
        }
        None => return Err(ReadError::missing("component").into()),
    }
    component.properties(Notation::At).decode().map_err(|mut error| {
        error.pointer = component.properties_at(&Pointer::root()).join(&error.pointer);
        // They count in the text of the properties, which nobody has seen.
        (error.line, error.column) = (0, 0);
        error
    })
}

/// The properties as a component carries them.
pub(crate) fn properties_of<T: CatalogComponent>(properties: &T) -> Result<Extra, EncodeError> {
    members_of(Payload::encode(properties))
}

fn members_of(object: Result<Payload, EncodeError>) -> Result<Extra, EncodeError> {
    let object = object.map_err(|error| EncodeError::Value(error.to_string()))?;
    Ok(object.members().map(|(name, value)| (name.into_owned(), value)).collect())
}

/// The arguments of a call, as those of one function; `name` is the member that names the function.
pub(crate) fn arguments<T: CatalogFunction>(
    function: &str,
    name: &str,
    args: Option<&Payload>,
) -> Result<T, DecodeError> {
    if function != T::FUNCTION {
        let refusal = ReadError::value(format_args!("`{function}`"), format_args!("`{}`", T::FUNCTION));
        return Err(refusal.at(name).into());
    }
    let args = args.ok_or_else(|| DecodeError::from(ReadError::missing("args")))?;
    args.decode().map_err(|mut error| {
        error.pointer = Pointer::root().member("args").join(&error.pointer);
        (error.line, error.column) = (0, 0);
        error
    })
}

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
