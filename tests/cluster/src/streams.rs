//! Reads the messages that the workers have published.

use crate::{
    Failure,
    reference::{Line, Lines},
};
use agent_ui_nats::StreamNames;
use async_nats::{
    HeaderMap,
    jetstream::{
        self,
        consumer::{AckPolicy, pull},
        object_store::ObjectStore,
    },
};
use futures_util::StreamExt;
use std::time::Duration;
use tokio::io::AsyncReadExt;

/// Reads all outputs, reports and dead letters, by subject.
pub(crate) async fn read(
    jetstream: &jetstream::Context,
    names: &StreamNames,
) -> Result<Lines, Failure> {
    let objects = jetstream.get_object_store(names.object_bucket()).await?;
    let mut lines = Lines::new();
    for stream in [names.output_stream(), names.dead_letter_stream()] {
        read_stream(jetstream, &stream, &objects, &mut lines).await?;
    }
    Ok(lines)
}

async fn read_stream(
    jetstream: &jetstream::Context,
    name: &str,
    objects: &ObjectStore,
    lines: &mut Lines,
) -> Result<(), Failure> {
    let stream = jetstream.get_stream(name).await?;
    let mut left = stream.get_info().await?.state.messages;
    let config = pull::Config {
        ack_policy: AckPolicy::None,
        inactive_threshold: Duration::from_secs(60),
        ..pull::Config::default()
    };
    let consumer = stream.create_consumer(config).await?;
    let mut messages = consumer
        .stream()
        .max_messages_per_batch(500)
        .messages()
        .await?;
    while left > 0 {
        let message = messages
            .next()
            .await
            .ok_or("a stream of outputs ended early")??;
        left -= 1;
        let headers = message.headers.clone().unwrap_or_default();
        let payload = match value(&headers, "Agent-UI-Object") {
            // A dead letter may name an object that does not exist. The comparison finds any other one that is missing.
            Some(object) => read_object(objects, object).await.unwrap_or_default(),
            None => message.payload.to_vec(),
        };
        let sequence = value(&headers, "Agent-UI-Sequence")
            .unwrap_or_default()
            .parse()?;
        let mut payload = String::from_utf8_lossy(&payload).into_owned();
        if message.subject.ends_with(".report") {
            payload = without_sequence(&payload, sequence);
        }
        let line = Line {
            sequence: Some(sequence),
            payload,
            findings: headers
                .get_all("Agent-UI-Finding")
                .map(ToString::to_string)
                .collect(),
        };
        lines
            .entry(message.subject.to_string())
            .or_default()
            .push(line);
    }
    Ok(())
}

/// Removes the sequence number from a report. The number in the header is given.
fn without_sequence(report: &str, sequence: u64) -> String {
    report.replacen(&format!("{{\"input\":{sequence},"), "{", 1)
}

fn value<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers.get(name).map(|value| value.as_str())
}

async fn read_object(objects: &ObjectStore, name: &str) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    objects.get(name).await?.read_to_end(&mut bytes).await?;
    Ok(bytes)
}
