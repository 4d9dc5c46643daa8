//! What a click on a component says.

use super::{Surface, SurfaceComponent, component::member};
use crate::data_model;
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
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoEvent {
    /// The surface has no component of that id.
    #[error("the surface has no such component")]
    UnknownComponent,
    /// The component declares no action.
    #[error("the component declares no action")]
    NoAction,
    /// The action calls a function in the client; nothing is sent.
    #[error("the action of the component calls a function in the client")]
    FunctionCall,
    /// The context holds a function call, whose result only the client knows.
    #[error("{pointer}: the context holds a function call")]
    ContextCall {
        /// Where in the component.
        pointer: Pointer,
    },
    /// The action is none that its version knows.
    #[error("{pointer}: {expected} is missing")]
    Malformed {
        /// Where in the component.
        pointer: Pointer,
        /// What should stand there.
        expected: &'static str,
    },
}

impl Surface {
    /// The event that a component declares: in 0.9 its `action.event`, in 0.8 its `action`.
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
    pub fn event_of(&self, component_id: &str) -> Result<DeclaredEvent, NoEvent> {
        let component = self.component(component_id).ok_or(NoEvent::UnknownComponent)?;
        let action = component.property("action").ok_or(NoEvent::NoAction)?;
        let at = component.properties_at().member("action");
        if member(&action, "functionCall").is_some() {
            return Err(NoEvent::FunctionCall);
        }
        match component {
            SurfaceComponent::V0_8(_) => {
                let name = name(&action, &at)?;
                Ok(DeclaredEvent { name, context: self.entries(&action, &at)? })
            }
            SurfaceComponent::V0_9(_) | SurfaceComponent::V1_0(_) => {
                let at = at.member("event");
                let event = member(&action, "event").ok_or(malformed(&at, "an event or a function call"))?;
                let name = name(&event, &at)?;
                Ok(DeclaredEvent { name, context: self.members(&event, &at)? })
            }
        }
    }

    /// The context of 0.9: an object of literals, bindings and calls.
    fn members(&self, event: &Payload, at: &Pointer) -> Result<Payload, NoEvent> {
        let Some(context) = member(event, "context") else { return Ok(Payload::empty_object()) };
        let at = at.member("context");
        if !context.is_object() {
            return Err(malformed(&at, "an object"));
        }
        let mut resolved = Members::default();
        for (name, value) in context.members() {
            let at = at.member(&name);
            if member(&value, "call").is_some() {
                return Err(NoEvent::ContextCall { pointer: at });
            }
            let value = match binding(&value) {
                Some(path) => self.bound(&path, &at.member("path"))?,
                None => Some(value),
            };
            resolved.set(&name, value);
        }
        Ok(resolved.object())
    }

    /// The context of 0.8: a list of keys and bound values.
    fn entries(&self, action: &Payload, at: &Pointer) -> Result<Payload, NoEvent> {
        let Some(context) = member(action, "context") else { return Ok(Payload::empty_object()) };
        let at = at.member("context");
        if context.kind() != wire::PayloadKind::Array {
            return Err(malformed(&at, "an array"));
        }
        let mut resolved = Members::default();
        for (index, entry) in context.elements().enumerate() {
            let at = at.element(index);
            let key = string(&entry, "key", &at)?;
            let value = member(&entry, "value").filter(Payload::is_object);
            let value = value.ok_or(malformed(&at.member("value"), "an object"))?;
            let at = at.member("value");
            if member(&value, "call").or_else(|| member(&value, "functionCall")).is_some() {
                return Err(NoEvent::ContextCall { pointer: at });
            }
            let bound = match member(&value, "path") {
                Some(_) => self.bound(&string(&value, "path", &at)?, &at.member("path"))?,
                None => None,
            };
            let literals = ["literalString", "literalNumber", "literalBoolean", "literalArray"];
            let literal = || literals.iter().find_map(|name| member(&value, name));
            resolved.set(&key, bound.or_else(literal));
        }
        Ok(resolved.object())
    }

    fn bound(&self, path: &str, at: &Pointer) -> Result<Option<Payload>, NoEvent> {
        data_model::segments(path).map_err(|_| malformed(at, "a path"))?;
        Ok(self.data_model().get(path))
    }
}

/// The members of a context, each name once; the last one counts.
#[derive(Default)]
struct Members(Vec<(String, Option<Payload>)>);

impl Members {
    fn set(&mut self, name: &str, value: Option<Payload>) {
        self.0.retain(|member| member.0 != name);
        self.0.push((name.to_owned(), value));
    }

    fn object(&self) -> Payload {
        Payload::object(self.0.iter().filter_map(|(name, value)| Some((name.as_str(), value.as_ref()?))))
    }
}

/// The path of a binding: an object with the one member `path`. With others beside it, it is a literal.
fn binding(value: &Payload) -> Option<String> {
    let mut members = value.members();
    match (members.next(), members.next()) {
        (Some((name, path)), None) if name == "path" => path.as_str().map(String::from),
        _ => None,
    }
}

fn name(event: &Payload, at: &Pointer) -> Result<String, NoEvent> {
    string(event, "name", at)
}

fn string(payload: &Payload, name: &str, at: &Pointer) -> Result<String, NoEvent> {
    let text = member(payload, name).and_then(|text| text.as_str().map(String::from));
    text.ok_or_else(|| malformed(&at.member(name), "a string"))
}

fn malformed(at: &Pointer, expected: &'static str) -> NoEvent {
    NoEvent::Malformed { pointer: at.clone(), expected }
}
