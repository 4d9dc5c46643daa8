//! The WebSocket routes for pages.

use super::Site;
use crate::server::{
    accept::{ServerLimits, serve},
    refusal::Limit,
    request_guard::{OriginPattern, RequestGuard, rejection_of},
    shares::HeldPlaces,
};
use axum::{
    Extension, Router,
    extract::{Request, State, WebSocketUpgrade},
    http::{HeaderMap, StatusCode, header::ORIGIN},
    middleware::{Next, from_fn},
    response::{IntoResponse, Response},
    routing::any,
};
use std::{io, net::Ipv4Addr, sync::Arc};
use tokio::net::TcpListener;

/// The origins of browser extensions. Web pages never have such an origin.
const EXTENSIONS: [&str; 2] = ["chrome-extension://", "moz-extension://"];

/// Returns the WebSocket route at the path `/`. It can be nested below any other path. The guard contains its allowed
/// hosts and origins.
pub fn routes(site: &Site, guard: &RequestGuard) -> Router {
    guard.protect(
        Router::new()
            .route("/", any(connect))
            .with_state(site.clone()),
    )
}

/// Returns the WebSocket route `/extension` for browser extensions on this computer.
///
/// It has no token, because published extensions connect to a fixed address. Therefore, the `Host` must be a loopback
/// name, and the `Origin` must belong to an extension or be absent. Web pages are refused, but any program on this
/// computer may connect.
pub fn extension_routes(site: &Site) -> Router {
    let routes = Router::new()
        .route("/extension", any(connect))
        .with_state(site.clone());
    routes.layer(from_fn(
        async |request: Request, next: Next| match extension_rejection(request.headers()) {
            Some(reason) => (StatusCode::FORBIDDEN, reason).into_response(),
            None => next.run(request).await,
        },
    ))
}

/// Serves [`extension_routes`] at `ws://127.0.0.1:<port>/extension`, in a task of the current tokio runtime. Returns
/// the address. Port 0 selects a free port.
///
/// # Errors
/// Returns an error if the port is in use.
pub async fn serve_extension(site: &Site, port: u16) -> io::Result<String> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await?;
    let address = format!("ws://{}/extension", listener.local_addr()?);
    tokio::spawn(serve(
        listener,
        extension_routes(site),
        ServerLimits::default(),
    ));
    Ok(address)
}

/// Returns the reason to refuse a request to the extension route, or `None` to accept it.
fn extension_rejection(headers: &HeaderMap) -> Option<&'static str> {
    let hosts = RequestGuard::default().hosts;
    let mut allowed = Vec::new();
    if let Some(origin) = headers.get(ORIGIN) {
        let origin = origin.to_str().unwrap_or_default();
        let id = EXTENSIONS
            .iter()
            .find_map(|scheme| origin.strip_prefix(scheme))
            .unwrap_or_default();
        let is_id = !id.is_empty()
            && id
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        match origin.parse::<OriginPattern>() {
            Ok(exact) if is_id => allowed.push(exact),
            _ => return Some("only browser extensions may connect, and no web pages"),
        }
    }
    rejection_of(headers, &hosts, &allowed).map(|rejection| rejection.reason())
}

async fn connect(
    State(site): State<Site>,
    held: Option<Extension<HeldPlaces>>,
    upgrade: WebSocketUpgrade,
) -> Response {
    let Ok(place) = Arc::clone(&site.shared.places).try_acquire_owned() else {
        return Limit::Sockets.refuse(Limit::Sockets.reason().into_response());
    };
    let limits = site.connection_limits();
    let upgrade = upgrade
        .max_message_size(limits.message)
        .max_frame_size(limits.message);
    upgrade.on_upgrade(async move |socket| {
        site.serve(socket, place).await;
        drop(held);
    })
}
