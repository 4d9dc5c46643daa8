//! The URL of a canvas page.

use std::fmt;
use wire::{Reader, Wire, Writer, decode::ReadResult};

/// The URL of the page that a canvas shows.
///
/// A URL can contain a key, and AHP 1.0 requires that the URL stays out of logs. `Debug` therefore shows only the
/// scheme. [`as_str`](Self::as_str) and `Display` return the whole text.
///
/// Any text is accepted and written back unchanged. [`UrlPolicy`](crate::policy::UrlPolicy) decides if a URL may be
/// opened.
///
/// ```
/// let url = agent_ui_ahp::url::CanvasUrl::from("https://plans.test/east?key=s3cret");
/// assert_eq!(format!("{url:?}"), "https:…");
/// assert_eq!(url.to_string(), "https://plans.test/east?key=s3cret");
/// ```
///
/// Specification:
/// [AHP 1.0, `CanvasState.url`](https://github.com/microsoft/agent-host-protocol/blob/4750303996e9d3daf9cfcf1c401a386b72aca688/types/channels-canvas/state.ts).
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CanvasUrl(Box<str>);

impl CanvasUrl {
    /// Returns the URL as it was received.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the text before the first `:`, if it is a valid scheme (RFC 3986, section 3.1).
    pub fn scheme(&self) -> Option<&str> {
        crate::scheme::split(&self.0).map(|(scheme, _)| scheme)
    }
}

impl fmt::Debug for CanvasUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.scheme() {
            Some(scheme) => write!(f, "{scheme}:…"),
            None => f.write_str("…"),
        }
    }
}

impl fmt::Display for CanvasUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl AsRef<str> for CanvasUrl {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl From<&str> for CanvasUrl {
    fn from(text: &str) -> Self {
        Self(text.into())
    }
}

impl From<String> for CanvasUrl {
    fn from(text: String) -> Self {
        Self(text.into())
    }
}

impl From<CanvasUrl> for String {
    fn from(url: CanvasUrl) -> Self {
        url.0.into()
    }
}

impl From<&crate::ids::ContentUri> for CanvasUrl {
    fn from(uri: &crate::ids::ContentUri) -> Self {
        Self::from(uri.as_str())
    }
}

impl PartialEq<str> for CanvasUrl {
    fn eq(&self, other: &str) -> bool {
        &*self.0 == other
    }
}

impl PartialEq<&str> for CanvasUrl {
    fn eq(&self, other: &&str) -> bool {
        &*self.0 == *other
    }
}

impl Wire for CanvasUrl {
    fn read(reader: &mut Reader<'_>) -> ReadResult<Self> {
        Wire::read(reader).map(Self)
    }

    fn write(&self, writer: &mut Writer) {
        writer.string(&self.0);
    }
}

// Implemented by hand, because types made with `text!` show their text in `Debug`.
wire::hand_written! {
    CanvasUrl,
    schema: |_schemas| wire::schema::json!({"type": "string"}),
    generate: |_level| {
        use wire::proptest::strategy::Strategy as _;
        wire::generate::text().prop_map(CanvasUrl::from).boxed()
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn debug_shows_only_the_scheme_of_a_url() {
        for (text, shown) in [
            ("https://a.test/?key=1", "https:…"),
            ("data:text/html,secret", "data:…"),
            ("/secret", "…"),
            ("no scheme: secret", "…"),
            ("", "…"),
        ] {
            assert_eq!(format!("{:?}", CanvasUrl::from(text)), shown);
        }
    }

    #[test]
    fn a_url_is_a_string_on_the_wire() {
        let url: CanvasUrl = wire::decode(r#""https://a.test/\u0061""#).unwrap();
        assert_eq!(url, "https://a.test/a");
        assert_eq!(wire::encode(&url).unwrap(), r#""https://a.test/a""#);
        assert_eq!(
            wire::decode::<CanvasUrl>("443").unwrap_err().rule,
            wire::DecodeRule::Type
        );
    }
}
