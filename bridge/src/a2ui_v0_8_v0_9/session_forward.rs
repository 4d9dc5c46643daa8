//! The session from 0.8 to 0.9.

use super::{
    FORWARD as rules, backward, client,
    forward::{self, Image},
    other_version,
    root::{Naming, ROOT, catalog_forward, is_known},
    version,
};
use crate::{
    Carry, Context, Dialect, Note, Refusal,
    Verdict::*,
    engine::{Direction, Job, Layer, List, Notes, Output, Session, fits_depth, payload},
};
use a2ui::{CatalogId, ComponentId, Message, SurfaceId, Version, surface::SurfaceComponent, v0_8, v0_9};
use std::collections::BTreeMap;
use wire::{Field, Payload, Pointer};

const COMPONENTS: List =
    List { from: "/surfaceUpdate/components", to: "/updateComponents/components", key: "id" };
/// `/surfaceUpdate/components/0/component/Text/text`
const LEVELS: usize = 6;

wire::object! {
    /// The surfaces of an agent that speaks 0.8.
    ///
    /// The messages of a surface are held until `beginRendering` says which root and which catalog it has.
    pub struct Forward {
        /// The surfaces, by id.
        surfaces: BTreeMap<String, ForwardSurface>,
    }
    /// A surface of 0.8.
    pub struct ForwardSurface {
        /// The root, once it is known.
        root?: Field<ComponentId>,
        /// The catalog that the surface has in 0.9.
        catalog_id as "catalogId"?: Field<CatalogId>,
        /// The messages that wait for `beginRendering`.
        held: Vec<Held>,
        /// The components, by id, for the case that the root changes.
        components: BTreeMap<String, v0_8::Component>,
    }
    /// A message of 0.8 that waits.
    pub struct Held {
        /// The number of the message that it comes from.
        input: u64,
        /// The message.
        message: v0_8::AgentMessage,
        /// The carry that came with it.
        carry: Carry,
        /// What became of fields before.
        before: Vec<Note>,
    }
}

/// What a message changes.
#[derive(Debug)]
pub(crate) enum Change {
    /// This is the surface; `None` if there is none.
    Surface(String, Option<Box<ForwardSurface>>),
    /// This is a component of the surface.
    Component(String, String, Option<Box<v0_8::Component>>),
    /// A message waits, behind the others.
    Hold(String, Box<Held>),
    /// The last message does not wait.
    Release(String),
}

impl Session for Forward {
    type Change = Change;

    fn apply(&mut self, change: Change) -> Change {
        match change {
            Change::Surface(id, surface) => {
                let before = match surface {
                    Some(surface) => self.surfaces.insert(id.clone(), *surface),
                    None => self.surfaces.remove(&id),
                };
                Change::Surface(id, before.map(Box::new))
            }
            Change::Component(id, key, component) => {
                let components = self.surfaces.get_mut(&id).map(|surface| &mut surface.components);
                let before = components.and_then(|components| match component {
                    Some(component) => components.insert(key.clone(), *component),
                    None => components.remove(&key),
                });
                Change::Component(id, key, before.map(Box::new))
            }
            Change::Hold(id, held) => {
                self.surfaces.entry(id.clone()).or_insert_with(ForwardSurface::empty).held.push(*held);
                Change::Release(id)
            }
            Change::Release(id) => match self.surfaces.get_mut(&id).and_then(|surface| surface.held.pop()) {
                Some(held) => Change::Hold(id, Box::new(held)),
                None => Change::Release(id),
            },
        }
    }
}

impl Default for Forward {
    fn default() -> Self {
        Self::new(BTreeMap::new())
    }
}

type Made = Result<(Vec<Output>, Vec<Change>), Refusal>;

impl Forward {
    /// The messages of 0.9 that are due after a message of 0.8, and what it changes.
    ///
    /// # Errors
    /// If the message has no image.
    pub(crate) fn handle(&self, message: Message, to: Dialect, job: &mut Job<'_>) -> Made {
        match message {
            Message::V0_8Agent(message) => self.agent(message, to, job),
            Message::V0_8Client(message) => {
                let naming =
                    message.surface_id().map_or_else(Naming::default, |surface| self.naming(surface, job.cx));
                let (image, carry) = client::translate_forward(&message, to, &naming, job)?;
                Ok((vec![job.output(image.into(), carry)], Vec::new()))
            }
            other => Err(other_version(other.version(), Version::V0_8, rules.message.id)),
        }
    }

    /// The numbers of the messages that are held.
    pub(crate) fn waiting(&self) -> impl Iterator<Item = u64> {
        self.surfaces.values().flat_map(|surface| &surface.held).map(|held| held.input)
    }

    /// What is still held at the end of the input, and forgets it.
    pub(crate) fn finish(&mut self) -> Vec<(u64, Refusal)> {
        let held = self.surfaces.values_mut().flat_map(|surface| std::mem::take(&mut surface.held));
        let unfinished = held.map(|held| {
            let at = Pointer::root().member(held.message.key());
            let message = format!(
                "the surface `{}` has no `beginRendering`, which names its root and its catalog",
                held.message.surface_id()
            );
            let refusal = Refusal::context(rules.held.id, at, message);
            (held.input, refusal.hint("send `beginRendering` after its components"))
        });
        unfinished.collect()
    }

    fn naming(&self, surface: &SurfaceId, cx: &Context) -> Naming {
        let known = self.surfaces.get(surface.as_str()).and_then(ForwardSurface::begun);
        known.map_or_else(|| client::of_context(surface, cx), |(root, catalog)| Naming::of(root, catalog))
    }

    fn agent(&self, message: v0_8::AgentMessage, to: Dialect, job: &mut Job<'_>) -> Made {
        let id = message.surface_id().as_str().to_owned();
        let given;
        let mut changes = Vec::new();
        let surface = match self.surfaces.get(&id) {
            Some(surface) => surface,
            None => {
                given = ForwardSurface::of_context(&id, job.cx);
                &given
            }
        };
        let one = One { to, surface };
        let outputs = match (&message.body, surface.begun()) {
            (v0_8::AgentBody::DeleteSurface(_), begun) => {
                let naming = begun.map_or_else(Naming::default, |(root, catalog)| Naming::of(root, catalog));
                let mut outputs = one.translate(&message, &naming, job)?;
                if let Some(last) = outputs.last_mut() {
                    for held in &surface.held {
                        let mut notes = Notes::about(held.input, job.want.notes);
                        let at = Pointer::root().member(held.message.key());
                        let remark = "the surface was taken away before it was shown";
                        notes.enter(Dropped, &rules.held, at, None, remark);
                        last.notes.append(&mut notes.list);
                    }
                }
                changes.push(Change::Surface(id, None));
                outputs
            }
            (v0_8::AgentBody::BeginRendering(body), None) => {
                let outputs = one.begin(&message, body, job)?;
                let mut next = surface.clone();
                next.root = Field::Value(body.root.clone());
                next.catalog_id = Field::Value(catalog_forward(&body.catalog_id));
                for held in std::mem::take(&mut next.held) {
                    next.remember(&held.message);
                }
                changes.push(Change::Surface(id, Some(Box::new(next))));
                outputs
            }
            (v0_8::AgentBody::BeginRendering(body), Some((root, catalog))) => {
                let outputs = one.begin_again(&message, body, (root, catalog), job)?;
                let mut next = surface.clone();
                next.root = Field::Value(body.root.clone());
                changes.push(Change::Surface(id, Some(Box::new(next))));
                outputs
            }
            (_, Some((root, catalog))) => {
                one.refuse_root(&message, root, catalog)?;
                let outputs = one.translate(&message, &Naming::of(root, catalog), job)?;
                if !self.surfaces.contains_key(&id) {
                    changes.push(Change::Surface(id.clone(), Some(Box::new(surface.clone()))));
                }
                changes.extend(components(&message).map(|component| {
                    let key = component.id.as_str().to_owned();
                    Change::Component(id.clone(), key, Some(Box::new(component.clone())))
                }));
                outputs
            }
            (_, None) => {
                // Whether it can be translated does not depend on what is still to come.
                let mut trial = job.with(job.input, job.carry);
                let tried = one.translate(&message, &Naming::default(), &mut trial)?;
                // A loss is known now, and would be too late with what comes then.
                job.held = tried.into_iter().flat_map(|output| output.notes).collect();
                let before = std::mem::take(&mut job.before);
                let held = Held::new(job.input, message, job.carry.clone(), before);
                changes.push(Change::Hold(id, Box::new(held)));
                Vec::new()
            }
        };
        Ok((outputs, changes))
    }
}

impl ForwardSurface {
    fn empty() -> Self {
        Self::new(Vec::new(), BTreeMap::new())
    }

    /// A surface that the caller holds.
    fn of_context(id: &str, cx: &Context) -> Self {
        let mut known = Self::empty();
        let Some(surface) = cx.surfaces.get(id).filter(|surface| surface.version() == Version::V0_8) else {
            return known;
        };
        known.root = surface.stated_root().cloned().map_or(Field::Absent, Field::Value);
        let catalog = surface.catalog_id().cloned().map_or(Field::Absent, Field::Value);
        known.catalog_id = Field::Value(catalog_forward(&catalog));
        for component in surface.components() {
            if let SurfaceComponent::V0_8(component) = component {
                known.components.insert(component.id.as_str().to_owned(), component.clone());
            }
        }
        known
    }

    /// The root and the catalog, once they are known.
    fn begun(&self) -> Option<(&ComponentId, &CatalogId)> {
        Some((self.root.get()?, self.catalog_id.get()?))
    }

    fn remember(&mut self, message: &v0_8::AgentMessage) {
        for component in components(message) {
            self.components.insert(component.id.as_str().to_owned(), component.clone());
        }
    }
}

/// One message of a surface.
struct One<'a> {
    to: Dialect,
    surface: &'a ForwardSurface,
}

impl One<'_> {
    /// The message alone, and before it what it writes into the data model.
    fn translate(
        &self,
        message: &v0_8::AgentMessage,
        naming: &Naming,
        job: &mut Job<'_>,
    ) -> Result<Vec<Output>, Refusal> {
        let mut notes = job.notes();
        let Image { body, writes } = forward::message(message, naming, &mut notes)?;
        let types: BTreeMap<&str, &str> = components(message)
            .map(|old| (naming.map(old.id.as_str()), old.component.name.as_str()))
            .collect();
        let type_of = |id: &str| {
            let old = types.get(id)?;
            Some(super::components::Type::of_v0_8(old).map_or(*old, |known| known.v0_9).to_owned())
        };
        // A component whose update leaves its type out may be of a type that only 0.9 calls so.
        let stated_type_of = |id: &str| types.get(id).map(|old| (*old).to_owned());
        let back_by = |image: &v0_9::AgentMessage, type_of: backward::TypeOf<'_>| {
            let body = backward::message(image, naming, type_of, &mut Notes::none()).ok()?;
            Some(v0_8::AgentMessage::new(body))
        };
        let back = |image: &v0_9::AgentMessage| {
            let mapped = back_by(image, &type_of);
            if mapped.as_ref() == Some(message) {
                return mapped;
            }
            back_by(image, &stated_type_of).filter(|stated| stated == message).or(mapped)
        };
        let bare = v0_9::AgentMessage::new(version(self.to), body);
        let direction = Direction {
            list: Some(COMPONENTS),
            ..Direction::new(Dialect::A2ui0_8, self.to, LEVELS, &rules.others)
        };
        let (made, carry) = direction.settle(message, bare, notes, back, job)?;
        let mut outputs = Vec::new();
        for (_, write) in writes {
            let write = v0_9::AgentMessage::new(made.version, write);
            outputs.push(in_place_of(None, write, Carry::default(), job.input)?);
        }
        outputs.push(job.output(made.into(), carry));
        Ok(outputs)
    }

    /// The surface begins: it is created, and what was held comes out.
    fn begin(
        &self,
        message: &v0_8::AgentMessage,
        body: &v0_8::BeginRendering,
        job: &mut Job<'_>,
    ) -> Result<Vec<Output>, Refusal> {
        let catalog = catalog_forward(&body.catalog_id);
        let naming = Naming::of(&body.root, &catalog);
        for held in &self.surface.held {
            let at = Pointer::root().member("beginRendering").member("root");
            self.refuse_root(&held.message, &body.root, &catalog).map_err(|refusal| refusal.at(at))?;
        }
        let mut outputs = self.translate(message, &naming, job)?;
        if body.root.as_str() != ROOT && !is_known(&catalog) {
            let mut notes = job.notes();
            let from = Pointer::root().member("beginRendering").member("root");
            let to = Pointer::parse("/updateComponents/components/0").ok();
            notes.enter(Derived, &rules.root, from, to, WRAPPED);
            let wrapper = wrapper(body, version(self.to));
            let wrapper = in_place_of(None, wrapper, Carry::default(), job.input)?;
            outputs.push(Output { notes: notes.list, ..wrapper });
        }
        for held in &self.surface.held {
            let mut job = job.with(held.input, &held.carry);
            let made = self.translate(&held.message, &naming, &mut job)?;
            let before = Some(held.before.clone());
            outputs.extend(made.into_iter().map(|output| Output { before: before.clone(), ..output }));
        }
        Ok(outputs)
    }

    /// The surface has begun already: its root changes.
    fn begin_again(
        &self,
        message: &v0_8::AgentMessage,
        body: &v0_8::BeginRendering,
        (root, catalog): (&ComponentId, &CatalogId),
        job: &mut Job<'_>,
    ) -> Result<Vec<Output>, Refusal> {
        let (_, rest) = job.carry.take(self.to);
        let version = version(self.to);
        let (old, new) = (Naming::of(root, catalog), Naming::of(&body.root, catalog));
        let update = if is_known(catalog) {
            let nowhere = Pointer::root();
            let image = |component: &v0_8::Component, naming: &Naming| {
                super::component::forward(component, naming, (&nowhere, &nowhere), &mut Notes::none()).0
            };
            let known = self.surface.components.values();
            let mut changed: Vec<_> = known.map(|known| (image(known, &old), image(known, &new))).collect();
            changed.retain(|(old, new)| old != new || (body.root == *root && new.id.as_str() == ROOT));
            let changed: Vec<_> = changed.into_iter().map(|(_, new)| new).collect();
            let update = v0_9::UpdateComponents::new(body.surface_id.clone(), changed);
            v0_9::AgentMessage::new(version, update)
        } else {
            wrapper(body, version)
        };
        let is_empty =
            matches!(&update.body, v0_9::AgentBody::UpdateComponents(body) if body.components.is_empty());
        // Nothing is there yet that could change; the message still needs something that stands for it.
        let update = if is_empty { column(body, version, Payload::array([])) } else { update };
        let mut notes = job.notes();
        let (from, to) = ("beginRendering", "updateComponents");
        let remark = "0.9 makes a surface once: the components are sent again under their new names";
        let root = Pointer::root();
        notes.remark(Carried, &rules.begin, (&root, from), Some((&root, to)), remark);
        let made = in_place_of(Some(payload(message)), update, rest, job.input)?;
        Ok(vec![Output { notes: notes.list, ..made }])
    }

    /// In a catalog of somebody's own the ids stay, and so nothing else can be called `root`.
    fn refuse_root(
        &self,
        message: &v0_8::AgentMessage,
        root: &ComponentId,
        catalog: &CatalogId,
    ) -> Result<(), Refusal> {
        if root.as_str() == ROOT || is_known(catalog) {
            return Ok(());
        }
        let Some(at) = components(message).position(|component| component.id.as_str() == ROOT) else {
            return Ok(());
        };
        let pointer =
            Pointer::parse("/surfaceUpdate/components").unwrap_or_default().element(at).member("id");
        let message = format!("the root is `{root}`, and in 0.9 no other component is called `root`");
        Err(Refusal::rule_broken(rules.root.id, pointer, message)
            .hint("name the root `root`, or use the standard catalog, whose references are known"))
    }
}

const WRAPPED: &str =
    "a Column called `root` holds it: in a catalog of somebody's own it is not known where ids stand";

/// A message that stands for another one of 0.8, or for none.
fn in_place_of(
    source: Option<Payload>,
    message: v0_9::AgentMessage,
    rest: Carry,
    input: u64,
) -> Result<Output, Refusal> {
    let image = payload(&message);
    fits_depth(None, &image, wire::MAX_DEPTH, rules.others.depth)?;
    let layer = Layer::in_place_of(Dialect::A2ui0_8, source, &image);
    Ok(Output { input, message: message.into(), carry: rest.with(layer), notes: Vec::new(), before: None })
}

fn components(message: &v0_8::AgentMessage) -> std::slice::Iter<'_, v0_8::Component> {
    match &message.body {
        v0_8::AgentBody::SurfaceUpdate(body) => body.components.iter(),
        _ => [].iter(),
    }
}

/// A root that holds the one of 0.8.
fn wrapper(body: &v0_8::BeginRendering, version: v0_9::Version) -> v0_9::AgentMessage {
    let root = Payload::string(body.root.as_str());
    let children = if body.root.as_str() == ROOT { Payload::array([]) } else { Payload::array([&root]) };
    column(body, version, children)
}

fn column(body: &v0_8::BeginRendering, version: v0_9::Version, children: Payload) -> v0_9::AgentMessage {
    let mut column = v0_9::Component::new(ROOT).component("Column");
    column.extra.insert("children", children);
    v0_9::AgentMessage::new(version, v0_9::UpdateComponents::new(body.surface_id.clone(), vec![column]))
}
