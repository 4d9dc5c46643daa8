//! Clients that reconnect after every fault of the network.

use super::{
    Chance,
    stage::{Counts, Stage, chat},
};
use crate::host::{CHAT, SESSION};
use ::live::peers::client::{Client, ConnectionLimits, Event, Events, Settings};
use ahp::{
    canvas::{
        CanvasInvokeActionResult, CanvasOpenResult, ClientCanvasDeclaration, ProviderAnswer,
        ProviderRequest, SessionActiveClient,
        host::{Host as Pure, StateAfter},
    },
    client::{Ahp1_0, CanvasProposal, ClientOutput},
    ids::ChannelUri,
};
use ahp_types::{
    actions::StateAction,
    commands::ReconnectResult,
    state::{CanvasState, ChatState, Snapshot, SnapshotState},
};
use ahp_ws::WebSocketTransport;
use published_ahp::{
    ClientConfig, SubscriptionEvent,
    reducers::{apply_action_to_canvas, apply_action_to_chat},
};
use serde_json::Value;
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, Mutex, atomic::Ordering::Relaxed},
    time::Duration,
};
use tokio::{
    task::JoinHandle,
    time::{sleep, timeout},
};
use wire::Payload;

fn settings() -> Settings {
    let millis = Duration::from_millis;
    Settings {
        limits: ConnectionLimits {
            ping: millis(250),
            silence: millis(1_500),
            ..ConnectionLimits::default()
        },
        connect_timeout: millis(1_000),
        first_pause: millis(10),
        longest_pause: millis(200),
    }
}

fn differs<T: PartialEq>(who: &str, what: &str, theirs: T, ours: T) -> Result<(), String> {
    (theirs == ours)
        .then_some(())
        .ok_or_else(|| format!("{who} and the host disagree about {what}"))
}

/// Background tasks, aborted when this value is dropped.
struct Tasks(Vec<JoinHandle<()>>);

impl Drop for Tasks {
    fn drop(&mut self) {
        self.0.iter().for_each(JoinHandle::abort);
    }
}

/// A client of the proposal that displays every canvas.
pub(super) struct Tablet {
    name: &'static str,
    client: Client<CanvasProposal>,
    _tasks: Tasks,
}

impl Tablet {
    pub(super) async fn new(name: &'static str, stage: &Stage) -> Self {
        let (client, events) = Client::new(ahp::client::Client::new(name, ["1.0.0"]), settings());
        Self::of(name, client, events, stage, |_, _| ()).await
    }

    async fn of(
        name: &'static str,
        client: Client<CanvasProposal>,
        mut events: Events<Event>,
        stage: &Stage,
        mut provide: impl FnMut(&Client<CanvasProposal>, ClientOutput) + Send + 'static,
    ) -> Self {
        client.reduce(|client, output| {
            if let ClientOutput::Action(envelope) = output {
                if envelope.channel == *SESSION && envelope.action.text().contains("x/counted") {
                    let session = client.session_state(&SESSION.into()).unwrap();
                    let count = session
                        .extra
                        .get("count")
                        .map_or(0, |count| count.text().parse::<u64>().unwrap());
                    let count = Payload::parse((count + 1).to_string()).unwrap();
                    client.set_after(&SESSION.into(), StateAfter::member("count", count));
                }
            }
        });
        client.apply(|client| client.subscribe(&SESSION.into()));
        let url = stage
            .network
            .way_to(&stage.address, name.len() as u64 * 1_000_000)
            .await;
        let following = client.clone();
        let follow = tokio::spawn(async move {
            following.follow(&url).await;
        });
        let showing = client.clone();
        let show = tokio::spawn(async move {
            while let Some(event) = events.next().await {
                match event {
                    Event::Output(ClientOutput::SessionChanged(session)) => {
                        showing.apply(|client| {
                            let open = client
                                .session_state(&session)
                                .and_then(|session| session.open_canvases.get());
                            let open = open
                                .into_iter()
                                .flatten()
                                .map(|canvas| canvas.channel.clone());
                            let unseen: Vec<ChannelUri> = open
                                .filter(|canvas| client.canvas_state(canvas).is_none())
                                .collect();
                            unseen
                                .iter()
                                .flat_map(|canvas| client.subscribe(canvas))
                                .collect()
                        })
                    }
                    Event::Output(ClientOutput::ReadError { channel, error }) => {
                        panic!("{name} cannot read something of {channel:?}: {error:?}")
                    }
                    Event::Output(output) => provide(&showing, output),
                    _ => {}
                }
            }
        });
        Self {
            name,
            client,
            _tasks: Tasks(vec![follow, show]),
        }
    }

    pub(super) fn sees(&self, host: &Pure) -> Result<(), String> {
        self.client.inspect(|client| {
            let session = SESSION.into();
            differs(
                self.name,
                "the session",
                client.session_state(&session),
                host.session_state(&session),
            )?;
            let (theirs, ours): (BTreeSet<_>, BTreeSet<_>) =
                (client.canvases().collect(), host.canvases().collect());
            differs(self.name, "the canvases", &theirs, &ours)?;
            ours.into_iter().try_for_each(|canvas| {
                differs(
                    self.name,
                    canvas.as_str(),
                    client.canvas_state(canvas),
                    host.canvas_state(canvas),
                )
            })
        })
    }
}

/// A tablet that provides canvases, and sometimes forgets to answer.
pub(super) struct Guide(pub(super) Tablet);

impl Guide {
    pub(super) async fn new(stage: &Stage) -> Self {
        let (client, events) =
            Client::new(ahp::client::Client::new("guide", ["1.0.0"]), settings());
        let tour = ClientCanvasDeclaration::new("tour", "Tour", "Walks along.");
        let guide = SessionActiveClient::new("guide").canvas_providers(vec![tour]);
        client
            .try_apply(|client| client.declare(&SESSION.into(), guide).map(|out| ((), out)))
            .unwrap();
        let mut chance = Chance::new(5);
        let tablet = Tablet::of("guide", client, events, stage, move |client, output| {
            let ClientOutput::Provide { call, request } = output else {
                return;
            };
            let answer = match request {
                ProviderRequest::Open(_) => {
                    let url = format!("https://tours.test/{}", chance.below(9));
                    ProviderAnswer::Open(CanvasOpenResult::new().title("Tour").url(url))
                }
                ProviderRequest::Close(_) => ProviderAnswer::Close,
                _ => ProviderAnswer::InvokeAction(CanvasInvokeActionResult::new()),
            };
            if !chance.once_in(15) {
                // The connection of the request may be lost.
                let _ =
                    client.try_apply(|client| client.answer(call, Ok(answer)).map(|out| ((), out)));
            }
        });
        Self(tablet.await)
    }
}

/// A client of the release.
pub(super) struct Kiosk {
    name: &'static str,
    client: Client<Ahp1_0>,
    _tasks: Tasks,
}

impl Kiosk {
    pub(super) async fn new(name: &'static str, stage: &Stage) -> Self {
        let (client, _) = Client::new(ahp::client::Client::new(name, ["1.0.0"]), settings());
        client.apply(|client| client.subscribe(&CHAT.into()));
        let url = stage
            .network
            .way_to(&stage.address, name.len() as u64 * 3_000_000)
            .await;
        let following = client.clone();
        let follow = tokio::spawn(async move {
            following.follow(&url).await;
        });
        Self {
            name,
            client,
            _tasks: Tasks(vec![follow]),
        }
    }

    pub(super) fn sees(&self, host: &Pure) -> Result<(), String> {
        self.client.inspect(|client| {
            differs(
                self.name,
                "the chat",
                client.chat_state(&CHAT.into()),
                Some(&chat(host)),
            )?;
            let (theirs, ours): (BTreeSet<_>, BTreeSet<_>) =
                (client.canvases().collect(), host.canvases().collect());
            differs(self.name, "the canvases", &theirs, &ours)?;
            ours.into_iter().try_for_each(|canvas| {
                let ours = host.release_state(canvas);
                differs(
                    self.name,
                    canvas.as_str(),
                    client.canvas_state(canvas),
                    ours.as_ref(),
                )
            })
        })
    }
}

/// The published client of AHP, with its own reducers.
pub(super) struct Published {
    name: &'static str,
    mirror: Arc<Mutex<Mirror>>,
    _tasks: Tasks,
}

#[derive(Default)]
struct Mirror {
    chat: Option<ChatState>,
    canvases: BTreeMap<String, CanvasState>,
    /// The sequence number of the last applied action for each channel. The mirrored states include earlier actions.
    seen: BTreeMap<String, i64>,
    last: i64,
}

impl Mirror {
    fn take(&mut self, snapshot: &Snapshot) {
        self.last = self.last.max(snapshot.from_seq);
        self.seen
            .insert(snapshot.resource.clone(), snapshot.from_seq);
        match &snapshot.state {
            SnapshotState::Chat(chat) => self.chat = Some((**chat).clone()),
            SnapshotState::Canvas(canvas) => drop(
                self.canvases
                    .insert(snapshot.resource.clone(), (**canvas).clone()),
            ),
            _ => {}
        }
    }

    fn apply(&mut self, channel: &str, seq: i64, action: &StateAction) {
        self.last = self.last.max(seq);
        let seen = self.seen.entry(channel.to_owned()).or_default();
        if seq <= *seen {
            return;
        }
        *seen = seq;
        if let (CHAT, Some(chat)) = (channel, &mut self.chat) {
            apply_action_to_chat(chat, action);
        } else if let Some(canvas) = self.canvases.get_mut(channel) {
            apply_action_to_canvas(canvas, action);
        }
    }

    fn listed(&self) -> BTreeSet<String> {
        let canvases = self.chat.iter().flat_map(|chat| &chat.canvases).flatten();
        canvases.map(|canvas| canvas.resource.clone()).collect()
    }
}

impl Published {
    pub(super) async fn new(name: &'static str, stage: &Stage) -> Self {
        let mirror = Arc::<Mutex<Mirror>>::default();
        let url = stage.network.way_to(&stage.address, 7_000_000).await;
        let (kept, counts) = (mirror.clone(), stage.counts.clone());
        let follow = tokio::spawn(async move {
            let mut is_known = false;
            loop {
                // The client reconnects after any error.
                let _ = follow(name, &url, &kept, &mut is_known, &counts).await;
                sleep(Duration::from_millis(50)).await;
            }
        });
        Self {
            name,
            mirror,
            _tasks: Tasks(vec![follow]),
        }
    }

    pub(super) fn sees(&self, host: &Pure) -> Result<(), String> {
        let mirror = self.mirror.lock().unwrap();
        let Some(chat_here) = &mirror.chat else {
            return Err(format!("{} sees no chat", self.name));
        };
        differs(self.name, "the chat", json(chat_here), json(&chat(host)))?;
        let ours: BTreeSet<String> = host.canvases().map(ToString::to_string).collect();
        differs(
            self.name,
            "the canvases",
            &mirror.canvases.keys().cloned().collect(),
            &ours,
        )?;
        ours.iter().try_for_each(|canvas| {
            let ours = host.release_state(&canvas.as_str().into()).unwrap();
            differs(
                self.name,
                canvas,
                json(&mirror.canvases[canvas]),
                json(&ours),
            )
        })
    }
}

fn json<T: serde::Serialize>(value: &T) -> Value {
    serde_json::to_value(value).unwrap()
}

/// Follows the chat and its canvases on one connection, until it ends.
async fn follow(
    name: &str,
    url: &str,
    mirror: &Mutex<Mirror>,
    is_known: &mut bool,
    counts: &Counts,
) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
    let patience = Duration::from_secs(2);
    let transport = timeout(patience, WebSocketTransport::connect(url)).await??;
    let config = ClientConfig {
        default_request_timeout: Some(patience),
        subscription_buffer: 2_048,
    };
    let client = published_ahp::Client::connect(transport, config).await?;
    let mut events = client.events();
    if *is_known {
        let (last, wanted) = {
            let mirror = mirror.lock().unwrap();
            (
                mirror.last,
                mirror
                    .canvases
                    .keys()
                    .cloned()
                    .chain([CHAT.to_owned()])
                    .collect::<Vec<_>>(),
            )
        };
        match client.reconnect(name.to_owned(), last, wanted).await {
            Ok(ReconnectResult::Replay(replay)) => {
                counts.replays.fetch_add(1, Relaxed);
                let mut mirror = mirror.lock().unwrap();
                for channel in replay.missing {
                    mirror.canvases.remove(&channel);
                }
                for envelope in replay.actions {
                    mirror.apply(
                        &envelope.channel,
                        envelope.server_seq as i64,
                        &envelope.action,
                    );
                }
            }
            Ok(ReconnectResult::Snapshot(result)) => {
                counts.snapshots.fetch_add(1, Relaxed);
                let mut mirror = mirror.lock().unwrap();
                mirror.canvases.clear();
                result
                    .snapshots
                    .iter()
                    .for_each(|snapshot| mirror.take(snapshot));
            }
            // The host was replaced, and does not know the client.
            Err(error) => {
                *is_known = false;
                return Err(error.into());
            }
        }
    } else {
        let hello = client
            .initialize(name.to_owned(), vec!["1.0.0".into()], vec![CHAT.to_owned()])
            .await?;
        let mut mirror = mirror.lock().unwrap();
        *mirror = Mirror::default();
        mirror.last = hello.server_seq;
        hello
            .snapshots
            .iter()
            .for_each(|snapshot| mirror.take(snapshot));
        *is_known = true;
    }
    loop {
        // The client follows exactly the canvases that the chat lists.
        let (listed, followed) = {
            let mut mirror = mirror.lock().unwrap();
            let listed = mirror.listed();
            mirror.canvases.retain(|canvas, _| listed.contains(canvas));
            (
                listed,
                mirror.canvases.keys().cloned().collect::<BTreeSet<_>>(),
            )
        };
        for canvas in listed.difference(&followed) {
            // The canvas may be closed by now; the chat will report it.
            if let Ok((result, _)) = client.subscribe(canvas.clone()).await {
                result
                    .snapshot
                    .iter()
                    .for_each(|snapshot| mirror.lock().unwrap().take(snapshot));
            }
        }
        let event = events.recv().await.ok_or("the connection has ended")?;
        if let SubscriptionEvent::Action(envelope) = event.event {
            mirror.lock().unwrap().apply(
                &event.channel,
                envelope.server_seq as i64,
                &envelope.action,
            );
        }
    }
}
