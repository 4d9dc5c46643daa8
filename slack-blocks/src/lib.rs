//! Types of Slack Block Kit: messages, views, blocks, elements and the events of users.
//!
//! | items | purpose |
//! |---|---|
//! | [`SlackMessage`] | any message: the members tell the kinds apart |
//! | [`BlockMessage`], [`View`] | a message, a dialog or the home of an app |
//! | [`Block`], [`BlockElement`] | a block, and an element in it: a button, an input, an image |
//! | [`TextObject`], [`RichTextElement`] | texts |
//! | [`InteractionEvent`], [`ViewState`] | a click, a submitted view or a closed view, and the values of the inputs |
//! | [`ViewResponse`] | the answer to a submitted view: errors at its inputs, or another view |
//! | [`ValidateOn`] | findings about what Slack refuses, for a message, a dialog or the home |
//! | [`inventory`] | the list of all wire types |
//!
//! Reading is tolerant: a member of a wrong type, an unknown block and unknown members are kept, and written back. Slack
//! refuses all of them in messages of an app. The crate does no I/O, and uses no clock and no random numbers.
//!
//! # Features
//!
//! | feature | adds |
//! |---|---|
//! | `schemars` | an implementation of `schemars::JsonSchema` for every wire type |
//! | `proptest` | a generator (`generate`) for every wire type |

#![cfg_attr(docsrs, feature(doc_cfg))]

/// Compiles the examples of the page about this protocol.
#[cfg(doctest)]
#[doc = include_str!("../docs/slack-blocks.md")]
struct ProtocolPage;

/// Compiles the examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod app_surface;
mod block;
mod chart;
mod check;
mod composition;
mod element;
mod event;
pub mod inventory;
mod message;
mod response;
mod rich_text;
mod view;
mod view_state;

pub use app_surface::AppSurface;
pub use block::{
    ActionsBlock, AlertBlock, Block, CardBlock, CarouselBlock, ChartBlock, ContainerBlock,
    ContextActionsBlock, ContextBlock, DataTableBlock, DividerBlock, FileBlock, HeaderBlock,
    ImageBlock, InputBlock, LayoutBlock, LayoutItem, LayoutRow, MarkdownBlock, PlanBlock, PlanTask,
    SectionBlock, TableBlock, TaskCardBlock, VideoBlock,
};
pub use chart::{
    AreaChart, AxisConfig, BarChart, Chart, ChartPoint, ChartSeries, ColumnSetting, LineChart,
    PieChart, RawNumber, RawText, TableCell,
};
pub use check::{ValidateOn, validate_part};
pub use composition::{
    Confirmation, ConversationFilter, DispatchActionConfig, MrkdwnText, OptionGroup, PlainText,
    SlackFile, SlackIcon, SlackOption, TextObject, UrlSource, Workflow, WorkflowTrigger,
};
pub use element::{
    BlockElement, ButtonElement, ChannelsSelect, Checkboxes, ContextElement, ConversationsSelect,
    DatePicker, DateTimePicker, EmailTextInput, ExternalSelect, FeedbackButton, FeedbackButtons,
    FileInput, IconButton, ImageElement, MultiChannelsSelect, MultiConversationsSelect,
    MultiExternalSelect, MultiStaticSelect, MultiUsersSelect, NumberElement, OverflowMenu,
    PlainTextInput, RadioButtons, RichTextInput, StaticSelect, TimePicker, UrlTextInput,
    UsersSelect, WorkflowButton,
};
pub use event::{
    BlockAction, BlockActionsEvent, InteractionEvent, SlackUser, ViewClosedEvent,
    ViewSubmissionEvent,
};
pub use message::SlackMessage;
pub use response::{ViewClear, ViewErrors, ViewPush, ViewResponse, ViewUpdate};
pub use rich_text::{
    RichText, RichTextBlock, RichTextBroadcast, RichTextChannel, RichTextColor, RichTextDate,
    RichTextElement, RichTextEmoji, RichTextInline, RichTextLink, RichTextList,
    RichTextPreformatted, RichTextQuote, RichTextSection, RichTextTeam, RichTextUser,
    RichTextUserGroup,
};
pub use view::{BlockMessage, HomeView, MessageAttachment, ModalView, View};
pub use view_state::{InputState, ViewState};
pub use wire;
