//! Numbers that no machine type can represent.

use super::{Beside, Flat, Inside, Outside, Plain, Untagged, interaction};
use aap::Interaction;
use serde_json::Value;
use wire::Payload;

const HARSH: [&str; 8] = [
    "18446744073709551616",
    "-123456789012345678901234567890",
    "1e999",
    "-1e-999",
    "-0",
    "1e2",
    "0.10",
    "1.0",
];

fn record(number: &str) -> (String, Interaction) {
    let text = interaction(&format!(r#"{{"n":[{number}]}}"#));
    let record = wire::decode(&text).unwrap();
    (text, record)
}

/// Returns the text of the number in a decoded record.
fn number(record: &Interaction) -> String {
    let pointer = wire::Pointer::parse("/n/0").unwrap();
    record
        .data
        .as_ref()
        .unwrap()
        .get(&pointer)
        .unwrap()
        .text()
        .to_owned()
}

#[test]
fn reading_directly_from_text_keeps_every_number() {
    for harsh in HARSH {
        let (text, is) = record(harsh);
        assert_eq!(number(&is), harsh);
        let plain = format!(r#"{{"one":{text},"list":[{text}],"maybe":null,"by_name":{{}}}}"#);
        let outside = format!(r#"{{"Message":{text}}}"#);
        let beside = format!(r#"{{"kind":"Message","content":{text}}}"#);
        macro_rules! every_way {
            ($Type:ty, $text:expr, $is:expr) => {
                assert_eq!(serde_json::from_str::<$Type>($text).unwrap(), $is);
                assert_eq!(
                    serde_json::from_slice::<$Type>($text.as_bytes()).unwrap(),
                    $is
                );
                assert_eq!(
                    serde_json::from_reader::<_, $Type>($text.as_bytes()).unwrap(),
                    $is
                );
                assert_eq!(serde_json::to_string(&$is).unwrap(), *$text);
            };
        }
        every_way!(Interaction, &text, is);
        every_way!(
            Plain<Interaction>,
            &plain,
            Plain {
                one: is.clone(),
                list: vec![is.clone()],
                maybe: None,
                by_name: Default::default()
            }
        );
        every_way!(Outside<Interaction>, &outside, Outside::Message(is.clone()));
        every_way!(Beside<Interaction>, &beside, Beside::Message(is.clone()));
    }
}

fn message(untagged: Untagged<Interaction>) -> Option<Interaction> {
    match untagged {
        Untagged::Message(is) => Some(is),
        Untagged::Sequence(_) => None,
    }
}

/// Returns the text that serde_json itself writes for a number, without any wire type.
fn as_value(number: &str) -> Option<String> {
    serde_json::from_str::<Value>(number)
        .ok()
        .map(|value| value.to_string())
}

#[test]
fn reading_through_a_value_or_a_buffer_changes_numbers_as_serde_json_does() {
    for harsh in HARSH {
        let (text, _) = record(harsh);
        let beside = format!(r#"{{"content":{text},"kind":"Message"}}"#);
        let inside = text.replacen('{', r#"{"x-kind":"Message","#, 1);
        let flat = text.replacen('{', r#"{"x-seq":1,"#, 1);
        let value =
            serde_json::from_str::<Value>(&text).and_then(serde_json::from_value::<Interaction>);
        let ways = [
            value.ok(),
            serde_json::from_str(&text).ok().and_then(message),
            serde_json::from_str(&beside)
                .ok()
                .map(|Beside::Message(is)| is),
            serde_json::from_str(&inside)
                .ok()
                .map(|Inside::Message(is)| is),
            serde_json::from_str(&flat)
                .ok()
                .map(|Flat { message, .. }| message),
        ];
        for is in ways {
            assert_eq!(is.as_ref().map(number), as_value(harsh), "{harsh}");
        }
    }
}

#[test]
fn a_value_loses_only_numbers_that_its_features_cannot_keep() {
    let kept: Vec<_> = HARSH
        .into_iter()
        .filter(|harsh| as_value(harsh).as_deref() == Some(harsh))
        .collect();
    if cfg!(feature = "hostile") {
        // serde_json writes a sign into every exponent.
        assert_eq!(
            [as_value("1e999"), as_value("1e2")],
            [Some("1e+999".to_owned()), Some("1e+2".to_owned())]
        );
        assert_eq!(
            kept,
            HARSH
                .into_iter()
                .filter(|harsh| !["1e999", "1e2"].contains(harsh))
                .collect::<Vec<_>>()
        );
    } else {
        assert_eq!(kept, ["1.0"]);
        assert_eq!(as_value("1e999"), None);
    }
}

/// Returns `true` if a value of serde_json represents exactly this number.
fn is_exact_as_value(number: &str) -> bool {
    cfg!(feature = "hostile") || ["-0", "1e2", "0.10", "1.0"].contains(&number)
}

#[test]
fn converting_to_a_value_keeps_a_number_or_fails() {
    for harsh in HARSH {
        let (text, is) = record(harsh);
        let payload = Payload::parse(&text).unwrap();
        let is_flat = Flat {
            message: is.clone(),
            seq: 1,
        };
        let number = wire::Number::parse(harsh).unwrap();
        for (way, value) in [
            ("message", serde_json::to_value(&is)),
            ("payload", serde_json::to_value(&payload)),
            ("number", serde_json::to_value(&number)),
            ("list", serde_json::to_value([&payload])),
            (
                "variant",
                serde_json::to_value(Outside::Message(is.clone())),
            ),
            ("flat", serde_json::to_value(&is_flat)),
        ] {
            assert_eq!(value.is_ok(), is_exact_as_value(harsh), "{harsh} in {way}");
            if let Err(error) = value {
                let expected = format!("the number `{harsh}` is not a 64-bit integer or a double");
                assert_eq!(error.to_string(), expected, "{way}");
            }
        }
        assert_eq!(
            Value::try_from(&payload).is_ok(),
            is_exact_as_value(harsh),
            "{harsh}"
        );
    }
}

#[test]
fn a_number_as_a_whole_document_keeps_its_text() {
    for harsh in HARSH {
        assert_eq!(
            wire::encode(&wire::decode::<wire::Number>(harsh).unwrap()).unwrap(),
            harsh
        );
        assert_eq!(
            serde_json::from_str::<Payload>(harsh).unwrap().text(),
            harsh
        );
    }
}
