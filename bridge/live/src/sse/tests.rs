use super::*;
use axum::body::{Bytes, to_bytes};
use futures_util::stream;
use std::io;

type Piece = io::Result<Bytes>;

async fn read(pieces: Vec<Piece>, limit: usize) -> Vec<Result<SseEvent, SseError>> {
    let mut reader = EventReader::with_limit(Body::from_stream(stream::iter(pieces)), limit);
    let mut all = Vec::new();
    while let Some(next) = reader.next().await {
        all.push(next);
    }
    all
}

fn event(event: &str, id: Option<&str>, data: &str) -> Result<SseEvent, SseError> {
    Ok(SseEvent {
        event: event.to_owned(),
        id: id.map(str::to_owned),
        data: data.to_owned(),
    })
}

#[tokio::test]
async fn events_are_the_same_for_every_line_end_and_piece_size() {
    let text = "\u{feff}: hello\ndata: {\"a\":\ndata:1}\n\nevent: x\nid: 7\nretry: 5\nother\ndata\n\nevent: no data\n\ndata:  \u{e9}";
    let expected = [
        event("", None, "{\"a\":\n1}"),
        event("x", Some("7"), ""),
        event("", Some("7"), " \u{e9}"),
    ];
    for line_end in ["\n", "\r\n", "\r"] {
        let text = text.replace('\n', line_end);
        for size in 1..text.len() {
            let pieces = text
                .as_bytes()
                .chunks(size)
                .map(|piece| Ok(Bytes::copy_from_slice(piece)));
            assert_eq!(
                read(pieces.collect(), 100).await,
                expected,
                "{line_end:?}, {size} bytes at once"
            );
        }
    }
}

#[tokio::test]
async fn long_events_and_broken_connections_fail_after_the_earlier_events() {
    let long = vec![
        Ok("data: 1\n\ndata: 12345".into()),
        Ok("6789012345\n\ndata: 2\n\n".into()),
    ];
    assert_eq!(
        read(long, 20).await,
        [event("", None, "1"), Err(SseError::TooLong(20))]
    );
    let many = vec![Ok("data: 12345\ndata: 12345\ndata: 12345\n\n".into())];
    assert_eq!(read(many, 20).await, [Err(SseError::TooLong(20))]);
    let broken = vec![
        Ok("data: 1\n\ndata: 2".into()),
        Err(io::Error::other("reset")),
    ];
    let [first, Err(SseError::Broken(reason))] = &*read(broken, 20).await else {
        panic!("two items")
    };
    assert_eq!(
        (first, reason.contains("reset")),
        (&event("", None, "1"), true)
    );
}

#[tokio::test]
async fn json_is_written_on_one_line_and_read_again() {
    let written = async |json: &str| {
        let (sink, response) = response();
        sink.send(json).await.unwrap();
        drop(sink);
        let text = to_bytes(response.into_body(), 100).await.unwrap();
        String::from_utf8(text.to_vec()).unwrap()
    };
    let text = written("[\"a\",\n1,\r\n2,\r3\n]").await;
    assert_eq!(text, "data: [\"a\",1,2,3]\n\n");
    assert_eq!(
        read(vec![Ok(text.into())], 100).await,
        [event("", None, "[\"a\",1,2,3]")]
    );
    assert_eq!(written("{}").await, "data: {}\n\n");
}

#[tokio::test(start_paused = true)]
async fn a_response_keeps_the_connection_open_and_ends_with_its_sink() {
    let (sink, response) = response();
    assert_eq!(response.headers()["content-type"], "text/event-stream");
    assert_eq!(response.headers()["x-accel-buffering"], "no");
    let mut body = response.into_body().into_data_stream();
    assert_eq!(body.next().await.unwrap().unwrap(), ": ping\n\n");
    sink.send("1").await.unwrap();
    assert_eq!(body.next().await.unwrap().unwrap(), "data: 1\n\n");
    drop(sink);
    assert!(body.next().await.is_none());
}

#[tokio::test(start_paused = true)]
async fn a_client_that_does_not_read_or_disconnects_is_dropped() {
    let (sink, response) = response();
    for _ in 0..16 {
        sink.send("1").await.unwrap();
    }
    assert_eq!(sink.send("1").await, Err(writer::Gone));
    drop(response);
    sink.closed().await;
}
