//! Conversion between request ids and keys of questions, one to one.
//!
//! A number becomes its digits, and a text stays unchanged. A text that is a number, or a
//! number in quotes, is quoted once more, so that it differs from the number.

use wire::{Number, Payload, json_rpc::RequestId};

/// Returns the key that stands for a request id. Returns `None` for the null id.
///
/// ```
/// use agent_ui_elicitation::{id_of_key, key_of_id, wire::json_rpc::RequestId};
///
/// assert_eq!(key_of_id(&RequestId::from(7)).as_deref(), Some("7"));
/// assert_eq!(key_of_id(&RequestId::from("7")).as_deref(), Some("\"7\""));
/// assert_eq!(id_of_key("\"7\""), RequestId::from("7"));
/// ```
pub fn key_of_id(id: &RequestId) -> Option<String> {
    match id {
        RequestId::Number(number) => Some(number.as_str().to_owned()),
        RequestId::Text(text) if is_plain(text) => Some(text.clone()),
        RequestId::Text(text) => Some(Payload::string(text).text().to_owned()),
        RequestId::Null => None,
    }
}

/// Returns the request id that a key stands for.
pub fn id_of_key(key: &str) -> RequestId {
    if let Some(number) = Number::parse(key) {
        return RequestId::Number(number);
    }
    match unquote(key).filter(|text| !is_plain(text)) {
        Some(text) => RequestId::Text(text),
        None => RequestId::Text(key.to_owned()),
    }
}

/// Returns the text of a canonically quoted string.
fn unquote(text: &str) -> Option<String> {
    let inner: String = Payload::parse(text).ok()?.decode().ok()?;
    (Payload::string(&inner).text() == text).then_some(inner)
}

fn is_plain(text: &str) -> bool {
    let mut text = text.to_owned();
    loop {
        if Number::parse(&text).is_some() {
            return false;
        }
        match unquote(&text) {
            Some(inner) => text = inner,
            None => return true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_id_has_a_key_of_its_own() {
        for (id, key) in [
            ("1", "1"),
            ("1.50", "1.50"),
            (r#""a""#, "a"),
            (r#""""#, ""),
            (r#""1""#, r#""1""#),
            (r#"" 1""#, " 1"),
            (r#""\"1\"""#, r#""\"1\"""#),
            (r#""\"a\"""#, r#""a""#),
        ] {
            let id: RequestId = wire::decode(id).unwrap();
            assert_eq!(key_of_id(&id).as_deref(), Some(key));
            assert_eq!(id_of_key(key), id, "{key}");
        }
        assert_eq!(key_of_id(&RequestId::Null), None);
    }
}
