#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use super::*;
use crate::peers::test_host::{CANVAS, CHAT, SESSION, TestHost, soon};
use ahp::canvas::{CanvasOpenParams, host::Limits};
use axum::http::HeaderValue;
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader, duplex},
    net::TcpStream,
};
use tokio_tungstenite::{
    MaybeTlsStream, WebSocketStream, connect_async,
    tungstenite::{self, Message, client::IntoClientRequest},
};

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

fn hello(client: &str) -> String {
    let params = json!({
        "channel": "ahp-root://", "protocolVersions": ["1.0.0"], "clientId": client,
        "initialSubscriptions": [SESSION, CHAT],
    });
    json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params}).to_string()
}

async fn next(socket: &mut Socket) -> Result<Value, Option<u16>> {
    loop {
        match soon(socket.next()).await {
            Some(Ok(Message::Text(text))) => return Ok(serde_json::from_str(&text).unwrap()),
            Some(Ok(Message::Close(frame))) => return Err(frame.map(|frame| frame.code.into())),
            Some(Ok(_)) => {}
            Some(Err(_)) | None => return Err(None),
        }
    }
}

/// Connects a client that sends `initialize`.
async fn join(test_host: &TestHost, client: &str) -> Socket {
    let (mut socket, _) = soon(connect_async(test_host.url())).await.unwrap();
    socket.send(Message::text(hello(client))).await.unwrap();
    let answer = next(&mut socket).await.unwrap();
    assert_eq!(answer["result"]["protocolVersion"], "1.0.0", "{answer}");
    socket
}

async fn next_end(test_host: &mut TestHost) -> ConnectionEnd {
    let ended = |event| {
        if let Event::Ended { why, .. } = event {
            Some(why)
        } else {
            None
        }
    };
    test_host.until(ended).await
}

/// Returns settings with these connection limits.
fn with(limits: ConnectionLimits) -> Settings {
    Settings {
        limits,
        ..Settings::default()
    }
}

#[tokio::test]
async fn requests_of_other_hosts_and_origins_are_refused() {
    let settings = Settings {
        connections: 1,
        origins: vec!["https://app.test".parse().unwrap()],
        ..Settings::default()
    };
    let test_host = TestHost::new(settings, Limits::default()).await;
    let address = test_host.address.clone();
    let come = async |host: Option<&str>, origin: Option<&str>| {
        let mut request = test_host.url().into_client_request().unwrap();
        if let Some(host) = host {
            request
                .headers_mut()
                .insert("host", HeaderValue::from_str(host).unwrap());
        }
        if let Some(origin) = origin {
            request
                .headers_mut()
                .insert("origin", HeaderValue::from_str(origin).unwrap());
        }
        match soon(connect_async(request)).await {
            Ok((socket, _)) => Ok(socket),
            Err(tungstenite::Error::Http(answer)) => Err(answer.status().as_u16()),
            Err(error) => panic!("{error}"),
        }
    };
    let own = format!("http://{address}");
    for (host, origin, expected) in [
        (None, None, None),
        (Some("localhost:1"), None, None),
        (Some("evil.test"), None, Some(403)),
        (Some("127.0.0.1.evil.test"), None, Some(403)),
        (None, Some(&*own), None),
        (None, Some("https://app.test"), None),
        (None, Some("https://app.test.evil"), Some(403)),
        (None, Some("http://127.0.0.1:1"), Some(403)),
        (None, Some("null"), Some(403)),
    ] {
        // The previous connection has ended when its permit is available again.
        let _ = soon(test_host.host.shared.permits.acquire()).await;
        assert_eq!(
            come(host, origin).await.err(),
            expected,
            "{host:?} {origin:?}"
        );
    }
    let _ = soon(test_host.host.shared.permits.acquire()).await;
    let _first = come(None, None).await.unwrap();
    assert_eq!(come(None, None).await.err(), Some(503));
    // This request is not a WebSocket handshake.
    let mut stream = TcpStream::connect(&address).await.unwrap();
    stream
        .write_all(b"GET / HTTP/1.1\r\nhost: localhost\r\n\r\n")
        .await
        .unwrap();
    let mut line = String::new();
    soon(BufReader::new(stream).read_line(&mut line))
        .await
        .unwrap();
    assert!(line.starts_with("HTTP/1.1 4"), "{line}");
}

#[tokio::test]
async fn a_client_on_a_pipe_is_served_line_by_line() {
    let settings = with(ConnectionLimits {
        message: 4096,
        ..ConnectionLimits::default()
    });
    let mut test_host = TestHost::new(
        settings,
        Limits {
            message: 4096,
            ..Limits::default()
        },
    )
    .await;
    let (ours, theirs) = duplex(64);
    let (from, to) = tokio::io::split(ours);
    let host = test_host.host.clone();
    let served = tokio::spawn(async move { host.serve_lines(BufReader::new(from), to).await });
    let (from, mut to) = tokio::io::split(theirs);
    let mut lines = BufReader::new(from).lines();
    let mut ask = async |text: &str| {
        to.write_all(text.as_bytes()).await.unwrap();
        to.write_all(b"\r\n").await.unwrap();
    };
    ask(&hello("pipe")).await;
    let mut answer = async || -> Value {
        serde_json::from_str(&soon(lines.next_line()).await.unwrap().unwrap()).unwrap()
    };
    assert_eq!(answer().await["id"], 1);
    ask(&format!("\"{}\"", "x".repeat(9000))).await;
    let refusal = answer().await;
    assert_eq!(
        (
            &refusal["id"],
            refusal["error"]["message"].as_str().unwrap()
        ),
        (&Value::Null, "the frame is longer than 4096 bytes")
    );
    ask("no JSON").await;
    assert_eq!(answer().await["error"]["code"], -32700);
    ask(r#"{"jsonrpc":"2.0","id":"p","method":"ping"}"#).await;
    assert_eq!(
        answer().await,
        json!({"jsonrpc": "2.0", "id": "p", "result": null})
    );
    test_host.open().await;
    assert_eq!(
        answer().await["params"]["action"]["type"],
        "chat/canvasesChanged"
    );
    drop((lines, to));
    assert_eq!(soon(served).await.unwrap(), Some(ConnectionEnd::Gone));
    assert_eq!(next_end(&mut test_host).await, ConnectionEnd::Gone);
}

#[tokio::test]
async fn a_message_that_is_too_long_ends_only_its_connection() {
    let mut test_host = TestHost::new(
        with(ConnectionLimits {
            message: 4096,
            ..ConnectionLimits::default()
        }),
        Limits::default(),
    )
    .await;
    let mut other = join(&test_host, "other").await;
    let mut socket = join(&test_host, "long").await;
    socket.send(Message::text("x".repeat(5000))).await.unwrap();
    assert_eq!(next(&mut socket).await, Err(Some(1009)));
    assert_eq!(next_end(&mut test_host).await, ConnectionEnd::TooLong);
    assert_eq!(test_host.host.inspect(|host| host.clients().count()), 1);
    test_host.open().await;
    assert_eq!(
        next(&mut other).await.unwrap()["params"]["action"]["type"],
        "chat/canvasesChanged"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_slow_client_is_disconnected_without_delaying_others() {
    let mut test_host = TestHost::new(
        with(ConnectionLimits {
            queue: 1 << 20,
            ..ConnectionLimits::default()
        }),
        Limits::default(),
    )
    .await;
    test_host.open().await;
    let mut quick = join(&test_host, "quick").await;
    let mut slow = join(&test_host, "slow").await;
    let follow =
        json!({"jsonrpc": "2.0", "id": 2, "method": "subscribe", "params": {"channel": CANVAS}})
            .to_string();
    for socket in [&mut quick, &mut slow] {
        socket.send(Message::text(follow.clone())).await.unwrap();
        assert_eq!(next(socket).await.unwrap()["id"], 2);
    }
    // These frames exceed the queue and the system's buffers for the slow client.
    let (seen, mut last_seen) = tokio::sync::watch::channel(0);
    let reading = tokio::spawn(async move {
        while *seen.borrow() < 399 {
            let message = next(&mut quick).await.unwrap();
            let title = message["params"]["action"]["canvas"]["title"]
                .as_str()
                .unwrap();
            seen.send_replace(title.split(' ').next().unwrap().parse::<usize>().unwrap());
        }
        quick
    });
    for n in 0..400 {
        test_host.call_it(&format!("{n} {}", "x".repeat(64 << 10)));
        // The quick client keeps up, however slow the machine is.
        soon(last_seen.wait_for(|seen| n < seen + 8)).await.unwrap();
    }
    // The quick client stays connected, so that the first end is that of the slow one.
    let _quick = soon(reading).await.unwrap();
    assert_eq!(next_end(&mut test_host).await, ConnectionEnd::Slow);
    // The host notices the end late, so the client id must be usable immediately.
    join(&test_host, "slow").await;
}

#[tokio::test]
async fn a_silent_client_is_disconnected_and_a_responsive_one_is_not() {
    let millis = Duration::from_millis;
    let limits = ConnectionLimits {
        ping: millis(40),
        silence: millis(1500),
        ..ConnectionLimits::default()
    };
    let mut test_host = TestHost::new(with(limits), Limits::default()).await;
    test_host.open().await;
    let mut quiet = join(&test_host, "quiet").await;
    let _silent = join(&test_host, "silent").await;
    let follow =
        json!({"jsonrpc": "2.0", "id": 2, "method": "subscribe", "params": {"channel": CANVAS}});
    quiet.send(Message::text(follow.to_string())).await.unwrap();
    // One client reads, and so answers pings while it receives frames. The other does nothing.
    let reading = tokio::spawn(async move {
        loop {
            let told = next(&mut quiet).await?;
            if told["params"]["action"]["canvas"]["title"] == "the last" {
                return Ok::<_, Option<u16>>(());
            }
        }
    });
    for n in 0..120 {
        test_host.call_it(&n.to_string());
        tokio::time::sleep(millis(10)).await;
    }
    assert_eq!(next_end(&mut test_host).await, ConnectionEnd::Silent);
    test_host.call_it("the last");
    assert_eq!(soon(reading).await.unwrap(), Ok(()));
}

#[tokio::test]
async fn connections_without_a_handshake_end() {
    let settings = Settings {
        handshake_timeout: Duration::from_secs(1),
        ..Settings::default()
    };
    let mut test_host = TestHost::new(settings, Limits::default()).await;
    let mut presented = join(&test_host, "presented").await;
    let (mut stranger, _) = soon(connect_async(test_host.url())).await.unwrap();
    // The client sends a request that does not present it.
    stranger
        .send(Message::text(r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#))
        .await
        .unwrap();
    assert_eq!(next(&mut stranger).await.unwrap()["id"], 1);
    assert_eq!(next_end(&mut test_host).await, ConnectionEnd::Silent);
    assert_eq!(next(&mut stranger).await, Err(None));
    test_host.open().await;
    assert_eq!(
        next(&mut presented).await.unwrap()["params"]["action"]["type"],
        "chat/canvasesChanged"
    );
}

#[tokio::test]
async fn a_client_of_an_unsupported_version_is_refused() {
    let mut test_host = TestHost::new(Settings::default(), Limits::default()).await;
    let (mut socket, _) = soon(connect_async(test_host.url())).await.unwrap();
    socket
        .send(Message::text(hello("later").replace("1.0.0", "2.0.0")))
        .await
        .unwrap();
    let answer = next(&mut socket).await.unwrap();
    assert_eq!(
        answer["error"]["data"],
        json!({"supportedVersions": ["1.0.0"]})
    );
    assert_eq!(next(&mut socket).await, Err(Some(1002)));
    assert_eq!(next_end(&mut test_host).await, ConnectionEnd::Unsupported);
}

#[tokio::test]
async fn a_client_has_only_one_connection() {
    let mut test_host = TestHost::new(Settings::default(), Limits::default()).await;
    let mut first = join(&test_host, "twin").await;
    let mut second = join(&test_host, "twin").await;
    assert_eq!(next(&mut first).await, Err(Some(4001)));
    assert_eq!(next_end(&mut test_host).await, ConnectionEnd::TakenOver);
    test_host.open().await;
    assert_eq!(
        next(&mut second).await.unwrap()["params"]["action"]["type"],
        "chat/canvasesChanged"
    );
}

#[tokio::test]
async fn overdue_providers_are_abandoned() {
    let answer = Duration::from_millis(50);
    let test_host = TestHost::new(
        Settings::default(),
        Limits {
            answer,
            ..Limits::default()
        },
    )
    .await;
    let params = || CanvasOpenParams::new(SESSION, "plan", "museum", "east");
    let opening = test_host.host.begin(|host| host.open(params())).unwrap();
    let failed = soon(opening.outcome()).await.unwrap_err();
    assert!(failed.message.contains("in time"), "{failed:?}");
    // The instance id is free again, and the failed call has ended.
    let opening = test_host.host.begin(|host| host.open(params())).unwrap();
    test_host
        .host
        .apply(|host| host.cancel(opening.id()))
        .unwrap();
    assert!(
        soon(opening.outcome())
            .await
            .unwrap_err()
            .message
            .contains("cancelled")
    );
}

#[tokio::test]
async fn receiving_pauses_while_the_program_is_busy() {
    const SAID: u64 = 2_000;
    let mut test_host = TestHost::new(Settings::default(), Limits::default()).await;
    let mut socket = join(&test_host, "talker").await;
    let say = |n: u64| {
        let action = json!({"type": "x/said", "n": n});
        let params = json!({"channel": SESSION, "clientSeq": n, "action": action});
        Message::text(
            json!({"jsonrpc": "2.0", "method": "dispatchAction", "params": params}).to_string(),
        )
    };
    let talking = tokio::spawn(async move {
        for n in 1..=SAID {
            socket.send(say(n)).await.unwrap();
        }
        socket
    });
    // One frame may be in transit when there is room for the last event.
    let is_full =
        |events: &str| events.contains("waiting: 256,") || events.contains("waiting: 257,");
    for _ in 0..100 {
        if is_full(&format!("{:?}", test_host.events)) {
            break;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    tokio::time::sleep(Duration::from_millis(300)).await;
    let behind = format!("{:?}", test_host.events);
    assert!(is_full(&behind), "{behind}");
    for n in 1..=SAID {
        let said = test_host.until(|event| {
            if let Event::Dispatched { params, .. } = event {
                Some(params)
            } else {
                None
            }
        });
        assert_eq!(said.await.client_seq, n);
    }
    drop(soon(talking).await.unwrap());
}

#[tokio::test]
async fn a_stopping_host_closes_its_connections() {
    let mut test_host = TestHost::new(Settings::default(), Limits::default()).await;
    let mut clients = Vec::new();
    for name in ["a", "b"] {
        clients.push(join(&test_host, name).await);
    }
    // A client that never reads again.
    let _silent = join(&test_host, "silent").await;
    test_host.open().await;
    let opening = test_host
        .host
        .begin(|host| host.open(CanvasOpenParams::new(SESSION, "plan", "museum", "west")))
        .unwrap();
    soon(test_host.host.shutdown(Duration::from_millis(300))).await;
    for client in &mut clients {
        // Frames in transit arrive before the end.
        assert_eq!(
            next(client).await.unwrap()["params"]["action"]["type"],
            "chat/canvasesChanged"
        );
        assert_eq!(next(client).await, Err(Some(1001)));
    }
    assert!(soon(opening.outcome()).await.is_err());
    while soon(test_host.events.next()).await.is_some() {}
    assert!(
        matches!(soon(connect_async(test_host.url())).await, Err(tungstenite::Error::Http(answer)) if answer.status() == 503)
    );
    assert!(
        test_host
            .host
            .serve_lines(BufReader::new(tokio::io::empty()), tokio::io::sink())
            .await
            .is_none()
    );
}
