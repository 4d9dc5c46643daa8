//! Messages from the values of a block.

use super::{
    super::{
        ExtractedItem, ExtractedMessage, Extractor, Place, json_carriers, part::Part, recognise,
    },
    Block, Form, Kind,
};
use crate::repair::repair_json;
use wire::Pointer;

impl Extractor {
    /// Marks the block as containing messages. Content before `from` is text.
    pub(super) fn mark_sure(&mut self, block: &mut Block, from: usize) {
        if block.is_sure {
            return self.buffer.skip_to(from);
        }
        block.is_sure = true;
        self.buffer.skip_to(block.head);
        let list = block
            .list
            .as_mut()
            .map(|list| std::mem::take(&mut list.others));
        if block.has_others || list.is_some_and(|others| !others.is_empty()) {
            self.text_to(from);
        }
        self.buffer.skip_to(from);
    }

    /// Closes the list. Its values are not known to be messages if none was found.
    pub(super) fn close_list(&mut self, block: &mut Block) {
        let list = block.list.take();
        block.has_others |= list.is_some_and(|list| !list.others.is_empty());
    }

    /// Returns a value as messages, as malformed data in place of one, or as text.
    pub(super) fn give(&mut self, block: &mut Block, from: usize, end: usize, form: Form) {
        let text = self.buffer.slice(from, end).trim_end().to_owned();
        let end = from + text.len();
        let index = block.list.as_mut().map(|list| {
            list.index += 1;
            list.index - 1
        });
        let repaired = || {
            if form == Form::Json {
                None
            } else {
                repair_json(&text)
            }
        };
        // Outside a list, a malformed value counts as a message only if it starts like one.
        let is_meant = form == Form::Malformed && block.kind == Kind::Plain && !block.is_sure;
        let is_message = (is_meant && text.starts_with('{'))
            || recognise::is_like_a_message(&text)
            || repaired().is_some_and(|repaired| recognise::is_like_a_message(&repaired.text));
        let has_messages = block.list.as_ref().is_some_and(|list| list.has_messages);
        if block.kind.is_strict() || is_message || has_messages && index.is_some() {
            let others = block.list.as_mut().map(|list| {
                list.has_messages |= is_message;
                std::mem::take(&mut list.others)
            });
            for (from, end, index) in others.unwrap_or_default() {
                self.mark_sure(block, from);
                let place = self.buffer.place(from);
                self.message(block, from, end, Some(index), None, place);
                self.buffer.skip_to(end);
            }
            self.mark_sure(block, from);
            let place = self.buffer.place(from);
            let parts = if block.kind.is_strict() && form == Form::Json && !is_message {
                self.parts(&text)
            } else {
                Vec::new()
            };
            if parts.is_empty() {
                self.activities.forget_deleted(&text);
                self.message(block, from, end, index, None, place);
            }
            self.give_parts(block, parts, from, index);
            self.buffer.skip_to(end);
            return;
        }
        let repeated = self.activities.repeated;
        let parts = if form == Form::Json {
            self.parts(&text)
        } else {
            Vec::new()
        };
        if !parts.is_empty() || self.activities.repeated > repeated {
            self.mark_sure(block, from);
            self.give_parts(block, parts, from, index);
            self.buffer.skip_to(end);
        } else if block.is_sure {
            self.buffer.skip_to(from);
            self.text_to(end);
        } else if let (Some(list), Some(index)) = (&mut block.list, index) {
            list.others.push((from, end, index));
        } else {
            block.has_others = true;
        }
    }

    /// Returns the messages inside a value that is not a message.
    fn parts(&mut self, text: &str) -> Vec<Part> {
        json_carriers::parts(text, &mut self.activities, self.limit, self.nested)
    }

    fn give_parts(
        &mut self,
        block: &mut Block,
        parts: Vec<Part>,
        from: usize,
        index: Option<usize>,
    ) {
        for part in parts {
            let place = self.buffer.place(from + part.offset);
            self.message(block, from, from, index, Some(part), place);
        }
    }

    pub(super) fn message(
        &mut self,
        block: &mut Block,
        from: usize,
        end: usize,
        index: Option<usize>,
        part: Option<Part>,
        place: Place,
    ) {
        let root = index.map_or_else(Pointer::root, |index| Pointer::root().element(index));
        let mut part = part.unwrap_or_else(|| {
            let text = self.buffer.slice(from, end).trim_end().to_owned();
            Part::new(0, Pointer::root(), None, Ok(text))
        });
        part.repairs.splice(..0, std::mem::take(&mut block.repairs));
        self.found.push(ExtractedItem::Message(ExtractedMessage::of(
            part,
            block.kind.carrier(),
            place,
            &root,
        )));
    }
}
