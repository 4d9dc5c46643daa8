//! The answer of a user to an elicitation.

use wire::Payload;

wire::word! {
    /// The decision of a user.
    ///
    /// The vocabulary is open, because ACP may add words. An unknown word is never an acceptance.
    ///
    /// Specification: [MCP 2025-11-25, response
    /// actions](https://github.com/modelcontextprotocol/modelcontextprotocol/blob/b0f60ba5409db7a6582440a7b473cc0398890f15/docs/specification/2025-11-25/client/elicitation.mdx#response-actions).
    pub open enum ElicitAction {
        /// The user submitted the form, or agreed to open the address.
        Accept = "accept",
        /// The user refused explicitly.
        Decline = "decline",
        /// The user dismissed the question without a decision.
        Cancel = "cancel",
    }
}

wire::object! {
    /// The answer to an elicitation: `{"action": "accept", "content": {…}}`.
    ///
    /// ```
    /// use agent_ui_elicitation::{ElicitAction, ElicitResult, wire};
    ///
    /// let content = wire::Payload::parse(r#"{"name":"octocat"}"#)?;
    /// let result = ElicitResult::accept(content);
    /// assert_eq!(wire::encode(&result).unwrap(), r#"{"action":"accept","content":{"name":"octocat"}}"#);
    /// assert_eq!(ElicitResult::new(ElicitAction::Cancel).accepted_content(), None);
    /// # Ok::<(), wire::DecodeError>(())
    /// ```
    ///
    /// Specification: [MCP 2025-11-25,
    /// `ElicitResult`](https://modelcontextprotocol.io/specification/2025-11-25/schema#elicitresult).
    pub struct ElicitResult {
        /// The decision of the user.
        action: ElicitAction,
        /// The values of the form by name. Only an accepted form has content.
        content?: Option<Payload>,
        /// Metadata that both sides agree on. Not in MCP 2026-07-28.
        meta as "_meta"?: Option<Payload>,
    }
}

impl ElicitResult {
    /// Creates the answer of a user who submitted these values.
    pub fn accept(content: Payload) -> Self {
        Self::new(ElicitAction::Accept).content(content)
    }

    /// Returns the submitted values, if the user accepted. Null counts as absent, and the content of other answers is
    /// ignored.
    pub fn accepted_content(&self) -> Option<&Payload> {
        let content = self.content.as_ref().filter(|content| !content.is_null())?;
        (self.action == ElicitAction::Accept).then_some(content)
    }
}
