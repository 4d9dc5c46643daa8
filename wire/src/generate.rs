//! Generators of wire values (feature `proptest`).
//!
//! The generated values resemble the input of real peers and of attackers: unknown members, nulls, empty strings, numbers
//! that machine types cannot represent, lone surrogates, hostile names and paths, and values that nest almost to the
//! limit.

pub use crate::sample::{Generate, LEVELS, Sample, Samples, any};

use crate::{Extra, Field, Number, Payload, Pointer, Wire};
use proptest::{prelude::*, strategy::BoxedStrategy};
use std::{collections::BTreeMap, fmt::Debug};

thread_local! {
    // Creating a strategy compiles its pattern, and every type uses these patterns.
    static TEXT: BoxedStrategy<String> = make_text();
    static PAYLOAD: BoxedStrategy<Payload> =
        json_text(PAYLOAD_DEPTH).prop_filter_map("JSON", |text| Payload::parse(text).ok()).boxed();
    static EXTRA: BoxedStrategy<Extra> = make_extra();
}

/// Generates plain, empty and long texts, and texts that break paths, terminals, pages and parsers.
pub fn text() -> BoxedStrategy<String> {
    TEXT.with(Clone::clone)
}

/// Generates the values of JSON texts, which are the examples of a type with a hand-written reader.
#[doc(hidden)]
pub fn __examples<T: Wire + Debug + 'static>(texts: &'static [&'static str]) -> BoxedStrategy<T> {
    prop::sample::select(texts)
        .prop_filter_map("an example that its type reads", |text| {
            crate::decode(text).ok()
        })
        .boxed()
}

/// Generates texts that match a pattern.
#[expect(clippy::expect_used, reason = "all patterns are literals in this file")]
fn of_pattern(pattern: &str) -> BoxedStrategy<String> {
    prop::string::string_regex(pattern)
        .expect("a pattern")
        .boxed()
}

fn make_text() -> BoxedStrategy<String> {
    let hostile = prop::sample::select(vec![
        "",
        " ",
        "a/b~c",
        "../../etc/passwd",
        "%2e%2e/",
        "C:\\x",
        "/abs.html",
        "</script><script>",
        "__proto__",
        "$serde_json::private::Number",
        "agent_ui_carry",
        "\u{0}",
        "\n[CANVAS] x",
        "\u{1b}[31m",
        "\u{202e}",
        "\u{2028}",
        "\u{feff}",
        "é\u{301}",
        "\u{1F600}",
        "'; rm -rf ~ #",
        "{% $now() %}",
    ]);
    prop_oneof![
        6 => of_pattern("[a-z][a-z0-9_-]{0,8}"),
        2 => of_pattern("\\PC{0,12}"),
        2 => hostile.prop_map(str::to_owned),
        1 => (of_pattern("[a-z]{1,4}"), 100usize..400).prop_map(|(part, n)| part.repeat(n)),
    ]
    .boxed()
}

/// Generates texts of numbers in all spellings, including numbers beyond machine types and beyond doubles.
pub fn number_text() -> BoxedStrategy<String> {
    let odd = prop::sample::select(vec![
        "-0",
        "0.10",
        "1.0",
        "1e2",
        "1E+2",
        "1e-7",
        "1e999",
        "-1e-999",
        "9007199254740993",
        "18446744073709551616",
        "123456789012345678901234567890",
    ]);
    prop_oneof![
        any_of::<i64>().prop_map(|n| n.to_string()),
        (any_of::<i32>(), 0u32..1000).prop_map(|(a, b)| format!("{a}.{b}")),
        odd.prop_map(str::to_owned),
    ]
    .boxed()
}

fn any_of<T: Arbitrary + 'static>() -> BoxedStrategy<T> {
    proptest::arbitrary::any::<T>().boxed()
}

fn json_string() -> BoxedStrategy<String> {
    prop_oneof![
        8 => text().prop_map(|text| crate::quote::quote(&text)),
        1 => Just(r#""\ud83d""#.to_owned()),
        1 => Just(r#""a\u0000\/\udc00z""#.to_owned()),
    ]
    .boxed()
}

/// Generates JSON texts that nest at most `depth` levels, with repeated names and unusual spellings of numbers.
pub fn json_text(depth: usize) -> BoxedStrategy<String> {
    let scalar = prop_oneof![
        Just("null".to_owned()),
        Just("true".to_owned()),
        Just("false".to_owned()),
        number_text(),
        json_string(),
    ];
    let shallow = scalar.prop_recursive(4, 24, 4, |inner| {
        let member =
            (json_string(), inner.clone()).prop_map(|(name, value)| format!("{name}: {value}"));
        prop_oneof![
            prop::collection::vec(inner, 0..4)
                .prop_map(|values| format!("[{}]", values.join(", "))),
            prop::collection::vec(member, 0..4)
                .prop_map(|members| format!("{{{}}}", members.join(",\n"))),
        ]
    });
    let room = depth.saturating_sub(5);
    let deep = (0..=room, shallow.clone()).prop_map(|(levels, inner)| {
        let opened: String = (0..levels)
            .map(|i| if i % 2 == 0 { "[" } else { "{\"d\":" })
            .collect();
        let closed: String = (0..levels)
            .rev()
            .map(|i| if i % 2 == 0 { "]" } else { "}" })
            .collect();
        format!("{opened}{inner}{closed}")
    });
    prop_oneof![15 => shallow, 1 => deep].boxed()
}

/// The maximum depth of a generated payload. The limit leaves room for the surrounding messages on both sides of a
/// translation.
pub const PAYLOAD_DEPTH: usize = 110;

impl Generate for Payload {
    fn strategy(_: u32) -> BoxedStrategy<Self> {
        PAYLOAD.with(Clone::clone)
    }
}

/// Generates objects with any members.
pub fn object_payload() -> BoxedStrategy<Payload> {
    prop::collection::vec((text(), Payload::strategy(0)), 0..5)
        .prop_map(|members| {
            let unique: BTreeMap<_, _> = members.into_iter().collect();
            Payload::object(unique.iter().map(|(name, value)| (name.as_str(), value)))
        })
        .boxed()
}

impl Generate for Pointer {
    fn strategy(_: u32) -> BoxedStrategy<Self> {
        prop::collection::vec(text(), 0..3)
            .prop_map(|names| {
                names
                    .iter()
                    .fold(Self::root(), |pointer, name| pointer.member(name))
            })
            .boxed()
    }
}

impl Generate for Number {
    fn strategy(_: u32) -> BoxedStrategy<Self> {
        number_text()
            .prop_filter_map("a number", |text| Self::parse(&text))
            .boxed()
    }
}

impl Generate for Extra {
    fn strategy(_: u32) -> BoxedStrategy<Self> {
        EXTRA.with(Clone::clone)
    }
}

fn make_extra() -> BoxedStrategy<Extra> {
    let name = prop_oneof![
        8 => of_pattern("x-[a-z]{1,3}"),
        2 => Just("__proto__".to_owned()),
        2 => Just("x/~".to_owned()),
        1 => Just(r"\ud83d".to_owned()),
    ];
    let some = prop::collection::vec((name, Payload::strategy(0)), 1..4)
        .prop_map(|members| members.into_iter().collect::<Extra>());
    prop_oneof![3 => Just(Extra::new()), 1 => some].boxed()
}

impl<T: Generate + Clone> Generate for Field<T> {
    fn strategy(level: u32) -> BoxedStrategy<Self> {
        if level == 0 {
            return prop_oneof![Just(Self::Absent), Just(Self::Null)].boxed();
        }
        prop_oneof![1 => Just(Self::Absent), 1 => Just(Self::Null), 2 => T::strategy(level - 1).prop_map(Self::Value)].boxed()
    }
}

impl Generate for Option<Payload> {
    fn strategy(_: u32) -> BoxedStrategy<Self> {
        prop_oneof![1 => Just(None), 3 => Payload::strategy(0).prop_map(Some)].boxed()
    }
}

impl<T: Generate> Generate for Vec<T> {
    fn strategy(level: u32) -> BoxedStrategy<Self> {
        if level == 0 {
            return Just(()).prop_map(|()| Vec::new()).boxed();
        }
        prop::collection::vec(T::strategy(level - 1), 0..4).boxed()
    }
}

impl<K: Ord + Debug + From<String> + 'static, T: Generate> Generate for BTreeMap<K, T> {
    fn strategy(level: u32) -> BoxedStrategy<Self> {
        if level == 0 {
            return Just(()).prop_map(|()| BTreeMap::new()).boxed();
        }
        prop::collection::btree_map(text().prop_map(K::from), T::strategy(level - 1), 0..4).boxed()
    }
}

impl<T: Generate> Generate for Box<T> {
    fn strategy(level: u32) -> BoxedStrategy<Self> {
        T::strategy(level).prop_map(Box::new).boxed()
    }
}

impl Generate for String {
    fn strategy(_: u32) -> BoxedStrategy<Self> {
        text()
    }
}

/// Implements generators for types that proptest itself supports. `generate_plain!(bool);` expands to:
///
/// ```text
/// impl Generate for bool {
///     fn strategy(_: u32) -> BoxedStrategy<Self> { any_of::<bool>() }
/// }
/// ```
macro_rules! generate_plain {
    ($($Type:ty)*) => { $(
        impl Generate for $Type {
            fn strategy(_: u32) -> BoxedStrategy<Self> {
                any_of::<$Type>()
            }
        }
    )* };
}
generate_plain!(bool i32 i64 u32 u64);

/// Implements the generator of an [`object!`](crate::object!) type. Without the feature `proptest` of this crate, the
/// macro expands to nothing. The features of the using crate do not matter.
///
/// `__object_generate!(Click { id: [String], extra: [Extra] });` expands to:
///
/// ```text
/// impl Generate for Click {
///     fn strategy(level: u32) -> BoxedStrategy<Self> {
///         let below = level.saturating_sub(1);
///         (<String>::strategy(below), <Extra>::strategy(below))
///             .prop_map(|(id, extra)| Self { id, extra })
///             .boxed()
///     }
/// }
/// // and `Arbitrary`, by `__arbitrary!`
/// ```
#[doc(hidden)]
#[macro_export]
macro_rules! __object_generate {
    ($Type:ident { $( $field:ident: [$Member:ty] ),* }) => {
        impl $crate::generate::Generate for $Type {
            fn strategy(level: u32) -> $crate::proptest::strategy::BoxedStrategy<Self> {
                #[allow(unused_imports)]
                use $crate::{proptest::strategy::Strategy as _, generate::Generate as _};
                let below = level.saturating_sub(1);
                $crate::__nest!($( [<$Member>::strategy(below)] )*)
                    .prop_map(|$crate::__nest!($( [$field] )*)| Self { $($field),* })
                    .boxed()
            }
        }

        $crate::__arbitrary!($Type);
    };
}

/// Implements the generator of a [`keyed!`](crate::keyed!) message, which adds one of the bodies to the members.
/// `__keyed_generate!(Message { version: [String] } Body { Open(Open), Close(Close) });` expands to:
///
/// ```text
/// impl Generate for Message {
///     fn strategy(level: u32) -> BoxedStrategy<Self> {
///         let below = level.saturating_sub(1);
///         let body = Union::new(vec![
///             <Open>::strategy(below).prop_map(Body::Open).boxed(),
///             <Close>::strategy(below).prop_map(Body::Close).boxed(),
///         ]);
///         (<String>::strategy(below), body)
///             .prop_map(|(version, body)| Self { version, body })
///             .boxed()
///     }
/// }
/// // and `Arbitrary`, by `__arbitrary!`
/// ```
#[doc(hidden)]
#[macro_export]
macro_rules! __keyed_generate {
    ($Type:ident { $( $field:ident: [$Member:ty] ),* } $Body:ident { $( $Variant:ident($Inner:ty) ),* }) => {
        impl $crate::generate::Generate for $Type {
            fn strategy(level: u32) -> $crate::proptest::strategy::BoxedStrategy<Self> {
                use $crate::{proptest::{self, strategy::Strategy as _}, generate::Generate as _};
                let below = level.saturating_sub(1);
                let bodies = vec![ $( <$Inner>::strategy(below).prop_map($Body::$Variant).boxed() ),* ];
                let body = proptest::strategy::Union::new(bodies);
                $crate::__nest!($( [<$Member>::strategy(below)] )* [body])
                    .prop_map(|$crate::__nest!($( [$field] )* [body])| Self { $($field,)* body })
                    .boxed()
            }
        }

        $crate::__arbitrary!($Type);
    };
}

/// Implements the generator of a [`tagged!`](crate::tagged!) union, which yields known and unknown variants.
/// `__tagged_generate!(Action "type" { Moved(Moved) });` expands to:
///
/// ```text
/// impl Generate for Action {
///     fn strategy(level: u32) -> BoxedStrategy<Self> {
///         let below = level.saturating_sub(1);
///         let unknown = …; // any tag that is not in `Self::TAGS`, with any members
///         Union::new(vec![<Moved>::strategy(below).prop_map(Self::Moved).boxed(), unknown.boxed()]).boxed()
///     }
/// }
/// // and `Arbitrary`, by `__arbitrary!`
/// ```
#[doc(hidden)]
#[macro_export]
macro_rules! __tagged_generate {
    ($Type:ident $tag:literal { $( $Variant:ident($Inner:ty) ),* }) => {
        impl $crate::generate::Generate for $Type {
            fn strategy(level: u32) -> $crate::proptest::strategy::BoxedStrategy<Self> {
                use $crate::{proptest::{self, strategy::Strategy as _}, generate::Generate as _};
                let below = level.saturating_sub(1);
                let unknown = ($crate::generate::text(), <$crate::Extra>::strategy(below))
                    .prop_filter("a tag that is not known", |(tag, _)| !Self::TAGS.contains(&tag.as_str()))
                    .prop_map(|(tag, members)| Self::Unknown($crate::Unknown::__new(tag.into(), members)));
                let variants = vec![ $( <$Inner>::strategy(below).prop_map(Self::$Variant).boxed(), )* unknown.boxed() ];
                proptest::strategy::Union::new(variants).boxed()
            }
        }

        $crate::__arbitrary!($Type);
    };
}

/// Implements the generator of a [`text!`](crate::text!) type. `__text_generate!(SurfaceId);` expands to:
///
/// ```text
/// impl Generate for SurfaceId {
///     fn strategy(_: u32) -> BoxedStrategy<Self> { text().prop_map(Self::from).boxed() }
/// }
/// // and `Arbitrary`, by `__arbitrary!`
/// ```
#[doc(hidden)]
#[macro_export]
macro_rules! __text_generate {
    ($Type:ident) => {
        impl $crate::generate::Generate for $Type {
            fn strategy(_: u32) -> $crate::proptest::strategy::BoxedStrategy<Self> {
                use $crate::proptest::strategy::Strategy as _;
                $crate::generate::text().prop_map(Self::from).boxed()
            }
        }

        $crate::__arbitrary!($Type);
    };
}

/// Implements the generator of a [`word!`](crate::word!) type. The second argument is `true` for an open vocabulary.
/// `__word_generate!(Verb, true);` expands to:
///
/// ```text
/// impl Generate for Verb {
///     fn strategy(_: u32) -> BoxedStrategy<Self> {
///         let known = select(Self::WORDS).prop_map(Self::from);
///         let other = text().prop_map(Self::from); // not in a closed vocabulary
///         prop_oneof![3 => known, 1 => other].boxed()
///     }
/// }
/// // and `Arbitrary`, by `__arbitrary!`
/// ```
#[doc(hidden)]
#[macro_export]
macro_rules! __word_generate {
    ($Type:ident, true) => {
        impl $crate::generate::Generate for $Type {
            fn strategy(_: u32) -> $crate::proptest::strategy::BoxedStrategy<Self> {
                use $crate::proptest::{self, strategy::Strategy as _};
                let known = proptest::sample::select(Self::WORDS).prop_map(Self::from);
                let other = $crate::generate::text().prop_map(Self::from);
                proptest::prop_oneof![3 => known, 1 => other].boxed()
            }
        }

        $crate::__arbitrary!($Type);
    };
    ($Type:ident, false) => {
        impl $crate::generate::Generate for $Type {
            fn strategy(_: u32) -> $crate::proptest::strategy::BoxedStrategy<Self> {
                use $crate::proptest::{self, strategy::Strategy as _};
                proptest::sample::select(Self::WORDS).prop_filter_map("a word", Self::from_word).boxed()
            }
        }

        $crate::__arbitrary!($Type);
    };
}

/// Implements the generator of a [`hand_written!`](crate::hand_written!) type.
/// `__special_generate!(Names |level| Vec::strategy(level).prop_map(Self).boxed());` expands to:
///
/// ```text
/// impl Generate for Names {
///     fn strategy(level: u32) -> BoxedStrategy<Self> { Vec::strategy(level).prop_map(Self).boxed() }
/// }
/// // and `Arbitrary`, by `__arbitrary!`
/// ```
#[doc(hidden)]
#[macro_export]
macro_rules! __special_generate {
    ($Type:ident |$level:ident| $strategy:expr) => {
        impl $crate::generate::Generate for $Type {
            fn strategy($level: u32) -> $crate::proptest::strategy::BoxedStrategy<Self> {
                $strategy
            }
        }

        $crate::__arbitrary!($Type);
    };
}

/// Implements the generator of a [`same_form!`](crate::same_form!) type.
/// `__same_generate!([T] List<T> as Vec<T>);` expands to:
///
/// ```text
/// impl<T> Generate for List<T>
/// where
///     Vec<T>: Generate,
///     Self: Debug + 'static,
/// {
///     fn strategy(level: u32) -> BoxedStrategy<Self> {
///         <Vec<T> as Generate>::strategy(level).prop_map(Self::from).boxed()
///     }
/// }
/// ```
#[doc(hidden)]
#[macro_export]
macro_rules! __same_generate {
    ([$($generics:tt)*] $Type:ty as $Other:ty) => {
        impl<$($generics)*> $crate::generate::Generate for $Type
        where
            $Other: $crate::generate::Generate,
            Self: ::core::fmt::Debug + 'static,
        {
            fn strategy(level: u32) -> $crate::proptest::strategy::BoxedStrategy<Self> {
                use $crate::proptest::strategy::Strategy as _;
                <$Other as $crate::generate::Generate>::strategy(level).prop_map(Self::from).boxed()
            }
        }
    };
}

/// Implements `Arbitrary`, so that `proptest!` can generate a wire type by its name.
///
/// `__arbitrary!(Click);` expands to:
///
/// ```text
/// impl Arbitrary for Click {
///     type Parameters = ();
///     type Strategy = BoxedStrategy<Self>;
///     fn arbitrary_with((): ()) -> Self::Strategy { any::<Self>() }
/// }
/// ```
#[doc(hidden)]
#[macro_export]
macro_rules! __arbitrary {
    ($Type:ident) => {
        impl $crate::proptest::arbitrary::Arbitrary for $Type {
            type Parameters = ();
            type Strategy = $crate::proptest::strategy::BoxedStrategy<Self>;

            fn arbitrary_with((): ()) -> Self::Strategy {
                $crate::generate::any::<Self>()
            }
        }
    };
}

/// Turns `[a] [b] [c]` into `(a, (b, c))`, because proptest supports only short tuples.
///
/// The macro calls itself for each element:
///
/// ```text
/// __nest!([a] [b] [c])
/// (a, __nest!([b] [c]))
/// (a, (b, __nest!([c])))
/// (a, (b, c))
/// ```
#[doc(hidden)]
#[macro_export]
macro_rules! __nest {
    ([$($one:tt)*]) => { $($one)* };
    ([$($one:tt)*] $($rest:tt)+) => { ($($one)*, $crate::__nest!($($rest)+)) };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn examples_are_the_only_generated_values() {
        let texts = &["1.0", "[]"];
        proptest!(|(value in __examples::<Payload>(texts))| {
            prop_assert!(texts.contains(&value.text()));
        });
    }
}
