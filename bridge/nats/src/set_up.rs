//! The streams, buckets and consumers of an installation.

use crate::{
    client::NatsClient,
    error::{NatsError, has_code},
    layout::{Partition, StreamLayout},
    names::StreamNames,
};
use async_nats::jetstream::{
    ErrorCode,
    consumer::{AckPolicy, pull},
    kv, object_store,
    stream::{Config, RetentionPolicy, StorageType, Stream, SubjectTransform},
};
use std::{
    num::{NonZeroU32, NonZeroUsize},
    time::Duration,
};

/// The number of partitions of new streams.
const PARTITIONS: u32 = 16;
/// The number of servers that store the messages of new streams.
const REPLICAS: usize = 1;

/// The settings of the streams.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct StreamSettings {
    /// The number of partitions. At most one worker serves a partition at a time, so no more than this number of workers have work.
    /// By default, streams that exist keep theirs, and new ones have 16.
    pub partitions: Option<NonZeroU32>,
    /// The number of servers that store each message. By default, streams that exist keep theirs, and new ones have 1.
    pub replicas: Option<NonZeroUsize>,
    /// The time after which the server gives the messages of a worker that does not answer to another one. The default is 10 s.
    pub ack_wait: Duration,
    /// The maximum number of messages of a partition that a worker has at the same time. The default is 256.
    pub in_flight: u16,
    /// The time in which the server recognizes a message that is published twice, by its `Nats-Msg-Id`. The default is 2 min.
    pub duplicate_window: Duration,
    /// The time after which a session without messages is forgotten. The default is 30 days.
    pub session_age: Duration,
    /// The time after which outputs and dead letters are deleted. The default is 7 days.
    pub output_age: Duration,
}

impl Default for StreamSettings {
    fn default() -> Self {
        const DAY: Duration = Duration::from_secs(24 * 60 * 60);
        Self {
            partitions: None,
            replicas: None,
            ack_wait: Duration::from_secs(10),
            in_flight: 256,
            duplicate_window: Duration::from_secs(120),
            session_age: DAY * 30,
            output_age: DAY * 7,
        }
    }
}

/// Creates the streams, or changes those that exist to these settings.
///
/// Another number of partitions begins a new generation: messages that arrive from now on are divided anew, and workers take them when
/// all earlier messages are done. No message is lost, doubled or moved before an earlier one.
///
/// # Errors
/// Returns an error if the server refuses a setting, or a stream of another program has the name.
pub async fn create_streams(
    client: &NatsClient,
    names: &StreamNames,
    settings: &StreamSettings,
) -> Result<StreamLayout, NatsError> {
    let input = names.input_stream();
    let wanted = settings.partitions.map(NonZeroU32::get);
    let (layout, stored) = match client.jetstream.get_stream(&input).await {
        Ok(stream) => {
            let info = stream.cached_info();
            let foreign = || NatsError::ForeignStream { stream: input.clone() };
            let layout = StreamLayout::of(info).ok_or_else(foreign)?;
            let layout = match wanted {
                Some(partitions) if partitions != layout.partitions => {
                    StreamLayout::new(layout.generation.saturating_add(1), partitions)
                }
                _ => layout,
            };
            (layout, NonZeroUsize::new(info.config.num_replicas))
        }
        Err(error) if has_code(&error, ErrorCode::STREAM_NOT_FOUND) => {
            (StreamLayout::new(1, wanted.unwrap_or(PARTITIONS)), None)
        }
        Err(error) => return Err(NatsError::request(&input, &error)),
    };
    let settings = &StreamSettings { replicas: settings.replicas.or(stored), ..settings.clone() };
    for (stream, subject) in [
        (names.output_stream(), format!("{names}.out.*.*")),
        (names.dead_letter_stream(), format!("{names}.dead.*.*")),
    ] {
        let config = Config { max_age: settings.output_age, ..stream_config(settings, stream, subject) };
        create_stream(client, config).await?;
    }
    create_buckets(client, names, settings).await?;
    let config = input_config(names, settings, layout);
    if layout.generation == 1 {
        let stream = create_stream(client, config).await?;
        create_consumers(&stream, names, settings, layout).await?;
        return Ok(layout);
    }
    // The consumers exist before the first message of their generation.
    let stream =
        client.jetstream.get_stream(&input).await.map_err(|error| NatsError::request(&input, &error))?;
    create_consumers(&stream, names, settings, layout).await?;
    create_stream(client, config).await?;
    Ok(layout)
}

fn replicas(settings: &StreamSettings) -> usize {
    settings.replicas.map_or(REPLICAS, NonZeroUsize::get)
}

fn stream_config(settings: &StreamSettings, name: String, subject: String) -> Config {
    Config {
        name,
        subjects: vec![subject],
        storage: StorageType::File,
        num_replicas: replicas(settings),
        duplicate_window: settings.duplicate_window,
        ..Config::default()
    }
}

fn input_config(names: &StreamNames, settings: &StreamSettings, layout: StreamLayout) -> Config {
    let StreamLayout { generation, partitions, .. } = layout;
    let source = format!("{names}.in.*.*");
    let destination = format!(
        "{names}.in.{generation}.{{{{partition({partitions},1)}}}}.{{{{wildcard(1)}}}}.{{{{wildcard(2)}}}}"
    );
    Config {
        retention: RetentionPolicy::WorkQueue,
        metadata: layout.metadata().into_iter().collect(),
        subject_transform: Some(SubjectTransform { source: source.clone(), destination }),
        ..stream_config(settings, names.input_stream(), source)
    }
}

async fn create_stream(client: &NatsClient, config: Config) -> Result<Stream, NatsError> {
    let name = config.name.clone();
    let failed = |error: &(dyn std::error::Error + 'static)| NatsError::request(&name, error);
    client.jetstream.create_or_update_stream(config).await.map_err(|error| failed(&error))?;
    client.jetstream.get_stream(&name).await.map_err(|error| failed(&error))
}

async fn create_buckets(
    client: &NatsClient,
    names: &StreamNames,
    settings: &StreamSettings,
) -> Result<(), NatsError> {
    let bucket = names.session_bucket();
    let config = kv::Config {
        bucket: bucket.clone(),
        history: 1,
        max_age: settings.session_age,
        num_replicas: replicas(settings),
        storage: StorageType::File,
        ..kv::Config::default()
    };
    let created = client.jetstream.create_or_update_key_value(config).await;
    created.map_err(|error| NatsError::request(&bucket, &error))?;
    let bucket = names.object_bucket();
    if let Ok(stream) = client.jetstream.get_stream(format!("OBJ_{bucket}")).await {
        let stored = stream.cached_info().config.clone();
        let config = Config { max_age: settings.session_age, num_replicas: replicas(settings), ..stored };
        return create_stream(client, config).await.map(drop);
    }
    let config = object_store::Config {
        bucket: bucket.clone(),
        max_age: settings.session_age,
        num_replicas: replicas(settings),
        storage: StorageType::File,
        ..object_store::Config::default()
    };
    let created = client.jetstream.create_object_store(config).await;
    created.map(drop).map_err(|error| NatsError::request(&bucket, &error))
}

async fn create_consumers(
    stream: &Stream,
    names: &StreamNames,
    settings: &StreamSettings,
    layout: StreamLayout,
) -> Result<(), NatsError> {
    for partition in layout.each_partition() {
        let name = partition.to_string();
        let created = stream.create_consumer(consumer_config(names, settings, partition)).await;
        created.map_err(|error| NatsError::request(name, &error))?;
    }
    Ok(())
}

fn consumer_config(names: &StreamNames, settings: &StreamSettings, partition: Partition) -> pull::Config {
    pull::Config {
        durable_name: Some(partition.to_string()),
        filter_subject: partition.filter(names),
        ack_policy: AckPolicy::Explicit,
        ack_wait: settings.ack_wait,
        max_ack_pending: i64::from(settings.in_flight.max(1)),
        // A message that is never acknowledged is refused by the worker, which counts its attempts.
        max_deliver: -1,
        ..pull::Config::default()
    }
}
