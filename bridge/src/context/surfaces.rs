//! The live surfaces of a context: messages that change them, and their saved form.

use super::{Context, SavedSurface};
use crate::{Dialect, Refusal};
use a2ui::{
    Message,
    surface::{Surface, Surfaces},
};
use wire::Payload;

impl Context {
    /// Returns the saved form of the live surfaces.
    pub(crate) fn save_surfaces(&self) -> Vec<SavedSurface> {
        self.surfaces.iter().map(SavedSurface::of).collect()
    }

    /// Replaces the live surfaces by the saved surfaces.
    pub(crate) fn restore_surfaces(&mut self, saved: &[SavedSurface]) -> Result<(), Refusal> {
        self.surfaces = Surfaces::with_options(self.surfaces.options().clone());
        for surface in saved {
            for message in surface.read()? {
                self.surfaces.apply(&message)?;
            }
        }
        Ok(())
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
        self.messages
            .iter()
            .map(|message| Ok(Message::read_as(message.text(), version)?))
            .collect()
    }
}
