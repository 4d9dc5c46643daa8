//! The components of a surface of 0.9, as far as an update of one of them does not say it again.
//!
//! An update may leave its type out. And in 0.8 a path of a component that a template shows for its items is written otherwise.
//! Both ways look at the messages of 0.9 alone, and so agree; what names components is what 0.8 makes of it. One that was shown for
//! items is taken for one as long as the surface lives, as earlier messages speak of it so.

use super::{
    components::Type,
    property::Kind,
    root::{Naming, ROOT},
    state_0_8::{self, Reference},
};
use crate::engine::ENTRY_BYTES;
use a2ui::{ComponentId, data_model, v0_9};
use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet},
};
use wire::{Field, Payload, encoded_len, token};

wire::object! {
    /// The components of a surface of 0.9.
    pub struct ComponentGraph {
        /// The components, by id.
        components: BTreeMap<ComponentId, GraphComponent>,
        /// Those that templates show for their items.
        shown: BTreeMap<ComponentId, bool>,
    }
    /// A component of 0.9.
    pub struct GraphComponent {
        /// Its type, if it was said.
        component?: Field<String>,
        /// The components that it names.
        below: Vec<ComponentId>,
    }
}

/// What a message changes of it.
#[derive(Debug)]
pub(crate) enum GraphChange {
    /// This is a component; `None` if there is none.
    Component(ComponentId, Option<GraphComponent>),
    /// A component is shown for items, or is not.
    Shown(ComponentId, bool),
}

impl GraphChange {
    /// About how many bytes are kept of what it states.
    pub(super) fn bytes(&self) -> usize {
        match self {
            Self::Component(id, Some(known)) => ENTRY_BYTES + id.as_str().len() + encoded_len(known),
            Self::Shown(id, true) => ENTRY_BYTES + id.as_str().len(),
            Self::Component(_, None) | Self::Shown(_, false) => 0,
        }
    }

    /// The component that it makes one shown for items.
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
    /// Makes changes, and gives those that take them back.
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

    /// Takes in the components of a message; gives what takes that back, in order.
    pub(super) fn learn(&mut self, message: &v0_9::AgentMessage) -> Vec<GraphChange> {
        self.apply(self.changes(message))
    }

    /// What the components of a message change.
    pub(super) fn changes(&self, message: &v0_9::AgentMessage) -> Vec<GraphChange> {
        self.changes_of(components(message).iter())
    }

    /// What they change that says components again under their new names, as another one is the root now. Those that were shown
    /// for items still are, and no others.
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

    /// What components change: what they name, and which components are shown for items since they do.
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
        let new: BTreeMap<&ComponentId, &GraphComponent> = new.collect();
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

    /// Whether templates show some for their items.
    pub(super) fn has_items(&self) -> bool {
        !self.shown.is_empty()
    }

    /// Whether a component is one of these.
    pub(super) fn is_shown(&self, id: &str) -> bool {
        self.shown.contains_key(id)
    }

    /// The type of a component.
    pub(super) fn type_of(&self, id: &str) -> Option<&str> {
        self.components.get(id)?.component.get().map(String::as_str)
    }

    /// The components that are shown for items, those among them that a message makes such.
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

/// The components that a component names.
struct Children {
    /// Those that it shows once.
    once: Vec<ComponentId>,
    /// Those that it shows for items.
    items: Vec<ComponentId>,
}

impl Children {
    /// By a component of this type.
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
                // Goes to 0.8 as it is, which reads it so whatever the component is.
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

/// The text of a string.
fn string(text: &str) -> Option<Cow<'_, str>> {
    text.starts_with('"').then(|| token::string(text))
}

/// The id that a string is.
fn id_in(text: &str) -> Option<ComponentId> {
    string(text).map(|id| (*id).into())
}

/// The texts of the elements of an array.
fn elements(value: &Payload) -> impl Iterator<Item = &str> {
    token::children(value.text()).filter(|child| child.name.is_none()).map(|child| child.text)
}
