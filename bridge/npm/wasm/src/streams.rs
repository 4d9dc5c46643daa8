//! The calls that read messages while a model still writes them.

use crate::{
    reply::{Reply, json},
    request::{Request, usage},
};
use agent_ui_text::{Diagnostic, MessageStream, StreamEvent};
use std::collections::BTreeMap;
use wire::token;

/// The readers that a host has opened. A number is used only once.
#[derive(Debug, Default)]
pub(crate) struct Streams {
    streams: BTreeMap<u64, MessageStream>,
    opened: u64,
}

impl Streams {
    /// Returns the reader with this number.
    ///
    /// # Errors
    /// Returns an error if no reader has this number, or if it was freed.
    fn get(&mut self, number: Option<&u64>) -> Result<&mut MessageStream, Box<Diagnostic>> {
        let found = number.and_then(|number| self.streams.get_mut(number));
        found.ok_or_else(|| {
            usage(
                "call/translator",
                "the stream was freed",
                "create a new stream",
            )
        })
    }
}

/// Answers a request about a stream.
///
/// # Errors
/// Returns an error if an argument is wrong.
pub(crate) fn answer(
    streams: &mut Streams,
    request: &Request<'_>,
) -> Result<Reply, Box<Diagnostic>> {
    let number = request.header.translator.get();
    match request.header.call.as_str() {
        "stream-open" => {
            let stream = MessageStream::new(request.protocol()?)?;
            streams.opened += 1;
            streams.streams.insert(streams.opened, stream);
            let opened = usize::try_from(streams.opened).unwrap_or(usize::MAX);
            Ok(Reply::new().number("translator", opened))
        }
        "stream-push" => Ok(reply(streams.get(number)?.push(request.text))),
        "stream-finish" => Ok(reply(streams.get(number)?.finish())),
        _ => {
            if let Some(number) = number {
                streams.streams.remove(number);
            }
            Ok(Reply::new())
        }
    }
}

/// Writes events as two lines each: the kind with the place, and the JSON text.
fn reply(events: Vec<StreamEvent>) -> Reply {
    let mut lines = Vec::with_capacity(events.len() * 2);
    for event in events {
        let (head, text) = match event {
            StreamEvent::Component {
                surface,
                component,
                place,
            } => {
                let surface = token::quoted_name(&surface);
                let head = format_args!(
                    r#"{{"type":"component","surface":{surface},"line":{},"column":{}}}"#,
                    place.line, place.column
                );
                (head.to_string(), component)
            }
            StreamEvent::Message { message, place } => {
                let head = format_args!(
                    r#"{{"type":"message","line":{},"column":{}}}"#,
                    place.line, place.column
                );
                (head.to_string(), message)
            }
            StreamEvent::Fault(diagnostic) => (r#"{"type":"fault"}"#.to_owned(), json(&diagnostic)),
            StreamEvent::Finding(diagnostic) => {
                (r#"{"type":"finding"}"#.to_owned(), json(&diagnostic))
            }
            _ => continue,
        };
        lines.extend([head, text]);
    }
    Reply::messages(lines)
}
