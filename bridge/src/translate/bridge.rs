//! A pair of translators for both directions of a conversation.

use super::{
    message::{AnyMessage, Family},
    table::distance,
    translator::{Outputs, SavedTranslator, Translator},
};
use crate::{Carry, Context, DialectOrProtocol, Protocol, Refusal, SavedSurface};

/// Two translators, forward and backward, that share facts about surfaces.
///
/// The backward translator knows the surfaces that were translated forward, so a click on a surface refers to the same
/// component. If the backward target is A2UI without a version, a click is written in the version of its surface. If
/// surfaces have no route, for example to AAP, A2UI messages build the surfaces of the [`Context`]. These surfaces
/// resolve records and actions.
///
/// ```
/// use agent_ui_bridge::{Bridge, Carry, Context, Dialect, aap, wire};
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
    /// The saved state of a [`Bridge`], from which another bridge can continue.
    pub struct SavedBridge {
        /// The translator from source to target.
        forward as "there": SavedTranslator,
        /// The translator from target to source.
        backward as "back": SavedTranslator,
        /// The surfaces of the context.
        surfaces: Vec<SavedSurface>,
    }
}

impl SavedBridge {
    /// Returns the source and the target of the bridge.
    ///
    /// # Errors
    /// Refuses if a name is unknown.
    pub fn ends(&self) -> Result<(DialectOrProtocol, DialectOrProtocol), Refusal> {
        self.forward.ends()
    }
}

impl Bridge {
    /// Creates a bridge between two dialects.
    ///
    /// # Errors
    /// Refuses if a direction has no route.
    pub fn new(
        from: impl Into<DialectOrProtocol>,
        to: impl Into<DialectOrProtocol>,
        cx: Context,
    ) -> Result<Self, Refusal> {
        let (from, to) = (from.into(), to.into());
        Ok(Self::of(
            Translator::new(from, to, cx.clone())?,
            Translator::new(to, from, cx)?,
        ))
    }

    /// Creates a bridge from two translators.
    pub fn of(forward: Translator, backward: Translator) -> Self {
        Self { forward, backward }
    }

    /// Returns the translator from source to target.
    pub fn forward_translator(&self) -> &Translator {
        &self.forward
    }

    /// Returns the translator from target to source.
    pub fn backward_translator(&self) -> &Translator {
        &self.backward
    }

    /// Translates a message from source to target.
    ///
    /// # Errors
    /// Refuses for the reasons of [`Translator::push`].
    pub fn forward(
        &mut self,
        message: impl Into<AnyMessage>,
        beside: Carry,
    ) -> Result<Outputs, Refusal> {
        push(
            &mut self.forward,
            &mut self.backward,
            message.into(),
            beside,
        )
    }

    /// Translates a message from target to source.
    ///
    /// # Errors
    /// Refuses for the reasons of [`Translator::push`].
    pub fn backward(
        &mut self,
        message: impl Into<AnyMessage>,
        beside: Carry,
    ) -> Result<Outputs, Refusal> {
        push(
            &mut self.backward,
            &mut self.forward,
            message.into(),
            beside,
        )
    }

    /// Ends the input of the forward direction, see [`Translator::finish`].
    pub fn finish_forward(&mut self) -> Outputs {
        self.forward.finish()
    }

    /// Ends the input of the backward direction, see [`Translator::finish`].
    pub fn finish_backward(&mut self) -> Outputs {
        self.backward.finish()
    }

    /// Saves the state that another bridge needs to continue.
    pub fn save(&self) -> SavedBridge {
        let surfaces = self.forward.context().save_surfaces();
        SavedBridge::new(self.forward.save(), self.backward.save(), surfaces)
    }

    /// Continues from a saved state, with the settings of this bridge's translators.
    ///
    /// # Errors
    /// Refuses if the state was saved for other dialects or a saved surface cannot be rebuilt.
    pub fn resume(self, saved: SavedBridge) -> Result<Self, Refusal> {
        let SavedBridge {
            forward,
            backward,
            surfaces,
            ..
        } = saved;
        let (mut forward, mut backward) = (
            self.forward.restore_state(forward)?,
            self.backward.restore_state(backward)?,
        );
        // The surfaces of the initial context are among the saved ones.
        for translator in [&mut forward, &mut backward] {
            translator.context_mut().restore_surfaces(&surfaces)?;
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
    // A surface of the context must not be built from messages of another dialect.
    one.ensure_dialect(&message)?;
    let (from, to) = one.ends();
    let is_known = from.protocol() == Protocol::A2ui
        && to.protocol() != Protocol::A2ui
        && distance(from.dialect, to.dialect, Family::Surfaces).is_none();
    if is_known && message.family() == Family::Surfaces {
        one.read_identifiers(&mut message)?;
        one.context_mut().apply_to_surfaces(&message)?;
        other.context_mut().apply_to_surfaces(&message)?;
        return Ok(Outputs::default());
    }
    if message.family() != Family::Surfaces {
        return one.push(message, beside);
    }
    // The answer to a form, a card or blocks needs the surface that became one.
    if from.protocol() == Protocol::A2ui && to.protocol().has_renditions() {
        let mut message = message.clone();
        one.read_identifiers(&mut message)?;
        // A surface that the client refuses is refused below, too.
        let _ = other.context_mut().apply_to_surfaces(&message);
    }
    // The backward translator needs the carry of a surface even if the caller does not request it.
    let wanted = one.request_carry(true);
    let written = one.surface_dialect(&message);
    let is_gone = message.a2ui_key() == Some("deleteSurface");
    let made = one.push(message, beside);
    one.request_carry(wanted);
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
