//! Evaluation of `formatString` templates.

use super::{
    Evaluation, EvaluationError,
    dynamic::to_text,
    evaluation::Arguments,
    format_string::{Expression, TemplatePart, parse},
};
use wire::{Payload, Pointer};

impl Evaluation<'_> {
    /// Evaluates a template, and replaces its expressions by their values.
    ///
    /// Specification: [A2UI 0.9, The `formatString` function](https://github.com/a2ui-project/a2ui/blob/4e6e1fdc4947c23a7f5d798edd70fe36c78cc4ba/specification/v0_9/docs/a2ui_protocol.md#the-formatstring-function).
    pub(super) fn format(
        &mut self,
        template: &str,
        at: &Pointer,
    ) -> Result<String, EvaluationError> {
        let error = |message| EvaluationError::new("format-string", at.clone(), message);
        let mut text = String::new();
        for part in parse(template).map_err(error)? {
            match part {
                TemplatePart::Text(part) => text.push_str(&part),
                TemplatePart::Expression(expression) => {
                    let value = to_text(self.expression(&expression, at)?.as_ref());
                    self.produce(value.len(), at)?;
                    text.push_str(&value);
                }
            }
        }
        Ok(text)
    }

    pub(super) fn expression(
        &mut self,
        expression: &Expression,
        at: &Pointer,
    ) -> Result<Option<Payload>, EvaluationError> {
        self.step(at)?;
        match expression {
            Expression::Literal(literal) => Ok(Some(literal.clone())),
            Expression::Path(path) => self.bound_value(path, at),
            Expression::Call(name, arguments) => {
                self.call(name, None, Arguments::Parsed(arguments), at)
            }
        }
    }
}
