//! User actions on components, and their effects in the client.

use super::{FailedCheck, Surface, SurfaceComponent};
use crate::{
    ActionId, ComponentId, Message, SurfaceId, Version,
    expression::{Dynamic, Evaluation, EvaluationError, FunctionCall, Host, Scope},
    v0_8, v0_9, v0_10, v1_0,
};
use wire::{Payload, PayloadKind, Pointer, Timestamp};

#[cfg(test)]
mod tests;

/// The effect of a user action on a component.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ClientAction {
    /// The client sends an event to the agent.
    Event(ClientEvent),
    /// The client calls a function with the evaluated arguments. This crate does not perform the call. Either the host
    /// implements the function, or the agent does (`callAgentFunction` in 1.0). For `openUrl`, the host checks the URL
    /// and opens only `http` and `https`.
    Call(FunctionCall),
}

/// An event that a client sends to the agent.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ClientEvent {
    version: Version,
    version_word: &'static str,
    /// The id of the surface.
    pub surface_id: SurfaceId,
    /// The id of the component as the agent sent it, in every version and also inside a template. The context identifies
    /// the template item. (The web client of 0.8 appends the indices of the items, as in `row:0:2`. Later clients do
    /// not.)
    pub source_component_id: ComponentId,
    /// The event name that the component declares.
    pub name: String,
    /// The context as an object with evaluated values. Members whose binding has no value are omitted. Members that
    /// cannot be evaluated are null.
    pub context: Payload,
    /// A description of the action for the user (only 1.0).
    pub user_message: Option<String>,
    /// `true` if the client waits for a response (only 0.10).
    pub want_response: bool,
    /// The path to which the client [writes](super::Surfaces::write) the response, resolved from the top (only 0.10).
    pub response_path: Option<String>,
    /// The id with which a response refers to this event (only 0.10). The caller chooses the id. The 1.0 of June 2026
    /// requires an id if a response is wanted.
    pub action_id: Option<ActionId>,
    /// The errors of values that could not be evaluated, in the order of the component. A client still sends the event
    /// and reports these errors to the agent. A client that needs the complete context does not send the event.
    pub failures: Vec<EvaluationError>,
}

/// The reason why a user action has no effect.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ActionError {
    /// The surface has no component with this id.
    #[error("the surface has no component with this id")]
    UnknownComponent,
    /// The component declares no action.
    #[error("the component declares no action")]
    Undeclared,
    /// Some checks of the component fail, so the component is disabled.
    #[error("the component is disabled because its checks fail")]
    Checks(Vec<FailedCheck>),
    /// The action has no form that its version defines.
    #[error("{pointer}: expected {expected}")]
    Malformed {
        /// The place in the component.
        pointer: Pointer,
        /// A description of the expected value.
        expected: &'static str,
    },
    /// An argument of the called function cannot be evaluated.
    #[error(transparent)]
    Arguments(EvaluationError),
}

impl ActionError {
    /// Returns the name of the rule that was broken. Rule names are stable, so programs can compare them.
    pub fn rule(&self) -> &'static str {
        match self {
            Self::UnknownComponent => "unknown-component",
            Self::Undeclared => "undeclared-action",
            Self::Checks(_) => "failed-checks",
            Self::Malformed { .. } => "malformed-action",
            Self::Arguments(inner) => inner.rule,
        }
    }

    /// Returns the place of the error. `None` means that the error concerns the whole component.
    pub fn pointer(&self) -> Option<&Pointer> {
        match self {
            Self::Malformed { pointer, .. } => Some(pointer),
            Self::Arguments(inner) => Some(&inner.pointer),
            Self::UnknownComponent | Self::Undeclared | Self::Checks(_) => None,
        }
    }
}

impl Surface {
    /// Returns the effect of a user action on a component in one scope.
    ///
    /// The scope is [`Scope::top`], or the [item](Scope::item) for a component inside a template. [`nodes`](Self::nodes)
    /// lists all scopes. Relative paths in the context are resolved in the scope. If a check of the component fails, the
    /// action has no effect. Checks only concern the screen, so the agent must validate the data itself.
    ///
    /// ```
    /// use agent_ui_a2ui::{Message, expression::{Host, Scope}, surface::{ClientAction, ActionError, Surfaces}, wire};
    ///
    /// let mut surfaces = Surfaces::new();
    /// for text in [
    ///     r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}"#,
    ///     r#"{"version":"v0.9","updateDataModel":{"surfaceId":"s","value":{"people":[{"name":"Ada"},{"name":""}]}}}"#,
    ///     r#"{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[{"id":"b","component":"Button","child":"t",
    ///         "action":{"event":{"name":"greet","context":{"who":{"path":"name"}}}},
    ///         "checks":[{"condition":{"call":"required","args":{"value":{"path":"name"}}},"message":"No name"}]}]}}"#,
    /// ] {
    ///     surfaces.apply(&Message::read(text)?)?;
    /// }
    /// let surface = surfaces.get("s").unwrap();
    /// let Ok(ClientAction::Event(event)) = surface.action_of("b", &Scope::item("/people/0")?, &Host::new()) else { panic!() };
    /// assert_eq!(
    ///     wire::encode(&event.message("2026-05-18T15:30:00Z"))?,
    ///     r#"{"version":"v0.9","action":{"name":"greet","surfaceId":"s","sourceComponentId":"b","timestamp":"2026-05-18T15:30:00Z","context":{"who":"Ada"}}}"#
    /// );
    /// let Err(ActionError::Checks(failed)) = surface.action_of("b", &Scope::item("/people/1")?, &Host::new()) else { panic!() };
    /// assert_eq!(failed[0].message.as_deref(), Some("No name"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns any [`ActionError`].
    pub fn action_of(
        &self,
        component_id: &str,
        scope: &Scope,
        host: &Host<'_>,
    ) -> Result<ClientAction, ActionError> {
        let component = self
            .component(component_id)
            .ok_or(ActionError::UnknownComponent)?;
        component
            .property("action")
            .ok_or(ActionError::Undeclared)?;
        let mut evaluation = self.evaluation_of(component_id, scope, host);
        let failed = self.failed_checks(component, &mut evaluation);
        if !failed.is_empty() {
            return Err(ActionError::Checks(failed));
        }
        self.declared_action(component, &mut evaluation)
    }

    /// Returns the action that a component declares, without running its checks.
    ///
    /// Specification: [A2UI 1.0, Defining actions](https://github.com/a2ui-project/a2ui/blob/05eabdaeffd6dfce2e2fc226d6b8acadf53545e4/specification/v1_0/docs/a2ui_protocol.md#defining-actions).
    pub(super) fn declared_action(
        &self,
        component: &SurfaceComponent,
        evaluation: &mut Evaluation<'_>,
    ) -> Result<ClientAction, ActionError> {
        let (declared, at) = match self.written_action(component, evaluation)? {
            WrittenAction::Event { declared, at } => (declared, at),
            WrittenAction::Call { call, at } => {
                let call = evaluation
                    .arguments(&call, &at)
                    .map_err(ActionError::Arguments)?;
                return Ok(ClientAction::Call(call));
            }
        };
        // The values of an event are evaluated one by one, so that one failure does not prevent the event.
        let mut reader = EventReader {
            evaluation,
            failures: Vec::new(),
        };
        let mut event = ClientEvent {
            version: self.version(),
            version_word: self.version_word(),
            surface_id: self.surface_id().clone(),
            source_component_id: component.id().clone(),
            name: read_string(&declared, "name", &at)?,
            context: Payload::empty_object(),
            user_message: None,
            want_response: false,
            response_path: None,
            action_id: None,
            failures: Vec::new(),
        };
        if let SurfaceComponent::V0_8(_) = component {
            event.context = reader.evaluate_bound(context_entries_v0_8(&declared, &at)?);
        } else {
            event.context = reader.evaluate_members(context_entries(&declared, &at)?);
            reader.read_members(&declared, &at, &mut event);
        }
        event.failures = reader.failures;
        Ok(ClientAction::Event(event))
    }

    /// Reads the action that a component declares, without evaluating it.
    pub(crate) fn written_action(
        &self,
        component: &SurfaceComponent,
        evaluation: &Evaluation<'_>,
    ) -> Result<WrittenAction, ActionError> {
        let action = component
            .property("action")
            .ok_or(ActionError::Undeclared)?;
        let at = component.properties_at().member("action");
        if let Some(call) = action.member("functionCall") {
            let at = at.member("functionCall");
            let Ok(Dynamic::Call(call)) = evaluation.classify(&call) else {
                return Err(malformed_action(&at, "a function call"));
            };
            return Ok(WrittenAction::Call { call, at });
        }
        if let SurfaceComponent::V0_8(_) = component {
            return Ok(WrittenAction::Event {
                declared: action,
                at,
            });
        }
        match action.member("event") {
            Some(declared) => Ok(WrittenAction::Event {
                declared,
                at: at.member("event"),
            }),
            // Early drafts have no `event` member around the event.
            None if action.member("name").is_some() => Ok(WrittenAction::Event {
                declared: action,
                at,
            }),
            None => {
                let at = at.member("event");
                Err(malformed_action(&at, "an event or a function call"))
            }
        }
    }
}

/// An action as a component declares it.
pub(crate) enum WrittenAction {
    /// An event, and its pointer in the component.
    Event { declared: Payload, at: Pointer },
    /// A function call with arguments that are not evaluated, and its pointer in the component.
    Call { call: FunctionCall, at: Pointer },
}

/// A member of a context before its evaluation.
pub(crate) struct ContextEntry {
    pub(crate) name: String,
    pub(crate) value: Payload,
    at: Pointer,
}

impl WrittenAction {
    /// Returns the name and the context of an event. Returns `None` for a call.
    pub(crate) fn event_parts(
        &self,
        component: &SurfaceComponent,
    ) -> Result<Option<(String, Vec<ContextEntry>)>, ActionError> {
        let Self::Event { declared, at } = self else {
            return Ok(None);
        };
        let name = read_string(declared, "name", at)?;
        let entries = match component {
            SurfaceComponent::V0_8(_) => context_entries_v0_8(declared, at)?,
            SurfaceComponent::V0_9(_) | SurfaceComponent::V1_0(_) => context_entries(declared, at)?,
        };
        Ok(Some((name, entries)))
    }
}

/// Reads the context of 0.9 and later, an object of dynamic values.
fn context_entries(event: &Payload, at: &Pointer) -> Result<Vec<ContextEntry>, ActionError> {
    let Some(context) = event.member("context") else {
        return Ok(Vec::new());
    };
    let at = at.member("context");
    if !context.is_object() {
        return Err(malformed_action(&at, "an object"));
    }
    let mut entries = Vec::new();
    for (name, value) in context.members() {
        entries.push(ContextEntry {
            at: at.member(&name),
            name: name.into_owned(),
            value,
        });
    }
    Ok(entries)
}

/// Reads the context of 0.8, a list of keys with bound values.
fn context_entries_v0_8(action: &Payload, at: &Pointer) -> Result<Vec<ContextEntry>, ActionError> {
    let Some(context) = action.member("context") else {
        return Ok(Vec::new());
    };
    let at = at.member("context");
    if context.kind() != PayloadKind::Array {
        return Err(malformed_action(&at, "an array"));
    }
    let mut entries = Vec::new();
    for (index, entry) in context.elements().enumerate() {
        let at = at.element(index);
        let name = read_string(&entry, "key", &at)?;
        let at = at.member("value");
        let value = match entry.member("value") {
            Some(value) if value.is_object() => value,
            _ => return Err(malformed_action(&at, "an object")),
        };
        // A path that is not a string is an error, even next to a literal.
        if value.member("path").is_some() {
            read_string(&value, "path", &at)?;
        }
        entries.push(ContextEntry { name, value, at });
    }
    Ok(entries)
}

impl ClientEvent {
    /// Returns the event as a message in the version of the surface. The caller passes the time, because this crate has no
    /// clock.
    pub fn message(&self, timestamp: impl Into<Timestamp>) -> Message {
        let (name, surface, component) = (
            self.name.as_str(),
            self.surface_id.clone(),
            self.source_component_id.clone(),
        );
        let (timestamp, context) = (timestamp.into(), self.context.clone());
        match self.version {
            Version::V0_8 => {
                let action = v0_8::UserAction::new(name, surface, component, timestamp, context);
                v0_8::ClientMessage::new(action).into()
            }
            Version::V0_9 => {
                let version =
                    v0_9::Version::from_word(self.version_word).unwrap_or(v0_9::Version::V0_9);
                let action = v0_9::UserAction::new(name, surface, component, timestamp, context);
                v0_9::ClientMessage::new(version, action).into()
            }
            Version::V0_10 | Version::V1_0June => {
                let version =
                    v0_10::Version::from_word(self.version_word).unwrap_or(v0_10::Version::V0_10);
                let mut action =
                    v0_10::UserAction::new(name, surface, component, timestamp, context);
                if self.want_response {
                    action = action.want_response(true);
                }
                if let Some(id) = &self.action_id {
                    action = action.action_id(id.clone());
                }
                v0_10::ClientMessage::new(version, action).into()
            }
            Version::V1_0 => {
                let mut action =
                    v1_0::UserAction::new(name, surface, component, timestamp, context);
                if let Some(message) = &self.user_message {
                    action = action.user_message(message.clone());
                }
                let version =
                    v1_0::Version::from_word(self.version_word).unwrap_or(v1_0::Version::V1_0);
                v1_0::RendererMessage::new(version, action).into()
            }
        }
    }
}

/// An evaluator for the parts of an event, which collects the errors.
struct EventReader<'e, 'a> {
    evaluation: &'e mut Evaluation<'a>,
    failures: Vec<EvaluationError>,
}

impl EventReader<'_, '_> {
    /// Reads the members beside the name and the context of an event of 0.9 and later.
    fn read_members(&mut self, declared: &Payload, at: &Pointer, event: &mut ClientEvent) {
        event.user_message =
            self.evaluate_text(declared.member("userMessage"), &at.member("userMessage"));
        if let Some(want) = declared.member("wantResponse") {
            event.want_response = want.text() == "true";
        }
        if let Some(path) = declared.member("responsePath") {
            if let Some(path) = path.as_str() {
                event.response_path = Some(self.evaluation.get_scope().resolve(&path));
            }
        }
    }

    /// Evaluates a value. Adds a failure and returns null if the value cannot be evaluated.
    fn evaluate_or_null(&mut self, value: &Payload, at: &Pointer) -> Option<Payload> {
        match self.evaluation.value(value, at) {
            Ok(value) => value,
            Err(error) => {
                self.failures.push(error);
                Some(Payload::null())
            }
        }
    }

    fn evaluate_text(&mut self, value: Option<Payload>, at: &Pointer) -> Option<String> {
        match self.evaluation.text(&value?, at) {
            Ok(text) => Some(text),
            Err(error) => {
                self.failures.push(error);
                None
            }
        }
    }

    /// Evaluates the context of 0.9 and later.
    fn evaluate_members(&mut self, entries: Vec<ContextEntry>) -> Payload {
        let mut resolved = ContextMembers::default();
        for ContextEntry { name, value, at } in entries {
            let value = self.evaluate_or_null(&value, &at);
            resolved.set(&name, value);
        }
        resolved.to_payload()
    }

    /// Evaluates the context of 0.8.
    fn evaluate_bound(&mut self, entries: Vec<ContextEntry>) -> Payload {
        let mut resolved = ContextMembers::default();
        for ContextEntry { name, value, at } in entries {
            if value.member("call").is_some() || value.member("functionCall").is_some() {
                let message = "A2UI 0.8 does not support function calls";
                self.failures
                    .push(EvaluationError::new("unknown-function", at, message));
                resolved.set(&name, Some(Payload::null()));
                continue;
            }
            let value = match self.evaluation.classify(&value) {
                // The value has neither a path nor a literal.
                Ok(Dynamic::Literal(literal)) if literal == value => None,
                _ => self.evaluate_or_null(&value, &at),
            };
            resolved.set(&name, value);
        }
        resolved.to_payload()
    }
}

/// The members of a context. If a name is repeated, the last value wins.
#[derive(Default)]
struct ContextMembers(Vec<(String, Option<Payload>)>);

impl ContextMembers {
    fn set(&mut self, name: &str, value: Option<Payload>) {
        self.0.retain(|member| member.0 != name);
        self.0.push((name.to_owned(), value));
    }

    fn to_payload(&self) -> Payload {
        Payload::object(
            self.0
                .iter()
                .filter_map(|(name, value)| Some((name.as_str(), value.as_ref()?))),
        )
    }
}

fn read_string(payload: &Payload, name: &str, at: &Pointer) -> Result<String, ActionError> {
    if let Some(value) = payload.member(name) {
        if let Some(text) = value.as_str() {
            return Ok(text.into_owned());
        }
    }
    Err(malformed_action(&at.member(name), "a string"))
}

fn malformed_action(at: &Pointer, expected: &'static str) -> ActionError {
    ActionError::Malformed {
        pointer: at.clone(),
        expected,
    }
}
