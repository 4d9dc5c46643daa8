//! Surfaces as cards, and clicks as actions of surfaces.

use super::FACE;
use crate::faces::chat_bot::{ClickEffect, RenderedMessage, losses_of};
use agent_ui_text::bridge::{
    a2ui::{
        SurfaceId,
        expression::Host,
        resolved::ResolvedSurface,
        surface::{ClientAction, Surfaces},
    },
    adaptive_cards::{Activity, CardHost, InvokeResponse},
    cards::{CardSubmit, CardSubmitError, CardTarget, card_of_surface, submit_card},
};
use wire::Payload;

/// Returns the message with the card of a surface. `reference` takes the place of its id in the data of the buttons.
pub(super) fn render(
    surface: &ResolvedSurface,
    reference: String,
) -> Result<RenderedMessage, String> {
    let id = surface.surface_id.clone();
    let mut surface = surface.clone();
    surface.surface_id = SurfaceId::from(reference);
    let card = card_of_surface(&surface, &CardTarget::host(CardHost::Teams))
        .map_err(|refusal| refusal.to_string())?;
    let activity = Activity::of_card(&card.card);
    let message = wire::encode(&activity).map_err(|error| error.to_string())?;
    Ok(RenderedMessage {
        message,
        losses: losses_of(FACE, id.as_str(), &card.notes),
    })
}

/// Reads the data of a button. `surface_of` returns the surface that the reference in the data names. Returns `None` if it
/// names none.
pub(super) fn read_submit(
    data: &Payload,
    surface_of: impl Fn(&str) -> Option<String>,
) -> Option<CardSubmit> {
    let mut submit = CardSubmit::read(data).ok()?;
    submit.surface_id = surface_of(&submit.surface_id)?;
    Some(submit)
}

/// Applies a click to the surfaces of its session.
pub(super) fn apply(surfaces: &mut Surfaces, submit: &CardSubmit) -> ClickEffect {
    match submit_card(surfaces, submit, &Host::new()) {
        Ok(ClientAction::Event(event)) => ClickEffect::Event(Box::new(event)),
        // Teams has opened a link.
        Ok(_) => ClickEffect::Nothing,
        Err(CardSubmitError::Checks(failed)) => {
            let messages = failed.iter().map(|failed| failed.message.clone());
            ClickEffect::Invalid(messages.collect::<Vec<_>>().join("\n\n"))
        }
        Err(error @ CardSubmitError::Value(_)) => ClickEffect::Invalid(error.to_string()),
        Err(error) => ClickEffect::Refused(error.to_string()),
    }
}

/// Returns the answer to an invoke that shows the card of a message.
pub(super) fn card_answer(message: &str) -> String {
    let activity = wire::decode::<Activity>(message).ok();
    let card = activity.and_then(|activity| activity.cards().next().map(|(_, card)| card));
    match card {
        Some(card) => write(&InvokeResponse::of_card(&card)),
        None => text_answer("The message has no card."),
    }
}

/// Returns the answer to an invoke that shows a text.
pub(super) fn text_answer(text: &str) -> String {
    write(&InvokeResponse::of_text(text))
}

fn write(response: &InvokeResponse) -> String {
    // A response with a card that was read can always be written.
    wire::encode(response).unwrap_or_default()
}
