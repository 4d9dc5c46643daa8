//! Checks of the slots in a value.

use super::{
    checker::Checker,
    rules,
    slots::{Slot, forbidden_function, has_null_comparison, references},
    suggestion,
};
use std::{borrow::Cow, collections::BTreeMap};
use wire::{
    Payload, Pointer,
    token::{self, TokenKind, Tokens},
};

/// The steps of a workflow by id, and the index of the step that contains the slot. For a slot in the output, the
/// index is the number of steps.
#[derive(Clone, Copy)]
pub(super) struct Steps<'w> {
    pub(super) by_id: &'w BTreeMap<&'w str, usize>,
    pub(super) current: usize,
}

/// Checks every string in a value. Without `steps`, slots in this place are not evaluated.
pub(super) fn check_texts(
    payload: &Payload,
    at: &Pointer,
    steps: Option<Steps<'_>>,
    checker: &mut Checker<'_>,
) {
    let text = payload.text();
    // Most values contain no slot. The `%` of a slot may be escaped.
    if !text.contains('%') && !text.contains("\\u00") {
        return;
    }
    let mut path: Vec<SlotStep<'_>> = Vec::new();
    for token in Tokens::new(text) {
        match token.kind {
            TokenKind::Name => {
                if let Some(place) = path.last_mut() {
                    *place = SlotStep::Member(token.text);
                }
                continue;
            }
            TokenKind::ObjectStart => {
                path.push(SlotStep::Member(""));
                continue;
            }
            TokenKind::ArrayStart => {
                path.push(SlotStep::Element(0));
                continue;
            }
            TokenKind::ObjectEnd | TokenKind::ArrayEnd => drop(path.pop()),
            TokenKind::String => check_text(token.text, &|| place_of(at, &path), steps, checker),
            TokenKind::Number | TokenKind::Literal => {}
        }
        if let Some(SlotStep::Element(index)) = path.last_mut() {
            *index += 1;
        }
    }
}

enum SlotStep<'t> {
    Member(&'t str),
    Element(usize),
}

fn place_of(at: &Pointer, path: &[SlotStep<'_>]) -> Pointer {
    let mut at = at.clone();
    for place in path {
        match place {
            SlotStep::Member(name) => at.push(&token::string(name)),
            SlotStep::Element(index) => at.push_index(*index),
        }
    }
    at
}

fn check_text(
    quoted: &str,
    at: &dyn Fn() -> Pointer,
    steps: Option<Steps<'_>>,
    checker: &mut Checker<'_>,
) {
    if !quoted.contains(['%', '\\']) {
        return;
    }
    let text: Cow<'_, str> = token::string(quoted);
    let Some(steps) = steps else {
        return checker.report_dead_slot(&text, at);
    };
    match Slot::from_text(&text) {
        Slot::Literal => {}
        Slot::Partial => {
            let hint = "use one slot `{% … %}` with an expression that concatenates the strings";
            checker.report(
                &rules::W_PARTIAL_SLOT,
                at(),
                "the string contains a slot and other text",
                hint,
            );
        }
        Slot::Expression(expression) => {
            check_expression(expression, at, checker);
            for id in references(expression) {
                check_reference(id, at, steps, checker);
            }
        }
    }
}

/// Checks an expression, either bare or in a slot.
pub(super) fn check_expression(text: &str, at: &dyn Fn() -> Pointer, checker: &mut Checker<'_>) {
    let expression = match Slot::from_text(text) {
        Slot::Expression(expression) => expression,
        _ => text,
    };
    if has_null_comparison(expression) {
        let message = "the expression compares with null, but missing values neither equal null nor differ from it";
        checker.report(&rules::W_NULL, at(), message, "use `$exists(…)`");
    }
    if let Some(name) = forbidden_function(expression) {
        let message = format!("the expression calls the forbidden function `${name}`");
        let hint = "pass the value as an argument of the call";
        checker.report(&rules::W_FORBIDDEN_FUNCTION, at(), message, hint);
    }
    #[cfg(feature = "workflows")]
    check_compiles(expression, at, checker);
}

/// Checks that an expression compiles. Forbidden calls are reported elsewhere.
#[cfg(feature = "workflows")]
fn check_compiles(expression: &str, at: &dyn Fn() -> Pointer, checker: &mut Checker<'_>) {
    use crate::expression::{Expression, ExpressionErrorKind};
    let Err(error) = Expression::compile(expression) else {
        return;
    };
    let Some(place) = error.at else {
        if error.kind != ExpressionErrorKind::Forbidden {
            checker.report(
                &rules::W_EXPRESSION_UNSUPPORTED,
                at(),
                error,
                "use a simpler expression",
            );
        }
        return;
    };
    let rest: String = expression.chars().skip(place).take(24).collect();
    let hint = match rest.is_empty() {
        true => "complete the expression".to_owned(),
        false => format!("fix the expression at {rest:?}"),
    };
    checker.report(&rules::W_EXPRESSION, at(), error, hint);
}

fn check_reference(
    id: &str,
    at: &dyn Fn() -> Pointer,
    steps: Steps<'_>,
    checker: &mut Checker<'_>,
) {
    match steps.by_id.get(id) {
        Some(index) if *index <= steps.current => {}
        Some(_) => {
            let message = format!("the step {id:?} is executed later");
            checker.report(
                &rules::W_LATER_STEP,
                at(),
                message,
                "refer to an earlier step",
            );
        }
        None => {
            let hint = suggestion::suggest_word(
                id,
                steps.by_id.keys().copied(),
                "use the id of a step of this workflow",
            );
            checker.report(
                &rules::W_UNKNOWN_STEP,
                at(),
                format_args!("the workflow does not have a step {id:?}"),
                hint,
            );
        }
    }
}
