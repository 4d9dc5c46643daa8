//! The data that clients send about themselves.

use crate::{
    client::{BASIC_0_9, Client, definition, expand},
    read,
};
use a2ui::{
    ClientDataModel, Version,
    capabilities::{ClientCapabilities, v0_9, v1_0},
    catalog::Catalog,
};
use wire::Validate;

/// Checks the capabilities of a client.
#[test]
fn capabilities_are_grouped_by_version() {
    let one = || v0_9::Capabilities::new(["mine".into()]);
    let function = r#"{"name":"add","description":"The sum","parameters":{"type":"object","properties":{"a":{"type":"number"}},"required":["a"]},"returnType":"number"}"#;
    let with_inline = |text: &str| {
        one().inline_catalogs(vec![wire::decode::<v0_9::InlineCatalog>(text).unwrap()])
    };
    let component = r##"{"catalogId":"mine","components":{"Sign":{"allOf":[{"$ref":"common_types.json#/$defs/ComponentCommon"},{"properties":{"component":{"const":"Sign"},"words":{"type":"string","description":"What it says"}},"required":["component","words"]}]}}}"##;
    let all = format!(
        r##"{{"catalogId":"mine","components":{{}},"functions":[{function}],"theme":{{"primaryColor":{{"type":"string","pattern":"^#[0-9a-f]{{6}}$"}}}}}}"##
    );
    let theme = r#"{"catalogId":"theirs","theme":{"color":{"type":"string"}}}"#;
    let both = v0_9::Capabilities::new(["mine".into(), "theirs".into()]).inline_catalogs(vec![
        wire::decode(component).unwrap(),
        wire::decode(theme).unwrap(),
    ]);
    for (name, capabilities, text) in [
        (
            "of 0.8",
            ClientCapabilities::new().supported_catalog_ids(vec!["mine".into()]),
            r#"{"supportedCatalogIds":["mine"]}"#.to_owned(),
        ),
        (
            "of 0.9",
            ClientCapabilities::new().v0_9(one()),
            r#"{"v0.9":{"supportedCatalogIds":["mine"]}}"#.to_owned(),
        ),
        (
            "of 0.9.1",
            ClientCapabilities::new().v0_9_1(one()),
            r#"{"v0.9.1":{"supportedCatalogIds":["mine"]}}"#.to_owned(),
        ),
        (
            "of 1.0",
            ClientCapabilities::new().v1_0(v1_0::Capabilities::new(["mine".into()])),
            r#"{"1.0":{"supportedCatalogIds":["mine"]}}"#.to_owned(),
        ),
        (
            "components",
            ClientCapabilities::new().v0_9(with_inline(component)),
            format!(
                r#"{{"v0.9":{{"supportedCatalogIds":["mine"],"inlineCatalogs":[{component}]}}}}"#
            ),
        ),
        (
            "functions and a theme",
            ClientCapabilities::new().v0_9(with_inline(&all)),
            format!(r#"{{"v0.9":{{"supportedCatalogIds":["mine"],"inlineCatalogs":[{all}]}}}}"#),
        ),
        (
            "none of them",
            ClientCapabilities::new().v0_9(with_inline(r#"{"catalogId":"mine"}"#)),
            r#"{"v0.9":{"supportedCatalogIds":["mine"],"inlineCatalogs":[{"catalogId":"mine"}]}}"#
                .to_owned(),
        ),
        (
            "two catalogs",
            ClientCapabilities::new().v0_9(both),
            format!(
                r#"{{"v0.9":{{"supportedCatalogIds":["mine","theirs"],"inlineCatalogs":[{component},{theme}]}}}}"#
            ),
        ),
    ] {
        assert_eq!(wire::encode(&capabilities).unwrap(), text, "{name}");
        assert_eq!(
            wire::decode::<ClientCapabilities>(&text).unwrap(),
            capabilities,
            "{name}"
        );
        assert_eq!(capabilities.validate(), [], "{name}");
    }
    // The inline catalog of the client checks the message.
    let sign = definition(component);
    let message = read(
        r#"{"version":"v0.9","updateComponents":{"surfaceId":"a","components":[{"id":"root","component":"Sign","words":7}]}}"#,
    );
    let found = sign.check_message(&message);
    assert_eq!(
        (found[0].rule, found[0].pointer.as_str()),
        ("wrong-type", "/updateComponents/components/0/words")
    );
}

/// Checks the data that a client sends. It contains the data models of all surfaces of one version that request it.
#[test]
fn data_models_are_sent_on_request() {
    let yes = r#"@9"createSurface":{"surfaceId":"a","catalogId":"c","sendDataModel":true}}"#;
    let no = r#"@9"createSurface":{"surfaceId":"b","catalogId":"c","sendDataModel":false}}"#;
    let data = r#"@9"updateDataModel":{"surfaceId":"a","value":{"guest":"Kim"}}}"#;
    let secret = r#"@9"updateDataModel":{"surfaceId":"b","value":{"pin":"1"}}}"#;
    let yes_1_0 = r#"@1"createSurface":{"surfaceId":"a","sendDataModel":true}}"#;
    let old = &format!(
        r#"@9"createSurface":{{"surfaceId":"t","catalogId":"{BASIC_0_9}","sendDataModel":true}}}}"#
    );
    for (name, texts, version, expected) in [
        (
            "of some",
            &[yes, no, data, secret][..],
            Version::V0_9,
            r#"{"version":"v0.9","surfaces":{"a":{"guest":"Kim"}}}"#,
        ),
        ("of none", &[no, secret], Version::V0_9, ""),
        ("unsaid", &["@C9", data], Version::V0_9, ""),
        (
            "of 0.9.1",
            &[
                r#"{"version":"v0.9.1","createSurface":{"surfaceId":"a","catalogId":"c","sendDataModel":true}}"#,
            ],
            Version::V0_9,
            r#"{"version":"v0.9.1","surfaces":{"a":{}}}"#,
        ),
        (
            "of 1.0, without a catalog",
            &[yes_1_0],
            Version::V1_0,
            r#"{"version":"1.0","surfaces":{"a":{}}}"#,
        ),
        ("of another version", &[yes_1_0], Version::V0_9, ""),
        (
            "of one of two versions",
            &[yes_1_0, old],
            Version::V0_9,
            r#"{"version":"v0.9","surfaces":{"t":{}}}"#,
        ),
    ] {
        let mut client = Client::new(false);
        for text in texts {
            client
                .take(&expand(text))
                .unwrap_or_else(|error| panic!("{name}: {error:?}"));
        }
        let model = ClientDataModel::from_surfaces(client.surfaces.iter(), version);
        assert_eq!(
            model.map_or_else(String::new, |model| wire::encode(&model).unwrap()),
            expected,
            "{name}"
        );
    }
}
