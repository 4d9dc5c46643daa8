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
//! - a write to an array replaces an element or appends one. An index beyond the end is an error: there are no holes,
//!   [unless they are asked for](BeyondEnd);
//! - removing what is not there is nothing. Removing an element of an array leaves null in its place, so that the others
//!   keep their indices, [unless they shall move up](Removal);
//! - `__proto__`, `constructor` and `prototype` are refused as segments. As names inside a value they are kept.

mod before;
mod options;
#[cfg(test)]
mod tests;

pub(crate) use before::Before;
pub use options::{BeyondEnd, DataModelOptions, MAX_PADDED_INDEX, Removal};

use wire::{Payload, PayloadKind, Pointer, PointerError, tree::Tree, tree::TreeError};

/// How deep a data model may nest, so that the message which holds it whole can be read.
pub const MAX_DEPTH: usize = wire::MAX_DEPTH - 2;

/// The data model of a surface; at first there is none.
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
/// assert_eq!(
///     model.set("/list/7", Payload::null()).unwrap_err().to_string(),
///     "`/list` has 1 elements, and the index is 7"
/// );
/// # Ok::<(), a2ui::data_model::DataError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct DataModel {
    tree: Option<Tree>,
    options: DataModelOptions,
}

impl PartialEq for DataModel {
    fn eq(&self, other: &Self) -> bool {
        self.tree == other.tree
    }
}

impl Eq for DataModel {}

/// Why a path is none, or a write was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DataError {
    /// The path is no JSON Pointer.
    #[error("`{path}` is no path: {reason}")]
    Path {
        /// The path.
        path: String,
        /// What is wrong with it.
        reason: PointerError,
    },
    /// A segment that would reach the prototype of an object in a JavaScript client.
    #[error("`{segment}` cannot be a segment of a path")]
    Forbidden {
        /// The segment.
        segment: String,
    },
    /// A string, number or boolean stands on the way.
    #[error("`{at}` is {kind}, which has no members")]
    Primitive {
        /// Where it stands.
        at: Pointer,
        /// What it is.
        kind: PayloadKind,
    },
    /// An array stands on the way, and the segment is no index.
    #[error("`{at}` is an array, and {segment:?} is no index")]
    NotAnIndex {
        /// Where the array stands.
        at: Pointer,
        /// The segment.
        segment: String,
    },
    /// The index is beyond the end of an array. The greatest that is allowed is its length, which appends.
    #[error("`{at}` has {len} elements, and the index is {index}")]
    IndexGap {
        /// Where the array stands.
        at: Pointer,
        /// The index, as it is written.
        index: String,
        /// How many elements the array has.
        len: usize,
    },
    /// The model would nest too deep.
    #[error("the model would nest {depth} levels deep, at most {max} are allowed")]
    Depth {
        /// How deep.
        depth: usize,
        /// How deep it may be.
        max: usize,
    },
    /// What stands on the way cannot be expanded.
    #[error(transparent)]
    Tree(#[from] TreeError),
}

impl DataError {
    /// The name of the rule that was broken.
    pub fn rule(&self) -> &'static str {
        match self {
            Self::Path { .. } => "data-path",
            Self::Forbidden { .. } => "forbidden-segment",
            Self::Primitive { .. } => "write-through-primitive",
            Self::NotAnIndex { .. } => "not-an-index",
            Self::IndexGap { .. } => "index-gap",
            Self::Depth { .. } => "depth",
            Self::Tree(TreeError::DuplicateMember { .. }) => "duplicate-member",
            Self::Tree(_) => "limit",
        }
    }

    /// What would be right.
    pub fn hint(&self) -> String {
        match self {
            Self::Path { .. } => "write a JSON Pointer, with `~0` for `~` and `~1` for `/`".to_owned(),
            Self::Forbidden { .. } => {
                "give the member another name, or send the object that holds it".to_owned()
            }
            Self::Primitive { at, .. } => format!("send an object for `{at}` first"),
            Self::NotAnIndex { .. } => "write an index without sign and leading zeros".to_owned(),
            Self::IndexGap { len, .. } => format!("write to the index {len} or a smaller one"),
            Self::Depth { max, .. } => format!("nest at most {max} levels deep"),
            Self::Tree(_) => "send the object that holds it as a whole".to_owned(),
        }
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
pub(crate) fn path(segments: &[String]) -> String {
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

impl DataModel {
    /// None yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// None yet, with other options than the default ones.
    pub fn with_options(options: DataModelOptions) -> Self {
        Self { tree: None, options }
    }

    /// Whether there is none: nothing was ever written, or all was removed.
    pub fn is_absent(&self) -> bool {
        self.tree.is_none()
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
        self.take_away(path).map(drop)
    }

    /// As [`set`](Self::set); gives the path of what has changed.
    pub(crate) fn write(&mut self, path: &str, value: Payload) -> Result<String, DataError> {
        let segments = segments(path)?;
        let (depth, max) = (segments.len().saturating_add(value.depth()), self.options.max_depth);
        if depth > max {
            return Err(DataError::Depth { depth, max });
        }
        let options = &self.options;
        let padded = match &mut self.tree {
            Some(tree) => Write { options, segments: &segments }.write(tree, value)?,
            None => {
                let mut tree = Tree::new(Payload::empty_object()).budget(options.budget);
                let padded = Write { options, segments: &segments }.write(&mut tree, value)?;
                self.tree = Some(tree);
                padded
            }
        };
        Ok(padded.map_or_else(|| path.to_owned(), self::path))
    }

    /// As [`remove`](Self::remove); gives the path of what has changed.
    pub(crate) fn take_away(&mut self, path: &str) -> Result<String, DataError> {
        let segments = segments(path)?;
        let Some((_, above)) = segments.split_last() else {
            self.tree = None;
            return Ok(path.to_owned());
        };
        let Some(tree) = &mut self.tree else { return Ok(path.to_owned()) };
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

/// A write to a place that has a path.
struct Write<'a> {
    options: &'a DataModelOptions,
    segments: &'a [String],
}

impl<'a> Write<'a> {
    /// Gives where a list was filled up, if one was.
    fn write(&self, tree: &mut Tree, value: Payload) -> Result<Option<&'a [String]>, DataError> {
        let segments = self.segments;
        let reach = tree.reach(segments);
        let (there, missing) = segments.split_at_checked(reach.found).unwrap_or((segments, &[]));
        let Some((next, below)) = missing.split_first() else {
            tree.set(segments, value)?;
            return Ok(None);
        };
        let at = || pointer(there);
        let mut padded = None;
        match reach.kind {
            PayloadKind::Object => {}
            PayloadKind::Null => {
                let value = self.wrapped(there, missing, value)?;
                tree.set(there, value)?;
                return Ok(None);
            }
            PayloadKind::Array if !is_index(next) => {
                return Err(DataError::NotAnIndex { at: at(), segment: next.clone() });
            }
            PayloadKind::Array if next.parse() == Ok(reach.len) => {}
            PayloadKind::Array if self.pads_to(next).is_none() => {
                return Err(DataError::IndexGap { at: at(), index: next.clone(), len: reach.len });
            }
            PayloadKind::Array => padded = self.pads_to(next),
            kind => return Err(DataError::Primitive { at: at(), kind }),
        }
        let above: Vec<String> = there.iter().chain(std::iter::once(next)).cloned().collect();
        let value = self.wrapped(&above, below, value)?;
        let mut slot = above;
        for index in reach.len..padded.unwrap_or(reach.len) {
            slot.pop();
            slot.push(index.to_string());
            tree.set(&slot, Payload::null())?;
        }
        slot.pop();
        slot.push(next.clone());
        tree.set(&slot, value)?;
        Ok(padded.map(|_| there))
    }

    /// The index up to which a list is filled up, if it may be.
    fn pads_to(&self, index: &str) -> Option<usize> {
        let index = index.parse().ok().filter(|index| *index <= MAX_PADDED_INDEX)?;
        (self.options.beyond_end == BeyondEnd::PadWithNull).then_some(index)
    }

    /// The value at the end of `missing`, in new containers from `there` on.
    fn wrapped(&self, there: &[String], missing: &[String], value: Payload) -> Result<Payload, DataError> {
        if missing.is_empty() {
            return Ok(value);
        }
        let (mut before, mut behind) = (String::new(), String::new());
        for (depth, segment) in missing.iter().enumerate() {
            if !is_index(segment) {
                before.push_str(&format!("{{{}:", Payload::string(segment)));
                behind.push('}');
                continue;
            }
            let index = if segment == "0" { Some(0) } else { self.pads_to(segment) };
            let Some(index) = index else {
                let above = there.iter().chain(missing.iter().take(depth)).cloned().collect::<Vec<_>>();
                return Err(DataError::IndexGap { at: pointer(&above), index: segment.clone(), len: 0 });
            };
            before.push('[');
            before.push_str(&"null,".repeat(index));
            behind.push(']');
        }
        let behind: String = behind.chars().rev().collect();
        Ok(Payload::parse(format!("{before}{value}{behind}")).unwrap_or(value))
    }
}
