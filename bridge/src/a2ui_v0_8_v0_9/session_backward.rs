//! The session from 0.9 to 0.8.

use super::{
    BACKWARD as rules, backward, client, component, data, forward,
    items::{self, Items},
    other_version,
    root::{Naming, ROOT},
    shown, version,
};
use crate::{
    Carry, Context, Dialect, Note, Refusal,
    Verdict::*,
    engine::{
        Direction, Job, Layer, List, Notes, Output, RESTORED, Session, difference, fits_depth, payload,
    },
};
use a2ui::{
    CatalogId, ComponentId, Message, Version, data_model,
    surface::{Surface, SurfaceComponent},
    v0_8, v0_9,
};
use std::collections::{BTreeMap, BTreeSet};
use wire::{Field, Payload, Pointer};

const COMPONENTS: List =
    List { from: "/updateComponents/components", to: "/surfaceUpdate/components", key: "id" };
/// `/updateComponents/components/0/text`
const LEVELS: usize = 4;
/// `/component/MultipleChoice/options/0/label/path`
const LEVELS_OF_COMPONENT: usize = 6;

wire::object! {
    /// The surfaces of an agent that speaks 0.9.
    ///
    /// `beginRendering` waits for the first update that holds the root.
    pub struct Backward {
        /// The surfaces, by id.
        surfaces: BTreeMap<String, BackwardSurface>,
    }
    /// A surface of 0.9.
    pub struct BackwardSurface {
        /// The root that the surface has in 0.8.
        root: ComponentId,
        /// The catalog that it has in 0.9.
        catalog_id as "catalogId": CatalogId,
        /// The `createSurface` that waits for the root.
        create?: Field<HeldCreate>,
        /// The types of its components, by the ids of 0.9.
        types: BTreeMap<String, String>,
        /// What the next update of components writes of itself in 0.8.
        writes: Vec<v0_9::UpdateDataModel>,
        /// The components that its templates show for items.
        items: Items,
        /// The components with paths that are not shown for items, for the case that a template comes; by the ids of 0.8.
        outside: BTreeMap<String, Outside>,
    }
    /// A component that is not shown for items.
    pub struct Outside {
        /// The component.
        component: v0_9::Component,
        /// As it was sent.
        sent: v0_8::Component,
    }
    /// A `createSurface` that waits.
    pub struct HeldCreate {
        /// The number of the message that it comes from.
        input: u64,
        /// Its dialect, by name.
        from: String,
        /// The message.
        message: v0_9::AgentMessage,
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
    Surface(String, Option<Box<BackwardSurface>>),
    /// This is its root.
    Root(String, ComponentId),
    /// This waits for the root.
    Create(String, Box<Field<HeldCreate>>),
    /// A component has this type.
    Type(String, String, Option<String>),
    /// This changes of what its templates show.
    Items(String, items::Change),
    /// A component with paths is not shown for items; `None` if it is, or has none.
    Outside(String, String, Option<Box<Outside>>),
    /// This is written of itself.
    Writes(String, Vec<v0_9::UpdateDataModel>),
    /// This as well; `None` takes the last one away.
    Write(String, Option<Box<v0_9::UpdateDataModel>>),
}

impl Session for Backward {
    type Change = Change;

    fn apply(&mut self, change: Change) -> Change {
        use std::mem::replace;
        let change = match change {
            Change::Surface(id, surface) => {
                let before = match surface {
                    Some(surface) => self.surfaces.insert(id.clone(), *surface),
                    None => self.surfaces.remove(&id),
                };
                return Change::Surface(id, before.map(Box::new));
            }
            other => other,
        };
        let id = match &change {
            Change::Surface(id, _)
            | Change::Root(id, _)
            | Change::Create(id, _)
            | Change::Type(id, ..)
            | Change::Items(id, _)
            | Change::Outside(id, ..)
            | Change::Writes(id, _)
            | Change::Write(id, _) => id,
        };
        let Some(surface) = self.surfaces.get_mut(id) else { return change };
        match change {
            Change::Surface(..) => change,
            Change::Root(id, root) => Change::Root(id, replace(&mut surface.root, root)),
            Change::Create(id, create) => Change::Create(id, Box::new(replace(&mut surface.create, *create))),
            Change::Type(id, key, name) => {
                let before = match name {
                    Some(name) => surface.types.insert(key.clone(), name),
                    None => surface.types.remove(&key),
                };
                Change::Type(id, key, before)
            }
            Change::Items(id, change) => Change::Items(id, surface.items.apply(change)),
            Change::Outside(id, key, component) => {
                let before = match component {
                    Some(component) => surface.outside.insert(key.clone(), *component),
                    None => surface.outside.remove(&key),
                };
                Change::Outside(id, key, before.map(Box::new))
            }
            Change::Writes(id, writes) => Change::Writes(id, replace(&mut surface.writes, writes)),
            Change::Write(id, Some(write)) => {
                surface.writes.push(*write);
                Change::Write(id, None)
            }
            Change::Write(id, None) => Change::Write(id, surface.writes.pop().map(Box::new)),
        }
    }
}

impl Default for Backward {
    fn default() -> Self {
        Self::new(BTreeMap::new())
    }
}

type Made = Result<(Vec<Output>, Vec<Change>), Refusal>;

impl Backward {
    /// The messages of 0.8 that are due after a message of 0.9, and what it changes.
    ///
    /// # Errors
    /// If the message has no image, or its surface is not there.
    pub(crate) fn handle(&self, message: Message, from: Dialect, job: &mut Job<'_>) -> Made {
        match message {
            Message::V0_9Agent(message) => self.agent(&message, from, job),
            Message::V0_9Client(message) => {
                let surface = message.surface_id();
                let naming = match self.surfaces.get(surface.as_str()) {
                    Some(surface) => surface.naming(),
                    None => client::of_context(surface, job.cx),
                };
                let (image, carry) = client::translate_backward(&message, from, &naming, job)?;
                Ok((vec![job.output(image.into(), carry)], Vec::new()))
            }
            other => Err(other_version(other.version(), Version::V0_9, rules.message.id)),
        }
    }

    /// The numbers of the messages that are held.
    pub(crate) fn waiting(&self) -> impl Iterator<Item = u64> {
        self.surfaces.values().filter_map(|surface| surface.create.get()).map(|held| held.input)
    }

    /// At the end of the input, what still waits for a root that never came.
    ///
    /// # Errors
    /// Those of translating it.
    pub(crate) fn finish(&mut self, job: &Job<'_>) -> (Vec<Output>, Vec<(u64, Refusal)>) {
        let (mut outputs, mut refusals) = (Vec::new(), Vec::new());
        for surface in self.surfaces.values_mut() {
            let Field::Value(held) = std::mem::take(&mut surface.create) else { continue };
            let mut made = match begin(&held, job) {
                Ok(made) => made,
                Err(refusal) => {
                    refusals.push((held.input, refusal));
                    continue;
                }
            };
            if let Some(last) = made.last_mut() {
                let mut notes = Notes::about(held.input, job.want.notes);
                let (root, remark) =
                    (Pointer::root(), "the root never came; `beginRendering` names it all the same");
                let to = Some((&root, "beginRendering"));
                notes.remark(Derived, &rules.held, (&root, "createSurface"), to, remark);
                last.notes.append(&mut notes.list);
            }
            outputs.append(&mut made);
        }
        outputs.sort_by_key(|output| output.input);
        (outputs, refusals)
    }

    fn agent(&self, message: &v0_9::AgentMessage, from: Dialect, job: &mut Job<'_>) -> Made {
        let id = message.surface_id().as_str().to_owned();
        let at = Pointer::root().member(message.key());
        let mut changes = Vec::new();
        let given;
        let surface = match self.surfaces.get(&id) {
            Some(surface) => Some(surface),
            None => {
                given = BackwardSurface::of_context(&id, job.cx);
                if let Some(given) = &given {
                    changes.push(Change::Surface(id.clone(), Some(Box::new(given.clone()))));
                }
                given.as_ref()
            }
        };
        let outputs = match (&message.body, surface) {
            (v0_9::AgentBody::CreateSurface(_), Some(_)) => {
                let text = format!("the surface `{id}` exists already");
                return Err(Refusal::rule_broken(rules.surface.id, at.member("surfaceId"), text)
                    .hint("delete it first, or use another id"));
            }
            (v0_9::AgentBody::CreateSurface(body), None) => {
                let before = std::mem::take(&mut job.before);
                let held = HeldCreate::new(
                    job.input,
                    from.as_str(),
                    message.clone(),
                    job.carry.clone(),
                    before.clone(),
                );
                let made = begin(&held, job)?;
                let mut surface = BackwardSurface::of_catalog(&body.catalog_id);
                surface.root = made.iter().find_map(root_of).unwrap_or_else(|| ROOT.into());
                surface.create = Field::Value(held);
                // A loss is known now, and would be too late with what comes then.
                job.held = made.into_iter().flat_map(|output| output.notes).collect();
                job.held_before = before;
                changes.push(Change::Surface(id, Some(Box::new(surface))));
                Vec::new()
            }
            (v0_9::AgentBody::DeleteSurface(_), surface) => {
                let nothing = BackwardSurface::of_catalog(&"".into());
                let mut outputs =
                    One { from, message, surface: surface.unwrap_or(&nothing) }.translate(job)?;
                let held = surface.and_then(|surface| surface.create.get());
                if let (Some(held), Some(last)) = (held, outputs.last_mut()) {
                    let mut notes = Notes::about(held.input, job.want.notes);
                    let from = Pointer::root().member("createSurface");
                    let remark = "the surface was taken away before its root came";
                    notes.enter(Dropped, &rules.held, from, None, remark);
                    last.notes.append(&mut notes.list);
                }
                changes.push(Change::Surface(id, None));
                outputs
            }
            (_, None) => {
                let text = format!("there is no surface `{id}`");
                return Err(Refusal::rule_broken(rules.surface.id, at.member("surfaceId"), text)
                    .hint("create it first, or give the surface"));
            }
            (_, Some(surface)) => {
                let one = One { from, message, surface };
                let learnt = surface.items.changes(message);
                let mut outputs = one.again(&learnt, job)?;
                let made = one.translate(job)?;
                surface.take_in(&id, message, learnt, &made, &mut changes);
                outputs.extend(made);
                let root = outputs.iter().filter_map(root_of).next_back();
                let now = root.as_ref().unwrap_or(&surface.root);
                let holds_root = outputs.iter().any(|output| holds(&output.message, now));
                if let (Some(held), true) = (surface.create.get(), root.is_some() || holds_root) {
                    let made = begin(held, job)?;
                    let at = if root.is_some() { 0 } else { outputs.len() };
                    outputs.splice(at..at, made);
                    changes.push(Change::Create(id.clone(), Box::default()));
                }
                changes.extend(root.map(|root| Change::Root(id, root)));
                outputs
            }
        };
        Ok((outputs, changes))
    }
}

/// The root that a message names.
fn root_of(output: &Output) -> Option<ComponentId> {
    match &output.message {
        Message::V0_8Agent(v0_8::AgentMessage { body: v0_8::AgentBody::BeginRendering(body), .. }) => {
            Some(body.root.clone())
        }
        _ => None,
    }
}

/// Whether a message brings a component.
fn holds(message: &Message, id: &ComponentId) -> bool {
    components(message).iter().any(|component| component.id == *id)
}

fn components(message: &Message) -> &[v0_8::Component] {
    match message {
        Message::V0_8Agent(v0_8::AgentMessage { body: v0_8::AgentBody::SurfaceUpdate(body), .. }) => {
            &body.components
        }
        _ => &[],
    }
}

/// The `beginRendering` for which a `createSurface` waited.
fn begin(held: &HeldCreate, job: &Job<'_>) -> Result<Vec<Output>, Refusal> {
    let v0_9::AgentBody::CreateSurface(body) = &held.message.body else { return Ok(Vec::new()) };
    let nothing = BackwardSurface::of_catalog(&body.catalog_id);
    let from = Dialect::from_name(&held.from).unwrap_or(Dialect::A2ui0_9);
    let mut job = job.with(held.input, &held.carry);
    let mut outputs = One { from, message: &held.message, surface: &nothing }.translate(&mut job)?;
    outputs.iter_mut().for_each(|output| output.before = Some(held.before.clone()));
    Ok(outputs)
}

impl BackwardSurface {
    fn of_catalog(catalog: &CatalogId) -> Self {
        Self::new(ROOT, catalog.clone(), BTreeMap::new(), Vec::new(), Items::default(), BTreeMap::new())
    }

    /// A surface that the caller holds.
    fn of_context(id: &str, cx: &Context) -> Option<Self> {
        let surface: &Surface = cx.surfaces.get(id).filter(|surface| surface.version() == Version::V0_9)?;
        let mut known = Self::of_catalog(surface.catalog_id()?);
        let mut all = Vec::new();
        for component in surface.components() {
            known.types.insert(component.id().as_str().to_owned(), component.type_name().to_owned());
            if let SurfaceComponent::V0_9(component) = component {
                all.push(component);
            }
        }
        for change in known.items.changes_of(all.iter().copied()) {
            known.items.apply(change);
        }
        let naming = known.naming();
        for component in all.into_iter().filter(|component| has_paths(component)) {
            if let Some(sent) = known.image(component, false, &naming) {
                known.outside.insert(sent.id.as_str().to_owned(), Outside::new(component.clone(), sent));
            }
        }
        Some(known)
    }

    fn naming(&self) -> Naming {
        Naming::of(&self.root, &self.catalog_id)
    }

    /// A component as it was sent, but with the paths that it has if it is shown for items; `None` if these are the same.
    fn as_item(&self, known: &Outside, naming: &Naming) -> Option<v0_8::Component> {
        let image = |in_item| Some(payload(&self.image(&known.component, in_item, naming)?));
        let (outside, inside, sent) = (image(false)?, image(true)?, payload(&known.sent));
        let mut changes = difference::between(&outside, &inside, LEVELS_OF_COMPONENT);
        // What a carry brought back is right as it is.
        changes.retain(|(pointer, _)| sent.get(pointer) == outside.get(pointer));
        if changes.is_empty() { None } else { difference::apply(&sent, &changes).decode().ok() }
    }

    /// A component in 0.8, without what is said of it.
    fn image(&self, component: &v0_9::Component, in_item: bool, naming: &Naming) -> Option<v0_8::Component> {
        let name = component.component.get().or_else(|| self.types.get(component.id.as_str()))?;
        let nowhere = (&Pointer::root(), &Pointer::root());
        Some(component::backward(component, (name, in_item), naming, nowhere, &mut Notes::none()))
    }

    /// What the message says about the surface.
    fn take_in(
        &self,
        id: &str,
        message: &v0_9::AgentMessage,
        learnt: Vec<items::Change>,
        outputs: &[Output],
        changes: &mut Vec<Change>,
    ) {
        match &message.body {
            v0_9::AgentBody::UpdateComponents(body) => {
                for component in &body.components {
                    if let Field::Value(name) = &component.component {
                        let key = component.id.as_str().to_owned();
                        changes.push(Change::Type(id.to_owned(), key, Some(name.clone())));
                    }
                }
                let naming = self.naming();
                let set = |key: &str, known| Change::Outside(id.to_owned(), key.to_owned(), known);
                let (is_known, in_item) =
                    (|key: &str| self.outside.contains_key(key), self.items.with(message));
                for learnt in learnt {
                    let placed = learnt.newly_shown().map(|id| naming.map(id)).filter(|key| is_known(key));
                    changes.extend(placed.map(|key| set(key, None)));
                    changes.push(Change::Items(id.to_owned(), learnt));
                }
                let sent = outputs.iter().flat_map(|output| components(&output.message));
                let sent: BTreeMap<&str, &v0_8::Component> =
                    sent.map(|component| (component.id.as_str(), component)).collect();
                for component in &body.components {
                    let key = naming.map(component.id.as_str());
                    let is_outside = has_paths(component) && !in_item(component.id.as_str());
                    let sent = sent.get(key).filter(|_| is_outside);
                    let known = sent.map(|sent| Box::new(Outside::new(component.clone(), (*sent).clone())));
                    if known.is_some() || is_known(key) {
                        changes.push(set(key, known));
                    }
                }
                changes.push(Change::Writes(id.to_owned(), Vec::new()));
            }
            v0_9::AgentBody::UpdateDataModel(body) if outputs.is_empty() => {
                changes.push(Change::Write(id.to_owned(), Some(Box::new(body.clone()))));
            }
            _ => {}
        }
    }
}

/// Whether a component is bound to data, or could be.
fn has_paths(component: &v0_9::Component) -> bool {
    // A name may be written with escapes.
    component.extra.iter().any(|(_, value)| value.text().contains(r#""path""#) || value.text().contains('\\'))
}

/// One message of a surface.
struct One<'a> {
    from: Dialect,
    message: &'a v0_9::AgentMessage,
    surface: &'a BackwardSurface,
}

impl One<'_> {
    /// The update that says components again which a template comes to show for its items: 0.8 writes their paths otherwise then.
    fn again(&self, learnt: &[items::Change], job: &Job<'_>) -> Result<Vec<Output>, Refusal> {
        let v0_9::AgentBody::UpdateComponents(body) = &self.message.body else { return Ok(Vec::new()) };
        let naming = self.surface.naming();
        let own: BTreeSet<&str> = body.components.iter().map(|component| component.id.as_str()).collect();
        let placed = learnt.iter().filter_map(items::Change::newly_shown).filter(|id| !own.contains(*id));
        let placed = placed.filter_map(|id| self.surface.outside.get(naming.map(id)));
        let images: Vec<_> = placed.filter_map(|known| self.surface.as_item(known, &naming)).collect();
        if images.is_empty() {
            return Ok(Vec::new());
        }
        let update = v0_8::SurfaceUpdate::new(body.surface_id.clone(), images);
        let message = v0_8::AgentMessage::new(update);
        let image = payload(&message);
        fits_depth(&Payload::null, &image, wire::MAX_DEPTH, rules.others.depth)?;
        let carry = Carry::default().with(Layer::in_place_of(self.from, None, &image));
        let (input, message) = (job.input, message.into());
        Ok(vec![Output { input, message, carry, notes: Vec::new(), before: None }])
    }

    fn translate(&self, job: &mut Job<'_>) -> Result<Vec<Output>, Refusal> {
        let (kept, rest) = job.carry.take(Dialect::A2ui0_8);
        match kept.stands_for(&payload(self.message)) {
            // What a component writes of itself, and the Column around a root: 0.8 has no message for these.
            Some(None) => return Ok(Vec::new()),
            Some(Some(source)) => {
                if let Some(source) = self.source(source) {
                    let mut notes = job.notes();
                    let root = Pointer::root();
                    notes.enter(Copied, rules.others.restored, root.clone(), Some(root), RESTORED);
                    job.notes.append(&mut notes.list);
                    return Ok(vec![job.output(source.into(), rest)]);
                }
            }
            None => {}
        }
        // What was kept for another message says nothing of this one.
        let others;
        let is_outdated = kept.image("").is_some();
        let mut job = if is_outdated {
            others = rest;
            job.with(job.input, &others)
        } else {
            job.with(job.input, job.carry)
        };
        let naming = self.surface.naming();
        let type_of = |id: &str| self.surface.types.get(id).cloned();
        let in_item = self.surface.items.with(self.message);
        let known = backward::Known { type_of: &type_of, in_item: &in_item };
        let mut notes = job.notes();
        let bare = v0_8::AgentMessage::new(backward::message(self.message, &naming, known, &mut notes)?);
        let is_kept = !kept.fields.is_empty() && !is_outdated;
        let back = |image: &v0_8::AgentMessage| self.back(image, self.message, &naming, is_kept);
        let direction = Direction {
            list: Some(COMPONENTS),
            ..Direction::new(self.from, Dialect::A2ui0_8, LEVELS, &rules.others)
        };
        let (made, carry) = direction.settle(self.message, bare.clone(), notes, back, &mut job)?;
        let parts = match &self.message.body {
            v0_9::AgentBody::UpdateDataModel(body) if contents(&made) == contents(&bare) => {
                backward::parts(body)
            }
            _ => Vec::new(),
        };
        if parts.len() < 2 {
            return Ok(vec![job.output(made.into(), carry)]);
        }
        let notes = std::mem::take(&mut job.notes);
        let mut outputs = self.split(parts, &direction, &naming, &mut job)?;
        if let Some(last) = outputs.last_mut() {
            last.notes = notes;
        }
        Ok(outputs)
    }

    /// The message in whose place this one stands: a `beginRendering` for whose sake components were sent again, or a
    /// `dataModelUpdate` that says the same.
    fn source(&self, source: &Payload) -> Option<v0_8::AgentMessage> {
        let source: v0_8::AgentMessage = source.decode().ok()?;
        let is_source = match (&source.body, &self.message.body) {
            (v0_8::AgentBody::BeginRendering(_), _) => true,
            (v0_8::AgentBody::DataModelUpdate(old), v0_9::AgentBody::UpdateDataModel(new)) => {
                let path = old.path.get().map_or("", String::as_str);
                is_written(new, path, &old.value().ok()?)
            }
            _ => false,
        };
        (is_source && source.surface_id() == self.message.surface_id()).then_some(source)
    }

    /// The several messages that together write a deep value, each with what it stands for. What belongs to the whole goes with
    /// the first.
    fn split(
        &self,
        parts: Vec<(v0_9::UpdateDataModel, v0_8::DataModelUpdate)>,
        direction: &Direction,
        naming: &Naming,
        job: &mut Job<'_>,
    ) -> Result<Vec<Output>, Refusal> {
        let nothing = Carry::default();
        let mut outputs = Vec::new();
        for (index, (mut old, new)) in parts.into_iter().enumerate() {
            let mut source = self.message.clone();
            if index > 0 {
                source.extra = wire::Extra::new();
            } else if let v0_9::AgentBody::UpdateDataModel(body) = &self.message.body {
                old.extra = body.extra.clone();
            }
            source.body = old.into();
            let bare = v0_8::AgentMessage::new(new);
            // The first one makes what the others write to.
            let back = |image: &v0_8::AgentMessage| self.back(image, &source, naming, index > 0);
            let carry = if index == 0 { job.carry } else { &nothing };
            let mut job = job.with(job.input, carry);
            let (made, carry) = direction.settle(&source, bare, Notes::none(), back, &mut job)?;
            job.notes.clear();
            outputs.push(job.output(made.into(), carry));
        }
        Ok(outputs)
    }

    /// The image of a message of 0.8 in this one's version. A component that writes more than was seen to be written does not fit.
    /// `is_told` says whether a carry, or another message, tells where lists are and what paths mean.
    fn back(
        &self,
        image: &v0_8::AgentMessage,
        source: &v0_9::AgentMessage,
        naming: &Naming,
        is_told: bool,
    ) -> Option<v0_9::AgentMessage> {
        let forward::Image { mut body, writes, .. } =
            forward::message(image, naming, None, &mut Notes::none()).ok()?;
        if let v0_9::AgentBody::UpdateComponents(body) = &mut body {
            let seen = &self.surface.writes;
            for (index, path, value) in writes {
                // In a template nothing is written.
                let is_in_item = is_told && shown::is_of_item(source, index, &path);
                let is_seen = is_in_item || seen.iter().any(|seen| is_written(seen, &path, &value));
                if let (false, Some(component)) = (is_seen, body.components.get_mut(index)) {
                    component.extra.insert("\u{0}write", Payload::null());
                }
            }
        }
        match (&mut body, &source.body) {
            // What a carry says of paths depends on data and templates that only the other side knows.
            (v0_9::AgentBody::UpdateComponents(body), v0_9::AgentBody::UpdateComponents(visible))
                if is_told =>
            {
                as_visible(body, visible);
            }
            (v0_9::AgentBody::UpdateComponents(body), _) => {
                body.components.iter_mut().for_each(without_template)
            }
            (v0_9::AgentBody::UpdateDataModel(body), v0_9::AgentBody::UpdateDataModel(visible)) => {
                if !is_told {
                    as_names(body);
                }
                // Of members under other names nobody could tell the order.
                let is_split = visible.value.as_ref().is_some_and(data::has_split_names);
                if is_split && body.value != visible.value {
                    body.value = Some(Payload::null());
                }
            }
            _ => {}
        }
        Some(v0_9::AgentMessage::new(version(self.from), body))
    }
}

fn as_visible(image: &mut v0_9::UpdateComponents, visible: &v0_9::UpdateComponents) {
    if shown::may_mean(&payload(visible), &payload(image)) {
        *image = visible.clone();
    }
}

/// In 0.8 a template is repeated for the members of an object too; that it was for a list alone is carried.
fn without_template(component: &mut v0_9::Component) {
    let path =
        component.extra.get("children").and_then(|children| children.get(&Pointer::root().member("path")));
    if path.is_some() {
        component.extra.insert("children", Payload::null());
    }
}

/// In 0.8 an index is a name. Where 0.9 would make a list for it, an object is written, as nobody here knows whether one is there.
fn as_names(update: &mut v0_9::UpdateDataModel) {
    let path = update.path.get().map_or("", String::as_str);
    let (Ok(segments), Some(value)) = (data_model::segments(path), &update.value) else { return };
    let list = segments.iter().skip(1).position(|segment| shown::is_index(segment));
    let Some((above, below)) = list.and_then(|at| segments.split_at_checked(at + 1)) else { return };
    let target = shown::made_of_names(above, below, value);
    update.path = Field::Value(forward::path_of(&target.segments));
    update.value = Some(target.value);
}

/// Whether an update says what a write of 0.8 does.
fn is_written(update: &v0_9::UpdateDataModel, path: &str, value: &Payload) -> bool {
    let new_path = update.path.get().map_or("", String::as_str);
    let (Some(new), Ok(segments), Ok(names)) =
        (&update.value, data_model::segments(new_path), data_model::names(path))
    else {
        return false;
    };
    shown::says(&(segments, new.clone()), &(names, value.clone()))
}

fn contents(message: &v0_8::AgentMessage) -> Option<&[v0_8::DataEntry]> {
    match &message.body {
        v0_8::AgentBody::DataModelUpdate(body) => Some(&body.contents),
        _ => None,
    }
}
