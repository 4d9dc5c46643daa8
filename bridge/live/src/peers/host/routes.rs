//! The HTTP route for WebSocket clients.

use super::{Host, HostShared};
use crate::{
    peers::transport::websocket_server,
    server::{refusal::Limit, request_guard::rejection_of, shares::HeldPlaces},
};
use axum::{
    Extension, Router,
    extract::{State, WebSocketUpgrade},
    http::{HeaderMap, StatusCode},
    response::{IntoResponse, Response},
    routing::any,
};

impl Host {
    /// Returns the WebSocket route at `/`. The route can be nested in another router.
    pub fn routes(&self) -> Router {
        Router::new()
            .route("/", any(connect))
            .with_state(self.clone())
    }
}

async fn connect(
    State(host): State<Host>,
    headers: HeaderMap,
    held: Option<Extension<HeldPlaces>>,
    upgrade: WebSocketUpgrade,
) -> Response {
    let HostShared { settings, .. } = &*host.shared;
    if let Some(why) = rejection_of(&headers, &settings.hosts, &settings.origins) {
        return (StatusCode::FORBIDDEN, why.reason()).into_response();
    }
    let Some(permit) = host.admit() else {
        return Limit::Sockets.refuse(Limit::Sockets.reason().into_response());
    };
    let limits = settings.limits;
    let upgrade = upgrade
        .max_message_size(limits.message)
        .max_frame_size(limits.message);
    upgrade.on_upgrade(async move |socket| {
        let (receiver, sender) = websocket_server::halves(socket);
        host.serve(permit, receiver, sender, Some(&limits)).await;
        drop(held);
    })
}
