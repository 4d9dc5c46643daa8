//! What carries frames: each is one JSON-RPC message, as text.

pub(crate) mod dialled;
pub(crate) mod lines;
pub(crate) mod websocket;

use axum::body::Bytes;
use std::{fmt, io, time::Duration};

/// How much one connection may take, and how long its peer may be silent.
///
/// ```
/// use agent_ui_live::carrier::Line;
/// use std::time::Duration;
///
/// let line = Line { silence: Duration::from_secs(90), ..Line::default() };
/// assert_eq!(line.message, 1 << 20);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
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

impl Default for Line {
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
pub enum End {
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

impl End {
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

impl fmt::Display for End {
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
    Close(End),
}

/// What is received.
#[derive(Debug)]
pub(crate) enum Heard {
    Text(String),
    /// A sign that somebody is there.
    Sign,
    End(End),
}

/// The half of a carrier that receives.
pub(crate) trait Hear: Send {
    /// The next that comes.
    fn hear(&mut self) -> impl Future<Output = Heard> + Send;
}

/// The half of a carrier that sends.
pub(crate) trait Say: Send {
    /// Sends; an error is the end.
    fn say(&mut self, frame: Frame) -> impl Future<Output = io::Result<()>> + Send;
}
