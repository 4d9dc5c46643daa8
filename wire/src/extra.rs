//! Extra members, which the table of an object does not name.

use crate::{Payload, Writer, type_info::Table};
use std::{collections::BTreeMap, fmt};

/// The members of an object that its table does not name, verbatim and in their original order.
///
/// Names are unique. Two values are equal if they have equal members, in any order.
///
/// ```
/// agent_ui_wire::inventory! { Note }
/// agent_ui_wire::object! {
///     /// A note.
///     pub struct Note {
///         /// The text of the note.
///         text: String,
///     }
/// }
/// let note: Note = agent_ui_wire::decode(r#"{"x-ink":"blue","text":"a","x-n":1.50}"#)?;
/// assert_eq!(note.extra.get("x-n").unwrap().text(), "1.50");
/// assert_eq!(agent_ui_wire::encode(&note).unwrap(), r#"{"text":"a","x-ink":"blue","x-n":1.50}"#);
/// # Ok::<(), agent_ui_wire::DecodeError>(())
/// ```
#[derive(Clone, Default)]
#[allow(
    clippy::box_collection,
    reason = "few objects have extra members, so an empty collection should be small"
)]
pub struct Extra(Option<Box<Vec<Member>>>);

type Member = (Box<str>, Payload);

/// The maximum number of members for which pairwise comparison is faster than sorting.
const FEW: usize = 8;

impl Extra {
    /// Creates an empty collection.
    pub fn new() -> Self {
        Self::default()
    }

    fn members(&self) -> &[Member] {
        self.0.as_deref().map(Vec::as_slice).unwrap_or_default()
    }

    /// Returns the number of members.
    pub fn len(&self) -> usize {
        self.members().len()
    }

    /// Returns `true` if the collection is empty.
    pub fn is_empty(&self) -> bool {
        self.members().is_empty()
    }

    /// Iterates over the members in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Payload)> + Clone {
        self.members().iter().map(|(name, value)| (&**name, value))
    }

    /// Returns the value of the member `name`.
    pub fn get(&self, name: &str) -> Option<&Payload> {
        self.iter()
            .find(|member| member.0 == name)
            .map(|member| member.1)
    }

    /// Sets the member `name` and returns its previous value. An existing member keeps its place. A new member is added
    /// at the end.
    ///
    /// If the table of the object also names the member, writing the object fails.
    pub fn insert(&mut self, name: impl Into<Box<str>>, value: Payload) -> Option<Payload> {
        let name = name.into();
        let members = self.0.get_or_insert_default();
        match members.iter_mut().find(|member| member.0 == name) {
            Some(member) => Some(std::mem::replace(&mut member.1, value)),
            None => {
                members.push((name, value));
                None
            }
        }
    }

    /// Removes the member `name` and returns its value. The other members keep their order.
    pub fn remove(&mut self, name: &str) -> Option<Payload> {
        let members = self.0.as_mut()?;
        let at = members.iter().position(|member| &*member.0 == name)?;
        Some(members.remove(at).1)
    }

    /// Keeps only the members for which `keep` returns `true`, in their order.
    ///
    /// ```
    /// use agent_ui_wire::{Extra, Payload};
    ///
    /// let mut extra: Extra = [("a", Payload::null()), ("b", Payload::null())].into_iter().collect();
    /// extra.retain(|name, _| name != "a");
    /// assert_eq!(extra.iter().map(|member| member.0).collect::<Vec<_>>(), ["b"]);
    /// ```
    pub fn retain(&mut self, mut keep: impl FnMut(&str, &Payload) -> bool) {
        if let Some(members) = &mut self.0 {
            members.retain(|(name, value)| keep(name, value));
        }
    }

    /// Adds a member without checking for duplicates. [`Extra::duplicate`] checks all members at the end.
    pub(crate) fn push(&mut self, name: Box<str>, value: Payload) {
        self.0.get_or_insert_default().push((name, value));
    }

    /// Returns a repeated name, if there is one.
    pub(crate) fn duplicate(&self) -> Option<&str> {
        let members = self.members();
        if members.len() <= FEW {
            let mut seen = members.iter().enumerate();
            return seen.find_map(|(i, (name, _))| {
                members
                    .iter()
                    .take(i)
                    .any(|earlier| earlier.0 == *name)
                    .then_some(&**name)
            });
        }
        let mut names: Vec<&str> = self.iter().map(|member| member.0).collect();
        names.sort_unstable();
        names.windows(2).find_map(|pair| match pair {
            [a, b] if a == b => Some(*a),
            _ => None,
        })
    }
}

impl PartialEq for Extra {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        // Most objects have no extra members.
        (self.0.is_none() && other.0.is_none()) || self.has_members_of(other)
    }
}

impl Extra {
    /// Returns `true` if both collections have equal members, in any order.
    fn has_members_of(&self, other: &Self) -> bool {
        if self.len() != other.len() {
            return false;
        }
        if self.len() <= FEW {
            return self
                .iter()
                .all(|(name, value)| other.get(name) == Some(value));
        }
        for (a, b) in self.by_name().into_iter().zip(other.by_name()) {
            if self.members().get(a) != other.members().get(b) {
                return false;
            }
        }
        true
    }

    /// Returns the positions of the members, sorted by name.
    fn by_name(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.len()).collect();
        order.sort_unstable_by(|a, b| self.name(*a).cmp(&self.name(*b)));
        order
    }

    fn name(&self, at: usize) -> Option<&str> {
        self.members().get(at).map(|member| &*member.0)
    }
}

impl Writer {
    /// Writes the extra members of an object.
    #[doc(hidden)]
    pub fn __extra(&mut self, extra: &Extra, table: &Table) {
        for (name, value) in extra.iter() {
            if let Some(what) = table.claims(name) {
                self.refuse(format_args!("`extra` repeats the {what} `{name}`"));
            }
            self.member(name, value);
        }
    }
}

impl Eq for Extra {}

impl fmt::Debug for Extra {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Extra").field(&self.members()).finish()
    }
}

impl<N: Into<Box<str>>> FromIterator<(N, Payload)> for Extra {
    /// Collects members. If a name is repeated, the last value wins.
    fn from_iter<I: IntoIterator<Item = (N, Payload)>>(members: I) -> Self {
        let mut extra = Self::new();
        extra.extend(members);
        extra
    }
}

impl<N: Into<Box<str>>> Extend<(N, Payload)> for Extra {
    /// Sets members like [`Extra::insert`], but in linear time.
    fn extend<I: IntoIterator<Item = (N, Payload)>>(&mut self, members: I) {
        let mut members = members
            .into_iter()
            .map(|(name, value)| (name.into(), value))
            .peekable();
        while self.len() <= FEW {
            match members.next() {
                Some((name, value)) => self.insert(name, value),
                None => return,
            };
        }
        if members.peek().is_some() {
            self.extend_many(members.collect());
        }
    }
}

impl Extra {
    /// Sets many members at once, in linear time.
    fn extend_many(&mut self, members: Vec<(Box<str>, Payload)>) {
        let own = self.0.get_or_insert_default();
        let places = own
            .iter()
            .enumerate()
            .map(|(place, (name, _))| (name.clone(), place));
        let mut places: BTreeMap<Box<str>, usize> = crate::collect_map(places);
        for (name, value) in members {
            match places.get(&name).and_then(|place| own.get_mut(*place)) {
                Some(member) => member.1 = value,
                None => {
                    places.insert(name.clone(), own.len());
                    own.push((name, value));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_repeated_member_has_its_last_value_at_its_first_place() {
        for count in [3, 40] {
            let members = |value: &'static str| {
                (0..count).map(move |at| (format!("m{at}"), Payload::string(value)))
            };
            let mut extra: Extra = members("a").chain(members("b")).collect();
            extra.extend([
                ("m1", Payload::string("c")),
                ("new", Payload::null()),
                ("new", Payload::string("d")),
            ]);
            assert_eq!(extra.len(), count + 1);
            let names: Vec<_> = extra.iter().map(|(name, _)| name.to_owned()).collect();
            assert_eq!((&*names[1], &*names[count]), ("m1", "new"));
            let value = |name: &str| extra.get(name).unwrap().as_str().unwrap().into_owned();
            assert_eq!(
                (value("m0"), value("m1"), value("new")),
                ("b".into(), "c".into(), "d".into())
            );
        }
    }

    fn extra(n: usize, order: impl Fn(usize) -> usize) -> Extra {
        (0..n)
            .map(|i| {
                (
                    format!("m{}", order(i)),
                    Payload::string(&order(i).to_string()),
                )
            })
            .collect()
    }

    #[test]
    fn equality_ignores_the_order_of_few_or_many_members() {
        for n in [3, 30] {
            assert_eq!(extra(n, |i| i), extra(n, |i| n - 1 - i));
            assert_ne!(extra(n, |i| i), extra(n, |i| i + 1));
            let mut other = extra(n, |i| i);
            other.insert("m0", Payload::null());
            assert_ne!(extra(n, |i| i), other);
        }
    }

    #[test]
    fn duplicates_are_found_among_few_or_many_members() {
        for n in [2, 40] {
            let mut e = extra(n, |i| i);
            assert_eq!(e.duplicate(), None);
            e.push("m1".into(), Payload::null());
            assert_eq!(e.duplicate(), Some("m1"));
        }
    }

    #[test]
    fn removing_a_member_keeps_the_order_of_the_others() {
        let mut e = extra(4, |i| i);
        assert_eq!(e.remove("m1"), Some(Payload::string("1")));
        assert_eq!(
            e.iter().map(|m| m.0).collect::<Vec<_>>(),
            ["m0", "m2", "m3"]
        );
        assert_eq!(e.remove("m1"), None);
    }
}
