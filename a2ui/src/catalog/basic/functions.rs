//! The argument types of the basic catalog's functions from 0.9 to 1.0. One table defines all versions. 0.10 uses the
//! functions of 0.9.

/// Declares functions by the types of their arguments. A declaration and its expansion:
///
/// ```text
/// functions! { pub struct Not as "not" returns Boolean { value: DynamicBoolean } }
///
/// wire::object! { pub struct Not { value: DynamicBoolean } }
/// impl CatalogFunction for Not {
///     const FUNCTION: &'static str = "not";
///     const RETURNS: Returns = Returns::Boolean;
/// }
/// wire::inventory! { pub(crate) static ARGUMENT_TYPES = [Not]; }
/// pub(crate) const FUNCTIONS: &[FunctionType] = &[("not", Returns::Boolean, <Not as WireType>::INFO)];
/// ```
macro_rules! functions {
    ($(
        $(#[$meta:meta])*
        pub struct $Type:ident as $name:literal returns $Returns:ident $body:tt
    )*) => {
        wire::object! { $( $(#[$meta])* pub struct $Type $body )* }

        $( impl $crate::catalog::CatalogFunction for $Type {
            const FUNCTION: &'static str = $name;
            const RETURNS: $crate::catalog::Returns = $crate::catalog::Returns::$Returns;
        } )*

        wire::inventory! {
            /// The argument types of the functions that are new in this version.
            pub(crate) static ARGUMENT_TYPES = [ $($Type),* ];
        }

        pub(crate) const FUNCTIONS: &[$crate::catalog::FunctionType] = &[
            $( ($name, $crate::catalog::Returns::$Returns, <$Type as wire::WireType>::INFO), )*
        ];
    };
}
pub(crate) use functions;

/// Declares the functions of the basic catalog. The arguments are the return type of validations, the type of a URL, and
/// the functions that only one version has.
///
/// `basic_functions! { validations return Boolean, a url is String; }` expands to:
///
/// ```text
/// functions! {
///     pub struct Required as "required" returns Boolean { value: Argument }
///     …
///     pub struct OpenUrl as "openUrl" returns Void { url: String }
///     …
/// }
/// ```
macro_rules! basic_functions {
    (validations return $Validation:ident, a url is $Url:ty; $($more:tt)*) => {
        $crate::catalog::basic::functions::functions! {
            /// Returns `true` if a value is neither null nor empty.
            ///
            /// Specification: [A2UI 0.9, `required`](https://github.com/a2ui-project/a2ui/blob/e667164abf72cd5b51d0594d896648b0f6bc8b52/specification/v0_9/catalogs/basic/catalog.json), [A2UI 1.0, `required`](https://github.com/a2ui-project/a2ui/blob/7a94e3160fa20fc8cd7473478f1d0fa76368abd5/catalogs/basic/v1/catalog.json).
            pub struct Required as "required" returns $Validation {
                /// The value to test.
                value: Argument,
            }

            /// Returns `true` if a text matches a regular expression.
            ///
            /// Specification: [A2UI 0.9, `regex`](https://github.com/a2ui-project/a2ui/blob/e667164abf72cd5b51d0594d896648b0f6bc8b52/specification/v0_9/catalogs/basic/catalog.json), [A2UI 1.0, `regex`](https://github.com/a2ui-project/a2ui/blob/7a94e3160fa20fc8cd7473478f1d0fa76368abd5/catalogs/basic/v1/catalog.json).
            pub struct Regex as "regex" returns $Validation {
                /// The text to test.
                value: DynamicString,
                /// The regular expression, in the syntax of JavaScript.
                pattern: String,
            }

            /// Returns `true` if the length of a text is within the given limits. At least one limit is required.
            ///
            /// Specification: [A2UI 0.9, `length`](https://github.com/a2ui-project/a2ui/blob/e667164abf72cd5b51d0594d896648b0f6bc8b52/specification/v0_9/catalogs/basic/catalog.json), [A2UI 1.0, `length`](https://github.com/a2ui-project/a2ui/blob/7a94e3160fa20fc8cd7473478f1d0fa76368abd5/catalogs/basic/v1/catalog.json).
            pub struct Length as "length" returns $Validation {
                /// The text to measure.
                value: DynamicString,
                /// The minimum number of characters, an integer of at least 0.
                min?: Field<Number>,
                /// The maximum number of characters, an integer of at least 0.
                max?: Field<Number>,
            }

            /// Returns `true` if a number is within the given limits. At least one limit is required.
            ///
            /// Specification: [A2UI 0.9, `numeric`](https://github.com/a2ui-project/a2ui/blob/e667164abf72cd5b51d0594d896648b0f6bc8b52/specification/v0_9/catalogs/basic/catalog.json), [A2UI 1.0, `numeric`](https://github.com/a2ui-project/a2ui/blob/7a94e3160fa20fc8cd7473478f1d0fa76368abd5/catalogs/basic/v1/catalog.json).
            pub struct Numeric as "numeric" returns $Validation {
                /// The number to test.
                value: DynamicNumber,
                /// The smallest allowed number.
                min?: Field<Number>,
                /// The greatest allowed number.
                max?: Field<Number>,
            }

            /// Returns `true` if a text is an email address.
            ///
            /// Specification: [A2UI 0.9, `email`](https://github.com/a2ui-project/a2ui/blob/e667164abf72cd5b51d0594d896648b0f6bc8b52/specification/v0_9/catalogs/basic/catalog.json), [A2UI 1.0, `email`](https://github.com/a2ui-project/a2ui/blob/7a94e3160fa20fc8cd7473478f1d0fa76368abd5/catalogs/basic/v1/catalog.json).
            pub struct Email as "email" returns $Validation {
                /// The text to test.
                value: DynamicString,
            }

            /// Inserts values into a text. `${/path}` and `${function(name: value)}` are replaced.
            ///
            /// Specification: [A2UI 0.9, `formatString`](https://github.com/a2ui-project/a2ui/blob/e667164abf72cd5b51d0594d896648b0f6bc8b52/specification/v0_9/catalogs/basic/catalog.json), [A2UI 1.0, `formatString`](https://github.com/a2ui-project/a2ui/blob/7a94e3160fa20fc8cd7473478f1d0fa76368abd5/catalogs/basic/v1/catalog.json).
            pub struct FormatString as "formatString" returns String {
                /// The text with its expressions.
                value: DynamicString,
            }

            /// Formats a number for people.
            ///
            /// Specification: [A2UI 0.9, `formatNumber`](https://github.com/a2ui-project/a2ui/blob/e667164abf72cd5b51d0594d896648b0f6bc8b52/specification/v0_9/catalogs/basic/catalog.json), [A2UI 1.0, `formatNumber`](https://github.com/a2ui-project/a2ui/blob/7a94e3160fa20fc8cd7473478f1d0fa76368abd5/catalogs/basic/v1/catalog.json).
            pub struct FormatNumber as "formatNumber" returns String {
                /// The number to format.
                value: DynamicNumber,
                /// The number of digits after the decimal point.
                decimals?: Field<DynamicNumber>,
                /// `true` if thousands are separated, which is the default.
                grouping?: Field<DynamicBoolean>,
            }

            /// Formats an amount of money for people.
            ///
            /// Specification: [A2UI 0.9, `formatCurrency`](https://github.com/a2ui-project/a2ui/blob/e667164abf72cd5b51d0594d896648b0f6bc8b52/specification/v0_9/catalogs/basic/catalog.json), [A2UI 1.0, `formatCurrency`](https://github.com/a2ui-project/a2ui/blob/7a94e3160fa20fc8cd7473478f1d0fa76368abd5/catalogs/basic/v1/catalog.json).
            pub struct FormatCurrency as "formatCurrency" returns String {
                /// The amount to format.
                value: DynamicNumber,
                /// The ISO 4217 code of the currency.
                currency: DynamicString,
                /// The number of digits after the decimal point.
                decimals?: Field<DynamicNumber>,
                /// `true` if thousands are separated, which is the default.
                grouping?: Field<DynamicBoolean>,
            }

            /// Formats a date or time for people.
            ///
            /// Specification: [A2UI 0.9, `formatDate`](https://github.com/a2ui-project/a2ui/blob/e667164abf72cd5b51d0594d896648b0f6bc8b52/specification/v0_9/catalogs/basic/catalog.json), [A2UI 1.0, `formatDate`](https://github.com/a2ui-project/a2ui/blob/7a94e3160fa20fc8cd7473478f1d0fa76368abd5/catalogs/basic/v1/catalog.json).
            pub struct FormatDate as "formatDate" returns String {
                /// The date or time to format.
                value: DynamicValue,
                /// A pattern of Unicode TR35, such as `MMM dd, yyyy`.
                format: DynamicString,
            }

            /// Selects the text for a number by the CLDR plural categories of the language.
            ///
            /// Specification: [A2UI 0.9, `pluralize`](https://github.com/a2ui-project/a2ui/blob/e667164abf72cd5b51d0594d896648b0f6bc8b52/specification/v0_9/catalogs/basic/catalog.json), [A2UI 1.0, `pluralize`](https://github.com/a2ui-project/a2ui/blob/7a94e3160fa20fc8cd7473478f1d0fa76368abd5/catalogs/basic/v1/catalog.json).
            pub struct Pluralize as "pluralize" returns String {
                /// The number that selects the text.
                value: DynamicNumber,
                /// The text for zero.
                zero?: Field<DynamicString>,
                /// The text for one.
                one?: Field<DynamicString>,
                /// The text for two.
                two?: Field<DynamicString>,
                /// The text for few.
                few?: Field<DynamicString>,
                /// The text for many.
                many?: Field<DynamicString>,
                /// The text for all categories without their own text.
                other: DynamicString,
            }

            /// Opens a URL in the client.
            ///
            /// Specification: [A2UI 0.9, `openUrl`](https://github.com/a2ui-project/a2ui/blob/e667164abf72cd5b51d0594d896648b0f6bc8b52/specification/v0_9/catalogs/basic/catalog.json), [A2UI 1.0, `openUrl`](https://github.com/a2ui-project/a2ui/blob/7a94e3160fa20fc8cd7473478f1d0fa76368abd5/catalogs/basic/v1/catalog.json).
            pub struct OpenUrl as "openUrl" returns Void {
                /// The URL to open.
                url: $Url,
            }

            /// Returns `true` if all values are true.
            ///
            /// Specification: [A2UI 0.9, `and`](https://github.com/a2ui-project/a2ui/blob/e667164abf72cd5b51d0594d896648b0f6bc8b52/specification/v0_9/catalogs/basic/catalog.json), [A2UI 1.0, `and`](https://github.com/a2ui-project/a2ui/blob/7a94e3160fa20fc8cd7473478f1d0fa76368abd5/catalogs/basic/v1/catalog.json).
            pub struct And as "and" returns Boolean {
                /// The values to combine; at least two.
                values: Vec<DynamicBoolean>,
            }

            /// Returns `true` if at least one value is true.
            ///
            /// Specification: [A2UI 0.9, `or`](https://github.com/a2ui-project/a2ui/blob/e667164abf72cd5b51d0594d896648b0f6bc8b52/specification/v0_9/catalogs/basic/catalog.json), [A2UI 1.0, `or`](https://github.com/a2ui-project/a2ui/blob/7a94e3160fa20fc8cd7473478f1d0fa76368abd5/catalogs/basic/v1/catalog.json).
            pub struct Or as "or" returns Boolean {
                /// The values to combine; at least two.
                values: Vec<DynamicBoolean>,
            }

            /// Returns `true` if the value is false.
            ///
            /// Specification: [A2UI 0.9, `not`](https://github.com/a2ui-project/a2ui/blob/e667164abf72cd5b51d0594d896648b0f6bc8b52/specification/v0_9/catalogs/basic/catalog.json), [A2UI 1.0, `not`](https://github.com/a2ui-project/a2ui/blob/7a94e3160fa20fc8cd7473478f1d0fa76368abd5/catalogs/basic/v1/catalog.json).
            pub struct Not as "not" returns Boolean {
                /// The value to negate.
                value: DynamicBoolean,
            }

            $($more)*
        }
    };
}
pub(crate) use basic_functions;
