//! The face for AHP: a host whose canvases show the surfaces of one session of a [gateway](crate::gateway).
//!
//! | route | description |
//! |---|---|
//! | `/` | WebSocket of AHP, see [`host`](crate::peers::host) |
//! | `/pages/…` | the pages of the canvases and their actions, see [`server`](crate::server::page_routes), with [`PageDelivery::Address`] |
//!
//! Each surface is one canvas of the session `ahp-session:/agent-ui` and its chat `ahp-chat:/agent-ui`, until the
//! surface is deleted or a client closes the canvas. When a canvas is closed, its agent receives an A2UI `error`
//! message with the code `SURFACE_CLOSED`. The agent reopens the canvas with `updateComponents`, or by deleting and
//! recreating the surface. Data changes do not reopen it. While an agent has crashed or lost its connection, its
//! canvases have the availability `stale`. Actions of the user go to the agent that owns the surface. An action from
//! the canvas of another surface is refused. After a restart, the canvases of the stored surfaces are opened again.
//!
//! ```
//! use agent_ui_live::{
//!     faces::ahp_canvases::{AhpCanvases, AhpSettings, PageDelivery},
//!     gateway::Gateway, page, server::request_guard::RequestGuard,
//! };
//!
//! # fn serve(gateway: Gateway) -> Option<axum::Router> {
//! let settings = AhpSettings {
//!     session: "main".to_owned(),
//!     address: "http://127.0.0.1:4000/ahp".to_owned(),
//!     delivery: PageDelivery::Address,
//!     assets: page::assets()?,
//!     images: false,
//! };
//! let canvases = AhpCanvases::start(gateway, &RequestGuard::default(), settings).ok()?;
//! Some(axum::Router::new().nest("/ahp", canvases.routes()))
//! # }
//! ```

mod show;
#[cfg(test)]
mod tests;

use crate::{
    gateway::Gateway,
    page::Assets,
    peers::{
        canvases::{CanvasError, Canvases},
        host::{Events, Host, Settings},
    },
    server::{
        page_routes::{Pages, PostedAction},
        request_guard::RequestGuard,
    },
    timestamp::format_now,
};
use ahp::canvas::host::HostError;
use axum::{Extension, Router};
use show::CanvasShow;
use std::{
    fmt,
    sync::{Arc, Weak},
    time::Duration,
};
use tokio::sync::mpsc::{Receiver, channel};
use wire::{Extra, Payload};

/// The name of the face in the messages of clients.
const FACE: &str = "ahp";
/// The session of AHP that contains the canvases.
pub const SESSION: &str = "ahp-session:/agent-ui";
/// The chat of AHP that contains the canvases.
pub const CHAT: &str = "ahp-chat:/agent-ui";
/// The name of the provider, as in translations of surfaces.
const EXTENSION: &str = "agent-ui-bridge";
/// The versions of AHP that the host speaks.
const VERSIONS: [&str; 3] = ["1.0.0", "0.10.0", "0.6.0"];
/// The maximum number of WebSockets. They also count towards the server's connections.
const SOCKETS: usize = crate::limits::AHP_SOCKETS;
/// The maximum number of waiting page actions.
const AHEAD: usize = 8;

/// The ways in which clients receive the page of a canvas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PageDelivery {
    /// The page is sent over the connection of the client, as the Canvas proposal describes.
    Channel,
    /// The page has an address of its own, which clients of AHP 1.0 require.
    Address,
}

/// The settings of the canvases.
#[derive(Clone, Debug)]
pub struct AhpSettings {
    /// The name of the session whose surfaces are shown.
    pub session: String,
    /// The absolute address of the routes, such as `http://127.0.0.1:4000/ahp`. The addresses of pages begin with it.
    pub address: String,
    /// The way in which clients receive the canvas pages.
    pub delivery: PageDelivery,
    /// The files of the page.
    pub assets: Assets,
    /// `true` if images and media may be loaded from any https server.
    pub images: bool,
}

/// The reason why the canvases cannot be started.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AhpError {
    /// The host refused its own session or chat.
    #[error(transparent)]
    Host(#[from] HostError),
    /// The initial state of the session or of the chat cannot be read.
    #[error(transparent)]
    State(#[from] wire::DecodeError),
}

/// The canvases of one session and their host. The host stops when this value and all its routes are dropped.
pub struct AhpCanvases {
    host: Arc<RunningHost>,
    routes: Router,
}

/// A host, which stops when it is dropped.
struct RunningHost(Host);

impl Drop for RunningHost {
    fn drop(&mut self) {
        self.0.stop();
    }
}

/// Closes the connections of canvases. It does not keep the canvases alive.
#[derive(Clone)]
pub struct AhpCloser(Weak<RunningHost>);

impl fmt::Debug for AhpCloser {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AhpCloser")
            .field("has_ended", &self.has_ended())
            .finish()
    }
}

impl AhpCloser {
    /// Closes all connections. Each connection closes after its waiting frames are sent, but no later than after
    /// `patience`.
    pub async fn close(&self, patience: Duration) {
        if let Some(host) = self.0.upgrade() {
            host.0.shutdown(patience).await;
        }
    }

    /// Returns `true` if the canvases have ended.
    pub fn has_ended(&self) -> bool {
        self.0.strong_count() == 0
    }
}

impl fmt::Debug for AhpCanvases {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AhpCanvases")
            .field("host", &self.host.0)
            .finish_non_exhaustive()
    }
}

impl AhpCanvases {
    /// Starts the host in the current tokio runtime, and opens the session.
    ///
    /// # Errors
    /// Returns an error if the host refuses the session of the canvases. The session does not depend on the settings.
    ///
    /// # Panics
    /// Panics outside a tokio runtime.
    pub fn start(
        gateway: Gateway,
        guard: &RequestGuard,
        settings: AhpSettings,
    ) -> Result<Self, AhpError> {
        let connections = Settings {
            hosts: guard.hosts.clone(),
            origins: guard.origins.clone(),
            connections: SOCKETS,
            ..Settings::default()
        };
        let (host, events) = Host::start(empty_host(&format_now())?, connections);
        let canvases = Canvases::new(host.clone(), SESSION, EXTENSION)?;
        let (to_show, posted) = channel(AHEAD);
        let pages = Pages::new(
            format!("{}/pages", settings.address.trim_end_matches('/')),
            move |action| {
                // If the canvases have ended, dropping the action refuses it.
                let _ = to_show.blocking_send(action);
            },
        );
        let running = Arc::new(RunningHost(host.clone()));
        let routes = Router::new()
            .merge(host.routes())
            .nest("/pages", pages.routes());
        let routes = routes.layer(Extension(Arc::clone(&running)));
        let show = CanvasShow::new(gateway, canvases, pages, settings);
        tokio::spawn(show.run(Inputs { events, posted }));
        Ok(Self {
            host: running,
            routes: guard.protect(routes),
        })
    }

    /// Returns the routes, for the address in the settings.
    pub fn routes(&self) -> Router {
        self.routes.clone()
    }

    /// Returns a value that can close the connections without keeping the canvases alive.
    pub fn closer(&self) -> AhpCloser {
        AhpCloser(Arc::downgrade(&self.host))
    }
}

/// Inputs from clients and pages.
struct Inputs {
    events: Events<crate::peers::host::Event>,
    posted: Receiver<PostedAction>,
}

/// Creates a host with an empty session and an empty chat, both created at the time `began`.
fn empty_host(began: &str) -> Result<ahp::canvas::host::Host, AhpError> {
    let mut host = ahp::canvas::host::Host::new(VERSIONS);
    let agent = r#"{"provider":"agent-ui","displayName":"Agent UI Bridge","description":"Shows A2UI surfaces as canvases.","models":[]}"#;
    host.set_root(Payload::parse(format!(
        r#"{{"agents":[{agent}],"activeSessions":1}}"#
    ))?)?;
    let chat =
        format!(r#""resource":"{CHAT}","title":"Surfaces","status":1,"modifiedAt":"{began}""#);
    let session = format!(
        r#"{{"provider":"agent-ui","title":"Surfaces","status":1,"lifecycle":"ready","activeClients":[],"chats":[{{{chat}}}],"defaultChat":"{CHAT}"}}"#
    );
    host.add_session(SESSION, wire::decode(&session)?)?;
    let mut times = Extra::new();
    for name in ["createdAt", "modifiedAt"] {
        times.insert(name, Payload::string(began));
    }
    host.set_summary(&SESSION.into(), times)?;
    host.add_chat(
        &SESSION.into(),
        CHAT,
        wire::decode(&format!(r#"{{{chat},"turns":[]}}"#))?,
    )?;
    Ok(host)
}
