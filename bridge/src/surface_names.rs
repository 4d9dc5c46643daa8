//! The names of components, and of values in a data model.

use a2ui::data_model::is_name;
use std::collections::BTreeSet;

/// Returns `true` if every version of A2UI reads this name in a path as the name of a member.
pub(crate) fn can_be_in_a_path(name: &str) -> bool {
    let is_index = name.bytes().all(|byte| byte.is_ascii_digit());
    // `-` means the end of a list, and `~` begins an escape.
    is_name(name) && !is_index && name != "-" && !name.contains(['~', '$', '{', '}'])
}

/// Creates names that differ from each other.
#[derive(Debug, Default)]
pub(crate) struct UniqueNames(BTreeSet<String>);

impl UniqueNames {
    /// Returns the first of the candidates that is free, or else the last one with a number, and takes it.
    pub(crate) fn take(&mut self, candidates: &[String]) -> String {
        for candidate in candidates {
            if !candidate.is_empty() && self.0.insert(candidate.clone()) {
                return candidate.clone();
            }
        }
        let stem = candidates.last().map_or("", String::as_str);
        let mut number = self.0.len();
        loop {
            let name = format!("{stem}_{number}");
            if self.0.insert(name.clone()) {
                return name;
            }
            number = number.saturating_add(1);
        }
    }
}
