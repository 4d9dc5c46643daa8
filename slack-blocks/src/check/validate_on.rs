//! Validation for one surface.

use super::{report::BlockPlace, walk::PayloadWalk};
use crate::{
    AppSurface, BlockActionsEvent, InteractionEvent, SlackMessage, View, ViewClosedEvent,
    ViewSubmissionEvent,
};
use wire::{Finding, Payload, Pointer, TypeInfo, Validate, WireType};

/// A type that can be validated for one surface.
///
/// [`wire::Validate`] takes the surface from the message: a view states it, and other messages are on the surface
/// [`AppSurface::Message`]. Blocks on their own are on no surface, so only the rules of all surfaces apply to them.
///
/// ```
/// use agent_ui_slack_blocks::{AppSurface, Block, ValidateOn, wire};
///
/// let block: Block = wire::decode(r#"{"type":"markdown","text":"Hello"}"#)?;
/// assert!(block.validate_on(AppSurface::Message).is_empty());
/// assert_eq!(block.validate_on(AppSurface::Home)[0].rule, "slack-blocks/place");
/// # Ok::<(), wire::DecodeError>(())
/// ```
pub trait ValidateOn {
    /// Appends all findings to `found`. Without a surface, the message states it. `at` is the place of the value in its
    /// message.
    fn findings_on(&self, surface: Option<AppSurface>, at: &Pointer, found: &mut Vec<Finding>);

    /// Returns all findings by the rules of a surface.
    fn validate_on(&self, surface: AppSurface) -> Vec<Finding> {
        let mut found = Vec::new();
        self.findings_on(Some(surface), &Pointer::root(), &mut found);
        found
    }
}

/// Appends the findings about a value of an app.
fn judge<T: WireType>(
    value: &T,
    surface: Option<AppSurface>,
    at: &Pointer,
    found: &mut Vec<Finding>,
) {
    // A value that cannot be written is refused when it is sent. It nests too deep, or repeats a member.
    let Ok(json) = Payload::encode(value) else {
        return;
    };
    judge_text(T::INFO, json.text(), (surface, at), found);
}

fn judge_text(
    info: &TypeInfo,
    json: &str,
    (surface, at): (Option<AppSurface>, &Pointer),
    found: &mut Vec<Finding>,
) {
    let mut walk = PayloadWalk::new(surface);
    walk.named(info, json, at, BlockPlace::default());
    found.extend(walk.into_findings());
}

/// Returns the findings about a part of a message, such as a block: its type, and its JSON as the type writes it.
///
/// This function does what [`ValidateOn`] does for a decoded part. It suits programs that learn the type of a part when they
/// run. Events have rules of their own, so they have no findings here.
///
/// ```
/// use agent_ui_slack_blocks::{AppSurface, Block, validate_part, wire::WireType};
///
/// let json = r#"{"type":"markdown","text":"Hello"}"#;
/// assert!(validate_part(Block::INFO, json, Some(AppSurface::Message)).is_empty());
/// assert_eq!(validate_part(Block::INFO, json, Some(AppSurface::Home))[0].rule, "slack-blocks/place");
/// ```
pub fn validate_part(info: &TypeInfo, json: &str, surface: Option<AppSurface>) -> Vec<Finding> {
    let mut found = Vec::new();
    judge_text(info, json, (surface, &Pointer::root()), &mut found);
    found
}

/// Implements [`ValidateOn`] for types that an app sends. `of_app!(Block);` expands to:
///
/// ```text
/// impl ValidateOn for Block {
///     fn findings_on(&self, surface: Option<AppSurface>, at: &Pointer, found: &mut Vec<Finding>) {
///         judge(self, surface, at, found);
///     }
/// }
/// ```
macro_rules! of_app {
    ($($Type:ident),* $(,)?) => { $(
        impl ValidateOn for crate::$Type {
            fn findings_on(&self, surface: Option<AppSurface>, at: &Pointer, found: &mut Vec<Finding>) {
                judge(self, surface, at, found);
            }
        }
        by_message!(crate::$Type);
    )* };
}

/// Implements [`wire::Validate`] for the surface that the message states. `by_message!(Block);` expands to:
///
/// ```text
/// impl Validate for Block {
///     fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) { self.findings_on(None, at, found); }
/// }
/// ```
macro_rules! by_message {
    ($($Type:ty),*) => { $(
        impl Validate for $Type {
            /// Reports what breaks a rule of the surface that the message states.
            fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
                self.findings_on(None, at, found);
            }
        }
    )* };
}

of_app!(
    ActionsBlock,
    AlertBlock,
    AreaChart,
    AxisConfig,
    BarChart,
    Block,
    BlockElement,
    BlockMessage,
    ButtonElement,
    CardBlock,
    CarouselBlock,
    ChannelsSelect,
    Chart,
    ChartBlock,
    ChartPoint,
    ChartSeries,
    Checkboxes,
    ColumnSetting,
    Confirmation,
    ContainerBlock,
    ContextActionsBlock,
    ContextBlock,
    ContextElement,
    ConversationFilter,
    ConversationsSelect,
    DataTableBlock,
    DatePicker,
    DateTimePicker,
    DispatchActionConfig,
    DividerBlock,
    EmailTextInput,
    ExternalSelect,
    FeedbackButton,
    FeedbackButtons,
    FileBlock,
    FileInput,
    HeaderBlock,
    HomeView,
    IconButton,
    ImageBlock,
    ImageElement,
    InputBlock,
    LayoutBlock,
    LayoutItem,
    LayoutRow,
    LineChart,
    MarkdownBlock,
    MessageAttachment,
    ModalView,
    MrkdwnText,
    MultiChannelsSelect,
    MultiConversationsSelect,
    MultiExternalSelect,
    MultiStaticSelect,
    MultiUsersSelect,
    NumberElement,
    OptionGroup,
    OverflowMenu,
    PieChart,
    PlainText,
    PlainTextInput,
    PlanBlock,
    PlanTask,
    RadioButtons,
    RawNumber,
    RawText,
    RichText,
    RichTextBlock,
    RichTextBroadcast,
    RichTextChannel,
    RichTextColor,
    RichTextDate,
    RichTextElement,
    RichTextEmoji,
    RichTextInline,
    RichTextInput,
    RichTextLink,
    RichTextList,
    RichTextPreformatted,
    RichTextQuote,
    RichTextSection,
    RichTextTeam,
    RichTextUser,
    RichTextUserGroup,
    SectionBlock,
    SlackFile,
    SlackIcon,
    SlackOption,
    StaticSelect,
    TableBlock,
    TableCell,
    TaskCardBlock,
    TextObject,
    TimePicker,
    UrlSource,
    UrlTextInput,
    UsersSelect,
    VideoBlock,
    View,
    ViewClear,
    ViewErrors,
    ViewPush,
    ViewResponse,
    ViewUpdate,
    WorkflowButton,
    WorkflowTrigger,
    Workflow,
);

impl ValidateOn for SlackMessage {
    fn findings_on(&self, surface: Option<AppSurface>, at: &Pointer, found: &mut Vec<Finding>) {
        match self {
            Self::Message(message) => message.findings_on(surface, at, found),
            Self::View(view) => view.findings_on(surface, at, found),
            Self::Event(event) => event.findings_on(surface, at, found),
            Self::Response(response) => response.findings_on(surface, at, found),
        }
    }
}

impl ValidateOn for InteractionEvent {
    fn findings_on(&self, surface: Option<AppSurface>, at: &Pointer, found: &mut Vec<Finding>) {
        match self {
            Self::BlockActions(event) => event.findings_on(surface, at, found),
            Self::ViewSubmission(event) => event.findings_on(surface, at, found),
            Self::ViewClosed(_) | Self::Unknown(_) => {}
        }
    }
}

impl ValidateOn for BlockActionsEvent {
    /// Reports an event without elements. Slack may add members and types at any time, so unknown ones are ignored.
    fn findings_on(&self, _: Option<AppSurface>, at: &Pointer, found: &mut Vec<Finding>) {
        let actions = self.actions.get();
        if actions.is_some_and(|actions| !actions.is_empty()) {
            return;
        }
        let message = "the event contains no element that the user has used";
        let finding = Finding::warning("slack-blocks/event", at.member("actions"), message);
        found.push(finding.hint("ignore the event"));
    }
}

impl ValidateOn for ViewSubmissionEvent {
    /// Reports an event without a view, which states the values of the inputs.
    fn findings_on(&self, _: Option<AppSurface>, at: &Pointer, found: &mut Vec<Finding>) {
        if let Some(View::Modal(_) | View::Home(_)) = self.view.get() {
            return;
        }
        let message = "the event contains no view, so the values of its inputs are unknown";
        let finding = Finding::warning("slack-blocks/event", at.member("view"), message);
        found.push(finding.hint("ignore the event"));
    }
}

impl ValidateOn for ViewClosedEvent {
    /// Reports nothing, because a closed view has no values.
    fn findings_on(&self, _: Option<AppSurface>, _: &Pointer, _: &mut Vec<Finding>) {}
}

by_message!(
    SlackMessage,
    InteractionEvent,
    BlockActionsEvent,
    ViewSubmissionEvent,
    ViewClosedEvent
);
