//! The limits of Block Kit as data.

use super::form::Form;
use Limit::{Characters, EachCharacters, EachWord, Form as Formed, Items, Number, Plain, Words};

/// A limit of a member.
#[derive(Clone, Copy, Debug)]
pub(super) enum Limit {
    /// The least and the greatest number of characters of a string or a text object. Characters are Unicode code points.
    Characters(usize, usize),
    /// The greatest number of characters of each element of a list.
    EachCharacters(usize),
    /// The least and the greatest number of elements of a list.
    Items(usize, usize),
    /// The least and the greatest value of a number.
    Number(f64, f64),
    /// The words that a string may be.
    Words(&'static [&'static str]),
    /// The words that each string of a list may be.
    EachWord(&'static [&'static str]),
    /// The form of a string.
    Form(Form),
    /// A text object without markup.
    Plain,
}

/// The limits of one type, by its name.
pub(super) struct TypeLimits {
    pub(super) name: &'static str,
    pub(super) members: &'static [(&'static str, Limit)],
}

/// The greatest number of bytes of a view. `views.open` refuses more as `view_too_large`.
pub(super) const MAX_VIEW_BYTES: usize = 250_000;

/// The greatest number of characters in all Markdown blocks of a message.
pub(super) const MAX_MARKDOWN_CHARACTERS: usize = 12_000;

/// The greatest number of characters in all data tables of a message.
pub(super) const MAX_DATA_TABLE_CHARACTERS: usize = 20_000;

/// The greatest number of columns of a table.
pub(super) const MAX_COLUMNS: usize = 20;

/// The greatest number of charts in a message.
pub(super) const MAX_CHARTS: usize = 2;

/// The greatest number of layouts and containers in each other.
pub(super) const MAX_NESTING: usize = 2;

const STYLES: Limit = Words(&["primary", "danger"]);
const STATUSES: Limit = Words(&["pending", "in_progress", "complete", "error"]);
const TIME_IN_SECONDS: Limit = Number(1_000_000_000.0, 9_999_999_999.0);

/// The limits of members that many types have.
pub(super) const COMMON: &[(&str, Limit)] = &[
    ("action_id", Characters(1, 255)),
    ("block_id", Characters(1, 255)),
    ("placeholder", Characters(1, 150)),
    ("placeholder", Plain),
    ("max_selected_items", Number(1.0, f64::MAX)),
    ("min_query_length", Number(0.0, f64::MAX)),
];

/// Returns the limits of a member.
pub(super) fn limits_of(type_name: &str, member: &str) -> impl Iterator<Item = Limit> {
    let own = ALL.iter().find(|limits| limits.name == type_name);
    let own = own.map(|limits| limits.members).unwrap_or_default();
    let both = own.iter().chain(COMMON);
    both.filter(move |(name, _)| *name == member)
        .map(|(_, limit)| *limit)
}

/// Declares the table. `table! { HeaderBlock { "text": Characters(1, 150), Plain; } }` becomes
/// `&[TypeLimits { name: "HeaderBlock", members: &[("text", Characters(1, 150)), ("text", Plain)] }]`.
macro_rules! table {
    ($($Type:ident { $($member:literal: $($limit:expr),+;)* })*) => {
        &[$( TypeLimits { name: stringify!($Type), members: table!(@rows $($member: $($limit),+;)*) } ),*]
    };
    (@rows $($member:literal: $first:expr $(, $second:expr)?;)*) => {
        &[$( ($member, $first), $(($member, $second),)? )*]
    };
}

/// The limits of all types.
///
/// Specification: the pages of [blocks](https://docs.slack.dev/reference/block-kit/blocks),
/// [elements](https://docs.slack.dev/reference/block-kit/block-elements),
/// [objects](https://docs.slack.dev/reference/block-kit/composition-objects) and
/// [views](https://docs.slack.dev/reference/views).
pub(super) const ALL: &[TypeLimits] = table! {
    ActionsBlock { "elements": Items(1, 25); }
    AlertBlock {
        "text": Characters(1, 200);
        "level": Words(&["default", "info", "warning", "error", "success"]);
    }
    AreaChart { "series": Items(1, 12); }
    AxisConfig {
        "categories": Items(1, 20), EachCharacters(20);
        "x_label": Characters(0, 50);
        "y_label": Characters(0, 50);
    }
    BarChart { "series": Items(1, 12); }
    BlockMessage {
        "text": Characters(0, 40_000);
        "attachments": Items(0, 100);
        "response_type": Words(&["ephemeral", "in_channel"]);
        "parse": Words(&["none", "full"]);
        "icon_url": Formed(Form::Web);
    }
    ButtonElement {
        "text": Characters(1, 75), Plain;
        "value": Characters(0, 2_000);
        "url": Characters(1, 3_000), Formed(Form::Link);
        "style": STYLES;
        "accessibility_label": Characters(0, 75);
        "agent_prompt": Characters(1, 4_000);
    }
    CardBlock {
        "title": Characters(1, 150);
        "subtitle": Characters(1, 150);
        "body": Characters(1, 200);
        "subtext": Characters(1, 200);
        "actions": Items(1, 3);
    }
    CarouselBlock { "elements": Items(1, 10); }
    ChartBlock { "title": Characters(1, 50); }
    ChartPoint { "label": Characters(1, 20); }
    ChartSeries { "name": Characters(1, 20); "data": Items(1, 20); }
    Checkboxes { "options": Items(1, 10); "initial_options": Items(1, 10); }
    ColumnSetting { "align": Words(&["left", "center", "right"]); }
    Confirmation {
        "title": Characters(1, 100), Plain;
        "text": Characters(1, 300);
        "confirm": Characters(1, 30), Plain;
        "deny": Characters(1, 30), Plain;
        "style": STYLES;
    }
    ContainerBlock {
        "child_blocks": Items(1, 10);
        "title": Characters(1, 150), Plain;
        "subtitle": Characters(1, 150);
        "width": Words(&["narrow", "standard", "wide", "full"]);
    }
    ContextActionsBlock { "elements": Items(1, 5); }
    ContextBlock { "elements": Items(1, 10); }
    ConversationFilter {
        "include": Items(1, 4), EachWord(&["im", "mpim", "private", "public"]);
    }
    DataTableBlock {
        "caption": Characters(1, usize::MAX);
        "rows": Items(2, 201);
        "page_size": Number(1.0, 100.0);
        "row_header_column_index": Number(0.0, f64::MAX);
    }
    DatePicker { "initial_date": Formed(Form::Date); }
    DateTimePicker { "initial_date_time": TIME_IN_SECONDS; }
    DispatchActionConfig {
        "trigger_actions_on": Items(1, 2), EachWord(&["on_enter_pressed", "on_character_entered"]);
    }
    FeedbackButton {
        "text": Characters(1, 75), Plain;
        "value": Characters(0, 2_000);
        "accessibility_label": Characters(0, 75);
    }
    FileBlock { "source": Words(&["remote"]); }
    FileInput { "filetypes": Items(1, usize::MAX); "max_files": Number(1.0, 10.0); }
    HeaderBlock { "text": Characters(1, 150), Plain; }
    HomeView {
        "blocks": Items(1, 100);
        "private_metadata": Characters(0, 3_000);
        "callback_id": Characters(0, 255);
        "external_id": Characters(0, 255);
    }
    IconButton {
        "text": Plain;
        "value": Characters(0, 2_000);
        "icon": Words(&["trash"]);
        "accessibility_label": Characters(0, 75);
        "visible_to_user_ids": Items(1, 10);
    }
    ImageBlock {
        "image_url": Characters(1, 3_000), Formed(Form::Web);
        "alt_text": Characters(0, 2_000);
        "title": Characters(1, 2_000), Plain;
    }
    ImageElement {
        "image_url": Characters(1, 3_000), Formed(Form::Web);
        "alt_text": Characters(0, 2_000);
    }
    InputBlock {
        "label": Characters(1, 2_000), Plain;
        "hint": Characters(1, 2_000), Plain;
    }
    LayoutBlock {
        "label": Characters(1, 150);
        "rows": Items(1, 5);
        "grid_lines": Words(&["none", "rows", "outer"]);
    }
    LayoutItem {
        "width": Words(&["narrow", "standard", "wide"]);
        "horizontal_alignment": Words(&["start", "center", "end"]);
    }
    LayoutRow { "items": Items(1, 3); }
    LineChart { "series": Items(1, 12); }
    MarkdownBlock { "text": Characters(1, MAX_MARKDOWN_CHARACTERS); }
    ModalView {
        "title": Characters(1, 24), Plain;
        "blocks": Items(1, 100);
        "submit": Characters(1, 24), Plain;
        "close": Characters(1, 24), Plain;
        "private_metadata": Characters(0, 3_000);
        "callback_id": Characters(0, 255);
        "external_id": Characters(0, 255);
    }
    MrkdwnText { "text": Characters(1, 3_000); }
    MultiExternalSelect { "initial_options": Items(1, 100); }
    MultiStaticSelect { "options": Items(1, 100); "option_groups": Items(1, 100); "initial_options": Items(1, 100); }
    NumberElement {
        "initial_value": Formed(Form::Number);
        "min_value": Formed(Form::Number);
        "max_value": Formed(Form::Number);
    }
    OptionGroup { "label": Characters(1, 75), Plain; "options": Items(1, 100); }
    OverflowMenu { "options": Items(1, 5); }
    PieChart { "segments": Items(1, 12); }
    PlainText { "text": Characters(1, 3_000); }
    PlainTextInput { "min_length": Number(0.0, 3_000.0); "max_length": Number(1.0, 3_000.0); }
    PlanBlock { "title": Characters(1, usize::MAX); "tasks": Items(0, 50); }
    PlanTask { "type": Words(&["task_card"]); "status": STATUSES; }
    RadioButtons { "options": Items(1, 10); }
    RichTextBroadcast { "range": Words(&["here", "channel", "everyone"]); }
    RichTextDate { "url": Formed(Form::Link); }
    RichTextInput { "min_lines": Number(1.0, 100.0); "max_lines": Number(1.0, 100.0); }
    RichTextLink { "url": Formed(Form::Link); }
    RichTextList {
        "style": Words(&["bullet", "ordered"]);
        "indent": Number(0.0, 8.0);
        "border": Number(0.0, 1.0);
    }
    RichTextPreformatted { "border": Number(0.0, 1.0); }
    RichTextQuote { "border": Number(0.0, 1.0); }
    SectionBlock {
        "text": Characters(1, 3_000);
        "fields": Items(1, 10), EachCharacters(2_000);
    }
    SlackIcon { "type": Words(&["icon"]); }
    SlackOption {
        "text": Characters(1, 75);
        "value": Characters(1, 150);
        "description": Characters(1, 75);
        "url": Characters(1, 3_000), Formed(Form::Link);
    }
    StaticSelect { "options": Items(1, 100); "option_groups": Items(1, 100); }
    TableBlock { "rows": Items(1, 100); "column_settings": Items(1, 20); }
    TaskCardBlock { "status": STATUSES; }
    TimePicker { "initial_time": Formed(Form::Time); }
    UrlSource { "type": Words(&["url"]); "url": Characters(1, 3_000), Formed(Form::Link); }
    VideoBlock {
        "alt_text": Characters(1, 200);
        "title": Characters(1, 200), Plain;
        "title_url": Characters(1, 3_000), Formed(Form::Https);
        "thumbnail_url": Characters(1, 3_000), Formed(Form::Web);
        "video_url": Characters(1, 3_000), Formed(Form::Https);
        "description": Characters(1, 200), Plain;
        "author_name": Characters(0, 50);
        "provider_name": Characters(0, 50);
        "provider_icon_url": Characters(1, 3_000), Formed(Form::Web);
    }
    WorkflowButton {
        "text": Characters(1, 75), Plain;
        "style": STYLES;
        "accessibility_label": Characters(0, 75);
    }
    WorkflowTrigger { "url": Formed(Form::Https); }
};
