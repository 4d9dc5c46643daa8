//! The types and the children of the components of a 0.9 surface, and the components that templates repeat.
//!
//! An update of 0.9 may omit the type of a known component. The paths of components that a template repeats have another
//! form in 0.8. Both directions read the graph from the messages of 0.9, so they agree about these components. References
//! are the texts that 0.8 reads as component ids. A component that was repeated once counts as repeated as long as the surface
//! exists, because earlier messages depend on it.

use super::{
    components::{Row, Type},
    property::{self, Kind},
    root::{Naming, ROOT},
    state_0_8::{self, Reference},
};
use crate::shared::{SharedMap, measured_by_encoding, measured_by_member};
use a2ui::{ComponentId, data_model, v0_9};
use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet},
};
use wire::{Field, Payload, token};

wire::object! {
    /// The known components of a 0.9 surface.
    pub struct ComponentGraph {
        /// The components by id.
        components: SharedMap<ComponentId, GraphComponent>,
        /// The components that templates repeat.
        shown: SharedMap<ComponentId, bool>,
    }
    /// A known component of a 0.9 surface.
    pub struct GraphComponent {
        /// The type, if a message stated it.
        component?: Field<String>,
        /// The ids of the child components.
        below: Vec<ComponentId>,
    }
}

measured_by_encoding!(GraphComponent);
measured_by_member! { ComponentGraph { components, shown } }

impl Default for ComponentGraph {
    fn default() -> Self {
        Self::new(SharedMap::default(), SharedMap::default())
    }
}

impl ComponentGraph {
    /// Adds the components of a message. Returns the ids of the components that templates now repeat for the first time.
    pub(super) fn learn(&mut self, message: &v0_9::AgentMessage) -> Vec<ComponentId> {
        self.learn_components(updated_components(message).iter())
    }

    /// Adds the components of a message that changes component ids because the root changed. Repeated components stay
    /// repeated under their new ids. Returns them, and the components that are repeated for the first time.
    pub(super) fn learn_renamed(
        &mut self,
        message: &v0_9::AgentMessage,
        (old, new): (&Naming, &Naming),
    ) -> Vec<ComponentId> {
        let before = self.shown.clone();
        let mut repeated = Vec::new();
        for id in BTreeSet::from([ROOT, old.swapped(ROOT), new.swapped(ROOT)]) {
            let now = ComponentId::from(new.swapped(old.swapped(id)));
            if before.contains_key(id) {
                self.shown.insert(now.clone(), true);
                repeated.push(now);
            } else {
                self.shown.remove(&now);
            }
        }
        repeated.append(&mut self.learn(message));
        repeated
    }

    /// Adds the types and the children of components. Returns the components that are repeated for the first time.
    pub(super) fn learn_components<'c>(
        &mut self,
        new: impl Iterator<Item = &'c v0_9::Component>,
    ) -> Vec<ComponentId> {
        // All components of a message count together, because a later one with the same id replaces an earlier one.
        let mut stated: BTreeMap<&ComponentId, (Option<&str>, Children)> = BTreeMap::new();
        for component in new {
            let id = &component.id;
            let name = match component.component.get() {
                Some(name) => Some(name.as_str()),
                None => self.type_of(id.as_str()),
            };
            stated.insert(id, (name, Children::find(component, name)));
        }
        let (mut open, mut changed) = (Vec::new(), Vec::new());
        for (id, (name, Children { once, items })) in stated {
            if self.shown.contains_key(id) {
                open.extend(once.iter().cloned());
            }
            open.extend(items.iter().cloned());
            let mut below = once;
            below.extend(items);
            let mut component = GraphComponent::new(below);
            component.component = name.map_or(Field::Absent, |name| Field::Value(name.to_owned()));
            if self.components.get(id) != Some(&component) {
                changed.push((id.clone(), component));
            }
        }
        for (id, component) in changed {
            self.components.insert(id, component);
        }
        self.mark_repeated(open)
    }

    /// Marks components, and all their descendants, as repeated. Returns the components that were not repeated before.
    fn mark_repeated(&mut self, mut open: Vec<ComponentId>) -> Vec<ComponentId> {
        let mut repeated = Vec::new();
        while let Some(id) = open.pop() {
            if self.shown.contains_key(&id) {
                continue;
            }
            if let Some(known) = self.components.get(&id) {
                open.extend(known.below.iter().cloned());
            }
            self.shown.insert(id.clone(), true);
            repeated.push(id);
        }
        repeated.sort_unstable();
        repeated
    }

    /// Returns `true` if a template repeats any component.
    pub(super) fn has_items(&self) -> bool {
        !self.shown.is_empty()
    }

    /// Returns `true` if a template repeats the component.
    pub(super) fn is_in_item(&self, id: &str) -> bool {
        self.shown.contains_key(id)
    }

    /// Returns the type of a component, if a message stated it.
    pub(super) fn type_of(&self, id: &str) -> Option<&str> {
        self.components.get(id)?.component.get().map(String::as_str)
    }
}

/// Returns the components in an update.
fn updated_components(message: &v0_9::AgentMessage) -> &[v0_9::Component] {
    match &message.body {
        v0_9::AgentBody::UpdateComponents(body) => &body.components,
        _ => &[],
    }
}

/// The children of a component.
struct Children {
    /// The children that are shown once.
    once: Vec<ComponentId>,
    /// The children that are repeated for the items of a list.
    items: Vec<ComponentId>,
}

impl Children {
    /// Finds the children of a component. `name` is the type of the component.
    fn find(component: &v0_9::Component, name: Option<&str>) -> Self {
        let known = name.and_then(Type::of_v0_9);
        let mut children = Self {
            once: Vec::new(),
            items: Vec::new(),
        };
        for (name, value) in component.extra.iter() {
            let row = known.and_then(|known| known.row_of_v0_9(name));
            match row {
                Some(row) => children.add_known(row, value),
                None => children.add_open(name, value),
            }
        }
        children
    }

    /// Adds the children in a property of the published catalog.
    fn add_known(&mut self, row: &Row, value: &Payload) {
        match row.kind {
            Kind::Child => self.once.extend(id_in(value.text())),
            Kind::Children if value.is_object() => self.add_template(value),
            Kind::Children => self.once.extend(element_texts(value).filter_map(id_in)),
            Kind::Tabs => {
                for tab in value.elements() {
                    if let Some(child) = tab.member("child") {
                        self.once.extend(id_in(child.text()));
                    }
                }
            }
            kind if kind.is_open() => self.add_open(row.v0_8, value),
            // Values of the other kinds contain no component ids.
            _ => {}
        }
    }

    /// Adds the children in a property whose references the catalog does not define. `name` is the property name in 0.8.
    ///
    /// Clients of 0.8 read references by the name of the property, for every component type, and templates in every property.
    fn add_open(&mut self, name: &str, value: &Payload) {
        if property::is_template(value) {
            return self.add_template(value);
        }
        for reference in state_0_8::references_in(name, value) {
            match reference {
                Reference::Child(id) => self.once.push(id.into()),
                Reference::Template(id, path) => {
                    if data_model::names(&path).is_ok() {
                        self.items.push(id.into());
                    }
                }
            }
        }
    }

    /// Adds the component of a template. A template with an invalid path repeats nothing.
    fn add_template(&mut self, template: &Payload) {
        let (Some(path), Some(id)) = (template.member("path"), template.member("componentId"))
        else {
            return;
        };
        let Some(path) = read_string(path.text()) else {
            return;
        };
        if data_model::names(&path).is_ok() {
            self.items.extend(id_in(id.text()));
        }
    }
}

/// Returns the text of a JSON string, or `None` for other values.
fn read_string(text: &str) -> Option<Cow<'_, str>> {
    if text.starts_with('"') {
        Some(token::string(text))
    } else {
        None
    }
}

/// Returns the component id in a JSON string, or `None` for other values.
fn id_in(text: &str) -> Option<ComponentId> {
    read_string(text).map(|id| (*id).into())
}

/// Iterates over the texts of the elements of an array.
fn element_texts(value: &Payload) -> impl Iterator<Item = &str> {
    token::children(value.text())
        .filter(|child| child.name.is_none())
        .map(|child| child.text)
}
