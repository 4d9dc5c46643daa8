//! The order of a session's inputs when another worker may hold some of them.

use crate::{
    client::NatsClient, error::NatsError, input::Input, layout::Partition, names::StreamNames,
};
use async_nats::jetstream::stream::{LastRawMessageErrorKind, Stream};

/// Reads the input stream, which contains each input until the input is done.
pub(crate) struct InputOrder {
    names: StreamNames,
    stream: Stream,
}

/// The position of a worker's inputs among the inputs in the stream.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum OrderedInputs {
    /// No input that the worker lacks precedes this number of its first inputs.
    First(usize),
    /// Another worker has finished an input, so this worker's copy of the session is outdated.
    Outdated,
}

impl InputOrder {
    pub(crate) async fn open(client: &NatsClient, names: &StreamNames) -> Result<Self, NatsError> {
        let stream = names.input_stream();
        let opened = client.jetstream.get_stream(&stream).await;
        let opened = opened.map_err(|error| NatsError::request(stream, &error))?;
        Ok(Self {
            names: names.clone(),
            stream: opened,
        })
    }

    /// Returns the input stream.
    pub(crate) fn stream(&self) -> &Stream {
        &self.stream
    }

    /// Returns the sequence number of the first stored input of a session from `sequence` on, in any partition.
    pub(crate) async fn first_stored(
        &self,
        token: &str,
        sequence: u64,
    ) -> Result<Option<u64>, NatsError> {
        let subject = format!("{}.in.*.*.{token}.*", self.names);
        match self
            .stream
            .get_first_raw_message_by_subject(&subject, sequence)
            .await
        {
            Ok(first) => Ok(Some(first.sequence)),
            Err(error) if error.kind() == LastRawMessageErrorKind::NoMessageFound => Ok(None),
            Err(error) => Err(NatsError::request(subject, &error)),
        }
    }

    /// Compares the worker's inputs, in order, with the inputs of the session in the stream. `last` is the last applied input.
    pub(crate) async fn compare(
        &self,
        partition: Partition,
        token: &str,
        last: u64,
        inputs: &[Input],
    ) -> Result<OrderedInputs, NatsError> {
        let subject = partition.session_filter(&self.names, token);
        let mut last = last;
        for (number, input) in inputs.iter().enumerate() {
            if input.sequence <= last {
                continue;
            }
            let next = self
                .stream
                .get_first_raw_message_by_subject(&subject, last.saturating_add(1))
                .await;
            match next {
                Ok(next) if next.sequence == input.sequence => last = input.sequence,
                Ok(next) if next.sequence < input.sequence => {
                    return Ok(OrderedInputs::First(number));
                }
                Ok(_) => return Ok(OrderedInputs::Outdated),
                Err(error) if error.kind() == LastRawMessageErrorKind::NoMessageFound => {
                    return Ok(OrderedInputs::Outdated);
                }
                Err(error) => return Err(NatsError::request(subject, &error)),
            }
        }
        Ok(OrderedInputs::First(inputs.len()))
    }
}
