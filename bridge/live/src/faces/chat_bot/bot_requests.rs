//! The requests of a platform: their bodies, and the number that is processed at the same time.

use crate::{
    gateway::Gateway,
    server::{
        accept::{BodyError, BodyMemory},
        refusal::Limit,
    },
};
use axum::{
    body::Bytes,
    extract::Request,
    http::{StatusCode, request::Parts},
    response::{IntoResponse, Response},
};
use std::sync::Arc;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The maximum length of a request in bytes.
const BODY: usize = crate::limits::BOT_BODY;
/// The memory for the bodies that are read at the same time.
const BYTES: usize = crate::limits::BOT_BYTES;
/// The maximum number of requests that are processed at the same time.
const REQUESTS: usize = crate::limits::BOT_REQUESTS;

/// The limits of the requests of a bot.
#[derive(Debug)]
pub(in crate::faces) struct BotRequests {
    bodies: Arc<BodyMemory>,
    places: Arc<Semaphore>,
}

impl BotRequests {
    pub(in crate::faces) fn new(gateway: &Gateway, face: &'static str) -> Self {
        let bodies = || BodyMemory::new(BYTES, BODY);
        Self {
            bodies: gateway.body_memory(face, bodies),
            places: gateway.stream_places(face, REQUESTS),
        }
    }

    /// Reads a request. The error is the response.
    pub(in crate::faces) async fn read(
        &self,
        request: Request,
    ) -> Result<(Parts, Bytes), Response> {
        let (head, body) = request.into_parts();
        match self.bodies.read(&head, body).await {
            Ok((body, _permit)) => Ok((head, body)),
            Err(BodyError::Late) => {
                let text = "the request takes too long\n";
                Err((StatusCode::REQUEST_TIMEOUT, text).into_response())
            }
            Err(BodyError::TooLong) => {
                let text = format!("a request has at most {BODY} bytes\n");
                Err((StatusCode::PAYLOAD_TOO_LARGE, text).into_response())
            }
            Err(BodyError::Busy) => Err(refuse(Limit::Bodies)),
        }
    }

    /// Returns the permit to process a request. Without one, the response is [`refuse_busy`].
    pub(in crate::faces) fn begin(&self) -> Option<OwnedSemaphorePermit> {
        Arc::clone(&self.places).try_acquire_owned().ok()
    }
}

/// Returns the response if too many requests are processed. The platform may repeat the request.
pub(in crate::faces) fn refuse_busy() -> Response {
    refuse(Limit::Tasks)
}

fn refuse(limit: Limit) -> Response {
    limit.refuse(limit.reason().into_response())
}
