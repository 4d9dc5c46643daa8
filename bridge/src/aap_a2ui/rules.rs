//! The lines of the mapping, by the names under which notes and refusals cite them.

use crate::{Dialect, Rule};

/// The rules of one direction.
pub(super) struct Rules {
    pub(super) action: Rule,
    pub(super) element: Rule,
    pub(super) data: Rule,
    pub(super) timestamp: Rule,
    pub(super) canvas_file: Rule,
    pub(super) id: Rule,
    pub(super) summary: Rule,
    pub(super) version: Rule,
    /// Members beside the body that no table names.
    pub(super) members: Rule,
    /// Members of the A2UI action that no table names.
    pub(super) action_members: Rule,
}

macro_rules! rules {
    ($forward:ident, $backward:ident, $body:literal) => {
        static $forward: Rules = Rules {
            action: Rule { id: "aap-a2ui/action", from: "/action", to: concat!($body, "/name") },
            element: Rule {
                id: "aap-a2ui/element",
                from: "/element",
                to: concat!($body, "/sourceComponentId"),
            },
            data: Rule { id: "aap-a2ui/data", from: "/data", to: concat!($body, "/context") },
            timestamp: Rule {
                id: "aap-a2ui/timestamp",
                from: "/timestamp",
                to: concat!($body, "/timestamp"),
            },
            canvas_file: Rule {
                id: "aap-a2ui/canvas-file",
                from: "/canvasFile",
                to: concat!($body, "/surfaceId"),
            },
            id: Rule { id: "aap-a2ui/id", from: "/id", to: "" },
            summary: Rule { id: "aap-a2ui/summary", from: "/summary", to: "" },
            version: Rule { id: "aap-a2ui/version", from: "", to: "/version" },
            members: Rule { id: "aap-a2ui/unknown-member", from: "", to: "" },
            action_members: Rule { id: "aap-a2ui/unknown-member", from: "", to: $body },
        };

        static $backward: Rules = Rules {
            action: Rule { id: "a2ui-aap/action", from: concat!($body, "/name"), to: "/action" },
            element: Rule {
                id: "a2ui-aap/element",
                from: concat!($body, "/sourceComponentId"),
                to: "/element",
            },
            data: Rule { id: "a2ui-aap/data", from: concat!($body, "/context"), to: "/data" },
            timestamp: Rule {
                id: "a2ui-aap/timestamp",
                from: concat!($body, "/timestamp"),
                to: "/timestamp",
            },
            canvas_file: Rule {
                id: "a2ui-aap/canvas-file",
                from: concat!($body, "/surfaceId"),
                to: "/canvasFile",
            },
            id: Rule { id: "a2ui-aap/id", from: "", to: "/id" },
            summary: Rule { id: "a2ui-aap/summary", from: "", to: "/summary" },
            version: Rule { id: "a2ui-aap/version", from: "/version", to: "" },
            members: Rule { id: "a2ui-aap/unknown-member", from: "", to: "" },
            action_members: Rule { id: "a2ui-aap/unknown-member", from: $body, to: "" },
        };
    };
}

rules!(FORWARD_0_8, BACKWARD_0_8, "/userAction");
rules!(FORWARD_0_9, BACKWARD_0_9, "/action");

pub(super) fn forward(to: Dialect) -> &'static Rules {
    if to == Dialect::A2ui0_8 { &FORWARD_0_8 } else { &FORWARD_0_9 }
}

pub(super) fn backward(from: Dialect) -> &'static Rules {
    if from == Dialect::A2ui0_8 { &BACKWARD_0_8 } else { &BACKWARD_0_9 }
}
