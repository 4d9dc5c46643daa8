//! The components that must be redrawn after a change.

mod readers;
mod search;
#[cfg(test)]
mod tests;
mod tracking;

use crate::{ComponentId, Notation, data_model::ChangedPath};
use readers::Readers;
use std::collections::BTreeSet;

/// The parts of a surface that must be redrawn after messages were applied or the user entered something.
///
/// It [contains](Self::contains) every [node](super::SurfaceNode) that existed before, still exists, and has changed properties, checks
/// or children. New nodes are below such a node, or are the root. Removed nodes were below such a node. It may also contain nodes
/// whose appearance did not change, or that do not exist.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Dirty {
    /// `true` if everything must be redrawn: the surface is new, `beginRendering` arrived, the components of 1.0 use another
    /// [notation](super::Surface::notation) than before, or more than [`max_expanded`](super::SurfaceOptions::max_expanded) components
    /// changed. Then [`components`](Self::components) is empty.
    pub everything: bool,
    /// The components to redraw; empty if [`everything`](Self::everything) is `true`.
    pub components: BTreeSet<DirtyComponent>,
}

/// A component to redraw, in one scope or in all of them.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub struct DirtyComponent {
    /// The id of the component.
    pub component_id: ComponentId,
    /// The [path](crate::expression::Scope::path) of its scope: empty at the top, else the path of the template item. `None`
    /// means every scope in which the component occurs.
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

/// The data that a surface keeps to compute [`Dirty`].
#[derive(Clone, Debug)]
pub(super) struct DirtyTracker {
    readers: Readers,
    /// The notation in which the readers were read.
    notation: Notation,
    /// The paths written by the message that is being applied.
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
