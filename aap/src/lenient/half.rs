//! Halves of surrogate pairs.

use super::{Repair, RepairKind};
use crate::walk::{Step, Walk, alike, leads_to};
use std::borrow::Cow;
use wire::{
    DecodeError, DecodeRule, Pointer,
    token::{self, TokenKind},
};

/// The text without the halves of pairs that made `error`; none if that was something else.
///
/// The reader fails at a half only where it needs the string, so that the pointer of the error is the pointer
/// of such a string.
pub(super) fn mend(
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
            || !alike(&path, walk.path())
            || !token::has_lone_surrogate(token.text)
        {
            continue;
        }
        let whole = without_halves(token.text);
        // Only in what is no JSON anyway.
        if whole == token.text {
            continue;
        }
        out.push_str(text.get(done..token.at)?);
        out.push_str(&whole);
        done = token.at + token.text.len();
        repairs.push(Repair { pointer: at.join(&walk.pointer()), kind: RepairKind::HalfSurrogate });
    }
    out.push_str(text.get(done..)?);
    // Whoever reads again has to find another text, or would read for ever.
    (done > 0).then_some(out)
}

/// The path of the string with a half that stands at `pointer`.
fn find<'a>(text: &'a str, pointer: &Pointer) -> Option<Vec<Step<'a>>> {
    let segments: Vec<Cow<'_, str>> = pointer.segments().collect();
    let mut walk = Walk::new(text);
    while let Some(token) = walk.next() {
        if token.kind == TokenKind::String
            && leads_to(walk.path(), &segments)
            && token::has_lone_surrogate(token.text)
        {
            return Some(walk.path().to_vec());
        }
    }
    None
}

/// A string with U+FFFD for each half of a pair. What else it holds stays as it is written, and so does its
/// length.
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
            (None, _) => 1 + escape.chars().nth(1).map_or(0, char::len_utf8),
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
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn mended_strings_keep_their_length_and_hold_no_halves(
            parts in prop::collection::vec(
                prop::sample::select(vec!["\\ud83d", "\\ude00", "\\\\", "\\\"", "\\u0041", "x", "é", "ud83d", "\\n", "\\uDBFF"]), 0..12,
            ),
        ) {
            let quoted = format!("\"{}\"", parts.concat());
            let mended = without_halves(&quoted);
            prop_assert_eq!(mended.len(), quoted.len());
            prop_assert!(!token::has_lone_surrogate(&mended));
            prop_assert_eq!(token::string(&mended), token::string(&quoted));
            if !token::has_lone_surrogate(&quoted) {
                prop_assert_eq!(mended, quoted);
            }
        }
    }
}
