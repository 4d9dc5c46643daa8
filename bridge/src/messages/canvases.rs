//! AHP canvases and actions as single JSON lines.
//!
//! A canvas line contains everything that a host needs to open the canvas. An action line contains the action with its
//! channel. The lines are a format of this crate; the members are those of AHP.

use ahp::{
    canvas::{self, CanvasAction, CanvasResourceContent},
    ids::ChannelUri,
    v1_0,
};
use wire::{Payload, Pointer};

/// Returns the channel in a host message: a line, a snapshot, an action, or a frame that contains one of these.
pub(crate) fn channel_of(host: &Payload) -> Option<String> {
    let places = [
        "/channel",
        "/resource",
        "/params/channel",
        "/result/snapshot/resource",
    ];
    let places = places
        .into_iter()
        .filter_map(|place| Pointer::parse(place).ok());
    let channel = |place: Pointer| Some(host.get(&place)?.as_str()?.into_owned());
    places.into_iter().find_map(channel)
}

wire::object! {
    /// A canvas of the AHP proposal: its channel, its state, and the contents that `canvasReadResource` returns.
    pub struct OpenCanvas {
        /// The channel of the canvas.
        channel: ChannelUri,
        /// The state that subscribers receive.
        state: canvas::CanvasState,
        /// The contents at the address in the state.
        contents: Vec<CanvasResourceContent>,
    }

    /// An action on the channel of a canvas, sent by a client or a host.
    pub struct CanvasDispatch {
        /// The channel of the canvas.
        channel: ChannelUri,
        /// The dispatched canvas action.
        action: CanvasAction,
    }

    /// A canvas of released AHP 1.0: its channel, its state, and the contents to serve at the address in the state.
    pub struct ReleasedCanvas {
        /// The channel of the canvas.
        channel: ChannelUri,
        /// The state that subscribers receive.
        state: v1_0::CanvasState,
        /// The contents that must be served.
        contents: Vec<CanvasResourceContent>,
    }

    /// A state action of the AHP proposal on its channel. An action envelope is accepted as well. Its number and origin
    /// are then unknown members.
    pub struct ProposedAction {
        /// The channel of the action.
        channel: ChannelUri,
        /// The state action itself.
        action: canvas::StateAction,
    }

    /// A state action of released AHP 1.0 on its channel. An action envelope is accepted as well.
    pub struct ReleasedAction {
        /// The channel of the action.
        channel: ChannelUri,
        /// The state action itself.
        action: v1_0::StateAction,
    }
}
