//! What a client computes: values that are bound to the data model or given by functions.
//!
//! | type | is |
//! |---|---|
//! | [`Dynamic`] | what a value says: itself, a path, or a call |
//! | [`Scope`] | where paths count from, at the top or in an item of a template |
//! | [`Evaluation`] | computes values, within limits |
//! | [`Host`] | what the client brings along: [`Functions`] ([`BasicFunctions`] unless others are given), [`Locale`] ([`English`]), [`TimeZone`], limits |
//!
//! Everything here is a function of the message, the data model and the host: no clock, no table of time zones, nothing is opened.
//! Calls nest at most [`MAX_CALL_DEPTH`](crate::MAX_CALL_DEPTH) deep. What cannot be computed is an [`EvaluationError`] with a rule, never a guess.
//!
//! Actions, checks and input of a whole surface are in [`surface`](crate::surface).

mod call;
mod date;
mod date_fields;
mod decimal;
mod dynamic;
mod error;
mod evaluation;
pub(crate) mod format_string;
mod functions;
mod locale;
mod pattern;
mod reads;
mod scope;
#[cfg(test)]
mod tests;
mod zone;

pub use call::Call;
pub use decimal::{Decimal, RoundedDecimal};
pub use dynamic::{Dynamic, FunctionCall};
pub use error::EvaluationError;
pub use evaluation::{Evaluation, Host, MAX_ARGUMENTS};
pub use format_string::without_calls;
pub use functions::{BasicFunctions, Functions};
pub use locale::{DayPeriod, English, Locale, NameForm, NameWidth, PluralCategory};
pub(crate) use reads::{Reads, is_template};
pub use scope::Scope;
pub use zone::TimeZone;
