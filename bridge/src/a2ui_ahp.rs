//! A2UI surfaces and AHP canvases.
//!
//! A surface is an open canvas. What the canvas shows is the surface itself: a document of A2UI messages that rebuild it
//! exactly, which the host serves.
//!
//! | A2UI | AHP | how |
//! |---|---|---|
//! | the surface | `contents` | a JSON array of messages, A2UI's MIME type |
//! | `surfaceId` | `instanceId` | verbatim |
//! | `surfaceId` | the channel | `ahp-canvas:/` and the id, percent-encoded, or the caller's |
//! | `surfaceId` | `url` | the content's address: `ahp-canvas-content:/<instance>/surface.json` |
//! | `theme.agentDisplayName` | `title` | verbatim, or the caller's; an edited title goes back there (0.9) |
//! | – | `canvasId`, `extensionId` | `a2ui`; `agent-ui-bridge` or the caller's owner |
//! | – | `availability`, `provider` | `ready`, `server` |
//! | a message of a client, or one about a call | `canvas/message` | whole, as the payload |
//!
//! What an AHP state holds beyond that has no place in A2UI and is carried; an address that nobody may open is quarantined. What
//! updates say beside what a surface keeps is dropped, and so is a surface that its own messages take away. The released shape of
//! AHP is one mapping further: [`ahp_canvas_ahp_v1_0`](crate::ahp_canvas_ahp_v1_0).

mod fold;
mod message;
mod surface;

pub use fold::{Fold, FoldedSurface};

pub(crate) use fold::{Due, Folding};
pub(crate) use message::{
    backward as message_backward, dialect_in as message_dialect, forward as message_forward,
};
pub(crate) use surface::{backward, dialect_in as surface_dialect};

use crate::{Context, Refusal, engine::rules};
use ahp::{ids::ChannelUri, uri::CanvasChannel};
use wire::Pointer;

rules! { "a2ui-ahp", "ahp-a2ui";
    surface "surface": "" => "/contents/0/text";
    instance_id "instance-id": "/createSurface/surfaceId" => "/state/instanceId";
    channel "channel": "/createSurface/surfaceId" => "/channel";
    url "url": "/createSurface/surfaceId" => "/state/url";
    title "title": "/createSurface/theme/agentDisplayName" => "/state/title";
    canvas_id "canvas-id": "" => "/state/canvasId";
    extension_id "extension-id": "" => "/state/extensionId";
    /// Members of an update that no table names: a surface has no place for them.
    member "unknown-member": "" => "";
    /// A surface that its own messages take away.
    deleted "deleted-surface": "/deleteSurface/surfaceId" => "";
    message "message": "" => "/action/payload";
    action "action": "" => "/action";
    version "version": "/version" => "";
}

/// The channel of an instance: what the context says, else minted from its id; `None` if that cannot name one.
fn channel(instance: Option<&str>, cx: &Context) -> Option<ChannelUri> {
    match &cx.channel {
        Some(channel) => Some(channel.as_str().into()),
        None => Some(CanvasChannel::new(instance?).ok()?.uri()),
    }
}

/// The refusal of an id, which stands at this place, that can name no channel and no canvas.
fn no_name(instance: &str, at: Pointer) -> Refusal {
    let rule = CanvasChannel::new(instance).err().map_or_else(String::new, |error| format!(": {error}"));
    let message = format!("the surface id {instance:?} cannot name a canvas{rule}");
    Refusal::context(FORWARD.channel.id, at, message).hint("another surface id, or its channel: --channel")
}
