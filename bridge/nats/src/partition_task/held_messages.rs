//! The messages of a partition that a worker has received and not acknowledged.

use crate::input::session_of;
use async_nats::jetstream::{AckKind, Message};
use std::{collections::BTreeMap, time::Duration};

/// The time before the server redelivers a message that a worker returned after an error.
const REDELIVERY_DELAY: Duration = Duration::from_millis(500);

/// A message that is not acknowledged.
pub(super) struct HeldMessage {
    pub(super) message: Message,
    /// The number of times that the server has delivered the message.
    pub(super) delivered: i64,
}

impl HeldMessage {
    pub(super) fn session(&self) -> &str {
        session_of(&self.message.subject)
    }
}

/// The unacknowledged messages by their sequence numbers.
#[derive(Default)]
pub(super) struct HeldMessages(pub(super) BTreeMap<u64, HeldMessage>);

impl HeldMessages {
    /// Removes a finished message and acknowledges it.
    ///
    /// If this fails, the server delivers the message again, and the record of the session shows that it is done.
    pub(super) async fn acknowledge(&mut self, sequence: u64) {
        if let Some(held) = self.0.remove(&sequence) {
            let _ = held.message.ack().await;
        }
    }

    /// Removes a message that cannot be processed, and asks the server not to deliver it again.
    pub(super) async fn terminate(&mut self, sequence: u64) {
        if let Some(held) = self.0.remove(&sequence) {
            // After a failure, the server delivers the message again, and it is removed in the same way.
            let _ = held.message.ack_with(AckKind::Term).await;
        }
    }

    /// Asks the server to extend the acknowledgement time of all messages.
    pub(super) async fn extend(&self) {
        for held in self.0.values() {
            // After a failure, the next extension follows in time, or the server delivers the message again.
            let _ = held.message.ack_with(AckKind::Progress).await;
        }
    }

    /// Removes the messages of the sessions for which `is_taken` returns `true`, and returns them.
    pub(super) fn take(&mut self, is_taken: impl Fn(&str) -> bool) -> Self {
        let (taken, others) = std::mem::take(&mut self.0)
            .into_iter()
            .partition(|(_, held)| is_taken(held.session()));
        self.0 = others;
        Self(taken)
    }

    /// Returns the messages to the server for immediate redelivery.
    pub(super) async fn return_now(&self) {
        for held in self.0.values() {
            return_now(&held.message).await;
        }
    }

    /// Returns the messages to the server for redelivery after a short delay.
    pub(super) async fn return_later(&self) {
        for held in self.0.values() {
            let _ = held
                .message
                .ack_with(AckKind::Nak(Some(REDELIVERY_DELAY)))
                .await;
        }
    }
}

/// Returns a message to the server for immediate redelivery.
pub(super) async fn return_now(message: &Message) {
    // After a failure, the server delivers the message again when its acknowledgement time ends.
    let _ = message.ack_with(AckKind::Nak(None)).await;
}
