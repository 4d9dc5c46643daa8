//! How much a host keeps, and for how long.

use std::time::Duration;

/// How much is too much. What reaches a limit is refused to whoever asks for it, by an error, and everybody else goes
/// on; where something is forgotten instead, it says so here.
///
/// A host keeps at most about [`log`](Self::log), and for each client [`client`](Self::client),
/// [`presented`](Self::presented) and [`rejections`](Self::rejections), and for each session [`session`](Self::session)
/// and [`contents`](Self::contents).
///
/// ```
/// # use agent_ui_ahp as ahp;
/// use ahp::canvas::host::{Host, Limits};
///
/// let host = Host::new(["1.0.0"]).limits(Limits { clients: 16, ..Limits::default() });
/// assert_eq!(host.server_seq(), 0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// How long a frame that is received may be, and any one value that is sent on, in bytes. 1 MiB.
    pub message: usize,
    /// How many actions are kept for clients that come back. The oldest are forgotten first: a client that missed more
    /// starts from snapshots. 1024.
    pub actions: usize,
    /// How long these actions may be together, in bytes; the oldest are forgotten first. 16 MiB.
    pub log: usize,
    /// How many clients are known, there or away. The one that is away for the longest time is forgotten first, and
    /// told so when it comes back: it presents itself again. 1024.
    pub clients: usize,
    /// How long the name and the capabilities may be together with which a client presents itself, in bytes. 16 KiB.
    pub presented: usize,
    /// How much one client may have the host keep, in bytes: what it says of itself in sessions, the canvases that it
    /// provides, and its requests that are not answered yet. 1 MiB.
    pub client: usize,
    /// How long the rejections may be together that are kept for a client that comes back, in bytes. The oldest are
    /// forgotten first, and then it starts from snapshots. 64 KiB.
    pub rejections: usize,
    /// Up to which length a rejected action is sent back as it came, in bytes; a longer one by its name alone. 4 KiB.
    pub echo: usize,
    /// How many channels one client may follow. 1024.
    pub subscriptions: usize,
    /// How many requests of one client may wait for an answer. 64.
    pub requests: usize,
    /// How long a session may be with its chat, its clients and its open canvases, in bytes; also the state of the
    /// root. What stands in several states counts as often. 8 MiB.
    pub session: usize,
    /// How much of the contents of its canvases is held for one session, in bytes. 16 MiB.
    pub contents: usize,
    /// How long providers have to answer, by the clock of [`advance`](super::Host::advance). 30 seconds.
    pub answer: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            message: 1 << 20,
            actions: 1024,
            log: 16 << 20,
            clients: 1024,
            presented: 16 << 10,
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
