//! Event streams as responses of a server.

use axum::{
    http::header::HeaderName,
    response::{
        IntoResponse, Response,
        sse::{Event, KeepAlive, Sse},
    },
};
use futures_util::stream;
use std::{convert::Infallible, time::Duration};
use tokio::{
    sync::mpsc::{Receiver, Sender, channel},
    time::timeout,
};
use wire::one_line;

/// The interval between comments that keep an idle connection open.
const KEEP_ALIVE: Duration = Duration::from_secs(15);
/// The maximum number of events that wait for a client.
const AHEAD: usize = 16;
/// The maximum time for which a client may have no room for another event.
const SLOW: Duration = Duration::from_secs(30);

/// The client of an event stream has disconnected, or is too slow to receive further events.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Gone;

/// Sends events to the client of an event stream. When this value is dropped, the response ends.
#[derive(Clone, Debug)]
pub(crate) struct EventSink(Sender<Event>);

impl EventSink {
    /// Sends an event without a name. Its data is this JSON text.
    ///
    /// Line ends between the JSON tokens are removed, because axum writes a CR unchanged and some clients do not treat
    /// it as a line end.
    ///
    /// # Errors
    /// Returns an error if the client has disconnected, or does not read for 30 s.
    pub(crate) async fn send(&self, json: &str) -> Result<(), Gone> {
        let event = Event::default().data(one_line(json));
        let sent = timeout(SLOW, self.0.send(event)).await;
        sent.map_err(|_| Gone)?.map_err(|_| Gone)
    }

    /// Waits until the client disconnects.
    pub(crate) async fn closed(&self) {
        self.0.closed().await;
    }
}

/// Creates a response with an event stream, and the sink for its events. Comments keep the connection open, and proxies
/// are instructed to pass on each event immediately.
pub(crate) fn response() -> (EventSink, Response) {
    let (to, from) = channel(AHEAD);
    let events = stream::unfold(from, |mut from: Receiver<Event>| async move {
        let event = from.recv().await?;
        Some((Ok::<_, Infallible>(event), from))
    });
    let alive = KeepAlive::new().interval(KEEP_ALIVE).text("ping");
    let unbuffered = [(HeaderName::from_static("x-accel-buffering"), "no")];
    (
        EventSink(to),
        (unbuffered, Sse::new(events).keep_alive(alive)).into_response(),
    )
}
