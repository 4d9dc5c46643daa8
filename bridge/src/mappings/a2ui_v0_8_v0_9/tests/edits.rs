//! Tests of edited messages whose carry is unchanged.

use super::{BEGIN, read, update};
use crate::{AnyMessage, Carry, Context, Dialect, Translator, carry::Layer};
use wire::Payload;

pub(super) const CREATE: &str = r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json"}}"#;

const STANDARD: &str = "https://a2ui.org/specification/v0_8/standard_catalog_definition.json";

pub(super) type Messages = Vec<(AnyMessage, Carry)>;

pub(super) fn plain_target(texts: &[&str]) -> Messages {
    texts
        .iter()
        .map(|text| (read(text), Carry::default()))
        .collect()
}

/// Returns the messages of a whole session.
fn translate_session(from: Dialect, to: Dialect, messages: Messages) -> Messages {
    let mut translator = Translator::new(from, to, Context::default()).unwrap();
    let mut outputs = Vec::new();
    for (message, carry) in messages {
        outputs.extend(translator.push(message, carry).unwrap().outputs);
    }
    let ended = translator.finish();
    assert!(ended.refusals.is_empty(), "{:?}", ended.refusals);
    outputs.extend(ended.outputs);
    outputs
        .into_iter()
        .map(|output| (output.message, output.carry))
        .collect()
}

pub(super) fn up(messages: Messages) -> Messages {
    translate_session(Dialect::A2ui0_8, Dialect::A2ui0_9, messages)
}

pub(super) fn down(messages: Messages) -> Messages {
    translate_session(Dialect::A2ui0_9, Dialect::A2ui0_8, messages)
}

pub(super) fn texts(messages: &Messages) -> Vec<String> {
    messages
        .iter()
        .map(|(message, _)| message.encode().unwrap())
        .collect()
}

/// Replaces a text in the messages once.
pub(super) fn with_edit(messages: Messages, old: &str, new: &str) -> Messages {
    let mut count = 0;
    let edit = |(message, carry): (AnyMessage, Carry)| {
        let text = message.encode().unwrap();
        count += text.matches(old).count();
        (read(&text.replace(old, new)), carry)
    };
    let edited = messages.into_iter().map(edit).collect();
    assert_eq!(count, 1, "{old}");
    edited
}

#[test]
fn an_indexed_path_is_restored_next_to_an_edit_but_never_replaces_an_edited_path() {
    let new_write = |value: &str| {
        format!(
            r#"{{"version":"v0.9","updateDataModel":{{"surfaceId":"s","path":"/list/0","value":{value}}}}}"#
        )
    };
    let there = down(plain_target(&[CREATE, &new_write(r#"{"n":"a","m":{}}"#)]));
    let back = up(with_edit(
        there,
        r#"{"key":"n","valueString":"a"}"#,
        r#"{"key":"o","valueString":"b"}"#,
    ));
    assert_eq!(texts(&back)[1], new_write(r#"{"o":"b","m":{}}"#));

    let there = down(plain_target(&[
        CREATE,
        &new_write("null").replace("/list/0", "/n"),
    ]));
    let back = up(with_edit(there, r#""path":"/n""#, r#""path":"/list/0""#));
    let expected =
        r#"{"version":"v0.9","updateDataModel":{"surfaceId":"s","path":"/list","value":{"0":{}}}}"#;
    assert_eq!(texts(&back)[1], expected);
}

#[test]
fn an_edited_index_in_a_path_survives_restored_contents() {
    // A value alone and JSON in a string are not forms that the translation writes.
    for contents in [
        r#"[{"key":".","valueMap":[{"key":"a","valueNumber":1}]}]"#,
        r#"[{"key":"7","valueMap":[{"key":"e","valueString":"[1.0,null]"}]}]"#,
    ] {
        let data = format!(
            r#"{{"dataModelUpdate":{{"surfaceId":"s","path":"/list","contents":{contents}}}}}"#
        );
        let there = up(plain_target(&[BEGIN, &data]));
        let there = with_edit(there, r#""path":"/list""#, r#""path":"/list/0""#);
        let sent = texts(&there);
        let back = down(there);
        assert!(texts(&back)[0].contains(contents), "{:?}", texts(&back));
        assert_eq!(texts(&up(back)), sent);
    }
}

#[test]
fn the_root_is_restored_only_while_the_catalog_is_unchanged() {
    let begin = |catalog: &str| {
        format!(r#"{{"beginRendering":{{"surfaceId":"s","catalogId":"{catalog}","root":"top"}}}}"#)
    };
    let basic = "https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json";
    for (catalog, shown, other) in [
        ("mine", "mine", "yours"),
        ("mine", "mine", basic),
        (STANDARD, basic, "mine"),
    ] {
        let there = up(plain_target(&[&begin(catalog)]));
        assert_eq!(texts(&down(there.clone())), [begin(catalog)]);
        let quoted = |catalog: &str| format!(r#""catalogId":"{catalog}""#);
        let there = with_edit(there, &quoted(shown), &quoted(other));
        let sent = texts(&there);
        let back = down(there);
        assert!(
            texts(&back)
                .iter()
                .all(|text| !text.contains(r#""root":"top""#)),
            "{:?}",
            texts(&back)
        );
        assert_eq!(texts(&up(back)), sent);
    }
}

#[test]
fn a_literal_is_written_if_an_edit_separates_it_from_its_component() {
    let field = r#"{"id":"root","component":{"TextField":{"label":{"literalString":"l"},"text":{"path":"/n","literalString":"x"}}}}"#;
    let there = || up(plain_target(&[BEGIN, &update(field)]));
    let data = r#"{"dataModelUpdate":{"surfaceId":"s","path":"/n","contents":[{"key":".","valueString":"x"}]}}"#;
    // The message is unedited, or only its label changes.
    let back = texts(&down(there()));
    assert!(!back.iter().any(|text| text == data), "{back:?}");
    let back = texts(&down(with_edit(
        there(),
        r#""label":"l""#,
        r#""label":"m""#,
    )));
    assert!(
        back.iter().all(|text| text != data) && back[0].contains(r#""literalString":"x""#),
        "{back:?}"
    );
    // The edit gives the component another id or another path.
    for (old, new) in [
        (r#""id":"root""#, r#""id":"other""#),
        (r#"{"path":"/n"}"#, r#"{"path":"/m"}"#),
    ] {
        let back = texts(&down(with_edit(there(), old, new)));
        let written = back.iter().position(|text| text == data);
        let shown = back.iter().position(|text| text.contains("surfaceUpdate"));
        assert!(written.is_some() && written < shown, "{back:?}");
    }
    // The root is never sent.
    let mut there = there();
    there.pop();
    assert!(texts(&down(there)).iter().any(|text| text == data));
}

#[test]
fn a_new_template_sends_its_data_as_a_list_and_its_bindings_again() {
    let messages = [
        update(r#"{"id":"a","component":{"Text":{"text":{"path":"/list/x/n"}}}}"#),
        r#"{"dataModelUpdate":{"surfaceId":"s","path":"/list/x","contents":[{"key":"n","valueString":"a"}]}}"#.to_owned(),
        BEGIN.to_owned(),
        update(r#"{"id":"root","component":{"Column":{"children":{"template":{"componentId":"gone","dataBinding":"/list"}}}}}"#),
    ];
    let messages: Vec<&str> = messages.iter().map(String::as_str).collect();
    let there = up(plain_target(&messages));
    let said = texts(&there);
    let again = said
        .iter()
        .filter(|text| text.contains(r#"{"path":"/list/0/n"}"#))
        .count();
    assert!(
        again == 1
            && said
                .iter()
                .any(|text| text.contains(r#""value":[{"n":"a"}]"#)),
        "{said:?}"
    );
    let mut back = texts(&down(there));
    back.sort();
    let mut expected = messages;
    expected.sort_unstable();
    assert_eq!(back, expected);
}

#[test]
fn a_write_waits_for_the_component_that_may_perform_it() {
    let field =
        r#"{"id":"root","component":{"TextField":{"text":{"path":"/n","literalString":"x"}}}}"#;
    let there = up(plain_target(&[BEGIN, &update(field)]));
    let mut translator =
        Translator::new(Dialect::A2ui0_9, Dialect::A2ui0_8, Context::default()).unwrap();
    let waiting: Vec<_> = there
        .into_iter()
        .map(|(message, carry)| {
            let _ = translator.push(message, carry).unwrap();
            translator.waiting_inputs().into_iter().collect::<Vec<_>>()
        })
        .collect();
    assert_eq!(waiting, [vec![0], vec![0, 1], vec![]]);
}

#[test]
fn a_carry_does_not_prevent_the_deletion_of_a_surface() {
    let delete = read(r#"{"version":"v0.9","deleteSurface":{"surfaceId":"s"}}"#);
    let layer = Layer::replacing(
        Dialect::A2ui0_8,
        None,
        &Payload::parse(delete.encode().unwrap()).unwrap(),
    );
    let mut messages = plain_target(&[CREATE]);
    messages.push((delete, Carry::default().with(layer)));
    assert!(
        texts(&down(messages))
            .iter()
            .any(|text| text.contains("deleteSurface"))
    );
}

#[test]
fn an_edited_json_text_comes_back_below_an_indexed_path() {
    let there = down(plain_target(&[
        CREATE,
        r#"{"version":"v0.9","updateDataModel":{"surfaceId":"s","path":"/list/0","value":{"j":"{\"a\": null}"}}}"#,
    ]));
    let there = with_edit(there, r#"{\"a\": null}"#, "[1.0,null]");
    let sent = texts(&there);
    assert_eq!(texts(&down(up(there))), sent);
}

#[test]
fn the_data_of_a_0_9_template_stay_an_object_when_it_is_sent_again() {
    let list = r#"{"id":"inner","component":"Column","children":{"componentId":"leaf","path":"/list"},"justify":"start","align":"stretch"}"#;
    let update = |components: &str| {
        format!(
            r#"{{"version":"v0.9","updateComponents":{{"surfaceId":"s","components":[{components}]}}}}"#
        )
    };
    let messages = [
        CREATE.to_owned(),
        update(&format!(r#"{{"id":"root","component":"Card","child":"outer"}},{list}"#)),
        r#"{"version":"v0.9","updateDataModel":{"surfaceId":"s","path":"/list","value":{"n":"a","m":1}}}"#
            .to_owned(),
        update(
            r#"{"id":"outer","component":"List","children":{"componentId":"inner","path":"a"},"direction":"vertical","align":"stretch"}"#,
        ),
    ];
    let messages: Vec<&str> = messages.iter().map(String::as_str).collect();
    assert_eq!(texts(&up(down(plain_target(&messages)))), messages);
}

/// Returns the back-translation of edited messages.
pub(super) fn comes_back(there: Messages) -> (Messages, Messages) {
    let is_new = texts(&there)
        .iter()
        .any(|text| text.contains(r#""version""#));
    let back = if is_new { down(there) } else { up(there) };
    let again = if is_new {
        up(back.clone())
    } else {
        down(back.clone())
    };
    (back, again)
}

#[test]
fn an_item_path_stays_relative_after_an_edit_removes_its_template() {
    let list = r#"{"id":"root","component":{"Row":{"children":{"template":{"componentId":"c","dataBinding":"/list"}}}}}"#;
    let item = r#"{"id":"c","component":{"Text":{"text":{"path":"/n"}}}}"#;
    let literal = item.replace(r#""/n""#, r#""/n","literalString":"x""#);
    for updates in [
        vec![update(&format!("{list},{item}"))],
        vec![update(list), update(item)],
        vec![update(item), update(list)],
        vec![update(&format!("{list},{literal}"))],
        vec![update(list), update(&literal)],
    ] {
        let messages: Vec<&str> = updates.iter().map(String::as_str).chain([BEGIN]).collect();
        let there = with_edit(
            up(plain_target(&messages)),
            r#""children":{"componentId""#,
            r#""kids":{"component""#,
        );
        let (back, again) = comes_back(there.clone());
        let is_relative = |messages: &Messages| {
            let all = texts(messages).concat();
            all.contains(r#"{"path":"n"}"#) && !all.contains(r#""/n""#)
        };
        assert!(
            is_relative(&there) && is_relative(&back) && is_relative(&again),
            "{:?}",
            texts(&back)
        );
    }
}

pub(super) fn new_update(components: &str) -> String {
    format!(
        r#"{{"version":"v0.9","updateComponents":{{"surfaceId":"s","components":[{components}]}}}}"#
    )
}

#[test]
fn a_path_survives_an_edit_that_makes_its_component_an_item() {
    let list = r#"{"id":"root","component":"List","children":{"componentId":"b","path":"/list"}}"#;
    let (other, shown) = (
        r#"{"id":"b","component":"Text"}"#,
        r#"{"id":"c","component":"Text","text":{"path":"/n"}}"#,
    );
    // An omitted type, or a property that 0.8 cannot express.
    for beside in [
        r#"{"id":"root"}"#,
        r#"{"id":"d","component":"Slider","value":1,"min":0,"checks":[]}"#,
    ] {
        let there = down(plain_target(&[
            CREATE,
            &new_update(&format!("{list},{other}")),
            &new_update(&format!("{beside},{shown}")),
        ]));
        let there = with_edit(there, r#""id":"c""#, r#""id":"b""#);
        let (_, again) = comes_back(there.clone());
        assert_eq!(texts(&again), texts(&there));
    }
}

#[test]
fn a_path_with_two_slashes_survives_when_its_component_becomes_an_item() {
    let there = down(plain_target(&[
        CREATE,
        &new_update(
            r#"{"id":"root","component":"Row","children":{"componentId":"e","path":"/list"}}"#,
        ),
        &new_update(
            r#"{"id":"e","component":"Text"},{"id":"f","component":"Text","text":{"path":"//n"}}"#,
        ),
        &new_update(r#"{"id":"d","component":"Card"},{"id":"b","component":"Card","child":"f"}"#),
    ]));
    let there = with_edit(there, r#""id":"b""#, r#""id":"e""#);
    let (_, again) = comes_back(there.clone());
    assert_eq!(texts(&again), texts(&there));
}

#[test]
fn an_unknown_type_does_not_hide_other_fields() {
    let there = down(plain_target(&[
        CREATE,
        &new_update(r#"{"id":"root","component":"Slider"}"#),
        &new_update(r#"{"id":"b","component":"Card"},{"id":"f","component":"TextField"}"#),
        &new_update(r#"{"id":"b"},{"id":"f","text":{"x":1}}"#),
    ]));
    let there: Messages = there
        .into_iter()
        .map(|(message, carry)| {
            let text = message.encode().unwrap();
            let is_edited = text.contains(r#"{"TextField":{}}"#);
            (
                if is_edited {
                    read(&text.replace(r#""id":"b""#, r#""id":"root""#))
                } else {
                    message
                },
                carry,
            )
        })
        .collect();
    let (back, again) = comes_back(there.clone());
    assert!(
        texts(&back)
            .concat()
            .contains(r#"{"id":"f","text":{"x":1}}"#),
        "{:?}",
        texts(&back)
    );
    assert_eq!(texts(&again), texts(&there));
}

#[test]
fn a_literal_keeps_its_path_after_its_component_becomes_an_item() {
    let item =
        update(r#"{"id":"e","component":{"Image":{"url":{"path":"/n","literalString":"w"}}}}"#);
    let list = update(
        r#"{"id":"root","component":{"Row":{"children":{"template":{"componentId":"e","dataBinding":"/list"}}}}}"#,
    );
    let gone = update(r#"{"id":"e","component":{"Card":{}}}"#);
    for messages in [
        vec![item.as_str(), &list, BEGIN],
        vec![&item, &gone, &list, BEGIN],
    ] {
        let there = up(plain_target(&messages));
        let said = texts(&there);
        let written = said
            .iter()
            .position(|text| text.contains(r#""path":"/n","value":"w""#));
        let shown = said
            .iter()
            .position(|text| text.contains(r#""url":{"path":"/n"}"#));
        assert!(written.is_some() && written < shown, "{said:?}");
        let mut back = texts(&down(there));
        back.sort();
        let mut expected = messages;
        expected.sort_unstable();
        assert_eq!(back, expected);
    }
}

#[test]
fn fields_that_no_longer_fit_an_item_are_omitted_with_a_note() {
    let row = |path: &str| {
        format!(r#"{{"id":"row","x-pen":1,"component":{{"Text":{{"text":{{"path":"{path}"}}}}}}}}"#)
    };
    let list =
        r#"{"id":"root","component":"List","children":{"componentId":"row","path":"/items"}}"#;
    // In an item, `a.b` would not be the path from the root.
    for (row, path, is_noted) in [(row("/n"), "//n", false), (row("a.b"), "//a/b", true)] {
        let root = r#"{"id":"root","component":{"Column":{"children":{"explicitList":["row"]}}}}"#;
        let mut there = super::forward(&[BEGIN, &update(&format!("{root},{row}"))]).messages;
        there.push((read(&new_update(list)), Carry::default()));
        let mut translator =
            Translator::new(Dialect::A2ui0_9, Dialect::A2ui0_8, Context::default()).unwrap();
        let mut last = Vec::new();
        for (message, carry) in there {
            last = translator.push(message, carry).unwrap().outputs;
        }
        let again = last
            .iter()
            .find(|output| output.message.encode().unwrap().contains(path));
        let again = again.unwrap_or_else(|| panic!("{last:?}"));
        assert_eq!(
            again.message.encode().unwrap().contains(r#""x-pen":1"#),
            !is_noted,
            "{again:?}"
        );
        assert_eq!(!again.notes.is_empty(), is_noted, "{again:?}");
    }
}

fn data_of_0_8(contents: &str) -> String {
    format!(r#"{{"dataModelUpdate":{{"surfaceId":"s","path":"/","contents":[{contents}]}}}}"#)
}

#[test]
fn a_map_in_a_map_comes_back_in_one_message() {
    let data = data_of_0_8(
        r#"{"key":"a","valueMap":[{"key":"b","valueMap":[{"key":"c","valueString":"old"}]}]},{"key":"d","valueNumber":1}"#,
    );
    let there = up(plain_target(&[BEGIN, &data]));
    assert!(texts(&down(there.clone())).contains(&data));
    let back = down(with_edit(there, r#""c":"old""#, r#""c":"new""#));
    assert!(texts(&back).contains(&data.replace("old", "new")));
}

#[test]
fn a_value_that_only_changes_its_form_needs_no_carry() {
    let nested = data_of_0_8(
        r#"{"key":"a","valueMap":[{"key":"b","valueMap":[{"key":"c","valueNumber":1}]}]}"#,
    );
    let deep =
        r#"{"version":"v0.9","updateDataModel":{"surfaceId":"s","value":{"a":{"b":{"c":1}}}}}"#;
    let begin = r#"{"beginRendering":{"surfaceId":"s","root":"root"}}"#;
    for (from, to, messages) in [
        (Dialect::A2ui0_8, Dialect::A2ui0_9, [begin, nested.as_str()]),
        (Dialect::A2ui0_9, Dialect::A2ui0_8, [CREATE, deep]),
    ] {
        let translator = Translator::new(from, to, Context::default()).unwrap();
        let mut translator = translator.embed();
        for message in messages {
            let made = translator.push(read(message), Carry::default()).unwrap();
            assert!(made.outputs.iter().all(|output| output.carry.is_empty()));
        }
    }
}

#[test]
fn an_edited_value_wins_over_a_text_that_0_8_reads_as_json() {
    let (days, title) = (
        r#"{"key":"days","valueString":"[ \"sun\" ]"}"#,
        r#"{"key":"title","valueString":"{ \"a\": 1 }"}"#,
    );
    let data = data_of_0_8(&format!("{days},{title}"));
    let there = up(plain_target(&[BEGIN, &data]));
    assert!(texts(&down(there.clone())).contains(&data));
    let back = texts(&down(with_edit(there, r#"["sun"]"#, r#"["rain"]"#))).concat();
    assert!(back.contains("rain") && !back.contains("sun"), "{back}");
    assert!(back.contains(title), "{back}");
}

#[test]
fn a_null_next_to_an_edited_list_is_restored_in_a_part_of_a_deep_value() {
    let value = r#"{"l":[[1],{"m":["a"],"n":null}]}"#;
    let data = format!(
        r#"{{"version":"v0.9","updateDataModel":{{"surfaceId":"s","path":"/d","value":{value}}}}}"#
    );
    let there = down(plain_target(&[CREATE, &data]));
    let back = texts(&up(with_edit(
        there,
        r#""valueString":"a""#,
        r#""valueString":"b""#,
    )));
    assert!(
        back.concat().contains(r#"{"m":["b"],"n":null}"#),
        "{back:?}"
    );
}
