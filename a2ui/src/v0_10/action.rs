//! What a component does when it is used.

use super::FunctionCall;
use crate::{
    catalog::{self, CatalogFunction, CatalogValue, Checker, Members, Returns, data_path},
    rules,
    v0_9::DynamicValue,
};
use wire::{DecodeError, EncodeError, Field, Finding, Payload, Pointer, Validate};

wire::object! {
    /// Tells the agent, and may wait for its answer. A2UI 0.10, `Action.event`.
    pub struct Event {
        /// The name of the action that is sent.
        name: String,
        /// What is sent along, an object: a [`DynamicValue`] a member.
        context?: Option<Payload>,
        /// Whether the client wants an answer; absent means no.
        want_response as "wantResponse"?: Field<bool>,
        /// Where the answer is put in the data model: a JSON Pointer.
        response_path as "responsePath"?: Field<String>,
    }
}

catalog::action::context!(Event, DynamicValue);

wire::keyed! {
    /// What a component does when it is used: an event for the agent, or a call in the client. A2UI 0.10, `Action`.
    pub struct Action {}
    /// What is done.
    pub enum ActionBody {
        /// The agent is told.
        "event" Event(Event),
        /// A function is called, and the agent is not told.
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
        rules::data_path(&self.response_path, crate::Version::V0_10, at.member("responsePath"), found);
        rules::closed(&self.extra, "an event", at, found);
    }
}

impl Validate for Action {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        rules::closed(&self.extra, "an action", at, found);
        let at = at.member(self.key());
        match &self.body {
            ActionBody::Event(event) => event.findings(&at, found),
            ActionBody::FunctionCall(call) => call.findings(&at, found),
        }
    }
}

impl CatalogValue for Event {
    fn check(value: &Payload, at: &Pointer, checker: &mut Checker<'_>) {
        let Some(mut members) = Members::of(value, at, "Event", checker) else { return };
        members.member::<String>("name", true, &[], checker);
        members.member::<catalog::action::Context<DynamicValue>>("context", false, &[], checker);
        members.member::<Field<bool>>("wantResponse", false, &[], checker);
        members.member::<Field<String>>("responsePath", false, &[&data_path], checker);
        members.close(checker);
    }
}

impl CatalogValue for Action {
    fn check(value: &Payload, at: &Pointer, checker: &mut Checker<'_>) {
        catalog::action::action::<Event>(value, at, checker);
    }
}

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
