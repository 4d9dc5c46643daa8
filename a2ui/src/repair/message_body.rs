//! Repairs of message bodies: members of another version, and values of another shape.

use super::{
    Draft, Object, Repair, RepairKind, Repairer, component, data_entries,
    json_object::{array, json_in_string, json_string},
    spelling,
};
use crate::{CatalogId, Version, detect};
use wire::token;

impl Repairer {
    /// Makes the repairs that do not depend on the version. They correct the spelling of names, and add the surface
    /// if only one surface is live.
    pub(super) fn repair_names(&self, draft: &mut Draft, repairs: &mut Vec<Repair>) {
        for (from, to) in
            spelling::find_misspelt_names(&draft.body, spelling::known_members(draft.key))
        {
            repairs.push(draft.repair(RepairKind::NameSpelling, &format!("/{from}"), &[&from, to]));
            draft.rename(&from, to);
        }
        let needs_surface = matches!(
            draft.key,
            "updateComponents"
                | "updateDataModel"
                | "deleteSurface"
                | "surfaceUpdate"
                | "dataModelUpdate"
        );
        if !needs_surface || draft.body.has("surfaceId") {
            return;
        }
        let Some((surface, live)) = self.only_surface() else {
            return;
        };
        if detect::direction(live.version.version, draft.key).is_none() {
            return;
        }
        repairs.push(draft.repair(RepairKind::MissingSurfaceId, "", &[draft.key, surface]));
        draft.body.set_first("surfaceId", json_string(surface));
    }

    /// Repairs the body of a message of this version. Returns the messages into which the message is converted.
    pub(super) fn repair_body(
        &self,
        mut draft: Draft,
        version: Version,
        repairs: &mut Vec<Repair>,
    ) -> Vec<Draft> {
        // If two members spell the same name, the intended one is unknown.
        if spelling::are_ambiguous(&draft.body, draft.key) {
            return vec![draft];
        }
        match draft.key {
            "createSurface" if version != Version::V1_0 => {
                return self.split_create_surface(draft, version, repairs);
            }
            "createSurface" if self.given.is_none() && is_of_july(&draft) => {
                return self.split_create_surface(draft, Version::V1_0June, repairs);
            }
            "createSurface" => repair_components(&mut draft, version, repairs),
            "updateComponents" => {
                repair_components(&mut draft, version, repairs);
                self.name_root(&mut draft, repairs);
            }
            "surfaceUpdate" => repair_components(&mut draft, version, repairs),
            "updateDataModel" => repair_value(&mut draft, version, repairs),
            "dataModelUpdate" => repair_contents(&mut draft, repairs),
            _ => {}
        }
        vec![draft]
    }

    /// Converts a `createSurface` before 1.0 that has members of 1.0 to several messages.
    fn split_create_surface(
        &self,
        mut draft: Draft,
        version: Version,
        repairs: &mut Vec<Repair>,
    ) -> Vec<Draft> {
        // The drafts of 1.0 from July 2026 named the theme `surfaceProperties`.
        if draft.body.has("surfaceProperties") && !draft.body.has("theme") {
            repairs.push(draft.repair(
                RepairKind::SurfaceProperties,
                "/surfaceProperties",
                &[&version.to_string()],
            ));
            draft.rename("surfaceProperties", "theme");
        }
        // Drafts of 0.9 used this name.
        if draft.body.has("broadcastDataModel") && !draft.body.has("sendDataModel") {
            repairs.push(draft.repair(RepairKind::BroadcastDataModel, "/broadcastDataModel", &[]));
            draft.rename("broadcastDataModel", "sendDataModel");
        }
        if draft.body.get("catalogId") == Some("null") {
            repairs.push(draft.repair(RepairKind::NullMember, "/catalogId", &["catalogId"]));
            draft.body.remove("catalogId");
        }
        // 0.9 requires a catalog. assistant-ui uses the basic one, too.
        if !draft.body.has("catalogId") && draft.body.has("surfaceId") {
            let catalog = CatalogId::basic(version);
            repairs.push(draft.repair(RepairKind::MissingCatalogId, "", &[catalog.as_str()]));
            draft.body.set("catalogId", json_string(catalog.as_str()));
        }
        // Renderers for 0.9 drop components in `createSurface`, and show an empty surface.
        let mut updates = Vec::new();
        for inline in INLINE_MEMBERS {
            if let Some(update) = split_inline(&mut draft, inline, version, repairs) {
                updates.extend(self.repair_body(update, version, repairs));
            }
        }
        updates.insert(0, draft);
        updates
    }

    /// Renames the component that `root` names, in this or an earlier message, to `root`.
    fn name_root(&self, draft: &mut Draft, repairs: &mut Vec<Repair>) {
        let named = draft.body.string("root").map(|root| root.into_owned());
        let surface = draft.body.string("surfaceId").unwrap_or_default();
        // Since 0.9, the root is the component with the id `root`.
        let Some(root) = named.clone().or_else(|| self.root_of_surface(&surface)) else {
            return;
        };
        let Some(components) = draft.body.get("components").map(str::to_owned) else {
            return;
        };
        if root == "root" {
            repairs.push(draft.repair(RepairKind::RedundantRoot, "/root", &[]));
            draft.body.remove("root");
            return;
        }
        let Some((components, index)) = component::rename(&components, &root, "root") else {
            return;
        };
        let at = if named.is_some() {
            "/root".to_owned()
        } else {
            format!("/components/{index}/id")
        };
        repairs.push(draft.repair(RepairKind::RootMember, &at, &[&root]));
        draft.body.remove("root");
        draft.body.set("components", components);
        draft.root = Some(root);
    }
}

/// A member of `createSurface` since 1.0 whose value belongs to another message before 1.0.
struct InlineMember {
    name: &'static str,
    /// The key of the other message.
    key: &'static str,
    /// The member of the other message for the value.
    target: &'static str,
    repair: RepairKind,
}

const INLINE_MEMBERS: [InlineMember; 2] = [
    InlineMember {
        name: "components",
        key: "updateComponents",
        target: "components",
        repair: RepairKind::InlineComponents,
    },
    InlineMember {
        name: "dataModel",
        key: "updateDataModel",
        target: "value",
        repair: RepairKind::InlineDataModel,
    },
];

/// Moves a member of `createSurface` to a message of its own.
fn split_inline(
    create: &mut Draft,
    inline: InlineMember,
    version: Version,
    repairs: &mut Vec<Repair>,
) -> Option<Draft> {
    let InlineMember {
        name,
        key,
        target,
        repair,
    } = inline;
    let value = create.body.get(name)?;
    if !value.starts_with(['[', '{', '"']) || is_empty_list(value) {
        return None;
    }
    let mut body = Object::default();
    body.set("surfaceId", create.body.get("surfaceId")?);
    body.set(target, value);
    let mut update = create.split_off(key, body);
    update.record_move(&format!("/{key}/{target}"), &format!("/{key}/{name}"));
    repairs.push(create.repair(repair, &format!("/{name}"), &[&version.to_string()]));
    create.body.remove(name);
    Some(update)
}

/// Returns `true` if a `createSurface` with the version `v1.0` has the theme of July 2026, which later editions do
/// not have. The messages of July are the messages of June, except that `createSurface` contains components and data.
fn is_of_july(draft: &Draft) -> bool {
    is_candidate(draft)
        && draft.body.has("surfaceProperties")
        && !draft.body.has("theme")
        && !draft.body.has("metadata")
        && !draft.body.get("components").is_some_and(is_empty_list)
}

/// Returns `true` if a message states the version `v1.0`, which several editions of 1.0 share.
fn is_candidate(draft: &Draft) -> bool {
    draft
        .envelope
        .string("version")
        .is_some_and(|word| word == "v1.0")
}

fn is_empty_list(text: &str) -> bool {
    text.starts_with('[') && token::children(text).next().is_none()
}

/// Converts `components` to a list, and repairs each component.
fn repair_components(draft: &mut Draft, version: Version, repairs: &mut Vec<Repair>) {
    let Some(mut components) = draft.body.get("components").map(str::to_owned) else {
        return;
    };
    if let Some(json) = json_in_string(&components) {
        repairs.push(draft.repair(RepairKind::JsonInString, "/components", &[]));
        components = json;
    }
    let mut ids: Vec<String> = Vec::new();
    if let Some(object) = Object::parse(&components) {
        if object.has("id") && object.has("component") {
            repairs.push(draft.repair(RepairKind::OneForList, "/components", &["components"]));
            components = array([components.as_str()]);
        } else if let Some((list, keys)) = component::list_from_ids(&object) {
            repairs.push(draft.repair(RepairKind::ComponentsById, "/components", &[]));
            components = list;
            ids = keys;
        }
    }
    let mut parts = Vec::new();
    for (index, child) in token::children(&components).enumerate() {
        // The place in the source, where the id can be the name of a member.
        let segment = match ids.get(index) {
            Some(id) => wire::Pointer::root().member(id).as_str().to_owned(),
            None => format!("/{index}"),
        };
        let part = component::repair(child.text, version, &mut |kind, below, names| {
            repairs.push(draft.repair(kind, &format!("/components{segment}{below}"), names));
        });
        parts.push(part);
    }
    if components.trim_start().starts_with('[') {
        draft
            .body
            .set("components", array(parts.iter().map(|part| &**part)));
    }
}

/// The members in which writers put the value of an `updateDataModel`, except `value` itself.
pub(super) const OTHER_VALUE_NAMES: [&str; 3] = ["contents", "data", "dataModel"];

/// Finds the value of an `updateDataModel` under another name, or handles its absence.
fn repair_value(draft: &mut Draft, version: Version, repairs: &mut Vec<Repair>) {
    if draft.body.has("value") {
        return;
    }
    // With several such members, the intended value is unknown.
    let mut found = OTHER_VALUE_NAMES
        .into_iter()
        .filter(|name| draft.body.has(name));
    let (first, second) = (found.next(), found.next());
    if second.is_some() {
        return;
    }
    if let Some(name) = first {
        repairs.push(draft.repair(
            RepairKind::ValueName,
            &format!("/{name}"),
            &[name, &version.to_string()],
        ));
        draft.rename(name, "value");
        if let Some(object) = draft
            .body
            .get("value")
            .and_then(data_entries::entries_to_object)
        {
            draft.body.set("value", object);
        }
        return;
    }
    // Without `value`, a message of June 2026 removes the value at its path. Later editions write null for that.
    if version == Version::V1_0 && is_candidate(draft) && draft.body.has("surfaceId") {
        repairs.push(draft.repair(RepairKind::MissingValue, "", &[]));
        draft.body.set("value", "null");
    }
}

/// Repairs the entries in `contents` of 0.8, or converts an object to entries.
fn repair_contents(draft: &mut Draft, repairs: &mut Vec<Repair>) {
    let Some(mut contents) = draft.body.get("contents").map(str::to_owned) else {
        return;
    };
    let mut is_quoted = false;
    if let Some(json) = json_in_string(&contents) {
        is_quoted = true;
        repairs.push(draft.repair(RepairKind::JsonInString, "/contents", &[]));
        contents = json;
    }
    if let Some(entries) = data_entries::object_to_entries(&contents) {
        repairs.push(draft.repair(RepairKind::ContentsObject, "/contents", &[]));
        contents = entries;
    } else {
        let repaired = data_entries::repair_entries(&contents, &mut |kind, below, names| {
            // Places in a string are the place of the string.
            let below = if is_quoted { "" } else { below };
            repairs.push(draft.repair(kind, &format!("/contents{below}"), names));
        });
        if let Some(entries) = repaired {
            contents = entries;
        }
    }
    draft.body.set("contents", contents);
}
