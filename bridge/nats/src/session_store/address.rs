//! The address of a store: servers, and the name of the streams there.

use crate::StreamNames;
use async_nats::ServerAddr;
use std::{fmt, str::FromStr};

/// The name of the streams if the address has none.
const NAME: &str = "ui";

/// The address of a store, as in `nats://127.0.0.1:4222/ui`.
///
/// The scheme is `nats`, or `tls` for an encrypted connection. Several servers of a cluster are separated by commas. The first one
/// may have a user and a password before `@`, or only a token. The path is the name of the streams, and may be absent.
/// [`Display`](fmt::Display) omits passwords.
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
    login: Option<Login>,
    shown: String,
}

/// The rights of the connection.
#[derive(Clone, PartialEq, Eq)]
pub(super) enum Login {
    User { name: String, password: String },
    Token(String),
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
    /// A server other than the first one has a user, or the user is not readable.
    #[error("expected a user before the first host only, as in nats://USER:PASSWORD@127.0.0.1:4222/ui")]
    User,
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

    /// Returns the user, if the address has one.
    pub(super) fn login(&self) -> Option<&Login> {
        self.login.as_ref()
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
        let (login, hosts) = match hosts.split_once('@') {
            Some((login, hosts)) => (Some(read_login(login).ok_or(InvalidStoreAddress::User)?), hosts),
            None => (None, hosts),
        };
        if hosts.contains('@') {
            return Err(InvalidStoreAddress::User);
        }
        let mut servers = Vec::new();
        for host in hosts.split(',') {
            let server: ServerAddr =
                format!("{scheme}://{host}").parse().map_err(|_| InvalidStoreAddress::Host)?;
            if server.host().is_empty() || host.contains(['?', '#', ' ']) {
                return Err(InvalidStoreAddress::Host);
            }
            servers.push(server);
        }
        let shown = format!("{scheme}://{hosts}/{names}");
        Ok(Self { servers, names, login, shown })
    }
}

fn read_login(text: &str) -> Option<Login> {
    if text.contains(',') {
        return None;
    }
    Some(match text.split_once(':') {
        Some((name, password)) => Login::User { name: decode(name)?, password: decode(password)? },
        None => Login::Token(decode(text)?),
    })
}

/// Decodes `%` and two hexadecimal digits.
fn decode(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'%' => {
                let mut digit = || u8::try_from(char::from(rest.next()?).to_digit(16)?).ok();
                digit()?.checked_mul(16)?.checked_add(digit()?)?
            }
            byte => byte,
        });
    }
    String::from_utf8(bytes).ok()
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
