//! How actions travel: from the host in envelopes, from a client as dispatches.

use super::{
    ActiveClientChanged, CanvasAction, CanvasCloseRequested, CanvasMessage, CanvasUpdated, CanvasesChanged,
    OpenCanvasesChanged,
};
use crate::{
    check::Check,
    ids::{ChannelUri, ClientId},
};
use wire::{Field, Finding, Payload, Pointer, Validate};

wire::tagged! {
    /// Any action, whatever its channel; those that do not concern canvases are kept as they are. AHP, `StateAction`.
    pub enum StateAction by "type" {
        /// The host changes a canvas.
        "canvas/updated" CanvasUpdated(CanvasUpdated),
        /// Somebody wants a canvas closed.
        "canvas/closeRequested" CanvasCloseRequested(CanvasCloseRequested),
        /// A page and its provider talk.
        "canvas/message" CanvasMessage(CanvasMessage),
        /// The kinds of canvas on offer changed.
        "session/canvasesChanged" CanvasesChanged(CanvasesChanged),
        /// What is open changed.
        "session/openCanvasesChanged" OpenCanvasesChanged(OpenCanvasesChanged),
        /// The client at work changed.
        "session/activeClientChanged" ActiveClientChanged(ActiveClientChanged),
    }
}

impl StateAction {
    /// Whether only the host may send it; nothing is known of actions that do not concern canvases.
    pub fn is_server_only(&self) -> bool {
        matches!(self, Self::CanvasUpdated(_) | Self::CanvasesChanged(_) | Self::OpenCanvasesChanged(_))
    }
}

impl From<CanvasAction> for StateAction {
    fn from(action: CanvasAction) -> Self {
        match action {
            CanvasAction::Updated(action) => action.into(),
            CanvasAction::CloseRequested(action) => action.into(),
            CanvasAction::Message(action) => action.into(),
            CanvasAction::Unknown(unknown) => Self::Unknown(unknown),
        }
    }
}

wire::object! {
    /// Which dispatch of which client an action comes from. AHP, `ActionEnvelope`.
    pub struct ActionOrigin {
        /// The client.
        client_id as "clientId": ClientId,
        /// Its number for the action.
        client_seq as "clientSeq": u64,
    }

    /// An action, as the host sends it to everybody who follows its channel. AHP, `ActionEnvelope`.
    pub struct ActionEnvelope {
        /// The channel that it changes.
        channel: ChannelUri,
        /// The action.
        action: StateAction,
        /// The host's number for it; numbers grow.
        server_seq as "serverSeq": u64,
        /// Where it comes from, if a client dispatched it.
        origin?: Field<ActionOrigin>,
        /// Why the host rejects it; only its origin is told, and nobody applies it.
        rejection_reason as "rejectionReason"?: Field<String>,
    }

    /// An action, as a client sends it. AHP, `dispatchAction`.
    pub struct DispatchActionParams {
        /// The channel that it is for.
        channel: ChannelUri,
        /// Whatever the peers add to a request.
        meta as "_meta"?: Option<Payload>,
        /// The client's number for it.
        client_seq as "clientSeq": u64,
        /// The action.
        action: StateAction,
    }
}

impl Validate for StateAction {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        match self {
            Self::CanvasUpdated(action) => action.findings(at, found),
            Self::CanvasMessage(action) => action.findings(at, found),
            Self::CanvasesChanged(action) => action.findings(at, found),
            Self::OpenCanvasesChanged(action) => action.findings(at, found),
            Self::ActiveClientChanged(action) => action.findings(at, found),
            Self::CanvasCloseRequested(_) | Self::Unknown(_) => {}
        }
    }
}

impl Validate for ActionEnvelope {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        self.action.findings(&at.member("action"), found);
        let mut check = Check { at, found };
        check.not_null("origin", &self.origin);
        check.not_null("rejectionReason", &self.rejection_reason);
    }
}

impl Validate for DispatchActionParams {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        let action = at.member("action");
        if self.action.is_server_only() {
            let message = "Only the host may send this action.";
            Check { at: &action, found }.error(
                "server-only-action",
                "type",
                message,
                "closeRequested or message",
            );
        }
        self.action.findings(&action, found);
        Check { at, found }.object("_meta", &self.meta);
    }
}
