//! The ways in which clients reach a server.

use super::{FrontError, proxy_url::ProxyUrl, public_host::PublicHost};
use crate::server::request_guard::RequestGuard;
use std::{
    net::{IpAddr, SocketAddr},
    path::PathBuf,
};

/// The clients that can reach a server.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Exposure {
    /// Clients on this computer, over HTTP.
    #[default]
    Loopback,
    /// Clients on any computer, over TLS.
    Tls {
        /// The name of the server for clients.
        host: PublicHost,
        /// The PEM file with the certificate and the intermediate certificates.
        certificate: PathBuf,
        /// The PEM file with the private key: PKCS #8, PKCS #1 or SEC 1.
        key: PathBuf,
    },
    /// Clients on any computer, through a proxy.
    Proxy {
        /// The address of the proxy, at which clients reach the server.
        url: ProxyUrl,
    },
}

impl Exposure {
    pub(super) fn check(&self, address: IpAddr) -> Result<(), FrontError> {
        match self {
            Self::Loopback if !address.is_loopback() => Err(FrontError::Exposed(address)),
            _ => Ok(()),
        }
    }

    /// Returns the names in the `Host` headers of clients.
    pub(super) fn hosts(&self, address: IpAddr) -> Vec<String> {
        let mut hosts = if address.is_loopback() {
            RequestGuard::default().hosts
        } else {
            Vec::new()
        };
        let own = match self {
            Self::Loopback => host_of(address),
            Self::Tls { host, .. } => host.name().to_owned(),
            Self::Proxy { url } => url.host().name().to_owned(),
        };
        if !hosts.contains(&own) {
            hosts.push(own);
        }
        hosts
    }

    /// Returns the origin of the server's pages.
    pub(super) fn origin(&self, address: SocketAddr) -> String {
        match self {
            Self::Proxy { url } => url.origin(),
            _ => self.base_url(address),
        }
    }

    /// Returns the path prefix under which a proxy serves the routes. It is empty or begins with a slash.
    pub(super) fn prefix(&self) -> &str {
        match self {
            Self::Proxy { url } => url.prefix(),
            _ => "",
        }
    }

    /// Returns the common start of all addresses, without a slash at the end.
    pub(super) fn base_url(&self, address: SocketAddr) -> String {
        match self {
            Self::Loopback => format!("http://{address}"),
            Self::Proxy { url } => url.to_string(),
            Self::Tls { host, .. } if host.has_port() || address.port() == 443 => {
                format!("https://{host}")
            }
            Self::Tls { host, .. } => format!("https://{host}:{}", address.port()),
        }
    }
}

/// Returns an address in the form of a `Host` header.
fn host_of(address: IpAddr) -> String {
    match address {
        IpAddr::V4(address) => address.to_string(),
        IpAddr::V6(address) => format!("[{address}]"),
    }
}
