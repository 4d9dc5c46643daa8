//! The users of sessions, from the command line.

use crate::{
    args::{Face, Serve, UsersArgument},
    exit::Exit,
};
use live::server::front::users::{CookieKey, JwtUsers, TokenRules, Users};
use std::path::Path;

/// Refuses options that conflict with `--users`.
pub(super) fn check(arguments: &Serve) -> Result<(), Exit> {
    let Some(users) = &arguments.users.users else {
        return Ok(());
    };
    if let UsersArgument::Header(name) = users {
        Users::header(name)
            .map_err(|error| Exit::Usage(format!("--users header:{name}: {error}")))?;
        if arguments.network.proxy.is_none() {
            return Exit::usage(
                "--users header: every client could send the header; put a proxy in front that sets it, and state its address with --proxy URL",
            );
        }
        if !(arguments.users.audience.is_empty() && arguments.users.issuer.is_empty()) {
            return Exit::usage(
                "--audience and --issuer are for tokens, as in --users jwt:keys.json",
            );
        }
    }
    if arguments.stdio {
        return Exit::usage(
            "--stdio: requests over standard input name no user; leave out --users, or --stdio",
        );
    }
    // All clients of MCP see the tools of all pages.
    if arguments.extension_port.is_some() || arguments.faces.contains(&Face::ActionsJson) {
        return Exit::usage(
            "--users: pages of websites belong to no user; leave out --extension-port and --face actions-json, or --users",
        );
    }
    Ok(())
}

/// Reads the users of the command line, with the keys of their tokens. `cookie_secret` comes from the store, if there
/// is one.
pub(super) async fn read(
    arguments: &Serve,
    cookie_secret: Option<&str>,
) -> Result<Option<Users>, Exit> {
    let keys = match &arguments.users.users {
        None => return Ok(None),
        Some(UsersArgument::Header(name)) => {
            let users = Users::header(name);
            return users
                .map(Some)
                .map_err(|error| Exit::Usage(format!("--users header:{name}: {error}")));
        }
        Some(UsersArgument::Tokens(keys)) => keys,
    };
    let rules = TokenRules {
        audiences: arguments.users.audience.clone(),
        issuers: arguments.users.issuer.clone(),
    };
    let tokens = match keys.contains("://") {
        true => JwtUsers::from_url(keys, rules).await,
        false => JwtUsers::from_file(Path::new(keys), rules),
    };
    let tokens = tokens.map_err(|error| Exit::Usage(format!("--users jwt:{keys}: {error}")))?;
    let cookies = match cookie_secret {
        Some(secret) => CookieKey::of_secret(secret),
        None => CookieKey::random().map_err(Exit::Output)?,
    };
    Ok(Some(Users::Tokens { tokens, cookies }))
}
