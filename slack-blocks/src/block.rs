//! The types of blocks.

use crate::{
    BlockElement, Chart, ColumnSetting, ContextElement, ImageElement, RichTextBlock, SlackFile,
    SlackIcon, TableCell, TextObject, UrlSource,
};
use wire::{List, Number, Tolerant};

wire::tagged! {
    /// A block, by its member `type`. Slack refuses a message with an unknown block.
    ///
    /// Specification: [blocks](https://docs.slack.dev/reference/block-kit/blocks).
    pub enum Block by "type" {
        /// A text, with fields or one element beside it.
        "section" Section(Box<SectionBlock>),
        /// A heading in large letters.
        "header" Header(Box<HeaderBlock>),
        /// A line between blocks.
        "divider" Divider(Box<DividerBlock>),
        /// An image with a description.
        "image" Image(Box<ImageBlock>),
        /// Small texts and images.
        "context" Context(Box<ContextBlock>),
        /// Buttons and other elements.
        "actions" Actions(Box<ActionsBlock>),
        /// An input with a label.
        "input" Input(Box<InputBlock>),
        /// A text with styles, lists and quotes.
        "rich_text" RichText(Box<RichTextBlock>),
        /// A text in Markdown. Only in messages.
        "markdown" Markdown(Box<MarkdownBlock>),
        /// A video with a title.
        "video" Video(Box<VideoBlock>),
        /// A file of another service. Slack writes this block, and does not accept it.
        "file" File(Box<FileBlock>),
        /// A table of cells.
        "table" Table(Box<TableBlock>),
        /// A table with pages, whose first row has the headers.
        "data_table" DataTable(Box<DataTableBlock>),
        /// A chart with a title.
        "data_visualization" Chart(Box<ChartBlock>),
        /// A warning in a view.
        "alert" Alert(Box<AlertBlock>),
        /// A card with an image, a title and buttons.
        "card" Card(Box<CardBlock>),
        /// Cards to leaf through.
        "carousel" Carousel(Box<CarouselBlock>),
        /// A group of blocks that can be collapsed.
        "container" Container(Box<ContainerBlock>),
        /// Blocks side by side.
        "layout" Layout(Box<LayoutBlock>),
        /// Buttons below a message of an agent.
        "context_actions" ContextActions(Box<ContextActionsBlock>),
        /// The tasks of an agent.
        "plan" Plan(Box<PlanBlock>),
        /// A task of an agent.
        "task_card" TaskCard(Box<TaskCardBlock>),
    }
}

/// Declares a block: its own members, and the id that all blocks have. `block! { pub struct DividerBlock by "type" =
/// "divider" {} }` expands to `wire::object!` with the member `block_id` after its own.
macro_rules! block {
    ($(#$meta:tt)* pub struct $Type:ident by $tag:literal = $word:literal { $($members:tt)* }) => {
        wire::object! {
            $(#$meta)*
            pub struct $Type by $tag = $word {
                $($members)*
                /// The id, which is unique in the message. Slack creates one if it is absent.
                block_id?: Tolerant<String>,
            }
        }
    };
}

block! {
    /// A text, with fields or one element beside it.
    ///
    /// Specification: [section block](https://docs.slack.dev/reference/block-kit/blocks/section-block).
    pub struct SectionBlock by "type" = "section" {
        /// The text that users see.
        text?: Tolerant<TextObject>,
        /// Texts in two columns, at most 10.
        fields?: Tolerant<List<TextObject>>,
        /// The element beside the text.
        accessory?: Tolerant<BlockElement>,
        /// `true` if a long text is shown in full.
        expand?: Tolerant<bool>,
    }
}

block! {
    /// A heading in large letters.
    ///
    /// Specification: [header block](https://docs.slack.dev/reference/block-kit/blocks/header-block).
    pub struct HeaderBlock by "type" = "header" {
        /// The text, at most 150 characters.
        text =: Tolerant<TextObject>,
        /// The level of the heading.
        level?: Tolerant<Number>,
    }
}

block! {
    /// A line between blocks.
    ///
    /// Specification: [divider block](https://docs.slack.dev/reference/block-kit/blocks/divider-block).
    pub struct DividerBlock by "type" = "divider" {
    }
}

block! {
    /// An image with a description.
    ///
    /// Specification: [image block](https://docs.slack.dev/reference/block-kit/blocks/image-block).
    pub struct ImageBlock by "type" = "image" {
        /// The address of the image.
        image_url?: Tolerant<String>,
        /// The file in Slack, in place of the address.
        slack_file?: Tolerant<SlackFile>,
        /// The description for users who do not see the image.
        alt_text =: Tolerant<String>,
        /// The title that users see.
        title?: Tolerant<TextObject>,
    }
}

block! {
    /// Small texts and images.
    ///
    /// Specification: [context block](https://docs.slack.dev/reference/block-kit/blocks/context-block).
    pub struct ContextBlock by "type" = "context" {
        /// The texts and images, at most 10.
        elements =: Tolerant<List<ContextElement>>,
    }
}

block! {
    /// Buttons and other elements.
    ///
    /// Specification: [actions block](https://docs.slack.dev/reference/block-kit/blocks/actions-block).
    pub struct ActionsBlock by "type" = "actions" {
        /// The elements, at most 25.
        elements =: Tolerant<List<BlockElement>>,
    }
}

block! {
    /// An input with a label.
    ///
    /// Specification: [input block](https://docs.slack.dev/reference/block-kit/blocks/input-block).
    pub struct InputBlock by "type" = "input" {
        /// The label of the input.
        label =: Tolerant<TextObject>,
        /// The element with the value.
        element =: Tolerant<BlockElement>,
        /// The text below the input.
        hint?: Tolerant<TextObject>,
        /// `true` if the input may be empty. The default is `false`.
        optional?: Tolerant<bool>,
        /// `true` if each change sends an event. The default is `false`.
        dispatch_action?: Tolerant<bool>,
    }
}

block! {
    /// A text in Markdown. Only in messages.
    ///
    /// Specification: [markdown block](https://docs.slack.dev/reference/block-kit/blocks/markdown-block).
    pub struct MarkdownBlock by "type" = "markdown" {
        /// The text that users see.
        text =: Tolerant<String>,
    }
}

block! {
    /// A video with a title.
    ///
    /// Specification: [video block](https://docs.slack.dev/reference/block-kit/blocks/video-block).
    pub struct VideoBlock by "type" = "video" {
        /// The description for users who do not see the video.
        alt_text =: Tolerant<String>,
        /// The title that users see.
        title =: Tolerant<TextObject>,
        /// The address of the title.
        title_url?: Tolerant<String>,
        /// The address of the image before the start.
        thumbnail_url =: Tolerant<String>,
        /// The address of the video.
        video_url =: Tolerant<String>,
        /// The text below the title.
        description?: Tolerant<TextObject>,
        /// The name of the author.
        author_name?: Tolerant<String>,
        /// The name of the provider.
        provider_name?: Tolerant<String>,
        /// The address of the icon of the provider.
        provider_icon_url?: Tolerant<String>,
    }
}

block! {
    /// A file of another service. Slack writes this block, and does not accept it.
    ///
    /// Specification: [file block](https://docs.slack.dev/reference/block-kit/blocks/file-block).
    pub struct FileBlock by "type" = "file" {
        /// The id of the file.
        external_id =: Tolerant<String>,
        /// The source, `remote`.
        source =: Tolerant<String>,
    }
}

block! {
    /// A table of cells.
    ///
    /// Specification: [table block](https://docs.slack.dev/reference/block-kit/blocks/table-block).
    pub struct TableBlock by "type" = "table" {
        /// The rows, at most 100 of 20 cells.
        rows =: Tolerant<List<List<TableCell>>>,
        /// The settings of the columns.
        column_settings?: Tolerant<List<ColumnSetting>>,
    }
}

block! {
    /// A table with pages, whose first row has the headers.
    ///
    /// Specification: [data_table block](https://docs.slack.dev/reference/block-kit/blocks/data-table-block).
    pub struct DataTableBlock by "type" = "data_table" {
        /// The name of the table.
        caption =: Tolerant<String>,
        /// The rows, from 2 to 201.
        rows =: Tolerant<List<List<TableCell>>>,
        /// The number of rows of a page. The default is 5.
        page_size?: Tolerant<Number>,
        /// The column with the names of the rows. The default is 0.
        row_header_column_index?: Tolerant<Number>,
    }
}

block! {
    /// A chart with a title.
    ///
    /// Specification: [data_visualization block](https://docs.slack.dev/reference/block-kit/blocks/data-visualization-block).
    pub struct ChartBlock by "type" = "data_visualization" {
        /// The title that users see.
        title =: Tolerant<String>,
        /// The chart with its values.
        chart =: Tolerant<Chart>,
    }
}

block! {
    /// A warning in a view.
    ///
    /// Specification: [alert block](https://docs.slack.dev/reference/block-kit/blocks/alert-block).
    pub struct AlertBlock by "type" = "alert" {
        /// The text, at most 200 characters.
        text =: Tolerant<TextObject>,
        /// The level, such as `warning`. The default is `default`.
        level?: Tolerant<String>,
    }
}

block! {
    /// A card with an image, a title and buttons.
    ///
    /// Specification: [card block](https://docs.slack.dev/reference/block-kit/blocks/card-block).
    pub struct CardBlock by "type" = "card" {
        /// The image at the top.
        hero_image?: Tolerant<ImageElement>,
        /// The icon beside the title.
        icon?: Tolerant<ImageElement>,
        /// The icon of Slack, in place of `icon`.
        slack_icon?: Tolerant<SlackIcon>,
        /// The title that users see.
        title?: Tolerant<TextObject>,
        /// The text below the title.
        subtitle?: Tolerant<TextObject>,
        /// The text that users see.
        body?: Tolerant<TextObject>,
        /// The text below the body.
        subtext?: Tolerant<TextObject>,
        /// The buttons, at most 3.
        actions?: Tolerant<List<BlockElement>>,
    }
}

block! {
    /// Cards to leaf through.
    ///
    /// Specification: [carousel block](https://docs.slack.dev/reference/block-kit/blocks/carousel-block).
    pub struct CarouselBlock by "type" = "carousel" {
        /// The cards, at most 10.
        elements =: Tolerant<List<CardBlock>>,
    }
}

block! {
    /// A group of blocks that can be collapsed.
    ///
    /// Specification: [container block](https://docs.slack.dev/reference/block-kit/blocks/container-block).
    pub struct ContainerBlock by "type" = "container" {
        /// The blocks, at most 10.
        child_blocks =: Tolerant<List<Block>>,
        /// The title that users see.
        title?: Tolerant<TextObject>,
        /// The title with styles, in place of `title`.
        rich_text_title?: Tolerant<RichTextBlock>,
        /// The text below the title.
        subtitle?: Tolerant<TextObject>,
        /// The icon beside the title.
        icon?: Tolerant<ImageElement>,
        /// The width, such as `full`. The default is `standard`.
        width?: Tolerant<String>,
        /// `true` if the group can be collapsed.
        is_collapsible?: Tolerant<bool>,
        /// `true` if the group is collapsed at first.
        default_collapsed?: Tolerant<bool>,
        /// `true` if a line follows the title.
        has_header_divider?: Tolerant<bool>,
    }
}

block! {
    /// Blocks side by side.
    ///
    /// Specification: [layout block](https://docs.slack.dev/reference/block-kit/blocks/layout-block).
    pub struct LayoutBlock by "type" = "layout" {
        /// The name of the layout.
        label =: Tolerant<TextObject>,
        /// `true` if the name is shown.
        is_label_visible?: Tolerant<bool>,
        /// The rows, at most 5.
        rows =: Tolerant<List<LayoutRow>>,
        /// The lines: `none`, `rows` or `outer`.
        grid_lines?: Tolerant<String>,
        /// The blocks for older clients.
        fallback?: Tolerant<List<Block>>,
    }
}

block! {
    /// Buttons below a message of an agent.
    ///
    /// Specification: [context_actions block](https://docs.slack.dev/reference/block-kit/blocks/context-actions-block).
    pub struct ContextActionsBlock by "type" = "context_actions" {
        /// The buttons, at most 5.
        elements =: Tolerant<List<BlockElement>>,
    }
}

block! {
    /// The tasks of an agent.
    ///
    /// Specification: [plan block](https://docs.slack.dev/reference/block-kit/blocks/plan-block).
    pub struct PlanBlock by "type" = "plan" {
        /// The title that users see.
        title =: Tolerant<String>,
        /// The tasks, at most 50.
        tasks?: Tolerant<List<PlanTask>>,
    }
}

block! {
    /// A task of an agent.
    ///
    /// Specification: [task_card block](https://docs.slack.dev/reference/block-kit/blocks/task-card-block).
    pub struct TaskCardBlock by "type" = "task_card" {
        /// The id of the task.
        task_id =: Tolerant<String>,
        /// The title that users see.
        title =: Tolerant<String>,
        /// The status: `pending`, `in_progress`, `complete` or `error`.
        status?: Tolerant<String>,
        /// The details of the task.
        details?: Tolerant<RichTextBlock>,
        /// The result of the task.
        output?: Tolerant<RichTextBlock>,
        /// The sources of the task.
        sources?: Tolerant<List<UrlSource>>,
    }
}

wire::object! {
    /// A task of a plan: a [`TaskCardBlock`] that may lack its type.
    ///
    /// Specification: [plan block](https://docs.slack.dev/reference/block-kit/blocks/plan-block).
    pub struct PlanTask {
        /// The type, `task_card`.
        kind as "type"?: Tolerant<String>,
        /// The id of the task, which is unique in the plan.
        task_id =: Tolerant<String>,
        /// The title that users see.
        title =: Tolerant<String>,
        /// The status: `pending`, `in_progress`, `complete` or `error`.
        status?: Tolerant<String>,
        /// The details of the task.
        details?: Tolerant<RichTextBlock>,
        /// The result of the task.
        output?: Tolerant<RichTextBlock>,
        /// The sources of the task.
        sources?: Tolerant<List<UrlSource>>,
        /// The id of the block, which is unique in the message.
        block_id?: Tolerant<String>,
    }

    /// A row of a layout.
    ///
    /// Specification: [layout block](https://docs.slack.dev/reference/block-kit/blocks/layout-block).
    pub struct LayoutRow {
        /// The items, at most 3.
        items =: Tolerant<List<LayoutItem>>,
    }

    /// An item of a layout.
    ///
    /// Specification: [layout block](https://docs.slack.dev/reference/block-kit/blocks/layout-block).
    pub struct LayoutItem {
        /// The block of the item.
        block =: Tolerant<Block>,
        /// The width: `narrow`, `standard` or `wide`, which count 1, 2 and 3.
        width?: Tolerant<String>,
        /// The alignment of the block.
        horizontal_alignment?: Tolerant<String>,
    }
}
