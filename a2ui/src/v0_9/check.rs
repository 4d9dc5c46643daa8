//! Checks of inputs.

use super::DynamicBoolean;
use crate::{catalog::tables::checked_objects, rules};
use wire::{Finding, Pointer, Validate};

checked_objects! {
    /// What has to hold of an input, and what is said if it does not. A check of the screen: it replaces none of the agent's
    /// own. A2UI 0.9, `CheckRule`.
    ///
    /// ```
    /// use agent_ui_a2ui::{v0_9::{CheckRule, DynamicValue, FunctionCall, basic::Required}, wire};
    ///
    /// let call = FunctionCall::of(&Required::new(DynamicValue::path("/name")))?;
    /// let text = r#"{"condition":{"call":"required","args":{"value":{"path":"/name"}}},"message":"Give a name"}"#;
    /// assert_eq!(wire::encode(&CheckRule::new(call, "Give a name"))?, text);
    /// # Ok::<(), wire::EncodeError>(())
    /// ```
    pub struct CheckRule {
        /// What has to be true.
        condition: DynamicBoolean,
        /// What is said if it is not.
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
        rules::closed(&self.extra, "a check", at, found);
    }
}
