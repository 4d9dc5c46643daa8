//! The two URI schemes of canvases: channels and content.
//!
//! Both types have `new` to build, `parse` to read and `uri` to write a URI. In a written URI, the first path segment
//! contains only the unreserved characters of RFC 3986, and all other characters are percent-encoded. `parse` also
//! accepts other spellings.

use crate::{
    ids::{ChannelUri, ContentUri, InstanceId},
    scheme,
};
use std::fmt;

/// The reason for which a text is not a valid canvas URI, or a name cannot become a canvas URI.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum UriError {
    /// The scheme is missing, or is another scheme.
    Scheme,
    /// The scheme is not followed by exactly one `/`: the URI has an authority or no path.
    Authority,
    /// The URI has a query or a fragment.
    Suffix,
    /// The URI contains a space or a control character.
    Character,
    /// A `%` is not followed by two hexadecimal digits, or the decoded bytes are not UTF-8.
    Encoding,
    /// The name is empty.
    Empty,
    /// The name, or a segment of the path, is `.` or `..`, plain or percent-encoded.
    DotSegment,
    /// A channel URI has more than one segment, or a content URI has no path after its first segment.
    Segments,
}

impl UriError {
    /// Returns the name of the rule that was broken. Rule names are stable, so programs can compare them.
    pub fn rule(self) -> &'static str {
        match self {
            Self::Scheme => "uri-scheme",
            Self::Authority => "uri-authority",
            Self::Suffix => "uri-suffix",
            Self::Character => "uri-character",
            Self::Encoding => "uri-encoding",
            Self::Empty => "uri-empty",
            Self::DotSegment => "uri-dot-segment",
            Self::Segments => "uri-segments",
        }
    }

    /// Returns the broken rule as a sentence, without a full stop.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Scheme => "the scheme must match",
            Self::Authority => "exactly one `/` must follow the scheme",
            Self::Suffix => "a query or fragment is not allowed",
            Self::Character => "spaces and control characters are not allowed",
            Self::Encoding => "each `%` must start an encoded byte, and the bytes must be UTF-8",
            Self::Empty => "the name must not be empty",
            Self::DotSegment => "a segment must not be `.` or `..`",
            Self::Segments => {
                "a channel has one segment, and content has an instance id and a path"
            }
        }
    }
}

impl fmt::Display for UriError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The channel of an open canvas, `ahp-canvas:/<id>`.
///
/// The host chooses the id, and clients treat it as opaque. A host may use the instance id.
///
/// ```
/// use agent_ui_ahp::uri::CanvasChannel;
///
/// let channel = CanvasChannel::new("hall/2 é")?;
/// assert_eq!(channel.uri(), "ahp-canvas:/hall%2F2%20%C3%A9");
/// assert_eq!(CanvasChannel::parse("ahp-canvas:/hall%2f2%20%C3%A9")?, channel);
/// assert!(CanvasChannel::new("..").is_err());
/// assert!(CanvasChannel::parse("ahp-canvas://host/a").is_err());
/// # Ok::<(), agent_ui_ahp::uri::UriError>(())
/// ```
///
/// Specification:
/// [AHP canvas proposal, § URI](https://github.com/microsoft/agent-host-protocol/blob/c5ff126eab491d3c93f52683516dd3e1744370fe/docs/specification/canvas-channel.md#uri).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CanvasChannel {
    id: String,
}

impl CanvasChannel {
    /// The URI scheme of canvas channels.
    pub(crate) const SCHEME: &'static str = scheme::CANVAS;

    /// Creates the channel with this id.
    ///
    /// # Errors
    /// Returns an error if the id is empty, `.` or `..`, which URL parsers would treat specially.
    pub fn new(id: impl Into<String>) -> Result<Self, UriError> {
        let id = id.into();
        check_name(&id)?;
        Ok(Self { id })
    }

    /// Parses a channel URI.
    ///
    /// # Errors
    /// Returns an error if the text is not the URI of a canvas channel.
    pub fn parse(uri: &str) -> Result<Self, UriError> {
        let id = path_of(Self::SCHEME, uri)?;
        if id.contains('/') {
            return Err(UriError::Segments);
        }
        Self::new(percent_decode(id)?)
    }

    /// Returns the decoded id.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Returns the URI of the channel.
    pub fn uri(&self) -> ChannelUri {
        format!("{}:/{}", Self::SCHEME, percent_encode(&self.id)).into()
    }
}

/// The URI of content that is read through a canvas channel, `ahp-canvas-content:/<instanceId>/<path>`.
///
/// ```
/// use agent_ui_ahp::uri::ContentAddress;
///
/// let address = ContentAddress::new("hall/2", "img/waves.png")?;
/// assert_eq!(address.uri(), "ahp-canvas-content:/hall%2F2/img/waves.png");
/// let read = ContentAddress::parse("ahp-canvas-content:/hall%2F2/img/waves.png")?;
/// assert_eq!((read.instance_id().as_str(), read.path()), ("hall/2", "img/waves.png"));
/// assert!(ContentAddress::parse("ahp-canvas-content:/a/%2e%2e/b").is_err());
///
/// let page = ContentAddress::parse("ahp-canvas-content:/a/docs/page.html?floor=2#stairs")?;
/// assert_eq!((page.path(), page.query(), page.fragment()), ("docs/page.html", Some("floor=2"), Some("stairs")));
/// assert_eq!(page.resolve("../img/waves.png")?.uri(), "ahp-canvas-content:/a/img/waves.png");
/// assert!(page.resolve("../../b/page.html").is_err(), "that leaves the canvas");
/// # Ok::<(), agent_ui_ahp::uri::UriError>(())
/// ```
///
/// Specification:
/// [AHP canvas proposal, § Rendering and content](https://github.com/microsoft/agent-host-protocol/blob/c5ff126eab491d3c93f52683516dd3e1744370fe/docs/specification/canvas-channel.md#rendering-and-content).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ContentAddress {
    instance_id: InstanceId,
    path: String,
    query: Option<String>,
    fragment: Option<String>,
}

impl ContentAddress {
    /// The URI scheme of canvas content.
    pub(crate) const SCHEME: &'static str = scheme::CONTENT;

    /// Creates the address of `path` in the canvas with this instance id.
    ///
    /// The path is used unchanged, so the caller must percent-encode it. The path may be empty.
    ///
    /// # Errors
    /// Returns an error if the id is empty, `.` or `..`, or if the path contains such a segment or a character that is
    /// not allowed in a path.
    pub fn new(
        instance_id: impl Into<InstanceId>,
        path: impl Into<String>,
    ) -> Result<Self, UriError> {
        let (instance_id, path) = (instance_id.into(), path.into());
        check_name(instance_id.as_str())?;
        check_path(&path)?;
        Ok(Self {
            instance_id,
            path,
            query: None,
            fragment: None,
        })
    }

    /// Parses a content URI, with an optional query and fragment.
    ///
    /// Segments `.` and `..` are refused in every spelling, so a path never leaves its canvas.
    ///
    /// # Errors
    /// Returns an error if the text is not the URI of canvas content.
    pub fn parse(uri: &str) -> Result<Self, UriError> {
        let Reference {
            path,
            query,
            fragment,
        } = Reference::of(uri)?;
        let (instance_id, path) = path_of(Self::SCHEME, path)?
            .split_once('/')
            .ok_or(UriError::Segments)?;
        let address = Self::new(percent_decode(instance_id)?, path)?;
        Ok(Self {
            query: query.map(str::to_owned),
            fragment: fragment.map(str::to_owned),
            ..address
        })
    }

    /// Resolves a reference found in this content, as RFC 3986, section 5.2 defines.
    ///
    /// The reference is relative to this address, or is itself a content URI.
    ///
    /// # Errors
    /// Returns an error if the result is outside this canvas, or is not a content URI.
    ///
    /// Specification:
    /// [AHP canvas proposal, § Rendering and content](https://github.com/microsoft/agent-host-protocol/blob/c5ff126eab491d3c93f52683516dd3e1744370fe/docs/specification/canvas-channel.md#rendering-and-content).
    pub fn resolve(&self, reference: &str) -> Result<Self, UriError> {
        let Reference {
            path,
            query,
            fragment,
        } = Reference::of(reference)?;
        if scheme::split(reference).is_some() {
            return Self::parse(reference);
        }
        if path.starts_with('/') {
            return Self::parse(&format!("{}:{reference}", Self::SCHEME));
        }
        let mut address = self.clone();
        address.fragment = fragment.map(str::to_owned);
        if path.is_empty() {
            address.query = query.map(str::to_owned).or(address.query);
            return Ok(address);
        }
        address.query = query.map(str::to_owned);
        let folder = self.path.rsplit_once('/').map_or("", |(folder, _)| folder);
        let mut segments: Vec<&str> = folder.split('/').filter(|_| !folder.is_empty()).collect();
        let mut steps = path.split('/').peekable();
        while let Some(step) = steps.next() {
            let is_last = steps.peek().is_none();
            match dots(step) {
                0 => segments.push(step),
                1 => {}
                _ => drop(segments.pop().ok_or(UriError::DotSegment)?),
            }
            // A path that ends in dots is a folder.
            if is_last && dots(step) > 0 {
                segments.push("");
            }
        }
        address.path = segments.join("/");
        check_path(&address.path)?;
        Ok(address)
    }

    /// Returns the text after the `?`, still encoded.
    pub fn query(&self) -> Option<&str> {
        self.query.as_deref()
    }

    /// Returns the text after the `#`, still encoded. Only the renderer of the content uses the fragment.
    pub fn fragment(&self) -> Option<&str> {
        self.fragment.as_deref()
    }

    /// Returns this address without its fragment.
    #[must_use]
    #[cfg(feature = "peers")]
    pub(crate) fn without_fragment(&self) -> Self {
        Self {
            fragment: None,
            ..self.clone()
        }
    }

    /// Returns this address without its query and its fragment.
    #[must_use]
    #[cfg(feature = "peers")]
    pub(crate) fn without_query(&self) -> Self {
        Self {
            query: None,
            ..self.without_fragment()
        }
    }

    /// Returns the decoded instance id of the canvas.
    pub fn instance_id(&self) -> &InstanceId {
        &self.instance_id
    }

    /// Returns the path inside the canvas, still encoded.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// Returns the address as a URI.
    pub fn uri(&self) -> ContentUri {
        let mut uri = format!(
            "{}:/{}/{}",
            Self::SCHEME,
            percent_encode(self.instance_id.as_str()),
            self.path
        );
        for (mark, suffix) in [('?', &self.query), ('#', &self.fragment)] {
            if let Some(suffix) = suffix {
                uri.push(mark);
                uri.push_str(suffix);
            }
        }
        uri.into()
    }
}

/// A URI or a relative reference, split into path, query and fragment.
struct Reference<'a> {
    path: &'a str,
    query: Option<&'a str>,
    fragment: Option<&'a str>,
}

impl<'a> Reference<'a> {
    fn of(text: &'a str) -> Result<Self, UriError> {
        if text.contains(is_unfit) {
            return Err(UriError::Character);
        }
        let (rest, fragment) = match text.split_once('#') {
            Some((rest, fragment)) => (rest, Some(fragment)),
            None => (text, None),
        };
        let (path, query) = match rest.split_once('?') {
            Some((path, query)) => (path, Some(query)),
            None => (rest, None),
        };
        Ok(Self {
            path,
            query,
            fragment,
        })
    }
}

/// Returns the number of dots of a segment `.` or `..`, plain or percent-encoded, and 0 for any other segment.
fn dots(segment: &str) -> usize {
    match segment.to_ascii_lowercase().replace("%2e", ".").as_str() {
        "." => 1,
        ".." => 2,
        _ => 0,
    }
}

/// Returns `true` if a URL parser would trim, drop or misread this character.
pub(crate) fn is_unfit(c: char) -> bool {
    c.is_whitespace() || c.is_control()
}

/// Returns the text after `<scheme>:/`, if the URI has no authority, query or fragment.
fn path_of<'a>(expected: &str, uri: &'a str) -> Result<&'a str, UriError> {
    let (scheme, rest) = scheme::split(uri).ok_or(UriError::Scheme)?;
    if !scheme.eq_ignore_ascii_case(expected) {
        return Err(UriError::Scheme);
    }
    let path = rest
        .strip_prefix('/')
        .filter(|path| !path.starts_with('/'))
        .ok_or(UriError::Authority)?;
    check_characters(path)?;
    Ok(path)
}

fn check_characters(path: &str) -> Result<(), UriError> {
    if path.contains(['?', '#']) {
        return Err(UriError::Suffix);
    }
    if path.contains(is_unfit) {
        Err(UriError::Character)
    } else {
        Ok(())
    }
}

fn check_name(name: &str) -> Result<(), UriError> {
    match name {
        "" => Err(UriError::Empty),
        "." | ".." => Err(UriError::DotSegment),
        _ => Ok(()),
    }
}

fn check_path(path: &str) -> Result<(), UriError> {
    check_characters(path)?;
    // The path is decoded as a whole, so that an encoded separator cannot hide a segment. Some platforms treat `\` as
    // a separator.
    let decoded = percent_decode(path)?;
    let dots = decoded
        .split(['/', '\\'])
        .any(|segment| matches!(segment, "." | ".."));
    if dots {
        Err(UriError::DotSegment)
    } else {
        Ok(())
    }
}

/// Encodes all bytes except the unreserved ones as `%XX` (RFC 3986, section 2.1).
fn percent_encode(text: &str) -> String {
    let mut encoded = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            encoded.push(char::from(byte));
        } else {
            encoded.push('%');
            for half in [byte >> 4, byte & 0xF] {
                encoded.extend(
                    char::from_digit(half.into(), 16).map(|digit| digit.to_ascii_uppercase()),
                );
            }
        }
    }
    encoded
}

fn hexadecimal(digit: Option<u8>) -> Option<u32> {
    char::from(digit?).to_digit(16)
}

/// Decodes percent-encoded text. Every byte may also be plain.
fn percent_decode(text: &str) -> Result<String, UriError> {
    let mut decoded = Vec::with_capacity(text.len());
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        if byte != b'%' {
            decoded.push(byte);
            continue;
        }
        let digits = (bytes.next(), bytes.next());
        let (Some(high), Some(low)) = (hexadecimal(digits.0), hexadecimal(digits.1)) else {
            return Err(UriError::Encoding);
        };
        decoded.push((high << 4 | low) as u8);
    }
    String::from_utf8(decoded).map_err(|_| UriError::Encoding)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn ahp_24_invalid_channel_uris_are_refused() {
        for (uri, error) in [
            ("", UriError::Scheme),
            ("k7", UriError::Scheme),
            ("ahp-session:/k7", UriError::Scheme),
            ("ahp-canvas-content:/k7/a", UriError::Scheme),
            (" ahp-canvas:/k7", UriError::Scheme),
            ("ahp-canvas:k7", UriError::Authority),
            ("ahp-canvas://k7", UriError::Authority),
            ("ahp-canvas:/", UriError::Empty),
            ("ahp-canvas:/k7?a", UriError::Suffix),
            ("ahp-canvas:/k7#a", UriError::Suffix),
            ("ahp-canvas:/k7\n", UriError::Character),
            ("ahp-canvas:/k 7", UriError::Character),
            ("ahp-canvas:/%2", UriError::Encoding),
            ("ahp-canvas:/%ff", UriError::Encoding),
            ("ahp-canvas:/%+1", UriError::Encoding),
            ("ahp-canvas:/%2E.", UriError::DotSegment),
            ("ahp-canvas:/a/b", UriError::Segments),
        ] {
            assert_eq!(CanvasChannel::parse(uri), Err(error), "{uri:?}");
        }
        assert_eq!(CanvasChannel::parse("AHP-Canvas:/k7").unwrap().id(), "k7");
    }

    #[test]
    fn ahp_25_and_27_invalid_content_uris_are_refused() {
        for (uri, error) in [
            ("https://a.test/", UriError::Scheme),
            ("ahp-canvas:/guide/a", UriError::Scheme),
            ("ahp-canvas-content://a.html", UriError::Authority),
            ("ahp-canvas-content:/guide", UriError::Segments),
            ("ahp-canvas-content:/%2e%2e/a", UriError::DotSegment),
            ("ahp-canvas-content:/guide/../other/a", UriError::DotSegment),
            ("ahp-canvas-content:/guide/a/%2E%2e/b", UriError::DotSegment),
            ("ahp-canvas-content:/guide/a%2f..%2Fb", UriError::DotSegment),
            ("ahp-canvas-content:/guide/a\\..\\b", UriError::DotSegment),
            ("ahp-canvas-content:/guide/a%5C..", UriError::DotSegment),
            ("ahp-canvas-content:/guide/a\u{0}", UriError::Character),
            ("ahp-canvas-content:/guide/%", UriError::Encoding),
        ] {
            assert_eq!(ContentAddress::parse(uri), Err(error), "{uri:?}");
        }
        for path in ["", "a/", "a//b", "...", "a..b", "%2541", "é"] {
            let uri = format!("ahp-canvas-content:/guide/{path}");
            assert_eq!(ContentAddress::parse(&uri).unwrap().path(), path);
        }
    }

    #[test]
    fn ahp_60_references_resolve_as_in_a_browser_and_stay_in_their_canvas() {
        let page =
            ContentAddress::parse("ahp-canvas-content:/hall%2F2/docs/new/page.html?a#b").unwrap();
        for (reference, expected) in [
            ("", Ok("docs/new/page.html?a")),
            ("#c", Ok("docs/new/page.html?a#c")),
            ("?x=/../y", Ok("docs/new/page.html?x=/../y")),
            ("a.png", Ok("docs/new/a.png")),
            ("./a.png?b#c", Ok("docs/new/a.png?b#c")),
            ("../a/./b/../c", Ok("docs/a/c")),
            ("..", Ok("docs/")),
            ("../..", Ok("")),
            ("%2E%2e/a", Ok("docs/a")),
            ("a/", Ok("docs/new/a/")),
            ("/hall%2F2/x", Ok("x")),
            ("ahp-canvas-content:/hall%2F2/x?y", Ok("x?y")),
            ("../../../a", Err(UriError::DotSegment)),
            ("a%2f..%2f..%2f..%2fb", Err(UriError::DotSegment)),
            ("..\\..\\..\\a", Err(UriError::DotSegment)),
            ("/a", Err(UriError::Segments)),
            ("/hall%2F2/../x/a", Err(UriError::DotSegment)),
            ("//host/a", Err(UriError::Authority)),
            ("https://a.test/", Err(UriError::Scheme)),
            ("a b", Err(UriError::Character)),
            ("%", Err(UriError::Encoding)),
        ] {
            let expected = expected.map(|path| format!("ahp-canvas-content:/hall%2F2/{path}"));
            assert_eq!(
                page.resolve(reference).map(|there| there.uri().to_string()),
                expected,
                "{reference:?}"
            );
        }
        let short = ContentAddress::new("a", "").unwrap();
        assert_eq!(short.resolve("b").unwrap().uri(), "ahp-canvas-content:/a/b");
        assert_eq!(
            page.resolve("/west/a").unwrap().instance_id().as_str(),
            "west",
            "which the reader judges"
        );
    }

    proptest! {
        #[test]
        fn ahp_26_addresses_round_trip(id in wire::generate::text(), path in "[a-z./%~]{0,8}") {
            if let Ok(channel) = CanvasChannel::new(id.clone()) {
                let uri = channel.uri();
                let name = uri.as_str().strip_prefix("ahp-canvas:/").unwrap();
                prop_assert!(name.bytes().all(|b| b.is_ascii_alphanumeric() || b"-._~%".contains(&b)));
                prop_assert_eq!(CanvasChannel::parse(uri.as_str()), Ok(channel));
            } else {
                prop_assert!(matches!(id.as_str(), "" | "." | ".."));
            }
            if let Ok(address) = ContentAddress::new(id, path.clone()) {
                prop_assert_eq!(address.path(), path);
                prop_assert_eq!(ContentAddress::parse(address.uri().as_str()), Ok(address));
            }
        }

        #[test]
        fn every_parsed_uri_round_trips(text in "(ahp-canvas(-content)?:/)?\\PC{0,12}") {
            if let Ok(channel) = CanvasChannel::parse(&text) {
                prop_assert_eq!(CanvasChannel::parse(channel.uri().as_str()), Ok(channel));
            }
            if let Ok(address) = ContentAddress::parse(&text) {
                prop_assert_eq!(ContentAddress::parse(address.uri().as_str()), Ok(address));
            }
        }
    }
}
