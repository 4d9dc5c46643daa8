//! The common parts of bots: conversations in which each surface is a message that changes with the surface.
//!
//! A platform, such as Slack, delivers texts and clicks to the routes of its face, and offers an API that posts and
//! replaces messages. Each conversation of the platform has one [session](crate::gateway::Session), and one task that
//! follows the session.

mod allowed_hosts;
mod bot_requests;
mod conversation;
mod conversations;
mod outbox;
mod platform;
mod posted_messages;
mod secret;
mod surface_keys;
mod surface_losses;
#[cfg(test)]
pub(super) mod test_platform;

pub use allowed_hosts::{AllowedHosts, HostPattern, InvalidBotHost};
pub use secret::{EmptySecret, Secret};

pub(super) use bot_requests::{BotRequests, refuse_busy};
pub(super) use conversation::{Click, ClickAnswer, ClickEffect, ConversationInput};
pub(super) use conversations::Conversations;
pub(super) use platform::{ChatPlatform, PostError, RenderedMessage, post_error, retry_after};
pub(super) use surface_keys::SurfaceKeys;
pub(super) use surface_losses::losses_of;
