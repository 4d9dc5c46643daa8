//! An iterator over JSON tokens that tracks the path of each token.

use std::borrow::Cow;
use wire::{
    Pointer,
    token::{self, Token, TokenKind, Tokens},
};

/// One step from a container to a child.
#[derive(Clone, Copy, Debug)]
pub(crate) enum PathStep<'a> {
    /// A step to a member. The name includes its quotes.
    Name(&'a str),
    /// A step to an element.
    Index(usize),
}

/// Returns `true` if two paths differ only in indices, such as the same member of two records in a list.
pub(crate) fn is_same_place(a: &[PathStep<'_>], b: &[PathStep<'_>]) -> bool {
    a.len() == b.len()
        && a.iter().zip(b).all(|steps| match steps {
            (PathStep::Name(a), PathStep::Name(b)) => a == b,
            (PathStep::Index(_), PathStep::Index(_)) => true,
            _ => false,
        })
}

/// Returns `true` if a path and a pointer denote the same place.
pub(crate) fn is_path_of(path: &[PathStep<'_>], segments: &[Cow<'_, str>]) -> bool {
    path.len() == segments.len()
        && path.iter().zip(segments).all(|(step, segment)| match step {
            PathStep::Name(name) => token::name(name) == *segment,
            PathStep::Index(index) => index.to_string() == *segment,
        })
}

/// An iterator over the tokens of a text with their paths. The iteration takes linear time for any text.
pub(crate) struct Walk<'a> {
    tokens: Tokens<'a>,
    path: Vec<PathStep<'a>>,
    after: NextStep<'a>,
}

/// The change of the path after the current token.
enum NextStep<'a> {
    Nothing,
    Enter(PathStep<'a>),
    Pass,
}

impl<'a> Walk<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Self {
            tokens: Tokens::new(text),
            path: Vec::new(),
            after: NextStep::Nothing,
        }
    }

    /// Returns the path of the last token. A bracket has the path of its array or object, and a name has the path of
    /// its member.
    pub(crate) fn path(&self) -> &[PathStep<'a>] {
        &self.path
    }

    /// Returns the path of the last token as a pointer.
    pub(crate) fn pointer(&self) -> Pointer {
        let mut pointer = Pointer::root();
        for step in &self.path {
            match step {
                PathStep::Name(name) => pointer.push(&token::name(name)),
                PathStep::Index(index) => pointer.push_index(*index),
            }
        }
        pointer
    }
}

impl<'a> Iterator for Walk<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        match std::mem::replace(&mut self.after, NextStep::Nothing) {
            NextStep::Nothing => {}
            NextStep::Enter(step) => self.path.push(step),
            NextStep::Pass => {
                if let Some(PathStep::Index(index)) = self.path.last_mut() {
                    *index += 1;
                }
            }
        }
        let token = self.tokens.next()?;
        match token.kind {
            TokenKind::Name => {
                if let Some(step) = self.path.last_mut() {
                    *step = PathStep::Name(token.text);
                }
            }
            TokenKind::ObjectStart => self.after = NextStep::Enter(PathStep::Name("\"\"")),
            TokenKind::ArrayStart => self.after = NextStep::Enter(PathStep::Index(0)),
            TokenKind::ObjectEnd | TokenKind::ArrayEnd => {
                self.path.pop();
                self.after = NextStep::Pass;
            }
            TokenKind::String | TokenKind::Number | TokenKind::Literal => {
                self.after = NextStep::Pass
            }
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
        let seen: Vec<_> = seen
            .iter()
            .map(|(text, pointer)| (*text, pointer.as_str()))
            .collect();
        assert_eq!(seen, expected);
    }

    #[test]
    fn invalid_json_ends_the_walk() {
        for text in ["", "]]]", "{\"a\"", "[1,,", "\"", "{]}[", ":::"] {
            assert!(Walk::new(text).count() <= text.len());
        }
    }
}
