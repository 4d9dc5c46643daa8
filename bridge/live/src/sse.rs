//! Server-Sent Events: a reader for the responses of agents, and responses to clients, which axum writes.
//!
//! The reader accepts every line end. axum ends lines with LF, which some AG-UI clients need to recognise the end of an
//! event.
//!
//! Specification: [Server-sent events](https://html.spec.whatwg.org/multipage/server-sent-events.html).

mod parser;
#[cfg(test)]
mod tests;
mod writer;

pub(crate) use parser::SseEvent;
pub(crate) use writer::{EventSink, Gone, response};

use crate::error_chain::error_chain;
use axum::body::{Body, BodyDataStream};
use futures_util::StreamExt;
use parser::EventParser;
use std::{collections::VecDeque, fmt};

/// The maximum length of one event in bytes: 16 MiB.
const EVENT: usize = crate::limits::AGENT_EVENT;

/// The reason for which no further events can be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum SseError {
    /// The connection broke in the middle of the response.
    #[error("the event stream broke off: {0}")]
    Broken(String),
    /// An event is longer than the limit.
    #[error("the event stream contains an event of more than {0} bytes")]
    TooLong(usize),
}

/// Reads the events of a response body.
///
/// The last event may end without a blank line.
pub(crate) struct EventReader {
    body: BodyDataStream,
    parser: EventParser,
    ready: VecDeque<Result<SseEvent, SseError>>,
    is_at_end: bool,
}

impl fmt::Debug for EventReader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EventReader")
            .field("ready", &self.ready.len())
            .finish_non_exhaustive()
    }
}

impl EventReader {
    pub(crate) fn new(body: Body) -> Self {
        Self::with_limit(body, EVENT)
    }

    /// Creates a reader that refuses events of more than `limit` bytes.
    pub(crate) fn with_limit(body: Body, limit: usize) -> Self {
        let parser = EventParser::new(limit);
        Self {
            body: body.into_data_stream(),
            parser,
            ready: VecDeque::new(),
            is_at_end: false,
        }
    }

    /// Returns the next event with data, or `None` after the last one. No event follows an error.
    ///
    /// Dropping the future loses no event.
    pub(crate) async fn next(&mut self) -> Option<Result<SseEvent, SseError>> {
        loop {
            if let Some(next) = self.ready.pop_front() {
                return Some(next);
            }
            if self.is_at_end {
                return None;
            }
            let ready = &mut self.ready;
            let read = match self.body.next().await {
                Some(Ok(bytes)) => self.parser.push(&bytes, |event| ready.push_back(Ok(event))),
                Some(Err(error)) => Err(SseError::Broken(error_chain(&error))),
                None => {
                    self.is_at_end = true;
                    ready.extend(self.parser.finish().map(Ok));
                    Ok(())
                }
            };
            if let Err(error) = read {
                self.is_at_end = true;
                self.ready.push_back(Err(error));
            }
        }
    }
}
