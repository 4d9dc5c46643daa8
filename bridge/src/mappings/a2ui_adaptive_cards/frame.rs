//! The cards in messages, and the surfaces that they show.

use super::BACKWARD;
use crate::{Refusal, cards::ENVELOPE, lens::difference, mappings::rendition::ShownPart};
use adaptive_cards::{AdaptiveCard, CardMessage};
use wire::{Payload, PayloadKind, Pointer};

/// Reads the cards in a message. `input` is the number of the message.
///
/// # Errors
/// Refuses a message without a card.
pub(super) fn read_cards(
    frame: &Payload,
    input: u64,
) -> Result<Vec<ShownPart<AdaptiveCard>>, Refusal> {
    let message: CardMessage = frame.decode()?;
    let activity = match message {
        CardMessage::Card(card) => return Ok(vec![shown(*card, frame.clone(), (input, None))]),
        CardMessage::Response(response) => {
            let card = response
                .card()
                .ok_or_else(|| refuse_without_card("/value"))?;
            return Ok(vec![shown(card, frame.clone(), (input, None))]);
        }
        CardMessage::Activity(activity) => activity,
        _ => return Err(refuse_without_card("")),
    };
    let cards: Vec<_> = activity.cards().collect();
    if let [(_, card)] = cards.as_slice() {
        return Ok(vec![shown(card.clone(), frame.clone(), (input, None))]);
    }
    let attachments_at = Pointer::from_static("/attachments");
    let attachments: Vec<Payload> = match frame.get(&attachments_at) {
        Some(list) => list.elements().collect(),
        None => Vec::new(),
    };
    // The message of the first card keeps the other attachments.
    let is_card = |index: &usize| cards.iter().any(|(card, _)| card == index);
    let first = cards.first().map(|(index, _)| *index);
    let mut parts = Vec::new();
    for (index, card) in &cards {
        let kept = attachments
            .iter()
            .enumerate()
            .filter(|(at, _)| at == index || first == Some(*index) && !is_card(at));
        let kept: Vec<&Payload> = kept.map(|(_, attachment)| attachment).collect();
        let change = (attachments_at.clone(), Some(Payload::array(kept)));
        let part = difference::apply(frame, &[change]);
        parts.push(shown(card.clone(), part, (input, Some(*index))));
    }
    match parts.is_empty() {
        true => Err(refuse_without_card("/attachments")),
        false => Ok(parts),
    }
}

/// Creates the part of a card. A card of a surface names it; the surface of another card is named after the message.
fn shown(
    card: AdaptiveCard,
    message: Payload,
    (input, index): (u64, Option<usize>),
) -> ShownPart<AdaptiveCard> {
    let name = match index {
        Some(index) => format!("card-{input}-{index}"),
        None => format!("card-{input}"),
    };
    ShownPart {
        surface_id: surface_id_of(&message).unwrap_or(name),
        message,
        content: card,
    }
}

fn refuse_without_card(at: &'static str) -> Refusal {
    let message = "the message contains no card";
    Refusal::rule_broken(BACKWARD.message.id, Pointer::from_static(at), message)
        .hint("pass a card, a message with a card as an attachment, or an answer with a card")
}

/// Returns the id of the surface in the data of an action, which cards of surfaces have.
pub(super) fn surface_id_of(message: &Payload) -> Option<String> {
    let mut open = vec![message.clone()];
    while let Some(value) = open.pop() {
        match value.kind() {
            PayloadKind::Object => {
                if let Some(data) = value.member(ENVELOPE)
                    && let Some(id) = data.member("surfaceId")
                    && let Some(id) = id.as_str()
                {
                    return Some(id.into_owned());
                }
                open.extend(value.members().map(|(_, member)| member));
            }
            PayloadKind::Array => open.extend(value.elements()),
            _ => {}
        }
    }
    None
}

/// Returns the place of the card in a message with one card.
pub(super) fn card_at(message: &Payload) -> Pointer {
    match message.decode() {
        Ok(CardMessage::Response(_)) => Pointer::from_static("/value"),
        Ok(CardMessage::Activity(activity)) => {
            let index = activity.cards().next().map_or(0, |(index, _)| index);
            Pointer::from_static("/attachments")
                .element(index)
                .member("content")
        }
        _ => Pointer::root(),
    }
}
