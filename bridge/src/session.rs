//! What sessions give back.

use crate::{Carry, Refusal};
use a2ui::Message;

/// A message that a session gives back.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Output {
    /// The number of the message from which it comes, in the order in which the session took them; the first one is 0.
    pub input: u64,
    /// The message.
    pub message: Message,
    /// What its way back needs to know.
    pub carry: Carry,
}

impl Output {
    /// A message that needs no session.
    pub fn of(message: Message, carry: Carry) -> Self {
        Self::new(0, message, carry)
    }

    pub(crate) fn new(input: u64, message: impl Into<Message>, carry: Carry) -> Self {
        Self { input, message: message.into(), carry }
    }
}

/// A message that a session still holds at the end, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Unfinished {
    /// The number of the message.
    pub input: u64,
    /// What it waits for.
    pub refusal: Refusal,
}

impl Unfinished {
    pub(crate) fn new(input: u64, refusal: Refusal) -> Self {
        Self { input, refusal }
    }
}
