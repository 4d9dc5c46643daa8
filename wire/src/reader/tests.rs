use super::*;
use crate::Payload;
use proptest::prelude::*;

type Members = Vec<(String, String)>;

fn members(
    text: &str,
    value: &dyn for<'a> Fn(&mut Reader<'a>) -> ReadResult<&'a str>,
) -> Option<Members> {
    let mut members = Vec::new();
    let read = crate::read_members(text, &mut |name, reader| {
        members.push((name.to_owned(), value(reader)?.to_owned()));
        Ok(true)
    });
    read.is_ok_and(|is_whole| is_whole).then_some(members)
}

fn read_members(text: &str) -> Option<Members> {
    members(text, &|reader| reader.span())
}

/// Reads the members by skipping. Returns `None` if a skipped text is not valid JSON.
fn skip_members(text: &str, known: &str) -> Option<Members> {
    let members = members(text, &|reader| match reader.skip_known(known) {
        Some(value) => Ok(value),
        None => reader.skip_value(),
    })?;
    members
        .iter()
        .all(|(_, value)| Payload::is_json(value))
        .then_some(members)
}

#[test]
fn skipping_a_known_value_changes_nothing() {
    for text in [
        r#"{"a":[1],"b":[1,2]}"#,
        r#"{"a": [1] ,"b":{"c":[1]}}"#,
        r#"{"a":12,"b":"12","c":-1}"#,
        r#"{"a":[1]2}"#,
        r#"{"a":[1]"#,
        r#"{"a":[1"#,
    ] {
        for known in ["[1]", r#"{"c":[1]}"#, "1", "\"", "-", "é", ""] {
            assert_eq!(
                skip_members(text, known),
                read_members(text),
                "{text} {known}"
            );
        }
    }
}

proptest! {
    #[cfg(feature = "proptest")]
    #[test]
    fn skipped_and_validated_members_equal_the_read_members(
        texts in prop::collection::vec(crate::generate::json_text(40), 1..4),
        at: prop::sample::Index,
        byte in r#"[\[\]{}",:\\ 1a]"#,
    ) {
        let members: Vec<_> = texts.iter().enumerate().map(|(at, text)| format!("\"{at}\":{text}")).collect();
        let text = format!("{{{}}}", members.join(","));
        prop_assert_eq!(skip_members(&text, ""), read_members(&text));
        let at = (0..=at.index(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap();
        let end = at + text[at..].chars().next().map_or(0, char::len_utf8);
        let mut changed = text.clone();
        changed.replace_range(at..end, &byte);
        prop_assert_eq!(skip_members(&changed, ""), read_members(&changed), "{}", changed);
    }
}

#[test]
fn peeking_at_a_member_returns_the_first_of_its_name_without_reading() {
    for (text, found) in [
        (r#"{"a":{"b":1},"b":2,"b":3}"#, Some("2")),
        (r#" { "b" : [7] } "#, Some("[7]")),
        (r#"{"a":1}"#, None),
        (r#"[{"b":1}]"#, None),
        ("{}", None),
    ] {
        let mut reader = Reader::new(text);
        assert_eq!(reader.peek_member("b"), found, "{text}");
        assert_eq!(reader.span().unwrap(), text.trim(), "{text}");
    }
}
