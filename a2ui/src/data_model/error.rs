//! Why a model refuses something.

use std::fmt;
use wire::{PayloadKind, Pointer, PointerError, tree::TreeError};

/// Why a path is none, or a write was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DataError {
    /// The path is no JSON Pointer.
    Path {
        /// The path.
        path: String,
        /// What is wrong with it.
        reason: PointerError,
    },
    /// A segment that would reach the prototype of an object in a JavaScript client.
    Forbidden {
        /// The segment.
        segment: String,
    },
    /// A string, number or boolean stands on the way.
    Primitive {
        /// Where it stands.
        at: Pointer,
        /// What it is.
        kind: PayloadKind,
    },
    /// An array stands on the way, and the segment is no index.
    NotAnIndex {
        /// Where the array stands.
        at: Pointer,
        /// The segment.
        segment: String,
    },
    /// The index is too far beyond the end of an array.
    IndexGap {
        /// Where the array stands.
        at: Pointer,
        /// The index, as it is written.
        index: String,
        /// How many elements the array has.
        len: usize,
        /// The greatest index that is allowed. If it is the length, a write may append and no more.
        max: usize,
    },
    /// The model would nest too deep.
    Depth {
        /// How deep.
        depth: usize,
        /// How deep it may be.
        max: usize,
    },
    /// The model would take too much memory.
    Bytes {
        /// How many bytes it would take.
        needed: usize,
        /// How many it may take.
        max: usize,
    },
    /// What stands on the way cannot be expanded.
    Tree(TreeError),
}

impl fmt::Display for DataError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Path { path, reason } => write!(f, "`{path}` is no path: {reason}"),
            Self::Forbidden { segment } => write!(f, "`{segment}` cannot be a segment of a path"),
            Self::Primitive { at, kind } => write!(f, "`{at}` is {kind}, which has no members"),
            Self::NotAnIndex { at, segment } => write!(f, "`{at}` is an array, and {segment:?} is no index"),
            Self::IndexGap { at, index, len, max } => write!(
                f,
                "`{at}` has {len} elements, and the index is {index}; the greatest that is allowed is {max}"
            ),
            Self::Depth { depth, max } => {
                write!(f, "the model would nest {depth} levels deep, at most {max} are allowed")
            }
            Self::Bytes { needed, max } => {
                write!(f, "the data model would take {needed} bytes, and at most {max} are allowed")
            }
            Self::Tree(inner) => inner.fmt(f),
        }
    }
}

impl std::error::Error for DataError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Tree(inner) => inner.source(),
            _ => None,
        }
    }
}

impl From<TreeError> for DataError {
    fn from(inner: TreeError) -> Self {
        match inner {
            TreeError::Bytes { needed, max } => Self::Bytes { needed, max },
            inner => Self::Tree(inner),
        }
    }
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
            Self::Bytes { .. } => "too-many-bytes",
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
            Self::IndexGap { max, .. } => format!("write to the index {max} or a smaller one"),
            Self::Depth { max, .. } => format!("nest at most {max} levels deep"),
            Self::Bytes { .. } => {
                "remove data that is no longer needed; the bound is `DataModelOptions::max_bytes`".to_owned()
            }
            Self::Tree(_) => "send the object that holds it as a whole".to_owned(),
        }
    }
}
