//! Strings with a meaning: ids, vocabularies, timestamps. All keep the text that came.

use crate::decode::Unreadable;
use chrono::{DateTime, FixedOffset};

/// Declares string types: ids, paths, URIs. They hold any text and give it back unchanged.
///
/// ```
/// # use agent_ui_wire as wire;
/// # wire::inventory! { SurfaceId }
/// wire::text! {
///     /// Names a surface.
///     pub struct SurfaceId;
/// }
/// let id = SurfaceId::from("booking");
/// assert_eq!(id.as_str(), "booking");
/// assert_eq!(wire::encode(&id)?, r#""booking""#);
/// # Ok::<(), wire::EncodeError>(())
/// ```
#[macro_export]
macro_rules! text {
    ($( $(#[$meta:meta])* pub struct $Type:ident; )*) => { $(
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $Type(Box<str>);

        impl $Type {
            /// The text, as it came.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl ::core::fmt::Display for $Type {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl ::core::convert::AsRef<str> for $Type {
            fn as_ref(&self) -> &str {
                &self.0
            }
        }

        impl ::core::borrow::Borrow<str> for $Type {
            fn borrow(&self) -> &str {
                &self.0
            }
        }

        impl ::core::convert::From<&str> for $Type {
            fn from(text: &str) -> Self {
                Self(text.into())
            }
        }

        impl ::core::convert::From<String> for $Type {
            fn from(text: String) -> Self {
                Self(text.into())
            }
        }

        impl ::core::convert::From<$Type> for String {
            fn from(text: $Type) -> Self {
                text.0.into()
            }
        }

        impl ::core::cmp::PartialEq<str> for $Type {
            fn eq(&self, other: &str) -> bool {
                &*self.0 == other
            }
        }

        impl ::core::cmp::PartialEq<&str> for $Type {
            fn eq(&self, other: &&str) -> bool {
                &*self.0 == *other
            }
        }

        impl $crate::Wire for $Type {
            fn read(reader: &mut $crate::Reader<'_>) -> $crate::decode::Read<Self> {
                $crate::Wire::read(reader).map(Self)
            }

            fn write(&self, writer: &mut $crate::Writer) {
                writer.string(&self.0);
            }
        }

        $crate::__wire_type!($Type, $crate::Shape::Text);
        $crate::__serde!($Type);
        $crate::__text_generate!($Type);
    )* };
}

/// Declares a vocabulary: a string of which the specification names the values.
///
/// It says whether the specification leaves it open. An `open` one keeps words that it does not know, as `Other`, which
/// nobody can build for a word that is known; a `closed` one refuses them.
///
/// ```
/// # use agent_ui_wire as wire;
/// # wire::inventory! { Verb, Axis }
/// wire::word! {
///     /// What the user did.
///     pub open enum Verb {
///         /// A click.
///         Click = "click",
///     }
/// }
/// wire::word! {
///     /// A direction.
///     pub closed enum Axis {
///         /// Across.
///         Horizontal = "horizontal",
///     }
/// }
/// assert_eq!(Verb::from("click"), Verb::Click);
/// assert_eq!(Verb::from("hover").as_str(), "hover");
/// assert_eq!(wire::decode::<Axis>(r#""up""#).unwrap_err().expected, "one of `horizontal`");
/// ```
#[macro_export]
macro_rules! word {
    ($(#[$meta:meta])* pub open enum $Type:ident { $( $(#[$variant_meta:meta])* $Variant:ident = $word:literal ),* $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum $Type {
            $( $(#[$variant_meta])* $Variant, )*
            /// A word that the specification does not name. The vocabulary is open, so it is kept.
            Other($crate::text::OtherWord),
        }

        impl $Type {
            /// The words that the specification names.
            pub const WORDS: &'static [&'static str] = &[$($word),*];

            /// The word, as it is written.
            pub fn as_str(&self) -> &str {
                match self {
                    $( Self::$Variant => $word, )*
                    Self::Other(word) => word.as_str(),
                }
            }
        }

        impl ::core::convert::From<&str> for $Type {
            fn from(word: &str) -> Self {
                match word {
                    $( $word => Self::$Variant, )*
                    other => Self::Other($crate::text::OtherWord::__new(other)),
                }
            }
        }

        impl ::core::convert::From<String> for $Type {
            fn from(word: String) -> Self {
                Self::from(word.as_str())
            }
        }

        $crate::__word!($Type, true, |word| ::core::option::Option::Some($Type::from(word)));
    };
    ($(#[$meta:meta])* pub closed enum $Type:ident { $( $(#[$variant_meta:meta])* $Variant:ident = $word:literal ),* $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum $Type {
            $( $(#[$variant_meta])* $Variant, )*
        }

        impl $Type {
            /// The words that the specification names. The vocabulary is closed.
            pub const WORDS: &'static [&'static str] = &[$($word),*];

            /// The word, as it is written.
            pub fn as_str(&self) -> &'static str {
                match self {
                    $( Self::$Variant => $word, )*
                }
            }

            /// The value that this word names.
            pub fn from_word(word: &str) -> ::core::option::Option<Self> {
                match word {
                    $( $word => ::core::option::Option::Some(Self::$Variant), )*
                    _ => ::core::option::Option::None,
                }
            }
        }

        $crate::__word!($Type, false, |word| $Type::from_word(word));
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __word {
    ($Type:ident, $open:tt, |$word:ident| $known:expr) => {
        impl ::core::fmt::Display for $Type {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                f.write_str(self.as_str())
            }
        }

        impl ::core::convert::AsRef<str> for $Type {
            fn as_ref(&self) -> &str {
                self.as_str()
            }
        }

        impl $crate::Wire for $Type {
            fn read(reader: &mut $crate::Reader<'_>) -> $crate::decode::Read<Self> {
                let $word = &*reader.string()?;
                match $known {
                    ::core::option::Option::Some(known) => ::core::result::Result::Ok(known),
                    ::core::option::Option::None => {
                        ::core::result::Result::Err($crate::text::__unknown_word($word, Self::WORDS))
                    }
                }
            }

            fn write(&self, writer: &mut $crate::Writer) {
                writer.string(self.as_str());
            }
        }

        $crate::__wire_type!($Type, $crate::Shape::Word { words: Self::WORDS, open: $open });
        $crate::__serde!($Type);
        $crate::__word_generate!($Type, $open);
    };
}

/// A word of an open vocabulary that its specification does not name. Only reading and `From` build it, so it never
/// holds a word that is named.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OtherWord(Box<str>);

impl OtherWord {
    /// The word, as it came.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    #[doc(hidden)]
    pub fn __new(word: &str) -> Self {
        Self(word.into())
    }
}

#[doc(hidden)]
#[cold]
pub fn __unknown_word(word: &str, words: &[&str]) -> Unreadable {
    Unreadable::value(format_args!("{word:?}"), format_args!("one of `{}`", words.join("`, `")))
}

text! {
    /// A point in time, as its sender wrote it. Every protocol here uses RFC 3339, or nearly.
    ///
    /// The text is kept because it is part of names, signatures and file orders: `…:00Z`, `…:00.000Z` and
    /// `…:00+00:00` are the same instant and three different timestamps.
    ///
    /// ```
    /// # use agent_ui_wire as wire;
    /// use wire::Timestamp;
    ///
    /// let time = Timestamp::from("2026-05-18T17:30:00+02:00");
    /// assert_eq!(time.to_datetime().unwrap().to_utc().to_string(), "2026-05-18 15:30:00 UTC");
    /// assert!(!time.is_canonical());
    /// assert!(Timestamp::from("2026-05-18T15:30:00.000Z").is_canonical());
    /// ```
    pub struct Timestamp;
}

impl Timestamp {
    /// The instant, if the text is RFC 3339 (section 5.6) as it stands.
    pub fn to_datetime(&self) -> Option<DateTime<FixedOffset>> {
        // chrono also takes a space, or a lower-case `t` and `z`.
        let strict = self.0.as_bytes().get(10) == Some(&b'T') && !self.0.contains('z');
        strict.then(|| DateTime::parse_from_rfc3339(&self.0).ok())?
    }

    /// Whether it has the one form whose text sorts like its time, the form of JavaScript's `toISOString`: UTC with
    /// `Z`, exactly three digits of a second, a year from 0000 to 9999, no leap second.
    pub fn is_canonical(&self) -> bool {
        const FORM: &[u8] = b"0000-00-00T00:00:00.000Z";
        let bytes = self.0.as_bytes();
        let shape = bytes.len() == FORM.len()
            && bytes
                .iter()
                .zip(FORM)
                .all(|(byte, form)| if *form == b'0' { byte.is_ascii_digit() } else { byte == form });
        shape && bytes.get(17..19) != Some(b"60") && self.to_datetime().is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_one_form_is_canonical() {
        for (text, canonical, readable) in [
            ("2026-05-18T15:30:00.000Z", true, true),
            ("0000-01-01T00:00:00.000Z", true, true),
            ("2026-05-18T15:30:00Z", false, true),
            ("2026-05-18T15:30:00.123456Z", false, true),
            ("2026-05-18T15:30:00.000+00:00", false, true),
            ("2026-05-18T15:30:60.000Z", false, true),
            ("2026-02-30T15:30:00.000Z", false, false),
            ("2026-05-18t15:30:00.000z", false, false),
            ("2026-05-18 15:30:00.000Z", false, false),
            ("2026-05-18T24:00:00.000Z", false, false),
            ("+010000-01-01T00:00:00.000Z", false, false),
            ("", false, false),
        ] {
            let time = Timestamp::from(text);
            assert_eq!((time.is_canonical(), time.to_datetime().is_some()), (canonical, readable), "{text}");
        }
    }
}
