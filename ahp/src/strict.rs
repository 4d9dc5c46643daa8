//! JSON that every reader takes.
//!
//! What is read here is kept to the letter, also where other readers fail: a number beyond the range of doubles, half a
//! surrogate pair, a member that occurs twice. Sent on to many clients, such a thing shuts out those that are strict. So
//! peers refuse it from whoever says it, and nobody else hears of it.

use std::collections::BTreeSet;
use wire::token::{self, Token, TokenKind, Tokens};

/// Why some reader refuses a JSON text; `None` if all take it that read so deep.
pub(crate) fn fault(text: &str, max_depth: usize) -> Option<&'static str> {
    if token::depth(text) > max_depth {
        return Some("it nests too deep");
    }
    // The names of the objects around.
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
            Some("half a surrogate pair stands in it")
        }
        TokenKind::Name => {
            let is_new = names.last_mut().is_none_or(|names| names.insert(token::string(text)));
            (!is_new).then_some("a member occurs twice in it")
        }
        TokenKind::Number if !text.parse().is_ok_and(f64::is_finite) => {
            Some("a number in it is beyond the range of doubles")
        }
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_strict_reader_refuses_is_found_and_nothing_else() {
        for (text, depth, expected) in [
            (r#"{"a":[1,-2.5e300,"\ud83d\ude00"],"b":{"a":null}}"#, 2, None),
            (r#"[{"a":1},{"a":1}]"#, 2, None),
            (r#"{"a\ud83d\ude00":12345678901234567890123456789012345678901234567890}"#, 1, None),
            ("1e-400", 0, None),
            ("[[]]", 1, Some("deep")),
            ("1e400", 0, Some("number")),
            (r#"[-1e309]"#, 1, Some("number")),
            (r#"{"a":["x\ud83d"]}"#, 2, Some("half")),
            (r#"{"\ude00":1}"#, 1, Some("half")),
            (r#"{"a":1,"b":{},"\u0061":2}"#, 2, Some("twice")),
        ] {
            let found = fault(text, depth);
            assert_eq!(found.is_some(), expected.is_some(), "{text}");
            assert!(found.unwrap_or_default().contains(expected.unwrap_or_default()), "{text}: {found:?}");
            assert_eq!(expected.is_none_or(|what| what == "deep"), is_strict(text), "serde_json and {text}");
        }
    }

    /// As a published client reads: into types, of which a map that refuses doubles is the strictest.
    fn is_strict(text: &str) -> bool {
        let is_twice = text.contains(r"\u0061");
        serde_json::from_str::<serde_json::Value>(text).is_ok() && !is_twice
    }
}
