//! Checks of inputs.

use super::{DataBinding, FunctionCall};
use crate::{
    catalog::{CatalogValue, Checker, Returns, tables::checked_objects},
    rules,
};
use wire::{Field, Finding, Payload, Pointer, Reader, Validate, Wire, Writer, decode::Read};

checked_objects! {
    /// What has to hold of an input. A check of the screen: it replaces none of the agent's own. A2UI 1.0, `CheckRule`.
    pub struct CheckRule {
        /// What has to be true, or valid.
        condition: CheckCondition,
        /// What is said if it is not; absent means what the [`ValidationResult`] says.
        message?: Field<String>,
    }
}

wire::word! {
    /// How bad it is that something is not valid. A2UI 1.0, `ValidationResult.severity`; absent means `error`.
    pub open enum ValidationSeverity {
        /// It has to be mended.
        Error = "error",
        /// It should be looked at.
        Warning = "warning",
        /// It is worth knowing.
        Info = "info",
    }
}

wire::object! {
    /// What a function returns that checks something. A2UI 1.0, `ValidationResult`.
    ///
    /// ```
    /// use agent_ui_a2ui::{v1_0::ValidationResult, wire};
    ///
    /// let result: ValidationResult = wire::decode(r#"{"valid":false,"code":"TOO_SHORT","limit":3}"#)?;
    /// assert!(!result.valid && result.extra.get("limit").is_some());
    /// # Ok::<(), wire::DecodeError>(())
    /// ```
    pub struct ValidationResult {
        /// Whether it is valid.
        valid: bool,
        /// Which rule was broken, for programs.
        code?: Field<String>,
        /// What is wrong, for people.
        message?: Field<String>,
        /// How bad it is; absent means `error`.
        severity?: Field<ValidationSeverity>,
    }
}

/// What a check asks: the value at a path, or what a function returns. A2UI 1.0, `CheckRule.condition`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CheckCondition {
    /// What stands somewhere in the data model.
    Binding(DataBinding),
    /// What a function returns.
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
    fn read(reader: &mut Reader<'_>) -> Read<Self> {
        match CALL.iter().any(|name| reader.member_ahead(name).is_some()) {
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

/// What only calls have.
const CALL: &[&str] = &["call", "@call"];

wire::hand_written! {
    CheckCondition,
    schema: |schemas| {
        let binding = schemas.of::<DataBinding>();
        let call = schemas.of::<FunctionCall>();
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

impl CatalogValue for CheckCondition {
    fn check(value: &Payload, at: &Pointer, checker: &mut Checker<'_>) {
        checker.dynamic(value, at, Returns::Boolean, |value, at, checker| {
            checker.wrong_type(value, at, "a binding or a call");
        });
    }
}

impl Validate for CheckRule {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        let condition = at.member("condition");
        match &self.condition {
            CheckCondition::Binding(binding) => binding.findings(&condition, found),
            CheckCondition::Call(call) => call.findings(&condition, found),
        }
        rules::not_null(&self.message, "message", at, found);
        rules::closed(&self.extra, "a check", at, found);
    }
}
