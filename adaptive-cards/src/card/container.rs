//! Containers: groups, columns, tables, facts, buttons and pages.

use super::{Action, Element, image::BackgroundImage};
use crate::vocabulary::{ContainerStyle, HorizontalAlignment, Spacing, VerticalAlignment};
use wire::{
    List, Number, Payload, PayloadKind, Reader, Tolerant, Wire, Writer, decode::ReadResult,
};

element! {
    /// A group of elements: `{"type": "Container", "items": […]}`.
    ///
    /// Specification: [Container](https://github.com/microsoft/AdaptiveCards/blob/644d933e185a8482c4dcf4c375d177aac37fd095/schemas/src/elements/Container.json).
    pub struct Container by "type" = "Container" {
        /// The elements of the container.
        items =: Tolerant<List<Element>>,
        /// The style of the container.
        style?: Tolerant<ContainerStyle>,
        /// The vertical alignment of the elements. Since 1.1.
        vertical_content_alignment as "verticalContentAlignment"?: Tolerant<VerticalAlignment>,
        /// `true` if the container reaches the edges of its parent. Since 1.2.
        bleed?: Tolerant<bool>,
        /// The image behind the elements. Since 1.2.
        background_image as "backgroundImage"?: Tolerant<BackgroundImage>,
        /// The least height in pixels, such as `80px`. Since 1.2.
        min_height as "minHeight"?: Tolerant<String>,
        /// `true` if the text runs from right to left. Since 1.5.
        rtl?: Tolerant<bool>,
        /// The action of a click. Since 1.1.
        select_action as "selectAction"?: Tolerant<Box<Action>>,
        /// `true` for a border. Only in Teams.
        show_border as "showBorder"?: Tolerant<bool>,
        /// `true` for rounded corners. Only in Teams.
        rounded_corners as "roundedCorners"?: Tolerant<bool>,
        /// The layouts for the widths of cards. Only in Teams.
        layouts?: Option<Payload>,
    }
}

element! {
    /// Columns side by side.
    ///
    /// Specification: [ColumnSet](https://github.com/microsoft/AdaptiveCards/blob/644d933e185a8482c4dcf4c375d177aac37fd095/schemas/src/elements/ColumnSet.json).
    pub struct ColumnSet by "type" = "ColumnSet" {
        /// The columns of the row.
        columns?: Tolerant<List<Column>>,
        /// The style. Since 1.2.
        style?: Tolerant<ContainerStyle>,
        /// `true` if the columns reach the edges of their parent. Since 1.2.
        bleed?: Tolerant<bool>,
        /// The least height in pixels, such as `80px`. Since 1.2.
        min_height as "minHeight"?: Tolerant<String>,
        /// The alignment of the columns.
        horizontal_alignment as "horizontalAlignment"?: Tolerant<HorizontalAlignment>,
        /// The action of a click. Since 1.1.
        select_action as "selectAction"?: Tolerant<Box<Action>>,
    }
}

element! {
    /// A column of a [`ColumnSet`].
    ///
    /// Specification: [Column](https://github.com/microsoft/AdaptiveCards/blob/644d933e185a8482c4dcf4c375d177aac37fd095/schemas/src/elements/Column.json).
    pub struct Column {
        /// The type. Renderers also read a column without a type.
        kind as "type"?: Tolerant<ColumnType>,
        /// The elements of the column.
        items?: Tolerant<List<Element>>,
        /// The width of the column.
        width?: Tolerant<ColumnWidth>,
        /// The style. Since 1.2.
        style?: Tolerant<ContainerStyle>,
        /// The vertical alignment of the elements. Since 1.1.
        vertical_content_alignment as "verticalContentAlignment"?: Tolerant<VerticalAlignment>,
        /// `true` if the column reaches the edges of its parent. Since 1.2.
        bleed?: Tolerant<bool>,
        /// The image behind the elements. Since 1.2.
        background_image as "backgroundImage"?: Tolerant<BackgroundImage>,
        /// The least height in pixels, such as `80px`. Since 1.2.
        min_height as "minHeight"?: Tolerant<String>,
        /// `true` if the text runs from right to left. Since 1.5.
        rtl?: Tolerant<bool>,
        /// The action of a click. Since 1.1.
        select_action as "selectAction"?: Tolerant<Box<Action>>,
    }
}

wire::word! {
    /// The type of a column.
    ///
    /// Specification: [Column](https://github.com/microsoft/AdaptiveCards/blob/644d933e185a8482c4dcf4c375d177aac37fd095/schemas/src/elements/Column.json).
    pub closed enum ColumnType {
        /// The only type.
        Column = "Column",
    }
}

/// The width of a column: `auto`, `stretch`, a number of pixels such as `80px` (1.1), or a weight, as a number or as its text.
///
/// Specification: [Column](https://github.com/microsoft/AdaptiveCards/blob/644d933e185a8482c4dcf4c375d177aac37fd095/schemas/src/elements/Column.json).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ColumnWidth {
    /// A word, a number of pixels, or the text of a weight.
    Text(String),
    /// A weight among the columns with weights.
    Weight(Number),
}

impl Wire for ColumnWidth {
    fn read(reader: &mut Reader<'_>) -> ReadResult<Self> {
        match reader.kind()? {
            PayloadKind::String => Wire::read(reader).map(Self::Text),
            _ => Wire::read(reader).map(Self::Weight),
        }
    }

    fn write(&self, writer: &mut Writer) {
        match self {
            Self::Text(text) => text.write(writer),
            Self::Weight(weight) => weight.write(writer),
        }
    }
}

wire::hand_written! {
    ColumnWidth,
    schema: |_schemas| wire::schema::json!({"type": ["string", "number"]}),
    examples: [r#""auto""#, r#""80px""#, "2"],
}

element! {
    /// Names with values, in two columns.
    ///
    /// Specification: [FactSet](https://github.com/microsoft/AdaptiveCards/blob/644d933e185a8482c4dcf4c375d177aac37fd095/schemas/src/elements/FactSet.json).
    pub struct FactSet by "type" = "FactSet" {
        /// The facts of the set.
        facts =: Tolerant<List<Fact>>,
    }
}

wire::object! {
    /// A name with a value: `{"title": "Nights", "value": "3"}`. Both may contain Markdown.
    ///
    /// Specification: [Fact](https://github.com/microsoft/AdaptiveCards/blob/644d933e185a8482c4dcf4c375d177aac37fd095/schemas/src/elements/Fact.json).
    pub struct Fact {
        /// The name of the fact.
        title =: Tolerant<String>,
        /// The value of the fact.
        value =: Tolerant<String>,
    }
}

element! {
    /// Buttons in the body. Since 1.2.
    ///
    /// Specification: [ActionSet](https://github.com/microsoft/AdaptiveCards/blob/644d933e185a8482c4dcf4c375d177aac37fd095/schemas/src/elements/ActionSet.json).
    pub struct ActionSet by "type" = "ActionSet" {
        /// The buttons of the row.
        actions =: Tolerant<List<Action>>,
        /// The alignment. Only in Teams.
        horizontal_alignment as "horizontalAlignment"?: Tolerant<HorizontalAlignment>,
    }
}

element! {
    /// A table. Since 1.5.
    ///
    /// Specification: [Table](https://github.com/microsoft/AdaptiveCards/blob/644d933e185a8482c4dcf4c375d177aac37fd095/schemas/src/elements/Table.json).
    pub struct Table by "type" = "Table" {
        /// The columns of the table.
        columns?: Tolerant<List<TableColumn>>,
        /// The rows of the table.
        rows?: Tolerant<List<TableRow>>,
        /// `true` if the first row has the headers. The default is `true`.
        first_row_as_header as "firstRowAsHeader"?: Tolerant<bool>,
        /// The name in Teams of `firstRowAsHeader`.
        first_row_as_headers as "firstRowAsHeaders"?: Tolerant<bool>,
        /// `true` if lines separate the cells. The default is `true`.
        show_grid_lines as "showGridLines"?: Tolerant<bool>,
        /// The style of the lines.
        grid_style as "gridStyle"?: Tolerant<ContainerStyle>,
        /// The horizontal alignment in all cells.
        horizontal_cell_content_alignment as "horizontalCellContentAlignment"?: Tolerant<HorizontalAlignment>,
        /// The vertical alignment in all cells.
        vertical_cell_content_alignment as "verticalCellContentAlignment"?: Tolerant<VerticalAlignment>,
    }
}

wire::object! {
    /// A column of a [`Table`].
    ///
    /// Specification: [Table](https://github.com/microsoft/AdaptiveCards/blob/644d933e185a8482c4dcf4c375d177aac37fd095/schemas/src/elements/Table.json).
    pub struct TableColumn {
        /// The width: a weight, or a number of pixels such as `80px`. The default is 1.
        width?: Tolerant<ColumnWidth>,
        /// The horizontal alignment in the cells.
        horizontal_cell_content_alignment as "horizontalCellContentAlignment"?: Tolerant<HorizontalAlignment>,
        /// The vertical alignment in the cells.
        vertical_cell_content_alignment as "verticalCellContentAlignment"?: Tolerant<VerticalAlignment>,
    }

    /// A row of a [`Table`].
    ///
    /// Specification: [TableRow](https://github.com/microsoft/AdaptiveCards/blob/644d933e185a8482c4dcf4c375d177aac37fd095/schemas/src/elements/TableRow.json).
    pub struct TableRow {
        /// The type. Renderers also read a row without a type.
        kind as "type"?: Tolerant<TableRowType>,
        /// The cells of the row.
        cells?: Tolerant<List<TableCell>>,
        /// The style of the row.
        style?: Tolerant<ContainerStyle>,
        /// The gap to the row before.
        spacing?: Tolerant<Spacing>,
        /// The horizontal alignment in the cells.
        horizontal_cell_content_alignment as "horizontalCellContentAlignment"?: Tolerant<HorizontalAlignment>,
        /// The vertical alignment in the cells.
        vertical_cell_content_alignment as "verticalCellContentAlignment"?: Tolerant<VerticalAlignment>,
    }

    /// A cell of a [`TableRow`].
    ///
    /// Specification: [TableCell](https://github.com/microsoft/AdaptiveCards/blob/644d933e185a8482c4dcf4c375d177aac37fd095/schemas/src/elements/TableCell.json).
    pub struct TableCell {
        /// The type. Renderers also read a cell without a type.
        kind as "type"?: Tolerant<TableCellType>,
        /// The elements of the cell.
        items =: Tolerant<List<Element>>,
        /// The style of the cell.
        style?: Tolerant<ContainerStyle>,
        /// The vertical alignment of the elements.
        vertical_content_alignment as "verticalContentAlignment"?: Tolerant<VerticalAlignment>,
        /// `true` if the cell reaches the edges of its parent.
        bleed?: Tolerant<bool>,
        /// The image behind the elements.
        background_image as "backgroundImage"?: Tolerant<BackgroundImage>,
        /// The least height in pixels, such as `80px`.
        min_height as "minHeight"?: Tolerant<String>,
        /// `true` if the text runs from right to left.
        rtl?: Tolerant<bool>,
        /// The action of a click.
        select_action as "selectAction"?: Tolerant<Box<Action>>,
    }
}

wire::word! {
    /// The type of a cell.
    ///
    /// Specification: [TableCell](https://github.com/microsoft/AdaptiveCards/blob/644d933e185a8482c4dcf4c375d177aac37fd095/schemas/src/elements/TableCell.json).
    pub closed enum TableCellType {
        /// The only type.
        TableCell = "TableCell",
    }
}

wire::word! {
    /// The type of a row.
    ///
    /// Specification: [TableRow](https://github.com/microsoft/AdaptiveCards/blob/644d933e185a8482c4dcf4c375d177aac37fd095/schemas/src/elements/TableRow.json).
    pub closed enum TableRowType {
        /// The only type.
        TableRow = "TableRow",
    }
}

element! {
    /// Pages to leaf through.
    ///
    /// Specification: [Carousel](https://github.com/microsoft/AdaptiveCards/blob/644d933e185a8482c4dcf4c375d177aac37fd095/schemas/src/elements/Carousel.json).
    pub struct Carousel by "type" = "Carousel" {
        /// The pages of the carousel.
        pages =: Tolerant<List<CarouselPage>>,
        /// The milliseconds after which the next page follows.
        timer?: Tolerant<Number>,
        /// `true` if the first page follows the last one.
        r#loop?: Tolerant<bool>,
        /// `true` if the text runs from right to left.
        rtl?: Tolerant<bool>,
    }
}

element! {
    /// A page of a [`Carousel`]. It contains neither inputs nor actions that show something else.
    ///
    /// Specification: [CarouselPage](https://github.com/microsoft/AdaptiveCards/blob/644d933e185a8482c4dcf4c375d177aac37fd095/schemas/src/elements/CarouselPage.json).
    pub struct CarouselPage {
        /// The type. Renderers also read a page without a type.
        kind as "type"?: Tolerant<CarouselPageType>,
        /// The elements of the page.
        items =: Tolerant<List<Element>>,
        /// The style of the page.
        style?: Tolerant<ContainerStyle>,
        /// The action of a click.
        select_action as "selectAction"?: Tolerant<Box<Action>>,
        /// `true` if the text runs from right to left.
        rtl?: Tolerant<bool>,
    }
}

wire::word! {
    /// The type of a page.
    ///
    /// Specification: [CarouselPage](https://github.com/microsoft/AdaptiveCards/blob/644d933e185a8482c4dcf4c375d177aac37fd095/schemas/src/elements/CarouselPage.json).
    pub closed enum CarouselPageType {
        /// The only type.
        CarouselPage = "CarouselPage",
    }
}
