//! The items of the bridge protocol. actions.json v1, protocol binding.
//!
//! Bridges send more items than the specification names ([`Item::SEEN`]); those are kept whole, as unknown, like any other.

mod call;
mod error;
mod event;
mod runtime;

pub use call::{ActionCall, ActionCallOutput, CallTarget};
pub use error::{ActionError, ErrorCode, ErrorDetails, ErrorSeverity};
pub use event::DomEvent;
pub use runtime::{AttachmentStatus, RuntimeReady, RuntimeStatus};

use wire::{Finding, Pointer, Unknown, Validate};

wire::text! {
    /// Names a runtime: one page that is connected.
    pub struct RuntimeId;

    /// Names a page across its connections: a new runtime of the same key takes the place of the old one.
    pub struct RuntimeKey;

    /// Names one call; its output and its errors repeat it.
    pub struct CallId;

    /// Names one event of a page.
    pub struct EventId;
}

wire::tagged! {
    /// An item. actions.json v1, protocol binding.
    ///
    /// ```
    /// # use agent_ui_actions_json as actions_json;
    /// use actions_json::item::{DomEvent, Item};
    ///
    /// let item = Item::from(DomEvent::new("e1", "rt1", "cart.opened", wire::Payload::null()));
    /// assert_eq!(
    ///     wire::encode(&item)?,
    ///     r#"{"type":"dom_event","event_id":"e1","runtime_id":"rt1","name":"cart.opened","payload":null}"#,
    /// );
    /// # Ok::<(), wire::EncodeError>(())
    /// ```
    pub enum Item by "type" {
        /// A page is there.
        "runtime_ready" RuntimeReady(RuntimeReady),
        /// How a page is doing.
        "runtime_status" RuntimeStatus(RuntimeStatus),
        /// The agent wants something done.
        "action_call" ActionCall(ActionCall),
        /// What came of it.
        "action_call_output" ActionCallOutput(ActionCallOutput),
        /// Something happened on a page.
        "dom_event" DomEvent(DomEvent),
        /// Something went wrong.
        "action_error" ActionError(ActionError),
    }
}

impl Item {
    /// Types of items that bridges and runtimes send beyond those that the specification names.
    pub const SEEN: &'static [&'static str] = &[
        "a11y_announcement",
        "action_progress",
        "agent_event",
        "bridge_runtime_replay_summary",
        "credential_hydration",
        "credential_hydration_result",
        "runtime_probe",
        "runtime_probe_result",
        "runtime_removed",
        "site_action_call",
        "state_projection_call",
    ];

    /// The call to which it belongs, if it names one. Items of other types may name one too.
    ///
    /// ```
    /// # use agent_ui_actions_json as actions_json;
    /// use actions_json::item::Item;
    ///
    /// let item: Item = wire::decode(r#"{"type":"action_progress","call_id":"c1","runtime_id":"rt1"}"#)?;
    /// assert_eq!((item.call_id().unwrap(), item.runtime_id().unwrap()), ("c1".into(), "rt1".into()));
    /// # Ok::<(), wire::DecodeError>(())
    /// ```
    pub fn call_id(&self) -> Option<CallId> {
        match self {
            Self::ActionCall(item) => Some(item.call_id.clone()),
            Self::ActionCallOutput(item) => Some(item.call_id.clone()),
            Self::ActionError(item) => item.call_id.get().cloned(),
            Self::RuntimeReady(_) | Self::RuntimeStatus(_) | Self::DomEvent(_) => None,
            Self::Unknown(item) => text(item, "call_id").map(CallId::from),
        }
    }

    /// The runtime from which it is or to which it goes, if it names one. Items of other types may name one too.
    pub fn runtime_id(&self) -> Option<RuntimeId> {
        match self {
            Self::RuntimeReady(item) => item.runtime_id.get().cloned(),
            Self::RuntimeStatus(item) => item.runtime_id.get().cloned(),
            Self::ActionCall(item) => item.runtime_named().cloned(),
            Self::ActionCallOutput(item) => Some(item.runtime_id.clone()),
            Self::DomEvent(item) => Some(item.runtime_id.clone()),
            Self::ActionError(item) => item.runtime_id.get().cloned(),
            Self::Unknown(item) => text(item, "runtime_id").map(RuntimeId::from),
        }
    }
}

fn text(item: &Unknown, name: &str) -> Option<String> {
    Some(item.members().get(name)?.as_str()?.into_owned())
}

impl Validate for Item {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        match self {
            Self::RuntimeReady(item) => item.findings(at, found),
            Self::RuntimeStatus(item) => item.findings(at, found),
            Self::ActionCall(item) => item.findings(at, found),
            Self::DomEvent(item) => item.findings(at, found),
            Self::ActionError(item) => item.findings(at, found),
            Self::ActionCallOutput(_) => {}
            Self::Unknown(item) => {
                let message = if Self::SEEN.contains(&item.tag()) {
                    "Bridges send this type of item; the specification does not name it."
                } else {
                    "The specification does not name this type of item."
                };
                found.push(Finding::info("unknown-item", at.member("type"), message));
            }
        }
    }
}

fn timestamp(at: Pointer, time: &wire::Field<wire::Timestamp>, found: &mut Vec<Finding>) {
    if time.get().is_some_and(|time| !time.is_rfc3339()) {
        let message = "This is no timestamp after RFC 3339.";
        found.push(Finding::warning("timestamp", at, message).hint("2026-05-18T15:30:00.000Z"));
    }
}
