//! Decoding with repairs, for files of the published provider.
//!
//! The provider cuts summaries after 200 UTF-16 units, so a summary can end in a lone surrogate. JSON can contain a
//! lone surrogate (`\ud83d`), but a Rust string cannot. Strict decoding fails for such a record, and for a list that
//! contains the record. The provider also does not check types, so an element can be a number. The functions here
//! repair such texts and report each repair.
//!
//! Only valid JSON is repaired, and only if strict decoding fails. A lone surrogate inside `data` or in a member name
//! is preserved, because both keep their original text.

mod list;
mod lone_surrogate;
mod not_a_string;
mod repair;

pub use list::decode_list;
pub use repair::{Repair, RepairKind};

use std::borrow::Cow;
use wire::{DecodeError, Payload, Pointer, Wire};

/// A decoded value with the repairs that it needed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RepairedValue<T> {
    /// The decoded value.
    pub value: T,
    /// The repairs; empty if the text was decoded unchanged.
    pub repairs: Vec<Repair>,
}

const BYTE_ORDER_MARK: char = '\u{FEFF}';

/// Decodes one message, and repairs the text if strict decoding fails.
///
/// ```
/// use agent_ui_aap::{Interaction, lenient, wire};
///
/// let text = r#"{"id":"i","timestamp":"t","canvasFile":"p","action":"a","data":{"k":"\ud83d"},"summary":"cut \ud83d..."}"#;
/// assert!(wire::decode::<Interaction>(text).is_err());
/// let read = lenient::decode::<Interaction>(text)?;
/// assert_eq!(read.value.summary, "cut \u{FFFD}...");
/// assert_eq!(read.value.data.unwrap().text(), r#"{"k":"\ud83d"}"#);
/// assert_eq!(read.repairs.len(), 1);
/// assert_eq!(read.repairs[0].pointer.as_str(), "/summary");
/// # Ok::<(), wire::DecodeError>(())
/// ```
///
/// # Errors
/// Returns the first error that cannot be repaired. The line and column refer to the given text.
pub fn decode<T: Wire>(text: &str) -> Result<RepairedValue<T>, DecodeError> {
    decode_with(text, &|text| wire::decode(text))
}

/// Decodes like [`decode`] with another decoding function, such as [`TypeInfo::rewrite`](wire::TypeInfo::rewrite).
///
/// # Errors
/// Returns the errors of [`decode`].
pub fn decode_with<T>(text: &str, read: ReadText<'_, T>) -> Result<RepairedValue<T>, DecodeError> {
    let (rest, repairs) = strip_mark(text);
    let marked = !repairs.is_empty();
    decode_below(rest, &Pointer::root(), repairs, read).map_err(|error| shift_column(error, marked))
}

/// A function that decodes a text.
type ReadText<'a, T> = &'a dyn Fn(&str) -> Result<T, DecodeError>;

fn strip_mark(text: &str) -> (&str, Vec<Repair>) {
    match text.strip_prefix(BYTE_ORDER_MARK) {
        Some(rest) => (
            rest,
            vec![Repair {
                pointer: Pointer::root(),
                kind: RepairKind::ByteOrderMark,
            }],
        ),
        None => (text, Vec::new()),
    }
}

fn shift_column(mut error: DecodeError, marked: bool) -> DecodeError {
    if marked && error.line == 1 {
        error.column += BYTE_ORDER_MARK.len_utf8();
    }
    error
}

/// Decodes the value at the place `at` in its document.
fn decode_below<T>(
    text: &str,
    at: &Pointer,
    mut repairs: Vec<Repair>,
    read: ReadText<'_, T>,
) -> Result<RepairedValue<T>, DecodeError> {
    let mut text = Cow::Borrowed(text);
    let mut is_json = false;
    loop {
        let mut error = match read(&text) {
            Ok(value) => return Ok(RepairedValue { value, repairs }),
            Err(error) => error,
        };
        // Each round repairs at least one string. In a list, it repairs the strings at the same place of all records.
        let mut repaired = lone_surrogate::repair(&text, &error, at, &mut repairs);
        if repaired.is_none() && not_a_string::is_repairable(&error) {
            // Invalid JSON must not be repaired into a string: the scan matches tokens and does not check the text
            // between them. A repair keeps valid JSON valid, so one check is enough.
            if !is_json {
                Payload::parse(&*text).map_err(|mut error| {
                    error.pointer = at.join(&error.pointer);
                    error
                })?;
                is_json = true;
            }
            repaired = not_a_string::repair(&text, &error, at, &mut repairs);
        }
        match repaired {
            Some(repaired) => text = Cow::Owned(repaired),
            None => {
                error.pointer = at.join(&error.pointer);
                return Err(error);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CanvasMessage, Interaction, ListResponse, Notification};
    use proptest::prelude::*;
    use wire::{DecodeRule, Payload};

    /// Builds a record with these JSON texts as its data, its summary and an unknown member.
    pub(super) fn record(data: &str, summary: &str, own: &str) -> String {
        format!(
            "{{\n  \"id\": \"i\",\n  \"timestamp\": \"t\",\n  \"canvasFile\": \"p\",\n  \"action\": \"a\",\n  \"element\": null,\n  \
             \"data\": {data},\n  \"summary\": {summary},\n  {own}\n}}"
        )
    }

    pub(super) fn repairs<T>(read: &RepairedValue<T>) -> Vec<(&'static str, &str)> {
        read.repairs
            .iter()
            .map(|repair| (repair.kind.as_str(), repair.pointer.as_str()))
            .collect()
    }

    #[test]
    fn a_lone_surrogate_is_repaired_in_the_summary_and_kept_in_data_and_unknown_members() {
        let text = record(
            r#"{"\udc00":["\ud83d"]}"#,
            r#""a\ud83d...""#,
            r#""own":"\ud83d""#,
        );
        let read = decode::<Interaction>(&text).unwrap();
        assert_eq!(repairs(&read), [("half-surrogate", "/summary")]);
        assert_eq!(read.value.summary, "a\u{FFFD}...");
        assert_eq!(
            read.value.data.as_ref().unwrap().text(),
            r#"{"\udc00":["\ud83d"]}"#
        );
        assert_eq!(read.value.extra.get("own").unwrap().text(), r#""\ud83d""#);
    }

    #[test]
    fn every_typed_string_of_a_record_is_repaired() {
        let text = r#"{"id":"\ud83d","timestamp":"\udfff","canvasFile":"x\ud83dy","action":"\ud83d\ud83d","element":"\ud83d\ude00\ud83d","summary":"\uDE00\uD83D"}"#;
        let read = decode::<Interaction>(text).unwrap();
        let pointers = [
            "/id",
            "/timestamp",
            "/canvasFile",
            "/action",
            "/element",
            "/summary",
        ];
        assert_eq!(
            repairs(&read),
            pointers.map(|pointer| ("half-surrogate", pointer))
        );
        let record = read.value;
        assert_eq!(record.canvas_file, "x\u{FFFD}y");
        assert_eq!(record.action.as_str(), "\u{FFFD}\u{FFFD}");
        assert_eq!(record.element.get().unwrap(), "\u{1F600}\u{FFFD}");
        assert_eq!(record.summary, "\u{FFFD}\u{FFFD}");
    }

    #[test]
    fn member_names_are_preserved_and_never_merged() {
        let text = record("1", "\"s\"", r#""x\ud83d":{"\ud83d":1},"x\udc00":2"#);
        let read = decode::<Interaction>(&text).unwrap();
        assert_eq!(repairs(&read), []);
        assert_eq!(
            read.value.extra.get(r"x\ud83d").unwrap().text(),
            r#"{"\ud83d":1}"#
        );
        assert_eq!(read.value.extra.get(r"x\udc00").unwrap().text(), "2");
        assert_eq!(
            Payload::encode(&read.value).unwrap(),
            Payload::parse(text).unwrap()
        );
        let error =
            decode::<Interaction>(&record("1", "\"s\"", r#""x\udc00":1,"x\uDC00":2"#)).unwrap_err();
        assert_eq!(
            (error.rule, error.pointer.as_str()),
            (DecodeRule::Duplicate, r"/x\udc00")
        );
    }

    #[test]
    fn whole_pairs_and_escaped_backslashes_are_kept() {
        let text = record(
            "null",
            r#""\ud83d\ude00 \\ud83d \\\\ud83d \u00e9 \\\ud83d""#,
            r#""own":1"#,
        );
        let read = decode::<Interaction>(&text).unwrap();
        assert_eq!(
            read.value.summary,
            "\u{1F600} \\ud83d \\\\ud83d é \\\u{FFFD}"
        );
        assert_eq!(repairs(&read), [("half-surrogate", "/summary")]);
        let fine = record("null", r#""\\ud83d""#, r#""own":1"#);
        assert_eq!(decode::<Interaction>(&fine).unwrap().repairs, []);
    }

    #[test]
    fn a_byte_order_mark_is_removed_and_reported() {
        let text = format!("\u{FEFF}{}", record("{}", r#""\ud83d""#, r#""own":1"#));
        let read = decode::<Interaction>(&text).unwrap();
        assert_eq!(
            repairs(&read),
            [("byte-order-mark", ""), ("half-surrogate", "/summary")]
        );
        let error = decode::<Interaction>("\u{FEFF}[]").unwrap_err();
        assert_eq!(
            error.column,
            decode::<Interaction>("[]").unwrap_err().column + 3
        );
        assert!(decode::<Interaction>(&format!("\u{FEFF}{text}")).is_err());
    }

    #[test]
    fn other_errors_are_reported_at_their_place() {
        let text = record("1", r#""\ud83d""#, r#""own":1"#).replace("\"a\"", "null");
        let error = decode::<Interaction>(&text).unwrap_err();
        assert_eq!(
            (error.rule, error.pointer.as_str(), error.line),
            (DecodeRule::Type, "/action", 5)
        );
        let twice = record("1", r#""\ud83d""#, r#""summary":"s""#);
        assert_eq!(
            decode::<Interaction>(&twice).unwrap_err().rule,
            DecodeRule::Duplicate
        );
        // Invalid apart from the surrogate: unknown escapes and a raw control character.
        for text in [
            r#""\é\ud83d""#,
            r#""\ud83d\é""#,
            r#""\u+d83d\ud83d""#,
            r#""\ud8\ud83d""#,
            "\"\\ud83d\t\"",
        ] {
            let record = record("1", text, r#""own":1"#);
            assert_eq!(
                decode::<Interaction>(&record).unwrap_err().rule,
                DecodeRule::Syntax,
                "{text}"
            );
        }
        for text in [
            "",
            "{",
            "{\"id\":\"\\ud83d",
            "{\"id\":\"\\ud83",
            "nul",
            "{\"id\":\"\\ud83d\u{1}\"}",
        ] {
            assert_eq!(
                decode::<Interaction>(text).unwrap_err().rule,
                DecodeRule::Syntax,
                "{text:?}"
            );
        }
        let deep = record(
            &format!("{}{}", "[".repeat(127), "]".repeat(127)),
            r#""\ud83d""#,
            r#""own":1"#,
        );
        assert_eq!(
            decode::<Interaction>(&deep).unwrap_err().rule,
            DecodeRule::Depth
        );
    }

    #[test]
    fn values_of_other_types_become_their_json_text_in_members_without_type_checks() {
        let good = record("1", "\"s\"", r#""own":{"action":7}"#);
        for (value, text) in [
            ("7", "7"),
            ("-0.50", "-0.50"),
            ("true", "true"),
            ("[]", "[]"),
            (
                "{\n  \"element\": [\n \"a b\",\n {}\n]}",
                r#"{"element":["a b",{}]}"#,
            ),
        ] {
            for (member, read) in [("action", "a"), ("canvasFile", "p")] {
                let typed = good.replace(
                    &format!("\"{member}\": \"{read}\""),
                    &format!("\"{member}\": {value}"),
                );
                let typed = typed.replace("\"element\": null", &format!("\"element\": {value}"));
                let record = decode::<Interaction>(&typed).unwrap();
                let pointer = format!("/{member}");
                assert!(
                    repairs(&record).contains(&("not-a-string", &*pointer)),
                    "{typed}"
                );
                assert!(
                    repairs(&record).contains(&("not-a-string", "/element")),
                    "{typed}"
                );
                assert_eq!(
                    (
                        repairs(&record).len(),
                        record.value.element.get().unwrap().as_str()
                    ),
                    (2, text)
                );
                assert_eq!(
                    record.value.extra.get("own").unwrap().text(),
                    r#"{"action":7}"#
                );
                let list = decode::<ListResponse>(&format!(
                    r#"{{"interactions":[{good},{typed},{typed}]}}"#
                ))
                .unwrap();
                assert_eq!(list.repairs.len(), 4);
                assert_eq!(list.value.interactions[2], record.value);
            }
        }
        for (member, value) in [
            ("\"i\"", "7"),
            ("\"t\"", "{}"),
            ("\"a\"", "null"),
            ("\"p\"", "null"),
            ("\"s\"", "[]"),
        ] {
            assert_eq!(
                decode::<Interaction>(&good.replace(member, value))
                    .unwrap_err()
                    .rule,
                DecodeRule::Type
            );
        }
    }

    #[test]
    fn text_that_is_not_json_is_refused_at_its_place_and_never_repaired() {
        let good = record("1", "\"s\"", r#""own":1"#);
        for value in [
            "[1 2]",
            "[1 }",
            "{\"a\":1,}",
            "{\"a\" 1}",
            "[,1]",
            "01",
            "-",
            "1.e5",
            "tru",
            "7 8",
        ] {
            for (member, read, line) in [
                ("canvasFile", "\"p\"", 4),
                ("action", "\"a\"", 5),
                ("element", "null", 6),
            ] {
                let text = good.replace(
                    &format!("\"{member}\": {read}"),
                    &format!("\"{member}\": {value}"),
                );
                assert_ne!(text, good);
                let error = decode::<Interaction>(&text).unwrap_err();
                assert_eq!(
                    (error.rule, error.line),
                    (DecodeRule::Syntax, line),
                    "{text}"
                );
                let list = format!("{{\"interactions\":[{text}]}}");
                assert_eq!(
                    decode::<ListResponse>(&list).unwrap_err().rule,
                    DecodeRule::Syntax,
                    "{text}"
                );
            }
        }
        // Invalid JSON after a repairable value, and before it.
        let typed = good.replace("\"a\"", "[1]");
        for text in [typed.replace("\"s\"", "\"s\" x"), format!("{typed}]")] {
            assert_eq!(
                decode::<Interaction>(&text).unwrap_err().rule,
                DecodeRule::Syntax,
                "{text}"
            );
        }
        // Without a repair, the error is that of strict decoding.
        let text = typed.replace("\"t\"", "[1 2]");
        assert_eq!(
            decode::<Interaction>(&text),
            Err(wire::decode::<Interaction>(&text).unwrap_err())
        );
    }

    #[test]
    fn other_messages_are_repaired_as_well() {
        let read = decode::<CanvasMessage>(
            r#"{"action":"\ud83d","data":"\ud83d","type":"canvas:interaction"}"#,
        )
        .unwrap();
        assert_eq!(repairs(&read), [("half-surrogate", "/action")]);
        let read = decode::<CanvasMessage>(r#"{"\ud83d":"\ud83d","type":"\ud83d"}"#).unwrap();
        assert_eq!(repairs(&read), [("half-surrogate", "/type")]);
        assert_eq!(
            wire::encode(&read.value).unwrap(),
            r#"{"type":"\u{FFFD}","\ud83d":"\ud83d"}"#.replace("\\u{FFFD}", "\u{FFFD}")
        );
        let read = decode::<Notification>(r#" "\ud83d" "#).unwrap();
        assert_eq!(repairs(&read), [("half-surrogate", "")]);
    }

    #[test]
    fn a_list_of_many_cut_summaries_is_read_in_a_few_rounds() {
        let one = record(r#"{"k":"\ud83d"}"#, r#""\ud83d...""#, r#""own":1"#);
        let text = format!(r#"{{"interactions":[{}]}}"#, vec![&*one; 5000].join(","));
        let read = decode::<ListResponse>(&text).unwrap();
        assert_eq!(read.repairs.len(), 5000);
        assert_eq!(
            read.repairs[4999].pointer.as_str(),
            "/interactions/4999/summary"
        );
        assert!(
            read.value
                .interactions
                .iter()
                .all(|r| r.data.as_ref().unwrap().text() == r#"{"k":"\ud83d"}"#)
        );
    }

    fn damage() -> impl Strategy<Value = &'static str> {
        prop::sample::select(vec![
            "\\ud83d", "\\udc00", "\\u", "\\", "\"", "{", "[", "]", "}", ":", ",", "\u{FEFF}",
            "\n", "1e999", "é", "[1 2]", "7",
        ])
    }

    /// A placeholder for a lone surrogate; no generator creates it.
    const HERE: &str = "@@half@@";

    proptest! {
        #[test]
        fn valid_records_are_decoded_unchanged(record: Interaction) {
            let text = wire::encode(&record).unwrap();
            let read = decode::<Interaction>(&text).unwrap();
            prop_assert_eq!(&read.value, &record);
            prop_assert_eq!(read.repairs, []);
            let list = decode_list(&format!("[{text},{text}]")).unwrap();
            prop_assert!(list.iter().all(|read| read.as_ref().unwrap().value == record));
        }

        #[test]
        fn a_lone_surrogate_changes_only_its_string(mut record: Interaction, of_page: bool, half in "\\\\u[dD][89a-fA-F][0-9a-f]{2}") {
            record.summary.push_str(HERE);
            if of_page {
                record.canvas_file = HERE.into();
            }
            let text = wire::encode(&record).unwrap().replace(HERE, &half);
            let read = decode::<Interaction>(&text).unwrap();
            let repaired: Vec<_> = read.repairs.iter().map(|repair| repair.pointer.as_str()).collect();
            prop_assert_eq!(repaired, if of_page { vec!["/canvasFile", "/summary"] } else { vec!["/summary"] });
            record.summary = record.summary.replace(HERE, "\u{FFFD}");
            record.canvas_file = record.canvas_file.as_str().replace(HERE, "\u{FFFD}").into();
            prop_assert_eq!(read.value, record);
        }

        #[test]
        fn a_damaged_text_is_an_error_or_every_repair_is_reported(
            record: Interaction,
            edits in prop::collection::vec((any::<prop::sample::Index>(), damage(), any::<bool>()), 1..4),
        ) {
            let mut text = wire::encode(&record).unwrap();
            for (index, part, replace) in edits {
                let at = (0..=index.index(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap();
                let end = if replace { at + text[at..].chars().next().map_or(0, char::len_utf8) } else { at };
                text.replace_range(at..end, part);
            }
            let strict = wire::decode::<Interaction>(&text);
            let Ok(read) = decode::<Interaction>(&text) else {
                prop_assert!(strict.is_err());
                return Ok(());
            };
            prop_assert!(Payload::parse(text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(&text)).is_ok());
            prop_assert_eq!(read.repairs.is_empty(), strict.is_ok());
            let again = Payload::parse(wire::encode(&read.value).unwrap()).unwrap();
            for repair in read.repairs {
                prop_assert!(again.get(&repair.pointer).is_some(), "{repair}");
            }
        }
    }
}
