//! Events that components declare.

use crate::{Context, Refusal};
use a2ui::{
    ComponentId, SurfaceId,
    expression::{Host, Scope},
    surface::{ActionError, ClientAction, FailedCheck, Surface},
};
use std::borrow::Cow;
use wire::{Payload, Pointer};

/// The event that a component declares, in a surface of the context.
pub(super) enum DeclaredEvent {
    /// The context does not contain the surface.
    Unknown,
    /// The component declares no event that can be sent. The text is the remark of the note.
    None(&'static str),
    /// The event that the client would send.
    Event {
        /// The declared name of the event.
        name: String,
        /// The declared context, resolved against the data model and merged with the page's `data`.
        context: Payload,
        /// `true` if the page's data differs from the surface's data model.
        differs: bool,
        /// `true` if a member of the declared context has no value. An example is a path relative to an unknown
        /// template item.
        lacks: bool,
    },
}

/// Returns the event that a component sends when a page sent `data`.
///
/// # Errors
/// Refuses if checks of the component fail and `data` is empty.
pub(super) fn declared_event(
    cx: &Context,
    surface: &SurfaceId,
    component: &ComponentId,
    data: &Payload,
) -> Result<DeclaredEvent, Refusal> {
    let Some(surface) = cx.surfaces.get(surface.as_str()) else {
        return Ok(DeclaredEvent::Unknown);
    };
    if component.as_str().is_empty() {
        return Ok(DeclaredEvent::None(
            "translated without the surface: the record names no element",
        ));
    }
    let host = Host::new();
    let is_empty = data.members().next().is_none();
    let event = match surface.action_of(component.as_str(), &Scope::top(), &host) {
        Ok(ClientAction::Event(event)) if event.failures.is_empty() => event,
        Err(ActionError::Checks(failed)) if is_empty => return Err(failed_check(&failed)),
        // The page has newer data than the surface of the context.
        Err(ActionError::Checks(_)) => match unchecked_event(surface, component) {
            Some((name, context)) => return Ok(merge_context(name, &context, data, false)),
            None => return Ok(DeclaredEvent::None(MALFORMED)),
        },
        other => return Ok(DeclaredEvent::None(remark(&other))),
    };
    let found = event.context.members().count();
    let lacks = declared_member_count(surface, component).is_some_and(|stated| stated > found);
    Ok(merge_context(event.name, &event.context, data, lacks))
}

/// Returns the number of members in the declared context.
fn declared_member_count(surface: &Surface, component: &ComponentId) -> Option<usize> {
    let action = surface.component(component.as_str())?.property("action")?;
    let context = action.member("event").unwrap_or(action).member("context")?;
    // In 0.8 the context is a list of entries.
    Some(context.members().count() + context.elements().count())
}

/// Returns the event of a component without evaluating its checks.
fn unchecked_event(surface: &Surface, component: &ComponentId) -> Option<(String, Payload)> {
    surface
        .event_of(component.as_str())
        .ok()
        .map(|event| (event.name, event.context))
}

fn merge_context(name: String, declared: &Payload, data: &Payload, lacks: bool) -> DeclaredEvent {
    // If a name occurs several times, the last value counts.
    let sent = wire::collect_map(data.members());
    let mut differs = false;
    let mut members: Vec<(Cow<'_, str>, Payload)> = Vec::new();
    for (name, value) in declared.members() {
        let sent = sent.get(&name).cloned();
        differs |= sent.as_ref().is_some_and(|sent| *sent != value);
        members.push((name, sent.unwrap_or(value)));
    }
    let mut known = wire::collect_set(members.iter().map(|(name, _)| name.clone()));
    for (name, _) in data.members() {
        if let (true, Some(value)) = (known.insert(name.clone()), sent.get(&name)) {
            members.push((name, value.clone()));
        }
    }
    // An equal context keeps its original text.
    let context = Payload::object(members.iter().map(|(name, value)| (&**name, value)));
    let context = if context == *data {
        data.clone()
    } else {
        context
    };
    DeclaredEvent::Event {
        name,
        context,
        differs,
        lacks,
    }
}

fn failed_check(failed: &[FailedCheck]) -> Refusal {
    let message = failed.iter().find_map(|check| check.message.as_deref());
    let message = match message {
        Some(message) => format!("a check of the component fails: {message}"),
        None => "a check of the component fails".to_owned(),
    };
    Refusal::rule_broken("aap-a2ui/check", Pointer::root().member("action"), message).hint(
        "send the checked values in `data`, or pass the current surface with `options.context.surfaces`",
    )
}

const MALFORMED: &str = "translated without the surface: the declared action is malformed";

fn remark(reason: &Result<ClientAction, ActionError>) -> &'static str {
    match reason {
        Err(ActionError::UnknownComponent) => {
            "translated without the surface: it does not contain the component"
        }
        Err(ActionError::Undeclared) => {
            "translated without the surface: the component declares no action"
        }
        Ok(ClientAction::Call(_)) | Err(ActionError::Arguments(_)) => {
            "translated without the surface: the component calls a function of the client"
        }
        Ok(_) => "translated without the surface: the declared context cannot be evaluated",
        Err(_) => MALFORMED,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_value_of_a_repeated_context_name_counts() {
        let of = |data: &str| {
            let read = |text: &str| Payload::parse(text).unwrap();
            match merge_context("n".into(), &read(r#"{"q":1}"#), &read(data), false) {
                DeclaredEvent::Event {
                    context, differs, ..
                } => (context.text().to_owned(), differs),
                _ => unreachable!("an event is declared"),
            }
        };
        assert_eq!(of(r#"{"x":1,"x":2}"#), (r#"{"q":1,"x":2}"#.into(), false));
        assert_eq!(
            of(r#"{"q":3,"y":0,"q":2}"#),
            (r#"{"q":2,"y":0}"#.into(), true)
        );
    }
}
