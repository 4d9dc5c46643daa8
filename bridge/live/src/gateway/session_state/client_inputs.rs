//! Messages of clients: they are translated for the agents that own their surfaces.

use super::{AgentState, SessionState, of_ownership};
use crate::gateway::{
    ClientContent, ClientMessage, GatewayError, GatewayReportKind, agent::AgentInput,
    source_component::check_source,
};
use agent_ui_text::{
    Diagnostic, TranslateOptions,
    bridge::{
        Dialect, Note, Refusal,
        a2ui::{
            ClientDataModel, Direction, Message, SurfaceId,
            ownership::{OwnershipError, namespace},
        },
    },
    place::Place,
};
use wire::{Finding, Payload, Pointer};

/// An accepted message of a client.
pub(in crate::gateway) struct AcceptedInput {
    pub(in crate::gateway) agent: usize,
    pub(in crate::gateway) input: AgentInput,
    pub(in crate::gateway) reports: Vec<GatewayReportKind>,
}

impl SessionState {
    /// Translates a message of a client for the agent that owns its surface.
    pub(in crate::gateway) fn accept_input(
        &mut self,
        of: &ClientMessage,
        options: &TranslateOptions,
    ) -> Result<AcceptedInput, GatewayError> {
        let (agent_index, texts, text, mut reports) = match &of.content {
            ClientContent::Text(text) => (0, Vec::new(), Some(text.clone()), Vec::new()),
            ClientContent::A2ui {
                message: text,
                dialect,
            } => {
                let (agent_index, texts, reports) =
                    self.translate_input(of.face, text, *dialect, options)?;
                (agent_index, texts, None, reports)
            }
        };
        let id = format!("{}/{}", self.name, self.next);
        let Self {
            owners,
            agents,
            name,
            ..
        } = self;
        let state = agents.get_mut(agent_index).ok_or(GatewayError::NoAgent)?;
        state.corrections = 0;
        let mut model = of.data_model.clone();
        if let Some(stated) = model.take() {
            model = owners.strip_data_model(stated, &state.name);
        }
        if model.is_some() && state.version_word() == "v0.8" {
            reports.push(report_lost_data_model(&state.name, of.face));
            model = None;
        }
        let model = model.map(|model| state.data_model_for_agent(model));
        let mut input = AgentInput {
            id,
            session: name.clone(),
            text,
            ..AgentInput::default()
        };
        for text in texts {
            input.messages.push(parse(text)?);
        }
        input.capabilities.clone_from(&of.capabilities);
        input.data_model = model.and_then(|model| Payload::encode(&model).ok());
        Ok(AcceptedInput {
            agent: agent_index,
            input,
            reports,
        })
    }

    /// Returns `true` if a client's message concerns an existing surface, or no surface.
    pub(in crate::gateway) fn has_surface_of(&self, text: &str, dialect: Dialect) -> bool {
        let read = Message::read_as(text, dialect.a2ui_version());
        // A message that cannot be read is refused with its own reason.
        let Ok(read) = read else { return true };
        !matches!(
            self.owners.route(&read),
            Err(OwnershipError::Unowned { .. })
        )
    }

    /// Translates an A2UI message of a client. Returns the index of its agent, and the messages for this agent.
    fn translate_input(
        &mut self,
        face: &'static str,
        text: &str,
        dialect: Dialect,
        options: &TranslateOptions,
    ) -> Result<(usize, Vec<String>, Vec<GatewayReportKind>), GatewayError> {
        let read = Message::read_as(text, dialect.a2ui_version())
            .map_err(|error| refused(&Refusal::from(error)))?;
        if read.direction() == Direction::Agent {
            return Err(refused(&refuse_direction(&read)));
        }
        let agent_index = match self.owners.route(&read) {
            Ok(owner) => self.position(owner).ok_or(GatewayError::NoAgent)?,
            // A message about no surface goes to the first agent.
            Err(OwnershipError::Nameless { .. }) => 0,
            Err(error) => return Err(refused(&refuse_unrouted(&error))),
        };
        let to = self
            .agents
            .get(agent_index)
            .ok_or(GatewayError::NoAgent)?
            .dialect;
        let (view, mut reports) = self.view(dialect, options);
        let mut translation = view
            .backward(to, text, options)
            .map_err(GatewayError::Refused)?;
        if let Some(diagnostic) = translation.refusals.drain(..).next() {
            return Err(GatewayError::Refused(Box::new(diagnostic)));
        }
        let state = self.agents.get(agent_index).ok_or(GatewayError::NoAgent)?;
        for message in &translation.messages {
            check_source(&state.surfaces, &parse(&message.text)?, read.key())
                .map_err(|refusal| refused(&refusal))?;
        }
        for note in translation.notes() {
            if note.is_loss(false) {
                reports.push(report_lost_field(&state.name, face, note));
            }
        }
        let mut texts = Vec::with_capacity(translation.messages.len());
        for message in translation.messages {
            texts.push(
                state
                    .with_inside_ids(message.text)
                    .map_err(|refusal| refused(&refusal))?,
            );
        }
        Ok((agent_index, texts, reports))
    }
}

impl AgentState {
    /// Returns the agent's id for a surface id that clients see.
    fn inside(&self, outside: &SurfaceId) -> SurfaceId {
        for (inside, known) in &self.outside {
            if known.as_str() == outside.as_str() {
                return SurfaceId::from(inside.as_str());
            }
        }
        outside.clone()
    }

    /// Replaces the surface ids in a client's message by those of the agent.
    fn with_inside_ids(&self, text: String) -> Result<String, Refusal> {
        if self.outside.is_empty() {
            return Ok(text);
        }
        let message = Message::read_as(&text, self.dialect.a2ui_version())?;
        let message = namespace::rename(&message, |id| self.inside(id))?;
        wire::encode(&message).map_err(Refusal::from)
    }

    /// Converts a client's data models to the surface ids and the version of the agent.
    fn data_model_for_agent(&self, model: ClientDataModel) -> ClientDataModel {
        let mut model = namespace::rename_data_model(model, |id| self.inside(id));
        self.version_word().clone_into(&mut model.version);
        model
    }

    /// Returns the version of the agent's surfaces. An agent without a surface is treated as an A2UI 0.9 agent.
    fn version_word(&self) -> &'static str {
        match self.surfaces.iter().next() {
            Some(surface) => surface.version_word(),
            None => "v0.9",
        }
    }
}

/// Reports client data models that the agent does not receive.
fn report_lost_data_model(agent: &str, face: &'static str) -> GatewayReportKind {
    let message = "A2UI 0.8 has no data models of clients";
    let finding = Finding::warning("input/data-model", Pointer::root(), message)
        .hint("use an agent of A2UI 0.9 or later");
    GatewayReportKind::LostInput {
        agent: agent.to_owned(),
        face,
        finding,
    }
}

/// Reports a field of a client's message that the agent does not receive.
fn report_lost_field(agent: &str, face: &'static str, note: &Note) -> GatewayReportKind {
    let message = format!("agent `{agent}` does not receive this field: {}", note.rule);
    let finding = Finding::warning("input/lost", note.from.clone(), message);
    GatewayReportKind::LostInput {
        agent: agent.to_owned(),
        face,
        finding,
    }
}

/// Creates the refusal of a client's message that only agents may send.
fn refuse_direction(message: &Message) -> Refusal {
    let key = message.key();
    let reason = format!("`{key}` is a message of agents, and this one comes from a client");
    Refusal::rule_broken("input/direction", Pointer::root().member(key), reason)
        .hint("send an action, an error or the result of a function")
}

fn parse(text: impl AsRef<str>) -> Result<Payload, GatewayError> {
    Payload::parse(text).map_err(|error| refused(&Refusal::from(error)))
}

/// Creates the refusal of a client's message that no agent can receive.
fn refuse_unrouted(error: &OwnershipError) -> Refusal {
    let hint = match error {
        OwnershipError::Unowned { .. } => {
            "read the surfaces again: this one was deleted, or is not created yet"
        }
        OwnershipError::UnknownCall { .. } => "send one response to each call of an agent",
        error => error.hint(),
    };
    of_ownership(error).hint(hint)
}

fn refused(refusal: &Refusal) -> GatewayError {
    GatewayError::Refused(Box::new(Diagnostic::of_refusal(&Place::START, refusal)))
}
