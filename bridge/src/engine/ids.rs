//! Ids and fingerprints that follow from content: the same input has the same id, in every process.

use uuid::Uuid;
use wire::token;

/// The namespace of every id that this crate derives (UUID version 5).
///
/// - A record made of an actions.json event: over `runtime_id`, the byte 0x1F, `event_id`.
/// - A record made of an A2UI action: over the message as [`wire::encode_line`] writes it, without a carry.
/// - A record made of an AAP request: over the time, the byte 0x1F, and the request as [`wire::encode_line`] writes it.
pub const NAMESPACE: Uuid = Uuid::from_u128(0x7814_99c5_00db_4848_b29e_e386_4867_69c3);

/// The id for these parts.
pub(crate) fn derive(parts: &[&str]) -> String {
    Uuid::new_v5(&NAMESPACE, parts.join("\u{1f}").as_bytes()).to_string()
}

/// Whether an id could be a derived one.
pub(crate) fn may_be_derived(id: &str) -> bool {
    // The digit of a UUID that says how it was made.
    id.len() == 36 && id.as_bytes().get(14) == Some(&b'5')
}

/// The same for equal values, however their JSON is laid out.
pub(crate) fn fingerprint<'a>(values: impl IntoIterator<Item = &'a str>) -> String {
    let mut text = String::new();
    for value in values {
        canonical(value, wire::MAX_DEPTH, &mut text);
        text.push(',');
    }
    derive(&[&text])
}

/// Members sorted by name, strings in their shortest spelling, no whitespace, numbers as they are. What lies deeper than `left`
/// is taken as it stands.
fn canonical(text: &str, left: usize, out: &mut String) {
    let (open, close) = match text.as_bytes().first() {
        Some(b'{') if left > 0 => ('{', '}'),
        Some(b'[') if left > 0 => ('[', ']'),
        Some(b'"') => return out.push_str(&canonical_string(text)),
        _ => return out.push_str(text),
    };
    let mut children: Vec<_> =
        token::children(text).map(|child| (child.name.map(canonical_string), child.text)).collect();
    children.sort_by(|a, b| a.0.cmp(&b.0));
    out.push(open);
    for (index, (name, value)) in children.into_iter().enumerate() {
        if index > 0 {
            out.push(',');
        }
        if let Some(name) = name {
            out.push_str(&name);
            out.push(':');
        }
        canonical(value, left - 1, out);
    }
    out.push(close);
}

/// One spelling for each string: only quotes, backslashes and half surrogate pairs are escaped.
fn canonical_string(quoted: &str) -> String {
    if !quoted.contains('\\') {
        return quoted.to_owned();
    }
    let mut text = String::from("\"");
    for unit in char::decode_utf16(token::utf16(quoted)) {
        match unit {
            Ok(c @ ('"' | '\\')) => text.extend(['\\', c]),
            Ok(c) => text.push(c),
            Err(lone) => text.push_str(&format!("\\u{:04x}", lone.unpaired_surrogate())),
        }
    }
    text.push('"');
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_layout_of_a_text_does_not_change_its_fingerprint() {
        let of = |text: &str| fingerprint([text]);
        assert_eq!(of(r#"{"a":[1.0,"\u0062"],"c":{}}"#), of("{ \"c\" : { },\n\"a\" : [ 1.0, \"b\" ] }"));
        assert_ne!(of("[1.0]"), of("[1]"));
        assert_ne!(of("[1,2]"), of("[2,1]"));
        assert_ne!(of(r#"["\ud83d"]"#), of(r#"["\ud83e"]"#));
    }

    #[test]
    fn derived_ids_never_change() {
        assert_eq!(derive(&["rt-1", "ev-1"]), "e5b9f3b6-345b-57a7-b26e-2d9a8431ae82");
    }
}
