//! The lists of all wire types, version by version.

use crate::{
    a2a, capabilities, client_data_model, ids, message, surface, v0_8 as a, v0_9 as b, v0_10 as c, v1_0 as d,
};

wire::inventory! {
    /// The wire types that belong to no version.
    pub fn shared {
        ids::SurfaceId, ids::ComponentId, ids::CatalogId, ids::CallId, ids::ActionId, message::Message, surface::SurfaceSnapshot,
        capabilities::ClientCapabilities, capabilities::AgentCapabilities, capabilities::AgentCatalogs,
        client_data_model::ClientDataModel, client_data_model::SurfaceDataModels,
        a2a::Part, a2a::TextPart, a2a::DataPart, a2a::PartMetadata, a2a::OtherPart, a2a::MimeType,
        a2a::A2aMessage, a2a::MessageMetadata, a2a::MessageSendParams, a2a::A2aRequest,
        a2a::ExtensionUri, a2a::AgentExtension,
    }
}

/// The wire types of A2UI 0.8.
pub fn v0_8<V: wire::Visit>(visitor: &mut V) {
    v0_8_messages(visitor);
    a::basic::each_component(visitor);
    a::basic::each_part(visitor);
}

wire::inventory! {
    /// The messages of A2UI 0.8, and the values in them.
    #[doc(hidden)]
    pub fn v0_8_messages {
        a::AgentMessage, a::BeginRendering, a::SurfaceUpdate, a::DataModelUpdate, a::DeleteSurface,
        a::Component, a::ComponentType, a::DataEntry,
        a::Children, a::ChildTemplate, a::Action, a::ContextEntry,
        a::BoundString, a::BoundNumber, a::BoundBoolean, a::BoundStringList, a::BoundValue,
        a::ClientMessage, a::UserAction, a::Error,
        capabilities::v0_8::InlineCatalog,
    }
}

/// The wire types of A2UI 0.9 and 0.9.1.
pub fn v0_9<V: wire::Visit>(visitor: &mut V) {
    v0_9_messages(visitor);
    b::basic::each_component(visitor);
    b::basic::each_part(visitor);
    b::basic::each_function(visitor);
}

wire::inventory! {
    /// The messages of A2UI 0.9 and 0.9.1, and the values in them.
    #[doc(hidden)]
    pub fn v0_9_messages {
        b::Version, b::AgentMessage, b::CreateSurface, b::UpdateComponents, b::UpdateDataModel, b::DeleteSurface,
        b::Component, b::ChildList, b::ChildTemplate, b::Action, b::Event, b::CheckRule, b::FunctionCall, b::ReturnType,
        b::DataBinding, b::DynamicString, b::DynamicNumber, b::DynamicBoolean, b::DynamicStringList, b::DynamicValue,
        b::Argument,
        b::ClientMessage, b::UserAction, b::Error, b::ValidationFailed, b::ValidationFailedCode, b::GenericError,
        capabilities::v0_9::Capabilities, capabilities::v0_9::InlineCatalog, capabilities::v0_9::Functions,
        capabilities::v0_9::FunctionDefinition, capabilities::v0_9::NamedFunctions,
    }
}

/// The wire types of A2UI 0.10, and of the 1.0 of June, which 0.9 does not have.
pub fn v0_10<V: wire::Visit>(visitor: &mut V) {
    v0_10_messages(visitor);
    c::basic::each_component(visitor);
    c::basic::each_part(visitor);
}

wire::inventory! {
    /// The messages of A2UI 0.10, and the values in them, which 0.9 does not have.
    #[doc(hidden)]
    pub fn v0_10_messages {
        c::Action, c::Event,
        c::Version, c::AgentMessage, c::FunctionCall, c::ReturnType, c::CallableFrom, c::ActionResponse,
        c::ResponseError,
        c::ClientMessage, c::UserAction, c::FunctionResponse, c::Error, c::GenericError,
    }
}

/// The wire types of A2UI 1.0, which 0.9 and 0.10 do not have.
pub fn v1_0<V: wire::Visit>(visitor: &mut V) {
    v1_0_messages(visitor);
    d::basic::each_component(visitor);
    d::basic::each_part(visitor);
    d::basic::each_function(visitor);
}

wire::inventory! {
    /// The messages of A2UI 1.0, and the values in them, which 0.9 and 0.10 do not have.
    #[doc(hidden)]
    pub fn v1_0_messages {
        d::Action, d::Event, d::CheckRule, d::CheckCondition, d::ValidationResult, d::ValidationSeverity,
        d::DataBinding, d::PlainDataBinding, d::AtDataBinding,
        d::DynamicString, d::DynamicNumber, d::DynamicBoolean, d::DynamicStringList, d::DynamicValue, d::Argument,
        d::Version, d::AgentMessage, d::CreateSurface, d::UpdateComponents, d::UpdateDataModel,
        d::CallRendererFunction, d::Component, d::Metadata,
        d::FunctionCall, d::PlainFunctionCall, d::AtFunctionCall, d::FunctionResponse,
        d::RendererMessage, d::UserAction, d::CallAgentFunction,
        d::Error, d::ValidationFailed, d::ValidationFailedCode, d::GenericError,
        capabilities::v1_0::Capabilities, capabilities::v1_0::InlineCatalog, capabilities::v1_0::Functions,
        capabilities::v1_0::FunctionDefinition, capabilities::v1_0::AllowedCallers,
    }
}
