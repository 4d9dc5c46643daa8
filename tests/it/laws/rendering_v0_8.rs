//! The visible state of A2UI 0.8 surfaces is the same in 0.8 and in 0.9.

use super::config;
use crate::translation;
use a2ui::{
    Message,
    expression::{Host, Scope},
    surface::{ClientAction, Surface, Surfaces},
};
use bridge::{Carry, Context, Dialect};
use proptest::prelude::*;
use wire::{Payload, PayloadKind, Pointer};

const OLD: Dialect = Dialect::A2ui0_8;
const NEW: Dialect = Dialect::A2ui0_9;

/// Data of 0.8: paths and contents.
const PATHS: &[&str] = &[
    "/",
    "/items",
    "/items/k1",
    "/items/k2/name",
    "/items/0",
    "/items/9/name",
    "items.k1",
    "/items/k2/tags",
    "/items/k3/tags/x",
    "/tags",
    "/shop",
    "/shop/items/12/name",
    "/title",
];
const CONTENTS: &[&str] = &[
    r#"{"key":"name","valueString":"one"},{"key":"price","valueNumber":2}"#,
    r#"{"key":"k1","valueMap":[{"key":"name","valueString":"a"}]},{"key":"k2","valueMap":[{"key":"name","valueString":"b"},{"key":"tags","valueMap":[{"key":"x","valueString":"t"}]}]}"#,
    r#"{"key":"items","valueMap":[{"key":"0","valueMap":[{"key":"name","valueString":"zero"}]},{"key":"k2","valueMap":[{"key":"name","valueString":"two"}]}]},{"key":"title","valueString":"T"}"#,
    r#"{"key":"items[0].name","valueString":"x"},{"key":"items.k1.name","valueString":"y"},{"key":"shop.items[1].name","valueString":"z"}"#,
    r#"{"key":"items","valueString":"[{\"name\":\"j\",\"tags\":[\"p\",\"q\"]}]"}"#,
    r#"{"key":".","valueString":"text"}"#,
    r#"{"key":"tags","valueMap":[{"key":"x","valueString":"t"},{"key":"y","valueString":"u"}]}"#,
    "",
];

fn text(id: &str, path: &str) -> String {
    format!(r#"{{"id":"{id}","component":{{"Text":{{"text":{{"path":"{path}"}}}}}}}}"#)
}

fn row(id: &str, children: &[&str]) -> String {
    let children = children
        .iter()
        .map(|id| format!("{id:?}"))
        .collect::<Vec<_>>()
        .join(",");
    format!(
        r#"{{"id":"{id}","component":{{"Row":{{"children":{{"explicitList":[{children}]}}}}}}}}"#
    )
}

fn template(id: &str, item: &str, path: &str) -> String {
    format!(
        r#"{{"id":"{id}","component":{{"List":{{"children":{{"template":{{"componentId":"{item}","dataBinding":"{path}"}}}}}}}}}}"#
    )
}

/// Generates a component of the surface. `top` shows a list, two texts and a button. An item shows a text and its tags.
fn component() -> BoxedStrategy<String> {
    let of = |paths: &'static [&'static str]| prop::sample::select(paths);
    let top = &[
        "/title",
        "/items/k1/name",
        "/items/k2/name",
        "/items/0/name",
        "/shop.items[1].name",
        "title",
        "/items",
    ];
    prop_oneof![
        Just(row("top", &["list", "a", "b", "go"])),
        Just(row("top", &["a", "b", "go"])),
        of(&["/items", "items", "/shop.items", "/items/k2/tags"]).prop_map(|path| template("list", "item", path)),
        Just(row("item", &["name", "tags"])),
        of(&["/name", "name", "./name", "/item/name", "//title", ".", "/price"]).prop_map(|path| text("name", path)),
        of(&["tags", "/tags"]).prop_map(|path| template("tags", "tag", path)),
        of(&[".", "/", ""]).prop_map(|path| text("tag", path)),
        of(top).prop_map(|path| text("a", path)),
        of(top).prop_map(|path| text("b", path)),
        of(top).prop_map(|path| format!(
            r#"{{"id":"go","component":{{"Button":{{"child":"a","action":{{"name":"go","context":[{{"key":"k","value":{{"path":"{path}"}}}}]}}}}}}}}"#
        )),
    ]
    .boxed()
}

fn message() -> BoxedStrategy<String> {
    let data = (prop::sample::select(PATHS), prop::sample::select(CONTENTS)).prop_map(|(path, contents)| {
        format!(r#"{{"dataModelUpdate":{{"surfaceId":"s","path":"{path}","contents":[{contents}]}}}}"#)
    });
    let update = prop::collection::vec(component(), 1..8).prop_map(|components| {
        format!(
            r#"{{"surfaceUpdate":{{"surfaceId":"s","components":[{}]}}}}"#,
            components.join(",")
        )
    });
    let begin = Just(r#"{"beginRendering":{"surfaceId":"s","root":"top"}}"#.to_owned());
    prop_oneof![4 => data, 4 => update, 1 => begin].boxed()
}

/// Generates messages that a surface accepts, in order. All components exist after the last message.
fn stream() -> BoxedStrategy<Vec<Message>> {
    prop::collection::vec(message(), 1..10)
        .prop_map(|mut texts| {
            texts.push(r#"{"beginRendering":{"surfaceId":"s","root":"top"}}"#.to_owned());
            let mut surfaces = Surfaces::new();
            let messages = texts.iter().map(|text| Message::read(text).unwrap());
            messages
                .filter(|message| surfaces.apply(message).is_ok())
                .collect()
        })
        .boxed()
}

/// Describes a surface: each node with its depth, type and text, and with the context that its action would send.
fn describe_surface(surface: &Surface) -> Vec<String> {
    let describe_value = |value: Option<&Payload>| match value {
        None => String::new(),
        // A map of 0.8 is a list in 0.9.
        Some(value) if matches!(value.kind(), PayloadKind::Object | PayloadKind::Array) => {
            "…".to_owned()
        }
        Some(value) => value.text().to_owned(),
    };
    let host = Host::new();
    let nodes = surface.nodes().unwrap();
    let node = |node: &a2ui::surface::SurfaceNode<'_>| {
        let scope: &Scope = &node.scope;
        // For a root that does not exist, 0.9 has an empty Column.
        let Some(component) = node.component else {
            return format!(
                "{} {} ",
                node.depth,
                if node.depth == 0 { "Column" } else { "?" }
            );
        };
        let text = component.property("text").map(|text| {
            describe_value(
                surface
                    .evaluation(scope, &host)
                    .value(&text, &Pointer::root())
                    .unwrap()
                    .as_ref(),
            )
        });
        let context = match surface.action_of(component.id().as_str(), scope, &host) {
            Ok(ClientAction::Event(event)) => describe_value(event.context.member("k").as_ref()),
            _ => String::new(),
        };
        let text = text.unwrap_or_default();
        format!("{} {} {text}{context}", node.depth, component.type_name())
    };
    nodes.iter().map(node).collect()
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn l20_a_surface_shows_the_same_in_0_8_and_0_9_after_every_message(messages in stream()) {
        for end in 1..=messages.len() {
            let messages = &messages[..end];
            let mut before = Surfaces::new();
            messages.iter().for_each(|message| drop(before.apply(message).unwrap()));
            let bare = messages.iter().map(|message| (message.clone().into(), Carry::default()));
            let sent = translation::all(OLD, NEW, &Context::default(), bare.collect());
            let begun = before.get("s").unwrap().root().is_some();
            // Surfaces that never began are refused at the end.
            prop_assert_eq!(sent.refused.is_empty(), begun);
            let mut after = Surfaces::new();
            for output in &sent.outputs {
                let message: Message = output.message.clone().try_into().unwrap();
                let applied = after.apply(&message);
                prop_assert!(applied.is_ok(), "{applied:?} {}", wire::encode(&message).unwrap());
            }
            let describe = |surfaces: &Surfaces| surfaces.get("s").filter(|_| begun).map(describe_surface);
            prop_assert_eq!(describe(&before), describe(&after));
        }
    }

    #[test]
    fn l20_data_comes_back_with_its_keys_if_the_carry_is_kept(messages in stream()) {
        let bare = messages.iter().map(|message| (message.clone().into(), Carry::default()));
        let there = translation::all(OLD, NEW, &Context::default(), bare.collect());
        let back = translation::all(NEW, OLD, &Context::default(), there.with_carries());
        let snapshot = |messages: Vec<Message>| {
            let mut surfaces = Surfaces::new();
            messages.iter().for_each(|message| drop(surfaces.apply(message).unwrap()));
            wire::encode(&surfaces.get("s").unwrap().snapshot()).unwrap()
        };
        let back = back.outputs.into_iter().map(|output| output.message.try_into().unwrap()).collect();
        prop_assert_eq!(snapshot(back), snapshot(messages));
    }
}
