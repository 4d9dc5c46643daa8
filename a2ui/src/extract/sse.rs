//! Server-Sent Events that carry messages in their data.

use super::{
    Carrier, ExtractedItem, Extractor, Mode, Next, add,
    buffer::{Answer, field},
    recognise,
};
use std::mem;
use wire::Pointer;

impl Extractor {
    /// Collects the lines of an event, up to and including the blank line after it.
    pub(super) fn event(&mut self, mut line: usize, mut seen: usize, is_end: bool) -> Next {
        let start = self.buffer.start();
        let limit = start.saturating_add(self.limit);
        loop {
            let rest = self.buffer.from(line);
            let line_end = self
                .buffer
                .from(seen)
                .find('\n')
                .map(|length| seen + length + 1);
            let end = line_end.unwrap_or(self.buffer.end());
            seen = end;
            match (field(rest), line_end) {
                (Answer::Yes, _) if end > limit => {
                    let is_text = !recognise::has_a2ui_words(self.buffer.slice(start, limit));
                    if !is_text {
                        let place = self.buffer.place(start);
                        self.too_long(Carrier::Event, place, Pointer::root());
                    }
                    self.pass(line, is_text);
                    return Next::Go(Mode::LongEvent {
                        is_inside: false,
                        is_text,
                    });
                }
                (Answer::Yes, Some(_)) => line = end,
                (Answer::Yes, None) if is_end => line = end,
                (Answer::Yes | Answer::Maybe, None) if !is_end => {
                    return Next::Wait(Mode::Event { line, seen });
                }
                _ if rest == "\r" && !is_end => return Next::Wait(Mode::Event { line, seen }),
                _ => {
                    self.event_data(if is_blank(rest) { end } else { line });
                    return Next::Go(Mode::Line);
                }
            }
        }
    }

    /// Skips the rest of an event that is too long.
    pub(super) fn long_event(&mut self, mut is_inside: bool, is_text: bool, is_end: bool) -> Next {
        loop {
            let start = self.buffer.start();
            let rest = self.buffer.from(start);
            let length = rest.find('\n').map(|length| length + 1);
            let end = start + length.unwrap_or(rest.len());
            match field(rest) {
                _ if is_inside => {
                    self.pass(end, is_text);
                    if length.is_none() {
                        return Next::Wait(Mode::LongEvent { is_inside, is_text });
                    }
                    is_inside = false;
                }
                Answer::Yes => is_inside = true,
                Answer::Maybe if !is_end => {
                    return Next::Wait(Mode::LongEvent { is_inside, is_text });
                }
                _ if rest == "\r" && !is_end => {
                    return Next::Wait(Mode::LongEvent { is_inside, is_text });
                }
                _ => {
                    if is_blank(rest) {
                        self.pass(end, is_text);
                    }
                    return Next::Go(Mode::Line);
                }
            }
        }
    }

    /// Returns everything up to `end` as text, or skips it.
    fn pass(&mut self, end: usize, is_text: bool) {
        if is_text {
            self.text_to(end);
        } else {
            self.buffer.skip_to(end);
        }
    }

    /// Searches the data of an event that ends at `end`. Lines keep their positions; the field names are replaced by
    /// blanks.
    fn event_data(&mut self, end: usize) {
        let start = self.buffer.start();
        let place = self.buffer.place(start);
        let mut data = String::with_capacity(end - start);
        for line in self.buffer.slice(start, end).split_inclusive('\n') {
            let value = line.strip_prefix("data:").unwrap_or_default();
            data.extend(std::iter::repeat_n(' ', line.len() - value.len()));
            data.push_str(value);
            if value.is_empty() && line.ends_with('\n') {
                data.pop();
                data.push('\n');
            }
        }
        let mut inner = Self::inside(place, self.nested + 1).limit(self.limit);
        inner.activities = mem::take(&mut self.activities);
        let repeated = inner.activities.repeated;
        let mut found = inner.push(&data);
        inner.run(true);
        inner.text_to(inner.buffer.end());
        found.append(&mut inner.found);
        self.activities = inner.activities;
        let is_message = |found: &ExtractedItem| matches!(found, ExtractedItem::Message(_));
        if !found.iter().any(is_message) && self.activities.repeated == repeated {
            return self.text_to(end);
        }
        self.buffer.skip_to(end);
        for mut next in found {
            match &mut next {
                ExtractedItem::Text(around) if around.text.trim().is_empty() => continue,
                ExtractedItem::Message(held) if held.carrier == Carrier::Plain => {
                    held.carrier = Carrier::Event
                }
                _ => {}
            }
            add(&mut self.found, next);
        }
    }
}

/// Returns `true` if the line is empty.
fn is_blank(rest: &str) -> bool {
    let rest = rest.strip_prefix('\r').unwrap_or(rest);
    rest.is_empty() || rest.starts_with('\n')
}
