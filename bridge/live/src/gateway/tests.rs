mod expiry;
mod idle;
mod shared_store;
mod walk;

use super::{
    agent::{Agent, AgentConnection, AgentError, AgentInput, AgentOutput, BoxFuture, TurnEnd},
    store::{LogEntry, MemoryStore, SessionStore},
    *,
};
use agent_ui_text::bridge::{
    DialectOrProtocol, Protocol,
    a2ui::{CatalogId, Version},
};
use std::sync::atomic::{AtomicUsize, Ordering};

/// An agent that sends fixed texts when it is connected, and records its inputs.
#[derive(Default)]
struct Script {
    name: &'static str,
    says: Vec<String>,
    /// The number of deliveries that fail before one succeeds.
    failures: AtomicUsize,
    received: Arc<Mutex<Vec<AgentInput>>>,
    output: Arc<Mutex<Option<AgentOutput>>>,
}

impl Script {
    fn new(name: &'static str, says: &[&str]) -> Arc<Self> {
        let says = says.iter().map(|&text| text.to_owned()).collect();
        Arc::new(Self {
            name,
            says,
            ..Self::default()
        })
    }

    fn received(&self) -> Vec<AgentInput> {
        self.received.lock().unwrap().clone()
    }

    async fn say(&self, text: &str) {
        let output = self.output.lock().unwrap().clone().unwrap();
        output.messages(text).await;
    }
}

impl Agent for Arc<Script> {
    fn name(&self) -> &str {
        self.name
    }

    fn dialect(&self) -> DialectOrProtocol {
        Protocol::A2ui.into()
    }

    fn is_spontaneous(&self) -> bool {
        !self.says.is_empty()
    }

    fn connect(&self, _session: &str, output: AgentOutput) -> Box<dyn AgentConnection> {
        *self.output.lock().unwrap() = Some(output.clone());
        let says = self.says.clone();
        tokio::spawn(async move {
            for text in says {
                output.messages(&text).await;
            }
        });
        Box::new(ScriptConnection(Arc::clone(self)))
    }
}

struct ScriptConnection(Arc<Script>);

impl AgentConnection for ScriptConnection {
    fn deliver(&mut self, input: AgentInput) -> BoxFuture<'_, Result<TurnEnd, AgentError>> {
        let failures = &self.0.failures;
        let fails = failures
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| {
                left.checked_sub(1)
            })
            .is_ok();
        if !fails {
            self.0.received.lock().unwrap().push(input);
        }
        Box::pin(async move {
            if fails {
                Err(AgentError::temporary("busy"))
            } else {
                Ok(TurnEnd::Ended)
            }
        })
    }
}

fn gateway(
    agents: &[&Arc<Script>],
    store: &Arc<MemoryStore>,
) -> (Gateway, Arc<Mutex<Vec<GatewayReport>>>) {
    let agents = agents
        .iter()
        .map(|&agent| Arc::new(Arc::clone(agent)) as Arc<dyn Agent>)
        .collect();
    let reports: Arc<Mutex<Vec<GatewayReport>>> = Arc::default();
    let reported = Arc::clone(&reports);
    let settings = GatewaySettings {
        turn_silence: Duration::from_millis(50),
        first_answer: Duration::from_secs(2),
        report: Arc::new(move |report| reported.lock().unwrap().push(report.clone())),
        ..GatewaySettings::default()
    };
    (
        Gateway::start(agents, Arc::clone(store) as Arc<dyn SessionStore>, settings),
        reports,
    )
}

fn action(surface: &str, component: &str) -> ClientMessage {
    let message = format!(
        r#"{{"version":"v0.9","action":{{"name":"go","surfaceId":"{surface}","sourceComponentId":"{component}","timestamp":"2026-05-18T15:30:00Z","context":{{}}}}}}"#
    );
    ClientMessage::new(
        "test",
        ClientContent::A2ui {
            message,
            dialect: Dialect::A2ui0_9,
        },
    )
}

const OLD: [&str; 2] = [
    r#"{"surfaceUpdate":{"surfaceId":"s","components":[{"id":"b","component":{"Button":{"child":"t","action":{"name":"go"}}}},{"id":"t","component":{"Text":{"text":{"literalString":"Go"}}}}]}}"#,
    r#"{"beginRendering":{"surfaceId":"s","root":"b"}}"#,
];

fn create(surface: &str) -> String {
    format!(
        r#"{{"version":"v0.9","createSurface":{{"surfaceId":"{surface}","catalogId":"c","sendDataModel":true}}}}
{{"version":"v0.9","updateComponents":{{"surfaceId":"{surface}","components":[{{"id":"root","component":"Text","text":"{surface}"}}]}}}}"#
    )
}

#[tokio::test]
async fn a_0_8_agent_serves_0_9_clients() {
    let agent = Script::new("old", &OLD);
    let (gateway, _) = gateway(&[&agent], &Arc::default());
    let session = gateway.session("main").await.unwrap();
    let mut idle = session.idle();
    assert_eq!(idle.wait().await, TurnOutcome::Ended);
    let snapshot = session.snapshot(Dialect::A2ui0_9).await.unwrap();
    assert_eq!(snapshot.surfaces.len(), 1);
    assert!(
        snapshot.surfaces[0].messages[0].contains("createSurface"),
        "{snapshot:?}"
    );
    let old = session.snapshot(Dialect::A2ui0_8).await.unwrap();
    assert!(
        old.surfaces[0].messages[0].contains("surfaceUpdate"),
        "{old:?}"
    );

    let mut turn = session.send(action("s", "root")).await.unwrap();
    assert_eq!(turn.wait().await, TurnOutcome::Ended);
    let received = agent.received();
    assert!(
        received[0].messages[0]
            .text()
            .starts_with(r#"{"userAction":{"name":"go","surfaceId":"s","sourceComponentId":"b""#)
    );
    assert_eq!(received[0].id, "main/3");
}

#[tokio::test]
async fn updates_follow_the_snapshot_without_gap() {
    let agent = Script::new("a", &[]);
    let (gateway, _) = gateway(&[&agent], &Arc::default());
    let session = gateway.session("main").await.unwrap();
    agent.say(&create("first")).await;
    let (snapshot, mut updates) = session.subscribe(Dialect::A2ui0_9).await.unwrap();
    assert_eq!((snapshot.surfaces.len(), snapshot.seq), (1, 2));
    agent.say(&create("second")).await;
    let Some(Update::Message(message)) = updates.next().await else {
        panic!()
    };
    assert_eq!(
        (message.seq, message.surface.as_deref()),
        (3, Some("second"))
    );
    assert!(matches!(updates.try_next(), Some(Update::Message(_))));
    assert!(updates.try_next().is_none());
}

#[tokio::test]
async fn agents_with_the_same_surface_id_are_kept_apart() {
    let (one, two) = (Script::new("one", &[]), Script::new("two", &[]));
    let (gateway, reports) = gateway(&[&one, &two], &Arc::default());
    let session = gateway.session("main").await.unwrap();
    one.say(&create("s")).await;
    two.say(&create("s")).await;
    two.say(r#"{"version":"v0.9","updateDataModel":{"surfaceId":"s","path":"/n","value":1}}"#)
        .await;
    let snapshot = session.snapshot(Dialect::A2ui0_9).await.unwrap();
    let owners: Vec<_> = snapshot
        .surfaces
        .iter()
        .map(|s| (s.id.as_str(), s.agent.as_str()))
        .collect();
    assert_eq!(owners, [("s", "one"), ("two/s", "two")]);

    let mut click = action("two/s", "root");
    let model = r#"{"version":"v0.9","surfaces":{"s":{"secret":1},"two/s":{"n":1}}}"#;
    click.data_model = Some(wire::decode(model).unwrap());
    session.send(click).await.unwrap().wait().await;
    assert!(one.received().is_empty());
    let received = two.received().remove(0);
    assert!(received.messages[0].text().contains(r#""surfaceId":"s""#));
    assert_eq!(
        received.data_model.unwrap().text(),
        r#"{"version":"v0.9","surfaces":{"s":{"n":1}}}"#
    );
    assert!(reports.lock().unwrap().is_empty(), "{reports:?}");

    // An agent cannot change the surface of another one.
    two.say(r#"{"version":"v0.9","deleteSurface":{"surfaceId":"s"}}"#)
        .await;
    let snapshot = session.snapshot(Dialect::A2ui0_9).await.unwrap();
    assert_eq!(snapshot.surfaces.len(), 1);
    one.say(r#"{"version":"v0.9","deleteSurface":{"surfaceId":"two/s"}}"#)
        .await;
    let error = session.send(action("two/s", "root")).await.unwrap_err();
    assert!(
        error
            .to_string()
            .starts_with("no agent owns surface `two/s`: "),
        "{error}"
    );
}

#[tokio::test]
async fn an_error_of_an_accepted_message_is_reported_once() {
    let agent = Script::new("a", &[]);
    let (gateway, reports) = gateway(&[&agent], &Arc::default());
    let session = gateway.session("main").await.unwrap();
    let create = format!(
        r#"{{"version":"v0.9","createSurface":{{"surfaceId":"s","catalogId":"{}"}}}}"#,
        CatalogId::basic(Version::V0_9)
    );
    agent.say(&create).await;
    for _ in 0..2 {
        agent
            .say(r#"{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[{"id":"root","component":"Column","children":null},{"id":"map","component":"Map"}]}}"#)
            .await;
    }
    let reports: Vec<_> = reports
        .lock()
        .unwrap()
        .iter()
        .map(|report| format!("{:?}", report.kind))
        .filter(|report| report.contains("is_new_error: true"))
        .collect();
    assert_eq!(reports.len(), 2, "{reports:?}");
    assert!(
        reports[0].contains("/updateComponents/components/0/children"),
        "{reports:?}"
    );
    assert!(reports[1].contains("unknown-component"), "{reports:?}");
    // Clients get the message.
    let snapshot = session.snapshot(Dialect::A2ui0_9).await.unwrap();
    assert!(
        snapshot.surfaces[0]
            .messages
            .iter()
            .any(|message| message.contains("Map")),
        "{snapshot:?}"
    );
}

#[tokio::test]
async fn a_click_on_a_component_without_an_event_reaches_no_agent() {
    let agent = Script::new("a", &[]);
    let (gateway, reports) = gateway(&[&agent], &Arc::default());
    let session = gateway.session("main").await.unwrap();
    agent.say(&create("s")).await;
    agent
        .say(r#"{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[{"id":"open","component":"Button","child":"root","action":{"functionCall":{"call":"openUrl","args":{}}}}]}}"#)
        .await;
    for (component, words) in [
        (
            "open",
            "the action of component `open` calls a function and sends no event",
        ),
        ("gone", "surface `s` has no component `gone`"),
        ("gone:1", "surface `s` has no component `gone:1`"),
    ] {
        let error = session
            .send(action("s", component))
            .await
            .unwrap_err()
            .to_string();
        assert!(error.contains(words), "{error}");
    }
    assert_eq!(reports.lock().unwrap().len(), 3);
    assert!(agent.received().is_empty());
    // Renderers of 0.8 name an instance of a template.
    session
        .send(action("s", "root:1"))
        .await
        .unwrap()
        .wait()
        .await;
    assert_eq!(agent.received().len(), 1);
}

#[tokio::test]
async fn a_repeated_message_is_delivered_once() {
    let agent = Script::new("a", &[]);
    let store = Arc::default();
    let (first, _) = gateway(&[&agent], &store);
    let session = first.session("main").await.unwrap();
    agent.say(&create("s")).await;
    for _ in 0..2 {
        let message = ClientMessage {
            id: Some("m1".to_owned()),
            ..action("s", "root")
        };
        session.send(message).await.unwrap().wait().await;
    }
    assert_eq!(agent.received().len(), 1);
    // After a restart, too.
    let (second, _) = gateway(&[&agent], &store);
    let session = second.session("main").await.unwrap();
    let message = ClientMessage {
        id: Some("m1".to_owned()),
        ..action("s", "root")
    };
    session.send(message).await.unwrap().wait().await;
    assert_eq!(agent.received().len(), 1);
}

#[tokio::test(start_paused = true)]
async fn an_input_survives_errors_and_restarts() {
    let store = Arc::default();
    let agent = Script::new("a", &[]);
    agent.failures.store(2, Ordering::Relaxed);
    let (first, reports) = gateway(&[&agent], &store);
    let session = first.session("main").await.unwrap();
    let text = |text: &str| ClientMessage::new("test", ClientContent::Text(text.to_owned()));
    assert_eq!(
        session.send(text("one")).await.unwrap().wait().await,
        TurnOutcome::Ended
    );
    assert_eq!(
        (agent.received().len(), reports.lock().unwrap().len()),
        (1, 1)
    );

    agent.failures.store(100, Ordering::Relaxed);
    let _ = session.send(text("two")).await.unwrap();
    agent.failures.store(0, Ordering::Relaxed);
    let agent = Script::new("a", &[]);
    drop((first, session));
    let (second, _) = gateway(&[&agent], &store);
    let session = second.session("main").await.unwrap();
    session.idle().wait().await;
    let received = agent.received();
    assert_eq!(received.len(), 1);
    assert_eq!(
        (received[0].text.as_deref(), received[0].id.as_str()),
        (Some("two"), "main/3")
    );
    let texts = session.snapshot(Dialect::A2ui0_9).await.unwrap().texts;
    assert_eq!(
        texts
            .iter()
            .map(|text| text.text.as_str())
            .collect::<Vec<_>>(),
        ["one", "two"]
    );
}

#[tokio::test]
async fn a_restarted_agent_replaces_its_surfaces() {
    let agent = Script::new("a", &[]);
    let store = Arc::default();
    let (first, _) = gateway(&[&agent], &store);
    let session = first.session("main").await.unwrap();
    agent.say(&create("s")).await;
    agent.say(&create("s")).await;
    let reports = session
        .snapshot(Dialect::A2ui0_9)
        .await
        .unwrap()
        .surfaces
        .len();
    assert_eq!(reports, 1);
    drop((first, session));

    let (second, reports) = gateway(&[&agent], &store);
    let session = second.session("main").await.unwrap();
    assert_eq!(
        session
            .snapshot(Dialect::A2ui0_9)
            .await
            .unwrap()
            .surfaces
            .len(),
        1
    );
    let (_, mut updates) = session.subscribe(Dialect::A2ui1_0).await.unwrap();
    agent.say(&create("s")).await;
    let Some(Update::Message(delete)) = updates.next().await else {
        panic!()
    };
    assert!(delete.text.contains("deleteSurface"));
    assert!(reports.lock().unwrap().is_empty(), "{reports:?}");
}

#[tokio::test]
async fn a_bad_message_does_not_affect_the_next() {
    let agent = Script::new("a", &[]);
    let (gateway, reports) = gateway(&[&agent], &Arc::default());
    let session = gateway.session("main").await.unwrap();
    let (_, mut updates) = session.subscribe(Dialect::A2ui0_9).await.unwrap();
    agent
        .say(r#"{"version":"v0.9","createSurface":{"surfaceId":5}}"#)
        .await;
    agent.say("this is not JSON").await;
    agent
        .say(r#"{"version":"v0.9","updateComponents":{"surfaceId":"x","components":[]}}"#)
        .await;
    agent.say(&create("s")).await;
    let mut refused = 0;
    let surface = loop {
        match updates.next().await {
            Some(Update::Refused(_)) => refused += 1,
            Some(Update::Message(message)) => break message.surface,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(surface.as_deref(), Some("s"));
    assert!(refused >= 2, "{refused}");
    assert!(reports.lock().unwrap().len() >= 2);
}

#[tokio::test]
async fn a_checkpoint_keeps_everything() {
    let agent = Script::new("a", &OLD);
    let store: Arc<MemoryStore> = Arc::default();
    let (first, _) = gateway(&[&agent], &store);
    let session = first.session("main").await.unwrap();
    session.idle().wait().await;
    let update = r#"{"dataModelUpdate":{"surfaceId":"s","path":"/","contents":[{"key":"n","valueNumber":1}]}}"#;
    let updates = vec![update; 5000].join("\n");
    agent.say(&updates).await;
    let before = session.snapshot(Dialect::A2ui0_9).await.unwrap();
    assert!(store.load("main").unwrap().len() < 10);
    drop((first, session));
    let (second, _) = gateway(&[&Script::new("a", &[])], &store);
    let after = second
        .session("main")
        .await
        .unwrap()
        .snapshot(Dialect::A2ui0_9)
        .await
        .unwrap();
    assert_eq!(before.surfaces, after.surfaces);
}

#[tokio::test]
async fn a_slow_client_is_notified() {
    let agent = Script::new("a", &[]);
    let (gateway, _) = gateway(&[&agent], &Arc::default());
    let session = gateway.session("main").await.unwrap();
    agent.say(&create("s")).await;
    let (_, mut updates) = session.subscribe(Dialect::A2ui0_9).await.unwrap();
    let update = r#"{"version":"v0.9","updateDataModel":{"surfaceId":"s","path":"/n","value":1}}"#;
    agent.say(&vec![update; 3000].join("\n")).await;
    assert!(matches!(updates.next().await, Some(Update::Lagged)));
}

#[tokio::test]
async fn updates_during_the_start_of_a_wait_are_received() {
    // The agent has said something that shows nothing.
    let agent = Script::new("a", &["no message"]);
    let (gateway, reports) = gateway(&[&agent], &Arc::default());
    let session = gateway.session("main").await.unwrap();
    while reports.lock().unwrap().is_empty() {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    let mut waiting = session.idle();
    // The agent shows its surface before this thread does anything else.
    let shown = std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .build()
            .unwrap();
        runtime.block_on(agent.say(&create("s")));
    });
    shown.join().unwrap();
    let began = std::time::Instant::now();
    assert_eq!(waiting.wait().await, TurnOutcome::Ended);
    assert!(
        began.elapsed() < Duration::from_secs(1),
        "the client waits as if nothing had been shown"
    );
}

#[tokio::test]
async fn unused_sessions_are_evicted() {
    let agent: Arc<dyn Agent> = Arc::new(Script::new("a", &[]));
    let session_wait = Duration::from_millis(100);
    let settings = GatewaySettings {
        sessions: 2,
        session_wait,
        ..GatewaySettings::default()
    };
    let gateway = Gateway::start(vec![agent], Arc::new(MemoryStore::new()), settings);
    let one = gateway.session("1").await.unwrap();
    drop(gateway.session("2").await.unwrap());
    let three = gateway.session("3").await.unwrap();
    assert_eq!(gateway.open_sessions(), 2);
    assert!(matches!(
        gateway.session("4").await,
        Err(GatewayError::Busy(_))
    ));
    // The operator learns how many were refused, and gets one line about them.
    assert!(matches!(
        gateway.session("5").await,
        Err(GatewayError::Busy(_))
    ));
    assert_eq!(gateway.refusals().counts()[&Limit::Sessions], 2);
    assert!(matches!(gateway.session("").await, Err(GatewayError::Name)));
    drop((one, three));
    gateway.session("4").await.unwrap();
}

/// Creates a message that fills a surface with data of this length.
fn data(surface: &str, path: &str, length: usize) -> String {
    let value = "x".repeat(length);
    format!(
        r#"{{"version":"v0.9","updateDataModel":{{"surfaceId":"{surface}","path":"/{path}","value":"{value}"}}}}"#
    )
}

#[tokio::test]
async fn the_surfaces_of_an_agent_are_limited() {
    let agent = Script::new("a", &[&create("s")]);
    let (gateway, reports) = gateway(&[&agent], &Arc::default());
    let session = gateway.session("main").await.unwrap();
    session.idle().wait().await;
    let (_, mut updates) = session.subscribe(Dialect::A2ui0_9).await.unwrap();
    let length = limits::SESSION_BYTES / 4;
    let (mut accepted, mut refused) = (0, 0);
    for number in 0..8 {
        agent.say(&data("s", &format!("{number}"), length)).await;
        while let Some(update) = updates.try_next() {
            match update {
                Update::Message(_) => accepted += 1,
                Update::Refused(_) => refused += 1,
                Update::Lagged => updates = session.subscribe(Dialect::A2ui0_9).await.unwrap().1,
                _ => {}
            }
        }
    }
    // Surfaces also take memory for their structure.
    assert!(
        (2..=3).contains(&accepted) && refused >= 5,
        "{accepted} accepted, {refused} refused"
    );
    let is_refusal =
        |report: &&GatewayReport| matches!(report.kind, GatewayReportKind::Message { .. });
    assert_eq!(
        reports.lock().unwrap().iter().filter(is_refusal).count(),
        1,
        "the operator gets one line"
    );
    // A client sees what was accepted, and the agent can go on after it has deleted something.
    let delete = r#"{"version":"v0.9","deleteSurface":{"surfaceId":"s"}}"#;
    agent
        .say(&format!(
            "{delete}\n{}\n{}",
            create("t"),
            data("t", "0", length)
        ))
        .await;
    let shown = session.snapshot(Dialect::A2ui0_9).await.unwrap();
    assert_eq!(
        shown
            .surfaces
            .iter()
            .map(|surface| &*surface.id)
            .collect::<Vec<_>>(),
        ["t"]
    );
    assert!(
        shown.surfaces[0]
            .messages
            .iter()
            .map(String::len)
            .sum::<usize>()
            > length
    );
}

#[tokio::test]
async fn the_queue_of_a_slow_client_is_limited() {
    let agent = Script::new("a", &[&create("s")]);
    let (gateway, _) = gateway(&[&agent], &Arc::default());
    let session = gateway.session("main").await.unwrap();
    session.idle().wait().await;
    let (_, mut slow) = session.subscribe(Dialect::A2ui0_9).await.unwrap();
    for _ in 0..20 {
        agent.say(&data("s", "a", 1 << 20)).await;
    }
    let mut messages = 0;
    loop {
        match slow.next().await.unwrap() {
            Update::Message(_) => messages += 1,
            Update::Lagged => break,
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(messages, 0);
}

#[tokio::test]
async fn a_request_waits_for_an_unused_session() {
    let agent: Arc<dyn Agent> = Arc::new(Script::new("a", &[]));
    let settings = GatewaySettings {
        sessions: 2,
        ..GatewaySettings::default()
    };
    let gateway = Gateway::start(vec![agent], Arc::new(MemoryStore::new()), settings);
    let (one, two) = (
        gateway.session("1").await.unwrap(),
        gateway.session("2").await.unwrap(),
    );
    let wait_for = |name: &'static str| {
        let gateway = gateway.clone();
        tokio::spawn(async move { gateway.session(name).await })
    };
    let waiting = ["3", "3", "4"].map(wait_for);
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert!(waiting.iter().all(|waiting| !waiting.is_finished()));
    // A session that is open does not wait behind them.
    drop(gateway.session("1").await.unwrap());
    drop((one, two));
    for waiting in waiting {
        waiting.await.unwrap().unwrap();
    }
    let refused: u64 = gateway.refusals().counts().into_values().sum();
    assert_eq!((gateway.open_sessions(), refused), (2, 0));
}

#[tokio::test]
async fn a_carrier_loss_is_reported_once() {
    let (gateway, reports) = gateway(&[&Script::new("a", &[])], &Arc::default());
    let session = gateway.session("main").await.unwrap();
    let limits = CarrierLimits {
        doubles: true,
        unordered: false,
        prototypes: false,
    };
    for text in [
        r#"{"a":1}"#,
        r#"{"a":9007199254740993}"#,
        r#"{"b":9007199254740993}"#,
    ] {
        session.note_carrier("ag-ui", limits, text);
    }
    assert_eq!(reports.lock().unwrap().len(), 1);
}

/// An agent that sends texts with a pause before each of them.
struct SlowStart(Vec<String>, Duration);

impl Agent for SlowStart {
    fn name(&self) -> &str {
        "slow"
    }

    fn dialect(&self) -> DialectOrProtocol {
        Protocol::A2ui.into()
    }

    fn is_spontaneous(&self) -> bool {
        true
    }

    fn connect(&self, _session: &str, output: AgentOutput) -> Box<dyn AgentConnection> {
        let (says, pause) = (self.0.clone(), self.1);
        tokio::spawn(async move {
            for text in says {
                tokio::time::sleep(pause).await;
                output.messages(&text).await;
            }
        });
        Box::new(ScriptConnection(Script::new("slow", &[])))
    }
}

#[tokio::test]
async fn a_first_click_waits_for_its_surface() {
    let says = [create("first"), create("second")].into();
    let agent: Arc<dyn Agent> = Arc::new(SlowStart(says, Duration::from_millis(400)));
    let settings = GatewaySettings {
        turn_silence: Duration::from_millis(50),
        first_answer: Duration::from_secs(2),
        ..GatewaySettings::default()
    };
    let gateway = Gateway::start(vec![agent], Arc::new(MemoryStore::new()), settings);
    let session = gateway.session("main").await.unwrap();
    // The agent shows another surface first, and is silent before it shows this one.
    assert_eq!(
        session
            .send(action("second", "root"))
            .await
            .unwrap()
            .wait()
            .await,
        TurnOutcome::Ended
    );

    let session = gateway.session("other").await.unwrap();
    let began = std::time::Instant::now();
    let error = session.send(action("third", "root")).await.unwrap_err();
    assert!(
        error
            .to_string()
            .starts_with("no agent owns surface `third`: "),
        "{error}"
    );
    assert!(
        began.elapsed() >= Duration::from_secs(1),
        "{:?}",
        began.elapsed()
    );
    // Later, an unknown surface is refused at once.
    let began = std::time::Instant::now();
    assert!(session.send(action("third", "root")).await.is_err());
    assert!(
        began.elapsed() < Duration::from_secs(1),
        "{:?}",
        began.elapsed()
    );
}
