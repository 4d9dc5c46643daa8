//! What carries frames: each is one JSON-RPC message, as text.

pub(crate) mod dialled;
pub(crate) mod lines;
pub(crate) mod websocket;

use axum::body::Bytes;
use std::{fmt, io, time::Duration};

/// How much one connection may take, and how long its peer may be silent.
///
/// ```
/// use agent_ui_live::carrier::ConnectionLimits;
/// use std::time::Duration;
///
/// let line = ConnectionLimits { silence: Duration::from_secs(90), ..ConnectionLimits::default() };
/// assert_eq!(line.message, 1 << 20);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConnectionLimits {
    /// How long a message may be that is received, in bytes. One that is longer ends a WebSocket (1009, message too big); of a line
    /// the rest is passed over, and it is answered as JSON-RPC has it. 1 MiB.
    pub message: usize,
    /// How many bytes may wait for the peer to take them. Whoever is slower than that is dropped, and may come back. One message may
    /// always wait, however long it is. 8 MiB.
    pub queue: usize,
    /// How often a WebSocket is asked whether its peer is there. 15 seconds.
    pub ping: Duration,
    /// After how long without a sign of its peer a WebSocket is given up. 45 seconds.
    pub silence: Duration,
}

impl Default for ConnectionLimits {
    fn default() -> Self {
        Self {
            message: 1 << 20,
            queue: 8 << 20,
            ping: Duration::from_secs(15),
            silence: Duration::from_secs(45),
        }
    }
}

/// Why a connection has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ConnectionEnd {
    /// The peer has left, or the network did.
    Gone,
    /// The client has presented itself on another connection. WebSocket: 4001, a code that AHP does not name.
    TakenOver,
    /// The client offered no version of AHP that the host speaks, and was told so. WebSocket: 1002.
    Unsupported,
    /// This side stops. WebSocket: 1001.
    Stopped,
    /// The peer did not take what was sent in time.
    Slow,
    /// The peer gave no sign of itself.
    Silent,
    /// The peer sent a message that is too long. WebSocket: 1009.
    TooLong,
}

impl ConnectionEnd {
    /// The code with which a WebSocket is closed; `None` if nobody would hear it.
    fn code(self) -> Option<u16> {
        match self {
            Self::TakenOver => Some(4001),
            Self::Stopped => Some(1001),
            Self::Unsupported => Some(1002),
            Self::TooLong => Some(1009),
            Self::Gone | Self::Slow | Self::Silent => None,
        }
    }

    /// What a peer means that closes its WebSocket so.
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
            Self::Gone => "the peer has left",
            Self::TakenOver => "this client is on another connection now",
            Self::Unsupported => "the client offers no version of AHP that this host speaks",
            Self::Stopped => "this side stops",
            Self::Slow => "the peer is too slow",
            Self::Silent => "the peer gave no sign of itself",
            Self::TooLong => "a message is too long",
        })
    }
}

/// What is sent.
#[derive(Clone, Debug)]
pub(crate) enum Frame {
    Text(Bytes),
    /// Asks for a sign.
    Ping,
    /// Says that nothing follows, and why.
    Close(ConnectionEnd),
}

/// What is received.
#[derive(Debug)]
pub(crate) enum ReceivedFrame {
    Text(String),
    /// A sign that somebody is there.
    Sign,
    ConnectionEnd(ConnectionEnd),
}

/// The half of a carrier that receives.
pub(crate) trait ReceiveFrames: Send {
    /// The next that comes.
    fn receive(&mut self) -> impl Future<Output = ReceivedFrame> + Send;
}

/// The half of a carrier that sends.
pub(crate) trait SendFrames: Send {
    /// Sends; an error is the end.
    fn send(&mut self, frame: Frame) -> impl Future<Output = io::Result<()>> + Send;
}
