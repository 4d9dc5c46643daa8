//! The handling of inputs whose session names are too long.
//!
//! The name is part of subjects. A server closes the connection of a worker that requests a subject above its control line limit. Such a
//! session would thus stop all others.

use super::Processor;
use crate::{
    input::Input,
    layout::Partition,
    limits::SESSION_TOKEN_BYTES,
    metrics::add,
    publication::{Channel, Publication},
    record::SessionRecord,
    report::{ReportLevel, WorkerReport},
    session::{diagnostic, refusal},
    stable_hash::stable_hash,
    states::WriteError,
};

/// The maximum length of a dead letter's subject, in bytes. The control line of a server, usually 4,096 bytes, also contains a reply
/// subject and numbers.
const DEAD_LETTER_SUBJECT: usize = 3900;
/// The maximum number of characters of a name in reports.
const REPORTED: usize = 64;

impl Processor {
    /// Returns `true` if the name is too long for a session.
    pub(super) fn is_too_long(token: &str) -> bool {
        token.len() > SESSION_TOKEN_BYTES
    }

    /// Publishes inputs as dead letters, or drops them if their subject is too long even for that. Returns the number of finished
    /// inputs.
    pub(super) async fn put_aside(
        &self,
        partition: Partition,
        incarnation: &str,
        token: &str,
        mut inputs: Vec<Input>,
        has_all: bool,
    ) -> Result<usize, WriteError> {
        if !has_all {
            // A dead letter that is published before an earlier one would replace it.
            self.keep_first(partition, token, 0, &mut inputs).await?;
        }
        let bytes = token.len();
        let message = format!(
            "the name of the session has {bytes} bytes in the subject, but at most {SESSION_TOKEN_BYTES} are allowed"
        );
        let finding =
            refusal("worker/session-name", message).hint("use a shorter name for the session");
        let finding = diagnostic(&finding);
        let mut record = SessionRecord {
            incarnation: incarnation.to_owned(),
            ..SessionRecord::default()
        };
        let mut dropped = 0;
        for input in &inputs {
            let subject =
                Channel::dead_letter(input.direction).subject(&self.settings.names, token);
            if subject.len() > DEAD_LETTER_SUBJECT {
                dropped += 1;
                continue;
            }
            let finding = std::slice::from_ref(&finding);
            let letter = Publication::dead_letter(input, 0, finding);
            record.pending.push(letter);
        }
        add(&self.metrics.messages, inputs.len());
        self.report_long_name(token, inputs.len(), dropped > 0);
        let owner = format!("long-{:016x}", stable_hash(token));
        self.place_bodies(&owner, &mut record).await?;
        self.publisher
            .publish(token, &mut record)
            .await
            .map_err(WriteError::Failed)?;
        Ok(inputs.len())
    }

    fn report_long_name(&self, token: &str, inputs: usize, are_lost: bool) {
        let (level, message) = if are_lost {
            (
                ReportLevel::Error,
                "inputs lost, the name of their session is too long for a dead letter",
            )
        } else {
            (
                ReportLevel::Warn,
                "inputs refused, the name of their session is too long",
            )
        };
        let start: String = token.chars().take(REPORTED).collect();
        let report = WorkerReport::new(level, message).with("count", inputs);
        let report = report.with("session", format_args!("{start}…"));
        self.report(&report.with("bytes", token.len()));
    }
}
