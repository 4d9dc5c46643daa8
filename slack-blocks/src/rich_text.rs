//! Texts with styles.

use wire::{List, Number, Payload, Tolerant};

wire::tagged! {
    /// A part of a rich text: a paragraph, a list, a quote or source code.
    ///
    /// Specification: [rich text block](https://docs.slack.dev/reference/block-kit/blocks/rich-text-block).
    pub enum RichTextElement by "type" {
        /// A paragraph.
        "rich_text_section" Section(RichTextSection),
        /// A list.
        "rich_text_list" List(RichTextList),
        /// A quote.
        "rich_text_quote" Quote(RichTextQuote),
        /// Source code.
        "rich_text_preformatted" Preformatted(RichTextPreformatted),
    }
}

wire::tagged! {
    /// A piece of a paragraph: a text, a link, an emoji, or the name of a user or a channel.
    ///
    /// Specification: [rich text block](https://docs.slack.dev/reference/block-kit/blocks/rich-text-block).
    pub enum RichTextInline by "type" {
        /// A text.
        "text" Text(RichText),
        /// A link.
        "link" Link(RichTextLink),
        /// An emoji.
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
        /// A color.
        "color" Color(RichTextColor),
    }
}

wire::object! {
    /// A paragraph.
    ///
    /// Specification: [rich text block](https://docs.slack.dev/reference/block-kit/blocks/rich-text-block).
    pub struct RichTextSection by "type" = "rich_text_section" {
        /// The pieces.
        elements =: Tolerant<List<RichTextInline>>,
    }

    /// A list of paragraphs.
    ///
    /// Specification: [rich text block](https://docs.slack.dev/reference/block-kit/blocks/rich-text-block).
    pub struct RichTextList by "type" = "rich_text_list" {
        /// The style: `bullet` or `ordered`.
        style =: Tolerant<String>,
        /// The items.
        elements =: Tolerant<List<RichTextSection>>,
        /// The depth, from 0 to 8.
        indent?: Tolerant<Number>,
        /// The number before the first item.
        offset?: Tolerant<Number>,
        /// 1 for a line at the side.
        border?: Tolerant<Number>,
    }

    /// A quote.
    ///
    /// Specification: [rich text block](https://docs.slack.dev/reference/block-kit/blocks/rich-text-block).
    pub struct RichTextQuote by "type" = "rich_text_quote" {
        /// The pieces.
        elements =: Tolerant<List<RichTextInline>>,
        /// 1 for a line at the side.
        border?: Tolerant<Number>,
    }

    /// Source code.
    ///
    /// Specification: [rich text block](https://docs.slack.dev/reference/block-kit/blocks/rich-text-block).
    pub struct RichTextPreformatted by "type" = "rich_text_preformatted" {
        /// The pieces.
        elements =: Tolerant<List<RichTextInline>>,
        /// 1 for a line at the side.
        border?: Tolerant<Number>,
        /// The language.
        language?: Tolerant<String>,
    }

    /// A text: `{"type": "text", "text": "now", "style": {"bold": true}}`.
    ///
    /// Specification: [rich text block](https://docs.slack.dev/reference/block-kit/blocks/rich-text-block).
    pub struct RichText by "type" = "text" {
        /// The text.
        text =: Tolerant<String>,
        /// The style, an object with `bold`, `italic`, `strike`, `underline` and `code`.
        style?: Option<Payload>,
    }

    /// A link.
    ///
    /// Specification: [rich text block](https://docs.slack.dev/reference/block-kit/blocks/rich-text-block).
    pub struct RichTextLink by "type" = "link" {
        /// The address.
        url =: Tolerant<String>,
        /// The text.
        text?: Tolerant<String>,
        /// `true` if the address is not safe.
        is_unsafe as "unsafe"?: Tolerant<bool>,
        /// The style, an object with `bold`, `italic`, `strike`, `underline` and `code`.
        style?: Option<Payload>,
    }

    /// An emoji.
    ///
    /// Specification: [rich text block](https://docs.slack.dev/reference/block-kit/blocks/rich-text-block).
    pub struct RichTextEmoji by "type" = "emoji" {
        /// The name.
        name =: Tolerant<String>,
        /// The code points.
        unicode?: Tolerant<String>,
        /// The style, an object with `bold`, `italic`, `strike`, `underline` and `code`.
        style?: Option<Payload>,
    }

    /// The name of a user.
    ///
    /// Specification: [rich text block](https://docs.slack.dev/reference/block-kit/blocks/rich-text-block).
    pub struct RichTextUser by "type" = "user" {
        /// The id.
        user_id =: Tolerant<String>,
        /// The style, an object with `bold`, `italic`, `strike`, `underline` and `code`.
        style?: Option<Payload>,
    }

    /// The name of a group of users.
    ///
    /// Specification: [rich text block](https://docs.slack.dev/reference/block-kit/blocks/rich-text-block).
    pub struct RichTextUserGroup by "type" = "usergroup" {
        /// The id.
        usergroup_id =: Tolerant<String>,
        /// The style, an object with `bold`, `italic`, `strike`, `underline` and `code`.
        style?: Option<Payload>,
    }

    /// The name of a channel.
    ///
    /// Specification: [rich text block](https://docs.slack.dev/reference/block-kit/blocks/rich-text-block).
    pub struct RichTextChannel by "type" = "channel" {
        /// The id.
        channel_id =: Tolerant<String>,
        /// The style, an object with `bold`, `italic`, `strike`, `underline` and `code`.
        style?: Option<Payload>,
    }

    /// The name of a workspace.
    ///
    /// Specification: [rich text block](https://docs.slack.dev/reference/block-kit/blocks/rich-text-block).
    pub struct RichTextTeam by "type" = "team" {
        /// The id.
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

    /// A color.
    ///
    /// Specification: [rich text block](https://docs.slack.dev/reference/block-kit/blocks/rich-text-block).
    pub struct RichTextColor by "type" = "color" {
        /// The color, such as `#FF0000`.
        value =: Tolerant<String>,
        /// The style, an object with `bold`, `italic`, `strike`, `underline` and `code`.
        style?: Option<Payload>,
    }
}
