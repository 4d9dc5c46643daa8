//! Surfaces: the components and data models that an agent's messages build.
//!
//! [`Surfaces`] applies messages one by one, each completely or not at all. A [`Surface`] can be written as a
//! [`SurfaceSnapshot`], or as the [`messages`](Surface::messages) that rebuild the surface.
//!
//! `createSurface` creates a surface. In 0.8, the first message about a surface creates it, and `beginRendering` sets its
//! root. A second `beginRendering` replaces only the members that it contains.
//!
//! Applying a message takes time linear in its size. Each added or replaced component also updates the heights of its
//! ancestors, at most 50 in a tree of any size.
//!
//! Memory is limited to 64 MiB per surface ([`SurfaceOptions::max_bytes`]) and 256 MiB for all surfaces
//! ([`SurfaceOptions::max_total_bytes`]). A message that would exceed a limit is refused with the rule `too-many-bytes`. No
//! existing state is dropped to make room.

mod action;
mod agent_call;
mod apply;
mod binding_findings;
mod bindings;
mod bytes;
mod check;
mod component;
mod components;
mod dirty;
mod error;
mod event;
mod findings;
mod hierarchy;
mod identifiers;
mod input;
mod literals;
mod messages;
mod nesting;
mod node;
mod options;
mod placement;
mod references;
mod room;
mod snapshot;
mod surface_state;
#[cfg(test)]
mod tests;
mod unique_ids;
mod update;
mod version_word;
mod written_paths;

pub use crate::limits::DEFAULT_MAX_TOTAL_BYTES;
pub(crate) use action::WrittenAction;
pub use action::{ActionError, ClientAction, ClientEvent};
pub use binding_findings::WrittenData;
pub(crate) use bindings::draws_path;
pub use check::FailedCheck;
pub use component::{SurfaceComponent, notation_of};
pub use dirty::{Dirty, DirtyComponent};
pub use error::{SurfaceChange, SurfaceError};
pub use event::{DeclaredEvent, EventError};
pub use identifiers::RenameComponent;
pub(crate) use input::edited_property;
pub use node::{SurfaceNode, TooManyNodes};
pub use options::{IdReuse, Strictness, SurfaceOptions};
pub(crate) use references::collect_ids;
pub use references::{Reference, ReferenceFields};
pub use snapshot::SurfaceSnapshot;
pub use surface_state::Surface;

use crate::{Message, SurfaceId};
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

/// The live surfaces, in order of creation.
///
/// ```
/// use agent_ui_a2ui::{Message, surface::Surfaces};
///
/// let mut surfaces = Surfaces::new();
/// surfaces.apply(&Message::read(r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}"#)?)?;
/// let error = surfaces
///     .apply(&Message::read(r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}"#)?)
///     .unwrap_err();
/// assert_eq!((error.rule, error.pointer.as_str()), ("surface-exists", "/createSurface/surfaceId"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Surfaces {
    surfaces: BTreeMap<u64, Surface>,
    numbers: BTreeMap<SurfaceId, u64>,
    next: u64,
    options: Arc<SurfaceOptions>,
    /// The ids of deleted surfaces, if the options forbid reuse.
    gone: BTreeSet<SurfaceId>,
    /// The approximate memory of all surfaces, in bytes.
    bytes: usize,
}

/// Collections are equal if they contain equal surfaces in the same order. Deleted surfaces are ignored.
impl PartialEq for Surfaces {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl Eq for Surfaces {}

impl Surfaces {
    /// Creates an empty collection with the default options.
    pub fn new() -> Self {
        Self::default()
    }

    /// Creates an empty collection with the given options.
    pub fn with_options(options: SurfaceOptions) -> Self {
        Self {
            options: Arc::new(options),
            ..Self::default()
        }
    }

    /// Returns the options of all surfaces.
    pub fn options(&self) -> &SurfaceOptions {
        &self.options
    }

    /// Returns the number of live surfaces.
    pub fn len(&self) -> usize {
        self.surfaces.len()
    }

    /// Returns `true` if the collection is empty.
    pub fn is_empty(&self) -> bool {
        self.surfaces.is_empty()
    }

    /// Returns the surfaces in order of creation.
    pub fn iter(&self) -> impl Iterator<Item = &Surface> {
        self.surfaces.values()
    }

    /// Returns the surface with this id.
    pub fn get(&self, surface_id: &str) -> Option<&Surface> {
        self.surfaces.get(self.numbers.get(surface_id)?)
    }

    /// Returns a surface for a change. A change of the surface's size must run in
    /// [`with_byte_count`](Self::with_byte_count).
    fn get_mut(&mut self, surface_id: &SurfaceId) -> Option<&mut Surface> {
        let room = self.room(self.get(surface_id.as_str())?.bytes());
        let surface = self.surfaces.get_mut(self.numbers.get(surface_id)?)?;
        surface.room = room;
        Some(surface)
    }

    /// Adds a surface that exists before the first message of the agent, which A2UI 1.0 allows. `messages` are the
    /// messages that would have created the surface, starting with `createSurface`. The agent can then update the surface
    /// without creating it.
    ///
    /// ```
    /// use agent_ui_a2ui::{Message, surface::Surfaces};
    ///
    /// let mut surfaces = Surfaces::new();
    /// surfaces.seed(&[Message::read(r#"{"version":"v1.0","createSurface":{"surfaceId":"main"}}"#)?])?;
    /// surfaces.apply(&Message::read(
    ///     r#"{"version":"v1.0","updateDataModel":{"surfaceId":"main","path":"/n","value":1}}"#,
    /// )?)?;
    /// assert!(surfaces.get("main").unwrap().is_seeded());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns the errors of [`apply`](Self::apply) for the first message that is refused. The messages before it stay
    /// applied.
    pub fn seed<'a>(
        &mut self,
        messages: impl IntoIterator<Item = &'a Message>,
    ) -> Result<(), SurfaceError> {
        for message in messages {
            let id = message.surface_id();
            let known =
                id.is_some_and(|id| self.get(id.as_str()).is_some_and(|surface| !surface.seeded));
            let options = Arc::clone(&self.options);
            // A seeded surface is incomplete until the agent sends messages, so it is always checked incrementally.
            self.options = Arc::new(SurfaceOptions {
                strictness: Strictness::Incremental,
                ..(*options).clone()
            });
            let done = self.apply(message);
            self.options = options;
            done?;
            if let Some(surface) = id.filter(|_| !known).and_then(|id| self.get_mut(id)) {
                surface.seeded = true;
            }
        }
        Ok(())
    }
}
