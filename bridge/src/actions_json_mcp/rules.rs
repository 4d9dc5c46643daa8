//! The lines of the mapping, by the names under which notes and refusals cite them.

use crate::{Rule, fields::Others};

/// The rules of one direction.
pub(super) struct Rules {
    pub(super) tools: Rule,
    pub(super) name: Rule,
    pub(super) description: Rule,
    pub(super) input_schema: Rule,
    pub(super) output_schema: Rule,
    pub(super) handler: Rule,
    pub(super) version: Rule,
    pub(super) others: Others,
}

pub(super) static FORWARD: Rules = Rules {
    tools: Rule { id: "actions-json-mcp/tools", from: "/tools", to: "/tools" },
    name: Rule { id: "actions-json-mcp/name", from: "/tools", to: "/tools" },
    description: Rule { id: "actions-json-mcp/description", from: "/tools", to: "/tools" },
    input_schema: Rule { id: "actions-json-mcp/input-schema", from: "/tools", to: "/tools" },
    output_schema: Rule { id: "actions-json-mcp/result-schema", from: "/tools", to: "/tools" },
    handler: Rule { id: "actions-json-mcp/handler", from: "/tools", to: "" },
    version: Rule { id: "actions-json-mcp/version", from: "/version", to: "" },
    others: Others {
        carried: &Rule { id: "actions-json-mcp/field", from: "", to: "" },
        restored: &Rule { id: "actions-json-mcp/restored", from: "", to: "" },
    },
};

pub(super) static BACKWARD: Rules = Rules {
    tools: Rule { id: "mcp-actions-json/tools", from: "/tools", to: "/tools" },
    name: Rule { id: "mcp-actions-json/name", from: "/tools", to: "/tools" },
    description: Rule { id: "mcp-actions-json/description", from: "/tools", to: "/tools" },
    input_schema: Rule { id: "mcp-actions-json/input-schema", from: "/tools", to: "/tools" },
    output_schema: Rule { id: "mcp-actions-json/output-schema", from: "/tools", to: "/tools" },
    handler: Rule { id: "mcp-actions-json/handler", from: "/tools", to: "/tools" },
    version: Rule { id: "mcp-actions-json/version", from: "", to: "/version" },
    others: Others {
        carried: &Rule { id: "mcp-actions-json/field", from: "", to: "" },
        restored: &Rule { id: "mcp-actions-json/restored", from: "", to: "" },
    },
};
