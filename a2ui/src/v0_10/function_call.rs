//! Calls of functions.

use crate::rules;
use wire::{Field, Finding, Payload, Pointer, Validate};

wire::word! {
    /// What a function returns. A2UI 0.10, `FunctionCall.returnType`; absent means `boolean`.
    pub open enum ReturnType {
        /// A list.
        Array = "array",
        /// `true` or `false`.
        Boolean = "boolean",
        /// A number.
        Number = "number",
        /// An object.
        Object = "object",
        /// A text.
        String = "string",
        /// Nothing.
        Void = "void",
    }
}

wire::word! {
    /// Who may call a function. A2UI 0.10, `FunctionCall.callableFrom`; absent means `clientOnly`.
    pub open enum CallableFrom {
        /// Components only.
        ClientOnly = "clientOnly",
        /// The agent only.
        RemoteOnly = "remoteOnly",
        /// Either.
        ClientOrRemote = "clientOrRemote",
    }
}

wire::object! {
    /// Calls a function of the client by name. A2UI 0.10, `FunctionCall`.
    ///
    /// ```
    /// use agent_ui_a2ui::{v0_10::{CallableFrom, FunctionCall}, wire};
    ///
    /// let call: FunctionCall = wire::decode(r#"{"call":"openUrl","callableFrom":"clientOrRemote"}"#)?;
    /// assert_eq!(call.callable_from.get(), Some(&CallableFrom::ClientOrRemote));
    /// # Ok::<(), wire::DecodeError>(())
    /// ```
    pub struct FunctionCall {
        /// The name of the function.
        call: String,
        /// Its arguments, an object: literals, bindings and calls by name.
        args?: Option<Payload>,
        /// What it returns.
        return_type as "returnType"?: Field<ReturnType>,
        /// Who may call it.
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
