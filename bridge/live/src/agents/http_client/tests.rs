use super::*;
use crate::sse::response;
use axum::{
    Router,
    http::HeaderMap,
    routing::{get, post},
};
use std::sync::atomic::{AtomicBool, Ordering};
use tokio::{net::TcpListener, sync::Notify};

/// Serves routes, and returns their address. The server ends with the runtime of the test.
async fn serve(routes: Router) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(listener, routes).await });
    address
}

#[tokio::test]
async fn a_response_arrives_in_pieces() {
    let answer = |headers: HeaderMap, body: String| async move {
        assert_eq!(
            (&headers["content-type"], &headers["x-own"]),
            (&"application/json".parse().unwrap(), &"1".parse().unwrap())
        );
        let (sink, response) = response();
        tokio::spawn(async move {
            sink.send(&body).await.unwrap();
            sink.closed().await;
        });
        response
    };
    let url = serve(Router::new().route("/run", post(answer))).await + "/run";
    let response = HttpClient::new()
        .post(&url, &[("x-own", "1")], "{}".to_owned())
        .await
        .unwrap();
    let response = response.successful().await.unwrap();
    assert!(response.has_type("text/event-stream") && !response.has_type("text/event"));
    let mut events = response.events();
    assert_eq!(events.next().await.unwrap().unwrap().data, "{}");
}

#[tokio::test]
async fn errors_state_their_cause_and_whether_a_retry_can_help() {
    let busy = (StatusCode::SERVICE_UNAVAILABLE, " try later\n");
    let routes = Router::new()
        .route("/busy", get(move || async move { busy }))
        .route("/long", get(|| async { "x".repeat(100) }));
    let base = serve(routes).await;
    let client = HttpClient::new();
    let ask = async |url: String| {
        client
            .request(Method::GET, &url, &[], None)
            .await?
            .successful()
            .await?
            .text(10)
            .await
    };
    let free = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let closed = format!("http://{}/", free.local_addr().unwrap());
    drop(free);
    for (url, expected, is_temporary) in [
        (
            format!("{base}/busy"),
            "answered 503 Service Unavailable: try later",
            true,
        ),
        (format!("{base}/none"), "answered 404 Not Found", false),
        (format!("{base}/long"), "more than 10 bytes", true),
        (closed, "cannot be reached", true),
        ("ftp://a/".to_owned(), "it must start with `http://`", false),
        ("/run".to_owned(), "it must start with `http://`", false),
        (
            "http://ann:secret@a/".to_owned(),
            "passwords are not supported",
            false,
        ),
    ] {
        let error = ask(url).await.unwrap_err();
        assert!(error.to_string().contains(expected), "{error}");
        assert_eq!(error.is_temporary(), is_temporary, "{error}");
    }
}

#[tokio::test]
async fn a_server_that_never_answers_is_abandoned() {
    let arrived = Arc::new(Notify::new());
    let notify = Arc::clone(&arrived);
    let silent = get(move || async move {
        notify.notify_one();
        std::future::pending::<()>().await
    });
    let url = serve(Router::new().route("/", silent)).await + "/";
    let client = HttpClient::new();
    let request = tokio::spawn(async move { client.request(Method::GET, &url, &[], None).await });
    arrived.notified().await;
    tokio::time::pause();
    let error = request.await.unwrap().unwrap_err();
    assert!(
        error.to_string().ends_with("gave no response within 120 s"),
        "{error}"
    );
}

#[tokio::test]
async fn a_redirect_is_not_followed() {
    // The headers of the request could be secrets.
    let asked = Arc::new(AtomicBool::new(false));
    let reached = Arc::clone(&asked);
    let other =
        Router::new().fallback(move || async move { reached.store(true, Ordering::Relaxed) });
    let location = serve(other).await + "/";
    let moved = move || async move { (StatusCode::TEMPORARY_REDIRECT, [("location", location)]) };
    let url = serve(Router::new().route("/", post(moved))).await + "/";
    let headers = [("authorization", "secret"), ("cookie", "a=b")];
    let response = HttpClient::new()
        .post(&url, &headers, "{}".to_owned())
        .await
        .unwrap();
    assert!(
        response
            .successful()
            .await
            .unwrap_err()
            .to_string()
            .contains("307")
    );
    assert!(!asked.load(Ordering::Relaxed));
}
