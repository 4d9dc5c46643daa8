//! The components of a surface, in the order in which they came.

use super::{SurfaceComponent, SurfaceError};
use crate::ComponentId;
use std::collections::{BTreeMap, BTreeSet};
use wire::{Field, Pointer};

/// Components are never taken away one by one, so the places stay.
#[derive(Clone, Debug, Default)]
pub(super) struct Components {
    entries: Vec<Entry>,
    places: BTreeMap<ComponentId, usize>,
}

#[derive(Clone, Debug)]
struct Entry {
    component: SurfaceComponent,
    /// The components that it names.
    below: Vec<ComponentId>,
}

impl PartialEq for Components {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl Eq for Components {}

impl Components {
    pub(super) fn iter(&self) -> impl Iterator<Item = &SurfaceComponent> {
        self.entries.iter().map(|entry| &entry.component)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    pub(super) fn get(&self, id: &str) -> Option<&SurfaceComponent> {
        self.entry(id).map(|entry| &entry.component)
    }

    /// The components that a component names.
    pub(super) fn below(&self, id: &str) -> &[ComponentId] {
        self.entry(id).map_or(&[], |entry| &entry.below)
    }

    fn entry(&self, id: &str) -> Option<&Entry> {
        self.entries.get(*self.places.get(id)?)
    }

    /// Adds components and replaces those that are there, all or none; `at` is where the list stands in its message.
    pub(super) fn update(&mut self, update: Vec<SurfaceComponent>, at: &Pointer) -> Result<(), SurfaceError> {
        let mut update =
            Update { old: self, new: Vec::new(), places: BTreeMap::new(), components: update, at };
        update.prepare()?;
        update.refuse_cycles()?;
        for entry in update.new {
            let id = entry.component.id().clone();
            match self.places.get(&id).and_then(|place| self.entries.get_mut(*place)) {
                Some(old) => *old = entry,
                None => {
                    self.places.insert(id, self.entries.len());
                    self.entries.push(entry);
                }
            }
        }
        Ok(())
    }
}

/// An update before it is made.
struct Update<'a> {
    old: &'a Components,
    new: Vec<Entry>,
    places: BTreeMap<ComponentId, usize>,
    components: Vec<SurfaceComponent>,
    at: &'a Pointer,
}

impl Update<'_> {
    /// Each id once, and each component with a type.
    fn prepare(&mut self) -> Result<(), SurfaceError> {
        for (index, mut component) in std::mem::take(&mut self.components).into_iter().enumerate() {
            let (id, at) = (component.id().clone(), self.at.element(index));
            if let SurfaceComponent::V0_9(component) = &mut component {
                if component.component.get().is_none() {
                    let old = self.old.get(id.as_str()).filter(|_| component.component.is_absent());
                    let Some(old) = old else {
                        let message =
                            format_args!("the new component `{id}` does not say its type").to_string();
                        let error =
                            SurfaceError::new("missing-component-type", at.member("component"), message);
                        return Err(error.hint("give `component`; only an update may leave it out"));
                    };
                    component.component = Field::Value(old.type_name().to_owned());
                }
            }
            let below = component.references().into_iter().map(|reference| reference.id).collect();
            self.new.push(Entry { component, below });
            if self.places.insert(id.clone(), index).is_some() {
                let message = format_args!("a second component `{id}` in one message").to_string();
                let error = SurfaceError::new("duplicate-id", at.member("id"), message);
                return Err(error.hint("send each component once"));
            }
        }
        Ok(())
    }

    fn below(&self, id: &ComponentId) -> &[ComponentId] {
        match self.places.get(id).and_then(|place| self.new.get(*place)) {
            Some(entry) => &entry.below,
            None => self.old.below(id.as_str()),
        }
    }

    /// Walks down from every component of the update. There was no cycle before, so a new one goes through one of them.
    fn refuse_cycles(&self) -> Result<(), SurfaceError> {
        let mut done: BTreeSet<&ComponentId> = BTreeSet::new();
        let mut open: BTreeSet<&ComponentId> = BTreeSet::new();
        for start in self.new.iter().map(|entry| entry.component.id()) {
            let mut way = vec![(start, self.below(start).iter())];
            if done.contains(start) {
                continue;
            }
            open.insert(start);
            while let Some((id, below)) = way.last_mut() {
                let Some(next) = below.next() else {
                    open.remove(*id);
                    done.insert(*id);
                    way.pop();
                    continue;
                };
                if open.contains(next) {
                    let cycle = way.iter().map(|(id, _)| *id).skip_while(|id| *id != next).collect();
                    return Err(self.cycle(cycle));
                }
                if !done.contains(next) {
                    open.insert(next);
                    way.push((next, self.below(next).iter()));
                }
            }
        }
        Ok(())
    }

    /// The error for a cycle, at a reference in the message that closes it.
    fn cycle(&self, mut cycle: Vec<&ComponentId>) -> SurfaceError {
        let in_message = cycle.iter().position(|id| self.places.contains_key(*id)).unwrap_or(0);
        cycle.rotate_left(in_message);
        let from = cycle.first().copied();
        let to = cycle.get(1).copied().or(from);
        let place = from.and_then(|id| self.places.get(id)).copied().unwrap_or(0);
        let reference = self.new.get(place).and_then(|entry| {
            entry.component.references().into_iter().find(|reference| Some(&reference.id) == to)
        });
        let at = self.at.element(place);
        let pointer = reference.map_or_else(|| at.clone(), |reference| at.join(&reference.pointer));
        let names: Vec<&str> = cycle.iter().copied().chain(from).map(ComponentId::as_str).collect();
        let (rule, hint) = match cycle.len() {
            1 => ("self-reference", "a component cannot hold itself"),
            _ => ("cycle", "components form a tree"),
        };
        let message = format_args!("a cycle of components: {}", names.join(" -> ")).to_string();
        SurfaceError::new(rule, pointer, message).hint(hint)
    }
}
