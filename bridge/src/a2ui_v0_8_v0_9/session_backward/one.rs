//! One message from 0.9 to 0.8, given its surface.

use super::BackwardSurface;
use crate::{
    Carry, Dialect, Refusal,
    Verdict::*,
    a2ui_v0_8_v0_9::{
        BACKWARD as rules, alike, backward, data, forward, paths,
        root::{Naming, ROOT, ROOT_FOLLOWS},
        shown, tree, version,
    },
    engine::{Direction, Job, Joint, Layer, List, Notes, Output, RESTORED, fits_depth, payload},
};
use a2ui::{Message, data_model, v0_8, v0_9};
use std::collections::BTreeSet;
use wire::{Field, Payload, PayloadKind, Pointer};

const COMPONENTS: List =
    List { from: "/updateComponents/components", to: "/surfaceUpdate/components", key: "id" };
const DATA: Joint = Joint {
    from: &["/updateDataModel/path", "/updateDataModel/value"],
    to: &["/dataModelUpdate/path", "/dataModelUpdate/contents"],
};
/// `/updateComponents/components/0/text`
const LEVELS: usize = 4;

/// One message of a surface.
pub(super) struct One<'a> {
    pub(super) from: Dialect,
    pub(super) message: &'a v0_9::AgentMessage,
    pub(super) surface: &'a BackwardSurface,
    /// What it changes of the components of the surface.
    pub(super) learnt: &'a [tree::Change],
}

impl One<'_> {
    /// The update that says components again which a template comes to show for its items: 0.8 writes their paths otherwise then.
    pub(super) fn again(&self, learnt: &[tree::Change], job: &Job<'_>) -> Result<Vec<Output>, Refusal> {
        let v0_9::AgentBody::UpdateComponents(body) = &self.message.body else { return Ok(Vec::new()) };
        let naming = self.surface.naming();
        let own: BTreeSet<&str> = body.components.iter().map(|component| component.id.as_str()).collect();
        let placed = learnt.iter().filter_map(tree::Change::newly_shown).filter(|id| !own.contains(*id));
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

    pub(super) fn translate(&self, job: &mut Job<'_>) -> Result<Vec<Output>, Refusal> {
        let (kept, rest) = job.carry.take(Dialect::A2ui0_8);
        let is_in_place = kept.image("").is_some();
        let stands_for = if is_in_place { kept.stands_for(&payload(self.message)) } else { None };
        match stands_for {
            // What a component writes of itself, and the Column around a root: 0.8 has no message for these.
            Some(None) if self.is_update() && !self.brings_the_root() => return Ok(Vec::new()),
            Some(Some(source)) => {
                if let Some(source) = self.source(source) {
                    let mut notes = job.notes();
                    let root = Pointer::root();
                    notes.enter(Copied, rules.others.restored, root.clone(), Some(root), RESTORED);
                    job.say(notes);
                    return Ok(vec![job.output(source.into(), rest)]);
                }
            }
            _ => {}
        }
        // What was kept for another message says nothing of this one.
        let others;
        let mut job = if is_in_place {
            others = rest;
            job.with(job.input, &others)
        } else {
            job.with(job.input, job.carry)
        };
        let naming = self.surface.naming();
        let type_of = |id: &str| self.surface.tree.type_of(id).map(String::from);
        let in_item = self.surface.tree.with(self.learnt);
        let known = backward::Known { type_of: &type_of, in_item: &in_item };
        let mut notes = job.notes();
        let bare = v0_8::AgentMessage::new(backward::message(self.message, &naming, known, &mut notes)?);
        let back = |image: &v0_8::AgentMessage| self.back(image, self.message, &naming, false);
        let told = |image: &v0_8::AgentMessage| self.back(image, self.message, &naming, true);
        let direction = Direction {
            list: Some(COMPONENTS),
            joint: DATA,
            restores: ROOT_FOLLOWS,
            ..Direction::new(self.from, Dialect::A2ui0_8, LEVELS, &rules.others)
        };
        let is_split = match &self.message.body {
            v0_9::AgentBody::UpdateDataModel(body) => body.value.as_ref().is_some_and(data::is_split),
            _ => false,
        };
        let bare_contents = contents(&bare).filter(|_| is_split).map(<[_]>::to_vec);
        let (made, carry) = direction.settle_told(self.message, bare, notes, &back, &told, &mut job)?;
        let parts = match &self.message.body {
            v0_9::AgentBody::UpdateDataModel(body)
                if is_split && contents(&made) == bare_contents.as_deref() =>
            {
                backward::parts(body)
            }
            _ => Vec::new(),
        };
        if parts.len() < 2 {
            return Ok(vec![job.output(made.into(), carry)]);
        }
        let mut notes = job.notes();
        notes.list = std::mem::take(&mut job.notes);
        let mut outputs = self.split(parts, &direction, &naming, &mut job)?;
        // What is said of the whole is said with the part that has it, else with the last one.
        for output in &mut outputs {
            output.notes = notes.take_those_of(&payload(&output.message));
        }
        if let Some(last) = outputs.last_mut() {
            notes.settle_on(&payload(&last.message));
            last.notes.append(&mut notes.list);
        }
        Ok(outputs)
    }

    fn is_update(&self) -> bool {
        use v0_9::AgentBody::{UpdateComponents, UpdateDataModel};
        matches!(self.message.body, UpdateComponents(_) | UpdateDataModel(_))
    }

    /// Whether nobody else brings the root: a Column around a root that 0.8 has another name for no longer.
    fn brings_the_root(&self) -> bool {
        let v0_9::AgentBody::UpdateComponents(body) = &self.message.body else { return false };
        self.surface.root.as_str() == ROOT
            && self.surface.tree.type_of(ROOT).is_none()
            && body.components.iter().any(|component| component.id.as_str() == ROOT)
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

    /// The image of a message of 0.8 in this one's version. `is_told` says whether a carry, or another message, tells where lists are
    /// and what paths mean; a component that writes more than was seen to be written does not fit then.
    fn back(
        &self,
        image: &v0_8::AgentMessage,
        source: &v0_9::AgentMessage,
        naming: &Naming,
        is_told: bool,
    ) -> Option<v0_9::AgentMessage> {
        let forward::Image { mut body, writes, .. } =
            forward::message(image, naming, None, &mut Notes::none()).ok()?;
        if let (true, v0_9::AgentBody::UpdateComponents(body)) = (is_told, &mut body) {
            for (index, path, value) in writes {
                let Some(component) = body.components.get_mut(index) else { continue };
                // In a template nothing is written.
                let is_in_item = paths::is_of_item(source, index, &path);
                let write = (path, value);
                let is_seen = || {
                    let seen = &self.surface.writes;
                    seen.iter().any(|seen| is_any_written(&seen.message, std::slice::from_ref(&write)))
                };
                if !is_in_item && !is_seen() {
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

/// What the components of a message of 0.8 write into the data model, by the paths of 0.8.
pub(super) fn writes(message: &Message, naming: &Naming) -> Vec<(String, Payload)> {
    let Message::V0_8Agent(message) = message else { return Vec::new() };
    let image = forward::message(message, naming, None, &mut Notes::none());
    let writes = image.into_iter().flat_map(|image| image.writes);
    writes.map(|(_, path, value)| (path, value)).collect()
}

/// Whether a message writes a list into the data model.
pub(super) fn writes_list(message: &v0_9::AgentMessage) -> bool {
    let v0_9::AgentBody::UpdateDataModel(update) = &message.body else { return false };
    update.value.as_ref().is_some_and(|value| value.kind() == PayloadKind::Array)
}

/// Whether an update of the data model says what one of these writes does.
pub(super) fn is_any_written(message: &v0_9::AgentMessage, writes: &[(String, Payload)]) -> bool {
    let v0_9::AgentBody::UpdateDataModel(update) = &message.body else { return false };
    writes.iter().any(|(path, value)| is_written(update, path, value))
}

fn as_visible(image: &mut v0_9::UpdateComponents, visible: &v0_9::UpdateComponents) {
    if alike::may_mean(&payload(visible), &payload(image)) {
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
    alike::says(&(segments, new.clone()), &(names, value.clone()))
}

fn contents(message: &v0_8::AgentMessage) -> Option<&[v0_8::DataEntry]> {
    match &message.body {
        v0_8::AgentBody::DataModelUpdate(body) => Some(&body.contents),
        _ => None,
    }
}
