//! The address of a store: the servers, and the name of the streams.

use crate::{InvalidServerAddress, ServerAddress, StreamNames};
use std::{fmt, str::FromStr};

/// The name of the streams in an address without a path.
const NAME: &str = "ui";

/// The address of a store, as in `nats://127.0.0.1:4222/ui`: a [`ServerAddress`], with the name of the streams as its optional path.
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
    server: ServerAddress,
    names: StreamNames,
}

/// The error for an invalid store address.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum InvalidStoreAddress {
    /// The part before the path is not the address of a server.
    #[error(transparent)]
    Server(#[from] InvalidServerAddress),
    /// The path is not a valid name of streams.
    #[error(
        "the name after the host: expected 1 to 32 ASCII letters, digits, `-` or `_`, as in nats://127.0.0.1:4222/ui"
    )]
    Name,
}

impl StoreAddress {
    /// Returns the address of the server.
    pub fn server(&self) -> &ServerAddress {
        &self.server
    }

    /// Returns the names of the streams.
    pub fn names(&self) -> &StreamNames {
        &self.names
    }
}

impl FromStr for StoreAddress {
    type Err = InvalidStoreAddress;

    fn from_str(text: &str) -> Result<Self, InvalidStoreAddress> {
        let after_scheme = text.find("://").map_or(0, |at| at + "://".len());
        let path = text.get(after_scheme..).and_then(|rest| rest.find('/'));
        let (server, name) = match path {
            Some(at) => text
                .split_at_checked(after_scheme + at)
                .unwrap_or((text, "")),
            None => (text, ""),
        };
        let server = server.parse()?;
        let name = Some(name.trim_start_matches('/'))
            .filter(|name| !name.is_empty())
            .unwrap_or(NAME);
        let names = name.parse().map_err(|_| InvalidStoreAddress::Name)?;
        Ok(Self { server, names })
    }
}

impl fmt::Display for StoreAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.server, self.names)
    }
}

impl fmt::Debug for StoreAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("StoreAddress")
            .field(&self.to_string())
            .finish()
    }
}
