//! What happens, on its way to the program.

use std::{fmt, sync::Arc};
use tokio::sync::{
    mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel},
    watch,
};

/// How many events may wait for the program. Until it has taken some, nothing more is received from the peers.
const AHEAD: usize = 256;

/// What happens, in its order. Whoever does not want to know drops it.
pub struct Events<T> {
    from: UnboundedReceiver<T>,
    waiting: Arc<watch::Sender<usize>>,
}

impl<T> fmt::Debug for Events<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Events").field("waiting", &*self.waiting.borrow()).finish_non_exhaustive()
    }
}

impl<T> Events<T> {
    /// The next event, as soon as there is one; `None` if nothing happens any more.
    pub async fn next(&mut self) -> Option<T> {
        let event = self.from.recv().await;
        self.release(event)
    }

    /// [`next`](Self::next) for a thread that may wait.
    pub fn blocking_next(&mut self) -> Option<T> {
        let event = self.from.blocking_recv();
        self.release(event)
    }

    fn release(&self, event: Option<T>) -> Option<T> {
        if event.is_some() {
            self.waiting.send_modify(|waiting| *waiting = waiting.saturating_sub(1));
        }
        event
    }
}

impl<T> Drop for Events<T> {
    fn drop(&mut self) {
        self.from.close();
        self.waiting.send_replace(0);
    }
}

/// Tells the program.
pub(crate) struct EventSender<T> {
    to: UnboundedSender<T>,
    waiting: Arc<watch::Sender<usize>>,
}

impl<T> EventSender<T> {
    pub(crate) fn tell(&self, event: T) {
        self.waiting.send_modify(|waiting| *waiting += 1);
        if self.to.send(event).is_err() {
            self.waiting.send_replace(0);
        }
    }
}

/// Knows whether the program comes along.
#[derive(Clone)]
pub(crate) struct Room(watch::Receiver<usize>);

impl Room {
    /// Waits until the program has taken enough of what happened.
    pub(crate) async fn free(&mut self) {
        // Nobody who could tell anything is left, if this fails.
        let _ = self.0.wait_for(|waiting| *waiting < AHEAD).await;
    }
}

pub(crate) fn channel<T>() -> (EventSender<T>, Room, Events<T>) {
    let (to, from) = unbounded_channel();
    let (waiting, room) = watch::channel(0);
    let waiting = Arc::new(waiting);
    (EventSender { to, waiting: Arc::clone(&waiting) }, Room(room), Events { from, waiting })
}
