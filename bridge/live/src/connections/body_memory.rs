//! The bodies of requests, and the memory that they may use.

use axum::{
    body::{Body, Bytes, to_bytes},
    http::{HeaderMap, header::CONTENT_LENGTH},
};
use futures_util::{
    StreamExt,
    future::{Either, select},
};
use std::{pin::pin, sync::Arc, time::Duration};
use tokio::{
    sync::{Mutex, OwnedMutexGuard, OwnedSemaphorePermit, Semaphore},
    time::timeout,
};

/// The maximum time for receiving the body of a request, and for waiting until there is memory for it.
const BODY_TIMEOUT: Duration = Duration::from_secs(30);

/// The reason why the body of a request is not available.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BodyError {
    /// The body did not end in time.
    Late,
    /// The body is too long, or the client disconnected.
    TooLong,
    /// The bodies of other requests used all memory until the time was over.
    Busy,
}

/// Reads the body of a request, with at most `limit` bytes.
///
/// A slow client would block others, so the time is limited.
pub(crate) async fn read_body(body: Body, limit: usize) -> Result<Bytes, BodyError> {
    let read = timeout(BODY_TIMEOUT, to_bytes(body, limit)).await;
    read.map_err(|_| BodyError::Late)?.map_err(|_| BodyError::TooLong)
}

/// The memory for the bodies of the requests that a face answers at the same time. When it is full, bodies wait for it in order.
///
/// A body uses the memory of the bytes that were received, whatever length it states, so a client that sends nothing delays no other.
/// When all memory belongs to bodies that are not complete, one of them at a time may exceed the memory up to its end.
#[derive(Debug)]
pub(crate) struct BodyMemory {
    /// A permit is one KiB.
    permits: Arc<Semaphore>,
    /// Locked by the body that exceeds the memory.
    excess: Arc<Mutex<()>>,
    /// The maximum length of a body in bytes.
    longest: usize,
}

/// The memory of one body. Dropping it frees the memory.
#[derive(Debug)]
pub(crate) struct BodyPermit {
    held: Option<OwnedSemaphorePermit>,
    excess: Option<OwnedMutexGuard<()>>,
    /// `true` while the body waits for memory.
    is_waiting: bool,
}

impl BodyMemory {
    /// Creates a memory of this size for bodies of at most `longest` bytes.
    pub(crate) fn new(bytes: usize, longest: usize) -> Self {
        Self { permits: Arc::new(Semaphore::new(bytes / 1024)), excess: Arc::default(), longest }
    }

    /// Reads a body, and waits for its memory.
    pub(crate) async fn read(
        &self,
        headers: &HeaderMap,
        body: Body,
    ) -> Result<(Bytes, BodyPermit), BodyError> {
        let stated =
            headers.get(CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse::<usize>().ok());
        if stated.is_some_and(|stated| stated > self.longest) {
            return Err(BodyError::TooLong);
        }
        let mut permit = BodyPermit { held: None, excess: None, is_waiting: false };
        let read = timeout(BODY_TIMEOUT, self.collect(body, &mut permit)).await;
        match read {
            Ok(read) => Ok((read?, permit)),
            Err(_) if permit.is_waiting => Err(BodyError::Busy),
            Err(_) => Err(BodyError::Late),
        }
    }

    async fn collect(&self, body: Body, permit: &mut BodyPermit) -> Result<Bytes, BodyError> {
        let mut bytes = Vec::new();
        let mut frames = body.into_data_stream();
        while let Some(frame) = frames.next().await {
            let frame = frame.map_err(|_| BodyError::TooLong)?;
            let length = bytes.len() + frame.len();
            if length > self.longest {
                return Err(BodyError::TooLong);
            }
            self.grow(permit, length).await;
            bytes.extend_from_slice(&frame);
        }
        Ok(bytes.into())
    }

    /// Waits until a body may have this length.
    async fn grow(&self, permit: &mut BodyPermit, length: usize) {
        let held = permit.held.as_ref().map_or(0, OwnedSemaphorePermit::num_permits);
        let missing = length.div_ceil(1024).saturating_sub(held);
        if missing == 0 || permit.excess.is_some() {
            return;
        }
        permit.is_waiting = true;
        let missing = u32::try_from(missing).unwrap_or(u32::MAX);
        let more = pin!(Arc::clone(&self.permits).acquire_many_owned(missing));
        let excess = pin!(Arc::clone(&self.excess).lock_owned());
        match select(more, excess).await {
            Either::Left((Ok(more), _)) => match &mut permit.held {
                Some(held) => held.merge(more),
                held @ None => *held = Some(more),
            },
            // The semaphore is never closed.
            Either::Left((Err(_), _)) => {}
            Either::Right((excess, _)) => permit.excess = Some(excess),
        }
        permit.is_waiting = false;
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use futures_util::{StreamExt, stream};
    use std::convert::Infallible;
    use tokio::time::sleep;

    /// A body without a stated length that begins and does not end.
    fn endless(start: usize) -> Body {
        let start = stream::iter([Ok::<_, Infallible>(vec![b'x'; start])]);
        Body::from_stream(start.chain(stream::pending()))
    }

    /// Returns headers that state a length.
    fn stating(length: usize) -> HeaderMap {
        HeaderMap::from_iter([(CONTENT_LENGTH, length.into())])
    }

    #[tokio::test(start_paused = true)]
    async fn bodies_that_do_not_come_hold_no_memory() {
        let memory = Arc::new(BodyMemory::new(8 << 10, 4 << 10));
        for headers in [HeaderMap::new(), stating(4 << 10)] {
            for _ in 0..100 {
                let (memory, headers) = (Arc::clone(&memory), headers.clone());
                tokio::spawn(async move { memory.read(&headers, endless(0)).await.map(drop) });
            }
        }
        sleep(Duration::from_secs(1)).await;
        let read = timeout(Duration::from_secs(1), memory.read(&HeaderMap::new(), Body::from("{}"))).await;
        assert_eq!(read.unwrap().unwrap().0, "{}");
    }

    #[tokio::test(start_paused = true)]
    async fn bodies_that_fill_the_memory_end_one_after_the_other() {
        let memory = Arc::new(BodyMemory::new(8 << 10, 4 << 10));
        // Each body comes in two halves, and all first halves fill the memory.
        let halves = || {
            let half = || Ok::<_, Infallible>(vec![b'x'; 2000]);
            let second = stream::once(async move {
                sleep(Duration::from_secs(1)).await;
                half()
            });
            Body::from_stream(stream::iter([half()]).chain(second))
        };
        let read = |_| {
            let (memory, body) = (Arc::clone(&memory), halves());
            tokio::spawn(async move {
                let (body, permit) = memory.read(&HeaderMap::new(), body).await?;
                drop(permit);
                Ok::<_, BodyError>(body.len())
            })
        };
        for reading in (0..20).map(read).collect::<Vec<_>>() {
            assert_eq!(reading.await.unwrap(), Ok(4000));
        }
        assert_eq!(memory.permits.available_permits(), 8);
    }

    #[tokio::test(start_paused = true)]
    async fn a_body_that_finds_no_memory_is_refused_in_the_end() {
        let memory = BodyMemory::new(4 << 10, 4 << 10);
        let long = || Body::from("x".repeat(4000));
        let (_, first) = memory.read(&HeaderMap::new(), long()).await.unwrap();
        let (_, excess) = memory.read(&HeaderMap::new(), long()).await.unwrap();
        assert_eq!(memory.read(&HeaderMap::new(), long()).await.map(drop), Err(BodyError::Busy));
        drop(first);
        assert!(memory.read(&HeaderMap::new(), long()).await.is_ok());
        drop(excess);
        assert_eq!(memory.read(&HeaderMap::new(), endless(1)).await.map(drop), Err(BodyError::Late));
        for headers in [HeaderMap::new(), stating(5000)] {
            let read = memory.read(&headers, Body::from("x".repeat(5000))).await;
            assert_eq!(read.map(drop), Err(BodyError::TooLong));
        }
        assert_eq!(memory.permits.available_permits(), 4);
    }
}
