//! The streams, buckets and consumers of an installation.

use crate::{
    client::NatsClient,
    error::{NatsError, has_code},
    layout::{Partition, StreamLayout},
    names::{Direction, StreamNames},
};
use async_nats::jetstream::{
    ErrorCode,
    consumer::{AckPolicy, pull},
    stream::{Config, DiscardPolicy, RetentionPolicy, StorageType, Stream, SubjectTransform},
};
use std::{
    num::{NonZeroU32, NonZeroUsize},
    time::Duration,
};

/// The number of partitions of new streams.
const PARTITIONS: u32 = 16;
/// The number of servers that store the messages of new streams.
const REPLICAS: usize = 1;
/// The metadata key of the common name, which distinguishes the streams from those of other programs.
const GROUP: &str = "agent-ui-streams";

/// The settings of the streams.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct StreamSettings {
    /// The number of partitions. At most one worker serves a partition at a time, so further workers have no work. By default, existing
    /// streams keep their number, and new streams have 16.
    pub partitions: Option<NonZeroU32>,
    /// The number of servers that store each message. By default, existing streams keep their number, and new streams have 1.
    pub replicas: Option<NonZeroUsize>,
    /// The time after which the server redelivers the messages of a worker that does not answer. The default is 10 s.
    pub ack_wait: Duration,
    /// The maximum number of messages of a partition that a worker holds at the same time. The default is 256.
    pub in_flight: u16,
    /// The time in which the server recognizes a message that is published twice, by its `Nats-Msg-Id`. The default is 2 min.
    pub duplicate_window: Duration,
    /// The time without messages after which a session is deleted. The default is 30 days.
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

/// Creates the streams, or changes the existing streams to these settings.
///
/// Another number of partitions begins a new generation. New messages are divided among the new partitions, and workers take them when
/// all earlier messages are done. No message is lost, doubled or reordered.
///
/// # Errors
/// Returns an error if the server cannot be reached, or if it refuses a setting, such as more replicas than servers. Also returns an
/// error if a stream or bucket of another program has one of the names. In this case, nothing has changed.
pub async fn create_streams(
    client: &NatsClient,
    names: &StreamNames,
    settings: &StreamSettings,
) -> Result<StreamLayout, NatsError> {
    refuse_foreign_streams(client, names).await?;
    let stored = stored_stream(client, &names.input_stream()).await?;
    let layout = next_layout(stored.as_ref(), names, settings)?;
    let stored_replicas = match &stored {
        Some(stream) => NonZeroUsize::new(stream.cached_info().config.num_replicas),
        None => None,
    };
    let settings = &StreamSettings {
        replicas: settings.replicas.or(stored_replicas),
        ..settings.clone()
    };
    for (stream, subject) in [
        (names.output_stream(), format!("{names}.out.*.*")),
        (names.dead_letter_stream(), format!("{names}.dead.*.*")),
    ] {
        let config = stream_config(names, settings, stream, vec![subject]);
        let config = Config {
            max_age: settings.output_age,
            ..config
        };
        create_stream(client, config).await?;
    }
    create_stream(client, session_config(names, settings)).await?;
    create_stream(client, object_config(names, settings)).await?;
    let config = input_config(names, settings, layout);
    let Some(stream) = stored.filter(|_| layout.generation > 1) else {
        let stream = create_stream(client, config).await?;
        create_consumers(&stream, names, settings, layout).await?;
        return Ok(layout);
    };
    // The consumers exist before the first message of their generation.
    create_consumers(&stream, names, settings, layout).await?;
    create_stream(client, config).await?;
    Ok(layout)
}

/// Returns an error if one of the streams that a worker writes belongs to another program.
async fn refuse_foreign_streams(client: &NatsClient, names: &StreamNames) -> Result<(), NatsError> {
    let group = names.to_string();
    for stream in [
        names.output_stream(),
        names.dead_letter_stream(),
        names.session_stream(),
        names.object_stream(),
    ] {
        let Some(stored) = stored_stream(client, &stream).await? else {
            continue;
        };
        if stored.cached_info().config.metadata.get(GROUP) != Some(&group) {
            return Err(NatsError::ForeignStream { stream });
        }
    }
    Ok(())
}

/// Returns the layout after the settings were applied. Another number of partitions begins a new generation.
fn next_layout(
    stored: Option<&Stream>,
    names: &StreamNames,
    settings: &StreamSettings,
) -> Result<StreamLayout, NatsError> {
    let wanted = settings.partitions.map(NonZeroU32::get);
    let Some(stream) = stored else {
        return Ok(StreamLayout::new(1, wanted.unwrap_or(PARTITIONS)));
    };
    let Some(layout) = StreamLayout::of(stream.cached_info()) else {
        return Err(NatsError::ForeignStream {
            stream: names.input_stream(),
        });
    };
    match wanted {
        Some(partitions) if partitions != layout.partitions => Ok(StreamLayout::new(
            layout.generation.saturating_add(1),
            partitions,
        )),
        _ => Ok(layout),
    }
}

/// Returns a stream; `None` if it does not exist.
async fn stored_stream(client: &NatsClient, name: &str) -> Result<Option<Stream>, NatsError> {
    match client.jetstream.get_stream(name).await {
        Ok(stream) => Ok(Some(stream)),
        Err(error) if has_code(&error, ErrorCode::STREAM_NOT_FOUND) => Ok(None),
        Err(error) => Err(NatsError::request(name, &error)),
    }
}

fn stream_config(
    names: &StreamNames,
    settings: &StreamSettings,
    name: String,
    subjects: Vec<String>,
) -> Config {
    Config {
        name,
        subjects,
        storage: StorageType::File,
        num_replicas: settings.replicas.map_or(REPLICAS, NonZeroUsize::get),
        duplicate_window: settings.duplicate_window,
        metadata: [(GROUP.to_owned(), names.to_string())].into(),
        ..Config::default()
    }
}

fn input_config(names: &StreamNames, settings: &StreamSettings, layout: StreamLayout) -> Config {
    let StreamLayout {
        generation,
        partitions,
        ..
    } = layout;
    // In a format string, `{{{{` stands for `{{`: the result is `ui.in.1.{{partition(16,1)}}.{{wildcard(1)}}.{{wildcard(2)}}`. The
    // server replaces `partition(16,1)` by a hash of the first wildcard, the session, modulo 16.
    let destination = format!(
        "{names}.in.{generation}.{{{{partition({partitions},1)}}}}.{{{{wildcard(1)}}}}.{{{{wildcard(2)}}}}"
    );
    // The server refuses a message with another direction.
    let subjects = [Direction::Forward, Direction::Backward]
        .map(|direction| format!("{names}.in.*.{direction}"));
    let mut config = stream_config(names, settings, names.input_stream(), subjects.to_vec());
    config.retention = RetentionPolicy::WorkQueue;
    config.metadata.extend(layout.metadata());
    config.subject_transform = Some(SubjectTransform {
        source: format!("{names}.in.*.*"),
        destination,
    });
    config
}

/// Returns the settings of the stream of a key-value bucket.
///
/// Specification: [ADR-8, JetStream based key-value stores](https://github.com/nats-io/nats-architecture-and-design/blob/main/adr/ADR-8.md).
fn session_config(names: &StreamNames, settings: &StreamSettings) -> Config {
    Config {
        max_messages_per_subject: 1,
        deny_delete: true,
        ..bucket_config(
            names,
            settings,
            names.session_stream(),
            vec![format!("$KV.{}.>", names.session_bucket())],
        )
    }
}

/// Returns the settings of the stream of an object store.
///
/// Specification: [ADR-20, JetStream based object stores](https://github.com/nats-io/nats-architecture-and-design/blob/main/adr/ADR-20.md).
fn object_config(names: &StreamNames, settings: &StreamSettings) -> Config {
    let bucket = names.object_bucket();
    let subjects = vec![format!("$O.{bucket}.C.>"), format!("$O.{bucket}.M.>")];
    bucket_config(names, settings, names.object_stream(), subjects)
}

fn bucket_config(
    names: &StreamNames,
    settings: &StreamSettings,
    stream: String,
    subjects: Vec<String>,
) -> Config {
    Config {
        max_age: settings.session_age,
        discard: DiscardPolicy::New,
        allow_rollup: true,
        allow_direct: true,
        ..stream_config(names, settings, stream, subjects)
    }
}

async fn create_stream(client: &NatsClient, config: Config) -> Result<Stream, NatsError> {
    let name = config.name.clone();
    let failed = |error: &(dyn std::error::Error + 'static)| NatsError::request(&name, error);
    client
        .jetstream
        .create_or_update_stream(config)
        .await
        .map_err(|error| failed(&error))?;
    client
        .jetstream
        .get_stream(&name)
        .await
        .map_err(|error| failed(&error))
}

async fn create_consumers(
    stream: &Stream,
    names: &StreamNames,
    settings: &StreamSettings,
    layout: StreamLayout,
) -> Result<(), NatsError> {
    for partition in layout.each_partition() {
        let name = partition.to_string();
        let created = stream
            .create_consumer(consumer_config(names, settings, partition))
            .await;
        created.map_err(|error| NatsError::request(name, &error))?;
    }
    Ok(())
}

fn consumer_config(
    names: &StreamNames,
    settings: &StreamSettings,
    partition: Partition,
) -> pull::Config {
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
