//! A walk over JSON text that knows where it is.

use std::borrow::Cow;
use wire::{
    Pointer,
    token::{self, Token, TokenKind, Tokens},
};

/// One step from a container to a value in it.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Step<'a> {
    /// To a member; the name with its quotes.
    Name(&'a str),
    /// To an element.
    Index(usize),
}

/// Whether two values stand in the same place of two records of a list, or in the same place.
pub(crate) fn alike(a: &[Step<'_>], b: &[Step<'_>]) -> bool {
    a.len() == b.len()
        && a.iter().zip(b).all(|steps| match steps {
            (Step::Name(a), Step::Name(b)) => a == b,
            (Step::Index(_), Step::Index(_)) => true,
            _ => false,
        })
}

/// Whether a path leads to where a pointer points.
pub(crate) fn leads_to(path: &[Step<'_>], segments: &[Cow<'_, str>]) -> bool {
    path.len() == segments.len()
        && path.iter().zip(segments).all(|(step, segment)| match step {
            Step::Name(name) => token::name(name) == *segment,
            Step::Index(index) => index.to_string() == *segment,
        })
}

/// The tokens of a text, with the path of each. Linear, whatever the text holds.
pub(crate) struct Walk<'a> {
    tokens: Tokens<'a>,
    path: Vec<Step<'a>>,
    after: After<'a>,
}

/// What happens to the path when the walk leaves its token.
enum After<'a> {
    Nothing,
    Enter(Step<'a>),
    Pass,
}

impl<'a> Walk<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Self { tokens: Tokens::new(text), path: Vec::new(), after: After::Nothing }
    }

    /// The path of the last token: to the value that it is or opens or closes, or to the member that it names.
    pub(crate) fn path(&self) -> &[Step<'a>] {
        &self.path
    }

    /// The same as a pointer.
    pub(crate) fn pointer(&self) -> Pointer {
        let mut pointer = Pointer::root();
        for step in &self.path {
            match step {
                Step::Name(name) => pointer.push(&token::name(name)),
                Step::Index(index) => pointer.push_index(*index),
            }
        }
        pointer
    }
}

impl<'a> Iterator for Walk<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        match std::mem::replace(&mut self.after, After::Nothing) {
            After::Nothing => {}
            After::Enter(step) => self.path.push(step),
            After::Pass => {
                if let Some(Step::Index(index)) = self.path.last_mut() {
                    *index += 1;
                }
            }
        }
        let token = self.tokens.next()?;
        match token.kind {
            TokenKind::Name => {
                if let Some(step) = self.path.last_mut() {
                    *step = Step::Name(token.text);
                }
            }
            TokenKind::ObjectStart => self.after = After::Enter(Step::Name("\"\"")),
            TokenKind::ArrayStart => self.after = After::Enter(Step::Index(0)),
            TokenKind::ObjectEnd | TokenKind::ArrayEnd => {
                self.path.pop();
                self.after = After::Pass;
            }
            TokenKind::String | TokenKind::Number | TokenKind::Literal => self.after = After::Pass,
        }
        Some(token)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_token_has_its_pointer() {
        let text = r#"{"a":[1,{"b/c":[],"d":"x"},[[2]]],"e":null}"#;
        let mut walk = Walk::new(text);
        let mut seen = Vec::new();
        while let Some(token) = walk.next() {
            if !matches!(token.kind, TokenKind::ObjectEnd | TokenKind::ArrayEnd) {
                seen.push((token.text, walk.pointer().to_string()));
            }
        }
        let expected = [
            ("{", ""),
            ("\"a\"", "/a"),
            ("[", "/a"),
            ("1", "/a/0"),
            ("{", "/a/1"),
            ("\"b/c\"", "/a/1/b~1c"),
            ("[", "/a/1/b~1c"),
            ("\"d\"", "/a/1/d"),
            ("\"x\"", "/a/1/d"),
            ("[", "/a/2"),
            ("[", "/a/2/0"),
            ("2", "/a/2/0/0"),
            ("\"e\"", "/e"),
            ("null", "/e"),
        ];
        let seen: Vec<_> = seen.iter().map(|(text, pointer)| (*text, pointer.as_str())).collect();
        assert_eq!(seen, expected);
    }

    #[test]
    fn what_is_no_json_only_ends_the_walk() {
        for text in ["", "]]]", "{\"a\"", "[1,,", "\"", "{]}[", ":::"] {
            assert!(Walk::new(text).count() <= text.len());
        }
    }
}
