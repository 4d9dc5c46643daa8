//! Transports for JSON-RPC messages, one message per frame.

pub(crate) mod lines;
pub(crate) mod websocket_client;
pub(crate) mod websocket_server;

use crate::limits;
use axum::body::Bytes;
use std::{fmt, io, time::Duration};

/// The limits of a connection.
///
/// ```
/// use agent_ui_live::peers::transport::ConnectionLimits;
/// use std::time::Duration;
///
/// let limits = ConnectionLimits { silence: Duration::from_secs(90), ..ConnectionLimits::default() };
/// assert_eq!(limits.message, 1 << 20);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConnectionLimits {
    /// The maximum length of a received message in bytes. The default is 1 MiB.
    ///
    /// A longer message closes a WebSocket (1009, message too big). In a stream of lines, the rest of the line is
    /// skipped, and the message is answered with an error.
    pub message: usize,
    /// The maximum number of bytes that wait for the peer. The default is 8 MiB.
    ///
    /// A peer that exceeds the limit is disconnected, but may return. A single message may be longer.
    pub queue: usize,
    /// The interval between pings on a WebSocket. The default is 15 seconds.
    pub ping: Duration,
    /// The time without any frame from the peer after which a WebSocket is closed. The default is 45 seconds.
    pub silence: Duration,
}

impl Default for ConnectionLimits {
    fn default() -> Self {
        Self {
            message: limits::AHP_MESSAGE,
            queue: limits::AHP_QUEUE,
            ping: Duration::from_secs(15),
            silence: Duration::from_secs(45),
        }
    }
}

/// The reason why a connection ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ConnectionEnd {
    /// The peer disconnected, or the network failed.
    Gone,
    /// The client sent `initialize` on another connection. WebSocket code: 4001, which AHP does not define.
    TakenOver,
    /// The client does not offer a version that the host supports. WebSocket code: 1002.
    Unsupported,
    /// This side stopped. WebSocket code: 1001.
    Stopped,
    /// The peer did not receive the sent data in time.
    Slow,
    /// The peer did not answer pings.
    Silent,
    /// The peer sent a message that is too long. WebSocket code: 1009.
    TooLong,
}

impl ConnectionEnd {
    /// Returns the WebSocket close code, or `None` if the peer can no longer receive one.
    fn code(self) -> Option<u16> {
        match self {
            Self::TakenOver => Some(4001),
            Self::Stopped => Some(1001),
            Self::Unsupported => Some(1002),
            Self::TooLong => Some(1009),
            Self::Gone | Self::Slow | Self::Silent => None,
        }
    }

    /// Returns the reason for the close code that the peer sent.
    fn of_code(code: Option<u16>) -> Self {
        match code {
            Some(4001) => Self::TakenOver,
            _ => Self::Gone,
        }
    }
}

impl fmt::Display for ConnectionEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Gone => "the peer disconnected",
            Self::TakenOver => "the client connected on another connection",
            Self::Unsupported => "the client does not offer a supported AHP version",
            Self::Stopped => "this side stopped",
            Self::Slow => "the peer is too slow",
            Self::Silent => "the peer did not answer pings",
            Self::TooLong => "the message is too long",
        })
    }
}

/// A frame to send.
#[derive(Clone, Debug)]
pub(crate) enum Frame {
    Text(Bytes),
    /// A ping, to which the peer must respond.
    Ping,
    /// The last frame, with the reason for closing.
    Close(ConnectionEnd),
}

/// A received frame.
#[derive(Debug)]
pub(crate) enum ReceivedFrame {
    Text(String),
    /// A ping or pong of the peer, which shows that the peer is alive.
    Sign,
    End(ConnectionEnd),
}

/// The receiving half of a transport.
pub(crate) trait ReceiveFrames: Send {
    /// Waits for the next frame.
    fn receive(&mut self) -> impl Future<Output = ReceivedFrame> + Send;
}

/// The sending half of a transport.
pub(crate) trait SendFrames: Send {
    /// Sends a frame. An error ends the connection.
    fn send(&mut self, frame: Frame) -> impl Future<Output = io::Result<()>> + Send;
}
