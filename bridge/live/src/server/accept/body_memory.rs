//! The bodies of requests, and the memory that they may use.

use crate::server::{
    client_address::ClientAddress,
    shares::{Share, Shares},
};
use axum::{
    body::{Body, Bytes},
    http::{header::CONTENT_LENGTH, request::Parts},
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

/// The time limit for waiting for memory and for receiving the body of a request.
const BODY_TIMEOUT: Duration = crate::limits::BODY_WAIT;

/// The reason for a request body that is not available.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BodyError {
    /// The body did not end in time.
    Late,
    /// The body is too long, or the client disconnected.
    TooLong,
    /// The bodies of other requests used all memory until the time limit.
    Busy,
}

/// The memory for request bodies that a face processes simultaneously. When the memory is full, further bodies wait in
/// order.
///
/// A body occupies memory only for received bytes, independent of its stated length. Clients that send nothing
/// therefore delay no others. One address may use at most a quarter of the memory. If incomplete bodies occupy all
/// memory, one of them at a time may exceed the limit until it is complete.
#[derive(Debug)]
pub(crate) struct BodyMemory {
    /// Permits for memory. Each permit is one KiB.
    permits: Arc<Semaphore>,
    addresses: Shares<ClientAddress>,
    /// The lock of the body that may exceed the memory.
    excess: Arc<Mutex<()>>,
    /// The maximum length of a body in bytes.
    longest: usize,
}

/// The memory that one body occupies. Dropping this value frees the memory.
#[derive(Debug)]
pub(crate) struct BodyPermit {
    held: Option<OwnedSemaphorePermit>,
    of_address: Option<OwnedSemaphorePermit>,
    address: Option<Share<ClientAddress>>,
    excess: Option<OwnedMutexGuard<()>>,
    /// `true` while the body waits for memory.
    is_waiting: bool,
}

impl BodyMemory {
    /// Creates memory of this size, for bodies of at most `longest` bytes.
    pub(crate) fn new(bytes: usize, longest: usize) -> Self {
        let permits = bytes / 1024;
        Self {
            permits: Arc::new(Semaphore::new(permits)),
            // Each address can send the longest body.
            addresses: Shares::new((permits / 4).max(longest.div_ceil(1024))),
            excess: Arc::default(),
            longest,
        }
    }

    /// Reads a body. Waits until there is memory for it.
    pub(crate) async fn read(
        &self,
        head: &Parts,
        body: Body,
    ) -> Result<(Bytes, BodyPermit), BodyError> {
        let stated = head
            .headers
            .get(CONTENT_LENGTH)
            .and_then(|length| length.to_str().ok()?.parse::<usize>().ok());
        if stated.is_some_and(|stated| stated > self.longest) {
            return Err(BodyError::TooLong);
        }
        let address = head
            .extensions
            .get()
            .map(|address| self.addresses.join(address));
        let mut permit = BodyPermit {
            held: None,
            of_address: None,
            address,
            excess: None,
            is_waiting: false,
        };
        let read = timeout(BODY_TIMEOUT, async {
            // Bodies of one address whose lengths are stated never wait for each other half read.
            permit.wait_for_share(stated.unwrap_or(0)).await;
            self.collect(body, &mut permit).await
        });
        let read = read.await;
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
            self.wait_to_grow(permit, length).await;
            bytes.extend_from_slice(&frame);
        }
        Ok(bytes.into())
    }

    /// Waits until there is memory for a body of this length.
    async fn wait_to_grow(&self, permit: &mut BodyPermit, length: usize) {
        permit.wait_for_share(length).await;
        let missing = missing(permit.held.as_ref(), length);
        if missing == 0 || permit.excess.is_some() {
            return;
        }
        permit.is_waiting = true;
        let more = pin!(Arc::clone(&self.permits).acquire_many_owned(missing));
        let excess = pin!(Arc::clone(&self.excess).lock_owned());
        match select(more, excess).await {
            // The semaphore is never closed.
            Either::Left((more, _)) => add(&mut permit.held, more.ok()),
            Either::Right((excess, _)) => permit.excess = Some(excess),
        }
        permit.is_waiting = false;
    }
}

impl BodyPermit {
    /// Waits until the share of the address has room for a body of this length.
    async fn wait_for_share(&mut self, length: usize) {
        let missing = missing(self.of_address.as_ref(), length);
        let Some(address) = self.address.as_ref().filter(|_| missing > 0) else {
            return;
        };
        self.is_waiting = true;
        let more = Arc::clone(&address.permits)
            .acquire_many_owned(missing)
            .await;
        add(&mut self.of_address, more.ok());
        self.is_waiting = false;
    }
}

/// Returns the number of additional permits that a body of this length needs.
fn missing(held: Option<&OwnedSemaphorePermit>, length: usize) -> u32 {
    let held = held.map_or(0, OwnedSemaphorePermit::num_permits);
    u32::try_from(length.div_ceil(1024).saturating_sub(held)).unwrap_or(u32::MAX)
}

/// Adds permits of the same semaphore.
fn add(held: &mut Option<OwnedSemaphorePermit>, more: Option<OwnedSemaphorePermit>) {
    match (held, more) {
        (Some(held), Some(more)) => held.merge(more),
        (held, Some(more)) => *held = Some(more),
        (_, None) => {}
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use futures_util::{StreamExt, stream};
    use std::convert::Infallible;
    use tokio::time::sleep;

    /// Creates a body without a stated length that begins but never ends.
    fn endless(start: usize) -> Body {
        let start = stream::iter([Ok::<_, Infallible>(vec![b'x'; start])]);
        Body::from_stream(start.chain(stream::pending()))
    }

    /// Creates the head of a request, which states a length if one is given.
    fn head(length: Option<usize>) -> Parts {
        let mut request = axum::extract::Request::new(Body::empty());
        request
            .headers_mut()
            .extend(length.map(|length| (CONTENT_LENGTH, length.into())));
        request.into_parts().0
    }

    #[tokio::test(start_paused = true)]
    async fn bodies_that_never_arrive_reserve_no_memory() {
        let memory = Arc::new(BodyMemory::new(8 << 10, 4 << 10));
        for length in [None, Some(4 << 10)] {
            for _ in 0..100 {
                let (memory, head) = (Arc::clone(&memory), head(length));
                tokio::spawn(async move { memory.read(&head, endless(0)).await.map(drop) });
            }
        }
        sleep(Duration::from_secs(1)).await;
        let read = timeout(
            Duration::from_secs(1),
            memory.read(&head(None), Body::from("{}")),
        )
        .await;
        assert_eq!(read.unwrap().unwrap().0, "{}");
    }

    #[tokio::test(start_paused = true)]
    async fn bodies_that_exhaust_the_memory_are_read_in_turn() {
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
                let (body, permit) = memory.read(&head(None), body).await?;
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
    async fn one_address_cannot_use_all_memory() {
        let memory = Arc::new(BodyMemory::new(16 << 10, 4 << 10));
        let of = |address: [u8; 4]| {
            let mut head = head(None);
            head.extensions
                .insert(ClientAddress::from(std::net::IpAddr::from(address)));
            head
        };
        let long = || Body::from("x".repeat(4000));
        let _first = memory.read(&of([10, 0, 0, 1]), long()).await.unwrap();
        assert_eq!(
            memory.read(&of([10, 0, 0, 1]), long()).await.map(drop),
            Err(BodyError::Busy)
        );
        let other = timeout(
            Duration::from_secs(1),
            memory.read(&of([10, 0, 0, 2]), long()),
        )
        .await;
        assert!(other.unwrap().is_ok());
    }

    #[tokio::test(start_paused = true)]
    async fn a_body_without_memory_is_refused_after_a_wait() {
        let memory = BodyMemory::new(4 << 10, 4 << 10);
        let long = || Body::from("x".repeat(4000));
        let (_, first) = memory.read(&head(None), long()).await.unwrap();
        let (_, excess) = memory.read(&head(None), long()).await.unwrap();
        assert_eq!(
            memory.read(&head(None), long()).await.map(drop),
            Err(BodyError::Busy)
        );
        drop(first);
        assert!(memory.read(&head(None), long()).await.is_ok());
        drop(excess);
        assert_eq!(
            memory.read(&head(None), endless(1)).await.map(drop),
            Err(BodyError::Late)
        );
        for length in [None, Some(5000)] {
            let read = memory
                .read(&head(length), Body::from("x".repeat(5000)))
                .await;
            assert_eq!(read.map(drop), Err(BodyError::TooLong));
        }
        assert_eq!(memory.permits.available_permits(), 4);
    }
}
