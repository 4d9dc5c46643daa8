//! Equality of 0.9 and 0.8 values up to map keys and list indices.

use super::state_0_8::{NO_ITEM, is_index};
use a2ui::data_model;
use std::borrow::Cow;
use wire::{
    Payload, PayloadKind,
    token::{self, TokenKind, Tokens},
};

/// Returns `true` if an update of 0.9 writes the same as one of 0.8, with lists for maps.
pub(super) fn is_same_write(new: &(Vec<String>, Payload), old: &(Vec<String>, Payload)) -> bool {
    let (path, names) = (&new.0, &old.0);
    let is_path = path.len() <= names.len();
    is_path
        && path
            .iter()
            .zip(names)
            .all(|(segment, name)| can_be_segment(segment, name))
        && scalars(&new.1).eq(scalars(&old.1))
}

/// Iterates over the texts, numbers and words of a value.
fn scalars(value: &Payload) -> impl Iterator<Item = Cow<'_, str>> {
    Tokens::new(value.text()).filter_map(|token| match token.kind {
        TokenKind::String => Some(token::string(token.text)),
        TokenKind::Number | TokenKind::Literal => Some(token.text.into()),
        _ => None,
    })
}

/// Returns `true` if a segment of 0.9 may represent a name of 0.8: the same text, or an index for a key.
fn can_be_segment(segment: &str, name: &str) -> bool {
    segment == name || segment == NO_ITEM || is_index(segment)
}

/// Returns `true` if a property of 0.9 may equal one that was translated from 0.8. Its paths may have an index instead of
/// a key, depending on the data.
pub(super) fn is_same_up_to_keys(new: &Payload, old: &Payload, in_item: bool) -> bool {
    let mut open = vec![(None, new.clone(), old.clone())];
    while let Some((name, new, old)) = open.pop() {
        if new == old {
            continue;
        }
        match (new.kind(), old.kind()) {
            (PayloadKind::Object, PayloadKind::Object)
                if new.members().count() == old.members().count() =>
            {
                for (name, new) in new.members() {
                    let Some(old) = old.member(&name) else {
                        return false;
                    };
                    open.push((Some(name.into_owned()), new, old));
                }
            }
            (PayloadKind::Array, PayloadKind::Array)
                if new.elements().count() == old.elements().count() =>
            {
                open.extend(
                    new.elements()
                        .zip(old.elements())
                        .map(|(new, old)| (None, new, old)),
                );
            }
            (PayloadKind::String, PayloadKind::String) if name.as_deref() == Some("path") => {
                let (Some(new), Some(old)) = (new.as_str(), old.as_str()) else {
                    return false;
                };
                if !is_path_of(&new, &old, in_item) {
                    return false;
                }
            }
            _ => return false,
        }
    }
    true
}

fn is_path_of(new: &str, old: &str, in_item: bool) -> bool {
    let (Ok(names), Ok(segments)) = (data_model::segments(old), data_model::segments(new)) else {
        return false;
    };
    let is_as_absolute = new.starts_with('/') == old.starts_with('/');
    (is_as_absolute || (!in_item && segments != names))
        && segments.len() == names.len()
        && segments
            .iter()
            .zip(&names)
            .all(|(segment, name)| can_be_segment(segment, name))
}
