//! Updates that clients receive from a session.

use super::findings::{LostField, SurfaceFinding};
use agent_ui_text::{Diagnostic, bridge::Dialect};
use tokio::sync::broadcast::{
    Receiver,
    error::{RecvError, TryRecvError},
};

/// The state of a session that a client sees at one moment.
#[derive(Clone, Debug, Default)]
pub struct Snapshot {
    /// The number of the latest entry. Later updates have greater numbers.
    pub seq: u64,
    /// The surfaces, in order of creation.
    pub surfaces: Vec<SurfaceState>,
    /// The latest texts, in order.
    pub texts: Vec<TextEntry>,
    /// The latest messages of agents that were refused: at most 300.
    pub refused: Vec<RefusedMessage>,
    /// The latest findings about single messages: at most 300.
    pub findings: Vec<SurfaceFinding>,
    /// The version of an agent's first message, if it is known.
    pub source: Option<Dialect>,
    /// `true` if all agents have ended permanently.
    pub is_finished: bool,
}

/// The state of a surface at one moment.
#[derive(Clone, Debug, PartialEq)]
pub struct SurfaceState {
    /// The surface id that clients see.
    pub id: String,
    /// The name of the agent that owns the surface.
    pub agent: String,
    /// The messages that build the surface. Each is one line of JSON.
    pub messages: Vec<String>,
    /// The fields of the agent's messages that the surface does not show: at most 300, each place only once.
    pub losses: Vec<LostField>,
}

/// The author of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The user of the client.
    User,
    /// An agent of the session.
    Agent,
}

/// A text of the conversation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextEntry {
    /// The number of the entry.
    pub seq: u64,
    /// The speaker of the text.
    pub role: Role,
    /// The agent that sent or received the text.
    pub agent: String,
    /// The original text.
    pub text: String,
}

/// A change in a session.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Update {
    /// A message for a client.
    Message(SurfaceMessage),
    /// A text of the conversation.
    Text(TextEntry),
    /// A message of an agent that was refused.
    Refused(RefusedMessage),
    /// A failure: the turn of a client's message failed, or an agent failed before it showed anything.
    Failed(FailedInput),
    /// Lost fields and findings of an agent's messages, which a page shows next to the surfaces.
    Problems(MessageProblems),
    /// The agents will send nothing more.
    Finished,
    /// The surfaces of an agent were deleted, together with all findings about them.
    Cleared,
    /// The client was too slow and missed updates. It must subscribe again.
    Lagged,
}

/// A message of an agent, translated to the client's version.
#[derive(Clone, Debug)]
pub struct SurfaceMessage {
    /// The number of the entry that was translated.
    pub seq: u64,
    /// The name of the agent.
    pub agent: String,
    /// The surface that the message concerns.
    pub surface: Option<String>,
    /// The version of the agent's message.
    pub source: Option<Dialect>,
    /// The message as one line of JSON.
    pub text: String,
    /// The fields of the agent's message that the translation does not show.
    pub losses: Vec<LostField>,
}

/// Problems of messages of an agent.
#[derive(Clone, Debug)]
pub struct MessageProblems {
    /// The name of the agent.
    pub agent: String,
    /// The lost fields of messages without a result.
    pub losses: Vec<LostField>,
    /// The findings of `agent-ui check`.
    pub findings: Vec<SurfaceFinding>,
}

/// A message of an agent that was refused.
#[derive(Clone, Debug)]
pub struct RefusedMessage {
    /// The number of the latest entry.
    pub seq: u64,
    /// The name of the agent.
    pub agent: String,
    /// The reason for the refusal.
    pub diagnostic: Diagnostic,
}

/// A failure of an agent.
#[derive(Clone, Debug)]
pub struct FailedInput {
    /// The number of the latest entry.
    pub seq: u64,
    /// The name of the agent.
    pub agent: String,
    /// The reason, worded for users.
    pub reason: String,
}

/// The updates of a session after a snapshot.
#[derive(Debug)]
pub struct Updates(pub(super) Receiver<Update>);

impl Updates {
    /// Waits for the next update. Returns `None` when the session has ended in this program.
    pub async fn next(&mut self) -> Option<Update> {
        match self.0.recv().await {
            Ok(update) => Some(update),
            Err(RecvError::Lagged(_)) => Some(Update::Lagged),
            Err(RecvError::Closed) => None,
        }
    }

    /// Returns the next update if one has arrived.
    pub fn try_next(&mut self) -> Option<Update> {
        match self.0.try_recv() {
            Ok(update) => Some(update),
            Err(TryRecvError::Lagged(_)) => Some(Update::Lagged),
            Err(TryRecvError::Empty | TryRecvError::Closed) => None,
        }
    }
}
