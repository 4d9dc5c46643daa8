//! The slot of A2UI 1.0 messages, `metadata.extensions`.

use crate::{
    Carry, Refusal,
    trust::carry_slot::{self, Before},
};
use a2ui::v1_0::Metadata;
use wire::{Field, Payload};

/// Embeds the carry in the metadata.
pub(super) fn embed_carry(metadata: &mut Field<Metadata>, carry: &Carry) -> Result<(), Refusal> {
    let before = match metadata {
        Field::Absent => Before::Absent,
        Field::Null => Before::Value(Payload::null()),
        Field::Value(there) => match carry_slot::before(there.extensions.as_ref()) {
            Before::Same => Before::Same,
            _ => Before::Value(Payload::encode(there)?),
        },
    };
    let mut full = metadata.get().cloned().unwrap_or_else(Metadata::new);
    full.extensions = Some(carry_slot::with_carry(
        full.extensions.as_ref(),
        carry,
        &before,
    )?);
    *metadata = Field::Value(full);
    Ok(())
}

/// Restores the original metadata.
pub(super) fn restore(metadata: &mut Field<Metadata>, before: Before) {
    let mut now = visible(metadata);
    let before = match before {
        Before::Same => Some(Field::Value(now.clone())),
        Before::Absent => Some(Field::Absent),
        Before::Value(value) => read(&value),
    };
    *metadata = match before {
        Some(before) if visible(&before) == now => before,
        // The visible metadata was edited, so the edit stays.
        before => {
            let before = before
                .and_then(Field::into_value)
                .and_then(|metadata| metadata.extensions);
            now.extensions = now
                .extensions
                .map(|there| carry_slot::with_foreign(&there, before.as_ref()));
            Field::Value(now)
        }
    };
}

/// Returns the metadata without the carry, with a slot.
fn visible(metadata: &Field<Metadata>) -> Metadata {
    let mut shown = metadata.get().cloned().unwrap_or_else(Metadata::new);
    shown.extensions = Some(carry_slot::without_carry(shown.extensions.as_ref()));
    shown
}

fn read(value: &Payload) -> Option<Field<Metadata>> {
    if value.is_null() {
        return Some(Field::Null);
    }
    // The payloads may be as deep as the message allowed.
    wire::decode_any_depth(value.text()).ok().map(Field::Value)
}
