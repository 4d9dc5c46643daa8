//! A2UI surface to AHP canvas.

use super::{
    canvas::{Canvas, Parts},
    rules::forward as rules,
};
use crate::{Carry, Context, Ledger, Refusal, Verdict::*, carry::Hop, difference};
use a2ui::surface::Surface;
use ahp::policy::UrlPolicy;
use wire::{Payload, Pointer};

/// Translates a surface into a canvas: of the proposal ([`OpenCanvas`](super::OpenCanvas)) or as released
/// ([`ReleasedCanvas`](super::ReleasedCanvas)).
///
/// # Errors
/// If the surface id cannot name a canvas (empty, `.`, `..`), if a message that rebuilds the surface would be too deep, or if
/// the released shape is asked for and the context has no http(s) base address.
///
/// ```
/// # use agent_ui_bridge as bridge;
/// use bridge::{Carry, Context, a2ui_ahp::{self, OpenCanvas}};
///
/// let mut surfaces = a2ui::surface::Surfaces::new();
/// surfaces.apply(&a2ui::Message::read(
///     r#"{"version":"v0.9","createSurface":{"surfaceId":"desk","catalogId":"c","theme":{"agentDisplayName":"Loans"}}}"#,
/// )?)?;
/// let surface = surfaces.get("desk").unwrap();
/// let (canvas, _) = a2ui_ahp::forward::<OpenCanvas, _>(surface, &Carry::default(), &Context::default(), &mut ())?;
/// assert_eq!(canvas.channel.as_str(), "ahp-canvas:/desk");
/// assert_eq!(canvas.state.title.get().unwrap(), "Loans");
/// let (messages, _) = a2ui_ahp::backward(canvas, &Carry::default(), &Context::default(), &mut ())?;
/// assert_eq!(messages, surface.messages());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn forward<T: Canvas, L: Ledger>(
    surface: &Surface,
    home: &Carry,
    cx: &Context,
    ledger: &mut L,
) -> Result<(T, Carry), Refusal> {
    let (kept, rest) = home.take(T::DIALECT);
    let canvas = T::of(surface, cx)?;
    ledger.note(Encoded, &rules::SURFACE)?;
    ledger.note(Renamed, &rules::INSTANCE)?;
    ledger.note(if cx.channel.is_some() { Defaulted } else { Derived }, &rules::CHANNEL)?;
    ledger.note(Derived, &rules::URL)?;
    ledger.note(Defaulted, &rules::CANVAS_ID)?;
    ledger.note(Defaulted, &rules::EXTENSION_ID)?;
    ledger.note(if cx.title.is_some() { Defaulted } else { Copied }, &rules::TITLE)?;
    if kept.fields.is_empty() {
        return Ok((canvas, rest));
    }
    let mut parts = Parts::of(&canvas)?;
    restore(&mut parts, &kept, ledger)?;
    // What does not fit the shape comes from no canvas; the carry was made by somebody else.
    Ok((parts.assemble().unwrap_or(canvas), rest))
}

fn restore<L: Ledger>(parts: &mut Parts, kept: &Hop, ledger: &mut L) -> Result<(), Refusal> {
    let mut changes = difference::kept(kept, "/state");
    let title = parts.state.get(&Pointer::root().member("title")).unwrap_or_else(Payload::null);
    let title_is_unchanged = kept.image("/state/title").is_none_or(|image| *image == title);
    let mut quarantined = false;
    changes.retain(|(name, value)| match name.as_str() {
        "instanceId" => false,
        "title" => title_is_unchanged,
        "url" => {
            let url = value.as_ref().and_then(Payload::as_str);
            quarantined = url.is_some_and(|url| UrlPolicy::default().check(&url).is_err());
            !quarantined
        }
        _ => true,
    });
    if quarantined {
        ledger.remark(
            Quarantined,
            &rules::URL,
            "the URL policy of AHP refuses the address that was carried",
        )?;
    }
    for (name, _) in &changes {
        ledger.member(Copied, &rules::RESTORED, name)?;
    }
    parts.state = difference::apply(&parts.state, changes);

    let beside =
        difference::kept(kept, "").into_iter().filter(|(name, _)| name != "state" && name != "contents");
    parts.beside = difference::apply(&parts.beside, beside);

    for (index, value) in difference::kept(kept, "/contents") {
        if index != "0" {
            parts.contents.extend(value);
        }
    }
    if let Some(document) = parts.contents.first_mut() {
        let changes = difference::kept(kept, "/contents/0").into_iter().filter(|(name, _)| name != "text");
        *document = difference::apply(document, changes);
    }
    Ok(())
}
