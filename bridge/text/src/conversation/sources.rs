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
    /// The places that a saved state contains.
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
                let mut members = token::children(input.value(pointer).unwrap_or_default());
                let body = members
                    .find(|member| member.text.starts_with('{'))
                    .and_then(|member| member.name);
                let body = body.map(|name| input.at(&pointer.member(&token::name(name))));
                let place = input.at(pointer);
                (place.clone(), body.unwrap_or(place))
            }
        }
    }

    /// Gives each part of a refusal its place.
    pub(super) fn placed_refusals(&self, refusal: Refusal) -> Vec<(Place, Refusal)> {
        let refusal = refusal.below(self.pointer());
        match self {
            Self::Document { document, .. } => placed_refusals(&document.input(), refusal),
            Self::Saved {
                place,
                body,
                pointer,
            } => {
                let place_of = |each: &Refusal| {
                    if each.pointer() == pointer {
                        place
                    } else {
                        body
                    }
                };
                refusal
                    .into_each()
                    .into_iter()
                    .map(|each| (place_of(&each).clone(), each))
                    .collect()
            }
        }
    }

    pub(super) fn save(&self, number: u64) -> WaitingMessage {
        let count = |number| u64::try_from(number).unwrap_or(u64::MAX);
        let (place, body) = self.places();
        let [line, column] = [place.line, place.column].map(count);
        let [body_line, body_column] = [body.line, body.column].map(count);
        WaitingMessage::new(
            number,
            line,
            column,
            body_line,
            body_column,
            self.pointer().clone(),
        )
    }

    pub(super) fn resume(saved: WaitingMessage) -> (u64, Self) {
        let count = |number| usize::try_from(number).unwrap_or(usize::MAX);
        let place = |line, column| Place {
            file: None,
            line: count(line),
            column: count(column),
        };
        let WaitingMessage {
            input,
            line,
            column,
            body_line,
            body_column,
            pointer,
            ..
        } = saved;
        let (place, body) = (place(line, column), place(body_line, body_column));
        (
            input,
            Self::Saved {
                place,
                body,
                pointer,
            },
        )
    }
}

/// The messages that the notes and results of an event refer to by number: the current one, and those that waited.
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
    /// `true` if the input has the field, or is not known any more.
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

    /// Runs a function on the document of a message and the place of the message there. Returns `None` if the document is not
    /// known, because the message waited in an earlier run.
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
                is_present: true,
            }
        })
    }

    /// Returns the value of a field of a message.
    pub fn value(&self, number: u64, from: &Pointer) -> Option<Payload> {
        let text = |input: &Input<'_>, pointer: &Pointer| {
            input
                .value(&pointer.join(from))
                .and_then(|text| Payload::parse(text).ok())
        };
        self.with_input(number, text).flatten()
    }
}
