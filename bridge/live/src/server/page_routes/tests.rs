#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use super::{steps::MAX_STEP_BYTES, *};
use crate::{
    page::{Assets, Data, Place, Source, Step},
    server::accept::{ServerLimits, serve},
};
use std::{
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    sync::{Mutex, mpsc},
    thread,
    time::Duration,
};
use tokio::{
    net::TcpListener,
    runtime::{Builder, Runtime},
};

const ASSETS: Assets = Assets {
    script: "void 0",
    style: "p{}",
    licenses: "",
    components: None,
};

struct TestServer {
    page: Page,
    pages: Pages,
    posted: Mutex<mpsc::Receiver<PostedAction>>,
    /// The runtime of the server, which stops when this value is dropped.
    _runtime: Runtime,
}

impl TestServer {
    fn new() -> Self {
        Self::with(ServerLimits::default())
    }

    fn with(bounds: ServerLimits) -> Self {
        let (sender, posted) = mpsc::channel();
        let source = Source {
            name: "s.jsonl".to_owned(),
            dialect: "a2ui@0.9".to_owned(),
        };
        let data = Data {
            source,
            ..Data::default()
        };
        let runtime = Builder::new_multi_thread().enable_all().build().unwrap();
        let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0")).unwrap();
        let base = format!("http://{}", listener.local_addr().unwrap());
        let pages = Pages::new(base, move |action| drop(sender.send(action)));
        runtime.spawn(serve(listener, pages.routes(), bounds));
        let page = pages.add(&ASSETS, data, FramePolicy::Never).unwrap();
        Self {
            page,
            pages,
            posted: Mutex::new(posted),
            _runtime: runtime,
        }
    }

    fn host(&self) -> String {
        self.page.address().split('/').nth(2).unwrap().to_owned()
    }

    fn path(&self, below: &str) -> String {
        format!(
            "/{}/{below}",
            self.page.address().split('/').nth(3).unwrap()
        )
    }

    /// Sends a request, and returns the status and the body.
    fn ask(&self, line: &str, headers: &[(&str, &str)], body: &str) -> (u16, String) {
        let mut answer = Vec::new();
        // The connection may be reset, because the server answered without reading the body.
        let _ = self
            .open_request(line, headers, body)
            .read_to_end(&mut answer);
        let answer = String::from_utf8(answer).unwrap();
        (answer.get(9..12).unwrap().parse().unwrap(), answer)
    }

    fn open_request(&self, line: &str, headers: &[(&str, &str)], body: &str) -> TcpStream {
        let mut stream = TcpStream::connect(self.host()).unwrap();
        stream
            .set_read_timeout(Some(Duration::from_secs(20)))
            .unwrap();
        let headers: String = headers
            .iter()
            .map(|(name, value)| format!("{name}: {value}\r\n"))
            .collect();
        let length = body.len();
        let head = format!(
            "{line} HTTP/1.1\r\nConnection: close\r\nContent-Length: {length}\r\n{headers}\r\n"
        );
        // A server that refuses a body need not read it.
        let _ = stream.write_all((head + body).as_bytes());
        stream
    }

    fn get(&self, below: &str) -> (u16, String) {
        self.ask(
            &format!("GET {}", self.path(below)),
            &[("Host", &self.host())],
            "",
        )
    }

    fn listen(&self, last: Option<&str>) -> Listener {
        let host = self.host();
        let mut headers = vec![("Host", host.as_str())];
        headers.extend(last.map(|last| ("Last-Event-ID", last)));
        let stream = self.open_request(&format!("GET {}", self.path("steps")), &headers, "");
        Listener(BufReader::new(stream).lines())
    }
}

struct Listener(std::io::Lines<BufReader<TcpStream>>);

/// The kind, the id and the data of an event.
type StreamEvent = [String; 3];

impl Listener {
    fn events(&mut self, count: usize) -> Vec<StreamEvent> {
        let (mut events, mut event) = (Vec::new(), StreamEvent::default());
        while events.len() < count {
            let line = self.0.next().unwrap().unwrap();
            match line.split_once(": ") {
                Some(("event", kind)) => event[0] = kind.to_owned(),
                Some(("id", id)) => event[1] = id.to_owned(),
                Some(("data", data)) => event[2] = data.to_owned(),
                None if line.is_empty() && !event[0].is_empty() => {
                    events.push(std::mem::take(&mut event))
                }
                _ => {}
            }
        }
        events
    }
}

/// Reads from a connection until it is closed.
fn rest(mut stream: TcpStream) -> String {
    let mut rest = Vec::new();
    let _ = stream.read_to_end(&mut rest);
    String::from_utf8(rest).unwrap()
}

/// The number of users who act simultaneously.
const MANY: usize = 30;

#[test]
fn idle_connections_time_out_and_streams_do_not() {
    let tried = TestServer::with(ServerLimits {
        head: Duration::from_millis(1500),
        ..ServerLimits::default()
    });
    let connected = || {
        let stream = TcpStream::connect(tried.host()).unwrap();
        stream
            .set_read_timeout(Some(Duration::from_secs(20)))
            .unwrap();
        stream
    };
    let mut listener = tried.listen(None);
    for head in ["", "GET / HTTP/1.1\r\n", "GET / HTTP/1.1\r\nHost: x"] {
        let mut stream = connected();
        stream.write_all(head.as_bytes()).unwrap();
        let started = std::time::Instant::now();
        let answer = rest(stream);
        assert!(
            answer.is_empty() || answer.starts_with("HTTP/1.1 408"),
            "{answer}"
        );
        assert!(started.elapsed() < Duration::from_secs(10));
    }
    // The same limit applies between two requests.
    let mut kept = connected();
    for _ in 0..2 {
        write!(
            kept,
            "GET {} HTTP/1.1\r\nHost: {}\r\n\r\n",
            tried.path(""),
            tried.host()
        )
        .unwrap();
        let mut start = [0; 12];
        kept.read_exact(&mut start).unwrap();
        assert_eq!(&start, b"HTTP/1.1 200");
        let mut line = BufReader::new(&mut kept);
        let mut length = 0;
        loop {
            let mut head = String::new();
            line.read_line(&mut head).unwrap();
            if let Some(value) = head.strip_prefix("content-length: ") {
                length = value.trim().parse().unwrap();
            }
            if head == "\r\n" {
                break;
            }
        }
        let mut body = vec![0; length];
        line.read_exact(&mut body).unwrap();
        assert!(line.buffer().is_empty());
    }
    assert!(!rest(kept).contains("200"));
    // An open event stream has no time limit.
    tried.page.step(&step(1)).unwrap();
    assert_eq!(listener.events(1)[0][0], "step");
}

#[test]
fn connections_are_limited() {
    let tried = TestServer::with(ServerLimits {
        connections: 2,
        wait: Duration::from_millis(50),
        head: Duration::from_secs(2),
        ..ServerLimits::default()
    });
    let idle: Vec<TcpStream> = (0..2)
        .map(|_| TcpStream::connect(tried.host()).unwrap())
        .collect();
    // The server must have accepted the connections first.
    let is_busy = || {
        rest(tried.open_request(
            &format!("GET {}", tried.path("")),
            &[("Host", &tried.host())],
            "",
        ))
    };
    let answer = (0..100)
        .map(|_| is_busy())
        .find(|answer| !answer.contains("200"));
    assert!(answer.is_some_and(|answer| answer.is_empty() || answer.contains("503")));
    drop(idle);
    let answer = (0..100).map(|_| {
        thread::sleep(Duration::from_millis(50));
        is_busy()
    });
    assert!(answer.into_iter().any(|answer| answer.contains("200")));
}

fn step(line: usize) -> Step {
    Step {
        place: Place {
            file: None,
            line,
            column: 1,
        },
        ..Step::default()
    }
}

fn names(events: &[StreamEvent]) -> Vec<(&str, &str)> {
    events
        .iter()
        .map(|[kind, id, _]| (kind.as_str(), id.as_str()))
        .collect()
}

#[test]
fn steps_arrive_once_and_continue_after_a_reconnection() {
    let tried = TestServer::new();
    for line in 1..=3 {
        tried.page.step(&step(line)).unwrap();
    }
    let all = tried.listen(None).events(3);
    assert_eq!(
        names(&all),
        [("step", "0.0"), ("step", "0.1"), ("step", "0.2")]
    );
    assert_eq!(all[1][2], r#"{"line":2,"column":1,"messages":[]}"#);
    assert_eq!(
        names(&tried.listen(Some("0.1")).events(1)),
        [("step", "0.2")]
    );
    for unknown in ["1.0", "0.9", "x", "0.-1", "0.18446744073709551615"] {
        assert_eq!(
            names(&tried.listen(Some(unknown)).events(2)),
            [("reset", ""), ("step", "0.0")],
            "{unknown}"
        );
    }
    let mut listener = tried.listen(None);
    assert_eq!(listener.events(3).len(), 3);
    tried.page.step(&step(4)).unwrap();
    assert_eq!(names(&listener.events(1)), [("step", "0.3")]);
    tried.page.reset();
    tried.page.step(&step(1)).unwrap();
    assert_eq!(names(&listener.events(2)), [("reset", ""), ("step", "1.0")]);
    assert_eq!(
        names(&tried.listen(Some("0.3")).events(2)),
        [("reset", ""), ("step", "1.0")]
    );
}

#[test]
fn event_streams_per_page_are_limited() {
    let tried = TestServer::new();
    tried.page.step(&step(1)).unwrap();
    let listen = || {
        let mut listener = tried.listen(None);
        assert_eq!(listener.events(1).len(), 1);
        listener
    };
    let mut listeners: Vec<_> = (0..STREAMS).map(|_| listen()).collect();
    let (status, answer) = tried.get("steps");
    assert_eq!(
        (
            status,
            answer.contains(r#"{"error":"the page already has 128 event streams"}"#)
        ),
        (503, true),
        "{answer}"
    );
    listeners.pop();
    // The server notices soon that the client is gone.
    let host = tried.host();
    let is_free = || {
        let mut stream = tried.open_request(
            &format!("GET {}", tried.path("steps")),
            &[("Host", &host)],
            "",
        );
        let mut start = [0; 12];
        stream.read_exact(&mut start).is_ok() && &start == b"HTTP/1.1 200"
    };
    let started = std::time::Instant::now();
    while !is_free() {
        assert!(
            started.elapsed() < Duration::from_secs(60),
            "the place stays taken"
        );
        thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn actions_are_accepted_and_answered() {
    let tried = TestServer::new();
    let (host, origin) = (tried.host(), format!("http://{}", tried.host()));
    let path = format!("POST {}", tried.path("actions"));
    let json = ("Content-Type", "application/json; charset=utf-8");
    let headers = [("Host", host.as_str()), ("Origin", &origin), json];
    thread::scope(|scope| {
        for (answer, status) in [(Ok(()), 204), (Err("no \"way\"".to_owned()), 422)] {
            let asked = scope.spawn(|| tried.ask(&path, &headers, r#"{"a":"é"}"#));
            let posted = tried.posted.lock().unwrap().recv().unwrap();
            assert_eq!(posted.text, r#"{"a":"é"}"#);
            posted.answer(answer);
            let (got, text) = asked.join().unwrap();
            assert_eq!(got, status, "{text}");
            assert_eq!(
                text.contains(r#"{"error":"no \"way\""}"#),
                status == 422,
                "{text}"
            );
        }
    });
    for (kind, body, status) in [
        ("text/plain", "{}".to_owned(), 415),
        ("application/x-www-form-urlencoded", "{}".to_owned(), 415),
        ("application/json", " ".repeat(BODY + 1), 413),
    ] {
        let (got, text) = tried.ask(&path, &[("Host", &host), ("Content-Type", kind)], &body);
        assert_eq!(got, status, "{kind}: {text}");
    }
    assert_eq!(tried.get("actions").0, 405);
    assert!(tried.posted.lock().unwrap().try_recv().is_err());
}

#[test]
fn many_actions_wait_for_their_answers() {
    let tried = TestServer::new();
    let (host, path) = (tried.host(), format!("POST {}", tried.path("actions")));
    thread::scope(|scope| {
        let (done, answers) = mpsc::channel();
        for _ in 0..MANY {
            let (done, tried, path, host) = (done.clone(), &tried, &path, &host);
            let headers = [
                ("Host", host.as_str()),
                ("Content-Type", "application/json"),
            ];
            scope.spawn(move || done.send(tried.ask(path, &headers, "{}").0));
        }
        let taken: Vec<_> = (0..MANY)
            .map(|_| tried.posted.lock().unwrap().recv().unwrap())
            .collect();
        // An action without an answer is refused.
        drop(taken);
        for _ in 0..MANY {
            assert_eq!(answers.recv().unwrap(), 503);
        }
    });
}

#[test]
fn stored_steps_are_limited() {
    let tried = TestServer::new();
    let big = Step {
        messages: vec![wire::Payload::string(&"x".repeat(MAX_STEP_BYTES / 4))],
        ..Step::default()
    };
    let taken = (0..4).take_while(|_| tried.page.step(&big).is_ok()).count();
    assert_eq!(taken, 3);
    tried.page.reset();
    tried.page.step(&big).unwrap();
}

#[test]
fn pages_are_separate_and_end_when_dropped() {
    let tried = TestServer::new();
    let other = tried
        .pages
        .add(&ASSETS, Data::default(), FramePolicy::Anywhere)
        .unwrap();
    let path = other.address().split('/').nth(3).unwrap().to_owned();
    let get = |below: &str| {
        tried.ask(
            &format!("GET /{path}/{below}"),
            &[("Host", &tried.host())],
            "",
        )
    };
    tried.page.step(&step(1)).unwrap();
    let (status, answer) = get("");
    assert!(
        status == 200 && !answer.contains("frame-ancestors"),
        "{answer}"
    );
    let mut listener = tried.listen(None);
    assert_eq!(names(&listener.events(1)), [("step", "0.0")]);
    other.step(&step(2)).unwrap();
    let (host, line) = (tried.host(), format!("GET /{path}/steps"));
    let mut listening =
        Listener(BufReader::new(tried.open_request(&line, &[("Host", &host)], "")).lines());
    let [_, _, data] = &listening.events(1)[0];
    assert!(data.contains("\"line\":2"), "{data}");
    drop(other);
    // Streams of the removed page end, and those of the other page continue.
    while listening.0.next().is_some_and(|line| line.is_ok()) {}
    assert_eq!(["", "steps"].map(|below| get(below).0), [404, 404]);
    tried.page.step(&step(3)).unwrap();
    assert_eq!(names(&listener.events(1)), [("step", "0.1")]);
}

#[test]
fn an_action_contains_its_page_and_must_be_complete() {
    let tried = TestServer::new();
    let (host, path) = (tried.host(), tried.path("actions"));
    let head = [
        ("Host", host.as_str()),
        ("Content-Type", "application/json"),
    ];
    let answered = thread::scope(|scope| {
        let asked = scope.spawn(|| tried.ask(&format!("POST {path}"), &head, "{}"));
        let posted = tried.posted.lock().unwrap();
        let posted = posted.recv_timeout(Duration::from_secs(20)).unwrap();
        assert_eq!(
            (posted.page.as_str(), posted.text.as_str()),
            (tried.page.address(), "{}")
        );
        posted.answer(Ok(()));
        asked.join().unwrap()
    });
    assert_eq!(answered.0, 204);
    // The paused clock advances to the next timeout.
    let runtime = Builder::new_current_thread()
        .enable_all()
        .start_paused(true)
        .build()
        .unwrap();
    let body = axum::body::Body::from_stream(futures_util::stream::pending::<
        Result<Vec<u8>, io::Error>,
    >());
    let request = axum::extract::Request::post(path)
        .header("host", &host)
        .header("content-type", "application/json");
    let routes = tried.pages.routes();
    let answer = runtime
        .block_on(tower::ServiceExt::oneshot(
            routes,
            request.body(body).unwrap(),
        ))
        .unwrap();
    assert_eq!(answer.status(), 408);
}
