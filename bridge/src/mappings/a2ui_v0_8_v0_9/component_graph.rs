//! Component types, children and template membership of a 0.9 surface, for updates that omit them.
//!
//! An update may omit the type. Paths of components that a template repeats have another form in 0.8. Both directions use
//! the messages of 0.9 and therefore agree; references are those that 0.8 reads. A component that was repeated once
//! counts as repeated for the life of the surface, because earlier messages depend on that.

use super::{
    components::Type,
    property::Kind,
    root::{Naming, ROOT},
    state_0_8::{self, Reference},
};
use crate::byte_budget::ENTRY_BYTES;
use a2ui::{ComponentId, data_model, v0_9};
use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet},
};
use wire::{Field, Payload, encoded_len, token};

wire::object! {
    /// The known components of a 0.9 surface.
    pub struct ComponentGraph {
        /// The components by id.
        components: BTreeMap<ComponentId, GraphComponent>,
        /// The components that templates repeat.
        shown: BTreeMap<ComponentId, bool>,
    }
    /// A known component of a 0.9 surface.
    pub struct GraphComponent {
        /// The type, if a message stated it.
        component?: Field<String>,
        /// The ids of the child components.
        below: Vec<ComponentId>,
    }
}

/// A change of the graph by a message.
#[derive(Debug)]
pub(crate) enum GraphChange {
    /// Sets a component; `None` removes it.
    Component(ComponentId, Option<GraphComponent>),
    /// Marks a component as repeated or not.
    Shown(ComponentId, bool),
}

impl GraphChange {
    /// Returns an upper bound for the bytes kept of the change.
    pub(super) fn bytes(&self) -> usize {
        match self {
            Self::Component(id, Some(known)) => ENTRY_BYTES + id.as_str().len() + encoded_len(known),
            Self::Shown(id, true) => ENTRY_BYTES + id.as_str().len(),
            Self::Component(_, None) | Self::Shown(_, false) => 0,
        }
    }

    /// Returns the component that the change marks as repeated.
    pub(super) fn newly_shown(&self) -> Option<&str> {
        match self {
            Self::Shown(id, true) => Some(id.as_str()),
            _ => None,
        }
    }
}

impl Default for ComponentGraph {
    fn default() -> Self {
        Self::new(BTreeMap::new(), BTreeMap::new())
    }
}

impl ComponentGraph {
    /// Applies changes. Returns the changes that undo them.
    pub(crate) fn apply(&mut self, changes: Vec<GraphChange>) -> Vec<GraphChange> {
        let mut undo: Vec<_> = changes.into_iter().map(|change| self.apply_one(change)).collect();
        undo.reverse();
        undo
    }

    fn apply_one(&mut self, change: GraphChange) -> GraphChange {
        match change {
            GraphChange::Component(id, known) => {
                let before = match known {
                    Some(known) => self.components.insert(id.clone(), known),
                    None => self.components.remove(&id),
                };
                GraphChange::Component(id, before)
            }
            GraphChange::Shown(id, is) => {
                let was = if is { self.shown.insert(id.clone(), true) } else { self.shown.remove(&id) };
                GraphChange::Shown(id, was.is_some())
            }
        }
    }

    /// Adds the components of a message. Returns the changes that undo it.
    pub(super) fn learn(&mut self, message: &v0_9::AgentMessage) -> Vec<GraphChange> {
        self.apply(self.changes(message))
    }

    /// Returns the changes by the components of a message.
    pub(super) fn changes(&self, message: &v0_9::AgentMessage) -> Vec<GraphChange> {
        self.changes_of(components(message).iter())
    }

    /// Returns the changes by a message that renames components because the root changed. Repeated components stay
    /// repeated under their new ids.
    pub(super) fn renamed_changes(
        &self,
        message: &v0_9::AgentMessage,
        (old, new): (&Naming, &Naming),
    ) -> Vec<GraphChange> {
        let ids = BTreeSet::from([ROOT, old.map(ROOT), new.map(ROOT)]);
        let renamed = || {
            let shown = |id: &&str| self.shown.contains_key(*id);
            ids.iter().map(move |id| GraphChange::Shown(new.map(old.map(id)).into(), shown(id)))
        };
        let mut next = self.clone();
        next.apply(renamed().collect());
        renamed().chain(next.changes(message)).collect()
    }

    /// Returns the changes by new components: their types, their children, and the components that become repeated.
    pub(super) fn changes_of<'c>(&self, new: impl Iterator<Item = &'c v0_9::Component>) -> Vec<GraphChange> {
        let mut said: BTreeMap<&ComponentId, (Option<&str>, Children)> = BTreeMap::new();
        for component in new {
            let id = &component.id;
            let stated = component.component.get().map(String::as_str);
            let name = stated.or_else(|| self.type_of(id.as_str()));
            let named = Children::of(component, name);
            said.insert(id, (name, named));
        }
        let (mut changes, mut open) = (Vec::with_capacity(said.len()), Vec::new());
        for (id, (name, Children { once: mut below, items })) in said {
            if self.shown.contains_key(id) {
                open.extend(below.iter().cloned());
            }
            open.extend(items.iter().cloned());
            below.extend(items);
            let mut known = GraphComponent::new(below);
            known.component = name.map_or(Field::Absent, |name| Field::Value(name.to_owned()));
            changes.push(GraphChange::Component(id.clone(), Some(known)));
        }
        if open.is_empty() {
            return changes;
        }
        let new = changes.iter().filter_map(|change| match change {
            GraphChange::Component(id, Some(known)) => Some((id, known)),
            _ => None,
        });
        let new: BTreeMap<&ComponentId, &GraphComponent> = wire::collect_map(new);
        let mut shown = BTreeSet::new();
        while let Some(id) = open.pop() {
            if !self.shown.contains_key(&id) && shown.insert(id.clone()) {
                let known = new.get(&id).copied().or_else(|| self.components.get(&id));
                open.extend(known.iter().flat_map(|known| known.below.iter().cloned()));
            }
        }
        changes.extend(shown.into_iter().map(|id| GraphChange::Shown(id, true)));
        changes
    }

    /// Returns `true` if templates repeat some components.
    pub(super) fn has_items(&self) -> bool {
        !self.shown.is_empty()
    }

    /// Returns `true` if templates repeat a component.
    pub(super) fn is_shown(&self, id: &str) -> bool {
        self.shown.contains_key(id)
    }

    /// Returns the type of a component.
    pub(super) fn type_of(&self, id: &str) -> Option<&str> {
        self.components.get(id)?.component.get().map(String::as_str)
    }

    /// Returns a predicate for repeated components, after these changes.
    pub(super) fn is_item_after<'c>(&'c self, changes: &'c [GraphChange]) -> impl Fn(&str) -> bool + use<'c> {
        let new: BTreeSet<&str> = changes.iter().filter_map(GraphChange::newly_shown).collect();
        move |id: &str| new.contains(id) || self.shown.contains_key(id)
    }
}

fn components(message: &v0_9::AgentMessage) -> &[v0_9::Component] {
    match &message.body {
        v0_9::AgentBody::UpdateComponents(body) => &body.components,
        _ => &[],
    }
}

/// The children of a component.
struct Children {
    /// The children shown once.
    once: Vec<ComponentId>,
    /// The children repeated for items.
    items: Vec<ComponentId>,
}

impl Children {
    /// Finds the children of a component of this type.
    fn of(component: &v0_9::Component, name: Option<&str>) -> Self {
        let known = name.and_then(Type::of_v0_9);
        let (mut once, mut items) = (Vec::new(), Vec::new());
        for (name, value) in component.extra.iter() {
            let row = known.and_then(|known| known.row_of_v0_9(name));
            match row.map(|row| row.kind) {
                Some(Kind::Child) => once.extend(id_in(value.text())),
                Some(Kind::Children) if value.is_object() => {
                    let path = value.member("path");
                    let path = path.as_ref().and_then(|path| string(path.text()));
                    let is_template = path.is_some_and(|path| data_model::names(&path).is_ok());
                    let id = value.member("componentId").filter(|_| is_template);
                    items.extend(id.and_then(|id| id_in(id.text())));
                }
                Some(Kind::Children) => once.extend(elements(value).filter_map(id_in)),
                Some(Kind::Tabs) => {
                    once.extend(value.elements().filter_map(|tab| id_in(tab.member("child")?.text())));
                }
                // 0.8 reads such a property as references for every component type.
                kind if kind.is_none_or(Kind::is_open) => {
                    let name = row.map_or(name, |row| row.v0_8);
                    for reference in state_0_8::references_in(name, value) {
                        match reference {
                            Reference::Child(id) => once.push(id.into()),
                            Reference::Template(id, path) if data_model::names(&path).is_ok() => {
                                items.push(id.into())
                            }
                            Reference::Template(..) => {}
                        }
                    }
                }
                _ => {}
            }
        }
        Self { once, items }
    }
}

/// Returns the text of a JSON string.
fn string(text: &str) -> Option<Cow<'_, str>> {
    text.starts_with('"').then(|| token::string(text))
}

/// Returns the component id in a JSON string.
fn id_in(text: &str) -> Option<ComponentId> {
    string(text).map(|id| (*id).into())
}

/// Iterates over the texts of the elements of an array.
fn elements(value: &Payload) -> impl Iterator<Item = &str> {
    token::children(value.text()).filter(|child| child.name.is_none()).map(|child| child.text)
}
