//! Joining of updates that were one message in 0.9.
//!
//! A deep value of 0.9 becomes several updates in 0.8, whose carries mark them as parts. On the way back, the parts wait for the
//! last part and return as one message. Parts that no longer fit together return one by one.

use super::{ForwardSession, ForwardSurface, MessageTranslation};
use crate::{
    Dialect, Note, Refusal, Verdict,
    lens::{A2uiOutput as Output, TranslationCx},
    mappings::a2ui_v0_8_v0_9::root::Naming,
};
use a2ui::{
    Message,
    data_model::{self, DataModel},
    v0_8, v0_9,
};
use wire::{Field, Pointer};

/// The place of the value in an update of 0.9.
const VALUE: &str = "/updateDataModel/value";

impl ForwardSession {
    /// Ends the input: translates the parts that still wait.
    ///
    /// # Errors
    /// Returns the refusals of parts that cannot be translated.
    pub(crate) fn finish_parts(
        &mut self,
        tcx: &TranslationCx<'_>,
    ) -> (Vec<Output>, Vec<(u64, Refusal)>) {
        let mut tcx = tcx.for_part(false);
        // The end of the input has no message that states the dialects.
        tcx.step.from = Dialect::A2ui0_8;
        if tcx.step.to != Dialect::A2ui0_9_1 {
            tcx.step.to = Dialect::A2ui0_9;
        }
        let (mut outputs, mut refusals) = (Vec::new(), Vec::new());
        let surfaces = self.surfaces.clone();
        for (id, surface) in surfaces.iter() {
            let Some(first) = surface.parts.get(0).map(|held| held.input) else {
                continue;
            };
            let released = self.surfaces.update(id, |surface| {
                surface.release_parts(&surface.own_naming(), tcx.step.to, &tcx)
            });
            match released {
                Some(Ok(translated)) => outputs.extend(translated),
                Some(Err(refusal)) => refusals.push((first, refusal)),
                None => {}
            }
        }
        outputs.sort_by_key(|output| output.input);
        (outputs, refusals)
    }
}

impl ForwardSurface {
    /// Translates a message about an existing surface. A part waits for the last part of its message.
    pub(super) fn update_or_hold(
        &mut self,
        message: &v0_8::AgentMessage,
        naming: &Naming,
        to: Dialect,
        tcx: &mut TranslationCx<'_>,
    ) -> Result<Vec<Output>, Refusal> {
        let (index, count) = tcx.part_of_message();
        let mut outputs = Vec::new();
        // If a part is missing, moved or out of order, the waiting parts return one by one.
        if index != self.parts.len() {
            outputs = self.release_parts(naming, to, tcx)?;
        }
        let is_next = index == self.parts.len();
        if is_next && index.saturating_add(1) < count {
            // Later messages cannot make this message translatable, so it is tried now.
            let translation = MessageTranslation { to, surface: self };
            let mut trial = tcx.trial();
            let tried = translation.translate(
                message,
                naming,
                (Some(&self.shown), &self.tree),
                &mut trial,
            )?;
            tcx.waiting_notes = tried.output.notes;
            self.parts.push(tcx.hold(message.clone()));
            return Ok(outputs);
        }
        let mut parts = self.release_parts(naming, to, tcx)?;
        parts.extend(self.update(message, naming, to, tcx)?);
        let joined = if count > 1 { join(&parts) } else { None };
        match joined {
            Some(joined) => outputs.push(joined),
            None => outputs.extend(parts),
        }
        Ok(outputs)
    }

    /// Translates the waiting parts one by one.
    pub(super) fn release_parts(
        &mut self,
        naming: &Naming,
        to: Dialect,
        tcx: &TranslationCx<'_>,
    ) -> Result<Vec<Output>, Refusal> {
        let mut outputs = Vec::new();
        let parts = std::mem::take(&mut self.parts);
        for held in parts.iter() {
            if let Message::V0_8Agent(message) = &held.message {
                outputs.extend(held.release(tcx, |tcx| self.update(message, naming, to, tcx))?);
            }
        }
        Ok(outputs)
    }
}

/// Joins updates into one update that writes the same. Returns `None` unless every other update writes below the first one.
fn join(parts: &[Output]) -> Option<Output> {
    let (first, others) = parts.split_first()?;
    let last = others.last()?;
    if parts.iter().any(|part| part.is_bound(Dialect::A2ui0_8))
        || !others.iter().all(Output::is_bare)
    {
        return None;
    }
    let (whole, above) = update_of(first)?;
    // In a data model, the time to write a part does not depend on the size of the whole value.
    let mut model = DataModel::new();
    model.set("/", whole.value.clone()?).ok()?;
    let mut notes = first.notes.clone();
    for part in others {
        join_part(part, &above, &mut model, &mut notes)?;
    }
    let mut joined = first.clone();
    if let Message::V0_9Agent(message) = &mut *joined.message {
        let mut update = whole.clone();
        update.value = model.to_payload();
        message.body = update.into();
    }
    joined.input = last.input;
    joined.notes = notes;
    Some(joined)
}

/// Writes a part into the joined value, and adds its notes. `above` is the path of the first part. Returns `None` if the part
/// does not fit.
fn join_part(
    part: &Output,
    above: &[String],
    model: &mut DataModel,
    notes: &mut Vec<Note>,
) -> Option<()> {
    let (update, segments) = update_of(part)?;
    let below = segments.strip_prefix(above)?;
    if below.is_empty() {
        return None;
    }
    let path = data_model::path(below);
    // Earlier parts created an empty value at this path. Without it, the part does not belong to them.
    model.get(&path)?;
    model.set(&path, update.value.clone()?).ok()?;
    let mut place = Pointer::root();
    for name in below {
        place = place.member(name);
    }
    for note in &part.notes {
        notes.push(moved_below(note.clone(), &place));
    }
    Some(())
}

/// Returns the update of the data model in an output, and the segments of its path.
fn update_of(output: &Output) -> Option<(&v0_9::UpdateDataModel, Vec<String>)> {
    let Message::V0_9Agent(message) = &*output.message else {
        return None;
    };
    let v0_9::AgentBody::UpdateDataModel(update) = &message.body else {
        return None;
    };
    let path = update.path.get().map_or("", String::as_str);
    Some((update, data_model::segments(path).ok()?))
}

/// Returns a note with its place in the joined message. Only the value of a later part has a place there.
fn moved_below(mut note: Note, place: &Pointer) -> Note {
    if note.to.is_absent() {
        return note;
    }
    let to = note.to.get().map_or("", Pointer::as_str);
    let below = to.strip_prefix(VALUE);
    match below.and_then(|below| Pointer::parse(below).ok()) {
        Some(below) => {
            let to = Pointer::from_static(VALUE).join(place).join(&below);
            note.to = Field::Value(to);
        }
        None => {
            note.to = Field::Absent;
            note.verdict = note.verdict.max(Verdict::Derived);
        }
    }
    note
}
