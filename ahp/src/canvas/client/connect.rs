//! Connections, and what is carried from one to the next.

use super::{Client, Output, answers::Asked};
use crate::{
    canvas::{
        CanvasReadResourceResult,
        frame::{self, ROOT},
    },
    connection::{CanvasCapability, ClientCapabilities, InitializeParams, InitializeResult},
    error_code,
    ids::{ChannelKind, ChannelUri},
    json_rpc::JsonRpcError,
    method::{Initialize, Method, Reconnect, Subscribe, Told, Unsubscribe},
    subscription::{ReconnectParams, ReconnectResult, Snapshot, SubscribeParams, UnsubscribeParams},
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
        let mut out = self.disconnect();
        if self.phase == Phase::Away {
            self.say_it_is_back(&mut out);
        } else {
            self.present(&mut out);
        }
        out
    }

    /// The connection is lost. What was asked for fails; what the client follows and provides it keeps in mind.
    pub fn disconnect(&mut self) -> Vec<Output> {
        let mut out = Vec::new();
        for (_, asked) in std::mem::take(&mut self.asked) {
            if let Asked::Read(call) = asked {
                let lost = frame::error(error_code::INTERNAL_ERROR, "the connection is lost");
                out.push(Output::Content { call, result: Err::<CanvasReadResourceResult, _>(lost) });
            }
        }
        self.calls.clear();
        // Until the host has answered, it may not know the client.
        self.phase = match self.phase {
            Phase::There | Phase::Away => Phase::Away,
            Phase::Greeting | Phase::Unknown => Phase::Unknown,
        };
        out
    }

    /// The client wants to follow a channel: at once if it is connected, else when it is. To follow it again gives a
    /// fresh state.
    pub fn subscribe(&mut self, channel: &ChannelUri) -> Vec<Output> {
        self.wanted.insert(channel.clone());
        let mut out = Vec::new();
        if self.is_connected() {
            self.follow(channel, &mut out);
        }
        out
    }

    /// The client does not want to follow a channel any more.
    pub fn unsubscribe(&mut self, channel: &ChannelUri) -> Vec<Output> {
        let mut out = Vec::new();
        if self.wanted.remove(channel) && self.is_connected() {
            let params = UnsubscribeParams::new(channel.clone());
            out.push(Output::Send(frame::notification(Unsubscribe::NAME, frame::payload(&params))));
        }
        self.drop_mirror(channel);
        out
    }

    pub(super) fn follow(&mut self, channel: &ChannelUri, out: &mut Vec<Output>) {
        let params = frame::payload(&SubscribeParams::new(channel.clone()));
        self.ask(Subscribe::NAME, params, Asked::Subscribe(channel.clone()), out);
    }

    fn present(&mut self, out: &mut Vec<Output>) {
        self.phase = Phase::Greeting;
        let capabilities = ClientCapabilities::new().canvas(CanvasCapability::new());
        let mut params =
            InitializeParams::new(ROOT, self.versions.clone(), self.id.clone()).capabilities(capabilities);
        if !self.wanted.is_empty() {
            params = params.initial_subscriptions(self.wanted.iter().cloned().collect::<Vec<_>>());
        }
        self.ask(Initialize::NAME, frame::payload(&params), Asked::Initialize, out);
    }

    fn say_it_is_back(&mut self, out: &mut Vec<Output>) {
        self.phase = Phase::Greeting;
        let followed: Vec<ChannelUri> =
            self.sessions.keys().chain(self.canvases.keys()).chain(&self.others).cloned().collect();
        let params = ReconnectParams::new(ROOT, self.id.clone(), self.last_seen, followed);
        self.ask(Reconnect::NAME, frame::payload(&params), Asked::Reconnect, out);
    }

    /// The host knows the client from now on.
    pub(super) fn presented(&mut self, answer: Result<Payload, JsonRpcError>, out: &mut Vec<Output>) {
        let result = answer.map(|result| result.decode::<InitializeResult>());
        match result {
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
        let before: Vec<ChannelUri> =
            self.sessions.keys().chain(self.canvases.keys()).chain(&self.others).cloned().collect();
        for channel in &before {
            let goes_on = snapshots.iter().any(|snapshot| snapshot.resource == *channel);
            if goes_on {
                self.drop_mirror(channel);
            } else {
                self.remove(channel, out);
            }
        }
        for snapshot in snapshots {
            self.take(snapshot, out);
        }
        self.resume(out);
    }

    /// Asks for everything that was wanted and is not there, and says what the client provides.
    fn resume(&mut self, out: &mut Vec<Output>) {
        let there = |channel: &&ChannelUri| {
            self.sessions.contains_key(*channel)
                || self.canvases.contains_key(*channel)
                || self.others.contains(*channel)
        };
        let mut missing: Vec<ChannelUri> =
            self.wanted.iter().filter(|channel| !there(channel)).cloned().collect();
        // Sessions first: a canvas that is closed in between is then known to be.
        missing.sort_by_key(|channel| channel.kind() == ChannelKind::Canvas);
        for channel in missing {
            self.follow(&channel, out);
        }
        for (session, client) in self.declared.clone() {
            self.announce(&session, client, out);
        }
    }
}
