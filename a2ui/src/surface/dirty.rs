//! What has to be painted anew.

mod readers;
#[cfg(test)]
mod tests;

use super::{Node, Surface, SurfaceChange, SurfaceError, Surfaces};
use crate::{ComponentId, Notation, data_model::ChangedPath};
use readers::Readers;
use std::collections::BTreeSet;

/// What of a surface has to be painted anew, after messages were applied or the user entered something.
///
/// Every [node](Node) that was there before and is there still, and whose properties, checks or children are not what they
/// were, is [in it](Self::has). What came to be stands below such a node, or is the root; what is gone stood below one. A place
/// may be named that looks as before, or that is not there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Dirty {
    /// Whether everything is to be painted: the surface is new, `beginRendering` came, the components of 1.0 show another
    /// [notation](Surface::notation) than before, or there are more places than
    /// [`max_expanded`](super::SurfaceOptions::max_expanded). Then no places are named.
    pub everything: bool,
    /// Which places.
    pub components: BTreeSet<DirtyComponent>,
}

/// A component, in one place of the tree or wherever it stands.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub struct DirtyComponent {
    /// The component.
    pub component_id: ComponentId,
    /// The [path](crate::expression::Scope::path) of its scope: empty at the top, else that of the item of a template. `None` is
    /// wherever the component stands.
    pub scope: Option<String>,
}

impl Dirty {
    /// Whether nothing has to be painted.
    pub fn is_empty(&self) -> bool {
        !self.everything && self.components.is_empty()
    }

    /// Whether a node has to be painted.
    pub fn contains(&self, node: &Node<'_>) -> bool {
        let place = |scope| DirtyComponent { component_id: node.component_id.clone(), scope };
        self.everything
            || self.components.contains(&place(None))
            || self.components.contains(&place(Some(node.scope.path())))
    }

    fn everything() -> Self {
        Self { everything: true, components: BTreeSet::new() }
    }
}

/// What a surface knows for it.
#[derive(Clone, Debug)]
pub(super) struct DirtyTracker {
    readers: Readers,
    /// The notation in which the readers were read.
    notation: Notation,
    /// What the message that is being applied wrote.
    written: Vec<ChangedPath>,
    dirty: Dirty,
}

impl DirtyTracker {
    pub(super) fn new() -> Self {
        Self {
            readers: Readers::default(),
            notation: Notation::Plain,
            written: Vec::new(),
            dirty: Dirty::everything(),
        }
    }
}

impl Surfaces {
    /// What of a surface has to be painted anew since this was last asked; `None` if there is no such surface. At first it is
    /// everything, and without [`SurfaceOptions::paints`](super::SurfaceOptions) it always is.
    ///
    /// A message costs what it says and what reads it: the paths that it writes lead to the components that are bound to
    /// them, and for each item of a template that it changes, the components of one item are looked at.
    ///
    /// ```
    /// # use agent_ui_a2ui as a2ui;
    /// use a2ui::{Message, surface::{SurfaceOptions, Surfaces}};
    ///
    /// let mut surfaces = Surfaces::with_options(SurfaceOptions::new().track_dirty(true));
    /// for text in [
    ///     r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}"#,
    ///     r#"{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[
    ///         {"id":"root","component":"List","children":{"componentId":"row","path":"/people"}},
    ///         {"id":"row","component":"Card","child":"name"},
    ///         {"id":"name","component":"Text","text":{"path":"name"}}]}}"#,
    ///     r#"{"version":"v0.9","updateDataModel":{"surfaceId":"s","path":"/people","value":[
    ///         {"name":"Ada"},{"name":"Lin"},{"name":"Mo"}]}}"#,
    /// ] {
    ///     surfaces.apply(&Message::read(text)?)?;
    /// }
    /// assert!(surfaces.take_dirty("s").unwrap().everything);
    ///
    /// surfaces.apply(&Message::read(
    ///     r#"{"version":"v0.9","updateDataModel":{"surfaceId":"s","path":"/people/1/name","value":"Lin Wu"}}"#,
    /// )?)?;
    /// let dirty = surfaces.take_dirty("s").unwrap();
    /// let surface = surfaces.get("s").unwrap();
    /// let nodes = surface.nodes()?.into_iter().filter(|node| dirty.contains(node));
    /// let places: Vec<_> = nodes.map(|node| (node.component_id.to_string(), node.scope.path())).collect();
    /// // One text of three.
    /// assert_eq!(places, [("name".to_owned(), "/people/1".to_owned())]);
    /// assert!(surfaces.take_dirty("s").unwrap().is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn take_dirty(&mut self, surface_id: &str) -> Option<Dirty> {
        let surface = self.surfaces.get_mut(self.numbers.get(surface_id)?)?;
        let tracker = surface.dirty_tracker.as_mut();
        Some(tracker.map_or_else(Dirty::everything, |tracker| std::mem::take(&mut tracker.dirty)))
    }

    /// After something was done to a surface, or was refused: says what has to be painted.
    pub(super) fn update_dirty(
        &mut self,
        surface_id: Option<&str>,
        done: &Result<Vec<SurfaceChange>, SurfaceError>,
    ) {
        let number = surface_id.and_then(|id| self.numbers.get(id));
        let Some(surface) = number.and_then(|number| self.surfaces.get_mut(number)) else { return };
        let Some(mut tracker) = surface.dirty_tracker.take() else { return };
        match done {
            Ok(changes) => tracker.record_changes(surface, changes),
            Err(_) => tracker.written.clear(),
        }
        surface.dirty_tracker = Some(tracker);
    }
}

impl Surface {
    /// What a write to a path is about to touch, if anybody asks.
    pub(super) fn predict_change(&self, path: &str) -> Option<ChangedPath> {
        self.dirty_tracker.as_ref().and_then(|_| self.data_model.predict_change(path))
    }

    /// A write touched what it was about to, and changed `path`.
    pub(super) fn record_write(&mut self, touches: Option<ChangedPath>, path: &str) {
        let touched = touches.and_then(|touches| self.data_model.confirm_change(touches, path));
        if let Some(tracker) = &mut self.dirty_tracker {
            tracker.written.extend(touched);
        }
    }
}

impl DirtyTracker {
    fn record_changes(&mut self, surface: &Surface, changes: &[SurfaceChange]) {
        let written = std::mem::take(&mut self.written);
        let notation = surface.notation();
        let mut places = BTreeSet::new();
        let mut whole = self.dirty.everything || notation != self.notation;
        for change in changes {
            match change {
                SurfaceChange::Created { .. } | SurfaceChange::Begun { .. } => whole = true,
                SurfaceChange::Components { components, .. } => {
                    for id in components {
                        self.readers.update(surface, id);
                        places.insert(DirtyComponent { component_id: id.clone(), scope: None });
                    }
                }
                SurfaceChange::Literal { .. }
                | SurfaceChange::DataModel { .. }
                | SurfaceChange::Deleted { .. } => {}
            }
        }
        if notation != self.notation {
            // What came under the word `v1.0` and shows none is read in another one now.
            self.notation = notation;
            surface.components().for_each(|component| self.readers.update(surface, component.id()));
        }
        if !whole {
            written.iter().for_each(|touched| self.readers.find(surface, touched, &mut places));
            self.dirty.components.append(&mut places);
            whole = self.dirty.components.len() > surface.options().max_expanded;
        }
        if whole {
            self.dirty = Dirty::everything();
        }
    }
}
