//! The validation of components against the catalog of their surface. A 0.8 surface may state its catalog after its
//! components.

use super::{
    Stream,
    message_contents::{components, shown_notation},
    message_findings::{self, MessageFindings},
    surface_findings::limit_to_warnings,
};
use crate::finding_limit::LimitedFindings;
use bridge::a2ui::{
    CatalogId, Message, Notation, SurfaceId, Version,
    catalog::{BasicCatalog, Catalog, Catalogs, SurfaceCatalog, basic},
    surface::Surface,
};
use wire::{Finding, Pointer};

impl Stream {
    /// Remembers the catalog of a surface. If the surface stated none before, adds the findings about its earlier
    /// components.
    pub(super) fn state_catalog(
        &mut self,
        id: &SurfaceId,
        catalog: SurfaceCatalog,
        found: &mut LimitedFindings,
    ) {
        let surface = self.checked.entry(id);
        let before = surface.before_catalog.take();
        let is_first = surface.catalog.is_none();
        let catalog = surface.catalog.insert(catalog);
        let Some(mut before) = before.filter(|_| is_first) else {
            return;
        };
        if let Some(findings) = before.take_findings(catalog) {
            let mut findings = findings.finish();
            // The components are those of earlier texts, so they do not make this one wrong.
            if self.is_judged_by_text {
                limit_to_warnings(&mut findings);
            }
            found.extend(findings);
        } else if let SurfaceCatalog::Named(catalog) = catalog {
            for (components, first) in before.components {
                self.unknown_catalogs.add(catalog, id, components, || first);
            }
        }
    }

    /// Adds all findings about a message of a surface, and those about its components.
    pub(super) fn check_components(
        &mut self,
        collected: &mut MessageFindings<'_, '_>,
        id: &SurfaceId,
        found: &mut LimitedFindings,
    ) {
        let catalog = self.catalog_of(id);
        let mut of_catalog =
            self.catalog_findings(collected.message, catalog.clone(), collected.at);
        collected.retain_new(&mut of_catalog);
        self.note_unknown_catalogs(collected, id, catalog.clone());
        found.extend(collected.take_placed());
        if catalog == SurfaceCatalog::Unknown {
            self.check_against_candidates(collected, id, &of_catalog);
        }
        found.extend(
            of_catalog
                .into_iter()
                .map(|finding| collected.place(finding)),
        );
    }

    /// Returns the catalog that a surface stated.
    pub(super) fn catalog_of(&self, id: &SurfaceId) -> SurfaceCatalog {
        match self.checked.get(id) {
            Some(surface) => surface.catalog.clone().unwrap_or_default(),
            None => SurfaceCatalog::default(),
        }
    }

    /// Remembers the findings for each catalog that the surface may state later. `reported` contains the findings that
    /// apply to all catalogs.
    fn check_against_candidates(
        &mut self,
        collected: &MessageFindings<'_, '_>,
        id: &SurfaceId,
        reported: &[Finding],
    ) {
        let reported = message_findings::keys(reported);
        let before = self.checked.entry(id).before_catalog.take();
        let mut before = before.unwrap_or_default();
        for candidate in self.candidates(collected.message) {
            let mut rest =
                self.catalog_findings(collected.message, candidate.clone(), collected.at);
            rest.retain(|finding| !reported.contains(&(finding.rule, finding.pointer.clone())));
            let rest = rest.into_iter().map(|finding| collected.place(finding));
            before.add(candidate, rest);
        }
        self.checked.entry(id).before_catalog = Some(before);
    }

    /// Validates a message against the catalogs as if its surface had stated the given catalog.
    pub(super) fn catalog_findings(
        &self,
        message: &Message,
        surface: SurfaceCatalog,
        at: &Pointer,
    ) -> Vec<Finding> {
        let mut found = Vec::new();
        let basic = basic(message.version(), self.notation(message));
        self.all_catalogs(&basic)
            .on_surface(surface)
            .message_findings(message, at, &mut found);
        found
    }

    /// Returns the catalogs of the command line and the basic one.
    fn all_catalogs<'b>(&'b self, basic: &'b BasicCatalog) -> Catalogs<'b> {
        let none = Catalogs::new(basic.version(), basic.notation());
        self.given
            .iter()
            .fold(none, |all, given| all.with(given))
            .with(basic)
    }

    /// Returns the catalogs that a surface may state later.
    fn candidates(&self, message: &Message) -> Vec<SurfaceCatalog> {
        let basic = SurfaceCatalog::Named(CatalogId::basic(message.version()));
        let mut candidates = vec![SurfaceCatalog::Unnamed, basic];
        for catalog in self.given.iter() {
            candidates.push(SurfaceCatalog::Named(catalog.id().clone()));
        }
        candidates
    }

    /// Records the components of a message whose catalog is not available.
    fn note_unknown_catalogs(
        &mut self,
        collected: &MessageFindings<'_, '_>,
        id: &SurfaceId,
        surface: SurfaceCatalog,
    ) {
        let (input, message) = (collected.input, collected.message);
        let at = collected.at.member(message.key()).member("components");
        let components = components(message);
        // In 0.8, `beginRendering` states the catalog, after the components.
        if surface == SurfaceCatalog::Unknown
            && message.version() == Version::V0_8
            && !components.is_empty()
        {
            let at = at.element(0);
            let first = (input.at(&at), at);
            let surface = self.checked.entry(id);
            let before = surface.before_catalog.get_or_insert_default();
            return before.components.push((components, first));
        }
        let basic = basic(message.version(), self.notation(message));
        let unchecked = self
            .all_catalogs(&basic)
            .on_surface(surface)
            .unchecked_components(message);
        for (index, catalog) in unchecked {
            let component = components.get(index).cloned();
            if component.is_some() {
                self.unknown_catalogs.add(&catalog, id, component, || {
                    let at = at.element(index);
                    (input.at(&at), at)
                });
            }
        }
    }

    /// Returns the notation: the requested one, or else the notation of the message or its surface.
    fn notation(&self, message: &Message) -> Notation {
        if message.version() == Version::V0_8 {
            return Notation::Bound;
        }
        if let Some(requested) = self.protocol.notation() {
            return requested;
        }
        if let Some(shown) = shown_notation(message) {
            return shown;
        }
        let Some(id) = message.surface_id() else {
            return Notation::Plain;
        };
        let surface = self.surfaces.get(id.as_str());
        surface.map_or(Notation::Plain, Surface::notation)
    }
}
