//! WebSockets that were dialled.

use super::{End, Frame, Hear, Heard, Line, Say};
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

/// Dials an address, `ws://…`, and gives both halves of the socket.
pub(crate) async fn dial(url: &str, line: &Line) -> Result<(Receiver, Sender), Error> {
    let config =
        WebSocketConfig::default().max_message_size(Some(line.message)).max_frame_size(Some(line.message));
    let (socket, _) = connect_async_with_config(url, Some(config), true).await?;
    let (sender, receiver) = socket.split();
    Ok((Receiver(receiver), Sender(sender)))
}

pub(crate) struct Receiver(SplitStream<Socket>);

impl Hear for Receiver {
    async fn hear(&mut self) -> Heard {
        match self.0.next().await {
            Some(Ok(Message::Text(text))) => Heard::Text(text.as_str().to_owned()),
            Some(Ok(Message::Binary(bytes))) => Heard::Text(String::from_utf8_lossy(&bytes).into_owned()),
            Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Frame(_))) => Heard::Sign,
            Some(Ok(Message::Close(frame))) => Heard::End(End::of_code(frame.map(|frame| frame.code.into()))),
            Some(Err(Error::Capacity(_))) => Heard::End(End::TooLong),
            Some(Err(_)) | None => Heard::End(End::Gone),
        }
    }
}

pub(crate) struct Sender(SplitSink<Socket, Message>);

impl Say for Sender {
    async fn say(&mut self, frame: Frame) -> io::Result<()> {
        let message = match frame {
            Frame::Text(text) => Message::Text(Utf8Bytes::try_from(text).map_err(io::Error::other)?),
            Frame::Ping => Message::Ping(Default::default()),
            Frame::Close(why) => Message::Close(
                why.code()
                    .map(|code| CloseFrame { code: code.into(), reason: Utf8Bytes::from(why.to_string()) }),
            ),
        };
        self.0.send(message).await.map_err(io::Error::other)
    }
}
