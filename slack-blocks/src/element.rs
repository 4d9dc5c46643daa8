//! Elements: buttons, inputs and images.

use crate::{
    Confirmation, ConversationFilter, DispatchActionConfig, MrkdwnText, OptionGroup, PlainText,
    RichTextBlock, SlackFile, SlackOption, TextObject, Workflow,
};
use wire::{List, Number, Tolerant};

wire::tagged! {
    /// An element of a block, by its member `type`.
    ///
    /// Specification: [elements](https://docs.slack.dev/reference/block-kit/block-elements).
    pub enum BlockElement by "type" {
        /// A button with a label.
        "button" Button(Box<ButtonElement>),
        /// An input for text.
        "plain_text_input" PlainTextInput(Box<PlainTextInput>),
        /// An input for an email address.
        "email_text_input" EmailTextInput(Box<EmailTextInput>),
        /// An input for an address.
        "url_text_input" UrlTextInput(Box<UrlTextInput>),
        /// An input for a number.
        "number_input" Number(Box<NumberElement>),
        /// Boxes to tick.
        "checkboxes" Checkboxes(Box<Checkboxes>),
        /// A choice of one option.
        "radio_buttons" RadioButtons(Box<RadioButtons>),
        /// A menu for one option.
        "static_select" StaticSelect(Box<StaticSelect>),
        /// A menu for several options.
        "multi_static_select" MultiStaticSelect(Box<MultiStaticSelect>),
        /// A menu whose options the app lists.
        "external_select" ExternalSelect(Box<ExternalSelect>),
        /// A menu for several options that the app lists.
        "multi_external_select" MultiExternalSelect(Box<MultiExternalSelect>),
        /// A menu of users.
        "users_select" UsersSelect(Box<UsersSelect>),
        /// A menu for several users.
        "multi_users_select" MultiUsersSelect(Box<MultiUsersSelect>),
        /// A menu of conversations.
        "conversations_select" ConversationsSelect(Box<ConversationsSelect>),
        /// A menu for several conversations.
        "multi_conversations_select" MultiConversationsSelect(Box<MultiConversationsSelect>),
        /// A menu of channels.
        "channels_select" ChannelsSelect(Box<ChannelsSelect>),
        /// A menu for several channels.
        "multi_channels_select" MultiChannelsSelect(Box<MultiChannelsSelect>),
        /// An input for a date.
        "datepicker" DatePicker(Box<DatePicker>),
        /// An input for a time.
        "timepicker" TimePicker(Box<TimePicker>),
        /// An input for a date and a time.
        "datetimepicker" DateTimePicker(Box<DateTimePicker>),
        /// An input for a text with styles.
        "rich_text_input" RichTextInput(Box<RichTextInput>),
        /// An input for files.
        "file_input" FileInput(Box<FileInput>),
        /// A menu of actions.
        "overflow" OverflowMenu(Box<OverflowMenu>),
        /// An image in another block.
        "image" Image(Box<ImageElement>),
        /// A button with an icon.
        "icon_button" IconButton(Box<IconButton>),
        /// Two buttons for praise and complaint.
        "feedback_buttons" FeedbackButtons(Box<FeedbackButtons>),
        /// A button that starts a workflow.
        "workflow_button" WorkflowButton(Box<WorkflowButton>),
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
        /// An image with a description.
        "image" Image(Box<ImageElement>),
    }
}

/// Declares an element: its own members, and those of several elements, which `with` names in the order of the wire.
///
/// `element! { pub struct DatePicker by "type" = "datepicker", with [confirm, action_id] { … } }` expands to
/// `wire::object!` with the members `confirm` and `action_id` after its own.
macro_rules! element {
    ($(#$meta:tt)* pub struct $Type:ident by $tag:literal = $word:literal, with [$($common:ident),*] { $($members:tt)* }) => {
        element! { @add [$($common)*] [$(#$meta)* pub struct $Type by $tag = $word] $($members)* }
    };
    (@add [] [$($head:tt)*] $($members:tt)*) => {
        wire::object! { $($head)* { $($members)* } }
    };
    (@add [confirm $($rest:ident)*] $head:tt $($members:tt)*) => {
        element! {
            @add [$($rest)*] $head $($members)*
            /// The question before the action.
            confirm?: Tolerant<Confirmation>,
        }
    };
    (@add [placeholder $($rest:ident)*] $head:tt $($members:tt)*) => {
        element! {
            @add [$($rest)*] $head $($members)*
            /// The text in an empty element, at most 150 characters.
            placeholder?: Tolerant<TextObject>,
        }
    };
    (@add [focus $($rest:ident)*] $head:tt $($members:tt)*) => {
        element! {
            @add [$($rest)*] $head $($members)*
            /// `true` if the element has the focus at first. A view has one such element.
            focus_on_load?: Tolerant<bool>,
        }
    };
    (@add [action_id $($rest:ident)*] $head:tt $($members:tt)*) => {
        element! {
            @add [$($rest)*] $head $($members)*
            /// The id, which is unique in the block. Slack creates one if it is absent.
            action_id?: Tolerant<String>,
        }
    };
}

element! {
    /// A button with a label.
    ///
    /// Specification: [button](https://docs.slack.dev/reference/block-kit/block-elements/button-element).
    pub struct ButtonElement by "type" = "button", with [confirm, action_id] {
        /// The label, at most 75 characters.
        text =: Tolerant<TextObject>,
        /// The value that the event contains, at most 2,000 characters.
        value?: Tolerant<String>,
        /// The address to open.
        url?: Tolerant<String>,
        /// The style: `primary` or `danger`.
        style?: Tolerant<String>,
        /// The label for assistive technology, at most 75 characters.
        accessibility_label?: Tolerant<String>,
        /// The text that a click sends to the agent, at most 4,000 characters.
        agent_prompt?: Tolerant<String>,
        /// The text that the conversation shows in place of `agent_prompt`.
        agent_prompt_display?: Tolerant<String>,
    }
}

element! {
    /// An input for text.
    ///
    /// Specification: [plain_text_input](https://docs.slack.dev/reference/block-kit/block-elements/plain-text-input-element).
    pub struct PlainTextInput by "type" = "plain_text_input", with [placeholder, focus, action_id] {
        /// The value at first.
        initial_value?: Tolerant<String>,
        /// `true` for several lines.
        multiline?: Tolerant<bool>,
        /// The least number of characters.
        min_length?: Tolerant<Number>,
        /// The greatest number of characters.
        max_length?: Tolerant<Number>,
        /// The changes that send an event.
        dispatch_action_config?: Tolerant<DispatchActionConfig>,
    }
}

element! {
    /// An input for an email address.
    ///
    /// Specification: [email_text_input](https://docs.slack.dev/reference/block-kit/block-elements/email-input-element).
    pub struct EmailTextInput by "type" = "email_text_input", with [placeholder, focus, action_id] {
        /// The value at first.
        initial_value?: Tolerant<String>,
        /// The changes that send an event.
        dispatch_action_config?: Tolerant<DispatchActionConfig>,
    }
}

element! {
    /// An input for an address.
    ///
    /// Specification: [url_text_input](https://docs.slack.dev/reference/block-kit/block-elements/url-input-element).
    pub struct UrlTextInput by "type" = "url_text_input", with [placeholder, focus, action_id] {
        /// The value at first.
        initial_value?: Tolerant<String>,
        /// The changes that send an event.
        dispatch_action_config?: Tolerant<DispatchActionConfig>,
    }
}

element! {
    /// An input for a number.
    ///
    /// Specification: [number_input](https://docs.slack.dev/reference/block-kit/block-elements/number-input-element).
    pub struct NumberElement by "type" = "number_input", with [placeholder, focus, action_id] {
        /// `true` if the number may have a fraction.
        is_decimal_allowed =: Tolerant<bool>,
        /// The value at first, as a text.
        initial_value?: Tolerant<String>,
        /// The least value, as a text.
        min_value?: Tolerant<String>,
        /// The greatest value, as a text.
        max_value?: Tolerant<String>,
        /// The changes that send an event.
        dispatch_action_config?: Tolerant<DispatchActionConfig>,
    }
}

element! {
    /// Boxes to tick.
    ///
    /// Specification: [checkboxes](https://docs.slack.dev/reference/block-kit/block-elements/checkboxes-element).
    pub struct Checkboxes by "type" = "checkboxes", with [confirm, focus, action_id] {
        /// The boxes, at most 10.
        options =: Tolerant<List<SlackOption>>,
        /// The boxes that are ticked at first. Each is equal to one of `options`.
        initial_options?: Tolerant<List<SlackOption>>,
    }
}

element! {
    /// A choice of one option.
    ///
    /// Specification: [radio_buttons](https://docs.slack.dev/reference/block-kit/block-elements/radio-button-group-element).
    pub struct RadioButtons by "type" = "radio_buttons", with [confirm, focus, action_id] {
        /// The options, at most 10.
        options =: Tolerant<List<SlackOption>>,
        /// The option that is chosen at first. It is equal to one of `options`.
        initial_option?: Tolerant<SlackOption>,
    }
}

element! {
    /// A menu for one option.
    ///
    /// Specification: [static_select](https://docs.slack.dev/reference/block-kit/block-elements/select-menu-element).
    pub struct StaticSelect by "type" = "static_select", with [confirm, placeholder, focus, action_id] {
        /// The options of the menu.
        options?: Tolerant<List<SlackOption>>,
        /// The options in groups, in place of `options`.
        option_groups?: Tolerant<List<OptionGroup>>,
        /// The option that is chosen at first. It is equal to one of `options`.
        initial_option?: Tolerant<SlackOption>,
    }
}

element! {
    /// A menu for several options.
    ///
    /// Specification: [multi_static_select](https://docs.slack.dev/reference/block-kit/block-elements/multi-select-menu-element).
    pub struct MultiStaticSelect by "type" = "multi_static_select", with [confirm, placeholder, focus, action_id] {
        /// The options of the menu.
        options?: Tolerant<List<SlackOption>>,
        /// The options in groups, in place of `options`.
        option_groups?: Tolerant<List<OptionGroup>>,
        /// The options that are chosen at first. Each is equal to one of `options`.
        initial_options?: Tolerant<List<SlackOption>>,
        /// The maximum number of chosen options.
        max_selected_items?: Tolerant<Number>,
    }
}

element! {
    /// A menu whose options the app lists.
    ///
    /// Specification: [external_select](https://docs.slack.dev/reference/block-kit/block-elements/select-menu-element).
    pub struct ExternalSelect by "type" = "external_select", with [confirm, placeholder, focus, action_id] {
        /// The number of characters from which the app is asked.
        min_query_length?: Tolerant<Number>,
        /// The option that is chosen at first.
        initial_option?: Tolerant<SlackOption>,
    }
}

element! {
    /// A menu for several options that the app lists.
    ///
    /// Specification: [multi_external_select](https://docs.slack.dev/reference/block-kit/block-elements/multi-select-menu-element).
    pub struct MultiExternalSelect by "type" = "multi_external_select", with [confirm, placeholder, focus, action_id] {
        /// The number of characters from which the app is asked.
        min_query_length?: Tolerant<Number>,
        /// The options that are chosen at first.
        initial_options?: Tolerant<List<SlackOption>>,
        /// The maximum number of chosen options.
        max_selected_items?: Tolerant<Number>,
    }
}

element! {
    /// A menu of users.
    ///
    /// Specification: [users_select](https://docs.slack.dev/reference/block-kit/block-elements/select-menu-element).
    pub struct UsersSelect by "type" = "users_select", with [confirm, placeholder, focus, action_id] {
        /// The user who is chosen at first.
        initial_user?: Tolerant<String>,
    }
}

element! {
    /// A menu for several users.
    ///
    /// Specification: [multi_users_select](https://docs.slack.dev/reference/block-kit/block-elements/multi-select-menu-element).
    pub struct MultiUsersSelect by "type" = "multi_users_select", with [confirm, placeholder, focus, action_id] {
        /// The users who are chosen at first.
        initial_users?: Tolerant<List<String>>,
        /// The maximum number of chosen options.
        max_selected_items?: Tolerant<Number>,
    }
}

element! {
    /// A menu of conversations.
    ///
    /// Specification: [conversations_select](https://docs.slack.dev/reference/block-kit/block-elements/select-menu-element).
    pub struct ConversationsSelect by "type" = "conversations_select", with [confirm, placeholder, focus, action_id] {
        /// The conversation that is chosen at first.
        initial_conversation?: Tolerant<String>,
        /// `true` if the current conversation is chosen at first.
        default_to_current_conversation?: Tolerant<bool>,
        /// `true` if the event contains an address for answers.
        response_url_enabled?: Tolerant<bool>,
        /// The conversations to list.
        filter?: Tolerant<ConversationFilter>,
    }
}

element! {
    /// A menu for several conversations.
    ///
    /// Specification: [multi_conversations_select](https://docs.slack.dev/reference/block-kit/block-elements/multi-select-menu-element).
    pub struct MultiConversationsSelect by "type" = "multi_conversations_select", with [confirm, placeholder, focus, action_id] {
        /// The conversations that are chosen at first.
        initial_conversations?: Tolerant<List<String>>,
        /// `true` if the current conversation is chosen at first.
        default_to_current_conversation?: Tolerant<bool>,
        /// The conversations to list.
        filter?: Tolerant<ConversationFilter>,
        /// The maximum number of chosen options.
        max_selected_items?: Tolerant<Number>,
    }
}

element! {
    /// A menu of channels.
    ///
    /// Specification: [channels_select](https://docs.slack.dev/reference/block-kit/block-elements/select-menu-element).
    pub struct ChannelsSelect by "type" = "channels_select", with [confirm, placeholder, focus, action_id] {
        /// The channel that is chosen at first.
        initial_channel?: Tolerant<String>,
        /// `true` if the event contains an address for answers.
        response_url_enabled?: Tolerant<bool>,
    }
}

element! {
    /// A menu for several channels.
    ///
    /// Specification: [multi_channels_select](https://docs.slack.dev/reference/block-kit/block-elements/multi-select-menu-element).
    pub struct MultiChannelsSelect by "type" = "multi_channels_select", with [confirm, placeholder, focus, action_id] {
        /// The channels that are chosen at first.
        initial_channels?: Tolerant<List<String>>,
        /// The maximum number of chosen options.
        max_selected_items?: Tolerant<Number>,
    }
}

element! {
    /// An input for a date.
    ///
    /// Specification: [datepicker](https://docs.slack.dev/reference/block-kit/block-elements/date-picker-element).
    pub struct DatePicker by "type" = "datepicker", with [confirm, placeholder, focus, action_id] {
        /// The date at first, such as `2026-12-24`.
        initial_date?: Tolerant<String>,
    }
}

element! {
    /// An input for a time.
    ///
    /// Specification: [timepicker](https://docs.slack.dev/reference/block-kit/block-elements/time-picker-element).
    pub struct TimePicker by "type" = "timepicker", with [confirm, placeholder, focus, action_id] {
        /// The time at first, such as `09:30`.
        initial_time?: Tolerant<String>,
        /// The name of the time zone.
        timezone?: Tolerant<String>,
    }
}

element! {
    /// An input for a date and a time.
    ///
    /// Specification: [datetimepicker](https://docs.slack.dev/reference/block-kit/block-elements/datetime-picker-element).
    pub struct DateTimePicker by "type" = "datetimepicker", with [confirm, focus, action_id] {
        /// The time at first, in seconds since 1970.
        initial_date_time?: Tolerant<Number>,
    }
}

element! {
    /// An input for a text with styles.
    ///
    /// Specification: [rich_text_input](https://docs.slack.dev/reference/block-kit/block-elements/rich-text-input-element).
    pub struct RichTextInput by "type" = "rich_text_input", with [placeholder, focus, action_id] {
        /// The value at first.
        initial_value?: Tolerant<RichTextBlock>,
        /// The changes that send an event.
        dispatch_action_config?: Tolerant<DispatchActionConfig>,
        /// The least number of lines.
        min_lines?: Tolerant<Number>,
        /// The greatest number of lines.
        max_lines?: Tolerant<Number>,
    }
}

element! {
    /// An input for files.
    ///
    /// Specification: [file_input](https://docs.slack.dev/reference/block-kit/block-elements/file-input-element).
    pub struct FileInput by "type" = "file_input", with [action_id] {
        /// The permitted file name extensions.
        filetypes?: Tolerant<List<String>>,
        /// The maximum number of files. The default is 10.
        max_files?: Tolerant<Number>,
    }
}

element! {
    /// A menu of actions.
    ///
    /// Specification: [overflow](https://docs.slack.dev/reference/block-kit/block-elements/overflow-menu-element).
    pub struct OverflowMenu by "type" = "overflow", with [confirm, action_id] {
        /// The actions, at most 5.
        options =: Tolerant<List<SlackOption>>,
    }
}

wire::object! {
    /// An image in another block.
    ///
    /// Specification: [image](https://docs.slack.dev/reference/block-kit/block-elements/image-element).
    pub struct ImageElement by "type" = "image" {
        /// The address of the image.
        image_url?: Tolerant<String>,
        /// The file in Slack, in place of the address.
        slack_file?: Tolerant<SlackFile>,
        /// The description for users who do not see the image.
        alt_text =: Tolerant<String>,
    }
}

element! {
    /// A button with an icon.
    ///
    /// Specification: [icon_button](https://docs.slack.dev/reference/block-kit/block-elements/icon-button-element).
    pub struct IconButton by "type" = "icon_button", with [confirm, action_id] {
        /// The icon, such as `trash`.
        icon =: Tolerant<String>,
        /// The label of the button.
        text =: Tolerant<TextObject>,
        /// The value that the event contains.
        value?: Tolerant<String>,
        /// The label for assistive technology.
        accessibility_label?: Tolerant<String>,
        /// The users who see the button.
        visible_to_user_ids?: Tolerant<List<String>>,
    }
}

element! {
    /// Two buttons for praise and complaint.
    ///
    /// Specification: [feedback_buttons](https://docs.slack.dev/reference/block-kit/block-elements/feedback-buttons-element).
    pub struct FeedbackButtons by "type" = "feedback_buttons", with [action_id] {
        /// The button for praise.
        positive_button =: Tolerant<FeedbackButton>,
        /// The button for complaint.
        negative_button =: Tolerant<FeedbackButton>,
    }
}

wire::object! {
    /// A button of [`FeedbackButtons`].
    ///
    /// Specification: [feedback buttons element](https://docs.slack.dev/reference/block-kit/block-elements/feedback-buttons-element).
    pub struct FeedbackButton {
        /// The label, at most 75 characters.
        text =: Tolerant<TextObject>,
        /// The value that the event contains, at most 2,000 characters.
        value =: Tolerant<String>,
        /// The label for assistive technology, at most 75 characters.
        accessibility_label?: Tolerant<String>,
    }
}

element! {
    /// A button that starts a workflow.
    ///
    /// Specification: [workflow_button](https://docs.slack.dev/reference/block-kit/block-elements/workflow-button-element).
    pub struct WorkflowButton by "type" = "workflow_button", with [confirm, action_id] {
        /// The label of the button.
        text =: Tolerant<TextObject>,
        /// The workflow to start.
        workflow =: Tolerant<Workflow>,
        /// The style: `primary` or `danger`.
        style?: Tolerant<String>,
        /// The label for assistive technology.
        accessibility_label?: Tolerant<String>,
    }
}
