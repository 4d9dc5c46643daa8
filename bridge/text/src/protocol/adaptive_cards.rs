//! Support for [Adaptive Cards](https://github.com/microsoft/AdaptiveCards/tree/644d933e185a8482c4dcf4c375d177aac37fd095/schemas/src):
//! cards, the activities with submitted values, and the answers to them. Cards are taken out of attachments.

use super::{
    FramedMessage, ProtocolSupport, TypeSupport, Validator, add_findings, elicitation::validate_as,
    has, rewrite,
};
use crate::json::{self, ObjectMembers};
use bridge::{
    Dialect, DialectOrProtocol, Protocol,
    adaptive_cards::{
        Action, Activity, AdaptiveCard, CARD_CONTENT_TYPE, CardHost, CardMessage, EXECUTE_NAME,
        Element, InvokeResponse, ValidateFor, ValidationTarget, inventory,
    },
};
use wire::{DecodeError, Finding, Pointer, TypeInfo, Validate, WireType, token};

pub(super) static SUPPORT: ProtocolSupport = ProtocolSupport {
    protocol: Protocol::AdaptiveCards,
    message_list,
    unframe,
    looks_like: |text| evidence(&ObjectMembers::of(text)).map(|_| "adaptive-cards"),
    is_in_events: false,
    skips: None,
    evidence,
};

pub(super) static TYPES: TypeSupport = TypeSupport {
    types: |_| inventory::ALL.to_vec(),
    usual: |_| &["CardMessage"],
    validators,
    validate: |named, text, found| validate_as(&TYPES, (row_of(text), named), text, found),
    decode: |_, text, _, take| take(rewrite(row_of(text), text).into()),
    rewrite,
    across_messages: None,
};

/// A value with the version or the host for which it is validated.
struct ForTarget<'v, T> {
    value: &'v T,
    target: ValidationTarget,
}

impl<T: ValidateFor> Validate for ForTarget<'_, T> {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        self.value.findings_for(self.target, at, found);
    }
}

/// Validates a text for a version or a host.
fn validate_for<T: WireType + ValidateFor>(
    target: ValidationTarget,
    text: &str,
    found: &mut Vec<Finding>,
) -> Result<(), DecodeError> {
    let value = &wire::decode::<T>(text)?;
    add_findings(&ForTarget { value, target }, T::INFO, text, found);
    Ok(())
}

/// Returns the types with rules. A protocol without a dialect stands for every host.
fn validators(named: DialectOrProtocol) -> Vec<(&'static str, Validator)> {
    macro_rules! validators_for {
        ($target:expr; $($Type:ty),*) => {
            vec![$( (
                <$Type>::NAME,
                (|text, found| validate_for::<$Type>($target, text, found)) as Validator,
            ) ),*]
        };
    }
    macro_rules! by_dialect {
        ($($Dialect:ident => $target:expr),* $(,)?) => {
            match named.dialect {
                $( Dialect::$Dialect if named.exact => validators_for!(
                    $target; CardMessage, AdaptiveCard, Activity, InvokeResponse, Element, Action
                ), )*
                _ => validators_for!(
                    ValidationTarget::Any; CardMessage, AdaptiveCard, Activity, InvokeResponse, Element, Action
                ),
            }
        };
    }
    by_dialect!(
        AdaptiveCards1_2 => ValidationTarget::Version(2),
        AdaptiveCards1_3 => ValidationTarget::Version(3),
        AdaptiveCards1_4 => ValidationTarget::Version(4),
        AdaptiveCards1_5 => ValidationTarget::Version(5),
        AdaptiveCards1_6 => ValidationTarget::Version(6),
        AdaptiveCardsTeams => ValidationTarget::Host(CardHost::Teams),
        AdaptiveCardsTeamsWebhook => ValidationTarget::Host(CardHost::TeamsWebhook),
        AdaptiveCardsOutlook => ValidationTarget::Host(CardHost::Outlook),
        AdaptiveCardsWebChat => ValidationTarget::Host(CardHost::WebChat),
    )
}

/// Returns the type of a text: a message, or a part of a card. A text that shows no type is read as a message, whose
/// error lists the messages.
fn row_of(text: &str) -> &'static TypeInfo {
    let tag = ObjectMembers::of(text).string("type").unwrap_or_default();
    match &*tag {
        tag if Element::TAGS.contains(&tag) => Element::INFO,
        tag if Action::TAGS.contains(&tag) => Action::INFO,
        tag => part_of_element(tag).unwrap_or(CardMessage::INFO),
    }
}

/// Returns the type of a part of an element that has a `type`, such as a column.
fn part_of_element(tag: &str) -> Option<&'static TypeInfo> {
    let parts = ["CarouselPage", "Column", "TableCell", "TableRow", "TextRun"];
    let name = parts.into_iter().find(|part| *part == tag)?;
    inventory::ALL.iter().copied().find(|row| row.name == name)
}

fn evidence(members: &ObjectMembers<'_>) -> Option<String> {
    let kind = members.string("type").unwrap_or_default();
    if kind == "AdaptiveCard" {
        return Some("the type `AdaptiveCard`".to_owned());
    }
    if members
        .string("name")
        .is_some_and(|name| name == EXECUTE_NAME)
    {
        return Some(format!("the name `{EXECUTE_NAME}`"));
    }
    if members.has("statusCode") && kind.starts_with("application/vnd.microsoft.") {
        return Some(format!("the type `{kind}`"));
    }
    let attachments = members.get("attachments").unwrap_or_default();
    let has_card = is_card(members)
        || token::children(attachments).any(|child| is_card(&ObjectMembers::of(child.text)));
    has_card.then(|| format!("the content type `{CARD_CONTENT_TYPE}`"))
}

/// Returns `true` for an attachment with a card.
fn is_card(attachment: &ObjectMembers<'_>) -> bool {
    let content_type = attachment.string("contentType");
    content_type.is_some_and(|own| own == CARD_CONTENT_TYPE) && attachment.has("content")
}

/// Returns the attachments of an activity, if all are cards. Other activities are read as a whole.
fn message_list(object: &str) -> Option<(&'static str, &str)> {
    let attachments = json::member(object, "attachments")?;
    // A message with submitted values comes from a user.
    if has(object, "value") {
        return None;
    }
    let mut attached = token::children(attachments);
    let is_all_cards = attached.all(|child| is_card(&ObjectMembers::of(child.text)));
    (is_all_cards && token::children(attachments).next().is_some())
        .then_some(("attachments", attachments))
}

/// Returns the card in an attachment.
fn unframe(text: &str) -> Option<FramedMessage<'_>> {
    let attachment = ObjectMembers::of(text);
    let content = attachment.get("content").filter(|_| is_card(&attachment))?;
    let frame = [
        "contentType",
        "content",
        "contentUrl",
        "name",
        "thumbnailUrl",
    ];
    Some(FramedMessage::inside(text, &["content"], content, &frame))
}
