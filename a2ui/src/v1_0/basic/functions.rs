//! The functions of the basic catalog, by their arguments.

use crate::{
    catalog::{rule, tables::functions},
    v1_0::{Argument, DynamicBoolean, DynamicNumber, DynamicString, DynamicValue},
};
use wire::{Field, Number};

functions! {
    of {}

    /// Whether a value is neither null nor empty.
    pub struct Required as "required" returns ValidationResult {
        /// The value.
        value: Argument,
    }

    /// Whether a text matches a regular expression.
    pub struct Regex as "regex" returns ValidationResult {
        /// The text.
        value: DynamicString,
        /// The expression.
        pattern: String,
    }

    /// Whether a text is long enough and short enough: at least one of the limits is given.
    pub struct Length as "length" returns ValidationResult {
        /// The text.
        value: DynamicString,
        /// The least number of characters: an integer from 0 on.
        min?: Field<Number> where rule::integer(0),
        /// The greatest number of characters: an integer from 0 on.
        max?: Field<Number> where rule::integer(0),
    } where rule::any_of(&["min", "max"]);

    /// Whether a number lies within limits, of which at least one is given.
    pub struct Numeric as "numeric" returns ValidationResult {
        /// The number.
        value: DynamicNumber,
        /// The least.
        min?: Field<Number>,
        /// The greatest.
        max?: Field<Number>,
    } where rule::any_of(&["min", "max"]);

    /// Whether a text is an address of e-mail.
    pub struct Email as "email" returns ValidationResult {
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
        /// The URL: a literal, bound, or computed.
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

    /// The place of the item that is shown, in the list of the template in which the call stands. No catalog has it: every
    /// client does.
    pub struct Index as "@index" returns Number {
        /// What is added to it; absent means 0.
        offset?: Field<DynamicNumber>,
    }
}
