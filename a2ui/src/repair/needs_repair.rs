//! Detection of messages that are readable but contain members that need a repair.

use super::{Repairer, component, data_entries, spelling};
use crate::{Message, Version, v0_8, v0_9, v0_10, v1_0};
use wire::Extra;

impl Repairer {
    /// Returns `true` if a message that was read strictly needs a closer look.
    pub(super) fn has_drift(&self, message: &Message) -> bool {
        match message {
            Message::V0_8Agent(agent) => {
                has_drift_of_0_8(&agent.body) || self.is_of_later_surface(message)
            }
            Message::V0_8Client(_) => self.is_of_later_surface(message),
            Message::V0_9Agent(agent) => self.has_drift_of_0_9(&agent.body),
            Message::V0_10Agent(agent) => self.has_drift_of_0_10(&agent.body),
            Message::V1_0Agent(agent) => self.has_drift_of_1_0(&agent.body),
            _ => false,
        }
    }

    /// Returns `true` if a message of 0.8 is about a surface of a later version. The `version` of such a message is
    /// probably missing.
    fn is_of_later_surface(&self, message: &Message) -> bool {
        if self.given.is_some() {
            return false;
        }
        let Some(surface) = message.surface_id() else {
            return false;
        };
        self.version_of_surface(surface.as_str())
            .is_some_and(|version| version != Version::V0_8)
    }

    fn has_drift_of_0_9(&self, body: &v0_9::AgentBody) -> bool {
        match body {
            v0_9::AgentBody::CreateSurface(body) => has_drift_names(&body.extra, "createSurface"),
            v0_9::AgentBody::UpdateComponents(body) => self.has_drift_components(body),
            v0_9::AgentBody::UpdateDataModel(body) => {
                has_drift_names(&body.extra, "updateDataModel")
            }
            v0_9::AgentBody::DeleteSurface(_) => false,
        }
    }

    fn has_drift_of_0_10(&self, body: &v0_10::AgentBody) -> bool {
        match body {
            v0_10::AgentBody::CreateSurface(body) => has_drift_names(&body.extra, "createSurface"),
            v0_10::AgentBody::UpdateComponents(body) => self.has_drift_components(body),
            v0_10::AgentBody::UpdateDataModel(body) => {
                has_drift_names(&body.extra, "updateDataModel")
            }
            _ => false,
        }
    }

    fn has_drift_of_1_0(&self, body: &v1_0::AgentBody) -> bool {
        match body {
            v1_0::AgentBody::CreateSurface(body) => {
                let components = body.components.get().map_or(&[][..], Vec::as_slice);
                has_drift_names(&body.extra, "createSurface")
                    || components.iter().any(is_drifted_1_0)
            }
            v1_0::AgentBody::UpdateComponents(body) => {
                has_drift_names(&body.extra, "updateComponents")
                    || self.root_of_surface(body.surface_id.as_str()).is_some()
                    || body.components.iter().any(is_drifted_1_0)
            }
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

fn has_drift_of_0_8(body: &v0_8::AgentBody) -> bool {
    match body {
        v0_8::AgentBody::BeginRendering(body) => has_drift_names(&body.extra, "beginRendering"),
        v0_8::AgentBody::DataModelUpdate(body) => {
            has_drift_names(&body.extra, "dataModelUpdate")
                || data_entries::are_drifted(&body.contents)
        }
        v0_8::AgentBody::SurfaceUpdate(body) => body
            .components
            .iter()
            .any(|one| component::is_drifted_nested(&one.component)),
        v0_8::AgentBody::DeleteSurface(_) => false,
    }
}

fn is_drifted_1_0(component: &v1_0::Component) -> bool {
    component::is_drifted(component.component.get(), &component.extra)
}

/// Returns `true` if an unknown member is a member that repairs know, in any spelling.
fn has_drift_names(extra: &Extra, key: &str) -> bool {
    let known = spelling::known_members(key);
    for (name, _) in extra.iter() {
        if known.iter().any(|known| spelling::is_spelling(name, known)) {
            return true;
        }
    }
    false
}
