//! The tables of the mappings: a line for each field, which notes and refusals name.

/// One line of a mapping's table: which field of the source becomes which field of the target. See `rules!`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rule {
    /// The name of the rule: `<mapping>/<field>`.
    pub id: &'static str,
    /// The pointer in the source; empty if the field has no source, or no one place.
    pub from: &'static str,
    /// The pointer in the target; empty if the field has no target, or no one place.
    pub to: &'static str,
}

/// The rules for fields that no line of a table is about.
#[derive(Debug)]
pub(crate) struct OtherRules {
    /// Something that is carried.
    pub(crate) carried: &'static Rule,
    /// Something that came out of the carry, or did not.
    pub(crate) restored: &'static Rule,
    /// Something that nests too deep for the target.
    pub(crate) depth: &'static Rule,
}

/// The tables of a mapping, one for each direction, with a line for each field:
/// `name "rule": "/pointer/in/source" => "/pointer/in/target";`. The other direction has the same line turned around. Where
/// a field has no one place, the pointer is empty.
macro_rules! rules {
    ($forward:literal, $backward:literal; $( $(#[$doc:meta])* $rule:ident $id:literal: $from:literal => $to:literal; )*) => {
        /// The rules of one direction.
        pub(super) struct Rules {
            $( $(#[$doc])* pub(super) $rule: $crate::engine::Rule, )*
            pub(super) others: $crate::engine::OtherRules,
        }

        pub(super) static FORWARD: Rules = Rules {
            $( $rule: $crate::engine::Rule { id: concat!($forward, "/", $id), from: $from, to: $to }, )*
            others: $crate::engine::OtherRules {
                carried: &$crate::engine::Rule { id: concat!($forward, "/field"), from: "", to: "" },
                restored: &$crate::engine::Rule { id: concat!($forward, "/restored"), from: "", to: "" },
                depth: &$crate::engine::Rule { id: concat!($forward, "/depth"), from: "", to: "" },
            },
        };

        pub(super) static BACKWARD: Rules = Rules {
            $( $rule: $crate::engine::Rule { id: concat!($backward, "/", $id), from: $to, to: $from }, )*
            others: $crate::engine::OtherRules {
                carried: &$crate::engine::Rule { id: concat!($backward, "/field"), from: "", to: "" },
                restored: &$crate::engine::Rule { id: concat!($backward, "/restored"), from: "", to: "" },
                depth: &$crate::engine::Rule { id: concat!($backward, "/depth"), from: "", to: "" },
            },
        };
    };
}
pub(crate) use rules;
