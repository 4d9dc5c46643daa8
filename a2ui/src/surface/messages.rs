//! The messages that rebuild a surface.

use super::{Surface, SurfaceComponent, one::Creation};
use crate::{Message, v0_8, v0_9};

impl Surface {
    /// Messages of its own version that make an equal surface where there is none of its id: its parts in the order in
    /// which a client can use them, the components in the order in which they came, and the members that the
    /// specification does not name in the message that made it.
    ///
    /// In 0.9: `createSurface`, `updateDataModel`, `updateComponents`. In 0.8: `surfaceUpdate`, as many
    /// `dataModelUpdate`s as the model is deep, parents first, and `beginRendering`, if it came.
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
                self.messages_v0_9(*version, create)
            }
        }
    }

    fn messages_v0_8(&self, begin: Option<v0_8::AgentMessage>) -> Vec<Message> {
        let components = self.components().filter_map(|component| match component {
            SurfaceComponent::V0_8(component) => Some(component.clone()),
            SurfaceComponent::V0_9(_) => None,
        });
        let components: Vec<_> = components.collect();
        let model = self.data_model.to_payload();
        let mut messages = Vec::new();
        // A surface about which nothing else was said exists because of a message without components.
        if !components.is_empty() || (model.is_none() && begin.is_none()) {
            let update = v0_8::SurfaceUpdate::new(self.surface_id().clone(), components);
            messages.push(v0_8::AgentMessage::new(update).into());
        }
        if let Some(model) = model {
            let updates = v0_8::contents::updates(self.surface_id(), model.text());
            messages.extend(updates.into_iter().map(|update| v0_8::AgentMessage::new(update).into()));
        }
        messages.extend(begin.map(Message::from));
        messages
    }

    fn messages_v0_9(&self, version: v0_9::Version, create: v0_9::AgentMessage) -> Vec<Message> {
        let mut messages = vec![create.into()];
        if let Some(model) = self.data_model.to_payload() {
            let update = v0_9::UpdateDataModel::new(self.surface_id().clone()).value(model);
            messages.push(v0_9::AgentMessage::new(version, update).into());
        }
        let components = self.components().filter_map(|component| match component {
            SurfaceComponent::V0_9(component) => Some(component.clone()),
            SurfaceComponent::V0_8(_) => None,
        });
        if !self.components.is_empty() {
            let update =
                v0_9::UpdateComponents::new(self.surface_id().clone(), components.collect::<Vec<_>>());
            messages.push(v0_9::AgentMessage::new(version, update).into());
        }
        messages
    }
}
