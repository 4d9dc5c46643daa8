//! Repair of values of other types where a string is expected.

use super::{Repair, RepairKind};
use crate::walk::{Walk, is_path_of, is_same_place};
use std::borrow::Cow;
use wire::{
    DecodeError, DecodeRule, Payload, Pointer,
    token::TokenKind::{ArrayEnd, ArrayStart, Literal, Number, ObjectEnd, ObjectStart},
};

/// The members in which the provider stores any value.
const UNTYPED: [&str; 3] = ["action", "canvasFile", "element"];

/// Returns `true` if the error is about a value of another type in one of these members.
pub(super) fn is_repairable(error: &DecodeError) -> bool {
    error.rule == DecodeRule::Type
        && error
            .pointer
            .segments()
            .last()
            .is_some_and(|name| UNTYPED.contains(&&*name))
}

/// Replaces the values that caused a [repairable](is_repairable) error with strings that contain their JSON. The text
/// must be valid JSON.
pub(super) fn repair(
    text: &str,
    error: &DecodeError,
    at: &Pointer,
    repairs: &mut Vec<Repair>,
) -> Option<String> {
    let segments: Vec<Cow<'_, str>> = error.pointer.segments().collect();
    let mut walk = Walk::new(text);
    let path = loop {
        walk.next()?;
        if is_path_of(walk.path(), &segments) {
            break walk.path().to_vec();
        }
    };
    let mut out = String::with_capacity(text.len() + 2);
    let mut done = 0;
    let mut start = None;
    let mut walk = Walk::new(text);
    while let Some(token) = walk.next() {
        if !is_same_place(&path, walk.path()) {
            continue;
        }
        let begins = match token.kind {
            ObjectStart | ArrayStart => {
                start = Some(token.at);
                continue;
            }
            ObjectEnd | ArrayEnd => start.take(),
            Number => Some(token.at),
            Literal if token.text != "null" => Some(token.at),
            _ => None,
        };
        let Some(begins) = begins else { continue };
        let end = token.at + token.text.len();
        out.push_str(text.get(done..begins)?);
        let json = wire::without_layout(text.get(begins..end)?);
        out.push_str(Payload::string(&json).text());
        done = end;
        repairs.push(Repair {
            pointer: at.join(&walk.pointer()),
            kind: RepairKind::NotAString,
        });
    }
    out.push_str(text.get(done..)?);
    // The text must change, or the caller would repair it forever.
    if done == 0 {
        return None;
    }
    Some(out)
}
