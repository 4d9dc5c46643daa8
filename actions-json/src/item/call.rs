//! `action_call` and `action_call_output`.

use super::{ActionError, CallId, ErrorCode, ErrorDetails, RuntimeId, RuntimeKey};
use crate::check;
use wire::{Field, Finding, Number, Payload, Pointer, Validate};

wire::object! {
    /// Which page a call is for. actions.json v1, `action_call`.
    pub struct CallTarget {
        /// That page.
        runtime_id?: Field<RuntimeId>,
        /// That page across its connections.
        runtime_key?: Field<RuntimeKey>,
    }

    /// The agent wants something done. actions.json v1, `action_call`.
    pub struct ActionCall by "type" = "action_call" {
        /// Which call.
        call_id: CallId,
        /// The page, if it is known.
        runtime_id?: Field<RuntimeId>,
        /// The tool.
        name: String,
        /// The object that the tool's `input_schema` describes.
        arguments: Payload,
        /// Which page.
        target?: Field<CallTarget>,
        /// A part of the page's address.
        target_url_contains?: Field<String>,
        /// A part of the page's title.
        target_title_contains?: Field<String>,
        /// How long to wait, in milliseconds.
        timeout_ms?: Field<Number>,
    }

    /// What came of a call. actions.json v1, `action_call_output`.
    pub struct ActionCallOutput by "type" = "action_call_output" {
        /// Which call.
        call_id: CallId,
        /// On which page.
        runtime_id: RuntimeId,
        /// Any JSON.
        output: Payload,
    }
}

impl ActionCall {
    /// The runtime that it names, in either place; where both do, the first.
    pub fn runtime_named(&self) -> Option<&RuntimeId> {
        self.runtime_id.get().or_else(|| self.target.get()?.runtime_id.get())
    }

    /// Its output, from the runtime that carried it out.
    ///
    /// ```
    /// # use agent_ui_actions_json as actions_json;
    /// use actions_json::item::{ActionCall, ErrorCode};
    ///
    /// let call = ActionCall::new("c1", "cart.add", wire::Payload::empty_object());
    /// assert_eq!(call.output("rt1", wire::Payload::null()).call_id, "c1");
    /// let error = call.error(ErrorCode::UnknownAction, "There is no such tool.");
    /// assert_eq!(error.call_id.get(), Some(&call.call_id));
    /// ```
    pub fn output(&self, runtime_id: impl Into<RuntimeId>, output: Payload) -> ActionCallOutput {
        ActionCallOutput::new(self.call_id.clone(), runtime_id, output)
    }

    /// What went wrong with it. The runtime is the one that it names, if it names one.
    pub fn error(&self, code: ErrorCode, message: impl Into<String>) -> ActionError {
        let error = ActionError::new(ErrorDetails::new(code, message)).call_id(self.call_id.clone());
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
