//! Opening and closing canvases.
//!
//! Specification: [AHP canvas proposal, § 6 Lifecycle](https://github.com/microsoft/agent-host-protocol/issues/297).

use super::{
    Canvas, Host, HostError, HostOutput, Outcome,
    calls::{CallTarget, Opening, Purpose},
    clients::limit_reached,
    content::Contents,
    state::size_of,
};
use crate::{
    canvas::{
        CallId, CanvasAvailability, CanvasCloseParams, CanvasOpenParams, CanvasOpenResult,
        CanvasProviderSource, CanvasState, ProviderAnswer, ProviderRequest, frame,
    },
    error_code,
    ids::{ChannelUri, InstanceId},
    json_rpc::JsonRpcError,
    uri::CanvasChannel,
};
use wire::Field;

impl Host {
    /// Opens a canvas. The host asks its provider, and lists the canvas after the provider has answered.
    ///
    /// # Errors
    /// Returns an error if the session or the kind does not exist, or if the instance is already open or opening.
    /// Also returns an error if the instance id cannot name a channel, or if the input cannot be stored or is too
    /// long.
    pub fn open(
        &mut self,
        params: CanvasOpenParams,
    ) -> Result<(CallId, Vec<HostOutput>), HostError> {
        CanvasChannel::new(params.instance_id.as_str()).map_err(HostError::Channel)?;
        self.begin_open(params, None)
    }

    /// Opens a canvas on a channel that the program chooses.
    ///
    /// # Errors
    /// Returns the errors of [`open`](Self::open), or an error if the channel is not a canvas channel or is taken.
    pub fn open_on(
        &mut self,
        channel: impl Into<ChannelUri>,
        params: CanvasOpenParams,
    ) -> Result<(CallId, Vec<HostOutput>), HostError> {
        let channel = channel.into();
        CanvasChannel::parse(channel.as_str()).map_err(HostError::Channel)?;
        if self.is_taken(&channel) {
            return Err(HostError::ChannelTaken(channel));
        }
        self.begin_open(params, Some(channel))
    }

    fn begin_open(
        &mut self,
        params: CanvasOpenParams,
        channel: Option<ChannelUri>,
    ) -> Result<(CallId, Vec<HostOutput>), HostError> {
        self.checked_size(&params, self.limits.message)?;
        let session = self.sessions.get(&params.channel);
        let session = session.ok_or_else(|| HostError::UnknownSession(params.channel.clone()))?;
        let mut offered = session.state.canvases.get().into_iter().flatten();
        let offer = offered.find(|offer| {
            offer.canvas_id == params.canvas_id && offer.extension_id == params.extension_id
        });
        let Some(offer) = offer else {
            let CanvasOpenParams {
                extension_id,
                canvas_id,
                ..
            } = params;
            return Err(HostError::UnknownKind {
                extension_id,
                canvas_id,
            });
        };
        if self.has_instance(&params.channel, &params.instance_id) {
            return Err(HostError::InstanceTaken(params.instance_id));
        }
        let asked = self.answering_target(&params.channel, &offer.source, &params.canvas_id);
        let opening = Opening {
            params: params.clone(),
            channel,
            extension_name: offer.extension_name.clone(),
            display_name: offer.display_name.clone(),
            source: offer.source.clone(),
        };
        let mut out = Vec::new();
        let asked = asked.ok_or(HostError::Unavailable)?;
        let purpose = Purpose::Open(Box::new(opening));
        let call = self.ask(asked, ProviderRequest::Open(params), purpose, &mut out);
        Ok((call, out))
    }

    pub(super) fn finish_open(
        &mut self,
        opening: Opening,
        result: CanvasOpenResult,
        out: &mut Vec<HostOutput>,
    ) -> Result<Outcome, JsonRpcError> {
        let Opening {
            params,
            channel,
            extension_name,
            display_name,
            source,
        } = opening;
        let channel = match channel {
            Some(channel) if !self.is_taken(&channel) => channel,
            // Another canvas may have taken the channel before the provider answered.
            _ => match self.mint(&params.instance_id) {
                Some(channel) => channel,
                None => {
                    return Err(frame::error(
                        error_code::INTERNAL_ERROR,
                        "the host has no unused channel for this canvas",
                    ));
                }
            },
        };
        let mut state = CanvasState::new(
            params.instance_id,
            params.canvas_id,
            params.extension_id,
            CanvasAvailability::Ready,
            source,
        );
        state.extension_name = null_to_absent(extension_name);
        state.display_name = display_name.into();
        state.input = params.input;
        state.title = null_to_absent(result.title);
        state.status = null_to_absent(result.status);
        state.url = null_to_absent(result.url);
        let size = size_of(&state);
        if self.check_room(&params.channel, 2 * size).is_err() {
            return Err(limit_reached("the session has reached its size limit"));
        }
        if let CanvasProviderSource::Client(source) = &state.provider {
            if !self.has_client_room(&source.client_id, size) {
                return Err(limit_reached("this client has reached its size limit"));
            }
        }
        self.insert(&params.channel, channel.clone(), state);
        // The provider may have disconnected while its answer was in transit.
        self.refresh(&params.channel, out);
        Ok(Outcome::Opened(channel))
    }

    /// Stores an open canvas. [`refresh`](Self::refresh) adds the canvas to the published list.
    pub(super) fn insert(&mut self, session: &ChannelUri, channel: ChannelUri, state: CanvasState) {
        if let Some(session) = self.sessions.get_mut(session) {
            session.open.push(channel.clone());
        }
        let since = self.server_seq.saturating_add(1);
        let size = size_of(&state);
        let canvas = Canvas {
            session: session.clone(),
            state,
            since,
            contents: Contents::default(),
            size,
        };
        self.canvases.insert(channel, canvas);
    }

    pub(super) fn has_instance(&self, session: &ChannelUri, instance: &InstanceId) -> bool {
        for canvas in self.canvases.values() {
            if canvas.session == *session && canvas.state.instance_id == *instance {
                return true;
            }
        }
        self.openings().any(|opening| {
            opening.params.channel == *session && opening.params.instance_id == *instance
        })
    }

    fn openings(&self) -> impl Iterator<Item = &Opening> {
        self.calls.values().filter_map(|call| match &call.purpose {
            Purpose::Open(opening) => Some(&**opening),
            _ => None,
        })
    }

    pub(super) fn is_taken(&self, channel: &ChannelUri) -> bool {
        self.canvases.contains_key(channel)
            || self
                .openings()
                .any(|opening| opening.channel.as_ref() == Some(channel))
    }

    /// Returns an unused channel, derived from the instance id.
    fn mint(&self, instance: &InstanceId) -> Option<ChannelUri> {
        let own = CanvasChannel::new(instance.to_string());
        if let Ok(channel) = own
            && !self.is_taken(&channel.uri())
        {
            return Some(channel.uri());
        }
        for number in 2u64.. {
            let channel = CanvasChannel::new(format!("{instance}~{number}")).ok();
            if let Some(channel) = channel
                && !self.is_taken(&channel.uri())
            {
                return Some(channel.uri());
            }
        }
        None
    }

    /// Closes a canvas. The host asks its provider, and removes the canvas after the provider has answered. If the
    /// provider is disconnected, the canvas is removed immediately.
    ///
    /// # Errors
    /// Returns an error if the canvas does not exist, or if the canvas is already being reopened or closed.
    pub fn close(&mut self, channel: &ChannelUri) -> Result<(CallId, Vec<HostOutput>), HostError> {
        let mut out = Vec::new();
        let asked = match self.provider_of(channel) {
            Ok(asked) => Some(asked),
            Err(HostError::Unavailable) => None,
            Err(error) => return Err(error),
        };
        let request = self
            .close_request(channel)
            .ok_or_else(|| HostError::UnknownCanvas(channel.clone()))?;
        let purpose = Purpose::Close(channel.clone());
        let call = match asked {
            Some(asked) => self.ask(asked, request, purpose, &mut out),
            None => {
                let call = self.begin(CallTarget::Program, purpose);
                self.finish(call, Ok(ProviderAnswer::Close), &mut out);
                call
            }
        };
        Ok((call, out))
    }

    fn close_request(&self, channel: &ChannelUri) -> Option<ProviderRequest> {
        let canvas = self.canvases.get(channel)?;
        let CanvasState {
            instance_id,
            canvas_id,
            extension_id,
            ..
        } = canvas.state.clone();
        let session = canvas.session.clone();
        Some(ProviderRequest::Close(CanvasCloseParams::new(
            session,
            instance_id,
            canvas_id,
            extension_id,
        )))
    }

    pub(super) fn remove(&mut self, channel: &ChannelUri, out: &mut Vec<HostOutput>) {
        let Some(canvas) = self.canvases.remove(channel) else {
            return;
        };
        if let Some(session) = self.sessions.get_mut(&canvas.session) {
            session.open.retain(|open| open != channel);
        }
        self.forget(channel);
        self.refuse_reads(channel, out);
        self.publish_open_list(&canvas.session, out);
    }
}

/// Replaces a null member of an answer with an absent member.
pub(super) fn null_to_absent<T>(member: Field<T>) -> Field<T> {
    member.into_value().map_or(Field::Absent, Field::Value)
}
