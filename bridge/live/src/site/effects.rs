//! Effects of a state change that the site must perform.

use super::{SiteSignal, report::SiteReport};
use agent_ui_text::bridge::actions_json::item::{ActionCallOutput, ActionError, CallId, Item};

/// The number of a connection, which is never reused.
pub(super) type ConnectionId = u64;

/// The answer to a call.
pub(super) type CallAnswer = Result<ActionCallOutput, Box<ActionError>>;

#[derive(Debug)]
pub(super) enum Effect {
    /// Send an item to a connection.
    Send {
        connection: ConnectionId,
        item: String,
    },
    /// Answer the agent that called the tool.
    Answer { call_id: CallId, answer: CallAnswer },
    /// Pass on a signal to its readers.
    Signal(Box<SiteSignal>),
    /// Discard the cached list of tools, and announce the change.
    ToolsChanged,
    /// Report something to the operator.
    Report(SiteReport),
}

impl Effect {
    /// Creates the effect that sends an item. Returns `None` if the item is nested too deeply to be written.
    pub(super) fn send(connection: ConnectionId, item: impl Into<Item>) -> Option<Self> {
        let item = wire::encode(&item.into()).ok()?;
        Some(Self::Send { connection, item })
    }

    /// Creates the effect that answers a call with an error. Returns `None` if the error belongs to no call.
    pub(super) fn failed(error: ActionError) -> Option<Self> {
        let call_id = error.call_id.get()?.clone();
        Some(Self::Answer {
            call_id,
            answer: Err(Box::new(error)),
        })
    }
}
