//! Repairs of messages whose key is missing, misspelt, or not the only key.

use super::{
    Draft, Object, Repair, RepairKind, Repairer, data_entries,
    json_object::{array, json_in_string, json_string},
    spelling,
};
use crate::{Direction, Version, detect};
use wire::{Pointer, token};

/// The messages in an object, before their bodies are repaired.
pub(super) struct EnvelopeRepair {
    pub(super) drafts: Vec<Draft>,
    pub(super) repairs: Vec<Repair>,
    /// `true` if the object was only guessed to be a message. An error in such a message is not an error of the
    /// object.
    pub(super) is_guess: bool,
}

impl EnvelopeRepair {
    fn new() -> Self {
        Self {
            drafts: Vec::new(),
            repairs: Vec::new(),
            is_guess: false,
        }
    }

    /// Records a repair of the envelope.
    fn record(&mut self, kind: RepairKind, at: Pointer, names: &[&str]) {
        self.repairs.push(Repair::new(kind, at, names));
    }

    /// Adds a message whose body is the member `key`, or the JSON in the string of that member.
    fn add(&mut self, key: &'static str, mut envelope: Object) -> Option<()> {
        let text = envelope.get(key)?;
        let body = match Object::parse(text) {
            Some(body) => body,
            None => {
                let body = Object::parse(&json_in_string(text)?)?;
                self.record(RepairKind::JsonInString, Pointer::root().member(key), &[]);
                self.is_guess = true;
                body
            }
        };
        envelope.set(key, "");
        self.drafts.push(Draft::new(envelope, key, body));
        Some(())
    }
}

impl Repairer {
    /// Finds the messages in an object, and repairs their envelopes. Returns `None` if the object does not look like
    /// a message.
    pub(super) fn repair_envelope(&self, mut object: Object) -> Option<EnvelopeRepair> {
        let mut shaped = EnvelopeRepair::new();
        let renamed = spell_keys(&mut object, &mut shaped);
        remove_nulls(&mut object, &mut shaped);
        let keys: Vec<&'static str> = object.names().filter_map(detect::find_key).collect();
        match keys.as_slice() {
            [] => self.read_without_key(&object, &mut shaped)?,
            [key] => shaped.add(key, object)?,
            keys => {
                shaped.is_guess = true;
                read_several(object, keys, &mut shaped)?;
            }
        }
        for draft in &mut shaped.drafts {
            draft.record_first_moves(&renamed);
        }
        Some(shaped)
    }

    /// Reads an object without a message key.
    fn read_without_key(&self, object: &Object, shaped: &mut EnvelopeRepair) -> Option<()> {
        if read_flat(object, shaped).is_some() {
            return Some(());
        }
        // The body of a truncated document looks the same, except that it has no version.
        if self.is_after_truncated && !object.has("version") {
            return None;
        }
        shaped.is_guess = true;
        read_members(object, shaped)
    }

    /// Reads a component, or a list of components, as an update of the only surface.
    pub(super) fn read_lone_components(&self, text: &str) -> Option<EnvelopeRepair> {
        let (surface, live) = self.only_surface()?;
        let version = live.version.version;
        let is_list = text.starts_with('[');
        let list = if is_list {
            text.to_owned()
        } else {
            array([text])
        };
        let key = if version == Version::V0_8 {
            "surfaceUpdate"
        } else {
            "updateComponents"
        };
        // Components of 0.8 have an object as their type, so they fit only a surface of 0.8.
        if has_nested_components(&list) != (version == Version::V0_8) {
            return None;
        }
        let mut body = Object::default();
        body.push("surfaceId", json_string(surface));
        body.push("components", list);
        let mut draft = Draft::new(Object::of(key), key, body);
        if version != Version::V0_8 {
            let word = json_string(live.version.word);
            draft.envelope.set_first("version", word);
        }
        draft.record_move(
            &format!("/{key}/components{}", if is_list { "" } else { "/0" }),
            "",
        );
        let repair = Repair::new(RepairKind::LoneComponent, Pointer::root(), &[surface]);
        Some(EnvelopeRepair {
            drafts: vec![draft],
            repairs: vec![repair],
            is_guess: false,
        })
    }
}

/// Corrects the spelling of message keys and of the names next to them. Returns the moves from the corrected names to
/// the original names.
fn spell_keys(object: &mut Object, shaped: &mut EnvelopeRepair) -> Vec<(String, String)> {
    let known = [spelling::OTHER_NAMES, spelling::SURFACE_MESSAGES].concat();
    let mut moves = Vec::new();
    for (from, to) in spelling::find_misspelt_names(object, &known) {
        object.rename(&from, to);
        let at = Pointer::root().member(&from);
        moves.push((
            Pointer::root().member(to).as_str().to_owned(),
            at.as_str().to_owned(),
        ));
        shaped.record(RepairKind::NameSpelling, at, &[&from, to]);
        // Other protocols have actions and versions as well.
        shaped.is_guess |= !spelling::SURFACE_MESSAGES.contains(&to);
    }
    moves
}

/// Removes message keys and versions that are null next to a message. Some writers set the fields of all other
/// messages to null.
fn remove_nulls(object: &mut Object, shaped: &mut EnvelopeRepair) {
    let mut nulls = Vec::new();
    let mut is_message = false;
    for name in object.names() {
        let is_null = object.get(name) == Some("null");
        if detect::is_key(name) {
            is_message |= !is_null;
        } else if name != "version" {
            continue;
        }
        if is_null {
            nulls.push(name.to_owned());
        }
    }
    if !is_message {
        return;
    }
    for name in nulls {
        object.remove(&name);
        let at = Pointer::root().member(&name);
        shaped.record(RepairKind::NullMember, at, &[&name]);
    }
}

/// Returns `true` if a text is an object with a message key, in any spelling or as its `type`. A string that contains
/// JSON counts, too.
pub(super) fn is_like_a_message(text: &str) -> bool {
    let Some(object) = Object::parse(text) else {
        return json_in_string(text).is_some();
    };
    if object.string("type").is_some_and(|word| is_any_key(&word)) {
        return true;
    }
    object
        .names()
        .any(|name| detect::is_key(name) || is_any_key(name))
}

/// Returns `true` if a name is the key of a message about a surface in any spelling.
fn is_any_key(name: &str) -> bool {
    key_of_spelling(name).is_some()
}

/// Returns the key of a message about a surface that a name spells.
fn key_of_spelling(name: &str) -> Option<&'static str> {
    let mut keys = spelling::SURFACE_MESSAGES.iter().copied();
    keys.find(|key| spelling::is_spelling(name, key))
}

/// Returns `true` if an object is a component rather than a message.
pub(super) fn is_component(object: &Object) -> bool {
    let Some(component) = object.get("component") else {
        return false;
    };
    if object.string("id").is_none() || !component.starts_with(['"', '{']) {
        return false;
    }
    for name in object.names() {
        // The `action` of a component has the name of a message.
        if name != "action" && (name == "version" || detect::is_key(name)) {
            return false;
        }
    }
    true
}

/// Returns `true` if a list consists of components only.
pub(super) fn are_components(list: &str) -> bool {
    let mut has_elements = false;
    for child in token::children(list) {
        match Object::parse(child.text) {
            Some(element) if is_component(&element) => has_elements = true,
            _ => return false,
        }
    }
    has_elements
}

/// Reads a message of the form `{"type":"create_surface","surfaceId":…}`.
fn read_flat(object: &Object, shaped: &mut EnvelopeRepair) -> Option<()> {
    // The showcases of CopilotKit wrote operations in this form until July 2026.
    let word = object.string("type")?;
    let key = key_of_spelling(&word)?;
    let mut envelope = Object::default();
    let mut body = object.clone();
    body.remove("type");
    if let Some(version) = body.remove("version") {
        envelope.set("version", version);
    }
    envelope.set(key, "");
    let mut draft = Draft::new(envelope, key, body);
    draft.record_move(&format!("/{key}"), "");
    let names = ["type", object.get("type")?, key];
    shaped.record(
        RepairKind::FlatMessage,
        Pointer::root().member("type"),
        &names,
    );
    shaped.drafts.push(draft);
    Some(())
}

/// The message members that can occur without their message key.
const MEMBERS: &[&str] = &[
    "surfaceId",
    "catalogId",
    "components",
    "root",
    "data",
    "dataModel",
    "path",
    "value",
    "contents",
];

/// Reads message members without their key, such as `{"surfaceId":…,"components":…}`.
fn read_members(object: &Object, shaped: &mut EnvelopeRepair) -> Option<()> {
    let mut object = object.clone();
    let mut renamed = Vec::new();
    for (from, to) in spelling::find_misspelt_names(&object, MEMBERS) {
        object.rename(&from, to);
        renamed.push((from, to));
    }
    if !object.has("surfaceId") {
        return None;
    }
    let keys = implied_keys(&object)?;
    let mut drafts = Vec::new();
    let mut used = vec!["version", "surfaceId"];
    for key in keys {
        let own = members_of_key(key, keys.len());
        used.extend(own);
        let mut draft = draft_of_members(&object, key, own);
        for (from, to) in &renamed {
            draft.record_move(
                Pointer::root().member(to).as_str(),
                Pointer::root().member(from).as_str(),
            );
        }
        draft.record_move(&format!("/{key}"), "");
        drafts.push(draft);
    }
    // An object with other members is not a message.
    if object.names().any(|name| !used.contains(&name)) {
        return None;
    }
    for (from, to) in &renamed {
        let at = Pointer::root().member(from);
        shaped.record(RepairKind::NameSpelling, at, &[from, to]);
    }
    let keys = keys.join("`, `");
    shaped.record(RepairKind::MissingEnvelope, Pointer::root(), &[&keys]);
    shaped.drafts.append(&mut drafts);
    Some(())
}

/// Returns the keys of the messages to which the members of an object belong, or `None` if they belong to none.
fn implied_keys(object: &Object) -> Option<&'static [&'static str]> {
    // In 0.8, the type of a component is an object, and `beginRendering` names the root.
    let is_of_0_8 = object.get("components").is_some_and(has_nested_components);
    let has_components = object.has("components");
    let has_data = object.has("data") || object.has("dataModel");
    let has_catalog = object.has("catalogId");
    if is_of_0_8 && object.has("root") {
        Some(&["surfaceUpdate", "beginRendering"])
    } else if is_of_0_8 {
        Some(&["surfaceUpdate"])
    } else if has_catalog && has_data {
        Some(&["createSurface", "updateComponents", "updateDataModel"])
    } else if has_catalog && has_components {
        Some(&["createSurface", "updateComponents"])
    } else if has_components && has_data {
        Some(&["updateComponents", "updateDataModel"])
    } else if has_components {
        Some(&["updateComponents"])
    } else if object.has("contents") {
        Some(&["dataModelUpdate"])
    } else if object.has("value") {
        Some(&["updateDataModel"])
    } else if object.has("root") {
        Some(&["beginRendering"])
    } else if has_catalog {
        Some(&["createSurface"])
    } else {
        None
    }
}

/// Returns the body members, besides `surfaceId`, of the message with this key. The object contains `count` messages.
fn members_of_key(key: &str, count: usize) -> &'static [&'static str] {
    match key {
        "createSurface" => &["catalogId"],
        // The root then belongs to another message.
        "updateComponents" if count > 1 => &["components"],
        key => spelling::known_members(key),
    }
}

/// Creates the message with this key from the members of its body.
fn draft_of_members(object: &Object, key: &'static str, own: &[&str]) -> Draft {
    let mut body = Object::default();
    for (name, value) in object.iter() {
        if name == "surfaceId" || own.contains(&name) {
            body.set(name, value);
        }
    }
    Draft::new(envelope_of(object.get("version"), key, ""), key, body)
}

/// Creates an envelope with a version and the text of a body.
fn envelope_of(version: Option<&str>, key: &str, text: &str) -> Object {
    let mut envelope = Object::default();
    if let Some(version) = version {
        envelope.set("version", version);
    }
    envelope.set(key, text);
    envelope
}

/// Returns `true` if the first component has the form of 0.8, with an object as its type.
fn has_nested_components(components: &str) -> bool {
    let Some(first) = token::children(components).next() else {
        return false;
    };
    let Some(component) = Object::parse(first.text) else {
        return false;
    };
    component
        .get("component")
        .is_some_and(|component| component.starts_with('{'))
}

/// Reads an object with several message keys as separate messages.
fn read_several(
    mut object: Object,
    keys: &[&'static str],
    shaped: &mut EnvelopeRepair,
) -> Option<()> {
    for (index, key) in keys.iter().enumerate() {
        let is_repeated = keys.iter().take(index).any(|other| other == key);
        if is_repeated || *key == "deleteSurface" || !is_of_agent(key) {
            return None;
        }
    }
    let version = object.remove("version");
    let data = object.remove("dataModel");
    if object.len() != keys.len() {
        return None;
    }
    for (key, text) in object.iter() {
        let envelope = envelope_of(version.as_deref(), key, text);
        shaped.add(detect::find_key(key)?, envelope)?;
    }
    if let Some(data) = data {
        let draft = data_beside_keys(data, version.as_deref(), shaped.drafts.first()?)?;
        shaped.drafts.push(draft);
    }
    let count = shaped.drafts.len().to_string();
    shaped.record(RepairKind::SeveralMessages, Pointer::root(), &[&count]);
    Some(())
}

/// Returns `true` if a key belongs to an agent message in any version.
fn is_of_agent(key: &str) -> bool {
    Version::ALL
        .iter()
        .any(|version| detect::direction(*version, key) == Some(Direction::Agent))
}

/// Creates the message for a `dataModel` next to message keys, where some prompts put the data. `first` is the first
/// of the other messages.
fn data_beside_keys(data: String, version: Option<&str>, first: &Draft) -> Option<Draft> {
    let (key, name, value) = match detect::only_version(first.key) {
        Some(Version::V0_8) => (
            "dataModelUpdate",
            "contents",
            data_entries::object_to_entries(&data)?,
        ),
        _ => ("updateDataModel", "value", data),
    };
    let mut body = Object::default();
    body.push("surfaceId", first.body.get("surfaceId")?);
    body.push(name, value);
    let mut draft = Draft::new(envelope_of(version, key, ""), key, body);
    draft.record_move(&format!("/{key}/{name}"), "/dataModel");
    Some(draft)
}
