//! Requests of the Events API.
//!
//! Specification: [Events API](https://docs.slack.dev/apis/events-api/).

use super::platform::SlackPlace;
use crate::member_text::member_text;
use wire::Payload;

/// The types of events that a bot may get although it does not use them.
const IGNORED: [&str; 8] = [
    "app_home_opened",
    "app_uninstalled",
    "assistant_thread_context_changed",
    "assistant_thread_started",
    "member_joined_channel",
    "member_left_channel",
    "message",
    "tokens_revoked",
];

/// A request of the Events API.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum EventRequest {
    /// Slack checks the address. The answer is this text.
    Verification(String),
    /// A text of a user.
    Text(UserText),
    /// An event that the bot does not use.
    Ignored,
    /// Another type, with its name.
    Unknown(String),
}

/// A text of a user.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct UserText {
    /// The id of the event, which is the same for each repetition.
    pub(super) id: String,
    pub(super) place: SlackPlace,
    pub(super) text: String,
}

impl EventRequest {
    pub(super) fn read(request: &Payload) -> Self {
        match member_text(request, "type").as_deref() {
            Some("url_verification") => {
                Self::Verification(member_text(request, "challenge").unwrap_or_default())
            }
            Some("event_callback") => Self::read_event(request).unwrap_or(Self::Ignored),
            kind => Self::Unknown(kind.unwrap_or_default().to_owned()),
        }
    }

    /// Reads the event in a request. Returns `None` if a text has no usable place.
    fn read_event(request: &Payload) -> Option<Self> {
        let event = request.member("event")?;
        let kind = member_text(&event, "type").unwrap_or_default();
        let is_direct = member_text(&event, "channel_type").as_deref() == Some("im");
        match kind.as_str() {
            "message" if is_direct => {}
            "app_mention" => {}
            kind if IGNORED.contains(&kind) => return Some(Self::Ignored),
            _ => return Some(Self::Unknown(kind)),
        }
        // Changes, deletions and messages of bots, such as this one, are not texts of users.
        let is_own = event.member("subtype").is_some() || event.member("bot_id").is_some();
        if is_own || member_text(&event, "user").is_none() {
            return Some(Self::Ignored);
        }
        let place = SlackPlace::new(
            &member_text(request, "team_id")?,
            &member_text(&event, "channel")?,
            member_text(&event, "thread_ts").as_deref(),
        )?;
        let text = plain_text(&member_text(&event, "text")?);
        if text.is_empty() {
            return Some(Self::Ignored);
        }
        Some(Self::Text(UserText {
            id: format!("event:{}", member_text(request, "event_id")?),
            place,
            text,
        }))
    }
}

/// Returns the text without the mention of the bot at its start, and without the entities of Slack.
fn plain_text(text: &str) -> String {
    let text = text.trim();
    let rest = text
        .strip_prefix("<@")
        .and_then(|rest| rest.split_once('>'));
    let text = rest.map_or(text, |(_, rest)| rest);
    text.replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&amp;", "&")
        .trim()
        .to_owned()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    fn read(text: &str) -> EventRequest {
        EventRequest::read(&Payload::parse(text).unwrap())
    }

    #[test]
    fn direct_messages_and_mentions_are_texts_of_the_user() {
        let read_text = |event: &str| {
            let request = format!(
                r#"{{"type":"event_callback","team_id":"T1","event_id":"Ev1","event":{event}}}"#
            );
            match read(&request) {
                EventRequest::Text(text) => Some((text.place.session(), text.text)),
                _ => None,
            }
        };
        let text = |session: &str, text: &str| Some((session.to_owned(), text.to_owned()));
        let direct = r#"{"type":"message","channel_type":"im","channel":"D1","user":"U1","text":"a &lt;b&gt; &amp;amp; c","ts":"1.0"}"#;
        assert_eq!(read_text(direct), text("slack:T1:D1", "a <b> &amp; c"));
        let thread = r#"{"type":"app_mention","channel":"C1","user":"U1","text":" <@U9|bot> book it ","ts":"2.0","thread_ts":"1.5"}"#;
        assert_eq!(read_text(thread), text("slack:T1:C1:1.5", "book it"));
        for ignored in [
            direct.replace("im", "channel"),
            direct.replace("\"user\"", "\"bot_id\":\"B1\",\"user\""),
            direct.replace("\"user\"", "\"subtype\":\"message_changed\",\"user\""),
            direct.replace("D1", "D1:2"),
            direct.replace("D1", "D/1"),
            thread.replace("book it", ""),
            thread.replace("1.5", "x\\n"),
        ] {
            assert_eq!(read_text(&ignored), None, "{ignored}");
        }
    }

    #[test]
    fn unknown_types_are_named() {
        assert_eq!(
            read(r#"{"type":"url_verification","challenge":"c"}"#),
            EventRequest::Verification("c".to_owned())
        );
        let unknown = |name: &str| EventRequest::Unknown(name.to_owned());
        assert_eq!(
            read(r#"{"type":"app_rate_limited"}"#),
            unknown("app_rate_limited")
        );
        assert_eq!(read("{}"), unknown(""));
        assert_eq!(
            read(r#"{"type":"event_callback","event":{"type":"emoji_changed"}}"#),
            unknown("emoji_changed")
        );
        assert_eq!(read(r#"{"type":"event_callback"}"#), EventRequest::Ignored);
    }
}
