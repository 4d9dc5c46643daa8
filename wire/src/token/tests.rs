use super::*;
use proptest::prelude::*;

#[test]
fn depth_ignores_brackets_in_strings_and_survives_any_text() {
    assert_eq!(depth("1"), 0);
    assert_eq!(depth(r#"["[[[\"[["]"#), 1);
    assert_eq!(depth("]]]["), 1);
    assert_eq!(depth("\"never closed [[["), 0);
    assert_eq!(depth(&"[".repeat(1_000_000)), 1_000_000);
}

#[test]
fn the_pointer_of_the_first_value_beyond_the_limit_is_found() {
    let text = r#"[0,{"a":1,"b/c":[[]]}]"#;
    assert_eq!(deeper_than(text, 3).unwrap().as_str(), "/1/b~1c/0");
    assert_eq!(deeper_than(text, 2).unwrap().as_str(), "/1/b~1c");
    assert_eq!(deeper_than(text, 4), None);
}

#[test]
fn unescaped_strings_with_different_lone_surrogates_differ() {
    assert_eq!(string(r#""a\u0062\n\/\"""#), "ab\n/\"");
    assert_eq!(string(r#""\ud83d\ude00""#), "\u{1F600}");
    assert_eq!(string(r#""x\ud83dy""#), "x\u{FFFD}y");
    assert_ne!(unescape(r#""\ud83d""#), unescape(r#""\ud83e""#));
    assert_ne!(unescape(r#""\ud83d""#), unescape(r#""\ud87d""#));
    assert_ne!(unescape(r#""\ud83d""#), unescape("\"\u{FFFD}\""));
    assert_eq!(unescape(r#""\u00e9""#), unescape("\"é\""));
}

proptest! {
    #[test]
    fn unescaped_bytes_agree_with_the_utf_16_code_units(
        parts in prop::collection::vec(prop::sample::select(vec![
            "a", "é", "\u{1F600}", "\\n", "\\\"", "\\\\", "\\/", "\\u0062", "\\u00e9", "\\ud83d", "\\uDE00", "\\ude00", "\\ud83d\\ude00",
        ]), 0..6),
    ) {
        let quoted = format!("\"{}\"", parts.concat());
        let mut expected = Vec::new();
        for unit in char::decode_utf16(utf16(&quoted)) {
            match unit {
                Ok(c) => expected.extend_from_slice(c.to_string().as_bytes()),
                Err(half) => {
                    let half = half.unpaired_surrogate();
                    let six = |shift: u16| 0x80 | (half >> shift & 0x3F) as u8;
                    expected.extend([0xE0 | (half >> 12) as u8, six(6), six(0)]);
                }
            }
        }
        prop_assert_eq!(unescape(&quoted).into_owned(), expected, "{}", quoted);
    }
}

#[test]
fn different_names_stay_different() {
    for (quoted, text) in [
        (r#""a""#, "a"),
        (r#""a\"\\\n""#, "a\"\\\n"),
        (r#""\ud800""#, r"\ud800"),
        (r#""\uDC00x""#, r"\udc00x"),
        (r#""\\ud800""#, r"\\ud800"),
        (r#""\\\ud800""#, r"\\\ud800"),
        (r#""\\\\ud800""#, r"\\\\ud800"),
        (r#""\\u0041\\ud80""#, r"\u0041\ud80"),
        (r#""\\ud8\ud800""#, r"\ud8\ud800"),
        (r#""\ud83d\ude00\ude00""#, "\u{1F600}\\ude00"),
        (r#""ud800""#, "ud800"),
        (r#""\\""#, "\\"),
    ] {
        assert_eq!(name(quoted), text, "{quoted}");
        assert_eq!(unescape(&quoted_name(text)), unescape(quoted), "{text}");
        assert_eq!(name(&quoted_name(text)), text);
    }
}

#[test]
fn children_are_found_one_level_deep() {
    let texts: Vec<_> = children(r#" [ 1 , {"a":[2]} , "]" , [] ] "#)
        .map(|c| c.text)
        .collect();
    assert_eq!(texts, ["1", r#"{"a":[2]}"#, r#""]""#, "[]"]);
    assert_eq!(children("7").count(), 0);
    assert_eq!(children("{}").count(), 0);
}

#[test]
fn brackets_are_counted_in_texts_of_any_length() {
    let text: Vec<u8> = (0..10_000_u32)
        .map(|i| (i.wrapping_mul(2_654_435_761) >> 24) as u8)
        .collect();
    let full = [b'{'; 5000];
    for length in (0..50).chain([255, 2039, 2040, 2041, 4096, 5000]) {
        let of_text = text[length..2 * length]
            .iter()
            .filter(|byte| matches!(byte, b'{' | b'['))
            .count();
        assert_eq!(
            (
                count_brackets(&text[length..2 * length]),
                count_brackets(&full[..length])
            ),
            (of_text, length)
        );
    }
}

#[test]
fn spans_contain_the_values_that_are_read() {
    let text = " {\"a\":[1, {\"b\\u0063\": \"x\"}],\n\t\"d\": 2, \"d\": 34,\"\":[]} ";
    for (pointer, shown) in [
        ("/a/0", "1"),
        ("/a/1/bc", "\"x\""),
        ("/d", "34"),
        ("/", "[]"),
        ("/a/1", "{\"b\\u0063\": \"x\"}"),
        ("", text.trim()),
        ("/a/01", "["),
        ("/a/2/b", "["),
        ("/a/1/b", "{"),
        ("/e", "{"),
        ("/d/0", "3"),
    ] {
        let pointer = Pointer::parse(pointer).unwrap();
        assert_eq!(&text[span(text, &pointer)], shown, "{pointer}");
        let is_there = value_at(text.trim(), &pointer).is_some();
        assert_eq!(
            name_span(text, &pointer).is_some(),
            is_there
                && pointer
                    .segments()
                    .last()
                    .is_some_and(|s| s != "0" && s != "1")
        );
    }
    assert_eq!(
        &text[name_span(text, &Pointer::parse("/a/1/bc").unwrap()).unwrap()],
        "\"b\\u0063\""
    );
    assert_eq!(span("", &Pointer::root()), 0..0);
    let places = text
        .char_indices()
        .filter(|(_, c)| *c == 'x')
        .map(|(at, _)| pointer_at(text.trim(), at - 1));
    assert_eq!(
        places.collect::<Vec<_>>(),
        [Pointer::parse("/a/1/bc").unwrap()]
    );
}

proptest! {
    #[test]
    fn spans_of_any_text_are_in_bounds(text in "[ \\[{\"é\\\\:,1}\\]]{0,40}", pointer in "(/[é1]?){0,3}") {
        let pointer = Pointer::parse(&pointer).unwrap();
        prop_assert!(text.get(span(&text, &pointer)).is_some());
        if let Err(error) = crate::Payload::parse(&text) {
            prop_assert!(text.get(error.span(&text)).is_some());
        }
    }
}
