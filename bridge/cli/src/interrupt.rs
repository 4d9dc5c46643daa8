//! The end of a run by Ctrl-C: the program stops between two documents and states how far it came.

use crate::{
    place::Place,
    terminal_text::{CLEAR, grouped},
};
use std::{
    io::IsTerminal,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::Duration,
};

/// The exit status after Ctrl-C, as shells report a process that a signal has ended.
pub(crate) const STATUS: u8 = 130;

/// The time in which the program must stop by itself, in steps of [`STEP`].
const STEPS: u32 = 40;
const STEP: Duration = Duration::from_millis(50);

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
    /// `true` while the program waits for input, with everything written.
    is_waiting: AtomicBool,
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
        for _ in 0..STEPS {
            if self.is_noticed.load(Ordering::SeqCst) {
                return;
            }
            if self.is_waiting.load(Ordering::SeqCst) {
                break;
            }
            thread::sleep(STEP);
        }
        // A terminal shows `^C` and may show the progress.
        let clear = if std::io::stderr().is_terminal() { CLEAR } else { "" };
        eprintln!("{clear}agent-ui: {}", self.message());
        std::process::exit(STATUS.into());
    }

    /// Notes that the program is about to wait for input.
    pub(crate) fn begin_wait(&self) {
        self.is_waiting.store(true, Ordering::SeqCst);
    }

    /// Notes that input has arrived. Returns `true` if the program is to stop.
    pub(crate) fn end_wait(&self) -> bool {
        self.is_waiting.store(false, Ordering::SeqCst);
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

    /// Returns the sentence that ends the run.
    pub(crate) fn message(&self) -> String {
        let Ok(handled) = self.handled.lock() else { return "stopped".to_owned() };
        let Some(place) = &handled.last else { return "stopped before the first document".to_owned() };
        let documents = if handled.count == 1 { "document" } else { "documents" };
        let place = crate::terminal_text::printable(&place.to_string()).into_owned();
        format!("stopped after {} {documents}, the last at {place}; {}", grouped(handled.count), self.advice)
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
            assert!(!interrupt.end_wait());
            interrupt.begin_document(Place { file: Some("big.jsonl".into()), line, column: 1 });
        }
        assert_eq!(
            interrupt.message(),
            "stopped after 2 documents, the last at big.jsonl:12345:1; run it again"
        );
        interrupt.is_requested.store(true, Ordering::SeqCst);
        assert!(interrupt.end_wait());
    }
}
