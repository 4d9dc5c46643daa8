//! The items of the bridge protocol. actions.json v1, protocol binding.
//!
//! Bridges send more items than the specification names; those are kept whole, as unknown.

mod call;
mod error;
mod event;
mod runtime;

pub use call::{ActionCall, ActionCallOutput, CallTarget};
pub use error::{ActionError, ErrorCode, ErrorDetails, ErrorSeverity};
pub use event::DomEvent;
pub use runtime::{AttachmentStatus, RuntimeReady, RuntimeStatus};

use wire::{Finding, Pointer, Validate};

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

impl Validate for Item {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        match self {
            Self::RuntimeReady(item) => item.findings(at, found),
            Self::RuntimeStatus(item) => item.findings(at, found),
            Self::ActionCall(item) => item.findings(at, found),
            Self::DomEvent(item) => item.findings(at, found),
            Self::ActionError(item) => item.findings(at, found),
            Self::ActionCallOutput(_) => {}
            Self::Unknown(_) => {
                let message = "The specification does not name this type of item.";
                found.push(Finding::info("unknown-item", at.member("type"), message));
            }
        }
    }
}

fn timestamp(at: Pointer, time: &wire::Field<wire::Timestamp>, found: &mut Vec<Finding>) {
    if time.get().is_some_and(|time| time.to_datetime().is_none()) {
        let message = "This is no timestamp after RFC 3339.";
        found.push(Finding::warning("timestamp", at, message).hint("2026-05-18T15:30:00.000Z"));
    }
}
