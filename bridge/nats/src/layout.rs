//! The partitions of the inputs, and their generations.
//!
//! The server divides the sessions among partitions, by a hash of their names. When the number of partitions changes, a session can
//! get into another partition. The inputs before the change are an earlier generation: workers take inputs of a generation only when
//! those of all earlier ones are done.

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

/// The metadata of the input stream.
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
    /// Returns the subject of the inputs of a session, as the stream stores them.
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

    /// Returns the layout that the metadata of a stream states.
    pub(crate) fn of(info: &Info) -> Option<Self> {
        let number = |name: &str| info.config.metadata.get(name)?.parse().ok();
        Some(Self {
            generation: number(GENERATION)?,
            partitions: number(PARTITIONS)?,
        })
    }

    pub(crate) fn metadata(self) -> impl IntoIterator<Item = (String, String)> {
        let text = |number: u32| number.to_string();
        [
            (GENERATION.to_owned(), text(self.generation)),
            (PARTITIONS.to_owned(), text(self.partitions)),
        ]
    }

    pub(crate) fn each_partition(self) -> impl Iterator<Item = Partition> {
        (0..self.partitions).map(move |number| Partition {
            generation: self.generation,
            number,
        })
    }
}

/// The partitions that workers serve now, and the stream that they belong to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ServedPartitions {
    pub(crate) partitions: Vec<Partition>,
    /// The time at which the input stream was created. Its sequence numbers begin again when it is created anew.
    pub(crate) incarnation: String,
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
        let failed = |error: async_nats::Error| NatsError::request(&name, error.as_ref());
        self.stream
            .get_consumer::<pull::Config>(&name)
            .await
            .map_err(failed)
    }

    /// Returns the partitions to serve: those of the earliest generation with inputs. Deletes the consumers of generations that are done.
    pub(crate) async fn served_partitions(&self) -> Result<ServedPartitions, NatsError> {
        let name = self.names.input_stream();
        let info = self
            .stream
            .get_info()
            .await
            .map_err(|error| NatsError::request(&name, &error))?;
        let foreign = || NatsError::ForeignStream {
            stream: name.clone(),
        };
        let layout = StreamLayout::of(&info).ok_or_else(foreign)?;
        let incarnation = format!("{:x}", info.created.unix_timestamp());
        let current: Vec<Partition> = layout.each_partition().collect();
        if info.state.consumer_count <= current.len() {
            return Ok(ServedPartitions {
                partitions: current,
                incarnation,
            });
        }
        let mut earlier: BTreeMap<u32, Vec<(Partition, bool)>> = BTreeMap::new();
        for consumer in self.consumers().await? {
            let Some(partition) = Partition::of_consumer(&consumer.name) else {
                continue;
            };
            if partition.generation < layout.generation {
                earlier
                    .entry(partition.generation)
                    .or_default()
                    .push((partition, has_work(&consumer)));
            }
        }
        for partitions in earlier.into_values() {
            let has_work = partitions.iter().any(|(_, has_work)| *has_work);
            let partitions = partitions.into_iter().map(|(partition, _)| partition);
            if has_work {
                let mut partitions: Vec<Partition> = partitions.collect();
                partitions.sort_unstable();
                return Ok(ServedPartitions {
                    partitions,
                    incarnation,
                });
            }
            for partition in partitions {
                // Another worker may have deleted it.
                let _ = self.stream.delete_consumer(&partition.to_string()).await;
            }
        }
        Ok(ServedPartitions {
            partitions: current,
            incarnation,
        })
    }

    /// Returns `true` if no input waits, and all that were delivered are done.
    pub(crate) async fn is_empty(&self) -> Result<bool, NatsError> {
        Ok(!self.consumers().await?.iter().any(has_work))
    }

    async fn consumers(&self) -> Result<Vec<ConsumerInfo>, NatsError> {
        let failed = |error| NatsError::request(self.names.input_stream(), &error);
        self.stream.consumers().try_collect().await.map_err(failed)
    }
}

fn has_work(consumer: &ConsumerInfo) -> bool {
    consumer.num_pending > 0 || consumer.num_ack_pending > 0
}
