//! Ownership of surfaces, for an orchestrator: a program between one client and several agents. A2UI 0.9 describes
//! this setup under orchestration.
//!
//! [`Owners`] is a table of surfaces and their agents. [`Owners::observe`] fills the table from the messages of
//! agents. [`Owners::route`] finds the agent for a message of the client. [`Owners::strip_request`] removes the data
//! that an agent must not see. Any text can identify an agent.
//!
//! If agents choose the same surface ids, [`namespace`] keeps them apart.

pub mod namespace;
mod referenced_ids;
mod strip;
#[cfg(test)]
mod tests;

use crate::{
    CallId, ClientDataModel, Direction, Message, SurfaceId, Version, a2a::A2aMessage,
    surface::Surfaces, v1_0,
};
use referenced_ids::ReferencedId;
use std::collections::{BTreeMap, BTreeSet};
use wire::Payload;

/// The owners of the live surfaces, and the agents whose calls of client functions await a response.
///
/// ```
/// use agent_ui_a2ui::{Message, ownership::Owners};
///
/// let create = Message::read(r#"{"version":"v0.9","createSurface":{"surfaceId":"booking","catalogId":"c"}}"#)?;
/// let action = Message::read(
///     r#"{"version":"v0.9","action":{"name":"go","surfaceId":"booking","sourceComponentId":"b",
///         "timestamp":"2026-05-18T15:30:00Z","context":{}}}"#,
/// )?;
/// let mut owners = Owners::new();
/// owners.observe("tables", &create)?;
/// assert_eq!(owners.route(&action)?, "tables");
/// assert_eq!(
///     owners.observe("weather", &create).unwrap_err().to_string(),
///     "agent `weather` cannot use surface `booking`: agent `tables` owns it"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Owners {
    surfaces: BTreeMap<SurfaceId, String>,
    calls: BTreeMap<CallId, BTreeSet<String>>,
}

/// The error for a surface or call whose owner is unknown or not unique.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OwnershipError {
    /// Two agents use the same surface.
    #[error("agent `{agent}` cannot use surface `{surface_id}`: agent `{owner}` owns it")]
    Collision {
        /// The id of the surface.
        surface_id: SurfaceId,
        /// The agent that owns the surface.
        owner: String,
        /// The agent that tried to use the surface.
        agent: String,
    },
    /// No agent owns the surface.
    #[error("no agent owns surface `{surface_id}`")]
    Unowned {
        /// The id of the surface.
        surface_id: SurfaceId,
    },
    /// No agent made the call to which the message is a response.
    #[error("no agent made a call with the id `{call_id}`")]
    UnknownCall {
        /// The id of the call.
        call_id: CallId,
    },
    /// The message refers to surfaces or calls of several agents.
    #[error("the message belongs to two agents, `{first}` and `{second}`")]
    Ambiguous {
        /// One of the agents.
        first: String,
        /// Another of the agents.
        second: String,
    },
    /// The message refers to neither a surface nor a call.
    #[error("the message `{key}` names neither a surface nor a call")]
    Nameless {
        /// The key of the message.
        key: &'static str,
    },
    /// The surface id of the message cannot be read.
    #[error("the surface id of the message cannot be read")]
    Unreadable,
}

impl OwnershipError {
    /// Returns the name of the rule that was broken.
    pub fn rule(&self) -> &'static str {
        match self {
            Self::Collision { .. } => "surface-collision",
            Self::Unowned { .. } => "unowned-surface",
            Self::UnknownCall { .. } => "unknown-call",
            Self::Ambiguous { .. } => "ambiguous-owner",
            Self::Nameless { .. } => "nameless-message",
            Self::Unreadable => "unreadable-surface",
        }
    }

    /// Returns a suggestion for correcting the error.
    pub fn hint(&self) -> &'static str {
        match self {
            Self::Collision { .. } => "give each agent its own surface ids",
            Self::Unowned { .. } => {
                "call `observe` for the messages of the agents: a surface has an owner from its creation to its deletion"
            }
            Self::UnknownCall { .. } => {
                "call `observe` for the messages of the agents, including calls"
            }
            Self::Ambiguous { .. } => {
                "strip the message for each agent, and send each agent its part"
            }
            Self::Nameless { .. } => "choose the agent by the conversation",
            Self::Unreadable => "write `surfaceId` exactly once, as a string",
        }
    }
}

impl Owners {
    /// Creates an empty table.
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the owner of a surface.
    pub fn owner(&self, surface_id: &str) -> Option<&str> {
        self.surfaces.get(surface_id).map(String::as_str)
    }

    /// Iterates over all surfaces and their owners, ordered by surface id. Passing the pairs to
    /// [`claim`](Self::claim) rebuilds the table.
    pub fn iter(&self) -> impl Iterator<Item = (&SurfaceId, &str)> {
        self.surfaces
            .iter()
            .map(|(surface_id, owner)| (surface_id, owner.as_str()))
    }

    /// Makes an agent the owner of a surface. [`observe`](Self::observe) does this for surfaces that agents create.
    /// Use `claim` for surfaces that were created before the table.
    ///
    /// # Errors
    /// Returns [`Collision`](OwnershipError::Collision) if another agent owns the surface.
    pub fn claim(&mut self, agent: &str, surface_id: &SurfaceId) -> Result<(), OwnershipError> {
        self.refuse_other_owner(agent, surface_id)?;
        self.surfaces.insert(surface_id.clone(), agent.to_owned());
        Ok(())
    }

    /// Removes the owner of a surface.
    pub fn release(&mut self, surface_id: &str) {
        self.surfaces.remove(surface_id);
    }

    /// Removes an agent from all surfaces and calls.
    ///
    /// ```
    /// use agent_ui_a2ui::{Message, ownership::Owners};
    ///
    /// let call = Message::read(
    ///     r#"{"version":"v0.10","functionCallId":"f1","wantResponse":true,"callFunction":{"call":"now","args":{}}}"#,
    /// )?;
    /// let response = Message::read(
    ///     r#"{"version":"v0.10","functionResponse":{"functionCallId":"f1","call":"now","value":"noon"}}"#,
    /// )?;
    /// let mut owners = Owners::new();
    /// owners.observe("clock", &call)?;
    /// assert_eq!(owners.route(&response)?, "clock");
    /// owners.release_call("f1"); // after the response
    /// assert!(owners.route(&response).is_err());
    ///
    /// owners.claim("clock", &"dial".into())?;
    /// owners.release_all("clock"); // after the agent has disconnected
    /// assert_eq!(owners.iter().count(), 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn release_all(&mut self, agent: &str) {
        self.surfaces.retain(|_, owner| owner != agent);
        self.calls.retain(|_, agents| {
            agents.remove(agent);
            !agents.is_empty()
        });
    }

    /// Removes a call after its response.
    pub fn release_call(&mut self, call_id: &str) {
        self.calls.remove(call_id);
    }

    /// Updates the table from a message of an agent. The agent that creates a surface owns it until the surface is
    /// deleted. In 0.8, the first message about a surface creates it. The agent that calls a function of the client
    /// receives the response. Messages of the client change nothing.
    ///
    /// Returns [`Collision`](OwnershipError::Collision) if another agent owns the surface, and
    /// [`Unowned`](OwnershipError::Unowned) if the surface has no owner and the message does not create it. The table
    /// is then unchanged.
    pub fn observe(&mut self, agent: &str, message: &Message) -> Result<(), OwnershipError> {
        if message.direction() == Direction::Client {
            return Ok(());
        }
        let surface_id = message.surface_id();
        if let Some(surface_id) = surface_id {
            self.refuse_other_owner(agent, surface_id)?;
        }
        let creates = message.key() == "createSurface" || message.version() == Version::V0_8;
        match (message.key(), surface_id) {
            ("deleteSurface", Some(surface_id)) => {
                self.surfaces.remove(surface_id);
            }
            ("callFunction" | "callRendererFunction", _) => self.observe_call(agent, message),
            (_, Some(surface_id)) if creates => {
                self.surfaces.insert(surface_id.clone(), agent.to_owned());
            }
            (_, Some(surface_id)) if self.owner(surface_id.as_str()).is_none() => {
                return Err(OwnershipError::Unowned {
                    surface_id: surface_id.clone(),
                });
            }
            _ => {}
        }
        Ok(())
    }

    /// Records the agent of a call that the client must answer.
    fn observe_call(&mut self, agent: &str, message: &Message) {
        let call_id = match message {
            Message::V0_10Agent(message) => message.function_call_id.get().cloned(),
            Message::V1_0Agent(message) => match &message.body {
                v1_0::AgentBody::CallRendererFunction(call) => Some(call.function_call_id.clone()),
                _ => None,
            },
            _ => None,
        };
        if let Some(call_id) = call_id {
            self.calls
                .entry(call_id)
                .or_default()
                .insert(agent.to_owned());
        }
    }

    /// Returns an error if another agent owns the surface.
    fn refuse_other_owner(
        &self,
        agent: &str,
        surface_id: &SurfaceId,
    ) -> Result<(), OwnershipError> {
        match self.owner(surface_id.as_str()) {
            Some(owner) if owner != agent => Err(OwnershipError::Collision {
                surface_id: surface_id.clone(),
                owner: owner.to_owned(),
                agent: agent.to_owned(),
            }),
            _ => Ok(()),
        }
    }

    /// Returns the agent for a message of the client. This is the owner of the surface of the message, or the agent
    /// whose call the message answers.
    ///
    /// # Errors
    /// Returns an error if the agent is unknown, or if the message names no surface and no call. If two agents made
    /// calls with the same id, the error is [`Ambiguous`](OwnershipError::Ambiguous).
    pub fn route(&self, message: &Message) -> Result<&str, OwnershipError> {
        let payload = Payload::encode(message).map_err(|_| OwnershipError::Unreadable)?;
        let owner = self.find_single_owner(referenced_ids::referenced_ids(&payload))?;
        owner.ok_or(OwnershipError::Nameless { key: message.key() })
    }

    /// Returns the agent for the messages in an A2A message. Returns `None` if the messages name no surface and no
    /// call, for example if the user answers in words. The conversation must then determine the agent.
    ///
    /// ```
    /// use agent_ui_a2ui::{a2a::A2aMessage, ownership::{Owners, OwnershipError}, wire};
    ///
    /// let mut owners = Owners::new();
    /// owners.claim("tables", &"booking".into())?;
    /// owners.claim("bank", &"account".into())?;
    /// let click = |surface: &str| {
    ///     format!(
    ///         r#"{{"data":{{"version":"v0.9","action":{{"name":"go","surfaceId":"{surface}","sourceComponentId":"b",
    ///             "timestamp":"2026-05-18T15:30:00Z","context":{{}}}}}},"metadata":{{"mimeType":"application/a2ui+json"}}}}"#
    ///     )
    /// };
    /// let text = format!(r#"{{"parts":[{},{}]}}"#, click("booking"), click("account"));
    /// let message: A2aMessage = wire::decode(&text)?;
    /// assert!(matches!(owners.route_message(&message), Err(OwnershipError::Ambiguous { .. })));
    /// let part = owners.strip_message(message, "bank");
    /// assert_eq!(part.parts.len(), 1);
    /// assert_eq!(owners.route_message(&part)?, Some("bank"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if the agent is unknown, or if the messages concern several agents. In the second case, use
    /// [`strip_message`](Self::strip_message) for each agent.
    pub fn route_message(&self, message: &A2aMessage) -> Result<Option<&str>, OwnershipError> {
        self.find_single_owner(
            message
                .parts
                .iter()
                .filter_map(strip::find_a2ui_data)
                .flat_map(referenced_ids::referenced_ids)
                .collect(),
        )
    }

    /// Returns the data models of the agent's surfaces that have this version and a `sendDataModel` of `true`.
    /// Returns `None` if there are no such surfaces, because no data is sent then.
    pub fn data_model(
        &self,
        surfaces: &Surfaces,
        version: Version,
        agent: &str,
    ) -> Option<ClientDataModel> {
        let own = surfaces
            .iter()
            .filter(|surface| self.owner(surface.surface_id().as_str()) == Some(agent));
        ClientDataModel::from_surfaces(own, version)
    }

    /// Returns the single owner of all referenced ids, or `None` if there are no ids.
    fn find_single_owner(&self, names: Vec<ReferencedId>) -> Result<Option<&str>, OwnershipError> {
        let mut single = None;
        for name in names {
            for owner in self.owners_of(name)? {
                let first = *single.get_or_insert(owner);
                if first != owner {
                    let (first, second) = (String::from(first), String::from(owner));
                    return Err(OwnershipError::Ambiguous { first, second });
                }
            }
        }
        Ok(single)
    }

    /// Returns the agents for a referenced id. The list is never empty.
    fn owners_of(&self, name: ReferencedId) -> Result<Vec<&str>, OwnershipError> {
        match name {
            ReferencedId::Surface(surface_id) => match self.owner(surface_id.as_str()) {
                Some(owner) => Ok(vec![owner]),
                None => Err(OwnershipError::Unowned { surface_id }),
            },
            ReferencedId::Call(call_id) => match self.calls.get(&call_id) {
                Some(agents) => Ok(agents.iter().map(String::as_str).collect()),
                None => Err(OwnershipError::UnknownCall { call_id }),
            },
            ReferencedId::Unreadable => Err(OwnershipError::Unreadable),
        }
    }
}
