//! A message found in a JSON value.

use super::Carrier;
use crate::repair::Repair;
use wire::{
    DecodeError, Pointer,
    token::{self, Child},
};

/// A JSON value with its place in the document that is searched.
#[derive(Clone, Copy)]
pub(super) struct PlacedValue<'a> {
    pub(super) text: &'a str,
    /// The offset of the value in the text of the document.
    pub(super) offset: usize,
    pub(super) at: &'a Pointer,
}

impl<'a> PlacedValue<'a> {
    /// Returns a child of this value, at the pointer `at`.
    pub(super) fn child(self, child: Child<'a>, at: &'a Pointer) -> Self {
        Self {
            text: child.text,
            offset: self.offset + child.at,
            at,
        }
    }

    /// Returns each element of the value as a message in an AG-UI activity.
    pub(super) fn operations(self) -> Vec<Part> {
        let mut parts = Vec::new();
        for (index, child) in token::children(self.text).enumerate() {
            let text = Ok(child.text.to_owned());
            let at = self.at.element(index);
            parts.push(Part::operation(self.offset + child.at, at, text));
        }
        parts
    }

    /// Returns the value as a message in an AG-UI activity.
    pub(super) fn operation(self) -> Part {
        Part::operation(self.offset, self.at.clone(), Ok(self.text.to_owned()))
    }

    /// Returns an error in place of a message in an AG-UI activity.
    pub(super) fn failed_operation(self, error: DecodeError) -> Part {
        Part::operation(self.offset, self.at.clone(), Err(error))
    }
}

/// A message found in a JSON value, with its place.
pub(super) struct Part {
    /// The offset of the message in the text of the value.
    pub(super) offset: usize,
    pub(super) pointer: Pointer,
    /// The format that contains the message, or `None` if the message is in a plain list.
    pub(super) carrier: Option<Carrier>,
    pub(super) text: Result<String, DecodeError>,
    /// `true` if the message is in a string, or was assembled from other members.
    pub(super) is_quoted: bool,
    /// `true` if the message was compared with earlier messages and is new.
    pub(super) is_compared: bool,
    /// The repairs made to find the message.
    pub(super) repairs: Vec<Repair>,
}

impl Part {
    pub(super) fn new(
        offset: usize,
        pointer: Pointer,
        carrier: Option<Carrier>,
        text: Result<String, DecodeError>,
    ) -> Self {
        Self {
            offset,
            pointer,
            carrier,
            text,
            is_quoted: false,
            is_compared: false,
            repairs: Vec::new(),
        }
    }

    /// Creates a message in an AG-UI activity, or an error in its place.
    pub(super) fn operation(
        offset: usize,
        pointer: Pointer,
        text: Result<String, DecodeError>,
    ) -> Self {
        Self::new(offset, pointer, Some(Carrier::AgUi), text)
    }
}
