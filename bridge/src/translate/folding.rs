//! Folding of agent messages into canvases, forms, cards and blocks.

#[cfg(feature = "renditions")]
use super::finished_surface::{self, MadeSurface};
use super::message::AnyMessage;
#[cfg(feature = "ahp")]
use crate::a2ui_ahp;
use crate::{
    Carry, ComponentPlaces, Dialect, DialectOrProtocol, Note, Refusal, SavedSurface,
    byte_budget::{DEFAULT_SESSION_BYTES, too_many_bytes},
    lens::{FieldMap, Output, TranslationCx},
    shared::{JsonLen, SharedList, SharedMap, SharedValue, measured_by_member},
};
use a2ui::{
    Message,
    surface::{Surface, SurfaceOptions, Surfaces},
};
use wire::{Field, Reader, Wire, Writer, decode::ReadResult};

wire::object! {
    /// The saved state of a fold: the surfaces that messages have built so far.
    pub struct SavedFold {
        /// The surfaces in the order of their creation.
        surfaces: Vec<SavedSurface>,
        /// The further state of each surface, by surface id.
        known: SharedMap<String, FoldedSurface>,
    }

    /// The further state of a folded surface.
    pub struct FoldedSurface {
        /// The number of the message that created the surface.
        made: u64,
        /// The body key of the message that created the surface.
        key: String,
        /// The dialect of the messages, by name.
        dialect: String,
        /// The joined carries of the messages.
        carry: JoinedCarry,
        /// The notes about fields that the surface does not keep.
        notes: SharedList<SharedValue<Note>>,
        /// The dialect of the target, if it is not AHP.
        target?: Field<String>,
        /// The places of the components in the messages, if a target needs them.
        places?: Field<ComponentPlaces>,
    }
}

measured_by_member! { FoldedSurface { key, dialect, carry, notes, places } }

/// The carries of several messages, joined into one carry. Clones share them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct JoinedCarry(SharedList<SharedValue<Carry>>);

impl JoinedCarry {
    /// Appends the layers of another carry. The seal of that carry does not apply to the joined carry.
    fn add(&mut self, carry: &Carry) {
        if !carry.is_empty() {
            self.0.push(Carry::default().join(carry.clone()).into());
        }
    }

    fn join(&self) -> Carry {
        let carries = self.0.iter().map(|carry| (**carry).clone());
        carries.reduce(Carry::join).unwrap_or_default()
    }
}

impl JsonLen for JoinedCarry {
    fn json_len(&self) -> usize {
        self.0.json_len()
    }
}

impl Wire for JoinedCarry {
    fn read(reader: &mut Reader<'_>) -> ReadResult<Self> {
        <Carry as Wire>::read(reader).map(Self::from)
    }

    fn write(&self, writer: &mut Writer) {
        self.join().write(writer);
    }
}

impl From<Carry> for JoinedCarry {
    fn from(carry: Carry) -> Self {
        Self(vec![carry.into()].into())
    }
}

wire::same_form! { [] JoinedCarry as Carry }

/// The surfaces that are being folded into messages that show them.
#[derive(Debug)]
pub(super) struct Folding {
    surfaces: Surfaces,
    /// The further state of the surfaces.
    known: SharedMap<String, FoldedSurface>,
    /// The maximum number of bytes of the further state.
    max_bytes: usize,
}

/// The finished message of a surface, or its refusal.
pub(super) struct FinishedSurface {
    /// The dialect of the surface.
    pub(super) from: Dialect,
    /// The dialect of the canvas or form.
    pub(super) to: Dialect,
    /// The number of the message that created the surface.
    pub(super) input: u64,
    pub(super) surface_id: String,
    pub(super) result: Result<Output<AnyMessage>, Refusal>,
}

impl Folding {
    /// Continues from a saved state.
    ///
    /// # Errors
    /// Refuses saved messages that do not rebuild their surfaces.
    pub(super) fn resume(&mut self, saved: SavedFold) -> Result<(), Refusal> {
        for surface in &saved.surfaces {
            for message in surface.read()? {
                self.surfaces.apply(&message)?;
            }
        }
        self.known = saved.known;
        Ok(())
    }

    /// Creates an empty state. If a dialect was named, A2UI 1.0 is read in the notation of that dialect, otherwise the
    /// notation is detected.
    pub(super) fn new(from: DialectOrProtocol) -> Self {
        let surfaces = Surfaces::with_options(SurfaceOptions::new().notation(from.notation()));
        Self {
            surfaces,
            known: SharedMap::default(),
            max_bytes: DEFAULT_SESSION_BYTES,
        }
    }

    /// Forgets all surfaces.
    pub(super) fn restart(&mut self) {
        self.surfaces = Surfaces::with_options(self.surfaces.options().clone());
        self.known = SharedMap::default();
    }

    /// Limits the bytes of the surfaces and the bytes of their further state, each to this number.
    pub(super) fn set_max_bytes(&mut self, bytes: usize) {
        self.surfaces.set_max_bytes(bytes, bytes);
        self.max_bytes = bytes;
    }

    pub(super) fn save(&self) -> SavedFold {
        SavedFold::new(
            self.surfaces
                .iter()
                .map(SavedSurface::of)
                .collect::<Vec<_>>(),
            self.known.clone(),
        )
    }

    /// Applies a message to its surface. Returns the notes about the message and about a deleted surface, which becomes
    /// no canvas.
    ///
    /// # Errors
    /// Refuses a message that does not apply. A refused message changes nothing.
    pub(super) fn take(
        &mut self,
        message: &Message,
        tcx: &mut TranslationCx<'_>,
    ) -> Result<Vec<Note>, Refusal> {
        let id = match message.surface_id() {
            Some(id) => id.as_str().to_owned(),
            None => String::new(),
        };
        let is_live = self.surfaces.get(&id).is_some();
        let mut fields = tcx.notes();
        note_unkept_fields(message, is_live, tcx.step.to, &mut fields);
        // A refused message must not change the surface.
        if let Some(refusal) = tcx.loss_policy.refusal(&fields.list) {
            return Err(refusal);
        }
        if message.key() == "deleteSurface" {
            self.surfaces.apply(message)?;
            let mut notes = match self.known.get(&id) {
                Some(known) => known.list_notes(),
                None => Vec::new(),
            };
            self.known.remove(&id);
            notes.append(&mut fields.list);
            return Ok(notes);
        }
        let mut known = self.known.clone();
        if !known.contains_key(&id) {
            known.insert(id.clone(), FoldedSurface::before(message, tcx));
        }
        known.update(&id, |known| {
            if matches!(message.key(), "createSurface" | "beginRendering") {
                (known.made, known.key) = (tcx.input, message.key().to_owned());
            }
            if tcx.step.to.protocol().has_renditions() {
                known.target = Field::Value(tcx.step.to.as_str().to_owned());
                let mut places = std::mem::take(&mut known.places).into_value();
                places.get_or_insert_default().observe(message, tcx.input);
                known.places = places.map_or(Field::Absent, Field::Value);
            }
            known.carry.add(tcx.carry);
            for note in &fields.list {
                known.notes.push(note.clone().into());
            }
        });
        let used = known.json_len();
        if used > self.max_bytes {
            return Err(too_many_bytes(used, self.max_bytes));
        }
        self.surfaces.apply(message)?;
        self.known = known;
        tcx.waiting_notes = fields.list;
        Ok(Vec::new())
    }

    /// Returns the numbers of the messages that created surfaces, and of messages with notes to report.
    pub(super) fn waiting(&self) -> impl Iterator<Item = u64> {
        let noted_inputs = |known: &FoldedSurface| {
            known
                .notes
                .iter()
                .map(|note| note.input)
                .collect::<Vec<_>>()
        };
        self.known
            .values()
            .flat_map(move |known| std::iter::once(known.made).chain(noted_inputs(known)))
    }

    /// Returns the canvases and forms in the order of creation. A surface that cannot become one is a refusal. Clears the
    /// state.
    pub(super) fn finish(&mut self, tcx: &TranslationCx<'_>) -> Vec<FinishedSurface> {
        let mut finished = Vec::new();
        for (index, surface) in self.surfaces.iter().enumerate() {
            let id = surface.surface_id().as_str();
            let Some(known) = self.known.get(id) else {
                continue;
            };
            let from =
                Dialect::from_name(&known.dialect).unwrap_or_else(|| Dialect::of_surface(surface));
            let target = known
                .target
                .get()
                .and_then(|target| Dialect::from_full_name(target));
            let to = target.unwrap_or(Dialect::AhpCanvas);
            let carry = known.carry.join();
            let mut tcx = tcx.for_message(known.made, &carry);
            let result = finish_surface(surface, known, (from, to), index, &mut tcx);
            finished.push(FinishedSurface {
                from,
                to,
                input: known.made,
                surface_id: id.to_owned(),
                result: result.map(|output| {
                    let mut notes = known.list_notes();
                    notes.extend(output.notes);
                    Output { notes, ..output }
                }),
            });
        }
        self.restart();
        finished
    }
}

/// Adds notes about the parts of a message that a surface does not keep, by the rules of the mapping to `to`.
fn note_unkept_fields(message: &Message, is_live: bool, to: Dialect, fields: &mut FieldMap) {
    #[cfg(feature = "renditions")]
    if to.protocol().has_renditions() {
        return finished_surface::note_unkept_fields(message, is_live, to, fields);
    }
    #[cfg(feature = "ahp")]
    a2ui_ahp::note_unkept_fields(message, is_live, fields);
}

/// Translates a surface into its canvas or form. `index` is its position among the surfaces.
fn finish_surface(
    surface: &Surface,
    known: &FoldedSurface,
    (from, to): (Dialect, Dialect),
    index: usize,
    tcx: &mut TranslationCx<'_>,
) -> Result<Output<AnyMessage>, Refusal> {
    #[cfg(feature = "renditions")]
    if to.protocol().has_renditions() {
        return finish_rendition(surface, known, (from, to), tcx);
    }
    #[cfg(feature = "ahp")]
    {
        if index > 0 && tcx.cx.channel.is_some() {
            let id = surface.surface_id().as_str();
            return Err(a2ui_ahp::refuse_shared_channel(id, &known.key));
        }
        let canvas = a2ui_ahp::surface::forward(surface, &known.key, from, tcx)?;
        Ok(tcx.output(canvas.map(AnyMessage::from)))
    }
    #[cfg(not(feature = "ahp"))]
    Err(Refusal::no_inverse())
}

/// Translates a surface into the message that shows it.
#[cfg(feature = "renditions")]
fn finish_rendition(
    surface: &Surface,
    known: &FoldedSurface,
    ends: (Dialect, Dialect),
    tcx: &mut TranslationCx<'_>,
) -> Result<Output<AnyMessage>, Refusal> {
    let none = ComponentPlaces::default();
    let made = MadeSurface {
        surface,
        key: known.key.as_str(),
        places: known.places.get().unwrap_or(&none),
    };
    let (translated, notes) = finished_surface::finish(&made, ends, tcx)?;
    let mut output = tcx.output(translated);
    output.notes.extend(notes);
    Ok(output)
}

impl FoldedSurface {
    /// Creates the state of a surface before its first message.
    fn before(message: &Message, tcx: &TranslationCx<'_>) -> Self {
        let (carry, notes) = (JoinedCarry::default(), SharedList::default());
        Self::new(
            tcx.input,
            message.key(),
            tcx.step.from.as_str(),
            carry,
            notes,
        )
    }

    fn list_notes(&self) -> Vec<Note> {
        self.notes.iter().map(|note| (**note).clone()).collect()
    }
}
