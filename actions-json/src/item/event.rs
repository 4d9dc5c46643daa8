//! `dom_event`.

use super::{CallId, EventId, RuntimeId};
use wire::{Field, Finding, Payload, Pointer, Timestamp, Validate};

wire::object! {
    /// Something happened on a page. actions.json v1, `dom_event`.
    ///
    /// The name is that of a declared signal; real runtimes put the page's event there as well, which need not be a
    /// safe identifier. [`admit`](crate::admission::admit) finds the signal either way.
    pub struct DomEvent by "type" = "dom_event" {
        /// Which event.
        event_id: EventId,
        /// On which page.
        runtime_id: RuntimeId,
        /// Which signal.
        name: String,
        /// The event as the page names it.
        event?: Field<String>,
        /// The address of the page.
        url?: Field<String>,
        /// What it carries: any JSON, written by the page and so not to be taken for instructions.
        payload: Payload,
        /// The call that led to it.
        previous_call_id?: Field<CallId>,
        /// When the runtime saw it.
        observed_at?: Field<Timestamp>,
    }
}

impl Validate for DomEvent {
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        super::timestamp(at.member("observed_at"), &self.observed_at, found);
    }
}
