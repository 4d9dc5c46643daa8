//! URLs of canvases: any URL in the proposal, an http(s) URL in the release.

use super::FORWARD;
use crate::{Context, Refusal};
use ahp::{
    policy::{UrlPolicy, has_user_info},
    uri::ContentAddress,
    url::CanvasUrl,
    v1_0,
};
use wire::{Pointer, Validate};

/// The URL scheme of contents that are read through the channel.
const CONTENT: &str = "ahp-canvas-content:";

/// The http(s) base URL under which canvas contents are served, if there is one.
pub(super) struct Addresses(Option<String>);

impl Addresses {
    /// Reads the base URL of the context.
    ///
    /// # Errors
    /// Refuses an invalid base URL.
    pub(super) fn of(cx: &Context) -> Result<Self, Refusal> {
        let Some(base) = &cx.base_url else {
            return Ok(Self(None));
        };
        if !is_base_url(base) {
            let message =
                "the base URL is not an http(s) URL without query, fragment and credentials";
            return Err(Refusal::context(FORWARD.url.id, Pointer::root(), message)
                .hint("pass a URL such as https://host/path with `options.context.base_url`"));
        }
        Ok(Self(Some(base.trim_end_matches('/').to_owned())))
    }

    /// Returns the URL in the release. Returns `None` if the release has no URL for the canvas.
    pub(super) fn to_released(&self, url: &CanvasUrl, instance: &str) -> Option<CanvasUrl> {
        if is_released(url) {
            return Some(url.clone());
        }
        let (base, address) = (self.0.as_ref()?, ContentAddress::parse(url.as_str()).ok()?);
        let path = url.as_str().get(CONTENT.len()..)?;
        (address.instance_id().as_str() == instance).then(|| format!("{base}{path}").into())
    }

    /// Returns the URL in the proposal. Contents that are served for the canvas itself get the URL of its channel.
    pub(super) fn to_proposed(&self, url: &CanvasUrl, instance: &str) -> Option<CanvasUrl> {
        let content = self.0.as_ref().and_then(|base| {
            let path = url.as_str().strip_prefix(base.as_str())?;
            let content = format!("{CONTENT}{path}");
            let address = ContentAddress::parse(&content).ok()?;
            (address.instance_id().as_str() == instance).then(|| content.into())
        });
        content.or_else(|| is_released(url).then(|| url.clone()))
    }
}

/// Returns `true` if a text is an http(s) URL without query, fragment and credentials, as [`Context::base_url`] requires.
///
/// ```
/// use agent_ui_bridge::is_base_url;
/// assert!(is_base_url("https://host.test/path"));
/// for no in ["https://host.test/?q", "https://host.test/#f", "https://user@host.test", "host.test"] {
///     assert!(!is_base_url(no));
/// }
/// ```
pub fn is_base_url(url: &str) -> bool {
    is_released(&url.into()) && !url.contains(['?', '#'])
}

/// Returns `true` if the release accepts a URL and the URL has no credentials.
fn is_released(url: &CanvasUrl) -> bool {
    !has_user_info(url.as_str())
        && v1_0::CanvasState::new("", "", "")
            .url(url.clone())
            .validate()
            .is_empty()
}

/// Returns `true` if a URL has credentials or neither shape allows renderers to open it.
pub(super) fn is_unsafe(url: &str) -> bool {
    !is_released(&url.into()) && UrlPolicy::default().check(url).is_err()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn addresses(base: Option<&str>) -> Result<Addresses, Refusal> {
        Addresses::of(&Context {
            base_url: base.map(str::to_owned),
            ..Context::default()
        })
    }

    #[test]
    fn only_canvas_contents_are_served_below_the_base_address() {
        for base in ["https://ui.test/a", "https://ui.test/a/"] {
            let addresses = addresses(Some(base)).unwrap();
            for (proposed, released) in [
                (
                    "ahp-canvas-content:/hall%202/p/x.html",
                    "https://ui.test/a/hall%202/p/x.html",
                ),
                (
                    "ahp-canvas-content:/hall%202/x?q#f",
                    "https://ui.test/a/hall%202/x?q#f",
                ),
                ("https://elsewhere.test/?k=1", "https://elsewhere.test/?k=1"),
            ] {
                let there = addresses.to_released(&proposed.into(), "hall 2").unwrap();
                assert_eq!(there, released);
                assert_eq!(addresses.to_proposed(&there, "hall 2").unwrap(), proposed);
            }
            for no in [
                "ahp-canvas-content:/other/x",
                "data:,a",
                "file:///a",
                "x.html",
                "",
                "ahp-canvas-content:/hall%202/../x",
            ] {
                assert_eq!(addresses.to_released(&no.into(), "hall 2"), None, "{no}");
            }
            for same in ["https://ui.test/a/other/x", "https://ui.test/ab/hall%202/x"] {
                assert_eq!(addresses.to_proposed(&same.into(), "hall 2").unwrap(), same);
            }
        }
        assert_eq!(
            addresses(None)
                .unwrap()
                .to_released(&"ahp-canvas-content:/a/b".into(), "a"),
            None
        );
        assert_eq!(
            addresses(None).unwrap().to_proposed(&"data:,a".into(), "a"),
            None
        );
    }

    #[test]
    fn an_invalid_base_address_is_refused() {
        for bad in [
            "file:///x",
            "/x",
            "",
            "https://",
            "https://a.test?q",
            "https://a.test#f",
            "https://a b",
            "https://user:pw@a.test",
        ] {
            assert!(addresses(Some(bad)).is_err(), "{bad}");
        }
    }

    #[test]
    fn only_addresses_that_clients_must_not_open_are_unsafe() {
        for (url, expected) in [
            ("http://a.test", false),
            ("data:,a", false),
            ("javascript:alert(1)", true),
        ] {
            assert_eq!(is_unsafe(url), expected, "{url}");
        }
    }

    #[test]
    fn addresses_with_credentials_are_unsafe_and_not_translated() {
        let addresses = addresses(None).unwrap();
        for (url, has_credentials) in [
            ("https://user:pw@a.test/", true),
            ("HTTP://user@a.test?x", true),
            ("https://user:p%40w@a.test#f", true),
            ("https://@a.test", true),
            ("https://a.test/me@home", false),
            ("https://a.test?to=me@home", false),
            ("https://a.test#me@home", false),
        ] {
            let url = CanvasUrl::from(url);
            let target = (!has_credentials).then(|| url.clone());
            assert_eq!(addresses.to_released(&url, "a"), target, "{}", url.as_str());
            assert_eq!(addresses.to_proposed(&url, "a"), target, "{}", url.as_str());
            assert_eq!(is_unsafe(url.as_str()), has_credentials, "{}", url.as_str());
        }
    }
}
