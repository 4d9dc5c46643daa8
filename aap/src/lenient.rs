//! Reading what the real provider writes.
//!
//! Its summaries are cut after 200 UTF-16 units, so that one may end in half a surrogate pair, which JSON can write (`\ud83d`) and no
//! Rust string can hold. Such a file cannot be read as it stands, nor can a list that holds it. Here it can, and
//! everything that had to be changed is named.
//!
//! Nothing is changed that can be read as it is: half a pair inside `data` stays, because data is kept as text.

use crate::{
    Interaction,
    walk::{Step, Walk},
};
use serde::de::DeserializeOwned;
use std::{borrow::Cow, fmt};
use wire::{
    DecodeError, DecodeRule, Payload, Pointer,
    decode::Refusal,
    token::{self, TokenKind},
};

/// A value, and what was changed to read it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Repaired<T> {
    /// The value.
    pub value: T,
    /// What was changed; empty if the text was read as it is.
    pub repairs: Vec<Repair>,
}

/// One change to a text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Repair {
    /// Where: the string that was changed, or the member whose name was, as it is called now.
    pub pointer: Pointer,
    /// What was done.
    pub kind: RepairKind,
}

/// What was done to a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum RepairKind {
    /// The byte order mark in front of the text was taken away.
    ByteOrderMark,
    /// Each half of a surrogate pair in a string was replaced by U+FFFD.
    HalfSurrogate,
    /// The same in the name of a member.
    HalfSurrogateInName,
}

impl RepairKind {
    /// The name in reports: `byte-order-mark`, `half-surrogate`, `half-surrogate-in-name`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::ByteOrderMark => "byte-order-mark",
            Self::HalfSurrogate => "half-surrogate",
            Self::HalfSurrogateInName => "half-surrogate-in-name",
        }
    }
}

impl fmt::Display for RepairKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Display for Repair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at {:?}", self.kind, self.pointer.as_str())
    }
}

const MARK: char = '\u{FEFF}';

/// Reads one message; the text is changed where it cannot be read otherwise.
///
/// ```
/// # use agent_ui_aap as aap;
/// use aap::{Interaction, lenient};
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
/// What is wrong with the text besides. Line and column are those of the text that was given.
pub fn decode<T: DeserializeOwned>(text: &str) -> Result<Repaired<T>, DecodeError> {
    let (rest, repairs) = without_mark(text);
    let marked = !repairs.is_empty();
    decode_below(rest, &Pointer::root(), repairs).map_err(|error| behind_mark(error, marked))
}

/// Reads a list of records, each on its own, so that one which cannot be read loses none of the others.
///
/// The text is what a provider lists, `{"interactions":[…]}`, or an array. Pointers, lines and columns count from the whole
/// text; depth counts from each record. A byte order mark is named with the first record that can be read. The members
/// beside `interactions` are not looked at.
///
/// ```
/// # use agent_ui_aap as aap;
/// let good = r#"{"id":"i","timestamp":"t","canvasFile":"p","action":"a","summary":"s"}"#;
/// let records = aap::lenient::decode_list(&format!(r#"{{"interactions":[7,{good}]}}"#))?;
/// assert_eq!(records[0].as_ref().unwrap_err().pointer.as_str(), "/interactions/0");
/// assert_eq!(records[1].as_ref().unwrap().value.summary, "s");
/// # Ok::<(), wire::DecodeError>(())
/// ```
///
/// # Errors
/// If the text as a whole is no JSON, or no such list.
pub fn decode_list(text: &str) -> Result<Vec<Result<Repaired<Interaction>, DecodeError>>, DecodeError> {
    let (rest, mut repairs) = without_mark(text);
    let marked = !repairs.is_empty();
    let whole = Payload::parse(rest).map_err(|error| behind_mark(error, marked))?;
    let list = list_of(&whole)?;
    let mut place = Place { text, at: 0, line: 1, column: 0 };
    let start = text.len() - rest.trim_start_matches([' ', '\t', '\n', '\r']).len() + list.at;
    let mut records = Vec::new();
    for (index, child) in token::children(list.text).enumerate() {
        let record = decode_below(child.text, &list.pointer.element(index), Vec::new());
        records.push(match record {
            Ok(mut read) => {
                read.repairs.splice(0..0, std::mem::take(&mut repairs));
                Ok(read)
            }
            Err(error) => {
                place.go(start + child.at);
                Err(place.below(error))
            }
        });
    }
    Ok(records)
}

fn without_mark(text: &str) -> (&str, Vec<Repair>) {
    match text.strip_prefix(MARK) {
        Some(rest) => (rest, vec![Repair { pointer: Pointer::root(), kind: RepairKind::ByteOrderMark }]),
        None => (text, Vec::new()),
    }
}

fn behind_mark(mut error: DecodeError, marked: bool) -> DecodeError {
    if marked && error.line == 1 {
        error.column += MARK.len_utf8();
    }
    error
}

/// The array of records, and where it stands.
struct List<'a> {
    text: &'a str,
    at: usize,
    pointer: Pointer,
}

fn list_of(whole: &Payload) -> Result<List<'_>, DecodeError> {
    let text = whole.text();
    let expected = "a list of records, or an object with one as `interactions`";
    if text.starts_with('[') {
        return Ok(List { text, at: 0, pointer: Pointer::root() });
    }
    if !whole.is_object() {
        return Err(Refusal::wrong_type(whole.kind(), expected).into());
    }
    let named = |name: &str| token::string(name) == "interactions";
    let mut lists = token::children(text).filter(|child| child.name.is_some_and(named));
    let list = lists.next().ok_or_else(|| Refusal::missing("interactions"))?;
    if lists.next().is_some() {
        return Err(Refusal::duplicate("interactions").into());
    }
    if !list.text.starts_with('[') {
        let kind = Payload::parse(list.text).map_or_else(|_| String::new(), |value| value.kind().to_string());
        return Err(Refusal::wrong_type(kind, "an array").at("interactions").into());
    }
    Ok(List { text: list.text, at: list.at, pointer: Pointer::root().member("interactions") })
}

/// A place in a text that only moves forward, so that finding many lines costs one pass.
struct Place<'a> {
    text: &'a str,
    at: usize,
    line: usize,
    /// How many bytes of the line lie in front of it.
    column: usize,
}

impl Place<'_> {
    fn go(&mut self, to: usize) {
        for byte in self.text.bytes().take(to).skip(self.at) {
            if byte == b'\n' {
                self.line += 1;
                self.column = 0;
            } else {
                self.column += 1;
            }
        }
        self.at = to;
    }

    /// An error of the value that stands here.
    fn below(&self, mut error: DecodeError) -> DecodeError {
        if error.line == 1 {
            error.column += self.column;
        }
        if error.line > 0 {
            error.line += self.line - 1;
        }
        error
    }
}

/// Reads a value that stands at `at` in its document.
fn decode_below<T: DeserializeOwned>(
    text: &str,
    at: &Pointer,
    mut repairs: Vec<Repair>,
) -> Result<Repaired<T>, DecodeError> {
    let mut text = Cow::Borrowed(text);
    loop {
        let mut error = match wire::decode(&text) {
            Ok(value) => return Ok(Repaired { value, repairs }),
            Err(error) => error,
        };
        // Each round mends at least one string, and all that stand in the same place of the records of a list.
        match mend(&text, &error, at, &mut repairs) {
            Some(mended) => text = Cow::Owned(mended),
            None => {
                error.pointer = at.join(&error.pointer);
                return Err(error);
            }
        }
    }
}

/// The text without the halves of pairs that made `error`; none if that was something else.
///
/// The reader fails at a half only where it needs the string, so that the pointer of the error is the pointer of such a string, or of the
/// object in which it reads the names.
fn mend(text: &str, error: &DecodeError, at: &Pointer, repairs: &mut Vec<Repair>) -> Option<String> {
    if error.rule != DecodeRule::Syntax {
        return None;
    }
    let target = find(text, &error.pointer)?;
    let mut out = String::with_capacity(text.len());
    let mut done = 0;
    let mut walk = Walk::new(text);
    while let Some(token) = walk.next() {
        if !target.covers(token.kind, walk.path()) || !has_half(token.text) {
            continue;
        }
        let whole = without_halves(token.text);
        out.push_str(text.get(done..token.at)?);
        out.push_str(&whole);
        done = token.at + token.text.len();
        repairs.push(match token.kind {
            TokenKind::Name => {
                Repair { pointer: at.join(&walk.pointer()), kind: RepairKind::HalfSurrogateInName }
            }
            _ => Repair { pointer: at.join(&walk.pointer()), kind: RepairKind::HalfSurrogate },
        });
    }
    out.push_str(text.get(done..)?);
    Some(out)
}

/// The strings that have to be mended together: the one that made the error, and its like in the other records.
struct Target<'a> {
    kind: TokenKind,
    path: Vec<Step<'a>>,
}

impl Target<'_> {
    fn covers(&self, kind: TokenKind, path: &[Step<'_>]) -> bool {
        let alike = |(a, b): (&Step<'_>, &Step<'_>)| match (a, b) {
            (Step::Name(a), Step::Name(b)) => a == b,
            (Step::Index(_), Step::Index(_)) => true,
            _ => false,
        };
        // All names of an object are read alike, so for names the last step does not count.
        let compared = path.len() - usize::from(kind == TokenKind::Name && !path.is_empty());
        self.kind == kind
            && self.path.len() == path.len()
            && self.path.iter().zip(path).take(compared).all(alike)
    }
}

/// The first string with a half at `pointer`, or the first such name in the object there.
fn find<'a>(text: &'a str, pointer: &Pointer) -> Option<Target<'a>> {
    let segments: Vec<Cow<'_, str>> = pointer.segments().collect();
    let mut walk = Walk::new(text);
    while let Some(token) = walk.next() {
        let path = walk.path();
        let place = match token.kind {
            TokenKind::String => path,
            TokenKind::Name => path.split_last().map_or(path, |(_, object)| object),
            _ => continue,
        };
        if leads_to(place, &segments) && has_half(token.text) {
            return Some(Target { kind: token.kind, path: path.to_vec() });
        }
    }
    None
}

fn leads_to(path: &[Step<'_>], segments: &[Cow<'_, str>]) -> bool {
    path.len() == segments.len()
        && path.iter().zip(segments).all(|(step, segment)| match step {
            Step::Name(name) => token::string(name) == *segment,
            Step::Index(index) => index.to_string() == *segment,
        })
}

/// Whether a string holds half a surrogate pair.
pub(crate) fn has_half(quoted: &str) -> bool {
    quoted.contains("\\u") && char::decode_utf16(token::utf16(quoted)).any(|unit| unit.is_err())
}

/// A string with U+FFFD for each half of a pair. What else it holds stays as it is written, and so does its length.
fn without_halves(quoted: &str) -> String {
    let mut out = String::with_capacity(quoted.len());
    let mut rest = quoted;
    while let Some(at) = rest.find('\\') {
        let (before, escape) = rest.split_at_checked(at).unwrap_or((rest, ""));
        out.push_str(before);
        let length = match (unit(escape), escape.get(6..).and_then(unit)) {
            (Some(0xD800..=0xDBFF), Some(0xDC00..=0xDFFF)) => 12,
            (Some(0xD800..=0xDFFF), _) => {
                out.push_str("\\ufffd");
                rest = escape.get(6..).unwrap_or_default();
                continue;
            }
            (Some(_), _) => 6,
            (None, _) => 2,
        };
        let (escape, behind) = escape.split_at_checked(length).unwrap_or((escape, ""));
        out.push_str(escape);
        rest = behind;
    }
    out.push_str(rest);
    out
}

/// The UTF-16 unit that a `\u` escape in front of `text` stands for.
fn unit(text: &str) -> Option<u16> {
    u16::from_str_radix(text.strip_prefix("\\u")?.get(..4)?, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CanvasMessage, ListResponse, Notification};
    use proptest::prelude::*;

    /// A record with these texts, quotes and all, as its data, its summary and a member of its own.
    fn record(data: &str, summary: &str, own: &str) -> String {
        format!(
            "{{\n  \"id\": \"i\",\n  \"timestamp\": \"t\",\n  \"canvasFile\": \"p\",\n  \"action\": \"a\",\n  \"element\": null,\n  \
             \"data\": {data},\n  \"summary\": {summary},\n  {own}\n}}"
        )
    }

    fn repairs<T>(read: &Repaired<T>) -> Vec<(&'static str, &str)> {
        read.repairs.iter().map(|repair| (repair.kind.as_str(), repair.pointer.as_str())).collect()
    }

    #[test]
    fn half_a_pair_is_mended_in_the_summary_and_left_in_data_and_unknown_members() {
        let text = record(r#"{"\udc00":["\ud83d"]}"#, r#""a\ud83d...""#, r#""own":"\ud83d""#);
        let read = decode::<Interaction>(&text).unwrap();
        assert_eq!(repairs(&read), [("half-surrogate", "/summary")]);
        assert_eq!(read.value.summary, "a\u{FFFD}...");
        assert_eq!(read.value.data.as_ref().unwrap().text(), r#"{"\udc00":["\ud83d"]}"#);
        assert_eq!(read.value.extra.get("own").unwrap().text(), r#""\ud83d""#);
    }

    #[test]
    fn every_typed_string_of_a_record_is_mended_on_its_own() {
        let text = r#"{"id":"\ud83d","timestamp":"\udfff","canvasFile":"x\ud83dy","action":"\ud83d\ud83d","element":"\ud83d\ude00\ud83d","summary":"\uDE00\uD83D"}"#;
        let read = decode::<Interaction>(text).unwrap();
        let pointers = ["/id", "/timestamp", "/canvasFile", "/action", "/element", "/summary"];
        assert_eq!(repairs(&read), pointers.map(|pointer| ("half-surrogate", pointer)));
        let record = read.value;
        assert_eq!(record.canvas_file, "x\u{FFFD}y");
        assert_eq!(record.action.as_str(), "\u{FFFD}\u{FFFD}");
        assert_eq!(record.element.get().unwrap(), "\u{1F600}\u{FFFD}");
        assert_eq!(record.summary, "\u{FFFD}\u{FFFD}");
    }

    #[test]
    fn names_of_members_are_mended_too_but_never_into_one() {
        let read =
            decode::<Interaction>(&record("1", "\"s\"", r#""x\ud83d":{"\ud83d":1},"y\udc00":2"#)).unwrap();
        assert_eq!(
            repairs(&read),
            [("half-surrogate-in-name", "/x\u{FFFD}"), ("half-surrogate-in-name", "/y\u{FFFD}")]
        );
        assert_eq!(read.value.extra.get("x\u{FFFD}").unwrap().text(), r#"{"\ud83d":1}"#);
        let error = decode::<Interaction>(&record("1", "\"s\"", r#""x\ud83d":1,"x\udc00":2"#)).unwrap_err();
        assert_eq!((error.rule, error.pointer.as_str()), (DecodeRule::Duplicate, "/x\u{FFFD}"));
    }

    #[test]
    fn whole_pairs_and_escaped_backslashes_are_no_halves() {
        let text = record("null", r#""\ud83d\ude00 \\ud83d \\\\ud83d \u00e9 \\\ud83d""#, r#""own":1"#);
        let read = decode::<Interaction>(&text).unwrap();
        assert_eq!(read.value.summary, "\u{1F600} \\ud83d \\\\ud83d é \\\u{FFFD}");
        assert_eq!(repairs(&read), [("half-surrogate", "/summary")]);
        let fine = record("null", r#""\\ud83d""#, r#""own":1"#);
        assert_eq!(decode::<Interaction>(&fine).unwrap().repairs, []);
    }

    #[test]
    fn a_byte_order_mark_is_taken_away_and_named() {
        let text = format!("\u{FEFF}{}", record("{}", r#""\ud83d""#, r#""own":1"#));
        let read = decode::<Interaction>(&text).unwrap();
        assert_eq!(repairs(&read), [("byte-order-mark", ""), ("half-surrogate", "/summary")]);
        let error = decode::<Interaction>("\u{FEFF}[]").unwrap_err();
        assert_eq!(error.column, decode::<Interaction>("[]").unwrap_err().column + 3);
        assert!(decode::<Interaction>(&format!("\u{FEFF}{text}")).is_err());
    }

    #[test]
    fn what_is_wrong_besides_is_an_error_at_its_own_place() {
        let text = record("1", r#""\ud83d""#, r#""own":1"#).replace("\"a\"", "7");
        let error = decode::<Interaction>(&text).unwrap_err();
        assert_eq!((error.rule, error.pointer.as_str(), error.line), (DecodeRule::Type, "/action", 5));
        let twice = record("1", r#""\ud83d""#, r#""summary":"s""#);
        assert_eq!(decode::<Interaction>(&twice).unwrap_err().rule, DecodeRule::Duplicate);
        for text in ["", "{", "{\"id\":\"\\ud83d", "{\"id\":\"\\ud83", "nul", "{\"id\":\"\\ud83d\u{1}\"}"] {
            assert_eq!(decode::<Interaction>(text).unwrap_err().rule, DecodeRule::Syntax, "{text:?}");
        }
        let deep = record(&format!("{}{}", "[".repeat(127), "]".repeat(127)), r#""\ud83d""#, r#""own":1"#);
        assert_eq!(decode::<Interaction>(&deep).unwrap_err().rule, DecodeRule::Depth);
    }

    #[test]
    fn other_messages_are_mended_as_well() {
        let read =
            decode::<CanvasMessage>(r#"{"action":"\ud83d","data":"\ud83d","type":"canvas:interaction"}"#)
                .unwrap();
        assert_eq!(repairs(&read), [("half-surrogate", "/action")]);
        let read = decode::<CanvasMessage>(r#"{"\ud83d":"\ud83d","type":"\ud83d"}"#).unwrap();
        assert_eq!(repairs(&read), [("half-surrogate-in-name", "/\u{FFFD}"), ("half-surrogate", "/type")]);
        let read = decode::<Notification>(r#" "\ud83d" "#).unwrap();
        assert_eq!(repairs(&read), [("half-surrogate", "")]);
    }

    #[test]
    fn a_list_of_many_cut_summaries_is_read_in_a_few_rounds() {
        let one = record(r#"{"k":"\ud83d"}"#, r#""\ud83d...""#, r#""own":1"#);
        let text = format!(r#"{{"interactions":[{}]}}"#, vec![&*one; 5000].join(","));
        let read = decode::<ListResponse>(&text).unwrap();
        assert_eq!(read.repairs.len(), 5000);
        assert_eq!(read.repairs[4999].pointer.as_str(), "/interactions/4999/summary");
        assert!(
            read.value.interactions.iter().all(|r| r.data.as_ref().unwrap().text() == r#"{"k":"\ud83d"}"#)
        );
    }

    #[test]
    fn one_bad_record_loses_none_of_the_others() {
        let good = record("1", "\"s\"", r#""own":1"#);
        let cut = record("1", r#""\ud83d""#, r#""own":1"#);
        let deep = record(&format!("{}{}", "[".repeat(3000), "]".repeat(3000)), "\"s\"", r#""own":1"#);
        let typed = good.replace("\"a\"", "[]");
        let all = [&*good, "\"bare\"", &cut, &deep, "null", &typed, &good].join(",\n");
        for (text, base) in [
            (format!(" [{all}]"), ""),
            (format!("{{\"x\":[1],\"interactions\" : [{all}]}}"), "/interactions"),
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
                format!("depth {base}/3/data/0/0").chars().take(46).collect(),
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
    fn lines_and_columns_of_a_list_are_those_of_the_whole_text() {
        let good = record("1", "\"s\"", r#""own":1"#);
        let line_of = |text: &str, at: &str| {
            let error = decode_list(text).unwrap().into_iter().find_map(Result::err).unwrap();
            let before = &text[..text.find(at).unwrap() + at.len()];
            let line = before.lines().count();
            assert_eq!((error.line, error.column), (line, before.lines().last().unwrap().len()), "{text}");
        };
        line_of(&format!("\n\n [{good}, \n 7\n]"), "7");
        line_of(&format!("\u{FEFF}[{good},{good}, 7]"), "7");
        line_of(&format!("\u{FEFF}[77,{good}]"), "77");
        line_of(&format!("{{ \"interactions\":\n[{good},{}]}}", good.replace("\"a\"", "71")), "71");
    }

    #[test]
    fn a_mark_in_front_of_a_list_is_named_with_the_first_record_that_is_read() {
        let good = record("1", "\"s\"", r#""own":1"#);
        let records = decode_list(&format!("\u{FEFF}[7,{good},{good}]")).unwrap();
        assert!(records[0].is_err());
        assert_eq!(repairs(records[1].as_ref().unwrap()), [("byte-order-mark", "")]);
        assert_eq!(repairs(records[2].as_ref().unwrap()), []);
    }

    #[test]
    fn what_is_no_list_is_refused_as_a_whole() {
        for (text, rule, pointer) in [
            ("[1,", DecodeRule::Syntax, ""),
            ("", DecodeRule::Syntax, ""),
            ("7", DecodeRule::Type, ""),
            ("null", DecodeRule::Type, ""),
            ("{}", DecodeRule::Missing, "/interactions"),
            (r#"{"interactions":{}}"#, DecodeRule::Type, "/interactions"),
            (r#"{"interactions":null}"#, DecodeRule::Type, "/interactions"),
            (r#"{"interactions":[],"interactions":[]}"#, DecodeRule::Duplicate, "/interactions"),
        ] {
            let error = decode_list(text).unwrap_err();
            assert_eq!((error.rule, error.pointer.as_str()), (rule, pointer), "{text}");
        }
        assert_eq!(decode_list("[]").unwrap(), []);
        assert_eq!(decode_list(r#"{"interactions":[]}"#).unwrap(), []);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1024))]

        #[test]
        fn what_can_be_read_as_it_is_is_not_touched(record: Interaction) {
            let text = wire::encode(&record).unwrap();
            let read = decode::<Interaction>(&text).unwrap();
            prop_assert_eq!(&read.value, &record);
            prop_assert_eq!(read.repairs, []);
            let list = decode_list(&format!("[{text},{text}]")).unwrap();
            prop_assert!(list.iter().all(|read| read.as_ref().unwrap().value == record));
        }

        #[test]
        fn any_text_is_read_or_refused(text in wire::generate::json_text(8)) {
            if let Ok(read) = decode::<Interaction>(&text) {
                prop_assert!(wire::encode(&read.value).is_ok());
            }
            let _ = decode_list(&text);
        }

        #[test]
        fn mended_strings_keep_their_length_and_hold_no_halves(
            parts in prop::collection::vec(
                prop::sample::select(vec!["\\ud83d", "\\ude00", "\\\\", "\\\"", "\\u0041", "x", "é", "ud83d", "\\n", "\\uDBFF"]), 0..12,
            ),
        ) {
            let quoted = format!("\"{}\"", parts.concat());
            let mended = without_halves(&quoted);
            prop_assert_eq!(mended.len(), quoted.len());
            prop_assert!(!has_half(&mended));
            prop_assert_eq!(token::string(&mended), token::string(&quoted));
            if !has_half(&quoted) {
                prop_assert_eq!(mended, quoted);
            }
        }
    }
}
