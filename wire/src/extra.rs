//! Members that no table names.

use crate::Payload;

/// The members of an object that its table does not name, verbatim and in the order in which they came.
///
/// No name occurs twice. Two are equal when they hold the same members, in any order.
///
/// ```
/// # use agent_ui_wire as wire;
/// # wire::inventory! { Note }
/// wire::object! {
///     /// A note.
///     pub struct Note {
///         /// What it says.
///         text: String,
///     }
/// }
/// let note: Note = wire::decode(r#"{"x-ink":"blue","text":"a","x-n":1.50}"#)?;
/// assert_eq!(note.extra.get("x-n").unwrap().text(), "1.50");
/// assert_eq!(wire::encode(&note).unwrap(), r#"{"text":"a","x-ink":"blue","x-n":1.50}"#);
/// # Ok::<(), wire::DecodeError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Extra(Vec<(Box<str>, Payload)>);

/// Up to this many members, comparing each with each is faster than sorting them.
const FEW: usize = 8;

impl Extra {
    /// None.
    pub fn new() -> Self {
        Self::default()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The members, in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Payload)> {
        self.0.iter().map(|(name, value)| (&**name, value))
    }

    /// The member `name`.
    pub fn get(&self, name: &str) -> Option<&Payload> {
        self.iter().find(|member| member.0 == name).map(|member| member.1)
    }

    /// Sets the member `name`, in its old place or behind the others, and gives back what it held.
    ///
    /// A name that the table of the object has is refused when the object is written.
    pub fn insert(&mut self, name: impl Into<Box<str>>, value: Payload) -> Option<Payload> {
        let name = name.into();
        match self.0.iter_mut().find(|member| member.0 == name) {
            Some(member) => Some(std::mem::replace(&mut member.1, value)),
            None => {
                self.0.push((name, value));
                None
            }
        }
    }

    /// Takes the member `name` out; the others keep their order.
    pub fn remove(&mut self, name: &str) -> Option<Payload> {
        let at = self.0.iter().position(|member| &*member.0 == name)?;
        Some(self.0.remove(at).1)
    }

    /// Keeps the members for which `keep` says so, in their order.
    ///
    /// ```
    /// # use agent_ui_wire as wire;
    /// let mut extra: wire::Extra = [("a", wire::Payload::null()), ("b", wire::Payload::null())].into_iter().collect();
    /// extra.retain(|name, _| name != "a");
    /// assert_eq!(extra.iter().map(|member| member.0).collect::<Vec<_>>(), ["b"]);
    /// ```
    pub fn retain(&mut self, mut keep: impl FnMut(&str, &Payload) -> bool) {
        self.0.retain(|(name, value)| keep(name, value));
    }

    /// Adds a member without looking whether there is one of that name; [`Extra::duplicate`] looks afterwards, once.
    pub(crate) fn push(&mut self, name: Box<str>, value: Payload) {
        self.0.push((name, value));
    }

    /// A name that occurs twice.
    pub(crate) fn duplicate(&self) -> Option<&str> {
        if self.0.len() <= FEW {
            let mut seen = self.0.iter().enumerate();
            return seen.find_map(|(i, (name, _))| {
                self.0.iter().take(i).any(|earlier| earlier.0 == *name).then_some(&**name)
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
    fn eq(&self, other: &Self) -> bool {
        if self.0.len() != other.0.len() {
            return false;
        }
        if self.0.len() <= FEW {
            return self.iter().all(|(name, value)| other.get(name) == Some(value));
        }
        let sorted = |extra: &'_ Self| {
            let mut order: Vec<usize> = (0..extra.0.len()).collect();
            order.sort_unstable_by(|a, b| extra.name(*a).cmp(&extra.name(*b)));
            order
        };
        let pairs = sorted(self).into_iter().zip(sorted(other));
        pairs.into_iter().all(|(a, b)| self.0.get(a) == other.0.get(b))
    }
}

impl Extra {
    fn name(&self, at: usize) -> Option<&str> {
        self.0.get(at).map(|member| &*member.0)
    }
}

impl Eq for Extra {}

impl<N: Into<Box<str>>> FromIterator<(N, Payload)> for Extra {
    /// Of members with the same name the last one counts.
    fn from_iter<I: IntoIterator<Item = (N, Payload)>>(members: I) -> Self {
        let mut extra = Self::new();
        for (name, value) in members {
            extra.insert(name, value);
        }
        extra
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn extra(n: usize, order: impl Fn(usize) -> usize) -> Extra {
        (0..n).map(|i| (format!("m{}", order(i)), Payload::string(&order(i).to_string()))).collect()
    }

    #[test]
    fn equality_ignores_order_for_few_and_for_many() {
        for n in [3, 30] {
            assert_eq!(extra(n, |i| i), extra(n, |i| n - 1 - i));
            assert_ne!(extra(n, |i| i), extra(n, |i| i + 1));
            let mut other = extra(n, |i| i);
            other.insert("m0", Payload::null());
            assert_ne!(extra(n, |i| i), other);
        }
    }

    #[test]
    fn duplicates_are_found_among_few_and_among_many() {
        for n in [2, 40] {
            let mut e = extra(n, |i| i);
            assert_eq!(e.duplicate(), None);
            e.push("m1".into(), Payload::null());
            assert_eq!(e.duplicate(), Some("m1"));
        }
    }

    #[test]
    fn removal_keeps_the_order_of_the_others() {
        let mut e = extra(4, |i| i);
        assert_eq!(e.remove("m1"), Some(Payload::string("1")));
        assert_eq!(e.iter().map(|m| m.0).collect::<Vec<_>>(), ["m0", "m2", "m3"]);
        assert_eq!(e.remove("m1"), None);
    }
}
