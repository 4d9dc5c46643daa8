//! A server on loopback for one page, which gets steps and gives actions.
//!
//! | route | is |
//! |---|---|
//! | `GET /<token>/` | the page |
//! | `GET /<token>/steps` | Server-Sent Events: `step` with an `id` of `<generation>.<number>` and a [`Step`] as its data, `reset` when everything starts again, `end` when nothing more comes |
//! | `POST /<token>/actions` | takes JSON of at most 1 MiB; 204, or a status with `{"error"}` |
//!
//! The token cannot be guessed. Requests for another `Host`, and from a page of another `Origin`, are refused with 403, so that no
//! other page in the same browser reaches it, by whatever name. There are at most 16 streams of events and 8 actions on their way;
//! beyond that the answer is 503. All steps are kept, up to 256 MiB.

#[cfg(test)]
mod tests;

use crate::page::{Assets, Data, Live, Step, policy};
use axum::{
    Router,
    body::{Bytes, to_bytes},
    extract::{Request, State},
    http::{
        HeaderMap, HeaderName, HeaderValue, StatusCode,
        header::{
            CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HOST, ORIGIN, REFERRER_POLICY,
            X_CONTENT_TYPE_OPTIONS,
        },
    },
    middleware::{Next, from_fn_with_state},
    response::{
        IntoResponse, Response,
        sse::{Event, KeepAlive, Sse},
    },
    routing::{get, post},
};
use futures_util::{future, stream};
use std::{
    convert::Infallible,
    fmt, io,
    net::Ipv4Addr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    thread,
    time::Duration,
};
use tokio::{
    net::TcpListener,
    runtime,
    sync::{OwnedSemaphorePermit, Semaphore, oneshot, watch},
};

/// How long an action may be, in bytes.
const BODY: usize = 1 << 20;
/// How many streams of events there may be at once.
const STREAMS: usize = 16;
/// How many actions may be on their way at once.
const ACTIONS: usize = 8;
/// How many bytes all steps together may take.
const KEPT: usize = 256 << 20;
/// After how long a stream without events says that it is there.
const ALIVE: Duration = Duration::from_secs(15);

/// What happens at a server.
#[derive(Debug)]
pub enum Happened {
    /// The page sent an action.
    Posted(Posted),
    /// The user wants the program to stop: Ctrl-C.
    Stopped,
}

/// An action that waits for its answer.
#[derive(Debug)]
pub struct Posted {
    /// What came.
    pub text: String,
    answer: oneshot::Sender<Result<(), String>>,
}

impl Posted {
    /// Answers: it was taken, or why not.
    pub fn answer(self, answer: Result<(), String>) {
        // The page may be gone by now.
        let _ = self.answer.send(answer);
    }
}

/// A server that is running. It stops when this is dropped.
pub struct Server {
    address: String,
    log: Arc<Log>,
    /// Stops it by going away.
    _stop: oneshot::Sender<Infallible>,
}

impl fmt::Debug for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Server").field("address", &self.address).finish_non_exhaustive()
    }
}

impl Server {
    /// Serves a page at a port; 0 takes any that is free. What happens there is told in a thread of its own, which may wait.
    ///
    /// # Errors
    /// If the port is taken, or the system has no randomness.
    pub fn start(
        assets: Assets,
        mut data: Data,
        port: u16,
        happened: impl Fn(Happened) + Clone + Send + Sync + 'static,
    ) -> io::Result<Self> {
        let runtime = runtime::Builder::new_current_thread().enable_all().build()?;
        let listener = runtime.block_on(TcpListener::bind((Ipv4Addr::LOCALHOST, port)))?;
        let host = listener.local_addr()?.to_string();
        let token = token()?;
        data.live = Some(Live { steps: "steps", actions: "actions" });
        let log = Arc::new(Log::default());
        let shared = Arc::new(Shared {
            document: data.document(&assets).into(),
            policy: format!("{}; frame-ancestors 'none'", policy(&assets, data.images, true)),
            origin: format!("http://{host}"),
            host,
            log: Arc::clone(&log),
            streams: Arc::new(Semaphore::new(STREAMS)),
            actions: Semaphore::new(ACTIONS),
            happened: Box::new(happened.clone()),
        });
        let address = format!("{}/{token}/", shared.origin);
        let routes = Router::new()
            .route(&format!("/{token}/"), get(page))
            .route(&format!("/{token}/steps"), get(steps))
            .route(&format!("/{token}/actions"), post(actions))
            .with_state(Arc::clone(&shared))
            .fallback(async || refused(StatusCode::NOT_FOUND, "there is nothing here"))
            .method_not_allowed_fallback(async || {
                refused(StatusCode::METHOD_NOT_ALLOWED, "this is not done here")
            })
            .layer(from_fn_with_state(shared, guarded));
        let (stop, stopped) = oneshot::channel();
        thread::Builder::new().name("server".to_owned()).spawn(move || {
            runtime.block_on(async move {
                let server = tokio::spawn(async move { axum::serve(listener, routes).await });
                tokio::spawn(interrupted(happened));
                let _ = future::select(server, stopped).await;
            });
            // Streams of events have no end to wait for.
            runtime.shutdown_background();
        })?;
        Ok(Self { address, log, _stop: stop })
    }

    /// The address of the page.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// Adds a step.
    ///
    /// # Errors
    /// If there is no more room, or it has a name that JSON cannot hold.
    pub fn step(&self, step: &Step) -> io::Result<()> {
        let text = wire::without_layout(serde_json::to_string(step)?);
        let mut kept = self.log.kept();
        kept.bytes += text.len();
        if kept.bytes > KEPT {
            return Err(io::Error::other(format!(
                "the steps take more than {KEPT} bytes, which is all that is kept of them"
            )));
        }
        kept.steps.push(text.into());
        drop(kept);
        self.log.changed.send_replace(());
        Ok(())
    }

    /// Forgets all steps, and has the pages forget them.
    pub fn reset(&self) {
        let mut kept = self.log.kept();
        *kept = Kept { generation: kept.generation + 1, ..Kept::default() };
        drop(kept);
        self.log.changed.send_replace(());
    }

    /// Says that no step comes any more, but for a reset.
    pub fn end(&self) {
        self.log.kept().is_at_end = true;
        self.log.changed.send_replace(());
    }
}

/// What nobody can guess: 128 bits.
fn token() -> io::Result<String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|error| io::Error::other(error.to_string()))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Tells that the user wants to stop; whoever wants it twice does not want to wait.
async fn interrupted(happened: impl Fn(Happened) + Send + 'static) {
    if tokio::signal::ctrl_c().await.is_ok() {
        thread::spawn(move || happened(Happened::Stopped));
    }
    if tokio::signal::ctrl_c().await.is_ok() {
        std::process::exit(130);
    }
}

/// What all requests share.
struct Shared {
    document: Bytes,
    policy: String,
    host: String,
    origin: String,
    log: Arc<Log>,
    streams: Arc<Semaphore>,
    actions: Semaphore,
    happened: Box<dyn Fn(Happened) + Send + Sync>,
}

/// The steps so far.
#[derive(Debug, Default)]
struct Log {
    kept: Mutex<Kept>,
    changed: watch::Sender<()>,
}

#[derive(Debug, Default)]
struct Kept {
    generation: u64,
    steps: Vec<Arc<str>>,
    bytes: usize,
    is_at_end: bool,
}

impl Log {
    fn kept(&self) -> MutexGuard<'_, Kept> {
        // Nothing that is half done is ever in it.
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// How far a stream of events is.
struct Reader {
    log: Arc<Log>,
    changed: watch::Receiver<()>,
    generation: u64,
    next: usize,
    is_told_end: bool,
    _permit: OwnedSemaphorePermit,
}

impl Reader {
    /// Behind the event that a page had last.
    fn new(log: Arc<Log>, last: Option<&str>, permit: OwnedSemaphorePermit) -> Self {
        let kept = log.kept();
        let known = last.and_then(|last| {
            let (generation, number) = last.split_once('.')?;
            Some((generation.parse().ok()?, number.parse::<usize>().ok()?.checked_add(1)?))
        });
        let (generation, next) = match (last, known) {
            (None, _) => (kept.generation, 0),
            (_, Some((generation, next))) if generation == kept.generation && next <= kept.steps.len() => {
                (generation, next)
            }
            // No generation has this number, so that there is a reset first.
            _ => (u64::MAX, 0),
        };
        drop(kept);
        Self { changed: log.changed.subscribe(), log, generation, next, is_told_end: false, _permit: permit }
    }

    fn due(&mut self) -> Option<Event> {
        let kept = self.log.kept();
        if self.generation != kept.generation {
            (self.generation, self.next, self.is_told_end) = (kept.generation, 0, false);
            return Some(Event::default().event("reset").data("{}"));
        }
        if let Some(step) = kept.steps.get(self.next) {
            let id = format!("{}.{}", self.generation, self.next);
            self.next += 1;
            return Some(Event::default().event("step").id(id).data(step));
        }
        let is_news = kept.is_at_end && !self.is_told_end;
        self.is_told_end |= is_news;
        is_news.then(|| Event::default().event("end").data("{}"))
    }

    /// The next event, as soon as there is one.
    async fn next(mut self) -> Option<(Result<Event, Infallible>, Self)> {
        loop {
            self.changed.mark_unchanged();
            if let Some(event) = self.due() {
                return Some((Ok(event), self));
            }
            self.changed.changed().await.ok()?;
        }
    }
}

/// Lets only those in who were told the address, and says what browsers have to know of every answer.
async fn guarded(State(shared): State<Arc<Shared>>, request: Request, next: Next) -> Response {
    let headers = request.headers();
    let is_only = |name: &HeaderName, value: &str| {
        let mut all = headers.get_all(name).iter();
        all.next().is_some_and(|one| one == value) && all.next().is_none()
    };
    let mut response = if !is_only(&HOST, &shared.host) {
        refused(StatusCode::FORBIDDEN, &format!("this is {} and no other host", shared.host))
    } else if headers.contains_key(ORIGIN) && !is_only(&ORIGIN, &shared.origin) {
        refused(StatusCode::FORBIDDEN, &format!("only pages of {} may ask here", shared.origin))
    } else {
        next.run(request).await
    };
    for (name, value) in [
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (REFERRER_POLICY, "no-referrer"),
        (CACHE_CONTROL, "no-store"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ] {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

async fn page(State(shared): State<Arc<Shared>>) -> Response {
    let html = HeaderValue::from_static("text/html; charset=utf-8");
    let mut response = ([(CONTENT_TYPE, html)], shared.document.clone()).into_response();
    if let Ok(policy) = HeaderValue::from_str(&shared.policy) {
        response.headers_mut().insert(CONTENT_SECURITY_POLICY, policy);
    }
    response
}

async fn steps(State(shared): State<Arc<Shared>>, headers: HeaderMap) -> Response {
    let Ok(permit) = Arc::clone(&shared.streams).try_acquire_owned() else {
        return refused(StatusCode::SERVICE_UNAVAILABLE, &format!("{STREAMS} pages are listening already"));
    };
    let last = headers.get("last-event-id").map(|last| last.to_str().unwrap_or_default());
    let reader = Reader::new(Arc::clone(&shared.log), last, permit);
    Sse::new(stream::unfold(reader, Reader::next))
        .keep_alive(KeepAlive::new().interval(ALIVE))
        .into_response()
}

async fn actions(State(shared): State<Arc<Shared>>, request: Request) -> Response {
    let kind = request.headers().get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim();
    if !kind.eq_ignore_ascii_case("application/json") {
        return refused(StatusCode::UNSUPPORTED_MEDIA_TYPE, "actions are application/json");
    }
    let Ok(_permit) = shared.actions.try_acquire() else {
        return refused(StatusCode::SERVICE_UNAVAILABLE, &format!("{ACTIONS} actions are waiting already"));
    };
    let Ok(body) = to_bytes(request.into_body(), BODY).await else {
        return refused(StatusCode::PAYLOAD_TOO_LARGE, &format!("an action has at most {BODY} bytes"));
    };
    let Ok(text) = String::from_utf8(body.into()) else {
        return refused(StatusCode::BAD_REQUEST, "an action is UTF-8");
    };
    let (answer, answered) = oneshot::channel();
    let teller = Arc::clone(&shared);
    let told =
        tokio::task::spawn_blocking(move || (teller.happened)(Happened::Posted(Posted { text, answer })))
            .await;
    match (told, answered.await) {
        (Ok(()), Ok(Ok(()))) => StatusCode::NO_CONTENT.into_response(),
        (Ok(()), Ok(Err(error))) => refused(StatusCode::UNPROCESSABLE_ENTITY, &error),
        _ => refused(StatusCode::SERVICE_UNAVAILABLE, "the program is about to end"),
    }
}

fn refused(status: StatusCode, error: &str) -> Response {
    #[derive(serde::Serialize)]
    struct Refused<'a> {
        error: &'a str,
    }
    let text = serde_json::to_string(&Refused { error }).unwrap_or_default();
    (status, [(CONTENT_TYPE, HeaderValue::from_static("application/json"))], text).into_response()
}
