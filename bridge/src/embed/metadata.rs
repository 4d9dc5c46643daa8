//! The slot of A2UI 1.0: `metadata.extensions`.

use crate::{
    Carry, Dialect,
    carry::Hop,
    slot::{self, take_field},
};
use a2ui::v1_0::Metadata;
use wire::{Field, Payload, Pointer};

/// The slot below the metadata at `pointer`.
fn extensions(pointer: &str) -> String {
    Pointer::parse(pointer).unwrap_or_default().member("extensions").as_str().to_owned()
}

/// Puts the carry in. Where there was no metadata, the carry says so.
pub(super) fn put(metadata: &mut Field<Metadata>, pointer: &str, carry: Carry) {
    let (mut full, carry) = match std::mem::take(metadata) {
        Field::Value(there) => (there, carry),
        missing => {
            let mut hop = Hop::of(Dialect::A2ui1_0);
            hop.keep(pointer, missing.is_null().then(Payload::null));
            (Metadata::new(), carry.beside(hop))
        }
    };
    full.extensions = slot::put(full.extensions.as_ref(), &extensions(pointer), Dialect::A2ui1_0, carry);
    *metadata = Field::Value(full);
}

/// Takes it out again.
pub(super) fn take(metadata: &mut Field<Metadata>, pointer: &str) -> Option<Carry> {
    let Field::Value(full) = metadata else { return None };
    let slot = full.extensions.as_ref()?;
    let (extensions, mut carry) = slot::take(slot, &extensions(pointer), Dialect::A2ui1_0)?;
    full.extensions = extensions;
    let is_empty = *full == Metadata::new();
    match take_field(&mut carry, pointer, Dialect::A2ui1_0) {
        Some(None) if is_empty => *metadata = Field::Absent,
        Some(Some(null)) if is_empty && null.is_null() => *metadata = Field::Null,
        _ => {}
    }
    Some(carry)
}
