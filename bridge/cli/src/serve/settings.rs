//! The settings of the server, from the command line.

use crate::{
    args::{LogLevel, Serve},
    exit::Exit,
};
use live::{
    front::{self, AccessToken, Exposure, FrontError, FrontSettings, PublicHost},
    gateway::store::{MemoryStore, SessionStore, SqliteStore},
};
use std::{io, sync::Arc};

/// The name under which the store keeps the secret part of the address.
const TOKEN: &str = "token";
/// The name under which the store keeps the secret of the contexts of A2A agents.
const CONTEXT_KEY: &str = "a2a-context-key";

/// The store, and the secrets that it keeps.
pub(super) struct Kept {
    pub(super) store: Arc<dyn SessionStore>,
    /// The secret part of the address, if it is known.
    pub(super) token: Option<AccessToken>,
    /// The secret from which the ids of contexts at A2A agents are made.
    pub(super) context_key: Option<String>,
}

/// Opens the store, and reads or creates the secrets in it.
pub(super) fn store(arguments: &Serve) -> Result<Kept, Exit> {
    let given = arguments
        .token
        .as_ref()
        .map(|token| token.parse::<AccessToken>().map_err(|error| Exit::Usage(format!("--token: {error}"))));
    let given = given.transpose()?;
    let Some(path) = &arguments.store else {
        return Ok(Kept { store: Arc::new(MemoryStore::new()), token: given, context_key: None });
    };
    let open = || {
        let store = SqliteStore::open(path)?;
        let token = kept(&store, TOKEN, given)?;
        let context_key = kept(&store, CONTEXT_KEY, None)?;
        io::Result::Ok((store, token, context_key))
    };
    match open() {
        Ok((store, token, key)) => Ok(Kept {
            store: Arc::new(store),
            token: Some(token),
            context_key: Some(key.as_str().to_owned()),
        }),
        Err(error) => Err(Exit::Usage(format!("--store {}: {error}", path.display()))),
    }
}

/// Keeps a secret in the store, so that it stays the same after a restart.
fn kept(store: &SqliteStore, name: &str, given: Option<AccessToken>) -> io::Result<AccessToken> {
    let known = store.setting(name)?.and_then(|secret| secret.parse::<AccessToken>().ok());
    let secret = match given.or_else(|| known.clone()) {
        Some(secret) => secret,
        None => AccessToken::random()?,
    };
    if known.as_ref() != Some(&secret) {
        store.set_setting(name, secret.as_str())?;
    }
    Ok(secret)
}

/// Returns the settings of the server.
pub(super) fn front(arguments: &Serve, token: Option<AccessToken>) -> Result<FrontSettings, Exit> {
    for origin in &arguments.origin {
        let after = ["http://", "https://"].iter().find_map(|scheme| origin.strip_prefix(scheme));
        if after.is_none_or(|host| host.is_empty() || host.contains(['/', '?', '#', ' '])) {
            return Err(Exit::Usage(format!(
                "--origin {origin}: expected a scheme and a host, as in https://app.test"
            )));
        }
    }
    Ok(FrontSettings {
        address: arguments.bind,
        port: arguments.port,
        exposure: exposure(arguments)?,
        origins: arguments.origin.clone(),
        token,
        ..FrontSettings::default()
    })
}

fn exposure(arguments: &Serve) -> Result<Exposure, Exit> {
    let host = |flag: &str, text: &str| {
        text.parse::<PublicHost>().map_err(|error| Exit::Usage(format!("{flag} {text}: {error}")))
    };
    match (&arguments.public, &arguments.certificate, &arguments.key, &arguments.proxy) {
        (Some(public), Some(certificate), Some(key), _) => Ok(Exposure::Tls {
            host: host("--public", public)?,
            certificate: certificate.clone(),
            key: key.clone(),
        }),
        (_, _, _, Some(proxy)) => Ok(Exposure::Proxy { host: host("--proxy", proxy)? }),
        _ => Ok(Exposure::Loopback),
    }
}

/// Returns the usage error for a server that does not start. It names the flag that helps.
pub(super) fn wrong(arguments: &Serve, error: &FrontError) -> Exit {
    Exit::Usage(match error {
        FrontError::Exposed(address) => format!(
            "--bind {address}: other computers could reach the server without TLS; add --public HOST with --certificate and --key, or --proxy HOST for a TLS proxy"
        ),
        FrontError::Certificate { file, reason } => format!("--certificate {}: {reason}", file.display()),
        FrontError::Key { file, reason } => format!("--key {}: {reason}", file.display()),
        FrontError::Listen { address, error } if error.kind() == io::ErrorKind::AddrNotAvailable => {
            format!("--bind {}: {error}", address.ip())
        }
        FrontError::Listen { error, .. } => format!("--port {}: {error}", arguments.port),
        other => other.to_string(),
    })
}

/// Returns the level of the log.
pub(super) fn log_level(level: LogLevel) -> front::log::LogLevel {
    match level {
        LogLevel::Error => front::log::LogLevel::Error,
        LogLevel::Warn => front::log::LogLevel::Warn,
        LogLevel::Info => front::log::LogLevel::Info,
        LogLevel::Debug => front::log::LogLevel::Debug,
    }
}
