//! Event streams as responses of a server.

use axum::{
    body::Body,
    http::header::{CACHE_CONTROL, CONTENT_TYPE, HeaderName},
    response::{IntoResponse, Response},
};
use futures_util::stream;
use std::{convert::Infallible, time::Duration};
use tokio::{
    sync::mpsc::{Receiver, Sender, channel},
    time::timeout,
};

/// The interval of comments that keep an idle connection open.
const KEEP_ALIVE: Duration = Duration::from_secs(15);
/// A comment, which clients ignore.
const PING: &str = ": ping\n\n";
/// The number of frames that wait for a client.
const AHEAD: usize = 16;
/// The maximum time until a client has room for another frame.
const SLOW: Duration = Duration::from_secs(30);

/// Writes an event without a name.
///
/// Line ends inside `data` become separate `data` lines, so a reader joins them with LF again.
pub(crate) fn frame(data: &str) -> String {
    let mut frame = String::with_capacity(data.len() + 8);
    for line in lines(data) {
        frame.push_str("data: ");
        frame.push_str(line);
        frame.push('\n');
    }
    frame.push('\n');
    frame
}

/// Splits a text at LF, CR LF and CR.
fn lines(mut rest: &str) -> impl Iterator<Item = &str> {
    let mut is_at_end = false;
    std::iter::from_fn(move || {
        if is_at_end {
            return None;
        }
        let Some(end) = rest.find(['\n', '\r']) else {
            is_at_end = true;
            return Some(rest);
        };
        let (line, more) = rest.split_at(end);
        rest = more.strip_prefix("\r\n").or_else(|| more.get(1..)).unwrap_or_default();
        Some(line)
    })
}

/// The client of an event stream is gone, or too slow to receive further events.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Gone;

/// Sends frames to the client of an event stream. The response ends when the sink is dropped.
#[derive(Clone, Debug)]
pub(crate) struct EventSink(Sender<String>);

impl EventSink {
    /// Sends a [`frame`].
    ///
    /// # Errors
    /// Returns an error if the client disconnected, or does not read for 30 s.
    pub(crate) async fn send(&self, frame: String) -> Result<(), Gone> {
        let sent = timeout(SLOW, self.0.send(frame)).await;
        sent.map_err(|_| Gone)?.map_err(|_| Gone)
    }

    /// Returns when the client disconnects.
    pub(crate) async fn closed(&self) {
        self.0.closed().await;
    }
}

/// Creates a response with an event stream, and the sink for its frames. Comments keep the connection open.
pub(crate) fn response() -> (EventSink, Response) {
    let (to, from) = channel(AHEAD);
    let frames = stream::unfold(from, |mut from: Receiver<String>| async move {
        let frame = match timeout(KEEP_ALIVE, from.recv()).await {
            Ok(frame) => frame?,
            Err(_) => PING.to_owned(),
        };
        Some((Ok::<_, Infallible>(frame), from))
    });
    let headers = [
        (CONTENT_TYPE, "text/event-stream"),
        (CACHE_CONTROL, "no-cache"),
        (HeaderName::from_static("x-accel-buffering"), "no"),
    ];
    (EventSink(to), (headers, Body::from_stream(frames)).into_response())
}
