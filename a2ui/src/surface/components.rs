//! The components of a surface, in order of arrival.

use super::{
    Reference, SurfaceComponent, SurfaceError, SurfaceOptions,
    hierarchy::{Diff, Hierarchy, PlacementError},
    nesting::{self, SeenNotations},
    room::ENTRY,
    version_word::VersionWord,
};
use crate::{ComponentId, Notation, rules, v1_0};
use wire::Pointer;

/// The components of a surface. Components are never removed one by one, so their positions are stable.
#[derive(Clone, Debug, Default)]
pub(super) struct Components {
    entries: Vec<Entry>,
    pub(super) hierarchy: Hierarchy,
    notations: Notations,
    bytes: usize,
}

#[derive(Clone, Debug)]
struct Entry {
    component: SurfaceComponent,
    word: VersionWord,
    shows: ShownNotations,
    /// The approximate memory of the component and of the hierarchy nodes it refers to, in bytes.
    bytes: usize,
}

/// The `v1.0` notations that a component uses.
#[derive(Clone, Copy, Debug, Default)]
struct ShownNotations {
    plain: bool,
    at: bool,
}

/// The number of components that use each notation.
#[derive(Clone, Copy, Debug, Default)]
struct Notations {
    plain: usize,
    at: usize,
}

impl PartialEq for Components {
    fn eq(&self, other: &Self) -> bool {
        self.entries.len() == other.entries.len()
            && self
                .entries
                .iter()
                .zip(&other.entries)
                .all(|(a, b)| a.word == b.word && a.component == b.component)
    }
}

impl Eq for Components {}

/// The state before an update, for reverting the update.
#[must_use]
#[derive(Debug)]
pub(super) struct Undo {
    diffs: Vec<Diff>,
    old: Vec<Option<(usize, Entry)>>,
    notations: Notations,
    bytes: usize,
}

/// A component of an update after the checks of the single component.
struct CheckedComponent {
    entry: Entry,
    references: Vec<Reference>,
}

impl Components {
    pub(super) fn iter(&self) -> impl Iterator<Item = &SurfaceComponent> {
        self.entries.iter().map(|entry| &entry.component)
    }

    /// Returns the approximate memory of the components in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    pub(super) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    pub(super) fn get(&self, id: &str) -> Option<&SurfaceComponent> {
        self.entries
            .get(self.hierarchy.place(id)?)
            .map(|entry| &entry.component)
    }

    /// Returns the component at a position of the list.
    pub(super) fn at(&self, place: usize) -> Option<&SurfaceComponent> {
        self.entries.get(place).map(|entry| &entry.component)
    }

    /// Returns the notation that the components of the version `v1.0` use.
    pub(super) fn notation(&self) -> Option<Notation> {
        match self.notations {
            Notations { at: 1.., .. } => Some(Notation::AtValues),
            Notations { plain: 1.., .. } => Some(Notation::Plain),
            _ => None,
        }
    }

    /// Returns the version of the message that contained a component.
    pub(super) fn word_of(&self, id: &str) -> Option<VersionWord> {
        self.entry(id).map(|entry| entry.word)
    }

    /// Iterates over the components in order, each with the version of its message.
    pub(super) fn words(&self) -> impl Iterator<Item = (VersionWord, &SurfaceComponent)> {
        self.entries
            .iter()
            .map(|entry| (entry.word, &entry.component))
    }

    /// Returns the notation that the component's own keys imply.
    pub(super) fn own_notation(&self, id: &str) -> Option<Notation> {
        match self.entry(id)?.component.has_marked_key() {
            true => Some(Notation::At),
            false => None,
        }
    }

    /// Adds new components and replaces existing ones, all or none. `at` is the pointer of the list in the message. The
    /// caller passes the result to [`keep`](Self::keep) or [`undo`](Self::undo) before the next change.
    pub(super) fn update(
        &mut self,
        update: Vec<SurfaceComponent>,
        word: VersionWord,
        options: &SurfaceOptions,
        at: &'static str,
    ) -> Result<Undo, SurfaceError> {
        let at = &Pointer::from_static(at);
        let checked = self.check_update(update, word, options, at)?;
        let (notations, bytes) = (self.notations, self.bytes);
        // If the host has set the notation, all components are read in it.
        if options.notation.is_none() {
            self.require_one_notation(&checked, at)?;
        }
        let mut diffs = Vec::new();
        for checked in &checked {
            let node = self.hierarchy.node_of(checked.entry.component.id());
            let ids = checked.references.iter().map(|reference| &reference.id);
            diffs.push(self.hierarchy.diff(node, ids.cloned()));
        }
        // Dropped edges are removed first, so that components can swap places without a cycle.
        self.hierarchy.remove_edges(&diffs);
        let places: Vec<Option<usize>> = checked
            .iter()
            .map(|checked| self.hierarchy.place(checked.entry.component.id().as_str()))
            .collect();
        let mut end = self.entries.len();
        for (index, (diff, place)) in diffs.iter().zip(&places).enumerate() {
            let place = match place {
                Some(place) => *place,
                None => {
                    end += 1;
                    end - 1
                }
            };
            if let Err(misplaced) = self.hierarchy.insert(diff, place) {
                // An update is applied completely or not at all.
                self.hierarchy.undo(&diffs, index, &places);
                let references = match checked.get(index) {
                    Some(checked) => checked.references.as_slice(),
                    None => &[],
                };
                return Err(placement_error(misplaced, references, &at.element(index)));
            }
        }
        let mut old = Vec::new();
        for (checked, place) in checked.into_iter().zip(places) {
            old.push(self.put(checked.entry, place));
        }
        Ok(Undo {
            diffs,
            old,
            notations,
            bytes,
        })
    }

    /// Adds a component, or replaces the component at `place`. Returns the replaced component with its place.
    fn put(&mut self, entry: Entry, place: Option<usize>) -> Option<(usize, Entry)> {
        self.notations.add(entry.shows);
        self.bytes = self.bytes.saturating_add(entry.bytes);
        if let Some(place) = place {
            if let Some(current) = self.entries.get_mut(place) {
                let replaced = std::mem::replace(current, entry);
                self.notations.subtract(replaced.shows);
                self.bytes = self.bytes.saturating_sub(replaced.bytes);
                return Some((place, replaced));
            }
        }
        self.entries.push(entry);
        None
    }

    /// Makes the last update permanent.
    pub(super) fn keep(&mut self, undo: &Undo) {
        for diff in &undo.diffs {
            self.hierarchy.forget(diff);
        }
    }

    /// Reverts the last update.
    pub(super) fn undo(&mut self, undo: Undo) {
        let places: Vec<Option<usize>> = undo
            .old
            .iter()
            .map(|old| old.as_ref().map(|(place, _)| *place))
            .collect();
        let mut new = 0;
        for old in undo.old {
            match old {
                Some((place, entry)) => {
                    if let Some(current) = self.entries.get_mut(place) {
                        *current = entry;
                    }
                }
                None => new += 1,
            }
        }
        self.entries
            .truncate(self.entries.len().saturating_sub(new));
        (self.notations, self.bytes) = (undo.notations, undo.bytes);
        self.hierarchy.undo(&undo.diffs, undo.diffs.len(), &places);
    }

    /// Checks the components of an update one by one. Ids must be unique, every component needs a type, and nesting is
    /// limited.
    fn check_update(
        &self,
        update: Vec<SurfaceComponent>,
        word: VersionWord,
        options: &SurfaceOptions,
        at: &Pointer,
    ) -> Result<Vec<CheckedComponent>, SurfaceError> {
        let repeated = rules::repeated_ids(update.iter().map(SurfaceComponent::id))
            .map(|(index, _)| index)
            .next();
        let mut checked = Vec::new();
        for (index, mut component) in update.into_iter().enumerate() {
            let id = component.id().clone();
            // An update of an existing component may omit its type.
            component.keep_type(self.get(id.as_str()));
            check_component(&component, options, &|| at.element(index))?;
            let mut seen = SeenNotations::default();
            scan(&component, &|| at.element(index), &mut seen)?;
            // The notation of other components follows from the version of their message or from their own keys.
            let may_show = word.notation().is_none() && !component.has_marked_key();
            let shows = ShownNotations {
                plain: may_show && seen.plain.is_some(),
                at: may_show && seen.at.is_some(),
            };
            let references = component.references_in(&options.references);
            if repeated == Some(index) {
                let at = at.element(index).member("id");
                return Err(SurfaceError::repeated_id(&id, at));
            }
            let bytes = ENTRY
                .saturating_add(component.bytes())
                .saturating_add(references.len() * ENTRY);
            checked.push(CheckedComponent {
                entry: Entry {
                    component,
                    word,
                    shows,
                    bytes,
                },
                references,
            });
        }
        Ok(checked)
    }

    /// Refuses an update that would mix components of both notations.
    fn require_one_notation(
        &self,
        update: &[CheckedComponent],
        at: &Pointer,
    ) -> Result<(), SurfaceError> {
        let mut notations = self.notations;
        for CheckedComponent { entry, .. } in update {
            if let Some(old) = self.entry(entry.component.id().as_str()) {
                notations.subtract(old.shows);
            }
        }
        for (index, CheckedComponent { entry, .. }) in update.iter().enumerate() {
            let was_at = notations.at > 0;
            notations.add(entry.shows);
            if notations.plain > 0 && notations.at > 0 {
                let mut seen = SeenNotations::with_places();
                scan(&entry.component, &|| at.element(index), &mut seen)?;
                let (used, new, pointer) = match was_at {
                    true => ("`@path` and `@call`", "`path` or `call`", seen.plain),
                    false => ("`path` and `call`", "`@path` or `@call`", seen.at),
                };
                let message =
                    format_args!("{new} cannot be used: this surface already uses {used}")
                        .to_string();
                let error =
                    SurfaceError::new("mixed-notations", pointer.unwrap_or_default(), message);
                return Err(error.hint(
                    "use one notation for all messages of version `v1.0`, or set `SurfaceOptions::notation`",
                ));
            }
        }
        Ok(())
    }

    fn entry(&self, id: &str) -> Option<&Entry> {
        self.entries.get(self.hierarchy.place(id)?)
    }
}

impl Notations {
    fn add(&mut self, one: ShownNotations) {
        self.plain += usize::from(one.plain);
        self.at += usize::from(one.at);
    }

    fn subtract(&mut self, one: ShownNotations) {
        self.plain = self.plain.saturating_sub(usize::from(one.plain));
        self.at = self.at.saturating_sub(usize::from(one.at));
    }
}

/// Checks the type and the references of a component at the pointer `at`.
fn check_component(
    component: &SurfaceComponent,
    options: &SurfaceOptions,
    at: &dyn Fn() -> Pointer,
) -> Result<(), SurfaceError> {
    if component.type_name_stated().is_none() {
        let id = component.id();
        let message = format!("new component `{id}` is missing the required member `component`");
        let at = at().member("component");
        let error = SurfaceError::new("missing-component-type", at, message);
        return Err(
            error.hint("add `component`: only an update of an existing component may omit it")
        );
    }
    let is_1_0 = matches!(component, SurfaceComponent::V1_0(_));
    if is_1_0 && component.type_name() == v1_0::SURFACE {
        let message = "`Surface` is a reserved type name and cannot be used for a component";
        let error = SurfaceError::new("reserved-type", at().member("component"), message);
        return Err(error.hint("use a type of the catalog"));
    }
    if let Some((pointer, kind)) = component.invalid_reference(&options.references) {
        let message = format!("expected the id of a component, found {kind}");
        let error = SurfaceError::new("not-a-reference", at().join(&pointer), message);
        return Err(error.hint("write the id of a component, a list of ids or a template"));
    }
    Ok(())
}

/// Checks the properties of a component at the pointer `at`.
fn scan(
    component: &SurfaceComponent,
    at: &dyn Fn() -> Pointer,
    seen: &mut SeenNotations,
) -> Result<(), SurfaceError> {
    for (name, value) in component.properties() {
        let value_at = || {
            let properties = at().join(&component.properties_at());
            match name {
                Some(name) => properties.member(name),
                None => properties,
            }
        };
        nesting::check(value, &value_at, seen)?;
    }
    Ok(())
}

/// Returns the error for a component at an invalid position. The error points to the reference that causes the problem.
fn placement_error(
    misplaced: PlacementError,
    references: &[Reference],
    at: &Pointer,
) -> SurfaceError {
    match misplaced {
        PlacementError::Cycle(way) => {
            let to = way.get(1).or(way.first());
            let reference = references
                .iter()
                .find(|reference| Some(&reference.id) == to);
            let pointer = match reference {
                Some(reference) => at.join(&reference.pointer),
                None => at.clone(),
            };
            // The first id is repeated at the end, to show that the path is closed.
            let ids = way.iter().chain(way.first());
            let names: Vec<&str> = ids.map(ComponentId::as_str).collect();
            let (rule, hint) = match way.len() {
                1 => (
                    "self-reference",
                    "a component cannot contain itself; remove this reference",
                ),
                _ => (
                    "cycle",
                    "components must form a tree; remove one of these references",
                ),
            };
            let message =
                format_args!("the components form a cycle: {}", names.join(" -> ")).to_string();
            SurfaceError::new(rule, pointer, message).hint(hint)
        }
        PlacementError::Depth(depth) => {
            let max = crate::limits::COMPONENT_DEPTH;
            let message = format_args!(
                "a component would be nested {depth} levels deep, but at most {max} are allowed"
            )
            .to_string();
            SurfaceError::new("component-depth", at.clone(), message)
                .hint("reduce the nesting of components")
        }
    }
}
