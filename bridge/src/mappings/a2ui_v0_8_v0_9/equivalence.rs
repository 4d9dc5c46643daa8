//! Comparison of 0.9 and 0.8 values, in which a list index of 0.9 may represent a map key of 0.8.

use super::state_0_8::{NO_ITEM, is_index};
use a2ui::data_model;
use std::borrow::Cow;
use wire::{
    Payload, PayloadKind,
    token::{self, TokenKind, Tokens},
};

/// Returns `true` if an update of 0.9 writes the same as an update of 0.8, where lists may replace maps. Each update is its path
/// and its value.
pub(super) fn is_same_write(new: &(Vec<String>, Payload), old: &(Vec<String>, Payload)) -> bool {
    let ((path, new), (names, old)) = (new, old);
    // The update of 0.9 may have a shorter path and a value with more levels.
    let is_above = path.len() <= names.len() && are_segments(path, names);
    is_above && scalars(new).eq(scalars(old))
}

/// Iterates over the strings, numbers and literals of a value, without member names.
fn scalars(value: &Payload) -> impl Iterator<Item = Cow<'_, str>> {
    Tokens::new(value.text()).filter_map(|token| match token.kind {
        TokenKind::String => Some(token::string(token.text)),
        TokenKind::Number | TokenKind::Literal => Some(token.text.into()),
        // Names and brackets differ between a map and a list with the same values.
        _ => None,
    })
}

/// Returns `true` if each segment of a 0.9 path may represent the 0.8 name at the same position. The longer path may have any
/// rest.
fn are_segments(segments: &[String], names: &[String]) -> bool {
    segments
        .iter()
        .zip(names)
        .all(|(segment, name)| can_be_segment(segment, name))
}

/// Returns `true` if a segment of 0.9 may represent a name of 0.8. Both are equal, or the segment is an index, which may
/// replace any key.
fn can_be_segment(segment: &str, name: &str) -> bool {
    segment == name || segment == NO_ITEM || is_index(segment)
}

/// The member name of two values, if they are members; the value of 0.9; and the value of 0.8.
type OpenPair = (Option<String>, Payload, Payload);

/// Returns `true` if a property of 0.9 may equal a property that was translated from 0.8 without the data. With the data, paths
/// may have an index instead of a key.
pub(super) fn is_same_up_to_keys(new: &Payload, old: &Payload, in_item: bool) -> bool {
    use PayloadKind::{Array, Object, String};
    let mut open = vec![(None, new.clone(), old.clone())];
    while let Some((name, new, old)) = open.pop() {
        if new == old {
            continue;
        }
        let may_be_same = match (new.kind(), old.kind()) {
            (Object, Object) => push_members(&new, &old, &mut open),
            (Array, Array) => push_elements(&new, &old, &mut open),
            (String, String) if name.as_deref() == Some("path") => {
                is_same_path(&new, &old, in_item)
            }
            // Other different values do not depend on the data.
            _ => false,
        };
        if !may_be_same {
            return false;
        }
    }
    true
}

/// Adds the pairs of members of two objects to `open`. Returns `false` if their names differ.
fn push_members(new: &Payload, old: &Payload, open: &mut Vec<OpenPair>) -> bool {
    if new.members().count() != old.members().count() {
        return false;
    }
    for (name, new) in new.members() {
        let Some(old) = old.member(&name) else {
            return false;
        };
        open.push((Some(name.into_owned()), new, old));
    }
    true
}

/// Adds the pairs of elements of two arrays to `open`. Returns `false` if their lengths differ.
fn push_elements(new: &Payload, old: &Payload, open: &mut Vec<OpenPair>) -> bool {
    if new.elements().count() != old.elements().count() {
        return false;
    }
    for (new, old) in new.elements().zip(old.elements()) {
        open.push((None, new, old));
    }
    true
}

/// Returns `true` if two JSON strings may be the same path.
fn is_same_path(new: &Payload, old: &Payload, in_item: bool) -> bool {
    match (new.as_str(), old.as_str()) {
        (Some(new), Some(old)) => is_path_of(&new, &old, in_item),
        _ => false,
    }
}

/// Returns `true` if a path of 0.9 may represent a path of 0.8. Both are compared in the syntax of 0.9.
fn is_path_of(new: &str, old: &str, in_item: bool) -> bool {
    let (Ok(names), Ok(segments)) = (data_model::segments(old), data_model::segments(new)) else {
        return false;
    };
    if segments.len() != names.len() || !are_segments(&segments, &names) {
        return false;
    }
    let is_as_absolute = new.starts_with('/') == old.starts_with('/');
    // Outside templates, a relative path becomes absolute when its keys become indices.
    is_as_absolute || (!in_item && segments != names)
}
