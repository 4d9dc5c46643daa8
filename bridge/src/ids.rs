//! Ids and fingerprints derived from content. Equal input has equal ids in every process.

use std::borrow::Cow;
use uuid::Uuid;
use wire::token;

/// The namespace of all derived ids (UUID version 5). The hashed text is:
///
/// - for a record of an actions.json event: `runtime_id`, the byte 0x1F, and `event_id`;
/// - for a record of an A2UI action: the message as [`wire::encode_line`] writes it, without a carry;
/// - for a record of an AAP request: the time, the byte 0x1F, and the request as [`wire::encode_line`] writes it.
pub const NAMESPACE: Uuid = Uuid::from_u128(0x7814_99c5_00db_4848_b29e_e386_4867_69c3);

/// Derives the id of these parts.
pub(crate) fn derive(parts: &[&str]) -> String {
    uuid(&parts.join("\u{1f}"))
}

/// A placeholder for a derived id whose value is not needed. It differs from every id that cannot be derived.
pub(crate) const SOME_DERIVED: &str = "00000000-0000-5000-8000-000000000000";

/// Returns `true` if an id has the form of a derived one.
pub(crate) fn can_be_derived(id: &str) -> bool {
    // The version digit of a UUID.
    id.len() == 36 && id.as_bytes().get(14) == Some(&b'5')
}

/// The initial capacity of a fingerprint, enough for most values.
const ROOM: usize = 480;

/// The member capacity, enough for most objects.
const MEMBERS: usize = 8;

/// The length of a UUID as a JSON string with a comma.
const SHORT: usize = 39;

/// Returns the fingerprint of a value. It does not depend on the JSON layout.
pub(crate) fn fingerprint(json: &str) -> String {
    let mut fingerprint = Fingerprint::new();
    fingerprint.json(json);
    fingerprint.finish()
}

/// Builds a fingerprint of several values.
pub(crate) struct Fingerprint(String);

impl Fingerprint {
    pub(crate) fn new() -> Self {
        Self(String::with_capacity(ROOM))
    }

    /// Adds the JSON text of a value.
    pub(crate) fn json(&mut self, json: &str) {
        canonical(json, wire::MAX_DEPTH, &mut self.0);
        self.0.push(',');
    }

    /// Adds a string, equivalent to its JSON text.
    pub(crate) fn text(&mut self, text: &str) {
        self.0.push('"');
        push_escaped(text, &mut self.0);
        self.0.push_str("\",");
    }

    /// Returns the fingerprint. Short content stands for itself; its trailing comma distinguishes it from a UUID.
    pub(crate) fn finish(self) -> String {
        if self.0.len() <= SHORT { self.0 } else { uuid(&self.0) }
    }
}

fn uuid(text: &str) -> String {
    let uuid = Uuid::new_v5(&NAMESPACE, text.as_bytes());
    uuid.hyphenated().encode_lower(&mut Uuid::encode_buffer()).to_owned()
}

/// Appends a canonical form: members sorted by name, minimal string escapes, no whitespace, numbers unchanged. Values
/// deeper than `left` are copied.
fn canonical<'a>(text: &'a str, left: usize, out: &mut String) {
    match text.as_bytes().first() {
        Some(b'{') if left > 0 => {
            let mut members = Vec::with_capacity(MEMBERS);
            let named =
                |child: token::Child<'a>| (canonical_string(child.name.unwrap_or_default()), child.text);
            members.extend(token::children(text).map(named));
            members.sort_by(|a, b| a.0.cmp(&b.0));
            out.push('{');
            for (index, (name, value)) in members.into_iter().enumerate() {
                out.push_str(if index > 0 { "," } else { "" });
                out.push_str(&name);
                out.push(':');
                canonical(value, left - 1, out);
            }
            out.push('}');
        }
        Some(b'[') if left > 0 => {
            out.push('[');
            for (index, element) in token::children(text).enumerate() {
                out.push_str(if index > 0 { "," } else { "" });
                canonical(element.text, left - 1, out);
            }
            out.push(']');
        }
        Some(b'"') => out.push_str(&canonical_string(text)),
        _ => out.push_str(text),
    }
}

/// Returns the canonical spelling of a string. Only quotes, backslashes and lone surrogates are escaped.
fn canonical_string(quoted: &str) -> Cow<'_, str> {
    if !quoted.as_bytes().contains(&b'\\') {
        return Cow::Borrowed(quoted);
    }
    let mut text = String::from("\"");
    for unit in char::decode_utf16(token::utf16(quoted)) {
        match unit {
            Ok(c) => push_escaped(c.encode_utf8(&mut [0; 4]), &mut text),
            Err(lone) => text.push_str(&format!("\\u{:04x}", lone.unpaired_surrogate())),
        }
    }
    text.push('"');
    Cow::Owned(text)
}

/// Appends a text without lone surrogates in canonical spelling.
fn push_escaped(mut text: &str, out: &mut String) {
    while let Some((plain, rest)) =
        memchr::memchr2(b'"', b'\\', text.as_bytes()).and_then(|at| text.split_at_checked(at))
    {
        out.push_str(plain);
        out.push('\\');
        out.extend(rest.chars().take(1));
        text = rest.get(1..).unwrap_or_default();
    }
    out.push_str(text);
}

#[cfg(test)]
mod tests {
    use super::*;
    use wire::Payload;

    #[test]
    fn the_layout_of_a_text_does_not_change_its_fingerprint() {
        let of = fingerprint;
        assert_eq!(of(r#"{"a":[1.0,"\u0062"],"c":{}}"#), of("{ \"c\" : { },\n\"a\" : [ 1.0, \"b\" ] }"));
        assert_ne!(of("[1.0]"), of("[1]"));
        assert_ne!(of("[1,2]"), of("[2,1]"));
        assert_ne!(of(r#"["\ud83d"]"#), of(r#"["\ud83e"]"#));
        let long = |blank: &str, last: u8| of(&format!("[{}{blank}{last}]", "1,".repeat(SHORT)));
        assert_eq!((long(" ", 1), long("", 1).len()), (long("", 1), 36));
        assert_ne!(long("", 1), long("", 2));
    }

    #[test]
    fn a_text_has_the_fingerprint_of_its_json() {
        for text in ["", "a", "a\"b\\", "\"\\\"", "\n\u{1}é\u{1f600}/", &"a\"".repeat(SHORT)] {
            let mut of_text = Fingerprint::new();
            of_text.text(text);
            assert_eq!(of_text.finish(), fingerprint(Payload::string(text).text()), "{text:?}");
        }
    }

    #[test]
    fn derived_ids_never_change() {
        assert!(can_be_derived(SOME_DERIVED) && can_be_derived(&derive(&[])) && !can_be_derived(""));
        assert_eq!(derive(&["rt-1", "ev-1"]), "e5b9f3b6-345b-57a7-b26e-2d9a8431ae82");
    }
}
