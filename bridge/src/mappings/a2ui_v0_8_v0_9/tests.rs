//! Tests of single messages: the 0.8 form and the 0.9 form.

mod actions;
mod edits;
mod lists;
mod results;
mod updates;

use crate::{AnyMessage, Carry, Context, Dialect, LossPolicy, Translator, Verdict};
use std::collections::BTreeSet;

const BEGIN: &str = r#"{"beginRendering":{"surfaceId":"s","root":"root"}}"#;
const LIST: &str = r#"{"id":"root","component":{"List":{"children":{"template":{"componentId":"row","dataBinding":"/items"}}}}}"#;
const ITEMS: &str = r#"{"dataModelUpdate":{"surfaceId":"s","path":"/items","contents":[
    {"key":"b","valueMap":[{"key":"n","valueString":"B"}]},{"key":"a","valueMap":[{"key":"n","valueString":"A"}]}]}}"#;

fn update(components: &str) -> String {
    format!(r#"{{"surfaceUpdate":{{"surfaceId":"s","components":[{components}]}}}}"#)
}

fn row(path: &str) -> String {
    format!(r#"{{"id":"row","component":{{"Text":{{"text":{{"path":"{path}"}}}}}}}}"#)
}

fn text(path: &str) -> String {
    format!(r#"{{"id":"text","component":{{"Text":{{"text":{{"path":"{path}"}}}}}}}}"#)
}

fn data(path: &str, contents: &str) -> String {
    format!(r#"{{"dataModelUpdate":{{"surfaceId":"s","path":"{path}","contents":[{contents}]}}}}"#)
}

fn value(name: &str) -> String {
    format!(r#"{{"key":".","valueString":"{name}"}}"#)
}

struct SessionOutputs {
    /// The outputs, without the parts that all messages share.
    texts: Vec<String>,
    messages: Vec<(AnyMessage, Carry)>,
    verdicts: Vec<(Verdict, String)>,
}

fn read(text: &str) -> AnyMessage {
    a2ui::Message::read(text).unwrap().into()
}

fn translate(from: Dialect, to: Dialect, messages: Vec<(AnyMessage, Carry)>) -> SessionOutputs {
    let mut translator = Translator::new(from, to, Context::default()).unwrap();
    let mut made = SessionOutputs {
        texts: Vec::new(),
        messages: Vec::new(),
        verdicts: Vec::new(),
    };
    for (message, carry) in messages {
        let outputs = translator.push(message, carry).unwrap();
        let mut notes = outputs.notes;
        for output in outputs.outputs {
            let text = output.message.encode().unwrap();
            let text = text
                .replace(r#""version":"v0.9","#, "")
                .replace(r#""surfaceId":"s","#, "");
            made.texts.push(text);
            notes.extend(output.notes);
            made.messages.push((output.message, output.carry));
        }
        made.verdicts.extend(
            notes
                .iter()
                .map(|note| (note.verdict, note.from.as_str().to_owned())),
        );
    }
    made
}

fn forward(texts: &[&str]) -> SessionOutputs {
    translate(
        Dialect::A2ui0_8,
        Dialect::A2ui0_9,
        texts
            .iter()
            .map(|text| (read(text), Carry::default()))
            .collect(),
    )
}

/// Returns the outputs that the last message causes.
fn last(texts: &[&str]) -> Vec<String> {
    let before = forward(&texts[..texts.len() - 1]).texts.len();
    forward(texts).texts.split_off(before)
}

/// Returns 0.8 messages whose first one contains the root, so that the surface begins.
fn begun_with_its_root(messages: &[&str]) -> Vec<String> {
    let begin = BEGIN.replace(r#""surfaceId":"s","#, "");
    let mut texts: Vec<_> = messages
        .iter()
        .map(|text| text.replace(r#""surfaceId":"s","#, ""))
        .collect();
    texts.retain(|text| *text != begin);
    texts.insert(1, begin);
    texts
}

fn components(texts: &[&str]) -> String {
    format!(
        r#"{{"updateComponents":{{"components":[{}]}}}}"#,
        texts.join(",")
    )
}

fn new_write(path: &str, value: &str) -> String {
    format!(r#"{{"updateDataModel":{{"path":"{path}","value":{value}}}}}"#)
}

fn new_text(path: &str) -> String {
    format!(r#"{{"id":"text","component":"Text","text":{{"path":"{path}"}}}}"#)
}

#[test]
fn the_map_of_a_template_becomes_a_list_in_either_message_order() {
    let list = update(&format!("{LIST},{}", row("/n")));
    let array = new_write("/items", r#"[{"n":"B"},{"n":"A"}]"#);
    let shown = components(&[
        r#"{"id":"root","component":"List","children":{"componentId":"row","path":"/items"}}"#,
        r#"{"id":"row","component":"Text","text":{"path":"n"}}"#,
    ]);
    assert_eq!(last(&[BEGIN, &list, ITEMS]), std::slice::from_ref(&array));
    assert_eq!(
        forward(&[&list, ITEMS, BEGIN]).texts[1..],
        [shown.clone(), array.clone()]
    );
    assert_eq!(
        forward(&[ITEMS, &list, BEGIN]).texts[1..],
        [array.clone(), shown.clone()]
    );
    // The map becomes a list before it is shown.
    assert_eq!(last(&[BEGIN, ITEMS, &list]), [array, shown]);
}

#[test]
fn data_of_one_item_is_written_at_its_index() {
    let list = update(&format!("{LIST},{}", row("/n")));
    let before = [BEGIN, &list, ITEMS];
    for (message, expected) in [
        (
            data("/items/a/n", &value("x")),
            new_write("/items/1/n", r#""x""#),
        ),
        (
            data("/items/a", r#"{"key":"n","valueNumber":1.0}"#),
            new_write("/items/1", r#"{"n":1.0}"#),
        ),
        (
            data("/items/new/n", &value("x")),
            new_write("/items/2/n", r#""x""#),
        ),
        (
            data("/items/0", &value("x")),
            new_write("/items/2", r#""x""#),
        ),
        (
            data("/items.b.n", &value("x")),
            new_write("/items/0/n", r#""x""#),
        ),
        // The values inside the list are not lists.
        (
            data("/items/a/7/x", &value("x")),
            new_write("/items/1/7/x", r#""x""#),
        ),
        (
            data("/items/a/m/7", &value("x")),
            new_write("/items/1/m", r#"{"7":"x"}"#),
        ),
        (
            data("/items/new/7", &value("x")),
            new_write("/items/2", r#"{"7":"x"}"#),
        ),
    ] {
        assert_eq!(
            last(&[&before[..], &[&message]].concat()),
            [expected],
            "{message}"
        );
    }
}

#[test]
fn a_path_to_a_key_is_sent_again_when_the_index_of_the_key_changes() {
    let list = update(&format!("{LIST},{},{}", row("/n"), text("/items/a/n")));
    let made = forward(&[BEGIN, &list, ITEMS]).texts;
    // A missing item is missing in 0.9 as well.
    assert!(made[1].contains(&new_text("/items/a/n")), "{}", made[1]);
    assert_eq!(made[3], components(&[&new_text("/items/1/n")]));
    let all = data("/items", r#"{"key":"a","valueMap":[]}"#);
    assert_eq!(
        last(&[BEGIN, &list, ITEMS, &all])[1],
        components(&[&new_text("/items/0/n")])
    );
    let numbered = update(&format!("{LIST},{},{}", row("/n"), text("/items/0/n")));
    assert!(last(&[BEGIN, ITEMS, &numbered])[1].contains(&new_text("/items/-/n")));
    // Paths in contexts are converted as well.
    let button = r#"{"id":"go","component":{"Button":{"child":"row","action":{"name":"go","context":[{"key":"k","value":{"path":"/items/a/n"}}]}}}}"#;
    let made = last(&[
        BEGIN,
        ITEMS,
        &update(&format!("{LIST},{}", row("n"))),
        &update(button),
    ]);
    assert!(
        made[0].contains(r#""context":{"k":{"path":"/items/1/n"}}"#),
        "{made:?}"
    );
}

#[test]
fn item_paths_are_relative_in_0_9_in_either_message_order() {
    for (path, expected) in [
        ("/n", "n"),
        ("n", "n"),
        ("./n", "n"),
        ("/item/n", "n"),
        ("//n", "/n"),
        ("/n.m[0]", "n/m/0"),
        ("/a~b", "a~0b"),
        (".", "."),
        ("/", "."),
    ] {
        let row = row(path);
        let expected =
            format!(r#"{{"id":"row","component":"Text","text":{{"path":"{expected}"}}}}"#);
        let at_once = last(&[BEGIN, &update(&format!("{row},{LIST}"))]);
        assert!(at_once[0].contains(&expected), "{at_once:?}");
        let later = last(&[BEGIN, &update(&row), &update(LIST)]);
        let said = forward(&[BEGIN, &update(&row)]).texts;
        let is_said = said[1].contains(&expected);
        // The update comes before the template, which then finds the list.
        let before = &later[..later.len() - 1];
        assert_eq!(
            before,
            (!is_said).then(|| components(&[&expected])).as_slice(),
            "{path}"
        );
    }
}

#[test]
fn nested_templates_become_nested_lists() {
    let all = update(&format!(
        "{LIST},{},{}",
        r#"{"id":"row","component":{"Row":{"children":{"template":{"componentId":"tag","dataBinding":"tags"}}}}}"#,
        r#"{"id":"tag","component":{"Text":{"text":{"path":"."}}}}"#,
    ));
    let items = data(
        "/items",
        r#"{"key":"a","valueMap":[{"key":"tags","valueMap":[{"key":"x","valueString":"X"}]},{"key":"other","valueMap":[{"key":"x","valueNumber":1}]}]}"#,
    );
    let array = new_write("/items", r#"[{"tags":["X"],"other":{"x":1}}]"#);
    assert_eq!(last(&[BEGIN, &all, &items]), std::slice::from_ref(&array));
    assert_eq!(last(&[BEGIN, &items, &all])[0], array);
    let tag = data("/items/a/tags/y", &value("Y"));
    assert_eq!(
        last(&[BEGIN, &all, &items, &tag]),
        [new_write("/items/0/tags/1", r#""Y""#)]
    );
    let first = data("/items/c/tags/y", &value("Y"));
    assert_eq!(
        last(&[BEGIN, &all, &items, &first]),
        [new_write("/items/1/tags/0", r#""Y""#)]
    );
}

#[test]
fn numeric_names_become_members_of_objects() {
    for (path, expected) in [
        ("/orders/1024", new_write("/orders", r#"{"1024":"x"}"#)),
        (
            "/orders/1024/total",
            new_write("/orders", r#"{"1024":{"total":"x"}}"#),
        ),
        ("/o/p/007/q", new_write("/o", r#"{"p":{"007":{"q":"x"}}}"#)),
        ("/7", new_write("/7", r#""x""#)),
        ("/known/0", new_write("/known/0", r#""x""#)),
        ("/o/p/q", new_write("/o/p/q", r#""x""#)),
    ] {
        let known = data("/known", "");
        assert_eq!(
            last(&[BEGIN, &known, &data(path, &value("x"))]),
            [expected],
            "{path}"
        );
    }
}

#[test]
fn json_in_a_string_is_read_as_its_value() {
    let json = data(
        "/",
        r#"{"key":"days","valueString":"[{\"sky\": \"sun\"}]"},{"key":"no","valueString":"[sun]"}"#,
    );
    assert_eq!(
        last(&[BEGIN, &json]),
        [new_write("/", r#"{"days":[{"sky":"sun"}],"no":"[sun]"}"#)]
    );
}

#[test]
fn messages_with_their_carry_come_back_unchanged() {
    let list = update(&format!("{LIST},{},{}", row("/n"), text("/items/a/n")));
    let messages = [
        BEGIN,
        &list,
        ITEMS,
        &data("/items/a/n", &value("x")),
        &data("items.new[0]", &value("y")),
        &data("/orders/1024/total", &value("z")),
        &data(
            "/",
            r#"{"key":"days","valueString":"[ {\"sky\":\"sun\"} ]"},{"key":"c.d","valueNumber":1e0}"#,
        ),
        &update(&text("/items/new/0")),
    ];
    let there = forward(&messages);
    let losses = there
        .verdicts
        .iter()
        .filter(|(verdict, _)| *verdict == Verdict::Dropped)
        .count();
    assert_eq!(losses, 0);
    for at in ["/dataModelUpdate/contents", "/dataModelUpdate/path"] {
        assert!(
            there.verdicts.contains(&(Verdict::Carried, at.to_owned())),
            "{at}"
        );
    }
    let back = translate(Dialect::A2ui0_9, Dialect::A2ui0_8, there.messages);
    let mut expected: Vec<String> = messages
        .iter()
        .map(|text| read(text).encode().unwrap())
        .map(|text| text.replace(r#""surfaceId":"s","#, ""))
        .collect();
    // A surface of 0.8 begins when its root arrives.
    expected.swap(0, 1);
    assert_eq!(back.texts, expected);
}

#[test]
fn a_carry_that_contradicts_its_message_is_not_used() {
    let list = update(&format!("{LIST},{}", row("/n")));
    let mut there = forward(&[BEGIN, &list, ITEMS]).messages;
    let (message, carry) = there.pop().unwrap();
    let forged = wire::encode(&carry)
        .unwrap()
        .replace("valueString\":\"A", "valueString\":\"other");
    assert_ne!(forged, wire::encode(&carry).unwrap());
    there.push((message, wire::decode(&forged).unwrap()));
    let back = translate(Dialect::A2ui0_9, Dialect::A2ui0_8, there);
    assert!(
        !back.texts.iter().any(|text| text.contains("other")),
        "{:?}",
        back.texts
    );
}

#[test]
fn a_missing_root_becomes_an_empty_column() {
    let begin = |root: &str| format!(r#"{{"beginRendering":{{"surfaceId":"s","root":"{root}"}}}}"#);
    let (first, gone) = (begin("text"), begin("gone"));
    let column = r#"{"id":"root","component":"Column","children":[]}"#;
    let made = last(&[&first, &update(&text("/n")), &gone]);
    assert_eq!(made, [components(&[&new_text("/n"), column])]);
    let notes = forward(&[&first, &update(&text("/n")), &gone]).verdicts;
    assert!(
        notes.contains(&(Verdict::Derived, "/beginRendering/root".to_owned())),
        "{notes:?}"
    );
}

#[test]
fn a_root_of_a_custom_catalog_is_sent_again_when_the_surface_begins_again() {
    let begin = r#"{"beginRendering":{"surfaceId":"s","catalogId":"mine","root":"root"}}"#;
    let shown = update(r#"{"id":"root","component":{"Text":{"text":{"path":"/n"}}}}"#);
    let root = r#"{"id":"root","component":"Text","text":{"path":"/n"}}"#;
    assert_eq!(last(&[&shown, begin, begin]), [components(&[root])]);
    let column = r#"{"id":"root","component":"Column","children":[]}"#;
    assert_eq!(last(&[begin, begin]), [components(&[column])]);
    let other = begin.replace(r#""root":"root""#, r#""root":"top""#);
    let column = r#"{"id":"root","component":"Column","children":["top"]}"#;
    assert_eq!(last(&[begin, &other]), [components(&[column])]);
}

#[test]
fn a_new_root_replaces_components_with_unused_ids_by_empty_columns() {
    let begin = |root: &str| format!(r#"{{"beginRendering":{{"surfaceId":"s","root":"{root}"}}}}"#);
    let shows = |messages: &[&str]| {
        let mut surfaces = a2ui::surface::Surfaces::new();
        for (message, _) in forward(messages).messages {
            let AnyMessage::Message(message) = message else {
                unreachable!("all are of A2UI")
            };
            surfaces.apply(&message).unwrap();
        }
        let components = surfaces
            .get("s")
            .unwrap()
            .components()
            .map(|one| one.to_payload().text().to_owned());
        components.collect::<BTreeSet<_>>()
    };
    let card = update(r#"{"id":"root","component":{"Card":{"child":"a"}}}"#);
    assert_eq!(
        shows(&[&card, &begin("a"), &begin("root")]),
        [
            r#"{"id":"a","component":"Column","children":[]}"#,
            r#"{"id":"root","component":"Card","child":"a"}"#
        ]
        .map(str::to_owned)
        .into()
    );
    let both = update(
        r#"{"id":"a","component":{"Text":{"text":{"literalString":"A"}}}},{"id":"b","component":{"Column":{"children":{"explicitList":["root"]}}}}"#,
    );
    assert_eq!(
        shows(&[&both, &begin("a"), &begin("b")]),
        [
            r#"{"id":"a","component":"Text","text":"A"}"#,
            r#"{"id":"b","component":"Column","children":[]}"#,
            r#"{"id":"root","component":"Column","children":["b"]}"#
        ]
        .map(str::to_owned)
        .into()
    );
}

#[test]
fn an_index_in_a_0_9_path_becomes_a_name_with_a_note() {
    let messages = [
        r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}"#,
        r#"{"version":"v0.9","updateDataModel":{"surfaceId":"s","path":"/list/0","value":"x"}}"#,
        r#"{"version":"v0.9","updateDataModel":{"surfaceId":"s","path":"/n","value":1}}"#,
    ];
    let messages = messages.map(|text| (read(text), Carry::default()));
    let there = translate(Dialect::A2ui0_9, Dialect::A2ui0_8, messages.to_vec());
    let of = |path: &str| {
        there
            .verdicts
            .iter()
            .filter(|(_, from)| from == path)
            .map(|(verdict, _)| *verdict)
            .collect::<Vec<_>>()
    };
    assert_eq!(
        of("/updateDataModel/path"),
        [Verdict::Carried, Verdict::Copied]
    );
    assert_eq!(
        of("/updateDataModel/value"),
        [Verdict::Encoded, Verdict::Encoded]
    );
}

#[test]
fn an_absolute_path_has_two_slashes_in_a_0_8_template() {
    let component = |rest: &str| {
        format!(
            r#"{{"version":"v0.9","updateComponents":{{"surfaceId":"s","components":[{rest}]}}}}"#
        )
    };
    let list =
        r#"{"id":"root","component":"List","children":{"componentId":"card","path":"/items"}}"#;
    let card = r#"{"id":"card","component":"Card","child":"row"}"#;
    let row = r#"{"id":"row","component":"Button","child":"t","action":{"event":{"name":"go","context":{"n":{"path":"n"},"top":{"path":"/n"}}}}}"#;
    let title = r#"{"id":"t","component":"Text","text":{"path":"/title"},"hint":{"path":"/hint"}}"#;
    let create =
        r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}"#.to_owned();
    for updates in [
        vec![component(&[list, card, row, title].join(","))],
        vec![component(&[title, row, card, list].join(","))],
        vec![
            component(list),
            component(card),
            component(row),
            component(title),
        ],
        vec![
            component(&[list, row].join(",")),
            component(&[card, title].join(",")),
            component(row),
        ],
    ] {
        let messages = std::iter::once(&create)
            .chain(&updates)
            .map(|text| (read(text), Carry::default()));
        let there = translate(Dialect::A2ui0_9, Dialect::A2ui0_8, messages.collect());
        let all = there.texts.concat();
        // Properties that the catalog lacks are converted as well.
        assert!(
            all.contains(r#"{"path":"//title"}"#) && all.contains(r#"{"path":"//hint"}"#),
            "{all}"
        );
        assert!(
            all.contains(
                r#"[{"key":"n","value":{"path":"n"}},{"key":"top","value":{"path":"//n"}}]"#
            ),
            "{all}"
        );
        let back = translate(Dialect::A2ui0_8, Dialect::A2ui0_9, there.messages);
        let back = back.texts.concat();
        assert!(
            back.contains(r#""text":{"path":"/title"},"hint":{"path":"/hint"}"#)
                && back.contains(r#"{"n":{"path":"n"},"top":{"path":"/n"}}"#),
            "{back}"
        );
    }
    // Outside templates one path suffices.
    let messages = [create, component(title)].map(|text| (read(&text), Carry::default()));
    let there = translate(Dialect::A2ui0_9, Dialect::A2ui0_8, messages.to_vec());
    assert!(there.texts.concat().contains(r#"{"path":"/title"}"#));
}

#[test]
fn the_path_of_an_unlisted_property_is_converted_like_others() {
    let update = r#"{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[{"id":"root","component":"Text","text":{"path":"/a~1b"},"hint":{"path":"/a~1b"}}]}}"#;
    let create = r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}"#;
    let messages = [create, update].map(|text| (read(text), Carry::default()));
    let there = translate(Dialect::A2ui0_9, Dialect::A2ui0_8, messages.to_vec());
    let said = there.texts.concat();
    assert!(
        said.contains(r#""text":{"path":"/a/b"},"hint":{"path":"/a/b"}"#),
        "{said}"
    );
    let back = translate(Dialect::A2ui0_8, Dialect::A2ui0_9, there.messages)
        .texts
        .concat();
    assert!(
        back.contains(r#""text":{"path":"/a~1b"},"hint":{"path":"/a~1b"}"#),
        "{back}"
    );
}

#[test]
fn a_former_item_comes_back_with_its_original_path() {
    let flat = r#"{"id":"root","component":{"Row":{"children":{"explicitList":["row"]}}}}"#;
    let at = row("/deep/n");
    let (first, second) = (
        update(&format!("{LIST},{at}")),
        update(&format!("{flat},{at}")),
    );
    let again = update(&at);
    for messages in [
        vec![BEGIN, &first, &second, &again],
        vec![&first, &second, &again, BEGIN],
        vec![&first, BEGIN, &second, &again],
    ] {
        let back = translate(
            Dialect::A2ui0_9,
            Dialect::A2ui0_8,
            forward(&messages).messages,
        );
        assert_eq!(back.texts, begun_with_its_root(&messages));
    }
}

#[test]
fn a_literal_of_an_item_is_written_if_its_path_is_absolute() {
    let row =
        r#"{"id":"row","component":{"TextField":{"text":{"path":"//n","literalString":"x"}}}}"#;
    let relative = row.replace("//n", "/n");
    let list = |row: &str| update(&format!("{LIST},{row}"));
    let there = forward(&[BEGIN, &list(row)]);
    assert_eq!(there.texts[1], new_write("/n", r#""x""#));
    let back = translate(Dialect::A2ui0_9, Dialect::A2ui0_8, there.messages);
    assert!(back.texts.concat().contains(row), "{:?}", back.texts);

    let there = forward(&[BEGIN, &list(&relative)]);
    assert!(
        !there.texts.concat().contains("updateDataModel"),
        "{:?}",
        there.texts
    );
    let back = translate(Dialect::A2ui0_9, Dialect::A2ui0_8, there.messages);
    assert!(back.texts.concat().contains(&relative), "{:?}", back.texts);
}

#[test]
fn a_template_replaced_before_the_surface_begins_still_makes_items() {
    let list = LIST.replace("row", "card");
    let text = r#"{"id":"root","component":{"Text":{"text":{"literalString":"a"}}}}"#;
    let card = r#"{"id":"card","component":{"Row":{"children":{"explicitList":["row"]}}}}"#;
    let updates = [list.as_str(), &format!("{text},{}", row("/deep/n")), card].map(update);
    let [first, second, third] = [0, 1, 2].map(|at| updates[at].as_str());
    for messages in [
        vec![first, second, BEGIN, third],
        vec![first, BEGIN, second, third],
        vec![BEGIN, first, second, third],
    ] {
        let back = translate(
            Dialect::A2ui0_9,
            Dialect::A2ui0_8,
            forward(&messages).messages,
        );
        assert_eq!(back.texts, begun_with_its_root(&messages));
    }
    // The path is relative only once a template repeats the component, so it is sent again then.
    let back = translate(
        Dialect::A2ui0_9,
        Dialect::A2ui0_8,
        forward(&[first, second, third, BEGIN]).messages,
    );
    let (early, late) = (second.replace("/deep/n", "deep/n"), update(&row("/deep/n")));
    assert_eq!(
        back.texts,
        begun_with_its_root(&[first, &early, third, &late, BEGIN])
    );
}

#[test]
fn a_component_that_becomes_an_item_keeps_its_content() {
    let create = r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json"}}"#;
    let update = |components: &str| {
        format!(
            r#"{{"version":"v0.9","updateComponents":{{"surfaceId":"s","components":[{components}]}}}}"#
        )
    };
    let row = r#"{"id":"row","component":"Text","text":{"path":"/title"}}"#;
    let flat = update(&format!(
        r#"{{"id":"root","component":"Row","children":["row"]}},{row}"#
    ));
    let apart = [
        update(row),
        update(r#"{"id":"root","component":"Row","children":["row"]}"#),
    ];
    let list = update(
        r#"{"id":"root","component":"List","children":{"componentId":"row","path":"/items"},"direction":"vertical"}"#,
    );
    for messages in [
        vec![create, &flat, &list],
        vec![create, &apart[0], &apart[1], &list],
    ] {
        let sent: Vec<_> = messages
            .iter()
            .map(|text| (read(text), Carry::default()))
            .collect();
        let there = translate(Dialect::A2ui0_9, Dialect::A2ui0_8, sent);
        let [.., again, last] = &there.texts[..] else {
            panic!("{:?}", there.texts)
        };
        assert!(again.contains(r#""text":{"path":"//title"}"#), "{again}");
        assert!(last.contains(r#""template""#), "{last}");

        // 0.9 has no message for the update between them.
        let back = translate(Dialect::A2ui0_8, Dialect::A2ui0_9, there.messages.clone());
        assert_eq!(
            back.texts.last(),
            Some(
                &list
                    .replace(r#""version":"v0.9","surfaceId":"s","#, "")
                    .replace(r#""version":"v0.9","#, "")
                    .replace(r#""surfaceId":"s","#, "")
            )
        );
        let plain_target = there
            .messages
            .iter()
            .map(|(message, _)| (message.clone(), Carry::default()));
        let alone = translate(Dialect::A2ui0_8, Dialect::A2ui0_9, plain_target.collect());
        for back in [back, alone] {
            let rows: Vec<_> = back
                .texts
                .iter()
                .filter(|text| text.contains(r#""id":"row""#))
                .collect();
            assert!(
                rows.iter()
                    .all(|text| text.contains(r#""text":{"path":"/title"}"#)),
                "{rows:?}"
            );
        }
        // A carry does not hide an edited component.
        let mut edited = there.messages;
        let carry = edited[edited.len() - 2].1.clone();
        let other = again.replace("//title", "//other").replace(
            r#""surfaceUpdate":{"#,
            r#""surfaceUpdate":{"surfaceId":"s","#,
        );
        let at = edited.len() - 2;
        edited[at] = (read(&other), carry);
        let back = translate(Dialect::A2ui0_8, Dialect::A2ui0_9, edited);
        assert!(
            back.texts.concat().contains(r#""text":{"path":"/other"}"#),
            "{:?}",
            back.texts
        );
    }
}

#[test]
fn an_item_is_restored_from_its_carry_before_its_surface_begins() {
    let create = r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json"}}"#;
    let update = |component: &str| {
        format!(
            r#"{{"version":"v0.9","updateComponents":{{"surfaceId":"s","components":[{component}]}}}}"#
        )
    };
    let list = update(
        r#"{"id":"list","component":"List","children":{"componentId":"row","path":"/items"},"direction":"vertical","align":"start"}"#,
    );
    let root = update(r#"{"id":"root","component":"Card","child":"list"}"#);
    // The carry of the first message contains what 0.8 cannot express.
    for path in ["/n", "/deep.er[0]"] {
        let row = update(&format!(
            r#"{{"id":"row","component":"Text","text":{{"path":"{path}"}},"variant":"body","x-pen":null}}"#
        ));
        let messages = [create, &row, &list, &root];
        let sent = messages
            .iter()
            .map(|text| (read(text), Carry::default()))
            .collect();
        let there = translate(Dialect::A2ui0_9, Dialect::A2ui0_8, sent);
        assert!(
            there.texts[1].contains(&format!(r#"{{"path":"/{path}"}}"#)),
            "{:?}",
            there.texts
        );
        let back = translate(Dialect::A2ui0_8, Dialect::A2ui0_9, there.messages);
        let back: Vec<_> = back
            .messages
            .iter()
            .map(|(message, _)| message.encode().unwrap())
            .collect();
        assert_eq!(back, messages);
    }
}

#[test]
fn the_last_of_several_context_values_with_one_name_counts() {
    let button = r#"{"id":"row","component":{"Button":{"child":"x","primary":false,"action":{"name":"go","context":[{"key":"k","value":{"path":"/n","literalNumber":1}},{"key":"k","value":{"literalNumber":2}}]}}}}"#;
    let messages = [BEGIN, &update(&format!("{LIST},{button}"))];
    let there = forward(&messages);
    assert!(
        there.texts[1].contains(r#""context":{"k":2}"#),
        "{:?}",
        there.texts
    );
    let back = translate(Dialect::A2ui0_9, Dialect::A2ui0_8, there.messages);
    assert!(back.texts.concat().contains(button), "{:?}", back.texts);
}

#[test]
fn a_path_read_differently_by_0_8_is_restored() {
    let create = r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json"}}"#;
    let update = |component: &str| {
        format!(
            r#"{{"version":"v0.9","updateComponents":{{"surfaceId":"s","components":[{component}]}}}}"#
        )
    };
    let first = update(r#"{"id":"root","component":"MultipleChoice","selections":"a"}"#);
    let second = update(r#"{"id":"root","label":{"path":"//n"}}"#);
    let sent = [create, &first, &second].map(|text| (read(text), Carry::default()));
    let mut edited = translate(Dialect::A2ui0_9, Dialect::A2ui0_8, sent.into()).messages;
    // Without the first component, the type of the second update is unknown.
    let at = edited
        .iter()
        .position(|(message, _)| message.encode().unwrap().contains("selections"))
        .unwrap();
    edited[at].0 = read(
        &edited[at]
            .0
            .encode()
            .unwrap()
            .replace(r#""id":"root""#, r#""id":"top""#),
    );
    let back = translate(Dialect::A2ui0_8, Dialect::A2ui0_9, edited.clone());
    let again = translate(Dialect::A2ui0_9, Dialect::A2ui0_8, back.messages);
    let label = r#"{"ChoicePicker":{"label":{"path":"//n"}}}"#;
    assert!(again.texts.concat().contains(label), "{:?}", again.texts);
}

#[test]
fn the_last_of_several_properties_with_one_name_counts() {
    let of = |properties: &str| {
        let component = format!(r#"{{"id":"root","component":{{{properties}}}}}"#);
        let messages =
            [update(&component), BEGIN.to_owned()].map(|text| (read(&text), Carry::default()));
        translate(Dialect::A2ui0_8, Dialect::A2ui0_9, messages.into())
            .texts
            .split_off(1)
    };
    let new_component = |component: &str| {
        format!(r#"{{"updateComponents":{{"components":[{{"id":"root",{component}}}]}}}}"#)
    };
    assert_eq!(
        of(r#""Mine":{"x":1,"x":2,"text":{"literalString":"A"},"text":{"literalString":"B"}}"#),
        [new_component(r#""component":"Mine","x":2,"text":"B""#)]
    );
    // The literal of an entry that does not count is not written.
    assert_eq!(
        of(
            r#""Text":{"text":{"path":"/a","literalString":"first"},"text":{"path":"/b","literalString":"second"}}"#
        ),
        [
            r#"{"updateDataModel":{"path":"/b","value":"second"}}"#.to_owned(),
            new_component(r#""component":"Text","text":{"path":"/b"}"#)
        ]
    );
}

#[test]
fn a_value_at_an_index_comes_back_even_if_its_parents_are_missing() {
    let create = r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json"}}"#;
    let root = r#"{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[{"id":"root","component":"Text","text":"a"}]}}"#;
    for (path, value) in [
        ("/m/l/0", r#"{"n":1}"#),
        ("/a/b/c/0", r#"{"n":1}"#),
        ("/l/0", r#"{"n":1}"#),
        ("/l/0", r#"{"k":1,"0":[1]}"#),
        ("/l/0", "5"),
        ("/l/0/k", r#"{"n":[1,2]}"#),
    ] {
        let data = format!(
            r#"{{"version":"v0.9","updateDataModel":{{"surfaceId":"s","path":"{path}","value":{value}}}}}"#
        );
        let messages = [create, root, &data];
        let sent = messages.map(|text| (read(text), Carry::default()));
        let there = translate(Dialect::A2ui0_9, Dialect::A2ui0_8, sent.into());
        let back = translate(Dialect::A2ui0_8, Dialect::A2ui0_9, there.messages);
        let back: Vec<_> = back
            .messages
            .iter()
            .map(|(message, _)| message.encode().unwrap())
            .collect();
        assert_eq!(back, messages, "{path} {value}");
    }
}

#[test]
fn a_refused_message_creates_no_surface() {
    let mut translator = Translator::new(Dialect::A2ui0_8, Dialect::A2ui0_9, Context::default())
        .unwrap()
        .loss_policy(LossPolicy::Refuse);
    let before = wire::encode(&translator.save()).unwrap();
    let more =
        update(r#"{"id":"root","more":1,"component":{"Text":{"text":{"literalString":"a"}}}}"#);
    translator.push(read(&more), Carry::default()).unwrap_err();
    let after = wire::encode(&translator.save()).unwrap();
    // Refused messages are saved because other messages depend on them.
    let refused = r#""refused":{"s":"a2ui-0.8-0.9/unknown-member"}"#;
    assert_eq!(after, before.replace(r#""refused":{}"#, refused));
}
