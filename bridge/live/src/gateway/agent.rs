//! The agents' side of a gateway.
//!
//! An [`Agent`] describes how to reach an agent. For each session, the gateway [connects](Agent::connect) it once. The
//! [`AgentConnection`] delivers the messages of the clients, and everything that the agent says goes to its [`AgentOutput`],
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

/// An agent that a gateway puts in front of clients.
pub trait Agent: Send + Sync {
    /// Returns the name of the agent, which is unique in its gateway: letters, digits, `-` and `_`.
    fn name(&self) -> &str;

    /// Returns the version of A2UI that the agent speaks, or A2UI without a version if its messages show it.
    fn dialect(&self) -> DialectOrProtocol;

    /// Returns `true` if the agent may speak without an input, as a program does that shows a surface when it starts.
    fn is_spontaneous(&self) -> bool {
        false
    }

    /// Returns `true` if the agent reads the errors of clients. Then it learns which of its messages are refused.
    fn reads_errors(&self) -> bool {
        true
    }

    /// Returns `false` if a second connection to a session does not go on where the first one has ended. Then the sessions of the
    /// gateway stay in memory although no client uses them.
    fn can_reconnect(&self) -> bool {
        true
    }

    /// Returns the description that the agent has stated about itself, if it is known.
    fn description(&self) -> Option<AgentDescription> {
        None
    }

    /// Learns the description of the agent, if it is not known and the agent can be asked. This takes at most two seconds.
    fn describe(&self) -> BoxFuture<'_, ()> {
        Box::pin(async {})
    }

    /// Connects the agent to a session. The gateway calls this inside a tokio runtime. Dropping the connection ends it.
    fn connect(&self, session: &str, output: AgentOutput) -> Box<dyn AgentConnection>;
}

/// The connection of an agent to one session.
pub trait AgentConnection: Send {
    /// Delivers a message of a client. The gateway delivers the next one when the turn is over, or, with
    /// [`TurnOrder::Overlapping`](super::TurnOrder::Overlapping), after the returned future is ready.
    ///
    /// # Errors
    /// After a [temporary](AgentError::temporary) error, the gateway delivers the same input again for a short time. After
    /// another error, it tells the client and the operator, and goes on with the next input.
    fn deliver(&mut self, input: AgentInput) -> BoxFuture<'_, Result<TurnEnd, AgentError>>;
}

/// Says when the turn of an agent is over.
#[derive(Clone, Debug)]
pub enum TurnEnd {
    /// The turn is over: the agent has said everything.
    Ended,
    /// The agent has the message, and its turn goes on: see [`OpenTurn`].
    Open(OpenTurn),
}

/// A message of a client, for the agent that owns its surface.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct AgentInput {
    /// The id of the input, which is the same if it is delivered again.
    pub id: String,
    /// The name of the session.
    pub session: String,
    /// The A2UI messages, in the version of the agent. Surface ids are those of the agent.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub messages: Vec<Payload>,
    /// The text of the user.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The data models of the agent's surfaces, as the object `a2uiClientDataModel`. It contains no other surfaces.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub data_model: Option<Payload>,
    /// The capabilities of the client, as the object `a2uiClientCapabilities`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub capabilities: Option<Payload>,
}

/// Something that an agent says, until it is stored.
pub(super) struct PendingOutput {
    pub(super) said: Said,
    /// The entries that may be stored although the store has not answered.
    pub(super) tried: Option<TriedEntries>,
}

/// An output of an agent.
pub(super) enum Said {
    /// Messages, in a text that begins at this place.
    Messages { place: Place, text: String },
    /// A text for the user.
    Text(String),
    /// The surfaces of the agent are deleted.
    Clear,
    /// The agent has nothing more to say.
    Finished,
}

/// Entries as they are stored, with the number of the first one.
pub(super) struct TriedEntries {
    pub(super) first: u64,
    pub(super) texts: Vec<String>,
}

/// The receiver of the outputs of agents in a session. The methods may block.
pub(super) trait OutputSink: Send + Sync {
    /// Accepts an output of an agent. Returns `false` if it must be accepted again when the store is back.
    fn accept_output(&self, agent: &str, output: &mut PendingOutput) -> bool;
    /// Accepts a report about output of an agent that is not a message.
    fn accept_refusal(&self, agent: &str, diagnostic: Diagnostic);
    /// Returns the time since which the store is away, and its changes.
    fn store_away(&self) -> watch::Receiver<Option<Instant>>;
    /// Reports an error of an agent.
    fn report_error(&self, agent: &str, error: &AgentError);
    /// Marks the surfaces of an agent as those of an earlier run.
    fn mark_restarted(&self, agent: &str);
    /// Counts that a process or a connection of an agent begins again.
    fn count_restart(&self, agent: &str);
    /// Returns a turn that begins now.
    fn open_turn(&self, agent: &str) -> OpenTurn;
    /// Records what an agent tells about its turn. A failure was reported.
    fn mark_turn(&self, agent: &str, mark: TurnMark);
    /// Counts an event of an agent that clients do not see, and reports the first one of its kind.
    fn count_unshown(&self, agent: &str, finding: Option<Finding>);
    /// Reports something about the text of an agent that is not refused.
    fn notice(&self, agent: &str, diagnostic: Diagnostic);
    /// Records whether an agent is away.
    fn set_away(&self, agent: &str, is_away: bool);
}

/// The place for everything that an agent says in a session. All clones refer to the same session.
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
    /// Returns `true` if both are outputs of the same session in memory.
    pub(crate) fn is_of_same_session(&self, other: &Self) -> bool {
        Weak::ptr_eq(&self.session, &other.session)
    }

    /// Adds A2UI messages: one message, a JSON list, or JSON Lines. Returns when they are stored.
    ///
    /// The text may also be the answer of a model that contains messages. Messages that cannot be read are reported, and
    /// do not affect the others.
    pub async fn messages(&self, text: &str) {
        self.messages_at(&Place::START, text).await;
    }

    /// Adds messages like [`messages`](Self::messages), from a text that begins at this place of a file. Reports name the file
    /// and its lines.
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

    /// Reports something about the text of the agent that is not refused.
    pub(crate) async fn notice(&self, diagnostic: Diagnostic) {
        self.accept(move |session, agent| session.notice(agent, diagnostic))
            .await;
    }

    /// Deletes all surfaces of the agent.
    pub async fn clear(&self) {
        self.say(Said::Clear).await;
    }

    /// Announces that the agent has nothing more to say, except after its surfaces were [deleted](Self::clear). Messages that wait for
    /// others are refused.
    pub async fn finish(&self) {
        self.say(Said::Finished).await;
    }

    /// Adds a text that the agent says to the user. Returns when it is stored.
    pub async fn text(&self, text: &str) {
        self.say(Said::Text(text.to_owned())).await;
    }

    /// Reports an error of the agent.
    pub async fn report_error(&self, error: AgentError) {
        self.accept(move |session, agent| session.report_error(agent, &error))
            .await;
    }

    /// Announces that the agent has started again. It may create its surfaces anew, which then replace the earlier ones.
    pub async fn mark_restarted(&self) {
        self.accept(|session, agent| session.mark_restarted(agent))
            .await;
    }

    /// Counts that the process of the agent, or its connection, begins again.
    pub(crate) async fn count_restart(&self) {
        self.accept(|session, agent| session.count_restart(agent))
            .await;
    }

    /// Returns a turn that begins now, for [`TurnEnd::Open`]. What the agent says and marks from now on belongs to the turn, so a
    /// connection calls this before it passes the message on.
    pub fn open_turn(&self) -> OpenTurn {
        self.session
            .upgrade()
            .map(|session| session.open_turn(&self.agent))
            .unwrap_or_default()
    }

    /// Records what the agent tells about its turn. A failure is reported.
    pub async fn mark_turn(&self, mark: TurnMark) {
        if let TurnMark::Failed(error) = &mark {
            self.report_error(error.clone()).await;
        }
        self.mark_reported_turn(mark).await;
    }

    /// Records what the agent tells about its turn. A failure was reported.
    pub(crate) async fn mark_reported_turn(&self, mark: TurnMark) {
        self.accept(move |session, agent| session.mark_turn(agent, mark))
            .await;
    }

    /// Counts an event that clients do not see, and reports the first one of its kind.
    pub(crate) async fn count_unshown(&self, finding: Option<Finding>) {
        self.accept(move |session, agent| session.count_unshown(agent, finding))
            .await;
    }

    /// Announces that the agent is away and is expected back, or that it is back.
    pub async fn set_away(&self, is_away: bool) {
        self.accept(move |session, agent| session.set_away(agent, is_away))
            .await;
    }

    /// Stores an output. While the store is away, the agent waits, and with it the process that writes to it.
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
