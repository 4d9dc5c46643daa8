//! Messages that end workers, and failures that do not.

use super::*;
use futures_util::future::try_join_all;

fn suspect(sequence: u64, text: &str) -> Input {
    Input { is_suspect: true, ..input(sequence, text) }
}

/// Returns the number of attempts that are recorded for a session.
async fn attempts(worker: &Processor, session: &str) -> u32 {
    let stored = worker.states.load(session).await.unwrap();
    stored.and_then(|stored| stored.record.unwrap().attempts).map_or(0, |attempts| attempts.count)
}

#[tokio::test]
async fn a_message_that_ends_a_worker_counts_no_attempts_of_its_neighbours() {
    let Some(streams) = Installation::start().await else { return };
    let sessions: Vec<String> = (0..8).map(|number| format!("s{number}")).collect();
    let worker = streams.worker("unlucky", Interruption::at(0)).await;
    let inputs: Vec<Vec<Input>> =
        (1..).take(sessions.len()).map(|sequence| vec![suspect(sequence, "{}")]).collect();
    let processed = sessions.iter().zip(&inputs).map(|(session, inputs)| {
        let inputs = inputs.iter().map(again).collect();
        worker.process(PARTITION, &streams.incarnation, session, inputs, true)
    });
    // The first one that is translated ends the worker, and with it all others.
    try_join_all(processed).await.unwrap_err();
    let mut counts = Vec::new();
    for session in &sessions {
        counts.push(attempts(&worker, session).await);
    }
    counts.sort_unstable();
    assert_eq!(counts, [0, 0, 0, 0, 0, 0, 0, 1]);
}

#[tokio::test]
async fn a_failure_of_the_server_is_not_an_attempt() {
    let Some(streams) = Installation::start().await else { return };
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
    let Some(streams) = Installation::start().await else { return };
    let body = InputBody::Object { name: "large".to_owned(), content: None };
    let object = Input { body, ..suspect(1, "") };
    let worker = streams.worker("unlucky", Interruption::at(0)).await;
    streams.process(&worker, "s", &[object]).await.unwrap_err();
    assert_eq!(attempts(&worker, "s").await, 1);
}

#[tokio::test]
async fn a_session_ends_without_what_waits_if_its_last_message_ends_workers() {
    let Some(streams) = Installation::start().await else { return };
    // A canvas is written when its session ends.
    let surface = r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}"#;
    let first = Input { from: Some("a2ui@0.9".to_owned()), to: Some("ahp".to_owned()), ..input(1, surface) };
    let worker = streams.worker("worker", Interruption::default()).await;
    streams.process(&worker, "s", &[first]).await.unwrap();
    let end = Input { is_end: true, ..suspect(2, "") };
    for _ in 0..3 {
        let worker = streams.worker("unlucky", Interruption::at(0)).await;
        streams.process(&worker, "s", &[again(&end)]).await.unwrap_err();
    }
    let worker = streams.worker("last", Interruption::default()).await;
    streams.process(&worker, "s", &[end]).await.unwrap();
    assert_eq!(streams.published("s", Channel::DeadForward).await, [""]);
    assert!(streams.published("s", Channel::Forward).await.is_empty());
    let record = worker.states.load("s").await.unwrap().unwrap().record.unwrap();
    assert!(record.route.is_none() && record.bridge.is_none() && record.attempts.is_none());
}

#[tokio::test]
async fn a_refused_first_message_does_not_decide_the_protocols() {
    let Some(streams) = Installation::start().await else { return };
    let worker = streams.worker("worker", Interruption::default()).await;
    for (number, refused) in (1..).step_by(2).zip([
        "{\"surfaceUpdate\":",
        "{not JSON",
        "[1,2",
        "{\"unknown\":1}",
        "{\"surfaceUpdate\":{}}",
    ]) {
        let session = format!("s{number}");
        streams.process(&worker, &session, &[input(number, refused)]).await.unwrap();
        let surface = r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}"#;
        let next = Input {
            from: Some("a2ui@0.9".to_owned()),
            to: Some("a2ui@0.8".to_owned()),
            ..input(number + 1, surface)
        };
        streams.process(&worker, &session, &[next]).await.unwrap();
        assert_eq!(streams.published(&session, Channel::DeadForward).await, [refused]);
    }
    // A message that is refused in part has begun the session.
    let part = "{\"surfaceUpdate\":{\"surfaceId\":\"s\",\"components\":[]}}\n{not JSON";
    streams.process(&worker, "part", &[input(100, part)]).await.unwrap();
    let record = worker.states.load("part").await.unwrap().unwrap().record.unwrap();
    assert!(record.route.is_some());
}
