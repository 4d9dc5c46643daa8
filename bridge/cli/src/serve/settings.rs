//! The settings of the server, from the command line.

use crate::{
    args::{LogLevel, Serve, TurnOrder},
    exit::Exit,
};
use live::{
    gateway::GatewaySettings,
    server::{
        front::{self, AccessToken, Exposure, FrontError, FrontLimits, FrontSettings, PublicHost},
        request_guard::OriginPattern,
    },
};
use std::io;

/// Returns the settings of the server.
pub(super) fn front_settings(
    arguments: &Serve,
    token: Option<AccessToken>,
) -> Result<FrontSettings, Exit> {
    let network = &arguments.network;
    let mut origins = Vec::new();
    for text in &arguments.origin {
        let origin: OriginPattern = text
            .parse()
            .map_err(|error| Exit::Usage(format!("--origin {text}: {error}")))?;
        origins.push(origin);
    }
    let mut hosts = Vec::new();
    for text in &network.allow_host {
        hosts.push(parse_host("--allow-host", text)?.name().to_owned());
    }
    let settings = FrontSettings::default();
    Ok(FrontSettings {
        address: arguments.bind,
        port: arguments.port,
        exposure: read_exposure(arguments)?,
        hosts,
        origins,
        trusts_forwarded: network.trust_forwarded,
        token,
        limits: FrontLimits {
            drain: network.drain,
            connections: usize::try_from(network.connections).unwrap_or(usize::MAX),
            per_address: usize::try_from(network.per_address).unwrap_or(usize::MAX),
            ..settings.limits
        },
        ..settings
    })
}

/// Returns the settings of the gateway from the options.
pub(super) fn gateway_settings(arguments: &Serve) -> GatewaySettings {
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
        idle: arguments.sessions.idle.0,
        keep: arguments.sessions.keep(),
        has_users: arguments.users.users.is_some(),
        ..GatewaySettings::default()
    }
}

fn parse_host(flag: &str, text: &str) -> Result<PublicHost, Exit> {
    text.parse()
        .map_err(|error| Exit::Usage(format!("{flag} {text}: {error}")))
}

fn read_exposure(arguments: &Serve) -> Result<Exposure, Exit> {
    match (
        &arguments.public,
        &arguments.certificate,
        &arguments.key,
        &arguments.network.proxy,
    ) {
        (Some(public), Some(certificate), Some(key), _) => Ok(Exposure::Tls {
            host: parse_host("--public", public)?,
            certificate: certificate.clone(),
            key: key.clone(),
        }),
        (_, _, _, Some(proxy)) => {
            let url = proxy
                .parse()
                .map_err(|error| Exit::Usage(format!("--proxy {proxy}: {error}")))?;
            Ok(Exposure::Proxy { url })
        }
        _ => Ok(Exposure::Loopback),
    }
}

/// Returns the usage error for a server that cannot start. The error names the flag that helps.
pub(super) fn start_error(arguments: &Serve, error: &FrontError) -> Exit {
    Exit::Usage(match error {
        FrontError::Exposed(address) => format!(
            "--bind {address}: other computers could reach the server without TLS; add --public HOST with --certificate and --key, or --proxy URL for a proxy"
        ),
        FrontError::Certificate { file, reason } => {
            format!("--certificate {}: {reason}", file.display())
        }
        FrontError::Key { file, reason } => format!("--key {}: {reason}", file.display()),
        FrontError::Listen { address, error }
            if error.kind() == io::ErrorKind::AddrNotAvailable =>
        {
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
