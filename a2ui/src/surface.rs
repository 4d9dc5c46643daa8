//! What the messages of an agent build.
//!
//! [`Surfaces`] applies messages one by one, each whole or not at all. What a [`Surface`] then is can be shown as a
//! [`SurfaceSnapshot`], or written as the [`messages`](Surface::messages) that rebuild it.
//!
//! A surface is made by `createSurface`. One of 0.8 begins to exist with its first message and has no root until
//! `beginRendering`; that message, sent again, changes what it states and leaves the rest.
//!
//! What a message costs is what it says: its own size, and for each component that it adds or replaces the way up to where
//! the height of the tree does not change any more, at most [`MAX_COMPONENT_DEPTH`] steps in a tree of any size.
//!
//! What surfaces take in memory is bounded: 64 MiB for each ([`SurfaceOptions::max_bytes`]) and 256 MiB for all of them
//! ([`SurfaceOptions::max_total_bytes`]). A message that would exceed a bound is refused by the rule `too-many-bytes`; nothing is
//! forgotten to make room.

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
mod snapshot;
mod surface_state;
#[cfg(test)]
mod tests;
mod unique_ids;
mod update;
mod version_word;
mod written_paths;

pub use action::{ActionError, ClientAction, ClientEvent};
pub use binding_findings::WrittenData;
pub use check::FailedCheck;
pub use component::{SurfaceComponent, notation_of};
pub use dirty::{Dirty, DirtyComponent};
pub use error::{SurfaceChange, SurfaceError};
pub use event::{DeclaredEvent, EventError};
pub use hierarchy::MAX_COMPONENT_DEPTH;
pub use identifiers::RenameComponent;
pub use node::{Node, TooManyNodes};
pub use options::{DEFAULT_MAX_TOTAL_BYTES, IdReuse, Strictness, SurfaceOptions};
pub use references::{Reference, ReferenceFields};
pub use snapshot::SurfaceSnapshot;
pub use surface_state::Surface;

use crate::{Message, SurfaceId};
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

/// The surfaces that live, in the order of their creation.
///
/// ```
/// # use agent_ui_a2ui as a2ui;
/// use a2ui::{Message, surface::Surfaces};
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
    /// The ids of deleted surfaces, where they may not be used again.
    gone: BTreeSet<SurfaceId>,
    /// How many bytes all of this takes.
    bytes: usize,
}

/// The same surfaces in the same order, whatever lived before them.
impl PartialEq for Surfaces {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl Eq for Surfaces {}

impl Surfaces {
    /// None.
    pub fn new() -> Self {
        Self::default()
    }

    /// None, with other options than the default ones.
    pub fn with_options(options: SurfaceOptions) -> Self {
        Self { options: Arc::new(options), ..Self::default() }
    }

    /// The options.
    pub fn options(&self) -> &SurfaceOptions {
        &self.options
    }

    /// How many live.
    pub fn len(&self) -> usize {
        self.surfaces.len()
    }

    /// Whether none lives.
    pub fn is_empty(&self) -> bool {
        self.surfaces.is_empty()
    }

    /// The surfaces, in the order of their creation.
    pub fn iter(&self) -> impl Iterator<Item = &Surface> {
        self.surfaces.values()
    }

    /// The surface of that id.
    pub fn get(&self, surface_id: &str) -> Option<&Surface> {
        self.surfaces.get(self.numbers.get(surface_id)?)
    }

    /// Changes of its size are to be [counted](Self::with_byte_count).
    fn get_mut(&mut self, surface_id: &SurfaceId) -> Option<&mut Surface> {
        let room = self.room(self.get(surface_id.as_str())?.bytes());
        let surface = self.surfaces.get_mut(self.numbers.get(surface_id)?)?;
        surface.room = room;
        Some(surface)
    }

    /// Takes a surface in that is there before the agent says anything, as agents of A2UI 1.0 may expect: the messages
    /// are those that would have made it, at least its `createSurface`. The agent then updates it without creating it.
    ///
    /// ```
    /// # use agent_ui_a2ui as a2ui;
    /// use a2ui::{Message, surface::Surfaces};
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
    /// Those of [`apply`](Self::apply), for the first message that is refused; those before it have been applied.
    pub fn seed<'a>(&mut self, messages: impl IntoIterator<Item = &'a Message>) -> Result<(), SurfaceError> {
        for message in messages {
            let id = message.surface_id();
            let known = id.is_some_and(|id| self.get(id.as_str()).is_some_and(|surface| !surface.seeded));
            let options = Arc::clone(&self.options);
            // What is seeded is judged incrementally from the start.
            self.options =
                Arc::new(SurfaceOptions { strictness: Strictness::Incremental, ..(*options).clone() });
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
