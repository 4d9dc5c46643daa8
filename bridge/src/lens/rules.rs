//! The tables of the mappings, with one rule per field. Notes and refusals name these rules.

/// One line of a mapping's table: a source field and the target field that it becomes. See `rules!`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rule {
    /// The rule id: `<mapping>/<field>`.
    pub id: &'static str,
    /// The pointer in the source; empty if the field has no fixed place there.
    pub from: &'static str,
    /// The pointer in the target; empty if the field has no fixed place there.
    pub to: &'static str,
}

/// The rules for fields that no line of a table covers.
#[derive(Debug)]
pub(crate) struct OtherRules {
    /// The rule for carried fields.
    pub(crate) carried: &'static Rule,
    /// The rule for carried fields that return, whether they are restored or not.
    pub(crate) restored: &'static Rule,
    /// The rule for values that nest too deeply for the target.
    pub(crate) depth: &'static Rule,
}

/// Defines the tables of a mapping for both directions, with one line per field: `name "rule": "/pointer/in/source" =>
/// "/pointer/in/target";`. The backward table swaps the pointers. A field without a fixed place has an empty pointer.
///
/// `rules! { "a-b", "b-a"; name "n": "/x" => "/y"; }` becomes:
///
/// ```text
/// struct Rules { name: Rule, others: OtherRules }
/// static FORWARD: Rules = Rules { name: Rule { id: "a-b/n", from: "/x", to: "/y" }, others: … };
/// static BACKWARD: Rules = Rules { name: Rule { id: "b-a/n", from: "/y", to: "/x" }, others: … };
/// ```
macro_rules! rules {
    ($forward:literal, $backward:literal; $( $(#[$doc:meta])* $rule:ident $id:literal: $from:literal => $to:literal; )*) => {
        /// The rules of one direction.
        pub(super) struct Rules {
            $( $(#[$doc])* pub(super) $rule: $crate::Rule, )*
            pub(super) others: $crate::lens::OtherRules,
        }

        pub(super) static FORWARD: Rules = Rules {
            $( $rule: $crate::Rule { id: concat!($forward, "/", $id), from: $from, to: $to }, )*
            others: $crate::lens::OtherRules {
                carried: &$crate::Rule { id: concat!($forward, "/field"), from: "", to: "" },
                restored: &$crate::Rule { id: concat!($forward, "/restored"), from: "", to: "" },
                depth: &$crate::Rule { id: concat!($forward, "/depth"), from: "", to: "" },
            },
        };

        pub(super) static BACKWARD: Rules = Rules {
            $( $rule: $crate::Rule { id: concat!($backward, "/", $id), from: $to, to: $from }, )*
            others: $crate::lens::OtherRules {
                carried: &$crate::Rule { id: concat!($backward, "/field"), from: "", to: "" },
                restored: &$crate::Rule { id: concat!($backward, "/restored"), from: "", to: "" },
                depth: &$crate::Rule { id: concat!($backward, "/depth"), from: "", to: "" },
            },
        };

        /// The rules of both directions.
        pub(super) static ALL: &[&$crate::Rule] = &[
            $( &FORWARD.$rule, )* FORWARD.others.carried, FORWARD.others.restored, FORWARD.others.depth,
            $( &BACKWARD.$rule, )* BACKWARD.others.carried, BACKWARD.others.restored, BACKWARD.others.depth,
        ];
    };
}
pub(crate) use rules;
