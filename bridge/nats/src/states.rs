//! The states of sessions in the key-value store, and in the object store if they are large.

use crate::{
    client::NatsClient,
    error::{Chain, NatsError, has_code},
    metrics::Metrics,
    names::{StreamNames, session_token},
    publication::Body,
    record::{RecordReference, SessionRecord},
};
use async_nats::jetstream::{ErrorCode, kv, object_store::ObjectStore};
use std::{
    hash::{DefaultHasher, Hash, Hasher},
    sync::{Arc, atomic::Ordering},
};
use tokio::io::AsyncReadExt;

/// The number of times that a record is read if its object has gone, because another worker has replaced it.
const READS: u32 = 3;

/// Where states are stored.
pub(crate) struct StateStore {
    kv: kv::Store,
    objects: ObjectStore,
    max_body: usize,
    metrics: Arc<Metrics>,
}

/// A record and its place in the stores.
#[derive(Debug)]
pub(crate) struct StoredRecord {
    /// The record, or why it cannot be read.
    pub(crate) record: Result<SessionRecord, String>,
    pub(crate) place: RecordPlace,
}

/// Where a record is stored.
#[derive(Clone, Debug, Default)]
pub(crate) struct RecordPlace {
    /// The revision in the key-value store; 0 if there is none.
    pub(crate) revision: u64,
    /// The object that contains it.
    pub(crate) object: Option<String>,
    /// The length of the record in bytes.
    pub(crate) bytes: usize,
}

/// The reason for which a record was not written.
#[derive(Debug)]
pub(crate) enum WriteError {
    /// Another worker has written the state.
    Conflict,
    Failed(NatsError),
}

impl StateStore {
    pub(crate) async fn open(
        client: &NatsClient,
        names: &StreamNames,
        metrics: Arc<Metrics>,
    ) -> Result<Self, NatsError> {
        let missing = |stream: String, error: &(dyn std::error::Error + 'static)| match has_code(
            error,
            ErrorCode::STREAM_NOT_FOUND,
        ) {
            true => NatsError::NoStream { stream },
            false => NatsError::request(stream, error),
        };
        let (bucket, objects) = (names.session_bucket(), names.object_bucket());
        let kv = client.jetstream.get_key_value(&bucket).await.map_err(|error| missing(bucket, &error))?;
        let store = client.jetstream.get_object_store(&objects).await;
        let objects = store.map_err(|error| missing(objects, &error))?;
        Ok(Self { kv, objects, max_body: client.max_body(), metrics })
    }

    /// Reads the record of a session; `None` if there is none.
    pub(crate) async fn load(&self, token: &str) -> Result<Option<StoredRecord>, NatsError> {
        let key = key(token);
        let mut reason = String::new();
        let mut place = RecordPlace::default();
        for _ in 0..READS {
            let entry = self.kv.entry(key.as_str()).await;
            let entry = entry.map_err(|error| NatsError::request("reading a session", &error))?;
            let Some(entry) = entry.filter(|entry| entry.operation == kv::Operation::Put) else {
                return Ok(None);
            };
            place = RecordPlace { revision: entry.revision, object: None, bytes: entry.value.len() };
            let Ok(reference) = serde_json::from_slice::<RecordReference>(&entry.value) else {
                let record = serde_json::from_slice(&entry.value).map_err(|error| error.to_string());
                return Ok(Some(StoredRecord { record, place }));
            };
            place.object = Some(reference.object.clone());
            match self.read_object(&reference.object, usize::MAX).await {
                Ok(bytes) => {
                    place.bytes = bytes.len();
                    let record = serde_json::from_slice(&bytes).map_err(|error| error.to_string());
                    return Ok(Some(StoredRecord { record, place }));
                }
                Err(error) => reason = error,
            }
        }
        Ok(Some(StoredRecord { record: Err(reason), place }))
    }

    /// Writes a record if the stored one is still the one at `place`.
    pub(crate) async fn write(
        &self,
        token: &str,
        record: &SessionRecord,
        place: &RecordPlace,
    ) -> Result<RecordPlace, WriteError> {
        let failed = |error| WriteError::Failed(NatsError::request("writing a session", &error));
        let text = serde_json::to_vec(record).map_err(failed)?;
        let bytes = text.len();
        let (value, object) = match bytes <= self.max_body {
            true => (text, None),
            false => {
                let mut hasher = DefaultHasher::new();
                text.hash(&mut hasher);
                // The name depends on the content, so that a worker never changes an object that another one refers to.
                let object = format!("state/{}/{}-{:016x}", key(token), record.last, hasher.finish());
                self.put_object(&object, &text).await.map_err(WriteError::Failed)?;
                let reference = RecordReference { object: object.clone() };
                (serde_json::to_vec(&reference).map_err(failed)?, Some(object))
            }
        };
        self.metrics.state_writes.fetch_add(1, Ordering::Relaxed);
        self.metrics.state_bytes.fetch_add(u64::try_from(bytes).unwrap_or(u64::MAX), Ordering::Relaxed);
        let key = key(token);
        let written = self.kv.update(&key, value.into(), place.revision).await;
        let revision = match written {
            Ok(revision) => revision,
            Err(error) => self.revision_after(token, record, &error).await?,
        };
        if let Some(before) = place.object.as_ref().filter(|before| object.as_ref() != Some(before)) {
            // A reader that still refers to it reads the record again.
            let _ = self.objects.delete(before).await;
        }
        Ok(RecordPlace { revision, object, bytes })
    }

    /// Finds out whether a record was written although the server reported an error.
    async fn revision_after(
        &self,
        token: &str,
        record: &SessionRecord,
        error: &kv::UpdateError,
    ) -> Result<u64, WriteError> {
        let stored = self.load(token).await.map_err(WriteError::Failed)?;
        if let Some(StoredRecord { record: Ok(stored), place }) = stored
            && stored.write == record.write
        {
            return Ok(place.revision);
        }
        match error.kind() {
            kv::UpdateErrorKind::WrongLastRevision => Err(WriteError::Conflict),
            _ => Err(WriteError::Failed(NatsError::request("writing a session", error))),
        }
    }

    /// Moves a body to the object store if it exceeds the payload limit of the server.
    pub(crate) async fn place_body(
        &self,
        body: Body,
        name: impl FnOnce() -> String,
    ) -> Result<Body, NatsError> {
        let bytes = match &body {
            Body::Text(text) if text.len() > self.max_body => text.as_bytes().to_vec(),
            Body::Bytes(text) if text.len() > self.max_body => body.payload(),
            _ => return Ok(body),
        };
        let name = name();
        self.put_object(&name, &bytes).await?;
        Ok(Body::Object(name))
    }

    /// Stores an object under a name that determines its content.
    async fn put_object(&self, name: &str, bytes: &[u8]) -> Result<(), NatsError> {
        if self.objects.info(name).await.is_ok_and(|info| info.size == bytes.len()) {
            return Ok(());
        }
        self.metrics.objects.fetch_add(1, Ordering::Relaxed);
        let mut bytes = bytes;
        let stored = self.objects.put(name, &mut bytes).await;
        stored.map(drop).map_err(|error| NatsError::request("storing an object", &error))
    }

    /// Reads an object of at most `limit` bytes.
    pub(crate) async fn read_object(&self, name: &str, limit: usize) -> Result<Vec<u8>, String> {
        let mut object = self.objects.get(name).await.map_err(|error| Chain(&error).to_string())?;
        let size = object.info().size;
        if size > limit {
            return Err(format!("it has {size} bytes, but at most {limit} are allowed"));
        }
        let mut bytes = Vec::with_capacity(size);
        object.read_to_end(&mut bytes).await.map_err(|error| error.to_string())?;
        Ok(bytes)
    }
}

/// Returns the key of a session. Keys allow fewer characters than subjects.
pub(crate) fn key(token: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'=');
    match token.bytes().all(is_plain) {
        true => token.to_owned(),
        false => format!("raw.{}", session_token(token)),
    }
}
