//! Conversations of Teams, and their messages.

use super::{FACE, TeamsSettings, connector::Connector, teams_surface};
use crate::{
    faces::chat_bot::{ChatPlatform, PostError, RenderedMessage, SurfaceKeys},
    member_text::member_text,
};
use agent_ui_text::bridge::a2ui::resolved::ResolvedSurface;
use axum::http::Method;
use sha2::{Digest, Sha256};
use wire::Payload;

/// The longest name of a session in bytes.
const NAME: usize = crate::limits::SESSION_NAME;

/// A conversation with the address of its service.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TeamsPlace {
    service_url: String,
    conversation: String,
    /// The id of the bot in the conversation.
    bot: String,
}

impl TeamsPlace {
    pub(super) fn new(service_url: String, conversation: String, bot: String) -> Self {
        Self {
            service_url,
            conversation,
            bot,
        }
    }

    /// Returns the name of the session.
    pub(super) fn session(&self) -> String {
        let name = format!("teams:{}", self.conversation);
        if name.len() <= NAME && !name.chars().any(char::is_control) {
            return name;
        }
        let digest = Sha256::digest(&self.conversation);
        let hex: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
        format!("teams:#{hex}")
    }

    /// Returns `true` if a token states the address of this service.
    pub(super) fn is_at(&self, service_url: &str) -> bool {
        self.service_url.trim_end_matches('/') == service_url.trim_end_matches('/')
    }

    /// Returns the address of the messages, or of one message.
    fn activities_url(&self, message: Option<&str>) -> String {
        let base = self.service_url.trim_end_matches('/');
        let conversation = encode_segment(&self.conversation);
        let url = format!("{base}/v3/conversations/{conversation}/activities");
        match message {
            Some(id) => format!("{url}/{}", encode_segment(id)),
            None => url,
        }
    }
}

/// Percent-encodes a segment of a path.
fn encode_segment(text: &str) -> String {
    let mut segment = String::new();
    for byte in text.bytes() {
        match byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'~') {
            true => segment.push(char::from(byte)),
            false => segment += &format!("%{byte:02X}"),
        }
    }
    segment
}

/// A bot of Teams.
#[derive(Debug)]
pub(super) struct TeamsPlatform {
    connector: Connector,
    pub(super) keys: SurfaceKeys,
}

impl TeamsPlatform {
    pub(super) fn new(settings: &TeamsSettings) -> Self {
        Self {
            connector: Connector::new(settings),
            keys: SurfaceKeys::new(settings.password.expose()),
        }
    }
}

impl ChatPlatform for TeamsPlatform {
    const FACE: &'static str = FACE;
    type Place = TeamsPlace;
    type ViewState = ();

    /// Returns the message with the card. A click on the card is answered with the card alone.
    fn render(
        &self,
        session: &str,
        surface: &ResolvedSurface,
        (): &(),
    ) -> Result<RenderedMessage, String> {
        let reference = self.keys.reference(session, surface.surface_id.as_str());
        teams_surface::render(surface, reference)
    }

    fn render_text(&self, text: &str) -> String {
        let members = [
            ("type", &Payload::string("message")),
            ("text", &Payload::string(text)),
            ("textFormat", &Payload::string("markdown")),
        ];
        Payload::object(members).text().to_owned()
    }

    async fn post(
        &self,
        place: &TeamsPlace,
        id: Option<&str>,
        message: &str,
    ) -> Result<String, PostError> {
        let unreadable = |error: wire::DecodeError| PostError::Refused(error.to_string());
        let message = Payload::parse(message).map_err(unreadable)?;
        let of_id = |id: &str| Payload::object([("id", &Payload::string(id))]);
        let mut members: Vec<(String, Payload)> = message
            .members()
            .map(|(name, value)| (name.into_owned(), value))
            .collect();
        members.push(("from".to_owned(), of_id(&place.bot)));
        members.push(("conversation".to_owned(), of_id(&place.conversation)));
        if let Some(id) = id {
            members.push(("id".to_owned(), Payload::string(id)));
        }
        let activity = Payload::object(members.iter().map(|(name, value)| (name.as_str(), value)));
        let (method, url) = match id {
            Some(_) => (Method::PUT, place.activities_url(id)),
            None => (Method::POST, place.activities_url(None)),
        };
        let answer = self.connector.send(&method, &url, activity.text()).await?;
        match (id, member_text(&answer, "id")) {
            (Some(id), _) => Ok(id.to_owned()),
            (None, Some(id)) => Ok(id),
            (None, None) => Err(PostError::Refused(
                "the Bot Connector answered without the id of the message".to_owned(),
            )),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_encoded_in_addresses_and_long_ones_have_a_digest() {
        let place = |conversation: &str| {
            let url = "https://smba.trafficmanager.net/emea/".to_owned();
            TeamsPlace::new(url, conversation.to_owned(), "28:b".to_owned())
        };
        let short = place("19:a@thread.tacv2;messageid=1/../x");
        assert_eq!(
            short.activities_url(Some("1:2")),
            "https://smba.trafficmanager.net/emea/v3/conversations/19%3Aa%40thread%2Etacv2%3Bmessageid%3D1%2F%2E%2E%2Fx/activities/1%3A2"
        );
        assert_eq!(short.session(), "teams:19:a@thread.tacv2;messageid=1/../x");
        assert!(short.is_at("https://smba.trafficmanager.net/emea"));
        assert!(!short.is_at("https://smba.trafficmanager.net/amer/"));
        let long = place(&"x".repeat(300)).session();
        assert!(long.len() == 71 && long.starts_with("teams:#"), "{long}");
        assert_ne!(long, place(&"x".repeat(301)).session());
        assert!(place("a\nb").session().starts_with("teams:#"));
    }
}
