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

/// The interval of comments that keep an idle connection open.
const KEEP_ALIVE: Duration = Duration::from_secs(15);
/// The number of events that wait for a client.
const AHEAD: usize = 16;
/// The maximum time until a client has room for another event.
const SLOW: Duration = Duration::from_secs(30);

/// The client of an event stream is gone, or too slow to receive further events.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Gone;

/// Sends events to the client of an event stream. The response ends when the sink is dropped.
#[derive(Clone, Debug)]
pub(crate) struct EventSink(Sender<Event>);

impl EventSink {
    /// Sends an event whose data is this JSON text, without a name.
    ///
    /// The line ends between its tokens are removed: axum writes a CR as it is, and some clients do not see it as a
    /// line end.
    ///
    /// # Errors
    /// Returns an error if the client disconnected, or does not read for 30 s.
    pub(crate) async fn send(&self, json: &str) -> Result<(), Gone> {
        let event = Event::default().data(one_line(json));
        let sent = timeout(SLOW, self.0.send(event)).await;
        sent.map_err(|_| Gone)?.map_err(|_| Gone)
    }

    /// Returns when the client disconnects.
    pub(crate) async fn closed(&self) {
        self.0.closed().await;
    }
}

/// Creates a response with an event stream, and the sink for its events. Comments keep the connection open, and proxies
/// pass each event on at once.
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
