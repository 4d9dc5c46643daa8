//! The end of `serve`: signals, running turns, and the last event of each protocol.

use crate::serve_process::{PATIENCE, Served, TOKEN, all, slow_agent, until};
use std::{
    io::{BufRead, BufReader, Read, Write},
    thread::sleep,
    time::{Duration, Instant},
};

const RUN: &str = r#"{"threadId":"main","runId":"r","state":{},"messages":[{"id":"1","role":"user","content":"hello"}],"tools":[],"context":[],"forwardedProps":{}}"#;
const MESSAGE: &str = r#"{"kind":"message","messageId":"m","contextId":"main","role":"user","parts":[{"kind":"text","text":"hello"}]}"#;

fn a2a(method: &str, id: &str) -> String {
    let message = MESSAGE.replace("\"m\"", &format!("\"{id}\""));
    format!(r#"{{"jsonrpc":"2.0","id":1,"method":"{method}","params":{{"message":{message}}}}}"#)
}

fn mcp(method: &str, params: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":7,"method":"{method}","params":{params}}}"#)
}

const INITIALIZE: &str = r#"{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"test","version":"1"}}"#;
const CALL: &str = r#"{"name":"agent_ui_show","arguments":{"text":"hello","session":"main"}}"#;
const ACCEPT: &str = "Accept: application/json, text/event-stream\r\n";

#[test]
fn running_turns_end_before_the_program() {
    let mut served = Served::start(&[
        "--face",
        "ag-ui",
        "--face",
        "a2a",
        "--first-answer",
        "1h",
        "--agent",
        &slow_agent("2"),
    ]);
    served.until_shown();
    let mut run = served.send("POST", "/ag-ui", "", RUN);
    let mut began = until(&mut run, "updateComponents");
    sleep(Duration::from_millis(300));
    served.signal("TERM");
    let mut ready = served.get("/ready", "Host: localhost\r\n");
    let end = Instant::now() + PATIENCE;
    while !ready.starts_with("HTTP/1.1 503") {
        assert!(Instant::now() < end, "{ready}");
        ready = served.get("/ready", "Host: localhost\r\n");
    }
    assert!(
        ready.contains("retry-after: ") && ready.contains(r#""status":"draining""#),
        "{ready}"
    );
    assert!(
        served
            .get("/health", "Host: localhost\r\n")
            .starts_with("HTTP/1.1 200")
    );
    for (path, body) in [("/ag-ui", RUN), ("/a2a", &*a2a("message/send", "m"))] {
        let refused = all(&mut served.send("POST", path, "", body));
        assert!(refused.starts_with("HTTP/1.1 503"), "{refused}");
        assert!(
            refused.contains("retry-after: ") && refused.contains("the program is stopping"),
            "{refused}"
        );
    }
    began += &all(&mut run);
    assert!(
        began.contains("answer") && began.contains("RUN_FINISHED") && !began.contains("RUN_ERROR"),
        "{began}"
    );
    assert!(began.ends_with("0\r\n\r\n"), "{began}");
    assert_eq!(served.status(), 0, "{}", served.errors());
}

#[test]
#[ignore = "needs the page: bridge/live/page/build"]
fn each_stream_ends_with_the_last_event_of_its_protocol() {
    let mut served = Served::start(&[
        "--drain",
        "0",
        "--first-answer",
        "1h",
        "--agent",
        &slow_agent("30"),
    ]);
    served.until_shown();
    let mut run = served.send("POST", "/ag-ui", "", RUN);
    let mut stream = served.send("POST", "/a2a", "", &a2a("message/stream", "m1"));
    let mut task = served.send("POST", "/a2a", "", &a2a("message/send", "m2"));
    let initialized = until(
        &mut served.send("POST", "/mcp", ACCEPT, &mcp("initialize", INITIALIZE)),
        "serverInfo",
    );
    let session = initialized
        .lines()
        .find_map(|line| line.strip_prefix("mcp-session-id: "))
        .unwrap();
    let of_session = format!("{ACCEPT}Mcp-Session-Id: {session}\r\n");
    let mut call = served.send("POST", "/mcp", &of_session, &mcp("tools/call", CALL));
    let mut notices = served.send("GET", "/mcp", &of_session, "");
    let mut page = served.send("GET", "/page/main/steps", "", "");
    let upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
    let mut socket = served.send("GET", "/ahp", upgrade, "");
    until(&mut run, "updateComponents");
    until(&mut stream, "working");
    until(&mut notices, "text/event-stream");
    until(&mut page, "updateComponents");
    until(&mut socket, "101 Switching Protocols");
    sleep(Duration::from_millis(700));
    let began = Instant::now();
    served.signal("TERM");
    let run = all(&mut run);
    assert!(
        run.contains("RUN_ERROR")
            && run.contains("the program is stopping")
            && run.ends_with("0\r\n\r\n"),
        "{run}"
    );
    let stream = all(&mut stream);
    assert!(
        stream.contains(r#""state":"failed""#) && stream.contains("the program is stopping"),
        "{stream}"
    );
    assert!(
        stream.contains(r#""final":true"#) && stream.ends_with("0\r\n\r\n"),
        "{stream}"
    );
    let task = all(&mut task);
    assert!(
        task.starts_with("HTTP/1.1 200") && task.contains(r#""state":"failed""#),
        "{task}"
    );
    let call = all(&mut call);
    assert!(
        call.contains(r#""isError":true"#) && call.contains("the program is stopping"),
        "{call}"
    );
    let (notices, page) = (all(&mut notices), all(&mut page));
    assert!(notices.ends_with("0\r\n\r\n"), "{notices}");
    assert!(page.ends_with("0\r\n\r\n"), "{page}");
    let mut frame = Vec::new();
    let _ = socket.read_to_end(&mut frame);
    // A close frame with the code 1001.
    let close = frame
        .windows(4)
        .any(|bytes| bytes[0] == 0x88 && bytes[2..] == [0x03, 0xe9]);
    assert!(close, "{frame:?}");
    assert_eq!(served.status(), 0, "{}", served.errors());
    // The time is for a loaded machine. Nothing waits for the agent.
    assert!(
        began.elapsed() < Duration::from_secs(20),
        "{:?}",
        began.elapsed()
    );
}

/// Starts a program whose agent works on a message for this number of seconds. `drain` is the time for running turns.
fn start_slow(drain: &str, seconds: &str) -> Served {
    let agent = slow_agent(seconds);
    Served::start(&[
        "--face",
        "ag-ui",
        "--drain",
        drain,
        "--first-answer",
        "1h",
        "--agent",
        &agent,
    ])
}

#[test]
fn turns_that_exceed_the_drain_time_fail() {
    let mut served = start_slow("1s", "30");
    served.until_shown();
    let mut run = served.send("POST", "/ag-ui", "", RUN);
    until(&mut run, "updateComponents");
    wait_for_input(&served);
    let began = Instant::now();
    served.signal("INT");
    let run = all(&mut run);
    assert!(
        run.contains("RUN_ERROR") && run.ends_with("0\r\n\r\n"),
        "{run}"
    );
    assert!(
        (1..20).contains(&began.elapsed().as_secs()),
        "{:?}",
        began.elapsed()
    );
    assert_eq!(served.status(), 0);
}

#[test]
fn a_program_without_turns_stops_at_once() {
    let mut served = start_slow("1h", "30");
    served.signal("TERM");
    assert_eq!(served.status(), 0);
}

/// Waits until the program has accepted a message. The event stream first shows the surfaces.
fn wait_for_input(served: &Served) {
    let end = Instant::now() + PATIENCE;
    let metrics = format!("/{TOKEN}/metrics");
    while !served
        .get(&metrics, "Host: localhost\r\n")
        .contains("agent_ui_inputs_total 1")
    {
        assert!(Instant::now() < end, "no message is accepted");
    }
}

#[test]
fn a_second_signal_stops_the_program_at_once() {
    for (first, second) in [("TERM", "TERM"), ("INT", "TERM")] {
        let mut served = start_slow("1h", "3000");
        served.until_shown();
        let mut run = served.send("POST", "/ag-ui", "", RUN);
        until(&mut run, "updateComponents");
        wait_for_input(&served);
        served.signal(first);
        let end = Instant::now() + PATIENCE;
        while !served
            .get("/ready", "Host: localhost\r\n")
            .starts_with("HTTP/1.1 503")
        {
            assert!(Instant::now() < end);
        }
        served.signal(second);
        assert_eq!(served.status(), 130);
    }
}

#[test]
fn a_client_of_the_standard_streams_gets_the_last_result() {
    let agent = slow_agent("30");
    let arguments = [
        "--stdio", "--face", "ag-ui", "--drain", "0", "--agent", &agent,
    ];
    let mut served = Served::start(&arguments);
    let mut input = served.child.stdin.take().unwrap();
    let mut output = BufReader::new(served.child.stdout.take().unwrap())
        .lines()
        .map_while(Result::ok);
    writeln!(input, "{}", mcp("initialize", INITIALIZE)).unwrap();
    assert!(output.next().unwrap().contains("serverInfo"));
    served.until_shown();
    writeln!(input, "{}", mcp("tools/call", CALL)).unwrap();
    sleep(Duration::from_millis(700));
    served.signal("TERM");
    let result = output.next().expect("a result");
    assert!(
        result.contains(r#""isError":true"#) && result.contains("the program is stopping"),
        "{result}"
    );
    assert_eq!(output.next(), None);
    assert_eq!(served.status(), 0, "{}", served.errors());
}

#[test]
fn a_hangup_signal_reloads_the_certificate() {
    let folder = std::env::temp_dir().join(format!("agent-ui-certificates-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let pem = |name: &str| folder.join(name);
    let test_files = concat!(env!("CARGO_MANIFEST_DIR"), "/../live/src/server/front");
    let copy = |name: &str| std::fs::copy(format!("{test_files}/test_{name}"), pem(name)).unwrap();
    copy("certificate.pem");
    copy("key.pem");
    let (certificate, key) = (pem("certificate.pem"), pem("key.pem"));
    let (certificate, key) = (certificate.to_str().unwrap(), key.to_str().unwrap());
    let agent = slow_agent("1");
    let arguments = [
        "--public",
        "agents.example",
        "--certificate",
        certificate,
        "--key",
        key,
        "--face",
        "mcp",
        "--agent",
        &agent,
    ];
    let mut served = Served::start(&arguments);
    std::fs::write(certificate, "no certificate").unwrap();
    served.signal("HUP");
    let errors = served.until_error("serve/certificate");
    assert!(
        errors.contains("no certificate in PEM") && errors.contains("SIGHUP"),
        "{errors}"
    );
    copy("certificate.pem");
    served.signal("HUP");
    served.until_error("the certificate was read again");
    assert!(!served.errors().contains(TOKEN));
    served.signal("TERM");
    assert_eq!(served.status(), 0);
    std::fs::remove_dir_all(&folder).unwrap();
}
