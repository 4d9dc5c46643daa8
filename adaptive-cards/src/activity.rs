//! The messages around a card: activities of the Bot Framework, and the answers of a bot to them.

use crate::card::AdaptiveCard;
use wire::{
    DecodeRule, List, Number, Payload, PayloadKind, Reader, Tolerant, Wire, Writer,
    decode::{ReadError, ReadResult},
    token,
};

/// The content type of a card in an attachment, and the type of an answer with a card.
pub const CARD_CONTENT_TYPE: &str = "application/vnd.microsoft.card.adaptive";
/// The name of the activity that an `Action.Execute` sends.
pub const EXECUTE_NAME: &str = "adaptiveCard/action";
/// The types of activities that concern cards.
pub(crate) const ACTIVITY_TYPES: [&str; 2] = ["message", "invoke"];

wire::object! {
    /// A message between a bot and its users: a card as an attachment, or the values that a user submits.
    ///
    /// After an `Action.Submit`, `value` is the submitted object. After an `Action.Execute`, the name is
    /// `adaptiveCard/action`, and `value` is an [`ExecuteValue`].
    ///
    /// ```
    /// use agent_ui_adaptive_cards::{Activity, wire};
    ///
    /// let activity: Activity = wire::decode(r#"{"type":"message","value":{"event":"book","day":"2026-12-24"}}"#)?;
    /// let submitted = activity.submitted_values().ok_or("submitted values")?;
    /// assert_eq!(submitted.member("day").unwrap().text(), r#""2026-12-24""#);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Specification: [Activity](https://github.com/microsoft/botframework-sdk/blob/main/specs/botframework-activity/botframework-activity.md).
    pub struct Activity {
        /// The type: `message` or `invoke`.
        kind as "type": String,
        /// The name of an `invoke`, such as `adaptiveCard/action`.
        name?: Tolerant<String>,
        /// The submitted values.
        value?: Option<Payload>,
        /// The text of the message.
        text?: Tolerant<String>,
        /// The format of the text, such as `markdown`.
        text_format as "textFormat"?: Tolerant<String>,
        /// The attachments, such as cards.
        attachments?: Tolerant<List<Attachment>>,
        /// The arrangement of several attachments: `list` or `carousel`.
        attachment_layout as "attachmentLayout"?: Tolerant<String>,
        /// The id of the activity.
        id?: Tolerant<String>,
        /// The id of the activity that this one answers. After a click, it is the message with the card.
        reply_to_id as "replyToId"?: Tolerant<String>,
        /// The time of the activity, as of RFC 3339.
        timestamp?: Tolerant<String>,
        /// The sender of the activity.
        from?: Tolerant<ChannelAccount>,
        /// The recipient of the activity.
        recipient?: Tolerant<ChannelAccount>,
        /// The conversation of the activity.
        conversation?: Tolerant<ConversationAccount>,
        /// The channel, such as `msteams`.
        channel_id as "channelId"?: Tolerant<String>,
        /// The address to which the bot answers.
        service_url as "serviceUrl"?: Tolerant<String>,
        /// The language of the user, such as `en-US`.
        locale?: Tolerant<String>,
        /// The data of the channel.
        channel_data as "channelData"?: Option<Payload>,
        /// The metadata, such as mentions.
        entities?: Option<Payload>,
    }

    /// An attachment of an [`Activity`]: `{"contentType": "application/vnd.microsoft.card.adaptive", "content": …}`.
    ///
    /// Specification: [Attachment](https://github.com/microsoft/botframework-sdk/blob/main/specs/botframework-activity/botframework-activity.md#attachment).
    pub struct Attachment {
        /// The content type.
        content_type as "contentType" =: Tolerant<String>,
        /// The content, such as a card.
        content?: Option<Payload>,
        /// The address of the content.
        content_url as "contentUrl"?: Tolerant<String>,
        /// The name of the attachment.
        name?: Tolerant<String>,
        /// The address of a small image.
        thumbnail_url as "thumbnailUrl"?: Tolerant<String>,
    }

    /// A user or a bot in a channel.
    ///
    /// Specification: [Channel account](https://github.com/microsoft/botframework-sdk/blob/main/specs/botframework-activity/botframework-activity.md#channel-account).
    pub struct ChannelAccount {
        /// The id in the channel.
        id =: Tolerant<String>,
        /// The name of the account.
        name?: Tolerant<String>,
        /// The id in Microsoft Entra.
        aad_object_id as "aadObjectId"?: Tolerant<String>,
        /// The role: `user` or `bot`.
        role?: Tolerant<String>,
    }

    /// A conversation in a channel.
    ///
    /// Specification: [Conversation account](https://github.com/microsoft/botframework-sdk/blob/main/specs/botframework-activity/botframework-activity.md#conversation-account).
    pub struct ConversationAccount {
        /// The id in the channel.
        id =: Tolerant<String>,
        /// The name of the conversation.
        name?: Tolerant<String>,
        /// The type, such as `personal` or `channel`.
        conversation_type as "conversationType"?: Tolerant<String>,
        /// `true` if the conversation may have more than two participants.
        is_group as "isGroup"?: Tolerant<bool>,
        /// The id of the organization.
        tenant_id as "tenantId"?: Tolerant<String>,
    }

    /// The `value` of an activity that an `Action.Execute` sends: `{"action": {…}, "trigger": "manual"}`.
    ///
    /// Specification: [Universal Actions](https://learn.microsoft.com/adaptive-cards/authoring-cards/universal-action-model).
    pub struct ExecuteValue {
        /// The action with the submitted values.
        action =: Tolerant<ExecuteInvocation>,
        /// The cause: `manual` for a click, or `automatic` for a refresh.
        trigger?: Tolerant<String>,
    }

    /// An `Action.Execute` with the values that it submits.
    ///
    /// Specification: [Universal Actions](https://learn.microsoft.com/adaptive-cards/authoring-cards/universal-action-model).
    pub struct ExecuteInvocation by "type" = "Action.Execute" {
        /// The id of the action.
        id?: Tolerant<String>,
        /// The verb of the action.
        verb?: Tolerant<String>,
        /// The data of the action, with the values of the inputs.
        data?: Option<Payload>,
    }

    /// The answer of a bot to an `invoke`: a card, a text, or an error.
    ///
    /// ```
    /// use agent_ui_adaptive_cards::{AdaptiveCard, InvokeResponse, wire};
    ///
    /// let answer = InvokeResponse::of_card(&AdaptiveCard::new().version("1.4"));
    /// assert_eq!(
    ///     wire::encode(&answer).unwrap(),
    ///     r#"{"statusCode":200,"type":"application/vnd.microsoft.card.adaptive","value":{"type":"AdaptiveCard","version":"1.4"}}"#,
    /// );
    /// ```
    ///
    /// Specification: [Universal Actions](https://learn.microsoft.com/adaptive-cards/authoring-cards/universal-action-model).
    pub struct InvokeResponse {
        /// The status as of HTTP, such as 200.
        status_code as "statusCode": Number,
        /// The type of the value, such as `application/vnd.microsoft.card.adaptive`.
        kind as "type"?: Tolerant<String>,
        /// The card, the text, or an object with `code` and `message`.
        value?: Option<Payload>,
    }
}

impl Activity {
    /// Creates a message with a card.
    pub fn of_card(card: &AdaptiveCard) -> Self {
        Self::new("message").attachments(vec![Attachment::of_card(card)])
    }

    /// Returns `true` if an `Action.Execute` sent the activity.
    pub fn is_execute(&self) -> bool {
        self.name.get().is_some_and(|name| name == EXECUTE_NAME)
    }

    /// Returns the value of an `Action.Execute`. `None` for another activity.
    pub fn execute_value(&self) -> Option<ExecuteValue> {
        match self.is_execute() {
            true => self.value.as_ref()?.decode().ok(),
            false => None,
        }
    }

    /// Returns the submitted object: the data of the action with the values of the inputs. `None` if the activity submits
    /// no values.
    pub fn submitted_values(&self) -> Option<Payload> {
        if self.is_execute() {
            return self.execute_value()?.action.into_value()?.data;
        }
        self.value.clone()
    }

    /// Iterates over the cards of the attachments, each with the index of its attachment.
    pub fn cards(&self) -> impl Iterator<Item = (usize, AdaptiveCard)> {
        let attachments = self.attachments.get().into_iter();
        attachments
            .flat_map(List::enumerate)
            .filter_map(|(index, attachment)| Some((index, attachment.card()?)))
    }
}

impl Attachment {
    /// Creates the attachment of a card. A card that cannot be written becomes null.
    pub fn of_card(card: &AdaptiveCard) -> Self {
        Self::new(CARD_CONTENT_TYPE.to_owned()).content(payload_of(card))
    }

    /// Returns `true` if the attachment is a card.
    pub fn is_card(&self) -> bool {
        self.content_type
            .get()
            .is_some_and(|own| own == CARD_CONTENT_TYPE)
    }

    /// Returns the card. `None` for other content.
    pub fn card(&self) -> Option<AdaptiveCard> {
        match self.is_card() {
            true => self.content.as_ref()?.decode().ok(),
            false => None,
        }
    }
}

impl InvokeResponse {
    /// Creates the answer with a card, which replaces the card of the user.
    pub fn of_card(card: &AdaptiveCard) -> Self {
        Self::new(200u64)
            .kind(CARD_CONTENT_TYPE.to_owned())
            .value(payload_of(card))
    }

    /// Creates the answer with a text for the user.
    pub fn of_text(text: &str) -> Self {
        Self::new(200u64)
            .kind("application/vnd.microsoft.activity.message".to_owned())
            .value(Payload::string(text))
    }

    /// Returns `true` if the value is a card.
    pub fn is_card(&self) -> bool {
        self.kind.get().is_some_and(|own| own == CARD_CONTENT_TYPE)
    }

    /// Returns the card. `None` for other values.
    pub fn card(&self) -> Option<AdaptiveCard> {
        match self.is_card() {
            true => self.value.as_ref()?.decode().ok(),
            false => None,
        }
    }
}

/// Writes a card. The only cards that cannot be written nest too deeply, or repeat a member.
fn payload_of(card: &AdaptiveCard) -> Payload {
    Payload::encode(card).unwrap_or_else(|_| Payload::null())
}

/// A message about a card: the card, an activity, or the answer to an activity.
///
/// The members determine the kind: `"type": "AdaptiveCard"` for a card, `statusCode` for an answer, and `"type": "message"`
/// or `"type": "invoke"` for an activity.
///
/// ```
/// use agent_ui_adaptive_cards::{CardMessage, wire};
///
/// let text = r#"{"type":"invoke","name":"adaptiveCard/action","value":{"action":{"type":"Action.Execute","verb":"book","data":{"n":"Ada"}},"trigger":"manual"}}"#;
/// let CardMessage::Activity(activity) = wire::decode(text)? else { unreachable!() };
/// assert_eq!(activity.submitted_values().unwrap().text(), r#"{"n":"Ada"}"#);
/// # Ok::<(), wire::DecodeError>(())
/// ```
///
/// Specification: [Universal Actions](https://learn.microsoft.com/adaptive-cards/authoring-cards/universal-action-model).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CardMessage {
    /// A card without a frame.
    Card(Box<AdaptiveCard>),
    /// A message with a card, or with submitted values.
    Activity(Box<Activity>),
    /// The answer of a bot to submitted values.
    Response(Box<InvokeResponse>),
}

impl Wire for CardMessage {
    fn read(reader: &mut Reader<'_>) -> ReadResult<Self> {
        if reader.kind()? != PayloadKind::Object {
            return Err(reader.mismatch("an object"));
        }
        if reader.peek_member("statusCode").is_some() {
            return Wire::read(reader).map(Self::Response);
        }
        let kind = reader
            .peek_member("type")
            .filter(|kind| kind.starts_with('"'));
        match kind.map(token::string).as_deref() {
            Some("AdaptiveCard") => Wire::read(reader).map(Self::Card),
            Some(kind) if ACTIVITY_TYPES.contains(&kind) => Wire::read(reader).map(Self::Activity),
            other => Err(unknown_message(other)),
        }
    }

    fn write(&self, writer: &mut Writer) {
        match self {
            Self::Card(card) => card.write(writer),
            Self::Activity(activity) => activity.write(writer),
            Self::Response(response) => response.write(writer),
        }
    }
}

/// Creates the error for an object that is another message.
fn unknown_message(kind: Option<&str>) -> ReadError {
    let found = match kind {
        Some(kind) => format!("the type {}", Payload::string(kind).text()),
        None => "other members".to_owned(),
    };
    let error = ReadError::new(
        DecodeRule::Key,
        format_args!("expected a card, an activity or an answer, found {found}"),
        "write `\"type\": \"AdaptiveCard\"` for a card, `message` or `invoke` for an activity, or `statusCode` for an answer",
    );
    match kind {
        Some(_) => error.at("type"),
        None => error,
    }
}

wire::hand_written! {
    CardMessage,
    schema: |schemas| {
        let card = schemas.schema_for::<AdaptiveCard>();
        let activity = schemas.schema_for::<Activity>();
        let response = schemas.schema_for::<InvokeResponse>();
        wire::schema::json!({
            "type": "object",
            "if": {"required": ["statusCode"]},
            "then": response,
            "else": {
                "required": ["type"],
                "if": {"properties": {"type": {"enum": ACTIVITY_TYPES}}},
                "then": activity,
                "else": card,
            },
        })
    },
    examples: [
        r#"{"type":"AdaptiveCard","version":"1.5","body":[{"type":"TextBlock","text":"Your trip"}]}"#,
        r#"{"type":"message","attachments":[{"contentType":"application/vnd.microsoft.card.adaptive","content":{"type":"AdaptiveCard","version":"1.5"}}]}"#,
        r#"{"type":"message","text":"","value":{"event":"book","n":"Ada"},"replyToId":"m1"}"#,
        r#"{"type":"invoke","name":"adaptiveCard/action","value":{"action":{"type":"Action.Execute","id":"go","verb":"book","data":{"n":"Ada"}},"trigger":"manual"}}"#,
        r#"{"statusCode":200,"type":"application/vnd.microsoft.card.adaptive","value":{"type":"AdaptiveCard","version":"1.5"}}"#,
    ],
}

/// Implements the conversion from each kind of message. `from!(AdaptiveCard Card);` expands to:
///
/// ```text
/// impl From<AdaptiveCard> for CardMessage {
///     fn from(message: AdaptiveCard) -> Self { Self::Card(Box::new(message)) }
/// }
/// ```
macro_rules! from {
    ($($Type:ident $Variant:ident),* $(,)?) => { $(
        impl From<$Type> for CardMessage {
            fn from(message: $Type) -> Self {
                Self::$Variant(Box::new(message))
            }
        }
    )* };
}
from!(AdaptiveCard Card, Activity Activity, InvokeResponse Response);

impl CardMessage {
    /// Returns `true` if the message comes from a user: submitted values.
    pub fn is_submission(&self) -> bool {
        match self {
            Self::Activity(activity) => activity.submitted_values().is_some(),
            Self::Card(_) | Self::Response(_) => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_messages_are_refused_with_their_type() {
        let read = |text: &str| wire::decode::<CardMessage>(text).unwrap_err();
        let error = read(r#"{"type":"typing"}"#);
        assert_eq!(error.pointer.as_str(), "/type");
        assert!(error.message.ends_with("found the type \"typing\""));
        assert!(
            read(r#"{"body":[]}"#)
                .message
                .ends_with("found other members")
        );
        assert!(read("[]").message.contains("an object"));
    }

    #[test]
    fn both_actions_submit_an_object() {
        for text in [
            r#"{"type":"message","value":{"n":"Ada"}}"#,
            r#"{"type":"invoke","name":"adaptiveCard/action","value":{"action":{"type":"Action.Execute","data":{"n":"Ada"}}}}"#,
        ] {
            let message: CardMessage = wire::decode(text).unwrap();
            assert!(message.is_submission());
            let CardMessage::Activity(activity) = message else {
                panic!("{text}")
            };
            assert_eq!(
                activity.submitted_values().unwrap().text(),
                r#"{"n":"Ada"}"#
            );
        }
    }

    #[test]
    fn cards_are_found_in_attachments_and_answers() {
        let card = AdaptiveCard::new().version("1.5");
        let activity = Activity::of_card(&card);
        assert_eq!(activity.cards().collect::<Vec<_>>(), [(0, card.clone())]);
        assert_eq!(InvokeResponse::of_card(&card).card(), Some(card));
        assert_eq!(InvokeResponse::of_text("Booked").card(), None);
    }
}
