//! The name and description of a gateway's agents, for clients.

use super::Gateway;
use wire::Payload;

/// A description of agents, for people and models that select one.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AgentDescription {
    /// The display name of the agent.
    pub name: Option<String>,
    /// The purpose of the agent, in one or a few sentences.
    pub description: Option<String>,
    /// The skills, as in an agent card of A2A.
    pub skills: Vec<Payload>,
}

impl AgentDescription {
    /// Replaces an empty name or description by `None`.
    #[must_use]
    pub(crate) fn without_blanks(self) -> Self {
        Self {
            name: self.name.filter(|name| !name.trim().is_empty()),
            description: self.description.filter(|text| !text.trim().is_empty()),
            skills: self.skills,
        }
    }
}

impl Gateway {
    /// Returns the known description of the agents: the one from the settings, or otherwise the agents' own
    /// descriptions. If there are several agents, no single name applies.
    pub fn description(&self) -> AgentDescription {
        let described: Vec<_> = self
            .agents()
            .iter()
            .map(|agent| agent.description())
            .collect();
        let own_name = match described.as_slice() {
            [Some(one)] => one.name.clone(),
            _ => None,
        };
        let mut texts: Vec<String> = Vec::new();
        for text in described
            .iter()
            .flatten()
            .filter_map(|one| one.description.as_ref())
        {
            if !texts.contains(text) {
                texts.push(text.clone());
            }
        }
        let own_text = (!texts.is_empty()).then(|| texts.join("\n"));
        let settings = &self.settings().description;
        AgentDescription {
            name: settings.name.clone().or(own_name),
            description: settings.description.clone().or(own_text),
            skills: described
                .into_iter()
                .flatten()
                .flat_map(|one| one.skills)
                .collect(),
        }
    }

    /// Requests the unknown descriptions of the agents. Returns the description of all agents, after at most two
    /// seconds.
    pub async fn describe(&self) -> AgentDescription {
        futures_util::future::join_all(self.agents().iter().map(|agent| agent.describe())).await;
        self.description()
    }
}
