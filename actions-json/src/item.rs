//! The items of the bridge protocol, which carries calls, outputs, events and errors between agent and page.
//!
//! Bridges send more item types than the specification defines ([`Item::SEEN`]). Such items decode as unknown and are
//! preserved completely.

mod call;
mod error;
mod event;
mod ids;
mod runtime;
mod timestamp;

pub use call::{ActionCall, ActionCallOutput, CallTarget};
pub use error::{ActionError, ErrorCode, ErrorDetails, ErrorSeverity};
pub use event::DomEvent;
pub use ids::{CallId, EventId, RuntimeId, RuntimeKey};
pub use runtime::{AttachmentStatus, RuntimeReady, RuntimeStatus};

use wire::{Finding, Pointer, Unknown, Validate};

wire::tagged! {
    /// An item of the bridge protocol: a JSON object whose member `type` selects the variant.
    ///
    /// Specification: [Item Types](https://github.com/yaniv256/actions.json/blob/1546fec74222bb5a3b4b319ad7d2b92db32ec3b1/docs/actions-bridge-protocol.md#item-types).
    ///
    /// ```
    /// use agent_ui_actions_json::{item::{DomEvent, Item}, wire};
    ///
    /// let item = Item::from(DomEvent::new("e1", "rt1", "cart.opened", wire::Payload::null()));
    /// assert_eq!(
    ///     wire::encode(&item)?,
    ///     r#"{"type":"dom_event","event_id":"e1","runtime_id":"rt1","name":"cart.opened","payload":null}"#,
    /// );
    /// # Ok::<(), wire::EncodeError>(())
    /// ```
    pub enum Item by "type" {
        /// A page connected and is ready for calls.
        "runtime_ready" RuntimeReady(RuntimeReady),
        /// A page reports its status.
        "runtime_status" RuntimeStatus(RuntimeStatus),
        /// The agent calls a tool.
        "action_call" ActionCall(ActionCall),
        /// A call returned its output.
        "action_call_output" ActionCallOutput(ActionCallOutput),
        /// An event occurred on a page.
        "dom_event" DomEvent(DomEvent),
        /// A call or another operation failed.
        "action_error" ActionError(ActionError),
    }
}

impl Item {
    /// The item types that bridges and runtimes send although the specification does not define them.
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

    /// Returns the call that the item belongs to, if the item names a call. Unknown items can also name a call.
    ///
    /// ```
    /// use agent_ui_actions_json::{item::Item, wire};
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

    /// Returns the runtime that sent or receives the item, if the item names a runtime. Unknown items can also name a
    /// runtime.
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
                    "bridges send this type of item, but the specification does not define it"
                } else {
                    "the specification does not define this type of item"
                };
                found.push(Finding::info("unknown-item", at.member("type"), message));
            }
        }
    }
}
