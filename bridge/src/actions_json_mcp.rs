//! actions.json manifests and lists of MCP tools.
//!
//! | actions.json | MCP | how |
//! |---|---|---|
//! | `tools[].name` | `tools[].name` | as it is; without dots where the caller wants that (see [`tool_names`](crate::tool_names)) |
//! | `description` | `description` | as it is |
//! | `input_schema` | `inputSchema` | as it is; MCP wants the type `object`, which is added where no type is stated |
//! | `result_schema` | `outputSchema` | where it is of the type `object`, as it is; else carried |
//! | everything else of a tool, every other section, tools that agents do not call | – | carried |
//! | – | `title`, `annotations`, `_meta`, `nextCursor` | carried |
//!
//! `_meta` stays the peers' own: how a tool is executed is no business of whoever reads the list, and travels in the carry.
//! On the way back a tool has the handler of its own name. Only a manifest without errors (profile `published`) is
//! translated, and only a list without.

mod rules;
mod tools;

pub use tools::{backward, forward};
