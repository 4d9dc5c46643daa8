//! Activities, which the Bot Framework sends.
//!
//! Specification: [Activity](https://github.com/microsoft/botframework-sdk/blob/main/specs/botframework-activity/botframework-activity.md).

use super::platform::TeamsPlace;
use crate::member_text::member_text;
use uuid::Uuid;
use wire::{Payload, Pointer};

/// The types of activities that a bot gets although it does not use them.
const IGNORED: [&str; 8] = [
    "conversationUpdate",
    "endOfConversation",
    "event",
    "installationUpdate",
    "messageDelete",
    "messageReaction",
    "messageUpdate",
    "typing",
];
/// The name of the invoke of an `Action.Execute`.
const EXECUTE: &str = "adaptiveCard/action";

/// An activity with its conversation.
#[derive(Debug)]
pub(super) struct ActivityRequest {
    /// The key of the activity, which is the same for each repetition.
    pub(super) id: String,
    pub(super) place: TeamsPlace,
    pub(super) content: ActivityContent,
}

/// The content of an activity.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum ActivityContent {
    /// A text of the user.
    Text(String),
    /// A click on a button of a card.
    Click(TeamsClick),
    /// Nothing that the bot uses.
    Ignored,
    /// Another type or invoke, with its name.
    Unknown(&'static str, String),
}

/// A click on a button of a card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TeamsClick {
    /// `true` if the response to the request shows the new card.
    pub(super) is_execute: bool,
    /// The id of the message with the card, if the activity names it.
    pub(super) message: Option<String>,
    /// The data of the button with the values of the inputs.
    pub(super) data: Payload,
}

impl ActivityRequest {
    /// Reads an activity. The error is the reason for status 400.
    pub(super) fn read(activity: &Payload) -> Result<Self, &'static str> {
        let text = |at: &'static str| {
            let value = activity.get(&Pointer::from_static(at))?;
            let text = value.as_str()?.into_owned();
            (!text.is_empty()).then_some(text)
        };
        let conversation = text("/conversation/id").ok_or("the activity has no conversation")?;
        let service_url = text("/serviceUrl").ok_or("the activity has no `serviceUrl`")?;
        let bot = text("/recipient/id").unwrap_or_default();
        let content = read_content(activity, &bot);
        // Without an id, a repetition cannot be recognised.
        let id = text("/id").unwrap_or_else(|| Uuid::new_v4().to_string());
        // The id is unique in its conversation only.
        let id = format!("activity:{conversation}:{id}");
        Ok(Self {
            id,
            place: TeamsPlace::new(service_url, conversation, bot),
            content,
        })
    }
}

fn read_content(activity: &Payload, bot: &str) -> ActivityContent {
    let kind = member_text(activity, "type").unwrap_or_default();
    let message = member_text(activity, "replyToId");
    match kind.as_str() {
        "message" => {
            let value = activity.member("value").filter(Payload::is_object);
            if let Some(data) = value {
                return ActivityContent::Click(TeamsClick {
                    is_execute: false,
                    message,
                    data,
                });
            }
            let text = read_text(activity, bot);
            match text.is_empty() {
                true => ActivityContent::Ignored,
                false => ActivityContent::Text(text),
            }
        }
        "invoke" => {
            let name = member_text(activity, "name").unwrap_or_default();
            if name != EXECUTE {
                return ActivityContent::Unknown("invoke", name);
            }
            let data = activity.get(&Pointer::from_static("/value/action/data"));
            match data.filter(Payload::is_object) {
                Some(data) => ActivityContent::Click(TeamsClick {
                    is_execute: true,
                    message,
                    data,
                }),
                None => ActivityContent::Unknown("invoke", format!("{EXECUTE} without data")),
            }
        }
        kind if IGNORED.contains(&kind) => ActivityContent::Ignored,
        _ => ActivityContent::Unknown("activity", kind),
    }
}

/// Returns the text of a message without the mentions of the bot.
fn read_text(activity: &Payload, bot: &str) -> String {
    let mut text = member_text(activity, "text").unwrap_or_default();
    let entities = activity.member("entities");
    for entity in entities.iter().flat_map(Payload::elements) {
        let mentioned = entity.get(&Pointer::from_static("/mentioned/id"));
        let is_bot = mentioned.is_some_and(|id| id.as_str().as_deref() == Some(bot));
        if let Some(mention) = member_text(&entity, "text").filter(|own| is_bot && !own.is_empty())
        {
            text = text.replacen(&mention, "", 1);
        }
    }
    text.trim().to_owned()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    fn read(rest: &str) -> ActivityContent {
        let text = format!(
            r#"{{"id":"1","serviceUrl":"https://smba.trafficmanager.net/emea/","conversation":{{"id":"19:x"}},"recipient":{{"id":"28:bot"}},{rest}}}"#
        );
        let request = ActivityRequest::read(&Payload::parse(text).unwrap()).unwrap();
        assert_eq!(request.id, "activity:19:x:1");
        assert_eq!(request.place.session(), "teams:19:x");
        request.content
    }

    #[test]
    fn texts_lose_the_mention_of_the_bot() {
        let text = |text: &str| ActivityContent::Text(text.to_owned());
        assert_eq!(read(r#""type":"message","text":" hello ""#), text("hello"));
        let mention = r#""type":"message","text":"<at>Bot</at> ask <at>Ann</at>","entities":[{"type":"mention","text":"<at>Bot</at>","mentioned":{"id":"28:bot"}},{"type":"mention","text":"<at>Ann</at>","mentioned":{"id":"29:ann"}},7]"#;
        assert_eq!(read(mention), text("ask <at>Ann</at>"));
        assert_eq!(
            read(r#""type":"message","text":"""#),
            ActivityContent::Ignored
        );
    }

    #[test]
    fn submits_and_executes_are_clicks() {
        let submit = read(r#""type":"message","replyToId":"m","value":{"a":1}"#);
        let ActivityContent::Click(click) = submit else {
            panic!("{submit:?}")
        };
        assert_eq!(
            (click.is_execute, click.message.as_deref()),
            (false, Some("m"))
        );
        let execute = read(
            r#""type":"invoke","name":"adaptiveCard/action","value":{"action":{"data":{"a":1}}}"#,
        );
        let ActivityContent::Click(click) = execute else {
            panic!("{execute:?}")
        };
        assert_eq!((click.is_execute, click.data.text()), (true, r#"{"a":1}"#));
    }

    #[test]
    fn other_activities_are_ignored_or_named() {
        assert_eq!(read(r#""type":"typing""#), ActivityContent::Ignored);
        for (text, what, name) in [
            (r#""type":"handoff""#, "activity", "handoff"),
            (
                r#""type":"invoke","name":"task/fetch""#,
                "invoke",
                "task/fetch",
            ),
            (
                r#""type":"invoke","name":"adaptiveCard/action","value":{}"#,
                "invoke",
                "adaptiveCard/action without data",
            ),
        ] {
            assert_eq!(read(text), ActivityContent::Unknown(what, name.to_owned()));
        }
        for broken in [
            "{}",
            r#"{"conversation":{"id":""},"serviceUrl":"https://x"}"#,
        ] {
            assert!(ActivityRequest::read(&Payload::parse(broken).unwrap()).is_err());
        }
    }
}
