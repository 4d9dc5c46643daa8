#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use super::*;
use aap::{ErrorBody, InteractionFileName, page};
use axum::{
    body::{Body, to_bytes},
    http::{HeaderMap, Request},
};
use std::{
    fs,
    path::PathBuf,
    sync::{Arc, Mutex, OnceLock, mpsc},
    time::{Duration, SystemTime},
};
use tempfile::TempDir;
use tower::ServiceExt;
use wire::{Payload, Pointer};

const INTERACTIONS: &str = "/api/agents/bo/canvas/interactions";
const CLICK: &str = r#"{"action":"click","element":"ok","canvasFile":"a.html","data":{"n":1.0}}"#;

/// A provider with a home folder that contains the agent `bo`.
struct TestProvider {
    home: TempDir,
    told: Mutex<mpsc::Receiver<String>>,
    routes: axum::Router,
}

struct Answer {
    status: u16,
    headers: HeaderMap,
    text: String,
}

impl Answer {
    fn json(&self, pointer: &str) -> String {
        let value = Payload::parse(&self.text)
            .unwrap()
            .get(&Pointer::parse(pointer).unwrap());
        value.map_or_else(String::new, |value| {
            value
                .as_str()
                .map_or_else(|| value.text().to_owned(), |text| text.into_owned())
        })
    }
}

impl TestProvider {
    fn new() -> Self {
        Self::with(Limits::default())
    }

    fn with(limits: Limits) -> Self {
        let home = tempfile::tempdir().unwrap();
        fs::create_dir_all(home.path().join(".aimaestro/agents/bo/canvas/deep")).unwrap();
        let (sender, told) = mpsc::channel();
        let provider = Provider::new(Store::open(home.path()).unwrap())
            .limits(limits)
            .notify(move |agent: &AgentId, line: &Notification| {
                drop(sender.send(format!("{agent} {line}")))
            });
        Self {
            home,
            told: Mutex::new(told),
            routes: provider.routes(),
        }
    }

    fn canvas(&self) -> PathBuf {
        self.home.path().join(".aimaestro/agents/bo/canvas")
    }

    fn page(&self, path: &str, html: &str) {
        fs::write(self.canvas().join(path), html).unwrap();
    }

    fn files(&self) -> Vec<String> {
        let Ok(entries) = fs::read_dir(self.canvas().join("interactions")) else {
            return Vec::new();
        };
        let mut names: Vec<_> = entries
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    fn request(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: impl Into<Body>,
    ) -> Answer {
        let mut request = Request::builder().method(method).uri(path);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let request = request.body(body.into()).unwrap();
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .unwrap();
        runtime.block_on(async {
            let answer = self.routes.clone().oneshot(request).await.unwrap();
            let (status, headers) = (answer.status().as_u16(), answer.headers().clone());
            let bytes = to_bytes(answer.into_body(), usize::MAX).await.unwrap();
            Answer {
                status,
                headers,
                text: String::from_utf8(bytes.into()).unwrap(),
            }
        })
    }

    fn get(&self, path: &str) -> Answer {
        self.request("GET", path, &[("host", "localhost:23000")], "")
    }

    fn post(&self, body: impl Into<Body>) -> Answer {
        self.request("POST", INTERACTIONS, &[("host", "127.0.0.1")], body)
    }
}

#[test]
fn an_interaction_is_stored_listed_and_notified() {
    let tried = TestProvider::new();
    assert_eq!(tried.get(INTERACTIONS).text, r#"{"interactions":[]}"#);
    let answer = tried.post(CLICK);
    let summary = r#"User click 'ok' on a.html with data: {"n":1}"#;
    assert_eq!(
        (answer.status, answer.json("/summary")),
        (201, summary.to_owned())
    );

    let files = tried.files();
    let name: InteractionFileName = files[0].parse().unwrap();
    let text = fs::read_to_string(tried.canvas().join("interactions").join(&files[0])).unwrap();
    let record: aap::Interaction = wire::decode(&text).unwrap();
    assert_eq!((files.len(), record.file_name()), (1, Ok(name)));
    assert_eq!(
        (record.id.as_str().to_owned(), record.summary.as_str()),
        (answer.json("/id"), summary)
    );
    assert_eq!(text, aap::provider::stored_text(&record).unwrap());
    assert!(text.contains("\"n\": 1\n"));

    let told = tried
        .told
        .lock()
        .unwrap()
        .recv_timeout(Duration::from_secs(10))
        .unwrap();
    assert_eq!(told, format!("bo [CANVAS] a.html: {summary}"));
    assert_eq!(
        tried.get(INTERACTIONS).text,
        format!(r#"{{"interactions":[{}]}}"#, wire::without_layout(&text))
    );
}

#[test]
fn the_newest_records_are_listed_first_up_to_the_limit() {
    let tried = TestProvider::with(Limits {
        list: 4,
        ..Limits::default()
    });
    let folder = tried.canvas().join("interactions");
    fs::create_dir(&folder).unwrap();
    let id = "5f0c3a34-9a52-4a63-8d4f-6f5d2f1f3a01";
    for n in [3, 1, 4, 0, 2, 5] {
        fs::write(
            folder.join(format!("2026-03-02T08-15-0{n}-000Z-{id}.json")),
            format!("{{\n  \"n\": {n}\n}}"),
        )
        .unwrap();
    }
    for (query, numbers) in [
        ("?limit=2", "5 4"),
        ("?limit=%32", "5 4"),
        ("?limit=1&limit=3", "5"),
        ("?limit=0", ""),
        ("?limit=99999999999", "5 4 3 2"),
        ("", "5 4 3 2"),
    ] {
        let text = tried.get(&format!("{INTERACTIONS}{query}")).text;
        let all: Vec<_> = numbers
            .split_whitespace()
            .map(|n| format!("{{\"n\":{n}}}"))
            .collect();
        assert_eq!(
            text,
            format!(r#"{{"interactions":[{}]}}"#, all.join(",")),
            "{query}"
        );
    }
    // An unreadable file takes the place of a record, without further effects.
    fs::write(
        folder.join(format!("2026-03-02T08-15-06-000Z-{id}.json")),
        "{",
    )
    .unwrap();
    assert_eq!(
        tried.get(&format!("{INTERACTIONS}?limit=2")).text,
        r#"{"interactions":[{"n":5}]}"#
    );
}

#[test]
fn every_provider_error_has_its_response() {
    let tried = TestProvider::with(Limits {
        body: 1000,
        ..Limits::default()
    });
    let own = ("host", "localhost:7");
    let long = format!(r#"{{"action":"{}"}}"#, "a".repeat(1000));
    let missing = |field: &str| ErrorBody::missing_field(field);
    let unknown = ErrorBody::agent_not_found("Bo");
    let any = |code: &str| ErrorBody::new(code);
    for (method, path, headers, body, status, error) in [
        (
            "POST",
            INTERACTIONS,
            vec![own],
            "{}",
            400,
            missing("action"),
        ),
        (
            "POST",
            INTERACTIONS,
            vec![own],
            r#"{"action":"a"}"#,
            400,
            missing("canvasFile"),
        ),
        (
            "POST",
            INTERACTIONS,
            vec![own],
            "[]",
            400,
            missing("action"),
        ),
        (
            "POST",
            INTERACTIONS,
            vec![own],
            "",
            400,
            any("invalid_request"),
        ),
        (
            "POST",
            INTERACTIONS,
            vec![own],
            "null",
            400,
            any("invalid_request"),
        ),
        (
            "POST",
            INTERACTIONS,
            vec![own],
            "{\"action\":",
            400,
            any("invalid_request"),
        ),
        (
            "POST",
            INTERACTIONS,
            vec![own],
            &long,
            413,
            any("too_large"),
        ),
        (
            "POST",
            "/api/agents/Bo/canvas/interactions",
            vec![own],
            CLICK,
            404,
            unknown.clone(),
        ),
        (
            "GET",
            "/api/agents/Bo/canvas/interactions",
            vec![own],
            "",
            404,
            unknown.clone(),
        ),
        (
            "GET",
            "/api/agents/Bo/canvas",
            vec![own],
            "",
            404,
            unknown.clone(),
        ),
        ("GET", "/agents/Bo/canvas", vec![own], "", 404, unknown),
        (
            "GET",
            "/api/agents/..%2F..%2Fetc/canvas",
            vec![own],
            "",
            404,
            any("not_found"),
        ),
        (
            "GET",
            "/api/agents/bo/canvas/interactions?limit=-1",
            vec![own],
            "",
            400,
            any("invalid_request"),
        ),
        (
            "GET",
            "/api/agents/bo/canvas?file=x.html",
            vec![own],
            "",
            404,
            ErrorBody::canvas_file_not_found("x.html"),
        ),
        (
            "GET",
            "/api/agents/bo/canvas?file=../x.html",
            vec![own],
            "",
            400,
            ErrorBody::invalid_file_path(),
        ),
        (
            "GET",
            "/api/agents/bo/canvas?file=%2e%2e%2fx.html",
            vec![own],
            "",
            400,
            ErrorBody::invalid_file_path(),
        ),
        (
            "GET",
            "/api/agents/bo/canvas?file=x.txt",
            vec![own],
            "",
            400,
            ErrorBody::not_html(),
        ),
        (
            "DELETE",
            INTERACTIONS,
            vec![own],
            "",
            405,
            any("invalid_request"),
        ),
        ("GET", "/", vec![own], "", 404, any("not_found")),
        ("POST", INTERACTIONS, vec![], CLICK, 403, any("forbidden")),
        (
            "POST",
            INTERACTIONS,
            vec![own, own],
            CLICK,
            403,
            any("forbidden"),
        ),
        (
            "POST",
            INTERACTIONS,
            vec![("host", "evil.example")],
            CLICK,
            403,
            any("forbidden"),
        ),
        (
            "POST",
            INTERACTIONS,
            vec![("host", "localhost.evil.example:7")],
            CLICK,
            403,
            any("forbidden"),
        ),
        (
            "POST",
            INTERACTIONS,
            vec![own, ("origin", "http://evil.example")],
            CLICK,
            403,
            any("forbidden"),
        ),
        (
            "POST",
            INTERACTIONS,
            vec![own, ("origin", "http://localhost:8")],
            CLICK,
            403,
            any("forbidden"),
        ),
        (
            "POST",
            INTERACTIONS,
            vec![own, ("origin", "null")],
            CLICK,
            403,
            any("forbidden"),
        ),
    ] {
        let answer = tried.request(method, path, &headers, body.to_owned());
        let said: ErrorBody = wire::decode(&answer.text).unwrap();
        assert_eq!(
            (answer.status, &said.error),
            (status, &error.error),
            "{method} {path} {headers:?} {body}"
        );
        assert!(
            said.message
                .get()
                .is_some_and(|message| !message.is_empty())
        );
        if !error.message.is_absent() {
            assert_eq!(said, error);
        }
        assert_eq!(answer.headers["x-content-type-options"], "nosniff");
        assert_eq!(answer.headers["content-type"], "application/json");
    }
    assert_eq!(tried.files(), [""; 0]);
    for origin in ["http://localhost:7", "https://LOCALHOST:7"] {
        assert_eq!(
            tried
                .request("POST", INTERACTIONS, &[own, ("origin", origin)], CLICK)
                .status,
            201
        );
    }
    let blocked = TestProvider::with(Limits {
        requests: 0,
        ..Limits::default()
    });
    assert_eq!(blocked.post(CLICK).status, 503);
}

#[test]
fn stalled_requests_time_out() {
    let tried = TestProvider::new();
    let request = Request::post(INTERACTIONS).header("host", "localhost");
    let body = Body::from_stream(futures_util::stream::pending::<Result<Vec<u8>, io::Error>>());
    let request = request.body(body).unwrap();
    // The paused clock advances to the next timeout.
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .start_paused(true)
        .build()
        .unwrap();
    let answer = runtime
        .block_on(tried.routes.clone().oneshot(request))
        .unwrap();
    assert_eq!(answer.status(), 408);
}

#[test]
fn unsupported_methods_get_an_allow_header() {
    let answer = TestProvider::new().request("DELETE", INTERACTIONS, &[("host", "localhost")], "");
    assert_eq!(
        (answer.status, answer.headers["allow"].to_str().unwrap()),
        (405, "POST,GET,HEAD")
    );
}

#[test]
fn usual_request_bodies_are_accepted() {
    let tried = TestProvider::new();
    let marked = format!("\u{FEFF}{CLICK}");
    let other_types = r#"{"action":"a","canvasFile":"../../x","element":7,"data":[1e400]}"#;
    for body in [CLICK, &marked, other_types] {
        assert_eq!(tried.post(body.to_owned()).status, 201, "{body}");
    }
    let texts = tried
        .files()
        .into_iter()
        .map(|name| fs::read_to_string(tried.canvas().join("interactions").join(name)).unwrap());
    assert!(
        texts
            .into_iter()
            .any(|text| text.contains("\"element\": 7,") && text.contains("null"))
    );
    assert_eq!(tried.post(b"{\"action\":\"\xFF\"}".to_vec()).status, 400);
}

#[test]
fn pages_are_listed_and_shown_sandboxed_with_the_bridge() {
    let tried = TestProvider::new();
    assert_eq!(tried.get("/api/agents/bo/canvas").text, r#"{"files":[]}"#);
    for (path, html) in [
        ("a.html", "<!doctype html><p>a"),
        ("deep/b.HTM", "b"),
        ("c.txt", "c"),
        ("deep/..d.html", "d"),
    ] {
        tried.page(path, html);
    }
    let old = fs::File::options()
        .write(true)
        .open(tried.canvas().join("a.html"))
        .unwrap();
    old.set_modified(SystemTime::UNIX_EPOCH).unwrap();
    let list = tried.get("/api/agents/bo/canvas");
    assert_eq!(
        (
            list.json("/files/0/path"),
            list.json("/files/0/name"),
            list.json("/files/0/size")
        ),
        ("deep/b.HTM".into(), "b.HTM".into(), "1".into())
    );
    assert_eq!(
        (list.json("/files/1/path"), list.json("/files/1/modifiedAt")),
        ("a.html".into(), "1970-01-01T00:00:00.000Z".into())
    );
    assert_eq!(list.json("/files/2"), "");

    let answer = tried.get("/api/agents/bo/canvas?file=a.html");
    assert_eq!(
        (answer.status, answer.text),
        (200, format!("<!doctype html>{}<p>a", page::BRIDGE))
    );
    assert_eq!(
        answer.headers["content-security-policy"],
        page::CONTENT_SECURITY_POLICY
    );
    assert_eq!(answer.headers["content-type"], "text/html; charset=utf-8");
    assert_eq!(
        tried.get("/api/agents/bo/canvas?file=deep%2Fb.HTM").status,
        200
    );

    let panel = tried.get("/agents/bo/canvas");
    let script = panel
        .text
        .split_once("<script>")
        .unwrap()
        .1
        .split_once("</script>")
        .unwrap()
        .0;
    let policy = panel.headers["content-security-policy"].to_str().unwrap();
    assert!(
        policy.contains(&format!(
            "script-src {};",
            crate::server::csp::hash_source(script)
        )),
        "{policy}"
    );
    assert!(
        panel
            .text
            .contains(&format!(r#"setAttribute("sandbox", "{}")"#, page::SANDBOX))
    );
}

#[cfg(unix)]
#[test]
fn links_and_pipes_are_not_opened() {
    use std::os::unix::fs::symlink;

    let outside = tempfile::tempdir().unwrap();
    fs::write(outside.path().join("x.html"), "secret").unwrap();
    fs::write(outside.path().join("2026-03-02T08-15-00-000Z-r.json"), "{}").unwrap();
    let tried = TestProvider::new();
    symlink(outside.path().join("x.html"), tried.canvas().join("x.html")).unwrap();
    symlink(outside.path(), tried.canvas().join("out")).unwrap();
    for file in ["x.html", "out/x.html"] {
        let answer = tried.get(&format!("/api/agents/bo/canvas?file={file}"));
        assert_eq!(
            (answer.status, answer.json("/error")),
            (404, "not_found".into()),
            "{file}"
        );
    }
    assert_eq!(tried.get("/api/agents/bo/canvas").text, r#"{"files":[]}"#);

    symlink(outside.path(), tried.canvas().join("interactions")).unwrap();
    assert_eq!(tried.post(CLICK).status, 500);
    assert_eq!(tried.get(INTERACTIONS).text, r#"{"interactions":[]}"#);
    assert_eq!(fs::read_dir(outside.path()).unwrap().count(), 2);

    fs::remove_file(tried.canvas().join("interactions")).unwrap();
    assert_eq!(tried.post(CLICK).status, 201);
    let folder = tried.canvas().join("interactions");
    symlink(
        outside.path().join("2026-03-02T08-15-00-000Z-r.json"),
        folder.join("9.json"),
    )
    .unwrap();
    let made = std::process::Command::new("mkfifo")
        .arg(folder.join("8.json"))
        .status()
        .unwrap();
    assert!(made.success());
    let list = tried.get(INTERACTIONS);
    assert_eq!(
        (
            list.status,
            list.json("/interactions/0/action"),
            list.json("/interactions/1")
        ),
        (200, "click".into(), String::new())
    );

    symlink(
        outside.path(),
        tried.home.path().join(".aimaestro/agents/eve"),
    )
    .unwrap();
    assert_eq!(tried.get("/api/agents/eve/canvas").status, 404);
}

#[cfg(unix)]
#[test]
fn folders_pipes_and_large_files_are_not_pages() {
    let tried = TestProvider::new();
    fs::create_dir(tried.canvas().join("folder.html")).unwrap();
    let made = std::process::Command::new("mkfifo")
        .arg(tried.canvas().join("pipe.html"))
        .status()
        .unwrap();
    assert!(made.success());
    tried.page("file.html", "text");
    // The largest allowed page, and one that is too large.
    for (name, size) in [
        ("large.html", super::store::MAX_FILE),
        ("larger.html", super::store::MAX_FILE + 1),
    ] {
        tried.page(name, &" ".repeat(size.try_into().unwrap()));
    }
    let long = "x".repeat(300);
    for (file, status) in [
        ("folder.html", 404),
        ("pipe.html", 404),
        ("pipe.html/x.html", 404),
        ("file.html/x.html", 404),
        ("gone.html", 404),
        ("large.html", 200),
        ("larger.html", 404),
    ] {
        assert_eq!(
            tried
                .get(&format!("/api/agents/bo/canvas?file={file}"))
                .status,
            status,
            "{file}"
        );
    }
    fs::write(tried.home.path().join(".aimaestro/agents/file"), "").unwrap();
    for agent in [&*long, &"y".repeat(5000), "file", "unknown"] {
        let of = |rest: &str| format!("/api/agents/{agent}/canvas{rest}");
        for path in [
            of(""),
            of("?file=x.html"),
            of("/interactions"),
            format!("/agents/{agent}/canvas"),
        ] {
            assert_eq!(tried.get(&path).status, 404, "{path}");
        }
        let posted = tried.request(
            "POST",
            &of("/interactions"),
            &[("host", "localhost")],
            CLICK,
        );
        assert_eq!(
            (posted.status, posted.json("/error")),
            (404, "not_found".into())
        );
    }
    assert_eq!(tried.files(), [""; 0]);
}

#[test]
fn a_slow_body_delays_no_other_request() {
    let tried = TestProvider::with(Limits {
        requests: 1,
        ..Limits::default()
    });
    let (go_on, wait) = tokio::sync::oneshot::channel::<()>();
    let body = futures_util::stream::once(async {
        wait.await.unwrap();
        Ok::<_, io::Error>(CLICK)
    });
    let slow = Request::post(INTERACTIONS)
        .header("host", "localhost")
        .body(Body::from_stream(body))
        .unwrap();
    let quick = || {
        Request::get(INTERACTIONS)
            .header("host", "localhost")
            .body(Body::empty())
            .unwrap()
    };
    let status = async |request: Request<Body>| {
        tried
            .routes
            .clone()
            .oneshot(request)
            .await
            .unwrap()
            .status()
            .as_u16()
    };
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(async {
        assert_eq!(status(quick()).await, 200);
        let slow = tokio::spawn(tried.routes.clone().oneshot(slow));
        for _ in 0..10 {
            tokio::task::yield_now().await;
        }
        assert_eq!(status(quick()).await, 200);
        go_on.send(()).unwrap();
        assert_eq!(slow.await.unwrap().unwrap().status().as_u16(), 201);
        assert_eq!(status(quick()).await, 200);
    });
}

#[test]
fn records_are_never_replaced_and_abandoned_files_are_removed() {
    let home = tempfile::tempdir().unwrap();
    let store = Store::open(home.path()).unwrap();
    let agent = AgentId::parse("bo").unwrap();
    let name = InteractionFileName::new(
        "2026-03-02T08:15:00.000Z",
        "5f0c3a34-9a52-4a63-8d4f-6f5d2f1f3a01",
    )
    .unwrap();
    store.insert(&agent, &name, "{\"n\":1}").unwrap();
    let error = store.insert(&agent, &name, "{\"n\":2}").unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::AlreadyExists);
    assert_eq!(
        store.newest(&agent, 9).unwrap().records,
        [Payload::parse("{\"n\":1}").unwrap()]
    );

    let folder = home.path().join(aap::storage::interactions_dir(&agent));
    let part = |name: &str, age: u64| {
        fs::write(folder.join(name), "{").unwrap();
        let file = fs::File::options()
            .write(true)
            .open(folder.join(name))
            .unwrap();
        file.set_modified(SystemTime::now() - Duration::from_secs(age))
            .unwrap();
    };
    part(".a.json.part", 7200);
    part(".b.json.part", 60);
    part("c.json.part", 7200);
    let newest = store.newest(&agent, 9).unwrap();
    assert_eq!((newest.records.len(), newest.unreadable.len()), (1, 0));
    let mut names: Vec<_> = fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .collect();
    names.sort();
    assert_eq!(
        names,
        [
            ".b.json.part".into(),
            name.to_string().into(),
            std::ffi::OsString::from("c.json.part")
        ]
    );
}

#[test]
fn a_failing_disk_is_answered_and_logged() {
    let log = Log::of_all();
    let tried = TestProvider::new();
    fs::write(tried.canvas().join("interactions"), "").unwrap();
    let answer = tried.post(CLICK);
    assert_eq!(
        (answer.status, answer.json("/error")),
        (500, "internal_error".into())
    );
    assert!(!answer.text.contains("aimaestro"), "{}", answer.text);
    assert!(log.has("the interaction cannot be stored"));
}

#[test]
#[ignore = "needs AGENT_UI_SMALL_DISK, a folder on a disk of a few hundred kilobytes"]
fn a_full_disk_is_answered_with_507_and_loses_no_record() {
    let home = PathBuf::from(std::env::var_os("AGENT_UI_SMALL_DISK").unwrap());
    fs::create_dir_all(home.join(".aimaestro/agents/bo")).unwrap();
    let (_, told) = mpsc::channel();
    let routes = Provider::new(Store::open(&home).unwrap()).routes();
    let tried = TestProvider {
        home: tempfile::tempdir().unwrap(),
        told: Mutex::new(told),
        routes,
    };
    let body = format!(
        r#"{{"action":"a","canvasFile":"a.html","data":{{"x":"{}"}}}}"#,
        "x".repeat(10_000)
    );
    let mut stored = 0;
    let full = loop {
        let answer = tried.post(body.clone());
        if answer.status != 201 {
            break answer;
        }
        stored += 1;
        assert!(stored < 10_000, "this disk is not small");
    };
    assert_eq!(
        (full.status, full.json("/error")),
        (507, "internal_error".into())
    );
    let list = tried.get(&format!("{INTERACTIONS}?limit=1000"));
    assert_eq!(list.text.matches("\"canvasFile\"").count(), stored);
    let folder = home.join(".aimaestro/agents/bo/canvas/interactions");
    assert_eq!(
        fs::read_dir(folder).unwrap().count(),
        stored,
        "nothing is left behind"
    );
}

#[test]
fn credentials_are_reported_without_their_value() {
    let log = Log::of_all();
    let tried = TestProvider::new();
    let body = r#"{"action":"submit","canvasFile":"a.html","data":{"password":"wonderland-7"}}"#;
    assert_eq!(tried.post(body).status, 201);
    assert!(log.has("this looks like a credential") && !log.has("wonderland-7"));
}

#[test]
fn excess_notifications_are_omitted() {
    let tried = TestProvider::with(Limits {
        notifications: 0,
        ..Limits::default()
    });
    assert_eq!(tried.post(CLICK).status, 201);
    assert!(
        tried
            .told
            .lock()
            .unwrap()
            .recv_timeout(Duration::from_millis(100))
            .is_err()
    );
}

#[test]
#[ignore = "needs AGENT_UI_CORPUS"]
fn the_provider_answers_and_stores_like_the_reference() {
    let corpus = PathBuf::from(std::env::var_os("AGENT_UI_CORPUS").unwrap());
    let vectors = fs::read_to_string(corpus.join("aap/provider-vectors.jsonl")).unwrap();
    let (mut same, mut mended) = (0, 0);
    for line in vectors.lines() {
        let line = Payload::parse(line).unwrap();
        let member = |name: &str| {
            line.member(name)
                .and_then(|value| value.as_str().map(|text| text.into_owned()))
        };
        let (name, request) = (member("name").unwrap(), member("request").unwrap());
        let status: u16 = line.member("status").unwrap().text().parse().unwrap();
        let tried = TestProvider::with(Limits {
            body: 32 << 20,
            ..Limits::default()
        });
        let answer = tried.post(request.clone());
        match (status, member("stored")) {
            (201, Some(stored)) => {
                let expected = Payload::parse(&stored).unwrap();
                let of = |member: &str| {
                    expected
                        .member(member)
                        .unwrap()
                        .as_str()
                        .unwrap()
                        .into_owned()
                };
                if answer.status != 201 {
                    // These are not readable.
                    assert!(
                        answer.json("/message").contains("read"),
                        "{name}: {}",
                        answer.text
                    );
                    mended += 1;
                    continue;
                }
                let [file] = &tried.files()[..] else {
                    panic!("{name}")
                };
                let made =
                    fs::read_to_string(tried.canvas().join("interactions").join(file)).unwrap();
                let own = Payload::parse(&made).unwrap();
                let own_of =
                    |member: &str| own.member(member).unwrap().as_str().unwrap().into_owned();
                let made = made.replacen(&own_of("id"), &of("id"), 1).replacen(
                    &own_of("timestamp"),
                    &of("timestamp"),
                    1,
                );
                assert_eq!(made, stored, "{name}");
                same += 1;
            }
            (500, _) => {
                assert_eq!(
                    (answer.status, answer.json("/error")),
                    (400, "invalid_request".into()),
                    "{name}"
                );
                mended += 1;
            }
            _ => {
                assert_eq!(
                    (answer.status, Some(answer.text)),
                    (status, member("response")),
                    "{name}"
                );
                same += 1;
            }
        }
    }
    assert!(same > 140 && mended < 20, "{same} {mended}");
}

/// All log messages of this process.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<String>>>);

impl Log {
    fn of_all() -> Self {
        static ALL: OnceLock<Log> = OnceLock::new();
        ALL.get_or_init(|| {
            let log = Self::default();
            tracing::subscriber::set_global_default(log.clone()).unwrap();
            log
        })
        .clone()
    }

    fn has(&self, text: &str) -> bool {
        self.0
            .lock()
            .unwrap()
            .iter()
            .any(|line| line.contains(text))
    }
}

impl tracing::Subscriber for Log {
    fn enabled(&self, _: &tracing::Metadata<'_>) -> bool {
        true
    }

    fn new_span(&self, _: &tracing::span::Attributes<'_>) -> tracing::span::Id {
        tracing::span::Id::from_u64(1)
    }

    fn record(&self, _: &tracing::span::Id, _: &tracing::span::Record<'_>) {}

    fn record_follows_from(&self, _: &tracing::span::Id, _: &tracing::span::Id) {}

    fn event(&self, event: &tracing::Event<'_>) {
        struct Line(String);
        impl tracing::field::Visit for Line {
            fn record_debug(&mut self, field: &tracing::field::Field, value: &dyn fmt::Debug) {
                self.0 += &format!("{field}={value:?} ");
            }
        }
        let mut line = Line(String::new());
        event.record(&mut line);
        self.0.lock().unwrap().push(line.0);
    }

    fn enter(&self, _: &tracing::span::Id) {}

    fn exit(&self, _: &tracing::span::Id) {}
}
