//! Properties of embedding, checked for every message type with a slot.

use super::*;
use crate::{AnyMessage, SealKey, carry::Layer, trust::carry_slot};
use a2ui::Message;
use actions_json::item::Item;
use proptest::prelude::*;
use wire::Field;

fn payload(text: &str) -> Payload {
    Payload::parse(text).unwrap()
}

/// The message types with a slot. Each entry has the reader and a template.
const KINDS: &[(&str, &str)] = &[
    (
        "record",
        r#"{"id":"7","timestamp":"t","canvasFile":"a.html","action":"click","element":"ok","data":SLOT,"summary":"s"}"#,
    ),
    (
        "0.8",
        r#"{"userAction":{"name":"n","surfaceId":"s","sourceComponentId":"c","timestamp":"t","context":SLOT}}"#,
    ),
    (
        "0.9",
        r#"{"version":"v0.9","action":{"name":"n","surfaceId":"s","sourceComponentId":"c","timestamp":"t","context":SLOT}}"#,
    ),
    (
        "0.9",
        r#"{"version":"v0.9.1","action":{"name":"n","surfaceId":"s","sourceComponentId":"c","timestamp":"t","context":SLOT}}"#,
    ),
    (
        "0.10",
        r#"{"version":"v0.10","action":{"name":"n","surfaceId":"s","sourceComponentId":"c","timestamp":"t","context":SLOT}}"#,
    ),
    (
        "1.0",
        r#"{"version":"v1.0","action":{"name":"n","surfaceId":"s","sourceComponentId":"c","timestamp":"t","context":{},"metadata":SLOT}}"#,
    ),
    (
        "1.0",
        r#"{"version":"v1.0","action":{"name":"n","surfaceId":"s","sourceComponentId":"c","timestamp":"t","context":{},"metadata":{"extensions":SLOT,"x":[1.0]}}}"#,
    ),
    (
        "1.0",
        r#"{"version":"v1.0","createSurface":{"surfaceId":"s","catalogId":"c","metadata":{"extensions":SLOT}}}"#,
    ),
    (
        "dispatch",
        r#"{"channel":"ahp-canvas:/s","action":{"type":"canvas/message","payload":{"version":"v0.9","action":{"name":"n","surfaceId":"s","sourceComponentId":"c","timestamp":"t","context":SLOT}}}}"#,
    ),
    (
        "dispatch",
        r#"{"channel":"ahp-canvas:/s","action":{"type":"canvas/message","payload":{"version":"v1.0","createSurface":{"surfaceId":"s","catalogId":"c","metadata":{"extensions":SLOT}}}}}"#,
    ),
    (
        "event",
        r#"{"type":"dom_event","event_id":"e","runtime_id":"r","name":"n","payload":{},"observed_at":"t",SLOT}"#,
    ),
    (
        "item",
        r#"{"type":"dom_event","event_id":"e","runtime_id":"r","name":"n","payload":{},"observed_at":"t",SLOT}"#,
    ),
    (
        "item",
        r#"{"type":"action_call","call_id":"i","runtime_id":"r","name":"n","arguments":{},SLOT}"#,
    ),
    (
        "item",
        r#"{"type":"action_call_output","call_id":"i","runtime_id":"r","output":1,SLOT}"#,
    ),
    (
        "item",
        r#"{"type":"action_error","call_id":"i","error":{"code":"x","message":"m"},SLOT}"#,
    ),
];

fn read(kind: &str, text: &str) -> Result<AnyMessage, wire::DecodeError> {
    Ok(match kind {
        "record" => AnyMessage::Interaction(wire::decode(text)?),
        "dispatch" => AnyMessage::Dispatch(wire::decode(text)?),
        "event" => AnyMessage::Event(wire::decode(text)?),
        "item" => AnyMessage::Call(Box::new(wire::decode::<Item>(text)?)),
        _ => Message::read(text)?.into(),
    })
}

/// Returns the messages of all types that can have this slot. `None` is an absent slot.
fn messages(slot: Option<&Payload>) -> Vec<(&'static str, AnyMessage)> {
    let messages = KINDS.iter().filter_map(|(kind, text)| {
        let text = match (text.contains(",SLOT"), slot) {
            // An item has the members of the object, each name once.
            (true, Some(slot)) if slot.is_object() => {
                let inner = slot
                    .text()
                    .trim_start_matches('{')
                    .trim_end_matches('}')
                    .trim();
                if inner.is_empty() {
                    text.replace(",SLOT", "")
                } else {
                    text.replace("SLOT", inner)
                }
            }
            (true, Some(_)) => return None,
            (true, None) => text.replace(",SLOT", ""),
            (false, Some(slot)) => text.replace("SLOT", slot.text()),
            (false, None) => {
                let without = [
                    r#","data":SLOT"#,
                    r#","metadata":SLOT"#,
                    r#""extensions":SLOT,"#,
                    r#""extensions":SLOT"#,
                ];
                without
                    .iter()
                    .fold((*text).to_owned(), |text, part| text.replace(part, ""))
            }
        };
        Some((*kind, read(kind, &text).ok()?))
    });
    messages.collect()
}

/// Rewrites a text as JavaScript would after parsing and writing it.
fn as_javascript(text: &str) -> String {
    match text.as_bytes()[0] {
        b'[' => {
            let elements: Vec<_> = wire::token::children(text)
                .map(|child| as_javascript(child.text))
                .collect();
            format!("[{}]", elements.join(","))
        }
        b'{' => {
            let mut members: Vec<(String, String)> = Vec::new();
            for child in wire::token::children(text) {
                let (name, value) = (
                    as_javascript(child.name.unwrap()),
                    as_javascript(child.text),
                );
                match members.iter_mut().find(|member| member.0 == name) {
                    Some(member) => member.1 = value,
                    None => members.push((name, value)),
                }
            }
            // JavaScript writes index-like names first.
            let index = |name: &str| name.trim_matches('"').parse::<u32>().unwrap_or(u32::MAX);
            members.sort_by_key(|(name, _)| index(name));
            let members: Vec<_> = members
                .into_iter()
                .map(|(name, value)| format!("{name}:{value}"))
                .collect();
            format!("{{{}}}", members.join(","))
        }
        b'"' => {
            let mut string = String::new();
            for unit in char::decode_utf16(wire::token::utf16(text)) {
                match unit {
                    Ok(c) => {
                        let quoted = Payload::string(&c.to_string());
                        string.push_str(&quoted.text()[1..quoted.text().len() - 1]);
                    }
                    Err(half) => string.push_str(&format!("\\u{:04x}", half.unpaired_surrogate())),
                }
            }
            format!("\"{string}\"")
        }
        b'-' | b'0'..=b'9' => match text.parse::<f64>().unwrap() {
            number if number.is_finite() => shortest(number + 0.0),
            _ => "null".to_owned(),
        },
        _ => text.to_owned(),
    }
}

/// Returns the shortest decimal text of a number, as in JavaScript.
fn shortest(number: f64) -> String {
    let scientific = format!("{number:e}");
    let (digits, exponent) = scientific.split_once('e').unwrap();
    let decimals = digits
        .split_once('.')
        .map_or(0, |(_, decimals)| decimals.len());
    match exponent.parse::<usize>() {
        Ok(exponent) if (decimals..21).contains(&exponent) => {
            digits.replace('.', "") + &"0".repeat(exponent - decimals)
        }
        _ => format!("{number}"),
    }
}

fn json() -> impl Strategy<Value = String> {
    let scalar = prop::sample::select(vec![
        "null",
        "true",
        "7",
        "1.0",
        "-0",
        "1e999",
        "12345678901234567890",
        r#""""#,
        r#""\ud83d""#,
        r#""\"\\\u0000/é""#,
        "\"\u{2028}\u{1F600}\"",
    ]);
    scalar
        .prop_map(str::to_owned)
        .prop_recursive(3, 12, 3, |inner| {
            let member =
                (name(), inner.clone()).prop_map(|(name, value)| format!("{name} : {value}"));
            prop_oneof![
                prop::collection::vec(inner, 0..3)
                    .prop_map(|values| format!("[{}]", values.join(" ,"))),
                prop::collection::vec(member, 0..4)
                    .prop_map(|members| format!("{{ {}}}", members.join(", "))),
            ]
        })
}

fn name() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        r#""a""#,
        r#""b\"""#,
        r#""12""#,
        r#""value""#,
        r#""agent_ui_carry""#,
        r#""\ud83d""#,
    ])
}

fn carries() -> impl Strategy<Value = Carry> {
    let pointer = prop::sample::select(vec![
        "",
        "/data",
        "/action/context",
        "/userAction/context",
        "/action/metadata",
        "/action/metadata/extensions",
        "/agent_ui_carry",
        "/x",
    ]);
    let field = (pointer, prop::option::of(json()))
        .prop_map(|(pointer, value)| (pointer, value.as_deref().map(payload)));
    let from = prop::sample::select(Dialect::ALL);
    let layer =
        (from, prop::collection::vec((field, any::<bool>()), 0..3)).prop_map(|(from, fields)| {
            let mut layer = Layer::of(from);
            for ((pointer, value), shown) in fields {
                layer.keep(Pointer::parse(pointer).unwrap(), value);
                if shown {
                    layer.keep_visible(
                        Pointer::parse(pointer).unwrap(),
                        Payload::null(),
                        Vec::new(),
                    );
                }
            }
            layer
        });
    (
        prop::collection::vec(layer, 0..3),
        prop::option::of(json()),
        prop::option::of("[0-9a-f]{64}"),
    )
        .prop_map(|(layers, extra, seal)| {
            let mut carry = Carry {
                layers,
                ..Carry::default()
            };
            carry.extra = extra
                .into_iter()
                .map(|extra| ("x", payload(&extra)))
                .collect();
            carry.seal = seal.map_or(Field::Absent, Field::Value);
            carry
        })
}

/// Generates foreign values for a member with the carry's name.
fn foreign() -> impl Strategy<Value = String> {
    let whole = carries().prop_map(|carry| {
        let carry = if carry.is_empty() {
            some_carry()
        } else {
            carry
        };
        carry_slot::embed_carry(None, &carry)
            .unwrap()
            .members()
            .next()
            .unwrap()
            .1
            .text()
            .to_owned()
    });
    let whole = whole.boxed();
    let damaged = (whole.clone(), any::<prop::sample::Index>()).prop_map(|(text, at)| {
        let text = payload(&text).as_str().unwrap().into_owned();
        let end = (0..text.len())
            .rev()
            .cycle()
            .skip(at.index(text.len()))
            .find(|end| text.is_char_boundary(*end));
        Payload::string(&text[..end.unwrap()]).text().to_owned()
    });
    let old = carries().prop_map(|carry| Payload::encode(&carry).unwrap().text().to_owned());
    prop_oneof![2 => json(), 1 => whole, 1 => damaged, 1 => old]
}

/// Generates slots, often with foreign members of the carry's name.
fn slots() -> impl Strategy<Value = Option<Payload>> {
    let own = prop_oneof![
        Just(r#""agent_ui_carry""#),
        Just(r#" "agent_ui\u005fcarry" "#)
    ];
    let member = prop_oneof![2 => (name(), json()), 1 => (own, foreign())];
    let object = (
        prop::collection::vec(member, 0..4),
        prop::sample::select(vec!["", " ", "\n"]),
    )
        .prop_map(|(members, gap)| {
            let members: Vec<_> = members
                .into_iter()
                .map(|(name, value)| format!("{gap}{name}{gap}:{gap}{value}{gap}"))
                .collect();
            format!("{{{}}}", members.join(","))
        });
    let null = Just(Some("null".to_owned()));
    let text = prop_oneof![1 => Just(None), 1 => null, 2 => json().prop_map(Some), 6 => object.prop_map(Some)];
    text.prop_map(|text| text.as_deref().map(payload))
}

fn some_carry() -> Carry {
    let mut layer = Layer::of(Dialect::Mcp2025_06);
    layer.keep(Pointer::from_static("/x"), Some(payload("1e999")));
    Carry::default().with(layer)
}

fn key() -> SealKey {
    SealKey::new(b"0123456789abcdef").unwrap()
}

fn text(value: &AnyMessage) -> String {
    value.encode().unwrap()
}

proptest! {
    #[test]
    fn a_message_and_its_embedded_carry_round_trip_exactly(slot in slots(), carry in carries()) {
        let mut seen = 0;
        for (kind, message) in messages(slot.as_ref()) {
            seen += 1;
            let before = text(&message);
            let binding = message.binding();
            let full = message.embed(carry.clone()).unwrap();
            prop_assert_eq!(full.binding(), binding);
            if carry.is_empty() {
                prop_assert_eq!(text(&full), before);
                continue;
            }
            let full = text(&full);
            let back = read(kind, &full).unwrap().extract(&CarryPolicy::Accept);
            prop_assert_eq!(text(&back.message), before);
            prop_assert_eq!(back.ignored, None);
            let as_text = |carry: &Carry| Payload::encode(carry).unwrap().text().to_owned();
            prop_assert_eq!(as_text(&back.carry), as_text(&carry.clone().without_seal()));

            let rewritten = read(kind, &as_javascript(&full)).unwrap().extract(&CarryPolicy::Accept);
            prop_assert_eq!(as_text(&rewritten.carry), as_text(&carry.clone().without_seal()));
        }
        prop_assert!(seen >= 8);
    }

    #[test]
    fn a_carry_that_is_not_admitted_stays_in_its_message(slot in slots(), carry in carries()) {
        for (_, message) in messages(slot.as_ref()) {
            let sealed = carry.clone().seal_for(&key(), &message.binding());
            for (carry, policy, ignored) in [
                (&carry, CarryPolicy::Ignore, Some(IgnoredCarry::ByPolicy)),
                (&carry.clone().without_seal(), CarryPolicy::Sealed(key()), Some(IgnoredCarry::NoSeal)),
                (&carry.clone().seal("00"), CarryPolicy::Sealed(key()), Some(IgnoredCarry::WrongSeal)),
                (&sealed, CarryPolicy::Sealed(key()), None),
            ] {
                if carry.is_empty() {
                    continue;
                }
                let before = text(&message);
                let full = message.clone().embed(carry.clone()).unwrap();
                let embedded = text(&full);
                let extracted = full.extract(&policy);
                prop_assert_eq!(extracted.ignored, ignored);
                prop_assert_eq!(text(&extracted.message), if ignored.is_some() { embedded } else { before });
                prop_assert_eq!(extracted.carry, if ignored.is_some() { Carry::default() } else { carry.clone().without_seal() });
            }
        }
    }
}

#[test]
fn the_javascript_model_changes_numbers_and_member_order() {
    let text =
        r#"{ "b" : 1.0, "1" : [1e999, 12345678901234567890], "c" : "\u00e9\ud83d\"\n", "b" : -0 }"#;
    assert_eq!(
        as_javascript(text),
        r#"{"1":[null,12345678901234567000],"b":0,"c":"é\ud83d\"\n"}"#
    );
}

#[test]
fn every_kind_of_slot_value_has_sample_messages() {
    let count = |slot: Option<&str>| messages(slot.map(payload).as_ref()).len();
    assert_eq!(count(Some("{}")), KINDS.len());
    assert_eq!(count(Some(r#"{"agent_ui_carry":1}"#)), KINDS.len());
    // An item is always an object, and metadata is an object or null.
    assert_eq!(count(Some("null")), KINDS.len() - 5);
    assert_eq!(count(Some("7")), KINDS.len() - 6);
    // A context is always present.
    assert_eq!(count(None), KINDS.len() - 5);
}

#[test]
fn a_foreign_member_stays_if_no_carry_is_extracted() {
    let embedded = carry_slot::embed_carry(None, &some_carry()).unwrap();
    let damaged = embedded.text().replace("1e999", "1e99");
    let slots = [
        (r#"{"agent_ui_carry":5}"#, None),
        (r#"{"agent_ui_carry":null,"x":1}"#, None),
        (
            r#"{"agent_ui_carry":{"v":1,"layers":[{"from":"aap@1.0","fields":[["/id","7"]]}]}}"#,
            None,
        ),
        (
            r#"{"agent_ui_carry":"1:9d2cc1ae:{}"}"#,
            Some(IgnoredCarry::Damaged),
        ),
        (&damaged, Some(IgnoredCarry::Damaged)),
    ];
    for (slot, why) in slots {
        for (index, (_, message)) in messages(Some(&payload(slot))).into_iter().enumerate() {
            let before = text(&message);
            let extracted = message.extract(&CarryPolicy::Accept);
            // In this type, the member is next to the slot.
            let why = why.filter(|_| index != 5);
            assert_eq!(
                (text(&extracted.message), extracted.carry, extracted.ignored),
                (before, Carry::default(), why)
            );
        }
    }
}

#[test]
fn the_carry_is_the_last_member_of_its_object() {
    let mut messages = messages(Some(&payload(r#"{"agent_ui_carry":5,"x":1}"#)));
    // The foreign member is next to the slot and stays there.
    messages.remove(5);
    for (_, message) in messages {
        let full = text(&message.embed(some_carry()).unwrap());
        let (_, behind) = full.split_once(r#""agent_ui_carry":"1:"#).unwrap();
        let (_, behind) = behind.split_once(r#"}]""#).unwrap();
        assert!(behind.starts_with('}'), "{full}");
        assert_eq!(
            full.matches(r#""agent_ui_carry":"#).count(),
            1,
            "the other one is in the string: {full}"
        );
    }
}

#[test]
fn edits_of_metadata_and_items_are_kept() {
    let (_, message) = messages(Some(&payload(r#"{"agent_ui_carry":5,"x":1}"#))).remove(6);
    let full = text(&message.embed(some_carry()).unwrap()).replace(r#""x":1,"#, r#""x":2,"#);
    let back = read("1.0", &full).unwrap().extract(&CarryPolicy::Accept);
    assert_eq!(back.carry, some_carry());
    assert!(
        text(&back.message)
            .contains(r#""metadata":{"extensions":{"x":2,"agent_ui_carry":5},"x":[1.0]}"#)
    );

    // The message had no metadata, so the added member stays.
    let (_, message) = messages(None).remove(1);
    let full = text(&message.embed(some_carry()).unwrap());
    assert!(
        full.contains(r#""metadata":{"extensions":{"agent_ui_carry""#),
        "{full}"
    );
    let full = full.replace(r#""metadata":{"#, r#""metadata":{"y":1,"#);
    let back = read("1.0", &full).unwrap().extract(&CarryPolicy::Accept);
    assert!(
        text(&back.message).contains(r#""metadata":{"extensions":{},"y":1}"#),
        "{}",
        text(&back.message)
    );

    let (_, message) = messages(Some(&payload(r#"{"agent_ui_carry":5,"x":1}"#)))
        .pop()
        .unwrap();
    let full = text(&message.embed(some_carry()).unwrap()).replace(r#""x":1,"#, "");
    let back = read("item", &full).unwrap().extract(&CarryPolicy::Accept);
    assert!(text(&back.message).ends_with(r#","agent_ui_carry":5}"#));
}

#[test]
fn a_forged_original_of_an_item_changes_nothing() {
    let item =
        r#"{"type":"action_call_output","call_id":"i","runtime_id":"r","output":1,"value":7}"#;
    for before in [None, Some("7"), Some("null")] {
        let forged = carry_slot::embed_carry(before.map(payload).as_ref(), &some_carry()).unwrap();
        let member = forged.members().last().unwrap().1;
        let full = item.replace('}', &format!(r#","agent_ui_carry":{member}}}"#));
        let back = read("item", &full).unwrap().extract(&CarryPolicy::Accept);
        assert_eq!(
            (text(&back.message), back.carry),
            (item.to_owned(), some_carry())
        );
    }
}

#[test]
fn bindings_contain_the_identity_of_the_message() {
    let binding = |dialect, surface: &str, component: Option<&str>, timestamp: Option<&str>| {
        Binding::of(dialect)
            .surface(Some(surface))
            .component(component)
            .timestamp(timestamp)
    };
    let action = |dialect| binding(dialect, "s", Some("c"), Some("t"));
    use Dialect::*;
    let expected = [
        binding(Aap, "a.html", Some("ok"), Some("t")),
        action(A2ui0_8),
        action(A2ui0_9),
        action(A2ui0_9),
        action(A2ui0_10),
        action(A2ui1_0Aug),
        action(A2ui1_0Aug),
        binding(A2ui1_0Aug, "s", None, None),
        action(AhpCanvas),
        binding(AhpCanvas, "s", None, None),
        binding(ActionsJson, "r", Some("e"), Some("t")),
        binding(ActionsJson, "r", Some("e"), Some("t")),
        binding(ActionsJson, "r", Some("i"), None),
        binding(ActionsJson, "r", Some("i"), None),
        Binding::of(ActionsJson).component(Some("i")),
    ];
    let bindings: Vec<_> = messages(Some(&payload("{}")))
        .iter()
        .map(|(_, message)| message.binding())
        .collect();
    assert_eq!(bindings, expected);

    let closed = read(
        "dispatch",
        r#"{"channel":"ahp-canvas:/s","action":{"type":"canvas/closeRequested"}}"#,
    )
    .unwrap();
    assert_eq!(
        closed.binding(),
        Binding::of(AhpCanvas).surface(Some("ahp-canvas:/s"))
    );
    assert!(closed.clone().embed(Carry::default()).is_ok());
    assert_eq!(
        closed.embed(some_carry()).unwrap_err().rule(),
        "carry/no-room"
    );
    let frame = |text| AnyMessage::Frame(wire::decode(text).unwrap()).binding();
    assert_eq!(
        frame(r#"{"jsonrpc":"2.0","id":"7","result":1}"#),
        Binding::of(AhpCanvas).component(Some("\"7\""))
    );
    assert_eq!(
        frame(r#"{"jsonrpc":"2.0","id":7,"method":"m"}"#),
        Binding::of(AhpCanvas).component(Some("7"))
    );
    assert_eq!(
        frame(r#"{"jsonrpc":"2.0","method":"m"}"#),
        Binding::of(AhpCanvas)
    );
}
