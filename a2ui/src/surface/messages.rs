//! The messages that rebuild a surface.

mod bound_values;

use super::{Surface, SurfaceComponent, surface_state::Creation, version_word::VersionWord};
use crate::{Message, v0_8, v0_9, v0_10, v1_0};
use wire::{Field, Payload};

impl Surface {
    /// Messages that make an equal surface where there is none of its id, under the same options: its
    /// parts in the order in which a client can use them, the components in the order in which they came, and the members
    /// that the specification does not name in the message that made it. Components are sent in the versions in which they
    /// came, everything else in that of the surface.
    ///
    /// In 1.0 one `createSurface`, and an `updateDataModel` if the model is no object. In 0.9 and 0.10 `createSurface`,
    /// `updateDataModel`, `updateComponents`. In 0.8 `surfaceUpdate`, as many `dataModelUpdate`s as the model is deep, parents
    /// first, and `beginRendering`, if it came. The data comes after the components, because components of 0.8 write their
    /// literals; where those would be in each other's way, the components come in several updates. Empty lists, and a
    /// model that is a list itself, can be written by no `dataModelUpdate`, but by the literal of a component that is put
    /// back afterwards; where every component has literals of its own, they are left out. So is null, which 0.8 cannot
    /// say, wherever it does not fill up a list.
    ///
    /// ```
    /// # use agent_ui_a2ui as a2ui;
    /// use a2ui::{Message, surface::Surfaces};
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
                messages.extend(self.data_model.to_payload().and_then(|model| self.data(model)));
                messages.extend(self.updates(0));
                messages
            }
            Creation::V0_10(version, body, extra) => {
                let mut create = v0_10::AgentMessage::new(*version, body.clone());
                create.extra = extra.clone();
                let mut messages = vec![create.into()];
                messages.extend(self.data_model.to_payload().and_then(|model| self.data(model)));
                messages.extend(self.updates(0));
                messages
            }
            Creation::V1_0(version, body, extra) => self.messages_v1_0(*version, body.clone(), extra.clone()),
        }
    }

    /// The message that makes this the data model, in the version of the surface; 0.8 has other ways.
    fn data(&self, model: Payload) -> Option<Message> {
        let id = self.surface_id().clone();
        let of_0_9 = || v0_9::UpdateDataModel::new(id.clone()).value(model.clone());
        match self.word() {
            VersionWord::V0_8 => None,
            VersionWord::V0_9(word) => Some(v0_9::AgentMessage::new(word, of_0_9()).into()),
            VersionWord::V0_10(word) => Some(v0_10::AgentMessage::new(word, of_0_9()).into()),
            // In 1.0 null removes; only a message of an earlier version can have left it there.
            VersionWord::V1_0(_) if model.is_null() => {
                Some(v0_9::AgentMessage::new(v0_9::Version::V0_9, of_0_9()).into())
            }
            VersionWord::V1_0(word) => {
                Some(v1_0::AgentMessage::new(word, v1_0::UpdateDataModel::new(id, model)).into())
            }
        }
    }

    /// The components from this one on in the order in which they came, those that follow each other under one word in one
    /// message.
    fn updates(&self, from: usize) -> Vec<Message> {
        let mut messages = Vec::new();
        let all: Vec<(VersionWord, &SurfaceComponent)> = self.components.words().skip(from).collect();
        for run in all.chunk_by(|a, b| a.0 == b.0) {
            let Some((word, _)) = run.first() else { continue };
            let id = self.surface_id().clone();
            let of_0_9 = || {
                run.iter().filter_map(|(_, component)| match component {
                    SurfaceComponent::V0_9(component) => Some(component.clone()),
                    SurfaceComponent::V0_8(_) | SurfaceComponent::V1_0(_) => None,
                })
            };
            let message: Message = match *word {
                VersionWord::V0_8 => continue,
                VersionWord::V0_9(word) => v0_9::AgentMessage::new(
                    word,
                    v0_9::UpdateComponents::new(id, of_0_9().collect::<Vec<_>>()),
                )
                .into(),
                VersionWord::V0_10(word) => v0_10::AgentMessage::new(
                    word,
                    v0_9::UpdateComponents::new(id, of_0_9().collect::<Vec<_>>()),
                )
                .into(),
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
        let all: Vec<(VersionWord, &SurfaceComponent)> = self.components.words().collect();
        let own: Vec<_> = all.into_iter().take_while(|(word, _)| *word == self.word()).collect();
        if !own.is_empty() {
            create.components = Field::Value(of_1_0(&own));
        }
        let (object, other): (Option<Payload>, Option<Payload>) = match self.data_model.to_payload() {
            Some(model) if model.is_object() => (Some(model), None),
            other => (None, other),
        };
        create.data_model = object;
        let mut create = v1_0::AgentMessage::new(version, create);
        create.extra = extra;
        let mut messages = vec![create.into()];
        messages.extend(self.updates(own.len()));
        messages.extend(other.and_then(|model| self.data(model)));
        messages
    }
}

fn of_1_0(run: &[(VersionWord, &SurfaceComponent)]) -> Vec<v1_0::Component> {
    let components = run.iter().filter_map(|(_, component)| match component {
        SurfaceComponent::V1_0(component) => Some(component.clone()),
        SurfaceComponent::V0_8(_) | SurfaceComponent::V0_9(_) => None,
    });
    components.collect()
}
