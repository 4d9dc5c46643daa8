//! The components of a surface of 0.9, as far as an update of one of them does not say it again.
//!
//! An update may leave its type out. And in 0.8 a path of a component that a template shows for its items is written otherwise.
//! Both ways look at the messages of 0.9 alone, and so agree: one that was shown for items is taken for one as long as the surface
//! lives, as earlier messages speak of it so.

use super::{
    data::member,
    root::{Naming, ROOT},
};
use a2ui::v0_9;
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
        let (mut below, mut open) = (BTreeMap::new(), Vec::new());
        for component in new {
            let (mut named, item) = named(component);
            let id = component.id.as_str().to_owned();
            if self.shown.contains_key(&id) {
                open.extend(named.iter().cloned());
            }
            open.extend(item.clone());
            named.extend(item);
            below.insert(id, named);
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

/// The components that a component names: those that it shows once, and the one that it shows for items.
fn named(component: &v0_9::Component) -> (Vec<String>, Option<String>) {
    let text = |value: &Payload| value.as_str().map(String::from);
    let (mut once, mut item) = (Vec::new(), None);
    for (name, value) in component.extra.iter() {
        match name {
            "child" | "trigger" | "content" => once.extend(text(value)),
            "tabs" => once.extend(value.elements().filter_map(|tab| text(&member(&tab, "child")?))),
            "children" if value.is_object() => item = member(value, "componentId").as_ref().and_then(text),
            "children" => once.extend(value.elements().filter_map(|id| text(&id))),
            _ => {}
        }
    }
    (once, item)
}
