//! Texts, options and other parts of blocks and elements.

use wire::{List, Payload, Tolerant};

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
        value =: Tolerant<String>,
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
        text =: Tolerant<TextObject>,
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
        /// The id of the file.
        id?: Tolerant<String>,
        /// The address to open.
        url?: Tolerant<String>,
    }

    /// The conversations that a menu lists.
    ///
    /// Specification: [conversation filter](https://docs.slack.dev/reference/block-kit/composition-objects/conversation-filter-object).
    pub struct ConversationFilter {
        /// The kinds: `im`, `mpim`, `private` and `public`.
        include?: Tolerant<List<String>>,
        /// `true` if channels with other organizations are left out. The default is `false`.
        exclude_external_shared_channels?: Tolerant<bool>,
        /// `true` if bots are left out. The default is `false`.
        exclude_bot_users?: Tolerant<bool>,
    }

    /// The changes of an input that send an event.
    ///
    /// Specification: [dispatch action configuration](https://docs.slack.dev/reference/block-kit/composition-objects/dispatch-action-configuration-object).
    pub struct DispatchActionConfig {
        /// The changes: `on_enter_pressed` and `on_character_entered`.
        trigger_actions_on?: Tolerant<List<String>>,
    }

    /// A workflow, which a [`WorkflowButton`](crate::WorkflowButton) starts.
    ///
    /// Specification: [workflow object](https://docs.slack.dev/reference/block-kit/composition-objects/workflow-object).
    pub struct Workflow {
        /// The trigger of the workflow.
        trigger =: Tolerant<WorkflowTrigger>,
    }

    /// The trigger of a workflow.
    ///
    /// Specification: [trigger object](https://docs.slack.dev/reference/block-kit/composition-objects/trigger-object).
    pub struct WorkflowTrigger {
        /// The address of the trigger.
        url =: Tolerant<String>,
        /// The inputs, each with its name and value.
        customizable_input_parameters?: Tolerant<Vec<Payload>>,
    }

    /// A source of a task, with its address.
    ///
    /// Specification: [URL source element](https://docs.slack.dev/reference/block-kit/block-elements/url-source-element).
    pub struct UrlSource {
        /// The type, `url`.
        kind as "type" =: Tolerant<String>,
        /// The address to open.
        url =: Tolerant<String>,
        /// The text of the link.
        text =: Tolerant<String>,
    }

    /// An icon of Slack.
    ///
    /// Specification: [card block](https://docs.slack.dev/reference/block-kit/blocks/card-block).
    pub struct SlackIcon {
        /// The type, `icon`.
        kind as "type" =: Tolerant<String>,
        /// The name of the icon.
        name =: Tolerant<String>,
    }
}
