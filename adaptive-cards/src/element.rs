//! The elements of a card.

use crate::{
    container::{ActionSet, Carousel, ColumnSet, Container, FactSet, Table},
    hub::{
        Badge, CodeBlock, Component, CompoundButton, DonutChart, GaugeChart,
        GroupedVerticalBarChart, HorizontalBarChart, Icon, LineChart, PieChart, ProgressBar,
        ProgressRing, Rating, StackedHorizontalBarChart, VerticalBarChart,
    },
    image::{Image, ImageSet, Media},
    input::{
        ChoiceSetInput, DateInput, NumberInput, RatingInput, TextInput, TimeInput, ToggleInput,
    },
    text::{RichTextBlock, TextBlock},
};
/// Declares an element: its own members, and those that all elements have. `element! { pub struct Icon by "type" = "Icon"
/// { … } }` expands to `wire::object!` with the members `id`, `isVisible`, `separator` and so on after its own.
macro_rules! element {
    ($(#[$meta:meta])* pub struct $Type:ident by $tag:literal = $word:literal { $($members:tt)* }) => {
        wire::object! {
            $(#[$meta])*
            pub struct $Type by $tag = $word {
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
pub(crate) use element;

wire::tagged! {
    /// An element of a card, by its member `type`. Hosts use the `fallback` of an unknown element, or leave it out.
    ///
    /// Specification: [Adaptive Cards, schema](https://github.com/microsoft/AdaptiveCards/tree/644d933e185a8482c4dcf4c375d177aac37fd095/schemas/src).
    pub enum Element by "type" {
        /// A text.
        "TextBlock" TextBlock(Box<TextBlock>),
        /// A text with several styles.
        "RichTextBlock" RichTextBlock(Box<RichTextBlock>),
        /// An image.
        "Image" Image(Box<Image>),
        /// Several images.
        "ImageSet" ImageSet(Box<ImageSet>),
        /// An audio or a video.
        "Media" Media(Box<Media>),
        /// A group of elements.
        "Container" Container(Box<Container>),
        /// Columns side by side.
        "ColumnSet" ColumnSet(Box<ColumnSet>),
        /// Names with values.
        "FactSet" FactSet(Box<FactSet>),
        /// A table.
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
        /// A choice.
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
