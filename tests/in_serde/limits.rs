//! Depth, lone surrogates, the private names of serde_json, and bytes that are not text.

use super::{Untagged, interaction};
use aap::Interaction;
use ahp::canvas::{CanvasAction, CanvasUpdated};
use serde_json::Value;
use wire::{DecodeRule, Payload};

/// Builds an array that nests this many levels.
fn arrays(levels: usize) -> String {
    "[".repeat(levels) + &"]".repeat(levels)
}

/// Builds three messages of this depth: a record, an action whose tag comes first, and an action whose tag comes last.
fn deep(depth: usize) -> [(String, &'static str); 3] {
    let deep = arrays(depth - 1);
    let (record, _) = interaction("0")
        .split_once("\"data\"")
        .map(|(a, b)| (a.to_owned(), b.to_owned()))
        .unwrap();
    [
        (format!(r#"{record}"data":{deep},"summary":"s"}}"#), "/data"),
        (
            format!(r#"{{"type":"canvas/message","payload":{deep}}}"#),
            "/payload",
        ),
        (
            format!(r#"{{"payload":{deep},"type":"canvas/message"}}"#),
            "/payload",
        ),
    ]
}

/// Decodes a record or a canvas action, and writes it again.
fn decode(text: &str) -> Result<String, wire::DecodeError> {
    if text.contains("summary") {
        wire::decode::<Interaction>(text).map(|value| wire::encode(&value).unwrap())
    } else {
        wire::decode::<CanvasAction>(text).map(|value| wire::encode(&value).unwrap())
    }
}

#[test]
fn a_message_deeper_than_127_levels_is_refused_at_its_deepest_allowed_place() {
    for (text, _) in deep(127) {
        assert_eq!(Payload::parse(decode(&text).unwrap()), Payload::parse(text));
    }
    for depth in [128, 129, 100_000] {
        for (text, at) in deep(depth) {
            let error = decode(&text).unwrap_err();
            // The message is level 1 and the member level 2, so level 128 is 126 levels below the member.
            assert_eq!(
                (error.rule, error.pointer.as_str()),
                (DecodeRule::Depth, &*(at.to_owned() + &"/0".repeat(126)))
            );
            assert_eq!(
                error.message,
                format!("the value nests {depth} levels deep; the limit is 127")
            );
        }
    }
}

#[test]
fn wire_limits_the_depth_and_serde_handles_deeper_values() {
    for depth in [128, 100_000] {
        let [(record, _), (first, _), (last, _)] = deep(depth);
        let value: Interaction = serde_json::from_str(&record).unwrap();
        assert_eq!(value.data.as_ref().unwrap().depth(), depth - 1);
        let copy = value.clone();
        assert_eq!(copy, value);
        drop(value);
        assert!(format!("{copy:?}").len() > 2 * depth - 2);
        assert_eq!(serde_json::to_string(&copy).unwrap(), record);
        assert!(wire::encode(&copy).is_err());
        let one: CanvasAction = serde_json::from_str(&first).unwrap();
        let other: CanvasAction = serde_json::from_str(&last).unwrap();
        assert_eq!(one, other);
        assert_eq!(serde_json::to_string(&other).unwrap(), first);
        let error = wire::encode(&other).unwrap_err();
        assert!(error.to_string().contains("127"), "{error}");
    }
}

#[test]
fn the_buffer_of_serde_has_the_depth_limit_of_wire() {
    let [(record, _), ..] = deep(127);
    let is = wire::decode::<Interaction>(&record).unwrap();
    assert_eq!(
        serde_json::from_str::<Untagged<Interaction>>(&record).unwrap(),
        Untagged::Message(is.clone())
    );
    assert_eq!(
        serde_json::from_value::<Interaction>(serde_json::to_value(&is).unwrap()).unwrap(),
        is
    );
    for depth in [128, 100_000] {
        let [(record, _), ..] = deep(depth);
        assert!(serde_json::from_str::<Untagged<Interaction>>(&record).is_err());
    }
    // A payload converts to a `Value` by itself, in any surrounding type.
    let [(record, _), ..] = deep(129);
    let value: Interaction = serde_json::from_str(&record).unwrap();
    assert!(serde_json::to_value(&value).is_err());
}

#[test]
fn lone_surrogates_are_kept_in_payloads_and_refused_in_typed_members() {
    for half in [
        r#""\ud83d""#,
        r#"{"\udc00":["a\uD83Dz"],"\ud83d":1,"\udc01":2}"#,
    ] {
        let text = interaction(half);
        assert_eq!(
            wire::encode(&wire::decode::<Interaction>(&text).unwrap()).unwrap(),
            text
        );
        for read in [
            serde_json::from_slice(text.as_bytes()),
            serde_json::from_reader(text.as_bytes()),
        ] {
            assert_eq!(
                serde_json::to_string::<Interaction>(&read.unwrap()).unwrap(),
                text
            );
        }
    }
    let whole = interaction(r#""\ud83d\ude00""#);
    assert_eq!(
        wire::decode::<Interaction>(&whole)
            .unwrap()
            .data
            .unwrap()
            .as_str()
            .unwrap(),
        "\u{1f600}"
    );
    for (text, pointer) in [
        (
            interaction("0").replace(r#""s""#, r#""\ud83d""#),
            "/summary",
        ),
        (
            interaction("0").replace(r#""click""#, r#""\udc00""#),
            "/action",
        ),
    ] {
        let error = wire::decode::<Interaction>(&text).unwrap_err();
        assert_eq!(
            (error.rule, error.pointer.as_str()),
            (DecodeRule::Syntax, pointer),
            "{error}"
        );
        assert!(error.line == 1 && error.column > 1, "{error}");
    }
    // A member name that no table lists need not become a string.
    let names = interaction("0").replace(r#""x-own":0"#, r#""\ud800":0,"\udc00":1"#);
    let is: Interaction = wire::decode(&names).unwrap();
    assert_eq!(
        is.extra.iter().map(|member| member.0).collect::<Vec<_>>(),
        [r"\ud800", r"\udc00"]
    );
    assert_eq!(wire::encode(&is).unwrap(), names);
    assert_eq!(serde_json::to_string(&is).unwrap(), names);
    assert_eq!(serde_json::from_str::<Interaction>(&names).unwrap(), is);
    let twice = names.replace("\\udc00", "\\uD800");
    assert_eq!(
        wire::decode::<Interaction>(&twice).unwrap_err().rule,
        DecodeRule::Duplicate
    );
    let typed = r#"{"title":"\ud83d","type":"canvas/updated"}"#;
    assert_eq!(
        wire::decode::<CanvasAction>(typed)
            .unwrap_err()
            .pointer
            .as_str(),
        "/title"
    );
}

const SECRETS: [&str; 6] = [
    r#"{"$serde_json::private::Number":"1"}"#,
    r#"{"$serde_json::private::Number":"x"}"#,
    r#"{"$serde_json::private::Number":1,"a":2}"#,
    r#"{"$serde_json::private::RawValue":"1"}"#,
    r#"{"$serde_json::private::RawValue":"["}"#,
    r#"{"$serde_json::private::RawValue":[]}"#,
];

#[test]
fn private_names_of_serde_json_are_ordinary_member_names() {
    for secret in SECRETS {
        for text in [
            interaction(secret),
            interaction(&format!("[{secret},{{\"a\":{secret}}}]")),
        ] {
            let is: Interaction = wire::decode(&text).unwrap();
            assert!(is.extra.get("x-own").unwrap().text().contains(secret));
            assert_eq!(wire::encode(&is).unwrap(), text);
            assert_eq!(
                serde_json::from_slice::<Interaction>(text.as_bytes()).unwrap(),
                is
            );
            assert_eq!(
                serde_json::from_reader::<_, Interaction>(text.as_bytes()).unwrap(),
                is
            );
            assert_eq!(serde_json::to_string(&is).unwrap(), text);
        }
        // As a member of a typed object, before the tag, and as a whole document.
        let member = secret.trim_matches(['{', '}']);
        let update: CanvasUpdated = wire::decode(secret).unwrap();
        assert_eq!(
            wire::encode(&update).unwrap(),
            format!(r#"{{"type":"canvas/updated",{member}}}"#)
        );
        for text in [
            format!(r#"{{{member},"type":"canvas/updated","title":null}}"#),
            format!(r#"{{{member},"type":"canvas/later"}}"#),
            format!(r#"{{"payload":{secret},"type":"canvas/message"}}"#),
        ] {
            let action: CanvasAction = wire::decode(&text).unwrap();
            assert_eq!(
                Payload::parse(wire::encode(&action).unwrap()),
                Payload::parse(text)
            );
        }
        let payload: Payload = wire::decode(secret).unwrap();
        assert!(payload.is_object() && payload.text() == secret);
    }
}

#[test]
fn a_private_name_converts_to_the_value_that_serde_json_reads() {
    for secret in SECRETS {
        let payload = Payload::parse(secret).unwrap();
        let direct = serde_json::from_str::<Value>(secret).ok();
        assert_eq!(serde_json::to_value(&payload).ok(), direct, "{secret}");
        let Some(value) = direct else { continue };
        let shown = value.to_string();
        assert_eq!(
            serde_json::from_value::<Payload>(value).unwrap().text(),
            shown
        );
    }
}

#[test]
fn the_error_for_a_byte_order_mark_names_it() {
    let text = format!("\u{feff}{}", interaction("{}"));
    for error in [
        wire::decode::<Interaction>(&text).unwrap_err(),
        wire::decode_slice::<Interaction>(text.as_bytes()).unwrap_err(),
    ] {
        assert_eq!(error.rule, DecodeRule::Syntax);
        assert_eq!(error.message, "the message starts with a byte order mark");
        assert_eq!((error.line, error.column), (1, 1));
    }
    // Inside a string it is an ordinary character.
    let inside = interaction("\"\u{feff}\"");
    assert_eq!(
        wire::encode(&wire::decode::<Interaction>(&inside).unwrap()).unwrap(),
        inside
    );
}

#[test]
fn invalid_utf_8_is_refused_with_line_and_column() {
    let text = interaction("\"X\"").replace(r#","data""#, ",\n\"data\"");
    let at = text.find('X').unwrap();
    for bad in [
        &b"\xff"[..],
        b"\xed\xa0\xbd",
        b"\xc0\x80",
        b"\xf4\x90\x80\x80",
        b"\xe2\x82",
    ] {
        let bytes = [&text.as_bytes()[..at], bad, &text.as_bytes()[at + 1..]].concat();
        let error = wire::decode_slice::<Interaction>(&bytes).unwrap_err();
        assert_eq!(
            (error.rule, error.line, error.column),
            (DecodeRule::Encoding, 2, r#""data":"X"#.len())
        );
    }
    assert!(wire::decode_slice::<Interaction>(text.as_bytes()).is_ok());
}

#[test]
fn line_ends_of_both_kinds_are_whitespace_and_stay_in_payloads() {
    let data = "{\r\n  \"a\": 1,\r\n  \"b\": [\n]\r\n}";
    let text = interaction(data).replace(",\"", ",\r\n\"");
    let is: Interaction = wire::decode(&text).unwrap();
    assert_eq!(
        is.data.as_ref().unwrap().text(),
        data.replace(",\"", ",\r\n\"")
    );
    let line = wire::encode_line(&is).unwrap();
    assert!(!line.contains(['\r', '\n']));
    assert_eq!(wire::decode::<Interaction>(&line).unwrap(), is);
    // A line of a file with CRLF line ends.
    assert_eq!(
        wire::decode::<Interaction>(&format!("{line}\r")).unwrap(),
        is
    );
    // Unescaped line ends are not allowed in a string.
    let error =
        wire::decode::<Interaction>(&interaction("0").replace("click", "cl\r\nick")).unwrap_err();
    assert_eq!(
        (error.rule, error.pointer.as_str()),
        (DecodeRule::Syntax, "/action")
    );
}
