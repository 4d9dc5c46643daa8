//! Maps A2UI surfaces to AHP canvases and back.
//!
//! A surface becomes an open canvas. The content of the canvas is a document of A2UI messages that rebuild the surface
//! exactly. The host serves this document.
//!
//! | A2UI | AHP | how |
//! |---|---|---|
//! | the surface | `contents` | a JSON array of messages with A2UI's MIME type |
//! | `surfaceId` | `instanceId` | copied |
//! | `surfaceId` | the channel | the channel of the context, or else `ahp-canvas:/` with the percent-encoded id |
//! | `surfaceId` | `url` | the URL of the content: `ahp-canvas-content:/<instance>/surface.json` |
//! | `theme.agentDisplayName` | `title` | the title of the context, or else copied; an edited title is written back into the theme (0.9) |
//! | – | `canvasId`, `extensionId` | `a2ui`; the owner of the context, or else `agent-ui-bridge` |
//! | – | `availability`, `provider` | `ready`, `server` |
//! | a client message, or a message about a call | `canvas/message` | the whole message is the payload |
//!
//! Other fields of an AHP state have no place in A2UI and are carried. A URL with a disallowed scheme is quarantined.
//! Unknown members of updates and deleted surfaces are dropped. The mapping
//! [`ahp_canvas_ahp_v1_0`](crate::ahp_canvas_ahp_v1_0) translates canvases to released AHP.

pub(crate) mod message;
pub(crate) mod surface;

use crate::{
    Context, Refusal,
    lens::{FieldMap, rules},
    mappings::a2ui_unkept,
};
use a2ui::Message;
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
    /// The rule for unknown members of an update, which a surface does not keep.
    member "unknown-member": "" => "";
    /// The rule for a surface that the input deletes.
    deleted "deleted-surface": "/deleteSurface/surfaceId" => "";
    message "message": "" => "/action/payload";
    action "action": "" => "/action";
    version "version": "/version" => "";
}

/// Adds notes about the parts of a message that a surface does not keep. `is_live` is `true` if a deleted surface exists.
pub(crate) fn note_unkept_fields(message: &Message, is_live: bool, fields: &mut FieldMap) {
    let rules = (&FORWARD.member, &FORWARD.deleted);
    a2ui_unkept::note_unkept_fields(message, is_live, rules, fields);
}

/// Returns the channel of the context, or else the channel that is derived from the instance id. Returns `None` if the id
/// cannot name a channel.
fn find_channel(instance: Option<&str>, cx: &Context) -> Option<ChannelUri> {
    match &cx.channel {
        Some(channel) => Some(channel.as_str().into()),
        None => Some(CanvasChannel::new(instance?).ok()?.uri()),
    }
}

/// Creates the refusal for a surface id that cannot name a canvas.
fn refuse_unnamable(instance: &str, at: Pointer) -> Refusal {
    let rule = CanvasChannel::new(instance)
        .err()
        .map_or_else(String::new, |error| format!(": {error}"));
    let message = format!("the surface id {instance:?} cannot name a canvas{rule}");
    Refusal::context(FORWARD.channel.id, at, message)
        .hint("use another surface id, or pass the channel with `options.context.channel`")
}

/// Creates the refusal for a surface that would have the same channel as another surface.
pub(crate) fn refuse_shared_channel(surface: &str, key: &str) -> Refusal {
    let message = format!("the surface `{surface}` would share the channel of another surface");
    let at = Pointer::root().member(key).member("surfaceId");
    Refusal::context(FORWARD.channel.id, at, message)
        .hint("omit `options.context.channel`, so that each surface gets its own channel")
}
