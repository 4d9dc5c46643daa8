//! The saved form of surfaces.

use wire::Payload;

wire::object! {
    /// A saved A2UI surface as the messages that rebuild it.
    pub struct SavedSurface {
        /// The dialect of the messages, by name, because two dialects have the same version text.
        dialect: String,
        /// The messages that build the surface.
        messages: Vec<Payload>,
    }
}
