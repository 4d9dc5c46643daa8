//! Translation with the same functions as the program.

use bridge::{
    AnyMessage, Carry, CarryPolicy, Context, Dialect, Embed, Note, Outputs, Protocol, Refusal,
    Translator,
    a2ui::{CatalogId, Message, SurfaceId, Version, surface::Surfaces, v0_8},
};
use wire::{Field, Payload};

/// A message with the carry next to it.
#[derive(Clone, Debug)]
pub(super) struct CarriedMessage {
    pub(super) message: Payload,
    pub(super) carry: Carry,
}

impl CarriedMessage {
    pub(super) fn alone(message: Payload) -> Self {
        Self {
            message,
            carry: Carry::default(),
        }
    }

    /// Extracts the carry from a message.
    pub(super) fn extract(from: Dialect, to: Dialect, message: &Payload) -> Result<Self, Refusal> {
        let read = AnyMessage::read(message, from, to.protocol())?;
        let extracted = read.extract(&CarryPolicy::Accept);
        Ok(Self {
            message: write_payload(&extracted.message)?,
            carry: extracted.carry,
        })
    }
}

/// The result of a translation.
#[derive(Clone, Debug)]
pub(super) struct Run {
    pub(super) outputs: Vec<CarriedMessage>,
    /// The number of the source message for each output.
    pub(super) inputs: Vec<u64>,
    pub(super) notes: Vec<OutputNote>,
}

/// A note, with the number of the output that the note is about; `None` without an output.
#[derive(Clone, Debug)]
pub(super) struct OutputNote {
    pub(super) note: Note,
    pub(super) output: Option<usize>,
}

/// Translates related messages in one session.
pub(super) fn run(
    from: Dialect,
    to: Dialect,
    inputs: &[CarriedMessage],
    cx: &Context,
) -> Result<Run, Refusal> {
    run_with(Translator::new(from, to, cx.clone())?, inputs)
}

/// Translates related messages in one session, with each carry inside its message.
pub(super) fn run_embedding(
    from: Dialect,
    to: Dialect,
    inputs: &[CarriedMessage],
    cx: &Context,
) -> Result<Run, Refusal> {
    run_with(Translator::new(from, to, cx.clone())?.embed(), inputs)
}

fn run_with(mut translator: Translator, inputs: &[CarriedMessage]) -> Result<Run, Refusal> {
    let (from, to) = translator.ends();
    let (from, to) = (from.dialect, to.dialect);
    let mut run = Run {
        outputs: Vec::new(),
        inputs: Vec::new(),
        notes: Vec::new(),
    };
    for CarriedMessage { message, carry } in inputs {
        let message = AnyMessage::read(message, from, to.protocol())?;
        run.add(translator.push(message, carry.clone())?)?;
    }
    run.add(translator.finish())?;
    Ok(run)
}

impl Run {
    /// Adds outputs and their notes.
    ///
    /// # Errors
    /// Returns the first refusal.
    fn add(&mut self, outputs: Outputs) -> Result<(), Refusal> {
        for output in outputs.outputs {
            let number = Some(self.outputs.len());
            self.inputs.push(output.input);
            self.outputs.push(CarriedMessage {
                message: write_payload(&output.message)?,
                carry: output.carry,
            });
            self.add_notes(output.notes, number);
        }
        self.add_notes(outputs.notes, None);
        match outputs.refusals.into_iter().next() {
            Some((_, refusal)) => Err(refusal),
            None => Ok(()),
        }
    }

    fn add_notes(&mut self, notes: Vec<Note>, output: Option<usize>) {
        let noted = notes.into_iter().map(|note| OutputNote { note, output });
        self.notes.extend(noted);
    }
}

fn write_payload(message: &AnyMessage) -> Result<Payload, Refusal> {
    Ok(Payload::parse(message.encode()?)?)
}

/// Normalizes messages for comparison: an A2UI stream that builds surfaces becomes those surfaces, and all other
/// messages are unchanged.
///
/// The order in which surfaces are built does not matter: they are sorted in the order in which `like` names them.
pub(super) fn normalize(dialect: Dialect, messages: &[Payload], like: &[Payload]) -> Payload {
    if dialect.protocol() != Protocol::A2ui {
        return Payload::array(messages);
    }
    let mut names: Vec<Option<SurfaceId>> = Vec::new();
    for message in like {
        if let Some(message) = read_a2ui(message, dialect) {
            names.push(message.surface_id().cloned());
        }
    }
    let read = messages.iter().map(|message| read_a2ui(message, dialect));
    let built = build_surfaces(read, |id| {
        names.iter().position(|name| name.as_ref() == Some(id))
    });
    Payload::array(built.as_deref().unwrap_or(messages))
}

fn read_a2ui(message: &Payload, dialect: Dialect) -> Option<Message> {
    let message = AnyMessage::read(message, dialect, Protocol::A2ui).ok()?;
    Message::try_from(message).ok()
}

/// Returns the messages that rebuild the surfaces; `None` if there are none, or if a message is about something else.
pub(super) fn build_surfaces(
    messages: impl IntoIterator<Item = Option<Message>>,
    place: impl Fn(&SurfaceId) -> Option<usize>,
) -> Option<Vec<Payload>> {
    let mut surfaces = Surfaces::new();
    for message in messages {
        let message = with_catalog(message.filter(Message::is_about_a_surface)?);
        // The surfaces keep the result of the message, so only an error matters here.
        drop(surfaces.apply(&message).ok()?);
    }
    let mut surfaces: Vec<_> = surfaces.iter().collect();
    surfaces.sort_by_key(|surface| place(surface.surface_id()));
    let messages = surfaces.into_iter().flat_map(|surface| surface.messages());
    let messages: Option<Vec<Payload>> = messages
        .map(|message| Payload::encode(&message).ok())
        .collect();
    messages.filter(|messages| !messages.is_empty())
}

/// Adds the standard catalog to a message of 0.8 that states none, because the absence has the same meaning.
fn with_catalog(mut message: Message) -> Message {
    if let Message::V0_8Agent(agent) = &mut message {
        if let v0_8::AgentBody::BeginRendering(begin) = &mut agent.body {
            if matches!(begin.catalog_id, Field::Absent) {
                begin.catalog_id = Field::Value(CatalogId::basic(Version::V0_8));
            }
        }
    }
    message
}
