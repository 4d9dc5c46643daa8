//! Messages from the values of a block.

use super::{
    super::{ExtractedItem, ExtractedMessage, Extractor, json_carriers, part::Part, recognise},
    Block, BlockKind, Form,
};
use crate::repair::repair_json;
use wire::Pointer;

impl Extractor {
    /// Marks the block as containing messages. Content before `from` is returned as text.
    pub(super) fn mark_sure(&mut self, block: &mut Block, from: usize) {
        if block.is_sure {
            return self.buffer.skip_to(from);
        }
        block.is_sure = true;
        self.buffer.skip_to(block.head);
        let has_others_in_list = match &mut block.list {
            Some(list) => !std::mem::take(&mut list.others).is_empty(),
            None => false,
        };
        if block.has_others || has_others_in_list {
            self.return_text(from);
        }
        self.buffer.skip_to(from);
    }

    /// Closes the list. If it contained no message, its values are not known to be messages.
    pub(super) fn close_list(&mut self, block: &mut Block) {
        if let Some(list) = block.list.take() {
            block.has_others |= !list.others.is_empty();
        }
    }

    /// Adds a value as messages, as malformed data in place of a message, or as text.
    pub(super) fn add_value(&mut self, block: &mut Block, from: usize, end: usize, form: Form) {
        let text = self.buffer.slice(from, end).trim_end().to_owned();
        let end = from + text.len();
        let index = block.next_index();
        let is_message = is_meant_as_message(block, &text, form);
        let is_after_message = block.list.as_ref().is_some_and(|list| list.has_messages);
        if block.kind.is_strict() || is_message || is_after_message {
            self.add_earlier_elements(block, is_message);
            self.mark_sure(block, from);
            // A strict block can contain messages within a carrier. Anything else in it is an error.
            let mut parts = Vec::new();
            if block.kind.is_strict() && form == Form::Json && !is_message {
                parts = self.find_parts(&text);
            }
            if parts.is_empty() {
                self.activities.forget_deleted(&text);
                self.add_value_as_message(block, from, end, index);
            }
            self.add_parts(block, parts, from, index);
            self.buffer.skip_to(end);
            return;
        }
        let repeated = self.activities.repeated;
        let mut parts = Vec::new();
        if form == Form::Json {
            parts = self.find_parts(&text);
        }
        // A carrier whose messages are all repetitions is a carrier, not text.
        if !parts.is_empty() || self.activities.repeated > repeated {
            self.mark_sure(block, from);
            self.add_parts(block, parts, from, index);
            self.buffer.skip_to(end);
        } else if self.ends_with_json && block.kind == BlockKind::Plain && text.starts_with('{') {
            // Each document of a sequence is meant as a message.
            self.add_earlier_elements(block, true);
            self.mark_sure(block, from);
            self.add_value_as_message(block, from, end, index);
            self.buffer.skip_to(end);
        } else if block.is_sure {
            self.buffer.skip_to(from);
            self.return_text(end);
        } else if let (Some(list), Some(index)) = (&mut block.list, index) {
            // A later message of the list decides.
            list.others.push((from, end, index));
        } else {
            block.has_others = true;
        }
    }

    /// Adds the elements before the first message of a list as messages, too.
    fn add_earlier_elements(&mut self, block: &mut Block, is_message: bool) {
        let Some(list) = &mut block.list else { return };
        list.has_messages |= is_message;
        for (from, end, index) in std::mem::take(&mut list.others) {
            self.mark_sure(block, from);
            self.add_value_as_message(block, from, end, Some(index));
            self.buffer.skip_to(end);
        }
    }

    /// Returns the messages inside a value that is not a message.
    fn find_parts(&mut self, text: &str) -> Vec<Part> {
        json_carriers::find_parts(text, &mut self.activities, self.limit, self.nested)
    }

    /// Adds messages that were found in the value that starts at `from`.
    fn add_parts(
        &mut self,
        block: &mut Block,
        parts: Vec<Part>,
        from: usize,
        index: Option<usize>,
    ) {
        for part in parts {
            self.add_message(block, part, from, index);
        }
    }

    /// Adds the text of a value as a message.
    pub(super) fn add_value_as_message(
        &mut self,
        block: &mut Block,
        from: usize,
        end: usize,
        index: Option<usize>,
    ) {
        let text = self.buffer.slice(from, end).trim_end().to_owned();
        let part = Part::new(0, Pointer::root(), None, Ok(text));
        self.add_message(block, part, from, index);
    }

    /// Adds a message in the value that starts at `from`, with the repairs made before it.
    fn add_message(
        &mut self,
        block: &mut Block,
        mut part: Part,
        from: usize,
        index: Option<usize>,
    ) {
        let place = self.buffer.place(from + part.offset);
        let root = block.pointer(index);
        part.repairs.splice(..0, std::mem::take(&mut block.repairs));
        self.found
            .push(ExtractedItem::Message(ExtractedMessage::from_part(
                part,
                block.kind.carrier(),
                place,
                &root,
            )));
    }
}

/// Returns `true` if a value is intended as a message, even if it needs repairs to be one.
fn is_meant_as_message(block: &Block, text: &str, form: Form) -> bool {
    // A malformed value outside a block was read to its end only because it starts like a message.
    let is_outside = block.kind == BlockKind::Plain && !block.is_sure;
    if is_outside && form == Form::Malformed && text.starts_with('{') {
        return true;
    }
    if recognise::is_like_a_message(text) {
        return true;
    }
    if form == Form::Json {
        return false;
    }
    match repair_json(text) {
        Some(repaired) => recognise::is_like_a_message(&repaired.text),
        None => false,
    }
}
