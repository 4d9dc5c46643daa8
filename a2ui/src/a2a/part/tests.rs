//! Tests of parts and the messages in them.

use super::*;
use proptest::prelude::*;

proptest! {
    #[test]
    fn messages_are_read_back_from_parts_unchanged(
        messages in prop::collection::vec(wire::generate::any::<Message>(), 0..4),
        extension: ExtensionUri,
        is_old in any::<bool>(),
    ) {
        let a2a = if is_old { A2aVersion::V0_3 } else { A2aVersion::V1_0 };
        let parts = DataPart::from_messages(&messages, &extension, a2a).unwrap();
        let is_single = is_old || extension == ExtensionUri::V0_8;
        prop_assert_eq!(parts.len(), if is_single { messages.len() } else { messages.len().min(1) });
        prop_assert!(parts.iter().all(|part| part.is_a2ui() && part.data.is_object() == is_single));
        let text = wire::encode(&parts).unwrap();
        let parts: Vec<Part> = wire::decode(&text).unwrap();
        let mut out = Vec::new();
        for part in &parts {
            let Part::Data(part) = part else { panic!("no data in {text}") };
            out.extend(part.messages(None).into_iter().map(|element| element.result.unwrap()));
        }
        prop_assert_eq!(out, messages);
    }
}

#[test]
fn the_members_of_a_part_outrank_its_kind() {
    let part = |text: &str| wire::decode::<Part>(text);
    for text in [
        r#"{"data":1}"#,
        r#"{"kind":"text","text":"a","data":{}}"#,
        r#"{"type":"data","data":null}"#,
    ] {
        assert!(matches!(part(text).unwrap(), Part::Data(_)), "{text}");
    }
    for text in [
        r#"{"text":""}"#,
        r#"{"kind":"text","text":"a"}"#,
        r#"{"kind":"odd","text":"a"}"#,
    ] {
        assert!(matches!(part(text).unwrap(), Part::Text(_)), "{text}");
    }
    for text in [
        "{}",
        r#"{"raw":"","mediaType":"image/png"}"#,
        r#"{"kind":"file","file":{}}"#,
    ] {
        assert!(matches!(part(text).unwrap(), Part::Other(_)), "{text}");
    }
    for (text, pointer) in [
        (r#"{"kind":"data"}"#, "/data"),
        (r#"{"kind":"text"}"#, "/text"),
        (r#"{"text":7}"#, "/text"),
        (r#"{"kind":7}"#, "/kind"),
        ("[]", ""),
    ] {
        assert_eq!(part(text).unwrap_err().pointer.as_str(), pointer, "{text}");
    }
    let mut other = OtherPart::new();
    other.extra.insert("data", Payload::null());
    assert!(wire::encode(&Part::Other(other)).is_err());
}

#[test]
fn the_mime_type_of_a_part_is_read_from_its_metadata_or_media_type() {
    let is_a2ui = |text: &str| wire::decode::<DataPart>(text).unwrap().is_a2ui();
    assert!(is_a2ui(
        r#"{"data":[],"metadata":{"mimeType":"application/json+a2ui"}}"#
    ));
    assert!(is_a2ui(
        r#"{"data":[],"mediaType":"application/a2ui+json","metadata":{}}"#
    ));
    assert!(!is_a2ui(
        r#"{"data":[],"mediaType":"application/a2ui+json","metadata":{"mimeType":"text/csv"}}"#
    ));
    assert!(!is_a2ui(r#"{"data":[]}"#));
}

#[test]
fn pointers_of_errors_start_at_the_part() {
    let text = r#"{"data":[{"version":"v0.9","deleteSurface":{"surfaceId":8}}, 7]}"#;
    let elements = wire::decode::<DataPart>(text).unwrap().messages(None);
    let pointers: Vec<_> = elements
        .iter()
        .map(|element| element.pointer.as_str())
        .collect();
    assert_eq!(pointers, ["/data/0", "/data/1"]);
    let error = elements[0].result.as_ref().unwrap_err();
    assert_eq!(
        (error.pointer.as_str(), error.line),
        ("/data/0/deleteSurface/surfaceId", 0)
    );
}
