//! Descriptions of wire types as data.

use crate::{
    DecodeError, EncodeError, Reader, Writer, decode::ReadResult, definitions::Definitions, encode,
};

/// The rule for the absence of a member.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presence {
    /// Required by the specification and for reading.
    Required,
    /// Required by the specification, but reading accepts an object without it.
    Wanted,
    /// Optional in the specification.
    Optional,
}

/// A row in the table of a type, which describes one member.
#[derive(Clone, Copy, Debug)]
pub struct Member {
    /// The name on the wire.
    pub name: &'static str,
    /// The rule for the absence of the member.
    pub presence: Presence,
    /// The type of the value.
    pub ty: Type,
    /// The documentation of the member, one entry per line.
    pub doc: &'static [&'static str],
}

/// A variant of a union, with the word that identifies it.
#[derive(Clone, Copy, Debug)]
pub struct Variant {
    /// The message key, or the value of the tag.
    pub word: &'static str,
    /// The type of the body.
    pub ty: Type,
}

/// The table of an object type.
#[derive(Clone, Copy, Debug)]
pub struct Table {
    /// The name of the type.
    pub name: &'static str,
    /// The name and value of the tag member.
    pub tag: Option<(&'static str, &'static str)>,
    /// The rows of the members.
    pub members: &'static [Member],
    /// The message keys, of which a message has exactly one.
    pub keys: &'static [Variant],
}

impl Table {
    /// The row number that stands for the tag.
    pub(crate) const TAG: usize = usize::MAX;

    /// Returns the row number of the member `name`. Keys are numbered after the members.
    pub(crate) fn place(&self, name: &str) -> Option<usize> {
        if self.tag.is_some_and(|(tag, _)| tag == name) {
            return Some(Self::TAG);
        }
        let mut members = self.members.iter();
        if let Some(member) = members.position(|member| member.name == name) {
            return Some(member);
        }
        let key = self.keys.iter().position(|key| key.word == name)?;
        Some(self.members.len() + key)
    }

    /// Describes the row with this name, if there is one. An extra member cannot have the same name.
    pub(crate) fn claims(&self, name: &str) -> Option<&'static str> {
        match self.place(name)? {
            Self::TAG => Some("tag"),
            place if place < self.members.len() => Some("member"),
            _ => Some("message key"),
        }
    }

    /// Fails to compile if the reader cannot track all rows.
    #[doc(hidden)]
    pub const fn __fits(&self) {
        assert!(
            self.members.len() + self.keys.len() <= 128,
            "a table has at most 128 rows"
        );
    }
}

/// The JSON form of a wire type.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Shape {
    /// A string of any content ([`text!`](crate::text!)).
    Text,
    /// A string from a vocabulary ([`word!`](crate::word!)).
    Word {
        /// The words that the specification names.
        words: &'static [&'static str],
        /// `true` if unknown words are kept.
        is_open: bool,
    },
    /// An object ([`object!`](crate::object!)).
    Object(&'static Table),
    /// An object with a single key that identifies the message ([`keyed!`](crate::keyed!)).
    Keyed(&'static Table),
    /// An object with a tag ([`tagged!`](crate::tagged!)). Objects with unknown tags are kept.
    Tagged {
        /// The name of the tag member.
        tag: &'static str,
        /// The variants that the specification names.
        variants: &'static [Variant],
    },
    /// A form with a hand-written reader ([`hand_written!`](crate::hand_written!)), described by its JSON Schema.
    HandWritten(fn(&mut Definitions) -> serde_json::Value),
}

impl Shape {
    /// Returns `true` if an object has exactly these members, in this order, besides its tag or key. In a constant, this
    /// call makes code with a hand-written list of members fail to compile when the type gets a new member.
    pub const fn has_exactly(&self, names: &[&str]) -> bool {
        let (Self::Object(table) | Self::Keyed(table)) = self else {
            return false;
        };
        let (mut members, mut names) = (table.members, names);
        while let (Some((member, later_members)), Some((name, later_names))) =
            (members.split_first(), names.split_first())
        {
            if !is_same_text(member.name, name) {
                return false;
            }
            (members, names) = (later_members, later_names);
        }
        members.is_empty() && names.is_empty()
    }
}

/// Returns `true` if two texts are equal, also in constants.
const fn is_same_text(one: &str, other: &str) -> bool {
    let (mut one, mut other) = (one.as_bytes(), other.as_bytes());
    while let (Some((a, later)), Some((b, other_later))) = (one.split_first(), other.split_first())
    {
        if *a != *b {
            return false;
        }
        (one, other) = (later, other_later);
    }
    one.is_empty() && other.is_empty()
}

/// The type of a value in a table: a wire type, a JSON type, or a container of another type.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Type {
    /// Any JSON value.
    Any,
    /// A boolean: `true` or `false`.
    Boolean,
    /// An integer of a machine type.
    Integer {
        /// The machine type, as in the `format` of JSON Schema.
        format: &'static str,
        /// `true` if the integer can be negative.
        is_signed: bool,
    },
    /// A number of any size and spelling.
    Number,
    /// A string of any content.
    String,
    /// A JSON Pointer.
    Pointer,
    /// An array of values of the inner type.
    List(&'static Type),
    /// An object with members of any name, whose values have the inner type.
    Map(&'static Type),
    /// A value of the inner type, or null.
    Nullable(&'static Type),
    /// A value of the inner type, or any other value ([`Tolerant`](crate::Tolerant)).
    Tolerant(&'static Type),
    /// A wire type. The function allows a type to contain itself.
    Named(fn() -> &'static TypeInfo),
}

/// A Rust type that table members can have.
pub trait HasType {
    /// The description of the type.
    const TYPE: Type;
}

/// The description of a wire type, for code that is not generic.
#[derive(Clone, Copy, Debug)]
pub struct TypeInfo {
    /// The name of the type in its specification.
    pub name: &'static str,
    /// The module that declares the type. It distinguishes types with the same name in different versions of a protocol.
    pub module: &'static str,
    /// The JSON form of the type.
    pub shape: Shape,
    /// A function that reads a value of this type and writes it again.
    #[doc(hidden)]
    pub __rewrite: Rewrite,
    /// The functions that generate values, for tests over all types.
    #[cfg(feature = "proptest")]
    pub samples: crate::sample::Samples,
}

/// A function that reads a value of one type and writes it again.
#[doc(hidden)]
pub type Rewrite = fn(&mut Reader<'_>, &mut Writer) -> ReadResult<()>;

impl TypeInfo {
    /// Decodes a text as this type and encodes the result.
    ///
    /// # Errors
    /// Returns a [`DecodeError`] if the text is not a value of this type; as the inner result, an [`EncodeError`] if
    /// the value cannot be written.
    pub fn rewrite(&self, text: &str) -> Result<Result<String, EncodeError>, DecodeError> {
        let (mut reader, mut writer) = (Reader::new(text), Writer::new());
        match (self.__rewrite)(&mut reader, &mut writer) {
            Ok(()) => reader.expect_end()?,
            Err(error) => return Err(reader.decode_error_at(error)),
        }
        Ok(encode::finish_message(writer))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn has_exactly_compares_all_member_names_in_order() {
        const fn member(name: &'static str) -> Member {
            Member {
                name,
                presence: Presence::Optional,
                ty: Type::Any,
                doc: &[],
            }
        }
        const MEMBERS: &[Member] = &[member("a"), member("bc")];
        let shape = Shape::Object(&Table {
            name: "T",
            tag: Some(("type", "t")),
            members: MEMBERS,
            keys: &[],
        });
        assert!(shape.has_exactly(&["a", "bc"]));
        for others in [
            &["a"][..],
            &["a", "b"],
            &["a", "bcd"],
            &["bc", "a"],
            &["a", "bc", "d"],
            &[],
        ] {
            assert!(!shape.has_exactly(others), "{others:?}");
        }
        assert!(!Shape::Text.has_exactly(&[]));
    }
}
