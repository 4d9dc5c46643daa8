//! Messages whose key is missing, misspelt, or not the only one.

use super::{Draft, Object, Repair, RepairKind, Repairer, json_object::array, spelling};
use crate::{Direction, Version, detect};
use wire::{Pointer, token};

/// The messages in an object, before their bodies are repaired.
pub(super) struct EnvelopeRepair {
    pub(super) drafts: Vec<Draft>,
    pub(super) repairs: Vec<Repair>,
    /// `true` if the object was only guessed to be a message, so an error in the message does not apply to the object.
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

    /// Adds a message whose body is the named member, or the JSON in that member.
    fn add(&mut self, key: &'static str, mut envelope: Object) -> Option<()> {
        let text = envelope.get(key)?;
        let body = match Object::parse(text) {
            Some(body) => body,
            None => {
                let body = Object::parse(&super::json_object::json_in_string(text)?)?;
                self.repairs.push(Repair::new(
                    RepairKind::JsonInString,
                    Pointer::root().member(key),
                    &[],
                ));
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
    /// Returns the messages in an object, or `None` if the object does not look like a message.
    pub(super) fn shape(&self, mut object: Object) -> Option<EnvelopeRepair> {
        let mut shaped = EnvelopeRepair::new();
        let mut renamed = Vec::new();
        for (from, to) in spelling::misspelt_names(
            &object,
            &[spelling::OTHER_NAMES, spelling::SURFACE_MESSAGES].concat(),
        ) {
            object.rename(&from, to);
            let at = Pointer::root().member(&from);
            renamed.push((
                Pointer::root().member(to).as_str().to_owned(),
                at.as_str().to_owned(),
            ));
            shaped
                .repairs
                .push(Repair::new(RepairKind::NameSpelling, at, &[&from, to]));
            // Other protocols have actions and versions as well.
            shaped.is_guess |= !spelling::SURFACE_MESSAGES.contains(&to);
        }
        // Some writers set the fields of all other messages to null.
        let is_null = |name: &&str| object.get(name) == Some("null");
        let is_message = object
            .names()
            .any(|name| detect::is_key(name) && !is_null(&name));
        let is_unset = |name: &&str| (detect::is_key(name) || *name == "version") && is_null(name);
        let nulls: Vec<String> = object
            .names()
            .filter(is_unset)
            .filter(|_| is_message)
            .map(str::to_owned)
            .collect();
        for name in nulls {
            object.remove(&name);
            let at = Pointer::root().member(&name);
            shaped
                .repairs
                .push(Repair::new(RepairKind::NullMember, at, &[&name]));
        }
        let keys: Vec<&'static str> = object.names().filter_map(detect::key).collect();
        match keys.as_slice() {
            [] => {
                if flat(&object, &mut shaped).is_none() {
                    // The body of a truncated document looks the same, except that it has no version.
                    (!self.is_after_truncated || object.has("version")).then_some(())?;
                    shaped.is_guess = true;
                    members(&object, &mut shaped)?;
                }
            }
            [key] => shaped.add(key, object)?,
            keys => {
                shaped.is_guess = true;
                several(object, keys, &mut shaped)?;
            }
        }
        for draft in &mut shaped.drafts {
            draft.record_first_moves(&renamed);
        }
        Some(shaped)
    }

    /// Reads a list of components, or a single one, as part of the only surface.
    pub(super) fn lone_components(&self, text: &str) -> Option<EnvelopeRepair> {
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
        if has_nested_components(&list) != (version == Version::V0_8) {
            return None;
        }
        let mut body = Object::default();
        body.push("surfaceId", super::json_object::json_string(surface));
        body.push("components", list);
        let mut draft = Draft::new(Object::of(key), key, body);
        if version != Version::V0_8 {
            draft.envelope.set_first(
                "version",
                super::json_object::json_string(live.version.word),
            );
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

/// Returns `true` if a text is an object with a message key in any spelling or as its `type`, or is JSON in a string.
pub(super) fn is_like_a_message(text: &str) -> bool {
    let Some(object) = Object::parse(text) else {
        return super::json_object::json_in_string(text).is_some();
    };
    let is_flat = |name: &str| {
        spelling::SURFACE_MESSAGES
            .iter()
            .any(|key| spelling::is_spelling(name, key))
    };
    object
        .names()
        .any(|name| detect::is_key(name) || is_flat(name))
        || object.string("type").is_some_and(|word| is_flat(&word))
}

/// Returns `true` if an object is a component rather than a message. The `action` of a component has the name of a
/// message.
pub(super) fn is_component(object: &Object) -> bool {
    let is_of_message =
        |name: &str| name != "action" && (name == "version" || detect::is_key(name));
    let is_type = |component: &str| component.starts_with(['"', '{']);
    object.string("id").is_some()
        && object.get("component").is_some_and(is_type)
        && !object.names().any(is_of_message)
}

/// Returns `true` if a list consists of components only.
pub(super) fn are_components(list: &str) -> bool {
    let mut elements = token::children(list)
        .map(|child| Object::parse(child.text))
        .peekable();
    elements.peek().is_some()
        && elements.all(|element| element.is_some_and(|element| is_component(&element)))
}

/// Reads a message of the form `{"type":"create_surface","surfaceId":…}`.
fn flat(object: &Object, shaped: &mut EnvelopeRepair) -> Option<()> {
    let word = object.string("type")?;
    let key = spelling::SURFACE_MESSAGES
        .iter()
        .copied()
        .find(|key| spelling::is_spelling(&word, key))?;
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
    shaped.repairs.push(Repair::new(
        RepairKind::FlatMessage,
        Pointer::root().member("type"),
        &names,
    ));
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
fn members(object: &Object, shaped: &mut EnvelopeRepair) -> Option<()> {
    let mut object = object.clone();
    let mut renamed = Vec::new();
    for (from, to) in spelling::misspelt_names(&object, MEMBERS) {
        object.rename(&from, to);
        renamed.push((from, to));
    }
    let has = |name: &str| object.has(name);
    if !has("surfaceId")
        || object
            .names()
            .any(|name| !MEMBERS.contains(&name) && name != "version")
    {
        return None;
    }
    let is_0_8 = object.get("components").is_some_and(has_nested_components);
    let keys: &[&'static str] = match () {
        () if is_0_8 && has("root") => &["surfaceUpdate", "beginRendering"],
        () if is_0_8 => &["surfaceUpdate"],
        () if has("catalogId") && (has("data") || has("dataModel")) => {
            &["createSurface", "updateComponents", "updateDataModel"]
        }
        () if has("catalogId") && has("components") => &["createSurface", "updateComponents"],
        () if has("components") && (has("data") || has("dataModel")) => {
            &["updateComponents", "updateDataModel"]
        }
        () if has("components") => &["updateComponents"],
        () if has("contents") => &["dataModelUpdate"],
        () if has("value") => &["updateDataModel"],
        () if has("root") => &["beginRendering"],
        () if has("catalogId") => &["createSurface"],
        () => return None,
    };
    let mut drafts = Vec::new();
    let mut used = vec!["version", "surfaceId"];
    for key in keys {
        let own: &[&str] = match *key {
            "createSurface" => &["catalogId"],
            "updateComponents" if keys.len() > 1 => &["components"],
            key => spelling::of_body(key),
        };
        let mut envelope = Object::default();
        if let Some(version) = object.get("version") {
            envelope.set("version", version);
        }
        envelope.set(key, "");
        let mut body = Object::default();
        for (name, value) in object
            .iter()
            .filter(|(name, _)| *name == "surfaceId" || own.contains(name))
        {
            body.set(name, value);
        }
        used.extend(own);
        let mut draft = Draft::new(envelope, key, body);
        for (from, to) in &renamed {
            draft.record_move(
                Pointer::root().member(to).as_str(),
                Pointer::root().member(from).as_str(),
            );
        }
        draft.record_move(&format!("/{key}"), "");
        drafts.push(draft);
    }
    if object.names().any(|name| !used.contains(&name)) {
        return None;
    }
    for (from, to) in &renamed {
        shaped.repairs.push(Repair::new(
            RepairKind::NameSpelling,
            Pointer::root().member(from),
            &[from, to],
        ));
    }
    let keys = keys.join("`, `");
    shaped.repairs.push(Repair::new(
        RepairKind::MissingEnvelope,
        Pointer::root(),
        &[&keys],
    ));
    shaped.drafts.append(&mut drafts);
    Some(())
}

/// Returns `true` if the first component has the form of 0.8, with an object as its type.
fn has_nested_components(components: &str) -> bool {
    let first = token::children(components)
        .next()
        .map(|child| child.text)
        .and_then(Object::parse);
    first.is_some_and(|first| {
        first
            .get("component")
            .is_some_and(|component| component.starts_with('{'))
    })
}

/// Reads an object with several message keys as separate messages.
fn several(mut object: Object, keys: &[&'static str], shaped: &mut EnvelopeRepair) -> Option<()> {
    let is_of_agent = |key: &&str| {
        *key != "deleteSurface"
            && Version::ALL
                .iter()
                .any(|version| detect::direction(*version, key) == Some(Direction::Agent))
    };
    let is_twice = |(at, key): (usize, &&str)| keys.iter().take(at).any(|other| other == key);
    if !keys.iter().all(is_of_agent) || keys.iter().enumerate().any(is_twice) {
        return None;
    }
    let version = object.remove("version");
    let data = object.remove("dataModel");
    if object.len() != keys.len() {
        return None;
    }
    let envelope = |key: &str, text: &str| {
        let mut envelope = Object::default();
        if let Some(version) = &version {
            envelope.set("version", version.as_str());
        }
        envelope.set(key, text);
        envelope
    };
    for (key, text) in object.iter() {
        shaped.add(detect::key(key)?, envelope(key, text))?;
    }
    // Some prompts put the data next to several keys in one object.
    if let Some(data) = data {
        let first = shaped.drafts.first()?;
        let (key, name, value) = match detect::only_version(first.key) {
            Some(Version::V0_8) => (
                "dataModelUpdate",
                "contents",
                super::data_entries::entries(&data)?,
            ),
            _ => ("updateDataModel", "value", data),
        };
        let mut body = Object::default();
        body.push("surfaceId", first.body.get("surfaceId")?);
        body.push(name, value);
        let mut draft = Draft::new(envelope(key, ""), key, body);
        draft.record_move(&format!("/{key}/{name}"), "/dataModel");
        shaped.drafts.push(draft);
    }
    let count = shaped.drafts.len().to_string();
    shaped.repairs.push(Repair::new(
        RepairKind::SeveralMessages,
        Pointer::root(),
        &[&count],
    ));
    Some(())
}
