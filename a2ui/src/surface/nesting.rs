//! How deep the properties of a component nest, what they call, and how they write it.

use super::SurfaceError;
use crate::{
    data_model,
    rules::{MAX_CALL_DEPTH, MAX_JSON_DEPTH},
};
use wire::{
    Payload, Pointer,
    token::{self, TokenKind, Tokens},
};

/// The notations that a value shows.
#[derive(Debug, Default)]
pub(super) struct SeenNotations {
    /// Where, or somewhere.
    pub(super) plain: Option<Pointer>,
    pub(super) at: Option<Pointer>,
    records_places: bool,
}

impl SeenNotations {
    /// One that says where.
    pub(super) fn with_places() -> Self {
        Self { records_places: true, ..Self::default() }
    }
}

/// No property stands deeper in a message: `/surfaceUpdate/components/0/component/Text/text`.
const MAX_ABOVE: usize = 6;

/// Refuses properties that nest too deep, call too deep or bind to what is no path; `at` is where they stand in their
/// message, which is asked only of what is refused. A function call has `call` and `args` (`@call` since A2UI 1.0 of
/// September 2026), or stands under `functionCall`.
pub(super) fn check(
    properties: &Payload,
    at: &dyn Fn() -> Pointer,
    seen: &mut SeenNotations,
) -> Result<(), SurfaceError> {
    // What holds nothing neither nests nor calls.
    if !properties.text().starts_with(['{', '[']) {
        return Ok(());
    }
    if token::can_exceed_depth(properties.text(), MAX_JSON_DEPTH.saturating_sub(MAX_ABOVE)) {
        let at = at();
        let levels = MAX_JSON_DEPTH.saturating_sub(at.segments().count());
        if let Some(deep) = token::deeper_than(properties.text(), levels) {
            let message =
                format_args!("more than {MAX_JSON_DEPTH} levels of JSON in one message").to_string();
            return Err(SurfaceError::new("json-depth", at.join(&deep), message).hint("nest less deep"));
        }
    }
    let mut walk = Walk { at, open: Vec::new(), seen };
    Tokens::new(properties.text()).try_for_each(|token| walk.token(token.kind, token.text))
}

/// A container that is being read.
#[derive(Default)]
struct Open<'a> {
    /// The name of the member that is being read, with quotes.
    name: Option<&'a str>,
    /// How many values came before the one that is being read.
    index: usize,
    has_call: bool,
    has_at_call: bool,
    has_args: bool,
    has_path: bool,
    /// Whether it holds `functionCall` with an object that is no call itself.
    wraps: bool,
    /// How many calls lie in each other below it.
    calls: usize,
}

struct Walk<'a, 'b> {
    at: &'b dyn Fn() -> Pointer,
    open: Vec<Open<'a>>,
    seen: &'b mut SeenNotations,
}

impl<'a> Walk<'a, '_> {
    fn token(&mut self, kind: TokenKind, text: &'a str) -> Result<(), SurfaceError> {
        match kind {
            TokenKind::Name => {
                if let Some(open) = self.open.last_mut() {
                    open.name = Some(text);
                }
                Ok(())
            }
            TokenKind::ObjectStart | TokenKind::ArrayStart => {
                self.open.push(Open::default());
                Ok(())
            }
            TokenKind::ObjectEnd | TokenKind::ArrayEnd => self.close(kind == TokenKind::ObjectEnd),
            TokenKind::String => self.string(text),
            TokenKind::Number | TokenKind::Literal => {
                self.next();
                Ok(())
            }
        }
    }

    /// A value ended.
    fn next(&mut self) {
        if let Some(open) = self.open.last_mut() {
            open.has_args |= open.name == Some(r#""args""#);
            open.index += 1;
        }
    }

    fn string(&mut self, text: &'a str) -> Result<(), SurfaceError> {
        let Some(open) = self.open.last_mut() else { return Ok(()) };
        match open.name {
            Some(r#""call""#) => open.has_call = true,
            Some(r#""@call""#) => open.has_at_call = true,
            Some(r#""path""# | r#""@path""# | r#""dataBinding""#) => {
                open.has_path |= open.name == Some(r#""path""#);
                let at_path = open.name == Some(r#""@path""#);
                let path = token::string(text);
                // A text without `~` is always one.
                if path.contains('~') {
                    if let Err(error @ data_model::DataError::Path { .. }) = data_model::segments(&path) {
                        return Err(SurfaceError::data(&error, self.pointer()));
                    }
                }
                if at_path && self.seen.at.is_none() {
                    self.seen.at = Some(self.place());
                }
            }
            _ => {}
        }
        self.next();
        Ok(())
    }

    fn close(&mut self, is_object: bool) -> Result<(), SurfaceError> {
        let Some(closed) = self.open.pop() else { return Ok(()) };
        let is_call = (closed.has_call || closed.has_at_call) && closed.has_args;
        let calls = closed.calls + usize::from(is_call || closed.wraps);
        if calls > MAX_CALL_DEPTH {
            let message = format_args!("more than {MAX_CALL_DEPTH} function calls in each other").to_string();
            return Err(SurfaceError::new("call-depth", self.pointer(), message).hint("call less deep"));
        }
        if closed.has_at_call && self.seen.at.is_none() {
            self.seen.at = Some(self.place());
        }
        // With other members beside it, a `path` is that of a template; the names in a context are the agent's own.
        let is_context = self.open.last().is_some_and(|open| open.name == Some(r#""context""#));
        let is_plain = closed.has_call || (closed.has_path && closed.index == 1);
        if is_plain && !is_context && self.seen.plain.is_none() {
            self.seen.plain = Some(self.place());
        }
        if let Some(open) = self.open.last_mut() {
            open.calls = open.calls.max(calls);
            open.wraps |= open.name == Some(r#""functionCall""#) && is_object && !is_call;
        }
        self.next();
        Ok(())
    }

    /// The same, if that is asked.
    fn place(&self) -> Pointer {
        if self.seen.records_places { self.pointer() } else { Pointer::root() }
    }

    /// Where the value stands that is being read.
    fn pointer(&self) -> Pointer {
        let mut pointer = (self.at)();
        for open in &self.open {
            match open.name {
                Some(name) => pointer.push(&token::string(name)),
                None => pointer.push_index(open.index),
            }
        }
        pointer
    }
}
