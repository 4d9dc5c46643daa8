//! The behaviour of `serve` when agents or the program itself are killed. Each accepted click is done in order, or its
//! failure is recorded.

use crate::{input_layouts::folder, program::command};
use live::gateway::store::{LogEntry, SessionStore, SqliteStore};
use std::{
    collections::BTreeSet,
    fs,
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    path::Path,
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

const PATIENCE: Duration = Duration::from_secs(60);
const SESSIONS: [&str; 3] = ["one", "two", "three"];

/// An agent that writes the name of each click to a file, and to another file after its work. A click whose name ends
/// with `crash` kills the agent.
const AGENT: &str = r#"
cd "$(dirname "$0")"
echo $$ >"$AGENT_UI_SESSION.pid"
printf '%s\n' '{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}' \
    '{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[{"id":"root","component":"Text","text":"Museum"}]}}'
while IFS= read -r line; do
    name=${line#*\"name\":\"}
    name=${name%%\"*}
    echo "$name" >>"$AGENT_UI_SESSION.read"
    case $name in
        *crash) kill -9 $$ ;;
        *slow) sleep 0.03 ;;
    esac
    echo "$name" >>"$AGENT_UI_SESSION.done"
    echo '{"turn":"end"}'
done
"#;

/// A running program.
struct Served {
    child: Child,
    host: String,
    path: String,
}

impl Served {
    fn start(folder: &Path) -> Self {
        let agent = format!("lines:sh {}", folder.join("agent.sh").display());
        let store = folder.join("sessions.db");
        let arguments = [
            "serve",
            "--face",
            "a2a",
            "--agent",
            &agent,
            "--store",
            store.to_str().unwrap(),
        ];
        let mut child = command(&arguments)
            .stdin(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut errors = BufReader::new(child.stderr.take().unwrap());
        let mut said = String::new();
        while !said.contains("serving health") {
            assert!(errors.read_line(&mut said).unwrap() > 0, "{said}");
        }
        // A full pipe would stop the program.
        thread::spawn(move || std::io::copy(&mut errors, &mut std::io::sink()));
        let address = said
            .lines()
            .find_map(|line| line.split("http://").nth(1))
            .unwrap()
            .trim();
        let (host, path) = address.split_once('/').unwrap();
        Self {
            child,
            host: host.to_owned(),
            path: format!("/{path}"),
        }
    }

    /// Sends a click. Returns `true` if the program accepts it.
    fn click(&self, session: &str, name: &str) -> bool {
        let action = format!(
            r#"{{"version":"v0.9","action":{{"name":"{name}","surfaceId":"s","sourceComponentId":"root","timestamp":"2026-05-18T15:30:00Z","context":{{}}}}}}"#
        );
        let part = format!(
            r#"{{"kind":"data","data":{action},"metadata":{{"mimeType":"application/json+a2ui"}}}}"#
        );
        let message = format!(
            r#"{{"kind":"message","role":"user","messageId":"{name}","contextId":"{session}","parts":[{part}]}}"#
        );
        // The answer does not wait for the agent.
        let params = format!(r#"{{"message":{message},"configuration":{{"blocking":false}}}}"#);
        let body = format!(
            r#"{{"jsonrpc":"2.0","id":"{name}","method":"message/send","params":{params}}}"#
        );
        let (host, path, length) = (&self.host, &self.path, body.len());
        let sent = TcpStream::connect(host).and_then(|mut stream| {
            stream.set_read_timeout(Some(PATIENCE))?;
            write!(stream, "POST {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nContent-Length: {length}\r\nContent-Type: application/json\r\n\r\n{body}")?;
            let mut answer = String::new();
            stream.read_to_string(&mut answer)?;
            Ok(answer)
        });
        sent.is_ok_and(|answer| {
            answer.contains(r#""result":"#) && !answer.contains(r#""state":"failed""#)
        })
    }

    fn stop(mut self) {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").arg(id).status().unwrap().success());
        assert!(self.child.wait().unwrap().success());
    }

    fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

/// Returns the names in a file of the agent.
fn names(folder: &Path, session: &str, kind: &str) -> Vec<String> {
    let text = fs::read_to_string(folder.join(format!("{session}.{kind}"))).unwrap_or_default();
    text.lines().map(str::to_owned).collect()
}

/// Returns the names of the clicks in the store, in order of acceptance, each with the end of its turn. The end is
/// `None` for an open turn, and `true` for a failed one.
fn stored(folder: &Path, session: &str) -> Vec<(String, Option<bool>)> {
    let store = SqliteStore::open(folder.join("sessions.db")).unwrap();
    let entries = store.load(session).unwrap();
    let ends: Vec<(String, bool)> = entries
        .iter()
        .filter_map(|(_, entry)| match entry {
            LogEntry::Ended { input, failure } => Some((input.clone(), failure.is_some())),
            _ => None,
        })
        .collect();
    let clicks = entries.iter().filter_map(|(_, entry)| match entry {
        LogEntry::Input { input, .. } => Some(input),
        _ => None,
    });
    clicks
        .map(|input| {
            let text = input.messages[0].text();
            let name = text
                .split(r#""name":""#)
                .nth(1)
                .unwrap()
                .split('"')
                .next()
                .unwrap()
                .to_owned();
            (
                name,
                ends.iter()
                    .find(|(id, _)| *id == input.id)
                    .map(|(_, has_failed)| *has_failed),
            )
        })
        .collect()
}

struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % sides
    }
}

/// Kills agents, the program, or both, `SERVE_KILLS` times, while clients click in three sessions. After each 50 kills, other
/// sessions begin, so that no checkpoint replaces entries of the store before they are compared.
#[test]
fn each_accepted_click_is_done_or_has_failed() {
    let kills = std::env::var("SERVE_KILLS").map_or(50, |kills| kills.parse().expect("a number"));
    let (mut dice, mut left) = (Dice(0x5EED), kills);
    while left > 0 {
        left -= kill_while_clients_click(left.min(50), &mut dice).min(left);
    }
}

/// Returns the number of kills from `SERVE_KILLS`, which is at least the given number.
fn kill_while_clients_click(kills: usize, dice: &mut Dice) -> usize {
    let folder = folder(&[("agent.sh", AGENT)]);
    let folder = Path::new(&folder);
    let mut accepted: [Vec<String>; 3] = Default::default();
    let mut served = Served::start(folder);
    let (mut killed, mut step) = (0_usize, 0);
    while killed < kills {
        step += 1;
        let at = usize::try_from(dice.roll(3)).unwrap();
        let session = SESSIONS[at];
        let kind = match dice.roll(24) {
            0 => "crash",
            1..8 => "slow",
            _ => "quick",
        };
        let name = format!("{step}-{kind}");
        if served.click(session, &name) {
            accepted[at].push(name);
        }
        let kills_agent = dice.roll(12) == 0;
        let kills_program = dice.roll(30) == 0;
        if kills_agent {
            if let Ok(id) = fs::read_to_string(folder.join(format!("{session}.pid"))) {
                let _ = Command::new("kill")
                    .args(["-9", id.trim()])
                    .stderr(Stdio::null())
                    .status();
                killed += 1;
            }
        }
        if kills_program {
            served.kill();
            served = Served::start(folder);
            killed += 1;
        }
    }
    // What is accepted comes in order, so a last click that is done shows that all others are.
    for (at, session) in SESSIONS.into_iter().enumerate() {
        let began = Instant::now();
        let mut last = String::new();
        while !names(folder, session, "done").contains(&last) {
            assert!(
                began.elapsed() < PATIENCE,
                "{session}: no click is done any more"
            );
            step += 1;
            last = format!("{step}-last");
            if served.click(session, &last) {
                accepted[at].push(last.clone());
            }
            thread::sleep(Duration::from_millis(500));
        }
    }
    // The program ends after the turns that are running.
    served.stop();
    let mut again = 0;
    for (session, accepted) in SESSIONS.into_iter().zip(&accepted) {
        let stored = stored(folder, session);
        let of_store: Vec<&String> = stored.iter().map(|(name, _)| name).collect();
        // The program may be killed after it has stored a click and before it says so.
        let known: Vec<&String> = of_store
            .iter()
            .copied()
            .filter(|name| accepted.contains(name))
            .collect();
        assert_eq!(known, accepted.iter().collect::<Vec<_>>(), "{session}");
        let done: BTreeSet<String> = names(folder, session, "done").into_iter().collect();
        for (name, end) in &stored {
            let has_failed = end.is_some_and(|has_failed| has_failed);
            assert!(
                done.contains(name) || has_failed,
                "{session}: {name} is neither done nor failed"
            );
            assert!(
                !name.ends_with("crash") || has_failed || done.contains(name),
                "{session}: {name}"
            );
        }
        let read = names(folder, session, "read");
        let mut seen = BTreeSet::new();
        let first: Vec<&String> = read
            .iter()
            .filter(|name| seen.insert(name.as_str()))
            .collect();
        let expected: Vec<&String> = of_store
            .iter()
            .copied()
            .filter(|name| seen.contains(name.as_str()))
            .collect();
        assert_eq!(first, expected, "{session}: the order");
        again += read.len() - first.len();
    }
    let count: usize = accepted.iter().map(Vec::len).sum();
    println!("{count} clicks, {killed} kills, {again} clicks came twice");
    killed
}
