//! Repairs of message bodies: members of another version, and values of another shape.

use super::{
    Draft, Object, Repair, RepairKind, Repairer, component, data_entries,
    json_object::{array, json_in_string, json_string},
    spelling,
};
use crate::{CatalogId, Version, detect};
use wire::token;

impl Repairer {
    /// Makes the repairs that do not depend on the version: the spelling of names, and the surface if only one is live.
    pub(super) fn name_surface(&self, draft: &mut Draft, repairs: &mut Vec<Repair>) {
        for (from, to) in spelling::misspelt_names(&draft.body, spelling::of_body(draft.key)) {
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
        let only = self
            .only_surface()
            .filter(|_| needs_surface && !draft.body.has("surfaceId"));
        if let Some((surface, _)) =
            only.filter(|(_, live)| detect::direction(live.version.version, draft.key).is_some())
        {
            repairs.push(draft.repair(RepairKind::MissingSurfaceId, "", &[draft.key, surface]));
            draft.body.set_first("surfaceId", json_string(surface));
        }
    }

    /// Repairs the body of a message of this version. Returns the messages to which it is converted.
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
                return self.create_surface(draft, version, repairs);
            }
            "createSurface" if self.given.is_none() && is_of_july(&draft) => {
                return self.create_surface(draft, Version::V1_0June, repairs);
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
    fn create_surface(
        &self,
        mut draft: Draft,
        version: Version,
        repairs: &mut Vec<Repair>,
    ) -> Vec<Draft> {
        for (from, to, kind) in [
            ("surfaceProperties", "theme", RepairKind::SurfaceProperties),
            (
                "broadcastDataModel",
                "sendDataModel",
                RepairKind::BroadcastDataModel,
            ),
        ] {
            if draft.body.has(from) && !draft.body.has(to) {
                let names = if from == "surfaceProperties" {
                    vec![version.to_string()]
                } else {
                    Vec::new()
                };
                let names: Vec<&str> = names.iter().map(String::as_str).collect();
                repairs.push(draft.repair(kind, &format!("/{from}"), &names));
                draft.rename(from, to);
            }
        }
        if draft.body.get("catalogId") == Some("null") {
            repairs.push(draft.repair(RepairKind::NullMember, "/catalogId", &["catalogId"]));
            draft.body.remove("catalogId");
        }
        if !draft.body.has("catalogId") && draft.body.has("surfaceId") {
            let catalog = CatalogId::basic(version);
            repairs.push(draft.repair(RepairKind::MissingCatalogId, "", &[catalog.as_str()]));
            draft.body.set("catalogId", json_string(catalog.as_str()));
        }
        let mut drafts = vec![draft];
        for (member, key, name, kind) in [
            (
                "components",
                "updateComponents",
                "components",
                RepairKind::InlineComponents,
            ),
            (
                "dataModel",
                "updateDataModel",
                "value",
                RepairKind::InlineDataModel,
            ),
        ] {
            let Some(create) = drafts.first_mut() else {
                continue;
            };
            let value = create
                .body
                .get(member)
                .filter(|value| value.starts_with(['[', '{', '"']) && !is_empty_list(value));
            let (Some(value), Some(surface)) =
                (value.map(str::to_owned), create.body.get("surfaceId"))
            else {
                continue;
            };
            let mut body = Object::default();
            body.set("surfaceId", surface);
            body.set(name, value);
            let mut update = create.split_off(key, body);
            update.record_move(&format!("/{key}/{name}"), &format!("/{key}/{member}"));
            repairs.push(create.repair(kind, &format!("/{member}"), &[&version.to_string()]));
            create.body.remove(member);
            drafts.extend(self.repair_body(update, version, repairs));
        }
        drafts
    }

    /// Renames the component that `root` names, in this or an earlier message, to `root`.
    fn name_root(&self, draft: &mut Draft, repairs: &mut Vec<Repair>) {
        let named = draft.body.string("root").map(|root| root.into_owned());
        let surface = draft.body.string("surfaceId").unwrap_or_default();
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

/// Returns `true` if a `createSurface` with the version `v1.0` has the theme of July 2026, which later editions do not
/// have. The messages of July are those of June, with components and data in `createSurface`.
fn is_of_july(draft: &Draft) -> bool {
    let is_candidate = draft
        .envelope
        .string("version")
        .is_some_and(|word| word == "v1.0");
    let is_later = ["theme", "metadata"]
        .iter()
        .any(|name| draft.body.has(name));
    is_candidate
        && draft.body.has("surfaceProperties")
        && !is_later
        && !draft.body.get("components").is_some_and(is_empty_list)
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
    let mut ids = None;
    if let Some(object) = Object::parse(&components) {
        if object.has("id") && object.has("component") {
            repairs.push(draft.repair(RepairKind::OneForList, "/components", &["components"]));
            components = array([components.as_str()]);
        } else if let Some((list, keys)) = component::by_id(&object) {
            repairs.push(draft.repair(RepairKind::ComponentsById, "/components", &[]));
            components = list;
            ids = Some(keys);
        }
    }
    let mut parts = Vec::new();
    for (index, child) in token::children(&components).enumerate() {
        let segment = match ids.as_ref().and_then(|ids: &Vec<String>| ids.get(index)) {
            Some(id) => wire::Pointer::root().member(id).as_str().to_owned(),
            None => format!("/{index}"),
        };
        let mut tell = |kind: RepairKind, below: &str, names: &[&str]| {
            repairs.push(draft.repair(kind, &format!("/components{segment}{below}"), names));
        };
        parts.push(component::repair(child.text, version, &mut tell));
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
    let mut found = OTHER_VALUE_NAMES
        .into_iter()
        .filter(|name| draft.body.has(name));
    if let (Some(name), None) = (found.next(), found.next()) {
        repairs.push(draft.repair(
            RepairKind::ValueName,
            &format!("/{name}"),
            &[name, &version.to_string()],
        ));
        draft.rename(name, "value");
        if let Some(object) = draft.body.get("value").and_then(data_entries::of_entries) {
            draft.body.set("value", object);
        }
        return;
    }
    let is_candidate = draft
        .envelope
        .string("version")
        .is_some_and(|word| word == "v1.0");
    if version == Version::V1_0 && is_candidate && draft.body.has("surfaceId") {
        repairs.push(draft.repair(RepairKind::MissingValue, "", &[]));
        draft.body.set("value", "null");
    }
}

/// Repairs the entries in `contents` of 0.8, or converts an object to entries.
fn repair_contents(draft: &mut Draft, repairs: &mut Vec<Repair>) {
    let Some(mut contents) = draft.body.get("contents").map(str::to_owned) else {
        return;
    };
    let json = json_in_string(&contents);
    let is_quoted = json.is_some();
    if let Some(json) = json {
        repairs.push(draft.repair(RepairKind::JsonInString, "/contents", &[]));
        contents = json;
    }
    if let Some(entries) = data_entries::entries(&contents) {
        repairs.push(draft.repair(RepairKind::ContentsObject, "/contents", &[]));
        contents = entries;
    } else {
        let mut tell = |kind: RepairKind, below: &str, names: &[&str]| {
            let below = if is_quoted { "" } else { below };
            repairs.push(draft.repair(kind, &format!("/contents{below}"), names));
        };
        if let Some(entries) = data_entries::repair_entries(&contents, &mut tell) {
            contents = entries;
        }
    }
    draft.body.set("contents", contents);
}
