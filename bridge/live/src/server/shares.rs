//! Equal shares of a resource, so that one client leaves room for others.

use crate::server::refusal::Limit;
use std::{
    collections::BTreeMap,
    fmt,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};
use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore},
    time::timeout,
};

/// The permits that a request occupies, such as that of its connection. They are an extension of the request. A
/// WebSocket keeps them until it ends.
#[derive(Clone, Default)]
pub(crate) struct HeldPlaces(Vec<Arc<dyn Send + Sync>>);

impl Extend<Arc<dyn Send + Sync>> for HeldPlaces {
    fn extend<T: IntoIterator<Item = Arc<dyn Send + Sync>>>(&mut self, places: T) {
        self.0.extend(places);
    }
}

/// The maximum time for which a request waits for a permit.
pub(crate) const PATIENCE: Duration = crate::limits::REQUEST_WAIT;

/// Gives each key, such as an address or a session, an equal share of a resource. Keys without holders use no memory.
pub(crate) struct Shares<K: Ord + Clone> {
    /// The number of permits for each key.
    share: usize,
    holders: Arc<Holders<K>>,
}

type Holders<K> = Mutex<BTreeMap<K, (usize, Arc<Semaphore>)>>;

impl<K: Ord + Clone> fmt::Debug for Shares<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Shares")
            .field("share", &self.share)
            .finish_non_exhaustive()
    }
}

impl<K: Ord + Clone> Shares<K> {
    /// Creates shares with this number of permits for each key.
    pub(crate) fn new(share: usize) -> Self {
        Self {
            share,
            holders: Arc::default(),
        }
    }

    /// Registers a holder of a key.
    pub(crate) fn join(&self, key: &K) -> Share<K> {
        let mut holders = lock(&self.holders);
        let (count, permits) = holders
            .entry(key.clone())
            .or_insert_with(|| (0, Arc::new(Semaphore::new(self.share))));
        *count += 1;
        let (rank, permits) = (*count, Arc::clone(permits));
        Share {
            rank,
            permits,
            key: key.clone(),
            holders: Arc::clone(&self.holders),
        }
    }

    /// Takes a permit of a key if one is free.
    pub(crate) fn try_enter(&self, key: &K, limit: Limit) -> Result<SharePlace<K>, Limit> {
        let share = self.join(key);
        let permit = Arc::clone(&share.permits)
            .try_acquire_owned()
            .map_err(|_| limit)?;
        Ok(SharePlace {
            _permit: permit,
            _share: share,
        })
    }

    /// Waits for a permit of a key. At most as many requests may wait as there are permits.
    pub(crate) async fn enter(&self, key: &K, limit: Limit) -> Result<SharePlace<K>, Limit> {
        let share = self.join(key);
        if share.rank > self.share.saturating_mul(2) {
            return Err(limit);
        }
        match timeout(PATIENCE, Arc::clone(&share.permits).acquire_owned()).await {
            Ok(Ok(permit)) => Ok(SharePlace {
                _permit: permit,
                _share: share,
            }),
            _ => Err(limit),
        }
    }

    #[cfg(test)]
    pub(crate) fn keys(&self) -> usize {
        lock(&self.holders).len()
    }
}

/// A holder of a key, with access to the key's permits.
#[derive(Debug)]
pub(crate) struct Share<K: Ord> {
    /// The number of earlier holders of the key.
    rank: usize,
    pub(crate) permits: Arc<Semaphore>,
    key: K,
    holders: Arc<Holders<K>>,
}

impl<K: Ord> Drop for Share<K> {
    fn drop(&mut self) {
        let mut holders = lock(&self.holders);
        let Some((count, _)) = holders.get_mut(&self.key) else {
            return;
        };
        *count = count.saturating_sub(1);
        if *count == 0 {
            holders.remove(&self.key);
        }
    }
}

/// A permit of a key. Dropping this value releases the permit.
#[derive(Debug)]
pub(crate) struct SharePlace<K: Ord> {
    _permit: OwnedSemaphorePermit,
    _share: Share<K>,
}

fn lock<K: Ord>(holders: &Holders<K>) -> MutexGuard<'_, BTreeMap<K, (usize, Arc<Semaphore>)>> {
    // Each change is one call or a number, so the map is consistent even after a panic.
    holders.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use tokio::time::{Instant, sleep};

    #[tokio::test(start_paused = true)]
    async fn a_request_waits_only_for_permits_of_its_key() {
        let shares = Arc::new(Shares::new(2));
        let limit = Limit::AddressRequests;
        let first = shares.enter(&"a", limit).await.unwrap();
        let second = shares.enter(&"a", limit).await.unwrap();
        assert!(shares.try_enter(&"a", limit).is_err());
        // Another key finds its places free.
        drop(shares.try_enter(&"b", limit).unwrap());
        let wait = || {
            let shares = Arc::clone(&shares);
            tokio::spawn(async move { shares.enter(&"a", limit).await })
        };
        let (third, fourth) = (wait(), wait());
        sleep(Duration::from_secs(1)).await;
        // Two holders have places, two wait, and further ones are refused at once.
        let began = Instant::now();
        assert_eq!(shares.enter(&"a", limit).await.map(drop), Err(limit));
        assert_eq!(began.elapsed(), Duration::ZERO);
        drop(first);
        let third = third.await.unwrap().unwrap();
        assert_eq!(fourth.await.unwrap().map(drop), Err(limit));
        assert_eq!(began.elapsed(), PATIENCE - Duration::from_secs(1));
        assert_eq!(shares.keys(), 1);
        drop((second, third));
        assert_eq!(shares.keys(), 0);
    }
}
