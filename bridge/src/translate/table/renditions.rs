//! The mappings between the surfaces of A2UI and the messages that show whole surfaces: elicitation, cards and blocks. One such
//! message corresponds to several messages of A2UI.

#[cfg(test)]
mod tests;

use super::{StepResult, wrong_message};
#[cfg(feature = "adaptive-cards")]
use crate::mappings::a2ui_adaptive_cards::Cards;
#[cfg(any(feature = "acp", feature = "mcp-elicitation"))]
use crate::mappings::a2ui_elicitation::Elicitations;
#[cfg(feature = "slack-blocks")]
use crate::mappings::a2ui_slack_blocks::Blocks;
use crate::{
    Protocol,
    lens::{Translated, TranslationCx},
    mappings::rendition,
    translate::{message::AnyMessage, sessions::Earlier},
};
#[cfg(feature = "adaptive-cards")]
use adaptive_cards::CardMessage;
#[cfg(feature = "acp")]
use elicitation::acp::AcpMessage;
#[cfg(feature = "mcp-elicitation")]
use elicitation::mcp::McpMessage;
#[cfg(feature = "slack-blocks")]
use slack_blocks::SlackMessage;

/// Translates a message into the messages of its surfaces. The first message of each surface gets the carry.
pub(super) fn show(
    _: &mut Earlier,
    message: AnyMessage,
    tcx: &mut TranslationCx<'_>,
) -> StepResult {
    let surfaces = match &message {
        #[cfg(feature = "mcp-elicitation")]
        AnyMessage::Elicitation(message) => {
            rendition::surfaces_of_message::<Elicitations, _>(&**message, tcx)?
        }
        #[cfg(feature = "acp")]
        AnyMessage::Acp(message) => {
            rendition::surfaces_of_message::<Elicitations, _>(&**message, tcx)?
        }
        #[cfg(feature = "adaptive-cards")]
        AnyMessage::Card(message) => rendition::surfaces_of_message::<Cards, _>(&**message, tcx)?,
        #[cfg(feature = "slack-blocks")]
        AnyMessage::Blocks(message) => {
            rendition::surfaces_of_message::<Blocks, _>(&**message, tcx)?
        }
        other => return Err(wrong_message(other, tcx)),
    };
    let mut outputs = Vec::new();
    for Translated {
        message: messages,
        carry,
    } in surfaces
    {
        let mut carry = Some(carry);
        for message in messages {
            outputs.push(tcx.output(Translated {
                message: message.into(),
                carry: carry.take().unwrap_or_default(),
            }));
        }
    }
    Ok(outputs)
}

/// Translates the answers in a message into actions.
pub(super) fn act_on_answer(
    _: &mut Earlier,
    message: AnyMessage,
    tcx: &mut TranslationCx<'_>,
) -> StepResult {
    let actions = match &message {
        #[cfg(feature = "mcp-elicitation")]
        AnyMessage::Elicitation(message) => {
            rendition::actions_of_answers::<Elicitations, _>(&**message, tcx)?
        }
        #[cfg(feature = "acp")]
        AnyMessage::Acp(message) => {
            rendition::actions_of_answers::<Elicitations, _>(&**message, tcx)?
        }
        #[cfg(feature = "adaptive-cards")]
        AnyMessage::Card(message) => rendition::actions_of_answers::<Cards, _>(&**message, tcx)?,
        #[cfg(feature = "slack-blocks")]
        AnyMessage::Blocks(message) => rendition::actions_of_answers::<Blocks, _>(&**message, tcx)?,
        other => return Err(wrong_message(other, tcx)),
    };
    let outputs = actions
        .into_iter()
        .map(|action| tcx.output(action.map(AnyMessage::from)));
    Ok(outputs.collect())
}

/// Translates an action into the answer to the message of its surface.
pub(super) fn answer(
    _: &mut Earlier,
    message: AnyMessage,
    tcx: &mut TranslationCx<'_>,
) -> StepResult {
    let AnyMessage::Message(action) = message else {
        return Err(wrong_message(&message, tcx));
    };
    let answer = match tcx.step.to.protocol() {
        #[cfg(feature = "mcp-elicitation")]
        Protocol::McpElicitation => {
            let answer: Translated<McpMessage> =
                rendition::answer_of_action::<Elicitations, _>(*action, tcx)?;
            answer.map(|answer| AnyMessage::Elicitation(answer.into()))
        }
        #[cfg(feature = "acp")]
        Protocol::Acp => {
            let answer: Translated<AcpMessage> =
                rendition::answer_of_action::<Elicitations, _>(*action, tcx)?;
            answer.map(|answer| AnyMessage::Acp(answer.into()))
        }
        #[cfg(feature = "adaptive-cards")]
        Protocol::AdaptiveCards => {
            let answer: Translated<CardMessage> =
                rendition::answer_of_action::<Cards, _>(*action, tcx)?;
            answer.map(|answer| AnyMessage::Card(answer.into()))
        }
        #[cfg(feature = "slack-blocks")]
        Protocol::SlackBlocks => {
            let answer: Translated<SlackMessage> =
                rendition::answer_of_action::<Blocks, _>(*action, tcx)?;
            answer.map(|answer| AnyMessage::Blocks(answer.into()))
        }
        _ => return Err(wrong_message(&AnyMessage::from(*action), tcx)),
    };
    Ok(vec![tcx.output(answer)])
}
