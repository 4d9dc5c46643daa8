//! A result that its readers would refuse is refused here, with the place in the input.

use crate::{Refusal, Rule};
use wire::{MAX_DEPTH, Payload, Pointer, token};

/// Whether what became of a slot may stand `above` levels down in the target. The pointer is that of the deep value in the
/// slot, as far as it comes from there.
pub(crate) fn fits(
    slot: Option<&Payload>,
    image: &Payload,
    above: usize,
    rule: &Rule,
) -> Result<(), Refusal> {
    let limit = MAX_DEPTH.saturating_sub(above);
    let depth = image.depth();
    if depth <= limit {
        return Ok(());
    }
    // A wrapper around the slot takes of its room.
    let wrapped = slot.map_or(depth, |slot| depth.saturating_sub(slot.depth()));
    let below = slot.and_then(|slot| token::deeper_than(slot.text(), limit.saturating_sub(wrapped)));
    let pointer = Pointer::parse(rule.from).unwrap_or_default().join(&below.unwrap_or_default());
    let message = format_args!("the result would nest deeper than {MAX_DEPTH} levels").to_string();
    Err(Refusal::limit(rule.id, pointer, message).hint("flatten the value at that pointer"))
}
