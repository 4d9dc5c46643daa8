//! JSON in the form that JavaScript writes: the output of `JSON.stringify(JSON.parse(text))`.
//!
//! The published provider writes every payload in this form. Each input below changes as shown:
//!
//! | input | output |
//! |---|---|
//! | a number | the nearest double, in its shortest digits: `1.0` as `1`, `-0` as `0`, `1e21` as `1e+21`, `1e400` as `null` |
//! | members whose names are array indexes, `0` to `4294967294` | first, in ascending order; the others keep their order |
//! | a member that occurs twice | once: the last value, in the first place |
//! | a string | with the shortest escapes: `\"`, `\\`, `\b`, `\f`, `\n`, `\r`, `\t`, `\u00xx` for other controls |
//! | a lone surrogate | `\ud83d`, in lower case |
//! | whitespace between tokens | nothing |
//!
//! Time and memory are linear in the text, at any depth.

mod canonical;
mod layout;
mod number;

pub use number::number;

use std::borrow::Cow;
use wire::{Payload, PayloadKind};

pub(crate) use number::is_changed;

/// Writes a payload as JavaScript does, without whitespace.
///
/// ```
/// use agent_ui_aap::wire;
///
/// let data = wire::Payload::parse(r#"{ "z": 1.0, "10": 1E2, "2": "\u0041", "z": -0 }"#)?;
/// assert_eq!(agent_ui_aap::javascript::compact(&data), r#"{"2":"A","10":100,"z":0}"#);
/// # Ok::<(), wire::DecodeError>(())
/// ```
pub fn compact(json: &Payload) -> Cow<'_, str> {
    compact_text(json.text())
}

/// Writes valid JSON text as JavaScript does.
pub(crate) fn compact_text(json: &str) -> Cow<'_, str> {
    if canonical::is_canonical(json) {
        return Cow::Borrowed(json);
    }
    Cow::Owned(layout::Document::read(json).compact())
}

/// Writes JSON on several lines with an indentation of two spaces, as `JSON.stringify(value, null, 2)` does. The size
/// is quadratic in the depth, so use this function for shallow values only.
pub(crate) fn indent(json: &str) -> String {
    layout::Document::read(json).to_indented()
}

/// Returns `true` if the value is truthy in JavaScript: everything except `null`, `false`, `""` and zero.
///
/// ```
/// use agent_ui_aap::wire;
///
/// let truthy = |text: &str| wire::Payload::parse(text).map(|value| agent_ui_aap::javascript::is_truthy(&value));
/// assert!(truthy("{}")? && truthy("[]")? && truthy("\"0\"")?);
/// assert!(!truthy("-0.0")? && !truthy("\"\"")? && !truthy("null")?);
/// # Ok::<(), wire::DecodeError>(())
/// ```
pub fn is_truthy(json: &Payload) -> bool {
    match json.kind() {
        PayloadKind::Null => false,
        PayloadKind::Boolean => json.text() == "true",
        // A number too small for a double is zero in JavaScript.
        PayloadKind::Number => number(json.text()) != "0",
        PayloadKind::String => json.text() != "\"\"",
        PayloadKind::Array | PayloadKind::Object => true,
    }
}

/// Parses the quoted name of a member as an array index.
pub(crate) fn array_index(quoted: &str) -> Option<u32> {
    layout::array_index(&layout::string(quoted))
}

/// Converts a value to text as `String(value)` does. Objects become `[object Object]`, and arrays become the texts of
/// their elements, separated by commas. The function recurses, so the depth must be limited.
pub(crate) fn to_text(json: &Payload) -> String {
    match json.kind() {
        PayloadKind::Null => "null".to_owned(),
        PayloadKind::Boolean => json.text().to_owned(),
        PayloadKind::Number => number(json.text()),
        PayloadKind::String => json.as_str().unwrap_or_default().into_owned(),
        PayloadKind::Object => "[object Object]".to_owned(),
        PayloadKind::Array => {
            let texts: Vec<String> = json
                .elements()
                .map(|element| {
                    if element.is_null() {
                        String::new()
                    } else {
                        to_text(&element)
                    }
                })
                .collect();
            texts.join(",")
        }
    }
}

/// Returns `true` if `Object.keys(value).length > 0` holds, that is, if the value has members, elements or
/// characters.
pub(crate) fn has_keys(json: &Payload) -> bool {
    match json.kind() {
        PayloadKind::Object | PayloadKind::Array => {
            wire::token::children(json.text()).next().is_some()
        }
        PayloadKind::String => json.text() != "\"\"",
        PayloadKind::Null | PayloadKind::Boolean | PayloadKind::Number => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn js(text: &str) -> String {
        compact(&Payload::parse(text).unwrap()).into_owned()
    }

    #[test]
    fn members_have_the_order_of_javascript() {
        assert_eq!(
            js(
                r#"{"z":1,"10":"x","2":"y","01":"w","-1":"v","4294967294":"a","4294967295":"b","a":2}"#
            ),
            r#"{"2":"y","10":"x","4294967294":"a","z":1,"01":"w","-1":"v","4294967295":"b","a":2}"#
        );
        assert_eq!(
            js(r#"{"1":0,"0":1,"\u0032":2,"":3,"+3":4,"3.0":5}"#),
            r#"{"0":1,"1":0,"2":2,"":3,"+3":4,"3.0":5}"#
        );
    }

    #[test]
    fn a_repeated_member_keeps_its_first_place_and_its_last_value() {
        assert_eq!(js(r#"{"a":1,"b":0,"\u0061":2}"#), r#"{"a":2,"b":0}"#);
        assert_eq!(js(r#"[{"a":{"b":1},"a":[]}]"#), r#"[{"a":[]}]"#);
    }

    #[test]
    fn strings_get_the_escapes_of_javascript() {
        assert_eq!(
            js(r#""\u0000\u001F\b\f\n\r\t\/\"\\\u007f\u0085\u2028""#),
            "\"\\u0000\\u001f\\b\\f\\n\\r\\t/\\\"\\\\\u{7f}\u{85}\u{2028}\""
        );
        assert_eq!(js(r#""\uD83D x \uDE00""#), r#""\ud83d x \ude00""#);
        assert_eq!(
            js(r#""\uD83D\uDE00 \uDE00\uD83D""#),
            "\"\u{1F600} \\ude00\\ud83d\""
        );
        assert_eq!(js(r#"{"\ud83d":1,"\uD83D":2}"#), r#"{"\ud83d":2}"#);
    }

    #[test]
    fn literals_and_containers_lose_only_whitespace() {
        assert_eq!(js(" [ ] "), "[]");
        assert_eq!(
            js(" { \"a\" : [ { } , null , true , false ] } "),
            r#"{"a":[{},null,true,false]}"#
        );
        assert_eq!(js("\"\""), "\"\"");
        assert_eq!(
            js(r#"{"__proto__":1,"constructor":2}"#),
            r#"{"__proto__":1,"constructor":2}"#
        );
        assert_eq!(
            js(r#"{"a":{"b":[1,{"c":null}]}}"#),
            r#"{"a":{"b":[1,{"c":null}]}}"#
        );
    }

    #[test]
    fn the_indented_form_writes_empty_containers_on_one_line() {
        assert_eq!(
            indent(r#"{"a":[],"b":{},"c":[1,{"d":null}]}"#),
            "{\n  \"a\": [],\n  \"b\": {},\n  \"c\": [\n    1,\n    {\n      \"d\": null\n    }\n  ]\n}"
        );
        assert_eq!(indent("7.0"), "7");
    }

    #[test]
    fn deep_nesting_takes_linear_time_and_constant_stack() {
        let n = 200_000;
        let arrays = format!("{}{}", "[".repeat(n), "]".repeat(n));
        assert_eq!(js(&arrays), arrays);
        let objects = format!("{}1{}", "{\"a\":".repeat(n), "}".repeat(n));
        assert_eq!(js(&objects), objects);
    }

    proptest! {
        #[test]
        fn canonical_text_is_written_unchanged(
            parts in prop::collection::vec(
                prop::sample::select(vec!["{\"a\":", "{\"a\":1,\"b\":", "{\"a\": ", "{\"a\":0,\"a\":", "{\"b\":0,\"1\":", "[1,", "[ 1,", "["]), 0..6,
            ),
            end in prop::sample::select(vec![
                "0", "-0", "1.0", "12.5", "0.05", "0.0000001", "1e3", "123456789012345", "12345678901234567890", "\"\"", "\"\\u0041\"", "{}", "[ ]", "null",
            ]),
        ) {
            let close = |part: &&str| if part.starts_with('{') { '}' } else { ']' };
            let text = format!("{}{end}{}", parts.concat(), parts.iter().rev().map(close).collect::<String>());
            prop_assert!(Payload::parse(&*text).is_ok(), "{}", text);
            prop_assert_eq!(canonical::is_canonical(&text), layout::Document::read(&text).compact() == text);
        }

        #[test]
        fn compact_agrees_with_the_full_conversion(payload in wire::generate::any::<Payload>()) {
            prop_assert_eq!(compact(&payload), layout::Document::read(payload.text()).compact());
        }

        #[test]
        fn compact_is_idempotent(payload in wire::generate::any::<Payload>()) {
            let once = compact(&payload);
            prop_assert!(!once.contains(['\n', '\r']));
            prop_assert_eq!(js(&once), &*once);
        }

        #[test]
        fn both_layouts_have_the_same_value(text in wire::generate::json_text(12)) {
            let payload = Payload::parse(text).unwrap();
            let lines = Payload::parse(indent(payload.text())).unwrap();
            prop_assert_eq!(lines, Payload::parse(&*compact(&payload)).unwrap());
        }
    }
}
