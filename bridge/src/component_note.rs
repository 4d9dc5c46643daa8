//! What became of the properties of a component, and of the parts of a card or of blocks.

use crate::Verdict;
use a2ui::resolved::NodeKey;
use wire::Pointer;

/// What became of a property of a component in a form, a card or blocks.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ComponentNote {
    /// The component at its position.
    pub key: NodeKey,
    /// The property of the component, such as `label`. Empty for the whole component.
    pub member: &'static str,
    /// What became of it.
    pub verdict: Verdict,
    /// The place in the target that shows it.
    pub to: Option<Pointer>,
    /// A reason or a remark, or an empty text.
    pub remark: &'static str,
}

/// What became of a part of a card or of blocks that its surface does not show as it is.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct PartNote {
    /// The place in the message.
    pub at: Pointer,
    /// What became of it.
    pub verdict: Verdict,
    /// A reason or a remark.
    pub remark: &'static str,
}
