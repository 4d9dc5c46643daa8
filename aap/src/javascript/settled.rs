//! Whether a JSON text is what JavaScript makes of it. Most data is, as JavaScript wrote it.

use super::number;
use wire::token::{TokenKind, Tokens};

/// How many names of one object are compared with each other.
const FEW: usize = 16;

/// Whether JavaScript leaves a text as it is. A quick answer: what only may change is said to change.
pub(super) fn is_settled(text: &str) -> bool {
    if text.contains('\\') {
        return false;
    }
    // The names of the objects that are open, where those of each begin, and whether something stands in it.
    let (mut names, mut open): (Vec<&str>, Vec<(usize, bool)>) = (Vec::with_capacity(FEW), Vec::new());
    let mut without_blanks = 0;
    for token in Tokens::new(text) {
        without_blanks += token.text.len();
        let is_name = token.kind == TokenKind::Name;
        if matches!(token.kind, TokenKind::ObjectEnd | TokenKind::ArrayEnd) {
            names.truncate(open.pop().map_or(0, |(first, _)| first));
            continue;
        }
        if let Some((first, has_some)) = open.last_mut() {
            // In front of every element but the first there is a comma, and in front of every name but the first.
            let is_member = !is_name && *first < names.len();
            without_blanks +=
                usize::from(std::mem::replace(has_some, true) && !is_member) + usize::from(is_name);
            if is_name {
                let others = names.get(*first..).unwrap_or_default();
                let may_be_index = token.text.as_bytes().get(1).is_some_and(u8::is_ascii_digit);
                if may_be_index || others.len() >= FEW || others.contains(&token.text) {
                    return false;
                }
                names.push(token.text);
            }
        }
        match token.kind {
            TokenKind::ObjectStart | TokenKind::ArrayStart => open.push((names.len(), false)),
            TokenKind::Number if !number::is_settled(token.text) => return false,
            _ => {}
        }
    }
    without_blanks == text.len()
}
