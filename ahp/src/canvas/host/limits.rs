//! Limits of the data that a host stores, and of waiting times.

use std::time::Duration;

/// Limits of the data that a host stores, and of waiting times.
///
/// A request that exceeds a limit fails with an error, and does not affect other peers. If a limit discards data
/// instead, its field documents this.
///
/// A host stores at most about [`log`](Self::log) bytes, plus the following bytes. Each client adds
/// [`client`](Self::client), [`handshake`](Self::handshake) and [`rejections`](Self::rejections) bytes. Each session
/// adds [`session`](Self::session) and [`contents`](Self::contents) bytes.
///
/// ```
/// use agent_ui_ahp::canvas::host::{Host, Limits};
///
/// let host = Host::new(["1.0.0"]).limits(Limits { clients: 16, ..Limits::default() });
/// assert_eq!(host.server_seq(), 0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The maximum length of a received frame and of a forwarded value, in bytes. The default is 1 MiB.
    pub message: usize,
    /// The maximum number of stored actions for returning clients. The oldest actions are discarded first. A client
    /// that missed a discarded action starts from snapshots. The default is 1024.
    pub actions: usize,
    /// The maximum total size of the stored actions, in bytes. The oldest actions are discarded first. The default is
    /// 16 MiB.
    pub log: usize,
    /// The maximum number of known clients, connected or not. The client that has been disconnected for the longest
    /// time is discarded first, and must send `initialize` when it returns. The default is 1024.
    pub clients: usize,
    /// The maximum length of a client's id and capabilities together, in bytes. The default is 16 KiB.
    pub handshake: usize,
    /// The maximum size of the data stored for one client, in bytes: its session entries, its canvases, and its
    /// pending requests. The default is 1 MiB.
    pub client: usize,
    /// The maximum total size of the rejections stored for a returning client, in bytes. The oldest rejections are
    /// discarded first, and the client then starts from snapshots. The default is 64 KiB.
    pub rejections: usize,
    /// The maximum length of a rejected action that is sent back unchanged, in bytes. A longer action is reduced to
    /// its type. The default is 4 KiB.
    pub echo: usize,
    /// The maximum number of channels that one client may follow. The default is 1024.
    pub subscriptions: usize,
    /// The maximum number of pending requests of one client. The default is 64.
    pub requests: usize,
    /// The maximum size of a session with its chat, its clients and its open canvases, in bytes. This is also the
    /// maximum size of the root state. Data that occurs in several states counts several times. The default is 8 MiB.
    pub session: usize,
    /// The maximum size of the stored canvas contents of one session, in bytes. The default is 16 MiB.
    pub contents: usize,
    /// The maximum time for a provider's answer, by the clock of [`advance`](super::Host::advance). The default is 30
    /// seconds.
    pub answer: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            message: 1 << 20,
            actions: 1024,
            log: 16 << 20,
            clients: 1024,
            handshake: 16 << 10,
            client: 1 << 20,
            rejections: 64 << 10,
            echo: 4 << 10,
            subscriptions: 1024,
            requests: 64,
            session: 8 << 20,
            contents: 16 << 20,
            answer: Duration::from_secs(30),
        }
    }
}
