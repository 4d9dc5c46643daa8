//! Conversion between call ids and JSON-RPC request ids, one to one.
//!
//! A number becomes its digits, and a text stays unchanged. A text that looks like a number or a quoted text is quoted.

use crate::{Refusal, Rule};
use actions_json::item::CallId;
use ahp::json_rpc::RequestId;
use wire::{Number, Payload, Pointer};

/// Returns the call id of a request. Returns `None` for the null id.
pub(crate) fn of_request(id: &RequestId) -> Option<CallId> {
    match id {
        RequestId::Number(number) => Some(number.as_str().into()),
        RequestId::Text(text) if is_plain(text) => Some(text.as_str().into()),
        RequestId::Text(text) => Some(Payload::string(text).text().into()),
        RequestId::Null => None,
    }
}

/// Returns the call id of an answer.
///
/// # Errors
/// Refuses the null id, by the given rule.
pub(crate) fn call_of_request(id: &RequestId, rule: &Rule) -> Result<CallId, Refusal> {
    of_request(id).ok_or_else(|| {
        let message = "an answer with the id null does not identify its call";
        let at = Pointer::root().member("id");
        Refusal::rule_broken(rule.id, at, message)
            .hint("use the id of the request, a string or a number")
    })
}

/// Returns the request id of a call.
pub(crate) fn of_call(id: &CallId) -> RequestId {
    if let Some(number) = number(id.as_str()) {
        return RequestId::Number(number);
    }
    match unquote(id.as_str()).filter(|text| !is_plain(text)) {
        Some(text) => RequestId::Text(text),
        None => RequestId::Text(id.as_str().to_owned()),
    }
}

fn number(text: &str) -> Option<Number> {
    // Surrounding whitespace is not part of a number.
    Number::parse(text).filter(|number| number.as_str() == text)
}

/// Returns the text of a canonically quoted string.
fn unquote(text: &str) -> Option<String> {
    let inner: String = Payload::parse(text).ok()?.decode().ok()?;
    (Payload::string(&inner).text() == text).then_some(inner)
}

fn is_plain(text: &str) -> bool {
    let mut text = text.to_owned();
    loop {
        if number(&text).is_some() {
            return false;
        }
        match unquote(&text) {
            None => return true,
            Some(inner) => text = inner,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn numeric_ids_and_text_ids_stay_distinct() {
        for (id, call_id) in [
            (RequestId::from(7), "7"),
            (RequestId::from("7"), r#""7""#),
            (RequestId::from(r#""7""#), r#""\"7\"""#),
            (RequestId::from("a"), "a"),
            (RequestId::from(r#""a""#), r#""a""#),
            (RequestId::from(" 7"), " 7"),
            (RequestId::from(""), ""),
        ] {
            assert_eq!(of_request(&id), Some(call_id.into()));
            assert_eq!(of_call(&call_id.into()), id);
        }
        assert_eq!(of_request(&RequestId::Null), None);
    }

    proptest! {
        #[test]
        fn every_id_survives_a_round_trip(text in r#"["\\a17. e-]{0,6}"#) {
            let call_id = CallId::from(text.as_str());
            prop_assert_eq!(of_request(&of_call(&call_id)), Some(call_id));
            let id = RequestId::Text(text);
            prop_assert_eq!(of_call(&of_request(&id).unwrap()), id);
        }
    }
}
