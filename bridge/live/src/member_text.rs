//! Members of JSON objects that are texts.

use wire::Payload;

/// Returns the text of a member, or `None` if the member is absent or not a string.
pub(crate) fn member_text(object: &Payload, name: &str) -> Option<String> {
    Some(object.member(name)?.as_str()?.into_owned())
}
