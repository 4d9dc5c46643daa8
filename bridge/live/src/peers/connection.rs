//! A connection, with a queue of outgoing frames and the loop that sends and receives.

use crate::peers::{
    events::Room,
    transport::{ConnectionEnd, ConnectionLimits, Frame, ReceiveFrames, ReceivedFrame, SendFrames},
};
use axum::body::Bytes;
use futures_util::future::{Either, pending, select};
use std::{
    pin::pin,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};
use tokio::{
    sync::{
        mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel},
        watch,
    },
    time::{Instant, timeout, timeout_at},
};

/// The approximate overhead of a queued message in bytes.
const OVERHEAD: usize = 64;
/// The time in which the peer must confirm the end of the connection.
const GOODBYE: Duration = Duration::from_secs(1);

/// The sending side of a connection's queue. When this value is dropped, the connection ends after all frames are sent.
#[derive(Debug)]
pub(crate) struct Outgoing {
    to: UnboundedSender<Frame>,
    waiting: Arc<AtomicUsize>,
    most: usize,
    cut: watch::Sender<Option<ConnectionEnd>>,
}

/// The receiving side of a connection's queue.
#[derive(Debug)]
pub(crate) struct Waiting {
    from: UnboundedReceiver<Frame>,
    bytes: Arc<AtomicUsize>,
    cut: watch::Receiver<Option<ConnectionEnd>>,
}

/// Creates the queue of a connection.
pub(crate) fn queue(limits: &ConnectionLimits) -> (Outgoing, Waiting) {
    let (to, from) = unbounded_channel();
    let (cut, is_cut) = watch::channel(None);
    let bytes = Arc::new(AtomicUsize::new(0));
    (
        Outgoing {
            to,
            waiting: Arc::clone(&bytes),
            most: limits.queue,
            cut,
        },
        Waiting {
            from,
            bytes,
            cut: is_cut,
        },
    )
}

impl Outgoing {
    /// Queues a message. If the peer is too slow, the connection ends and this returns `false`.
    pub(crate) fn send(&self, text: Bytes) -> bool {
        let size = text.len() + OVERHEAD;
        let before = self.waiting.fetch_add(size, Ordering::Relaxed);
        if before > 0 && before.saturating_add(size) > self.most {
            self.abort(ConnectionEnd::Slow);
            return false;
        }
        self.to.send(Frame::Text(text)).is_ok()
    }

    /// Returns `false` if the connection has ended, or is ending because the peer is too slow.
    #[cfg(feature = "gateway")]
    pub(crate) fn is_open(&self) -> bool {
        !self.to.is_closed() && self.cut.borrow().is_none()
    }

    /// Ends the connection after all waiting frames are sent.
    pub(crate) fn close(&self, why: ConnectionEnd) {
        // If sending fails, the connection has already ended.
        let _ = self.to.send(Frame::Close(why));
    }

    /// Ends the connection immediately.
    pub(crate) fn abort(&self, why: ConnectionEnd) {
        self.cut.send_if_modified(|cut| cut.replace(why).is_none());
    }
}

/// Waits until the connection is aborted, and returns the reason.
async fn wait_until_cut(mut cut: watch::Receiver<Option<ConnectionEnd>>) -> ConnectionEnd {
    if let Ok(why) = cut.wait_for(Option::is_some).await {
        if let Some(why) = *why {
            return why;
        }
    }
    // The connection can no longer be aborted.
    pending().await
}

/// Runs a connection to its end. If `pings` is absent, no pings are sent, and the connection waits for the peer without
/// a time limit.
pub(crate) async fn run<H: ReceiveFrames, S: SendFrames>(
    mut receiver: H,
    mut sender: S,
    waiting: Waiting,
    pings: Option<&ConnectionLimits>,
    mut room: Room,
    mut receive: impl FnMut(&str) + Send,
) -> ConnectionEnd {
    let Waiting {
        mut from,
        bytes,
        cut,
    } = waiting;
    let (why, is_closed_here) = {
        let receiving = pin!(receive_frames(
            &mut receiver,
            pings,
            &mut room,
            &mut receive
        ));
        let sending = pin!(send(&mut sender, &mut from, &bytes, pings));
        let cut = pin!(wait_until_cut(cut));
        match select(cut, select(sending, receiving)).await {
            Either::Left((why, _)) => return why,
            Either::Right((Either::Left((why, _)), _)) => (why, true),
            Either::Right((Either::Right((why, _)), _)) => (why, false),
        }
    };
    if !is_closed_here && why == ConnectionEnd::TooLong {
        // The connection ends anyway if the peer does not receive the close frame.
        let _ = timeout(GOODBYE, sender.send(Frame::Close(why))).await;
    }
    if is_closed_here && why != ConnectionEnd::Gone {
        // A peer that is still sending may not receive the close frame if the connection ends at once.
        let goodbye = async { while !matches!(receiver.receive().await, ReceivedFrame::End(_)) {} };
        // After this time, the connection ends without the confirmation of the peer.
        let _ = timeout(GOODBYE, goodbye).await;
    }
    why
}

/// Receives frames, while there is room for events, until the connection ends.
async fn receive_frames<H: ReceiveFrames>(
    receiver: &mut H,
    pings: Option<&ConnectionLimits>,
    room: &mut Room,
    receive: &mut (impl FnMut(&str) + Send),
) -> ConnectionEnd {
    loop {
        room.free().await;
        let received = match pings {
            Some(limits) => match timeout(limits.silence, receiver.receive()).await {
                Ok(received) => received,
                Err(_) => return ConnectionEnd::Silent,
            },
            None => receiver.receive().await,
        };
        match received {
            ReceivedFrame::Text(text) => receive(&text),
            ReceivedFrame::Sign => {}
            ReceivedFrame::End(why) => return why,
        }
    }
}

/// Sends queued frames and pings until the connection is closed.
async fn send<S: SendFrames>(
    sender: &mut S,
    from: &mut UnboundedReceiver<Frame>,
    bytes: &AtomicUsize,
    pings: Option<&ConnectionLimits>,
) -> ConnectionEnd {
    let mut next_ping = pings.map(|limits| Instant::now() + limits.ping);
    loop {
        let frame = match next_ping {
            Some(due) if due <= Instant::now() => None,
            Some(due) => timeout_at(due, from.recv()).await.ok(),
            None => Some(from.recv().await),
        };
        let frame = match frame {
            Some(Some(frame)) => frame,
            Some(None) => return ConnectionEnd::Gone,
            None => {
                next_ping = pings.map(|limits| Instant::now() + limits.ping);
                Frame::Ping
            }
        };
        let (size, end) = match &frame {
            Frame::Text(text) => (text.len() + OVERHEAD, None),
            Frame::Close(why) => (0, Some(*why)),
            Frame::Ping => (0, None),
        };
        let sent = sender.send(frame).await;
        bytes.fetch_sub(size, Ordering::Relaxed);
        match (sent, end) {
            (Err(_), _) => return ConnectionEnd::Gone,
            (Ok(()), Some(why)) => return why,
            (Ok(()), None) => {}
        }
    }
}
