//! Decoding of lists, record by record.

use super::{RepairedValue, decode_below, shift_column, strip_mark};
use crate::Interaction;
use wire::{DecodeError, Payload, Pointer, decode::ReadError, token};

/// Decodes the records of a list one by one, so that an unreadable record does not affect the others.
///
/// The text is the body of a provider, `{"interactions":[…]}`, or an array. Pointers, lines and columns are relative
/// to the whole text; the depth limit applies to each record. The repair of a byte order mark is reported with the
/// first readable record. Members next to `interactions` are ignored.
///
/// ```
/// use agent_ui_aap::wire;
///
/// let good = r#"{"id":"i","timestamp":"t","canvasFile":"p","action":"a","summary":"s"}"#;
/// let records = agent_ui_aap::lenient::decode_list(&format!(r#"{{"interactions":[7,{good}]}}"#))?;
/// assert_eq!(records[0].as_ref().unwrap_err().pointer.as_str(), "/interactions/0");
/// assert_eq!(records[1].as_ref().unwrap().value.summary, "s");
/// # Ok::<(), wire::DecodeError>(())
/// ```
///
/// # Errors
/// Returns an error if the text is not valid JSON, or does not contain a list of records.
pub fn decode_list(
    text: &str,
) -> Result<Vec<Result<RepairedValue<Interaction>, DecodeError>>, DecodeError> {
    let (rest, mut repairs) = strip_mark(text);
    let marked = !repairs.is_empty();
    let whole = Payload::parse(rest).map_err(|error| shift_column(error, marked))?;
    let list = list_of(&whole)?;
    let mut place = LineCounter {
        text,
        at: 0,
        line: 1,
        column: 0,
    };
    let start = text.len() - rest.trim_start_matches([' ', '\t', '\n', '\r']).len() + list.at;
    let mut records = Vec::new();
    for (index, child) in token::children(list.text).enumerate() {
        let record = decode_below(
            child.text,
            &list.pointer.element(index),
            Vec::new(),
            &|text| wire::decode(text),
        );
        records.push(match record {
            Ok(mut read) => {
                read.repairs.splice(0..0, std::mem::take(&mut repairs));
                Ok(read)
            }
            Err(error) => {
                place.advance_to(start + child.at);
                Err(place.shift(error))
            }
        });
    }
    Ok(records)
}

/// The array of records and its place.
struct List<'a> {
    text: &'a str,
    at: usize,
    pointer: Pointer,
}

fn list_of(whole: &Payload) -> Result<List<'_>, DecodeError> {
    let text = whole.text();
    let expected = "a list of records, or an object with one as `interactions`";
    if text.starts_with('[') {
        return Ok(List {
            text,
            at: 0,
            pointer: Pointer::root(),
        });
    }
    if !whole.is_object() {
        return Err(ReadError::wrong_type(whole.kind(), expected).into());
    }
    let mut list = None;
    for child in token::children(text) {
        if child.name.map(token::string).as_deref() != Some("interactions") {
            continue;
        }
        if list.replace(child).is_some() {
            return Err(ReadError::duplicate("interactions").into());
        }
    }
    let Some(list) = list else {
        return Err(ReadError::missing("interactions").into());
    };
    if !list.text.starts_with('[') {
        let kind = match Payload::parse(list.text) {
            Ok(value) => value.kind().to_string(),
            Err(_) => String::new(),
        };
        return Err(ReadError::wrong_type(kind, "an array")
            .at("interactions")
            .into());
    }
    Ok(List {
        text: list.text,
        at: list.at,
        pointer: Pointer::root().member("interactions"),
    })
}

/// A counter of lines and columns. The counter only moves forward, so that finding many lines takes one pass.
struct LineCounter<'a> {
    text: &'a str,
    at: usize,
    line: usize,
    /// The number of bytes of the current line before the position.
    column: usize,
}

impl LineCounter<'_> {
    fn advance_to(&mut self, to: usize) {
        for byte in self.text.as_bytes().get(self.at..to).unwrap_or_default() {
            if *byte == b'\n' {
                self.line += 1;
                self.column = 0;
            } else {
                self.column += 1;
            }
        }
        self.at = to;
    }

    /// Converts the place of an error in the value at the position.
    fn shift(&self, mut error: DecodeError) -> DecodeError {
        if error.line == 1 {
            error.column += self.column;
        }
        if error.line > 0 {
            error.line += self.line - 1;
        }
        error
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{record, repairs};
    use super::*;
    use wire::DecodeRule;

    #[test]
    fn an_unreadable_record_does_not_affect_the_others() {
        let good = record("1", "\"s\"", r#""own":1"#);
        let cut = record("1", r#""\ud83d""#, r#""own":1"#);
        let deep = record(
            &format!("{}{}", "[".repeat(3000), "]".repeat(3000)),
            "\"s\"",
            r#""own":1"#,
        );
        let typed = good.replace("\"a\"", "null");
        let all = [&*good, "\"bare\"", &cut, &deep, "null", &typed, &good].join(",\n");
        for (text, base) in [
            (format!(" [{all}]"), ""),
            (
                format!("{{\"x\":[1],\"interactions\" : [{all}]}}"),
                "/interactions",
            ),
        ] {
            let records = decode_list(&text).unwrap();
            let outcome: Vec<_> = records
                .iter()
                .map(|record| match record {
                    Ok(read) => format!("{:?}", repairs(read)),
                    Err(error) => format!(
                        "{} {}",
                        error.rule,
                        error.pointer.as_str().chars().take(40).collect::<String>()
                    ),
                })
                .collect();
            let expected = [
                "[]".to_owned(),
                format!("type {base}/1"),
                format!("[(\"half-surrogate\", \"{base}/2/summary\")]"),
                format!("depth {base}/3/data/0/0")
                    .chars()
                    .take(46)
                    .collect(),
                format!("type {base}/4"),
                format!("type {base}/5/action"),
                "[]".to_owned(),
            ];
            for (outcome, expected) in outcome.iter().zip(&expected) {
                assert!(outcome.starts_with(expected), "{outcome} is not {expected}");
            }
            assert_eq!(records.len(), 7);
        }
    }

    #[test]
    fn lines_and_columns_are_relative_to_the_whole_text() {
        let good = record("1", "\"s\"", r#""own":1"#);
        let line_of = |text: &str, at: &str| {
            let error = decode_list(text)
                .unwrap()
                .into_iter()
                .find_map(Result::err)
                .unwrap();
            let before = &text[..text.find(at).unwrap() + at.len()];
            let line = before.lines().count();
            assert_eq!(
                (error.line, error.column),
                (line, before.lines().last().unwrap().len()),
                "{text}"
            );
        };
        line_of(&format!("\n\n [{good}, \n 7\n]"), "7");
        line_of(&format!("\u{FEFF}[{good},{good}, 7]"), "7");
        line_of(&format!("\u{FEFF}[77,{good}]"), "77");
        line_of(
            &format!(
                "{{ \"interactions\":\n[{good},{}]}}",
                good.replace("\"t\"", "71")
            ),
            "71",
        );
    }

    #[test]
    fn a_byte_order_mark_is_reported_with_the_first_readable_record() {
        let good = record("1", "\"s\"", r#""own":1"#);
        let records = decode_list(&format!("\u{FEFF}[7,{good},{good}]")).unwrap();
        assert!(records[0].is_err());
        assert_eq!(
            repairs(records[1].as_ref().unwrap()),
            [("byte-order-mark", "")]
        );
        assert_eq!(repairs(records[2].as_ref().unwrap()), []);
    }

    #[test]
    fn a_text_without_a_list_is_an_error() {
        for (text, rule, pointer) in [
            ("[1,", DecodeRule::Syntax, ""),
            ("", DecodeRule::Syntax, ""),
            ("7", DecodeRule::Type, ""),
            ("null", DecodeRule::Type, ""),
            ("{}", DecodeRule::Missing, "/interactions"),
            (r#"{"interactions":{}}"#, DecodeRule::Type, "/interactions"),
            (
                r#"{"interactions":null}"#,
                DecodeRule::Type,
                "/interactions",
            ),
            (
                r#"{"interactions":[],"interactions":[]}"#,
                DecodeRule::Duplicate,
                "/interactions",
            ),
        ] {
            let error = decode_list(text).unwrap_err();
            assert_eq!(
                (error.rule, error.pointer.as_str()),
                (rule, pointer),
                "{text}"
            );
        }
        assert_eq!(decode_list("[]").unwrap(), []);
        assert_eq!(decode_list(r#"{"interactions":[]}"#).unwrap(), []);
    }
}
