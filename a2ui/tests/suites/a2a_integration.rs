//! The suites for parts and extensions of A2A.
//!
//! | suite | cases | here |
//! |---|---|---|
//! | `conformance/extensions/a2a/a2a_integration.yaml` | 14 | 11; 3 are about the output of a model, whose kinds [`crate::streaming`] covers |
//! | `conformance/extensions/adk/adk_extensions.yaml` | 5 | none; they are about the tools of one agent kit |
//!
//! A part keeps the MIME type that it is given. The suite uses the older type if none is given.

use crate::client::payload;
use a2ui::a2a::{AgentExtension, DataPart, ExtensionUri, MimeType, select_newest};

#[test]
fn a_part_states_its_mime_type() {
    for (uri, mime_type) in [
        (ExtensionUri::V0_8, "application/json+a2ui"),
        (ExtensionUri::V0_9, "application/json+a2ui"),
        (ExtensionUri::V0_9_1, "application/a2ui+json"),
        (ExtensionUri::V1_0, "application/a2ui+json"),
    ] {
        let part = DataPart::a2ui(payload(r#"[{"any":"thing"}]"#), uri.mime_type());
        assert_eq!(part.mime_type().map(MimeType::as_str), Some(mime_type));
        assert!(part.is_a2ui());
    }
    assert!(!DataPart::a2ui(payload("[]"), "application/json").is_a2ui());
}

#[test]
fn extensions_state_their_version() {
    for (uri, version) in [
        ("https://a2ui.org/a2a-extension/a2ui/v0.8", Some("0.8")),
        ("https://a2ui.org/a2a-extension/a2ui/v1.0", Some("1.0")),
        ("https://example.org/v0.8", None),
    ] {
        assert_eq!(ExtensionUri::from(uri).version_text(), version, "{uri}");
        assert_eq!(
            ExtensionUri::from(uri).version().is_some(),
            version.is_some(),
            "{uri}"
        );
    }
    for (ids, inline, params) in [
        (&[][..], false, ""),
        (&[], true, r#","params":{"acceptsInlineCatalogs":true}"#),
        (
            &["x", "y"],
            false,
            r#","params":{"supportedCatalogIds":["x","y"]}"#,
        ),
    ] {
        let ids: Vec<_> = ids.iter().map(|id| (*id).into()).collect();
        let text = wire::encode(&AgentExtension::of(ExtensionUri::V0_8, ids, inline)).unwrap();
        assert_eq!(
            text,
            format!(r#"{{"uri":"https://a2ui.org/a2a-extension/a2ui/v0.8"{params}}}"#)
        );
    }
}

#[test]
fn the_newest_common_version_is_chosen() {
    for (requested, advertised, newest) in [
        (&["v0.9"][..], &["v0.9"][..], Some("v0.9")),
        (&[], &["v0.9"], None),
        (&["v0.9"], &[], None),
        (
            &["v0.2.0", "v1.3.0", "v0.9.0", "v1.11.0"],
            &["v0.2.0", "v1.3.0", "v1.11.0", "v2.0.0"],
            Some("v1.11.0"),
        ),
    ] {
        let uris = |words: &[&str]| -> Vec<String> {
            words
                .iter()
                .map(|word| format!("https://a2ui.org/a2a-extension/a2ui/{word}"))
                .collect()
        };
        let (requested, advertised) = (uris(requested), uris(advertised));
        let chosen = select_newest(
            requested.iter().map(String::as_str),
            advertised.iter().map(String::as_str),
        );
        let chosen = chosen.map(|uri| uri.as_str().rsplit('/').next().unwrap().to_owned());
        assert_eq!(chosen.as_deref(), newest, "{requested:?}");
    }
}
