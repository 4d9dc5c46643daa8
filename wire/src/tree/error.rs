//! Errors of changes to a tree.

use crate::{MAX_DEPTH, PayloadKind, Pointer};
use std::fmt;

/// The error for a failed write.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TreeError {
    /// A value on the path does not exist.
    Missing {
        /// The place of the missing value.
        at: Pointer,
    },
    /// A value on the path is not an array or object.
    NotAContainer {
        /// The place of that value.
        at: Pointer,
        /// The type of that value.
        kind: PayloadKind,
    },
    /// A segment is not a valid index of an array.
    NotAnIndex {
        /// The place of the array.
        at: Pointer,
        /// The invalid segment.
        segment: String,
    },
    /// An index is beyond the end of an array. A write at the end itself appends.
    IndexGap {
        /// The place of the array.
        at: Pointer,
        /// The invalid index.
        index: usize,
        /// The number of elements of the array.
        len: usize,
    },
    /// An object on the path has two members with the same name, so the path is ambiguous.
    DuplicateMember {
        /// The place of the repeated member.
        at: Pointer,
    },
    /// The value would nest deeper than [`MAX_DEPTH`].
    Depth {
        /// The depth that the value would have.
        depth: usize,
    },
    /// The write would create more nodes than its budget allows.
    Budget {
        /// The number of nodes counted when the budget ran out.
        needed: usize,
        /// The maximum number of nodes.
        budget: usize,
    },
    /// The tree would use more memory than [allowed](crate::tree::Tree::set_max_bytes).
    Bytes {
        /// The memory that the tree would use, in bytes.
        needed: usize,
        /// The maximum memory in bytes.
        max: usize,
    },
    /// The text of the value is longer than 4 GiB.
    TooLong,
    /// The root value cannot be removed.
    Root,
}

impl fmt::Display for TreeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing { at } => write!(f, "{at}: the value does not exist"),
            Self::NotAContainer { at, kind } => write!(f, "{at}: expected an array or object, found {kind}"),
            Self::NotAnIndex { at, segment } => write!(f, "{at}: {segment:?} is not an index of an array"),
            Self::IndexGap { at, index, len } => {
                write!(f, "{at}: the index {index} is beyond the {len} elements of the array")
            }
            Self::DuplicateMember { at } => write!(f, "{at}: the member occurs more than once"),
            Self::Depth { depth } => {
                write!(f, "the value would nest {depth} levels deep, at most {MAX_DEPTH} are allowed")
            }
            Self::Budget { needed, budget } => {
                write!(f, "the write would create {needed} nodes or more, {budget} are allowed")
            }
            Self::Bytes { needed, max } => {
                write!(f, "the value would take {needed} bytes of memory, {max} are allowed")
            }
            Self::TooLong => f.write_str("the text of the value is longer than 4 GiB"),
            Self::Root => f.write_str("the whole value cannot be removed"),
        }
    }
}

impl std::error::Error for TreeError {}
