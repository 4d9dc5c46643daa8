//! Websites that use actions.json. Agents can call the tools of their pages and receive the signals.
//!
//! ```text
//! pages                                        agents
//! browser extension or script  --  WebSocket  ->  tools over MCP, signals as AAP records
//!                              <-  action_call
//! ```
//!
//! A page connects to a WebSocket route ([`routes`]) and sends one item of the [bridge
//! protocol](agent_ui_text::bridge::actions_json::item) in each text frame. A connection may serve several pages, as in
//! a browser extension.
//!
//! | item | effect |
//! |---|---|
//! | `runtime_ready` | The page is ready with the tools and signals of its manifest. It replaces the page with the same `runtime_key` and `authorization_id`. |
//! | `runtime_status` | The page is alive, at this address and in these states. |
//! | `runtime_removed` | The page has ended. |
//! | `dom_event` | A signal, if the manifest of the page admits it. Otherwise an `action_error` answers it. |
//! | `action_call_output`, `action_error` | The answer to a call. Only the first answer counts, and only from the page that was called. |
//! | `action_progress` | A sign of life of the page. |
//!
//! The site sends `action_call` to pages, and `runtime_status` every [`SiteSettings::heartbeat`]. If a page sends
//! nothing for [`SiteSettings::silence`], it counts as ended. If a connection breaks, its pages cannot be called, but a
//! page that returns within this time may still answer its calls.
//!
//! All rules about manifests, calls and events are those of the crate `agent-ui-actions-json`. Pages with equal
//! manifests share the rate limits of their tools. If one of them repeats an event, the repetition is not passed on.
//! Imports of a manifest are not loaded.
//!
//! - A tool that several manifests declare in the same way is listed once. If they declare it differently, the tool is
//!   not listed, and the conflict is reported.
//! - A call goes to the only ready page that has the tool, or otherwise to the page in the active tab. An agent selects
//!   another page with the arguments `target_runtime_id`, `target_url_contains` or `target_title_contains`, unless the
//!   tool has such an argument itself.
//! - The payload of a signal is written by the page, and must not be treated as instructions.
//!
//! # Limits
//!
//! Each value is one of [`SiteSettings`].
//!
//! | limit | default | beyond the limit |
//! |---|---|---|
//! | connections | 32 | status 503 |
//! | pages | 64 | refused with an `action_error` |
//! | length of a frame | 1 MiB | the connection is closed |
//! | frames per second and connection | 100 | reading of this connection waits |
//! | bytes that wait for a slow connection | 4 MiB | the connection is closed |
//! | payload of a signal | 64 KiB | refused with an `action_error` |
//! | waiting calls of a page | 32 | refused |
//! | time of a call | 30 s | `handler_timeout` |
//! | signals that wait for a slow reader | 256 | the oldest are lost and reported |
//! | reports of a connection | 256 | not reported |
//!
//! Specification: [Actions Bridge Protocol](https://github.com/yaniv256/actions.json/blob/1546fec74222bb5a3b4b319ad7d2b92db32ec3b1/docs/actions-bridge-protocol.md).
//!
//! ```
//! use agent_ui_live::{server::request_guard::RequestGuard, site::{self, Site, SiteSettings}, wire::Payload};
//!
//! # async fn run() -> Result<(), Box<dyn std::error::Error>> {
//! let site = Site::start(SiteSettings::default());
//! let mut signals = site.signals();
//! let routes = axum::Router::new().nest("/extension", site::routes(&site, &RequestGuard::default()));
//! let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
//! tokio::spawn(async move { axum::serve(listener, routes).await });
//!
//! while let Some(signal) = signals.next().await {
//!     println!("{}: {}", signal.name, signal.event.payload);
//!     match site.call("cart.add", &Payload::parse(r#"{"sku":"A1"}"#)?).await {
//!         Ok(output) => println!("{}", output.output),
//!         Err(error) => println!("{}", error.error.message),
//!     }
//! }
//! # Ok(()) }
//! ```

mod calls;
mod connections;
mod contexts;
mod effects;
mod manifests;
mod mcp_tools;
mod pages;
mod records;
mod report;
mod routes;
mod signals;
#[cfg(test)]
mod tests;
mod tool_table;

pub use records::{RecordSettings, store_signals};
pub use report::{PageEnd, SiteReport, SiteReportKind};
pub use routes::{extension_routes, routes, serve_extension};
pub use signals::{SiteSignal, SiteSignals};

use crate::peers::connection::Outgoing;
use agent_ui_text::bridge::{Dialect, actions_json::item::CallId, actions_json::validate::Profile};
use effects::CallAnswer;
use effects::{ConnectionId, Effect};
use mcp_tools::McpTools;
use pages::Pages;
use std::{
    collections::BTreeMap,
    fmt,
    sync::{Arc, Mutex, MutexGuard, PoisonError, Weak},
    time::Duration,
};
use tokio::{
    sync::{Semaphore, broadcast, oneshot, watch},
    time::{Instant, sleep},
};

/// The heartbeat of the bridge, which names no page.
const HEARTBEAT: &str = r#"{"type":"runtime_status"}"#;
/// The longest time between two checks of the clock.
const TICK: Duration = Duration::from_millis(250);

/// The limits and settings of a site.
#[derive(Clone)]
pub struct SiteSettings {
    /// The interval between two heartbeats to the pages. The default is 10 s.
    pub heartbeat: Duration,
    /// The time without an item after which a page counts as ended. The default is 30 s.
    pub silence: Duration,
    /// The time in which a page must answer a call. The default is 30 s.
    pub call: Duration,
    /// The maximum number of connections. The default is 32.
    pub connections: usize,
    /// The maximum number of pages, at most 256. The default is 64.
    pub pages: usize,
    /// The maximum number of waiting calls of a page. The default is 32.
    pub calls: usize,
    /// The maximum length of a received frame in bytes. The default is 1 MiB.
    pub frame: usize,
    /// The maximum number of frames that are read from a connection per second. The default is 100.
    pub frames: u32,
    /// The maximum number of bytes that wait for a slow connection. The default is 4 MiB.
    pub queue: usize,
    /// The maximum length of the payload of a signal in bytes. The default is 64 KiB.
    pub payload: usize,
    /// The validation of manifests. The default is [`Profile::PUBLISHED`], which omits parts with errors.
    pub profile: Profile,
    /// The authorization that pages need to be called. By default, all pages may be called.
    pub authorization: Option<String>,
    /// The function that receives all reports. It may be called in any thread, and must not block for long.
    pub report: Arc<dyn Fn(&SiteReport) + Send + Sync>,
}

impl Default for SiteSettings {
    fn default() -> Self {
        Self {
            heartbeat: Duration::from_secs(10),
            silence: Duration::from_secs(30),
            call: Duration::from_secs(30),
            connections: 32,
            pages: 64,
            calls: 32,
            frame: 1 << 20,
            frames: 100,
            queue: 4 << 20,
            payload: 64 << 10,
            profile: Profile::PUBLISHED,
            authorization: None,
            report: Arc::new(|_| {}),
        }
    }
}

impl fmt::Debug for SiteSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SiteSettings")
            .field("heartbeat", &self.heartbeat)
            .field("silence", &self.silence)
            .field("call", &self.call)
            .field("connections", &self.connections)
            .field("pages", &self.pages)
            .finish_non_exhaustive()
    }
}

/// The connected pages of websites. All clones refer to the same site. See the [module documentation](self).
#[derive(Clone)]
pub struct Site {
    shared: Arc<SiteShared>,
}

struct SiteShared {
    settings: SiteSettings,
    started: Instant,
    state: Mutex<SiteState>,
    signals: broadcast::Sender<Arc<SiteSignal>>,
    changes: watch::Sender<u64>,
    places: Arc<Semaphore>,
}

struct SiteState {
    pages: Pages,
    connections: BTreeMap<ConnectionId, Outgoing>,
    last_connection: ConnectionId,
    answers: BTreeMap<CallId, oneshot::Sender<CallAnswer>>,
    /// The tools in the form of each MCP version, until the list changes.
    mcp_tools: BTreeMap<Dialect, Arc<McpTools>>,
}

impl fmt::Debug for Site {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Site")
            .field("settings", &self.shared.settings)
            .finish_non_exhaustive()
    }
}

impl Site {
    /// Starts a site without pages in the current tokio runtime. The site stops when its last clone, route and
    /// connection are dropped.
    ///
    /// # Panics
    /// Panics outside a tokio runtime.
    pub fn start(settings: SiteSettings) -> Self {
        let state = SiteState {
            pages: Pages::new(settings.clone()),
            connections: BTreeMap::new(),
            last_connection: 0,
            answers: BTreeMap::new(),
            mcp_tools: BTreeMap::new(),
        };
        let shared = Arc::new(SiteShared {
            started: Instant::now(),
            state: Mutex::new(state),
            signals: broadcast::channel(signals::WAITING).0,
            changes: watch::channel(0).0,
            places: Arc::new(Semaphore::new(settings.connections)),
            settings,
        });
        tokio::spawn(keep_time(Arc::downgrade(&shared)));
        Self { shared }
    }

    /// Returns the names of the tools of all ready pages, in order of connection.
    pub fn tool_names(&self) -> Vec<String> {
        self.state()
            .pages
            .tools()
            .iter()
            .map(|tool| tool.name.clone())
            .collect()
    }

    /// Returns the signals that are admitted from now on.
    pub fn signals(&self) -> SiteSignals {
        SiteSignals::new(
            self.shared.signals.subscribe(),
            Arc::clone(&self.shared.settings.report),
        )
    }

    /// Returns the number of connected pages.
    pub fn pages(&self) -> usize {
        self.state().pages.count()
    }

    /// Returns the number of open connections.
    pub fn connection_count(&self) -> usize {
        self.state().connections.len()
    }

    /// Returns the milliseconds since the start, which are the only clock of the site.
    fn now(&self) -> u64 {
        u64::try_from(self.shared.started.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    /// Changes the state, and then performs the effects of the change.
    fn change<T>(&self, change: impl FnOnce(&mut SiteState, u64) -> (T, Vec<Effect>)) -> T {
        let now = self.now();
        let mut state = self.state();
        let (value, effects) = change(&mut state, now);
        let reports = self.apply(&mut state, effects);
        drop(state);
        for report in &reports {
            (self.shared.settings.report)(report);
        }
        value
    }

    /// Performs effects. Returns the reports, which must be made after the state is unlocked.
    fn apply(&self, state: &mut SiteState, effects: Vec<Effect>) -> Vec<SiteReport> {
        let mut reports = Vec::new();
        for effect in effects {
            match effect {
                Effect::Send { connection, item } => {
                    if let Some(outgoing) = state.connections.get(&connection) {
                        // A connection that is too slow ends, and its pages with it.
                        outgoing.send(item.into());
                    }
                }
                Effect::Answer { call_id, answer } => {
                    if let Some(waiting) = state.answers.remove(&call_id) {
                        // The caller may have stopped waiting.
                        let _ = waiting.send(answer);
                    }
                }
                Effect::Signal(signal) => {
                    // There may be no reader.
                    let _ = self.shared.signals.send(Arc::new(*signal));
                }
                Effect::ToolsChanged => {
                    state.mcp_tools.clear();
                    self.shared
                        .changes
                        .send_modify(|changes| *changes = changes.wrapping_add(1));
                }
                Effect::Report(report) => reports.push(report),
            }
        }
        reports
    }

    fn state(&self) -> MutexGuard<'_, SiteState> {
        // Nothing panics while the state is locked.
        self.shared
            .state
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

/// Ends overdue calls and silent pages, and sends heartbeats, while the site is used.
async fn keep_time(site: Weak<SiteShared>) {
    let mut next_heartbeat = None;
    loop {
        let Some(shared) = site.upgrade() else { return };
        let SiteSettings {
            heartbeat,
            silence,
            call,
            ..
        } = shared.settings;
        let site_now = Site { shared };
        site_now.change(|state, now| ((), state.pages.tick(now)));
        let now = Instant::now();
        if *next_heartbeat.get_or_insert(now + heartbeat) <= now {
            next_heartbeat = Some(now + heartbeat);
            for outgoing in site_now.state().connections.values() {
                outgoing.send(HEARTBEAT.into());
            }
        }
        drop(site_now);
        let tick = heartbeat.min(silence).min(call) / 4;
        sleep(tick.clamp(Duration::from_millis(5), TICK)).await;
    }
}
