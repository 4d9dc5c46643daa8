//! Events that components declare.

use super::{ActionError, ClientAction, Surface};
use crate::expression::{EvaluationError, FunctionContext, Functions, Host, Scope};
use wire::{Payload, Pointer};

/// The event that a component declares, with its current context.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DeclaredEvent {
    /// The name of the event.
    pub name: String,
    /// The context, an object in which data model values replace the bindings. Members whose binding has no value are
    /// omitted.
    pub context: Payload,
}

/// The reason why a component has no event to send.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EventError {
    /// The surface has no component with this id.
    #[error("the surface has no component with this id")]
    UnknownComponent,
    /// The component declares no action.
    #[error("the component declares no action")]
    Undeclared,
    /// The action calls a function in the client and does not send an event.
    #[error("the action of the component calls a function in the client")]
    FunctionCall,
    /// The context contains a function call whose result depends on the client.
    #[error("{pointer}: the context contains a function call, whose result depends on the client")]
    ContextCall {
        /// The place in the component.
        pointer: Pointer,
    },
    /// The action has no form that its version defines.
    #[error("{pointer}: expected {expected}")]
    Malformed {
        /// The place in the component.
        pointer: Pointer,
        /// A description of the expected value.
        expected: &'static str,
    },
}

impl EventError {
    /// Returns the name of the rule that was broken. Rule names are stable, so programs can compare them.
    pub fn rule(&self) -> &'static str {
        match self {
            Self::UnknownComponent => "unknown-component",
            Self::Undeclared => "undeclared-action",
            Self::FunctionCall => "function-call",
            Self::ContextCall { .. } => "context-call",
            Self::Malformed { .. } => "malformed-action",
        }
    }

    /// Returns the place of the error. `None` means that the error concerns the whole component.
    pub fn pointer(&self) -> Option<&Pointer> {
        match self {
            Self::ContextCall { pointer } | Self::Malformed { pointer, .. } => Some(pointer),
            Self::UnknownComponent | Self::Undeclared | Self::FunctionCall => None,
        }
    }
}

/// A set without any functions, because results of functions depend on the client.
struct NoFunctions;

impl Functions for NoFunctions {
    fn call(&self, call: &mut FunctionContext<'_, '_>) -> Result<Option<Payload>, EvaluationError> {
        Err(call.unknown())
    }
}

impl Surface {
    /// Returns the event that a component declares. Checks are not run and functions are not called, so the event does
    /// not depend on the client. For the action of a client, use [`action_of`](Self::action_of).
    ///
    /// Paths are resolved from the top of the data model, even for a component inside a template. In 0.8, a binding without a
    /// value evaluates to its literal, if there is one.
    ///
    /// ```
    /// use agent_ui_a2ui::{Message, surface::Surfaces};
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
    /// Returns an error if the component does not exist, declares no event, or has a context that depends on the client.
    pub fn event_of(&self, component_id: &str) -> Result<DeclaredEvent, EventError> {
        let component = self
            .component(component_id)
            .ok_or(EventError::UnknownComponent)?;
        let mut evaluation = self.evaluation_of(
            component_id,
            &Scope::top(),
            &Host::new().functions(&NoFunctions),
        );
        match self.declared_action(component, &mut evaluation) {
            Ok(ClientAction::Event(event)) => match event.failures.into_iter().next() {
                Some(error) => Err(event_error(error)),
                None => Ok(DeclaredEvent {
                    name: event.name,
                    context: event.context,
                }),
            },
            Ok(ClientAction::Call(_)) | Err(ActionError::Arguments(_)) => {
                Err(EventError::FunctionCall)
            }
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
        "data-path" => EventError::Malformed {
            pointer,
            expected: "a path",
        },
        _ => EventError::Malformed {
            pointer,
            expected: "a value that can be evaluated",
        },
    }
}
