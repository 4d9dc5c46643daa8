//! Ids derived from content. Equal input has equal ids in every process.

use uuid::Uuid;

/// The namespace of all derived ids (UUID version 5). The hashed text is:
///
/// - for a record of an actions.json event: `runtime_id`, the byte 0x1F, and `event_id`;
/// - for a record of an A2UI action: the message as [`wire::encode_line`] writes it, without a carry;
/// - for a record of an AAP request: the time, the byte 0x1F, and the request as [`wire::encode_line`] writes it.
pub const NAMESPACE: Uuid = Uuid::from_u128(0x7814_99c5_00db_4848_b29e_e386_4867_69c3);

/// Derives the id of these parts.
pub(crate) fn derive(parts: &[&str]) -> String {
    match parts {
        [one] => uuid(one),
        _ => uuid(&parts.join("\u{1f}")),
    }
}

/// A placeholder for a derived id whose value is not needed. It differs from every id that cannot be derived.
pub(crate) const SOME_DERIVED: &str = "00000000-0000-5000-8000-000000000000";

/// Returns `true` if an id has the form of a derived one.
pub(crate) fn can_be_derived(id: &str) -> bool {
    // The version digit of a UUID.
    id.len() == 36 && id.as_bytes().get(14) == Some(&b'5')
}

fn uuid(text: &str) -> String {
    let uuid = Uuid::new_v5(&NAMESPACE, text.as_bytes());
    uuid.hyphenated()
        .encode_lower(&mut Uuid::encode_buffer())
        .to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn derived_ids_never_change() {
        assert!(
            can_be_derived(SOME_DERIVED) && can_be_derived(&derive(&[])) && !can_be_derived("")
        );
        assert_eq!(
            derive(&["rt-1", "ev-1"]),
            "e5b9f3b6-345b-57a7-b26e-2d9a8431ae82"
        );
    }
}
