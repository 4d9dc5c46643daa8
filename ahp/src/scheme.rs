//! Schemes of URIs.

/// The scheme of canvas channels.
pub(crate) const CANVAS: &str = "ahp-canvas";

/// The scheme of canvas contents.
pub(crate) const CONTENT: &str = "ahp-canvas-content";

/// Splits a URI into its scheme and the text after the `:` (RFC 3986, section 3.1).
pub(crate) fn split(uri: &str) -> Option<(&str, &str)> {
    let (scheme, rest) = uri.split_once(':')?;
    let starts = scheme.starts_with(|c: char| c.is_ascii_alphabetic());
    let all = scheme
        .chars()
        .all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c));
    (starts && all).then_some((scheme, rest))
}
