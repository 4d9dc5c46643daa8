#![allow(clippy::unwrap_used)]

use super::*;
use crate::gateway::{
    ClientContent, ClientMessage, Gateway, GatewayReportKind, GatewaySettings, Session,
    TurnOutcome, Update, Updates, store::MemoryStore,
};
use agent_ui_text::bridge::{Dialect, Protocol};
use std::sync::Mutex as StdMutex;

/// The time limit of each wait in the tests.
const PATIENCE: Duration = Duration::from_secs(20);

const CREATE: &str = r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}"#;
const UPDATE: &str = r#"{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[{"id":"root","component":"Text","text":"Museum"}]}}"#;
const CLICK: &str = r#"{"version":"v0.9","action":{"name":"go","surfaceId":"s","sourceComponentId":"root","timestamp":"2026-05-18T15:30:00Z","context":{}}}"#;

/// A gateway whose agent is a command.
struct Served {
    gateway: Gateway,
    errors: Arc<StdMutex<Vec<String>>>,
    reports: Arc<StdMutex<Vec<String>>>,
}

impl Served {
    fn new(command: &str) -> Self {
        Self::with(command, Arc::new(MemoryStore::new()), |_| {})
    }

    fn with(
        command: &str,
        store: Arc<MemoryStore>,
        change: impl FnOnce(&mut GatewaySettings),
    ) -> Self {
        Self::start(command, |agent| agent, store, change)
    }

    fn of(
        adapt: impl FnOnce(CommandAgent) -> CommandAgent,
        command: &str,
        change: impl FnOnce(&mut GatewaySettings),
    ) -> Self {
        Self::start(command, adapt, Arc::new(MemoryStore::new()), change)
    }

    fn start(
        command: &str,
        adapt: impl FnOnce(CommandAgent) -> CommandAgent,
        store: Arc<MemoryStore>,
        change: impl FnOnce(&mut GatewaySettings),
    ) -> Self {
        let errors: Arc<StdMutex<Vec<String>>> = Arc::default();
        let heard = Arc::clone(&errors);
        let agent = CommandAgent::new("clerk", command, Protocol::A2ui).on_error_line(
            move |agent, line| heard.lock().unwrap().push(format!("{agent}: {line}")),
        );
        let agent = adapt(agent);
        let reports: Arc<StdMutex<Vec<String>>> = Arc::default();
        let reported = Arc::clone(&reports);
        let mut settings = GatewaySettings {
            turn_silence: Duration::from_millis(50),
            report: Arc::new(move |report| {
                reported.lock().unwrap().push(match &report.kind {
                    GatewayReportKind::Agent { error, .. } => error.to_string(),
                    other => format!("{other:?}"),
                });
            }),
            ..GatewaySettings::default()
        };
        change(&mut settings);
        let gateway = Gateway::start(vec![Arc::new(agent)], store, settings);
        Self {
            gateway,
            errors,
            reports,
        }
    }

    async fn session(&self, name: &str) -> (Session, Updates) {
        let session = self.gateway.session(name).await.unwrap();
        let (_, updates) = session.subscribe(Dialect::A2ui0_9).await.unwrap();
        (session, updates)
    }

    /// Waits until the command has written a text to its standard error.
    async fn until_error(&self, text: &str) {
        let end = tokio::time::Instant::now() + PATIENCE;
        while !self
            .errors
            .lock()
            .unwrap()
            .iter()
            .any(|line| line.contains(text))
        {
            assert!(
                tokio::time::Instant::now() < end,
                "{text} is not in {:?}",
                self.errors
            );
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    fn has_report(&self, text: &str) -> bool {
        self.reports
            .lock()
            .unwrap()
            .iter()
            .any(|report| report.contains(text))
    }
}

/// Waits for an update that contains a text. What an agent shows at its start may come before the subscription, and
/// [`shown`] waits for that.
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

/// Waits until a session shows a text.
async fn shown(session: &Session, text: &str) {
    let found = timeout(PATIENCE, async {
        loop {
            let snapshot = session.snapshot(Dialect::A2ui0_9).await.unwrap();
            if snapshot
                .surfaces
                .iter()
                .any(|surface| surface.messages.concat().contains(text))
            {
                return;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    });
    assert!(found.await.is_ok(), "no surface with {text}");
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
    let content = ClientContent::A2ui {
        message: CLICK.to_owned(),
        dialect: Dialect::A2ui0_9,
    };
    ClientMessage::new("test", content)
}

/// Returns a command that shows a surface with its session as the text, and answers every line with a text.
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
    let (two, _of_two) = served.session("two").await;
    shown(&one, r#""text":"one""#).await;
    shown(&two, r#""text":"two""#).await;
    let mut turn = one.send(click()).await.unwrap();
    assert_eq!(turn.wait().await, TurnOutcome::Ended);
    update(&mut of_one, "heard").await;
    let text = ClientMessage::new("test", ClientContent::Text("Two tickets".to_owned()));
    one.send(text).await.unwrap().wait().await;
    let count = || {
        served
            .errors
            .lock()
            .unwrap()
            .iter()
            .filter(|line| line.as_str() != "clerk: ready")
            .count()
    };
    until(|| count() >= 2, "standard error is not read").await;
    let heard = served.errors.lock().unwrap().clone();
    let expected = [
        format!("clerk: {CLICK}"),
        r#"clerk: {"parts":[{"text":"Two tickets","kind":"text"}]}"#.to_owned(),
    ];
    let heard: Vec<_> = heard
        .into_iter()
        .filter(|line| line != "clerk: ready")
        .collect();
    assert_eq!(heard.len(), 2, "{heard:?}");
    assert_eq!(heard[0], expected[0]);
    assert!(
        heard[1].contains(r#""text":"Two tickets""#) && heard[1].contains("parts"),
        "{heard:?}"
    );
    // The agent can recognise the message if it comes again.
    assert!(
        heard[1].starts_with(r#"clerk: {"messageId":"one/"#),
        "{heard:?}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_failed_process_restarts_and_shows_its_surfaces_again() {
    let folder = tempfile::tempdir().unwrap();
    let count = folder.path().join("count");
    let count = count.display();
    let command = format!(
        r#"echo x >>{count}; echo '{CREATE}'; echo '{}' | sed "s/Museum/run $(wc -l <{count} | tr -d ' ')/"
           if [ "$(wc -l <{count})" -lt 3 ]; then exit 7; fi; cat >/dev/null"#,
        UPDATE
    );
    let served = Served::new(&command);
    let (session, _updates) = served.session("main").await;
    shown(&session, "run 3").await;
    assert!(served.has_report("exit status: 7; it starts again in 0.2 s"));
    assert!(served.has_report("it starts again in 0.4 s"));
    let snapshot = session.snapshot(Dialect::A2ui0_9).await.unwrap();
    assert_eq!(snapshot.surfaces.len(), 1);
    assert!(
        snapshot.surfaces[0].messages.concat().contains("run 3"),
        "{snapshot:?}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_process_that_exits_successfully_is_not_restarted() {
    let served = Served::new(&format!("echo '{CREATE}'; echo '{UPDATE}'"));
    let (session, _updates) = served.session("main").await;
    shown(&session, "Museum").await;
    // The last line of output may arrive before the end of the process.
    let mut turn = session.send(click()).await.unwrap();
    let outcome = turn.wait().await;
    assert!(
        matches!(&outcome, TurnOutcome::Failed(why) if why.contains("has ended")),
        "{outcome:?}"
    );
    let mut turn = session.send(click()).await.unwrap();
    let outcome = turn.wait().await;
    assert!(
        matches!(&outcome, TurnOutcome::Failed(why) if why.contains("has ended")),
        "{outcome:?}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_line_that_is_too_long_is_skipped_and_reported() {
    let long = (8 << 20) + 1;
    let served = Served::new(&format!(
        "head -c {long} /dev/zero | tr '\\0' x; echo; echo '{CREATE}'; echo '{UPDATE}'; head -c 20000 /dev/zero | tr '\\0' y >&2; echo >&2; cat >/dev/null"
    ));
    let (session, _updates) = served.session("main").await;
    shown(&session, "Museum").await;
    assert!(served.has_report("longer than 8388608 bytes"));
    let cut = || {
        served
            .errors
            .lock()
            .unwrap()
            .iter()
            .any(|line| line.len() == (8 << 10) + "clerk: ".len())
    };
    until(cut, "the line of standard error is not cut").await;
}

#[tokio::test(flavor = "multi_thread")]
#[cfg(unix)]
async fn the_processes_of_a_dropped_gateway_are_killed() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("pid");
    // Neither the shell nor its child reads standard input.
    let served = Served::new(&format!(
        "sleep 1000 & echo $! >{0}.new; mv {0}.new {0}; wait",
        file.display()
    ));
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
    until(
        || !served.errors.lock().unwrap().is_empty(),
        "the shell says nothing",
    )
    .await;
}

/// Returns a command that shows a surface, writes each input to a file, and then runs `then`.
fn reader(folder: &std::path::Path, then: &str) -> String {
    let read = folder.join("read").display().to_string();
    format!(
        r#"printf '{CREATE}\n{UPDATE}\n'; while IFS= read -r line; do printf '%s\n' "$line" >>{read}; {then}; done"#
    )
}

fn named(name: &str) -> ClientMessage {
    let message = CLICK.replace("\"go\"", &format!("\"{name}\""));
    ClientMessage::new(
        "test",
        ClientContent::A2ui {
            message,
            dialect: Dialect::A2ui0_9,
        },
    )
}

/// Returns the names of the clicks that the command has read.
fn names(folder: &std::path::Path) -> Vec<String> {
    let read = std::fs::read_to_string(folder.join("read")).unwrap_or_default();
    let name = |line: &str| {
        Some(
            line.split_once("\"name\":\"")?
                .1
                .split_once('"')?
                .0
                .to_owned(),
        )
    };
    read.lines().filter_map(name).collect()
}

fn failed(outcome: &TurnOutcome, with: &str) {
    assert!(
        matches!(outcome, TurnOutcome::Failed(why) if why.contains(with)),
        "{outcome:?}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_click_in_progress_fails_with_its_command_and_waiting_clicks_reach_the_next_one() {
    let folder = tempfile::tempdir().unwrap();
    let command = reader(
        folder.path(),
        r#"case $line in *'"one"'*) sleep 0.3; exit 3;; esac; printf '{"turn":"end"}\n'"#,
    );
    let served = Served::new(&command);
    let (session, mut updates) = served.session("main").await;
    shown(&session, "Museum").await;
    let mut turns = Vec::new();
    for name in ["one", "two", "three"] {
        turns.push(session.send(named(name)).await.unwrap());
    }
    let mut outcomes = Vec::new();
    for turn in &mut turns {
        outcomes.push(turn.wait().await);
    }
    failed(&outcomes[0], "the agent has stopped unexpectedly");
    assert_eq!(outcomes[1..], [TurnOutcome::Ended, TurnOutcome::Ended]);
    assert_eq!(names(folder.path()), ["one", "two", "three"]);
    assert!(served.has_report("the command ended with exit status: 3; it starts again in 0.2 s"));
    // The clients that do not wait learn it, too.
    let told = timeout(PATIENCE, async {
        while let Some(update) = updates.next().await {
            if let Update::Failed(failed) = update {
                return failed.reason;
            }
        }
        String::new()
    });
    assert_eq!(told.await.unwrap(), "the agent has stopped unexpectedly");
    let metrics = served.gateway.metrics().prometheus();
    assert!(
        metrics.contains("agent_ui_failed_inputs_total 1\n"),
        "{metrics}"
    );
    assert!(
        metrics.contains("agent_ui_delivered_inputs_total 2\n"),
        "{metrics}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn overlapping_turns_reach_the_command_concurrently_and_fail_together() {
    let folder = tempfile::tempdir().unwrap();
    let command = reader(folder.path(), r#"case $line in *'"three"'*) exit 3;; esac"#);
    let served = Served::with(&command, Arc::default(), |settings| {
        settings.turn_order = crate::gateway::TurnOrder::Overlapping;
    });
    let (session, _updates) = served.session("main").await;
    shown(&session, "Museum").await;
    let mut turns = Vec::new();
    for name in ["one", "two", "three"] {
        turns.push(session.send(named(name)).await.unwrap());
    }
    for turn in &mut turns {
        failed(&turn.wait().await, "the agent has stopped unexpectedly");
    }
    assert_eq!(names(folder.path()), ["one", "two", "three"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_restart_delivers_every_click_whose_turn_had_not_ended() {
    let folder = tempfile::tempdir().unwrap();
    let store: Arc<MemoryStore> = Arc::default();
    // The first process never ends a turn.
    let served = Served::with(
        &reader(folder.path(), "sleep 1000"),
        Arc::clone(&store),
        |_| {},
    );
    let (session, _updates) = served.session("main").await;
    shown(&session, "Museum").await;
    for name in ["one", "two", "three"] {
        session.send(named(name)).await.unwrap();
    }
    until(
        || names(folder.path()) == ["one"],
        "the first click does not arrive",
    )
    .await;
    drop((session, served));
    let command = reader(folder.path(), r#"printf '{"turn":"end"}\n'"#);
    let served = Served::with(&command, store, |_| {});
    let (session, _updates) = served.session("main").await;
    assert_eq!(session.idle().wait().await, TurnOutcome::Ended);
    // The first click may have been answered before the restart, so it comes twice.
    assert_eq!(names(folder.path()), ["one", "one", "two", "three"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn turn_marks_extend_and_end_a_turn() {
    let folder = tempfile::tempdir().unwrap();
    let say = |text: &str| format!(r#"printf '{{"parts":[{{"kind":"text","text":"{text}"}}]}}\n'"#);
    let then = format!(
        r#"printf '{{"turn":"more"}}\n'; {}; sleep 0.5; {}; printf '{{"turn":"end"}}\n'"#,
        say("working"),
        say("done")
    );
    let served = Served::new(&reader(folder.path(), &then));
    let (session, _updates) = served.session("main").await;
    shown(&session, "Museum").await;
    let mut turn = session.send(click()).await.unwrap();
    assert_eq!(turn.wait().await, TurnOutcome::Ended);
    let texts = session.snapshot(Dialect::A2ui0_9).await.unwrap().texts;
    let texts: Vec<_> = texts.iter().map(|text| text.text.as_str()).collect();
    assert_eq!(texts, ["working", "done"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_agent_that_never_pauses_cannot_extend_a_turn_forever() {
    let folder = tempfile::tempdir().unwrap();
    let tick = UPDATE.replace("Museum", "tick");
    let then = format!("while :; do echo '{tick}'; sleep 0.02; done");
    let served = Served::with(&reader(folder.path(), &then), Arc::default(), |settings| {
        settings.turn_limit = Duration::from_millis(400);
        // A busy machine may pause the ticks for longer than the usual silence of these tests.
        settings.turn_silence = Duration::from_secs(20);
    });
    let (session, _updates) = served.session("main").await;
    shown(&session, "Museum").await;
    let mut turn = session.send(click()).await.unwrap();
    assert_eq!(turn.wait().await, TurnOutcome::TimedOut);
    until(
        || served.has_report("has not ended its turn in time"),
        "the operator is not told",
    )
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn agents_that_fail_at_the_start_are_reported_within_two_seconds() {
    let cases = [
        (
            "exit 1",
            "the agent has stopped unexpectedly",
            "exit status: 1",
        ),
        (
            "exec /nowhere/agent",
            "the agent has stopped unexpectedly",
            "exit status: 127",
        ),
        ("true", "the agent has ended without an answer", ""),
    ];
    for (command, reason, detail) in cases {
        let served = Served::new(command);
        let (session, _updates) = served.session("main").await;
        let began = std::time::Instant::now();
        failed(&session.idle().wait().await, reason);
        let text = ClientMessage::new("test", ClientContent::Text("Hello".to_owned()));
        let outcome = session.send(text).await.unwrap().wait().await;
        assert!(
            matches!(&outcome, TurnOutcome::Failed(why) if why.contains("the agent has ")),
            "{outcome:?}"
        );
        assert!(
            began.elapsed() < Duration::from_secs(4),
            "{command}: {:?}",
            began.elapsed()
        );
        assert!(detail.is_empty() || served.has_report(detail), "{command}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unknown_mark_is_reported() {
    let served = Served::new(r#"echo '{"turn":"over"}'; cat >/dev/null"#);
    let (_session, _updates) = served.session("main").await;
    until(
        || served.has_report(r#"{"turn":"over"} is not a mark"#),
        "no report",
    )
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_agent_is_notified_of_its_refused_messages() {
    let folder = tempfile::tempdir().unwrap();
    let wrong = r#"{"version":"v0.9","updateComponents":{"surfaceId":"other","components":[]}}"#;
    // The agent answers errors with the same mistake.
    let then = format!(r#"printf '%s\n' '{wrong}' '{{"turn":"end"}}'"#);
    let served = Served::new(&reader(folder.path(), &then));
    let (session, _updates) = served.session("main").await;
    shown(&session, "Museum").await;
    assert_eq!(
        session.send(click()).await.unwrap().wait().await,
        TurnOutcome::Ended
    );
    let read = || std::fs::read_to_string(folder.path().join("read")).unwrap();
    until(|| read().lines().count() == 4, "the agent gets no error").await;
    let error = read().lines().nth(1).unwrap().to_owned();
    let expected = r#"{"version":"v0.9","error":{"code":"VALIDATION_FAILED","surfaceId":"other","path":"","message":"no agent owns surface `other`; create the surface first"}}"#;
    assert_eq!(error, expected);
    // After three corrections, the agent must wait for a client.
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!(read().lines().count(), 4, "{}", read());
}

#[cfg(unix)]
#[tokio::test]
async fn a_command_inherits_only_the_chosen_environment() {
    // Cargo sets the first variable for tests.
    let script = r#"echo "$CARGO_MANIFEST_DIR|$CHOSEN|$AGENT_UI_SESSION|${PATH:+path}""#;
    for (environment, expected) in [
        (
            CommandEnvironment::of_program(),
            concat!(env!("CARGO_MANIFEST_DIR"), "||s|path\n"),
        ),
        (CommandEnvironment::of([("CHOSEN", "x")]), "|x|s|path\n"),
        (
            CommandEnvironment::of([("AGENT_UI_SESSION", "other")]),
            "||s|path\n",
        ),
    ] {
        let child = process::spawn(script, &environment, Some("s")).unwrap();
        let output = child.wait_with_output().await.unwrap();
        assert_eq!(
            String::from_utf8_lossy(&output.stdout),
            expected,
            "{environment:?}"
        );
    }
}

/// Returns a command for all sessions. It shows its process and the session, answers clicks, waits after `wait`, and
/// fails after `fail`.
fn for_all() -> String {
    let update = |text: &str| UPDATE.replace("Museum", text);
    let say = |message: &str| {
        format!(r#"printf '{{"session":"%s","message":%s}}\n' "$session" '{message}'"#)
    };
    let (create, shown, answer) = (say(CREATE), say(&update("shown")), say(&update("answer")));
    let (end, more) = (say(r#"{"turn":"end"}"#), say(r#"{"turn":"more"}"#));
    format!(
        r#"echo "process $$" >&2
        while read -r line; do
            session=${{line#*\"session\":\"}}; session=${{session%%\"*}}
            echo "$line" >&2
            case "$line" in
                *'"state":"open"'*) {create}; {shown};;
                *'"state":"closed"'*) ;;
                *wait*) {more};;
                *fail*) exit 3;;
                *stray*) echo '{{"session":"gone","message":{{}}}}'; echo '{CREATE}'; {end};;
                *) {answer}; {end};;
            esac
        done"#
    )
}

fn said(text: &str) -> ClientMessage {
    ClientMessage::new("test", ClientContent::Text(text.to_owned()))
}

fn served_for_all() -> Served {
    Served::of(
        |agent| agent.for_all_sessions(),
        &for_all(),
        |settings| {
            settings.idle = Some(Duration::from_millis(500));
        },
    )
}

#[tokio::test]
async fn one_process_serves_separate_sessions() {
    let served = served_for_all();
    let (one, mut of_one) = served.session("one").await;
    let (two, mut of_two) = served.session("two").await;
    one.idle().wait().await;
    two.idle().wait().await;
    while of_one.try_next().is_some() {}
    while of_two.try_next().is_some() {}
    let click = ClientContent::A2ui {
        message: CLICK.to_owned(),
        dialect: Dialect::A2ui0_9,
    };
    assert_eq!(
        one.send(ClientMessage::new("test", click))
            .await
            .unwrap()
            .wait()
            .await,
        TurnOutcome::Ended
    );
    let Some(Update::Message(message)) = of_one.try_next() else {
        panic!()
    };
    assert!(message.text.contains("answer"), "{message:?}");
    // The other session sees nothing of it.
    assert!(of_two.try_next().is_none());
    let snapshot = two.snapshot(Dialect::A2ui0_9).await.unwrap();
    assert!(
        snapshot.surfaces[0]
            .messages
            .iter()
            .any(|message| message.contains("shown")),
        "{snapshot:?}"
    );

    // A line that belongs to no session changes nothing, and the operator learns it.
    assert_eq!(
        one.send(said("stray")).await.unwrap().wait().await,
        TurnOutcome::Ended
    );
    let errors = served.errors.lock().unwrap().clone();
    assert!(
        errors
            .iter()
            .any(|line| line.contains("the session `gone` is not open")),
        "{errors:?}"
    );
    assert!(
        errors
            .iter()
            .any(|line| line.contains("each line names its session")),
        "{errors:?}"
    );
    assert_eq!(
        errors
            .iter()
            .filter(|line| line.contains("process "))
            .count(),
        1,
        "{errors:?}"
    );

    // A session that leaves memory is closed, and the process goes on.
    drop((one, of_one));
    served
        .until_error(r#"{"session":"one","state":"closed"}"#)
        .await;
    assert_eq!(
        two.send(said("hello")).await.unwrap().wait().await,
        TurnOutcome::Ended
    );
    let (one, _) = served.session("one").await;
    assert_eq!(
        one.send(said("hello")).await.unwrap().wait().await,
        TurnOutcome::Ended
    );
    let errors = served.errors.lock().unwrap().clone();
    let opened = errors
        .iter()
        .filter(|line| line.contains(r#"{"session":"one","state":"open"}"#));
    assert_eq!(opened.count(), 2, "{errors:?}");
    assert_eq!(
        errors
            .iter()
            .filter(|line| line.contains("process "))
            .count(),
        1,
        "{errors:?}"
    );
}

#[tokio::test]
async fn waiting_messages_fail_when_the_shared_process_ends() {
    let served = served_for_all();
    let ((one, _one), (two, _two)) = (served.session("one").await, served.session("two").await);
    one.idle().wait().await;
    two.idle().wait().await;
    let mut waiting = one.send(said("wait")).await.unwrap();
    served.until_error("wait").await;
    let mut failing = two.send(said("fail")).await.unwrap();
    assert!(matches!(failing.wait().await, TurnOutcome::Failed(_)));
    assert!(matches!(waiting.wait().await, TurnOutcome::Failed(_)));
    // The failure is one report, and the next process serves both sessions.
    assert_eq!(
        served.reports.lock().unwrap().len(),
        1,
        "{:?}",
        served.reports
    );
    for session in [one, two] {
        assert_eq!(
            session.send(said("hello")).await.unwrap().wait().await,
            TurnOutcome::Ended
        );
    }
}

#[tokio::test]
async fn a_shared_process_ends_with_its_last_session() {
    let served = served_for_all();
    drop(served.session("one").await);
    served.until_error("process ").await;
    let process = served.errors.lock().unwrap()[0]
        .rsplit(' ')
        .next()
        .unwrap()
        .to_owned();
    let runs = || {
        std::process::Command::new("kill")
            .args(["-0", &process])
            .output()
            .unwrap()
            .status
            .success()
    };
    let end = tokio::time::Instant::now() + PATIENCE;
    while runs() {
        assert!(
            tokio::time::Instant::now() < end,
            "the process does not end"
        );
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let (one, _) = served.session("one").await;
    assert_eq!(
        one.send(said("hello")).await.unwrap().wait().await,
        TurnOutcome::Ended
    );
}
