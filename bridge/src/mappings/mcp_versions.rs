//! Maps lists of tools, calls and answers between the versions of MCP.
//!
//! | 2025-06-18 | 2025-11-25 | 2026-07-28 | where |
//! |---|---|---|---|
//! | – | `icons` | `icons` | in a tool |
//! | – | `execution` | – | in a tool |
//! | `outputSchema` of objects | the same | of any values | in a tool |
//! | – | – | `resultType`, `ttlMs`, `cacheScope` | in a list; the defaults are `complete`, 0 and `private` |
//! | `structuredContent` of an object | the same | any value | in a result |
//! | – | – | `resultType` | in a result; the default is `complete` |
//! | – | – | protocol version, client and capabilities | in `_meta` of a request; the defaults are that version and a client without capabilities |
//!
//! All other members exist in both versions and are copied. Members that the other version lacks are carried. A result
//! that is not `complete` requests input from the client or begins a task. Older versions cannot express that, so it is
//! refused.
//!
//! Specification: [tools in 2025-06-18](https://modelcontextprotocol.io/specification/2025-06-18/server/tools),
//! [2025-11-25](https://modelcontextprotocol.io/specification/2025-11-25/server/tools) and
//! [2026-07-28](https://github.com/modelcontextprotocol/modelcontextprotocol/blob/ccaf9102ec5eb656eab50ca8333ef49dcd259c26/docs/specification/2026-07-28/server/tools.mdx).

use crate::{
    Dialect, Refusal,
    Verdict::{Copied, Defaulted, Encoded},
    lens::{
        Change, Direction, FieldMap, KeyedList, Losses, Returns, Step, Translated, TranslationCx,
        difference, payload, rules,
    },
    mappings::calls,
    mcp::{CLIENT_CAPABILITIES, CLIENT_INFO, ListToolsResult, PROTOCOL_VERSION, is_of_objects},
    refusal::refuse_errors,
};
use ahp::json_rpc::JsonRpcMessage;
use wire::{Payload, Pointer};

rules! { "mcp-later", "mcp-earlier";
    list "list": "" => "";
    tool "tool": "/tools" => "/tools";
    result_type "result-type": "/resultType" => "/resultType";
    ttl_ms "ttl-ms": "/ttlMs" => "/ttlMs";
    cache_scope "cache-scope": "/cacheScope" => "/cacheScope";
    frame "frame": "" => "";
    meta "meta": "/params/_meta" => "/params/_meta";
    outcome "outcome": "/result/resultType" => "/result/resultType";
}

const TOOLS: KeyedList = KeyedList::new("/tools", "/tools", "name");

/// The depth of the fields, such as `/tools/0/icons` and `/params/_meta/progressToken`.
const LEVELS: usize = 3;

/// Translates a list of tools into another version.
///
/// # Errors
/// Refuses a list with errors that belong to no tool.
pub(crate) fn tools(
    list: ListToolsResult,
    tcx: &mut TranslationCx<'_>,
) -> Result<Translated<ListToolsResult>, Refusal> {
    let Step { from, to, .. } = tcx.step;
    refuse_errors("mcp-versions/valid", &list.errors_of_list())?;
    let (there, back) = (Way::new(from, to), Way::new(to, from));
    let (mut fields, source) = (tcx.fields(), payload(&list));
    let changes = there.changes_of_list(&source, &mut fields);
    let plain_target = difference::apply(&source, &changes).decode()?;
    let returns = Returns {
        losses: &|list: &ListToolsResult, losses| {
            let target = payload(list);
            let changes = back.changes_of_list(&target, &mut FieldMap::none());
            add_losses(&source, &target, &changes, losses);
        },
        back: &|list: &ListToolsResult| {
            let target = payload(list);
            let changes = back.changes_of_list(&target, &mut FieldMap::none());
            Ok(difference::apply(&target, &changes).decode()?)
        },
    };
    let direction = Direction {
        list: Some(TOOLS),
        ..Direction::new(from, to, LEVELS, &there.rules().others)
    };
    direction.reconcile(&list, plain_target, fields, returns, tcx)
}

/// Translates a call or an answer into another version.
///
/// # Errors
/// Refuses a result that is not complete if the other version has no such results.
pub(crate) fn frame(
    frame: JsonRpcMessage,
    tcx: &mut TranslationCx<'_>,
) -> Result<Translated<JsonRpcMessage>, Refusal> {
    let Step { from, to, .. } = tcx.step;
    let (there, back) = (Way::new(from, to), Way::new(to, from));
    let (mut fields, source) = (tcx.fields(), payload(&frame));
    let changes = there.changes_of_frame(&frame, &source, &mut fields)?;
    let plain_target = difference::apply(&source, &changes).decode()?;
    let returns = Returns {
        losses: &|frame: &JsonRpcMessage, losses| {
            let target = payload(frame);
            match back.changes_of_frame(frame, &target, &mut FieldMap::none()) {
                Ok(changes) => add_losses(&source, &target, &changes, losses),
                // The other version refuses a result that is not complete.
                Err(_) => losses.add(Pointer::root()),
            }
        },
        back: &|frame: &JsonRpcMessage| {
            let target = payload(frame);
            let changes = back.changes_of_frame(frame, &target, &mut FieldMap::none())?;
            Ok(difference::apply(&target, &changes).decode()?)
        },
    };
    let direction = Direction::new(from, to, LEVELS, &there.rules().others);
    direction.reconcile(&frame, plain_target, fields, returns, tcx)
}

/// Adds the fields of a message that do not come back. After the `changes` of the way back, the target lacks these
/// fields or contains them with another value.
fn add_losses(source: &Payload, target: &Payload, changes: &[Change], losses: &mut Losses) {
    let returned = difference::apply(target, changes);
    losses.add_changes_and_parts(&Pointer::root(), (source, &returned), LEVELS);
}

/// Returns the dialect of a frame. The versions of 2025 have the same frames.
pub(crate) fn dialect_of_frame(frame: &JsonRpcMessage) -> Dialect {
    if is_of_2026(frame) {
        Dialect::Mcp2026_07
    } else {
        Dialect::Mcp2025_06
    }
}

/// Returns `true` if a request or a result has the members required since 2026-07-28.
fn is_of_2026(frame: &JsonRpcMessage) -> bool {
    match frame {
        JsonRpcMessage::Request(request) => {
            let meta = request
                .params
                .as_ref()
                .and_then(|params| params.member("_meta"));
            meta.is_some_and(|meta| meta.member(PROTOCOL_VERSION).is_some())
        }
        JsonRpcMessage::Response(response) => response.result.member("resultType").is_some(),
        _ => false,
    }
}

/// A mapping from one version of MCP to another.
#[derive(Clone, Copy)]
struct Way {
    to: Dialect,
    is_later: bool,
}

impl Way {
    fn new(from: Dialect, to: Dialect) -> Self {
        Self {
            to,
            is_later: from <= to,
        }
    }

    fn rules(self) -> &'static Rules {
        if self.is_later { &FORWARD } else { &BACKWARD }
    }

    fn is_to_2026(self) -> bool {
        self.to == Dialect::Mcp2026_07
    }

    /// Returns the changes that turn a list into a list of the other version.
    fn changes_of_list(self, source: &Payload, fields: &mut FieldMap) -> Vec<Change> {
        let (rules, root) = (self.rules(), Pointer::root());
        let tools_at = root.member("tools");
        let mut changes: Vec<Change> = Vec::new();
        let tools: Vec<Payload> = source
            .member("tools")
            .iter()
            .flat_map(Payload::elements)
            .collect();
        for (index, tool) in tools.iter().enumerate() {
            let at = tools_at.element(index);
            let lacking = self.find_lacking_members(tool);
            fields.copy_members(&rules.tool, &at, tool, &lacking);
            changes.extend(lacking.into_iter().map(|name| (at.member(name), None)));
        }
        let caching = [
            (
                &rules.result_type,
                "resultType",
                Payload::string("complete"),
            ),
            (
                &rules.ttl_ms,
                "ttlMs",
                // A number always has a JSON text.
                Payload::encode(&0_u64).unwrap_or_else(|_| Payload::null()),
            ),
            (&rules.cache_scope, "cacheScope", Payload::string("private")),
        ];
        for (rule, name, value) in caching {
            match source.member(name) {
                Some(_) if self.is_to_2026() => fields.add_rule(Copied, rule),
                None if self.is_to_2026() => {
                    fields.add(Defaulted, rule, (&root, ""), Some((&root, name)));
                    changes.push((root.member(name), Some(value)));
                }
                Some(_) => {
                    fields.add(Encoded, rule, (&root, name), None);
                    changes.push((root.member(name), None));
                }
                None => {}
            }
        }
        let mut not_copied = vec!["resultType", "ttlMs", "cacheScope"];
        not_copied.extend((!tools.is_empty()).then_some("tools"));
        fields.copy_members(&rules.list, &root, source, &not_copied);
        changes
    }

    /// Returns the members of a tool that the other version lacks.
    fn find_lacking_members(self, tool: &Payload) -> Vec<&'static str> {
        let mut lacking = Vec::new();
        for name in ["icons", "execution", "outputSchema"] {
            let Some(value) = tool.member(name) else {
                continue;
            };
            let is_lacking = match name {
                "icons" => self.to == Dialect::Mcp2025_06,
                "execution" => self.to != Dialect::Mcp2025_11,
                // Before 2026-07-28, results are objects.
                _ => !self.is_to_2026() && !is_of_objects(&value),
            };
            if is_lacking {
                lacking.push(name);
            }
        }
        lacking
    }

    /// Returns the changes that turn a frame into a frame of the other version. `source` is the frame as JSON.
    fn changes_of_frame(
        self,
        frame: &JsonRpcMessage,
        source: &Payload,
        fields: &mut FieldMap,
    ) -> Result<Vec<Change>, Refusal> {
        let (rules, root) = (self.rules(), Pointer::root());
        fields.copy_members(&rules.frame, &root, source, &["params", "result"]);
        match frame {
            JsonRpcMessage::Request(request) => {
                Ok(self.changes_of_request(request.params.as_ref(), fields))
            }
            JsonRpcMessage::Response(response) => self.changes_of_result(&response.result, fields),
            _ => {
                let at = root.member("params");
                fields.copy_members(
                    &rules.frame,
                    &at,
                    &source.get(&at).unwrap_or_else(Payload::null),
                    &[],
                );
                Ok(Vec::new())
            }
        }
    }

    /// Returns the changes of request parameters. The changed members describe the client.
    fn changes_of_request(self, params: Option<&Payload>, fields: &mut FieldMap) -> Vec<Change> {
        let (rules, at) = (self.rules(), Pointer::root().member("params"));
        let none = Payload::empty_object();
        let params = params.unwrap_or(&none);
        fields.copy_members(&rules.frame, &at, params, &["_meta"]);
        let meta_at = at.member("_meta");
        let meta = params.member("_meta").unwrap_or(none);
        let (mut changes, mut removed) = (Vec::new(), Vec::new());
        for name in [PROTOCOL_VERSION, CLIENT_CAPABILITIES, CLIENT_INFO] {
            let is_stated = meta.member(name).is_some();
            if is_stated && !self.is_to_2026() {
                fields.add(Encoded, &rules.meta, (&meta_at, name), None);
                changes.push((meta_at.member(name), None));
                removed.push(name);
                continue;
            }
            let default = match name {
                PROTOCOL_VERSION => Payload::string("2026-07-28"),
                CLIENT_CAPABILITIES => Payload::empty_object(),
                // The client is unknown.
                _ => continue,
            };
            if !is_stated && self.is_to_2026() {
                let to = Some((&meta_at, name));
                fields.add(Defaulted, &rules.meta, (&Pointer::root(), ""), to);
                changes.push((meta_at.member(name), Some(default)));
            }
        }
        let mut is_empty = true;
        for (name, _) in meta.members() {
            if removed.contains(&&*name) {
                continue;
            }
            is_empty = false;
            let to = Some((&meta_at, &*name));
            fields.add(Copied, &rules.meta, (&meta_at, &name), to);
        }
        if is_empty && !removed.is_empty() {
            return vec![(meta_at, None)];
        }
        changes
    }

    /// Returns the changes of a result.
    fn changes_of_result(
        self,
        result: &Payload,
        fields: &mut FieldMap,
    ) -> Result<Vec<Change>, Refusal> {
        let (rules, at) = (self.rules(), Pointer::root().member("result"));
        let mut changes = Vec::new();
        let is_any_value = match result.member("structuredContent") {
            Some(value) => !value.is_object(),
            None => false,
        };
        // Before 2026-07-28, structured content is an object.
        let mut not_copied = vec!["resultType"];
        if is_any_value && !self.is_to_2026() {
            changes.push((at.member("structuredContent"), None));
            not_copied.push("structuredContent");
        }
        fields.copy_members(&rules.frame, &at, result, &not_copied);
        match result.member("resultType") {
            Some(_) if self.is_to_2026() => fields.add_rule(Copied, &rules.outcome),
            Some(_) => {
                calls::ensure_complete(result, &rules.outcome)?;
                fields.add(Encoded, &rules.outcome, (&at, "resultType"), None);
                changes.push((at.member("resultType"), None));
            }
            None if self.is_to_2026() && result.is_object() => {
                let to = Some((&at, "resultType"));
                fields.add(Defaulted, &rules.outcome, (&Pointer::root(), ""), to);
                changes.push((at.member("resultType"), Some(Payload::string("complete"))));
            }
            None => {}
        }
        Ok(changes)
    }
}
