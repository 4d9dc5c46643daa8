//! The answers of an app to a submitted view.

use crate::View;
use std::collections::BTreeMap;
use wire::Tolerant;

wire::tagged! {
    /// The answer to a submitted view, by its member `response_action`. Without an answer, Slack closes the view.
    ///
    /// ```
    /// use agent_ui_slack_blocks::{ViewErrors, ViewResponse, wire};
    ///
    /// let errors = ViewErrors::for_block("date", "choose a later date");
    /// let text = r#"{"response_action":"errors","errors":{"date":"choose a later date"}}"#;
    /// assert_eq!(wire::encode(&ViewResponse::from(errors))?, text);
    /// # Ok::<(), wire::EncodeError>(())
    /// ```
    ///
    /// Specification: [modals](https://docs.slack.dev/surfaces/modals).
    pub enum ViewResponse by "response_action" {
        /// Shows errors at inputs.
        "errors" Errors(ViewErrors),
        /// Shows a view in place of the submitted one.
        "update" Update(ViewUpdate),
        /// Shows a view above the submitted one.
        "push" Push(ViewPush),
        /// Closes all views.
        "clear" Clear(ViewClear),
    }
}

wire::object! {
    /// Errors at the inputs of a view: `{"response_action": "errors", "errors": {BLOCK_ID: …}}`.
    ///
    /// Specification: [modals](https://docs.slack.dev/surfaces/modals).
    pub struct ViewErrors by "response_action" = "errors" {
        /// The errors by the id of the block. Each block is an input.
        errors =: Tolerant<BTreeMap<String, String>>,
    }

    /// A view in place of the submitted one.
    ///
    /// Specification: [modals](https://docs.slack.dev/surfaces/modals).
    pub struct ViewUpdate by "response_action" = "update" {
        /// The view to show.
        view =: Tolerant<View>,
    }

    /// A view above the submitted one.
    ///
    /// Specification: [modals](https://docs.slack.dev/surfaces/modals).
    pub struct ViewPush by "response_action" = "push" {
        /// The view to show.
        view =: Tolerant<View>,
    }

    /// The end of all views: `{"response_action": "clear"}`.
    ///
    /// Specification: [modals](https://docs.slack.dev/surfaces/modals).
    pub struct ViewClear by "response_action" = "clear" {}
}

impl ViewErrors {
    /// Creates an error at one input.
    pub fn for_block(block_id: impl Into<String>, message: impl Into<String>) -> Self {
        Self::new(BTreeMap::from([(block_id.into(), message.into())]))
    }
}
