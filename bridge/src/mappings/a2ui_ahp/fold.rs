//! Folding of agent messages into canvases.

use super::{FORWARD, surface};
use crate::{
    Carry, Dialect, Note, Refusal, SavedSurface,
    Verdict::Dropped,
    byte_budget::{DEFAULT_SESSION_BYTES, ENTRY_BYTES, too_many_bytes},
    canvases::OpenCanvas,
    lens::{FieldMap, Output, TranslationCx},
};
use a2ui::{
    Message, Notation,
    surface::{SurfaceOptions, Surfaces},
    v0_8, v0_9, v0_10, v1_0,
};
use std::collections::BTreeMap;
use wire::{Extra, Pointer, encoded_len};

wire::object! {
    /// The saved state of a fold: the surfaces that messages have built so far.
    pub struct Fold {
        /// The surfaces in the order of their creation.
        surfaces: Vec<SavedSurface>,
        /// Further state of each surface, by its id.
        known: BTreeMap<String, FoldedSurface>,
    }

    /// Further state of a folded surface.
    pub struct FoldedSurface {
        /// The number of the message that created the surface.
        made: u64,
        /// The body key of that message.
        key: String,
        /// The dialect of the messages, by name.
        dialect: String,
        /// The joined carries of the messages.
        carry: Carry,
        /// The notes about fields that the surface does not keep.
        notes: Vec<Note>,
    }
}

/// The surfaces that are being folded into canvases.
#[derive(Debug)]
pub(crate) struct Folding {
    pub(crate) surfaces: Surfaces,
    /// The further state of surfaces, each with its bytes.
    known: BTreeMap<String, (FoldedSurface, usize)>,
    /// The bytes of the further state of all surfaces, and their limit.
    bytes: usize,
    max_bytes: usize,
}

/// The finished canvas of a surface, or the reason why there is none.
pub(crate) struct Due {
    /// The dialect of the surface.
    pub(crate) from: Dialect,
    /// The number of the message that created the surface.
    pub(crate) input: u64,
    pub(crate) surface_id: String,
    pub(crate) canvas: Result<Output<OpenCanvas>, Refusal>,
}

impl Folding {
    /// Continues from a saved state.
    ///
    /// # Errors
    /// Refuses saved messages that do not rebuild their surfaces.
    pub(crate) fn resume(&mut self, saved: Fold) -> Result<(), Refusal> {
        for surface in &saved.surfaces {
            for message in surface.read()? {
                self.surfaces.apply(&message)?;
            }
        }
        for (id, known) in saved.known {
            let bytes = bytes_of(&id, &known);
            self.bytes += bytes;
            self.known.insert(id, (known, bytes));
        }
        Ok(())
    }

    /// Reads A2UI 1.0 in this notation instead of detecting it.
    pub(crate) fn in_notation(notation: Option<Notation>) -> Self {
        let surfaces = Surfaces::with_options(SurfaceOptions::new().notation(notation));
        Self { surfaces, known: BTreeMap::new(), bytes: 0, max_bytes: DEFAULT_SESSION_BYTES }
    }

    /// Forgets all surfaces.
    pub(crate) fn restart(&mut self) {
        self.surfaces = Surfaces::with_options(self.surfaces.options().clone());
        self.known.clear();
        self.bytes = 0;
    }

    /// Limits the bytes of surfaces and of their further state, each.
    pub(crate) fn set_max_bytes(&mut self, bytes: usize) {
        self.surfaces.set_max_bytes(bytes, bytes);
        self.max_bytes = bytes;
    }

    pub(crate) fn save(&self) -> Fold {
        let known: BTreeMap<_, _> =
            wire::collect_map(self.known.iter().map(|(id, (known, _))| (id.clone(), known.clone())));
        Fold::new(self.surfaces.iter().map(SavedSurface::of).collect::<Vec<_>>(), known)
    }

    /// Applies a message to its surface. Returns the notes about the message and about a deleted surface, for which no
    /// canvas is emitted.
    ///
    /// # Errors
    /// Refuses a message that does not apply. A refused message changes nothing.
    pub(crate) fn take(
        &mut self,
        message: &Message,
        tcx: &mut TranslationCx<'_>,
    ) -> Result<Vec<Note>, Refusal> {
        let id = message.surface_id().map_or_else(String::new, |id| id.as_str().to_owned());
        let is_live = self.surfaces.get(&id).is_some();
        let mut fields = tcx.notes();
        unkept(message, is_live, &mut fields);
        // A refused message must not change the surface.
        tcx.loss_policy.refusal(&fields.list).map_or(Ok(()), Err)?;
        if message.key() == "deleteSurface" {
            self.surfaces.apply(message)?;
            let (mut gone, bytes) =
                self.known.remove(&id).map(|(known, bytes)| (known.notes, bytes)).unwrap_or_default();
            self.bytes -= bytes;
            gone.append(&mut fields.list);
            return Ok(gone);
        }
        let nothing = || {
            FoldedSurface::new(tcx.input, message.key(), tcx.step.from.as_str(), Carry::default(), Vec::new())
        };
        let new = if self.known.contains_key(&id) { 0 } else { bytes_of(&id, &nothing()) };
        let carried = if tcx.carry.is_empty() { 0 } else { encoded_len(tcx.carry) };
        let more = new + carried + fields.list.iter().map(encoded_len).sum::<usize>();
        let used = self.bytes.saturating_add(more);
        if used > self.max_bytes {
            return Err(too_many_bytes(used, self.max_bytes));
        }
        self.surfaces.apply(message)?;
        self.bytes = used;
        let (known, bytes) = self.known.entry(id).or_insert_with(|| (nothing(), 0));
        *bytes += more;
        if matches!(message.key(), "createSurface" | "beginRendering") {
            (known.made, known.key) = (tcx.input, message.key().to_owned());
        }
        known.carry = std::mem::take(&mut known.carry).join(tcx.carry.clone());
        tcx.waiting_notes.clone_from(&fields.list);
        known.notes.append(&mut fields.list);
        Ok(Vec::new())
    }

    /// Returns the numbers of the creating messages, and of messages with notes to report.
    pub(crate) fn waiting(&self) -> impl Iterator<Item = u64> {
        let of = |known: &FoldedSurface| known.notes.iter().map(|note| note.input).collect::<Vec<_>>();
        self.known.values().flat_map(move |(known, _)| std::iter::once(known.made).chain(of(known)))
    }

    /// Returns the canvases in the order of creation, or the refusals of surfaces that cannot become canvases. Clears the
    /// state.
    pub(crate) fn finish(&mut self, tcx: &TranslationCx<'_>) -> Vec<Due> {
        let mut canvases = Vec::new();
        for (index, surface) in self.surfaces.iter().enumerate() {
            let id = surface.surface_id().as_str();
            let Some((known, _)) = self.known.get(id) else { continue };
            let from = Dialect::from_name(&known.dialect).unwrap_or_else(|| Dialect::of_surface(surface));
            let due = |canvas| Due { from, input: known.made, surface_id: id.to_owned(), canvas };
            let mut tcx = tcx.for_message(known.made, &known.carry);
            if index > 0 && tcx.cx.channel.is_some() {
                let message = format!("the surface `{id}` would share the channel of another surface");
                let at = Pointer::root().member(&known.key).member("surfaceId");
                let refusal = Refusal::context(FORWARD.channel.id, at, message);
                canvases.push(due(Err(
                    refusal.hint("omit --channel, so that each surface gets its own channel")
                )));
                continue;
            }
            let made = surface::forward(surface, &known.key, from, &mut tcx);
            let output = made.map(|translated| {
                let output = tcx.output(translated);
                let notes = known.notes.iter().cloned().chain(output.notes).collect();
                Output { notes, ..output }
            });
            canvases.push(due(output));
        }
        self.surfaces = Surfaces::with_options(self.surfaces.options().clone());
        self.known.clear();
        self.bytes = 0;
        canvases
    }
}

/// Estimates the bytes of the further state of a surface.
fn bytes_of(id: &str, known: &FoldedSurface) -> usize {
    ENTRY_BYTES + id.len() + encoded_len(known)
}

/// Adds notes about the parts of a message that a surface does not keep: unknown members of updates and deletions, and
/// the deleted surface.
fn unkept(message: &Message, is_live: bool, fields: &mut FieldMap) {
    if !fields.is_wanted() {
        return;
    }
    let rules = &FORWARD;
    let root = &Pointer::root();
    let body = root.member(message.key());
    for (at, extra) in members(message, &body) {
        for (name, _) in extra.iter() {
            fields.add(Dropped, &rules.member, (&at, name), None);
        }
    }
    if message.key() == "deleteSurface" {
        let remark = if is_live {
            "the surface was created and deleted within the input"
        } else {
            "the input did not create a surface of this name"
        };
        fields.remark(Dropped, &rules.deleted, (&body, "surfaceId"), None, remark);
    }
}

/// Returns the unknown members of a message and its body that a surface does not keep, with the places of their objects.
/// The creating message keeps its members.
fn members<'m>(message: &'m Message, at: &Pointer) -> Vec<(Pointer, &'m Extra)> {
    let (beside, inside) = match message {
        Message::V0_8Agent(message) => match &message.body {
            v0_8::AgentBody::SurfaceUpdate(body) => (&message.extra, &body.extra),
            v0_8::AgentBody::DataModelUpdate(body) => {
                let mut members = vec![(Pointer::root(), &message.extra), (at.clone(), &body.extra)];
                let mut open = vec![(at.member("contents"), &body.contents)];
                while let Some((list, entries)) = open.pop() {
                    for (index, entry) in entries.iter().enumerate() {
                        let at = list.element(index);
                        open.extend(entry.value_map.get().map(|map| (at.member("valueMap"), map)));
                        members.push((at, &entry.extra));
                    }
                }
                return members;
            }
            v0_8::AgentBody::DeleteSurface(body) => (&message.extra, &body.extra),
            _ => return Vec::new(),
        },
        Message::V0_9Agent(message) => match &message.body {
            v0_9::AgentBody::UpdateComponents(body) => (&message.extra, &body.extra),
            v0_9::AgentBody::UpdateDataModel(body) => (&message.extra, &body.extra),
            v0_9::AgentBody::DeleteSurface(body) => (&message.extra, &body.extra),
            _ => return Vec::new(),
        },
        Message::V0_10Agent(message) => match &message.body {
            v0_10::AgentBody::UpdateComponents(body) => (&message.extra, &body.extra),
            v0_10::AgentBody::UpdateDataModel(body) => (&message.extra, &body.extra),
            v0_10::AgentBody::DeleteSurface(body) => (&message.extra, &body.extra),
            _ => return Vec::new(),
        },
        Message::V1_0Agent(message) => match &message.body {
            v1_0::AgentBody::UpdateComponents(body) => (&message.extra, &body.extra),
            v1_0::AgentBody::UpdateDataModel(body) => (&message.extra, &body.extra),
            v1_0::AgentBody::DeleteSurface(body) => (&message.extra, &body.extra),
            _ => return Vec::new(),
        },
        _ => return Vec::new(),
    };
    vec![(Pointer::root(), beside), (at.clone(), inside)]
}
