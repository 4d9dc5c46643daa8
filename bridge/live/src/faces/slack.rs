//! Slack: a bot that shows surfaces as messages with blocks.
//!
//! [`routes`] puts a [`Gateway`](crate::gateway::Gateway) behind a Slack app:
//!
//! | route | description |
//! |---|---|
//! | `POST /events` | the request URL of the [Events API](https://docs.slack.dev/apis/events-api/): direct messages (`message.im`) and mentions (`app_mention`) become texts of the user |
//! | `POST /interactions` | the request URL of [interactive components](https://docs.slack.dev/interactivity/handling-user-interaction): clicks and submitted views become actions |
//!
//! Slack signs each request. A request with another signature, or one that is older than five minutes, gets status 401. Every
//! other request is answered within three seconds, and messages change later.
//!
//! The session is the channel, with the thread if the message is in one: `slack:TEAM:CHANNEL` or
//! `slack:TEAM:CHANNEL:THREAD`. All members of the channel share it.
//!
//! - Each surface is one message. When the surface changes, the message is replaced, at most once per second. When it is
//!   deleted, a short text takes its place.
//! - A click delivers the values of all inputs of the message. If a check fails, only the user who clicked sees the reason.
//! - A Modal opens as a view of Slack. If a check fails there, the view stays open and shows the reasons.
//! - A repeated request has no second effect.
//! - The `value` of each button contains a key of 128 bits, which is valid only in its session.
//!
//! ```no_run
//! use agent_ui_live::{
//!     faces::slack::{self, SlackSettings},
//!     gateway::Gateway,
//!     server::request_guard::RequestGuard,
//! };
//!
//! # async fn run(gateway: Gateway) -> Result<(), Box<dyn std::error::Error>> {
//! let settings = SlackSettings::new(
//!     std::env::var("SLACK_SIGNING_SECRET")?.parse()?,
//!     std::env::var("SLACK_BOT_TOKEN")?.parse()?,
//! );
//! let guard = RequestGuard { hosts: vec!["agents.test".to_owned()], ..RequestGuard::default() };
//! let routes = axum::Router::new().nest("/slack", slack::routes(gateway, &guard, settings));
//! # let _ = routes;
//! # Ok(()) }
//! ```
//!
//! Specification: [verifying requests](https://docs.slack.dev/authentication/verifying-requests-from-slack).

mod event;
mod face;
mod interaction;
mod platform;
mod signature;
mod slack_surface;
#[cfg(test)]
mod tests;
mod web_api;

pub use face::routes;

use super::chat_bot::{AllowedHosts, Secret};

/// The name of the face in reports.
const FACE: &str = "slack";
/// The address of the Web API.
const API: &str = "https://slack.com/api";

/// The settings of the bot.
#[derive(Clone, Debug)]
pub struct SlackSettings {
    /// The signing secret of the app.
    pub signing_secret: Secret,
    /// The bot token of the app, which begins with `xoxb-`.
    pub token: Secret,
    /// The address of the Web API. The default is `https://slack.com/api`.
    pub api: String,
    /// The hosts to which the bot sends answers. The default is `slack.com` and `hooks.slack.com`.
    pub hosts: AllowedHosts,
}

impl SlackSettings {
    /// Creates the settings of an app.
    pub fn new(signing_secret: Secret, token: Secret) -> Self {
        Self {
            signing_secret,
            token,
            api: API.to_owned(),
            hosts: default_hosts(),
        }
    }
}

/// Returns the hosts of Slack.
pub fn default_hosts() -> AllowedHosts {
    AllowedHosts::of_names(&["slack.com", "hooks.slack.com"])
}
