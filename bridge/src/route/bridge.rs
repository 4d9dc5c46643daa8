//! Both directions of a conversation.

use super::{
    message::{AnyMessage, Family},
    table::distance,
    translator::{Outputs, SavedTranslator, Translator},
};
use crate::{Carry, Context, DialectOrProtocol, Protocol, Refusal, SavedSurface};
use a2ui::{Message, surface::Surfaces};

/// Two translators, there and back, that know the same surfaces.
///
/// A surface that goes there is known on the way back, so that a click on it means what it meant there; where the way back leads to
/// A2UI in no named version, a click goes to the version in which its surface is written. A2UI messages about
/// surfaces that have no way (there are none in AAP) build the surfaces of the [`Context`], by which records and actions go.
///
/// ```
/// # use agent_ui_bridge as bridge;
/// use bridge::{Bridge, Carry, Context, Dialect, wire};
///
/// let mut bridge = Bridge::new(Dialect::Aap, Dialect::A2ui0_9, Context::default())?;
/// let record: aap::Interaction = wire::decode(
///     r#"{"id":"7","timestamp":"2026-05-18T15:30:00.000Z","canvasFile":"a.html","action":"click","element":null,"summary":"s"}"#,
/// )?;
/// let mut there = bridge.forward(record.clone(), Carry::default())?;
/// let there = there.outputs.remove(0);
/// let back = bridge.backward(there.message, there.carry)?;
/// assert_eq!(back.outputs[0].message, record.into());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Bridge {
    forward: Translator,
    backward: Translator,
}

wire::object! {
    /// A [`Bridge`], written down, so that another one can go on where it stopped.
    pub struct SavedBridge {
        /// The translator from source to target.
        forward as "there": SavedTranslator,
        /// The translator from target to source.
        backward as "back": SavedTranslator,
        /// The surfaces of the context.
        surfaces: Vec<SavedSurface>,
    }
}

impl Bridge {
    /// Between two dialects.
    ///
    /// # Errors
    /// If one cannot be reached from the other.
    pub fn new(
        from: impl Into<DialectOrProtocol>,
        to: impl Into<DialectOrProtocol>,
        cx: Context,
    ) -> Result<Self, Refusal> {
        let (from, to) = (from.into(), to.into());
        Ok(Self::of(Translator::new(from, to, cx.clone())?, Translator::new(to, from, cx)?))
    }

    /// Of two translators.
    pub fn of(forward: Translator, backward: Translator) -> Self {
        Self { forward, backward }
    }

    /// The way there.
    pub fn forward_translator(&self) -> &Translator {
        &self.forward
    }

    /// The way back.
    pub fn backward_translator(&self) -> &Translator {
        &self.backward
    }

    /// Translates a message.
    ///
    /// # Errors
    /// Those of [`Translator::push`].
    pub fn forward(&mut self, message: impl Into<AnyMessage>, beside: Carry) -> Result<Outputs, Refusal> {
        push(&mut self.forward, &mut self.backward, message.into(), beside)
    }

    /// Translates one that comes back.
    ///
    /// # Errors
    /// Those of [`Translator::push`].
    pub fn backward(&mut self, message: impl Into<AnyMessage>, beside: Carry) -> Result<Outputs, Refusal> {
        push(&mut self.backward, &mut self.forward, message.into(), beside)
    }

    /// What waited on the way there, at the end of the input: see [`Translator::finish`].
    pub fn finish_forward(&mut self) -> Outputs {
        self.forward.finish()
    }

    /// What waited on the way back.
    pub fn finish_backward(&mut self) -> Outputs {
        self.backward.finish()
    }

    /// Everything that another bridge needs to go on.
    pub fn save(&self) -> SavedBridge {
        let surfaces = self.forward.context().surfaces.iter().map(SavedSurface::of);
        SavedBridge::new(self.forward.save(), self.backward.save(), surfaces.collect::<Vec<_>>())
    }

    /// Goes on with what was saved, with translators that want and trust what these do.
    ///
    /// # Errors
    /// If the saved names are others, or the saved surfaces cannot be built.
    pub fn resume(self, saved: SavedBridge) -> Result<Self, Refusal> {
        let SavedBridge { forward, backward, surfaces, .. } = saved;
        let (mut forward, mut backward) =
            (self.forward.restore_state(forward)?, self.backward.restore_state(backward)?);
        // Those that the context brought are among the saved ones.
        for translator in [&mut forward, &mut backward] {
            let surfaces = &mut translator.context_mut().surfaces;
            *surfaces = Surfaces::with_options(surfaces.options().clone());
        }
        for surface in &surfaces {
            for message in surface.read()? {
                apply_to_both(&mut forward, &mut backward, &message)?;
            }
        }
        Ok(Self { forward, backward })
    }
}

fn push(
    one: &mut Translator,
    other: &mut Translator,
    mut message: AnyMessage,
    beside: Carry,
) -> Result<Outputs, Refusal> {
    let (from, to) = one.names();
    let is_known = from.protocol() == Protocol::A2ui
        && to.protocol() != Protocol::A2ui
        && distance(from.dialect, to.dialect, Family::Surfaces).is_none();
    if is_known && message.family() == Family::Surfaces {
        one.read_identifiers(&mut message)?;
        if let AnyMessage::Message(message) = message {
            apply_to_both(one, other, &message)?;
        }
        return Ok(Outputs::default());
    }
    if message.family() != Family::Surfaces {
        return one.push(message, beside);
    }
    // What the other direction needs to know of a surface is in the carry, whether somebody else wants it or not.
    let wanted = one.replace_carry_request(true);
    let written = one.surface_dialect(&message);
    let is_gone = matches!(&message, AnyMessage::Message(message) if message.key() == "deleteSurface");
    let made = one.push(message, beside);
    one.replace_carry_request(wanted);
    let mut made = made?;
    if let Some((subject, dialect)) = &written {
        other.remember_origin(subject.clone(), *dialect);
    }
    for output in &mut made.outputs {
        other.observe(output.message.clone(), output.carry.clone());
        if !wanted {
            output.carry = Carry::default();
        }
    }
    if let (Some((subject, _)), true) = (written, is_gone) {
        other.forget_origin(&subject);
    }
    Ok(made)
}

/// Applies a message to the surfaces that both know.
fn apply_to_both(one: &mut Translator, other: &mut Translator, message: &Message) -> Result<(), Refusal> {
    one.context_mut().surfaces.apply(message)?;
    other.context_mut().surfaces.apply(message)?;
    Ok(())
}
