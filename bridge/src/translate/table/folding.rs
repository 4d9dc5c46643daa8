//! The mappings between the surfaces of A2UI and the canvases of AHP, and the folding of surfaces. One canvas corresponds to
//! several messages of A2UI.

use super::{StepResult, wrong_message};
use crate::{
    Dialect,
    lens::TranslationCx,
    translate::{message::AnyMessage, sessions::Earlier},
};
#[cfg(feature = "ahp")]
use crate::{lens::Translated, mappings::a2ui_ahp};

/// Adds a message to the surface that becomes a canvas or a form when the input ends.
pub(super) fn fold_surface(
    earlier: &mut Earlier,
    message: AnyMessage,
    tcx: &mut TranslationCx<'_>,
) -> StepResult {
    let AnyMessage::Message(message) = message else {
        return Err(wrong_message(&message, tcx));
    };
    let notes = earlier.folding.take(&message, tcx)?;
    tcx.notes.extend(notes);
    Ok(Vec::new())
}

/// Translates a canvas into the messages of its surface. The first message gets the carry of all messages.
#[cfg(feature = "ahp")]
pub(super) fn rebuild_surface(
    _: &mut Earlier,
    message: AnyMessage,
    tcx: &mut TranslationCx<'_>,
) -> StepResult {
    let AnyMessage::Canvas(canvas) = message else {
        return Err(wrong_message(&message, tcx));
    };
    let Translated {
        message: messages,
        carry,
    } = a2ui_ahp::surface::backward(*canvas, tcx)?;
    let mut carry = Some(carry);
    let outputs = messages.into_iter().map(|message| {
        tcx.output(Translated {
            message: message.into(),
            carry: carry.take().unwrap_or_default(),
        })
    });
    Ok(outputs.collect())
}

impl AnyMessage {
    /// Returns the dialect of the A2UI message that an AHP message contains.
    pub(in crate::translate) fn held_dialect(&self) -> Option<Dialect> {
        match self {
            #[cfg(feature = "ahp")]
            Self::Canvas(canvas) => {
                a2ui_ahp::surface::dialect_in(&canvas.state.url, &canvas.contents)
            }
            #[cfg(feature = "ahp")]
            Self::Released(canvas) => {
                a2ui_ahp::surface::dialect_in(&canvas.state.url, &canvas.contents)
            }
            #[cfg(feature = "ahp")]
            Self::Dispatch(dispatch) => a2ui_ahp::message::dialect_in(dispatch),
            _ => None,
        }
    }
}
