//! What surfaces allow.

use super::ReferenceFields;
use crate::{Notation, data_model::DataModelOptions};

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
    /// How many components the templates of a surface may be expanded to. Default: 10,000.
    pub max_expanded: usize,
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
            max_expanded: 10_000,
        }
    }
}

impl SurfaceOptions {
    /// The defaults.
    pub fn new() -> Self {
        Self::default()
    }
}

macro_rules! setters {
    ($($(#[$doc:meta])* $name:ident: $Type:ty,)*) => {
        impl SurfaceOptions {
            $(
                $(#[$doc])*
                #[must_use]
                pub fn $name(mut self, $name: impl Into<$Type>) -> Self {
                    self.$name = $name.into();
                    self
                }
            )*
        }
    };
}

setters! {
    /// Sets `strictness`.
    strictness: Strictness,
    /// Sets `references`.
    references: ReferenceFields,
    /// Sets `data_model`.
    data_model: DataModelOptions,
    /// Sets `id_reuse`.
    id_reuse: IdReuse,
    /// Sets `notation`.
    notation: Option<Notation>,
    /// Sets `max_surfaces`.
    max_surfaces: usize,
    /// Sets `max_expanded`.
    max_expanded: usize,
}
