//! Checks of nesting, function calls and paths in the properties of a component, and detection of notations.

use super::SurfaceError;
use crate::{
    data_model,
    limits::{JSON_DEPTH, MAX_CALL_DEPTH},
};
use wire::{
    Payload, Pointer,
    token::{self, TokenKind, Tokens},
};

/// The notations that a value uses.
#[derive(Debug, Default)]
pub(super) struct SeenNotations {
    /// The place of the first use. This is the root if places are not recorded.
    pub(super) plain: Option<Pointer>,
    pub(super) at: Option<Pointer>,
    records_places: bool,
}

impl SeenNotations {
    /// Creates an empty record that also stores where each notation is first used.
    pub(super) fn with_places() -> Self {
        Self {
            records_places: true,
            ..Self::default()
        }
    }
}

/// The number of levels above the highest property of a message: `/surfaceUpdate/components/0/component/Text/text`.
const MAX_ABOVE: usize = 6;

/// Refuses properties that are nested too deep, nest function calls too deep or contain an invalid path. `at` returns the
/// pointer of the properties and is called only for errors. A function call has `call` and `args` (`@call` since the A2UI
/// 1.0 of September 2026), or is the value of `functionCall`.
pub(super) fn check(
    properties: &Payload,
    at: &dyn Fn() -> Pointer,
    seen: &mut SeenNotations,
) -> Result<(), SurfaceError> {
    // Scalars contain neither nesting nor calls.
    if !properties.text().starts_with(['{', '[']) {
        return Ok(());
    }
    if token::can_exceed_depth(properties.text(), JSON_DEPTH.saturating_sub(MAX_ABOVE)) {
        let at = at();
        let levels = JSON_DEPTH.saturating_sub(at.segments().count());
        if let Some(deep) = token::deeper_than(properties.text(), levels) {
            let message = format_args!("the message nests JSON more than {JSON_DEPTH} levels deep")
                .to_string();
            return Err(
                SurfaceError::new("json-depth", at.join(&deep), message).hint("reduce the nesting")
            );
        }
    }
    let mut walk = NestingWalk {
        at,
        open: Vec::new(),
        seen,
    };
    Tokens::new(properties.text()).try_for_each(|token| walk.token(token.kind, token.text))
}

/// A container whose members or elements are being read.
#[derive(Default)]
struct OpenContainer<'a> {
    /// The quoted name of the member whose value is being read.
    name: Option<&'a str>,
    /// The number of values that were read before the current one.
    index: usize,
    has_call: bool,
    has_at_call: bool,
    has_args: bool,
    has_path: bool,
    /// `true` if a member `functionCall` contains an object that is not a call itself.
    wraps: bool,
    /// The nesting depth of the calls inside the container.
    calls: usize,
}

struct NestingWalk<'a, 'b> {
    at: &'b dyn Fn() -> Pointer,
    open: Vec<OpenContainer<'a>>,
    seen: &'b mut SeenNotations,
}

impl<'a> NestingWalk<'a, '_> {
    fn token(&mut self, kind: TokenKind, text: &'a str) -> Result<(), SurfaceError> {
        match kind {
            TokenKind::Name => {
                if let Some(open) = self.open.last_mut() {
                    open.name = Some(text);
                }
                Ok(())
            }
            TokenKind::ObjectStart | TokenKind::ArrayStart => {
                self.open.push(OpenContainer::default());
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

    /// Ends the current value of the innermost container.
    fn next(&mut self) {
        if let Some(open) = self.open.last_mut() {
            open.has_args |= open.name == Some(r#""args""#);
            open.index += 1;
        }
    }

    fn string(&mut self, text: &'a str) -> Result<(), SurfaceError> {
        let Some(open) = self.open.last_mut() else {
            return Ok(());
        };
        match open.name {
            Some(r#""call""#) => open.has_call = true,
            Some(r#""@call""#) => open.has_at_call = true,
            Some(r#""path""# | r#""@path""# | r#""dataBinding""#) => {
                open.has_path |= open.name == Some(r#""path""#);
                let at_path = open.name == Some(r#""@path""#);
                let path = token::string(text);
                // A text without `~` is always a valid path.
                if path.contains('~') {
                    if let Err(error @ data_model::DataError::Path { .. }) =
                        data_model::segments(&path)
                    {
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
        let Some(closed) = self.open.pop() else {
            return Ok(());
        };
        let is_call = (closed.has_call || closed.has_at_call) && closed.has_args;
        let calls = closed.calls + usize::from(is_call || closed.wraps);
        if calls > MAX_CALL_DEPTH {
            let message =
                format_args!("function calls are nested more than {MAX_CALL_DEPTH} levels deep")
                    .to_string();
            return Err(SurfaceError::new("call-depth", self.pointer(), message)
                .hint("reduce the nesting of calls"));
        }
        // Only the first place is reported, so later places are not recorded.
        if closed.has_at_call && self.seen.at.is_none() {
            self.seen.at = Some(self.place());
        }
        // A `path` next to other members belongs to a template. In a context, the agent chooses the member names.
        let is_context = self
            .open
            .last()
            .is_some_and(|open| open.name == Some(r#""context""#));
        let is_plain = closed.has_call || (closed.has_path && closed.index == 1);
        if is_plain && !is_context && self.seen.plain.is_none() {
            self.seen.plain = Some(self.place());
        }
        if let Some(open) = self.open.last_mut() {
            open.calls = open.calls.max(calls);
            // An object in `functionCall` counts as a call even if it is malformed.
            open.wraps |= open.name == Some(r#""functionCall""#) && is_object && !is_call;
        }
        self.next();
        Ok(())
    }

    /// Returns the current pointer if places are recorded.
    fn place(&self) -> Pointer {
        if self.seen.records_places {
            self.pointer()
        } else {
            Pointer::root()
        }
    }

    /// Returns the pointer of the current value.
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
