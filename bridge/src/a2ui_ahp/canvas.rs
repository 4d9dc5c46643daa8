//! A canvas with everything that a host needs to open it.

use super::rules::forward as rules;
use crate::{Context, Refusal};
use a2ui::surface::Surface;
use ahp::{
    canvas::{
        CanvasAction, CanvasAvailability, CanvasProviderSource, CanvasResourceContent, CanvasState,
        ServerSource,
    },
    ids::{ChannelUri, ContentUri},
    uri::{CanvasChannel, ContentAddress},
    url::CanvasUrl,
};
use wire::{Field, Payload, Pointer};

wire::object! {
    /// A canvas of the AHP proposal: its channel, its state, and the contents that `canvasReadResource` returns.
    pub struct OpenCanvas {
        /// The channel on which it lives.
        channel: ChannelUri,
        /// The state that a subscriber gets.
        state: CanvasState,
        /// What lies behind the address in the state.
        contents: Vec<CanvasResourceContent>,
    }

    /// An action on the channel of a canvas, as a client or a host sends it.
    pub struct CanvasDispatch {
        /// The channel.
        channel: ChannelUri,
        /// The action.
        action: CanvasAction,
    }
}

/// The kind of canvas that a surface is.
const CANVAS_ID: &str = "a2ui";
/// Who provides it, unless the caller says otherwise.
const EXTENSION_ID: &str = "agent-ui-bridge";
/// The name of the document below its instance.
const DOCUMENT: &str = "surface.json";
/// How A2UI calls its messages.
pub(super) const MIME_TYPE: &str = "application/json+a2ui";

/// The canvas that a surface is, when nothing says more of it.
pub(super) fn of(surface: &Surface, cx: &Context) -> Result<OpenCanvas, Refusal> {
    let instance = surface.surface_id().as_str();
    let address = ContentAddress::new(instance, DOCUMENT).map_err(|error| no_name(instance, error))?;
    let provider = CanvasProviderSource::Server(ServerSource::new());
    let mut state =
        CanvasState::new(instance, CANVAS_ID, extension_id(cx), CanvasAvailability::Ready, provider);
    state.title = title(surface, cx);
    state.url = Field::Value(CanvasUrl::from(address.uri().as_str()));
    Ok(OpenCanvas::new(channel(instance, cx)?, state, vec![content(surface, address.uri())?]))
}

fn no_name(instance: &str, error: impl std::fmt::Display) -> Refusal {
    let message =
        format_args!("the surface id {instance:?} cannot name a canvas, whose rule is: {error}").to_string();
    Refusal::rule_broken(rules::INSTANCE.id, Pointer::root().member("surfaceId"), message)
        .hint("give the surface another id")
}

pub(super) fn channel(instance: &str, cx: &Context) -> Result<ChannelUri, Refusal> {
    if let Some(channel) = &cx.channel {
        return Ok(channel.as_str().into());
    }
    let channel = CanvasChannel::new(instance).map_err(|error| {
        let message =
            format_args!("the surface id {instance:?} cannot name a channel, whose rule is: {error}")
                .to_string();
        Refusal::context(rules::CHANNEL.id, Pointer::root().member("surfaceId"), message)
            .hint("give the channel")
    })?;
    Ok(channel.uri())
}

fn extension_id(cx: &Context) -> &str {
    cx.owner.as_deref().unwrap_or(EXTENSION_ID)
}

/// What a canvas is called: as the caller says, else as the theme of the surface names the agent.
pub(super) fn title(surface: &Surface, cx: &Context) -> Field<String> {
    let of_theme =
        || Some(surface.theme()?.get(&Pointer::root().member("agentDisplayName"))?.as_str()?.into_owned());
    cx.title.clone().or_else(of_theme).map_or(Field::Absent, Field::Value)
}

/// The document from which the surface can be rebuilt.
fn content(surface: &Surface, uri: ContentUri) -> Result<CanvasResourceContent, Refusal> {
    let messages: Result<Vec<String>, _> = surface.messages().iter().map(wire::encode).collect();
    let text = format!("[{}]", messages?.join(","));
    Ok(CanvasResourceContent::new(uri).mime_type(MIME_TYPE).text(text))
}

/// The parts of a canvas as payloads, for comparing them member by member.
pub(super) struct Parts {
    pub(super) beside: Payload,
    pub(super) state: Payload,
    pub(super) contents: Vec<Payload>,
}

impl Parts {
    pub(super) fn of(canvas: &OpenCanvas) -> Result<Self, Refusal> {
        let whole = Payload::parse(wire::encode(canvas)?)?;
        let mut parts =
            Self { beside: Payload::empty_object(), state: Payload::null(), contents: Vec::new() };
        let mut beside = Vec::new();
        for (name, value) in whole.members() {
            match &*name {
                "state" => parts.state = value,
                "contents" => parts.contents = value.elements().collect(),
                _ => beside.push((name, value)),
            }
        }
        parts.beside = Payload::object(beside.iter().map(|(name, value)| (&**name, value)));
        Ok(parts)
    }

    pub(super) fn assemble(&self) -> Option<OpenCanvas> {
        let contents = Payload::array(&self.contents);
        let mut members: Vec<_> = self.beside.members().collect();
        members.push(("state".into(), self.state.clone()));
        members.push(("contents".into(), contents));
        Payload::object(members.iter().map(|(name, value)| (&**name, value))).decode().ok()
    }
}
