//! Tests that a provider has stored every interaction that it answered with 201, even if it is killed.
//!
//! `PROVIDER_KILLS` sets the number of kills. The default is ten.

#![cfg(feature = "provider")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use std::{
    collections::BTreeMap,
    env, fs,
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    path::PathBuf,
    process::{Child, Command, Stdio},
    sync::{
        Arc, Mutex,
        atomic::{AtomicU64, Ordering},
    },
    thread,
    time::{Duration, Instant},
};
use wire::Payload;

/// The number of simultaneous clients.
const CLIENTS: usize = 4;

/// Returns the path of the example, which `cargo test` builds.
fn program() -> PathBuf {
    let tests = env::current_exe().unwrap();
    let built = tests
        .ancestors()
        .nth(2)
        .unwrap()
        .join("examples")
        .join("loopback_provider");
    built.with_extension(env::consts::EXE_EXTENSION)
}

fn start(home: &std::path::Path) -> (Child, String) {
    let child = Command::new(program())
        .arg(home)
        .stdout(Stdio::piped())
        .spawn();
    let mut child = child.expect(
        "the example is built by `cargo test`, or by `cargo build --example loopback_provider`",
    );
    let mut line = String::new();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    out.read_line(&mut line).unwrap();
    // The notifications are discarded, so that they do not block the provider.
    thread::spawn(move || std::io::copy(&mut out, &mut std::io::sink()));
    (
        child,
        line.trim().strip_prefix("http://").unwrap().to_owned(),
    )
}

/// Sends an interaction with a number, and returns its id if the answer was 201.
fn send(host: &str, number: u64) -> Option<String> {
    let body = format!(r#"{{"action":"a","canvasFile":"a.html","data":{{"number":{number}}}}}"#);
    let mut stream = TcpStream::connect(host).ok()?;
    stream
        .set_read_timeout(Some(Duration::from_secs(20)))
        .ok()?;
    let length = body.len();
    let head = "POST /api/agents/bo/canvas/interactions HTTP/1.1";
    write!(
        stream,
        "{head}\r\nHost: {host}\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n{body}"
    )
    .ok()?;
    let mut answer = String::new();
    let _ = stream.read_to_string(&mut answer);
    let (head, body) = answer.split_once("\r\n\r\n")?;
    let id = Payload::parse(body).ok()?.member("id")?;
    head.starts_with("HTTP/1.1 201")
        .then(|| id.as_str().unwrap().into_owned())
}

#[test]
fn acknowledged_interactions_survive_a_kill() {
    let kills: u64 = env::var("PROVIDER_KILLS").map_or(10, |kills| kills.parse().unwrap());
    let home = tempfile::tempdir().unwrap();
    fs::create_dir_all(home.path().join(".aimaestro/agents/bo")).unwrap();
    let (next, answered) = (
        Arc::new(AtomicU64::new(0)),
        Arc::new(Mutex::new(BTreeMap::new())),
    );
    for kill in 0..kills {
        let (mut child, host) = start(home.path());
        let clients: Vec<_> = (0..CLIENTS)
            .map(|_| {
                let (host, next, answered) =
                    (host.clone(), Arc::clone(&next), Arc::clone(&answered));
                thread::spawn(move || {
                    while TcpStream::connect(&host).is_ok() {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if let Some(id) = send(&host, number) {
                            answered.lock().unwrap().insert(id, number);
                        }
                    }
                })
            })
            .collect();
        // The times have no pattern, but are the same in every run.
        let moment = (kill.wrapping_mul(6_364_136_223_846_793_005) >> 33) % 40_000;
        thread::sleep(Duration::from_micros(1000 + moment));
        // On a slow machine, more time may pass until a request is answered.
        let started = Instant::now();
        while answered.lock().unwrap().len() as u64 <= kill
            && started.elapsed() < Duration::from_secs(60)
        {
            thread::sleep(Duration::from_millis(1));
        }
        child.kill().unwrap();
        child.wait().unwrap();
        clients
            .into_iter()
            .for_each(|client| client.join().unwrap());
    }

    let folder = home.path().join(".aimaestro/agents/bo/canvas/interactions");
    let mut stored = BTreeMap::new();
    for entry in fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        if path
            .extension()
            .is_some_and(|extension| extension == "json")
        {
            // Every file with a final name is complete.
            let text = fs::read_to_string(&path).unwrap();
            let record: aap::Interaction =
                wire::decode(&text).unwrap_or_else(|error| panic!("{path:?}: {error}"));
            let number = record.data.unwrap().member("number").unwrap();
            stored.insert(
                record.id.as_str().to_owned(),
                number.text().parse::<u64>().unwrap(),
            );
        }
    }
    let answered = answered.lock().unwrap();
    println!(
        "{kills} kills, {} answered, {} stored",
        answered.len(),
        stored.len()
    );
    assert!(answered.len() as u64 > kills);
    for (id, number) in answered.iter() {
        assert_eq!(stored.get(id), Some(number), "{id}");
    }
}
