//! The lifetime of the sessions of `serve`.

use crate::{
    input_layouts::folder,
    program::run,
    serve_process::{PATIENCE, Served, all},
};
use std::{
    fs,
    path::Path,
    thread,
    time::{Duration, Instant},
};

const CREATE: &str = r#"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}"#;
const UPDATE: &str = r#"{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[{"id":"root","component":"Text","text":"a"}]}}"#;

/// Waits until the condition is `true`.
fn until(what: &str, holds: impl Fn() -> bool) {
    let end = Instant::now() + PATIENCE;
    while !holds() {
        assert!(Instant::now() < end, "{what}");
        thread::sleep(Duration::from_millis(10));
    }
}

/// Returns the ids of all processes of the agent so far.
fn processes(folder: &Path) -> Vec<String> {
    let written = fs::read_to_string(folder.join("ids")).unwrap_or_default();
    written.lines().map(str::to_owned).collect()
}

fn runs(process: &str) -> bool {
    let asked = std::process::Command::new("kill")
        .args(["-0", process])
        .output();
    asked.unwrap().status.success()
}

/// An agent command that records its process id, and shows a surface once in each session.
fn agent(folder: &Path) -> String {
    let path = folder.display();
    format!(
        "lines:echo $$ >> {path}/ids; test -e {path}/shown || {{ echo '{CREATE}'; echo '{UPDATE}'; }}; touch {path}/shown; while read -r line; do :; done"
    )
}

#[test]
#[ignore = "needs the page: bridge/live/page/build"]
fn the_command_of_an_idle_session_ends_and_starts_again() {
    for store in [true, false] {
        let folder = folder(&[]);
        let folder = Path::new(&folder);
        let (agent, file) = (
            agent(folder),
            folder.join("sessions.db").display().to_string(),
        );
        let mut arguments = vec![
            "--agent",
            &*agent,
            "--idle",
            "1500ms",
            "--turn-silence",
            "50ms",
        ];
        if store {
            arguments.extend(["--store", &*file]);
        }
        let served = Served::start(&arguments);
        served.until_shown();
        let first = processes(folder).remove(0);
        // An event stream is a client, so the command stays.
        let stream = served.send("GET", "/page/main/steps", "", "");
        thread::sleep(Duration::from_secs(4));
        assert_eq!((runs(&first), processes(folder).len()), (true, 1));
        drop(stream);
        until("the command has ended", || !runs(&first));
        // The next request shows what the first process has shown.
        let open = r#"{"threadId":"main","runId":"again","state":{},"messages":[],"tools":[],"context":[],"forwardedProps":{}}"#;
        let run = all(&mut served.send("POST", "/ag-ui", "Connection: close\r\n", open));
        assert!(run.contains("updateComponents"), "{run}");
        until("the command has started again", || {
            processes(folder).len() == 2
        });
    }
}

/// The request of an AG-UI run that opens a session.
fn open(session: &str) -> String {
    format!(
        r#"{{"threadId":"{session}","runId":"open","state":{{}},"messages":[],"tools":[],"context":[],"forwardedProps":{{}}}}"#
    )
}

/// Returns the output of `sessions` for a store.
fn sessions(file: &str, arguments: &[&str]) -> crate::program::Ran {
    run(&[&["sessions", "--store", file], arguments].concat(), "")
}

#[test]
fn a_second_program_cannot_use_the_file_of_a_running_one() {
    let folder = folder(&[]);
    let folder = Path::new(&folder);
    let file = folder.join("sessions.db").display().to_string();
    let agent = agent(folder);
    let arguments = ["--store", &*file, "--agent", &*agent];
    let mut first = Served::start(&arguments);
    first.until_shown();
    let second = run(&[&["serve"], &arguments[..]].concat(), "");
    assert_eq!(second.status, 2, "{}", second.err);
    let expected = format!(
        "--store {file}: another program uses the database; stop it, or give each program a file of its own"
    );
    assert!(second.err.contains(&expected), "{}", second.err);
    let listed = sessions(&file, &[]);
    assert_eq!(listed.status, 2, "{}", listed.err);
    assert!(
        listed.err.contains(&format!(
            "--store {file}: a program serves this file; stop it first"
        )),
        "{}",
        listed.err
    );
    // A program that was killed leaves no lock.
    first.child.kill().unwrap();
    first.child.wait().unwrap();
    Served::start(&arguments).until_shown();
}

#[test]
fn stored_sessions_are_listed_and_deleted() {
    let folder = folder(&[]);
    let folder = Path::new(&folder);
    let file = folder.join("sessions.db").display().to_string();
    let agent = agent(folder);
    let mut served = Served::start(&[
        "--store",
        &file,
        "--agent",
        &agent,
        "--turn-silence",
        "50ms",
    ]);
    served.until_shown();
    // The agent has shown its surface. It says nothing in a further session.
    fs::remove_file(folder.join("shown")).unwrap();
    all(&mut served.send(
        "POST",
        "/ag-ui",
        "Connection: close\r\n",
        &open("two words"),
    ));
    served.signal("TERM");
    assert_eq!(served.status(), 0, "{}", served.errors());
    drop(served);

    let listed = sessions(&file, &["--format", "json"]);
    assert_eq!(listed.status, 0, "{}", listed.err);
    let mut rows: Vec<serde_json::Value> = listed
        .out
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    rows.sort_by_key(|row| row["id"].to_string());
    assert_eq!(rows.len(), 2, "{}", listed.out);
    assert_eq!(
        (&rows[0]["id"], &rows[0]["entries"]),
        (&"main".into(), &2.into())
    );
    assert!(
        rows[0]["lastUse"].as_str().unwrap().ends_with('Z')
            && rows[0]["bytes"].as_u64().unwrap() > 100
    );
    let text = sessions(&file, &[]).out;
    assert!(
        text.starts_with("id         user  last use              entries  bytes\n"),
        "{text}"
    );
    assert!(text.contains("\ntwo words  -     20"), "{text}");

    let unknown = sessions(&file, &["--delete", "main", "--delete", "gone"]);
    assert_eq!(unknown.status, 2);
    assert!(
        unknown.err.contains("--delete gone: ") && unknown.err.contains("nothing is deleted"),
        "{}",
        unknown.err
    );
    assert_eq!(sessions(&file, &["--delete", "two words"]).status, 0);
    let left = sessions(&file, &["--format", "json"]).out;
    assert!(
        left.contains(r#""id":"main""#) && !left.contains("two words"),
        "{left}"
    );
    let missing = sessions("no-such-file.db", &[]);
    assert!(
        missing
            .err
            .contains("--store no-such-file.db: the file does not exist"),
        "{}",
        missing.err
    );

    // At the next start, sessions expire that were not used for a while.
    thread::sleep(Duration::from_millis(1100));
    let mut served = Served::start(&[
        "--store",
        &file,
        "--agent",
        "lines:while read -r line; do :; done",
        "--keep",
        "1s",
    ]);
    served.signal("TERM");
    served.status();
    assert_eq!(sessions(&file, &["--format", "json"]).out, "");
}

#[test]
#[ignore = "needs the page: bridge/live/page/build"]
fn the_first_click_of_every_face_waits_for_its_surface() {
    let button = r#"{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[{"id":"root","component":"Button","child":"t","action":{"event":{"name":"go"}}},{"id":"t","component":"Text","text":"a"}]}}"#;
    let answer = UPDATE
        .replace("\"root\"", "\"t\"")
        .replace("\"a\"", "\"answer\"");
    let click = r#"{"version":"v0.9","action":{"name":"go","surfaceId":"s","sourceComponentId":"root","timestamp":"2026-05-18T15:30:00.000Z","context":{}}}"#;
    let agent = format!(
        "lines:sleep 2; echo '{CREATE}'; echo '{button}'; while read -r line; do echo '{answer}'; echo '{{\"turn\":\"end\"}}'; done"
    );
    let served = Served::start(&["--agent", &agent]);
    // Each session starts with its first click.
    let send = |path: &str, headers: &str, body: &str| {
        served.send(
            "POST",
            path,
            &format!("Connection: close\r\n{headers}"),
            body,
        )
    };
    let page = send("/page/page/actions", "", click);
    let part = format!(
        r#"{{"kind":"data","data":{click},"metadata":{{"mimeType":"application/json+a2ui"}}}}"#
    );
    let message = format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"message/send","params":{{"message":{{"kind":"message","role":"user","messageId":"m1","contextId":"a2a","parts":[{part}]}}}}}}"#
    );
    let a2a = send("/a2a", "", &message);
    let action = r#"{"name":"go","surfaceId":"s","sourceComponentId":"root","timestamp":"2026-05-18T15:30:00.000Z","context":{}}"#;
    let forwarded = format!(r#""forwardedProps":{{"a2uiAction":{{"userAction":{action}}}}}"#);
    let ag_ui = send(
        "/ag-ui",
        "",
        &open("ag-ui").replace(r#""forwardedProps":{}"#, &forwarded),
    );
    let call = format!(
        r#"{{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{{"name":"agent_ui_action","arguments":{{"version":"v0.9","action":{action},"session":"mcp"}}}}}}"#
    );
    let accept = "Accept: application/json, text/event-stream\r\n";
    let initialize = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}"#;
    let initialized = all(&mut send("/mcp", accept, initialize));
    let client = initialized
        .lines()
        .find_map(|line| line.strip_prefix("mcp-session-id: "))
        .unwrap();
    let mcp = send(
        "/mcp",
        &format!("{accept}Mcp-Session-Id: {client}\r\n"),
        &call,
    );
    for (mut stream, expected) in [
        (page, "HTTP/1.1 20"),
        (a2a, r#""state":"completed""#),
        (ag_ui, "RUN_FINISHED"),
        (mcp, "answer"),
    ] {
        let answer = all(&mut stream);
        assert!(
            answer.contains(expected) && !answer.contains("no agent owns"),
            "{answer}"
        );
    }
}
