//! Elements that only Teams draws. They have no version, and other hosts show their `fallback`.

use super::Action;
use crate::vocabulary::TextColor;
use wire::{Number, Payload, Tolerant};

element! {
    /// An icon: `{"type": "Icon", "name": "Calendar"}`. Only in Teams.
    ///
    /// Specification: [Adaptive Cards documentation hub](https://adaptivecards.microsoft.com/).
    pub struct Icon by "type" = "Icon" {
        /// The name of the Fluent icon.
        name =: Tolerant<String>,
        /// The size, from `xxSmall` to `xxLarge`.
        size?: Tolerant<String>,
        /// The style: `regular` or `filled`.
        style?: Tolerant<String>,
        /// The color of the icon.
        color?: Tolerant<TextColor>,
        /// The action of a click.
        select_action as "selectAction"?: Tolerant<Box<Action>>,
    }
}

element! {
    /// A short text with a background. Only in Teams.
    ///
    /// Specification: [Adaptive Cards documentation hub](https://adaptivecards.microsoft.com/).
    pub struct Badge by "type" = "Badge" {
        /// The text of the badge.
        text?: Tolerant<String>,
        /// The name of the icon.
        icon?: Tolerant<String>,
        /// The place of the icon: `before` or `after`.
        icon_position as "iconPosition"?: Tolerant<String>,
        /// The background: `filled` or `tint`.
        appearance?: Tolerant<String>,
        /// The size of the badge.
        size?: Tolerant<String>,
        /// The shape: `square`, `rounded` or `circular`.
        shape?: Tolerant<String>,
        /// The meaning, such as `good` or `warning`.
        style?: Tolerant<String>,
        /// The text at the pointer.
        tooltip?: Tolerant<String>,
    }
}

element! {
    /// A button with a title and a description. Only in Teams.
    ///
    /// Specification: [Adaptive Cards documentation hub](https://adaptivecards.microsoft.com/).
    pub struct CompoundButton by "type" = "CompoundButton" {
        /// The title of the button.
        title?: Tolerant<String>,
        /// The description of the button.
        description?: Tolerant<String>,
        /// The icon, an object with `name`, `size`, `style` and `color`.
        icon?: Option<Payload>,
        /// The short text in the corner.
        badge?: Tolerant<String>,
        /// The action of a click.
        select_action as "selectAction"?: Tolerant<Box<Action>>,
    }
}

element! {
    /// Source code. Only in Teams.
    ///
    /// Specification: [Adaptive Cards documentation hub](https://adaptivecards.microsoft.com/).
    pub struct CodeBlock by "type" = "CodeBlock" {
        /// The source code.
        code_snippet as "codeSnippet"?: Tolerant<String>,
        /// The language, such as `Bash`.
        language?: Tolerant<String>,
        /// The number of the first line.
        start_line_number as "startLineNumber"?: Tolerant<Number>,
    }
}

element! {
    /// A number of stars. Only in Teams.
    ///
    /// Specification: [Adaptive Cards documentation hub](https://adaptivecards.microsoft.com/).
    pub struct Rating by "type" = "Rating" {
        /// The number of full stars.
        value?: Tolerant<Number>,
        /// The number of stars. The default is 5.
        max?: Tolerant<Number>,
        /// The number of votes.
        count?: Tolerant<Number>,
        /// The size: `medium` or `large`.
        size?: Tolerant<String>,
        /// The color: `neutral` or `marigold`.
        color?: Tolerant<String>,
        /// The form: `default` or `compact`.
        style?: Tolerant<String>,
    }
}

element! {
    /// A bar of progress. Only in Teams.
    ///
    /// Specification: [Adaptive Cards documentation hub](https://adaptivecards.microsoft.com/).
    pub struct ProgressBar by "type" = "ProgressBar" {
        /// The progress. Without it, the bar moves.
        value?: Tolerant<Number>,
        /// The value of a full bar. The default is 100.
        max?: Tolerant<Number>,
        /// The color of the bar.
        color?: Tolerant<TextColor>,
    }
}

element! {
    /// A turning ring. Only in Teams.
    ///
    /// Specification: [Adaptive Cards documentation hub](https://adaptivecards.microsoft.com/).
    pub struct ProgressRing by "type" = "ProgressRing" {
        /// The label of the ring.
        label?: Tolerant<String>,
        /// The place of the label: `before`, `after`, `above` or `below`.
        label_position as "labelPosition"?: Tolerant<String>,
        /// The size of the ring.
        size?: Tolerant<String>,
    }
}

element! {
    /// A person, a file or another object of Microsoft Graph. Only in Teams.
    ///
    /// Specification: [Adaptive Cards documentation hub](https://adaptivecards.microsoft.com/).
    pub struct Component by "type" = "Component" {
        /// The name of the component, such as `graph.microsoft.com/user`.
        name =: Tolerant<String>,
        /// The properties of the object.
        properties?: Option<Payload>,
    }
}

/// Declares the charts, which differ only in their tag. `charts! { /// … pub struct PieChart = "Chart.Pie"; }` expands to
/// `element!` with the members of all charts.
macro_rules! charts {
    ($( $(#[$meta:meta])* pub struct $Type:ident = $word:literal; )*) => { $(
        element! {
            $(#[$meta])*
            pub struct $Type by "type" = $word {
                /// The title of the chart.
                title?: Tolerant<String>,
                /// The values: slices, points or series.
                data?: Tolerant<Vec<Payload>>,
                /// The colors of the values.
                color_set as "colorSet"?: Tolerant<String>,
                /// The color of values without one.
                color?: Tolerant<String>,
                /// The title of the horizontal axis.
                x_axis_title as "xAxisTitle"?: Tolerant<String>,
                /// The title of the vertical axis.
                y_axis_title as "yAxisTitle"?: Tolerant<String>,
                /// `false` hides the legend.
                show_legend as "showLegend"?: Tolerant<bool>,
            }
        }
    )* };
}

charts! {
    /// A ring with slices. Only in Teams.
    ///
    /// Specification: [Adaptive Cards documentation hub](https://adaptivecards.microsoft.com/).
    pub struct DonutChart = "Chart.Donut";
    /// A disk with slices. Only in Teams.
    ///
    /// Specification: [Adaptive Cards documentation hub](https://adaptivecards.microsoft.com/).
    pub struct PieChart = "Chart.Pie";
    /// Vertical bars. Only in Teams.
    ///
    /// Specification: [Adaptive Cards documentation hub](https://adaptivecards.microsoft.com/).
    pub struct VerticalBarChart = "Chart.VerticalBar";
    /// Groups of vertical bars. Only in Teams.
    ///
    /// Specification: [Adaptive Cards documentation hub](https://adaptivecards.microsoft.com/).
    pub struct GroupedVerticalBarChart = "Chart.VerticalBar.Grouped";
    /// Horizontal bars. Only in Teams.
    ///
    /// Specification: [Adaptive Cards documentation hub](https://adaptivecards.microsoft.com/).
    pub struct HorizontalBarChart = "Chart.HorizontalBar";
    /// Horizontal bars of several parts. Only in Teams.
    ///
    /// Specification: [Adaptive Cards documentation hub](https://adaptivecards.microsoft.com/).
    pub struct StackedHorizontalBarChart = "Chart.HorizontalBar.Stacked";
    /// Lines. Only in Teams.
    ///
    /// Specification: [Adaptive Cards documentation hub](https://adaptivecards.microsoft.com/).
    pub struct LineChart = "Chart.Line";
    /// A pointer on a half ring. Only in Teams.
    ///
    /// Specification: [Adaptive Cards documentation hub](https://adaptivecards.microsoft.com/).
    pub struct GaugeChart = "Chart.Gauge";
}
