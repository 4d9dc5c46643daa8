//! Detection of messages that are readable but contain members that need a repair.

use super::{Repairer, component, data_entries, spelling};
use crate::{Message, SurfaceId, Version, v0_8, v0_9, v0_10, v1_0};
use wire::Extra;

impl Repairer {
    /// Returns `true` if a message that was read strictly needs a closer look.
    pub(super) fn has_drift(&self, message: &Message) -> bool {
        match message {
            Message::V0_8Agent(_) | Message::V0_8Client(_) => {
                let has_drift_names = match message {
                    Message::V0_8Agent(message) => match &message.body {
                        v0_8::AgentBody::BeginRendering(body) => {
                            has_drift_names(&body.extra, "beginRendering")
                        }
                        v0_8::AgentBody::DataModelUpdate(body) => {
                            has_drift_names(&body.extra, "dataModelUpdate")
                                || data_entries::are_drifted(&body.contents)
                        }
                        v0_8::AgentBody::SurfaceUpdate(body) => body
                            .components
                            .iter()
                            .any(|one| component::is_drifted_nested(&one.component)),
                        _ => false,
                    },
                    _ => false,
                };
                let later = |surface: &SurfaceId| {
                    self.version_of_surface(surface.as_str())
                        .is_some_and(|version| version != Version::V0_8)
                };
                has_drift_names || self.given.is_none() && message.surface_id().is_some_and(later)
            }
            Message::V0_9Agent(message) => match &message.body {
                v0_9::AgentBody::CreateSurface(body) => {
                    has_drift_names(&body.extra, "createSurface")
                }
                v0_9::AgentBody::UpdateComponents(body) => self.has_drift_components(body),
                v0_9::AgentBody::UpdateDataModel(body) => {
                    has_drift_names(&body.extra, "updateDataModel")
                }
                v0_9::AgentBody::DeleteSurface(_) => false,
            },
            Message::V0_10Agent(message) => match &message.body {
                v0_10::AgentBody::CreateSurface(body) => {
                    has_drift_names(&body.extra, "createSurface")
                }
                v0_10::AgentBody::UpdateComponents(body) => self.has_drift_components(body),
                v0_10::AgentBody::UpdateDataModel(body) => {
                    has_drift_names(&body.extra, "updateDataModel")
                }
                _ => false,
            },
            Message::V1_0Agent(message) => match &message.body {
                v1_0::AgentBody::CreateSurface(body) => {
                    let components = body.components.get().map_or(&[][..], Vec::as_slice);
                    has_drift_names(&body.extra, "createSurface")
                        || components
                            .iter()
                            .any(|one| component::is_drifted(one.component.get(), &one.extra))
                }
                v1_0::AgentBody::UpdateComponents(body) => {
                    has_drift_names(&body.extra, "updateComponents")
                        || self.root_of_surface(body.surface_id.as_str()).is_some()
                        || body
                            .components
                            .iter()
                            .any(|one| component::is_drifted(one.component.get(), &one.extra))
                }
                _ => false,
            },
            _ => false,
        }
    }

    fn has_drift_components(&self, body: &v0_9::UpdateComponents) -> bool {
        has_drift_names(&body.extra, "updateComponents")
            || self.root_of_surface(body.surface_id.as_str()).is_some()
            || body
                .components
                .iter()
                .any(|one| component::is_drifted(one.component.get(), &one.extra))
    }
}

/// Returns `true` if an unknown member is known to repairs, or is a known member in another spelling.
fn has_drift_names(extra: &Extra, key: &str) -> bool {
    extra.iter().any(|(name, _)| {
        spelling::of_body(key)
            .iter()
            .any(|known| spelling::is_spelling(name, known))
    })
}
