//! The two address schemes of canvases: channels and content.
//!
//! Both are made (`new`), taken apart (`parse`) and written (`uri`) in the same way. What is made holds, in its first
//! segment, none but RFC 3986's unreserved characters, with everything else percent-encoded; what is read may spell
//! them otherwise.

use crate::ids::{ChannelUri, ContentUri, InstanceId};
use std::fmt;

/// Why a text is no such address, or why none can be made of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum UriError {
    /// It has another scheme, or none.
    Scheme,
    /// It does not go on with exactly one `/`: it has an authority, or no path.
    Authority,
    /// It has a query or a fragment.
    Suffix,
    /// A space or a control character stands in it.
    Character,
    /// A `%` that is not followed by two hexadecimal digits, or bytes that are no UTF-8 when they are decoded.
    Encoding,
    /// The name is empty.
    Empty,
    /// The name, or a segment of the path, is `.` or `..`, written out or percent-encoded.
    DotSegment,
    /// A channel address has more than one segment, or a content address no path behind its first.
    Segments,
}

impl UriError {
    /// The sentence without its full stop.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Scheme => "it has another scheme",
            Self::Authority => "exactly one `/` follows the scheme",
            Self::Suffix => "it has neither query nor fragment",
            Self::Character => "it holds neither spaces nor control characters",
            Self::Encoding => "each `%` starts an encoded byte, and the bytes are UTF-8",
            Self::Empty => "the name in it is not empty",
            Self::DotSegment => "no segment is `.` or `..`",
            Self::Segments => "a channel is one segment, content is an instance and a path",
        }
    }
}

impl fmt::Display for UriError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl std::error::Error for UriError {}

/// The channel of an open canvas, `ahp-canvas:/<id>`. AHP canvas proposal, URI scheme.
///
/// The host chooses the id and clients do not look inside. A host may choose the instance id.
///
/// ```
/// # use agent_ui_ahp as ahp;
/// use ahp::uri::CanvasChannel;
///
/// let channel = CanvasChannel::new("hall/2 é")?;
/// assert_eq!(channel.uri(), "ahp-canvas:/hall%2F2%20%C3%A9");
/// assert_eq!(CanvasChannel::parse("ahp-canvas:/hall%2f2%20%C3%A9")?, channel);
/// assert!(CanvasChannel::new("..").is_err());
/// assert!(CanvasChannel::parse("ahp-canvas://host/a").is_err());
/// # Ok::<(), ahp::uri::UriError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CanvasChannel {
    id: String,
}

impl CanvasChannel {
    /// The scheme of channels.
    pub const SCHEME: &'static str = "ahp-canvas";

    /// The channel of that id.
    ///
    /// # Errors
    /// If the id is empty, `.` or `..`: readers of URLs would take those for something else.
    pub fn new(id: impl Into<String>) -> Result<Self, UriError> {
        let id = id.into();
        check_name(&id)?;
        Ok(Self { id })
    }

    /// Takes an address apart.
    ///
    /// # Errors
    /// If it is none of a canvas channel.
    pub fn parse(uri: &str) -> Result<Self, UriError> {
        let id = path_of(Self::SCHEME, uri)?;
        if id.contains('/') {
            return Err(UriError::Segments);
        }
        Self::new(percent_decode(id)?)
    }

    /// The id, decoded.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The address.
    pub fn uri(&self) -> ChannelUri {
        format!("{}:/{}", Self::SCHEME, percent_encode(&self.id)).into()
    }
}

/// The address of something that is read through a canvas channel, `ahp-canvas-content:/<instanceId>/<path>`.
/// AHP canvas proposal, URI scheme.
///
/// ```
/// # use agent_ui_ahp as ahp;
/// use ahp::uri::ContentAddress;
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
/// # Ok::<(), ahp::uri::UriError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ContentAddress {
    instance_id: InstanceId,
    path: String,
    query: Option<String>,
    fragment: Option<String>,
}

impl ContentAddress {
    /// The scheme of content.
    pub const SCHEME: &'static str = "ahp-canvas-content";

    /// The address of `path` in that canvas. The path is kept as it is given, and so has to be percent-encoded where a
    /// URI asks for it. It may be empty.
    ///
    /// # Errors
    /// If the id is empty, `.` or `..`, or the path holds such a segment or what no path may hold.
    pub fn new(instance_id: impl Into<InstanceId>, path: impl Into<String>) -> Result<Self, UriError> {
        let (instance_id, path) = (instance_id.into(), path.into());
        check_name(instance_id.as_str())?;
        check_path(&path)?;
        Ok(Self { instance_id, path, query: None, fragment: None })
    }

    /// Takes an address apart, with or without a query and a fragment. Segments `.` and `..` are refused however they
    /// are written, so a path never leaves its canvas.
    ///
    /// # Errors
    /// If it is none of canvas content.
    pub fn parse(uri: &str) -> Result<Self, UriError> {
        let Reference { path, query, fragment } = Reference::of(uri)?;
        let (instance_id, path) = path_of(Self::SCHEME, path)?.split_once('/').ok_or(UriError::Segments)?;
        let address = Self::new(percent_decode(instance_id)?, path)?;
        Ok(Self { query: query.map(str::to_owned), fragment: fragment.map(str::to_owned), ..address })
    }

    /// The address that a reference in this content means: a relative one, resolved against this address
    /// (RFC 3986, section 5.2), or one with the scheme of content. AHP canvas proposal, content reading.
    ///
    /// # Errors
    /// If it leads out of the canvas, or to something else than content.
    pub fn resolve(&self, reference: &str) -> Result<Self, UriError> {
        let Reference { path, query, fragment } = Reference::of(reference)?;
        if scheme(reference).is_some() {
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
            // What ends in dots is a folder.
            if is_last && dots(step) > 0 {
                segments.push("");
            }
        }
        address.path = segments.join("/");
        check_path(&address.path)?;
        Ok(address)
    }

    /// What stands behind the `?`, as it is written.
    pub fn query(&self) -> Option<&str> {
        self.query.as_deref()
    }

    /// What stands behind the `#`, as it is written. It is for whoever shows the content.
    pub fn fragment(&self) -> Option<&str> {
        self.fragment.as_deref()
    }

    /// The same address without its fragment.
    #[must_use]
    pub fn without_fragment(&self) -> Self {
        Self { fragment: None, ..self.clone() }
    }

    /// The same address without its query and its fragment.
    #[must_use]
    pub fn without_query(&self) -> Self {
        Self { query: None, ..self.without_fragment() }
    }

    /// The canvas through which it is read, decoded.
    pub fn instance_id(&self) -> &InstanceId {
        &self.instance_id
    }

    /// The path inside it, as it is written.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// The address.
    pub fn uri(&self) -> ContentUri {
        let mut uri =
            format!("{}:/{}/{}", Self::SCHEME, percent_encode(self.instance_id.as_str()), self.path);
        for (mark, suffix) in [('?', &self.query), ('#', &self.fragment)] {
            if let Some(suffix) = suffix {
                uri.push(mark);
                uri.push_str(suffix);
            }
        }
        uri.into()
    }
}

/// A URI or a relative reference, and what follows its path.
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
        Ok(Self { path, query, fragment })
    }
}

/// Of how many dots a segment of a path consists, written out or percent-encoded; one or two have a meaning.
fn dots(segment: &str) -> usize {
    match segment.to_ascii_lowercase().replace("%2e", ".").as_str() {
        "." => 1,
        ".." => 2,
        _ => 0,
    }
}

/// The scheme of a URI and what follows its `:` (RFC 3986, section 3.1).
pub(crate) fn scheme(uri: &str) -> Option<(&str, &str)> {
    let (scheme, rest) = uri.split_once(':')?;
    let starts = scheme.starts_with(|c: char| c.is_ascii_alphabetic());
    let all = scheme.chars().all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c));
    (starts && all).then_some((scheme, rest))
}

/// Whether a URL parser would trim, drop or misread this character.
pub(crate) fn is_unfit(c: char) -> bool {
    c.is_whitespace() || c.is_control()
}

/// What follows `<scheme>:/`, if there is no authority, query or fragment.
fn path_of<'a>(expected: &str, uri: &'a str) -> Result<&'a str, UriError> {
    let (scheme, rest) = scheme(uri).ok_or(UriError::Scheme)?;
    if !scheme.eq_ignore_ascii_case(expected) {
        return Err(UriError::Scheme);
    }
    let path = rest.strip_prefix('/').filter(|path| !path.starts_with('/')).ok_or(UriError::Authority)?;
    check_characters(path)?;
    Ok(path)
}

fn check_characters(path: &str) -> Result<(), UriError> {
    if path.contains(['?', '#']) {
        return Err(UriError::Suffix);
    }
    if path.contains(is_unfit) { Err(UriError::Character) } else { Ok(()) }
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
    // Decoded as a whole, so that an encoded separator hides nothing. Some platforms take `\` for one.
    let decoded = percent_decode(path)?;
    let dots = decoded.split(['/', '\\']).any(|segment| matches!(segment, "." | ".."));
    if dots { Err(UriError::DotSegment) } else { Ok(()) }
}

/// Every byte but the unreserved ones as `%XX` (RFC 3986, section 2.1).
fn percent_encode(text: &str) -> String {
    let mut encoded = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            encoded.push(char::from(byte));
        } else {
            encoded.push('%');
            for half in [byte >> 4, byte & 0xF] {
                encoded.extend(char::from_digit(half.into(), 16).map(|digit| digit.to_ascii_uppercase()));
            }
        }
    }
    encoded
}

/// The text that was encoded. Bytes that need no encoding may stand as they are.
fn percent_decode(text: &str) -> Result<String, UriError> {
    let mut decoded = Vec::with_capacity(text.len());
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        if byte != b'%' {
            decoded.push(byte);
            continue;
        }
        let mut digit = || char::from(bytes.next()?).to_digit(16);
        let (Some(high), Some(low)) = (digit(), digit()) else {
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
    fn ahp_24_what_is_no_channel_of_a_canvas_is_refused() {
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
    fn ahp_25_and_27_what_is_no_content_of_a_canvas_is_refused() {
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
    fn ahp_60_a_reference_means_what_it_means_in_a_browser_and_stays_in_its_canvas() {
        let page = ContentAddress::parse("ahp-canvas-content:/hall%2F2/docs/new/page.html?a#b").unwrap();
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
        fn ahp_26_an_address_that_is_made_reads_as_what_it_was_made_of(id in wire::generate::text(), path in "[a-z./%~]{0,8}") {
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
        fn reading_any_text_ends_in_a_value_or_an_error(text in "(ahp-canvas(-content)?:/)?\\PC{0,12}") {
            if let Ok(channel) = CanvasChannel::parse(&text) {
                prop_assert_eq!(CanvasChannel::parse(channel.uri().as_str()), Ok(channel));
            }
            if let Ok(address) = ContentAddress::parse(&text) {
                prop_assert_eq!(ContentAddress::parse(address.uri().as_str()), Ok(address));
            }
        }
    }
}
