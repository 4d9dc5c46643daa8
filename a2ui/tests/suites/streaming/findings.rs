//! Findings about the messages in a response.

use super::expand;
use a2ui::{
    Message, Notation, Version,
    catalog::{Catalog, basic},
    extract::{ExtractedItem, Extractor},
    surface::{SurfaceOptions, Surfaces},
};
use wire::{Severity, Validate};

/// Returns the findings about the messages of a response. Each message is checked alone and with the basic catalog, then
/// all messages together.
fn wrong(version: Version, text: &str) -> Vec<(&'static str, String)> {
    let whole = format!("<a2ui-json>[{}]</a2ui-json>", expand(text));
    let mut surfaces = Surfaces::with_options(SurfaceOptions::new());
    let mut wrong = Vec::new();
    let mut finder = Extractor::new();
    let found = finder.push(&whole).into_iter().chain(finder.finish());
    for found in found {
        let ExtractedItem::Message(held) = found else {
            panic!("{found:?}")
        };
        let message: Message = match held.read(version) {
            Ok(message) => message,
            Err(error) => {
                wrong.push((error.rule.as_str(), error.pointer.as_str().to_owned()));
                continue;
            }
        };
        let mut findings = message.validate();
        findings.extend(basic(version, Notation::At).check_message(&message));
        findings.retain(|finding| finding.severity == Severity::Error);
        let refused = surfaces
            .apply(&message)
            .err()
            .map(|error| (error.rule, error.pointer));
        let findings = findings
            .into_iter()
            .map(|finding| (finding.rule, finding.pointer))
            .chain(refused);
        wrong.extend(findings.map(|(rule, at)| (rule, at.as_str().to_owned())));
    }
    wrong
}

/// Checks messages that the parser of the suite refuses. Here, the check of the message, the catalog or the surfaces
/// reports the problem.
#[test]
fn problems_are_reported_by_message_catalog_and_surface() {
    let of_0_8 = |components: &str| {
        format!(r#"{{"surfaceUpdate":{{"surfaceId":"desk","components":[{components}]}}}}"#)
    };
    let of_0_9 = |components: &str| {
        format!(
            r#"{{"version":"v0.9","updateComponents":{{"surfaceId":"desk","components":[{components}]}}}}"#
        )
    };
    let of_1_0 = |components: &str| {
        format!(
            r#"{{"version":"1.0","updateComponents":{{"surfaceId":"desk","components":[{components}]}}}}"#
        )
    };
    let card8 = |id: &str, child: &str| {
        of_0_8(&format!(
            r#"{{"id":"{id}","component":{{"Card":{{"child":"{child}"}}}}}}"#
        ))
    };
    let card = |id: &str, child: &str| {
        of_0_9(&format!(
            r#"{{"id":"{id}","component":"Card","child":"{child}"}}"#
        ))
    };
    use Version::{V0_8, V0_9, V1_0};
    for (name, version, text, rule, at) in [
        (
            "a cycle over two messages",
            V0_8,
            format!("@8,{},{}", card8("top", "a"), card8("a", "top")),
            "cycle",
            "/surfaceUpdate/components/0/component/Card/child",
        ),
        (
            "the same in 0.9",
            V0_9,
            format!("@9,{},{}", card("root", "a"), card("a", "root")),
            "cycle",
            "/updateComponents/components/0/child",
        ),
        (
            "a component in itself",
            V0_8,
            format!("@8,{}", card8("top", "top")),
            "self-reference",
            "/surfaceUpdate/components/0/component/Card/child",
        ),
        (
            "the same in 0.9",
            V0_9,
            format!("@9,{}", card("root", "root")),
            "self-reference",
            "/updateComponents/components/0/child",
        ),
        (
            "no catalog in 0.9",
            V0_9,
            r#"{"version":"v0.9","createSurface":{"surfaceId":"desk"}}"#.to_owned(),
            "missing",
            "/0/createSurface/catalogId",
        ),
        (
            "an unknown message",
            V0_8,
            r#"@8,{"beginPainting":{}}"#.to_owned(),
            "key",
            "/1",
        ),
        (
            "the same in 0.9",
            V0_9,
            r#"@9,{"version":"v0.9","beginPainting":{}}"#.to_owned(),
            "key",
            "/1",
        ),
        (
            "no version in 0.9",
            V0_9,
            r#"{"createSurface":{"surfaceId":"desk","catalogId":"c"}}"#.to_owned(),
            "missing",
            "/0/version",
        ),
        (
            "1.0 where 0.9 is spoken",
            V0_9,
            "@1".to_owned(),
            "value",
            "/0/version",
        ),
        (
            "a member that is needed",
            V0_8,
            format!("@8,{}", of_0_8(r#"{"id":"top","component":{"Text":{}}}"#)),
            "missing-member",
            "/surfaceUpdate/components/0/component/Text/text",
        ),
        (
            "the same in 0.9",
            V0_9,
            format!("@9,{}", of_0_9(r#"{"id":"root","component":"Text"}"#)),
            "missing-member",
            "/updateComponents/components/0/text",
        ),
        (
            "a component that the catalog does not have",
            V1_0,
            format!("@1,{}", of_1_0(r#"{"id":"root","component":"Gauge"}"#)),
            "unknown-component",
            "/updateComponents/components/0/component",
        ),
    ] {
        assert_eq!(wrong(version, &text), [(rule, at.to_owned())], "{name}");
    }
    assert_eq!(wrong(V0_9, "@9"), []);
}
