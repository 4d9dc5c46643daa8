//! Writing to a place that may not be there yet.

use super::{BeyondEnd, DataError, DataModelOptions, MAX_PADDED_INDEX, is_index, pointer};
use wire::{Payload, PayloadKind, tree::Tree};

/// A write to a place that has a path.
pub(super) struct Write<'a> {
    pub(super) options: &'a DataModelOptions,
    pub(super) segments: &'a [String],
    /// Whether a segment that is an index makes an object too.
    pub(super) has_only_names: bool,
}

impl<'a> Write<'a> {
    /// Gives where a list was filled up, if one was.
    pub(super) fn write(&self, tree: &mut Tree, value: Payload) -> Result<Option<&'a [String]>, DataError> {
        let segments = self.segments;
        let reach = tree.reach(segments);
        let (there, missing) = segments.split_at_checked(reach.found).unwrap_or((segments, &[]));
        let Some((next, below)) = missing.split_first() else {
            tree.set(segments, value)?;
            return Ok(None);
        };
        let at = || pointer(there);
        let mut padded = None;
        match reach.kind {
            PayloadKind::Object => {}
            PayloadKind::Null => {
                let value = self.wrapped(there, missing, value)?;
                tree.set(there, value)?;
                return Ok(None);
            }
            PayloadKind::Array if !is_index(next) => {
                return Err(DataError::NotAnIndex { at: at(), segment: next.clone() });
            }
            PayloadKind::Array if next.parse() == Ok(reach.len) => {}
            PayloadKind::Array if self.pads_to(next).is_none() => {
                return Err(DataError::IndexGap { at: at(), index: next.clone(), len: reach.len });
            }
            PayloadKind::Array => padded = self.pads_to(next),
            kind => return Err(DataError::Primitive { at: at(), kind }),
        }
        let above: Vec<String> = there.iter().chain(std::iter::once(next)).cloned().collect();
        let value = self.wrapped(&above, below, value)?;
        let mut slot = above;
        for index in reach.len..padded.unwrap_or(reach.len) {
            slot.pop();
            slot.push(index.to_string());
            tree.set(&slot, Payload::null())?;
        }
        slot.pop();
        slot.push(next.clone());
        tree.set(&slot, value)?;
        Ok(padded.map(|_| there))
    }

    /// The index up to which a list is filled up, if it may be.
    fn pads_to(&self, index: &str) -> Option<usize> {
        let index = index.parse().ok().filter(|index| *index <= MAX_PADDED_INDEX)?;
        (self.options.beyond_end == BeyondEnd::PadWithNull).then_some(index)
    }

    /// The value at the end of `missing`, in new containers from `there` on.
    fn wrapped(&self, there: &[String], missing: &[String], value: Payload) -> Result<Payload, DataError> {
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
            let index = if segment == "0" { Some(0) } else { self.pads_to(segment) };
            let Some(index) = index else {
                let above = there.iter().chain(missing.iter().take(depth)).cloned().collect::<Vec<_>>();
                return Err(DataError::IndexGap { at: pointer(&above), index: segment.clone(), len: 0 });
            };
            before.push('[');
            before.push_str(&"null,".repeat(index));
            behind.push(']');
        }
        let behind: String = behind.chars().rev().collect();
        Ok(Payload::parse(format!("{before}{value}{behind}")).unwrap_or(value))
    }
}
