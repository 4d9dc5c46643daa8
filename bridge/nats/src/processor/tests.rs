//! Tests of workers that are killed at any moment, and of workers that process the same messages at the same time.

#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

mod attempts;
mod stores;

use super::*;
use crate::{
    client::connect,
    layout::{LayoutReader, Partition},
    names::{Direction, StreamNames},
    publication::Channel,
    recent_inputs::InputId,
    record::SessionRecord,
    set_up::{StreamSettings, create_streams},
    test_server::Server,
};
use agent_ui_text::TextBridge;
use async_nats::jetstream::consumer::pull;
use futures_util::{StreamExt, TryStreamExt};

const PARTITION: Partition = Partition {
    generation: 1,
    number: 0,
};

struct Installation {
    _server: Server,
    client: NatsClient,
    names: StreamNames,
    incarnation: String,
}

impl Installation {
    async fn start() -> Option<Self> {
        let server = Server::start().await?;
        let names: StreamNames = "ui".parse().unwrap();
        let client = connect(&server.address.parse().unwrap(), None, Arc::new(|_| ()))
            .await
            .unwrap();
        create_streams(&client, &names, &StreamSettings::default())
            .await
            .unwrap();
        let served = LayoutReader::open(&client, &names)
            .await
            .unwrap()
            .served_partitions()
            .await
            .unwrap();
        Some(Self {
            _server: server,
            client,
            names,
            incarnation: served.incarnation,
        })
    }

    /// Starts a worker that is killed at the given check, without the loop that receives messages.
    async fn worker(&self, name: &str, interruption: Interruption) -> Processor {
        let (from, to) = ("a2ui@0.8".parse().unwrap(), "a2ui@0.9".parse().unwrap());
        let settings = WorkerSettings::new(self.names.clone(), from, to);
        let mut processor = Processor::open(&self.client, settings, name.to_owned())
            .await
            .unwrap();
        processor.publisher.interruption = interruption.clone();
        processor.interruption = interruption;
        processor
    }

    async fn process(
        &self,
        worker: &Processor,
        session: &str,
        inputs: &[Input],
    ) -> Result<(), WriteError> {
        let inputs: Vec<Input> = inputs.iter().map(redelivered).collect();
        let sequences: Vec<u64> = inputs.iter().map(|input| input.sequence).collect();
        worker
            .process(PARTITION, &self.incarnation, session, inputs, true)
            .await?;
        let stream = self
            .client
            .jetstream
            .get_stream(self.names.input_stream())
            .await
            .unwrap();
        for sequence in sequences {
            // The other worker may have acknowledged the message, so a failure is ignored.
            let _ = stream.delete_message(sequence).await;
        }
        Ok(())
    }

    /// Stores inputs in the input stream, which numbers them.
    async fn store(&self, session: &str, mut inputs: Vec<Input>) -> Vec<Input> {
        for input in &mut inputs {
            let subject = format!("{}.in.{session}.{}", self.names, input.direction);
            let body = input.content().unwrap().to_vec();
            let stored = self
                .client
                .jetstream
                .publish(subject, body.into())
                .await
                .unwrap();
            input.sequence = stored.await.unwrap().sequence;
        }
        inputs
    }

    async fn published(&self, session: &str, channel: Channel) -> Vec<String> {
        let name = if channel.is_dead_letter() {
            self.names.dead_letter_stream()
        } else {
            self.names.output_stream()
        };
        let stream = self.client.jetstream.get_stream(name).await.unwrap();
        let filter_subject = channel.subject(&self.names, session);
        let config = pull::OrderedConfig {
            filter_subject,
            ..Default::default()
        };
        let mut consumer = stream.create_consumer(config).await.unwrap();
        let number = usize::try_from(consumer.info().await.unwrap().num_pending).unwrap();
        let messages: Vec<_> = consumer
            .messages()
            .await
            .unwrap()
            .take(number)
            .try_collect()
            .await
            .unwrap();
        messages
            .iter()
            .map(|message| String::from_utf8_lossy(&message.payload).into_owned())
            .collect()
    }
}

/// Returns an input as the server redelivers it.
fn redelivered(input: &Input) -> Input {
    let body = match &input.body {
        InputBody::Inline(body) => InputBody::Inline(body.clone()),
        InputBody::Object { name, .. } => InputBody::Object {
            name: name.clone(),
            content: None,
        },
    };
    Input {
        body,
        from: input.from.clone(),
        to: input.to.clone(),
        ..*input
    }
}

/// The inputs of the `nth` session, some of which are refused. All sessions share the sequence numbers of one stream.
fn inputs(nth: u64) -> Vec<Input> {
    let mut texts = vec![
        r#"{"surfaceUpdate":{"surfaceId":"s","components":[{"id":"root","component":{"Text":{"text":{"path":"/n"}}}}]}}"#.to_owned(),
        r#"{"beginRendering":{"surfaceId":"s","root":"root"}}"#.to_owned(),
    ];
    for number in 0..6 {
        texts.push(format!(
            r#"{{"dataModelUpdate":{{"surfaceId":"s","contents":[{{"key":"n","valueNumber":{number}}}]}}}}"#
        ));
        if number % 2 == 0 {
            texts.push(format!("{{not JSON {number}"));
        }
    }
    (nth * 1000 + 3..)
        .step_by(2)
        .zip(&texts)
        .map(|(sequence, text)| Input::of_text(sequence, text))
        .collect()
}

/// Returns the outputs and the dead letters of a single process.
fn expected(inputs: &[Input]) -> (Vec<String>, Vec<String>) {
    let bridge = TextBridge::new(
        "a2ui@0.8".parse().unwrap(),
        "a2ui@0.9".parse().unwrap(),
        Default::default(),
    );
    let mut bridge = bridge.unwrap();
    let (mut outputs, mut dead) = (Vec::new(), Vec::new());
    for input in inputs {
        let text = std::str::from_utf8(input.content().unwrap()).unwrap();
        let translation = bridge.forward(text, None).unwrap();
        if !translation.refusals.is_empty() {
            dead.push(text.to_owned());
        }
        outputs.extend(translation.messages.into_iter().map(|message| message.text));
    }
    (outputs, dead)
}

async fn assert_complete(streams: &Installation, session: &str, inputs: &[Input]) {
    let (outputs, dead) = expected(inputs);
    assert_eq!(
        streams.published(session, Channel::Forward).await,
        outputs,
        "{session}"
    );
    assert_eq!(
        streams.published(session, Channel::DeadForward).await,
        dead,
        "{session}"
    );
}

#[tokio::test]
async fn a_worker_killed_at_any_moment_loses_and_repeats_nothing() {
    let Some(streams) = Installation::start().await else {
        return;
    };
    let mut kills = 0;
    for moment in 0u32.. {
        let session = format!("killed-{moment}");
        let inputs = streams.store(&session, inputs(0)).await;
        let moment = i64::from(moment);
        let mut worker = streams.worker("first", Interruption::at(moment)).await;
        let mut was_killed = false;
        for batch in inputs.chunks(4) {
            while streams.process(&worker, &session, batch).await.is_err() {
                assert!(!was_killed, "the second worker fails at moment {moment}");
                was_killed = true;
                worker = streams.worker("second", Interruption::default()).await;
            }
        }
        assert_complete(&streams, &session, &inputs).await;
        if !was_killed {
            break;
        }
        kills += 1;
    }
    assert!(kills >= 15, "only {kills} moments");
}

#[tokio::test]
async fn outputs_are_published_once_after_the_server_has_forgotten_their_ids() {
    let Some(streams) = Installation::start().await else {
        return;
    };
    let window = std::time::Duration::from_millis(100);
    let settings = StreamSettings {
        duplicate_window: window,
        ..StreamSettings::default()
    };
    create_streams(&streams.client, &streams.names, &settings)
        .await
        .unwrap();
    for moment in 0u32..16 {
        let session = format!("late-{moment}");
        let inputs = streams.store(&session, inputs(0)).await;
        let moment = i64::from(moment);
        let worker = streams.worker("first", Interruption::at(moment)).await;
        let _ = streams.process(&worker, &session, &inputs).await;
        tokio::time::sleep(std::time::Duration::from_millis(250)).await;
        let worker = streams.worker("second", Interruption::default()).await;
        streams.process(&worker, &session, &inputs).await.unwrap();
        assert_complete(&streams, &session, &inputs).await;
    }
}

#[tokio::test]
async fn two_workers_of_one_session_lose_and_repeat_nothing() {
    let Some(streams) = Installation::start().await else {
        return;
    };
    let mut conflicts = 0;
    for round in 0u32..10 {
        let session = format!("shared-{round}");
        let inputs = streams.store(&session, inputs(0)).await;
        let one = streams.worker("one", Interruption::default()).await;
        let other = streams.worker("other", Interruption::default()).await;
        let run = async |worker: &Processor, size: usize| {
            for batch in inputs.chunks(size) {
                while streams.process(worker, &session, batch).await.is_err() {
                    tokio::task::yield_now().await;
                }
            }
        };
        tokio::join!(
            run(&one, if round % 2 == 0 { 1 } else { 3 }),
            run(&other, 2)
        );
        assert_complete(&streams, &session, &inputs).await;
        conflicts += one.metrics.conflicts.load(Ordering::Relaxed)
            + other.metrics.conflicts.load(Ordering::Relaxed);
    }
    assert!(conflicts > 0, "the workers never met");
}

#[tokio::test]
async fn a_worker_does_not_write_a_lost_session() {
    let Some(streams) = Installation::start().await else {
        return;
    };
    let inputs = inputs(0);
    let one = streams.worker("one", Interruption::default()).await;
    let other = streams.worker("other", Interruption::default()).await;
    streams.process(&one, "s", &inputs[..2]).await.unwrap();
    streams.process(&other, "s", &inputs[2..4]).await.unwrap();
    // The first worker has not received the two messages.
    let error = streams.process(&one, "s", &inputs[4..]).await.unwrap_err();
    assert!(matches!(error, WriteError::Conflict), "{error:?}");
    streams.process(&one, "s", &inputs[4..]).await.unwrap();
    assert_complete(&streams, "s", &inputs).await;
}

#[tokio::test]
async fn a_message_that_kills_workers_is_refused_after_some_attempts() {
    let Some(streams) = Installation::start().await else {
        return;
    };
    let mut inputs = inputs(0);
    inputs.iter_mut().for_each(|input| input.is_suspect = true);
    let bad = inputs[1].sequence;
    // Each worker ends after it has recorded the attempt, and before it stores the result.
    for _ in 0..3 {
        let worker = streams.worker("unlucky", Interruption::default()).await;
        let mut session = OpenSession::of_stored(worker.states.load("s").await.unwrap());
        session.enter(&streams.incarnation);
        if session.record.last == 0 {
            streams.process(&worker, "s", &inputs[..1]).await.unwrap();
            session = OpenSession::of_stored(worker.states.load("s").await.unwrap());
        }
        assert!(
            worker
                .begin_attempt("s", &mut session, &inputs[1])
                .await
                .unwrap()
                .is_empty()
        );
    }
    let worker = streams.worker("last", Interruption::default()).await;
    streams.process(&worker, "s", &inputs).await.unwrap();
    let dead = streams.published("s", Channel::DeadForward).await;
    assert!(
        dead[0].starts_with(r#"{"beginRendering""#),
        "{bad}: {dead:?}"
    );
    assert_eq!(
        dead.len(),
        4,
        "the others that are refused follow: {dead:?}"
    );
}

#[tokio::test]
async fn an_unreadable_state_stops_only_its_session() {
    let Some(streams) = Installation::start().await else {
        return;
    };
    let kv = streams
        .client
        .jetstream
        .get_key_value(streams.names.session_bucket())
        .await
        .unwrap();
    kv.put("s", "{\"last\":".into()).await.unwrap();
    let worker = streams.worker("worker", Interruption::default()).await;
    let inputs = inputs(0);
    streams.process(&worker, "s", &inputs[..3]).await.unwrap();
    assert_eq!(streams.published("s", Channel::DeadForward).await.len(), 3);
    let end = Input {
        is_end: true,
        ..Input::of_text(100, "")
    };
    streams.process(&worker, "s", &[end]).await.unwrap();
    let later: Vec<Input> = inputs
        .iter()
        .map(|one| Input {
            sequence: one.sequence + 100,
            ..redelivered(one)
        })
        .collect();
    streams.process(&worker, "s", &later).await.unwrap();
    assert_eq!(
        streams.published("s", Channel::Forward).await,
        expected(&inputs).0
    );
}

#[tokio::test]
async fn a_session_ends_with_its_waiting_messages_even_if_the_last_message_is_refused() {
    let Some(streams) = Installation::start().await else {
        return;
    };
    let worker = streams.worker("worker", Interruption::default()).await;
    // A canvas is written when its session ends.
    let waiting = [
        "createSurface\":{\"surfaceId\":\"s\",\"catalogId\":\"c\"}",
        "updateComponents\":{\"surfaceId\":\"s\",\"components\":[{\"id\":\"root\",\"component\":\"Text\",\"text\":\"Hello\"}]}",
    ];
    let waiting = (1..).zip(waiting).map(|(sequence, rest)| Input {
        from: Some("a2ui@0.9".to_owned()),
        to: Some("ahp".to_owned()),
        ..Input::of_text(sequence, &format!("{{\"version\":\"v0.9\",\"{rest}}}"))
    });
    let waiting: Vec<Input> = waiting.collect();
    streams.process(&worker, "s", &waiting).await.unwrap();
    assert!(streams.published("s", Channel::Forward).await.is_empty());
    let end = Input {
        is_end: true,
        ..Input::of_text(100, "{not JSON")
    };
    streams.process(&worker, "s", &[end]).await.unwrap();
    assert!(!streams.published("s", Channel::Forward).await.is_empty());
    assert_eq!(
        streams.published("s", Channel::DeadForward).await,
        ["{not JSON"]
    );
}

#[tokio::test]
async fn a_new_input_stream_restarts_the_numbers() {
    let Some(streams) = Installation::start().await else {
        return;
    };
    let worker = streams.worker("worker", Interruption::default()).await;
    let inputs = inputs(0);
    streams.process(&worker, "s", &inputs).await.unwrap();
    // The sequence numbers restart.
    let delete = Input::of_text(1, r#"{"deleteSurface":{"surfaceId":"s"}}"#);
    worker
        .process(PARTITION, "later", "s", vec![delete], true)
        .await
        .unwrap();
    let outputs = streams.published("s", Channel::Forward).await;
    assert_eq!(outputs.len(), expected(&inputs).0.len() + 1);
    let stored = worker
        .states
        .load("s")
        .await
        .unwrap()
        .unwrap()
        .record
        .unwrap();
    let SessionRecord {
        incarnation, last, ..
    } = stored;
    assert_eq!((incarnation.as_str(), last), ("later", 1));
}

#[tokio::test]
async fn a_repeated_input_is_translated_once() {
    let Some(streams) = Installation::start().await else {
        return;
    };
    let inputs = inputs(0);
    let published = |at: i64, input: &Input| Input {
        id: Some(InputId::new(&input.sequence.to_string(), at)),
        sequence: input.sequence + u64::try_from(at).unwrap(),
        ..redelivered(input)
    };
    // The restarted server has forgotten the ids. Each worker begins with the stored state.
    for (name, at) in [("first", 1000), ("second", 1100)] {
        let worker = streams.worker(name, Interruption::default()).await;
        let inputs: Vec<Input> = inputs.iter().map(|input| published(at, input)).collect();
        streams.process(&worker, "s", &inputs).await.unwrap();
    }
    assert_eq!(
        streams.published("s", Channel::Forward).await,
        expected(&inputs).0
    );
    assert_eq!(
        streams.published("s", Channel::DeadForward).await,
        expected(&inputs).1
    );
}
