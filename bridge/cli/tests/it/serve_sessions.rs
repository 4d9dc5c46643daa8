//! How long the sessions of `serve` live.

use crate::{
    input_layouts::folder,
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

/// Waits until something holds.
fn until(what: &str, holds: impl Fn() -> bool) {
    let end = Instant::now() + PATIENCE;
    while !holds() {
        assert!(Instant::now() < end, "{what}");
        thread::sleep(Duration::from_millis(10));
    }
}

/// Returns the ids of the processes that the agent had.
fn processes(folder: &Path) -> Vec<String> {
    let written = fs::read_to_string(folder.join("ids")).unwrap_or_default();
    written.lines().map(str::to_owned).collect()
}

fn runs(process: &str) -> bool {
    let asked = std::process::Command::new("kill").args(["-0", process]).output();
    asked.unwrap().status.success()
}

/// A command that notes its process and shows a surface once in the life of the session.
fn agent(folder: &Path) -> String {
    let path = folder.display();
    format!(
        "lines:echo $$ >> {path}/ids; test -e {path}/shown || {{ echo '{CREATE}'; echo '{UPDATE}'; }}; touch {path}/shown; while read -r line; do :; done"
    )
}

#[test]
fn the_command_of_an_idle_session_ends_and_starts_again() {
    for store in [true, false] {
        let folder = folder(&[]);
        let folder = Path::new(&folder);
        let (agent, file) = (agent(folder), folder.join("sessions.db").display().to_string());
        let mut arguments = vec!["--agent", &*agent, "--idle", "1500ms", "--turn-silence", "50ms"];
        arguments.extend(["--face", "ag-ui", "--face", "page"]);
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
        until("the command has started again", || processes(folder).len() == 2);
    }
}
