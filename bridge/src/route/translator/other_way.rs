//! What a translator learns from the translator of the other direction of a [`Bridge`](crate::Bridge).

use super::{OBSERVED, Translator, byte_bound::bytes_of};
use crate::{Carry, Dialect, engine::Requested, route::message::AnyMessage};
use a2ui::{Message, v0_9};

impl Translator {
    /// Takes note of a message that goes the other way and was made elsewhere: what is known of its surface. Nothing comes out.
    pub(in crate::route) fn observe(&mut self, message: AnyMessage, carry: Carry) {
        let nothing = Requested { carry: false, notes: false };
        let (next, trust) = (self.next, std::mem::take(&mut self.trust));
        let (want, delivery) =
            (std::mem::replace(&mut self.want, nothing), std::mem::take(&mut self.delivery));
        self.next = OBSERVED;
        // What cannot be understood from here says nothing about a surface here either.
        let _ = self.push(message, carry);
        (self.next, self.trust, self.want, self.delivery) = (next, trust, want, delivery);
    }

    /// In which dialect a message about a surface is written, if it is one that says so.
    pub(in crate::route) fn surface_dialect(&self, message: &AnyMessage) -> Option<(String, Dialect)> {
        let is_of_0_9_1 = |message: &Message| match message {
            Message::V0_9Agent(message) => message.version == v0_9::Version::V0_9_1,
            _ => false,
        };
        let dialect = match message {
            AnyMessage::Message(message) if is_of_0_9_1(message) => Dialect::A2ui0_9_1,
            message => self.dialect_of(message).0,
        };
        message.subject().map(|subject| (subject, dialect))
    }

    /// Remembers in which dialect a surface is written on the other side, so that a click on it goes back there.
    pub(in crate::route) fn remember_origin(&mut self, subject: String, dialect: Dialect) {
        if !self.to.exact && dialect.protocol() == self.to.protocol() {
            let bytes = bytes_of(&subject);
            if self.origins.insert(subject, dialect).is_none() {
                self.budget.adjust(bytes, 0);
            }
        }
    }

    /// Forgets a surface that is gone.
    pub(in crate::route) fn forget_origin(&mut self, subject: &str) {
        if self.origins.remove(subject).is_some() {
            self.budget.adjust(0, bytes_of(subject));
        }
    }
}
