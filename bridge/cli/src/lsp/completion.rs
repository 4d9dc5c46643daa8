//! Completion: names of components and members, ids of components and surfaces, words, and paths of the data model.

use super::{
    cursor::{Cursor, component},
    hover::entry_text,
    tree::{Kind, TreeValue, ValueId},
    vocabulary::{NameEntry, Vocabulary},
};
use agent_ui_text::fold;
use bridge::{DialectOrProtocol, Protocol};
use serde_json::Value;
use std::{collections::BTreeSet, ops::Range};

/// The number of paths of the data model that are suggested.
const PATHS: usize = 200;
/// The members whose value is an id of a component outside of components.
const ROOTS: [&str; 1] = ["root"];
/// The members whose value is the id of a surface.
const SURFACES: [&str; 1] = ["surfaceId"];
/// The members whose value is a path of the data model, without and with the notation of A2UI 1.0.
const BINDINGS: [&str; 2] = ["path", "@path"];

/// A kind of suggestion, which editors show as an icon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SuggestionKind {
    Component,
    Member,
    Id,
    Path,
    Word,
}

/// A suggestion for the text at the cursor.
#[derive(Debug)]
pub(super) struct Suggestion {
    pub(super) label: String,
    pub(super) kind: SuggestionKind,
    /// The type of the value in words.
    pub(super) detail: String,
    /// The documentation in Markdown.
    pub(super) doc: String,
    pub(super) is_required: bool,
    /// The bytes that the suggestion replaces.
    pub(super) bytes: Range<usize>,
    /// The text in their place.
    pub(super) text: String,
}

/// Returns the suggestions for a place. `document` is the whole text, whose data model has the paths.
pub(super) fn suggestions(
    cursor: &Cursor<'_>,
    vocabulary: &Vocabulary,
    document: &str,
) -> Vec<Suggestion> {
    let Some(value) = cursor.value() else {
        return Vec::new();
    };
    if cursor.is_on_name() {
        let Some(object) = value.parent else {
            return Vec::new();
        };
        return name_suggestions(cursor, vocabulary, object, value.name.clone());
    }
    match value.kind {
        Kind::Object => name_suggestions(cursor, vocabulary, cursor.id, None),
        Kind::Array => {
            let mut path = cursor.tree.path(cursor.message, cursor.id);
            path.push("0".to_owned());
            value_suggestions(cursor, vocabulary, document, &path)
        }
        Kind::String | Kind::Missing | Kind::Word => {
            let path = cursor.tree.path(cursor.message, cursor.id);
            value_suggestions(cursor, vocabulary, document, &path)
        }
    }
}

/// Returns the names of members that an object lacks. `replaced` is the name at the cursor.
fn name_suggestions(
    cursor: &Cursor<'_>,
    vocabulary: &Vocabulary,
    object: ValueId,
    replaced: Option<Range<usize>>,
) -> Vec<Suggestion> {
    let tree = &cursor.tree;
    let mut present = BTreeSet::new();
    for (id, member) in tree.children(object) {
        if replaced.is_none() || member.name != replaced {
            present.extend(tree.name(id));
        }
    }
    // A name in front of a value keeps its colon.
    let has_value = replaced.is_some()
        && cursor
            .value()
            .is_some_and(|value| value.kind != Kind::Missing || !value.range.is_empty());
    let bytes = replaced.unwrap_or(cursor.offset..cursor.offset);
    let mut suggestions = Vec::new();
    for (kind, entry) in names_in(cursor, vocabulary, object) {
        if present.contains(&*entry.name) {
            continue;
        }
        let quoted = quoted(&entry.name);
        let text = match has_value {
            true => quoted,
            false => format!("{quoted}: "),
        };
        suggestions.push(suggestion(kind, &entry, bytes.clone(), text));
    }
    suggestions
}

/// Returns the names of members that an object may have.
fn names_in(
    cursor: &Cursor<'_>,
    vocabulary: &Vocabulary,
    object: ValueId,
) -> Vec<(SuggestionKind, NameEntry)> {
    let tree = &cursor.tree;
    let member = |entry| (SuggestionKind::Member, entry);
    // In 0.8, the only member of `component` has the name of the type.
    let of_0_8 = cursor.protocol.dialect.as_str() == "a2ui@0.8";
    if of_0_8 && tree.name(object) == Some("component") {
        let names = vocabulary.components().into_iter();
        return names
            .map(|name| (SuggestionKind::Component, entry_named(name)))
            .collect();
    }
    let path = tree.path(cursor.message, object);
    let mut entries = vocabulary.message_members(&path);
    for around in tree.ancestors(object).take(2) {
        let Some(component) = component(tree, around) else {
            continue;
        };
        if component.properties == object {
            entries.extend(vocabulary.properties(component.name).unwrap_or_default());
            break;
        }
    }
    entries.into_iter().map(member).collect()
}

/// Returns the values that fit at a path of the message.
fn value_suggestions(
    cursor: &Cursor<'_>,
    vocabulary: &Vocabulary,
    document: &str,
    path: &[String],
) -> Vec<Suggestion> {
    let bytes = replaced_value(cursor);
    let suggest = |kind, name: String| {
        let text = quoted(&name);
        suggestion(kind, &entry_named(name), bytes.clone(), text)
    };
    let is_a2ui = cursor.protocol.protocol() == Protocol::A2ui;
    let name = path.last().map(String::as_str).unwrap_or_default();
    let is_in_components = path.iter().any(|segment| segment == "components");
    if is_a2ui && name == "component" && is_in_components {
        let names = vocabulary.components().into_iter();
        return names
            .map(|name| suggest(SuggestionKind::Component, name))
            .collect();
    }
    let component = cursor.component();
    if let Some(component) = &component {
        let mut below = cursor.tree.path(component.properties, cursor.id);
        if cursor
            .value()
            .is_some_and(|value| value.kind == Kind::Array)
        {
            below.push("0".to_owned());
        }
        if vocabulary.is_reference(component.name, &below) {
            let own = cursor.tree.member(component.object, "id");
            let own = own.and_then(|id| cursor.tree.string(id));
            let ids = component_ids(cursor).into_iter();
            return ids
                .filter(|id| Some(*id) != own)
                .map(|id| suggest(SuggestionKind::Id, id.to_owned()))
                .collect();
        }
        if let Some(entry) = vocabulary.property(component.name, &below) {
            if !entry.words.is_empty() {
                let words = entry.words.into_iter();
                return words
                    .map(|word| suggest(SuggestionKind::Word, word))
                    .collect();
            }
        }
    }
    let ids = match name {
        _ if !is_a2ui => BTreeSet::new(),
        name if ROOTS.contains(&name) => component_ids(cursor),
        name if SURFACES.contains(&name) => surface_ids(cursor),
        _ => BTreeSet::new(),
    };
    if !ids.is_empty() {
        let ids = ids.into_iter().map(str::to_owned);
        return ids.map(|id| suggest(SuggestionKind::Id, id)).collect();
    }
    if is_a2ui && BINDINGS.contains(&name) {
        let paths = data_paths(document, surface_of(cursor), cursor.protocol).into_iter();
        return paths
            .map(|path| suggest(SuggestionKind::Path, path))
            .collect();
    }
    let words = vocabulary.message_member(path).unwrap_or_default().words;
    words
        .into_iter()
        .map(|word| suggest(SuggestionKind::Word, word))
        .collect()
}

/// Returns the bytes of the value at the cursor that a suggestion replaces.
fn replaced_value(cursor: &Cursor<'_>) -> Range<usize> {
    match cursor.value() {
        Some(TreeValue {
            kind: Kind::String | Kind::Word,
            range,
            ..
        }) => range.clone(),
        _ => cursor.offset..cursor.offset,
    }
}

/// Returns the ids of the components of the surface at the cursor.
fn component_ids<'t>(cursor: &Cursor<'t>) -> BTreeSet<&'t str> {
    let tree = &cursor.tree;
    let surface = surface_of(cursor);
    let mut ids = BTreeSet::new();
    for object in tree.objects() {
        let is_component = tree.member(object, "component").is_some();
        if !is_component || surface_around(cursor, object) != surface {
            continue;
        }
        ids.extend(tree.member(object, "id").and_then(|id| tree.string(id)));
    }
    ids.remove("");
    ids
}

/// Returns the ids of all surfaces of the document.
fn surface_ids<'t>(cursor: &Cursor<'t>) -> BTreeSet<&'t str> {
    let tree = &cursor.tree;
    let mut ids = BTreeSet::new();
    for object in tree.objects() {
        let id = tree
            .member(object, "surfaceId")
            .filter(|id| *id != cursor.id);
        ids.extend(id.and_then(|id| tree.string(id)));
    }
    ids.remove("");
    ids
}

/// Returns the id of the surface at the cursor.
fn surface_of<'t>(cursor: &Cursor<'t>) -> Option<&'t str> {
    surface_around(cursor, cursor.id)
}

/// Returns the id of the surface that a message around a value names.
fn surface_around<'t>(cursor: &Cursor<'t>, id: ValueId) -> Option<&'t str> {
    let tree = &cursor.tree;
    let mut around = tree.ancestors(id);
    around.find_map(|id| tree.string(tree.member(id, "surfaceId")?))
}

/// Returns the paths of the data model of a surface, as the messages of the document set it.
fn data_paths(
    document: &str,
    surface: Option<&str>,
    protocol: DialectOrProtocol,
) -> BTreeSet<String> {
    let mut paths = BTreeSet::new();
    // Messages of other versions are folded as well.
    let protocol = DialectOrProtocol::from(protocol.protocol());
    let Ok(folded) = fold(document, Some(protocol)) else {
        return paths;
    };
    for state in &folded.states {
        let Ok(state) = serde_json::from_str::<Value>(state) else {
            continue;
        };
        let is_other =
            surface.is_some() && state.get("surfaceId").and_then(Value::as_str) != surface;
        if let Some(model) = state.get("dataModel").filter(|_| !is_other) {
            add_paths(model, &mut paths);
        }
    }
    paths
}

/// Adds the paths of the values in a data model, from the outermost to the innermost. Of a list, the first element counts.
fn add_paths(model: &Value, paths: &mut BTreeSet<String>) {
    let mut next = vec![(String::new(), model)];
    while let Some((path, value)) = next.pop() {
        if paths.len() >= PATHS {
            return;
        }
        match value {
            Value::Object(members) => {
                for (name, value) in members {
                    let name = name.replace('~', "~0").replace('/', "~1");
                    next.push((format!("{path}/{name}"), value));
                }
            }
            Value::Array(elements) => {
                let first = elements.first().map(|first| (format!("{path}/0"), first));
                next.extend(first);
            }
            _ => {}
        }
        if !path.is_empty() {
            paths.insert(path);
        }
    }
}

fn suggestion(
    kind: SuggestionKind,
    entry: &NameEntry,
    bytes: Range<usize>,
    text: String,
) -> Suggestion {
    let doc = match entry.kind.is_empty() {
        true => String::new(),
        false => entry_text(entry),
    };
    Suggestion {
        label: entry.name.clone(),
        kind,
        detail: entry.kind.clone(),
        doc,
        is_required: entry.is_required,
        bytes,
        text,
    }
}

fn entry_named(name: String) -> NameEntry {
    NameEntry {
        name,
        ..NameEntry::default()
    }
}

/// Returns a string of JSON.
fn quoted(text: &str) -> String {
    Value::from(text).to_string()
}
