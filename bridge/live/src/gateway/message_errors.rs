//! Finds the errors of messages that a surface accepts, but that renderers show in part or not at all.

use agent_ui_text::bridge::a2ui::{
    CatalogId, Message, Version,
    catalog::{Catalog, Catalogs, SurfaceCatalog, basic},
    surface::Surface,
};
use std::collections::BTreeSet;
use wire::{Finding, Pointer, Severity, Validate};

/// The number of different errors that are reported about an agent in a session.
const ERRORS: usize = 100;

/// The errors that were reported about an agent.
#[derive(Default)]
pub(super) struct ReportedErrors {
    messages: BTreeSet<String>,
}

impl ReportedErrors {
    /// Returns the errors of a message that `agent-ui check` would name and that were not reported yet: those about its
    /// components. `surface` has accepted the message.
    pub(super) fn new_errors(&mut self, message: &Message, surface: &Surface) -> Vec<Finding> {
        if !matches!(
            message.key(),
            "createSurface" | "updateComponents" | "surfaceUpdate"
        ) {
            return Vec::new();
        }
        let mut found = Vec::new();
        message.findings(&Pointer::root(), &mut found);
        let basic = basic(surface.version(), surface.notation());
        let catalogs = Catalogs::new(basic.version(), basic.notation()).with(&basic);
        catalogs.on_surface(catalog_of(surface)).message_findings(
            message,
            &Pointer::root(),
            &mut found,
        );
        found.retain(|finding| finding.severity == Severity::Error && self.is_new(finding));
        found
    }

    fn is_new(&mut self, finding: &Finding) -> bool {
        self.messages.len() < ERRORS
            && self
                .messages
                .insert(format!("{}: {}", finding.rule, finding.message))
    }
}

fn catalog_of(surface: &Surface) -> SurfaceCatalog {
    match surface.catalog_id() {
        Some(id) => SurfaceCatalog::Named(id.clone()),
        // Before `beginRendering`, a surface of 0.8 has no catalog.
        None if surface.version() == Version::V0_8 && surface.stated_root().is_none() => {
            SurfaceCatalog::Unknown
        }
        None if surface.version() == Version::V0_8 => {
            SurfaceCatalog::Named(CatalogId::basic(Version::V0_8))
        }
        None => SurfaceCatalog::Unnamed,
    }
}
