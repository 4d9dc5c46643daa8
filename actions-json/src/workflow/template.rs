//! Values that contain slots.

use super::scope::Scopes;
use crate::{
    expression::{Expression, ExpressionError},
    validate::{Limits, Slot, has_path_root},
};
use wire::{Finding, MAX_DEPTH, Payload, PayloadKind, Pointer};

/// A compiled value that may contain slots.
#[derive(Debug)]
pub(super) enum Template {
    /// A value without slots.
    Literal(Payload),
    Slot(CompiledSlot),
    List(Vec<Template>),
    Object(Vec<(String, Template)>),
}

/// The reason for which a slot cannot be evaluated.
pub(super) struct SlotError {
    /// The place in the workflow.
    pub(super) at: Pointer,
    pub(super) error: ExpressionError,
}

#[derive(Debug)]
pub(super) struct CompiledSlot {
    expression: Expression,
    at: Pointer,
    /// The original text of the slot.
    text: Payload,
    reads_steps: bool,
    reads_item: bool,
}

impl Template {
    /// Compiles a value. Expressions that do not compile become findings.
    pub(super) fn of(payload: &Payload, at: &Pointer, found: &mut Vec<Finding>) -> Self {
        if payload.depth() > MAX_DEPTH {
            let message = format!("the value is nested deeper than {MAX_DEPTH} levels");
            found.push(Finding::error("W-expression", at.clone(), message));
            return Self::Literal(payload.clone());
        }
        Self::compile(payload, at, found)
    }

    fn compile(payload: &Payload, at: &Pointer, found: &mut Vec<Finding>) -> Self {
        // The `%` of a slot may be escaped.
        if !payload.text().contains('%') && !payload.text().contains("\\u00") {
            return Self::Literal(payload.clone());
        }
        match payload.kind() {
            PayloadKind::String => match Self::slot(payload, at) {
                Ok(Some(slot)) => Self::Slot(slot),
                Ok(None) => Self::Literal(payload.clone()),
                Err(error) => {
                    found.push(Finding::error("W-expression", at.clone(), error));
                    Self::Literal(payload.clone())
                }
            },
            PayloadKind::Array => Self::List(
                payload
                    .elements()
                    .enumerate()
                    .map(|(index, element)| Self::compile(&element, &at.element(index), found))
                    .collect(),
            ),
            PayloadKind::Object => Self::Object(
                payload
                    .members()
                    .map(|(name, member)| {
                        let compiled = Self::compile(&member, &at.member(&name), found);
                        (name.into_owned(), compiled)
                    })
                    .collect(),
            ),
            _ => Self::Literal(payload.clone()),
        }
    }

    /// Compiles a string that is a slot. Returns `None` for other strings.
    fn slot(payload: &Payload, at: &Pointer) -> Result<Option<CompiledSlot>, ExpressionError> {
        let text = payload.as_str().unwrap_or_default();
        let Slot::Expression(expression) = Slot::from_text(&text) else {
            return Ok(None);
        };
        Ok(Some(CompiledSlot {
            expression: Expression::compile(expression)?,
            at: at.clone(),
            text: payload.clone(),
            reads_steps: has_path_root(expression, "steps"),
            reads_item: has_path_root(expression, "item") || has_path_root(expression, "index"),
        }))
    }

    /// Returns `true` if the value is a slot that is not evaluated in these scopes.
    pub(super) fn stays_unevaluated(&self, scopes: &Scopes<'_>) -> bool {
        matches!(self, Self::Slot(slot) if scopes.has_unknown(slot.reads_steps, slot.reads_item))
    }

    /// Evaluates the slots. A member without a value is omitted, and an element without a value becomes null.
    pub(super) fn evaluate(
        &self,
        scopes: &Scopes<'_>,
        limits: Limits,
    ) -> Result<Option<Payload>, Box<SlotError>> {
        Ok(match self {
            Self::Literal(payload) => Some(payload.clone()),
            Self::Slot(slot) if self.stays_unevaluated(scopes) => Some(slot.text.clone()),
            Self::Slot(slot) => slot.evaluate(scopes, limits)?,
            Self::List(elements) => {
                let mut values = Vec::with_capacity(elements.len());
                for element in elements {
                    values.push(
                        element
                            .evaluate(scopes, limits)?
                            .unwrap_or_else(Payload::null),
                    );
                }
                Some(Payload::array(&values))
            }
            Self::Object(members) => {
                let mut values = Vec::with_capacity(members.len());
                for (name, member) in members {
                    if let Some(value) = member.evaluate(scopes, limits)? {
                        values.push((name.as_str(), value));
                    }
                }
                Some(Payload::object(
                    values.iter().map(|(name, value)| (*name, value)),
                ))
            }
        })
    }
}

impl CompiledSlot {
    fn evaluate(
        &self,
        scopes: &Scopes<'_>,
        limits: Limits,
    ) -> Result<Option<Payload>, Box<SlotError>> {
        let value = match scopes.scope() {
            Ok(scope) => self.expression.evaluate_in(scope, limits.expression_bytes),
            Err(error) => Err(error),
        };
        value.map_err(|error| {
            let at = self.at.clone();
            Box::new(SlotError { at, error })
        })
    }
}
