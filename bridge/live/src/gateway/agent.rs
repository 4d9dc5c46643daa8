//! The agents' side of a gateway.
//!
//! An [`Agent`] describes how to reach an agent. The gateway [connects](Agent::connect) the agent once per session. The
//! [`AgentConnection`] delivers the messages of the clients. The agent's messages and texts go to its [`AgentOutput`],
//! at any time and in order.
//!
//! ```
//! use agent_ui_live::gateway::agent::{Agent, AgentConnection, AgentError, AgentInput, AgentOutput, BoxFuture, TurnEnd};
//! use agent_ui_text::bridge::{DialectOrProtocol, Protocol};
//!
//! /// An agent that shows an empty surface whenever the user says something.
//! struct Clerk;
//!
//! impl Agent for Clerk {
//!     fn name(&self) -> &str {
//!         "clerk"
//!     }
//!     fn dialect(&self) -> DialectOrProtocol {
//!         Protocol::A2ui.into()
//!     }
//!     fn connect(&self, _session: &str, output: AgentOutput) -> Box<dyn AgentConnection> {
//!         Box::new(Desk(output))
//!     }
//! }
//!
//! struct Desk(AgentOutput);
//!
//! impl AgentConnection for Desk {
//!     fn deliver(&mut self, input: AgentInput) -> BoxFuture<'_, Result<TurnEnd, AgentError>> {
//!         Box::pin(async move {
//!             if input.text.is_some() {
//!                 let create = r#"{"version":"v0.9","createSurface":{"surfaceId":"desk","catalogId":"c"}}"#;
//!                 self.0.messages(create).await;
//!             }
//!             Ok(TurnEnd::Ended)
//!         })
//!     }
//! }
//! ```

use super::AgentDescription;
pub use super::{
    agent_error::AgentError,
    turn_activity::{OpenTurn, TurnMark},
};
use agent_ui_text::{Diagnostic, bridge::DialectOrProtocol, place::Place};
use serde::{Deserialize, Serialize};
use std::{
    fmt,
    future::Future,
    pin::Pin,
    sync::{Arc, Weak},
    time::Instant,
};
use tokio::{sync::watch, task::spawn_blocking};
use wire::{Finding, Payload};

/// A future that a trait object returns.
pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// An agent that a gateway connects to clients.
pub trait Agent: Send + Sync {
    /// Returns the name of the agent, which is unique in its gateway: letters, digits, `-` and `_`.
    fn name(&self) -> &str;

    /// Returns the version of A2UI that the agent uses, or A2UI without a version if each message states its version.
    fn dialect(&self) -> DialectOrProtocol;

    /// Returns `true` if the agent may send messages without an input. For example, a program may show a surface when
    /// it starts.
    fn is_spontaneous(&self) -> bool {
        false
    }

    /// Returns `true` if the agent reads the errors of clients. It is then informed about its refused messages.
    fn reads_errors(&self) -> bool {
        true
    }

    /// Returns `true` if the agent is informed about surfaces that a user has closed, by the error `SURFACE_CLOSED`. By
    /// default, these are the agents that read errors.
    fn reads_closings(&self) -> bool {
        self.reads_errors()
    }

    /// Returns `false` if a second connection to a session cannot continue after the first one has ended. The sessions
    /// of the gateway then stay in memory although no client uses them.
    fn can_reconnect(&self) -> bool {
        true
    }

    /// Returns the agent's own description, if it is known.
    fn description(&self) -> Option<AgentDescription> {
        None
    }

    /// Requests the agent's description, if it is unknown and the agent can be asked. This takes at most two seconds.
    fn describe(&self) -> BoxFuture<'_, ()> {
        Box::pin(async {})
    }

    /// Connects the agent to a session. The gateway calls this inside a tokio runtime. Dropping the connection ends it.
    fn connect(&self, session: &str, output: AgentOutput) -> Box<dyn AgentConnection>;
}

/// The connection of an agent to one session.
pub trait AgentConnection: Send {
    /// Delivers a message of a client. The gateway delivers the next message when the turn is over. With
    /// [`TurnOrder::Overlapping`](super::TurnOrder::Overlapping), it does so as soon as the returned future is ready.
    ///
    /// # Errors
    /// After a [temporary](AgentError::temporary) error, the gateway delivers the same input again for a short time.
    /// After another error, it informs the client and the operator, and continues with the next input.
    fn deliver(&mut self, input: AgentInput) -> BoxFuture<'_, Result<TurnEnd, AgentError>>;
}

/// The state of an agent's turn after an input was delivered.
#[derive(Clone, Debug)]
pub enum TurnEnd {
    /// The turn is over: the agent has sent its whole answer.
    Ended,
    /// The agent has received the message, and its turn continues: see [`OpenTurn`].
    Open(OpenTurn),
}

/// A message of a client, for the agent that owns its surface.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct AgentInput {
    /// The id of the input. It stays the same if the input is delivered again.
    pub id: String,
    /// The name of the session.
    pub session: String,
    /// The A2UI messages, in the version of the agent. Surface ids are those of the agent.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub messages: Vec<Payload>,
    /// The text of the user.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The data models of the agent's surfaces, as the object `a2uiClientDataModel`. Other surfaces are removed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub data_model: Option<Payload>,
    /// The capabilities of the client, as the object `a2uiClientCapabilities`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub capabilities: Option<Payload>,
}

/// An output of an agent that is not stored yet.
pub(super) struct PendingOutput {
    pub(super) said: Said,
    /// The entries that the store may contain although it has not confirmed them.
    pub(super) tried: Option<TriedEntries>,
}

/// An output of an agent.
pub(super) enum Said {
    /// Messages in a text that begins at this place.
    Messages { place: Place, text: String },
    /// A text for the user.
    Text(String),
    /// A request to delete all surfaces of the agent.
    Clear,
    /// The end of the agent's output.
    Finished,
}

/// Entries in their stored form, with the number of the first entry.
pub(super) struct TriedEntries {
    pub(super) first: u64,
    pub(super) texts: Vec<String>,
}

/// The receiver of agents' outputs in a session. The methods may block.
pub(super) trait OutputSink: Send + Sync {
    /// Accepts an output of an agent. Returns `false` if the output must be passed again when the store is available.
    fn accept_output(&self, agent: &str, output: &mut PendingOutput) -> bool;
    /// Accepts a report about agent output that is not a message.
    fn accept_refusal(&self, agent: &str, diagnostic: Diagnostic);
    /// Returns a receiver for the time since which the store is unavailable.
    fn store_away(&self) -> watch::Receiver<Option<Instant>>;
    /// Reports an error of an agent.
    fn report_error(&self, agent: &str, error: &AgentError);
    /// Marks all surfaces of an agent as created by an earlier run.
    fn mark_restarted(&self, agent: &str);
    /// Counts a restart of an agent's process or connection.
    fn count_restart(&self, agent: &str);
    /// Returns a turn that begins now.
    fn open_turn(&self, agent: &str) -> OpenTurn;
    /// Records an agent's statement about its turn. The caller has already reported a failure.
    fn mark_turn(&self, agent: &str, mark: TurnMark);
    /// Counts an agent event that clients do not see. The first event of each kind is reported.
    fn count_unshown(&self, agent: &str, finding: Option<Finding>);
    /// Reports a finding about an agent's text that is not a refusal.
    fn notice(&self, agent: &str, diagnostic: Diagnostic);
    /// Records whether an agent is away.
    fn set_away(&self, agent: &str, is_away: bool);
}

/// The output of an agent in a session: its messages and texts. All clones refer to the same session.
#[derive(Clone)]
pub struct AgentOutput {
    pub(super) session: Weak<dyn OutputSink>,
    pub(super) agent: Arc<str>,
}

impl fmt::Debug for AgentOutput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AgentOutput")
            .field("agent", &self.agent)
            .finish_non_exhaustive()
    }
}

impl AgentOutput {
    /// Returns `true` if both outputs belong to the same session in memory.
    pub(crate) fn is_of_same_session(&self, other: &Self) -> bool {
        Weak::ptr_eq(&self.session, &other.session)
    }

    /// Adds A2UI messages: one message, a JSON list, or JSON Lines. Returns after the messages are stored.
    ///
    /// The text may also be the answer of a model that contains messages. Messages that cannot be read are reported, and
    /// do not affect the others.
    pub async fn messages(&self, text: &str) {
        self.messages_at(&Place::START, text).await;
    }

    /// Adds messages like [`messages`](Self::messages), from a text that begins at this place in a file. Reports
    /// contain the file name and line.
    pub async fn messages_at(&self, place: &Place, text: &str) {
        self.say(Said::Messages {
            place: place.clone(),
            text: text.to_owned(),
        })
        .await;
    }

    /// Reports a part of the agent's output that is not a message.
    pub async fn report_message(&self, diagnostic: Diagnostic) {
        self.accept(move |session, agent| session.accept_refusal(agent, diagnostic))
            .await;
    }

    /// Reports a finding about the agent's text that is not a refusal.
    pub(crate) async fn notice(&self, diagnostic: Diagnostic) {
        self.accept(move |session, agent| session.notice(agent, diagnostic))
            .await;
    }

    /// Deletes all surfaces of the agent.
    pub async fn clear(&self) {
        self.say(Said::Clear).await;
    }

    /// Announces that the agent will send nothing more, unless its surfaces are [deleted](Self::clear) first. Messages
    /// that wait for others are refused.
    pub async fn finish(&self) {
        self.say(Said::Finished).await;
    }

    /// Adds a text for the user. Returns after the text is stored.
    pub async fn text(&self, text: &str) {
        self.say(Said::Text(text.to_owned())).await;
    }

    /// Reports an error of the agent.
    pub async fn report_error(&self, error: AgentError) {
        self.accept(move |session, agent| session.report_error(agent, &error))
            .await;
    }

    /// Announces that the agent was restarted. Surfaces that it creates now replace those of the earlier run.
    pub async fn mark_restarted(&self) {
        self.accept(|session, agent| session.mark_restarted(agent))
            .await;
    }

    /// Counts a restart of the agent's process or connection.
    pub(crate) async fn count_restart(&self) {
        self.accept(|session, agent| session.count_restart(agent))
            .await;
    }

    /// Returns a turn that begins now, for [`TurnEnd::Open`]. All later output and marks belong to this turn.
    /// Therefore, a connection calls this method before it passes on the message.
    pub fn open_turn(&self) -> OpenTurn {
        self.session
            .upgrade()
            .map(|session| session.open_turn(&self.agent))
            .unwrap_or_default()
    }

    /// Records the agent's statement about its turn. A failure is reported.
    pub async fn mark_turn(&self, mark: TurnMark) {
        if let TurnMark::Failed(error) = &mark {
            self.report_error(error.clone()).await;
        }
        self.mark_reported_turn(mark).await;
    }

    /// Records the agent's statement about its turn. The caller has already reported a failure.
    pub(crate) async fn mark_reported_turn(&self, mark: TurnMark) {
        self.accept(move |session, agent| session.mark_turn(agent, mark))
            .await;
    }

    /// Counts an event that clients do not see. The first event of each kind is reported.
    pub(crate) async fn count_unshown(&self, finding: Option<Finding>) {
        self.accept(move |session, agent| session.count_unshown(agent, finding))
            .await;
    }

    /// Announces that the agent is temporarily away, or that it is back.
    pub async fn set_away(&self, is_away: bool) {
        self.accept(move |session, agent| session.set_away(agent, is_away))
            .await;
    }

    /// Stores an output. While the store is unavailable, the agent waits, and so does the process that writes to it.
    async fn say(&self, said: Said) {
        let mut output = PendingOutput { said, tried: None };
        loop {
            let Some(session) = self.session.upgrade() else {
                return;
            };
            let (agent, mut away) = (Arc::clone(&self.agent), session.store_away());
            let accepted = spawn_blocking(move || {
                let is_done = session.accept_output(&agent, &mut output);
                (output, is_done)
            });
            match accepted.await {
                Ok((left, false)) => output = left,
                // A panic in the task has been printed.
                Ok((_, true)) | Err(_) => return,
            }
            // The wait fails only if the gateway has ended, and then the loop ends, too.
            let _ = away.wait_for(Option::is_none).await;
        }
    }

    async fn accept(&self, accept: impl FnOnce(&dyn OutputSink, &str) + Send + 'static) {
        let Some(session) = self.session.upgrade() else {
            return;
        };
        let agent = Arc::clone(&self.agent);
        // A panic in the task has been printed.
        let _ = spawn_blocking(move || accept(&*session, &agent)).await;
    }
}
