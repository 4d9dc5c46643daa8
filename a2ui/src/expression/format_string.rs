//! The template language of `formatString` (A2UI 0.9, "The formatString function").
//!
//! `${…}` contains a path (`/abs`, `rel`), a literal (`'text'`, `"text"`, `1.5`, `true`, `false`, `null`), a call with
//! named arguments (`f(a: 1, b: /x)`) or another `${…}`. `\${` stands for a literal `${`. A path consists of letters,
//! digits, `_`, `-`, `.`, `/`, `~` and `@`. A word that begins with a digit, or with `-` and a digit, is a number.

use crate::limits::FORMAT_DEPTH;
use wire::Payload;

/// A part of a template, either text or an expression.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum TemplatePart {
    Text(String),
    Expression(Expression),
}

/// An expression in `${…}` or in an argument of a call.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Expression {
    Literal(Payload),
    Path(String),
    Call(String, Vec<(String, Expression)>),
}

/// Parses a template. Adjacent texts are one part.
///
/// # Errors
/// Returns a sentence that states the problem and its place.
pub(super) fn parse(template: &str) -> Result<Vec<TemplatePart>, String> {
    let mut reader = TemplateReader {
        rest: template,
        whole: template,
    };
    let mut parts = Vec::new();
    let mut text = String::new();
    while !reader.rest.is_empty() {
        if reader.accepts("\\${") {
            text.push_str("${");
        } else if reader.accepts("${") {
            if !text.is_empty() {
                parts.push(TemplatePart::Text(std::mem::take(&mut text)));
            }
            parts.push(TemplatePart::Expression(reader.interpolation(0)?));
        } else {
            text.extend(reader.next());
        }
    }
    if !text.is_empty() {
        parts.push(TemplatePart::Text(text));
    }
    Ok(parts)
}

/// Checks the syntax of a template without evaluating it.
///
/// # Errors
/// Returns a sentence that states the problem and its place in the text.
#[cfg(feature = "catalog")]
pub(crate) fn check_syntax(template: &str) -> Result<(), String> {
    parse(template).map(drop)
}

/// Returns `true` if a text contains an expression that is a path from the top or a call.
#[cfg(feature = "catalog")]
pub(crate) fn is_template(text: &str) -> bool {
    if !text.contains("${") {
        return false;
    }
    for part in parse(text).into_iter().flatten() {
        match part {
            TemplatePart::Expression(Expression::Path(path)) if path.starts_with('/') => {
                return true;
            }
            TemplatePart::Expression(Expression::Call(..)) => return true,
            TemplatePart::Expression(_) | TemplatePart::Text(_) => {}
        }
    }
    false
}

/// Returns `true` if a template calls a function at any depth. A template that cannot be parsed calls nothing.
pub(crate) fn has_call(template: &str, function: &str) -> bool {
    for part in parse(template).into_iter().flatten() {
        if let TemplatePart::Expression(expression) = part {
            if contains_call(&expression, function) {
                return true;
            }
        }
    }
    false
}

fn contains_call(expression: &Expression, function: &str) -> bool {
    match expression {
        Expression::Literal(_) | Expression::Path(_) => false,
        Expression::Call(name, arguments) => {
            name == function
                || arguments
                    .iter()
                    .any(|(_, argument)| contains_call(argument, function))
        }
    }
}

/// Removes each `${…}` that calls a function at any depth. Returns `None` without such a call, or if the template
/// cannot be parsed.
///
/// Specification: [A2UI 0.9, The `formatString` function](https://github.com/a2ui-project/a2ui/blob/4e6e1fdc4947c23a7f5d798edd70fe36c78cc4ba/specification/v0_9/docs/a2ui_protocol.md#the-formatstring-function).
///
/// ```
/// use agent_ui_a2ui::expression::without_calls;
///
/// let text = without_calls("No ${@index(offset: 1)}: ${name} \\${@index()}", "@index");
/// assert_eq!(text.as_deref(), Some("No : ${name} \\${@index()}"));
/// assert_eq!(without_calls("${name}", "@index"), None);
/// ```
pub fn without_calls(template: &str, function: &str) -> Option<String> {
    let mut reader = TemplateReader {
        rest: template,
        whole: template,
    };
    let mut remaining = String::new();
    let mut is_same = true;
    while !reader.rest.is_empty() {
        let before = reader.rest;
        if !reader.accepts("\\${") && reader.accepts("${") {
            if contains_call(&reader.interpolation(0).ok()?, function) {
                is_same = false;
                continue;
            }
        } else if reader.rest.len() == before.len() {
            reader.next();
        }
        let read = before.len().checked_sub(reader.rest.len())?;
        remaining.push_str(before.get(..read)?);
    }
    if is_same { None } else { Some(remaining) }
}

struct TemplateReader<'a> {
    rest: &'a str,
    whole: &'a str,
}

impl<'a> TemplateReader<'a> {
    fn accepts(&mut self, token: &str) -> bool {
        let rest = self.rest.strip_prefix(token);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn next(&mut self) -> Option<char> {
        let mut chars = self.rest.chars();
        let next = chars.next();
        self.rest = chars.as_str();
        next
    }

    fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    fn space(&mut self) {
        self.rest = self.rest.trim_start();
    }

    fn word(&mut self, is_part: impl Fn(char) -> bool) -> &'a str {
        let end = self.rest.find(|c| !is_part(c)).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at_checked(end).unwrap_or((self.rest, ""));
        self.rest = rest;
        word
    }

    /// Returns the error that `what` was expected at the current position.
    fn expected_error(&self, what: &str) -> String {
        let at = self.whole.chars().count() - self.rest.chars().count();
        match self.peek() {
            Some(c) => format!("expected {what} at character {at}, found `{c}`"),
            None => format!("expected {what} at the end of the text"),
        }
    }

    /// Parses an interpolation, starting after its `${`, up to its `}`.
    fn interpolation(&mut self, depth: usize) -> Result<Expression, String> {
        self.space();
        let expression = match self.peek() {
            // An empty `${}` has no value.
            Some('}') => Expression::Literal(Payload::null()),
            _ => self.expression(depth + 1)?,
        };
        self.space();
        if self.accepts("}") {
            Ok(expression)
        } else {
            Err(self.expected_error("`}`"))
        }
    }

    fn expression(&mut self, depth: usize) -> Result<Expression, String> {
        if depth > FORMAT_DEPTH {
            return Err(format!(
                "expressions are nested more than {FORMAT_DEPTH} levels deep"
            ));
        }
        if self.accepts("${") {
            return self.interpolation(depth);
        }
        if let Some(quote @ ('\'' | '"')) = self.peek() {
            self.next();
            return self.string(quote);
        }
        let word = self.word(is_path);
        let unsigned = word.strip_prefix('-').unwrap_or(word);
        if unsigned.starts_with(|c: char| c.is_ascii_digit()) {
            return number(word);
        }
        self.space();
        if self.accepts("(") {
            return self.call(word, depth);
        }
        match word {
            "" => Err(self.expected_error("a path, a value or a function")),
            "true" | "false" | "null" => Ok(Expression::Literal(json(word))),
            path => Ok(Expression::Path(path.to_owned())),
        }
    }

    /// Parses the arguments of a call, starting after the `(`, up to its `)`.
    fn call(&mut self, name: &str, depth: usize) -> Result<Expression, String> {
        if name.is_empty() {
            return Err("a call is missing the name of its function".to_owned());
        }
        let mut arguments = Vec::new();
        self.space();
        while !self.accepts(")") {
            let argument = self.word(is_word);
            self.space();
            if argument.is_empty() || !self.accepts(":") {
                let what = if argument.is_empty() {
                    "`)` or the name of an argument"
                } else {
                    "`:`"
                };
                return Err(self.expected_error(what));
            }
            self.space();
            arguments.push((argument.to_owned(), self.expression(depth + 1)?));
            self.space();
            // Like A2UI's own clients, this parser treats the comma as optional.
            self.accepts(",");
            self.space();
        }
        Ok(Expression::Call(name.to_owned(), arguments))
    }

    /// Parses a string, starting after the opening quote, up to the closing quote.
    fn string(&mut self, quote: char) -> Result<Expression, String> {
        let mut text = String::new();
        loop {
            match self.next() {
                None => return Err(self.expected_error(&format!("`{quote}`"))),
                Some('\\') => text.extend(match self.next() {
                    Some('n') => Some('\n'),
                    Some('t') => Some('\t'),
                    Some('r') => Some('\r'),
                    other => other,
                }),
                Some(c) if c == quote => return Ok(Expression::Literal(Payload::string(&text))),
                Some(c) => text.push(c),
            }
        }
    }
}

/// Parses digits with an optional decimal point.
fn number(word: &str) -> Result<Expression, String> {
    let unsigned = word.strip_prefix('-').unwrap_or(word);
    let is_number = unsigned.bytes().all(|b| b.is_ascii_digit() || b == b'.')
        && unsigned.matches('.').count() < 2;
    if is_number {
        if let Some(plain) = super::Decimal::parse(word).and_then(|number| number.plain()) {
            return Ok(Expression::Literal(json(&plain)));
        }
    }
    Err(format!("`{word}` is not a number"))
}

/// Returns a text that is certainly JSON.
pub(crate) fn json(text: &str) -> Payload {
    Payload::parse(text).unwrap_or_else(|_| Payload::null())
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || !(c.is_ascii() || c.is_whitespace())
}

fn is_path(c: char) -> bool {
    is_word(c) || matches!(c, '/' | '.' | '-' | '~' | '@')
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn only_interpolations_that_call_the_function_are_removed() {
        for (template, left) in [
            ("${@index()}", Some("")),
            ("a ${ @index ( offset : 1 ) } b ${/n}", Some("a  b ${/n}")),
            (
                "${f(a: ${g(b: @index())})}${'@index()'}",
                Some("${'@index()'}"),
            ),
            (
                "\\${@index()} ${'\\'}'}ß${@index()}",
                Some("\\${@index()} ${'\\'}'}ß"),
            ),
            ("\\${@index()}", None),
            ("${@index}", None),
            ("@index()", None),
            ("${@index()} ${", None),
            ("", None),
        ] {
            assert_eq!(
                without_calls(template, "@index").as_deref(),
                left,
                "{template}"
            );
            assert_eq!(has_call(template, "@index"), left.is_some(), "{template}");
        }
    }

    fn text(text: &str) -> TemplatePart {
        TemplatePart::Text(text.to_owned())
    }

    fn path(path: &str) -> TemplatePart {
        TemplatePart::Expression(Expression::Path(path.to_owned()))
    }

    fn literal(json: &str) -> Expression {
        Expression::Literal(Payload::parse(json).unwrap())
    }

    fn call(name: &str, arguments: &[(&str, Expression)]) -> Expression {
        let arguments = arguments
            .iter()
            .map(|(name, value)| ((*name).to_owned(), value.clone()));
        Expression::Call(name.to_owned(), arguments.collect())
    }

    #[test]
    fn a_template_is_parsed_into_texts_and_expressions() {
        for (template, parts) in [
            ("hello", vec![text("hello")]),
            ("", vec![]),
            ("${user}", vec![path("user")]),
            (
                "v: ${/user/name}!",
                vec![text("v: "), path("/user/name"), text("!")],
            ),
            (
                "${my-path.with_under~1scores}${é/0}",
                vec![path("my-path.with_under~1scores"), path("é/0")],
            ),
            ("${  /a  } $ { $a", vec![path("/a"), text(" $ { $a")]),
            (
                r"\${a} ${b} \$ \",
                vec![text("${a} "), path("b"), text(r" \$ \")],
            ),
            ("${trueish}${-}", vec![path("trueish"), path("-")]),
            ("${}", vec![TemplatePart::Expression(literal("null"))]),
            ("${${ ${a} }}", vec![path("a")]),
        ] {
            assert_eq!(parse(template).as_ref(), Ok(&parts), "{template}");
        }
    }

    #[test]
    fn literals_in_templates_are_parsed_as_values() {
        for (template, value) in [
            ("${'a\\nb'}", "\"a\\nb\""),
            ("${'it\\'s'}", "\"it's\""),
            ("${\"}\"}", "\"}\""),
            ("${42}", "42"),
            ("${007.50}", "7.5"),
            ("${1.}", "1"),
            ("${-3}", "-3"),
            ("${true}", "true"),
            ("${null}", "null"),
        ] {
            assert_eq!(
                parse(template),
                Ok(vec![TemplatePart::Expression(literal(value))]),
                "{template}"
            );
        }
    }

    #[test]
    fn calls_have_named_arguments_of_any_kind() {
        let inner = call("inner", &[("b", literal("1"))]);
        for (template, expected) in [
            ("${now()}", call("now", &[])),
            (
                "${ f ( a : 10 , b:'x' b2: /c, ) }",
                call(
                    "f",
                    &[
                        ("a", literal("10")),
                        ("b", literal("\"x\"")),
                        ("b2", Expression::Path("/c".into())),
                    ],
                ),
            ),
            (
                "${outer(a: ${inner(b:1)}, c: inner(b: 1))}",
                call("outer", &[("a", inner.clone()), ("c", inner)]),
            ),
            (
                "${@index(offset: 1)}",
                call("@index", &[("offset", literal("1"))]),
            ),
        ] {
            assert_eq!(
                parse(template),
                Ok(vec![TemplatePart::Expression(expected)]),
                "{template}"
            );
        }
    }

    #[test]
    fn parse_errors_contain_their_position() {
        for (template, message) in [
            ("hello ${world", "expected `}` at the end of the text"),
            (
                "é${f(a: 1, b: 2}",
                "expected `)` or the name of an argument at character 15, found `}`",
            ),
            ("${f(a 1)}", "expected `:` at character 6, found `1`"),
            ("${true false}", "expected `}` at character 7, found `f`"),
            ("${1.2.3}", "`1.2.3` is not a number"),
            ("${2fast}", "`2fast` is not a number"),
            ("${()}", "a call is missing the name of its function"),
            ("${'a}", "expected `'` at the end of the text"),
            (
                "${f(a:)}",
                "expected a path, a value or a function at character 6, found `)`",
            ),
        ] {
            assert_eq!(parse(template), Err(message.to_owned()), "{template}");
        }
        let nested = |n: usize| parse(&format!("{}x{}", "${".repeat(n), "}".repeat(n)));
        assert_eq!(nested(100), Ok(vec![path("x")]));
        assert_eq!(
            nested(101),
            Err("expressions are nested more than 100 levels deep".to_owned())
        );
        assert!(parse(&"${f(a: ".repeat(100_000)).is_err());
    }

    fn template() -> impl Strategy<Value = String> {
        let words = [
            "${", "}", "\\${", "\\", "$", "{", "(", ")", ":", ",", "'", "\"", " ", "a", "/b", "f",
            "1", ".5", "é", "true",
        ];
        prop::collection::vec(prop::sample::select(words.to_vec()), 0..16)
            .prop_map(|words| words.concat())
    }

    proptest! {
        #[test]
        fn parsing_a_template_never_panics(template in template()) {
            let _ = parse(&template);
        }

        #[test]
        fn escaped_markers_are_parsed_as_text(words in template()) {
            // A backslash before a marker cannot be escaped itself.
            let words = words.replace('\\', "");
            let parts = parse(&words.replace("${", "\\${")).unwrap();
            let expected = if words.is_empty() { vec![] } else { vec![TemplatePart::Text(words)] };
            prop_assert_eq!(parts, expected);
        }
    }
}
