//! The convenient form: one call, everything that became of the message in one value.

use crate::{
    Carry, Context, Dialect, Ledger, Notes, Refusal, a2ui_ahp, a2ui_ahp::Canvas, aap_a2ui, actions_json_aap,
};
use a2ui::{Message, surface::Surface, v0_8, v0_9};
use aap::Interaction;
use actions_json::item::DomEvent;

/// A message that has an image of the type `To`.
pub trait Translate<To>: Sized {
    /// Translates it. `home` is the carry that came with it.
    ///
    /// # Errors
    /// Those of the mapping.
    fn translate<L: Ledger>(self, home: &Carry, cx: &Context, ledger: &mut L)
    -> Result<(To, Carry), Refusal>;
}

/// The result of [`translate`].
#[derive(Clone, Debug, PartialEq)]
#[must_use = "the notes say what was lost"]
#[non_exhaustive]
pub struct Translated<T> {
    /// The message.
    pub value: T,
    /// What the message cannot hold and its way back needs.
    pub carry: Carry,
    /// What became of every field.
    pub notes: Notes,
}

impl<T> Translated<T> {
    /// The message, if it alone is enough to go back.
    ///
    /// # Errors
    /// The first field that is not in the message.
    pub fn lossless(self) -> Result<T, Refusal> {
        if let Some(note) = self.notes.losses(false).next() {
            let message = format!("this field would be {}", note.verdict);
            return Err(Refusal::loss(note.rule.id, note.from(), message).hint("take the carry along"));
        }
        Ok(self.value)
    }
}

/// Translates a message that comes without a carry.
///
/// # Errors
/// Those of the mapping.
///
/// ```
/// # use agent_ui_bridge as bridge;
/// use bridge::{Context, translate, translate_back};
///
/// let record: aap::Interaction = wire::decode(
///     r#"{"id":"7","timestamp":"2026-05-18T15:30:00.000Z","canvasFile":"a.html","action":"click","element":null,"summary":"User click on a.html"}"#,
/// )?;
/// let there = translate::<_, a2ui::v0_9::ClientMessage>(record.clone(), &Context::default())?;
/// assert!(there.clone().lossless().is_err(), "A2UI has no id and no null element");
/// let back = translate_back::<_, aap::Interaction>(there.value, &there.carry, &Context::default())?;
/// assert_eq!(back.value, record);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn translate<From: Translate<To>, To>(message: From, cx: &Context) -> Result<Translated<To>, Refusal> {
    translate_back(message, &Carry::default(), cx)
}

/// Translates a message together with the carry that came with it.
///
/// # Errors
/// Those of the mapping.
pub fn translate_back<From: Translate<To>, To>(
    message: From,
    home: &Carry,
    cx: &Context,
) -> Result<Translated<To>, Refusal> {
    let mut notes = Notes::default();
    let (value, carry) = message.translate(home, cx, &mut notes)?;
    Ok(Translated { value, carry, notes })
}

impl Translate<v0_8::ClientMessage> for Interaction {
    fn translate<L: Ledger>(
        self,
        home: &Carry,
        cx: &Context,
        ledger: &mut L,
    ) -> Result<(v0_8::ClientMessage, Carry), Refusal> {
        match aap_a2ui::forward(self, Dialect::A2ui0_8, home, cx, ledger)? {
            (Message::V0_8Client(message), carry) => Ok((message, carry)),
            _ => Err(crate::pair::no_mapping(Dialect::Aap, Dialect::A2ui0_8)),
        }
    }
}

impl Translate<v0_9::ClientMessage> for Interaction {
    fn translate<L: Ledger>(
        self,
        home: &Carry,
        cx: &Context,
        ledger: &mut L,
    ) -> Result<(v0_9::ClientMessage, Carry), Refusal> {
        match aap_a2ui::forward(self, Dialect::A2ui0_9, home, cx, ledger)? {
            (Message::V0_9Client(message), carry) => Ok((message, carry)),
            _ => Err(crate::pair::no_mapping(Dialect::Aap, Dialect::A2ui0_9)),
        }
    }
}

macro_rules! translate_client_message {
    ($($Type:ty: $Variant:ident),*) => { $(
        impl Translate<Interaction> for $Type {
            fn translate<L: Ledger>(
                self,
                home: &Carry,
                cx: &Context,
                ledger: &mut L,
            ) -> Result<(Interaction, Carry), Refusal> {
                aap_a2ui::backward(Message::$Variant(self), home, cx, ledger)
            }
        }
    )* };
}
translate_client_message!(v0_8::ClientMessage: V0_8Client, v0_9::ClientMessage: V0_9Client);

impl Translate<Interaction> for Message {
    fn translate<L: Ledger>(
        self,
        home: &Carry,
        cx: &Context,
        ledger: &mut L,
    ) -> Result<(Interaction, Carry), Refusal> {
        aap_a2ui::backward(self, home, cx, ledger)
    }
}

impl<T: Canvas> Translate<T> for &Surface {
    fn translate<L: Ledger>(self, home: &Carry, cx: &Context, ledger: &mut L) -> Result<(T, Carry), Refusal> {
        a2ui_ahp::forward(self, home, cx, ledger)
    }
}

impl<T: Canvas> Translate<Vec<Message>> for T {
    fn translate<L: Ledger>(
        self,
        home: &Carry,
        cx: &Context,
        ledger: &mut L,
    ) -> Result<(Vec<Message>, Carry), Refusal> {
        a2ui_ahp::backward(self, home, cx, ledger)
    }
}

impl Translate<a2ui_ahp::CanvasDispatch> for Message {
    fn translate<L: Ledger>(
        self,
        home: &Carry,
        cx: &Context,
        ledger: &mut L,
    ) -> Result<(a2ui_ahp::CanvasDispatch, Carry), Refusal> {
        a2ui_ahp::message_forward(&self, home, cx, ledger)
    }
}

impl Translate<Message> for a2ui_ahp::CanvasDispatch {
    fn translate<L: Ledger>(
        self,
        home: &Carry,
        cx: &Context,
        ledger: &mut L,
    ) -> Result<(Message, Carry), Refusal> {
        a2ui_ahp::message_backward(self, home, cx, ledger)
    }
}

impl Translate<Interaction> for DomEvent {
    fn translate<L: Ledger>(
        self,
        home: &Carry,
        cx: &Context,
        ledger: &mut L,
    ) -> Result<(Interaction, Carry), Refusal> {
        actions_json_aap::forward(self, home, cx, ledger)
    }
}

impl Translate<DomEvent> for Interaction {
    fn translate<L: Ledger>(
        self,
        home: &Carry,
        cx: &Context,
        ledger: &mut L,
    ) -> Result<(DomEvent, Carry), Refusal> {
        actions_json_aap::backward(self, home, cx, ledger)
    }
}
