//! The connection to the server, and its requests.

use super::{
    StoreAddress, conflict,
    entry_log::{EntryLog, LogPosition},
    violations::Violations,
    write::{PART, WRITE, Write, WriteKind, WritePart},
};
use crate::{
    StreamNames,
    client::open_connection,
    error::{Chain, NatsError, has_code, has_no_responders},
    session_name,
};
use async_nats::{
    Client,
    connection::State,
    jetstream::{
        self, Context, ErrorCode,
        consumer::{AckPolicy, Consumer, DeliverPolicy, pull},
        context::{PublishError, PublishErrorKind, traits::Publisher as _},
        kv,
        message::PublishMessage,
        stream::{self, DiscardPolicy, LastRawMessageErrorKind, Stream},
    },
};
use futures_util::{StreamExt, TryStreamExt};
use live::gateway::store::{LogEntry, WorkAnswer};
use std::{
    error::Error,
    fmt::Display,
    io,
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};
use tokio::{
    task::spawn_blocking,
    time::{Instant, sleep, timeout, timeout_at},
};

/// The time limit of a request while the program starts.
const REQUEST: Duration = Duration::from_secs(5);
/// The time limit for the answer of another program.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(1);
/// The answer of a program that works on an input.
const YES: &str = "yes";
/// The error codes of a full server.
const FULL: [ErrorCode; 5] = [
    ErrorCode::STREAM_STORE_FAILED,
    ErrorCode::ACCOUNT_RESOURCES_EXCEEDED,
    ErrorCode::INSUFFICIENT_RESOURCES,
    ErrorCode::STORAGE_RESOURCES_EXCEEDED,
    ErrorCode::MEMORY_RESOURCES_EXCEEDED,
];
/// The error text of a request for the entries of a session.
const UNREADABLE: &str = "the entries cannot be read";
/// The error text of a request for the names of all sessions.
const UNLISTED: &str = "the sessions cannot be listed";
/// The pause before a message is sent again.
const PAUSE: Duration = Duration::from_millis(250);
/// The number of bytes of a message that are reserved for headers.
const HEADERS: usize = 4096;
/// The number of messages of a session that the server sends in one batch.
const BATCH: usize = 64;
/// The number of attempts to read a setting that another program has set.
const SETTING_ATTEMPTS: usize = 20;

/// A connection to a server with the stream and the bucket.
pub(super) struct Connection {
    client: Client,
    context: Context,
    names: StreamNames,
    stream: Stream,
    settings: kv::Store,
    /// The unique prefix of the ids of this connection's writes.
    writer: String,
    writes: AtomicU64,
    /// The time limit of a request.
    limit: Duration,
    violations: Violations,
}

impl Connection {
    pub(super) async fn open(
        address: &StoreAddress,
        credentials: Option<&Path>,
        limit: Duration,
    ) -> io::Result<Self> {
        let began = Instant::now();
        let violations = Violations::default();
        let noted = violations.clone();
        let opened = open_connection(address.server(), credentials, move |event| {
            noted.note(event)
        })
        .await;
        let client = opened.map_err(|error| match error {
            // The caller adds the address.
            NatsError::Connect { reason, .. } => {
                error_about("the connection to the NATS server failed", &reason)
            }
            error => error_about("credentials", &error),
        })?;
        let context = jetstream::ContextBuilder::new()
            .timeout(REQUEST)
            .ack_timeout(REQUEST)
            .build(client.clone());
        let names = address.names().clone();
        let explain = |error| violations.explain(began, error);
        let stream = open_stream(&context, &names).await.map_err(explain)?;
        let settings = open_bucket(&context, &names).await.map_err(explain)?;
        let writer = client.new_inbox();
        let writer = writer.rsplit('.').next().unwrap_or_default().to_owned();
        let writes = AtomicU64::new(0);
        Ok(Self {
            client,
            context,
            names,
            stream,
            settings,
            writer,
            writes,
            limit,
            violations,
        })
    }

    /// Returns the unique id of this program.
    pub(super) fn program(&self) -> &str {
        &self.writer
    }

    /// Waits for an answer of the server until the time limit of a client's request.
    async fn with_time_limit<T>(
        &self,
        request: impl Future<Output = io::Result<T>>,
    ) -> io::Result<T> {
        let began = Instant::now();
        let answer = timeout(self.limit, request)
            .await
            .unwrap_or_else(|_| Err(self.no_answer()));
        answer.map_err(|error| self.violations.explain(began, error))
    }

    fn no_answer(&self) -> io::Error {
        match self.client.connection_state() {
            State::Connected => io::Error::new(
                io::ErrorKind::TimedOut,
                "the NATS server does not answer in time",
            ),
            _ => io::Error::new(
                io::ErrorKind::NotConnected,
                "the NATS server cannot be reached",
            ),
        }
    }

    pub(super) fn stream_name(&self) -> String {
        self.names.gateway_stream()
    }

    /// Returns the sequence of the last message of a session; 0 if there is none.
    pub(super) async fn last_sequence(&self, session: &str) -> io::Result<u64> {
        let subject = self.names.gateway_session(session);
        self.with_time_limit(async {
            match self.stream.get_last_raw_message_by_subject(&subject).await {
                Ok(message) => Ok(message.sequence),
                Err(error) if error.kind() == LastRawMessageErrorKind::NoMessageFound => Ok(0),
                Err(error) => Err(self.request_error("the last entry cannot be read", &error)),
            }
        })
        .await
    }

    /// Returns the error for a request. A stream that is missing at the moment may reappear, so that error is not final.
    fn request_error(&self, what: &str, error: &(dyn Error + 'static)) -> io::Error {
        if has_no_responders(error) {
            return self.no_stream();
        }
        error_about(what, &Chain(error))
    }

    fn no_stream(&self) -> io::Error {
        let message = format!(
            "the stream `{}` does not exist, or JetStream is not running",
            self.stream_name()
        );
        io::Error::new(io::ErrorKind::NotConnected, message)
    }

    /// Reads the entries of a session.
    pub(super) async fn read(
        &self,
        session: &str,
    ) -> io::Result<(Vec<(u64, LogEntry)>, LogPosition)> {
        let subject = self.names.gateway_session(session);
        let last = self.last_sequence(session).await?;
        let mut log = EntryLog::default();
        if last == 0 {
            return Ok((log.entries, log.position));
        }
        let config = pull::Config {
            deliver_policy: DeliverPolicy::All,
            ack_policy: AckPolicy::None,
            filter_subject: subject.clone(),
            inactive_threshold: REQUEST * 2,
            memory_storage: true,
            num_replicas: 1,
            ..pull::Config::default()
        };
        let (consumer, mut messages) = self.with_time_limit(self.open_entries(config)).await?;
        // If another program replaces the entries now, its snapshot follows the last message.
        while log.position.sequence < last {
            let next = self
                .with_time_limit(async { Ok(messages.next().await) })
                .await?;
            let Some(message) = next else {
                return Err(error_about(UNREADABLE, &"the server has ended the answer"));
            };
            let message = message.map_err(|error| self.request_error(UNREADABLE, &error))?;
            let info = message
                .info()
                .map_err(|error| error_about(UNREADABLE, &error))?;
            let sequence = info.stream_sequence;
            let headers = message.headers.clone().unwrap_or_default();
            log.add(sequence, &headers, &message.payload)?;
        }
        drop(messages);
        // The server also deletes an unused consumer after a while, so a failure is ignored.
        let name = consumer.cached_info().name.clone();
        let _ = timeout(self.limit, self.stream.delete_consumer(&name)).await;
        if let Some(sequence) = log.outdated_before {
            self.purge(&subject, sequence).await;
        }
        Ok((log.entries, log.position))
    }

    /// Creates a consumer for the entries of a session, and requests its messages.
    async fn open_entries(
        &self,
        config: pull::Config,
    ) -> io::Result<(Consumer<pull::Config>, pull::Stream)> {
        let consumer = self.stream.create_consumer(config).await;
        let consumer = consumer.map_err(|error| self.request_error(UNREADABLE, &error))?;
        let batches = consumer.stream().max_messages_per_batch(BATCH).messages();
        let messages = batches.await;
        let messages = messages.map_err(|error| self.request_error(UNREADABLE, &error))?;
        Ok((consumer, messages))
    }

    /// Deletes the messages of a session before this sequence. If this fails, the next program that reads the messages deletes them.
    async fn purge(&self, subject: &str, sequence: u64) {
        let purge = self.stream.purge().filter(subject).sequence(sequence);
        let _ = timeout(self.limit, purge.into_future()).await;
    }

    /// Stores a write after the message with this sequence. Returns the sequence of its last message.
    pub(super) async fn write(&self, session: &str, write: &Write, after: u64) -> io::Result<u64> {
        let subject = self.names.gateway_session(session);
        let number = self.writes.fetch_add(1, Ordering::Relaxed);
        let id = format!("{}-{number}", self.writer);
        let longest = self.client.max_payload().saturating_sub(HEADERS);
        let mut first = None;
        let mut last = after;
        for part in write.parts(&id, longest) {
            last = self.publish(session, &subject, &part, last).await?;
            first.get_or_insert(last);
        }
        if let Some(sequence) = first.filter(|_| write.kind == WriteKind::Snapshot && after > 0) {
            self.purge(&subject, sequence).await;
        }
        Ok(last)
    }

    /// Stores a message once, after the message with this sequence.
    async fn publish(
        &self,
        session: &str,
        subject: &str,
        part: &WritePart<'_>,
        after: u64,
    ) -> io::Result<u64> {
        let began = Instant::now();
        let end = began + self.limit;
        loop {
            // The other half of the time is reserved for checking if the message was stored, in case the answer is lost.
            let sent = timeout(self.limit / 2, self.try_publish(subject, part, after)).await;
            let sent = sent.unwrap_or_else(|_| Err(PublishError::new(PublishErrorKind::TimedOut)));
            let error = match sent {
                Ok(sequence) => return Ok(sequence),
                Err(error) => error,
            };
            let found = timeout_at(end, self.first_message_after(subject, after)).await;
            match found.unwrap_or_else(|_| Err(self.no_answer())) {
                Ok(Some((sequence, headers))) => {
                    let is_own = [WRITE, PART]
                        .iter()
                        .all(|name| headers.get(*name) == part.headers.get(*name));
                    return if is_own {
                        Ok(sequence)
                    } else {
                        Err(conflict(session))
                    };
                }
                Ok(None) if error.kind() == PublishErrorKind::WrongLastSequence => {
                    return Err(conflict(session));
                }
                Ok(None) | Err(_) if may_pass(&error) && Instant::now() + PAUSE < end => {
                    sleep(PAUSE).await
                }
                _ => return Err(self.violations.explain(began, self.not_stored(&error))),
            }
        }
    }

    /// Returns the error for a message that was not stored.
    fn not_stored(&self, error: &PublishError) -> io::Error {
        let stream = self.stream_name();
        match error.kind() {
            PublishErrorKind::TimedOut | PublishErrorKind::BrokenPipe => self.no_answer(),
            PublishErrorKind::StreamNotFound => self.no_stream(),
            _ if FULL.iter().any(|code| has_code(error, *code)) => {
                let message = format!(
                    "the stream `{stream}` is full ({}); raise its limits with `nats stream edit {stream}`, or those of the account and the disk",
                    Chain(error)
                );
                io::Error::new(io::ErrorKind::StorageFull, message)
            }
            _ => error_about("the NATS server has not stored the entries", &Chain(error)),
        }
    }

    async fn try_publish(
        &self,
        subject: &str,
        part: &WritePart<'_>,
        after: u64,
    ) -> Result<u64, PublishError> {
        let message = PublishMessage::build()
            .headers(part.headers.clone())
            .payload(part.payload.to_vec().into())
            .expected_stream(self.stream_name())
            .expected_last_subject_sequence(after)
            .outbound_message(subject.to_owned());
        let stored = self.context.publish_message(message).await?.await?;
        Ok(stored.sequence)
    }

    /// Returns the first message of a session after this sequence.
    async fn first_message_after(
        &self,
        subject: &str,
        sequence: u64,
    ) -> io::Result<Option<(u64, async_nats::HeaderMap)>> {
        let next = self
            .stream
            .raw_message_builder()
            .sequence(sequence.saturating_add(1));
        match next.next_by_subject(subject).send().await {
            Ok(message) => Ok(Some((message.sequence, message.headers))),
            Err(error) if error.kind() == LastRawMessageErrorKind::NoMessageFound => Ok(None),
            Err(error) => Err(self.request_error("the entries cannot be read", &error)),
        }
    }

    /// Answers the questions of other programs about the inputs that this program processes.
    pub(super) async fn answer_programs(self: Arc<Self>, answer: WorkAnswer) {
        let subject = self.names.gateway_program(&self.writer);
        // If the user may not subscribe, other programs get no answers and deliver the inputs again.
        let Ok(mut questions) = self.client.subscribe(subject).await else {
            return;
        };
        while let Some(message) = questions.next().await {
            let (connection, answer) = (Arc::clone(&self), Arc::clone(&answer));
            tokio::spawn(async move {
                let Some(reply) = message.reply else { return };
                let asked = serde_json::from_slice::<(String, String)>(&message.payload);
                let Ok((session, input)) = asked else { return };
                // The answer may wait for a session that waits for this thread, so it is computed on another thread.
                let is_in_work = spawn_blocking(move || answer(&session, &input))
                    .await
                    .unwrap_or_default();
                let word = if is_in_work { YES } else { "no" };
                // If this answer is lost, the other program counts this one as ended and delivers the input again.
                let _ = connection.client.publish(reply, word.into()).await;
            });
        }
    }

    /// Asks another program if it processes an input. A program that does not answer within the time limit has ended.
    pub(super) async fn is_in_work(
        &self,
        program: &str,
        session: &str,
        input: &str,
    ) -> io::Result<bool> {
        if self.client.connection_state() != State::Connected {
            return Err(self.no_answer());
        }
        let question = serde_json::to_vec(&(session, input))?;
        let request = self
            .client
            .request(self.names.gateway_program(program), question.into());
        match timeout(ANSWER_TIMEOUT, request).await {
            Ok(Ok(answer)) => Ok(&*answer.payload == YES.as_bytes()),
            // Without an answer, the program has ended.
            Ok(Err(_)) | Err(_) => Ok(false),
        }
    }

    /// Returns the names of all sessions.
    pub(super) async fn sessions(&self) -> io::Result<Vec<String>> {
        let filter = subject_filter(&self.names);
        let start = filter.trim_end_matches('*');
        let info = self
            .stream
            .info_with_subjects(&filter)
            .await
            .map_err(|error| error_about(UNLISTED, &error))?;
        let found: Result<Vec<(String, usize)>, _> = info.try_collect().await;
        let found = found.map_err(|error| error_about(UNLISTED, &error))?;
        let names = found
            .iter()
            .filter_map(|(subject, _)| session_name(subject.strip_prefix(start)?));
        Ok(names.collect())
    }

    pub(super) async fn setting(&self, name: &str) -> io::Result<Option<String>> {
        let began = Instant::now();
        let read = self.settings.get(name).await;
        let value = read.map_err(|error| {
            let error = error_about(&format!("setting `{name}` cannot be read"), &error);
            self.violations.explain(began, error)
        })?;
        match value {
            Some(value) => Ok(Some(
                String::from_utf8(value.to_vec()).map_err(io::Error::other)?,
            )),
            None => Ok(None),
        }
    }

    pub(super) async fn set_setting(&self, name: &str, value: &str) -> io::Result<()> {
        let began = Instant::now();
        let put = self.settings.put(name, value.to_owned().into()).await;
        put.map(drop).map_err(|error| {
            let error = error_about(&format!("setting `{name}` cannot be stored"), &error);
            self.violations.explain(began, error)
        })
    }

    pub(super) async fn setting_or_insert(&self, name: &str, value: String) -> io::Result<String> {
        if let Some(known) = self.setting(name).await? {
            return Ok(known);
        }
        let began = Instant::now();
        let created = self.settings.create(name, value.clone().into()).await;
        match created {
            Ok(_) => return Ok(value),
            Err(error) if error.kind() == kv::CreateErrorKind::AlreadyExists => {}
            Err(error) => {
                let error = error_about(&format!("setting `{name}` cannot be stored"), &error);
                return Err(self.violations.explain(began, error));
            }
        }
        for _ in 0..SETTING_ATTEMPTS {
            // A replica may receive the value later.
            if let Some(known) = self.setting(name).await? {
                return Ok(known);
            }
            sleep(PAUSE).await;
        }
        Err(io::Error::other(format!("setting `{name}` cannot be read")))
    }
}

fn subject_filter(names: &StreamNames) -> String {
    format!("{names}.serve.*")
}

/// Opens the stream of the sessions. Its settings must not delete entries.
async fn open_stream(context: &Context, names: &StreamNames) -> io::Result<Stream> {
    let name = names.gateway_stream();
    let config = stream::Config {
        name: name.clone(),
        subjects: vec![subject_filter(names)],
        description: Some("sessions of agent-ui gateways".to_owned()),
        discard: DiscardPolicy::New,
        allow_direct: true,
        ..stream::Config::default()
    };
    let opened = context.get_or_create_stream(config).await;
    let stream = opened
        .map_err(|error| error_about(&format!("stream `{name}` cannot be opened"), &error))?;
    let found = &stream.cached_info().config;
    let is_limited = found.max_messages_per_subject > 0 || !found.max_age.is_zero();
    let discards =
        found.discard == DiscardPolicy::Old && (found.max_bytes > 0 || found.max_messages > 0);
    let wrong = if !found.subjects.contains(&subject_filter(names)) {
        format!(
            "the stream must have the subject `{}`",
            subject_filter(names)
        )
    } else if found.retention != stream::RetentionPolicy::Limits || is_limited || discards {
        "the stream must not delete messages: no limit of age and of messages per subject, and the discard policy `new`".to_owned()
    } else {
        return Ok(stream);
    };
    Err(io::Error::new(
        io::ErrorKind::InvalidInput,
        format!("stream `{name}` cannot be used: {wrong}"),
    ))
}

async fn open_bucket(context: &Context, names: &StreamNames) -> io::Result<kv::Store> {
    let bucket = names.gateway_bucket();
    if let Ok(found) = context.get_key_value(&bucket).await {
        return Ok(found);
    }
    let config = kv::Config {
        bucket: bucket.clone(),
        description: "settings of agent-ui gateways".to_owned(),
        history: 1,
        ..kv::Config::default()
    };
    let created = context.create_key_value(config).await;
    created.map_err(|error| error_about(&format!("bucket `{bucket}` cannot be opened"), &error))
}

/// Returns `true` if the same message may succeed later.
fn may_pass(error: &PublishError) -> bool {
    match error.kind() {
        PublishErrorKind::StreamNotFound
        | PublishErrorKind::TimedOut
        | PublishErrorKind::BrokenPipe => true,
        // Another message was stored instead, but cannot be read yet.
        PublishErrorKind::WrongLastSequence => true,
        // The server is storing another message of the session.
        PublishErrorKind::Other => error
            .source()
            .and_then(|source| source.downcast_ref::<jetstream::Error>())
            .is_some_and(|error| {
                error.error_code() == ErrorCode::STREAM_WRONG_LAST_SEQUENCE_CONSTANT
            }),
        _ => false,
    }
}

fn error_about(what: &str, error: &dyn Display) -> io::Error {
    io::Error::other(format!("{what}: {error}"))
}
