//! What a component does when it is used.

use super::{AtFunctionCall, PlainFunctionCall};
use super::{DynamicString, DynamicValue, FunctionCall};
use crate::{
    Notation,
    catalog::{self, CatalogFunction, CatalogValue, Checker, Members},
    rules,
};
use wire::{DecodeError, EncodeError, Field, Finding, Payload, Pointer, Validate};

wire::object! {
    /// Tells the agent. A2UI 1.0, `Action.event`.
    pub struct Event {
        /// The name of the action that is sent.
        name: String,
        /// What the user says by it, as the agent and the user read it.
        user_message as "userMessage"?: Field<DynamicString>,
        /// What is sent along, an object: a [`DynamicValue`] a member.
        context?: Option<Payload>,
    }
}

catalog::action::context!(Event, DynamicValue);

wire::keyed! {
    /// What a component does when it is used: an event for the agent, or a call. A2UI 1.0, `Action`.
    pub struct Action {}
    /// What is done.
    pub enum ActionBody {
        /// The agent is told.
        "event" Event(Event),
        /// A function is called.
        "functionCall" FunctionCall(FunctionCall),
    }
}

impl Validate for Event {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        rules::not_null(&self.user_message, "userMessage", at, found);
        if let Some(context) = &self.context {
            rules::object(context, at.member("context"), found);
        }
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
        members.member::<Field<DynamicString>>("userMessage", false, &[], checker);
        members.member::<catalog::action::Context<DynamicValue>>("context", false, &[], checker);
        members.close(checker);
    }
}

impl CatalogValue for Action {
    fn check(value: &Payload, at: &Pointer, checker: &mut Checker<'_>) {
        catalog::action::action::<Event>(value, at, checker);
    }
}

impl FunctionCall {
    /// Calls a function with these arguments, in a notation: with `@`, if it [marks values](Notation::has_marked_values).
    ///
    /// ```
    /// use agent_ui_a2ui::{Notation, v1_0::{DynamicString, FunctionCall, basic::OpenUrl}, wire};
    ///
    /// let url = DynamicString::binding(Notation::At, "/url");
    /// let call = FunctionCall::of(Notation::At, &OpenUrl::new(url))?;
    /// assert_eq!(wire::encode(&call)?, r#"{"@call":"openUrl","args":{"url":{"@path":"/url"}}}"#);
    /// assert!(call.view::<OpenUrl>().is_ok());
    /// # Ok::<(), wire::EncodeError>(())
    /// ```
    ///
    /// # Errors
    /// If they do not serialize: an `extra` repeats a member, for example.
    pub fn of<T: CatalogFunction>(notation: Notation, args: &T) -> Result<Self, EncodeError> {
        let args = Payload::of(args).map_err(|error| EncodeError::Value(error.to_string()))?;
        Ok(match notation {
            notation if notation.has_marked_values() => AtFunctionCall::new(T::FUNCTION).args(args).into(),
            _ => PlainFunctionCall::new(T::FUNCTION).args(args).into(),
        })
    }

    /// The arguments, as those of one function.
    ///
    /// # Errors
    /// If another function is called, or the arguments are not those of this one; pointers count from the call.
    pub fn view<T: CatalogFunction>(&self) -> Result<T, DecodeError> {
        let name = if self.notation().has_marked_values() { "@call" } else { "call" };
        catalog::arguments(self.name(), name, self.args())
    }
}
