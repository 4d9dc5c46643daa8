//! Actions of components.

use super::FunctionCall;
use crate::{
    catalog::{self, CatalogFunction, Returns},
    rules,
    v0_9::DynamicValue,
};
use wire::{DecodeError, EncodeError, Field, Finding, Payload, Pointer, Validate};

wire::object! {
    /// An event that is sent to the agent when the user activates a component. The client can request a response.
    ///
    /// Specification: [A2UI 1.0 of June 2026, Server actions](https://github.com/a2ui-project/a2ui/blob/aa4f52a8639352acebcbe5c4a67a0b4e4a3b0526/specification/v1_0/docs/a2ui_protocol.md#server-actions).
    pub struct Event {
        /// The name of the action.
        name: String,
        /// The values that are sent with the event: an object whose members are [`DynamicValue`]s.
        context?: Option<Payload>,
        /// `true` if the client expects a response; `false` if absent.
        want_response as "wantResponse"?: Field<bool>,
        /// The place in the data model where the response is stored, as a JSON Pointer.
        response_path as "responsePath"?: Field<String>,
    }
}

catalog::action::context!(Event, DynamicValue);

wire::keyed! {
    /// The action of a component: an event for the agent, or a function call in the client.
    ///
    /// Specification: [A2UI 1.0 of June 2026, Defining actions](https://github.com/a2ui-project/a2ui/blob/aa4f52a8639352acebcbe5c4a67a0b4e4a3b0526/specification/v1_0/docs/a2ui_protocol.md#defining-actions).
    pub struct Action {}
    /// The content of an action, by its key.
    pub enum ActionBody {
        /// Sends an event to the agent.
        "event" Event(Event),
        /// Calls a function in the client without informing the agent.
        "functionCall" FunctionCall(FunctionCall),
    }
}

impl Validate for Event {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        if let Some(context) = &self.context {
            rules::object(context, at.member("context"), found);
        }
        rules::not_null(&self.want_response, "wantResponse", at, found);
        rules::not_null(&self.response_path, "responsePath", at, found);
        rules::data_path(
            &self.response_path,
            crate::Version::V0_10,
            at.member("responsePath"),
            found,
        );
        rules::reject_unknown(&self.extra, "an event", at, found);
    }
}

impl Validate for Action {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        rules::reject_unknown(&self.extra, "an action", at, found);
        let at = at.member(self.key());
        match &self.body {
            ActionBody::Event(event) => event.findings(&at, found),
            ActionBody::FunctionCall(call) => call.findings(&at, found),
        }
    }
}

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
