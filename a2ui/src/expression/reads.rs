//! The data model paths that a value reads, found without evaluating the value.

use super::{
    Dynamic,
    dynamic::can_be_dynamic,
    format_string::{self, Expression, TemplatePart},
};
use crate::Notation;
use std::collections::BTreeSet;
use wire::{Payload, PayloadKind};

/// The paths that values read, regardless of the contents of the data model.
///
/// ```
/// use agent_ui_a2ui::{Notation, expression::ReadPaths, wire::Payload};
///
/// let value = Payload::parse(r#"{"call":"formatString","args":{"value":"${/user/name} has ${count}"}}"#)?;
/// let mut reads = ReadPaths::default();
/// reads.add(&value, Notation::Plain);
/// assert!(reads.paths().eq(["/user/name", "count"]));
/// assert!(!reads.may_read_any());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct ReadPaths {
    pub(crate) paths: BTreeSet<String>,
    pub(crate) any: bool,
}

/// A part of a value that is still to be visited.
enum OpenValue {
    Value(Payload),
    /// The text of a `formatString`.
    Template(String),
    Expression(Expression),
}

impl ReadPaths {
    /// Returns the paths as they are written. Relative paths are resolved in the scope of the value.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.paths.iter().map(String::as_str)
    }

    /// Returns `true` if the values may read any other path too, because a formatted text is itself computed.
    pub fn may_read_any(&self) -> bool {
        self.any
    }

    /// Adds the paths in a value and in all nested values. This includes arguments that the function does not use, and
    /// values that are evaluated only when the user acts.
    pub fn add(&mut self, value: &Payload, notation: Notation) {
        let is_literal = match notation {
            // In this notation, the host decides which values can be bound.
            Notation::Bound => !value.text().contains("path"),
            _ => !can_be_dynamic(value.text(), notation),
        };
        if is_literal {
            return;
        }
        self.read(vec![OpenValue::Value(value.clone())], notation);
    }

    /// Adds the paths in the text of a `formatString`.
    pub(crate) fn add_template(&mut self, template: &str) {
        self.read(
            vec![OpenValue::Template(template.to_owned())],
            Notation::Plain,
        );
    }

    fn read(&mut self, mut open: Vec<OpenValue>, notation: Notation) {
        while let Some(next) = open.pop() {
            match next {
                OpenValue::Value(value) => self.value(value, notation, &mut open),
                OpenValue::Template(text) => open_expressions(&text, &mut open),
                OpenValue::Expression(expression) => self.expression(expression, &mut open),
            }
        }
    }

    fn value(&mut self, value: Payload, notation: Notation, open: &mut Vec<OpenValue>) {
        match Dynamic::read(&value, notation) {
            Ok(Dynamic::Binding { path, .. }) => {
                self.paths.insert(path);
            }
            Ok(Dynamic::Call(call)) => {
                let Some(arguments) = call.arguments else {
                    return;
                };
                for (name, argument) in arguments.members() {
                    if is_template(&call.name, &name) {
                        self.template_argument(&argument, open);
                    }
                    open.push(OpenValue::Value(argument));
                }
            }
            Ok(Dynamic::Literal(_)) | Err(_) => {
                open.extend(value.elements().map(OpenValue::Value));
                open.extend(value.members().map(|(_, value)| OpenValue::Value(value)));
            }
        }
    }

    /// Queues an argument that is formatted as a text with expressions. If the text is itself computed, its expressions
    /// are unknown.
    fn template_argument(&mut self, argument: &Payload, open: &mut Vec<OpenValue>) {
        match argument.kind() {
            PayloadKind::String => {
                let text = argument.as_str().unwrap_or_default().into_owned();
                open.push(OpenValue::Template(text));
            }
            PayloadKind::Array | PayloadKind::Object => self.any = true,
            PayloadKind::Null | PayloadKind::Boolean | PayloadKind::Number => {}
        }
    }

    fn expression(&mut self, expression: Expression, open: &mut Vec<OpenValue>) {
        match expression {
            Expression::Literal(_) => {}
            Expression::Path(path) => {
                self.paths.insert(path);
            }
            Expression::Call(function, arguments) => {
                for (name, argument) in arguments {
                    if is_template(&function, &name) {
                        self.template_expression(&argument, open);
                    }
                    open.push(OpenValue::Expression(argument));
                }
            }
        }
    }

    /// Queues the argument of a nested `formatString`, like [`template_argument`](Self::template_argument).
    fn template_expression(&mut self, argument: &Expression, open: &mut Vec<OpenValue>) {
        match argument {
            Expression::Literal(literal) => {
                if let Some(text) = literal.as_str() {
                    open.push(OpenValue::Template(text.into_owned()));
                }
            }
            Expression::Path(_) | Expression::Call(..) => self.any = true,
        }
    }
}

/// Queues the expressions in the text of a `formatString`. An invalid text reads nothing.
fn open_expressions(text: &str, open: &mut Vec<OpenValue>) {
    for part in format_string::parse(text).into_iter().flatten() {
        if let TemplatePart::Expression(expression) = part {
            open.push(OpenValue::Expression(expression));
        }
    }
}

/// Returns `true` if the function formats the argument as a text with expressions.
pub(crate) fn is_template(function: &str, argument: &str) -> bool {
    function == "formatString" && argument == "value"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_found_in_every_part_of_a_value() {
        use Notation::{At, Bound, Plain};
        for (value, notation, paths, any) in [
            (r#""a path""#, Plain, vec![], false),
            (r#"{"path":"/a"}"#, Plain, vec!["/a"], false),
            (r#"{"path":"/a"}"#, At, vec![], false),
            (r#"{"@path":"a/b"}"#, At, vec!["a/b"], false),
            (r#"{"componentId":"c","path":"/a"}"#, Plain, vec![], false),
            (
                r#"[{"x":{"path":"b"}},{"x":[{"path":"/a"}]}]"#,
                Plain,
                vec!["/a", "b"],
                false,
            ),
            (
                r#"{"title":{"path":"/a","literalString":"x"},"tabs":[{"t":{"path":"b"}}]}"#,
                Bound,
                vec!["/a", "b"],
                false,
            ),
            (
                r#"{"call":"or","args":{"values":[true,{"path":"/a"},{"call":"f","args":{"x":{"path":"b"}}}]}}"#,
                Plain,
                vec!["/a", "b"],
                false,
            ),
            (
                r#"[{"condition":{"call":"required","args":{"value":{"path":"a"}}},"message":"m"},{"call":"f","args":{"x":{"path":"b"}}}]"#,
                Plain,
                vec!["a", "b"],
                false,
            ),
            (
                r#"{"call":"formatString","args":{"value":"${/a} ${f(x: b, y: ${c})} \\${d} ${'e'}"}}"#,
                Plain,
                vec!["/a", "b", "c"],
                false,
            ),
            (
                r#"{"call":"other","args":{"value":"${/a}"}}"#,
                Plain,
                vec![],
                false,
            ),
            (
                r#"{"call":"formatString","args":{"value":"${formatString(value: '${/a}')}"}}"#,
                Plain,
                vec!["/a"],
                false,
            ),
            (
                r#"{"call":"formatString","args":{"value":"${formatString(value: /a)}"}}"#,
                Plain,
                vec!["/a"],
                true,
            ),
            (
                r#"{"call":"formatString","args":{"value":{"path":"/a"}}}"#,
                Plain,
                vec!["/a"],
                true,
            ),
            (
                r#"{"@call":"formatString","args":{"value":["${/a}"]}}"#,
                At,
                vec![],
                true,
            ),
            (
                r#"{"call":"formatString","args":{"value":"${"}}"#,
                Plain,
                vec![],
                false,
            ),
            (r#"{"@if":1,"x":{"@path":"/a"}}"#, At, vec!["/a"], false),
        ] {
            let mut reads = ReadPaths::default();
            reads.add(&Payload::parse(value).unwrap(), notation);
            assert_eq!(
                reads.paths.iter().map(String::as_str).collect::<Vec<_>>(),
                paths,
                "{value}"
            );
            assert_eq!(reads.any, any, "{value}");
        }
    }
}
