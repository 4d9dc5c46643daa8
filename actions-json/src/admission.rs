//! Whether an event of a page may reach the agent.
//!
//! A page is not trusted: an event passes only if the manifest declares it, lets it go to the agent, has it enabled,
//! and describes what it carries.

mod schema;

use crate::{
    item::{DomEvent, ErrorCode},
    manifest::Manifest,
    signal::Signal,
};
use std::fmt;
use wire::{Finding, Pointer};

/// An event that may reach the agent.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Admitted<'m> {
    /// The signal that it is.
    pub signal: &'m Signal,
    /// The place of that signal in the manifest's list.
    pub index: usize,
    /// By what it was found.
    pub matched: Matched,
    /// What is odd about the event; pointers count from the event.
    pub notes: Vec<Finding>,
}

/// By what the signal of an event was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Matched {
    /// The event states the signal's name.
    Name,
    /// The event states the page's event, which one signal declares.
    Event,
}

/// Why an event may not reach the agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum RefusedKind {
    /// No signal is declared for it.
    Undeclared,
    /// Several signals are.
    Ambiguous,
    /// Its signal does not go to the agent.
    WrongDirection,
    /// Its signal is not enabled.
    Disabled,
    /// What it carries does not fit the schema of its signal, or is nothing that can be checked.
    PayloadInvalid,
    /// The schema of its signal cannot be used, so that nothing fits it.
    SchemaUnusable,
    /// Its signal has a schema, and this program was built without the check (feature `jsonschema`).
    Unchecked,
}

impl RefusedKind {
    /// The name of the kind in reports.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Undeclared => "undeclared",
            Self::Ambiguous => "ambiguous",
            Self::WrongDirection => "wrong-direction",
            Self::Disabled => "disabled",
            Self::PayloadInvalid => "payload-invalid",
            Self::SchemaUnusable => "schema-unusable",
            Self::Unchecked => "unchecked",
        }
    }

    /// The code with which the specification answers such an event.
    pub fn code(self) -> ErrorCode {
        match self {
            Self::Undeclared | Self::Ambiguous => ErrorCode::UnknownAction,
            Self::WrongDirection | Self::Disabled => ErrorCode::PermissionDenied,
            Self::PayloadInvalid | Self::SchemaUnusable => ErrorCode::InvalidInput,
            Self::Unchecked => ErrorCode::CapabilityUnavailable,
        }
    }
}

/// An event that may not reach the agent.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Refused {
    /// Why.
    pub kind: RefusedKind,
    /// Where in the event it is.
    pub pointer: Pointer,
    /// A sentence for people. It does not show what the page sent as payload.
    pub message: String,
    /// What would be right.
    pub hint: String,
    /// Where the payload does not fit its schema, all places; empty for other kinds.
    pub violations: Vec<Violation>,
}

/// One place at which a payload does not fit its schema.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Violation {
    /// Where in the event it is.
    pub pointer: Pointer,
    /// The keyword of the schema.
    pub keyword: String,
    /// A sentence for people, without the value itself.
    pub message: String,
}

impl Refused {
    fn new(kind: RefusedKind, pointer: Pointer, message: impl fmt::Display, hint: impl fmt::Display) -> Self {
        let (message, hint) = (message.to_string(), hint.to_string());
        Self { kind, pointer, message, hint, violations: Vec::new() }
    }

    /// The code with which the specification answers such an event.
    pub fn code(&self) -> ErrorCode {
        self.kind.code()
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} ({})", self.pointer, self.message, self.kind.as_str())
    }
}

impl std::error::Error for Refused {}

/// Decides whether an event may reach the agent. actions.json v1, signals.
///
/// Its signal is the one of its name, else the only one whose declared `event` is the event's `name` or `event`. That
/// signal has to go to the agent, to be enabled, and its schema, if there is one, has to accept the payload.
///
/// Schemas of the draft that they state, else 2020-12, are used; nothing is fetched, so a `$ref` to another document
/// makes a schema unusable, and so does a `pattern` that takes more than linear time. Numbers beyond 64 bits
/// are compared as doubles.
///
/// # Errors
/// The first reason against it.
///
/// ```
/// # use agent_ui_actions_json as actions_json;
/// use actions_json::{admission::{Matched, RefusedKind, admit}, item::DomEvent, manifest::Manifest};
///
/// let manifest: Manifest = wire::decode(
///     r#"{"signals":[
///         {"name":"cart.opened","event":"shop:opened","ingestion":"enabled"},
///         {"name":"cart.hovered","event":"shop:hovered"}
///     ]}"#,
/// )?;
/// let event = |name| DomEvent::new("e1", "rt1", name, wire::Payload::empty_object());
/// assert_eq!(admit(&manifest, &event("cart.opened")).unwrap().matched, Matched::Name);
/// assert_eq!(admit(&manifest, &event("shop:opened")).unwrap().matched, Matched::Event);
/// let refused = admit(&manifest, &event("cart.hovered")).unwrap_err();
/// assert_eq!((refused.kind, refused.code().as_str()), (RefusedKind::Disabled, "permission_denied"));
/// # Ok::<(), wire::DecodeError>(())
/// ```
pub fn admit<'m>(manifest: &'m Manifest, event: &DomEvent) -> Result<Admitted<'m>, Refused> {
    let (index, signal, matched) = find(manifest, event)?;
    let at = || Pointer::root().member("name");
    let name = signal.name.as_str();
    if !signal.goes_to_agent() {
        let hint = format!("`direction` html_to_agent or bidirectional at /signals/{index} of the manifest");
        let message = format!("The signal {name:?} does not go to the agent.");
        return Err(Refused::new(RefusedKind::WrongDirection, at(), message, hint));
    }
    if !signal.is_enabled() {
        let hint = format!("`ingestion` enabled at /signals/{index} of the manifest");
        let message = format!("The signal {name:?} is not enabled.");
        return Err(Refused::new(RefusedKind::Disabled, at(), message, hint));
    }
    if let Some(schema) = &signal.payload {
        schema::check(index, schema, &event.payload)?;
    }
    Ok(Admitted { signal, index, matched, notes: notes(signal, event, matched) })
}

type Found<'m> = (usize, &'m Signal, Matched);

fn find<'m>(manifest: &'m Manifest, event: &DomEvent) -> Result<Found<'m>, Refused> {
    let by_name = |signal: &Signal| signal.name.as_str() == event.name;
    if let Some((index, signal)) = only(manifest, event, by_name)? {
        return Ok((index, signal, Matched::Name));
    }
    let by_event = |signal: &Signal| {
        signal.event.get().is_some_and(|declared| {
            *declared == event.name || event.event.get().is_some_and(|event| event == declared)
        })
    };
    if let Some((index, signal)) = only(manifest, event, by_event)? {
        return Ok((index, signal, Matched::Event));
    }
    let message = format!("No signal is declared for the event {:?}.", event.name);
    let hint = "a signal of that name or event in the manifest";
    Err(Refused::new(RefusedKind::Undeclared, Pointer::root().member("name"), message, hint))
}

/// The one signal of which `fits` is true, if there is any.
fn only<'m>(
    manifest: &'m Manifest,
    event: &DomEvent,
    fits: impl Fn(&Signal) -> bool,
) -> Result<Option<(usize, &'m Signal)>, Refused> {
    let mut fitting = manifest.signals_declared().iter().enumerate().filter(|(_, signal)| fits(signal));
    let first = fitting.next();
    let (Some((a, _)), Some((b, _))) = (first, fitting.next()) else {
        return Ok(first);
    };
    let message = format!("Several signals are declared for the event {:?}.", event.name);
    let hint = format!(
        "one of /signals/{a} and /signals/{b} of the manifest, or the name of the signal in the event"
    );
    Err(Refused::new(RefusedKind::Ambiguous, Pointer::root().member("name"), message, hint))
}

fn notes(signal: &Signal, event: &DomEvent, matched: Matched) -> Vec<Finding> {
    let (Matched::Name, Some(declared), Some(stated)) = (matched, signal.event.get(), event.event.get())
    else {
        return Vec::new();
    };
    if declared == stated {
        return Vec::new();
    }
    let message = format!("The event states {stated:?}, and its signal declares {declared:?}.");
    vec![Finding::warning("other-event", Pointer::root().member("event"), message)]
}
