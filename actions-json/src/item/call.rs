//! `action_call` and `action_call_output`.

use super::{CallId, RuntimeId, RuntimeKey};
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
    pub struct ActionCall {
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
    pub struct ActionCallOutput {
        /// Which call.
        call_id: CallId,
        /// On which page.
        runtime_id: RuntimeId,
        /// Any JSON.
        output: Payload,
    }
}

impl Validate for ActionCall {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        check::object(at.member("arguments"), &self.arguments, found);
    }
}
