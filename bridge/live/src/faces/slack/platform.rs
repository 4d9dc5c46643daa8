//! Conversations of Slack, and their messages.

use super::{
    FACE, SlackSettings,
    slack_surface::{self, OpenTabs},
    web_api::WebApi,
};
use crate::{
    faces::chat_bot::{ChatPlatform, PostError, RenderedMessage, SurfaceKeys},
    member_text::member_text,
};
use agent_ui_text::bridge::a2ui::resolved::ResolvedSurface;
use wire::Payload;

/// The start of the names of sessions.
const SESSION: &str = "slack";

/// A channel, or a thread in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SlackPlace {
    team: String,
    channel: String,
    thread: Option<String>,
}

impl SlackPlace {
    /// Creates a place. Returns `None` if an id is not one of Slack.
    pub(super) fn new(team: &str, channel: &str, thread: Option<&str>) -> Option<Self> {
        let is_id = |id: &str| {
            let is_of_slack = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'.';
            !id.is_empty() && id.len() <= 40 && id.bytes().all(is_of_slack)
        };
        let are_ids = is_id(team) && is_id(channel) && thread.is_none_or(is_id);
        are_ids.then(|| Self {
            team: team.to_owned(),
            channel: channel.to_owned(),
            thread: thread.map(str::to_owned),
        })
    }

    /// Returns the place of a session.
    pub(super) fn of_session(session: &str) -> Option<Self> {
        let mut parts = session.split(':');
        let (start, team, channel) = (parts.next()?, parts.next()?, parts.next()?);
        let thread = parts.next();
        match start == SESSION && parts.next().is_none() {
            true => Self::new(team, channel, thread),
            false => None,
        }
    }

    /// Returns the name of the session.
    pub(super) fn session(&self) -> String {
        let Self {
            team,
            channel,
            thread,
        } = self;
        match thread {
            Some(thread) => format!("{SESSION}:{team}:{channel}:{thread}"),
            None => format!("{SESSION}:{team}:{channel}"),
        }
    }

    pub(super) fn channel(&self) -> &str {
        &self.channel
    }
}

/// Returns `false` as JSON.
pub(super) fn false_value() -> Payload {
    Payload::serialize_from(&false).unwrap_or_else(|_| Payload::null())
}

/// A Slack app.
#[derive(Debug)]
pub(super) struct SlackPlatform {
    pub(super) api: WebApi,
    pub(super) keys: SurfaceKeys,
}

impl SlackPlatform {
    pub(super) fn new(settings: &SlackSettings) -> Self {
        Self {
            api: WebApi::new(settings),
            keys: SurfaceKeys::new(settings.signing_secret.expose()),
        }
    }
}

impl ChatPlatform for SlackPlatform {
    const FACE: &'static str = FACE;
    type Place = SlackPlace;
    type ViewState = OpenTabs;

    fn render(
        &self,
        session: &str,
        surface: &ResolvedSurface,
        state: &OpenTabs,
    ) -> Result<RenderedMessage, String> {
        let reference = self.keys.reference(session, surface.surface_id.as_str());
        slack_surface::render(surface, &reference, state)
    }

    fn render_text(&self, text: &str) -> String {
        slack_surface::render_text(text)
    }

    async fn post(
        &self,
        place: &SlackPlace,
        id: Option<&str>,
        message: &str,
    ) -> Result<String, PostError> {
        let unreadable = |error: wire::DecodeError| PostError::Refused(error.to_string());
        let message = Payload::parse(message).map_err(unreadable)?;
        let channel = Payload::string(&place.channel);
        let mut members = vec![("channel".to_owned(), channel)];
        let method = match id {
            Some(id) => {
                members.push(("ts".to_owned(), Payload::string(id)));
                "chat.update"
            }
            None => {
                if let Some(thread) = &place.thread {
                    members.push(("thread_ts".to_owned(), Payload::string(thread)));
                }
                // Addresses in a surface are not shown a second time.
                for name in ["unfurl_links", "unfurl_media"] {
                    members.push((name.to_owned(), false_value()));
                }
                "chat.postMessage"
            }
        };
        members.extend(
            message
                .members()
                .map(|(name, value)| (name.into_owned(), value)),
        );
        let arguments = Payload::object(members.iter().map(|(name, value)| (name.as_str(), value)));
        let answer = self.api.call(method, arguments.text().to_owned()).await?;
        match (member_text(&answer, "ts"), id) {
            (Some(id), _) => Ok(id),
            (None, Some(id)) => Ok(id.to_owned()),
            (None, None) => Err(PostError::Refused(
                "`chat.postMessage` answered without `ts`".to_owned(),
            )),
        }
    }
}
