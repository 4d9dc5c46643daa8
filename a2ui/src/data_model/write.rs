//! Writes to values that may not exist yet.

use super::{
    BeyondEnd, DataError, DataModelOptions, MAX_PADDED_INDEX,
    path::{is_index, pointer},
};
use wire::{Payload, PayloadKind, tree::Tree};

/// A write to one path.
pub(super) struct Write<'a> {
    pub(super) options: &'a DataModelOptions,
    pub(super) segments: &'a [String],
    /// `true` if an index in the path is a name, so that a write creates an object for it, as in 0.8.
    pub(super) has_only_names: bool,
}

impl<'a> Write<'a> {
    /// Writes the value. Returns the path of the array that was padded, if any.
    pub(super) fn write(
        &self,
        tree: &mut Tree,
        value: Payload,
    ) -> Result<Option<&'a [String]>, DataError> {
        let segments = self.segments;
        let reach = tree.reach(segments);
        let (existing, missing) = segments
            .split_at_checked(reach.found)
            .unwrap_or((segments, &[]));
        let Some((next, below)) = missing.split_first() else {
            tree.set(segments, value)?;
            return Ok(None);
        };
        let mut nulls = 0;
        match reach.kind {
            // A new member needs no padding.
            PayloadKind::Object => {}
            // A null is replaced by the container that the next segment needs.
            PayloadKind::Null => {
                let value = self.wrap_in_containers(existing, missing, value, 0)?;
                tree.set(existing, value)?;
                return Ok(None);
            }
            PayloadKind::Array if !is_index(next) => {
                return Err(DataError::NotAnIndex {
                    at: pointer(existing),
                    segment: next.clone(),
                });
            }
            PayloadKind::Array => nulls = self.count_padding(existing, next, reach.len, 0)?,
            kind => {
                return Err(DataError::Primitive {
                    at: pointer(existing),
                    kind,
                });
            }
        }
        let slot: Vec<String> = existing
            .iter()
            .chain(std::iter::once(next))
            .cloned()
            .collect();
        let value = self.wrap_in_containers(&slot, below, value, nulls)?;
        tree.set_padded(&slot, value, nulls)?;
        if nulls == 0 {
            return Ok(None);
        }
        Ok(Some(existing))
    }

    /// Returns the number of nulls between the end of an array with `len` elements and an index. `already` is the
    /// number of nulls that the same write has added before.
    fn count_padding(
        &self,
        list: &[String],
        index: &str,
        len: usize,
        already: usize,
    ) -> Result<usize, DataError> {
        let pads = self.options.beyond_end != Some(BeyondEnd::Refuse);
        let max = if pads {
            MAX_PADDED_INDEX.saturating_sub(already).max(len)
        } else {
            len
        };
        match index.parse::<usize>().ok().filter(|index| *index <= max) {
            Some(index) => Ok(index.saturating_sub(len)),
            None => Err(DataError::IndexGap {
                at: pointer(list),
                index: index.to_owned(),
                len,
                max,
            }),
        }
    }

    /// Wraps the value in new containers for the `missing` segments below `existing`. `nulls` is the number of nulls
    /// that the same write has added before.
    fn wrap_in_containers(
        &self,
        existing: &[String],
        missing: &[String],
        value: Payload,
        mut nulls: usize,
    ) -> Result<Payload, DataError> {
        if missing.is_empty() {
            return Ok(value);
        }
        let (mut before, mut after) = (String::new(), String::new());
        for (depth, segment) in missing.iter().enumerate() {
            if self.has_only_names || !is_index(segment) {
                before.push_str(&format!("{{{}:", Payload::string(segment)));
                after.push('}');
                continue;
            }
            let list: Vec<String> = existing
                .iter()
                .chain(missing.iter().take(depth))
                .cloned()
                .collect();
            let gap = self.count_padding(&list, segment, 0, nulls)?;
            nulls = nulls.saturating_add(gap);
            before.push('[');
            before.push_str(&"null,".repeat(gap));
            after.push(']');
        }
        let after: String = after.chars().rev().collect();
        Ok(Payload::parse(format!("{before}{value}{after}")).unwrap_or(value))
    }
}
