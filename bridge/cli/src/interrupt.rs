//! The end of a run by Ctrl-C or SIGTERM: the program stops between two documents and reports the last document.

mod reader;

pub(crate) use reader::is_interruption;

use self::reader::InterruptibleReader;
use crate::{
    replacement::exit_without_replacing,
    terminal_text::{CLEAR, group_digits},
};
use agent_ui_text::place::Place;
use std::{
    io::{self, IsTerminal, Read},
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicU8, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

/// The exit status after Ctrl-C, as shells report a process that a signal has ended.
pub(crate) const STATUS: u8 = 130;

/// The exit status after SIGTERM.
#[cfg(unix)]
const TERMINATED: u8 = 143;

/// The time in which the program must stop by itself.
const LIMIT: Duration = Duration::from_secs(10);

/// The interval at which another thread checks for the stop.
const CHECK: Duration = Duration::from_millis(50);

/// `true` if the process belongs to the program, so that it may handle the signals.
static IS_ALLOWED: AtomicBool = AtomicBool::new(false);

/// Allows the handling of Ctrl-C in this process.
pub(crate) fn allow() {
    IS_ALLOWED.store(true, Ordering::SeqCst);
}

/// The documents that were handled so far.
#[derive(Debug, Default)]
pub(crate) struct Handled {
    count: u64,
    /// The start of the last document.
    last: Option<Place>,
}

/// A request to stop, and the state that both threads share.
#[derive(Debug, Default)]
pub(crate) struct Interrupt {
    /// The exit status that was requested, or 0.
    requested: AtomicU8,
    /// `true` once the program has noticed the request.
    is_noticed: AtomicBool,
    handled: Mutex<Handled>,
    /// The advice on how to continue.
    advice: &'static str,
}

impl Interrupt {
    /// Waits for Ctrl-C and SIGTERM, if that is allowed. Without this call, they end the process at once.
    pub(crate) fn catch(advice: &'static str) -> Option<Arc<Self>> {
        if !IS_ALLOWED.load(Ordering::SeqCst) {
            return None;
        }
        let interrupt = Arc::new(Self {
            advice,
            ..Self::default()
        });
        let shared = Arc::clone(&interrupt);
        listen(move |status| shared.request(status))
            .ok()
            .map(|()| interrupt)
    }

    /// Handles a signal, on the thread that waits for signals.
    fn request(self: &Arc<Self>, status: u8) {
        if self.requested.swap(status, Ordering::SeqCst) != 0 {
            // A second signal ends the process at once.
            exit_without_replacing(status);
        }
        let interrupt = Arc::clone(self);
        // This thread waits for a second signal. If the other thread cannot start, only the time limit is missing.
        let _ = thread::Builder::new().spawn(move || interrupt.enforce_time_limit());
    }

    /// Ends the process if it does not stop by itself within the time limit.
    fn enforce_time_limit(&self) {
        let end = Instant::now() + LIMIT;
        while Instant::now() < end {
            if self.is_noticed.load(Ordering::SeqCst) {
                return;
            }
            thread::sleep(CHECK);
        }
        // A terminal shows `^C` and may show the progress.
        let clear = if std::io::stderr().is_terminal() {
            CLEAR
        } else {
            ""
        };
        eprintln!("{clear}agent-ui: {}", self.timeout_message());
        exit_without_replacing(self.status());
    }

    /// Returns the exit status of a run that was stopped.
    pub(crate) fn status(&self) -> u8 {
        self.requested.load(Ordering::SeqCst)
    }

    /// Returns a reader of an input that may block for any time. Ctrl-C ends its reads.
    pub(crate) fn reader(self: &Arc<Self>, input: Box<dyn Read + Send>) -> Box<dyn Read + Send> {
        Box::new(InterruptibleReader::new(input, Arc::clone(self)))
    }

    /// Returns `true` if the program is to stop, and records that the program has noticed the request.
    pub(crate) fn notice(&self) -> bool {
        let is_requested = self.status() != 0;
        if is_requested {
            self.is_noticed.store(true, Ordering::SeqCst);
        }
        is_requested
    }

    /// Counts a document that is about to be handled.
    pub(crate) fn begin_document(&self, place: Place) {
        if let Ok(mut handled) = self.handled.lock() {
            handled.count += 1;
            handled.last = Some(place);
        }
    }

    /// Returns the sentence that ends a run between two documents.
    pub(crate) fn message(&self) -> String {
        let Some((count, place)) = self.last_document() else {
            return "stopped before the first document".to_owned();
        };
        let documents = if count == 1 { "document" } else { "documents" };
        format!(
            "stopped after {} {documents}, the last at {place}; {}",
            group_digits(count),
            self.advice
        )
    }

    /// Returns the sentence that ends a run which does not stop by itself, for example because its output is not read.
    fn timeout_message(&self) -> String {
        let Some((count, place)) = self.last_document() else {
            return self.message();
        };
        let missing = "the end of the output and of the report is missing";
        format!(
            "stopped at document {}, {place}, which is not finished after {LIMIT:?}; {missing}",
            group_digits(count)
        )
    }

    /// Returns the number and the place of the last document that was begun.
    fn last_document(&self) -> Option<(u64, String)> {
        let handled = self.handled.lock().ok()?;
        let place =
            crate::terminal_text::printable(&handled.last.as_ref()?.to_string()).into_owned();
        Some((handled.count, place))
    }
}

/// Lets Ctrl-C and SIGTERM remove the temporary files before they end the process, if the handling of signals is allowed.
pub(crate) fn remove_temporary_files() {
    if IS_ALLOWED.load(Ordering::SeqCst) {
        // Without the thread, a signal ends the process and leaves a temporary file.
        let _ = listen(|status| exit_without_replacing(status));
    }
}

/// Starts a thread that runs a function with the exit status of each signal that asks the process to end.
#[cfg(unix)]
fn listen(request: impl Fn(u8) + Send + 'static) -> io::Result<()> {
    use signal_hook::{consts, iterator::Signals};
    let mut signals = Signals::new([consts::SIGINT, consts::SIGTERM])?;
    thread::Builder::new().spawn(move || {
        for signal in signals.forever() {
            request(if signal == consts::SIGTERM {
                TERMINATED
            } else {
                STATUS
            });
        }
    })?;
    Ok(())
}

#[cfg(not(unix))]
fn listen(request: impl Fn(u8) + Send + 'static) -> io::Result<()> {
    ctrlc::set_handler(move || request(STATUS)).map_err(io::Error::other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_message_states_the_documents_and_the_last_place() {
        let interrupt = Interrupt {
            advice: "run it again",
            ..Interrupt::default()
        };
        assert_eq!(interrupt.message(), "stopped before the first document");
        for line in [1, 12_345] {
            assert!(!interrupt.notice());
            interrupt.begin_document(Place {
                file: Some("big.jsonl".into()),
                line,
                column: 1,
            });
        }
        assert_eq!(
            interrupt.message(),
            "stopped after 2 documents, the last at big.jsonl:12345:1; run it again"
        );
        assert_eq!(
            interrupt.timeout_message(),
            "stopped at document 2, big.jsonl:12345:1, which is not finished after 10s; the end of the output and of the report is missing"
        );
        interrupt.requested.store(STATUS, Ordering::SeqCst);
        assert!(interrupt.notice());
    }
}
