//! The fields of manifests and lists of tools that do not come back.

use super::{LEVELS, Usable, check_manifest, list, manifest_tools};
use crate::{
    Context, Dialect,
    lens::{Losses, payload},
    mcp::ListToolsResult,
};
use actions_json::manifest::{Manifest, Version};
use wire::{Payload, Pointer};

/// Adds the fields of a manifest that do not come back from its list of tools. `kept` returns the indices of the tools
/// in the list.
pub(super) fn add_losses_of_manifest(
    own: &Manifest,
    made: &ListToolsResult,
    kept: &dyn Fn() -> Vec<usize>,
    cx: &Context,
    losses: &mut Losses,
) {
    let Ok(usable) = Usable::of(made) else {
        return losses.add(Pointer::root());
    };
    let tools: Vec<Payload> = manifest_tools(&usable, cx).iter().map(payload).collect();
    let returned = [
        ("protocol", Payload::string(Manifest::PROTOCOL)),
        ("version", payload(&Version::V1)),
        ("tools", Payload::array(&tools)),
    ];
    // A list has no room for the other sections.
    add_losses_of_members(&payload(own), &returned, kept, losses);
}

/// Adds the fields of a list of tools in the dialect `from` that do not come back from its manifest. `kept` contains
/// the indices of the tools in the manifest.
pub(super) fn add_losses_of_list(
    own: &ListToolsResult,
    made: &Manifest,
    kept: &[usize],
    from: Dialect,
    cx: &Context,
    losses: &mut Losses,
) {
    let Ok(checked) = check_manifest(made, cx) else {
        return losses.add(Pointer::root());
    };
    let list = list(&checked, from, cx);
    // A manifest that hides a visible tool has no inverse.
    if list.tools.len() < kept.len() {
        return losses.add(Pointer::root());
    }
    let tools: Vec<Payload> = list.tools.iter().map(payload).collect();
    let mut returned = vec![("tools", Payload::array(&tools))];
    if from == Dialect::Mcp2026_07 {
        returned.extend([
            ("resultType", Payload::string("complete")),
            ("ttlMs", payload(&0_u64)),
            ("cacheScope", Payload::string("private")),
        ]);
    }
    // A manifest has no room for a cursor, for metadata and for unknown members.
    add_losses_of_members(&payload(own), &returned, &|| kept.to_vec(), losses);
}

/// Adds the members that come back with another value or not at all. `kept` returns the indices of the tools that come
/// back.
fn add_losses_of_members(
    own: &Payload,
    returned: &[(&str, Payload)],
    kept: &dyn Fn() -> Vec<usize>,
    losses: &mut Losses,
) {
    let (stated, root): (Vec<_>, _) = (own.members().collect(), Pointer::root());
    let kept_below = |below: &Pointer| match below.is_root() {
        true => kept(),
        false => Vec::new(),
    };
    for (name, returned) in returned {
        let place = root.member(name);
        let Some((_, own)) = stated.iter().find(|(stated, _)| stated == name) else {
            losses.add(place);
            continue;
        };
        losses.add_changes_of_list(&place, (own, returned), LEVELS, &kept_below);
        if *name == "tools" {
            return_names(returned, own, losses);
        }
    }
    for (name, _) in stated {
        if returned.iter().all(|(returned, _)| *returned != name) {
            losses.add(root.member(&name));
        }
    }
}

/// Records the names with which tools come back, if these differ from their own names.
fn return_names(returned: &Payload, own: &Payload, losses: &mut Losses) {
    let mut returned = returned.elements();
    for (index, own) in own.elements().enumerate() {
        let name = returned.next().and_then(|tool| tool.member("name"));
        let name = name.as_ref().and_then(Payload::as_str);
        match name {
            None => losses.return_no_key(index),
            Some(name)
                if own.member("name").as_ref().and_then(Payload::as_str) == Some(name.clone()) => {}
            Some(name) => losses.return_key(index, name),
        }
    }
}
