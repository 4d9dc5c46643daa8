//! The limits of messages, and the macro for tables of limits. Each crate has a table in `src/limits.rs`. The page
//! `docs/limits.md` is generated from these tables.

use std::{fmt, time::Duration};

/// Defines the limits of a crate. Each row defines a constant and a row of `docs/limits.md`.
///
/// ```
/// agent_ui_wire::limits! {
///     "Names" {
///         pub NAME_BYTES: usize = 200, Bytes, "A name", "It is refused";
///     }
/// }
/// assert_eq!(NAME_BYTES, 200);
/// assert_eq!(TABLES[0].rows[0].to_string(), "| A name | 200 bytes | It is refused |");
/// ```
///
/// The example expands to:
///
/// ```text
/// /// A name.
/// pub const NAME_BYTES: usize = 200;
///
/// pub const TABLES: &[LimitTable] = &[LimitTable {
///     subject: "Names",
///     rows: &[LimitRow {
///         what: "A name",
///         value: LimitValue::Bytes(NAME_BYTES as _),
///         beyond: "It is refused",
///     }],
/// }];
/// ```
#[macro_export]
#[doc(hidden)]
macro_rules! limits {
    ($($subject:literal { $(
        $(#[doc = $more:literal])*
        $visibility:vis $name:ident: $type:ty = $value:expr, $unit:ident, $what:literal, $beyond:literal;
    )* })*) => {
        $($(
            #[doc = concat!($what, ".")]
            $(#[doc = $more])*
            $visibility const $name: $type = $value;
        )*)*

        /// The limits of this crate, grouped by subject.
        #[doc(hidden)]
        pub const TABLES: &[$crate::limits::LimitTable] = &[$($crate::limits::LimitTable {
            subject: $subject,
            rows: &[$($crate::limits::LimitRow {
                what: $what,
                value: $crate::limits::LimitValue::$unit($name as _),
                beyond: $beyond,
            },)*],
        },)*];
    };
}

crate::limits! {
    "Messages" {
        /// A message with 127 levels is read and written; one with 128 is an error. The limit is checked once, over the whole
        /// text, so a payload counts from its place in the message. It equals the limit of `serde_json`, so every program that
        /// uses `serde_json` can read what passes here.
        pub MAX_DEPTH: usize = 127, Count, "Levels of JSON in a message", "The message is refused";
    }
}

/// The limits of one subject.
#[derive(Debug)]
pub struct LimitTable {
    /// The subject, which is the heading of the table.
    pub subject: &'static str,
    /// The limits in the order in which the page lists them.
    pub rows: &'static [LimitRow],
}

/// A limit in the words of the page.
#[derive(Debug)]
pub struct LimitRow {
    /// The description of the limited quantity.
    pub what: &'static str,
    /// The highest allowed value.
    pub value: LimitValue,
    /// The consequence of a higher value.
    pub beyond: &'static str,
}

/// The value of a limit, with its unit.
#[derive(Debug)]
pub enum LimitValue {
    /// A count without a unit.
    Count(u64),
    /// A size in bytes.
    Bytes(u64),
    /// A span of time.
    Time(Duration),
}

impl fmt::Display for LimitTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { subject, rows } = self;
        write!(
            f,
            "### {subject}\n\n| What | Limit | Beyond it |\n|---|---|---|\n"
        )?;
        rows.iter().try_for_each(|row| writeln!(f, "{row}"))
    }
}

impl fmt::Display for LimitRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            what,
            value,
            beyond,
        } = self;
        write!(f, "| {what} | {value} | {beyond} |")
    }
}

impl fmt::Display for LimitValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Count(count) if *count >= 1000 => {
                write!(f, "{},{:03}", count / 1000, count % 1000)
            }
            Self::Count(count) => write!(f, "{count}"),
            Self::Bytes(bytes) if *bytes >= 1 << 20 => write!(f, "{} MiB", bytes >> 20),
            Self::Bytes(bytes) if *bytes >= 1 << 10 => write!(f, "{} KiB", bytes >> 10),
            Self::Bytes(bytes) => write!(f, "{bytes} bytes"),
            Self::Time(time) => write!(f, "{} s", time.as_secs()),
        }
    }
}
