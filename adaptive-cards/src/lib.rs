//! Types of Adaptive Cards 1.0 to 1.6, and of the elements that Teams adds.
//!
//! | items | purpose |
//! |---|---|
//! | [`AdaptiveCard`] | a card |
//! | [`Element`] | an element of the body: a text, an image, a container, an input |
//! | [`Action`] | a button, or the action of a click |
//! | [`CardMessage`], [`Activity`], [`InvokeResponse`] | a card in its frame, submitted values, and the answer to them |
//! | [`ElementFallback`], [`ActionFallback`] | what older hosts show instead |
//! | [`ValidateFor`], [`ValidationTarget`], [`CardHost`] | validation for a version or a host |
//! | [`inventory`] | the list of all wire types |
//!
//! Reading is tolerant: a member of a wrong type, an unknown element and unknown members are kept, and written back. Words
//! ignore case. The crate does no I/O, and uses no clock and no random numbers.
//!
//! # Features
//!
//! | feature | adds |
//! |---|---|
//! | `schemars` | an implementation of `schemars::JsonSchema` for every wire type |
//! | `proptest` | a generator (`generate`) for every wire type |

#![cfg_attr(docsrs, feature(doc_cfg))]

mod activity;
mod card;
mod check;
mod host;
pub mod inventory;
mod since;
mod target;
mod vocabulary;

pub use activity::{
    Activity, Attachment, CARD_CONTENT_TYPE, CardMessage, ChannelAccount, ConversationAccount,
    EXECUTE_NAME, ExecuteInvocation, ExecuteValue, InvokeResponse,
};
pub use card::{
    Action, ActionFallback, ActionSet, AdaptiveCard, AuthCardButton, Authentication,
    BackgroundImage, BackgroundImageStyle, Badge, CaptionSource, CardChoice, CardMetadata,
    CardVersion, Carousel, CarouselPage, CarouselPageType, ChoiceQuery, ChoiceQueryType,
    ChoiceSetInput, CodeBlock, Column, ColumnSet, ColumnType, ColumnWidth, Component,
    CompoundButton, Container, DROP, DateInput, DonutChart, Element, ElementFallback,
    ElementVisibility, ExecuteAction, Fact, FactSet, GaugeChart, GroupedVerticalBarChart,
    HorizontalBarChart, HttpAction, HttpHeader, Icon, Image, ImageSet, Inline, InlineObject,
    LineChart, Media, MediaSource, Mention, MentionedPerson, NumberInput, OpenUrlAction, PieChart,
    PopoverAction, ProgressBar, ProgressRing, Rating, RatingInput, Refresh, ResetInputsAction,
    RichTextBlock, ShowCardAction, StackedHorizontalBarChart, SubmitAction, Table, TableCell,
    TableCellType, TableColumn, TableRow, TableRowType, TargetElement, TeamsSettings, TextBlock,
    TextInput, TextRun, TimeInput, ToggleInput, ToggleVisibilityAction, TokenExchangeResource,
    VerticalBarChart,
};
pub use check::ValidateFor;
pub use host::CardHost;
pub use target::ValidationTarget;
pub use vocabulary::{
    ActionMode, ActionStyle, AssociatedInputs, BlockHeight, ChoiceInputStyle, ContainerStyle,
    FontSize, FontType, FontWeight, HorizontalAlignment, ImageFillMode, ImageSetStyle, ImageSize,
    ImageStyle, InputStyle, LabelPosition, Spacing, TargetWidth, TextBlockStyle, TextColor,
    TextInputStyle, VerticalAlignment,
};
pub use wire;

/// Compiles the examples of the page about Adaptive Cards.
#[cfg(doctest)]
#[doc = include_str!("../docs/adaptive-cards.md")]
mod adaptive_cards_page {}

/// Compiles the examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
