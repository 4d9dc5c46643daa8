//! The canvas file of a page on the web.

use crate::{Context, Refusal, engine::names::escape_bytes};
use aap::{CanvasFile, CanvasPath};
use wire::Pointer;

/// The canvas file of an event: the caller's, else `sites/<host>/<path>.html` of the page's address, each segment with
/// every byte outside `A-Za-z0-9_-` as `~XX`.
///
/// A path that is empty or ends in `/` gets the name `index`; query and fragment do not count. A port belongs to the host, a user
/// name does not.
///
/// # Errors
/// If the context has no canvas file, and the address is missing, has no host, or makes too long a path.
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
        Refusal::context("actions-json-aap/url", Pointer::root().member("url"), message)
            .hint("an address with a host, or the canvas file: --canvas-file")
    };
    let url = url.ok_or_else(|| refusal("the event does not say on which page it happened".to_owned()))?;
    let (host, path) =
        host_and_path(url).ok_or_else(|| refusal(format!("the address {url:?} has no host")))?;
    let file = format!("sites/{}{}.html", escape_bytes(host), segments(path));
    match CanvasPath::parse(&file) {
        Ok(_) => Ok(file.into()),
        Err(error) => Err(refusal(format!("the address makes no canvas file: {error}"))),
    }
}

/// The host of an address, with its port.
pub(super) fn host(url: &str) -> Option<&str> {
    host_and_path(url).map(|(host, _)| host)
}

fn host_and_path(url: &str) -> Option<(&str, &str)> {
    let (scheme, rest) = url.split_once("://")?;
    let is_scheme =
        !scheme.is_empty() && scheme.bytes().all(|b| b.is_ascii_alphanumeric() || b"+-.".contains(&b));
    let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    let (authority, rest) = rest.split_at(end);
    let host = authority.rsplit_once('@').map_or(authority, |(_, host)| host);
    let path = rest.split(['?', '#']).next().unwrap_or_default();
    (is_scheme && !host.is_empty()).then_some((host, path))
}

/// `/a/b` as `/a/b`, escaped. A segment without a name gets one that no segment with a name has.
fn segments(path: &str) -> String {
    let path = path.strip_prefix('/').unwrap_or(path);
    let mut segments: Vec<String> = path.split('/').map(escape_bytes).collect();
    if let Some(last) = segments.last_mut().filter(|last| last.is_empty()) {
        "index".clone_into(last);
    }
    segments
        .into_iter()
        .map(|segment| if segment.is_empty() { "/~".to_owned() } else { format!("/{segment}") })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hostile_addresses_make_harmless_paths() {
        for (url, file) in [
            ("https://a.test/../../etc/passwd", "sites/a~2Etest/~2E~2E/~2E~2E/etc/passwd.html"),
            ("https://a.test//x", "sites/a~2Etest/~/x.html"),
            ("https://user:pw@a.test/x%2f", "sites/a~2Etest/x~252f.html"),
            ("https://a.test/CON.html", "sites/a~2Etest/CON~2Ehtml.html"),
            ("https://a.test?x=/y", "sites/a~2Etest/index.html"),
            ("https://[::1]:8080/é", "sites/~5B~3A~3A1~5D~3A8080/~C3~A9.html"),
        ] {
            assert_eq!(canvas_file(Some(url), &Context::default()).unwrap().as_str(), file);
        }
    }

    #[test]
    fn an_address_without_a_host_needs_a_canvas_file_from_the_caller() {
        for url in [None, Some(""), Some("about:blank"), Some("file:///x"), Some("/cart"), Some("://a")] {
            let refusal = canvas_file(url, &Context::default()).unwrap_err();
            assert_eq!(refusal.kind(), crate::RefusalKind::Context);
        }
        let cx = Context { canvas_file: Some("p.html".into()), ..Context::default() };
        assert_eq!(canvas_file(None, &cx).unwrap().as_str(), "p.html");
    }

    #[test]
    fn an_address_that_is_too_long_is_refused() {
        let url = format!("https://a.test/{}", "x".repeat(300));
        assert!(canvas_file(Some(&url), &Context::default()).is_err());
    }
}
