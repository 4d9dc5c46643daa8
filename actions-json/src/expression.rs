//! JSONata expressions of workflows, compiled and evaluated within bounds (feature `workflows`).
//!
//! Expressions come from a manifest and their input from a page, and neither is trusted. Every evaluation therefore
//! ends with a value or an error. Evaluation is deterministic and uses no clock or random source.
//!
//! | quantity | limit | beyond the limit |
//! |---|---|---|
//! | bytes of an expression | 32,000 | the expression does not compile |
//! | nesting levels, and operators in a row | 200 | the expression does not compile |
//! | nested calls | 2,000 expression levels, approximately | an error |
//! | elements of a created list | 4,096 | an error |
//! | bytes of a created string or value | 1,048,576 | an error |
//! | work | 200,000: a call of a user function and a round of a path count as one, created values count by size | an error |
//! | bytes of the result | [`Limits::expression_bytes`](crate::validate::Limits::expression_bytes) | an error |
//!
//! Work is counted instead of timed. The input that a path reads in one round is not counted, so the time also grows
//! with the input.
//!
//! Calls of `$eval`, `$random`, `$now`, `$millis` and `$shuffle` are errors. Some constructs do not compile because
//! their cost cannot be bounded: joins (`@$name`), and `$replace`, `$pad`, `$base64encode` and the positions of
//! `$substring` with `?` as an argument. If `$toMillis` has a picture, it must contain a year.
//!
//! Numbers are JavaScript numbers, and objects keep the order of their members.
//!
//! ```
//! use agent_ui_actions_json::{expression::Expression, wire::Payload};
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

use crate::limits::{EXPRESSION_BYTES, EXPRESSION_CALLS, EXPRESSION_ELEMENTS, EXPRESSION_WORK};
use crate::validate::{profile::Limits, slots::forbidden_function};
use budget::Budget;
use jsonata_core::{
    ast::AstNode,
    evaluator::{Context, Evaluator, EvaluatorOptions},
    parser,
    value::JValue,
};
use std::fmt;
use wire::Payload;

/// A compiled JSONata expression.
#[derive(Clone, Debug)]
pub struct Expression {
    tree: AstNode,
}

/// The error of an expression that does not compile or cannot be evaluated.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub struct ExpressionError {
    /// The kind of the error.
    pub kind: ExpressionErrorKind,
    /// A description of the error.
    pub message: String,
    /// The offset of the character before which a syntax error was detected, counted from 0.
    pub at: Option<usize>,
}

/// The kind of an expression error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ExpressionErrorKind {
    /// The text is not valid JSONata.
    Syntax,
    /// The expression uses JSONata that is not supported.
    Unsupported,
    /// The expression calls a forbidden function.
    Forbidden,
    /// The evaluation failed on this input.
    Failed,
    /// The evaluation takes too much work.
    TooMuch,
    /// The result is too large.
    TooLarge,
}

impl ExpressionErrorKind {
    /// Returns the error code of a workflow that fails because of this kind of error.
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
        self.at
            .map_or(Ok(()), |at| write!(f, " (at character {})", at + 1))
    }
}

impl ExpressionError {
    fn new(kind: ExpressionErrorKind, message: impl Into<String>) -> Self {
        Self {
            kind,
            message: message.into(),
            at: None,
        }
    }
}

impl Expression {
    /// Compiles an expression, without the surrounding marks `{% … %}`.
    ///
    /// # Errors
    /// Fails if the text is not valid JSONata, calls a forbidden function, or has constructs without a bound.
    pub fn compile(text: &str) -> Result<Self, ExpressionError> {
        if text.len() > EXPRESSION_BYTES {
            let message = format!("the expression is longer than {} bytes", EXPRESSION_BYTES);
            return Err(ExpressionError::new(
                ExpressionErrorKind::Unsupported,
                message,
            ));
        }
        if let Some(name) = forbidden_function(text) {
            return Err(forbidden_call(name));
        }
        let tree = parser::parse(text).map_err(|error| place::error(text, &error))?;
        Ok(Self {
            tree: instrument::tree(tree)?,
        })
    }

    /// Evaluates the expression; `None` if it has no value.
    ///
    /// # Errors
    /// Fails if the evaluation fails on this input, takes too much work, or returns too much.
    pub fn evaluate(&self, input: &Payload) -> Result<Option<Payload>, ExpressionError> {
        self.evaluate_in(&Scope::of(input)?, Limits::UPSTREAM.expression_bytes)
    }

    pub(crate) fn evaluate_in(
        &self,
        scope: &Scope,
        most: usize,
    ) -> Result<Option<Payload>, ExpressionError> {
        let options = EvaluatorOptions {
            max_stack_depth: Some(EXPRESSION_CALLS),
            max_sequence_length: Some(EXPRESSION_ELEMENTS),
            ..EvaluatorOptions::default()
        };
        let mut evaluator = Evaluator::with_options(Context::new(), options);
        let budget = Budget::new(EXPRESSION_WORK);
        budget
            .install(&mut evaluator)
            .map_err(|error| ExpressionError::new(ExpressionErrorKind::Failed, error.message()))?;
        let error = match evaluator.evaluate(&self.tree, &scope.value) {
            Ok(value) => return value::payload(&value, most),
            Err(error) => error,
        };
        if let Some(name) = budget.forbidden_call() {
            return Err(forbidden_call(name));
        }
        let kind = if budget.is_spent() || is_bound(error.code()) {
            ExpressionErrorKind::TooMuch
        } else {
            ExpressionErrorKind::Failed
        };
        Err(ExpressionError::new(kind, error.message()))
    }
}

/// The input values of expressions.
pub(crate) struct Scope {
    value: JValue,
}

impl Scope {
    pub(crate) fn of(input: &Payload) -> Result<Self, ExpressionError> {
        Ok(Self {
            value: value::read(input)?,
        })
    }
}

/// Returns `true` if the error is about the evaluator's own limits on nesting and elements.
fn is_bound(code: Option<&str>) -> bool {
    matches!(code, Some("D1011" | "D2014" | "D2015" | "U1001"))
}

fn forbidden_call(name: &str) -> ExpressionError {
    let message = format!("the expression calls `${name}`, whose results differ from call to call");
    ExpressionError::new(ExpressionErrorKind::Forbidden, message)
}
