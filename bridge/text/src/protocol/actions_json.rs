//! Support for actions.json:
//! [manifests](https://github.com/yaniv256/actions.json/blob/150b683dbdc37f1d43557d3d44cb62b9afcfebe3/docs/schema-v1-proposal.md),
//! and items of the [bridge
//! protocol](https://github.com/yaniv256/actions.json/blob/1546fec74222bb5a3b4b319ad7d2b92db32ec3b1/docs/actions-bridge-protocol.md).

use super::{
    ProtocolSupport, TypeSupport, has, has_member, no_frame, no_list, rewrite, validate_exactly,
    validators,
};
use crate::json::{self, ObjectMembers};
use bridge::{
    Protocol,
    actions_json::{self, dictionary::Dictionary, item::Item, manifest::*},
};
use wire::{Shape, WireType, spelling::is_like, token};

pub(super) static SUPPORT: ProtocolSupport = ProtocolSupport {
    protocol: Protocol::ActionsJson,
    message_list: no_list,
    unframe: no_frame,
    looks_like: |text| {
        (json::is_manifest(text) || has(text, "event_id") || has(text, "runtime_id"))
            .then_some("actions-json")
    },
    is_in_events: false,
    skips: None,
    evidence,
};

pub(super) static TYPES: TypeSupport = TypeSupport {
    types: |_| actions_json::inventory::TYPES.to_vec(),
    usual: |_| &["Manifest", "Item"],
    validators: |_| {
        validators![validate_exactly: Manifest, Item, Tool, Workflow, Signal, Target, Source, StateProjection, Import, Context, State,
            Transition, Attachment, Check, XActions, Provenance, Dictionary]
    },
    validate: |_, text, found| {
        if has_member(text, "type") {
            validate_exactly::<Item>(text, found)
        } else {
            validate_exactly::<Manifest>(text, found)
        }
    },
    decode: |_, text, _, take| {
        take(
            rewrite(
                if has_member(text, "type") {
                    Item::INFO
                } else {
                    Manifest::INFO
                },
                text,
            )
            .into(),
        );
    },
    rewrite,
    across_messages: None,
};

/// The members of manifests that lists of tools do not have.
const MANIFEST: [&str; 13] = [
    "protocol",
    "version",
    "x_actions",
    "surface",
    "imports",
    "composition",
    "states",
    "transitions",
    "signals",
    "attachments",
    "checks",
    "state_projections",
    "workflows",
];

fn evidence(members: &ObjectMembers<'_>) -> Option<String> {
    let protocol = members.string("protocol").unwrap_or_default();
    if is_like(&protocol.replace('.', ""), "actionsjson") {
        return Some(format!("the protocol `{protocol}`"));
    }
    let word = members.string("type").unwrap_or_default();
    let is_item = match Item::INFO.shape {
        Shape::Tagged { variants, .. } => variants.iter().any(|variant| word == variant.word),
        _ => false,
    };
    if is_item || Item::SEEN.contains(&&*word) {
        return Some(format!("the type `{word}`"));
    }
    if let Some(name) = members.first_of(&["event_id", "runtime_id"]) {
        return Some(format!("the member `{name}`"));
    }
    let tools = members.list("tools")?;
    if let Some(name) = members.first_of(&MANIFEST) {
        return Some(format!("the members `tools` and `{name}`"));
    }
    // Requests to a model have such tools as well.
    let first = ObjectMembers::of(token::children(tools).next()?.text);
    let is_own = first.has("input_schema") && !members.has("model");
    if is_own {
        return Some("tools with `input_schema`".to_owned());
    }
    None
}
