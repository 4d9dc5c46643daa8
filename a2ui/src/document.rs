//! Documents that contain several messages.

use crate::{Message, Version, repair::kind::Repair};
use wire::{DecodeError, Payload, Pointer, decode::ReadError, token};

/// One message of a document, or the error that prevented reading it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Element {
    /// The place of the message in the document, or the root if the message is the whole document.
    pub pointer: Pointer,
    /// The message, or an error whose pointer, line and column count from the start of the document.
    pub result: Result<Message, DecodeError>,
    /// The repairs made by a [`Repairer`](crate::repair::Repairer). The list is empty if the message was read
    /// strictly.
    pub repairs: Vec<Repair>,
}

impl Element {
    /// Creates an element without repairs.
    pub(crate) fn new(pointer: Pointer, result: Result<Message, DecodeError>) -> Self {
        Self {
            pointer,
            result,
            repairs: Vec::new(),
        }
    }
}

/// Reads a document: one message, an array of messages, or an object with an array `messages`. Other members of the
/// object, such as `name` and `description` in A2UI's sample files, are ignored. An invalid message does not affect
/// the others.
///
/// If `version` is given, a message of another version is an error.
///
/// ```
/// use agent_ui_a2ui::wire;
///
/// let document = r#"{"name":"n","messages":[{"deleteSurface":{"surfaceId":"a"}},{},{"deleteSurface":{"surfaceId":"b"}}]}"#;
/// let elements = agent_ui_a2ui::read(document, None)?;
/// assert_eq!(elements.len(), 3);
/// assert_eq!(elements[1].pointer.as_str(), "/messages/1");
/// assert!(elements[1].result.is_err() && elements[2].result.is_ok());
/// # Ok::<(), wire::DecodeError>(())
/// ```
///
/// # Errors
/// Returns an error if the text is not valid JSON, or its member `messages` is not an array.
pub fn read(text: &str, version: Option<Version>) -> Result<Vec<Element>, DecodeError> {
    let Some(list) = find_message_list(text)? else {
        return match Message::read_as(text, version) {
            Err(error) if Payload::parse(text).is_err() => Err(error),
            result => Ok(vec![Element::new(Pointer::root(), result)]),
        };
    };
    let mut elements = Vec::new();
    list.for_each_part(|part| {
        let result = Message::read_as(part.text, version).map_err(|error| part.place(error));
        elements.push(Element::new(part.pointer.clone(), result));
    });
    Ok(elements)
}

/// Finds the list of messages in a document. Returns `None` if the document is a single message.
///
/// # Errors
/// Returns an error if a document with a list is not valid JSON, or its member `messages` is not an array.
pub(crate) fn find_message_list(text: &str) -> Result<Option<MessageList<'_>>, DecodeError> {
    let found = if text.trim_start().starts_with('[') {
        MessageList {
            document: text,
            list: text,
            offset: 0,
            pointer: Pointer::root(),
        }
    } else if let Some((list, offset)) = find_messages_member(text) {
        MessageList {
            document: text,
            list,
            offset,
            pointer: Pointer::root().member("messages"),
        }
    } else {
        return Ok(None);
    };
    Payload::parse(text)?;
    if !found.list.trim_start().starts_with('[') {
        let kind = Payload::parse(found.list)?.kind();
        return Err(ReadError::wrong_type(kind, "an array of messages")
            .at("messages")
            .into());
    }
    Ok(Some(found))
}

/// A list of messages, and its place in the document.
pub(crate) struct MessageList<'a> {
    document: &'a str,
    list: &'a str,
    offset: usize,
    pointer: Pointer,
}

/// One element of a list of messages.
pub(crate) struct Part<'a, 'l> {
    pub(crate) text: &'a str,
    pub(crate) pointer: Pointer,
    lines: &'l LineCounter,
}

impl Part<'_, '_> {
    /// Converts an error in this element to an error in the whole document.
    pub(crate) fn place(&self, error: DecodeError) -> DecodeError {
        self.lines.locate(error, &self.pointer)
    }
}

impl<'a> MessageList<'a> {
    /// Returns the array as text.
    pub(crate) fn text(&self) -> &'a str {
        self.list
    }

    /// Returns the place of the array in the document.
    pub(crate) fn pointer(&self) -> &Pointer {
        &self.pointer
    }

    /// Returns the texts of the elements.
    pub(crate) fn parts(&self) -> impl Iterator<Item = &'a str> {
        token::children(self.list).map(|child| child.text)
    }

    /// Passes each element to `read`.
    pub(crate) fn for_each_part(&self, mut read: impl FnMut(&Part<'a, '_>)) {
        let mut lines = LineCounter {
            line: 1,
            column: 1,
            at: 0,
        };
        for (index, child) in token::children(self.list).enumerate() {
            lines.go_to(self.document, self.offset + child.at);
            read(&Part {
                text: child.text,
                pointer: self.pointer.element(index),
                lines: &lines,
            });
        }
    }
}

/// Returns the value of the member `messages` of an object, and the offset of the value. Returns `None` if the object
/// is a message itself.
fn find_messages_member(text: &str) -> Option<(&str, usize)> {
    // Most documents are messages that begin with `version`.
    if text.starts_with(r#"{"version":"#) {
        return None;
    }
    let mut found = None;
    for child in token::children(text) {
        match &*token::string(child.name?) {
            "messages" => found = Some((child.text, child.at)),
            "version" => return None,
            _ => {}
        }
    }
    found
}

/// The line and column of a position that moves forward through a text.
pub(crate) struct LineCounter {
    line: usize,
    column: usize,
    at: usize,
}

impl LineCounter {
    /// Moves forward to an offset of the text.
    fn go_to(&mut self, text: &str, at: usize) {
        for byte in text.as_bytes().get(self.at..at).unwrap_or_default() {
            if *byte == b'\n' {
                self.line += 1;
                self.column = 1;
            } else {
                self.column += 1;
            }
        }
        self.at = at;
    }

    /// Converts an error in the text at the current position to an error in the whole document.
    fn locate(&self, mut error: DecodeError, pointer: &Pointer) -> DecodeError {
        error.pointer = pointer.join(&error.pointer);
        if error.line <= 1 {
            error.column = self.column + error.column.saturating_sub(1);
        }
        error.line = self.line + error.line.saturating_sub(1);
        error
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(document: &str, at: usize) -> (String, usize, usize) {
        let error = read(document, None)
            .unwrap()
            .swap_remove(at)
            .result
            .unwrap_err();
        (error.pointer.as_str().to_owned(), error.line, error.column)
    }

    #[test]
    fn places_of_errors_count_from_the_start_of_the_document() {
        let list = "[\n  {\"deleteSurface\":{\"surfaceId\":\"a\"}},  {\"deleteSurface\":{\n\"surfaceId\":8}}, 7]";
        assert_eq!(
            error(list, 1),
            ("/1/deleteSurface/surfaceId".to_owned(), 3, 13)
        );
        assert_eq!(error(list, 2), ("/2".to_owned(), 3, 18));
        let object = format!("{{\"name\":\"n\",\n\"messages\":{list}}}");
        assert_eq!(
            error(&object, 1),
            ("/messages/1/deleteSurface/surfaceId".to_owned(), 4, 13)
        );
        assert_eq!(
            error("{\"deleteSurface\":{\"surfaceId\":8}}", 0).0,
            "/deleteSurface/surfaceId"
        );
    }

    #[test]
    fn an_invalid_document_is_refused_at_the_fault() {
        for (text, pointer, rule) in [
            ("[", "", "syntax"),
            ("", "", "syntax"),
            (r#"{"messages":{}}"#, "/messages", "type"),
            ("{} {}", "", "syntax"),
        ] {
            let error = read(text, None).unwrap_err();
            assert_eq!(
                (error.pointer.as_str(), error.rule.as_str()),
                (pointer, rule),
                "{text}"
            );
        }
        assert_eq!(read("[]", None).unwrap(), []);
    }

    #[test]
    fn the_depth_limit_applies_to_each_message() {
        let message = |n: usize| {
            let (open, close) = ("[".repeat(n), "]".repeat(n));
            format!(
                r#"{{"version":"v0.9","updateDataModel":{{"surfaceId":"s","value":{open}{close}}}}}"#
            )
        };
        let elements = read(&format!("[{},{}]", message(125), message(126)), None).unwrap();
        assert!(elements[0].result.is_ok());
        assert_eq!(
            elements[1].result.as_ref().unwrap_err().rule,
            wire::DecodeRule::Depth
        );
    }
}
