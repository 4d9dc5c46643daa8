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
    /// `true` if segments that are indices create objects, too.
    pub(super) has_only_names: bool,
}

impl<'a> Write<'a> {
    /// Writes the value, and returns the path of the array that was padded, if any.
    pub(super) fn write(
        &self,
        tree: &mut Tree,
        value: Payload,
    ) -> Result<Option<&'a [String]>, DataError> {
        let segments = self.segments;
        let reach = tree.reach(segments);
        let (there, missing) = segments
            .split_at_checked(reach.found)
            .unwrap_or((segments, &[]));
        let Some((next, below)) = missing.split_first() else {
            tree.set(segments, value)?;
            return Ok(None);
        };
        let at = || pointer(there);
        let mut nulls = 0;
        match reach.kind {
            PayloadKind::Object => {}
            PayloadKind::Null => {
                let value = self.wrap_in_containers(there, missing, value, 0)?;
                tree.set(there, value)?;
                return Ok(None);
            }
            PayloadKind::Array if !is_index(next) => {
                return Err(DataError::NotAnIndex {
                    at: at(),
                    segment: next.clone(),
                });
            }
            PayloadKind::Array => nulls = self.gap(there, next, reach.len, 0)?,
            kind => return Err(DataError::Primitive { at: at(), kind }),
        }
        let slot: Vec<String> = there.iter().chain(std::iter::once(next)).cloned().collect();
        let value = self.wrap_in_containers(&slot, below, value, nulls)?;
        tree.set_padded(&slot, value, nulls)?;
        Ok((nulls > 0).then_some(there))
    }

    /// Returns the number of nulls between the end of an array with `len` elements and an index. `already` is the number of
    /// nulls that this write has added before.
    fn gap(
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

    /// Wraps the value in new containers for the `missing` segments below `there`. `nulls` is the number of nulls that this
    /// write has added before.
    fn wrap_in_containers(
        &self,
        there: &[String],
        missing: &[String],
        value: Payload,
        mut nulls: usize,
    ) -> Result<Payload, DataError> {
        if missing.is_empty() {
            return Ok(value);
        }
        let (mut before, mut behind) = (String::new(), String::new());
        for (depth, segment) in missing.iter().enumerate() {
            if self.has_only_names || !is_index(segment) {
                before.push_str(&format!("{{{}:", Payload::string(segment)));
                behind.push('}');
                continue;
            }
            let list: Vec<String> = there
                .iter()
                .chain(missing.iter().take(depth))
                .cloned()
                .collect();
            let gap = self.gap(&list, segment, 0, nulls)?;
            nulls = nulls.saturating_add(gap);
            before.push('[');
            before.push_str(&"null,".repeat(gap));
            behind.push(']');
        }
        let behind: String = behind.chars().rev().collect();
        Ok(Payload::parse(format!("{before}{value}{behind}")).unwrap_or(value))
    }
}
