//! What a component declares to be sent.

use super::{ActionError, ClientAction, Surface};
use crate::expression::{Call, EvaluationError, Functions, Host, Scope};
use std::fmt;
use wire::{Payload, Pointer};

/// The event that a component declares, as it would be sent now.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DeclaredEvent {
    /// Its name.
    pub name: String,
    /// Its context, an object: bindings are replaced by what the data model holds. A member whose binding leads nowhere is
    /// left out.
    pub context: Payload,
}

/// Why a component has no event that could be sent.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EventError {
    /// The surface has no component of that id.
    UnknownComponent,
    /// The component declares no action.
    Undeclared,
    /// The action calls a function in the client; nothing is sent.
    FunctionCall,
    /// The context holds a function call, whose result only the client knows.
    ContextCall {
        /// Where in the component.
        pointer: Pointer,
    },
    /// The action is none that its version knows.
    Malformed {
        /// Where in the component.
        pointer: Pointer,
        /// What should stand there.
        expected: &'static str,
    },
}

impl fmt::Display for EventError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownComponent => f.write_str("the surface has no such component"),
            Self::Undeclared => f.write_str("the component declares no action"),
            Self::FunctionCall => f.write_str("the action of the component calls a function in the client"),
            Self::ContextCall { pointer } => write!(f, "{pointer}: the context holds a function call"),
            Self::Malformed { pointer, expected } => write!(f, "{pointer}: {expected} is missing"),
        }
    }
}

impl std::error::Error for EventError {}

/// Knows no function: what a client would compute depends on the client.
struct NoFunctions;

impl Functions for NoFunctions {
    fn call(&self, call: &mut Call<'_, '_>) -> Result<Option<Payload>, EvaluationError> {
        Err(call.unknown())
    }
}

impl Surface {
    /// The event that a component declares, whatever its checks, and without calling a function: what can be said without
    /// knowing the client. [`action_of`](Self::action_of) says what a client would do.
    ///
    /// Paths count from the top of the data model, also in a component that a template repeats. In 0.8 a binding that leads
    /// nowhere gives its literal, if it has one.
    ///
    /// ```
    /// # use agent_ui_a2ui as a2ui;
    /// use a2ui::{Message, surface::Surfaces};
    ///
    /// let mut surfaces = Surfaces::new();
    /// for text in [
    ///     r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}"#,
    ///     r#"{"version":"v0.9","updateDataModel":{"surfaceId":"s","value":{"n":1.0}}}"#,
    ///     r#"{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[{"id":"b","component":"Button",
    ///         "action":{"event":{"name":"go","context":{"n":{"path":"/n"},"gone":{"path":"/x"},"to":"all"}}}}]}}"#,
    /// ] {
    ///     surfaces.apply(&Message::read(text)?)?;
    /// }
    /// let event = surfaces.get("s").unwrap().event_of("b")?;
    /// assert_eq!(event.name, "go");
    /// assert_eq!(event.context.text(), r#"{"n":1.0,"to":"all"}"#);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If there is no such component, or none of its actions is an event whose context is known here.
    pub fn event_of(&self, component_id: &str) -> Result<DeclaredEvent, EventError> {
        let component = self.component(component_id).ok_or(EventError::UnknownComponent)?;
        let mut evaluation =
            self.evaluation_of(component_id, &Scope::top(), &Host::new().functions(&NoFunctions));
        match self.declared_action(component, &mut evaluation) {
            Ok(ClientAction::Event(event)) => match event.failures.into_iter().next() {
                Some(error) => Err(event_error(error)),
                None => Ok(DeclaredEvent { name: event.name, context: event.context }),
            },
            Ok(ClientAction::Call(_)) | Err(ActionError::Arguments(_)) => Err(EventError::FunctionCall),
            Err(ActionError::Malformed { pointer, expected }) => {
                Err(EventError::Malformed { pointer, expected })
            }
            Err(ActionError::UnknownComponent) => Err(EventError::UnknownComponent),
            Err(ActionError::Undeclared | ActionError::Checks(_)) => Err(EventError::Undeclared),
        }
    }
}

fn event_error(error: EvaluationError) -> EventError {
    let pointer = error.pointer;
    match error.rule {
        "unknown-function" | "index-scope" | "call-depth" | "call-arguments" => {
            EventError::ContextCall { pointer }
        }
        "data-path" => EventError::Malformed { pointer, expected: "a path" },
        _ => EventError::Malformed { pointer, expected: "a value that can be evaluated" },
    }
}
