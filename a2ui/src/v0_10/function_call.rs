//! Function calls in the client.

use crate::rules;
use wire::{Field, Finding, Payload, Pointer, Validate};

wire::word! {
    /// The type of the value that a function returns; `boolean` if absent.
    ///
    /// Specification: [A2UI 0.10, `FunctionCall` in the common types](https://github.com/google/A2UI/blob/739bfb03f651543321c516ca4b5ff6107774cc9e/specification/v0_10/json/common_types.json).
    pub open enum ReturnType {
        /// The function returns a list.
        Array = "array",
        /// The function returns a boolean.
        Boolean = "boolean",
        /// The function returns a number.
        Number = "number",
        /// The function returns an object.
        Object = "object",
        /// The function returns a text.
        String = "string",
        /// The function returns no value.
        Void = "void",
    }
}

wire::word! {
    /// The permitted callers of a function; `clientOnly` if absent.
    ///
    /// Specification: [A2UI 1.0 of June 2026, `callFunction`](https://github.com/a2ui-project/a2ui/blob/aa4f52a8639352acebcbe5c4a67a0b4e4a3b0526/specification/v1_0/docs/a2ui_protocol.md#callfunction).
    pub open enum CallableFrom {
        /// Only components can call the function.
        ClientOnly = "clientOnly",
        /// Only the agent can call the function.
        RemoteOnly = "remoteOnly",
        /// Components and the agent can call the function.
        ClientOrRemote = "clientOrRemote",
    }
}

wire::object! {
    /// A call of a client function by name.
    ///
    /// ```
    /// use agent_ui_a2ui::{v0_10::{CallableFrom, FunctionCall}, wire};
    ///
    /// let call: FunctionCall = wire::decode(r#"{"call":"openUrl","callableFrom":"clientOrRemote"}"#)?;
    /// assert_eq!(call.callable_from.get(), Some(&CallableFrom::ClientOrRemote));
    /// # Ok::<(), wire::DecodeError>(())
    /// ```
    ///
    /// Specification: [A2UI 1.0 of June 2026, `callFunction`](https://github.com/a2ui-project/a2ui/blob/aa4f52a8639352acebcbe5c4a67a0b4e4a3b0526/specification/v1_0/docs/a2ui_protocol.md#callfunction).
    pub struct FunctionCall {
        /// The name of the function.
        call: String,
        /// The arguments by name: an object of literals, bindings and calls.
        args?: Option<Payload>,
        /// The type of the returned value.
        return_type as "returnType"?: Field<ReturnType>,
        /// The permitted callers of the function.
        callable_from as "callableFrom"?: Field<CallableFrom>,
    }
}

impl Validate for FunctionCall {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        if let Some(args) = &self.args {
            rules::object(args, at.member("args"), found);
        }
        rules::not_null(&self.return_type, "returnType", at, found);
        rules::not_null(&self.callable_from, "callableFrom", at, found);
    }
}
