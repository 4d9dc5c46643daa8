//! A small protocol with tables of every kind, and the exact results of reading and writing it.

// The tests do not use everything that the macros define.
#![allow(dead_code, unreachable_pub, unused_imports)]

use crate::{
    DecodeError, Extra, Field, Finding, Number, Payload, Pointer, Severity, Validate, Wire, decode,
    decode_slice, encode,
};
use std::collections::BTreeMap;

crate::inventory! { Stamp, Ink, Side, Parcel, Move, Turn, Event, Open, Close, Frame }

crate::text! {
    /// A text without rules.
    pub struct Stamp;
}
crate::word! {
    /// A word of an open vocabulary.
    pub open enum Ink {
        /// The color red.
        Red = "red",
    }
}
crate::word! {
    /// One of two sides.
    pub closed enum Side {
        /// The left side.
        Left = "left",
        /// The right side.
        Right = "right",
    }
}
crate::object! {
    /// An object with members of every kind.
    pub struct Parcel {
        /// A required text.
        stamp: Stamp,
        /// An optional word.
        ink?: Field<Ink>,
        /// A word of a closed vocabulary.
        side?: Field<Side>,
        /// A number of any spelling.
        weight?: Field<Number>,
        /// A required integer.
        count as "itemCount": u32,
        /// An optional boolean.
        fragile as "isFragile"?: Field<bool>,
        /// A list of texts.
        inside?: Field<Vec<Stamp>>,
        /// Integers by name.
        labels?: Field<BTreeMap<String, i64>>,
        /// Any JSON value.
        data?: Option<Payload>,
        /// A JSON Pointer.
        at?: Field<Pointer>,
        /// A nested object.
        next?: Field<Box<Turn>>,
    }
    /// An object moved.
    pub struct Move by "type" = "moved" {
        /// The distance of the move.
        by: u64,
    }
    /// An object turned.
    pub struct Turn by "type" = "turned" {
        /// The new side.
        to?: Field<Side>,
    }
    /// Opens a document.
    pub struct Open {
        /// The id of the document.
        id: String,
    }
    /// Closes a document.
    pub struct Close {
        /// The id of the document.
        id: String,
    }
}
crate::tagged! {
    /// An event with a tag.
    pub enum Event by "type" {
        /// An object moved.
        "moved" Move(Move),
        /// An object turned.
        "turned" Turn(Turn),
    }
}
crate::keyed! {
    /// A message with a key.
    pub struct Frame {
        /// The version of the protocol.
        version: String,
        /// The number of the message.
        number?: Field<u64>,
    }
    /// The body of a message.
    pub enum Body {
        /// Opens a document.
        "open" Open(Open),
        /// Closes a document.
        "close" Close(Close),
    }
}

/// Decodes and encodes a text, or returns the error as users see it.
fn rewrite<T: Wire>(text: &str) -> String {
    match decode::<T>(text) {
        Ok(value) => encode(&value).unwrap(),
        Err(error) => format!("{}: {error}", error.rule),
    }
}

/// Checks pairs of a text and its result; `=` means that the result is the text itself.
fn assert_rewritten<T: Wire>(cases: &[(&str, &str)]) {
    let wrong = cases.iter().filter_map(|(text, expected)| {
        let (expected, rewritten) = (
            if *expected == "=" { text } else { expected },
            rewrite::<T>(text),
        );
        (rewritten != *expected).then(|| format!("{text}\n  {rewritten}\n  {expected}"))
    });
    let wrong: Vec<String> = wrong.collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn objects_are_read_and_written() {
    assert_rewritten::<Parcel>(&[
        (r#"{"stamp":"a","itemCount":0}"#, "="),
        (
            r#"{"stamp":"a","ink":"red","side":"left","weight":1.50,"itemCount":255,"isFragile":true,"inside":["b"],"labels":{"c":-1},"data":{"d": [1e400]},"at":"/e/0","next":{"type":"turned","to":"right"}}"#,
            "=",
        ),
        (
            r#"{"stamp":"","ink":null,"side":null,"weight":null,"itemCount":1,"isFragile":null,"inside":null,"labels":null,"data":null,"at":null,"next":null}"#,
            "=",
        ),
        (
            r#"{"x":{"y":1},"stamp":"a","itemCount":1,"ink":"blue","z":2}"#,
            r#"{"stamp":"a","ink":"blue","itemCount":1,"x":{"y":1},"z":2}"#,
        ),
        (
            r#"{"itemCount":1,"st\u0061mp":"\u0061"}"#,
            r#"{"stamp":"a","itemCount":1}"#,
        ),
        (
            "{}",
            "missing: /stamp: the required member `stamp` is missing (line 1, column 2)",
        ),
        (
            r#"{"stamp":"a"}"#,
            "missing: /itemCount: the required member `itemCount` is missing (line 1, column 13)",
        ),
        (
            r#"{"stamp":1}"#,
            "type: /stamp: expected a string, found integer `1` (line 1, column 10)",
        ),
        (
            r#"{"stamp":1.5}"#,
            "type: /stamp: expected a string, found number `1.5` (line 1, column 12)",
        ),
        (
            r#"{"stamp":true}"#,
            "type: /stamp: expected a string, found boolean `true` (line 1, column 13)",
        ),
        (
            r#"{"stamp":null}"#,
            "type: /stamp: expected a string, found null (line 1, column 13)",
        ),
        (
            r#"{"stamp":[]}"#,
            "type: /stamp: expected a string, found an array (line 1, column 10)",
        ),
        (
            r#"{"stamp":"\ud800"}"#,
            "syntax: /stamp: the string contains a lone surrogate (line 1, column 17)",
        ),
        (
            r#"{"side":"top"}"#,
            "value: /side: expected one of `left`, `right`, found \"top\" (line 1, column 13)",
        ),
        (
            r#"{"weight":"1"}"#,
            "type: /weight: expected a number, found string \"1\" (line 1, column 13)",
        ),
        (
            r#"{"itemCount":4294967296}"#,
            "value: /itemCount: expected a 32-bit unsigned integer, found integer `4294967296` (line 1, column 23)",
        ),
        (
            r#"{"itemCount":1.0}"#,
            "type: /itemCount: expected a 32-bit unsigned integer, found number `1.0` (line 1, column 16)",
        ),
        (
            r#"{"isFragile":0}"#,
            "type: /isFragile: expected a boolean, found integer `0` (line 1, column 14)",
        ),
        (
            r#"{"inside":["a",1]}"#,
            "type: /inside/1: expected a string, found integer `1` (line 1, column 16)",
        ),
        (
            r#"{"labels":{"a/b":"1"}}"#,
            "type: /labels/a~1b: expected a 64-bit signed integer, found string \"1\" (line 1, column 20)",
        ),
        (
            r#"{"at":"e"}"#,
            "value: /at: expected a JSON Pointer that is empty or starts with `/`, found \"e\" (line 1, column 9)",
        ),
        (
            r#"{"at":"/~2"}"#,
            "value: /at: expected a JSON Pointer with `0` or `1` after each `~`, found \"/~2\" (line 1, column 11)",
        ),
        (
            r#"{"stamp":"a","stamp":"a"}"#,
            "duplicate: /stamp: the member `stamp` occurs more than once (line 1, column 21)",
        ),
        (
            r#"{"x":1,"x":1,"stamp":"a","itemCount":1}"#,
            "duplicate: /x: the member `x` occurs more than once (line 1, column 39)",
        ),
        (
            r#"{"next":{"type":"moved"}}"#,
            "value: /next/type: expected `turned`, found \"moved\" (line 1, column 23)",
        ),
        (
            r#"{"next":{}}"#,
            "missing: /stamp: the required member `stamp` is missing (line 1, column 11)",
        ),
        (
            "[]",
            "type: expected an object (Parcel), found an array (line 1, column 1)",
        ),
    ]);
}

#[test]
fn tagged_unions_are_read_and_written() {
    assert_rewritten::<Event>(&[
        (r#"{"type":"moved","by":3}"#, "="),
        (
            r#"{"by":3,"type":"moved","x":1}"#,
            r#"{"type":"moved","by":3,"x":1}"#,
        ),
        (r#"{"type":"turned"}"#, "="),
        (
            r#"{"x":[1, 2],"type":"flown"}"#,
            r#"{"type":"flown","x":[1, 2]}"#,
        ),
        (
            r#"{"type":"moved"}"#,
            "missing: /by: the required member `by` is missing (line 1, column 16)",
        ),
        (
            r#"{"type":"moved","type":"moved","by":3}"#,
            "duplicate: /type: the member `type` occurs more than once (line 1, column 23)",
        ),
        (
            r#"{"type":1}"#,
            "type: /type: expected a string, found integer `1` (line 1, column 9)",
        ),
        (
            "{}",
            "missing: /type: the required member `type` is missing (line 1, column 2)",
        ),
        (
            "7",
            "type: expected an object (Event), found integer `7` (line 1, column 1)",
        ),
    ]);
    let event: Event = decode(r#"{"by":3,"type":"moved"}"#).unwrap();
    assert_eq!(
        (event.tag(), &event),
        ("moved", &Event::Move(Move::new(3_u64)))
    );
}

#[test]
fn keyed_messages_are_read_and_written() {
    assert_rewritten::<Frame>(&[
        (r#"{"version":"1","open":{"id":"a"}}"#, "="),
        (
            r#"{"close":{"id":"a"},"x":1,"number":2,"version":"1"}"#,
            r#"{"version":"1","number":2,"close":{"id":"a"},"x":1}"#,
        ),
        (
            r#"{"version":"1","open":{"id":"a"},"close":{"id":"a"}}"#,
            "key: /close: the message has a second message key after `open` (line 1, column 41)",
        ),
        (
            r#"{"version":"1","close":{"id":"a"},"open":{"id":"a"}}"#,
            "key: /open: the message has a second message key after `close` (line 1, column 41)",
        ),
        (
            r#"{"version":"1"}"#,
            "key: the message has no message key (line 1, column 15)",
        ),
        (
            r#"{"version":"1","opne":{}}"#,
            "key: the message has no message key, only `opne` (line 1, column 25)",
        ),
        (
            r#"{"open":{"id":"a"},"open":{"id":"a"}}"#,
            "duplicate: /open: the member `open` occurs more than once (line 1, column 26)",
        ),
        (
            r#"{"open":{}}"#,
            "missing: /open/id: the required member `id` is missing (line 1, column 10)",
        ),
    ]);
}

#[test]
fn names_of_a_table_are_rejected_as_extra_members() {
    let with = |name: &str| -> Extra { [(name, Payload::null())].into_iter().collect() };
    let shown = |result: Result<String, crate::EncodeError>| {
        result.unwrap_or_else(|error| error.to_string())
    };
    for (name, expected) in [
        ("x", r#"{"version":"1","open":{"id":"a"},"x":null}"#),
        ("version", "`extra` repeats the member `version`"),
        ("number", "`extra` repeats the member `number`"),
        ("open", "`extra` repeats the message key `open`"),
        ("close", "`extra` repeats the message key `close`"),
    ] {
        let mut frame = Frame::new("1", Open::new("a"));
        frame.extra = with(name);
        assert_eq!(shown(encode(&frame)), expected);
    }
    for (name, expected) in [
        ("x", r#"{"type":"moved","by":1,"x":null}"#),
        ("by", "`extra` repeats the member `by`"),
        ("type", "`extra` repeats the tag `type`"),
    ] {
        let mut moved = Move::new(1_u64);
        moved.extra = with(name);
        assert_eq!(shown(encode(&moved)), expected);
    }
}

#[test]
fn fields_are_absent_null_or_values() {
    for (text, [is_absent, is_null], value) in [
        ("{}", [true, false], None),
        (r#"{"to":null}"#, [false, true], None),
        (r#"{"to":"left"}"#, [false, false], Some(Side::Left)),
    ] {
        let turned: Turn = decode(
            &text
                .replace("{", r#"{"type":"turned","x":0,"#)
                .replace(",}", "}"),
        )
        .unwrap();
        assert_eq!(
            [turned.to.is_absent(), turned.to.is_null()],
            [is_absent, is_null],
            "{text}"
        );
        assert_eq!(
            (turned.to.get(), turned.to.into_value()),
            (value.as_ref(), value)
        );
    }
    assert_eq!(Field::from(1_u64), Field::Value(1));
}

#[test]
fn an_error_without_a_line_shows_only_its_pointer() {
    let error = decode::<Open>("{}").unwrap_err();
    assert_eq!(
        error.to_string(),
        "/id: the required member `id` is missing (line 1, column 2)"
    );
    let nowhere = DecodeError { line: 0, ..error };
    assert_eq!(
        nowhere.to_string(),
        "/id: the required member `id` is missing"
    );
    assert_eq!(
        decode_slice::<Open>(b"{}").map_err(|error| error.line),
        Err(1)
    );
    let by_serde = serde_json::from_str::<Open>("\n{}").unwrap_err();
    assert_eq!(
        by_serde.to_string(),
        "/id: the required member `id` is missing"
    );
}

#[test]
fn findings_have_a_severity() {
    type Make = fn(&'static str, Pointer, &'static str) -> Finding;
    for (make, severity, word) in [
        (Finding::error as Make, Severity::Error, "error"),
        (Finding::warning, Severity::Warning, "warning"),
        (Finding::info, Severity::Info, "info"),
    ] {
        let finding = make("rule", Pointer::root().member("a"), "why");
        assert_eq!(
            (finding.severity, finding.severity.as_str()),
            (severity, word)
        );
        assert_eq!(finding.to_string(), format!("{word} rule at \"/a\": why"));
    }
    struct Odd;
    impl Validate for Odd {
        fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
            found.push(Finding::info("odd", at.clone(), ""));
        }
    }
    let places: Vec<String> = vec![Odd, Odd]
        .validate()
        .iter()
        .map(|found| found.pointer.to_string())
        .collect();
    assert_eq!(places, ["/0", "/1"]);
}

#[test]
fn extra_members_are_found_by_name() {
    let mut extra: Extra = ["a", "b", "c"]
        .map(|name| (name, Payload::string(name)))
        .into_iter()
        .collect();
    assert_eq!(
        (extra.len(), extra.is_empty(), Extra::new().is_empty()),
        (3, false, true)
    );
    extra.retain(|name, _| name != "b");
    assert_eq!(
        extra.iter().map(|(name, _)| name).collect::<Vec<_>>(),
        ["a", "c"]
    );
    assert_eq!(
        (extra.remove("a"), extra.remove("a")),
        (Some(Payload::string("a")), None)
    );
    assert_eq!(
        (extra.insert("c", Payload::null()), extra.len()),
        (Some(Payload::string("c")), 1)
    );
}

#[test]
fn numbers_keep_their_spelling() {
    for (text, signed, unsigned, double) in [
        ("7", Some(7), Some(7), Some(7.0)),
        ("-7", Some(-7), None, Some(-7.0)),
        ("7.0", None, None, Some(7.0)),
        (
            "18446744073709551615",
            None,
            Some(u64::MAX),
            Some(18_446_744_073_709_551_615.0),
        ),
        ("1e999", None, None, None),
    ] {
        let number = Number::parse(text).unwrap();
        assert_eq!(
            (number.as_i64(), number.as_u64(), number.as_f64()),
            (signed, unsigned, double),
            "{text}"
        );
        assert_eq!(
            (
                number.as_str(),
                &*number.to_string(),
                &*format!("{number:?}")
            ),
            (text, text, text)
        );
        assert_eq!(
            Number::from_payload(&Payload::parse(text).unwrap()),
            Some(number)
        );
    }
    let value: serde_json::Value = decode(r#"{"a":[1,"b",null]}"#).unwrap();
    assert_eq!(encode(&value).unwrap(), r#"{"a":[1,"b",null]}"#);
    assert_eq!(
        (
            Number::parse("7 "),
            Number::from_payload(&Payload::string("7"))
        ),
        (None, None)
    );
}

#[test]
fn payloads_have_kinds_strings_and_members() {
    let payload = |text: &str| Payload::parse(text).unwrap();
    for (text, [is_null, is_object], string, members) in [
        ("null", [true, false], None, &[][..]),
        (
            r#"{"a":1,"\u0062":[]}"#,
            [false, true],
            None,
            &[("a", "1"), ("b", "[]")],
        ),
        (r#""\u0061""#, [false, false], Some("a"), &[]),
        ("[{}]", [false, false], None, &[]),
    ] {
        let payload = payload(text);
        assert_eq!(
            [payload.is_null(), payload.is_object()],
            [is_null, is_object],
            "{text}"
        );
        assert_eq!(payload.as_str().as_deref(), string);
        assert_eq!(payload.to_string(), text);
        let found: Vec<_> = payload
            .members()
            .map(|(name, value)| (name.into_owned(), value.text().to_owned()))
            .collect();
        let members: Vec<_> = members
            .iter()
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
            .collect();
        assert_eq!(found, members);
    }
}
