//! Numbers that programs read differently.

use super::{
    Kept, Refused, Row, at, comes_back, found, hold, json, kept, record, refused, row, says,
};
use aap::{Interaction, ListQuery};
use bridge::Dialect;
use wire::{Number, Payload};

/// Requires that a number keeps its text in every translation.
fn as_written(number: &str) -> super::Outcome {
    let text = record("data", &format!("{{\"n\":{number}}}"));
    for to in [
        Dialect::A2ui0_8,
        Dialect::A2ui0_9,
        Dialect::A2ui1_0,
        Dialect::AhpCanvas,
    ] {
        let there = comes_back(Dialect::Aap, to, &text);
        assert!(
            there
                .message
                .encode()
                .unwrap()
                .contains(&format!(":{number}")),
            "{to:?}"
        );
    }
    kept::<Interaction>(&text)
}

/// Requires a finding about a number that JavaScript would change.
fn changes(number: &str) {
    says(
        &found::<Interaction>(&record("data", &format!("{{\"n\":{number}}}"))),
        "number-changes",
        "/data/n",
    );
}

pub(super) const ROWS: &[Row] = &[
    row(17, "an integer above 64 bits", Kept, || {
        changes("18446744073709551616");
        as_written("18446744073709551616")
    }),
    row(18, "an integer above 53 bits", Kept, || {
        changes("9007199254740993");
        as_written("9007199254740993")
    }),
    row(19, "a number above all doubles", Kept, || {
        assert_eq!(Number::parse("1e999").unwrap().as_f64(), None);
        changes("1e999");
        as_written("1e999")
    }),
    row(20, "a number below all doubles", Kept, || {
        changes("1e-999");
        as_written("1e-999")
    }),
    row(21, "minus zero", Kept, || as_written("-0")),
    row(22, "1 and 1.0", Kept, || {
        assert_ne!(json("1.0"), json("1"));
        as_written("1.0")
    }),
    // Kept, not refused: a number is text, and costs as much as a string of that size.
    row(23, "a number of ten million digits", Kept, || {
        let digits = "9".repeat(10_000_000);
        let text = record("data", &format!("{{\"n\":{digits}}}"));
        let number = at(&json(&text), "/data/n").unwrap();
        assert_eq!(Number::from_payload(&number).unwrap().as_u64(), None);
        kept::<Interaction>(&text)
    }),
    row(
        24,
        "an object that a parser takes for a number",
        Kept,
        || {
            as_written(r#"{"$serde_json::private::Number":"1"}"#);
            as_written(r#"{"$serde_json::private::RawValue":"1"}"#)
        },
    ),
    row(25, "a number that is none", Refused, || {
        for text in ["NaN", "inf", "-Infinity", "1e", ""] {
            assert_eq!(Number::parse(text), None, "{text}");
            assert!(Payload::parse(text).is_err(), "{text}");
        }
        Refused
    }),
    row(
        26,
        "a limit that is not a number, and a negative sequence",
        Refused,
        || {
            for limit in ["abc", "-1", "1.5", "1e3", ""] {
                assert!(
                    format!("limit={limit}").parse::<ListQuery>().is_err(),
                    "{limit}"
                );
            }
            let envelope = r#"{"channel":"c","serverSeq":-1,"action":{"type":"x"}}"#;
            refused(
                wire::decode::<ahp::envelope::ActionEnvelope>(envelope),
                "value",
                "/serverSeq",
            )
        },
    ),
];

#[test]
fn hostile_numbers_have_the_expected_outcome() {
    hold(ROWS);
}
