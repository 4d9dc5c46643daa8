//! State of a 0.8 surface: its data, the paths templates repeat, and the components inside templates.
//!
//! In 0.8 a template is repeated for the members of a map, and the paths of an item are relative to it even with a
//! leading `/`. In 0.9 only lists are repeated, and a path with a leading `/` is absolute. The session therefore
//! remembers the paths of templates and the components that they repeat. A map at such a path is a list in 0.9, with the
//! same values in the same order, and a key in it is an index.

use super::data_0_8::{DataNode, ListPlaces};
use crate::shared::{SharedMap, SharedSet, measured_by_encoding, measured_by_member};
use a2ui::{data_model, v0_8};
use std::collections::{BTreeMap, BTreeSet};
use wire::{Payload, token};

/// The maximum number of templates remembered for one component.
const MAX_PLACES: usize = 8;
/// The segment that refers to no item of any list.
pub(super) const NO_ITEM: &str = "-";
/// The maximum length of a pattern.
const MAX_PATTERN: usize = 1024;

wire::object! {
    /// The data of a 0.8 surface, its templates and its bindings.
    ///
    /// A pattern is a path of names, each after a `/`, in which an empty name stands for every item.
    pub struct SurfaceState {
        /// The data model of the surface.
        data: DataNode,
        /// The patterns of the maps that templates repeat, sorted.
        lists: SharedSet,
        /// The patterns of the items for which components are repeated, by component id.
        places: SharedMap<String, Vec<String>>,
        /// The ids of the components that are bound to each path.
        bindings: SharedMap<String, SharedMap<String, bool>>,
    }
    /// The last 0.8 form of a component.
    pub struct KnownComponent {
        /// The component in 0.8.
        component: v0_8::Component,
        /// `true` if the template came from 0.9. Its data returns as it was, and does not become a list.
        comes_from_0_9 as "comesFrom0_9": bool,
    }
}

/// A path with the components that are bound to it.
pub(super) type BoundPath = (Vec<String>, BTreeSet<String>);

/// The templates and the repeated components that a message adds.
#[derive(Default)]
pub(super) struct NewPositions {
    /// The patterns of new lists.
    pub(super) lists: Vec<String>,
    /// The new positions of components, by component id.
    pub(super) components: Vec<String>,
}

/// The patterns that match a position in the data model.
pub(super) type MatchedPatterns = Vec<String>;

/// The 0.9 path and value of a write.
pub(super) struct TargetWrite {
    pub(super) segments: Vec<String>,
    pub(super) value: Payload,
}

/// A name in the path of a write that does not exist yet.
struct MissingName<'n> {
    name: &'n String,
    /// `true` if the name is a key of a list.
    is_key_of_list: bool,
}

impl MissingName<'_> {
    /// Returns `true` if 0.9 would create a list for an object with this name.
    fn is_read_as_index(&self) -> bool {
        !self.is_key_of_list && is_index(self.name)
    }

    /// Returns the segment of the name. A key of a new list is its first one.
    fn segment(self) -> String {
        if self.is_key_of_list {
            String::from("0")
        } else {
            self.name.clone()
        }
    }
}

/// A pass over new components. Relative bindings of components outside all templates are resolved in the second one, when the
/// positions are known.
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

    /// Converts names of 0.8 to segments of 0.9. A key of a list becomes its index. A key that does not exist yet stays
    /// missing in 0.9.
    pub(super) fn segments(&self, names: &[String]) -> Vec<String> {
        if self.lists.is_empty() {
            return names.to_vec();
        }
        let (mut node, mut matched) = (Some(&self.data), vec![String::new()]);
        let mut segments = Vec::with_capacity(names.len());
        for name in names {
            segments.push(match node {
                Some(DataNode::Map(map)) if self.is_list(&matched) => match map.place(name) {
                    Some(place) => place.to_string(),
                    // 0.9 would read the name as that of another item.
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

    /// Returns the value at a path in its 0.9 form.
    fn value(&self, names: &[String], node: &DataNode) -> Payload {
        let mut matched = vec![String::new()];
        for name in names {
            matched = self.step_into(&matched, name);
        }
        self.value_at(&matched, node)
    }

    fn value_at(&self, matched: &MatchedPatterns, node: &DataNode) -> Payload {
        let mut text = String::new();
        node.write(matched, self, &mut text);
        Payload::parse(text).unwrap_or_else(|_| Payload::null())
    }

    /// Returns the 0.9 path and value of a write. If 0.9 would create a container of the wrong kind for a missing parent,
    /// that parent is written as well.
    pub(super) fn locate_write(&self, names: &[String], value: &Payload) -> TargetWrite {
        let value = DataNode::of(value);
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
            // 0.9 would create a list, so the missing parent is written as an object.
            if missing.iter().any(MissingName::is_read_as_index) {
                let value = self.value_at(&matched, &DataNode::wrapped_in(rest, value));
                return TargetWrite { segments, value };
            }
            segments.extend(missing.into_iter().map(MissingName::segment));
            break;
        }
        TargetWrite {
            segments,
            value: self.value(names, &value),
        }
    }

    /// Returns the segment of a name below a node. A new key of a list becomes the index after its items.
    fn segment_to_write(&self, node: &DataNode, matched: &MatchedPatterns, name: &str) -> String {
        match node {
            DataNode::Map(map) if self.is_list(matched) => {
                map.place(name).unwrap_or(map.len()).to_string()
            }
            _ => name.to_owned(),
        }
    }

    /// Returns the missing names below a position.
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

    /// Writes a value, and adds the components bound to keys whose index changed to `moved`. An invalid write changes
    /// nothing.
    pub(super) fn write(
        &mut self,
        names: &[String],
        value: &Payload,
        moved: &mut BTreeSet<String>,
    ) {
        if names.len().saturating_add(value.depth()) > data_model::MAX_DATA_DEPTH {
            return;
        }
        let value = DataNode::of(value);
        let bound = self.find_moved_bindings(names, &value);
        let before: Vec<_> = bound
            .iter()
            .map(|(names, _)| self.segments(names))
            .collect();
        self.data.set(names, value);
        for ((names, ids), before) in bound.into_iter().zip(before) {
            if self.segments(&names) != before {
                moved.extend(ids);
            }
        }
    }

    /// Returns the existing values of new lists with their 0.9 paths.
    pub(super) fn existing_lists(&self, patterns: &[&str]) -> Vec<TargetWrite> {
        // The lists of one object are found in one pass, because there may be many.
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
                for (name, number, node) in find_children(node, &names) {
                    found.push((number, with_name(&path, &name), node));
                }
            }
        }
        found.sort_by_key(|(number, ..)| *number);
        let mut writes = Vec::new();
        for (_, names, node) in found {
            if matches!(node, DataNode::Map(_)) {
                writes.push(TargetWrite {
                    segments: self.segments(&names),
                    value: self.value(&names, node),
                });
            }
        }
        writes
    }

    /// Returns the values that a pattern matches, with their names.
    fn find_nodes(&self, pattern: &str) -> Vec<(&DataNode, Vec<String>)> {
        let mut open = vec![(&self.data, Vec::new())];
        for name in pattern.split('/').skip(1) {
            let one = BTreeMap::from([(name, 0)]);
            let mut next = Vec::new();
            for (node, names) in open {
                for (name, _, node) in find_children(node, &one) {
                    next.push((node, with_name(&names, &name)));
                }
            }
            open = next;
        }
        open
    }

    /// Returns the components bound to a path or below it, with the names of 0.8. Only the names before the first item of
    /// a pattern count.
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

    /// Returns the components bound to keys whose index a write may change.
    fn find_moved_bindings(&self, names: &[String], value: &DataNode) -> Vec<BoundPath> {
        let mut matched = vec![String::new()];
        let mut node = Some(&self.data);
        let mut is_near = false;
        let mut path = String::new();
        for name in names {
            let Some(here) = node else { break };
            is_near |= self.is_list(&matched);
            matched = self.step_into(&matched, name);
            node = here.get(name);
            path = format!("{path}/{name}");
        }
        if self.lists.is_empty() || (!is_near && matched.is_empty()) {
            return Vec::new();
        }
        let (Some(DataNode::Map(old)), DataNode::Map(new)) = (node, value) else {
            return self.bound_at(&path);
        };
        // A key in neither map has no index before or after.
        let keys = wire::collect_set(old.members().chain(new.members()).map(|(key, _)| key));
        let mut bound = Vec::new();
        for key in keys {
            bound.append(&mut self.bound_at(&format!("{path}/{key}")));
        }
        bound
    }

    /// Adds the templates and the repeated components of new components, and returns them. `components` contains all known
    /// components.
    pub(super) fn add_positions(
        &mut self,
        new: &[&v0_8::Component],
        components: &SharedMap<String, KnownComponent>,
    ) -> NewPositions {
        let mut added = NewPositions::default();
        let mut new = new.to_vec();
        if self.places.is_empty() {
            // Without a repeated component, only a template can repeat others.
            new.retain(|component| may_have_template(component));
        }
        for pass in [Pass::Absolute, Pass::Relative] {
            for component in &new {
                let id = component.id.as_str();
                let places = match (self.places.get(id), pass) {
                    (None, _) => vec![String::new()],
                    (Some(places), Pass::Absolute) => places.clone(),
                    (Some(_), Pass::Relative) => continue,
                };
                let open = places.into_iter().map(|place| (id.to_owned(), place));
                self.spread_positions(open.collect(), pass, components, &mut added);
            }
        }
        added
    }

    /// Adds the positions of the components that open components refer to, and of those below them.
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
                    _ => {}
                }
            }
        }
    }

    /// Returns the pattern of the items of a component's template. Data that came from 0.9 do not become a list.
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

    fn add_list(&mut self, list: &str, added: &mut NewPositions) {
        if !self.lists.contains(list) {
            self.lists.insert(list.to_owned());
            added.lists.push(list.to_owned());
        }
    }

    /// Adds a position of a component. Returns `false` if it is known, outside all templates, or one too many.
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

    /// Replaces the bindings of a component. `before` is its earlier form.
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
        // One of the patterns may name the position, and another one stand for every item.
        matched.iter().any(|pattern| self.lists.contains(pattern))
    }

    fn step_into(&self, matched: &MatchedPatterns, name: &str) -> MatchedPatterns {
        if matched.is_empty() {
            return Vec::new();
        }
        let mut below = Vec::new();
        for pattern in matched {
            // The name itself, and the empty name that stands for every item.
            for pattern in [format!("{pattern}/{name}"), format!("{pattern}/")] {
                if self.is_at_or_above_list(&pattern) {
                    below.push(pattern);
                }
            }
        }
        below
    }
}

/// Returns `true` if 0.9 creates a list for a missing value of this name.
pub(super) fn is_index(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns the part of a pattern before its first item.
pub(super) fn above_items(pattern: &str) -> &str {
    let path = pattern.split("//").next().unwrap_or(pattern);
    path.strip_suffix('/').unwrap_or(path)
}

/// Returns `true` if a component may have a template. Escapes may spell its name.
fn may_have_template(component: &v0_8::Component) -> bool {
    let properties = component.component.properties.text();
    properties.contains("template") || properties.contains('\\')
}

/// Returns the pattern of a template's binding, unless a later pass resolves it.
fn resolve_list(place: &str, binding: &str, pass: Pass) -> Option<String> {
    if pass == Pass::Absolute && place.is_empty() && !binding.starts_with('/') {
        return None;
    }
    build_pattern(place, binding)
}

/// A value below a node, with its name and the number of the pattern that it matches.
type FoundNode<'n> = (String, usize, &'n DataNode);

/// Returns the values below a node under these names, each with the number of its name. The empty name matches every
/// item.
fn find_children<'n>(node: &'n DataNode, names: &BTreeMap<&str, usize>) -> Vec<FoundNode<'n>> {
    let mut found = Vec::new();
    if let Some(number) = names.get("") {
        add_items(node, *number, &mut found);
    }
    match node {
        // If there are fewer members than names, the members are searched instead.
        DataNode::Map(map) if map.len() < names.len() => {
            for (name, node) in map.members().filter(|(name, _)| !name.is_empty()) {
                if let Some(number) = names.get(name) {
                    found.push((name.to_owned(), *number, node));
                }
            }
        }
        _ => {
            for (name, number) in names.iter().filter(|(name, _)| !name.is_empty()) {
                if let Some(node) = node.get(name) {
                    found.push(((*name).to_owned(), *number, node));
                }
            }
        }
    }
    found
}

/// Adds all values below a node.
fn add_items<'n>(node: &'n DataNode, number: usize, found: &mut Vec<FoundNode<'n>>) {
    match node {
        DataNode::Map(map) => {
            let members = map.members();
            found.extend(members.map(|(name, node)| (name.to_owned(), number, node)));
        }
        DataNode::List(list) => {
            let items = list.iter().enumerate();
            found.extend(items.map(|(at, node)| (at.to_string(), number, node)));
        }
        DataNode::Value(_) => {}
    }
}

fn with_name(names: &[String], name: &str) -> Vec<String> {
    names.iter().cloned().chain([name.to_owned()]).collect()
}

fn bound_path(path: &str, ids: &SharedMap<String, bool>) -> BoundPath {
    (names_of(path), wire::collect_set(ids.keys().cloned()))
}

/// Returns the names of a pattern without items.
fn names_of(path: &str) -> Vec<String> {
    path.split('/').skip(1).map(str::to_owned).collect()
}

/// Returns the pattern of a template's binding, at one position of the component.
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
    Child(String),
    /// The component repeated for the items at this path.
    Template(String, String),
}

/// Returns the references of a component of any type.
pub(super) fn references(component: &v0_8::Component) -> Vec<Reference> {
    let members = component.component.properties.members();
    members
        .flat_map(|(name, value)| references_in(&name, &value))
        .collect()
}

/// Returns the references in one property.
pub(super) fn references_in(name: &str, value: &Payload) -> Vec<Reference> {
    match name {
        "child" | "entryPointChild" | "contentChild" => child_in(value).into_iter().collect(),
        "tabItems" => value
            .elements()
            .filter_map(|tab| child_in(&tab.member("child")?))
            .collect(),
        // 0.8 defines no plain list of children, and its clients read one in components of other catalogs.
        "children" if !value.is_object() => children_in(value),
        _ => references_in_object(value),
    }
}

/// Returns the references in a list of children or a template.
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
        _ => Vec::new(),
    }
}

fn child_in(value: &Payload) -> Option<Reference> {
    Some(Reference::Child(value.as_str()?.into_owned()))
}

fn children_in(list: &Payload) -> Vec<Reference> {
    list.elements().filter_map(|id| child_in(&id)).collect()
}

fn text_member(object: &Payload, name: &str) -> Option<String> {
    object.member(name)?.as_str().map(String::from)
}

/// Returns the absolute paths of a component's bindings as patterns.
fn bindings(component: &v0_8::Component) -> BTreeSet<String> {
    let paths = paths_in(component.component.properties.text());
    wire::collect_set(paths.iter().filter_map(|path| {
        let names = data_model::names(path).ok()?;
        data_model::name_path(&names)
    }))
}

/// Returns all paths in a JSON text.
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
