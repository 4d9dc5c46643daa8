//! The address of a store: servers, and the name of the streams there.

use crate::StreamNames;
use async_nats::ServerAddr;
use std::{fmt, str::FromStr};

/// The name of the streams if the address has none.
const NAME: &str = "ui";

/// The address of a store, as in `nats://127.0.0.1:4222/ui`.
///
/// The scheme is `nats`, or `tls` for an encrypted connection. Several servers of a cluster are separated by commas, and may have
/// a user and a password. The path is the name of the streams, and may be absent. [`Display`](fmt::Display) omits passwords.
///
/// ```
/// use agent_ui_nats::session_store::StoreAddress;
///
/// let address: StoreAddress = "tls://store:secret@one.test,two.test:4223/ui".parse()?;
/// assert_eq!(address.to_string(), "tls://one.test,two.test:4223/ui");
/// # Ok::<(), agent_ui_nats::session_store::InvalidStoreAddress>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct StoreAddress {
    servers: Vec<ServerAddr>,
    names: StreamNames,
    shown: String,
}

/// The text is not the address of a store.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum InvalidStoreAddress {
    /// The scheme is neither `nats` nor `tls`.
    #[error("expected a scheme `nats` or `tls`, as in nats://127.0.0.1:4222/ui")]
    Scheme,
    /// A host is absent or not readable.
    #[error("expected hosts with ports, separated by commas, as in nats://127.0.0.1:4222/ui")]
    Host,
    /// The path is not the name of streams.
    #[error(
        "the name after the host: expected 1 to 32 ASCII letters, digits, `-` or `_`, as in nats://127.0.0.1:4222/ui"
    )]
    Name,
}

impl StoreAddress {
    /// Returns the addresses of the servers.
    pub(super) fn servers(&self) -> &[ServerAddr] {
        &self.servers
    }

    /// Returns the names of the streams.
    pub fn names(&self) -> &StreamNames {
        &self.names
    }
}

impl FromStr for StoreAddress {
    type Err = InvalidStoreAddress;

    fn from_str(text: &str) -> Result<Self, InvalidStoreAddress> {
        let (scheme, rest) = text.split_once("://").ok_or(InvalidStoreAddress::Scheme)?;
        if !matches!(scheme, "nats" | "tls") {
            return Err(InvalidStoreAddress::Scheme);
        }
        let (hosts, name) = rest.split_once('/').unwrap_or((rest, ""));
        let name = if name.is_empty() { NAME } else { name };
        let names: StreamNames = name.parse().map_err(|_| InvalidStoreAddress::Name)?;
        let mut servers = Vec::new();
        let mut shown = Vec::new();
        for host in hosts.split(',') {
            let server: ServerAddr =
                format!("{scheme}://{host}").parse().map_err(|_| InvalidStoreAddress::Host)?;
            let plain = host.rsplit_once('@').map_or(host, |(_, plain)| plain);
            if server.host().is_empty() || plain.contains(['?', '#', ' ']) {
                return Err(InvalidStoreAddress::Host);
            }
            servers.push(server);
            shown.push(plain);
        }
        let shown = format!("{scheme}://{}/{names}", shown.join(","));
        Ok(Self { servers, names, shown })
    }
}

impl fmt::Display for StoreAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.shown)
    }
}

impl fmt::Debug for StoreAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("StoreAddress").field(&self.shown).finish()
    }
}
