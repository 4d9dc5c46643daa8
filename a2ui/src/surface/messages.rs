//! The conversion of a surface into messages that rebuild it.

mod bound_values;

use super::{Surface, SurfaceComponent, surface_state::Creation, version_word::VersionWord};
use crate::{Message, v0_8, v0_9, v0_10, v1_0};
use wire::{Field, Payload};

impl Surface {
    /// Returns messages that rebuild an equal surface, provided that no surface has its id and the options are the same.
    /// Components keep their order of arrival and the version in which they arrived. Everything else uses the version of
    /// the surface. The message that creates the surface contains the unknown members.
    ///
    /// For 1.0, this is one `createSurface`, and an `updateDataModel` if the model is not an object. For 0.9 and 0.10, it is
    /// `createSurface`, `updateDataModel` and `updateComponents`.
    ///
    /// For 0.8, the messages are `surfaceUpdate`, one `dataModelUpdate` per level of the model with parents first, and
    /// `beginRendering` if it was sent. The data follows the components, because 0.8 components write their literals. If
    /// literals conflict, the components are split into several updates. A `dataModelUpdate` cannot write empty lists, or
    /// a model that is a list itself. The literal of a component that is restored later writes such a list. If every
    /// component has its own literals, the list is omitted. Null is omitted too unless it pads a list, because 0.8 cannot
    /// express it.
    ///
    /// ```
    /// use agent_ui_a2ui::{Message, surface::Surfaces};
    ///
    /// let mut surfaces = Surfaces::new();
    /// for text in [
    ///     r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c","x":1}}"#,
    ///     r#"{"version":"v0.9","updateDataModel":{"surfaceId":"s","path":"/a/0","value":1.0}}"#,
    /// ] {
    ///     surfaces.apply(&Message::read(text)?)?;
    /// }
    /// let mut rebuilt = Surfaces::new();
    /// for message in surfaces.get("s").unwrap().messages() {
    ///     rebuilt.apply(&message)?;
    /// }
    /// assert_eq!(rebuilt, surfaces);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn messages(&self) -> Vec<Message> {
        match &self.creation {
            Creation::V0_8(begun) => {
                let begin = begun.as_ref().map(|(body, extra)| {
                    let mut message = v0_8::AgentMessage::new(body.clone());
                    message.extra = extra.clone();
                    message
                });
                self.messages_v0_8(begin)
            }
            Creation::V0_9(version, body, extra) => {
                let mut create = v0_9::AgentMessage::new(*version, body.clone());
                create.extra = extra.clone();
                let mut messages = vec![create.into()];
                if let Some(model) = self.data_model.to_payload() {
                    messages.extend(self.data_message(model));
                }
                messages.extend(self.component_updates(0));
                messages
            }
            Creation::V0_10(version, body, extra) => {
                let mut create = v0_10::AgentMessage::new(*version, body.clone());
                create.extra = extra.clone();
                let mut messages = vec![create.into()];
                if let Some(model) = self.data_model.to_payload() {
                    messages.extend(self.data_message(model));
                }
                messages.extend(self.component_updates(0));
                messages
            }
            Creation::V1_0(version, body, extra) => {
                self.messages_v1_0(*version, body.clone(), extra.clone())
            }
        }
    }

    /// Returns the message that sets the data model, in the version of the surface. Returns `None` for 0.8, which needs
    /// several messages.
    fn data_message(&self, model: Payload) -> Option<Message> {
        let id = self.surface_id().clone();
        let word = match self.word() {
            VersionWord::V0_8 => return None,
            VersionWord::V1_0(word) if !model.is_null() => {
                let body = v1_0::UpdateDataModel::new(id, model);
                return Some(v1_0::AgentMessage::new(word, body).into());
            }
            word => word,
        };
        let body = v0_9::UpdateDataModel::new(id).value(model);
        Some(match word {
            VersionWord::V0_10(word) => v0_10::AgentMessage::new(word, body).into(),
            VersionWord::V0_9(word) => v0_9::AgentMessage::new(word, body).into(),
            // In 1.0, null removes a value, so only a message of an earlier version can have set it.
            VersionWord::V0_8 | VersionWord::V1_0(_) => {
                v0_9::AgentMessage::new(v0_9::Version::V0_9, body).into()
            }
        })
    }

    /// Returns updates with the components from index `from` on. Consecutive components of the same version share a
    /// message.
    fn component_updates(&self, from: usize) -> Vec<Message> {
        let mut messages = Vec::new();
        let all: Vec<(VersionWord, &SurfaceComponent)> =
            self.components.words().skip(from).collect();
        for run in all.chunk_by(|a, b| a.0 == b.0) {
            let Some((word, _)) = run.first() else {
                continue;
            };
            let id = self.surface_id().clone();
            let message: Message = match *word {
                VersionWord::V0_8 => continue,
                VersionWord::V0_9(word) => {
                    let body = v0_9::UpdateComponents::new(id, of_0_9(run));
                    v0_9::AgentMessage::new(word, body).into()
                }
                VersionWord::V0_10(word) => {
                    let body = v0_9::UpdateComponents::new(id, of_0_9(run));
                    v0_10::AgentMessage::new(word, body).into()
                }
                VersionWord::V1_0(word) => {
                    let body = v1_0::UpdateComponents::new(id, of_1_0(run));
                    v1_0::AgentMessage::new(word, body).into()
                }
            };
            messages.push(message);
        }
        messages
    }

    fn messages_v1_0(
        &self,
        version: v1_0::Version,
        mut create: v1_0::CreateSurface,
        extra: wire::Extra,
    ) -> Vec<Message> {
        // Components of other versions arrived in later messages, and so did those after them.
        let words = self.components.words();
        let own: Vec<_> = words.take_while(|(word, _)| *word == self.word()).collect();
        if !own.is_empty() {
            create.components = Field::Value(of_1_0(&own));
        }
        let (object, other): (Option<Payload>, Option<Payload>) = match self.data_model.to_payload()
        {
            Some(model) if model.is_object() => (Some(model), None),
            other => (None, other),
        };
        create.data_model = object;
        let mut create = v1_0::AgentMessage::new(version, create);
        create.extra = extra;
        let mut messages = vec![create.into()];
        messages.extend(self.component_updates(own.len()));
        if let Some(model) = other {
            messages.extend(self.data_message(model));
        }
        messages
    }
}

fn of_0_9(run: &[(VersionWord, &SurfaceComponent)]) -> Vec<v0_9::Component> {
    let mut components = Vec::new();
    for (_, component) in run {
        if let SurfaceComponent::V0_9(component) = component {
            components.push(component.clone());
        }
    }
    components
}

fn of_1_0(run: &[(VersionWord, &SurfaceComponent)]) -> Vec<v1_0::Component> {
    let mut components = Vec::new();
    for (_, component) in run {
        if let SurfaceComponent::V1_0(component) = component {
            components.push(component.clone());
        }
    }
    components
}
