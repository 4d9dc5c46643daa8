//! Tests of existing streams, and of servers that refuse a connection.

use crate::test_server::Server;
use agent_ui_nats::{
    NatsClient, NatsError, StreamNames, StreamSettings, WorkerSettings, connect, create_streams,
    run_worker,
};
use async_nats::jetstream::{
    self,
    context::PublishErrorKind,
    kv, object_store,
    stream::{Config, Stream},
};
use futures_util::TryStreamExt;
use std::sync::{Arc, Mutex};

async fn client(address: &str) -> Result<NatsClient, NatsError> {
    connect(&address.parse().unwrap(), None, Arc::new(|_| ())).await
}

/// Returns the configurations of all streams on a server.
async fn configs(jetstream: &jetstream::Context) -> Vec<Config> {
    let streams: Vec<jetstream::stream::Info> = jetstream.streams().try_collect().await.unwrap();
    streams.into_iter().map(|stream| stream.config).collect()
}

#[tokio::test]
async fn streams_of_other_programs_stay_as_they_are() {
    let Some(server) = Server::start().await else {
        return;
    };
    let jetstream = jetstream::new(async_nats::connect(&server.address).await.unwrap());
    let client = client(&server.address).await.unwrap();
    let names: StreamNames = "shop".parse().unwrap();
    for foreign in [
        "shop_in",
        "shop_out",
        "shop_dead",
        "KV_shop_sessions",
        "OBJ_shop_objects",
    ] {
        match foreign.split_once('_').unwrap() {
            ("KV", bucket) => {
                let config = kv::Config {
                    bucket: bucket.to_owned(),
                    history: 5,
                    ..Default::default()
                };
                jetstream.create_key_value(config).await.unwrap();
            }
            ("OBJ", bucket) => {
                let config = object_store::Config {
                    bucket: bucket.to_owned(),
                    ..Default::default()
                };
                jetstream.create_object_store(config).await.unwrap();
            }
            _ => {
                let subjects = vec!["shop.orders.*".to_owned()];
                let config = Config {
                    name: foreign.to_owned(),
                    subjects,
                    ..Default::default()
                };
                jetstream.create_stream(config).await.unwrap();
            }
        }
        let before = configs(&jetstream).await;
        let error = create_streams(&client, &names, &StreamSettings::default())
            .await
            .unwrap_err();
        assert!(
            matches!(&error, NatsError::ForeignStream { stream } if stream == foreign),
            "{error}"
        );
        assert_eq!(configs(&jetstream).await, before, "{foreign}");
        jetstream.delete_stream(foreign).await.unwrap();
    }
    create_streams(&client, &names, &StreamSettings::default())
        .await
        .unwrap();
    let before = configs(&jetstream).await;
    create_streams(&client, &names, &StreamSettings::default())
        .await
        .unwrap();
    assert_eq!(configs(&jetstream).await, before);
}

#[tokio::test]
async fn the_server_refuses_a_message_without_a_direction() {
    let Some(server) = Server::start().await else {
        return;
    };
    let jetstream = jetstream::new(async_nats::connect(&server.address).await.unwrap());
    let client = client(&server.address).await.unwrap();
    let names: StreamNames = "ui".parse().unwrap();
    let settings = StreamSettings::default();
    create_streams(&client, &names, &settings).await.unwrap();
    // An earlier version has created the stream.
    let stream: Stream = jetstream.get_stream("ui_in").await.unwrap();
    let config = Config {
        subjects: vec!["ui.in.*.*".to_owned()],
        ..stream.cached_info().config.clone()
    };
    jetstream.update_stream(config).await.unwrap();
    publish(&jetstream, "ui.in.chat7.sideways").await.unwrap();
    publish(&jetstream, "ui.in.chat7.forward").await.unwrap();
    create_streams(&client, &names, &settings).await.unwrap();
    for subject in ["ui.in.chat7.sideways", "ui.in.chat7.Forward", "ui.in.chat7"] {
        let error = publish(&jetstream, subject).await.unwrap_err();
        assert_eq!(error, PublishErrorKind::StreamNotFound, "{subject}");
    }
    for subject in ["ui.in.chat7.forward", "ui.in.chat7.backward"] {
        publish(&jetstream, subject).await.unwrap();
    }
    let mut settings = WorkerSettings::new(
        names,
        "a2ui@0.8".parse().unwrap(),
        "a2ui@0.9".parse().unwrap(),
    );
    settings.until_empty = true;
    let reports = Arc::new(Mutex::new(Vec::new()));
    let seen = Arc::clone(&reports);
    settings.report = Arc::new(move |report| seen.lock().unwrap().push(report.to_string()));
    run_worker(client, settings, std::future::pending())
        .await
        .unwrap();
    let dead: Stream = jetstream.get_stream("ui_dead").await.unwrap();
    assert_eq!(dead.cached_info().state.messages, 3);
    let reports = reports.lock().unwrap();
    let lost: Vec<&String> = reports
        .iter()
        .filter(|report| report.starts_with("error "))
        .collect();
    assert!(
        lost.len() == 1 && lost[0].contains("chat7.sideways input=1"),
        "{lost:?}"
    );
}

async fn publish(jetstream: &jetstream::Context, subject: &str) -> Result<u64, PublishErrorKind> {
    let sent = jetstream
        .publish(subject.to_owned(), "{".into())
        .await
        .unwrap();
    sent.await
        .map(|answer| answer.sequence)
        .map_err(|error| error.kind())
}

#[tokio::test]
async fn connection_errors_suggest_a_remedy() {
    let Some(server) = Server::start().await else {
        return;
    };
    let names: StreamNames = "shop".parse().unwrap();
    let connected = client(&server.address).await.unwrap();
    let protocols = ("a2ui@0.8".parse().unwrap(), "a2ui@0.9".parse().unwrap());
    let settings = WorkerSettings::new(names, protocols.0, protocols.1);
    let error = run_worker(connected, settings, std::future::pending())
        .await
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "the stream shop_in does not exist; create it with `agent-ui worker --nats URL --stream shop --init`"
    );
    let error = client(&server.address.replace("nats://", "tls://"))
        .await
        .unwrap_err()
        .to_string();
    assert!(
        error.starts_with("cannot connect to tls://127.0.0.1:"),
        "{error}"
    );
    let advice = "; check that a NATS server runs there, and that the user, password or TLS certificate is right";
    assert!(error.ends_with(advice), "{error}");
    let unused = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("nats://{}", unused.local_addr().unwrap());
    // The program accepts the connection, but does not answer.
    let error = client(&address).await.unwrap_err().to_string();
    assert_eq!(
        error,
        format!("cannot connect to {address}: no answer within 5 s{advice}")
    );
    let error = client("nats://127.0.0.1:1").await.unwrap_err().to_string();
    assert!(
        error.ends_with("; start a server there, as in `nats-server --jetstream`"),
        "{error}"
    );
}
