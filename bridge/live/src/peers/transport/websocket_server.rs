//! WebSocket connections of a server.

use super::{ConnectionEnd, Frame, ReceiveFrames, ReceivedFrame, SendFrames};
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket};
use futures_util::{
    Sink, SinkExt, Stream, StreamExt,
    stream::{SplitSink, SplitStream},
};
use std::io;

/// Splits a socket into both halves.
pub(crate) fn halves(
    socket: WebSocket,
) -> (
    Receiver<SplitStream<WebSocket>>,
    Sender<SplitSink<WebSocket, Message>>,
) {
    let (sender, receiver) = socket.split();
    (Receiver(receiver), Sender(sender))
}

pub(crate) struct Receiver<S>(S);

impl<S: Stream<Item = Result<Message, axum::Error>> + Unpin + Send> ReceiveFrames for Receiver<S> {
    async fn receive(&mut self) -> ReceivedFrame {
        match self.0.next().await {
            Some(Ok(Message::Text(text))) => ReceivedFrame::Text(text.as_str().to_owned()),
            // Some peers send text in binary frames.
            Some(Ok(Message::Binary(bytes))) => {
                ReceivedFrame::Text(String::from_utf8_lossy(&bytes).into_owned())
            }
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => ReceivedFrame::Sign,
            Some(Ok(Message::Close(frame))) => {
                ReceivedFrame::End(ConnectionEnd::of_code(frame.map(|frame| frame.code)))
            }
            Some(Err(error)) if is_capacity(&error) => ReceivedFrame::End(ConnectionEnd::TooLong),
            Some(Err(_)) | None => ReceivedFrame::End(ConnectionEnd::Gone),
        }
    }
}

fn is_capacity(error: &axum::Error) -> bool {
    use tokio_tungstenite::tungstenite::Error;
    let cause = std::error::Error::source(error).and_then(|cause| cause.downcast_ref::<Error>());
    matches!(cause, Some(Error::Capacity(_)))
}

pub(crate) struct Sender<S>(S);

impl<S: Sink<Message, Error = axum::Error> + Unpin + Send> SendFrames for Sender<S> {
    async fn send(&mut self, frame: Frame) -> io::Result<()> {
        let message = match frame {
            Frame::Text(text) => {
                Message::Text(Utf8Bytes::try_from(text).map_err(io::Error::other)?)
            }
            Frame::Ping => Message::Ping(Default::default()),
            Frame::Close(why) => Message::Close(why.code().map(|code| {
                let reason = Utf8Bytes::from(why.to_string());
                CloseFrame { code, reason }
            })),
        };
        self.0.send(message).await.map_err(io::Error::other)
    }
}
