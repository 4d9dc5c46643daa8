//! Recording of changes to surfaces.

use super::{Dirty, DirtyComponent, DirtyTracker};
use crate::{
    ComponentId,
    data_model::ChangedPath,
    surface::{Surface, SurfaceChange, SurfaceError, SurfaceNode, Surfaces},
};
use std::collections::BTreeSet;

impl Dirty {
    /// Returns `true` if the node must be redrawn.
    pub fn contains(&self, node: &SurfaceNode<'_>) -> bool {
        if self.everything {
            return true;
        }
        let mut place = DirtyComponent {
            component_id: node.component_id.clone(),
            scope: None,
        };
        if self.components.contains(&place) {
            return true;
        }
        place.scope = Some(node.scope.path());
        self.components.contains(&place)
    }
}

impl Surfaces {
    /// Returns and resets the parts of a surface that must be redrawn since the last call. Returns `None` if the surface
    /// does not exist. The first call returns everything. Without
    /// [`SurfaceOptions::track_dirty`](crate::surface::SurfaceOptions), every call returns everything.
    ///
    /// The cost of tracking a message depends on its size and on the components that read the written data. For each
    /// changed template item, the components of the item are visited.
    ///
    /// ```
    /// use agent_ui_a2ui::{Message, surface::{SurfaceOptions, Surfaces}};
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
    /// // Only one of the three texts must be redrawn.
    /// assert_eq!(places, [("name".to_owned(), "/people/1".to_owned())]);
    /// assert!(surfaces.take_dirty("s").unwrap().is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn take_dirty(&mut self, surface_id: &str) -> Option<Dirty> {
        let surface = self.surfaces.get_mut(self.numbers.get(surface_id)?)?;
        Some(match &mut surface.dirty_tracker {
            Some(tracker) => std::mem::take(&mut tracker.dirty),
            None => Dirty::of_everything(),
        })
    }

    /// Records the parts that must be redrawn after a change to a surface. A refused change records nothing.
    pub(in crate::surface) fn update_dirty(
        &mut self,
        surface_id: Option<&str>,
        done: &Result<Vec<SurfaceChange>, SurfaceError>,
    ) {
        let Some(number) = surface_id.and_then(|id| self.numbers.get(id)) else {
            return;
        };
        let Some(surface) = self.surfaces.get_mut(number) else {
            return;
        };
        let Some(mut tracker) = surface.dirty_tracker.take() else {
            return;
        };
        match done {
            Ok(changes) => tracker.record_changes(surface, changes),
            Err(_) => tracker.written.clear(),
        }
        surface.dirty_tracker = Some(tracker);
    }
}

impl Surface {
    /// Returns the part of the data model that a write to `path` will change. Returns `None` if the surface does not
    /// track changes.
    pub(in crate::surface) fn predict_change(&self, path: &str) -> Option<ChangedPath> {
        self.dirty_tracker.as_ref()?;
        self.data_model.predict_change(path)
    }

    /// Records a finished write. `touches` is the prediction, and `path` is the path that the write reported.
    pub(in crate::surface) fn record_write(&mut self, touches: Option<ChangedPath>, path: &str) {
        let Some(touches) = touches else { return };
        let touched = self.data_model.confirm_change(touches, path);
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
                    self.update_components(surface, components, &mut places);
                }
                SurfaceChange::Literal { .. }
                | SurfaceChange::DataModel { .. }
                | SurfaceChange::Deleted { .. } => {}
            }
        }
        if notation != self.notation {
            // A component of the version `v1.0` without own notation is now read in another notation.
            self.notation = notation;
            for component in surface.components() {
                self.readers.update(surface, component.id());
            }
        }
        if !whole {
            for touched in &written {
                self.readers.find(surface, touched, &mut places);
            }
            self.dirty.components.append(&mut places);
            whole = self.dirty.components.len() > surface.options().max_expanded;
        }
        if whole {
            self.dirty = Dirty::of_everything();
        }
    }

    /// Records new or changed components in every template item that shows them.
    fn update_components(
        &mut self,
        surface: &Surface,
        components: &[ComponentId],
        places: &mut BTreeSet<DirtyComponent>,
    ) {
        for id in components {
            self.readers.update(surface, id);
            places.insert(DirtyComponent {
                component_id: id.clone(),
                scope: None,
            });
        }
    }
}
