//! Catalog checks of a whole message.

use super::{
    AnyComponent, Checker,
    component::check_component,
    known_catalogs::{KnownCatalogs, ResolvedCatalog, check_catalog_version},
};
use crate::{CatalogId, Message, v0_8, v0_9, v0_10, v1_0};
use wire::{Finding, Payload, Pointer, WireType};

/// Checks the components and calls of a message at the pointer `at`.
pub(super) fn check_message(
    known: KnownCatalogs<'_>,
    message: &Message,
    at: &Pointer,
    found: &mut Vec<Finding>,
) {
    let at = at.member(message.key());
    check_new_surface(known, message, &at, found);
    match message {
        Message::V0_8Agent(message) => {
            if let v0_8::AgentBody::SurfaceUpdate(body) = &message.body {
                check_components(known, &body.components, &at, found);
            }
        }
        Message::V0_9Agent(message) => {
            if let v0_9::AgentBody::UpdateComponents(body) = &message.body {
                check_components(known, &body.components, &at, found);
            }
        }
        Message::V0_10Agent(message) => match &message.body {
            v0_10::AgentBody::UpdateComponents(body) => {
                check_components(known, &body.components, &at, found)
            }
            v0_10::AgentBody::CallFunction(body) => check_call(known, body, &at, true, found),
            _ => {}
        },
        Message::V1_0Agent(message) => check_agent_body(known, &message.body, &at, found),
        Message::V1_0Renderer(message) => {
            if let v1_0::RendererBody::CallAgentFunction(body) = &message.body {
                let at = at.member("callFunction");
                check_call(known, &body.call_function, &at, false, found);
            }
        }
        Message::V0_8Client(_) | Message::V0_9Client(_) | Message::V0_10Client(_) => {}
    }
}

/// Checks the version of the catalog that a message names for a new surface.
fn check_new_surface(
    known: KnownCatalogs<'_>,
    message: &Message,
    at: &Pointer,
    found: &mut Vec<Finding>,
) {
    let Some(id) = catalog_of_new_surface(message) else {
        return;
    };
    let Some(catalog) = known.find(id) else {
        return;
    };
    // The id of the published catalog is checked with the rest of the message.
    if !catalog.is_compatible_with(known.version) {
        let at = at.member("catalogId");
        check_catalog_version(Some(catalog), id, known.version, &at, found);
    }
}

/// Checks the components and calls in the body of a 1.0 message of an agent.
fn check_agent_body(
    known: KnownCatalogs<'_>,
    body: &v1_0::AgentBody,
    at: &Pointer,
    found: &mut Vec<Finding>,
) {
    match body {
        v1_0::AgentBody::CreateSurface(body) => {
            if let Some(components) = body.components.get() {
                check_components(known, components, at, found);
            }
        }
        v1_0::AgentBody::UpdateComponents(body) => {
            check_components(known, &body.components, at, found)
        }
        v1_0::AgentBody::CallRendererFunction(body) => {
            // Such a call must name its catalog on any surface, which is checked with the rest of the message.
            let surface = match known.surface {
                ResolvedCatalog::Unnamed => ResolvedCatalog::Unknown,
                named => named,
            };
            let known = KnownCatalogs { surface, ..known };
            let at = at.member("callFunction");
            check_call(known, &body.call_function, &at, true, found);
        }
        _ => {}
    }
}

fn check_components<C: AnyComponent>(
    known: KnownCatalogs<'_>,
    components: &[C],
    at: &Pointer,
    found: &mut Vec<Finding>,
) {
    let at = at.member("components");
    for (index, component) in components.iter().enumerate() {
        check_component(known, component, &at.element(index), found);
    }
}

fn check_call<T: WireType>(
    known: KnownCatalogs<'_>,
    body: &T,
    at: &Pointer,
    is_of_agent: bool,
    found: &mut Vec<Finding>,
) {
    // A message that was read can be written.
    if let Ok(body) = Payload::encode(body) {
        Checker {
            known,
            calls: 0,
            is_of_agent,
            found,
        }
        .call(&body, at, None);
    }
}

/// Returns the catalog that a message names for the surface that it creates.
fn catalog_of_new_surface(message: &Message) -> Option<&CatalogId> {
    match message {
        Message::V0_8Agent(v0_8::AgentMessage {
            body: v0_8::AgentBody::BeginRendering(body),
            ..
        }) => body.catalog_id.get(),
        Message::V0_9Agent(v0_9::AgentMessage {
            body: v0_9::AgentBody::CreateSurface(body),
            ..
        }) => Some(&body.catalog_id),
        Message::V0_10Agent(v0_10::AgentMessage {
            body: v0_10::AgentBody::CreateSurface(body),
            ..
        }) => Some(&body.catalog_id),
        Message::V1_0Agent(v1_0::AgentMessage {
            body: v1_0::AgentBody::CreateSurface(body),
            ..
        }) => body.catalog_id.get(),
        _ => None,
    }
}

/// Visits every component that has a type, and reports the catalog that the component names.
pub(super) fn named_catalogs(
    known: KnownCatalogs<'_>,
    message: &Message,
    report: &mut dyn FnMut(usize, Option<CatalogId>),
) {
    fn each<C: AnyComponent>(
        known: KnownCatalogs<'_>,
        components: &[C],
        report: &mut dyn FnMut(usize, Option<CatalogId>),
    ) {
        for (index, component) in components.iter().enumerate() {
            if component.type_name().is_some() {
                report(index, known.find_named_id(component).map(|(_, id)| id));
            }
        }
    }
    match message {
        Message::V0_8Agent(v0_8::AgentMessage {
            body: v0_8::AgentBody::SurfaceUpdate(body),
            ..
        }) => {
            each(known, &body.components, report);
        }
        Message::V0_9Agent(v0_9::AgentMessage {
            body: v0_9::AgentBody::UpdateComponents(body),
            ..
        })
        | Message::V0_10Agent(v0_10::AgentMessage {
            body: v0_10::AgentBody::UpdateComponents(body),
            ..
        }) => each(known, &body.components, report),
        Message::V1_0Agent(message) => match &message.body {
            v1_0::AgentBody::CreateSurface(body) => {
                each(
                    known,
                    body.components.get().map_or(&[], Vec::as_slice),
                    report,
                );
            }
            v1_0::AgentBody::UpdateComponents(body) => each(known, &body.components, report),
            _ => {}
        },
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use crate::{
        Message, Notation, Version,
        catalog::{Catalog, basic},
    };

    fn findings_of(
        version: Version,
        notation: Notation,
        text: &str,
    ) -> Vec<(&'static str, String)> {
        let message = Message::read_as(text, version).unwrap();
        let found = basic(version, notation).check_message(&message);
        found
            .into_iter()
            .map(|finding| (finding.rule, finding.pointer.as_str().to_owned()))
            .collect()
    }

    #[test]
    fn findings_point_into_the_message() {
        use Notation::{At, Bound, Plain};
        for (version, notation, text, rule, pointer) in [
            (
                Version::V0_8,
                Bound,
                r#"{"surfaceUpdate":{"surfaceId":"s","components":[{"id":"a","component":{"Text":{}}}]}}"#,
                "missing-member",
                "/surfaceUpdate/components/0/component/Text/text",
            ),
            (
                Version::V0_9,
                Plain,
                r#"{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[{"id":"a","component":"Divider"},{"id":"b","component":"Nope"}]}}"#,
                "unknown-component",
                "/updateComponents/components/1/component",
            ),
            (
                Version::V0_10,
                Plain,
                r#"{"version":"v0.10","functionCallId":"1","callFunction":{"call":"openUrl","args":{},"returnType":"void","callableFrom":"clientOrRemote"}}"#,
                "missing-member",
                "/callFunction/args/url",
            ),
            (
                Version::V1_0,
                Plain,
                r#"{"version":"v1.0","createSurface":{"surfaceId":"s","components":[{"id":"a","component":"Text","text":7}]}}"#,
                "wrong-type",
                "/createSurface/components/0/text",
            ),
            (
                Version::V1_0,
                At,
                r#"{"version":"v1.0","callRendererFunction":{"functionCallId":"1","callFunction":{"@call":"openUrl","catalogId":"https://a2ui.org/specification/v1_0/catalogs/basic/catalog.json","args":{}}}}"#,
                "missing-member",
                "/callRendererFunction/callFunction/args/url",
            ),
        ] {
            let mut found = findings_of(version, notation, text);
            found.retain(|found| found.0 != "not-callable");
            assert_eq!(found, [(rule, pointer.to_owned())], "{text}");
        }
        let of_others = r#"{"version":"v1.0","callAgentFunction":{"surfaceId":"s","functionCallId":"1","callFunction":{"call":"f","catalogId":"mine"}}}"#;
        assert_eq!(findings_of(Version::V1_0, Plain, of_others), []);
    }
}
