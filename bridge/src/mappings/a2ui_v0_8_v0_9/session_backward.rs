//! The session that translates agent messages from 0.9 to 0.8.
//!
//! Specification: [A2UI 0.9, `createSurface`](https://github.com/a2ui-project/a2ui/blob/4e6e1fdc4947c23a7f5d798edd70fe36c78cc4ba/specification/v0_9/docs/a2ui_protocol.md#createsurface).

mod message;

use super::{
    BACKWARD as rules, client, component,
    component_graph::ComponentGraph,
    data_0_9::{self, Readers, SurfaceData},
    refuse_version,
    results::{Results, ValuePlace},
    root::{Naming, ROOT},
};
use crate::{
    Context, Dialect, HeldFields, HeldMessage, Refusal,
    Verdict::*,
    lens::{A2uiOutput as Output, FieldMap, TranslationCx},
    shared::{SharedList, SharedMap, SharedValue, measured_by_encoding, measured_by_member},
};
use a2ui::{
    CatalogId, ComponentId, Message, SurfaceId, Version,
    data_model::DataModel,
    surface::{Surface, SurfaceComponent},
    v0_8, v0_9,
};
use message::{COMPONENTS, MessageTranslation};
use std::collections::{BTreeMap, BTreeSet};
use wire::{Field, Pointer};

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
        create?: Field<SharedValue<HeldMessage>>,
        /// The updates of the data model that may have no message in 0.8, because the next component performs them itself.
        writes: SharedList<HeldMessage>,
        /// The components, by their ids in 0.9.
        tree: ComponentGraph,
        /// The components with paths or function calls that no template repeats, by their ids in 0.8. They are sent again when a
        /// template repeats them, or when the data of their calls change.
        outside: SharedMap<ComponentId, UnrepeatedComponent>,
        /// The data model. An absent one is unknown.
        data?: Field<SurfaceData>,
        /// The components with function calls, by the paths that they read.
        readers: SharedMap<String, SharedMap<ComponentId, bool>>,
    }
    /// A component that no template repeats.
    pub struct UnrepeatedComponent {
        /// The component in 0.9.
        component: v0_9::Component,
        /// The component as it was sent in 0.8.
        sent: v0_8::Component,
        /// The carried fields of the component, which only 0.8 has.
        fields?: Field<HeldFields>,
    }
}

measured_by_encoding!(UnrepeatedComponent);
measured_by_member! {
    BackwardSession { surfaces }
    BackwardSurface { root, catalog_id, create, writes, tree, outside, data, readers }
}

const UNDEFINED_ROOT: &str = "`beginRendering` names the root, although no message defined it";

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
            Message::V0_9Agent(message) => self.handle_agent_message(message, from, tcx),
            Message::V0_9Client(message) => {
                let surface = message.surface_id();
                let naming = match self.surfaces.get(surface.as_str()) {
                    Some(surface) => surface.naming(),
                    None => client::naming_of_context(surface, tcx.cx),
                };
                let translated = client::translate_backward(&message, from, &naming, tcx)?;
                Ok(vec![tcx.a2ui_output(translated)])
            }
            other => Err(refuse_version(
                other.version(),
                Version::V0_9,
                rules.message.id,
            )),
        }
    }

    /// Returns `true` if a message of the session was about this surface.
    pub(crate) fn has_surface(&self, surface: &SurfaceId) -> bool {
        self.surfaces.get(surface.as_str()).is_some()
    }

    /// Returns the input numbers of the waiting messages.
    pub(crate) fn waiting(&self) -> impl Iterator<Item = u64> {
        let held = self.surfaces.values().flat_map(|surface| {
            let create = surface.create.get().map(|held| &**held);
            create.into_iter().chain(surface.writes.iter())
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
                Ok(writes) => outputs.extend(writes),
                Err(refusal) => {
                    refusals.extend(surface.writes.get(0).map(|held| (held.input, refusal)))
                }
            }
            self.surfaces.update(id, |surface| {
                surface.writes = SharedList::default();
                surface.create = Field::Absent;
            });
            let Some(held) = surface.create.get() else {
                continue;
            };
            match begin_without_root(held, tcx) {
                Ok(begun) => outputs.extend(begun),
                Err(refusal) => refusals.push((held.input, refusal)),
            }
        }
        outputs.sort_by_key(|output| output.input);
        (outputs, refusals)
    }

    /// Translates an agent message, and updates the state of its surface.
    fn handle_agent_message(
        &mut self,
        message: v0_9::AgentMessage,
        from: Dialect,
        tcx: &mut TranslationCx<'_>,
    ) -> Result<Vec<Output>, Refusal> {
        let id = message.surface_id().clone();
        let known = match self.surfaces.get(&id) {
            Some(surface) => Some(surface.clone()),
            None => BackwardSurface::of_context(id.as_str(), tcx.cx),
        };
        match (&message.body, known) {
            (v0_9::AgentBody::CreateSurface(_), Some(_)) => {
                let text = format!("the surface `{id}` already exists");
                let refusal = Refusal::rule_broken(rules.surface.id, id_place(&message), text);
                Err(refusal.hint("delete it first, or use another id"))
            }
            (v0_9::AgentBody::CreateSurface(body), None) => {
                let surface = BackwardSurface::of_catalog(&body.catalog_id);
                self.surfaces.insert(id, surface.hold_create(message, tcx)?);
                Ok(Vec::new())
            }
            (v0_9::AgentBody::DeleteSurface(_), surface) => {
                // The deletion of an unknown surface is passed on, because the client may know the surface.
                let surface = surface.unwrap_or_else(|| BackwardSurface::of_catalog(&"".into()));
                let outputs = surface.delete(&message, tcx)?;
                self.surfaces.remove(&id);
                Ok(outputs)
            }
            (_, None) => {
                let text = format!("the surface `{id}` does not exist");
                let refusal = Refusal::rule_broken(rules.surface.id, id_place(&message), text);
                Err(refusal
                    .hint("create it first, or pass the surface with `options.context.surfaces`"))
            }
            (_, Some(mut surface)) => {
                let outputs = surface.update(message, from, tcx)?;
                self.surfaces.insert(id, surface);
                Ok(outputs)
            }
        }
    }
}

/// Returns the place of the surface id of a message.
fn id_place(message: &v0_9::AgentMessage) -> Pointer {
    Pointer::root().member(message.key()).member("surfaceId")
}

/// Returns the root that a `beginRendering` names. Returns `None` for other messages.
fn root_of(output: &Output) -> Option<ComponentId> {
    match &*output.message {
        Message::V0_8Agent(v0_8::AgentMessage {
            body: v0_8::AgentBody::BeginRendering(body),
            ..
        }) => Some(body.root.clone()),
        _ => None,
    }
}

/// Returns `true` if a message contains the component with this id.
fn contains_component(message: &Message, id: &ComponentId) -> bool {
    components_in(message)
        .iter()
        .any(|component| component.id == *id)
}

/// Returns the components in a 0.8 update.
fn components_in(message: &Message) -> &[v0_8::Component] {
    match message {
        Message::V0_8Agent(v0_8::AgentMessage {
            body: v0_8::AgentBody::SurfaceUpdate(body),
            ..
        }) => &body.components,
        _ => &[],
    }
}

/// Translates a waiting `createSurface` into `beginRendering`.
fn begin_rendering(held: &HeldMessage, tcx: &TranslationCx<'_>) -> Result<Vec<Output>, Refusal> {
    let Message::V0_9Agent(message) = &held.message else {
        return Ok(Vec::new());
    };
    let v0_9::AgentBody::CreateSurface(body) = &message.body else {
        return Ok(Vec::new());
    };
    let nothing = BackwardSurface::of_catalog(&body.catalog_id);
    held.release(tcx, |tcx| nothing.translate(message, tcx))
}

/// Translates a `createSurface` whose root never arrived. A note states that the root is undefined.
fn begin_without_root(held: &HeldMessage, tcx: &TranslationCx<'_>) -> Result<Vec<Output>, Refusal> {
    let mut begun = begin_rendering(held, tcx)?;
    if let Some(last) = begun.last_mut() {
        let mut fields = FieldMap::about(held.input, tcx.requested.notes);
        let root = Pointer::root();
        let (from, to) = ((&root, "createSurface"), (&root, "beginRendering"));
        fields.remark(Derived, &rules.held, from, Some(to), UNDEFINED_ROOT);
        last.notes.append(&mut fields.list);
    }
    Ok(begun)
}

impl BackwardSurface {
    /// Creates the state of a new surface with this catalog in 0.9.
    fn of_catalog(catalog: &CatalogId) -> Self {
        Self {
            data: Field::Value(SurfaceData::default()),
            ..Self::new(
                ROOT,
                catalog.clone(),
                Vec::new(),
                ComponentGraph::default(),
                SharedMap::default(),
                Readers::default(),
            )
        }
    }

    /// Reads the state of a surface in the context. Returns `None` if the context has no such surface of 0.9.
    fn of_context(id: &str, cx: &Context) -> Option<Self> {
        let surface: &Surface = cx.surfaces.get(id)?;
        if surface.version() != Version::V0_9 {
            return None;
        }
        let mut known = Self::of_catalog(surface.catalog_id()?);
        let mut all = Vec::new();
        for component in surface.components() {
            if let SurfaceComponent::V0_9(component) = component {
                all.push(component);
            }
        }
        known.tree.learn_components(all.iter().copied());
        known.data = SurfaceData::of_model(surface.data_model());
        let naming = known.naming();
        for component in all {
            if !is_needed_again(component) {
                continue;
            }
            if let Some(sent) = known.component_in_0_8(component, &naming) {
                known.remember(component.clone(), sent, Field::Absent);
            }
        }
        Some(known)
    }

    /// Returns the renaming of component ids.
    fn naming(&self) -> Naming {
        Naming::of(&self.root, &self.catalog_id)
    }

    /// Translates a message without changing the state of the surface.
    fn translate(
        &self,
        message: &v0_9::AgentMessage,
        tcx: &mut TranslationCx<'_>,
    ) -> Result<Vec<Output>, Refusal> {
        let translation = MessageTranslation {
            from: tcx.step.from,
            message,
            surface: self,
            in_item: &|id| self.tree.is_in_item(id),
        };
        translation.translate(tcx)
    }

    /// Stores a `createSurface`, which waits for the root, in a new surface.
    fn hold_create(
        mut self,
        message: v0_9::AgentMessage,
        tcx: &mut TranslationCx<'_>,
    ) -> Result<Self, Refusal> {
        // A message that cannot be translated is refused now, not when the root arrives.
        let needs_trial = tcx.needs_trial(&message);
        let held = tcx.hold(message);
        let begun = if needs_trial {
            begin_rendering(&held, &tcx.trial())?
        } else {
            Vec::new()
        };
        // A carry can restore the name of the root.
        if let Some(root) = begun.iter().find_map(root_of) {
            self.root = root;
        }
        tcx.waiting_notes = begun.into_iter().flat_map(|output| output.notes).collect();
        tcx.earlier_waiting_notes.clone_from(&held.before);
        self.create = Field::Value(held.into());
        Ok(self)
    }

    /// Translates the deletion of the surface. A note states that a waiting `createSurface` was dropped.
    fn delete(
        &self,
        message: &v0_9::AgentMessage,
        tcx: &mut TranslationCx<'_>,
    ) -> Result<Vec<Output>, Refusal> {
        let mut outputs = self.translate(message, tcx)?;
        if let (Some(held), Some(last)) = (self.create.get(), outputs.last_mut()) {
            let mut fields = FieldMap::about(held.input, tcx.requested.notes);
            let from = Pointer::root().member("createSurface");
            let remark = "the surface was deleted before its root arrived";
            fields.enter(Dropped, &rules.held, from, None, remark);
            last.notes.append(&mut fields.list);
        }
        Ok(outputs)
    }

    /// Translates a message about an existing surface.
    ///
    /// The order of the outputs matters. Waiting writes and components that the message depends on precede the message. Restored
    /// components and new results of function calls follow it.
    fn update(
        &mut self,
        message: v0_9::AgentMessage,
        from: Dialect,
        tcx: &mut TranslationCx<'_>,
    ) -> Result<Vec<Output>, Refusal> {
        let before = self.clone();
        let mut repeated = self.tree.learn(&message);
        let tree_of_message = self.tree.clone();
        let translation = MessageTranslation {
            from,
            message: &message,
            surface: &before,
            in_item: &|id| tree_of_message.is_in_item(id),
        };
        let translated = translation.translate(tcx)?;
        let mut naming = before.naming();
        // A message that restores another root sends components under their new ids.
        if let Some(root) = translated.iter().find_map(root_of) {
            let old_naming = naming;
            naming = Naming::of(&root, &self.catalog_id);
            self.tree = before.tree.clone();
            repeated = self.tree.learn_renamed(&message, (&old_naming, &naming));
        }
        let [sent_again, restored_again] = translation.translate_again(&repeated, &naming, tcx)?;
        // 0.8 has no message for a write that a component performs, so the write waits for that component.
        let is_silent = translated.is_empty();
        let mut outputs = Vec::new();
        if !is_silent {
            outputs = before.pending_writes(&translated, &self.tree, tcx)?;
            self.writes = SharedList::default();
        }
        // Components that are sent again belong between the writes and the message that depends on them.
        outputs.extend(sent_again);
        let mut results = None;
        if let v0_9::AgentBody::UpdateComponents(body) = message.body {
            let trees = (&tree_of_message, &*repeated);
            self.record_components(&naming, body.components, trees, &translated, tcx);
        } else {
            // Only an update of components changes the component graph.
            self.tree = before.tree.clone();
            if let v0_9::AgentBody::UpdateDataModel(body) = &message.body {
                results = self.record_data(&message, body, tcx)?;
            }
            if is_silent {
                self.writes.push(tcx.hold_as_itself(message));
            }
        }
        if outputs.is_empty() {
            outputs = translated;
        } else {
            outputs.extend(translated);
        }
        outputs.extend(restored_again);
        outputs.extend(results);
        self.release_create(&mut outputs, tcx)?;
        Ok(outputs)
    }

    /// Adds the `beginRendering` of a waiting `createSurface` once the outputs name or contain the root. Remembers the root that
    /// the outputs name.
    fn release_create(
        &mut self,
        outputs: &mut Vec<Output>,
        tcx: &TranslationCx<'_>,
    ) -> Result<(), Refusal> {
        let named_root = outputs.iter().filter_map(root_of).next_back();
        let root = named_root.as_ref().unwrap_or(&self.root);
        let is_known = named_root.is_some()
            || outputs
                .iter()
                .any(|output| contains_component(&output.message, root));
        if is_known {
            if let Some(held) = self.create.get() {
                let begun = begin_rendering(held, tcx)?;
                outputs.reserve_exact(begun.len());
                // An output that names another root replaces the root, so the first `beginRendering` precedes the outputs. Otherwise
                // it follows the root component.
                let at = if named_root.is_some() {
                    0
                } else {
                    outputs.len()
                };
                outputs.splice(at..at, begun);
                self.create = Field::Absent;
            }
        }
        if let Some(root) = named_root {
            self.root = root;
        }
        Ok(())
    }

    /// Returns the type of a component: the type that its update states, or else the known one.
    fn type_of<'a>(&'a self, component: &'a v0_9::Component) -> Option<&'a str> {
        match component.component.get() {
            Some(name) => Some(name),
            None => self.tree.type_of(component.id.as_str()),
        }
    }

    /// Returns the data model, if it is known.
    fn model(&self) -> Option<&DataModel> {
        self.data.get().map(SurfaceData::model)
    }

    /// Translates a component to 0.8 without notes, for a place outside all templates. Returns `None` if its type is unknown.
    fn component_in_0_8(
        &self,
        component: &v0_9::Component,
        naming: &Naming,
    ) -> Option<v0_8::Component> {
        let name = self.type_of(component)?;
        let nowhere = (&Pointer::root(), &Pointer::root());
        let place = ValuePlace {
            in_item: false,
            results: self.model().map_or(Results::Unknown, Results::Computed),
        };
        let fields = &mut FieldMap::none();
        let translated = component::backward(component, (name, &place), naming, nowhere, fields);
        Some(translated)
    }

    /// Returns the updates that wait for the next message.
    fn writes(&self) -> impl Iterator<Item = (&HeldMessage, &v0_9::AgentMessage)> {
        self.writes.iter().filter_map(|held| match &held.message {
            Message::V0_9Agent(message) => Some((held, message)),
            // Only agent messages wait.
            _ => None,
        })
    }

    /// Translates the waiting updates that the components in the next messages do not perform themselves. `tree` is the
    /// component graph after these messages.
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
        let mut written = Vec::new();
        for output in next {
            let writes =
                message::writes_of_components(&output.message, &naming, &|id| tree.is_in_item(id));
            written.extend(writes);
        }
        let exact_writes = wire::collect_set(
            written
                .iter()
                .map(|(path, value)| (path.as_str(), value.text())),
        );
        // On the way back, a template turns a map into a list, so the list needs no update of its own.
        let makes_lists = tree.has_items() && !next.is_empty();
        let mut outputs = Vec::new();
        for (held, write) in self.writes() {
            if makes_lists && message::has_list(write) {
                continue;
            }
            // A component of 0.8 writes its literal itself. The set finds the usual case, an equal value, without a search.
            if message::plain_write(write).is_some_and(|write| exact_writes.contains(&write))
                || message::is_any_written(write, &written)
            {
                continue;
            }
            outputs.extend(held.release(tcx, |tcx| self.translate(write, tcx))?);
        }
        Ok(outputs)
    }

    /// Performs an update of the data model. Returns a message with the components whose function calls have new results.
    fn record_data(
        &mut self,
        message: &v0_9::AgentMessage,
        update: &v0_9::UpdateDataModel,
        tcx: &TranslationCx<'_>,
    ) -> Result<Option<Output>, Refusal> {
        let path = update.path.get().map_or("", String::as_str);
        let ids = data_0_9::readers_of(&self.readers, path);
        let before = self.shown_components(&ids);
        data_0_9::write(&mut self.data, update);
        if ids.is_empty() || self.data.is_absent() {
            return Ok(None);
        }
        let after = self.shown_components(&ids);
        let mut changed = BTreeSet::new();
        for ((id, before), after) in ids.into_iter().zip(before).zip(after) {
            if before != after {
                changed.insert(id);
            }
        }
        let translation = MessageTranslation {
            from: tcx.step.from,
            message,
            surface: self,
            in_item: &|_| false,
        };
        let (output, sent) = translation.translate_results(&changed, tcx)?;
        for component in sent {
            let id = component.id.clone();
            self.outside.update(&id, |known| known.sent = component);
        }
        Ok(output)
    }

    /// Translates these components with the present data. A component without a translation is `None`.
    fn shown_components(&self, ids: &BTreeSet<ComponentId>) -> Vec<Option<v0_8::Component>> {
        let naming = self.naming();
        let mut shown = Vec::new();
        for id in ids {
            let known = self.outside.get(id);
            shown.push(known.and_then(|known| self.component_in_0_8(&known.component, &naming)));
        }
        shown
    }

    /// Remembers a component outside all templates, in the form in which it was sent.
    fn remember(
        &mut self,
        component: v0_9::Component,
        sent: v0_8::Component,
        fields: Field<HeldFields>,
    ) {
        let id = sent.id.clone();
        data_0_9::add_reader(&mut self.readers, &id, &component);
        let known = UnrepeatedComponent {
            fields,
            ..UnrepeatedComponent::new(component, sent)
        };
        self.outside.insert(id, known);
    }

    /// Forgets the component with this id in 0.8.
    fn forget(&mut self, id: &str) {
        if let Some(known) = self.outside.get(id) {
            data_0_9::remove_reader(&mut self.readers, id, &known.component);
            self.outside.remove(id);
        }
    }

    /// Remembers the components with paths or function calls that no template repeats. Forgets the components in `repeated`.
    /// `tree` is the component graph after the message, with the ids that the message uses.
    fn record_components(
        &mut self,
        naming: &Naming,
        new: Vec<v0_9::Component>,
        (tree, repeated): (&ComponentGraph, &[ComponentId]),
        outputs: &[Output],
        tcx: &TranslationCx<'_>,
    ) {
        for id in repeated {
            self.forget(naming.swapped(id.as_str()));
        }
        let has_outside = new.iter().any(|component| is_outside(component, tree));
        let mut sent: BTreeMap<&str, &v0_8::Component> = BTreeMap::new();
        let mut fields = BTreeMap::new();
        if has_outside {
            let components = outputs
                .iter()
                .flat_map(|output| components_in(&output.message));
            sent =
                wire::collect_map(components.map(|component| (component.id.as_str(), component)));
            fields = tcx.held_fields(COMPONENTS);
        }
        for component in new {
            let key = naming.swap(&component.id);
            self.forget(key.as_str());
            let Some(sent) = sent.get(key.as_str()) else {
                continue;
            };
            if is_outside(&component, tree) {
                let fields = fields.remove(key.as_str());
                let fields = fields.map_or(Field::Absent, Field::Value);
                self.remember(component, (*sent).clone(), fields);
            }
        }
    }
}

/// Returns `true` if a component outside all templates may have to be sent again.
fn is_outside(component: &v0_9::Component, tree: &ComponentGraph) -> bool {
    is_needed_again(component) && !tree.is_in_item(component.id.as_str())
}

/// Returns `true` if a component may have to be sent again, because of a path or a function call.
fn is_needed_again(component: &v0_9::Component) -> bool {
    has_paths(component) || data_0_9::has_calls(component)
}

/// Returns `true` if a component may contain a binding.
fn has_paths(component: &v0_9::Component) -> bool {
    component.extra.iter().any(|(_, value)| {
        let text = value.text();
        // Escapes may spell the member name.
        text.starts_with(['{', '[']) && (text.contains(r#""path""#) || text.contains('\\'))
    })
}
