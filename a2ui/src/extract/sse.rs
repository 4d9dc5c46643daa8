//! Server-Sent Events that carry messages in their data.

use super::{
    Carrier, ExtractedItem, Extractor, LongEvent, Mode, Next, add,
    buffer::{Answer, starts_field},
    recognise,
};
use std::mem;
use wire::Pointer;

impl Extractor {
    /// Collects the lines of an event, up to and including the blank line after it.
    pub(super) fn read_event(&mut self, mut line: usize, mut seen: usize, is_end: bool) -> Next {
        let limit = self.buffer.start().saturating_add(self.limit);
        loop {
            let rest = self.buffer.from(line);
            let line_end = self.line_end_after(seen);
            let end = line_end.unwrap_or(self.buffer.end());
            seen = end;
            match (starts_field(rest), line_end) {
                (Answer::Yes, _) if end > limit => return self.limit_event(line),
                (Answer::Yes, Some(_)) => line = end,
                (Answer::Yes, None) if is_end => line = end,
                (Answer::Yes | Answer::Maybe, None) if !is_end => {
                    return Next::Wait(Mode::Event { line, seen });
                }
                _ if rest == "\r" && !is_end => return Next::Wait(Mode::Event { line, seen }),
                _ => {
                    self.extract_event_data(if is_blank(rest) { end } else { line });
                    return Next::Go(Mode::Line);
                }
            }
        }
    }

    /// Returns the position after the next line end.
    fn line_end_after(&self, at: usize) -> Option<usize> {
        let length = self.buffer.from(at).find('\n')?;
        Some(at + length + 1)
    }

    /// Begins an oversized event that starts at `line`. If the event does not mention A2UI, the event is returned as
    /// text. Otherwise it is reported and skipped.
    fn limit_event(&mut self, line: usize) -> Next {
        let start = self.buffer.start();
        let limit = start.saturating_add(self.limit);
        let mut event = LongEvent::Text;
        if recognise::has_a2ui_words(self.buffer.slice(start, limit)) {
            event = LongEvent::Skipped;
            let place = self.buffer.place(start);
            self.report_too_long(Carrier::Event, place, Pointer::root());
        }
        self.pass_to(line, event);
        Next::Go(Mode::LongEvent(event))
    }

    /// Starts the next line of an over-long event, or ends the event.
    pub(super) fn pass_long_event(&mut self, event: LongEvent, is_end: bool) -> Next {
        let start = self.buffer.start();
        let rest = self.buffer.from(start);
        match starts_field(rest) {
            Answer::Yes => return Next::Go(Mode::LongEventLine(event)),
            Answer::Maybe if !is_end => return Next::Wait(Mode::LongEvent(event)),
            _ => {}
        }
        if rest == "\r" && !is_end {
            return Next::Wait(Mode::LongEvent(event));
        }
        if is_blank(rest) {
            let end = self.line_end_after(start).unwrap_or(self.buffer.end());
            self.pass_to(end, event);
        }
        Next::Go(Mode::Line)
    }

    /// Emits or skips the rest of the current line of an over-long event.
    pub(super) fn pass_long_event_line(&mut self, event: LongEvent) -> Next {
        let Some(end) = self.line_end_after(self.buffer.start()) else {
            self.pass_to(self.buffer.end(), event);
            return Next::Wait(Mode::LongEventLine(event));
        };
        self.pass_to(end, event);
        Next::Go(Mode::LongEvent(event))
    }

    /// Emits everything up to `end` as text, or skips it.
    fn pass_to(&mut self, end: usize, event: LongEvent) {
        match event {
            LongEvent::Text => self.return_text(end),
            LongEvent::Skipped => self.buffer.skip_to(end),
        }
    }

    /// Extracts the messages from the data of an event that ends at `end`. An event without messages is text.
    fn extract_event_data(&mut self, end: usize) {
        let start = self.buffer.start();
        let place = self.buffer.place(start);
        let data = data_of_event(self.buffer.slice(start, end));
        let mut inner = Self::inside(place, self.nested + 1).limit(self.limit);
        inner.activities = mem::take(&mut self.activities);
        let repeated = inner.activities.repeated;
        let mut found = inner.push(&data);
        // Streamed texts and calls go on in later events, so the inner text is not finished.
        inner.run(true);
        inner.return_text(inner.buffer.end());
        found.append(&mut inner.found);
        self.activities = inner.activities;
        let has_messages = found
            .iter()
            .any(|item| matches!(item, ExtractedItem::Message(_)));
        // A repeated operation yields no message, but the event that repeats it is not text either.
        let has_repetition = self.activities.repeated > repeated;
        if !has_messages && !has_repetition {
            return self.return_text(end);
        }
        self.buffer.skip_to(end);
        for mut item in found {
            match &mut item {
                // The blanks that replace the field names are not text of the agent.
                ExtractedItem::Text(around) if around.text.trim().is_empty() => continue,
                ExtractedItem::Message(message) if message.carrier == Carrier::Plain => {
                    message.carrier = Carrier::Event
                }
                _ => {}
            }
            add(&mut self.found, item);
        }
    }
}

/// Returns the data of an event. Blanks replace the field names, so that the lines keep their positions.
fn data_of_event(event: &str) -> String {
    let mut data = String::with_capacity(event.len());
    for line in event.split_inclusive('\n') {
        let value = line.strip_prefix("data:").unwrap_or_default();
        data.extend(std::iter::repeat_n(' ', line.len() - value.len()));
        data.push_str(value);
        if value.is_empty() && line.ends_with('\n') {
            data.pop();
            data.push('\n');
        }
    }
    data
}

/// Returns `true` if the line is empty.
fn is_blank(rest: &str) -> bool {
    let rest = rest.strip_prefix('\r').unwrap_or(rest);
    rest.is_empty() || rest.starts_with('\n')
}
