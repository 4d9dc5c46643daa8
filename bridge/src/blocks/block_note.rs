//! What became of the parts of blocks.

use crate::Verdict;
use wire::Pointer;

/// What became of a part of a message or view that its surface does not show as it is.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct BlockNote {
    /// The place in the message or view.
    pub at: Pointer,
    /// What became of it.
    pub verdict: Verdict,
    /// A reason or a remark.
    pub remark: &'static str,
}
