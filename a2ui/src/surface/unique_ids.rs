//! Uniqueness of component ids within one message.

use super::SurfaceError;
use crate::{ComponentId, Message, rules, v0_8, v0_9, v0_10, v1_0};
use wire::Pointer;

impl Message {
    /// Checks that no two components of this message have the same id. Surfaces refuse a message with a repeated id, and
    /// would also refuse its translation.
    ///
    /// ```
    /// use agent_ui_a2ui::wire;
    /// let text = r#"{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[{"id":"a"},{"id":"a"}]}}"#;
    /// let error = agent_ui_a2ui::Message::read(text)?.check_unique_ids().unwrap_err();
    /// assert_eq!((error.rule, error.pointer.as_str()), ("duplicate-id", "/updateComponents/components/1/id"));
    /// # Ok::<(), wire::DecodeError>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error with the rule `duplicate-id`, at the id of the second component.
    pub fn check_unique_ids(&self) -> Result<(), SurfaceError> {
        match self {
            Self::V0_8Agent(v0_8::AgentMessage {
                body: v0_8::AgentBody::SurfaceUpdate(body),
                ..
            }) => {
                let ids = body.components.iter().map(|component| &component.id);
                require_unique(ids, "/surfaceUpdate/components")
            }
            Self::V0_9Agent(v0_9::AgentMessage {
                body: v0_9::AgentBody::UpdateComponents(body),
                ..
            })
            | Self::V0_10Agent(v0_10::AgentMessage {
                body: v0_10::AgentBody::UpdateComponents(body),
                ..
            }) => require_unique(body.components.iter().map(|one| &one.id), UPDATE),
            Self::V1_0Agent(v1_0::AgentMessage {
                body: v1_0::AgentBody::UpdateComponents(body),
                ..
            }) => require_unique(body.components.iter().map(|one| &one.id), UPDATE),
            Self::V1_0Agent(v1_0::AgentMessage {
                body: v1_0::AgentBody::CreateSurface(body),
                ..
            }) => {
                let components = body.components.get().map(Vec::as_slice).unwrap_or_default();
                let ids = components.iter().map(|component| &component.id);
                require_unique(ids, "/createSurface/components")
            }
            _ => Ok(()),
        }
    }
}

const UPDATE: &str = "/updateComponents/components";

fn require_unique<'a>(
    ids: impl Iterator<Item = &'a ComponentId>,
    at: &'static str,
) -> Result<(), SurfaceError> {
    let Some((index, id)) = rules::repeated_ids(ids).next() else {
        return Ok(());
    };
    Err(SurfaceError::repeated_id(
        id,
        Pointer::from_static(at).element(index).member("id"),
    ))
}
