//! One call for one message.

use super::{
    message::{AnyMessage, TypedMessage},
    table::no_route,
    translator::{Output, Outputs, Translator},
};
use crate::{Carry, Context, Note, Refusal};

/// The result of [`translate`].
#[derive(Clone, Debug, PartialEq)]
#[must_use = "the notes say what was lost"]
#[non_exhaustive]
pub struct Translation<T> {
    /// The message.
    pub value: T,
    /// What the message cannot hold and its way back needs.
    pub carry: Carry,
    /// What became of every field.
    pub notes: Vec<Note>,
}

impl<T> Translation<T> {
    /// The message, if it alone is enough to go back.
    ///
    /// # Errors
    /// Every field that is not in the message, see [`Refusal::into_each`].
    pub fn lossless(self) -> Result<T, Refusal> {
        Refusal::losses(&self.notes, false).map_or(Ok(self.value), Err)
    }
}

/// Translates a message that comes without a carry: a [`Translator`], used once.
///
/// # Errors
/// Those of the mappings; if there is no route; if the result is not one message of that type.
///
/// ```
/// # use agent_ui_bridge as bridge;
/// use bridge::{Context, translate, translate_with_carry};
///
/// let record: aap::Interaction = wire::decode(
///     r#"{"id":"7","timestamp":"2026-05-18T15:30:00.000Z","canvasFile":"a.html","action":"click","element":null,"summary":"User click on a.html"}"#,
/// )?;
/// let there = translate::<_, a2ui::v0_9::ClientMessage>(record.clone(), &Context::default())?;
/// assert!(there.clone().lossless().is_err(), "A2UI has no id and no null element");
/// let back = translate_with_carry::<_, aap::Interaction>(there.value, there.carry, &Context::default())?;
/// assert_eq!(back.value, record);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn translate<From: TypedMessage, To: TypedMessage>(
    message: From,
    cx: &Context,
) -> Result<Translation<To>, Refusal> {
    translate_with_carry(message, Carry::default(), cx)
}

/// Translates a message together with the carry that came beside it.
///
/// # Errors
/// Those of [`translate`].
pub fn translate_with_carry<From: TypedMessage, To: TypedMessage>(
    message: From,
    carry: Carry,
    cx: &Context,
) -> Result<Translation<To>, Refusal> {
    let mut translator = Translator::new(From::DIALECT, To::DIALECT, cx.clone())?;
    let message: AnyMessage = message.into();
    let family = message.family();
    let Outputs { mut outputs, mut notes, .. } = translator.push(message, carry)?;
    let mut ended = translator.finish();
    if let Some((_, refusal)) = ended.refusals.into_iter().next() {
        return Err(refusal);
    }
    outputs.append(&mut ended.outputs);
    notes.append(&mut ended.notes);
    match outputs.pop() {
        Some(Output { message, carry, notes: own, .. }) if outputs.is_empty() => {
            let value =
                To::try_from(message).map_err(|other| no_route(From::DIALECT, other.dialect(), family))?;
            Ok(Translation { value, carry, notes: own.into_iter().chain(notes).collect() })
        }
        _ => {
            Err(no_route(From::DIALECT, To::DIALECT, family)
                .hint("several messages come out: use a Translator"))
        }
    }
}
