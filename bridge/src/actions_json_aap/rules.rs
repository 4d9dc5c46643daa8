//! The lines of the mapping, by the names under which notes and refusals cite them.

use crate::Rule;

/// actions.json to AAP.
pub(super) mod forward {
    use super::Rule;

    pub(in super::super) static ADMISSION: Rule =
        Rule { id: "actions-json-aap/admission", from: "/name", to: "" };
    pub(in super::super) static NAME: Rule =
        Rule { id: "actions-json-aap/name", from: "/name", to: "/action" };
    pub(in super::super) static ELEMENT: Rule =
        Rule { id: "actions-json-aap/element", from: "", to: "/element" };
    pub(in super::super) static PAYLOAD: Rule =
        Rule { id: "actions-json-aap/payload", from: "/payload", to: "/data" };
    pub(in super::super) static OBSERVED_AT: Rule =
        Rule { id: "actions-json-aap/observed-at", from: "/observed_at", to: "/timestamp" };
    pub(in super::super) static URL: Rule =
        Rule { id: "actions-json-aap/url", from: "/url", to: "/canvasFile" };
    pub(in super::super) static EVENT_ID: Rule =
        Rule { id: "actions-json-aap/event-id", from: "/event_id", to: "/id" };
    pub(in super::super) static RUNTIME_ID: Rule =
        Rule { id: "actions-json-aap/runtime-id", from: "/runtime_id", to: "/id" };
    pub(in super::super) static EVENT: Rule = Rule { id: "actions-json-aap/event", from: "/event", to: "" };
    pub(in super::super) static PREVIOUS_CALL_ID: Rule =
        Rule { id: "actions-json-aap/previous-call-id", from: "/previous_call_id", to: "" };
    pub(in super::super) static SUMMARY: Rule =
        Rule { id: "actions-json-aap/summary", from: "", to: "/summary" };
    pub(in super::super) static MEMBERS: Rule =
        Rule { id: "actions-json-aap/unknown-member", from: "", to: "" };
}

/// AAP to actions.json.
pub(super) mod backward {
    use super::Rule;

    pub(in super::super) static ACTION: Rule =
        Rule { id: "aap-actions-json/action", from: "/action", to: "/name" };
    pub(in super::super) static ELEMENT: Rule =
        Rule { id: "aap-actions-json/element", from: "/element", to: "" };
    pub(in super::super) static DATA: Rule =
        Rule { id: "aap-actions-json/data", from: "/data", to: "/payload" };
    pub(in super::super) static TIMESTAMP: Rule =
        Rule { id: "aap-actions-json/timestamp", from: "/timestamp", to: "/observed_at" };
    pub(in super::super) static CANVAS_FILE: Rule =
        Rule { id: "aap-actions-json/canvas-file", from: "/canvasFile", to: "/url" };
    pub(in super::super) static ID: Rule = Rule { id: "aap-actions-json/id", from: "/id", to: "/event_id" };
    pub(in super::super) static RUNTIME_ID: Rule =
        Rule { id: "aap-actions-json/runtime-id", from: "", to: "/runtime_id" };
    pub(in super::super) static SUMMARY: Rule =
        Rule { id: "aap-actions-json/summary", from: "/summary", to: "" };
    pub(in super::super) static MEMBERS: Rule =
        Rule { id: "aap-actions-json/unknown-member", from: "", to: "" };
    /// Members that only an event has and that come out of the carry.
    pub(in super::super) static EVENT: Rule =
        Rule { id: "aap-actions-json/event", from: "/agent_ui_carry", to: "" };
}
