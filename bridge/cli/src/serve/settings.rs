//! The settings of the server, from the command line.

use crate::{
    args::{LogLevel, Serve},
    exit::Exit,
};
use live::{
    front::{self, AccessToken, Exposure, FrontError, FrontSettings, PublicHost},
    gateway::store::{MemoryStore, SessionStore, SqliteStore},
};
use std::{io, path::Path, sync::Arc};

/// The name under which the store keeps the secret part of the address.
const TOKEN: &str = "token";

/// Opens the store, and reads or creates the secret part of the address.
pub(super) fn store(arguments: &Serve) -> Result<(Arc<dyn SessionStore>, Option<AccessToken>), Exit> {
    let token = arguments
        .token
        .as_ref()
        .map(|token| token.parse::<AccessToken>().map_err(|error| Exit::Usage(format!("--token: {error}"))));
    let token = token.transpose()?;
    let Some(path) = &arguments.store else { return Ok((Arc::new(MemoryStore::new()), token)) };
    let store = SqliteStore::open(path).map_err(|error| unusable(path, &error))?;
    let kept = kept_token(&store, token).map_err(|error| unusable(path, &error))?;
    Ok((Arc::new(store), Some(kept)))
}

fn unusable(path: &Path, error: &io::Error) -> Exit {
    Exit::Usage(format!("--store {}: {error}", path.display()))
}

/// Keeps the token in the store, so that addresses stay valid after a restart.
fn kept_token(store: &SqliteStore, given: Option<AccessToken>) -> io::Result<AccessToken> {
    let kept = store.setting(TOKEN)?.and_then(|token| token.parse::<AccessToken>().ok());
    let token = match given.or_else(|| kept.clone()) {
        Some(token) => token,
        None => AccessToken::random()?,
    };
    if kept.as_ref() != Some(&token) {
        store.set_setting(TOKEN, token.as_str())?;
    }
    Ok(token)
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
        FrontError::Certificate { file, reason } => {
            let flag = if Some(file) == arguments.key.as_ref() { "--key" } else { "--certificate" };
            format!("{flag} {}: {reason}", file.display())
        }
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
