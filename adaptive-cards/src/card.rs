//! The card, and the unions of its elements and of its actions. Their types are in the folder of this file, because they
//! contain cards, elements and actions in turn.

/// Declares an element: its own members, and those that all elements have. `element! { pub struct Icon by "type" = "Icon"
/// { … } }` expands to `wire::object!` with the members `id`, `isVisible`, `separator` and so on after its own. An element
/// that is found by its place, such as a column, has no tag.
macro_rules! element {
    ($(#[$meta:meta])* pub struct $Type:ident $(by $tag:literal = $word:literal)? { $($members:tt)* }) => {
        wire::object! {
            $(#[$meta])*
            pub struct $Type $(by $tag = $word)? {
                $($members)*
                /// The id. It is unique in the card. An input without an id submits no value.
                id?: wire::Tolerant<String>,
                /// The gap to the element before. The first element has none.
                spacing?: wire::Tolerant<$crate::Spacing>,
                /// `true` if a line separates the element from the one before. The default is `false`.
                separator?: wire::Tolerant<bool>,
                /// The height of the element. Since 1.1.
                height?: wire::Tolerant<$crate::BlockHeight>,
                /// `false` hides the element. A hidden input still submits its value. The default is `true`. Since 1.2.
                is_visible as "isVisible"?: wire::Tolerant<bool>,
                /// The element in place of this one on hosts that do not know it, or `drop`. Since 1.2.
                fallback?: wire::Tolerant<$crate::ElementFallback>,
                /// The features that a host needs, with their least versions. Since 1.2.
                requires?: Option<wire::Payload>,
                /// The language. Only in Teams.
                lang?: wire::Tolerant<String>,
                /// The widths of cards that show the element. Only in Teams.
                target_width as "targetWidth"?: wire::Tolerant<$crate::TargetWidth>,
                /// The key by which a host recognizes the element in an updated card. Only in Teams.
                key?: wire::Tolerant<String>,
                /// The area of the grid of the container. Only in Teams.
                grid_area as "grid.area"?: wire::Tolerant<String>,
            }
        }
    };
}

mod action;
mod container;
mod fallback;
mod hub;
mod image;
mod input;
mod text;

pub use action::{
    ElementVisibility, ExecuteAction, HttpAction, HttpHeader, OpenUrlAction, PopoverAction,
    ResetInputsAction, ShowCardAction, SubmitAction, TargetElement, ToggleVisibilityAction,
};
pub use container::{
    ActionSet, Carousel, CarouselPage, CarouselPageType, Column, ColumnSet, ColumnType,
    ColumnWidth, Container, Fact, FactSet, Table, TableCell, TableCellType, TableColumn, TableRow,
    TableRowType,
};
pub use fallback::{ActionFallback, DROP, ElementFallback};
pub use hub::{
    Badge, CodeBlock, Component, CompoundButton, DonutChart, GaugeChart, GroupedVerticalBarChart,
    HorizontalBarChart, Icon, LineChart, PieChart, ProgressBar, ProgressRing, Rating,
    StackedHorizontalBarChart, VerticalBarChart,
};
pub use image::{
    BackgroundImage, BackgroundImageStyle, CaptionSource, Image, ImageSet, Media, MediaSource,
};
pub use input::{
    CardChoice, ChoiceQuery, ChoiceQueryType, ChoiceSetInput, DateInput, NumberInput, RatingInput,
    TextInput, TimeInput, ToggleInput,
};
pub use text::{Inline, InlineObject, RichTextBlock, TextBlock, TextRun};

use crate::vocabulary::{ContainerStyle, VerticalAlignment};
use wire::{List, Payload, Tolerant};

wire::text! {
    /// A version of Adaptive Cards, such as `1.5`.
    ///
    /// Specification: [AdaptiveCard](https://github.com/microsoft/AdaptiveCards/blob/644d933e185a8482c4dcf4c375d177aac37fd095/schemas/src/AdaptiveCard.json).
    pub struct CardVersion;
}

impl CardVersion {
    /// The versions that were published.
    pub const KNOWN: [&'static str; 7] = ["1.0", "1.1", "1.2", "1.3", "1.4", "1.5", "1.6"];

    /// Returns the major and the minor version. `None` for another text.
    ///
    /// ```
    /// use agent_ui_adaptive_cards::CardVersion;
    ///
    /// assert_eq!(CardVersion::from("1.5").numbers(), Some((1, 5)));
    /// assert_eq!(CardVersion::from("latest").numbers(), None);
    /// ```
    pub fn numbers(&self) -> Option<(u32, u32)> {
        let (major, minor) = self.as_str().split_once('.')?;
        Some((major.parse().ok()?, minor.parse().ok()?))
    }
}

wire::object! {
    /// A card: `{"type": "AdaptiveCard", "version": "1.5", "body": […], "actions": […]}`.
    ///
    /// ```
    /// use agent_ui_adaptive_cards::{AdaptiveCard, Element, wire};
    ///
    /// let card: AdaptiveCard = wire::decode(
    ///     r#"{"type":"AdaptiveCard","version":"1.5","body":[{"type":"TextBlock","text":"Your trip"}]}"#,
    /// )?;
    /// let body = card.body.get().ok_or("a body")?;
    /// let Some(Element::TextBlock(text)) = body.iter().next() else { panic!() };
    /// assert_eq!(text.text.get().map(String::as_str), Some("Your trip"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Specification: [AdaptiveCard](https://github.com/microsoft/AdaptiveCards/blob/644d933e185a8482c4dcf4c375d177aac37fd095/schemas/src/AdaptiveCard.json).
    pub struct AdaptiveCard by "type" = "AdaptiveCard" {
        /// The schema, which hosts ignore.
        schema as "$schema"?: Tolerant<String>,
        /// The version. The card of an [`Action::ShowCard`](crate::Action::ShowCard) needs none.
        version?: Tolerant<CardVersion>,
        /// The elements of the card.
        body?: Tolerant<List<Element>>,
        /// The buttons below the body.
        actions?: Tolerant<List<Action>>,
        /// The action of a click. Since 1.1.
        select_action as "selectAction"?: Tolerant<Box<Action>>,
        /// The text that hosts show if they do not know the version.
        fallback_text as "fallbackText"?: Tolerant<String>,
        /// The image behind the card.
        background_image as "backgroundImage"?: Tolerant<BackgroundImage>,
        /// The least height in pixels, such as `80px`. Since 1.2.
        min_height as "minHeight"?: Tolerant<String>,
        /// `true` if the text runs from right to left. Since 1.5.
        rtl?: Tolerant<bool>,
        /// The text that is spoken.
        speak?: Tolerant<String>,
        /// The language, such as `en`.
        lang?: Tolerant<String>,
        /// The vertical alignment of the elements. Since 1.1.
        vertical_content_alignment as "verticalContentAlignment"?: Tolerant<VerticalAlignment>,
        /// The action by which hosts get a new card. Since 1.4.
        refresh?: Tolerant<Refresh>,
        /// The sign-in that the card needs. Since 1.4.
        authentication?: Tolerant<Authentication>,
        /// The address of the card on the web. Since 1.6.
        metadata?: Tolerant<CardMetadata>,
        /// The id of the sender. Outlook shows no card without it.
        originator?: Tolerant<String>,
        /// The settings of Teams: the width, and the people that texts mention.
        msteams?: Tolerant<TeamsSettings>,
        /// The style. Only in Teams.
        style?: Tolerant<ContainerStyle>,
        /// The layouts for the widths of cards. Only in Teams.
        layouts?: Option<Payload>,
        /// The texts in several languages. Only in Teams.
        resources?: Option<Payload>,
    }

    /// The action by which hosts get a new card for each user. Since 1.4.
    ///
    /// Specification: [Refresh](https://github.com/microsoft/AdaptiveCards/blob/644d933e185a8482c4dcf4c375d177aac37fd095/schemas/src/Refresh.json).
    pub struct Refresh {
        /// The `Action.Execute` that hosts run.
        action?: Tolerant<Action>,
        /// The time from which the action runs, as of RFC 3339. Since 1.6.
        expires?: Tolerant<String>,
        /// The users for whom it runs, at most 60.
        user_ids as "userIds"?: Tolerant<List<String>>,
    }

    /// The sign-in that a card needs. Since 1.4.
    ///
    /// Specification: [Authentication](https://github.com/microsoft/AdaptiveCards/blob/644d933e185a8482c4dcf4c375d177aac37fd095/schemas/src/Authentication.json).
    pub struct Authentication {
        /// The text for the user.
        text?: Tolerant<String>,
        /// The name of the connection.
        connection_name as "connectionName"?: Tolerant<String>,
        /// The resource for single sign-on.
        token_exchange_resource as "tokenExchangeResource"?: Tolerant<TokenExchangeResource>,
        /// The buttons of the sign-in.
        buttons?: Tolerant<List<AuthCardButton>>,
    }

    /// The resource for single sign-on. Since 1.4.
    ///
    /// Specification: [TokenExchangeResource](https://github.com/microsoft/AdaptiveCards/blob/644d933e185a8482c4dcf4c375d177aac37fd095/schemas/src/TokenExchangeResource.json).
    pub struct TokenExchangeResource {
        /// The id of the resource.
        id =: Tolerant<String>,
        /// The address of the resource.
        uri =: Tolerant<String>,
        /// The id of the provider.
        provider_id as "providerId" =: Tolerant<String>,
    }

    /// A button of a sign-in. Since 1.4.
    ///
    /// Specification: [AuthCardButton](https://github.com/microsoft/AdaptiveCards/blob/644d933e185a8482c4dcf4c375d177aac37fd095/schemas/src/AuthCardButton.json).
    pub struct AuthCardButton {
        /// The type, such as `signin`.
        kind as "type" =: Tolerant<String>,
        /// The value of the button.
        value =: Tolerant<String>,
        /// The label of the button.
        title?: Tolerant<String>,
        /// The address of the image.
        image?: Tolerant<String>,
    }

    /// The address of a card on the web. Since 1.6.
    ///
    /// Specification: [Metadata](https://github.com/microsoft/AdaptiveCards/blob/644d933e185a8482c4dcf4c375d177aac37fd095/schemas/src/Metadata.json).
    pub struct CardMetadata {
        /// The address of the card.
        web_url as "webUrl"?: Tolerant<String>,
    }

    /// The settings of Teams.
    ///
    /// Specification: [format of cards](https://learn.microsoft.com/microsoftteams/platform/task-modules-and-cards/cards/cards-format).
    pub struct TeamsSettings {
        /// The width, `full`.
        width?: Tolerant<String>,
        /// The people that texts mention.
        entities?: Tolerant<List<Mention>>,
    }

    /// A person whom a text mentions. The text contains `<at>Name</at>`.
    ///
    /// Specification: [format of cards](https://learn.microsoft.com/microsoftteams/platform/task-modules-and-cards/cards/cards-format).
    pub struct Mention {
        /// The type, `mention`.
        kind as "type" =: Tolerant<String>,
        /// The text in the card.
        text =: Tolerant<String>,
        /// The mentioned person.
        mentioned?: Tolerant<MentionedPerson>,
    }

    /// The person of a [`Mention`].
    ///
    /// Specification: [format of cards](https://learn.microsoft.com/microsoftteams/platform/task-modules-and-cards/cards/cards-format).
    pub struct MentionedPerson {
        /// The id of the person.
        id =: Tolerant<String>,
        /// The name of the person.
        name =: Tolerant<String>,
    }
}

wire::tagged! {
    /// An element of a card, by its member `type`. Hosts use the `fallback` of an unknown element, or leave it out.
    ///
    /// Specification: [Adaptive Cards, schema](https://github.com/microsoft/AdaptiveCards/tree/644d933e185a8482c4dcf4c375d177aac37fd095/schemas/src).
    pub enum Element by "type" {
        /// A text with one style.
        "TextBlock" TextBlock(Box<TextBlock>),
        /// A text with several styles.
        "RichTextBlock" RichTextBlock(Box<RichTextBlock>),
        /// An image with a description.
        "Image" Image(Box<Image>),
        /// Several images in a row.
        "ImageSet" ImageSet(Box<ImageSet>),
        /// An audio or a video.
        "Media" Media(Box<Media>),
        /// A group of elements.
        "Container" Container(Box<Container>),
        /// Columns side by side.
        "ColumnSet" ColumnSet(Box<ColumnSet>),
        /// Names with values.
        "FactSet" FactSet(Box<FactSet>),
        /// A table with rows of cells.
        "Table" Table(Box<Table>),
        /// Buttons in the body.
        "ActionSet" ActionSet(Box<ActionSet>),
        /// Pages to leaf through.
        "Carousel" Carousel(Box<Carousel>),
        /// An input for text.
        "Input.Text" TextInput(Box<TextInput>),
        /// An input for a number.
        "Input.Number" NumberInput(Box<NumberInput>),
        /// An input for a date.
        "Input.Date" DateInput(Box<DateInput>),
        /// An input for a time.
        "Input.Time" TimeInput(Box<TimeInput>),
        /// A box to tick.
        "Input.Toggle" ToggleInput(Box<ToggleInput>),
        /// A choice among values.
        "Input.ChoiceSet" ChoiceSetInput(Box<ChoiceSetInput>),
        /// An input for a number of stars.
        "Input.Rating" RatingInput(Box<RatingInput>),
        /// An icon. Only in Teams.
        "Icon" Icon(Box<Icon>),
        /// A short text with a background. Only in Teams.
        "Badge" Badge(Box<Badge>),
        /// A button with a title and a description. Only in Teams.
        "CompoundButton" CompoundButton(Box<CompoundButton>),
        /// Source code. Only in Teams.
        "CodeBlock" CodeBlock(Box<CodeBlock>),
        /// A number of stars. Only in Teams.
        "Rating" Rating(Box<Rating>),
        /// A bar of progress. Only in Teams.
        "ProgressBar" ProgressBar(Box<ProgressBar>),
        /// A ring of progress. Only in Teams.
        "ProgressRing" ProgressRing(Box<ProgressRing>),
        /// A person, a file or another object of Microsoft Graph. Only in Teams.
        "Component" Component(Box<Component>),
        /// A ring with slices. Only in Teams.
        "Chart.Donut" DonutChart(Box<DonutChart>),
        /// A disk with slices. Only in Teams.
        "Chart.Pie" PieChart(Box<PieChart>),
        /// Vertical bars. Only in Teams.
        "Chart.VerticalBar" VerticalBarChart(Box<VerticalBarChart>),
        /// Groups of vertical bars. Only in Teams.
        "Chart.VerticalBar.Grouped" GroupedVerticalBarChart(Box<GroupedVerticalBarChart>),
        /// Horizontal bars. Only in Teams.
        "Chart.HorizontalBar" HorizontalBarChart(Box<HorizontalBarChart>),
        /// Horizontal bars of several parts. Only in Teams.
        "Chart.HorizontalBar.Stacked" StackedHorizontalBarChart(Box<StackedHorizontalBarChart>),
        /// Lines. Only in Teams.
        "Chart.Line" LineChart(Box<LineChart>),
        /// A pointer on a half ring. Only in Teams.
        "Chart.Gauge" GaugeChart(Box<GaugeChart>),
    }
}

wire::tagged! {
    /// An action, by its member `type`.
    ///
    /// Specification: [actions](https://github.com/microsoft/AdaptiveCards/blob/644d933e185a8482c4dcf4c375d177aac37fd095/schemas/src/actions).
    pub enum Action by "type" {
        /// Opens an address. The bot gets no event.
        "Action.OpenUrl" OpenUrl(Box<OpenUrlAction>),
        /// Submits the inputs as a message.
        "Action.Submit" Submit(Box<SubmitAction>),
        /// Submits the inputs, and gets a card in place of this one. Since 1.4.
        "Action.Execute" Execute(Box<ExecuteAction>),
        /// Shows a further card.
        "Action.ShowCard" ShowCard(Box<ShowCardAction>),
        /// Shows or hides elements. Since 1.2.
        "Action.ToggleVisibility" ToggleVisibility(Box<ToggleVisibilityAction>),
        /// Sends a request over HTTP. Only in Outlook.
        "Action.Http" Http(Box<HttpAction>),
        /// Sets inputs to their values at first. Only in Teams.
        "Action.ResetInputs" ResetInputs(Box<ResetInputsAction>),
        /// Shows elements above the card. Only in Teams.
        "Action.Popover" Popover(Box<PopoverAction>),
    }
}
