//! A quick check for JSON text that JavaScript writes unchanged. Most data passes the check.

use super::number;
use wire::token::{TokenKind, Tokens};

/// The maximum number of members in one object for which the check compares all names.
const FEW: usize = 16;

/// Returns `true` only if JavaScript writes the text unchanged. The quick check also returns `false` for some texts
/// that JavaScript would not change.
pub(super) fn is_canonical(text: &str) -> bool {
    if text.contains('\\') {
        return false;
    }
    // The names of the open objects, and the index of the first name of each.
    let (mut names, mut open): (Vec<&str>, Vec<usize>) = (Vec::with_capacity(FEW), Vec::new());
    let mut end = 0;
    for token in Tokens::new(text) {
        // JavaScript writes no whitespace between tokens.
        if !matches!(text.get(end..token.at), Some("" | "," | ":")) {
            return false;
        }
        end = token.at + token.text.len();
        match token.kind {
            TokenKind::ObjectStart | TokenKind::ArrayStart => open.push(names.len()),
            TokenKind::ObjectEnd | TokenKind::ArrayEnd => {
                names.truncate(open.pop().unwrap_or_default())
            }
            TokenKind::Name => {
                let earlier_names = open
                    .last()
                    .and_then(|first| names.get(*first..))
                    .unwrap_or_default();
                // JavaScript moves members whose names are indexes to the front.
                let may_be_index = token.text.as_bytes().get(1).is_some_and(u8::is_ascii_digit);
                if may_be_index || earlier_names.len() >= FEW || earlier_names.contains(&token.text)
                {
                    return false;
                }
                names.push(token.text);
            }
            TokenKind::Number if !number::is_canonical(token.text) => return false,
            TokenKind::Number | TokenKind::String | TokenKind::Literal => {}
        }
    }
    end == text.len()
}
