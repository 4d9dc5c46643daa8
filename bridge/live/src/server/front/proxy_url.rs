//! The address of a proxy that forwards requests to a server.

use super::public_host::PublicHost;
use std::{fmt, str::FromStr};

/// The address of a proxy that forwards requests to a server. It consists of a scheme, a host, and the path under which
/// the proxy serves the server.
///
/// A host without a scheme stands for an `https` address.
///
/// ```
/// use agent_ui_live::server::front::ProxyUrl;
///
/// let url: ProxyUrl = "https://agents.example/ui/".parse()?;
/// assert_eq!(url.to_string(), "https://agents.example/ui");
/// assert_eq!("agents.example:8443".parse::<ProxyUrl>()?.to_string(), "https://agents.example:8443");
/// # Ok::<(), agent_ui_live::server::front::InvalidProxyUrl>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProxyUrl {
    scheme: &'static str,
    host: PublicHost,
    /// The path prefix. It is empty, or begins with a slash and does not end with one.
    prefix: String,
}

/// The text is not the address of a proxy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum InvalidProxyUrl {
    /// The scheme is neither `https` nor `http`, or there is no host.
    #[error(
        "expected an address of the proxy, as in https://agents.example/ui or agents.example:8443"
    )]
    Form,
    /// The path contains characters that are not allowed in a prefix.
    #[error(
        "the path of the proxy has parts of letters, digits, `-`, `.`, `_` and `~`, as in https://agents.example/ui"
    )]
    Path,
}

impl FromStr for ProxyUrl {
    type Err = InvalidProxyUrl;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (scheme, rest) = match text.split_once("://") {
            None => ("https", text),
            Some((scheme, rest)) if scheme.eq_ignore_ascii_case("https") => ("https", rest),
            Some((scheme, rest)) if scheme.eq_ignore_ascii_case("http") => ("http", rest),
            Some(_) => return Err(InvalidProxyUrl::Form),
        };
        let (host, path) = rest.find('/').map_or((rest, ""), |at| rest.split_at(at));
        let host = host.parse().map_err(|_| InvalidProxyUrl::Form)?;
        let prefix = read_prefix(path).ok_or(InvalidProxyUrl::Path)?;
        Ok(Self {
            scheme,
            host,
            prefix,
        })
    }
}

impl fmt::Display for ProxyUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}://{}{}", self.scheme, self.host, self.prefix)
    }
}

impl ProxyUrl {
    pub(super) fn host(&self) -> &PublicHost {
        &self.host
    }

    pub(super) fn origin(&self) -> String {
        format!("{}://{}", self.scheme, self.host)
    }

    /// Returns the path prefix under which the proxy serves the server. It is empty or begins with a slash.
    pub(super) fn prefix(&self) -> &str {
        &self.prefix
    }

    /// Replaces parts of the address by those that a proxy states. Invalid parts are ignored.
    pub(super) fn with(
        &self,
        scheme: Option<&str>,
        host: Option<&str>,
        prefix: Option<&str>,
    ) -> Self {
        let scheme = match scheme {
            Some("http") => "http",
            Some("https") => "https",
            _ => self.scheme,
        };
        let host = host
            .and_then(|host| host.parse().ok())
            .unwrap_or_else(|| self.host.clone());
        let prefix = prefix
            .and_then(read_prefix)
            .unwrap_or_else(|| self.prefix.clone());
        Self {
            scheme,
            host,
            prefix,
        }
    }
}

/// Reads the path of a prefix. Slashes at its end are removed.
fn read_prefix(path: &str) -> Option<String> {
    let path = path.trim_end_matches('/');
    if path.is_empty() {
        return Some(String::new());
    }
    if !path.strip_prefix('/')?.split('/').all(is_segment) {
        return None;
    }
    Some(path.to_owned())
}

fn is_segment(text: &str) -> bool {
    if matches!(text, "" | "." | "..") {
        return false;
    }
    text.bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~'))
}
