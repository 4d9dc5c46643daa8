//! Tests of workers with a server. `NATS_SERVER` is the path of its program. Without it, `nats-server` must be in `PATH`.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

#[path = "worker/set_up.rs"]
mod set_up;
#[path = "../src/test_server.rs"]
mod test_server;

use agent_ui_nats::{
    Direction, END_HEADER, FINDING_HEADER, OBJECT_HEADER, SESSION_TOKEN_BYTES, ServerAddress,
    StreamNames, StreamSettings, WorkerSettings, connect, create_streams, drain, run_worker,
};
use agent_ui_text::TextBridge;
use async_nats::{
    HeaderMap,
    jetstream::{
        self, AckKind,
        consumer::{PullConsumer, pull},
        stream::Stream,
    },
};
use futures_util::{StreamExt, TryStreamExt};
use std::{
    num::NonZeroU32,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};
use test_server::Server;
use tokio::{
    task::JoinHandle,
    time::{sleep, timeout},
};

/// A group of streams with its own clients.
struct Installation {
    server: ServerAddress,
    names: StreamNames,
    jetstream: jetstream::Context,
}

impl Installation {
    async fn new(server: &Server, name: &str, partitions: u32) -> Self {
        let names: StreamNames = name.parse().unwrap();
        let address: ServerAddress = server.address.parse().unwrap();
        let client = connect(&address, None, Arc::new(|_| ())).await.unwrap();
        let mut settings = StreamSettings::default();
        settings.partitions = NonZeroU32::new(partitions);
        settings.ack_wait = Duration::from_secs(2);
        create_streams(&client, &names, &settings).await.unwrap();
        let jetstream = jetstream::new(async_nats::connect(&server.address).await.unwrap());
        Self {
            server: address,
            names,
            jetstream,
        }
    }

    fn settings(&self) -> WorkerSettings {
        WorkerSettings::new(
            self.names.clone(),
            "a2ui@0.8".parse().unwrap(),
            "a2ui@0.9".parse().unwrap(),
        )
    }

    /// Starts a worker that ends when no input waits.
    fn worker(&self) -> JoinHandle<()> {
        let mut settings = self.settings();
        settings.until_empty = true;
        self.start(settings)
    }

    fn start(&self, settings: WorkerSettings) -> JoinHandle<()> {
        let server = self.server.clone();
        tokio::spawn(async move {
            let client = connect(&server, None, Arc::new(|_| ())).await.unwrap();
            run_worker(client, settings, std::future::pending())
                .await
                .unwrap();
        })
    }

    async fn publish(&self, session: &str, direction: Direction, text: &str) {
        self.publish_with(session, direction, text, HeaderMap::new())
            .await;
    }

    async fn publish_with(
        &self,
        session: &str,
        direction: Direction,
        text: &str,
        headers: HeaderMap,
    ) {
        let subject = self.names.input(session, direction);
        let sent = self
            .jetstream
            .publish_with_headers(subject, headers, text.to_owned().into())
            .await;
        sent.unwrap().await.unwrap();
    }

    async fn published(&self, stream: String, subject: String) -> Vec<(String, HeaderMap)> {
        let stream: Stream = self.jetstream.get_stream(stream).await.unwrap();
        let config = pull::OrderedConfig {
            filter_subject: subject,
            ..Default::default()
        };
        let mut consumer = stream.create_consumer(config).await.unwrap();
        let number = consumer.info().await.unwrap().num_pending;
        let messages = consumer
            .messages()
            .await
            .unwrap()
            .take(usize::try_from(number).unwrap());
        let messages: Vec<_> = messages.try_collect().await.unwrap();
        let text =
            |message: &jetstream::Message| String::from_utf8(message.payload.to_vec()).unwrap();
        messages
            .iter()
            .map(|one| (text(one), one.headers.clone().unwrap_or_default()))
            .collect()
    }

    async fn outputs(&self, session: &str, direction: Direction) -> Vec<String> {
        let subject = self.names.output(session, direction);
        let published = self.published(self.names.output_stream(), subject).await;
        published.into_iter().map(|(text, _)| text).collect()
    }

    async fn dead_letters(&self, session: &str) -> Vec<(String, HeaderMap)> {
        let subject = self.names.dead_letter(session, Direction::Forward);
        self.published(self.names.dead_letter_stream(), subject)
            .await
    }
}

/// The messages of a surface that changes its data often.
fn surface(session: &str, updates: usize) -> Vec<String> {
    let mut messages = vec![
        format!(
            r#"{{"surfaceUpdate":{{"surfaceId":"{session}","components":[{{"id":"root","component":{{"Text":{{"text":{{"path":"/n"}}}}}}}}]}}}}"#
        ),
        format!(r#"{{"beginRendering":{{"surfaceId":"{session}","root":"root"}}}}"#),
    ];
    messages.extend((0..updates).map(|number| {
        format!(
            r#"{{"dataModelUpdate":{{"surfaceId":"{session}","contents":[{{"key":"n","valueString":"{session} {number}"}}]}}}}"#
        )
    }));
    messages
}

/// Returns the outputs of a single process.
fn translated(messages: &[String]) -> Vec<String> {
    let bridge = TextBridge::new(
        "a2ui@0.8".parse().unwrap(),
        "a2ui@0.9".parse().unwrap(),
        Default::default(),
    );
    let mut bridge = bridge.unwrap();
    messages
        .iter()
        .flat_map(|message| bridge.forward(message, None).unwrap().messages)
        .map(|message| message.text)
        .collect()
}

async fn finish(worker: JoinHandle<()>) {
    timeout(Duration::from_secs(60), worker)
        .await
        .unwrap()
        .unwrap();
}

#[tokio::test]
async fn workers_produce_the_outputs_of_a_single_process() {
    let Some(server) = Server::start().await else {
        return;
    };
    let streams = Installation::new(&server, "ui", 4).await;
    let sessions: Vec<String> = (0..20).map(|number| format!("user {number}.é")).collect();
    let messages: Vec<Vec<String>> = sessions.iter().map(|session| surface(session, 8)).collect();
    for at in 0..messages[0].len() {
        for (session, messages) in sessions.iter().zip(&messages) {
            streams
                .publish(session, Direction::Forward, &messages[at])
                .await;
        }
    }
    let (one, other) = (streams.worker(), streams.worker());
    finish(one).await;
    finish(other).await;
    for (session, messages) in sessions.iter().zip(&messages) {
        assert_eq!(
            streams.outputs(session, Direction::Forward).await,
            translated(messages),
            "{session}"
        );
    }
}

#[tokio::test]
async fn a_session_continues_in_another_worker() {
    let Some(server) = Server::start().await else {
        return;
    };
    let streams = Installation::new(&server, "ui", 1).await;
    let messages = surface("s", 30);
    for part in messages.chunks(8) {
        for message in part {
            streams.publish("s", Direction::Forward, message).await;
        }
        finish(streams.worker()).await;
    }
    assert_eq!(
        streams.outputs("s", Direction::Forward).await,
        translated(&messages)
    );
    // A click on the surface is written in the version of the agent.
    let click = r#"{"version":"v0.9","action":{"name":"go","surfaceId":"s","sourceComponentId":"root","timestamp":"2026-05-18T15:30:00Z","context":{}}}"#;
    streams.publish("s", Direction::Backward, click).await;
    finish(streams.worker()).await;
    let back = streams.outputs("s", Direction::Backward).await;
    assert!(
        back.len() == 1 && back[0].starts_with(r#"{"userAction""#),
        "{back:?}"
    );
}

#[tokio::test]
async fn a_refused_message_does_not_stop_the_others() {
    let Some(server) = Server::start().await else {
        return;
    };
    let streams = Installation::new(&server, "ui", 1).await;
    let messages = surface("s", 3);
    for message in &messages {
        streams.publish("s", Direction::Forward, message).await;
        streams.publish("s", Direction::Forward, "{not JSON").await;
        streams.publish("other", Direction::Forward, "[1,2").await;
    }
    // The hint of its finding is not ASCII.
    streams.publish("number", Direction::Forward, "[0]").await;
    finish(streams.worker()).await;
    assert_eq!(
        streams.outputs("s", Direction::Forward).await,
        translated(&messages)
    );
    let dead = streams.dead_letters("s").await;
    assert_eq!(dead.len(), messages.len());
    assert_eq!(dead[0].0, "{not JSON");
    let finding = dead[0].1.get(FINDING_HEADER).unwrap().as_str();
    assert!(finding.contains(r#""severity":"error""#), "{finding}");
    let number = streams.dead_letters("number").await;
    let finding = number[0].1.get(FINDING_HEADER).unwrap().as_str();
    assert!(
        finding.is_ascii() && finding.contains(r"\u2026"),
        "{finding}"
    );
    assert_eq!(streams.dead_letters("other").await.len(), messages.len());
}

#[tokio::test]
async fn a_slow_input_delays_no_other_session() {
    let Some(server) = Server::start().await else {
        return;
    };
    let streams = Installation::new(&server, "ui", 1).await;
    let messages = surface("s", 3);
    let slow = format!("[0{}]", ",0".repeat(400_000));
    let slow = [slow.as_str(), "{not JSON", &slow, &slow, &slow, &slow];
    for input in slow {
        streams.publish("slow", Direction::Forward, input).await;
    }
    let worker = streams.worker();
    // The worker has started with the slow inputs.
    sleep(Duration::from_millis(500)).await;
    for message in &messages {
        streams.publish("s", Direction::Forward, message).await;
    }
    let published = Instant::now();
    while streams.outputs("s", Direction::Forward).await.len() < messages.len() {
        assert!(published.elapsed() < Duration::from_secs(60), "no outputs");
        sleep(Duration::from_millis(20)).await;
    }
    let refused = streams.dead_letters("slow").await.len();
    assert_eq!(
        refused, 0,
        "the slow inputs are not slow, or delay the others"
    );
    finish(worker).await;
    assert_eq!(
        streams.outputs("s", Direction::Forward).await,
        translated(&messages)
    );
    let dead: Vec<String> = streams
        .dead_letters("slow")
        .await
        .into_iter()
        .map(|(text, _)| text)
        .collect();
    assert!(dead == slow, "{} dead letters", dead.len());
}

#[tokio::test]
async fn states_and_messages_may_exceed_the_payload_limit() {
    let Some(server) = Server::start().await else {
        return;
    };
    let streams = Installation::new(&server, "ui", 1).await;
    let long = "x".repeat(700_000);
    let mut messages = surface("s", 1);
    for key in ["a", "b", "c"] {
        messages.push(format!(
            r#"{{"dataModelUpdate":{{"surfaceId":"s","contents":[{{"key":"{key}","valueString":"{long}"}}]}}}}"#
        ));
    }
    for message in &messages {
        streams.publish("s", Direction::Forward, message).await;
    }
    // A message above the payload limit becomes an object, and so does its output.
    let large = format!(
        r#"{{"dataModelUpdate":{{"surfaceId":"s","contents":[{{"key":"d","valueString":"{long}{long}"}}]}}}}"#
    );
    let objects = streams
        .jetstream
        .get_object_store(streams.names.object_bucket())
        .await
        .unwrap();
    objects
        .put("inputs/large", &mut large.as_bytes())
        .await
        .unwrap();
    let mut headers = HeaderMap::new();
    headers.insert(OBJECT_HEADER, "inputs/large");
    streams
        .publish_with("s", Direction::Forward, "", headers)
        .await;
    finish(streams.worker()).await;
    messages.push(large);
    let mut expected = translated(&messages);
    let last = expected.pop().unwrap();
    let subject = streams.names.output("s", Direction::Forward);
    let mut published = streams
        .published(streams.names.output_stream(), subject)
        .await;
    let (body, headers) = published.pop().unwrap();
    assert_eq!(
        published
            .into_iter()
            .map(|(text, _)| text)
            .collect::<Vec<_>>(),
        expected
    );
    assert_eq!(body, "");
    let name = headers.get(OBJECT_HEADER).unwrap().as_str();
    let mut object = objects.get(name).await.unwrap();
    let mut text = String::new();
    tokio::io::AsyncReadExt::read_to_string(&mut object, &mut text)
        .await
        .unwrap();
    assert!(text == last, "the object differs");
    // Only the object of the last state remains.
    let left: Vec<_> = objects.list().await.unwrap().try_collect().await.unwrap();
    let states = left
        .iter()
        .filter(|object| object.name.starts_with("state/"))
        .count();
    assert_eq!(states, 1);
}

#[tokio::test]
async fn a_session_ends_and_starts_over() {
    let Some(server) = Server::start().await else {
        return;
    };
    let streams = Installation::new(&server, "ui", 1).await;
    let messages = surface("s", 2);
    let mut headers = HeaderMap::new();
    headers.insert(END_HEADER, "true");
    for _ in 0..2 {
        for message in &messages {
            streams.publish("s", Direction::Forward, message).await;
        }
        streams
            .publish_with("s", Direction::Forward, "", headers.clone())
            .await;
    }
    finish(streams.worker()).await;
    let once = translated(&messages);
    assert_eq!(
        streams.outputs("s", Direction::Forward).await,
        [once.clone(), once].concat()
    );
}

#[tokio::test]
async fn a_session_with_a_long_name_does_not_stop_the_others() {
    let Some(server) = Server::start().await else {
        return;
    };
    let streams = Installation::new(&server, "ui", 1).await;
    let messages = surface("s", 8);
    let (longest, refused) = (
        "a".repeat(SESSION_TOKEN_BYTES),
        "é".repeat(SESSION_TOKEN_BYTES / 6 + 1),
    );
    // The subject of the input is allowed, but that of the dead letter is too long for the server.
    let lost = "c".repeat(4000);
    let large = format!("{{{}", " ".repeat((1 << 20) - 2000));
    for message in &messages {
        for session in ["s", &longest, &refused, &lost] {
            streams.publish(session, Direction::Forward, message).await;
        }
    }
    streams.publish(&refused, Direction::Forward, &large).await;
    let reports = Arc::new(Mutex::new(Vec::new()));
    let mut settings = streams.settings();
    settings.until_empty = true;
    let seen = Arc::clone(&reports);
    settings.report = Arc::new(move |report| seen.lock().unwrap().push(report.to_string()));
    finish(streams.start(settings)).await;
    assert_eq!(
        streams.outputs("s", Direction::Forward).await,
        translated(&messages)
    );
    assert_eq!(
        streams.outputs(&longest, Direction::Forward).await,
        translated(&messages)
    );
    let dead = streams.dead_letters(&refused).await;
    let (last, dead) = dead.split_last().unwrap();
    assert_eq!(
        dead.iter().map(|(text, _)| text).collect::<Vec<_>>(),
        messages.iter().collect::<Vec<_>>()
    );
    assert!(last.0.is_empty() && last.1.get(OBJECT_HEADER).is_some());
    let finding = last.1.get(FINDING_HEADER).unwrap().as_str();
    assert!(
        finding.contains(r#""rule":"worker/session-name""#),
        "{finding}"
    );
    let reports = reports.lock().unwrap();
    let lost: Vec<&String> = reports
        .iter()
        .filter(|report| report.starts_with("error "))
        .collect();
    assert!(
        !lost.is_empty() && lost.iter().all(|report| report.contains("bytes=4000")),
        "{lost:?}"
    );
}

#[tokio::test]
async fn drained_workers_hand_their_partitions_over() {
    let Some(server) = Server::start().await else {
        return;
    };
    let streams = Installation::new(&server, "ui", 4).await;
    let workers = [
        streams.start(streams.settings()),
        streams.start(streams.settings()),
    ];
    let messages = surface("s", 200);
    for message in &messages[..100] {
        streams.publish("s", Direction::Forward, message).await;
    }
    let client = connect(&streams.server, None, Arc::new(|_| ()))
        .await
        .unwrap();
    let names = drain(&client, &streams.names).await.unwrap();
    assert_eq!(names.len(), 2, "{names:?}");
    for worker in workers {
        finish(worker).await;
    }
    assert!(drain(&client, &streams.names).await.unwrap().is_empty());
    for message in &messages[100..] {
        streams.publish("s", Direction::Forward, message).await;
    }
    finish(streams.worker()).await;
    assert_eq!(
        streams.outputs("s", Direction::Forward).await,
        translated(&messages)
    );
}

#[tokio::test]
async fn messages_that_arrive_while_a_worker_ends_do_not_wait() {
    let Some(server) = Server::start().await else {
        return;
    };
    let streams = Installation::new(&server, "ui", 4).await;
    let client = connect(&streams.server, None, Arc::new(|_| ()))
        .await
        .unwrap();
    let mut settings = StreamSettings::default();
    (settings.partitions, settings.ack_wait) = (NonZeroU32::new(4), Duration::from_secs(60));
    create_streams(&client, &streams.names, &settings)
        .await
        .unwrap();
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let settings = streams.settings();
    let worker = tokio::spawn(run_worker(client, settings, async { drop(stopped.await) }));
    let sessions: Vec<String> = (0..20).map(|number| format!("s{number}")).collect();
    let messages: Vec<Vec<String>> = sessions.iter().map(|session| surface(session, 4)).collect();
    for (session, messages) in sessions.iter().zip(&messages) {
        streams
            .publish(session, Direction::Forward, &messages.join("\n"))
            .await;
    }
    while streams.outputs("s19", Direction::Forward).await.is_empty() {}
    stop.send(()).unwrap();
    let start = Instant::now();
    for session in &sessions {
        let delete = format!(r#"{{"deleteSurface":{{"surfaceId":"{session}"}}}}"#);
        streams.publish(session, Direction::Forward, &delete).await;
    }
    worker.await.unwrap().unwrap();
    finish(streams.worker()).await;
    // The server notices a missing acknowledgement after 60 s.
    assert!(
        start.elapsed() < Duration::from_secs(50),
        "{:?}",
        start.elapsed()
    );
    for session in &sessions {
        let last = streams.outputs(session, Direction::Forward).await.pop();
        assert!(
            last.is_some_and(|last| last.contains("deleteSurface")),
            "{session}"
        );
    }
}

#[tokio::test]
async fn partitions_change_while_messages_arrive() {
    let Some(server) = Server::start().await else {
        return;
    };
    let streams = Installation::new(&server, "ui", 2).await;
    let worker = streams.start(streams.settings());
    let sessions: Vec<String> = (0..8).map(|number| format!("s{number}")).collect();
    let messages: Vec<Vec<String>> = sessions
        .iter()
        .map(|session| surface(session, 40))
        .collect();
    let client = connect(&streams.server, None, Arc::new(|_| ()))
        .await
        .unwrap();
    for at in 0..messages[0].len() {
        if at == 20 {
            let mut settings = StreamSettings::default();
            settings.partitions = NonZeroU32::new(5);
            let layout = create_streams(&client, &streams.names, &settings)
                .await
                .unwrap();
            assert_eq!((layout.generation, layout.partitions), (2, 5));
            // Streams keep the values that the settings omit.
            let layout = create_streams(&client, &streams.names, &StreamSettings::default())
                .await
                .unwrap();
            assert_eq!((layout.generation, layout.partitions), (2, 5));
        }
        for (session, messages) in sessions.iter().zip(&messages) {
            streams
                .publish(session, Direction::Forward, &messages[at])
                .await;
        }
    }
    finish(streams.worker()).await;
    drain(&client, &streams.names).await.unwrap();
    finish(worker).await;
    for (session, messages) in sessions.iter().zip(&messages) {
        assert_eq!(
            streams.outputs(session, Direction::Forward).await,
            translated(messages),
            "{session}"
        );
    }
}

#[tokio::test]
async fn a_message_waits_for_the_earlier_messages_of_its_session() {
    let Some(server) = Server::start().await else {
        return;
    };
    let streams = Installation::new(&server, "ui", 1).await;
    let (messages, others) = (surface("s", 4), surface("other", 1));
    streams.publish("s", Direction::Forward, &messages[0]).await;
    streams
        .publish("other", Direction::Forward, &others[0])
        .await;
    // A slow worker holds both messages. The server redelivers the second one to another worker.
    let stream = streams
        .jetstream
        .get_stream(streams.names.input_stream())
        .await
        .unwrap();
    let consumer: PullConsumer = stream.get_consumer("g1-p0").await.unwrap();
    let taken = consumer.fetch().max_messages(2).messages().await.unwrap();
    let taken: Vec<jetstream::Message> = taken.try_collect().await.unwrap();
    let worker = streams.start(streams.settings());
    for _ in 0..8 {
        taken[0].ack_with(AckKind::Progress).await.unwrap();
        sleep(Duration::from_millis(500)).await;
    }
    taken[1].double_ack().await.unwrap();
    for message in &messages[1..] {
        streams.publish("s", Direction::Forward, message).await;
    }
    // The slow worker ends, and the server redelivers its message to the other one.
    while stream.get_info().await.unwrap().state.messages > 0 {
        sleep(Duration::from_millis(50)).await;
    }
    worker.abort();
    assert_eq!(
        streams.outputs("s", Direction::Forward).await,
        translated(&messages)
    );
}

#[tokio::test]
async fn a_worker_ends_soon_without_a_server() {
    let Some(server) = Server::start().await else {
        return;
    };
    let streams = Installation::new(&server, "ui", 16).await;
    let (reports, mut reported) = tokio::sync::mpsc::unbounded_channel();
    let mut settings = streams.settings();
    settings.report = Arc::new(move |report| {
        let _ = reports.send(report.message);
    });
    let client = connect(&streams.server, None, Arc::new(|_| ()))
        .await
        .unwrap();
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let worker = tokio::spawn(run_worker(client, settings, async { drop(stopped.await) }));
    let mut until = async |message: &str| while reported.recv().await.unwrap() != message {};
    for _ in 0..16 {
        until("partition taken").await;
    }
    drop(server);
    until("partition lost").await;
    stop.send(()).unwrap();
    let start = Instant::now();
    timeout(Duration::from_secs(150), worker)
        .await
        .unwrap()
        .unwrap()
        .unwrap();
    assert!(
        start.elapsed() < Duration::from_secs(12),
        "{:?}",
        start.elapsed()
    );
}

#[tokio::test]
async fn a_partition_is_taken_again_after_its_task_panics() {
    let Some(server) = Server::start().await else {
        return;
    };
    let streams = Installation::new(&server, "ui", 1).await;
    let mut settings = streams.settings();
    settings.until_empty = true;
    let has_panicked = AtomicBool::new(false);
    settings.report = Arc::new(move |report| {
        let is_first =
            report.message == "inputs refused" && !has_panicked.swap(true, Ordering::Relaxed);
        assert!(!is_first, "the test wants it");
    });
    streams.publish("s", Direction::Forward, "{not JSON").await;
    let worker = streams.start(settings);
    timeout(Duration::from_secs(20), worker)
        .await
        .unwrap()
        .unwrap();
    assert_eq!(streams.dead_letters("s").await.len(), 1);
}
