//! The limits of faces that all users of a gateway share.

use super::Gateway;
use crate::server::accept::BodyMemory;
use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
};
use tokio::sync::Semaphore;

/// The limits by face. Each user may have an instance of a face, but the limits do not grow with the number of users.
#[derive(Default)]
pub(super) struct FaceLimits {
    memories: Mutex<BTreeMap<&'static str, Arc<BodyMemory>>>,
    streams: Mutex<BTreeMap<&'static str, Arc<Semaphore>>>,
}

impl Gateway {
    /// Returns the memory for a face's request bodies.
    pub(crate) fn body_memory(
        &self,
        face: &'static str,
        create: impl FnOnce() -> BodyMemory,
    ) -> Arc<BodyMemory> {
        let mut known = self
            .shared
            .face_limits
            .memories
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        Arc::clone(known.entry(face).or_insert_with(|| Arc::new(create())))
    }

    /// Returns the permits for a face's event streams.
    pub(crate) fn stream_places(&self, face: &'static str, count: usize) -> Arc<Semaphore> {
        let mut known = self
            .shared
            .face_limits
            .streams
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        Arc::clone(
            known
                .entry(face)
                .or_insert_with(|| Arc::new(Semaphore::new(count))),
        )
    }
}
