//! Tool definitions of the Model Context Protocol in the versions 2025-06-18, 2025-11-25 and 2026-07-28.
//!
//! The module contains only the part of MCP that actions.json is translated into. [`mcp_check`](crate::mcp_check)
//! validates tools against the rules of clients.

use crate::Dialect;
use wire::{
    DecodeError, Field, Finding, Fix, List, Number, Payload, Pointer, Severity, Validate,
    decode::ReadError, token,
};

wire::object! {
    /// Hints about the behaviour of a tool. Servers need not honour them.
    ///
    /// Specification: [MCP 2025-06-18,
    /// `ToolAnnotations`](https://modelcontextprotocol.io/specification/2025-06-18/schema#toolannotations).
    pub struct ToolAnnotations {
        /// A title for users.
        title?: Field<String>,
        /// `true` if the tool changes nothing.
        read_only_hint as "readOnlyHint"?: Field<bool>,
        /// `true` if the tool may delete or overwrite data.
        destructive_hint as "destructiveHint"?: Field<bool>,
        /// `true` if repeating a call has no further effect.
        idempotent_hint as "idempotentHint"?: Field<bool>,
        /// `true` if the tool interacts with external systems.
        open_world_hint as "openWorldHint"?: Field<bool>,
    }

    /// A tool of an MCP server.
    ///
    /// Specification: [MCP 2025-06-18, tool](https://modelcontextprotocol.io/specification/2025-06-18/server/tools#tool).
    pub struct Tool {
        /// The name, unique within the list.
        name: String,
        /// A title for users.
        title?: Field<String>,
        /// A description for models.
        description?: Field<String>,
        /// The JSON Schema of the arguments, of the type `object`.
        input_schema as "inputSchema": Payload,
        /// The JSON Schema of the structured result. Before 2026-07-28 it must be of the type `object`.
        output_schema as "outputSchema"?: Option<Payload>,
        /// Hints about the behaviour of the tool.
        annotations?: Field<ToolAnnotations>,
        /// Metadata that client and server agree on.
        meta as "_meta"?: Option<Payload>,
    }

    /// The result of `tools/list`.
    ///
    /// Since 2026-07-28 a result states its type and lifetime. A result without them has an older version.
    ///
    /// A tool that cannot be read is preserved and does not affect the other tools. [`Validate`] reports its errors.
    ///
    /// Specification: [MCP 2025-06-18, listing
    /// tools](https://modelcontextprotocol.io/specification/2025-06-18/server/tools#listing-tools);
    /// [2026-07-28](https://github.com/modelcontextprotocol/modelcontextprotocol/blob/ccaf9102ec5eb656eab50ca8333ef49dcd259c26/docs/specification/2026-07-28/server/tools.mdx).
    pub struct ListToolsResult {
        /// The tools of this page of the list.
        tools: List<Tool>,
        /// The result type, `complete`. Since 2026-07-28.
        result_type as "resultType"?: Field<String>,
        /// The lifetime of the list in milliseconds; 0 if the next list may differ. Since 2026-07-28.
        ttl_ms as "ttlMs"?: Field<Number>,
        /// The permitted cache, `public` or `private`. Since 2026-07-28.
        cache_scope as "cacheScope"?: Field<String>,
        /// The cursor for the next page of tools.
        next_cursor as "nextCursor"?: Field<String>,
        /// Metadata that client and server agree on.
        meta as "_meta"?: Option<Payload>,
    }
}

/// Returns the dialect of a list. The versions of 2025 have the same lists.
pub(crate) fn dialect_of_list(tools: &ListToolsResult) -> Dialect {
    if tools.result_type.is_absent() {
        Dialect::Mcp2025_06
    } else {
        Dialect::Mcp2026_07
    }
}

/// Checks that an object is not an actions.json manifest. A list of MCP tools also has `tools`, and its unreadable tools are
/// preserved, so every manifest could be read as a list.
///
/// # Errors
/// Fails for a manifest.
pub fn ensure_no_manifest(list: &Payload) -> Result<(), DecodeError> {
    let protocol = list.member("protocol");
    if protocol.is_some_and(|protocol| protocol.as_str().as_deref() == Some("actions.json")) {
        let error = ReadError::value("an actions.json manifest", "a list of MCP tools");
        return Err(error.at("protocol").into());
    }
    Ok(())
}

/// The `_meta` keys in which requests describe their client since 2026-07-28.
pub(crate) const PROTOCOL_VERSION: &str = "io.modelcontextprotocol/protocolVersion";
pub(crate) const CLIENT_CAPABILITIES: &str = "io.modelcontextprotocol/clientCapabilities";
pub(crate) const CLIENT_INFO: &str = "io.modelcontextprotocol/clientInfo";

impl Validate for Tool {
    /// Checks the rules of 2025 that translations depend on. [`mcp_check`](crate::mcp_check) finds more.
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        judge_types(
            Some(&self.input_schema),
            self.output_schema.as_ref(),
            at,
            false,
            found,
        );
    }
}

/// Checks the `type` of the schemas of a tool.
pub(crate) fn judge_types(
    input: Option<&Payload>,
    output: Option<&Payload>,
    at: &Pointer,
    gives_any_value: bool,
    found: &mut Vec<Finding>,
) {
    let output = output.filter(|_| !gives_any_value);
    for (name, schema) in [("inputSchema", input), ("outputSchema", output)] {
        if let Some(schema) = schema.filter(|schema| !is_of_objects(schema)) {
            let message = "the schema does not state the type `object`";
            let finding = Finding::error("mcp-schema", at.member(name), message)
                .hint("add `\"type\": \"object\"`");
            found.push(match with_type(schema) {
                Some(text) => finding.fix(Fix::Replace(text)),
                None => finding,
            });
        }
    }
}

/// Returns the text of a schema without a type as a schema of objects, with the rest unchanged.
fn with_type(schema: &Payload) -> Option<String> {
    if !schema.is_object()
        || token::children(schema.text()).any(|child| child.name == Some("\"type\""))
    {
        return None;
    }
    let members = schema.text().strip_prefix('{')?;
    let comma = if members.trim_start().starts_with('}') {
        ""
    } else {
        ","
    };
    Some(format!("{{\"type\":\"object\"{comma}{members}"))
}

/// Creates the finding for a tool that cannot be read.
fn unreadable_tool(error: DecodeError, at: &Pointer) -> Finding {
    let place = if error.pointer.is_root() {
        String::new()
    } else {
        format!(" at `{}`", error.pointer)
    };
    let message = format!("the tool cannot be read: {}{place}", error.message);
    Finding::error("mcp-tool", at.join(&error.pointer), message).hint(error.hint)
}

/// Creates the finding for a duplicate tool name.
pub(crate) fn same_name(name: &str, at: Pointer) -> Finding {
    let message = format!("the list contains another tool called `{name}`");
    Finding::error("mcp-name", at, message).hint("give each tool its own name")
}

impl ListToolsResult {
    /// Checks the members that describe a result since 2026-07-28.
    pub(crate) fn judge_caching(&self, at: &Pointer, is_of_2026: bool, found: &mut Vec<Finding>) {
        for (name, is_missing, hint) in [
            (
                "resultType",
                self.result_type.is_absent(),
                "add `\"resultType\": \"complete\"`",
            ),
            ("ttlMs", self.ttl_ms.get().is_none(), "add `\"ttlMs\": 0`"),
            (
                "cacheScope",
                self.cache_scope.get().is_none(),
                "add `\"cacheScope\": \"private\"`",
            ),
        ] {
            if is_of_2026 && is_missing {
                let message = format!("a result of MCP 2026-07-28 requires the member `{name}`");
                found.push(Finding::error("mcp-caching", at.member(name), message).hint(hint));
            }
        }
    }
}

impl Validate for ListToolsResult {
    /// Checks the rules of the version that `resultType` shows, as far as translations depend on them.
    /// [`mcp_check`](crate::mcp_check) finds more.
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        let is_of_2026 = !self.result_type.is_absent();
        self.judge_caching(at, is_of_2026, found);
        let mut names = std::collections::BTreeSet::new();
        let at = at.member("tools");
        for (index, entry) in self.tools.entries().enumerate() {
            let at = at.element(index);
            let tool = match entry {
                Ok(tool) => tool,
                Err(odd) => {
                    if let Err(error) = odd.decode::<Tool>() {
                        found.push(unreadable_tool(error, &at));
                    }
                    continue;
                }
            };
            if !names.insert(tool.name.as_str()) {
                found.push(same_name(&tool.name, at.member("name")));
            }
            judge_types(
                Some(&tool.input_schema),
                tool.output_schema.as_ref(),
                &at,
                is_of_2026,
                found,
            );
        }
    }
}

impl ListToolsResult {
    /// Returns the errors that concern the list as a whole, not one tool.
    pub(crate) fn errors_of_list(&self) -> Vec<Finding> {
        let mut errors = self.validate();
        errors.retain(|finding| {
            finding.severity == Severity::Error && tool_at(&finding.pointer).is_none()
        });
        errors
    }
}

/// Returns the index of the tool that a finding is about.
pub(crate) fn tool_at(pointer: &Pointer) -> Option<usize> {
    let mut segments = pointer.segments();
    segments.next().filter(|list| list == "tools")?;
    segments.next()?.parse().ok()
}

/// Returns `true` if a schema states the type `object`.
pub(crate) fn is_of_objects(schema: &Payload) -> bool {
    let stated = schema.member("type");
    stated.is_some_and(|stated| stated.as_str().as_deref() == Some("object"))
}
