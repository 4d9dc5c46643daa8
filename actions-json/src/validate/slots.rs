//! Slots for expressions: `{% … %}`.

use super::{checker::Checker, rules, suggestion};
use std::{borrow::Cow, collections::BTreeMap};
use wire::{
    Payload, Pointer,
    token::{self, TokenKind, Tokens},
};

/// The meaning of a string in a place where slots are evaluated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slot<'t> {
    /// A string without a slot.
    Literal,
    /// A string that is exactly one slot, with its expression.
    Expression(&'t str),
    /// A string with an embedded or incomplete slot, which is an error.
    Partial,
}

impl<'t> Slot<'t> {
    /// Classifies a string. White space around a slot is ignored.
    ///
    /// ```
    /// use agent_ui_actions_json::validate::Slot;
    ///
    /// assert_eq!(Slot::from_text(" {% input.x %}"), Slot::Expression("input.x"));
    /// assert_eq!(Slot::from_text("x is {% input.x %}"), Slot::Partial);
    /// assert_eq!(Slot::from_text("50 %"), Slot::Literal);
    /// ```
    pub fn from_text(text: &'t str) -> Self {
        let inner = blank(text).strip_prefix("{%").and_then(|rest| rest.strip_suffix("%}"));
        match inner {
            Some(inner) if !has_two_slots(inner) => Self::Expression(blank(inner)),
            Some(_) => Self::Partial,
            None if text.contains("{%") || text.contains("%}") => Self::Partial,
            None => Self::Literal,
        }
    }
}

/// Trims white space as JavaScript does.
fn blank(text: &str) -> &str {
    text.trim_matches(|c: char| c.is_whitespace() || c == '\u{feff}')
}

/// Returns `true` if the outermost marks belong to two different slots.
fn has_two_slots(inner: &str) -> bool {
    inner.split_once("%}").is_some_and(|(_, rest)| rest.contains("{%"))
}

/// The functions that expressions must not call, because their results differ from call to call.
pub const FORBIDDEN_FUNCTIONS: [&str; 4] = ["eval", "random", "now", "millis"];

/// Returns the first forbidden function that an expression calls.
///
/// ```
/// use agent_ui_actions_json::validate::forbidden_function;
///
/// assert_eq!(forbidden_function("$Now () & x"), Some("now"));
/// assert_eq!(forbidden_function("$nowhere(x) + now()"), None);
/// ```
pub fn forbidden_function(expression: &str) -> Option<&'static str> {
    expression.split('$').skip(1).find_map(|rest| {
        FORBIDDEN_FUNCTIONS.into_iter().find(|name| {
            let called = rest.get(..name.len()).filter(|start| start.eq_ignore_ascii_case(name));
            called.is_some() && rest.get(name.len()..).is_some_and(|rest| blank_start(rest).starts_with('('))
        })
    })
}

fn blank_start(text: &str) -> &str {
    text.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}')
}

/// The steps of a workflow by id, and the index of the step that contains a slot. For the output, the index is the
/// number of steps.
#[derive(Clone, Copy)]
pub(super) struct Steps<'w> {
    pub(super) by_id: &'w BTreeMap<&'w str, usize>,
    pub(super) current: usize,
}

/// Checks every string in a value. Without steps, slots are not evaluated in this place.
pub(super) fn texts(payload: &Payload, at: &Pointer, steps: Option<Steps<'_>>, checker: &mut Checker<'_>) {
    let text = payload.text();
    // Most values contain no slot; `%` may be written as an escape.
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
            TokenKind::String => one(token.text, &|| place(at, &path), steps, checker),
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

fn place(at: &Pointer, path: &[SlotStep<'_>]) -> Pointer {
    let mut at = at.clone();
    for place in path {
        match place {
            SlotStep::Member(name) => at.push(&token::string(name)),
            SlotStep::Element(index) => at.push_index(*index),
        }
    }
    at
}

fn one(quoted: &str, at: &dyn Fn() -> Pointer, steps: Option<Steps<'_>>, checker: &mut Checker<'_>) {
    if !quoted.contains(['%', '\\']) {
        return;
    }
    let text: Cow<'_, str> = token::string(quoted);
    let Some(steps) = steps else { return dead(&text, at, checker) };
    match Slot::from_text(&text) {
        Slot::Literal => {}
        Slot::Partial => {
            let hint = "use one slot `{% … %}` with an expression that concatenates the strings";
            checker.find(&rules::W_PARTIAL_SLOT, at(), "This string contains a slot and other text.", hint);
        }
        Slot::Expression(expression) => {
            self::expression(expression, at, checker);
            for id in references(expression) {
                check_reference(id, at, steps, checker);
            }
        }
    }
}

/// Reports a slot that is never evaluated.
pub(super) fn dead(text: &str, at: &dyn Fn() -> Pointer, checker: &mut Checker<'_>) {
    if matches!(Slot::from_text(text), Slot::Expression(_)) {
        let hint = "move the slot into `args`, a condition or `output`";
        checker.find(&rules::W_DEAD_SLOT, at(), "Slots are not evaluated here.", hint);
    }
}

/// Returns `true` if the value may contain a slot.
pub(super) fn has_slot(value: &Payload) -> bool {
    match value.as_str() {
        Some(text) => Slot::from_text(&text) != Slot::Literal,
        None => value.text().contains("{%"),
    }
}

/// Checks an expression, either bare or in a slot.
pub(super) fn expression(text: &str, at: &dyn Fn() -> Pointer, checker: &mut Checker<'_>) {
    let expression = match Slot::from_text(text) {
        Slot::Expression(expression) => expression,
        _ => text,
    };
    if has_null_comparison(expression) {
        let message =
            "This expression compares with null, but missing values neither equal null nor differ from it.";
        checker.find(&rules::W_NULL, at(), message, "use `$exists(…)`");
    }
    if let Some(name) = forbidden_function(expression) {
        let message = format!("This expression calls the forbidden function `${name}`.");
        let hint = "pass the value as an argument of the call";
        checker.find(&rules::W_FORBIDDEN_FUNCTION, at(), message, hint);
    }
    #[cfg(feature = "workflows")]
    compiles(expression, at, checker);
}

/// Checks that an expression compiles. Forbidden calls are reported elsewhere.
#[cfg(feature = "workflows")]
fn compiles(expression: &str, at: &dyn Fn() -> Pointer, checker: &mut Checker<'_>) {
    use crate::expression::{Expression, ExpressionErrorKind};
    let Err(error) = Expression::compile(expression) else { return };
    let Some(place) = error.at else {
        if error.kind != ExpressionErrorKind::Forbidden {
            checker.find(&rules::W_EXPRESSION_UNSUPPORTED, at(), error, "use a simpler expression");
        }
        return;
    };
    let rest: String = expression.chars().skip(place).take(24).collect();
    let hint = match rest.is_empty() {
        true => "complete the expression".to_owned(),
        false => format!("fix the expression at {rest:?}"),
    };
    checker.find(&rules::W_EXPRESSION, at(), error, hint);
}

fn check_reference(id: &str, at: &dyn Fn() -> Pointer, steps: Steps<'_>, checker: &mut Checker<'_>) {
    match steps.by_id.get(id) {
        Some(index) if *index <= steps.current => {}
        Some(_) => {
            let message = format!("The step {id:?} is executed later.");
            checker.find(&rules::W_LATER_STEP, at(), message, "refer to an earlier step");
        }
        None => {
            let hint =
                suggestion::suggest(id, steps.by_id.keys().copied(), "use the id of a step of this workflow");
            checker.find(
                &rules::W_UNKNOWN_STEP,
                at(),
                format_args!("The workflow does not have a step {id:?}."),
                hint,
            );
        }
    }
}

/// Finds the ids in `steps.<id>`. This is not a parser: references that it misses are not checked.
fn references(expression: &str) -> Vec<&str> {
    let behind = starts(expression, "steps").into_iter().map(|(_, behind)| behind);
    behind.filter_map(|behind| step_id(blank_start(behind.strip_prefix('.')?))).collect()
}

/// Returns `true` if a path in an expression starts with this word.
#[cfg(feature = "workflows")]
pub(crate) fn has_path_root(expression: &str, word: &str) -> bool {
    !starts(expression, word).is_empty()
}

/// Returns `true` if an expression contains `= null` or `!= null`, in either order.
fn has_null_comparison(expression: &str) -> bool {
    starts(expression, "null").into_iter().any(|(before, behind)| {
        let (before, behind) = (before.trim_end(), behind.trim_start());
        (before.ends_with('=') && !before.ends_with(":=")) || behind.starts_with(['=', '!'])
    })
}

/// Returns the text before and after each occurrence of a word at the start of a path. Strings and comments are
/// skipped.
fn starts<'e>(expression: &'e str, word: &str) -> Vec<(&'e str, &'e str)> {
    let mut places = Vec::new();
    let mut rest = expression;
    let mut before = "";
    while let Some(c) = rest.chars().next() {
        let skipped = match c {
            '"' | '\'' => literal(rest, c),
            '/' if rest.starts_with("/*") => rest.find("*/").map_or(rest.len(), |end| end + 2),
            _ if is_word(c) => rest.find(|c| !is_word(c)).unwrap_or(rest.len()),
            _ => c.len_utf8(),
        };
        let (token, behind) = rest.split_at(skipped);
        if token == word && is_start(before) {
            places.push((before, behind));
        }
        let so_far = expression.len() - behind.len();
        before = expression.get(..so_far).unwrap_or_default();
        rest = behind;
    }
    places
}

/// Returns the length of the string literal at the start of the text.
fn literal(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if c == quote => return at + c.len_utf8(),
            _ => {}
        }
    }
    text.len()
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Returns `true` if a path starts here instead of being continued, as in `steps` and `$$.steps`, but not
/// `input.steps` or `$steps`.
fn is_start(before: &str) -> bool {
    let before = before.trim_end();
    before.ends_with("$$.") || !before.ends_with(['.', '$', '`', '%'])
}

fn step_id(text: &str) -> Option<&str> {
    if let Some(quoted) = text.strip_prefix('`') {
        return quoted.split_once('`').map(|(id, _)| id);
    }
    let end = text.find(|c| !is_word(c)).unwrap_or(text.len());
    text.get(..end).filter(|id| id.starts_with(|c: char| c.is_alphabetic()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slot_must_be_the_whole_text() {
        for (text, slot) in [
            ("", Slot::Literal),
            ("{%%}", Slot::Expression("")),
            ("\n{%\n a\n%}\t", Slot::Expression("a")),
            ("{% '%}' %}", Slot::Expression("'%}'")),
            ("{%}", Slot::Partial),
            ("{% a %} {% b %}", Slot::Partial),
            ("50 %} off", Slot::Partial),
            ("a {% b %}", Slot::Partial),
            ("{ % a % }", Slot::Literal),
        ] {
            assert_eq!(Slot::from_text(text), slot, "{text:?}");
        }
    }

    #[test]
    fn step_references_are_found_in_paths_but_not_in_strings() {
        for (expression, ids) in [
            ("steps.find.output.x + steps.click.output", vec!["find", "click"]),
            ("$exists(steps.find)", vec!["find"]),
            ("$$.steps.find", vec!["find"]),
            ("steps.`a-b`.output", vec!["a-b"]),
            ("input.steps.find & $steps.find & mysteps.find", vec![]),
            ("'steps.find' & \"it\\\"s steps.find\" /* steps.find */", vec![]),
            ("steps", vec![]),
            ("steps.", vec![]),
            ("'never closed steps.a", vec![]),
        ] {
            assert_eq!(references(expression), ids, "{expression}");
        }
    }

    #[test]
    fn null_comparisons_are_found_in_either_order_but_not_in_strings() {
        for (expression, compares) in [
            ("a = null", true),
            ("a!=null", true),
            ("null = a", true),
            ("null != a", true),
            ("$a := null; $a", false),
            ("{'a': null}", false),
            ("a = 'null' & \" = null\" /* = null */", false),
            ("a.null = 1", false),
            ("a = `null`", false),
            ("a = nullable", false),
            ("a ? null : b", false),
        ] {
            assert_eq!(has_null_comparison(expression), compares, "{expression}");
        }
    }
}
