//! The face for browsers: a page for each session of a [gateway](crate::gateway).
//!
//! | route | description |
//! |---|---|
//! | `GET /<session>/` | the page, which shows all surfaces of the session |
//! | `GET /<session>/steps` | Server-Sent Events: `reset` before the surfaces are sent, then `step` with a [`Step`] as its data, and `end` after the agents have finished |
//! | `POST /<session>/actions` | accepts JSON of at most 1 MiB; answers 204 after the session has stored the action, or an error status with `{"error"}` |
//!
//! Every event stream begins with the current surfaces. After a reconnection, a browser therefore shows the same state
//! as without the interruption, except for the oldest losses, refusals and findings. A browser that is too slow
//! receives `reset` and the surfaces again.
//!
//! The face has at most 4,096 event streams, and each session at most 1,024. Further streams are refused with status
//! 503. Actions wait while other actions of 64 MiB in total are being stored. An action whose body takes more than 30 s
//! is answered with status 408.
//!
//! ```
//! use agent_ui_live::{gateway::Gateway, page, server::request_guard::RequestGuard, faces::session_page::{self, PageSettings}};
//!
//! # fn serve(gateway: Gateway) -> Option<axum::Router> {
//! let settings = PageSettings { assets: page::assets()?, images: false, source: None };
//! let pages = session_page::routes(gateway, RequestGuard::default(), settings);
//! Some(axum::Router::new().nest("/page", pages))
//! # }
//! ```

#[cfg(test)]
mod tests;

use crate::{
    faces::session_steps::{
        PostedMessage, SHOWN, failure_step, posted_message, snapshot_step, update_step, whole_step,
    },
    gateway::{
        FailedInput, Gateway, GatewayError, Session, SurfaceFinding, Update, Updates, refusal_text,
    },
    page::{Assets, Data, Source, Step},
    server::{
        accept::BodyMemory,
        page_routes::{
            FramePolicy, action_answer, document_response, live_policy, read_action, refuse,
            refuse_for, step_stream,
        },
        refusal::{Limit, with_retry},
        request_guard::RequestGuard,
        shares::{SharePlace, Shares},
    },
};
use axum::{
    Router,
    extract::{Path, Request, State},
    http::{StatusCode, Uri, header::LOCATION},
    response::{IntoResponse, Response, sse::Event},
    routing::{get, post},
};
use futures_util::stream;
use std::{collections::VecDeque, convert::Infallible, sync::Arc, time::Duration};
use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore},
    time::timeout,
};

/// The name of the face in the messages of clients.
const FACE: &str = "page";
/// The maximum number of event streams.
const STREAMS: usize = crate::limits::PAGE_STREAMS;
/// The maximum number of event streams per session.
const SESSION_STREAMS: usize = crate::limits::SESSION_STREAMS;
/// The pause without updates after which whole surfaces are checked.
const PAUSE: Duration = Duration::from_millis(500);
/// The memory for actions that are stored simultaneously, in bytes. Further actions wait.
const ACTION_BYTES: usize = crate::limits::PAGE_BYTES;

/// The settings of the pages.
#[derive(Clone, Debug)]
pub struct PageSettings {
    /// The files of the page.
    pub assets: Assets,
    /// `true` if images and media may be loaded from any https server.
    pub images: bool,
    /// The source that the pages state. By default, it is their session.
    pub source: Option<Source>,
}

/// The state that all requests share.
struct PagesShared {
    gateway: Gateway,
    settings: PageSettings,
    policy: String,
    streams: Arc<Semaphore>,
    session_streams: Shares<String>,
    actions: Arc<BodyMemory>,
}

/// Returns the routes of the pages. They can be nested below any path of a server.
pub fn routes(gateway: Gateway, guard: RequestGuard, settings: PageSettings) -> Router {
    let shared = PagesShared {
        streams: gateway.stream_places(FACE, STREAMS),
        actions: gateway.body_memory(FACE, || {
            BodyMemory::new(ACTION_BYTES, crate::server::page_routes::BODY)
        }),
        gateway,
        policy: live_policy(&settings.assets, settings.images, FramePolicy::Never),
        settings,
        session_streams: Shares::new(SESSION_STREAMS),
    };
    guard.protect(
        Router::new()
            .route("/{session}", get(to_folder))
            .route("/{session}/", get(page))
            .route("/{session}/steps", get(steps))
            .route("/{session}/actions", post(actions))
            .with_state(Arc::new(shared)),
    )
}

/// Redirects to the address with a trailing slash, so that relative addresses belong to the session.
async fn to_folder(uri: Uri) -> Response {
    let name = uri.path().rsplit('/').next().unwrap_or_default();
    (
        StatusCode::PERMANENT_REDIRECT,
        [(LOCATION, format!("./{name}/"))],
    )
        .into_response()
}

async fn page(State(shared): State<Arc<PagesShared>>, Path(name): Path<String>) -> Response {
    let PageSettings {
        assets,
        images,
        source,
    } = &shared.settings;
    let source = match source {
        Some(source) => source.clone(),
        None => Source {
            name,
            dialect: SHOWN.to_string(),
        },
    };
    let data = Data {
        source,
        images: *images,
        live: Some(crate::page::LIVE),
        ..Data::default()
    };
    document_response(data.document(assets).into(), &shared.policy)
}

async fn steps(State(shared): State<Arc<PagesShared>>, Path(name): Path<String>) -> Response {
    let place = match shared
        .session_streams
        .try_enter(&name, Limit::SessionStreams)
    {
        Ok(place) => place,
        Err(limit) => {
            return refuse_for(
                limit,
                &format!("the session already has {SESSION_STREAMS} event streams"),
            );
        }
    };
    let session = match shared.gateway.session(&name).await {
        Ok(session) => session,
        Err(error) => return refusal(&error),
    };
    let mut feed = Feed {
        gateway: shared.gateway.clone(),
        session,
        updates: None,
        due: VecDeque::new(),
        whole: Vec::new(),
        is_checked: true,
        has_source: false,
    };
    if let Err(error) = feed.begin().await {
        return refusal(&error);
    }
    let limit = format!("there are already {STREAMS} event streams");
    step_stream(&shared.streams, &limit, |permit| {
        stream::unfold((feed, (permit, place)), next_event)
    })
}

/// The permits of an event stream: one among all streams, and one among those of its session.
type StreamPlaces = (OwnedSemaphorePermit, SharePlace<String>);

/// Waits for the next event of a stream. The stream ends if the gateway stops, or if the session can no longer be read.
async fn next_event(
    (mut feed, places): (Feed, StreamPlaces),
) -> Option<(Result<Event, Infallible>, (Feed, StreamPlaces))> {
    let gateway = feed.gateway.clone();
    let event = tokio::select! {
        event = feed.next() => event?,
        () = gateway.wait_until_stopped() => return None,
    };
    Some((Ok(event), (feed, places)))
}

/// The events for one browser.
struct Feed {
    gateway: Gateway,
    session: Session,
    /// The updates after the last sent snapshot.
    updates: Option<Updates>,
    /// The events that are not sent yet.
    due: VecDeque<Event>,
    /// The latest findings about whole surfaces that were sent.
    whole: Vec<SurfaceFinding>,
    /// `true` if the latest findings were made for the current surfaces.
    is_checked: bool,
    /// `true` if the version of the agents was sent to the browser.
    has_source: bool,
}

impl Feed {
    /// Restarts the feed with the current surfaces.
    async fn begin(&mut self) -> Result<(), GatewayError> {
        let (snapshot, updates) = self.session.subscribe(SHOWN).await?;
        self.updates = Some(updates);
        self.due
            .push_back(Event::default().event("reset").data("{}"));
        self.due.extend(step_event(&snapshot_step(&snapshot)));
        // A client that comes after the failure learns it, too.
        if let Some((agent, reason)) = self.session.failure() {
            let failed = FailedInput {
                seq: snapshot.seq,
                agent,
                reason,
            };
            self.due.extend(step_event(&failure_step(&failed)));
        }
        self.has_source = snapshot.source.is_some();
        self.whole.clear();
        self.is_checked = false;
        if snapshot.is_finished {
            self.end().await;
        }
        Ok(())
    }

    /// Adds the last findings, and the event that ends the stream.
    async fn end(&mut self) {
        self.check().await;
        self.due.push_back(Event::default().event("end").data("{}"));
    }

    /// Adds the findings about whole surfaces, if they have changed.
    async fn check(&mut self) {
        self.is_checked = true;
        // A gateway that stops has nothing more to show.
        let Ok(found) = self.session.surface_findings(SHOWN).await else {
            return;
        };
        if found != self.whole {
            self.due.extend(step_event(&whole_step(&found)));
            self.whole = found;
        }
    }

    async fn next(&mut self) -> Option<Event> {
        loop {
            if let Some(event) = self.due.pop_front() {
                return Some(event);
            }
            let pause = if self.is_checked {
                Duration::MAX
            } else {
                PAUSE
            };
            let updates = self.updates.as_mut()?;
            let Ok(update) = timeout(pause, updates.next()).await else {
                self.check().await;
                continue;
            };
            match update? {
                Update::Lagged | Update::Cleared => self.begin().await.ok()?,
                Update::Finished => self.end().await,
                update => self.add(&update),
            }
        }
    }

    /// Adds the step for an update.
    fn add(&mut self, update: &Update) {
        let Some(mut step) = update_step(update) else {
            return;
        };
        self.is_checked = false;
        if let Update::Message(message) = update {
            let is_news = !std::mem::replace(&mut self.has_source, true);
            step.dialect = message
                .source
                .filter(|_| is_news)
                .map(|dialect| dialect.to_string());
        }
        self.due.extend(step_event(&step));
    }
}

/// Creates the event for a step. Steps of parsed messages can always be encoded.
fn step_event(step: &Step) -> Option<Event> {
    Some(Event::default().event("step").data(step.line().ok()?))
}

async fn actions(
    State(shared): State<Arc<PagesShared>>,
    Path(name): Path<String>,
    request: Request,
) -> Response {
    let (_permit, text) = match read_action(request, &shared.actions).await {
        Ok(read) => read,
        Err(refused) => return refused,
    };
    let session = match shared.gateway.session(&name).await {
        Ok(session) => session,
        Err(error) => return refusal(&error),
    };
    let message = match posted_message(FACE, &text) {
        Ok(PostedMessage { message, .. }) => message,
        Err(error) => {
            session.report_refused(FACE, &error);
            return action_answer(Err(refusal_text(&error)));
        }
    };
    // The session has stored the message when this returns. The page does not wait for the agent.
    match session.send(message).await {
        Ok(_) => action_answer(Ok(())),
        Err(error) => refusal(&error),
    }
}

/// Creates the answer to a request that the session refuses.
fn refusal(error: &GatewayError) -> Response {
    let status = match error {
        GatewayError::Refused(_) => StatusCode::UNPROCESSABLE_ENTITY,
        GatewayError::Name => StatusCode::BAD_REQUEST,
        _ => StatusCode::SERVICE_UNAVAILABLE,
    };
    let response = refuse(status, &error.to_string());
    match error {
        GatewayError::Busy(_) | GatewayError::Stopped => with_retry(response),
        _ => response,
    }
}
