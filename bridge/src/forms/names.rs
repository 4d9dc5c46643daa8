//! The names of properties and of the values in a data model.

use crate::surface_names::can_be_in_a_path;
use std::collections::{BTreeMap, BTreeSet};

/// The data model names of the properties of a schema, in order. Most properties keep their name. A name that a path
/// cannot contain, or that would be an index of a list, gets a substitute.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct PropertyNames {
    names: Vec<(String, String)>,
}

impl PropertyNames {
    pub(super) fn of<'a>(properties: impl Iterator<Item = &'a str> + Clone) -> Self {
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
    pub(super) fn get(&self, index: usize) -> &str {
        self.names.get(index).map_or("", |(name, _)| name)
    }

    /// Returns the property of each substitute.
    pub(super) fn renamed(&self) -> BTreeMap<String, String> {
        let changed = self
            .names
            .iter()
            .filter(|(name, property)| name != property);
        changed.cloned().collect()
    }
}
