//! The settings of a worker.

use crate::{names::StreamNames, report::WorkerReportSink};
use agent_ui_text::{TranslateOptions, bridge::DialectOrProtocol};
use std::{fmt, net::SocketAddr, num::NonZeroUsize, sync::Arc};

/// The settings of a worker.
///
/// ```
/// use agent_ui_nats::WorkerSettings;
///
/// let settings = WorkerSettings::new("ui".parse()?, "a2ui@0.8".parse()?, "a2ui@0.9".parse()?);
/// assert_eq!(settings.attempts, 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
#[non_exhaustive]
pub struct WorkerSettings {
    /// The names of the streams.
    pub names: StreamNames,
    /// The source of the sessions that name no protocols.
    pub from: DialectOrProtocol,
    /// The target of the sessions that name no protocols.
    pub to: DialectOrProtocol,
    /// The options of all translations. `max_bytes` limits the state of a session; with `envelope`, inputs and outputs are envelopes
    /// `{"value","carry","notes"}`.
    pub options: TranslateOptions,
    /// The maximum number of sessions in memory. The default is 1,000.
    pub cached_sessions: NonZeroUsize,
    /// The maximum length of a message in bytes. The default is 16 MiB. Messages above the payload limit of the server, usually 1 MiB,
    /// are objects. A worker has at most 128 MiB of them in memory at the same time, or one if it is longer.
    pub max_message: usize,
    /// The number of counted attempts to translate a message that ends workers. The first two deliveries are not counted, and neither are
    /// failures of the server. The default is 3.
    pub attempts: u32,
    /// The address of the status page; absent for none.
    pub status: Option<SocketAddr>,
    /// `true` if the worker ends when no input waits.
    pub until_empty: bool,
    /// Receives what happens.
    pub report: WorkerReportSink,
}

impl WorkerSettings {
    /// Creates settings with the defaults, and without reports.
    pub fn new(names: StreamNames, from: DialectOrProtocol, to: DialectOrProtocol) -> Self {
        Self {
            names,
            from,
            to,
            options: TranslateOptions::default(),
            cached_sessions: NonZeroUsize::new(1000).unwrap_or(NonZeroUsize::MIN),
            max_message: 16 << 20,
            attempts: 3,
            status: None,
            until_empty: false,
            report: Arc::new(|_| ()),
        }
    }
}

impl fmt::Debug for WorkerSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WorkerSettings")
            .field("names", &self.names)
            .field("from", &self.from)
            .field("to", &self.to)
            .finish_non_exhaustive()
    }
}
