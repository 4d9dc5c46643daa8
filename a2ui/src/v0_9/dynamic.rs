//! Values that may be bound to the data model or computed.

use super::FunctionCall;
use crate::{
    catalog::{self, CatalogValue, Checker, Members},
    dynamic::{dynamic, dynamic_value, literals},
    rules,
};
use wire::{Extra, Finding, Number, Payload, Pointer, Validate};

wire::object! {
    /// Stands for what the data model holds at a path. A2UI 0.9, `DataBinding`.
    pub struct DataBinding {
        /// A JSON Pointer; without `/` in front it counts from the item of the template in which it stands.
        path: String,
    }
}

impl DataBinding {
    /// Binds to a path.
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
        rules::closed(&self.extra, "a binding", at, found);
    }
}

impl CatalogValue for DataBinding {
    fn check(value: &Payload, at: &Pointer, checker: &mut Checker<'_>) {
        let Some(mut members) = Members::of(value, at, "DataBinding", checker) else { return };
        members.member::<String>("path", true, &[&catalog::data_path], checker);
        members.close(checker);
    }
}

/// What only calls have.
const CALL: &[&str] = &["call"];

dynamic! {
    /// A text: a string, a [`DataBinding`] or a [`FunctionCall`]. A2UI 0.9, `DynamicString`.
    ///
    /// ```
    /// use agent_ui_a2ui::{v0_9::DynamicString, wire};
    ///
    /// assert_eq!(wire::decode::<DynamicString>("\"a\"")?, "a".into());
    /// assert_eq!(wire::decode::<DynamicString>(r#"{"path":"/n"}"#)?, DynamicString::path("/n"));
    /// assert_eq!(wire::decode::<DynamicString>("5").unwrap_err().rule.as_str(), "type");
    /// # Ok::<(), wire::DecodeError>(())
    /// ```
    pub enum DynamicString of String, returns String;
    /// A number: a literal, a [`DataBinding`] or a [`FunctionCall`]. A2UI 0.9, `DynamicNumber`.
    pub enum DynamicNumber of Number, returns Number;
    /// `true` or `false`: a literal, a [`DataBinding`] or a [`FunctionCall`]. A2UI 0.9, `DynamicBoolean`.
    pub enum DynamicBoolean of bool, returns Boolean;
    /// A list of strings: a literal, a [`DataBinding`] or a [`FunctionCall`]. A2UI 0.9, `DynamicStringList`.
    pub enum DynamicStringList of Vec<String>, returns Array;
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
    payload.is_object().then(|| payload.decode().ok())?
}

fn as_binding(payload: &Payload) -> Option<DataBinding> {
    let binding: DataBinding = payload.is_object().then(|| payload.decode().ok())??;
    binding.extra.is_empty().then_some(binding)
}

dynamic_value! {
    /// A value of any type: a literal, a [`DataBinding`] or a [`FunctionCall`]. An object with other members than these is
    /// kept as a literal, which the specification does not allow. A2UI 0.9, `DynamicValue`.
    ///
    /// ```
    /// use agent_ui_a2ui::{v0_9::DynamicValue, wire};
    ///
    /// assert_eq!(wire::decode::<DynamicValue>(r#"{"path":"/n"}"#)?, DynamicValue::path("/n"));
    /// let value: DynamicValue = wire::decode(r#"{"path":"/n","unit":"kg"}"#)?;
    /// assert!(matches!(value, DynamicValue::Literal(_)));
    /// # Ok::<(), wire::DecodeError>(())
    /// ```
    pub enum DynamicValue in Value;
    /// An argument of a function: a [`DynamicValue`] or a literal object. A2UI 0.9, `FunctionCall.args`.
    pub enum Argument in Argument;
}
