//! Translates one message with one call.

use super::{
    message::{AnyMessage, TypedMessage},
    table::no_route,
    translator::{Output, Outputs, Translator},
};
use crate::{Carry, Context, Note, Refusal};

/// The result of translating one message with [`translate`].
#[derive(Clone, Debug, PartialEq)]
#[must_use = "the notes say what was lost"]
#[non_exhaustive]
pub struct Translation<T> {
    /// The translated message.
    pub value: T,
    /// The fields that the message cannot hold. Pass them back with the message.
    pub carry: Carry,
    /// The notes about every field.
    pub notes: Vec<Note>,
}

impl<T> Translation<T> {
    /// Returns the message if it contains everything that the backward translation needs.
    ///
    /// # Errors
    /// Refuses with one loss for every field that the message lacks, see [`Refusal::into_each`].
    pub fn lossless(self) -> Result<T, Refusal> {
        Refusal::losses(&self.notes, false).map_or(Ok(self.value), Err)
    }
}

/// Translates one message that has no carry, with a [`Translator`] that is used once.
///
/// # Errors
/// Refuses if a mapping refuses, if no route exists, or if the result is not exactly one message of the target type.
///
/// ```
/// use agent_ui_bridge::{Context, a2ui, aap, translate, translate_with_carry, wire};
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

/// Translates one message together with the carry that came next to it.
///
/// # Errors
/// Refuses for the reasons of [`translate`].
pub fn translate_with_carry<From: TypedMessage, To: TypedMessage>(
    message: From,
    carry: Carry,
    cx: &Context,
) -> Result<Translation<To>, Refusal> {
    let mut translator = Translator::new(From::DIALECT, To::DIALECT, cx.clone())?;
    let message: AnyMessage = message.into();
    let family = message.family();
    let Outputs {
        mut outputs,
        mut notes,
        ..
    } = translator.push(message, carry)?;
    let mut ended = translator.finish();
    if let Some((_, refusal)) = ended.refusals.into_iter().next() {
        return Err(refusal);
    }
    outputs.append(&mut ended.outputs);
    notes.append(&mut ended.notes);
    match outputs.pop() {
        Some(Output {
            message,
            carry,
            notes: own,
            ..
        }) if outputs.is_empty() => {
            let value = To::try_from(message)
                .map_err(|other| no_route(From::DIALECT, other.dialect(), family))?;
            Ok(Translation {
                value,
                carry,
                notes: own.into_iter().chain(notes).collect(),
            })
        }
        _ => Err(no_route(From::DIALECT, To::DIALECT, family)
            .hint("use a `Translator`, which returns several messages")),
    }
}
