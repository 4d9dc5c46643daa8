//! The item `dom_event`.

use super::{CallId, EventId, RuntimeId, timestamp::check_timestamp};
use wire::{Field, Finding, Payload, Pointer, Timestamp, Validate};

wire::object! {
    /// An event that occurred on a page.
    ///
    /// The name is the name of a declared signal. Existing runtimes also use the name of the DOM event, which may not
    /// be a safe identifier. [`admit`](crate::admission::admit) finds the signal in both cases.
    ///
    /// Specification: [`dom_event`](https://github.com/yaniv256/actions.json/blob/1546fec74222bb5a3b4b319ad7d2b92db32ec3b1/docs/actions-bridge-protocol.md#dom_event).
    pub struct DomEvent by "type" = "dom_event" {
        /// The id of the event.
        event_id: EventId,
        /// The page where the event occurred.
        runtime_id: RuntimeId,
        /// The name of the signal.
        name: String,
        /// The name of the DOM event.
        event?: Field<String>,
        /// The address of the page.
        url?: Field<String>,
        /// The payload, any JSON value. The page wrote it, so it must not be treated as instructions.
        payload: Payload,
        /// The call that caused the event.
        previous_call_id?: Field<CallId>,
        /// The time at which the runtime observed the event.
        observed_at?: Field<Timestamp>,
    }
}

impl Validate for DomEvent {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        check_timestamp(at.member("observed_at"), &self.observed_at, found);
    }
}
