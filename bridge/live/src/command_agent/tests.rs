#![allow(clippy::unwrap_used)]

use super::*;
use crate::gateway::{
    ClientContent, ClientMessage, Gateway, GatewayReportKind, GatewaySettings, Session, TurnOutcome, Update,
    Updates, store::MemoryStore,
};
use agent_ui_text::bridge::{Dialect, Protocol};
use std::sync::Mutex as StdMutex;

/// The patience of a test.
const PATIENCE: Duration = Duration::from_secs(20);

const CREATE: &str = r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}"#;
const UPDATE: &str = r#"{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[{"id":"root","component":"Text","text":"Museum"}]}}"#;
const CLICK: &str = r#"{"version":"v0.9","action":{"name":"go","surfaceId":"s","sourceComponentId":"root","timestamp":"2026-05-18T15:30:00Z","context":{}}}"#;

/// A gateway with a command as its agent.
struct Served {
    gateway: Gateway,
    errors: Arc<StdMutex<Vec<String>>>,
    reports: Arc<StdMutex<Vec<String>>>,
}

impl Served {
    fn new(command: &str) -> Self {
        let errors: Arc<StdMutex<Vec<String>>> = Arc::default();
        let heard = Arc::clone(&errors);
        let agent = CommandAgent::new("clerk", command, Protocol::A2ui)
            .on_error_line(move |agent, line| heard.lock().unwrap().push(format!("{agent}: {line}")));
        let reports: Arc<StdMutex<Vec<String>>> = Arc::default();
        let reported = Arc::clone(&reports);
        let settings = GatewaySettings {
            quiet: Duration::from_millis(50),
            report: Arc::new(move |report| {
                reported.lock().unwrap().push(match &report.kind {
                    GatewayReportKind::Agent { error, .. } => error.to_string(),
                    other => format!("{other:?}"),
                });
            }),
            ..GatewaySettings::default()
        };
        let gateway = Gateway::start(vec![Arc::new(agent)], Arc::new(MemoryStore::new()), settings);
        Self { gateway, errors, reports }
    }

    async fn session(&self, name: &str) -> (Session, Updates) {
        let session = self.gateway.session(name).await.unwrap();
        let (_, updates) = session.subscribe(Dialect::A2ui0_9).await.unwrap();
        (session, updates)
    }

    fn has_report(&self, text: &str) -> bool {
        self.reports.lock().unwrap().iter().any(|report| report.contains(text))
    }
}

/// Waits for an update that contains a text.
async fn update(updates: &mut Updates, text: &str) {
    let found = timeout(PATIENCE, async {
        while let Some(update) = updates.next().await {
            let is_it = match &update {
                Update::Message(message) => message.text.contains(text),
                Update::Text(entry) => entry.text.contains(text),
                _ => false,
            };
            if is_it {
                return;
            }
        }
    });
    assert!(found.await.is_ok(), "no update with {text}");
}

async fn until(is_it: impl Fn() -> bool, what: &str) {
    let waited = timeout(PATIENCE, async {
        while !is_it() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    });
    assert!(waited.await.is_ok(), "{what}");
}

fn click() -> ClientMessage {
    let content = ClientContent::A2ui { message: CLICK.to_owned(), dialect: Dialect::A2ui0_9 };
    ClientMessage::new("test", content)
}

/// A command that shows a surface with its session as the text, and answers every line with a text.
fn clerk() -> String {
    let update = UPDATE.replace("Museum", "%s");
    format!(
        r#"echo ready >&2; printf '{CREATE}\n{update}\n' "$AGENT_UI_SESSION"
           while IFS= read -r line; do printf '%s\n' "$line" >&2; printf '{{"parts":[{{"kind":"text","text":"heard"}}]}}\n'; done"#
    )
}

#[tokio::test(flavor = "multi_thread")]
async fn each_session_has_a_process_that_shows_surfaces_and_gets_clicks() {
    let served = Served::new(&clerk());
    let (one, mut of_one) = served.session("one").await;
    let (_two, mut of_two) = served.session("two").await;
    update(&mut of_one, r#""text":"one""#).await;
    update(&mut of_two, r#""text":"two""#).await;
    let mut turn = one.send(click()).await.unwrap();
    assert_eq!(turn.wait().await, TurnOutcome::Ended);
    update(&mut of_one, "heard").await;
    let text = ClientMessage::new("test", ClientContent::Text("Two tickets".to_owned()));
    one.send(text).await.unwrap().wait().await;
    let count =
        || served.errors.lock().unwrap().iter().filter(|line| line.as_str() != "clerk: ready").count();
    until(|| count() >= 2, "standard error is not read").await;
    let heard = served.errors.lock().unwrap().clone();
    let expected =
        [format!("clerk: {CLICK}"), r#"clerk: {"parts":[{"text":"Two tickets","kind":"text"}]}"#.to_owned()];
    let heard: Vec<_> = heard.into_iter().filter(|line| line != "clerk: ready").collect();
    assert_eq!(heard.len(), 2, "{heard:?}");
    assert_eq!(heard[0], expected[0]);
    assert!(heard[1].contains(r#""text":"Two tickets""#) && heard[1].contains("parts"), "{heard:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_process_that_fails_starts_again_and_shows_its_surfaces_anew() {
    let folder = tempfile::tempdir().unwrap();
    let count = folder.path().join("count");
    let count = count.display();
    let command = format!(
        r#"echo x >>{count}; echo '{CREATE}'; echo '{}' | sed "s/Museum/run $(wc -l <{count} | tr -d ' ')/"
           if [ "$(wc -l <{count})" -lt 3 ]; then exit 7; fi; cat >/dev/null"#,
        UPDATE
    );
    let served = Served::new(&command);
    let (session, mut updates) = served.session("main").await;
    update(&mut updates, "run 3").await;
    assert!(served.has_report("exit status: 7; it starts again in 0.2 s"));
    assert!(served.has_report("it starts again in 0.4 s"));
    let snapshot = session.snapshot(Dialect::A2ui0_9).await.unwrap();
    assert_eq!(snapshot.surfaces.len(), 1);
    assert!(snapshot.surfaces[0].messages.concat().contains("run 3"), "{snapshot:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_process_that_ends_well_is_not_started_again() {
    let served = Served::new(&format!("echo '{CREATE}'; echo '{UPDATE}'"));
    let (session, mut updates) = served.session("main").await;
    update(&mut updates, "Museum").await;
    // The last line of output may arrive before the end of the process.
    let mut turn = session.send(click()).await.unwrap();
    let outcome = turn.wait().await;
    let has_ended = matches!(&outcome, TurnOutcome::Failed(why) if why.contains("the command has ended"));
    assert!(has_ended || outcome == TurnOutcome::Ended, "{outcome:?}");
    let mut turn = session.send(click()).await.unwrap();
    let outcome = turn.wait().await;
    assert!(matches!(&outcome, TurnOutcome::Failed(why) if why.contains("has ended")), "{outcome:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_line_that_is_too_long_is_skipped_and_reported() {
    let long = (8 << 20) + 1;
    let served = Served::new(&format!(
        "head -c {long} /dev/zero | tr '\\0' x; echo; echo '{CREATE}'; echo '{UPDATE}'; head -c 20000 /dev/zero | tr '\\0' y >&2; echo >&2; cat >/dev/null"
    ));
    let (_session, mut updates) = served.session("main").await;
    update(&mut updates, "Museum").await;
    assert!(served.has_report("longer than 8388608 bytes"));
    let cut = || served.errors.lock().unwrap().iter().any(|line| line.len() == (8 << 10) + "clerk: ".len());
    until(cut, "the line of standard error is not cut").await;
}

#[tokio::test(flavor = "multi_thread")]
#[cfg(unix)]
async fn the_processes_of_a_dropped_gateway_are_killed() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("pid");
    // Neither the shell nor its child reads standard input.
    let served = Served::new(&format!("sleep 1000 & echo $! >{0}.new; mv {0}.new {0}; wait", file.display()));
    let (session, updates) = served.session("main").await;
    until(|| file.exists(), "the child does not start").await;
    let child = std::fs::read_to_string(&file).unwrap();
    let is_alive = || {
        let state = std::fs::read_to_string(format!("/proc/{}/stat", child.trim()));
        state.is_ok_and(|state| !state.contains(") Z "))
    };
    assert!(is_alive() || !std::path::Path::new("/proc").exists());
    drop((session, updates, served));
    until(|| !is_alive(), "the child lives on").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_command_that_cannot_be_run_is_reported() {
    let served = Served::new("exec /nowhere/agent");
    let (_session, _updates) = served.session("main").await;
    until(|| served.has_report("it starts again"), "no report").await;
    until(|| !served.errors.lock().unwrap().is_empty(), "the shell says nothing").await;
}
