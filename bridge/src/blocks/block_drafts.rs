//! Blocks that are being written, and the limits of a message or view.

use super::{part_note::PartNote, slack_text::length};
use crate::{
    ComponentNote, Verdict,
    limits::{MAX_MESSAGE_TEXT, MAX_VIEW_BYTES},
    surface_writer::object,
};
use a2ui::resolved::NodeKey;
use slack_blocks::AppSurface;
use std::collections::BTreeSet;
use wire::{Payload, Pointer};

/// A block that is being written.
#[derive(Debug)]
pub(super) struct BlockDraft {
    pub(super) kind: &'static str,
    pub(super) block_id: Option<String>,
    /// The parent of the component, for components that share a block with their neighbour.
    pub(super) parent: Option<usize>,
    pub(super) members: Vec<(&'static str, Payload)>,
    /// The members `elements` or `fields`.
    pub(super) elements: Vec<Payload>,
    /// The line before or after a card.
    pub(super) is_edge: bool,
    /// `true` for a block with an input or a button.
    pub(super) is_interactive: bool,
}

impl BlockDraft {
    pub(super) fn new(kind: &'static str, members: &[(&'static str, Payload)]) -> Self {
        Self {
            kind,
            block_id: None,
            parent: None,
            members: members.to_vec(),
            elements: Vec::new(),
            is_edge: false,
            is_interactive: false,
        }
    }

    fn build(&self, block_id: Option<&str>) -> Payload {
        let mut members = vec![("type", Payload::string(self.kind))];
        if let Some(id) = block_id {
            members.push(("block_id", Payload::string(id)));
        }
        members.extend(self.members.iter().cloned());
        if !self.elements.is_empty() {
            let name = match self.kind {
                "section" => "fields",
                _ => "elements",
            };
            members.push((name, Payload::array(&self.elements)));
        }
        object(&members)
    }
}

/// A note whose place is in a draft.
#[derive(Debug)]
struct DraftNote {
    note: ComponentNote,
    /// The index of the draft, and the place in the block.
    place: Option<(usize, Pointer)>,
}

/// The blocks of a message or view that are being written, and the notes about them.
#[derive(Debug, Default)]
pub(super) struct BlockDrafts {
    drafts: Vec<BlockDraft>,
    notes: Vec<DraftNote>,
}

impl BlockDrafts {
    /// Adds a block and returns its index.
    pub(super) fn push(&mut self, draft: BlockDraft) -> usize {
        self.drafts.push(draft);
        self.drafts.len() - 1
    }

    /// Returns the last block with its index.
    pub(super) fn last_mut(&mut self) -> Option<(usize, &mut BlockDraft)> {
        let index = self.drafts.len().checked_sub(1)?;
        Some((index, self.drafts.last_mut()?))
    }

    /// Adds a note about a property that a part of a block shows.
    pub(super) fn note_part(&mut self, note: PartNote, block: usize, part: &Pointer) {
        let to = Pointer::parse(note.to).unwrap_or_else(|_| Pointer::root());
        let place = match note.verdict {
            Verdict::Dropped | Verdict::Quarantined => None,
            _ if note.to.is_empty() => None,
            _ => Some((block, part.join(&to))),
        };
        self.notes.push(DraftNote {
            note: ComponentNote {
                key: note.key,
                member: note.member,
                verdict: note.verdict,
                to: None,
                remark: note.remark,
            },
            place,
        });
    }

    /// Adds a note about a property that is not in a block, or that the member `to` of the payload shows.
    pub(super) fn note(
        &mut self,
        key: &NodeKey,
        (member, verdict): (&'static str, Verdict),
        to: Option<Pointer>,
        remark: &'static str,
    ) {
        self.notes.push(DraftNote {
            note: ComponentNote {
                key: key.clone(),
                member,
                verdict,
                to,
                remark,
            },
            place: None,
        });
    }

    /// Builds the blocks within the limits of a place of Slack. `reserved` are the ids of the inputs.
    pub(super) fn finish(
        mut self,
        surface: AppSurface,
        reserved: &BTreeSet<String>,
    ) -> (Vec<Payload>, Vec<ComponentNote>) {
        let mut is_kept: Vec<bool> = vec![true; self.drafts.len()];
        self.drop_edges(&mut is_kept);
        self.drop_excess(surface, &mut is_kept);
        let mut used: BTreeSet<&str> = BTreeSet::new();
        let mut blocks = Vec::new();
        let mut places: Vec<Option<usize>> = Vec::new();
        for (draft, is_kept) in self.drafts.iter().zip(&is_kept) {
            if !is_kept {
                places.push(None);
                continue;
            }
            let is_free = |id: &&str| {
                draft.kind == "input" || (!reserved.contains(*id) && !used.contains(id))
            };
            let id = draft.block_id.as_deref().filter(is_free);
            used.extend(id);
            places.push(Some(blocks.len()));
            blocks.push(draft.build(id));
        }
        let notes = std::mem::take(&mut self.notes);
        let notes = notes
            .into_iter()
            .map(|note| placed(note, &places))
            .collect();
        (blocks, notes)
    }

    /// Drops the lines of cards at the start, at the end and beside other lines.
    fn drop_edges(&self, is_kept: &mut [bool]) {
        let mut was_line = true;
        let mut last_edge = None;
        for (index, (draft, is_kept)) in self.drafts.iter().zip(is_kept.iter_mut()).enumerate() {
            *is_kept = !(draft.is_edge && was_line);
            if *is_kept {
                was_line = draft.kind == "divider";
                last_edge = draft.is_edge.then_some(index);
            }
        }
        if let Some(is_kept) = last_edge.and_then(|index| is_kept.get_mut(index)) {
            *is_kept = false;
        }
    }

    /// Drops blocks until the others fit. Blocks that only show something go first, from the end, so that users can still
    /// answer.
    fn drop_excess(&self, surface: AppSurface, is_kept: &mut [bool]) {
        let limit = match surface {
            AppSurface::Message => BlockCost {
                blocks: surface.max_blocks(),
                characters: MAX_MESSAGE_TEXT,
                bytes: usize::MAX,
            },
            _ => BlockCost {
                blocks: surface.max_blocks(),
                characters: usize::MAX,
                bytes: MAX_VIEW_BYTES,
            },
        };
        let costs: Vec<BlockCost> = self.drafts.iter().map(BlockCost::of).collect();
        let mut total = BlockCost::default();
        for (cost, is_kept) in costs.iter().zip(is_kept.iter()) {
            if *is_kept {
                total.add(cost);
            }
        }
        for is_interactive in [false, true] {
            for index in (0..self.drafts.len()).rev() {
                let (Some(draft), Some(cost), Some(is_kept)) = (
                    self.drafts.get(index),
                    costs.get(index),
                    is_kept.get_mut(index),
                ) else {
                    continue;
                };
                let is_next = *is_kept && draft.is_interactive == is_interactive;
                if is_next && cost.relieves(&total, &limit) {
                    *is_kept = false;
                    total.subtract(cost);
                }
            }
        }
    }
}

/// Resolves the place of a note.
fn placed(draft: DraftNote, places: &[Option<usize>]) -> ComponentNote {
    let mut note = draft.note;
    let Some((index, below)) = draft.place else {
        return note;
    };
    match places.get(index).copied().flatten() {
        Some(block) => {
            let at = Pointer::from_static("/blocks").element(block);
            note.to = Some(at.join(&below));
        }
        None => {
            note.verdict = Verdict::Carried;
            note.remark =
                "the block is dropped, because Slack limits the size of messages and views";
        }
    }
    note
}

/// The size of blocks.
#[derive(Clone, Copy, Debug, Default)]
struct BlockCost {
    blocks: usize,
    /// The characters of texts.
    characters: usize,
    bytes: usize,
}

impl BlockCost {
    fn of(draft: &BlockDraft) -> Self {
        let mut characters = 0;
        let members = draft.members.iter().map(|(_, value)| value);
        let mut open: Vec<Payload> = match draft.is_interactive {
            // The labels of inputs and buttons are short.
            true => Vec::new(),
            false => members.chain(&draft.elements).cloned().collect(),
        };
        while let Some(value) = open.pop() {
            if value.is_object() {
                let text = value.member("text");
                let text = text.as_ref().and_then(Payload::as_str);
                characters += text.map_or(0, |text| length(&text));
            }
            open.extend(value.members().map(|(_, value)| value));
            open.extend(value.elements());
        }
        Self {
            blocks: 1,
            characters,
            bytes: draft.build(draft.block_id.as_deref()).text().len() + 1,
        }
    }

    fn add(&mut self, other: &Self) {
        self.blocks += other.blocks;
        self.characters += other.characters;
        self.bytes += other.bytes;
    }

    fn subtract(&mut self, other: &Self) {
        self.blocks = self.blocks.saturating_sub(other.blocks);
        self.characters = self.characters.saturating_sub(other.characters);
        self.bytes = self.bytes.saturating_sub(other.bytes);
    }

    /// Returns `true` if dropping a block of this size helps to bring the total below the limit.
    fn relieves(&self, total: &Self, limit: &Self) -> bool {
        total.blocks > limit.blocks
            || total.bytes > limit.bytes
            || (total.characters > limit.characters && self.characters > 0)
    }
}
