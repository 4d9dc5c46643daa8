//! The session from 0.9 to 0.8.

mod message;

use super::{
    BACKWARD as rules, client, component,
    component_graph::{self, ComponentGraph},
    components::Type,
    equivalence, other_version,
    paths::{Paths, Terms},
    root::{Naming, ROOT},
};
use crate::{
    Carry, Context, Dialect, Label, LossPolicy, Note, Refusal, RequestedOutputs,
    Verdict::*,
    byte_budget::ENTRY_BYTES,
    lens::{Notes, Output, Session, Translatable, TranslationCx},
};
use a2ui::{
    CatalogId, ComponentId, Message, SurfaceId, Version,
    surface::{Surface, SurfaceComponent},
    v0_8, v0_9,
};
use message::MessageTranslation;
use std::collections::{BTreeMap, BTreeSet};
use wire::{Field, Payload, Pointer, encoded_len};

wire::object! {
    /// The surfaces of a 0.9 agent.
    ///
    /// `beginRendering` waits for the first update that contains the root.
    pub struct BackwardSession {
        /// The surfaces by id.
        surfaces: BTreeMap<SurfaceId, Box<BackwardSurface>>,
    }
    /// The state of a 0.9 surface.
    pub struct BackwardSurface {
        /// The root id of the surface in 0.8.
        root: ComponentId,
        /// The catalog of the surface in 0.9.
        catalog_id as "catalogId": CatalogId,
        /// The `createSurface` that waits for the root.
        create?: Field<Box<WaitingMessage>>,
        /// The updates that the next message will perform by itself in 0.8, according to a carry.
        writes: Vec<WaitingMessage>,
        /// The components, by their ids in 0.9.
        tree: ComponentGraph,
        /// The components with paths that no template repeats, by their ids in 0.8. They are rewritten if a template
        /// comes to repeat them.
        outside: BTreeMap<ComponentId, Box<UnrepeatedComponent>>,
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

/// A change of the session by a message.
#[derive(Debug)]
pub(crate) enum BackwardChange {
    /// Sets the state of a surface; `None` removes it.
    Surface(SurfaceId, Option<Box<BackwardSurface>>),
    /// Changes the state of a surface.
    Of(SurfaceId, Vec<SurfaceChange>),
}

/// A change of a surface by a message.
#[derive(Debug)]
pub(crate) enum SurfaceChange {
    /// Sets the root id in 0.8.
    Root(ComponentId),
    /// Sets the `createSurface` that waits for the root.
    Create(Field<Box<WaitingMessage>>),
    /// Changes the component graph.
    Tree(Vec<component_graph::GraphChange>),
    /// Sets components with paths that no template repeats; `None` removes one.
    Outside(Vec<(ComponentId, Option<Box<UnrepeatedComponent>>)>),
    /// Sets the updates that wait for the next message.
    Writes(Vec<WaitingMessage>),
    /// Appends an update that waits; `None` removes the last one.
    Write(Option<Box<WaitingMessage>>),
}

impl Session for BackwardSession {
    type Change = BackwardChange;

    fn bytes(change: &BackwardChange) -> usize {
        match change {
            BackwardChange::Surface(id, Some(surface)) => {
                ENTRY_BYTES + id.as_str().len() + encoded_len(surface)
            }
            BackwardChange::Surface(_, None) => 0,
            BackwardChange::Of(_, changes) => changes.iter().map(BackwardSurface::bytes).sum(),
        }
    }

    fn apply(&mut self, change: BackwardChange) -> BackwardChange {
        match change {
            BackwardChange::Surface(id, surface) => {
                let before = match surface {
                    Some(surface) => self.surfaces.insert(id.clone(), surface),
                    None => self.surfaces.remove(&id),
                };
                BackwardChange::Surface(id, before)
            }
            BackwardChange::Of(id, changes) => match self.surfaces.get_mut(&id) {
                Some(surface) => BackwardChange::Of(id, surface.apply_all(changes)),
                None => BackwardChange::Of(id, changes),
            },
        }
    }
}

impl Session for BackwardSurface {
    type Change = SurfaceChange;

    fn bytes(change: &SurfaceChange) -> usize {
        match change {
            SurfaceChange::Root(root) => root.as_str().len(),
            SurfaceChange::Create(create) => encoded_len(create),
            SurfaceChange::Tree(changes) => changes.iter().map(component_graph::GraphChange::bytes).sum(),
            SurfaceChange::Outside(components) => {
                let known = components.iter().filter_map(|(id, known)| Some((id, known.as_ref()?)));
                known.map(|(id, known)| ENTRY_BYTES + id.as_str().len() + encoded_len(known)).sum()
            }
            SurfaceChange::Writes(writes) => {
                writes.iter().map(|write| ENTRY_BYTES + encoded_len(write)).sum()
            }
            SurfaceChange::Write(write) => write.as_ref().map_or(0, |write| ENTRY_BYTES + encoded_len(write)),
        }
    }

    fn apply(&mut self, change: SurfaceChange) -> SurfaceChange {
        use std::mem::replace;
        match change {
            SurfaceChange::Root(root) => SurfaceChange::Root(replace(&mut self.root, root)),
            SurfaceChange::Create(create) => SurfaceChange::Create(replace(&mut self.create, create)),
            SurfaceChange::Tree(changes) => SurfaceChange::Tree(self.tree.apply(changes)),
            SurfaceChange::Outside(components) => {
                let apply = |(key, component): (ComponentId, Option<Box<UnrepeatedComponent>>)| {
                    let before = match component {
                        Some(component) => self.outside.insert(key.clone(), component),
                        None => self.outside.remove(&key),
                    };
                    (key, before)
                };
                let mut undo: Vec<_> = components.into_iter().map(apply).collect();
                undo.reverse();
                SurfaceChange::Outside(undo)
            }
            SurfaceChange::Writes(writes) => SurfaceChange::Writes(replace(&mut self.writes, writes)),
            SurfaceChange::Write(Some(write)) => {
                self.writes.push(*write);
                SurfaceChange::Write(None)
            }
            SurfaceChange::Write(None) => SurfaceChange::Write(self.writes.pop().map(Box::new)),
        }
    }
}

impl Default for BackwardSession {
    fn default() -> Self {
        Self::new(BTreeMap::new())
    }
}

type BackwardResult = Result<(Vec<Output>, Vec<BackwardChange>), Refusal>;

impl BackwardSession {
    /// Translates a message of 0.9 into the 0.8 messages that can be sent now. Also returns the changes of the session.
    ///
    /// # Errors
    /// Refuses a message without a counterpart, and a message about an unknown surface.
    pub(crate) fn handle(&self, message: Message, tcx: &mut TranslationCx<'_>) -> BackwardResult {
        let from = tcx.step.from;
        match message {
            Message::V0_9Agent(message) => self.agent(message, from, tcx),
            Message::V0_9Client(message) => {
                let surface = message.surface_id();
                let naming = match self.surfaces.get(surface.as_str()) {
                    Some(surface) => surface.naming(),
                    None => client::of_context(surface, tcx.cx),
                };
                let (target, carry) = client::translate_backward(&message, from, &naming, tcx)?;
                Ok((vec![tcx.a2ui_output(target, carry)], Vec::new()))
            }
            other => Err(other_version(other.version(), Version::V0_9, rules.message.id)),
        }
    }

    /// Returns the numbers of the waiting messages.
    pub(crate) fn waiting(&self) -> impl Iterator<Item = u64> {
        let held = self
            .surfaces
            .values()
            .flat_map(|surface| surface.create.get().map(|held| &**held).into_iter().chain(&surface.writes));
        held.map(|held| held.input)
    }

    /// Ends the input: translates the messages that wait for a root.
    ///
    /// # Errors
    /// Returns the refusals of messages that cannot be translated.
    pub(crate) fn finish(&mut self, tcx: &TranslationCx<'_>) -> (Vec<Output>, Vec<(u64, Refusal)>) {
        let (mut outputs, mut refusals) = (Vec::new(), Vec::new());
        for surface in self.surfaces.values_mut() {
            match surface.pending_writes(&[], &[], tcx) {
                Ok(made) => outputs.extend(made),
                Err(refusal) => refusals.extend(surface.writes.first().map(|held| (held.input, refusal))),
            }
            surface.writes.clear();
            let Field::Value(held) = std::mem::take(&mut surface.create) else { continue };
            let mut made = match begin(&held, tcx) {
                Ok(made) => made,
                Err(refusal) => {
                    refusals.push((held.input, refusal));
                    continue;
                }
            };
            if let Some(last) = made.last_mut() {
                let mut notes = Notes::about(held.input, tcx.requested.notes);
                let (root, remark) =
                    (Pointer::root(), "`beginRendering` names the root, although no message defined it");
                let to = Some((&root, "beginRendering"));
                notes.remark(Derived, &rules.held, (&root, "createSurface"), to, remark);
                last.notes.append(&mut notes.list);
            }
            outputs.append(&mut made);
        }
        outputs.sort_by_key(|output| output.input);
        (outputs, refusals)
    }

    fn agent(
        &self,
        message: v0_9::AgentMessage,
        from: Dialect,
        tcx: &mut TranslationCx<'_>,
    ) -> BackwardResult {
        let id = message.surface_id().clone();
        let key = message.key();
        let at = || Pointer::root().member(key).member("surfaceId");
        let mut changes = Vec::new();
        let given;
        let surface = match self.surfaces.get(&id) {
            Some(surface) => Some(&**surface),
            None => {
                given = BackwardSurface::of_context(id.as_str(), tcx.cx).map(Box::new);
                if given.is_some() {
                    changes.push(BackwardChange::Surface(id.clone(), given.clone()));
                }
                given.as_deref()
            }
        };
        let outputs = match (&message.body, surface) {
            (v0_9::AgentBody::CreateSurface(_), Some(_)) => {
                let text = format!("the surface `{id}` already exists");
                return Err(Refusal::rule_broken(rules.surface.id, at(), text)
                    .hint("delete it first, or use another id"));
            }
            (v0_9::AgentBody::CreateSurface(body), None) => {
                let before = std::mem::take(&mut tcx.earlier_notes);
                let mut surface = BackwardSurface::of_catalog(&body.catalog_id);
                let is_taken =
                    tcx.loss_policy == LossPolicy::Allow && tcx.carry.is_empty() && message.is_shallow();
                let held =
                    WaitingMessage::new(tcx.input, from.as_str(), message, tcx.carry.clone(), before.clone());
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
                    surface.root = root;
                }
                surface.create = Field::Value(Box::new(held));
                // The losses must be refused now, not with a later message.
                tcx.waiting_notes = made.into_iter().flat_map(|output| output.notes).collect();
                tcx.earlier_waiting_notes = before;
                changes.push(BackwardChange::Surface(id, Some(Box::new(surface))));
                Vec::new()
            }
            (v0_9::AgentBody::DeleteSurface(_), surface) => {
                let nothing;
                let of = match surface {
                    Some(surface) => surface,
                    None => {
                        nothing = BackwardSurface::of_catalog(&"".into());
                        &nothing
                    }
                };
                let mut outputs = MessageTranslation { from, message: &message, surface: of, learnt: &[] }
                    .translate(tcx)?;
                let held = surface.and_then(|surface| surface.create.get());
                if let (Some(held), Some(last)) = (held, outputs.last_mut()) {
                    let mut notes = Notes::about(held.input, tcx.requested.notes);
                    let from = Pointer::root().member("createSurface");
                    let remark = "the surface was deleted before its root arrived";
                    notes.enter(Dropped, &rules.held, from, None, remark);
                    last.notes.append(&mut notes.list);
                }
                changes.push(BackwardChange::Surface(id, None));
                outputs
            }
            (_, None) => {
                let text = format!("the surface `{id}` does not exist");
                return Err(Refusal::rule_broken(rules.surface.id, at(), text)
                    .hint("create it first, or pass the surface with --surface"));
            }
            (_, Some(surface)) => {
                let mut of_surface = Vec::new();
                let own = surface.tree.changes(&message);
                let one = MessageTranslation { from, message: &message, surface, learnt: &own };
                let made = one.translate(tcx)?;
                // A message that restores another root sends components under their new ids.
                let root = made.iter().find_map(root_of);
                let now = root.as_ref().map(|root| Naming::of(root, &surface.catalog_id));
                let naming = now.clone().unwrap_or_else(|| surface.naming());
                let renamed =
                    now.map(|now| surface.tree.renamed_changes(&message, (&surface.naming(), &now)));
                let learnt = renamed.as_deref().unwrap_or(&own);
                let items = one.items(&made, tcx).unwrap_or_default();
                let [again, items_again] = one.again(learnt, &naming, tcx)?;
                // Components that are sent again belong between the writes and the message that depends on them.
                let is_silent = made.is_empty();
                let is_write = is_silent && matches!(message.body, v0_9::AgentBody::UpdateDataModel(_));
                let mut outputs =
                    if is_silent { Vec::new() } else { surface.pending_writes(&made, learnt, tcx)? };
                outputs.extend(again);
                if !is_silent && !surface.writes.is_empty() {
                    of_surface.push(SurfaceChange::Writes(Vec::new()));
                }
                if is_write {
                    let held = WaitingMessage::new(
                        tcx.input,
                        from.as_str(),
                        message,
                        tcx.carry.without(Dialect::A2ui0_8),
                        std::mem::take(&mut tcx.earlier_notes),
                    );
                    of_surface.push(SurfaceChange::Write(Some(Box::new(held))));
                } else {
                    surface.take_in(&naming, message, (own, renamed), (&made, items), &mut of_surface);
                }
                if outputs.is_empty() {
                    outputs = made;
                } else {
                    outputs.extend(made);
                }
                outputs.extend(items_again);
                let root = outputs.iter().filter_map(root_of).next_back();
                let now = root.as_ref().unwrap_or(&surface.root);
                let holds_root = outputs.iter().any(|output| contains_component(&output.message, now));
                if let (Some(held), true) = (surface.create.get(), root.is_some() || holds_root) {
                    let made = begin(held, tcx)?;
                    outputs.reserve_exact(made.len());
                    let at = if root.is_some() { 0 } else { outputs.len() };
                    outputs.splice(at..at, made);
                    of_surface.push(SurfaceChange::Create(Field::Absent));
                }
                of_surface.extend(root.map(SurfaceChange::Root));
                if !of_surface.is_empty() {
                    changes.push(BackwardChange::Of(id, of_surface));
                }
                outputs
            }
        };
        Ok((outputs, changes))
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
        let one = MessageTranslation { from, message: &self.message, surface, learnt: &[] };
        let mut outputs = one.translate(&mut tcx)?;
        outputs.iter_mut().for_each(|output| output.before = Some(self.before.clone()));
        Ok(outputs)
    }
}

impl BackwardSurface {
    fn of_catalog(catalog: &CatalogId) -> Self {
        Self::new(ROOT, catalog.clone(), Vec::new(), ComponentGraph::default(), BTreeMap::new())
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
        let learnt = known.tree.changes_of(all.iter().copied());
        known.tree.apply(learnt);
        let naming = known.naming();
        for component in all.into_iter().filter(|component| has_paths(component)) {
            if let Some(sent) = known.component_in_0_8(component, false, &naming) {
                let id = sent.id.clone();
                known.outside.insert(id, Box::new(UnrepeatedComponent::new(component.clone(), sent)));
            }
        }
        Some(known)
    }

    fn naming(&self) -> Naming {
        Naming::of(&self.root, &self.catalog_id)
    }

    /// Returns a sent component with the paths that it has inside a template; `None` if they are the same.
    fn rewritten_as_item(&self, known: &UnrepeatedComponent, naming: &Naming) -> Option<v0_8::Component> {
        let mut item = known.item.get().unwrap_or(&known.sent).clone();
        let target = |in_item| {
            let terms = Terms { naming, paths: Paths::new(None, in_item) };
            let nowhere = (&Pointer::root(), &Pointer::root());
            component::forward(&item, terms, nowhere, &mut Notes::none()).0.extra
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
        Some(component::backward(component, (name, in_item), naming, nowhere, &mut Notes::none()))
    }

    /// Translates the waiting updates that these messages do not perform by themselves.
    fn pending_writes(
        &self,
        next: &[Output],
        learnt: &[component_graph::GraphChange],
        tcx: &TranslationCx<'_>,
    ) -> Result<Vec<Output>, Refusal> {
        if self.writes.is_empty() {
            return Ok(Vec::new());
        }
        let naming = self.naming();
        let new: BTreeSet<&str> =
            learnt.iter().filter_map(component_graph::GraphChange::newly_shown).collect();
        let in_item = |id: &str| new.contains(id) || self.tree.is_shown(id);
        // A map of 0.8 becomes a list when a template is bound to it.
        let has_items = self.tree.has_items() || !new.is_empty();
        let written = next.iter().flat_map(|output| message::writes(&output.message, &naming, &in_item));
        let written: Vec<_> = written.collect();
        let exactly = wire::collect_set(written.iter().map(|(path, value)| (path.as_str(), value.text())));
        let mut outputs = Vec::new();
        for held in &self.writes {
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

    /// Adds the changes of the surface by a message. `renamed` replaces the component changes if the root changed.
    fn take_in(
        &self,
        naming: &Naming,
        message: v0_9::AgentMessage,
        (own, renamed): (Vec<component_graph::GraphChange>, Option<Vec<component_graph::GraphChange>>),
        (outputs, items): (&[Output], Vec<v0_8::Component>),
        changes: &mut Vec<SurfaceChange>,
    ) {
        let v0_9::AgentBody::UpdateComponents(body) = message.body else { return };
        let is_known = |key: &str| self.outside.contains_key(key);
        let is_outside: Vec<bool> = {
            let in_item = self.tree.is_item_after(&own);
            let is_outside =
                |component: &v0_9::Component| has_paths(component) && !in_item(component.id.as_str());
            body.components.iter().map(is_outside).collect()
        };
        let learnt = renamed.unwrap_or(own);
        let placed =
            learnt.iter().filter_map(component_graph::GraphChange::newly_shown).map(|id| naming.map(id));
        let mut outside: Vec<_> = placed.filter(|key| is_known(key)).map(|key| (key.into(), None)).collect();
        changes.push(SurfaceChange::Tree(learnt));
        let sent = if is_outside.contains(&true) { outputs } else { &[] };
        let sent = sent.iter().flat_map(|output| components(&output.message));
        let sent: BTreeMap<&str, &v0_8::Component> =
            wire::collect_map(sent.map(|component| (component.id.as_str(), component)));
        let items: BTreeMap<&str, &v0_8::Component> =
            wire::collect_map(items.iter().map(|item| (item.id.as_str(), item)));
        for (component, is_outside) in body.components.into_iter().zip(is_outside) {
            let key = naming.id(&component.id);
            let sent = sent.get(key.as_str()).copied().filter(|_| is_outside);
            if sent.is_none() && !is_known(key.as_str()) {
                continue;
            }
            let known = sent.map(|sent| {
                let mut known = UnrepeatedComponent::new(component, sent.clone());
                if let Some(&item) = items.get(key.as_str()).filter(|item| **item != sent) {
                    if self.rewritten_as_item(&known, naming).as_ref() != Some(item) {
                        known.item = Field::Value(item.clone());
                    }
                }
                Box::new(known)
            });
            outside.push((key, known));
        }
        if !outside.is_empty() {
            changes.push(SurfaceChange::Outside(outside));
        }
    }
}

/// Returns `true` if a component may contain a binding.
fn has_paths(component: &v0_9::Component) -> bool {
    // The member name may contain escapes.
    let may_bind = |text: &str| text.contains(r#""path""#) || text.contains('\\');
    component.extra.iter().any(|(_, value)| value.text().starts_with(['{', '[']) && may_bind(value.text()))
}
