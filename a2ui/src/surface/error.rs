//! Errors and results of applying a message to a surface.

use crate::{ComponentId, SurfaceId, data_model::DataError, rules};
use std::fmt;
use wire::Pointer;

/// The reason why a message was refused. A refused message changes no surface.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub struct SurfaceError {
    /// The name of the rule that was broken. Rule names are stable, so programs can compare them.
    pub rule: &'static str,
    /// The place in the message.
    pub pointer: Pointer,
    /// A sentence that describes the problem.
    pub message: String,
    /// A suggestion for correcting the message. Empty without a suggestion.
    pub hint: String,
}

impl SurfaceError {
    pub(crate) fn new(rule: &'static str, pointer: Pointer, message: impl fmt::Display) -> Self {
        Self {
            rule,
            pointer,
            message: message.to_string(),
            hint: String::new(),
        }
    }

    pub(crate) fn hint(mut self, hint: impl fmt::Display) -> Self {
        self.hint = hint.to_string();
        self
    }

    /// Creates the error for a component id that is repeated in one message.
    pub(super) fn repeated_id(id: &ComponentId, pointer: Pointer) -> Self {
        Self::new(rules::REPEATED_ID, pointer, rules::repeated_id(id)).hint(rules::SEND_ONCE)
    }

    pub(crate) fn data(error: &DataError, pointer: Pointer) -> Self {
        Self::new(error.rule(), pointer, error).hint(error.hint())
    }
}

impl fmt::Display for SurfaceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.pointer.is_root() {
            write!(f, "{}: ", self.pointer)?;
        }
        f.write_str(&self.message)?;
        if !self.hint.is_empty() {
            write!(f, "; {}", self.hint)?;
        }
        Ok(())
    }
}

/// One change that a message made to a surface.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SurfaceChange {
    /// The surface was created.
    Created {
        /// The id of the new surface.
        surface_id: SurfaceId,
    },
    /// A 0.8 surface received its first root or a different root.
    Begun {
        /// The id of the surface.
        surface_id: SurfaceId,
        /// The id of the root component.
        root: ComponentId,
    },
    /// Components were added or replaced.
    Components {
        /// The id of the surface.
        surface_id: SurfaceId,
        /// The ids of the components, in the order of the message.
        components: Vec<ComponentId>,
    },
    /// A 0.8 bound value with a path and a literal wrote the literal to the data model.
    Literal {
        /// The id of the surface.
        surface_id: SurfaceId,
        /// The id of the component that contains the literal.
        component: ComponentId,
        /// The written path, as in [`DataModel`](Self::DataModel).
        path: String,
    },
    /// The data model was changed.
    DataModel {
        /// The id of the surface.
        surface_id: SurfaceId,
        /// The changed path in the form of the message. Empty for the whole model. If list elements moved or a list was
        /// padded, this is the path of the list. Redraw everything that is bound to this path, to a path above it or to a
        /// path below it.
        path: String,
    },
    /// The surface was deleted.
    Deleted {
        /// The id of the deleted surface.
        surface_id: SurfaceId,
    },
}
