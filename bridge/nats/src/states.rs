//! The states of sessions in the key-value store, with large states in the object store.

use crate::{
    client::NatsClient,
    error::{NatsError, missing_stream},
    metrics::{Metrics, add},
    names::{StreamNames, session_token},
    objects::{ObjectError, Objects, RefusedObject},
    publication::Body,
    record::{RecordReference, SessionRecord},
    stable_hash::stable_hash,
};
use async_nats::jetstream::kv;
use std::{sync::Arc, time::Duration};
use tokio::time::sleep;

/// The number of attempts to read a record while other workers replace its object.
const READS: u32 = 5;
/// The time before a record is read again.
const READ_PAUSE: Duration = Duration::from_millis(100);

/// The store of states.
pub(crate) struct StateStore {
    kv: kv::Store,
    objects: Objects,
    max_body: usize,
    metrics: Arc<Metrics>,
}

/// A record and its place in the stores.
#[derive(Debug)]
pub(crate) struct StoredRecord {
    /// The record, or the reason for which it cannot be read.
    pub(crate) record: Result<SessionRecord, String>,
    pub(crate) place: RecordPlace,
}

/// The place of a stored record.
#[derive(Clone, Debug, Default)]
pub(crate) struct RecordPlace {
    /// The revision in the key-value store; 0 if there is none.
    pub(crate) revision: u64,
    /// The object that contains the record.
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
        let bucket = names.session_bucket();
        let kv = client.jetstream.get_key_value(&bucket).await;
        let kv = kv.map_err(|error| missing_stream(names, &bucket, &error))?;
        let objects = Objects::open(client, names, Arc::clone(&metrics)).await?;
        Ok(Self {
            kv,
            objects,
            max_body: client.max_body(),
            metrics,
        })
    }

    pub(crate) fn objects(&self) -> &Objects {
        &self.objects
    }

    /// Reads the record of a session; `None` if there is none.
    pub(crate) async fn load(&self, token: &str) -> Result<Option<StoredRecord>, NatsError> {
        let key = session_key(token);
        // The revision whose object could not be read.
        let mut unreadable = None;
        for read in 0..READS {
            sleep(READ_PAUSE.saturating_mul(read)).await;
            let entry = self.kv.entry(key.as_str()).await;
            let entry = entry.map_err(|error| NatsError::request("reading a session", &error))?;
            let Some(entry) = entry else { return Ok(None) };
            let (revision, bytes) = (entry.revision, entry.value.len());
            let mut place = RecordPlace {
                revision,
                object: None,
                bytes,
            };
            if entry.operation != kv::Operation::Put {
                // An administrator has deleted the key. The next write needs the revision of the deletion mark.
                let record = Ok(SessionRecord::default());
                return Ok(Some(StoredRecord { record, place }));
            }
            let Ok(reference) = serde_json::from_slice::<RecordReference>(&entry.value) else {
                let record = parse_record(&entry.value);
                return Ok(Some(StoredRecord { record, place }));
            };
            let read = self.objects.read(&reference.object, usize::MAX).await;
            place.object = Some(reference.object);
            let record = match read {
                Ok(bytes) => {
                    place.bytes = bytes.len();
                    parse_record(&bytes)
                }
                Err(ObjectError::Failed(error)) => return Err(error),
                // Another worker may have replaced the object in the meantime.
                Err(ObjectError::Refused(_)) if unreadable != Some(revision) => {
                    unreadable = Some(revision);
                    continue;
                }
                Err(ObjectError::Refused(RefusedObject::TooLarge(bytes))) => {
                    Err(format!("it has {bytes} bytes"))
                }
                Err(ObjectError::Refused(RefusedObject::Unreadable(reason))) => Err(reason),
            };
            return Ok(Some(StoredRecord { record, place }));
        }
        let reason = "other workers change it all the time".to_owned();
        Err(NatsError::Request {
            what: "reading a session".to_owned(),
            reason,
        })
    }

    /// Writes a record if the stored one is still the one at `place`.
    pub(crate) async fn write(
        &self,
        token: &str,
        record: &SessionRecord,
        place: &RecordPlace,
    ) -> Result<RecordPlace, WriteError> {
        let text = serde_json::to_string(record).map_err(failed)?;
        let bytes = text.len();
        let (value, object) = if bytes <= self.max_body {
            (text, None)
        } else {
            let object = self.put_record(token, record, &text).await?;
            let reference = RecordReference {
                object: object.clone(),
            };
            let value = serde_json::to_string(&reference).map_err(failed)?;
            (value, Some(object))
        };
        add(&self.metrics.state_writes, 1);
        add(&self.metrics.state_bytes, bytes);
        let written = self
            .kv
            .update(session_key(token), value.into(), place.revision)
            .await;
        let revision = match written {
            Ok(revision) => Ok(revision),
            Err(error) => self.revision_after(token, record, &error).await,
        };
        if let (Err(WriteError::Conflict), Some(object)) = (&revision, &object) {
            // Only the failed write refers to the object, because each write has its own content.
            self.objects.delete(object).await;
        }
        let revision = revision?;
        if let Some(before) = &place.object
            && object.as_ref() != Some(before)
        {
            // A reader that still refers to the old object reads the record again.
            self.objects.delete(before).await;
        }
        Ok(RecordPlace {
            revision,
            object,
            bytes,
        })
    }

    /// Stores a record in the object store, and returns the name of the object.
    async fn put_record(
        &self,
        token: &str,
        record: &SessionRecord,
        text: &str,
    ) -> Result<String, WriteError> {
        // The name depends on the content, so a worker never changes an object of another worker.
        let object = format!(
            "state/{}/{}-{:016x}",
            session_key(token),
            record.last,
            stable_hash(text)
        );
        let stored = self.objects.put(&object, text.as_bytes()).await;
        stored.map_err(WriteError::Failed)?;
        Ok(object)
    }

    /// Checks if a record was written although the server reported an error. Returns its revision.
    async fn revision_after(
        &self,
        token: &str,
        record: &SessionRecord,
        error: &kv::UpdateError,
    ) -> Result<u64, WriteError> {
        let stored = self.load(token).await.map_err(WriteError::Failed)?;
        if let Some(StoredRecord {
            record: Ok(stored),
            place,
        }) = stored
            && stored.write == record.write
        {
            return Ok(place.revision);
        }
        match error.kind() {
            kv::UpdateErrorKind::WrongLastRevision => Err(WriteError::Conflict),
            _ => Err(WriteError::Failed(NatsError::request(
                "writing a session",
                error,
            ))),
        }
    }

    /// Moves a body to the object store if it exceeds the payload limit of the server. The object's name begins with `prefix`.
    pub(crate) async fn place_body(
        &self,
        body: Body,
        prefix: impl FnOnce() -> String,
    ) -> Result<Body, NatsError> {
        let (text, bytes) = match &body {
            Body::Text(text) if text.len() > self.max_body => (text, text.as_bytes().to_vec()),
            Body::Bytes(text) if text.len() > self.max_body => (text, body.payload()),
            _ => return Ok(body),
        };
        // The name depends on the content, so a worker that has lost the session does not replace another worker's object.
        let name = format!("{}-{:016x}", prefix(), stable_hash(text));
        self.objects.put(&name, &bytes).await?;
        Ok(Body::Object(name))
    }
}

fn parse_record(text: &[u8]) -> Result<SessionRecord, String> {
    serde_json::from_slice(text).map_err(|error| error.to_string())
}

/// Returns the key of a session in the key-value store. Keys allow fewer characters than subjects do.
pub(crate) fn session_key(token: &str) -> String {
    if token.bytes().all(is_key_byte) {
        token.to_owned()
    } else {
        format!("raw.{}", session_token(token))
    }
}

fn is_key_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'=')
}

fn failed(error: serde_json::Error) -> WriteError {
    WriteError::Failed(NatsError::request("writing a session", &error))
}
