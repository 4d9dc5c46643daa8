//! Maps and sets that are built without sorting.

use std::collections::{BTreeMap, BTreeSet};

/// Collects entries into a map. If a key is repeated, the last value wins.
///
/// Unlike [`Iterator::collect`], this function does not sort the entries first, because a sort takes 5 KB of machine code
/// for each type of entry.
///
/// ```
/// let map = agent_ui_wire::collect_map([("b", 1), ("a", 2), ("b", 3)]);
/// assert_eq!(map.into_iter().collect::<Vec<_>>(), [("a", 2), ("b", 3)]);
/// ```
pub fn collect_map<K: Ord, V>(entries: impl IntoIterator<Item = (K, V)>) -> BTreeMap<K, V> {
    let mut map = BTreeMap::new();
    map.extend(entries);
    map
}

/// Collects values into a set, like [`collect_map`].
///
/// ```
/// let set = agent_ui_wire::collect_set(["b", "a", "b"]);
/// assert_eq!(set.into_iter().collect::<Vec<_>>(), ["a", "b"]);
/// ```
pub fn collect_set<T: Ord>(values: impl IntoIterator<Item = T>) -> BTreeSet<T> {
    let mut set = BTreeSet::new();
    set.extend(values);
    set
}
