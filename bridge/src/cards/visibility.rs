//! The elements that actions show and hide, as modals and tabs.
//!
//! A2UI has no action that shows a component. An element that one action shows becomes the content of a modal. Elements
//! that several actions show in place of each other become tabs. Other elements are shown at once.

use std::collections::{BTreeMap, BTreeSet};
use wire::Pointer;

/// An element or a column, and whether it is hidden at first.
#[derive(Clone, Debug)]
pub(super) struct HiddenPart {
    pub(super) id: Option<String>,
    pub(super) at: String,
    /// The place of the list that contains it. `None` for a column.
    pub(super) list: Option<String>,
    pub(super) is_hidden: bool,
}

/// An action that shows and hides elements.
#[derive(Clone, Debug)]
pub(super) struct Switch {
    pub(super) at: String,
    pub(super) title: String,
    /// The ids, each with the new visibility. Without one, the visibility changes.
    pub(super) targets: Vec<(String, Option<bool>)>,
}

/// The index of a group of elements that a modal or a tab shows.
pub(super) type GroupIndex = usize;

/// The way in which an element is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Visibility {
    /// At its place.
    Shown,
    /// At its place, although it is hidden until an action shows it.
    Revealed,
    /// In the group of a modal or a tab.
    Grouped(GroupIndex),
    /// Nowhere, because no action shows it.
    Hidden,
}

/// The component in place of an action that shows and hides elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SwitchRole {
    /// A modal with this group.
    Modal(GroupIndex),
    /// The title of a tab.
    Tab,
    /// No component.
    None,
}

/// The modals and tabs of a card.
#[derive(Debug, Default)]
pub(super) struct VisibilityPlan {
    roles: BTreeMap<String, SwitchRole>,
    visibilities: BTreeMap<String, Visibility>,
    /// The title and the group of each tab, by the tabs.
    pub(super) tabs: Vec<Vec<(String, GroupIndex)>>,
    pub(super) groups: usize,
}

impl VisibilityPlan {
    /// Decides which elements become modals and tabs.
    pub(super) fn of(parts: &[HiddenPart], switches: &[Switch]) -> Self {
        let mut plan = Self::default();
        let switches = &reachable_switches(parts, switches);
        let mut parts_by_id: BTreeMap<&str, &HiddenPart> = BTreeMap::new();
        for part in parts {
            if let Some(id) = &part.id {
                parts_by_id.entry(id).or_insert(part);
            }
        }
        let mut users: BTreeMap<&str, usize> = BTreeMap::new();
        for switch in switches.iter().copied() {
            let ids: BTreeSet<&str> = switch.targets.iter().map(|(id, _)| id.as_str()).collect();
            for id in ids {
                *users.entry(id).or_default() += 1;
            }
        }
        let card = SwitchedCard {
            parts: parts_by_id,
            users,
        };
        // An action inside an element that another action shows may be out of reach, so it shows nothing itself.
        let mut outside = switches.clone();
        outside.retain(|switch| !card.is_inside(switch));
        for switch in &outside {
            plan.add_modal(switch, &card);
        }
        plan.add_tabs(&outside, &card);
        for part in parts.iter().filter(|part| part.is_hidden) {
            let is_target = part
                .id
                .as_deref()
                .is_some_and(|id| card.is_revealed(id, switches));
            let visibility = match is_target {
                true => Visibility::Revealed,
                false => Visibility::Hidden,
            };
            plan.visibilities
                .entry(part.at.clone())
                .or_insert(visibility);
        }
        plan
    }

    /// Returns the way in which the element at a place is shown.
    pub(super) fn visibility(&self, at: &Pointer) -> Visibility {
        let visibility = self.visibilities.get(at.as_str());
        visibility.copied().unwrap_or(Visibility::Shown)
    }

    /// Returns the component in place of the action at a place.
    pub(super) fn role(&self, at: &Pointer) -> SwitchRole {
        let role = self.roles.get(at.as_str());
        role.copied().unwrap_or(SwitchRole::None)
    }

    /// Makes a modal of an action that shows hidden elements which no other action changes.
    fn add_modal(&mut self, switch: &Switch, card: &SwitchedCard<'_>) {
        let mut places = Vec::new();
        for (id, new) in &switch.targets {
            let part = card.element(id);
            let Some(part) = part.filter(|part| part.is_hidden && *new != Some(false)) else {
                return;
            };
            if card.users.get(id.as_str()) != Some(&1) {
                return;
            }
            places.push(part.at.clone());
        }
        if places.is_empty() {
            return;
        }
        let group = self.add_group(places);
        self.roles
            .insert(switch.at.clone(), SwitchRole::Modal(group));
    }

    /// Makes tabs of the actions that show one of the same elements each, and hide the others.
    fn add_tabs(&mut self, switches: &[&Switch], card: &SwitchedCard<'_>) {
        let mut sets: BTreeMap<BTreeSet<&str>, Vec<&Switch>> = BTreeMap::new();
        for switch in switches {
            let ids = switch.targets.iter().map(|(id, _)| id.as_str()).collect();
            sets.entry(ids).or_default().push(switch);
        }
        for (ids, switches) in sets {
            let Some(tabs) = tabs_of(&ids, &switches, card) else {
                continue;
            };
            let mut listed = Vec::new();
            for (switch, places) in switches.iter().zip(tabs) {
                let group = self.add_group(places);
                self.roles.insert(switch.at.clone(), SwitchRole::Tab);
                listed.push((switch.title.clone(), group));
            }
            self.tabs.push(listed);
        }
    }

    fn add_group(&mut self, places: Vec<String>) -> GroupIndex {
        let group = self.groups;
        self.groups += 1;
        for place in places {
            self.visibilities.insert(place, Visibility::Grouped(group));
        }
        group
    }
}

/// The parts with ids, and the number of actions that change each of them.
struct SwitchedCard<'p> {
    parts: BTreeMap<&'p str, &'p HiddenPart>,
    users: BTreeMap<&'p str, usize>,
}

impl SwitchedCard<'_> {
    /// Returns the element with an id. Columns are not elements.
    fn element(&self, id: &str) -> Option<&HiddenPart> {
        let part = self.parts.get(id).copied();
        part.filter(|part| part.list.is_some())
    }

    /// Returns `true` if an action is inside an element that an action shows or hides.
    fn is_inside(&self, switch: &Switch) -> bool {
        self.users.keys().any(|id| {
            let part = self.parts.get(id);
            part.is_some_and(|part| is_below(&switch.at, &part.at))
        })
    }

    /// Returns `true` if an action may show the element with an id.
    fn is_revealed(&self, id: &str, switches: &[&Switch]) -> bool {
        let mut targets = switches.iter().flat_map(|switch| &switch.targets);
        self.users.contains_key(id)
            && targets.any(|(target, new)| target == id && *new != Some(false))
    }
}

/// Returns the actions that are not inside an element which is never shown.
fn reachable_switches<'s>(parts: &[HiddenPart], switches: &'s [Switch]) -> Vec<&'s Switch> {
    let targets = switches.iter().flat_map(|switch| &switch.targets);
    let targets: BTreeSet<&str> = targets.map(|(id, _)| id.as_str()).collect();
    let is_never_shown = |part: &HiddenPart| {
        let id = part.id.as_deref();
        part.is_hidden && !id.is_some_and(|id| targets.contains(id))
    };
    let hidden: Vec<&HiddenPart> = parts.iter().filter(|part| is_never_shown(part)).collect();
    let is_reachable = |switch: &&Switch| !hidden.iter().any(|part| is_below(&switch.at, &part.at));
    switches.iter().filter(is_reachable).collect()
}

/// Returns the places of the elements of each tab, in the order of the actions. Returns `None` if the actions do not show
/// the elements in place of each other.
fn tabs_of(
    ids: &BTreeSet<&str>,
    switches: &[&Switch],
    card: &SwitchedCard<'_>,
) -> Option<Vec<Vec<String>>> {
    if switches.len() < 2 {
        return None;
    }
    let mut lists = BTreeSet::new();
    for id in ids {
        if card.users.get(id) != Some(&switches.len()) {
            return None;
        }
        lists.insert(card.element(id)?.list.clone());
    }
    if lists.len() != 1 {
        return None;
    }
    let mut seen = BTreeSet::new();
    let mut tabs = Vec::new();
    for switch in switches {
        let mut places = Vec::new();
        for (id, new) in &switch.targets {
            match new {
                None => return None,
                Some(false) => {}
                // An element belongs to one tab.
                Some(true) if !seen.insert(id.as_str()) => return None,
                Some(true) => places.push(card.element(id)?.at.clone()),
            }
        }
        if places.is_empty() {
            return None;
        }
        tabs.push(places);
    }
    (seen.len() == ids.len()).then_some(tabs)
}

/// Returns `true` if a place is inside another one.
fn is_below(at: &str, outer: &str) -> bool {
    at.strip_prefix(outer)
        .is_some_and(|rest| rest.starts_with('/'))
}
