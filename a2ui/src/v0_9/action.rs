//! What a component does when it is used.

use super::{DynamicValue, FunctionCall};
use crate::{
    catalog::{self, CatalogValue, Checker, Members},
    rules,
};
use wire::{Finding, Payload, Pointer, Validate};

wire::object! {
    /// Tells the agent. A2UI 0.9, `Action.event`.
    ///
    /// ```
    /// use agent_ui_a2ui::{v0_9::{Action, DynamicValue, Event}, wire};
    ///
    /// let event = Event::new("go").bind("n", DynamicValue::path("/n"))?.bind("unit", "kg")?;
    /// let text = r#"{"event":{"name":"go","context":{"n":{"path":"/n"},"unit":"kg"}}}"#;
    /// assert_eq!(wire::encode(&Action::new(event))?, text);
    /// # Ok::<(), wire::EncodeError>(())
    /// ```
    pub struct Event {
        /// The name of the action that is sent.
        name: String,
        /// What is sent along, an object: a [`DynamicValue`] a member.
        context?: Option<Payload>,
    }
}

catalog::action::context!(Event, DynamicValue);

wire::keyed! {
    /// What a component does when it is used: an event for the agent, or a call in the client. A2UI 0.9, `Action`.
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
        members.close(checker);
    }
}

impl CatalogValue for Action {
    fn check(value: &Payload, at: &Pointer, checker: &mut Checker<'_>) {
        catalog::action::action::<Event>(value, at, checker);
    }
}
