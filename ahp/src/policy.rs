//! Which addresses a renderer opens. AHP canvas proposal, URL policy.
//!
//! The list is the first of three rules, and the only one that data can decide. The other two are the renderer's: a page that it
//! opens stands in an origin of its own, apart from the host and from other canvases, in a sandbox or a webview; and a
//! request that opens it carries no credentials of the user, neither cookies nor an `Authorization`. The proposal asks for
//! the list and the isolation at the least.

use crate::uri::{self, ContentAddress, UriError};
use std::fmt;

/// How the content behind a canvas URL is reached. AHP canvas proposal, content transport.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum ContentMode {
    /// The renderer loads it itself.
    Direct,
    /// The renderer asks for it on the canvas channel, with `canvasReadResource`. Nothing is dialled.
    Channel,
}

/// Why an address is not opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum UrlRefusal {
    /// It has a scheme that is not on the list, or none; a space in front of the scheme counts as none.
    Scheme,
    /// It is `http` and its host is not exactly `localhost` or `127.0.0.1`.
    HttpHost,
    /// It is `http` or `https` and names no host.
    Host,
    /// It is `file` and names a host: a share of another machine.
    FileHost,
    /// It holds a user name or a password.
    UserInfo,
    /// A space or a control character stands in it.
    Character,
    /// It has the scheme of channel content and is no such address.
    Content(UriError),
}

impl UrlRefusal {
    /// The name of the rule, for findings.
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

    /// What would be right.
    pub fn hint(self) -> &'static str {
        match self {
            Self::Scheme => {
                "https, file, data, ahp-canvas-content, or a scheme that the renderer serves itself"
            }
            Self::HttpHost => "http with the host localhost or 127.0.0.1, or https",
            Self::Host => "`//` and a host behind the scheme",
            Self::FileHost => "file with no host, or with localhost",
            Self::UserInfo => "no user name in front of the host",
            Self::Character => "spaces and control characters percent-encoded",
            Self::Content(error) => error.as_str(),
        }
    }
}

impl fmt::Display for UrlRefusal {
    /// Never shows the URL itself, which may hold a key.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Scheme => "a URL without a scheme that may be opened",
            Self::HttpHost => "an http URL of another machine",
            Self::Host => "a URL without a host",
            Self::FileHost => "a file of another machine",
            Self::UserInfo => "a URL with a user name",
            Self::Character => "a URL with a space or a control character",
            Self::Content(_) => "a URL of channel content that is no such address",
        })
    }
}

impl std::error::Error for UrlRefusal {}

/// The list of what a renderer opens. Content of the channel is on every list.
///
/// ```
/// # use agent_ui_ahp as ahp;
/// use ahp::policy::{ContentMode, UrlPolicy, UrlRefusal};
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
    /// `https`, `file`, `data`, `http` on this machine, and the schemes for pages in the same process that the
    /// proposal names as examples, `vscode-webview` and `tauri-app`.
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
    /// Nothing but content of the channel.
    pub fn none() -> Self {
        Self { schemes: Vec::new(), local_http: false }
    }

    /// Also URLs of this scheme. `http` is not for this list: see [`local_http`](Self::local_http).
    #[must_use]
    pub fn scheme(mut self, scheme: &str) -> Self {
        self.schemes.push(scheme.to_ascii_lowercase());
        self
    }

    /// Also `http`, where the host is exactly `localhost` or `127.0.0.1`, as the proposal has it (so not `[::1]`). There is no
    /// way to allow other hosts.
    #[must_use]
    pub fn local_http(mut self) -> Self {
        self.local_http = true;
        self
    }

    /// Whether this URL may be opened, and how its content is reached.
    ///
    /// # Errors
    /// The first rule that it breaks.
    pub fn check(&self, url: &str) -> Result<ContentMode, UrlRefusal> {
        let (scheme, rest) = uri::scheme(url).ok_or(UrlRefusal::Scheme)?;
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

/// Whether a URL has a user name in front of its host, perhaps with a password. Whoever gets such a URL gets these as well.
///
/// ```
/// # use agent_ui_ahp as ahp;
/// use ahp::policy::has_user_info;
///
/// assert!(has_user_info("https://reader:secret@plans.test/east"));
/// assert!(!has_user_info("https://plans.test/east?to=reader@plans.test"));
/// ```
pub fn has_user_info(url: &str) -> bool {
    uri::scheme(url).and_then(|(_, rest)| authority(rest)).is_some_and(|authority| authority.contains('@'))
}

/// What stands between `//` and the path.
fn authority(rest: &str) -> Option<&str> {
    rest.strip_prefix("//")?.split(['/', '?', '#']).next()
}

/// Whether a file is one of this machine. Browsers read `\` as `/` here, and more than two slashes may name a share as
/// well.
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
    fn ahp_69_only_this_machine_is_reached_without_encryption() {
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
        for bad in
            ["http:localhost", "http:/localhost", "http:\\\\localhost", "https:evil.test", "https:///x"]
        {
            assert_eq!(policy.check(bad), Err(UrlRefusal::Host), "{bad}");
        }
    }

    #[test]
    fn ahp_68_and_73_whatever_is_not_listed_is_refused() {
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
        assert_eq!(policy.check("https://a.test/\tb"), Err(UrlRefusal::Character));
        assert_eq!(policy.check("https://u:p@a.test/"), Err(UrlRefusal::UserInfo));
        assert_eq!(policy.check("https://good.test\\@evil.test/"), Err(UrlRefusal::UserInfo));
        assert_eq!(policy.check("https://a.test/@b"), Ok(ContentMode::Direct));
        assert_eq!(policy.check("data:text/plain,a@b//c@d"), Ok(ContentMode::Direct));
        assert_eq!(policy.check("file:///opt/a.html"), Ok(ContentMode::Direct));
        for good in ["file:///C:/a.html", "file://localhost/opt/a.html", "FILE:/opt/a.html"] {
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
        assert_eq!(UrlPolicy::none().check("http://localhost"), Err(UrlRefusal::Scheme));
        assert_eq!(UrlPolicy::none().scheme("http").check("http://evil.test"), Err(UrlRefusal::Scheme));
    }

    #[test]
    fn ahp_70_and_74_content_of_the_channel_is_on_every_list_and_has_to_be_well_formed() {
        let policy = UrlPolicy::none();
        assert_eq!(policy.check("AHP-canvas-content:/a/b"), Ok(ContentMode::Channel));
        let error = policy.check("ahp-canvas-content:/a/../b");
        assert_eq!(error, Err(UrlRefusal::Content(UriError::DotSegment)));
    }
}
