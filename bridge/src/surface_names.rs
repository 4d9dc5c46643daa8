//! The names of components, and of values in a data model.

use a2ui::data_model::is_name;
use std::collections::{BTreeMap, BTreeSet};

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

/// The data model names of the inputs of a form or card, in order. Most inputs keep their name. A name that a path
/// cannot contain, or that would be an index of a list, gets a substitute.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct InputNames {
    names: Vec<(String, String)>,
}

impl InputNames {
    pub(crate) fn of<'a>(properties: impl Iterator<Item = &'a str> + Clone) -> Self {
        let taken: BTreeSet<&str> = properties.clone().collect();
        let mut names = Vec::new();
        for (index, property) in properties.enumerate() {
            let mut name = property.to_owned();
            if !can_be_in_a_path(property) {
                name = format!("field_{index}");
                while taken.contains(name.as_str()) {
                    name.push('_');
                }
            }
            names.push((name, property.to_owned()));
        }
        Self { names }
    }

    /// Returns the data model name of the property with this index.
    pub(crate) fn get(&self, index: usize) -> &str {
        self.names.get(index).map_or("", |(name, _)| name)
    }

    /// Returns the property of each substitute.
    pub(crate) fn renamed(&self) -> BTreeMap<String, String> {
        let changed = self
            .names
            .iter()
            .filter(|(name, property)| name != property);
        changed.cloned().collect()
    }
}
