//! The session from 0.8 to 0.9.

mod message;

use super::{
    FORWARD as rules, client,
    component_graph::{self, ComponentGraph},
    forward, other_version,
    paths::{Paths, Terms},
    root::{Naming, catalog_forward},
    state_0_8::{self, KnownComponent, SurfaceState},
    version,
};
use crate::{
    Carry, Context, Dialect, Note, Refusal,
    Verdict::*,
    byte_budget::ENTRY_BYTES,
    lens::{Layer, Notes, Output, Session, TranslationCx, payload},
};
use a2ui::{CatalogId, ComponentId, Message, SurfaceId, Version, surface::SurfaceComponent, v0_8, v0_9};
use message::{MessageTranslation, TranslatedMessage, components, replacing};
use std::collections::{BTreeMap, BTreeSet};
use wire::{Field, Payload, Pointer, encoded_len};

wire::object! {
    /// The surfaces of a 0.8 agent.
    ///
    /// The messages of a surface are held until `beginRendering` names its root and its catalog.
    pub struct ForwardSession {
        /// The surfaces by id.
        surfaces: BTreeMap<String, ForwardSurface>,
    }
    /// The state of a 0.8 surface.
    pub struct ForwardSurface {
        /// The root id, once it is known.
        root?: Field<ComponentId>,
        /// The catalog of the surface in 0.9.
        catalog_id as "catalogId"?: Field<CatalogId>,
        /// The messages that wait for `beginRendering`.
        held: Vec<HeldMessage>,
        /// The components by id. They are sent again if the root changes.
        components: BTreeMap<String, KnownComponent>,
        /// The data of the surface and its templates.
        shown: SurfaceState,
        /// The component graph according to the messages of 0.9.
        tree: ComponentGraph,
    }
    /// A 0.8 message that waits for `beginRendering`.
    pub struct HeldMessage {
        /// The number of the input message.
        input: u64,
        /// The waiting message itself.
        message: v0_8::AgentMessage,
        /// The carry that came with the message.
        carry: Carry,
        /// The notes of earlier mappings.
        before: Vec<Note>,
    }
}

/// A change of the session by a message.
#[derive(Debug)]
pub(crate) enum ForwardChange {
    /// Sets the state of a surface; `None` removes it.
    Surface(String, Option<Box<ForwardSurface>>),
    /// Sets a component of a surface; `None` removes it.
    Component(String, String, Option<Box<KnownComponent>>),
    /// Appends a waiting message.
    Hold(String, Box<HeldMessage>),
    /// Removes the last waiting message.
    Release(String),
    /// Changes the data or the templates of a surface.
    Shown(String, state_0_8::StateChange),
    /// Changes the component graph of a surface.
    Tree(String, Vec<component_graph::GraphChange>),
}

impl Session for ForwardSession {
    type Change = ForwardChange;

    fn bytes(change: &ForwardChange) -> usize {
        match change {
            ForwardChange::Surface(id, Some(surface)) => ENTRY_BYTES + id.len() + encoded_len(surface),
            ForwardChange::Component(_, key, Some(said)) => ENTRY_BYTES + key.len() + encoded_len(said),
            // The first message also creates the entry of the surface.
            ForwardChange::Hold(id, held) => 4 * ENTRY_BYTES + id.len() + encoded_len(held),
            ForwardChange::Shown(_, change) => change.bytes(),
            ForwardChange::Tree(_, changes) => changes.iter().map(component_graph::GraphChange::bytes).sum(),
            ForwardChange::Surface(_, None)
            | ForwardChange::Component(_, _, None)
            | ForwardChange::Release(_) => 0,
        }
    }

    fn apply(&mut self, change: ForwardChange) -> ForwardChange {
        match change {
            ForwardChange::Surface(id, surface) => {
                let before = match surface {
                    Some(surface) => self.surfaces.insert(id.clone(), *surface),
                    None => self.surfaces.remove(&id),
                };
                ForwardChange::Surface(id, before.map(Box::new))
            }
            ForwardChange::Component(id, key, component) => {
                let components = self.surfaces.get_mut(&id).map(|surface| &mut surface.components);
                let before = components.and_then(|components| match component {
                    Some(component) => components.insert(key.clone(), *component),
                    None => components.remove(&key),
                });
                ForwardChange::Component(id, key, before.map(Box::new))
            }
            ForwardChange::Hold(id, held) => {
                self.surfaces.entry(id.clone()).or_insert_with(ForwardSurface::empty).held.push(*held);
                ForwardChange::Release(id)
            }
            ForwardChange::Release(id) => {
                match self.surfaces.get_mut(&id).and_then(|surface| surface.held.pop()) {
                    Some(held) => {
                        // The message created the entry of the surface.
                        if self.surfaces.get(&id) == Some(&ForwardSurface::empty()) {
                            self.surfaces.remove(&id);
                        }
                        ForwardChange::Hold(id, Box::new(held))
                    }
                    None => ForwardChange::Release(id),
                }
            }
            ForwardChange::Shown(id, change) => {
                let before = match self.surfaces.get_mut(&id) {
                    Some(surface) => surface.shown.apply(change),
                    None => change,
                };
                ForwardChange::Shown(id, before)
            }
            ForwardChange::Tree(id, changes) => {
                let before = match self.surfaces.get_mut(&id) {
                    Some(surface) => surface.tree.apply(changes),
                    None => changes,
                };
                ForwardChange::Tree(id, before)
            }
        }
    }
}

impl Default for ForwardSession {
    fn default() -> Self {
        Self::new(BTreeMap::new())
    }
}

/// The components that a waiting message makes items of a template.
#[derive(Default)]
struct NewItems {
    /// The ids of components that were not repeated before.
    ids: Vec<String>,
    /// The components among them that the message does not contain, in their state at that point.
    unsaid: Vec<KnownComponent>,
    /// `true` if the message only repeats components, and 0.9 has no message for it.
    is_silent: bool,
}

type ForwardResult = Result<(Vec<Output>, Vec<ForwardChange>), Refusal>;

impl ForwardSession {
    /// Translates a message of 0.8 into the 0.9 messages that can be sent now. Also returns the changes of the session.
    ///
    /// # Errors
    /// Refuses a message without a counterpart.
    pub(crate) fn handle(&mut self, message: Message, tcx: &mut TranslationCx<'_>) -> ForwardResult {
        let to = tcx.step.to;
        match message {
            Message::V0_8Agent(message) => self.agent(message, to, tcx),
            Message::V0_8Client(message) => {
                let naming =
                    message.surface_id().map_or_else(Naming::default, |surface| self.naming(surface, tcx.cx));
                let (target, carry) = client::translate_forward(&message, to, &naming, tcx)?;
                Ok((vec![tcx.a2ui_output(target, carry)], Vec::new()))
            }
            other => Err(other_version(other.version(), Version::V0_8, rules.message.id)),
        }
    }

    /// Returns the numbers of the waiting messages.
    pub(crate) fn waiting(&self) -> impl Iterator<Item = u64> {
        self.surfaces.values().flat_map(|surface| &surface.held).map(|held| held.input)
    }

    /// Ends the input: refuses the messages that still wait, each with its surface.
    pub(crate) fn finish(&mut self) -> Vec<(u64, SurfaceId, Refusal)> {
        let held = self.surfaces.values_mut().flat_map(|surface| std::mem::take(&mut surface.held));
        let unfinished = held.map(|held| {
            let at = Pointer::root().member(held.message.key());
            let surface = held.message.surface_id();
            let message = format!(
                "the surface `{surface}` has no `beginRendering`, so its root and its catalog are unknown"
            );
            let refusal = Refusal::context(rules.held.id, at, message);
            (held.input, surface.clone(), refusal.hint("send `beginRendering` after its components"))
        });
        unfinished.collect()
    }

    fn naming(&self, surface: &SurfaceId, cx: &Context) -> Naming {
        let known = self.surfaces.get(surface.as_str()).and_then(ForwardSurface::begun);
        known.map_or_else(|| client::of_context(surface, cx), |(root, catalog)| Naming::of(root, catalog))
    }

    fn agent(
        &mut self,
        message: v0_8::AgentMessage,
        to: Dialect,
        tcx: &mut TranslationCx<'_>,
    ) -> ForwardResult {
        let mut done = Vec::new();
        let made = self.advance(message, to, tcx, &mut done);
        // The caller applies the changes, so they are undone here.
        let mut changes: Vec<ForwardChange> =
            done.into_iter().rev().map(|change| self.apply(change)).collect();
        changes.reverse();
        made.map(|outputs| (outputs, changes))
    }

    /// Translates a message and applies its changes. `done` receives the changes that undo them.
    fn advance(
        &mut self,
        message: v0_8::AgentMessage,
        to: Dialect,
        tcx: &mut TranslationCx<'_>,
        done: &mut Vec<ForwardChange>,
    ) -> Result<Vec<Output>, Refusal> {
        let id = message.surface_id().as_str().to_owned();
        if !self.surfaces.contains_key(&id) {
            if let Some(given) = ForwardSurface::of_context(&id, tcx.cx) {
                done.push(self.apply(ForwardChange::Surface(id.clone(), Some(Box::new(given)))));
            }
        }
        let nothing = ForwardSurface::empty();
        let surface = self.surfaces.get(&id).unwrap_or(&nothing);
        let one = MessageTranslation { to, surface };
        let (outputs, change) = match (&message.body, surface.begun()) {
            (v0_8::AgentBody::DeleteSurface(_), begun) => {
                let naming = begun.map_or_else(Naming::default, |(root, catalog)| Naming::of(root, catalog));
                let TranslatedMessage { mut output, .. } =
                    one.translate(&message, &naming, (None, &surface.tree), tcx)?;
                for held in &surface.held {
                    let mut notes = Notes::about(held.input, tcx.requested.notes);
                    let at = Pointer::root().member(held.message.key());
                    let remark = "the surface was deleted before it was shown";
                    notes.enter(Dropped, &rules.held, at, None, remark);
                    output.notes.append(&mut notes.list);
                }
                (vec![output], ForwardChange::Surface(id, None))
            }
            (v0_8::AgentBody::BeginRendering(body), None) => {
                let mut next = surface.clone();
                next.root = Field::Value(body.root.clone());
                next.catalog_id = Field::Value(catalog_forward(&body.catalog_id));
                let held = std::mem::take(&mut next.held);
                let naming = Naming::of(&body.root, &catalog_forward(&body.catalog_id));
                let items = next.take_in(&held, &naming, to);
                let mut again = BTreeSet::new();
                let mut outputs = one.begin(&message, body, (&held, items), (&mut next, &mut again), tcx)?;
                if let Some(update) = next.again(&body.surface_id, &naming, &again) {
                    let update = v0_9::AgentMessage::new(version(to), update);
                    let update = replacing(None, update, Carry::default(), tcx.input)?;
                    next.learn_output(&update);
                    outputs.push(update);
                }
                (outputs, ForwardChange::Surface(id, Some(Box::new(next))))
            }
            (v0_8::AgentBody::BeginRendering(body), Some((root, catalog))) => {
                let outputs = one.begin_again(&message, body, (root, catalog), tcx)?;
                let agents = outputs.iter().filter_map(|output| match &*output.message {
                    Message::V0_9Agent(message) => Some(message),
                    _ => None,
                });
                if body.root == *root {
                    let learnt = agents.flat_map(|message| surface.tree.changes(message)).collect();
                    done.push(self.apply(ForwardChange::Tree(id, learnt)));
                    return Ok(outputs);
                }
                let mut next = surface.clone();
                next.root = Field::Value(body.root.clone());
                let renamed = (&Naming::of(root, catalog), &Naming::of(&body.root, catalog));
                for message in agents {
                    next.tree.apply(surface.tree.renamed_changes(message, renamed));
                }
                (outputs, ForwardChange::Surface(id, Some(Box::new(next))))
            }
            (_, Some((root, catalog))) => {
                one.refuse_root(&message, root, catalog)?;
                let naming = Naming::of(root, catalog);
                return self.update(&id, &message, &naming, to, tcx, done);
            }
            (_, None) => {
                // Later messages cannot change whether this message can be translated.
                let mut trial = tcx.for_message(tcx.input, tcx.carry);
                let tried = one.translate(&message, &Naming::default(), (None, &surface.tree), &mut trial)?;
                // The losses must be refused now, not with a later message.
                tcx.waiting_notes = tried.output.notes;
                let before = std::mem::take(&mut tcx.earlier_notes);
                let held = HeldMessage::new(tcx.input, message, tcx.carry.clone(), before);
                (Vec::new(), ForwardChange::Hold(id, Box::new(held)))
            }
        };
        done.push(self.apply(change));
        Ok(outputs)
    }

    /// Translates a message of a surface that has begun: the writes before it, the message, and the components that must
    /// be sent again.
    fn update(
        &mut self,
        id: &str,
        message: &v0_8::AgentMessage,
        naming: &Naming,
        to: Dialect,
        tcx: &mut TranslationCx<'_>,
        done: &mut Vec<ForwardChange>,
    ) -> Result<Vec<Output>, Refusal> {
        let Some(surface) = self.surfaces.get_mut(id) else { return Ok(Vec::new()) };
        let is_silent = {
            let before = |id: &str| surface.components.get(id).map(|said| &said.component);
            surface.is_repeated(message, before, naming, &tcx.carry.layer_or_empty(to))
        };
        let surface_id = message.surface_id();
        let own: BTreeSet<&str> =
            wire::collect_set(components(message).map(|component| component.id.as_str()));
        let mut again = BTreeSet::new();
        let mut outputs = Vec::new();
        let beside = |update: v0_9::AgentBody, input| {
            replacing(None, v0_9::AgentMessage::new(version(to), update), Carry::default(), input)
        };

        let mut learnt = Vec::new();
        let theirs = of_0_9(message, naming, tcx.carry);
        for component in components(message) {
            let key = component.id.as_str().to_owned();
            let said = KnownComponent::new(component.clone(), theirs.contains(&key));
            let before = surface.components.insert(key.clone(), said);
            if let Some(before) = &before {
                surface.shown.binds(&before.component, false, &mut learnt);
            }
            done.push(ForwardChange::Component(id.to_owned(), key, before.map(Box::new)));
        }
        surface.learn(components(message), &mut learnt);
        let new_lists: Vec<String> =
            learnt.iter().filter_map(state_0_8::StateChange::new_list).cloned().collect();
        let placed: Vec<String> =
            learnt.iter().filter_map(state_0_8::StateChange::newly_placed).cloned().collect();
        done.extend(learnt.into_iter().map(|change| ForwardChange::Shown(id.to_owned(), change)));
        let all: BTreeSet<&str> = wire::collect_set(new_lists.iter().map(String::as_str));
        // A list inside another new list is sent with that list.
        let is_inner = |list: &str| {
            list.match_indices('/').any(|(at, _)| list.get(..at).is_some_and(|outer| all.contains(outer)))
        };
        let outer: Vec<&str> = new_lists.iter().map(String::as_str).filter(|list| !is_inner(list)).collect();
        for target in surface.shown.held_by(&outer) {
            outputs.push(beside(forward::update_of_write(surface_id, target).into(), tcx.input)?);
        }
        for path in wire::collect_set(new_lists.iter().map(|list| state_0_8::above_items(list))) {
            for (names, ids) in surface.shown.bound_at(path) {
                if surface.shown.segments(&names) != names {
                    again.extend(ids);
                }
            }
        }
        for placed in placed {
            let Some(KnownComponent { component, .. }) = surface.components.get(&placed) else { continue };
            let outside = surface.component_in_0_9(component, naming, Paths::outside(&surface.shown));
            if surface.component_in_0_9(component, naming, Paths::of(&surface.shown, &placed)) != outside {
                again.insert(placed);
            }
        }

        again.retain(|id| !own.contains(id.as_str()));
        if let Some(update) = surface.again(surface_id, naming, &std::mem::take(&mut again)) {
            outputs.push(beside(update.into(), tcx.input)?);
        }
        if is_silent {
            return Ok(outputs);
        }
        let made = MessageTranslation { to, surface }.translate(
            message,
            naming,
            (Some(&surface.shown), &surface.tree),
            tcx,
        );
        let TranslatedMessage { output, writes, data } = made?;
        for (names, value) in writes {
            let target = surface.shown.target(&names, &value);
            outputs.push(beside(forward::update_of_write(surface_id, target).into(), tcx.input)?);
            let change = surface.shown.write(names, &value, &mut again);
            done.extend(change.map(|change| ForwardChange::Shown(id.to_owned(), change)));
        }
        outputs.push(output);
        if let Some((names, value)) = data {
            let change = surface.shown.write(names, &value, &mut again);
            done.extend(change.map(|change| ForwardChange::Shown(id.to_owned(), change)));
        }
        if let Some(update) = surface.again(surface_id, naming, &again) {
            outputs.push(beside(update.into(), tcx.input)?);
        }
        let told = outputs.iter().map(|output| surface.learn_output(output)).filter(|undo| !undo.is_empty());
        done.extend(told.map(|undo| ForwardChange::Tree(id.to_owned(), undo)));
        Ok(outputs)
    }
}

impl ForwardSurface {
    fn empty() -> Self {
        Self::new(Vec::new(), BTreeMap::new(), SurfaceState::default(), ComponentGraph::default())
    }

    /// Reads the state of a surface in the context.
    fn of_context(id: &str, cx: &Context) -> Option<Self> {
        let surface = cx.surfaces.get(id).filter(|surface| surface.version() == Version::V0_8)?;
        let mut known = Self::empty();
        known.root = surface.stated_root().cloned().map_or(Field::Absent, Field::Value);
        let catalog = surface.catalog_id().cloned().map_or(Field::Absent, Field::Value);
        known.catalog_id = Field::Value(catalog_forward(&catalog));
        let components = surface.components().filter_map(|component| match component {
            SurfaceComponent::V0_8(component) => Some(component),
            _ => None,
        });
        for component in components {
            known
                .components
                .insert(component.id.as_str().to_owned(), KnownComponent::new(component.clone(), false));
        }
        let mut learnt = known.clone();
        learnt.learn(known.components.values().map(|said| &said.component), &mut Vec::new());
        let mut known = learnt;
        let data = surface.data_model().to_payload();
        if let Some(data) = data {
            known.shown.write(Vec::new(), &data, &mut BTreeSet::new());
        }
        let naming = known.begun().map_or_else(Naming::default, |(root, catalog)| Naming::of(root, catalog));
        let all: Vec<_> = known.components_in_0_9(known.components.values(), &naming).collect();
        let learnt = known.tree.changes_of(all.iter());
        known.tree.apply(learnt);
        Some(known)
    }

    /// Returns the root and the catalog, once they are known.
    fn begun(&self) -> Option<(&ComponentId, &CatalogId)> {
        Some((self.root.get()?, self.catalog_id.get()?))
    }

    /// Returns `true` if a carry records that 0.9 has no message for this one. It only rewrites components as template
    /// items.
    fn is_repeated<'c>(
        &self,
        message: &v0_8::AgentMessage,
        before: impl Fn(&str) -> Option<&'c v0_8::Component>,
        naming: &Naming,
        kept: &Layer,
    ) -> bool {
        let is_same = |component: &v0_8::Component| {
            let before = before(component.id.as_str());
            let outside =
                before.map(|before| self.component_in_0_9(before, naming, Paths::outside(&self.shown)));
            outside.as_ref() == Some(&self.component_in_0_9(component, naming, Paths::inside(&self.shown)))
        };
        kept.visible_value("").is_some()
            && kept.replaced_message(&payload(message)) == Some(None)
            && components(message).all(is_same)
    }

    /// Adds the components of waiting messages. Returns the components that each message makes items of a template, by
    /// message index.
    fn take_in(&mut self, held: &[HeldMessage], naming: &Naming, to: Dialect) -> BTreeMap<usize, NewItems> {
        let mut items: BTreeMap<usize, NewItems> = BTreeMap::new();
        // Writes stay at the message that made them; otherwise the earlier form of the component is not visible.
        let mut writing = BTreeSet::new();
        // A template counts even if its component was replaced later, as for surfaces that have begun.
        for (index, held) in held.iter().enumerate() {
            let own: BTreeSet<&str> =
                wire::collect_set(components(&held.message).map(|component| component.id.as_str()));
            let outside =
                own.iter().filter(|id| self.components.contains_key(**id) && !self.shown.is_in_item(id));
            let outside: Vec<_> = outside.copied().collect();
            let theirs = of_0_9(&held.message, naming, &held.carry);
            for component in components(&held.message) {
                let key = component.id.as_str().to_owned();
                let said = KnownComponent::new(component.clone(), theirs.contains(&key));
                self.components.insert(key, said);
            }
            let mut learnt = Vec::new();
            self.learn(components(&held.message), &mut learnt);
            let mut new = NewItems::default();
            let placed = learnt.iter().filter_map(state_0_8::StateChange::newly_placed);
            let unsaid = placed.filter(|id| !own.contains(id.as_str()) && writing.contains(id.as_str()));
            let unsaid: BTreeSet<&String> = wire::collect_set(unsaid);
            new.unsaid.extend(unsaid.iter().filter_map(|id| self.components.get(*id).cloned()));
            new.ids.extend(unsaid.into_iter().cloned());
            new.ids.extend(outside.into_iter().filter(|id| self.shown.is_in_item(id)).map(String::from));
            if !new.ids.is_empty() {
                items.insert(index, new);
            }
            let is_writing = |component: &&v0_8::Component| {
                !self.shown.is_in_item(component.id.as_str()) && has_writes(component)
            };
            let ids = components(&held.message).filter(is_writing).map(|component| component.id.as_str());
            writing.extend(ids);
        }
        for index in self.silent_messages(held, naming, to) {
            let components = held.get(index).into_iter().flat_map(|held| components(&held.message));
            let ids = components.map(|component| component.id.as_str().to_owned());
            let new = items.entry(index).or_default();
            new.ids.extend(ids);
            new.is_silent = true;
        }
        items
    }

    /// Returns the indices of waiting messages for which 0.9 has no message.
    fn silent_messages(&self, held: &[HeldMessage], naming: &Naming, to: Dialect) -> BTreeSet<usize> {
        let (mut before, mut repeated) = (BTreeMap::new(), BTreeSet::new());
        for (index, held) in held.iter().enumerate() {
            let kept = held.carry.layer_or_empty(to);
            if self.is_repeated(&held.message, |id| before.get(id).copied(), naming, &kept) {
                repeated.insert(index);
            }
            before.extend(components(&held.message).map(|component| (component.id.as_str(), component)));
        }
        repeated
    }

    /// Adds the templates and bindings of new components, which are in the state already.
    fn learn<'c>(
        &mut self,
        new: impl Iterator<Item = &'c v0_8::Component>,
        learnt: &mut Vec<state_0_8::StateChange>,
    ) {
        let new: Vec<_> = new.collect();
        for component in &new {
            self.shown.binds(component, true, learnt);
        }
        self.shown.shows(&new, &self.components, learnt);
    }

    /// Adds the components of a 0.9 output. Returns the changes that undo it.
    fn learn_output(&mut self, output: &Output) -> Vec<component_graph::GraphChange> {
        match &*output.message {
            Message::V0_9Agent(message) => self.tree.learn(message),
            _ => Vec::new(),
        }
    }

    /// Creates the update that sends these components again, if there are any.
    fn again(
        &self,
        surface: &SurfaceId,
        naming: &Naming,
        ids: &BTreeSet<String>,
    ) -> Option<v0_9::UpdateComponents> {
        self.saying(surface, naming, ids.iter().filter_map(|id| self.components.get(id)))
    }

    /// Creates an update with components, if there are any.
    fn saying<'a>(
        &'a self,
        surface: &SurfaceId,
        naming: &'a Naming,
        known: impl Iterator<Item = &'a KnownComponent> + 'a,
    ) -> Option<v0_9::UpdateComponents> {
        let components: Vec<_> = self.components_in_0_9(known, naming).collect();
        (!components.is_empty()).then(|| v0_9::UpdateComponents::new(surface.clone(), components))
    }

    /// Translates components to 0.9, each in its position.
    fn components_in_0_9<'a>(
        &'a self,
        components: impl Iterator<Item = &'a KnownComponent> + 'a,
        naming: &'a Naming,
    ) -> impl Iterator<Item = v0_9::Component> + 'a {
        let components = components.map(|said| &said.component);
        components.map(|component| {
            self.component_in_0_9(component, naming, Paths::of(&self.shown, component.id.as_str()))
        })
    }

    /// Translates a component to 0.9 without notes.
    fn component_in_0_9(
        &self,
        component: &v0_8::Component,
        naming: &Naming,
        paths: Paths<'_>,
    ) -> v0_9::Component {
        let nowhere = Pointer::root();
        let terms = Terms { naming, paths };
        super::component::forward(component, terms, (&nowhere, &nowhere), &mut Notes::none()).0
    }
}

/// Returns `true` if a component outside templates writes literals into the data model.
fn has_writes(component: &v0_8::Component) -> bool {
    let terms = Terms { naming: &Naming::default(), paths: Paths::default() };
    let nowhere = Pointer::root();
    let is_bound = component.component.properties.text().contains("literal");
    is_bound
        && !super::component::forward(component, terms, (&nowhere, &nowhere), &mut Notes::none()).1.is_empty()
}

/// Returns the components whose templates come from 0.9, according to a carry. Their data is restored from there, too.
fn of_0_9(message: &v0_8::AgentMessage, naming: &Naming, carry: &Carry) -> BTreeSet<String> {
    let kept = carry.layer_or_empty(Dialect::A2ui0_9);
    let is_template = |value: &Payload| value.member("componentId").is_some();
    let templates = kept.fields.iter().filter(|field| field.value.as_ref().is_some_and(is_template));
    let images = kept.visible_values();
    let ids = templates.filter_map(|field| {
        let at = field.pointer.as_str().strip_suffix("/children")?;
        let id = images.get(at).and_then(|id| id.as_str().map(String::from));
        let index = at.rsplit('/').next().and_then(|index| index.parse::<usize>().ok());
        id.or_else(|| Some(naming.map(components(message).nth(index?)?.id.as_str()).to_owned()))
    });
    wire::collect_set(ids.map(|id| naming.map(&id).to_owned()))
}
