//! Errors of changes to a tree.

use crate::{MAX_DEPTH, PayloadKind, Pointer};

/// The reason why a write to a tree failed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TreeError {
    /// A value on the path does not exist.
    #[error("{at}: the value does not exist")]
    Missing {
        /// The place of the missing value.
        at: Pointer,
    },
    /// A value on the path is not an array or object.
    #[error("{at}: expected an array or object, found {kind}")]
    NotAContainer {
        /// The place of the value.
        at: Pointer,
        /// The type of the value.
        kind: PayloadKind,
    },
    /// A segment is not a valid array index.
    #[error("{at}: {segment:?} is not an index of an array")]
    NotAnIndex {
        /// The place of the array.
        at: Pointer,
        /// The invalid segment.
        segment: String,
    },
    /// An index is beyond the end of an array. A write exactly at the end appends an element.
    #[error("{at}: the index {index} is beyond the {len} elements of the array")]
    IndexGap {
        /// The place of the array.
        at: Pointer,
        /// The invalid index.
        index: usize,
        /// The number of elements of the array.
        len: usize,
    },
    /// An object on the path has two members with the same name, so the path is ambiguous.
    #[error("{at}: the member occurs more than once")]
    DuplicateMember {
        /// The place of the repeated member.
        at: Pointer,
    },
    /// The value would nest deeper than [`MAX_DEPTH`].
    #[error("the value would nest {depth} levels deep, at most {MAX_DEPTH} are allowed")]
    Depth {
        /// The depth that the value would have.
        depth: usize,
    },
    /// The write would create more nodes than its budget.
    #[error("the write would create {needed} nodes or more, {budget} are allowed")]
    Budget {
        /// The number of nodes counted when the budget ran out.
        needed: usize,
        /// The maximum number of nodes.
        budget: usize,
    },
    /// The tree would use more memory than [allowed](crate::tree::Tree::set_max_bytes).
    #[error("the value would take {needed} bytes of memory, {max} are allowed")]
    Bytes {
        /// The memory that the tree would use, in bytes.
        needed: usize,
        /// The maximum memory in bytes.
        max: usize,
    },
    /// The text of the value is longer than 4 GiB.
    #[error("the text of the value is longer than 4 GiB")]
    TooLong,
    /// The root value cannot be removed.
    #[error("the whole value cannot be removed")]
    Root,
}

impl TreeError {
    /// Returns the name of the rule that was broken. Rule names are stable, so programs can compare them.
    pub fn rule(&self) -> &'static str {
        match self {
            Self::Missing { .. } => "missing",
            Self::NotAContainer { .. } => "not-a-container",
            Self::NotAnIndex { .. } => "not-an-index",
            Self::IndexGap { .. } => "index-gap",
            Self::DuplicateMember { .. } => "duplicate-member",
            Self::Depth { .. } => "depth",
            Self::Budget { .. } => "budget",
            Self::Bytes { .. } => "too-many-bytes",
            Self::TooLong => "too-long",
            Self::Root => "root",
        }
    }

    /// Returns the place of the error in the value. `None` means that the error concerns the whole value.
    pub fn pointer(&self) -> Option<&Pointer> {
        match self {
            Self::Missing { at }
            | Self::NotAContainer { at, .. }
            | Self::NotAnIndex { at, .. }
            | Self::IndexGap { at, .. }
            | Self::DuplicateMember { at } => Some(at),
            Self::Depth { .. }
            | Self::Budget { .. }
            | Self::Bytes { .. }
            | Self::TooLong
            | Self::Root => None,
        }
    }
}
