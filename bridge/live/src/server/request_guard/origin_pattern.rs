//! Patterns of origins that an operator allows. They are written like origins, with `*` for some parts.

use std::{
    fmt,
    net::{Ipv4Addr, Ipv6Addr},
    str::FromStr,
};

/// A pattern that matches one or several origins whose pages may send requests.
///
/// | pattern | matches |
/// |---|---|
/// | `https://app.test` | this origin |
/// | `http://localhost:*` | all ports of a host |
/// | `https://*.app.test` | all hosts below a name, at any depth |
/// | `tauri://localhost`, `chrome-extension://<id>` | an origin that is not a website |
/// | `vscode-webview://*` | all origins of a scheme other than `http` and `https` |
///
/// A pattern that no browser can send is refused.
///
/// ```
/// use agent_ui_live::server::request_guard::OriginPattern;
///
/// let pattern: OriginPattern = "http://localhost:*".parse()?;
/// assert!(pattern.matches("http://localhost:3000") && !pattern.matches("https://localhost:3000"));
/// assert!("https://app.test/path".parse::<OriginPattern>().is_err());
/// # Ok::<(), agent_ui_live::server::request_guard::InvalidOrigin>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OriginPattern {
    scheme: String,
    host: HostPattern,
    port: PortPattern,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum HostPattern {
    Any,
    Exact(String),
    /// The host suffix with its leading dot, such as `.app.test`.
    Below(String),
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum PortPattern {
    Any,
    /// An exact port. `None` is the default port of the scheme.
    Exact(Option<u16>),
}

/// The text is not a pattern of origins.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum InvalidOrigin {
    /// The scheme or the host is missing.
    #[error("expected a scheme and a host, as in https://app.test")]
    Form,
    /// Every sandboxed page of every website has the origin `null`.
    #[error("the origin `null` would allow the sandboxed pages of every website")]
    Null,
    /// Browsers never send an origin with this scheme.
    #[error("pages have no origin with the scheme `{0}`; use http or https")]
    Scheme(String),
    /// There is other text after the host.
    #[error("an origin ends after the host and the port; leave out `{0}`")]
    Rest(String),
    /// The host is not one that browsers send.
    #[error(
        "`{0}` is not the host of an origin; write names in ASCII, and addresses as 127.0.0.1 or [::1]"
    )]
    Host(String),
    /// A `*` is at a place where it has no meaning.
    #[error(
        "`*` stands for a port, as in http://localhost:*, or for the first names of a host, as in https://*.app.test"
    )]
    Wildcard,
    /// The pattern would match every website.
    #[error("the pattern would allow every website; name a host, as in https://*.app.test")]
    EveryWebsite,
    /// The port is not a number from 1 to 65535.
    #[error("`{0}` is not a port; use a number from 1 to 65535, or *")]
    Port(String),
}

impl FromStr for OriginPattern {
    type Err = InvalidOrigin;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text.eq_ignore_ascii_case("null") {
            return Err(InvalidOrigin::Null);
        }
        let (scheme, rest) = text.split_once("://").ok_or(InvalidOrigin::Form)?;
        let scheme = scheme.to_ascii_lowercase();
        if scheme.contains('*') {
            return Err(InvalidOrigin::Wildcard);
        }
        if !is_scheme(&scheme) {
            return Err(InvalidOrigin::Form);
        }
        if matches!(
            &*scheme,
            "ws" | "wss" | "ftp" | "file" | "data" | "blob" | "about" | "javascript"
        ) {
            return Err(InvalidOrigin::Scheme(scheme));
        }
        if let Some(at) = rest.find(['/', '?', '#', '\\']) {
            return Err(InvalidOrigin::Rest(
                rest.get(at..).unwrap_or_default().to_owned(),
            ));
        }
        let (host, port) = split_port(rest);
        if host.is_empty() {
            return Err(InvalidOrigin::Form);
        }
        let port = match port {
            None => PortPattern::Exact(None),
            Some("*") => PortPattern::Any,
            Some(digits) => PortPattern::Exact(read_port(&scheme, digits)?),
        };
        let host = read_host(&scheme, &host.to_ascii_lowercase())?;
        Ok(Self { scheme, host, port })
    }
}

impl OriginPattern {
    /// Returns `true` if the pattern matches the value of an `Origin` header.
    pub fn matches(&self, origin: &str) -> bool {
        let Some((scheme, rest)) = origin.split_once("://") else {
            return false;
        };
        let (host, port) = split_port(rest);
        if !scheme.eq_ignore_ascii_case(&self.scheme)
            || !self.host.matches(&host.to_ascii_lowercase())
        {
            return false;
        }
        let port = port.map_or(Ok(None), |digits| read_port(&self.scheme, digits));
        match (&self.port, port) {
            (_, Err(_)) => false,
            (PortPattern::Any, Ok(_)) => true,
            (PortPattern::Exact(expected), Ok(port)) => *expected == port,
        }
    }
}

impl HostPattern {
    fn matches(&self, host: &str) -> bool {
        match self {
            Self::Any => is_opaque_host(host),
            Self::Exact(expected) => expected == host,
            Self::Below(suffix) => host
                .strip_suffix(suffix.as_str())
                .is_some_and(|first| first.split('.').all(is_label)),
        }
    }
}

impl fmt::Display for OriginPattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}://", self.scheme)?;
        match &self.host {
            HostPattern::Any => f.write_str("*")?,
            HostPattern::Exact(host) => f.write_str(host)?,
            HostPattern::Below(suffix) => write!(f, "*{suffix}")?,
        }
        match self.port {
            PortPattern::Any => f.write_str(":*"),
            PortPattern::Exact(Some(port)) => write!(f, ":{port}"),
            PortPattern::Exact(None) => Ok(()),
        }
    }
}

fn is_scheme(scheme: &str) -> bool {
    let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.');
    scheme.starts_with(|first: char| first.is_ascii_alphabetic()) && scheme.bytes().all(is_allowed)
}

fn is_web(scheme: &str) -> bool {
    matches!(scheme, "http" | "https")
}

/// Splits a host and its port. The colons of an IPv6 address are between brackets.
fn split_port(text: &str) -> (&str, Option<&str>) {
    match text.rsplit_once(':') {
        Some((host, port)) if !port.contains(']') => (host, Some(port)),
        _ => (text, None),
    }
}

/// Reads a port. The default port of the scheme becomes `None`, because browsers omit it.
fn read_port(scheme: &str, digits: &str) -> Result<Option<u16>, InvalidOrigin> {
    if digits.contains('*') {
        return Err(InvalidOrigin::Wildcard);
    }
    // `parse` accepts a sign.
    let has_digits_only = digits.bytes().all(|byte| byte.is_ascii_digit());
    let port = match digits.parse::<u16>() {
        Ok(port) if has_digits_only && port > 0 => port,
        _ => return Err(InvalidOrigin::Port(digits.to_owned())),
    };
    match (scheme, port) {
        ("http", 80) | ("https", 443) => Ok(None),
        _ => Ok(Some(port)),
    }
}

fn read_host(scheme: &str, host: &str) -> Result<HostPattern, InvalidOrigin> {
    if !is_web(scheme) {
        return match host {
            "*" => Ok(HostPattern::Any),
            _ if host.contains('*') => Err(InvalidOrigin::Wildcard),
            _ if is_opaque_host(host) => Ok(HostPattern::Exact(host.to_owned())),
            _ => Err(InvalidOrigin::Host(host.to_owned())),
        };
    }
    if host == "*" || host == "*." {
        return Err(InvalidOrigin::EveryWebsite);
    }
    if let Some(suffix) = host.strip_prefix('*') {
        return read_suffix(host, suffix);
    }
    if host.contains('*') {
        return Err(InvalidOrigin::Wildcard);
    }
    read_web_host(host).ok_or_else(|| InvalidOrigin::Host(host.to_owned()))
}

/// Reads a pattern for all hosts below a name, such as `*.example.com`.
fn read_suffix(host: &str, suffix: &str) -> Result<HostPattern, InvalidOrigin> {
    let Some(name) = suffix.strip_prefix('.') else {
        return Err(InvalidOrigin::Wildcard);
    };
    if name.contains('*') {
        return Err(InvalidOrigin::Wildcard);
    }
    // An address has no names below it.
    if !is_name(name) || ends_in_number(name) {
        return Err(InvalidOrigin::Host(host.to_owned()));
    }
    Ok(HostPattern::Below(suffix.to_owned()))
}

/// Reads the host of a website: a name or an address.
fn read_web_host(host: &str) -> Option<HostPattern> {
    let inner = host.strip_prefix('[');
    if let Some(address) = inner.and_then(|inner| inner.strip_suffix(']')) {
        let address: Ipv6Addr = address.parse().ok()?;
        return Some(HostPattern::Exact(format!("[{address}]")));
    }
    let is_host = if ends_in_number(host) {
        host.parse::<Ipv4Addr>().is_ok()
    } else {
        is_name(host)
    };
    is_host.then(|| HostPattern::Exact(host.to_owned()))
}

/// Returns `true` if browsers parse a host as an IPv4 address.
fn ends_in_number(host: &str) -> bool {
    host.rsplit('.')
        .next()
        .is_some_and(|last| last.starts_with(|first: char| first.is_ascii_digit()))
}

fn is_name(name: &str) -> bool {
    name.len() <= 253 && name.split('.').all(is_label)
}

fn is_label(label: &str) -> bool {
    let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    (1..=63).contains(&label.len()) && label.bytes().all(is_allowed)
}

/// Returns `true` for the host of a scheme that is not used by websites, for example the id of an extension.
fn is_opaque_host(host: &str) -> bool {
    let is_allowed =
        |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.' | b'~');
    (1..=253).contains(&host.len()) && host.bytes().all(is_allowed)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pattern(text: &str) -> OriginPattern {
        text.parse()
            .unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    #[test]
    fn patterns_match_origins_as_browsers_send_them() {
        for (text, matching, other) in [
            (
                "https://app.test",
                &[
                    "https://app.test",
                    "HTTPS://APP.test",
                    "https://app.test:443",
                ][..],
                &[
                    "http://app.test",
                    "https://app.test:8443",
                    "https://a.app.test",
                    "https://app.test.evil.test",
                    "null",
                    "",
                ][..],
            ),
            (
                "https://app.test:443",
                &["https://app.test"],
                &["https://app.test:80"],
            ),
            (
                "http://app.test:8080",
                &["http://app.test:8080"],
                &["http://app.test", "http://app.test:80"],
            ),
            (
                "http://localhost:*",
                &[
                    "http://localhost",
                    "http://localhost:3000",
                    "http://localhost:65535",
                ],
                &[
                    "https://localhost:3000",
                    "http://localhost.test:1",
                    "http://localhost:3000.evil.test",
                    "http://localhost:x",
                    "http://localhost:",
                ],
            ),
            (
                "https://*.test",
                &["https://a.test", "https://b.a.test"],
                &[
                    "https://test",
                    "https://.test",
                    "https://a.test:444",
                    "http://a.test",
                    "https://a.test.evil",
                    "https://evil/.test",
                ],
            ),
            (
                "https://*.app.test:*",
                &["https://x.app.test:9"],
                &["https://app.test:9"],
            ),
            (
                "http://[0:0::1]:*",
                &["http://[::1]", "http://[::1]:80"],
                &["http://[::2]"],
            ),
            (
                "http://127.0.0.1:*",
                &["http://127.0.0.1:5173"],
                &["http://127.0.0.2:5173"],
            ),
            (
                "tauri://localhost",
                &["tauri://localhost"],
                &["http://localhost", "tauri://other"],
            ),
            (
                "chrome-extension://abcdef",
                &["chrome-extension://abcdef"],
                &["chrome-extension://abcdeg"],
            ),
            (
                "vscode-webview://*",
                &["vscode-webview://0p2v8-x"],
                &[
                    "vscode-webview://",
                    "vscode-webview-evil://x",
                    "https://0p2v8",
                ],
            ),
        ] {
            let pattern = pattern(text);
            for origin in matching {
                assert!(pattern.matches(origin), "{text} {origin}");
            }
            for origin in other {
                assert!(!pattern.matches(origin), "{text} {origin}");
            }
        }
    }

    #[test]
    fn patterns_that_match_nothing_are_refused_with_a_correction() {
        for (text, part) in [
            ("", "https://app.test"),
            ("app.test", "https://app.test"),
            ("https://", "https://app.test"),
            ("://app.test", "https://app.test"),
            ("*", "https://app.test"),
            ("null", "every website"),
            ("https://app.test/", "leave out `/`"),
            ("https://app.test/a?b", "leave out `/a?b`"),
            ("https://user@app.test", "user@app.test"),
            ("https://m\u{fc}nchen.test", "ASCII"),
            ("https://a b", "`a b`"),
            ("https://a..b", "`a..b`"),
            ("https://127.1", "127.0.0.1"),
            ("https://[::g]", "[::1]"),
            ("https://*.0.0.1", "`*.0.0.1`"),
            ("wss://app.test", "use http or https"),
            ("file://", "use http or https"),
            ("https://app.test:0", "1 to 65535"),
            ("https://app.test:70000", "1 to 65535"),
            ("https://app.test:+80", "1 to 65535"),
            ("https://app.test:", "1 to 65535"),
            ("https://*", "every website"),
            ("https://*:*", "every website"),
            ("*://app.test", "`*` stands for"),
            ("https://a*.test", "`*` stands for"),
            ("https://*a.test", "`*` stands for"),
            ("https://app.*", "`*` stands for"),
            ("https://*.*.test", "`*` stands for"),
            ("http://localhost:30*", "`*` stands for"),
            ("vscode-webview://a*", "`*` stands for"),
        ] {
            let Err(error) = text.parse::<OriginPattern>() else {
                panic!("{text} is accepted")
            };
            assert!(error.to_string().contains(part), "{text}: {error}");
        }
    }

    #[test]
    fn a_pattern_is_displayed_as_it_was_parsed() {
        for text in [
            "https://app.test",
            "http://localhost:*",
            "https://*.app.test:8443",
            "vscode-webview://*",
        ] {
            assert_eq!(pattern(text).to_string(), text);
        }
    }
}
