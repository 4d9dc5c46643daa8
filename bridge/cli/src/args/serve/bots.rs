//! The options of the faces `slack` and `teams`.

use clap::Args;
use std::path::PathBuf;

#[derive(Debug, Args)]
#[cfg_attr(not(feature = "live"), allow(dead_code))]
pub(crate) struct Bots {
    /// Signing secret of the Slack app, as env:NAME or file:PATH
    ///
    /// NAME is an environment variable, and PATH a file that contains only the secret. A secret itself cannot be given, because other users of the computer see the arguments of programs.
    #[arg(long, value_name = "SECRET", default_value = "env:SLACK_SIGNING_SECRET", value_parser = parse_secret, hide_short_help = true)]
    pub(crate) slack_signing_secret: SecretSource,
    /// Bot token of the Slack app, as env:NAME or file:PATH
    #[arg(long, value_name = "SECRET", default_value = "env:SLACK_BOT_TOKEN", value_parser = parse_secret, hide_short_help = true)]
    pub(crate) slack_token: SecretSource,
    /// Address of the Web API of Slack
    #[arg(
        long,
        value_name = "URL",
        default_value = "https://slack.com/api",
        hide_short_help = true
    )]
    pub(crate) slack_api: String,
    /// Id of the Teams app, for --face teams
    #[arg(long, value_name = "ID", hide_short_help = true)]
    pub(crate) teams_app: Option<String>,
    /// Password of the Teams app, as env:NAME or file:PATH
    #[arg(long, value_name = "SECRET", default_value = "env:TEAMS_APP_PASSWORD", value_parser = parse_secret, hide_short_help = true)]
    pub(crate) teams_password: SecretSource,
    /// JWK Set with the keys that sign the requests of Teams: a file or an address
    ///
    /// The default is the address of the Bot Framework.
    #[arg(long, value_name = "KEYS", hide_short_help = true)]
    pub(crate) teams_keys: Option<String>,
    /// Address that issues tokens for answers to Teams
    ///
    /// The default is that of apps for all organizations. For an app of one organization, it is https://login.microsoftonline.com/ORGANIZATION/oauth2/v2.0/token.
    #[arg(long, value_name = "URL", hide_short_help = true)]
    pub(crate) teams_token_url: Option<String>,
    /// Further host to which the faces slack and teams send answers
    ///
    /// As in api.example.com or *.example.com. May be given several times. The hosts of Slack and of the Bot Framework are always allowed.
    #[arg(long, value_name = "HOST", hide_short_help = true)]
    pub(crate) bot_host: Vec<String>,
}

/// The place of a secret.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(not(feature = "live"), allow(dead_code))]
pub(crate) enum SecretSource {
    /// The name of an environment variable.
    Variable(String),
    /// A file that contains only the secret.
    File(PathBuf),
    /// Another text, which may be the secret itself. It is not kept, so that no error shows it.
    Other,
}

fn parse_secret(text: &str) -> Result<SecretSource, String> {
    Ok(match text.split_once(':') {
        Some(("env", name)) if !name.is_empty() => SecretSource::Variable(name.to_owned()),
        Some(("file", path)) if !path.is_empty() => SecretSource::File(PathBuf::from(path)),
        _ => SecretSource::Other,
    })
}
