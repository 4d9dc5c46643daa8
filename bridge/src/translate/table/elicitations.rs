//! The mappings between the surfaces of A2UI and the requests and answers of elicitation. One request corresponds to
//! several messages of A2UI.

#[cfg(test)]
mod tests;

use super::{StepResult, wrong_message};
use crate::{
    Protocol,
    lens::{Translated, TranslationCx},
    mappings::a2ui_elicitation,
    translate::{message::AnyMessage, sessions::Earlier},
};

/// Translates a request into the messages of its surfaces. The first message of each surface gets the carry.
pub(super) fn show_request(
    _: &mut Earlier,
    message: AnyMessage,
    tcx: &mut TranslationCx<'_>,
) -> StepResult {
    let surfaces = match &message {
        #[cfg(feature = "mcp-elicitation")]
        AnyMessage::Elicitation(message) => a2ui_elicitation::surfaces_of_request(&**message, tcx)?,
        #[cfg(feature = "acp")]
        AnyMessage::Acp(message) => a2ui_elicitation::surfaces_of_request(&**message, tcx)?,
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
        AnyMessage::Elicitation(message) => a2ui_elicitation::actions_of_answers(&**message, tcx)?,
        #[cfg(feature = "acp")]
        AnyMessage::Acp(message) => a2ui_elicitation::actions_of_answers(&**message, tcx)?,
        other => return Err(wrong_message(other, tcx)),
    };
    let outputs = actions
        .into_iter()
        .map(|action| tcx.output(action.map(AnyMessage::from)));
    Ok(outputs.collect())
}

/// Translates an action into the answer to the request of its surface.
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
            let answer: Translated<elicitation::mcp::McpMessage> =
                a2ui_elicitation::answer_of_action(*action, tcx)?;
            answer.map(|answer| AnyMessage::Elicitation(answer.into()))
        }
        #[cfg(feature = "acp")]
        Protocol::Acp => {
            let answer: Translated<elicitation::acp::AcpMessage> =
                a2ui_elicitation::answer_of_action(*action, tcx)?;
            answer.map(|answer| AnyMessage::Acp(answer.into()))
        }
        _ => return Err(wrong_message(&AnyMessage::from(*action), tcx)),
    };
    Ok(vec![tcx.output(answer)])
}
