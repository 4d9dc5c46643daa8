//! Options and limits of data models.

use crate::limits::{DEFAULT_MAX_BYTES, MAX_DATA_DEPTH};
use wire::tree;

/// The options for lists where A2UI is not specific, and the limits of a data model.
///
/// ```
/// use agent_ui_a2ui::data_model::{BeyondEnd, DataModel, DataModelOptions, Removal};
/// use agent_ui_a2ui::wire::Payload;
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
    /// The effect of removing an element on the elements after it.
    pub removal: Removal,
    /// The effect of a write beyond the end of a list. By default (`None`), the version decides: a surface of 0.8
    /// refuses the write, and other models [pad the list](BeyondEnd::PadWithNull).
    pub beyond_end: Option<BeyondEnd>,
    /// The maximum depth of the model. The default [`MAX_DATA_DEPTH`] is also the highest possible value. A2UI's own
    /// clients allow 50 levels in the whole message.
    pub max_depth: usize,
    /// The maximum number of nodes that one write may create, counted in advance. Default: [`wire::tree::DEFAULT_BUDGET`].
    pub budget: usize,
    /// The approximate memory that the model may take, in bytes. Each text counts its length. Each element or member
    /// that was written individually, including a padding null, counts another 32 to 128 bytes. A write that would
    /// exceed the limit is an error. Default: [`DEFAULT_MAX_BYTES`].
    pub max_bytes: usize,
}

/// The effect of removing a list element on the elements after it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Removal {
    /// Null replaces the element, so that other elements keep the indices that bindings use. This is the default,
    /// because lists keep their length in A2UI's own clients, too.
    #[default]
    LeaveNull,
    /// The elements after the removed one move up, as in JSON Patch.
    Shift,
}

/// The effect of a write beyond the end of a list. A write to the end itself always appends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum BeyondEnd {
    /// The write is an error: the gap shows that an earlier message was lost, and no values are invented to fill it.
    Refuse,
    /// The list is padded with null, as in A2UI's own clients from 0.9 on. The index may be at most
    /// [`MAX_PADDED_INDEX`](crate::limits::MAX_PADDED_INDEX), and one write may add at most that many nulls.
    PadWithNull,
}

impl Default for DataModelOptions {
    fn default() -> Self {
        Self {
            removal: Removal::default(),
            beyond_end: None,
            max_depth: MAX_DATA_DEPTH,
            budget: tree::DEFAULT_BUDGET,
            max_bytes: DEFAULT_MAX_BYTES,
        }
    }
}

impl DataModelOptions {
    /// Creates the default options.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the option `removal`.
    #[must_use]
    pub fn removal(mut self, removal: Removal) -> Self {
        self.removal = removal;
        self
    }

    /// Sets the option `beyond_end`.
    #[must_use]
    pub fn beyond_end(mut self, beyond_end: impl Into<Option<BeyondEnd>>) -> Self {
        self.beyond_end = beyond_end.into();
        self
    }

    /// Sets the option `max_depth`, limited to [`MAX_DATA_DEPTH`].
    #[must_use]
    pub fn max_depth(mut self, max_depth: usize) -> Self {
        self.max_depth = max_depth.min(MAX_DATA_DEPTH);
        self
    }

    /// Sets the option `budget`.
    #[must_use]
    pub fn budget(mut self, budget: usize) -> Self {
        self.budget = budget;
        self
    }

    /// Sets the option `max_bytes`.
    #[must_use]
    pub fn max_bytes(mut self, max_bytes: usize) -> Self {
        self.max_bytes = max_bytes;
        self
    }

    /// Returns the options with the defaults of a surface of 0.8.
    #[cfg(feature = "surface")]
    pub(crate) fn for_v0_8(self) -> Self {
        self.beyond_end(self.beyond_end.unwrap_or(BeyondEnd::Refuse))
    }
}
