//! Tool definitions of the Model Context Protocol, as agents read them. MCP 2025-06-18, 2025-11-25 and 2026-07-28, tools.
//!
//! They are here because actions.json and MCP meet in this crate only; the rest of MCP is not. [`mcp_check`](crate::mcp_check) finds what
//! clients refuse.

use wire::{Field, Finding, List, Number, Payload, Pointer, Severity, Validate};

wire::object! {
    /// What a tool does, in hints that nobody has to keep. MCP 2025-06-18, `ToolAnnotations`.
    pub struct ToolAnnotations {
        /// For people.
        title?: Field<String>,
        /// It changes nothing.
        read_only_hint as "readOnlyHint"?: Field<bool>,
        /// It may destroy something.
        destructive_hint as "destructiveHint"?: Field<bool>,
        /// Calling it twice is calling it once.
        idempotent_hint as "idempotentHint"?: Field<bool>,
        /// It reaches beyond its own world.
        open_world_hint as "openWorldHint"?: Field<bool>,
    }

    /// A tool as a server offers it. MCP 2025-06-18, `Tool`.
    pub struct Tool {
        /// Its name, unique in the list.
        name: String,
        /// For people.
        title?: Field<String>,
        /// For models.
        description?: Field<String>,
        /// The JSON Schema of its arguments, of the type `object`.
        input_schema as "inputSchema": Payload,
        /// The JSON Schema of its structured result: before 2026-07-28 of the type `object`.
        output_schema as "outputSchema"?: Option<Payload>,
        /// Hints.
        annotations?: Field<ToolAnnotations>,
        /// Whatever the peers add.
        meta as "_meta"?: Option<Payload>,
    }

    /// The tools that a server offers: the answer to `tools/list`. MCP 2025-06-18, `ListToolsResult`.
    ///
    /// Since 2026-07-28 a result says what it is and how long it holds; one that says neither is older.
    ///
    /// A tool that cannot be read costs no other one: it is kept as it is, and [`Validate`] says what is wrong with it.
    pub struct ListToolsResult {
        /// The tools.
        tools: List<Tool>,
        /// `complete`. Since 2026-07-28.
        result_type as "resultType"?: Field<String>,
        /// For how many milliseconds the list holds; 0 if it may be another one next time. Since 2026-07-28.
        ttl_ms as "ttlMs"?: Field<Number>,
        /// Who may be given a copy: `public` or `private`. Since 2026-07-28.
        cache_scope as "cacheScope"?: Field<String>,
        /// Where the rest of the list is to be had.
        next_cursor as "nextCursor"?: Field<String>,
        /// Whatever the peers add.
        meta as "_meta"?: Option<Payload>,
    }
}

/// What every request states of its client since 2026-07-28, in `_meta`.
pub(crate) const PROTOCOL_VERSION: &str = "io.modelcontextprotocol/protocolVersion";
pub(crate) const CLIENT_CAPABILITIES: &str = "io.modelcontextprotocol/clientCapabilities";
pub(crate) const CLIENT_INFO: &str = "io.modelcontextprotocol/clientInfo";

impl Validate for Tool {
    /// By the rules of 2025, as far as a translation needs them. [`mcp_check`](crate::mcp_check) finds more.
    fn findings(&self, at: &Pointer, found: &mut Vec<Finding>) {
        judge_types(Some(&self.input_schema), self.output_schema.as_ref(), at, false, found);
    }
}

/// Judges the `type` of the schemas of a tool.
pub(crate) fn judge_types(
    input: Option<&Payload>,
    output: Option<&Payload>,
    at: &Pointer,
    gives_any_value: bool,
    found: &mut Vec<Finding>,
) {
    let output = output.filter(|_| !gives_any_value);
    for (name, schema) in [("inputSchema", input), ("outputSchema", output)] {
        if schema.is_some_and(|schema| !is_of_objects(schema)) {
            let message = "This schema does not say that it is one of objects.";
            found.push(Finding::error("mcp-schema", at.member(name), message).hint("\"type\": \"object\""));
        }
    }
}

/// The finding that another tool of the list has this name.
pub(crate) fn same_name(name: &str, at: Pointer) -> Finding {
    let message = format!("Another tool of this list is called `{name}`.");
    Finding::error("mcp-name", at, message).hint("a name of its own")
}

impl ListToolsResult {
    /// Judges what a result states of itself since 2026-07-28.
    pub(crate) fn judge_caching(&self, at: &Pointer, is_of_2026: bool, found: &mut Vec<Finding>) {
        for (name, is_missing, hint) in [
            ("resultType", self.result_type.is_absent(), "\"complete\""),
            ("ttlMs", self.ttl_ms.get().is_none(), "0"),
            ("cacheScope", self.cache_scope.get().is_none(), "\"private\""),
        ] {
            if is_of_2026 && is_missing {
                let message = format!("A result of MCP 2026-07-28 has `{name}`.");
                found.push(Finding::error("mcp-caching", at.member(name), message).hint(hint));
            }
        }
    }
}

impl Validate for ListToolsResult {
    /// By the rules of the version that `resultType` shows, as far as a translation needs them. [`mcp_check`](crate::mcp_check) finds more.
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
                    found.extend(odd.decode::<Tool>().err().map(|error| {
                        let place = error.pointer.as_str();
                        let place = if place.is_empty() { String::new() } else { format!(" at `{place}`") };
                        let message = format!("This tool cannot be read: {}{place}.", error.message);
                        Finding::error("mcp-tool", at.join(&error.pointer), message).hint(error.hint)
                    }));
                    continue;
                }
            };
            if !names.insert(tool.name.as_str()) {
                found.push(same_name(&tool.name, at.member("name")));
            }
            judge_types(Some(&tool.input_schema), tool.output_schema.as_ref(), &at, is_of_2026, found);
        }
    }
}

impl ListToolsResult {
    /// The errors that belong to no tool, and so to the list as a whole.
    pub(crate) fn errors_of_list(&self) -> Vec<Finding> {
        let mut errors = self.validate();
        errors.retain(|finding| finding.severity == Severity::Error && tool_at(&finding.pointer).is_none());
        errors
    }
}

/// The place in its list of the tool to which a finding belongs.
pub(crate) fn tool_at(pointer: &Pointer) -> Option<usize> {
    let mut segments = pointer.segments();
    segments.next().filter(|list| list == "tools")?;
    segments.next()?.parse().ok()
}

/// Whether a schema says that it is one of objects.
pub(crate) fn is_of_objects(schema: &Payload) -> bool {
    let stated = schema.member("type");
    stated.is_some_and(|stated| stated.as_str().as_deref() == Some("object"))
}
