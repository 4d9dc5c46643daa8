//! Messages and views.

use crate::{Block, TextObject, ViewState};
use wire::{List, Payload, Tolerant};

wire::tagged! {
    /// A view, by its member `type`.
    ///
    /// Specification: [views](https://docs.slack.dev/reference/views).
    pub enum View by "type" {
        /// A dialog with a title.
        "modal" Modal(Box<ModalView>),
        /// The home of the app.
        "home" Home(Box<HomeView>),
    }
}

wire::object! {
    /// A dialog: `{"type": "modal", "title": …, "blocks": […], "submit": …}`.
    ///
    /// Specification: [modal views](https://docs.slack.dev/reference/views/modal-views).
    pub struct ModalView by "type" = "modal" {
        /// The title, at most 24 characters.
        title =: Tolerant<TextObject>,
        /// The blocks, at most 100.
        blocks =: Tolerant<List<Block>>,
        /// The label of the button that submits, at most 24 characters.
        submit?: Tolerant<TextObject>,
        /// The label of the button that closes, at most 24 characters.
        close?: Tolerant<TextObject>,
        /// A text for the app, at most 3,000 characters.
        private_metadata?: Tolerant<String>,
        /// The id by which the app recognizes the view, at most 255 characters.
        callback_id?: Tolerant<String>,
        /// The id that is unique in the workspace.
        external_id?: Tolerant<String>,
        /// `true` if closing the view closes all views.
        clear_on_close?: Tolerant<bool>,
        /// `true` if closing the view sends an event.
        notify_on_close?: Tolerant<bool>,
        /// `true` until an input has changed. Only in views for functions of workflows.
        submit_disabled?: Tolerant<bool>,
        /// The id that Slack gave the view.
        id?: Tolerant<String>,
        /// The values of the inputs. Only in events.
        state?: Tolerant<ViewState>,
        /// The state of the view, which guards an update. Only in events.
        hash?: Tolerant<String>,
        /// The id of the first view. Only in events.
        root_view_id?: Tolerant<String>,
        /// The id of the view before. Only in events.
        previous_view_id?: Tolerant<String>,
        /// The id of the workspace. Only in events.
        team_id?: Tolerant<String>,
        /// The id of the app. Only in events.
        app_id?: Tolerant<String>,
        /// The workspace in which the app is installed. Only in events.
        app_installed_team_id?: Tolerant<String>,
        /// The id of the bot of the app. Only in events.
        bot_id?: Tolerant<String>,
    }

    /// The home of the app: `{"type": "home", "blocks": […]}`.
    ///
    /// Specification: [home tab views](https://docs.slack.dev/reference/views/home-tab-views).
    pub struct HomeView by "type" = "home" {
        /// The blocks, at most 100.
        blocks =: Tolerant<List<Block>>,
        /// A text for the app, at most 3,000 characters.
        private_metadata?: Tolerant<String>,
        /// The id by which the app recognizes the view, at most 255 characters.
        callback_id?: Tolerant<String>,
        /// The id that is unique in the workspace.
        external_id?: Tolerant<String>,
        /// The id that Slack gave the view.
        id?: Tolerant<String>,
        /// The values of the inputs. Only in events.
        state?: Tolerant<ViewState>,
        /// The state of the view, which guards an update. Only in events.
        hash?: Tolerant<String>,
        /// The id of the first view. Only in events.
        root_view_id?: Tolerant<String>,
        /// The id of the view before. Only in events.
        previous_view_id?: Tolerant<String>,
        /// The id of the workspace. Only in events.
        team_id?: Tolerant<String>,
        /// The id of the app. Only in events.
        app_id?: Tolerant<String>,
        /// The workspace in which the app is installed. Only in events.
        app_installed_team_id?: Tolerant<String>,
        /// The id of the bot of the app. Only in events.
        bot_id?: Tolerant<String>,
    }

    /// A message: `{"text": "Your trip", "blocks": […]}`.
    ///
    /// Specification: [messages](https://docs.slack.dev/messaging/sending-and-scheduling-messages).
    pub struct BlockMessage {
        /// The type, `message`. Only in messages that Slack writes.
        kind as "type"?: Tolerant<String>,
        /// The text of the notification.
        text?: Tolerant<String>,
        /// The blocks, at most 50.
        blocks?: Tolerant<List<Block>>,
        /// The attachments, at most 100.
        attachments?: Tolerant<List<MessageAttachment>>,
        /// The data of the app.
        metadata?: Option<Payload>,
        /// The readers: `ephemeral` or `in_channel`. Only in answers.
        response_type?: Tolerant<String>,
        /// `true` if the message replaces the one of the event. Only in answers.
        replace_original?: Tolerant<bool>,
        /// `true` if the message of the event is deleted. Only in answers.
        delete_original?: Tolerant<bool>,
        /// The channel. Only in calls of the Web API.
        channel?: Tolerant<String>,
        /// The user who sees the message. Only in calls of the Web API.
        user?: Tolerant<String>,
        /// The id of the message in its channel.
        ts?: Tolerant<String>,
        /// The id of the message that the message answers.
        thread_ts?: Tolerant<String>,
        /// `true` if an answer in a thread is shown in the channel, too.
        reply_broadcast?: Tolerant<bool>,
        /// `false` if `text` has no markup. The default is `true`.
        mrkdwn?: Tolerant<bool>,
        /// `none` or `full`: the names and addresses in `text` that become links.
        parse?: Tolerant<String>,
        /// `true` if names of users and channels in `text` become links.
        link_names?: Tolerant<bool>,
        /// `true` if Slack shows previews of texts behind links.
        unfurl_links?: Tolerant<bool>,
        /// `true` if Slack shows previews of media behind links.
        unfurl_media?: Tolerant<bool>,
        /// The name of the sender.
        username?: Tolerant<String>,
        /// The emoji in place of the icon of the sender.
        icon_emoji?: Tolerant<String>,
        /// The address of the icon of the sender.
        icon_url?: Tolerant<String>,
    }

    /// An attachment of a message: blocks with a colored line at the side. The other members are the older form.
    ///
    /// Specification: [secondary attachments](https://docs.slack.dev/messaging/formatting-message-text).
    pub struct MessageAttachment {
        /// The blocks beside the line.
        blocks?: Tolerant<List<Block>>,
        /// The color of the line: `good`, `warning`, `danger`, or a color such as `#439FE0`.
        color?: Tolerant<String>,
        /// The text for clients that do not show attachments.
        fallback?: Tolerant<String>,
    }
}
