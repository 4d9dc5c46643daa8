//! The table of repairs.

use std::fmt;

/// Defines the kinds of repairs: variant, word, whether it is safe, sentence. Each `{}` of a sentence is a name of the repair.
macro_rules! kinds {
    ($($(#[$doc:meta])* $Variant:ident = $word:literal, $safe:ident, $sentence:literal;)*) => {
        /// The kind of a [`Repair`](super::Repair).
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum RepairKind {
            $($(#[$doc])* $Variant,)*
        }

        impl RepairKind {
            /// Every kind, in the order of the table.
            pub const ALL: &'static [Self] = &[$(Self::$Variant),*];

            /// Returns the name in reports, such as `missing-version`.
            pub fn as_str(self) -> &'static str {
                match self {
                    $(Self::$Variant => $word,)*
                }
            }

            /// Returns the sentence, with a `{}` for each name.
            pub(super) fn sentence(self) -> &'static str {
                match self {
                    $(Self::$Variant => $sentence,)*
                }
            }

            /// Returns whether the source may be rewritten without asking its author: the repaired message has the only meaning
            /// that the source can have.
            pub fn is_safe(self) -> bool {
                match self {
                    $(Self::$Variant => safety::$safe,)*
                }
            }
        }
    };
}

/// The words of the table for [`RepairKind::is_safe`].
#[allow(non_upper_case_globals)]
mod safety {
    pub(super) const safe: bool = true;
}

kinds! {
    /// A message of a version later than 0.8 does not state `version`.
    MissingVersion = "missing-version", safe, "the message states no `version`; it is read as {}";
}

impl fmt::Display for RepairKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
