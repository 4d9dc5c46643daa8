//! Actions of components.

use super::{AtFunctionCall, PlainFunctionCall};
use super::{DynamicString, DynamicValue, FunctionCall};
use crate::{
    Notation,
    catalog::{self, CatalogFunction},
    rules,
};
use wire::{DecodeError, EncodeError, Field, Finding, Payload, Pointer, Validate};

wire::object! {
    /// An event that is sent to the agent when the user activates a component.
    ///
    /// Specification: [A2UI 1.0, Defining actions](https://github.com/a2ui-project/a2ui/blob/05eabdaeffd6dfce2e2fc226d6b8acadf53545e4/specification/v1_0/docs/a2ui_protocol.md#defining-actions).
    pub struct Event {
        /// The name of the action.
        name: String,
        /// A text that represents the action in the conversation between user and agent.
        user_message as "userMessage"?: Field<DynamicString>,
        /// The values that are sent with the event: an object whose members are [`DynamicValue`]s.
        context?: Option<Payload>,
    }
}

catalog::action::context!(Event, DynamicValue);

wire::keyed! {
    /// The action of a component: an event for the agent, or a function call.
    ///
    /// Specification: [A2UI 1.0, Defining actions](https://github.com/a2ui-project/a2ui/blob/05eabdaeffd6dfce2e2fc226d6b8acadf53545e4/specification/v1_0/docs/a2ui_protocol.md#defining-actions).
    pub struct Action {}
    /// The content of an action, by its key.
    pub enum ActionBody {
        /// Sends an event to the agent.
        "event" Event(Event),
        /// Calls a function of the renderer or the agent.
        "functionCall" FunctionCall(FunctionCall),
    }
}

impl Validate for Event {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        rules::not_null(&self.user_message, "userMessage", at, found);
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

impl FunctionCall {
    /// Creates a call from typed arguments. The call is written with `@` if the notation [marks
    /// values](Notation::has_marked_values).
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
    /// Returns an error if the arguments do not serialize, for example because `extra` repeats a member.
    pub fn of<T: CatalogFunction>(notation: Notation, args: &T) -> Result<Self, EncodeError> {
        let args = Payload::encode(args).map_err(|error| EncodeError::Value(error.to_string()))?;
        Ok(match notation {
            notation if notation.has_marked_values() => {
                AtFunctionCall::new(T::FUNCTION).args(args).into()
            }
            _ => PlainFunctionCall::new(T::FUNCTION).args(args).into(),
        })
    }

    /// Decodes the arguments of the function `T`.
    ///
    /// # Errors
    /// Returns an error if another function is called, or if the arguments do not decode. The pointer is relative to
    /// the call.
    pub fn view<T: CatalogFunction>(&self) -> Result<T, DecodeError> {
        let name = if self.notation().has_marked_values() {
            "@call"
        } else {
            "call"
        };
        catalog::arguments(self.name(), name, self.args())
    }
}
