//! Reads messages that break a rule of the specification in a known way, and names every liberty taken.
//!
//! Sample agents, renderers and models write messages that no version of the specification allows, and published readers show them
//! all the same. [`Repairer`] reads such messages. Each change it has to make is a [`Repair`]: a kind, a place and a sentence. Nothing
//! is changed in a message that can be read as it is, and nothing is guessed: a message that could mean two things is an error.
//!
//! ```
//! # use agent_ui_a2ui as a2ui;
//! use a2ui::{Version, repair::Repairer};
//!
//! let mut repairer = Repairer::new(None);
//! let elements = repairer.read(r#"{"createSurface":{"surfaceId":"s","catalogId":"c"}}"#)?;
//! assert_eq!(elements[0].result.as_ref().unwrap().version(), Version::V0_9);
//! assert_eq!(elements[0].repairs[0].kind.as_str(), "missing-version");
//! assert_eq!(elements[0].repairs[0].to_string(), "the message states no `version`; it is read as A2UI 0.9");
//! # Ok::<(), wire::DecodeError>(())
//! ```

mod kind;
#[cfg(test)]
mod tests;
mod version;

pub use kind::RepairKind;

use crate::{Element, Message, Version, document};
use std::{collections::BTreeMap, fmt};
use wire::{DecodeError, Payload, Pointer};

/// One liberty taken to read a message.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Repair {
    /// The kind of the repair.
    pub kind: RepairKind,
    /// The place of the change, in the document as it was given.
    pub pointer: Pointer,
    /// The names that the sentence of the kind mentions, in order.
    pub names: Vec<String>,
}

impl Repair {
    /// Creates a repair; `names` fill the placeholders of the sentence of its kind, in order.
    pub fn new(kind: RepairKind, pointer: Pointer, names: &[&str]) -> Self {
        Self { kind, pointer, names: names.iter().map(|name| (*name).to_owned()).collect() }
    }
}

impl fmt::Display for Repair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut names = self.names.iter();
        let mut parts = self.kind.sentence().split("{}");
        f.write_str(parts.next().unwrap_or_default())?;
        for part in parts {
            f.write_str(names.next().map_or("?", String::as_str))?;
            f.write_str(part)?;
        }
        Ok(())
    }
}

/// Reads documents one after the other, and repairs the messages that cannot be read as they are.
///
/// It remembers which version each live surface was made with, because a message without `version` belongs to that one.
#[derive(Clone, Debug, Default)]
pub struct Repairer {
    given: Option<Version>,
    surfaces: BTreeMap<String, Version>,
    last: Option<Version>,
}

impl Repairer {
    /// Creates a repairer. Given a version, every message has to be of that one.
    pub fn new(version: Option<Version>) -> Self {
        Self { given: version, ..Self::default() }
    }

    /// Reads a document as [`read`](crate::read()) does: one message, an array of messages, or an object with an array `messages`.
    /// A message that stands for several becomes several elements with the same pointer; the first has the repairs.
    ///
    /// # Errors
    /// If the text is no JSON and cannot be mended, or its `messages` are no array.
    pub fn read(&mut self, text: &str) -> Result<Vec<Element>, DecodeError> {
        match document::list_of_messages(text)? {
            Some(list) => {
                let read =
                    list.parts(|part| self.message(part.text, &part.pointer, &|error| part.place(error)));
                Ok(read.into_iter().flatten().collect())
            }
            None => {
                let read = self.message(text, &Pointer::root(), &|error| error);
                match read.first().map(|element| &element.result) {
                    Some(Err(error)) if !Payload::is_json(text) => Err(error.clone()),
                    _ => Ok(read),
                }
            }
        }
    }

    /// Reads one message, which stands at `pointer`; `place` makes an error of it one of the document.
    fn message(
        &mut self,
        text: &str,
        pointer: &Pointer,
        place: &dyn Fn(DecodeError) -> DecodeError,
    ) -> Vec<Element> {
        let (result, repairs) = match Message::read_as(text, self.given) {
            Ok(message) => (Ok(message), Vec::new()),
            Err(error) => self
                .repair(text, pointer)
                .map_or((Err(place(error)), Vec::new()), |(message, repairs)| (Ok(message), repairs)),
        };
        if let Ok(message) = &result {
            self.remember(message);
        }
        vec![Element { pointer: pointer.clone(), result, repairs }]
    }

    fn repair(&self, text: &str, pointer: &Pointer) -> Option<(Message, Vec<Repair>)> {
        let (text, version) = self.with_version(text)?;
        let message = Message::read_as(&text, version).ok()?;
        Some((
            message,
            vec![Repair::new(RepairKind::MissingVersion, pointer.clone(), &[&version.to_string()])],
        ))
    }

    /// Remembers the version of the message, and of its surface while that lives.
    fn remember(&mut self, message: &Message) {
        self.last = Some(message.version());
        let Some(surface) = message.surface_id().filter(|_| message.is_about_a_surface()) else { return };
        if message.key() == "deleteSurface" {
            self.surfaces.remove(surface.as_str());
        } else {
            self.surfaces.insert(surface.as_str().to_owned(), message.version());
        }
    }
}
