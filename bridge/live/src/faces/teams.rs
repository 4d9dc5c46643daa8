//! Microsoft Teams: a bot that shows surfaces as Adaptive Cards.
//!
//! [`TeamsBot::start`] puts a [`Gateway`](crate::gateway::Gateway) behind a bot of the Bot Framework:
//!
//! | route | description |
//! |---|---|
//! | `POST /messages` | the messaging endpoint of the bot: texts become texts of the user, and clicks become actions |
//!
//! Each request has a token of the Bot Framework, which must be signed with RS256 by a known key, issued by
//! `https://api.botframework.com` for this bot, and state the `serviceUrl` of the request. Other requests get status 401.
//!
//! The session is the conversation: `teams:CONVERSATION`. All its members share it. If the name would be longer than 200
//! bytes, it contains a digest of the id in place of the id.
//!
//! - Each surface is one message. When the surface changes, the message is replaced, at most once per second. When it is
//!   deleted, a short text takes its place.
//! - A click of `Action.Execute` is answered within three seconds, with the new card, or with a text if the agent takes
//!   longer. The message changes in any case.
//! - If a check fails, the answer is the reason.
//! - A repeated request has no second effect.
//! - The data of each button contains a key of 128 bits, which is valid only in its session.
//!
//! ```no_run
//! use agent_ui_live::{
//!     faces::teams::{TeamsBot, TeamsSettings},
//!     gateway::Gateway,
//!     server::request_guard::RequestGuard,
//! };
//!
//! # async fn run(gateway: Gateway) -> Result<(), Box<dyn std::error::Error>> {
//! let settings = TeamsSettings::new("00000000-app-id".to_owned(), std::env::var("TEAMS_APP_PASSWORD")?.parse()?);
//! let bot = TeamsBot::start(settings).await?;
//! let guard = RequestGuard { hosts: vec!["agents.test".to_owned()], ..RequestGuard::default() };
//! let routes = axum::Router::new().nest("/teams", bot.routes(gateway, &guard));
//! # let _ = routes;
//! # Ok(()) }
//! ```
//!
//! Specification: [Bot Connector authentication](https://learn.microsoft.com/azure/bot-service/rest-api/bot-framework-rest-connector-authentication).

mod activity_request;
mod bot_token;
mod connector;
mod face;
mod platform;
mod teams_surface;
#[cfg(test)]
mod tests;

pub use face::TeamsBot;

use super::chat_bot::{AllowedHosts, Secret};

/// The name of the face in reports.
const FACE: &str = "teams";
/// The keys of the Bot Framework.
const KEYS: &str = "https://login.botframework.com/v1/.well-known/keys";
/// The address that issues tokens for answers.
const TOKEN_URL: &str = "https://login.microsoftonline.com/botframework.com/oauth2/v2.0/token";

/// The settings of the bot.
#[derive(Clone, Debug)]
pub struct TeamsSettings {
    /// The id of the app.
    pub app_id: String,
    /// The password of the app, which is a client secret.
    pub password: Secret,
    /// The file or the address of the keys that sign the requests. The default is that of the Bot Framework.
    pub keys: String,
    /// The address that issues tokens for answers. The default is that of bots for all organizations. For a bot of one
    /// organization, the part `botframework.com` of the path is the id of the organization.
    pub token_url: String,
    /// The hosts to which the bot sends answers. The default is `smba.trafficmanager.net` and `*.botframework.com`.
    pub hosts: AllowedHosts,
}

impl TeamsSettings {
    /// Creates the settings of an app.
    pub fn new(app_id: String, password: Secret) -> Self {
        Self {
            app_id,
            password,
            keys: KEYS.to_owned(),
            token_url: TOKEN_URL.to_owned(),
            hosts: default_hosts(),
        }
    }
}

/// Returns the hosts of the Bot Framework.
pub fn default_hosts() -> AllowedHosts {
    AllowedHosts::of_names(&["smba.trafficmanager.net", "*.botframework.com"])
}
