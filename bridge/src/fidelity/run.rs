//! Translating as the program does: one message at a time, a stream in a session, or what a stream has built.

use super::canvases;
use crate::{
    Carry, Context, Dialect, Embed, Note, Notes, Protocol, Refusal, Session, a2ui_ahp,
    pair::{self, Value, no_mapping},
};
use a2ui::{Direction, Message, surface::Surfaces};
use wire::Payload;

/// A message with the carry that travels beside it.
#[derive(Clone, Debug)]
pub(super) struct Carried {
    pub(super) message: Payload,
    pub(super) carry: Carry,
}

impl Carried {
    pub(super) fn alone(message: Payload) -> Self {
        Self { message, carry: Carry::default() }
    }

    /// The message of one dialect, on its way to another, with its carry in it.
    pub(super) fn embedded(self, from: Dialect, to: Dialect) -> Result<Payload, Refusal> {
        written(&Value::read(&self.message, from, to.protocol())?.embed(self.carry)?)
    }

    /// The carry beside the message in which it was.
    pub(super) fn extracted(from: Dialect, to: Dialect, message: &Payload) -> Result<Self, Refusal> {
        let (value, carry) = Value::read(message, from, to.protocol())?.extract();
        Ok(Self { message: written(&value)?, carry })
    }
}

/// What a translation gave.
#[derive(Clone, Debug)]
pub(super) struct Run {
    pub(super) outputs: Vec<Carried>,
    pub(super) notes: Vec<Note>,
}

/// Translates messages that belong together.
pub(super) fn run(from: Dialect, to: Dialect, inputs: &[Carried], cx: &Context) -> Result<Run, Refusal> {
    let mut notes = Notes::default();
    if canvases::is_about(from, to, inputs) {
        let outputs = canvases::in_session(to, inputs, cx, &mut notes)?;
        return Ok(Run { outputs, notes: notes.0 });
    }
    let mut values = Vec::new();
    for input in inputs {
        values.push((Value::read(&input.message, from, to.protocol())?, input.carry.clone()));
    }
    let is = |of: &dyn Fn(&Message) -> bool| {
        values.iter().any(|(value, _)| matches!(value, Value::Message(message) if of(message)))
    };
    let outputs = if to.protocol() == Protocol::A2ui && is(&|message| message.direction() == Direction::Agent)
    {
        in_session(from, to, values, cx, &mut notes)?
    } else if is(&Message::is_about_a_surface) {
        folded(to, values, cx, &mut notes)?
    } else {
        let mut outputs = Vec::new();
        for (value, home) in values {
            outputs.extend(carried(pair::convert(value, to, &home, cx, &mut notes)?)?);
        }
        outputs
    };
    Ok(Run { outputs, notes: notes.0 })
}

fn in_session(
    from: Dialect,
    to: Dialect,
    values: Vec<(Value, Carry)>,
    cx: &Context,
    notes: &mut Notes,
) -> Result<Vec<Carried>, Refusal> {
    let mut session = Session::between(from, to).ok_or_else(|| no_mapping(from, to))?;
    let mut outputs = Vec::new();
    for (value, home) in values {
        if let Value::Message(message) = value {
            outputs.extend(session.handle(message, &home, cx, notes)?);
        }
    }
    let (rest, unfinished) = session.finish(notes)?;
    if let Some(held) = unfinished.into_iter().next() {
        return Err(held.refusal);
    }
    outputs.extend(rest);
    let outputs = outputs.into_iter().map(|output| {
        Ok(Carried { message: written(&Value::Message(output.message))?, carry: output.carry })
    });
    outputs.collect()
}

fn folded(
    to: Dialect,
    values: Vec<(Value, Carry)>,
    cx: &Context,
    notes: &mut Notes,
) -> Result<Vec<Carried>, Refusal> {
    let mut surfaces = Surfaces::new();
    let mut home = Carry::default();
    for (value, carry) in values {
        if let Value::Message(message) = value {
            a2ui_ahp::unkept(&surfaces, &message, notes)?;
            surfaces.apply(&message)?;
            home = home.join(carry);
        }
    }
    let mut outputs = Vec::new();
    for surface in surfaces.iter() {
        let value = Value::Surface(Box::new(surface.clone()));
        outputs.extend(carried(pair::convert(value, to, &home, cx, notes)?)?);
    }
    Ok(outputs)
}

/// Several values have one carry, which goes with the first.
fn carried((values, carry): (Vec<Value>, Carry)) -> Result<Vec<Carried>, Refusal> {
    let mut carry = Some(carry);
    let values = values
        .iter()
        .map(|value| Ok(Carried { message: written(value)?, carry: carry.take().unwrap_or_default() }));
    values.collect()
}

fn written(value: &Value) -> Result<Payload, Refusal> {
    Ok(Payload::parse(value.encode()?)?)
}

/// Messages as they are compared. A stream of A2UI is what it builds, where it builds something; everything else is itself.
pub(super) fn normal(dialect: Dialect, messages: &[Payload]) -> Payload {
    let read = |message: &Payload| match Value::read(message, dialect, Protocol::A2ui).ok()? {
        Value::Message(message) => Some(message),
        _ => None,
    };
    let built = (dialect.protocol() == Protocol::A2ui).then(|| built(messages.iter().map(read))).flatten();
    Payload::array(built.as_deref().unwrap_or(messages))
}

/// The messages that rebuild what messages build: `None` if that is nothing, or one of them is about something else.
pub(super) fn built(messages: impl IntoIterator<Item = Option<Message>>) -> Option<Vec<Payload>> {
    let mut surfaces = Surfaces::new();
    for message in messages {
        let message = message.filter(Message::is_about_a_surface)?;
        drop(surfaces.apply(&message).ok()?);
    }
    let messages = surfaces.iter().flat_map(|surface| surface.messages());
    let messages: Option<Vec<Payload>> =
        messages.map(|message| written(&Value::Message(message)).ok()).collect();
    messages.filter(|messages| !messages.is_empty())
}
