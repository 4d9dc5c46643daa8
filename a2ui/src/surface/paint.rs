//! What has to be painted anew.

mod readers;
#[cfg(test)]
mod tests;

use super::{Change, Node, Surface, SurfaceError, Surfaces};
use crate::{ComponentId, Notation, data_model::Touched};
use readers::Readers;
use std::collections::BTreeSet;

/// What of a surface has to be painted anew, after messages were applied or the user entered something.
///
/// Every [node](Node) that was there before and is there still, and whose properties, checks or children are not what they
/// were, is [in it](Self::has). What came to be stands below such a node, or is the root; what is gone stood below one. A place
/// may be named that looks as before, or that is not there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Paint {
    /// Whether everything is to be painted: the surface is new, `beginRendering` came, the components of 1.0 show another
    /// [notation](Surface::notation) than before, or there are more places than
    /// [`max_expanded`](super::SurfaceOptions::max_expanded). Then no places are named.
    pub whole: bool,
    /// Which places.
    pub places: BTreeSet<Place>,
}

/// A component, in one place of the tree or wherever it stands.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub struct Place {
    /// The component.
    pub component_id: ComponentId,
    /// The [path](crate::expression::Scope::path) of its scope: empty at the top, else that of the item of a template. `None` is
    /// wherever the component stands.
    pub scope: Option<String>,
}

impl Paint {
    /// Whether nothing has to be painted.
    pub fn is_empty(&self) -> bool {
        !self.whole && self.places.is_empty()
    }

    /// Whether a node has to be painted.
    pub fn has(&self, node: &Node<'_>) -> bool {
        let place = |scope| Place { component_id: node.component_id.clone(), scope };
        self.whole
            || self.places.contains(&place(None))
            || self.places.contains(&place(Some(node.scope.path())))
    }

    fn everything() -> Self {
        Self { whole: true, places: BTreeSet::new() }
    }
}

/// What a surface knows for it.
#[derive(Clone, Debug)]
pub(super) struct Paints {
    readers: Readers,
    /// The notation in which the readers were read.
    notation: Notation,
    /// What the message that is being applied wrote.
    written: Vec<Touched>,
    paint: Paint,
}

impl Paints {
    pub(super) fn new() -> Self {
        Self {
            readers: Readers::default(),
            notation: Notation::Plain,
            written: Vec::new(),
            paint: Paint::everything(),
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
    /// let mut surfaces = Surfaces::with_options(SurfaceOptions::new().paints(true));
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
    /// assert!(surfaces.take_paint("s").unwrap().whole);
    ///
    /// surfaces.apply(&Message::read(
    ///     r#"{"version":"v0.9","updateDataModel":{"surfaceId":"s","path":"/people/1/name","value":"Lin Wu"}}"#,
    /// )?)?;
    /// let paint = surfaces.take_paint("s").unwrap();
    /// let surface = surfaces.get("s").unwrap();
    /// let nodes = surface.nodes()?.into_iter().filter(|node| paint.has(node));
    /// let places: Vec<_> = nodes.map(|node| (node.component_id.to_string(), node.scope.path())).collect();
    /// // One text of three.
    /// assert_eq!(places, [("name".to_owned(), "/people/1".to_owned())]);
    /// assert!(surfaces.take_paint("s").unwrap().is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn take_paint(&mut self, surface_id: &str) -> Option<Paint> {
        let surface = self.surfaces.get_mut(self.numbers.get(surface_id)?)?;
        let paints = surface.paints.as_mut();
        Some(paints.map_or_else(Paint::everything, |paints| std::mem::take(&mut paints.paint)))
    }

    /// After something was done to a surface, or was refused: says what has to be painted.
    pub(super) fn settle(&mut self, surface_id: Option<&str>, done: &Result<Vec<Change>, SurfaceError>) {
        let number = surface_id.and_then(|id| self.numbers.get(id));
        let Some(surface) = number.and_then(|number| self.surfaces.get_mut(number)) else { return };
        let Some(mut paints) = surface.paints.take() else { return };
        match done {
            Ok(changes) => paints.settle(surface, changes),
            Err(_) => paints.written.clear(),
        }
        surface.paints = Some(paints);
    }
}

impl Surface {
    /// What a write to a path is about to touch, if anybody asks.
    pub(super) fn touches(&self, path: &str) -> Option<Touched> {
        self.paints.as_ref().and_then(|_| self.data_model.touches(path))
    }

    /// A write touched what it was about to, and changed `path`.
    pub(super) fn wrote(&mut self, touches: Option<Touched>, path: &str) {
        let touched = touches.and_then(|touches| self.data_model.touched(touches, path));
        if let Some(paints) = &mut self.paints {
            paints.written.extend(touched);
        }
    }
}

impl Paints {
    fn settle(&mut self, surface: &Surface, changes: &[Change]) {
        let written = std::mem::take(&mut self.written);
        let notation = surface.notation();
        let mut places = BTreeSet::new();
        let mut whole = self.paint.whole || notation != self.notation;
        for change in changes {
            match change {
                Change::Created { .. } | Change::Begun { .. } => whole = true,
                Change::Components { components, .. } => {
                    for id in components {
                        self.readers.update(surface, id);
                        places.insert(Place { component_id: id.clone(), scope: None });
                    }
                }
                Change::Literal { .. } | Change::DataModel { .. } | Change::Deleted { .. } => {}
            }
        }
        if notation != self.notation {
            // What came under the word `v1.0` and shows none is read in another one now.
            self.notation = notation;
            surface.components().for_each(|component| self.readers.update(surface, component.id()));
        }
        if !whole {
            written.iter().for_each(|touched| self.readers.find(surface, touched, &mut places));
            self.paint.places.append(&mut places);
            whole = self.paint.places.len() > surface.options().max_expanded;
        }
        if whole {
            self.paint = Paint::everything();
        }
    }
}
