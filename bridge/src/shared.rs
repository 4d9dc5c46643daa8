//! Collections that are cheap to clone, so that a session can be restored to its state before a message.
//!
//! A clone shares everything with the original until one of them changes. Then only the changed entries differ. Each
//! collection knows the length of its JSON text, so a change requires no measurement of the rest.

use rpds::RedBlackTreeMapSync;
use std::{
    borrow::Borrow,
    collections::BTreeMap,
    ops::{Bound, Deref},
    sync::Arc,
};
use wire::{Field, Reader, Wire, Writer, decode::ReadResult, encoded_len};

/// The approximate length of a value as JSON text, in bytes.
pub trait JsonLen {
    /// Returns the length. The cost must not depend on the size of shared collections.
    fn json_len(&self) -> usize;
}

/// Computes the length of a value by encoding it, for types that are small or are stored once and then shared.
///
/// `measured_by_encoding!(T)` becomes `impl JsonLen for T { fn json_len(&self) -> usize { wire::encoded_len(self) } }`.
macro_rules! measured_by_encoding {
    ($($Type:ty),* $(,)?) => { $(
        impl $crate::shared::JsonLen for $Type {
            fn json_len(&self) -> usize {
                wire::encoded_len(self)
            }
        }
    )* };
}

/// The length of the punctuation around a member. It includes space for a JSON name that is longer than the field name.
pub(crate) const NAME_LEN: usize = 10;

/// Adds up the lengths of the members of objects that contain shared collections.
///
/// `measured_by_member! { T { a, b } }` becomes an implementation of `JsonLen` that adds, for `a` and `b`, the length of the
/// value, of the name, and of the quotes and signs around the name.
macro_rules! measured_by_member {
    ($($Type:ty { $($member:ident),* })*) => { $(
        impl $crate::shared::JsonLen for $Type {
            fn json_len(&self) -> usize {
                0 $( + $crate::shared::JsonLen::json_len(&self.$member) + stringify!($member).len() + $crate::shared::NAME_LEN )*
            }
        }
    )* };
}
pub(crate) use {measured_by_encoding, measured_by_member};

impl JsonLen for str {
    fn json_len(&self) -> usize {
        let escaped = self.bytes().map(|byte| match byte {
            b'"' | b'\\' => 2,
            0..0x20 => 6,
            _ => 1,
        });
        escaped.sum::<usize>() + 2
    }
}

/// Implements [`JsonLen`] for types that wrap a text. `texts!(String)` becomes
/// `impl JsonLen for String { fn json_len(&self) -> usize { let text: &str = self.as_ref(); text.json_len() } }`.
macro_rules! texts {
    ($($Type:ty),*) => { $(
        impl JsonLen for $Type {
            fn json_len(&self) -> usize {
                let text: &str = self.as_ref();
                text.json_len()
            }
        }
    )* };
}
texts!(String);
#[cfg(feature = "a2ui")]
texts!(a2ui::ComponentId, a2ui::SurfaceId, a2ui::CatalogId);
#[cfg(feature = "ahp")]
texts!(ahp::ids::ChannelUri);

impl JsonLen for bool {
    fn json_len(&self) -> usize {
        "false".len()
    }
}

/// The position in a list, which JSON does not state.
impl JsonLen for usize {
    fn json_len(&self) -> usize {
        0
    }
}

impl<T: JsonLen> JsonLen for Vec<T> {
    fn json_len(&self) -> usize {
        self.iter()
            .map(|value| value.json_len() + ",".len())
            .sum::<usize>()
            + "[]".len()
    }
}

impl<T: JsonLen> JsonLen for Field<T> {
    fn json_len(&self) -> usize {
        self.get().map_or("null".len(), JsonLen::json_len)
    }
}

#[derive(Clone, Debug)]
struct Entry<V> {
    value: V,
    /// The length of the entry, including its key.
    len: usize,
}

/// Equal values may have different lengths, because JSON has several texts for one value.
impl<V: PartialEq> PartialEq for Entry<V> {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}

/// A sorted map whose clones share their entries.
#[derive(Clone, Debug)]
pub struct SharedMap<K: Ord, V> {
    entries: RedBlackTreeMapSync<K, Entry<V>>,
    len: usize,
}

impl<K: Ord, V: PartialEq> PartialEq for SharedMap<K, V> {
    fn eq(&self, other: &Self) -> bool {
        self.entries == other.entries
    }
}

impl<K: Ord, V: Eq> Eq for SharedMap<K, V> {}

impl<K: Ord, V> Default for SharedMap<K, V> {
    fn default() -> Self {
        Self {
            entries: RedBlackTreeMapSync::new_sync(),
            len: 0,
        }
    }
}

impl<K: Ord, V> JsonLen for SharedMap<K, V> {
    fn json_len(&self) -> usize {
        self.len + "{}".len()
    }
}

impl<K: Ord, V> SharedMap<K, V> {
    /// Returns the value of a key.
    pub fn get<Q: Ord + ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        self.entries.get(key).map(|entry| &entry.value)
    }

    /// Returns `true` if the map has the key.
    pub fn contains_key<Q: Ord + ?Sized>(&self, key: &Q) -> bool
    where
        K: Borrow<Q>,
    {
        self.entries.contains_key(key)
    }

    /// Returns `true` if the map has no entries.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Returns the number of entries.
    pub fn len(&self) -> usize {
        self.entries.size()
    }

    /// Iterates over the entries in the order of their keys.
    pub fn iter(&self) -> impl Iterator<Item = (&K, &V)> {
        self.entries.iter().map(|(key, entry)| (key, &entry.value))
    }

    /// Iterates over the keys in order.
    pub fn keys(&self) -> impl Iterator<Item = &K> {
        self.entries.keys()
    }

    /// Iterates over the values in the order of their keys.
    pub fn values(&self) -> impl Iterator<Item = &V> {
        self.entries.values().map(|entry| &entry.value)
    }

    /// Iterates over the entries from this key on.
    pub(crate) fn range_from<'a, Q: Ord + ?Sized>(
        &'a self,
        first: &Q,
    ) -> impl Iterator<Item = (&'a K, &'a V)>
    where
        K: Borrow<Q>,
    {
        let range = (Bound::Included(first), Bound::Unbounded);
        self.entries
            .range(range)
            .map(|(key, entry)| (key, &entry.value))
    }

    /// Removes an entry. Returns `false` if the map lacks the key.
    pub fn remove<Q: Ord + ?Sized>(&mut self, key: &Q) -> bool
    where
        K: Borrow<Q>,
    {
        let Some(old) = self.entries.get(key) else {
            return false;
        };
        self.len -= old.len;
        self.entries.remove_mut(key)
    }
}

fn entry_len<K: JsonLen, V: JsonLen>(key: &K, value: &V) -> usize {
    key.json_len() + value.json_len() + ":,".len()
}

impl<K: Ord + Clone + JsonLen, V: Clone + JsonLen> SharedMap<K, V> {
    /// Sets the value of a key.
    pub fn insert(&mut self, key: K, value: V) {
        let len = entry_len(&key, &value);
        let old = self.entries.get(&key).map_or(0, |old| old.len);
        self.len = self.len - old + len;
        self.entries.insert_mut(key, Entry { value, len });
    }

    /// Changes the value of a key in place. Returns `None` if the map lacks the key.
    pub fn update<Q: Ord + ?Sized, R>(
        &mut self,
        key: &Q,
        change: impl FnOnce(&mut V) -> R,
    ) -> Option<R>
    where
        K: Borrow<Q>,
    {
        let before = self.entries.get(key)?.value.json_len();
        let entry = self.entries.get_mut(key)?;
        let result = change(&mut entry.value);
        let after = entry.value.json_len();
        entry.len = entry.len - before + after;
        self.len = self.len - before + after;
        Some(result)
    }

    /// Changes the value of a key in place. A missing value is first created as the default value.
    pub(crate) fn update_or_default<R>(
        &mut self,
        key: K,
        change: impl FnOnce(&mut V) -> R,
    ) -> Option<R>
    where
        V: Default,
    {
        if !self.contains_key(&key) {
            self.insert(key.clone(), V::default());
        }
        self.update(&key, change)
    }
}

impl<K: Ord + Clone + JsonLen, V: Clone + JsonLen> FromIterator<(K, V)> for SharedMap<K, V> {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(entries: I) -> Self {
        let mut map = Self::default();
        entries
            .into_iter()
            .for_each(|(key, value)| map.insert(key, value));
        map
    }
}

impl<K: Ord + Clone + JsonLen, V: Clone + JsonLen> From<BTreeMap<K, V>> for SharedMap<K, V> {
    fn from(entries: BTreeMap<K, V>) -> Self {
        entries.into_iter().collect()
    }
}

impl<K, V> Wire for SharedMap<K, V>
where
    K: Ord + Clone + JsonLen + AsRef<str> + for<'a> From<&'a str>,
    V: Wire + Clone + JsonLen,
{
    fn read(reader: &mut Reader<'_>) -> ReadResult<Self> {
        BTreeMap::read(reader).map(Self::from)
    }

    fn write(&self, writer: &mut Writer) {
        writer.open_object();
        for (key, value) in self.iter() {
            writer.name(key.as_ref());
            value.write(writer);
        }
        writer.close_object();
    }
}

wire::same_form! { [K: Ord + Clone + JsonLen, V: Clone + JsonLen] SharedMap<K, V> as BTreeMap<K, V> }

/// A list whose clones share their elements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SharedList<T>(SharedMap<usize, T>);

impl<T> Default for SharedList<T> {
    fn default() -> Self {
        Self(SharedMap::default())
    }
}

impl<T> JsonLen for SharedList<T> {
    fn json_len(&self) -> usize {
        self.0.json_len()
    }
}

impl<T> SharedList<T> {
    /// Returns an element.
    pub fn get(&self, index: usize) -> Option<&T> {
        self.0.get(&index)
    }

    /// Returns `true` if the list has no elements.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the number of elements.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Iterates over the elements.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.0.values()
    }
}

impl<T: Clone + JsonLen> SharedList<T> {
    /// Appends an element.
    pub fn push(&mut self, value: T) {
        self.0.insert(self.len(), value);
    }

    /// Changes an element in place. Returns `None` if the list is too short.
    pub fn update<R>(&mut self, index: usize, change: impl FnOnce(&mut T) -> R) -> Option<R> {
        self.0.update(&index, change)
    }
}

impl<T: Clone + JsonLen> From<Vec<T>> for SharedList<T> {
    fn from(values: Vec<T>) -> Self {
        Self(values.into_iter().enumerate().collect())
    }
}

impl<T: Wire + Clone + JsonLen> Wire for SharedList<T> {
    fn read(reader: &mut Reader<'_>) -> ReadResult<Self> {
        Vec::read(reader).map(Self::from)
    }

    fn write(&self, writer: &mut Writer) {
        writer.open_array();
        for value in self.iter() {
            writer.element();
            value.write(writer);
        }
        writer.close_array();
    }
}

wire::same_form! { [T: Clone + JsonLen] SharedList<T> as Vec<T> }

/// A sorted set of texts whose clones share their elements.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SharedSet(SharedMap<String, bool>);

impl JsonLen for SharedSet {
    fn json_len(&self) -> usize {
        self.0.json_len()
    }
}

impl SharedSet {
    /// Returns `true` if the set contains the text.
    pub fn contains(&self, text: &str) -> bool {
        self.0.contains_key(text)
    }

    /// Returns `true` if the set has no elements.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Adds a text.
    pub fn insert(&mut self, text: String) {
        self.0.insert(text, true);
    }

    /// Returns the first element that is not less than the text.
    pub(crate) fn first_from(&self, text: &str) -> Option<&str> {
        self.0
            .range_from(text)
            .next()
            .map(|(text, _)| text.as_str())
    }
}

impl From<Vec<String>> for SharedSet {
    fn from(texts: Vec<String>) -> Self {
        Self(texts.into_iter().map(|text| (text, true)).collect())
    }
}

impl Wire for SharedSet {
    fn read(reader: &mut Reader<'_>) -> ReadResult<Self> {
        Vec::read(reader).map(Self::from)
    }

    fn write(&self, writer: &mut Writer) {
        writer.open_array();
        for text in self.0.keys() {
            writer.element();
            writer.string(text);
        }
        writer.close_array();
    }
}

wire::same_form! { [] SharedSet as Vec<String> }

/// A value that is shared between clones, with its JSON length.
#[derive(Clone, Debug)]
pub struct SharedValue<T> {
    value: Arc<T>,
    len: usize,
}

impl<T: PartialEq> PartialEq for SharedValue<T> {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}

impl<T: Eq> Eq for SharedValue<T> {}

impl<T> JsonLen for SharedValue<T> {
    fn json_len(&self) -> usize {
        self.len
    }
}

impl<T: Wire> From<T> for SharedValue<T> {
    fn from(value: T) -> Self {
        Self {
            len: encoded_len(&value),
            value: Arc::new(value),
        }
    }
}

impl<T> Deref for SharedValue<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

impl<T: Wire> Wire for SharedValue<T> {
    fn read(reader: &mut Reader<'_>) -> ReadResult<Self> {
        T::read(reader).map(Self::from)
    }

    fn write(&self, writer: &mut Writer) {
        self.value.write(writer);
    }
}

wire::same_form! { [T: Wire] SharedValue<T> as T }

#[cfg(test)]
mod tests {
    use super::*;

    fn map(entries: &[(&str, &str)]) -> SharedMap<String, String> {
        entries
            .iter()
            .map(|(key, value)| ((*key).to_owned(), (*value).to_owned()))
            .collect()
    }

    #[test]
    fn a_copy_is_not_affected_by_later_changes() {
        let mut outer: SharedMap<String, SharedMap<String, String>> = SharedMap::default();
        outer.insert("s".to_owned(), map(&[("a", "1"), ("b", "2")]));
        let before = outer.clone();
        outer.update("s", |inner| inner.insert("a".to_owned(), "3".to_owned()));
        outer.update_or_default("t".to_owned(), |inner| {
            inner.insert("c".to_owned(), "4".to_owned())
        });
        assert_eq!(wire::encode(&before).unwrap(), r#"{"s":{"a":"1","b":"2"}}"#);
        assert_eq!(
            wire::encode(&outer).unwrap(),
            r#"{"s":{"a":"3","b":"2"},"t":{"c":"4"}}"#
        );
        assert!(outer.remove("s") && !outer.remove("s"));
        outer.insert("s".to_owned(), map(&[("a", "1"), ("b", "2")]));
        outer.remove("t");
        assert_eq!(outer, before);
        assert_eq!(outer.json_len(), before.json_len());
    }

    #[test]
    fn every_change_updates_the_json_length() {
        let mut outer: SharedMap<String, SharedMap<String, String>> = SharedMap::default();
        let check = |outer: &SharedMap<String, SharedMap<String, String>>| {
            let exact = encoded_len(outer);
            assert!((exact..exact + 20).contains(&outer.json_len()), "{outer:?}");
        };
        for round in 0..50 {
            let key = format!("k{}", round % 7);
            outer.update_or_default(key.clone(), |inner| {
                inner.insert(key.repeat(round % 5), "\"\u{1}".repeat(round))
            });
            check(&outer);
            if round % 3 == 0 {
                outer.update(&*key, |inner| inner.remove(&*key.repeat(round % 5)));
                outer.remove(&*format!("k{}", round % 4));
                check(&outer);
            }
        }
    }

    #[test]
    fn shared_collections_have_the_json_form_of_standard_ones() {
        for text in ["{}", r#"{"a":"1","b":"2"}"#] {
            let map: SharedMap<String, String> = wire::decode(text).unwrap();
            assert_eq!(wire::encode(&map).unwrap(), text);
        }
        assert!(wire::decode::<SharedMap<String, String>>(r#"{"a":"1","a":"2"}"#).is_err());
        let list: SharedList<String> = wire::decode(r#"["b","a","b"]"#).unwrap();
        assert_eq!(wire::encode(&list).unwrap(), r#"["b","a","b"]"#);
        let set: SharedSet = wire::decode(r#"["b","a"]"#).unwrap();
        assert_eq!(wire::encode(&set).unwrap(), r#"["a","b"]"#);
        assert_eq!(
            (set.first_from("aa"), set.first_from("c")),
            (Some("b"), None)
        );
    }
}
