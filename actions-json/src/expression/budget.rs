//! The work budget of an expression. Functions that the instrumented expression calls charge the budget.

use crate::limits::EXPRESSION_VALUE;
use jsonata_core::{
    evaluator::{Evaluator, EvaluatorError},
    value::JValue,
};
use std::{
    cell::{Cell, RefCell},
    rc::Rc,
};

/// The name of the function that is called once per round of a loop.
pub(super) const ROUND: &str = "\u{1}round";
/// The name of the function that charges for a value and returns it, because the value becomes part of a larger one.
pub(super) const SIZE: &str = "\u{1}sized";
/// The name of the function that receives and returns the first number of a range.
pub(super) const FROM: &str = "\u{1}from";
/// The name of the function that receives and returns the last number of a range.
pub(super) const TO: &str = "\u{1}to";
/// The name of the function that receives and returns a width.
pub(super) const WIDTH: &str = "\u{1}width";

/// The name of the function that limits a position in a string to positions just outside of any string.
pub(super) const POSITION: &str = "\u{1}position";

/// The functions that expressions must not call.
const FORBIDDEN: [&str; 5] = ["eval", "random", "now", "millis", "shuffle"];

/// The remaining work of one evaluation.
#[derive(Clone)]
pub(super) struct Budget {
    left: Rc<Cell<u64>>,
    is_spent: Rc<Cell<bool>>,
    forbidden: Rc<Cell<Option<&'static str>>>,
    /// The first numbers of the ranges whose last numbers are not evaluated yet.
    from: Rc<RefCell<Vec<f64>>>,
}

impl Budget {
    pub(super) fn new(work: u64) -> Self {
        Self {
            left: Rc::new(Cell::new(work)),
            is_spent: Rc::default(),
            forbidden: Rc::default(),
            from: Rc::default(),
        }
    }

    pub(super) fn is_spent(&self) -> bool {
        self.is_spent.get()
    }

    /// Returns the forbidden function that the expression has called.
    pub(super) fn forbidden_call(&self) -> Option<&'static str> {
        self.forbidden.get()
    }

    /// Registers the charging functions with the evaluator.
    pub(super) fn install(&self, evaluator: &mut Evaluator) -> Result<(), EvaluatorError> {
        let budget = self.clone();
        evaluator.register_fn(ROUND, move |_: &[JValue]| budget.charge_round())?;
        let budget = self.clone();
        evaluator.register_fn(SIZE, move |values: &[JValue]| {
            budget.charge_size(first_argument(values))
        })?;
        let budget = self.clone();
        evaluator.register_fn(FROM, move |values: &[JValue]| {
            budget.begin_range(first_argument(values))
        })?;
        let budget = self.clone();
        evaluator.register_fn(TO, move |values: &[JValue]| {
            budget.end_range(first_argument(values))
        })?;
        let budget = self.clone();
        evaluator.register_fn(WIDTH, move |values: &[JValue]| {
            budget.charge_width(first_argument(values))
        })?;
        evaluator.register_fn(POSITION, |values: &[JValue]| {
            Ok(limit_position(first_argument(values)))
        })?;
        for name in FORBIDDEN {
            let budget = self.clone();
            evaluator.register_fn_override(name, move |_: &[JValue]| {
                budget.forbidden.set(Some(name));
                Err(evaluation_error("called a forbidden function"))
            })?;
        }
        Ok(())
    }

    fn charge_round(&self) -> Result<JValue, EvaluatorError> {
        self.spend(1)?;
        Ok(JValue::Undefined)
    }

    /// Charges the budget for the size of a value that becomes part of a larger result.
    fn charge_size(&self, value: JValue) -> Result<JValue, EvaluatorError> {
        let Some(bytes) = measure_size(&value, EXPRESSION_VALUE) else {
            return Err(self.exhaust(TOO_LARGE));
        };
        self.spend(1 + bytes as u64 / 64)?;
        Ok(value)
    }

    /// Remembers the first number of a range. The length of the range is known when the last number is evaluated.
    fn begin_range(&self, first: JValue) -> Result<JValue, EvaluatorError> {
        self.spend(1)?;
        self.from.borrow_mut().push(first.as_f64().unwrap_or(0.0));
        Ok(first)
    }

    /// Charges for the elements of a range.
    fn end_range(&self, last: JValue) -> Result<JValue, EvaluatorError> {
        let from = self.from.borrow_mut().pop().unwrap_or(0.0);
        let length = last.as_f64().map_or(0.0, |to| to - from);
        self.spend(length.clamp(0.0, 1e9) as u64)?;
        Ok(last)
    }

    /// Charges for the characters of a padded string.
    fn charge_width(&self, width: JValue) -> Result<JValue, EvaluatorError> {
        let characters = width.as_f64().map_or(0.0, f64::abs);
        if characters > EXPRESSION_VALUE as f64 {
            return Err(self.exhaust(TOO_LARGE));
        }
        self.spend(1 + characters as u64 / 64)?;
        Ok(width)
    }

    /// Subtracts work from the budget. Fails if the budget is exhausted.
    fn spend(&self, work: u64) -> Result<(), EvaluatorError> {
        match self.left.get().checked_sub(work) {
            Some(left) => {
                self.left.set(left);
                Ok(())
            }
            None => Err(self.exhaust("the expression takes too much work")),
        }
    }

    /// Marks the budget as exhausted, and returns the error with this message.
    fn exhaust(&self, message: &str) -> EvaluatorError {
        self.is_spent.set(true);
        evaluation_error(message)
    }
}

const TOO_LARGE: &str = "the expression makes a value that is too large";

/// Limits a position in a string to positions just outside of any string.
fn limit_position(position: JValue) -> JValue {
    let outside = 2.0 * EXPRESSION_VALUE as f64;
    match position {
        JValue::Number(at) => JValue::Number(at.clamp(-outside, outside)),
        other => other,
    }
}

fn evaluation_error(message: &str) -> EvaluatorError {
    EvaluatorError::EvaluationError(message.to_owned())
}

fn first_argument(values: &[JValue]) -> JValue {
    values.first().cloned().unwrap_or(JValue::Undefined)
}

/// Returns the approximate size of a value in bytes, counting shared parts repeatedly; `None` if the size exceeds
/// `most`.
fn measure_size(value: &JValue, most: usize) -> Option<usize> {
    let mut bytes = 0usize;
    let mut rest = vec![value];
    while let Some(value) = rest.pop() {
        bytes += match value {
            JValue::String(text) => text.len() + 2,
            JValue::Array(elements) => {
                if elements.len() > most {
                    return None;
                }
                rest.extend(elements.iter());
                2 + elements.len()
            }
            JValue::Object(members) => {
                rest.extend(members.values());
                2 + members.keys().map(|name| name.len() + 4).sum::<usize>()
            }
            _ => 8,
        };
        if bytes > most {
            return None;
        }
    }
    Some(bytes)
}
