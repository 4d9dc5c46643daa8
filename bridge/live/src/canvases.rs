//! Canvases that show A2UI surfaces: a page behind each, and what it shows beside it.
//!
//! | | a page of the canvas | a page of a [server](crate::server) |
//! |---|---|---|
//! | for | clients of the proposal | all of them, also those of AHP 1.0 |
//! | `url` | `ahp-canvas-content:/<surface>/index.html` | `http://127.0.0.1:<port>/<token>/` |
//! | what changes | `canvas/message`, an A2UI message each | steps, as Server-Sent Events |
//! | a click | `canvas/message`, the action | `POST` |
//!
//! Either way `ahp-canvas-content:/<surface>/surface.json` is the surface in its own version of A2UI, as a list of messages that rebuild
//! it. The surface gives its id to the canvas.

#[cfg(test)]
mod tests;

use crate::{
    host::{ContentRead, Host, ProviderCall},
    page::{Assets, Data, Step},
    server::Page,
};
use ahp::{
    canvas::{
        CallId, CanvasCloseParams, CanvasOpenParams, CanvasOpenResult, CanvasProviderErrorCode,
        CanvasProviderErrorData, CanvasReadResourceResult, CanvasResourceContent, CanvasUpdated,
        PROVIDER_ERROR, ProviderAnswer, ProviderRequest, ServerSource, SessionCanvasDeclaration,
        host::{HostError, HostOutput, Outcome},
    },
    error_code,
    ids::ChannelUri,
    json_rpc::JsonRpcError,
    uri::{ContentAddress, UriError},
};
use std::{collections::BTreeMap, io};
use wire::Payload;

/// The kind of canvas.
const KIND: &str = "a2ui";
/// Where the page of a canvas stands.
const PAGE: &str = "index.html";
/// Where the surface itself stands.
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
    /// The page, if a server has it.
    page: Option<Page>,
    /// How often the page of the canvas has to be loaded again.
    edition: u64,
}

/// Why a surface is not shown, or not as it is.
#[derive(Debug)]
#[non_exhaustive]
pub enum CanvasError {
    /// The host refuses.
    Host(HostError),
    /// It had no room for the canvas.
    NoRoom(JsonRpcError),
    /// The id of the surface cannot name a canvas.
    Name(UriError),
    /// A step has no room, or cannot be written.
    Step(io::Error),
}

impl std::fmt::Display for CanvasError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Host(error) => error.fmt(f),
            Self::NoRoom(error) => f.write_str(&error.message),
            Self::Name(error) => write!(f, "this id cannot name a canvas: {error}"),
            Self::Step(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for CanvasError {}

impl From<HostError> for CanvasError {
    fn from(error: HostError) -> Self {
        Self::Host(error)
    }
}

/// What somebody sees who looks at a surface now.
#[derive(Clone, Debug)]
pub struct Surface {
    /// The messages of A2UI 0.9 that show it, for the page.
    pub shown: Vec<Payload>,
    /// The messages that rebuild it in its own version, as a JSON array.
    pub exact: String,
    /// How that version calls its messages: `application/json+a2ui`, since 0.9.1 `application/a2ui+json`.
    pub mime_type: &'static str,
}

impl Canvases {
    /// Says that there are such canvases in a session of the host, provided by this extension. Nothing else may be declared there.
    ///
    /// # Errors
    /// As [`declare`](ahp::canvas::host::Host::declare).
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
            "Shows a surface that the agent describes, and takes what is done on it.",
            ServerSource::new(),
        );
        host.apply(|host| host.declare(&session, vec![kind]))?;
        Ok(Self { host, session, extension, open: BTreeMap::new() })
    }

    /// Whether a canvas shows this surface.
    pub fn has_surface(&self, surface: &str) -> bool {
        self.open.contains_key(surface)
    }

    /// Whether this channel is that of the canvas which shows this surface.
    pub fn is_shown_on(&self, surface: &str, channel: &ChannelUri) -> bool {
        self.open.get(surface).is_some_and(|shown| shown.channel == *channel)
    }

    /// Whether this is the address of the page which shows this surface.
    pub fn has_page_at(&self, surface: &str, address: &str) -> bool {
        let page = self.open.get(surface).and_then(|shown| shown.page.as_ref());
        page.is_some_and(|page| page.address() == address)
    }

    /// Opens a canvas for a surface that this step made. Without a page of a server it has one of its own.
    ///
    /// # Errors
    /// If there is one, or the host refuses it.
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
        let params = CanvasOpenParams::new(self.session.clone(), KIND, self.extension.as_str(), surface);
        let call = self.host.begin(|host| {
            let begun = host.open(params)?;
            at_once(host, begun, ProviderAnswer::Open(opened))
        })?;
        match call.try_outcome() {
            Some(Ok(Outcome::Opened(channel))) => {
                if let Some(page) = &page {
                    page.step(first).map_err(CanvasError::Step)?;
                }
                self.open.insert(surface.to_owned(), OpenSurface { channel, page, edition: 0 });
                Ok(())
            }
            Some(Err(error)) => Err(CanvasError::NoRoom(error)),
            // It was answered.
            Some(Ok(_)) | None => Err(HostError::Unavailable.into()),
        }
    }

    /// Shows what has become of a surface, where it is shown.
    ///
    /// # Errors
    /// If it cannot be said.
    pub fn step(&mut self, surface: &str, step: &Step) -> Result<(), CanvasError> {
        let Some(shown) = self.open.get_mut(surface) else { return Ok(()) };
        if let Some(page) = &shown.page {
            return page.step(step).map_err(CanvasError::Step);
        }
        for message in &step.messages {
            let told = self.host.apply(|host| host.message(&shown.channel, message.clone()));
            match told {
                // Too long for a message it is not for a page, which is loaded under another address.
                Err(HostError::TooLong { .. }) => {
                    shown.edition += 1;
                    let url = format!("{}?{}", address(surface, PAGE)?, shown.edition);
                    self.host.apply(|host| host.update(&shown.channel, CanvasUpdated::new().url(url)))?;
                }
                told => told?,
            }
        }
        Ok(())
    }

    /// Closes the canvas of a surface that is gone.
    ///
    /// # Errors
    /// If the host refuses.
    pub fn close(&mut self, surface: &str) -> Result<(), HostError> {
        let Some(shown) = self.open.remove(surface) else { return Ok(()) };
        self.host.begin(|host| {
            let begun = host.close(&shown.channel)?;
            at_once(host, begun, ProviderAnswer::Close)
        })?;
        Ok(())
    }

    /// Closes all of them.
    ///
    /// # Errors
    /// If the host refuses.
    pub fn close_all(&mut self) -> Result<(), HostError> {
        let surfaces: Vec<String> = self.open.keys().cloned().collect();
        surfaces.iter().try_for_each(|surface| self.close(surface))
    }

    /// Answers what the host asks of the provider of these canvases: a client wants one closed, say.
    ///
    /// # Errors
    /// If nobody waits for the answer any more.
    pub fn provide(&mut self, asked: ProviderCall) -> Result<(), HostError> {
        let answer = match asked.request() {
            ProviderRequest::Close(CanvasCloseParams { instance_id, .. }) => {
                self.open.remove(instance_id.as_str());
                Ok(ProviderAnswer::Close)
            }
            ProviderRequest::InvokeAction(_) => {
                let message = "surfaces have no actions that an agent could use";
                let data = CanvasProviderErrorData::new(CanvasProviderErrorCode::ActionNoHandler, message);
                let error = JsonRpcError::new(PROVIDER_ERROR, message);
                Err(Payload::encode(&data).map_or(error.clone(), |data| error.data(data)))
            }
            _ => Err(JsonRpcError::new(error_code::INTERNAL_ERROR, "surfaces are opened by their agent")),
        };
        asked.answer(answer)
    }

    /// Answers who looks at a canvas: with its page, or with the surface. `of` tells how a surface is now.
    ///
    /// # Errors
    /// If nobody waits for the answer any more.
    pub fn read(
        &self,
        wanted: ContentRead,
        assets: &Assets,
        data: Data,
        of: impl FnOnce(&str) -> Option<Surface>,
    ) -> Result<(), HostError> {
        let nothing = || JsonRpcError::new(error_code::NOT_FOUND, "there is no such content");
        let read = || {
            let address = ContentAddress::parse(wanted.uri().as_str()).ok()?;
            let surface = of(address.instance_id().as_str())?;
            let content = CanvasResourceContent::new(wanted.uri().clone());
            Some(match address.path() {
                PAGE => {
                    let step = Step { messages: surface.shown, ..Step::default() };
                    let document = Data { steps: vec![step], live: None, ..data }.document(assets);
                    content.mime_type("text/html").text(document)
                }
                SURFACE => content.mime_type(surface.mime_type).text(surface.exact),
                _ => return None,
            })
        };
        let content = read().ok_or_else(nothing);
        wanted.answer(content.map(|content| CanvasReadResourceResult::new(vec![content])))
    }
}

fn address(surface: &str, path: &str) -> Result<String, CanvasError> {
    let address = ContentAddress::new(surface, path).map_err(CanvasError::Name)?;
    Ok(address.uri().as_str().to_owned())
}

/// Answers at once what the program's own provider is asked: it is who begins it.
fn at_once(
    host: &mut ahp::canvas::host::Host,
    (call, mut out): (CallId, Vec<HostOutput>),
    answer: ProviderAnswer,
) -> Result<(CallId, Vec<HostOutput>), HostError> {
    out.retain(|output| !matches!(output, HostOutput::Provide { call: asked, .. } if *asked == call));
    out.append(&mut host.answer(call, Ok(answer))?);
    Ok((call, out))
}
