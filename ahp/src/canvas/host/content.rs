//! Content that is read through the channel of its canvas.
//!
//! Specification:
//! [AHP canvas proposal, § Rendering and content](https://github.com/microsoft/agent-host-protocol/blob/c5ff126eab491d3c93f52683516dd3e1744370fe/docs/specification/canvas-channel.md#rendering-and-content).

use super::{
    CallId, ClientView, ConnectionId, Host, HostError, HostOutput,
    calls::{CallTarget, Purpose},
    clients::limit_reached,
    log::OVERHEAD,
    receive::Answer,
};
use crate::{
    canvas::{CanvasReadResourceParams, CanvasReadResourceResult, CanvasResourceContent, frame},
    error_code,
    ids::{ChannelUri, ClientId},
    json_rpc::{JsonRpcError, RequestId},
    uri::ContentAddress,
};
use std::fmt;
use wire::Payload;

/// The content that the host stores for a canvas.
#[derive(Default)]
pub(super) struct Contents {
    all: Vec<CanvasResourceContent>,
    size: usize,
}

impl Contents {
    /// Returns the contents with this address, ignoring fragments.
    fn with_address(&self, address: &ContentAddress) -> Vec<CanvasResourceContent> {
        let mut found = Vec::new();
        for content in &self.all {
            if let Ok(stored) = ContentAddress::parse(content.uri.as_str())
                && stored.without_fragment() == *address
            {
                found.push(content.clone());
            }
        }
        found
    }
}

impl fmt::Debug for Contents {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list()
            .entries(self.all.iter().map(|content| &content.uri))
            .finish()
    }
}

impl Host {
    /// Stores the contents of an open canvas in the host, replacing all previous ones.
    ///
    /// The host answers requests for these contents itself. It asks the program for all other contents.
    ///
    /// ```
    /// use agent_ui_ahp::canvas::{
    ///     CanvasOpenParams, CanvasOpenResult, CanvasResourceContent, ProviderAnswer, ServerSource, SessionCanvasDeclaration,
    ///     SessionState, host::Host,
    /// };
    /// use agent_ui_ahp::wire;
    ///
    /// let mut host = Host::new(["0.6.0"]);
    /// host.set_initialize_members([("serverInfo", wire::Payload::parse(r#"{"name":"museum"}"#)?)].into_iter().collect())?;
    /// host.add_session("ahp-session:/1", SessionState::new())?;
    /// let summary = [("createdAt", wire::Payload::string("2026-05-18T15:30:00Z"))];
    /// host.set_summary(&"ahp-session:/1".into(), summary.into_iter().collect())?;
    /// let plan = SessionCanvasDeclaration::new("museum", "plan", "Floor plan", "Shows the way.", ServerSource::new());
    /// host.declare(&"ahp-session:/1".into(), vec![plan])?;
    ///
    /// // The program chooses the channel of the canvas.
    /// let params = CanvasOpenParams::new("ahp-session:/1", "plan", "museum", "east");
    /// let (call, _) = host.open_on("ahp-canvas:/floor-1", params)?;
    /// host.answer(call, Ok(ProviderAnswer::Open(CanvasOpenResult::new())))?;
    /// let page: CanvasResourceContent = wire::decode(
    ///     r#"{"uri":"ahp-canvas-content:/east/index.html","mimeType":"text/html","text":"<h1>East wing</h1>"}"#,
    /// )?;
    /// host.store_contents(&"ahp-canvas:/floor-1".into(), vec![page])?;
    ///
    /// host.remove_session(&"ahp-session:/1".into())?;
    /// assert_eq!(host.canvases().count(), 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if the canvas does not exist, or if the contents cannot be sent or are too long.
    pub fn store_contents(
        &mut self,
        channel: &ChannelUri,
        contents: Vec<CanvasResourceContent>,
    ) -> Result<(), HostError> {
        let size = self.checked_size(&contents, self.limits.contents)?;
        let session = self.session_of(channel)?;
        if self.other_contents_size(&session, channel) + size > self.limits.contents {
            return Err(HostError::TooLong {
                limit: self.limits.contents,
            });
        }
        if let Some(canvas) = self.canvases.get_mut(channel) {
            canvas.contents = Contents {
                all: contents,
                size,
            };
        }
        Ok(())
    }

    /// Returns the size of the contents that are stored for the other canvases of a session, in bytes.
    fn other_contents_size(&self, session: &ChannelUri, channel: &ChannelUri) -> usize {
        let channels = self
            .sessions
            .get(session)
            .into_iter()
            .flat_map(|session| &session.open);
        channels
            .filter(|other| *other != channel)
            .filter_map(|other| self.canvases.get(other))
            .map(|canvas| canvas.contents.size)
            .sum()
    }

    /// Answers a [`HostOutput::Read`].
    ///
    /// # Errors
    /// Returns an error if no open call has this id, or if the answer cannot be sent or is too long. In the
    /// last two cases the call stays open.
    pub fn answer_read(
        &mut self,
        call: CallId,
        answer: Result<CanvasReadResourceResult, JsonRpcError>,
    ) -> Result<Vec<HostOutput>, HostError> {
        let answer =
            answer.map(|result| (self.checked_size(&result, self.limits.contents), result));
        let purpose = self.calls.get(&call).map(|call| &call.purpose);
        match purpose.ok_or(HostError::UnknownCall(call))? {
            Purpose::Read { .. } => {
                let answer = match answer {
                    Ok((size, result)) => size.map(|_| Ok(frame::payload(&result)))?,
                    Err(error) => Err(error),
                };
                Ok(self.answer_reader(call, answer).into_iter().collect())
            }
            _ => Err(HostError::OtherAnswer(call)),
        }
    }

    pub(super) fn read(
        &mut self,
        from: ConnectionId,
        id: &RequestId,
        params: CanvasReadResourceParams,
        out: &mut Vec<HostOutput>,
    ) -> Result<Answer, JsonRpcError> {
        let (client, address) = self.content_to_read(from, &params)?;
        // A query is part of the identity of content. A fragment is only for the renderer.
        let address = address.without_fragment();
        let stored = self.stored_content(&params.channel, &address);
        if !stored.is_empty() {
            let result = CanvasReadResourceResult::new(stored);
            return Ok(Answer::Now(frame::payload(&result)));
        }
        let CanvasReadResourceParams { channel, .. } = params;
        let uri = address.uri();
        let asked = self
            .calls
            .values()
            .filter(|call| call.asker() == Some(from));
        if asked.count() >= self.limits.requests {
            return Err(limit_reached("this client has too many pending requests"));
        }
        let id_len = match id {
            RequestId::Text(text) => text.len(),
            RequestId::Number(number) => number.as_str().len(),
            RequestId::Null => 0,
        };
        let size = OVERHEAD + id_len + uri.as_str().len() + channel.as_str().len();
        if !self.has_client_room(&client, size) {
            return Err(limit_reached(
                "the pending requests of this client are too long",
            ));
        }
        let purpose = Purpose::Read {
            channel: channel.clone(),
            asker: from,
            id: id.clone(),
            size,
        };
        let call = self.begin(CallTarget::Program, purpose);
        out.push(HostOutput::Read { call, channel, uri });
        Ok(Answer::Later)
    }

    /// Returns the client of a connection and the requested address. The client may read only content of a canvas
    /// that it follows.
    fn content_to_read(
        &self,
        from: ConnectionId,
        params: &CanvasReadResourceParams,
    ) -> Result<(ClientId, ContentAddress), JsonRpcError> {
        let Some((connection, true)) = self.follows(from, &params.channel) else {
            return Err(out_of_scope());
        };
        let Some(canvas) = self.canvases.get(&params.channel) else {
            return Err(out_of_scope());
        };
        if connection.view != ClientView::Proposal {
            return Err(out_of_scope());
        }
        let page = canvas.state.url.get();
        let page = page.and_then(|url| ContentAddress::parse(url.as_str()).ok());
        let address = match page {
            // References on the page are relative to the page.
            Some(page) => page.resolve(params.uri.as_str()),
            None => ContentAddress::parse(params.uri.as_str()),
        };
        match address {
            Ok(address) if *address.instance_id() == canvas.state.instance_id => {
                Ok((connection.client.clone(), address))
            }
            Ok(_) | Err(_) => Err(out_of_scope()),
        }
    }

    /// Returns the contents that are stored under an address. Content that is stored without a query answers every query.
    fn stored_content(
        &self,
        channel: &ChannelUri,
        address: &ContentAddress,
    ) -> Vec<CanvasResourceContent> {
        let Some(canvas) = self.canvases.get(channel) else {
            return Vec::new();
        };
        let contents = canvas.contents.with_address(address);
        if contents.is_empty() {
            return canvas.contents.with_address(&address.without_query());
        }
        contents
    }

    /// Refuses pending reads of a closed canvas.
    pub(super) fn refuse_reads(&mut self, closed: &ChannelUri, out: &mut Vec<HostOutput>) {
        let reads = self
            .calls
            .iter()
            .filter_map(|(id, call)| match &call.purpose {
                Purpose::Read { channel, .. } if channel == closed => Some(*id),
                _ => None,
            });
        for call in reads.collect::<Vec<_>>() {
            let closed = frame::error(error_code::NOT_FOUND, "the canvas is closed");
            out.extend(self.answer_reader(call, Err(closed)));
        }
    }

    pub(super) fn answer_reader(
        &mut self,
        call: CallId,
        answer: Result<Payload, JsonRpcError>,
    ) -> Option<HostOutput> {
        match self.calls.remove(&call)?.purpose {
            Purpose::Read { asker, id, .. } if self.connections.contains_key(&asker) => {
                Some(HostOutput::Send {
                    to: asker,
                    message: frame::answer(id, answer).into(),
                })
            }
            _ => None,
        }
    }
}

fn out_of_scope() -> JsonRpcError {
    frame::error(error_code::NOT_FOUND, "no followed canvas has this content")
}
