//! The events of clicks and views.

use crate::{InputState, SlackOption, View, ViewState};
use wire::{Extra, List, Payload, Tolerant};

wire::tagged! {
    /// An event of a user, by its member `type`.
    ///
    /// Specification: [interaction payloads](https://docs.slack.dev/reference/interaction-payloads).
    pub enum InteractionEvent by "type" {
        /// A click or a changed input.
        "block_actions" BlockActions(Box<BlockActionsEvent>),
        /// A submitted view.
        "view_submission" ViewSubmission(Box<ViewSubmissionEvent>),
        /// A closed view.
        "view_closed" ViewClosed(Box<ViewClosedEvent>),
    }
}

wire::object! {
    /// A click or a changed input, with the values of all inputs.
    ///
    /// Specification: [block_actions payload](https://docs.slack.dev/reference/interaction-payloads/block_actions-payload).
    pub struct BlockActionsEvent by "type" = "block_actions" {
        /// The workspace of the user.
        team?: Option<Payload>,
        /// The user who acted.
        user?: Tolerant<SlackUser>,
        /// The id of the app.
        api_app_id?: Tolerant<String>,
        /// The token of the app, which is obsolete.
        token?: Tolerant<String>,
        /// The organization of the workspace.
        enterprise?: Option<Payload>,
        /// `true` if the app is installed in the organization.
        is_enterprise_install?: Tolerant<bool>,
        /// The id by which the app opens a view.
        trigger_id?: Tolerant<String>,
        /// The place of the block.
        container?: Option<Payload>,
        /// The channel of the message.
        channel?: Option<Payload>,
        /// The message with the block.
        message?: Option<Payload>,
        /// The view with the block.
        view?: Tolerant<View>,
        /// The values of all inputs.
        state?: Tolerant<ViewState>,
        /// The address for answers.
        response_url?: Tolerant<String>,
        /// The unfurled link with the block.
        app_unfurl?: Option<Payload>,
        /// The elements that the user has used.
        actions?: Tolerant<List<BlockAction>>,
        /// The token of the bot. Only in events for functions of workflows.
        bot_access_token?: Tolerant<String>,
        /// The function of the workflow.
        function_data?: Option<Payload>,
        /// The pointer by which a function opens a view.
        interactivity?: Option<Payload>,
    }

    /// An element that the user has used, with its value. The members of the element itself are unknown members.
    ///
    /// Specification: [block_actions payload](https://docs.slack.dev/reference/interaction-payloads/block_actions-payload).
    pub struct BlockAction {
        /// The type of the element.
        kind as "type"?: Tolerant<String>,
        /// The id of the block.
        block_id?: Tolerant<String>,
        /// The id of the element.
        action_id?: Tolerant<String>,
        /// The time, in seconds since 1970.
        action_ts?: Tolerant<String>,
        /// The label of the button.
        text?: Option<Payload>,
        /// The value of the button, or the text of an input.
        value?: Option<Payload>,
        /// The chosen option.
        selected_option?: Option<Payload>,
        /// The chosen options.
        selected_options?: Tolerant<List<SlackOption>>,
        /// The chosen date, or null.
        selected_date?: Option<Payload>,
        /// The chosen time, or null.
        selected_time?: Option<Payload>,
        /// The time, in seconds since 1970.
        selected_date_time?: Option<Payload>,
        /// The id of the user.
        selected_user?: Option<Payload>,
        /// The ids of the users.
        selected_users?: Tolerant<List<String>>,
        /// The id of the conversation.
        selected_conversation?: Option<Payload>,
        /// The ids of the conversations.
        selected_conversations?: Tolerant<List<String>>,
        /// The id of the channel.
        selected_channel?: Option<Payload>,
        /// The ids of the channels.
        selected_channels?: Tolerant<List<String>>,
        /// The text with styles.
        rich_text_value?: Option<Payload>,
        /// The files of the user.
        files?: Tolerant<Vec<Payload>>,
    }

    /// A submitted view, with the values of all inputs.
    ///
    /// Specification: [view payloads](https://docs.slack.dev/reference/interaction-payloads/view-interactions-payload).
    pub struct ViewSubmissionEvent by "type" = "view_submission" {
        /// The workspace of the user.
        team?: Option<Payload>,
        /// The user who acted.
        user?: Tolerant<SlackUser>,
        /// The id of the app.
        api_app_id?: Tolerant<String>,
        /// The token of the app, which is obsolete.
        token?: Tolerant<String>,
        /// The organization of the workspace.
        enterprise?: Option<Payload>,
        /// `true` if the app is installed in the organization.
        is_enterprise_install?: Tolerant<bool>,
        /// The id by which the app opens a view.
        trigger_id?: Tolerant<String>,
        /// The view with its blocks.
        view?: Tolerant<View>,
        /// The addresses for answers.
        response_urls?: Tolerant<Vec<Payload>>,
        /// The token of the bot. Only in events for functions of workflows.
        bot_access_token?: Tolerant<String>,
        /// The function of the workflow.
        function_data?: Option<Payload>,
        /// The pointer by which a function opens a view.
        interactivity?: Option<Payload>,
    }

    /// A closed view.
    ///
    /// Specification: [view payloads](https://docs.slack.dev/reference/interaction-payloads/view-interactions-payload).
    pub struct ViewClosedEvent by "type" = "view_closed" {
        /// The workspace of the user.
        team?: Option<Payload>,
        /// The user who acted.
        user?: Tolerant<SlackUser>,
        /// The id of the app.
        api_app_id?: Tolerant<String>,
        /// The token of the app, which is obsolete.
        token?: Tolerant<String>,
        /// The organization of the workspace.
        enterprise?: Option<Payload>,
        /// `true` if the app is installed in the organization.
        is_enterprise_install?: Tolerant<bool>,
        /// The view with its blocks.
        view?: Tolerant<View>,
        /// `true` if all views were closed.
        is_cleared?: Tolerant<bool>,
        /// The token of the bot. Only in events for functions of workflows.
        bot_access_token?: Tolerant<String>,
        /// The function of the workflow.
        function_data?: Option<Payload>,
        /// The pointer by which a function opens a view.
        interactivity?: Option<Payload>,
    }

    /// The user of an event.
    ///
    /// Specification: [interaction payloads](https://docs.slack.dev/reference/interaction-payloads).
    pub struct SlackUser {
        /// The id of the user.
        id?: Tolerant<String>,
        /// The name of the user.
        username?: Tolerant<String>,
        /// The name of the user.
        name?: Tolerant<String>,
        /// The id of the workspace.
        team_id?: Tolerant<String>,
    }
}

impl BlockAction {
    /// Returns the value of the element in the form that [`ViewState`] has.
    pub fn input_state(&self) -> InputState {
        InputState {
            kind: self.kind.clone(),
            value: self.value.clone(),
            selected_option: self.selected_option.clone(),
            selected_options: self.selected_options.clone(),
            selected_date: self.selected_date.clone(),
            selected_time: self.selected_time.clone(),
            selected_date_time: self.selected_date_time.clone(),
            selected_user: self.selected_user.clone(),
            selected_users: self.selected_users.clone(),
            selected_conversation: self.selected_conversation.clone(),
            selected_conversations: self.selected_conversations.clone(),
            selected_channel: self.selected_channel.clone(),
            selected_channels: self.selected_channels.clone(),
            rich_text_value: self.rich_text_value.clone(),
            files: self.files.clone(),
            extra: Extra::new(),
        }
    }
}
