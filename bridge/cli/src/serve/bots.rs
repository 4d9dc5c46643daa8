//! The settings of the faces `slack` and `teams`, from the command line.

use crate::{
    args::{Face, SecretSource, Serve},
    exit::Exit,
};
use live::faces::{
    chat_bot::{AllowedHosts, HostPattern, Secret},
    slack::{self, SlackSettings},
    teams::{self, TeamsBot, TeamsSettings},
};

/// The settings of the bots whose faces are served.
#[derive(Default)]
pub(super) struct BotSettings {
    pub(super) slack: Option<SlackSettings>,
    pub(super) teams: Option<TeamsSettings>,
}

/// Reads the settings of the bots, with their secrets.
pub(super) fn read(arguments: &Serve, faces: &[Face]) -> Result<BotSettings, Exit> {
    let mut settings = BotSettings::default();
    let is_bot = |face: &&Face| matches!(face, Face::Slack | Face::Teams);
    let Some(_) = faces.iter().find(is_bot) else {
        return Ok(settings);
    };
    if arguments.users.users.is_some() {
        return Exit::usage(
            "--users: the users of Slack and Teams have no such tokens or headers; leave out --users, or the faces slack and teams",
        );
    }
    let bots = &arguments.bots;
    if faces.contains(&Face::Slack) {
        let signing_secret = read_secret("--slack-signing-secret", &bots.slack_signing_secret)?;
        let token = read_secret("--slack-token", &bots.slack_token)?;
        let mut own = SlackSettings::new(signing_secret, token);
        own.hosts = allowed_hosts(slack::default_hosts(), &bots.bot_host)?;
        own.api.clone_from(&bots.slack_api);
        ensure_allowed("--slack-api", &own.hosts, &own.api)?;
        settings.slack = Some(own);
    }
    if faces.contains(&Face::Teams) {
        let Some(app) = &bots.teams_app else {
            return Exit::usage("--face teams: the id of the app is missing; add --teams-app ID");
        };
        let password = read_secret("--teams-password", &bots.teams_password)?;
        let mut own = TeamsSettings::new(app.clone(), password);
        own.hosts = allowed_hosts(teams::default_hosts(), &bots.bot_host)?;
        if let Some(keys) = &bots.teams_keys {
            own.keys.clone_from(keys);
        }
        if let Some(url) = &bots.teams_token_url {
            own.token_url.clone_from(url);
        }
        settings.teams = Some(own);
    }
    Ok(settings)
}

/// Reads the keys of Teams, which may come from an address.
pub(super) async fn start_teams(settings: Option<TeamsSettings>) -> Result<Option<TeamsBot>, Exit> {
    let Some(settings) = settings else {
        return Ok(None);
    };
    let keys = settings.keys.clone();
    let bot = TeamsBot::start(settings).await;
    bot.map(Some)
        .map_err(|error| Exit::Usage(format!("--teams-keys {keys}: {error}")))
}

/// Returns `true` if the address of the bots is the same after the next start.
pub(super) fn has_fixed_address(arguments: &Serve) -> bool {
    arguments.token.is_some()
        || arguments.operation.token_file.is_some()
        || arguments.store.is_some()
}

fn read_secret(option: &str, source: &SecretSource) -> Result<Secret, Exit> {
    let (name, text) = match source {
        SecretSource::Variable(name) => {
            let text = std::env::var(name).map_err(|_| {
                Exit::Usage(format!(
                    "{option}: the environment variable {name} is not set"
                ))
            })?;
            (format!("env:{name}"), text)
        }
        SecretSource::File(path) => {
            let name = format!("file:{}", path.display());
            let text = std::fs::read_to_string(path)
                .map_err(|error| Exit::Usage(format!("{option} {name}: {error}")))?;
            (name, text)
        }
        SecretSource::Other => {
            return Err(Exit::Usage(format!(
                "{option}: expected env:NAME or file:PATH; a secret itself is not an argument, because other users of the computer see it"
            )));
        }
    };
    text.parse()
        .map_err(|error| Exit::Usage(format!("{option} {name}: {error}")))
}

fn allowed_hosts(mut hosts: AllowedHosts, further: &[String]) -> Result<AllowedHosts, Exit> {
    for host in further {
        let pattern: HostPattern = host
            .parse()
            .map_err(|error| Exit::Usage(format!("--bot-host {host}: {error}")))?;
        hosts.add(pattern);
    }
    Ok(hosts)
}

fn ensure_allowed(option: &str, hosts: &AllowedHosts, url: &str) -> Result<(), Exit> {
    hosts.ensure(url).map_err(|error| {
        Exit::Usage(format!(
            "{option} {url}: {error}; allow it with --bot-host HOST"
        ))
    })
}
