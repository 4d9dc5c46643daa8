//! The state of a 0.8 surface: its data, the paths of its templates, and the components that templates repeat.
//!
//! In A2UI 0.8 a template is repeated for the members of a map. The paths in an item are relative to the item even with a
//! leading `/`. In 0.9 a template is repeated only for the items of a list, and a path with a leading `/` is absolute. The
//! session therefore remembers the paths of templates and the components that they repeat. A map at such a path becomes a list
//! in 0.9, with the same values in the same order. The index of a value replaces its key.
//!
//! Specification: [A2UI 0.8, § 3.2 Container children](https://github.com/a2ui-project/a2ui/blob/72ddee7b69c228aa70320e3bd5a18abd14f47d80/specification/v0_8/docs/a2ui_protocol.md#32-container-children-explicitlist-vs-template).

use super::data_0_8::{DataNode, ListPlaces};
use crate::shared::{SharedMap, SharedSet, measured_by_encoding, measured_by_member};
use a2ui::{data_model, v0_8};
use std::collections::{BTreeMap, BTreeSet};
use wire::{Payload, token};

/// The maximum number of positions that are remembered for one component.
const MAX_PLACES: usize = 8;
/// The path segment that is never the index of an item.
pub(super) const NO_ITEM: &str = "-";
/// The maximum length of a pattern, in bytes.
const MAX_PATTERN: usize = 1024;

wire::object! {
    /// The data of a 0.8 surface, its templates and its bindings.
    ///
    /// A pattern is a path of names, each after a `/`. An empty name matches every item of a list.
    pub struct SurfaceState {
        /// The data model of the surface.
        data: DataNode,
        /// The patterns of the maps that templates repeat, sorted.
        lists: SharedSet,
        /// The positions of repeated components, by component id. A position is the pattern of the items of a template.
        places: SharedMap<String, Vec<String>>,
        /// The ids of the components that are bound to each path.
        bindings: SharedMap<String, SharedMap<String, bool>>,
    }
    /// The last 0.8 form of a component.
    pub struct KnownComponent {
        /// The component in 0.8.
        component: v0_8::Component,
        /// `true` if the template of the component came from 0.9. Its data come back unchanged, and do not become a list.
        comes_from_0_9 as "comesFrom0_9": bool,
    }
}

/// A path with the components that are bound to it.
pub(super) type BoundPath = (Vec<String>, BTreeSet<String>);

/// The new lists, and the components with new positions, that a message adds.
#[derive(Default)]
pub(super) struct NewPositions {
    /// The patterns of new lists.
    pub(super) lists: Vec<String>,
    /// The ids of the components with new positions, one per position.
    pub(super) components: Vec<String>,
}

/// The patterns that match a place in the data model, as far as they lead to lists.
pub(super) type MatchedPatterns = Vec<String>;

/// The path and the value of a write in 0.9.
pub(super) struct TargetWrite {
    pub(super) segments: Vec<String>,
    pub(super) value: Payload,
}

/// A name in the path of a write, for which no value exists yet.
struct MissingName<'n> {
    name: &'n String,
    /// `true` if the name is a key of a list.
    is_key_of_list: bool,
}

impl MissingName<'_> {
    /// Returns `true` if 0.9 would create a list for an object that gets this member.
    fn is_read_as_index(&self) -> bool {
        !self.is_key_of_list && is_index(self.name)
    }

    /// Returns the segment of the name. The first key of a new list becomes the index 0.
    fn segment(self) -> String {
        if self.is_key_of_list {
            String::from("0")
        } else {
            self.name.clone()
        }
    }
}

/// A pass over new components. The second pass resolves the relative bindings of components outside all templates, because
/// the first pass may still find a template around them.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pass {
    Absolute,
    Relative,
}

measured_by_encoding!(KnownComponent);
measured_by_member! { SurfaceState { data, lists, places, bindings } }

impl Default for SurfaceState {
    fn default() -> Self {
        Self::new(
            DataNode::default(),
            SharedSet::default(),
            SharedMap::default(),
            SharedMap::default(),
        )
    }
}

impl SurfaceState {
    /// Returns `true` if a template repeats a component.
    pub(super) fn is_in_item(&self, id: &str) -> bool {
        self.places.contains_key(id)
    }

    /// Removes the positions of a component.
    pub(super) fn remove_positions(&mut self, id: &str) {
        self.places.remove(id);
    }

    /// Converts the names of a 0.8 path to segments of 0.9. A key of a list becomes an index. A key without a value gets a segment
    /// that has no value in 0.9 either.
    pub(super) fn convert_names(&self, names: &[String]) -> Vec<String> {
        if self.lists.is_empty() {
            return names.to_vec();
        }
        let (mut node, mut matched) = (Some(&self.data), vec![String::new()]);
        let mut segments = Vec::with_capacity(names.len());
        for name in names {
            segments.push(match node {
                Some(DataNode::Map(map)) if self.is_list(&matched) => match map.place(name) {
                    Some(place) => place.to_string(),
                    // 0.9 would read the name as the index of another item.
                    None if is_index(name) => NO_ITEM.to_owned(),
                    None => name.clone(),
                },
                _ => name.clone(),
            });
            node = node.and_then(|node| node.get(name));
            matched = self.step_into(&matched, name);
        }
        segments
    }

    /// Returns the 0.9 form of a node at this path.
    fn value_in_0_9(&self, names: &[String], node: &DataNode) -> Payload {
        let mut matched = vec![String::new()];
        for name in names {
            matched = self.step_into(&matched, name);
        }
        self.value_at(&matched, node)
    }

    /// Returns the 0.9 form of a node whose place has these patterns.
    fn value_at(&self, matched: &MatchedPatterns, node: &DataNode) -> Payload {
        let mut text = String::new();
        node.write(matched, self, &mut text);
        Payload::parse(text).unwrap_or_else(|_| Payload::null())
    }

    /// Returns the 0.9 path and value of a write. If 0.9 would create a list instead of a missing object, the object is written as
    /// well, at a higher path.
    pub(super) fn locate_write(&self, names: &[String], value: &Payload) -> TargetWrite {
        let value = DataNode::from_payload(value);
        let (mut node, mut matched) = (&self.data, vec![String::new()]);
        let mut segments = Vec::new();
        for (depth, name) in names.iter().enumerate() {
            segments.push(self.segment_to_write(node, &matched, name));
            matched = self.step_into(&matched, name);
            if let Some(below) = node.get(name) {
                node = below;
                continue;
            }
            let rest = names.get(depth + 1..).unwrap_or_default();
            let missing = self.missing_names(&matched, rest);
            // 0.9 would create a list for the index-like name, so the object around it is written.
            if missing.iter().any(MissingName::is_read_as_index) {
                let value = self.value_at(&matched, &DataNode::wrapped_in(rest, value));
                return TargetWrite { segments, value };
            }
            segments.extend(missing.into_iter().map(MissingName::segment));
            break;
        }
        TargetWrite {
            segments,
            value: self.value_in_0_9(names, &value),
        }
    }

    /// Returns the segment of a name below a node. A new key of a list becomes the index after the last item.
    fn segment_to_write(&self, node: &DataNode, matched: &MatchedPatterns, name: &str) -> String {
        match node {
            DataNode::Map(map) if self.is_list(matched) => {
                map.place(name).unwrap_or(map.len()).to_string()
            }
            _ => name.to_owned(),
        }
    }

    /// Describes each of `names`, which are missing below the place that `matched` describes.
    fn missing_names<'n>(
        &self,
        matched: &MatchedPatterns,
        names: &'n [String],
    ) -> Vec<MissingName<'n>> {
        let mut matched = matched.clone();
        let mut missing = Vec::with_capacity(names.len());
        for name in names {
            missing.push(MissingName {
                name,
                is_key_of_list: self.is_list(&matched),
            });
            matched = self.step_into(&matched, name);
        }
        missing
    }

    /// Writes a value. Adds the components whose bindings contain a key with a changed index to `moved`. A write that exceeds the
    /// depth limit changes nothing.
    pub(super) fn write(
        &mut self,
        names: &[String],
        value: &Payload,
        moved: &mut BTreeSet<String>,
    ) {
        if names.len().saturating_add(value.depth()) > data_model::MAX_DATA_DEPTH {
            return;
        }
        let value = DataNode::from_payload(value);
        let bound = self.find_moved_bindings(names, &value);
        let before: Vec<_> = bound
            .iter()
            .map(|(names, _)| self.convert_names(names))
            .collect();
        self.data.set(names, value);
        for ((names, ids), before) in bound.into_iter().zip(before) {
            if self.convert_names(&names) != before {
                moved.extend(ids);
            }
        }
    }

    /// Returns the 0.9 paths and values of existing maps that these patterns match.
    pub(super) fn existing_lists(&self, patterns: &[&str]) -> Vec<TargetWrite> {
        // The patterns are grouped by their parent, because one object may contain many lists.
        let mut lists: BTreeMap<&str, BTreeMap<&str, usize>> = BTreeMap::new();
        let mut found = Vec::new();
        for (number, pattern) in patterns.iter().enumerate() {
            if let Some((above, name)) = pattern.rsplit_once('/') {
                lists.entry(above).or_default().insert(name, number);
            } else {
                found.push((number, Vec::new(), &self.data));
            }
        }
        for (above, names) in lists {
            for (node, path) in self.find_nodes(above) {
                for child in find_children(node, &names) {
                    found.push((child.number, with_name(&path, &child.name), child.node));
                }
            }
        }
        found.sort_by_key(|(number, ..)| *number);
        let mut writes = Vec::new();
        for (_, names, node) in found {
            if matches!(node, DataNode::Map(_)) {
                writes.push(TargetWrite {
                    segments: self.convert_names(&names),
                    value: self.value_in_0_9(&names, node),
                });
            }
        }
        writes
    }

    /// Finds the values that a pattern matches. Returns them with the names of their paths.
    fn find_nodes(&self, pattern: &str) -> Vec<(&DataNode, Vec<String>)> {
        let mut open = vec![(&self.data, Vec::new())];
        for name in pattern.split('/').skip(1) {
            let names_to_find = BTreeMap::from([(name, 0)]);
            let mut next = Vec::new();
            for (node, names) in open {
                for child in find_children(node, &names_to_find) {
                    next.push((child.node, with_name(&names, &child.name)));
                }
            }
            open = next;
        }
        open
    }

    /// Returns the components that are bound to a path or below it, with the names of their paths in 0.8. Only the part of the
    /// pattern before its first item is used.
    pub(super) fn bound_at(&self, pattern: &str) -> Vec<BoundPath> {
        let path = above_items(pattern);
        let mut bound = Vec::new();
        if let Some(ids) = self.bindings.get(path) {
            bound.push(bound_path(path, ids));
        }
        let start = format!("{path}/");
        for (path, ids) in self.bindings.range_from(&*start) {
            if !path.starts_with(&start) {
                break;
            }
            bound.push(bound_path(path, ids));
        }
        bound
    }

    /// Finds the components whose bindings contain a key with an index that a write may change.
    fn find_moved_bindings(&self, names: &[String], value: &DataNode) -> Vec<BoundPath> {
        let mut matched = vec![String::new()];
        let mut node = Some(&self.data);
        let mut is_in_list = false;
        let mut path = String::new();
        for name in names {
            let Some(here) = node else { break };
            is_in_list |= self.is_list(&matched);
            matched = self.step_into(&matched, name);
            node = here.get(name);
            path = format!("{path}/{name}");
        }
        // A write that is neither inside a list nor around one changes no index.
        if self.lists.is_empty() || (!is_in_list && matched.is_empty()) {
            return Vec::new();
        }
        let (Some(DataNode::Map(old)), DataNode::Map(new)) = (node, value) else {
            return self.bound_at(&path);
        };
        // Only keys of the old or the new map have an index, so other bindings are not moved.
        let keys = wire::collect_set(old.members().chain(new.members()).map(|(key, _)| key));
        let mut bound = Vec::new();
        for key in keys {
            bound.append(&mut self.bound_at(&format!("{path}/{key}")));
        }
        bound
    }

    /// Adds the templates of new components and the positions of the components that they repeat. Returns the additions.
    /// `components` contains all known components.
    pub(super) fn add_positions(
        &mut self,
        new: &[&v0_8::Component],
        components: &SharedMap<String, KnownComponent>,
    ) -> NewPositions {
        let mut added = NewPositions::default();
        let mut new = new.to_vec();
        if self.places.is_empty() {
            // If no component is repeated yet, only a component with a template can add a position.
            new.retain(|component| may_have_template(component));
        }
        for pass in [Pass::Absolute, Pass::Relative] {
            for component in &new {
                let id = component.id.as_str();
                let places = match (self.places.get(id), pass) {
                    (None, _) => vec![String::new()],
                    (Some(places), Pass::Absolute) => places.clone(),
                    // The first pass resolved the relative bindings of this item.
                    (Some(_), Pass::Relative) => continue,
                };
                let open = places.into_iter().map(|place| (id.to_owned(), place));
                self.spread_positions(open.collect(), pass, components, &mut added);
            }
        }
        added
    }

    /// Adds the positions of all components that the open components refer to, directly or indirectly.
    fn spread_positions(
        &mut self,
        mut open: Vec<(String, String)>,
        pass: Pass,
        components: &SharedMap<String, KnownComponent>,
        added: &mut NewPositions,
    ) {
        while let Some((id, place)) = open.pop() {
            let Some(known) = components.get(&id) else {
                continue;
            };
            for reference in references(&known.component) {
                let (id, place) = match reference {
                    Reference::Child(id) => (id, Some(place.clone())),
                    Reference::Template(id, binding) => {
                        let list = resolve_list(&place, &binding, pass);
                        (
                            id,
                            list.map(|list| self.add_template_list(&list, known, added)),
                        )
                    }
                };
                match place {
                    Some(place) if self.add_place(&id, &place) => {
                        added.components.push(id.clone());
                        open.push((id, place));
                    }
                    // A known position was followed before, so cycles end here.
                    _ => {}
                }
            }
        }
    }

    /// Adds the list of a component's template, and returns the pattern of its items. Data that came from 0.9 do not become a
    /// list.
    fn add_template_list(
        &mut self,
        list: &str,
        known: &KnownComponent,
        added: &mut NewPositions,
    ) -> String {
        if !known.comes_from_0_9 {
            self.add_list(list, added);
        }
        format!("{list}/")
    }

    /// Adds the pattern of a list, unless it is known.
    fn add_list(&mut self, list: &str, added: &mut NewPositions) {
        if !self.lists.contains(list) {
            self.lists.insert(list.to_owned());
            added.lists.push(list.to_owned());
        }
    }

    /// Adds a position of a component. Returns `false` if the position is known or outside all templates, or if the component has
    /// too many positions.
    fn add_place(&mut self, id: &str, place: &str) -> bool {
        if place.is_empty() {
            return false;
        }
        if let Some(known) = self.places.get(id) {
            if known.len() >= MAX_PLACES || known.iter().any(|known| known == place) {
                return false;
            }
        }
        self.places
            .update_or_default(id.to_owned(), |places| places.push(place.to_owned()));
        true
    }

    /// Replaces the bindings of a component. `before` is the earlier form of the component.
    pub(super) fn replace_bindings(
        &mut self,
        component: &v0_8::Component,
        before: Option<&v0_8::Component>,
    ) {
        let id = component.id.as_str();
        let (new, old) = (
            bindings(component),
            before.map(bindings).unwrap_or_default(),
        );
        for path in old.difference(&new) {
            self.bindings.update(&**path, |ids| ids.remove(id));
            if self.bindings.get(&**path).is_some_and(SharedMap::is_empty) {
                self.bindings.remove(&**path);
            }
        }
        for path in new.difference(&old) {
            self.bindings
                .update_or_default(path.clone(), |ids| ids.insert(id.to_owned(), true));
        }
    }
}

impl SurfaceState {
    /// Returns `true` if a pattern names a list or a place above a list.
    fn is_at_or_above_list(&self, pattern: &str) -> bool {
        if self.lists.contains(pattern) {
            return true;
        }
        let start = format!("{pattern}/");
        match self.lists.first_from(&start) {
            Some(list) => list.starts_with(&start),
            None => false,
        }
    }
}

impl ListPlaces<MatchedPatterns> for SurfaceState {
    fn is_list(&self, matched: &MatchedPatterns) -> bool {
        // One pattern may name the key, while another one matches every item.
        matched.iter().any(|pattern| self.lists.contains(pattern))
    }

    fn step_into(&self, matched: &MatchedPatterns, name: &str) -> MatchedPatterns {
        if matched.is_empty() {
            // No list is below this place.
            return Vec::new();
        }
        let mut below = Vec::new();
        for pattern in matched {
            // The name itself, and the empty name, which matches every item.
            for pattern in [format!("{pattern}/{name}"), format!("{pattern}/")] {
                if self.is_at_or_above_list(&pattern) {
                    below.push(pattern);
                }
            }
        }
        below
    }
}

/// Returns `true` if 0.9 creates a list for a missing container that gets a member of this name.
pub(super) fn is_index(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns the part of a pattern before its first item.
pub(super) fn above_items(pattern: &str) -> &str {
    let path = pattern.split("//").next().unwrap_or(pattern);
    path.strip_suffix('/').unwrap_or(path)
}

/// Returns `true` if a component may have a template. Escapes may spell the name `template`.
fn may_have_template(component: &v0_8::Component) -> bool {
    let properties = component.component.properties.text();
    properties.contains("template") || properties.contains('\\')
}

/// Returns the pattern of the list that a template repeats. Returns `None` if the second pass resolves the binding, or if the
/// binding is invalid.
fn resolve_list(place: &str, binding: &str, pass: Pass) -> Option<String> {
    if pass == Pass::Absolute && place.is_empty() && !binding.starts_with('/') {
        return None;
    }
    build_pattern(place, binding)
}

/// A value directly below a node.
struct FoundNode<'n> {
    name: String,
    /// The number of the pattern that the value matches.
    number: usize,
    node: &'n DataNode,
}

impl<'n> FoundNode<'n> {
    /// Creates a record of a value.
    fn new(name: &str, number: usize, node: &'n DataNode) -> Self {
        Self {
            name: name.to_owned(),
            number,
            node,
        }
    }
}

/// Finds the values directly below a node by name. `names` contains the number of the pattern for each name. The empty name
/// matches every item.
fn find_children<'n>(node: &'n DataNode, names: &BTreeMap<&str, usize>) -> Vec<FoundNode<'n>> {
    let mut found = Vec::new();
    if let Some(number) = names.get("") {
        add_items(node, *number, &mut found);
    }
    match node {
        // The shorter of the two collections is iterated.
        DataNode::Map(map) if map.len() < names.len() => {
            for (name, node) in map.members().filter(|(name, _)| !name.is_empty()) {
                if let Some(number) = names.get(name) {
                    found.push(FoundNode::new(name, *number, node));
                }
            }
        }
        _ => {
            for (name, number) in names.iter().filter(|(name, _)| !name.is_empty()) {
                if let Some(node) = node.get(name) {
                    found.push(FoundNode::new(name, *number, node));
                }
            }
        }
    }
    found
}

/// Adds all values directly below a node.
fn add_items<'n>(node: &'n DataNode, number: usize, found: &mut Vec<FoundNode<'n>>) {
    match node {
        DataNode::Map(map) => {
            let members = map.members();
            found.extend(members.map(|(name, node)| FoundNode::new(name, number, node)));
        }
        DataNode::List(list) => {
            let items = list.iter().enumerate();
            found.extend(items.map(|(at, node)| FoundNode::new(&at.to_string(), number, node)));
        }
        DataNode::Value(_) => {}
    }
}

/// Returns a path with an additional name.
fn with_name(names: &[String], name: &str) -> Vec<String> {
    names.iter().cloned().chain([name.to_owned()]).collect()
}

/// Creates the record of a path with its bound components.
fn bound_path(path: &str, ids: &SharedMap<String, bool>) -> BoundPath {
    (names_of(path), wire::collect_set(ids.keys().cloned()))
}

/// Splits a pattern that has no item placeholders into its names.
fn names_of(path: &str) -> Vec<String> {
    path.split('/').skip(1).map(str::to_owned).collect()
}

/// Builds the pattern of a template's binding for one position of the component. Returns `None` if the path is invalid or the
/// pattern too long.
fn build_pattern(place: &str, binding: &str) -> Option<String> {
    let names = data_model::names(binding).ok()?;
    let above = if binding.starts_with('/') { "" } else { place };
    let mut pattern = above.to_owned();
    for name in names {
        pattern = format!("{pattern}/{name}");
    }
    if pattern.len() <= MAX_PATTERN {
        Some(pattern)
    } else {
        None
    }
}

/// A reference of a 0.8 component to another component.
pub(super) enum Reference {
    /// The id of a child that is shown once.
    Child(String),
    /// The id of a component that is repeated, and the path of its items.
    Template(String, String),
}

/// Returns the references of a component of any type.
pub(super) fn references(component: &v0_8::Component) -> Vec<Reference> {
    let members = component.component.properties.members();
    members
        .flat_map(|(name, value)| references_in(&name, &value))
        .collect()
}

/// Returns the references in one property. Clients of 0.8 find references by the name of the property.
pub(super) fn references_in(name: &str, value: &Payload) -> Vec<Reference> {
    match name {
        "child" | "entryPointChild" | "contentChild" => child_in(value).into_iter().collect(),
        "tabItems" => value
            .elements()
            .filter_map(|tab| child_in(&tab.member("child")?))
            .collect(),
        // 0.8 does not define a plain list of children, but its clients accept one in components of custom catalogs.
        "children" if !value.is_object() => children_in(value),
        _ => references_in_object(value),
    }
}

/// Returns the references in an object with a list of children or a template.
fn references_in_object(value: &Payload) -> Vec<Reference> {
    if !value.is_object() {
        return Vec::new();
    }
    if let Some(list) = value.member("explicitList") {
        return children_in(&list);
    }
    let Some(template) = value.member("template") else {
        return Vec::new();
    };
    let id = text_member(&template, "componentId");
    match (id, text_member(&template, "dataBinding")) {
        (Some(id), Some(binding)) => vec![Reference::Template(id, binding)],
        // Clients of 0.8 ignore an incomplete template.
        _ => Vec::new(),
    }
}

/// Reads a component id as a reference.
fn child_in(value: &Payload) -> Option<Reference> {
    Some(Reference::Child(value.as_str()?.into_owned()))
}

/// Reads a list of component ids as references.
fn children_in(list: &Payload) -> Vec<Reference> {
    list.elements().filter_map(|id| child_in(&id)).collect()
}

/// Returns the string value of a member.
fn text_member(object: &Payload, name: &str) -> Option<String> {
    object.member(name)?.as_str().map(String::from)
}

/// Returns the paths of a component's bindings as patterns, resolved from the root of the data model.
fn bindings(component: &v0_8::Component) -> BTreeSet<String> {
    let paths = paths_in(component.component.properties.text());
    wire::collect_set(paths.iter().filter_map(|path| {
        let names = data_model::names(path).ok()?;
        data_model::name_path(&names)
    }))
}

/// Returns the paths of all bindings and templates in a JSON text.
pub(super) fn paths_in(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut open = vec![text];
    while let Some(text) = open.pop() {
        for child in token::children(text) {
            let is_path = matches!(child.name, Some(r#""path""# | r#""dataBinding""#));
            if is_path && child.text.starts_with('"') {
                found.push(token::string(child.text).into_owned());
            } else if child.text.starts_with(['{', '[']) {
                open.push(child.text);
            }
        }
    }
    found
}
