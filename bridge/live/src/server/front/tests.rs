#![allow(clippy::unwrap_used)]

#[cfg(feature = "sqlite")]
mod two_users;
mod users;

use super::*;
use crate::{
    gateway::{
        GatewaySettings,
        store::{LogEntry, MemoryStore, SessionStore},
    },
    peers::host::{Host, Settings},
    server::refusal::Limit,
};
use axum::{
    body::Body,
    http::header::CONTENT_TYPE,
    routing::{get, post},
};
use futures_util::{FutureExt, StreamExt, stream};
use std::convert::Infallible;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    sync::oneshot,
    task::JoinHandle,
    time::{sleep, timeout},
};
use tokio_rustls::{
    TlsConnector,
    client::TlsStream,
    rustls::{ClientConfig, RootCertStore, crypto::ring},
};

/// The time limit of each wait in the tests.
const PATIENCE: Duration = Duration::from_secs(20);
const TOKEN: &str = "0123456789abcdef";

/// A server with a small face, in its own runtime.
struct TestFront {
    address: SocketAddr,
    stop: Option<oneshot::Sender<()>>,
    served: JoinHandle<()>,
}

/// Returns routes that answer immediately, answer late, or send an endless event stream.
fn face() -> Router {
    let events = || {
        stream::repeat(())
            .then(|()| sleep(Duration::from_millis(1)))
            .map(|()| Ok::<_, Infallible>("data: x\n\n"))
    };
    let flood = || stream::repeat(Ok::<_, Infallible>(vec![b'x'; 1 << 16]));
    Router::new()
        .route("/", get(async || "face"))
        .route(
            "/late",
            post(async || {
                sleep(Duration::from_millis(300)).await;
                "late"
            }),
        )
        .route(
            "/events",
            get(async move || {
                (
                    [(CONTENT_TYPE, "text/event-stream")],
                    Body::from_stream(events()),
                )
            }),
        )
        .route("/flood", get(async move || Body::from_stream(flood())))
}

impl TestFront {
    async fn start(settings: FrontSettings) -> Self {
        Self::start_on(settings, Arc::new(MemoryStore::new())).await
    }

    async fn start_on(settings: FrontSettings, store: Arc<dyn SessionStore>) -> Self {
        let token = Some(TOKEN.parse().unwrap());
        let mut front = Front::bind(FrontSettings { token, ..settings })
            .await
            .unwrap();
        front.mount("face", front.guard().protect(face()));
        let (host, _events) =
            Host::start(ahp::canvas::host::Host::new(["1.0.0"]), Settings::default());
        front.mount("sockets", host.routes());
        let address = front.listener.local_addr().unwrap();
        let gateway = Gateway::start(Vec::new(), store, GatewaySettings::default());
        let (stop, stopped) = oneshot::channel::<()>();
        let served = tokio::spawn(async move { front.serve(&gateway, stopped.map(drop)).await });
        Self {
            address,
            stop: Some(stop),
            served,
        }
    }

    async fn connect(&self) -> TcpStream {
        TcpStream::connect(self.address).await.unwrap()
    }

    /// Sends a request without a body, and returns the connection.
    async fn send(&self, method: &str, path: &str, headers: &str) -> TcpStream {
        let mut stream = self.connect().await;
        let host = if headers.contains("Host:") {
            String::new()
        } else {
            format!("Host: {}\r\n", self.address)
        };
        let head = format!(
            "{method} {path} HTTP/1.1\r\n{host}{headers}Connection: close\r\nContent-Length: 0\r\n\r\n"
        );
        stream.write_all(head.as_bytes()).await.unwrap();
        stream
    }

    /// Sends a request, and returns the status and the whole answer.
    async fn ask(&self, method: &str, path: &str, headers: &str) -> (u16, String) {
        let mut stream = self.send(method, path, headers).await;
        let text = rest(&mut stream).await;
        (
            text.get(9..12)
                .and_then(|status| status.parse().ok())
                .unwrap_or(0),
            text,
        )
    }

    async fn stop(mut self) {
        let _ = self.stop.take().unwrap().send(());
        timeout(PATIENCE, self.served)
            .await
            .expect("the server does not stop")
            .unwrap();
    }
}

/// A store that is shared by several programs and unavailable.
struct AwayStore;

impl SessionStore for AwayStore {
    fn load(&self, _: &str) -> io::Result<Vec<(u64, LogEntry)>> {
        Err(io::ErrorKind::NotConnected.into())
    }

    fn append(&self, _: &str, _: u64, _: &[LogEntry]) -> io::Result<()> {
        Err(io::ErrorKind::NotConnected.into())
    }

    fn replace(&self, _: &str, _: u64, _: &[LogEntry]) -> io::Result<()> {
        Err(io::ErrorKind::NotConnected.into())
    }

    fn sessions(&self) -> io::Result<Vec<String>> {
        Err(io::ErrorKind::NotConnected.into())
    }

    fn is_remote(&self) -> bool {
        true
    }

    fn check(&self) -> io::Result<()> {
        Err(io::ErrorKind::NotConnected.into())
    }
}

#[tokio::test]
async fn a_server_whose_store_is_away_is_not_ready() {
    let front = TestFront::start_on(FrontSettings::default(), Arc::new(AwayStore)).await;
    let is_away = async {
        loop {
            let (status, text) = front.ask("GET", "/ready", "").await;
            if status == 503 {
                return text;
            }
            sleep(Duration::from_millis(20)).await;
        }
    };
    let text = timeout(PATIENCE, is_away).await.unwrap();
    assert!(
        text.contains(r#"{"status":"store-away","failing":[]}"#),
        "{text}"
    );
    assert_eq!(front.ask("GET", "/health", "").await.0, 200);
    front.stop().await;
}

/// Reads to the end of a connection.
async fn rest(stream: &mut TcpStream) -> String {
    let mut bytes = Vec::new();
    // A connection that is closed early counts as its end.
    let _ = timeout(PATIENCE, stream.read_to_end(&mut bytes))
        .await
        .expect("the connection stays open");
    String::from_utf8_lossy(&bytes).into_owned()
}

fn limits(limits: FrontLimits) -> FrontSettings {
    FrontSettings {
        limits,
        ..FrontSettings::default()
    }
}

#[tokio::test]
async fn faces_are_below_the_token_and_every_route_is_guarded() {
    let origins = vec!["https://app.test".parse().unwrap()];
    let front = TestFront::start(FrontSettings {
        origins,
        ..FrontSettings::default()
    })
    .await;
    let below = |path: &str| format!("/{TOKEN}{path}");
    for (path, status) in [
        ("/health".to_owned(), 200),
        ("/ready".to_owned(), 200),
        (below("/metrics"), 200),
        (below("/face"), 200),
        (below("/face/late"), 405),
        (below("/face/other"), 404),
        (below("/"), 404),
        ("/".to_owned(), 404),
        ("/0123456789abcdee/face".to_owned(), 404),
        ("/metrics".to_owned(), 404),
    ] {
        assert_eq!(front.ask("GET", &path, "").await.0, status, "{path}");
        assert_eq!(
            front
                .ask("GET", &path, "Origin: https://app.test\r\n")
                .await
                .0,
            status,
            "{path}"
        );
        for foreign in [
            "Host: other.test\r\n",
            "Origin: https://other.test\r\n",
            "Origin: null\r\n",
        ] {
            for method in ["GET", "POST", "OPTIONS"] {
                let (status, text) = front.ask(method, &path, foreign).await;
                assert_eq!(status, 403, "{method} {path} {foreign}");
                assert!(!text.contains(TOKEN), "{text}");
            }
        }
    }
    let (_, metrics) = front.ask("GET", &below("/metrics"), "").await;
    assert!(
        metrics.contains("agent_ui_requests_total{face=\"face\",status=\"2xx\"} 2"),
        "{metrics}"
    );
    assert!(
        metrics.contains("agent_ui_connections 1\n")
            && metrics.contains("agent_ui_inputs_total 0\n")
    );
    assert!(!metrics.contains(TOKEN), "{metrics}");
    front.stop().await;
}

#[tokio::test]
async fn slow_and_idle_connections_are_closed() {
    let head = Duration::from_secs(1);
    let front = TestFront::start(limits(FrontLimits {
        head,
        ..FrontLimits::default()
    }))
    .await;
    let mut silent = front.connect().await;
    let mut slow = front.connect().await;
    slow.write_all(b"GET /health HTTP/1.1\r\nHost: 127")
        .await
        .unwrap();
    let mut kept = front.connect().await;
    let request = format!("GET /health HTTP/1.1\r\nHost: {}\r\n\r\n", front.address);
    kept.write_all(request.as_bytes()).await.unwrap();
    assert_eq!(rest(&mut silent).await, "");
    rest(&mut slow).await;
    assert!(rest(&mut kept).await.starts_with("HTTP/1.1 200"));
    front.stop().await;
}

#[tokio::test]
async fn a_client_that_does_not_receive_is_disconnected() {
    let stall = Duration::from_secs(1);
    let front = TestFront::start(limits(FrontLimits {
        stall,
        ..FrontLimits::default()
    }))
    .await;
    let path = format!("/{TOKEN}/face/flood");
    let mut stuck = front.send("GET", &path, "").await;
    // A client that receives gets more than all buffers hold.
    let mut reader = front.send("GET", &path, "").await;
    let mut received = vec![0; 64 << 20];
    timeout(PATIENCE, reader.read_exact(&mut received))
        .await
        .unwrap()
        .unwrap();
    drop(reader);
    let open = async || {
        let (_, metrics) = front.ask("GET", &format!("/{TOKEN}/metrics"), "").await;
        metrics.contains("agent_ui_connections 1\n")
    };
    timeout(PATIENCE, async {
        while !open().await {
            sleep(Duration::from_millis(20)).await;
        }
    })
    .await
    .expect("the connection stays open");
    rest(&mut stuck).await;
    front.stop().await;
}

#[tokio::test]
async fn a_connection_waits_until_another_one_is_closed() {
    let (report, reports) = refusals();
    let limits = FrontLimits {
        connections: 2,
        ..FrontLimits::default()
    };
    let front = TestFront::start(FrontSettings {
        limits,
        report,
        ..FrontSettings::default()
    })
    .await;
    let path = format!("/{TOKEN}/face/events");
    let mut streams = Vec::new();
    for _ in 0..2 {
        let mut stream = front.send("GET", &path, "").await;
        stream.read_exact(&mut [0; 12]).await.unwrap();
        streams.push(stream);
    }
    let mut waiting = Box::pin(front.ask("GET", "/health", ""));
    assert!(
        timeout(Duration::from_millis(300), waiting.as_mut())
            .await
            .is_err(),
        "it is answered at once"
    );
    drop(streams.pop());
    assert_eq!(timeout(PATIENCE, waiting).await.unwrap().0, 200);
    assert!(reports.lock().unwrap().is_empty());
    front.stop().await;
}

#[tokio::test]
async fn excess_connections_are_refused_and_others_continue() {
    let (report, reports) = refusals();
    let limits = FrontLimits {
        connections: 3,
        wait: Duration::from_millis(200),
        ..FrontLimits::default()
    };
    let front = TestFront::start(FrontSettings {
        limits,
        report,
        ..FrontSettings::default()
    })
    .await;
    let path = format!("/{TOKEN}/face/events");
    let mut streams = Vec::new();
    for _ in 0..3 {
        let mut stream = front.send("GET", &path, "").await;
        stream.read_exact(&mut [0; 12]).await.unwrap();
        streams.push(stream);
    }
    for _ in 0..100 {
        let mut refused = front.connect().await;
        let answer = rest(&mut refused).await;
        assert!(
            answer.starts_with("HTTP/1.1 503") && answer.contains("retry-after: 2"),
            "{answer}"
        );
    }
    // The operator gets one line about them.
    assert_eq!(*reports.lock().unwrap(), [(Limit::Connections, 1)]);
    streams[0].read_exact(&mut [0; 1024]).await.unwrap();
    drop(streams.pop());
    timeout(PATIENCE, async {
        while front.ask("GET", "/health", "").await.0 != 200 {
            sleep(Duration::from_millis(5)).await;
        }
    })
    .await
    .expect("the place stays taken");
    let (_, metrics) = front.ask("GET", &format!("/{TOKEN}/metrics"), "").await;
    assert!(
        metrics.contains("agent_ui_refusals_total{limit=\"connections\"} 100"),
        "{metrics}"
    );
    front.stop().await;
}

type Refused = Arc<std::sync::Mutex<Vec<(Limit, u64)>>>;

/// Returns a report function and the refusals that it has received.
fn refusals() -> (ReportFunction, Refused) {
    let reports = Refused::default();
    let reported = Arc::clone(&reports);
    let report = move |report: &FrontReport| {
        if let FrontReport::Refused { limit, count } = report {
            reported.lock().unwrap().push((*limit, *count));
        }
    };
    (Arc::new(report), reports)
}

/// Returns the settings of a server behind a proxy whose headers are trusted.
fn behind_proxy(per_address: usize, report: ReportFunction) -> FrontSettings {
    FrontSettings {
        exposure: Exposure::Proxy {
            url: "http://agents.test".parse().unwrap(),
        },
        trusts_forwarded: true,
        limits: FrontLimits {
            per_address,
            ..FrontLimits::default()
        },
        report,
        ..FrontSettings::default()
    }
}

const ONE: &str = "X-Forwarded-For: 203.0.113.1\r\n";
const OTHER: &str = "X-Forwarded-For: 203.0.113.1, 203.0.113.2\r\n";

#[tokio::test]
async fn a_user_with_many_connections_locks_out_no_other() {
    let (report, reports) = refusals();
    let front = TestFront::start(behind_proxy(4, report)).await;
    let events = format!("/{TOKEN}/face/events");
    let mut streams = Vec::new();
    for _ in 0..4 {
        let mut stream = front.send("GET", &events, ONE).await;
        stream.read_exact(&mut [0; 12]).await.unwrap();
        streams.push(stream);
    }
    // As many requests wait as there are places, and further ones are refused.
    let mut waiting = Vec::new();
    for _ in 0..4 {
        waiting.push(front.send("GET", &format!("/{TOKEN}/face"), ONE).await);
    }
    sleep(Duration::from_millis(100)).await;
    for _ in 0..50 {
        let (status, answer) = front.ask("GET", &events, ONE).await;
        assert!(
            status == 429 && answer.contains("retry-after: 2"),
            "{answer}"
        );
    }
    assert_eq!(*reports.lock().unwrap(), [(Limit::AddressRequests, 1)]);
    // Another user and monitors go on, also if a client invents the start of the header.
    for _ in 0..10 {
        assert_eq!(
            front.ask("GET", &format!("/{TOKEN}/face"), OTHER).await.0,
            200
        );
    }
    let (_, metrics) = front.ask("GET", &format!("/{TOKEN}/metrics"), ONE).await;
    assert!(
        metrics.contains("agent_ui_refusals_total{limit=\"address-requests\"} 50"),
        "{metrics}"
    );
    // A waiting request is answered when there is a place.
    drop(streams.pop());
    for mut waiting in waiting {
        assert!(rest(&mut waiting).await.ends_with("face"));
    }
    front.stop().await;
}

#[tokio::test]
async fn a_websocket_counts_towards_connections_and_its_address() {
    let (report, _) = refusals();
    let front = TestFront::start(behind_proxy(1, report)).await;
    let upgrade = format!(
        "GET /{TOKEN}/sockets HTTP/1.1\r\nHost: {}\r\n{ONE}Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
        front.address
    );
    let mut socket = front.connect().await;
    socket.write_all(upgrade.as_bytes()).await.unwrap();
    let mut start = [0; 12];
    socket.read_exact(&mut start).await.unwrap();
    assert_eq!(&start, b"HTTP/1.1 101");
    let (_, metrics) = front.ask("GET", &format!("/{TOKEN}/metrics"), "").await;
    assert!(metrics.contains("agent_ui_connections 2\n"), "{metrics}");
    let mut waiting = front.send("GET", &format!("/{TOKEN}/face"), ONE).await;
    assert!(
        timeout(Duration::from_millis(300), waiting.read_exact(&mut [0; 12]))
            .await
            .is_err()
    );
    drop(socket);
    assert!(rest(&mut waiting).await.ends_with("face"));
    front.stop().await;
}

#[tokio::test]
async fn clients_without_a_known_address_have_no_address_limit() {
    let (report, _) = refusals();
    let untrusted = FrontSettings {
        trusts_forwarded: false,
        ..behind_proxy(1, report)
    };
    let loopback = limits(FrontLimits {
        per_address: 1,
        ..FrontLimits::default()
    });
    for settings in [untrusted, loopback] {
        let front = TestFront::start(settings).await;
        let mut streams = Vec::new();
        for _ in 0..20 {
            let mut stream = front
                .send("GET", &format!("/{TOKEN}/face/events"), ONE)
                .await;
            stream.read_exact(&mut [0; 12]).await.unwrap();
            streams.push(stream);
        }
        drop(streams);
        front.stop().await;
    }
}

#[tokio::test]
async fn stopping_ends_streams_and_waits_for_requests() {
    let front = TestFront::start(FrontSettings::default()).await;
    let address = front.address;
    let mut events = front
        .send("GET", &format!("/{TOKEN}/face/events"), "")
        .await;
    events.read_exact(&mut [0; 64]).await.unwrap();
    let mut late = front.send("POST", &format!("/{TOKEN}/face/late"), "").await;
    let mut idle = front.connect().await;
    sleep(Duration::from_millis(50)).await;
    let (answer, stream, nothing, ()) = tokio::join!(
        rest(&mut late),
        rest(&mut events),
        rest(&mut idle),
        front.stop()
    );
    assert!(answer.ends_with("late"), "{answer}");
    // The last chunk has no length: the stream has ended, and was not cut off.
    assert!(
        stream.ends_with("0\r\n\r\n"),
        "{}",
        &stream[stream.len().saturating_sub(40)..]
    );
    assert_eq!(nothing, "");
    assert!(TcpStream::connect(address).await.is_err());
}

fn certificate(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("src/server/front")
        .join(name)
}

fn tls() -> Exposure {
    Exposure::Tls {
        host: "agents.example".parse().unwrap(),
        certificate: certificate("test_certificate.pem"),
        key: certificate("test_key.pem"),
    }
}

/// Connects to a server with the test certificate. The client offers these protocols.
async fn tls_connection(address: SocketAddr, protocols: &[&[u8]]) -> TlsStream<TcpStream> {
    use rustls_pki_types::{CertificateDer, ServerName, pem::PemObject};
    let mut roots = RootCertStore::empty();
    roots
        .add(CertificateDer::from_pem_file(certificate("test_certificate.pem")).unwrap())
        .unwrap();
    let mut config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_root_certificates(roots)
        .with_no_client_auth();
    config.alpn_protocols = protocols.iter().map(|name| name.to_vec()).collect();
    let stream = TcpStream::connect(address).await.unwrap();
    let name = ServerName::try_from("agents.example").unwrap();
    TlsConnector::from(Arc::new(config))
        .connect(name, stream)
        .await
        .unwrap()
}

#[tokio::test]
async fn one_connection_of_http2_carries_many_streams() {
    use hyper_util::rt::{TokioExecutor, TokioIo};
    let limits = FrontLimits {
        head: Duration::from_secs(3),
        ..FrontLimits::default()
    };
    let front = TestFront::start(FrontSettings {
        exposure: tls(),
        limits,
        ..FrontSettings::default()
    })
    .await;
    let stream = tls_connection(front.address, &[b"h2", b"http/1.1"]).await;
    assert_eq!(stream.get_ref().1.alpn_protocol(), Some(&b"h2"[..]));
    let handshake =
        hyper::client::conn::http2::handshake(TokioExecutor::new(), TokioIo::new(stream));
    let (sender, connection) = handshake.await.unwrap();
    let connection = tokio::spawn(connection);
    let ask = async |path: &str, headers: &[(&'static str, &'static str)]| {
        let uri = format!("https://agents.example{path}");
        let mut request = axum::http::Request::builder().uri(uri);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let mut sender = sender.clone();
        sender.ready().await.unwrap();
        let answer = sender
            .send_request(request.body(Body::empty()).unwrap())
            .await
            .unwrap();
        (answer.status().as_u16(), Body::new(answer.into_body()))
    };
    let events = format!("/{TOKEN}/face/events");
    let mut streams = Vec::new();
    for _ in 0..50 {
        let (status, body) = ask(&events, &[]).await;
        assert_eq!(status, 200);
        let mut body = body.into_data_stream();
        streams.push(tokio::spawn(async move {
            while body.next().await.is_some_and(|frame| frame.is_ok()) {}
        }));
    }
    assert_eq!(ask("/health", &[]).await.0, 200);
    assert_eq!(
        ask(
            &format!("/{TOKEN}/face"),
            &[("origin", "https://agents.example")]
        )
        .await
        .0,
        200
    );
    assert_eq!(
        ask(
            &format!("/{TOKEN}/face"),
            &[("origin", "https://evil.example")]
        )
        .await
        .0,
        403
    );
    // The address of the request counts, and not a header next to it.
    assert_eq!(
        ask(&format!("/{TOKEN}/face"), &[("host", "evil.example")])
            .await
            .0,
        200
    );
    // A connection with running requests stays. Without them, it is closed after the time for the next request.
    sleep(Duration::from_secs(4)).await;
    assert!(streams.iter().all(|stream| !stream.is_finished()));
    streams.iter().for_each(JoinHandle::abort);
    timeout(PATIENCE, connection)
        .await
        .expect("the idle connection stays open")
        .unwrap()
        .unwrap();
    front.stop().await;
}

#[tokio::test]
async fn other_computers_connect_over_tls() {
    let head = Duration::from_secs(2);
    let settings = FrontSettings {
        address: Ipv4Addr::UNSPECIFIED.into(),
        exposure: tls(),
        limits: FrontLimits {
            head,
            ..FrontLimits::default()
        },
        ..FrontSettings::default()
    };
    let front = TestFront::start(settings).await;
    let address = SocketAddr::new(Ipv4Addr::LOCALHOST.into(), front.address.port());
    for (host, path, status) in [
        ("agents.example", "/health", "200"),
        ("127.0.0.1", "/health", "200"),
        ("evil.example", "/health", "403"),
        ("127.0.0.1", "/0123456789abcdef/face", "403"),
    ] {
        let mut stream = tls_connection(address, &[]).await;
        let request = format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut text = String::new();
        let _ = timeout(PATIENCE, stream.read_to_string(&mut text))
            .await
            .unwrap();
        assert!(
            text.starts_with(&format!("HTTP/1.1 {status}")),
            "{host}: {text}"
        );
    }
    // Neither a client without TLS nor a silent one keeps its connection.
    let mut plain = TcpStream::connect(address).await.unwrap();
    plain
        .write_all(b"GET /health HTTP/1.1\r\nHost: agents.example\r\n\r\n")
        .await
        .unwrap();
    assert!(!rest(&mut plain).await.contains("HTTP"));
    let mut silent = TcpStream::connect(address).await.unwrap();
    assert_eq!(rest(&mut silent).await, "");
    front.stop().await;
}

#[tokio::test]
async fn unsafe_addresses_and_bad_certificates_are_refused() {
    let fails = async |settings: FrontSettings| Front::bind(settings).await.err().unwrap();
    let all = || FrontSettings {
        address: Ipv4Addr::UNSPECIFIED.into(),
        ..FrontSettings::default()
    };
    assert!(matches!(fails(all()).await, FrontError::Exposed(_)));
    let with = |certificate: PathBuf, key: PathBuf| FrontSettings {
        exposure: Exposure::Tls {
            host: "a.test".parse().unwrap(),
            certificate,
            key,
        },
        ..all()
    };
    let (chain, key) = (
        certificate("test_certificate.pem"),
        certificate("test_key.pem"),
    );
    for (settings, of, why) in [
        (
            with(certificate("nothing.pem"), key.clone()),
            certificate("nothing.pem"),
            "No such file",
        ),
        (
            with(key.clone(), key.clone()),
            key.clone(),
            "no certificate",
        ),
        (
            with(chain.clone(), chain.clone()),
            chain.clone(),
            "no private key",
        ),
    ] {
        let (FrontError::Certificate { file, reason } | FrontError::Key { file, reason }) =
            fails(settings).await
        else {
            panic!("{why}")
        };
        assert!(
            file == of && reason.contains(why),
            "{}: {reason}",
            file.display()
        );
    }
    let taken = TestFront::start(FrontSettings::default()).await;
    let settings = FrontSettings {
        port: taken.address.port(),
        ..FrontSettings::default()
    };
    assert!(matches!(fails(settings).await, FrontError::Listen { .. }));
    taken.stop().await;
}

#[test]
fn server_addresses_contain_the_public_host() {
    let socket = |text: &str| text.parse::<SocketAddr>().unwrap();
    let proxy = |url: &str| Exposure::Proxy {
        url: url.parse().unwrap(),
    };
    assert_eq!(
        Exposure::Loopback.base_url(socket("[::1]:4000")),
        "http://[::1]:4000"
    );
    assert_eq!(
        tls().base_url(socket("0.0.0.0:8443")),
        "https://agents.example:8443"
    );
    assert_eq!(
        tls().base_url(socket("0.0.0.0:443")),
        "https://agents.example"
    );
    assert_eq!(
        proxy("Agents.example:8443").base_url(socket("127.0.0.1:80")),
        "https://agents.example:8443"
    );
    assert_eq!(
        proxy("http://a.test/ui/x/").base_url(socket("127.0.0.1:80")),
        "http://a.test/ui/x"
    );
    assert_eq!(tls().hosts([0, 0, 0, 0].into()), ["agents.example"]);
    assert!(
        proxy("a.test")
            .hosts([127, 0, 0, 1].into())
            .contains(&"a.test".to_owned())
    );
    for wrong in [
        "",
        "https://a",
        "a/b",
        "a:x",
        "a b",
        "[::g]",
        "a:70000",
        "user@a",
    ] {
        assert!(wrong.parse::<PublicHost>().is_err(), "{wrong}");
    }
    for wrong in [
        "",
        "ftp://a",
        "https://",
        "a/b/../c",
        "a//b",
        "https://a/b?c",
        "https://a/{b}",
        "https://u@a",
        "a/%2e",
    ] {
        assert!(wrong.parse::<ProxyUrl>().is_err(), "{wrong}");
    }
    assert_eq!("[::1]:80".parse::<PublicHost>().unwrap().name(), "[::1]");
}

#[cfg(unix)]
#[tokio::test]
async fn a_signal_before_the_wait_is_caught() {
    let interrupted = wait_for_interrupt();
    let killed = std::process::Command::new("kill")
        .args(["-TERM", &std::process::id().to_string()])
        .status();
    assert!(killed.unwrap().success());
    timeout(PATIENCE, interrupted).await.unwrap();
}
