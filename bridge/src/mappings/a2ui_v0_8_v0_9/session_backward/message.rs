//! Translation of one message from 0.9 to 0.8.

use super::{BackwardSurface, UnrepeatedComponent, components_in};
use crate::{
    Dialect, Note, Refusal,
    Verdict::Derived,
    a2ui_v0_8_v0_9::{
        BACKWARD as rules,
        backward::{self, ComponentResults},
        components::Type,
        data, dynamic, equivalence, forward,
        restored::check_components,
        root::{Naming, ROOT, ROOT_DERIVED},
        state_0_8, version,
    },
    lens::{
        A2uiOutput as Output, Direction, FieldMap, KeyedList, Original, Returns, Translated,
        TranslationCx, payload,
    },
};
use a2ui::{ComponentId, Message, data_model, v0_8, v0_9};
use std::collections::BTreeSet;
use wire::{Field, Payload, PayloadKind, Pointer};

/// The list of components in both versions.
pub(super) const COMPONENTS: KeyedList = KeyedList::new(
    "/updateComponents/components",
    "/surfaceUpdate/components",
    "id",
);
const OTHER_FORM: &str =
    "the component is sent again in another form, and its fields that only 0.8 has no longer fit";
/// The depth of the fields, such as `/updateComponents/components/0/text`.
const LEVELS: usize = 4;

/// A predicate that returns `true` if a template repeats the component with this 0.9 id.
pub(super) type InItem<'a> = &'a dyn Fn(&str) -> bool;

/// The translation of one message of a surface.
pub(super) struct MessageTranslation<'a> {
    pub(super) from: Dialect,
    pub(super) message: &'a v0_9::AgentMessage,
    pub(super) surface: &'a BackwardSurface,
    /// A predicate that returns `true` if a template repeats the component after the message.
    pub(super) in_item: InItem<'a>,
}

/// A component that is sent again in another form.
struct ComponentAgain {
    component: v0_8::Component,
    /// `true` if all carried fields of the component were restored.
    is_complete: bool,
}

impl MessageTranslation<'_> {
    /// Translates known components again because a new template repeats them, which changes their paths in 0.8. Returns two
    /// updates: the first precedes the message, and the second follows it and restores fields of 0.8.
    pub(super) fn translate_again(
        &self,
        repeated: &[ComponentId],
        naming: &Naming,
        tcx: &TranslationCx<'_>,
    ) -> Result<[Option<Output>; 2], Refusal> {
        let v0_9::AgentBody::UpdateComponents(body) = &self.message.body else {
            return Ok([None, None]);
        };
        if repeated.is_empty() {
            return Ok([None, None]);
        }
        let sent_by_message: BTreeSet<&str> = wire::collect_set(
            body.components
                .iter()
                .map(|component| component.id.as_str()),
        );
        let (mut before, mut after) = (Vec::new(), Vec::new());
        let mut fields = tcx.notes();
        for id in repeated.iter().map(ComponentId::as_str) {
            // The message itself sends its components in their new form.
            if sent_by_message.contains(id) {
                continue;
            }
            let Some(known) = self.surface.outside.get(naming.swapped(id)) else {
                continue;
            };
            let Some(again) = self.translate_once_more(known, &|_| true, tcx) else {
                continue;
            };
            // An update that restores fields follows the message, which contains the template.
            let targets = if known.fields.is_absent() {
                &mut before
            } else {
                &mut after
            };
            if !again.is_complete {
                note_other_form(targets.len(), &mut fields);
            }
            targets.push(again.component);
        }
        let after = self.build_update(after, tcx)?.map(|output| Output {
            notes: fields.list,
            ..output
        });
        Ok([self.build_update(before, tcx)?, after])
    }

    /// Translates components whose function calls have new results. Returns their update, and the components that changed.
    pub(super) fn translate_results(
        &self,
        ids: &BTreeSet<ComponentId>,
        tcx: &TranslationCx<'_>,
    ) -> Result<(Option<Output>, Vec<v0_8::Component>), Refusal> {
        let mut sent = Vec::new();
        let mut fields = tcx.notes();
        for known in ids.iter().filter_map(|id| self.surface.outside.get(id)) {
            let Some(again) = self.translate_once_more(known, &|_| false, tcx) else {
                continue;
            };
            if !again.is_complete {
                note_other_form(sent.len(), &mut fields);
            }
            sent.push(again.component);
        }
        let output = self.build_update(sent.clone(), tcx)?.map(|output| Output {
            notes: fields.list,
            ..output
        });
        Ok((output, sent))
    }

    /// Translates a known component once more. Returns `None` if its translation is the same as before, or fails.
    fn translate_once_more(
        &self,
        known: &UnrepeatedComponent,
        in_item: InItem<'_>,
        tcx: &TranslationCx<'_>,
    ) -> Option<ComponentAgain> {
        let surface_id = self.message.surface_id().clone();
        let update = v0_9::UpdateComponents::new(surface_id, vec![known.component.clone()]);
        let translation = MessageTranslation {
            message: &v0_9::AgentMessage::new(version(self.from), update),
            in_item,
            ..*self
        };
        let mut tcx = tcx.for_element(known.fields.get());
        let outputs = translation.translate(&mut tcx).ok()?;
        let mut component = components_in(&outputs.first()?.message).first()?.clone();
        component.id = known.sent.id.clone();
        if component == known.sent {
            return None;
        }
        let mut notes = outputs.iter().flat_map(|output| &output.notes);
        Some(ComponentAgain {
            component,
            is_complete: !notes.any(is_about_edit),
        })
    }

    /// Creates an update with these components. Returns `None` for an empty list.
    fn build_update(
        &self,
        components: Vec<v0_8::Component>,
        tcx: &TranslationCx<'_>,
    ) -> Result<Option<Output>, Refusal> {
        if components.is_empty() {
            return Ok(None);
        }
        let update = v0_8::SurfaceUpdate::new(self.message.surface_id().clone(), components);
        let message = v0_8::AgentMessage::new(update);
        tcx.stand_in(None, message, &rules.others).map(Some)
    }

    /// Translates the message. Returns no output if it has no counterpart, and several outputs if its value is deep.
    pub(super) fn translate(&self, tcx: &mut TranslationCx<'_>) -> Result<Vec<Output>, Refusal> {
        match tcx.original(self.message) {
            // In 0.8, components perform these writes themselves, and the root has no Column around it.
            Original::Nothing if self.is_update() && !self.is_first_root() => return Ok(Vec::new()),
            // The carry contains the whole 0.8 message that this message replaces.
            Original::Message(source) => {
                if let Some(source) = self.read_replaced_message(&source) {
                    return Ok(vec![tcx.restore_original(source, &rules.others)]);
                }
            }
            // The message has no counterpart in the carry, or an unusable one, so it is translated.
            _ => {}
        }
        let naming = self.surface.naming();
        let model = self.surface.model();
        let known = backward::KnownState {
            tree: &self.surface.tree,
            in_item: self.in_item,
            results: model.map_or(ComponentResults::Unknown, ComponentResults::Computed),
        };
        let mut fields = tcx.fields();
        let body = backward::translate_message(self.message, &naming, known, &mut fields)?;
        let plain_target = v0_8::AgentMessage::new(body);
        let Some(deep) = self.deep_update(tcx) else {
            let translated = self.reconcile(plain_target, fields, &naming, tcx)?;
            return Ok(vec![tcx.a2ui_output(translated)]);
        };
        let plain_contents = contents(&plain_target).map(<[_]>::to_vec);
        let translated = self.reconcile(plain_target, fields, &naming, tcx)?;
        // Contents that the carry restored need no parts.
        if contents(&translated.message) != plain_contents.as_deref() {
            return Ok(vec![tcx.a2ui_output(translated)]);
        }
        let parts = backward::split_update(deep);
        if parts.len() < 2 {
            return Ok(vec![tcx.a2ui_output(translated)]);
        }
        let mut fields = tcx.notes();
        fields.list = std::mem::take(&mut tcx.notes);
        let mut outputs = self.translate_parts(parts, &naming, tcx)?;
        // Notes about the whole message go to the part that contains the place, or else to the last part.
        for output in &mut outputs {
            output.notes = fields.take_those_of(&payload(&output.message));
        }
        if let Some(last) = outputs.last_mut() {
            fields.adjust_to_target(&payload(&last.message));
            last.notes.append(&mut fields.list);
        }
        Ok(outputs)
    }

    /// Returns the update of the data model if it becomes several messages in 0.8. An update that came from nested 0.8 maps
    /// returns as one message.
    fn deep_update(&self, tcx: &TranslationCx<'_>) -> Option<&v0_9::UpdateDataModel> {
        let v0_9::AgentBody::UpdateDataModel(body) = &self.message.body else {
            return None;
        };
        if data::is_split(body.value.as_ref()?) && !was_nested(tcx) {
            Some(body)
        } else {
            None
        }
    }

    /// Restores carried fields, and determines the losses.
    fn reconcile(
        &self,
        plain_target: v0_8::AgentMessage,
        fields: FieldMap,
        naming: &Naming,
        tcx: &mut TranslationCx<'_>,
    ) -> Result<Translated<v0_8::AgentMessage>, Refusal> {
        let message = self.message;
        let returns = Returns {
            losses: &|target, losses| {
                let returned = self.translate_back(target, message, naming, None);
                losses.add_changes_of_message(message, returned, LEVELS);
            },
            back: &|target| self.translate_back(target, message, naming, None),
        };
        let plain_back = if tcx.may_restore() {
            let items = Some(self.in_item);
            self.translate_back(&plain_target, message, naming, items)
                .ok()
        } else {
            None
        };
        let plain_components = plain_back.as_ref().map_or(&[][..], new_components);
        let check = |target: &v0_8::AgentMessage| {
            let restored = self.translate_back(target, message, naming, Some(self.in_item))?;
            let (visible, restored) = (new_components(message), new_components(&restored));
            check_components(COMPONENTS.to, visible, restored, plain_components)
        };
        self.direction().reconcile_checked(
            message,
            plain_target,
            fields,
            returns.with_check(&check),
            tcx,
        )
    }

    /// Returns the direction from 0.9 to 0.8.
    fn direction(&self) -> Direction {
        Direction {
            list: Some(COMPONENTS),
            target_derived: ROOT_DERIVED,
            ..Direction::new(self.from, Dialect::A2ui0_8, LEVELS, &rules.others)
        }
    }

    /// Returns `true` if the message updates components or data.
    fn is_update(&self) -> bool {
        use v0_9::AgentBody::{UpdateComponents, UpdateDataModel};
        matches!(self.message.body, UpdateComponents(_) | UpdateDataModel(_))
    }

    /// Returns `true` if the message contains the first component called `root` of a surface whose 0.8 root is `root`, too. The
    /// message is then needed in 0.8, even if it only contains the Column around a former root.
    fn is_first_root(&self) -> bool {
        let v0_9::AgentBody::UpdateComponents(body) = &self.message.body else {
            return false;
        };
        let surface = self.surface;
        if surface.root.as_str() != ROOT || surface.tree.type_of(ROOT).is_some() {
            return false;
        }
        body.components
            .iter()
            .any(|component| component.id.as_str() == ROOT)
    }

    /// Reads the 0.8 message that this message replaces. Returns `None` if the carried message does not fit: only a
    /// `beginRendering`, or a `dataModelUpdate` that writes the same, is replaced.
    fn read_replaced_message(&self, source: &Payload) -> Option<v0_8::AgentMessage> {
        let source: v0_8::AgentMessage = source.decode().ok()?;
        let is_source = match (&source.body, &self.message.body) {
            (v0_8::AgentBody::BeginRendering(_), _) => true,
            (v0_8::AgentBody::DataModelUpdate(old), v0_9::AgentBody::UpdateDataModel(new)) => {
                let path = old.path.get().map_or("", String::as_str);
                is_written(new, path, &old.value().ok()?)
            }
            _ => false,
        };
        if is_source && source.surface_id() == self.message.surface_id() {
            Some(source)
        } else {
            None
        }
    }

    /// Translates the parts of a deep value into messages. The first part gets the carried fields of the whole message.
    fn translate_parts(
        &self,
        parts: Vec<(v0_9::UpdateDataModel, v0_8::DataModelUpdate)>,
        naming: &Naming,
        tcx: &mut TranslationCx<'_>,
    ) -> Result<Vec<Output>, Refusal> {
        let mut outputs = Vec::new();
        let count = parts.len();
        for (index, (mut old, new)) in parts.into_iter().enumerate() {
            let mut source = self.message.clone();
            if index > 0 {
                source.extra = wire::Extra::new();
            } else if let v0_9::AgentBody::UpdateDataModel(body) = &self.message.body {
                old.extra = body.extra.clone();
            }
            let mut fields = tcx.fields();
            backward::note_data(&old, &new, &mut fields);
            source.body = old.into();
            let plain_target = v0_8::AgentMessage::new(new);
            // The first part creates the values that the others write to.
            let items: Option<InItem<'_>> = if index > 0 { Some(&|_| false) } else { None };
            let mut tcx = tcx.for_part(index == 0);
            let returns = Returns {
                losses: &|target, losses| {
                    let returned = self.translate_back(target, &source, naming, items);
                    losses.add_changes_of_message(&source, returned, LEVELS);
                },
                back: &|target| self.translate_back(target, &source, naming, items),
            };
            let translated =
                self.direction()
                    .reconcile(&source, plain_target, fields, returns, &mut tcx)?;
            let translated = tcx.mark_part(translated, (index, count));
            tcx.notes.clear();
            outputs.push(tcx.a2ui_output(translated));
        }
        Ok(outputs)
    }

    /// Translates a message of 0.8 back to 0.9. `source` is the original message of 0.9.
    ///
    /// `items` selects the components that templates repeat. Without it, lists are unknown, and so are the paths into them. With
    /// it, a component of 0.8 fits only if the waiting updates perform all of its writes.
    fn translate_back(
        &self,
        target: &v0_8::AgentMessage,
        source: &v0_9::AgentMessage,
        naming: &Naming,
        items: Option<InItem<'_>>,
    ) -> Result<v0_9::AgentMessage, Refusal> {
        use v0_9::AgentBody::{UpdateComponents, UpdateDataModel};
        let in_item = |id: &str| items.is_some_and(|in_item| in_item(naming.swapped(id)));
        let forward::TranslatedBody {
            mut body, writes, ..
        } = forward::translate_message(
            target,
            naming,
            state_without_surface(&in_item),
            &mut FieldMap::none(),
        )?;
        match (&mut body, &source.body) {
            (UpdateComponents(body), visible) => {
                if items.is_some() {
                    self.mark_unseen_writes(body, writes);
                }
                if let UpdateComponents(visible) = visible {
                    match items {
                        Some(in_item) => adopt_visible(body, visible, target, in_item),
                        // The restriction to lists depends on data that only the 0.9 side knows.
                        None => body.components.iter_mut().for_each(clear_template),
                    }
                }
            }
            (UpdateDataModel(body), UpdateDataModel(visible)) => {
                if items.is_none() {
                    // The lists in the path depend on data that only the 0.9 side knows.
                    shorten_index_path(body);
                }
                if is_ambiguous(visible) && body.value != visible.value {
                    body.value = Some(Payload::null());
                }
            }
            _ => {}
        }
        Ok(v0_9::AgentMessage::new(version(self.from), body))
    }

    /// Marks the components with a write that no waiting update of 0.9 performs. A marked component equals no other component.
    fn mark_unseen_writes(
        &self,
        body: &mut v0_9::UpdateComponents,
        writes: Vec<(usize, String, Payload)>,
    ) {
        if writes.is_empty() {
            return;
        }
        let seen = || self.surface.writes().map(|(_, write)| write);
        let exact_writes: BTreeSet<_> = wire::collect_set(seen().filter_map(plain_write));
        for (index, path, value) in writes {
            let Some(component) = body.components.get_mut(index) else {
                continue;
            };
            let is_seen = exact_writes.contains(&(path.as_str(), value.text()))
                || seen().any(|seen| does_write(seen, &path, &value));
            if !is_seen {
                // No property has a name with this character.
                component.extra.insert("\u{0}write", Payload::null());
            }
        }
    }
}

/// Returns `true` if clients of 0.8 split member names in the value of an update. The order of the members is then ambiguous.
fn is_ambiguous(update: &v0_9::UpdateDataModel) -> bool {
    match &update.value {
        Some(value) => data::has_split_names(value),
        None => false,
    }
}

/// Returns `true` if a note says that a field did not come back because of an edit.
fn is_about_edit(note: &Note) -> bool {
    note.rule.as_str() == rules.others.restored.id && note.verdict == Derived
}

/// Adds a note that the component at this index was sent again without its carried fields.
fn note_other_form(index: usize, fields: &mut FieldMap) {
    let to = Pointer::from_static("/surfaceUpdate/components").element(index);
    let rule = rules.others.restored;
    fields.enter(Derived, rule, Pointer::root(), Some(to), OTHER_FORM);
}

/// Returns the components in a 0.9 update.
fn new_components(message: &v0_9::AgentMessage) -> &[v0_9::Component] {
    match &message.body {
        v0_9::AgentBody::UpdateComponents(body) => &body.components,
        _ => &[],
    }
}

/// Returns the writes that the components in a 0.8 message perform, with the paths of 0.8.
pub(super) fn writes_of_components(
    message: &Message,
    naming: &Naming,
    in_item: InItem<'_>,
) -> Vec<(String, Payload)> {
    let Message::V0_8Agent(message) = message else {
        return Vec::new();
    };
    let in_item = |id: &str| in_item(naming.swapped(id));
    let target = forward::translate_message(
        message,
        naming,
        state_without_surface(&in_item),
        &mut FieldMap::none(),
    );
    let Ok(target) = target else {
        // A message that 0.9 cannot express writes nothing there.
        return Vec::new();
    };
    let writes = target.writes.into_iter();
    writes.map(|(_, path, value)| (path, value)).collect()
}

/// Returns `true` if a message sets a value of the data model to a list.
pub(super) fn has_list(message: &v0_9::AgentMessage) -> bool {
    let v0_9::AgentBody::UpdateDataModel(update) = &message.body else {
        return false;
    };
    match &update.value {
        Some(value) => value.kind() == PayloadKind::Array,
        None => false,
    }
}

/// Returns the path and the value of an update. Returns `None` if the path may have another meaning in 0.8.
pub(super) fn plain_write(message: &v0_9::AgentMessage) -> Option<(&str, &str)> {
    let v0_9::AgentBody::UpdateDataModel(update) = &message.body else {
        return None;
    };
    let (path, value) = (update.path.get()?, update.value.as_ref()?);
    if data::is_plain(path) {
        Some((path, value.text()))
    } else {
        None
    }
}

/// Returns `true` if a message performs one of these writes.
pub(super) fn is_any_written(message: &v0_9::AgentMessage, writes: &[(String, Payload)]) -> bool {
    writes
        .iter()
        .any(|(path, value)| does_write(message, path, value))
}

/// Returns `true` if a message performs this write, which has a path of 0.8.
fn does_write(message: &v0_9::AgentMessage, path: &str, value: &Payload) -> bool {
    match &message.body {
        v0_9::AgentBody::UpdateDataModel(update) => is_written(update, path, value),
        _ => false,
    }
}

/// Adopts the visible properties that may equal the returned properties. Their paths and the form of their bindings depend on
/// data.
fn adopt_visible(
    returned: &mut v0_9::UpdateComponents,
    visible: &v0_9::UpdateComponents,
    target: &v0_8::AgentMessage,
    in_item: InItem<'_>,
) {
    let v0_8::AgentBody::SurfaceUpdate(target) = &target.body else {
        return;
    };
    let pairs = returned.components.iter_mut().zip(&visible.components);
    for ((returned, visible), target) in pairs.zip(&target.components) {
        if returned.id == visible.id {
            let in_item = in_item(visible.id.as_str());
            adopt_visible_in_component(returned, visible, target, in_item);
        }
    }
}

/// Adopts the visible properties of one component.
fn adopt_visible_in_component(
    returned: &mut v0_9::Component,
    visible: &v0_9::Component,
    target: &v0_8::Component,
    in_item: bool,
) {
    let known = returned
        .component
        .get()
        .and_then(|name| Type::of_v0_9(name));
    for (name, value) in visible.extra.iter() {
        let Some(other) = returned.extra.get(name) else {
            continue;
        };
        let may_be_same = equivalence::is_same_up_to_keys(value, other, in_item) || {
            let old_name = match known.and_then(|known| known.row_of_v0_9(name)) {
                Some(row) if !row.v0_8.is_empty() => row.v0_8,
                _ => name,
            };
            is_shown_binding(value, target.component.properties.member(old_name), in_item)
        };
        if may_be_same {
            returned.extra.insert(name, value.clone());
        }
    }
}

/// Returns `true` if `shown` is the 0.8 form of a binding.
fn is_shown_binding(value: &Payload, shown: Option<Payload>, in_item: bool) -> bool {
    match (shown, dynamic::binding_backward(value, in_item)) {
        (Some(shown), Some(binding)) => *binding == shown,
        _ => false,
    }
}

/// Removes the template of a component. 0.8 also repeats templates for the members of an object, so the restriction to lists is
/// carried.
fn clear_template(component: &mut v0_9::Component) {
    let Some(children) = component.extra.get("children") else {
        return;
    };
    if children.member("path").is_some() {
        component.extra.insert("children", Payload::null());
    }
}

/// Creates the known state of a message whose surface is unknown.
fn state_without_surface<'a>(in_item: InItem<'a>) -> forward::KnownState<'a> {
    forward::KnownState {
        shown: None,
        in_item,
    }
}

/// Shortens a path to the segment before its first index-like name, because 0.9 would create a list there. The original path
/// is carried.
fn shorten_index_path(update: &mut v0_9::UpdateDataModel) {
    let path = update.path.get().map_or("", String::as_str);
    let Ok(segments) = data_model::segments(path) else {
        return;
    };
    let mut below = segments.iter().skip(1);
    let Some(at) = below.position(|segment| state_0_8::is_index(segment)) else {
        return;
    };
    if let Some(above) = segments.get(..=at) {
        update.path = Field::Value(forward::path_of(above));
    }
}

/// Returns `true` if an update performs a write with this path and value of 0.8.
fn is_written(update: &v0_9::UpdateDataModel, path: &str, value: &Payload) -> bool {
    let new_path = update.path.get().map_or("", String::as_str);
    let (Some(new), Ok(segments), Ok(names)) = (
        &update.value,
        data_model::segments(new_path),
        data_model::names(path),
    ) else {
        return false;
    };
    equivalence::is_same_write(&(segments, new.clone()), &(names, value.clone()))
}

/// Returns `true` if the carry shows a 0.8 update with nested maps. Such a message returns as one message.
fn was_nested(tcx: &TranslationCx<'_>) -> bool {
    tcx.is_any_returning(|place| place.as_str().ends_with("/valueMap"))
}

/// Returns the entries in a 0.8 update of the data model.
fn contents(message: &v0_8::AgentMessage) -> Option<&[v0_8::DataEntry]> {
    match &message.body {
        v0_8::AgentBody::DataModelUpdate(body) => Some(&body.contents),
        _ => None,
    }
}
