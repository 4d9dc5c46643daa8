//! The message types that a caller may name.

/// The message types of a dialect that has several for the same content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MessageType {
    /// The record that an AAP provider stores.
    Interaction,
    /// The request that the window of a page sends to the provider.
    SubmitRequest,
    /// The message that a page posts to its window.
    CanvasMessage,
    /// The AHP canvas without its contents.
    CanvasState,
}

impl MessageType {
    /// All message types.
    pub const ALL: [Self; 4] = [
        Self::Interaction,
        Self::SubmitRequest,
        Self::CanvasMessage,
        Self::CanvasState,
    ];

    /// Returns the name of the wire type.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Interaction => "Interaction",
            Self::SubmitRequest => "SubmitRequest",
            Self::CanvasMessage => "CanvasMessage",
            Self::CanvasState => "CanvasState",
        }
    }

    /// Returns the message type with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|known| known.as_str() == name)
    }
}
