//! Maps actions.json manifests and calls to MCP tools and calls, and back.
//!
//! | actions.json | MCP | how |
//! |---|---|---|
//! | `tools[].name` | `tools[].name` | copied; without dots if the context requires that (see [`FlatNames`](crate::tool_names::FlatNames)) |
//! | `description` | `description` | copied |
//! | `input_schema` | `inputSchema` | copied, with these changes: the required type `object` is added if no type is stated, bounds and tuples of older drafts are rewritten, and keywords that no client can use are carried; with portable schemas, so are top-level `oneOf`, `anyOf`, `allOf` and conditions |
//! | `result_schema` | `outputSchema` | copied if it has the type `object`, which 2026-07-28 does not require; otherwise carried |
//! | – | `resultType`, `ttlMs`, `cacheScope` | since 2026-07-28, the constants `complete`, 0 and `private`; other values are carried |
//! | everything else of a tool, every other section, tools that agents do not call | – | carried |
//! | `x_actions.static_output` alone, `x_actions.effect` | `annotations` | a static output alone is read-only, a `durable_mutation` is not |
//! | – | `title`, other `annotations`, `_meta`, `nextCursor` | carried |
//!
//! Calls and their answers become JSON-RPC frames:
//!
//! | item | frame | how |
//! |---|---|---|
//! | `action_call` | request `tools/call` | `call_id` is the `id`, `name` and `arguments` are copied, the runtime id is carried |
//! | – | `params._meta` | since 2026-07-28, that version and a client without capabilities; other values are carried |
//! | `action_call_output` | response | `output` is the `structuredContent` (before 2026-07-28 if it is an object), and its text is the `content` |
//! | – | `result.resultType` | since 2026-07-28, `complete`; a result that asks for input or begins a task is refused |
//! | `action_error` | response with `isError` | the text is `code: message`, without the code if it is `handler_failed` |
//!
//! The carry, not `_meta`, keeps the details of executing a tool, because readers of the list do not need them. On the
//! way back, the handler of a tool is its name. Tools with errors are omitted in both directions, and a note names the
//! broken rule. The profile `strict` refuses their manifest or list instead. Errors of the list itself refuse it.

pub(crate) mod call;
mod returning;
mod schema;

use crate::{
    Context, Dialect, Refusal,
    Verdict::{Carried, Copied, Defaulted, Derived, Encoded, Renamed},
    lens::{Direction, FieldMap, KeyedList, Returns, Translated, TranslationCx, rules},
    mappings::tools::{self, callable_tools},
    mcp::{self, ListToolsResult, is_of_objects},
    mcp_check::REFUSED_AT_THE_TOP,
    refusal::refuse_errors,
    tool_names::{any_name, dotted_names, is_flat, safe_name},
};
use actions_json::{
    checked_manifest::CheckedManifest,
    manifest::{Manifest, Tool, XActions},
};
use std::collections::{BTreeMap, BTreeSet};
use wire::{Field, Finding, Payload, Pointer, Severity, Validate};

rules! { "actions-json-mcp", "mcp-actions-json";
    tools "tools": "/tools" => "/tools";
    name "name": "/tools" => "/tools";
    description "description": "/tools" => "/tools";
    input_schema "input-schema": "/tools" => "/tools";
    portable_schema "portable-schema": "/tools" => "";
    output_schema "output-schema": "/tools" => "/tools";
    handler "handler": "/tools" => "";
    version "version": "/version" => "";
    left_out "left-out": "/tools" => "";
    annotations "annotations": "/tools" => "/tools";
    call_id "call-id": "/call_id" => "/id";
    called "called": "/name" => "/params/name";
    arguments "arguments": "/arguments" => "/params/arguments";
    runtime_id "runtime-id": "/runtime_id" => "";
    output "output": "/output" => "/result/content";
    structured "structured-output": "/output" => "/result/structuredContent";
    error "error": "/error" => "/result";
    error_response "error-response": "/error" => "/error";
    item "item": "/type" => "";
    outcome "outcome": "" => "/result/resultType";
    meta "meta": "" => "/params/_meta";
    result_type "result-type": "" => "/resultType";
    ttl_ms "ttl-ms": "" => "/ttlMs";
    cache_scope "cache-scope": "" => "/cacheScope";
    next_cursor "next-cursor": "" => "/nextCursor";
}

const TOOLS: KeyedList = KeyedList::new("/tools", "/tools", "name");
/// The depth of the fields of a tool, such as `/tools/0/x_actions/handler`.
const LEVELS: usize = 4;

/// Translates the tools of a manifest into a list of MCP tools.
///
/// # Errors
/// Refuses a manifest with errors that its profile does not allow to omit.
pub(crate) fn forward(
    manifest: Manifest,
    tcx: &mut TranslationCx<'_>,
) -> Result<Translated<ListToolsResult>, Refusal> {
    let to = tcx.step.to;
    let cx = tcx.cx;
    let offered = check_manifest(&manifest, cx)?;
    let tools = mcp_tools(&offered);
    let plain_target = list_of(&offered, &tools, to, cx);
    let mut fields = tcx.fields();
    note_forward(&offered, &tools, &plain_target, &mut fields);
    let returns = Returns {
        losses: &|list, losses| {
            let kept = || tools.iter().map(|(index, ..)| *index).collect();
            returning::add_losses_of_manifest(&manifest, list, &kept, cx, losses);
        },
        back: &|list| Ok(self::manifest(&Usable::of(list)?, cx)),
    };
    let direction = Direction {
        list: Some(TOOLS),
        ..Direction::new(Dialect::ActionsJson, to, LEVELS, &FORWARD.others)
    };
    direction.reconcile(&manifest, plain_target, fields, returns, tcx)
}

/// Translates a list of MCP tools into a manifest. The handler of a tool is its name unless the carry has another
/// handler.
///
/// # Errors
/// Refuses a list with errors of its own, or with any error if the profile is strict. Refuses names with dots if the
/// context requires names without dots.
pub(crate) fn backward(
    list: ListToolsResult,
    tcx: &mut TranslationCx<'_>,
) -> Result<Translated<Manifest>, Refusal> {
    let from = tcx.step.from;
    let cx = tcx.cx;
    let usable = Usable::of(&list)?;
    if !usable.left_out.is_empty() && !cx.profile.accepts_partial_manifests() {
        refuse_errors("mcp-actions-json/valid", &list.validate())?;
    }
    if cx.flat_names {
        ensure_flat_names(&usable)?;
    }
    let plain_target = manifest(&usable, cx);
    let mut fields = tcx.fields();
    note_backward(&list, &usable, &plain_target, &mut fields);
    let kept: Vec<usize> = usable.tools.iter().map(|(index, _)| *index).collect();
    let returns = Returns {
        losses: &|manifest, losses| {
            returning::add_losses_of_list(&list, manifest, &kept, from, cx, losses);
        },
        back: &|manifest| {
            let list = self::list(&check_manifest(manifest, cx)?, from, cx);
            if list.tools.len() < kept.len() {
                return Err(Refusal::no_inverse());
            }
            Ok(list)
        },
    };
    let direction = Direction {
        list: Some(TOOLS),
        ..Direction::new(from, Dialect::ActionsJson, LEVELS, &BACKWARD.others)
    };
    let check = |manifest: &Manifest| ensure_offered(&usable, manifest, cx);
    let returns = returns.with_check(&check);
    direction.reconcile_checked(&list, plain_target, fields, returns, tcx)
}

/// Refuses a tool with a name that models and MCP clients do not accept.
fn ensure_flat_names(list: &Usable<'_>) -> Result<(), Refusal> {
    for (index, tool) in &list.tools {
        if is_flat(&tool.name) {
            continue;
        }
        let tools = Pointer::root().member("tools");
        let at = tools.element(*index).member("name");
        let message = "the context requires tool names without dots";
        return Err(Refusal::rule_broken(BACKWARD.name.id, at, message)
            .hint("use 1 to 64 letters, digits, _ and -"));
    }
    Ok(())
}

/// Checks that a carry hides no visible tool. A manifest with restored fields must offer every tool of the list.
///
/// # Errors
/// Refuses a manifest that lacks a tool, at the place of the tool before anything is restored.
fn ensure_offered(list: &Usable<'_>, manifest: &Manifest, cx: &Context) -> Result<(), Refusal> {
    let checked = check_manifest(manifest, cx)?;
    let tools = mcp_tools(&checked);
    let names = tools.iter().map(|(_, _, name, _)| *name);
    let offered: BTreeSet<String> = wire::collect_set(list_names(checked.manifest(), names, cx));
    // Without a carry, a tool may come back with another name.
    let plain = self::manifest(list, cx);
    let returned = list_names(&plain, callable_tools(&plain).map(|(.., name)| name), cx);
    for (index, ((_, tool), returned)) in list.tools.iter().zip(returned).enumerate() {
        if !offered.contains(&tool.name) && !offered.contains(&returned) {
            let at = Pointer::root().member("tools").element(index);
            return Err(Refusal::no_inverse().at(at));
        }
    }
    Ok(())
}

/// Returns the names that the tools of a manifest have in a list.
fn list_names<'n>(
    manifest: &Manifest,
    names: impl Iterator<Item = &'n str>,
    cx: &Context,
) -> Vec<String> {
    let names = names.map(any_name);
    if !cx.flat_names {
        return names.collect();
    }
    let flat = tools::flat_names(manifest);
    names.map(|name| flat.flat_name(&name)).collect()
}

/// The tools of a list that have no errors, with their indices. For each other tool, its first error.
struct Usable<'l> {
    tools: Vec<(usize, &'l mcp::Tool)>,
    left_out: BTreeMap<usize, Finding>,
}

impl<'l> Usable<'l> {
    /// Validates a list and separates its tools.
    ///
    /// # Errors
    /// Refuses a list with errors that belong to no tool.
    fn of(list: &'l ListToolsResult) -> Result<Self, Refusal> {
        let (mut left_out, mut of_list) = (BTreeMap::new(), Vec::new());
        for finding in list.validate() {
            if finding.severity != Severity::Error {
                continue;
            }
            match mcp::tool_at(&finding.pointer) {
                Some(index) => drop(left_out.entry(index).or_insert(finding)),
                None => of_list.push(finding),
            }
        }
        refuse_errors("mcp-actions-json/valid", &of_list)?;
        let mut tools = Vec::new();
        for (index, tool) in list.tools.enumerate() {
            if !left_out.contains_key(&index) {
                tools.push((index, tool));
            }
        }
        Ok(Self { tools, left_out })
    }
}

fn check_manifest(manifest: &Manifest, cx: &Context) -> Result<CheckedManifest, Refusal> {
    tools::check_manifest(manifest, "actions-json-mcp/valid", cx)
}

/// A tool that MCP can express, with its index, its name and its argument schema.
type McpTool<'m> = (usize, &'m Tool, &'m str, Payload);

/// Returns the tools that MCP can express, which are the tools that take objects.
fn mcp_tools(manifest: &CheckedManifest) -> Vec<McpTool<'_>> {
    let nothing = Payload::empty_object();
    let mut tools = Vec::new();
    for (index, tool, name) in callable_tools(manifest.manifest()) {
        let stated = tool.input_schema.as_ref().unwrap_or(&nothing);
        if let Some(input_schema) = schema::of_objects(stated) {
            tools.push((index, tool, name, input_schema));
        }
    }
    tools
}

/// Derives annotations from a manifest. A tool that only returns a static text is read-only. A tool with the effect
/// `durable_mutation` is not read-only.
fn derive_annotations(tool: &Tool) -> Option<mcp::ToolAnnotations> {
    let hints = mcp::ToolAnnotations::new();
    if tool.static_output().is_some() && !tool.is_executable() {
        return Some(hints.read_only_hint(true).open_world_hint(false));
    }
    let effect = tool.x_actions.get()?.extra.get("effect")?.as_str()?;
    if effect == "durable_mutation" {
        Some(hints.read_only_hint(false))
    } else {
        None
    }
}

fn list(manifest: &CheckedManifest, to: Dialect, cx: &Context) -> ListToolsResult {
    list_of(manifest, &mcp_tools(manifest), to, cx)
}

fn list_of(
    manifest: &CheckedManifest,
    tools: &[McpTool<'_>],
    to: Dialect,
    cx: &Context,
) -> ListToolsResult {
    let names = tools.iter().map(|(_, _, name, _)| *name);
    let names = list_names(manifest.manifest(), names, cx);
    let mut targets = Vec::with_capacity(tools.len());
    for (tool, name) in tools.iter().zip(names) {
        targets.push(to_mcp_tool(tool, name, to, cx));
    }
    let list = ListToolsResult::new(targets);
    if to == Dialect::Mcp2026_07 {
        list.result_type("complete")
            .ttl_ms(0)
            .cache_scope("private")
    } else {
        list
    }
}

/// Translates a tool into an MCP tool, which gets this name in the list.
fn to_mcp_tool(
    (_, tool, _, input_schema): &McpTool<'_>,
    name: String,
    to: Dialect,
    cx: &Context,
) -> mcp::Tool {
    let input_schema = if cx.portable_schemas {
        schema::without(input_schema, &REFUSED_AT_THE_TOP)
    } else {
        input_schema.clone()
    };
    let mut target = mcp::Tool::new(name, input_schema);
    if let Some(description) = tool.description.get() {
        target.description = Field::Value(description.clone());
    }
    target.output_schema = match tool.result_schema_stated() {
        Some(schema) if to == Dialect::Mcp2026_07 => schema::of_any(schema),
        // Before 2026-07-28, results are objects.
        Some(schema) if is_of_objects(schema) => schema::of_objects(schema),
        _ => None,
    };
    if let Some(annotations) = derive_annotations(tool) {
        target.annotations = Field::Value(annotations);
    }
    target
}

fn manifest(list: &Usable<'_>, cx: &Context) -> Manifest {
    Manifest::v1(manifest_tools(list, cx))
}

fn manifest_tools(list: &Usable<'_>, cx: &Context) -> Vec<Tool> {
    let in_list = list.tools.iter().map(|(_, tool)| tool.name.as_str());
    let names = if cx.flat_names {
        dotted_names(&in_list.collect::<Vec<_>>())
    } else {
        in_list.map(String::from).collect()
    };
    let mut tools = Vec::with_capacity(list.tools.len());
    for ((_, tool), name) in list.tools.iter().zip(names) {
        let name = safe_name(&name);
        let description = tool.description.get().cloned().unwrap_or_default();
        let mut x_actions = XActions::new().handler(name.as_str());
        x_actions.result_schema = tool.output_schema.clone();
        let tool = Tool::new(name.as_str(), description, tool.input_schema.clone());
        tools.push(tool.x_actions(x_actions));
    }
    tools
}

fn note_forward(
    manifest: &CheckedManifest,
    tools: &[McpTool<'_>],
    plain_target: &ListToolsResult,
    fields: &mut FieldMap,
) {
    if !fields.is_wanted() {
        return;
    }
    let (root, list) = (Pointer::root(), Pointer::root().member("tools"));
    let sources = tools.iter().map(|(index, ..)| *index);
    fields.add(Encoded, &FORWARD.version, (&root, "version"), None);
    let places = sources.clone().zip(0..);
    tools::note_tools(&FORWARD.tools, (&list, &list), places, fields);
    for (tool, (place, target)) in tools.iter().zip(plain_target.tools.iter().enumerate()) {
        let (from, to) = (list.element(tool.0), list.element(place));
        note_tool(tool, target, (&from, &to), fields);
    }
    if plain_target.result_type.get().is_some() {
        for rule in [&FORWARD.result_type, &FORWARD.ttl_ms, &FORWARD.cache_scope] {
            fields.add_rule(Defaulted, rule);
        }
    }
    let targets = wire::collect_set(sources);
    let remark = "MCP tools take objects, but the schema of this tool forbids them";
    tools::note_left_out(&FORWARD.left_out, manifest, &targets, remark, fields);
}

/// Adds the notes about a tool of a manifest, in the order of its members.
fn note_tool(
    (_, tool, name, _): &McpTool<'_>,
    target: &mcp::Tool,
    (from, to): (&Pointer, &Pointer),
    fields: &mut FieldMap,
) {
    tools::note_name(&FORWARD.name, (from, name), (to, &target.name), fields);
    if target.description.get().is_some() {
        let to = Some((to, "description"));
        fields.add(Copied, &FORWARD.description, (from, "description"), to);
    }
    note_input_schema(tool, target, (from, to), fields);
    if let Some(output_schema) = &target.output_schema {
        let in_x_actions = match tool.x_actions.get() {
            Some(x_actions) => x_actions.result_schema.is_some(),
            None => false,
        };
        let holder = if in_x_actions {
            from.member("x_actions")
        } else {
            from.clone()
        };
        let verdict = if Some(output_schema) == tool.result_schema_stated() {
            Renamed
        } else {
            Encoded
        };
        let to = Some((to, "outputSchema"));
        fields.add(
            verdict,
            &FORWARD.output_schema,
            (&holder, "result_schema"),
            to,
        );
    }
    if target.annotations.get().is_some() {
        let to = Some((to, "annotations"));
        fields.add(Derived, &FORWARD.annotations, (from, "x_actions"), to);
    }
    tools::note_handler(&FORWARD.handler, (from, tool, name), fields);
}

/// Adds the notes about the argument schema of a tool.
fn note_input_schema(
    tool: &Tool,
    target: &mcp::Tool,
    (from, to): (&Pointer, &Pointer),
    fields: &mut FieldMap,
) {
    let in_target = Some((to, "inputSchema"));
    let Some(schema) = &tool.input_schema else {
        let root = Pointer::root();
        return fields.add(Defaulted, &FORWARD.input_schema, (&root, ""), in_target);
    };
    let is_same = *schema == target.input_schema;
    let verdict = if is_same { Renamed } else { Encoded };
    fields.add(
        verdict,
        &FORWARD.input_schema,
        (from, "input_schema"),
        in_target,
    );
    if !is_same {
        note_rewritten(schema, &target.input_schema, (from, to), fields);
    }
}

/// Adds notes about the rewritten and the removed keywords of an input schema.
fn note_rewritten(
    schema: &Payload,
    target: &Payload,
    (from, to): (&Pointer, &Pointer),
    fields: &mut FieldMap,
) {
    let (from, to) = (from.member("input_schema"), to.member("inputSchema"));
    for below in schema::bounds_of_draft_4(schema) {
        if target.get(&below).is_none() {
            continue;
        }
        let remark = "an exclusive bound of draft 4, rewritten in the form of later drafts";
        let (rule, to) = (&FORWARD.input_schema, Some(to.join(&below)));
        fields.enter(Encoded, rule, from.join(&below), to, remark);
    }
    for name in REFUSED_AT_THE_TOP {
        if schema.member(name).is_none() || target.member(name).is_some() {
            continue;
        }
        let remark =
            "clients and model APIs reject this keyword at the top level of an input schema";
        let rule = &FORWARD.portable_schema;
        fields.enter(Carried, rule, from.member(name), None, remark);
    }
}

fn note_backward(
    list: &ListToolsResult,
    usable: &Usable<'_>,
    plain_target: &Manifest,
    fields: &mut FieldMap,
) {
    if !fields.is_wanted() {
        return;
    }
    let (root, at) = (Pointer::root(), Pointer::root().member("tools"));
    let version = Some((&root, "version"));
    fields.add(Defaulted, &BACKWARD.version, (&root, ""), version);
    let sources = usable.tools.iter().map(|(index, _)| *index);
    tools::note_tools(&BACKWARD.tools, (&at, &at), sources.zip(0..), fields);
    note_result(list, fields);
    for ((index, tool), (place, _, name)) in usable.tools.iter().zip(callable_tools(plain_target)) {
        let (from, to) = (at.element(*index), at.element(place));
        note_mcp_tool((&from, tool), (&to, name), fields);
    }
    for (index, finding) in &usable.left_out {
        let (rule, part) = (&BACKWARD.left_out, at.element(*index));
        tools::note_part_left_out(rule, part, Some(finding), fields);
    }
}

/// Adds the notes about the members of a list next to its tools.
fn note_result(list: &ListToolsResult, fields: &mut FieldMap) {
    for (rule, is_stated) in [
        (&BACKWARD.result_type, !list.result_type.is_absent()),
        (&BACKWARD.ttl_ms, !list.ttl_ms.is_absent()),
        (&BACKWARD.cache_scope, !list.cache_scope.is_absent()),
    ] {
        if is_stated {
            fields.add_rule(Encoded, rule);
        }
    }
    let Some(cursor) = list.next_cursor.get() else {
        return;
    };
    if !cursor.is_empty() {
        let root = Pointer::root();
        let remark = "the server has more tools on another page";
        let from = (&root, "nextCursor");
        fields.remark(Carried, &BACKWARD.next_cursor, from, None, remark);
    }
}

/// Adds the notes about an MCP tool that becomes a tool with this name.
fn note_mcp_tool(
    (from, tool): (&Pointer, &mcp::Tool),
    (to, name): (&Pointer, &str),
    fields: &mut FieldMap,
) {
    let rules = &BACKWARD;
    tools::note_name(&rules.name, (from, &tool.name), (to, name), fields);
    tools::note_description(&rules.description, (from, &tool.description), to, fields);
    let input_schema = Some((to, "input_schema"));
    fields.add(
        Renamed,
        &rules.input_schema,
        (from, "inputSchema"),
        input_schema,
    );
    if tool.output_schema.is_some() {
        let x_actions = to.member("x_actions");
        let result_schema = Some((&x_actions, "result_schema"));
        fields.add(
            Renamed,
            &rules.output_schema,
            (from, "outputSchema"),
            result_schema,
        );
    }
    tools::note_default_handler(&rules.handler, to, fields);
}
