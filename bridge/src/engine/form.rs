//! The messages that mappings translate.

use super::Dialect;
use crate::{
    canvases::{CanvasDispatch, OpenCanvas, ProposedAction, ReleasedAction, ReleasedCanvas},
    mcp::ListToolsResult,
};
use a2ui::{Message, v0_8, v0_9, v1_0};
use aap::Interaction;
use actions_json::{
    item::{DomEvent, Item},
    manifest::Manifest,
};
use ahp::{canvas::ClientCanvasDeclaration, json_rpc::JsonRpcMessage};
use wire::{DecodeError, Payload, Wire};

/// A message that a mapping takes or makes.
pub(crate) trait Form: Wire + Sized {
    /// How deep it may nest.
    const MAX_DEPTH: usize = wire::MAX_DEPTH;

    /// Reads one, as the readers of a dialect do.
    fn read_as(payload: &Payload, dialect: Dialect) -> Result<Self, DecodeError>;
}

macro_rules! forms {
    ($($Type:ty),* $(,)?) => { $(
        impl Form for $Type {
            fn read_as(payload: &Payload, _: Dialect) -> Result<Self, DecodeError> {
                payload.decode()
            }
        }
    )* };
}

forms! {
    CanvasDispatch, ClientCanvasDeclaration, DomEvent, Interaction, Item, JsonRpcMessage, ListToolsResult, Manifest, OpenCanvas,
    ProposedAction, ReleasedAction, ReleasedCanvas, ahp::canvas::CanvasState, ahp::v1_0::CanvasState,
}

impl Form for Message {
    fn read_as(payload: &Payload, dialect: Dialect) -> Result<Self, DecodeError> {
        Self::read_as(payload.text(), dialect.a2ui_version())
    }
}

impl Form for Vec<Message> {
    /// Every message may be as deep as one alone.
    const MAX_DEPTH: usize = wire::MAX_DEPTH + 1;

    fn read_as(payload: &Payload, dialect: Dialect) -> Result<Self, DecodeError> {
        payload.elements().map(|message| Message::read_as(message.text(), dialect.a2ui_version())).collect()
    }
}

macro_rules! a2ui_forms {
    ($($Type:ty),* $(,)?) => { $(
        impl Form for $Type {
            /// What says two things at once, or nothing, is no message, whatever its body.
            fn read_as(payload: &Payload, dialect: Dialect) -> Result<Self, DecodeError> {
                Message::read_as(payload.text(), dialect.a2ui_version())?;
                payload.decode()
            }
        }
    )* };
}

a2ui_forms! {
    v0_8::AgentMessage, v0_8::ClientMessage, v0_9::AgentMessage, v0_9::ClientMessage, v1_0::AgentMessage, v1_0::RendererMessage,
}
