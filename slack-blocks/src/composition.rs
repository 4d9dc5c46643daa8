//! Texts, options and other parts of blocks and elements.

use crate::ImageElement;
use wire::{List, Tolerant};

wire::tagged! {
    /// A text, by its member `type`.
    ///
    /// Specification: [text object](https://docs.slack.dev/reference/block-kit/composition-objects/text-object).
    pub enum TextObject by "type" {
        /// A text without styles.
        "plain_text" Plain(PlainText),
        /// A text in the markup of Slack.
        "mrkdwn" Mrkdwn(MrkdwnText),
    }
}

wire::tagged! {
    /// A part of a [`ContextBlock`](crate::ContextBlock): a text or an image.
    ///
    /// Specification: [context block](https://docs.slack.dev/reference/block-kit/blocks/context-block).
    pub enum ContextElement by "type" {
        /// A text without styles.
        "plain_text" Plain(PlainText),
        /// A text in the markup of Slack.
        "mrkdwn" Mrkdwn(MrkdwnText),
        /// An image.
        "image" Image(Box<ImageElement>),
    }
}

wire::object! {
    /// A text without styles: `{"type": "plain_text", "text": "Book"}`.
    ///
    /// Specification: [text object](https://docs.slack.dev/reference/block-kit/composition-objects/text-object).
    pub struct PlainText by "type" = "plain_text" {
        /// The text, from 1 to 3,000 characters.
        text =: Tolerant<String>,
        /// `true` if names such as `:wave:` are shown as emoji.
        emoji?: Tolerant<bool>,
    }

    /// A text in the markup of Slack. `&`, `<` and `>` are written as `&amp;`, `&lt;` and `&gt;`.
    ///
    /// Specification: [text object](https://docs.slack.dev/reference/block-kit/composition-objects/text-object).
    pub struct MrkdwnText by "type" = "mrkdwn" {
        /// The text, from 1 to 3,000 characters.
        text =: Tolerant<String>,
        /// `true` if addresses and names are not made links.
        verbatim?: Tolerant<bool>,
    }

    /// An option: `{"text": {"type": "plain_text", "text": "Red"}, "value": "r"}`.
    ///
    /// Specification: [option object](https://docs.slack.dev/reference/block-kit/composition-objects/option-object).
    pub struct SlackOption {
        /// The label, at most 75 characters.
        text =: Tolerant<TextObject>,
        /// The value, at most 150 characters.
        value?: Tolerant<String>,
        /// The description, at most 75 characters.
        description?: Tolerant<TextObject>,
        /// The address to open. Only in an overflow menu.
        url?: Tolerant<String>,
    }

    /// Options with a heading.
    ///
    /// Specification: [option group object](https://docs.slack.dev/reference/block-kit/composition-objects/option-group-object).
    pub struct OptionGroup {
        /// The heading, at most 75 characters.
        label =: Tolerant<TextObject>,
        /// The options, at most 100.
        options =: Tolerant<List<SlackOption>>,
    }

    /// A question before an action.
    ///
    /// Specification: [confirmation dialog object](https://docs.slack.dev/reference/block-kit/composition-objects/confirmation-dialog-object).
    pub struct Confirmation {
        /// The title, at most 100 characters.
        title?: Tolerant<TextObject>,
        /// The question, at most 300 characters.
        text?: Tolerant<TextObject>,
        /// The label of the button that confirms, at most 30 characters.
        confirm?: Tolerant<TextObject>,
        /// The label of the button that cancels, at most 30 characters.
        deny?: Tolerant<TextObject>,
        /// The style: `primary` or `danger`.
        style?: Tolerant<String>,
    }

    /// A file in Slack, by its id or its address.
    ///
    /// Specification: [Slack file object](https://docs.slack.dev/reference/block-kit/composition-objects/slack-file-object).
    pub struct SlackFile {
        /// The id.
        id?: Tolerant<String>,
        /// The address.
        url?: Tolerant<String>,
    }

    /// An icon of Slack.
    ///
    /// Specification: [card block](https://docs.slack.dev/reference/block-kit/blocks/card-block).
    pub struct SlackIcon by "type" = "icon" {
        /// The name.
        name =: Tolerant<String>,
    }
}
