//! The address of a server or of a cluster.

use async_nats::ServerAddr;
use std::{fmt, str::FromStr};

/// The address of a NATS server, or of several servers of a cluster, as in `nats://127.0.0.1:4222`.
///
/// The scheme is `nats`, or `tls` for an encrypted connection. Several servers are separated by commas. The first server may have a user
/// and a password before `@`, or only a token. [`Display`](fmt::Display) omits them.
///
/// ```
/// use agent_ui_nats::ServerAddress;
///
/// let address: ServerAddress = "tls://worker:secret@one.test,two.test:4223".parse()?;
/// assert_eq!(address.to_string(), "tls://one.test,two.test:4223");
/// # Ok::<(), agent_ui_nats::InvalidServerAddress>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct ServerAddress {
    servers: Vec<ServerAddr>,
    login: Option<Login>,
    shown: String,
}

/// The login of a connection.
#[derive(Clone, PartialEq, Eq)]
pub(crate) enum Login {
    User { name: String, password: String },
    Token(String),
}

/// The error for an invalid server address.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum InvalidServerAddress {
    /// The scheme is neither `nats` nor `tls`.
    #[error("expected a scheme `nats` or `tls`, as in nats://127.0.0.1:4222")]
    Scheme,
    /// A host is absent or invalid.
    #[error("expected hosts with ports, separated by commas, as in nats://127.0.0.1:4222")]
    Host,
    /// A server other than the first one has a user, or the user is invalid.
    #[error(
        "expected a user before the first host only, as in nats://USER:PASSWORD@127.0.0.1:4222"
    )]
    User,
}

impl ServerAddress {
    /// Returns the addresses of the servers.
    pub(crate) fn servers(&self) -> &[ServerAddr] {
        &self.servers
    }

    /// Returns the login, if the address has one.
    pub(crate) fn login(&self) -> Option<&Login> {
        self.login.as_ref()
    }
}

impl FromStr for ServerAddress {
    type Err = InvalidServerAddress;

    fn from_str(text: &str) -> Result<Self, InvalidServerAddress> {
        let (scheme, rest) = text.split_once("://").ok_or(InvalidServerAddress::Scheme)?;
        if !matches!(scheme, "nats" | "tls") {
            return Err(InvalidServerAddress::Scheme);
        }
        let hosts = rest.strip_suffix('/').unwrap_or(rest);
        let (login, hosts) = match hosts.split_once('@') {
            Some((login, hosts)) => (
                Some(read_login(login).ok_or(InvalidServerAddress::User)?),
                hosts,
            ),
            None => (None, hosts),
        };
        if hosts.contains('@') {
            return Err(InvalidServerAddress::User);
        }
        let mut servers = Vec::new();
        for host in hosts.split(',') {
            let server: ServerAddr = format!("{scheme}://{host}")
                .parse()
                .map_err(|_| InvalidServerAddress::Host)?;
            if server.host().is_empty() || host.contains(['?', '#', ' ', '/']) {
                return Err(InvalidServerAddress::Host);
            }
            servers.push(server);
        }
        Ok(Self {
            servers,
            login,
            shown: format!("{scheme}://{hosts}"),
        })
    }
}

fn read_login(text: &str) -> Option<Login> {
    if text.contains(',') {
        return None;
    }
    Some(match text.split_once(':') {
        Some((name, password)) => Login::User {
            name: decode(name)?,
            password: decode(password)?,
        },
        None => Login::Token(decode(text)?),
    })
}

/// Percent-decodes a text. Returns `None` if an escape or the UTF-8 is invalid.
fn decode(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'%' => {
                let high = hexadecimal_digit(rest.next()?)?;
                high.checked_mul(16)?
                    .checked_add(hexadecimal_digit(rest.next()?)?)?
            }
            byte => byte,
        });
    }
    String::from_utf8(bytes).ok()
}

fn hexadecimal_digit(byte: u8) -> Option<u8> {
    u8::try_from(char::from(byte).to_digit(16)?).ok()
}

impl fmt::Display for ServerAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.shown)
    }
}

impl fmt::Debug for ServerAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("ServerAddress").field(&self.shown).finish()
    }
}
