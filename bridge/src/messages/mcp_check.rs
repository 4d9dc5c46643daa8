//! Validation of MCP tools against the specification and the rules of official clients and model APIs. One invalid tool
//! often makes a client reject the whole list.

use crate::{
    Dialect,
    mcp::{ListToolsResult, Tool, ensure_no_manifest, judge_types, same_name},
};
use actions_json::schema::visit_schemas;
use ahp::json_rpc::JsonRpcMessage;
use std::collections::{BTreeMap, BTreeSet};
use wire::{DecodeError, Finding, Payload, PayloadKind, Pointer, Wire};

/// The keywords that clients and model APIs reject at the top level of an input schema.
pub(crate) const REFUSED_AT_THE_TOP: [&str; 6] = ["oneOf", "anyOf", "allOf", "if", "then", "else"];

/// The `_meta` key of a result that belongs to a task.
const RELATED_TASK: &str = "io.modelcontextprotocol/related-task";

/// Validates the tools in a text: the result of `tools/list`, a JSON-RPC answer with that result, or a single tool.
/// Other JSON-RPC messages are only decoded.
///
/// Without `version`, the member `resultType` determines the rules. Each unreadable member of a tool is a finding of the
/// rule `decode`; the other members and tools are still validated.
///
/// The feature `jsonschema` also validates schemas against JSON Schema 2020-12.
///
/// # Errors
/// Fails if the text is none of these messages.
///
/// ```
/// use agent_ui_bridge::{Dialect, mcp_check, wire};
///
/// let list = r#"{"tools":[{"name":"cart.add","inputSchema":{"type":"object","oneOf":[{}]}},{"name":7}]}"#;
/// let found = mcp_check::check(list, Some(Dialect::Mcp2025_11))?;
/// let found: Vec<_> = found.iter().map(|finding| (finding.rule, finding.pointer.as_str())).collect();
/// assert_eq!(found, [
///     ("mcp-name-form", "/tools/0/name"),
///     ("mcp-schema-composition", "/tools/0/inputSchema/oneOf"),
///     ("type", "/tools/1/name"),
///     ("missing", "/tools/1/inputSchema"),
/// ]);
/// # Ok::<(), wire::DecodeError>(())
/// ```
pub fn check(text: &str, version: Option<Dialect>) -> Result<Vec<Finding>, DecodeError> {
    let message = Payload::parse(text.strip_prefix('\u{FEFF}').unwrap_or(text))?;
    ensure_no_manifest(&message)?;
    let root = Pointer::root();
    let mut check = Check {
        version,
        names: BTreeSet::new(),
        ids: BTreeMap::new(),
        found: Vec::new(),
    };
    if has(&message, "jsonrpc") {
        match message.member("result") {
            Some(result) if has(&result, "tools") => {
                check.check_list(&result, &root.member("result"))?;
            }
            _ => drop(message.decode::<JsonRpcMessage>()?),
        }
    } else if !has(&message, "tools") && (has(&message, "name") || has(&message, "inputSchema")) {
        check.check_tool(&message, &root);
    } else {
        check.check_list(&message, &root)?;
    }
    Ok(check.found)
}

fn has(object: &Payload, name: &str) -> bool {
    object.member(name).is_some()
}

/// Returns the member of an object, unless it is null.
fn non_null(object: &Payload, name: &str) -> Option<Payload> {
    let value = object.member(name)?;
    if value.is_null() { None } else { Some(value) }
}

fn is_string(value: &Payload) -> bool {
    value.kind() == PayloadKind::String
}

fn is_list_of_strings(value: &Payload) -> bool {
    value.kind() == PayloadKind::Array && value.elements().all(|element| is_string(&element))
}

struct Check {
    version: Option<Dialect>,
    /// The names of the tools checked so far.
    names: BTreeSet<String>,
    /// The output schemas and subschemas that have an `$id`, by their `$id`.
    ids: BTreeMap<String, Payload>,
    found: Vec<Finding>,
}

impl Check {
    fn check_list(&mut self, list: &Payload, at: &Pointer) -> Result<(), DecodeError> {
        let tools = match list.member("tools") {
            Some(tools) if tools.kind() == PayloadKind::Array => tools,
            _ => return list.decode::<ListToolsResult>().map(drop),
        };
        let result = self.read::<ListToolsResult>(list, &[("tools", "[]")], &["tools"], at);
        self.report_nulls(list, &["resultType", "nextCursor"], at);
        self.check_meta_of_result(list, at);
        if self.version.is_none() && has(list, "resultType") {
            self.version = Some(Dialect::Mcp2026_07);
        }
        if let Some(result) = result {
            result.judge_caching(at, self.is_of_2026(), &mut self.found);
        }
        if matches!(list.member("nextCursor"), Some(cursor) if is_string(&cursor)) {
            let message = "the list is incomplete: the server has more pages of tools";
            let finding = Finding::warning("mcp-next-cursor", at.member("nextCursor"), message);
            self.found.push(finding.hint(
                "request `tools/list` with this `cursor`, until the answer has no `nextCursor`",
            ));
        }
        let at = at.member("tools");
        for (index, tool) in tools.elements().enumerate() {
            self.check_tool(&tool, &at.element(index));
        }
        Ok(())
    }

    fn is_of_2026(&self) -> bool {
        self.version == Some(Dialect::Mcp2026_07)
    }

    fn check_tool(&mut self, tool: &Payload, at: &Pointer) {
        let required = [("name", r#""tool""#), ("inputSchema", "{}")];
        self.read::<Tool>(tool, &required, &[], at);
        if let Some(name) = tool.member("name").as_ref().and_then(Payload::as_str) {
            self.check_name(name.into_owned(), at.member("name"));
        }
        self.report_nulls(
            tool,
            &["title", "description", "annotations", "icons", "execution"],
            at,
        );
        if let Some(annotations) = tool.member("annotations") {
            let hints = [
                "title",
                "readOnlyHint",
                "destructiveHint",
                "idempotentHint",
                "openWorldHint",
            ];
            self.report_nulls(&annotations, &hints, &at.member("annotations"));
        }
        self.require_object(tool, "_meta", at);
        self.check_icons(tool, at);
        self.check_execution(tool, at);
        let (input, output) = (tool.member("inputSchema"), tool.member("outputSchema"));
        let is_of_2026 = self.is_of_2026();
        let found = &mut self.found;
        judge_types(input.as_ref(), output.as_ref(), at, is_of_2026, found);
        if let Some(input) = input {
            let at = at.member("inputSchema");
            self.check_composition(&input, &at);
            self.check_schema(&input, &at);
        }
        if let Some(output) = output {
            let at = at.member("outputSchema");
            self.check_schema(&output, &at);
            self.check_compilation(&output, &at);
        }
    }

    fn check_name(&mut self, name: String, at: Pointer) {
        let length = name.chars().count();
        let mut warn = |rule, message: String| {
            let finding = Finding::warning(rule, at.clone(), message);
            let hint = "use `options.context.flat_names` to write names that all clients accept";
            self.found.push(finding.hint(hint));
        };
        if length == 0 || !name.bytes().all(is_name_byte) {
            let message = "MCP tool names consist of 1 to 128 letters, digits, `_`, `-` and `.` (SEP-986); clients reject others";
            warn("mcp-name-form", message.to_owned());
        } else if name.contains('.') {
            let message = "many clients and model APIs reject tool names with dots";
            warn("mcp-name-form", message.to_owned());
        }
        if length > 64 {
            let more = if length > 128 {
                ", and MCP itself 128"
            } else {
                ""
            };
            let message = format!(
                "the name has {length} characters; many clients and model APIs allow 64{more}"
            );
            warn("mcp-name-length", message);
        }
        if let Some(name) = self.names.replace(name) {
            self.found.push(same_name(&name, at));
        }
    }

    /// Reports null members, because official clients reject a list that contains them.
    fn report_nulls(&mut self, object: &Payload, names: &[&str], at: &Pointer) {
        for name in names {
            if !matches!(object.member(name), Some(value) if value.is_null()) {
                continue;
            }
            let message = format!("MCP clients reject the list if `{name}` is null");
            let finding = Finding::error("mcp-null", at.member(name), message);
            self.found.push(finding.hint("remove the member"));
        }
    }

    /// Reports a member that is neither absent nor an object.
    fn require_object(&mut self, holder: &Payload, name: &str, at: &Pointer) {
        if holder.member(name).is_some_and(|value| !value.is_object()) {
            let message = format!("MCP clients reject a `{name}` that is not an object");
            self.found
                .push(Finding::error("mcp-meta", at.member(name), message).hint("use an object"));
        }
    }

    /// Checks the members in the `_meta` of a result that clients read.
    fn check_meta_of_result(&mut self, list: &Payload, at: &Pointer) {
        self.require_object(list, "_meta", at);
        let meta = match list.member("_meta") {
            Some(meta) if meta.is_object() => meta,
            _ => return,
        };
        let at = at.member("_meta");
        if let Some(token) = meta.member("progressToken") {
            if !is_string(&token) && !is_integer(&token) {
                let message =
                    "MCP clients reject a `progressToken` that is neither a string nor an integer";
                let finding = Finding::error("mcp-meta", at.member("progressToken"), message);
                self.found.push(finding.hint("use a string or an integer"));
            }
        }
        self.require_object(&meta, RELATED_TASK, &at);
        if let Some(task) = meta.member(RELATED_TASK) {
            if task.is_object() {
                self.check_string(&task, "taskId", true, "mcp-meta", &at.member(RELATED_TASK));
            }
        }
    }

    /// Checks the icons of a tool. Clients read them in every version.
    fn check_icons(&mut self, tool: &Payload, at: &Pointer) {
        let Some(icons) = non_null(tool, "icons") else {
            return;
        };
        let at = at.member("icons");
        if icons.kind() != PayloadKind::Array {
            self.found
                .push(mcp_icon(at, "`icons` that are not a list").hint("use a list of objects"));
            return;
        }
        for (index, icon) in icons.elements().enumerate() {
            self.check_icon(&icon, at.element(index));
        }
    }

    fn check_icon(&mut self, icon: &Payload, at: Pointer) {
        if !icon.is_object() {
            let finding = mcp_icon(at, "an icon that is not an object");
            self.found.push(finding.hint(r#"use {"src": "…"}"#));
            return;
        }
        self.check_string(icon, "src", true, "mcp-icon", &at);
        self.check_string(icon, "mimeType", false, "mcp-icon", &at);
        if matches!(icon.member("sizes"), Some(sizes) if !is_list_of_strings(&sizes)) {
            let fault = "`sizes` that are not a list of strings";
            let finding = mcp_icon(at.member("sizes"), fault);
            self.found
                .push(finding.hint(r#"use a list such as ["48x48"]"#));
        }
        if matches!(icon.member("theme"), Some(theme) if !is_word_of(&theme, &["light", "dark"])) {
            let fault = "a `theme` other than `light` and `dark`";
            let finding = mcp_icon(at.member("theme"), fault);
            self.found
                .push(finding.hint("use `light` or `dark`, or remove the member"));
        }
    }

    /// Checks the `execution` of a tool. Clients read it in every version.
    fn check_execution(&mut self, tool: &Payload, at: &Pointer) {
        let Some(execution) = non_null(tool, "execution") else {
            return;
        };
        let at = at.member("execution");
        if !execution.is_object() {
            let message = "MCP clients reject an `execution` that is not an object";
            self.found
                .push(Finding::error("mcp-execution", at, message).hint("use an object"));
            return;
        }
        let words = ["required", "optional", "forbidden"];
        if matches!(execution.member("taskSupport"), Some(stated) if !is_word_of(&stated, &words)) {
            let message = "MCP clients reject a `taskSupport` that is not `required`, `optional` or `forbidden`";
            let finding = Finding::error("mcp-execution", at.member("taskSupport"), message);
            self.found
                .push(finding.hint("use one of the three words, or remove the member"));
        }
    }

    /// Reports a member that is not a string, or is required and missing.
    fn check_string(
        &mut self,
        holder: &Payload,
        name: &str,
        is_required: bool,
        rule: &'static str,
        at: &Pointer,
    ) {
        let (message, hint) = match holder.member(name) {
            Some(value) if value.kind() == PayloadKind::String => return,
            None if !is_required => return,
            None => (
                format!("MCP clients require the member `{name}`"),
                "add the member, a string",
            ),
            Some(_) => (
                format!("MCP clients reject a `{name}` that is not a string"),
                "use a string",
            ),
        };
        self.found
            .push(Finding::error(rule, at.member(name), message).hint(hint));
    }

    /// Reports keywords at the top level of an input schema that some clients do not support.
    fn check_composition(&mut self, schema: &Payload, at: &Pointer) {
        // `then` and `else` have no effect without `if`.
        for keyword in REFUSED_AT_THE_TOP.into_iter().take(4) {
            if !has(schema, keyword) {
                continue;
            }
            let message = format!(
                "some clients and model APIs do not support `{keyword}` at the top level of an input schema, and silently drop this tool or all tools"
            );
            let finding = Finding::warning("mcp-schema-composition", at.member(keyword), message);
            self.found
                .push(finding.hint("use `options.context.portable_schemas` to remove the keyword"));
        }
    }

    /// Reports faults that make a schema unusable under JSON Schema 2020-12.
    fn check_schema(&mut self, schema: &Payload, at: &Pointer) {
        if !self.is_of_2026() {
            for (name, _) in schema
                .member("properties")
                .iter()
                .flat_map(Payload::members)
                .filter(|(_, property)| property.kind() == PayloadKind::Boolean)
            {
                let message = "MCP clients before 2026-07-28 reject the list if a property schema is true or false";
                let at = at.member("properties").member(&name);
                self.found.push(
                    Finding::error("mcp-schema", at, message)
                        .hint(r#"write {} for true, {"not":{}} for false"#),
                );
            }
        }
        #[cfg(feature = "jsonschema")]
        for fault in actions_json::schema::faults_in_2020_12(schema) {
            let at = at.join(&fault.pointer);
            let finding = if fault.is_of_another_draft {
                let message = format!(
                    "{}; the schema states another draft, which model APIs and many clients ignore",
                    fault.message
                );
                Finding::warning("unusable-schema", at, message)
            } else {
                Finding::error("unusable-schema", at, fault.message)
            };
            self.found.push(finding.hint(fault.hint));
        }
    }

    /// Reports keywords in an output schema that the official JavaScript client cannot compile.
    fn check_compilation(&mut self, schema: &Payload, root: &Pointer) {
        let base = schema.member("$id");
        visit_schemas(schema, root, &mut |at, part| {
            if has(part, "id") {
                let finding = refused_keyword(at, "id", "it cannot compile `id`");
                self.found.push(finding.hint("use `$id`"));
            }
            if let Some(nullable) = part.member("nullable") {
                if nullable.kind() != PayloadKind::Boolean || !has(part, "type") {
                    let why = "`nullable` must be true or false and next to a `type`";
                    let finding = refused_keyword(at, "nullable", why);
                    self.found
                        .push(finding.hint(r#"use a `type` that includes "null""#));
                }
            }
            if let Some(id) = part.member("$id") {
                // An id inside a schema is relative to the id of the schema.
                let id = match &base {
                    Some(base) if at != root => format!("{} {}", base.text(), id.text()),
                    _ => id.text().to_owned(),
                };
                let first = self.ids.entry(id).or_insert_with(|| part.clone());
                if first != part {
                    let message = "another output schema of the list has the same `$id`: the official client confuses the two or rejects the list";
                    let finding = Finding::error("unusable-schema", at.member("$id"), message);
                    self.found
                        .push(finding.hint("use an `$id` that no other schema of the list has"));
                }
            }
        });
    }

    /// Reads an object as far as possible. Every unreadable member becomes a finding. It is replaced by its value in
    /// `required`, or removed. Members in `elsewhere` are not read.
    fn read<T: Wire>(
        &mut self,
        object: &Payload,
        required: &[(&str, &str)],
        elsewhere: &[&str],
        at: &Pointer,
    ) -> Option<T> {
        let default = |wanted: &str| {
            let (_, json) = required.iter().find(|(name, _)| *name == wanted)?;
            Payload::parse(json).ok()
        };
        let mut object = object.clone();
        for name in elsewhere {
            object = replace_member(&object, &[name], default(name).as_ref());
        }
        loop {
            let error = match object.decode::<T>() {
                Ok(value) => return Some(value),
                Err(error) => error,
            };
            let pointer = error.pointer.clone();
            let mut finding = Finding::from(error);
            finding.pointer = at.join(&pointer);
            self.found.push(finding);
            let names: Vec<_> = pointer.segments().collect();
            let names: Vec<&str> = names.iter().map(|name| &**name).collect();
            let default = names.first().and_then(|name| default(name));
            let before = object.clone();
            object = match default {
                Some(default) => {
                    replace_member(&object, names.get(..1).unwrap_or_default(), Some(&default))
                }
                None => replace_member(&object, &names, None),
            };
            if object == before || names.is_empty() {
                return None;
            }
        }
    }
}

/// Returns `true` for a byte that MCP allows in tool names.
fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.')
}

/// Creates the finding about a keyword that the official client refuses.
fn refused_keyword(at: &Pointer, keyword: &str, why: &str) -> Finding {
    let message = format!("the official client rejects the list: {why}");
    Finding::error("unusable-schema", at.member(keyword), message)
}

/// Creates the finding about a faulty icon.
fn mcp_icon(at: Pointer, fault: &str) -> Finding {
    Finding::error("mcp-icon", at, format!("MCP clients reject {fault}"))
}

/// Returns `true` if a value is one of these strings.
fn is_word_of(value: &Payload, words: &[&str]) -> bool {
    match value.as_str() {
        Some(word) => words.contains(&&*word),
        None => false,
    }
}

/// Returns `true` if a value is a number that JavaScript counts as a safe integer, such as `7` or `7.0`.
fn is_integer(value: &Payload) -> bool {
    const GREATEST: f64 = 9_007_199_254_740_991.0;
    if value.kind() != PayloadKind::Number {
        return false;
    }
    match value.text().parse::<f64>() {
        Ok(number) => number.fract() == 0.0 && number.abs() <= GREATEST,
        Err(_) => false,
    }
}

/// Replaces the member at a path, or removes it. A missing member is added.
fn replace_member(object: &Payload, path: &[&str], value: Option<&Payload>) -> Payload {
    let Some((first, rest)) = path.split_first().filter(|_| object.is_object()) else {
        return object.clone();
    };
    let mut members: Vec<(String, Payload)> = object
        .members()
        .map(|(name, member)| (name.into_owned(), member))
        .collect();
    if let (Some(value), true) = (value, rest.is_empty()) {
        members.retain(|(name, _)| name != first);
        members.push(((*first).to_owned(), value.clone()));
    } else if rest.is_empty() {
        members.retain(|(name, _)| name != first);
    } else {
        for (_, member) in members.iter_mut().filter(|(name, _)| name == first) {
            *member = replace_member(member, rest, value);
        }
    }
    Payload::object(members.iter().map(|(name, member)| (name.as_str(), member)))
}
