//! The events of clicks and views.

use crate::{SlackOption, View};
use wire::{List, Payload, Tolerant};

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
        /// The workspace.
        team?: Option<Payload>,
        /// The user.
        user?: Tolerant<SlackUser>,
        /// The id of the app.
        api_app_id?: Tolerant<String>,
        /// The token of the app, which is obsolete.
        token?: Tolerant<String>,
        /// The organization.
        enterprise?: Option<Payload>,
        /// `true` if the app is installed in the organization.
        is_enterprise_install?: Tolerant<bool>,
        /// The id by which the app opens a view.
        trigger_id?: Tolerant<String>,
        /// The place of the block.
        container?: Option<Payload>,
        /// The channel.
        channel?: Option<Payload>,
        /// The message with the block.
        message?: Option<Payload>,
        /// The view with the block.
        view?: Tolerant<View>,
        /// The values of all inputs.
        state?: Tolerant<ViewState>,
        /// The address for answers.
        response_url?: Tolerant<String>,
        /// The elements that the user has used.
        actions?: Tolerant<List<BlockAction>>,
    }

    /// An element that the user has used, with its value.
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
    }

    /// A submitted view, with the values of all inputs.
    ///
    /// Specification: [view payloads](https://docs.slack.dev/reference/interaction-payloads/view-interactions-payload).
    pub struct ViewSubmissionEvent by "type" = "view_submission" {
        /// The workspace.
        team?: Option<Payload>,
        /// The user.
        user?: Tolerant<SlackUser>,
        /// The id of the app.
        api_app_id?: Tolerant<String>,
        /// The token of the app, which is obsolete.
        token?: Tolerant<String>,
        /// The organization.
        enterprise?: Option<Payload>,
        /// `true` if the app is installed in the organization.
        is_enterprise_install?: Tolerant<bool>,
        /// The id by which the app opens a view.
        trigger_id?: Tolerant<String>,
        /// The view.
        view?: Tolerant<View>,
        /// The addresses for answers.
        response_urls?: Tolerant<List<Payload>>,
    }

    /// A closed view.
    ///
    /// Specification: [view payloads](https://docs.slack.dev/reference/interaction-payloads/view-interactions-payload).
    pub struct ViewClosedEvent by "type" = "view_closed" {
        /// The workspace.
        team?: Option<Payload>,
        /// The user.
        user?: Tolerant<SlackUser>,
        /// The id of the app.
        api_app_id?: Tolerant<String>,
        /// The token of the app, which is obsolete.
        token?: Tolerant<String>,
        /// The organization.
        enterprise?: Option<Payload>,
        /// `true` if the app is installed in the organization.
        is_enterprise_install?: Tolerant<bool>,
        /// The view.
        view?: Tolerant<View>,
        /// `true` if all views were closed.
        is_cleared?: Tolerant<bool>,
    }

    /// A user.
    ///
    /// Specification: [interaction payloads](https://docs.slack.dev/reference/interaction-payloads).
    pub struct SlackUser {
        /// The id.
        id?: Tolerant<String>,
        /// The name.
        username?: Tolerant<String>,
        /// The name.
        name?: Tolerant<String>,
        /// The id of the workspace.
        team_id?: Tolerant<String>,
    }

    /// The values of all inputs: `{"values": {BLOCK_ID: {ACTION_ID: …}}}`.
    ///
    /// Specification: [interaction payloads](https://docs.slack.dev/reference/interaction-payloads).
    pub struct ViewState {
        /// An object with the [`InputState`] of each element, by block and action id.
        values?: Option<Payload>,
    }

    /// The value of an input: `{"type": "plain_text_input", "value": "Ada"}`. Null means that nothing is entered or chosen.
    ///
    /// Specification: [interaction payloads](https://docs.slack.dev/reference/interaction-payloads).
    pub struct InputState {
        /// The type of the element.
        kind as "type"?: Tolerant<String>,
        /// The text.
        value?: Option<Payload>,
        /// The chosen option.
        selected_option?: Option<Payload>,
        /// The chosen options.
        selected_options?: Tolerant<List<SlackOption>>,
        /// The date.
        selected_date?: Option<Payload>,
        /// The time.
        selected_time?: Option<Payload>,
        /// The time, in seconds since 1970.
        selected_date_time?: Option<Payload>,
        /// The user.
        selected_user?: Option<Payload>,
        /// The users.
        selected_users?: Tolerant<List<String>>,
        /// The conversation.
        selected_conversation?: Option<Payload>,
        /// The conversations.
        selected_conversations?: Tolerant<List<String>>,
        /// The channel.
        selected_channel?: Option<Payload>,
        /// The channels.
        selected_channels?: Tolerant<List<String>>,
        /// The text with styles.
        rich_text_value?: Option<Payload>,
        /// The files.
        files?: Tolerant<List<Payload>>,
    }
}
