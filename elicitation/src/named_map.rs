//! Objects whose members have free names, in their order.

use std::collections::{BTreeMap, BTreeSet};
use wire::{
    Reader, Wire, Writer,
    decode::{ReadError, ReadResult},
};

/// Values by name, in their order on the wire: `{"name": …, "email": …}`.
///
/// A form shows its inputs in this order. A repeated name is an error. Equality ignores the order, as for all objects.
///
/// ```
/// use agent_ui_elicitation::NamedMap;
///
/// let ages: NamedMap<u64> = agent_ui_elicitation::wire::decode(r#"{"zoe":7,"adam":9}"#)?;
/// assert_eq!(ages.iter().map(|(name, _)| name).collect::<Vec<_>>(), ["zoe", "adam"]);
/// assert_eq!(ages.get("adam"), Some(&9));
/// # Ok::<(), agent_ui_elicitation::wire::DecodeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct NamedMap<T>(Vec<(String, T)>);

impl<T> Default for NamedMap<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T> NamedMap<T> {
    /// Creates an empty map.
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the number of entries.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns `true` if the map is empty.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Iterates over the entries in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &T)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value))
    }

    /// Returns the value with this name. The search visits each entry.
    pub fn get(&self, name: &str) -> Option<&T> {
        self.iter()
            .find(|(own, _)| *own == name)
            .map(|(_, value)| value)
    }

    /// Returns `true` if a value has this name.
    pub fn has(&self, name: &str) -> bool {
        self.get(name).is_some()
    }

    /// Sets the value of a name. A new name is added at the end. Returns the earlier value, if there is one.
    pub fn insert(&mut self, name: impl Into<String>, value: T) -> Option<T> {
        let name = name.into();
        for (own, earlier) in &mut self.0 {
            if *own == name {
                return Some(std::mem::replace(earlier, value));
            }
        }
        self.0.push((name, value));
        None
    }
}

impl<T: PartialEq> PartialEq for NamedMap<T> {
    fn eq(&self, other: &Self) -> bool {
        if self.len() != other.len() {
            return false;
        }
        let by_name: BTreeMap<_, _> = wire::collect_map(other.iter());
        self.iter()
            .all(|(name, value)| by_name.get(name) == Some(&value))
    }
}

impl<T: Eq> Eq for NamedMap<T> {}

impl<T> IntoIterator for NamedMap<T> {
    type Item = (String, T);
    type IntoIter = std::vec::IntoIter<(String, T)>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

/// Keeps the order of the entries. If a name is repeated, the last value takes the place of the first.
impl<N: Into<String>, T> FromIterator<(N, T)> for NamedMap<T> {
    fn from_iter<I: IntoIterator<Item = (N, T)>>(entries: I) -> Self {
        let mut places: BTreeMap<String, usize> = BTreeMap::new();
        let mut own: Vec<(String, T)> = Vec::new();
        for (name, value) in entries {
            let name = name.into();
            match places.get(&name).and_then(|place| own.get_mut(*place)) {
                Some(earlier) => earlier.1 = value,
                None => {
                    places.insert(name.clone(), own.len());
                    own.push((name, value));
                }
            }
        }
        Self(own)
    }
}

impl<T> From<BTreeMap<String, T>> for NamedMap<T> {
    fn from(entries: BTreeMap<String, T>) -> Self {
        Self(entries.into_iter().collect())
    }
}

impl<T: Wire> Wire for NamedMap<T> {
    fn read(reader: &mut Reader<'_>) -> ReadResult<Self> {
        let mut names = BTreeSet::new();
        let mut entries = Vec::new();
        reader.members(&mut |name, reader| {
            if !names.insert(name.to_owned()) {
                return Err(ReadError::new(
                    wire::DecodeRule::Duplicate,
                    "the name is repeated",
                    "give each member its own name",
                ));
            }
            entries.push((name.to_owned(), T::read(reader)?));
            Ok(())
        })?;
        Ok(Self(entries))
    }

    fn write(&self, writer: &mut Writer) {
        writer.open_object();
        for (name, value) in &self.0 {
            writer.name(name);
            value.write(writer);
        }
        writer.close_object();
    }
}

wire::same_form! { [T] NamedMap<T> as BTreeMap<String, T> }

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_is_kept_and_ignored_in_comparisons() {
        let text = r#"{"b":1,"a":2}"#;
        let map: NamedMap<u64> = wire::decode(text).unwrap();
        assert_eq!(wire::encode(&map).unwrap(), text);
        assert_eq!(map, [("a", 2), ("b", 1)].into_iter().collect());
        assert_ne!(map, [("a", 2), ("b", 2)].into_iter().collect());
        assert_ne!(map, [("a", 2)].into_iter().collect());
    }

    #[test]
    fn a_repeated_name_is_an_error_at_its_place() {
        let error = wire::decode::<NamedMap<u64>>(r#"{"a":1,"a":2}"#).unwrap_err();
        assert_eq!(
            (error.rule.as_str(), error.pointer.as_str()),
            ("duplicate", "/a")
        );
    }

    #[test]
    fn entries_are_replaced_in_place() {
        let mut map: NamedMap<u64> = [("b", 1), ("a", 2), ("b", 3)].into_iter().collect();
        assert_eq!(wire::encode(&map).unwrap(), r#"{"b":3,"a":2}"#);
        assert_eq!(map.insert("b", 4), Some(3));
        assert_eq!(map.insert("c", 5), None);
        assert_eq!(wire::encode(&map).unwrap(), r#"{"b":4,"a":2,"c":5}"#);
    }
}
