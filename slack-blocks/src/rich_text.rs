//! Texts with styles.

use wire::{List, Number, Payload, Tolerant};

wire::object! {
    /// A text with styles, lists and quotes.
    ///
    /// Specification: [rich_text block](https://docs.slack.dev/reference/block-kit/blocks/rich-text-block).
    pub struct RichTextBlock by "type" = "rich_text" {
        /// The parts of the text.
        elements =: Tolerant<List<RichTextElement>>,
        /// The id, which is unique in the message. Slack creates one if it is absent.
        block_id?: Tolerant<String>,
    }
}

wire::tagged! {
    /// A part of a rich text: a paragraph, a list, a quote or source code.
    ///
    /// Specification: [rich text block](https://docs.slack.dev/reference/block-kit/blocks/rich-text-block).
    pub enum RichTextElement by "type" {
        /// A paragraph of pieces.
        "rich_text_section" Section(RichTextSection),
        /// A list of paragraphs.
        "rich_text_list" List(RichTextList),
        /// A quote with pieces.
        "rich_text_quote" Quote(RichTextQuote),
        /// A text in source code.
        "rich_text_preformatted" Preformatted(RichTextPreformatted),
    }
}

wire::tagged! {
    /// A piece of a paragraph: a text, a link, an emoji, or the name of a user or a channel.
    ///
    /// Specification: [rich text block](https://docs.slack.dev/reference/block-kit/blocks/rich-text-block).
    pub enum RichTextInline by "type" {
        /// A text with a style.
        "text" Text(RichText),
        /// A link with its text.
        "link" Link(RichTextLink),
        /// An emoji by its name.
        "emoji" Emoji(RichTextEmoji),
        /// The name of a user.
        "user" User(RichTextUser),
        /// The name of a group of users.
        "usergroup" UserGroup(RichTextUserGroup),
        /// The name of a channel.
        "channel" Channel(RichTextChannel),
        /// The name of a workspace.
        "team" Team(RichTextTeam),
        /// The name of all users.
        "broadcast" Broadcast(RichTextBroadcast),
        /// A date in the time zone of the reader.
        "date" Date(RichTextDate),
        /// A color with its code.
        "color" Color(RichTextColor),
    }
}

wire::object! {
    /// A paragraph of pieces.
    ///
    /// Specification: [rich text block](https://docs.slack.dev/reference/block-kit/blocks/rich-text-block).
    pub struct RichTextSection by "type" = "rich_text_section" {
        /// The pieces in order.
        elements =: Tolerant<List<RichTextInline>>,
    }

    /// A list of paragraphs.
    ///
    /// Specification: [rich text block](https://docs.slack.dev/reference/block-kit/blocks/rich-text-block).
    pub struct RichTextList by "type" = "rich_text_list" {
        /// The style: `bullet` or `ordered`.
        style =: Tolerant<String>,
        /// The items in order.
        elements =: Tolerant<List<RichTextSection>>,
        /// The depth, from 0 to 8.
        indent?: Tolerant<Number>,
        /// The number before the first item.
        offset?: Tolerant<Number>,
        /// 1 for a line at the side.
        border?: Tolerant<Number>,
    }

    /// A quote with pieces.
    ///
    /// Specification: [rich text block](https://docs.slack.dev/reference/block-kit/blocks/rich-text-block).
    pub struct RichTextQuote by "type" = "rich_text_quote" {
        /// The pieces in order.
        elements =: Tolerant<List<RichTextInline>>,
        /// 1 for a line at the side.
        border?: Tolerant<Number>,
    }

    /// A text in source code.
    ///
    /// Specification: [rich text block](https://docs.slack.dev/reference/block-kit/blocks/rich-text-block).
    pub struct RichTextPreformatted by "type" = "rich_text_preformatted" {
        /// The pieces in order.
        elements =: Tolerant<List<RichTextInline>>,
        /// 1 for a line at the side.
        border?: Tolerant<Number>,
        /// The language of the code.
        language?: Tolerant<String>,
    }

    /// A text: `{"type": "text", "text": "now", "style": {"bold": true}}`.
    ///
    /// Specification: [rich text block](https://docs.slack.dev/reference/block-kit/blocks/rich-text-block).
    pub struct RichText by "type" = "text" {
        /// The text to show.
        text =: Tolerant<String>,
        /// The style, an object with `bold`, `italic`, `strike`, `underline` and `code`.
        style?: Option<Payload>,
    }

    /// A link with its text.
    ///
    /// Specification: [rich text block](https://docs.slack.dev/reference/block-kit/blocks/rich-text-block).
    pub struct RichTextLink by "type" = "link" {
        /// The address to open.
        url =: Tolerant<String>,
        /// The text to show.
        text?: Tolerant<String>,
        /// `true` if the address is not safe.
        is_unsafe as "unsafe"?: Tolerant<bool>,
        /// The style, an object with `bold`, `italic`, `strike`, `underline` and `code`.
        style?: Option<Payload>,
    }

    /// An emoji by its name.
    ///
    /// Specification: [rich text block](https://docs.slack.dev/reference/block-kit/blocks/rich-text-block).
    pub struct RichTextEmoji by "type" = "emoji" {
        /// The name of the emoji.
        name =: Tolerant<String>,
        /// The code points.
        unicode?: Tolerant<String>,
        /// The tone of the skin, from 1 to 6.
        skin_tone?: Tolerant<Number>,
        /// The style, an object with `bold`, `italic`, `strike`, `underline` and `code`.
        style?: Option<Payload>,
    }

    /// The name of a user.
    ///
    /// Specification: [rich text block](https://docs.slack.dev/reference/block-kit/blocks/rich-text-block).
    pub struct RichTextUser by "type" = "user" {
        /// The id in Slack.
        user_id =: Tolerant<String>,
        /// The style, an object with `bold`, `italic`, `strike`, `underline` and `code`.
        style?: Option<Payload>,
    }

    /// The name of a group of users.
    ///
    /// Specification: [rich text block](https://docs.slack.dev/reference/block-kit/blocks/rich-text-block).
    pub struct RichTextUserGroup by "type" = "usergroup" {
        /// The id in Slack.
        usergroup_id =: Tolerant<String>,
        /// The style, an object with `bold`, `italic`, `strike`, `underline` and `code`.
        style?: Option<Payload>,
    }

    /// The name of a channel.
    ///
    /// Specification: [rich text block](https://docs.slack.dev/reference/block-kit/blocks/rich-text-block).
    pub struct RichTextChannel by "type" = "channel" {
        /// The id in Slack.
        channel_id =: Tolerant<String>,
        /// The style, an object with `bold`, `italic`, `strike`, `underline` and `code`.
        style?: Option<Payload>,
    }

    /// The name of a workspace.
    ///
    /// Specification: [rich text block](https://docs.slack.dev/reference/block-kit/blocks/rich-text-block).
    pub struct RichTextTeam by "type" = "team" {
        /// The id in Slack.
        team_id =: Tolerant<String>,
        /// The style, an object with `bold`, `italic`, `strike`, `underline` and `code`.
        style?: Option<Payload>,
    }

    /// The name of all users.
    ///
    /// Specification: [rich text block](https://docs.slack.dev/reference/block-kit/blocks/rich-text-block).
    pub struct RichTextBroadcast by "type" = "broadcast" {
        /// The users: `here`, `channel` or `everyone`.
        range =: Tolerant<String>,
        /// The style, an object with `bold`, `italic`, `strike`, `underline` and `code`.
        style?: Option<Payload>,
    }

    /// A date in the time zone of the reader.
    ///
    /// Specification: [rich text block](https://docs.slack.dev/reference/block-kit/blocks/rich-text-block).
    pub struct RichTextDate by "type" = "date" {
        /// The time, in seconds since 1970.
        timestamp =: Tolerant<Number>,
        /// The format, such as `{date_short} {time}`.
        format =: Tolerant<String>,
        /// The address to open.
        url?: Tolerant<String>,
        /// The text for clients that cannot show the date.
        fallback?: Tolerant<String>,
        /// The style, an object with `bold`, `italic`, `strike`, `underline` and `code`.
        style?: Option<Payload>,
    }

    /// A color with its code.
    ///
    /// Specification: [rich text block](https://docs.slack.dev/reference/block-kit/blocks/rich-text-block).
    pub struct RichTextColor by "type" = "color" {
        /// The color, such as `#FF0000`.
        value =: Tolerant<String>,
        /// The style, an object with `bold`, `italic`, `strike`, `underline` and `code`.
        style?: Option<Payload>,
    }
}
