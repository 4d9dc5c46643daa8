//! Values of other types where a text belongs.

use super::{Repair, RepairKind};
use crate::walk::{Walk, alike, leads_to};
use std::borrow::Cow;
use wire::{
    DecodeError, DecodeRule, Payload, Pointer,
    token::TokenKind::{ArrayEnd, ArrayStart, Literal, Number, ObjectEnd, ObjectStart},
};

/// The members in which the provider stores whatever it gets.
const STORED: [&str; 3] = ["action", "canvasFile", "element"];

/// Whether the error is a value of another type in one of these members.
pub(super) fn is_stored(error: &DecodeError) -> bool {
    error.rule == DecodeRule::Type
        && error.pointer.segments().last().is_some_and(|name| STORED.contains(&&*name))
}

/// The text with the values that made an error [in these members](is_stored) as strings, which hold their JSON. The text has to be
/// JSON.
pub(super) fn mend(
    text: &str,
    error: &DecodeError,
    at: &Pointer,
    repairs: &mut Vec<Repair>,
) -> Option<String> {
    let segments: Vec<Cow<'_, str>> = error.pointer.segments().collect();
    let mut walk = Walk::new(text);
    let path = loop {
        walk.next()?;
        if leads_to(walk.path(), &segments) {
            break walk.path().to_vec();
        }
    };
    let mut out = String::with_capacity(text.len() + 2);
    let mut done = 0;
    let mut start = None;
    let mut walk = Walk::new(text);
    while let Some(token) = walk.next() {
        if !alike(&path, walk.path()) {
            continue;
        }
        let begins = match token.kind {
            ObjectStart | ArrayStart => {
                start = Some(token.at);
                continue;
            }
            ObjectEnd | ArrayEnd => start.take(),
            Number => Some(token.at),
            Literal => (token.text != "null").then_some(token.at),
            _ => None,
        };
        if let Some(begins) = begins {
            let end = token.at + token.text.len();
            out.push_str(text.get(done..begins)?);
            let json = wire::without_layout(text.get(begins..end)?);
            out.push_str(Payload::string(&json).text());
            done = end;
            repairs.push(Repair { pointer: at.join(&walk.pointer()), kind: RepairKind::NotAString });
        }
    }
    out.push_str(text.get(done..)?);
    // Whoever reads again has to find another text, or would read for ever.
    (done > 0).then_some(out)
}
