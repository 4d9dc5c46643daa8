//! Messages of agents that their session has accepted.

use super::{
    findings::{SourceText, SurfaceFinding},
    store::LogEntry,
};
use agent_ui_text::bridge::{AnyMessage, Dialect, a2ui::Message};
use wire::Payload;

/// A message of an agent that its session has accepted.
pub(super) struct AcceptedMessage {
    pub(super) entry: LogEntry,
    pub(super) text: String,
    /// The version of the message.
    pub(super) dialect: Option<Dialect>,
    /// The source of the message, if it is known.
    pub(super) source: Option<SourceText>,
    /// The findings about the message.
    pub(super) findings: Vec<SurfaceFinding>,
}

impl AcceptedMessage {
    pub(super) fn new(agent: &str, message: &Message) -> Option<Self> {
        let dialect = AnyMessage::from(message.clone()).dialect();
        // Messages that were read can be written.
        let message = Payload::encode(message).ok()?;
        let text = message.text().to_owned();
        Some(Self {
            entry: LogEntry::Message {
                agent: agent.to_owned(),
                message,
            },
            text,
            dialect: Some(dialect),
            source: None,
            findings: Vec::new(),
        })
    }

    /// Returns the surface that the message creates or deletes. Earlier findings about this surface no longer apply.
    pub(super) fn replaced_surface(&self) -> Option<String> {
        let LogEntry::Message { message, .. } = &self.entry else {
            return None;
        };
        let body = message
            .member("createSurface")
            .or_else(|| message.member("deleteSurface"))?;
        Some(body.member("surfaceId")?.as_str()?.into_owned())
    }
}
