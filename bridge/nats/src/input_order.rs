//! The order of the inputs of a session, when another worker may have some of them.

use crate::{
    client::NatsClient, error::NatsError, input::Input, layout::Partition, names::StreamNames,
};
use async_nats::jetstream::stream::{LastRawMessageErrorKind, Stream};

/// Reads the input stream, in which every input stays until it is done.
pub(crate) struct InputOrder {
    names: StreamNames,
    stream: Stream,
}

/// The position of the inputs of a worker among those in the stream.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum OrderedInputs {
    /// This number of inputs from the first on has no earlier one that the worker does not have.
    First(usize),
    /// Another worker has finished an input. What this worker knows of the session is outdated.
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

    /// Returns the number of the first input of a session in the stream, from `sequence` on, in whichever partition it is.
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

    /// Compares inputs, in order, with those of the session in the stream. `last` is the last one that was applied.
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
