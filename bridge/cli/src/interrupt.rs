//! The end of a run by Ctrl-C: the program stops between two documents and states how far it came.

mod reader;

pub(crate) use reader::is_interruption;

use self::reader::InterruptibleReader;
use crate::{
    place::Place,
    terminal_text::{CLEAR, grouped},
};
use std::{
    io::{IsTerminal, Read},
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

/// The exit status after Ctrl-C, as shells report a process that a signal has ended.
pub(crate) const STATUS: u8 = 130;

/// The time in which the program must stop by itself.
const LIMIT: Duration = Duration::from_secs(10);

/// The time between two looks whether it does.
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
    /// `true` after Ctrl-C.
    is_requested: AtomicBool,
    /// `true` once the program has noticed the request.
    is_noticed: AtomicBool,
    handled: Mutex<Handled>,
    /// The advice how to go on.
    advice: &'static str,
}

impl Interrupt {
    /// Waits for Ctrl-C, if that is allowed. Without this call, Ctrl-C ends the process at once.
    pub(crate) fn catch(advice: &'static str) -> Option<Arc<Self>> {
        if !IS_ALLOWED.load(Ordering::SeqCst) {
            return None;
        }
        let interrupt = Arc::new(Self { advice, ..Self::default() });
        let shared = Arc::clone(&interrupt);
        ctrlc::set_handler(move || shared.request()).ok().map(|()| interrupt)
    }

    /// Runs on another thread when Ctrl-C was pressed.
    fn request(&self) {
        if self.is_requested.swap(true, Ordering::SeqCst) {
            std::process::exit(STATUS.into());
        }
        let end = Instant::now() + LIMIT;
        while Instant::now() < end {
            if self.is_noticed.load(Ordering::SeqCst) {
                return;
            }
            thread::sleep(CHECK);
        }
        // A terminal shows `^C` and may show the progress.
        let clear = if std::io::stderr().is_terminal() { CLEAR } else { "" };
        eprintln!("{clear}agent-ui: {}", self.timeout_message());
        std::process::exit(STATUS.into());
    }

    /// Returns a reader of an input that may block for any time. Ctrl-C ends its reads.
    pub(crate) fn reader(self: &Arc<Self>, input: Box<dyn Read + Send>) -> Box<dyn Read + Send> {
        Box::new(InterruptibleReader::new(input, Arc::clone(self)))
    }

    /// Returns `true` if the program is to stop. The program then does so by itself.
    pub(crate) fn notice(&self) -> bool {
        let is_requested = self.is_requested.load(Ordering::SeqCst);
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
        format!("stopped after {} {documents}, the last at {place}; {}", grouped(count), self.advice)
    }

    /// Returns the sentence that ends a run which does not stop by itself, for example because nobody reads its output.
    fn timeout_message(&self) -> String {
        let Some((count, place)) = self.last_document() else { return self.message() };
        let missing = "the end of the output and of the report is missing";
        format!(
            "stopped at document {}, {place}, which is not finished after {LIMIT:?}; {missing}",
            grouped(count)
        )
    }

    /// Returns the number and the place of the last document that was begun.
    fn last_document(&self) -> Option<(u64, String)> {
        let handled = self.handled.lock().ok()?;
        let place = crate::terminal_text::printable(&handled.last.as_ref()?.to_string()).into_owned();
        Some((handled.count, place))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_message_states_the_documents_and_the_last_place() {
        let interrupt = Interrupt { advice: "run it again", ..Interrupt::default() };
        assert_eq!(interrupt.message(), "stopped before the first document");
        for line in [1, 12_345] {
            assert!(!interrupt.notice());
            interrupt.begin_document(Place { file: Some("big.jsonl".into()), line, column: 1 });
        }
        assert_eq!(
            interrupt.message(),
            "stopped after 2 documents, the last at big.jsonl:12345:1; run it again"
        );
        assert_eq!(
            interrupt.timeout_message(),
            "stopped at document 2, big.jsonl:12345:1, which is not finished after 10s; the end of the output and of the report is missing"
        );
        interrupt.is_requested.store(true, Ordering::SeqCst);
        assert!(interrupt.notice());
    }
}
