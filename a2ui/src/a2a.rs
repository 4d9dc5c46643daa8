//! The binding of A2UI to A2A, the protocol between agents.
//!
//! | content | place |
//! |---|---|
//! | A2UI messages | the `data` of a [`DataPart`] with an A2UI [`MimeType`] |
//! | client capabilities and client data models | the [`MessageMetadata`] of an [`A2aMessage`] |
//! | agent capabilities | the agent card, as the `params` of an [`AgentExtension`] |
//! | version of A2UI | an [`ExtensionUri`] in a header; see [`select_newest`] |
//!
//! The types model only the part of A2A that A2UI uses; all other members are preserved verbatim. Both forms of parts
//! are read: those before A2A 1.0, which have a `kind`, and those of A2A 1.0, which have none.
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
//!
//! Specification: [A2UI 1.0, A2A extension](https://github.com/a2ui-project/a2ui/blob/e6a001f2c2af31261acf7319454130bcce6557e9/specification/v1_0/extensions/a2a/docs/a2ui_extension_specification.md).

mod extension;
mod message;
mod mime_type;
mod part;

pub use extension::{AgentExtension, ExtensionUri, select_newest};
pub use message::{A2aMessage, A2aRequest, MessageMetadata, MessageSendParams};
pub use mime_type::MimeType;
pub use part::{DataPart, OtherPart, Part, PartMetadata, TextPart};

/// A version of A2A. Versions that A2UI does not distinguish share a variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum A2aVersion {
    /// A2A 0.3 and earlier, in which the `data` of a part is an object.
    V0_3,
    /// A2A 1.0, in which the `data` of a part is any JSON value, including a list of messages.
    V1_0,
}

impl A2aVersion {
    /// Returns the name of the header that lists the URIs of active extensions, separated by commas.
    ///
    /// ```
    /// use agent_ui_a2ui::a2a::A2aVersion;
    ///
    /// assert_eq!(A2aVersion::V1_0.extensions_header(), "A2A-Extensions");
    /// ```
    pub fn extensions_header(self) -> &'static str {
        match self {
            Self::V0_3 => "X-A2A-Extensions",
            Self::V1_0 => "A2A-Extensions",
        }
    }
}
