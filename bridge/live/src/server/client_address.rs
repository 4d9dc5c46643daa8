//! Client addresses, for limits per address.

use axum::http::HeaderMap;
use std::{
    fmt,
    net::{IpAddr, Ipv6Addr},
};

/// The address of a client. For IPv6, only the first half is compared, because a client may use a whole network of
/// addresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct ClientAddress(IpAddr);

impl fmt::Display for ClientAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl From<IpAddr> for ClientAddress {
    fn from(address: IpAddr) -> Self {
        Self(match address.to_canonical() {
            IpAddr::V6(address) => {
                let [a, b, c, d, ..] = address.segments();
                Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0).into()
            }
            address @ IpAddr::V4(_) => address,
        })
    }
}

impl ClientAddress {
    /// Returns the address of a client that is connected directly. Returns `None` for clients on this computer, which
    /// share one address and have no limits.
    pub(crate) fn of_peer(peer: IpAddr) -> Option<Self> {
        if peer.to_canonical().is_loopback() {
            return None;
        }
        Some(peer.into())
    }

    /// Returns the client address that a trusted proxy states. Each proxy appends the address of its peer. Addresses
    /// before the last one may be forged by the client.
    pub(crate) fn of_proxy(headers: &HeaderMap) -> Option<Self> {
        let standard = last_element(headers, "forwarded").and_then(client_of);
        let stated = match standard {
            Some(stated) => stated,
            None => last_element(headers, "x-forwarded-for")?,
        };
        Some(without_port(stated)?.into())
    }
}

/// Returns the last list element in the last header of this name.
fn last_element<'h>(headers: &'h HeaderMap, name: &str) -> Option<&'h str> {
    let value = headers.get_all(name).iter().next_back()?.to_str().ok()?;
    value.rsplit(',').next().map(str::trim)
}

/// Returns the client that is stated in an element of `Forwarded`.
fn client_of(element: &str) -> Option<&str> {
    for parameter in element.split(';') {
        if let Some((name, value)) = parameter.split_once('=') {
            if name.trim().eq_ignore_ascii_case("for") {
                return Some(value.trim().trim_matches('"'));
            }
        }
    }
    None
}

/// Reads an address with or without a port. An IPv6 address with a port is in brackets.
fn without_port(text: &str) -> Option<IpAddr> {
    if let Ok(address) = text.parse::<IpAddr>() {
        return Some(address);
    }
    let (host, rest) = match text.strip_prefix('[') {
        Some(inner) => inner.split_once(']')?,
        None => text.split_once(':')?,
    };
    let port = rest.strip_prefix(':').unwrap_or(rest);
    if !port.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    host.parse().ok()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use axum::http::{HeaderName, HeaderValue};

    #[test]
    fn the_client_address_is_the_one_the_proxy_saw() {
        for (header, value, address) in [
            ("x-forwarded-for", "203.0.113.7", "203.0.113.7"),
            ("x-forwarded-for", "1.2.3.4, 203.0.113.7", "203.0.113.7"),
            ("x-forwarded-for", "203.0.113.7:4000", "203.0.113.7"),
            ("x-forwarded-for", "2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
            ("x-forwarded-for", "::ffff:203.0.113.7", "203.0.113.7"),
            (
                "forwarded",
                "for=1.2.3.4, proto=https;For=203.0.113.7",
                "203.0.113.7",
            ),
            (
                "forwarded",
                "for=\"[2001:db8:1:2:3::]:4711\";proto=https",
                "2001:db8:1:2::",
            ),
            ("x-forwarded-for", "unknown", ""),
            ("x-forwarded-for", "1.2.3.4,", ""),
            ("forwarded", "for=_hidden", ""),
            ("host", "203.0.113.7", ""),
        ] {
            let headers = HeaderMap::from_iter([(
                HeaderName::from_static(header),
                HeaderValue::from_static(value),
            )]);
            let read = ClientAddress::of_proxy(&headers).map(|address| address.to_string());
            assert_eq!(read.unwrap_or_default(), address, "{value}");
        }
    }

    #[test]
    fn clients_on_this_computer_have_no_address() {
        for (peer, address) in [
            ("127.0.0.1", None),
            ("::1", None),
            ("::ffff:127.0.0.1", None),
            ("10.0.0.1", Some("10.0.0.1")),
            ("::ffff:10.0.0.1", Some("10.0.0.1")),
        ] {
            let read =
                ClientAddress::of_peer(peer.parse().unwrap()).map(|address| address.to_string());
            assert_eq!(read.as_deref(), address, "{peer}");
        }
    }
}
