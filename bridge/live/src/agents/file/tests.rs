#![allow(clippy::unwrap_used)]

use super::*;
use crate::gateway::{
    ClientContent, ClientMessage, Gateway, GatewayReportKind, GatewaySettings, Session,
    TurnOutcome, store::MemoryStore,
};
use agent_ui_text::bridge::{Dialect, Protocol};
use std::fs;
use tokio::time::{sleep, timeout};

/// The time limit of each wait in the tests.
const PATIENCE: Duration = Duration::from_secs(20);

const CREATE: &str = r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}"#;
const UPDATE: &str = r#"{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[{"id":"root","component":"Text","text":"Museum"}]}}"#;
const CLICK: &str = r#"{"version":"v0.9","action":{"name":"go","surfaceId":"s","sourceComponentId":"root","timestamp":"2026-05-18T15:30:00Z","context":{}}}"#;

type Lines = Arc<Mutex<Vec<String>>>;

fn served(agent: FileAgent) -> (Gateway, Lines, Lines) {
    let (lines, reports) = (Lines::default(), Lines::default());
    let (heard, reported) = (Arc::clone(&lines), Arc::clone(&reports));
    let agent = agent.on_input_line(move |line| heard.lock().unwrap().push(line.to_owned()));
    let settings = GatewaySettings {
        turn_silence: Duration::from_millis(50),
        first_answer: Duration::from_millis(50),
        report: Arc::new(move |report| {
            reported.lock().unwrap().push(match &report.kind {
                GatewayReportKind::Message { diagnostic, .. } => {
                    format!("{}: {}", diagnostic.place, diagnostic.message)
                }
                other => format!("{other:?}"),
            });
        }),
        ..GatewaySettings::default()
    };
    (
        Gateway::start(
            vec![Arc::new(agent)],
            Arc::new(MemoryStore::new()),
            settings,
        ),
        lines,
        reports,
    )
}

/// Waits until the surfaces of a session satisfy a condition on their text.
async fn shows(session: &Session, is_it: impl Fn(&str) -> bool) {
    let mut last = String::new();
    let waited = timeout(PATIENCE, async {
        loop {
            let snapshot = session.snapshot(Dialect::A2ui0_9).await.unwrap();
            last = snapshot
                .surfaces
                .iter()
                .flat_map(|surface| surface.messages.clone())
                .collect();
            if is_it(&last) {
                return;
            }
            sleep(Duration::from_millis(10)).await;
        }
    });
    if waited.await.is_err() {
        panic!("the session shows {last}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_session_follows_a_growing_and_replaced_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("surface.json");
    // A document of several lines, and a list.
    fs::write(
        &file,
        format!("{}\n[{UPDATE}]\n", CREATE.replace(',', ",\n  ")),
    )
    .unwrap();
    let (gateway, lines, reports) = served(FileAgent::new("file", &file, Protocol::A2ui));
    let (one, two) = (
        gateway.session("one").await.unwrap(),
        gateway.session("two").await.unwrap(),
    );
    shows(&one, |text| text.contains("Museum")).await;
    shows(&two, |text| text.contains("Museum")).await;

    let content = ClientContent::A2ui {
        message: CLICK.to_owned(),
        dialect: Dialect::A2ui0_9,
    };
    let mut turn = one.send(ClientMessage::new("test", content)).await.unwrap();
    assert_eq!(turn.wait().await, TurnOutcome::Ended);
    assert_eq!(*lines.lock().unwrap(), [CLICK]);

    let mut grown = fs::OpenOptions::new().append(true).open(&file).unwrap();
    std::io::Write::write_all(
        &mut grown,
        format!(
            "nonsense\n{{\n{}\n",
            &UPDATE.replace("Museum", "Library")[1..]
        )
        .as_bytes(),
    )
    .unwrap();
    shows(&two, |text| text.contains("Library")).await;
    let place = format!("{}:5:1: ", file.display());
    let found = reports.lock().unwrap().clone();
    assert!(
        found.iter().any(|report| report.starts_with(&place)),
        "{found:?}"
    );

    fs::write(
        &file,
        format!(
            "{}\n{}\n",
            CREATE.replace("\"s\"", "\"t\""),
            UPDATE.replace("\"s\"", "\"t\"")
        ),
    )
    .unwrap();
    shows(&one, |text| {
        !text.contains("\"s\"") && text.contains("\"t\"")
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_the_first_session_reads_a_reader() {
    let text = format!("{CREATE}\n{UPDATE}\n{{\"parts\":[{{\"text\":\"Welcome\"}}]}}\n");
    let reader = std::io::Cursor::new(text.into_bytes());
    let (gateway, _, _) = served(FileAgent::reader("input", reader, Protocol::A2ui));
    let (one, two) = (
        gateway.session("one").await.unwrap(),
        gateway.session("two").await.unwrap(),
    );
    shows(&one, |text| text.contains("Museum")).await;
    let waited = timeout(PATIENCE, async {
        while one
            .snapshot(Dialect::A2ui0_9)
            .await
            .unwrap()
            .texts
            .is_empty()
        {
            sleep(Duration::from_millis(10)).await;
        }
    });
    assert!(waited.await.is_ok());
    assert_eq!(
        one.snapshot(Dialect::A2ui0_9).await.unwrap().texts[0].text,
        "Welcome"
    );
    assert!(
        two.snapshot(Dialect::A2ui0_9)
            .await
            .unwrap()
            .surfaces
            .is_empty()
    );
}
