//! The messages that mappings translate.

use super::{Dialect, Refusal, refuse_errors};
use crate::{
    canvases::{CanvasDispatch, OpenCanvas, ProposedAction, ReleasedAction, ReleasedCanvas},
    mcp::ListToolsResult,
};
use a2ui::{Message, v0_8, v0_9, v1_0};
use aap::Interaction;
use actions_json::{
    item::{DomEvent, Item},
    manifest::Manifest,
    validate::{self, Profile},
};
use ahp::{canvas::ClientCanvasDeclaration, json_rpc::JsonRpcMessage};
use wire::{Payload, Validate, Wire};

/// A message that a mapping takes or makes.
pub(crate) trait Form: Wire + Sized {
    /// How deep it may nest.
    const MAX_DEPTH: usize = wire::MAX_DEPTH;

    /// Reads one, as the mappings of a dialect do: what they refuse to translate is not readable.
    fn read_as(payload: &Payload, dialect: Dialect) -> Result<Self, Refusal>;
}

macro_rules! forms {
    ($($Type:ty),* $(,)?) => { $(
        impl Form for $Type {
            fn read_as(payload: &Payload, _: Dialect) -> Result<Self, Refusal> {
                Ok(payload.decode()?)
            }
        }
    )* };
}

forms! {
    CanvasDispatch, DomEvent, Interaction, Item, JsonRpcMessage, OpenCanvas, ProposedAction, ReleasedAction, ReleasedCanvas, ahp::canvas::CanvasState, ahp::v1_0::CanvasState,
}

impl Form for Manifest {
    fn read_as(payload: &Payload, _: Dialect) -> Result<Self, Refusal> {
        let manifest = payload.decode()?;
        refuse_errors("actions-json", &validate::check(&manifest, &Profile::PUBLISHED, None))?;
        Ok(manifest)
    }
}

impl Form for ClientCanvasDeclaration {
    fn read_as(payload: &Payload, _: Dialect) -> Result<Self, Refusal> {
        let declaration: Self = payload.decode()?;
        refuse_errors("ahp", &declaration.validate())?;
        Ok(declaration)
    }
}

impl Form for ListToolsResult {
    fn read_as(payload: &Payload, _: Dialect) -> Result<Self, Refusal> {
        let list: Self = payload.decode()?;
        refuse_errors("mcp", &list.validate())?;
        Ok(list)
    }
}

impl Form for Message {
    fn read_as(payload: &Payload, dialect: Dialect) -> Result<Self, Refusal> {
        Ok(Self::read_as(payload.text(), dialect.a2ui_version())?)
    }
}

impl Form for Vec<Message> {
    /// Every message may be as deep as one alone.
    const MAX_DEPTH: usize = wire::MAX_DEPTH + 1;

    fn read_as(payload: &Payload, dialect: Dialect) -> Result<Self, Refusal> {
        payload.elements().map(|message| Form::read_as(&message, dialect)).collect()
    }
}

macro_rules! a2ui_forms {
    ($($Type:ty),* $(,)?) => { $(
        impl Form for $Type {
            /// What says two things at once, or nothing, is no message, whatever its body.
            fn read_as(payload: &Payload, dialect: Dialect) -> Result<Self, Refusal> {
                Message::read_as(payload.text(), dialect.a2ui_version())?;
                Ok(payload.decode()?)
            }
        }
    )* };
}

a2ui_forms! {
    v0_8::AgentMessage, v0_8::ClientMessage, v0_9::AgentMessage, v0_9::ClientMessage, v1_0::AgentMessage, v1_0::RendererMessage,
}
