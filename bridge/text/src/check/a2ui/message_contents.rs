//! The parts of A2UI messages that a validation needs, in all versions.

use bridge::a2ui::{
    self, CatalogId, ComponentId, Message, Notation, SurfaceId, Version, catalog::SurfaceCatalog,
    v0_8, v0_9, v0_10, v1_0,
};

/// Returns the text of a message that creates a surface with the basic catalog.
pub(super) fn creation(id: &SurfaceId, version: Version, word: &str) -> String {
    let [id, word] = [id.as_str(), word].map(|text| wire::Payload::string(text).text().to_owned());
    let catalog = CatalogId::basic(version);
    format!(r#"{{"version":{word},"createSurface":{{"surfaceId":{id},"catalogId":"{catalog}"}}}}"#)
}

/// Returns the catalog that a creating message states. In 0.8, the default is the standard catalog.
pub(super) fn stated_catalog(message: &Message) -> Option<SurfaceCatalog> {
    let catalog = match message {
        Message::V0_8Agent(v0_8::AgentMessage {
            body: v0_8::AgentBody::BeginRendering(body),
            ..
        }) => match body.catalog_id.get() {
            Some(catalog) => catalog.clone(),
            None => CatalogId::basic(Version::V0_8),
        },
        Message::V0_9Agent(v0_9::AgentMessage {
            body: v0_9::AgentBody::CreateSurface(body),
            ..
        }) => body.catalog_id.clone(),
        Message::V0_10Agent(v0_10::AgentMessage {
            body: v0_10::AgentBody::CreateSurface(body),
            ..
        }) => body.catalog_id.clone(),
        Message::V1_0Agent(v1_0::AgentMessage {
            body: v1_0::AgentBody::CreateSurface(body),
            ..
        }) => match body.catalog_id.get() {
            Some(catalog) => catalog.clone(),
            None => return Some(SurfaceCatalog::Unnamed),
        },
        _ => return None,
    };
    Some(SurfaceCatalog::Named(catalog))
}

/// Returns the ids of the components of a message, in order.
pub(super) fn components(message: &Message) -> Vec<ComponentId> {
    match message {
        Message::V0_8Agent(v0_8::AgentMessage {
            body: v0_8::AgentBody::SurfaceUpdate(body),
            ..
        }) => body
            .components
            .iter()
            .map(|component| component.id.clone())
            .collect(),
        Message::V0_9Agent(v0_9::AgentMessage {
            body: v0_9::AgentBody::UpdateComponents(body),
            ..
        })
        | Message::V0_10Agent(v0_10::AgentMessage {
            body: v0_10::AgentBody::UpdateComponents(body),
            ..
        }) => body
            .components
            .iter()
            .map(|component| component.id.clone())
            .collect(),
        Message::V1_0Agent(v1_0::AgentMessage {
            body: v1_0::AgentBody::UpdateComponents(body),
            ..
        }) => body
            .components
            .iter()
            .map(|component| component.id.clone())
            .collect(),
        Message::V1_0Agent(v1_0::AgentMessage {
            body: v1_0::AgentBody::CreateSurface(body),
            ..
        }) => {
            let components = body.components.get().into_iter().flatten();
            components.map(|component| component.id.clone()).collect()
        }
        _ => Vec::new(),
    }
}

/// Returns the notation of a message, or `None` if no part of the message shows one.
pub(super) fn shown_notation(message: &Message) -> Option<Notation> {
    match message {
        Message::V1_0Agent(message) => match &message.body {
            v1_0::AgentBody::CallRendererFunction(body) => {
                Some(call_notation(&body.call_function, message.version))
            }
            _ => a2ui::surface::notation_of(message),
        },
        Message::V1_0Renderer(v1_0::RendererMessage {
            version,
            body: v1_0::RendererBody::CallAgentFunction(body),
            ..
        }) => Some(call_notation(&body.call_function, *version)),
        _ => None,
    }
}

fn call_notation(call: &v1_0::FunctionCall, version: v1_0::Version) -> Notation {
    if !version.is_candidate() {
        return Notation::At;
    }
    match call.notation() {
        Notation::At => Notation::AtValues,
        other => other,
    }
}
