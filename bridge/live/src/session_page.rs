//! The face for browsers: a page for each session of a [gateway](crate::gateway).
//!
//! | route | description |
//! |---|---|
//! | `GET /<session>/` | the page, which shows all surfaces of the session |
//! | `GET /<session>/steps` | Server-Sent Events: `reset` before the surfaces are sent, then `step` with a [`Step`] as its data |
//! | `POST /<session>/actions` | accepts JSON of at most 1 MiB; answers 204 after the session has stored the action, or an error status with `{"error"}` |
//!
//! Every event stream begins with the surfaces as they are now. A browser that reconnects therefore shows the same as one
//! that was never disconnected, except for losses and refusals of earlier messages. A browser that is too slow receives
//! `reset` and the surfaces again.
//!
//! The face has at most 4,096 event streams, and a session 1,024. Further ones get status 503. Actions wait while others with together 64 MiB are
//! stored. An action whose body takes more than 30 s gets status 408.
//!
//! ```
//! use agent_ui_live::{gateway::Gateway, page, request_guard::RequestGuard, session_page::{self, PageSettings}};
//!
//! # fn serve(gateway: Gateway) -> Option<axum::Router> {
//! let settings = PageSettings { assets: page::assets()?, images: false };
//! let pages = session_page::routes(gateway, RequestGuard::default(), settings);
//! Some(axum::Router::new().nest("/page", pages))
//! # }
//! ```

#[cfg(test)]
mod tests;

use crate::{
    connections::BodyMemory,
    gateway::{FailedInput, Gateway, GatewayError, Session, Update, Updates},
    page::{Assets, Data, Source, Step},
    refusal::{Limit, with_retry},
    request_guard::RequestGuard,
    server::{
        FramePolicy, action_answer, document_response, live_policy, read_action, refuse,
        refuse_for, step_stream,
    },
    session_steps::{
        PostedMessage, SHOWN, failure_step, posted_message, snapshot_step, update_step,
    },
    shares::{SharePlace, Shares},
};
use axum::{
    Router,
    extract::{Path, Request, State},
    http::{StatusCode, Uri, header::LOCATION},
    response::{IntoResponse, Response, sse::Event},
    routing::{get, post},
};
use futures_util::stream;
use std::{collections::VecDeque, convert::Infallible, sync::Arc};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The name of the face in the messages of clients.
const FACE: &str = "page";
/// The maximum number of event streams.
const STREAMS: usize = crate::limits::PAGE_STREAMS;
/// The maximum number of event streams of a session.
const SESSION_STREAMS: usize = crate::limits::SESSION_STREAMS;
/// The memory for the actions that are stored at the same time, in bytes. Further ones wait.
const ACTION_BYTES: usize = crate::limits::PAGE_BYTES;

/// The settings of the pages.
#[derive(Clone, Copy, Debug)]
pub struct PageSettings {
    /// The files of the page.
    pub assets: Assets,
    /// `true` if images and media may be loaded from any https server.
    pub images: bool,
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

/// Returns the routes of the pages, for any path of a server.
pub fn routes(gateway: Gateway, guard: RequestGuard, settings: PageSettings) -> Router {
    let shared = PagesShared {
        streams: gateway.stream_places(FACE, STREAMS),
        actions: gateway.body_memory(FACE, || BodyMemory::new(ACTION_BYTES, crate::server::BODY)),
        gateway,
        settings,
        policy: live_policy(&settings.assets, settings.images, FramePolicy::Never),
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

/// Redirects to the address whose relative addresses are those of the session.
async fn to_folder(uri: Uri) -> Response {
    let name = uri.path().rsplit('/').next().unwrap_or_default();
    (
        StatusCode::PERMANENT_REDIRECT,
        [(LOCATION, format!("./{name}/"))],
    )
        .into_response()
}

async fn page(State(shared): State<Arc<PagesShared>>, Path(name): Path<String>) -> Response {
    let PageSettings { assets, images } = &shared.settings;
    let source = Source {
        name,
        dialect: SHOWN.to_string(),
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
    };
    if let Err(error) = feed.begin().await {
        return refusal(&error);
    }
    let limit = format!("there are already {STREAMS} event streams");
    step_stream(&shared.streams, &limit, |permit| {
        stream::unfold((feed, (permit, place)), next_event)
    })
}

/// The places of an event stream among all streams, and among those of its session.
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
    /// The updates after the surfaces that were sent.
    updates: Option<Updates>,
    /// The events that are not sent yet.
    due: VecDeque<Event>,
}

impl Feed {
    /// Begins anew with the surfaces as they are now.
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
        Ok(())
    }

    async fn next(&mut self) -> Option<Event> {
        loop {
            if let Some(event) = self.due.pop_front() {
                return Some(event);
            }
            match self.updates.as_mut()?.next().await? {
                Update::Lagged => self.begin().await.ok()?,
                update => self
                    .due
                    .extend(update_step(&update).as_ref().and_then(step_event)),
            }
        }
    }
}

/// Returns the event of a step. A step of parsed messages can always be encoded.
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
    let message = match posted_message(FACE, &text) {
        Ok(PostedMessage { message, .. }) => message,
        Err(error) => return action_answer(Err(error)),
    };
    let session = match shared.gateway.session(&name).await {
        Ok(session) => session,
        Err(error) => return refusal(&error),
    };
    // The session has stored the message when this returns. The page does not wait for the agent.
    match session.send(message).await {
        Ok(_) => action_answer(Ok(())),
        Err(error) => refusal(&error),
    }
}

/// Returns the answer to a request that the session refuses.
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
