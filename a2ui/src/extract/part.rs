//! A message found in a JSON value.

use super::Carrier;
use crate::repair::Repair;
use wire::{DecodeError, Pointer};

/// A message found in a JSON value, with its place.
pub(super) struct Part {
    /// The offset of the message in the text of the value.
    pub(super) offset: usize,
    pub(super) pointer: Pointer,
    /// The format that contains the message; `None` for a plain list.
    pub(super) carrier: Option<Carrier>,
    pub(super) text: Result<String, DecodeError>,
    /// `true` if the message is in a string, or was assembled from other members.
    pub(super) is_quoted: bool,
    /// `true` if the message was compared with earlier ones and is new.
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
}
