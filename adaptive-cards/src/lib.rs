//! Types of Adaptive Cards 1.0 to 1.6, and of the elements that Teams adds.
//!
//! | items | purpose |
//! |---|---|
//! | [`AdaptiveCard`] | a card |
//! | [`Element`] | an element of the body: a text, an image, a container, an input |
//! | [`Action`] | a button, or the action of a click |
//! | [`CardMessage`], [`Activity`], [`InvokeResponse`] | a card in its frame, submitted values, and the answer to them |
//! | [`ElementFallback`], [`ActionFallback`] | what older hosts show instead |
//! | [`ValidateFor`], [`CardTarget`], [`Host`] | validation for a version or a host |
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

mod action;
mod activity;
mod card;
mod check;
mod container;
mod element;
mod fallback;
mod host;
mod hub;
mod image;
mod input;
pub mod inventory;
mod since;
mod target;
mod text;
mod vocabulary;

pub use action::{
    Action, ElementVisibility, ExecuteAction, HttpAction, HttpHeader, OpenUrlAction, PopoverAction,
    ResetInputsAction, ShowCardAction, SubmitAction, TargetElement, ToggleVisibilityAction,
};
pub use activity::{
    Activity, Attachment, CARD_CONTENT_TYPE, CardMessage, ChannelAccount, ConversationAccount,
    EXECUTE_NAME, ExecuteInvocation, ExecuteValue, InvokeResponse,
};
pub use card::{
    AdaptiveCard, AuthCardButton, Authentication, CardMetadata, CardVersion, Mention,
    MentionedPerson, Refresh, TeamsSettings, TokenExchangeResource,
};
pub use check::ValidateFor;
pub use container::{
    ActionSet, Carousel, CarouselPage, Column, ColumnSet, ColumnWidth, Container, Fact, FactSet,
    Table, TableCell, TableColumn, TableRow,
};
pub use element::Element;
pub use fallback::{ActionFallback, DROP, ElementFallback};
pub use host::Host;
pub use hub::{
    Badge, CodeBlock, Component, CompoundButton, DonutChart, GaugeChart, GroupedVerticalBarChart,
    HorizontalBarChart, Icon, LineChart, PieChart, ProgressBar, ProgressRing, Rating,
    StackedHorizontalBarChart, VerticalBarChart,
};
pub use image::{
    BackgroundImage, BackgroundImageStyle, CaptionSource, Image, ImageSet, Media, MediaSource,
};
pub use input::{
    CardChoice, ChoiceQuery, ChoiceSetInput, DateInput, NumberInput, RatingInput, TextInput,
    TimeInput, ToggleInput,
};
pub use target::CardTarget;
pub use text::{Inline, RichTextBlock, TextBlock, TextRun};
pub use vocabulary::{
    ActionMode, ActionStyle, AssociatedInputs, BlockHeight, ChoiceInputStyle, ContainerStyle,
    FontSize, FontType, FontWeight, HorizontalAlignment, ImageFillMode, ImageSetStyle, ImageSize,
    ImageStyle, InputStyle, LabelPosition, Spacing, TargetWidth, TextBlockStyle, TextColor,
    TextInputStyle, VerticalAlignment,
};
pub use wire;
