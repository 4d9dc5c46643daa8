//! The events of a running worker, and the thread that writes them to standard error.

use crate::{exit::Exit, report::Report, terminal_text::printable};
use agent_ui_nats::{ReportLevel, WorkerReport, WorkerReportSink};
use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
    mpsc::{Receiver, SyncSender, TrySendError, sync_channel},
};

/// The maximum number of lines that wait for a slow reader of standard error. Further lines of the log are dropped,
/// because a worker must not wait for the reader.
const AHEAD: usize = 1024;

/// An event of the worker. Events are written in the order in which they are sent.
enum Event {
    Line(String),
    /// The worker has ended.
    Ended(Result<(), Exit>),
}

/// Sends events to the thread that writes them.
pub(super) struct Events {
    to: SyncSender<Event>,
    level: ReportLevel,
    dropped: Arc<AtomicU64>,
}

/// Receives the events of a worker.
pub(super) struct EventReceiver {
    from: Receiver<Event>,
    /// The number of lines that were dropped since the last written line.
    dropped: Arc<AtomicU64>,
}

impl Events {
    /// Creates the sender and the receiver of events. Reports below the level are ignored.
    pub(super) fn channel(level: ReportLevel) -> (Self, EventReceiver) {
        let (to, from) = sync_channel(AHEAD);
        let dropped = Arc::new(AtomicU64::new(0));
        (
            Self {
                to,
                level,
                dropped: Arc::clone(&dropped),
            },
            EventReceiver { from, dropped },
        )
    }

    /// Returns the function that receives the reports of a worker.
    pub(super) fn sink(&self) -> WorkerReportSink {
        let Self { to, level, dropped } = self;
        let (to, level, dropped) = (to.clone(), *level, Arc::clone(dropped));
        Arc::new(move |reported: &WorkerReport| {
            if reported.level <= level {
                if let Err(TrySendError::Full(_)) = to.try_send(Event::Line(reported.to_string())) {
                    dropped.fetch_add(1, Ordering::Relaxed);
                }
            }
        })
    }

    /// Writes a line of the log.
    pub(super) fn info(&self, message: &str) {
        if ReportLevel::Info <= self.level {
            self.say(format!("{} {message}", ReportLevel::Info));
        }
    }

    /// Writes a line, regardless of the level.
    pub(super) fn say(&self, line: String) {
        // Without a receiver, the program ends.
        let _ = self.to.send(Event::Line(line));
    }

    pub(super) fn send_end(&self, ended: Result<(), Exit>) {
        // Without a receiver, the program ends.
        let _ = self.to.send(Event::Ended(ended));
    }
}

impl EventReceiver {
    /// Writes all events until the worker has ended.
    pub(super) fn write_all(self, report: &mut Report) -> Result<(), Exit> {
        while let Ok(event) = self.from.recv() {
            let line = match event {
                Event::Line(line) => line,
                Event::Ended(ended) => return ended,
            };
            // A worker continues if its log has no reader any more, so failures of both lines are ignored.
            let _ = report.say(&printable(&line));
            let dropped = self.dropped.swap(0, Ordering::Relaxed);
            if dropped > 0 {
                let _ = report.say(&format!("warn lines of the log dropped count={dropped}"));
            }
        }
        Ok(())
    }
}
