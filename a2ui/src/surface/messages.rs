//! The messages that rebuild a surface.

mod bound;

use super::{Surface, SurfaceComponent, one::Creation};
use crate::{Message, v0_8, v0_9, v0_10, v1_0};
use wire::{Field, Payload};

impl Surface {
    /// Messages of its own version that make an equal surface where there is none of its id, under the same options: its
    /// parts in the order in which a client can use them, the components in the order in which they came, and the members
    /// that the specification does not name in the message that made it.
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
                let updates = self.updates().map(|body| v0_9::AgentMessage::new(*version, body).into());
                std::iter::once(create.into()).chain(updates).collect()
            }
            Creation::V0_10(version, body, extra) => {
                let mut create = v0_10::AgentMessage::new(*version, body.clone());
                create.extra = extra.clone();
                let update = |body: v0_9::AgentBody| {
                    let body: v0_10::AgentBody = match body {
                        v0_9::AgentBody::CreateSurface(body) => body.into(),
                        v0_9::AgentBody::UpdateComponents(body) => body.into(),
                        v0_9::AgentBody::UpdateDataModel(body) => body.into(),
                        v0_9::AgentBody::DeleteSurface(body) => body.into(),
                    };
                    v0_10::AgentMessage::new(*version, body).into()
                };
                std::iter::once(create.into()).chain(self.updates().map(update)).collect()
            }
            Creation::V1_0(body, extra) => self.messages_v1_0(body.clone(), extra.clone()),
        }
    }

    /// The bodies after `createSurface`, in 0.9 and 0.10.
    fn updates(&self) -> impl Iterator<Item = v0_9::AgentBody> {
        let data = self.data_model.to_payload().map(|model| {
            v0_9::AgentBody::from(v0_9::UpdateDataModel::new(self.surface_id().clone()).value(model))
        });
        let components = self.components().filter_map(|component| match component {
            SurfaceComponent::V0_9(component) => Some(component.clone()),
            SurfaceComponent::V0_8(_) | SurfaceComponent::V1_0(_) => None,
        });
        let components: Vec<_> = components.collect();
        let components = (!components.is_empty())
            .then(|| v0_9::UpdateComponents::new(self.surface_id().clone(), components).into());
        data.into_iter().chain(components)
    }

    fn messages_v1_0(&self, mut create: v1_0::CreateSurface, extra: wire::Extra) -> Vec<Message> {
        let components = self.components().filter_map(|component| match component {
            SurfaceComponent::V1_0(component) => Some(component.clone()),
            SurfaceComponent::V0_8(_) | SurfaceComponent::V0_9(_) => None,
        });
        if !self.components.is_empty() {
            create.components = Field::Value(components.collect());
        }
        let (object, other): (Option<Payload>, Option<Payload>) = match self.data_model.to_payload() {
            Some(model) if model.is_object() => (Some(model), None),
            other => (None, other),
        };
        create.data_model = object;
        let version = v1_0::Version::V1_0;
        let mut create = v1_0::AgentMessage::new(version, create);
        create.extra = extra;
        let update = other.map(|model| v1_0::UpdateDataModel::new(self.surface_id().clone(), model));
        let update = update.map(|body| v1_0::AgentMessage::new(version, body).into());
        std::iter::once(create.into()).chain(update).collect()
    }
}
