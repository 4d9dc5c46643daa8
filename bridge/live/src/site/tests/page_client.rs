//! A page for tests, and a server with a site.

use crate::{
    server::request_guard::RequestGuard,
    site::{Site, SiteReport, SiteSettings, extension_routes, routes},
};
use axum::Router;
use futures_util::{SinkExt, StreamExt};
use std::{
    sync::{Arc, Mutex},
    time::Duration,
};
use tokio::{net::TcpListener, time::timeout};
use tokio_tungstenite::{
    MaybeTlsStream, WebSocketStream, connect_async,
    tungstenite::{Error, Message, client::IntoClientRequest, http::HeaderName},
};
use wire::Payload;

/// Waits for a future that must be ready soon.
pub(super) async fn soon<F: IntoFuture>(future: F) -> F::Output {
    timeout(Duration::from_secs(60), future).await.unwrap()
}

/// A server with the route for all clients, and with the route for extensions below `/fixed`.
pub(super) struct SiteServer {
    pub(super) site: Site,
    pub(super) address: String,
    reports: Arc<Mutex<Vec<String>>>,
}

impl SiteServer {
    pub(super) async fn start(settings: SiteSettings) -> Self {
        let reports: Arc<Mutex<Vec<String>>> = Arc::default();
        let to = Arc::clone(&reports);
        let report =
            Arc::new(move |report: &SiteReport| to.lock().unwrap().push(report.to_string()));
        let site = Site::start(SiteSettings { report, ..settings });
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let routes = Router::new().nest("/extension", routes(&site, &RequestGuard::default()));
        let all = routes.nest("/fixed", extension_routes(&site));
        tokio::spawn(async move { axum::serve(listener, all).await });
        Self {
            site,
            address,
            reports,
        }
    }

    /// Connects with these headers. Returns the status if the server refuses the connection.
    pub(super) async fn connect(
        &self,
        path: &str,
        headers: &[(&str, &str)],
    ) -> Result<PageClient, u16> {
        let mut request = format!("ws://{}{path}", self.address)
            .into_client_request()
            .unwrap();
        for (name, value) in headers {
            request
                .headers_mut()
                .insert(name.parse::<HeaderName>().unwrap(), value.parse().unwrap());
        }
        match soon(connect_async(request)).await {
            Ok((socket, _)) => Ok(PageClient(socket)),
            Err(Error::Http(answer)) => Err(answer.status().as_u16()),
            Err(other) => panic!("{other}"),
        }
    }

    pub(super) async fn page(&self, ready: &str) -> PageClient {
        let before = self.site.pages();
        let mut page = self.connect("/extension", &[]).await.unwrap();
        page.send(ready).await;
        self.until(|| self.site.pages() > before).await;
        page
    }

    pub(super) async fn until(&self, is_done: impl Fn() -> bool) {
        soon(async {
            while !is_done() {
                tokio::time::sleep(Duration::from_millis(2)).await;
            }
        })
        .await;
    }

    pub(super) async fn reported(&self, text: &str) {
        self.until(|| self.reports().iter().any(|report| report.contains(text)))
            .await;
    }

    pub(super) fn reports(&self) -> Vec<String> {
        self.reports.lock().unwrap().clone()
    }
}

pub(super) struct PageClient(pub(super) WebSocketStream<MaybeTlsStream<tokio::net::TcpStream>>);

impl PageClient {
    pub(super) async fn send(&mut self, frame: &str) {
        soon(self.0.send(Message::text(frame))).await.unwrap();
    }

    /// Returns the next item of this type, or `None` at the end of the connection.
    pub(super) async fn next(&mut self, kind: &str) -> Option<Payload> {
        loop {
            let frame = match soon(self.0.next()).await {
                Some(Ok(Message::Text(text))) => Payload::parse(text.as_str()).unwrap(),
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => continue,
                _ => return None,
            };
            if frame.member("type").unwrap().as_str().unwrap() == kind {
                return Some(frame);
            }
        }
    }

    /// Answers the next call with an output, and returns the call.
    pub(super) async fn answer(&mut self, output: &str) -> Payload {
        let call = self.next("action_call").await.unwrap();
        let member = |name: &str| call.member(name).unwrap().as_str().unwrap().into_owned();
        self.send(&super::output(
            &member("runtime_id"),
            &member("call_id"),
            output,
        ))
        .await;
        call
    }
}
