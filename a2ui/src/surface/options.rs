//! What surfaces allow.

use super::ReferenceFields;
use crate::{
    Notation,
    data_model::{DEFAULT_MAX_BYTES, DataModelOptions},
};

/// How many bytes all surfaces together may take unless the options say otherwise: 256 MiB.
pub const DEFAULT_MAX_TOTAL_BYTES: usize = 256 << 20;

/// How surfaces judge and limit what is applied to them. Each default is what the specification says, or where it says
/// nothing, what loses nothing.
///
/// ```
/// # use agent_ui_a2ui as a2ui;
/// use a2ui::surface::{Strictness, SurfaceOptions, Surfaces};
///
/// let surfaces = Surfaces::with_options(SurfaceOptions::new().strictness(Strictness::Whole).max_surfaces(100));
/// assert!(surfaces.is_empty());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SurfaceOptions {
    /// How much of a surface has to be there after each message. Default: [`Strictness::Incremental`], because surfaces
    /// are streamed.
    pub strictness: Strictness,
    /// Which properties name components. Default: those of the basic catalog.
    pub references: ReferenceFields,
    /// What happens to the lists of data models.
    pub data_model: DataModelOptions,
    /// Whether the id of a deleted surface may be used again. Default: [`IdReuse::Allowed`]. The prose of A2UI 1.0 calls
    /// ids unique for the lifetime of the client, that of 0.9.1 unique among live surfaces; A2UI's own clients allow it.
    pub id_reuse: IdReuse,
    /// How the bindings of A2UI 1.0 are written. Default: `None`, as the components themselves show it.
    pub notation: Option<Notation>,
    /// How many surfaces may live. Default: as many as come.
    pub max_surfaces: usize,
    /// The approximate bytes of memory that one surface may take: its components, its data model and the nulls that fill up its
    /// lists. A message that would exceed the bound is refused. Default:
    /// [`DEFAULT_MAX_BYTES`](crate::data_model::DEFAULT_MAX_BYTES), 64 MiB. The data model alone may be limited
    /// [further](DataModelOptions::max_bytes).
    pub max_bytes: usize,
    /// The approximate bytes of memory that all surfaces together may take. Default: [`DEFAULT_MAX_TOTAL_BYTES`], 256 MiB.
    pub max_total_bytes: usize,
    /// How many components the templates of a surface may be expanded to. Default: 10,000.
    pub max_expanded: usize,
    /// Whether surfaces keep in mind what of them [has to be painted](super::Surfaces::take_dirty). That takes memory for each
    /// component that is bound to the data model. Default: no.
    pub track_dirty: bool,
}

/// How much of a surface has to be there after a message.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Strictness {
    /// What may still come is nothing wrong: a missing root, references to components that are not there, components that
    /// nothing leads to. [`Validate`](wire::Validate) judges the whole when it is meant to be there.
    #[default]
    Incremental,
    /// Every message with components has to leave a surface that is whole: no error of
    /// [`Validate`](wire::Validate). That costs the size of the surface, message by message. What was
    /// [seeded](super::Surfaces::seed), or may not be shown yet, is judged incrementally: nobody here knows it whole.
    Whole,
}

/// Whether the id of a deleted surface may be used again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum IdReuse {
    /// It may.
    #[default]
    Allowed,
    /// Never; every id that was deleted is remembered.
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
    /// The defaults.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets `strictness`.
    #[must_use]
    pub fn strictness(mut self, strictness: Strictness) -> Self {
        self.strictness = strictness;
        self
    }

    /// Sets `references`.
    #[must_use]
    pub fn references(mut self, references: ReferenceFields) -> Self {
        self.references = references;
        self
    }

    /// Sets `data_model`.
    #[must_use]
    pub fn data_model(mut self, data_model: DataModelOptions) -> Self {
        self.data_model = data_model;
        self
    }

    /// Sets `id_reuse`.
    #[must_use]
    pub fn id_reuse(mut self, id_reuse: IdReuse) -> Self {
        self.id_reuse = id_reuse;
        self
    }

    /// Sets `notation`.
    #[must_use]
    pub fn notation(mut self, notation: impl Into<Option<Notation>>) -> Self {
        self.notation = notation.into();
        self
    }

    /// Sets `max_surfaces`.
    #[must_use]
    pub fn max_surfaces(mut self, max_surfaces: usize) -> Self {
        self.max_surfaces = max_surfaces;
        self
    }

    /// Sets `max_bytes`.
    #[must_use]
    pub fn max_bytes(mut self, max_bytes: usize) -> Self {
        self.max_bytes = max_bytes;
        self
    }

    /// Sets `max_total_bytes`.
    #[must_use]
    pub fn max_total_bytes(mut self, max_total_bytes: usize) -> Self {
        self.max_total_bytes = max_total_bytes;
        self
    }

    /// Sets `max_expanded`.
    #[must_use]
    pub fn max_expanded(mut self, max_expanded: usize) -> Self {
        self.max_expanded = max_expanded;
        self
    }

    /// Sets `track_dirty`.
    #[must_use]
    pub fn track_dirty(mut self, track_dirty: bool) -> Self {
        self.track_dirty = track_dirty;
        self
    }
}
