//! The options about the users of sessions.

use clap::Args;

#[derive(Debug, Args)]
#[cfg_attr(not(feature = "live"), allow(dead_code))]
pub(crate) struct Users {
    /// Give each user sessions that others do not see
    ///
    /// Each request must name its user. jwt:FILE and jwt:URL: by a token as `Authorization: Bearer TOKEN`, whose `sub` is the user. FILE or URL is a JWK Set with the public keys. header:NAME: by a header that the proxy of --proxy sets in every request.
    #[arg(long, value_name = "USERS", value_parser = parse, hide_short_help = true)]
    pub(crate) users: Option<UsersArgument>,
    /// Audience that tokens must state, for --users jwt:
    ///
    /// May be given several times: one of them is enough. Without it, tokens that state an audience are refused.
    #[arg(
        long,
        value_name = "AUDIENCE",
        hide_short_help = true,
        requires = "users"
    )]
    pub(crate) audience: Vec<String>,
    /// Issuer that tokens must state, for --users jwt:
    ///
    /// May be given several times: one of them is enough. Without it, every issuer may have signed tokens with the keys.
    #[arg(
        long,
        value_name = "ISSUER",
        hide_short_help = true,
        requires = "users"
    )]
    pub(crate) issuer: Vec<String>,
}

/// The way in which requests name their users.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(not(feature = "live"), allow(dead_code))]
pub(crate) enum UsersArgument {
    /// A token in each request. The text is the file or the address of the public keys.
    Tokens(String),
    /// The header with this name, which a proxy sets.
    Header(String),
}

fn parse(text: &str) -> Result<UsersArgument, String> {
    let known = match text.split_once(':') {
        Some(("jwt", keys)) if !keys.is_empty() => Some(UsersArgument::Tokens(keys.to_owned())),
        Some(("header", name)) if !name.is_empty() => Some(UsersArgument::Header(name.to_owned())),
        _ => None,
    };
    known.ok_or_else(|| "expected jwt:FILE, jwt:URL or header:NAME, as in jwt:keys.json".to_owned())
}
