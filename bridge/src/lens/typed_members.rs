//! Access to the members of a message without serialising it.

use super::{depth, derived::ValueAt};
use wire::{Field, Payload, Timestamp, Wire};

/// The type of a member that the lens reads and restores without serialising its message.
pub(super) trait TypedMember: Wire + Sized + PartialEq {
    /// Reads the value of the member; a `value` of `None` is an absent member. Returns `None` if the type cannot
    /// represent the value.
    fn from_json(value: Option<&Payload>) -> Option<Self>;

    fn value_at(&self) -> ValueAt<'_>;

    /// Returns `true` if the value is known to nest so little that no wrapper exceeds the depth limit.
    fn is_shallow(&self) -> bool {
        true
    }
}

/// Implements [`TypedMember`] for types that wrap a text.
///
/// `typed_texts!(String)` becomes `impl TypedMember for String { … }`, which decodes the JSON and shows the text.
macro_rules! typed_texts {
    ($($Type:ty),*) => { $(
        impl TypedMember for $Type {
            fn from_json(value: Option<&Payload>) -> Option<Self> {
                value?.decode().ok()
            }

            fn value_at(&self) -> ValueAt<'_> {
                ValueAt::Text(self.as_str())
            }
        }
    )* };
}

pub(super) use typed_texts;

typed_texts!(String, Timestamp);

impl TypedMember for Payload {
    fn from_json(value: Option<&Payload>) -> Option<Self> {
        value.cloned()
    }

    fn value_at(&self) -> ValueAt<'_> {
        ValueAt::Json(self.text())
    }

    fn is_shallow(&self) -> bool {
        depth::is_shallow(Some(self))
    }
}

impl TypedMember for Option<Payload> {
    fn from_json(value: Option<&Payload>) -> Option<Self> {
        Some(value.cloned())
    }

    fn value_at(&self) -> ValueAt<'_> {
        self.as_ref()
            .map_or(ValueAt::Nothing, TypedMember::value_at)
    }

    fn is_shallow(&self) -> bool {
        depth::is_shallow(self.as_ref())
    }
}

impl<T: TypedMember> TypedMember for Field<T> {
    fn from_json(value: Option<&Payload>) -> Option<Self> {
        match value {
            None => Some(Self::Absent),
            Some(value) if value.is_null() => Some(Self::Null),
            value => T::from_json(value).map(Self::Value),
        }
    }

    fn value_at(&self) -> ValueAt<'_> {
        match self {
            Self::Value(value) => value.value_at(),
            Self::Null => ValueAt::Json("null"),
            Self::Absent => ValueAt::Nothing,
        }
    }

    fn is_shallow(&self) -> bool {
        self.get().is_none_or(TypedMember::is_shallow)
    }
}

/// Fails to compile if a type has other members than these. Code that lists the members by hand then cannot miss a new
/// one.
///
/// `assert_members!(T: ["a", "b"])` becomes `const _: () = assert!(<T as WireType>::SHAPE.has_exactly(&["a", "b"]), …);`.
macro_rules! assert_members {
    ($Type:ty: [$($name:expr),* $(,)?]) => {
        const _: () = assert!(
            <$Type as wire::WireType>::SHAPE.has_exactly(&[$($name),*]),
            concat!("this code lists the members of ", stringify!($Type), " by hand: map the new member, and list it")
        );
    };
}
pub(crate) use assert_members;

/// Implements [`Translatable`](super::Translatable) for a type whose members all implement [`TypedMember`]. Lists every
/// member with its JSON name.
///
/// The line `action as "action"` becomes one arm in each method:
///
/// ```text
/// place if place == "/action" => { … self.action = value; }              // with_restored
/// place if place == "/action" => self.action.value_at(),                 // at
/// self.action.is_shallow() && …                                          // is_shallow
/// ```
macro_rules! typed_members {
    ($Type:ty { $($field:ident as $name:literal),* $(,)? }) => {
        $crate::lens::assert_members!($Type: [$($name),*]);

        impl Translatable for $Type {
            fn with_restored(mut self, kept: &[&CarriedField]) -> Option<Self> {
                let mut is_another = false;
                for CarriedField { pointer, value } in kept {
                    match pointer.as_str() {
                        $( place if place == concat!("/", $name) => {
                            let value = TypedMember::from_json(value.as_ref())?;
                            is_another |= self.$field != value;
                            self.$field = value;
                        } )*
                        _ => {
                            let mut segments = pointer.segments();
                            let (Some(name), None, Some(value)) = (segments.next(), segments.next(), value)
                            else {
                                return None;
                            };
                            is_another |= self.extra.insert(name, value.clone()).as_ref() != Some(value);
                        }
                    }
                }
                is_another.then_some(self)
            }

            fn at(&self, pointer: &str) -> ValueAt<'_> {
                match pointer {
                    $( place if place == concat!("/", $name) => self.$field.value_at(), )*
                    place => match place.strip_prefix('/') {
                        Some(name) if !name.contains(['/', '~']) => {
                            self.extra.get(name).map_or(ValueAt::Unknown, TypedMember::value_at)
                        }
                        _ => ValueAt::Unknown,
                    },
                }
            }

            fn is_shallow(&self) -> bool {
                $( self.$field.is_shallow() && )* are_shallow(&self.extra)
            }
        }
    };
}
pub(super) use typed_members;
