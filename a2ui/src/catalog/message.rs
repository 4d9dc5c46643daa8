//! What a catalog says about a whole message.

use super::{AnyComponent, Catalog, Judge, judge};
use crate::{Message, v0_8, v0_9, v0_10, v1_0};
use wire::{Finding, Payload, Pointer, WireType};

/// Judges the components and calls of a message that stands at `at`.
pub(super) fn message(catalog: &dyn Catalog, message: &Message, at: &Pointer, found: &mut Vec<Finding>) {
    let at = at.member(message.key());
    match message {
        Message::V0_8Agent(message) => {
            if let v0_8::AgentBody::SurfaceUpdate(body) = &message.body {
                components(catalog, &body.components, &at, found);
            }
        }
        Message::V0_9Agent(message) => {
            if let v0_9::AgentBody::UpdateComponents(body) = &message.body {
                components(catalog, &body.components, &at, found);
            }
        }
        Message::V0_10Agent(message) => match &message.body {
            v0_10::AgentBody::UpdateComponents(body) => components(catalog, &body.components, &at, found),
            v0_10::AgentBody::CallFunction(body) => call(catalog, body, &at, found),
            _ => {}
        },
        Message::V1_0Agent(message) => match &message.body {
            v1_0::AgentBody::CreateSurface(body) => {
                components(catalog, body.components.get().map_or(&[], Vec::as_slice), &at, found);
            }
            v1_0::AgentBody::UpdateComponents(body) => components(catalog, &body.components, &at, found),
            v1_0::AgentBody::CallRendererFunction(body) => {
                function_call(catalog, &body.call_function, &at, found);
            }
            _ => {}
        },
        Message::V1_0Renderer(message) => {
            if let v1_0::RendererBody::CallAgentFunction(body) = &message.body {
                function_call(catalog, &body.call_function, &at, found);
            }
        }
        Message::V0_8Client(_) | Message::V0_9Client(_) | Message::V0_10Client(_) => {}
    }
}

fn components<C: AnyComponent>(
    catalog: &dyn Catalog,
    components: &[C],
    at: &Pointer,
    found: &mut Vec<Finding>,
) {
    let at = at.member("components");
    for (index, component) in components.iter().enumerate() {
        judge::component(catalog, component, &at.element(index), found);
    }
}

/// A call of 1.0; one of another catalog is not judged.
fn function_call(catalog: &dyn Catalog, body: &v1_0::FunctionCall, at: &Pointer, found: &mut Vec<Finding>) {
    if body.catalog_id().is_none_or(|id| catalog.is(id)) {
        call(catalog, body, &at.member("callFunction"), found);
    }
}

fn call<T: WireType>(catalog: &dyn Catalog, body: &T, at: &Pointer, found: &mut Vec<Finding>) {
    // What was read can be written.
    if let Ok(body) = Payload::of(body) {
        Judge::new(catalog, found).call(&body, at, None);
    }
}

#[cfg(test)]
mod tests {
    use crate::{
        Message, Notation, Version,
        catalog::{Catalog, basic},
    };

    fn found(version: Version, notation: Notation, text: &str) -> Vec<(&'static str, String)> {
        let message = Message::read_as(text, version).unwrap();
        let found = basic(version, notation).judge_message(&message);
        found.into_iter().map(|finding| (finding.rule, finding.pointer.as_str().to_owned())).collect()
    }

    #[test]
    fn components_and_calls_are_judged_where_they_stand_in_their_message() {
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
            assert_eq!(found(version, notation, text), [(rule, pointer.to_owned())], "{text}");
        }
        let of_others = r#"{"version":"v1.0","callAgentFunction":{"surfaceId":"s","functionCallId":"1","callFunction":{"call":"f","catalogId":"mine"}}}"#;
        assert_eq!(found(Version::V1_0, Plain, of_others), []);
    }
}
