//! The data model of a surface: a JSON value, changed through the pointers of A2UI.
//!
//! The pointers are JSON Pointers with the habits of A2UI's own clients:
//!
//! - one `/` at the end is ignored, so `` and `/` are the whole model, and `/a/` is `/a` (the member with the empty name is
//!   `/a//`);
//! - a path without `/` in front counts from the top;
//! - a write makes what is missing on its way, and what is null: an array for a segment that is an index, else an object.
//!   The model itself begins as an object;
//! - a write through a string, number or boolean, or with a name on an array, is an error;
//! - a write to an array replaces an element or appends one. An index beyond the end fills the array up with null, to the
//!   index [`MAX_PADDED_INDEX`] at most, [unless that is refused](BeyondEnd); surfaces of 0.8 refuse it;
//! - a write after which the model would take more bytes than [it may](DataModelOptions::max_bytes) is an error. The nulls that fill
//!   up an array count;
//! - removing what is not there is nothing, and makes nothing. Removing an element of an array leaves null in its place, so
//!   that the others keep their indices, [unless they shall move up](Removal). Removing everything leaves an empty object;
//! - null is a value like any other, here and inside of values. Whether a message that states null removes something is a
//!   matter of its version: in 1.0 it does, in those before and in 1.0 as of June it does not;
//! - in a model of [0.8](DataModel::v0_8) every segment is a name: a write makes objects and never an array;
//! - `__proto__`, `constructor` and `prototype` are refused as segments. As names inside a value they are kept.
//!
//! Where A2UI's own clients differ among each other: an element that is removed is a hole in JavaScript and null elsewhere; the
//! whole model, once removed, is nothing, null or an empty object; null in a message of 0.9 removes in Python and Dart; no limit
//! binds an index in JavaScript, and elsewhere one greater than 10,000 is refused even where it names an element.

#[cfg(feature = "surface")]
mod changed_path;
mod error;
mod names;
mod options;
#[cfg(feature = "surface")]
mod saved_value;
#[cfg(test)]
mod tests;
mod write;

#[cfg(feature = "surface")]
pub(crate) use changed_path::ChangedPath;
pub use error::DataError;
pub use names::{is_name, item_path, name_path, names};
pub use options::{BeyondEnd, DEFAULT_MAX_BYTES, DataModelOptions, MAX_PADDED_INDEX, Removal};
#[cfg(feature = "surface")]
pub(crate) use saved_value::SavedValue;

use wire::{Payload, PayloadKind, Pointer, tree::Tree};
use write::Write;

/// How deep a data model may nest, so that the message which holds it whole can be read.
pub const MAX_DEPTH: usize = wire::MAX_DEPTH - 2;

/// The data model of a surface; at first there is none. A2UI's own clients begin with an empty object. Here nobody stated one,
/// so that no message says so either; for whatever reads and writes below it the two are the same.
///
/// Two are equal when they hold the same value, whatever their options.
///
/// ```
/// # use agent_ui_a2ui as a2ui;
/// use a2ui::data_model::DataModel;
/// use wire::Payload;
///
/// let mut model = DataModel::new();
/// model.set("/list/0/name", Payload::string("a"))?;
/// assert_eq!(model.to_payload().unwrap().text(), r#"{"list":[{"name":"a"}]}"#);
/// model.remove("/list/0")?;
/// assert_eq!(model.get("list").unwrap().text(), "[null]");
/// model.set("/list/3", Payload::string("b"))?;
/// assert_eq!(model.get("list").unwrap().text(), r#"[null,null,null,"b"]"#);
/// assert_eq!(model.set("/list/-", Payload::null()).unwrap_err().to_string(), "`/list` is an array, and \"-\" is no index");
/// # Ok::<(), a2ui::data_model::DataError>(())
/// ```
#[derive(Clone, Debug)]
pub struct DataModel {
    tree: Option<Tree>,
    options: DataModelOptions,
    has_only_names: bool,
    /// How many bytes its surface leaves for it.
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
    /// None yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// None yet, with other options than the default ones.
    pub fn with_options(options: DataModelOptions) -> Self {
        Self { tree: None, options, has_only_names: false, room: usize::MAX }
    }

    /// None yet, of a surface of A2UI 0.8. There a segment that looks like an index is a name, unless an array stands there.
    ///
    /// ```
    /// # use agent_ui_a2ui as a2ui;
    /// use a2ui::data_model::{DataModel, DataModelOptions};
    /// use wire::Payload;
    ///
    /// let mut model = DataModel::v0_8(DataModelOptions::new());
    /// model.set("/orders/1024", Payload::string("a"))?;
    /// model.set("/orders/total", Payload::string("b"))?;
    /// assert_eq!(model.to_payload().unwrap().text(), r#"{"orders":{"1024":"a","total":"b"}}"#);
    /// # Ok::<(), a2ui::data_model::DataError>(())
    /// ```
    pub fn v0_8(options: DataModelOptions) -> Self {
        Self { has_only_names: true, ..Self::with_options(options) }
    }

    /// Whether there is none: nothing was ever written.
    pub fn is_absent(&self) -> bool {
        self.tree.is_none()
    }

    /// About how many bytes of memory it takes.
    pub fn bytes(&self) -> usize {
        self.tree.as_ref().map_or(0, Tree::bytes)
    }

    /// Sets how many bytes its surface leaves for it, where that is less than its options allow.
    #[cfg(feature = "surface")]
    pub(crate) fn set_room(&mut self, bytes: usize) {
        self.room = bytes;
    }

    /// The value at `path`; `None` if there is none, or the path is none.
    pub fn get(&self, path: &str) -> Option<Payload> {
        self.tree.as_ref()?.get(&segments(path).ok()?)
    }

    /// The whole model.
    pub fn to_payload(&self) -> Option<Payload> {
        self.tree.as_ref().map(Tree::to_payload)
    }

    /// Puts a value at `path`, and what is missing above it.
    ///
    /// # Errors
    /// Every [`DataError`]; the model is then what it was.
    pub fn set(&mut self, path: &str, value: Payload) -> Result<(), DataError> {
        self.write(path, value).map(drop)
    }

    /// Removes what stands at `path`, if something does.
    ///
    /// # Errors
    /// If the path is none, or what stands on the way cannot be expanded.
    pub fn remove(&mut self, path: &str) -> Result<(), DataError> {
        self.remove_at(path).map(drop)
    }

    /// As [`set`](Self::set); gives the path of what has changed.
    pub(crate) fn write(&mut self, path: &str, value: Payload) -> Result<String, DataError> {
        let segments = segments(path)?;
        let (depth, max) = (segments.len().saturating_add(value.depth()), self.options.max_depth);
        if depth > max {
            return Err(DataError::Depth { depth, max });
        }
        let (options, has_only_names) = (&self.options, self.has_only_names);
        let max_bytes = options.max_bytes.min(self.room);
        let write = Write { options, segments: &segments, has_only_names };
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

    /// As [`remove`](Self::remove); gives the path of what has changed.
    pub(crate) fn remove_at(&mut self, path: &str) -> Result<String, DataError> {
        let segments = segments(path)?;
        let Some(tree) = &mut self.tree else { return Ok(path.to_owned()) };
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

/// The segments of a path, without escapes.
///
/// # Errors
/// If it is no JSON Pointer, or a segment is refused.
pub fn segments(path: &str) -> Result<Vec<String>, DataError> {
    let from_the_top =
        if path.starts_with('/') || path.is_empty() { path.to_owned() } else { format!("/{path}") };
    let trimmed = from_the_top.strip_suffix('/').unwrap_or(&from_the_top);
    let pointer =
        Pointer::parse(trimmed).map_err(|reason| DataError::Path { path: path.to_owned(), reason })?;
    let segments: Vec<String> = pointer.segments().map(String::from).collect();
    match segments.iter().find(|segment| !is_allowed(segment)) {
        Some(segment) => Err(DataError::Forbidden { segment: segment.clone() }),
        None => Ok(segments),
    }
}

/// The path that [`segments`] reads as these.
pub fn path(segments: &[String]) -> String {
    let mut path = pointer(segments).as_str().to_owned();
    if segments.last().is_some_and(String::is_empty) {
        path.push('/');
    }
    path
}

/// Whether a path may have this segment.
pub(crate) fn is_allowed(segment: &str) -> bool {
    !matches!(segment, "__proto__" | "constructor" | "prototype")
}

fn pointer(segments: &[String]) -> Pointer {
    let mut pointer = Pointer::root();
    segments.iter().for_each(|segment| pointer.push(segment));
    pointer
}

/// Whether a segment is an index, of whatever size: where nothing stands, it makes an array.
fn is_index(segment: &str) -> bool {
    let digits = !segment.is_empty() && segment.bytes().all(|b| b.is_ascii_digit());
    digits && (segment.len() == 1 || !segment.starts_with('0'))
}
