//! `agent-ui check a2ui`: messages, the catalog of their surfaces, and the surfaces that they build.

use super::undecodable;
use crate::input::{Input, Place};
use bridge::{
    Dialect, Named,
    a2ui::{
        self, CatalogId, ComponentId, Message, Notation, SurfaceId, Version,
        catalog::{Catalog, basic},
        surface::{Surface, Surfaces},
    },
};
use std::collections::BTreeMap;
use wire::{DecodeError, Finding, Pointer, Validate};

/// A finding, and where it is.
type Found = (Place, Finding);

/// What the messages of all inputs say together.
pub(super) struct Stream {
    protocol: Named,
    /// The catalogs of the surfaces, where they are stated.
    catalogs: BTreeMap<SurfaceId, CatalogId>,
    /// What the basic catalog says of components whose surface has not stated its catalog yet.
    unstated: BTreeMap<SurfaceId, Vec<Found>>,
    surfaces: Surfaces,
    /// Where a component was sent last.
    places: BTreeMap<SurfaceId, BTreeMap<ComponentId, (Place, Pointer)>>,
    /// Where a surface was made.
    made: BTreeMap<SurfaceId, (Place, Pointer)>,
}

impl Stream {
    pub(super) fn new(protocol: Named) -> Self {
        let (catalogs, unstated) = (BTreeMap::new(), BTreeMap::new());
        Self {
            protocol,
            catalogs,
            unstated,
            surfaces: Surfaces::new(),
            places: BTreeMap::new(),
            made: BTreeMap::new(),
        }
    }

    /// The findings of one document.
    pub(super) fn judge(&mut self, input: &Input<'_>) -> Vec<Found> {
        let elements = input.text.clone().and_then(|text| a2ui::read(text, self.protocol.a2ui_version()));
        let elements = match elements {
            Ok(elements) => elements,
            Err(error) => return vec![self.unreadable(input, error)],
        };
        let mut found = Vec::new();
        for element in elements {
            match element.result {
                Ok(message) => self.message(input, &message, &element.pointer, &mut found),
                Err(error) => found.push(self.unreadable(input, error)),
            }
        }
        found
    }

    /// What cannot be read, and what probably cures it.
    fn unreadable(&self, input: &Input<'_>, error: DecodeError) -> Found {
        let place = input.fault(&error);
        let mut finding = undecodable(error);
        if let Ok(text) = input.text {
            let cure = super::asked(self.protocol).hint(text, &finding.pointer, &finding.hint);
            finding.hint = cure.unwrap_or(finding.hint);
        }
        (place, finding)
    }

    fn message(&mut self, input: &Input<'_>, message: &Message, at: &Pointer, found: &mut Vec<Found>) {
        let mut own = Vec::new();
        message.findings(at, &mut own);
        let is_new = |own: &[Finding], rule: &str, pointer: &Pointer| {
            !own.iter().any(|other| other.rule == rule && other.pointer == *pointer)
        };
        let placed = |finding: Finding| (input.at(&finding.pointer), finding);
        let Some(id) = message.surface_id().filter(|_| message.is_about_a_surface()) else {
            return found.extend(own.into_iter().map(placed));
        };
        let makes =
            matches!(message.key(), "createSurface" | "beginRendering" | "surfaceUpdate" | "dataModelUpdate");
        // What was made elsewhere is not known here.
        let mixed = self.surfaces.get(id.as_str()).and_then(|surface| surface.mixes(message));
        own.extend(mixed.map(|finding| below(at, finding)));
        if makes || self.surfaces.get(id.as_str()).is_some() {
            match self.surfaces.apply(message) {
                Ok(_) => self.remember(input, message, &at.member(message.key())),
                Err(error) => {
                    let pointer = at.join(&error.pointer);
                    if is_new(&own, error.rule, &pointer) {
                        own.push(Finding::error(error.rule, pointer, error.message).hint(error.hint));
                    }
                }
            }
        }
        if let Some((id, catalog)) = stated_catalog(message) {
            let is_basic = catalog.is_basic();
            // What was said before it was stated is said of the same components.
            let before = self.unstated.remove(&id).filter(|_| is_basic && !self.catalogs.contains_key(&id));
            found.extend(before.unwrap_or_default());
            self.catalogs.insert(id, catalog);
        }
        let catalog = self.catalogs.get(id);
        let mut of_catalog = Vec::new();
        if catalog.is_none_or(CatalogId::is_basic) {
            let basic = basic(message.version(), self.notation(id, message));
            basic.message_findings(message, at, &mut of_catalog);
            of_catalog.retain(|finding| is_new(&own, finding.rule, &finding.pointer));
        }
        found.extend(own.into_iter().map(placed));
        let of_catalog = of_catalog.into_iter().map(placed);
        if catalog.is_some() {
            found.extend(of_catalog);
        } else if of_catalog.len() > 0 {
            self.unstated.entry(id.clone()).or_default().extend(of_catalog);
        }
        if message.key() == "deleteSurface" {
            self.catalogs.remove(id);
            self.unstated.remove(id);
            self.places.remove(id);
            self.made.remove(id);
        }
    }

    /// As it was asked for, else as the message says or the surface shows it.
    fn notation(&self, id: &SurfaceId, message: &Message) -> Notation {
        let asked = match (self.protocol.dialect, message.version()) {
            (_, Version::V0_8) => Some(Notation::Bound),
            (Dialect::A2ui1_0Sep, _) => Some(Notation::AtValues),
            (Dialect::A2ui1_0Aug, _) => Some(Notation::Plain),
            (Dialect::A2ui1_0, _) if self.protocol.exact => Some(Notation::At),
            _ => None,
        };
        let said = match message {
            Message::V1_0Agent(message) => a2ui::surface::notation_of(message),
            _ => None,
        };
        let shown = || self.surfaces.get(id.as_str()).map_or(Notation::Plain, Surface::notation);
        asked.or(said).unwrap_or_else(shown)
    }

    fn remember(&mut self, input: &Input<'_>, message: &Message, at: &Pointer) {
        let Some(id) = message.surface_id() else { return };
        if matches!(message.key(), "createSurface" | "beginRendering") {
            self.made.entry(id.clone()).or_insert_with(|| (input.at(at), at.clone()));
        }
        let components = components(message);
        if components.is_empty() {
            return;
        }
        let places = self.places.entry(id.clone()).or_default();
        for (index, component) in components.into_iter().enumerate() {
            let at = at.member("components").element(index);
            places.insert(component, (input.start.clone(), at));
        }
    }

    /// What is wrong with the surfaces as a whole: those that were made, and of which something was sent to show.
    pub(super) fn surfaces(&self) -> Vec<Found> {
        let whole = self.surfaces.iter().filter(|surface| surface.components().next().is_some());
        let whole = whole.filter_map(|surface| Some((surface, self.made.get(surface.surface_id())?)));
        whole
            .flat_map(|(surface, made)| {
                surface.validate().into_iter().map(|finding| self.place(surface, made, finding))
            })
            .collect()
    }

    /// A finding of a surface, at the place where its component was sent; else where the surface was made.
    fn place(&self, surface: &Surface, made: &(Place, Pointer), finding: Finding) -> Found {
        let mut segments = finding.pointer.segments();
        let is_component = segments.next().as_deref() == Some("components");
        let component = segments.next().filter(|_| is_component).map(|id| ComponentId::from(&*id));
        let places = self.places.get(surface.surface_id());
        let place = component.and_then(|id| places?.get(&id));
        let (place, pointer) = match place {
            Some((place, at)) => {
                (place.clone(), segments.fold(at.clone(), |at, segment| at.member(&segment)))
            }
            None => made.clone(),
        };
        let Finding { rule, severity, message, hint, .. } = finding;
        let mut placed = Finding::error(rule, pointer, message).hint(hint);
        placed.severity = severity;
        (place, placed)
    }
}

/// A finding of something that stands at a place.
fn below(at: &Pointer, finding: Finding) -> Finding {
    let Finding { rule, severity, pointer, message, hint, .. } = finding;
    let mut placed = Finding::error(rule, at.join(&pointer), message).hint(hint);
    placed.severity = severity;
    placed
}

/// The catalog that the message which makes a surface states. In 0.8 none means the standard one.
fn stated_catalog(message: &Message) -> Option<(SurfaceId, CatalogId)> {
    use a2ui::{v0_8, v0_9, v0_10, v1_0};
    match message {
        Message::V0_8Agent(v0_8::AgentMessage { body: v0_8::AgentBody::BeginRendering(body), .. }) => {
            let catalog = body.catalog_id.get().cloned();
            Some((body.surface_id.clone(), catalog.unwrap_or_else(|| CatalogId::basic(Version::V0_8))))
        }
        Message::V0_9Agent(v0_9::AgentMessage { body: v0_9::AgentBody::CreateSurface(body), .. }) => {
            Some((body.surface_id.clone(), body.catalog_id.clone()))
        }
        Message::V0_10Agent(v0_10::AgentMessage { body: v0_10::AgentBody::CreateSurface(body), .. }) => {
            Some((body.surface_id.clone(), body.catalog_id.clone()))
        }
        Message::V1_0Agent(v1_0::AgentMessage { body: v1_0::AgentBody::CreateSurface(body), .. }) => {
            Some((body.surface_id.clone(), body.catalog_id.get()?.clone()))
        }
        _ => None,
    }
}

/// The components that a message brings, in its order.
fn components(message: &Message) -> Vec<ComponentId> {
    use a2ui::{v0_8, v0_9, v0_10, v1_0};
    match message {
        Message::V0_8Agent(v0_8::AgentMessage { body: v0_8::AgentBody::SurfaceUpdate(body), .. }) => {
            body.components.iter().map(|component| component.id.clone()).collect()
        }
        Message::V0_9Agent(v0_9::AgentMessage { body: v0_9::AgentBody::UpdateComponents(body), .. })
        | Message::V0_10Agent(v0_10::AgentMessage {
            body: v0_10::AgentBody::UpdateComponents(body), ..
        }) => body.components.iter().map(|component| component.id.clone()).collect(),
        Message::V1_0Agent(v1_0::AgentMessage { body: v1_0::AgentBody::UpdateComponents(body), .. }) => {
            body.components.iter().map(|component| component.id.clone()).collect()
        }
        Message::V1_0Agent(v1_0::AgentMessage { body: v1_0::AgentBody::CreateSurface(body), .. }) => {
            let components = body.components.get().map_or(&[][..], Vec::as_slice);
            components.iter().map(|component| component.id.clone()).collect()
        }
        _ => Vec::new(),
    }
}
