//! Descriptions of invalid JSON, which recognize the usual mistakes of people, programs and models.

use crate::scan::{END, VALUE};

/// The description of a syntax error.
pub(crate) struct SyntaxFault {
    /// A sentence about the invalid text.
    pub(crate) message: String,
    /// The correction, as an instruction.
    pub(crate) hint: String,
    /// The offset of the invalid text.
    pub(crate) at: usize,
    /// `true` if the text ends too early.
    pub(crate) is_at_end: bool,
}

/// The maximum number of characters of a quoted word.
const LONGEST_WORD: usize = 20;
/// The maximum number of missing brackets in a message.
const MOST_CLOSERS: usize = 12;

const COMMENT: (&str, &str) = ("JSON does not allow comments", "remove the comment");
const QUOTES: &str = "write double quotes (`\"`)";
const STRING_OR_LITERAL: &str = "write a string in double quotes, a number, true, false or null";
const WRITE_STRING: &str = "write a string in double quotes";

/// Describes a syntax error. `expected` describes valid text at the offset.
#[cold]
pub(crate) fn describe(text: &str, at: usize, expected: &'static str) -> SyntaxFault {
    let place = FaultPlace {
        before: text.get(..at).unwrap_or_default(),
        rest: text.get(at..).unwrap_or_default(),
        at,
        expected,
    };
    let Some(next) = place.rest.chars().next() else {
        let (message, hint) = place.describe_end();
        return SyntaxFault {
            message,
            hint,
            at,
            is_at_end: true,
        };
    };
    let (message, hint, at) = place.find_known_mistake(next).unwrap_or_else(|| {
        let expected = match expected {
            END => "nothing after the JSON value",
            "`,` or `]`" => "`,` or `]` after this element",
            "`,` or `}`" => "`,` or `}` after this member",
            "`:`" => "`:` after the name of the member",
            "a member name in quotes after the comma" => "a member name in quotes",
            expected => expected,
        };
        let hint = match place.expected {
            END => "remove the text after the value",
            VALUE => STRING_OR_LITERAL,
            "`:`" => "write `:` and a value",
            "`,` or `]`" => "write `,` before the next element, or `]` at the end",
            "`,` or `}`" => "write `,` before the next member, or `}` at the end",
            _ => "write the name of a member in double quotes",
        };
        (
            format!("expected {expected}, found {}", place.quote_found(next)),
            hint,
            at,
        )
    });
    SyntaxFault {
        message,
        hint: hint.to_owned(),
        at,
        is_at_end: false,
    }
}

/// Returns a character in backquotes.
fn quoted(c: char) -> String {
    match c {
        '`' => "a backquote".to_owned(),
        '"' | '\'' | '\\' => format!("`{c}`"),
        _ => format!("`{}`", c.escape_debug()),
    }
}

/// Returns `true` if a character has no visible form and is not JSON whitespace.
fn is_invisible(c: char) -> bool {
    let is_format = matches!(c, '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{2064}' | '\u{FEFF}');
    is_format || ((c.is_whitespace() || c.is_control()) && !matches!(c, ' ' | '\t' | '\n' | '\r'))
}

fn is_of_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '$')
}

/// The message, the hint and the offset of a mistake.
type Mistake = (String, &'static str, usize);

/// The place of an error in a text.
#[derive(Clone, Copy)]
struct FaultPlace<'a> {
    before: &'a str,
    rest: &'a str,
    at: usize,
    expected: &'static str,
}

impl<'a> FaultPlace<'a> {
    /// Describes a text that ends too early.
    fn describe_end(self) -> (String, String) {
        if self.before.trim().is_empty() {
            return (
                "the text is empty".to_owned(),
                "write a JSON value".to_owned(),
            );
        }
        let mut closers = String::new();
        let (mut is_string, mut is_escaped) = (false, false);
        for c in self.before.chars() {
            match c {
                _ if is_escaped => is_escaped = false,
                '\\' if is_string => is_escaped = true,
                '"' => is_string = !is_string,
                _ if is_string => {}
                '{' => closers.push('}'),
                '[' => closers.push(']'),
                // All text before the end is valid, so the brackets match.
                '}' | ']' => drop(closers.pop()),
                _ => {}
            }
        }
        let place = match self.expected {
            _ if is_string => "inside a string",
            VALUE => "before a value",
            "`:`" => "after the name of a member",
            "a digit" => "inside a number",
            _ if closers.ends_with(']') => "inside an array",
            _ => "inside an object",
        };
        let closers: String = closers.chars().rev().collect();
        let hint = match (is_string, &*closers) {
            (true, "") => "complete the string with `\"`".to_owned(),
            (_, "") => "write the rest of the value".to_owned(),
            // A long list of brackets would not help to find the cut.
            (_, long) if long.len() > MOST_CLOSERS => {
                "write the missing end of the text".to_owned()
            }
            (true, closers) => format!("write the missing end of the text, at least `\"{closers}`"),
            (false, closers) => format!("write the missing end of the text, at least `{closers}`"),
        };
        (format!("the text is truncated: it ends {place}"), hint)
    }

    /// Describes one of the usual mistakes, if the fault is one.
    fn find_known_mistake(self, next: char) -> Option<Mistake> {
        match self.expected {
            "an escape instead of a control character" | "the end of the string" => {
                return self.describe_control_character(next);
            }
            "a JSON escape" | "four hexadecimal digits" => return self.describe_escape(next),
            _ => {}
        }
        if self.starts_with(&["//", "/*", "#"]) {
            return self.mistake(COMMENT.0, COMMENT.1);
        }
        if self.starts_with(&["<<<<<<<", "=======", ">>>>>>>"]) {
            return self.mistake(
                "this line marks a merge conflict",
                "resolve the conflict in the file",
            );
        }
        if self.starts_with(&["```", "~~~"]) {
            return self.mistake(
                "a code fence is not JSON",
                "remove the line with the code fence",
            );
        }
        if self.starts_with(&["...", "…"]) {
            return self.mistake(
                "an ellipsis stands in place of JSON",
                "write the text that was left out",
            );
        }
        if is_invisible(next) {
            return self.describe_invisible(next);
        }
        match self.expected {
            "a digit" => self.describe_missing_digit(next),
            "`:`" => self.describe_missing_colon(next),
            "`,` or `]`" | "`,` or `}`" => self.describe_missing_separator(next),
            END => self.describe_text_after_value(next),
            VALUE => self.describe_value(next),
            _ => self.describe_name(next),
        }
    }

    /// Describes an invisible character outside of strings.
    fn describe_invisible(self, character: char) -> Option<Mistake> {
        let name = match character {
            '\u{FEFF}' => "a byte order mark".to_owned(),
            '\u{A0}' => "a no-break space".to_owned(),
            '\u{200B}' => "a zero-width space".to_owned(),
            c if c.is_control() => format!("the control character `\\u{:04x}`", u32::from(c)),
            c => format!("the invisible character `\\u{:04x}`", u32::from(c)),
        };
        self.mistake(
            format!("{name} stands outside of a string"),
            "remove the character",
        )
    }

    /// Returns a mistake whose place is the fault itself.
    fn mistake(self, message: impl Into<String>, hint: &'static str) -> Option<Mistake> {
        Some((message.into(), hint, self.at))
    }

    fn starts_with(self, starts: &[&str]) -> bool {
        starts.iter().any(|start| self.rest.starts_with(start))
    }

    /// Returns the word that starts at the fault.
    fn word(self) -> &'a str {
        let end = self
            .rest
            .find(|c| !is_of_word(c))
            .unwrap_or(self.rest.len());
        self.rest.get(..end).unwrap_or_default()
    }

    /// Returns the quoted text at the fault, either a word or a single character.
    fn quote_found(self, next: char) -> String {
        let word = self.word();
        if word.is_empty() || matches!(self.expected, END | "`:`") {
            return quoted(next);
        }
        let short: String = word.chars().take(LONGEST_WORD).collect();
        format!("`{short}`")
    }

    /// Returns the offset of the comma before the fault, if only whitespace separates them.
    fn comma_before(self) -> Option<usize> {
        self.before.trim_ascii_end().strip_suffix(',').map(str::len)
    }

    fn describe_control_character(self, next: char) -> Option<Mistake> {
        let (message, hint) = match next {
            '\n' | '\r' => (
                "the line ends inside a string".to_owned(),
                "close the string with `\"`, or write the line break as `\\n`",
            ),
            '\t' => (
                "the string contains a tab".to_owned(),
                "write the tab as `\\t`",
            ),
            c => (
                format!(
                    "the string contains the control character `\\u{:04x}`",
                    u32::from(c)
                ),
                "remove the character, or write it in this form",
            ),
        };
        self.mistake(message, hint)
    }

    fn describe_escape(self, next: char) -> Option<Mistake> {
        let start = self.before.rfind('\\').unwrap_or(self.at);
        let (message, hint) = match next {
            _ if self.expected == "four hexadecimal digits" => (
                "`\\u` is not followed by four hexadecimal digits".to_owned(),
                "write four digits after `\\u`, or write `\\\\` for a backslash",
            ),
            '\'' => (
                "JSON has no escape `\\'`".to_owned(),
                "remove the backslash",
            ),
            '\n' | '\r' => (
                "the line ends after a backslash inside a string".to_owned(),
                "write the string on one line, with `\\n` for a line break",
            ),
            'x' => (
                "JSON has no escape `\\x`".to_owned(),
                "write `\\u00` before the two digits instead of `\\x`",
            ),
            c => (
                format!("JSON has no escape `\\{}`", c.escape_debug()),
                "write `\\\\` for a backslash, or remove it",
            ),
        };
        Some((message, hint, start))
    }

    /// Describes other text in place of a digit.
    fn describe_missing_digit(self, next: char) -> Option<Mistake> {
        let start = self.number_start();
        let (message, hint) = match self.before.chars().next_back()? {
            '-' if self.rest.starts_with("Infinity") => (
                "JSON has no `-Infinity`",
                "write null, a number or a string",
            ),
            '-' if next == '.' => (
                "a number needs a digit before its point",
                "write 0 before the point",
            ),
            '-' => (
                "`-` is not followed by a number",
                "write a number, or a string in double quotes",
            ),
            '.' => (
                "a number needs a digit after its point",
                "write 0 after the point, or remove the point",
            ),
            _ => (
                "the exponent of this number has no digits",
                "write the digits of the exponent",
            ),
        };
        Some((message.to_owned(), hint, start))
    }

    /// Returns the offset of the number before the fault.
    fn number_start(self) -> usize {
        self.before.trim_end_matches(is_of_number).len()
    }

    fn describe_missing_colon(self, next: char) -> Option<Mistake> {
        let (message, hint) = match next {
            '：' => (
                "a full-width colon follows the name of the member",
                "write `:`",
            ),
            '=' => ("`=` follows the name of the member", "write `:`"),
            ',' | '}' | ']' => (
                "the member has no value",
                "write `:` and a value after the name",
            ),
            '"' | '{' | '[' => (
                "a colon is missing after the name of the member",
                "write `:` before the value",
            ),
            _ => return None,
        };
        self.mistake(message, hint)
    }

    /// Describes other text in place of a comma or a closing bracket.
    fn describe_missing_separator(self, next: char) -> Option<Mistake> {
        let last = self.before.chars().next_back()?;
        let start = self.number_start();
        let number = self.before.get(start..).unwrap_or_default();
        if number.ends_with(|c: char| c.is_ascii_digit()) && is_of_number_like(next) {
            let (message, hint) = number_suffix(next);
            return Some((message.to_owned(), hint, start));
        }
        match next {
            // A quote directly before the fault ended the string too early.
            c if last == '"' && (is_of_word(c) || c == '"') => self.mistake(
                "a quote ends the string too early",
                "write quotes inside a string as `\\\"`",
            ),
            '"' if self.expected == "`,` or `}`" => self.mistake(
                "a comma is missing before this member",
                "write a comma before it",
            ),
            '"' | '{' | '[' => self.mistake(
                "a comma is missing before this value",
                "write a comma before it",
            ),
            '}' => self.mistake(
                "this `}` does not match the open `[`",
                "write `]` before it, or remove it",
            ),
            ']' => self.mistake(
                "this `]` does not match the open `{`",
                "write `}` before it, or remove it",
            ),
            '，' => self.mistake("a full-width comma follows the value", "write `,`"),
            ';' => self.mistake("`;` follows the value", "write `,`"),
            '+' => self.mistake(
                "JSON has no expressions",
                "write the result of the expression",
            ),
            '(' => self.mistake(
                "JSON has no functions",
                "write a value, or leave the member out",
            ),
            _ => None,
        }
    }

    /// Describes text that follows a complete value.
    fn describe_text_after_value(self, next: char) -> Option<Mistake> {
        match next {
            '}' | ']' => self.describe_stray_bracket(next),
            ',' => self.mistake("a comma follows the value", "remove the comma"),
            ';' => self.mistake("`;` follows the value", "remove the `;`"),
            _ => None,
        }
    }

    /// Describes a closing bracket without an opening one.
    fn describe_stray_bracket(self, next: char) -> Option<Mistake> {
        self.mistake(
            format!("this `{next}` closes no bracket"),
            "remove the bracket",
        )
    }

    /// Describes other text in place of a value.
    fn describe_value(self, next: char) -> Option<Mistake> {
        let last = self.before.trim_ascii_end().chars().next_back();
        match (next, last) {
            ('}' | ']', Some(',')) => return self.describe_trailing_comma(next),
            ('}' | ']', None) => return self.describe_stray_bracket(next),
            ('}' | ']' | ',', Some(':')) => {
                return self.mistake(
                    "the value after the colon is missing",
                    "write a value, or remove the member",
                );
            }
            (',', None) => {
                return self.mistake("this comma separates no values", "remove the comma");
            }
            (',', _) => return self.describe_two_commas(),
            (';', None) => return self.mistake("`;` is not JSON", "remove the `;`"),
            (')', None) => return self.mistake("`)` is not JSON", "remove the `)`"),
            ('<', None) => {
                return self.mistake(
                    "the text starts with markup, not with JSON",
                    "write a message in JSON",
                );
            }
            _ => {}
        }
        if let Some(mistake) = self.describe_quotes(next) {
            return Some(mistake);
        }
        match next {
            '.' => self.mistake(
                "a number needs a digit before its point",
                "write 0 before the point",
            ),
            '+' => self.mistake("a number cannot start with `+`", "remove the `+`"),
            '(' => self.mistake(
                "JSON has no functions",
                "write a value, or leave the member out",
            ),
            _ => self.describe_word(next),
        }
    }

    /// Describes a word of another language in place of a JSON literal.
    fn describe_word(self, next: char) -> Option<Mistake> {
        let word = self.word();
        let rest = self.rest.get(word.len()..).unwrap_or_default();
        let is_called = rest.trim_start().starts_with('(');
        let hint = match word {
            "" => return None,
            "None" | "nil" | "Null" | "NULL" => "write null",
            "True" | "TRUE" => "write true",
            "False" | "FALSE" => "write false",
            "NaN" | "nan" | "Infinity" | "inf" => "write null, a number or a string",
            "undefined" => "write null, or leave the member out",
            "function" | "async" => {
                return self.mistake(
                    "JSON has no functions",
                    "write a value, or leave the member out",
                );
            }
            "new" => {
                return self.mistake(
                    "JSON has no expressions",
                    "write the result of the expression",
                );
            }
            _ if is_called => {
                return self.mistake("JSON has no functions", "write the result of the call");
            }
            _ => STRING_OR_LITERAL,
        };
        let short = self.quote_found(next);
        let message = match hint {
            STRING_OR_LITERAL => format!("the word {short} is not a JSON value"),
            _ => format!("JSON has no {short}"),
        };
        self.mistake(message, hint)
    }

    /// Describes quotes other than double quotes.
    fn describe_quotes(self, next: char) -> Option<Mistake> {
        let what = if matches!(self.expected, VALUE) {
            "the string"
        } else {
            "the member name"
        };
        let (kind, hint) = match next {
            '\'' => ("in single quotes", QUOTES),
            '`' => ("in backquotes", QUOTES),
            '“' | '”' | '„' | '‟' | '‘' | '’' | '‚' | '‛' | '«' | '»' | '「' | '＂' => {
                ("in typographic quotes", QUOTES)
            }
            '\\' => (
                "in escaped quotes, as JSON inside a string is",
                "remove the backslashes before the quotes",
            ),
            _ => return None,
        };
        Some((format!("{what} is {kind}"), hint, self.at))
    }

    fn describe_trailing_comma(self, next: char) -> Option<Mistake> {
        let at = self.comma_before()?;
        Some((
            format!("JSON does not allow a comma before `{next}`"),
            "remove the comma",
            at,
        ))
    }

    fn describe_two_commas(self) -> Option<Mistake> {
        let message = match self.comma_before() {
            Some(_) => "two commas follow each other",
            None => "a comma precedes the first value",
        };
        Some((
            message.to_owned(),
            "remove the comma, or write a value before it",
            self.at,
        ))
    }

    /// Describes other text in place of a member name.
    fn describe_name(self, next: char) -> Option<Mistake> {
        match next {
            '}' if self.comma_before().is_some() => return self.describe_trailing_comma(next),
            ',' => return self.describe_two_commas(),
            ']' => {
                return self.mistake(
                    "this `]` does not match the open `{`",
                    "write `}` before it, or remove it",
                );
            }
            '{' | '[' => {
                return self.mistake(
                    "the name before this value is missing",
                    "write a name in double quotes and `:`",
                );
            }
            _ => {}
        }
        if let Some(mistake) = self.describe_quotes(next) {
            return Some(mistake);
        }
        let word = self.word();
        let after = self.rest.get(word.len()..).unwrap_or_default().trim_start();
        match after.chars().next() {
            _ if word.is_empty() => None,
            Some('(') => self.mistake("JSON has no functions", "remove the function"),
            _ => self.mistake(
                format!(
                    "the member name {} is not in quotes",
                    self.quote_found(next)
                ),
                "write the name in double quotes",
            ),
        }
    }
}

/// Returns the message and the hint for text directly after the digits of a number.
fn number_suffix(next: char) -> (&'static str, &'static str) {
    match next {
        'x' | 'X' => (
            "JSON has no hexadecimal numbers",
            "write the number in decimal digits, or a string in double quotes",
        ),
        // Only a leading zero ends a number before its next digit.
        c if c.is_ascii_digit() => (
            "a number cannot start with the digit 0",
            "remove the leading zeros, or write a string in double quotes",
        ),
        '_' => ("JSON does not allow `_` in numbers", "remove the `_`"),
        'n' => (
            "JSON has no BigInt literals",
            "remove the `n`, or write a string",
        ),
        _ => ("a number is followed by other text", WRITE_STRING),
    }
}

fn is_of_number(c: char) -> bool {
    c.is_ascii_digit() || matches!(c, '.' | '-' | '+' | 'e' | 'E')
}

/// Returns `true` if a character can continue text that begins like a number.
fn is_of_number_like(c: char) -> bool {
    is_of_word(c) || matches!(c, '.' | '-' | '%' | '°' | ':')
}

#[cfg(test)]
mod tests {
    use crate::Payload;

    /// Returns the line, the column, the message and the hint of the error in a text.
    fn error(text: &str) -> (usize, usize, String, String) {
        let error = Payload::parse(text).unwrap_err();
        (error.line, error.column, error.message, error.hint)
    }

    #[test]
    fn common_mistakes_are_described_at_their_place() {
        for (text, line, column, message, hint) in [
            ("", 1, 1, "the text is empty", "write a JSON value"),
            (
                "[1,]",
                1,
                3,
                "JSON does not allow a comma before `]`",
                "remove the comma",
            ),
            (
                "{\"a\":1,\n}",
                1,
                7,
                "JSON does not allow a comma before `}`",
                "remove the comma",
            ),
            (
                ", 1",
                1,
                1,
                "this comma separates no values",
                "remove the comma",
            ),
            (
                "{\"a\":1,,\"b\":2}",
                1,
                8,
                "two commas follow each other",
                "remove the comma, or write a value before it",
            ),
            (
                "[,1]",
                1,
                2,
                "a comma precedes the first value",
                "remove the comma, or write a value before it",
            ),
            (
                "// a\n[]",
                1,
                1,
                "JSON does not allow comments",
                "remove the comment",
            ),
            (
                "{/* a */}",
                1,
                2,
                "JSON does not allow comments",
                "remove the comment",
            ),
            (
                "[1 # a\n]",
                1,
                4,
                "JSON does not allow comments",
                "remove the comment",
            ),
            (
                "{'a':1}",
                1,
                2,
                "the member name is in single quotes",
                "write double quotes (`\"`)",
            ),
            (
                "[“a”]",
                1,
                2,
                "the string is in typographic quotes",
                "write double quotes (`\"`)",
            ),
            (
                "[`a`]",
                1,
                2,
                "the string is in backquotes",
                "write double quotes (`\"`)",
            ),
            (
                r#"{\"a\":1}"#,
                1,
                2,
                "the member name is in escaped quotes, as JSON inside a string is",
                "remove the backslashes before the quotes",
            ),
            (
                "{a:1}",
                1,
                2,
                "the member name `a` is not in quotes",
                "write the name in double quotes",
            ),
            (
                "{f() {}}",
                1,
                2,
                "JSON has no functions",
                "remove the function",
            ),
            (
                "[NaN]",
                1,
                2,
                "JSON has no `NaN`",
                "write null, a number or a string",
            ),
            (
                "[-Infinity]",
                1,
                2,
                "JSON has no `-Infinity`",
                "write null, a number or a string",
            ),
            ("[None]", 1, 2, "JSON has no `None`", "write null"),
            ("[True]", 1, 2, "JSON has no `True`", "write true"),
            (
                "[undefined]",
                1,
                2,
                "JSON has no `undefined`",
                "write null, or leave the member out",
            ),
            (
                "[hello]",
                1,
                2,
                "the word `hello` is not a JSON value",
                "write a string in double quotes, a number, true, false or null",
            ),
            (
                "[() => 1]",
                1,
                2,
                "JSON has no functions",
                "write a value, or leave the member out",
            ),
            (
                "[Date()]",
                1,
                2,
                "JSON has no functions",
                "write the result of the call",
            ),
            (
                "[new Date()]",
                1,
                2,
                "JSON has no expressions",
                "write the result of the expression",
            ),
            (
                "[.5]",
                1,
                2,
                "a number needs a digit before its point",
                "write 0 before the point",
            ),
            (
                "[-.5]",
                1,
                2,
                "a number needs a digit before its point",
                "write 0 before the point",
            ),
            (
                "[5.]",
                1,
                2,
                "a number needs a digit after its point",
                "write 0 after the point, or remove the point",
            ),
            (
                "[1e]",
                1,
                2,
                "the exponent of this number has no digits",
                "write the digits of the exponent",
            ),
            (
                "[+1]",
                1,
                2,
                "a number cannot start with `+`",
                "remove the `+`",
            ),
            (
                "[0x1F]",
                1,
                2,
                "JSON has no hexadecimal numbers",
                "write the number in decimal digits, or a string in double quotes",
            ),
            (
                "[01]",
                1,
                2,
                "a number cannot start with the digit 0",
                "remove the leading zeros, or write a string in double quotes",
            ),
            (
                "[1_000]",
                1,
                2,
                "JSON does not allow `_` in numbers",
                "remove the `_`",
            ),
            (
                "[10n]",
                1,
                2,
                "JSON has no BigInt literals",
                "remove the `n`, or write a string",
            ),
            (
                "[10px]",
                1,
                2,
                "a number is followed by other text",
                "write a string in double quotes",
            ),
            (
                "[2026-01-01]",
                1,
                2,
                "a number is followed by other text",
                "write a string in double quotes",
            ),
            (
                "[\"a\tb\"]",
                1,
                4,
                "the string contains a tab",
                "write the tab as `\\t`",
            ),
            (
                "[\"a\nb\"]",
                1,
                4,
                "the line ends inside a string",
                "close the string with `\"`, or write the line break as `\\n`",
            ),
            (
                "[\"\u{1a}\"]",
                1,
                3,
                "the string contains the control character `\\u001a`",
                "remove the character, or write it in this form",
            ),
            (
                r#"["a\qb"]"#,
                1,
                4,
                "JSON has no escape `\\q`",
                "write `\\\\` for a backslash, or remove it",
            ),
            (
                r#"["it\'s"]"#,
                1,
                5,
                "JSON has no escape `\\'`",
                "remove the backslash",
            ),
            (
                r#"["\x41"]"#,
                1,
                3,
                "JSON has no escape `\\x`",
                "write `\\u00` before the two digits instead of `\\x`",
            ),
            (
                r#"["\u12"]"#,
                1,
                3,
                "`\\u` is not followed by four hexadecimal digits",
                "write four digits after `\\u`, or write `\\\\` for a backslash",
            ),
            (
                r#"["say "hi" now"]"#,
                1,
                8,
                "a quote ends the string too early",
                "write quotes inside a string as `\\\"`",
            ),
            (
                "[\"a\" + \"b\"]",
                1,
                6,
                "JSON has no expressions",
                "write the result of the expression",
            ),
            (
                "{\"a\":1 \"b\":2}",
                1,
                8,
                "a comma is missing before this member",
                "write a comma before it",
            ),
            (
                "[{} {}]",
                1,
                5,
                "a comma is missing before this value",
                "write a comma before it",
            ),
            (
                "[{]]",
                1,
                3,
                "this `]` does not match the open `{`",
                "write `}` before it, or remove it",
            ),
            (
                "[1}",
                1,
                3,
                "this `}` does not match the open `[`",
                "write `]` before it, or remove it",
            ),
            (
                "[]]",
                1,
                3,
                "this `]` closes no bracket",
                "remove the bracket",
            ),
            (
                "}",
                1,
                1,
                "this `}` closes no bracket",
                "remove the bracket",
            ),
            (
                "{\"a\"=1}",
                1,
                5,
                "`=` follows the name of the member",
                "write `:`",
            ),
            (
                "{\"a\" 1}",
                1,
                6,
                "expected `:` after the name of the member, found `1`",
                "write `:` and a value",
            ),
            (
                "{\"a\"}",
                1,
                5,
                "the member has no value",
                "write `:` and a value after the name",
            ),
            (
                "{\"a\":}",
                1,
                6,
                "the value after the colon is missing",
                "write a value, or remove the member",
            ),
            (
                "{\"a\"：1}",
                1,
                5,
                "a full-width colon follows the name of the member",
                "write `:`",
            ),
            (
                "[1,\u{a0}2]",
                1,
                4,
                "a no-break space stands outside of a string",
                "remove the character",
            ),
            (
                "[1,\0]",
                1,
                4,
                "the control character `\\u0000` stands outside of a string",
                "remove the character",
            ),
            (
                "[1, ...]",
                1,
                5,
                "an ellipsis stands in place of JSON",
                "write the text that was left out",
            ),
            ("{};", 1, 3, "`;` follows the value", "remove the `;`"),
            (
                "{} x",
                1,
                4,
                "expected nothing after the JSON value, found `x`",
                "remove the text after the value",
            ),
            ("[1;2]", 1, 3, "`;` follows the value", "write `,`"),
            (
                "[1*2]",
                1,
                3,
                "expected `,` or `]` after this element, found `*`",
                "write `,` before the next element, or `]` at the end",
            ),
            (
                "<<<<<<< HEAD\n{}",
                1,
                1,
                "this line marks a merge conflict",
                "resolve the conflict in the file",
            ),
            (
                "```json\n{}",
                1,
                1,
                "a code fence is not JSON",
                "remove the line with the code fence",
            ),
            (
                "{\"a\":[{\"b\":\"c",
                1,
                13,
                "the text is truncated: it ends inside a string",
                "write the missing end of the text, at least `\"}]}`",
            ),
            (
                "[1,",
                1,
                3,
                "the text is truncated: it ends before a value",
                "write the missing end of the text, at least `]`",
            ),
            (
                "[1",
                1,
                2,
                "the text is truncated: it ends inside an array",
                "write the missing end of the text, at least `]`",
            ),
            (
                "{\"a\"",
                1,
                4,
                "the text is truncated: it ends after the name of a member",
                "write the missing end of the text, at least `}`",
            ),
            (
                "-",
                1,
                1,
                "the text is truncated: it ends inside a number",
                "write the rest of the value",
            ),
        ] {
            let expected = (line, column, message.to_owned(), hint.to_owned());
            assert_eq!(error(text), expected, "{text}");
        }
    }

    #[test]
    fn long_texts_are_not_quoted_in_full() {
        let (_, _, message, _) = error(&format!("[{}]", "é".repeat(1000)));
        assert_eq!(
            message,
            format!("the word `{}` is not a JSON value", "é".repeat(20))
        );
        let (_, _, _, hint) = error(&"[".repeat(100));
        assert_eq!(hint, "write the missing end of the text");
    }
}
