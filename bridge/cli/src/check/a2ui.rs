//! `agent-ui check a2ui`: messages, the catalog of their surfaces, and the surfaces that they build.

use super::undecodable;
use bridge::{
    Dialect, Named,
    a2ui::{
        self, CatalogId, ComponentId, Message, Notation, SurfaceId, Version,
        catalog::{Catalog, basic},
        surface::{Surface, Surfaces},
    },
};
use std::collections::BTreeMap;
use wire::{Finding, Pointer, Validate};

/// A finding, and in which line it is.
type Found = (usize, Finding);

/// What the messages of all inputs say together.
pub(super) struct Stream {
    protocol: Named,
    /// The catalogs of the surfaces, where they are stated.
    catalogs: BTreeMap<SurfaceId, CatalogId>,
    surfaces: Surfaces,
    /// Where a component was sent last: in which line, and where there.
    places: BTreeMap<(SurfaceId, ComponentId), (usize, Pointer)>,
    /// Where a surface was made.
    made: BTreeMap<SurfaceId, (usize, Pointer)>,
}

impl Stream {
    /// Of all texts, as a catalog may be stated after the components that are of it.
    pub(super) fn of<'a>(protocol: Named, texts: impl Iterator<Item = &'a str>) -> Self {
        let mut catalogs = BTreeMap::new();
        for text in texts {
            let elements = a2ui::read(text, protocol.a2ui_version()).unwrap_or_default();
            for message in elements.into_iter().filter_map(|element| element.result.ok()) {
                catalogs.extend(stated_catalog(&message));
            }
        }
        Self { protocol, catalogs, surfaces: Surfaces::new(), places: BTreeMap::new(), made: BTreeMap::new() }
    }

    /// The findings of one text, which stands in this line.
    pub(super) fn text(&mut self, line: usize, text: &str) -> Vec<Finding> {
        let elements = match a2ui::read(text, self.protocol.a2ui_version()) {
            Ok(elements) => elements,
            Err(error) => return vec![undecodable(error)],
        };
        let mut found = Vec::new();
        for element in elements {
            match element.result {
                Ok(message) => self.message(line, &message, &element.pointer, &mut found),
                Err(error) => found.push(undecodable(error)),
            }
        }
        found
    }

    fn message(&mut self, line: usize, message: &Message, at: &Pointer, found: &mut Vec<Finding>) {
        let before = found.len();
        message.findings(at, found);
        let Some(id) = message.surface_id().filter(|_| message.is_about_a_surface()) else { return };
        let makes =
            matches!(message.key(), "createSurface" | "beginRendering" | "surfaceUpdate" | "dataModelUpdate");
        // What was made elsewhere is not known here.
        if makes || self.surfaces.get(id.as_str()).is_some() {
            match self.surfaces.apply(message) {
                Ok(_) => self.remember(line, message, &at.member(message.key())),
                Err(error) => {
                    let pointer = at.join(&error.pointer);
                    let known = found
                        .iter()
                        .skip(before)
                        .any(|other| other.rule == error.rule && other.pointer == pointer);
                    if !known {
                        found.push(Finding::error(error.rule, pointer, error.message).hint(error.hint));
                    }
                }
            }
        }
        if self.catalogs.get(id).is_some_and(CatalogId::is_basic) {
            let basic = basic(message.version(), self.notation(id, message.version()));
            let mut more = Vec::new();
            basic.message_findings(message, at, &mut more);
            let is_new = |finding: &Finding| {
                !found
                    .iter()
                    .skip(before)
                    .any(|other| other.rule == finding.rule && other.pointer == finding.pointer)
            };
            more.retain(is_new);
            found.extend(more);
        }
    }

    /// As it was asked for, else as the surface shows it.
    fn notation(&self, id: &SurfaceId, version: Version) -> Notation {
        match (self.protocol.dialect, version) {
            (_, Version::V0_8) => Notation::Bound,
            (Dialect::A2ui1_0At, _) => Notation::At,
            (Dialect::A2ui1_0, _) if self.protocol.exact => Notation::Plain,
            _ => self.surfaces.get(id.as_str()).map_or(Notation::Plain, Surface::notation),
        }
    }

    fn remember(&mut self, line: usize, message: &Message, at: &Pointer) {
        let Some(id) = message.surface_id() else { return };
        if matches!(message.key(), "createSurface" | "beginRendering") {
            self.made.entry(id.clone()).or_insert_with(|| (line, at.clone()));
        }
        for (index, component) in components(message).into_iter().enumerate() {
            let place = (line, at.member("components").element(index));
            self.places.insert((id.clone(), component), place);
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
    fn place(&self, surface: &Surface, made: &(usize, Pointer), finding: Finding) -> Found {
        let mut segments = finding.pointer.segments();
        let is_component = segments.next().as_deref() == Some("components");
        let component = segments.next().filter(|_| is_component).map(|id| ComponentId::from(&*id));
        let place = component.and_then(|id| self.places.get(&(surface.surface_id().clone(), id)));
        let (line, pointer) = match place {
            Some((line, at)) => (*line, segments.fold(at.clone(), |at, segment| at.member(&segment))),
            None => made.clone(),
        };
        let Finding { rule, severity, message, hint, .. } = finding;
        let mut placed = Finding::error(rule, pointer, message).hint(hint);
        placed.severity = severity;
        (line, placed)
    }
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
