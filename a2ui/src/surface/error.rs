//! What applying a message says.

use crate::{ComponentId, SurfaceId, data_model::DataError, rules};
use std::fmt;
use wire::Pointer;

/// Why a message was refused. The surfaces are then what they were.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SurfaceError {
    /// The name of the rule; stable, for programs.
    pub rule: &'static str,
    /// Where in the message.
    pub pointer: Pointer,
    /// A sentence for people.
    pub message: String,
    /// What would be right; empty where nothing can be said.
    pub hint: String,
}

impl SurfaceError {
    pub(crate) fn new(rule: &'static str, pointer: Pointer, message: impl fmt::Display) -> Self {
        Self { rule, pointer, message: message.to_string(), hint: String::new() }
    }

    pub(crate) fn hint(mut self, hint: impl fmt::Display) -> Self {
        self.hint = hint.to_string();
        self
    }

    /// Of a component whose id another one in the same message has.
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

impl std::error::Error for SurfaceError {}

/// One thing that a message changed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SurfaceChange {
    /// A surface began to exist.
    Created {
        /// The surface.
        surface_id: SurfaceId,
    },
    /// A surface of 0.8 may be shown, or got another root.
    Begun {
        /// The surface.
        surface_id: SurfaceId,
        /// Its root.
        root: ComponentId,
    },
    /// Components came or were replaced.
    Components {
        /// The surface.
        surface_id: SurfaceId,
        /// Which, in the order of the message.
        components: Vec<ComponentId>,
    },
    /// A bound value of 0.8 with a path and a literal wrote the literal to the data model.
    Literal {
        /// The surface.
        surface_id: SurfaceId,
        /// The component.
        component: ComponentId,
        /// Where; as for [`DataModel`](Self::DataModel).
        path: String,
    },
    /// The data model changed.
    DataModel {
        /// The surface.
        surface_id: SurfaceId,
        /// Where, as the message writes it; empty for the whole model. Where elements moved up or a list was filled up,
        /// the path of the list. What is bound to it, above it or below it is to be shown anew.
        path: String,
    },
    /// A surface is gone.
    Deleted {
        /// The surface.
        surface_id: SurfaceId,
    },
}
