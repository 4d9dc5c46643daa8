//! Catalogs: definitions of component types and functions with their properties and arguments.
//!
//! Components carry the properties of any catalog verbatim, and typed views read them. The types of A2UI's own catalog are in
//! a module of each version ([`v0_8::basic`](crate::v0_8::basic), [`v0_9::basic`](crate::v0_9::basic), …). For other catalogs,
//! you define the types yourself:
//!
//! ```
//! use agent_ui_a2ui::{ComponentId, catalog::CatalogComponent, v0_9::{Component, DynamicString}, wire};
//! use agent_ui_a2ui::wire::Field;
//!
//! wire::object! {
//!     /// A chart of an organization.
//!     pub struct OrgChart {
//!         /// The person at the top.
//!         chief: DynamicString,
//!         /// The component below the chief.
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
//! A [`Catalog`] checks messages against its definitions; [`basic`] returns A2UI's own catalog.

pub(crate) mod action;
mod addresses;
mod any_component;
pub(crate) mod basic;
mod catalogs;
mod checker;
mod common_types;
mod common_values;
mod component;
mod definition;
mod dynamic_value;
mod function_call;
mod known_catalogs;
mod message;
mod patterns;
mod schema;
#[cfg(test)]
mod tests;

pub use any_component::{AnyComponent, UnknownComponent};
pub use basic::{BasicCatalog, basic};
pub use catalogs::{Catalogs, SurfaceCatalog};
pub use checker::Checker;
pub use common_types::CommonType;
pub use definition::{CatalogDefinition, CatalogError};
pub use schema::output::{
    MessageSchema, MessageSchemaOptions, SchemaExcess, SchemaSizes, SchemaTarget,
    UnknownSchemaName, UnknownSchemaTarget,
};

pub(crate) use any_component::{arguments, properties_of, view};
use dynamic_value::ValueRole;

use crate::{CatalogId, Message, Notation, Version, capabilities::v1_0::AllowedCallers};
use std::fmt;
use wire::{Finding, Payload, Pointer, TypeInfo, WireType};

/// Visits every component type of a version.
#[cfg(test)]
pub(crate) trait VisitComponents {
    fn visit<T: CatalogComponent + wire::generate::Generate>(&mut self);
}

/// A component type: its properties and its name in the catalog.
///
/// If the Rust type has the name of the component type, an empty implementation is enough.
pub trait CatalogComponent: WireType {
    /// The name of the type in its catalog.
    const COMPONENT: &'static str = Self::NAME;
}

/// A function of a catalog: its arguments, name and return type.
pub trait CatalogFunction: WireType {
    /// The name of the function in its catalog.
    const FUNCTION: &'static str;
    /// The type that the function returns.
    const RETURNS: Returns;
}

/// The name of a published function, the type that it returns, and the type of its arguments.
pub(crate) type FunctionType = (&'static str, Returns, &'static TypeInfo);

/// A set of component types and functions that checks messages.
///
/// To extend A2UI's own catalog, handle the new names and delegate the others:
///
/// ```
/// use agent_ui_a2ui::{CatalogId, Notation, Version, catalog::{BasicCatalog, Catalog, Checker, Returns, basic}, v0_9::Component, wire};
/// use agent_ui_a2ui::wire::{Finding, Payload, Pointer};
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
///
/// Specification: [A2UI 1.0, Catalog structure](https://github.com/a2ui-project/a2ui/blob/05eabdaeffd6dfce2e2fc226d6b8acadf53545e4/specification/v1_0/docs/a2ui_protocol.md#catalog-structure).
pub trait Catalog {
    /// Returns the version of A2UI for which the catalog is written.
    fn version(&self) -> Version;

    /// Returns the notation of bindings and calls. It is only used for 1.0.
    fn notation(&self) -> Notation {
        Notation::Plain
    }

    /// Returns `true` if messages of a version may name this catalog. Versions are compatible with themselves, and 0.10
    /// and later with each other. A2UI 1.0 mixes only catalogs of one version.
    fn is_compatible_with(&self, version: Version) -> bool {
        let own = self.version();
        own == version || (!is_early(own) && !is_early(version))
    }
    /// Returns the component types that are allowed as parents of a type, with `Surface` for the parent of the root.
    /// `None` allows any type. See `allowedParents` in A2UI 1.0.
    fn allowed_parents(&self, _name: &str) -> Option<&[Box<str>]> {
        None
    }
    /// Returns the component types that are allowed as children of a type. `None` allows any type. See `allowedChildren`
    /// in A2UI 1.0.
    fn allowed_children(&self, _name: &str) -> Option<&[Box<str>]> {
        None
    }
    /// Returns the names of the component types, for suggestions. An empty list disables suggestions.
    fn component_names(&self) -> Vec<&str> {
        Vec::new()
    }
    /// Returns the names of the functions, for suggestions.
    fn function_names(&self) -> Vec<&str> {
        Vec::new()
    }
    /// Returns the sides that may call a function, or `None` if the catalog does not specify them. See `allowedCallers`
    /// in A2UI 1.0.
    fn allowed_callers(&self, _function: &str) -> Option<AllowedCallers> {
        None
    }
    /// Returns `true` if the catalog has this id. Components and calls that name another catalog are not checked.
    fn has_id(&self, _id: &CatalogId) -> bool {
        false
    }

    /// Checks the properties of a component, an object at the pointer `at`. Returns `false` if the component type is
    /// unknown.
    fn check_component(
        &self,
        name: &str,
        properties: &Payload,
        at: &Pointer,
        checker: &mut Checker<'_>,
    ) -> bool;

    /// Checks the arguments of a function, an object at the pointer `at`, and returns the type of the result. `None`
    /// means that the function is unknown.
    fn check_function(
        &self,
        name: &str,
        args: &Payload,
        at: &Pointer,
        checker: &mut Checker<'_>,
    ) -> Option<Returns>;

    /// Adds the findings about a component at the pointer `at`. Pointers in findings are those of the message.
    fn findings<C: AnyComponent>(&self, component: &C, at: &Pointer, found: &mut Vec<Finding>)
    where
        Self: Sized,
    {
        component::check_component(
            known_catalogs::KnownCatalogs::alone(self),
            component,
            at,
            found,
        );
    }

    /// Adds the findings about the components and calls of a message at the pointer `at`. Use [`Validate`](wire::Validate) to
    /// check the rest of the message.
    fn message_findings(&self, message: &Message, at: &Pointer, found: &mut Vec<Finding>)
    where
        Self: Sized,
    {
        message::check_message(
            known_catalogs::KnownCatalogs::alone(self),
            message,
            at,
            found,
        );
    }

    /// Returns the findings about the components and calls of a message.
    fn check_message(&self, message: &Message) -> Vec<Finding>
    where
        Self: Sized,
    {
        let mut found = Vec::new();
        self.message_findings(message, &Pointer::root(), &mut found);
        found
    }

    /// Returns the findings about a component.
    fn check<C: AnyComponent>(&self, component: &C) -> Vec<Finding>
    where
        Self: Sized,
    {
        let mut found = Vec::new();
        self.findings(component, &Pointer::root(), &mut found);
        found
    }
}

/// The return type of a catalog function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Returns {
    /// A JSON string.
    String,
    /// A number of any size.
    Number,
    /// Either `true` or `false`.
    Boolean,
    /// A list of values.
    Array,
    /// An object with any members.
    Object,
    /// A validity with an optional reason (only 1.0). It is accepted where a boolean is expected.
    ValidationResult,
    /// A value of any type.
    Any,
    /// No value at all.
    Void,
}

impl Returns {
    /// Returns the word for the type in catalogs.
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

    /// Returns the type for a word in catalogs.
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

    /// Returns `true` if a value of this type is accepted where `expected` is required.
    pub(crate) fn is_assignable_to(self, expected: Self) -> bool {
        if self == expected || self == Self::Any {
            return true;
        }
        if expected == Self::Any {
            return self != Self::Void;
        }
        // In 1.0, the validations of the basic catalog return a `ValidationResult`, which counts as a boolean.
        self.is_boolean() && expected.is_boolean()
    }

    fn is_boolean(self) -> bool {
        matches!(self, Self::Boolean | Self::ValidationResult)
    }
}

fn is_early(version: Version) -> bool {
    matches!(version, Version::V0_8 | Version::V0_9)
}

impl fmt::Display for Returns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
