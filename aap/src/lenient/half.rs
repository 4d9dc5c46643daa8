//! Halves of surrogate pairs.

use super::{Repair, RepairKind};
use crate::walk::{Step, Walk};
use std::borrow::Cow;
use wire::{
    DecodeError, DecodeRule, Pointer,
    token::{self, TokenKind},
};

/// The text without the halves of pairs that made `error`; none if that was something else.
///
/// The reader fails at a half only where it needs the string, so that the pointer of the error is the pointer
/// of such a string, or of the object in which it reads the names.
pub(super) fn mend(
    text: &str,
    error: &DecodeError,
    at: &Pointer,
    repairs: &mut Vec<Repair>,
) -> Option<String> {
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
        // Only in what is no JSON anyway.
        if whole == token.text {
            continue;
        }
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
    // Whoever reads again has to find another text, or would read for ever.
    (done > 0).then_some(out)
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
        #![proptest_config(ProptestConfig::with_cases(1024))]

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
