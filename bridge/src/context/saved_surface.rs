//! The saved form of surfaces.

use crate::{Dialect, Refusal};
use a2ui::{Message, surface::Surface};
use wire::Payload;

wire::object! {
    /// A saved A2UI surface as the messages that rebuild it.
    pub struct SavedSurface {
        /// The dialect of the messages, by name. Two dialects state the same version text.
        dialect: String,
        /// The messages that build the surface.
        messages: Vec<Payload>,
    }
}

fn encode(message: &Message) -> Payload {
    Payload::encode(message).unwrap_or_else(|_| Payload::null())
}

impl SavedSurface {
    pub(crate) fn of(surface: &Surface) -> Self {
        let messages: Vec<_> = surface.messages().iter().map(encode).collect();
        Self::new(Dialect::of_surface(surface).as_str(), messages)
    }

    /// Reads the messages that build the surface.
    ///
    /// # Errors
    /// Refuses a message that is not valid in the dialect.
    pub(crate) fn read(&self) -> Result<Vec<Message>, Refusal> {
        let version = Dialect::from_full_name(&self.dialect).and_then(Dialect::a2ui_version);
        self.messages.iter().map(|message| Ok(Message::read_as(message.text(), version)?)).collect()
    }
}
