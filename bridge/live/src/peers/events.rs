//! The queue of events that the program receives.

use std::{fmt, sync::Arc};
use tokio::sync::{
    mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel},
    watch,
};

/// The maximum number of waiting events. While the queue is full, no frames are received from peers.
const AHEAD: usize = 256;

/// The events for the program, in order. Dropping this value discards all further events.
pub struct Events<T> {
    from: UnboundedReceiver<T>,
    waiting: Arc<watch::Sender<usize>>,
}

impl<T> fmt::Debug for Events<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Events")
            .field("waiting", &*self.waiting.borrow())
            .finish_non_exhaustive()
    }
}

impl<T> Events<T> {
    /// Returns the next event, or `None` after the last one.
    pub async fn next(&mut self) -> Option<T> {
        let event = self.from.recv().await;
        self.release(event)
    }

    /// Returns the [`next`](Self::next) event. The current thread is blocked until then.
    pub fn blocking_next(&mut self) -> Option<T> {
        let event = self.from.blocking_recv();
        self.release(event)
    }

    fn release(&self, event: Option<T>) -> Option<T> {
        if event.is_some() {
            self.waiting
                .send_modify(|waiting| *waiting = waiting.saturating_sub(1));
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

/// The sending side of the queue.
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

/// Reports whether the queue has room for more events.
#[derive(Clone)]
pub(crate) struct Room(watch::Receiver<usize>);

impl Room {
    /// Waits until the queue has room.
    pub(crate) async fn free(&mut self) {
        // An error means that nothing can send events any more.
        let _ = self.0.wait_for(|waiting| *waiting < AHEAD).await;
    }
}

pub(crate) fn channel<T>() -> (EventSender<T>, Room, Events<T>) {
    let (to, from) = unbounded_channel();
    let (waiting, room) = watch::channel(0);
    let waiting = Arc::new(waiting);
    (
        EventSender {
            to,
            waiting: Arc::clone(&waiting),
        },
        Room(room),
        Events { from, waiting },
    )
}
