//! A2UI inside A2A, the protocol that agents speak among themselves. A2UI 0.8, 0.9 and 1.0, A2A extension.
//!
//! | what travels | where |
//! |---|---|
//! | messages of A2UI | in the `data` of a [`DataPart`] that a [`MimeType`] marks |
//! | what the client can show, and the data models that it sends along | in the [`MessageMetadata`] of an [`A2aMessage`] |
//! | what the agent can send | in its card, as the `params` of an [`AgentExtension`] |
//! | the version of A2UI that is spoken | as an [`ExtensionUri`], in a header: see [`select_newest`] |
//!
//! Of A2A itself only that much is modelled; everything else is kept verbatim. Messages of A2A before 1.0, whose parts
//! have a `kind`, and of A2A 1.0, whose parts have none, are both read.
//!
//! ```
//! use agent_ui_a2ui::{Message, a2a::{A2aVersion, DataPart, ExtensionUri}, wire};
//!
//! let messages = [
//!     Message::read(r#"{"version":"v0.9","deleteSurface":{"surfaceId":"a"}}"#)?,
//!     Message::read(r#"{"version":"v0.9","deleteSurface":{"surfaceId":"b"}}"#)?,
//! ];
//! let parts = DataPart::from_messages(&messages, &ExtensionUri::V0_9, A2aVersion::V1_0)?;
//! assert_eq!(
//!     wire::encode(&parts)?,
//!     r#"[{"kind":"data","metadata":{"mimeType":"application/json+a2ui"},"data":[{"version":"v0.9","deleteSurface":{"surfaceId":"a"}},{"version":"v0.9","deleteSurface":{"surfaceId":"b"}}]}]"#
//! );
//! assert_eq!(DataPart::from_messages(&messages, &ExtensionUri::V0_9, A2aVersion::V0_3)?.len(), 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod extension;
mod message;
mod part;

pub use extension::{AgentExtension, ExtensionUri, select_newest};
pub use message::{A2aMessage, A2aRequest, MessageMetadata, MessageSendParams};
pub use part::{DataPart, MimeType, OtherPart, Part, PartMetadata, TextPart};

/// A version of A2A, as far as it matters to A2UI.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum A2aVersion {
    /// A2A 0.3 and older: the `data` of a part is one object.
    V0_3,
    /// A2A 1.0: it is any JSON value, and so may be a list of messages.
    V1_0,
}

impl A2aVersion {
    /// The header in which client and agent name the extensions that they speak, as URIs with commas between.
    pub fn extensions_header(self) -> &'static str {
        match self {
            Self::V0_3 => "X-A2A-Extensions",
            Self::V1_0 => "A2A-Extensions",
        }
    }
}
