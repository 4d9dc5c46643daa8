//! The elements that actions show and hide, as modals and tabs.
//!
//! A2UI has no action that shows a component. A hidden element that one action shows becomes the content of a modal. Elements
//! that actions show in place of each other become tabs. Other elements are shown at once.

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
    /// The widths of cards that show it.
    pub(super) width: Option<String>,
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
    /// Nowhere, because it is for cards of another width.
    OtherWidth,
}

/// The component in place of an action that shows and hides elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SwitchRole {
    /// A modal with this group.
    Modal(GroupIndex),
    /// No component of its own, because tabs or another modal do the same.
    Covered,
    /// No component, because a click changes nothing that is shown.
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
        let width = most_shown_width(parts);
        for part in parts {
            if !part
                .width
                .as_deref()
                .is_none_or(|word| includes(word, width))
            {
                let at = part.at.clone();
                plan.visibilities.insert(at, Visibility::OtherWidth);
            }
        }
        let switches = plan.reachable_switches(parts, switches);
        let card = SwitchedCard::of(parts, &switches);
        let mut sets: BTreeMap<BTreeSet<&str>, Vec<&Switch>> = BTreeMap::new();
        for switch in &switches {
            let ids = switch.targets.iter().map(|(id, _)| id.as_str()).collect();
            sets.entry(ids).or_default().push(switch);
        }
        for (ids, switches) in &sets {
            if !plan.add_tabs(ids, switches, &card) {
                plan.add_modal(ids, switches, &card);
            }
        }
        plan.add_pages(&switches, &card);
        for part in parts.iter().filter(|part| part.is_hidden) {
            let id = part.id.as_deref();
            let visibility = match id.is_some_and(|id| card.is_revealed(id, &switches)) {
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

    /// Returns the actions that are not inside an element which is never shown.
    fn reachable_switches<'s>(
        &self,
        parts: &[HiddenPart],
        switches: &'s [Switch],
    ) -> Vec<&'s Switch> {
        let targets = switches.iter().flat_map(|switch| &switch.targets);
        let targets: BTreeSet<&str> = targets.map(|(id, _)| id.as_str()).collect();
        let is_target = |id: &Option<String>| id.as_deref().is_some_and(|id| targets.contains(id));
        let mut hidden = Vec::new();
        for part in parts {
            let is_never_shown = part.is_hidden && !is_target(&part.id);
            if is_never_shown || self.visibilities.contains_key(&part.at) {
                hidden.push(part.at.as_str());
            }
        }
        let mut reachable: Vec<&Switch> = switches.iter().collect();
        reachable.retain(|switch| !hidden.iter().any(|at| is_below(&switch.at, at)));
        reachable
    }

    /// Makes a modal of the elements that one of the actions shows. All actions have the same targets.
    fn add_modal(&mut self, ids: &BTreeSet<&str>, switches: &[&Switch], card: &SwitchedCard<'_>) {
        // An action inside a hidden element may be out of reach.
        let mut openers = switches
            .iter()
            .filter(|switch| !card.is_inside_hidden(switch));
        let places_of = |switch: &Switch| card.content_of(switch, ids, switches.len());
        let opener = openers.find_map(|switch| Some((switch.at.clone(), places_of(switch)?)));
        let Some((at, places)) = opener else {
            return;
        };
        let group = self.add_group(places);
        for switch in switches {
            self.roles.insert(switch.at.clone(), SwitchRole::Covered);
        }
        self.roles.insert(at, SwitchRole::Modal(group));
        // A hidden element that takes the place of a visible one, such as the other arrow, stays hidden.
        for id in ids {
            let alternate = card.parts.get(id).filter(|part| part.is_hidden);
            if let Some(part) = alternate {
                let place = self.visibilities.entry(part.at.clone());
                place.or_insert(Visibility::Hidden);
            }
        }
    }

    /// Makes tabs of actions that show one of the same elements each, and hide the others.
    fn add_tabs(
        &mut self,
        ids: &BTreeSet<&str>,
        switches: &[&Switch],
        card: &SwitchedCard<'_>,
    ) -> bool {
        let Some(tabs) = tabs_of(ids, switches, card) else {
            return false;
        };
        let mut listed = Vec::new();
        for (switch, places) in switches.iter().zip(tabs) {
            let group = self.add_group(places);
            self.roles.insert(switch.at.clone(), SwitchRole::Covered);
            listed.push((switch.title.clone(), group));
        }
        self.tabs.push(listed);
        true
    }

    /// Makes tabs of elements that replace each other: one of them is visible at first, and each action swaps two.
    fn add_pages(&mut self, switches: &[&Switch], card: &SwitchedCard<'_>) {
        let mut lists: BTreeMap<&str, Vec<&Switch>> = BTreeMap::new();
        for switch in switches {
            if let Some(list) = card.list_of_swap(switch)
                && !self.roles.contains_key(&switch.at)
            {
                lists.entry(list).or_default().push(switch);
            }
        }
        for swaps in lists.into_values() {
            let ids = swaps.iter().flat_map(|switch| &switch.targets);
            let ids: BTreeSet<&str> = ids.map(|(id, _)| id.as_str()).collect();
            let pages: Vec<&HiddenPart> = ids.iter().filter_map(|id| card.element(id)).collect();
            let visible = pages.iter().filter(|page| !page.is_hidden).count();
            let is_free = |page: &&HiddenPart| !self.visibilities.contains_key(&page.at);
            let are_swapped = |id: &&str| {
                let has_id = |switch: &&&Switch| switch.targets.iter().any(|(own, _)| own == id);
                card.users.get(id) == Some(&swaps.iter().filter(has_id).count())
            };
            if visible != 1 || !pages.iter().all(is_free) || !ids.iter().all(are_swapped) {
                continue;
            }
            let mut listed = Vec::new();
            for place in card.in_order(&pages) {
                listed.push((String::new(), self.add_group(vec![place])));
            }
            self.tabs.push(listed);
            for switch in swaps {
                self.roles.insert(switch.at.clone(), SwitchRole::Covered);
            }
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
    /// The place of each part in the order of the card.
    order: BTreeMap<&'p str, usize>,
}

impl<'p> SwitchedCard<'p> {
    fn of(parts: &'p [HiddenPart], switches: &[&'p Switch]) -> Self {
        let mut card = Self {
            parts: BTreeMap::new(),
            users: BTreeMap::new(),
            order: BTreeMap::new(),
        };
        for (index, part) in parts.iter().enumerate() {
            card.order.insert(&part.at, index);
            if let Some(id) = &part.id {
                card.parts.entry(id).or_insert(part);
            }
        }
        for switch in switches {
            let ids: BTreeSet<&str> = switch.targets.iter().map(|(id, _)| id.as_str()).collect();
            for id in ids {
                *card.users.entry(id).or_default() += 1;
            }
        }
        card
    }

    /// Returns the element with an id. Columns are not elements.
    fn element(&self, id: &str) -> Option<&'p HiddenPart> {
        let part = self.parts.get(id).copied();
        part.filter(|part| part.list.is_some())
    }

    /// Returns the places of parts in the order of the card.
    fn in_order(&self, parts: &[&HiddenPart]) -> Vec<String> {
        let mut places: Vec<String> = parts.iter().map(|part| part.at.clone()).collect();
        places.sort_by_key(|at| self.order.get(at.as_str()));
        places
    }

    /// Returns `true` if an action is inside an element that an action shows.
    fn is_inside_hidden(&self, switch: &Switch) -> bool {
        self.users.keys().any(|id| {
            let part = self.parts.get(id).filter(|part| part.is_hidden);
            part.is_some_and(|part| is_below(&switch.at, &part.at))
        })
    }

    /// Returns `true` if an action may show the element with an id.
    fn is_revealed(&self, id: &str, switches: &[&Switch]) -> bool {
        let mut targets = switches.iter().flat_map(|switch| &switch.targets);
        targets.any(|(target, new)| target == id && *new != Some(false))
    }

    /// Returns the places of the hidden elements that an action shows. Elements that take the place of visible ones do not
    /// count. Returns `None` if there are no such elements, or if other actions change them. `users` is the number of
    /// actions with the same targets.
    fn content_of(
        &self,
        switch: &Switch,
        ids: &BTreeSet<&str>,
        users: usize,
    ) -> Option<Vec<String>> {
        let mut replaced: BTreeSet<Option<&str>> = BTreeSet::new();
        for id in ids {
            if let Some(part) = self.parts.get(id)
                // A row of buttons with the action itself only makes room.
                && !part.is_hidden && !is_below(&switch.at, &[&part.at, "/actions"].concat())
            {
                replaced.insert(part.list.as_deref());
            }
        }
        let mut content = Vec::new();
        for (id, new) in &switch.targets {
            let part = self.parts.get(id.as_str()).copied();
            let Some(part) = part.filter(|part| part.is_hidden) else {
                continue;
            };
            if replaced.contains(&part.list.as_deref()) {
                continue;
            }
            let is_shown = *new != Some(false) && self.users.get(id.as_str()) == Some(&users);
            if !is_shown || part.list.is_none() {
                return None;
            }
            content.push(part);
        }
        let places = self.in_order(&content);
        (!places.is_empty()).then_some(places)
    }

    /// Returns the list of the two elements that an action swaps.
    fn list_of_swap(&self, switch: &Switch) -> Option<&'p str> {
        let [(one, None), (other, None)] = switch.targets.as_slice() else {
            return None;
        };
        let list = self.element(one)?.list.as_deref()?;
        let is_swap = one != other && self.element(other)?.list.as_deref() == Some(list);
        is_swap.then_some(list)
    }
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
        let part = card.element(id)?;
        // The actions become the titles of the tabs, so they are outside.
        let has_action = switches.iter().any(|switch| is_below(&switch.at, &part.at));
        if has_action || card.users.get(id) != Some(&switches.len()) {
            return None;
        }
        lists.insert(part.list.as_deref());
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

/// The widths of cards from the least to the greatest.
const WIDTHS: [&str; 4] = ["veryNarrow", "narrow", "standard", "wide"];
/// The index of the usual width.
const STANDARD: usize = 2;

/// Returns the index of the width at which the most parts are shown. The usual width is preferred.
fn most_shown_width(parts: &[HiddenPart]) -> usize {
    let mut best = (STANDARD, 0);
    for width in [STANDARD, 3, 1, 0] {
        let words = parts.iter().filter_map(|part| part.width.as_deref());
        let shown = words.filter(|word| includes(word, width)).count();
        if shown > best.1 {
            best = (width, shown);
        }
    }
    best.0
}

/// Returns `true` if a `targetWidth` includes a width. Unknown words include every width.
fn includes(word: &str, width: usize) -> bool {
    let (range, name) = word.split_once(':').unwrap_or(("", word));
    let index = WIDTHS
        .iter()
        .position(|width| width.eq_ignore_ascii_case(name));
    let Some(index) = index else {
        return true;
    };
    match range.to_ascii_lowercase().as_str() {
        "atleast" => width >= index,
        "atmost" => width <= index,
        "" => width == index,
        _ => true,
    }
}
