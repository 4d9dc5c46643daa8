//! Lists of all wire types by version. Types of disabled features are not included.

use crate::{
    a2a, capabilities, client_data_model, ids, message, v0_8 as a, v0_9 as b, v0_10 as c, v1_0 as d,
};
use wire::TypeInfo;

/// Returns the wire types that belong to no specific version.
pub fn version_independent() -> impl Iterator<Item = &'static TypeInfo> {
    all([
        SHARED,
        #[cfg(feature = "surface")]
        SURFACES,
    ])
}

/// Returns the wire types of A2UI 0.8.
pub fn v0_8() -> impl Iterator<Item = &'static TypeInfo> {
    all([
        V0_8,
        #[cfg(feature = "catalog")]
        V0_8_VALUES,
        #[cfg(feature = "catalog")]
        a::basic::COMPONENT_TYPES,
        #[cfg(feature = "catalog")]
        a::basic::PART_TYPES,
    ])
}

/// Returns the wire types of A2UI 0.9 and 0.9.1.
pub fn v0_9() -> impl Iterator<Item = &'static TypeInfo> {
    all([
        V0_9,
        #[cfg(feature = "catalog")]
        V0_9_VALUES,
        #[cfg(feature = "catalog")]
        b::basic::COMPONENT_TYPES,
        #[cfg(feature = "catalog")]
        b::basic::DIFFERING_TYPES,
        #[cfg(feature = "catalog")]
        b::basic::PART_TYPES,
        #[cfg(feature = "catalog")]
        b::basic::ARGUMENT_TYPES,
    ])
}

/// Returns the wire types of A2UI 0.10 and the 1.0 of June 2026 that 0.9 does not have.
pub fn v0_10() -> impl Iterator<Item = &'static TypeInfo> {
    all([
        V0_10,
        #[cfg(feature = "catalog")]
        V0_10_VALUES,
        #[cfg(feature = "catalog")]
        c::basic::DIFFERING_TYPES,
        #[cfg(feature = "catalog")]
        c::basic::PART_TYPES,
    ])
}

/// Returns the wire types of A2UI 1.0 that 0.9 and 0.10 do not have.
pub fn v1_0() -> impl Iterator<Item = &'static TypeInfo> {
    all([
        V1_0,
        #[cfg(feature = "catalog")]
        V1_0_VALUES,
        #[cfg(feature = "catalog")]
        d::basic::COMPONENT_TYPES,
        #[cfg(feature = "catalog")]
        d::basic::DIFFERING_TYPES,
        #[cfg(feature = "catalog")]
        d::basic::PART_TYPES,
        #[cfg(feature = "catalog")]
        d::basic::ARGUMENT_TYPES,
    ])
}

fn all<const N: usize>(
    lists: [&'static [&'static TypeInfo]; N],
) -> impl Iterator<Item = &'static TypeInfo> {
    lists.into_iter().flatten().copied()
}

wire::inventory! {
    static SHARED = [
        ids::SurfaceId, ids::ComponentId, ids::CatalogId, ids::CallId, ids::ActionId, message::Message,
        capabilities::ClientCapabilities, capabilities::AgentCapabilities, capabilities::AgentCatalogs,
        client_data_model::ClientDataModel, client_data_model::SurfaceDataModels,
        a2a::Part, a2a::TextPart, a2a::DataPart, a2a::PartMetadata, a2a::OtherPart, a2a::MimeType,
        a2a::A2aMessage, a2a::MessageMetadata, a2a::MessageSendParams, a2a::A2aRequest,
        a2a::ExtensionUri, a2a::AgentExtension,
    ];
}

#[cfg(feature = "surface")]
wire::inventory! {
    static SURFACES = [crate::surface::SurfaceSnapshot];
}

wire::inventory! {
    static V0_8 = [
        a::AgentMessage, a::BeginRendering, a::SurfaceUpdate, a::DataModelUpdate, a::DeleteSurface,
        a::Component, a::ComponentType, a::DataEntry,
        a::ClientMessage, a::UserAction, a::Error,
        capabilities::v0_8::InlineCatalog,
    ];
}

#[cfg(feature = "catalog")]
wire::inventory! {
    static V0_8_VALUES = [
        a::Children, a::ChildTemplate, a::Action, a::ContextEntry,
        a::BoundString, a::BoundNumber, a::BoundBoolean, a::BoundStringList, a::BoundValue,
    ];
}

wire::inventory! {
    static V0_9 = [
        b::Version, b::AgentMessage, b::CreateSurface, b::UpdateComponents, b::UpdateDataModel, b::DeleteSurface,
        b::Component, b::ChildList, b::ChildTemplate, b::FunctionCall, b::ReturnType,
        b::ClientMessage, b::UserAction, b::Error, b::ValidationFailed, b::ValidationFailedCode, b::GenericError,
        capabilities::v0_9::Capabilities, capabilities::v0_9::InlineCatalog, capabilities::v0_9::Functions,
        capabilities::v0_9::FunctionDefinition, capabilities::v0_9::NamedFunctions,
    ];
}

#[cfg(feature = "catalog")]
wire::inventory! {
    static V0_9_VALUES = [
        b::Action, b::Event, b::CheckRule, b::DataBinding, b::DynamicString, b::DynamicNumber, b::DynamicBoolean,
        b::DynamicStringList, b::DynamicValue, b::Argument,
    ];
}

wire::inventory! {
    static V0_10 = [
        c::Version, c::AgentMessage, c::FunctionCall, c::ReturnType, c::CallableFrom, c::ActionResponse,
        c::ResponseError,
        c::ClientMessage, c::UserAction, c::FunctionResponse, c::Error, c::GenericError,
    ];
}

#[cfg(feature = "catalog")]
wire::inventory! {
    static V0_10_VALUES = [c::Action, c::Event];
}

wire::inventory! {
    static V1_0 = [
        d::Version, d::AgentMessage, d::CreateSurface, d::UpdateComponents, d::UpdateDataModel,
        d::CallRendererFunction, d::Component, d::Metadata,
        d::FunctionCall, d::PlainFunctionCall, d::AtFunctionCall, d::FunctionResponse,
        d::RendererMessage, d::UserAction, d::CallAgentFunction,
        d::Error, d::ValidationFailed, d::ValidationFailedCode, d::GenericError,
        capabilities::v1_0::Capabilities, capabilities::v1_0::InlineCatalog, capabilities::v1_0::Functions,
        capabilities::v1_0::FunctionDefinition, capabilities::v1_0::AllowedCallers,
    ];
}

#[cfg(feature = "catalog")]
wire::inventory! {
    static V1_0_VALUES = [
        d::Action, d::Event, d::CheckRule, d::CheckCondition, d::ValidationResult, d::ValidationSeverity,
        d::DataBinding, d::PlainDataBinding, d::AtDataBinding,
        d::DynamicString, d::DynamicNumber, d::DynamicBoolean, d::DynamicStringList, d::DynamicValue, d::Argument,
    ];
}
