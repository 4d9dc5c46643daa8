//! The settings of the server, from the command line.

use crate::{
    args::{LogLevel, Serve, TurnOrder},
    exit::Exit,
};
use live::{
    front::{self, AccessToken, Exposure, FrontError, FrontSettings, PublicHost},
    gateway::GatewaySettings,
};
use std::io;

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

/// Returns the settings of the gateway that are options.
pub(super) fn gateway(arguments: &Serve) -> GatewaySettings {
    let turns = &arguments.turns;
    GatewaySettings {
        turn_silence: turns.turn_silence,
        first_answer: turns.first_answer,
        turn_limit: turns.turn_limit,
        turn_order: match turns.order {
            TurnOrder::OneByOne => live::gateway::TurnOrder::OneByOne,
            TurnOrder::Overlapping => live::gateway::TurnOrder::Overlapping,
        },
        retry: turns.retry,
        ..GatewaySettings::default()
    }
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
