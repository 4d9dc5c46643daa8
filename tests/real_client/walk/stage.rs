//! The host, its program, and the actions of the agent.

use super::{Chance, network::Network};
use crate::host::{CHAT, SESSION, museum, provided};
use ::live::peers::host::{Call, ConnectionLimits, Event, Events, Host, Settings};
use ahp::{
    canvas::{
        CanvasOpenParams, CanvasProviderSource, CanvasUpdated,
        host::{Host as Pure, HostError, Limits, StateAfter},
    },
    ids::ChannelUri,
};
use std::{
    collections::BTreeMap,
    sync::{
        Arc, Mutex,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    time::Duration,
};
use tokio::{
    net::TcpListener,
    task::{JoinHandle, JoinSet},
    time::{Instant, sleep, timeout},
};
use wire::Payload;

/// The number of actions that the host keeps for returning clients. It is so small that some clients miss more actions.
const KEPT: usize = 40;

#[derive(Default)]
pub(super) struct Counts {
    pub(super) hosts: AtomicU64,
    pub(super) calls: AtomicU64,
    pub(super) actions: AtomicU64,
    pub(super) rude: AtomicU64,
    pub(super) replays: AtomicU64,
    pub(super) snapshots: AtomicU64,
    /// The number of connections that ended for each reason, as the host reports them.
    pub(super) ended: Mutex<BTreeMap<String, u64>>,
}

pub(super) struct Stage {
    pub(super) host: Host,
    pub(super) address: String,
    pub(super) network: Network,
    pub(super) counts: Arc<Counts>,
    pub(super) chance: Chance,
    server: JoinHandle<std::io::Result<()>>,
    calls: JoinSet<()>,
    next_instance: u64,
    counted: u64,
}

pub(super) fn connection_limits() -> ConnectionLimits {
    let millis = Duration::from_millis;
    ConnectionLimits {
        message: 64 << 10,
        queue: 256 << 10,
        ping: millis(250),
        silence: millis(1_500),
    }
}

fn limits() -> Limits {
    Limits {
        actions: KEPT,
        message: 64 << 10,
        answer: Duration::from_millis(400),
        ..Limits::default()
    }
}

/// Acts as the program that serves canvases. It answers immediately, late, or not at all.
async fn program(mut events: Events<Event>, counts: Arc<Counts>, seed: u64) {
    let mut chance = Chance::new(seed);
    while let Some(event) = events.next().await {
        match event {
            Event::Provide(asked) => {
                let answer = provided(asked.request());
                let late = match chance.below(20) {
                    0 => continue,
                    1 => Duration::from_millis(chance.below(600)),
                    _ => Duration::ZERO,
                };
                tokio::spawn(async move {
                    sleep(late).await;
                    // The request may have ended before the answer.
                    let _ = asked.answer(Ok(answer));
                });
            }
            Event::Ended { why, .. } => {
                *counts
                    .ended
                    .lock()
                    .unwrap()
                    .entry(why.to_string())
                    .or_default() += 1;
            }
            _ => {}
        }
    }
}

impl Stage {
    pub(super) async fn new(seed: u64) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let counts = Arc::<Counts>::default();
        let (host, server) = start(museum(KEPT).limits(limits()), listener, &counts, seed);
        let (network, chance) = (Network::default(), Chance::new(seed));
        Self {
            host,
            address,
            network,
            counts,
            chance,
            server,
            calls: JoinSet::new(),
            next_instance: 0,
            counted: 0,
        }
    }

    /// Performs one random action of the agent.
    pub(super) async fn step(&mut self) {
        let canvases: Vec<ChannelUri> =
            self.host.inspect(|host| host.canvases().cloned().collect());
        let some = self.chance.one_of(&canvases).cloned();
        match (self.chance.below(100), some) {
            (0..10, _) => self.open(),
            (10..40, Some(canvas)) => self.change(&canvas, 20),
            (40, Some(canvas)) => {
                // More actions than the log keeps, and perhaps more data than may be queued for a slow client.
                for _ in 0..400 {
                    self.change(&canvas, 16_000);
                    tokio::task::yield_now().await;
                }
            }
            (41..46, Some(canvas)) => self.begin(|host| host.close(&canvas)),
            (46..56, Some(canvas)) => self.begin(|host| host.invoke(&canvas, "next", None)),
            (56..66, Some(canvas)) => {
                let _ = self
                    .host
                    .apply(|host| host.message(&canvas, Payload::string("look")));
            }
            (66..70, Some(canvas)) => self.begin(|host| host.reopen(&canvas)),
            (70..95, _) => self.count(),
            (95, _) if self.chance.once_in(5) => self.start_again().await,
            _ => sleep(Duration::from_millis(self.chance.below(30))).await,
        }
        sleep(Duration::from_millis(self.chance.below(4))).await;
    }

    fn open(&mut self) {
        self.next_instance += 1;
        let (extension, kind) = if self.chance.once_in(2) {
            ("museum", "plan")
        } else {
            ("guide", "tour")
        };
        // Sometimes an instance that is already open.
        let instance = format!(
            "c{}",
            self.next_instance - self.chance.below(self.next_instance.min(3))
        );
        let params = CanvasOpenParams::new(SESSION, kind, extension, instance);
        if self.host.inspect(|host| host.canvases().count()) < 12 {
            self.begin(|host| host.open(params));
        }
    }

    fn change(&mut self, canvas: &ChannelUri, length: u64) {
        let text = "x".repeat(1 + self.chance.below(length) as usize);
        let update = match self.chance.below(4) {
            0 => CanvasUpdated::new().status(text),
            1 => wire::decode(r#"{"title":null}"#).unwrap(),
            2 => CanvasUpdated::new().url(format!("https://plans.test/{}", self.chance.below(9))),
            _ => CanvasUpdated::new().title(format!("{} {text}", self.chance.below(1 << 30))),
        };
        self.counts.actions.fetch_add(1, Relaxed);
        let _ = self.host.apply(|host| host.update(canvas, update));
    }

    /// Publishes a counter that clients add up themselves, so that they notice lost and repeated actions.
    fn count(&mut self) {
        self.counted += 1;
        self.counts.actions.fetch_add(1, Relaxed);
        let count = Payload::parse(self.counted.to_string()).unwrap();
        let action = Payload::parse(r#"{"type":"x/counted"}"#).unwrap();
        let publish = |host: &mut Pure| {
            host.publish(
                &SESSION.into(),
                action,
                StateAfter::member("count", count),
                None,
            )
        };
        self.host.apply(publish).unwrap();
    }

    fn begin(
        &mut self,
        what: impl FnOnce(
            &mut Pure,
        ) -> Result<
            (ahp::canvas::CallId, Vec<ahp::canvas::host::HostOutput>),
            HostError,
        >,
    ) {
        let begun: Result<Call, HostError> = self.host.begin(what);
        if let Ok(call) = begun {
            self.counts.calls.fetch_add(1, Relaxed);
            self.calls.spawn(async move { drop(call.outcome().await) });
        }
    }

    /// Stops the host, and starts a new host with the canvases that were open.
    async fn start_again(&mut self) {
        let (session, canvases) = self.host.inspect(|host| {
            let session = host.session_state(&SESSION.into()).unwrap().clone();
            let state =
                |canvas: &ChannelUri| (canvas.clone(), host.canvas_state(canvas).unwrap().clone());
            (session, host.canvases().map(state).collect::<Vec<_>>())
        });
        self.host.shutdown(Duration::from_millis(200)).await;
        self.server.abort();
        let _ = (&mut self.server).await;
        let mut host = museum(KEPT).limits(limits());
        let count = session.extra.get("count").cloned();
        if let Some(count) = count {
            let action = Payload::parse(r#"{"type":"x/counted"}"#).unwrap();
            host.publish(
                &SESSION.into(),
                action,
                StateAfter::member("count", count),
                None,
            )
            .unwrap();
        }
        for (channel, state) in &canvases {
            host.restore(&SESSION.into(), channel.clone(), state.clone())
                .unwrap();
        }
        let listener = TcpListener::bind(&self.address).await.unwrap();
        let seed = self.chance.below(1 << 32);
        (self.host, self.server) = start(host, listener, &self.counts, seed);
        for (channel, state) in canvases {
            if matches!(state.provider, CanvasProviderSource::Server(_)) {
                self.begin(|host| host.reopen(&channel));
            }
        }
    }

    /// Waits until all calls have ended.
    pub(super) async fn settle(&mut self) {
        let ended = async { while self.calls.join_next().await.is_some() {} };
        timeout(Duration::from_secs(30), ended)
            .await
            .expect("a call does not end");
    }

    /// Waits until a peer has the state of the host. `sees` reports the differences.
    pub(super) async fn agree(&self, sees: impl Fn(&Pure) -> Result<(), String>) {
        let until = Instant::now() + Duration::from_secs(30);
        while let Err(why) = self.host.inspect(&sees) {
            assert!(Instant::now() < until, "{why}");
            sleep(Duration::from_millis(5)).await;
        }
    }
}

fn start(
    host: Pure,
    listener: TcpListener,
    counts: &Arc<Counts>,
    seed: u64,
) -> (Host, JoinHandle<std::io::Result<()>>) {
    counts.hosts.fetch_add(1, Relaxed);
    let (host, events) = Host::start(
        host,
        Settings {
            limits: connection_limits(),
            ..Settings::default()
        },
    );
    tokio::spawn(program(events, Arc::clone(counts), seed));
    let server = axum::serve(listener, host.routes());
    (host, tokio::spawn(async move { server.await }))
}

/// Returns the chat as the host shows it.
pub(super) fn chat(host: &Pure) -> ahp::v1_0::ChatState {
    host.chat_state(&CHAT.into()).unwrap()
}
