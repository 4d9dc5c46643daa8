//! The partitions of the inputs, and their generations.
//!
//! The server divides the sessions among partitions by a hash of their names. When the number of partitions changes, a session can move to
//! another partition. The inputs before the change then form an earlier generation. Workers take inputs of a generation only when the
//! inputs of all earlier generations are done.

use crate::{
    client::NatsClient,
    error::{NatsError, missing_stream},
    names::StreamNames,
};
use async_nats::jetstream::{
    consumer::{Info as ConsumerInfo, PullConsumer, pull},
    stream::{Info, Stream},
};
use futures_util::TryStreamExt;
use std::{collections::BTreeMap, fmt};

/// The metadata key of the generation in the input stream.
const GENERATION: &str = "agent-ui-generation";
const PARTITIONS: &str = "agent-ui-partitions";

/// The partitions of the inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub struct StreamLayout {
    /// The number of times that the number of partitions was set.
    pub generation: u32,
    /// The number of partitions.
    pub partitions: u32,
}

/// One partition of a generation. Its durable consumer is named `g<generation>-p<partition>`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Partition {
    pub(crate) generation: u32,
    pub(crate) number: u32,
}

impl fmt::Display for Partition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "g{}-p{}", self.generation, self.number)
    }
}

impl Partition {
    /// Returns the partition of a durable consumer.
    fn of_consumer(name: &str) -> Option<Self> {
        let (generation, number) = name.strip_prefix('g')?.split_once("-p")?;
        Some(Self {
            generation: generation.parse().ok()?,
            number: number.parse().ok()?,
        })
    }

    /// Returns the subject of the inputs of the partition, as the stream stores them.
    pub(crate) fn filter(self, names: &StreamNames) -> String {
        format!("{names}.in.{}.{}.>", self.generation, self.number)
    }
}

impl Partition {
    /// Returns the subject of a session's inputs, as the stream stores them.
    pub(crate) fn session_filter(self, names: &StreamNames, token: &str) -> String {
        format!("{names}.in.{}.{}.{token}.*", self.generation, self.number)
    }
}

impl StreamLayout {
    pub(crate) fn new(generation: u32, partitions: u32) -> Self {
        Self {
            generation,
            partitions,
        }
    }

    /// Returns the layout in the metadata of a stream.
    pub(crate) fn of(info: &Info) -> Option<Self> {
        Some(Self {
            generation: metadata_number(info, GENERATION)?,
            partitions: metadata_number(info, PARTITIONS)?,
        })
    }

    pub(crate) fn metadata(self) -> impl IntoIterator<Item = (String, String)> {
        [
            (GENERATION.to_owned(), self.generation.to_string()),
            (PARTITIONS.to_owned(), self.partitions.to_string()),
        ]
    }

    pub(crate) fn each_partition(self) -> impl Iterator<Item = Partition> {
        (0..self.partitions).map(move |number| Partition {
            generation: self.generation,
            number,
        })
    }
}

/// The partitions that workers serve now, and the input stream of these partitions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ServedPartitions {
    pub(crate) partitions: Vec<Partition>,
    /// The creation time of the input stream. If the stream is created again, its sequence numbers restart.
    pub(crate) incarnation: String,
}

/// The partitions of an earlier generation that still has consumers.
#[derive(Default)]
struct EarlierGeneration {
    partitions: Vec<Partition>,
    /// `true` if one of the partitions has inputs that wait or are unacknowledged.
    has_work: bool,
}

/// Watches the generations of the input stream.
pub(crate) struct LayoutReader {
    stream: Stream,
    names: StreamNames,
}

impl LayoutReader {
    pub(crate) async fn open(client: &NatsClient, names: &StreamNames) -> Result<Self, NatsError> {
        let stream = names.input_stream();
        let opened = client.jetstream.get_stream(&stream).await;
        let opened = opened.map_err(|error| missing_stream(names, &stream, &error))?;
        Ok(Self {
            stream: opened,
            names: names.clone(),
        })
    }

    pub(crate) async fn consumer(&self, partition: Partition) -> Result<PullConsumer, NatsError> {
        let name = partition.to_string();
        let consumer = self.stream.get_consumer::<pull::Config>(&name).await;
        consumer.map_err(|error| NatsError::request(&name, error.as_ref()))
    }

    /// Returns the partitions of the earliest generation with inputs. Deletes the consumers of finished generations.
    pub(crate) async fn served_partitions(&self) -> Result<ServedPartitions, NatsError> {
        let name = self.names.input_stream();
        let info = self
            .stream
            .get_info()
            .await
            .map_err(|error| NatsError::request(&name, &error))?;
        let Some(layout) = StreamLayout::of(&info) else {
            return Err(NatsError::ForeignStream { stream: name });
        };
        let incarnation = format!("{:x}", info.created.unix_timestamp());
        let current: Vec<Partition> = layout.each_partition().collect();
        if info.state.consumer_count > current.len()
            && let Some(partitions) = self.earlier_partitions(layout.generation).await?
        {
            return Ok(ServedPartitions {
                partitions,
                incarnation,
            });
        }
        Ok(ServedPartitions {
            partitions: current,
            incarnation,
        })
    }

    /// Returns the partitions of the earliest previous generation with inputs. Deletes the consumers of all generations before it.
    async fn earlier_partitions(
        &self,
        generation: u32,
    ) -> Result<Option<Vec<Partition>>, NatsError> {
        let mut earlier: BTreeMap<u32, EarlierGeneration> = BTreeMap::new();
        for consumer in self.consumers().await? {
            let Some(partition) = Partition::of_consumer(&consumer.name) else {
                continue;
            };
            if partition.generation < generation {
                let earlier = earlier.entry(partition.generation).or_default();
                earlier.partitions.push(partition);
                earlier.has_work |= has_work(&consumer);
            }
        }
        for mut earlier in earlier.into_values() {
            if earlier.has_work {
                earlier.partitions.sort_unstable();
                return Ok(Some(earlier.partitions));
            }
            for partition in earlier.partitions {
                // Another worker may have deleted the consumer, so a failure is ignored.
                let _ = self.stream.delete_consumer(&partition.to_string()).await;
            }
        }
        Ok(None)
    }

    /// Returns `true` if no input waits and every delivered input is done.
    pub(crate) async fn is_empty(&self) -> Result<bool, NatsError> {
        Ok(!self.consumers().await?.iter().any(has_work))
    }

    async fn consumers(&self) -> Result<Vec<ConsumerInfo>, NatsError> {
        let consumers = self.stream.consumers().try_collect().await;
        consumers.map_err(|error| NatsError::request(self.names.input_stream(), &error))
    }
}

fn metadata_number(info: &Info, name: &str) -> Option<u32> {
    info.config.metadata.get(name)?.parse().ok()
}

fn has_work(consumer: &ConsumerInfo) -> bool {
    consumer.num_pending > 0 || consumer.num_ack_pending > 0
}
