//! The components that must be redrawn after a change.

mod readers;
mod search;
#[cfg(test)]
mod tests;
mod tracking;

use crate::{ComponentId, Notation, data_model::ChangedPath};
use readers::Readers;
use std::collections::BTreeSet;

/// The parts of a surface that must be redrawn after messages or user input.
///
/// The value [contains](Self::contains) every earlier [node](super::SurfaceNode) that still exists and has changed
/// properties, checks or children. New nodes are below such a node, or are the root. Removed nodes were below such a
/// node. The value may also contain nodes whose appearance did not change, or that do not exist.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Dirty {
    /// `true` if everything must be redrawn. The surface is new, `beginRendering` arrived, the
    /// [notation](super::Surface::notation) of the 1.0 components changed, or more than
    /// [`max_expanded`](super::SurfaceOptions::max_expanded) components changed. Then [`components`](Self::components) is
    /// empty.
    pub everything: bool,
    /// The components to redraw. Empty if [`everything`](Self::everything) is `true`.
    pub components: BTreeSet<DirtyComponent>,
}

/// A component to redraw, in one scope or in all scopes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub struct DirtyComponent {
    /// The id of the component.
    pub component_id: ComponentId,
    /// The [path](crate::expression::Scope::path) of the scope, which is empty at the top. `None` means every scope in
    /// which the component occurs.
    pub scope: Option<String>,
}

impl Dirty {
    /// Returns `true` if nothing must be redrawn.
    pub fn is_empty(&self) -> bool {
        !self.everything && self.components.is_empty()
    }

    fn of_everything() -> Self {
        Self {
            everything: true,
            components: BTreeSet::new(),
        }
    }
}

/// The data from which a surface computes [`Dirty`].
#[derive(Clone, Debug)]
pub(super) struct DirtyTracker {
    readers: Readers,
    /// The notation in which the readers were computed.
    notation: Notation,
    /// The paths that the current message has written.
    written: Vec<ChangedPath>,
    dirty: Dirty,
}

impl DirtyTracker {
    pub(super) fn new() -> Self {
        Self {
            readers: Readers::default(),
            notation: Notation::Plain,
            written: Vec::new(),
            dirty: Dirty::of_everything(),
        }
    }
}
