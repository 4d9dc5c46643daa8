//! Tests of the stores: failures of the server, deleted keys and damaged objects.

use super::*;
use crate::publication::Body;
use async_nats::jetstream::{
    object_store::{ObjectInfo, ObjectLink, ObjectOptions, ObjectStore},
    stream::Stream,
};
use tokio::time::timeout;

/// The length of a text that does not fit into the key-value store.
const LARGE: usize = 900_000;

/// The messages of a session whose state becomes an object.
fn large_inputs() -> Vec<Input> {
    let mut inputs = inputs(0);
    let text = "x".repeat(LARGE);
    for key in ["b", "a"] {
        let update = format!(
            r#"{{"dataModelUpdate":{{"surfaceId":"s","contents":[{{"key":"{key}","valueString":"{text}"}}]}}}}"#
        );
        inputs.insert(2, Input::of_text(0, &update));
    }
    for (number, input) in (1..).zip(&mut inputs) {
        input.sequence = number;
    }
    inputs
}

fn object_input(sequence: u64, name: &str) -> Input {
    Input {
        body: InputBody::Object {
            name: name.to_owned(),
            content: None,
        },
        ..Input::of_text(sequence, "")
    }
}

impl Installation {
    async fn objects(&self) -> ObjectStore {
        self.client
            .jetstream
            .get_object_store(self.names.object_bucket())
            .await
            .unwrap()
    }

    async fn object_stream(&self) -> Stream {
        self.client
            .jetstream
            .get_stream(format!("OBJ_{}", self.names.object_bucket()))
            .await
            .unwrap()
    }

    /// Sets whether the server allows objects to be read.
    async fn let_objects_be_read(&self, is_allowed: bool) {
        let mut config = self.object_stream().await.cached_info().config.clone();
        config.allow_direct = is_allowed;
        self.client.jetstream.update_stream(config).await.unwrap();
    }

    /// Returns the rules of the dead letters of a session.
    async fn rules(&self, session: &str) -> Vec<String> {
        let stream = self
            .client
            .jetstream
            .get_stream(self.names.dead_letter_stream())
            .await
            .unwrap();
        let filter_subject = Channel::DeadForward.subject(&self.names, session);
        let config = async_nats::jetstream::consumer::pull::OrderedConfig {
            filter_subject,
            ..Default::default()
        };
        let mut consumer = stream.create_consumer(config).await.unwrap();
        let number = usize::try_from(consumer.info().await.unwrap().num_pending).unwrap();
        let messages = futures_util::StreamExt::take(consumer.messages().await.unwrap(), number);
        let messages: Vec<_> = messages.try_collect().await.unwrap();
        let finding = |message: &async_nats::jetstream::Message| {
            let finding = message
                .headers
                .as_ref()
                .unwrap()
                .get(crate::FINDING_HEADER)
                .unwrap();
            let finding: serde_json::Value = serde_json::from_str(finding.as_str()).unwrap();
            format!(
                "{} {}",
                finding["rule"].as_str().unwrap(),
                finding["message"].as_str().unwrap()
            )
        };
        messages.iter().map(finding).collect()
    }
}

#[tokio::test]
async fn a_failure_of_the_object_store_does_not_break_a_session() {
    let Some(streams) = Installation::start().await else {
        return;
    };
    let inputs = large_inputs();
    let first = streams.worker("first", Interruption::default()).await;
    streams.process(&first, "s", &inputs[..5]).await.unwrap();
    let second = streams.worker("second", Interruption::default()).await;
    streams.let_objects_be_read(false).await;
    let error = streams
        .process(&second, "s", &inputs[5..])
        .await
        .unwrap_err();
    assert!(matches!(error, WriteError::Failed(_)), "{error:?}");
    streams.let_objects_be_read(true).await;
    streams.process(&second, "s", &inputs[5..]).await.unwrap();
    assert_complete(&streams, "s", &inputs).await;
}

#[tokio::test]
async fn a_state_without_its_object_breaks_the_session() {
    let Some(streams) = Installation::start().await else {
        return;
    };
    let inputs = large_inputs();
    let first = streams.worker("first", Interruption::default()).await;
    streams.process(&first, "s", &inputs[..5]).await.unwrap();
    // Only the description of the object remains.
    let chunks = format!("$O.{}.C.*", streams.names.object_bucket());
    streams
        .object_stream()
        .await
        .purge()
        .filter(chunks)
        .await
        .unwrap();
    let second = streams.worker("second", Interruption::default()).await;
    let processed = timeout(
        Duration::from_secs(20),
        streams.process(&second, "s", &inputs[5..6]),
    )
    .await;
    processed.unwrap().unwrap();
    assert_eq!(
        streams.rules("s").await,
        [
            "worker/broken-session the session cannot go on: the stored state cannot be read: its content has gone"
        ]
    );
}

#[tokio::test]
async fn an_input_waits_while_its_object_cannot_be_read() {
    let Some(streams) = Installation::start().await else {
        return;
    };
    let inputs = inputs(0);
    let body = inputs[0].content().unwrap().to_vec();
    streams
        .objects()
        .await
        .put("body", &mut body.as_slice())
        .await
        .unwrap();
    let worker = streams.worker("worker", Interruption::default()).await;
    streams.let_objects_be_read(false).await;
    let now = [object_input(1, "body")];
    let error = streams.process(&worker, "s", &now).await.unwrap_err();
    assert!(matches!(error, WriteError::Failed(_)), "{error:?}");
    streams.let_objects_be_read(true).await;
    streams.process(&worker, "s", &now).await.unwrap();
    assert!(streams.rules("s").await.is_empty());
    assert_eq!(
        streams.published("s", Channel::Forward).await,
        expected(&inputs[..1]).0
    );
}

#[tokio::test]
async fn unreadable_objects_are_refused() {
    let Some(streams) = Installation::start().await else {
        return;
    };
    let objects = streams.objects().await;
    let mut worker = streams.worker("worker", Interruption::default()).await;
    Arc::get_mut(&mut worker.settings).unwrap().max_message = 1000;
    objects
        .put("large", &mut vec![b' '; 1001].as_slice())
        .await
        .unwrap();
    objects.put("deleted", &mut b"{}".as_slice()).await.unwrap();
    objects.delete("deleted").await.unwrap();
    put_description(&streams, "link", |info| {
        let link = ObjectLink {
            name: Some("link".to_owned()),
            bucket: info.bucket.clone(),
        };
        info.options = Some(ObjectOptions {
            link: Some(link),
            max_chunk_size: None,
        });
    })
    .await;
    put_description(&streams, "foreign", |info| {
        "other".clone_into(&mut info.bucket)
    })
    .await;
    put_description(&streams, "short", |info| {
        (info.size, info.digest) = (3, None)
    })
    .await;
    put_description(&streams, "changed", |info| {
        info.digest = Some("SHA-256=AAAA".to_owned())
    })
    .await;
    put_description(&streams, "gone", |info| "absent".clone_into(&mut info.nuid)).await;
    let long = "n".repeat(3000);
    let names = [
        "large", "absent", "deleted", "link", "foreign", "short", "changed", "gone", "", &long,
    ];
    let inputs: Vec<Input> = (1..)
        .zip(names)
        .map(|(number, name)| object_input(number, name))
        .collect();
    timeout(
        Duration::from_secs(20),
        streams.process(&worker, "s", &inputs),
    )
    .await
    .unwrap()
    .unwrap();
    let unreadable =
        |reason: &str| format!("worker/object the object with the body cannot be read: {reason}");
    assert_eq!(
        streams.rules("s").await,
        [
            "worker/message-size the message has 1001 bytes, but at most 1000 are allowed"
                .to_owned(),
            unreadable("it does not exist"),
            unreadable("it was deleted"),
            unreadable("it is a link to another object"),
            unreadable("its description is damaged"),
            unreadable("its length is not the one that its description states"),
            unreadable("wrong digest"),
            unreadable("its content has gone"),
            unreadable("its name is empty"),
            unreadable("its name has 3000 bytes, but at most 2048 are allowed"),
        ]
    );
}

/// Stores an object with a changed description.
async fn put_description(streams: &Installation, name: &str, change: impl FnOnce(&mut ObjectInfo)) {
    use base64::{Engine, prelude::BASE64_URL_SAFE};
    let mut info = streams
        .objects()
        .await
        .put(name, &mut b"{}".as_slice())
        .await
        .unwrap();
    change(&mut info);
    let subject = format!(
        "$O.{}.M.{}",
        streams.names.object_bucket(),
        BASE64_URL_SAFE.encode(name)
    );
    let description = serde_json::to_vec(&info).unwrap();
    streams
        .client
        .jetstream
        .publish(subject, description.into())
        .await
        .unwrap()
        .await
        .unwrap();
}

#[tokio::test]
async fn a_session_whose_key_was_deleted_starts_over() {
    let Some(streams) = Installation::start().await else {
        return;
    };
    let kv = streams
        .client
        .jetstream
        .get_key_value(streams.names.session_bucket())
        .await
        .unwrap();
    for (nth, name, is_purged) in [(0, "deleted", false), (1, "purged", true)] {
        let inputs = inputs(nth);
        let worker = streams.worker("worker", Interruption::default()).await;
        streams.process(&worker, name, &inputs).await.unwrap();
        match is_purged {
            true => kv.purge(name).await.unwrap(),
            false => kv.delete(name).await.unwrap(),
        }
        let later = inputs.iter().map(|one| Input {
            sequence: one.sequence + 100,
            ..redelivered(one)
        });
        let later: Vec<Input> = later.collect();
        let second = streams.worker("second", Interruption::default()).await;
        streams.process(&second, name, &later).await.unwrap();
        // The worker that still has the session in memory drops it.
        let end = [Input {
            is_end: true,
            ..Input::of_text(5000, "")
        }];
        assert!(matches!(
            streams.process(&worker, name, &end).await,
            Err(WriteError::Conflict)
        ));
        streams.process(&worker, name, &end).await.unwrap();
        let once = expected(&inputs).0;
        assert_eq!(
            streams.published(name, Channel::Forward).await,
            [once.clone(), once].concat()
        );
    }
}

#[tokio::test]
async fn outputs_that_were_deleted_are_not_published_again() {
    let Some(streams) = Installation::start().await else {
        return;
    };
    let window = Duration::from_millis(100);
    let settings = StreamSettings {
        duplicate_window: window,
        ..StreamSettings::default()
    };
    create_streams(&streams.client, &streams.names, &settings)
        .await
        .unwrap();
    let inputs = streams.store("s", inputs(0)).await;
    let first = streams.worker("first", Interruption::default()).await;
    streams.process(&first, "s", &inputs[..9]).await.unwrap();
    // The outputs and dead letters reach their maximum age.
    for stream in [
        streams.names.output_stream(),
        streams.names.dead_letter_stream(),
    ] {
        streams
            .client
            .jetstream
            .get_stream(stream)
            .await
            .unwrap()
            .purge()
            .await
            .unwrap();
    }
    tokio::time::sleep(window * 2).await;
    let second = streams.worker("second", Interruption::default()).await;
    streams.process(&second, "s", &inputs[9..]).await.unwrap();
    let before = expected(&inputs[..9]);
    let all = expected(&inputs);
    assert_eq!(
        streams.published("s", Channel::Forward).await,
        all.0[before.0.len()..]
    );
    assert_eq!(
        streams.published("s", Channel::DeadForward).await,
        all.1[before.1.len()..]
    );
}

#[tokio::test]
async fn a_worker_that_has_lost_a_session_leaves_no_object() {
    let Some(streams) = Installation::start().await else {
        return;
    };
    let inputs = large_inputs();
    let one = streams.worker("one", Interruption::default()).await;
    let other = streams.worker("other", Interruption::default()).await;
    streams.process(&one, "s", &inputs[..2]).await.unwrap();
    streams.process(&other, "s", &inputs[2..4]).await.unwrap();
    assert!(matches!(
        streams.process(&one, "s", &inputs[2..]).await,
        Err(WriteError::Conflict)
    ));
    let left: Vec<ObjectInfo> = streams
        .objects()
        .await
        .list()
        .await
        .unwrap()
        .try_collect()
        .await
        .unwrap();
    assert_eq!(
        left.iter()
            .filter(|object| object.name.starts_with("state/"))
            .count(),
        1,
        "{left:?}"
    );
    streams.process(&one, "s", &inputs[2..]).await.unwrap();
    assert_complete(&streams, "s", &inputs).await;
}

#[tokio::test]
async fn an_output_does_not_replace_the_object_of_another_one() {
    let Some(streams) = Installation::start().await else {
        return;
    };
    let worker = streams.worker("worker", Interruption::default()).await;
    let objects = streams.objects().await;
    for letter in ["a", "b"] {
        let body = Body::Text(letter.repeat(2 << 20));
        let placed = worker
            .states
            .place_body(body, || "out/s/1-0".to_owned())
            .await
            .unwrap();
        assert!(matches!(placed, Body::Object(_)), "{letter}");
    }
    let stored: Vec<ObjectInfo> = objects.list().await.unwrap().try_collect().await.unwrap();
    assert_eq!(stored.len(), 2, "{stored:?}");
}
