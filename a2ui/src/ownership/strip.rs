//! Removal of data that an agent must not see.
//!
//! Stripped data contains only what the agent may see, so stripping it again changes nothing. Surfaces without an
//! owner are removed.

use super::{Owners, referenced_ids};
use crate::{
    ClientDataModel,
    a2a::{A2aMessage, A2aRequest, MessageMetadata, MessageSendParams, Part},
};
use wire::{
    Field, Payload, PayloadKind,
    token::{self, Child},
};

impl Owners {
    /// Returns the part of a request that the agent may see. See [`strip_message`](Self::strip_message).
    ///
    /// ```
    /// use agent_ui_a2ui::{a2a::A2aRequest, ownership::Owners, wire};
    ///
    /// let mut owners = Owners::new();
    /// owners.claim("tables", &"booking".into())?;
    /// owners.claim("bank", &"account".into())?;
    /// let request: A2aRequest = wire::decode(
    ///     r#"{"params":{"message":{"parts":[{"text":"Yes, book it"}],"metadata":{"a2uiClientDataModel":
    ///         {"version":"v0.9","surfaces":{"booking":{"guests":2},"account":{"balance":7}}}}}}}"#,
    /// )?;
    /// assert_eq!(
    ///     wire::encode(&owners.strip_request(request, "tables"))?,
    ///     r#"{"params":{"message":{"parts":[{"text":"Yes, book it"}],"metadata":{"a2uiClientDataModel":{"version":"v0.9","surfaces":{"booking":{"guests":2}}}}}}}"#
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn strip_request(&self, mut request: A2aRequest, agent: &str) -> A2aRequest {
        request.params = self.strip_params(request.params, agent);
        request
    }

    /// Returns the part of the `params` of a request that the agent may see. See [`strip_message`](Self::strip_message).
    #[must_use]
    pub(crate) fn strip_params(
        &self,
        mut params: MessageSendParams,
        agent: &str,
    ) -> MessageSendParams {
        params.message = self.strip_message(params.message, agent);
        params.metadata = params
            .metadata
            .map(|metadata| self.strip_metadata(metadata, agent));
        params
    }

    /// Returns the part of a message that the agent may see. Data models of the agent's surfaces remain. So do
    /// messages about its surfaces, responses to its calls, and messages that name neither a surface nor a call.
    /// Texts, files and data of other types are unchanged.
    #[must_use]
    pub fn strip_message(&self, mut message: A2aMessage, agent: &str) -> A2aMessage {
        message.metadata = message
            .metadata
            .map(|metadata| self.strip_metadata(metadata, agent));
        let parts = message.parts.into_iter();
        message.parts = parts
            .filter_map(|part| self.strip_part(part, agent))
            .collect();
        message
    }

    /// Returns the part of the metadata that the agent may see.
    #[must_use]
    pub(crate) fn strip_metadata(
        &self,
        mut metadata: MessageMetadata,
        agent: &str,
    ) -> MessageMetadata {
        for model in [
            &mut metadata.a2ui_client_data_model,
            &mut metadata.a2ui_renderer_data_model,
        ] {
            *model = match std::mem::take(model) {
                Field::Value(value) => match self.strip_data_model(value, agent) {
                    Some(own) => Field::Value(own),
                    None => Field::Absent,
                },
                empty => empty,
            };
        }
        metadata
    }

    /// Returns the data models of the agent's surfaces, unchanged and in order. Returns `None` if the agent has no
    /// such surfaces, because no data is sent then. Unknown members may contain any data, so they are removed.
    pub fn strip_data_model(
        &self,
        mut model: ClientDataModel,
        agent: &str,
    ) -> Option<ClientDataModel> {
        model
            .surfaces
            .extra
            .retain(|surface_id, _| self.owner(surface_id) == Some(agent));
        model.extra = wire::Extra::new();
        if model.surfaces.is_empty() {
            return None;
        }
        Some(model)
    }

    fn strip_part(&self, part: Part, agent: &str) -> Option<Part> {
        let Some(data) = find_a2ui_data(&part) else {
            return Some(part);
        };
        let stripped = self.strip_data(data, agent)?;
        match part {
            Part::Data(mut part) => {
                part.data = stripped;
                Some(Part::Data(part))
            }
            other => Some(other),
        }
    }

    /// Strips one message, a list of messages, or an object with a list of messages.
    fn strip_data(&self, data: &Payload, agent: &str) -> Option<Payload> {
        if self.is_visible_to(data, agent) {
            return Some(data.clone());
        }
        if data.kind() == PayloadKind::Array {
            return self.strip_list(data, agent);
        }
        let list = find_message_list(data)?;
        let stripped = self.strip_list(&Payload::parse(list.text).ok()?, agent)?;
        let (before, rest) = data.text().split_at_checked(list.at)?;
        let after = rest.strip_prefix(list.text)?;
        let data = Payload::parse(format!("{before}{stripped}{after}")).ok()?;
        // The other members of the object may name surfaces, too.
        if !self.is_visible_to(&data, agent) {
            return None;
        }
        Some(data)
    }

    fn strip_list(&self, list: &Payload, agent: &str) -> Option<Payload> {
        let mut visible = list.elements().collect::<Vec<_>>();
        visible.retain(|message| self.is_visible_to(message, agent));
        if visible.is_empty() {
            return None;
        }
        Some(Payload::array(&visible))
    }

    /// Returns `true` if all referenced ids belong to the agent.
    fn is_visible_to(&self, data: &Payload, agent: &str) -> bool {
        for name in referenced_ids::referenced_ids(data) {
            match self.owners_of(name) {
                Ok(owners) if owners.contains(&agent) => {}
                _ => return false,
            }
        }
        true
    }
}

/// Returns the list of messages in an object.
fn find_message_list(object: &Payload) -> Option<Child<'_>> {
    token::children(object.text()).find(|child| match child.name {
        Some(name) => token::string(name) == "messages",
        None => false,
    })
}

/// Returns the data of a part that may contain A2UI messages, because its type is A2UI or unknown.
pub(super) fn find_a2ui_data(part: &Part) -> Option<&Payload> {
    match part {
        Part::Data(part) if part.is_a2ui() || part.mime_type().is_none() => Some(&part.data),
        _ => None,
    }
}
