//! Reads the messages of all protocols.

use super::message::AnyMessage;
use crate::{Dialect, Protocol, Refusal};
use wire::Payload;

impl AnyMessage {
    /// Reads a message of the dialect `from`, to be translated into the protocol `to`.
    ///
    /// If a dialect has several kinds of messages, a member that only one kind has identifies the kind. `jsonrpc`
    /// identifies a frame, `action` an action on a channel, and `displayName` without `channel` a declaration. A `type`
    /// identifies an actions.json item, because manifests have no `type`. If `to` has items but no manifests, every
    /// message is read as an item.
    ///
    /// # Errors
    /// Refuses a message that cannot be read, and an item without a counterpart. Refuses an AHP message that contains
    /// no canvas or has the shape of a later draft.
    ///
    /// ```
    /// use agent_ui_bridge::{AnyMessage, Dialect, Protocol, wire};
    ///
    /// let message = wire::Payload::parse(r#"{"canvasId":"plan","displayName":"Plan","description":"A floor"}"#)?;
    /// assert!(matches!(AnyMessage::read(&message, Dialect::AhpCanvas, Protocol::Mcp)?, AnyMessage::Declaration(_)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn read(message: &Payload, from: Dialect, to: Protocol) -> Result<Self, Refusal> {
        match from.protocol() {
            #[cfg(feature = "actions-json")]
            Protocol::ActionsJson => super::items::read(message, to),
            #[cfg(feature = "a2ui")]
            Protocol::A2ui => {
                Ok(a2ui::Message::read_as(message.text(), from.a2ui_version())?.into())
            }
            #[cfg(feature = "ahp")]
            Protocol::Ahp => super::hosts::read(message, from, to),
            #[cfg(feature = "mcp")]
            Protocol::Mcp => {
                if message.member("jsonrpc").is_some() {
                    return Ok(Self::McpFrame(wire::decode(message.text())?));
                }
                crate::mcp::ensure_no_manifest(message)?;
                Ok(Self::Tools(wire::decode(message.text())?))
            }
            #[cfg(feature = "mcp-elicitation")]
            Protocol::McpElicitation => Ok(Self::Elicitation(wire::decode(message.text())?)),
            #[cfg(feature = "acp")]
            Protocol::Acp => Ok(Self::Acp(wire::decode(message.text())?)),
            #[cfg(all(feature = "a2ui", feature = "adaptive-cards"))]
            Protocol::AdaptiveCards => Ok(Self::Card(wire::decode(message.text())?)),
            #[cfg(all(feature = "a2ui", feature = "slack-blocks"))]
            Protocol::SlackBlocks => Ok(Self::Blocks(wire::decode(message.text())?)),
            _ => Self::read_only_kind(message.text(), from),
        }
    }
}
