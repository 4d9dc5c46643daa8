use super::*;

mod corpus;
mod documented;
mod growth;
mod laws;

const CREATE_0_9: &str = r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}"#;
const UPDATE: &str = r#"{"updateComponents":{"surfaceId":"s","components":[]}}"#;

/// Reads documents with one repairer. Returns the messages or errors of the last document, and the kinds and places of
/// its repairs.
fn read_after(before: &[&str], text: &str, version: Option<Version>) -> (Vec<String>, Vec<String>) {
    let mut repairer = Repairer::new(version);
    for before in before {
        let read = repairer.read(before).unwrap();
        assert!(
            read.iter().all(|element| element.result.is_ok()),
            "{before}"
        );
    }
    let (mut messages, mut repairs) = (Vec::new(), Vec::new());
    for element in repairer.read(text).unwrap() {
        let written = |message: Message| wire::encode(&message).unwrap();
        messages.push(
            element
                .result
                .map_or_else(|error| format!("error: {error}"), written),
        );
        repairs.extend(
            element
                .repairs
                .iter()
                .map(|repair| format!("{} {}", repair.kind, repair.pointer)),
        );
    }
    (messages, repairs)
}

/// Reads a document with a new repairer.
fn read(text: &str) -> (Vec<String>, Vec<String>) {
    read_after(&[], text, None)
}

/// Returns the version of a message that is read after others.
fn version_after(before: &[&str], text: &str, version: Option<Version>) -> Option<Version> {
    let mut repairer = Repairer::new(version);
    before.iter().for_each(|text| drop(repairer.read(text)));
    let read = repairer.read(text).unwrap();
    read[0].result.as_ref().ok().map(Message::version)
}

fn refusal(text: &str) -> String {
    let (messages, repairs) = read(text);
    assert_eq!((messages.len(), repairs.len()), (1, 0), "{text}");
    messages[0].strip_prefix("error: ").unwrap().to_owned()
}

#[test]
fn a_readable_message_is_not_repaired() {
    for text in [
        r#"[{"deleteSurface":{"surfaceId":"s"}},{"version":"v0.9","deleteSurface":{"surfaceId":"s"},"x":1}]"#,
        r#"{"version":"v0.9","updateDataModel":{"surfaceId":"s"}}"#,
        r#"{"version":"v0.9","updateDataModel":{"surfaceId":"s","value":1,"contents":2}}"#,
        r#"{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[{"id":"root","component":"Card","children":"a","action":{"event":{"name":"n"}}}]}}"#,
        r#"{"version":"v1.0","createSurface":{"surfaceId":"s","components":[],"theme":{}}}"#,
        r#"{"messages":[]}"#,
        r#"{"version":"v0.9","x":1}"#,
        "7",
        r#""text""#,
    ] {
        assert_eq!(
            Repairer::new(None).read(text),
            crate::read(text, None),
            "{text}"
        );
    }
    assert!(Repairer::new(None).read("{").is_err());
    assert!(Repairer::new(None).read(r#"{"messages":7}"#).is_err());
}

#[test]
fn the_version_comes_from_the_caller_the_members_the_surface_or_the_context() {
    let create_1_0 = r#"{"version":"v1.0","createSurface":{"surfaceId":"s","components":[]}}"#;
    let other_0_9 = r#"{"version":"v0.9","createSurface":{"surfaceId":"t","catalogId":"c"}}"#;
    let marked = r#"{"updateComponents":{"surfaceId":"s","components":[{"id":"a","component":"Text","text":{"@path":"/a"}}]}}"#;
    let create = |members: &str| format!(r#"{{"createSurface":{{"surfaceId":"n"{members}}}}}"#);
    for (before, text, given, version) in [
        (&[][..], UPDATE, Some(Version::V0_9), Version::V0_9),
        (&[], UPDATE, Some(Version::V1_0), Version::V1_0),
        (&[], UPDATE, Some(Version::V1_0June), Version::V1_0June),
        (
            &[],
            r#"{"deleteSurface":{"surfaceId":"s"}}"#,
            Some(Version::V0_10),
            Version::V0_10,
        ),
        (&[CREATE_0_9], marked, None, Version::V1_0),
        (&[create_1_0, other_0_9], UPDATE, None, Version::V1_0),
        (
            &[create_1_0],
            &UPDATE.replace("\"s\"", "\"t\""),
            None,
            Version::V1_0,
        ),
        (
            &[create_1_0],
            &create(r#","catalogId":"c""#),
            None,
            Version::V1_0,
        ),
        (
            &[create_1_0],
            &create(r#","catalogId":"c","theme":{}"#),
            None,
            Version::V0_9,
        ),
        (
            &[CREATE_0_9],
            &create(r#","components":[]"#),
            None,
            Version::V1_0,
        ),
        (
            &[],
            &create(r#","catalogId":"c","surfaceProperties":{}"#),
            None,
            Version::V1_0June,
        ),
        (
            &[],
            &create(r#","catalogId":"c","sendDataModel":true"#),
            None,
            Version::V0_9,
        ),
        (
            &[],
            &format!("[{UPDATE},7,{CREATE_0_9}]"),
            None,
            Version::V0_9,
        ),
        (
            &[CREATE_0_9],
            r#"{"deleteSurface":{"surfaceId":"s"}}"#,
            None,
            Version::V0_9,
        ),
        (
            &[CREATE_0_9],
            r#"{"deleteSurface":{"surfaceId":"other"}}"#,
            None,
            Version::V0_8,
        ),
        (
            &[CREATE_0_9],
            r#"{"surfaceUpdate":{"surfaceId":"s","components":[]}}"#,
            None,
            Version::V0_8,
        ),
        (
            &[],
            r#"{"callRendererFunction":{"functionCallId":"1","callFunction":{"call":"f"}}}"#,
            None,
            Version::V1_0,
        ),
    ] {
        assert_eq!(version_after(before, text, given), Some(version), "{text}");
    }
    let action = r#"{"action":{"name":"n","surfaceId":"s","sourceComponentId":"b","timestamp":"2026-05-18T15:30:00Z","context":{}}}"#;
    assert_eq!(
        version_after(&[create_1_0], action, None),
        Some(Version::V1_0)
    );
    assert_eq!(
        version_after(&[CREATE_0_9], action, None),
        Some(Version::V0_9)
    );
    assert_eq!(
        version_after(
            &[
                CREATE_0_9,
                r#"{"version":"v0.9","deleteSurface":{"surfaceId":"s"}}"#,
                create_1_0
            ],
            UPDATE,
            None
        ),
        Some(Version::V1_0)
    );
}

#[test]
fn a_message_of_an_unknown_version_is_an_error_that_names_the_possible_versions() {
    // 0.9 stores null, and 1.0 removes the value.
    for body in [r#""value":null"#, r#""contents":null"#] {
        assert_eq!(
            refusal(&format!(
                r#"{{"updateDataModel":{{"surfaceId":"s",{body}}}}}"#
            )),
            "/version: the message `updateDataModel` has no `version`, and nothing else determines it (line 1, column 1)"
        );
    }
    // Other protocols have actions as well.
    assert!(refusal(r#"{"action":{"name":"n"}}"#).starts_with("/version: "));
    let call = r#"{"callFunction":{"call":"f"}}"#;
    let error = Repairer::new(None)
        .read(call)
        .unwrap()
        .swap_remove(0)
        .result
        .unwrap_err();
    assert!(error.hint.contains("`a2ui@0.10`"), "{}", error.hint);
    assert!(
        refusal(r#"{"version":"v7","deleteSurface":{"surfaceId":"s"}}"#).contains("is unknown")
    );
    let (messages, _) = read_after(
        &[],
        r#"{"beginRendering":{"surfaceId":"s","root":"r"}}"#,
        Some(Version::V0_9),
    );
    assert!(
        messages[0].contains("a message of A2UI 0.8, but this is A2UI 0.9"),
        "{messages:?}"
    );
}

#[test]
fn a_lone_message_without_a_version_is_read_as_0_9() {
    for text in [
        UPDATE,
        r#"{"updateDataModel":{"surfaceId":"s"}}"#,
        r#"{"updateDataModel":{"surfaceId":"s","path":"/n","value":{"a":null}}}"#,
        r#"{"action":{"name":"n","surfaceId":"s","sourceComponentId":"b","timestamp":"2026-05-18T15:30:00Z","context":{}}}"#,
    ] {
        let (messages, repairs) = read(text);
        assert_eq!(messages, [text.replacen('{', r#"{"version":"v0.9","#, 1)]);
        assert_eq!(repairs, ["missing-version "]);
    }
}

#[test]
fn versions_are_read_in_any_spelling() {
    for (stated, word) in [
        ("0.9", "v0.9"),
        (r#""0.9""#, "v0.9"),
        (r#""V0.9""#, "v0.9"),
        (r#""v0.9.0""#, "v0.9"),
        (r#"" 0.9.1 ""#, "v0.9.1"),
        (r#""0.10""#, "v0.10"),
        ("1.0", "1.0"),
    ] {
        let text =
            format!(r#"{{"version":{stated},"updateDataModel":{{"surfaceId":"s","value":1}}}}"#);
        let written =
            format!(r#"{{"version":"{word}","updateDataModel":{{"surfaceId":"s","value":1}}}}"#);
        assert_eq!(
            read(&text),
            (vec![written], vec!["version-spelling /version".to_owned()]),
            "{stated}"
        );
    }
    let text = r#"{"version":"0.8","deleteSurface":{"surfaceId":"s"}}"#;
    assert_eq!(version_after(&[], text, None), Some(Version::V0_8));
    for stated in ["1", "0.90", "[]", r#""latest""#, r#""v0.11""#] {
        refusal(&format!(
            r#"{{"version":{stated},"updateDataModel":{{"surfaceId":"s","value":1}}}}"#
        ));
    }
}

#[test]
fn the_root_of_a_surface_keeps_its_new_id_in_later_messages() {
    let first = r#"{"version":"v0.9","updateComponents":{"surfaceId":"s","root":"page","components":[{"id":"page","component":"Text","text":"1"}]}}"#;
    let again = r#"{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[{"id":"x","component":"Text"},{"id":"page","component":"Text","text":"2"}]}}"#;
    let (messages, repairs) = read_after(&[CREATE_0_9, first], again, None);
    assert!(
        messages[0].contains(r#"{"id":"root","component":"Text","text":"2"}"#),
        "{messages:?}"
    );
    assert_eq!(repairs, ["root-member /updateComponents/components/1/id"]);
    let deleted = r#"{"version":"v0.9","deleteSurface":{"surfaceId":"s"}}"#;
    assert_eq!(
        read_after(&[CREATE_0_9, first, deleted, CREATE_0_9], again, None).1,
        Vec::<String>::new()
    );
    let named_root = first.replace(r#""page""#, r#""root""#);
    assert_eq!(
        read(&named_root).1,
        ["redundant-root /updateComponents/root"]
    );
    for components in [
        r#"[{"id":"page","component":"Text"},{"id":"root","component":"Text"}]"#,
        r#"[{"id":"page","component":"Text"},{"id":"a","component":"Card","child":"page"}]"#,
        r#"[{"id":"page","component":"Text"},{"id":"page","component":"Text"}]"#,
        r#"[{"id":"a","component":"Text"}]"#,
    ] {
        let text = format!(
            r#"{{"version":"v0.9","updateComponents":{{"surfaceId":"s","root":"page","components":{components}}}}}"#
        );
        assert_eq!(Repairer::new(None).read(&text), crate::read(&text, None));
    }
}

#[test]
fn members_without_an_envelope_become_messages() {
    let kinds = |text: &str| {
        let (messages, _) = read_after(&[CREATE_0_9], text, None);
        messages
            .iter()
            .map(|text| Message::read(text).unwrap().key())
            .collect::<Vec<_>>()
    };
    let text = r#"[{"id":"root","component":"Text"}]"#;
    let nested = r#"[{"id":"root","component":{"Text":{}}}]"#;
    assert_eq!(
        kinds(&format!(
            r#"{{"surfaceId":"t","catalogId":"c","components":{text},"data":{{"n":1}}}}"#
        )),
        ["createSurface", "updateComponents", "updateDataModel"]
    );
    assert_eq!(
        kinds(&format!(r#"{{"surface_id":"t","components":{text}}}"#)),
        ["updateComponents"]
    );
    assert_eq!(
        kinds(&format!(r#"{{"surface_id":"t","components":{nested}}}"#)),
        ["surfaceUpdate"]
    );
    assert_eq!(
        kinds(&format!(
            r#"{{"surfaceId":"t","components":{nested},"root":"root"}}"#
        )),
        ["surfaceUpdate", "beginRendering"]
    );
    assert_eq!(
        kinds(r#"{"surfaceId":"t","path":"/n","value":1}"#),
        ["updateDataModel"]
    );
    assert_eq!(
        kinds(r#"{"surfaceId":"t","contents":[]}"#),
        ["dataModelUpdate"]
    );
    // A member that the messages do not have, and a missing surface.
    assert!(
        refusal(&format!(
            r#"{{"surfaceId":"t","components":{text},"title":"x"}}"#
        ))
        .contains("no message key")
    );
    assert!(
        refusal(&format!(r#"{{"catalogId":"t","components":{text}}}"#)).contains("no message key")
    );
}

#[test]
fn a_loose_component_needs_exactly_one_surface() {
    let component = r#"{"id":"a","component":"Text","text":"x"}"#;
    assert_eq!(
        read_after(&[CREATE_0_9], component, None).1,
        ["lone-component "]
    );
    let other = CREATE_0_9.replace("\"s\"", "\"t\"");
    for before in [
        &[][..],
        &[CREATE_0_9, other.as_str()],
        &[r#"{"surfaceUpdate":{"surfaceId":"s","components":[]}}"#],
    ] {
        let (messages, repairs) = read_after(before, component, None);
        assert!(
            messages[0].starts_with("error: the component is not inside a message"),
            "{messages:?}"
        );
        assert_eq!(repairs, Vec::<String>::new());
    }
}

#[test]
fn an_object_of_several_messages_is_read_completely_or_refused() {
    let several = r#"{"createSurface":{"surfaceId":"s","catalogId":"c"},"updateComponents":{"surfaceId":"s","components":[]},"dataModel":{"n":1}}"#;
    let (messages, repairs) = read(several);
    assert_eq!(messages.len(), 3);
    assert!(
        messages
            .iter()
            .all(|text| text.starts_with(r#"{"version":"v0.9""#)),
        "{messages:?}"
    );
    assert!(
        repairs.contains(&"several-messages ".to_owned())
            && messages[2].contains(r#""value":{"n":1}"#),
        "{repairs:?}"
    );
    for text in [
        r#"{"beginRendering":{"surfaceId":"s","root":"r"},"deleteSurface":{"surfaceId":"s"}}"#,
        r#"{"beginRendering":{"surfaceId":"s","root":"r"},"surfaceUpdate":{}}"#,
        r#"{"beginRendering":{"surfaceId":"s","root":"r"},"surfaceUpdate":{"surfaceId":"s","components":[]},"x":1}"#,
        r#"{"deleteSurface":{"surfaceId":"s"},"deleteSurface":{"surfaceId":"s"}}"#,
    ] {
        assert_eq!(refusal(text), Message::read(text).unwrap_err().to_string());
    }
    // An invalid part invalidates the complete message.
    let text = r#"{"version":"v0.9","createSurface":{"surfaceId":"s",
  "components":[{"id":"a","component":"Text"},{"component":"Text"}]}}"#;
    let (messages, _) = read(text);
    assert_eq!(messages.len(), 1);
    // The message is readable as it stands, with a member that 0.9 does not have.
    assert!(messages[0].contains("error"), "{messages:?}");
}

#[test]
fn a_create_surface_of_july_becomes_messages_of_june() {
    let create = |word: &str, members: &str| {
        format!(
            r#"{{"version":"{word}","createSurface":{{"surfaceId":"s","catalogId":"c",{members}}}}}"#
        )
    };
    let components = r#"[{"id":"root","component":"Text","text":"Hi"}]"#;
    let july = create(
        "v1.0",
        &format!(
            r#""surfaceProperties":{{"iconUrl":"https://e.test/i"}},"components":{components},"dataModel":{{}}"#
        ),
    );
    let (messages, repairs) = read(&july);
    assert_eq!(
        messages,
        [
            create("v1.0", r#""theme":{"iconUrl":"https://e.test/i"}"#),
            format!(
                r#"{{"version":"v1.0","updateComponents":{{"surfaceId":"s","components":{components}}}}}"#
            ),
            r#"{"version":"v1.0","updateDataModel":{"surfaceId":"s","value":{}}}"#.to_owned(),
        ]
    );
    let places = ["surfaceProperties", "components", "dataModel"]
        .map(|name| format!("/createSurface/{name}"));
    let kinds = [
        "surface-properties",
        "inline-components",
        "inline-data-model",
    ];
    let told: Vec<String> = kinds
        .iter()
        .zip(&places)
        .map(|(kind, place)| format!("{kind} {place}"))
        .collect();
    assert_eq!(repairs, told);
    assert_eq!(
        read_after(&[], &july, Some(Version::V1_0)).1,
        Vec::<String>::new()
    );
    for text in [
        create("1.0", r#""surfaceProperties":{}"#),
        create("v1.0", r#""surfaceProperties":{},"components":[]"#),
        create(
            "v1.0",
            r#""surfaceProperties":{},"components":[{"id":"a"}],"metadata":{}"#,
        ),
    ] {
        assert_eq!(
            Repairer::new(None).read(&text),
            crate::read(&text, None),
            "{text}"
        );
    }
}

#[test]
fn errors_point_into_the_source_text() {
    let text = "[\n {\"create_surface\":{\"surface_id\":7,\n  \"catalogId\":\"c\"}},\n {\"type\":\"update_data_model\",\"surfaceId\":\"s\",\"path\":[],\"value\":1}]";
    let read = Repairer::new(Some(Version::V0_9)).read(text).unwrap();
    assert_eq!(
        read[0].result.as_ref().unwrap_err().rule,
        wire::DecodeRule::Type
    );
    assert_eq!(
        read[0].result.as_ref().unwrap_err().pointer.as_str(),
        "/0/create_surface/surface_id"
    );
    assert_eq!(
        read[1].result.as_ref().unwrap_err().pointer.as_str(),
        "/1/path"
    );
    let text = "[7,\n {\"createSurface\":{\"surface_id\":7,\n  \"catalogId\":\"c\"}}]";
    let read = Repairer::new(None).read(text).unwrap();
    let error = read[1].result.as_ref().unwrap_err();
    assert_eq!(
        (error.pointer.as_str(), error.line, error.column),
        ("/1/createSurface/surface_id", 2, 33)
    );
    let text = "{\"createSurface\":{\"surfaceId\":\"s\",\n\"components\":[{\"id\":\"a\"},\n {}],\"theme\":{}}}";
    let read = Repairer::new(None).read(text).unwrap();
    let error = read[0].result.as_ref().unwrap_err();
    assert_eq!(
        (error.pointer.as_str(), error.line, error.column),
        ("/createSurface/components/1/id", 3, 2)
    );
}

#[test]
fn a_list_under_another_name_is_read_only_if_it_contains_messages() {
    let flat = r#"{"type":"create_surface","surfaceId":"s","catalogId":"c"}"#;
    let (messages, repairs) = read(&format!(r#"{{"note":1,"operations":[7,{flat}]}}"#));
    assert_eq!(messages.len(), 2);
    assert_eq!(messages[1], CREATE_0_9);
    assert_eq!(
        repairs,
        [
            "list-name /operations",
            "flat-message /operations/1/type",
            "missing-version /operations/1"
        ]
    );
    for text in [
        r#"{"operations":[]}"#,
        r#"{"operations":[{"op":"add","path":"/a","value":1}]}"#,
        r#"{"operations":{"a":1}}"#,
        r#"{"operations":"text"}"#,
        r#"{"operations":[{"deleteSurface":{"surfaceId":"s"}}],"version":"v0.9"}"#,
    ] {
        assert_eq!(
            Repairer::new(None).read(text),
            crate::read(text, None),
            "{text}"
        );
    }
}

#[test]
fn a_misspelled_name_is_read_if_it_is_unambiguous() {
    let text = r#"{"version":"v0.9","CreateSurface":{"surface-id":"s","catalog_id":"c","SendDataModel":true}}"#;
    let (messages, repairs) = read(text);
    let whole = r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c","sendDataModel":true}}"#;
    assert_eq!(messages, [whole]);
    assert_eq!(
        repairs,
        [
            "name-spelling /CreateSurface",
            "name-spelling /CreateSurface/surface-id",
            "name-spelling /CreateSurface/catalog_id",
            "name-spelling /CreateSurface/SendDataModel"
        ]
    );
    for body in [
        r#"{"surface_id":"s","surface-id":"t","catalogId":"c"}"#,
        r#"{"surfaceid":7,"catalogId":"c"}"#,
    ] {
        let (messages, _) = read(&format!(r#"{{"version":"v0.9","createSurface":{body}}}"#));
        assert!(messages[0].starts_with("error"), "{body}");
    }
    // Other protocols have actions and versions as well.
    let other = r#"{"Version":"v0.9","Action":{"id":1}}"#;
    assert_eq!(
        refusal(other),
        Message::read(other).unwrap_err().to_string()
    );
    let twice =
        r#"{"version":"v0.9","createSurface":{"surfaceId":"s","surface_id":"t","catalogId":"c"}}"#;
    assert_eq!(Repairer::new(None).read(twice), crate::read(twice, None));
    let twice = r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c","data_model":{},"dataModel":{}}}"#;
    assert_eq!(Repairer::new(None).read(twice), crate::read(twice, None));
}

#[test]
fn json_in_a_string_is_read_in_place_of_a_message_or_its_parts() {
    let json_string = |text: &str| json_object::json_string(text);
    let (messages, repairs) = read(&json_string(&format!("[{CREATE_0_9},{CREATE_0_9}]")));
    assert_eq!(
        (messages.len(), repairs),
        (2, vec!["json-in-string ".to_owned()])
    );
    let (messages, repairs) = read(&format!(
        r#"{{"a2ui_operations":{}}}"#,
        json_string(&format!("[{CREATE_0_9}]"))
    ));
    assert_eq!(messages, [CREATE_0_9]);
    assert_eq!(
        repairs,
        [
            "list-name /a2ui_operations",
            "json-in-string /a2ui_operations"
        ]
    );
    let components = r#"[{"id":"a","component":"Text"}]"#;
    let whole = format!(
        r#"{{"version":"v0.9","updateComponents":{{"surfaceId":"s","components":{components}}}}}"#
    );
    let (messages, repairs) = read(&whole.replace(components, &json_string(components)));
    assert_eq!(
        (messages, repairs),
        (
            vec![whole.clone()],
            vec!["json-in-string /updateComponents/components".to_owned()]
        )
    );
    let body = format!(r#"{{"surfaceId":"s","components":{components}}}"#);
    let (messages, repairs) = read(&whole.replace(&body, &json_string(&body)));
    assert_eq!(
        (messages, repairs),
        (
            vec![whole],
            vec!["json-in-string /updateComponents".to_owned()]
        )
    );
}

#[test]
fn components_of_0_8_become_those_of_0_9_with_their_literals_children_and_actions() {
    let text = r#"{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[
        {"id":"a","weight":1.0,"component":{"List":{"children":{"template":{"componentId":"b","dataBinding":"/items"}}}}},
        {"id":"b","component":{"Button":{"child":"c","action":{"name":"go","context":[{"key":"n","value":{"literalNumber":1.50}},{"key":"p","value":{"path":"/p"}}]}}}},
        {"id":"c","component":{"Tabs":{"tabItems":[{"title":{"literalString":"T"},"child":"d"}]}}},
        {"id":"d","component":{"Text":{"id":"x"}}}]}}"#;
    // The last component has two ids.
    assert!(read(text).0[0].starts_with(
        "error: /updateComponents/components/3/component: expected a string, found an object"
    ));
    let (messages, repairs) = read(&text.replace(r#"{"id":"x"}"#, "{}"));
    assert_eq!(
        messages,
        [concat!(
            r#"{"version":"v0.9","updateComponents":{"surfaceId":"s","components":["#,
            r#"{"id":"a","component":"List","weight":1.0,"children":{"componentId":"b","path":"/items"}},"#,
            r#"{"id":"b","component":"Button","child":"c","action":{"event":{"name":"go","context":{"n":1.50,"p":{"path":"/p"}}}}},"#,
            r#"{"id":"c","component":"Tabs","tabItems":[{"title":"T","child":"d"}]},"#,
            r#"{"id":"d","component":"Text"}]}}"#
        )]
    );
    assert_eq!(repairs.len(), 5);
}

#[test]
fn bound_values_beside_a_direct_action_are_converted() {
    let (messages, repairs) = read(
        r#"{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[{"id":"root","component":"Button","child":"t","action":{"name":"save"},"tooltip":{"literalString":"A"}}]}}"#,
    );
    assert!(messages[0].contains(r#""tooltip":"A""#), "{messages:?}");
    assert!(
        messages[0].contains(r#""action":{"event":{"name":"save"}}"#),
        "{messages:?}"
    );
    assert_eq!(repairs.len(), 2, "{repairs:?}");
}

#[test]
fn an_update_with_two_values_under_other_names_is_not_repaired() {
    let text = r#"{"version":"v1.0","updateDataModel":{"surfaceId":"s","data":{"a":1},"contents":{"b":2}}}"#;
    let (messages, repairs) = read(text);
    assert!(!messages[0].contains("null"), "{messages:?}");
    assert!(repairs.is_empty(), "{repairs:?}");
}

#[test]
fn data_is_converted_between_0_8_and_later_versions() {
    let update = |data: &str| {
        read(&format!(
            r#"{{"version":"v0.9","updateDataModel":{{"surfaceId":"s","contents":{data}}}}}"#
        ))
        .0[0]
            .clone()
    };
    let entries = r#"[{"key":"a","valueString":"x"},{"key":"b","valueMap":[{"key":"c","valueNumber":1.0},{"key":"d","valueBoolean":true}]}]"#;
    assert!(update(entries).ends_with(r#""value":{"a":"x","b":{"c":1.0,"d":true}}}}"#));
    for data in [
        "[]",
        "[1]",
        r#"[{"key":"a"}]"#,
        r#"[{"key":"a","valueString":"x"},{"key":"a","valueString":"y"}]"#,
    ] {
        assert!(
            update(data).ends_with(&format!(r#""value":{data}}}}}"#)),
            "{data}"
        );
    }
    let text = r#"{"dataModelUpdate":{"surfaceId":"s","contents":{"a":{"b":[1]}}}}"#;
    assert_eq!(refusal(text), Message::read(text).unwrap_err().to_string());
}

#[test]
fn content_after_a_truncated_document_is_not_assigned_to_the_only_surface() {
    let broken = r#"{"version":"v0.9","updateComponents":{"surfaceId":"other","components":[oops"#;
    let component = r#"{"id":"root","component":"Text","text":"for other"}"#;
    let members = format!(r#"{{"surfaceId":"s","components":[{component}]}}"#);
    let without_surface = r#"{"version":"v0.9","updateDataModel":{"value":1}}"#;
    let is_read = |before: &[&str], text: &str| {
        let mut repairer = Repairer::new(None);
        before.iter().for_each(|text| drop(repairer.read(text)));
        repairer
            .read(text)
            .is_ok_and(|read| read.iter().all(|element| element.result.is_ok()))
    };
    let list = format!("[{component}]");
    for text in [component, &list, &members, without_surface] {
        assert!(is_read(&[CREATE_0_9], text), "{text}");
        assert!(!is_read(&[CREATE_0_9, broken], text), "{text}");
        assert!(
            !is_read(&[CREATE_0_9, broken, component, "]}"], text),
            "{text}"
        );
        assert!(
            !is_read(&[CREATE_0_9, broken, component, "]}}"], text),
            "{text}"
        );
        // Another message follows, or no document was truncated.
        assert!(is_read(&[CREATE_0_9, broken, CREATE_0_9], text), "{text}");
        assert!(is_read(&[CREATE_0_9, r#"{"a" "b"}"#], text), "{text}");
        let truncated = r#"{"version":"v0.9","updateComponents":{"surfaceId":"other","components":[{"id":"root","component":"Text"},{"id""#;
        assert!(!is_read(&[CREATE_0_9, truncated], text), "{text}");
        let mut announced = Repairer::new(None);
        announced.read(CREATE_0_9).unwrap();
        announced.begin_remainder();
        assert!(
            !announced
                .read(text)
                .is_ok_and(|read| read[0].result.is_ok()),
            "{text}"
        );
    }
    let stated = format!(r#"{{"version":"v0.9",{}"#, &members[1..]);
    assert!(is_read(&[CREATE_0_9, broken], &stated));
    let mut repairer = Repairer::new(None);
    [CREATE_0_9, broken]
        .iter()
        .for_each(|text| drop(repairer.read(text)));
    assert!(
        repairer.read(component).unwrap()[0]
            .result
            .as_ref()
            .is_err_and(|error| {
                error
                    .to_string()
                    .contains("follows a truncated document for an unknown surface")
            })
    );
}

#[test]
fn a_missing_version_is_taken_from_the_surface_or_nearby_messages() {
    let create = |word: &str| {
        format!(r#"{{"version":"{word}","createSurface":{{"surfaceId":"s","catalogId":"c"}}}}"#)
    };
    let marked = r#"{"updateComponents":{"surfaceId":"s","components":[{"id":"root","component":"Text","@checks":[]}]}}"#;
    let other = UPDATE.replace("\"s\"", "\"t\"");
    for word in ["v1.0", "1.0", "v0.9.1"] {
        let stated = format!(r#"{{"version":"{word}","#);
        for text in [UPDATE, marked, &other] {
            if word == "v0.9.1" && text == marked {
                continue;
            }
            let (messages, _) = read_after(&[&create(word)], text, None);
            assert!(messages[0].starts_with(&stated), "{word}: {messages:?}");
        }
        let (messages, _) = read(&format!("[{UPDATE},{}]", create(word)));
        assert!(messages[0].starts_with(&stated), "{word}: {messages:?}");
    }
    let (messages, _) = read_after(&[], marked, Some(Version::V1_0));
    assert!(
        messages[0].starts_with(r#"{"version":"1.0","#),
        "{messages:?}"
    );
}

#[test]
fn lists_in_strings_are_read_where_components_and_data_have_lists() {
    let update = |component: &str| {
        format!(
            r#"{{"version":"v0.9","updateComponents":{{"surfaceId":"s","components":[{component}]}}}}"#
        )
    };
    for (quoted, plain, at) in [
        (
            r#"{"id":"a","component":"Column","children":"[\"b\",\"c\"]"}"#,
            r#"{"id":"a","component":"Column","children":["b","c"]}"#,
            "/children",
        ),
        (
            r#"{"id":"a","component":"List","children":"{\"componentId\":\"b\",\"path\":\"/c\"}"}"#,
            r#"{"id":"a","component":"List","children":{"componentId":"b","path":"/c"}}"#,
            "/children",
        ),
        (
            r#"{"id":"a","component":"ChoicePicker","options":"[{\"label\":\"x\",\"value\":\"x\"}]"}"#,
            r#"{"id":"a","component":"ChoicePicker","options":[{"label":"x","value":"x"}]}"#,
            "/options",
        ),
    ] {
        let repairs = vec![format!("json-in-string /updateComponents/components/0{at}")];
        assert_eq!(read(&update(quoted)), (vec![update(plain)], repairs));
    }
    let other = update(r#"{"id":"a","component":"Menu","options":"[1]"}"#);
    assert_eq!(read(&other), (vec![other.clone()], Vec::new()));
    let column = r#"{"surfaceUpdate":{"surfaceId":"s","components":[{"id":"a","component":{"Column":{"children":{"explicitList":LIST}}}}]}}"#;
    let at = "json-in-string /surfaceUpdate/components/0/component/Column/children/explicitList";
    assert_eq!(
        read(&column.replace("LIST", r#""[\"b\"]""#)),
        (
            vec![column.replace("LIST", r#"["b"]"#)],
            vec![at.to_owned()]
        )
    );
    let data = r#"{"dataModelUpdate":{"surfaceId":"s","contents":LIST}}"#;
    assert_eq!(
        read(&data.replace("LIST", r#""[{\"key\":\"a\",\"valueNumber\":1}]""#)),
        (
            vec![data.replace("LIST", r#"[{"key":"a","valueNumber":1}]"#)],
            vec!["json-in-string /dataModelUpdate/contents".to_owned()]
        )
    );
}

#[test]
fn entries_of_0_8_are_read_in_any_spelling_and_beside_values_that_are_null() {
    let update = |entries: &str| {
        format!(r#"{{"dataModelUpdate":{{"surfaceId":"s","contents":[{entries}]}}}}"#)
    };
    let at = "/dataModelUpdate/contents/0";
    for (entry, repaired, repairs) in [
        (
            r#"{"key":"a","value_string":"x"}"#,
            r#"{"key":"a","valueString":"x"}"#,
            vec![format!("name-spelling {at}/value_string")],
        ),
        (
            r#"{"key":"a","valueMap":[{"key":"b","value_number":1.0}]}"#,
            r#"{"key":"a","valueMap":[{"key":"b","valueNumber":1.0}]}"#,
            vec![format!("name-spelling {at}/valueMap/0/value_number")],
        ),
        (
            r#"{"key":"a","valueString":"x","valueNumber":null,"valueMap":null}"#,
            r#"{"key":"a","valueString":"x"}"#,
            vec![
                format!("null-member {at}/valueNumber"),
                format!("null-member {at}/valueMap"),
            ],
        ),
        (
            r#"{"key":"a"}"#,
            "",
            vec![format!("entry-without-value {at}")],
        ),
        (
            r#"{"key":"a","valueString":null}"#,
            "",
            vec![format!("entry-without-value {at}")],
        ),
    ] {
        assert_eq!(
            read(&update(entry)),
            (vec![update(repaired)], repairs),
            "{entry}"
        );
    }
    for entry in [
        r#"{"key":"a","valueString":"x","valueNumber":1}"#,
        r#"{"key":"a","value":"x"}"#,
        r#"{"key":"a","valueString":"x","value_string":"y"}"#,
    ] {
        let text = update(entry);
        assert_eq!(
            Repairer::new(None).read(&text),
            crate::read(&text, None),
            "{entry}"
        );
    }
}

#[test]
fn null_members_are_read_as_absent_where_null_is_invalid() {
    let text = r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":null},"updateComponents":null,"deleteSurface":null}"#;
    let (messages, repairs) = read(text);
    assert!(
        messages[0].contains(r#""catalogId":"https://a2ui.org/"#),
        "{messages:?}"
    );
    assert_eq!(
        repairs,
        [
            "null-member /updateComponents",
            "null-member /deleteSurface",
            "null-member /createSurface/catalogId",
            "missing-catalog-id /createSurface"
        ]
    );
    let deleted = r#"{"deleteSurface":{"surfaceId":"s"}}"#;
    let unset = r#"{"version":null,"deleteSurface":{"surfaceId":"s"}}"#;
    assert_eq!(
        read(unset),
        (
            vec![deleted.to_owned()],
            vec!["null-member /version".to_owned()]
        )
    );
    // The strict reader accepts these, and `check` reports them.
    for text in [
        r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c","theme":null}}"#,
        r#"{"version":"v0.9","updateDataModel":{"surfaceId":"s","value":null}}"#,
        r#"{"version":"v0.9","createSurface":null}"#,
        r#"{"version":"v0.9","createSurface":null,"deleteSurface":null}"#,
    ] {
        assert_eq!(
            Repairer::new(None).read(text),
            crate::read(text, None),
            "{text}"
        );
    }
}

#[test]
fn typed_values_are_read_as_plain_values_from_0_9_on() {
    let update = |version: &str, component: &str| {
        format!(
            r#"{{"version":"{version}","updateComponents":{{"surfaceId":"s","components":[{{"id":"a","component":{component}}}]}}}}"#
        )
    };
    for (bound, plain, repairs) in [
        (
            r#""Text","text":{"literalString":"hi"}"#,
            r#""Text","text":"hi""#,
            &["/text"][..],
        ),
        (
            r#""Row","children":{"explicitList":["b"]}"#,
            r#""Row","children":["b"]"#,
            &["/children"],
        ),
        (
            r#""List","children":{"template":{"componentId":"b","dataBinding":"/c"}}"#,
            r#""List","children":{"componentId":"b","path":"/c"}"#,
            &["/children"],
        ),
        (
            r#""Tabs","tabs":[{"title":{"literalString":"T"},"child":"b"}],"max":{"literalNumber":1.50}"#,
            r#""Tabs","tabs":[{"title":"T","child":"b"}],"max":1.50"#,
            &["/tabs", "/max"],
        ),
    ] {
        for version in ["v0.9", "v0.10", "v1.0"] {
            let repairs: Vec<String> = repairs
                .iter()
                .map(|at| format!("bound-value /updateComponents/components/0{at}"))
                .collect();
            assert_eq!(
                read(&update(version, bound)),
                (vec![update(version, plain)], repairs),
                "{bound}"
            );
        }
    }
    for plain in [
        r#""Text","text":{"path":"/a"}"#,
        r#""Text","text":{"path":"/a","literalString":"x"}"#,
        r#""Text","text":"{\"literalString\":\"x\"}""#,
        r#""Text","text":{"literalStrings":"x"}"#,
    ] {
        let text = update("v0.9", plain);
        assert_eq!(read(&text), (vec![text.clone()], Vec::new()));
    }
}
