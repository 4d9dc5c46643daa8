//! The effects that a change of the state requires from its surroundings.

use super::{SiteSignal, report::SiteReport};
use agent_ui_text::bridge::actions_json::item::{ActionCallOutput, ActionError, CallId, Item};

/// The number of a connection, which is never used again.
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
    /// Answer the agent that called a tool.
    Answer { call_id: CallId, answer: CallAnswer },
    /// Pass on a signal.
    Signal(Box<SiteSignal>),
    /// Forget the list of tools, and announce another one.
    ToolsChanged,
    /// Something must be reported.
    Report(SiteReport),
}

impl Effect {
    /// Sends an item, unless it nests too deep to be written.
    pub(super) fn send(connection: ConnectionId, item: impl Into<Item>) -> Option<Self> {
        let item = wire::encode(&item.into()).ok()?;
        Some(Self::Send { connection, item })
    }

    /// Answers a call with an error. An error without a call has no reader.
    pub(super) fn failed(error: ActionError) -> Option<Self> {
        let call_id = error.call_id.get()?.clone();
        Some(Self::Answer {
            call_id,
            answer: Err(Box::new(error)),
        })
    }
}
