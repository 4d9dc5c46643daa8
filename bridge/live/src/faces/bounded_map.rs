//! A map for state that clients may lose, such as what a face remembers about each session.

use std::collections::BTreeMap;

/// A map with a maximum number of entries. When it is full, the oldest entry makes room for a new one.
#[derive(Debug)]
pub(super) struct BoundedMap<V> {
    limit: usize,
    /// The values, each with the number of its insertion.
    entries: BTreeMap<String, (u64, V)>,
    /// The keys in the order of their insertion.
    order: BTreeMap<u64, String>,
    next: u64,
}

impl<V> BoundedMap<V> {
    pub(super) fn new(limit: usize) -> Self {
        Self {
            limit,
            entries: BTreeMap::new(),
            order: BTreeMap::new(),
            next: 0,
        }
    }

    pub(super) fn get(&self, key: &str) -> Option<&V> {
        self.entries.get(key).map(|(_, value)| value)
    }

    /// Sets the value of a key, which is the newest entry from then on.
    pub(super) fn insert(&mut self, key: String, value: V) {
        let number = self.next;
        self.next += 1;
        if let Some((earlier, _)) = self.entries.insert(key.clone(), (number, value)) {
            self.order.remove(&earlier);
        }
        self.order.insert(number, key);
        while self.entries.len() > self.limit {
            let Some((_, oldest)) = self.order.pop_first() else {
                break;
            };
            self.entries.remove(&oldest);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_entry_makes_room() {
        let mut map = BoundedMap::new(2);
        for (key, value) in [("c", 1), ("b", 2), ("c", 3), ("a", 4)] {
            map.insert(key.to_owned(), value);
            assert_eq!(map.get(key), Some(&value));
        }
        assert_eq!((map.get("b"), map.get("c")), (None, Some(&3)));
        assert_eq!((map.entries.len(), map.order.len()), (2, 2));
    }
}
