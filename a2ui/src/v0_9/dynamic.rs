//! Values that can be bound to the data model or computed.

use super::FunctionCall;
use crate::{
    dynamic::{dynamic, dynamic_value, literals},
    rules,
};
use wire::{Extra, Finding, Number, Payload, Pointer, Validate};

wire::object! {
    /// A binding to the value at a path of the data model.
    ///
    /// Specification: [A2UI 0.9, Path resolution and scope](https://github.com/a2ui-project/a2ui/blob/4e6e1fdc4947c23a7f5d798edd70fe36c78cc4ba/specification/v0_9/docs/a2ui_protocol.md#path-resolution--scope).
    pub struct DataBinding {
        /// A JSON Pointer. A pointer without a leading `/` is relative to the current item of a template.
        path: String,
    }
}

impl DataBinding {
    /// Creates a binding to a path.
    pub fn path(path: impl Into<String>) -> Self {
        Self::new(path)
    }

    #[allow(dead_code, reason = "generators use it")]
    pub(crate) fn extra(&self) -> &Extra {
        &self.extra
    }

    #[allow(dead_code, reason = "generators use it")]
    pub(crate) fn extra_mut(&mut self) -> &mut Extra {
        &mut self.extra
    }
}

impl Validate for DataBinding {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        rules::reject_unknown(&self.extra, "a binding", at, found);
    }
}

/// The member that distinguishes calls.
const CALL: &[&str] = &["call"];

dynamic! {
    /// A text: a literal string, a [`DataBinding`] or a [`FunctionCall`].
    ///
    /// ```
    /// use agent_ui_a2ui::{v0_9::DynamicString, wire};
    ///
    /// assert_eq!(wire::decode::<DynamicString>("\"a\"")?, "a".into());
    /// assert_eq!(wire::decode::<DynamicString>(r#"{"path":"/n"}"#)?, DynamicString::path("/n"));
    /// assert_eq!(wire::decode::<DynamicString>("5").unwrap_err().rule.as_str(), "type");
    /// # Ok::<(), wire::DecodeError>(())
    /// ```
    ///
    /// Specification: [A2UI 0.9, Common types](https://github.com/a2ui-project/a2ui/blob/4e6e1fdc4947c23a7f5d798edd70fe36c78cc4ba/specification/v0_9/docs/a2ui_protocol.md#common-types).
    pub enum DynamicString of String;
    /// A number: a literal, a [`DataBinding`] or a [`FunctionCall`].
    ///
    /// Specification: [A2UI 0.9, Common types](https://github.com/a2ui-project/a2ui/blob/4e6e1fdc4947c23a7f5d798edd70fe36c78cc4ba/specification/v0_9/docs/a2ui_protocol.md#common-types).
    pub enum DynamicNumber of Number;
    /// A boolean: a literal, a [`DataBinding`] or a [`FunctionCall`].
    ///
    /// Specification: [A2UI 0.9, Common types](https://github.com/a2ui-project/a2ui/blob/4e6e1fdc4947c23a7f5d798edd70fe36c78cc4ba/specification/v0_9/docs/a2ui_protocol.md#common-types).
    pub enum DynamicBoolean of bool;
    /// A list of strings: a literal, a [`DataBinding`] or a [`FunctionCall`].
    ///
    /// Specification: [A2UI 0.9, Common types](https://github.com/a2ui-project/a2ui/blob/4e6e1fdc4947c23a7f5d798edd70fe36c78cc4ba/specification/v0_9/docs/a2ui_protocol.md#common-types).
    pub enum DynamicStringList of Vec<String>;
}

literals! {
    DynamicString of &str, String;
    DynamicNumber of Number, i32, i64, u32, u64;
    DynamicBoolean of bool;
    DynamicStringList of Vec<String>;
}

impl From<DynamicValue> for Argument {
    fn from(value: DynamicValue) -> Self {
        match value {
            DynamicValue::Literal(literal) => Self::Literal(literal),
            DynamicValue::Binding(binding) => Self::Binding(binding),
            DynamicValue::Call(call) => Self::Call(call),
        }
    }
}

fn as_call(payload: &Payload) -> Option<FunctionCall> {
    if !payload.is_object() {
        return None;
    }
    payload.decode().ok()
}

fn as_binding(payload: &Payload) -> Option<DataBinding> {
    if !payload.is_object() {
        return None;
    }
    let binding: DataBinding = payload.decode().ok()?;
    // An object with other members is a literal that happens to have this member.
    if binding.extra.is_empty() {
        Some(binding)
    } else {
        None
    }
}

dynamic_value! {
    /// A value of any type: a literal, a [`DataBinding`] or a [`FunctionCall`]. An object of any other form is kept
    /// as a literal, although the specification does not allow it.
    ///
    /// ```
    /// use agent_ui_a2ui::{v0_9::DynamicValue, wire};
    ///
    /// assert_eq!(wire::decode::<DynamicValue>(r#"{"path":"/n"}"#)?, DynamicValue::path("/n"));
    /// let value: DynamicValue = wire::decode(r#"{"path":"/n","unit":"kg"}"#)?;
    /// assert!(matches!(value, DynamicValue::Literal(_)));
    /// # Ok::<(), wire::DecodeError>(())
    /// ```
    ///
    /// Specification: [A2UI 0.9, `DynamicValue` in the common types](https://github.com/google/A2UI/blob/67a8f44d2651cc8ce19df1316e1e4dab3960c4a7/specification/v0_9/json/common_types.json).
    pub enum DynamicValue;
    /// An argument of a function: a [`DynamicValue`] or a literal object.
    ///
    /// Specification: [A2UI 0.9, `FunctionCall` in the common types](https://github.com/google/A2UI/blob/67a8f44d2651cc8ce19df1316e1e4dab3960c4a7/specification/v0_9/json/common_types.json).
    pub enum Argument;
}
