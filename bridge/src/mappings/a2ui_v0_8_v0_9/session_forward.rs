//! The session that translates agent messages from 0.8 to 0.9.
//!
//! Specification: [A2UI 0.8](https://github.com/a2ui-project/a2ui/blob/72ddee7b69c228aa70320e3bd5a18abd14f47d80/specification/v0_8/docs/a2ui_protocol.md), [A2UI 0.9, `createSurface`](https://github.com/a2ui-project/a2ui/blob/4e6e1fdc4947c23a7f5d798edd70fe36c78cc4ba/specification/v0_9/docs/a2ui_protocol.md#createsurface).

mod message;
mod parts;

use super::{
    FORWARD as rules, client, component,
    component_graph::ComponentGraph,
    data_0_9::has_calls,
    forward,
    paths::{Paths, Terms},
    refuse_version,
    root::{Naming, catalog_forward},
    state_0_8::{self, KnownComponent, NewPositions, SurfaceState, TargetWrite},
    version,
};
use crate::{
    Context, Dialect, HeldMessage, Refusal,
    Verdict::*,
    lens::{A2uiOutput as Output, FieldMap, Original, TranslationCx},
    shared::{SharedList, SharedMap, measured_by_member},
};
use a2ui::{
    CatalogId, ComponentId, Message, SurfaceId, Version, surface::SurfaceComponent, v0_8, v0_9,
};
use message::{COMPONENTS, MessageTranslation, components};
use std::collections::BTreeSet;
use wire::{Field, Pointer};

wire::object! {
    /// The surfaces of a 0.8 agent.
    ///
    /// The messages of a surface are held until `beginRendering` names its root and its catalog.
    pub struct ForwardSession {
        /// The surfaces by id.
        surfaces: SharedMap<String, ForwardSurface>,
    }
    /// The state of a 0.8 surface.
    pub struct ForwardSurface {
        /// The root id, once it is known.
        root?: Field<ComponentId>,
        /// The catalog of the surface in 0.9.
        catalog_id as "catalogId"?: Field<CatalogId>,
        /// The messages that wait for `beginRendering`.
        held: SharedList<HeldMessage>,
        /// The parts of one 0.9 update that wait for the last part.
        parts: SharedList<HeldMessage>,
        /// The components by id. They are sent again if the root changes.
        components: SharedMap<String, KnownComponent>,
        /// The data of the surface and its templates.
        shown: SurfaceState,
        /// The component graph according to the messages of 0.9.
        tree: ComponentGraph,
        /// The components that call functions in 0.9, by their 0.9 ids.
        calling: SharedMap<ComponentId, bool>,
    }
}

measured_by_member! {
    ForwardSession { surfaces }
    ForwardSurface { root, catalog_id, held, parts, components, shown, tree, calling }
}

impl Default for ForwardSession {
    fn default() -> Self {
        Self::new(SharedMap::default())
    }
}

impl ForwardSession {
    /// Translates a message of 0.8 into the 0.9 messages that can be sent now.
    ///
    /// # Errors
    /// Refuses a message without a counterpart.
    pub(crate) fn handle(
        &mut self,
        message: Message,
        tcx: &mut TranslationCx<'_>,
    ) -> Result<Vec<Output>, Refusal> {
        let to = tcx.step.to;
        match message {
            Message::V0_8Agent(message) => self.handle_agent_message(message, to, tcx),
            Message::V0_8Client(message) => {
                let naming = match message.surface_id() {
                    Some(surface) => self.naming(surface, tcx.cx),
                    None => Naming::default(),
                };
                let translated = client::translate_forward(&message, to, &naming, tcx)?;
                Ok(vec![tcx.a2ui_output(translated)])
            }
            other => Err(refuse_version(
                other.version(),
                Version::V0_8,
                rules.message.id,
            )),
        }
    }

    /// Returns the input numbers of the waiting messages.
    pub(crate) fn waiting(&self) -> impl Iterator<Item = u64> {
        self.surfaces
            .values()
            .flat_map(|surface| surface.held.iter().chain(surface.parts.iter()))
            .map(|held| held.input)
    }

    /// Ends the input: refuses the messages that still wait. Returns their input numbers, surfaces and refusals.
    pub(crate) fn finish(&mut self) -> Vec<(u64, SurfaceId, Refusal)> {
        let mut unfinished = Vec::new();
        let surfaces = self.surfaces.clone();
        for (id, surface) in surfaces.iter() {
            if surface.held.is_empty() {
                continue;
            }
            self.surfaces
                .update(id, |surface| surface.held = SharedList::default());
            for (held, message) in surface.held() {
                let surface = message.surface_id().clone();
                unfinished.push((held.input, surface, refuse_never_begun(message)));
            }
        }
        unfinished
    }

    /// Returns the renaming of component ids for a surface of the session or the context.
    fn naming(&self, surface: &SurfaceId, cx: &Context) -> Naming {
        let known = self.surfaces.get(surface.as_str());
        match known.and_then(ForwardSurface::root_and_catalog) {
            Some((root, catalog)) => Naming::of(root, catalog),
            None => client::naming_of_context(surface, cx),
        }
    }

    /// Translates an agent message, or holds it until its surface begins.
    fn handle_agent_message(
        &mut self,
        message: v0_8::AgentMessage,
        to: Dialect,
        tcx: &mut TranslationCx<'_>,
    ) -> Result<Vec<Output>, Refusal> {
        let id = message.surface_id().as_str().to_owned();
        let known = match self.surfaces.get(&id) {
            Some(surface) => Some(surface.clone()),
            None => ForwardSurface::of_context(&id, tcx.cx),
        };
        let mut surface = known.unwrap_or_else(ForwardSurface::empty);
        let is_update = matches!(
            message.body,
            v0_8::AgentBody::SurfaceUpdate(_) | v0_8::AgentBody::DataModelUpdate(_)
        );
        let mut outputs = Vec::new();
        // Only updates can be parts of one message, so another message ends the waiting.
        if !is_update && !surface.parts.is_empty() {
            outputs = surface.release_parts(&surface.own_naming(), to, tcx)?;
        }
        let translation = MessageTranslation {
            to,
            surface: &surface,
        };
        let mut next = surface.clone();
        match (&message.body, surface.root_and_catalog()) {
            (v0_8::AgentBody::DeleteSurface(_), _) => {
                outputs.push(surface.delete(&message, to, tcx)?);
                self.surfaces.remove(&id);
                return Ok(outputs);
            }
            (v0_8::AgentBody::BeginRendering(body), None) => {
                outputs.extend(next.begin(&translation, &message, body, tcx)?);
            }
            (v0_8::AgentBody::BeginRendering(body), Some(begun)) => {
                outputs.extend(next.begin_again(&translation, &message, (body, begun), tcx)?);
            }
            (_, Some((root, catalog))) => {
                translation.refuse_root(&message, root, catalog)?;
                let naming = Naming::of(root, catalog);
                outputs.extend(next.update_or_hold(&message, &naming, to, tcx)?);
            }
            (_, None) => {
                // The message waits for the root and the catalog. Later messages cannot make it translatable, so it is tried now.
                let mut trial = tcx.trial();
                let nothing = (None, &surface.tree);
                let tried =
                    translation.translate(&message, &Naming::default(), nothing, &mut trial)?;
                tcx.waiting_notes = tried.output.notes;
                next.held.push(tcx.hold(message));
            }
        }
        self.surfaces.insert(id, next);
        Ok(outputs)
    }
}

/// Creates the refusal for a message whose surface has not begun at the end of the input.
fn refuse_never_begun(message: &v0_8::AgentMessage) -> Refusal {
    let surface = message.surface_id();
    let text = format!(
        "the surface `{surface}` has no `beginRendering`, so its root and its catalog are unknown"
    );
    let at = Pointer::root().member(message.key());
    Refusal::context(rules.held.id, at, text).hint("send `beginRendering` after its components")
}

/// Creates the output for a 0.9 update that has no message in 0.8.
fn build_added_output(
    update: impl Into<v0_9::AgentBody>,
    to: Dialect,
    tcx: &TranslationCx<'_>,
) -> Result<Output, Refusal> {
    let message = v0_9::AgentMessage::new(version(to), update.into());
    tcx.stand_in(None, message, &rules.others)
}

impl ForwardSurface {
    /// Translates the deletion of the surface. Notes state that the messages that waited for the surface to begin were dropped.
    fn delete(
        &self,
        message: &v0_8::AgentMessage,
        to: Dialect,
        tcx: &mut TranslationCx<'_>,
    ) -> Result<Output, Refusal> {
        let translation = MessageTranslation { to, surface: self };
        let nothing = (None, &self.tree);
        let translated = translation.translate(message, &self.own_naming(), nothing, tcx)?;
        let mut output = translated.output;
        for (held, message) in self.held() {
            let mut fields = FieldMap::about(held.input, tcx.requested.notes);
            let at = Pointer::root().member(message.key());
            let remark = "the surface was deleted before it was shown";
            fields.enter(Dropped, &rules.held, at, None, remark);
            output.notes.append(&mut fields.list);
        }
        Ok(output)
    }

    /// Begins the surface, and translates the messages that waited for the root. `translation` contains the previous state of the
    /// surface.
    fn begin(
        &mut self,
        translation: &MessageTranslation<'_>,
        message: &v0_8::AgentMessage,
        body: &v0_8::BeginRendering,
        tcx: &mut TranslationCx<'_>,
    ) -> Result<Vec<Output>, Refusal> {
        let before = translation.surface;
        let catalog = catalog_forward(&body.catalog_id);
        for (_, message) in before.held() {
            let at = Pointer::root().member("beginRendering").member("root");
            translation
                .refuse_root(message, &body.root, &catalog)
                .map_err(|refusal| refusal.at(at))?;
        }
        let naming = Naming::of(&body.root, &catalog);
        let mut outputs = translation.begin(message, body, &naming, tcx)?;
        self.root = Field::Value(body.root.clone());
        self.catalog_id = Field::Value(catalog);
        self.held = SharedList::default();
        // The waiting messages depend on the components in these outputs.
        outputs.iter().for_each(|output| self.learn_output(output));
        self.add_waiting_templates(before, &naming, tcx);
        for (held, message) in before.held() {
            let released = held.release(tcx, |tcx| {
                self.update_or_hold(message, &naming, translation.to, tcx)
            })?;
            outputs.extend(released);
        }
        Ok(outputs)
    }

    /// Changes the root of the surface. `translation` contains the previous state of the surface.
    fn begin_again(
        &mut self,
        translation: &MessageTranslation<'_>,
        message: &v0_8::AgentMessage,
        (body, (root, catalog)): (&v0_8::BeginRendering, (&ComponentId, &CatalogId)),
        tcx: &mut TranslationCx<'_>,
    ) -> Result<Vec<Output>, Refusal> {
        let outputs = translation.begin_again(message, body, (root, catalog), tcx)?;
        self.root = Field::Value(body.root.clone());
        let names = (&Naming::of(root, catalog), &Naming::of(&body.root, catalog));
        for output in &outputs {
            match &*output.message {
                Message::V0_9Agent(message) if body.root != *root => {
                    self.tree.learn_renamed(message, names);
                }
                _ => self.learn_output(output),
            }
        }
        Ok(outputs)
    }

    /// Translates a message about an existing surface. Returns the data writes before it, the message, and the components to send
    /// again.
    fn update(
        &mut self,
        message: &v0_8::AgentMessage,
        naming: &Naming,
        to: Dialect,
        tcx: &mut TranslationCx<'_>,
    ) -> Result<Vec<Output>, Refusal> {
        // The translation to 0.8 added this message, so 0.9 has no counterpart.
        let is_silent = self.is_repeated(message, naming, tcx);
        let surface_id = message.surface_id();
        let mut outputs = Vec::new();
        let new = self.record_components(message, &find_ids_from_0_9(naming, tcx));
        // In 0.9 these maps are still objects, but templates repeat only lists.
        for target in self.values_of_lists(&new.lists) {
            let write = forward::update_of_write(surface_id, target);
            outputs.push(build_added_output(write, to, tcx)?);
        }
        let mut moved = self.find_moved(new, naming);
        // The message itself sends its components in their new form.
        for component in components(message) {
            moved.remove(component.id.as_str());
        }
        if let Some(update) = self.update_again(surface_id, naming, &moved) {
            outputs.push(build_added_output(update, to, tcx)?);
        }
        if is_silent {
            return Ok(outputs);
        }
        let translation = MessageTranslation { to, surface: self };
        let translated =
            translation.translate(message, naming, (Some(&self.shown), &self.tree), tcx)?;
        let mut moved = BTreeSet::new();
        for (names, value) in translated.writes {
            let target = self.shown.locate_write(&names, &value);
            let write = forward::update_of_write(surface_id, target);
            outputs.push(build_added_output(write, to, tcx)?);
            self.shown.write(&names, &value, &mut moved);
        }
        outputs.push(translated.output);
        if let Some((names, value)) = translated.data {
            self.shown.write(&names, &value, &mut moved);
        }
        if let Some(update) = self.update_again(surface_id, naming, &moved) {
            outputs.push(build_added_output(update, to, tcx)?);
        }
        outputs.iter().for_each(|output| self.learn_output(output));
        Ok(outputs)
    }

    /// Records the components of a message. `ids_from_0_9` are the components whose templates came from 0.9. Returns the positions
    /// that the message adds.
    fn record_components(
        &mut self,
        message: &v0_8::AgentMessage,
        ids_from_0_9: &BTreeSet<String>,
    ) -> NewPositions {
        for component in components(message) {
            let key = component.id.as_str();
            let before = self.components.get(key).map(|before| &before.component);
            self.shown.replace_bindings(component, before);
            let known = KnownComponent::new(component.clone(), ids_from_0_9.contains(key));
            self.components.insert(key.to_owned(), known);
        }
        let new: Vec<_> = components(message).collect();
        self.shown.add_positions(&new, &self.components)
    }

    /// Returns the values of new lists, which are objects in 0.9 so far.
    fn values_of_lists(&self, lists: &[String]) -> Vec<TargetWrite> {
        let all: BTreeSet<&str> = wire::collect_set(lists.iter().map(String::as_str));
        // A list inside another new list is sent with that list.
        let mut outer = lists.iter().map(String::as_str).collect::<Vec<_>>();
        outer.retain(|list| !is_inside_any(list, &all));
        self.shown.existing_lists(&outer)
    }

    /// Returns the ids of the components whose paths changed because of new lists or new positions.
    fn find_moved(&self, new: NewPositions, naming: &Naming) -> BTreeSet<String> {
        let mut moved = BTreeSet::new();
        for path in wire::collect_set(new.lists.iter().map(|list| state_0_8::above_items(list))) {
            for (names, ids) in self.shown.bound_at(path) {
                if self.shown.convert_names(&names) != names {
                    moved.extend(ids);
                }
            }
        }
        for id in new.components {
            let Some(KnownComponent { component, .. }) = self.components.get(&id) else {
                continue;
            };
            let outside = self.component_in_0_9(component, naming, Paths::outside(&self.shown));
            let now =
                self.component_in_0_9(component, naming, Paths::of_component(&self.shown, &id));
            if now != outside {
                moved.insert(id);
            }
        }
        moved
    }

    /// Creates the state of a surface without messages.
    fn empty() -> Self {
        Self::new(
            Vec::new(),
            Vec::new(),
            SharedMap::default(),
            SurfaceState::default(),
            ComponentGraph::default(),
            SharedMap::default(),
        )
    }

    /// Reads the state of a surface in the context. Returns `None` if the context has no such surface of 0.8.
    fn of_context(id: &str, cx: &Context) -> Option<Self> {
        let surface = cx.surfaces.get(id)?;
        if surface.version() != Version::V0_8 {
            return None;
        }
        let mut known = Self::empty();
        let root = surface.stated_root().cloned();
        known.root = root.map_or(Field::Absent, Field::Value);
        let catalog = surface.catalog_id().cloned();
        let catalog = catalog.map_or(Field::Absent, Field::Value);
        known.catalog_id = Field::Value(catalog_forward(&catalog));
        for component in surface.components() {
            if let SurfaceComponent::V0_8(component) = component {
                let id = component.id.as_str().to_owned();
                let component = KnownComponent::new(component.clone(), false);
                known.components.insert(id, component);
            }
        }
        let components = known.components.clone();
        known.learn(components.values().map(|known| &known.component));
        if let Some(data) = surface.data_model().to_payload() {
            known.shown.write(&[], &data, &mut BTreeSet::new());
        }
        let naming = known.own_naming();
        let all: Vec<_> = known
            .components_in_0_9(known.components.values(), &naming)
            .collect();
        known.tree.learn_components(all.iter());
        Some(known)
    }

    /// Returns the messages that wait for `beginRendering`.
    fn held(&self) -> impl Iterator<Item = (&HeldMessage, &v0_8::AgentMessage)> {
        self.held.iter().filter_map(|held| match &held.message {
            Message::V0_8Agent(message) => Some((held, message)),
            // Only agent messages wait.
            _ => None,
        })
    }

    /// Returns the renaming of component ids. Until the root is known, all ids stay the same.
    fn own_naming(&self) -> Naming {
        match self.root_and_catalog() {
            Some((root, catalog)) => Naming::of(root, catalog),
            None => Naming::default(),
        }
    }

    /// Returns the root and the catalog, once they are known.
    fn root_and_catalog(&self) -> Option<(&ComponentId, &CatalogId)> {
        Some((self.root.get()?, self.catalog_id.get()?))
    }

    /// Returns `true` if 0.9 has no counterpart for a message, because the translation to 0.8 added it. Such a message only
    /// rewrites components as template items, or updates the results of their function calls.
    fn is_repeated(
        &self,
        message: &v0_8::AgentMessage,
        naming: &Naming,
        tcx: &TranslationCx<'_>,
    ) -> bool {
        if !matches!(tcx.original(message), Original::Nothing) {
            return false;
        }
        components(message).all(|component| {
            self.has_other_results(component, naming) || self.has_same_form(component, naming)
        })
    }

    /// Returns `true` if a component calls functions in 0.9, so that the message may only update their results.
    fn has_other_results(&self, component: &v0_8::Component, naming: &Naming) -> bool {
        let id = component.id.as_str();
        if !self.calling.contains_key(naming.swapped(id)) {
            return false;
        }
        match self.components.get(id) {
            Some(before) => before.component.component.name == component.component.name,
            None => false,
        }
    }

    /// Returns `true` if a component only changed its form in 0.8, because a template now repeats the component.
    fn has_same_form(&self, component: &v0_8::Component, naming: &Naming) -> bool {
        let Some(before) = self.components.get(component.id.as_str()) else {
            return false;
        };
        let outside = Paths::outside(&self.shown);
        let before = self.component_in_0_9(&before.component, naming, outside);
        before == self.component_in_0_9(component, naming, Paths::inside(&self.shown))
    }

    /// Adds the templates of waiting messages, so that components are items from the start.
    ///
    /// A template that came from 0.9 repeats components only from its own message on. So does a template of a component that
    /// writes data.
    fn add_waiting_templates(&mut self, before: &Self, naming: &Naming, tcx: &TranslationCx<'_>) {
        let (mut known, mut writing) = (self.components.clone(), BTreeSet::new());
        for (held, message) in before.held() {
            let ids_from_0_9 = find_ids_from_0_9(naming, &held.cx(tcx));
            let new: Vec<_> = components(message)
                .filter(|component| !ids_from_0_9.contains(component.id.as_str()))
                .collect();
            for component in &new {
                let id = component.id.as_str().to_owned();
                known.insert(id, KnownComponent::new((*component).clone(), false));
            }
            self.shown.add_positions(&new, &known);
            for component in new {
                let id = component.id.as_str();
                if !self.shown.is_in_item(id) && has_writes(component) {
                    writing.insert(id);
                }
            }
        }
        for id in writing {
            self.shown.remove_positions(id);
        }
    }

    /// Adds the templates and bindings of new components, which are already among the known components.
    fn learn<'c>(&mut self, new: impl Iterator<Item = &'c v0_8::Component>) -> NewPositions {
        let new: Vec<_> = new.collect();
        for component in &new {
            self.shown.replace_bindings(component, None);
        }
        self.shown.add_positions(&new, &self.components)
    }

    /// Records the components in a 0.9 output.
    fn learn_output(&mut self, output: &Output) {
        let Message::V0_9Agent(message) = &*output.message else {
            return;
        };
        self.tree.learn(message);
        if let v0_9::AgentBody::UpdateComponents(body) = &message.body {
            self.learn_calls(&body.components);
        }
    }

    /// Remembers which of these components call functions.
    fn learn_calls(&mut self, new: &[v0_9::Component]) {
        for component in new {
            if has_calls(component) {
                self.calling.insert(component.id.clone(), true);
            } else if !self.calling.is_empty() {
                // The new form of the component no longer calls a function.
                self.calling.remove(component.id.as_str());
            }
        }
    }

    /// Creates the update that sends these components again. Returns `None` if none of them is known.
    fn update_again(
        &self,
        surface: &SurfaceId,
        naming: &Naming,
        ids: &BTreeSet<String>,
    ) -> Option<v0_9::UpdateComponents> {
        let known = ids.iter().filter_map(|id| self.components.get(id));
        let components: Vec<_> = self.components_in_0_9(known, naming).collect();
        if components.is_empty() {
            return None;
        }
        Some(v0_9::UpdateComponents::new(surface.clone(), components))
    }

    /// Translates components to 0.9, each at its present position.
    fn components_in_0_9<'a>(
        &'a self,
        components: impl Iterator<Item = &'a KnownComponent> + 'a,
        naming: &'a Naming,
    ) -> impl Iterator<Item = v0_9::Component> + 'a {
        components.map(|known| {
            let component = &known.component;
            let paths = Paths::of_component(&self.shown, component.id.as_str());
            self.component_in_0_9(component, naming, paths)
        })
    }

    /// Translates a component to 0.9 without notes and writes.
    fn component_in_0_9(
        &self,
        component: &v0_8::Component,
        naming: &Naming,
        paths: Paths<'_>,
    ) -> v0_9::Component {
        let nowhere = Pointer::root();
        let terms = Terms { naming, paths };
        let places = (&nowhere, &nowhere);
        let (component, _) = component::forward(component, terms, places, &mut FieldMap::none());
        component
    }
}

/// Returns `true` if a pattern is inside one of these patterns.
fn is_inside_any(pattern: &str, all: &BTreeSet<&str>) -> bool {
    let mut above = pattern
        .match_indices('/')
        .filter_map(|(at, _)| pattern.get(..at));
    above.any(|above| all.contains(above))
}

/// Returns `true` if a component writes literals into the data model when no template repeats it.
fn has_writes(component: &v0_8::Component) -> bool {
    if !component.component.properties.text().contains("literal") {
        return false;
    }
    let terms = Terms {
        naming: &Naming::default(),
        paths: Paths::default(),
    };
    let nowhere = Pointer::root();
    let places = (&nowhere, &nowhere);
    let (_, writes) = component::forward(component, terms, places, &mut FieldMap::none());
    !writes.is_empty()
}

/// Finds the ids of the components whose templates came from 0.9. The data of these templates come back unchanged, and do not
/// become lists.
fn find_ids_from_0_9(naming: &Naming, tcx: &TranslationCx<'_>) -> BTreeSet<String> {
    let ids = tcx.returning_elements(COMPONENTS, "/children/componentId");
    wire::collect_set(ids.into_iter().map(|id| naming.swapped(&id).to_owned()))
}
