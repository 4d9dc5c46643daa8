//! Options and limits of surfaces.

use super::ReferenceFields;
use crate::{
    Notation,
    data_model::DataModelOptions,
    limits::{DEFAULT_MAX_BYTES, DEFAULT_MAX_TOTAL_BYTES},
};

/// Options for checking and limiting the messages that are applied to surfaces. Defaults follow the specification. Where
/// the specification leaves a choice, defaults avoid losing data.
///
/// ```
/// use agent_ui_a2ui::data_model::{DEFAULT_MAX_BYTES, DataModelOptions};
/// use agent_ui_a2ui::surface::{DEFAULT_MAX_TOTAL_BYTES, Strictness, SurfaceOptions, Surfaces};
///
/// // A client on a small device.
/// let options = SurfaceOptions::new()
///     .strictness(Strictness::Complete)
///     .max_surfaces(100)
///     .max_bytes(DEFAULT_MAX_BYTES / 8)
///     .max_total_bytes(DEFAULT_MAX_TOTAL_BYTES / 8)
///     .data_model(DataModelOptions::new().max_depth(20));
/// assert!(Surfaces::with_options(options).is_empty());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SurfaceOptions {
    /// The completeness that a surface needs after each message. Default: [`Strictness::Incremental`], because surfaces
    /// are streamed.
    pub strictness: Strictness,
    /// The properties that refer to components. Default: the properties of the basic catalog.
    pub references: ReferenceFields,
    /// Options of the data models, for example the effect of removing a list element.
    pub data_model: DataModelOptions,
    /// The rule for reusing the id of a deleted surface. Default: [`IdReuse::Allowed`], as in A2UI's own clients.
    /// According to A2UI 1.0, ids are unique for the lifetime of the client. According to 0.9.1, they are unique among
    /// live surfaces.
    pub id_reuse: IdReuse,
    /// The notation of bindings in A2UI 1.0. Default: `None`, which detects it from the components.
    pub notation: Option<Notation>,
    /// The maximum number of live surfaces. Default: no limit.
    pub max_surfaces: usize,
    /// The maximum approximate memory of one surface in bytes: components, data model and the nulls that pad lists. A
    /// message that would exceed the limit is refused. Default:
    /// [`DEFAULT_MAX_BYTES`](crate::data_model::DEFAULT_MAX_BYTES), 64 MiB. The data model alone can have a [lower
    /// limit](DataModelOptions::max_bytes).
    pub max_bytes: usize,
    /// The maximum approximate memory of all surfaces together, in bytes. Default: [`DEFAULT_MAX_TOTAL_BYTES`], 256 MiB.
    pub max_total_bytes: usize,
    /// The maximum number of nodes after expanding the templates of a surface. Default: 10,000.
    pub max_expanded: usize,
    /// `true` if surfaces record which components [must be redrawn](super::Surfaces::take_dirty). This costs memory for
    /// each component with a binding. Default: `false`.
    pub track_dirty: bool,
}

/// The completeness that a surface needs after a message.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Strictness {
    /// The surface may be incomplete. The root may be missing, references may name components that have not arrived, and
    /// components may be unreachable. Use [`Validate`](wire::Validate) to check the surface when it should be complete.
    #[default]
    Incremental,
    /// Every message with components must leave a complete surface, without errors of [`Validate`](wire::Validate). Each
    /// such message then costs time linear in the size of the surface. Surfaces without a root and
    /// [seeded](super::Surfaces::seed) surfaces may be incomplete, so they are checked as with
    /// [`Incremental`](Self::Incremental).
    Complete,
}

/// The rule for reusing the id of a deleted surface.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum IdReuse {
    /// The id may be reused (default).
    #[default]
    Allowed,
    /// The id is never reusable. Every deleted id is remembered.
    Refused,
}

impl Default for SurfaceOptions {
    fn default() -> Self {
        Self {
            strictness: Strictness::default(),
            references: ReferenceFields::default(),
            data_model: DataModelOptions::default(),
            id_reuse: IdReuse::default(),
            notation: None,
            max_surfaces: usize::MAX,
            max_bytes: DEFAULT_MAX_BYTES,
            max_total_bytes: DEFAULT_MAX_TOTAL_BYTES,
            max_expanded: 10_000,
            track_dirty: false,
        }
    }
}

impl SurfaceOptions {
    /// Creates the default options.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the option `strictness`.
    #[must_use]
    pub fn strictness(mut self, strictness: Strictness) -> Self {
        self.strictness = strictness;
        self
    }

    /// Sets the option `references`.
    #[must_use]
    pub fn references(mut self, references: ReferenceFields) -> Self {
        self.references = references;
        self
    }

    /// Sets the option `data_model`.
    #[must_use]
    pub fn data_model(mut self, data_model: DataModelOptions) -> Self {
        self.data_model = data_model;
        self
    }

    /// Sets the option `id_reuse`.
    #[must_use]
    pub fn id_reuse(mut self, id_reuse: IdReuse) -> Self {
        self.id_reuse = id_reuse;
        self
    }

    /// Sets the option `notation`.
    #[must_use]
    pub fn notation(mut self, notation: impl Into<Option<Notation>>) -> Self {
        self.notation = notation.into();
        self
    }

    /// Sets the option `max_surfaces`.
    #[must_use]
    pub fn max_surfaces(mut self, max_surfaces: usize) -> Self {
        self.max_surfaces = max_surfaces;
        self
    }

    /// Sets the option `max_bytes`.
    #[must_use]
    pub fn max_bytes(mut self, max_bytes: usize) -> Self {
        self.max_bytes = max_bytes;
        self
    }

    /// Sets the option `max_total_bytes`.
    #[must_use]
    pub fn max_total_bytes(mut self, max_total_bytes: usize) -> Self {
        self.max_total_bytes = max_total_bytes;
        self
    }

    /// Sets the option `max_expanded`.
    #[must_use]
    pub fn max_expanded(mut self, max_expanded: usize) -> Self {
        self.max_expanded = max_expanded;
        self
    }

    /// Sets the option `track_dirty`.
    #[must_use]
    pub fn track_dirty(mut self, track_dirty: bool) -> Self {
        self.track_dirty = track_dirty;
        self
    }
}
