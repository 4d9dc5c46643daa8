//! Documents of several messages.

use crate::{Message, Version};
use wire::{DecodeError, Payload, Pointer, decode::Refusal, token};

/// One message of a document, or why it is none.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Element {
    /// Where it stands in the document; the root if the document is the message.
    pub pointer: Pointer,
    /// The message. Pointer, line and column of an error count from the start of the document.
    pub result: Result<Message, DecodeError>,
}

/// Reads a document: one message, an array of messages, or an object with an array `messages` (whatever else it holds:
/// A2UI's sample files have `name` and `description`). One bad message does not lose the others.
///
/// Given a version, every message has to be of that one.
///
/// ```
/// # use agent_ui_a2ui as a2ui;
/// let document = r#"{"name":"n","messages":[{"deleteSurface":{"surfaceId":"a"}},{},{"deleteSurface":{"surfaceId":"b"}}]}"#;
/// let elements = a2ui::read(document, None)?;
/// assert_eq!(elements.len(), 3);
/// assert_eq!(elements[1].pointer.as_str(), "/messages/1");
/// assert!(elements[1].result.is_err() && elements[2].result.is_ok());
/// # Ok::<(), wire::DecodeError>(())
/// ```
///
/// # Errors
/// If the text is no JSON, or its `messages` are no array.
pub fn read(text: &str, version: Option<Version>) -> Result<Vec<Element>, DecodeError> {
    let start = text.trim_start();
    if start.starts_with('[') {
        Payload::parse(text)?;
        return Ok(elements(text, 0, &Pointer::root(), version));
    }
    if let Some((list, at)) = messages(text) {
        Payload::parse(text)?;
        let pointer = Pointer::root().member("messages");
        if !list.starts_with('[') {
            let kind = Payload::parse(list)?.kind();
            return Err(Refusal::wrong_type(kind, "an array of messages").at("messages").into());
        }
        return Ok(elements(list, at, &pointer, version));
    }
    let result = Message::read_as(text, version);
    match result {
        Err(error) if Payload::parse(text).is_err() => Err(error),
        result => Ok(vec![Element { pointer: Pointer::root(), result }]),
    }
}

/// The member `messages` of an object that is no message itself, and its offset.
fn messages(text: &str) -> Option<(&str, usize)> {
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

/// The elements of the array `list`, which begins `offset` bytes into its document.
fn elements(list: &str, offset: usize, pointer: &Pointer, version: Option<Version>) -> Vec<Element> {
    let _ = offset;
    token::children(list)
        .enumerate()
        .map(|(index, child)| {
            let pointer = pointer.element(index);
            let result = Message::read_as(child.text, version).map_err(|mut error| {
                error.pointer = pointer.join(&error.pointer);
                error
            });
            Element { pointer, result }
        })
        .collect()
}
