//! The value that is still being written at the end of the text so far.

use super::{Extractor, Mode, Place, block::UnfinishedPart};

/// A JSON value or list whose end has not arrived.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnfinishedValue<'a> {
    /// The position of the first character. For a list between two elements, the position after the last element.
    pub place: Place,
    /// The text of the value so far, if the value is a message whenever it is completed with valid JSON and its members are those
    /// of a message. `None` for other values.
    pub text: Option<&'a str>,
    /// `true` if the value is a message, a list of messages, or a document that may contain them.
    pub is_message: bool,
}

impl Extractor {
    /// Returns the value that is still being written: the innermost of a list and its elements. Text that arrives later
    /// extends the text of the value until [`push`](Self::push) returns the value as a message.
    ///
    /// ```
    /// use agent_ui_a2ui::extract::Extractor;
    ///
    /// let mut extractor = Extractor::new();
    /// extractor.push("[{\"deleteSurface\":{\"surfaceId\":\"a\"}},\n {\"deleteSur");
    /// let unfinished = extractor.unfinished_value().unwrap();
    /// assert_eq!(unfinished.text, Some("{\"deleteSur"));
    /// assert_eq!((unfinished.place.line, unfinished.place.column), (2, 2));
    /// ```
    pub fn unfinished_value(&mut self) -> Option<UnfinishedValue<'_>> {
        let Mode::Block(block) = &self.mode else {
            return None;
        };
        let part = block.unfinished(self.ends_with_json)?;
        let (UnfinishedPart::Message(from)
        | UnfinishedPart::List(from)
        | UnfinishedPart::Other(from)) = part;
        let place = self.buffer.place(from);
        let text = match part {
            UnfinishedPart::Message(_) => Some(self.buffer.from(from)),
            _ => None,
        };
        let is_message = match part {
            UnfinishedPart::Other(_) => self.ends_with_json,
            _ => true,
        };
        Some(UnfinishedValue {
            place,
            text,
            is_message,
        })
    }
}
