//! Support for actions.json: manifests, and items of the bridge protocol.

use super::{ProtocolSupport, has, has_member, no_frame, no_list, rewrite, validate_exactly, validators};
use crate::json;
use bridge::{
    Protocol,
    actions_json::{self, dictionary::Dictionary, item::Item, manifest::*},
};
use wire::WireType;

pub(super) static SUPPORT: ProtocolSupport = ProtocolSupport {
    protocol: Protocol::ActionsJson,
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
    decode: |_, text, _| {
        vec![rewrite(if has_member(text, "type") { Item::INFO } else { Manifest::INFO }, text).into()]
    },
    rewrite,
    message_list: no_list,
    unframe: no_frame,
    looks_like: |text| {
        (is_manifest(text) || has(text, "event_id") || has(text, "runtime_id")).then_some("actions-json")
    },
};

/// Returns `true` if the text declares itself a manifest.
pub(crate) fn is_manifest(text: &str) -> bool {
    json::member(text, "protocol") == Some("\"actions.json\"")
}
