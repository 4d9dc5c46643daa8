//! The findings about whole surfaces, at the places of the messages that built them.

use super::{Stream, checked_surface::CheckedSurface};
use crate::{
    finding_limit::{PlacedFinding, limited},
    input::Input,
    place::Place,
};
use bridge::a2ui::{ComponentId, SurfaceId, Version, catalog::Catalog, surface::Surface};
use wire::{Finding, Pointer, Severity, Validate, token};

/// A finding about a whole surface, with the component that it concerns.
#[derive(Debug)]
pub struct SurfaceFinding {
    /// The surface that has the problem.
    pub surface: SurfaceId,
    /// The component; `None` for the surface itself.
    pub component: Option<ComponentId>,
    /// The finding at its place.
    pub placed: PlacedFinding,
}

impl Stream {
    /// Returns the findings about whole surfaces at the end of the input.
    pub fn finish(&mut self) -> Vec<PlacedFinding> {
        let mut found = self.findings_without_catalog();
        for surface in self.surfaces.iter() {
            let findings = self.surface_findings(surface).into_iter();
            found.extend(limited(findings.map(|found| found.placed)));
        }
        found.extend(self.unknown_catalogs.notices());
        found
    }

    /// Returns the findings about the components of 0.8 surfaces without `beginRendering`, as warnings. They apply to
    /// the standard catalog, or to a catalog of the command line that fits better.
    fn findings_without_catalog(&mut self) -> Vec<PlacedFinding> {
        let mut all = Vec::new();
        for (id, checked) in self.checked.iter_mut() {
            let Some(before) = checked.before_catalog.take() else {
                continue;
            };
            let surface = self.surfaces.get(id.as_str());
            if surface.is_none_or(|surface| surface.version() != Version::V0_8) {
                continue;
            }
            let mut findings = before.fewest_findings().finish();
            limit_to_warnings(&mut findings);
            all.extend(limited(findings.into_iter()));
        }
        all
    }

    /// Returns the current findings about whole surfaces.
    pub fn findings_of_surfaces(&self) -> impl Iterator<Item = SurfaceFinding> {
        self.surfaces
            .iter()
            .flat_map(|surface| self.surface_findings(surface))
    }

    /// Returns the findings about a whole surface, if it has components.
    pub(super) fn surface_findings(&self, surface: &Surface) -> Vec<SurfaceFinding> {
        let Some(checked) = self.checked.get(surface.surface_id()) else {
            return Vec::new();
        };
        let Some(created) = &checked.created else {
            return Vec::new();
        };
        if surface.components().next().is_none() {
            return Vec::new();
        }
        let mut found = surface.validate();
        let given: Vec<&dyn Catalog> = self
            .given
            .iter()
            .map(|catalog| catalog as &dyn Catalog)
            .collect();
        surface.placement_findings(&given, &Pointer::root(), &mut found);
        found.extend(self.written.findings(surface));
        let has_unreadable = self.checked.has_unreadable(surface.surface_id());
        found.retain(|finding| !is_hidden(surface, checked, has_unreadable, finding));
        let is_complete = surface.root().is_some();
        for finding in &mut found {
            // Without `beginRendering`, the rest of the surface may have been sent before this input.
            if !is_complete {
                finding.severity = finding.severity.min(Severity::Warning);
            }
            if checked.is_unclear && finding.rule == "missing-root" {
                finding.fix = None;
            }
        }
        let mut places = SurfacePlaces {
            surface,
            checked,
            created,
            last: None,
        };
        let placed = found.into_iter().map(|finding| places.place(finding));
        placed.collect()
    }
}

/// Turns errors into warnings.
pub(super) fn limit_to_warnings(findings: &mut [PlacedFinding]) {
    for (_, finding) in findings {
        finding.severity = finding.severity.min(Severity::Warning);
    }
}

/// Returns `true` if the finding may only result from a message that was not read or applied.
fn is_hidden(
    surface: &Surface,
    checked: &CheckedSurface,
    has_unreadable: bool,
    finding: &Finding,
) -> bool {
    // An unreadable message may contain anything.
    if has_unreadable {
        return matches!(
            finding.rule,
            "dangling-reference" | "orphan" | "unwritten-path" | "missing-root"
        );
    }
    if !checked.has_refused {
        return false;
    }
    // The components of a refused message are known by name.
    let missing = match finding.rule {
        "orphan" | "unwritten-path" => return true,
        "dangling-reference" => {
            referenced_component(checked, &finding.pointer).map(ComponentId::from)
        }
        "missing-root" => surface.root().map(ComponentId::from),
        _ => None,
    };
    missing.is_some_and(|id| checked.components.contains_key(&id))
}

/// Returns the component id at a place of a snapshot.
fn referenced_component(checked: &CheckedSurface, at: &Pointer) -> Option<String> {
    let mut segments = at.segments().skip(1);
    let component = ComponentId::from(&*segments.next()?);
    let sent = checked.components.get(&component)?;
    let inside = segments.fold(Pointer::root(), |at, segment| at.member(&segment));
    Some(token::string(sent.source.input().value(&inside)?).into_owned())
}

/// Places findings about a surface in the documents of its messages.
struct SurfacePlaces<'a> {
    surface: &'a Surface,
    checked: &'a CheckedSurface,
    /// The place where the surface was created.
    created: &'a (Place, Pointer),
    /// The component of the previous finding. Successive places in one component are found in a single pass.
    last: Option<(ComponentId, Input<'a>)>,
}

impl<'a> SurfacePlaces<'a> {
    /// Places a finding about the surface at its component, or else where the surface was created.
    fn place(&mut self, mut finding: Finding) -> SurfaceFinding {
        let component = component_of(&finding.pointer);
        let sent = match &component {
            Some(id) => self.place_in_component(id, &finding.pointer),
            None => None,
        };
        let (place, pointer) = match (sent, &self.checked.root) {
            (Some(placed), _) => placed,
            (None, Some(root)) if self.is_stated_root(&finding.pointer) => root.clone(),
            _ => {
                // The suggested edit does not apply at this place.
                finding.fix = None;
                self.created.clone()
            }
        };
        finding.pointer = pointer;
        SurfaceFinding {
            surface: self.surface.surface_id().clone(),
            component,
            placed: (place, finding),
        }
    }

    fn is_stated_root(&self, pointer: &Pointer) -> bool {
        pointer.as_str() == "/root" && self.surface.stated_root().is_some()
    }

    /// Returns the place of a part of a component that was sent.
    fn place_in_component(
        &mut self,
        id: &ComponentId,
        pointer: &Pointer,
    ) -> Option<(Place, Pointer)> {
        let sent = self.checked.components.get(id)?;
        let inside = pointer
            .segments()
            .skip(2)
            .fold(Pointer::root(), |at, segment| at.member(&segment));
        let input: &Input<'a> = match &mut self.last {
            Some((last, input)) if last == id => input,
            last => &last.insert((id.clone(), sent.source.input())).1,
        };
        Some((input.at(&inside), sent.pointer.join(&inside)))
    }
}

/// Returns the component that a place of a snapshot belongs to.
fn component_of(pointer: &Pointer) -> Option<ComponentId> {
    let mut segments = pointer.segments();
    if segments.next()? != "components" {
        return None;
    }
    Some(ComponentId::from(&*segments.next()?))
}
