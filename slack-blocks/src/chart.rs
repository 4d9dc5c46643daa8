//! Charts and the cells of tables.

use crate::{ButtonElement, RichTextBlock};
use wire::{List, Number, Tolerant};

wire::tagged! {
    /// A chart, by its member `type`.
    ///
    /// Specification: [data visualization block](https://docs.slack.dev/reference/block-kit/blocks/data-visualization-block).
    pub enum Chart by "type" {
        /// A disk with slices.
        "pie" Pie(PieChart),
        /// A chart of bars.
        "bar" Bar(BarChart),
        /// A chart of lines.
        "line" Line(LineChart),
        /// Lines with filled areas.
        "area" Area(AreaChart),
    }
}

wire::tagged! {
    /// A cell of a table.
    ///
    /// Specification: [table block](https://docs.slack.dev/reference/block-kit/blocks/table-block).
    pub enum TableCell by "type" {
        /// A cell with a text.
        "raw_text" Text(RawText),
        /// A cell with a number.
        "raw_number" Number(RawNumber),
        /// A text with styles.
        "rich_text" RichText(Box<RichTextBlock>),
        /// A button. Only in a [`DataTableBlock`](crate::DataTableBlock).
        "button" Button(Box<ButtonElement>),
    }
}

wire::object! {
    /// A disk with slices.
    ///
    /// Specification: [data visualization block](https://docs.slack.dev/reference/block-kit/blocks/data-visualization-block).
    pub struct PieChart by "type" = "pie" {
        /// The slices of the disk.
        segments =: Tolerant<List<ChartPoint>>,
    }

    /// A chart of bars.
    ///
    /// Specification: [data visualization block](https://docs.slack.dev/reference/block-kit/blocks/data-visualization-block).
    pub struct BarChart by "type" = "bar" {
        /// The series of values.
        series =: Tolerant<List<ChartSeries>>,
        /// The categories and the labels of the axes.
        axis_config =: Tolerant<AxisConfig>,
    }

    /// A chart of lines.
    ///
    /// Specification: [data visualization block](https://docs.slack.dev/reference/block-kit/blocks/data-visualization-block).
    pub struct LineChart by "type" = "line" {
        /// The series of values.
        series =: Tolerant<List<ChartSeries>>,
        /// The categories and the labels of the axes.
        axis_config =: Tolerant<AxisConfig>,
    }

    /// Lines with filled areas.
    ///
    /// Specification: [data visualization block](https://docs.slack.dev/reference/block-kit/blocks/data-visualization-block).
    pub struct AreaChart by "type" = "area" {
        /// The series of values.
        series =: Tolerant<List<ChartSeries>>,
        /// The categories and the labels of the axes.
        axis_config =: Tolerant<AxisConfig>,
    }

    /// The categories of a chart, and the labels of its axes.
    ///
    /// Specification: [data visualization block](https://docs.slack.dev/reference/block-kit/blocks/data-visualization-block).
    pub struct AxisConfig {
        /// The categories, from 1 to 20.
        categories =: Tolerant<List<String>>,
        /// The label of the horizontal axis, at most 50 characters.
        x_label?: Tolerant<String>,
        /// The label of the vertical axis, at most 50 characters.
        y_label?: Tolerant<String>,
    }

    /// The settings of a column of a table.
    ///
    /// Specification: [table block](https://docs.slack.dev/reference/block-kit/blocks/table-block).
    pub struct ColumnSetting {
        /// The alignment: `left`, `center` or `right`. The default is `left`.
        align?: Tolerant<String>,
        /// `true` if long texts continue on the next line. The default is `false`.
        is_wrapped?: Tolerant<bool>,
    }

    /// A series of values.
    ///
    /// Specification: [data visualization block](https://docs.slack.dev/reference/block-kit/blocks/data-visualization-block).
    pub struct ChartSeries {
        /// The name, at most 20 characters.
        name =: Tolerant<String>,
        /// The values with their labels.
        data =: Tolerant<List<ChartPoint>>,
    }

    /// A value with a label.
    ///
    /// Specification: [data visualization block](https://docs.slack.dev/reference/block-kit/blocks/data-visualization-block).
    pub struct ChartPoint {
        /// The label, at most 20 characters.
        label =: Tolerant<String>,
        /// The value of the point.
        value =: Tolerant<Number>,
    }

    /// A cell with a text.
    ///
    /// Specification: [table block](https://docs.slack.dev/reference/block-kit/blocks/table-block).
    pub struct RawText by "type" = "raw_text" {
        /// The text of the cell.
        text =: Tolerant<String>,
    }

    /// A cell with a number.
    ///
    /// Specification: [table block](https://docs.slack.dev/reference/block-kit/blocks/table-block).
    pub struct RawNumber by "type" = "raw_number" {
        /// The number of the cell.
        value =: Tolerant<Number>,
        /// The text that is shown.
        text?: Tolerant<String>,
    }
}
