//! A2UI messages on the channel of a canvas.

use super::{
    canvas::{CanvasDispatch, channel},
    rules::{backward, forward},
};
use crate::{Carry, Context, Dialect, Ledger, Refusal, Verdict::*, carry::Hop, restored};
use a2ui::Message;
use ahp::canvas::{CanvasAction, CanvasMessage};
use wire::{Payload, Pointer};

const DISPATCH_MEMBERS: &[&str] = &["channel", "action"];
const ACTION_MEMBERS: &[&str] = &["type", "payload"];

/// Puts a message of a client, or one about a live surface, on the channel of its canvas: whole, as the payload of `canvas/message`.
///
/// # Errors
/// If the message names no surface (an A2UI 0.8 error) and the context gives no channel, or it would be too deep.
///
/// ```
/// # use agent_ui_bridge as bridge;
/// use bridge::{Carry, Context, a2ui_ahp};
///
/// let message = a2ui::Message::read(r#"{"deleteSurface":{"surfaceId":"desk 4"}}"#)?;
/// let (dispatch, _) = a2ui_ahp::message_forward(&message, &Carry::default(), &Context::default(), &mut ())?;
/// assert_eq!(
///     wire::encode(&dispatch)?,
///     r#"{"channel":"ahp-canvas:/desk%204","action":{"type":"canvas/message","payload":{"deleteSurface":{"surfaceId":"desk 4"}}}}"#,
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn message_forward<L: Ledger>(
    message: &Message,
    home: &Carry,
    cx: &Context,
    ledger: &mut L,
) -> Result<(CanvasDispatch, Carry), Refusal> {
    let (kept, rest) = home.take(Dialect::AhpCanvas);
    let payload = Payload::parse(wire::encode(message)?)?;
    crate::depth::fits(Some(&payload), &payload, 2, &forward::MESSAGE)?;
    let mut body = CanvasMessage::new().payload(payload);
    body.extra = restored::members(&kept, "/action", ACTION_MEMBERS, ledger)?;
    let minted = match (message.surface_id(), &cx.channel) {
        (_, Some(channel)) => channel.as_str().into(),
        (Some(surface), None) => channel(surface.as_str(), cx)?,
        (None, None) => {
            let message = "the message names no surface, and so no channel";
            return Err(
                Refusal::context(forward::CHANNEL.id, Pointer::root(), message).hint("give the channel")
            );
        }
    };
    ledger.note(Copied, &forward::MESSAGE)?;
    ledger.note(if cx.channel.is_some() { Defaulted } else { Derived }, &forward::CHANNEL)?;
    // The message names the surface and not the channel: what was carried counts while the surface is the same.
    let channel = match kept.kept("/channel").flatten().and_then(Payload::as_str) {
        Some(kept_channel)
            if kept
                .image("/channel")
                .is_none_or(|image| image.as_str().as_deref() == Some(minted.as_str())) =>
        {
            (&*kept_channel).into()
        }
        _ => minted,
    };
    let mut dispatch = CanvasDispatch::new(channel, CanvasAction::Message(body));
    dispatch.extra = restored::members(&kept, "", DISPATCH_MEMBERS, ledger)?;
    Ok((dispatch, rest))
}

/// Takes the A2UI message out of a `canvas/message`.
///
/// # Errors
/// If the action is another one, or its payload is no A2UI message.
pub fn message_backward<L: Ledger>(
    dispatch: CanvasDispatch,
    home: &Carry,
    cx: &Context,
    ledger: &mut L,
) -> Result<(Message, Carry), Refusal> {
    let at = Pointer::root().member("action");
    let CanvasAction::Message(body) = dispatch.action else {
        let message = format_args!("`{}` has no image in A2UI", dispatch.action.tag()).to_string();
        return Err(
            Refusal::rule_broken(backward::ACTION.id, at.member("type"), message).hint("a `canvas/message`")
        );
    };
    let at = at.member("payload");
    let Some(payload) = body.payload else {
        return Err(Refusal::rule_broken(
            backward::MESSAGE.id,
            at,
            "a `canvas/message` without payload says nothing",
        ));
    };
    let message = Message::read(payload.text()).map_err(|error| {
        let pointer = at.join(&error.pointer);
        let text = format_args!("the payload is no A2UI message: {}", error.found).to_string();
        Refusal::rule_broken(backward::MESSAGE.id, pointer, text).hint(error.expected)
    })?;
    ledger.note(Copied, &backward::MESSAGE)?;

    let mut hop = Hop::of(Dialect::AhpCanvas);
    let minted = message.surface_id().and_then(|surface| channel(surface.as_str(), cx).ok());
    if minted.as_ref() != Some(&dispatch.channel) {
        ledger.member(Carried, &backward::BESIDE, "channel")?;
        let image = minted.map_or_else(Payload::null, |channel| Payload::string(channel.as_str()));
        hop.keep_with_image("/channel", Some(Payload::string(dispatch.channel.as_str())), image);
    }
    for (name, value) in body.extra.iter() {
        ledger.member(Carried, &backward::ACTION, name)?;
        hop.keep_member("/action", name, value.clone());
    }
    for (name, value) in dispatch.extra.iter() {
        ledger.member(Carried, &backward::BESIDE, name)?;
        hop.keep_member("", name, value.clone());
    }
    Ok((message, home.clone().with(hop)))
}
