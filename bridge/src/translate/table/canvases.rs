//! The mapping between the canvases of the AHP proposal and of released AHP.

use super::StepResult;
use crate::{
    Dialect, Refusal,
    lens::{Translated, TranslationCx},
    mappings::ahp_canvas_ahp_v1_0,
    translate::{message::AnyMessage, sessions::Earlier},
};
use wire::Pointer;

/// Translates host messages about canvases in both directions.
pub(super) fn translate_canvas(
    earlier: &mut Earlier,
    message: AnyMessage,
    tcx: &mut TranslationCx<'_>,
) -> StepResult {
    let to = tcx.step.to;
    // The contents of a folded surface must be served at an address.
    if matches!(message, AnyMessage::Canvas(_))
        && to == Dialect::Ahp1_0
        && tcx.cx.base_url.is_none()
    {
        let message =
            "a canvas of AHP 1.0 needs the URL of its contents, but the context has no base URL";
        return Err(
            Refusal::context("ahp-canvas-1.0/url", Pointer::root(), message)
                .hint("pass the http(s) base URL of the contents with `options.context.base_url`"),
        );
    }
    let canvases = &mut earlier.sessions.canvases;
    let Translated { message, carry } =
        ahp_canvas_ahp_v1_0::translate(canvases, &message.into_host()?, to, tcx)?;
    Ok(vec![tcx.output(Translated {
        message: AnyMessage::of_host(message, to)?,
        carry,
    })])
}
