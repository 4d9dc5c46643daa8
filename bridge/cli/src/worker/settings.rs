//! The settings of a worker, from the command line.

use crate::{
    args::{LogLevel, Worker},
    context,
    conversion::read_carry_key,
    exit::Exit,
    report::Report,
};
use agent_ui_nats::{
    NatsError, ReportLevel, ServerAddress, StreamNames, StreamSettings, WorkerSettings,
};
use agent_ui_text::{TextBridge, TranslateOptions};
use bridge::DialectOrProtocol;
use std::num::{NonZeroU32, NonZeroUsize};

/// The task that the command line names.
pub(super) enum Task {
    /// Create the streams.
    Init(StreamNames, StreamSettings),
    /// Ask the running workers to end.
    Drain(StreamNames),
    /// Translate the messages of sessions.
    Work(Box<WorkerSettings>),
}

/// Reads the address of the server. Errors do not repeat the address, because it may contain a password.
pub(super) fn parse_address(arguments: &Worker) -> Result<ServerAddress, Exit> {
    arguments
        .nats
        .parse()
        .map_err(|error| Exit::Usage(format!("--nats: {error}")))
}

/// Reads the task that the command line names.
pub(super) fn read_task(arguments: &Worker, report: &mut Report) -> Result<Task, Exit> {
    let stream = &arguments.stream;
    let names: StreamNames = stream
        .parse()
        .map_err(|error| Exit::Usage(format!("--stream {stream}: {error}")))?;
    if arguments.init {
        let mut settings = StreamSettings::default();
        settings.partitions = arguments.partitions.and_then(NonZeroU32::new);
        let replicas = arguments
            .replicas
            .and_then(|replicas| usize::try_from(replicas).ok());
        settings.replicas = replicas.and_then(NonZeroUsize::new);
        return Ok(Task::Init(names, settings));
    }
    let translation = &arguments.translation;
    match (translation.from, translation.to) {
        (Some(from), Some(to)) if !arguments.drain => {
            let settings = read_worker_settings(arguments, names, from, to, report)?;
            Ok(Task::Work(Box::new(settings)))
        }
        _ => Ok(Task::Drain(names)),
    }
}

/// Reads the settings of a worker that translates.
fn read_worker_settings(
    arguments: &Worker,
    names: StreamNames,
    from: DialectOrProtocol,
    to: DialectOrProtocol,
    report: &mut Report,
) -> Result<WorkerSettings, Exit> {
    let translation = &arguments.translation;
    let mut options = TranslateOptions::new()
        .context(context::read(&arguments.context, report)?)
        .max_bytes(size(translation.limit));
    options.strict = translation.strict;
    options.embed = translation.embed;
    options.trust_embedded = translation.trust_embedded;
    options.escape_ids = translation.escape_ids;
    options.carry_key = translation
        .carry_key
        .as_deref()
        .map(read_carry_key)
        .transpose()?;
    options.type_name = translation.type_name;
    options.envelope = translation.envelope;
    TextBridge::new(from, to, options.clone()).map_err(|diagnostic| {
        let (message, hint) = (&diagnostic.message, &diagnostic.hint);
        Exit::Usage(format!("--from {from} --to {to}: {message}; {hint}"))
    })?;
    let mut settings = WorkerSettings::new(names, from, to);
    settings.options = options;
    settings.cached_sessions =
        NonZeroUsize::new(size(translation.sessions.into())).unwrap_or(NonZeroUsize::MIN);
    settings.max_message = size(translation.max_message);
    settings.attempts = translation.attempts;
    settings.status = translation.status;
    settings.until_empty = translation.until_empty;
    Ok(settings)
}

fn size(bytes: u64) -> usize {
    usize::try_from(bytes).unwrap_or(usize::MAX)
}

/// Returns the level of the log. By default, `--init` and `--drain` report only warnings and errors.
pub(super) fn log_level(arguments: &Worker) -> ReportLevel {
    match arguments.log {
        Some(LogLevel::Error) => ReportLevel::Error,
        Some(LogLevel::Warn) => ReportLevel::Warn,
        Some(LogLevel::Info) => ReportLevel::Info,
        Some(LogLevel::Debug) => ReportLevel::Debug,
        None if arguments.init || arguments.drain => ReportLevel::Warn,
        None => ReportLevel::Info,
    }
}

/// Returns the usage error for an error of the server, with the option that the error is about.
pub(super) fn server_error(arguments: &Worker, error: &NatsError) -> Exit {
    let stream = &arguments.stream;
    Exit::Usage(match error {
        NatsError::Connect { .. } => format!("--nats: {error}"),
        NatsError::Credentials { .. } => format!("--credentials {error}"),
        NatsError::NoStream { .. } | NatsError::ForeignStream { .. } => {
            format!("--stream {stream}: {error}")
        }
        NatsError::Status { .. } => format!("--status {error}"),
        error => error.to_string(),
    })
}
