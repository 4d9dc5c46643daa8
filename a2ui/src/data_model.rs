//! The data model of a surface: a JSON value that is changed through the paths of A2UI.
//!
//! Paths are JSON Pointers with the conventions of A2UI's own clients:
//!
//! - a trailing `/` is ignored: the empty path and `/` are the whole model, and `/a/` is `/a` (the member with the empty name is `/a//`);
//! - a path without a leading `/` is resolved from the top;
//! - a write creates missing and null values on its way: an array for a segment that is an index, else an object. The model
//!   itself starts as an object;
//! - a write through a string, number or boolean, or with a name into an array, is an error;
//! - a write to an array replaces or appends an element. An index beyond the end pads the array with null, up to the index
//!   [`MAX_PADDED_INDEX`], [unless the options refuse it](BeyondEnd); surfaces of 0.8 refuse it;
//! - a write after which the model would take more bytes than [allowed](DataModelOptions::max_bytes) is an error. Padding nulls
//!   count;
//! - removing a missing value has no effect. Removing an array element leaves null in its place, so that other elements keep
//!   their indices, [unless the options shift them](Removal). Removing the whole model leaves an empty object;
//! - null is an ordinary value, also inside of values. The version of a message determines whether null removes a value: in 1.0
//!   it does, in earlier versions and the 1.0 of June 2026 it does not;
//! - in a model of [0.8](DataModel::v0_8), every segment is a name: a write creates objects and never arrays;
//! - the segments `__proto__`, `constructor` and `prototype` are refused. They are kept as names inside a value.
//!
//! A2UI's own clients differ from each other. A removed element is a hole in JavaScript and null elsewhere. A removed model is
//! undefined, null or an empty object. Null in a message of 0.9 removes a value in Python and Dart. JavaScript does not limit
//! indices; elsewhere, indices above 10,000 are refused even if the element exists.

#[cfg(feature = "surface")]
mod changed_path;
mod error;
mod names;
mod options;
pub(crate) mod path;
#[cfg(feature = "surface")]
mod saved_value;
#[cfg(test)]
mod tests;
mod write;

pub use crate::limits::{DEFAULT_MAX_BYTES, MAX_DATA_DEPTH, MAX_PADDED_INDEX};
#[cfg(feature = "surface")]
pub(crate) use changed_path::ChangedPath;
pub use error::DataError;
pub use names::{is_name, item_path, name_path, names};
pub use options::{BeyondEnd, DataModelOptions, Removal};
pub use path::{path, segments};
#[cfg(feature = "surface")]
pub(crate) use saved_value::SavedValue;

use wire::{Payload, PayloadKind, tree::Tree};
use write::Write;

/// The data model of a surface. The model is absent until the first write. Absent models are not sent in messages.
/// Reads and writes below the root behave as for an empty object, with which A2UI's own clients start.
///
/// Two models are equal if they have the same value. Their options do not matter.
///
/// ```
/// use agent_ui_a2ui::data_model::DataModel;
/// use agent_ui_a2ui::wire::Payload;
///
/// let mut model = DataModel::new();
/// model.set("/list/0/name", Payload::string("a"))?;
/// assert_eq!(model.to_payload().unwrap().text(), r#"{"list":[{"name":"a"}]}"#);
/// model.remove("/list/0")?;
/// assert_eq!(model.get("list").unwrap().text(), "[null]");
/// model.set("/list/3", Payload::string("b"))?;
/// assert_eq!(model.get("list").unwrap().text(), r#"[null,null,null,"b"]"#);
/// assert_eq!(model.set("/list/-", Payload::null()).unwrap_err().to_string(), "`/list` is an array, but \"-\" is not an index");
/// # Ok::<(), agent_ui_a2ui::data_model::DataError>(())
/// ```
///
/// Specification: [A2UI 0.9, `updateDataModel`](https://github.com/a2ui-project/a2ui/blob/4e6e1fdc4947c23a7f5d798edd70fe36c78cc4ba/specification/v0_9/docs/a2ui_protocol.md#updatedatamodel).
#[derive(Clone, Debug)]
pub struct DataModel {
    tree: Option<Tree>,
    options: DataModelOptions,
    has_only_names: bool,
    /// The number of bytes that the limit of the surface leaves for the model.
    room: usize,
}

impl PartialEq for DataModel {
    fn eq(&self, other: &Self) -> bool {
        self.tree == other.tree
    }
}

impl Eq for DataModel {}

impl Default for DataModel {
    fn default() -> Self {
        Self::with_options(DataModelOptions::default())
    }
}

impl DataModel {
    /// Creates an absent model with the default options.
    pub fn new() -> Self {
        Self::default()
    }

    /// Creates an absent model with the given options.
    pub fn with_options(options: DataModelOptions) -> Self {
        Self {
            tree: None,
            options,
            has_only_names: false,
            room: usize::MAX,
        }
    }

    /// Creates an absent model for a surface of A2UI 0.8. In such a model, a segment that looks like an index is a
    /// name, unless the value is an array.
    ///
    /// ```
    /// use agent_ui_a2ui::data_model::{DataModel, DataModelOptions};
    /// use agent_ui_a2ui::wire::Payload;
    ///
    /// let mut model = DataModel::v0_8(DataModelOptions::new());
    /// model.set("/orders/1024", Payload::string("a"))?;
    /// model.set("/orders/total", Payload::string("b"))?;
    /// assert_eq!(model.to_payload().unwrap().text(), r#"{"orders":{"1024":"a","total":"b"}}"#);
    /// # Ok::<(), agent_ui_a2ui::data_model::DataError>(())
    /// ```
    pub fn v0_8(options: DataModelOptions) -> Self {
        Self {
            has_only_names: true,
            ..Self::with_options(options)
        }
    }

    /// Returns `true` if the model is absent, because it was never written.
    pub fn is_absent(&self) -> bool {
        self.tree.is_none()
    }

    /// Returns the approximate memory of the model in bytes.
    pub fn bytes(&self) -> usize {
        self.tree.as_ref().map_or(0, Tree::bytes)
    }

    /// Sets the number of bytes that the surface leaves for the model, unless the options allow fewer.
    #[cfg(feature = "surface")]
    pub(crate) fn set_room(&mut self, bytes: usize) {
        self.room = bytes;
    }

    /// Returns the value at `path`, or `None` if the path is invalid or has no value.
    pub fn get(&self, path: &str) -> Option<Payload> {
        self.tree.as_ref()?.get(&segments(path).ok()?)
    }

    /// Returns the whole model.
    pub fn to_payload(&self) -> Option<Payload> {
        self.tree.as_ref().map(Tree::to_payload)
    }

    /// Sets the value at `path` and creates missing parents.
    ///
    /// # Errors
    /// Returns any [`DataError`]. The model is then unchanged.
    pub fn set(&mut self, path: &str, value: Payload) -> Result<(), DataError> {
        self.write(path, value).map(drop)
    }

    /// Removes the value at `path`, if there is one.
    ///
    /// # Errors
    /// Returns an error if the path is invalid, or if a value along the path cannot be expanded.
    pub fn remove(&mut self, path: &str) -> Result<(), DataError> {
        self.remove_at(path).map(drop)
    }

    /// Sets a value like [`set`](Self::set), and returns the changed path.
    pub(crate) fn write(&mut self, path: &str, value: Payload) -> Result<String, DataError> {
        let segments = segments(path)?;
        let (depth, max) = (
            segments.len().saturating_add(value.depth()),
            self.options.max_depth,
        );
        if depth > max {
            return Err(DataError::Depth { depth, max });
        }
        let (options, has_only_names) = (&self.options, self.has_only_names);
        let max_bytes = options.max_bytes.min(self.room);
        let write = Write {
            options,
            segments: &segments,
            has_only_names,
        };
        let padded = match &mut self.tree {
            Some(tree) => {
                tree.set_max_bytes(max_bytes);
                write.write(tree, value)?
            }
            None => {
                let mut tree = Tree::new(Payload::empty_object()).budget(options.budget);
                tree.set_max_bytes(max_bytes);
                let padded = write.write(&mut tree, value)?;
                self.tree = Some(tree);
                padded
            }
        };
        Ok(padded.map_or_else(|| path.to_owned(), self::path))
    }

    /// Removes a value like [`remove`](Self::remove), and returns the changed path.
    pub(crate) fn remove_at(&mut self, path: &str) -> Result<String, DataError> {
        let segments = segments(path)?;
        let Some(tree) = &mut self.tree else {
            return Ok(path.to_owned());
        };
        tree.set_max_bytes(self.options.max_bytes.min(self.room));
        let Some((_, above)) = segments.split_last() else {
            *tree = Tree::new(Payload::empty_object()).budget(self.options.budget);
            return Ok(path.to_owned());
        };
        if tree.kind(&segments).is_none() {
            return Ok(path.to_owned());
        }
        let in_list = tree.kind(above) == Some(PayloadKind::Array);
        match self.options.removal {
            Removal::LeaveNull if in_list => tree.set(&segments, Payload::null())?,
            _ => {
                tree.remove(&segments)?;
                if in_list {
                    return Ok(self::path(above));
                }
            }
        }
        Ok(path.to_owned())
    }
}
