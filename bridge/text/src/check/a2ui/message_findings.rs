//! The findings about one message, while they are collected.

use super::document_place::DocumentPlace;
use crate::{finding_limit::PlacedFinding, input::Input, json, protocol};
use bridge::a2ui::{
    Message, Notation, Version,
    catalog::{Catalog, CatalogDefinition, basic},
    surface::SurfaceError,
};
use std::{
    cell::OnceCell,
    collections::{BTreeMap, BTreeSet},
};
use wire::{Finding, Fix, Pointer, Severity, Validate, token};

/// The findings about a message. A fault that several checks find is reported once.
pub(super) struct MessageFindings<'c, 't> {
    pub(super) input: &'c Input<'t>,
    pub(super) message: &'c Message,
    /// The place of the message in the input.
    pub(super) at: &'c Pointer,
    pub(super) source: DocumentPlace,
    given: &'c [CatalogDefinition],
    found: Vec<Finding>,
    /// The rules and places that are reported already.
    known: BTreeSet<(&'static str, Pointer)>,
    /// The members that resemble others, by place. They are collected when the first unknown member needs them.
    similar: OnceCell<BTreeMap<Pointer, Finding>>,
}

impl<'c, 't> MessageFindings<'c, 't> {
    /// Collects the findings about the message alone. `given` are the catalogs of the caller.
    pub(super) fn new(
        input: &'c Input<'t>,
        message: &'c Message,
        at: &'c Pointer,
        given: &'c [CatalogDefinition],
    ) -> Self {
        let mut found = Vec::new();
        message.findings(at, &mut found);
        // The caller may have a catalog of its own with this name.
        if given.iter().any(|catalog| catalog.id().is_alias_of_basic()) {
            found.retain(|finding| finding.rule != "catalog-alias");
        }
        Self {
            input,
            message,
            at,
            source: DocumentPlace::of(input, message, at),
            given,
            known: keys(&found),
            found,
            similar: OnceCell::new(),
        }
    }

    pub(super) fn push(&mut self, finding: Finding) {
        self.found.push(finding);
    }

    /// Adds an error of the surface.
    pub(super) fn add_surface_error(&mut self, error: SurfaceError) {
        let pointer = self.at.join(&error.pointer);
        let is_same =
            |finding: &Finding| (finding.rule, &finding.pointer) == (error.rule, &pointer);
        // The surface can show that a warning about the message alone is an error.
        self.found
            .retain(|finding| finding.severity == Severity::Error || !is_same(finding));
        let is_known = self.found.iter().any(is_same);
        self.known.insert((error.rule, pointer.clone()));
        if !is_known {
            let finding = Finding::error(error.rule, pointer, error.message).hint(error.hint);
            self.found.push(finding);
        }
    }

    /// Removes the findings that are known from other checks.
    pub(super) fn retain_new(&mut self, findings: &mut Vec<Finding>) {
        self.known.extend(keys(&self.found));
        findings.retain(|finding| {
            !self
                .known
                .contains(&(finding.rule, finding.pointer.clone()))
        });
    }

    /// Returns the collected findings at their places.
    pub(super) fn take_placed(&mut self) -> Vec<PlacedFinding> {
        let found = std::mem::take(&mut self.found);
        found
            .into_iter()
            .map(|finding| self.place(finding))
            .collect()
    }

    /// Returns a finding at its place in the input, with the hint that the text of the message allows.
    pub(super) fn place(&self, mut finding: Finding) -> PlacedFinding {
        finding.pointer = self.source.place_of(finding.pointer);
        match finding.rule {
            "unknown-member" => self.suggest_member(&mut finding),
            "missing-component-type" => {
                let version = self.message.version();
                finding = with_type_member(finding, self.input, version, self.given);
            }
            _ => {}
        }
        (self.input.at(&finding.pointer), finding)
    }

    /// Suggests a member that resembles the unknown one.
    fn suggest_member(&self, finding: &mut Finding) {
        let similar = self.similar.get_or_init(|| {
            let source = object_at(self.input, self.at).unwrap_or_default();
            let found = protocol::a2ui::misspelt_members(self.message, source);
            let placed = found
                .into_iter()
                .map(|similar| (self.at.join(&similar.pointer), similar));
            wire::collect_map(placed)
        });
        if let Some(similar) = similar.get(&finding.pointer) {
            finding.hint.clone_from(&similar.hint);
            finding.fix.clone_from(&similar.fix);
        }
    }
}

/// Returns the rules and places of findings.
pub(super) fn keys(found: &[Finding]) -> BTreeSet<(&'static str, Pointer)> {
    let keys = found
        .iter()
        .map(|finding| (finding.rule, finding.pointer.clone()));
    wire::collect_set(keys)
}

/// Returns the text of an object. The string around a message is not searched, because it can contain many messages.
pub(super) fn object_at<'t>(input: &Input<'t>, at: &Pointer) -> Option<&'t str> {
    input.value(at).filter(|text| text.starts_with('{'))
}

/// Moves the finding about a missing `component` to the member `type`, if this member names a type. The name is
/// corrected if the component is new and a catalog has the type.
fn with_type_member(
    mut finding: Finding,
    input: &Input<'_>,
    version: Version,
    given: &[CatalogDefinition],
) -> Finding {
    let Some((component, _)) = json::parent(&finding.pointer) else {
        return finding;
    };
    let at = component.member("type");
    let Some(word) = input
        .value(&at)
        .filter(|word| word.starts_with('"'))
        .map(token::string)
    else {
        return finding;
    };
    let basic = basic(version, Notation::Plain);
    let is_type = basic.component_names().contains(&&*word)
        || given
            .iter()
            .any(|catalog| catalog.component_names().contains(&&*word));
    // Components of unknown catalogs begin with a capital letter, as those of published ones do.
    if !is_type && !word.starts_with(char::is_uppercase) {
        return finding;
    }
    let is_new = finding.severity == Severity::Error;
    finding.pointer = at;
    finding = finding.hint("did you mean `component`?");
    if is_type && is_new {
        finding.fix(Fix::Rename("component".to_owned()))
    } else {
        finding
    }
}
