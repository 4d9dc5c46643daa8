//! String types for ids and vocabularies, which keep their original text.

use crate::decode::ReadError;

/// Declares string types such as ids, paths and URIs. They accept any text and keep it unchanged. Clones share the text,
/// and conversions from and to `Arc<str>` do not copy it.
///
/// ```
/// agent_ui_wire::inventory! { SurfaceId }
/// agent_ui_wire::text! {
///     /// The id of a surface.
///     pub struct SurfaceId;
/// }
/// let id = SurfaceId::from("booking");
/// assert_eq!(id.as_str(), "booking");
/// assert_eq!(agent_ui_wire::encode(&id)?, r#""booking""#);
///
/// let parsed: SurfaceId = "booking".parse().unwrap_or_else(|never| match never {});
/// assert!(parsed == id && id.starts_with("book"));
///
/// let shared: std::sync::Arc<str> = id.clone().into();
/// assert!(std::ptr::eq(shared.as_ref(), id.as_str()));
/// # Ok::<(), agent_ui_wire::EncodeError>(())
/// ```
///
/// The macro expands to the struct and its implementations. For the example, in short:
///
/// ```text
/// pub struct SurfaceId(Arc<str>);
///
/// impl SurfaceId { pub fn as_str(&self) -> &str { &self.0 } }
///
/// // and `Display`, `Deref<Target = str>`, `AsRef<str>`, `Borrow<str>`, `FromStr`, `Wire`,
/// // and `From` for `&str`, `String` and `Arc<str>`,
/// // and `WireType`, serde's traits and the generator, by `__wire_type!`, `__serde!` and `__text_generate!`
/// ```
#[macro_export]
macro_rules! text {
    ($( $(#[$meta:meta])* pub struct $Type:ident; )*) => { $(
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $Type(::std::sync::Arc<str>);

        impl $Type {
            /// Returns the original text.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl ::core::fmt::Display for $Type {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl ::core::ops::Deref for $Type {
            type Target = str;

            fn deref(&self) -> &str {
                &self.0
            }
        }

        impl ::core::convert::AsRef<str> for $Type {
            fn as_ref(&self) -> &str {
                &self.0
            }
        }

        impl ::core::str::FromStr for $Type {
            type Err = ::core::convert::Infallible;

            fn from_str(text: &str) -> ::core::result::Result<Self, Self::Err> {
                ::core::result::Result::Ok(Self::from(text))
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
                (*text.0).into()
            }
        }

        impl ::core::convert::From<::std::sync::Arc<str>> for $Type {
            fn from(text: ::std::sync::Arc<str>) -> Self {
                Self(text)
            }
        }

        impl ::core::convert::From<$Type> for ::std::sync::Arc<str> {
            fn from(text: $Type) -> Self {
                text.0
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
            fn read(reader: &mut $crate::Reader<'_>) -> $crate::decode::ReadResult<Self> {
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

/// Declares a vocabulary, which is a string type for the words of a specification.
///
/// A vocabulary is declared as `open` or `closed`, as in the specification. An `open` vocabulary keeps unknown words as
/// `Other`, which cannot contain a known word. A `closed` vocabulary rejects unknown words.
///
/// ```
/// agent_ui_wire::inventory! { Verb, Axis }
/// agent_ui_wire::word! {
///     /// The action of a user.
///     pub open enum Verb {
///         /// A click.
///         Click = "click",
///     }
/// }
/// agent_ui_wire::word! {
///     /// A direction.
///     pub closed enum Axis {
///         /// From left to right.
///         Horizontal = "horizontal",
///     }
/// }
/// assert_eq!(Verb::from("click"), Verb::Click);
/// assert_eq!(Verb::from("hover").as_str(), "hover");
/// assert_eq!(agent_ui_wire::decode::<Axis>(r#""up""#).unwrap_err().hint, "write `horizontal`");
/// ```
///
/// The macro expands to the enum and its implementations. For an open vocabulary, in short:
///
/// ```text
/// pub enum Verb { Click, Other(OtherWord) }
///
/// impl Verb {
///     pub const WORDS: &[&str] = &["click"];
///     pub fn as_str(&self) -> &str { … }
/// }
/// impl From<&str> for Verb { … }
/// impl From<String> for Verb { … }
/// impl FromStr for Verb { … }
/// // and the rest, by `__word!`
/// ```
///
/// A closed vocabulary has no `Other`, and `from_word(word: &str) -> Option<Self>` instead of `From`.
#[macro_export]
macro_rules! word {
    ($(#[$meta:meta])* pub open enum $Type:ident { $( $(#[$variant_meta:meta])* $Variant:ident = $word:literal ),* $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum $Type {
            $( $(#[$variant_meta])* $Variant, )*
            /// A word that the specification does not name. This vocabulary is open, so the word is kept.
            Other($crate::text::OtherWord),
        }

        impl $Type {
            /// The words that the specification names.
            pub const WORDS: &'static [&'static str] = &[$($word),*];

            /// Returns the word in its wire form.
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

        impl ::core::str::FromStr for $Type {
            type Err = ::core::convert::Infallible;

            fn from_str(word: &str) -> ::core::result::Result<Self, Self::Err> {
                ::core::result::Result::Ok(Self::from(word))
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
            /// The words that the specification names.
            pub const WORDS: &'static [&'static str] = &[$($word),*];

            /// Returns the word in its wire form.
            pub fn as_str(&self) -> &'static str {
                match self {
                    $( Self::$Variant => $word, )*
                }
            }

            /// Returns the value for a word. Returns `None` if the specification does not name the word.
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

/// Implements the JSON form of a vocabulary. The second argument is `true` for an open vocabulary. `__word!(Axis, false,
/// |word| Axis::from_word(word));` expands to:
///
/// ```text
/// impl Display for Axis { … }
/// impl AsRef<str> for Axis { … }
/// impl From<Axis> for String { … }
///
/// impl Wire for Axis {
///     fn read(reader: &mut Reader<'_>) -> ReadResult<Self> {
///         let word = &*reader.string()?;
///         match Axis::from_word(word) {
///             Some(known) => Ok(known),
///             None => Err(__unknown_word(word, Self::WORDS)),
///         }
///     }
///     fn write(&self, writer: &mut Writer) { writer.string(self.as_str()); }
/// }
/// // and `WireType`, serde's traits and the generator, by `__wire_type!`, `__serde!` and `__word_generate!`
/// ```
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

        impl ::core::convert::From<$Type> for String {
            fn from(word: $Type) -> Self {
                word.as_str().to_owned()
            }
        }

        impl $crate::Wire for $Type {
            fn read(reader: &mut $crate::Reader<'_>) -> $crate::decode::ReadResult<Self> {
                let $word = &*reader.string()?;
                match $known {
                    ::core::option::Option::Some(known) => ::core::result::Result::Ok(known),
                    ::core::option::Option::None => ::core::result::Result::Err(
                        $crate::text::__unknown_word($word, Self::WORDS),
                    ),
                }
            }

            fn write(&self, writer: &mut $crate::Writer) {
                writer.string(self.as_str());
            }
        }

        $crate::__wire_type!(
            $Type,
            $crate::Shape::Word {
                words: Self::WORDS,
                is_open: $open
            }
        );
        $crate::__serde!($Type);
        $crate::__word_generate!($Type, $open);
    };
}

/// A word of an open vocabulary that the specification does not name. Only reading and `From` create this value, so it
/// never contains a known word.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OtherWord(Box<str>);

impl OtherWord {
    /// Returns the original word.
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
pub fn __unknown_word(word: &str, words: &[&str]) -> ReadError {
    let one_of = if words.len() > 1 { "one of " } else { "" };
    ReadError::value(
        format_args!("{word:?}"),
        format_args!("{one_of}`{}`", words.join("`, `")),
    )
}
