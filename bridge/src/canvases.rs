//! AHP canvases as lines: a canvas with everything that a host needs to open it, and an action with its channel.

use ahp::{
    canvas::{self, CanvasAction, CanvasResourceContent},
    ids::ChannelUri,
    v1_0,
};
use wire::{Payload, Pointer};

/// The channel that a host speaks of in a line, a snapshot, an action or a frame with one of these.
pub(crate) fn channel_of(host: &Payload) -> Option<String> {
    let places = ["/channel", "/resource", "/params/channel", "/result/snapshot/resource"];
    let places = places.into_iter().filter_map(|place| Pointer::parse(place).ok());
    let channel = |place: Pointer| Some(host.get(&place)?.as_str()?.into_owned());
    places.into_iter().find_map(channel)
}

wire::object! {
    /// A canvas of the AHP proposal: its channel, its state, and the contents that `canvasReadResource` returns.
    pub struct OpenCanvas {
        /// The channel on which it lives.
        channel: ChannelUri,
        /// The state that a subscriber gets.
        state: canvas::CanvasState,
        /// What lies behind the address in the state.
        contents: Vec<CanvasResourceContent>,
    }

    /// An action on the channel of a canvas, as a client or a host sends it.
    pub struct CanvasDispatch {
        /// The channel.
        channel: ChannelUri,
        /// The action.
        action: CanvasAction,
    }

    /// A canvas as released in AHP 1.0: its channel, its state, and what has to be served under the address in the state.
    pub struct ReleasedCanvas {
        /// The channel on which it lives.
        channel: ChannelUri,
        /// The state that a subscriber gets.
        state: v1_0::CanvasState,
        /// What has to be served.
        contents: Vec<CanvasResourceContent>,
    }

    /// An action of the proposal on its channel. An envelope is one: its number and its origin stand beside the action, and
    /// stay there.
    pub struct ProposedAction {
        /// The channel.
        channel: ChannelUri,
        /// The action.
        action: canvas::StateAction,
    }

    /// An action of the release on its channel, or an envelope.
    pub struct ReleasedAction {
        /// The channel.
        channel: ChannelUri,
        /// The action.
        action: v1_0::StateAction,
    }
}
