//! What happens to lists, and how much a write may cost.

use super::MAX_DEPTH;
use wire::tree;

/// How a data model treats lists, where A2UI does not say, and its limits.
///
/// ```
/// # use agent_ui_a2ui as a2ui;
/// use a2ui::data_model::{BeyondEnd, DataModel, DataModelOptions, Removal};
/// use wire::Payload;
///
/// let options = DataModelOptions::new().removal(Removal::Shift).beyond_end(BeyondEnd::Refuse);
/// let mut model = DataModel::with_options(options);
/// model.set("/list", Payload::parse(r#"["a","b"]"#)?)?;
/// assert_eq!(model.set("/list/3", Payload::string("d")).unwrap_err().rule(), "index-gap");
/// model.remove("/list/0")?;
/// assert_eq!(model.to_payload().unwrap().text(), r#"{"list":["b"]}"#);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DataModelOptions {
    /// What removing an element does to those behind it.
    pub removal: Removal,
    /// What a write behind the end of a list does. Default: `None`, as the version has it: a surface of 0.8 refuses it, every
    /// other model [fills the list up](BeyondEnd::PadWithNull).
    pub beyond_end: Option<BeyondEnd>,
    /// How deep the model may nest. Default and greatest: [`MAX_DEPTH`]. A2UI's own clients stop at 50 levels of the message.
    pub max_depth: usize,
    /// How many nodes one write may create, counted before any is; default [`wire::tree::DEFAULT_BUDGET`].
    pub budget: usize,
    /// About how many bytes of memory the model may take: its texts, and 32 to 128 bytes for each element or member that was
    /// written by itself, the nulls among them that fill up a list. A write after which it would take more is an error.
    /// Default: [`DEFAULT_MAX_BYTES`].
    pub max_bytes: usize,
}

/// How many bytes a data model, or a surface with its data model, may take unless the options say otherwise: 64 MiB.
pub const DEFAULT_MAX_BYTES: usize = 64 << 20;

/// What removing an element of a list does to those behind it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Removal {
    /// Null is left in its place, so that the others keep their indices, which bindings state. The default: a list keeps
    /// its length in A2UI's own clients too.
    #[default]
    LeaveNull,
    /// Those behind it move up, as in JSON Patch.
    Shift,
}

/// What a write behind the end of a list does. To the end itself it always appends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum BeyondEnd {
    /// It is an error: the message that should have come before was lost, and nothing is invented.
    Refuse,
    /// The list is filled up with null, as A2UI's own clients do from 0.9 on: up to the index [`MAX_PADDED_INDEX`], and with
    /// so many nulls in one write.
    PadWithNull,
}

/// The greatest index up to which a list is filled up: 10,000, as in A2UI's own clients. An element that is there may be
/// replaced, and one appended, whatever its index.
pub const MAX_PADDED_INDEX: usize = 10_000;

impl Default for DataModelOptions {
    fn default() -> Self {
        Self {
            removal: Removal::default(),
            beyond_end: None,
            max_depth: MAX_DEPTH,
            budget: tree::DEFAULT_BUDGET,
            max_bytes: DEFAULT_MAX_BYTES,
        }
    }
}

impl DataModelOptions {
    /// The defaults.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets `removal`.
    #[must_use]
    pub fn removal(mut self, removal: Removal) -> Self {
        self.removal = removal;
        self
    }

    /// Sets `beyond_end`.
    #[must_use]
    pub fn beyond_end(mut self, beyond_end: impl Into<Option<BeyondEnd>>) -> Self {
        self.beyond_end = beyond_end.into();
        self
    }

    /// Sets `max_depth`; never more than [`MAX_DEPTH`].
    #[must_use]
    pub fn max_depth(mut self, max_depth: usize) -> Self {
        self.max_depth = max_depth.min(MAX_DEPTH);
        self
    }

    /// Sets `budget`.
    #[must_use]
    pub fn budget(mut self, budget: usize) -> Self {
        self.budget = budget;
        self
    }

    /// Sets `max_bytes`.
    #[must_use]
    pub fn max_bytes(mut self, max_bytes: usize) -> Self {
        self.max_bytes = max_bytes;
        self
    }

    /// These options, for a surface of 0.8.
    #[cfg(feature = "surface")]
    pub(crate) fn for_v0_8(self) -> Self {
        self.beyond_end(self.beyond_end.unwrap_or(BeyondEnd::Refuse))
    }
}
