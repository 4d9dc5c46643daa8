//! The functions of the basic catalog from 0.9 to 1.0, by their arguments, each written once; the marks are those of the
//! [components](super::components). 0.10 has the functions of 0.9.

/// What follows the version are functions that only this version has.
macro_rules! basic_functions {
    ($version:ident $($more:tt)*) => {
        $crate::catalog::tables::functions! {
            $version

            /// Whether a value is neither null nor empty.
            pub struct Required as "required" returns Boolean (ValidationResult since v1_0) {
                /// The value.
                value: Argument,
            }

            /// Whether a text matches a regular expression.
            pub struct Regex as "regex" returns Boolean (ValidationResult since v1_0) {
                /// The text.
                value: DynamicString,
                /// The expression.
                pattern: String,
            }

            /// Whether a text is long enough and short enough: at least one of the limits is given.
            pub struct Length as "length" returns Boolean (ValidationResult since v1_0) {
                /// The text.
                value: DynamicString,
                /// The least number of characters: an integer from 0 on.
                min?: Field<Number> where rule::integer(0),
                /// The greatest number of characters: an integer from 0 on.
                max?: Field<Number> where rule::integer(0),
            } where rule::any_of(&["min", "max"]);

            /// Whether a number lies within limits, of which at least one is given.
            pub struct Numeric as "numeric" returns Boolean (ValidationResult since v1_0) {
                /// The number.
                value: DynamicNumber,
                /// The least.
                min?: Field<Number>,
                /// The greatest.
                max?: Field<Number>,
            } where rule::any_of(&["min", "max"]);

            /// Whether a text is an address of e-mail.
            pub struct Email as "email" returns Boolean (ValidationResult since v1_0) {
                /// The text.
                value: DynamicString,
            }

            /// Text with values in it: `${/path}`, `${function(name: value)}`.
            pub struct FormatString as "formatString" returns String {
                /// The text.
                value: DynamicString,
            }

            /// A number as people read it.
            pub struct FormatNumber as "formatNumber" returns String {
                /// The number.
                value: DynamicNumber,
                /// How many digits stand behind the point.
                decimals?: Field<DynamicNumber>,
                /// Whether thousands are set apart; absent means yes.
                grouping?: Field<DynamicBoolean>,
            }

            /// An amount of money as people read it.
            pub struct FormatCurrency as "formatCurrency" returns String {
                /// The amount.
                value: DynamicNumber,
                /// Its currency, as ISO 4217 names it.
                currency: DynamicString,
                /// How many digits stand behind the point.
                decimals?: Field<DynamicNumber>,
                /// Whether thousands are set apart; absent means yes.
                grouping?: Field<DynamicBoolean>,
            }

            /// A point in time as people read it.
            pub struct FormatDate as "formatDate" returns String {
                /// The point in time.
                value: DynamicValue,
                /// A pattern of Unicode's TR35, such as `MMM dd, yyyy`.
                format: DynamicString,
            }

            /// The text that goes with a number, by the CLDR categories of its language.
            pub struct Pluralize as "pluralize" returns String {
                /// The number.
                value: DynamicNumber,
                /// For none.
                zero?: Field<DynamicString>,
                /// For one.
                one?: Field<DynamicString>,
                /// For two.
                two?: Field<DynamicString>,
                /// For few.
                few?: Field<DynamicString>,
                /// For many.
                many?: Field<DynamicString>,
                /// For all that have no text of their own.
                other: DynamicString,
            }

            /// Opens a URL in the client.
            pub struct OpenUrl as "openUrl" returns Void {
                /// The URL.
                #[until(v0_10)]
                url: String where rule::uri,
                /// The URL: a literal, bound, or computed.
                #[since(v1_0)]
                url: DynamicString where rule::uri,
            }

            /// Whether all are true.
            pub struct And as "and" returns Boolean {
                /// At least two.
                values: Vec<DynamicBoolean> where rule::min_items(2),
            }

            /// Whether one is true.
            pub struct Or as "or" returns Boolean {
                /// At least two.
                values: Vec<DynamicBoolean> where rule::min_items(2),
            }

            /// Whether it is false.
            pub struct Not as "not" returns Boolean {
                /// What.
                value: DynamicBoolean,
            }

            $($more)*
        }
    };
}
pub(crate) use basic_functions;
