//! The reading of objects by their tables.

use super::Reader;
use crate::{
    Extra, Payload, Presence,
    decode::{ReadError, ReadResult},
    type_info::Table,
};
use std::borrow::Cow;

impl<'a> Reader<'a> {
    /// Reads an object by its table. `member` reads the value of a row or of a message key. Keys are numbered after the
    /// rows. Members outside the table go into `extra`.
    ///
    /// # Errors
    /// Returns an error if the next value is not an object, if a member repeats or is missing, and the errors of
    /// `member`.
    pub fn object(
        &mut self,
        table: &'static Table,
        extra: &mut Extra,
        member: &mut dyn FnMut(usize, &mut Self) -> ReadResult<()>,
    ) -> ReadResult<()> {
        if self.peek() != b'{' {
            return Err(self.mismatch(&format!("an object ({})", table.name)));
        }
        let mut more = self.enter(b'}')?;
        let mut seen = RowSet::default();
        let mut next = 0;
        while more {
            // Most writers keep the order of the table, so the next name is usually predictable.
            let due = table.members.get(next).map(|member| member.name);
            let (name, place) = match due {
                Some(due) if self.consume_name(due).is_some() => (Cow::Borrowed(due), Some(next)),
                _ => {
                    let name = self.read_name()?;
                    let place = table.place(&name);
                    (name, place)
                }
            };
            if let Some(place) = place {
                if !seen.insert(place) {
                    return Err(self.locate(ReadError::duplicate(&name)));
                }
                // The tag can be at any position, so it does not change the predicted row.
                if place != Table::TAG {
                    next = place + 1;
                }
            }
            let read = match place {
                None => self
                    .span()
                    .map(|value| extra.push(name.clone().into(), Payload::from_valid_json(value))),
                Some(Table::TAG) => self.read_tag(table),
                Some(place) => member(place, self),
            };
            if let Err(error) = read {
                // Each level adds its name, so the pointer is built only for an error.
                return Err(error.at_offset(self.at).at(&name));
            }
            more = self.skip_separator(b'}', "`,` or `}`")?;
        }
        if let Some(name) = extra.duplicate() {
            return Err(self.locate(ReadError::duplicate(name)));
        }
        // Most objects have all members.
        if seen.few.trailing_ones() as usize >= table.members.len() {
            return Ok(());
        }
        for (place, member) in table.members.iter().enumerate() {
            if member.presence == Presence::Required && !seen.contains(place) {
                return Err(self.locate(ReadError::missing(member.name)));
            }
        }
        Ok(())
    }

    /// Reads the tag of an object. A table with an empty tag accepts every tag.
    fn read_tag(&mut self, table: &Table) -> ReadResult<()> {
        let found = self.string()?;
        let word = table.tag.map_or("", |tag| tag.1);
        if word.is_empty() || found == word {
            Ok(())
        } else {
            Err(self.locate(ReadError::value(
                format_args!("{found:?}"),
                format_args!("`{word}`"),
            )))
        }
    }

    /// Returns the tag of the next object without reading it.
    #[doc(hidden)]
    pub fn __tag(&mut self, type_name: &str, tag: &str) -> ReadResult<Cow<'a, str>> {
        if self.peek() != b'{' {
            return Err(self.mismatch(&format!("an object ({type_name})")));
        }
        let mut ahead = self.clone();
        let found = ahead.find_tag(tag);
        found.map_err(|error| error.at_offset(ahead.at))
    }

    fn find_tag(&mut self, tag: &str) -> ReadResult<Cow<'a, str>> {
        let mut more = self.enter(b'}')?;
        while more {
            let name = self.read_name()?;
            if name == tag {
                return self.string().map_err(|error| error.at(tag));
            }
            self.span().map_err(|error| error.at(&name))?;
            more = self.skip_separator(b'}', "`,` or `}`")?;
        }
        Err(ReadError::missing(tag))
    }
}

/// A set of table rows.
#[derive(Default)]
struct RowSet {
    few: u128,
    tag: bool,
}

impl RowSet {
    /// Adds a row. Returns `true` if the set did not contain the row.
    fn insert(&mut self, place: usize) -> bool {
        if place == Table::TAG {
            return !std::mem::replace(&mut self.tag, true);
        }
        let before = self.few;
        self.few |= 1 << place;
        self.few != before
    }

    fn contains(&self, place: usize) -> bool {
        self.few >> place & 1 == 1
    }
}

/// Returns the value of a required member. The reader reports missing members before.
#[doc(hidden)]
pub fn __required<T>(member: Option<T>, table: &'static Table) -> ReadResult<T> {
    member.ok_or_else(|| ReadError::missing(table.name))
}
