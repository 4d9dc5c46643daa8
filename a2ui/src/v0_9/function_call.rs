//! Function calls in the client.

#[cfg(feature = "catalog")]
use crate::catalog::{self, CatalogFunction, Returns};
use crate::rules;
#[cfg(feature = "catalog")]
use wire::{DecodeError, EncodeError};
use wire::{Field, Finding, Payload, Pointer, Validate};

wire::word! {
    /// The type of the value that a function returns; `boolean` if absent.
    ///
    /// Specification: [A2UI 0.9, `FunctionCall` in the common types](https://github.com/google/A2UI/blob/67a8f44d2651cc8ce19df1316e1e4dab3960c4a7/specification/v0_9/json/common_types.json).
    pub open enum ReturnType {
        /// The function returns a text.
        String = "string",
        /// The function returns a number.
        Number = "number",
        /// The function returns a boolean.
        Boolean = "boolean",
        /// The function returns a list.
        Array = "array",
        /// The function returns an object.
        Object = "object",
        /// The function can return any type.
        Any = "any",
        /// The function returns no value.
        Void = "void",
    }
}

wire::object! {
    /// A call of a client function by name.
    ///
    /// The functions of the basic catalog have [typed arguments](super::basic):
    ///
    /// ```
    /// # #[cfg(feature = "catalog")] {
    /// use agent_ui_a2ui::{v0_9::{DynamicNumber, FunctionCall, basic::FormatNumber}, wire};
    ///
    /// let call = FunctionCall::of(&FormatNumber::new(DynamicNumber::path("/n")).decimals(2))?;
    /// let text = r#"{"call":"formatNumber","args":{"value":{"path":"/n"},"decimals":2},"returnType":"string"}"#;
    /// assert_eq!(wire::encode(&call)?, text);
    /// assert_eq!(call.view::<FormatNumber>()?.value, DynamicNumber::path("/n"));
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Specification: [A2UI 0.9, Registered functions](https://github.com/a2ui-project/a2ui/blob/4e6e1fdc4947c23a7f5d798edd70fe36c78cc4ba/specification/v0_9/docs/a2ui_protocol.md#registered-functions).
    pub struct FunctionCall {
        /// The name of the function.
        call: String,
        /// The arguments by name: an object of literals, bindings and calls.
        args?: Option<Payload>,
        /// The type of the returned value.
        return_type as "returnType"?: Field<ReturnType>,
    }
}

#[cfg(feature = "catalog")]
impl FunctionCall {
    /// Creates a call from typed arguments.
    ///
    /// # Errors
    /// Returns an error if the arguments do not serialize, for example because `extra` repeats a member.
    pub fn of<T: CatalogFunction>(args: &T) -> Result<Self, EncodeError> {
        let args = Payload::encode(args).map_err(|error| EncodeError::Value(error.to_string()))?;
        let call = Self::new(T::FUNCTION).args(args);
        Ok(match T::RETURNS {
            // An absent return type means boolean.
            Returns::Boolean => call,
            returns => call.return_type(returns.as_str()),
        })
    }

    /// Decodes the arguments of the function `T`.
    ///
    /// # Errors
    /// Returns an error if another function is called, or if the arguments do not decode. The pointer is relative to
    /// the call.
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
