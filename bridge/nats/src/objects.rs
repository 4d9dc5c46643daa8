//! The object store for values above the payload limit of the server.

use crate::limits::OBJECT_NAME_BYTES;
use crate::{
    client::NatsClient,
    error::{Chain, NatsError, missing_stream},
    metrics::{Metrics, add},
    names::StreamNames,
};
use async_nats::jetstream::{
    object_store::{InfoError, InfoErrorKind, Object, ObjectStore},
    stream::{DirectGetError, LastRawMessageErrorKind, Stream},
};
use base64::{Engine, prelude::BASE64_URL_SAFE};
use std::{error::Error, io, sync::Arc, time::Duration};
use tokio::{
    io::{AsyncRead, AsyncReadExt},
    time::timeout,
};

/// The longest wait for the next part of an object.
const NEXT_PART: Duration = Duration::from_secs(5);

/// The object store of an installation.
pub(crate) struct Objects {
    store: ObjectStore,
    stream: Stream,
    bucket: String,
    metrics: Arc<Metrics>,
}

/// The reason for which an object was not read.
#[derive(Debug)]
pub(crate) enum ObjectError {
    /// No worker can read the object, so another attempt is useless.
    Refused(RefusedObject),
    /// The server failed. The object may be readable.
    Failed(NatsError),
}

/// The reason for which no worker can read an object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum RefusedObject {
    /// The object has this number of bytes, which exceeds the limit.
    TooLarge(usize),
    /// The object is absent or damaged.
    Unreadable(String),
}

impl Objects {
    pub(crate) async fn open(
        client: &NatsClient,
        names: &StreamNames,
        metrics: Arc<Metrics>,
    ) -> Result<Self, NatsError> {
        let (bucket, stream) = (names.object_bucket(), names.object_stream());
        let opened = client.jetstream.get_object_store(&bucket).await;
        let store = opened.map_err(|error| missing_stream(names, &bucket, &error))?;
        let opened = client.jetstream.get_stream(&stream).await;
        let stream = opened.map_err(|error| missing_stream(names, &bucket, &error))?;
        Ok(Self {
            store,
            stream,
            bucket,
            metrics,
        })
    }

    /// Stores an object whose name determines its content.
    pub(crate) async fn put(&self, name: &str, bytes: &[u8]) -> Result<(), NatsError> {
        // An upload with the same name has the same content. If the size differs, that upload was interrupted.
        if let Ok(info) = self.store.info(name).await
            && !info.deleted
            && info.size == bytes.len()
        {
            return Ok(());
        }
        add(&self.metrics.objects, 1);
        let mut bytes = bytes;
        let stored = self.store.put(name, &mut bytes).await;
        stored
            .map(drop)
            .map_err(|error| NatsError::request("storing an object", &error))
    }

    /// Deletes an unneeded object. If this fails, the server deletes the object because of its age.
    pub(crate) async fn delete(&self, name: &str) {
        let _ = self.store.delete(name).await;
    }

    /// Reads an object of at most `limit` bytes. Links to other objects are refused.
    pub(crate) async fn read(&self, name: &str, limit: usize) -> Result<Vec<u8>, ObjectError> {
        if name.len() > OBJECT_NAME_BYTES {
            let bytes = name.len();
            return Err(unreadable(format!(
                "its name has {bytes} bytes, but at most {OBJECT_NAME_BYTES} are allowed"
            )));
        }
        let info = match self.store.info(name).await {
            Ok(info) => info,
            Err(error) => return Err(self.info_error(name, &error).await),
        };
        if info.deleted {
            return Err(unreadable("it was deleted"));
        }
        if info
            .options
            .as_ref()
            .is_some_and(|options| options.link.is_some())
        {
            return Err(unreadable("it is a link to another object"));
        }
        let is_id =
            !info.nuid.is_empty() && info.nuid.bytes().all(|byte| byte.is_ascii_alphanumeric());
        if info.bucket != self.bucket || !is_id {
            return Err(unreadable("its description is damaged"));
        }
        if info.size > limit {
            return Err(ObjectError::Refused(RefusedObject::TooLarge(info.size)));
        }
        let object = timeout(NEXT_PART, self.store.get(name)).await;
        let object = object.map_err(|_| failed("no answer"))?;
        // The description was readable a moment ago, so this error is rare. The next attempt finds the reason.
        let object = object.map_err(|error| failed(&Chain(&error).to_string()))?;
        self.read_content(object).await
    }

    async fn read_content(&self, object: Object) -> Result<Vec<u8>, ObjectError> {
        let size = object.info().size;
        let chunks = format!("$O.{}.C.{}", self.bucket, object.info().nuid);
        let mut content = object.take(u64::try_from(size).unwrap_or(u64::MAX).saturating_add(1));
        let mut bytes = Vec::new();
        loop {
            match timeout(NEXT_PART, read_part(&mut content, &mut bytes)).await {
                Ok(Ok(0)) if bytes.len() == size => return Ok(bytes),
                Ok(Ok(0)) => {
                    return Err(unreadable(
                        "its length is not the one that its description states",
                    ));
                }
                Ok(Ok(_)) => {}
                Ok(Err(error)) if error.kind() == io::ErrorKind::InvalidData => {
                    return Err(unreadable(error.to_string()));
                }
                Ok(Err(error)) => return Err(failed(&error.to_string())),
                // The client would wait forever for content that was deleted.
                Err(_) => return Err(self.content_error(&chunks).await),
            }
        }
    }

    /// Finds the reason for which the description of an object was not read.
    async fn info_error(&self, name: &str, error: &InfoError) -> ObjectError {
        match error.kind() {
            InfoErrorKind::InvalidName => unreadable("its name is empty"),
            InfoErrorKind::NotFound => {
                // The answer may be from a server that lags behind, so the leader decides.
                let subject = format!("$O.{}.M.{}", self.bucket, BASE64_URL_SAFE.encode(name));
                match self.is_stored(&subject).await {
                    Ok(false) => unreadable("it does not exist"),
                    Ok(true) => failed("a server does not have it yet"),
                    Err(error) => ObjectError::Failed(error),
                }
            }
            InfoErrorKind::Other if !is_answer_missing(error) => {
                unreadable(Chain(error).to_string())
            }
            _ => ObjectError::Failed(NatsError::request("reading an object", error)),
        }
    }

    /// Finds the reason for which the content of an object does not arrive.
    async fn content_error(&self, chunks: &str) -> ObjectError {
        match self.is_stored(chunks).await {
            Ok(false) => unreadable("its content has gone"),
            Ok(true) => failed("no answer"),
            Err(error) => ObjectError::Failed(error),
        }
    }

    async fn is_stored(&self, subject: &str) -> Result<bool, NatsError> {
        match self.stream.get_last_raw_message_by_subject(subject).await {
            Ok(_) => Ok(true),
            Err(error) if error.kind() == LastRawMessageErrorKind::NoMessageFound => Ok(false),
            Err(error) => Err(NatsError::request("reading an object", &error)),
        }
    }
}

async fn read_part(
    content: &mut (impl AsyncRead + Unpin),
    bytes: &mut Vec<u8>,
) -> io::Result<usize> {
    content.read_buf(bytes).await
}

/// Returns `true` if the server sent no description.
fn is_answer_missing(error: &InfoError) -> bool {
    error
        .source()
        .is_some_and(|source| source.downcast_ref::<DirectGetError>().is_some())
}

fn unreadable(reason: impl Into<String>) -> ObjectError {
    ObjectError::Refused(RefusedObject::Unreadable(reason.into()))
}

fn failed(reason: &str) -> ObjectError {
    let what = "reading an object".to_owned();
    ObjectError::Failed(NatsError::Request {
        what,
        reason: reason.to_owned(),
    })
}
