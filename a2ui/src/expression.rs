//! Values that a client reads from the data model or computes with functions.
//!
//! | type | meaning |
//! |---|---|
//! | [`Dynamic`] | the kind of a value: a literal, a path or a call |
//! | [`Scope`] | the base of relative paths: the top or a template item |
//! | [`Evaluation`] | evaluates values within limits |
//! | [`ReadPaths`] | the paths that values read, found without evaluating them |
//! | [`Host`] | the environment of the client: [`Functions`] (default [`BasicFunctions`]), [`Locale`] (default [`English`]), [`TimeZone`], limits |
//!
//! Results depend only on the message, the data model and the host. Evaluation needs neither a clock nor a table of time
//! zones, and URLs are not opened. Calls nest at most [`MAX_CALL_DEPTH`](crate::MAX_CALL_DEPTH) levels deep. If a value
//! cannot be evaluated, the result is an [`EvaluationError`] with a rule.
//!
//! The module [`surface`](crate::surface) handles actions, checks and input of a whole surface.

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
mod template;
#[cfg(test)]
mod tests;
mod zone;

pub(crate) use date::{read_date, read_offset, read_time};
pub use decimal::{Decimal, RoundedDecimal};
pub(crate) use dynamic::to_text;
pub use dynamic::{Dynamic, FunctionCall};
pub use error::EvaluationError;
pub(crate) use evaluation::LIMIT;
pub use evaluation::{Evaluation, FunctionContext, Functions, Host};
pub(crate) use format_string::json;
pub use format_string::without_calls;
pub use functions::BasicFunctions;
pub use locale::{DayPeriod, English, Locale, NameForm, NameWidth, PluralCategory};
pub use reads::ReadPaths;
pub(crate) use reads::is_template;
pub use scope::Scope;
pub use zone::TimeZone;
