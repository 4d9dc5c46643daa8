//! Slots for expressions: `{% … %}`.

use wire::Payload;

/// The meaning of a string where slots are evaluated.
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
        let inner = trim_blank(text)
            .strip_prefix("{%")
            .and_then(|rest| rest.strip_suffix("%}"));
        match inner {
            Some(inner) if !has_two_slots(inner) => Self::Expression(trim_blank(inner)),
            Some(_) => Self::Partial,
            None if text.contains("{%") || text.contains("%}") => Self::Partial,
            None => Self::Literal,
        }
    }
}

/// Trims white space as JavaScript does.
fn trim_blank(text: &str) -> &str {
    text.trim_matches(|c: char| c.is_whitespace() || c == '\u{feff}')
}

/// Returns `true` if the outermost marks belong to two different slots.
fn has_two_slots(inner: &str) -> bool {
    inner
        .split_once("%}")
        .is_some_and(|(_, rest)| rest.contains("{%"))
}

/// The functions that expressions must not call, because their results differ from call to call.
const FORBIDDEN_FUNCTIONS: [&str; 4] = ["eval", "random", "now", "millis"];

/// Returns the first forbidden function that an expression calls.
///
/// ```
/// use agent_ui_actions_json::validate::forbidden_function;
///
/// assert_eq!(forbidden_function("$Now () & x"), Some("now"));
/// assert_eq!(forbidden_function("$nowhere(x) + now()"), None);
/// ```
pub fn forbidden_function(expression: &str) -> Option<&'static str> {
    for rest in expression.split('$').skip(1) {
        for name in FORBIDDEN_FUNCTIONS {
            if starts_with_call(rest, name) {
                return Some(name);
            }
        }
    }
    None
}

/// Returns `true` if a text starts with a call of this function, ignoring case.
fn starts_with_call(text: &str, name: &str) -> bool {
    match (text.get(..name.len()), text.get(name.len()..)) {
        (Some(start), Some(rest)) => {
            start.eq_ignore_ascii_case(name) && blank_start(rest).starts_with('(')
        }
        _ => false,
    }
}

fn blank_start(text: &str) -> &str {
    text.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}')
}

/// Returns `true` if the value may contain a slot.
pub(super) fn has_slot(value: &Payload) -> bool {
    match value.as_str() {
        Some(text) => Slot::from_text(&text) != Slot::Literal,
        None => value.text().contains("{%"),
    }
}

/// Finds the ids in `steps.<id>`. The search is not a parser, so it misses some references, which are not checked.
pub(super) fn references(expression: &str) -> Vec<&str> {
    let mut ids = Vec::new();
    for (_, after) in find_path_starts(expression, "steps") {
        if let Some(path) = after.strip_prefix('.')
            && let Some(id) = step_id(blank_start(path))
        {
            ids.push(id);
        }
    }
    ids
}

/// Returns `true` if a path in an expression starts with this word.
#[cfg(feature = "workflows")]
pub(crate) fn has_path_root(expression: &str, word: &str) -> bool {
    !find_path_starts(expression, word).is_empty()
}

/// Returns `true` if an expression contains `= null` or `!= null`, in either order.
pub(super) fn has_null_comparison(expression: &str) -> bool {
    for (before, after) in find_path_starts(expression, "null") {
        let (before, after) = (before.trim_end(), after.trim_start());
        // `:=` binds a variable.
        let is_right_side = before.ends_with('=') && !before.ends_with(":=");
        if is_right_side || after.starts_with(['=', '!']) {
            return true;
        }
    }
    false
}

/// Returns the text before and after each occurrence of a word at the start of a path. Strings and comments are
/// skipped.
fn find_path_starts<'e>(expression: &'e str, word: &str) -> Vec<(&'e str, &'e str)> {
    let mut places = Vec::new();
    let mut rest = expression;
    let mut before = "";
    while let Some(c) = rest.chars().next() {
        let skipped = match c {
            '"' | '\'' => literal_length(rest, c),
            '/' if rest.starts_with("/*") => rest.find("*/").map_or(rest.len(), |end| end + 2),
            _ if is_word(c) => rest.find(|c| !is_word(c)).unwrap_or(rest.len()),
            _ => c.len_utf8(),
        };
        let (token, after) = rest.split_at(skipped);
        if token == word && is_start(before) {
            places.push((before, after));
        }
        let so_far = expression.len() - after.len();
        before = expression.get(..so_far).unwrap_or_default();
        rest = after;
    }
    places
}

/// Returns the length of the string literal at the start of the text.
fn literal_length(text: &str, quote: char) -> usize {
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

/// Returns `true` if a path starts at this position, as in `steps` and `$$.steps`. In `input.steps`, `steps`
/// continues a path, and `$steps` is a variable.
fn is_start(before: &str) -> bool {
    let before = before.trim_end();
    before.ends_with("$$.") || !before.ends_with(['.', '$', '`', '%'])
}

fn step_id(text: &str) -> Option<&str> {
    if let Some(quoted) = text.strip_prefix('`') {
        return quoted.split_once('`').map(|(id, _)| id);
    }
    let end = text.find(|c| !is_word(c)).unwrap_or(text.len());
    text.get(..end)
        .filter(|id| id.starts_with(|c: char| c.is_alphabetic()))
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
            (
                "steps.find.output.x + steps.click.output",
                vec!["find", "click"],
            ),
            ("$exists(steps.find)", vec!["find"]),
            ("$$.steps.find", vec!["find"]),
            ("steps.`a-b`.output", vec!["a-b"]),
            ("input.steps.find & $steps.find & mysteps.find", vec![]),
            (
                "'steps.find' & \"it\\\"s steps.find\" /* steps.find */",
                vec![],
            ),
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
