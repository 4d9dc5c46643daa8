//! The session from 0.9 to 0.8.

mod message;

use super::{
    BACKWARD as rules, client, component,
    component_graph::ComponentGraph,
    components::Type,
    equivalence, other_version,
    paths::{Paths, Terms},
    root::{Naming, ROOT},
};
use crate::{
    Carry, Context, Dialect, Label, LossPolicy, Note, Refusal, RequestedOutputs,
    Verdict::*,
    lens::{FieldMap, Output, Translatable, TranslationCx},
    shared::{SharedList, SharedMap, SharedValue, measured_by_encoding, measured_by_member},
};
use a2ui::{
    CatalogId, ComponentId, Message, SurfaceId, Version,
    surface::{Surface, SurfaceComponent},
    v0_8, v0_9,
};
use message::MessageTranslation;
use std::collections::BTreeMap;
use wire::{Field, Payload, Pointer};

wire::object! {
    /// The surfaces of a 0.9 agent.
    ///
    /// `beginRendering` waits for the first update that contains the root.
    pub struct BackwardSession {
        /// The surfaces by id.
        surfaces: SharedMap<SurfaceId, BackwardSurface>,
    }
    /// The state of a 0.9 surface.
    pub struct BackwardSurface {
        /// The root id of the surface in 0.8.
        root: ComponentId,
        /// The catalog of the surface in 0.9.
        catalog_id as "catalogId": CatalogId,
        /// The `createSurface` that waits for the root.
        create?: Field<SharedValue<WaitingMessage>>,
        /// The updates that the next message will perform by itself in 0.8, according to a carry.
        writes: SharedList<WaitingMessage>,
        /// The components, by their ids in 0.9.
        tree: ComponentGraph,
        /// The components with paths that no template repeats, by their ids in 0.8. They are rewritten if a template
        /// comes to repeat them.
        outside: SharedMap<ComponentId, UnrepeatedComponent>,
    }
    /// A component that no template repeats.
    pub struct UnrepeatedComponent {
        /// The component in 0.9.
        component: v0_9::Component,
        /// The component as it was sent in 0.8.
        sent: v0_8::Component,
        /// The carried 0.8 form of the component in a template, if it differs from the computed one.
        item?: Field<v0_8::Component>,
    }
    /// A message that waits for a later one.
    pub struct WaitingMessage {
        /// The number of the input message.
        input: u64,
        /// The dialect of the message, by name.
        from: Label,
        /// The waiting message itself.
        message: v0_9::AgentMessage,
        /// The carry that came with the message.
        carry: Carry,
        /// The notes of earlier mappings.
        before: Vec<Note>,
    }
}

measured_by_encoding!(UnrepeatedComponent, WaitingMessage);
measured_by_member! {
    BackwardSession { surfaces }
    BackwardSurface { root, catalog_id, create, writes, tree, outside }
}

impl Default for BackwardSession {
    fn default() -> Self {
        Self::new(SharedMap::default())
    }
}

impl BackwardSession {
    /// Translates a message of 0.9 into the 0.8 messages that can be sent now.
    ///
    /// # Errors
    /// Refuses a message without a counterpart, and a message about an unknown surface.
    pub(crate) fn handle(
        &mut self,
        message: Message,
        tcx: &mut TranslationCx<'_>,
    ) -> Result<Vec<Output>, Refusal> {
        let from = tcx.step.from;
        match message {
            Message::V0_9Agent(message) => self.agent(message, from, tcx),
            Message::V0_9Client(message) => {
                let surface = message.surface_id();
                let naming = match self.surfaces.get(surface.as_str()) {
                    Some(surface) => surface.naming(),
                    None => client::of_context(surface, tcx.cx),
                };
                let translated = client::translate_backward(&message, from, &naming, tcx)?;
                Ok(vec![tcx.a2ui_output(translated)])
            }
            other => Err(other_version(other.version(), Version::V0_9, rules.message.id)),
        }
    }

    /// Returns the numbers of the waiting messages.
    pub(crate) fn waiting(&self) -> impl Iterator<Item = u64> {
        let held = self.surfaces.values().flat_map(|surface| {
            surface.create.get().map(|held| &**held).into_iter().chain(surface.writes.iter())
        });
        held.map(|held| held.input)
    }

    /// Ends the input: translates the messages that wait for a root.
    ///
    /// # Errors
    /// Returns the refusals of messages that cannot be translated.
    pub(crate) fn finish(&mut self, tcx: &TranslationCx<'_>) -> (Vec<Output>, Vec<(u64, Refusal)>) {
        let (mut outputs, mut refusals) = (Vec::new(), Vec::new());
        let surfaces = self.surfaces.clone();
        for (id, surface) in surfaces.iter() {
            match surface.pending_writes(&[], &surface.tree, tcx) {
                Ok(made) => outputs.extend(made),
                Err(refusal) => refusals.extend(surface.writes.get(0).map(|held| (held.input, refusal))),
            }
            self.surfaces.update(id, |surface| {
                surface.writes = SharedList::default();
                surface.create = Field::Absent;
            });
            let Some(held) = surface.create.get() else { continue };
            let mut made = match begin(held, tcx) {
                Ok(made) => made,
                Err(refusal) => {
                    refusals.push((held.input, refusal));
                    continue;
                }
            };
            if let Some(last) = made.last_mut() {
                let mut fields = FieldMap::about(held.input, tcx.requested.notes);
                let (root, remark) =
                    (Pointer::root(), "`beginRendering` names the root, although no message defined it");
                let to = Some((&root, "beginRendering"));
                fields.remark(Derived, &rules.held, (&root, "createSurface"), to, remark);
                last.notes.append(&mut fields.list);
            }
            outputs.append(&mut made);
        }
        outputs.sort_by_key(|output| output.input);
        (outputs, refusals)
    }

    fn agent(
        &mut self,
        message: v0_9::AgentMessage,
        from: Dialect,
        tcx: &mut TranslationCx<'_>,
    ) -> Result<Vec<Output>, Refusal> {
        let id = message.surface_id().clone();
        let key = message.key();
        let at = || Pointer::root().member(key).member("surfaceId");
        let known = self.surfaces.get(&id).cloned();
        let surface = known.or_else(|| BackwardSurface::of_context(id.as_str(), tcx.cx));
        match (&message.body, surface) {
            (v0_9::AgentBody::CreateSurface(_), Some(_)) => {
                let text = format!("the surface `{id}` already exists");
                Err(Refusal::rule_broken(rules.surface.id, at(), text)
                    .hint("delete it first, or use another id"))
            }
            (v0_9::AgentBody::CreateSurface(body), None) => {
                let surface = BackwardSurface::of_catalog(&body.catalog_id);
                self.surfaces.insert(id, surface.begin(message, from, tcx)?);
                Ok(Vec::new())
            }
            (v0_9::AgentBody::DeleteSurface(_), surface) => {
                let nothing = || BackwardSurface::of_catalog(&"".into());
                let surface = surface.unwrap_or_else(nothing);
                let one =
                    MessageTranslation { from, message: &message, surface: &surface, tree: &surface.tree };
                let mut outputs = one.translate(tcx)?;
                if let (Some(held), Some(last)) = (surface.create.get(), outputs.last_mut()) {
                    let mut fields = FieldMap::about(held.input, tcx.requested.notes);
                    let from = Pointer::root().member("createSurface");
                    let remark = "the surface was deleted before its root arrived";
                    fields.enter(Dropped, &rules.held, from, None, remark);
                    last.notes.append(&mut fields.list);
                }
                self.surfaces.remove(&id);
                Ok(outputs)
            }
            (_, None) => {
                let text = format!("the surface `{id}` does not exist");
                Err(Refusal::rule_broken(rules.surface.id, at(), text)
                    .hint("create it first, or pass the surface with --surface"))
            }
            (_, Some(mut surface)) => {
                let outputs = surface.update(message, from, tcx)?;
                self.surfaces.insert(id, surface);
                Ok(outputs)
            }
        }
    }
}

/// Returns the root that a message names.
fn root_of(output: &Output) -> Option<ComponentId> {
    match &*output.message {
        Message::V0_8Agent(v0_8::AgentMessage { body: v0_8::AgentBody::BeginRendering(body), .. }) => {
            Some(body.root.clone())
        }
        _ => None,
    }
}

/// Returns `true` if a message contains a component.
fn contains_component(message: &Message, id: &ComponentId) -> bool {
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

/// Translates a waiting `createSurface` into `beginRendering`.
fn begin(held: &WaitingMessage, tcx: &TranslationCx<'_>) -> Result<Vec<Output>, Refusal> {
    let v0_9::AgentBody::CreateSurface(body) = &held.message.body else { return Ok(Vec::new()) };
    let nothing = BackwardSurface::of_catalog(&body.catalog_id);
    held.translate(&nothing, tcx)
}

impl WaitingMessage {
    fn translate(&self, surface: &BackwardSurface, tcx: &TranslationCx<'_>) -> Result<Vec<Output>, Refusal> {
        let from = Dialect::from_name(self.from.as_str()).unwrap_or(Dialect::A2ui0_9);
        let mut tcx = tcx.for_message(self.input, &self.carry);
        let one = MessageTranslation { from, message: &self.message, surface, tree: &surface.tree };
        let mut outputs = one.translate(&mut tcx)?;
        outputs.iter_mut().for_each(|output| output.before = Some(self.before.clone()));
        Ok(outputs)
    }
}

impl BackwardSurface {
    fn of_catalog(catalog: &CatalogId) -> Self {
        Self::new(ROOT, catalog.clone(), Vec::new(), ComponentGraph::default(), SharedMap::default())
    }

    /// Reads the state of a surface in the context.
    fn of_context(id: &str, cx: &Context) -> Option<Self> {
        let surface: &Surface = cx.surfaces.get(id).filter(|surface| surface.version() == Version::V0_9)?;
        let mut known = Self::of_catalog(surface.catalog_id()?);
        let mut all = Vec::new();
        for component in surface.components() {
            if let SurfaceComponent::V0_9(component) = component {
                all.push(component);
            }
        }
        known.tree.learn_components(all.iter().copied());
        let naming = known.naming();
        for component in all.into_iter().filter(|component| has_paths(component)) {
            if let Some(sent) = known.component_in_0_8(component, false, &naming) {
                let id = sent.id.clone();
                known.outside.insert(id, UnrepeatedComponent::new(component.clone(), sent));
            }
        }
        Some(known)
    }

    fn naming(&self) -> Naming {
        Naming::of(&self.root, &self.catalog_id)
    }

    /// Begins a surface whose `createSurface` waits for the root.
    fn begin(
        mut self,
        message: v0_9::AgentMessage,
        from: Dialect,
        tcx: &mut TranslationCx<'_>,
    ) -> Result<Self, Refusal> {
        let before = std::mem::take(&mut tcx.earlier_notes);
        let is_taken = tcx.loss_policy == LossPolicy::Allow && tcx.carry.is_empty() && message.is_shallow();
        let held = WaitingMessage::new(tcx.input, from.as_str(), message, tcx.carry.clone(), before.clone());
        let made = if is_taken {
            // Without a loss policy, losses can be reported later, and nothing else can refuse the message.
            Vec::new()
        } else {
            let requested = if tcx.loss_policy != LossPolicy::Allow {
                tcx.requested
            } else {
                RequestedOutputs { carry: false, notes: false }
            };
            begin(&held, &TranslationCx::new(tcx.step, tcx.input, tcx.carry, tcx.cx, requested))?
        };
        if let Some(root) = made.iter().find_map(root_of) {
            self.root = root;
        }
        self.create = Field::Value(held.into());
        // The losses must be refused now, not with a later message.
        tcx.waiting_notes = made.into_iter().flat_map(|output| output.notes).collect();
        tcx.earlier_waiting_notes = before;
        Ok(self)
    }

    /// Translates a message about a surface that was created.
    fn update(
        &mut self,
        message: v0_9::AgentMessage,
        from: Dialect,
        tcx: &mut TranslationCx<'_>,
    ) -> Result<Vec<Output>, Refusal> {
        let before = self.clone();
        let mut repeated = self.tree.learn(&message);
        let own = self.tree.clone();
        let one = MessageTranslation { from, message: &message, surface: &before, tree: &own };
        let made = one.translate(tcx)?;
        // A message that restores another root sends components under their new ids.
        let root = made.iter().find_map(root_of);
        let naming = root.as_ref().map_or_else(|| before.naming(), |root| Naming::of(root, &self.catalog_id));
        if root.is_some() {
            self.tree = before.tree.clone();
            repeated = self.tree.learn_renamed(&message, (&before.naming(), &naming));
        }
        let items = one.items(&made, tcx).unwrap_or_default();
        let [again, items_again] = one.again(&repeated, &naming, tcx)?;
        // Components that are sent again belong between the writes and the message that depends on them.
        let is_silent = made.is_empty();
        let mut outputs = Vec::new();
        if !is_silent {
            outputs = before.pending_writes(&made, &self.tree, tcx)?;
            self.writes = SharedList::default();
        }
        outputs.extend(again);
        match message.body {
            v0_9::AgentBody::UpdateComponents(body) => {
                self.take_in(&naming, body.components, (&own, &repeated), (&made, items));
            }
            _ => {
                self.tree = before.tree.clone();
                if is_silent {
                    let carry = tcx.carry.without(Dialect::A2ui0_8);
                    let earlier = std::mem::take(&mut tcx.earlier_notes);
                    self.writes.push(WaitingMessage::new(tcx.input, from.as_str(), message, carry, earlier));
                }
            }
        }
        if outputs.is_empty() {
            outputs = made;
        } else {
            outputs.extend(made);
        }
        outputs.extend(items_again);
        let root = outputs.iter().filter_map(root_of).next_back();
        let now = root.as_ref().unwrap_or(&before.root);
        let holds_root = outputs.iter().any(|output| contains_component(&output.message, now));
        if let (Some(held), true) = (before.create.get(), root.is_some() || holds_root) {
            let made = begin(held, tcx)?;
            outputs.reserve_exact(made.len());
            let at = if root.is_some() { 0 } else { outputs.len() };
            outputs.splice(at..at, made);
            self.create = Field::Absent;
        }
        if let Some(root) = root {
            self.root = root;
        }
        Ok(outputs)
    }

    /// Returns a sent component with the paths that it has inside a template; `None` if they are the same.
    fn rewritten_as_item(&self, known: &UnrepeatedComponent, naming: &Naming) -> Option<v0_8::Component> {
        let mut item = known.item.get().unwrap_or(&known.sent).clone();
        let target = |in_item| {
            let terms = Terms { naming, paths: Paths::new(None, in_item) };
            let nowhere = (&Pointer::root(), &Pointer::root());
            component::forward(&item, terms, nowhere, &mut FieldMap::none()).0.extra
        };
        let (outside, inside) = (target(false), target(true));
        // One version may know a type or a property that is unknown in the other.
        let type_there = Type::of_v0_8(&item.component.name);
        let type_here = self.type_of(&known.component).and_then(Type::of_v0_9);
        let properties = &item.component.properties;
        let name_there = |name| {
            let row = type_here.and_then(|known| known.row_of_v0_9(name));
            row.map_or(name, |row| if properties.member(row.v0_8).is_some() { row.v0_8 } else { name })
        };
        let name_again =
            |name| type_there.and_then(|known| known.row_of_v0_8(name)).map_or(name, |row| row.v0_9);
        let wrong = known.component.extra.iter().filter_map(|(name, value)| {
            let name = name_there(name);
            let inside = inside.get(name_again(name));
            let is_wrong = inside != outside.get(name_again(name))
                && !inside.is_some_and(|inside| equivalence::is_same_up_to_keys(value, inside, true));
            is_wrong.then_some(name)
        });
        let wrong: Vec<&str> = wrong.collect();
        if !wrong.is_empty() {
            let plain_target = self.component_in_0_8(&known.component, true, naming)?.component.properties;
            let properties = item.component.properties.members().map(|(name, value)| {
                let plain_target = plain_target.member(&name).filter(|_| wrong.contains(&&*name));
                (name, plain_target.unwrap_or(value))
            });
            let properties: Vec<_> = properties.collect();
            let properties = properties.iter().map(|(name, value)| (name.as_ref(), value));
            item.component.properties = Payload::object(properties);
        }
        (item != known.sent).then_some(item)
    }

    /// Returns the type of a component, which an update may omit.
    fn type_of<'a>(&'a self, component: &'a v0_9::Component) -> Option<&'a str> {
        let stated = component.component.get().map(String::as_str);
        stated.or_else(|| self.tree.type_of(component.id.as_str()))
    }

    /// Translates a component to 0.8 without notes.
    fn component_in_0_8(
        &self,
        component: &v0_9::Component,
        in_item: bool,
        naming: &Naming,
    ) -> Option<v0_8::Component> {
        let name = self.type_of(component)?;
        let nowhere = (&Pointer::root(), &Pointer::root());
        Some(component::backward(component, (name, in_item), naming, nowhere, &mut FieldMap::none()))
    }

    /// Translates the waiting updates that these messages do not perform by themselves. `tree` is the component graph
    /// after these messages.
    fn pending_writes(
        &self,
        next: &[Output],
        tree: &ComponentGraph,
        tcx: &TranslationCx<'_>,
    ) -> Result<Vec<Output>, Refusal> {
        if self.writes.is_empty() {
            return Ok(Vec::new());
        }
        let naming = self.naming();
        let in_item = |id: &str| tree.is_shown(id);
        // A map of 0.8 becomes a list when a template is bound to it.
        let has_items = tree.has_items();
        let written = next.iter().flat_map(|output| message::writes(&output.message, &naming, &in_item));
        let written: Vec<_> = written.collect();
        let exactly = wire::collect_set(written.iter().map(|(path, value)| (path.as_str(), value.text())));
        let mut outputs = Vec::new();
        for held in self.writes.iter() {
            let is_list = has_items && !next.is_empty() && message::has_list(&held.message);
            // Usually a component writes exactly this value, which is found without a search.
            let is_written = || {
                message::plain_write(&held.message).is_some_and(|write| exactly.contains(&write))
                    || message::is_any_written(&held.message, &written)
            };
            if !is_list && !is_written() {
                outputs.append(&mut held.translate(self, tcx)?);
            }
        }
        Ok(outputs)
    }

    /// Remembers the components with paths that no template repeats. `own` is the component graph after the message under
    /// the ids of the message, and `repeated` lists the components that become repeated.
    fn take_in(
        &mut self,
        naming: &Naming,
        new: Vec<v0_9::Component>,
        (own, repeated): (&ComponentGraph, &[ComponentId]),
        (outputs, items): (&[Output], Vec<v0_8::Component>),
    ) {
        let is_outside =
            |component: &v0_9::Component| has_paths(component) && !own.is_shown(component.id.as_str());
        let is_outside: Vec<bool> = new.iter().map(is_outside).collect();
        for id in repeated {
            self.outside.remove(naming.map(id.as_str()));
        }
        let sent = if is_outside.contains(&true) { outputs } else { &[] };
        let sent = sent.iter().flat_map(|output| components(&output.message));
        let sent: BTreeMap<&str, &v0_8::Component> =
            wire::collect_map(sent.map(|component| (component.id.as_str(), component)));
        let items: BTreeMap<&str, &v0_8::Component> =
            wire::collect_map(items.iter().map(|item| (item.id.as_str(), item)));
        for (component, is_outside) in new.into_iter().zip(is_outside) {
            let key = naming.id(&component.id);
            let Some(sent) = sent.get(key.as_str()).copied().filter(|_| is_outside) else {
                self.outside.remove(&key);
                continue;
            };
            let mut known = UnrepeatedComponent::new(component, sent.clone());
            if let Some(&item) = items.get(key.as_str()).filter(|item| **item != sent) {
                if self.rewritten_as_item(&known, naming).as_ref() != Some(item) {
                    known.item = Field::Value(item.clone());
                }
            }
            self.outside.insert(key, known);
        }
    }
}

/// Returns `true` if a component may contain a binding.
fn has_paths(component: &v0_9::Component) -> bool {
    // The member name may contain escapes.
    let may_bind = |text: &str| text.contains(r#""path""#) || text.contains('\\');
    component.extra.iter().any(|(_, value)| value.text().starts_with(['{', '[']) && may_bind(value.text()))
}
