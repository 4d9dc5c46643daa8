//! Tests of 0.9 updates that omit types or replace earlier components.

use super::{edits::with_edit, read, translate};
use crate::{AnyMessage, Carry, Context, Dialect, Translator};

const CREATE: &str = r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json"}}"#;

fn update(components: &str) -> String {
    format!(
        r#"{{"version":"v0.9","updateComponents":{{"surfaceId":"s","components":[{components}]}}}}"#
    )
}

/// Translates the surface and these updates to 0.8, each with its carry.
fn there(updates: &[String]) -> Vec<(AnyMessage, Carry)> {
    let messages = std::iter::once(CREATE).chain(updates.iter().map(String::as_str));
    let messages = messages
        .map(|text| (read(text), Carry::default()))
        .collect();
    translate(Dialect::A2ui0_9, Dialect::A2ui0_8, messages).messages
}

/// Translates 0.8 messages back into 0.9 updates.
fn back(messages: Vec<(AnyMessage, Carry)>) -> Vec<String> {
    let back = translate(Dialect::A2ui0_8, Dialect::A2ui0_9, messages);
    let texts = back
        .messages
        .iter()
        .map(|(message, _)| message.encode().unwrap());
    texts.filter(|text| *text != CREATE).collect()
}

#[test]
fn updates_may_omit_types_that_only_one_version_names() {
    let root = r#"{"id":"root","component":"Text","text":"a"}"#;
    let updates = [
        update(&format!(
            r#"{root},{{"id":"f","component":"MultipleChoice","selections":"a"}},{{"id":"p","component":"ChoicePicker","value":["x"],"options":[],"variant":"mutuallyExclusive"}}"#
        )),
        update(
            r#"{"id":"f","label":"x","variant":"number"},{"id":"p","value":["y"],"options":[]}"#,
        ),
    ];
    assert_eq!(back(there(&updates)), updates);
    // Updates before the surface begins behave the same.
    let updates = [
        updates[0].replace(&format!("{root},"), ""),
        updates[1].clone(),
        update(root),
    ];
    assert_eq!(back(there(&updates)), updates);
}

#[test]
fn an_edited_type_appears_in_an_update_that_omitted_its_type() {
    let updates = [
        update(r#"{"id":"root","component":"Text","text":"a"}"#),
        update(r#"{"id":"root","text":"b"}"#),
    ];
    let card = r#"{"Card":{"child":"b"}}"#;
    let edited = with_edit(
        there(&updates),
        r#"{"Text":{"text":{"literalString":"b"}}}"#,
        card,
    );
    assert_eq!(
        back(edited)[1],
        update(r#"{"id":"root","component":"Card","child":"b"}"#)
    );
}

#[test]
fn an_edit_of_one_component_keeps_another_one_of_an_unknown_type() {
    let choice = r#"{"id":"f","component":"MultipleChoice","selections":null}"#;
    let updates = [update(&format!(
        r#"{{"id":"root","component":"Text","text":"a"}},{choice}"#
    ))];
    let edited = with_edit(
        there(&updates),
        r#"{"literalString":"a"}"#,
        r#"{"literalString":"b"}"#,
    );
    assert_eq!(
        back(edited),
        [update(&format!(
            r#"{{"id":"root","component":"Text","text":"b"}},{choice}"#
        ))]
    );
}

#[test]
fn a_bound_component_round_trips_if_its_id_becomes_a_template_item() {
    let slider = r#"{"id":"e","component":"Slider","label":"a","value":{"path":"/n"},"max":1}"#;
    let row = r#"{"id":"c","component":"Row","children":{"componentId":"e","path":"/l"},"justify":"start","align":"stretch"}"#;
    let column =
        r#"{"id":"e","component":"Column","children":["x"],"justify":"start","align":"stretch"}"#;
    let root = r#"{"id":"root","component":"Card","child":"c"}"#;
    for updates in [
        vec![
            update(slider),
            update(&format!("{row},{column}")),
            update(root),
        ],
        vec![
            update(&format!("{root},{slider}")),
            update(&format!("{row},{column}")),
        ],
    ] {
        assert_eq!(back(there(&updates)), updates);
    }
}

#[test]
fn a_component_that_becomes_an_item_keeps_its_path() {
    let list = r#"{"id":"root","component":"List","children":{"componentId":"b","path":"/list"}}"#;
    for kind in [
        r#""MultipleChoice","selections""#,
        r#""ChoicePicker","options":[],"value""#,
        r#""Chart","value""#,
    ] {
        let updates = [
            update(&format!(
                r#"{list},{{"id":"c","component":{kind}:{{"path":"/n"}}}}"#
            )),
            update(r#"{"id":"b","component":"Card","child":"c"}"#),
        ];
        let there = there(&updates);
        let texts: Vec<_> = there
            .iter()
            .map(|(message, _)| message.encode().unwrap())
            .collect();
        assert!(texts.concat().contains(r#":{"path":"//n"}"#), "{texts:?}");
        let texts = back(there);
        assert!(
            updates.iter().all(|update| texts.contains(update)),
            "{texts:?}"
        );
        assert_eq!(texts.len(), updates.len());
    }
}

#[test]
fn a_new_root_does_not_turn_its_children_into_items() {
    let session = [
        r#"{"surfaceUpdate":{"surfaceId":"s","components":[{"id":"top","component":{"Row":{"children":{"template":{"componentId":"root","dataBinding":"/list"}}}}},{"id":"root","component":{"Text":{"text":{"literalString":"a"}}}},{"id":"c","component":{"Text":{"text":{"path":"/n"}}}}]}}"#,
        r#"{"beginRendering":{"surfaceId":"s","root":"root"}}"#,
        r#"{"surfaceUpdate":{"surfaceId":"s","components":[{"id":"top","component":{"Card":{"child":"c"}}}]}}"#,
        r#"{"beginRendering":{"surfaceId":"s","root":"top"}}"#,
    ];
    let messages = session
        .iter()
        .map(|text| (read(text), Carry::default()))
        .collect();
    let there = translate(Dialect::A2ui0_8, Dialect::A2ui0_9, messages).messages;
    let back = translate(Dialect::A2ui0_9, Dialect::A2ui0_8, there).messages;
    let texts: Vec<_> = back
        .iter()
        .map(|(message, _)| message.encode().unwrap())
        .collect();
    assert_eq!(texts, session);
}

#[test]
fn a_former_root_does_not_become_an_item_under_its_new_id() {
    let session = [
        r#"{"beginRendering":{"surfaceId":"s","root":"b"}}"#,
        r#"{"surfaceUpdate":{"surfaceId":"s","components":[{"id":"top","component":{"Row":{"children":{"template":{"componentId":"b","dataBinding":"/list"}}}}},{"id":"root","component":{"Text":{"text":{"path":"/n"}}}}]}}"#,
        r#"{"beginRendering":{"surfaceId":"s","root":"top"}}"#,
    ];
    let messages = session
        .iter()
        .map(|text| (read(text), Carry::default()))
        .collect();
    let there = translate(Dialect::A2ui0_8, Dialect::A2ui0_9, messages).messages;
    let back = translate(Dialect::A2ui0_9, Dialect::A2ui0_8, there).messages;
    let back: Vec<_> = back
        .iter()
        .map(|(message, _)| message.encode().unwrap())
        .collect();
    assert!(
        session[1..]
            .iter()
            .all(|text| back.iter().any(|back| back == text)),
        "{back:?}"
    );
    assert!(!back.concat().contains(r#""//n""#), "{back:?}");
}

#[test]
fn component_ids_in_an_unknown_type_are_renamed() {
    let properties = [
        (r#""child":"top""#, r#""child":"root""#),
        (
            r#""entryPointChild":"root","contentChild":"x""#,
            r#""entryPointChild":"top","contentChild":"x""#,
        ),
        (
            r#""tabItems":[{"title":"top","child":"top"},7]"#,
            r#""tabItems":[{"title":"top","child":"root"},7]"#,
        ),
        (
            r#""parts":{"explicitList":["top","x",1]}"#,
            r#""parts":["root","x",1]"#,
        ),
        (
            r#""parts":{"template":{"componentId":"root","dataBinding":"/list"},"more":1}"#,
            r#""parts":{"template":{"componentId":"top","dataBinding":"/list"},"more":1}"#,
        ),
        // 0.8 reads none of these values as component ids.
        (
            r#""label":"top","text":{"child":"top"}"#,
            r#""label":"top","text":{"child":"top"}"#,
        ),
    ];
    for (old, new) in properties {
        for kind in ["Chart", "Divider"] {
            let session = [
                r#"{"beginRendering":{"surfaceId":"s","root":"top"}}"#.to_owned(),
                format!(r#"{{"surfaceUpdate":{{"surfaceId":"s","components":[{{"id":"c","component":{{"{kind}":{{{old}}}}}}}]}}}}"#),
                r#"{"surfaceUpdate":{"surfaceId":"s","components":[{"id":"top","component":{"Card":{"child":"c"}}}]}}"#.to_owned(),
            ];
            let messages = session
                .iter()
                .map(|text| (read(text), Carry::default()))
                .collect();
            let there = translate(Dialect::A2ui0_8, Dialect::A2ui0_9, messages);
            let expected = format!(r#"{{"id":"c","component":"{kind}",{new}}}"#);
            assert!(there.texts[1].contains(&expected), "{}", there.texts[1]);
            let back = translate(Dialect::A2ui0_9, Dialect::A2ui0_8, there.messages).messages;
            let mut back: Vec<_> = back
                .iter()
                .map(|(message, _)| message.encode().unwrap())
                .collect();
            back.sort();
            assert_eq!(back, session);
        }
    }
}

#[test]
fn a_new_root_does_not_turn_references_of_an_unknown_type_into_items() {
    let session = [
        r#"{"surfaceUpdate":{"surfaceId":"s","components":[{"id":"top","component":{"List":{"children":{"template":{"componentId":"root","dataBinding":"/list"}}}}},{"id":"root","component":{"Tabs":{"tabItems":[]}}}]}}"#,
        r#"{"beginRendering":{"surfaceId":"s","root":"b"}}"#,
        r#"{"surfaceUpdate":{"surfaceId":"s","components":[{"id":"top","component":{"List":{"children":{"explicitList":[]}}}},{"id":"root","component":{"Chart":{"child":"b"}}},{"id":"b","component":{"Chart":{"data":{"path":"/n"}}}}]}}"#,
        r#"{"beginRendering":{"surfaceId":"s","root":"top"}}"#,
    ];
    let messages = session
        .iter()
        .map(|text| (read(text), Carry::default()))
        .collect();
    let there = translate(Dialect::A2ui0_8, Dialect::A2ui0_9, messages).messages;
    let back = translate(Dialect::A2ui0_9, Dialect::A2ui0_8, there).messages;
    let back: Vec<_> = back
        .iter()
        .map(|(message, _)| message.encode().unwrap())
        .collect();
    assert_eq!(back.len(), session.len());
    assert!(
        session
            .iter()
            .all(|text| back.iter().any(|back| back == text)),
        "{back:?}"
    );
}

#[test]
fn a_new_root_cannot_replace_a_component_named_root_in_a_custom_catalog() {
    let session = [
        r#"{"surfaceUpdate":{"surfaceId":"s","components":[{"id":"root","component":{"Text":{}}},{"id":"b","component":{"Text":{"text":{"path":"/n"}}}}]}}"#,
        r#"{"beginRendering":{"surfaceId":"s","catalogId":"mine","root":"root"}}"#,
        r#"{"beginRendering":{"surfaceId":"s","root":"b"}}"#,
    ];
    let mut translator =
        Translator::new(Dialect::A2ui0_8, Dialect::A2ui0_9, Context::default()).unwrap();
    let made = session.map(|text| translator.push(read(text), Carry::default()));
    let refused = made[2].as_ref().unwrap_err();
    assert_eq!(refused.pointer().as_str(), "/beginRendering/root");
    assert!(made[1].is_ok());
}

#[test]
fn a_component_named_root_must_be_the_root_in_a_custom_catalog() {
    let update = r#"{"surfaceUpdate":{"surfaceId":"s","components":[{"id":"top","component":{"Row":{"children":{"template":{"componentId":"root","dataBinding":"/list"}}}}},{"id":"b","component":{"Text":{"text":{"path":"/list/0"}}}}]}}"#;
    let begin = |root: &str| {
        format!(r#"{{"beginRendering":{{"surfaceId":"s","catalogId":"mine","root":"{root}"}}}}"#)
    };
    let (other, same) = (begin("b"), begin("root"));
    for (session, place) in [
        (vec![&*other, update], "/surfaceUpdate/components/0"),
        (vec![update, &other], "/beginRendering/root"),
        (vec![&*same, update, &other], "/beginRendering/root"),
    ] {
        let mut translator =
            Translator::new(Dialect::A2ui0_8, Dialect::A2ui0_9, Context::default()).unwrap();
        let made: Vec<_> = session
            .iter()
            .map(|text| translator.push(read(text), Carry::default()))
            .collect();
        let (last, before) = made.split_last().unwrap();
        assert!(before.iter().all(Result::is_ok), "{before:?}");
        assert_eq!(last.as_ref().unwrap_err().pointer().as_str(), place);
    }
}

#[test]
fn a_type_that_only_the_other_version_defines_stays_unknown() {
    let list = r#"{"id":"root","component":"List","children":{"componentId":"c","path":"/list"},"direction":"vertical","align":"stretch"}"#;
    for choice in [
        r#"{"id":"c","component":"MultipleChoice","options":[{"label":{"path":"/deep/n"},"value":"v"}]}"#,
        r#"{"id":"c","component":"MultipleChoice","selections":{"path":"/n"},"label":{"path":"//n"}}"#,
        r#"{"id":"c","component":"ChoicePicker","value":{"path":"/n"},"options":[{"label":{"path":"/deep/n"},"value":"v"}],"variant":"mutuallyExclusive"}"#,
    ] {
        for updates in [
            vec![update(&format!("{list},{choice}"))],
            vec![update(choice), update(list)],
            vec![update(list), update(choice)],
        ] {
            assert_eq!(back(there(&updates)), updates);
        }
    }
}

#[test]
fn an_item_of_a_type_that_only_0_9_defines_comes_back_unchanged() {
    for choice in [
        r#"{"id":"c","component":{"ChoicePicker":{"value":{"path":"/n"}}}}"#,
        r#"{"id":"c","component":{"ChoicePicker":{"value":{"path":"/n","literalString":"x"},"options":[{"label":{"path":"/n"}}]}}}"#,
        r#"{"id":"c","component":{"ChoicePicker":{"value":{"path":"//n"}}}}"#,
        r#"{"id":"c","component":{"MultipleChoice":{"selections":{"path":"/n"},"options":[]}}}"#,
    ] {
        let update = |components: &str| {
            format!(r#"{{"surfaceUpdate":{{"surfaceId":"s","components":[{components}]}}}}"#)
        };
        let list = r#"{"id":"root","component":{"List":{"children":{"template":{"componentId":"c","dataBinding":"/list"}}}}}"#;
        let begin = r#"{"beginRendering":{"surfaceId":"s","root":"root"}}"#.to_owned();
        let text = update(r#"{"id":"root","component":{"Text":{"text":{"literalString":"a"}}}}"#);
        for session in [
            vec![text.clone(), begin.clone(), update(choice), update(list)],
            vec![update(&format!("{choice},{list}")), begin.clone()],
        ] {
            let messages = session
                .iter()
                .map(|text| (read(text), Carry::default()))
                .collect();
            let there = translate(Dialect::A2ui0_8, Dialect::A2ui0_9, messages).messages;
            let back = translate(Dialect::A2ui0_9, Dialect::A2ui0_8, there).messages;
            let mut back: Vec<_> = back
                .iter()
                .map(|(message, _)| message.encode().unwrap())
                .collect();
            back.sort_unstable();
            let mut expected = session;
            expected.sort_unstable();
            assert_eq!(back, expected);
        }
        // Before its surface begins, it comes back a second time, under the same type.
        let session = [update(choice), update(list), begin];
        let messages = session
            .iter()
            .map(|text| (read(text), Carry::default()))
            .collect();
        let there = translate(Dialect::A2ui0_8, Dialect::A2ui0_9, messages).messages;
        let back = translate(Dialect::A2ui0_9, Dialect::A2ui0_8, there).texts;
        let mut items = back.iter().filter(|text| text.contains(r#""id":"c""#));
        let kind = choice.split('"').nth(5).unwrap();
        assert!(items.all(|text| text.contains(kind)), "{back:?}");
    }
}
