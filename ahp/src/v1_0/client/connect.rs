//! Connections, and what is carried from one to the next.

use super::{Asked, Client, Output};
use crate::{
    canvas::frame::{self, ROOT},
    connection::{InitializeParams, InitializeResult},
    ids::ChannelUri,
    json_rpc::JsonRpcError,
    method::{Initialize, Method, Reconnect},
    subscription::{ReconnectParams, ReconnectResult, Snapshot},
};
use wire::Payload;

/// How far a client has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// The host does not know it.
    Unknown,
    /// The host knew it on a connection that is lost.
    Away,
    /// The host has not answered yet.
    Greeting,
    /// The host has answered.
    There,
}

impl Client {
    /// A connection is there: presents the client, or says that it is back. A connection of before is lost.
    pub fn connect(&mut self) -> Vec<Output> {
        self.disconnect();
        let mut out = Vec::new();
        if self.phase == Phase::Away {
            self.phase = Phase::Greeting;
            let followed: Vec<ChannelUri> = self.mirrors.keys().cloned().collect();
            let params = ReconnectParams::new(ROOT, self.id.clone(), self.last_seen, followed);
            self.ask(Reconnect::NAME, frame::payload(&params), Asked::Reconnect, &mut out);
        } else {
            self.present(&mut out);
        }
        out
    }

    /// The connection is lost. What the client follows it keeps in mind; an address of a canvas may not be good any more.
    pub fn disconnect(&mut self) {
        self.asked.clear();
        // Until the host has answered, it may not know the client.
        self.phase = match self.phase {
            Phase::There | Phase::Away => Phase::Away,
            Phase::Greeting | Phase::Unknown => Phase::Unknown,
        };
    }

    fn present(&mut self, out: &mut Vec<Output>) {
        self.phase = Phase::Greeting;
        let mut params = InitializeParams::new(ROOT, self.versions.clone(), self.id.clone());
        if !self.wanted.is_empty() {
            params = params.initial_subscriptions(self.wanted.iter().cloned().collect::<Vec<_>>());
        }
        self.ask(Initialize::NAME, frame::payload(&params), Asked::Initialize, out);
    }

    /// The host knows the client from now on.
    pub(super) fn presented(&mut self, answer: Result<Payload, JsonRpcError>, out: &mut Vec<Output>) {
        match answer.map(|result| result.decode::<InitializeResult>()) {
            Ok(Ok(result)) => {
                out.push(Output::Connected);
                self.phase = Phase::There;
                self.last_seen = result.server_seq;
                self.start_from(&result.snapshots, out);
            }
            Ok(Err(error)) => {
                self.phase = Phase::Unknown;
                out.push(Output::Unreadable { channel: None, error: Some(error) });
            }
            Err(error) => {
                self.phase = Phase::Unknown;
                out.push(Output::Refused { channel: None, error });
            }
        }
    }

    /// The client catches up. If that cannot be, it starts again.
    pub(super) fn welcomed_back(&mut self, answer: Result<Payload, JsonRpcError>, out: &mut Vec<Output>) {
        match answer.ok().and_then(|result| result.decode::<ReconnectResult>().ok()) {
            Some(ReconnectResult::Replay(replay)) => {
                out.push(Output::Connected);
                self.phase = Phase::There;
                for channel in &replay.missing {
                    self.remove(channel, out);
                }
                for envelope in replay.actions {
                    self.hear(envelope, out);
                }
                self.resume(out);
            }
            Some(ReconnectResult::Snapshot(result)) => {
                out.push(Output::Connected);
                self.phase = Phase::There;
                let newest = result.snapshots.iter().map(|snapshot| snapshot.from_seq).max();
                self.last_seen = newest.unwrap_or(self.last_seen);
                self.start_from(&result.snapshots, out);
            }
            Some(ReconnectResult::Unknown(_)) | None => self.present(out),
        }
    }

    /// Everything is as these snapshots say.
    fn start_from(&mut self, snapshots: &[Snapshot], out: &mut Vec<Output>) {
        for channel in self.mirrors.keys().cloned().collect::<Vec<_>>() {
            if snapshots.iter().any(|snapshot| snapshot.resource == channel) {
                self.mirrors.remove(&channel);
            } else {
                self.remove(&channel, out);
            }
        }
        for snapshot in snapshots {
            self.take(snapshot, out);
        }
        self.resume(out);
    }

    /// Asks for everything that is wanted or listed and is not there.
    fn resume(&mut self, out: &mut Vec<Output>) {
        let wanted: Vec<ChannelUri> = self.wanted.iter().cloned().collect();
        for channel in wanted {
            if !self.mirrors.contains_key(&channel) && !self.is_asked(&channel) {
                self.follow(&channel, out);
            }
        }
        self.follow_listed(out);
    }

    pub(super) fn is_asked(&self, channel: &ChannelUri) -> bool {
        self.asked.values().any(|asked| matches!(asked, Asked::Subscribe(asked) if asked == channel))
    }
}
