//! The summary of an interaction, for users.
//!
//! A summary cannot be parsed reliably: an element may contain quotes, and a page may contain ` on `.

use crate::javascript;
use crate::limits::SUMMARY_UNITS;
use std::fmt::Write as _;
use wire::{
    Payload, PayloadKind,
    token::{self, TokenKind, Tokens},
};

/// The formatting of data in a summary. AAP 1.0 shows examples of summaries, but does not define the format.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum SummaryStyle {
    /// The form of the published provider: JSON as JavaScript writes it (see [`javascript`]). Data of more than 200
    /// UTF-16 units is cut after 200 units, followed by `...`.
    #[default]
    Provider,
    /// The form of the examples in the specification: `{comments: Looks good}`.
    ///
    /// Names and strings have no quotes or escapes. Numbers, `true`, `false` and `null` keep their text. Objects are
    /// `{name: value, name: value}` and lists `[value, value]`, even if nested or empty. Members keep their order,
    /// and nothing is cut.
    SpecExample,
}

/// The initial capacity of a summary: the shown data and the text before the data.
const CAPACITY: usize = SUMMARY_UNITS + 100;

/// Builds the summary of an interaction.
///
/// The form is `User <action> '<element>' on <canvasFile> with data: <data>`. The element and the page are omitted if
/// missing or empty. The data is omitted if it is missing or has no content: null, `{}`, `[]`, `""`, any number and
/// any boolean.
///
/// In the provider's style, the text is identical to the provider's summary, with one exception. If the cut splits a
/// surrogate pair, the provider stores a lone surrogate, and this function writes U+FFFD.
///
/// ```
/// use agent_ui_aap::{SummaryStyle, summary, wire};
///
/// let data = wire::Payload::parse(r#"{"comments":"Looks good","tags":["a",{}]}"#)?;
/// let show = |style| summary(style, "submit", Some("approve-button"), "p.html", Some(&data));
/// assert_eq!(
///     show(SummaryStyle::Provider),
///     r#"User submit 'approve-button' on p.html with data: {"comments":"Looks good","tags":["a",{}]}"#
/// );
/// assert_eq!(
///     show(SummaryStyle::SpecExample),
///     "User submit 'approve-button' on p.html with data: {comments: Looks good, tags: [a, {}]}"
/// );
/// # Ok::<(), wire::DecodeError>(())
/// ```
///
/// Specification: [AAP 1.0, interaction record](https://github.com/agentmessaging/agent-actions/blob/fb08f0bf1115336253c2f98cccde2e85f4e8ce2c/spec/04-storage.md#interaction-record).
pub fn summary(
    style: SummaryStyle,
    action: &str,
    element: Option<&str>,
    canvas_file: &str,
    data: Option<&Payload>,
) -> String {
    // Most summaries fit into this capacity.
    let mut out = String::with_capacity(CAPACITY);
    out.extend(["User ", action]);
    if let Some(element) = element.filter(|element| !element.is_empty()) {
        out.extend([" '", element, "'"]);
    }
    if !canvas_file.is_empty() {
        out.extend([" on ", canvas_file]);
    }
    if let Some(data) = data.filter(|data| javascript::has_keys(data)) {
        out.push_str(" with data: ");
        match style {
            SummaryStyle::Provider => push_cut(&mut out, &javascript::compact(data)),
            SummaryStyle::SpecExample => push_bare(&mut out, data),
        }
    }
    out
}

/// Returns data in the form of a provider's summary: JSON, cut after 200 UTF-16 units. Returns `None` if the data has
/// no content.
///
/// ```
/// use agent_ui_aap::wire;
///
/// # use agent_ui_aap::wire::Payload;
/// assert_eq!(agent_ui_aap::summary::excerpt(&Payload::parse(r#"{ "n": 1.0 }"#)?), Some(r#"{"n":1}"#.to_owned()));
/// assert_eq!(agent_ui_aap::summary::excerpt(&Payload::empty_object()), None);
/// # Ok::<(), wire::DecodeError>(())
/// ```
pub fn excerpt(data: &Payload) -> Option<String> {
    if !javascript::has_keys(data) {
        return None;
    }
    let mut shown = String::new();
    push_cut(&mut shown, &javascript::compact(data));
    Some(shown)
}

/// Builds the summary as a JSON string, exactly as the published provider stores it. The values can have any type,
/// and the summary has a lone surrogate if the cut splits a pair.
pub(crate) fn stored_summary(
    action: &Payload,
    element: Option<&Payload>,
    canvas_file: &Payload,
    data: Option<&Payload>,
) -> String {
    let mut out = String::from("\"User ");
    push_inner(&mut out, action);
    if let Some(element) = element.filter(|element| javascript::is_truthy(element)) {
        out.push_str(" '");
        push_inner(&mut out, element);
        out.push('\'');
    }
    out.push_str(" on ");
    push_inner(&mut out, canvas_file);
    if let Some(data) = data.filter(|data| javascript::has_keys(data)) {
        out.push_str(" with data: ");
        let text = javascript::compact(data);
        let cut = CutText::new(&text);
        push_inner(&mut out, &Payload::string(cut.whole));
        if let Some(half) = cut.half {
            // Writing to a `String` does not fail.
            let _ = write!(out, "\\u{half:04x}");
        }
        if cut.is_cut {
            out.push_str("...");
        }
    }
    out.push('"');
    out
}

/// Appends the text between the quotes of a JSON string, or the JavaScript text of another value.
fn push_inner(out: &mut String, value: &Payload) {
    let text;
    let quoted = match value.kind() {
        PayloadKind::String => value.text(),
        _ => {
            text = Payload::string(&javascript::to_text(value));
            text.text()
        }
    };
    out.push_str(quoted.get(1..quoted.len() - 1).unwrap_or_default());
}

/// A text that is cut after 200 UTF-16 units.
struct CutText<'a> {
    whole: &'a str,
    /// The first half of a surrogate pair that the cut splits.
    half: Option<u16>,
    is_cut: bool,
}

impl<'a> CutText<'a> {
    fn new(text: &'a str) -> Self {
        // A character has at least as many bytes as units.
        if text.len() <= SUMMARY_UNITS {
            return Self {
                whole: text,
                half: None,
                is_cut: false,
            };
        }
        let mut units = 0;
        for (at, c) in text.char_indices() {
            units += c.len_utf16();
            if units > SUMMARY_UNITS {
                // `c` starts at `at`. If the cut splits `c`, the first half of `c` is the lone surrogate.
                let splits = units - c.len_utf16() < SUMMARY_UNITS;
                let half = c
                    .encode_utf16(&mut [0; 2])
                    .first()
                    .copied()
                    .filter(|_| splits);
                return Self {
                    whole: text.get(..at).unwrap_or_default(),
                    half,
                    is_cut: true,
                };
            }
        }
        Self {
            whole: text,
            half: None,
            is_cut: false,
        }
    }
}

/// Appends `text`, or its first 200 UTF-16 units and `...`.
fn push_cut(out: &mut String, text: &str) {
    let cut = CutText::new(text);
    out.push_str(cut.whole);
    if cut.half.is_some() {
        out.push('\u{FFFD}');
    }
    if cut.is_cut {
        out.push_str("...");
    }
}

fn push_bare(out: &mut String, data: &Payload) {
    let mut first = true;
    // A value after its name needs no separator.
    let mut named = false;
    for token in Tokens::new(data.text()) {
        if matches!(token.kind, TokenKind::ObjectEnd | TokenKind::ArrayEnd) {
            out.push_str(token.text);
            first = false;
            continue;
        }
        if !first && !named {
            out.push_str(", ");
        }
        named = token.kind == TokenKind::Name;
        first = matches!(token.kind, TokenKind::ObjectStart | TokenKind::ArrayStart);
        match token.kind {
            TokenKind::Name => out.extend([&*token::string(token.text), ": "]),
            TokenKind::String => out.push_str(&token::string(token.text)),
            _ => out.push_str(token.text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn provider(action: &str, element: Option<&str>, file: &str, data: Option<&str>) -> String {
        let data = data.map(|text| Payload::parse(text).unwrap());
        summary(SummaryStyle::Provider, action, element, file, data.as_ref())
    }

    fn spec(data: &str) -> String {
        let text = summary(
            SummaryStyle::SpecExample,
            "a",
            None,
            "p",
            Some(&Payload::parse(data).unwrap()),
        );
        text.strip_prefix("User a on p").unwrap().to_owned()
    }

    /// Returns data with `units` UTF-16 units of JSON, all ASCII except `end`.
    fn data_of(units: usize, end: &str) -> String {
        let rest = units - r#"{"k":""}"#.len() - end.encode_utf16().count();
        format!(r#"{{"k":"{}{end}"}}"#, "y".repeat(rest))
    }

    #[test]
    fn data_without_content_is_not_mentioned() {
        for data in [
            None,
            Some("null"),
            Some("\"\""),
            Some("{}"),
            Some("[]"),
            Some("0"),
            Some("false"),
            Some("true"),
            Some("42"),
        ] {
            assert_eq!(
                provider("click", None, "p.html", data),
                "User click on p.html"
            );
        }
    }

    #[test]
    fn data_with_content_is_shown_as_json() {
        for (data, shown) in [
            (r#"[1, "a", null]"#, r#"[1,"a",null]"#),
            (r#""abc""#, r#""abc""#),
            (
                r#"{"a": {"b": [1, {"c": null}]}}"#,
                r#"{"a":{"b":[1,{"c":null}]}}"#,
            ),
            (r#"{"q":"a\"b'c\n"}"#, r#"{"q":"a\"b'c\n"}"#),
            (r#"{"s":"\uD83D"}"#, r#"{"s":"\ud83d"}"#),
            (
                r#"{"z":1,"a":2,"10":"x","2":"y","big":12345678901234567890,"f":1.0,"e":1e21,"neg0":-0,"small":1e-7}"#,
                r#"{"2":"y","10":"x","z":1,"a":2,"big":12345678901234567000,"f":1,"e":1e+21,"neg0":0,"small":1e-7}"#,
            ),
        ] {
            assert_eq!(
                provider("x", None, "p", Some(data)),
                format!("User x on p with data: {shown}")
            );
        }
    }

    #[test]
    fn action_element_and_page_are_neither_escaped_nor_trimmed() {
        assert_eq!(provider("  ", None, "p.html", None), "User    on p.html");
        assert_eq!(
            provider("click", Some("it's"), "p.html", None),
            "User click 'it's' on p.html"
        );
        assert_eq!(
            provider("a\nb", Some("\u{85}"), "p\n.html", None),
            "User a\nb '\u{85}' on p\n.html"
        );
        assert_eq!(
            provider("click", Some(""), "p.html", None),
            "User click on p.html"
        );
        assert_eq!(provider("", None, "", None), "User ");
    }

    #[test]
    fn exactly_200_units_are_not_cut_and_201_are() {
        let show = |data: &str| {
            provider("x", None, "p", Some(data))
                .strip_prefix("User x on p with data: ")
                .unwrap()
                .to_owned()
        };
        let whole = data_of(200, "");
        assert_eq!(show(&whole), whole);
        let long = data_of(201, "");
        assert_eq!(show(&long), format!("{}...", &long[..200]));
    }

    #[test]
    fn the_cut_counts_utf16_units_and_half_a_pair_becomes_u_fffd() {
        let show = |data: &str| {
            provider("x", None, "p", Some(data))
                .strip_prefix("User x on p with data: ")
                .unwrap()
                .to_owned()
        };
        // `"}` follows the pair, so the pair is units 199 and 200, 200 and 201, or 201 and 202.
        for (units, shown) in [(202, "\u{1F600}..."), (203, "\u{FFFD}..."), (204, "y...")] {
            let text = show(&data_of(units, "\u{1F600}"));
            assert!(text.ends_with(shown), "{units}: {text}");
            assert_eq!(text.encode_utf16().count(), 203);
        }
        let whole = data_of(200, "\u{1F600}");
        assert_eq!(show(&whole), whole);
        // A pair after the cut leaves no lone surrogate.
        assert!(!show(&data_of(204, "\u{1F600}")).contains('\u{FFFD}'));
    }

    #[test]
    fn the_example_style_formats_every_shape_of_data() {
        for (data, shown) in [
            (
                r#"{"comments":"Looks good"}"#,
                " with data: {comments: Looks good}",
            ),
            (r#"{"approved":true}"#, " with data: {approved: true}"),
            (
                r#"{"a":1.50,"b":[1,[],{}],"c":{"d":null,"e":""}}"#,
                " with data: {a: 1.50, b: [1, [], {}], c: {d: null, e: }}",
            ),
            (
                r#"[[1],[2,3],{"a":{}},"x"]"#,
                " with data: [[1], [2, 3], {a: {}}, x]",
            ),
            (r#""a, \"b\"\n""#, " with data: a, \"b\"\n"),
            (r#"{"a":1,"a":2}"#, " with data: {a: 1, a: 2}"),
            (r#"{"\ud83d":"\ude00"}"#, " with data: {\u{FFFD}: \u{FFFD}}"),
            ("{}", ""),
            ("[]", ""),
            ("\"\"", ""),
            ("7", ""),
            ("true", ""),
            ("null", ""),
        ] {
            assert_eq!(spec(data), shown);
        }
        let long = format!(r#"{{"k":"{}"}}"#, "y".repeat(1000));
        assert_eq!(spec(&long).len(), " with data: {k: }".len() + 1000);
    }

    proptest! {
        #[test]
        fn the_data_part_of_the_provider_never_exceeds_its_limit(data in wire::generate::any::<Payload>()) {
            let text = summary(SummaryStyle::Provider, "a", None, "", Some(&data));
            let shown = text.strip_prefix("User a with data: ").unwrap_or_default();
            prop_assert!(shown.encode_utf16().count() <= SUMMARY_UNITS + 3);
            prop_assert_eq!(shown.is_empty(), !javascript::has_keys(&data));
        }
    }
}
