//! Tests of 0.9 lists whose items are edited in 0.8.

use super::edits::{
    CREATE, Messages, comes_back, down, new_update, plain_target, texts, up, with_edit,
};
use crate::AnyMessage;
use a2ui::surface::Surfaces;
use wire::Payload;

fn data(path: &str, value: &str) -> String {
    format!(
        r#"{{"version":"v0.9","updateDataModel":{{"surfaceId":"s","path":"{path}","value":{value}}}}}"#
    )
}

/// The components bound to `/l`: absent, before the data, or after it.
const ROOT: &str = r#"{"id":"root","component":"List","children":{"componentId":"row","path":"/l"},"direction":"vertical","align":"stretch"},{"id":"row","component":"Text","text":{"path":"n"}}"#;
const TEXT: &str = r#"{"id":"root","component":"Text","text":{"path":"/l/0"}}"#;

fn sessions(data: &str) -> Vec<Vec<String>> {
    let (list, text) = (new_update(ROOT), new_update(TEXT));
    let of = |messages: &[&str]| messages.iter().map(|text| (*text).to_owned()).collect();
    vec![
        of(&[CREATE, data]),
        of(&[CREATE, &text, data]),
        of(&[CREATE, &list, data]),
        of(&[CREATE, data, &list]),
    ]
}

/// Returns the data model after these messages.
fn model(messages: &Messages) -> Option<Payload> {
    let mut surfaces = Surfaces::new();
    for (message, _) in messages {
        let AnyMessage::Message(message) = message else {
            panic!("{message:?}")
        };
        surfaces.apply(message).unwrap();
    }
    surfaces.get("s").unwrap().data_model().to_payload()
}

/// Returns the back-translation after replacing `old` by `new` in 0.8. Asserts that translating it again gives the edited
/// messages.
fn after_edit(messages: &[String], old: &str, new: &str) -> Messages {
    let messages: Vec<&str> = messages.iter().map(String::as_str).collect();
    let there = with_edit(down(plain_target(&messages)), old, new);
    let (back, again) = comes_back(there.clone());
    assert_eq!(texts(&again), texts(&there), "{messages:#?}");
    back
}

#[test]
fn a_list_with_an_edited_item_stays_a_list() {
    let cases = [
        ("/l", r#"["a","c"]"#),
        ("/l", r#"["a",null,"c",null]"#),
        ("/l", r#"[{"n":"a"},{"n":"c"}]"#),
        ("/l", r#"[["a"],["c",[]]]"#),
        ("/l", r#"[["c",["a"]],["c",{"m":[{}]}]]"#),
        ("/", r#"{"l":["a","c"],"x":1}"#),
        ("/", r#"{"x":{"l":["a",[1]],"m":null}}"#),
        ("/", r#"{"l":[{"n":"a","m":{"x":["c"]}},{"n":"c"}]}"#),
        ("/", r#"{"l":[{"n":"c","m":{"x":["a"]}},{"n":"c"}]}"#),
        ("/l/0", r#"{"n":"a","m":["c"]}"#),
        ("/l/0", r#"{"n":"c","m":["a"]}"#),
        ("/l", r#"{"k":{"m":["a"]}}"#),
    ];
    for (path, value) in cases {
        let expected = data(path, &value.replace(r#""a""#, r#""b""#));
        for session in sessions(&data(path, value)) {
            let back = after_edit(&session, r#":"a""#, r#":"b""#);
            assert_eq!(
                model(&back),
                model(&plain_target(&[CREATE, &expected])),
                "{session:#?}\n{:#?}",
                texts(&back)
            );
        }
    }
}

#[test]
fn a_list_with_added_and_removed_items_stays_a_list() {
    let there = |new: &str| {
        let there = down(plain_target(&[CREATE, &data("/l", r#"["a","c"]"#)]));
        let last = r#",{"key":"1","valueString":"c"}"#;
        let (back, again) = comes_back(with_edit(there.clone(), last, new));
        assert_eq!(texts(&again), texts(&with_edit(there, last, new)));
        texts(&back)
    };
    let is_back = |new: &str, expected: &str| {
        let back = there(new);
        assert!(back.contains(&data("/l", expected)), "{back:#?}");
    };
    is_back("", r#"["a"]"#);
    is_back(
        r#",{"key":"1","valueString":"c"},{"key":"2","valueString":"d"}"#,
        r#"["a","c","d"]"#,
    );
    // Other names turn the list into an object.
    is_back(r#",{"key":"x","valueString":"c"}"#, r#"{"0":"a","x":"c"}"#);
}

#[test]
fn an_edited_selection_keeps_the_other_values() {
    let picker = |value: &str| {
        new_update(&format!(
            r#"{{"id":"root","component":"ChoicePicker","value":{value},"options":[{{"label":"A","value":"a"}}],"variant":"multipleSelection","label":"l"}}"#
        ))
    };
    for (session, expected) in [
        (
            vec![CREATE.to_owned(), picker(r#"["a","c"]"#)],
            picker(r#"["b","c"]"#),
        ),
        (
            vec![
                CREATE.to_owned(),
                picker(r#"{"path":"/l"}"#),
                data("/", r#"{"l":["a","c"]}"#),
            ],
            data("/", r#"{"l":["b","c"]}"#),
        ),
    ] {
        let old = if session.len() == 2 {
            r#"["a","c"]"#
        } else {
            r#""valueString":"a""#
        };
        let back = texts(&after_edit(&session, old, &old.replace("\"a\"", "\"b\"")));
        assert!(back.contains(&expected), "{back:#?}");
    }
}

#[test]
fn a_list_is_restored_if_its_entries_change_their_order() {
    let there = down(plain_target(&[CREATE, &data("/l", r#"["a","c"]"#)]));
    let (zero, one) = (
        r#"{"key":"0","valueString":"a"}"#,
        r#"{"key":"1","valueString":"c"}"#,
    );
    let there = with_edit(there, &format!("{zero},{one}"), &format!("{one},{zero}"));
    assert!(texts(&up(there)).contains(&data("/l", r#"["a","c"]"#)));
}

#[test]
fn names_that_are_not_valid_keys_are_carried() {
    for value in [
        r#"{"\ud800":"a","x":[]}"#,
        r#"{"\ud800":"a"}"#,
        r#"{".":5,"\ud800":1}"#,
        r#"{"\\ud800":"a","x":[]}"#,
        r#"{"\\ud800":{"y":{"z":1}}}"#,
        r#"{"x":{"\ud800":{"y":{"z":1}},"k":[1]}}"#,
        r#"{"\ud800":{"y":{"z":1}},"x":[]}"#,
    ] {
        let message = data("/m", value);
        let there = down(plain_target(&[CREATE, &message]));
        assert_eq!(
            model(&up(there)),
            model(&plain_target(&[CREATE, &message])),
            "{value}"
        );
    }
    // A key that spells out an escape is that literal text.
    let there = texts(&down(plain_target(&[
        CREATE,
        &data("/m", r#"{"\\ud800":"a"}"#),
    ])));
    assert!(there.concat().contains(r#""key":"\\ud800""#), "{there:?}");
}

#[test]
fn an_edit_keeps_other_members_with_names_that_0_8_splits() {
    for (path, value) in [
        ("/", r#"{"a.b[0]":"k","o":{"x/y":"z","n":"mk"}}"#),
        ("/p", r#"{"a.b":1,"l":["mk","b"]}"#),
        ("/p", r#"{"l":["b",{"x.y":[1],"n":"mk"}],"a/b":{"c":[]}}"#),
    ] {
        let there = with_edit(
            down(plain_target(&[CREATE, &data(path, value)])),
            r#""mk""#,
            r#""ED""#,
        );
        let (back, again) = comes_back(there.clone());
        let expected = data(path, &value.replace("mk", "ED"));
        assert_eq!(
            model(&back),
            model(&plain_target(&[CREATE, &expected])),
            "{:#?}",
            texts(&back)
        );
        assert_eq!(texts(&again), texts(&there));
    }
}

#[test]
fn a_deep_value_comes_back_in_one_message() {
    let deep = data("/", r#"{"title":"T","items":[{"name":"a"},{"name":"c"}]}"#);
    let below = data("/d", r#"{"x":{"y":{"z":{"k":[1,null]}}}}"#);
    for sent in [
        vec![CREATE, &deep],
        vec![CREATE, &below, &deep],
        vec![CREATE, &deep, &below, &new_update(TEXT)],
    ] {
        let there = down(plain_target(&sent));
        assert!(there.len() > sent.len());
        let back = texts(&up(there));
        assert_eq!(back.len(), sent.len(), "{back:#?}");
        assert!(
            sent.iter().all(|text| back.contains(&(*text).to_owned())),
            "{back:#?}"
        );
    }
}

#[test]
fn a_deep_value_comes_back_in_one_message_after_an_edit() {
    let value = r#"{"title":"T","items":[{"name":"a"},{"name":"c"}]}"#;
    for (old, new, expected) in [
        (r#":"T""#, r#":"U""#, value.replace("\"T\"", "\"U\"")),
        (r#":"c""#, r#":"d""#, value.replace("\"c\"", "\"d\"")),
    ] {
        let there = with_edit(down(plain_target(&[CREATE, &data("/", value)])), old, new);
        let back = texts(&up(there));
        assert!(back.contains(&data("/", &expected)), "{back:#?}");
    }
}

#[test]
fn parts_of_a_value_that_do_not_fit_together_come_back_one_by_one() {
    let sent = data("/", r#"{"title":"T","items":[{"name":"a"},{"name":"c"}]}"#);
    let there = down(plain_target(&[CREATE, &sent, &new_update(TEXT)]));
    let is_data = |message: &AnyMessage| message.encode().unwrap().contains("dataModelUpdate");
    let parts: Vec<usize> = (0..there.len())
        .filter(|at| is_data(&there[*at].0))
        .collect();
    let [first, second] = parts[..] else {
        panic!("{parts:?}")
    };
    // The second part is missing, comes first, or writes somewhere else.
    let mut without = there.clone();
    without.remove(second);
    let mut swapped = there.clone();
    swapped.swap(first, second);
    let moved = with_edit(there, r#""path":"/items""#, r#""path":"/others""#);
    for (messages, count) in [(without, 1), (swapped, 2), (moved, 2)] {
        let back = up(messages);
        let count_back = back
            .iter()
            .filter(|(message, _)| message.encode().unwrap().contains("updateDataModel"));
        assert_eq!(count_back.count(), count, "{:#?}", texts(&back));
    }
}
