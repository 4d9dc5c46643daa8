//! A2UI surface to AHP canvas.

use super::{
    canvas::{self, OpenCanvas, Parts, title},
    rules::forward as rules,
};
use crate::{
    Carry, Context, Dialect, Ledger, Note, Refusal, Verdict::*, carry::Hop, difference, restored::EDITED,
};
use a2ui::surface::Surface;
use ahp::policy::UrlPolicy;
use wire::{Payload, Pointer};

/// Translates a surface into a canvas of the proposal.
///
/// # Errors
/// If the surface id cannot name a canvas (empty, `.`, `..`), or if a message that rebuilds the surface would be too deep.
///
/// ```
/// # use agent_ui_bridge as bridge;
/// use bridge::{Carry, Context, a2ui_ahp};
///
/// let mut surfaces = a2ui::surface::Surfaces::new();
/// surfaces.apply(&a2ui::Message::read(
///     r#"{"version":"v0.9","createSurface":{"surfaceId":"desk","catalogId":"c","theme":{"agentDisplayName":"Loans"}}}"#,
/// )?)?;
/// let surface = surfaces.get("desk").unwrap();
/// let (canvas, _) = a2ui_ahp::forward(surface, &Carry::default(), &Context::default(), &mut ())?;
/// assert_eq!(canvas.channel.as_str(), "ahp-canvas:/desk");
/// assert_eq!(canvas.state.title.get().unwrap(), "Loans");
/// let (messages, _) = a2ui_ahp::backward(canvas, &Carry::default(), &Context::default(), &mut ())?;
/// assert_eq!(messages, surface.messages());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn forward<L: Ledger>(
    surface: &Surface,
    home: &Carry,
    cx: &Context,
    ledger: &mut L,
) -> Result<(OpenCanvas, Carry), Refusal> {
    let (kept, rest) = home.take(Dialect::AhpCanvas);
    let canvas = canvas::of(surface, cx)?;
    ledger.note(Encoded, &rules::SURFACE)?;
    ledger.note(Renamed, &rules::INSTANCE)?;
    ledger.note(if cx.channel.is_some() { Defaulted } else { Derived }, &rules::CHANNEL)?;
    ledger.note(Derived, &rules::URL)?;
    ledger.note(Defaulted, &rules::CANVAS_ID)?;
    ledger.note(Defaulted, &rules::EXTENSION_ID)?;
    if !title(surface, cx).is_absent() {
        ledger.note(if cx.title.is_some() { Defaulted } else { Copied }, &rules::TITLE)?;
    }
    if kept.fields.is_empty() {
        return Ok((canvas, rest));
    }
    let mut hop = Hop::of(Dialect::AhpCanvas);
    let canvas = restore(canvas, &kept, &mut hop, cx, ledger)?;
    Ok((canvas, rest.with(hop)))
}

/// Puts back what was carried, field by field, as far as it fits.
fn restore<L: Ledger>(
    mut canvas: OpenCanvas,
    kept: &Hop,
    hop: &mut Hop,
    cx: &Context,
    ledger: &mut L,
) -> Result<OpenCanvas, Refusal> {
    let mut parts = Parts::of(&canvas)?;
    for (name, value) in difference::kept(kept, "/state") {
        let pointer = Pointer::root().member("state").member(&name);
        if name == "url" && value.as_ref().and_then(Payload::as_str).is_some_and(|url| is_refused(&url)) {
            ledger.enter(Note {
                remark: "the URL policy of AHP refuses this address",
                ..Note::of_member(Quarantined, &rules::RESTORED_STATE, &name)
            })?;
            hop.keep(pointer.as_str(), value);
            continue;
        }
        let visible = parts.state.get(&Pointer::root().member(&name)).unwrap_or_else(Payload::null);
        let is_unchanged = kept.image(pointer.as_str()).is_none_or(|image| *image == visible);
        let before = parts.state.clone();
        if name != "instanceId" && is_unchanged {
            parts.state = difference::apply(&parts.state, [(name.clone(), value)]);
            if let Some(restored) = parts.assemble() {
                canvas = restored;
                ledger.member(Copied, &rules::RESTORED_STATE, &name)?;
                continue;
            }
        }
        parts.state = before;
        ledger.enter(Note { remark: EDITED, ..Note::of_member(Dropped, &rules::RESTORED_STATE, &name) })?;
    }
    for (name, value) in difference::kept(kept, "") {
        let before = parts.beside.clone();
        let minted = parts.beside.get(&Pointer::root().member(&name)).unwrap_or_else(Payload::null);
        let is_unchanged =
            kept.image(Pointer::root().member(&name).as_str()).is_none_or(|image| *image == minted);
        let is_given = name == "channel" && cx.channel.is_some();
        if is_unchanged && !is_given && name != "state" && name != "contents" {
            parts.beside = difference::apply(&parts.beside, [(name.clone(), value)]);
            if let Some(restored) = parts.assemble() {
                canvas = restored;
                ledger.member(Copied, &rules::RESTORED, &name)?;
                continue;
            }
        }
        parts.beside = before;
        ledger.enter(Note { remark: EDITED, ..Note::of_member(Dropped, &rules::RESTORED, &name) })?;
    }
    let before = parts.contents.clone();
    restore_contents(&mut parts, kept);
    match parts.assemble() {
        Some(restored) => canvas = restored,
        None => {
            parts.contents = before;
            ledger.remark(Dropped, &rules::RESTORED_CONTENTS, EDITED)?;
        }
    }
    Ok(canvas)
}

fn restore_contents(parts: &mut Parts, kept: &Hop) {
    for (index, value) in difference::kept(kept, "/contents") {
        if index != "0" {
            parts.contents.extend(value);
        }
    }
    if let Some(document) = parts.contents.first_mut() {
        let changes = difference::kept(kept, "/contents/0").into_iter().filter(|(name, _)| name != "text");
        *document = difference::apply(document, changes);
    }
}

/// Whether the baseline policy of AHP forbids to open an address.
pub(super) fn is_refused(url: &str) -> bool {
    UrlPolicy::default().check(url).is_err()
}
