//! Statements of a proxy about the requests that it forwards.

use super::proxy_url::ProxyUrl;
use axum::{
    extract::Request,
    http::{HeaderMap, HeaderValue, Version, header::HOST},
};

/// The parts of the address that the client requested, in lower case. Parts that the proxy does not state are absent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Forwarded {
    pub(super) scheme: Option<String>,
    pub(super) host: Option<String>,
    pub(super) prefix: Option<String>,
}

impl Forwarded {
    /// Reads `Forwarded` and the `X-Forwarded-` headers. In a chain, each proxy appends a value. The first value is
    /// from the proxy that the client reached.
    pub(super) fn read(headers: &HeaderMap) -> Self {
        let standard = first_element(headers, "forwarded").unwrap_or_default();
        Self {
            scheme: find_parameter(&standard, "proto")
                .or_else(|| first_element(headers, "x-forwarded-proto"))
                .map(|text| text.to_ascii_lowercase()),
            host: find_parameter(&standard, "host")
                .or_else(|| first_element(headers, "x-forwarded-host"))
                .map(|text| text.to_ascii_lowercase()),
            prefix: first_element(headers, "x-forwarded-prefix"),
        }
    }
}

/// Returns the first list element of a header, unless it is empty.
fn first_element(headers: &HeaderMap, name: &str) -> Option<String> {
    let value = headers.get(name)?.to_str().ok()?.split(',').next()?.trim();
    if value.is_empty() {
        return None;
    }
    Some(value.to_owned())
}

/// Returns a parameter from an element of `Forwarded`.
fn find_parameter(element: &str, wanted: &str) -> Option<String> {
    for parameter in element.split(';') {
        if let Some((name, value)) = parameter.split_once('=') {
            if name.trim().eq_ignore_ascii_case(wanted) {
                return Some(value.trim().trim_matches('"').to_owned());
            }
        }
    }
    None
}

/// The start of addresses in answers, if a trusted proxy states another one than the settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct StatedBase {
    settings: String,
    stated: String,
}

impl StatedBase {
    /// Converts an address from the settings to the form in which the client reaches it.
    pub(crate) fn apply(&self, address: &str) -> String {
        match address.strip_prefix(&self.settings) {
            Some(rest) => format!("{}{rest}", self.stated),
            None => address.to_owned(),
        }
    }
}

/// Restores the `Host` that the client sent. HTTP/2 sends the host in the address, and a proxy may have replaced it.
/// `trusted` is the address of a proxy whose headers are trusted.
pub(super) fn restore_host(request: &mut Request, trusted: Option<&ProxyUrl>) {
    if request.version() == Version::HTTP_2 {
        let authority = request
            .uri()
            .authority()
            .map(|authority| authority.as_str().to_owned());
        set_host(request, authority);
    }
    let Some(url) = trusted else { return };
    let forwarded = Forwarded::read(request.headers());
    set_host(request, forwarded.host.clone());
    let settings = url.to_string();
    let Forwarded {
        scheme,
        host,
        prefix,
    } = forwarded;
    let stated = url
        .with(scheme.as_deref(), host.as_deref(), prefix.as_deref())
        .to_string();
    if settings != stated {
        request
            .extensions_mut()
            .insert(StatedBase { settings, stated });
    }
}

fn set_host(request: &mut Request, host: Option<String>) {
    if let Some(host) = host.and_then(|host| HeaderValue::from_str(&host).ok()) {
        request.headers_mut().insert(HOST, host);
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn the_first_proxy_of_a_chain_states_the_address_of_the_client() {
        let read = |headers: &[(&'static str, &'static str)]| {
            let headers = headers.iter().map(|(name, value)| {
                (
                    axum::http::HeaderName::from_static(name),
                    HeaderValue::from_static(value),
                )
            });
            let Forwarded {
                scheme,
                host,
                prefix,
            } = Forwarded::read(&headers.collect());
            [scheme, host, prefix]
                .map(Option::unwrap_or_default)
                .join(" ")
        };
        assert_eq!(read(&[]), "  ");
        let parts = [
            ("x-forwarded-proto", "HTTPS, http"),
            ("x-forwarded-host", "Agents.test, inner"),
            ("x-forwarded-prefix", "/ui"),
        ];
        assert_eq!(read(&parts), "https agents.test /ui");
        let standard =
            "for=1.2.3.4; proto=https;host=\"agents.test:8443\", for=10.0.0.1;host=inner";
        assert_eq!(read(&[("forwarded", standard)]), "https agents.test:8443 ");
        assert_eq!(
            read(&[("forwarded", "for=x"), ("x-forwarded-host", "")]),
            "  "
        );
    }

    #[test]
    fn only_valid_proxy_values_change_an_address() {
        let url: ProxyUrl = "https://agents.test/ui".parse().unwrap();
        let with = |scheme: &'static str, host: &'static str, prefix: &'static str| {
            let [scheme, host, prefix] =
                [scheme, host, prefix].map(|text| Some(text).filter(|text| !text.is_empty()));
            url.with(scheme, host, prefix).to_string()
        };
        assert_eq!(with("", "", ""), "https://agents.test/ui");
        assert_eq!(
            with("http", "agents.test:8080", "/other/"),
            "http://agents.test:8080/other"
        );
        assert_eq!(with("http", "", "/"), "http://agents.test");
        assert_eq!(with("gopher", "a/b", "/../x"), "https://agents.test/ui");
        let base = StatedBase {
            settings: "https://a".to_owned(),
            stated: "http://b/ui".to_owned(),
        };
        assert_eq!(base.apply("https://a/token/a2a"), "http://b/ui/token/a2a");
    }
}
