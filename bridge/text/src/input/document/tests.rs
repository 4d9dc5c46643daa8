//! Splitting of documents in any arrangement and with any read size.

use super::*;
use proptest::prelude::*;
use serde_json::Value;

/// A text, and its documents with their line and column.
type Case = (&'static str, &'static [(usize, usize, &'static str)]);

/// A reader that returns a few bytes per read.
struct Drops(Vec<u8>, usize, usize);

impl Read for Drops {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        let rest = self.0.get(self.1..).unwrap_or_default();
        let length = self.2.min(rest.len()).min(into.len());
        into[..length].copy_from_slice(&rest[..length]);
        self.1 += length;
        Ok(length)
    }
}

/// Returns the documents with their line and column.
fn documents(text: &str, is_quick: bool, piece: usize) -> Vec<(usize, usize, String)> {
    all(
        Documents::new(Box::new(Drops(text.into(), 0, piece))),
        is_quick,
    )
}

fn all(mut documents: Documents, is_quick: bool) -> Vec<(usize, usize, String)> {
    let mut found = Vec::new();
    let check = if is_quick {
        LineCheck::Ends
    } else {
        LineCheck::Syntax
    };
    while documents
        .next(check, &mut || Ok(()))
        .is_ok_and(|is_one| is_one)
    {
        let (line, column, bytes) = documents.last();
        let document = String::from_utf8(bytes.to_vec()).unwrap();
        // The reader of a document detects invalid syntax.
        if serde_json::from_str::<Value>(&document).is_err() && documents.rewind_guess() {
            continue;
        }
        found.push((line, column, document));
    }
    found
}

#[test]
fn documents_are_split_in_any_arrangement() {
    let cases: &[Case] = &[
        ("", &[]),
        (" \r\n\t\n", &[]),
        ("{}\n[]\r\n\n7", &[(1, 1, "{}"), (2, 1, "[]"), (4, 1, "7")]),
        ("{}{} [1]\n", &[(1, 1, "{}"), (1, 3, "{}"), (1, 6, "[1]")]),
        (
            "\"a\" true null-1\n",
            &[(1, 1, "\"a\""), (1, 5, "true"), (1, 10, "null-1")],
        ),
        (
            "{\n  \"a\": 1\n}\n{\n}\n",
            &[(1, 1, "{\n  \"a\": 1\n}"), (4, 1, "{\n}")],
        ),
        (
            "{\n} {\n \"a\": [\n]}",
            &[(1, 1, "{\n}"), (2, 3, "{\n \"a\": [\n]}")],
        ),
        (
            "[\n{\"a\":\"]}\\\"\"},\n{}\n]",
            &[(1, 1, "[\n{\"a\":\"]}\\\"\"},\n{}\n]")],
        ),
        ("\u{FEFF}{}\n{}", &[(1, 1, "{}"), (2, 1, "{}")]),
        ("\u{FEFF} \n[\n1]", &[(2, 1, "[\n1]")]),
        ("{}\n\u{FEFF}{}", &[(1, 1, "{}"), (2, 1, "\u{FEFF}{}")]),
        // Truncated lines do not affect others.
        (
            "{\"a\":\n{}\n{}",
            &[(1, 1, "{\"a\":"), (2, 1, "{}"), (3, 1, "{}")],
        ),
        ("{\"a\":\"b\n{}\n", &[(1, 1, "{\"a\":\"b"), (2, 1, "{}")]),
        ("[\n[1]\n{}", &[(1, 1, "["), (2, 1, "[1]"), (3, 1, "{}")]),
        ("hello\n{}", &[(1, 1, "hello"), (2, 1, "{}")]),
        (
            "hello again \nall {}\n",
            &[(1, 1, "hello again"), (2, 1, "all"), (2, 5, "{}")],
        ),
        // Lines of log files.
        (
            "2026-05-18T15:30:00Z info {} in 3 ms\n",
            &[
                (1, 1, "2026-05-18T15:30:00Z info"),
                (1, 27, "{}"),
                (1, 30, "in 3 ms"),
            ],
        ),
        (
            "[12:30:01] {\"a\":1}\n> {}",
            &[
                (1, 1, "[12:30:01]"),
                (1, 12, "{\"a\":1}"),
                (2, 1, ">"),
                (2, 3, "{}"),
            ],
        ),
        (
            "app[12]: {}\n[1] [2, 3] {}",
            &[
                (1, 1, "app[12]:"),
                (1, 10, "{}"),
                (2, 1, "[1]"),
                (2, 5, "[2, 3]"),
                (2, 12, "{}"),
            ],
        ),
        ("got {\n}\n", &[(1, 1, "got"), (1, 5, "{\n}")]),
        ("{} }\n{}", &[(1, 1, "{}"), (1, 4, "}"), (2, 1, "{}")]),
        ("{\"a\":}\n{}", &[(1, 1, "{\"a\":}"), (2, 1, "{}")]),
        ("{}\n{", &[(1, 1, "{}"), (2, 1, "{")]),
        // A faulty multi-line document is one document.
        (
            "{\n \"a\": 1,\n}\n{}",
            &[(1, 1, "{\n \"a\": 1,\n}"), (4, 1, "{}")],
        ),
        ("{\n \"a\": x y\n", &[(1, 1, "{\n \"a\": x y")]),
        (
            "{\n \"a\" 1,\n \"b\": 2\n}\n[]\n",
            &[(1, 1, "{\n \"a\" 1,\n \"b\": 2\n}"), (5, 1, "[]")],
        ),
        (
            "{\n \"a\": \"b\n \"\n{}\n",
            &[(1, 1, "{\n \"a\": \"b\n \""), (4, 1, "{}")],
        ),
        // A truncated document ends before the next.
        (
            "{\n \"a\": 1\n{\n}\n",
            &[(1, 1, "{\n \"a\": 1"), (3, 1, "{\n}")],
        ),
        (
            "{\n \"a\":\n{\n}\n{}",
            &[(1, 1, "{\n \"a\":"), (3, 1, "{\n}"), (5, 1, "{}")],
        ),
        ("{\n \"a\":\n{\n}", &[(1, 1, "{\n \"a\":"), (3, 1, "{\n}")]),
        (
            "{\n \"a\": [1,\n[\n]\n{}",
            &[(1, 1, "{\n \"a\": [1,"), (3, 1, "[\n]"), (5, 1, "{}")],
        ),
        (
            "{\n \"a\": [1,\n{\n \"b\": [",
            &[(1, 1, "{\n \"a\": [1,"), (3, 1, "{\n \"b\": [")],
        ),
        (
            "{\n\"a\": 1\n{\n}\n",
            &[(1, 1, "{\n\"a\": 1"), (3, 1, "{\n}")],
        ),
        // A value after which the document continues is part of it.
        (
            "{\n \"a\":\n{\n},\n \"b\"}",
            &[(1, 1, "{\n \"a\":\n{\n},\n \"b\"}")],
        ),
        ("[\n{},\n{},\n{\n", &[(1, 1, "[\n{},\n{},\n{")]),
        (
            "[\n{},\n{1},\n{\n},\n{}\n]\n{}",
            &[(1, 1, "[\n{},\n{1},\n{\n},\n{}\n]"), (8, 1, "{}")],
        ),
        (
            "[\n{},\n{1}\n{},\n",
            &[(1, 1, "[\n{},\n{1}"), (4, 1, "{}"), (4, 3, ",")],
        ),
        ("[{},\n{1},\n{}\n]", &[(1, 1, "[{},\n{1},\n{}\n]")]),
        ("[\n{1},\n{}\n]", &[(1, 1, "[\n{1},\n{}\n]")]),
        (
            "[{1},\n{},\n{}]\n{}",
            &[(1, 1, "[{1},\n{},\n{}]"), (4, 1, "{}")],
        ),
        (
            "[1,\n{}\n{}\n",
            &[(1, 1, "[1,"), (2, 1, "{}"), (3, 1, "{}")],
        ),
        ("[1,\n{1}\n{}\n", &[(1, 1, "[1,\n{1}"), (3, 1, "{}")]),
        (
            "[\n 1,\n {1},\n{}",
            &[(1, 1, "[\n 1,\n {1},"), (4, 1, "{}")],
        ),
    ];
    for (text, expected) in cases {
        let expected: Vec<_> = expected
            .iter()
            .map(|(line, column, text)| (*line, *column, (*text).to_owned()))
            .collect();
        for piece in [1, 2, 3, 7, CHUNK] {
            assert_eq!(
                documents(text, false, piece),
                expected,
                "{text:?} by {piece}"
            );
            assert_eq!(
                documents(text, true, piece),
                expected,
                "{text:?} by {piece}, quickly"
            );
        }
    }
}

#[test]
fn text_that_is_repairable_as_a_whole_is_one_document() {
    let cases: &[Case] = &[
        (
            "[{}, // {\n{}]\n{}",
            &[(1, 1, "[{}, // {\n{}]"), (3, 1, "{}")],
        ),
        ("[{}\n{}\n]{}", &[(1, 1, "[{}\n{}\n]"), (3, 2, "{}")]),
        (
            "{'deleteSurface':\n{'surfaceId':\n'}{'}}\n{}",
            &[
                (1, 1, "{'deleteSurface':\n{'surfaceId':\n'}{'}}"),
                (4, 1, "{}"),
            ],
        ),
        // Other objects may contain messages.
        (
            "{'a':[\n{},\n{}]}",
            &[(1, 1, "{'a':["), (2, 1, "{},"), (3, 1, "{}"), (3, 3, "]}")],
        ),
        // A truncated document does not affect others.
        (
            "[{},\n{oops\n{}\n{}",
            &[(1, 1, "[{},\n{oops"), (3, 1, "{}"), (4, 1, "{}")],
        ),
        ("{'a\n{}\n{}", &[(1, 1, "{'a"), (2, 1, "{}"), (3, 1, "{}")]),
        // Commas separate documents.
        (
            "{},\n{} , {},,\n[],",
            &[
                (1, 1, "{},"),
                (2, 1, "{} ,"),
                (2, 6, "{}"),
                (2, 8, ",,"),
                (3, 1, "[],"),
            ],
        ),
        ("{},a\n", &[(1, 1, "{}"), (1, 3, ",a")]),
        // Brackets after a value are part of its document.
        ("{}]} \n{}}", &[(1, 1, "{}]}"), (2, 1, "{}}")]),
        // The record separator counts as whitespace.
        ("\x1E{}\n\x1E{}\n", &[(1, 2, "{}"), (2, 2, "{}")]),
    ];
    for (text, expected) in cases {
        let expected: Vec<_> = expected
            .iter()
            .map(|(line, column, text)| (*line, *column, (*text).to_owned()))
            .collect();
        for piece in [1, 2, 3, 7, CHUNK] {
            for is_quick in [false, true] {
                let documents =
                    Documents::new(Box::new(Drops((*text).into(), 0, piece))).with_repairs();
                assert_eq!(all(documents, is_quick), expected, "{text:?} by {piece}");
            }
        }
    }
}

#[test]
fn comments_belong_to_the_next_message_or_to_the_last_one() {
    let message = "{\"deleteSurface\":{\n}}";
    let text = format!("// one\n{message} // two\n/* three */ {message}\n/* four\n*/ // five\n");
    let expected = [
        (1, 1, format!("// one\n{message}")),
        (
            3,
            4,
            format!("// two\n/* three */ {message}\n/* four\n*/ // five"),
        ),
    ];
    for is_quick in [false, true] {
        let reader = Box::new(Drops(text.clone().into(), 0, CHUNK));
        assert_eq!(
            all(Documents::new(reader).with_repairs(), is_quick),
            expected
        );
        // Comments are documents of their own where nothing is repaired.
        let starts: Vec<_> = documents(&text, is_quick, CHUNK)
            .into_iter()
            .map(|(line, column, _)| (line, column))
            .collect();
        assert_eq!(
            starts,
            [(1, 1), (2, 1), (3, 4), (4, 1), (4, 13), (6, 1), (7, 4)]
        );
    }
}

#[test]
fn an_irreparable_line_does_not_delay_its_own_document() {
    let text = "{\"a\":\"b\n{\"b\":1}\n{\"c\":2}\n".to_owned() + &"{}\n".repeat(CHUNK);
    let mut documents = Documents::new(Box::new(Drops(text.into(), 0, 8))).with_repairs();
    let mut count = 0;
    let mut before = || {
        count += 1;
        Ok(())
    };
    assert!(matches!(
        documents.next(LineCheck::Ends, &mut before),
        Ok(true)
    ));
    assert_eq!(documents.last(), (1, 1, b"{\"a\":\"b".as_slice()));
    assert!(count < 6, "{count}");
}

/// Generates an object or a list.
fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        (0..9_u8).prop_map(Value::from),
        r"[\[{}\],:a ]{0,4}".prop_map(Value::from)
    ];
    let value = leaf.prop_recursive(3, 12, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::btree_map("[a-c]", inner, 0..4)
                .prop_map(|members| members.into_iter().collect::<Value>()),
        ]
    });
    prop_oneof![
        prop::collection::vec(value.clone(), 1..4).prop_map(Value::from),
        prop::collection::btree_map("[a-c]", value, 1..4)
            .prop_map(|members| members.into_iter().collect::<Value>()),
    ]
}

fn pretty(value: &Value, indent: usize) -> String {
    let indent = " ".repeat(indent);
    let layout = serde_json::ser::PrettyFormatter::with_indent(indent.as_bytes());
    let mut written = serde_json::Serializer::with_formatter(Vec::new(), layout);
    serde::Serialize::serialize(value, &mut written).unwrap();
    String::from_utf8(written.into_inner()).unwrap()
}

/// Formats the value with whitespace between its tokens.
fn loose(value: &Value, blanks: &[String]) -> String {
    let (mut text, mut blanks, mut is_string) = (String::new(), blanks.iter().cycle(), false);
    for character in value.to_string().chars() {
        let mut blank = || {
            blanks
                .next()
                .map_or("", |blank| if is_string { "" } else { blank })
        };
        if matches!(character, ',' | ':' | '}' | ']') {
            text += blank();
        }
        text.push(character);
        if matches!(character, ',' | ':' | '{' | '[') {
            text += blank();
        }
        is_string ^= character == '"';
    }
    text
}

proptest! {
    #[test]
    fn values_are_split_with_any_whitespace_between_them(
        values in prop::collection::vec(("[{][ \n]?\"a\":(1|\"[}{]\"|\\[[12]?\\]) *[}]", "( |\n|\r\n \t)?"), 0..12),
        piece in 1..40_usize,
        is_quick: bool,
    ) {
        let text: String = values.iter().map(|(value, between)| format!("{value}{between}")).collect();
        let found: Vec<String> = documents(&text, is_quick, piece).into_iter().map(|(.., text)| text).collect();
        let expected: Vec<&str> = values.iter().map(|(value, _)| value.as_str()).collect();
        prop_assert_eq!(found, expected);
    }

    #[test]
    fn truncated_documents_do_not_affect_whole_ones(
        values in prop::collection::vec((value(), prop::option::of(any::<prop::sample::Index>())), 1..6),
        indent in 1..4_usize,
        piece in 1..40_usize,
        is_quick: bool,
    ) {
        let (mut text, mut whole) = (String::new(), Vec::new());
        for (value, cut) in values {
            let pretty = pretty(&value, indent);
            let length = cut.map_or(pretty.len(), |cut| cut.index(pretty.len() - 1) + 1);
            if length == pretty.len() {
                whole.push((text.lines().count() + 1, 1, pretty.clone()));
            }
            text = text + &pretty[..length] + "\n";
        }
        let found = documents(&text, is_quick, piece);
        prop_assert!(whole.iter().all(|document| found.contains(document)), "{text}\n{found:#?}");
    }

    #[test]
    fn valid_documents_are_found_in_any_layout(
        values in prop::collection::vec((value(), prop::collection::vec("[ \n]{0,2}", 1..9)), 1..6),
        piece in 1..40_usize,
        is_quick: bool,
    ) {
        let texts: Vec<String> = values.iter().map(|(value, blanks)| loose(value, blanks)).collect();
        let found = documents(&texts.join("\n"), is_quick, piece);
        prop_assert_eq!(found.into_iter().map(|(.., text)| text).collect::<Vec<_>>(), texts);
    }

    #[test]
    fn no_part_of_a_text_is_lost_or_repeated(
        text in "([{}\\[\\]:,\"a1\\\\ -]|\n|\n|[{]\"a\":1[}]|\u{FEFF}){0,60}", piece in 1..40_usize, is_quick: bool,
    ) {
        let found = documents(&text, is_quick, piece);
        let text = text.strip_prefix('\u{FEFF}').unwrap_or(&text);
        let without_blanks = |text: &str| text.split_ascii_whitespace().collect::<String>();
        let all: String = found.iter().map(|(.., text)| without_blanks(text)).collect();
        prop_assert_eq!(all, without_blanks(text));
        // Each document is at its stated place.
        for (line, column, document) in found {
            let line = text.split('\n').nth(line - 1).expect("the line");
            prop_assert!(line.get(column - 1..).is_some_and(|rest| document.starts_with(rest.trim_end())
                || rest.starts_with(document.as_str())), "{line:?} {column} {document:?}");
        }
    }
}

#[test]
fn endless_documents_are_scanned_once() {
    for line in ["[\n", "{\"a\":\n", "[[\n", "[1,\n"] {
        let text = line.repeat(50_000);
        assert_eq!(documents(&text, false, CHUNK).len(), 50_000, "{line:?}");
    }
    // Multi-line documents: all but the first are read line by line because of their depth.
    for (text, count) in [
        ("{\n 1\n", 50_000),
        ("{\n \"a\": 1\n", 50_000),
        ("{\n \"a\":\n", 1 + 3 * 49_999),
    ] {
        assert_eq!(
            documents(&text.repeat(50_000), false, CHUNK).len(),
            count,
            "{text:?}"
        );
    }
}
