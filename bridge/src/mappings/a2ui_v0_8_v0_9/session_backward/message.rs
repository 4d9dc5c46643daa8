//! Translation of one message from 0.9 to 0.8.

use super::{BackwardSurface, UnrepeatedComponent, components};
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

pub(super) const COMPONENTS: KeyedList = KeyedList::new(
    "/updateComponents/components",
    "/surfaceUpdate/components",
    "id",
);
const OTHER_FORM: &str =
    "the component is sent again in another form, and its fields that only 0.8 has no longer fit";
/// The depth of the fields, such as `/updateComponents/components/0/text`.
const LEVELS: usize = 4;

/// Returns `true` if a template repeats a component, by its 0.9 id.
pub(super) type InItem<'a> = &'a dyn Fn(&str) -> bool;

/// The translation of one message of a surface.
pub(super) struct MessageTranslation<'a> {
    pub(super) from: Dialect,
    pub(super) message: &'a v0_9::AgentMessage,
    pub(super) surface: &'a BackwardSurface,
    /// Returns `true` if a template repeats a component after the message.
    pub(super) in_item: InItem<'a>,
}

impl MessageTranslation<'_> {
    /// Returns the updates that send components again because a new template repeats them, which changes the form of
    /// their paths in 0.8. The first update precedes the message. The second one follows it, and restores fields of 0.8.
    pub(super) fn again(
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
        let own: BTreeSet<&str> = wire::collect_set(
            body.components
                .iter()
                .map(|component| component.id.as_str()),
        );
        let placed = repeated
            .iter()
            .map(ComponentId::as_str)
            .filter(|id| !own.contains(id));
        let placed = placed.filter_map(|id| self.surface.outside.get(naming.map(id)));
        let (mut before, mut behind) = (Vec::new(), Vec::new());
        let mut fields = tcx.notes();
        for known in placed {
            let Some((item, is_complete)) = self.sent_again(known, &|_| true, tcx) else {
                continue;
            };
            let targets = if known.fields.is_absent() {
                &mut before
            } else {
                &mut behind
            };
            if !is_complete {
                note_other_form(targets.len(), &mut fields);
            }
            targets.push(item);
        }
        let after = self.beside(behind, tcx)?.map(|made| Output {
            notes: fields.list,
            ..made
        });
        Ok([self.beside(before, tcx)?, after])
    }

    /// Returns an update with the components whose function calls have other results than before, and these components.
    pub(super) fn results(
        &self,
        ids: &BTreeSet<ComponentId>,
        tcx: &TranslationCx<'_>,
    ) -> Result<(Option<Output>, Vec<v0_8::Component>), Refusal> {
        let mut sent = Vec::new();
        let mut fields = tcx.notes();
        for known in ids.iter().filter_map(|id| self.surface.outside.get(id)) {
            let Some((component, is_complete)) = self.sent_again(known, &|_| false, tcx) else {
                continue;
            };
            if !is_complete {
                note_other_form(sent.len(), &mut fields);
            }
            sent.push(component);
        }
        let output = self.beside(sent.clone(), tcx)?.map(|made| Output {
            notes: fields.list,
            ..made
        });
        Ok((output, sent))
    }

    /// Translates a component once more. Returns `None` if it is the same as before. The second value is `true` if all its
    /// fields of 0.8 were restored.
    fn sent_again(
        &self,
        known: &UnrepeatedComponent,
        in_item: InItem<'_>,
        tcx: &TranslationCx<'_>,
    ) -> Option<(v0_8::Component, bool)> {
        let components_of_0_9 = vec![known.component.clone()];
        let update =
            v0_9::UpdateComponents::new(self.message.surface_id().clone(), components_of_0_9);
        let message = v0_9::AgentMessage::new(version(self.from), update);
        let one = MessageTranslation {
            message: &message,
            in_item,
            ..*self
        };
        let made = one
            .translate(&mut tcx.for_element(known.fields.get()))
            .ok()?;
        let mut item = components(&made.first()?.message).first()?.clone();
        item.id = known.sent.id.clone();
        let is_edited =
            |note: &Note| note.rule.as_str() == rules.others.restored.id && note.verdict == Derived;
        (item != known.sent).then(|| {
            (
                item,
                !made.iter().flat_map(|made| &made.notes).any(is_edited),
            )
        })
    }

    /// Creates an update with these components, if there are any.
    fn beside(
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

    pub(super) fn translate(&self, tcx: &mut TranslationCx<'_>) -> Result<Vec<Output>, Refusal> {
        match tcx.original(self.message) {
            // The writes of a component and the Column around a root have no message in 0.8.
            Original::Nothing if self.is_update() && !self.is_first_root() => return Ok(Vec::new()),
            Original::Message(source) => {
                if let Some(source) = self.source(&source) {
                    return Ok(vec![tcx.restore_original(source, &rules.others)]);
                }
            }
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
        let body = backward::message(self.message, &naming, known, &mut fields)?;
        let plain_target = v0_8::AgentMessage::new(body);
        let Some(deep) = self.deep_update(tcx) else {
            let translated = self.reconcile(plain_target, fields, &naming, tcx)?;
            return Ok(vec![tcx.a2ui_output(translated)]);
        };
        let plain_contents = contents(&plain_target).map(<[_]>::to_vec);
        let translated = self.reconcile(plain_target, fields, &naming, tcx)?;
        // Contents that the carry restored need no parts.
        let is_plain = contents(&translated.message) == plain_contents.as_deref();
        let parts = match is_plain {
            true => backward::parts(deep),
            false => Vec::new(),
        };
        if parts.len() < 2 {
            return Ok(vec![tcx.a2ui_output(translated)]);
        }
        let mut fields = tcx.notes();
        fields.list = std::mem::take(&mut tcx.notes);
        let mut outputs = self.split(parts, &naming, tcx)?;
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

    /// Returns the update of the data model if 0.8 writes it in several messages. One that was nested in 0.8 returns as one message.
    fn deep_update(&self, tcx: &TranslationCx<'_>) -> Option<&v0_9::UpdateDataModel> {
        let v0_9::AgentBody::UpdateDataModel(body) = &self.message.body else {
            return None;
        };
        let is_deep = body.value.as_ref().is_some_and(data::is_split);
        Some(body).filter(|_| is_deep && !was_nested(tcx))
    }

    /// Restores carried fields, and states the losses.
    fn reconcile(
        &self,
        plain_target: v0_8::AgentMessage,
        fields: FieldMap,
        naming: &Naming,
        tcx: &mut TranslationCx<'_>,
    ) -> Result<Translated<v0_8::AgentMessage>, Refusal> {
        let message = self.message;
        let back = |target: &v0_8::AgentMessage| self.back(target, message, naming, None);
        let returns = Returns {
            losses: &|target, losses| {
                losses.add_changes_of_message(message, back(target), LEVELS);
            },
            back: &back,
        };
        let back_in_session =
            |target: &v0_8::AgentMessage| self.back(target, message, naming, Some(self.in_item));
        let plain_back = tcx.may_restore().then(|| back_in_session(&plain_target));
        let plain_back = plain_back.and_then(Result::ok);
        let check = |target: &v0_8::AgentMessage| {
            let restored = back_in_session(target)?;
            let plain = plain_back.as_ref().map_or(&[][..], new_components);
            check_components(
                COMPONENTS.to,
                new_components(message),
                new_components(&restored),
                plain,
            )
        };
        self.direction()
            .reconcile_checked(message, plain_target, fields, returns, &check, tcx)
    }

    fn direction(&self) -> Direction {
        Direction {
            list: Some(COMPONENTS),
            target_derived: ROOT_DERIVED,
            ..Direction::new(self.from, Dialect::A2ui0_8, LEVELS, &rules.others)
        }
    }

    fn is_update(&self) -> bool {
        use v0_9::AgentBody::{UpdateComponents, UpdateDataModel};
        matches!(self.message.body, UpdateComponents(_) | UpdateDataModel(_))
    }

    /// Returns `true` if the message is the first to contain the root: a Column around a root that 0.8 no longer names
    /// differently.
    fn is_first_root(&self) -> bool {
        let v0_9::AgentBody::UpdateComponents(body) = &self.message.body else {
            return false;
        };
        self.surface.root.as_str() == ROOT
            && self.surface.tree.type_of(ROOT).is_none()
            && body
                .components
                .iter()
                .any(|component| component.id.as_str() == ROOT)
    }

    /// Returns the replaced 0.8 message: a `beginRendering` that sent components again, or a `dataModelUpdate` that
    /// writes the same.
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

    /// Translates the parts of a deep value into messages. Fields of the whole message go to the first part.
    fn split(
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
            let in_item = |_: &str| false;
            let told: Option<InItem<'_>> = (index > 0).then_some(&in_item);
            let back = |target: &v0_8::AgentMessage| self.back(target, &source, naming, told);
            let mut tcx = tcx.for_part(index == 0);
            let returns = Returns {
                losses: &|target, losses| {
                    losses.add_changes_of_message(&source, back(target), LEVELS);
                },
                back: &back,
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

    /// Translates a message of 0.8 back. `told` returns `true` for components that a template repeats; it is given if
    /// the session or a carry knows where lists are. A component that writes more than was observed does not fit
    /// then.
    fn back(
        &self,
        target: &v0_8::AgentMessage,
        source: &v0_9::AgentMessage,
        naming: &Naming,
        told: Option<InItem<'_>>,
    ) -> Result<v0_9::AgentMessage, Refusal> {
        let in_item = |id: &str| told.is_some_and(|in_item| in_item(naming.map(id)));
        let forward::TranslatedBody {
            mut body, writes, ..
        } = forward::message(target, naming, alone(&in_item), &mut FieldMap::none())?;
        if let (Some(_), v0_9::AgentBody::UpdateComponents(body)) = (told, &mut body) {
            let seen = || self.surface.writes().map(|(_, write)| write);
            let exactly = seen()
                .filter_map(plain_write)
                .filter(|_| !writes.is_empty());
            let exactly: BTreeSet<_> = wire::collect_set(exactly);
            for (index, path, value) in writes {
                let Some(component) = body.components.get_mut(index) else {
                    continue;
                };
                let write = (path, value);
                let is_seen = exactly.contains(&(write.0.as_str(), write.1.text()))
                    || seen().any(|seen| is_any_written(seen, std::slice::from_ref(&write)));
                if !is_seen {
                    component.extra.insert("\u{0}write", Payload::null());
                }
            }
        }
        match (&mut body, &source.body) {
            // Carried paths depend on data that only the other side knows.
            (
                v0_9::AgentBody::UpdateComponents(body),
                v0_9::AgentBody::UpdateComponents(visible),
            ) => match told {
                Some(in_item) => as_visible(body, visible, target, in_item),
                None => body.components.iter_mut().for_each(without_template),
            },
            (v0_9::AgentBody::UpdateDataModel(body), v0_9::AgentBody::UpdateDataModel(visible)) => {
                if told.is_none() {
                    as_names(body);
                }
                // The order of members under other names is ambiguous.
                let is_split = visible.value.as_ref().is_some_and(data::has_split_names);
                if is_split && body.value != visible.value {
                    body.value = Some(Payload::null());
                }
            }
            _ => {}
        }
        Ok(v0_9::AgentMessage::new(version(self.from), body))
    }
}

/// Adds a note that fields of a component that is sent again did not come back.
fn note_other_form(index: usize, fields: &mut FieldMap) {
    let to = Pointer::from_static("/surfaceUpdate/components").element(index);
    let rule = rules.others.restored;
    fields.enter(Derived, rule, Pointer::root(), Some(to), OTHER_FORM);
}

fn new_components(message: &v0_9::AgentMessage) -> &[v0_9::Component] {
    match &message.body {
        v0_9::AgentBody::UpdateComponents(body) => &body.components,
        _ => &[],
    }
}

/// Returns the writes of the components of a 0.8 message, with the paths of 0.8.
pub(super) fn writes(
    message: &Message,
    naming: &Naming,
    in_item: InItem<'_>,
) -> Vec<(String, Payload)> {
    let Message::V0_8Agent(message) = message else {
        return Vec::new();
    };
    let in_item = |id: &str| in_item(naming.map(id));
    let target = forward::message(message, naming, alone(&in_item), &mut FieldMap::none());
    let writes = target.into_iter().flat_map(|target| target.writes);
    writes.map(|(_, path, value)| (path, value)).collect()
}

/// Returns `true` if a message writes a list into the data model.
pub(super) fn has_list(message: &v0_9::AgentMessage) -> bool {
    let v0_9::AgentBody::UpdateDataModel(update) = &message.body else {
        return false;
    };
    update
        .value
        .as_ref()
        .is_some_and(|value| value.kind() == PayloadKind::Array)
}

/// Returns the path and the value of an update whose path has the same meaning in both versions.
pub(super) fn plain_write(message: &v0_9::AgentMessage) -> Option<(&str, &str)> {
    let v0_9::AgentBody::UpdateDataModel(update) = &message.body else {
        return None;
    };
    let path = update
        .path
        .get()
        .map(String::as_str)
        .filter(|path| data::is_plain(path))?;
    Some((path, update.value.as_ref()?.text()))
}

/// Returns `true` if an update performs one of these writes.
pub(super) fn is_any_written(message: &v0_9::AgentMessage, writes: &[(String, Payload)]) -> bool {
    let v0_9::AgentBody::UpdateDataModel(update) = &message.body else {
        return false;
    };
    writes
        .iter()
        .any(|(path, value)| is_written(update, path, value))
}

/// Replaces properties that may equal the visible ones by these, and bindings by the form that 0.8 shows.
fn as_visible(
    told: &mut v0_9::UpdateComponents,
    visible: &v0_9::UpdateComponents,
    target: &v0_8::AgentMessage,
    in_item: InItem<'_>,
) {
    let v0_8::AgentBody::SurfaceUpdate(target) = &target.body else {
        return;
    };
    for ((told, visible), target) in told
        .components
        .iter_mut()
        .zip(&visible.components)
        .zip(&target.components)
    {
        let in_item = in_item(visible.id.as_str());
        let known = told.component.get().and_then(|name| Type::of_v0_9(name));
        for (name, value) in visible.extra.iter().filter(|_| told.id == visible.id) {
            let row = known
                .and_then(|known| known.row_of_v0_9(name))
                .filter(|row| !row.v0_8.is_empty());
            let is_written = || {
                let written = target
                    .component
                    .properties
                    .member(row.map_or(name, |row| row.v0_8));
                written.is_some()
                    && dynamic::binding_backward(value, in_item).as_deref() == written.as_ref()
            };
            if told.extra.get(name).is_some_and(|told| {
                equivalence::is_same_up_to_keys(value, told, in_item) || is_written()
            }) {
                told.extra.insert(name, value.clone());
            }
        }
    }
}

/// Removes templates: 0.8 also repeats them for members of an object, so the restriction to lists is carried.
fn without_template(component: &mut v0_9::Component) {
    let path = component
        .extra
        .get("children")
        .and_then(|children| children.member("path"));
    if path.is_some() {
        component.extra.insert("children", Payload::null());
    }
}

/// Creates the state for a message without its surface.
fn alone<'a>(in_item: InItem<'a>) -> forward::KnownState<'a> {
    forward::KnownState {
        shown: None,
        in_item,
    }
}

/// Replaces paths with index-like names by an object at a higher path. In 0.8 an index is a name, but 0.9 would create a
/// list. The path is then carried.
fn as_names(update: &mut v0_9::UpdateDataModel) {
    let path = update.path.get().map_or("", String::as_str);
    let Ok(segments) = data_model::segments(path) else {
        return;
    };
    let list = segments
        .iter()
        .skip(1)
        .position(|segment| state_0_8::is_index(segment));
    if let Some((above, _)) = list.and_then(|at| segments.split_at_checked(at + 1)) {
        update.path = Field::Value(forward::path_of(above));
    }
}

/// Returns `true` if an update performs a write of 0.8.
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

/// Returns `true` if the message came from an update of 0.8 with a map in a map. It returns as one message.
fn was_nested(tcx: &TranslationCx<'_>) -> bool {
    tcx.is_any_returning(|place| place.as_str().ends_with("/valueMap"))
}

fn contents(message: &v0_8::AgentMessage) -> Option<&[v0_8::DataEntry]> {
    match &message.body {
        v0_8::AgentBody::DataModelUpdate(body) => Some(&body.contents),
        _ => None,
    }
}
