//! Support for [Slack Block Kit](https://docs.slack.dev/block-kit): messages, views, events of users, and blocks on
//! their own. A list of blocks is read as a message.

use super::{FramedMessage, ProtocolSupport, TypeSupport, Validator, has, no_list, rewrite};
use crate::json::{self, ObjectMembers};
use bridge::{
    Dialect, DialectOrProtocol, Protocol,
    slack_blocks::{
        AppSurface, Block, BlockElement, InteractionEvent, RichTextElement, SlackMessage,
        TextObject, ValidateOn, View, ViewResponse, inventory,
    },
};
use wire::{DecodeError, Finding, Pointer, TypeInfo, WireType, token};

pub(super) static SUPPORT: ProtocolSupport = ProtocolSupport {
    protocol: Protocol::SlackBlocks,
    message_list: no_list,
    unframe,
    looks_like: |text| evidence(&ObjectMembers::of(text)).map(|_| "slack-blocks"),
    is_in_events: false,
    skips: None,
    evidence,
};

pub(super) static TYPES: TypeSupport = TypeSupport {
    types: |_| inventory::ALL.to_vec(),
    usual: |_| &["SlackMessage"],
    validators,
    validate,
    decode: |_, text, _, take| take(rewrite(row_of(text), text).into()),
    rewrite,
    across_messages: None,
};

/// Returns the surface for the validation, if the caller names one.
fn surface(named: DialectOrProtocol) -> Option<AppSurface> {
    if !named.exact {
        return None;
    }
    match named.dialect {
        Dialect::SlackMessage => Some(AppSurface::Message),
        Dialect::SlackModal => Some(AppSurface::Modal),
        Dialect::SlackHome => Some(AppSurface::Home),
        _ => None,
    }
}

/// Validates a message for a surface. Misspelt members are findings of the type itself.
fn validate_on<T: WireType + ValidateOn>(
    surface: Option<AppSurface>,
    text: &str,
    found: &mut Vec<Finding>,
) -> Result<(), DecodeError> {
    let value = wire::decode::<T>(text)?;
    value.findings_on(surface, &Pointer::root(), found);
    Ok(())
}

/// Validates a part of a message for a surface. One function for all types keeps the program small.
fn validate_part(
    row: &TypeInfo,
    surface: Option<AppSurface>,
    text: &str,
    found: &mut Vec<Finding>,
) -> Result<(), DecodeError> {
    // A value that cannot be written has no findings. It is refused when it is sent.
    if let Ok(json) = row.rewrite(text)? {
        found.extend(bridge::slack_blocks::validate_part(row, &json, surface));
    }
    Ok(())
}

/// Lists wire types with their validators on a surface. `on_surface!(None => View; Block)` becomes
///
/// ```text
/// vec![
///     (View::NAME, |text, found| validate_on::<View>(None, text, found)),
///     (Block::NAME, |text, found| validate_part(Block::INFO, None, text, found)),
/// ]
/// ```
macro_rules! on_surface {
    ($surface:expr => $($Event:ident),*; $($Part:ident),* $(,)?) => {
        vec![
            $( (
                <bridge::slack_blocks::$Event as WireType>::NAME,
                (|text, found| validate_on::<bridge::slack_blocks::$Event>($surface, text, found)) as Validator,
            ), )*
            $( (
                <bridge::slack_blocks::$Part as WireType>::NAME,
                (|text, found| validate_part(bridge::slack_blocks::$Part::INFO, $surface, text, found)) as Validator,
            ), )*
        ]
    };
}

/// Returns the types with rules.
fn validators(named: DialectOrProtocol) -> Vec<(&'static str, Validator)> {
    macro_rules! all_on {
        ($surface:expr) => {
            on_surface!($surface =>
                BlockActionsEvent, InteractionEvent, SlackMessage, ViewClosedEvent, ViewSubmissionEvent;
                ActionsBlock, AlertBlock, AreaChart, AxisConfig, BarChart, Block, BlockElement,
                BlockMessage, ButtonElement, CardBlock, CarouselBlock, ChannelsSelect, Chart, ChartBlock,
                ChartPoint, ChartSeries, Checkboxes, ColumnSetting, Confirmation, ContainerBlock,
                ContextActionsBlock, ContextBlock, ContextElement, ConversationFilter, ConversationsSelect,
                DataTableBlock, DatePicker, DateTimePicker, DispatchActionConfig, DividerBlock, EmailTextInput,
                ExternalSelect, FeedbackButton, FeedbackButtons, FileBlock, FileInput, HeaderBlock, HomeView,
                IconButton, ImageBlock, ImageElement, InputBlock, LayoutBlock, LayoutItem,
                LayoutRow, LineChart, MarkdownBlock, MessageAttachment, ModalView, MrkdwnText, MultiChannelsSelect,
                MultiConversationsSelect, MultiExternalSelect, MultiStaticSelect, MultiUsersSelect, NumberElement,
                OptionGroup, OverflowMenu, PieChart, PlainText, PlainTextInput, PlanBlock, PlanTask, RadioButtons,
                RawNumber, RawText, RichText, RichTextBlock, RichTextBroadcast, RichTextChannel, RichTextColor,
                RichTextDate, RichTextElement, RichTextEmoji, RichTextInline, RichTextInput, RichTextLink,
                RichTextList, RichTextPreformatted, RichTextQuote, RichTextSection, RichTextTeam, RichTextUser,
                RichTextUserGroup, SectionBlock, SlackFile, SlackIcon, SlackOption, StaticSelect,
                TableBlock, TableCell, TaskCardBlock, TextObject, TimePicker, UrlSource, UrlTextInput, UsersSelect,
                VideoBlock, View, ViewClear, ViewErrors, ViewPush, ViewResponse,
                ViewUpdate, Workflow, WorkflowButton, WorkflowTrigger,
            )
        };
    }
    match surface(named) {
        Some(AppSurface::Message) => all_on!(Some(AppSurface::Message)),
        Some(AppSurface::Modal) => all_on!(Some(AppSurface::Modal)),
        Some(AppSurface::Home) => all_on!(Some(AppSurface::Home)),
        _ => all_on!(None),
    }
}

fn validate(
    named: DialectOrProtocol,
    text: &str,
    found: &mut Vec<Finding>,
) -> Result<(), DecodeError> {
    let row = row_of(text);
    match TYPES.validator_of(named, row.name) {
        Some(validate) => validate(text, found),
        None => rewrite(row, text).map(drop),
    }
}

/// Returns the type of a text: a message, or a part of one. A text that shows no type is read as a message, whose error
/// lists the messages.
fn row_of(text: &str) -> &'static TypeInfo {
    part_of(&ObjectMembers::of(text)).unwrap_or(SlackMessage::INFO)
}

/// Returns the type of a part of a message, from its members.
fn part_of(members: &ObjectMembers<'_>) -> Option<&'static TypeInfo> {
    let Some(kind) = members.string("type") else {
        let has_object = |name| {
            members
                .get(name)
                .is_some_and(|value| value.starts_with('{'))
        };
        let is_option = members.has("value") && has_object("text");
        return is_option.then_some(bridge::slack_blocks::SlackOption::INFO);
    };
    // An image that is an element has only members of the block.
    let parts: [(&[&str], &'static TypeInfo); 4] = [
        (Block::TAGS, Block::INFO),
        (BlockElement::TAGS, BlockElement::INFO),
        (TextObject::TAGS, TextObject::INFO),
        (RichTextElement::TAGS, RichTextElement::INFO),
    ];
    let part = parts.into_iter().find(|(tags, _)| tags.contains(&&*kind));
    part.map(|(_, row)| row)
}

/// The number of blocks that are examined.
const EXAMINED_BLOCKS: usize = 8;

/// The members that only a message for a response address has.
const RESPONSE_MEMBERS: [&str; 3] = ["delete_original", "replace_original", "response_type"];

fn evidence(members: &ObjectMembers<'_>) -> Option<String> {
    if let Some(action) = members.string("response_action") {
        let is_known = ViewResponse::TAGS.contains(&&*action);
        return is_known.then(|| format!("the answer `{action}` to a view"));
    }
    let kind = members.string("type").unwrap_or_default();
    let is_view = View::TAGS.contains(&&*kind) && members.list("blocks").is_some();
    if is_view || InteractionEvent::TAGS.contains(&&*kind) {
        return Some(format!("the type `{kind}`"));
    }
    if is_text_block(members) {
        return Some(format!("the block `{kind}`"));
    }
    if members.list("blocks").is_some_and(has_block) {
        return Some("the blocks".to_owned());
    }
    let attachments = members.list("attachments").unwrap_or_default();
    let mut attachments = token::children(attachments).take(EXAMINED_BLOCKS);
    if attachments.any(|attachment| json::member(attachment.text, "blocks").is_some_and(has_block))
    {
        return Some("the blocks of an attachment".to_owned());
    }
    let name = members.first_of(&RESPONSE_MEMBERS)?;
    Some(format!("the member `{name}`"))
}

/// Returns `true` for a block with a text object or an element of Slack. Other protocols have objects of the types
/// `image` and `header`, too.
fn is_text_block(members: &ObjectMembers<'_>) -> bool {
    let kind = members.string("type").unwrap_or_default();
    if !Block::TAGS.contains(&&*kind) {
        return false;
    }
    let has_type = |json: &str, tags: &[&str]| {
        let members = ObjectMembers::of(json);
        members
            .string("type")
            .is_some_and(|kind| tags.contains(&&*kind))
    };
    for name in ["text", "label", "title"] {
        if members
            .get(name)
            .is_some_and(|text| has_type(text, TextObject::TAGS))
        {
            return true;
        }
    }
    let mut elements = token::children(members.list("elements").unwrap_or_default());
    let tags: [&[&str]; 3] = [BlockElement::TAGS, TextObject::TAGS, RichTextElement::TAGS];
    elements
        .next()
        .is_some_and(|element| tags.iter().any(|tags| has_type(element.text, tags)))
}

/// Returns `true` if one of the first elements of a list is a block.
fn has_block(list: &str) -> bool {
    let mut blocks = token::children(list).take(EXAMINED_BLOCKS);
    blocks.any(|block| {
        let kind = ObjectMembers::of(block.text).string("type");
        kind.is_some_and(|kind| Block::TAGS.contains(&&*kind))
    })
}

/// Returns the message whose blocks are a list. A list of messages has no frame.
fn unframe(text: &str) -> Option<FramedMessage<'_>> {
    let text = text.trim();
    if !text.starts_with('[')
        || !has_block(text)
        || token::children(text).any(|block| has(block.text, "blocks"))
    {
        return None;
    }
    Some(FramedMessage::wrapped_in(
        text,
        ("{\"blocks\":", "}"),
        "/blocks",
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn evidence_of(text: &str) -> Option<String> {
        evidence(&ObjectMembers::of(text))
    }

    #[test]
    fn messages_are_recognized_by_their_members() {
        for (text, expected) in [
            (
                r#"{"text":"a","blocks":[{"type":"divider"}]}"#,
                Some("the blocks"),
            ),
            (r#"{"type":"modal","blocks":[]}"#, Some("the type `modal`")),
            (
                r#"{"type":"block_actions"}"#,
                Some("the type `block_actions`"),
            ),
            (
                r#"{"response_action":"clear"}"#,
                Some("the answer `clear` to a view"),
            ),
            (
                r#"{"type":"section","text":{"type":"mrkdwn","text":"a"}}"#,
                Some("the block `section`"),
            ),
            (
                r#"{"attachments":[{"blocks":[{"type":"divider"}]}]}"#,
                Some("the blocks of an attachment"),
            ),
            (
                r#"{"text":"a","replace_original":true}"#,
                Some("the member `replace_original`"),
            ),
            // Other protocols have objects like these.
            (
                r#"{"type":"image","data":"AA==","mimeType":"image/png"}"#,
                None,
            ),
            (r#"{"type":"header","text":"a"}"#, None),
            (r#"{"blocks":[{"type":"paragraph"}]}"#, None),
            (r#"{"type":"modal"}"#, None),
            (r#"{"text":"a"}"#, None),
        ] {
            assert_eq!(evidence_of(text).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn a_list_of_blocks_is_a_message() {
        let framed = unframe(r#" [{"type":"divider"}] "#).unwrap();
        assert_eq!(framed.text, r#"{"blocks":[{"type":"divider"}]}"#);
        let place = framed.place_of(&Pointer::from_static("/blocks/0/type"));
        assert_eq!(place.as_str(), "/0/type");
        for text in [
            "[]",
            r#"{"type":"divider"}"#,
            r#"[{"blocks":[{"type":"divider"}]}]"#,
        ] {
            assert!(unframe(text).is_none(), "{text}");
        }
    }

    #[test]
    fn every_type_with_rules_has_a_validator() {
        let without: Vec<_> = inventory::ALL
            .iter()
            .filter(|row| {
                TYPES
                    .validator_of(Dialect::SlackHome.into(), row.name)
                    .is_none()
            })
            .map(|row| row.name)
            .collect();
        assert_eq!(
            without,
            ["BlockAction", "InputState", "SlackUser", "ViewState"]
        );
    }
}
