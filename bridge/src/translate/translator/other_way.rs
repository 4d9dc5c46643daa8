//! Facts that a translator learns from the opposite translator of a [`Bridge`](crate::Bridge).

use super::{OBSERVED, Translator};
use crate::{Carry, Dialect, RequestedNotes, RequestedOutputs, translate::message::AnyMessage};

impl Translator {
    /// Records a message that the opposite translator emitted, to learn about its surface. Emits no message.
    pub(in crate::translate) fn observe(&mut self, message: AnyMessage, carry: Carry) {
        let nothing = RequestedOutputs {
            carry: false,
            notes: RequestedNotes::None,
        };
        let (next, trust) = (self.next, std::mem::take(&mut self.settings.trust));
        let (requested, delivery) = (
            std::mem::replace(&mut self.settings.requested, nothing),
            std::mem::take(&mut self.settings.delivery),
        );
        self.next = OBSERVED;
        // A message that this direction refuses has no effect on a surface here.
        let _ = self.push(message, carry);
        (
            self.next,
            self.settings.trust,
            self.settings.requested,
            self.settings.delivery,
        ) = (next, trust, requested, delivery);
    }

    /// Returns the surface of a message and the dialect in which it is written.
    pub(in crate::translate) fn surface_dialect(
        &self,
        message: &AnyMessage,
    ) -> Option<(String, Dialect)> {
        let dialect = match message {
            message if message.is_of_0_9_1() => Dialect::A2ui0_9_1,
            message => self.dialect_of(message).0,
        };
        message.subject().map(|subject| (subject, dialect))
    }

    /// Records the dialect of a surface on the other side. A click on the surface is then written in that dialect.
    pub(in crate::translate) fn remember_origin(&mut self, subject: String, dialect: Dialect) {
        if !self.ends.to.exact && dialect.protocol() == self.ends.to.protocol() {
            self.subjects.origins.insert(subject, dialect);
        }
    }

    /// Forgets the dialect of a deleted surface.
    pub(in crate::translate) fn forget_origin(&mut self, subject: &str) {
        self.subjects.origins.remove(subject);
    }
}
