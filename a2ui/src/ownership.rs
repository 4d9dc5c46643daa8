//! Which agent owns which surface: for whoever stands between one client and several agents. A2UI 0.9, orchestration.
//!
//! [`Owners`] is a table. What the agents send fills it ([`Owners::observe`]), what the client sends is led to an agent by it
//! ([`Owners::route`]), and what an agent must not see is taken out by it ([`Owners::strip_request`]). Agents are told apart
//! by any text.
//!
//! Agents that choose the same surface ids can be kept apart by [`namespace`].

pub mod namespace;
mod referenced_ids;
mod strip;
#[cfg(test)]
mod tests;

use crate::{
    CallId, ClientDataModel, Direction, Message, SurfaceId, Version,
    a2a::A2aMessage,
    surface::{Surface, Surfaces},
    v1_0,
};
use referenced_ids::ReferencedId;
use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
};
use wire::Payload;

/// The owners of the surfaces that live, and who called which function of the client.
///
/// ```
/// # use agent_ui_a2ui as a2ui;
/// use a2ui::{Message, ownership::Owners};
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
///     "`weather` uses the surface `booking`, which `tables` owns"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Owners {
    surfaces: BTreeMap<SurfaceId, String>,
    calls: BTreeMap<CallId, BTreeSet<String>>,
}

/// Why nobody, or somebody else, owns a surface.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OwnershipError {
    /// Two agents use the same surface.
    Collision {
        /// The surface.
        surface_id: SurfaceId,
        /// Who owns it.
        owner: String,
        /// Who uses it, too.
        agent: String,
    },
    /// No agent owns the surface.
    Unowned {
        /// The surface.
        surface_id: SurfaceId,
    },
    /// No agent called the function to which this is the answer.
    UnknownCall {
        /// The call.
        call_id: CallId,
    },
    /// Several agents are meant.
    Ambiguous {
        /// One of them.
        first: String,
        /// Another.
        second: String,
    },
    /// Nothing in it says which agent is meant.
    Nameless {
        /// The key of the message.
        key: &'static str,
    },
    /// A message whose surface cannot be made out.
    ReadError,
}

impl fmt::Display for OwnershipError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Collision { surface_id, owner, agent } => {
                write!(f, "`{agent}` uses the surface `{surface_id}`, which `{owner}` owns")
            }
            Self::Unowned { surface_id } => write!(f, "no agent owns the surface `{surface_id}`"),
            Self::UnknownCall { call_id } => write!(f, "no agent made the call `{call_id}`"),
            Self::Ambiguous { first, second } => write!(f, "both `{first}` and `{second}` are meant"),
            Self::Nameless { key } => write!(f, "`{key}` names neither a surface nor a call"),
            Self::ReadError => f.write_str("a message whose surface cannot be made out"),
        }
    }
}

impl std::error::Error for OwnershipError {}

impl OwnershipError {
    /// The name of the rule that was broken.
    pub fn rule(&self) -> &'static str {
        match self {
            Self::Collision { .. } => "surface-collision",
            Self::Unowned { .. } => "unowned-surface",
            Self::UnknownCall { .. } => "unknown-call",
            Self::Ambiguous { .. } => "ambiguous-owner",
            Self::Nameless { .. } => "nameless-message",
            Self::ReadError => "unreadable-surface",
        }
    }

    /// What would be right.
    pub fn hint(&self) -> &'static str {
        match self {
            Self::Collision { .. } => "give each agent surface ids of its own",
            Self::Unowned { .. } => "an agent owns a surface from its first message on until it deletes it",
            Self::UnknownCall { .. } => "observe the messages of the agents, calls among them",
            Self::Ambiguous { .. } => "strip the message for each of them, and send each its share",
            Self::Nameless { .. } => "only the conversation says which agent is meant",
            Self::ReadError => "write `surfaceId` once, as a string",
        }
    }
}

impl Owners {
    /// Nobody owns anything.
    pub fn new() -> Self {
        Self::default()
    }

    /// Who owns a surface.
    pub fn owner(&self, surface_id: &str) -> Option<&str> {
        self.surfaces.get(surface_id).map(String::as_str)
    }

    /// All surfaces and their owners, by id. With [`claim`](Self::claim) they make the same table again.
    pub fn iter(&self) -> impl Iterator<Item = (&SurfaceId, &str)> {
        self.surfaces.iter().map(|(surface_id, owner)| (surface_id, owner.as_str()))
    }

    /// Makes an agent the owner of a surface. [`observe`](Self::observe) does that for surfaces that are created; a surface
    /// that was there before has to be claimed.
    ///
    /// # Errors
    /// [`Collision`](OwnershipError::Collision), if another agent owns it.
    pub fn claim(&mut self, agent: &str, surface_id: &SurfaceId) -> Result<(), OwnershipError> {
        self.not_of_another(agent, surface_id)?;
        self.surfaces.insert(surface_id.clone(), agent.to_owned());
        Ok(())
    }

    /// Lets go of a surface, whoever owns it.
    pub fn release(&mut self, surface_id: &str) {
        self.surfaces.remove(surface_id);
    }

    /// Lets go of everything of an agent.
    pub fn release_all(&mut self, agent: &str) {
        self.surfaces.retain(|_, owner| owner != agent);
        self.calls.retain(|_, agents| {
            agents.remove(agent);
            !agents.is_empty()
        });
    }

    /// Lets go of a call, as it was answered.
    pub fn release_call(&mut self, call_id: &str) {
        self.calls.remove(call_id);
    }

    /// Learns from what an agent sends. Who creates a surface owns it, in 0.8 who first says something about it, until it is
    /// deleted; who calls a function of the client gets the answer. Messages of the client say nothing new.
    ///
    /// # Errors
    /// [`Collision`](OwnershipError::Collision), if another agent owns the surface, and
    /// [`Unowned`](OwnershipError::Unowned), if nobody does and it is not created. The table is then what it was.
    pub fn observe(&mut self, agent: &str, message: &Message) -> Result<(), OwnershipError> {
        if message.direction() == Direction::Client {
            return Ok(());
        }
        let surface_id = message.surface_id();
        if let Some(surface_id) = surface_id {
            self.not_of_another(agent, surface_id)?;
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
                return Err(OwnershipError::Unowned { surface_id: surface_id.clone() });
            }
            _ => {}
        }
        Ok(())
    }

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
            self.calls.entry(call_id).or_default().insert(agent.to_owned());
        }
    }

    fn not_of_another(&self, agent: &str, surface_id: &SurfaceId) -> Result<(), OwnershipError> {
        match self.owner(surface_id.as_str()) {
            Some(owner) if owner != agent => Err(OwnershipError::Collision {
                surface_id: surface_id.clone(),
                owner: owner.to_owned(),
                agent: agent.to_owned(),
            }),
            _ => Ok(()),
        }
    }

    /// The agent for which a message of the client is: the owner of its surface, or who made the call that it answers.
    ///
    /// # Errors
    /// If nobody is, or it does not say. Two agents that made calls of the same id are
    /// [`Ambiguous`](OwnershipError::Ambiguous).
    pub fn route(&self, message: &Message) -> Result<&str, OwnershipError> {
        let payload = Payload::encode(message).map_err(|_| OwnershipError::ReadError)?;
        let owner = self.one(referenced_ids::referenced_ids(&payload))?;
        owner.ok_or(OwnershipError::Nameless { key: message.key() })
    }

    /// The agent for which the messages in an A2A message are; `None` if nothing in it names a surface or call, as when the
    /// user answers in words: then only the conversation says who is meant.
    ///
    /// # Errors
    /// If nobody is, or several are: [`strip_message`](Self::strip_message) then gives each its share.
    pub fn route_message(&self, message: &A2aMessage) -> Result<Option<&str>, OwnershipError> {
        self.one(
            message.parts.iter().filter_map(strip::data).flat_map(referenced_ids::referenced_ids).collect(),
        )
    }

    /// The data models of an agent's surfaces, those of this version whose `sendDataModel` is true; `None` if there are none,
    /// as then nothing is sent.
    pub fn data_model(&self, surfaces: &Surfaces, version: Version, agent: &str) -> Option<ClientDataModel> {
        let is_own = |surface: &&Surface| self.owner(surface.surface_id().as_str()) == Some(agent);
        ClientDataModel::from_surfaces(surfaces.iter().filter(is_own), version)
    }

    /// The one owner of all that is named.
    fn one(&self, names: Vec<ReferencedId>) -> Result<Option<&str>, OwnershipError> {
        let mut one = None;
        for name in names {
            for owner in self.owners_of(name)? {
                match one {
                    Some(first) if first != owner => {
                        let (first, second) = (String::from(first), String::from(owner));
                        return Err(OwnershipError::Ambiguous { first, second });
                    }
                    _ => one = Some(owner),
                }
            }
        }
        Ok(one)
    }

    /// Who is meant by a name; at least one.
    fn owners_of(&self, name: ReferencedId) -> Result<Vec<&str>, OwnershipError> {
        match name {
            ReferencedId::Surface(surface_id) => {
                let owner = self.owner(surface_id.as_str()).map(|owner| vec![owner]);
                owner.ok_or(OwnershipError::Unowned { surface_id })
            }
            ReferencedId::Call(call_id) => {
                let agents =
                    self.calls.get(&call_id).map(|agents| agents.iter().map(String::as_str).collect());
                agents.ok_or(OwnershipError::UnknownCall { call_id })
            }
            ReferencedId::ReadError => Err(OwnershipError::ReadError),
        }
    }
}
