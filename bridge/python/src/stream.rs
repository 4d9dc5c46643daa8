//! Reading of messages while a model still writes them.

use crate::{
    arguments::{detached, optional_dialect},
    results::json,
    shared::Shared,
};
use agent_ui_text::{MessageStream, StreamEvent};
use pyo3::prelude::*;

/// The kind, the surface or an empty text, the JSON text, the line and the column.
type EventParts = (&'static str, String, String, usize, usize);

/// A reader that several threads may use. Each call is applied as a whole.
#[pyclass(frozen, module = "agent_ui_bridge._native")]
pub(crate) struct Stream(Shared<MessageStream>);

#[pymethods]
impl Stream {
    #[new]
    #[pyo3(signature = (protocol, /))]
    fn new(py: Python<'_>, protocol: Option<&str>) -> PyResult<Self> {
        detached(py, || {
            let protocol = optional_dialect("protocol", protocol)?;
            Ok(Self(Shared::new(MessageStream::new(protocol)?)))
        })
    }

    #[pyo3(signature = (piece, /))]
    fn push(&self, py: Python<'_>, piece: &[u8]) -> Vec<EventParts> {
        py.detach(|| parts(self.0.lock().push(piece)))
    }

    fn finish(&self, py: Python<'_>) -> Vec<EventParts> {
        py.detach(|| parts(self.0.lock().finish()))
    }
}

fn parts(events: Vec<StreamEvent>) -> Vec<EventParts> {
    let mut parts = Vec::with_capacity(events.len());
    for event in events {
        parts.push(match event {
            StreamEvent::Component {
                surface,
                component,
                place,
            } => ("component", surface, component, place.line, place.column),
            StreamEvent::Message { message, place } => {
                ("message", String::new(), message, place.line, place.column)
            }
            StreamEvent::Fault(diagnostic) => {
                let place = &diagnostic.place;
                (
                    "fault",
                    String::new(),
                    json(&diagnostic),
                    place.line,
                    place.column,
                )
            }
            StreamEvent::Finding(diagnostic) => {
                let place = &diagnostic.place;
                (
                    "finding",
                    String::new(),
                    json(&diagnostic),
                    place.line,
                    place.column,
                )
            }
            _ => continue,
        });
    }
    parts
}
