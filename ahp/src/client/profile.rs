//! The profiles of AHP that a client can speak.

use super::ClientOutput;
use crate::{
    ReduceOutcome,
    canvas::{
        self, CanvasMessage, ProviderRequest, SessionAction, SessionState, SessionSubscribeResult,
        frame,
        host::{OF_CHAT, OF_SESSION},
    },
    connection::{CanvasCapability, ClientCapabilities},
    draft,
    ids::{ChannelKind, ChannelUri},
    json_rpc::{JsonRpcError, JsonRpcRequest},
    subscription::SubscribeResult,
    v1_0::{self, ChatAction, ChatState},
};
use std::fmt::Debug;
use wire::{DecodeError, Extra, Payload, Wire};

mod sealed {
    /// A restriction of [`Profile`](super::Profile) to the profiles of this crate.
    pub trait Sealed {}
    impl Sealed for super::CanvasProposal {}
    impl Sealed for super::Ahp1_0 {}
}

/// The rules in which the Canvas proposal and AHP 1.0 differ.
///
/// Both profiles have channels that *list* canvases, and a channel for each canvas.
pub trait Profile: sealed::Sealed + Debug + Send + 'static {
    /// The state of a channel that lists canvases.
    type List: Wire + Debug + Send + 'static;
    /// The state of an open canvas.
    type Canvas: Wire + Debug + Send + 'static;

    /// The kind of the channels that list canvases.
    const LIST_KIND: ChannelKind;
    /// The members of a list that the client keeps up to date itself.
    const LIST_MEMBERS: &'static [&'static str];
    /// `true` if the client follows every listed canvas.
    const FOLLOWS_LISTED: bool;

    /// Returns the capabilities that the client sends to the host.
    fn capabilities() -> Option<ClientCapabilities>;

    /// Reads the list in the answer to a subscription, with the channel of the list and the number of the last action
    /// that it includes.
    fn read_list(result: &Payload) -> Result<Option<(ChannelUri, u64, Self::List)>, DecodeError>;

    /// Returns the channels of the canvases in a list.
    fn listed(list: &Self::List) -> Vec<ChannelUri>;

    /// Returns the members of a list that this crate does not know.
    fn extra(list: &mut Self::List) -> &mut Extra;

    /// Returns the output for a list that was added or has changed.
    fn list_changed(channel: ChannelUri) -> ClientOutput;

    /// Applies an action to a list, if the client follows the list.
    fn reduce_list(
        list: Option<&mut Self::List>,
        action: &Payload,
    ) -> Result<ReduceOutcome, DecodeError>;

    /// Applies an action to a canvas, if the client follows the canvas. Also returns the message in the action.
    fn reduce_canvas(
        canvas: Option<&mut Self::Canvas>,
        action: &Payload,
    ) -> Result<(ReduceOutcome, Option<CanvasMessage>), DecodeError>;

    /// Reads a request of the host to the provider of a canvas. Returns `None` for any other request.
    fn provider_request(request: &JsonRpcRequest) -> Result<Option<ProviderRequest>, JsonRpcError>;
}

/// The Canvas proposal (`ahp@canvas`): sessions list canvases, and clients may provide canvases.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CanvasProposal {}

impl Profile for CanvasProposal {
    type List = SessionState;
    type Canvas = canvas::CanvasState;

    const LIST_KIND: ChannelKind = ChannelKind::Session;
    const LIST_MEMBERS: &'static [&'static str] = OF_SESSION;
    const FOLLOWS_LISTED: bool = false;

    fn capabilities() -> Option<ClientCapabilities> {
        Some(ClientCapabilities::new().canvas(CanvasCapability::new()))
    }

    fn read_list(result: &Payload) -> Result<Option<(ChannelUri, u64, SessionState)>, DecodeError> {
        // A session's state can be large, so it is read in the same pass as the answer.
        let result: SessionSubscribeResult = draft::decode(result.text())?;
        let snapshot = result.snapshot.into_value();
        Ok(snapshot.map(|snapshot| (snapshot.resource, snapshot.from_seq, snapshot.state)))
    }

    fn listed(session: &SessionState) -> Vec<ChannelUri> {
        let canvases = session.open_canvases.get().into_iter().flatten();
        canvases.map(|canvas| canvas.channel.clone()).collect()
    }

    fn extra(session: &mut SessionState) -> &mut Extra {
        &mut session.extra
    }

    fn list_changed(channel: ChannelUri) -> ClientOutput {
        ClientOutput::SessionChanged(channel)
    }

    fn reduce_list(
        session: Option<&mut SessionState>,
        action: &Payload,
    ) -> Result<ReduceOutcome, DecodeError> {
        let action: SessionAction = action.decode()?;
        Ok(match (session, &action) {
            (_, SessionAction::Unknown(_)) => ReduceOutcome::OutOfScope,
            (Some(session), action) => canvas::reduce_session(session, action),
            (None, _) => ReduceOutcome::NoOp,
        })
    }

    fn reduce_canvas(
        canvas: Option<&mut canvas::CanvasState>,
        action: &Payload,
    ) -> Result<(ReduceOutcome, Option<CanvasMessage>), DecodeError> {
        let action: canvas::CanvasAction = action.decode()?;
        let outcome = match (canvas, &action) {
            (_, canvas::CanvasAction::Unknown(_)) => ReduceOutcome::OutOfScope,
            (Some(canvas), action) => canvas::reduce(canvas, action),
            (None, _) => ReduceOutcome::NoOp,
        };
        let message = match action {
            canvas::CanvasAction::Message(message) => Some(message),
            _ => None,
        };
        Ok((outcome, message))
    }

    fn provider_request(request: &JsonRpcRequest) -> Result<Option<ProviderRequest>, JsonRpcError> {
        frame::read(request).map(ProviderRequest::of)
    }
}

/// AHP 1.0: chats list canvases, and the client follows every listed canvas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ahp1_0 {}

impl Profile for Ahp1_0 {
    type List = ChatState;
    type Canvas = v1_0::CanvasState;

    const LIST_KIND: ChannelKind = ChannelKind::Chat;
    const LIST_MEMBERS: &'static [&'static str] = OF_CHAT;
    const FOLLOWS_LISTED: bool = true;

    fn capabilities() -> Option<ClientCapabilities> {
        None
    }

    fn read_list(result: &Payload) -> Result<Option<(ChannelUri, u64, ChatState)>, DecodeError> {
        let result: SubscribeResult = result.decode()?;
        let Some(snapshot) = result.snapshot.into_value() else {
            return Ok(None);
        };
        let chat = draft::decode(snapshot.state.text())?;
        Ok(Some((snapshot.resource, snapshot.from_seq, chat)))
    }

    fn listed(chat: &ChatState) -> Vec<ChannelUri> {
        let canvases = chat.canvases.get().into_iter().flatten();
        canvases.map(|canvas| canvas.resource.clone()).collect()
    }

    fn extra(chat: &mut ChatState) -> &mut Extra {
        &mut chat.extra
    }

    fn list_changed(channel: ChannelUri) -> ClientOutput {
        ClientOutput::ChatChanged(channel)
    }

    fn reduce_list(
        chat: Option<&mut ChatState>,
        action: &Payload,
    ) -> Result<ReduceOutcome, DecodeError> {
        let action: ChatAction = action.decode()?;
        Ok(match (chat, &action) {
            (_, ChatAction::Unknown(_)) => ReduceOutcome::OutOfScope,
            (Some(chat), action) => v1_0::reduce_chat(chat, action),
            (None, _) => ReduceOutcome::NoOp,
        })
    }

    fn reduce_canvas(
        canvas: Option<&mut v1_0::CanvasState>,
        action: &Payload,
    ) -> Result<(ReduceOutcome, Option<CanvasMessage>), DecodeError> {
        let action: v1_0::CanvasAction = action.decode()?;
        let outcome = match (canvas, &action) {
            (_, v1_0::CanvasAction::Unknown(_)) => ReduceOutcome::OutOfScope,
            (Some(canvas), action) => v1_0::reduce_canvas(canvas, action),
            (None, _) => ReduceOutcome::NoOp,
        };
        Ok((outcome, None))
    }

    fn provider_request(_: &JsonRpcRequest) -> Result<Option<ProviderRequest>, JsonRpcError> {
        Ok(None)
    }
}
