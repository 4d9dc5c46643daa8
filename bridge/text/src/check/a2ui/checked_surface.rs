//! The state of each surface that a validation needs in addition to the surface.

use super::hidden_messages::HiddenSurfaces;
use crate::{
    finding_limit::{LimitedFindings, PlacedFinding},
    input::OwnedInput,
    place::Place,
};
use bridge::a2ui::{ComponentId, SurfaceId, catalog::SurfaceCatalog};
use std::collections::BTreeMap;
use wire::Pointer;

/// The surfaces of a session, by id. An id has a state as soon as a message names it.
#[derive(Clone, Debug, Default)]
pub(super) struct CheckedSurfaces {
    by_id: BTreeMap<SurfaceId, CheckedSurface>,
    /// `true` if an unreadable message may belong to any surface.
    is_any_hidden: bool,
}

/// The state of one surface.
#[derive(Clone, Debug, Default)]
pub(super) struct CheckedSurface {
    /// The catalog that the surface stated on creation.
    pub(super) catalog: Option<SurfaceCatalog>,
    /// Findings about components from before the surface stated its catalog.
    pub(super) before_catalog: Option<BeforeCatalog>,
    /// The last version of each component.
    pub(super) components: BTreeMap<ComponentId, SentComponent>,
    /// The place where the surface was created.
    pub(super) created: Option<(Place, Pointer)>,
    /// The place where `beginRendering` names the root.
    pub(super) root: Option<(Place, Pointer)>,
    /// `true` if an update was reported because the surface does not exist. Later updates are not reported again.
    pub(super) is_reported_unknown: bool,
    pub(super) is_deleted: bool,
    /// `true` if a message was refused or a component was repeated, so that no root can be suggested safely.
    pub(super) is_unclear: bool,
    /// `true` if an unreadable message may belong to the surface.
    has_unreadable: bool,
    /// `true` if a message was not applied completely.
    pub(super) has_refused: bool,
}

/// A component as a message sent it.
#[derive(Clone, Debug)]
pub(super) struct SentComponent {
    /// The text of the component.
    pub(super) source: OwnedInput,
    /// The place of the component in its document.
    pub(super) pointer: Pointer,
}

/// The findings and components from before a surface stated its catalog.
#[derive(Clone, Debug, Default)]
pub(super) struct BeforeCatalog {
    /// The findings for each catalog that the surface may state.
    pub(super) found: Vec<(SurfaceCatalog, LimitedFindings)>,
    /// The components of each message, with the place of the first one.
    pub(super) components: Vec<(Vec<ComponentId>, (Place, Pointer))>,
}

impl CheckedSurfaces {
    pub(super) fn get(&self, id: &SurfaceId) -> Option<&CheckedSurface> {
        self.by_id.get(id)
    }

    /// Returns the state of a surface. A new state is empty.
    pub(super) fn entry(&mut self, id: &SurfaceId) -> &mut CheckedSurface {
        self.by_id.entry(id.clone()).or_default()
    }

    /// Iterates over the surfaces in the order of their ids.
    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = (&SurfaceId, &mut CheckedSurface)> {
        self.by_id.iter_mut()
    }

    /// Returns the ids of deleted surfaces.
    pub(super) fn deleted(&self) -> impl Iterator<Item = &SurfaceId> {
        let deleted = self.by_id.iter().filter(|(_, surface)| surface.is_deleted);
        deleted.map(|(id, _)| id)
    }

    /// Allows a later update to be reported if the surface does not exist then.
    pub(super) fn clear_unknown(&mut self, id: &SurfaceId) {
        if let Some(surface) = self.by_id.get_mut(id) {
            surface.is_reported_unknown = false;
        }
    }

    /// Forgets a deleted surface, except for flags that apply to a later surface of the same id. `existed` is `true` if
    /// there was a surface to delete.
    pub(super) fn delete(&mut self, id: &SurfaceId, existed: bool) {
        let Some(surface) = self.by_id.get_mut(id) else {
            return;
        };
        surface.is_deleted |= existed;
        if surface.is_deleted || surface.is_unclear || surface.is_reported_unknown {
            surface.forget();
        } else {
            // Deletions of unknown ids must not add up.
            self.by_id.remove(id);
        }
    }

    /// Records an unreadable message. If its text does not clearly name a surface, the message may belong to any
    /// surface.
    pub(super) fn add_unreadable(&mut self, text: Option<&str>) {
        match HiddenSurfaces::of_unreadable(text) {
            HiddenSurfaces::Any => self.is_any_hidden = true,
            HiddenSurfaces::Named(ids) => {
                for id in ids {
                    self.by_id.entry(id).or_default().has_unreadable = true;
                }
            }
        }
    }

    /// Returns `true` if an unreadable message may belong to the surface.
    pub(super) fn has_unreadable(&self, id: &SurfaceId) -> bool {
        self.is_any_hidden || self.get(id).is_some_and(|surface| surface.has_unreadable)
    }
}

impl CheckedSurface {
    /// Forgets everything except the flags that apply to a later surface of the same id.
    fn forget(&mut self) {
        *self = Self {
            is_reported_unknown: self.is_reported_unknown,
            is_deleted: self.is_deleted,
            is_unclear: self.is_unclear,
            ..Self::default()
        };
    }
}

impl BeforeCatalog {
    /// Adds findings for a catalog that the surface may state.
    pub(super) fn add(
        &mut self,
        catalog: SurfaceCatalog,
        findings: impl Iterator<Item = PlacedFinding>,
    ) {
        if let Some((_, found)) = self.found.iter_mut().find(|(known, _)| *known == catalog) {
            found.extend(findings);
            return;
        }
        let mut found = LimitedFindings::default();
        found.extend(findings);
        self.found.push((catalog, found));
    }

    /// Returns the findings that apply to a catalog, or `None` if it was not among those that the surface might state.
    pub(super) fn take_findings(&mut self, catalog: &SurfaceCatalog) -> Option<LimitedFindings> {
        let exact = self.found.iter().position(|(known, _)| known == catalog);
        let position = match exact {
            Some(position) => position,
            // The basic catalog has several ids.
            None if is_basic(catalog) => {
                self.found.iter().position(|(known, _)| is_basic(known))?
            }
            None => return None,
        };
        Some(self.found.swap_remove(position).1)
    }

    /// Returns the findings for the standard catalog, or for the catalog of the caller with the fewest.
    pub(super) fn fewest_findings(self) -> LimitedFindings {
        let mut fewest: Option<LimitedFindings> = None;
        for (catalog, found) in self.found {
            if catalog == SurfaceCatalog::Unnamed {
                continue;
            }
            if fewest
                .as_ref()
                .is_none_or(|fewest| found.count() < fewest.count())
            {
                fewest = Some(found);
            }
        }
        fewest.unwrap_or_default()
    }
}

fn is_basic(catalog: &SurfaceCatalog) -> bool {
    match catalog {
        SurfaceCatalog::Named(id) => id.is_basic(),
        _ => false,
    }
}
