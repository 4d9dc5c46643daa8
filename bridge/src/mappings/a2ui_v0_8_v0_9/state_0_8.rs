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
    pub(super) fn displace(&mut self, id: &str) {
        self.places.remove(id);
    }

    /// Converts names of 0.8 to segments of 0.9. A key of a list becomes its index. A key that does not exist yet stays
    /// missing in 0.9.
    pub(super) fn segments(&self, names: &[String]) -> Vec<String> {
        if self.lists.is_empty() {
            return names.to_vec();
        }
        let (mut node, mut way) = (Some(&self.data), vec![String::new()]);
        names
            .iter()
            .map(|name| {
                let segment = match node {
                    Some(DataNode::Map(map)) if self.is_list(&way) => match map.place(name) {
                        Some(place) => place.to_string(),
                        None if is_index(name) => NO_ITEM.to_owned(),
                        None => name.clone(),
                    },
                    _ => name.clone(),
                };
                node = node.and_then(|node| node.get(name));
                way = self.below(&way, name);
                segment
            })
            .collect()
    }

    /// Returns the value at a path in its 0.9 form.
    fn value(&self, names: &[String], node: &DataNode) -> Payload {
        self.value_at(
            &names
                .iter()
                .fold(vec![String::new()], |way, name| self.below(&way, name)),
            node,
        )
    }

    fn value_at(&self, way: &MatchedPatterns, node: &DataNode) -> Payload {
        let mut text = String::new();
        node.write(way, self, &mut text);
        Payload::parse(text).unwrap_or_else(|_| Payload::null())
    }

    /// Returns the 0.9 path and value of a write. If 0.9 would create a container of the wrong kind for a missing parent,
    /// that parent is written as well.
    pub(super) fn target(&self, names: &[String], value: &Payload) -> TargetWrite {
        let value = DataNode::of(value);
        let (mut node, mut way) = (&self.data, vec![String::new()]);
        let mut segments = Vec::new();
        for (depth, name) in names.iter().enumerate() {
            let is_list = self.is_list(&way);
            let place = match node {
                DataNode::Map(map) if is_list => Some(map.place(name).unwrap_or(map.len())),
                _ => None,
            };
            segments.push(place.map_or_else(|| name.clone(), |place| place.to_string()));
            way = self.below(&way, name);
            let rest = names.get(depth + 1..).unwrap_or_default();
            match node.get(name) {
                Some(below) => node = below,
                None => {
                    let made = self.missing_names(&way, rest);
                    let is_wrong = made
                        .iter()
                        .any(|(name, is_list)| !is_list && is_index(name));
                    if is_wrong {
                        let value = self.value_at(&way, &DataNode::below(rest, value));
                        return TargetWrite { segments, value };
                    }
                    let zero = |(name, is_list): (&String, bool)| {
                        if is_list {
                            String::from("0")
                        } else {
                            name.clone()
                        }
                    };
                    segments.extend(made.into_iter().map(zero));
                    break;
                }
            }
        }
        TargetWrite {
            segments,
            value: self.value(names, &value),
        }
    }

    /// Returns the missing names below a position, and for each whether it is the key of a list.
    fn missing_names<'n>(
        &self,
        way: &MatchedPatterns,
        names: &'n [String],
    ) -> Vec<(&'n String, bool)> {
        let mut way = way.clone();
        let of = |name: &'n String| {
            let is_list = self.is_list(&way);
            way = self.below(&way, name);
            (name, is_list)
        };
        names.iter().map(of).collect()
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
        let bound = self.moved_by(names, &value);
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
    pub(super) fn held_by(&self, patterns: &[&str]) -> Vec<TargetWrite> {
        // The lists of one object are found in one pass, because there may be many.
        let mut lists: BTreeMap<&str, BTreeMap<&str, usize>> = BTreeMap::new();
        let mut found = Vec::new();
        for (number, pattern) in patterns.iter().enumerate() {
            match pattern.rsplit_once('/') {
                Some((above, name)) => drop(lists.entry(above).or_default().insert(name, number)),
                None => found.push((number, Vec::new(), &self.data)),
            }
        }
        for (above, names) in lists {
            for (node, path) in self.nodes_of(above) {
                let lists = below(node, &names).into_iter();
                found.extend(
                    lists.map(|(name, number, node)| (number, with_name(&path, &name), node)),
                );
            }
        }
        found.sort_by_key(|(number, ..)| *number);
        let maps = found
            .into_iter()
            .filter(|(.., node)| matches!(node, DataNode::Map(_)));
        maps.map(|(_, names, node)| TargetWrite {
            segments: self.segments(&names),
            value: self.value(&names, node),
        })
        .collect()
    }

    /// Returns the values that a pattern matches, with their names.
    fn nodes_of(&self, pattern: &str) -> Vec<(&DataNode, Vec<String>)> {
        let mut open = vec![(&self.data, Vec::new())];
        for name in pattern.split('/').skip(1) {
            let one = BTreeMap::from([(name, 0)]);
            let next = open.into_iter().flat_map(|(node, names)| {
                let below = below(node, &one).into_iter();
                below.map(move |(name, _, node)| (node, with_name(&names, &name)))
            });
            open = next.collect();
        }
        open
    }

    /// Returns the components bound to a path or below it, with the names of 0.8. Only the names before the first item of
    /// a pattern count.
    pub(super) fn bound_at(&self, pattern: &str) -> Vec<BoundPath> {
        let path = above_items(pattern);
        let start = format!("{path}/");
        let below = self
            .bindings
            .range_from(&*start)
            .take_while(|(bound, _)| bound.starts_with(&start));
        let below = below.map(|(bound, ids)| (bound.as_str(), ids));
        let all = self
            .bindings
            .get(path)
            .map(|ids| (path, ids))
            .into_iter()
            .chain(below);
        all.map(|(bound, ids)| (names_of(bound), wire::collect_set(ids.keys().cloned())))
            .collect()
    }

    /// Returns the components bound to keys whose index a write may change.
    fn moved_by(&self, names: &[String], value: &DataNode) -> Vec<BoundPath> {
        let mut way = vec![String::new()];
        let mut node = Some(&self.data);
        let mut is_near = false;
        let mut path = String::new();
        for name in names {
            let Some(here) = node else { break };
            is_near |= self.is_list(&way);
            way = self.below(&way, name);
            node = here.get(name);
            path = format!("{path}/{name}");
        }
        if self.lists.is_empty() || (!is_near && way.is_empty()) {
            return Vec::new();
        }
        match (node, value) {
            // A key in neither map has no index before or after.
            (Some(DataNode::Map(old)), DataNode::Map(new)) => {
                let keys =
                    wire::collect_set(old.members().chain(new.members()).map(|(key, _)| key));
                keys.into_iter()
                    .flat_map(|key| self.bound_at(&format!("{path}/{key}")))
                    .collect()
            }
            _ => self.bound_at(&path),
        }
    }

    /// Adds the templates and the repeated components of new components, and returns them. `components` contains all known
    /// components.
    pub(super) fn show(
        &mut self,
        new: &[&v0_8::Component],
        components: &SharedMap<String, KnownComponent>,
    ) -> NewPositions {
        let mut added = NewPositions::default();
        // Without a repeated component, only a template can repeat others. Escapes may spell its name.
        let has_template = |component: &&&v0_8::Component| {
            component.component.properties.text().contains('\\')
                || component.component.properties.text().contains("template")
        };
        let new: Vec<_> = match self.places.is_empty() {
            true => new.iter().filter(has_template).copied().collect(),
            false => new.to_vec(),
        };
        // Relative paths can be resolved after the positions are known.
        for is_relative in [false, true] {
            for component in &new {
                let known = self.places.get(component.id.as_str());
                let places = match known {
                    Some(known) if !is_relative => known.clone(),
                    None => vec![String::new()],
                    Some(_) => continue,
                };
                let open = places
                    .into_iter()
                    .map(|place| (component.id.as_str().to_owned(), place));
                self.spread(open.collect(), is_relative, components, &mut added);
            }
        }
        added
    }

    fn spread(
        &mut self,
        mut open: Vec<(String, String)>,
        takes_relative: bool,
        components: &SharedMap<String, KnownComponent>,
        added: &mut NewPositions,
    ) {
        while let Some((id, place)) = open.pop() {
            let Some(KnownComponent {
                component,
                comes_from_0_9,
                ..
            }) = components.get(&id)
            else {
                continue;
            };
            for reference in references(component) {
                let (id, place) = match reference {
                    Reference::Child(id) => (id, place.clone()),
                    Reference::Template(id, binding) => {
                        let is_known =
                            takes_relative || !place.is_empty() || binding.starts_with('/');
                        let Some(list) = pattern(&place, &binding).filter(|_| is_known) else {
                            continue;
                        };
                        if !comes_from_0_9 && !self.lists.contains(&list) {
                            self.lists.insert(list.clone());
                            added.lists.push(list.clone());
                        }
                        (id, format!("{list}/"))
                    }
                };
                let known = self.places.get(&id);
                let is_known =
                    known.is_some_and(|known| known.contains(&place) || known.len() >= MAX_PLACES);
                if !place.is_empty() && !is_known {
                    self.places
                        .update_or_default(id.clone(), |places| places.push(place.clone()));
                    added.components.push(id.clone());
                    open.push((id, place));
                }
            }
        }
    }

    /// Replaces the bindings of a component. `before` is its earlier form.
    pub(super) fn bind(&mut self, component: &v0_8::Component, before: Option<&v0_8::Component>) {
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

impl ListPlaces<MatchedPatterns> for SurfaceState {
    fn is_list(&self, way: &MatchedPatterns) -> bool {
        way.iter().any(|pattern| self.lists.contains(pattern))
    }

    fn below(&self, way: &MatchedPatterns, name: &str) -> MatchedPatterns {
        if way.is_empty() {
            return Vec::new();
        }
        let mut below: Vec<String> = way
            .iter()
            .flat_map(|pattern| [format!("{pattern}/{name}"), format!("{pattern}/")])
            .collect();
        below.retain(|pattern| {
            let deeper = format!("{pattern}/");
            self.lists.contains(pattern)
                || self
                    .lists
                    .first_from(&deeper)
                    .is_some_and(|list| list.starts_with(&deeper))
        });
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

/// Returns the values below a node under these names, each with the number of its name. The empty name matches every
/// item.
fn below<'n>(
    node: &'n DataNode,
    names: &BTreeMap<&str, usize>,
) -> Vec<(String, usize, &'n DataNode)> {
    let mut found = Vec::new();
    match (names.get(""), node) {
        (Some(number), DataNode::Map(map)) => {
            found.extend(
                map.members()
                    .map(|(name, node)| (name.to_owned(), *number, node)),
            );
        }
        (Some(number), DataNode::List(list)) => {
            found.extend(
                list.iter()
                    .enumerate()
                    .map(|(at, node)| (at.to_string(), *number, node)),
            );
        }
        _ => {}
    }
    match node {
        // If there are fewer members than names, the members are searched instead.
        DataNode::Map(map) if map.len() < names.len() => {
            let members = map.members().filter(|(name, _)| !name.is_empty());
            found.extend(
                members.filter_map(|(name, node)| Some((name.to_owned(), *names.get(name)?, node))),
            );
        }
        _ => {
            let named = names.iter().filter(|(name, _)| !name.is_empty());
            found.extend(
                named.filter_map(|(name, number)| {
                    Some(((*name).to_owned(), *number, node.get(name)?))
                }),
            );
        }
    }
    found
}

fn with_name(names: &[String], name: &str) -> Vec<String> {
    names.iter().cloned().chain([name.to_owned()]).collect()
}

/// Returns the names of a pattern without items.
fn names_of(path: &str) -> Vec<String> {
    path.split('/').skip(1).map(str::to_owned).collect()
}

/// Returns the pattern of a template's binding, at one position of the component.
fn pattern(place: &str, binding: &str) -> Option<String> {
    let names = data_model::names(binding).ok()?;
    let above = if binding.starts_with('/') { "" } else { place };
    let pattern = names.iter().fold(above.to_owned(), |pattern, name| {
        format!("{pattern}/{name}")
    });
    (pattern.len() <= MAX_PATTERN).then_some(pattern)
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
    let text = |value: &Payload| value.as_str().map(String::from);
    let mut found = Vec::new();
    match name {
        "child" | "entryPointChild" | "contentChild" => {
            found.extend(text(value).map(Reference::Child))
        }
        "tabItems" => {
            let children = value
                .elements()
                .filter_map(|tab| text(&tab.member("child")?));
            found.extend(children.map(Reference::Child));
        }
        // 0.8 defines no plain list of children, and its clients read one in components of other catalogs.
        "children" if !value.is_object() => {
            found.extend(
                value
                    .elements()
                    .filter_map(|id| text(&id))
                    .map(Reference::Child),
            );
        }
        _ if value.is_object() => {
            if let Some(list) = value.member("explicitList") {
                found.extend(
                    list.elements()
                        .filter_map(|id| text(&id))
                        .map(Reference::Child),
                );
            } else if let Some(template) = value.member("template") {
                let part = |name: &str| text(&template.member(name)?);
                if let (Some(id), Some(binding)) = (part("componentId"), part("dataBinding")) {
                    found.push(Reference::Template(id, binding));
                }
            }
        }
        _ => {}
    }
    found
}

/// Returns the absolute paths of a component's bindings as patterns.
fn bindings(component: &v0_8::Component) -> BTreeSet<String> {
    let names = paths_in(component.component.properties.text())
        .into_iter()
        .filter_map(|path| data_model::names(&path).ok());
    wire::collect_set(names.filter_map(|names| data_model::name_path(&names)))
}

/// Returns all paths in a JSON text.
pub(super) fn paths_in(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut open = vec![text];
    while let Some(text) = open.pop() {
        for child in token::children(text) {
            let is_path = child
                .name
                .is_some_and(|name| matches!(name, r#""path""# | r#""dataBinding""#));
            if is_path && child.text.starts_with('"') {
                found.push(token::string(child.text).into_owned());
            } else if child.text.starts_with(['{', '[']) {
                open.push(child.text);
            }
        }
    }
    found
}
