//! Tests of the URLs that clients open and load.

use crate::{
    CatalogId, Message, Notation, Version,
    catalog::{Catalog, CatalogDefinition, Catalogs, SurfaceCatalog, basic},
};
use wire::{Finding, Payload, Severity};

const UNSAFE: &str = "unsafe-address";

fn is_unsafe(finding: &Finding) -> bool {
    finding.rule == UNSAFE
}

/// Returns the pointers of the unsafe URLs of a component, according to the basic catalog of a version.
fn places(version: Version, component: &str) -> Vec<String> {
    let (word, body, notation) = match version {
        Version::V0_8 => ("", "surfaceUpdate", Notation::Bound),
        Version::V0_9 => (r#""version":"v0.9","#, "updateComponents", Notation::Plain),
        Version::V0_10 => (r#""version":"v0.10","#, "updateComponents", Notation::Plain),
        _ => (r#""version":"1.0","#, "updateComponents", Notation::At),
    };
    let text = format!(r#"{{{word}"{body}":{{"surfaceId":"s","components":[{component}]}}}}"#);
    let found = basic(version, notation).check_message(&Message::read_as(&text, version).unwrap());
    let found = found
        .into_iter()
        .filter(is_unsafe)
        .inspect(|one| assert_eq!(one.severity, Severity::Warning));
    found
        .map(|one| {
            one.pointer
                .as_str()
                .replace(&format!("/{body}/components/0"), "")
        })
        .collect()
}

#[test]
fn opened_urls_need_a_safe_scheme() {
    for (url, is_safe) in [
        ("https://example.org/a?b=javascript:c", true),
        ("http://example.org", true),
        ("HTTPS://EXAMPLE.ORG", true),
        ("mailto:a@example.org", true),
        ("tel:+4712345678", true),
        // Another rule reports that these are not URIs. They do not run code.
        ("/help", true),
        ("help:me/now please", false),
        ("javascript:alert(1)", false),
        ("JavaScript:alert(1)", false),
        // Browsers ignore these characters.
        (r" \u0001javascript:alert(1)", false),
        (r"java\tscript\n:alert(1)", false),
        ("vbscript:msgbox", false),
        ("data:text/html,<script>", false),
        ("data:image/png;base64,AA==", false),
        ("file:///etc/passwd", false),
        ("blob:https://example.org/1", false),
    ] {
        for (version, call) in [
            (Version::V0_9, "call"),
            (Version::V0_10, "call"),
            (Version::V1_0, "@call"),
        ] {
            let action = format!(
                r#"{{"id":"a","component":"Button","child":"t","action":{{"functionCall":{{"{call}":"openUrl","args":{{"url":"{url}"}}}}}}}}"#
            );
            let expected = if is_safe {
                vec![]
            } else {
                vec!["/action/functionCall/args/url".to_owned()]
            };
            assert_eq!(places(version, &action), expected, "{url} in {version}");
        }
    }
    // The rule also applies to calls by the agent, and to texts that begin with the scheme.
    for (text, expected) in [
        (
            r#"{"version":"1.0","callRendererFunction":{"functionCallId":"1","callFunction":{"@call":"openUrl","catalogId":"BASIC","args":{"url":"javascript:1"}}}}"#,
            "/callRendererFunction/callFunction/args/url",
        ),
        (
            r#"{"version":"1.0","callRendererFunction":{"functionCallId":"1","callFunction":{"@call":"openUrl","catalogId":"BASIC","args":{"url":{"@call":"formatString","args":{"value":"javascript:${/a}"}}}}}}"#,
            "/callRendererFunction/callFunction/args/url/args/value",
        ),
        (
            r#"{"version":"1.0","callRendererFunction":{"functionCallId":"1","callFunction":{"@call":"openUrl","catalogId":"BASIC","args":{"url":{"@call":"formatString","args":{"value":"${/scheme}:${/a}"}}}}}}"#,
            "",
        ),
        (
            r#"{"version":"1.0","callRendererFunction":{"functionCallId":"1","callFunction":{"@call":"openUrl","catalogId":"BASIC","args":{"url":{"@path":"/javascript:"}}}}}"#,
            "",
        ),
    ] {
        let text = text.replace("BASIC", CatalogId::basic(Version::V1_0).as_str());
        let found =
            basic(Version::V1_0, Notation::At).check_message(&Message::read(&text).unwrap());
        let found: Vec<_> = found
            .iter()
            .filter(|one| is_unsafe(one))
            .map(|one| one.pointer.as_str())
            .collect();
        assert_eq!(
            found,
            Some(expected)
                .filter(|at| !at.is_empty())
                .into_iter()
                .collect::<Vec<_>>(),
            "{text}"
        );
    }
}

#[test]
fn loaded_urls_match_their_media_kind() {
    for (url, image, video, audio) in [
        ("https://example.org/a", true, true, true),
        ("http://example.org/a", true, true, true),
        ("/pictures/a:b.png", true, true, true),
        ("a.png", true, true, true),
        ("//example.org/a", true, true, true),
        ("", true, true, true),
        ("data:image/png;base64,AA==", true, false, false),
        ("DATA:IMAGE/PNG;base64,AA==", true, false, false),
        ("data:video/mp4;base64,AA==", false, true, false),
        ("data:audio/mpeg;base64,AA==", false, false, true),
        ("data:text/html,<script>", false, false, false),
        ("data:imagery/png,", false, false, false),
        ("data:,x", false, false, false),
        ("javascript:alert(1)", false, false, false),
        ("vbscript:x", false, false, false),
        ("mailto:a@example.org", false, false, false),
    ] {
        for (kind, property, is_safe) in [
            ("Image", "url", image),
            ("Video", "url", video),
            ("AudioPlayer", "url", audio),
        ] {
            let expected = |at: &str| if is_safe { vec![] } else { vec![at.to_owned()] };
            for version in [Version::V0_9, Version::V0_10, Version::V1_0] {
                let component =
                    format!(r#"{{"id":"a","component":"{kind}","{property}":"{url}"}}"#);
                assert_eq!(
                    places(version, &component),
                    expected("/url"),
                    "{kind} {url} in {version}"
                );
            }
            for path in ["", r#""path":"/a","#] {
                let component = format!(
                    r#"{{"id":"a","component":{{"{kind}":{{"url":{{{path}"literalString":"{url}"}}}}}}}}"#
                );
                let at = format!("/component/{kind}/url/literalString");
                assert_eq!(
                    places(Version::V0_8, &component),
                    expected(&at),
                    "{kind} {url} in 0.8"
                );
            }
        }
        let poster =
            format!(r#"{{"id":"a","component":"Video","url":"a.mp4","posterUrl":"{url}"}}"#);
        let expected = if image {
            vec![]
        } else {
            vec!["/posterUrl".to_owned()]
        };
        assert_eq!(places(Version::V1_0, &poster), expected, "{url}");
        // The theme of a surface also has an image.
        let basic = CatalogId::basic(Version::V0_9);
        let theme = format!(
            r#"{{"version":"v0.9","createSurface":{{"surfaceId":"s","catalogId":"{}","theme":{{"iconUrl":"{url}"}}}}}}"#,
            basic.as_str()
        );
        let found = wire::Validate::validate(&Message::read(&theme).unwrap());
        assert_eq!(
            found.iter().filter(|one| is_unsafe(one)).count(),
            usize::from(!image),
            "{url}"
        );
    }
    // Bound values are not known yet.
    assert_eq!(
        places(
            Version::V0_9,
            r#"{"id":"a","component":"Image","url":{"path":"javascript:x"}}"#
        ),
        [""; 0]
    );
    // A property of another type is not a URL.
    assert_eq!(
        places(
            Version::V0_9,
            r#"{"id":"a","component":"Text","text":"javascript:x"}"#
        ),
        [""; 0]
    );
}

/// Checks that catalogs which reuse these types and functions report the same findings.
#[test]
fn urls_are_checked_in_any_catalog() {
    let mine = r##"{"catalogId":"mine","protocolVersion":"1.0","components":{
        "Image":{"properties":{"url":{"type":"string"}}},
        "Button":{"properties":{"action":{"$ref":"common_types.json#/$defs/Action"}}}},
        "functions":{"openUrl":{"returnType":"void"}}}"##;
    let mine = CatalogDefinition::read(&Payload::parse(mine).unwrap())
        .unwrap()
        .remove(0);
    let message = Message::read(
        r#"{"version":"1.0","updateComponents":{"surfaceId":"s","components":[
            {"id":"a","component":"Image","url":"javascript:x"},
            {"id":"b","component":"Button","action":{"functionCall":{"@call":"openUrl","args":{"url":"javascript:x"}}}}]}}"#,
    )
    .unwrap();
    let catalogs = Catalogs::new(Version::V1_0, Notation::At).with(&mine);
    let found = catalogs
        .on_surface(SurfaceCatalog::Named("mine".into()))
        .check_message(&message);
    let found: Vec<_> = found
        .iter()
        .map(|one| (one.rule, one.pointer.as_str()))
        .collect();
    assert_eq!(
        found,
        [
            (UNSAFE, "/updateComponents/components/0/url"),
            (
                UNSAFE,
                "/updateComponents/components/1/action/functionCall/args/url"
            ),
        ]
    );
}
