//! What a payload may contain only once, or only up to a sum.

use std::collections::BTreeSet;

/// The ids and sums of a payload so far.
#[derive(Default)]
pub(super) struct Seen {
    block_ids: BTreeSet<String>,
    /// The action ids of the innermost block.
    action_ids: BTreeSet<String>,
    /// `true` if an element has the focus.
    has_focus: bool,
    /// `true` if a block is an input.
    pub(super) has_input: bool,
    /// The characters of all Markdown blocks.
    pub(super) markdown: usize,
    /// The characters of all data tables.
    pub(super) table_characters: usize,
    pub(super) charts: usize,
}

impl Seen {
    /// Returns `true` if the block id is new.
    pub(super) fn is_new_block(&mut self, id: &str) -> bool {
        self.block_ids.insert(id.to_owned())
    }

    /// Returns `true` if the action id is new in its block.
    pub(super) fn is_new_action(&mut self, id: &str) -> bool {
        self.action_ids.insert(id.to_owned())
    }

    /// Returns `true` if the element is the first one with the focus.
    pub(super) fn is_first_focus(&mut self) -> bool {
        !std::mem::replace(&mut self.has_focus, true)
    }

    /// Begins a block. Its action ids are its own.
    pub(super) fn enter_block(&mut self) -> OuterIds {
        OuterIds::OfActions(std::mem::take(&mut self.action_ids))
    }

    /// Begins an attachment. Slack does not document that its block ids differ from those of the message.
    pub(super) fn enter_attachment(&mut self) -> OuterIds {
        OuterIds::OfBlocks(std::mem::take(&mut self.block_ids))
    }

    /// Returns to the object around the last one.
    pub(super) fn leave(&mut self, outer: OuterIds) {
        match outer {
            OuterIds::OfActions(ids) => self.action_ids = ids,
            OuterIds::OfBlocks(ids) => self.block_ids = ids,
        }
    }
}

/// The ids of the object around a block or an attachment.
pub(super) enum OuterIds {
    OfActions(BTreeSet<String>),
    OfBlocks(BTreeSet<String>),
}
