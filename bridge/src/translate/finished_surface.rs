//! Finished surfaces as the messages that show them: forms, cards and blocks.

use super::message::AnyMessage;
#[cfg(feature = "adaptive-cards")]
use crate::mappings::a2ui_adaptive_cards::Cards;
#[cfg(any(feature = "acp", feature = "mcp-elicitation"))]
use crate::mappings::a2ui_elicitation::Elicitations;
#[cfg(feature = "slack-blocks")]
use crate::mappings::a2ui_slack_blocks::Blocks;
use crate::{
    ComponentPlaces, Dialect, Note, Protocol, Refusal,
    lens::{FieldMap, Translatable, Translated, TranslationCx},
    mappings::rendition::{self, Rendition},
};
use a2ui::{Message, surface::Surface};
#[cfg(feature = "adaptive-cards")]
use adaptive_cards::CardMessage;
#[cfg(feature = "acp")]
use elicitation::acp::AcpMessage;
#[cfg(feature = "mcp-elicitation")]
use elicitation::mcp::McpMessage;
#[cfg(feature = "slack-blocks")]
use slack_blocks::SlackMessage;

/// A finished surface: the body key of the message that created it, and the places of its components.
pub(super) struct MadeSurface<'s> {
    pub(super) surface: &'s Surface,
    pub(super) key: &'s str,
    pub(super) places: &'s ComponentPlaces,
}

/// Translates a finished surface into the message that shows it, with notes.
pub(super) fn finish(
    made: &MadeSurface<'_>,
    ends: (Dialect, Dialect),
    tcx: &mut TranslationCx<'_>,
) -> Result<(Translated<AnyMessage>, Vec<Note>), Refusal> {
    match ends.1.protocol() {
        #[cfg(feature = "acp")]
        Protocol::Acp => {
            let any = |message: AcpMessage| AnyMessage::Acp(message.into());
            finish_as::<Elicitations, _>(made, ends, any, tcx)
        }
        #[cfg(feature = "mcp-elicitation")]
        Protocol::McpElicitation => {
            let any = |message: McpMessage| AnyMessage::Elicitation(message.into());
            finish_as::<Elicitations, _>(made, ends, any, tcx)
        }
        #[cfg(feature = "adaptive-cards")]
        Protocol::AdaptiveCards => {
            let any = |message: CardMessage| AnyMessage::Card(message.into());
            finish_as::<Cards, _>(made, ends, any, tcx)
        }
        #[cfg(feature = "slack-blocks")]
        Protocol::SlackBlocks => {
            let any = |message: SlackMessage| AnyMessage::Blocks(message.into());
            finish_as::<Blocks, _>(made, ends, any, tcx)
        }
        _ => Err(Refusal::no_inverse()),
    }
}

fn finish_as<R: Rendition, Target: Translatable>(
    made: &MadeSurface<'_>,
    ends: (Dialect, Dialect),
    any: fn(Target) -> AnyMessage,
    tcx: &mut TranslationCx<'_>,
) -> Result<(Translated<AnyMessage>, Vec<Note>), Refusal> {
    let (surface, key) = (made.surface, made.key);
    let (translated, notes) =
        rendition::rendition_of_surface::<R, Target>(surface, key, ends, made.places, tcx)?;
    Ok((translated.map(any), notes))
}

/// Adds notes about the parts of a message that its surface does not keep, by the rules of the mapping to `to`.
pub(super) fn note_unkept_fields(
    message: &Message,
    is_live: bool,
    to: Dialect,
    fields: &mut FieldMap,
) {
    match to.protocol() {
        #[cfg(any(feature = "acp", feature = "mcp-elicitation"))]
        Protocol::Acp | Protocol::McpElicitation => {
            rendition::note_unkept_fields::<Elicitations>(message, is_live, fields);
        }
        #[cfg(feature = "adaptive-cards")]
        Protocol::AdaptiveCards => {
            rendition::note_unkept_fields::<Cards>(message, is_live, fields);
        }
        #[cfg(feature = "slack-blocks")]
        Protocol::SlackBlocks => rendition::note_unkept_fields::<Blocks>(message, is_live, fields),
        _ => {}
    }
}
