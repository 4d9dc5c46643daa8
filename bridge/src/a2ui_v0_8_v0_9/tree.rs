//! The components of a surface of 0.9, as far as an update of one of them does not say it again.
//!
//! An update may leave its type out. And in 0.8 a path of a component that a template shows for its items is written otherwise.
//! Both ways look at the messages of 0.9 alone, and so agree; what names components is what 0.8 makes of it. One that was shown for
//! items is taken for one as long as the surface lives, as earlier messages speak of it so.

use super::{
    components::Type,
    property::Kind,
    root::{Naming, ROOT},
    shown::{self, Reference},
};
use a2ui::{data_model, v0_9};
use std::collections::{BTreeMap, BTreeSet};
use wire::Payload;

wire::object! {
    /// The components of a surface of 0.9.
    pub struct Tree {
        /// Their types.
        types: BTreeMap<String, String>,
        /// The components that each component names.
        below: BTreeMap<String, Vec<String>>,
        /// Those that templates show for their items.
        shown: BTreeMap<String, bool>,
    }
}

/// What a message changes of it.
#[derive(Debug)]
pub(crate) enum Change {
    /// A component has this type.
    Type(String, Option<String>),
    /// A component names these.
    Below(String, Option<Vec<String>>),
    /// A component is shown for items, or is not.
    Shown(String, bool),
}

impl Change {
    /// The component that it makes one shown for items.
    pub(super) fn newly_shown(&self) -> Option<&str> {
        match self {
            Self::Shown(id, true) => Some(id),
            _ => None,
        }
    }
}

impl Default for Tree {
    fn default() -> Self {
        Self::new(BTreeMap::new(), BTreeMap::new(), BTreeMap::new())
    }
}

impl Tree {
    /// Makes a change, and gives the one that takes it back.
    pub(crate) fn apply(&mut self, change: Change) -> Change {
        match change {
            Change::Type(id, name) => {
                let before = match name {
                    Some(name) => self.types.insert(id.clone(), name),
                    None => self.types.remove(&id),
                };
                Change::Type(id, before)
            }
            Change::Below(id, below) => {
                let before = match below {
                    Some(below) => self.below.insert(id.clone(), below),
                    None => self.below.remove(&id),
                };
                Change::Below(id, before)
            }
            Change::Shown(id, is) => {
                let was = if is { self.shown.insert(id.clone(), true) } else { self.shown.remove(&id) };
                Change::Shown(id, was.is_some())
            }
        }
    }

    /// Takes in the components of a message; gives what takes that back, in order.
    pub(super) fn learn(&mut self, message: &v0_9::AgentMessage) -> Vec<Change> {
        self.changes(message).into_iter().map(|change| self.apply(change)).collect()
    }

    /// What the components of a message change.
    pub(super) fn changes(&self, message: &v0_9::AgentMessage) -> Vec<Change> {
        self.changes_of(components(message).iter())
    }

    /// What they change that says components again under their new names, as another one is the root now. Those that were shown
    /// for items still are, and no others.
    pub(super) fn renamed(
        &self,
        message: &v0_9::AgentMessage,
        (old, new): (&Naming, &Naming),
    ) -> Vec<Change> {
        let ids = BTreeSet::from([ROOT, old.map(ROOT), new.map(ROOT)]);
        let renamed = || {
            let shown = |id: &&str| self.shown.contains_key(*id);
            ids.iter().map(move |id| Change::Shown(new.map(old.map(id)).to_owned(), shown(id)))
        };
        let mut next = self.clone();
        renamed().for_each(|change| drop(next.apply(change)));
        renamed().chain(next.changes(message)).collect()
    }

    /// What components change.
    pub(super) fn changes_of<'c>(
        &self,
        new: impl Iterator<Item = &'c v0_9::Component> + Clone,
    ) -> Vec<Change> {
        let types = new.clone().filter_map(|component| {
            let name = component.component.get()?.clone();
            Some(Change::Type(component.id.as_str().to_owned(), Some(name)))
        });
        let (below, shown) = self.names(new);
        let below = below.into_iter().map(|(id, named)| Change::Below(id, Some(named)));
        let shown = shown.into_iter().map(|id| Change::Shown(id, true));
        types.chain(below).chain(shown).collect()
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
        self.types.get(id).map(String::as_str)
    }

    /// The components that are shown for items, those among them that a message makes such.
    pub(super) fn with<'c>(&'c self, changes: &'c [Change]) -> impl Fn(&str) -> bool + use<'c> {
        let new: BTreeSet<&str> = changes.iter().filter_map(Change::newly_shown).collect();
        move |id: &str| new.contains(id) || self.shown.contains_key(id)
    }

    /// What components name, and which components are shown for items since they do.
    fn names<'c>(
        &self,
        new: impl Iterator<Item = &'c v0_9::Component>,
    ) -> (BTreeMap<String, Vec<String>>, BTreeSet<String>) {
        let (mut said, mut types) = (BTreeMap::new(), BTreeMap::new());
        for component in new {
            let id = component.id.as_str();
            let name = component.component.get().map(String::as_str);
            let name = name.or_else(|| types.get(id).copied()).or_else(|| self.type_of(id));
            types.extend(name.map(|name| (id, name)));
            // Of several of one id the last counts.
            said.insert(id, named(component, name));
        }
        let (mut below, mut open) = (BTreeMap::new(), Vec::new());
        for (id, (mut named, items)) in said {
            if self.shown.contains_key(id) {
                open.extend(named.iter().cloned());
            }
            open.extend(items.iter().cloned());
            named.extend(items);
            below.insert(id.to_owned(), named);
        }
        let mut shown = BTreeSet::new();
        while let Some(id) = open.pop() {
            if !self.shown.contains_key(&id) && shown.insert(id.clone()) {
                open.extend(below.get(&id).or_else(|| self.below.get(&id)).into_iter().flatten().cloned());
            }
        }
        (below, shown)
    }
}

fn components(message: &v0_9::AgentMessage) -> &[v0_9::Component] {
    match &message.body {
        v0_9::AgentBody::UpdateComponents(body) => &body.components,
        _ => &[],
    }
}

/// The components that a component of this type names: those that it shows once, and those that it shows for items.
fn named(component: &v0_9::Component, name: Option<&str>) -> (Vec<String>, Vec<String>) {
    let text = |value: &Payload| value.as_str().map(String::from);
    let known = name.and_then(Type::of_v0_9);
    let (mut once, mut items) = (Vec::new(), Vec::new());
    for (name, value) in component.extra.iter() {
        let row = known.and_then(|known| known.row_of_v0_9(name));
        match row.map(|row| row.kind) {
            Some(Kind::Child) => once.extend(text(value)),
            Some(Kind::Children) if value.is_object() => {
                let path = value.member("path").as_ref().and_then(text);
                let is_template = path.is_some_and(|path| data_model::names(&path).is_ok());
                items.extend(value.member("componentId").as_ref().and_then(text).filter(|_| is_template));
            }
            Some(Kind::Children) => once.extend(value.elements().filter_map(|id| text(&id))),
            Some(Kind::Tabs) => {
                once.extend(value.elements().filter_map(|tab| text(&tab.member("child")?)));
            }
            // Goes to 0.8 as it is, which reads it so whatever the component is.
            kind if kind.is_none_or(Kind::is_open) => {
                let name = row.map_or(name, |row| row.v0_8);
                for reference in shown::references_in(name, value) {
                    match reference {
                        Reference::Child(id) => once.push(id),
                        Reference::Template(id, path) if data_model::names(&path).is_ok() => items.push(id),
                        Reference::Template(..) => {}
                    }
                }
            }
            _ => {}
        }
    }
    (once, items)
}
