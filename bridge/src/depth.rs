//! A result that its readers would refuse is refused here, with the place in the input.

use crate::{Refusal, Rule};
use wire::{MAX_DEPTH, Payload, Pointer, token};

/// Whether a payload may stand `above` levels down in the target.
pub(crate) fn fits(payload: &Payload, above: usize, rule: &Rule) -> Result<(), Refusal> {
    let limit = MAX_DEPTH.saturating_sub(above);
    if payload.depth() <= limit {
        return Ok(());
    }
    let below = token::deeper_than(payload.text(), limit).unwrap_or_default();
    let pointer = Pointer::parse(rule.from).unwrap_or_default().join(&below);
    let message = format_args!("the result would nest deeper than {MAX_DEPTH} levels").to_string();
    Err(Refusal::limit(rule.id, pointer, message).hint("flatten the value at that pointer"))
}
