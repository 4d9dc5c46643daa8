//! The place of a syntax error, which the parser does not report.

use super::{ExpressionError, ExpressionErrorKind};
use jsonata_core::parser::{self, ParserError};
use std::{iter::Peekable, str::CharIndices};

pub(super) fn error(text: &str, error: &ParserError) -> ExpressionError {
    let message = match error {
        ParserError::Coded { code: "U1002", .. } => {
            let message = "the expression has too many levels";
            return ExpressionError::new(ExpressionErrorKind::Unsupported, message);
        }
        error => error.to_string(),
    };
    let at = Some(place(text));
    ExpressionError {
        kind: ExpressionErrorKind::Syntax,
        message,
        at,
    }
}

/// Returns the number of characters before the first token that makes every continuation invalid. If the text ends
/// too early, returns the number of all characters.
fn place(text: &str) -> usize {
    let ends = ends(text);
    // Prefixes are valid up to the end of some token, and invalid from then on.
    let fits = ends.partition_point(|end| text.get(..*end).is_none_or(can_continue));
    let before = fits
        .checked_sub(1)
        .and_then(|last| ends.get(last).copied())
        .unwrap_or_default();
    let rest = text.get(before..).unwrap_or_default();
    let blanks = rest.len() - rest.trim_start().len();
    text.get(..before + blanks).unwrap_or(text).chars().count()
}

/// Returns `true` if this text is an expression or the start of an expression.
fn can_continue(start: &str) -> bool {
    match parser::parse(start) {
        Ok(_) => true,
        Err(
            ParserError::UnexpectedEnd
            | ParserError::UnclosedString
            | ParserError::UnclosedComment
            | ParserError::UnclosedBacktick,
        ) => true,
        Err(ParserError::Expected { found, .. } | ParserError::UnexpectedToken(found)) => {
            found == "Eof" || found.is_empty()
        }
        Err(error) => {
            let message = error.to_string();
            message.contains("Eof") || message.contains("end of")
        }
    }
}

/// Returns the approximate ends of the tokens. No end is inside a word, a number or a string.
fn ends(text: &str) -> Vec<usize> {
    let mut ends = Vec::new();
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let mut end = at + c.len_utf8();
        if c.is_whitespace() {
            continue;
        }
        if matches!(c, '"' | '\'' | '`') {
            end = skip_string(c, &mut chars).unwrap_or(end);
        } else if is_word(c) {
            while let Some((at, next)) = chars.next_if(|(_, next)| is_word(*next)) {
                end = at + next.len_utf8();
            }
        } else if is_operator(c) {
            while let Some((at, next)) = chars.next_if(|(_, next)| is_operator(*next)) {
                end = at + next.len_utf8();
            }
        }
        ends.push(end);
    }
    ends
}

/// Reads the rest of a string, and returns its end; `None` if the string ends with the text.
fn skip_string(quote: char, chars: &mut Peekable<CharIndices<'_>>) -> Option<usize> {
    let mut end = None;
    let mut is_escaped = false;
    for (at, next) in chars.by_ref() {
        end = Some(at + next.len_utf8());
        match next {
            _ if is_escaped => is_escaped = false,
            // A name in backquotes has no escapes.
            '\\' => is_escaped = quote != '`',
            _ if next == quote => break,
            _ => {}
        }
    }
    end
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '$')
}

/// Returns `true` for characters that occur in operators of several characters.
fn is_operator(c: char) -> bool {
    matches!(c, '!' | '=' | '<' | '>' | ':' | '?' | '~' | '*' | '.')
}
