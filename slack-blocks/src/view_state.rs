//! The values of inputs.

use crate::SlackOption;
use wire::{List, Payload, Tolerant};

wire::object! {
    /// The values of all inputs: `{"values": {BLOCK_ID: {ACTION_ID: …}}}`.
    ///
    /// ```
    /// use agent_ui_slack_blocks::{ViewState, wire};
    ///
    /// let text = r#"{"values":{"name":{"entry":{"type":"plain_text_input","value":"Ada"}}}}"#;
    /// let state: ViewState = wire::decode(text)?;
    /// let input = state.input("name", "entry").unwrap();
    /// assert_eq!(input.text().as_deref(), Some("Ada"));
    /// # Ok::<(), wire::DecodeError>(())
    /// ```
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
        /// The text, or null.
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
}

impl ViewState {
    /// Returns the value of an input. Returns `None` if the state does not contain the input, or not as an object.
    pub fn input(&self, block_id: &str, action_id: &str) -> Option<InputState> {
        let block = self.values.as_ref()?.member(block_id)?;
        block.member(action_id)?.decode().ok()
    }

    /// Lists the values of all inputs with their block and action ids, in the order of the event.
    pub fn inputs(&self) -> Vec<(String, String, InputState)> {
        let mut inputs = Vec::new();
        let blocks = self.values.iter().flat_map(Payload::members);
        for (block_id, actions) in blocks {
            for (action_id, state) in actions.members() {
                if let Ok(state) = state.decode() {
                    inputs.push((block_id.to_string(), action_id.into_owned(), state));
                }
            }
        }
        inputs
    }
}

impl InputState {
    /// Returns the text of an input. Returns `None` if nothing is entered, or if the element is a choice.
    pub fn text(&self) -> Option<String> {
        self.value.as_ref()?.as_str().map(Into::into)
    }

    /// Returns the chosen option of a menu. Returns `None` if nothing is chosen.
    pub fn option(&self) -> Option<SlackOption> {
        self.selected_option.as_ref()?.decode().ok()
    }
}
