//! The face for AAP: a provider whose agent `agent-ui` has a page for each surface of one session of a
//! [gateway](crate::gateway).
//!
//! The routes are those of the [`provider`](crate::faces::provider), for the agent `agent-ui`. Its pages are the surfaces of the
//! session, and the files of its folder. The page of surface `booking` is `a2ui/booking.html`, unless the routes of the
//! gateway's context name another file.
//!
//! An interaction on a surface's page becomes an A2UI action, which the session stores. Then the record of the
//! interaction is stored, as for any other page. If the session refuses the action, the answer has status 422 and no
//! record is stored. A page shows the state of its surface at the time of the request.
//!
//! ```
//! use agent_ui_live::{faces::{aap_pages::{self, AapSettings}, provider::Store}, gateway::Gateway, page, server::request_guard::RequestGuard};
//!
//! # fn serve(gateway: Gateway) -> Option<axum::Router> {
//! let settings = AapSettings {
//!     session: "main".to_owned(),
//!     store: Store::in_memory(),
//!     notify: None,
//!     assets: page::assets()?,
//!     images: false,
//! };
//! let provider = aap_pages::routes(gateway, &RequestGuard::default(), settings);
//! Some(axum::Router::new().nest("/aap", provider))
//! # }
//! ```

#[cfg(test)]
mod tests;

use crate::{
    faces::{
        provider::{Agents, LivePages, Notify, Provider, Store, SubmitError, timestamp_of},
        session_steps::{SHOWN, step_of},
    },
    gateway::{
        ClientContent, ClientMessage, Gateway, GatewayError, Session, Snapshot, SurfaceState,
    },
    page::{Assets, Data, Source},
    server::request_guard::RequestGuard,
};
use aap::{AgentId, CanvasFile, CanvasFileInfo, CanvasPath, Interaction};
use agent_ui_text::{
    TranslateOptions,
    bridge::{
        Context, Dialect,
        a2ui::{Message, SurfaceId, surface::Surfaces},
        names,
    },
    translate,
};
use axum::Router;
use sha2::{Digest, Sha256};
use std::{
    collections::BTreeMap,
    fmt, io,
    sync::{Mutex, PoisonError},
    time::SystemTime,
};
use tokio::runtime::Handle;
use wire::{Number, Timestamp};

/// The name of the face in the messages of clients.
const FACE: &str = "aap";
/// The id of the agent whose pages are surfaces.
pub const AGENT: &str = "agent-ui";

/// The settings of the provider.
pub struct AapSettings {
    /// The name of the session whose surfaces are shown.
    pub session: String,
    /// The store of the records, and of the pages that are files.
    pub store: Store,
    /// The receiver of a notification for each stored record.
    pub notify: Option<Box<dyn Notify>>,
    /// The files of the page.
    pub assets: Assets,
    /// `true` if the pages load images and media from https servers. The provider's policy must allow this, too.
    pub images: bool,
}

impl fmt::Debug for AapSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AapSettings")
            .field("session", &self.session)
            .finish_non_exhaustive()
    }
}

/// Returns the routes of the provider. They can be nested below any path.
pub fn routes(gateway: Gateway, guard: &RequestGuard, settings: AapSettings) -> Router {
    let AapSettings {
        session,
        store,
        notify,
        assets,
        images,
    } = settings;
    let pages = SurfacePages {
        gateway,
        session,
        assets,
        images,
        changes: Mutex::default(),
    };
    let mut provider = Provider::new(store)
        .agents(OneAgent)
        .live_pages(pages)
        .hosts(guard.hosts.iter().cloned())
        .origins(guard.origins.iter().cloned());
    if let Some(notify) = notify {
        provider = provider
            .notify(move |agent: &AgentId, line: &aap::Notification| notify.notify(agent, line));
    }
    guard.protect(provider.routes())
}

/// The only agent of the provider.
struct OneAgent;

impl Agents for OneAgent {
    fn find(&self, name: &str) -> io::Result<Option<AgentId>> {
        Ok(AgentId::parse(name)
            .ok()
            .filter(|agent| agent.as_str() == AGENT))
    }
}

/// The provider's pages, one for each surface of the session.
struct SurfacePages {
    gateway: Gateway,
    session: String,
    assets: Assets,
    images: bool,
    /// The latest known state of each surface, by its id.
    changes: Mutex<BTreeMap<String, SeenSurface>>,
}

/// A surface, as it was when it was last listed.
struct SeenSurface {
    digest: [u8; 32],
    since: Timestamp,
    /// The length of its page in bytes.
    size: u64,
}

impl LivePages for SurfacePages {
    fn pages(&self, _: &AgentId) -> io::Result<Vec<CanvasFileInfo>> {
        let (_, snapshot) = self.snapshot().map_err(io::Error::other)?;
        let mut changes = self.changes.lock().unwrap_or_else(PoisonError::into_inner);
        changes.retain(|id, _| snapshot.surfaces.iter().any(|surface| surface.id == *id));
        let context = &self.gateway.settings().options.context;
        let mut pages = Vec::new();
        for surface in &snapshot.surfaces {
            // A surface whose id gives no file name has no page.
            let Ok(file) = file_of(context, &surface.id) else {
                continue;
            };
            let digest = digest(surface);
            let seen = changes
                .entry(surface.id.clone())
                .or_insert_with(|| self.see(surface, digest));
            if seen.digest != digest {
                *seen = self.see(surface, digest);
            }
            let name = file
                .as_str()
                .rsplit('/')
                .next()
                .unwrap_or_default()
                .to_owned();
            pages.push(CanvasFileInfo::new(
                name,
                file,
                Number::from(seen.size),
                seen.since.clone(),
            ));
        }
        Ok(pages)
    }

    fn page(&self, _: &AgentId, path: &CanvasPath) -> io::Result<Option<String>> {
        let (_, snapshot) = self.snapshot().map_err(io::Error::other)?;
        Ok(self
            .shown_by(&snapshot, path.as_str())
            .map(|surface| self.html(surface)))
    }

    fn submit(&self, _: &AgentId, record: &Interaction) -> Result<(), SubmitError> {
        // A reader of the record may open this path.
        if let Err(error) = CanvasPath::parse(record.canvas_file.as_str()) {
            let message = format!("canvasFile: {error}; send the path of a page below canvas/");
            return Err(SubmitError::Refused(message));
        }
        let (session, snapshot) = self.snapshot().map_err(|error| submit_error(&error))?;
        if self
            .shown_by(&snapshot, record.canvas_file.as_str())
            .is_none()
        {
            return Ok(());
        }
        let content = ClientContent::A2ui {
            message: self.action(record, &snapshot)?,
            dialect: SHOWN,
        };
        let message = ClientMessage {
            id: Some(record.id.as_str().to_owned()),
            ..ClientMessage::new(FACE, content)
        };
        let turn = Handle::current().block_on(session.send(message));
        turn.map(drop).map_err(|error| submit_error(&error))
    }
}

impl SurfacePages {
    /// Returns the session and its surfaces. This function may block the calling thread.
    fn snapshot(&self) -> Result<(Session, Snapshot), GatewayError> {
        Handle::current().block_on(async {
            let session = self.gateway.session(&self.session).await?;
            let snapshot = session.snapshot(SHOWN).await?;
            Ok((session, snapshot))
        })
    }

    /// Returns the surface that the page of a file shows.
    fn shown_by<'a>(&self, snapshot: &'a Snapshot, file: &str) -> Option<&'a SurfaceState> {
        let context = &self.gateway.settings().options.context;
        snapshot
            .surfaces
            .iter()
            .find(|surface| file_of(context, &surface.id).is_ok_and(|known| known.as_str() == file))
    }

    /// Creates the entry of a surface that was first seen in its current state now.
    fn see(&self, surface: &SurfaceState, digest: [u8; 32]) -> SeenSurface {
        let size = u64::try_from(self.html(surface).len()).unwrap_or(u64::MAX);
        SeenSurface {
            digest,
            since: timestamp_of(SystemTime::now()),
            size,
        }
    }

    /// Returns the HTML document of a surface's page.
    fn html(&self, surface: &SurfaceState) -> String {
        let source = Source {
            name: surface.id.clone(),
            dialect: SHOWN.to_string(),
        };
        let steps = vec![step_of([surface])];
        Data {
            source,
            images: self.images,
            steps,
            ..Data::default()
        }
        .document(&self.assets)
    }

    /// Returns the action that a record describes.
    fn action(&self, record: &Interaction, snapshot: &Snapshot) -> Result<String, SubmitError> {
        let record =
            wire::encode(record).map_err(|error| SubmitError::Refused(error.to_string()))?;
        let mut context = self.gateway.settings().options.context.clone();
        context.surfaces = surfaces(snapshot);
        let options = TranslateOptions::new().context(context);
        let translated = translate(&record, Dialect::Aap.into(), SHOWN.into(), options, None);
        let translated =
            translated.map_err(|diagnostic| SubmitError::Refused(diagnostic.message.clone()))?;
        match (
            translated.messages.into_iter().next(),
            translated.refusals.first(),
        ) {
            (Some(action), None) => Ok(action.text),
            (_, Some(refusal)) => Err(SubmitError::Refused(refusal.message.clone())),
            (None, None) => Err(SubmitError::Refused(
                "the interaction is not an action".to_owned(),
            )),
        }
    }
}

/// Returns the file name of a surface's page.
fn file_of(context: &Context, surface: &str) -> Result<CanvasFile, ()> {
    let surface = SurfaceId::from(surface);
    match context.routes.file_of(&surface) {
        Some(file) => Ok(file.clone()),
        None => names::file_of(&surface).map_err(drop),
    }
}

/// Collects the surfaces of a snapshot. Events take their declared names and contexts from them.
fn surfaces(snapshot: &Snapshot) -> Surfaces {
    let mut surfaces = Surfaces::new();
    for text in snapshot
        .surfaces
        .iter()
        .flat_map(|surface| &surface.messages)
    {
        if let Ok(message) = Message::read_as(text, SHOWN.a2ui_version()) {
            // The messages of a snapshot apply in order.
            let _ = surfaces.apply(&message);
        }
    }
    surfaces
}

fn digest(surface: &SurfaceState) -> [u8; 32] {
    let mut digest = Sha256::new();
    for message in &surface.messages {
        digest.update(message);
        digest.update("\n");
    }
    digest.finalize().into()
}

fn submit_error(error: &GatewayError) -> SubmitError {
    let text = error.to_string();
    match error {
        GatewayError::Refused(_) => SubmitError::Refused(text),
        GatewayError::Store(_) => SubmitError::Failed(text),
        _ => SubmitError::Busy(text),
    }
}
