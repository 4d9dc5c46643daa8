//! Canvases that show A2UI surfaces, with their pages and their stored content.
//!
//! | | a page of the canvas | a page of a [server](crate::server::page_routes) |
//! |---|---|---|
//! | clients | those of the proposal | all, including those of AHP 1.0 |
//! | `url` | `ahp-canvas-content:/<surface>/index.html` | `http://127.0.0.1:<port>/<token>/` |
//! | changes | `canvas/message` with one A2UI message each | steps, as Server-Sent Events |
//! | clicks | `canvas/message` with the action | `POST` |
//!
//! In both cases, `ahp-canvas-content:/<surface>/surface.json` contains the surface in its own version of A2UI, as a
//! list of messages that rebuild it. The instance id of the canvas is the surface id.

/// Returns the page or the surface that a viewer requested.
fn find_content(
    wanted: &ContentRead,
    assets: &Assets,
    data: Data,
    of: impl FnOnce(&str) -> Option<Surface>,
) -> Option<CanvasResourceContent> {
    let address = ContentAddress::parse(wanted.uri().as_str()).ok()?;
    let surface = of(address.instance_id().as_str())?;
    let content = CanvasResourceContent::new(wanted.uri().clone());
    match address.path() {
        PAGE => {
            let step = Step {
                messages: surface.shown,
                ..Step::default()
            };
            let data = Data {
                steps: vec![step],
                live: None,
                ..data
            };
            Some(content.mime_type("text/html").text(data.document(assets)))
        }
        SURFACE => Some(content.mime_type(surface.mime_type).text(surface.exact)),
        _ => None,
    }
}

#[cfg(test)]
mod tests;

use crate::{
    page::{Assets, Data, Step},
    peers::host::{ContentRead, Host, ProviderCall},
    server::page_routes::Page,
};
use ahp::{
    canvas::{
        CallId, CanvasAvailability, CanvasCloseParams, CanvasOpenParams, CanvasOpenResult,
        CanvasProviderErrorCode, CanvasProviderErrorData, CanvasReadResourceResult,
        CanvasResourceContent, CanvasUpdated, PROVIDER_ERROR, ProviderAnswer, ProviderRequest,
        ServerSource, SessionCanvasDeclaration,
        host::{HostError, HostOutput, Outcome},
    },
    error_code,
    ids::ChannelUri,
    json_rpc::JsonRpcError,
    uri::{ContentAddress, UriError},
};
use std::{collections::BTreeMap, io};
use wire::Payload;

/// The id of the kind of canvas.
const KIND: &str = "a2ui";
/// The content path of the page.
const PAGE: &str = "index.html";
/// The content path of the surface.
const SURFACE: &str = "surface.json";

/// The canvases of one session that show surfaces.
#[derive(Debug)]
pub struct Canvases {
    host: Host,
    session: ChannelUri,
    extension: String,
    open: BTreeMap<String, OpenSurface>,
}

#[derive(Debug)]
struct OpenSurface {
    channel: ChannelUri,
    /// The page, if a server serves it.
    page: Option<Page>,
    /// The number of times that the page was reloaded.
    edition: u64,
    /// `true` while the agent of the surface is away.
    is_stale: bool,
}

impl OpenSurface {
    /// Gives the page a new address, so that clients read it again.
    fn renew(&mut self, host: &Host, surface: &str) -> Result<(), CanvasError> {
        self.edition += 1;
        let url = format!("{}?{}", address(surface, PAGE)?, self.edition);
        host.apply(|host| host.update(&self.channel, CanvasUpdated::new().url(url)))?;
        Ok(())
    }
}

/// The reason why a surface cannot be shown or updated.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CanvasError {
    /// The host refused a request.
    #[error(transparent)]
    Host(#[from] HostError),
    /// The host has reached a limit.
    #[error("{}", .0.message)]
    NoRoom(JsonRpcError),
    /// The surface id cannot name a canvas.
    #[error("the surface id cannot name a canvas: {0}")]
    Name(UriError),
    /// The step exceeds a limit, or cannot be encoded.
    #[error(transparent)]
    Step(io::Error),
}

/// The current content of a surface, for a viewer.
#[derive(Clone, Debug)]
pub struct Surface {
    /// The A2UI 0.9 messages that show the surface on the page.
    pub shown: Vec<Payload>,
    /// The messages that rebuild the surface in its own version, as a JSON array.
    pub exact: String,
    /// The media type of A2UI messages in that version: `application/json+a2ui`, or `application/a2ui+json` since
    /// 0.9.1.
    pub mime_type: &'static str,
}

impl Canvases {
    /// Declares the kind of canvas in a session of the host, with this extension as its provider. The program must not
    /// have other declarations in the session.
    ///
    /// # Errors
    /// Returns the errors of [`declare`](ahp::canvas::host::Host::declare).
    pub fn new(
        host: Host,
        session: impl Into<ChannelUri>,
        extension: impl Into<String>,
    ) -> Result<Self, HostError> {
        let (session, extension) = (session.into(), extension.into());
        let kind = SessionCanvasDeclaration::new(
            extension.as_str(),
            KIND,
            "A2UI surface",
            "Shows a surface that the agent describes, and returns the user's actions.",
            ServerSource::new(),
        );
        host.apply(|host| host.declare(&session, vec![kind]))?;
        Ok(Self {
            host,
            session,
            extension,
            open: BTreeMap::new(),
        })
    }

    /// Returns `true` if a client is connected to the host.
    #[cfg(feature = "gateway")]
    pub(crate) fn has_clients(&self) -> bool {
        self.host.inspect(|host| host.clients().next().is_some())
    }

    /// Returns `true` if a canvas shows this surface.
    pub fn has_surface(&self, surface: &str) -> bool {
        self.open.contains_key(surface)
    }

    /// Returns `true` if the canvas on this channel shows this surface.
    pub fn is_shown_on(&self, surface: &str, channel: &ChannelUri) -> bool {
        self.open
            .get(surface)
            .is_some_and(|shown| shown.channel == *channel)
    }

    /// Returns `true` if the page at this address shows this surface.
    pub fn has_page_at(&self, surface: &str, address: &str) -> bool {
        let page = self.open.get(surface).and_then(|shown| shown.page.as_ref());
        page.is_some_and(|page| page.address() == address)
    }

    /// Opens a canvas for a surface that this step created. If no page of a server is passed, the canvas serves its own
    /// page as content.
    ///
    /// # Errors
    /// Returns an error if the canvas is already open, or if the host refuses it.
    pub fn open(
        &mut self,
        surface: &str,
        title: Option<String>,
        page: Option<Page>,
        first: &Step,
    ) -> Result<(), CanvasError> {
        let url = match &page {
            Some(page) => page.address().to_owned(),
            None => address(surface, PAGE)?,
        };
        let mut opened = CanvasOpenResult::new().url(url);
        if let Some(title) = title {
            opened = opened.title(title);
        }
        let params =
            CanvasOpenParams::new(self.session.clone(), KIND, self.extension.as_str(), surface);
        let call = self.host.begin(|host| {
            let begun = host.open(params)?;
            answer_immediately(host, begun, ProviderAnswer::Open(opened))
        })?;
        match call.try_outcome() {
            Some(Ok(Outcome::Opened(channel))) => {
                if let Some(page) = &page {
                    page.step(first).map_err(CanvasError::Step)?;
                }
                self.open.insert(
                    surface.to_owned(),
                    OpenSurface {
                        channel,
                        page,
                        edition: 0,
                        is_stale: false,
                    },
                );
                Ok(())
            }
            Some(Err(error)) => Err(CanvasError::NoRoom(error)),
            // The host answered the call above, so it has this outcome.
            Some(Ok(_)) | None => Err(HostError::Unavailable.into()),
        }
    }

    /// Applies a step to the canvas of a surface, if it is open.
    ///
    /// # Errors
    /// Returns an error if the step cannot be sent.
    pub fn step(&mut self, surface: &str, step: &Step) -> Result<(), CanvasError> {
        let Some(shown) = self.open.get_mut(surface) else {
            return Ok(());
        };
        if let Some(page) = &shown.page {
            return page.step(step).map_err(CanvasError::Step);
        }
        for message in &step.messages {
            let sent = self
                .host
                .apply(|host| host.message(&shown.channel, message.clone()));
            match sent {
                // The step is too long for a message, so the page is reloaded under a new address.
                Err(HostError::TooLong { .. }) => shown.renew(&self.host, surface)?,
                sent => sent?,
            }
        }
        Ok(())
    }

    /// Reloads the surface of an open canvas. The step `whole` builds the complete surface, and replaces everything
    /// that was shown before.
    ///
    /// # Errors
    /// Returns an error if the step cannot be sent.
    pub fn reload(&mut self, surface: &str, whole: &Step) -> Result<(), CanvasError> {
        let Some(shown) = self.open.get_mut(surface) else {
            return Ok(());
        };
        match &shown.page {
            Some(page) => {
                page.reset();
                page.step(whole).map_err(CanvasError::Step)
            }
            None => shown.renew(&self.host, surface),
        }
    }

    /// Marks the canvas of a surface as stale while its agent is away, or as ready again. Closed canvases are ignored.
    ///
    /// # Errors
    /// Returns an error if the host refuses.
    pub fn set_stale(&mut self, surface: &str, is_stale: bool) -> Result<(), HostError> {
        let Some(shown) = self.open.get_mut(surface) else {
            return Ok(());
        };
        if shown.is_stale == is_stale {
            return Ok(());
        }
        shown.is_stale = is_stale;
        let availability = if is_stale {
            CanvasAvailability::Stale
        } else {
            CanvasAvailability::Ready
        };
        self.host.apply(|host| {
            host.update(
                &shown.channel,
                CanvasUpdated::new().availability(availability),
            )
        })
    }

    /// Returns the ids of the surfaces that canvases show, in order.
    pub fn surfaces(&self) -> impl Iterator<Item = &str> {
        self.open.keys().map(String::as_str)
    }

    /// Closes the canvas of a deleted surface.
    ///
    /// # Errors
    /// Returns an error if the host refuses.
    pub fn close(&mut self, surface: &str) -> Result<(), HostError> {
        let Some(shown) = self.open.remove(surface) else {
            return Ok(());
        };
        self.host.begin(|host| {
            let begun = host.close(&shown.channel)?;
            answer_immediately(host, begun, ProviderAnswer::Close)
        })?;
        Ok(())
    }

    /// Closes all canvases.
    ///
    /// # Errors
    /// Returns an error if the host refuses.
    pub fn close_all(&mut self) -> Result<(), HostError> {
        let surfaces: Vec<String> = self.open.keys().cloned().collect();
        surfaces.iter().try_for_each(|surface| self.close(surface))
    }

    /// Answers a host's request to the provider of these canvases, for example a client's request to close one.
    ///
    /// # Errors
    /// Returns an error if the call has ended.
    pub fn provide(&mut self, call: ProviderCall) -> Result<(), HostError> {
        let answer = match call.request() {
            ProviderRequest::Close(CanvasCloseParams { instance_id, .. }) => {
                self.open.remove(instance_id.as_str());
                Ok(ProviderAnswer::Close)
            }
            ProviderRequest::InvokeAction(_) => {
                let message = "surfaces do not have actions for agents";
                let data =
                    CanvasProviderErrorData::new(CanvasProviderErrorCode::ActionNoHandler, message);
                let error = JsonRpcError::new(PROVIDER_ERROR, message);
                Err(Payload::encode(&data).map_or(error.clone(), |data| error.data(data)))
            }
            _ => Err(JsonRpcError::new(
                error_code::INTERNAL_ERROR,
                "only the program itself opens surfaces",
            )),
        };
        call.answer(answer)
    }

    /// Answers a viewer's request with the page or with the surface. `of` returns the current content of a surface.
    ///
    /// # Errors
    /// Returns an error if the call has ended.
    pub fn read(
        &self,
        wanted: ContentRead,
        assets: &Assets,
        data: Data,
        of: impl FnOnce(&str) -> Option<Surface>,
    ) -> Result<(), HostError> {
        let content = match find_content(&wanted, assets, data, of) {
            Some(content) => Ok(content),
            None => Err(JsonRpcError::new(
                error_code::NOT_FOUND,
                "the content does not exist",
            )),
        };
        wanted.answer(content.map(|content| CanvasReadResourceResult::new(vec![content])))
    }
}

fn address(surface: &str, path: &str) -> Result<String, CanvasError> {
    let address = ContentAddress::new(surface, path).map_err(CanvasError::Name)?;
    Ok(address.uri().as_str().to_owned())
}

/// Answers the host's request immediately, because this program itself began the call.
fn answer_immediately(
    host: &mut ahp::canvas::host::Host,
    (call, mut out): (CallId, Vec<HostOutput>),
    answer: ProviderAnswer,
) -> Result<(CallId, Vec<HostOutput>), HostError> {
    out.retain(
        |output| !matches!(output, HostOutput::Provide { call: asked, .. } if *asked == call),
    );
    out.append(&mut host.answer(call, Ok(answer))?);
    Ok((call, out))
}
