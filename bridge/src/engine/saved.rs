//! Surfaces that are written down.

use super::{Dialect, Refusal, payload};
use a2ui::{Message, surface::Surface};
use wire::Payload;

wire::object! {
    /// A surface, written down.
    pub struct SavedSurface {
        /// In which dialect it was written, by name: two versions of A2UI state the same word.
        dialect: String,
        /// The messages that build it.
        messages: Vec<Payload>,
    }
}

impl SavedSurface {
    pub(crate) fn of(surface: &Surface) -> Self {
        let messages: Vec<_> = surface.messages().iter().map(payload).collect();
        Self::new(Dialect::of_surface(surface).as_str(), messages)
    }

    /// Its messages.
    ///
    /// # Errors
    /// If they are none of that dialect.
    pub(crate) fn read(&self) -> Result<Vec<Message>, Refusal> {
        let version = Dialect::from_full_name(&self.dialect).and_then(Dialect::a2ui_version);
        self.messages.iter().map(|message| Ok(Message::read_as(message.text(), version)?)).collect()
    }
}
