//! Canvas files of web pages.

use crate::{Context, Refusal, context::canvas_path::escape_bytes};
use aap::{CanvasFile, CanvasPath};
use wire::Pointer;

/// Returns the canvas file of an event. If the context has none, returns `sites/<host>/<path>.html` of the page's URL.
/// Every byte outside `A-Za-z0-9_-` in a segment is encoded as `~XX`.
///
/// An empty path, or one that ends in `/`, gets the name `index`. Query, fragment and user name are ignored. The port is
/// part of the host.
///
/// # Errors
/// Refuses if the context has no canvas file and the URL is missing, has no host, or gives too long a path.
///
/// ```
/// use agent_ui_bridge::{Context, actions_json_aap::page::canvas_file};
///
/// let file = |url| canvas_file(Some(url), &Context::default()).unwrap().to_string();
/// assert_eq!(file("https://shop.test/cart/items?page=2#top"), "sites/shop~2Etest/cart/items.html");
/// assert_eq!(file("http://localhost:3000"), "sites/localhost~3A3000/index.html");
/// ```
pub fn canvas_file(url: Option<&str>, cx: &Context) -> Result<CanvasFile, Refusal> {
    if let Some(file) = &cx.canvas_file {
        return Ok(file.clone());
    }
    let refusal = |message: String| {
        Refusal::context(
            "actions-json-aap/url",
            Pointer::root().member("url"),
            message,
        )
        .hint("use a URL with a host, or pass the canvas file with `options.context.canvas_file`")
    };
    let url = url.ok_or_else(|| refusal("the event does not name its page".to_owned()))?;
    let (host, path) =
        host_and_path(url).ok_or_else(|| refusal(format!("the URL {url:?} has no host")))?;
    let file = format!("sites/{}{}.html", escape_bytes(host), encode_segments(path));
    match CanvasPath::parse(&file) {
        Ok(_) => Ok(file.into()),
        Err(error) => Err(refusal(format!(
            "the URL does not give a valid canvas file: {error}"
        ))),
    }
}

/// Returns the host of a URL with its port.
pub(super) fn host(url: &str) -> Option<&str> {
    host_and_path(url).map(|(host, _)| host)
}

fn host_and_path(url: &str) -> Option<(&str, &str)> {
    let (scheme, rest) = url.split_once("://")?;
    let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    let (authority, rest) = rest.split_at(end);
    let host = match authority.rsplit_once('@') {
        Some((_, host)) => host,
        None => authority,
    };
    if !is_scheme(scheme) || host.is_empty() {
        return None;
    }
    let path = rest.split(['?', '#']).next().unwrap_or_default();
    Some((host, path))
}

/// Returns `true` for the characters of a scheme (RFC 3986, section 3.1).
fn is_scheme(text: &str) -> bool {
    !text.is_empty()
        && text
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.'))
}

/// Encodes the segments of a path. An empty segment gets a name that no other segment can have.
fn encode_segments(path: &str) -> String {
    let path = path.strip_prefix('/').unwrap_or(path);
    let mut text = String::new();
    let mut segments = path.split('/').peekable();
    while let Some(segment) = segments.next() {
        let is_last = segments.peek().is_none();
        text.push('/');
        match escape_bytes(segment).as_str() {
            "" if is_last => text.push_str("index"),
            "" => text.push('~'),
            segment => text.push_str(segment),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hostile_addresses_become_harmless_paths() {
        for (url, file) in [
            (
                "https://a.test/../../etc/passwd",
                "sites/a~2Etest/~2E~2E/~2E~2E/etc/passwd.html",
            ),
            ("https://a.test//x", "sites/a~2Etest/~/x.html"),
            ("https://user:pw@a.test/x%2f", "sites/a~2Etest/x~252f.html"),
            ("https://a.test/CON.html", "sites/a~2Etest/CON~2Ehtml.html"),
            ("https://a.test?x=/y", "sites/a~2Etest/index.html"),
            (
                "https://[::1]:8080/é",
                "sites/~5B~3A~3A1~5D~3A8080/~C3~A9.html",
            ),
        ] {
            assert_eq!(
                canvas_file(Some(url), &Context::default())
                    .unwrap()
                    .as_str(),
                file
            );
        }
    }

    #[test]
    fn an_address_without_a_host_requires_a_canvas_file_in_the_context() {
        for url in [
            None,
            Some(""),
            Some("about:blank"),
            Some("file:///x"),
            Some("/cart"),
            Some("://a"),
        ] {
            let refusal = canvas_file(url, &Context::default()).unwrap_err();
            assert_eq!(refusal.kind(), crate::RefusalKind::Context);
        }
        let cx = Context {
            canvas_file: Some("p.html".into()),
            ..Context::default()
        };
        assert_eq!(canvas_file(None, &cx).unwrap().as_str(), "p.html");
    }

    #[test]
    fn an_address_that_is_too_long_is_refused() {
        let url = format!("https://a.test/{}", "x".repeat(300));
        assert!(canvas_file(Some(&url), &Context::default()).is_err());
    }
}
