//! Errors of data models.

use wire::{PayloadKind, Pointer, PointerError, tree::TreeError};

/// The reason why a path is invalid or a write was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DataError {
    /// The path is not a JSON Pointer.
    #[error("`{path}` is not a valid path: {reason}")]
    Path {
        /// The invalid path.
        path: String,
        /// The problem with the path.
        reason: PointerError,
    },
    /// The segment would reach the prototype of an object in a JavaScript client.
    #[error("`{segment}` is not allowed as a path segment")]
    Forbidden {
        /// The forbidden segment.
        segment: String,
    },
    /// The path leads through a string, number or boolean.
    #[error("`{at}` is {kind}, so it cannot have members")]
    Primitive {
        /// The place of the string, number or boolean.
        at: Pointer,
        /// The kind of the value at that place.
        kind: PayloadKind,
    },
    /// The path leads through an array, and the segment is not an index.
    #[error("`{at}` is an array, but {segment:?} is not an index")]
    NotAnIndex {
        /// The place of the array.
        at: Pointer,
        /// The segment after the array.
        segment: String,
    },
    /// The index is too far beyond the end of an array.
    #[error(
        "index {index} is too high for `{at}`, which has {len} elements: the highest allowed index is {max}"
    )]
    IndexGap {
        /// The place of the array.
        at: Pointer,
        /// The index as the path spells it.
        index: String,
        /// The number of elements of the array.
        len: usize,
        /// The highest allowed index. If it equals `len`, a write may only append.
        max: usize,
    },
    /// The model would be nested too deep.
    #[error("the data model would be nested {depth} levels deep, but at most {max} are allowed")]
    Depth {
        /// The depth after the write.
        depth: usize,
        /// The maximum depth.
        max: usize,
    },
    /// The model would take too much memory.
    #[error("the data model would take {needed} bytes, but the limit is {max}")]
    Bytes {
        /// The number of bytes after the write.
        needed: usize,
        /// The maximum number of bytes.
        max: usize,
    },
    /// A value along the path cannot be expanded.
    #[error(transparent)]
    Tree(TreeError),
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
    /// Returns the name of the rule that was broken.
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

    /// Returns the place in the data model, or `None` for an error about the path or the whole model.
    pub fn pointer(&self) -> Option<&Pointer> {
        match self {
            Self::Primitive { at, .. }
            | Self::NotAnIndex { at, .. }
            | Self::IndexGap { at, .. } => Some(at),
            Self::Tree(inner) => inner.pointer(),
            Self::Path { .. }
            | Self::Forbidden { .. }
            | Self::Depth { .. }
            | Self::Bytes { .. } => None,
        }
    }

    /// Returns a suggestion for correcting the error.
    pub fn hint(&self) -> String {
        match self {
            Self::Path { .. } => {
                "write a JSON Pointer, with `~0` for `~` and `~1` for `/`".to_owned()
            }
            Self::Forbidden { .. } => {
                "use another member name, or send the object that contains it".to_owned()
            }
            Self::Primitive { at, .. } => format!("send an object for `{at}` first"),
            Self::NotAnIndex { .. } => "write an index without a sign or leading zeros".to_owned(),
            Self::IndexGap { max, .. } => format!("write to index {max} or lower"),
            Self::Depth { max, .. } => format!("reduce the nesting to at most {max} levels"),
            Self::Bytes { .. } => "remove data that is no longer needed".to_owned(),
            Self::Tree(_) => "send the whole object that contains the value".to_owned(),
        }
    }
}
