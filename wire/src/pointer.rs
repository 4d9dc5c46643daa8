//! JSON Pointers, the form of all places in this project.

use std::{borrow::Cow, fmt};

/// A JSON Pointer ([RFC 6901](https://www.rfc-editor.org/rfc/rfc6901)) as text. The empty pointer refers to the whole
/// document, `/name` to a member and `/0` to an element.
///
/// ```
/// use agent_ui_wire::Pointer;
///
/// let pointer = Pointer::parse("/a~1b/0")?;
/// assert_eq!(pointer.segments().collect::<Vec<_>>(), ["a/b", "0"]);
/// assert_eq!(Pointer::root().member("a/b").element(0), pointer);
/// assert!(Pointer::parse("a").is_err());
/// # Ok::<(), agent_ui_wire::PointerError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pointer(Cow<'static, str>);

/// The error for a text that is not a JSON Pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PointerError {
    /// The text is not empty and does not start with `/`.
    #[error("a JSON Pointer is empty or starts with `/`")]
    NoSlash,
    /// A `~` is not followed by `0` or `1`.
    #[error("`~` must be followed by `0` or `1` in a JSON Pointer")]
    Escape,
}

impl PointerError {
    /// Returns the name of the rule that was broken. Rule names are stable, so programs can compare them.
    pub fn rule(self) -> &'static str {
        match self {
            Self::NoSlash => "no-slash",
            Self::Escape => "escape",
        }
    }
}

impl Pointer {
    /// Returns the pointer of the whole document.
    pub fn root() -> Self {
        Self::default()
    }

    /// Parses a JSON Pointer.
    ///
    /// # Errors
    /// Returns an error if the text is not empty and does not start with `/`, or if a `~` is not followed by `0` or
    /// `1`.
    pub fn parse(text: &str) -> Result<Self, PointerError> {
        if !text.is_empty() && !text.starts_with('/') {
            return Err(PointerError::NoSlash);
        }
        for at in memchr::memchr_iter(b'~', text.as_bytes()) {
            if !matches!(text.as_bytes().get(at + 1), Some(b'0' | b'1')) {
                return Err(PointerError::Escape);
            }
        }
        Ok(Self(Cow::Owned(text.to_owned())))
    }

    /// Creates a pointer from a literal without copying it. The text must be a valid pointer, which debug builds
    /// assert.
    ///
    /// ```
    /// use agent_ui_wire::Pointer;
    ///
    /// assert_eq!(Pointer::from_static("/action/name"), Pointer::root().member("action").member("name"));
    /// ```
    pub fn from_static(text: &'static str) -> Self {
        debug_assert!(Self::parse(text).is_ok(), "{text} is not a JSON Pointer");
        Self(Cow::Borrowed(text))
    }

    /// Returns the pointer as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns `true` if this is the pointer of the whole document.
    pub fn is_root(&self) -> bool {
        self.0.is_empty()
    }

    /// Extends the pointer to the member `name`.
    pub fn push(&mut self, name: &str) {
        push_name(name, self.0.to_mut());
    }

    /// Extends the pointer to the element `index`.
    pub fn push_index(&mut self, index: usize) {
        push_index(index, self.0.to_mut());
    }

    /// Returns the pointer of the member `name` of this value.
    #[must_use]
    pub fn member(&self, name: &str) -> Self {
        let mut text = self.with_room(1 + name.len());
        push_name(name, &mut text);
        Self(Cow::Owned(text))
    }

    /// Returns the pointer of the element `index` of this value.
    #[must_use]
    pub fn element(&self, index: usize) -> Self {
        // Most indices have at most three digits.
        let mut text = self.with_room(4);
        push_index(index, &mut text);
        Self(Cow::Owned(text))
    }

    /// Returns a copy of the text with capacity for `more` further bytes.
    fn with_room(&self, more: usize) -> String {
        let mut text = String::with_capacity(self.0.len() + more);
        text.push_str(&self.0);
        text
    }

    /// Returns this pointer followed by `below`.
    #[must_use]
    pub fn join(&self, below: &Pointer) -> Self {
        if below.is_root() {
            return self.clone();
        }
        let mut text = self.with_room(below.0.len());
        text.push_str(&below.0);
        Self(Cow::Owned(text))
    }

    /// Iterates over the unescaped segments.
    pub fn segments(&self) -> impl Iterator<Item = Cow<'_, str>> {
        self.0.split('/').skip(1).map(|segment| {
            if segment.contains('~') {
                Cow::Owned(segment.replace("~1", "/").replace("~0", "~"))
            } else {
                Cow::Borrowed(segment)
            }
        })
    }
}

fn push_name(name: &str, text: &mut String) {
    text.push('/');
    if !name.bytes().any(|byte| matches!(byte, b'~' | b'/')) {
        text.push_str(name);
        return;
    }
    for c in name.chars() {
        match c {
            '~' => text.push_str("~0"),
            '/' => text.push_str("~1"),
            other => text.push(other),
        }
    }
}

fn push_index(index: usize, text: &mut String) {
    use fmt::Write;
    text.push('/');
    match u32::try_from(index)
        .ok()
        .and_then(|index| char::from_digit(index, 10))
    {
        // Most indices are small, and this avoids the cost of formatting.
        Some(digit) => text.push(digit),
        None => {
            let _ = write!(text, "{index}");
        }
    }
}

impl fmt::Display for Pointer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

crate::__serde!(Pointer);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_are_decoded_in_the_order_of_the_rfc() {
        let pointer = Pointer::parse("/~01/~1/").unwrap();
        assert_eq!(pointer.segments().collect::<Vec<_>>(), ["~1", "/", ""]);
        assert_eq!(Pointer::root().member("~1").member("/").member(""), pointer);
    }

    #[test]
    fn an_invalid_pointer_is_refused() {
        assert_eq!(Pointer::parse("a/b"), Err(PointerError::NoSlash));
        assert_eq!(Pointer::parse("/a~"), Err(PointerError::Escape));
        assert_eq!(Pointer::parse("/a~2"), Err(PointerError::Escape));
        assert_eq!(Pointer::root().segments().count(), 0);
    }
}
