//! Calls of functions.

#[cfg(feature = "catalog")]
use crate::catalog::{self, CatalogFunction, CatalogValue, Checker, Returns};
use crate::rules;
#[cfg(feature = "catalog")]
use wire::{DecodeError, EncodeError};
use wire::{Field, Finding, Payload, Pointer, Validate};

wire::word! {
    /// What a function returns. A2UI 0.9, `FunctionCall.returnType`; absent means `boolean`.
    pub open enum ReturnType {
        /// A text.
        String = "string",
        /// A number.
        Number = "number",
        /// `true` or `false`.
        Boolean = "boolean",
        /// A list.
        Array = "array",
        /// An object.
        Object = "object",
        /// Anything.
        Any = "any",
        /// Nothing.
        Void = "void",
    }
}

wire::object! {
    /// Calls a function of the client by name. A2UI 0.9, `FunctionCall`.
    ///
    /// The functions of the basic catalog have [types for their arguments](super::basic):
    ///
    /// ```
    /// use agent_ui_a2ui::{v0_9::{DynamicNumber, FunctionCall, basic::FormatNumber}, wire};
    ///
    /// let call = FunctionCall::of(&FormatNumber::new(DynamicNumber::path("/n")).decimals(2))?;
    /// let text = r#"{"call":"formatNumber","args":{"value":{"path":"/n"},"decimals":2},"returnType":"string"}"#;
    /// assert_eq!(wire::encode(&call)?, text);
    /// assert_eq!(call.view::<FormatNumber>()?.value, DynamicNumber::path("/n"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub struct FunctionCall {
        /// The name of the function.
        call: String,
        /// Its arguments, an object: literals, bindings and calls by name.
        args?: Option<Payload>,
        /// What it returns.
        return_type as "returnType"?: Field<ReturnType>,
    }
}

#[cfg(feature = "catalog")]
impl FunctionCall {
    /// Calls a function with these arguments.
    ///
    /// # Errors
    /// If they do not serialize: an `extra` repeats a member, for example.
    pub fn of<T: CatalogFunction>(args: &T) -> Result<Self, EncodeError> {
        let args = Payload::of(args).map_err(|error| EncodeError::Value(error.to_string()))?;
        let call = Self::new(T::FUNCTION).args(args);
        Ok(match T::RETURNS {
            // Absent means this.
            Returns::Boolean => call,
            returns => call.return_type(returns.as_str()),
        })
    }

    /// The arguments, as those of one function.
    ///
    /// # Errors
    /// If another function is called, or the arguments are not those of this one; pointers count from the call.
    pub fn view<T: CatalogFunction>(&self) -> Result<T, DecodeError> {
        catalog::arguments(&self.call, "call", self.args.as_ref())
    }
}

impl Validate for FunctionCall {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        if let Some(args) = &self.args {
            rules::object(args, at.member("args"), found);
        }
        rules::not_null(&self.return_type, "returnType", at, found);
    }
}

/// A call whose result nobody looks at.
#[cfg(feature = "catalog")]
impl CatalogValue for FunctionCall {
    fn check(value: &Payload, at: &Pointer, checker: &mut Checker<'_>) {
        checker.call(value, at, None);
    }
}
