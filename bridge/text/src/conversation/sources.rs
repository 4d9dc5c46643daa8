//! The source messages that results and notes refer to.

use super::placed_refusals;
use crate::{
    input::{Input, OwnedInput},
    place::Place,
    saved_state::WaitingMessage,
};
use bridge::Refusal;
use std::{collections::BTreeMap, sync::Arc};
use wire::{Payload, Pointer, token};

/// The message being translated.
#[derive(Clone, Copy, Debug)]
pub(super) struct CurrentSource<'s, 'i> {
    /// The number of the message.
    pub(super) number: u64,
    pub(super) input: &'s Input<'i>,
    /// The place of the message in its document.
    pub(super) pointer: &'s Pointer,
}

/// A message whose result is pending.
#[derive(Clone, Debug)]
pub(super) enum WaitingSource {
    /// The document of the message, and its place there.
    Document {
        document: Arc<OwnedInput>,
        pointer: Pointer,
    },
    /// The places that were restored from a saved state.
    Saved {
        place: Place,
        /// The place of the body of the message, which most refusals are about.
        body: Place,
        pointer: Pointer,
    },
}

impl WaitingSource {
    pub(super) fn of_document(document: Arc<OwnedInput>, pointer: Pointer) -> Self {
        Self::Document { document, pointer }
    }

    fn pointer(&self) -> &Pointer {
        match self {
            Self::Document { pointer, .. } | Self::Saved { pointer, .. } => pointer,
        }
    }

    /// Returns the places of the message and of its body.
    fn places(&self) -> (Place, Place) {
        match self {
            Self::Saved { place, body, .. } => (place.clone(), body.clone()),
            Self::Document { document, pointer } => {
                let input = document.input();
                let place = input.at(pointer);
                let mut members = token::children(input.value(pointer).unwrap_or_default());
                let body = members.find(|member| member.text.starts_with('{'));
                let body = match body.and_then(|member| member.name) {
                    Some(name) => input.at(&pointer.member(&token::name(name))),
                    None => place.clone(),
                };
                (place, body)
            }
        }
    }

    /// Returns each part of a refusal with its place.
    pub(super) fn placed_refusals(&self, refusal: Refusal) -> Vec<(Place, Refusal)> {
        let refusal = refusal.below(self.pointer());
        match self {
            Self::Document { document, .. } => placed_refusals(&document.input(), refusal),
            Self::Saved {
                place,
                body,
                pointer,
            } => {
                let mut placed = Vec::new();
                for each in refusal.into_each() {
                    let is_whole = each.pointer() == pointer;
                    let place = if is_whole { place } else { body };
                    placed.push((place.clone(), each));
                }
                placed
            }
        }
    }

    pub(super) fn save(&self, number: u64) -> WaitingMessage {
        let (place, body) = self.places();
        WaitingMessage::new(
            number,
            saved_number(place.line),
            saved_number(place.column),
            saved_number(body.line),
            saved_number(body.column),
            self.pointer().clone(),
        )
    }

    pub(super) fn resume(saved: WaitingMessage) -> (u64, Self) {
        let WaitingMessage {
            input,
            line,
            column,
            body_line,
            body_column,
            pointer,
            ..
        } = saved;
        let source = Self::Saved {
            place: resumed_place(line, column),
            body: resumed_place(body_line, body_column),
            pointer,
        };
        (input, source)
    }
}

fn saved_number(number: usize) -> u64 {
    u64::try_from(number).unwrap_or(u64::MAX)
}

/// Returns a place of a saved state, which does not name the file.
fn resumed_place(line: u64, column: u64) -> Place {
    Place {
        file: None,
        line: usize::try_from(line).unwrap_or(usize::MAX),
        column: usize::try_from(column).unwrap_or(usize::MAX),
    }
}

/// The messages that the notes and results of an event refer to by number: the current message, and earlier messages
/// that waited.
#[derive(Clone, Copy, Debug)]
pub struct Sources<'s, 'i> {
    pub(super) here: Option<CurrentSource<'s, 'i>>,
    pub(super) waiting: &'s BTreeMap<u64, WaitingSource>,
}

/// A field of a source message.
#[derive(Clone, Debug)]
pub struct SourceField {
    /// The place of the field in the input.
    pub place: Place,
    /// The place of the field in its document.
    pub pointer: Pointer,
    /// `true` if the input has the field, or if the input is no longer known.
    pub is_present: bool,
}

static NOTHING: BTreeMap<u64, WaitingSource> = BTreeMap::new();

impl Sources<'_, '_> {
    /// Creates the sources of an event that refers to no message by number.
    pub(super) fn none() -> Self {
        Self {
            here: None,
            waiting: &NOTHING,
        }
    }

    /// Runs a function on the document of a message and the place of the message there. Returns `None` if the message
    /// waited in an earlier run, whose documents are not known.
    pub fn with_input<R>(
        &self,
        number: u64,
        run: impl FnOnce(&Input<'_>, &Pointer) -> R,
    ) -> Option<R> {
        match (
            self.here.filter(|here| here.number == number),
            self.waiting.get(&number),
        ) {
            (Some(here), _) => Some(run(here.input, here.pointer)),
            (None, Some(WaitingSource::Document { document, pointer })) => {
                Some(run(&document.input(), pointer))
            }
            _ => None,
        }
    }

    /// Returns the place of a message in the input, and in its document.
    pub fn message(&self, number: u64) -> (Place, Pointer) {
        let known = self.with_input(number, |input, pointer| {
            (input.at(pointer), pointer.clone())
        });
        known.unwrap_or_else(|| match self.waiting.get(&number) {
            Some(waiting) => (waiting.places().0, waiting.pointer().clone()),
            // The place of a finished message is no longer known.
            None => (Place::default(), Pointer::root()),
        })
    }

    /// Returns a field of a message. `from` is its place in the message.
    pub fn field(&self, number: u64, from: &Pointer) -> SourceField {
        let known = self.with_input(number, |input, pointer| {
            let pointer = pointer.join(from);
            let is_present = input.value(&pointer).is_some();
            SourceField {
                place: input.at(&pointer),
                pointer,
                is_present,
            }
        });
        known.unwrap_or_else(|| {
            let (place, pointer) = self.message(number);
            SourceField {
                place,
                pointer: pointer.join(from),
                // The input of an earlier run is not known, so the field counts as present.
                is_present: true,
            }
        })
    }

    /// Returns the value of a field of a message.
    pub fn value(&self, number: u64, from: &Pointer) -> Option<Payload> {
        let value = self.with_input(number, |input, pointer| {
            Payload::parse(input.value(&pointer.join(from))?).ok()
        });
        value.flatten()
    }
}
