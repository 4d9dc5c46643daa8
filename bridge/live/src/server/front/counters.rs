//! Counts of a server's requests and streams.

use crate::{
    gateway::Gateway,
    server::{
        accept::Connections,
        prometheus::PrometheusText,
        refusal::Limit,
        request_guard::{Rejection, RejectionReport},
    },
};
use axum::http::StatusCode;
use std::{
    collections::BTreeMap,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
};

/// The counts of requests, rejections and open streams.
#[derive(Default)]
pub(super) struct Counters {
    /// The requests by face and class of the status.
    requests: Mutex<BTreeMap<(&'static str, u16), u64>>,
    foreign_hosts: AtomicU64,
    foreign_origins: AtomicU64,
    without_user: AtomicU64,
    /// The open streams, by face.
    streams: Mutex<BTreeMap<&'static str, u64>>,
}

impl Counters {
    /// Creates the counters for a server with these faces.
    pub(super) fn of_faces(faces: impl IntoIterator<Item = &'static str>) -> Self {
        let streams = faces.into_iter().map(|face| (face, 0)).collect();
        Self {
            streams: Mutex::new(streams),
            ..Self::default()
        }
    }

    pub(super) fn count(&self, face: &'static str, status: StatusCode) {
        if status == StatusCode::UNAUTHORIZED {
            self.without_user.fetch_add(1, Ordering::Relaxed);
        }
        *lock(&self.requests)
            .entry((face, status.as_u16() / 100))
            .or_default() += 1;
    }

    /// Wraps a report function. Each rejection is counted and then passed on.
    pub(super) fn counting(self: &Arc<Self>, report: RejectionReport) -> RejectionReport {
        let counters = Arc::clone(self);
        Arc::new(move |rejection| {
            let count = match rejection {
                Rejection::NoHost | Rejection::ForeignHost(_) => &counters.foreign_hosts,
                Rejection::ForeignOrigin(_) => &counters.foreign_origins,
            };
            count.fetch_add(1, Ordering::Relaxed);
            report(rejection);
        })
    }

    /// Returns the counter for a response that may become a stream. It is not counted yet.
    pub(super) fn stream(self: &Arc<Self>, face: &'static str) -> PossibleStream {
        PossibleStream(Arc::new(StreamCount {
            counters: Arc::clone(self),
            face,
            is_open: AtomicBool::new(false),
        }))
    }

    fn add_streams(&self, face: &'static str, change: impl Fn(u64) -> u64) {
        let mut streams = lock(&self.streams);
        let count = streams.entry(face).or_default();
        *count = change(*count);
    }

    /// Writes all counts in the text format of Prometheus.
    pub(super) fn prometheus(
        &self,
        gateway: &Gateway,
        connections: &Connections,
        refused: &BTreeMap<Limit, u64>,
    ) -> String {
        let mut text = PrometheusText::default();
        text.single(
            "connections",
            "gauge",
            "Open connections, with WebSockets.",
            connections.open(),
        );
        text.single(
            "open_sessions",
            "gauge",
            "Sessions in memory.",
            gateway.open_sessions(),
        );
        text.single(
            "unfinished_inputs",
            "gauge",
            "Messages of clients whose turns have not ended.",
            gateway.unfinished_inputs(),
        );
        text.begin(
            "open_streams",
            "gauge",
            "Event streams and WebSockets of clients, by face.",
        );
        for (face, count) in &*lock(&self.streams) {
            text.sample("open_streams", &[("face", face)], count);
        }
        text.begin(
            "refusals_total",
            "counter",
            "Connections and requests that were refused, by limit.",
        );
        for (limit, count) in refused {
            text.sample("refusals_total", &[("limit", limit.label())], count);
        }
        text.begin(
            "rejected_requests_total",
            "counter",
            "Requests with a foreign host, a foreign origin or no valid user, by reason.",
        );
        for (reason, count) in [
            ("host", &self.foreign_hosts),
            ("origin", &self.foreign_origins),
            ("user", &self.without_user),
        ] {
            text.sample(
                "rejected_requests_total",
                &[("reason", reason)],
                count.load(Ordering::Relaxed),
            );
        }
        text.begin(
            "requests_total",
            "counter",
            "Requests by face and class of the status.",
        );
        for ((face, class), count) in &*lock(&self.requests) {
            text.sample(
                "requests_total",
                &[("face", face), ("status", &format!("{class}xx"))],
                count,
            );
        }
        text.into_text()
    }
}

/// The counter of a stream, for a request whose response may become one. It is an extension of the request.
#[derive(Clone)]
pub(super) struct PossibleStream(Arc<StreamCount>);

struct StreamCount {
    counters: Arc<Counters>,
    face: &'static str,
    is_open: AtomicBool,
}

impl PossibleStream {
    /// Counts the stream as open until the last clone is dropped.
    pub(super) fn open(&self) {
        if !self.0.is_open.swap(true, Ordering::Relaxed) {
            self.0
                .counters
                .add_streams(self.0.face, |count| count.saturating_add(1));
        }
    }
}

impl Drop for StreamCount {
    fn drop(&mut self) {
        if *self.is_open.get_mut() {
            self.counters
                .add_streams(self.face, |count| count.saturating_sub(1));
        }
    }
}

fn lock<T>(counts: &Mutex<T>) -> MutexGuard<'_, T> {
    // Each change is one call or a number, so the counts are consistent even after a panic.
    counts.lock().unwrap_or_else(PoisonError::into_inner)
}
