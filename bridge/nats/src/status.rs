//! The status page: health and metrics.
//!
//! | route | answer |
//! |---|---|
//! | `GET /health` | 200 with `{"status":"ok","worker":…,"partitions":[…]}`, or 503 while the server cannot be reached |
//! | `GET /metrics` | the counts, in the text format of Prometheus |

use crate::{client::NatsClient, error::NatsError, layout::Partition, processor::Processor};
use axum::{
    Router,
    extract::State,
    http::{StatusCode, header::CONTENT_TYPE},
    response::{IntoResponse, Response},
    routing::get,
};
use serde::Serialize;
use std::{
    collections::BTreeMap,
    fmt::Write,
    net::SocketAddr,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};
use tokio::{net::TcpListener, task::JoinHandle};

/// The number of waiting messages in each partition of a worker.
pub(crate) type PartitionLags = Arc<Mutex<BTreeMap<Partition, Arc<AtomicU64>>>>;

/// The status page of a worker. Dropping this value closes the page.
pub(crate) struct StatusPage {
    task: JoinHandle<()>,
}

impl Drop for StatusPage {
    fn drop(&mut self) {
        self.task.abort();
    }
}

#[derive(Clone)]
struct Status {
    client: NatsClient,
    processor: Arc<Processor>,
    lags: PartitionLags,
}

/// The body of the health response.
#[derive(Serialize)]
struct Health<'a> {
    status: &'static str,
    worker: &'a str,
    partitions: Vec<String>,
}

impl StatusPage {
    pub(crate) async fn start(
        address: SocketAddr,
        client: &NatsClient,
        processor: &Arc<Processor>,
        lags: &PartitionLags,
    ) -> Result<Self, NatsError> {
        let listener = match TcpListener::bind(address).await {
            Ok(listener) => listener,
            Err(error) => return Err(NatsError::Status { address, error }),
        };
        let status = Status {
            client: client.clone(),
            processor: Arc::clone(processor),
            lags: Arc::clone(lags),
        };
        let routes = Router::new()
            .route("/health", get(health))
            .route("/metrics", get(metrics))
            .with_state(status);
        let served = async move { drop(axum::serve(listener, routes).await) };
        Ok(Self {
            task: tokio::spawn(served),
        })
    }
}

async fn health(State(status): State<Status>) -> Response {
    let (code, word) = match status.client.is_connected() {
        true => (StatusCode::OK, "ok"),
        false => (StatusCode::SERVICE_UNAVAILABLE, "disconnected"),
    };
    let lags = status.lags.lock().unwrap_or_else(PoisonError::into_inner);
    let partitions = lags.keys().map(Partition::to_string).collect();
    let health = Health {
        status: word,
        worker: &status.processor.worker,
        partitions,
    };
    let text = serde_json::to_string(&health).unwrap_or_default();
    (code, [(CONTENT_TYPE, "application/json")], text).into_response()
}

async fn metrics(State(status): State<Status>) -> Response {
    let mut text = status.processor.metrics.prometheus();
    text.push_str("# HELP agent_ui_worker_lag Inputs that wait in a partition of this worker.\n# TYPE agent_ui_worker_lag gauge\n");
    for (partition, lag) in &*status.lags.lock().unwrap_or_else(PoisonError::into_inner) {
        let lag = lag.load(Ordering::Relaxed);
        // Writing to a string does not fail.
        let _ = writeln!(
            text,
            "agent_ui_worker_lag{{partition=\"{partition}\"}} {lag}"
        );
    }
    (
        [(CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")],
        text,
    )
        .into_response()
}
