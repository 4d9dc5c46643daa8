//! Checks of input components.

use super::DynamicBoolean;
use crate::rules;
use wire::{Finding, Pointer, Validate};

wire::object! {
    /// A condition for an input, and the message that is shown if the condition is false. Checks run only in the
    /// client, so they do not replace validation by the agent.
    ///
    /// ```
    /// use agent_ui_a2ui::{v0_9::{CheckRule, DynamicValue, FunctionCall, basic::Required}, wire};
    ///
    /// let call = FunctionCall::of(&Required::new(DynamicValue::path("/name")))?;
    /// let text = r#"{"condition":{"call":"required","args":{"value":{"path":"/name"}}},"message":"Give a name"}"#;
    /// assert_eq!(wire::encode(&CheckRule::new(call, "Give a name"))?, text);
    /// # Ok::<(), wire::EncodeError>(())
    /// ```
    ///
    /// Specification: [A2UI 0.9, Registered functions](https://github.com/a2ui-project/a2ui/blob/4e6e1fdc4947c23a7f5d798edd70fe36c78cc4ba/specification/v0_9/docs/a2ui_protocol.md#registered-functions).
    pub struct CheckRule {
        /// The condition that must be true.
        condition: DynamicBoolean,
        /// The message if the condition is false.
        message: String,
    }
}

impl Validate for CheckRule {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        let condition = at.member("condition");
        match &self.condition {
            DynamicBoolean::Binding(binding) => binding.findings(&condition, found),
            DynamicBoolean::Call(call) => call.findings(&condition, found),
            DynamicBoolean::Literal(_) => {}
        }
        rules::reject_unknown(&self.extra, "a check", at, found);
    }
}
