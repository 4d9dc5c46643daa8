//! The detection of JSON that some readers refuse.
//!
//! This crate preserves values exactly, even if other readers fail on them: numbers beyond the range of doubles, lone
//! surrogates, duplicate members. A forwarded value of this kind would exclude strict clients, so peers refuse it
//! from the sender.

use std::collections::BTreeSet;
use wire::token::{self, Token, TokenKind, Tokens};

/// Returns the reason for which some readers refuse this JSON text, or `None` if all readers accept the text.
///
/// Text that nests deeper than `max_depth` is also refused.
pub(crate) fn fault(text: &str, max_depth: usize) -> Option<&'static str> {
    if token::depth(text) > max_depth {
        return Some("it nests too deeply");
    }
    // The member names of the enclosing objects.
    let mut names: Vec<BTreeSet<_>> = Vec::new();
    Tokens::new(text).find_map(|Token { kind, text, .. }| match kind {
        TokenKind::ObjectStart => {
            names.push(BTreeSet::new());
            None
        }
        TokenKind::ObjectEnd => {
            names.pop();
            None
        }
        TokenKind::Name | TokenKind::String if token::has_lone_surrogate(text) => {
            Some("it contains a lone surrogate")
        }
        TokenKind::Name => {
            let is_new = names
                .last_mut()
                .is_none_or(|names| names.insert(token::string(text)));
            (!is_new).then_some("it contains a duplicate member name")
        }
        TokenKind::Number if !text.parse().is_ok_and(f64::is_finite) => {
            Some("it contains a number beyond the range of doubles")
        }
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exactly_the_faults_of_strict_readers_are_found() {
        for (text, depth, expected) in [
            (
                r#"{"a":[1,-2.5e300,"\ud83d\ude00"],"b":{"a":null}}"#,
                2,
                None,
            ),
            (r#"[{"a":1},{"a":1}]"#, 2, None),
            (
                r#"{"a\ud83d\ude00":12345678901234567890123456789012345678901234567890}"#,
                1,
                None,
            ),
            ("1e-400", 0, None),
            ("[[]]", 1, Some("deep")),
            ("1e400", 0, Some("number")),
            (r#"[-1e309]"#, 1, Some("number")),
            (r#"{"a":["x\ud83d"]}"#, 2, Some("lone")),
            (r#"{"\ude00":1}"#, 1, Some("lone")),
            (r#"{"a":1,"b":{},"\u0061":2}"#, 2, Some("duplicate")),
        ] {
            let found = fault(text, depth);
            assert_eq!(found.is_some(), expected.is_some(), "{text}");
            assert!(
                found
                    .unwrap_or_default()
                    .contains(expected.unwrap_or_default()),
                "{text}: {found:?}"
            );
            assert_eq!(
                expected.is_none_or(|what| what == "deep"),
                is_strict(text),
                "serde_json and {text}"
            );
        }
    }

    /// Returns `true` if a published client reads the text. The strictest client reads a map that refuses duplicates.
    fn is_strict(text: &str) -> bool {
        let is_twice = text.contains(r"\u0061");
        serde_json::from_str::<serde_json::Value>(text).is_ok() && !is_twice
    }
}
