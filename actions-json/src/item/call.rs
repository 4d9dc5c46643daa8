//! The items `action_call` and `action_call_output`.

use super::{ActionError, CallId, ErrorCode, ErrorDetails, RuntimeId, RuntimeKey};
use crate::check;
use wire::{Field, Finding, Number, Payload, Pointer, Validate};

wire::object! {
    /// The page that a call is addressed to.
    ///
    /// Specification: [`action_call`](https://github.com/yaniv256/actions.json/blob/1546fec74222bb5a3b4b319ad7d2b92db32ec3b1/docs/actions-bridge-protocol.md#action_call).
    pub struct CallTarget {
        /// The id of the connected page.
        runtime_id?: Field<RuntimeId>,
        /// The id of the page across its connections.
        runtime_key?: Field<RuntimeKey>,
    }

    /// A call of a tool by the agent.
    ///
    /// Specification: [`action_call`](https://github.com/yaniv256/actions.json/blob/1546fec74222bb5a3b4b319ad7d2b92db32ec3b1/docs/actions-bridge-protocol.md#action_call).
    pub struct ActionCall by "type" = "action_call" {
        /// The id of the call.
        call_id: CallId,
        /// The page to call, if it is known.
        runtime_id?: Field<RuntimeId>,
        /// The name of the tool.
        name: String,
        /// The arguments, an object that matches the tool's `input_schema`.
        arguments: Payload,
        /// The page to call.
        target?: Field<CallTarget>,
        /// A part of the page's address.
        target_url_contains?: Field<String>,
        /// A part of the page's title.
        target_title_contains?: Field<String>,
        /// The timeout in milliseconds.
        timeout_ms?: Field<Number>,
    }

    /// The output of a successful call.
    ///
    /// Specification: [`action_call_output`](https://github.com/yaniv256/actions.json/blob/1546fec74222bb5a3b4b319ad7d2b92db32ec3b1/docs/actions-bridge-protocol.md#action_call_output).
    pub struct ActionCallOutput by "type" = "action_call_output" {
        /// The id of the call.
        call_id: CallId,
        /// The page that executed the call.
        runtime_id: RuntimeId,
        /// The output of the tool, any JSON value.
        output: Payload,
    }
}

impl ActionCall {
    /// Returns the runtime that the call names. `runtime_id` takes precedence over `target`.
    pub fn runtime_named(&self) -> Option<&RuntimeId> {
        self.runtime_id
            .get()
            .or_else(|| self.target.get()?.runtime_id.get())
    }

    /// Creates the output of this call, sent by the runtime that executed it.
    ///
    /// ```
    /// use agent_ui_actions_json::{item::{ActionCall, ErrorCode}, wire};
    ///
    /// let call = ActionCall::new("c1", "cart.add", wire::Payload::empty_object());
    /// assert_eq!(call.output("rt1", wire::Payload::null()).call_id, "c1");
    /// let error = call.error(ErrorCode::UnknownAction, "The tool is unknown.");
    /// assert_eq!(error.call_id.get(), Some(&call.call_id));
    /// ```
    pub fn output(&self, runtime_id: impl Into<RuntimeId>, output: Payload) -> ActionCallOutput {
        ActionCallOutput::new(self.call_id.clone(), runtime_id, output)
    }

    /// Creates an error for this call, with the runtime that the call names.
    pub fn error(&self, code: ErrorCode, message: impl Into<String>) -> ActionError {
        let error =
            ActionError::new(ErrorDetails::new(code, message)).call_id(self.call_id.clone());
        match self.runtime_named() {
            Some(runtime_id) => error.runtime_id(runtime_id.clone()),
            None => error,
        }
    }
}

impl Validate for ActionCall {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        check::object(at.member("arguments"), &self.arguments, found);
    }
}
