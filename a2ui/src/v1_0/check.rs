//! Checks of input components.

use super::{DataBinding, FunctionCall};
use crate::rules;
use wire::{Field, Finding, Pointer, Reader, Validate, Wire, Writer, decode::ReadResult};

wire::object! {
    /// A condition for an input. Checks run only in the renderer, so they do not replace validation by the agent.
    ///
    /// Specification: [A2UI 1.0, `CheckRule` in the common types](https://github.com/a2ui-project/a2ui/blob/98606fe1a75f1a4f81afc07d43e482451eace295/specification/v1_0/json/common_types.json).
    pub struct CheckRule {
        /// The condition that must be true or valid.
        condition: CheckCondition,
        /// The message if the condition fails. If absent, the message of the [`ValidationResult`] is shown.
        message?: Field<String>,
    }
}

wire::word! {
    /// The severity of a failed check; `error` if absent.
    ///
    /// Specification: [A2UI 1.0, `CheckRule` in the common types](https://github.com/a2ui-project/a2ui/blob/98606fe1a75f1a4f81afc07d43e482451eace295/specification/v1_0/json/common_types.json).
    pub open enum ValidationSeverity {
        /// The user must correct the value.
        Error = "error",
        /// The user should review the value.
        Warning = "warning",
        /// The user is informed about the value.
        Info = "info",
    }
}

wire::object! {
    /// The result of a function that validates a value.
    ///
    /// ```
    /// use agent_ui_a2ui::{v1_0::ValidationResult, wire};
    ///
    /// let result: ValidationResult = wire::decode(r#"{"valid":false,"code":"TOO_SHORT","limit":3}"#)?;
    /// assert!(!result.valid && result.extra.get("limit").is_some());
    /// # Ok::<(), wire::DecodeError>(())
    /// ```
    ///
    /// Specification: [A2UI 1.0, `CheckRule` in the common types](https://github.com/a2ui-project/a2ui/blob/98606fe1a75f1a4f81afc07d43e482451eace295/specification/v1_0/json/common_types.json).
    pub struct ValidationResult {
        /// `true` if the value is valid.
        valid: bool,
        /// A machine-readable code of the violated rule.
        code?: Field<String>,
        /// An explanation for the user.
        message?: Field<String>,
        /// The severity of the result; `error` if absent.
        severity?: Field<ValidationSeverity>,
    }
}

/// The condition of a check: a binding, or a function call.
///
/// Specification: [A2UI 1.0, `CheckRule` in the common types](https://github.com/a2ui-project/a2ui/blob/98606fe1a75f1a4f81afc07d43e482451eace295/specification/v1_0/json/common_types.json).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CheckCondition {
    /// A binding to a value in the data model.
    Binding(DataBinding),
    /// A call of a function that returns the result.
    Call(FunctionCall),
}

impl From<DataBinding> for CheckCondition {
    fn from(binding: DataBinding) -> Self {
        Self::Binding(binding)
    }
}

impl From<FunctionCall> for CheckCondition {
    fn from(call: FunctionCall) -> Self {
        Self::Call(call)
    }
}

impl Wire for CheckCondition {
    fn read(reader: &mut Reader<'_>) -> ReadResult<Self> {
        match CALL.iter().any(|name| reader.peek_member(name).is_some()) {
            true => Wire::read(reader).map(Self::Call),
            false => Wire::read(reader).map(Self::Binding),
        }
    }

    fn write(&self, writer: &mut Writer) {
        match self {
            Self::Binding(value) => value.write(writer),
            Self::Call(value) => value.write(writer),
        }
    }
}

/// The members that distinguish calls.
const CALL: &[&str] = &["call", "@call"];

wire::hand_written! {
    CheckCondition,
    schema: |schemas| {
        let binding = schemas.schema_for::<DataBinding>();
        let call = schemas.schema_for::<FunctionCall>();
        let is_call: Vec<_> = CALL.iter().map(|name| wire::schema::json!({"required": [name]})).collect();
        wire::schema::json!({"type": "object", "if": {"anyOf": is_call}, "then": call, "else": binding})
    },
    generate: |level| {
        use wire::proptest::prelude::*;
        let no_call = |binding: &DataBinding| CALL.iter().all(|name| binding.extra().get(name).is_none());
        prop_oneof![
            DataBinding::strategy(level).prop_filter("no call", no_call).prop_map(Self::Binding),
            FunctionCall::strategy(level).prop_map(Self::Call),
        ]
        .boxed()
    },
}

impl Validate for CheckRule {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        let condition = at.member("condition");
        match &self.condition {
            CheckCondition::Binding(binding) => binding.findings(&condition, found),
            CheckCondition::Call(call) => call.findings(&condition, found),
        }
        rules::not_null(&self.message, "message", at, found);
        rules::reject_unknown(&self.extra, "a check", at, found);
    }
}
