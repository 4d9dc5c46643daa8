//! Catalogs: which types of components and which functions there are, and what their properties and arguments may be.
//!
//! Components carry the properties of any catalog verbatim. On top of that there are typed views: the types of A2UI's own
//! catalog stand in a module of each version ([`v0_8::basic`](crate::v0_8::basic), [`v0_9::basic`](crate::v0_9::basic),
//! …), and those of any other catalog are written by whoever brings them:
//!
//! ```
//! # use agent_ui_a2ui as a2ui;
//! use a2ui::{ComponentId, catalog::CatalogComponent, v0_9::{Component, DynamicString}};
//! use wire::Field;
//!
//! wire::object! {
//!     /// Who works for whom.
//!     pub struct OrgChart {
//!         /// The top.
//!         chief: DynamicString,
//!         /// What stands below it.
//!         child?: Field<ComponentId>,
//!     }
//! }
//! wire::inventory! { OrgChart }
//! impl CatalogComponent for OrgChart {}
//!
//! let component = Component::of("root", &OrgChart::new(DynamicString::path("/chief")).child("staff"))?;
//! let text = r#"{"id":"root","component":"OrgChart","chief":{"path":"/chief"},"child":"staff"}"#;
//! assert_eq!(wire::encode(&component)?, text);
//! assert_eq!(component.view::<OrgChart>()?.child.get().unwrap().as_str(), "staff");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A [`Catalog`] judges what messages say in its terms; [`basic`] is A2UI's own.

pub(crate) mod action;
mod addresses;
mod any_component;
pub(crate) mod basic;
mod catalogs;
mod checker;
mod definition;
mod function_call;
mod message;
pub(crate) mod rule;
pub(crate) mod tables;
#[cfg(test)]
mod tests;
mod values;

pub use any_component::{AnyComponent, UnknownComponent};
pub use basic::{BasicCatalog, basic};
pub use catalogs::{Catalogs, SurfaceCatalog};
pub use checker::Checker;
pub use definition::{CatalogDefinition, CatalogError};
pub use values::CatalogValue;

pub(crate) use any_component::{arguments, properties_of, view};
pub(crate) use checker::{ValueRole, data_path};
pub(crate) use values::{Members, check_word};

use crate::{CatalogId, Message, Notation, Version, capabilities::v1_0::AllowedCallers};
use std::fmt;
use wire::{Finding, Payload, Pointer, WireType};

/// Calls something once for every type of component.
#[cfg(test)]
pub(crate) trait VisitComponents {
    fn visit<T: CatalogComponent + CatalogValue + wire::generate::Generate>(&mut self);
}

/// A type of component: what its properties are, and by which name components say that they are of this type.
///
/// An empty implementation is enough where the Rust type has the name of the component type.
pub trait CatalogComponent: WireType {
    /// The name of the type in its catalog.
    const COMPONENT: &'static str = Self::NAME;
}

/// A function: what its arguments are, its name, and what it returns.
pub trait CatalogFunction: WireType {
    /// The name of the function in its catalog.
    const FUNCTION: &'static str;
    /// What it returns.
    const RETURNS: Returns;
}

/// What knows types of components and functions, and judges what a message makes of them.
///
/// To add to A2UI's own catalog, answer for what is new and hand the rest on:
///
/// ```
/// # use agent_ui_a2ui as a2ui;
/// use a2ui::{CatalogId, Notation, Version, catalog::{BasicCatalog, Catalog, Checker, Returns, basic}, v0_9::Component};
/// use wire::{Finding, Payload, Pointer};
///
/// struct Mine(BasicCatalog);
///
/// impl Catalog for Mine {
///     fn version(&self) -> Version {
///         self.0.version()
///     }
///     fn check_component(&self, name: &str, properties: &Payload, at: &Pointer, checker: &mut Checker<'_>) -> bool {
///         name == "Fireworks" || self.0.check_component(name, properties, at, checker)
///     }
///     fn check_function(&self, name: &str, args: &Payload, at: &Pointer, checker: &mut Checker<'_>) -> Option<Returns> {
///         self.0.check_function(name, args, at, checker)
///     }
/// }
///
/// let component: Component = wire::decode(r#"{"id":"a","component":"Fireworks"}"#)?;
/// let mine = Mine(basic(Version::V0_9, Notation::Plain));
/// assert_eq!(mine.check(&component), []);
/// assert_eq!(mine.0.check(&component)[0].rule, "unknown-component");
/// # Ok::<(), wire::DecodeError>(())
/// ```
pub trait Catalog {
    /// The version of A2UI for which it is written.
    fn version(&self) -> Version;

    /// How bindings and calls are written; asked for 1.0 only.
    fn notation(&self) -> Notation {
        Notation::Plain
    }

    /// Whether messages of a version may name it: its own, and 0.10 with what came of it. A2UI 1.0 mixes catalogs of one
    /// version only.
    fn is_compatible_with(&self, version: Version) -> bool {
        let early = |version: Version| matches!(version, Version::V0_8 | Version::V0_9);
        let own = self.version();
        own == version || (!early(own) && !early(version))
    }
    /// The types of components below which components of a type may stand, `Surface` being what holds the root; `None` if below
    /// any. A2UI 1.0, `allowedParents`.
    fn allowed_parents(&self, _name: &str) -> Option<&[Box<str>]> {
        None
    }
    /// The types of components that may stand below components of a type; `None` if any may. A2UI 1.0, `allowedChildren`.
    fn allowed_children(&self, _name: &str) -> Option<&[Box<str>]> {
        None
    }
    /// The names of its component types, for suggestions; a catalog that lists none gets none.
    fn component_names(&self) -> Vec<&str> {
        Vec::new()
    }
    /// The names of its functions, for suggestions.
    fn function_names(&self) -> Vec<&str> {
        Vec::new()
    }
    /// Returns the sides that may call a function (`allowedCallers` of A2UI 1.0), or `None` if the catalog does not say.
    fn allowed_callers(&self, _function: &str) -> Option<AllowedCallers> {
        None
    }
    /// Whether this is one of its ids. Components and calls that state the id of another catalog are not judged.
    fn has_id(&self, _id: &CatalogId) -> bool {
        false
    }

    /// Reports what is wrong with the properties of a component, an object that stands at `at`; false if the catalog has
    /// no such type.
    fn check_component(
        &self,
        name: &str,
        properties: &Payload,
        at: &Pointer,
        checker: &mut Checker<'_>,
    ) -> bool;

    /// Reports what is wrong with the arguments of a function, an object that stands at `at`, and says what the function
    /// returns; `None` if the catalog has no such function.
    fn check_function(
        &self,
        name: &str,
        args: &Payload,
        at: &Pointer,
        checker: &mut Checker<'_>,
    ) -> Option<Returns>;

    /// Adds what is wrong with a component that stands at `at`. The pointers are those of the message.
    fn findings<C: AnyComponent>(&self, component: &C, at: &Pointer, found: &mut Vec<Finding>)
    where
        Self: Sized,
    {
        checker::check_component(catalogs::KnownCatalogs::alone(self), component, at, found);
    }

    /// Adds what is wrong with the components and calls of a message that stands at `at`. What the message says beside
    /// them is judged by its [`Validate`](wire::Validate).
    fn message_findings(&self, message: &Message, at: &Pointer, found: &mut Vec<Finding>)
    where
        Self: Sized,
    {
        message::check_message(catalogs::KnownCatalogs::alone(self), message, at, found);
    }

    /// What is wrong with the components and calls of a message.
    fn check_message(&self, message: &Message) -> Vec<Finding>
    where
        Self: Sized,
    {
        let mut found = Vec::new();
        self.message_findings(message, &Pointer::root(), &mut found);
        found
    }

    /// What is wrong with a component.
    fn check<C: AnyComponent>(&self, component: &C) -> Vec<Finding>
    where
        Self: Sized,
    {
        let mut found = Vec::new();
        self.findings(component, &Pointer::root(), &mut found);
        found
    }
}

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

    /// What a word stands for.
    pub fn from_word(word: &str) -> Option<Self> {
        Some(match word {
            "string" => Self::String,
            "number" => Self::Number,
            "boolean" => Self::Boolean,
            "array" => Self::Array,
            "object" => Self::Object,
            "validationResult" => Self::ValidationResult,
            "any" => Self::Any,
            "void" => Self::Void,
            _ => return None,
        })
    }

    /// Whether it may stand where `expected` does.
    pub fn is_assignable_to(self, expected: Self) -> bool {
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
