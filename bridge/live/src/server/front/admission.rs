//! Limits the requests of each client address.

use super::counters::PossibleStream;
use crate::server::{
    accept::{HeldBody, RequestConnection},
    client_address::ClientAddress,
    refusal::Limit,
    shares::{HeldPlaces, Shares},
};
use axum::{
    body::Body,
    extract::Request,
    http::header::CONTENT_TYPE,
    middleware::Next,
    response::{IntoResponse, Response},
};
use std::sync::Arc;

/// The source of the address of a client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AddressSource {
    /// The client is connected directly.
    Connection,
    /// A trusted proxy states the address in a header.
    Headers,
    /// A proxy is connected, but its headers are not trusted.
    Unknown,
}

/// Limits the number of simultaneous requests per client address.
pub(super) struct Admission {
    source: AddressSource,
    requests: Shares<ClientAddress>,
}

impl Admission {
    pub(super) fn new(source: AddressSource, per_address: usize) -> Self {
        Self {
            source,
            requests: Shares::new(per_address),
        }
    }

    /// Answers a request when its address may have another one. The permit is held until the response has ended. A
    /// WebSocket takes over the permits of its request.
    pub(super) async fn answer(&self, mut request: Request, next: Next) -> Response {
        let connection = request.extensions().get::<RequestConnection>().cloned();
        let address = match self.source {
            AddressSource::Connection => connection
                .as_ref()
                .and_then(|connection| ClientAddress::of_peer(connection.peer.ip())),
            AddressSource::Headers => ClientAddress::of_proxy(request.headers()),
            AddressSource::Unknown => None,
        };
        let mut held = HeldPlaces::default();
        held.extend(connection.map(|connection| connection.place));
        let stream = request.extensions().get::<PossibleStream>().cloned();
        held.extend(stream.map(|stream| Arc::new(stream) as Arc<dyn Send + Sync>));
        let Some(address) = address else {
            request.extensions_mut().insert(held);
            return next.run(request).await;
        };
        let place = match self.requests.enter(&address, Limit::AddressRequests).await {
            Ok(place) => Arc::new(place),
            Err(limit) => return create_refusal(limit),
        };
        held.extend([Arc::clone(&place) as Arc<dyn Send + Sync>]);
        request.extensions_mut().insert(held);
        request.extensions_mut().insert(address);
        next.run(request)
            .await
            .map(|body| Body::new(HeldBody::new(body, place)))
    }
}

fn create_refusal(limit: Limit) -> Response {
    let text = format!(r#"{{"error":"{}; try again later"}}"#, limit.reason());
    limit.refuse(([(CONTENT_TYPE, "application/json")], text).into_response())
}
