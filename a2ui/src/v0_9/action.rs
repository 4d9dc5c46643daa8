//! Actions of components.

use super::{DynamicValue, FunctionCall};
use crate::{catalog, rules};
use wire::{Finding, Payload, Pointer, Validate};

wire::object! {
    /// An event that is sent to the agent when the user activates a component.
    ///
    /// ```
    /// use agent_ui_a2ui::{v0_9::{Action, DynamicValue, Event}, wire};
    ///
    /// let event = Event::new("go").bind("n", DynamicValue::path("/n"))?.bind("unit", "kg")?;
    /// let text = r#"{"event":{"name":"go","context":{"n":{"path":"/n"},"unit":"kg"}}}"#;
    /// assert_eq!(wire::encode(&Action::new(event))?, text);
    /// # Ok::<(), wire::EncodeError>(())
    /// ```
    ///
    /// Specification: [A2UI 0.9, Server actions](https://github.com/a2ui-project/a2ui/blob/4e6e1fdc4947c23a7f5d798edd70fe36c78cc4ba/specification/v0_9/docs/a2ui_protocol.md#server-actions).
    pub struct Event {
        /// The name of the action.
        name: String,
        /// The values that are sent with the event: an object whose members are [`DynamicValue`]s.
        context?: Option<Payload>,
    }
}

catalog::action::context!(Event, DynamicValue);

wire::keyed! {
    /// The action of a component: an event for the agent, or a function call in the client.
    ///
    /// Specification: [A2UI 0.9, Defining actions](https://github.com/a2ui-project/a2ui/blob/4e6e1fdc4947c23a7f5d798edd70fe36c78cc4ba/specification/v0_9/docs/a2ui_protocol.md#defining-actions).
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
