//! The expressions of workflows: JSONata, compiled and evaluated within bounds. actions.json v1, workflow. Feature `workflows`.
//!
//! An expression comes from a manifest, and what it reads from a page: neither is trusted. Whatever it says, it ends, with a
//! value or with an error, and neither the clock nor chance has a say in it: the same expression and the same input give the
//! same.
//!
//! | what | how much | beyond |
//! |---|---|---|
//! | bytes of an expression | [`Expression::MAX_LENGTH`] | it does not compile |
//! | levels of it, and operators in a row | [`Expression::MAX_DEPTH`] | it does not compile |
//! | calls within calls | [`Expression::MAX_CALLS`], more or less | an error |
//! | elements of a list that it makes | [`Expression::MAX_ELEMENTS`] | an error |
//! | bytes of a text or value that it makes | [`Expression::MAX_VALUE`] | an error |
//! | work | [`Expression::MAX_WORK`]: a call of its own functions and a round of a path count as one, and what it makes by its size | an error |
//! | bytes of what it gives | [`Limits::expression_bytes`](crate::validate::Limits::expression_bytes) | an error |
//!
//! Work is counted and not timed. What a path reads of the input in one round is not counted, so that the time grows with the
//! input, too.
//!
//! `$eval`, `$random`, `$now`, `$millis` and `$shuffle` are errors wherever they are called. Joins (`@$name`) do not compile, nor do
//! `$replace`, `$pad`, `$base64encode` and the positions of `$substring` with a `?` in the place of an argument: nothing could
//! bound them. `$toMillis` needs a picture with a year, if it has one.
//!
//! Numbers are those of JavaScript, and members of objects keep their order.
//!
//! ```
//! # use agent_ui_actions_json as actions_json;
//! use actions_json::expression::Expression;
//! use wire::Payload;
//!
//! let cart = Payload::parse(r#"{"input":{"lines":[{"price":4,"count":2},{"price":1.5,"count":1}]}}"#)?;
//! let total = Expression::compile("$sum(input.lines.(price * count))")?;
//! assert_eq!(total.evaluate(&cart)?.unwrap().text(), "9.5");
//! assert_eq!(Expression::compile("input.nothing")?.evaluate(&cart)?, None);
//! let error = Expression::compile("input.lines[0").unwrap_err();
//! assert_eq!(error.at, Some(13));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod budget;
mod instrument;
mod place;
mod value;

#[cfg(test)]
pub(crate) mod tests;

use crate::validate::{Limits, forbidden_function};
use budget::Budget;
use jsonata_core::{
    ast::AstNode,
    evaluator::{Context, Evaluator, EvaluatorOptions},
    parser,
    value::JValue,
};
use std::fmt;
use wire::Payload;

/// An expression that was compiled.
#[derive(Clone, Debug)]
pub struct Expression {
    tree: AstNode,
}

/// Why an expression does not compile, or gives nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ExpressionError {
    /// What kind of error.
    pub kind: ExpressionErrorKind,
    /// What is wrong.
    pub message: String,
    /// Before which character of the expression, from 0. Only for errors of syntax.
    pub at: Option<usize>,
}

/// What kind of error an expression has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ExpressionErrorKind {
    /// It is no JSONata.
    Syntax,
    /// It is JSONata that is not evaluated here.
    Unsupported,
    /// It calls a function that no expression may call.
    Forbidden,
    /// It cannot be evaluated with what is there.
    Failed,
    /// It takes too much work.
    TooMuch,
    /// What it gives is too large.
    TooLarge,
}

impl ExpressionErrorKind {
    /// The code with which a workflow fails that has such an expression.
    pub fn code(self) -> &'static str {
        match self {
            Self::Syntax | Self::Unsupported => "invalid_expression",
            Self::Forbidden => "disallowed_expression_function",
            Self::Failed | Self::TooMuch => "expression_evaluation_failed",
            Self::TooLarge => "expression_output_too_large",
        }
    }
}

impl fmt::Display for ExpressionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        self.at.map_or(Ok(()), |at| write!(f, " (at character {})", at + 1))
    }
}

impl std::error::Error for ExpressionError {}

impl ExpressionError {
    fn new(kind: ExpressionErrorKind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into(), at: None }
    }
}

impl Expression {
    /// How many bytes an expression may have.
    pub const MAX_LENGTH: usize = 32_000;

    /// How many levels it may have; operators in a row count as levels.
    pub const MAX_DEPTH: usize = 200;

    /// How deep functions may call each other, counted in levels of expressions.
    pub const MAX_CALLS: usize = 2_000;

    /// How many elements a list may have that it makes.
    pub const MAX_ELEMENTS: usize = 4_096;

    /// How many bytes a text or another value may have that it makes.
    pub const MAX_VALUE: usize = 1 << 20;

    /// How much work it may be.
    pub const MAX_WORK: u64 = 200_000;

    /// Compiles an expression, without the marks `{% … %}` around it.
    ///
    /// # Errors
    /// If it is no JSONata, calls what it may not, or cannot be bounded.
    pub fn compile(text: &str) -> Result<Self, ExpressionError> {
        if text.len() > Self::MAX_LENGTH {
            let message = format!("The expression is longer than {} bytes.", Self::MAX_LENGTH);
            return Err(ExpressionError::new(ExpressionErrorKind::Unsupported, message));
        }
        if let Some(name) = forbidden_function(text) {
            return Err(forbidden_call(name));
        }
        let tree = parser::parse(text).map_err(|error| place::error(text, &error))?;
        Ok(Self { tree: instrument::tree(tree)? })
    }

    /// What it gives for this input; nothing, where the path leads nowhere.
    ///
    /// # Errors
    /// If it cannot be evaluated with this input, or is too much work, or gives too much.
    pub fn evaluate(&self, input: &Payload) -> Result<Option<Payload>, ExpressionError> {
        self.evaluate_in(&Scope::of(input)?, Limits::UPSTREAM.expression_bytes)
    }

    pub(crate) fn evaluate_in(&self, scope: &Scope, most: usize) -> Result<Option<Payload>, ExpressionError> {
        let options = EvaluatorOptions {
            max_stack_depth: Some(Self::MAX_CALLS),
            max_sequence_length: Some(Self::MAX_ELEMENTS),
            ..EvaluatorOptions::default()
        };
        let mut evaluator = Evaluator::with_options(Context::new(), options);
        let budget = Budget::new(Self::MAX_WORK);
        let failed = |message: &str| ExpressionError::new(ExpressionErrorKind::Failed, message);
        budget.install(&mut evaluator).map_err(|error| failed(error.message()))?;
        match evaluator.evaluate(&self.tree, &scope.value) {
            Ok(value) => value::payload(&value, most),
            Err(_) if budget.forbidden_call().is_some() => {
                Err(forbidden_call(budget.forbidden_call().unwrap_or_default()))
            }
            Err(error) if budget.is_spent() || is_bound(error.code()) => {
                Err(ExpressionError::new(ExpressionErrorKind::TooMuch, error.message()))
            }
            Err(error) => Err(failed(error.message())),
        }
    }
}

/// What expressions read.
pub(crate) struct Scope {
    value: JValue,
}

impl Scope {
    pub(crate) fn of(input: &Payload) -> Result<Self, ExpressionError> {
        Ok(Self { value: value::read(input)? })
    }
}

/// Whether the evaluator stopped at one of its own bounds: levels, elements.
fn is_bound(code: Option<&str>) -> bool {
    matches!(code, Some("D1011" | "D2014" | "D2015" | "U1001"))
}

fn forbidden_call(name: &str) -> ExpressionError {
    let message = format!("The expression calls `${name}`, whose results differ from call to call.");
    ExpressionError::new(ExpressionErrorKind::Forbidden, message)
}
