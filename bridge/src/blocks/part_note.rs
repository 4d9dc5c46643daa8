//! Notes about the parts of a block.

use crate::Verdict;
use a2ui::resolved::NodeKey;

/// What became of a property that a part of a block shows.
#[derive(Clone, Debug)]
pub(super) struct PartNote {
    pub(super) key: NodeKey,
    pub(super) member: &'static str,
    pub(super) verdict: Verdict,
    /// The place below the part. Empty if the property is not shown.
    pub(super) to: &'static str,
    pub(super) remark: &'static str,
}

impl PartNote {
    pub(super) fn new(
        key: &NodeKey,
        member: &'static str,
        verdict: Verdict,
        to: &'static str,
        remark: &'static str,
    ) -> Self {
        Self {
            key: key.clone(),
            member,
            verdict,
            to,
            remark,
        }
    }
}
