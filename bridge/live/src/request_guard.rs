//! Protects a server from requests for other hosts and from pages of other origins.

use axum::http::{
    HeaderMap, HeaderName,
    header::{HOST, ORIGIN},
};

/// Returns the reason to refuse a request, or `None` to accept it.
///
/// Without this check, a web page could let its own domain name resolve to this server, and send requests through the
/// user's browser.
pub(crate) fn rejection_reason(
    headers: &HeaderMap,
    hosts: &[String],
    origins: &[String],
) -> Option<&'static str> {
    let only = |name: &HeaderName| {
        let mut all = headers.get_all(name).iter();
        let one = all.next()?.to_str().ok()?;
        all.next().is_none().then_some(one)
    };
    let Some(host) = only(&HOST) else { return Some("the request must have exactly one `Host` header") };
    let is_port = |port: &str| port.bytes().all(|byte| byte.is_ascii_digit());
    let name = host.rsplit_once(':').filter(|(_, port)| is_port(port)).map_or(host, |(name, _)| name);
    if !hosts.iter().any(|known| known.eq_ignore_ascii_case(name)) {
        return Some("the `Host` header names another host");
    }
    if headers.contains_key(ORIGIN) {
        let origin = only(&ORIGIN);
        let is_own = origin
            .and_then(|origin| origin.split_once("://"))
            .is_some_and(|(scheme, at)| matches!(scheme, "http" | "https") && at.eq_ignore_ascii_case(host));
        let is_known =
            origin.is_some_and(|origin| origins.iter().any(|known| known.eq_ignore_ascii_case(origin)));
        if !is_own && !is_known {
            return Some("pages of this origin may not send requests");
        }
    }
    None
}
