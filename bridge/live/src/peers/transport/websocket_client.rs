//! WebSocket connections of a client.

use super::{ConnectionEnd, ConnectionLimits, Frame, ReceiveFrames, ReceivedFrame, SendFrames};
use futures_util::{
    SinkExt, StreamExt,
    stream::{SplitSink, SplitStream},
};
use std::io;
use tokio::net::TcpStream;
use tokio_tungstenite::{
    MaybeTlsStream, WebSocketStream, connect_async_with_config,
    tungstenite::{
        Error, Message, Utf8Bytes,
        protocol::{CloseFrame, WebSocketConfig},
    },
};

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// Connects to a `ws://` address, and returns both halves of the socket.
pub(crate) async fn dial(
    url: &str,
    limits: &ConnectionLimits,
) -> Result<(Receiver, Sender), Error> {
    let config = WebSocketConfig::default()
        .max_message_size(Some(limits.message))
        .max_frame_size(Some(limits.message));
    let (socket, _) = connect_async_with_config(url, Some(config), true).await?;
    let (sender, receiver) = socket.split();
    Ok((Receiver(receiver), Sender(sender)))
}

pub(crate) struct Receiver(SplitStream<Socket>);

impl ReceiveFrames for Receiver {
    async fn receive(&mut self) -> ReceivedFrame {
        match self.0.next().await {
            Some(Ok(Message::Text(text))) => ReceivedFrame::Text(text.as_str().to_owned()),
            Some(Ok(Message::Binary(bytes))) => {
                ReceivedFrame::Text(String::from_utf8_lossy(&bytes).into_owned())
            }
            Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Frame(_))) => {
                ReceivedFrame::Sign
            }
            Some(Ok(Message::Close(frame))) => {
                ReceivedFrame::End(ConnectionEnd::of_code(frame.map(|frame| frame.code.into())))
            }
            Some(Err(Error::Capacity(_))) => ReceivedFrame::End(ConnectionEnd::TooLong),
            Some(Err(_)) | None => ReceivedFrame::End(ConnectionEnd::Gone),
        }
    }
}

pub(crate) struct Sender(SplitSink<Socket, Message>);

impl SendFrames for Sender {
    async fn send(&mut self, frame: Frame) -> io::Result<()> {
        let message = match frame {
            Frame::Text(text) => {
                Message::Text(Utf8Bytes::try_from(text).map_err(io::Error::other)?)
            }
            Frame::Ping => Message::Ping(Default::default()),
            Frame::Close(why) => Message::Close(why.code().map(|code| CloseFrame {
                code: code.into(),
                reason: Utf8Bytes::from(why.to_string()),
            })),
        };
        self.0.send(message).await.map_err(io::Error::other)
    }
}
