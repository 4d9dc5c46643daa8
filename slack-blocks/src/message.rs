//! The message of Slack, from the members that identify its kind.

use crate::{
    BlockActionsEvent, BlockMessage, HomeView, InteractionEvent, ModalView, View, ViewClear,
    ViewClosedEvent, ViewErrors, ViewPush, ViewResponse, ViewSubmissionEvent, ViewUpdate,
};
use wire::{
    DecodeRule, Payload, PayloadKind, Reader, Wire, Writer,
    decode::{ReadError, ReadResult},
    token,
};

/// A message of an app, or an event of a user.
///
/// The members determine the kind: `response_action` for an answer to a view, `type` for views and events, and `blocks`,
/// `text`, `attachments`, `delete_original` or `replace_original` for a message.
///
/// ```
/// use agent_ui_slack_blocks::{SlackMessage, wire};
///
/// let text = r#"{"text":"Your trip","blocks":[{"type":"divider"}]}"#;
/// let message: SlackMessage = wire::decode(text)?;
/// assert!(matches!(message, SlackMessage::Message(_)));
/// assert_eq!(wire::encode(&message).unwrap(), text);
/// # Ok::<(), wire::DecodeError>(())
/// ```
///
/// Specification: [messages](https://docs.slack.dev/messaging/sending-and-scheduling-messages),
/// [views](https://docs.slack.dev/reference/views) and
/// [interaction payloads](https://docs.slack.dev/reference/interaction-payloads).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SlackMessage {
    /// A message with blocks.
    Message(Box<BlockMessage>),
    /// A dialog, or the home of the app.
    View(View),
    /// An event of a user.
    Event(InteractionEvent),
    /// The answer to a submitted view.
    Response(ViewResponse),
}

/// The members that only a message without a type has.
const MESSAGE_MEMBERS: [&str; 5] = [
    "blocks",
    "text",
    "attachments",
    "delete_original",
    "replace_original",
];

impl Wire for SlackMessage {
    fn read(reader: &mut Reader<'_>) -> ReadResult<Self> {
        if reader.peek_member("response_action").is_some() {
            return Wire::read(reader).map(Self::Response);
        }
        let kind = reader.peek_member("type").map(token::string);
        match kind.as_deref() {
            Some(kind) if View::TAGS.contains(&kind) => Wire::read(reader).map(Self::View),
            Some(kind) if InteractionEvent::TAGS.contains(&kind) => {
                Wire::read(reader).map(Self::Event)
            }
            // Slack writes `"type": "message"` into the messages of its events.
            None | Some("message") if is_message(reader) => Wire::read(reader).map(Self::Message),
            kind => {
                let found = kind.map(str::to_owned);
                Err(unknown(reader, found.as_deref()))
            }
        }
    }

    fn write(&self, writer: &mut Writer) {
        match self {
            Self::Message(message) => message.write(writer),
            Self::View(view) => view.write(writer),
            Self::Event(event) => event.write(writer),
            Self::Response(response) => response.write(writer),
        }
    }
}

fn is_message(reader: &Reader<'_>) -> bool {
    MESSAGE_MEMBERS
        .iter()
        .any(|name| reader.peek_member(name).is_some())
}

/// Creates the error for an object of another kind.
fn unknown(reader: &mut Reader<'_>, kind: Option<&str>) -> ReadError {
    if reader.kind().is_ok_and(|kind| kind != PayloadKind::Object) {
        return reader.mismatch("an object");
    }
    let found = match kind {
        Some(kind) => format!("the type {}", Payload::string(kind).text()),
        None => "other members".to_owned(),
    };
    let error = ReadError::new(
        DecodeRule::Key,
        format_args!("expected a message with blocks, a view or an event of Slack, found {found}"),
        "a message has `blocks` and `text`, a view has the type `modal` or `home`, and an event has the type `block_actions`, `view_submission` or `view_closed`",
    );
    match kind {
        Some(_) => error.at("type"),
        None => error,
    }
}

wire::hand_written! {
    SlackMessage,
    schema: |schemas| {
        let message = schemas.schema_for::<BlockMessage>();
        let view = schemas.schema_for::<View>();
        let event = schemas.schema_for::<InteractionEvent>();
        let response = schemas.schema_for::<ViewResponse>();
        let has_type = |words: &[&str]| wire::schema::json!({
            "required": ["type"], "properties": {"type": {"enum": words}},
        });
        let required = MESSAGE_MEMBERS.map(|name| wire::schema::json!({"required": [name]}));
        wire::schema::json!({
            "type": "object",
            "if": {"required": ["response_action"]},
            "then": response,
            "else": {
                "if": has_type(View::TAGS),
                "then": view,
                "else": {
                    "if": has_type(InteractionEvent::TAGS),
                    "then": event,
                    "else": {
                        "allOf": [message],
                        "anyOf": required,
                        "properties": {"type": {"const": "message"}},
                    },
                },
            },
        })
    },
    examples: [
        r#"{"text":"Your trip","blocks":[{"type":"divider"}]}"#,
        r#"{"replace_original":true,"text":"Booked"}"#,
        r#"{"type":"modal","title":{"type":"plain_text","text":"Trip"},"blocks":[{"type":"divider"}]}"#,
        r#"{"type":"home","blocks":[{"type":"divider"}]}"#,
        r#"{"type":"block_actions","actions":[{"type":"button","block_id":"b","action_id":"a","value":"v"}]}"#,
        r#"{"type":"view_submission","view":{"type":"modal","title":{"type":"plain_text","text":"Trip"},"blocks":[],"state":{"values":{}}}}"#,
        r#"{"type":"view_closed","is_cleared":true}"#,
        r#"{"response_action":"errors","errors":{"date":"choose a later date"}}"#,
        r#"{"response_action":"clear"}"#,
    ],
}

impl From<BlockMessage> for SlackMessage {
    fn from(message: BlockMessage) -> Self {
        Self::Message(Box::new(message))
    }
}

/// Implements the conversion from a union, and from each of its variants. `from!(View View: Box<ModalView>);` expands to:
///
/// ```text
/// impl From<View> for SlackMessage { fn from(message: View) -> Self { Self::View(message) } }
/// impl From<ModalView> for SlackMessage { fn from(message: ModalView) -> Self { Self::View(View::from(Box::new(message))) } }
/// ```
macro_rules! from {
    ($Union:ident $Variant:ident: $(Box<$Boxed:ident>),+) => {
        from!($Union $Variant:);
        $(
            impl From<$Boxed> for SlackMessage {
                fn from(message: $Boxed) -> Self {
                    Self::$Variant($Union::from(Box::new(message)))
                }
            }
        )*
    };
    ($Union:ident $Variant:ident: $($Type:ident),*) => {
        impl From<$Union> for SlackMessage {
            fn from(message: $Union) -> Self {
                Self::$Variant(message)
            }
        }
        $(
            impl From<$Type> for SlackMessage {
                fn from(message: $Type) -> Self {
                    Self::$Variant($Union::from(message))
                }
            }
        )*
    };
}
from!(View View: Box<ModalView>, Box<HomeView>);
from!(InteractionEvent Event: Box<BlockActionsEvent>, Box<ViewSubmissionEvent>, Box<ViewClosedEvent>);
from!(ViewResponse Response: ViewErrors, ViewUpdate, ViewPush, ViewClear);

impl SlackMessage {
    /// Returns `true` if Slack sends the message: an event of a user.
    pub fn is_event(&self) -> bool {
        matches!(self, Self::Event(_))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_identify_the_kind_of_a_message() {
        for (text, kind) in [
            (r#"{"blocks":[]}"#, "message"),
            (r#"{"type":"message","text":"a"}"#, "message"),
            (r#"{"blocks":[],"type":"modal"}"#, "view"),
            (r#"{"type":"home"}"#, "view"),
            (r#"{"type":"view_closed","text":"a"}"#, "event"),
            (r#"{"response_action":"push"}"#, "response"),
            (r#"{"response_action":"later"}"#, "response"),
        ] {
            let message: SlackMessage = wire::decode(text).unwrap();
            let found = match &message {
                SlackMessage::Message(_) => "message",
                SlackMessage::View(_) => "view",
                SlackMessage::Event(_) => "event",
                SlackMessage::Response(_) => "response",
            };
            assert_eq!(found, kind, "{text}");
            assert_eq!(message.is_event(), kind == "event");
            assert_eq!(wire::encode(&message).unwrap().len(), text.len(), "{text}");
        }
    }

    #[test]
    fn other_objects_are_refused_at_their_type() {
        for (text, at) in [
            (r#"{"type":"shortcut"}"#, "/type"),
            (r#"{"type":"section","text":{}}"#, "/type"),
            (r#"{"type":7,"blocks":[]}"#, "/type"),
            (r#"{"url":"a"}"#, ""),
            ("[]", ""),
        ] {
            let error = wire::decode::<SlackMessage>(text).unwrap_err();
            assert_eq!(error.pointer.as_str(), at, "{text}: {error}");
        }
    }
}
