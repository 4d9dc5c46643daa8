//! The URL policy of a renderer.
//!
//! The proposal has three rules, and this module implements the first: a list of allowed schemes. The renderer is
//! responsible for the other two rules. It isolates each page in its own origin, in a sandbox or webview, and sends
//! no user credentials (cookies, `Authorization`) with the request. The proposal requires at least the list and the
//! isolation.
//! isolation.
//!
//! Specification:
//! [AHP canvas proposal, § 9 URL / render-target policy](https://github.com/microsoft/agent-host-protocol/issues/297).

use crate::{
    scheme,
    uri::{self, ContentAddress, UriError},
};
use std::fmt;

/// The way to load the content of a canvas URL.
///
/// Specification:
/// [AHP canvas proposal, § Rendering and content](https://github.com/microsoft/agent-host-protocol/blob/c5ff126eab491d3c93f52683516dd3e1744370fe/docs/specification/canvas-channel.md#rendering-and-content).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum ContentMode {
    /// The renderer loads the URL directly.
    Direct,
    /// The renderer requests the content on the canvas channel with `canvasReadResource`, without a network
    /// connection.
    Channel,
}

/// The reason for which a URL must not be opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum UrlRefusal {
    /// The scheme is missing or not on the list. A space before the scheme also counts as missing.
    Scheme,
    /// The scheme is `http`, and the host is not exactly `localhost` or `127.0.0.1`.
    HttpHost,
    /// The scheme is `http` or `https`, and the host is missing.
    Host,
    /// The scheme is `file`, and the URL names a host. Such a URL would refer to a network share.
    FileHost,
    /// The URL contains a user name or a password.
    UserInfo,
    /// The URL contains a space or a control character.
    Character,
    /// The URL has the scheme of canvas content, but is not a valid content URI.
    Content(#[source] UriError),
}

impl UrlRefusal {
    /// Returns the id of the broken rule, for findings.
    pub fn rule(self) -> &'static str {
        match self {
            Self::Scheme => "url-scheme",
            Self::HttpHost => "url-http-host",
            Self::Host => "url-host",
            Self::FileHost => "url-file-host",
            Self::UserInfo => "url-user-info",
            Self::Character => "url-character",
            Self::Content(_) => "content-uri",
        }
    }

    /// Returns a hint on how to satisfy the rule.
    pub fn hint(self) -> &'static str {
        match self {
            Self::Scheme => {
                "use https, file, data, ahp-canvas-content, or a scheme that the renderer serves itself"
            }
            Self::HttpHost => "use https, or http with the host localhost or 127.0.0.1",
            Self::Host => "add `//` and a host after the scheme",
            Self::FileHost => "remove the host, or use localhost",
            Self::UserInfo => "remove the user name before the host",
            Self::Character => "percent-encode spaces and control characters",
            Self::Content(error) => error.as_str(),
        }
    }
}

impl fmt::Display for UrlRefusal {
    /// Writes the reason without the URL, which may contain a key.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Scheme => "the scheme of this URL is not allowed",
            Self::HttpHost => "an http URL must refer to this machine",
            Self::Host => "the URL has no host",
            Self::FileHost => "the file URL names another machine",
            Self::UserInfo => "the URL contains a user name",
            Self::Character => "the URL contains a space or a control character",
            Self::Content(_) => "the URL is not a valid content URI",
        })
    }
}

/// The rules for the URLs that a renderer opens. Canvas content is always allowed.
///
/// ```
/// use agent_ui_ahp::policy::{ContentMode, UrlPolicy, UrlRefusal};
///
/// let policy = UrlPolicy::default();
/// assert_eq!(policy.check("https://plans.test/east"), Ok(ContentMode::Direct));
/// assert_eq!(policy.check("ahp-canvas-content:/a/index.html"), Ok(ContentMode::Channel));
/// assert_eq!(policy.check("http://localhost.plans.test/"), Err(UrlRefusal::HttpHost));
/// assert_eq!(policy.check("my-app://page"), Err(UrlRefusal::Scheme));
/// assert!(policy.scheme("my-app").check("my-app://page").is_ok());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UrlPolicy {
    schemes: Vec<String>,
    local_http: bool,
}

impl Default for UrlPolicy {
    /// Returns a policy that allows `https`, `file`, `data`, `http` on this machine, and the in-process schemes
    /// `vscode-webview` and `tauri-app`, which the proposal names as examples.
    fn default() -> Self {
        Self::none()
            .scheme("https")
            .scheme("file")
            .scheme("data")
            .local_http()
            .scheme("vscode-webview")
            .scheme("tauri-app")
    }
}

impl UrlPolicy {
    /// Creates a policy that allows only canvas content.
    ///
    /// ```
    /// use agent_ui_ahp::policy::UrlPolicy;
    ///
    /// let policy = UrlPolicy::none().scheme("https").local_http();
    /// assert!(policy.check("http://127.0.0.1:8080/plan").is_ok());
    /// assert!(policy.check("file:///plan.html").is_err());
    /// ```
    pub fn none() -> Self {
        Self {
            schemes: Vec::new(),
            local_http: false,
        }
    }

    /// Also allows URLs with this scheme. For `http`, use [`local_http`](Self::local_http).
    #[must_use]
    pub fn scheme(mut self, scheme: &str) -> Self {
        self.schemes.push(scheme.to_ascii_lowercase());
        self
    }

    /// Also allows `http` if the host is exactly `localhost` or `127.0.0.1`.
    ///
    /// The proposal does not list `[::1]`. Other `http` hosts cannot be allowed.
    #[must_use]
    pub fn local_http(mut self) -> Self {
        self.local_http = true;
        self
    }

    /// Checks that a URL may be opened, and returns the way to load its content.
    ///
    /// # Errors
    /// Returns the first rule that the URL breaks.
    pub fn check(&self, url: &str) -> Result<ContentMode, UrlRefusal> {
        let (scheme, rest) = scheme::split(url).ok_or(UrlRefusal::Scheme)?;
        let scheme = scheme.to_ascii_lowercase();
        if scheme == ContentAddress::SCHEME {
            ContentAddress::parse(url).map_err(UrlRefusal::Content)?;
            return Ok(ContentMode::Channel);
        }
        let is_http = scheme == "http";
        if !(is_http && self.local_http || !is_http && self.schemes.contains(&scheme)) {
            return Err(UrlRefusal::Scheme);
        }
        if url.contains(uri::is_unfit) {
            return Err(UrlRefusal::Character);
        }
        match authority(rest) {
            Some(authority) if is_http && !is_local(authority) => Err(UrlRefusal::HttpHost),
            Some(authority) if authority.contains('@') => Err(UrlRefusal::UserInfo),
            Some("") | None if is_http || scheme == "https" => Err(UrlRefusal::Host),
            _ if scheme == "file" && !is_own_file(rest) => Err(UrlRefusal::FileHost),
            _ => Ok(ContentMode::Direct),
        }
    }
}

/// Returns `true` if a URL has a user name or a password before its host. Every peer that receives the URL can read
/// these credentials.
///
/// ```
/// use agent_ui_ahp::policy::has_user_info;
///
/// assert!(has_user_info("https://reader:secret@plans.test/east"));
/// assert!(!has_user_info("https://plans.test/east?to=reader@plans.test"));
/// ```
pub fn has_user_info(url: &str) -> bool {
    scheme::split(url)
        .and_then(|(_, rest)| authority(rest))
        .is_some_and(|authority| authority.contains('@'))
}

/// Returns the text between `//` and the path.
fn authority(rest: &str) -> Option<&str> {
    rest.strip_prefix("//")?.split(['/', '?', '#']).next()
}

/// Returns `true` if a `file` URL refers to this machine.
///
/// Browsers read `\` as `/`, and more than two slashes may also name a network share.
fn is_own_file(rest: &str) -> bool {
    let rest = rest.replace('\\', "/");
    let path = match authority(&rest) {
        Some(host) if host.is_empty() || host.eq_ignore_ascii_case("localhost") => {
            rest.get(2 + host.len()..).unwrap_or_default()
        }
        Some(_) => return false,
        None => &rest,
    };
    !path.starts_with("//")
}

fn is_local(authority: &str) -> bool {
    let host = match authority.split_once(':') {
        Some((host, port)) if port.bytes().all(|b| b.is_ascii_digit()) => host,
        Some(_) => return false,
        None => authority,
    };
    host.eq_ignore_ascii_case("localhost") || host == "127.0.0.1"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ahp_69_plain_http_is_limited_to_this_machine() {
        let policy = UrlPolicy::default();
        for good in [
            "http://localhost",
            "http://localhost/",
            "http://LOCALHOST:8123/a?b#c",
            "HTTP://127.0.0.1:80/",
            "http://127.0.0.1?x=@",
            "http://localhost:/",
        ] {
            assert_eq!(policy.check(good), Ok(ContentMode::Direct), "{good}");
        }
        for bad in [
            "http://localhost.evil.test/",
            "http://127.0.0.1.nip.test/",
            "http://localhost@evil.test/",
            "http://me@localhost/",
            "http://localhost:80@evil.test/",
            "http://localhost\\@evil.test/",
            "http://localhost\\.evil.test",
            "http://localhost./",
            "http://[::1]/",
            "http://127.1/",
            "http://0x7f.0.0.1/",
            "http://2130706433/",
            "http://%6cocalhost/",
            "http:///localhost",
            "http://",
        ] {
            assert_eq!(policy.check(bad), Err(UrlRefusal::HttpHost), "{bad}");
        }
        for bad in [
            "http:localhost",
            "http:/localhost",
            "http:\\\\localhost",
            "https:evil.test",
            "https:///x",
        ] {
            assert_eq!(policy.check(bad), Err(UrlRefusal::Host), "{bad}");
        }
    }

    #[test]
    fn ahp_68_and_73_unlisted_schemes_are_refused() {
        let policy = UrlPolicy::default();
        for bad in [
            "",
            "x",
            "//a.test/",
            "javascript:alert(1)",
            "JavaScript:alert(1)",
            "ftp://a.test/",
            "blob:x",
            " https://a.test/",
            "\u{0}https://a.test/",
            "java\nscript:x",
            "1https://a",
            "ahp-canvas:/k7",
            "about:blank",
        ] {
            assert_eq!(policy.check(bad), Err(UrlRefusal::Scheme), "{bad:?}");
        }
        assert_eq!(policy.check("https://a.test/ "), Err(UrlRefusal::Character));
        assert_eq!(
            policy.check("https://a.test/\tb"),
            Err(UrlRefusal::Character)
        );
        assert_eq!(
            policy.check("https://u:p@a.test/"),
            Err(UrlRefusal::UserInfo)
        );
        assert_eq!(
            policy.check("https://good.test\\@evil.test/"),
            Err(UrlRefusal::UserInfo)
        );
        assert_eq!(policy.check("https://a.test/@b"), Ok(ContentMode::Direct));
        assert_eq!(
            policy.check("data:text/plain,a@b//c@d"),
            Ok(ContentMode::Direct)
        );
        assert_eq!(policy.check("file:///opt/a.html"), Ok(ContentMode::Direct));
        for good in [
            "file:///C:/a.html",
            "file://localhost/opt/a.html",
            "FILE:/opt/a.html",
        ] {
            assert_eq!(policy.check(good), Ok(ContentMode::Direct), "{good}");
        }
        for bad in [
            "file://evil.test/share/a.html",
            "file://localhost.evil.test/a",
            "file://127.0.0.1/a",
            "file:////evil.test/share",
            "file://localhost//evil.test/share",
            "file:\\\\evil.test\\share",
            "file:/\\evil.test/a",
        ] {
            assert_eq!(policy.check(bad), Err(UrlRefusal::FileHost), "{bad}");
        }
        assert_eq!(
            UrlPolicy::none().check("http://localhost"),
            Err(UrlRefusal::Scheme)
        );
        assert_eq!(
            UrlPolicy::none().scheme("http").check("http://evil.test"),
            Err(UrlRefusal::Scheme)
        );
    }

    #[test]
    fn ahp_70_and_74_valid_canvas_content_is_always_allowed() {
        let policy = UrlPolicy::none();
        assert_eq!(
            policy.check("AHP-canvas-content:/a/b"),
            Ok(ContentMode::Channel)
        );
        let error = policy.check("ahp-canvas-content:/a/../b");
        assert_eq!(error, Err(UrlRefusal::Content(UriError::DotSegment)));
    }
}
