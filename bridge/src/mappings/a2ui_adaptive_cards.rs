//! Maps A2UI surfaces to Adaptive Cards and back, and clicks to actions and back.
//!
//! A surface becomes one card when the input ends. A card becomes the messages of a surface. The module
//! [`cards`](crate::cards) decides what becomes of the single components and elements; both tables name its rules.
//!
//! | A2UI | card | how |
//! |---|---|---|
//! | the surface | the card | the whole surface is carried, because a card contains values instead of bindings |
//! | `surfaceId`, the id of a component | `data.a2ui` of an action | encoded |
//! | Text | `TextBlock` | the Markdown that cards have; variants become sizes and weights |
//! | Image, Icon, Video, AudioPlayer | `Image`, `Icon`, `Media` | renamed or encoded |
//! | Row, Column, List, Card, Tabs, Modal, Divider | `ColumnSet`, `Container`, actions, `separator` | encoded |
//! | TextField, CheckBox, ChoicePicker, Slider, DateTimeInput | the inputs | encoded; values of bindings |
//! | `checks` | `isRequired`, `regex`, `min`, `max`, `errorMessage` | those that cards have; all of them are judged on the way back |
//! | Button | an action | encoded |
//! | other components | – | carried |
//!
//! | click | A2UI action | how |
//! |---|---|---|
//! | the values of the inputs | the data model | written as a client does; the checks of the inputs and of the button must pass |
//! | `data.a2ui` | `surfaceId`, `sourceComponentId`, `name`, `context` | the event of the button |
//! | `timestamp` | `timestamp` | otherwise the time of the context |
//!
//! A click on the card of a surface needs the surface in the context; a [`Bridge`](crate::Bridge) keeps it there. An action on
//! the surface of a card contains what the answer needs.

mod frame;

use super::rendition::{
    ReadAnswer, ReadRendition, Rendition, RenditionRules, ShownPart, WrittenRendition,
    WrittenSurface, rendition_rules,
};
use crate::{
    Context, Dialect, PartNote, Refusal,
    cards::{self, CardAnswerError, CardSubmit, CardSubmitError, CardTarget},
    surface_writer::SurfaceTarget,
};
use a2ui::{
    Message,
    expression::Host,
    resolved::ResolvedSurface,
    surface::{ClientAction, Surfaces},
};
use adaptive_cards::{AdaptiveCard, CardHost, CardMessage};
use wire::{Payload, Pointer};

rendition_rules! { "a2ui-adaptive-cards", "adaptive-cards-a2ui", "", "/value" }

/// Adaptive Cards and the clicks on them.
pub(crate) struct Cards;

impl Rendition for Cards {
    type Part = AdaptiveCard;
    type Answer = CardSubmit;

    const RULES: &'static RenditionRules = &RULES;

    fn write(
        surface: &ResolvedSurface,
        to: Dialect,
        _: &Context,
    ) -> Result<WrittenRendition, Refusal> {
        let Some(target) = card_target(to) else {
            return Err(Refusal::no_inverse());
        };
        let written = cards::card_of_surface(surface, &target)?;
        Ok(WrittenRendition {
            message: Payload::encode(&written.card)?,
            notes: written.notes,
            notes_at: Pointer::root(),
        })
    }

    fn read(frame: &Payload, input: u64) -> Result<ReadRendition<AdaptiveCard>, Refusal> {
        Ok(ReadRendition::Shows(frame::read_cards(frame, input)?))
    }

    fn write_surface(
        part: &ShownPart<AdaptiveCard>,
        target: SurfaceTarget,
        _: &Context,
    ) -> Result<WrittenSurface, Refusal> {
        let surface = cards::card_surface_in(&part.content, &part.surface_id, target)?;
        // The places in the notes are those in the card.
        let card_at = frame::card_at(&part.message);
        let notes = surface.notes.into_iter().map(|note| PartNote {
            at: card_at.join(&note.at),
            verdict: note.verdict,
            remark: note.remark,
        });
        Ok(WrittenSurface {
            messages: surface.messages,
            notes: notes.collect(),
        })
    }

    fn read_answers(frame: &Payload) -> Result<Vec<ReadAnswer<CardSubmit>>, Refusal> {
        let at = Pointer::from_static("/value");
        let submit = CardSubmit::read(frame).map_err(|error| refusal_of_submit(&error, &at))?;
        Ok(vec![ReadAnswer {
            surface_id: submit.surface_id.clone(),
            at,
            answer: submit,
        }])
    }

    fn act(
        answer: &ReadAnswer<CardSubmit>,
        _: Dialect,
        surfaces: &mut Surfaces,
    ) -> Result<Option<ClientAction>, Refusal> {
        let action = cards::submit_card(surfaces, &answer.answer, &Host::new());
        action
            .map(Some)
            .map_err(|error| refusal_of_submit(&error, &answer.at))
    }

    fn write_answer(action: &Message, _: Dialect) -> Result<Payload, Refusal> {
        match cards::submit_of_action(action) {
            Ok(answer) => Ok(answer.activity),
            Err(error) => Err(refusal_of_action(error)),
        }
    }
}

/// Returns the id of the surface that a message is about.
pub(crate) fn surface_id_in(message: &CardMessage) -> Option<String> {
    frame::surface_id_of(&Payload::encode(message).ok()?)
}

/// Returns the dialect of a message. Only a card states its version.
pub(crate) fn dialect_of_card(message: &CardMessage) -> Dialect {
    let card = match message {
        CardMessage::Card(card) => Some((**card).clone()),
        CardMessage::Activity(activity) => activity.cards().next().map(|(_, card)| card),
        CardMessage::Response(response) => response.card(),
        _ => None,
    };
    let version = card.as_ref().and_then(|card| card.version.get());
    match version.map(|version| version.as_str()) {
        Some("1.0" | "1.1" | "1.2") => Dialect::AdaptiveCards1_2,
        Some("1.3") => Dialect::AdaptiveCards1_3,
        Some("1.4") => Dialect::AdaptiveCards1_4,
        Some("1.6") => Dialect::AdaptiveCards1_6,
        _ => Dialect::AdaptiveCards1_5,
    }
}

fn refusal_of_submit(error: &CardSubmitError, at: &Pointer) -> Refusal {
    let hint = match error {
        CardSubmitError::NoSubmit | CardSubmitError::NoButton => {
            "pass the activity of a click on a card that was made from a surface"
        }
        _ => "ask the user again with the same card",
    };
    Refusal::rule_broken(error.rule(), at.clone(), error.to_string()).hint(hint)
}

fn refusal_of_action(error: CardAnswerError) -> Refusal {
    Refusal::rule_broken(error.rule(), error.pointer, error.message)
        .hint("send an action of a surface that was made from a card")
}

/// Returns the version or the host for which a dialect is written.
fn card_target(dialect: Dialect) -> Option<CardTarget> {
    let (protocol, name) = dialect.as_str().split_once('@')?;
    if protocol != "adaptive-cards" {
        return None;
    }
    Some(match CardHost::from_name(name) {
        Some(host) => CardTarget::host(host),
        None => CardTarget::version(name),
    })
}
