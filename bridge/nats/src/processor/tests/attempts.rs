//! Tests of messages that end workers, and of failures that do not.

use super::*;
use crate::partition_task::PartitionTask;
use async_nats::jetstream::AckKind;
use futures_util::future::try_join_all;
use tokio::{sync::watch, time::sleep};

fn suspect(sequence: u64, text: &str) -> Input {
    Input {
        is_suspect: true,
        ..Input::of_text(sequence, text)
    }
}

/// Returns the number of attempts that are recorded for a session.
async fn attempts(worker: &Processor, session: &str) -> u32 {
    let stored = worker.states.load(session).await.unwrap();
    stored
        .and_then(|stored| stored.record.unwrap().attempts)
        .map_or(0, |attempts| attempts.count)
}

#[tokio::test]
async fn a_message_that_kills_a_worker_adds_no_attempts_to_other_messages() {
    let Some(streams) = Installation::start().await else {
        return;
    };
    let sessions: Vec<String> = (0..8).map(|number| format!("s{number}")).collect();
    let worker = streams.worker("unlucky", Interruption::at(0)).await;
    let inputs: Vec<Vec<Input>> = (1..)
        .take(sessions.len())
        .map(|sequence| vec![suspect(sequence, "{}")])
        .collect();
    let processed = sessions.iter().zip(&inputs).map(|(session, inputs)| {
        let inputs = inputs.iter().map(redelivered).collect();
        worker.process(PARTITION, &streams.incarnation, session, inputs, true)
    });
    // The first translated message ends the worker, and all other messages are delivered again.
    try_join_all(processed).await.unwrap_err();
    let mut counts = Vec::new();
    for session in &sessions {
        counts.push(attempts(&worker, session).await);
    }
    counts.sort_unstable();
    assert_eq!(counts, [0, 0, 0, 0, 0, 0, 0, 1]);
}

#[tokio::test]
async fn a_server_failure_does_not_count_as_an_attempt() {
    let Some(streams) = Installation::start().await else {
        return;
    };
    let mut inputs = inputs(0);
    inputs.iter_mut().for_each(|input| input.is_suspect = true);
    let mut worker = streams.worker("worker", Interruption::default()).await;
    for _ in 0..5 {
        worker.interruption = Interruption::at(0);
        streams.process(&worker, "s", &inputs).await.unwrap_err();
        assert!(attempts(&worker, "s").await <= 1);
    }
    worker.interruption = Interruption::default();
    streams.process(&worker, "s", &inputs).await.unwrap();
    assert_complete(&streams, "s", &inputs).await;
}

#[tokio::test]
async fn an_attempt_is_recorded_before_an_object_is_read() {
    let Some(streams) = Installation::start().await else {
        return;
    };
    let body = InputBody::Object {
        name: "large".to_owned(),
        content: None,
    };
    let object = Input {
        body,
        ..suspect(1, "")
    };
    let worker = streams.worker("unlucky", Interruption::at(0)).await;
    streams.process(&worker, "s", &[object]).await.unwrap_err();
    assert_eq!(attempts(&worker, "s").await, 1);
}

#[tokio::test]
async fn a_session_ends_without_its_waiting_messages_if_the_last_one_kills_workers() {
    let Some(streams) = Installation::start().await else {
        return;
    };
    // A canvas is written when its session ends.
    let surface = r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}"#;
    let first = Input {
        from: Some("a2ui@0.9".to_owned()),
        to: Some("ahp".to_owned()),
        ..Input::of_text(1, surface)
    };
    let worker = streams.worker("worker", Interruption::default()).await;
    streams.process(&worker, "s", &[first]).await.unwrap();
    let end = Input {
        is_end: true,
        ..suspect(2, "")
    };
    for _ in 0..3 {
        let worker = streams.worker("unlucky", Interruption::at(0)).await;
        streams
            .process(&worker, "s", &[redelivered(&end)])
            .await
            .unwrap_err();
    }
    let worker = streams.worker("last", Interruption::default()).await;
    streams.process(&worker, "s", &[end]).await.unwrap();
    assert_eq!(streams.published("s", Channel::DeadForward).await, [""]);
    assert!(streams.published("s", Channel::Forward).await.is_empty());
    let record = worker
        .states
        .load("s")
        .await
        .unwrap()
        .unwrap()
        .record
        .unwrap();
    assert!(record.route.is_none() && record.bridge.is_none() && record.attempts.is_none());
}

#[tokio::test]
async fn a_refused_first_message_does_not_decide_the_protocols() {
    let Some(streams) = Installation::start().await else {
        return;
    };
    let worker = streams.worker("worker", Interruption::default()).await;
    for (number, refused) in (1..).step_by(2).zip([
        "{\"surfaceUpdate\":",
        "{not JSON",
        "[1,2",
        "{\"unknown\":1}",
        "{\"surfaceUpdate\":{}}",
    ]) {
        let session = format!("s{number}");
        streams
            .process(&worker, &session, &[Input::of_text(number, refused)])
            .await
            .unwrap();
        let surface = r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}"#;
        let next = Input {
            from: Some("a2ui@0.9".to_owned()),
            to: Some("a2ui@0.8".to_owned()),
            ..Input::of_text(number + 1, surface)
        };
        streams.process(&worker, &session, &[next]).await.unwrap();
        assert_eq!(
            streams.published(&session, Channel::DeadForward).await,
            [refused]
        );
    }
    // A partly refused message has begun the session.
    let part = "{\"surfaceUpdate\":{\"surfaceId\":\"s\",\"components\":[]}}\n{not JSON";
    streams
        .process(&worker, "part", &[Input::of_text(100, part)])
        .await
        .unwrap();
    let record = worker
        .states
        .load("part")
        .await
        .unwrap()
        .unwrap()
        .record
        .unwrap();
    assert!(record.route.is_some());
}

#[tokio::test]
async fn a_message_that_waits_for_its_turn_is_not_delivered_again() {
    let Some(streams) = Installation::start().await else {
        return;
    };
    let settings = StreamSettings {
        ack_wait: Duration::from_secs(1),
        ..StreamSettings::default()
    };
    create_streams(&streams.client, &streams.names, &settings)
        .await
        .unwrap();
    let processor = Arc::new(streams.worker("worker", Interruption::default()).await);
    let jetstream = &streams.client.jetstream;
    jetstream
        .publish(streams.names.input("s", Direction::Forward), "{".into())
        .await
        .unwrap()
        .await
        .unwrap();
    let input_stream = jetstream
        .get_stream(streams.names.input_stream())
        .await
        .unwrap();
    let partitions = LayoutReader::open(&streams.client, &streams.names)
        .await
        .unwrap();
    let served = partitions.served_partitions().await.unwrap();
    let mut consumers = Vec::new();
    for partition in served.partitions {
        let consumer = partitions.consumer(partition).await.unwrap();
        if consumer.cached_info().num_pending > 0 {
            consumers.push((partition, consumer));
        }
    }
    let (partition, mut consumer) = consumers.pop().unwrap();
    for _ in 0..2 {
        let mut messages = consumer
            .batch()
            .max_messages(1)
            .expires(Duration::from_secs(5))
            .messages()
            .await
            .unwrap();
        let message = messages.try_next().await.unwrap().unwrap();
        message.ack_with(AckKind::Nak(None)).await.unwrap();
    }
    let turn = processor.attempts.wait_for_turn().await;
    let (_stop, stopped) = watch::channel(false);
    let task = PartitionTask {
        partition,
        incarnation: streams.incarnation.clone(),
        processor: Arc::clone(&processor),
        lag: Arc::default(),
        stop: stopped,
    };
    let task = tokio::spawn(task.run(consumer.clone()));
    sleep(Duration::from_secs(3)).await;
    drop(turn);
    while input_stream.get_info().await.unwrap().state.messages > 0 {
        sleep(Duration::from_millis(20)).await;
    }
    task.abort();
    assert_eq!(
        consumer.info().await.unwrap().delivered.consumer_sequence,
        3
    );
}
