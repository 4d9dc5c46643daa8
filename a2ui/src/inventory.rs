//! The lists of all wire types, version by version.

use crate::{ids, message, surface, v0_8 as a, v0_9 as b};

wire::inventory! {
    /// The wire types that belong to no version.
    pub fn shared {
        ids::SurfaceId, ids::ComponentId, ids::CatalogId, message::Message, surface::SurfaceSnapshot,
    }
}

wire::inventory! {
    /// The wire types of A2UI 0.8.
    pub fn v0_8 {
        a::AgentMessage, a::BeginRendering, a::SurfaceUpdate, a::DataModelUpdate, a::DeleteSurface,
        a::Component, a::ComponentType, a::DataEntry,
        a::ClientMessage, a::UserAction, a::Error,
    }
}

wire::inventory! {
    /// The wire types of A2UI 0.9 and 0.9.1.
    pub fn v0_9 {
        b::Version, b::AgentMessage, b::CreateSurface, b::UpdateComponents, b::UpdateDataModel, b::DeleteSurface,
        b::Component,
        b::ClientMessage, b::UserAction, b::Error, b::ValidationFailed, b::ValidationFailedCode, b::GenericError,
    }
}
