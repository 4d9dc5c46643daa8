//! Repair of lone surrogates in strings.

use super::{Repair, RepairKind};
use crate::walk::{PathStep, Walk, is_path_of, is_same_place};
use std::borrow::Cow;
use wire::{
    DecodeError, DecodeRule, Pointer,
    token::{self, TokenKind},
};

/// Replaces the lone surrogates that caused `error` with U+FFFD; `None` for other errors.
///
/// Lone surrogates cause errors only in strings that a type needs, so the pointer of the error leads to such a
/// string.
pub(super) fn repair(
    text: &str,
    error: &DecodeError,
    at: &Pointer,
    repairs: &mut Vec<Repair>,
) -> Option<String> {
    if error.rule != DecodeRule::Syntax {
        return None;
    }
    let path = find(text, &error.pointer)?;
    let mut out = String::with_capacity(text.len());
    let mut done = 0;
    let mut walk = Walk::new(text);
    while let Some(token) = walk.next() {
        if token.kind != TokenKind::String
            || !is_same_place(&path, walk.path())
            || !token::has_lone_surrogate(token.text)
        {
            continue;
        }
        let whole = replace_lone_surrogates(token.text);
        // Only invalid JSON has a lone surrogate that the replacement leaves unchanged.
        if whole == token.text {
            continue;
        }
        out.push_str(text.get(done..token.at)?);
        out.push_str(&whole);
        done = token.at + token.text.len();
        repairs.push(Repair {
            pointer: at.join(&walk.pointer()),
            kind: RepairKind::HalfSurrogate,
        });
    }
    out.push_str(text.get(done..)?);
    // The text must change, or the caller would repair it forever.
    (done > 0).then_some(out)
}

/// Finds the path of the string with a lone surrogate at `pointer`.
fn find<'a>(text: &'a str, pointer: &Pointer) -> Option<Vec<PathStep<'a>>> {
    let segments: Vec<Cow<'_, str>> = pointer.segments().collect();
    let mut walk = Walk::new(text);
    while let Some(token) = walk.next() {
        if token.kind == TokenKind::String
            && is_path_of(walk.path(), &segments)
            && token::has_lone_surrogate(token.text)
        {
            return Some(walk.path().to_vec());
        }
    }
    None
}

/// Replaces each lone surrogate in a JSON string with U+FFFD. The other text, and the length, stay the same.
fn replace_lone_surrogates(quoted: &str) -> String {
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
            (None, _) => 1 + escape.chars().nth(1).map_or(0, char::len_utf8),
        };
        let (escape, after) = escape.split_at_checked(length).unwrap_or((escape, ""));
        out.push_str(escape);
        rest = after;
    }
    out.push_str(rest);
    out
}

/// Parses a `\u` escape at the start of `text` as a UTF-16 unit.
fn unit(text: &str) -> Option<u16> {
    u16::from_str_radix(text.strip_prefix("\\u")?.get(..4)?, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn repaired_strings_keep_their_length_and_have_no_lone_surrogates(
            parts in prop::collection::vec(
                prop::sample::select(vec!["\\ud83d", "\\ude00", "\\\\", "\\\"", "\\u0041", "x", "é", "ud83d", "\\n", "\\uDBFF"]), 0..12,
            ),
        ) {
            let quoted = format!("\"{}\"", parts.concat());
            let repaired = replace_lone_surrogates(&quoted);
            prop_assert_eq!(repaired.len(), quoted.len());
            prop_assert!(!token::has_lone_surrogate(&repaired));
            prop_assert_eq!(token::string(&repaired), token::string(&quoted));
            if !token::has_lone_surrogate(&quoted) {
                prop_assert_eq!(repaired, quoted);
            }
        }
    }
}
