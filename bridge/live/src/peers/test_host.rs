//! A host for tests with one session, one chat and one kind of canvas, on a loopback port.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use crate::peers::{
    events::Events,
    host::{Event, Host, Settings},
};
use ahp::{
    canvas::{
        CanvasOpenParams, CanvasOpenResult, CanvasUpdated, ProviderAnswer, ServerSource,
        SessionCanvasDeclaration, SessionState, host::Limits,
    },
    ids::ChannelUri,
};
use std::time::Duration;
use tokio::{net::TcpListener, task::JoinHandle, time::timeout};

pub(crate) const SESSION: &str = "ahp-session:/1";
pub(crate) const CHAT: &str = "ahp-chat:/1";
pub(crate) const CANVAS: &str = "ahp-canvas:/east";

pub(crate) struct TestHost {
    pub(crate) host: Host,
    pub(crate) events: Events<Event>,
    pub(crate) address: String,
    server: JoinHandle<std::io::Result<()>>,
}

pub(crate) fn machine(limits: Limits) -> ahp::canvas::host::Host {
    let mut host = ahp::canvas::host::Host::new(["1.0.0"]).limits(limits);
    host.add_session(SESSION, SessionState::new()).unwrap();
    host.add_chat(
        &SESSION.into(),
        CHAT,
        wire::decode(r#"{"title":"Visit"}"#).unwrap(),
    )
    .unwrap();
    let plan = SessionCanvasDeclaration::new(
        "museum",
        "plan",
        "Plan",
        "Shows the way.",
        ServerSource::new(),
    );
    host.declare(&SESSION.into(), vec![plan]).unwrap();
    host
}

impl TestHost {
    pub(crate) async fn new(settings: Settings, limits: Limits) -> Self {
        Self::at("127.0.0.1:0", settings, limits).await
    }

    pub(crate) async fn at(address: &str, settings: Settings, limits: Limits) -> Self {
        let (host, events) = Host::start(machine(limits), settings);
        let listener = TcpListener::bind(address).await.unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let server = axum::serve(listener, host.routes());
        let server = tokio::spawn(async move { server.await });
        Self {
            host,
            events,
            address,
            server,
        }
    }

    /// Stops the host, and returns its address, whose port is then free.
    pub(crate) async fn stop(self) -> String {
        self.host.shutdown(Duration::from_secs(1)).await;
        self.server.abort();
        assert!(self.server.await.unwrap_err().is_cancelled());
        self.address
    }

    pub(crate) fn url(&self) -> String {
        format!("ws://{}/", self.address)
    }

    /// Opens the canvas, which the program provides.
    pub(crate) async fn open(&mut self) {
        let params = CanvasOpenParams::new(SESSION, "plan", "museum", "east");
        let opening = self.host.begin(|host| host.open(params)).unwrap();
        let result = CanvasOpenResult::new()
            .title("East wing")
            .url("https://plans.test/east");
        self.until(|event| match event {
            Event::Provide(asked) => asked.answer(Ok(ProviderAnswer::Open(result.clone()))).ok(),
            _ => None,
        })
        .await;
        opening.outcome().await.unwrap();
    }

    pub(crate) fn call_it(&self, title: &str) {
        let update = CanvasUpdated::new().title(title);
        self.host
            .apply(|host| host.update(&ChannelUri::from(CANVAS), update))
            .unwrap();
    }

    /// Returns the first event that `wanted` accepts.
    pub(crate) async fn until<T>(&mut self, mut wanted: impl FnMut(Event) -> Option<T>) -> T {
        loop {
            let event = soon(self.events.next()).await.unwrap();
            if let Some(found) = wanted(event) {
                return found;
            }
        }
    }
}

/// Awaits a future, and panics after a timeout.
pub(crate) async fn soon<T>(what: impl Future<Output = T>) -> T {
    timeout(Duration::from_secs(20), what)
        .await
        .unwrap_or_else(|_| panic!("the expected event does not occur"))
}

/// Waits until a condition is true.
pub(crate) async fn until(mut is_so: impl FnMut() -> bool) {
    soon(async {
        while !is_so() {
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    })
    .await;
}
