//! What of the data of a surface of 0.8 is shown how, as far as it matters to 0.9.
//!
//! In 0.8 a template is repeated for the members of a map, and the paths of an item count from it even with a `/` in front. In 0.9
//! only lists are repeated, and a path with a `/` counts from the top. So a session remembers which paths templates are bound to and
//! which components are shown for their items. The map at such a path is a list in 0.9, of the same values in the same order, and
//! a key in it is an index.

use super::data_0_8::{DataNode, ListPlaces};
use crate::engine::ENTRY_BYTES;
use a2ui::{data_model, v0_8};
use std::collections::{BTreeMap, BTreeSet};
use wire::{Payload, encoded_len, token};

/// For how many templates one component is known to be shown.
const MAX_PLACES: usize = 8;
/// What is no item of any list.
pub(super) const NO_ITEM: &str = "-";
/// How long a pattern may be.
const MAX_PATTERN: usize = 1024;

wire::object! {
    /// The data of a surface of 0.8, and what is shown for it.
    ///
    /// A pattern is a path of names with `/` before each, in which an empty name stands for every item.
    pub struct SurfaceState {
        /// The data model.
        data: DataNode,
        /// The patterns of the maps for which templates are repeated, in order.
        lists: Vec<String>,
        /// The patterns of the items for which components are shown, by the ids of the components.
        places: BTreeMap<String, Vec<String>>,
        /// The paths to which components are bound, and the ids of these.
        bindings: BTreeMap<String, BTreeMap<String, bool>>,
    }
    /// A component as 0.8 said it last.
    pub struct KnownComponent {
        /// The component.
        component: v0_8::Component,
        /// Whether its template comes from 0.9, as a carry says: what that is repeated for comes back as it was there, and makes no list.
        comes_from_0_9 as "comesFrom0_9": bool,
    }
}

/// What a message changes of it.
#[derive(Debug)]
pub(crate) enum StateChange {
    /// This stands there; `None` if nothing does.
    Data(Vec<String>, Option<DataNode>),
    /// A template is bound to this, or to what was said of it before.
    List(String, bool),
    /// A component is shown for these items, or is not.
    Place(String, String, bool),
    /// A component is bound to this path, or is not.
    Binding(String, String, bool),
    /// Nothing.
    Nothing,
}

/// A path, and the components that are bound to it.
pub(super) type BoundPath = (Vec<String>, BTreeSet<String>);

impl StateChange {
    /// About how many bytes are kept of what it states.
    pub(super) fn bytes(&self) -> usize {
        match self {
            Self::Data(path, Some(value)) => {
                path.iter().map(|name| ENTRY_BYTES + name.len()).sum::<usize>() + encoded_len(value)
            }
            Self::List(pattern, true) => ENTRY_BYTES + pattern.len(),
            Self::Place(one, other, true) | Self::Binding(one, other, true) => {
                ENTRY_BYTES + one.len() + other.len()
            }
            Self::Data(_, None)
            | Self::List(_, false)
            | Self::Place(_, _, false)
            | Self::Binding(_, _, false)
            | Self::Nothing => 0,
        }
    }

    /// The pattern, where this takes a list back.
    pub(super) fn new_list(&self) -> Option<&String> {
        match self {
            Self::List(pattern, false) => Some(pattern),
            _ => None,
        }
    }

    /// The component, where this takes the first of its places back.
    pub(super) fn newly_placed(&self) -> Option<&String> {
        match self {
            Self::Place(id, _, false) => Some(id),
            _ => None,
        }
    }
}

/// A way down the data model: the patterns that it fits so far.
pub(super) type MatchedPatterns = Vec<String>;

/// Where a value of 0.8 goes in 0.9.
pub(super) struct TargetWrite {
    pub(super) segments: Vec<String>,
    pub(super) value: Payload,
}

impl Default for SurfaceState {
    fn default() -> Self {
        Self::new(DataNode::default(), Vec::new(), BTreeMap::new(), BTreeMap::new())
    }
}

impl SurfaceState {
    /// Makes a change, and gives the one that takes it back.
    pub(crate) fn apply(&mut self, change: StateChange) -> StateChange {
        match change {
            StateChange::Data(path, value) => match self.data.set(&path, value) {
                Some((path, before)) => StateChange::Data(path, before),
                // What cannot be written is not in the model.
                None => StateChange::Nothing,
            },
            StateChange::Nothing => StateChange::Nothing,
            StateChange::List(pattern, is) => {
                match (self.lists.binary_search(&pattern), is) {
                    (Err(at), true) => self.lists.insert(at, pattern.clone()),
                    (Ok(at), false) => drop(self.lists.remove(at)),
                    _ => {}
                }
                StateChange::List(pattern, !is)
            }
            StateChange::Place(id, pattern, is) => {
                let places = self.places.entry(id.clone()).or_default();
                places.retain(|place| *place != pattern);
                if is {
                    places.push(pattern.clone());
                }
                if places.is_empty() {
                    self.places.remove(&id);
                }
                StateChange::Place(id, pattern, !is)
            }
            StateChange::Binding(path, id, is) => {
                let bound = self.bindings.entry(path.clone()).or_default();
                if is {
                    bound.insert(id.clone(), true);
                } else {
                    bound.remove(&id);
                }
                if bound.is_empty() {
                    self.bindings.remove(&path);
                }
                StateChange::Binding(path, id, !is)
            }
        }
    }

    /// Whether a component is shown for the items of a template.
    pub(super) fn is_in_item(&self, id: &str) -> bool {
        self.places.contains_key(id)
    }

    /// Makes a component one that is not shown for items; gives what takes that back.
    pub(super) fn displace(&mut self, id: &str) -> Vec<StateChange> {
        let places = self.places.get(id).cloned().unwrap_or_default();
        places.into_iter().map(|place| self.apply(StateChange::Place(id.to_owned(), place, false))).collect()
    }

    /// The names of 0.8 as 0.9 has them: a key of a list is an index. One that is not there yet is none either in 0.9.
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

    /// The value at a path as 0.9 has it.
    fn value(&self, names: &[String], node: &DataNode) -> Payload {
        self.value_at(&names.iter().fold(vec![String::new()], |way, name| self.below(&way, name)), node)
    }

    fn value_at(&self, way: &MatchedPatterns, node: &DataNode) -> Payload {
        let mut text = String::new();
        node.write(way, self, &mut text);
        Payload::parse(text).unwrap_or_else(|_| Payload::null())
    }

    /// Where a value goes that is written at a path. Where 0.9 would make a list of what is missing, or an object of what is to be a
    /// list, the value stands in what is made.
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
                    let is_wrong = made.iter().any(|(name, is_list)| !is_list && is_index(name));
                    if is_wrong {
                        let value = self.value_at(&way, &DataNode::below(rest, value));
                        return TargetWrite { segments, value };
                    }
                    let zero = |(name, is_list): (&String, bool)| {
                        if is_list { String::from("0") } else { name.clone() }
                    };
                    segments.extend(made.into_iter().map(zero));
                    break;
                }
            }
        }
        TargetWrite { segments, value: self.value(names, &value) }
    }

    /// The names below a place where nothing stands, and whether each is a key of a list.
    fn missing_names<'n>(&self, way: &MatchedPatterns, names: &'n [String]) -> Vec<(&'n String, bool)> {
        let mut way = way.clone();
        let of = |name: &'n String| {
            let is_list = self.is_list(&way);
            way = self.below(&way, name);
            (name, is_list)
        };
        names.iter().map(of).collect()
    }

    /// Writes a value; gives what takes that back, and the components that are bound to keys which have other places now. What
    /// cannot be written changes nothing.
    pub(super) fn write(
        &mut self,
        names: Vec<String>,
        value: &Payload,
        moved: &mut BTreeSet<String>,
    ) -> Option<StateChange> {
        if names.len().saturating_add(value.depth()) > data_model::MAX_DEPTH {
            return None;
        }
        let value = DataNode::of(value);
        let bound = self.moved_by(&names, &value);
        let before: Vec<_> = bound.iter().map(|(names, _)| self.segments(names)).collect();
        let undo = self.apply(StateChange::Data(names, Some(value)));
        for ((names, ids), before) in bound.into_iter().zip(before) {
            if self.segments(&names) != before {
                moved.extend(ids);
            }
        }
        Some(undo)
    }

    /// The values that new lists hold already, each at its path in 0.9.
    pub(super) fn held_by(&self, patterns: &[&str]) -> Vec<TargetWrite> {
        // Lists of one object are looked for together, as there may be many in many.
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
                found.extend(lists.map(|(name, number, node)| (number, with_name(&path, &name), node)));
            }
        }
        found.sort_by_key(|(number, ..)| *number);
        let maps = found.into_iter().filter(|(.., node)| matches!(node, DataNode::Map(_)));
        maps.map(|(_, names, node)| TargetWrite {
            segments: self.segments(&names),
            value: self.value(&names, node),
        })
        .collect()
    }

    /// What stands at a pattern, each with its names.
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

    /// The components that are bound to a path or below it, and to what: names of 0.8. Of a pattern only the names before the first
    /// item count.
    pub(super) fn bound_at(&self, pattern: &str) -> Vec<BoundPath> {
        let path = above_items(pattern);
        let start = format!("{path}/");
        let below = self.bindings.range(start.clone()..).take_while(|(bound, _)| bound.starts_with(&start));
        let all = self.bindings.get_key_value(path).into_iter().chain(below);
        all.map(|(bound, ids)| (names_of(bound), ids.keys().cloned().collect())).collect()
    }

    /// The components that are bound where a write of this value at this path may give keys other places.
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
            // A key that is in neither map has no place before and none after.
            (Some(DataNode::Map(old)), DataNode::Map(new)) => {
                let keys: BTreeSet<&str> = old.members().chain(new.members()).map(|(key, _)| key).collect();
                keys.into_iter().flat_map(|key| self.bound_at(&format!("{path}/{key}"))).collect()
            }
            _ => self.bound_at(&path),
        }
    }

    /// The changes that new components bring: which templates there are, and for whose items components are shown. What is known of
    /// all is in `components`.
    pub(super) fn shows(
        &mut self,
        new: &[&v0_8::Component],
        components: &BTreeMap<String, KnownComponent>,
        done: &mut Vec<StateChange>,
    ) {
        // What counts from an item can be told when it is known which items these are.
        for is_relative in [false, true] {
            for component in new {
                let known = self.places.get(component.id.as_str());
                let places = match known {
                    Some(known) if !is_relative => known.clone(),
                    None => vec![String::new()],
                    Some(_) => continue,
                };
                let open = places.into_iter().map(|place| (component.id.as_str().to_owned(), place));
                self.spread(open.collect(), is_relative, components, done);
            }
        }
    }

    fn spread(
        &mut self,
        mut open: Vec<(String, String)>,
        takes_relative: bool,
        components: &BTreeMap<String, KnownComponent>,
        done: &mut Vec<StateChange>,
    ) {
        while let Some((id, place)) = open.pop() {
            let Some(KnownComponent { component, comes_from_0_9, .. }) = components.get(&id) else {
                continue;
            };
            for reference in references(component) {
                let (id, place) = match reference {
                    Reference::Child(id) => (id, place.clone()),
                    Reference::Template(id, binding) => {
                        let is_known = takes_relative || !place.is_empty() || binding.starts_with('/');
                        let Some(list) = pattern(&place, &binding).filter(|_| is_known) else { continue };
                        if !comes_from_0_9 && self.lists.binary_search(&list).is_err() {
                            done.push(self.apply(StateChange::List(list.clone(), true)));
                        }
                        (id, format!("{list}/"))
                    }
                };
                let known = self.places.get(&id);
                let is_known = known.is_some_and(|known| known.contains(&place) || known.len() >= MAX_PLACES);
                if !place.is_empty() && !is_known {
                    done.push(self.apply(StateChange::Place(id.clone(), place.clone(), true)));
                    open.push((id, place));
                }
            }
        }
    }

    /// The changes of what a component is bound to.
    pub(super) fn binds(&mut self, component: &v0_8::Component, is: bool, done: &mut Vec<StateChange>) {
        for path in bindings(component) {
            let known = self.bindings.get(&path).is_some_and(|ids| ids.contains_key(component.id.as_str()));
            if known != is {
                done.push(self.apply(StateChange::Binding(path, component.id.as_str().to_owned(), is)));
            }
        }
    }
}

impl ListPlaces<MatchedPatterns> for SurfaceState {
    fn is_list(&self, way: &MatchedPatterns) -> bool {
        way.iter().any(|pattern| self.lists.binary_search(pattern).is_ok())
    }

    fn below(&self, way: &MatchedPatterns, name: &str) -> MatchedPatterns {
        if way.is_empty() {
            return Vec::new();
        }
        let mut below: Vec<String> =
            way.iter().flat_map(|pattern| [format!("{pattern}/{name}"), format!("{pattern}/")]).collect();
        below.retain(|pattern| {
            let at = self.lists.partition_point(|list| list < pattern);
            let deeper = format!("{pattern}/");
            let next = self.lists.partition_point(|list| *list < deeper);
            self.lists.get(at) == Some(pattern)
                || self.lists.get(next).is_some_and(|list| list.starts_with(&deeper))
        });
        below
    }
}

/// Whether 0.9 makes a list where something with this name is missing.
pub(super) fn is_index(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit())
}

/// The path of the names in a pattern before the first item.
pub(super) fn above_items(pattern: &str) -> &str {
    let path = pattern.split("//").next().unwrap_or(pattern);
    path.strip_suffix('/').unwrap_or(path)
}

/// What stands below a node under these names, of which an empty one is that of every item; each with the number of its name.
fn below<'n>(node: &'n DataNode, names: &BTreeMap<&str, usize>) -> Vec<(String, usize, &'n DataNode)> {
    let mut found = Vec::new();
    match (names.get(""), node) {
        (Some(number), DataNode::Map(map)) => {
            found.extend(map.members().map(|(name, node)| (name.to_owned(), *number, node)));
        }
        (Some(number), DataNode::List(list)) => {
            found.extend(list.iter().enumerate().map(|(at, node)| (at.to_string(), *number, node)));
        }
        _ => {}
    }
    match node {
        // Where there are fewer members than names, these are looked for.
        DataNode::Map(map) if map.len() < names.len() => {
            let members = map.members().filter(|(name, _)| !name.is_empty());
            found.extend(members.filter_map(|(name, node)| Some((name.to_owned(), *names.get(name)?, node))));
        }
        _ => {
            let named = names.iter().filter(|(name, _)| !name.is_empty());
            found.extend(
                named.filter_map(|(name, number)| Some(((*name).to_owned(), *number, node.get(name)?))),
            );
        }
    }
    found
}

fn with_name(names: &[String], name: &str) -> Vec<String> {
    names.iter().cloned().chain([name.to_owned()]).collect()
}

/// The names of a pattern without items.
fn names_of(path: &str) -> Vec<String> {
    path.split('/').skip(1).map(str::to_owned).collect()
}

/// The pattern of what a template is bound to, at one of its places.
fn pattern(place: &str, binding: &str) -> Option<String> {
    let names = data_model::names(binding).ok()?;
    let above = if binding.starts_with('/') { "" } else { place };
    let pattern = names.iter().fold(above.to_owned(), |pattern, name| format!("{pattern}/{name}"));
    (pattern.len() <= MAX_PATTERN).then_some(pattern)
}

/// How a component of 0.8 names another one.
pub(super) enum Reference {
    Child(String),
    /// For the items of what this is bound to.
    Template(String, String),
}

/// The components that a component names, whatever its type.
pub(super) fn references(component: &v0_8::Component) -> Vec<Reference> {
    let members = component.component.properties.members();
    members.flat_map(|(name, value)| references_in(&name, &value)).collect()
}

/// Those that one of its properties names.
pub(super) fn references_in(name: &str, value: &Payload) -> Vec<Reference> {
    let text = |value: &Payload| value.as_str().map(String::from);
    let mut found = Vec::new();
    match name {
        "child" | "entryPointChild" | "contentChild" => found.extend(text(value).map(Reference::Child)),
        "tabItems" => {
            let children = value.elements().filter_map(|tab| text(&tab.member("child")?));
            found.extend(children.map(Reference::Child));
        }
        _ if value.is_object() => {
            if let Some(list) = value.member("explicitList") {
                found.extend(list.elements().filter_map(|id| text(&id)).map(Reference::Child));
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

/// The paths from the top to which a component is bound, as patterns.
fn bindings(component: &v0_8::Component) -> BTreeSet<String> {
    let names = paths_in(component.component.properties.text())
        .into_iter()
        .filter_map(|path| data_model::names(&path).ok());
    names.filter_map(|names| data_model::name_path(&names)).collect()
}

/// The paths anywhere in a text.
pub(super) fn paths_in(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut open = vec![text];
    while let Some(text) = open.pop() {
        for child in token::children(text) {
            let is_path = child.name.is_some_and(|name| matches!(name, r#""path""# | r#""dataBinding""#));
            if is_path && child.text.starts_with('"') {
                found.push(token::string(child.text).into_owned());
            } else if child.text.starts_with(['{', '[']) {
                open.push(child.text);
            }
        }
    }
    found
}
