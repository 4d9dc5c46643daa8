//! Equality of 0.9 and 0.8 values up to map keys and list indices.

use super::{
    data_0_8::DataNode,
    state_0_8::{NO_ITEM, is_index},
};
use a2ui::data_model;
use wire::{Payload, PayloadKind};

/// Returns `true` if an update of 0.9 writes the same as one of 0.8, with lists for maps.
pub(super) fn is_same_write(new: &(Vec<String>, Payload), old: &(Vec<String>, Payload)) -> bool {
    let (path, names) = (&new.0, &old.0);
    let Some(rest) = names.get(path.len()..) else { return false };
    let is_path = path.iter().zip(names).all(|(segment, name)| can_be_segment(segment, name));
    is_path && is_same(&DataNode::of(&new.1), &DataNode::below(rest, DataNode::of(&old.1)))
}

/// Returns `true` if a segment of 0.9 may represent a name of 0.8: the same text, or an index for a key.
fn can_be_segment(segment: &str, name: &str) -> bool {
    segment == name || segment == NO_ITEM || is_index(segment)
}

fn is_same(new: &DataNode, old: &DataNode) -> bool {
    match (new, old) {
        (DataNode::Value(new), DataNode::Value(old)) => new == old,
        (DataNode::List(new), DataNode::List(old)) => {
            new.len() == old.len() && new.iter().zip(old.iter()).all(|(new, old)| is_same(new, old))
        }
        (DataNode::List(new), DataNode::Map(old)) => {
            new.len() == old.len() && new.iter().zip(old.members()).all(|(new, (_, old))| is_same(new, old))
        }
        (DataNode::Map(new), DataNode::Map(old)) => {
            new.len() == old.len()
                && old.members().all(|(name, old)| new.get(name).is_some_and(|new| is_same(new, old)))
        }
        _ => false,
    }
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
            (PayloadKind::Object, PayloadKind::Object) if new.members().count() == old.members().count() => {
                for (name, new) in new.members() {
                    let Some(old) = old.member(&name) else { return false };
                    open.push((Some(name.into_owned()), new, old));
                }
            }
            (PayloadKind::Array, PayloadKind::Array) if new.elements().count() == old.elements().count() => {
                open.extend(new.elements().zip(old.elements()).map(|(new, old)| (None, new, old)));
            }
            (PayloadKind::String, PayloadKind::String) if name.as_deref() == Some("path") => {
                let (Some(new), Some(old)) = (new.as_str(), old.as_str()) else { return false };
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
        && segments.iter().zip(&names).all(|(segment, name)| can_be_segment(segment, name))
}
